/* SPDX-License-Identifier: MIT */
#include "base/input_file.h"

#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/fail_point.h"
#include "base/hash.h"

/* FAT has the coarsest times, of 2 seconds. */
enum { SECONDS_UNTIL_SETTLED = 3 };

void input_file_close(struct input_file *file)
{
    if (file != NULL)
        file->ops->close(file);
}

enum status input_file_open_again(struct input_file *file, struct input_file **again,
                                  struct error *error)
{
    *again = NULL;
    if (file->ops->open_again == NULL)
        return error_set(error, UNSUPPORTED, "the file can be open only once");
    return file->ops->open_again(file, again, error);
}

void input_file_rest(struct input_file *file)
{
    if (file->ops->rest != NULL)
        file->ops->rest(file);
}

enum status input_file_wake(struct input_file *file, struct error *error)
{
    return file->ops->wake != NULL ? file->ops->wake(file, error) : OK;
}

enum status input_file_announce(struct input_file *file, const struct file_range *ranges,
                                size_t n, struct error *error)
{
    return n > 0 && input_file_is_far(file) ? file->ops->announce(file, ranges, n, error)
                                            : OK;
}

int64_t input_file_size(const struct input_file *file)
{
    return file->identity.size;
}

const struct file_identity *input_file_identity(const struct input_file *file)
{
    return &file->identity;
}

int64_t input_file_bytes_read(const struct input_file *file)
{
    return file->bytes_read;
}

static struct fail_point reading;

long input_file_fail_at(long n, int and_all_after)
{
    return fail_point_set(&reading, n, and_all_after);
}

enum status input_file_read_at(struct input_file *file, int64_t offset, size_t size,
                               void *bytes, struct error *error)
{
    if (offset < 0 || offset > file->identity.size ||
        (uint64_t)size > (uint64_t)(file->identity.size - offset))
        return error_set(
            error, CORRUPT,
            "%zu bytes at offset %lld extend past the end of the file (%lld bytes)", size,
            (long long)offset, (long long)file->identity.size);
    file->bytes_read += (int64_t)size;
    if (fail_point_fails(&reading))
        return error_set(error, IO, "cannot read the file: a test lets it fail");
    return size > 0 ? file->ops->read_at(file, offset, size, bytes, error) : OK;
}

bool file_identity_same_contents(const struct file_identity *a,
                                 const struct file_identity *b)
{
    return a->size == b->size && a->modified_seconds == b->modified_seconds &&
           a->modified_nanoseconds == b->modified_nanoseconds;
}

bool file_identity_equal(const struct file_identity *a, const struct file_identity *b)
{
    return a->device == b->device && a->inode == b->inode &&
           file_identity_same_contents(a, b) &&
           a->changed_seconds == b->changed_seconds &&
           a->changed_nanoseconds == b->changed_nanoseconds;
}

static uint64_t number_of(const struct file_identity *identity)
{
    uint64_t number = hash_of(slice_of(identity, sizeof *identity), 0);
    return number != 0 ? number : 1;
}

struct file_stamp file_stamp_of(const struct file_identity *identity)
{
    struct file_identity contents = *identity;
    contents.changed_seconds = contents.changed_nanoseconds = 0;
    return (struct file_stamp){number_of(identity), number_of(&contents)};
}

bool file_identity_is_settled(const struct file_identity *identity)
{
    int64_t now = (int64_t)time(NULL);
    return now >= SECONDS_UNTIL_SETTLED &&
           identity->changed_seconds <= now - SECONDS_UNTIL_SETTLED;
}

struct file_identity file_identity_of_size(int64_t size)
{
    return (struct file_identity){.size = size, .changed_seconds = INT64_MAX};
}

/* ---- Bytes in memory ------------------------------------------------------------- */

struct memory_file {
    struct input_file base; /* must be first */
    struct slice bytes;
};

static enum status memory_read_at(struct input_file *base, int64_t offset, size_t size,
                                  void *bytes, struct error *error)
{
    const struct memory_file *file = (const struct memory_file *)base;
    (void)error;
    memcpy(bytes, file->bytes.data + offset, size);
    return OK;
}

static void memory_close(struct input_file *base)
{
    mem_free(base);
}

static enum status memory_open_again(struct input_file *base, struct input_file **again,
                                     struct error *error)
{
    return input_file_open_memory(((struct memory_file *)base)->bytes, again, error);
}

enum status input_file_open_memory(struct slice bytes, struct input_file **file,
                                   struct error *error)
{
    static const struct input_file_ops ops = {.read_at = memory_read_at,
                                              .close = memory_close,
                                              .open_again = memory_open_again};
    struct memory_file *opened = mem_alloc_zeroed(1, sizeof *opened);
    *file = opened != NULL ? &opened->base : NULL;
    if (opened == NULL)
        return error_nomem(error);
    opened->base.ops = &ops;
    opened->base.identity = file_identity_of_size((int64_t)bytes.size);
    opened->bytes = bytes;
    return OK;
}
