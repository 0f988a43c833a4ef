/* SPDX-License-Identifier: MIT */
/*
 * typed_rows.h - rows that C has, as a table that SQLite reads:
 * _parquet_query_rows(pointer).
 *
 *     i0 .. i15   keys, of INTEGER affinity    x0 .. x127   aggregates, without affinity
 *     r0 .. r15   REAL
 *     t0 .. t15   TEXT
 *     n0 .. n15   without affinity
 *
 * A statement names each value by the column of its affinity, so that SQLite compares it
 * as it compares the column that it comes from.  Only C has the pointer, so no statement
 * of a user can read the table.
 */
#ifndef SQL_TYPED_ROWS_H
#define SQL_TYPED_ROWS_H

#include "base/status.h"
#include "sql/host/sqlite_api.h"
#include "value/literal.h"
#include "vector/vector_query.h"

struct connection;

enum { MOST_TYPED_KEYS = MOST_QUERY_KEYS, MOST_TYPED_AGGREGATES = MOST_QUERY_AGGREGATES };

/* Bind it with sqlite3_bind_pointer(statement, 1, rows, TYPED_ROWS, NULL). */
struct typed_rows {
    void *context;
    uint32_t n_rows;
    const uint32_t *numbers; /* of the rows, for value(); NULL: 0 .. n_rows - 1 */
    /* Sets a key or an aggregate of a row; text has VALUE_TEXT_SIZE bytes for it. */
    enum status (*value)(void *context, uint32_t row, bool is_key, uint32_t number,
                         char *text, struct literal *value, struct error *error);
    struct error error; /* of the last value() that failed */
};

#define TYPED_ROWS "_parquet_query_rows"

/* The letter of the columns for a source's values. */
char typed_rows_letter(const struct vector_source *source);

int register_typed_rows(sqlite3 *db, struct connection *connection);

/* The value of a column of a statement's current row; its bytes are the statement's. */
struct literal literal_of_column(sqlite3_stmt *statement, int i);

/* Sets a function's or column's result to a copy of the value. */
void result_literal(sqlite3_context *context, const struct literal *value);

#endif
