/* SPDX-License-Identifier: MIT */
#include "sql/functions/table_function.h"

#include <string.h>

#include "base/alloc.h"
#include "sql/connection/connection.h"
#include "sql/connection/call_scope.h"
#include "sql/functions/functions.h"
#include "sql/host/host_quirks.h"
#include "sql/host/report.h"
#include "sql/table/table_source.h"

/* The arguments are the first columns. */
enum {
    PATH_COLUMN = 0,
    MOST_ARGUMENTS = 1 + MOST_MORE_ARGUMENTS + MOST_OPTION_ARGUMENTS,
};

#define OPTION_COLUMNS                                                                   \
    "_option1 TEXT HIDDEN, _option2 TEXT HIDDEN, _option3 TEXT HIDDEN, "                 \
    "_option4 TEXT HIDDEN, _option5 TEXT HIDDEN, _option6 TEXT HIDDEN, "                 \
    "_option7 TEXT HIDDEN, _option8 TEXT HIDDEN, "

/* Also the client data of the function's module, of which SQLite's tables are copies. */
struct function_table {
    sqlite3_vtab base; /* must be first */
    const struct table_function *function;
    struct connection *connection;
};

struct function_cursor {
    sqlite3_vtab_cursor base; /* must be first */
    const struct table_function *function;
    char *source; /* the path that is the argument */
    char *path;   /* of the file that is shown, or the argument */
    struct function_call call;
    /* If it has file_name: */
    struct table_source files;
    size_t next_file;
    uint64_t n_rows_before;                   /* of earlier files */
    uint64_t n_rows;                          /* of this file, up to the current row */
    sqlite3_value *arguments[MOST_ARGUMENTS]; /* copies; NULL: none */
    void *rows;                               /* NULL: no rows */
    struct call_scope call_scope;
};

/* Whether the first visible column is file_name, the file's path: of functions that show
 * one file after the other. */
static bool has_file_name(const struct table_function *function)
{
    return (function->scope & (IN_METADATA | IN_ORC)) != 0;
}

/* The path and those that must follow it. */
static int count_required(const struct table_function *function)
{
    return function->is_of_connection ? 0 : 1 + column_list_arguments(&function->columns);
}

static int count_arguments(const struct table_function *function)
{
    return function->is_of_connection ? 0
                                      : count_required(function) + MOST_OPTION_ARGUMENTS;
}

static int function_connect(sqlite3 *db, void *data, int argc, const char *const *argv,
                            sqlite3_vtab **vtab, char **message)
{
    const struct function_table *registered = data;
    const struct table_function *function = registered->function;
    (void)argc;
    (void)argv;
    int code;
    if (function->is_of_connection)
        code = column_list_declare(db, &function->columns, "", "", message);
    else
        code = column_list_declare(
            db, &function->columns, "_path TEXT HIDDEN, ",
            has_file_name(function) ? OPTION_COLUMNS "file_name TEXT, " : OPTION_COLUMNS,
            message);
    if (code == SQLITE_OK && !function->is_of_connection)
        code = sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
    if (code != SQLITE_OK)
        return code;
    struct function_table *table = sqlite3_malloc64(sizeof *table);
    if (table == NULL)
        return SQLITE_NOMEM;
    *table = *registered;
    (void)connection_retain(table->connection);
    *vtab = &table->base;
    return SQLITE_OK;
}

static void function_free(void *table)
{
    connection_release(((struct function_table *)table)->connection);
    sqlite3_free(table);
}

static int function_disconnect(sqlite3_vtab *vtab)
{
    function_free(vtab);
    return SQLITE_OK;
}

static int report_missing(sqlite3_vtab *vtab, const struct table_function *function)
{
    bool has_more = count_required(function) > 1;
    sqlite3_free(vtab->zErrMsg);
    vtab->zErrMsg = sqlite3_mprintf(
        "parquet: %s needs %s: SELECT * FROM %s('%s'%s%s)", function->name,
        has_more ? "its arguments" : "a path", function->name,
        function->example_path != NULL ? function->example_path
        : function->scope == IN_ORC    ? "file.orc"
                                       : "file.parquet",
        has_more ? ", " : "", has_more ? function->example : "");
    return SQLITE_ERROR;
}

