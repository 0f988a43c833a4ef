/*
 * table_function.h - table-valued functions of one argument, a path.
 *
 *     SELECT * FROM parquet_schema('trips.parquet');
 *
 * The path is the hidden column `_path` (a plain `path` would clash with users' columns
 * in joins), declared first.  Functions are DIRECTONLY: neither views nor triggers of a
 * database file can use them to read other files.
 */
#ifndef SQL_TABLE_FUNCTION_H
#define SQL_TABLE_FUNCTION_H

#include "../base/status.h"
#include "sqlite_api.h"

/* Rows of one call.  Implementations embed this as their first member. */
struct row_source {
    const struct table_function *function;
};

struct table_function {
    const char *name;
    /* The columns as they stand between the parentheses of CREATE TABLE, without `_path`;
     * column() counts them from 0. */
    const char *columns;
    enum status (*open)(const char *path, struct row_source **rows, struct error *error);
    /* Moves to the next row (the first at first); *has_row is false behind the last. */
    enum status (*next)(struct row_source *rows, bool *has_row, struct error *error);
    enum status (*column)(struct row_source *rows, sqlite3_context *context, int i,
                          struct error *error);
    void (*close)(struct row_source *rows);
};

/* The function must outlive the connection. */
int table_function_register(sqlite3 *db, const struct table_function *function);

#endif
