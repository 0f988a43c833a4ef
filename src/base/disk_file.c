/* SPDX-License-Identifier: MIT */
#include "base/disk_file.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/file_system.h"
#include "base/interrupt.h"
#include "base/path.h"

enum {
    MOST_AT_ONCE = 4 << 20,
    MOST_RESTING = 32, /* descriptors of resting files */
};

struct disk_file {
    struct input_file base; /* must be first */
    int descriptor;         /* -1 while the file rests */
    unsigned slot;          /* in `resting`, where it rests or has rested */
    uint64_t rested;        /* what was put there */
    char path[];
};

/* ---- Descriptors of resting files ------------------------------------------------- */

/* Each holds 0 or a descriptor + 1, with a ticket in the upper half that makes the number
 * unique.  Whoever exchanges a number for another owns the descriptor: its file, when it
 * wakes, or another file, which closes it and takes its slot. */
static _Atomic uint64_t resting[MOST_RESTING];
static _Atomic uint32_t next_ticket;
static _Atomic unsigned next_slot;

static int descriptor_of(uint64_t rested)
{
    return (int)(uint32_t)rested - 1;
}

/* Closes a descriptor that was taken out of `resting`; false if there was none. */
static bool close_resting(uint64_t rested)
{
    return rested != 0 && os_close(descriptor_of(rested)) == 0;
}

bool disk_file_close_resting(void)
{
    bool has_closed = false;
    for (int i = 0; i < MOST_RESTING; i++)
        has_closed = close_resting(atomic_exchange(&resting[i], 0)) || has_closed;
    return has_closed;
}

static void disk_rest(struct input_file *base)
{
    struct disk_file *file = (struct disk_file *)base;
    uint64_t empty = 0;
    if (file->descriptor < 0)
        return;
    uint32_t ticket = atomic_fetch_add(&next_ticket, 1);
    file->rested = (uint64_t)ticket << 32 | ((uint32_t)file->descriptor + 1);
    file->descriptor = -1;
    if (atomic_compare_exchange_strong(&resting[file->slot], &empty, file->rested))
        return;
    file->slot = atomic_fetch_add(&next_slot, 1) % MOST_RESTING;
    (void)close_resting(atomic_exchange(&resting[file->slot], file->rested));
}

/* Takes back the descriptor of a resting file, if it is still open. */
static void take_back(struct disk_file *file)
{
    uint64_t rested = file->rested;
    if (file->descriptor < 0 && rested != 0 &&
        atomic_compare_exchange_strong(&resting[file->slot], &rested, 0))
        file->descriptor = descriptor_of(file->rested);
    file->rested = 0;
}

/* ---- Finding and opening ---------------------------------------------------------- */

struct file_identity disk_file_identity_of(const struct os_info *info)
{
    return (struct file_identity){.device = info->device,
                                  .inode = info->inode,
                                  .size = info->size,
                                  .modified_seconds = info->modified_seconds,
                                  .modified_nanoseconds = info->modified_nanoseconds,
                                  .changed_seconds = info->changed_seconds,
                                  .changed_nanoseconds = info->changed_nanoseconds};
}

struct file_stamp disk_file_stamp_of(const struct os_info *info)
{
    const struct file_identity identity = disk_file_identity_of(info);
    return file_stamp_of(&identity);
}

static enum status cannot_open(const char *path, int reason, struct error *error)
{
    bool is_missing = reason == ENOENT || reason == ENOTDIR;
    if (reason == ENOMEM)
        return error_nomem(error);
    if (is_missing)
        error_set(error, CANTOPEN, "no such file");
    else
        error_set(error, CANTOPEN, "cannot open: %s", strerror(reason));
    return is_missing || reason == ENAMETOOLONG ? path_explain_missing(path, error)
                                                : error->status;
}

static _Thread_local const struct folders *confines; /* NULL: none */

const struct folders *disk_file_confine(const struct folders *folders)
{
    const struct folders *before = confines;
    confines = folders;
    return before;
}

const struct folders *disk_file_confines(void)
{
    return confines;
}

