/* SPDX-License-Identifier: MIT */
/*
 * sort_check.h - checks that rows are written in the order that the file declares
 * (parquet.thrift, "SortingColumn"), within row groups and across them.
 */
#ifndef PARQUET_SORT_CHECK_H
#define PARQUET_SORT_CHECK_H

#include "parquet/format/format_writer.h"
#include "parquet/write/column_values.h"
#include "parquet/write/statistics_builder.h"

struct pq_sort_key {
    struct pq_sorting_column claim;
    enum pq_sort sort;
    const struct pq_column_values *values; /* set while rows are checked */
    uint64_t next;                         /* the next row's value, if it has one */
    /* The last row of the previous row group. */
    bool had_value;
    struct buffer last_bytes, last_offsets;
};

/* Zeroed before. */
struct pq_sort_check {
    uint32_t n_keys;
    struct pq_sort_key *keys;
    bool has_last;
};

/* Sets up the keys.  MISUSE if a leaf's values have no order or if it is repeated. */
enum status pq_sort_check_init(struct pq_sort_check *check,
                               const struct pq_sorting_column *claims, uint32_t n_claims,
                               const struct pq_leaf *leaves,
                               struct error *error) CHECK_RESULT;

/* Checks all rows of a row group; values[i] belongs to leaf i.  If a row belongs before
 * its predecessor, *in_order is false and *row is the first such row (from 0). */
enum status pq_sort_check_rows(struct pq_sort_check *check,
                               const struct pq_column_values *values, uint64_t n_rows,
                               bool *in_order, uint64_t *row,
                               struct error *error) CHECK_RESULT;

void pq_sort_check_release(struct pq_sort_check *check);

#endif
