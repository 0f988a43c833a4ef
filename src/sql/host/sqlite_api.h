/* SPDX-License-Identifier: MIT */
/* sqlite_api.h - SQLite's interface for a loadable extension; parquet_vtab.c defines the
 * pointer to it.  Functions newer than 3.31 are called only if host_quirks.h says that
 * the version has them: in an older host their pointers are garbage, not NULL. */
#ifndef SQL_SQLITE_API_H
#define SQL_SQLITE_API_H

#include "sqlite3ext.h"
#ifdef PARQUET_VTAB_DEFINES_SQLITE_API
SQLITE_EXTENSION_INIT1
#else
SQLITE_EXTENSION_INIT3
#endif

#include <stdbool.h>
#include <stddef.h>

/* From 3.45 on: the function's result may have a subtype.  Older hosts ignore it. */
#ifndef SQLITE_RESULT_SUBTYPE
#define SQLITE_RESULT_SUBTYPE 0x1000000
#endif

/* For headers of an older SQLite: nothing calls these functions, since
 * host_has_filenames() is false. */
#if SQLITE_VERSION_NUMBER < 3032000
static inline const char *sqlite3_create_filename(const char *database,
                                                  const char *journal, const char *wal,
                                                  int n, const char **parameters)
{
    (void)database, (void)journal, (void)wal, (void)n, (void)parameters;
    return NULL;
}

static inline void sqlite3_free_filename(const char *name)
{
    (void)name;
}
#endif

/* The same for host_has_transaction_states(). */
#if SQLITE_VERSION_NUMBER < 3034000
#define SQLITE_TXN_WRITE 2
static inline int sqlite3_txn_state(sqlite3 *db, const char *schema)
{
    (void)db, (void)schema;
    return -1;
}
#endif

/* For headers of an older SQLite.  Nothing calls these functions, since
 * host_explains_constraints() is false. */
#if SQLITE_VERSION_NUMBER < 3038000
#define SQLITE_INDEX_CONSTRAINT_LIMIT 73
#define SQLITE_INDEX_CONSTRAINT_OFFSET 74
static inline int sqlite3_vtab_distinct(sqlite3_index_info *info)
{
    (void)info;
    return 0;
}

static inline int sqlite3_vtab_rhs_value(sqlite3_index_info *info, int i,
                                         sqlite3_value **value)
{
    (void)info, (void)i, (void)value;
    return SQLITE_ERROR;
}

static inline int sqlite3_vtab_in(sqlite3_index_info *info, int i, int handle)
{
    (void)info, (void)i, (void)handle;
    return 0;
}

static inline int sqlite3_vtab_in_first(sqlite3_value *list, sqlite3_value **value)
{
    (void)list, (void)value;
    return SQLITE_ERROR;
}

static inline int sqlite3_vtab_in_next(sqlite3_value *list, sqlite3_value **value)
{
    (void)list, (void)value;
    return SQLITE_ERROR;
}
#endif

#endif
