/* SPDX-License-Identifier: MIT */
/*
 * sort_check.h - whether rows come in the order that is claimed of them (parquet.thrift,
 * "SortingColumn"), over row groups as well as within.
 */
#ifndef PARQUET_SORT_CHECK_H
#define PARQUET_SORT_CHECK_H

#include "parquet/format/format_writer.h"
#include "parquet/write/column_values.h"
#include "parquet/write/statistics_builder.h"

struct pq_sort_key {
    struct pq_sorting_column claim;
    enum pq_sort sort;
    const struct pq_column_values *values; /* while rows are looked at */
    uint64_t next;                         /* the value of the next row, if it has one */
    /* Of the row before, where it was in another row group. */
    bool had_value;
    struct buffer last_bytes, last_offsets;
};

/* Zeroed before. */
struct pq_sort_check {
    uint32_t n_keys;
    struct pq_sort_key *keys;
    bool has_last;
};

/* Keys as claimed.  MISUSE for a leaf whose values have no order, or that is repeated. */
enum status pq_sort_check_init(struct pq_sort_check *check,
                               const struct pq_sorting_column *claims, uint32_t n_claims,
                               const struct pq_leaf *leaves,
                               struct error *error) CHECK_RESULT;

/* Looks at all rows that are collected, values[i] of leaf i; *row is the first (from 0)
 * that should stand before the one in front of it, and *in_order false then. */
enum status pq_sort_check_rows(struct pq_sort_check *check,
                               const struct pq_column_values *values, uint64_t n_rows,
                               bool *in_order, uint64_t *row,
                               struct error *error) CHECK_RESULT;

void pq_sort_check_release(struct pq_sort_check *check);

#endif
