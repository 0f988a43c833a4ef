/* SPDX-License-Identifier: MIT */
#define _FILE_OFFSET_BITS 64
#include "base/disk_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/path.h"

enum { MOST_AT_ONCE = 4 << 20 };

#ifndef O_CLOEXEC
#define O_CLOEXEC 0
#endif

struct disk_file {
    struct input_file base; /* must be first */
    int descriptor;
};

static struct file_identity identity_from_stat(const struct stat *info)
{
    struct file_identity identity = {
        .device = (uint64_t)info->st_dev,
        .inode = (uint64_t)info->st_ino,
        .size = (int64_t)info->st_size,
#if defined(__APPLE__)
        .modified_seconds = (int64_t)info->st_mtimespec.tv_sec,
        .modified_nanoseconds = (int64_t)info->st_mtimespec.tv_nsec,
        .changed_seconds = (int64_t)info->st_ctimespec.tv_sec,
        .changed_nanoseconds = (int64_t)info->st_ctimespec.tv_nsec,
#else
        .modified_seconds = (int64_t)info->st_mtim.tv_sec,
        .modified_nanoseconds = (int64_t)info->st_mtim.tv_nsec,
        .changed_seconds = (int64_t)info->st_ctim.tv_sec,
        .changed_nanoseconds = (int64_t)info->st_ctim.tv_nsec,
#endif
    };
    return identity;
}

static enum status cannot_open(int reason, struct error *error)
{
    if (reason == ENOENT || reason == ENOTDIR)
        return error_set(error, CANTOPEN, "no such file");
    return error_set(error, CANTOPEN, "cannot open: %s", strerror(reason));
}

static _Thread_local const struct folders *confines; /* NULL: none */

const struct folders *disk_file_confine(const struct folders *folders)
{
    const struct folders *before = confines;
    confines = folders;
    return before;
}

static enum status check_regular(const struct stat *info, struct error *error)
{
    if (S_ISREG(info->st_mode))
        return OK;
    if (S_ISDIR(info->st_mode))
        return error_set(error, UNSUPPORTED,
                         "folders are not supported yet; name a single file");
    return error_set(error, CANTOPEN, "not a regular file");
}

/* Finds a regular file.  *place: the path itself or, if the thread is confined, the
 * resolved path.  The error does not reveal whether a file outside the folders exists. */
static enum status find(const char *path, struct resolved_path *resolved,
                        const char **place, struct stat *info, struct error *error)
{
    *place = path;
    if (confines != NULL) {
        path_resolve(path, resolved);
        if (!folders_contain(confines, resolved->text))
            return error_set(error, CANTOPEN,
                             "outside the folders that this connection may read");
        *place = resolved->text;
        if (resolved->reason != 0)
            return cannot_open(resolved->reason, error);
    }
    return stat(*place, info) != 0 ? cannot_open(errno, error)
                                   : check_regular(info, error);
}

/* Called after the bytes were read: later writes cannot be among them. */
static enum status check_unchanged(const struct disk_file *file, struct error *error)
{
    struct stat info;
    if (fstat(file->descriptor, &info) != 0)
        return error_set(error, IO, "%s", strerror(errno));
    struct file_identity now = identity_from_stat(&info);
    if (!file_identity_same_contents(&now, &file->base.identity))
        return error_set(error, CHANGED,
                         "the file was written to while it was read; run the statement "
                         "again");
    return OK;
}

static enum status disk_read_at(struct input_file *base, int64_t offset, size_t size,
                                void *bytes, struct error *error)
{
    const struct disk_file *file = (const struct disk_file *)base;
    uint8_t *position = bytes;
    while (size > 0) {
        size_t piece = size < MOST_AT_ONCE ? size : MOST_AT_ONCE;
        ssize_t got = pread(file->descriptor, position, piece, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return error_set(error, IO, "%s", strerror(errno));
        if (got == 0)
            return error_set(error, CHANGED,
                             "the file became shorter while it was read; run the "
                             "statement again");
        position += got;
        offset += got;
        size -= (size_t)got;
        enum status status = interrupt_after((size_t)got, error);
        if (status != OK)
            return status;
    }
    return check_unchanged(file, error);
}

static void disk_close(struct input_file *base)
{
    close(((struct disk_file *)base)->descriptor);
    mem_free(base);
}

enum status disk_file_open(const char *path, struct input_file **file,
                           struct error *error)
{
    static const struct input_file_ops ops = {disk_read_at, disk_close};
    struct resolved_path resolved;
    struct stat info;
    *file = NULL;
    /* Check before opening, because merely opening a device can have effects.  The opened
     * file is checked again.  O_NONBLOCK prevents a hang if a pipe has replaced it. */
    enum status status = find(path, &resolved, &path, &info, error);
    if (status != OK)
        return status;
    const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
    int descriptor = confines != NULL ? path_open(path, flags) : open(path, flags);
    if (descriptor < 0)
        return cannot_open(errno, error);
    if (fstat(descriptor, &info) != 0)
        status = cannot_open(errno, error);
    else
        status = check_regular(&info, error);
    struct disk_file *opened = NULL;
    if (status == OK) {
        opened = mem_alloc_zeroed(1, sizeof *opened);
        if (opened == NULL)
            status = error_nomem(error);
    }
    if (status != OK) {
        close(descriptor);
        return status;
    }
    opened->base.ops = &ops;
    opened->base.identity = identity_from_stat(&info);
    opened->descriptor = descriptor;
    *file = &opened->base;
    return OK;
}

enum status disk_file_identity(const char *path, struct file_identity *identity,
                               struct error *error)
{
    struct resolved_path resolved;
    struct stat info;
    enum status status = find(path, &resolved, &path, &info, error);
    if (status == OK)
        *identity = identity_from_stat(&info);
    return status;
}
