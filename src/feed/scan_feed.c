/* SPDX-License-Identifier: MIT */
#include "feed/scan_feed.h"

uint64_t feed_batch_skip(struct feed_batch *batch, uint64_t n)
{
    uint64_t n_rows = feed_batch_has_row(batch) ? feed_batch_left(batch) + 1 : 0;
    n = n < n_rows ? n : n_rows;
    if (n == n_rows) {
        feed_batch_set(batch, batch->end, batch->end, NULL, 0);
    } else if (batch->selected == NULL) {
        batch->row += n;
    } else if (n > 0) {
        batch->selected += n - 1;
        batch->row = batch->first + *batch->selected++;
    }
    return n;
}

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
