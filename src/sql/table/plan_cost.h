/* SPDX-License-Identifier: MIT */
/*
 * plan_cost.h - estimates for SQLite's planner, from what the file says of itself.
 *
 * The unit is about the time of one step of a scan that returns a row.  What counts is
 * what one xFilter must read: where statistics or Bloom filters narrow a comparison to
 * few row groups, a join may look rows up one by one; where they do not, it should scan
 * once.
 */
#ifndef SQL_PLAN_COST_H
#define SQL_PLAN_COST_H

#include "sql/table/plan.h"

struct cost {
    double n_rows, n_row_groups, n_columns;
    double scanned;  /* part of the rows that must be tested */
    double returned; /* part of the rows that is returned */
    bool has_terms;
};

void cost_begin(struct cost *cost, const struct plan_context *context, uint64_t used);

/* value: the right-hand side where SQLite knows it, else NULL. */
void cost_add_term(struct cost *cost, const struct plan_context *context,
                   const struct plan_term *term, sqlite3_value *value);

/* Sets the estimates. */
void cost_finish(const struct cost *cost, sqlite3_index_info *info);

#endif
