/* SPDX-License-Identifier: MIT */
/*
 * row_order.h - an order of rows by the values of one or several columns.
 *
 * Nulls and NaN are equal and sort below all values, as SQLite sorts them.
 */
#ifndef SCAN_ROW_ORDER_H
#define SCAN_ROW_ORDER_H

#include "scan/value_set.h"

enum { MOST_ORDER_COLUMNS = 8 };

struct order_column {
    uint32_t column; /* of the schema */
    enum value_domain domain;
    bool is_descending;
    /* Only within this range do stored values sort as their results do. */
    struct value_range ordered;
};

static inline bool order_column_orders(const struct order_column *column,
                                       union column_value value)
{
    const struct value_range *range = &column->ordered;
    return column->domain == DOMAIN_BYTES ||
           (column_value_compare(column->domain, value, range->low) >= 0 &&
            column_value_compare(column->domain, value, range->high) <= 0);
}

struct row_order {
    uint32_t n_columns;
    struct order_column columns[MOST_ORDER_COLUMNS]; /* the first decides first */
};

/* Whether all columns of the order are is_of_path. */
static inline bool row_order_is_of_paths(const struct row_order *order,
                                         const struct schema *schema)
{
    uint32_t i = 0;
    while (i < order->n_columns && schema->columns[order->columns[i].column].is_of_path)
        i++;
    return i == order->n_columns;
}

#endif
