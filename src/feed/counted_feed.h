/* SPDX-License-Identifier: MIT */
/*
 * counted_feed.h - kept rows that stand for several rows each: every one is given as
 * often as it is counted.
 *
 * SQLite does not say before that a statement asks which row is which: then the rows
 * themselves take their place.
 */
#ifndef FEED_COUNTED_FEED_H
#define FEED_COUNTED_FEED_H

#include "feed/kept_feed.h"

/* A zeroed struct needs no release. */
struct counted_feed {
    struct row_feed base;   /* must be first */
    struct kept_feed *kept; /* borrowed */
    /* The rows before the batch, those of the batch, and those of the current kept row
     * after the batch. */
    uint64_t n_shown;
    uint32_t n_same, n_same_left;
    uint64_t position; /* of the current kept row */
};

/* Feeds the rows that those of `kept`, whose pass has begun, stand for. */
void counted_feed_start(struct counted_feed *feed, struct kept_feed *kept);

/* Whether all rows that a kept one stands for have its value in the column. */
bool counted_feed_has_value(const struct counted_feed *feed, uint32_t column);

/* Makes `kept` feed all rows, and the batch one of it that begins with the current row.
 */
enum status counted_feed_show_each(struct counted_feed *feed, struct feed_batch *batch,
                                   struct error *error) CHECK_RESULT;

#endif
