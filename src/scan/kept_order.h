/* SPDX-License-Identifier: MIT */
/*
 * kept_order.h - sorts kept rows by the values of loaded columns.
 */
#ifndef SCAN_KEPT_ORDER_H
#define SCAN_KEPT_ORDER_H

#include "scan/kept_rows.h"
#include "scan/row_order.h"

/* Returns the value that a vector has at a position; false: null or NaN. */
static inline bool kept_value(const struct column_vector *vector, uint32_t position,
                              union column_value *value)
{
    if (column_vector_is_null(vector, position))
        return false;
    *value = column_vector_value(vector, column_vector_index(vector, position));
    return vector->kind != VECTOR_DOUBLE || value->float64 == value->float64;
}

/* Sets *are_within to whether all values of the column lie in its ordered range; texts
 * always do. */
enum status kept_rows_check_range(const struct kept_rows *rows,
                                  const struct order_column *column, bool *are_within,
                                  struct error *error);

/* Sets *holds to whether the rows, as they are kept, are in the order. */
enum status kept_rows_check_order(const struct kept_rows *rows,
                                  const struct row_order *order, bool *holds,
                                  struct error *error) CHECK_RESULT;

/* Sets the position that sorting all rows would put first; 0 if there is none. */
enum status kept_rows_first(const struct kept_rows *rows, const struct row_order *order,
                            uint32_t *first, struct error *error) CHECK_RESULT;

/* Sorts positions, by columns that are loaded.  Rows whose values are equal keep their
 * order. */
enum status kept_rows_sort(const struct kept_rows *rows, const struct row_order *order,
                           uint32_t *positions, uint32_t n,
                           struct error *error) CHECK_RESULT;

#endif
