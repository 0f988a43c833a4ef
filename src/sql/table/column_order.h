/* SPDX-License-Identifier: MIT */
/*
 * column_order.h - whether a column's stored values sort in the same order as the SQLite
 * values made from them.
 */
#ifndef SQL_COLUMN_ORDER_H
#define SQL_COLUMN_ORDER_H

#include "sql/table/plan.h"

/* Sets the order's column, domain and ordered range; false if SQLite must sort.
 * reads_all_files: the statement needs the footers of all files, of many. */
bool column_order_of(const struct plan_context *context, int column, bool reads_all_files,
                     struct order_column *order);

/* Whether different stored values of such a column have different results.  If not, a
 * later column of an order cannot decide between rows whose results are equal. */
bool column_order_is_strict(const struct table_column *column);

/* column_order_of() for all columns of a plan's order. */
bool plan_order_of(const struct plan_context *context, const struct plan *plan,
                   struct row_order *order);

#endif
