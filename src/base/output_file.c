/* SPDX-License-Identifier: MIT */
#include "base/output_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/file_system.h"
#include "base/path.h"

enum {
    BUFFER_SIZE = 1 << 20,
    MOST_AT_ONCE = 1 << 30, /* macOS refuses to write more than INT_MAX bytes */
    MOST_NAMES_TRIED = 100,
    /* Added to the target's name in the temporary name: ".", ".", 16 digits, ".tmp" */
    NAME_ADDED = 1 + 1 + 16 + 4,
    /* Permissions, of POSIX. */
    ONLY_OWNER = 0600,
    OTHERS = 0007,
};

struct local_file {
    struct output_file base; /* must be first */
    int descriptor;          /* -1: closed */
    bool overwrite, is_unseen, has_temporary, has_failed;
    int reason; /* the errno of the failure */
    size_t n_buffered;
    uint8_t *buffer;          /* BUFFER_SIZE */
    int folder;               /* its descriptor, opened with OS_ENTER */
    unsigned permissions;     /* final, of the file */
    char *target, *temporary; /* names in the folder */
};

/* ---- System calls ----------------------------------------------------------------- */

/* Test hook; not thread-safe, because only single-threaded tests set it. */
static long fail_countdown;
static int fail_error_number;
static bool fail_forever;

void output_file_fail_at(long n, int error_number, bool and_all_after)
{
    fail_countdown = n;
    fail_error_number = error_number;
    fail_forever = and_all_after;
}

static bool is_chosen(void)
{
    if (fail_countdown == 0 || --fail_countdown > 0)
        return false;
    if (fail_forever)
        fail_countdown = 1;
    return true;
}

static bool must_fail(void)
{
    if (!is_chosen() || fail_error_number == 0)
        return false;
    errno = fail_error_number;
    return true;
}

/* Repeats a call that a signal interrupted. */
#define CALL(result, call)                                                               \
    do {                                                                                 \
        (result) = must_fail() ? -1 : (call);                                            \
    } while ((result) < 0 && errno == EINTR)

static ptrdiff_t write_some(int descriptor, const uint8_t *bytes, size_t size)
{
    if (is_chosen()) {
        errno = fail_error_number;
        if (errno != 0)
            return -1;
        size = size > 1 ? size / 2 : size;
    }
    return os_write(descriptor, bytes, size);
}

static int close_file(struct local_file *file)
{
    int result = os_close(file->descriptor);
    file->descriptor = -1;
    if (must_fail())
        result = errno == EINTR ? 0 : -1;
    return result;
}

int output_rename_to_new(int folder, const char *from, int at, const char *to)
{
    int result = os_rename_new_in(folder, from, at, to);
    if (result == 0 || errno != ENOTSUP)
        return result;
    /* This file system supports neither links nor such a rename.  A file created between
     * the next two calls is lost. */
    struct os_info info;
    if (os_info_in(at, to, OS_NOFOLLOW, &info) == 0) {
        errno = EEXIST;
        return -1;
    }
    return errno == ENOENT ? os_rename_in(folder, from, at, to) : -1;
}

/* ---- Where the target is ---------------------------------------------------------- */

static enum status cannot_create(int reason, struct error *error)
{
    if (reason == ENOENT || reason == ENOTDIR)
        return error_set(error, CANTOPEN, "no such folder");
    return error_set(error, CANTOPEN, "cannot create: %s", strerror(reason));
}

/* Neither the target nor its folder could be found. */
static enum status cannot_locate(const char *path, int reason, struct error *error)
{
    bool is_missing = reason == ENOENT || reason == ENOTDIR;
    (void)cannot_create(reason, error);
    return is_missing || reason == ENAMETOOLONG ? path_explain_no_folder(path, error)
                                                : error->status;
}

static enum status exists_already(struct error *error)
{
    return error_set(error, MISUSE, "the file already exists");
}