/* Passes the arguments to xFilter in the order of their columns; bit i of idxNum is set
 * if argument i is passed.  A plan without those that are required gets the highest cost
 * and fails when it runs: it cannot be refused here, because SQLite also plans each part
 * of an OR by itself, without the arguments. */
static int function_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
    const struct table_function *function = ((struct function_table *)vtab)->function;
    const int required = (1 << count_required(function)) - 1;
    int constraints[MOST_ARGUMENTS], n_arguments = count_arguments(function),
                                     n_passed = 0;
    int unusable = 0;
    info->idxNum = 0;
    for (int i = 0; i < info->nConstraint; i++) {
        const struct sqlite3_index_constraint *c = &info->aConstraint[i];
        if (c->iColumn < 0 || c->iColumn >= n_arguments ||
            c->op != SQLITE_INDEX_CONSTRAINT_EQ || (info->idxNum >> c->iColumn & 1) != 0)
            continue;
        if (!c->usable) {
            unusable |= 1 << c->iColumn;
            continue;
        }
        info->idxNum |= 1 << c->iColumn;
        constraints[c->iColumn] = i;
    }
    info->estimatedCost = 1000;
    info->estimatedRows = 100;
    if ((unusable & ~info->idxNum) != 0)
        return SQLITE_CONSTRAINT;
    if ((info->idxNum & required) != required) {
        info->idxNum = 0;
        info->estimatedCost = 1e99;
        return SQLITE_OK;
    }
    for (int i = 0; i < n_arguments; i++) {
        if ((info->idxNum >> i & 1) == 0)
            continue;
        info->aConstraintUsage[constraints[i]].argvIndex = ++n_passed;
        info->aConstraintUsage[constraints[i]].omit = 1;
    }
    return SQLITE_OK;
}

static int function_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
    struct function_cursor *c = sqlite3_malloc64(sizeof *c);
    if (c == NULL)
        return SQLITE_NOMEM;
    memset(c, 0, sizeof *c);
    c->function = ((struct function_table *)vtab)->function;
    *cursor = &c->base;
    return SQLITE_OK;
}

static void close_rows(struct function_cursor *c)
{
    if (c->rows != NULL && c->function->close != NULL)
        c->function->close(c->rows);
    mem_free(c->rows);
    c->rows = NULL;
    c->n_rows_before += c->n_rows;
    c->n_rows = 0;
}

static void drop_rows(struct function_cursor *c)
{
    close_rows(c);
    mem_free(c->source);
    mem_free(c->path);
    table_source_release(&c->files);
    table_options_release(&c->call.options);
    for (int i = 0; i < MOST_ARGUMENTS; i++)
        sqlite3_value_free(c->arguments[i]);
    *c = (struct function_cursor){.base = c->base, .function = c->function};
}

