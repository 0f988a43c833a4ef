/* SPDX-License-Identifier: MIT */
/*
 * attach.c - parquet_attach(path [, name]): creates TEMP virtual tables, those that
 * parquet_tables(path) shows or one of the given name; returns how many.
 *
 *     path              tables
 *     a file            one, named after the file without its extension
 *     a folder          one for each file in it, and one for each folder in it with
 *                       files; but one, named after the folder, if folders in it are
 *                       partitions
 *     a Delta or        one, named after the folder; also in a folder
 *     Iceberg table
 *
 * ORC files of 0 bytes, which Hive writes for no rows, make no table: they have no
 * columns.
 *
 * A name that the connection has attached before is attached anew.  A table or view of
 * another database is never hidden: the query that was meant for it would read the file.
 */
#include "sql/functions/attach.h"

#include <string.h>

#include "base/alloc.h"
#include "base/disk_file.h"
#include "base/path.h"
#include "sql/connection/call_scope.h"
#include "sql/connection/trust.h"
#include "sql/functions/functions.h"
#include "sql/functions/table_function.h"
#include "sql/host/host_quirks.h"
#include "sql/host/report.h"
#include "sql/table/table_source.h"

enum { MOST_TABLES = 10000 };

/* The tables that a call makes of a path.  A zeroed struct is empty. */
struct path_tables {
    size_t n;
    struct path_table *tables; /* their texts are in the arena */
    struct arena arena;
};

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

/* ---- Names ----------------------------------------------------------------------- */

/* The name of a file or folder without folders and, for a file, without its last
 * extension, unless nothing would be left. */
static struct slice table_name(const char *path, size_t size, bool is_file)
{
    enum { MOST_NAME = 1000 };
    while (size > 1 && (path[size - 1] == '/' || path[size - 1] == '\\'))
        size--;
    size_t start = size;
    while (start > 0 && path[start - 1] != '/' && path[start - 1] != '\\')
        start--;
    size_t n = size - start;
    for (size_t i = n; is_file && i > 1; i--) {
        if (path[start + i - 1] == '.') {
            n = i - 1;
            break;
        }
    }
    return slice_of(path + start, n < MOST_NAME ? n : MOST_NAME);
}

static enum status add_table(struct path_tables *tables, const char *path, size_t size,
                             bool is_file, struct error *error)
{
    if (tables->n == MOST_TABLES)
        return error_set(error, TOO_BIG,
                         "more than %d tables; attach the folder as one: "
                         "parquet_attach('folder', 'name')",
                         (int)MOST_TABLES);
    if (!mem_grow(&tables->tables, tables->n + 1, sizeof *tables->tables))
        return error_nomem(error);
    struct slice name = table_name(path, size, is_file);
    struct path_table *table = &tables->tables[tables->n];
    table->name = arena_copy_text(&tables->arena, name.data, name.size);
    table->path = arena_copy_text(&tables->arena, path, size);
    if (table->name == NULL || table->path == NULL)
        return error_nomem(error);
    tables->n++;
    return OK;
}

/* ---- Folders --------------------------------------------------------------------- */

/* The size of the first name in the part of a path after the folder. */
static size_t first_name_size(const char *rest)
{
    return strcspn(rest, "/");
}

static bool is_partition(const char *rest)
{
    size_t size = first_name_size(rest);
    const char *equals = memchr(rest, '=', size);
    return rest[size] == '/' && equals != NULL && equals > rest;
}

static bool has_partitions(const struct file_list *list)
{
    bool has = false;
    for (size_t i = 0; i < list->n && !has; i++)
        has = is_partition(list->files[i].path + list->files[i].fixed_size);
    return has;
}

static bool is_empty_orc(const struct listed_file *file)
{
    struct file_identity identity;
    struct error ignored = {0};
    const char *ending = strrchr(path_name(file->path), '.');
    return ending != NULL &&
           slice_equals_word(slice_of(ending, strlen(ending)), ".orc") &&
           disk_file_identity(file->path, &identity, &ignored) == OK &&
           identity.size == 0;
}

static bool is_in(struct slice path, struct slice folder)
{
    return path.size > folder.size && folder.size > 0 &&
           memcmp(path.data, folder.data, folder.size) == 0;
}

