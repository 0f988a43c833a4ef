/* SPDX-License-Identifier: MIT */
/*
 * parquet_vtab.c - Parquet files as SQLite tables: the virtual table module `parquet`.
 *
 *     .load ./parquet_vtab
 *     CREATE VIRTUAL TABLE temp.trips USING parquet('trips.parquet');
 *     SELECT payment, sum(fare) FROM trips WHERE distance > 10 GROUP BY payment;
 *
 * OPTIONS follow the path as key=value; src/sql/table/options.c has the list.
 *
 * HOW IT WORKS
 *
 *     connect      options_parse -> opened_file_open -> columns_build -> declare
 *     best_index   constraints -> a plan, as readable text (src/sql/table/plan.h)
 *     open         a cursor holds the file that is at the path now; while it is open,
 *                  further cursors of the table get the same file
 *     filter       plan + values -> a predicate -> scan_start (src/scan/scan.h)
 *     next         advances in the batch; at its end scan_next_batch
 *     column       scan_column (decodes on first use) -> src/sql/table/result.h
 *
 * A table whose file cannot be opened when its schema is loaded becomes a stub: it can be
 * dropped and renamed, and queries of it report why.  Files are hostile input;
 * nothing they contain is trusted before src/parquet has checked it.
 */
#define PARQUET_VTAB_DEFINES_SQLITE_API
#include "base/disk_file.h"
#include "sql/host/sqlite_api.h"

#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "scan/formatted_vector.h"
#include "scan/ordered_rows.h"
#include "scan/scan.h"
#include "sql/connection/connection.h"
#include "sql/connection/work.h"
#include "sql/functions/functions.h"
#include "sql/host/report.h"
#include "sql/table/column_order.h"
#include "sql/table/look_up.h"
#include "sql/table/plan.h"
#include "sql/table/result.h"

struct parquet_table {
    sqlite3_vtab base; /* must be first */
    struct connection *connection;
    struct listed_table entry; /* in the connection's list of tables */
    char *name;                /* schema.table */
    int n_schema;              /* bytes of it */
    struct table_options options;
    struct memory_account memory; /* used if the option memory_limit is set */
    struct opened_file *file;     /* NULL in a stub */
    struct error stub_error;      /* of a stub: why the file cannot be opened */
    bool is_utf16;                /* the database's encoding */
    struct collation_probe collations;
    unsigned n_cursors;            /* that are open */
    struct parquet_cursor *parked; /* closed, for the next xOpen; or NULL */
};

/* What xColumn needs for a column in the common case, kept together. */
struct cursor_column {
    const struct scan_column *window;   /* of the scan; never NULL */
    uint64_t generation;                /* of the window when `vector` was loaded */
    const struct column_vector *vector; /* the window's or formatted.vector */
    struct cell_format format;
    bool needs_formatting; /* the vector is `formatted`, not the scan's */
    struct formatted_vector formatted;
};

struct parquet_cursor {
    sqlite3_vtab_cursor base; /* must be first */
    uint64_t row;             /* its number, or its position among kept rows, from 0 */
    uint64_t batch_end;       /* exclusive; <= row: no more rows */
    uint64_t batch_first;     /* the row from which `selected` counts */
    /* The rows after the current one if the batch keeps only some of its rows, else
     * NULL. */
    const uint32_t *selected, *selected_end;
    struct cursor_column *columns;
    struct opened_file *file;
    struct scan *scan;
    struct scan_counters counted; /* before the current pass */
    struct look_up *look_up;      /* of the plan, or NULL */
    struct look_up_table *kept;   /* its rows, which the current pass visits, or NULL */
    struct buffer positions;      /* of the pass's rows in `kept` */
    struct scan_column *singles;  /* windows of one row, for columns that are not kept */
    struct predicate predicate;
    enum outer_joins outer_joins; /* whether the cursor's statement has any */
    bool has_failed;              /* its scan is not kept for later cursors */
    bool has_all_kept;            /* the pass visits all kept rows */
    bool is_ordered;              /* the rows come from `ordered` */
    struct ordered_rows ordered;
    int order_column;       /* index in the table */
    struct scan_column key; /* its value in the current row: a window of one row */
    enum vector_kind key_kind;
    uint8_t key_is_valid;
    struct scan_note note;
    struct work work;
};

#if defined(__GNUC__)
#define NOT_INLINE __attribute__((noinline))
#else
#define NOT_INLINE
#endif

/* ---- The table ------------------------------------------------------------------- */

/* The account that the table's memory is charged to. */
static struct memory_account *account_of(struct parquet_table *table)
{
    return table->options.memory_limit > 0 ? &table->memory : &table->connection->memory;
}

