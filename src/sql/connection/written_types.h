/* SPDX-License-Identifier: MIT */
/*
 * written_types.h - parquet_write_types: which types the columns got that the last
 * parquet_write() of a connection has written, and why.
 */
#ifndef SQL_WRITTEN_TYPES_H
#define SQL_WRITTEN_TYPES_H

#include <stdint.h>

#include "base/arena.h"
#include "sql/host/sqlite_api.h"

struct connection;

struct written_type {
    const char *name, *type, *because;
};

/* The arena holds the columns and their texts.  A zeroed struct has none. */
struct written_types {
    uint32_t n;
    struct written_type *columns;
    struct arena arena;
};

void written_types_release(struct written_types *types);

/* Registers the table-valued function; returns SQLite's code. */
int register_written_types(sqlite3 *db, struct connection *connection);

#endif
