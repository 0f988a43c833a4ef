/* SPDX-License-Identifier: MIT */
#include "base/append_list.h"

#include <errno.h>
#include <string.h>

#include "base/disk_file.h"
#include "base/interrupt.h"
#include "base/path.h"
#include "os/file.h"
#include "os/process.h"

enum {
    MOST_BYTES = 64 << 20,
    MILLISECONDS_BETWEEN_TRIES = 2,
    MOST_TRIES_TO_HOLD = 2500,
    READ_AND_WRITE = 0666, /* permissions, of POSIX */
    FOR_ITS_OWNER = 0600,
};

const char append_list_name[] = ".parquet_append";

static enum status cannot(const char *do_what, struct error *error)
{
    return error_set(error, IO, "cannot %s the file %s of the folder: %s", do_what,
                     append_list_name, strerror(errno));
}

/* ---- Reading ---------------------------------------------------------------------- */

/* Whether a path leads from a folder to something in it. */
static bool leads_inside(const char *path)
{
    while (true) {
        size_t size = strcspn(path, "/\\");
        if (size == 0 || (size <= 2 && strncmp(path, "..", size) == 0))
            return false;
        path += size;
        if (*path == '\0')
            return true;
        path++;
    }
}

/* Sets the paths, unless the list is not complete, or names what no append adds. */
static void parse(struct append_list *list)
{
    const char *text = (const char *)list->contents.data;
    size_t size = list->contents.size;
    if (size < 2 || text[size - 1] != '\0' || text[size - 2] != '\0')
        return;
    size_t first = strlen(text) + 1;
    for (size_t at = 0; at < size - 1; at += strlen(text + at) + 1) {
        if (!leads_inside(text + at) || (at > 0 && !path_is_parquet(text + at)))
            return;
    }
    if (strchr(text, '/') == NULL && first < size)
        list->paths = slice_of(text + first, size - 1 - first);
}

static enum status read_contents(int descriptor, int64_t size, struct append_list *list,
                                 struct error *error)
{
    struct buffer *contents = &list->contents;
    if (size > MOST_BYTES)
        return error_set(error, TOO_BIG, "the file %s of the folder is too large",
                         append_list_name);
    enum status status = buffer_reserve(contents, (size_t)size, false, error);
    while (status == OK && contents->size < (size_t)size) {
        ptrdiff_t got = os_read_at(descriptor, contents->data + contents->size,
                                   (size_t)size - contents->size,
                                   (int64_t)contents->size);
        if (got < 0 && errno != EINTR)
            return cannot("read", error);
        if (got == 0)
            break; /* it was cleared meanwhile */
        contents->size += got > 0 ? (size_t)got : 0;
        status = interrupt_check(error);
    }
    if (status == OK)
        parse(list);
    if (list->paths.size == 0)
        buffer_release(contents);
    return status;
}

enum status append_list_read(int folder, struct append_list *list, struct error *error)
{
    struct os_info info;
    *list = (struct append_list){0};
    if (os_info_in(folder, append_list_name, OS_NOFOLLOW, &info) != 0 ||
        info.kind != OS_FILE)
        return OK;
    list->stamp = disk_file_stamp_of(&info);
    if (info.size == 0)
        return OK;
    int descriptor = os_open_in(folder, append_list_name, OS_READ);
    if (descriptor < 0)
        return cannot("open", error);
    enum status status = read_contents(descriptor, info.size, list, error);
    os_close(descriptor);
    if (status != OK)
        append_list_release(list);
    return status;
}

enum status append_list_hold(int folder, struct append_list *list, struct error *error)
{
    int descriptor = os_open_in(folder, append_list_name, OS_READ);
    enum status status = OK;
    for (int i = 0; status == OK && descriptor >= 0 && i < MOST_TRIES_TO_HOLD; i++) {
        if (os_lock(descriptor, true) == 0 || (errno != EAGAIN && errno != EINTR))
            break;
        os_sleep(MILLISECONDS_BETWEEN_TRIES);
        status = interrupt_check(error);
    }
    if (status == OK)
        status = append_list_read(folder, list, error);
    if (descriptor >= 0 && status != OK)
        os_close_locked(descriptor);
    if (descriptor >= 0 && status == OK) {
        list->held = descriptor;
        list->is_held = true;
    }
    return status;
}

void append_list_release(struct append_list *list)
{
    if (list->is_held)
        os_close_locked(list->held);
    buffer_release(&list->contents);
    *list = (struct append_list){0};
}