static void table_free(struct parquet_table *table)
{
    collation_probe_release(&table->collations);
    opened_file_release(table->file);
    options_release(&table->options);
    connection_unlist(table->connection, &table->entry);
    connection_release(table->connection);
    sqlite3_free(table->name);
    sqlite3_free(table);
}

/* The number of columns that SQLite accepts. */
static uint32_t most_columns(const struct parquet_table *table)
{
    int limit = sqlite3_limit(table->connection->db, SQLITE_LIMIT_COLUMN, -1);
    return limit > 0 ? (uint32_t)limit : 1;
}

/* Whether the database stores text as UTF-16, and so compares it as UTF-16. */
static bool database_is_utf16(sqlite3 *db)
{
    sqlite3_stmt *statement = NULL;
    bool is_utf16 = true; /* the safe answer if the query fails */
    if (sqlite3_prepare_v2(db, "PRAGMA encoding", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        is_utf16 = sqlite3_stricmp((const char *)sqlite3_column_text(statement, 0),
                                   "UTF-8") != 0;
    sqlite3_finalize(statement);
    return is_utf16;
}

static enum status declare(sqlite3 *db, const char *declaration, struct error *error)
{
    int code = sqlite3_declare_vtab(db, declaration);
    if (code == SQLITE_OK)
        return OK;
    /* SQLite up to at least 3.38 reports out of memory as SQLITE_ERROR here. */
    const char *why = sqlite3_errmsg(db);
    if (code == SQLITE_NOMEM || strcmp(why, sqlite3_errstr(SQLITE_NOMEM)) == 0)
        return error_nomem(error);
    return error_set(error, MISUSE, "SQLite refuses the table: %s", why);
}

/* Opens the file and declares its columns. */
static enum status table_open(struct parquet_table *table, struct error *error)
{
    enum status status = opened_file_open(&table->options, most_columns(table),
                                          &table->file, error);
    if (status != OK)
        return status;
    table->is_utf16 = database_is_utf16(table->connection->db);
    return declare(table->connection->db, table->file->columns.declaration, error);
}

/* Turns the table into a stub with one column.  Queries of it report *error. */
static int table_make_stub(struct parquet_table *table, const struct error *error)
{
    table->stub_error = *error;
    opened_file_release(table->file);
    table->file = NULL;
    return sqlite3_declare_vtab(table->connection->db, "CREATE TABLE x(unavailable)");
}

/* Initialises what does not depend on the file; argv is xConnect's. */
static enum status table_init(struct parquet_table *table, struct connection *connection,
                              int argc, const char *const *argv, struct error *error)
{
    memset(table, 0, sizeof *table);
    table->connection = connection_retain(connection);
    table->name = sqlite3_mprintf("%s.%s", argv[1], argv[2]);
    if (table->name == NULL)
        return error_nomem(error);
    table->n_schema = (int)strlen(argv[1]);
    table->entry = (struct listed_table){
        .name = table->name, .options = &table->options, .file = &table->file};
    connection_list(connection, &table->entry);
    enum status status = options_parse(&table->options, argc, argv, error);
    table->memory = (struct memory_account){.parent = &connection->all_memory,
                                            .name = "the table's memory_limit",
                                            .limit = (size_t)table->options.memory_limit};
    return status;
}

static int table_connect(struct connection *connection, int argc, const char *const *argv,
                         bool may_be_stub, sqlite3_vtab **vtab, char **message)
{
    struct error error = {0};
    struct parquet_table *table = sqlite3_malloc64(sizeof *table);
    if (table == NULL)
        return SQLITE_NOMEM;
    enum status status = table_init(table, connection, argc, argv, &error);
    struct work work = {0};
    work_begin(&work, connection, account_of(table));
    work_keep_interrupts(&work);
    if (status == OK)
        status = table_open(table, &error);
    status = work_end(&work, status, &error);
    int code = report_code(status);
    if (status != OK && status != NOMEM && status != INTERRUPTED && status != CHANGED &&
        may_be_stub)
        code = table_make_stub(table, &error);
    if (code != SQLITE_OK) {
        if (code != SQLITE_NOMEM)
            *message = report_message(table->options.path, &error);
        table_free(table);
        return code;
    }
    if (table->file != NULL)
        opened_file_rest(table->file);
    *vtab = &table->base;
    return SQLITE_OK;
}

static int parquet_create(sqlite3 *db, void *connection, int argc,
                          const char *const *argv, sqlite3_vtab **vtab, char **message)
{
    (void)db;
    return table_connect(connection, argc, argv, false, vtab, message);
}

static int parquet_connect(sqlite3 *db, void *connection, int argc,
                           const char *const *argv, sqlite3_vtab **vtab, char **message)
{
    (void)db;
    return table_connect(connection, argc, argv, true, vtab, message);
}

static int parquet_disconnect(sqlite3_vtab *vtab)
{
    table_free((struct parquet_table *)vtab);
    return SQLITE_OK;
}

static int parquet_rename(sqlite3_vtab *vtab, const char *name)
{
    struct parquet_table *table = (struct parquet_table *)vtab;
    char *full_name = sqlite3_mprintf("%.*s.%s", table->n_schema, table->name, name);
    if (full_name == NULL)
        return SQLITE_NOMEM;
    sqlite3_free(table->name);
    table->name = full_name;
    table->entry.name = full_name;
    return SQLITE_OK;
}

/* Reports why a stub cannot be queried.  The file may exist by now, but SQLite asks for a
 * table's columns again only when it reads the schema again. */
static int report_stub(struct parquet_table *table)
{
    struct file_identity now;
    struct error error = {0};
    struct work work = {0};
    work_begin(&work, table->connection, account_of(table));
    enum status status = disk_file_identity(table->options.path, &now, &error);
    (void)work_end(&work, status, &error);
    if (status != OK || table->stub_error.status != CANTOPEN)
        return report_to_table(&table->base, table->options.path,
                               table->stub_error.status, &table->stub_error);
    error_set(&error, MISUSE,
              "the file was missing when the schema was loaded, but exists now: reopen "
              "the database");
    return report_to_table(&table->base, table->options.path, MISUSE, &error);
}

/* ---- A file that was replaced ---------------------------------------------------- */

/* Wakes the file, or reopens it if the path now leads to another one.  Does nothing while
 * a cursor of the table is open: SQLite's own tables do not change during a read, either.
 */
static enum status revalidate(struct parquet_table *table, struct work *work,
                              struct error *error)
{
    struct file_identity now;
    if (table->n_cursors > 0)
        return OK;
    enum status status = disk_file_identity(table->options.path, &now, error);
    if (status != OK)
        return status;
    if (file_identity_equal(&now, &table->file->identity)) {
        status = opened_file_wake(table->file, error);
        if (status != CHANGED)
            return status;
        error_clear(error);
    }
    work_keep_interrupts(work);
    return opened_file_reopen(&table->options, most_columns(table), &table->file, error);
}

/* Called before a plan is made, so that it is made for the file that is at the path
 * now. */
static enum status revalidate_for_plan(struct parquet_table *table, struct error *error)
{
    struct work work = {0};
    work_begin(&work, table->connection, account_of(table));
    return work_end(&work, revalidate(table, &work, error), error);
}

/* Called when a plan was made for another file and fails with this one: makes SQLite
 * prepare the statement again when it next begins.  Does nothing while other statements
 * run, because it would abort them. */
static void plan_again(sqlite3 *db)
{
    if (one_statement_runs(db))
        statements_expire(db);
}

/* ---- Plans ----------------------------------------------------------------------- */

static struct plan_context plan_context_of(struct parquet_table *table,
                                           const struct opened_file *file)
{
    return (struct plan_context){.db = table->connection->db,
                                 .collations = &table->collations,
                                 .file = file,
                                 .path = table->options.path,
                                 .pushdown = table->options.pushdown,
                                 .is_utf16 = table->is_utf16};
}

/* idxNum is 2 * the file's layout, + 1 if the statement uses no column of the file. */
static int parquet_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
    struct parquet_table *table = (struct parquet_table *)vtab;
    struct error error = {0};
    if (table->file == NULL) /* xOpen reports the error, with the right code */
        return plan_nothing(info);
    /* xOpen reports other errors, too.  SQLite turns the code into SQLITE_ERROR. */
    if (revalidate_for_plan(table, &error) == INTERRUPTED)
        return report_to_table(vtab, table->options.path, INTERRUPTED, &error);
    const struct plan_context context = plan_context_of(table, table->file);
    struct memory_scope before = memory_account_enter(account_of(table));
    /* What it reads may wake the file, even if it could not be revalidated. */
    const struct folders *folders_before = disk_file_confine(
        restrictions_readable(&table->connection->restrictions));
    info->idxNum = !columns_are_used(&table->file->columns, info->colUsed) +
                   2 * table->file->layout;
    int code = plan_choose(info, &context);
    opened_file_rest(table->file);
    (void)disk_file_confine(folders_before);
    memory_scope_restore(before);
    return code;
}

/* ---- Cursors --------------------------------------------------------------------- */

/* Gives back what a cursor holds while it is open. */
static void cursor_end(struct parquet_cursor *c)
{
    ordered_rows_release(&c->ordered);
    if (c->file == NULL)
        return;
    if (--c->file->n_cursors == 0)
        look_ups_release(c->file);
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
    predicate_release(&c->predicate);
    look_up_table_release(c->kept);
    opened_file_release(c->file);
    mem_free(c->columns);
    mem_free(c->singles);
    buffer_release(&c->positions);
    sqlite3_free(c);
}

/* Reports a cursor's error to SQLite; returns SQLITE_OK for OK. */
static int report_to_cursor(struct parquet_cursor *c, enum status status,
                            const struct error *error)
{
    const struct parquet_table *table = (const struct parquet_table *)c->base.pVtab;
    c->has_failed = c->has_failed || status != OK;
    return report_to_table(c->base.pVtab, table->options.path, status, error);
}

static const struct scan_column NO_WINDOW; /* has no rows */

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
        c->columns[i].needs_formatting = column->form == FORM_TEXT &&
                                         formatted_vector_serves(column->column);
    }
    return OK;
}

