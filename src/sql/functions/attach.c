/* SPDX-License-Identifier: MIT */
/*
 * attach.c - parquet_attach(path [, name]): creates TEMP virtual tables; returns how
 * many.
 *
 *     path              tables
 *     a file            one, named after the file without its extension
 *     a folder          one for each file in it, and one for each folder in it with
 * files; but one, named after the folder, if folders in it are partitions anything, name
 * one
 *
 * A name that the connection has attached before is attached anew.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "sql/connection/connection.h"
#include "sql/connection/trust.h"
#include "sql/connection/work.h"
#include "sql/functions/functions.h"
#include "sql/host/report.h"
#include "sql/host/text_argument.h"
#include "sql/table/table_source.h"

enum { MOST_TABLES = 10000 };

/* A table that a call makes.  The texts are from sqlite3_mprintf(). */
struct attached_table {
    char *name, *path;
    bool replaces; /* the table of this name: until all are made, it is called NAME/new */
};

/* A call of the function. */
struct attachment {
    sqlite3 *db;
    struct connection *connection;
    int n_tables;
    struct attached_table *tables;
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
    sqlite3_stmt *statement = NULL;
    bool is = sqlite3_prepare_v2(a->db,
                                 "SELECT 1 FROM sqlite_temp_master WHERE type = 'table' "
                                 "AND name = ?1 COLLATE NOCASE AND "
                                 "sql LIKE 'CREATE VIRTUAL TABLE%USING parquet(%'",
                                 -1, &statement, NULL) == SQLITE_OK &&
              sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC) == SQLITE_OK &&
              sqlite3_step(statement) == SQLITE_ROW;
    sqlite3_finalize(statement);
    return is;
}

/* Remembers that the connection has attached the name. */
static void note_attached(struct connection *connection, const char *name)
{
    if (has_attached(connection, name))
        return;
    struct memory_scope before = memory_account_enter(&connection->memory);
    char *copy = mem_copy_text(name, strlen(name));
    char **names = mem_resize(connection->attached, connection->n_attached + 1,
                              sizeof *names);
    memory_scope_restore(before);
    if (names != NULL)
        connection->attached = names;
    if (names == NULL || copy == NULL)
        mem_free(copy); /* the table cannot be replaced, that is all */
    else
        names[connection->n_attached++] = copy;
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

/* Makes one table.  Takes over the name. */
static bool attach(struct attachment *a, char *name, const char *path)
{
    struct attached_table table = {.name = name, .path = sqlite3_mprintf("%s", path)};
    struct attached_table *tables = sqlite3_realloc64(
        a->tables, ((size_t)a->n_tables + 1) * sizeof a->tables[0]);
    if (tables != NULL)
        a->tables = tables;
    if (name == NULL || table.path == NULL || tables == NULL)
        a->code = SQLITE_NOMEM;
    table.replaces = a->code == SQLITE_OK && has_attached(a->connection, name) &&
                     !has_made(a, name) && is_table(a, name);
    if (table.replaces && has_left(a, &table))
        (void)drop(a, &table, suffix_of(&table));
    if (a->code != SQLITE_OK || !create(a, &table, suffix_of(&table))) {
        sqlite3_free(table.name);
        sqlite3_free(table.path);
        return false;
    }
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

/* ---- Names ----------------------------------------------------------------------- */

/* The name of a file or folder without folders and, for a file, without its last
 * extension, unless nothing would be left. */
static char *table_name(const char *path, size_t size, bool is_file)
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
    return sqlite3_mprintf("%.*s", (int)(n < MOST_NAME ? n : MOST_NAME), path + start);
}

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

/* ---- Folders --------------------------------------------------------------------- */

/* Makes a table for each file and each folder in a folder with files. */
static bool attach_entries(struct attachment *a, const struct file_list *list)
{
    const char *last = NULL; /* the folder that has its table */
    size_t last_size = 0;
    bool is_made = true;
    for (size_t i = 0; is_made && i < list->n; i++) {
        const struct listed_file *file = &list->files[i];
        const char *rest = file->path + file->fixed_size;
        size_t size = file->fixed_size + first_name_size(rest);
        if (a->n_tables == MOST_TABLES) {
            a->message = sqlite3_mprintf(
                "parquet: more than %d tables; attach the folder as one: "
                "parquet_attach('folder', 'name')",
                (int)MOST_TABLES);
            a->code = SQLITE_TOOBIG;
            return false;
        }
        if (file->path[size] == '\0') {
            is_made = attach(a, table_name(file->path, file->size, true), file->path);
        } else if (last == NULL || last_size != size ||
                   memcmp(last, file->path, size) != 0) {
            char *folder = sqlite3_mprintf("%.*s/", (int)size, file->path);
            is_made = folder != NULL &&
                      attach(a, table_name(folder, size, false), folder);
            if (folder == NULL)
                a->code = SQLITE_NOMEM;
            sqlite3_free(folder);
            last = file->path;
            last_size = size;
        }
    }
    return is_made && a->code == SQLITE_OK;
}

static bool has_partitions(const struct file_list *list)
{
    bool has = false;
    for (size_t i = 0; i < list->n && !has; i++)
        has = is_partition(list->files[i].path + list->files[i].fixed_size);
    return has;
}

static bool may_be_several(const char *path)
{
    return strpbrk(path, "*?[{\n") != NULL;
}

/* Finds what the path names, and makes its tables. */
static enum status attach_path(struct attachment *a, const char *path,
                               struct error *error)
{
    struct work work = {0};
    work_begin(&work, a->connection, &a->connection->memory);
    char *text = mem_copy_text(path, strlen(path));
    struct table_options options = {.path = text};
    struct table_source source = {0};
    enum status status = text == NULL ? error_nomem(error)
                                      : table_source_find(&options, &source, error);
    if (status == OK && source.is_many)
        status = file_list_require_matches(&source.list, error);
    if (status == OK && source.is_many && may_be_several(path))
        status = error_set(error, MISUSE,
                           "a pattern or a list has no name; give the table one: "
                           "parquet_attach('...', 'name')");
    status = work_end(&work, status, error);
    if (status == OK && (!source.is_many || has_partitions(&source.list)))
        (void)attach(a, table_name(path, strlen(path), !source.is_many), path);
    else if (status == OK)
        (void)attach_entries(a, &source.list);
    table_source_release(&source);
    mem_free(text);
    return status;
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

static void parquet_attach(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    const char *path = (const char *)sqlite3_value_text(argv[0]);
    struct attachment a = {.db = sqlite3_context_db_handle(context),
                           .connection = sqlite3_user_data(context)};
    struct error error = {0};
    int failure = SQLITE_OK;
    enum status status = check_call(context, argc, argv, &failure, &error);
    if (status == OK && argc > 1)
        (void)attach(&a, sqlite3_mprintf("%s", sqlite3_value_text(argv[1])), path);
    else if (status == OK)
        status = attach_path(&a, path, &error);
    if (status != OK || a.code != SQLITE_OK || !replace_earlier(&a))
        drop_made(&a);
    if (status != OK) {
        report_to_function(context, path, failure, &error);
    } else if (a.code != SQLITE_OK) {
        sqlite3_result_error(context,
                             a.message != NULL ? a.message : sqlite3_errstr(a.code), -1);
        sqlite3_result_error_code(context, a.code);
    } else {
        sqlite3_result_int(context, a.n_tables);
    }
    for (int i = 0; i < a.n_tables; i++) {
        sqlite3_free(a.tables[i].name);
        sqlite3_free(a.tables[i].path);
    }
    sqlite3_free(a.tables);
    sqlite3_free(a.message);
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
