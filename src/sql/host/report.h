/* SPDX-License-Identifier: MIT */
/* report.h - failures on their way to SQLite: its codes, and the one form of message,
 *
 *     parquet: <file>: <kind>: <place>: <what is wrong>
 */
#ifndef SQL_REPORT_H
#define SQL_REPORT_H

#include "base/status.h"
#include "sql/host/sqlite_api.h"

int report_code(enum status status);

/* The message, from sqlite3_malloc(); path may be NULL.  NULL when memory is out. */
char *report_message(const char *path, const struct error *error);

/* Sets the virtual table's message and gives the code; OK gives SQLITE_OK. */
int report_to_table(sqlite3_vtab *table, const char *path, enum status status,
                    const struct error *error);

/* Sets the function's error: code, where it is not SQLITE_OK, else the status's. */
void report_to_function(sqlite3_context *context, const char *path, int code,
                        const struct error *error);

#endif
