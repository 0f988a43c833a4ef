/* SPDX-License-Identifier: MIT */
/*
 * plan_authorize.h - asks the host's authorizer about all that a SELECT uses and that no
 * statement inside names: columns that only vectors read, functions that only vectors
 * compute; and about the groups, which the SELECT itself does not name.
 *
 * The authorizer may refuse each, or let it be null without a word.  In both cases SQLite
 * runs the SELECT.
 */
#ifndef SQL_PLAN_AUTHORIZE_H
#define SQL_PLAN_AUTHORIZE_H

#include "sql/query/vector_plan.h"

/* Also prepares the statement that reads the groups.  UNSUPPORTED: something is refused.
 */
enum status plan_authorize(const struct vector_plan *plan,
                           struct reused_statement *statement,
                           struct error *error) CHECK_RESULT;

#endif
