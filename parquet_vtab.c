/* SPDX-License-Identifier: MIT */
/*
 * parquet_vtab.c - Parquet files as SQLite tables: the virtual table module `parquet`.
 *
 *     .load ./parquet_vtab
 *     CREATE VIRTUAL TABLE temp.trips USING parquet('trips.parquet');
 *     SELECT payment, sum(fare) FROM trips WHERE distance > 10 GROUP BY payment;
 *
 * OPTIONS follow the path as key=value; src/sql/options/option_list.h has the list.
 *
 * HOW IT WORKS
 *
 * The functions are in src/sql/module/.
 *
 *     connect      table_options_parse -> opened_file_open -> columns_build -> declare
 *     best_index   constraints -> a plan, as readable text (src/sql/table/plan.h)
 *     open         a cursor holds the file that is at the path now; while it is open,
 *                  further cursors of the table get the same file
 *     filter       plan + values -> a predicate -> a feed of rows (src/feed/row_feed.h)
 *     next         advances in the batch; at its end asks the feed for the next one
 *     column       the feed's window (decodes on first use) -> src/sql/table/result.h
 *
 * Files are hostile input; nothing they contain is trusted before src/parquet has checked
 * it.
 */
#define PARQUET_VTAB_DEFINES_SQLITE_API
#include "sql/host/sqlite_api.h"

#include "remote/disk_cache.h"
#include "remote/remote_system.h"
#include "sql/connection/connection.h"
#include "sql/functions/functions.h"
#include "sql/host/host_quirks.h"
#include "sql/host/report.h"
#include "sql/module/cursor.h"
#include "sql/query/query_module.h"
#include "version.h"

/* ---- The module ------------------------------------------------------------------ */

static const sqlite3_module parquet_module = {
    .iVersion = 0,
    .xCreate = parquet_create,
    .xConnect = parquet_connect,
    .xBestIndex = parquet_best_index,
    .xDisconnect = parquet_disconnect,
    .xDestroy = parquet_destroy,
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

/* Tables of either format: the files say which they are. */
static int register_tables(sqlite3 *db, struct connection *connection)
{
    static const char *const names[] = {"parquet", "orc"};
    int code = SQLITE_OK;
    for (size_t i = 0; code == SQLITE_OK && i < sizeof names / sizeof *names; i++)
        code = sqlite3_create_module_v2(db, names[i], &parquet_module,
                                        connection_retain(connection),
                                        connection_release);
    return code;
}

/* Registers the modules and functions that only read, parquet_add_key(),
 * parquet_add_secret() and parquet_restrict(). */
static int register_reading(sqlite3 *db, struct connection *connection)
{
    int code = register_tables(db, connection);
    if (code == SQLITE_OK)
        code = register_table_functions(db, connection);
    if (code == SQLITE_OK)
        code = register_query(db, connection);
    if (code == SQLITE_OK)
        code = register_create_table(db, connection);
    if (code == SQLITE_OK)
        code = register_add_key(db, connection);
    if (code == SQLITE_OK)
        code = register_add_secret(db, connection);
    if (code == SQLITE_OK)
        code = register_restrict(db, connection);
    if (code == SQLITE_OK)
        code = register_instants(db);
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
        cache_limit_by_environment(error) != OK || disk_cache_by_environment(error) != OK)
        return report_code(error->status);
    int code = register_reading(db, connection);
    if (code == SQLITE_OK && !connection->is_readonly)
        code = register_write(db, connection);
    if (code == SQLITE_OK && !connection->is_readonly)
        code = register_attach(db, connection);
    if (code == SQLITE_OK && !connection->is_readonly)
        code = register_import(db, connection);
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
        return restrictions_refuse_remote(&connection->restrictions) ? SQLITE_OK
                                                                     : SQLITE_NOMEM;
    }
    if (connection != NULL)
        return report_code(connection_check_loaded_whole(connection, error));
    remote_system_register();
    connection = connection_new(db);
    if (connection == NULL)
        return SQLITE_NOMEM;
    connection->is_readonly = is_readonly;
    if (is_readonly && !restrictions_refuse_remote(&connection->restrictions)) {
        connection_release(connection);
        return SQLITE_NOMEM;
    }
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
    if (code != SQLITE_OK && message != NULL)
        *message = error.status != OK
                       ? report_message(NULL, &error)
                       : sqlite3_mprintf("parquet: %s", sqlite3_errstr(code));
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

/* Without parquet_write(), parquet_attach() and parquet_import(). */
int sqlite3_parquetvtab_readonly_init(sqlite3 *db, char **message,
                                      const sqlite3_api_routines *api)
{
    SQLITE_EXTENSION_INIT2(api);
    return load_or_say_why(db, true, message);
}
