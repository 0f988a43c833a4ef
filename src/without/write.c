/* SPDX-License-Identifier: MIT */
/* write.c - no parquet_write(), and no ordinary tables that keep the types of files. */
#include "sql/functions/functions.h"
#include "sql/options/options.h"
#include "without/without.h"

const struct option_set write_option_set = {.n = 0};

int register_write(sqlite3 *db, struct connection *connection)
{
    return register_without(db, "parquet_write", "WRITE");
}

int register_create_table(sqlite3 *db, struct connection *connection)
{
    return register_without(db, "parquet_create_table", "WRITE");
}

int register_import(sqlite3 *db, struct connection *connection)
{
    return register_without(db, "parquet_import", "WRITE");
}
