/* SPDX-License-Identifier: MIT */
/* text_argument.h - arguments of SQL functions as C strings. */
#ifndef SQL_TEXT_ARGUMENT_H
#define SQL_TEXT_ARGUMENT_H

#include "base/status.h"
#include "sql/host/sqlite_api.h"

/* Sets *text to the argument as UTF-8, which lives as long as its value does not change.
 * what: for messages.  MISUSE if it is NULL or contains a NUL character. */
enum status text_argument(sqlite3_value *value, const char *what, const char **text,
                          struct error *error) CHECK_RESULT;

#endif
