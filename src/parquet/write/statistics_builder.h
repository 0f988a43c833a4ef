/* SPDX-License-Identifier: MIT */
/*
 * statistics_builder.h - finds the bounds of values that are written (parquet.thrift,
 * "Statistics", "ColumnOrder"), and encodes them.
 *
 * The counterpart of statistics.h, with the same orders (enum pq_sort).
 */
#ifndef PARQUET_STATISTICS_BUILDER_H
#define PARQUET_STATISTICS_BUILDER_H

#include "parquet/encoding/value_encoder.h"
#include "parquet/facts/statistics.h"

/* The order of a leaf's bounds under TYPE_ORDER; PQ_SORT_NONE if none are written (INT96,
 * INTERVAL, UNKNOWN, geometries, unreadable columns). */
enum pq_sort pq_written_sort(const struct pq_leaf *leaf);

/* Bounds as indices of values; of equal values the first. */
struct pq_found_bounds {
    bool found; /* false: no value, or only NaNs */
    uint64_t min, max;
    uint64_t n_nans;
};

/* Finds the bounds of values first .. first + n - 1; sort is not PQ_SORT_NONE. */
void pq_find_bounds(const struct pq_values *values, enum pq_sort sort, uint64_t first,
                    uint64_t n, struct pq_found_bounds *bounds);

/* Compares value i with value j: negative, zero or positive.  Neither may be NaN. */
int pq_compare_values(const struct pq_values *values, enum pq_sort sort, uint64_t i,
                      uint64_t j);

/* Computes the rank of each value: ranks[i] < ranks[j] if value i is smaller; equal
 * values get different ranks.  The last *n_nans ranks are NaNs.  TOO_BIG if there are
 * more than UINT32_MAX values. */
enum status pq_rank_values(const struct pq_values *values, enum pq_sort sort,
                           uint32_t *ranks, uint32_t *n_nans,
                           struct error *error) CHECK_RESULT;

enum {
    /* Bounds of byte strings are truncated to this many bytes. */
    PQ_BOUND_SIZE = 64,
    /* Bounds that cannot be truncated have at most this many bytes; larger ones do not
     * belong in a footer. */
    PQ_WHOLE_BOUND_SIZE = 4096,
};

/* Appends value i as a bound; *is_exact: the bound is the value, bit for bit.  A zero of
 * floating point gets the sign that widens the bounds.
 *
 * BYTE_ARRAYs of PQ_SORT_BYTES are truncated to PQ_BOUND_SIZE bytes, text between
 * characters.  A truncated upper bound is raised to the next greater string of at most
 * that size.  If there is none, the whole value is appended, or nothing if that has more
 * than PQ_WHOLE_BOUND_SIZE bytes.  Text that is not UTF-8 is handled as bytes.
 * FIXED_LEN_BYTE_ARRAYs are not truncated, because readers require their width. */
enum status pq_append_bound(const struct pq_values *values, enum pq_sort sort,
                            bool is_text, bool is_max, uint64_t i, struct buffer *output,
                            bool *is_exact, struct error *error) CHECK_RESULT;

#endif
