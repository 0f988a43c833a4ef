/* realpath() is XSI's; renames that replace nothing, and the flush that reaches the disk
 * on macOS, are the systems' own. */
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#define _FILE_OFFSET_BITS 64
#include "output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "alloc.h"
#include "hash.h"

#ifndef NAME_MAX
#define NAME_MAX 255
#endif

enum {
    BUFFER_SIZE = 1 << 20,
    MOST_AT_ONCE = 1 << 30, /* macOS refuses to write more than INT_MAX bytes */
    MOST_LINKS = 32,
    MOST_NAMES_TRIED = 100,
    /* The temporary name has, beside the target's: ".", ".", 16 digits, ".tmp" */
    NAME_ADDED = 1 + 1 + 16 + 4,
};

struct output_file {
    int descriptor; /* -1: closed */
    bool overwrite, has_temporary, has_failed;
    int reason; /* the errno of the failure */
    int64_t size;
    size_t n_buffered;
    uint8_t *buffer;          /* BUFFER_SIZE */
    char *target, *temporary; /* absolute; what they name is in the same folder */
};

struct path {
    char text[PATH_MAX];
};

/* ---- System calls ----------------------------------------------------------------- */

/* Test hook, not thread-safe on purpose: only single-threaded tests set it. */
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

/* Signals do not count as failures. */
#define CALL(result, call)                                                               \
    do {                                                                                 \
        (result) = must_fail() ? -1 : (call);                                            \
    } while ((result) < 0 && errno == EINTR)

static ssize_t write_some(int descriptor, const uint8_t *bytes, size_t size)
{
    if (is_chosen()) {
        errno = fail_error_number;
        if (errno != 0)
            return -1;
        size = size > 1 ? size / 2 : size;
    }
    return write(descriptor, bytes, size);
}

static int sync_to_disk(int descriptor)
{
#ifdef F_FULLFSYNC
    /* Not all file systems know it. */
    if (fcntl(descriptor, F_FULLFSYNC) == 0)
        return 0;
#endif
    return fsync(descriptor);
}

/* The descriptor is gone in any case, even after EINTR. */
static int close_file(struct output_file *file)
{
    int result = close(file->descriptor);
    file->descriptor = -1;
    if (must_fail())
        result = -1;
    return result == 0 || errno == EINTR ? 0 : -1;
}

/* Fails with EEXIST where `to` exists. */
static int rename_to_new(const char *from, const char *to)
{
#if defined(RENAME_NOREPLACE)
    int result = renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
#elif defined(RENAME_EXCL)
    int result = renamex_np(from, to, RENAME_EXCL);
#else
    int result = -1;
    errno = ENOSYS;
#endif
    bool is_unknown = errno == EINVAL || errno == ENOSYS || errno == ENOTSUP;
    if (result == 0 || !is_unknown)
        return result;
    /* This file system can neither link nor do that.  What comes into being between the
     * next two calls is lost. */
    struct stat info;
    if (lstat(to, &info) == 0) {
        errno = EEXIST;
        return -1;
    }
    return errno == ENOENT ? rename(from, to) : -1;
}

/* ---- Where the target is ---------------------------------------------------------- */

static enum status cannot_create(int reason, struct error *error)
{
    if (reason == ENOENT || reason == ENOTDIR)
        return error_set(error, CANTOPEN, "no such folder");
    return error_set(error, CANTOPEN, "cannot create: %s", strerror(reason));
}

static enum status cannot(const char *do_what, struct error *error)
{
    return error_set(error, IO, "cannot %s: %s", do_what, strerror(errno));
}

static enum status exists_already(struct error *error)
{
    return error_set(error, MISUSE, "the file exists already");
}

static bool make_absolute(const char *path, struct path *absolute)
{
    int result;
    CALL(result, realpath(path, absolute->text) != NULL ? 0 : -1);
    return result == 0;
}

