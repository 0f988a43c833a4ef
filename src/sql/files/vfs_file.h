/* SPDX-License-Identifier: MIT */
/*
 * vfs_file.h - a file that is read through a VFS of SQLite (sqlite3_vfs).
 *
 * The path is what the VFS expects, or a URI as SQLite has them:
 *
 *     file:/trips.parquet?key=value
 *
 * The VFS gets the parameters (sqlite3_uri_parameter()).  It opens the file as it would
 * open a database for reading, and must be able to read any bytes of it.
 */
#ifndef SQL_VFS_FILE_H
#define SQL_VFS_FILE_H

#include <stdbool.h>

#include "base/input_file.h"

/* Opens a file.  CANTOPEN if there is no such VFS or file.  While the file rests it is
 * closed, unless stays_open is set.  Only this thread may use it.  It is read ahead, and
 * bytes are kept until it rests. */
enum status vfs_file_open(const char *vfs, const char *path, bool stays_open,
                          struct input_file **file, struct error *error) CHECK_RESULT;

#endif
