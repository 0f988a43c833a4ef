/* SPDX-License-Identifier: MIT */
#include "sql/module/cursor.h"

#include <string.h>

#include "base/alloc.h"
#include "sql/host/report.h"

static const struct scan_column NO_WINDOW; /* has no rows */

void cursor_forget_values(struct parquet_cursor *c)
{
    for (sqlite3_value **value = c->values; value != NULL && *value != NULL; value++)
        sqlite3_value_free(*value);
    sqlite3_free(c->values);
    c->values = NULL;
}

/* Gives back what a cursor holds while it is open. */
static void cursor_end(struct parquet_cursor *c)
{
    ordered_feed_release(&c->feeds.ordered);
    cursor_forget_values(c);
    if (c->file == NULL)
        return;
    opened_file_give_scan(c->file, c->scan);
    c->scan = NULL;
    if (c->has_failed)
        opened_file_drop_idle(c->file);
}

/* Frees a cursor that has ended; NULL is allowed. */
static void cursor_free(struct parquet_cursor *c)
{
    if (c == NULL)
        return;
    for (uint32_t i = 0; c->columns != NULL && i < c->file->columns.n_columns; i++)
        formatted_vector_release(&c->columns[i].formatted);
    predicate_release(&c->feeds.predicate);
    cached_feed_release(&c->feeds.cached);
    opened_file_release(c->file);
    mem_free(c->columns);
    buffer_release(&c->types);
    sqlite3_free(c);
}

int cursor_report(struct parquet_cursor *c, enum status status, const struct error *error)
{
    const struct parquet_table *table = (const struct parquet_table *)c->base.pVtab;
    c->has_failed = c->has_failed || status != OK;
    return report_to_table(c->base.pVtab, table->options.path, status, error);
}

int cursor_check_has_rows(struct parquet_cursor *c)
{
    struct error error = {0};
    struct batch_request *request =
        ((struct parquet_table *)c->base.pVtab)->connection->batch_request;
    if (!c->is_in_batches)
        return SQLITE_OK;
    if (request != NULL)
        request->is_misread = true;
    return cursor_report(c, error_set(&error, UNSUPPORTED, "a batch is read as a row"),
                         &error);
}

/* Allocates and describes the columns, unless the cursor has been open before. */
static enum status cursor_init_columns(struct parquet_cursor *c, struct error *error)
{
    const struct table_columns *columns = &c->file->columns;
    if (c->columns != NULL)
        return OK;
    c->columns = mem_alloc_zeroed(columns->n_columns, sizeof *c->columns);
    if (c->columns == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < columns->n_columns; i++) {
        const struct table_column *column = &columns->columns[i];
        c->columns[i].window = &NO_WINDOW;
        c->columns[i].format = cell_format_of(column);
        c->columns[i].formatted.style = column->style;
        c->columns[i].needs_formatting = column->form == FORM_TEXT &&
                                         formatted_vector_serves(column->column);
    }
    return OK;
}

static enum status cursor_init(struct parquet_cursor *c, struct opened_file *file,
                               struct error *error)
{
    if (c->file == NULL)
        file->n_references++;
    c->file = file;
    enum status status = opened_file_take_scan(file, &c->scan, error);
    return status == OK ? cursor_init_columns(c, error) : status;
}

void cursor_forget_windows(struct parquet_cursor *c)
{
    for (uint32_t i = 0; i < c->file->columns.n_columns; i++) {
        c->columns[i].window = &NO_WINDOW;
        c->columns[i].formatted.dictionary = 0;
    }
}

/* Forgets what a cursor that is opened again has done, but not its memory and the rows
 * that it has searched. */
static void cursor_clear(struct parquet_cursor *c)
{
    c->batch = (struct feed_batch){0};
    c->counted = (struct scan_counters){0};
    c->outer_joins = OUTER_JOINS_UNKNOWN;
    c->has_failed = false;
    c->n_to_skip = 0;
    c->note = (struct scan_note){0};
}

