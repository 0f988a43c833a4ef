/* SPDX-License-Identifier: MIT */
/*
 * path_tables.h - the tables that parquet_attach() makes of a path, with their names;
 * parquet_tables() shows them.
 *
 *     path              tables
 *     a file            one, named after the file without its extension
 *     a folder          one for each file in it, and one for each folder in it with
 *                       files; but one, named after the folder, if folders in it are
 *                       partitions
 *
 * ORC files of 0 bytes, which Hive writes for no rows, make no table: they have no
 * columns.
 */
#ifndef SQL_PATH_TABLES_H
#define SQL_PATH_TABLES_H

#include "base/arena.h"
#include "base/status.h"

struct path_table {
    const char *name, *path; /* in the arena */
};

/* A zeroed struct is empty and may be released. */
struct path_tables {
    size_t n;
    struct path_table *tables;
    struct arena arena;
};

/* Finds the tables; they may have the same names.  CANTOPEN if there is no file; MISUSE
 * for a pattern or a list, which has no name; TOO_BIG beyond a limit.  Call
 * path_tables_release() also after a failure. */
enum status path_tables_find(const char *path, struct path_tables *tables,
                             struct error *error) CHECK_RESULT;
void path_tables_release(struct path_tables *tables);

#endif