static enum status cursor_init(struct parquet_cursor *c, struct opened_file *file,
                               struct error *error)
{
    if (c->file == NULL)
        opened_file_retain(file);
    c->file = file;
    file->n_cursors++;
    enum status status = opened_file_take_scan(file, &c->scan, error);
    return status == OK ? cursor_init_columns(c, error) : status;
}

/* Forgets the columns' windows, which count rows in another way or are no longer
 * there. */
static void forget_windows(struct parquet_cursor *c)
{
    for (uint32_t i = 0; i < c->file->columns.n_columns; i++) {
        c->columns[i].window = &NO_WINDOW;
        c->columns[i].formatted.dictionary = 0;
    }
}

/* Returns a zeroed cursor, or the parked one with its memory and the rows that it has
 * searched; NULL: out of memory. */
static struct parquet_cursor *cursor_new(struct parquet_table *table)
{
    struct parquet_cursor *c = table->parked;
    struct parquet_cursor again = {0};
    table->parked = NULL;
    if (c != NULL) {
        again.file = c->file;
        again.columns = c->columns;
        again.singles = c->singles;
        again.positions = c->positions;
        again.predicate = c->predicate;
        again.look_up = c->look_up;
        again.kept = c->kept;
    } else {
        c = sqlite3_malloc64(sizeof *c);
    }
    if (c != NULL)
        *c = again;
    return c;
}

