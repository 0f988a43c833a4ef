/* SPDX-License-Identifier: MIT */
/* cursor_cells.c - xColumn: values of the current row, decoded when first asked for. */
#include "sql/module/cursor.h"

#include "os/process.h"
#include "sql/connection/passed_types.h"

/* The row group of the current row.  Of many files, its file may be closed: threads, or
 * an earlier pass that has cached the row, have read it. */
static enum status find_row_group(struct parquet_cursor *c,
                                  const struct row_group **group, struct error *error)
{
    uint64_t row = cursor_row_number(c);
    enum status status = OK;
    if (c->file->file->ops->open_row_groups != NULL) {
        cursor_begin_call(c);
        status = call_end(&c->call, scan_open_row(c->scan, row, error), error);
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
    if (form == FORM_ROW_GROUP || c->file->file->ops->list_row_groups != NULL)
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
    return c->batch.row - window->first < window->vector.n_rows &&
           cell->generation == window->generation;
}

/* Finds the column's window that contains the current row, and decodes and formats its
 * values where that is not done. */
static enum status fill_window(struct parquet_cursor *c, int i,
                               const struct scan_column **window, struct error *error)
{
    const struct table_column *column = &c->file->columns.columns[i];
    struct cursor_column *cell = &c->columns[i];
    enum status status = c->feed->ops->column(c->feed, &c->batch, column->source,
                                              cell->needs_formatting, window, error);
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
    return !cursor_has_cached(c) &&
           (c->columns[i].needs_formatting ||
            !scan_has_decoded(c->scan, c->file->columns.columns[i].source, c->batch.row));
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

int cursor_window(struct parquet_cursor *c, uint32_t source,
                  const struct scan_column **window)
{
    struct error error = {0};
    uint64_t began = os_nanoseconds();
    cursor_begin_call(c);
    enum status status = c->feed->ops->column(c->feed, &c->batch, source, false, window,
                                              &error);
    status = call_end(&c->call, status, &error);
    c->note.nanoseconds += os_nanoseconds() - began;
    return cursor_report(c, status, &error);
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
    enum status status = c->feed->ops->column(c->feed, &c->batch, source, false, &window,
                                              error);
    c->types.size = 0;
    if (status != OK)
        return status;
    const struct column_vector *vector = &window->vector;
    uint32_t row = (uint32_t)(c->batch.row - window->first);
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
    uint32_t row = (uint32_t)(c->batch.row - cell->window->first);
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
           !counted_feed_has_value(&c->feeds.counted, column->source);
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
    if (c->is_in_batches)
        return cursor_check_has_rows(c);
    if (c->is_taken_over)
        return SQLITE_OK;
    if (cursor_counts(c) && differs_among_counted(c, column)) {
        int code = cursor_show_each(c);
        if (code != SQLITE_OK)
            return code;
    }
    if (column->column == NULL)
        return result_extra(context, c, column->form);

    bool has_types = passes_types(c, column);
    error_clear(&error);
    cursor_begin_call(c);
    if (has_types)
        status = load_types(c, i, &error);
    if (status == OK && !has_cell(c, cell))
        status = load_column(c, i, &error);
    if (status == OK && has_types)
        status = result_with_types(c, context, cell, &error);
    else if (status == OK)
        status = result_cell(context, &cell->format, cell->vector,
                             (uint32_t)(c->batch.row - cell->window->first), &error);
    status = call_end(&c->call, status, &error);
    return cursor_report(c, status, &error);
}

/* xColumn where not all cells of the window take the same short way. */
static NOT_INLINE int column_otherwise(struct parquet_cursor *c, sqlite3_context *context,
                                       int i)
{
    const struct cursor_column *cell = &c->columns[i];
    if (has_cell(c, cell) && !passes_types(c, &c->file->columns.columns[i]) &&
        result_simple_cell(context, &cell->format, cell->vector,
                           (uint32_t)(c->batch.row - cell->window->first)))
        return SQLITE_OK;
    return column_slowly(c, context, i);
}

int parquet_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int i)
{
    struct parquet_cursor *c = (struct parquet_cursor *)cursor;
    const struct cursor_column *cell = &c->columns[i];
    if (has_cell(c, cell) &&
        result_direct_cell(context, &cell->direct,
                           (uint32_t)(c->batch.row - cell->window->first)))
        return SQLITE_OK;
    return column_otherwise(c, context, i);
}
