/* SPDX-License-Identifier: MIT */
/* cursor_cells.c - xColumn: values of the current row, decoded when first asked for. */
#include "sql/module/cursor.h"

#include "base/alloc.h"
#include "os/process.h"
#include "sql/connection/passed_types.h"

/* The row group of the current row.  Of many files, its file may be closed: threads, or
 * an earlier pass that has kept the row, have read it. */
static enum status find_row_group(struct parquet_cursor *c,
                                  const struct row_group **group, struct error *error)
{
    uint64_t row = cursor_row_number(c);
    enum status status = OK;
    if (c->file->file->n_files > 0) {
        cursor_begin_work(c);
        status = work_end(&c->work, scan_open_row(c->scan, row, error), error);
    }
    *group = scan_row_group_of(c->scan, row);
    return status;
}

static int result_extra(sqlite3_context *context, struct parquet_cursor *c,
                        enum result_form form)
{
    const struct parquet_table *table = (const struct parquet_table *)c->base.pVtab;
    uint64_t row = cursor_row_number(c);
    const struct row_group *group = NULL;
    struct error error = {0};
    enum status status = OK;
    if (form == FORM_ROW_GROUP || c->file->file->n_files > 0)
        status = find_row_group(c, &group, &error);
    if (status != OK)
        return cursor_report(c, status, &error);
    if (form == FORM_FILE)
        sqlite3_result_text(context, table->options.path, -1, SQLITE_TRANSIENT);
    else if (form == FORM_ROW_GROUP)
        sqlite3_result_int64(context, group->number_in_file);
    else
        sqlite3_result_int64(
            context, (sqlite3_int64)(row - (group != NULL ? group->file_first : 0)));
    return SQLITE_OK;
}

/* Whether the column's vector is loaded and contains the current row. */
static inline bool has_cell(const struct parquet_cursor *c,
                            const struct cursor_column *cell)
{
    const struct scan_column *window = cell->window;
    return c->row - window->first < window->vector.n_rows &&
           cell->generation == window->generation;
}

/* Begins with a part of at most c->part_rows rows, the first being the current one. */
static enum status start_part(struct parquet_cursor *c, struct error *error)
{
    const struct kept_rows *rows = &c->kept->rows;
    uint32_t left = rows->n_rows - (uint32_t)c->row;
    if (c->part.n_rows > 0) /* columns show values of the last part */
        cursor_forget_windows(c);
    kept_rows_release(&c->part);
    c->part_first = (uint32_t)c->row;
    enum status status = kept_rows_take_part(&c->part, rows, c->part_first,
                                             left < c->part_rows ? left : c->part_rows,
                                             memory_left() / 2, error);
    if (status != OK)
        kept_rows_release(&c->part);
    return status;
}

/* Where a column of sorted rows does not fit in memory, the values of the next rows are
 * read together: one by one, each could cost a page.  Parts become smaller if one does
 * not fit.  Returns a window of the part, or of the current row if it is to be formatted,
 * which takes memory. */
static enum status load_part(struct parquet_cursor *c, uint32_t column, bool is_formatted,
                             struct scan_column *window, struct error *error)
{
    enum { LEAST_ROWS = 64 };
    const struct kept_rows *rows = &c->kept->rows;
    enum status status = OK;
    if (c->part_rows == 0)
        c->part_rows = rows->n_rows / (rows->n_parts > 1 ? rows->n_parts : 1) + 1;
    if (c->row - c->part_first >= c->part.n_rows)
        status = start_part(c, error);
    if (status == OK)
        status = kept_rows_load(&c->part, c->scan, column, error);
    while ((status == NOMEM || status == TOO_BIG) && c->part_rows > LEAST_ROWS) {
        error_clear(error);
        c->part_rows /= 2;
        status = start_part(c, error);
        if (status == OK)
            status = kept_rows_load(&c->part, c->scan, column, error);
    }
    if (status != OK)
        return status;
    const struct column_vector *vector = &c->part.columns[column].window.vector;
    if (is_formatted && !formatted_vector_keeps_entries(vector)) {
        kept_rows_show(vector, (uint32_t)c->row - c->part_first, (uint32_t)c->row,
                       window);
        return OK;
    }
    window->vector = *vector;
    window->first = c->part_first;
    window->generation++;
    return OK;
}

