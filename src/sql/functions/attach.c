/* SPDX-License-Identifier: MIT */
/*
 * attach.c - parquet_attach(path [, name]): creates TEMP virtual tables, those of
 * path_tables.h or one of the given name; returns how many.
 *
 * A name that the connection has attached before is attached anew.  A table or view of
 * another database is never hidden: the query that was meant for it would read the file.
 */
#include <string.h>

#include "base/alloc.h"
#include "sql/connection/connection.h"
#include "sql/connection/trust.h"
#include "sql/connection/call_scope.h"
#include "sql/functions/attach.h"
#include "sql/functions/functions.h"
#include "sql/host/host_quirks.h"
#include "sql/host/report.h"

/* A table that a call makes.  The texts are the plan's. */
struct attached_table {
    const char *name, *path;
    bool replaces; /* the table of this name: until all are made, it is called NAME/new */
};

/* A call of the function. */
struct attachment {
    sqlite3 *db;
    struct connection *connection;
    struct attached_table *tables;
    int n_tables; /* made so far */
    char *message;
    int code; /* SQLite's, with the message */
};

/* ---- Making tables --------------------------------------------------------------- */

/* Executes a statement and frees it; false after a failure. */
static bool execute(struct attachment *a, char *sql)
{
    char *message = NULL;
    a->code = sql == NULL ? SQLITE_NOMEM : sqlite3_exec(a->db, sql, NULL, NULL, &message);
    sqlite3_free(sql);
    if (a->code != SQLITE_OK && a->message == NULL)
        a->message = message;
    else
        sqlite3_free(message);
    return a->code == SQLITE_OK;
}

static bool has_attached(const struct connection *connection, const char *name)
{
    size_t i = 0;
    while (i < connection->n_attached &&
           sqlite3_stricmp(connection->attached[i], name) != 0)
        i++;
    return i < connection->n_attached;
}

static bool has_made(const struct attachment *a, const char *name)
{
    int i = 0;
    while (i < a->n_tables && sqlite3_stricmp(a->tables[i].name, name) != 0)
        i++;
    return i < a->n_tables;
}

/* Whether the name is that of a TEMP table of this module. */
static bool is_table(const struct attachment *a, const char *name)
{
    return select_integer(a->db,
                          "SELECT 1 FROM sqlite_temp_master WHERE type = 'table' "
                          "AND name = ?1 COLLATE NOCASE AND "
                          "sql LIKE 'CREATE VIRTUAL TABLE%USING parquet(%'",
                          name) == 1;
}

/* Remembers that the connection has attached the name. */
static void note_attached(struct connection *connection, const char *name)
{
    if (has_attached(connection, name))
        return;
    struct memory_scope before = memory_account_enter(&connection->memory);
    char *copy = mem_copy_text(name, strlen(name));
    bool has_room = mem_grow(&connection->attached, connection->n_attached + 1,
                             sizeof *connection->attached);
    memory_scope_restore(before);
    if (has_room && copy != NULL)
        connection->attached[connection->n_attached++] = copy;
    else
        mem_free(copy); /* the table cannot be replaced, that is all */
}

static bool create(struct attachment *a, const struct attached_table *table,
                   const char *suffix)
{
    return execute(a, sqlite3_mprintf("CREATE VIRTUAL TABLE temp.\"%w%s\" USING "
                                      "parquet('%q')",
                                      table->name, suffix, table->path));
}

static bool drop(struct attachment *a, const struct attached_table *table,
                 const char *suffix)
{
    return execute(a, sqlite3_mprintf("DROP TABLE temp.\"%w%s\"", table->name, suffix));
}

static const char *suffix_of(const struct attached_table *table)
{
    return table->replaces ? "/new" : "";
}

/* Whether an interrupted call has left a table under the name that this one needs. */
static bool has_left(const struct attachment *a, const struct attached_table *table)
{
    char *name = sqlite3_mprintf("%s%s", table->name, suffix_of(table));
    bool has = name != NULL && has_attached(a->connection, name) && is_table(a, name);
    sqlite3_free(name);
    return has;
}

static bool attach(struct attachment *a, const struct path_table *planned)
{
    struct attached_table table = {.name = planned->name, .path = planned->path};
    table.replaces = has_attached(a->connection, table.name) &&
                     !has_made(a, table.name) && is_table(a, table.name);
    if (table.replaces && has_left(a, &table))
        (void)drop(a, &table, suffix_of(&table));
    if (a->code != SQLITE_OK || !create(a, &table, suffix_of(&table)))
        return false;
    a->tables[a->n_tables++] = table;
    return true;
}

/* Puts the tables in the places of earlier ones, when all of them could be made. */
static bool replace_earlier(struct attachment *a)
{
    bool is_done = true;
    for (int i = 0; i < a->n_tables && is_done; i++) {
        const struct attached_table *table = &a->tables[i];
        if (table->replaces)
            is_done = drop(a, table, suffix_of(table)) && drop(a, table, "") &&
                      create(a, table, "");
        if (is_done)
            note_attached(a->connection, table->name);
    }
    return is_done;
}

