/* SPDX-License-Identifier: MIT */
/*
 * restrict.h - limits what a connection may do, by parquet_restrict() and the
 * environment:
 *
 *     read=folders      opens only files inside these; "none": no files
 *     write=folders     writes only files inside these; "none": no files
 *     remote=URLs       opens only URLs at or below these; "none": no URLs.  Without this
 *                       limit, read= allows none
 *     private_addresses=off, environment_keys=off: see remote/remote_rights.h
 *     memory=amount     lowers the memory limit
 *     keys=off          refuses to add, replace or remove encryption keys
 *     final=on          refuses further calls, and implies keys=off
 *
 * Folders are separated by commas and quoted as in SQL.  A call can only narrow what
 * earlier calls allow.
 */
#ifndef SQL_RESTRICT_H
#define SQL_RESTRICT_H

#include "base/path.h"
#include "remote/remote_rights.h"
#include "sql/host/sqlite_api.h"

struct connection;

struct restrictions {
    bool confines_reading, confines_writing, fixes_keys, is_final;
    struct folders readable, writable;       /* if confined */
    const struct file_system_rights *remote; /* never NULL */
};

void restrictions_release(struct restrictions *restrictions);

/* The argument for disk_file_confine(): NULL if reading is not confined. */
const struct folders *restrictions_readable(const struct restrictions *restrictions);

/* Refuses all URLs until a list of what is allowed is given, for a connection that only
 * reads.  False if out of memory. */
bool restrictions_refuse_remote(struct restrictions *restrictions);

/* Refuses (CANTOPEN) a resolved path, or a URL, that may not be written to. */
enum status restrictions_allow_target(const struct restrictions *restrictions,
                                      const char *target,
                                      struct error *error) CHECK_RESULT;

/* Refuses (MISUSE) changes of the connection's encryption keys, if those are fixed. */
enum status restrictions_allow_keys(const struct restrictions *restrictions,
                                    struct error *error) CHECK_RESULT;

/* Applies the environment variable PARQUET_VTAB_RESTRICT, if it is set: the same items,
 * separated by semicolons. */
enum status restrict_by_environment(struct connection *connection,
                                    struct error *error) CHECK_RESULT;

/* parquet_restrict('key=value', ...). */
int register_restrict(sqlite3 *db, struct connection *connection);

#endif