static int function_close(sqlite3_vtab_cursor *cursor)
{
    drop_rows((struct function_cursor *)cursor);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static struct connection *connection_of(const struct function_cursor *c)
{
    return ((struct function_table *)c->base.pVtab)->connection;
}

static void begin_call(struct function_cursor *c)
{
    call_begin(&c->call_scope, connection_of(c), &connection_of(c)->memory);
}

static int end_call(struct function_cursor *c, enum status status, struct error *error)
{
    status = call_end(&c->call_scope, status, error);
    return report_to_table(c->base.pVtab, c->path, status, error);
}

/* Copies the arguments.  passed: see function_best_index(). */
static enum status copy_arguments(struct function_cursor *c, int passed,
                                  sqlite3_value **argv, struct error *error)
{
    for (int i = 0; i < count_arguments(c->function); i++) {
        if ((passed >> i & 1) == 0)
            continue;
        c->arguments[i] = sqlite3_value_dup(*argv++);
        if (c->arguments[i] == NULL)
            return error_nomem(error);
    }
    return OK;
}

static enum status open_rows(struct function_cursor *c, struct error *error)
{
    c->rows = mem_alloc_zeroed(1, c->function->size);
    if (c->rows == NULL)
        return error_nomem(error);
    enum status status = OK;
    if (c->function->open != NULL)
        status = c->function->open(&c->call, c->rows, error);
    if (status != OK)
        close_rows(c);
    return status;
}

static enum status set_path(struct function_cursor *c, const char *path,
                            struct error *error)
{
    mem_free(c->path);
    c->call.options.path = c->path = mem_copy_text(path, strlen(path));
    return c->path != NULL ? OK : error_nomem(error);
}

/* Copies the path, which is not NULL. */
static enum status read_path(struct function_cursor *c, struct error *error)
{
    const char *path = NULL;
    enum status status = text_argument(c->arguments[PATH_COLUMN], "the path", &path,
                                       error);
    if (path == NULL)
        return status;
    c->source = mem_copy_text(path, strlen(path));
    if (c->source == NULL)
        return error_nomem(error);
    if (status == OK && path[0] == '\0')
        status = error_set(error, MISUSE, "the path is empty");
    enum status copied = set_path(c, path, error);
    return status == OK ? copied : status;
}

/* Reads the path and the arguments that are options. */
static enum status read_arguments(struct function_cursor *c, struct error *error)
{
    c->call.options = table_options_default();
    enum status status = read_path(c, error);
    if (status == OK && c->function->fixed_option != NULL)
        status = table_options_set(&c->call.options, c->function->scope,
                                   c->function->fixed_option, error);
    for (int i = count_required(c->function);
         status == OK && i < count_arguments(c->function); i++) {
        const char *text;
        if (c->arguments[i] == NULL || sqlite3_value_type(c->arguments[i]) == SQLITE_NULL)
            continue;
        if (c->function->scope == 0)
            return error_set(error, MISUSE, "%s() has no options", c->function->name);
        status = text_argument(c->arguments[i], "an option", &text, error);
        if (status == OK)
            status = table_options_set(&c->call.options, c->function->scope, text, error);
    }
    return status;
}

/* Finds the files that a function with file_name shows one after the other. */
static enum status find_files(struct function_cursor *c, struct error *error)
{
    enum status status = table_source_find(&c->call.options, NULL, &c->files, error);
    if (status == OK && c->files.lake != NULL)
        return error_set(
            error, MISUSE,
            "%s() shows single files: lake_files() lists those of a Delta or "
            "Iceberg table, and the option lake=off shows all files of the "
            "folder",
            c->function->name);
    return status == OK && c->files.is_many
               ? file_list_require_matches(&c->files.list, error)
               : status;
}

/* Opens the next file; there is one. */
static enum status open_next_file(struct function_cursor *c, struct error *error)
{
    const struct listed_file *file = &c->files.list.files[c->next_file++];
    enum status status = set_path(c, file->path, error);
    if (status == OK)
        status = open_rows(c, error);
    return status == OK ? file_list_check(file, error) : status;
}

/* Opens what the first argument names. */
static enum status open_source(struct function_cursor *c, struct error *error)
{
    enum status status = OK;
    if (has_file_name(c->function))
        status = find_files(c, error);
    if (status != OK)
        return status;
    return c->files.is_many ? open_next_file(c, error) : open_rows(c, error);
}

/* Moves to the next row, which may be that of the next file. */
static enum status next_row(struct function_cursor *c, struct error *error)
{
    enum status status = OK;
    bool has_row = false;
    while (status == OK && c->rows != NULL && !has_row) {
        has_row = c->n_rows == 0;
        if (c->function->next != NULL)
            status = c->function->next(c->rows, c->n_rows, &has_row, error);
        if (status != OK || has_row)
            break;
        close_rows(c);
        if (c->next_file < c->files.list.n)
            status = open_next_file(c, error);
    }
    if (status == OK && has_row)
        c->n_rows++;
    return status;
}

static int function_next(sqlite3_vtab_cursor *cursor)
{
    struct function_cursor *c = (struct function_cursor *)cursor;
    struct error error = {0};
    begin_call(c);
    return end_call(c, next_row(c, &error), &error);
}

/* Reads the arguments, the first of which is the path, and opens what it names. */
static enum status open_path(struct function_cursor *c, int passed, sqlite3_value **argv,
                             struct error *error)
{
    enum status status = key_function_is_over(connection_of(c)->db, error);
    if (status == OK)
        status = copy_arguments(c, passed, argv, error);
    if (status == OK)
        status = read_arguments(c, error);
    return status == OK ? open_source(c, error) : status;
}

static int function_filter(sqlite3_vtab_cursor *cursor, int idx_num, const char *plan,
                           int argc, sqlite3_value **argv)
{
    struct function_cursor *c = (struct function_cursor *)cursor;
    bool takes_path = !c->function->is_of_connection;
    struct error error = {0};
    (void)plan;
    drop_rows(c);
    if (takes_path && idx_num == 0)
        return report_missing(cursor->pVtab, c->function);
    if (takes_path && (argc == 0 || sqlite3_value_type(argv[0]) == SQLITE_NULL))
        return SQLITE_OK; /* a NULL path has no rows */
    c->call.more_arguments = c->arguments + 1;
    c->call.connection = connection_of(c);
    c->call.function = c->function;
    begin_call(c);
    enum status status = takes_path ? open_path(c, idx_num, argv, &error)
                                    : open_rows(c, &error);
    if (status == OK)
        status = next_row(c, &error);
    return end_call(c, status, &error);
}

static int function_eof(sqlite3_vtab_cursor *cursor)
{
    return ((struct function_cursor *)cursor)->rows == NULL;
}

static int function_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int i)
{
    struct function_cursor *c = (struct function_cursor *)cursor;
    struct error error = {0};
    int n_arguments = count_arguments(c->function);
    bool is_path = i < n_arguments && i == PATH_COLUMN;
    if (is_path || (i == n_arguments && has_file_name(c->function))) {
        sqlite3_result_text(context, is_path ? c->source : c->path, -1, SQLITE_TRANSIENT);
        return SQLITE_OK;
    }
    if (i < n_arguments) {
        if (c->arguments[i] != NULL)
            sqlite3_result_value(context, c->arguments[i]);
        return SQLITE_OK;
    }
    i += column_list_arguments(&c->function->columns) - n_arguments -
         has_file_name(c->function);
    void *row = c->function->row != NULL ? c->function->row(c->rows) : c->rows;
    if (row == NULL)
        return SQLITE_OK;
    begin_call(c);
    return end_call(c, column_list_show(&c->function->columns, i, row, context, &error),
                    &error);
}