/* Keeps an ended cursor for the next, while others are open: correlated subqueries open
 * and close one for each row. */
static void cursor_park(struct parquet_table *table, struct parquet_cursor *c)
{
    if (table->n_cursors == 0) {
        cursor_free(table->parked);
        table->parked = NULL;
    }
    if (table->n_cursors == 0 || table->parked != NULL || c->has_failed ||
        c->file != table->file) {
        cursor_free(c);
        return;
    }
    predicate_clear(&c->predicate);
    if (c->kept == NULL || c->singles != NULL) /* windows of the scan */
        forget_windows(c);
    table->parked = c;
}

static void begin_work(struct parquet_cursor *c, struct parquet_table *table)
{
    work_begin(&c->work, table->connection, account_of(table));
}

static int parquet_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
    struct parquet_table *table = (struct parquet_table *)vtab;
    struct error error = {0};
    if (table->file == NULL)
        return report_stub(table);
    struct parquet_cursor *c = cursor_new(table);
    if (c == NULL)
        return SQLITE_NOMEM;
    begin_work(c, table);
    memory_reclaim_if_short();
    enum status status = revalidate(table, &c->work, &error);
    if (status == OK)
        status = cursor_init(c, table->file, &error);
    status = work_end(&c->work, status, &error);
    if (status != OK) {
        cursor_end(c);
        cursor_free(c);
        connection_table_rests(table->connection, &table->entry);
        return report_to_table(vtab, table->options.path, status, &error);
    }
    table->n_cursors++;
    *cursor = &c->base;
    return SQLITE_OK;
}

/* The number of rows of the batch after the current one. */
static uint64_t rows_left(const struct parquet_cursor *c)
{
    if (c->selected != NULL)
        return (uint64_t)(c->selected_end - c->selected);
    return c->row < c->batch_end ? c->batch_end - c->row - 1 : 0;
}

static int parquet_close(sqlite3_vtab_cursor *cursor)
{
    struct parquet_cursor *c = (struct parquet_cursor *)cursor;
    struct parquet_table *table = (struct parquet_table *)cursor->pVtab;
    table->n_cursors--;
    c->note.n_returned -= rows_left(c);
    if (c->look_up != NULL && c->kept == NULL)
        look_up_add_work(c->look_up, &c->counted, &c->scan->counters);
    scan_stats_enter(table->connection->scan_stats, table->name, &c->note, c->scan);
    cursor_end(c);
    cursor_park(table, c);
    connection_table_rests(table->connection, &table->entry);
    return SQLITE_OK;
}

