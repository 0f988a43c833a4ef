/* SPDX-License-Identifier: MIT */
/*
 * trust.h - checks that a function makes before it touches files, or the keys and limits
 * of the connection, on behalf of SQL.
 *
 * The user's own SQL may call such a function, but the schema of a database file may not.
 * SQLite enforces that (SQLITE_DIRECTONLY) for views and triggers. For CHECK constraints,
 * defaults, generated columns and indexes it does so only if the function was registered
 * when the schema was read (seen up to 3.54.1), and for CHECK constraints, up to at
 * least 3.46, only if the function is deterministic.
 */
#ifndef SQL_TRUST_H
#define SQL_TRUST_H

#include "base/status.h"
#include "sql/host/sqlite_api.h"

struct connection;

/* Refuses (MISUSE) if the schema of any database except temp mentions the function: the
 * call may come from there; or if a parquet_query() runs, which only reads.  If a schema
 * cannot be read, *code is SQLite's code. */
enum status trust_caller(const struct connection *connection, const char *function,
                         int *code, struct error *error) CHECK_RESULT;

/* Refuses (MISUSE) the name of a TEMP table that would hide a table or view of another
 * database; the message ends with the advice.  If a schema cannot be read, *code is
 * SQLite's code. */
enum status trust_name(sqlite3 *db, const char *name, const char *advice, int *code,
                       struct error *error) CHECK_RESULT;

/* Refuses (MISUSE) URLs of a table of a database file, among its paths or in its option
 * lake_roots (or NULL), if the host does not trust schemas (PRAGMA trusted_schema) and
 * does not list what may be reached. */
enum status trust_schema_urls(const struct connection *connection, const char *paths,
                              const char *lake_roots, struct error *error) CHECK_RESULT;

/* Refuses (MISUSE) if query_only is on or the main database is read-only.  *code:
 * SQLite's code for the refusal. */
enum status trust_to_write(sqlite3 *db, int *code, struct error *error) CHECK_RESULT;

/* Refuses a target (a resolved path, see path.h) that is, under any name, a database file
 * that the connection has open, or its journal, write-ahead log or shared memory, even if
 * that does not exist. */
enum status trust_target(sqlite3 *db, const char *target, int *code,
                         struct error *error) CHECK_RESULT;

#endif
