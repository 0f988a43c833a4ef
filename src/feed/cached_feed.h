/* SPDX-License-Identifier: MIT */
/*
 * cached_feed.h - rows in memory: all of them, or those that a pass finds.
 *
 * A row's position is its number among the cached rows.  Columns that are not cached are
 * read from the file: one value, or the values of many rows together if most of them will
 * be requested.
 */
#ifndef FEED_CACHED_FEED_H
#define FEED_CACHED_FEED_H

#include "feed/row_feed.h"
#include "rows/look_up.h"

/* A zeroed struct may be released. */
struct cached_feed {
    struct row_feed base; /* must be first */
    struct look_up_pass pass;
    struct look_up *look_up; /* of the pass; borrowed */
    /* 1 + the position of the row that is left out, if a pass has all rows, or finds
     * some; 0: none is. */
    uint32_t after_omitted, omitted;
    struct cached_rows part; /* rows whose values are read together */
    uint32_t part_first;     /* the position of its first row, if it is one of all rows */
    uint32_t part_rows;      /* that such a part may have; 0: not known yet */
    /* Windows of one row or a part, for columns that are not cached; NULL: none yet. */
    struct scan_column *windows;
};

extern const struct row_feed_ops cached_feed_ops;

/* Feeds the rows of feed->pass, which has a table and has been begun. */
static inline void cached_feed_start(struct cached_feed *feed, struct look_up *look_up,
                                     struct scan *scan)
{
    feed->base = (struct row_feed){&cached_feed_ops, scan};
    feed->look_up = look_up;
    feed->after_omitted = feed->omitted = 0;
}

/* Called after cached_feed_start(): leaves out the row with this number, which must be
 * cached. */
enum status cached_feed_leave_out(struct cached_feed *feed, uint64_t number,
                                  struct error *error) CHECK_RESULT;

/* Ends a pass: frees the rows that were read together.  True if windows are gone. */
bool cached_feed_stop(struct cached_feed *feed);
void cached_feed_release(struct cached_feed *feed);

/* Moves to the first of the rows that the pass has found; the common case of `next`. */
static inline void cached_feed_show(struct cached_feed *feed, struct feed_batch *batch)
{
    struct look_up_pass *pass = &feed->pass;
    const uint32_t *found = (const uint32_t *)(const void *)pass->positions.data;
    size_t n = pass->positions.size / sizeof *found;
    feed_batch_set(batch, 0, n > 0 ? pass->table->rows.n_rows : 0, found, n);
    pass->positions.size = 0; /* they are shown */
}

#endif
