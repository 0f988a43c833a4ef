/* SPDX-License-Identifier: MIT */
/* report.h - reads texts that SQLite passes to functions, and reports errors to it: with
 * its codes, and messages of one form,
 *
 *     parquet: <file>: <kind>: <location>: <what is wrong>
 */
#ifndef SQL_REPORT_H
#define SQL_REPORT_H

#include "base/status.h"
#include "sql/host/sqlite_api.h"

/* Sets *text to an argument as UTF-8, which lives as long as its value does not change.
 * what: for messages.  MISUSE if it is NULL or contains a NUL character. */
enum status text_argument(sqlite3_value *value, const char *what, const char **text,
                          struct error *error) CHECK_RESULT;

/* SQLite's result code for a status. */
int report_code(enum status status);

/* The message; free it with sqlite3_free().  path may be NULL; of a list of paths, and of
 * one that is longer than any file's, the front is shown.  NULL when memory is out. */
char *report_message(const char *path, const struct error *error);

/* Sets the virtual table's message and returns SQLite's code; SQLITE_OK for OK. */
int report_to_table(sqlite3_vtab *table, const char *path, enum status status,
                    const struct error *error);

/* Sets the function's error; its code is `code`, or if that is SQLITE_OK, the error's. */
void report_to_function(sqlite3_context *context, const char *path, int code,
                        const struct error *error);

#endif