/* Finds the target's folder, opens it, and sets the names in it. */
static enum status locate(struct local_file *file, const char *path,
                          const struct output_guard *guard, struct error *error)
{
    struct resolved_path resolved;
    size_t size = strlen(path);
    enum status status = path_check_is_of_file(path, error);
    if (status != OK)
        return status;
    path_resolve(path, &resolved);
    if (guard != NULL) {
        status = guard->check(guard->context, resolved.text, error);
        if (status != OK)
            return status;
    }
    if (resolved.reason != 0 && !resolved.is_missing) {
        bool is_folder = size == 0 || path[size - 1] == '/';
        if (is_folder && resolved.reason == ENOENT) {
            error_set(error, CANTOPEN, "not a file name");
            return path_explain_no_folder(path, error);
        }
        return cannot_locate(path, resolved.reason, error);
    }
    const char *name = path_name(resolved.text);
    file->target = mem_copy_text(name, strlen(name));
    file->temporary = mem_alloc(strlen(name) + NAME_ADDED + 1, 1);
    if (file->target == NULL || file->temporary == NULL)
        return error_nomem(error);
    if (name[0] == '\0')
        return error_set(error, CANTOPEN, "is a folder");
    resolved.text[name - resolved.text - (name > resolved.text + 1)] = '\0';
    CALL(file->folder, os_open_resolved(resolved.text, OS_ENTER));
    return file->folder >= 0 ? OK : cannot_create(errno, error);
}

/* Finds the file that will be replaced, if there is one. */
static enum status check_target(const struct local_file *file, bool *exists,
                                struct os_info *replaced, struct error *error)
{
    int result;
    CALL(result, os_info_in(file->folder, file->target, OS_NOFOLLOW, replaced));
    *exists = result == 0;
    if (!*exists)
        return errno == ENOENT ? OK : cannot_create(errno, error);
    if (replaced->kind == OS_FOLDER)
        return error_set(error, CANTOPEN, "is a folder");
    if (replaced->kind != OS_FILE)
        return error_set(error, CANTOPEN,
                         "not a regular file: pipes and devices are not written; write a "
                         "file, and copy it from there");
    if (!file->overwrite)
        return exists_already(error);
    /* rename() does not check whether the file that it replaces is write-protected. */
    CALL(result, os_may_replace_in(file->folder, file->target));
    if (result != 0)
        return error_set(error, CANTOPEN, "cannot overwrite: %s", strerror(errno));
    return OK;
}

/* ---- The temporary file ----------------------------------------------------------- */

