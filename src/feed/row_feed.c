/* SPDX-License-Identifier: MIT */
#include "feed/row_feed.h"

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
