/* SPDX-License-Identifier: MIT */
/*
 * disk_file.h - opens a file of the file system, or at a URL (file_system.h), as an input
 * file.
 *
 * Files are not mapped: if another process truncated one, SIGBUS would kill the host.
 *
 * A process may have more files open than descriptors: of the files that rest, only those
 * that began to rest last keep theirs.  A file that wakes without one is opened again,
 * and must be the same.
 */
#ifndef BASE_DISK_FILE_H
#define BASE_DISK_FILE_H

#include "base/input_file.h"

struct buffer;
struct folders;
struct os_info;

/* Confines this thread: from now on it can open, and get the identity of, only files
 * inside the folders (path.h; borrowed; NULL: any file).  Returns the previous folders.
 * The file opened is the one that was checked, even if links or folders in its path are
 * replaced meanwhile. */
const struct folders *disk_file_confine(const struct folders *folders);
/* The folders that confine this thread; NULL: none.  For other code that opens paths. */
const struct folders *disk_file_confines(void);

/* Closes the descriptors of all files that rest.  False if there were none: for whoever
 * has run out of descriptors, there is no use in trying again. */
bool disk_file_close_resting(void);

/* Opens a regular file for reading.  CANTOPEN for a device, pipe or socket; UNSUPPORTED
 * for a folder.  path is borrowed for the call. */
enum status disk_file_open(const char *path, struct input_file **file,
                           struct error *error) CHECK_RESULT;

/* Replaces *bytes by those of a file, or by the first `most` of them.  For files that are
 * read at once; their data is never NULL. */
enum status disk_file_read_front(const char *path, size_t most, struct buffer *bytes,
                                 struct error *error) CHECK_RESULT;

/* The same for a whole file.  TOO_BIG if it has more than `most` bytes. */
enum status disk_file_read_whole(const char *path, size_t most, struct buffer *bytes,
                                 struct error *error) CHECK_RESULT;

/* Opens what paths name elsewhere.  Implementations embed it as their first member.  What
 * it opens must not outlive it. */
struct file_opener {
    enum status (*open)(const struct file_opener *opener, const char *path,
                        struct input_file **file, struct error *error);
};

/* Opens a file for reading.  opener: NULL means disk_file_open(). */
enum status file_opener_open(const struct file_opener *opener, const char *path,
                             struct input_file **file, struct error *error) CHECK_RESULT;

/* Whether opening a file takes a round trip of a network. */
bool disk_file_is_far(const char *path);

/* A file that will probably be opened soon, or a folder examined, whose path ends with a
 * slash. */
struct expected_file {
    const char *path;
    bool is_whole; /* all of it will be read, not only what formats read first */
};

/* Asks at once for what opening and examining them needs, if all are far away, and for
 * what files that are read whole hold, unless that is much.  Failures are left to the
 * opening; NOMEM, INTERRUPTED. */
enum status disk_file_prefetch(const struct expected_file *files, size_t n,
                               struct error *error) CHECK_RESULT;

struct file_identity disk_file_identity_of(const struct os_info *info);
struct file_stamp disk_file_stamp_of(const struct os_info *info);

/* Returns the current identity of path.  CANTOPEN if it no longer exists. */
enum status disk_file_identity(const char *path, struct file_identity *identity,
                               struct error *error) CHECK_RESULT;

/* When the file was written to, in microseconds since 1970, which the identity of a file
 * at a URL does not say.  UNSUPPORTED if a server does not, either. */
enum status disk_file_time(const char *path, int64_t *micros,
                           struct error *error) CHECK_RESULT;

#endif
