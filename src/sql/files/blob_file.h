/* SPDX-License-Identifier: MIT */
/*
 * blob_file.h - a file that is a BLOB in the database, read in place (sqlite3_blob).
 *
 * The option says in which table and column, the path is the row's rowid.
 */
#ifndef SQL_BLOB_FILE_H
#define SQL_BLOB_FILE_H

#include <stdbool.h>

#include "base/input_file.h"
#include "sql/host/sqlite_api.h"

/* Opens the BLOB in the row `rowid` (a number as text) of `column`, which is
 * "table.column" or "schema.table.column", each name quoted as in SQL if necessary.
 *
 * schema: of the virtual table that asks, or NULL.  Unless it is temp, `column` can only
 * name the same: the schema of one database file must not choose what is read of another.
 * Else a table without a schema is sought in temp and then in main.
 *
 * The connection's authorizer is asked as for a SELECT.  CANTOPEN if there is no such
 * row. CHANGED, when it is read or wakes, if the row was changed since the opening. While
 * the file rests the BLOB is closed.
 *
 * In a transaction that has written to the database the BLOB is opened for writing,
 * unless it is immutable: so the transaction can be rolled back, but not committed,
 * before the file rests. */
enum status blob_file_open(sqlite3 *db, const char *column, const char *schema,
                           const char *rowid, bool is_immutable, struct input_file **file,
                           struct error *error) CHECK_RESULT;

#endif
