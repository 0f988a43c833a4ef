/* SPDX-License-Identifier: MIT */
/*
 * cached_order.h - sorts cached rows by the values of loaded columns.
 */
#ifndef CACHED_ORDER_H
#define CACHED_ORDER_H

#include "rows/cached_rows.h"
#include "scan/row_order.h"
#include "rows/sort_keys.h"

/* Sets *are_within to whether all values of the column lie in its ordered range; texts
 * always do. */
enum status cached_rows_check_range(const struct cached_rows *rows,
                                    const struct order_column *column, bool *are_within,
                                    struct error *error);

/* Sets *holds to whether the rows, as they are cached, are in the order. */
enum status cached_rows_check_order(const struct cached_rows *rows,
                                    const struct row_order *order, bool *holds,
                                    struct error *error) CHECK_RESULT;

/* Sorts positions, by columns that are loaded.  Rows whose values are equal keep their
 * order. */
enum status cached_rows_sort(const struct cached_rows *rows,
                             const struct row_order *order, uint32_t *positions,
                             uint32_t n, struct error *error) CHECK_RESULT;

/* Gives all rows new positions, in an order of columns that are loaded: rows whose values
 * are equal keep their order. */
enum status cached_rows_reorder(struct cached_rows *rows, const struct row_order *order,
                                struct error *error) CHECK_RESULT;

#endif
