/* SPDX-License-Identifier: MIT */
/* plan_extremes.h - results of a plan that the file states: extremes of all rows. */
#ifndef SQL_PLAN_EXTREMES_H
#define SQL_PLAN_EXTREMES_H

#include "sql/query/vector_plan.h"

/* Sets plan->known for the extremes of a column of all rows, without reading them all.
 * *code: SQLite's code if it is not SQLITE_OK. */
enum status plan_extremes_find(struct vector_plan *plan, int *code,
                               struct error *error) CHECK_RESULT;

/* Whether nothing else is asked for. */
bool plan_extremes_are_all(const struct vector_plan *plan);

#endif
