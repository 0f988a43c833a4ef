/* SPDX-License-Identifier: MIT */
#include "scan/scan_columns.h"

#include "base/alloc.h"
#include "scan/scan.h"
#include "scan/scan_ahead.h"

enum {
    /* Selected rows at most this far apart are decoded together with the rows between
     * them, which is less work than skipping. */
    NEAR_ROWS = 128,
};

enum status scan_columns_init(struct scan *scan, struct error *error)
{
    scan->n_columns = scan->file->ops->schema(scan->file)->n_columns;
    scan->columns = mem_alloc_zeroed(scan->n_columns, sizeof *scan->columns);
    if (scan->columns == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < scan->n_columns; i++)
        scan->columns[i].row_group = NO_ROW_GROUP;
    return OK;
}

void scan_columns_release(struct scan *scan)
{
    for (uint32_t i = 0; i < scan->n_columns && scan->columns != NULL; i++) {
        struct column_reader *reader = scan->columns[i].reader;
        if (reader != NULL)
            reader->ops->close(reader);
        buffer_release(&scan->columns[i].is_noted);
    }
    mem_free(scan->columns);
}

static void forget(struct scan_column *c)
{
    c->vector.n_rows = 0;
    c->row_group = NO_ROW_GROUP; /* a failed reader must be started again */
}

static enum status note_losses(struct scan *scan, const struct lost_rows *rows,
                               uint32_t n, struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < n; i++) {
        const struct row_group *group = scan_row_group_here(scan);
        struct noted_loss loss = {.row_group = group->number_in_file, .rows = rows[i]};
        if (scan->file->ops->path_of != NULL)
            loss.path = scan->file->ops->path_of(scan->file, group->number);
        loss.rows.first_row += group->first - group->file_first;
        status = buffer_append(&scan->losses, &loss, sizeof loss, error);
    }
    return status;
}

enum status scan_lost_rows(struct scan *scan, uint32_t column,
                           const struct lost_rows **rows, uint32_t *n,
                           struct error *error)
{
    struct scan_column *c = &scan->columns[column];
    *rows = NULL;
    *n = 0;
    if (scan->file->ops->lost_rows == NULL)
        return OK;
    enum status status = scan->file->ops->lost_rows(scan->file, scan->row_group, column,
                                                    rows, n, error);
    if (status != OK || *n == 0)
        return status;
    while (status == OK && c->is_noted.size <= scan->row_group)
        status = buffer_append(&c->is_noted, "", 1, error);
    if (status != OK || c->is_noted.data[scan->row_group])
        return status;
    c->is_noted.data[scan->row_group] = 1;
    return note_losses(scan, *rows, *n, error);
}

/* Opens the row group of the batch for a column if it is closed: threads have scanned it,
 * or it stays closed, because only values of paths are read. */
static enum status open_batch(struct scan *scan, uint32_t column, struct error *error)
{
    if (!scan_row_group_here(scan)->is_closed || scan_is_of_path(scan, column))
        return OK;
    if (scan->stays_closed)
        return error_set(error, UNSUPPORTED, "a column is read that was not announced");
    enum status status = scan_open_listed(scan, scan->list_index, error);
    scan_visit(scan, scan_list_index(scan, scan->batch_first));
    return status;
}

/* Opens the column's reader if necessary, and starts it on the current row group. */
static enum status start_reader(struct scan *scan, uint32_t column, struct error *error)
{
    struct scan_column *c = &scan->columns[column];
    const struct lost_rows *rows;
    uint32_t n;
    enum status status = open_batch(scan, column, error);
    if (status == OK && c->reader == NULL)
        status = scan->file->ops->open_column(scan->file, column, &c->reader, error);
    if (status == OK)
        status = scan_lost_rows(scan, column, &rows, &n, error);
    if (status == OK)
        status = c->reader->ops->start(c->reader, scan->row_group, error);
    if (status != OK) {
        forget(c);
        return status;
    }
    c->vector.n_rows = 0;
    c->row_group = scan->row_group;
    c->position = scan_row_group_here(scan)->first;
    return OK;
}

enum status scan_start_reader(struct scan *scan, uint32_t column,
                              struct column_reader **reader, struct error *error)
{
    enum status status = OK;
    if (scan->columns[column].row_group != scan->row_group)
        status = start_reader(scan, column, error);
    *reader = scan->columns[column].reader;
    return status;
}

