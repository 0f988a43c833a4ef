/* SPDX-License-Identifier: MIT */
/*
 * row_feed.h - where the rows of a pass come from.
 *
 *     scan_feed.h      a scan's batches, by threads or not
 *     ordered_feed.h   the rows of a scan in an order, found as they are needed
 *     cached_feed.h    rows in memory: all, or those that a look-up finds
 *     counted_feed.h   cached rows that stand for several rows each
 *
 * A feed gives rows in batches, and windows of their columns.  A row is known by its
 * position in the feed, which is its number in the file where the feed is a scan.
 */
#ifndef FEED_ROW_FEED_H
#define FEED_ROW_FEED_H

#include "scan/scan.h"

/* The rows of a batch from the current one on. */
struct feed_batch {
    uint64_t row;   /* the current one's position */
    uint64_t end;   /* exclusive; <= row: there is no current row */
    uint64_t first; /* the position from which `selected` counts */
    /* The rows after the current one if the batch has only some of its rows, else NULL.
     */
    const uint32_t *selected, *selected_end;
};

/* The number of rows after the current one. */
static inline uint64_t feed_batch_left(const struct feed_batch *batch)
{
    if (batch->selected != NULL)
        return (uint64_t)(batch->selected_end - batch->selected);
    return batch->row < batch->end ? batch->end - batch->row - 1 : 0;
}

static inline bool feed_batch_has_row(const struct feed_batch *batch)
{
    return batch->row < batch->end;
}

/* Moves to the next row; false: the batch has ended, and the current row is undefined. */
static inline bool feed_batch_step(struct feed_batch *batch)
{
    if (batch->selected == NULL)
        return ++batch->row < batch->end;
    if (batch->selected == batch->selected_end)
        return false;
    batch->row = batch->first + *batch->selected++;
    return true;
}

/* Sets the batch to the positions first .. end - 1, or, if `selected` is not NULL, only
 * to the n positions first + selected[i]. */
static inline void feed_batch_set(struct feed_batch *batch, uint64_t first, uint64_t end,
                                  const uint32_t *selected, size_t n)
{
    *batch = (struct feed_batch){.row = first, .end = end, .first = first};
    if (selected == NULL || first >= end)
        return;
    batch->selected = selected;
    batch->selected_end = selected + n;
    if (n == 0)
        batch->row = end;
    else
        batch->row += *batch->selected++;
}

/* Skips n rows of the batch from the current one on, or all that are left; returns how
 * many. */
uint64_t feed_batch_skip(struct feed_batch *batch, uint64_t n);

struct row_feed;

struct row_feed_ops {
    /* Sets *batch to the next batch.  It has no row at the end of the feed, and after a
     * failure. */
    enum status (*next)(struct row_feed *feed, struct feed_batch *batch,
                        struct error *error) CHECK_RESULT;
    /* Returns a window of a column of the schema that holds the batch's current row, by
     * position.  It is valid until the next call for the column, and only while its
     * generation does not change.  is_formatted: the caller will format the window's
     * values, so that a window of few rows is better than one of many. */
    enum status (*column)(struct row_feed *feed, const struct feed_batch *batch,
                          uint32_t column, bool is_formatted,
                          const struct scan_column **window,
                          struct error *error) CHECK_RESULT;
    /* The number in the file, from 0, of the row at a position of the batch. */
    uint64_t (*number)(const struct row_feed *feed, uint64_t position);
};

/* The first member of each feed. */
struct row_feed {
    const struct row_feed_ops *ops;
    struct scan *scan; /* borrowed */
};

#endif
