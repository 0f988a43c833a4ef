/* SPDX-License-Identifier: MIT */
/*
 * file_access.h - how the files of a table or function are opened by its options: with
 * which keys (file_keys.h), in which form, and where they are, if that is not in the file
 * system:
 *
 *     vfs=name            a VFS of SQLite that the program has registered (vfs_file.h)
 *     blob=table.column   a row of the database; the path is its rowid (blob_file.h)
 *     immutable=on        the file never changes
 *
 * Such a file is one file: folders, patterns and lists are in the file system only.
 * Nothing tells whether it has changed, so each statement opens it anew and keeps nothing
 * of it, unless it is immutable.
 */
#ifndef SQL_FILE_ACCESS_H
#define SQL_FILE_ACCESS_H

#include "formats.h"
#include "sql/encryption/file_keys.h"

/* Must not move once it is initialised.  A zeroed struct may be released. */
struct file_access {
    struct file_opener opener; /* must be first */
    const struct table_options *options;
    struct file_keys keys;
    struct format_options
        format; /* refers to the above, and files that were opened to it */
};

/* For the connection that this thread works for.  The options, and the account that the
 * thread has entered, must outlive it. */
void file_access_init(struct file_access *access, const struct table_options *options);
void file_access_release(struct file_access *access);

/* Whether the file is not in the file system. */
bool file_access_is_elsewhere(const struct file_access *access);

/* Whether the options of such a file go together.  Refuses (CANTOPEN) a VFS if the thread
 * is confined to folders (disk_file.h), of which a VFS knows nothing. */
enum status file_access_check(const struct file_access *access,
                              struct error *error) CHECK_RESULT;

#endif
