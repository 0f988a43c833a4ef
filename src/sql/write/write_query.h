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

/* Finds the names in "name" or "schema.name", quoted or not; *schema may be NULL.  The
 * caller frees both with mem_free(), also after a failure. */
enum status write_query_table(const char *text, char **schema, char **table,
                              struct error *error) CHECK_RESULT;

/* SELECT * FROM [schema.]table, to be freed with sqlite3_free(); NULL when memory is
 * out. */
char *write_query_of_table(const char *schema, const char *table);

/* The bytes of sqlite3_sql(query) without a semicolon at its end. */
int write_query_size(sqlite3_stmt *query);

/* Prepares the query with its rows in an order: a text such as "2 DESC, 1", which counts
 * the columns from 1.  The query stays as it is. */
enum status write_query_sort(sqlite3 *db, sqlite3_stmt *query, const char *order,
                             sqlite3_stmt **sorted, int *code,
                             struct error *error) CHECK_RESULT;

#endif
