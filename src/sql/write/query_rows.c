/* SPDX-License-Identifier: MIT */
#include "sql/write/query_rows.h"

#include <string.h>

#include "base/alloc.h"
#include "sql/connection/connection.h"
#include "sql/write/write_query.h"

/* SQLite's usual limit is 127 arguments, two of which are not columns. */
enum { MOST_COLUMNS_OF_CALL = 100 };

/* Both the function's name and the type of the pointer that it expects, which SQL can
 * neither make nor read. */
static const char FUNCTION[] = "parquet_write_rows";

/* ---- The function ---------------------------------------------------------------- */

static enum status refuse_missing(struct query_rows *rows)
{
    return error_set(rows->error, MISUSE,
                     "an authorizer ignores some calls of %s(), or another function "
                     "has replaced it",
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
    rows->has_taken = true;
    uint32_t first = (uint32_t)sqlite3_value_int(argv[1]), n = (uint32_t)argc - 2;
    if (rows->status == OK && first != rows->n_taken)
        rows->status = refuse_missing(rows);
    if (rows->status == OK)
        rows->status = rows->take(rows->context, argv + 2, first, n, rows->error);
    rows->n_taken = first + n < rows->n_columns ? first + n : 0;
    if (rows->status != OK) /* ends the query; query_rows_run() has the error */
        sqlite3_result_error(context, "", 0);
}

/* Also called after no rows: see step_calls(). */
static void finish(sqlite3_context *context)
{
    struct connection *connection = sqlite3_user_data(context);
    connection->n_row_calls++;
}

int query_rows_register(sqlite3 *db, struct connection *connection)
{
    return sqlite3_create_function_v2(db, FUNCTION, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
                                      connection_retain(connection), NULL, take_columns,
                                      finish, connection_release);
}

/* ---- The statement --------------------------------------------------------------- */

/* All calls of the function, with columns as their arguments or with NULL for each. */
static void append_calls(sqlite3_str *sql, const struct query_rows *rows, bool of_nulls)
{
    for (uint32_t i = 0; i < rows->n_columns; i += MOST_COLUMNS_OF_CALL) {
        uint32_t left = rows->n_columns - i;
        uint32_t n = left < MOST_COLUMNS_OF_CALL ? left : MOST_COLUMNS_OF_CALL;
        sqlite3_str_appendf(sql, "%s%s(?1,%u", i > 0 ? "," : "", FUNCTION, i);
        for (uint32_t c = i; c < i + n; c++) {
            if (of_nulls)
                sqlite3_str_appendall(sql, ",NULL");
            else
                sqlite3_str_appendf(sql, ",c%u", c);
        }
        sqlite3_str_appendall(sql, ")");
    }
}

/* The statement as SQL, to be freed with sqlite3_free(), or NULL. */
static char *whole_sql(const struct query_rows *rows)
{
    sqlite3_str *sql = sqlite3_str_new(rows->db);
    sqlite3_str_appendall(sql, "WITH \"parquet_write rows\"(");
    for (uint32_t i = 0; i < rows->n_columns; i++)
        sqlite3_str_appendf(sql, "%sc%u", i > 0 ? "," : "", i);
    sqlite3_str_appendall(sql, ") AS (");
    sqlite3_str_append(sql, sqlite3_sql(rows->query), write_query_size(rows->query));
    sqlite3_str_appendall(sql, "\n) SELECT "); /* a comment may end the query */
    append_calls(sql, rows, false);
    sqlite3_str_appendall(sql, " FROM \"parquet_write rows\"");
    return sqlite3_str_finish(sql);
}

/* Steps a statement whose columns are calls of the function; returns SQLite's code.
 * *is_ours: all calls were of our function, which finishes each.  Others are ignored by
 * an authorizer, or call a function of that name that the program has registered. */
static int step_calls(struct query_rows *rows, sqlite3_stmt *statement, bool *is_ours)
{
    uint64_t *n = &rows->connection->n_row_calls, of_outer_write = *n;
    *n = 0;
    int code = sqlite3_step(statement);
    *is_ours = *n * MOST_COLUMNS_OF_CALL >= rows->n_columns;
    *n = of_outer_write;
    return code;
}

/* Whether SQLite calls our function.  Found out without rows, which another function
 * should not get. */
static bool calls_are_ours(struct query_rows *rows)
{
    bool is_ours = false;
    sqlite3_stmt *calls = NULL;
    sqlite3_str *text = sqlite3_str_new(rows->db);
    sqlite3_str_appendall(text, "SELECT ");
    append_calls(text, rows, true);
    sqlite3_str_appendall(text, " WHERE 0");
    char *sql = sqlite3_str_finish(text);
    if (sql != NULL && sqlite3_prepare_v2(rows->db, sql, -1, &calls, NULL) == SQLITE_OK)
        (void)step_calls(rows, calls, &is_ours);
    sqlite3_finalize(calls);
    sqlite3_free(sql);
    return is_ours;
}

/* Whether SQLite's plan for a statement passes rows from one part of it to another or, if
 * that is asked, too, sorts them; or the plan cannot be known. */
static bool passes_rows(sqlite3 *db, const char *sql, bool or_sorts)
{
    static const char *const words[] = {"CO-ROUTINE", "MATERIALIZE", "TEMP B-TREE",
                                        "AUTOMATIC"};
    enum { DETAIL = 3, PASSING = 2, ALL = sizeof words / sizeof words[0] };
    sqlite3_stmt *plan = NULL;
    bool found = false;
    char *explain = sqlite3_mprintf("EXPLAIN QUERY PLAN %s", sql);
    int code = explain != NULL ? sqlite3_prepare_v2(db, explain, -1, &plan, NULL)
                               : SQLITE_NOMEM;
    if (code == SQLITE_OK)
        code = sqlite3_step(plan);
    for (; code == SQLITE_ROW && !found; code = sqlite3_step(plan)) {
        const char *detail = (const char *)sqlite3_column_text(plan, DETAIL);
        found = detail == NULL;
        for (int i = 0; !found && i < (or_sorts ? ALL : PASSING); i++)
            found = strstr(detail, words[i]) != NULL;
    }
    sqlite3_finalize(plan);
    sqlite3_free(explain);
    return found || code != SQLITE_DONE;
}

/* Leaves `whole` NULL if the query is better run alone.  That also works where limits, an
 * authorizer or a function of that name prevent the other statement. */
static void prepare_whole(struct query_rows *rows)
{
    char *sql = whole_sql(rows);
    if (sql != NULL && !passes_rows(rows->db, sql, false) && calls_are_ours(rows) &&
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
    /* An answer that is wrong costs time. */
    rows->copies_values = passes_rows(rows->db, sqlite3_sql(rows->query), true);
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

static int run_whole(struct query_rows *rows)
{
    bool is_ours;
    rows->n_taken = 0;
    rows->has_taken = false;
    int result = step_calls(rows, rows->whole, &is_ours);
    if (rows->status != OK || (result != SQLITE_ROW && result != SQLITE_DONE))
        return result;
    (void)sqlite3_reset(rows->whole);
    if (is_ours && rows->n_taken == 0)
        return SQLITE_DONE;
    if (rows->has_taken) {
        rows->status = refuse_missing(rows);
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
