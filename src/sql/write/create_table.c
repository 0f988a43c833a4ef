/* SPDX-License-Identifier: MIT */
/*
 * create_table.c - ordinary tables that keep the types of files:
 *
 *     parquet_create_table(source, name)   returns the text of a CREATE TABLE
 *     parquet_import(source, name)         runs it, and copies the rows; returns how many
 *
 * A source is the path of a file, or the name of a table or view.  CREATE TABLE ... AS
 * would declare nothing but affinities.  The declared types here are those of the virtual
 * tables, and more exact where parquet_write() needs that to write the same type again
 * (write_types.c).
 *
 * An import that fails leaves no table.  After an interrupt SQLite refuses to drop it: it
 * stays without rows, and the same import may be tried again.
 */
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "sql/connection/trust.h"
#include "sql/connection/call_scope.h"
#include "sql/functions/attach.h"
#include "sql/functions/functions.h"
#include "sql/host/report.h"
#include "sql/write/column_origin.h"
#include "sql/write/write_query.h"

/* A call of either function. */
struct creation {
    sqlite3 *db;
    struct connection *connection;
    const char *source, *name;
    char *schema, *table;     /* of the source; table is NULL if it is a path */
    struct buffer definition; /* CREATE TABLE, terminated */
    int code;                 /* of SQLite's failure, with the message */
    char *message;            /* from sqlite3_malloc(), or NULL */
};

/* Keeps SQLite's code and message, unless an earlier failure is recorded. */
static enum status sqlite_failed(struct creation *c, int code, const char *message,
                                 struct error *error)
{
    if (error->status == OK) {
        c->code = code;
        c->message = sqlite3_mprintf("%s",
                                     message != NULL ? message : sqlite3_errstr(code));
    }
    return error_set(error, MISUSE, "SQLite failed");
}

/* ---- Declared types -------------------------------------------------------------- */

/* Binary and text columns that parquet_write() would otherwise take for plain ones.  A
 * CRS or an algorithm cannot be declared, and a wrong one is worse than none. */
static void refine_bytes(const char *words, char *type)
{
    static const char *const types[][2] = {{"ENUM", "ENUM TEXT"},
                                           {"BSON", "BSON BLOB"},
                                           {"GEOMETRY", "GEOMETRY BLOB"},
                                           {"GEOGRAPHY", "GEOGRAPHY BLOB"}};
    struct slice word = slice_of(words, strcspn(words, "( "));
    bool has_parameters = words[word.size] == '(';
    if (slice_equals_text(word, "FIXED"))
        snprintf(type, COLUMN_TYPE_SIZE, "FIXED BLOB%.*s",
                 (int)strcspn(words + word.size, " "), words + word.size);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (slice_equals_text(word, types[i][0]))
            snprintf(type, COLUMN_TYPE_SIZE, "%s", has_parameters ? "BLOB" : types[i][1]);
    }
}

/* The digits of a second that the unit has. */
static void refine_time(const struct table_column *c, char *type)
{
    static const int digits[] = {
        [UNIT_SECONDS] = 3, [UNIT_MILLIS] = 3, [UNIT_MICROS] = 6, [UNIT_NANOS] = 9};
    const struct column *column = c->column;
    enum time_unit unit = c->form == FORM_EPOCH            ? c->shown_unit
                          : column->kind == VECTOR_INSTANT ? UNIT_NANOS
                                                           : column->unit;
    bool is_number = c->form == FORM_INTEGER || c->form == FORM_EPOCH;
    int n = digits[unit];
    size_t size = strlen(type);
    if (column->type == COLUMN_TIME)
        snprintf(type, COLUMN_TYPE_SIZE, "TIME%s TEXT(%d)", column->is_utc ? "TZ" : "",
                 n);
    else if (c->form == FORM_TEXT || (is_number && unit != UNIT_SECONDS))
        snprintf(type + size, COLUMN_TYPE_SIZE - size, "(%d)", n);
}

/* Writes the declared type of a column of a file, which parquet_write() takes for the
 * column's own.  words: its type in words, or "". */
