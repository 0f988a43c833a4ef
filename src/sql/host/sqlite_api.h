/* sqlite_api.h - SQLite as files of this folder see it; parquet_vtab.c defines the
 * pointer behind it.  No interface newer than 3.31 is used: in an older host its slot
 * holds garbage, not NULL, so that only sqlite3_libversion_number() tells whether it is
 * there. */
#ifndef SQL_SQLITE_API_H
#define SQL_SQLITE_API_H

#include "sqlite3ext.h"
#ifdef PARQUET_VTAB_DEFINES_SQLITE_API
SQLITE_EXTENSION_INIT1
#else
SQLITE_EXTENSION_INIT3
#endif

#include <stdbool.h>

#endif
