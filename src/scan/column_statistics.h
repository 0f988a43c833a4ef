/* SPDX-License-Identifier: MIT */
/*
 * column_statistics.h - what a file says of the values of one column in some rows: a row
 * group or a page.
 *
 * Formats fill it after all their distrust, and only with what they believe: a member
 * that is not known leaves its has_ flag false, which excludes nothing.  Bounds are in
 * the form of the column's vector (schema.h), so COLUMN_UINT64 has the bits of a uint64_t
 * and compares unsigned, binary decimals compare as numbers, other bytes compare as
 * bytes.
 */
#ifndef SCAN_COLUMN_STATISTICS_H
#define SCAN_COLUMN_STATISTICS_H

#include "scan/column_vector.h"
#include "scan/keep_reason.h"

/* One value of a column, by the vector's kind. */
union column_value {
    int64_t int64;
    double float64;
    struct instant instant;
    struct bytes_value bytes;
};

struct column_statistics {
    uint64_t n_rows;
    /* No value that is neither null nor NaN is below min or above max.  The bounds
     * themselves need not occur.  Never NaN; zeros have the sign that widens. */
    bool has_min, has_max;
    union column_value min, max;
    /* VECTOR_DOUBLE only: no value is above gap_low and below gap_high. */
    bool has_gap;
    union column_value gap_low, gap_high;
    bool is_unverified;      /* bounds and gap hold only if table_file's verify_bounds()
                                finds that they do */
    bool may_mismatch;       /* values of other types may be among the column's */
    bool has_null_count;     /* null_count <= n_rows */
    bool has_nan_count;      /* VECTOR_DOUBLE only */
    enum keep_reason reason; /* why min, max or both are not known; KEEP_NONE: they are,
                                or nothing is but nulls */
    uint64_t null_count;
    uint64_t nan_count;
};

/* The rows of one page; pages of a column follow one another without a gap. */
struct page_range {
    uint64_t first_row; /* in the row group */
    struct column_statistics statistics;
};

#endif
