/* SPDX-License-Identifier: MIT */
#include "sql/host/state_table.h"

#include "sql/host/report.h"

/* The client data of the module, and a part of each of its tables. */
struct shown_state {
    const struct state_table *table;
    void *state;
};

struct state_vtab {
    sqlite3_vtab base; /* must be first */
    struct shown_state shown;
};

struct state_cursor {
    sqlite3_vtab_cursor base; /* must be first */
    uint64_t row, last;
};

static const struct shown_state *shown_by(const sqlite3_vtab_cursor *cursor)
{
    return &((const struct state_vtab *)cursor->pVtab)->shown;
}

static int state_connect(sqlite3 *db, void *data, int argc, const char *const *argv,
                         sqlite3_vtab **vtab, char **message)
{
    const struct shown_state *shown = data;
    (void)argc;
    (void)argv;
    int code = column_list_declare(db, &shown->table->columns, "", "", message);
    if (code != SQLITE_OK)
        return code;
    struct state_vtab *table = sqlite3_malloc64(sizeof *table);
    if (table == NULL)
        return SQLITE_NOMEM;
    *table = (struct state_vtab){.shown = *shown};
    shown->table->retain(shown->state);
    *vtab = &table->base;
    return SQLITE_OK;
}

static int state_disconnect(sqlite3_vtab *vtab)
{
    const struct shown_state *shown = &((struct state_vtab *)vtab)->shown;
    shown->table->release(shown->state);
    sqlite3_free(vtab);
    return SQLITE_OK;
}

static int state_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
    (void)vtab;
    info->estimatedCost = 200;
    info->estimatedRows = 200;
    return SQLITE_OK;
}

static int state_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
    (void)vtab;
    struct state_cursor *c = sqlite3_malloc64(sizeof *c);
    if (c == NULL)
        return SQLITE_NOMEM;
    *c = (struct state_cursor){0};
    *cursor = &c->base;
    return SQLITE_OK;
}

static int state_close(sqlite3_vtab_cursor *cursor)
{
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static int state_filter(sqlite3_vtab_cursor *cursor, int idx_num, const char *plan,
                        int argc, sqlite3_value **argv)
{
    struct state_cursor *c = (struct state_cursor *)cursor;
    const struct shown_state *shown = shown_by(cursor);
    (void)idx_num;
    (void)plan;
    (void)argc;
    (void)argv;
    shown->table->range(shown->state, &c->row, &c->last);
    return SQLITE_OK;
}

static int state_next(sqlite3_vtab_cursor *cursor)
{
    struct state_cursor *c = (struct state_cursor *)cursor;
    const struct shown_state *shown = shown_by(cursor);
    uint64_t first, last;
    shown->table->range(shown->state, &first, &last);
    c->row = c->row + 1 > first ? c->row + 1 : first;
    return SQLITE_OK;
}

static int state_eof(sqlite3_vtab_cursor *cursor)
{
    const struct state_cursor *c = (struct state_cursor *)cursor;
    return c->row > c->last;
}

static int state_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int i)
{
    const struct shown_state *shown = shown_by(cursor);
    uint64_t number = ((struct state_cursor *)cursor)->row;
    void *row = shown->table->row(shown->state, number);
    struct error error = {0};
    if (row != NULL &&
        column_list_show(&shown->table->columns, i, row, context, &error) != OK)
        report_to_function(context, NULL, SQLITE_OK, &error);
    return SQLITE_OK;
}

static int state_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
    *rowid = (sqlite3_int64)((struct state_cursor *)cursor)->row;
    return SQLITE_OK;
}

/* No xCreate: eponymous only. */
static const sqlite3_module state_module = {
    .iVersion = 0,
    .xConnect = state_connect,
    .xBestIndex = state_best_index,
    .xDisconnect = state_disconnect,
    .xOpen = state_open,
    .xClose = state_close,
    .xFilter = state_filter,
    .xNext = state_next,
    .xEof = state_eof,
    .xColumn = state_column,
    .xRowid = state_rowid,
};

static void shown_free(void *data)
{
    struct shown_state *shown = data;
    shown->table->release(shown->state);
    sqlite3_free(shown);
}

int state_table_register(sqlite3 *db, const struct state_table *table, void *state)
{
    struct shown_state *shown = sqlite3_malloc64(sizeof *shown);
    if (shown == NULL)
        return SQLITE_NOMEM;
    *shown = (struct shown_state){table, state};
    table->retain(state); /* SQLite releases it also when this fails */
    return sqlite3_create_module_v2(db, table->name, &state_module, shown, shown_free);
}
