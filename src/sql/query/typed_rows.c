/* SPDX-License-Identifier: MIT */
#include "sql/query/typed_rows.h"

#include "base/alloc.h"
#include "base/buffer.h"
#include "sql/connection/connection.h"
#include "sql/host/report.h"

static const char LETTERS[] = {'i', 'r', 't', 'n'};
enum {
    N_LETTERS = sizeof LETTERS,
    POINTER_COLUMN = N_LETTERS * MOST_TYPED_KEYS + MOST_TYPED_AGGREGATES,
};

struct rows_cursor {
    sqlite3_vtab_cursor base; /* must be first */
    struct typed_rows *rows;
    uint32_t row;
};

char typed_rows_letter(const struct vector_source *source)
{
    switch (source->form) {
    case SOURCE_INTEGER:
        return 'i';
    case SOURCE_REAL:
    case SOURCE_DECIMAL:
        return 'r';
    case SOURCE_TEXT:
    case SOURCE_SPELLED:
        return 't';
    default:
        return 'n';
    }
}

void result_literal(sqlite3_context *context, const struct literal *value)
{
    const void *data = value->bytes.size > 0 ? (const void *)value->bytes.data : "";
    switch (value->type) {
    case LITERAL_INTEGER:
        sqlite3_result_int64(context, value->integer);
        break;
    case LITERAL_REAL:
        sqlite3_result_double(context, value->real);
        break;
    case LITERAL_TEXT:
        sqlite3_result_text64(context, data, value->bytes.size, SQLITE_TRANSIENT,
                              SQLITE_UTF8);
        break;
    case LITERAL_BLOB:
        sqlite3_result_blob64(context, data, value->bytes.size, SQLITE_TRANSIENT);
        break;
    default:
        sqlite3_result_null(context);
    }
}

struct literal literal_of_column(sqlite3_stmt *statement, int i)
{
    struct literal value = {.type = sqlite3_column_type(statement, i)};
    if (value.type == LITERAL_INTEGER)
        value.integer = sqlite3_column_int64(statement, i);
    else if (value.type == LITERAL_REAL)
        value.real = sqlite3_column_double(statement, i);
    else if (value.type == LITERAL_TEXT)
        value.bytes.data = sqlite3_column_text(statement, i);
    else if (value.type == LITERAL_BLOB)
        value.bytes.data = sqlite3_column_blob(statement, i);
    if (value.type == LITERAL_TEXT || value.type == LITERAL_BLOB)
        value.bytes.size = (size_t)sqlite3_column_bytes(statement, i);
    return value;
}

static int rows_connect(sqlite3 *db, void *data, int argc, const char *const *argv,
                        sqlite3_vtab **vtab, char **message)
{
    static const char *const types[N_LETTERS] = {" INTEGER", " REAL", " TEXT", " BLOB"};
    struct buffer text = {0};
    struct error error = {0};
    (void)data, (void)argc, (void)argv;
    buffer_add_text(&text, "CREATE TABLE x(", &error);
    for (int k = 0; k < N_LETTERS; k++)
        for (int i = 0; i < MOST_TYPED_KEYS; i++)
            buffer_add_format(&text, &error, "%c%d%s, ", LETTERS[k], i, types[k]);
    for (int i = 0; i < MOST_TYPED_AGGREGATES; i++)
        buffer_add_format(&text, &error, "x%d BLOB, ", i);
    buffer_add_format(&text, &error, "pointer HIDDEN)");
    int code = error.status != OK ? report_code(error.status)
                                  : sqlite3_declare_vtab(db, (const char *)text.data);
    buffer_release(&text);
    if (code == SQLITE_OK)
        code = sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
    *vtab = code == SQLITE_OK ? sqlite3_malloc64(sizeof **vtab) : NULL;
    if (code != SQLITE_OK)
        *message = sqlite3_mprintf("%s", sqlite3_errmsg(db));
    else if (*vtab != NULL)
        **vtab = (sqlite3_vtab){0};
    return code == SQLITE_OK && *vtab == NULL ? SQLITE_NOMEM : code;
}

static int rows_disconnect(sqlite3_vtab *vtab)
{
    sqlite3_free(vtab);
    return SQLITE_OK;
}

static int rows_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
    (void)vtab;
    info->estimatedCost = 1e6;
    for (int i = 0; i < info->nConstraint; i++) {
        if (info->aConstraint[i].iColumn != POINTER_COLUMN ||
            info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (!info->aConstraint[i].usable)
            return SQLITE_CONSTRAINT;
        info->aConstraintUsage[i].argvIndex = 1;
        info->aConstraintUsage[i].omit = 1;
    }
    return SQLITE_OK;
}

static int rows_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
    struct rows_cursor *c = sqlite3_malloc64(sizeof *c);
    (void)vtab;
    if (c == NULL)
        return SQLITE_NOMEM;
    *c = (struct rows_cursor){0};
    *cursor = &c->base;
    return SQLITE_OK;
}

static int rows_close(sqlite3_vtab_cursor *cursor)
{
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static int rows_filter(sqlite3_vtab_cursor *cursor, int idx_num, const char *plan,
                       int argc, sqlite3_value **argv)
{
    struct rows_cursor *c = (struct rows_cursor *)cursor;
    (void)idx_num, (void)plan;
    c->rows = argc > 0 ? sqlite3_value_pointer(argv[0], TYPED_ROWS) : NULL;
    c->row = 0;
    return SQLITE_OK;
}

static int rows_next(sqlite3_vtab_cursor *cursor)
{
    ((struct rows_cursor *)cursor)->row++;
    return SQLITE_OK;
}

static int rows_eof(sqlite3_vtab_cursor *cursor)
{
    const struct rows_cursor *c = (const struct rows_cursor *)cursor;
    return c->rows == NULL || c->row >= c->rows->n_rows;
}

static int rows_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int i)
{
    struct rows_cursor *c = (struct rows_cursor *)cursor;
    struct literal value = {.type = LITERAL_NULL};
    char text[VALUE_TEXT_SIZE];
    bool is_key = i < N_LETTERS * MOST_TYPED_KEYS;
    uint32_t number = is_key ? (uint32_t)i % MOST_TYPED_KEYS
                             : (uint32_t)(i - N_LETTERS * MOST_TYPED_KEYS);
    if (i == POINTER_COLUMN)
        return SQLITE_OK;
    uint32_t row = c->rows->numbers != NULL ? c->rows->numbers[c->row] : c->row;
    error_clear(&c->rows->error);
    enum status status = c->rows->value(c->rows->context, row, is_key, number, text,
                                        &value, &c->rows->error);
    if (status != OK)
        return report_to_table(cursor->pVtab, NULL, status, &c->rows->error);
    result_literal(context, &value);
    return SQLITE_OK;
}

static int rows_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
    *rowid = ((const struct rows_cursor *)cursor)->row;
    return SQLITE_OK;
}

static const sqlite3_module rows_module = {
    .iVersion = 0,
    .xConnect = rows_connect,
    .xBestIndex = rows_best_index,
    .xDisconnect = rows_disconnect,
    .xOpen = rows_open,
    .xClose = rows_close,
    .xFilter = rows_filter,
    .xNext = rows_next,
    .xEof = rows_eof,
    .xColumn = rows_column,
    .xRowid = rows_rowid,
};

int register_typed_rows(sqlite3 *db, struct connection *connection)
{
    return sqlite3_create_module_v2(db, TYPED_ROWS, &rows_module,
                                    connection_retain(connection), connection_release);
}