static enum status check_regular(const struct os_info *info, struct error *error)
{
    if (info->kind == OS_FILE)
        return OK;
    if (info->kind == OS_FOLDER)
        return error_set(error, UNSUPPORTED, "it is a folder; name a file");
    return error_set(
        error, CANTOPEN,
        "not a regular file: pipes and devices are not read, since a file is "
        "read from its end; save it in a file");
}

/* Finds a regular file.  *found_path: the path itself or, if the thread is confined, the
 * resolved path.  The error does not reveal whether a file outside the folders exists. */
static enum status find(const char *path, struct resolved_path *resolved,
                        const char **found_path, struct os_info *info,
                        struct error *error)
{
    *found_path = path;
    if (confines != NULL) {
        path_resolve(path, resolved);
        if (!folders_contain(confines, resolved->text))
            return error_set(error, CANTOPEN,
                             "outside the folders that this connection may read");
        *found_path = resolved->text;
        if (resolved->reason != 0)
            return cannot_open(path, resolved->reason, error);
    }
    return os_info(*found_path, OS_FOLLOW, info) != 0 ? cannot_open(path, errno, error)
                                                      : check_regular(info, error);
}

/* Opens a regular file; *descriptor is -1 if that fails. */
static enum status open_regular(const char *path, int *descriptor, struct os_info *info,
                                struct error *error)
{
    struct resolved_path resolved;
    *descriptor = -1;
    /* Check before opening, because merely opening a device can have effects.  The opened
     * file is checked again. */
    enum status status = find(path, &resolved, &path, info, error);
    if (status != OK)
        return status;
    int opened = -1;
    do
        opened = confines != NULL ? os_open_resolved(path, OS_READ)
                                  : os_open(path, OS_READ);
    while (opened < 0 && (errno == EMFILE || errno == ENFILE) &&
           disk_file_close_resting());
    if (opened < 0 || os_info_of(opened, info) != 0)
        status = cannot_open(path, errno, error);
    else
        status = check_regular(info, error);
    if (status == OK)
        *descriptor = opened;
    else if (opened >= 0)
        os_close(opened);
    return status;
}

static enum status disk_wake(struct input_file *base, struct error *error)
{
    struct disk_file *file = (struct disk_file *)base;
    struct os_info info;
    take_back(file);
    if (file->descriptor >= 0)
        return OK;
    enum status status = open_regular(file->path, &file->descriptor, &info, error);
    if (status != OK)
        return status;
    struct file_identity now = disk_file_identity_of(&info);
    if (file_identity_equal(&now, &base->identity))
        return OK;
    os_close(file->descriptor);
    file->descriptor = -1;
    return error_set(error, CHANGED, "the file was replaced; run the statement again");
}

/* ---- Reading ---------------------------------------------------------------------- */

/* Called after the bytes were read: later writes cannot be among them. */
static enum status check_unchanged(const struct disk_file *file, struct error *error)
{
    struct os_info info;
    if (os_info_of(file->descriptor, &info) != 0)
        return error_set(error, IO, "%s", strerror(errno));
    struct file_identity now = disk_file_identity_of(&info);
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
    enum status status = disk_wake(base, error);
    if (status != OK)
        return status;
    while (size > 0) {
        size_t piece = size < MOST_AT_ONCE ? size : MOST_AT_ONCE;
        ptrdiff_t got = os_read_at(file->descriptor, position, piece, offset);
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
        status = interrupt_after((size_t)got, error);
        if (status != OK)
            return status;
    }
    return check_unchanged(file, error);
}

static void disk_close(struct input_file *base)
{
    struct disk_file *file = (struct disk_file *)base;
    take_back(file);
    if (file->descriptor >= 0)
        os_close(file->descriptor);
    mem_free(base);
}

static enum status disk_open_again(struct input_file *base, struct input_file **again,
                                   struct error *error);

/* Makes an object that owns the descriptor, or closes that. */
static enum status adopt(int descriptor, const char *path,
                         const struct file_identity *identity, struct input_file **file,
                         struct error *error)
{
    static const struct input_file_ops ops = {.read_at = disk_read_at,
                                              .close = disk_close,
                                              .open_again = disk_open_again,
                                              .rest = disk_rest,
                                              .wake = disk_wake};
    size_t path_size = strlen(path) + 1;
    struct disk_file *opened = mem_alloc_zeroed(1, sizeof *opened + path_size);
    if (opened == NULL) {
        os_close(descriptor);
        return error_nomem(error);
    }
    opened->base.ops = &ops;
    opened->base.identity = *identity;
    opened->descriptor = descriptor;
    memcpy(opened->path, path, path_size);
    opened->base.path = opened->path;
    *file = &opened->base;
    return OK;
}

