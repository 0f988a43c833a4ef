/*
 * table_function.h - table-valued functions of a path, and of more arguments if need be.
 *
 *     SELECT * FROM parquet_schema('trips.parquet');
 *
 * Arguments are hidden columns, declared first: `_path` (a plain `path` would clash with
 * users' columns in joins), then the others, named in the same way.  Functions are
 * DIRECTONLY: neither views nor triggers of a database file can use them to read other
 * files.
 */
#ifndef SQL_TABLE_FUNCTION_H
#define SQL_TABLE_FUNCTION_H

#include "base/status.h"
#include "sql/host/sqlite_api.h"

/* Rows of one call.  Implementations embed this as their first member. */
struct row_source {
    const struct table_function *function;
};

enum { MOST_MORE_ARGUMENTS = 2 };

struct table_function {
    const char *name;
    /* The columns as they stand between the parentheses of CREATE TABLE, without the
     * arguments; column() counts them from 0. */
    const char *columns;
    /* The arguments behind the path: how many, their hidden columns in the same form, and
     * an example of them for the message that they are missing. */
    int n_more_arguments;
    const char *more_arguments;
    const char *example;
    /* One of the two: open_with() gets the arguments behind the path. */
    enum status (*open)(const char *path, struct row_source **rows, struct error *error);
    enum status (*open_with)(const char *path, sqlite3_value **arguments,
                             struct row_source **rows, struct error *error);
    /* Moves to the next row (the first at first); *has_row is false behind the last. */
    enum status (*next)(struct row_source *rows, bool *has_row, struct error *error);
    enum status (*column)(struct row_source *rows, sqlite3_context *context, int i,
                          struct error *error);
    void (*close)(struct row_source *rows);
};

struct connection;

/* The function must outlive the connection, which is retained. */
int table_function_register(sqlite3 *db, const struct table_function *function,
                            struct connection *connection);

#endif