/* The part of a path that names the folder: the first *size bytes, "." and "/" included;
 * returns what is behind it. */
static const char *split_path(const char *path, struct path *folder)
{
    const char *slash = strrchr(path, '/');
    size_t size = slash == NULL ? 1 : slash == path ? 1 : (size_t)(slash - path);
    memcpy(folder->text, slash == NULL ? "." : path, size);
    folder->text[size] = '\0';
    return slash == NULL ? path : slash + 1;
}

/* False, with errno, when it gets too long. */
static bool join_path(struct path *folder, const char *name)
{
    size_t size = strlen(folder->text), name_size = strlen(name);
    bool has_slash = size > 0 && folder->text[size - 1] == '/';
    if (size + name_size + 2 > sizeof folder->text) {
        errno = ENAMETOOLONG;
        return false;
    }
    if (!has_slash)
        folder->text[size++] = '/';
    memcpy(folder->text + size, name, name_size + 1);
    return true;
}

/* Where the file that a path names will be, while it is not there. */
static enum status locate_missing(const struct path *path, struct path *target,
                                  struct error *error)
{
    struct path folder;
    const char *name = split_path(path->text, &folder);
    if (name[0] == '\0')
        return error_set(error, CANTOPEN, "not the name of a file");
    if (!make_absolute(folder.text, target) || !join_path(target, name))
        return cannot_create(errno, error);
    return OK;
}

/* realpath() alone does for files that exist; links to one that does not are followed
 * here. */
static enum status locate(const char *path, struct path *target, struct error *error)
{
    struct path at, link;
    if (strlen(path) >= sizeof at.text)
        return cannot_create(ENAMETOOLONG, error);
    memcpy(at.text, path, strlen(path) + 1);
    for (int i = 0; i < MOST_LINKS; i++) {
        if (make_absolute(at.text, target))
            return OK;
        if (errno != ENOENT)
            return cannot_create(errno, error);
        ssize_t size;
        CALL(size, readlink(at.text, link.text, sizeof link.text - 1));
        if (size < 0 && (errno == EINVAL || errno == ENOENT))
            return locate_missing(&at, target, error);
        if (size < 0)
            return cannot_create(errno, error);
        link.text[size] = '\0';
        if (link.text[0] == '/') {
            at = link;
            continue;
        }
        struct path from = at;
        split_path(from.text, &at);
        if (!join_path(&at, link.text))
            return cannot_create(errno, error);
    }
    return cannot_create(ELOOP, error);
}

/* *mode: the permissions the new file gets, or -1: those of any new file. */
static enum status check_target(const struct path *target, bool overwrite, int *mode,
                                struct error *error)
{
    struct stat info;
    int result;
    *mode = -1;
    CALL(result, stat(target->text, &info));
    if (result != 0)
        return errno == ENOENT ? OK : cannot_create(errno, error);
    if (S_ISDIR(info.st_mode))
        return error_set(error, CANTOPEN, "a folder");
    if (!S_ISREG(info.st_mode))
        return error_set(error, CANTOPEN, "not a regular file");
    if (!overwrite)
        return exists_already(error);
    /* A rename does not ask whether the file it replaces is protected. */
    CALL(result, faccessat(AT_FDCWD, target->text, W_OK, AT_EACCESS));
    if (result != 0)
        return error_set(error, CANTOPEN, "cannot overwrite: %s", strerror(errno));
    *mode = (int)(info.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO));
    return OK;
}

/* ---- The temporary file ----------------------------------------------------------- */

