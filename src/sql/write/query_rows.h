/* SPDX-License-Identifier: MIT */
/*
 * query_rows.h - runs the query of parquet_write() and passes on the values of its rows.
 *
 * SQLite passes values to functions faster than to programs, which ask for each with a
 * call that locks the connection.  So, where SQLite can run it without other work, the
 * query becomes part of another one that passes its columns to an aggregate function:
 *
 *     WITH "parquet_write rows"(c0, c1, ...) AS (query)
 *     SELECT parquet_write_rows(?1, 0, c0, c1, ...), ... FROM "parquet_write rows"
 *
 * No query can mean that name: parquet_write() refuses to run while the schema mentions
 * its own.
 *
 * SQLite merges these two into one (it "flattens" the query), unless the query has ORDER
 * BY, GROUP BY, DISTINCT, LIMIT, UNION and the like.  Where it does not, it would copy
 * all values once more, so that the query is faster alone.  EXPLAIN QUERY PLAN shows
 * which of both it does.
 *
 * A program can register a function of its own under that name.  So ours counts the calls
 * it finishes, first in a statement without rows; if it misses some, the query runs
 * alone.
 */
#ifndef SQL_WRITE_QUERY_ROWS_H
#define SQL_WRITE_QUERY_ROWS_H

#include <stdint.h>

#include "base/status.h"
#include "sql/host/sqlite_api.h"

/* Takes the values of n columns of the current row, from column `first` on; called for
 * all columns in turn. */
typedef enum status (*query_row_taker)(void *context, sqlite3_value **values,
                                       uint32_t first, uint32_t n, struct error *error);

struct connection;

struct query_rows {
    sqlite3 *db;
    struct connection *connection;
    sqlite3_stmt *query; /* borrowed */
    sqlite3_stmt *whole; /* the query and the function, or NULL */
    bool copies_values;  /* SQLite's plan is likely to return copies of tables' values */
    uint32_t n_columns;
    query_row_taker take;
    void *context;
    sqlite3_value **values; /* of a row, where `whole` is NULL */
    uint32_t n_taken;       /* columns of the row that calls have passed so far */
    bool has_taken;         /* any values, in a run of `whole` */
    enum status status;     /* of the taker, in a run */
    struct error *error;
};

/* *rows is zeroed but for db, connection, query, n_columns, take and context. */
enum status query_rows_open(struct query_rows *rows, struct error *error) CHECK_RESULT;

/* Runs through the query, from its beginning.  If SQLite fails, *code is its code and the
 * error contains its message. */
enum status query_rows_run(struct query_rows *rows, int *code,
                           struct error *error) CHECK_RESULT;

void query_rows_release(struct query_rows *rows);

/* Registers the aggregate function. */
int query_rows_register(sqlite3 *db, struct connection *connection);

#endif