static enum status next_scanned(struct parquet_cursor *c, struct error *error)
{
    struct scan *scan = c->scan;
    uint64_t began = clock_nanoseconds();
    enum status status = scan_next_batch(scan, error);
    c->note.nanoseconds += clock_nanoseconds() - began;
    c->row = c->batch_first = scan->batch_first;
    c->batch_end = status == OK ? scan->batch_end : c->row;
    if (scan->selected != NULL && c->row < c->batch_end) {
        c->selected = scan->selected;
        c->selected_end = scan->selected + scan->n_selected;
        c->row += *c->selected++;
    }
    return status;
}

/* Moves to the next row of the order as a batch of one row, and sets the window of its
 * key. */
static enum status next_ordered(struct parquet_cursor *c, struct error *error)
{
    const struct ordered_row *row;
    enum status status = ordered_rows_next(&c->ordered, &row, error);
    c->batch_end = c->row;
    if (row == NULL)
        return status;
    c->row = row->row;
    c->batch_end = c->row + 1;
    c->key_is_valid = !row->is_null;
    c->key.first = c->row;
    c->key.generation++;
    c->key.vector = (struct column_vector){.n_rows = 1,
                                           .kind = c->key_kind,
                                           .valid = &c->key_is_valid,
                                           .values.any = &row->key,
                                           .is_terminated = c->key_kind == VECTOR_BYTES};
    return OK;
}

/* Moves to the first of the pass's kept rows, which are one batch; a second call ends the
 * pass. */
static void next_kept(struct parquet_cursor *c)
{
    uint32_t n = (uint32_t)(c->positions.size / sizeof *c->selected);
    if (c->has_all_kept) {
        c->row = 0;
        c->batch_end = c->kept->rows.n_rows;
        c->has_all_kept = false;
        return;
    }
    c->row = c->batch_end = c->kept->rows.n_rows;
    c->batch_first = 0;
    if (n > 0) {
        c->selected = (const uint32_t *)(const void *)c->positions.data;
        c->selected_end = c->selected + n;
        c->row = *c->selected++;
        c->positions.size = 0;
    }
}

/* Moves to the first row of the next batch. */
static NOT_INLINE int next_batch(struct parquet_cursor *c)
{
    struct parquet_table *table = (struct parquet_table *)c->base.pVtab;
    struct error error = {0};
    c->selected = c->selected_end = NULL;
    begin_work(c, table);
    enum status status = OK;
    if (c->kept != NULL)
        next_kept(c);
    else
        status = c->is_ordered ? next_ordered(c, &error) : next_scanned(c, &error);
    status = work_end(&c->work, status, &error);
    if (c->row < c->batch_end)
        c->note.n_returned += rows_left(c) + 1;
    return report_to_cursor(c, status, &error);
}

/* Starts a scan that returns rows in the plan's order. */
static enum status start_ordered(struct parquet_cursor *c, const struct plan *plan,
                                 const struct plan_context *context, sqlite3_value **argv,
                                 struct error *error)
{
    struct column_order order;
    if (!column_order_of(context, plan->order_column, &order))
        return plan_refuse_stale(context, plan->order_column, "in an unknown order",
                                 error);
    /* Without a limit it is probably max(), which needs one row. */
    uint64_t wanted = plan_rows_wanted(plan, argv);
    const struct table_column *column = &c->file->columns.columns[plan->order_column];
    c->order_column = plan->order_column;
    c->key_kind = column->column->kind;
    return ordered_rows_start(&c->ordered, c->scan, &c->predicate, column->source,
                              order.domain, order.ordered, plan->is_descending,
                              wanted == UINT64_MAX ? 1 : wanted, error);
}

/* Begins a pass over the file. */
static enum status start_scan(struct parquet_cursor *c,
                              const struct plan_context *context, const char *text,
                              sqlite3_value **argv, struct error *error)
{
    struct plan plan;
    plan_parse(text, &plan);
    predicate_clear(&c->predicate);
    enum status status = plan_predicate(&plan, context, argv, &c->predicate, error);
    c->is_ordered = plan.order_column >= 0;
    if (status == OK && c->is_ordered)
        return start_ordered(c, &plan, context, argv, error);
    if (status == OK)
        scan_start(c->scan, &c->predicate);
    return status;
}

