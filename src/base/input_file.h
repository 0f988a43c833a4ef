/* SPDX-License-Identifier: MIT */
/*
 * input_file.h - size() and read_at() over a file or over bytes in memory.
 *
 * Reads are positional, so that cursors share one descriptor without a shared position.
 * Files are not mapped: another process may truncate them, and SIGBUS kills the host.
 */
#ifndef BASE_INPUT_FILE_H
#define BASE_INPUT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "base/status.h"

/* What tells whether a path still names the same unchanged file. */
struct file_identity {
    uint64_t device, inode;
    int64_t size;
    int64_t modified_seconds, modified_nanoseconds;
    int64_t changed_seconds, changed_nanoseconds; /* of contents or attributes */
};

struct input_file;
struct folders;

/* Confines this thread: from here on it opens, and gets the identity of, only files
 * inside the folders (path.h; NULL: any file; borrowed).  Returns the folders set before.
 * The file that is opened is the one that was checked, even if links or folders in its
 * path are replaced meanwhile. */
const struct folders *input_file_confine(const struct folders *folders);

/* Opens a regular file for reading (no device, pipe or socket: CANTOPEN; a folder:
 * UNSUPPORTED).  path is borrowed for the call. */
enum status input_file_open(const char *path, struct input_file **file,
                            struct error *error) CHECK_RESULT;

/* A file over bytes that the caller keeps alive and unchanged until close. */
enum status input_file_open_memory(struct slice bytes, struct input_file **file,
                                   struct error *error) CHECK_RESULT;

void input_file_close(struct input_file *file);

int64_t input_file_size(const struct input_file *file);
const struct file_identity *input_file_identity(const struct input_file *file);

/* Bytes and calls of read_at() so far, for tests of laziness. */
int64_t input_file_bytes_read(const struct input_file *file);

/* Reads exactly size bytes at offset; less is an error (CORRUPT when the range leaves the
 * file as it was at opening, IO when the system fails, or when the file was written to
 * since it was opened: old and new bytes must not be mixed). */
enum status input_file_read_at(struct input_file *file, int64_t offset, size_t size,
                               void *bytes, struct error *error) CHECK_RESULT;

/* The identity that path has now.  CANTOPEN when it is gone. */
enum status file_identity_of(const char *path, struct file_identity *identity,
                             struct error *error) CHECK_RESULT;
bool file_identity_equal(const struct file_identity *a, const struct file_identity *b);

#endif
