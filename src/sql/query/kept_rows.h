/* SPDX-License-Identifier: MIT */
/*
 * kept_rows.h - the rows of a statement that is read several times, such as that of the
 * inner table of a join, which SQLite would run again for each row of the outer one.
 */
#ifndef SQL_KEPT_ROWS_H
#define SQL_KEPT_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "sql/host/sqlite_api.h"

/* A zeroed struct has no rows. */
struct kept_rows {
    sqlite3_value **values; /* of each row, n_columns; own copies */
    size_t n_values;
    int n_columns;
    uint64_t n_bytes; /* that they take, roughly; no account is charged for them */
    bool are_all;     /* set by the owner: these are all rows */
};

void kept_rows_release(struct kept_rows *kept);

/* Adds a statement's current row.  False if memory lacks, or if the rows would take more
 * than half of what the thread's memory account has left: then none are kept. */
bool kept_rows_add(struct kept_rows *kept, sqlite3_stmt *statement);

/* Whether there is a row with that number, counted from 1. */
static inline bool kept_rows_have(const struct kept_rows *kept, sqlite3_int64 row)
{
    return (size_t)row * (size_t)kept->n_columns <= kept->n_values && kept->n_values > 0;
}

static inline sqlite3_value *kept_rows_value(const struct kept_rows *kept,
                                             sqlite3_int64 row, int column)
{
    return kept->values[(size_t)(row - 1) * (size_t)kept->n_columns + (size_t)column];
}

#endif