/* Drops the tables that were made before a failure.  After an interrupt SQLite refuses
 * that: then a later call may replace them. */
static void drop_made(struct attachment *a)
{
    int code = a->code;
    for (int i = 0; i < a->n_tables; i++) {
        const struct attached_table *table = &a->tables[i];
        char *name = sqlite3_mprintf("%s%s", table->name, suffix_of(table));
        if (!drop(a, table, suffix_of(table)) && name != NULL)
            note_attached(a->connection, name);
        sqlite3_free(name);
    }
    a->code = code;
}

int attach_tables(struct connection *connection, const struct path_tables *plan,
                  char **message)
{
    struct attachment a = {.db = connection->db, .connection = connection};
    bool is_done = true;
    a.tables = sqlite3_malloc64(plan->n * sizeof a.tables[0]);
    if (a.tables == NULL)
        a.code = SQLITE_NOMEM;
    for (size_t i = 0; a.tables != NULL && is_done && i < plan->n; i++)
        is_done = attach(&a, &plan->tables[i]);
    if (a.code != SQLITE_OK || !replace_earlier(&a))
        drop_made(&a);
    sqlite3_free(a.tables);
    *message = a.message;
    return a.code;
}

/* ---- The function ---------------------------------------------------------------- */

static enum status check_call(sqlite3_context *context, int argc, sqlite3_value **argv,
                              int *failure, struct error *error)
{
    const char *path = NULL, *name = NULL;
    enum status status = connection_check_loaded_whole(sqlite3_user_data(context), error);
    if (status == OK)
        status = key_function_is_over(sqlite3_context_db_handle(context), error);
    if (status == OK)
        status = trust_caller(sqlite3_context_db_handle(context), "parquet_attach",
                              failure, error);
    if (status == OK)
        status = text_argument(argv[0], "the path", &path, error);
    if (status == OK && argc > 1)
        status = text_argument(argv[1], "the table name", &name, error);
    if (status != OK)
        return status;
    if (path[0] == '\0')
        return error_set(error, MISUSE, "the path is empty");
    if (name != NULL && name[0] == '\0')
        return error_set(error, MISUSE, "the table name is empty");
    return OK;
}

/* Finds the tables to make.  *one: the table, if the call names it. */
static enum status plan_tables(struct connection *connection, const char *path,
                               struct path_table *one, struct path_tables *plan,
                               struct error *error)
{
    struct call_scope call = {0};
    *plan = (struct path_tables){.n = 1, .tables = one};
    if (one->name != NULL)
        return OK;
    call_begin(&call, connection, &connection->memory);
    return call_end(&call, path_tables_find(path, plan, error), error);
}

/* Refuses names of other tables and views, and says how to choose others. */
static enum status check_names(sqlite3 *db, const char *path,
                               const struct path_tables *plan, int *failure,
                               struct error *error)
{
    char *advice = sqlite3_mprintf(
        plan->n > 1 ? "choose other names, SELECT parquet_attach(path, 'new_' || name) "
                      "FROM parquet_tables(%Q)"
                    : "choose another name, SELECT parquet_attach(%Q, 'name')",
        path);
    enum status status = advice == NULL ? error_nomem(error) : OK;
    for (size_t i = 0; status == OK && i < plan->n; i++)
        status = trust_name(db, plan->tables[i].name, advice, failure, error);
    sqlite3_free(advice);
    return status;
}

static void parquet_attach(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const char *path = (const char *)sqlite3_value_text(argv[0]);
    struct connection *connection = sqlite3_user_data(context);
    struct path_table one = {.path = path};
    struct path_tables plan = {0};
    struct error error = {0};
    char *message = NULL;
    int code = SQLITE_OK;
    enum status status = check_call(context, argc, argv, &code, &error);
    if (argc > 1)
        one.name = (const char *)sqlite3_value_text(argv[1]);
    if (status == OK)
        status = plan_tables(connection, path, &one, &plan, &error);
    if (status == OK)
        status = check_names(connection->db, path, &plan, &code, &error);
    if (status == OK)
        code = attach_tables(connection, &plan, &message);
    if (status != OK) {
        report_to_function(context, path, code, &error);
    } else if (code != SQLITE_OK) {
        sqlite3_result_error(context, message != NULL ? message : sqlite3_errstr(code),
                             -1);
        sqlite3_result_error_code(context, code);
    } else {
        sqlite3_result_int64(context, (sqlite3_int64)plan.n);
    }
    if (plan.tables != &one)
        path_tables_release(&plan);
    sqlite3_free(message);
}

int register_attach(sqlite3 *db, struct connection *connection)
{
    for (int n_arguments = 1; n_arguments <= 2; n_arguments++) {
        int code = sqlite3_create_function_v2(
            db, "parquet_attach", n_arguments, SQLITE_UTF8 | SQLITE_DIRECTONLY,
            connection_retain(connection), parquet_attach, NULL, NULL,
            connection_release);
        if (code != SQLITE_OK)
            return code;
    }
    return SQLITE_OK;
}