/* Returns a zeroed cursor, or the parked one; NULL: out of memory. */
static struct parquet_cursor *cursor_new(struct parquet_table *table)
{
    struct parquet_cursor *c = table->parked;
    if (c != NULL) {
        table->parked = NULL;
        cursor_clear(c);
    } else if ((c = sqlite3_malloc64(sizeof *c)) != NULL) {
        memset(c, 0, sizeof *c);
    }
    if (c != NULL)
        c->base.pVtab = &table->base;
    return c;
}

/* Keeps an ended cursor for the next, while others are open: correlated subqueries open
 * and close one for each row. */
static void cursor_park(struct parquet_table *table, struct parquet_cursor *c)
{
    bool is_last = c->file->n_scans == 0;
    if (is_last) {
        cursor_free(table->parked);
        table->parked = NULL;
    }
    if (is_last || table->parked != NULL || c->has_failed) {
        cursor_free(c);
        return;
    }
    predicate_clear(&c->feeds.predicate);
    if (c->feeds.cached.part.n_rows > 0)
        (void)cached_feed_stop(&c->feeds.cached);
    if (!cursor_has_cached(c) ||
        c->feeds.cached.windows != NULL) /* windows of the scan */
        cursor_forget_windows(c);
    table->parked = c;
}

void cursor_begin_call(struct parquet_cursor *c)
{
    struct parquet_table *table = (struct parquet_table *)c->base.pVtab;
    call_begin(&c->call, table->connection, table_account(table));
}

/* Gives a cursor what it needs of the file. */
static enum status cursor_start(struct parquet_cursor *c, struct error *error)
{
    struct parquet_table *table = (struct parquet_table *)c->base.pVtab;
    cursor_begin_call(c);
    memory_reclaim_if_short();
    enum status status = table_revalidate(table, &c->call, error);
    if (status == OK)
        status = cursor_init(c, table->file, error);
    return call_end(&c->call, status, error);
}

int parquet_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
    struct parquet_table *table = (struct parquet_table *)vtab;
    struct error error;
    error_clear(&error);
    if (key_function_is_over(table->connection->db, &error) != OK)
        return report_to_table(vtab, table->options.path, MISUSE, &error);
    if (table->file == NULL && table->locked == NULL)
        return table_report_stub(table);
    struct parquet_cursor *c = cursor_new(table);
    if (c == NULL)
        return SQLITE_NOMEM;
    /* A cursor that was parked needs nothing but a scan, unless the file may have changed
     * since. */
    bool has_all = c->file != NULL && c->file->idle_scan != NULL &&
                   !c->file->source.is_elsewhere;
    enum status status = has_all ? cursor_init(c, c->file, &error)
                                 : cursor_start(c, &error);
    if (status != OK) {
        cursor_end(c);
        cursor_free(c);
        connection_table_rests(table->connection, &table->entry);
        return report_to_table(vtab, table->options.path, status, &error);
    }
    if (c->file->n_scans == 1)
        table->n_stats_before = scan_stats_count(table->connection->scan_stats);
    *cursor = &c->base;
    return SQLITE_OK;
}

int parquet_close(sqlite3_vtab_cursor *cursor)
{
    struct parquet_cursor *c = (struct parquet_cursor *)cursor;
    struct parquet_table *table = (struct parquet_table *)cursor->pVtab;
    struct batch_request *request = table->connection->batch_request;
    if (request != NULL && request->is_of_rows && request->cursor == c)
        request->cursor = NULL;
    c->note.n_returned -= feed_batch_left(&c->batch);
    if (c->look_up != NULL && !cursor_has_cached(c))
        look_up_add_work(c->look_up->look_up, &c->counted, &c->scan->counters);
    scan_count_other_files(c->scan);
    c->note.n_before_statement = table->n_stats_before;
    if (!c->note.is_trial)
        scan_stats_enter(table->connection->scan_stats, table->name, &c->note, c->scan);
    mem_free(c->note.warning);
    cursor_end(c);
    cursor_park(table, c);
    connection_table_rests(table->connection, &table->entry);
    return SQLITE_OK;
}
