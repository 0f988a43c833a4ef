/* SPDX-License-Identifier: MIT */
#include "feed/counted_feed.h"

/* At most so many rows that are the same are one batch. */
enum { MOST_SAME = 4096 };

static uint32_t count_at(const struct counted_feed *feed, uint64_t position)
{
    const struct look_up_table *table = feed->cached->pass.table;
    const uint32_t *counts = (const uint32_t *)(const void *)table->counts.data;
    return position < table->rows.n_rows ? counts[position] : 0;
}

static enum status next(struct row_feed *base, struct feed_batch *batch,
                        struct error *error)
{
    static const uint32_t same[MOST_SAME];
    struct counted_feed *feed = (struct counted_feed *)base;
    (void)error;
    if (feed->n_same > 0 && feed->n_same_left == 0)
        feed->n_same_left = count_at(feed, ++feed->position);
    feed->n_shown += feed->n_same;
    feed->n_same = feed->n_same_left < MOST_SAME ? feed->n_same_left : MOST_SAME;
    feed->n_same_left -= feed->n_same;
    feed_batch_set(batch, feed->position, feed->position + (feed->n_same > 0), same,
                   feed->n_same);
    return OK;
}

static enum status column(struct row_feed *base, const struct feed_batch *batch,
                          uint32_t column, bool is_formatted,
                          const struct scan_column **window, struct error *error)
{
    struct row_feed *cached = &((struct counted_feed *)base)->cached->base;
    return cached->ops->column(cached, batch, column, is_formatted, window, error);
}

static uint64_t number(const struct row_feed *base, uint64_t position)
{
    const struct row_feed *cached = &((const struct counted_feed *)base)->cached->base;
    return cached->ops->number(cached, position);
}

void counted_feed_start(struct counted_feed *feed, struct cached_feed *cached)
{
    static const struct row_feed_ops ops = {next, column, number};
    *feed = (struct counted_feed){.base = {&ops, cached->base.scan}, .cached = cached};
    feed->n_same_left = count_at(feed, 0);
    cached->pass.is_all = false; /* these rows are shown */
}

bool counted_feed_has_value(const struct counted_feed *feed, uint32_t column)
{
    return feed->cached->pass.table->rows.columns[column].window.generation > 0;
}

enum status counted_feed_show_each(struct counted_feed *feed, struct feed_batch *batch,
                                   struct error *error)
{
    struct look_up_pass *pass = &feed->cached->pass;
    struct look_up_table *each;
    uint64_t at = feed->n_shown + feed->n_same - 1 - feed_batch_left(batch);
    enum status status = look_up_show_each(pass->table, feed->base.scan, &each, error);
    if (status != OK)
        return status;
    if (at >= each->rows.n_rows) {
        look_up_table_release(each);
        return error_set(error, CORRUPT, "rows are missing in a second pass over them");
    }
    look_up_table_release(pass->table);
    pass->table = each;
    feed_batch_set(batch, at, each->rows.n_rows, NULL, 0);
    return OK;
}
