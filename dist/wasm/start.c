/* SPDX-License-Identifier: MIT */
/* start.c - registers the extension for every connection.  SQLite calls it when it is
 * initialized: it is compiled with SQLITE_EXTRA_INIT=parquet_vtab_start. */
#include <sqlite3.h>

int sqlite3_parquetvtab_init(sqlite3 *, char **, const struct sqlite3_api_routines *);
int parquet_vtab_start(const char *unused);

int parquet_vtab_start(const char *unused)
{
    (void)unused;
    return sqlite3_auto_extension((void (*)(void))sqlite3_parquetvtab_init);
}
