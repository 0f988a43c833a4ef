/* SPDX-License-Identifier: MIT */
#include "feed/ordered_feed.h"

#include "feed/scan_feed.h"

void ordered_feed_release(struct ordered_feed *feed)
{
    if (feed->rows.scan != NULL)
        ordered_rows_release(&feed->rows);
}

static enum status next(struct row_feed *base, struct feed_batch *batch,
                        struct error *error)
{
    struct ordered_feed *feed = (struct ordered_feed *)base;
    const struct schema *schema = base->scan->file->ops->schema(base->scan->file);
    enum vector_kind kind = schema->columns[feed->rows.order.columns[0].column].kind;
    const struct ordered_row *row;
    enum status status = ordered_rows_next(&feed->rows, &row, error);
    feed_batch_set(batch, batch->row, batch->row, NULL, 0);
    if (row == NULL)
        return status;
    if (!feed->has_first)
        feed->first = row->row;
    feed->has_first = true;
    feed_batch_set(batch, row->row, row->row + 1, NULL, 0);
    feed->key_is_valid = !row->key.is_null;
    feed->key.first = row->row;
    feed->key.generation++;
    feed->key.vector = (struct column_vector){.n_rows = 1,
                                              .kind = kind,
                                              .valid = &feed->key_is_valid,
                                              .values.any = &row->key.value,
                                              .is_terminated = kind == VECTOR_BYTES};
    return OK;
}

static enum status column(struct row_feed *base, const struct feed_batch *batch,
                          uint32_t column, bool is_formatted,
                          const struct scan_column **window, struct error *error)
{
    struct ordered_feed *feed = (struct ordered_feed *)base;
    (void)is_formatted;
    *window = &feed->key;
    if (column == feed->rows.order.columns[0].column)
        return OK;
    return scan_column(base->scan, column, batch->row, window, error);
}

enum status ordered_feed_start(struct ordered_feed *feed, struct scan *scan,
                               struct predicate *predicate, const struct row_order *order,
                               uint64_t first_pass, struct error *error)
{
    static const struct row_feed_ops ops = {next, column, scan_feed_number};
    feed->base = (struct row_feed){&ops, scan};
    feed->has_first = feed->may_want_all = false;
    return ordered_rows_start(&feed->rows, scan, predicate, order, first_pass, error);
}

bool ordered_feed_wants_sort(struct ordered_feed *feed)
{
    bool wants = feed->may_want_all && feed->has_first;
    feed->may_want_all = feed->may_want_all && !wants;
    return wants;
}
