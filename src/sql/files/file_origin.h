/* SPDX-License-Identifier: MIT */
/*
 * file_origin.h - where a table or function finds its file, if that is not in the file
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
#ifndef SQL_FILE_ORIGIN_H
#define SQL_FILE_ORIGIN_H

#include <stdbool.h>

#include "base/disk_file.h"
#include "base/known_names.h"
#include "base/slice.h"

/* A zeroed struct is the file system.  The texts are from mem_alloc(). */
struct file_origin {
    struct file_opener opener; /* must be first */
    uint64_t given;            /* bits of the options that were set */
    char *vfs, *blob;          /* the options, or NULL */
    bool is_immutable;
    char *schema; /* of the table that has the options; NULL: a function has them */
};

/* Sets the option of that name, which may be given once; *is_known is false if it is
 * another one. */
enum status origin_options_set(struct file_origin *origin, struct slice name,
                               const char *value, bool *is_known,
                               struct error *error) CHECK_RESULT;
/* Whether an option has this name. */
bool origin_options_has(struct slice name);
void origin_options_list(struct known_names *known);
void file_origin_release(struct file_origin *origin);

/* NULL: the file system.  It opens files for the connection that this thread works for,
 * after file_origin_check(). */
const struct file_opener *file_origin_opener(const struct file_origin *origin);

/* Whether the options go together.  Refuses (CANTOPEN) a VFS if the thread is confined to
 * folders (disk_file.h), of which a VFS knows nothing. */
enum status file_origin_check(const struct file_origin *origin,
                              struct error *error) CHECK_RESULT;

#endif
