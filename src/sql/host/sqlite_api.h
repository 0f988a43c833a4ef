/* SPDX-License-Identifier: MIT */
/* sqlite_api.h - SQLite as files of this folder see it; parquet_vtab.c defines the
 * pointer behind it.  Interfaces newer than 3.31 are called only where host_quirks.h says
 * that the version has them: in an older host their slots hold garbage, not NULL. */
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