static void declare_type(const struct table_column *c,
                         const struct table_options *options, const char *words,
                         char *type)
{
    const struct column *column = c->column;
    columns_declared_type(column, options, type);
    switch (column->type) {
    case COLUMN_INTEGER:
        if (column->bits == 32 && column->is_signed)
            snprintf(type, COLUMN_TYPE_SIZE, "INT32");
        break;
    case COLUMN_UINT64: /* no affinity: numbers from 2^63 on are text */
        if (c->form == FORM_UINT64)
            snprintf(type, COLUMN_TYPE_SIZE, "UNSIGNED ANY BLOB");
        break;
    case COLUMN_REAL:
        if (column->bits < 64)
            snprintf(type, COLUMN_TYPE_SIZE, "FLOAT%d", (int)column->bits);
        break;
    case COLUMN_TIME:
    case COLUMN_TIMESTAMP:
        refine_time(c, type);
        break;
    case COLUMN_TEXT:
    case COLUMN_BLOB:
    case COLUMN_GEOMETRY:
    case COLUMN_GEOGRAPHY:
        refine_bytes(words, type);
        break;
    default:
        break;
    }
}

/* ---- CREATE TABLE ---------------------------------------------------------------- */

static enum status append_line(struct creation *c, const char *name, const char *type,
                               bool is_not_null, struct error *error)
{
    bool is_first = c->definition.data[c->definition.size - 1] == '(';
    char *line = sqlite3_mprintf("%s\n  \"%w\"%s%s%s", is_first ? "" : ",", name,
                                 type[0] != '\0' ? " " : "", type,
                                 is_not_null ? " NOT NULL" : "");
    enum status status = line == NULL ? error_nomem(error)
                                      : buffer_append_text(&c->definition, line, error);
    sqlite3_free(line);
    return status;
}

/* words: of the type, without a terminator; they get one. */
static enum status append_column(struct creation *c, const struct table_column *column,
                                 const struct table_options *options, const char *name,
                                 struct buffer *words, bool is_not_null,
                                 struct error *error)
{
    char type[COLUMN_TYPE_SIZE];
    enum status status = buffer_append(words, "", 1, error);
    if (status != OK)
        return status;
    declare_type(column, options, (const char *)words->data, type);
    return append_line(c, name, type, is_not_null, error);
}

static enum status append_columns_of_file(struct creation *c, struct error *error)
{
    struct table_options options = table_options_default();
    struct opened_file *opened = NULL;
    struct buffer words = {0};
    uint32_t limit = (uint32_t)sqlite3_limit(c->db, SQLITE_LIMIT_COLUMN, -1);
    options.path = c->source;
    enum status status = opened_file_open(&options, limit, &opened, error);
    for (uint32_t i = 0; status == OK && i < opened->columns.n_columns; i++) {
        const struct table_column *column = &opened->columns.columns[i];
        words.size = 0;
        if (column->is_hidden)
            continue;
        if (column->column == NULL) /* of a file without columns */
            status = append_line(c, column->name, "BIGINT", false, error);
        else
            status = column_type_words(opened, column, &words, error);
        if (status == OK && column->column != NULL)
            status = append_column(c, column, &options, column->name, &words,
                                   table_column_is_not_null(column), error);
    }
    buffer_release(&words);
    opened_file_release(opened);
    table_options_release(&options);
    return status;
}

/* False for columns of views, whose joins may add nulls. */
static bool is_not_null(struct creation *c, const char *name)
{
    int is = 0;
    return sqlite3_table_column_metadata(c->db, c->schema, c->table, name, NULL, NULL,
                                         &is, NULL, NULL) == SQLITE_OK &&
           is != 0;
}

static enum status append_columns_of_query(struct creation *c, sqlite3_stmt *query,
                                           struct error *error)
{
    enum status status = OK;
    for (int i = 0; status == OK && i < sqlite3_column_count(query); i++) {
        const char *name = sqlite3_column_name(query, i);
        const char *declared = column_declared_type(query, i);
        struct column_origin origin = {0};
        if (name == NULL)
            return error_nomem(error);
        status = column_origin_find(c->connection, query, i, &origin, error);
        if (status == OK && origin.column != NULL)
            status = append_column(c, origin.column, origin.options, name, &origin.type,
                                   is_not_null(c, name), error);
        else if (status == OK)
            status = append_line(c, name, declared != NULL ? declared : "",
                                 is_not_null(c, name), error);
        buffer_release(&origin.type);
    }
    return status;
}

/* Whether SQLite's last failure is that there is no such table, and not one that a view
 * reads. */
static bool is_unknown(const struct creation *c)
{
    const char *dot = c->schema != NULL ? "." : "";
    char *message = sqlite3_mprintf("no such table: %s%s%s",
                                    c->schema != NULL ? c->schema : "", dot, c->table);
    bool is = message != NULL && strcmp(message, sqlite3_errmsg(c->db)) == 0;
    sqlite3_free(message);
    return is;
}

/* Prepares a query of all columns of the source, unless that is a path: *query is NULL
 * then. */
