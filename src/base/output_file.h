/* SPDX-License-Identifier: MIT */
/*
 * output_file.h - a file that is there whole or not at all.
 *
 *     create    a temporary file beside the target, for its owner alone:
 *               .<target>.<random>.tmp
 *     append    ...
 *     commit    written out, final permissions, fsync, renamed over the target, fsync of
 *               the folder
 *     discard   the temporary file is removed; the target was never touched
 *
 * A process that is killed leaves at most the temporary file, whose name no pattern for
 * the target's kind matches.
 */
#ifndef BASE_OUTPUT_FILE_H
#define BASE_OUTPUT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

struct output_file;

/* path is borrowed for the call; where it is a symbolic link, what it points to is the
 * target, also where that is not there yet.  An existing target must be a regular file
 * that may be written to; the new one gets its permissions, and its owner and group where
 * the system permits.  If the group cannot be kept, it gets the permissions of others.
 * Without `overwrite` it is an error (MISUSE).  CANTOPEN: no such folder, no permission.
 */
enum status output_file_create(const char *path, bool overwrite,
                               struct output_file **file,
                               struct error *error) CHECK_RESULT;

/* Decides whether a file may be made at the target, a resolved path (path.h).  If the
 * folder does not exist, the target is the deepest existing folder of the path, and an
 * error follows anyway. */
struct output_guard {
    enum status (*check)(void *context, const char *target, struct error *error);
    void *context;
};

/* The same, but calls the guard (or NULL) first.  The file is written to the target that
 * the guard has accepted, even if links or folders in its path are replaced meanwhile. */
enum status output_file_create_guarded(const char *path, bool overwrite,
                                       const struct output_guard *guard,
                                       struct output_file **file,
                                       struct error *error) CHECK_RESULT;

/* Appends; small pieces are gathered.  After a failure only discard is allowed. */
enum status output_file_append(struct output_file *file, const void *bytes, size_t size,
                               struct error *error) CHECK_RESULT;

/* Bytes appended so far. */
int64_t output_file_size(const struct output_file *file);

/* Forgets all that was appended. */
enum status output_file_rewind(struct output_file *file,
                               struct error *error) CHECK_RESULT;

/* Makes the target be what was appended, durably, and frees the file; after a failure,
 * too, and then the target is as it was (or, where only the folder's fsync failed, the
 * new one, and the error says so).  Without `overwrite` a target that has come into being
 * since is not replaced. */
enum status output_file_commit(struct output_file *file,
                               struct error *error) CHECK_RESULT;

/* Removes the temporary file and frees; also fits NULL. */
void output_file_discard(struct output_file *file);

/* For tests: the n-th system call from now (1 = the next) that could fail does so with
 * the errno given, or, for a write with errno 0, writes only a part; and all after it as
 * well when `and_all_after` is set.  n 0 turns this off. */
void output_file_fail_at(long n, int error_number, bool and_all_after);

#endif