/* The same for a pass over some of the rows. */
static enum status load_selected(struct parquet_cursor *c, uint32_t column,
                                 struct scan_column *window, struct error *error)
{
    enum { ASSUMED_ROW_BYTES = 1024, LEAST_ROWS = 64, MOST_ROWS = 1 << 16 };
    const struct kept_rows *rows = &c->kept->rows;
    uint64_t number = kept_rows_number(rows, (uint32_t)c->row);
    size_t most_bytes = memory_left() / 4, n = most_bytes / ASSUMED_ROW_BYTES;
    uint64_t left = cursor_rows_left(c) + 1;
    uint32_t at;
    enum status status = OK;
    if (!kept_rows_find(&c->part, number, &at)) {
        n = n < LEAST_ROWS ? LEAST_ROWS : n < MOST_ROWS ? n : MOST_ROWS;
        kept_rows_release(&c->part);
        status = kept_rows_take(&c->part, rows, c->selected - 1,
                                (uint32_t)(n < left ? n : left), most_bytes, error);
    }
    if (status == OK)
        status = kept_rows_load(&c->part, c->scan, column, error);
    if (status != OK)
        return status;
    (void)kept_rows_find(&c->part, number, &at);
    kept_rows_show(&c->part.columns[column].window.vector, at, (uint32_t)c->row, window);
    return OK;
}

/* Reads the current row's value of a column that is not kept. */
static enum status read_kept(struct parquet_cursor *c, uint32_t column, bool is_formatted,
                             struct scan_column *window, struct error *error)
{
    struct kept_rows *rows = &c->kept->rows;
    uint32_t position = (uint32_t)c->row;
    if (rows->reads_most) {
        struct error failure = {0};
        enum status status = c->selected != NULL
                                 ? load_selected(c, column, window, &failure)
                                 : load_part(c, column, is_formatted, window, &failure);
        if (status == OK || status == INTERRUPTED || status == CHANGED) {
            *error = failure;
            return status;
        }
    }
    enum status status = kept_rows_read(rows, c->scan, column, position, window, error);
    /* Kept rows must not take the memory without which the file cannot be read. */
    if ((status == NOMEM || status == TOO_BIG) && look_up_shrink(c->look_up, c->kept)) {
        error_clear(error);
        status = kept_rows_read(rows, c->scan, column, position, window, error);
    }
    return status;
}

/* Returns a window of a column of the file among the kept rows.  It is the whole column
 * if that is kept and is shown as it is; else the current row, because formatting all
 * rows would take long.  single: the number of a window for that. */
static enum status load_kept(struct parquet_cursor *c, uint32_t source, uint32_t single,
                             bool needs_formatting, const struct scan_column **window,
                             struct error *error)
{
    struct kept_rows *rows = &c->kept->rows;
    const struct kept_column *kept = &rows->columns[source];
    enum status status = OK;
    if (kept_rows_is_worth_loading(rows, source)) {
        struct error failure = {0};
        status = kept_rows_load(rows, c->scan, source, &failure);
        if (status == INTERRUPTED || status == CHANGED) {
            *error = failure;
            return status;
        }
    }
    bool is_loaded = kept->window.generation > 0;
    *window = &kept->window;
    if (is_loaded &&
        (!needs_formatting || formatted_vector_keeps_entries(&kept->window.vector)))
        return OK;
    if (c->singles == NULL)
        c->singles = mem_alloc_zeroed((size_t)c->file->columns.n_columns * 2,
                                      sizeof *c->singles);
    if (c->singles == NULL)
        return error_nomem(error);
    *window = &c->singles[single];
    uint32_t position = (uint32_t)c->row;
    if (!is_loaded)
        return read_kept(c, source, needs_formatting, &c->singles[single], error);
    kept_rows_show(&kept->window.vector, position, position, &c->singles[single]);
    return OK;
}

/* Finds the column's window that contains the current row, and decodes and formats its
 * values where that is not done. */
static enum status fill_window(struct parquet_cursor *c, int i,
                               const struct scan_column **window, struct error *error)
{
    const struct table_column *column = &c->file->columns.columns[i];
    struct cursor_column *cell = &c->columns[i];
    enum status status = OK;
    if (c->kept != NULL)
        status = load_kept(c, column->source, (uint32_t)i, cell->needs_formatting, window,
                           error);
    else if (c->is_ordered && i == c->order_column)
        *window = &c->key;
    else
        status = scan_column(c->scan, column->source, c->row, window, error);
    if (status != OK)
        return status;
    cell->vector = &(*window)->vector;
    if (!cell->needs_formatting)
        return OK;
    status = formatted_vector_fill(&cell->formatted, column->column, cell->vector, error);
    cell->vector = &cell->formatted.vector;
    return status;
}

/* Whether there is work worth measuring.  To find a window that the predicate has decoded
 * takes less time than to read the clock twice. */
static bool is_measured(const struct parquet_cursor *c, int i)
{
    return c->kept == NULL &&
           (c->columns[i].needs_formatting ||
            !scan_has_decoded(c->scan, c->file->columns.columns[i].source, c->row));
}

