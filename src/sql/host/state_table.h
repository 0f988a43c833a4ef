/* SPDX-License-Identifier: MIT */
/*
 * state_table.h - table-valued functions without arguments, which show what the
 * extension knows of a connection as numbered rows:
 *
 *     SELECT * FROM parquet_scan_stats;
 *
 * The state may change while a query reads it: rows that are added are not shown, and
 * those that have disappeared are skipped or NULL.
 */
#ifndef SQL_STATE_TABLE_H
#define SQL_STATE_TABLE_H

#include <stdint.h>

#include "sql/host/sqlite_api.h"

struct state_table {
    const char *name;
    const char *columns; /* the COLUMN_DECLARATION of each (column_list.h) */
    /* Sets the numbers of the first and the last row; the last is less if there are
     * none. */
    void (*range)(void *state, uint64_t *first, uint64_t *last);
    /* Sets the result of column i of a row, which may have disappeared since; without a
     * result it is NULL.  Returns SQLite's code. */
    int (*column)(void *state, sqlite3_context *context, uint64_t row, int i);
    /* SQLite destroys modules and tables in no fixed order, so each holds the state. */
    void (*retain)(void *state);
    void (*release)(void *state);
};

/* Registers the function, whose struct must outlive the connection; returns SQLite's
 * code. */
int state_table_register(sqlite3 *db, const struct state_table *table, void *state);

#endif
