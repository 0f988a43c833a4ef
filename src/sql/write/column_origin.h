/* SPDX-License-Identifier: MIT */
/*
 * column_origin.h - which column of a table of ours a statement's result column is, so
 * that a file that is written can have it as the file has that it was read from.
 *
 * Hosts that were built without SQLITE_ENABLE_COLUMN_METADATA do not tell; declared types
 * must do there.
 */
#ifndef SQL_COLUMN_ORIGIN_H
#define SQL_COLUMN_ORIGIN_H

#include "sql/connection/connection.h"

struct column_origin {
    struct buffer type; /* in words (type_text.h); empty: not known */
    /* The table shows its values in another form than tables do by default, so that text
     * or numbers are to be taken for what the type makes of them. */
    bool is_presented_otherwise;
};

/* Column i of the statement.  The type is appended to origin->type, or is not: where the
 * column is none of a table of ours, or cannot be written. */
enum status column_origin_find(const struct connection *connection,
                               sqlite3_stmt *statement, int i,
                               struct column_origin *origin,
                               struct error *error) CHECK_RESULT;

#endif
