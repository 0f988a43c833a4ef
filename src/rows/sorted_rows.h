/* SPDX-License-Identifier: MIT */
/*
 * sorted_rows.h - finds cached rows by ranges of a column's values.
 *
 *     sorted_rows_build    sorts all cached rows by the column, once
 *     sorted_rows_find     from then on: the rows in ranges of values, by binary search
 *
 * Like a join table, sorted rows return every row that the predicate accepts, and perhaps
 * others: callers test the predicate on them.
 */
#ifndef ROWS_SORTED_ROWS_H
#define ROWS_SORTED_ROWS_H

#include "rows/cached_order.h"

/* Whether stored values of the column are ordered in the domain: binary decimals are not,
 * which are tested as numbers. */
static inline bool sorted_rows_are_possible(const struct column *column,
                                            enum value_domain domain)
{
    return (column->kind == VECTOR_BYTES) == (domain == DOMAIN_BYTES) &&
           (column->type != COLUMN_DECIMAL || column->kind != VECTOR_BYTES);
}

/* All cached rows; a row's rank in their order counts from 0.  A zeroed struct may be
 * released. */
struct sorted_rows {
    const struct cached_rows *rows; /* borrowed; NULL: they are not sorted */
    struct order_column order;
    uint32_t n_null;     /* rows without a value, which sort below all others */
    uint32_t *positions; /* of all rows; NULL: they are stored in this order */
};

/* Begins with rows that are stored in the order; does nothing if they are not. */
enum status sorted_rows_try_file(struct sorted_rows *sorted,
                                 const struct cached_rows *rows,
                                 const struct order_column *order,
                                 struct error *error) CHECK_RESULT;

/* Sorts rows.  TOO_BIG if the order takes more than most_bytes. */
enum status sorted_rows_build(struct sorted_rows *sorted, const struct cached_rows *rows,
                              const struct order_column *order, size_t most_bytes,
                              struct error *error) CHECK_RESULT;
void sorted_rows_release(struct sorted_rows *sorted);

/* Appends the positions (uint32_t, ascending) of the rows whose values the predicate may
 * accept.  Sets *is_found to false if the predicate does not say which values these are,
 * or if testing all rows takes less time; then any row may be accepted. */
enum status sorted_rows_find(const struct sorted_rows *sorted,
                             const struct predicate *predicate, struct buffer *positions,
                             bool *is_found, struct error *error) CHECK_RESULT;

/* The ranks between which lie all rows whose values the predicate may accept; *end is
 * exclusive. */
void sorted_rows_span(const struct sorted_rows *sorted, const struct predicate *predicate,
                      uint32_t *first, uint32_t *end);

/* Writes the positions of the rows at n ranks, ascending. */
void sorted_rows_take(const struct sorted_rows *sorted, uint32_t rank, uint32_t n,
                      uint32_t *positions);

#endif
