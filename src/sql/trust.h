/*
 * trust.h - what is asked before a function touches files on behalf of SQL.
 *
 * Whoever types SQL may call a function that takes a path; a database file may not.
 * SQLITE_DIRECTONLY says so, and views and triggers keep to it.  In CHECK constraints,
 * defaults, generated columns and indexes SQLite minds it only where the function was
 * registered when the schema was read (seen up to 3.54.1), and in CHECK constraints up to
 * 3.46 at least only where the function is deterministic.
 */
#ifndef SQL_TRUST_H
#define SQL_TRUST_H

#include "../base/status.h"
#include "sqlite_api.h"

/* Refuses (MISUSE) where the schema of any database but temp mentions the function:
 * nobody can tell then who calls it.  Where a schema cannot be read, *code is SQLite's.
 */
enum status trust_caller(sqlite3 *db, const char *function, int *code,
                         struct error *error) CHECK_RESULT;

/* Refuses where the connection does not write: query_only is on, or the main database is
 * open for reading only.  *code: SQLite's. */
enum status trust_to_write(sqlite3 *db, int *code, struct error *error) CHECK_RESULT;

/* Refuses a target (resolved, see path.h) that is a database file which the connection
 * has open, by whatever name, or its journal, write-ahead log or shared memory, whether
 * that is there or not. */
enum status trust_target(sqlite3 *db, const char *target, int *code,
                         struct error *error) CHECK_RESULT;

#endif
