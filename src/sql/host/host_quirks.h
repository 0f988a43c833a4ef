/* SPDX-License-Identifier: MIT */
/*
 * host_quirks.h - what must be known of the SQLite at hand and of the connection before
 * constraints are believed.  No other file asks for SQLite's version.
 */
#ifndef SQL_HOST_QUIRKS_H
#define SQL_HOST_QUIRKS_H

#include "sql/host/sqlite_api.h"

/* Whether the extension runs on this SQLite at all: 3.31 or newer. */
bool host_is_supported(void);

/* From 3.38 on: sqlite3_vtab_in(), sqlite3_vtab_rhs_value() and sqlite3_vtab_distinct()
 * exist, LIMIT and OFFSET are offered as constraints, and bounds derived from LIKE can be
 * told from others by the type of their right-hand side.  False, too, when the headers
 * that this was built with are older. */
bool host_explains_constraints(void);

/* From 3.46 on: LIMIT and OFFSET are offered only where a table may carry them out. */
bool host_limits_are_exact(void);

enum {
    /* `omit` has an effect for the first constraints only; SQLite tests all others
     * again. */
    HOST_HONOURS_OMIT_FOR = 16,
    /* sqlite3_vtab_in() recognises an IN among the first constraints only. */
    HOST_KNOWS_IN_FOR = 32,
};

/* True when no other function has the name (lower case), and the host can tell: programs
 * may replace the functions that LIKE and GLOB call, and nobody knows what theirs accept.
 */
bool function_is_builtin(sqlite3 *db, const char *name);

/* A statement that is asked again and again; zeroed, none.  SQLite counts it as open, so
 * a virtual table owns it: closing a connection disconnects its tables first. */
struct collation_probe {
    sqlite3_stmt *statement;
};

void collation_probe_release(struct collation_probe *probe);

/* True when the collation (BINARY, NOCASE or RTRIM) orders some telling texts as SQLite's
 * own does: programs may replace the collation's function, which no interface reveals.
 * Replacing it makes SQLite prepare all statements again. */
bool collation_is_builtin(sqlite3 *db, struct collation_probe *probe, const char *name);

/* Versions before 3.53 offer the left table of an outer join what the ON clause says of
 * it, where that is <>, IS NOT, NOT NULL, LIKE or GLOB: rows would be lost that must come
 * with nulls.  True when the version has the fault. */
bool host_offers_outer_terms(void);

/* Whether the running statements might have an outer join, as far as their text and that
 * of all views and triggers tell. */
bool statements_may_join_outer(sqlite3 *db);

/* Whether no other statement runs than the one that calls. */
bool one_statement_runs(sqlite3 *db);

/* Makes SQLite prepare all statements again before they next begin, on the hosts that do
 * so when a setting of the connection changes: all that are known.  Without, programs
 * that keep a statement would get its error again and again. */
void statements_expire(sqlite3 *db);

#endif
