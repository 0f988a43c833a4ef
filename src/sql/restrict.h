/*
 * restrict.h - what a connection may do, from parquet_restrict() and the environment:
 *
 *     read=folders      opens files inside of these alone; none: no file
 *     write=folders     writes files inside of these alone; none: no file
 *     memory=amount     a smaller limit of memory
 *     final=on          and nothing of this is changed any more
 *
 * Folders are names with commas between, quoted as in SQL.  Each call can only narrow
 * what the ones before it have left; nothing widens it.
 */
#ifndef SQL_RESTRICT_H
#define SQL_RESTRICT_H

#include "../base/path.h"
#include "sqlite_api.h"

struct connection;

struct restrictions {
    bool confines_reading, confines_writing, is_final;
    struct folders readable, writable; /* where it is confined */
};

void restrictions_release(struct restrictions *restrictions);

/* What input_file_confine() wants: NULL when reading is not confined. */
const struct folders *restrictions_readable(const struct restrictions *restrictions);

/* Refuses a target (resolved) that may not be written to. */
enum status restrictions_allow_target(const struct restrictions *restrictions,
                                      const char *target,
                                      struct error *error) CHECK_RESULT;

/* What the environment variable PARQUET_VTAB_RESTRICT says, if it is set: the same items
 * with semicolons between. */
enum status restrict_by_environment(struct connection *connection,
                                    struct error *error) CHECK_RESULT;

/* parquet_restrict('key=value', ...). */
int register_restrict(sqlite3 *db, struct connection *connection);

#endif