enum status scan_move_reader(struct scan *scan, uint32_t column, uint64_t row,
                             struct error *error)
{
    struct scan_column *c = &scan->columns[column];
    enum status status = OK;
    if (c->row_group != scan->row_group || c->position > row)
        status = start_reader(scan, column, error);
    if (status != OK || c->position == row)
        return status;
    c->vector.n_rows = 0; /* skipping invalidates the reader's memory */
    status = c->reader->ops->skip(c->reader, row - c->position, error);
    c->position = row;
    if (status != OK)
        forget(c);
    return status;
}

enum status scan_announce_column(struct scan *scan, uint32_t column, uint64_t first,
                                 uint64_t end, struct error *error)
{
    if (!scan->is_far || scan_is_of_path(scan, column))
        return OK;
    enum status status = open_batch(scan, column, error);
    return status == OK ? scan_announce_rows(scan, column, first, end, error) : status;
}

/* Decodes rows first .. first + n - 1, or fewer if the values are large. */
static enum status load_rows(struct scan *scan, uint32_t column, uint64_t first,
                             uint64_t n, struct error *error)
{
    struct scan_column *c = &scan->columns[column];
    struct scan_measurement before = scan_measure(scan);
    uint64_t began = scan_begin_work(scan);
    enum status status = scan_announce_column(scan, column, first, first + n, error);
    if (status == OK)
        status = scan_move_reader(scan, column, first, error);
    if (status == OK)
        status = c->reader->ops->read(c->reader, (uint32_t)n, &c->vector, error);
    scan_count_since(scan, &before);
    scan_end_work(scan, began);
    if (status != OK) {
        forget(c);
        return status;
    }
    c->first = first;
    c->generation++;
    c->position = first + c->vector.n_rows;
    scan->n_loaded += c->vector.n_rows;
    return OK;
}

/* The number of rows to decode from a selected row on. */
static uint64_t rows_worth_loading(const struct scan *scan, uint64_t row)
{
    if (scan->selected == NULL)
        return scan->batch_end - row;
    uint32_t at = (uint32_t)(row - scan->batch_first);
    uint32_t low = 0, high = scan->n_selected;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (scan->selected[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    enum { STEP = NEAR_ROWS / 2 };
    const uint32_t *rows = scan->selected;
    uint32_t last = at, n = scan->n_selected;
    for (; low < n && rows[low] - last <= NEAR_ROWS; low++) {
        while (low + STEP < n && rows[low + STEP] - rows[low] <= NEAR_ROWS)
            low += STEP; /* no gap between them is wider, either */
        last = rows[low];
    }
    return last - at + 1;
}

enum status scan_load_column(struct scan *scan, uint32_t column, uint64_t row,
                             struct error *error)
{
    struct scan_column *c = &scan->columns[column];
    c->wanted_in = scan->n_passes;
    if (scan->ahead != NULL)
        scan_ahead_want(scan->ahead, column);
    if (!scan->is_shown)
        return load_rows(scan, column, row, rows_worth_loading(scan, row), error);
    uint64_t first = scan->batch_first;
    enum status status = load_rows(scan, column, first, scan->batch_end - first, error);
    /* With large values, the window may end before the row. */
    while (status == OK && row - c->first >= c->vector.n_rows)
        status = load_rows(scan, column, c->position, scan->batch_end - c->position,
                           error);
    return status;
}

enum status scan_load_selected(struct scan *scan, uint32_t column,
                               const struct scan_column **window, struct error *error)
{
    const struct scan_column *c = &scan->columns[column];
    uint64_t first = scan->batch_first, last = scan->batch_end - 1;
    if (scan->selected != NULL) {
        last = first + scan->selected[scan->n_selected - 1];
        first += scan->selected[0];
    }
    *window = c;
    if (first - c->first < c->vector.n_rows && last - c->first < c->vector.n_rows)
        return OK;
    return load_rows(scan, column, first, last - first + 1, error);
}

/* Numbers that are only tested cost a fraction of those that SQLite works on.  Threads
 * would take more time to start than a look-up in one row group takes. */
enum status scan_load_tested(struct scan *scan, uint32_t column, uint64_t first,
                             uint64_t n, struct error *error)
{
    const struct column_vector *vector = &scan->columns[column].vector;
    enum status status = load_rows(scan, column, first, n, error);
    if (status == OK && vector->kind != VECTOR_BYTES)
        scan->n_loaded -= (uint64_t)vector->n_rows * 7 / 8;
    return status;
}

void scan_close_column(struct scan *scan, uint32_t column)
{
    struct scan_column *c = &scan->columns[column];
    if (c->reader == NULL)
        return;
    c->reader->ops->close(c->reader);
    c->reader = NULL;
    c->generation++;
    forget(c);
}
