/* SPDX-License-Identifier: MIT */
/*
 * value_passes.h - the rows of a scan in an order of a few values, one pass after the
 * other.
 *
 * The first pass finds the combinations of values that the columns of the order have
 * (distinct_rows.h).  Then each combination gets a pass over its rows.  No row is kept
 * and none is moved, but pages with rows of several combinations are decoded again:
 * threads do that while SQLite works (scan_ahead.h).
 */
#ifndef KEPT_VALUE_PASSES_H
#define KEPT_VALUE_PASSES_H

#include "kept/kept_order.h"

/* A zeroed struct may be released. */
struct value_passes {
    struct scan *scan;           /* borrowed, like the predicate */
    struct predicate *predicate; /* with a term for each column of the order */
    struct row_order order;
    struct kept_rows rows; /* one for each combination, in the order */
    uint32_t next;         /* the place there of the next pass */
    struct value_range ranges[MOST_ORDER_COLUMNS]; /* of the terms */
};

/* Stops the scan. */
void value_passes_release(struct value_passes *passes);

/* Whether the order's columns allow it: equal values must be stored alike. */
bool value_passes_serve(const struct row_order *order, const struct schema *schema);

/* Starts, adding terms to the prepared predicate, with a zeroed struct.  The scan and the
 * predicate must live until release.  *are_few is false if there are more than `most`
 * combinations; then the struct is zeroed and the predicate is as before. */
enum status value_passes_start(struct value_passes *passes, struct scan *scan,
                               struct predicate *predicate, const struct row_order *order,
                               uint32_t most, bool *are_few,
                               struct error *error) CHECK_RESULT;

/* Moves the scan to its next batch, of the next pass if one has ended.  The end of the
 * last pass is that of the scan. */
enum status value_passes_next_batch(struct value_passes *passes,
                                    struct error *error) CHECK_RESULT;

#endif
