/* SPDX-License-Identifier: MIT */
#include "feed/cached_feed.h"

#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "scan/formatted_vector.h"

/* ---- Rows ------------------------------------------------------------------------ */

/* Removes the row that is left out from those that were found last; false: it is not
 * among them. */
static bool leave_out_found(struct cached_feed *feed)
{
    struct buffer *found = &feed->pass.positions;
    uint32_t *positions = (uint32_t *)(void *)found->data;
    size_t n = found->size / sizeof *positions, i = 0;
    while (feed->omitted > 0 && i < n && positions[i] != feed->omitted - 1)
        i++;
    if (feed->omitted == 0 || i == n)
        return false;
    memmove(positions + i, positions + i + 1, (n - i - 1) * sizeof *positions);
    found->size -= sizeof *positions;
    feed->omitted = 0;
    return true;
}

static enum status next(struct row_feed *base, struct feed_batch *batch,
                        struct error *error)
{
    struct cached_feed *feed = (struct cached_feed *)base;
    struct look_up_pass *pass = &feed->pass;
    uint32_t n_rows = pass->table->rows.n_rows;
    enum status status = OK;
    if (pass->is_all && feed->after_omitted != 1) {
        feed_batch_set(batch, 0,
                       feed->after_omitted > 0 ? feed->after_omitted - 1 : n_rows, NULL,
                       0);
        pass->is_all = false;
        return OK;
    }
    pass->is_all = false;
    if (feed->after_omitted > 0) {
        feed_batch_set(batch, feed->after_omitted, n_rows, NULL, 0);
        feed->after_omitted = 0;
        return OK;
    }
    do {
        if (pass->positions.size == 0 && pass->rest.rank < pass->rest.end)
            status = look_up_more(pass, error);
    } while (status == OK && leave_out_found(feed) && pass->positions.size == 0);
    if (status != OK)
        pass->positions.size = 0;
    cached_feed_show(feed, batch);
    return status;
}

static uint64_t number(const struct row_feed *base, uint64_t position)
{
    const struct cached_feed *feed = (const struct cached_feed *)base;
    return cached_rows_number(&feed->pass.table->rows, (uint32_t)position);
}

enum status cached_feed_leave_out(struct cached_feed *feed, uint64_t row,
                                  struct error *error)
{
    uint32_t position;
    if (!cached_rows_find(&feed->pass.table->rows, row, &position))
        return error_set(error, CORRUPT, "row %" PRIu64 " is missing", row);
    if (feed->pass.is_all)
        feed->after_omitted = position + 1;
    else
        feed->omitted = position + 1;
    return OK;
}

/* ---- Columns --------------------------------------------------------------------- */

/* Ends the use of a part's rows, which windows show. */
static bool drop_part(struct cached_feed *feed)
{
    bool has_rows = feed->part.n_rows > 0;
    for (uint32_t i = 0; has_rows && feed->windows != NULL && i < feed->part.n_columns;
         i++) {
        feed->windows[i].vector.n_rows = 0;
        feed->windows[i].generation++;
    }
    cached_rows_release(&feed->part);
    return has_rows;
}

/* Begins with a part of at most part_rows rows, the first being the current one. */
static enum status start_part(struct cached_feed *feed, uint32_t position,
                              struct error *error)
{
    const struct cached_rows *rows = &feed->pass.table->rows;
    uint32_t left = rows->n_rows - position;
    (void)drop_part(feed);
    feed->part_first = position;
    enum status status = cached_rows_take_part(
        &feed->part, rows, position, left < feed->part_rows ? left : feed->part_rows,
        memory_left() / 2, error);
    if (status != OK)
        cached_rows_release(&feed->part);
    return status;
}

/* Where a column of sorted rows does not fit in memory, the values of the next rows are
 * read together: one by one, each could cost a page.  Parts become smaller if one does
 * not fit.  Makes a window of the part, or of the current row if it is to be formatted,
 * which takes memory. */
static enum status load_part(struct cached_feed *feed, uint32_t position, uint32_t column,
                             bool is_formatted, struct error *error)
{
    enum { LEAST_ROWS = 64 };
    const struct cached_rows *rows = &feed->pass.table->rows;
    struct scan_column *window = &feed->windows[column];
    enum status status = OK;
    if (feed->part_rows == 0)
        feed->part_rows = rows->n_rows / (rows->n_parts > 1 ? rows->n_parts : 1) + 1;
    if (position - feed->part_first >= feed->part.n_rows)
        status = start_part(feed, position, error);
    if (status == OK)
        status = cached_rows_load(&feed->part, feed->base.scan, column, error);
    while ((status == NOMEM || status == TOO_BIG) && feed->part_rows > LEAST_ROWS) {
        error_clear(error);
        feed->part_rows /= 2;
        status = start_part(feed, position, error);
        if (status == OK)
            status = cached_rows_load(&feed->part, feed->base.scan, column, error);
    }
    if (status != OK)
        return status;
    const struct column_vector *vector = &feed->part.columns[column].window.vector;
    if (is_formatted && !formatted_vector_keeps_entries(vector)) {
        cached_rows_show(vector, position - feed->part_first, position, window);
        return OK;
    }
    window->vector = *vector;
    window->first = feed->part_first;
    window->generation++;
    return OK;
}

