/* SPDX-License-Identifier: MIT */
#include "sql/write/query_rows.h"

#include <string.h>

#include "base/alloc.h"

/* SQLite's usual limit is 127 arguments, two of which are not columns. */
enum { MOST_COLUMNS_OF_CALL = 100 };

/* Both the function's name and the type of the pointer that it expects, which SQL can
 * neither make nor read. */
static const char FUNCTION[] = "parquet_write_rows";

/* ---- The function ---------------------------------------------------------------- */

static enum status refuse_ignored(struct query_rows *rows)
{
    return error_set(rows->error, MISUSE, "an authorizer ignores some calls of %s()",
                     FUNCTION);
}

static void take_columns(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct query_rows *rows = argc > 2 ? sqlite3_value_pointer(argv[0], FUNCTION) : NULL;
    if (rows == NULL) {
        sqlite3_result_error(
            context, "parquet: parquet_write_rows() is for parquet_write() only", -1);
        return;
    }
    uint32_t first = (uint32_t)sqlite3_value_int(argv[1]), n = (uint32_t)argc - 2;
    if (rows->status == OK && first != rows->n_taken)
        rows->status = refuse_ignored(rows);
    if (rows->status == OK)
        rows->status = rows->take(rows->context, argv + 2, first, n, rows->error);
    rows->n_taken = first + n < rows->n_columns ? first + n : 0;
    if (rows->status != OK) /* ends the query; query_rows_run() has the error */
        sqlite3_result_error(context, "", 0);
}

/* Returns what is not NULL: see was_called(). */
static void finish(sqlite3_context *context)
{
    sqlite3_result_int(context, 1);
}

int query_rows_register(sqlite3 *db)
{
    return sqlite3_create_function_v2(db, FUNCTION, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
                                      NULL, NULL, take_columns, finish, NULL);
}

/* ---- The statement --------------------------------------------------------------- */

static void append_columns(sqlite3_str *sql, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++)
        sqlite3_str_appendf(sql, "%sc%u", i > first ? "," : "", i);
}

/* The statement as SQL, to be freed with sqlite3_free(), or NULL. */
static char *whole_sql(const struct query_rows *rows)
{
    const char *query = sqlite3_sql(rows->query);
    size_t size = strlen(query);
    sqlite3_str *sql = sqlite3_str_new(rows->db);
    if (query[size - 1] == ';')
        size--;
    sqlite3_str_appendall(sql, "WITH \"parquet_write rows\"(");
    append_columns(sql, 0, rows->n_columns);
    sqlite3_str_appendall(sql, ") AS (");
    sqlite3_str_append(sql, query, (int)size);
    sqlite3_str_appendall(sql, "\n) SELECT "); /* a comment may end the query */
    for (uint32_t i = 0; i < rows->n_columns; i += MOST_COLUMNS_OF_CALL) {
        uint32_t left = rows->n_columns - i;
        sqlite3_str_appendf(sql, "%s%s(?1,%u,", i > 0 ? "," : "", FUNCTION, i);
        append_columns(sql, i,
                       i + (left < MOST_COLUMNS_OF_CALL ? left : MOST_COLUMNS_OF_CALL));
        sqlite3_str_appendall(sql, ")");
    }
    sqlite3_str_appendall(sql, " FROM \"parquet_write rows\"");
    return sqlite3_str_finish(sql);
}

/* Whether SQLite's plan for a statement passes rows from one part of it to another. */
static bool passes_rows(sqlite3 *db, const char *sql)
{
    enum { DETAIL = 3 };
    sqlite3_stmt *plan = NULL;
    bool found = false;
    char *explain = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", sql);
    int code = explain != NULL ? sqlite3_prepare_v2(db, explain, -1, &plan, NULL)
                               : SQLITE_NOMEM;
    while (code == SQLITE_OK && !found) {
        code = sqlite3_step(plan);
        if (code != SQLITE_ROW)
            break;
        const char *detail = (const char *)sqlite3_column_text(plan, DETAIL);
        found = detail == NULL || strncmp(detail, "CO-ROUTINE", 10) == 0 ||
                strncmp(detail, "MATERIALIZE", 11) == 0;
        code = SQLITE_OK;
    }
    sqlite3_finalize(plan);
    sqlite3_free(explain);
    return found || code != SQLITE_DONE;
}

