/* SPDX-License-Identifier: MIT */
/*
 * host_quirks.h - what differs between versions of SQLite, and what programs may have
 * changed in a connection, as far as constraints depend on it.  No other file asks for
 * SQLite's version.
 */
#ifndef SQL_HOST_QUIRKS_H
#define SQL_HOST_QUIRKS_H

#include "sql/host/sqlite_api.h"

/* Whether the extension runs on this SQLite at all: 3.31 or newer. */
bool host_is_supported(void);

/* Same as sqlite3_declare_vtab(), but returns SQLITE_NOMEM and SQLITE_INTERRUPT if that
 * is why it fails: hosts return SQLITE_ERROR in place of them. */
int host_declare_table(sqlite3 *db, const char *declaration);

/* From 3.32 on: sqlite3_create_filename() exists.  Also false if the extension was built
 * with older headers. */
bool host_has_filenames(void);

/* From 3.34 on: sqlite3_txn_state() exists.  Also false if the extension was built with
 * older headers. */
bool host_has_transaction_states(void);

/* From 3.38 on: sqlite3_vtab_in(), sqlite3_vtab_rhs_value() and sqlite3_vtab_distinct()
 * exist, LIMIT and OFFSET are offered as constraints, and the type of the right-hand side
 * distinguishes bounds derived from LIKE.  Also false if the extension was built with
 * older headers. */
bool host_explains_constraints(void);

/* From 3.46 on: LIMIT and OFFSET are offered only if a table may apply them itself. */
bool host_limits_are_exact(void);

/* Whether the version has this fault: sqlite3_blob_open() opens another column than that
 * of the name if the table has generated columns.  3.54 refuses such a table, and 3.46
 * does not. */
bool host_miscounts_generated_columns(void);

/* Whether a table may return one row for each combination of the values that SQLite reads
 * (colUsed).  distinct: from sqlite3_vtab_distinct().  Versions before 3.46 report 2 and
 * 3, and newer ones than 3.51 report 3, although the statement also uses the rowid. */
bool host_drops_duplicates(int distinct);

enum {
    /* The number of first constraints for which `omit` has an effect; SQLite tests all
     * others again. */
    HOST_HONOURS_OMIT_FOR = 16,
    /* The number of first constraints among which sqlite3_vtab_in() recognises an IN. */
    HOST_KNOWS_IN_FOR = 32,
};

/* The integer in the first row of a query; 0 if there is none, or if the query fails.
 * argument: the text of its parameter; NULL: it has none. */
int select_integer(sqlite3 *db, const char *sql, const char *argument);

/* Whether SQLite's own function has the name (lower case); false if the host cannot tell.
 * Programs may replace the functions that LIKE and GLOB call, and theirs may accept
 * anything. */
bool function_is_builtin(sqlite3 *db, const char *name);

/* The same for n < 32 names: bit i is set if it holds for names[i], or there is no such
 * function. */
unsigned functions_builtin(sqlite3 *db, const char *const *names, unsigned n);

/* Whether SQLite lists no statements although there are some: built with
 * SQLITE_ENABLE_API_ARMOR, it refuses calls for a connection that was closed and lives
 * until its statements are finalized.  Then no host finds a statement to finalize. */
bool statements_are_unlisted(sqlite3 *db);

/* A statement that is reused by later calls of one of the following functions; zeroed at
 * first.  SQLite counts it as open, so a virtual table owns it: closing a connection
 * disconnects its tables first.  The host may finalize it. */
struct reused_statement {
    sqlite3_stmt *statement;
};

/* Prepares a statement; returns SQLite's code. */
int reused_statement_prepare(sqlite3 *db, const char *sql,
                             struct reused_statement *reused);
void reused_statement_release(sqlite3 *db, struct reused_statement *reused);

/* Whether sum() adds doubles without compensation: before 3.43. */
bool host_sums_plainly(void);

/* Whether the collation (BINARY, NOCASE or RTRIM) orders some sample texts as SQLite's
 * own does: programs may replace the collation's function, and no interface shows it.  A
 * replacement makes SQLite prepare all statements again. */
bool collation_is_builtin(sqlite3 *db, struct reused_statement *probe, const char *name);

/* Whether the version (before 3.53) has this fault: it offers the left table of an outer
 * join the ON clause's <>, IS NOT, NOT NULL, LIKE and GLOB terms as constraints.
 * Applying them would lose rows that must be joined with nulls. */
bool host_offers_outer_terms(void);

/* Whether the running statements may have an outer join, judged by the words in their
 * text and in that of all views and triggers. */
bool statements_may_join_outer(sqlite3 *db);

/* Whether SQLite connects a table because a statement reads it.  Known versions create
 * the statement first for a SELECT and a PRAGMA, but not for a table that DROP TABLE or
 * ALTER TABLE names, nor for the target of INSERT, UPDATE and DELETE and the subqueries
 * in SET.  Also false for what goes through all tables: PRAGMA integrity_check, PRAGMA
 * table_info, by which programs show a schema, and ALTER TABLE of other tables, which
 * goes through all views. */
bool statement_reads(sqlite3 *db);

/* Whether CREATE VIRTUAL TABLE is running, or another statement that has these words. */
bool statement_creates(sqlite3 *db);

/* Whether SQLite, in xBestIndex, prepares the same statement as in the last call with the
 * same mark.  The mark is newer than the statement that it marks. */
bool is_same_preparation(sqlite3 *db, struct reused_statement *mark);

/* How the database stores text, and so compares it: SQLITE_UTF8, SQLITE_UTF16LE or
 * SQLITE_UTF16BE; 0 if the query for it fails. */
int database_encoding(sqlite3 *db);

/* Whether only one statement, the caller's, is running. */
bool one_statement_runs(sqlite3 *db);

/* Makes SQLite prepare all statements again before they next begin.  Relies on hosts
 * doing so when a setting of the connection changes, as all known ones do.  Otherwise a
 * statement that a program keeps would fail each time. */
void statements_expire(sqlite3 *db);

#endif