static bool is_inside_character(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Into NAME_ADDED + 1 bytes more than the target has.  Of a name that is too long the
 * middle is left out, between characters: some file systems take UTF-8 only. */
static void name_temporary(const char *target, uint64_t random, char *temporary)
{
    enum { ROOM = NAME_MAX - NAME_ADDED };
    const char *name = strrchr(target, '/') + 1;
    size_t folder_size = (size_t)(name - target), size = strlen(name);
    size_t head = size, tail = size;
    if (size > ROOM) {
        head = ROOM / 2;
        tail = size - (ROOM - head);
        while (head > 0 && is_inside_character(name[head]))
            head--;
        while (is_inside_character(name[tail]))
            tail++;
    }
    memcpy(temporary, target, folder_size);
    snprintf(temporary + folder_size, size + NAME_ADDED + 1, ".%.*s%s.%016llx.tmp",
             (int)head, name, name + tail, (unsigned long long)random);
}

/* Need not be secret: a file that exists is never taken. */
static uint64_t random_number(const struct output_file *file, int n_tried)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t parts[] = {(uint64_t)now.tv_sec, (uint64_t)now.tv_nsec,
                              (uint64_t)getpid(), (uint64_t)(uintptr_t)file,
                              (uint64_t)n_tried};
    return xxh64_of(slice_of(parts, sizeof parts));
}

static enum status open_temporary(struct output_file *file, int mode, struct error *error)
{
    /* Nobody else may look at it before it has the old file's permissions. */
    mode_t first_mode = mode < 0 ? 0666 : 0600;
    for (int i = 0; i < MOST_NAMES_TRIED; i++) {
        name_temporary(file->target, random_number(file, i), file->temporary);
        CALL(file->descriptor,
             open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, first_mode));
        if (file->descriptor >= 0 || errno != EEXIST)
            break;
    }
    if (file->descriptor < 0)
        return cannot_create(errno, error);
    file->has_temporary = true;
    if (mode < 0)
        return OK;
    int result;
    CALL(result, fchmod(file->descriptor, (mode_t)mode));
    return result == 0 ? OK : cannot("set permissions", error);
}

static enum status new_file(const struct path *target, bool overwrite,
                            struct output_file **made, struct error *error)
{
    size_t size = strlen(target->text);
    struct output_file *file = mem_alloc_zeroed(1, sizeof *file);
    *made = file;
    if (file == NULL)
        return error_nomem(error);
    file->descriptor = -1;
    file->overwrite = overwrite;
    file->buffer = mem_alloc(BUFFER_SIZE, 1);
    file->target = mem_copy_text(target->text, size);
    file->temporary = mem_alloc(size + NAME_ADDED + 1, 1);
    if (file->buffer == NULL || file->target == NULL || file->temporary == NULL)
        return error_nomem(error);
    return OK;
}

enum status output_file_create(const char *path, bool overwrite,
                               struct output_file **file, struct error *error)
{
    struct path target;
    struct output_file *made = NULL;
    int mode;
    *file = NULL;
    enum status status = locate(path, &target, error);
    if (status == OK)
        status = check_target(&target, overwrite, &mode, error);
    if (status == OK)
        status = new_file(&target, overwrite, &made, error);
    if (status == OK)
        status = open_temporary(made, mode, error);
    if (status != OK) {
        output_file_discard(made);
        return status;
    }
    *file = made;
    return OK;
}

void output_file_discard(struct output_file *file)
{
    if (file == NULL)
        return;
    if (file->descriptor >= 0)
        (void)close_file(file);
    if (file->has_temporary && !must_fail())
        (void)unlink(file->temporary);
    mem_free(file->buffer);
    mem_free(file->target);
    mem_free(file->temporary);
    mem_free(file);
}

/* ---- Writing ---------------------------------------------------------------------- */

static enum status write_all(struct output_file *file, const uint8_t *bytes, size_t size,
                             struct error *error)
{
    while (size > 0) {
        ssize_t n = write_some(file->descriptor, bytes,
                               size < MOST_AT_ONCE ? size : MOST_AT_ONCE);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = EIO; /* or this would never end */
        if (n <= 0)
            return cannot("write", error);
        bytes += n;
        size -= (size_t)n;
    }
    return OK;
}

static enum status write_buffer(struct output_file *file, struct error *error)
{
    enum status status = write_all(file, file->buffer, file->n_buffered, error);
    file->n_buffered = 0;
    return status;
}

