/* SPDX-License-Identifier: MIT */
/* files.c - all files are in the file system: no options vfs and blob. */
#include "sql/files/blob_file.h"
#include "sql/files/vfs_file.h"
#include "without/without.h"

enum status vfs_file_open(const char *vfs, const char *path, bool stays_open,
                          struct input_file **file, struct error *error)
{
    return without("FILES", error);
}

enum status blob_file_open(sqlite3 *db, const char *column, const char *schema,
                           const char *rowid, bool is_immutable, struct input_file **file,
                           struct error *error)
{
    return without("FILES", error);
}
