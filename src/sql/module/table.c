/* SPDX-License-Identifier: MIT */
#include "sql/module/table.h"

#include <string.h>

#include "base/alloc.h"
#include "base/disk_file.h"
#include "os/process.h"
#include "sql/connection/trust.h"
#include "sql/host/host_quirks.h"
#include "sql/host/report.h"

struct memory_account *table_account(struct parquet_table *table)
{
    return table->options.memory_limit > 0 ? &table->memory : &table->connection->memory;
}

static void table_free(struct parquet_table *table)
{
    reused_statement_release(table->connection->db, &table->collations);
    reused_statement_release(table->connection->db, &table->planned);
    opened_file_release(table->file);
    opened_file_release(table->locked);
    table_options_release(&table->options);
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

static enum status declare(sqlite3 *db, const char *declaration, struct error *error)
{
    switch (host_declare_table(db, declaration)) {
    case SQLITE_OK:
        return OK;
    case SQLITE_NOMEM:
        return error_nomem(error);
    case SQLITE_INTERRUPT:
        return error_set(error, INTERRUPTED, "interrupted");
    default:
        return error_set(error, MISUSE, "SQLite refuses the table: %s",
                         sqlite3_errmsg(db));
    }
}

/* Opens the file and declares its columns.  exists: the table was created before. */
static enum status table_open(struct parquet_table *table, bool exists,
                              struct error *error)
{
    table->options.allows_unmatched = exists;
    enum status status = opened_file_open(&table->options, most_columns(table),
                                          &table->file, error);
    if (status != OK)
        return status;
    int encoding = database_encoding(table->connection->db);
    table->is_utf16 = encoding != SQLITE_UTF8;
    if (encoding == 0 && sqlite3_errcode(table->connection->db) == SQLITE_INTERRUPT)
        return error_set(error, INTERRUPTED, "interrupted");
    table->options.allows_unmatched = true;
    return declare(table->connection->db, table->file->columns.declaration, error);
}

/* Turns the table into a stub with one column.  Queries of it report *error. */
static int table_make_stub(struct parquet_table *table, const struct error *error)
{
    table->stub_error = *error;
    opened_file_release(table->file);
    table->file = NULL;
    return host_declare_table(table->connection->db, "CREATE TABLE x(unavailable)");
}

/* Initialises what does not depend on the file; argv is xConnect's. */
static enum status table_init(struct parquet_table *table, struct connection *connection,
                              int argc, const char *const *argv, bool exists,
                              struct error *error)
{
    *table = (struct parquet_table){.connection = connection_retain(connection),
                                    .name = sqlite3_mprintf("%s.%s", argv[1], argv[2]),
                                    .n_schema = (int)strlen(argv[1])};
    if (table->name == NULL)
        return error_nomem(error);
    table->entry = (struct listed_table){
        .name = table->name, .options = &table->options, .file = &table->file};
    connection_list(connection, &table->entry);
    struct memory_scope before = memory_account_enter(&connection->memory);
    enum status status = table_options_parse(&table->options, argc, argv, error);
    memory_scope_restore(before);
    if (status == OK && table->options.key_function != NULL &&
        sqlite3_stricmp(argv[1], "temp") != 0)
        status = error_set(error, MISUSE,
                           "option key_function: only TEMP tables can have it, since the "
                           "schema of a database file must not choose functions to call");
    if (status == OK && exists && sqlite3_stricmp(argv[1], "temp") != 0)
        status = trust_schema_urls(connection, table->options.path,
                                   table->options.lake_roots, error);
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
    enum status status = table_init(table, connection, argc, argv, may_be_stub, &error);
    if (status == OK)
        status = key_function_is_over(connection->db, &error);
    struct call_scope call = {0};
    struct batch_request *request = connection->batch_request;
    connection->batch_request = NULL; /* is not that of a key function */
    call_begin(&call, connection, table_account(table));
    call_keep_interrupts(&call);
    if (status == OK)
        status = table_open(table, may_be_stub, &error);
    status = call_end(&call, status, &error);
    connection->batch_request = request;
    int code = report_code(status);
    if (status != OK && status != NOMEM && status != INTERRUPTED && status != CHANGED &&
        may_be_stub && !statement_reads(connection->db))
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
    /* Views and triggers of a database file reach no network. */
    return disk_file_is_far(table->options.path)
               ? sqlite3_vtab_config(connection->db, SQLITE_VTAB_DIRECTONLY)
               : SQLITE_OK;
}

int parquet_create(sqlite3 *db, void *connection, int argc, const char *const *argv,
                   sqlite3_vtab **vtab, char **message)
{
    (void)db;
    return table_connect(connection, argc, argv, false, vtab, message);
}

int parquet_connect(sqlite3 *db, void *connection, int argc, const char *const *argv,
                    sqlite3_vtab **vtab, char **message)
{
    (void)db;
    return table_connect(connection, argc, argv, true, vtab, message);
}

int parquet_destroy(sqlite3_vtab *vtab)
{
    struct parquet_table *table = (struct parquet_table *)vtab;
    struct error error = {0};
    enum status status = key_function_is_over(table->connection->db, &error);
    return status == OK ? parquet_disconnect(vtab)
                        : report_to_table(vtab, table->options.path, status, &error);
}

int parquet_disconnect(sqlite3_vtab *vtab)
{
    table_free((struct parquet_table *)vtab);
    return SQLITE_OK;
}

int parquet_rename(sqlite3_vtab *vtab, const char *name)
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

/* The missing files may exist by now, and missing keys may be known, but SQLite asks for
 * the columns again only when it reads the schema again. */
int table_report_stub(struct parquet_table *table)
{
    struct opened_file *now = NULL;
    struct error error = {0};
    struct call_scope call = {0};
    bool lacked_key = status_is_of_keys(table->stub_error.status);
    if (table->stub_error.status != CANTOPEN && !lacked_key)
        return report_to_table(&table->base, table->options.path,
                               table->stub_error.status, &table->stub_error);
    call_begin(&call, table->connection, table_account(table));
    call_keep_interrupts(&call);
    enum status status = opened_file_open(&table->options, most_columns(table), &now,
                                          &error);
    opened_file_release(now);
    status = call_end(&call, status, &error);
    if (status == OK)
        status = error_set(&error, MISUSE,
                           "%s when the schema was loaded, but %s now: reopen the "
                           "database",
                           lacked_key ? "keys were missing" : "files were missing",
                           lacked_key ? "are known" : "exist");
    return report_to_table(&table->base, table->options.path, status, &error);
}

/* ---- A file that was replaced ---------------------------------------------------- */

/* Opens a locked file again, if its keys are known by now. */
static enum status unlock(struct parquet_table *table, struct error *error)
{
    enum status status = opened_file_reopen(&table->options, most_columns(table),
                                            &table->locked, error);
    if (status == OK) {
        table->file = table->locked;
        table->locked = NULL;
    }
    return status;
}

/* Opens the file that is at the path now.  If the keys of the connection do not suffice
 * for it any more, the old one must not keep those that were removed. */
static enum status reopen(struct parquet_table *table, struct error *error)
{
    enum status status = opened_file_reopen(&table->options, most_columns(table),
                                            &table->file, error);
    if (status_is_of_keys(status) && table->file->n_references == 1) {
        opened_file_lock(table->file);
        table->locked = table->file;
        table->file = NULL;
    }
    return status;
}

enum status table_revalidate(struct parquet_table *table, struct call_scope *call,
                             struct error *error)
{
    bool is_current;
    if (table->file != NULL && table->file->n_scans > 0)
        return table->file->source.is_elsewhere ? opened_file_wake(table->file, error)
                                                : OK;
    if (table->file == NULL) {
        call_keep_interrupts(call);
        return unlock(table, error);
    }
    if (table->file->source.is_many)
        call_keep_interrupts(call);
    enum status status = opened_file_is_current(table->file, &table->options, &is_current,
                                                error);
    if (status != OK)
        return status;
    if (is_current) {
        status = opened_file_wake(table->file, error);
        if (status != CHANGED)
            return status;
        error_clear(error);
    }
    call_keep_interrupts(call);
    return reopen(table, error);
}

/* Whether what was found for an earlier plan will do: a join asks for many plans, and
 * finding many files takes long, as does opening one that may have changed.  A file
 * elsewhere is opened once for the plans of a statement.  Many files are found once a
 * second, as finding them for each statement's plans doubles the time of short ones. */
static bool is_found(struct parquet_table *table)
{
    static const uint64_t JUST_NOW = UINT64_C(1000000000);
    uint64_t now = os_nanoseconds(), before = table->listed_at;
    if (table->file == NULL)
        return false;
    if (table->file->source.is_elsewhere)
        return is_same_preparation(table->connection->db, &table->planned);
    if (table->file->source.is_many && before != 0 && now - before < JUST_NOW)
        return true;
    table->listed_at = now;
    return false;
}

/* Called before a plan is made, so that it is made for the file that is at the path
 * now. */
static enum status revalidate_for_plan(struct parquet_table *table, struct error *error)
{
    struct call_scope call = {0};
    struct batch_request *request = table->connection->batch_request;
    if (is_found(table))
        return OK;
    table->connection->batch_request = NULL; /* is not that of a key function */
    call_begin(&call, table->connection, table_account(table));
    enum status status = call_end(&call, table_revalidate(table, &call, error), error);
    table->connection->batch_request = request;
    return status;
}

/* ---- Plans ----------------------------------------------------------------------- */

struct plan_context table_plan_context(struct parquet_table *table,
                                       const struct opened_file *file)
{
    return (struct plan_context){.db = table->connection->db,
                                 .collations = &table->collations,
                                 .file = file,
                                 .path = table->options.path,
                                 .pushdown = table->options.pushdown,
                                 .is_utf16 = table->is_utf16};
}

/* The request of the statement that is prepared in batches; NULL: it is another. */
static struct batch_request *request_of_plan(const struct parquet_table *table)
{
    struct batch_request *request = table->connection->batch_request;
    return request != NULL && request->is_planning ? request : NULL;
}

/* idxNum is PLAN_FLAGS * the file's layout, with flags. */
int parquet_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
    struct parquet_table *table = (struct parquet_table *)vtab;
    struct error error = {0};
    if (key_function_is_over(table->connection->db, &error) != OK)
        return report_to_table(vtab, table->options.path, MISUSE, &error);
    bool is_stub = table->file == NULL && table->locked == NULL;
    /* xOpen reports other errors, with the right code, which SQLite would turn into
     * SQLITE_ERROR here. */
    if (!is_stub && revalidate_for_plan(table, &error) == INTERRUPTED)
        return report_to_table(vtab, table->options.path, INTERRUPTED, &error);
    if (table->file == NULL) {
        info->estimatedCost = 1;
        info->estimatedRows = 1;
        return SQLITE_OK;
    }
    table->n_to_check = MOST_PASSES_CHECKED;
    table->has_warned = false;
    struct plan_context context = table_plan_context(table, table->file);
    struct batch_request *request = request_of_plan(table);
    if (request != NULL) {
        request->table = vtab;
        context.untested = &request->untested;
    }
    struct memory_scope before = memory_account_enter(table_account(table));
    /* What it reads may wake the file, even if it could not be revalidated. */
    const struct folders *folders_before = disk_file_confine(
        restrictions_readable(&table->connection->restrictions));
    info->idxNum = PLAN_FLAGS * table->file->layout;
    if (request != NULL)
        info->idxNum += PLAN_IN_BATCHES;
    else if (!columns_are_used(&table->file->columns, info->colUsed))
        info->idxNum += PLAN_COUNTS_ONLY;
    if (request == NULL && table->file->file->describes_closed &&
        columns_are_of_paths(&table->file->columns, info->colUsed))
        info->idxNum += PLAN_READS_PATHS;
    int code = plan_choose(info, &context);
    opened_file_rest(table->file);
    (void)disk_file_confine(folders_before);
    memory_scope_restore(before);
    return code;
}