/* Begins a pass over kept rows if there are any. */
static enum status start_look_up(struct parquet_cursor *c,
                                 const struct plan_context *context, const char *text,
                                 sqlite3_value **argv, struct error *error)
{
    struct look_up_table *before = c->kept;
    c->is_ordered = false;
    if (c->look_up != NULL && before == NULL)
        look_up_add_work(c->look_up, &c->counted, &c->scan->counters);
    /* SQLite may use a cursor for several plans: those of an OR, or of a RIGHT JOIN. */
    if (text != NULL && (c->note.plan == NULL || strcmp(c->note.plan, text) != 0))
        c->look_up = look_up_of(c->file, text);
    /* Terms that were planned for another layout are checked in each pass. */
    if (context->has_other_layout)
        c->look_up = NULL;
    c->kept = NULL;
    enum status status = OK;
    if (c->look_up != NULL)
        status = look_up_begin(c->look_up, context, argv, c->scan, &c->predicate,
                               &c->kept, &c->positions, &c->has_all_kept, error);
    if (c->kept != before)
        forget_windows(c);
    look_up_table_release(before);
    return status;
}

static enum status start_pass(struct parquet_cursor *c, int layout, const char *text,
                              sqlite3_value **argv, struct error *error)
{
    struct parquet_table *table = (struct parquet_table *)c->base.pVtab;
    struct plan_context context = plan_context_of(table, c->file);
    bool is_stale = false;
    context.outer_joins = &c->outer_joins;
    context.has_other_layout = layout != c->file->layout;
    context.is_stale = &is_stale;
    enum status status = start_look_up(c, &context, text, argv, error);
    c->counted = c->scan->counters;
    if (status == OK && c->kept == NULL)
        status = start_scan(c, &context, text, argv, error);
    if (c->kept != NULL) {
        c->note.n_look_ups++;
        c->note.n_rows_kept = c->kept->rows.n_rows;
    }
    if (is_stale)
        plan_again(context.db);
    return status;
}

/* Whether the rows that the cursor has searched last are kept for this plan. */
static bool has_rows_of(const struct parquet_cursor *c, const char *text)
{
    if (c->kept == NULL || c->note.n_loops > 1)
        return c->kept != NULL && c->note.plan == text;
    return strcmp(look_up_text(c->look_up), text) == 0; /* of a parked cursor */
}

/* Begins a pass over kept rows in the common case; false: it has not begun. */
static bool look_up_quickly(struct parquet_cursor *c, const char *text,
                            sqlite3_value **argv)
{
    if (!has_rows_of(c, text) ||
        !look_up_integer(c->look_up, c->kept, argv, &c->positions))
        return false;
    c->selected = c->selected_end = NULL;
    c->note.plan = text;
    c->note.n_look_ups++;
    c->note.n_rows_kept = c->kept->rows.n_rows;
    next_kept(c);
    if (c->row < c->batch_end)
        c->note.n_returned += rows_left(c) + 1;
    return true;
}

static int parquet_filter(sqlite3_vtab_cursor *cursor, int idx_num, const char *text,
                          int argc, sqlite3_value **argv)
{
    struct parquet_cursor *c = (struct parquet_cursor *)cursor;
    struct parquet_table *table = (struct parquet_table *)cursor->pVtab;
    struct error error = {0};
    (void)argc;
    c->note.n_returned -= rows_left(c); /* of the previous pass */
    c->note.n_loops++;
    if (idx_num / 2 == c->file->layout && look_up_quickly(c, text, argv))
        return SQLITE_OK;
    uint64_t began = clock_nanoseconds();
    c->selected = c->selected_end = NULL;
    c->batch_end = c->row;
    begin_work(c, table);
    enum status status = work_end(&c->work,
                                  start_pass(c, idx_num / 2, text, argv, &error), &error);
    c->note.plan = text;
    c->scan->counts_only = idx_num % 2 == 1;
    c->note.nanoseconds += clock_nanoseconds() - began;
    if (status == OK)
        return next_batch(c);
    return report_to_cursor(c, status, &error);
}

static int parquet_next(sqlite3_vtab_cursor *cursor)
{
    struct parquet_cursor *c = (struct parquet_cursor *)cursor;
    if (c->selected == NULL) {
        if (++c->row < c->batch_end)
            return SQLITE_OK;
    } else if (c->selected < c->selected_end) {
        c->row = c->batch_first + *c->selected++;
        return SQLITE_OK;
    }
    return next_batch(c);
}

static int parquet_eof(sqlite3_vtab_cursor *cursor)
{
    const struct parquet_cursor *c = (struct parquet_cursor *)cursor;
    return c->row >= c->batch_end;
}