/* The reason again: whoever was told it first may not have passed it on. */
static enum status failed_before(const struct output_file *file, struct error *error)
{
    return error_set(error, IO, "writing has failed before: %s", strerror(file->reason));
}

static void note_failure(struct output_file *file, bool has_failed)
{
    file->has_failed = has_failed;
    if (has_failed)
        file->reason = errno;
}

enum status output_file_append(struct output_file *file, const void *bytes, size_t size,
                               struct error *error)
{
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
    file->size += (int64_t)size;
    note_failure(file, status != OK);
    return status;
}

int64_t output_file_size(const struct output_file *file)
{
    return file->size;
}

enum status output_file_rewind(struct output_file *file, struct error *error)
{
    int result;
    off_t position = 0;
    if (file->has_failed)
        return failed_before(file, error);
    CALL(result, ftruncate(file->descriptor, 0));
    if (result == 0)
        CALL(position, lseek(file->descriptor, 0, SEEK_SET));
    note_failure(file, result != 0 || position != 0);
    if (file->has_failed)
        return cannot("truncate", error);
    file->n_buffered = 0;
    file->size = 0;
    return OK;
}

/* ---- The end ---------------------------------------------------------------------- */

static enum status finish_temporary(struct output_file *file, struct error *error)
{
    int result;
    enum status status = write_buffer(file, error);
    if (status != OK)
        return status;
    CALL(result, sync_to_disk(file->descriptor));
    if (result != 0)
        return cannot("sync", error);
    return close_file(file) == 0 ? OK : cannot("close", error);
}

/* *descriptor: -1 where the folder cannot be read, and so not be synced. */
static enum status open_folder(const struct output_file *file, int *descriptor,
                               struct error *error)
{
    struct path folder;
    split_path(file->target, &folder);
    CALL(*descriptor, open(folder.text, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return *descriptor >= 0 || errno == EACCES ? OK : cannot("open the folder", error);
}

/* Whether what link() says of a file system may be that it has no links. */
static bool lacks_links(int reason)
{
    return reason == EPERM || reason == ENOTSUP || reason == EOPNOTSUPP ||
           reason == ENOSYS || reason == EMLINK;
}

static enum status put_in_place(struct output_file *file, struct error *error)
{
    int result;
    if (file->overwrite) {
        CALL(result, rename(file->temporary, file->target));
    } else {
        CALL(result, link(file->temporary, file->target));
        if (result == 0)
            return OK; /* The temporary name goes with the rest. */
        if (lacks_links(errno))
            CALL(result, rename_to_new(file->temporary, file->target));
    }
    if (result == 0)
        file->has_temporary = false;
    else if (!file->overwrite && errno == EEXIST)
        return exists_already(error);
    return result == 0 ? OK : cannot("put the file in its place", error);
}

static enum status sync_folder(int descriptor, struct error *error)
{
    int result;
    if (descriptor < 0)
        return OK;
    CALL(result, sync_to_disk(descriptor));
    /* Some file systems cannot do that with folders. */
    if (result == 0 || errno == EINVAL || errno == ENOTSUP)
        return OK;
    return error_set(error, IO,
                     "the file is in its place, but cannot sync the folder: %s",
                     strerror(errno));
}

enum status output_file_commit(struct output_file *file, struct error *error)
{
    int folder = -1;
    enum status status = file->has_failed ? failed_before(file, error) : OK;
    if (status == OK)
        status = finish_temporary(file, error);
    if (status == OK)
        status = open_folder(file, &folder, error);
    if (status == OK)
        status = put_in_place(file, error);
    if (status == OK && file->has_temporary && !must_fail() &&
        unlink(file->temporary) == 0)
        file->has_temporary = false;
    if (status == OK)
        status = sync_folder(folder, error);
    if (folder >= 0)
        close(folder);
    output_file_discard(file);
    return status;
}
