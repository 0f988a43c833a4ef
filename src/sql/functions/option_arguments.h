/* SPDX-License-Identifier: MIT */
/* option_arguments.h - options of table-valued functions that read rows: those of tables
 * that do not change how values are shown, and one of the function's own. */
#ifndef SQL_OPTION_ARGUMENTS_H
#define SQL_OPTION_ARGUMENTS_H

#include "sql/host/sqlite_api.h"
#include "sql/table/options.h"

/* Sets options from MOST_OPTION_ARGUMENTS arguments, each 'key=value'; NULL: none.
 * own_switch: the name of an option that is on or off, for *own_is_on, or NULL. */
enum status option_arguments_set(sqlite3_value **arguments, struct table_options *options,
                                 const char *own_switch, bool *own_is_on,
                                 struct error *error) CHECK_RESULT;

/* Sets the options that every function has, from such arguments: where the file is, and
 * those of encrypted files.  keys: NULL for a format that has none.  Accepts lake. */
enum status file_arguments_set(sqlite3_value **arguments, struct file_origin *origin,
                               struct key_options *keys,
                               struct error *error) CHECK_RESULT;

/* Sets *is_off if such arguments have lake=off. */
enum status option_arguments_find_lake(sqlite3_value *const *arguments, bool *is_off,
                                       struct error *error) CHECK_RESULT;

/* Whether such arguments say that the file is not in the file system. */
bool option_arguments_have_origin(sqlite3_value *const *arguments);

#endif