/* The same for a pass over some of the rows. */
static enum status load_selected(struct cached_feed *feed, const struct feed_batch *batch,
                                 uint32_t column, struct error *error)
{
    enum { ASSUMED_ROW_BYTES = 1024, LEAST_ROWS = 64, MOST_ROWS = 1 << 16 };
    const struct cached_rows *rows = &feed->pass.table->rows;
    uint64_t row = cached_rows_number(rows, (uint32_t)batch->row);
    size_t most_bytes = memory_left() / 4, n = most_bytes / ASSUMED_ROW_BYTES;
    uint64_t left = feed_batch_left(batch) + 1;
    uint32_t at;
    enum status status = OK;
    if (!cached_rows_find(&feed->part, row, &at)) {
        n = n < LEAST_ROWS ? LEAST_ROWS : n < MOST_ROWS ? n : MOST_ROWS;
        (void)drop_part(feed);
        status = cached_rows_take(&feed->part, rows, batch->selected - 1,
                                  (uint32_t)(n < left ? n : left), most_bytes, error);
    }
    if (status == OK)
        status = cached_rows_load(&feed->part, feed->base.scan, column, error);
    if (status != OK)
        return status;
    (void)cached_rows_find(&feed->part, row, &at);
    cached_rows_show(&feed->part.columns[column].window.vector, at, (uint32_t)batch->row,
                     &feed->windows[column]);
    return OK;
}

/* Reads the current row's value of a column that is not cached. */
static enum status read_column(struct cached_feed *feed, const struct feed_batch *batch,
                               uint32_t column, bool is_formatted, struct error *error)
{
    struct cached_rows *rows = &feed->pass.table->rows;
    struct scan_column *window = &feed->windows[column];
    uint32_t position = (uint32_t)batch->row;
    if (rows->reads_most) {
        struct error failure = {0};
        enum status status = batch->selected != NULL
                                 ? load_selected(feed, batch, column, &failure)
                                 : load_part(feed, position, column, is_formatted,
                                             &failure);
        if (status == OK || status == INTERRUPTED || status == CHANGED) {
            *error = failure;
            return status;
        }
    }
    enum status status = cached_rows_read(rows, feed->base.scan, column, position, window,
                                          error);
    /* Cached rows must not take the memory without which the file cannot be read. */
    if ((status == NOMEM || status == TOO_BIG) && feed->look_up != NULL &&
        look_up_shrink(feed->look_up, feed->pass.table)) {
        error_clear(error);
        status = cached_rows_read(rows, feed->base.scan, column, position, window, error);
    }
    return status;
}

/* The whole column if that is cached and is shown as it is; else a window of few rows,
 * because formatting all of them would take long. */
static enum status column(struct row_feed *base, const struct feed_batch *batch,
                          uint32_t column, bool is_formatted,
                          const struct scan_column **window, struct error *error)
{
    struct cached_feed *feed = (struct cached_feed *)base;
    struct cached_rows *rows = &feed->pass.table->rows;
    const struct cached_column *cached = &rows->columns[column];
    if (cached_rows_is_worth_loading(rows, column)) {
        struct error failure = {0};
        enum status status = cached_rows_load(rows, base->scan, column, &failure);
        if (status == INTERRUPTED || status == CHANGED) {
            *error = failure;
            return status;
        }
    }
    bool is_loaded = cached->window.generation > 0;
    *window = &cached->window;
    if (is_loaded &&
        (!is_formatted || formatted_vector_keeps_entries(&cached->window.vector)))
        return OK;
    if (feed->windows == NULL)
        feed->windows = mem_alloc_zeroed(rows->n_columns, sizeof *feed->windows);
    if (feed->windows == NULL)
        return error_nomem(error);
    *window = &feed->windows[column];
    uint32_t position = (uint32_t)batch->row;
    if (!is_loaded)
        return read_column(feed, batch, column, is_formatted, error);
    cached_rows_show(&cached->window.vector, position, position, &feed->windows[column]);
    return OK;
}

/* ---- Passes ---------------------------------------------------------------------- */

const struct row_feed_ops cached_feed_ops = {next, column, number};

bool cached_feed_stop(struct cached_feed *feed)
{
    feed->part_rows = 0;
    return drop_part(feed);
}

void cached_feed_release(struct cached_feed *feed)
{
    cached_rows_release(&feed->part);
    look_up_pass_release(&feed->pass);
    mem_free(feed->windows);
    *feed = (struct cached_feed){0};
}
