/* SPDX-License-Identifier: MIT */
#include "feed/scan_feed.h"

static enum status next(struct row_feed *feed, struct feed_batch *batch,
                        struct error *error)
{
    struct scan *scan = feed->scan;
    enum status status = scan_next_batch(scan, error);
    feed_batch_set(batch, scan->batch_first,
                   status == OK ? scan->batch_end : scan->batch_first, scan->selected,
                   scan->n_selected);
    return status;
}

static enum status column(struct row_feed *feed, const struct feed_batch *batch,
                          uint32_t column, bool is_formatted,
                          const struct scan_column **window, struct error *error)
{
    (void)is_formatted;
    return scan_column(feed->scan, column, batch->row, window, error);
}

uint64_t scan_feed_number(const struct row_feed *feed, uint64_t position)
{
    (void)feed;
    return position;
}

void scan_feed_init(struct row_feed *feed, struct scan *scan)
{
    static const struct row_feed_ops ops = {next, column, scan_feed_number};
    *feed = (struct row_feed){&ops, scan};
}
