/* SPDX-License-Identifier: MIT */
/*
 * plan_cost.h - estimates for SQLite's planner, from the file's metadata.
 *
 * The unit is about the time of one step of a scan that returns a row.  The estimate is
 * for one xFilter of many: an equality with a value that is not known yet probably gets
 * another value each time, and then rows are looked up in memory.
 */
#ifndef SQL_PLAN_COST_H
#define SQL_PLAN_COST_H

#include "sql/table/plan.h"

struct cost {
    double n_rows, n_row_groups, n_columns;
    double scanned;  /* fraction of the rows that must be tested */
    double returned; /* fraction of the rows that is returned */
    bool has_terms;
    bool is_looked_up; /* rows are found by their keys; see look_up.h */
    bool is_in_range;  /* rows are found among sorted ones; see look_up.h */
    /* Columns with a lower (upper) bound that changes, as in colUsed. */
    uint64_t lows, highs;
};

/* used: SQLite's colUsed. */
void cost_begin(struct cost *cost, const struct plan_context *context, uint64_t used);

/* value: the right-hand side if SQLite knows it, else NULL. */
void cost_add_term(struct cost *cost, const struct plan_context *context,
                   const struct plan_term *term, sqlite3_value *value);

/* The number of columns in SQLite's colUsed. */
double count_columns(uint64_t used);

/* Sets estimatedCost and estimatedRows. */
void cost_finish(const struct cost *cost, sqlite3_index_info *info);

#endif
