/* SPDX-License-Identifier: MIT */
/*
 * distinct_rows.h - finds a row for each combination of values that some columns have.
 *
 * The values of each column are numbered (value_table.h), and so are the pairs of a
 * combination of the first columns and a value of the next.  A row whose combination is
 * new is cached.
 *
 * With a single column, dictionaries save most of the work: once a row has been found
 * for each entry of a row group's dictionary, the rest of the row group holds nothing
 * new. An entry may be unused, so it counts only when a row has it; null counts, only as
 * far as conditions on nulls believe them, too.
 */
#ifndef ROWS_DISTINCT_ROWS_H
#define ROWS_DISTINCT_ROWS_H

#include "rows/cached_rows.h"
#include "scan/row_order.h"

/* Fills a zeroed struct with rows that pass the predicate, at least one for each
 * combination of values of the order's columns.  *are_few is false, and `rows` is zeroed,
 * if the combinations are too many to number them.  Values are compared bit by bit; NaN
 * is null.  most_bytes: as in cached_rows_collect().  Appends to `counts`, unless it is
 * NULL, for each of the rows how many (uint32_t) pass and have its values. */
enum status distinct_rows_collect(struct cached_rows *rows, struct scan *scan,
                                  struct predicate *predicate,
                                  const struct row_order *columns, size_t most_bytes,
                                  struct buffer *counts, bool *are_few,
                                  struct error *error) CHECK_RESULT;

#endif
