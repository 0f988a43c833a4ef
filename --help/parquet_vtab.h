/* SPDX-License-Identifier: MIT */
/*
 * parquet_vtab.h - Parquet and ORC files as SQLite tables, version 0.1.0.
 *
 *     sqlite3_auto_extension((void (*)(void))sqlite3_parquetvtab_init);
 *
 * Compile parquet_vtab.c with -DSQLITE_CORE, and link it with SQLite.
 */
#ifndef PARQUET_VTAB_H
#define PARQUET_VTAB_H

#include "sqlite3.h"

#ifdef __cplusplus
extern "C" {
#endif

struct sqlite3_api_routines;

/* Adds the modules and functions to a connection; an entry point of an extension. */
int sqlite3_parquetvtab_init(sqlite3 *db, char **message,
                             const struct sqlite3_api_routines *api);
/* The same without what writes files or runs SQL that it is given. */
int sqlite3_parquetvtab_readonly_init(sqlite3 *db, char **message,
                                      const struct sqlite3_api_routines *api);

#ifdef __cplusplus
}
#endif

#endif
