/* SPDX-License-Identifier: MIT */
#include "sql/connection/written_types.h"

#include "sql/connection/connection.h"
#include "sql/host/column_list.h"
#include "sql/host/state_table.h"

void written_types_release(struct written_types *types)
{
    arena_release(&types->arena);
    *types = (struct written_types){0};
}

#define TYPES_COLUMNS(X)                                                                 \
    X(TYPES_COLUMN_NAME, "column_name TEXT")                                             \
    X(TYPES_COLUMN_TYPE, "column_type TEXT")                                             \
    X(TYPES_BECAUSE, "because TEXT")

enum types_columns { TYPES_COLUMNS(COLUMN_NUMBER) };

static void types_range(void *connection, uint64_t *first, uint64_t *last)
{
    *first = 1;
    *last = ((struct connection *)connection)->written_types.n;
}

static int types_column(void *connection, sqlite3_context *context, uint64_t row, int i)
{
    const struct written_types *types = &((struct connection *)connection)->written_types;
    if (row > types->n) /* since replaced */
        return SQLITE_OK;
    const struct written_type *column = &types->columns[row - 1];
    sqlite3_result_text(context,
                        i == TYPES_COLUMN_NAME   ? column->name
                        : i == TYPES_COLUMN_TYPE ? column->type
                                                 : column->because,
                        -1, SQLITE_TRANSIENT);
    return SQLITE_OK;
}

static void types_retain(void *connection)
{
    (void)connection_retain(connection);
}

static const struct state_table types_table = {
    .name = "parquet_write_types",
    .columns = TYPES_COLUMNS(COLUMN_DECLARATION),
    .range = types_range,
    .column = types_column,
    .retain = types_retain,
    .release = connection_release,
};

int register_written_types(sqlite3 *db, struct connection *connection)
{
    return state_table_register(db, &types_table, connection);
}