/* Adds a table for each file and each folder in a folder with files. */
static enum status add_entries(struct path_tables *tables, const struct file_list *list,
                               struct error *error)
{
    struct slice folder = {0}; /* that has its table, with its slash */
    enum status status = OK;
    for (size_t i = 0; status == OK && i < list->n; i++) {
        const struct listed_file *file = &list->files[i];
        size_t size = file->fixed_size + first_name_size(file->path + file->fixed_size);
        bool is_file = size == file->size;
        if (is_in(slice_of(file->path, file->size), folder) || is_empty_orc(file))
            continue;
        if (!is_file)
            folder = slice_of(file->path, ++size);
        status = add_table(tables, file->path, size, is_file, error);
    }
    if (status == OK && tables->n == 0)
        status = error_set(error, MISUSE, "all files have 0 bytes");
    return status;
}

static bool may_be_several(const char *path)
{
    return strpbrk(path, "*?[{\n") != NULL;
}

static enum status find_tables(char *path, struct path_tables *tables,
                               struct error *error)
{
    struct table_options options = {.path = path, .lists_lakes = true};
    struct table_source source = {0};
    enum status status = table_source_find(&options, NULL, &source, error);
    if (status == OK && source.is_many && source.lake == NULL)
        status = file_list_require_matches(&source.list, error);
    if (status == OK && source.is_many && may_be_several(path))
        status = error_set(error, MISUSE,
                           "a pattern or a list has no name; give the table one: "
                           "parquet_attach('...', 'name')");
    if (status == OK &&
        (!source.is_many || source.lake != NULL || has_partitions(&source.list)))
        status = add_table(tables, path, strlen(path), !source.is_many, error);
    else if (status == OK)
        status = add_entries(tables, &source.list, error);
    table_source_release(&source);
    return status;
}

/* Finds the tables; they may have the same names.  CANTOPEN if there is no file; MISUSE
 * for a pattern or a list, which has no name; TOO_BIG beyond a limit.  Call
 * path_tables_release() also after a failure. */
static enum status path_tables_find(const char *path, struct path_tables *tables,
                                    struct error *error)
{
    char *copy = mem_copy_text(path, strlen(path));
    *tables = (struct path_tables){0};
    enum status status = copy == NULL ? error_nomem(error)
                                      : find_tables(copy, tables, error);
    mem_free(copy);
    return status;
}

static void path_tables_release(struct path_tables *tables)
{
    mem_free(tables->tables);
    arena_release(&tables->arena);
    *tables = (struct path_tables){0};
}

/* ---- parquet_tables() ------------------------------------------------------------- */

struct table_rows {
    struct path_tables tables;
    struct path_table table; /* the current row */
};

static void rows_close(void *row)
{
    struct table_rows *rows = row;
    path_tables_release(&rows->tables);
}

static enum status rows_open(const struct function_call *call, void *row,
                             struct error *error)
{
    struct table_rows *rows = row;
    return path_tables_find(call->options.path, &rows->tables, error);
}

static enum status rows_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct table_rows *rows = row;
    (void)error;
    *has_row = n < rows->tables.n;
    if (*has_row)
        rows->table = rows->tables.tables[n];
    return OK;
}

static const struct listed_column TABLES_COLUMNS[] = {
    SHOW("name TEXT", struct table_rows, table.name),
    SHOW("path TEXT", struct table_rows, table.path),
};

const struct table_function parquet_tables_function = {
    .name = "parquet_tables",
    .columns = COLUMN_LIST(TABLES_COLUMNS),
    .example_path = "folder",
    .size = sizeof(struct table_rows),
    .open = rows_open,
    .next = rows_next,
    .close = rows_close,
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

int attach_tables(struct connection *connection, const struct path_table *planned,
                  size_t n, char **message)
{
    struct attachment a = {.db = connection->db, .connection = connection};
    bool is_done = true;
    a.tables = sqlite3_malloc64(n * sizeof a.tables[0]);
    if (a.tables == NULL)
        a.code = SQLITE_NOMEM;
    for (size_t i = 0; a.tables != NULL && is_done && i < n; i++)
        is_done = attach(&a, &planned[i]);
    if (a.code != SQLITE_OK || !replace_earlier(&a))
        drop_made(&a);
    sqlite3_free(a.tables);
    *message = a.message;
    return a.code;
}

/* ---- parquet_attach() ------------------------------------------------------------- */

static enum status check_call(sqlite3_context *context, int argc, sqlite3_value **argv,
                              int *failure, struct error *error)
{
    const char *path = NULL, *name = NULL;
    enum status status = connection_check_loaded_whole(sqlite3_user_data(context), error);
    if (status == OK)
        status = key_function_is_over(sqlite3_context_db_handle(context), error);
    if (status == OK)
        status = trust_caller(sqlite3_user_data(context), "parquet_attach", failure,
                              error);
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
        code = attach_tables(connection, plan.tables, plan.n, &message);
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
