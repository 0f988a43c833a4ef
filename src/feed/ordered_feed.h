/* SPDX-License-Identifier: MIT */
/*
 * ordered_feed.h - the rows of a scan in an order, found as they are needed; positions
 * are row numbers, and each batch has one row.
 */
#ifndef FEED_ORDERED_FEED_H
#define FEED_ORDERED_FEED_H

#include "feed/row_feed.h"
#include "scan/ordered_rows.h"

/* A zeroed struct may be released. */
struct ordered_feed {
    struct row_feed base; /* must be first */
    struct ordered_rows rows;
    struct scan_column key; /* the current row's value of the order's first column */
    uint8_t key_is_valid;
    /* Whether a caller that requests a second row probably wants all; see
     * ordered_feed_wants_sort(). */
    bool may_want_all;
    bool has_first;
    uint64_t first; /* the number of the first row */
};

/* Starts the order; see ordered_rows_start().  The predicate is borrowed. */
enum status ordered_feed_start(struct ordered_feed *feed, struct scan *scan,
                               struct predicate *predicate, const struct row_order *order,
                               uint64_t first_pass, struct error *error) CHECK_RESULT;
void ordered_feed_release(struct ordered_feed *feed);

/* max() and min() ask for one row in an order.  A statement that asks for a second one,
 * without a limit, probably wants them all, which takes long if they are found in passes.
 * Returns true once, when the next row is such a second one: the caller then sorts the
 * rows instead, and leaves out `first`. */
bool ordered_feed_wants_sort(struct ordered_feed *feed);

#endif
