/* SPDX-License-Identifier: MIT */
/*
 * time_spelling.h - warns of comparisons that probably lose rows: dates and times, which
 * are text, with an instant in another spelling, or with a number.
 *
 *     at >= '2024-01-03T00:00:00Z'   a warning: as text, all of that day is less
 *     at >= '2024-01-03'             none: midnight is greater or equal as text, too
 *     at <= '2024-01-03'             a warning: as text, midnight is greater
 *     at >= 1704240000000            a warning: numbers are compared as text
 *     at >= 2024                     none: so is the year, which is a prefix of the text
 *
 * What decides is whether the comparison accepts the same values of the column as one by
 * parquet_instant would.
 */
#ifndef SQL_TIME_SPELLING_H
#define SQL_TIME_SPELLING_H

#include "sql/table/plan.h"

enum { SPELLING_WARNING_SIZE = 400 };

/* Whether a term of the plan with its value is such a comparison; writes what it is and
 * what to write instead to warning, which has SPELLING_WARNING_SIZE bytes.  Takes up to a
 * hundred microseconds. */
bool time_spelling_is_doubtful(const struct plan *plan,
                               const struct plan_context *context, sqlite3_value **argv,
                               char *warning);

#endif