static enum status prepare_table(struct creation *c, sqlite3_stmt **query,
                                 struct error *error)
{
    struct error no_name = {0};
    enum status status = write_query_table(c->source, &c->schema, &c->table, &no_name);
    *query = NULL;
    if (status == NOMEM)
        return error_nomem(error);
    if (status == OK) {
        char *sql = write_query_of_table(c->schema, c->table);
        int code = sql == NULL ? SQLITE_NOMEM
                               : sqlite3_prepare_v2(c->db, sql, -1, query, NULL);
        sqlite3_free(sql);
        if (code != SQLITE_OK && !is_unknown(c))
            return sqlite_failed(c, code, sqlite3_errmsg(c->db), error);
    }
    if (*query == NULL) {
        mem_free(c->table);
        c->table = NULL;
    }
    return OK;
}

static enum status define_table(struct creation *c, struct error *error)
{
    sqlite3_stmt *query = NULL;
    enum status status = prepare_table(c, &query, error);
    char *begin = sqlite3_mprintf("CREATE TABLE \"%w\"(", c->name);
    if (begin == NULL)
        status = error_nomem(error);
    if (status == OK)
        status = buffer_append_text(&c->definition, begin, error);
    if (status == OK)
        status = query != NULL ? append_columns_of_query(c, query, error)
                               : append_columns_of_file(c, error);
    if (status == OK)
        status = buffer_append(&c->definition, "\n)", 3, error);
    sqlite3_free(begin);
    sqlite3_finalize(query);
    return status;
}

/* ---- Imports --------------------------------------------------------------------- */

/* Executes a statement and frees it. */
static enum status execute(struct creation *c, char *sql, struct error *error)
{
    char *message = NULL;
    int code = sql == NULL ? SQLITE_NOMEM
                           : sqlite3_exec(c->db, sql, NULL, NULL, &message);
    enum status status = code == SQLITE_OK ? OK : sqlite_failed(c, code, message, error);
    sqlite3_free(message);
    sqlite3_free(sql);
    return status;
}

