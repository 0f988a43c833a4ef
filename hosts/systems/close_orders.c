/* SPDX-License-Identifier: MIT */
/*
 * close_orders.c - closes connections that also have other modules: SQLite destroys
 * modules in the order of a hash table, which depends on their number.  Linked with the
 * extension; a sanitizer reports what is used after it was freed.
 *
 *     build/asan/hosts/systems/close_orders
 */
#include <stdio.h>

#include <sqlite3.h>

int sqlite3_parquetvtab_init(sqlite3 *db, char **message, const void *api);

enum { MOST_MODULES = 40 };

static int count(sqlite3 *db, int n_modules, const char *target)
{
    static const sqlite3_module nothing = {0};
    char name[20], *message = NULL;
    for (int i = 0; i < n_modules; i++) {
        snprintf(name, sizeof name, "other_%d", i);
        sqlite3_create_module_v2(db, name, &nothing, NULL, NULL);
    }
    char *write = sqlite3_mprintf(
        "SELECT parquet_write(%Q, 'SELECT * FROM trips', 'overwrite=on')", target);
    int code = sqlite3_parquetvtab_init(db, &message, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, "SELECT parquet_attach('testdata/trips.parquet')", NULL,
                            NULL, &message);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, write, NULL, NULL, &message);
    if (code != SQLITE_OK)
        fprintf(stderr, "%s\n", message != NULL ? message : "?");
    sqlite3_free(message);
    sqlite3_free(write);
    return code == SQLITE_OK;
}

int main(void)
{
    char target[] = "build/close_orders.parquet";
    int n_passed = 0;
    for (int n = 0; n <= MOST_MODULES; n++) {
        sqlite3 *db;
        if (sqlite3_open(":memory:", &db) != SQLITE_OK)
            return 2;
        int is_right = count(db, n, target);
        n_passed += sqlite3_close(db) == SQLITE_OK && is_right;
    }
    remove(target);
    printf("orders of closing: %d passed, %d failed\n", n_passed,
           MOST_MODULES + 1 - n_passed);
    return n_passed <= MOST_MODULES;
}