/* The row's number in the file. */
static uint64_t row_number(const struct parquet_cursor *c)
{
    return c->kept != NULL ? kept_rows_number(&c->kept->rows, c->row) : c->row;
}

static int result_extra(sqlite3_context *context, const struct parquet_cursor *c,
                        enum result_form form)
{
    const struct parquet_table *table = (const struct parquet_table *)c->base.pVtab;
    switch (form) {
    case FORM_FILE:
        sqlite3_result_text(context, table->options.path, -1, SQLITE_TRANSIENT);
        break;
    case FORM_FILE_ROW_NUMBER:
        sqlite3_result_int64(context, (sqlite3_int64)row_number(c));
        break;
    case FORM_ROW_GROUP:
        sqlite3_result_int64(context,
                             (sqlite3_int64)scan_row_group_of(c->scan, row_number(c)));
        break;
    default:
        break;
    }
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

/* Returns a window of the column among the kept rows.  It is the whole column if that is
 * kept and is shown as it is; else the current row, because formatting all rows would
 * take long. */
static enum status load_kept(struct parquet_cursor *c, int i,
                             const struct scan_column **window, struct error *error)
{
    const struct table_column *column = &c->file->columns.columns[i];
    struct kept_rows *rows = &c->kept->rows;
    const struct kept_column *kept = &rows->columns[column->source];
    enum status status = OK;
    if (kept_rows_is_worth_loading(rows, column->source)) {
        struct error failure = {0};
        status = kept_rows_load(rows, c->scan, column->source, &failure);
        if (status == INTERRUPTED || status == CHANGED) {
            *error = failure;
            return status;
        }
    }
    bool is_loaded = kept->window.generation > 0;
    *window = &kept->window;
    if (is_loaded && !c->columns[i].needs_formatting)
        return OK;
    if (c->singles == NULL)
        c->singles = mem_alloc_zeroed(c->file->columns.n_columns, sizeof *c->singles);
    if (c->singles == NULL)
        return error_nomem(error);
    *window = &c->singles[i];
    uint32_t position = (uint32_t)c->row;
    if (!is_loaded) {
        status = kept_rows_read(rows, c->scan, column->source, position, &c->singles[i],
                                error);
        /* Kept rows must not take the memory without which the file cannot be read. */
        if ((status == NOMEM || status == TOO_BIG) &&
            look_up_shrink(c->look_up, c->kept)) {
            error_clear(error);
            status = kept_rows_read(rows, c->scan, column->source, position,
                                    &c->singles[i], error);
        }
        return status;
    }
    kept_rows_show(&kept->window.vector, position, position, &c->singles[i]);
    return OK;
}

/* Loads a vector of the column that contains the current row. */
static enum status load_column(struct parquet_cursor *c, int i, struct error *error)
{
    const struct table_column *column = &c->file->columns.columns[i];
    struct cursor_column *cell = &c->columns[i];
    const struct scan_column *window = NULL;
    uint64_t began = c->kept == NULL ? clock_nanoseconds() : 0;
    enum status status = OK;
    if (c->kept != NULL)
        status = load_kept(c, i, &window, error);
    else if (c->is_ordered && i == c->order_column)
        window = &c->key;
    else
        status = scan_column(c->scan, column->source, c->row, &window, error);
    if (status != OK)
        return status;
    cell->vector = &window->vector;
    if (cell->needs_formatting) {
        status = formatted_vector_fill(&cell->formatted, column->column, cell->vector,
                                       error);
        if (status != OK)
            return status;
        cell->vector = &cell->formatted.vector;
    }
    if (c->kept == NULL)
        c->note.nanoseconds += clock_nanoseconds() - began;
    cell->window = window;
    cell->generation = window->generation;
    return OK;
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
    if (column->column == NULL)
        return result_extra(context, c, column->form);

    error_clear(&error);
    struct parquet_table *table = (struct parquet_table *)c->base.pVtab;
    begin_work(c, table);
    if (!has_cell(c, cell))
        status = load_column(c, i, &error);
    if (status == OK)
        status = result_cell(context, &cell->format, cell->vector,
                             (uint32_t)(c->row - cell->window->first), &error);
    status = work_end(&c->work, status, &error);
    return report_to_cursor(c, status, &error);
}

static int parquet_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int i)
{
    struct parquet_cursor *c = (struct parquet_cursor *)cursor;
    const struct cursor_column *cell = &c->columns[i];
    if (has_cell(c, cell) && result_simple_cell(context, &cell->format, cell->vector,
                                                (uint32_t)(c->row - cell->window->first)))
        return SQLITE_OK;
    return column_slowly(c, context, i);
}

