/* SPDX-License-Identifier: MIT */
/*
 * column_origin.h - finds which column of a table of this extension a statement's result
 * column comes from, so that a written file can have its type in the file it was read
 * from.
 *
 * Hosts built without SQLITE_ENABLE_COLUMN_METADATA do not report it; there only the
 * declared type is known.
 */
#ifndef SQL_COLUMN_ORIGIN_H
#define SQL_COLUMN_ORIGIN_H

#include "sql/connection/connection.h"

struct column_origin {
    struct buffer type; /* in words (type_text.h); empty: not known */
    /* Of the table; borrowed, or NULL. */
    const struct table_column *column;
    const struct table_options *options;
    /* The table's options change the form of its values: integers, of timestamps, or text
     * are the stored values. */
    bool shows_integers, shows_text;
    bool shows_reals, shows_blobs; /* of UINT64 */
    bool shows_seconds;            /* and the type is in milliseconds */
    bool has_variants; /* whose types the table can pass on (passed_types.h) */
};

/* Finds the origin of column i of the statement.  Appends its type to origin->type, which
 * the caller releases; nothing if the column is not from such a table or cannot be
 * written. */
enum status column_origin_find(const struct connection *connection,
                               sqlite3_stmt *statement, int i,
                               struct column_origin *origin,
                               struct error *error) CHECK_RESULT;

/* Appends the type of a column of a file in words; nothing if it cannot be written. */
enum status column_type_words(const struct opened_file *opened,
                              const struct table_column *column, struct buffer *words,
                              struct error *error) CHECK_RESULT;

/* Whether column i of the statement comes from a table's column that is NOT NULL. */
bool column_origin_is_not_null(sqlite3 *db, sqlite3_stmt *statement, int i);

/* The declared type of column i of the statement; NULL if it has none, or the host does
 * not report them (SQLITE_OMIT_DECLTYPE). */
const char *column_declared_type(sqlite3_stmt *statement, int i);

#endif
