/* SPDX-License-Identifier: MIT */
/*
 * query_module.h - the module `parquet_query`: a SELECT as a virtual table.
 *
 *     CREATE VIRTUAL TABLE temp.by_kind USING parquet_query(
 *         'SELECT kind, count(*) AS n FROM events GROUP BY kind');
 *
 *     SELECT row FROM parquet_query('SELECT ...')
 *
 * The second form returns each row as a JSON object, because the columns of a function
 * are the same for all calls.
 *
 * It has exactly the rows of a view with the same text.  Groups and sums of one Parquet
 * table run on vectors (vector_plan.h); all else SQLite runs, in a statement inside. Such
 * a statement would escape what SQLite forbids views of a database file, so only a table
 * in `temp` may have one.
 */
#ifndef SQL_QUERY_MODULE_H
#define SQL_QUERY_MODULE_H

#include "sql/connection/connection.h"

/* Returns SQLite's code. */
int register_query(sqlite3 *db, struct connection *connection);

#endif
