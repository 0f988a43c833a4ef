/* SPDX-License-Identifier: MIT */
/*
 * column_order.h - whether the order of a column's stored values is the order in which
 * SQLite sorts what it presents.
 */
#ifndef SQL_COLUMN_ORDER_H
#define SQL_COLUMN_ORDER_H

#include "sql/table/plan.h"

struct column_order {
    enum value_domain domain;
    struct value_range ordered; /* the values that are presented in order */
};

/* False: SQLite must sort. */
bool column_order_of(const struct plan_context *context, int column,
                     struct column_order *order);

#endif
