/* SPDX-License-Identifier: MIT */
/*
 * null_vtab: a virtual table whose rows are in memory, already decoded.
 *
 *     CREATE VIRTUAL TABLE temp.t USING null_vtab(main.lineitem);
 *
 * A scan of it costs only what SQLite's virtual-table interface costs: a reader of files
 * can approach that but not beat it. The source (a table or view of the same connection,
 * without NULLs) is read once, at CREATE, into an array per column, of integers, reals or
 * offsets into a heap of zero-terminated strings. A column of few distinct strings keeps
 * each of them about once.
 *
 * Text is returned in the only way that is both fast and safe for a reader that reuses
 * its buffers: zero-terminated and copied by SQLite. There are no constraints.
 *
 *     CREATE VIRTUAL TABLE temp.g USING null_vtab(main.lineitem, l_shipmode, l_shipdate);
 *
 * stores the rows in the order of these columns, and tells SQLite so: GROUP BY and ORDER
 * BY of the first of them do not sort.
 */
#include "sqlite3ext.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

SQLITE_EXTENSION_INIT1

#define N_SLOTS 16384
#define MOST_ORDERS 8

union value {
    int64_t integer;
    double real;
    size_t offset; /* of the text in the column's heap */
};

struct column {
    int type;            /* SQLITE_INTEGER, SQLITE_FLOAT or SQLITE_TEXT */
    union value *values; /* one per row */
    char *heap;          /* of the texts, zero-terminated */
    size_t heap_size, heap_capacity;
    size_t slots[N_SLOTS]; /* by hash, the latest text: its offset + 1 */
};

struct null_table {
    sqlite3_vtab base;
    int n_columns;
    size_t n_rows;
    struct column *columns;
    int n_orders;
    int orders[MOST_ORDERS]; /* columns by which the rows are sorted */
};

struct null_cursor {
    sqlite3_vtab_cursor base;
    const struct column *columns;
    size_t row, n_rows;
};

static void *resize(void *old, size_t size)
{
    void *memory = realloc(old, size);
    if (memory == NULL)
        abort();
    return memory;
}

/* Returns the text's offset; equal texts get the same one unless their slot was lost. */
static size_t store_text(struct column *column, const unsigned char *text)
{
    size_t size = strlen((const char *)text) + 1;
    uint32_t hash = 2166136261u;
    for (const unsigned char *p = text; *p; p++)
        hash = (hash ^ *p) * 16777619u;
    size_t *slot = &column->slots[hash % N_SLOTS];
    if (*slot == 0 || strcmp(column->heap + *slot - 1, (const char *)text) != 0) {
        if (column->heap_capacity - column->heap_size < size) {
            column->heap_capacity = 2 * column->heap_capacity + size;
            column->heap = resize(column->heap, column->heap_capacity);
        }
        memcpy(column->heap + column->heap_size, text, size);
        *slot = column->heap_size + 1;
        column->heap_size += size;
    }
    return *slot - 1;
}

static int store_row(struct null_table *table, sqlite3_stmt *stmt)
{
    for (int i = 0; i < table->n_columns; i++) {
        struct column *column = &table->columns[i];
        union value *value = &column->values[table->n_rows];
        if (sqlite3_column_type(stmt, i) == SQLITE_NULL)
            return SQLITE_MISMATCH;
        if (column->type == SQLITE_INTEGER)
            value->integer = sqlite3_column_int64(stmt, i);
        else if (column->type == SQLITE_FLOAT)
            value->real = sqlite3_column_double(stmt, i);
        else
            value->offset = store_text(column, sqlite3_column_text(stmt, i));
    }
    table->n_rows++;
    return SQLITE_OK;
}

static int load(sqlite3 *db, struct null_table *table, sqlite3_stmt *stmt)
{
    int rc = SQLITE_OK;
    size_t capacity = 0;
    char *sql = sqlite3_mprintf("CREATE TABLE t(");

    table->n_columns = sqlite3_column_count(stmt);
    size_t size = (size_t)table->n_columns * sizeof *table->columns;
    table->columns = memset(resize(NULL, size), 0, size);
    for (int i = 0; i < table->n_columns; i++) {
        const char *type = sqlite3_column_decltype(stmt, i);
        type = type ? type : "TEXT";
        table->columns[i].type = strstr(type, "INT")         ? SQLITE_INTEGER
                                 : strcmp(type, "REAL") == 0 ? SQLITE_FLOAT
                                                             : SQLITE_TEXT;
        sql = sqlite3_mprintf("%z%s\"%w\" %s", sql, i ? ", " : "",
                              sqlite3_column_name(stmt, i), type);
    }
    sql = sqlite3_mprintf("%z)", sql);
    while (rc == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW) {
        if (table->n_rows == capacity) {
            capacity = 2 * capacity + 65536;
            for (int i = 0; i < table->n_columns; i++)
                table->columns[i].values = resize(table->columns[i].values, capacity * 8);
        }
        rc = store_row(table, stmt);
    }
    if (rc == SQLITE_OK)
        rc = sqlite3_declare_vtab(db, sql);
    sqlite3_free(sql);
    return rc;
}

