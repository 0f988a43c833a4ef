/*
 * plan.h - what xBestIndex decides and xFilter carries out.
 *
 * The plan travels as text, which EXPLAIN QUERY PLAN shows:
 *
 *     plan  := "scan" | term { " and " term }       one term per argv[i], in order
 *     term  := "rowid" op "?"
 *     op    := "=" | "<" | "<=" | ">" | ">="
 *
 * Every term narrows the rows that are visited and no more: SQLite checks each constraint
 * again (omit is never set), so that a term may be ignored whenever its value does not
 * compare like a number.
 */
#ifndef SQL_PLAN_H
#define SQL_PLAN_H

#include <stdint.h>

#include "sqlite_api.h"

/* Rows first <= row < end, counted from 0. */
struct row_range {
    uint64_t first, end;
};

/* Fills the outputs of sqlite3_index_info.  n_rows: of the table; use_constraints: the
 * table's `pushdown` option. */
int plan_choose(sqlite3_index_info *info, uint64_t n_rows, bool use_constraints);

/* The rows that a plan's terms leave of n_rows. */
struct row_range plan_rows(const char *plan, int argc, sqlite3_value **argv,
                           uint64_t n_rows);

#endif