/* Leaves `whole` NULL if the query is better run alone.  That also works where limits or
 * an authorizer prevent the other statement. */
static void prepare_whole(struct query_rows *rows)
{
    char *sql = whole_sql(rows);
    if (sql != NULL && !passes_rows(rows->db, sql) &&
        (sqlite3_prepare_v2(rows->db, sql, -1, &rows->whole, NULL) != SQLITE_OK ||
         sqlite3_bind_pointer(rows->whole, 1, rows, FUNCTION, NULL) != SQLITE_OK)) {
        sqlite3_finalize(rows->whole);
        rows->whole = NULL;
    }
    sqlite3_free(sql);
}

enum status query_rows_open(struct query_rows *rows, struct error *error)
{
    rows->values = mem_alloc(rows->n_columns, sizeof(sqlite3_value *));
    if (rows->values == NULL)
        return error_nomem(error);
    prepare_whole(rows);
    return OK;
}

void query_rows_release(struct query_rows *rows)
{
    sqlite3_finalize(rows->whole);
    mem_free(rows->values);
}

/* ---- A run ----------------------------------------------------------------------- */

/* Takes a row of the query itself.  The values are unprotected, which is safe: SQLite
 * holds the connection's mutex while a function runs. */
static enum status take_row(struct query_rows *rows, struct error *error)
{
    /* SQLite prepares the query again when the schema has changed. */
    if (sqlite3_data_count(rows->query) != (int)rows->n_columns)
        return error_set(error, MISUSE, "the query's columns have changed");
    for (uint32_t i = 0; i < rows->n_columns; i++)
        rows->values[i] = sqlite3_column_value(rows->query, (int)i);
    return rows->take(rows->context, rows->values, 0, rows->n_columns, error);
}

/* Both functions return SQLite's code: SQLITE_DONE after the last row. */

static int run_alone(struct query_rows *rows)
{
    int result;
    (void)sqlite3_reset(rows->query);
    while ((result = sqlite3_step(rows->query)) == SQLITE_ROW) {
        rows->status = take_row(rows, rows->error);
        if (rows->status != OK)
            break;
    }
    return result;
}

/* Whether the statement's row is that of the functions.  An authorizer may ignore calls,
 * which makes them NULL. */
static bool was_called(sqlite3_stmt *whole)
{
    for (int i = 0; i < sqlite3_data_count(whole); i++) {
        if (sqlite3_column_type(whole, i) == SQLITE_NULL)
            return false;
    }
    return true;
}

static int run_whole(struct query_rows *rows)
{
    rows->n_taken = 0;
    int result = sqlite3_step(rows->whole);
    if (rows->status != OK || (result != SQLITE_ROW && result != SQLITE_DONE))
        return result;
    bool is_complete = result == SQLITE_ROW && was_called(rows->whole);
    (void)sqlite3_reset(rows->whole);
    if (is_complete)
        return SQLITE_DONE;
    if (rows->n_taken > 0) {
        rows->status = refuse_ignored(rows);
        return result;
    }
    sqlite3_finalize(rows->whole);
    rows->whole = NULL;
    return run_alone(rows);
}

enum status query_rows_run(struct query_rows *rows, int *code, struct error *error)
{
    rows->status = OK;
    rows->error = error;
    int result = rows->whole != NULL ? run_whole(rows) : run_alone(rows);
    if (rows->status != OK || result == SQLITE_DONE)
        return rows->status;
    if (result == SQLITE_INTERRUPT)
        return error_set(error, INTERRUPTED, "interrupted");
    *code = result;
    return error_set(error, MISUSE, "query: %s", sqlite3_errmsg(rows->db));
}
