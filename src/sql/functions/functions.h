/* SPDX-License-Identifier: MIT */
/* functions.h - the functions besides the module `parquet`; parquet_vtab.c registers
 * them. */
#ifndef SQL_FUNCTIONS_H
#define SQL_FUNCTIONS_H

#include "sql/host/sqlite_api.h"

struct connection;

/* Each registers what its file defines, which retains the connection; returns SQLite's
 * code. */
int register_attach(sqlite3 *db, struct connection *connection); /* parquet_attach() */
int register_write(sqlite3 *db, struct connection *connection);  /* parquet_write() */
int register_import(sqlite3 *db, struct connection *connection); /* parquet_import() */
int register_create_table(sqlite3 *db,
                          struct connection *connection); /* parquet_create_table() */
int register_add_key(sqlite3 *db, struct connection *connection); /* parquet_add_key() */
int register_add_secret(sqlite3 *db,
                        struct connection *connection); /* parquet_add_secret() */
int register_table_functions(sqlite3 *db,
                             struct connection *connection); /* table_function_list.h */
int register_instants(sqlite3 *db); /* parquet_timestamp() and parquet_instant */

#endif
