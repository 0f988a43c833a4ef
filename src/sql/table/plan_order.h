/* SPDX-License-Identifier: MIT */
/*
 * plan_order.h - whether a plan returns rows in the order that SQLite asks for, and takes
 * its LIMIT and OFFSET; and whether stored values sort in the same order as the SQLite
 * values made from them.
 */
#ifndef SQL_PLAN_ORDER_H
#define SQL_PLAN_ORDER_H

#include "sql/table/plan_cost.h"

/* Adds order and limit to a plan that has its terms; fills aConstraintUsage of the limit
 * and orderByConsumed. */
void plan_choose_order(sqlite3_index_info *info, const struct plan_context *context,
                       const struct cost *cost, struct plan *plan);

/* Sets the columns, domains and ordered ranges of a plan's order; false if SQLite must
 * sort. */
bool plan_order_of(const struct plan_context *context, const struct plan *plan,
                   struct row_order *order);

#endif
