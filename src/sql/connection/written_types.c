/* SPDX-License-Identifier: MIT */
#include "sql/connection/written_types.h"

#include "sql/connection/connection.h"
#include "sql/host/state_table.h"

void written_types_release(struct written_types *types)
{
    arena_release(&types->arena);
    *types = (struct written_types){0};
}

static const struct listed_column TYPES_COLUMNS[] = {
    SHOW("column_name TEXT", struct written_type, name),
    SHOW("column_type TEXT", struct written_type, type),
    SHOW("because TEXT", struct written_type, because),
};

static void types_range(void *connection, uint64_t *first, uint64_t *last)
{
    *first = 1;
    *last = ((struct connection *)connection)->written_types.n;
}

static void *types_row(void *connection, uint64_t number)
{
    const struct written_types *types = &((struct connection *)connection)->written_types;
    return number <= types->n ? &types->columns[number - 1] : NULL;
}

static void types_retain(void *connection)
{
    (void)connection_retain(connection);
}

static const struct state_table types_table = {
    .name = "parquet_write_types",
    .columns = COLUMN_LIST(TYPES_COLUMNS),
    .range = types_range,
    .row = types_row,
    .retain = types_retain,
    .release = connection_release,
};

int register_written_types(sqlite3 *db, struct connection *connection)
{
    return state_table_register(db, &types_table, connection);
}
