/* SPDX-License-Identifier: MIT */
/*
 * counted_feed.h - cached rows that stand for several rows each: every one is returned as
 * often as it is counted.
 *
 * SQLite does not announce that a statement will read a value in which these rows differ,
 * such as the rowid.  When it does, counted_feed_show_each() goes on with the rows
 * themselves.
 */
#ifndef FEED_COUNTED_FEED_H
#define FEED_COUNTED_FEED_H

#include "feed/cached_feed.h"

/* A zeroed struct needs no release. */
struct counted_feed {
    struct row_feed base;       /* must be first */
    struct cached_feed *cached; /* borrowed */
    /* The rows before the batch, those of the batch, and those of the current cached row
     * after the batch. */
    uint64_t n_shown;
    uint32_t n_same, n_same_left;
    uint64_t position; /* of the current cached row */
};

/* Returns the rows for which those of `cached`, whose pass has begun, stand. */
void counted_feed_start(struct counted_feed *feed, struct cached_feed *cached);

/* Whether all rows that a cached one stands for have its value in the column. */
bool counted_feed_has_value(const struct counted_feed *feed, uint32_t column);

/* Makes `cached` return all rows, and sets *batch to one that begins with the current
 * row. */
enum status counted_feed_show_each(struct counted_feed *feed, struct feed_batch *batch,
                                   struct error *error) CHECK_RESULT;

#endif
