/*
 * host_quirks.h - what must be known of the SQLite at hand and of the connection before
 * constraints are believed.
 */
#ifndef SQL_HOST_QUIRKS_H
#define SQL_HOST_QUIRKS_H

#include "sqlite_api.h"

/* True when no other function has the name (lower case), and the host can tell: programs
 * may replace the functions behind LIKE and GLOB, and then nobody knows what they accept.
 */
bool function_is_builtin(sqlite3 *db, const char *name);

/* Versions before 3.53 offer the left table of an outer join what the ON clause says of
 * it, where that is <>, IS NOT, NOT NULL, LIKE or GLOB: rows would be lost that must come
 * with nulls.  True when the version has the fault. */
bool host_offers_outer_terms(void);

/* Whether the running statements might have an outer join, as far as their text and that
 * of all views and triggers tell. */
bool statements_may_join_outer(sqlite3 *db);

#endif
