#include "scan.h"

#include "../base/alloc.h"

/* The first batch is small, so that `LIMIT 1` decodes little. */
enum { FIRST_BATCH_ROWS = 64 };

static const uint32_t NO_ROW_GROUP = UINT32_MAX;

static uint64_t row_group_first(const struct scan *scan, uint32_t row_group)
{
    return row_group > 0 ? scan->row_group_ends[row_group - 1] : 0;
}

enum status scan_init(struct scan *scan, struct table_file *file, struct error *error)
{
    *scan = (struct scan){.file = file};
    scan->n_row_groups = file->ops->row_group_count(file);
    scan->n_columns = file->ops->schema(file)->n_columns;
    scan->columns = mem_alloc_zeroed(scan->n_columns, sizeof *scan->columns);
    scan->row_group_ends = mem_alloc(scan->n_row_groups, sizeof *scan->row_group_ends);
    if (scan->columns == NULL || scan->row_group_ends == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < scan->n_columns; i++)
        scan->columns[i].row_group = NO_ROW_GROUP;
    uint64_t end = 0;
    for (uint32_t i = 0; i < scan->n_row_groups; i++) {
        end += file->ops->row_group_rows(file, i);
        scan->row_group_ends[i] = end;
    }
    return OK;
}

void scan_release(struct scan *scan)
{
    for (uint32_t i = 0; i < scan->n_columns && scan->columns != NULL; i++) {
        struct column_reader *reader = scan->columns[i].reader;
        if (reader != NULL)
            reader->ops->close(reader);
    }
    mem_free(scan->columns);
    mem_free(scan->row_group_ends);
    *scan = (struct scan){0};
}

uint64_t scan_total_rows(struct table_file *file)
{
    uint64_t total = 0;
    uint32_t count = file->ops->row_group_count(file);
    for (uint32_t i = 0; i < count; i++)
        total += file->ops->row_group_rows(file, i);
    return total;
}

/* The row group that holds the row; n_row_groups when none does. */
static uint32_t find_row_group(const struct scan *scan, uint64_t row)
{
    uint32_t low = 0, high = scan->n_row_groups;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (scan->row_group_ends[middle] > row)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

void scan_start(struct scan *scan, uint64_t first_row, uint64_t end_row)
{
    scan->next_row = first_row;
    scan->end_row = end_row;
    scan->row_group = find_row_group(scan, first_row);
    scan->batch_first = scan->batch_end = first_row;
    scan->is_first_batch = true;
}

void scan_next_batch(struct scan *scan)
{
    uint64_t most = scan->is_first_batch ? FIRST_BATCH_ROWS : BATCH_ROWS;
    scan->is_first_batch = false;
    while (scan->row_group < scan->n_row_groups &&
           scan->next_row >= scan->row_group_ends[scan->row_group])
        scan->row_group++;
    scan->batch_first = scan->batch_end = scan->next_row;
    if (scan->row_group >= scan->n_row_groups || scan->next_row >= scan->end_row)
        return;
    uint64_t end = scan->row_group_ends[scan->row_group];
    if (end > scan->end_row)
        end = scan->end_row;
    uint64_t rows = end - scan->next_row;
    scan->next_row += rows < most ? rows : most;
    scan->batch_end = scan->next_row;
}

static enum status load(struct scan *scan, struct scan_column *c, uint64_t row,
                        struct error *error)
{
    const struct column_reader_ops *ops = c->reader->ops;
    enum status status = OK;
    if (c->row_group != scan->row_group || c->position > row) {
        status = ops->start(c->reader, scan->row_group, error);
        if (status != OK)
            return status;
        c->row_group = scan->row_group;
        c->position = row_group_first(scan, scan->row_group);
    }
    if (c->position < row)
        status = ops->skip(c->reader, row - c->position, error);
    if (status == OK)
        status = ops->read(c->reader, (uint32_t)(scan->batch_end - row), &c->vector,
                           error);
    if (status != OK)
        return status;
    c->first = row;
    c->position = row + c->vector.n_rows;
    return OK;
}

enum status scan_load_column(struct scan *scan, uint32_t column, uint64_t row,
                             struct error *error)
{
    struct scan_column *c = &scan->columns[column];
    enum status status = OK;
    c->vector.n_rows = 0;
    if (c->reader == NULL)
        status = scan->file->ops->open_column(scan->file, column, &c->reader, error);
    if (status == OK)
        status = load(scan, c, row, error);
    if (status != OK) {
        c->vector.n_rows = 0;
        c->row_group = NO_ROW_GROUP; /* a failed reader is started afresh */
    }
    return status;
}
