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

#include "sql/host/column_list.h"

struct state_table {
    const char *name;
    struct column_list columns;
    /* Sets the numbers of the first and the last row; the last is less if there are
     * none. */
    void (*range)(void *state, uint64_t *first, uint64_t *last);
    /* The struct of a row, for its columns; NULL if it has disappeared since. */
    void *(*row)(void *state, uint64_t number);
    /* SQLite destroys modules and tables in no fixed order, so each holds the state. */
    void (*retain)(void *state);
    void (*release)(void *state);
};

/* Registers the function, whose struct must outlive the connection; returns SQLite's
 * code. */
int state_table_register(sqlite3 *db, const struct state_table *table, void *state);

#endif
