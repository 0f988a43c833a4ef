/* SPDX-License-Identifier: MIT */
/*
 * trust.h - checks before a function touches files on behalf of SQL.
 *
 * A function that takes a path may be called by the SQL that a user types, but not by the
 * schema of a database file.  SQLITE_DIRECTONLY says so, and SQLite enforces it for views
 * and triggers.  For CHECK constraints, defaults, generated columns and indexes it does
 * so only if the function was registered when the schema was read (seen up to 3.54.1),
 * and for CHECK constraints, up to 3.46 at least, only if the function is deterministic.
 */
#ifndef SQL_TRUST_H
#define SQL_TRUST_H

#include "base/status.h"
#include "sql/host/sqlite_api.h"

/* Refuses (MISUSE) if the schema of any database except temp mentions the function: the
 * call may come from there.  If a schema cannot be read, *code is SQLite's code. */
enum status trust_caller(sqlite3 *db, const char *function, int *code,
                         struct error *error) CHECK_RESULT;

/* Refuses if query_only is on or the main database is read-only.  *code: SQLite's. */
enum status trust_to_write(sqlite3 *db, int *code, struct error *error) CHECK_RESULT;

/* Refuses a target (a resolved path, see path.h) that is a database file which the
 * connection has open, under any name, or its journal, write-ahead log or shared memory,
 * even if that does not exist. */
enum status trust_target(sqlite3 *db, const char *target, int *code,
                         struct error *error) CHECK_RESULT;

#endif