static int function_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
    const struct function_cursor *c = (const struct function_cursor *)cursor;
    *rowid = (sqlite3_int64)(c->n_rows_before + c->n_rows);
    return SQLITE_OK;
}

/* No xCreate: the modules are eponymous only. */
static const sqlite3_module function_module = {
    .iVersion = 0,
    .xConnect = function_connect,
    .xBestIndex = function_best_index,
    .xDisconnect = function_disconnect,
    .xOpen = function_open,
    .xClose = function_close,
    .xFilter = function_filter,
    .xNext = function_next,
    .xEof = function_eof,
    .xColumn = function_column,
    .xRowid = function_rowid,
};

static int register_function(sqlite3 *db, const struct table_function *function,
                             struct connection *connection)
{
    struct function_table *table = sqlite3_malloc64(sizeof *table);
    if (table == NULL)
        return SQLITE_NOMEM;
    *table = (struct function_table){.function = function,
                                     .connection = connection_retain(connection)};
    return sqlite3_create_module_v2(db, function->name, &function_module, table,
                                    function_free);
}

int register_table_functions(sqlite3 *db, struct connection *connection)
{
    static const struct table_function *const functions[] = {
#define TABLE_FUNCTION(name) &name##_function,
#include "sql/functions/table_function_list.h"
#undef TABLE_FUNCTION
    };
    int code = SQLITE_OK;
    for (size_t i = 0; code == SQLITE_OK && i < sizeof functions / sizeof *functions; i++)
        if (!functions[i]->is_of_writing || !connection->is_readonly)
            code = register_function(db, functions[i], connection);
    return code;
}
