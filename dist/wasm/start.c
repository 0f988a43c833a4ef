/* SPDX-License-Identifier: MIT */
/* start.c - registers the extension for every connection.  SQLite calls it when it is
 * initialized: it is compiled with SQLITE_EXTRA_INIT=parquet_vtab_start.  And what api.mjs
 * cannot do itself: give SQLite a function to call. */
#include <emscripten.h>
#include <sqlite3.h>

int sqlite3_parquetvtab_init(sqlite3 *, char **, const struct sqlite3_api_routines *);
int parquet_vtab_start(const char *unused);

int parquet_vtab_start(const char *unused)
{
    (void)unused;
    return sqlite3_auto_extension((void (*)(void))sqlite3_parquetvtab_init);
}

EM_JS(int, js_is_stopped, (void *db), {
  return Module["parquetVtabStops"].get(db)();
})

void parquet_vtab_watch(sqlite3 *db, int is_watched);

/* Lets Module["parquetVtabStops"] interrupt the statements of a connection, or not.  The
 * extension executes as many instructions each time that it looks whether it is. */
void parquet_vtab_watch(sqlite3 *db, int is_watched)
{
    sqlite3_progress_handler(db, is_watched ? 1000 : 0, js_is_stopped, db);
}