/* The descriptor is duplicated, so that the file is certainly the same. */
static enum status disk_open_again(struct input_file *base, struct input_file **again,
                                   struct error *error)
{
    const struct disk_file *file = (const struct disk_file *)base;
    int descriptor;
    *again = NULL;
    enum status status = disk_wake(base, error);
    if (status != OK)
        return status;
    do
        descriptor = os_duplicate(file->descriptor);
    while (descriptor < 0 && (errno == EMFILE || errno == ENFILE) &&
           disk_file_close_resting());
    return descriptor < 0 ? cannot_open(file->path, errno, error)
                          : adopt(descriptor, file->path, &base->identity, again, error);
}

enum status disk_file_open(const char *path, struct input_file **file,
                           struct error *error)
{
    const struct file_system *system = file_system_of(path);
    struct os_info info;
    int descriptor;
    *file = NULL;
    if (system != NULL)
        return system->open(path, file, error);
    enum status status = open_regular(path, &descriptor, &info, error);
    if (status != OK)
        return status;
    struct file_identity identity = disk_file_identity_of(&info);
    return adopt(descriptor, path, &identity, file, error);
}

static enum status read_file(const char *path, size_t most, bool is_whole,
                             struct buffer *bytes, struct error *error)
{
    struct input_file *file = NULL;
    bytes->size = 0;
    enum status status = disk_file_open(path, &file, error);
    if (status != OK)
        return status;
    uint64_t size = (uint64_t)input_file_size(file);
    if (is_whole && size > most)
        status = error_set(error, TOO_BIG, "the file has more than %zu bytes", most);
    size_t n = size < most ? (size_t)size : most;
    if (status == OK)
        status = buffer_reserve(bytes, n + (n == 0), false, error);
    if (status == OK)
        status = input_file_read_at(file, 0, n, bytes->data, error);
    if (status == OK)
        bytes->size = n;
    input_file_close(file);
    return status;
}

enum status disk_file_read_front(const char *path, size_t most, struct buffer *bytes,
                                 struct error *error)
{
    return read_file(path, most, false, bytes, error);
}

enum status disk_file_read_whole(const char *path, size_t most, struct buffer *bytes,
                                 struct error *error)
{
    return read_file(path, most, true, bytes, error);
}

enum status file_opener_open(const struct file_opener *opener, const char *path,
                             struct input_file **file, struct error *error)
{
    *file = NULL;
    return opener != NULL ? opener->open(opener, path, file, error)
                          : disk_file_open(path, file, error);
}

enum status disk_file_identity(const char *path, struct file_identity *identity,
                               struct error *error)
{
    const struct file_system *system = file_system_of(path);
    struct resolved_path resolved;
    struct os_info info;
    if (system != NULL)
        return system->identify(path, identity, error);
    enum status status = find(path, &resolved, &path, &info, error);
    if (status == OK)
        *identity = disk_file_identity_of(&info);
    return status;
}

enum status disk_file_time(const char *path, int64_t *micros, struct error *error)
{
    const struct file_system *system = file_system_of(path);
    struct file_identity identity;
    if (system != NULL)
        return system->find_time(path, micros, error);
    enum status status = disk_file_identity(path, &identity, error);
    if (status == OK)
        *micros = identity.modified_seconds * 1000000 +
                  identity.modified_nanoseconds / 1000;
    return status;
}

enum status disk_file_prefetch(const struct expected_file *files, size_t n,
                               struct error *error)
{
    const struct file_system *system = n > 0 ? file_system_of(files[0].path) : NULL;
    for (size_t i = 1; system != NULL && i < n; i++)
        system = file_system_of(files[i].path);
    return system != NULL ? system->prefetch(files, n, error) : OK;
}

bool disk_file_is_far(const char *path)
{
    return file_system_of(path) != NULL;
}