/* Loads a vector of the column that contains the current row. */
static enum status load_column(struct parquet_cursor *c, int i, struct error *error)
{
    struct cursor_column *cell = &c->columns[i];
    const struct scan_column *window = NULL;
    bool measures = is_measured(c, i);
    uint64_t began = measures ? os_nanoseconds() : 0;
    enum status status = fill_window(c, i, &window, error);
    if (measures)
        c->note.nanoseconds += os_nanoseconds() - began;
    if (status != OK)
        return status;
    cell->window = window;
    cell->generation = window->generation;
    cell->direct = direct_cells_of(&cell->format, cell->vector);
    return OK;
}

/* ---- Types of Variants ----------------------------------------------------------- */

static struct passed_types *passed_types_of(const struct parquet_cursor *c)
{
    return ((const struct parquet_table *)c->base.pVtab)->connection->passed_types;
}

/* Whether parquet_write() wants the types of the column's Variants. */
static bool passes_types(const struct parquet_cursor *c,
                         const struct table_column *column)
{
    return column->types_source != 0 && passed_types_of(c) != NULL;
}

/* Copies the types of the current row to c->types: loading another column can move the
 * windows. */
static enum status load_types(struct parquet_cursor *c, int i, struct error *error)
{
    const struct table_columns *columns = &c->file->columns;
    uint32_t source = columns->columns[i].types_source;
    const struct scan_column *window = NULL;
    enum status status = c->kept != NULL
                             ? load_kept(c, source, columns->n_columns + (uint32_t)i,
                                         false, &window, error)
                             : scan_column(c->scan, source, c->row, &window, error);
    c->types.size = 0;
    if (status != OK)
        return status;
    const struct column_vector *vector = &window->vector;
    uint32_t row = (uint32_t)(c->row - window->first);
    if (column_vector_is_null(vector, row))
        return OK;
    struct bytes_value types = vector->values.bytes[column_vector_index(vector, row)];
    return buffer_append(&c->types, types.data, types.size, error);
}

/* result_cell() with types, which load_types() has loaded. */
static enum status result_with_types(struct parquet_cursor *c, sqlite3_context *context,
                                     const struct cursor_column *cell,
                                     struct error *error)
{
    const struct column_vector *vector = cell->vector;
    uint32_t row = (uint32_t)(c->row - cell->window->first);
    if (column_vector_is_null(vector, row))
        return OK;
    enum status status = passed_types_result(
        passed_types_of(c), context,
        vector->values.bytes[column_vector_index(vector, row)], buffer_slice(&c->types),
        error);
    sqlite3_result_subtype(context, 'J'); /* forgotten when a result is set */
    return status;
}

/* ---- xColumn --------------------------------------------------------------------- */

/* Whether rows that a counted one stands for may have other values in the column: all but
 * those of the order, which are loaded. */
static bool differs_among_counted(const struct parquet_cursor *c,
                                  const struct table_column *column)
{
    return column->column == NULL || passes_types(c, column) ||
           c->kept->rows.columns[column->source].window.generation == 0;
}

/* xColumn's slow path: the first cell of a window, result forms that need a conversion,
 * and columns that are not in the file. */
static NOT_INLINE int column_slowly(struct parquet_cursor *c, sqlite3_context *context,
                                    int i)
{
    const struct table_column *column = &c->file->columns.columns[i];
    const struct cursor_column *cell = &c->columns[i];
    struct error error;
    enum status status = OK;
    if (cursor_counts(c) && differs_among_counted(c, column)) {
        int code = cursor_show_each(c);
        if (code != SQLITE_OK)
            return code;
    }
    if (column->column == NULL)
        return result_extra(context, c, column->form);

    bool has_types = passes_types(c, column);
    error_clear(&error);
    cursor_begin_work(c);
    if (has_types)
        status = load_types(c, i, &error);
    if (status == OK && !has_cell(c, cell))
        status = load_column(c, i, &error);
    if (status == OK && has_types)
        status = result_with_types(c, context, cell, &error);
    else if (status == OK)
        status = result_cell(context, &cell->format, cell->vector,
                             (uint32_t)(c->row - cell->window->first), &error);
    status = work_end(&c->work, status, &error);
    return cursor_report(c, status, &error);
}

/* xColumn where not all cells of the window take the same short way. */
static NOT_INLINE int column_otherwise(struct parquet_cursor *c, sqlite3_context *context,
                                       int i)
{
    const struct cursor_column *cell = &c->columns[i];
    if (has_cell(c, cell) && !passes_types(c, &c->file->columns.columns[i]) &&
        result_simple_cell(context, &cell->format, cell->vector,
                           (uint32_t)(c->row - cell->window->first)))
        return SQLITE_OK;
    return column_slowly(c, context, i);
}

int parquet_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int i)
{
    struct parquet_cursor *c = (struct parquet_cursor *)cursor;
    const struct cursor_column *cell = &c->columns[i];
    if (has_cell(c, cell) && result_direct_cell(context, &cell->direct,
                                                (uint32_t)(c->row - cell->window->first)))
        return SQLITE_OK;
    return column_otherwise(c, context, i);
}
