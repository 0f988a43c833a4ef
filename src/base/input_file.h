/* SPDX-License-Identifier: MIT */
/*
 * input_file.h - bytes that can be read at any offset: a file (disk_file.h) or memory.
 *
 * Another source of bytes implements struct input_file_ops.
 */
#ifndef BASE_INPUT_FILE_H
#define BASE_INPUT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"
#include "base/status.h"

/* Identifies a file and its version: equal identities mean that a path still names the
 * same unchanged file.  Memory has only a size. */
struct file_identity {
    uint64_t device, inode;
    int64_t size;
    int64_t modified_seconds, modified_nanoseconds;
    int64_t changed_seconds, changed_nanoseconds; /* of contents or attributes */
};

bool file_identity_equal(const struct file_identity *a, const struct file_identity *b);

/* Compares size and modification time.  The time of the last change is of no use: links,
 * permissions, and renaming another file over it set it and leave the contents. */
bool file_identity_same_contents(const struct file_identity *a,
                                 const struct file_identity *b);

/* Numbers that stand for an identity: other files have other ones, as good as certainly.
 * 0: it is not known. */
struct file_stamp {
    uint64_t all;
    uint64_t contents; /* without the time of the last change */
};
struct file_stamp file_stamp_of(const struct file_identity *identity);

/* False if the file was changed so recently that a further change might leave the same
 * identity, since file systems count time in steps.  What is read of a settled file after
 * this call stays true of all files with this identity. */
bool file_identity_is_settled(const struct file_identity *identity);

/* Of bytes of which nothing else is known.  It never settles. */
struct file_identity file_identity_of_size(int64_t size);

struct input_file;

/* Bytes of a file, within its size. */
struct file_range {
    int64_t offset;
    int64_t size;
};

struct input_file_ops {
    /* Reads exactly size > 0 bytes, which are within the size at opening.  IO if that
     * fails; CHANGED if the bytes may not be those of the opening.  Does not move a
     * shared position, so cursors can share the file. */
    enum status (*read_at)(struct input_file *file, int64_t offset, size_t size,
                           void *bytes, struct error *error);
    /* Frees the object, too. */
    void (*close)(struct input_file *file);
    /* See below; NULL: UNSUPPORTED. */
    enum status (*open_again)(struct input_file *file, struct input_file **again,
                              struct error *error);
    /* See below; NULL: there is nothing to release. */
    void (*rest)(struct input_file *file);
    enum status (*wake)(struct input_file *file, struct error *error);
    /* See below; NULL: reads are fast. */
    enum status (*announce)(struct input_file *file, const struct file_range *ranges,
                            size_t n, struct error *error);
};

/* The first member of each implementation's struct. */
struct input_file {
    const struct input_file_ops *ops;
    struct file_identity identity; /* at opening */
    const char *path;              /* that it was opened by; NULL: it has none */
    int64_t bytes_read;
};

/* Whether each read may take as long as a round trip of a network, so that it is worth
 * announcing what will be read. */
static inline bool input_file_is_far(const struct input_file *file)
{
    return file->ops->announce != NULL;
}

/* Says what will probably be read soon, so that a file that is far away can ask for all
 * of it in one round trip.  Ranges may overlap, be empty, and have any order.  What lies
 * outside the file is ignored: metadata may lie.  Reads need not be announced, and what
 * is announced need not be read.  INTERRUPTED, NOMEM; a range that could not be had is an
 * error only of the read that needs it. */
enum status input_file_announce(struct input_file *file, const struct file_range *ranges,
                                size_t n, struct error *error) CHECK_RESULT;

/* Opens bytes in memory as a file.  They must stay unchanged until close. */
enum status input_file_open_memory(struct slice bytes, struct input_file **file,
                                   struct error *error) CHECK_RESULT;

/* NULL is allowed. */
void input_file_close(struct input_file *file);

/* Opens the same bytes for another thread, with a count of its own. */
enum status input_file_open_again(struct input_file *file, struct input_file **again,
                                  struct error *error) CHECK_RESULT;

/* Allows the file to release its descriptor until it wakes, which it also does when it is
 * read.  input_file_wake() returns CHANGED if another file is at its path by then. */
void input_file_rest(struct input_file *file);
enum status input_file_wake(struct input_file *file, struct error *error) CHECK_RESULT;

int64_t input_file_size(const struct input_file *file);
const struct file_identity *input_file_identity(const struct input_file *file);

/* The bytes asked for so far, for tests of lazy reading. */
int64_t input_file_bytes_read(const struct input_file *file);

/* Reads exactly size bytes at offset.  CORRUPT if the range exceeds the file's size at
 * opening; IO if reading fails; CHANGED if the file was modified since it was opened,
 * because old and new bytes must not be mixed. */
enum status input_file_read_at(struct input_file *file, int64_t offset, size_t size,
                               void *bytes, struct error *error) CHECK_RESULT;

/* For tests: makes the n-th read from now fail with IO; see fail_point_set(). */
long input_file_fail_at(long n, int and_all_after);

#endif