static int parquet_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
    *rowid = (sqlite3_int64)(row_number((struct parquet_cursor *)cursor) + 1);
    return SQLITE_OK;
}

/* ---- The module ------------------------------------------------------------------ */

static const sqlite3_module parquet_module = {
    .iVersion = 0,
    .xCreate = parquet_create,
    .xConnect = parquet_connect,
    .xBestIndex = parquet_best_index,
    .xDisconnect = parquet_disconnect,
    .xDestroy = parquet_disconnect,
    .xOpen = parquet_open,
    .xClose = parquet_close,
    .xFilter = parquet_filter,
    .xNext = parquet_next,
    .xEof = parquet_eof,
    .xColumn = parquet_column,
    .xRowid = parquet_rowid,
    .xRename = parquet_rename,
};

static void parquet_version(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    (void)argc;
    (void)argv;
    sqlite3_result_text(context, PARQUET_VTAB_VERSION, -1, SQLITE_STATIC);
}

/* Registers the modules and functions that only read, and parquet_restrict(). */
static int register_reading(sqlite3 *db, struct connection *connection)
{
    int code = register_scan_stats(db, connection->scan_stats);
    if (code == SQLITE_OK)
        code = sqlite3_create_module_v2(db, "parquet", &parquet_module,
                                        connection_retain(connection),
                                        connection_release);
    if (code == SQLITE_OK)
        code = register_read_parquet(db, connection);
    if (code == SQLITE_OK)
        code = register_metadata_functions(db, connection);
    if (code == SQLITE_OK)
        code = register_bloom_probe(db, connection);
    if (code == SQLITE_OK)
        code = register_restrict(db, connection);
    if (code == SQLITE_OK)
        code = sqlite3_create_function_v2(db, "parquet_version", 0,
                                          SQLITE_UTF8 | SQLITE_DETERMINISTIC |
                                              SQLITE_INNOCUOUS,
                                          NULL, parquet_version, NULL, NULL, NULL);
    return code;
}

/* Registers everything; the caller keeps its reference to the connection. */
static int register_all(sqlite3 *db, struct connection *connection, struct error *error)
{
    if (restrict_by_environment(connection, error) != OK ||
        cache_limit_by_environment(error) != OK)
        return report_code(error->status);
    int code = register_reading(db, connection);
    if (code == SQLITE_OK && !connection->is_readonly)
        code = register_write(db, connection);
    if (code == SQLITE_OK && !connection->is_readonly)
        code = register_attach(db, connection);
    if (code == SQLITE_OK)
        code = connection_register(db, connection);
    return code;
}

/* If the extension is loaded again, everything stays as it is, restrictions included;
 * loading it read-only withdraws the right to write and attach. */
static int load(sqlite3 *db, bool is_readonly, struct error *error)
{
    struct connection *connection;
    if (connection_find(db, &connection, error) != OK)
        return report_code(error->status);
    if (connection != NULL && is_readonly) {
        connection->is_readonly = true;
        return SQLITE_OK;
    }
    if (connection != NULL)
        return report_code(connection_check_loaded_whole(connection, error));
    connection = connection_new(db);
    if (connection == NULL)
        return SQLITE_NOMEM;
    connection->is_readonly = is_readonly;
    int code = register_all(db, connection, error);
    connection_release(connection);
    return code;
}

static int load_or_say_why(sqlite3 *db, bool is_readonly, char **message)
{
    struct error error = {0};
    if (!host_is_supported())
        error_set(&error, MISUSE, "SQLite 3.31 or newer is needed, this is %s",
                  sqlite3_libversion());
    int code = error.status != OK ? report_code(error.status)
                                  : load(db, is_readonly, &error);
    if (error.status != OK)
        *message = report_message(NULL, &error);
    return code;
}

#ifdef _WIN32
#define EXPORTED __declspec(dllexport)
#elif defined(__GNUC__)
#define EXPORTED __attribute__((visibility("default")))
#else
#define EXPORTED
#endif

EXPORTED int sqlite3_parquetvtab_init(sqlite3 *db, char **message,
                                      const sqlite3_api_routines *api);
EXPORTED int sqlite3_parquetvtab_readonly_init(sqlite3 *db, char **message,
                                               const sqlite3_api_routines *api);

int sqlite3_parquetvtab_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    SQLITE_EXTENSION_INIT2(api);
    return load_or_say_why(db, false, message);
}

/* Without parquet_write() and parquet_attach(). */
int sqlite3_parquetvtab_readonly_init(sqlite3 *db, char **message,
                                      const sqlite3_api_routines *api)
{
    SQLITE_EXTENSION_INIT2(api);
    return load_or_say_why(db, true, message);
}