/* Whether a query has a row.  Frees its text. */
static enum status has_row(struct creation *c, char *sql, bool *has, struct error *error)
{
    sqlite3_stmt *query = NULL;
    int code = sql == NULL ? SQLITE_NOMEM
                           : sqlite3_prepare_v2(c->db, sql, -1, &query, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(query);
    enum status status = OK;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        status = sqlite_failed(c, code, sqlite3_errmsg(c->db), error);
    *has = code == SQLITE_ROW;
    sqlite3_finalize(query);
    sqlite3_free(sql);
    return status;
}

/* Refuses a table that would be hidden, or read itself. */
static enum status check_name(struct creation *c, struct error *error)
{
    bool is_hidden;
    enum status status = has_row(
        c,
        sqlite3_mprintf("SELECT 1 FROM sqlite_temp_master WHERE type IN ('table', "
                        "'view') AND name = %Q COLLATE NOCASE",
                        c->name),
        &is_hidden, error);
    if (status == OK && is_hidden)
        return error_set(error, MISUSE,
                         "temp.\"%.100s\" would hide the new table: drop it first, or "
                         "choose another name",
                         c->name);
    if (status == OK && c->table != NULL && c->schema == NULL &&
        sqlite3_stricmp(c->table, c->name) == 0)
        return error_set(error, MISUSE,
                         "the new table needs another name; or name the database of the "
                         "old one, too: parquet_import('database.table', ...)");
    return status;
}

/* Whether an interrupted import has left the table, without rows. */
static enum status is_left(struct creation *c, bool *is, struct error *error)
{
    bool has_rows = false;
    enum status status = has_row(
        c,
        sqlite3_mprintf("SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name "
                        "= %Q AND sql = %Q",
                        c->name, c->definition.data),
        is, error);
    if (status == OK && *is)
        status = has_row(c, sqlite3_mprintf("SELECT 1 FROM main.\"%w\" LIMIT 1", c->name),
                         &has_rows, error);
    *is = *is && !has_rows;
    return status;
}

static enum status copy_rows(struct creation *c, const char *schema, const char *table,
                             struct error *error)
{
    char *query = write_query_of_table(schema, table);
    char *sql = query == NULL
                    ? NULL
                    : sqlite3_mprintf("INSERT INTO main.\"%w\" %s", c->name, query);
    sqlite3_free(query);
    return execute(c, sql, error);
}

/* SQLite reads the file as a TEMP table. */
static enum status copy_rows_of_file(struct creation *c, struct error *error)
{
    char *message = NULL, *name = sqlite3_mprintf("%s/import", c->name);
    const struct path_table table = {.name = name, .path = c->source};
    int code = name == NULL ? SQLITE_NOMEM
                            : attach_tables(c->connection, &table, 1, &message);
    enum status status = code == SQLITE_OK ? copy_rows(c, "temp", name, error)
                                           : sqlite_failed(c, code, message, error);
    if (code == SQLITE_OK)
        (void)execute(c, sqlite3_mprintf("DROP TABLE temp.\"%w\"", name), error);
    sqlite3_free(message);
    sqlite3_free(name);
    return status;
}

static enum status import_rows(struct creation *c, struct error *error)
{
    bool exists = false;
    enum status status = check_name(c, error);
    if (status == OK)
        status = is_left(c, &exists, error);
    if (status == OK && !exists)
        status = execute(c, sqlite3_mprintf("%s", c->definition.data), error);
    if (status != OK)
        return status;
    status = c->table != NULL ? copy_rows(c, c->schema, c->table, error)
                              : copy_rows_of_file(c, error);
    if (status != OK && !exists)
        (void)execute(c, sqlite3_mprintf("DROP TABLE main.\"%w\"", c->name), error);
    return status;
}

/* ---- The functions --------------------------------------------------------------- */

static enum status read_arguments(struct creation *c, const char *function,
                                  sqlite3_value **argv, struct error *error)
{
    enum status status = key_function_is_over(c->db, error);
    if (status == OK)
        status = trust_caller(c->connection, function, &c->code, error);
    if (status == OK)
        status = text_argument(argv[0], "the source", &c->source, error);
    if (status == OK)
        status = text_argument(argv[1], "the table name", &c->name, error);
    if (status == OK && (c->source[0] == '\0' || c->name[0] == '\0'))
        status = error_set(error, MISUSE, "%s is empty",
                           c->source[0] == '\0' ? "the source" : "the table name");
    return status;
}

/* Defines the table. */
static enum status begin_creation(struct creation *c, sqlite3_context *context,
                                  const char *function, sqlite3_value **argv,
                                  struct error *error)
{
    struct call_scope call = {0};
    c->db = sqlite3_context_db_handle(context);
    c->connection = sqlite3_user_data(context);
    enum status status = read_arguments(c, function, argv, error);
    if (status != OK)
        return status;
    call_begin(&call, c->connection, &c->connection->memory);
    return call_end(&call, define_table(c, error), error);
}

static void end_creation(struct creation *c, sqlite3_context *context,
                         const struct error *error)
{
    if (c->message != NULL) {
        sqlite3_result_error(context, c->message, -1);
        sqlite3_result_error_code(context, c->code);
    } else if (error->status != OK) {
        report_to_function(context, c->source, c->code, error);
    }
    sqlite3_free(c->message);
    mem_free(c->schema);
    mem_free(c->table);
    buffer_release(&c->definition);
}

static void parquet_create_table(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct creation c = {0};
    struct error error = {0};
    (void)argc;
    if (begin_creation(&c, context, "parquet_create_table", argv, &error) == OK) {
        char *text = sqlite3_mprintf("%s;", c.definition.data);
        if (text == NULL)
            sqlite3_result_error_nomem(context);
        else
            sqlite3_result_text(context, text, -1, sqlite3_free);
    }
    end_creation(&c, context, &error);
}

static void parquet_import(sqlite3_context *context, int argc, sqlite3_value **argv)
{
    struct creation c = {0};
    struct error error = {0};
    (void)argc;
    if (connection_check_loaded_whole(sqlite3_user_data(context), &error) == OK &&
        begin_creation(&c, context, "parquet_import", argv, &error) == OK &&
        import_rows(&c, &error) == OK)
        sqlite3_result_int64(context, (uint32_t)sqlite3_changes(c.db));
    end_creation(&c, context, &error);
}

static int register_function(sqlite3 *db, struct connection *connection, const char *name,
                             void (*function)(sqlite3_context *, int, sqlite3_value **))
{
    return sqlite3_create_function_v2(db, name, 2, SQLITE_UTF8 | SQLITE_DIRECTONLY,
                                      connection_retain(connection), function, NULL, NULL,
                                      connection_release);
}

int register_create_table(sqlite3 *db, struct connection *connection)
{
    return register_function(db, connection, "parquet_create_table",
                             parquet_create_table);
}

int register_import(sqlite3 *db, struct connection *connection)
{
    return register_function(db, connection, "parquet_import", parquet_import);
}