bool append_list_is_same(int folder, const struct append_list *list)
{
    struct os_info info;
    struct file_stamp now = {0};
    if (os_info_in(folder, append_list_name, OS_NOFOLLOW, &info) == 0 &&
        info.kind == OS_FILE)
        now = disk_file_stamp_of(&info);
    return now.contents == list->stamp.contents;
}

const char *append_list_source(const struct append_list *list)
{
    return list->paths.size > 0 ? (const char *)list->contents.data : NULL;
}

/* ---- Writing ---------------------------------------------------------------------- */

/* Opens the list and waits until no other writer has it. */
static enum status open_locked(int folder, int *descriptor, struct error *error)
{
    enum status status = OK;
    *descriptor = os_open_lock_in(folder, append_list_name);
    if (*descriptor < 0)
        return error_set(error, CANTOPEN, "cannot create the file %s in the folder: %s",
                         append_list_name, strerror(errno));
    while (status == OK && os_lock(*descriptor, false) != 0) {
        if (errno != EAGAIN && errno != EINTR)
            return cannot("lock", error);
        os_sleep(MILLISECONDS_BETWEEN_TRIES);
        status = interrupt_check(error);
    }
    return status;
}

/* Whether somebody has deleted the list meanwhile, so that others lock another file. */
static bool has_gone(int folder, const struct os_info *info)
{
    struct os_info now;
    return os_info_in(folder, append_list_name, OS_NOFOLLOW, &now) != 0 ||
           now.device != info->device || now.inode != info->inode;
}

enum status append_list_lock(int folder, int *descriptor, struct append_list *list,
                             struct error *error)
{
    struct os_info info, its;
    *list = (struct append_list){0};
    enum status status = open_locked(folder, descriptor, error);
    while (status == OK && os_info_of(*descriptor, &info) == 0 &&
           has_gone(folder, &info)) {
        os_close_locked(*descriptor);
        *descriptor = -1;
        status = interrupt_check(error);
        if (status == OK)
            status = open_locked(folder, descriptor, error);
    }
    if (status != OK)
        return status;
    if (os_info_of(*descriptor, &info) != 0 || info.kind != OS_FILE)
        return error_set(error, CANTOPEN, "%s is not a regular file", append_list_name);
    /* It may be somebody's file, which would be emptied. */
    if (info.n_names > 1)
        return error_set(error, CANTOPEN,
                         "the file %s of the folder has another name (a hard link): "
                         "replace it by a copy",
                         append_list_name);
    /* Whoever may add files to the folder may lock the list. */
    if (os_info_of(folder, &its) == 0)
        (void)os_set_permissions(*descriptor,
                                 (its.permissions & READ_AND_WRITE) | FOR_ITS_OWNER);
    return read_contents(*descriptor, info.size, list, error);
}

static enum status write_bytes(int descriptor, const void *bytes, size_t size,
                               struct error *error)
{
    for (size_t at = 0; at < size;) {
        ptrdiff_t n = os_write(descriptor, (const uint8_t *)bytes + at, size - at);
        if (n == 0 || (n < 0 && errno != EINTR))
            return cannot("write", error);
        at += n > 0 ? (size_t)n : 0;
    }
    return OK;
}

/* Some file systems count time in steps: waits until the time of the change is another
 * one than before. */
enum status append_list_write(int descriptor, const char *source, struct slice paths,
                              struct error *error)
{
    struct os_info before, after;
    enum status status = OK;
    if (strlen(source) + paths.size + 2 > MOST_BYTES)
        return error_set(error, TOO_BIG, "too many files for one append");
    if (os_info_of(descriptor, &before) != 0)
        return cannot("read", error);
    after = before;
    while (status == OK && after.modified_seconds == before.modified_seconds &&
           after.modified_nanoseconds == before.modified_nanoseconds) {
        if (os_empty(descriptor) != 0)
            return cannot("write", error);
        status = write_bytes(descriptor, source, strlen(source) + 1, error);
        if (status == OK)
            status = write_bytes(descriptor, paths.data, paths.size, error);
        if (status == OK)
            status = write_bytes(descriptor, "", 1, error);
        if (status == OK)
            status = interrupt_check(error);
        if (status == OK && os_info_of(descriptor, &after) != 0)
            status = cannot("read", error);
        os_sleep(1);
    }
    return status == OK && os_sync(descriptor) != 0 ? cannot("sync", error) : status;
}

enum status append_list_clear(int descriptor, bool *is_empty, struct error *error)
{
    *is_empty = os_empty(descriptor) == 0;
    return *is_empty && os_sync(descriptor) == 0 ? OK : cannot("clear", error);
}
