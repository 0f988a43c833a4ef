/* SPDX-License-Identifier: MIT */
/*
 * first_groups.h - of the groups of a plan, those that ORDER BY with LIMIT may return.
 *
 * SQLite sorts them, and shows them, as if they were all; it would take longer over each
 * of many groups than vectors took to make it.
 */
#ifndef SQL_FIRST_GROUPS_H
#define SQL_FIRST_GROUPS_H

#include "sql/query/vector_plan.h"

/* Called when all rows have been read: sets plan->rows.n_rows and .numbers.  UNSUPPORTED:
 * only SQLite can run the statement. */
enum status first_groups_find(struct vector_plan *plan, struct error *error) CHECK_RESULT;

#endif
