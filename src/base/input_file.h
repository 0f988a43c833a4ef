/* SPDX-License-Identifier: MIT */
/*
 * input_file.h - reads a file, or bytes in memory, at any offset.
 *
 * Reads are positional, so cursors can share one descriptor.  Files are not mapped: if
 * another process truncated one, SIGBUS would kill the host.
 */
#ifndef BASE_INPUT_FILE_H
#define BASE_INPUT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "base/status.h"

/* Identifies a file and its version: equal identities mean that a path still names the
 * same unchanged file. */
struct file_identity {
    uint64_t device, inode;
    int64_t size;
    int64_t modified_seconds, modified_nanoseconds;
    int64_t changed_seconds, changed_nanoseconds; /* of contents or attributes */
};

struct input_file;
struct folders;

/* Confines this thread: from now on it can open, and get the identity of, only files
 * inside the folders (path.h; borrowed; NULL: any file).  Returns the previous folders.
 * The file opened is the one that was checked, even if links or folders in its path are
 * replaced meanwhile. */
const struct folders *input_file_confine(const struct folders *folders);

/* Opens a regular file for reading.  CANTOPEN for a device, pipe or socket; UNSUPPORTED
 * for a folder.  path is borrowed for the call. */
enum status input_file_open(const char *path, struct input_file **file,
                            struct error *error) CHECK_RESULT;

/* Opens bytes in memory as a file.  They must stay unchanged until close. */
enum status input_file_open_memory(struct slice bytes, struct input_file **file,
                                   struct error *error) CHECK_RESULT;

void input_file_close(struct input_file *file);

int64_t input_file_size(const struct input_file *file);
const struct file_identity *input_file_identity(const struct input_file *file);

/* The bytes read and the read_at() calls so far, for tests of lazy reading. */
int64_t input_file_bytes_read(const struct input_file *file);

/* Reads exactly size bytes at offset.  CORRUPT if the range exceeds the file's size at
 * opening; IO if the system call fails or if the file was modified since it was opened,
 * because old and new bytes must not be mixed. */
enum status input_file_read_at(struct input_file *file, int64_t offset, size_t size,
                               void *bytes, struct error *error) CHECK_RESULT;

/* Returns the current identity of path.  CANTOPEN if it no longer exists. */
enum status file_identity_of(const char *path, struct file_identity *identity,
                             struct error *error) CHECK_RESULT;
bool file_identity_equal(const struct file_identity *a, const struct file_identity *b);

#endif
