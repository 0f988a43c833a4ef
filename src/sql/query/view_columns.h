/* SPDX-License-Identifier: MIT */
/*
 * view_columns.h - the columns that a view of a SELECT would have: their names, declared
 * types and collations.
 */
#ifndef SQL_VIEW_COLUMNS_H
#define SQL_VIEW_COLUMNS_H

#include "sql/host/sqlite_api.h"

/* Sets *declaration to CREATE TABLE x(...) with them, for sqlite3_declare_vtab(), and *n
 * to their number; free it with sqlite3_free(). select: the text, without a semicolon at
 * its end. names: as the SELECT itself calls its columns.  Returns SQLite's code. */
int view_columns(sqlite3 *db, const char *select, const char *const *names,
                 char **declaration, int *n);

#endif