static bool is_inside_character(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Writes the temporary name, which needs room for NAME_ADDED + 1 bytes more than the
 * target's.  Shortens a name that is too long in the middle, between characters, because
 * some file systems accept only UTF-8. */
static void name_temporary(const char *target, uint64_t random, char *temporary)
{
    enum { ROOM = OS_NAME_SIZE - NAME_ADDED };
    size_t size = strlen(target);
    size_t head = size, tail = size;
    if (size > ROOM) {
        head = ROOM / 2;
        tail = size - (ROOM - head);
        while (head > 0 && is_inside_character(target[head]))
            head--;
        while (is_inside_character(target[tail]))
            tail++;
    }
    snprintf(temporary, size + NAME_ADDED + 1, ".%.*s%s.%016llx.tmp", (int)head, target,
             target + tail, (unsigned long long)random);
}

/* Gives the new file the owner and the group of the replaced one, if the system permits.
 * If the group cannot be kept, the new group gets the permissions of others, as its
 * members had before. */
static void take_owner(struct local_file *file, const struct os_info *replaced)
{
    int result;
    file->permissions = replaced->permissions;
    CALL(result, os_set_owner(file->descriptor, replaced, false));
    if (result != 0)
        CALL(result, os_set_owner(file->descriptor, replaced, true));
    if (result != 0)
        file->permissions = (file->permissions & ~((unsigned)OTHERS << 3)) |
                            (file->permissions & OTHERS) << 3;
}

/* Makes the unfinished file accessible to its owner only. */
static enum status hide(struct local_file *file, struct error *error)
{
    struct os_info made;
    int result;
    CALL(result, os_info_of(file->descriptor, &made)); /* after umask and folder ACLs */
    if (result == 0)
        CALL(result, os_set_permissions(file->descriptor, ONLY_OWNER));
    if (result != 0)
        return error_cannot("set permissions", error);
    file->permissions = made.permissions;
    return OK;
}

/* replaced: NULL if there is no file at the target. */
static enum status open_temporary(struct local_file *file, const struct os_info *replaced,
                                  struct error *error)
{
    for (int i = 0; i < MOST_NAMES_TRIED; i++) {
        uint64_t random;
        int result;
        CALL(result, os_random(&random, sizeof random));
        if (result != 0)
            return error_cannot("get a random number", error);
        if (file->is_unseen)
            strcpy(file->temporary, file->target);
        else
            name_temporary(file->target, random, file->temporary);
        CALL(file->descriptor,
             os_create_in(file->folder, file->temporary, replaced != NULL));
        if (file->descriptor >= 0 || errno != EEXIST || file->is_unseen)
            break;
    }
    if (file->descriptor < 0)
        return cannot_create(errno, error);
    file->has_temporary = true;
    if (replaced == NULL)
        return hide(file, error);
    take_owner(file, replaced);
    return OK;
}

static const struct output_file_ops local_ops;

static enum status create_local(const char *path, bool overwrite, bool is_unseen,
                                const struct output_guard *guard,
                                struct output_file **file, struct error *error)
{
    struct os_info replaced;
    bool exists = false;
    *file = NULL;
    struct local_file *made = mem_alloc_zeroed(1, sizeof *made);
    if (made == NULL)
        return error_nomem(error);
    made->base.ops = &local_ops;
    made->descriptor = made->folder = -1;
    made->overwrite = overwrite;
    made->is_unseen = is_unseen;
    made->buffer = mem_alloc(BUFFER_SIZE, 1);
    enum status status = made->buffer == NULL ? error_nomem(error)
                                              : locate(made, path, guard, error);
    if (status == OK)
        status = check_target(made, &exists, &replaced, error);
    if (status == OK)
        status = open_temporary(made, exists ? &replaced : NULL, error);
    if (status != OK) {
        output_file_discard(&made->base);
        return status;
    }
    *file = &made->base;
    return OK;
}

enum status output_file_create_unseen(const char *path, const struct output_guard *guard,
                                      struct output_file **file, struct error *error)
{
    return create_local(path, false, true, guard, file, error);
}

static void local_discard(struct output_file *output)
{
    struct local_file *file = (struct local_file *)output;
    if (file->descriptor >= 0)
        (void)close_file(file);
    if (file->has_temporary && !must_fail())
        (void)os_remove_in(file->folder, file->temporary);
    if (file->folder >= 0)
        os_close(file->folder);
    mem_free(file->buffer);
    mem_free(file->target);
    mem_free(file->temporary);
    mem_free(file);
}

/* ---- Writing ---------------------------------------------------------------------- */

static enum status write_all(struct local_file *file, const uint8_t *bytes, size_t size,
                             struct error *error)
{
    while (size > 0) {
        ptrdiff_t n = write_some(file->descriptor, bytes,
                                 size < MOST_AT_ONCE ? size : MOST_AT_ONCE);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = EIO; /* otherwise this loop might not end */
        if (n <= 0)
            return error_cannot("write", error);
        bytes += n;
        size -= (size_t)n;
    }
    return OK;
}

static enum status write_buffer(struct local_file *file, struct error *error)
{
    enum status status = write_all(file, file->buffer, file->n_buffered, error);
    file->n_buffered = 0;
    return status;
}

/* Repeats the reason, in case the caller did not report it the first time. */
static enum status failed_before(const struct local_file *file, struct error *error)
{
    return error_set(error, IO, "an earlier write failed: %s", strerror(file->reason));
}

static void note_failure(struct local_file *file, bool has_failed)
{
    file->has_failed = has_failed;
    if (has_failed)
        file->reason = errno;
}

static enum status local_append(struct output_file *output, const void *bytes,
                                size_t size, struct error *error)
{
    struct local_file *file = (struct local_file *)output;
    enum status status = OK;
    if (file->has_failed)
        return failed_before(file, error);
    if (size > BUFFER_SIZE - file->n_buffered)
        status = write_buffer(file, error);
    if (status == OK && size >= BUFFER_SIZE) {
        status = write_all(file, bytes, size, error);
    } else if (status == OK && size > 0) {
        memcpy(file->buffer + file->n_buffered, bytes, size);
        file->n_buffered += size;
    }
    file->base.size += (int64_t)size;
    note_failure(file, status != OK);
    return status;
}

static enum status local_rewind(struct output_file *output, struct error *error)
{
    struct local_file *file = (struct local_file *)output;
    int result;
    if (file->has_failed)
        return failed_before(file, error);
    CALL(result, os_empty(file->descriptor));
    note_failure(file, result != 0);
    if (file->has_failed)
        return error_cannot("truncate", error);
    file->n_buffered = 0;
    file->base.size = 0;
    return OK;
}

/* ---- The end ---------------------------------------------------------------------- */

static enum status finish_temporary(struct local_file *file, struct error *error)
{
    int result;
    enum status status = write_buffer(file, error);
    if (status != OK)
        return status;
    CALL(result, os_set_permissions(file->descriptor, file->permissions));
    if (result != 0)
        return error_cannot("set permissions", error);
    CALL(result, os_sync(file->descriptor));
    if (result != 0)
        return error_cannot("sync", error);
    return close_file(file) == 0 ? OK : error_cannot("close", error);
}

/* Sets *descriptor to -1 if the folder cannot be read and thus not synced. */
static enum status open_folder(const struct local_file *file, int *descriptor,
                               struct error *error)
{
    CALL(*descriptor, os_open_in(file->folder, ".", OS_LIST));
    return *descriptor >= 0 || errno == EACCES ? OK
                                               : error_cannot("open the folder", error);
}

static enum status put_in_place(struct local_file *file, struct error *error)
{
    int result;
    if (file->overwrite) {
        CALL(result,
             os_rename_in(file->folder, file->temporary, file->folder, file->target));
    } else {
        CALL(result,
             os_link_in(file->folder, file->temporary, file->folder, file->target));
        if (result == 0)
            return OK; /* The caller removes the temporary name. */
        if (os_lacks_links(errno))
            CALL(result, output_rename_to_new(file->folder, file->temporary, file->folder,
                                              file->target));
    }
    if (result == 0)
        file->has_temporary = false;
    else if (!file->overwrite && errno == EEXIST)
        return exists_already(error);
    return result == 0 ? OK : error_cannot("rename the file to its final name", error);
}

static enum status sync_folder(int descriptor, struct error *error)
{
    int result;
    if (descriptor < 0)
        return OK;
    CALL(result, os_sync(descriptor));
    /* Some file systems cannot sync folders. */
    if (result == 0 || errno == EINVAL || errno == ENOTSUP)
        return OK;
    return error_set(error, IO,
                     "the file was written, but its folder cannot be synced: %s",
                     strerror(errno));
}

/* Gives the finished file its name, durably. */
static enum status publish(struct local_file *file, struct error *error)
{
    int folder = -1;
    enum status status = open_folder(file, &folder, error);
    if (status == OK)
        status = put_in_place(file, error);
    if (status == OK && file->has_temporary && !must_fail() &&
        os_remove_in(file->folder, file->temporary) == 0)
        file->has_temporary = false;
    if (status == OK)
        status = sync_folder(folder, error);
    if (folder >= 0)
        os_close(folder);
    return status;
}

static enum status local_commit(struct output_file *output, struct error *error)
{
    struct local_file *file = (struct local_file *)output;
    enum status status = file->has_failed ? failed_before(file, error) : OK;
    if (status == OK)
        status = finish_temporary(file, error);
    if (status == OK && file->is_unseen)
        file->has_temporary = false;
    else if (status == OK)
        status = publish(file, error);
    local_discard(output);
    return status;
}

static const struct output_file_ops local_ops = {.append = local_append,
                                                 .rewind = local_rewind,
                                                 .commit = local_commit,
                                                 .discard = local_discard};

/* ---- Files of any kind ------------------------------------------------------------- */

enum status output_file_create_guarded(const char *path, bool overwrite,
                                       const struct output_guard *guard,
                                       struct output_file **file, struct error *error)
{
    const struct file_system *system = file_system_of(path);
    *file = NULL;
    if (system == NULL)
        return create_local(path, overwrite, false, guard, file, error);
    enum status status = guard != NULL ? guard->check(guard->context, path, error) : OK;
    return status == OK ? system->create(path, overwrite, file, error) : status;
}

enum status output_file_create(const char *path, bool overwrite,
                               struct output_file **file, struct error *error)
{
    return output_file_create_guarded(path, overwrite, NULL, file, error);
}

enum status output_file_append(struct output_file *file, const void *bytes, size_t size,
                               struct error *error)
{
    return file->ops->append(file, bytes, size, error);
}

int64_t output_file_size(const struct output_file *file)
{
    return file->size;
}

enum status output_file_rewind(struct output_file *file, struct error *error)
{
    return file->ops->rewind(file, error);
}

enum status output_file_commit(struct output_file *file, struct error *error)
{
    return file->ops->commit(file, error);
}

void output_file_discard(struct output_file *file)
{
    if (file != NULL)
        file->ops->discard(file);
}
