/* SPDX-License-Identifier: MIT */
/*
 * output_file.h - writes a file that appears complete or not at all.
 *
 *     create    makes a temporary file in the target's folder, for its owner only:
 *               .<target>.<random>.tmp
 *     append    writes to it
 *     commit    sets the final permissions, syncs the file, renames it over the target
 *               and syncs the folder
 *     discard   removes the temporary file; the target is unchanged
 *
 * A killed process leaves at most the temporary file.  Patterns such as *.parquet do not
 * match its name.
 *
 * A URL's file is that of its file system (file_system.h), which implements struct
 * output_file_ops; the target that its guard is asked about is the URL.
 */
#ifndef BASE_OUTPUT_FILE_H
#define BASE_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct output_file;

/* What a file does; see the functions below. */
struct output_file_ops {
    enum status (*append)(struct output_file *file, const void *bytes, size_t size,
                          struct error *error);
    enum status (*rewind)(struct output_file *file, struct error *error);
    enum status (*commit)(struct output_file *file, struct error *error);
    void (*discard)(struct output_file *file);
};

/* The first member of each implementation's struct. */
struct output_file {
    const struct output_file_ops *ops;
    int64_t size; /* appended */
};

/* path is borrowed for the call.  If it is a symbolic link, the target is the file it
 * points to, even if that does not exist yet.  An existing target is an error (MISUSE)
 * unless `overwrite` is set.  It must be a writable regular file.  The new file gets its
 * permissions, and its owner and group if the system permits; if the group cannot be
 * kept, the new group gets the permissions of others.  CANTOPEN: no folder or no
 * permission. */
enum status output_file_create(const char *path, bool overwrite,
                               struct output_file **file,
                               struct error *error) CHECK_RESULT;

/* Decides whether a file may be created at the target, a resolved path (path.h).  If the
 * folder does not exist, the target is the deepest existing folder of the path, and the
 * creation fails in any case. */
struct output_guard {
    enum status (*check)(void *context, const char *target, struct error *error);
    void *context;
};

/* Same as output_file_create(), but first calls the guard (may be NULL).  The file is
 * written to the target that the guard accepted, even if links or folders in its path are
 * replaced meanwhile. */
enum status output_file_create_guarded(const char *path, bool overwrite,
                                       const struct output_guard *guard,
                                       struct output_file **file,
                                       struct error *error) CHECK_RESULT;

/* Same, for a new file in a folder that nobody reads until it is renamed: the file has
 * its own name from the beginning.  Its commit syncs the file and leaves the folder to
 * the caller. */
enum status output_file_create_unseen(const char *path, const struct output_guard *guard,
                                      struct output_file **file,
                                      struct error *error) CHECK_RESULT;

/* Appends, buffering small pieces.  After a failure only discard is allowed. */
enum status output_file_append(struct output_file *file, const void *bytes, size_t size,
                               struct error *error) CHECK_RESULT;

/* Bytes appended so far. */
int64_t output_file_size(const struct output_file *file);

/* Drops all appended bytes. */
enum status output_file_rewind(struct output_file *file,
                               struct error *error) CHECK_RESULT;

/* Replaces the target durably with the appended bytes, and frees the file, on failure
 * too.  On failure the target is unchanged, unless only the folder's fsync failed; the
 * error then says that the new file is in place.  Without `overwrite`, a target created
 * in the meantime is not replaced. */
enum status output_file_commit(struct output_file *file,
                               struct error *error) CHECK_RESULT;

/* Removes the temporary file and frees the file; NULL is allowed. */
void output_file_discard(struct output_file *file);

/* Renames a file of a folder where the file system has no links.  0, or -1 with errno:
 * EEXIST if `to` exists. */
int output_rename_to_new(int folder, const char *from, int at, const char *to);

/* For tests: makes the n-th fallible system call from now (1 = the next) fail with the
 * given errno, or, for a write with errno 0, write only a part; all later calls too if
 * `and_all_after` is set.  n 0 turns this off. */
void output_file_fail_at(long n, int error_number, bool and_all_after);

#endif
