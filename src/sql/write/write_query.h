/* SPDX-License-Identifier: MIT */
/* write_query.h - the query of parquet_write(): one SELECT, VALUES or WITH that only
 * reads, or the name of a table or view. */
#ifndef SQL_WRITE_QUERY_H
#define SQL_WRITE_QUERY_H

#include "base/status.h"
#include "sql/host/sqlite_api.h"

/* text is zero-terminated.  The caller finalizes *query.  If SQLite fails, *code is its
 * code and the error contains its message. */
enum status write_query_prepare(sqlite3 *db, const char *text, sqlite3_stmt **query,
                                int *code, struct error *error) CHECK_RESULT;

#endif
