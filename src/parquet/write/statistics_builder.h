/* SPDX-License-Identifier: MIT */
/*
 * statistics_builder.h - the bounds of values that are written (parquet.thrift,
 * "Statistics", "ColumnOrder"): where they are, and as which bytes they are stored.
 *
 * The other direction of statistics.h, by the same orders (enum pq_sort).
 */
#ifndef PARQUET_STATISTICS_BUILDER_H
#define PARQUET_STATISTICS_BUILDER_H

#include "parquet/encoding/value_encoder.h"
#include "parquet/facts/statistics.h"

/* The order in which a leaf's bounds are written under TYPE_ORDER; PQ_SORT_NONE: none are
 * (INT96, INTERVAL, UNKNOWN, geometries, what cannot be read). */
enum pq_sort pq_written_sort(const struct pq_leaf *leaf);

/* By number, the first of equal ones. */
struct pq_found_bounds {
    bool found; /* false: no value, or only NaNs */
    uint64_t min, max;
    uint64_t n_nans;
};

/* Looks at values first .. first + n - 1; sort is not PQ_SORT_NONE. */
void pq_find_bounds(const struct pq_values *values, enum pq_sort sort, uint64_t first,
                    uint64_t n, struct pq_found_bounds *bounds);

/* Below, equal to or above zero as value i is to value j; no NaNs. */
int pq_compare_values(const struct pq_values *values, enum pq_sort sort, uint64_t i,
                      uint64_t j);

/* The position of each value in order: rank[i] < rank[j] where value i is smaller; values
 * that are equal have ranks of their own.  NaNs come last, *n_nans of them. */
enum status pq_rank_values(const struct pq_values *values, enum pq_sort sort,
                           uint32_t *ranks, uint32_t *n_nans,
                           struct error *error) CHECK_RESULT;

enum {
    /* Bounds of byte strings are cut to that many bytes. */
    PQ_BOUND_SIZE = 64,
    /* Bounds that cannot be cut have up to that many; more do not belong into a footer.
     */
    PQ_WHOLE_BOUND_SIZE = 4096,
};

/* Appends the bytes of value i as a bound.  Zeros of floating point get the sign that
 * widens.  BYTE_ARRAYs of PQ_SORT_BYTES are cut to PQ_BOUND_SIZE bytes, text between
 * characters; an upper bound that is cut is then the next greater string of that size or
 * less; where there is none, the whole value, and nothing at all when that has more than
 * PQ_WHOLE_BOUND_SIZE bytes.  FIXED_LEN_BYTE_ARRAYs are not cut, readers ask for their
 * width.  Text that is not UTF-8 is cut and raised as bytes.  *is_exact: it
 * is the value, bit for bit. */
enum status pq_append_bound(const struct pq_values *values, enum pq_sort sort,
                            bool is_text, bool is_max, uint64_t i, struct buffer *output,
                            bool *is_exact, struct error *error) CHECK_RESULT;

#endif