/* Finds the columns of the order among those of the statement. */
static int find_orders(struct null_table *table, sqlite3_stmt *stmt, int argc,
                       const char *const *argv)
{
    for (int k = 4; k < argc; k++) {
        int i = 0;
        while (i < table->n_columns && strcmp(sqlite3_column_name(stmt, i), argv[k]) != 0)
            i++;
        if (i == table->n_columns || table->n_orders == MOST_ORDERS)
            return SQLITE_MISUSE;
        table->orders[table->n_orders++] = i;
    }
    return SQLITE_OK;
}

static int null_disconnect(sqlite3_vtab *vtab)
{
    struct null_table *table = (struct null_table *)vtab;
    for (int i = 0; i < table->n_columns; i++) {
        free(table->columns[i].values);
        free(table->columns[i].heap);
    }
    free(table->columns);
    free(table);
    return SQLITE_OK;
}

static int null_connect(sqlite3 *db, void *aux, int argc, const char *const *argv,
                        sqlite3_vtab **vtab, char **message)
{
    struct null_table *table = resize(NULL, sizeof *table);
    sqlite3_stmt *stmt = NULL;
    char *sql = sqlite3_mprintf("SELECT * FROM %s", argc > 3 ? argv[3] : "source");
    for (int k = 4; k < argc; k++)
        sql = sqlite3_mprintf("%z%s%s", sql, k > 4 ? ", " : " ORDER BY ", argv[k]);

    (void)aux;
    *table = (struct null_table){0};
    *vtab = &table->base;
    int rc = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL);
    if (rc == SQLITE_OK)
        rc = load(db, table, stmt);
    if (rc == SQLITE_OK)
        rc = find_orders(table, stmt, argc, argv);
    if (rc != SQLITE_OK) {
        *message = sqlite3_mprintf("null_vtab: %s: %s", sql, sqlite3_errstr(rc));
        null_disconnect(*vtab);
    }
    sqlite3_finalize(stmt);
    sqlite3_free(sql);
    return rc;
}

static int null_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
    const struct null_table *table = (const struct null_table *)vtab;
    int n = info->nOrderBy, k = 0;
    while (k < n && k < table->n_orders &&
           info->aOrderBy[k].iColumn == table->orders[k] && !info->aOrderBy[k].desc)
        k++;
    info->orderByConsumed = n > 0 && k == n;
    info->estimatedCost = (double)table->n_rows;
    return SQLITE_OK;
}

static int null_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **base)
{
    struct null_table *table = (struct null_table *)vtab;
    struct null_cursor *cursor = resize(NULL, sizeof *cursor);
    *cursor = (struct null_cursor){.columns = table->columns, .n_rows = table->n_rows};
    *base = &cursor->base;
    return SQLITE_OK;
}

static int null_close(sqlite3_vtab_cursor *base)
{
    free(base);
    return SQLITE_OK;
}

static int null_filter(sqlite3_vtab_cursor *base, int plan, const char *plan_text,
                       int argc, sqlite3_value **argv)
{
    (void)plan, (void)plan_text, (void)argc, (void)argv;
    ((struct null_cursor *)base)->row = 0;
    return SQLITE_OK;
}

static int null_next(sqlite3_vtab_cursor *base)
{
    ((struct null_cursor *)base)->row++;
    return SQLITE_OK;
}

static int null_eof(sqlite3_vtab_cursor *base)
{
    const struct null_cursor *cursor = (const struct null_cursor *)base;
    return cursor->row >= cursor->n_rows;
}

static int null_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int i)
{
    const struct null_cursor *cursor = (const struct null_cursor *)base;
    const struct column *column = &cursor->columns[i];
    const union value *value = &column->values[cursor->row];

    switch (column->type) {
    case SQLITE_INTEGER:
        sqlite3_result_int64(context, value->integer);
        break;
    case SQLITE_FLOAT:
        sqlite3_result_double(context, value->real);
        break;
    case SQLITE_TEXT:
        sqlite3_result_text(context, column->heap + value->offset, -1, SQLITE_TRANSIENT);
        break;
    }
    return SQLITE_OK;
}

static int null_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid)
{
    *rowid = (sqlite3_int64)((struct null_cursor *)base)->row + 1;
    return SQLITE_OK;
}

static const sqlite3_module null_module = {.xCreate = null_connect,
                                           .xConnect = null_connect,
                                           .xBestIndex = null_best_index,
                                           .xDisconnect = null_disconnect,
                                           .xDestroy = null_disconnect,
                                           .xOpen = null_open,
                                           .xClose = null_close,
                                           .xFilter = null_filter,
                                           .xNext = null_next,
                                           .xEof = null_eof,
                                           .xColumn = null_column,
                                           .xRowid = null_rowid};

int sqlite3_nullvtab_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);

int sqlite3_nullvtab_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    SQLITE_EXTENSION_INIT2(api);
    (void)message;
    return sqlite3_create_module(db, "null_vtab", &null_module, NULL);
}
