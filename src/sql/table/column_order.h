/* SPDX-License-Identifier: MIT */
/*
 * column_order.h - whether a column's stored values sort in the same order as the SQLite
 * values made from them.
 */
#ifndef SQL_COLUMN_ORDER_H
#define SQL_COLUMN_ORDER_H

#include "sql/table/plan.h"

struct column_order {
    enum value_domain domain;
    struct value_range ordered; /* the stored values for which this holds */
};

/* Returns false if SQLite must sort. */
bool column_order_of(const struct plan_context *context, int column,
                     struct column_order *order);

#endif
