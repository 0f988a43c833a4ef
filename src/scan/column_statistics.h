/* SPDX-License-Identifier: MIT */
/*
 * column_statistics.h - what a file says about a column's values in a row group or page.
 *
 * Formats fill in only the members that they trust.  The has_ flag of every other member
 * stays false, and such a member excludes nothing.  Bounds are in the form of the
 * column's vector (schema.h), so COLUMN_UINT64 has the bits of a uint64_t and compares
 * unsigned, binary decimals compare as numbers, and other bytes compare as bytes.
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

/* Small, because page indexes have many. */
struct column_statistics {
    uint64_t n_rows;
    bool has_min, has_max, has_gap;
    bool is_unverified;  /* bounds and gap must be checked by table_file's verify_bounds()
                            before use */
    bool may_mismatch;   /* the column may hold values of other types */
    bool is_widened;     /* bounds are good for excluding values only: the file's own ones
                            are closer, or are none of the column's values */
    bool has_null_count; /* null_count <= n_rows */
    bool has_nan_count;  /* VECTOR_DOUBLE only */
    enum keep_reason reason : 8; /* why min, max or both are unknown; KEEP_NONE if both
                                    are known or all values are null */
    /* Every value except null and NaN lies between min and max, which need not occur
     * themselves.  Bounds are never NaN; the sign of a zero widens the range. */
    union column_value min, max;
    /* VECTOR_DOUBLE only: no value lies between gap_low and gap_high, both exclusive. */
    double gap_low, gap_high;
    uint64_t null_count;
    uint64_t nan_count;
};

/* The rows of one page; pages of a column follow one another without a gap. */
struct page_range {
    uint64_t first_row; /* in the row group */
    struct column_statistics statistics;
};

#endif
