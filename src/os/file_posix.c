/* SPDX-License-Identifier: MIT */
#ifndef _WIN32

/* For O_PATH, d_type, random numbers, renames that replace nothing or exchange folders,
 * and macOS's flush to the disk. */
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#define _FILE_OFFSET_BITS 64
#include "os/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <sys/random.h>
#elif defined(__linux__)
#include <linux/magic.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#endif

#ifndef O_CLOEXEC
#define O_CLOEXEC 0
#endif

#if defined(PATH_MAX)
_Static_assert(OS_PATH_SIZE >= PATH_MAX, "realpath() writes PATH_MAX bytes");
#endif

#define PERMISSIONS ((mode_t)(S_IRWXU | S_IRWXG | S_IRWXO))

/* ---- Information ------------------------------------------------------------------ */

static enum os_kind kind_of(mode_t mode)
{
    return S_ISREG(mode)   ? OS_FILE
           : S_ISDIR(mode) ? OS_FOLDER
           : S_ISLNK(mode) ? OS_LINK
                           : OS_OTHER;
}

static int take_info(int result, const struct stat *from, struct os_info *info)
{
    if (result != 0)
        return -1;
    *info = (struct os_info)
    {
        .kind = kind_of(from->st_mode), .device = (uint64_t)from->st_dev,
        .inode = (uint64_t)from->st_ino, .size = (int64_t)from->st_size,
#if defined(__APPLE__)
        .modified_seconds = (int64_t)from->st_mtimespec.tv_sec,
        .modified_nanoseconds = (int64_t)from->st_mtimespec.tv_nsec,
        .changed_seconds = (int64_t)from->st_ctimespec.tv_sec,
        .changed_nanoseconds = (int64_t)from->st_ctimespec.tv_nsec,
#else
        .modified_seconds = (int64_t)from->st_mtim.tv_sec,
        .modified_nanoseconds = (int64_t)from->st_mtim.tv_nsec,
        .changed_seconds = (int64_t)from->st_ctim.tv_sec,
        .changed_nanoseconds = (int64_t)from->st_ctim.tv_nsec,
#endif
        .permissions = (unsigned)(from->st_mode & PERMISSIONS),
        .owner = (unsigned)from->st_uid, .group = (unsigned)from->st_gid,
        .n_names = (uint64_t)from->st_nlink,
    };
    return 0;
}

int os_info(const char *path, enum os_links links, struct os_info *info)
{
    struct stat found;
    int result = links == OS_FOLLOW ? stat(path, &found) : lstat(path, &found);
    return take_info(result, &found, info);
}

int os_info_in(int folder, const char *name, enum os_links links, struct os_info *info)
{
    struct stat found;
    int flags = links == OS_FOLLOW ? 0 : AT_SYMLINK_NOFOLLOW;
    return take_info(fstatat(folder, name, &found, flags), &found, info);
}

int os_info_of(int descriptor, struct os_info *info)
{
    struct stat found;
    return take_info(fstat(descriptor, &found), &found, info);
}

bool os_is_ours(const struct os_info *info)
{
    return info->owner == geteuid();
}

int os_may_replace_in(int folder, const char *name)
{
    return faccessat(folder, name, W_OK, AT_EACCESS);
}

/* ---- Paths ------------------------------------------------------------------------ */

bool os_path_is_absolute(const char *path)
{
    return path[0] == '/';
}

void os_path_take(char *path)
{
    (void)path;
}

int os_resolve(const char *path, char *text)
{
    return realpath(path, text) != NULL ? 0 : -1;
}

int os_read_link(const char *path, char *text)
{
    ssize_t size = readlink(path, text, OS_PATH_SIZE - 1);
    if (size < 0)
        return -1;
    text[size] = '\0';
    return 0;
}

/* ---- Opening ---------------------------------------------------------------------- */

static int flags_of(enum os_purpose purpose)
{
    switch (purpose) {
    case OS_READ:
        return O_RDONLY | O_NONBLOCK | O_CLOEXEC;
    case OS_LIST:
        return O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC;
    case OS_ENTER:
        break;
    }
#if defined(O_PATH)
    return O_PATH | O_DIRECTORY | O_CLOEXEC;
#elif defined(O_SEARCH)
    return O_SEARCH | O_DIRECTORY | O_CLOEXEC;
#else
    return O_RDONLY | O_DIRECTORY | O_CLOEXEC;
#endif
}

int os_open(const char *path, enum os_purpose purpose)
{
    return open(path, flags_of(purpose));
}

int os_open_in(int folder, const char *name, enum os_purpose purpose)
{
    return openat(folder, name, flags_of(purpose) | O_NOFOLLOW);
}

/* Opens one folder after the other, because O_NOFOLLOW applies only to the last part. */
int os_open_resolved(const char *resolved, enum os_purpose purpose)
{
#if defined(O_NOFOLLOW_ANY)
    /* On macOS, whose sandbox hides "/". */
    return open(resolved, flags_of(purpose) | O_NOFOLLOW_ANY);
#else
    char path[OS_PATH_SIZE];
    if (resolved[0] != '/' || strlen(resolved) >= sizeof path) {
        errno = EINVAL;
        return -1;
    }
    strcpy(path, resolved + 1);
    int folder = os_open("/", OS_ENTER);
    char *name = path, *slash;
    while (folder >= 0 && (slash = strchr(name, '/')) != NULL) {
        *slash = '\0';
        int next = os_open_in(folder, name, OS_ENTER);
        int reason = errno;
        close(folder);
        errno = reason;
        folder = next;
        name = slash + 1;
    }
    if (folder < 0)
        return -1;
    int opened = os_open_in(folder, name[0] != '\0' ? name : ".", purpose);
    int reason = errno;
    close(folder);
    errno = reason;
    return opened;
#endif
}

int os_create_in(int folder, const char *name, bool is_private)
{
    return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                  is_private ? 0600 : 0666);
}

int os_open_lock_in(int folder, const char *name)
{
    return openat(folder, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
                  0666);
}

int os_lock(int descriptor, bool is_shared)
{
#if defined(__EMSCRIPTEN__)
    (void)descriptor;
    (void)is_shared; /* there is one process, which has one thread */
    return 0;
#else
    int result = flock(descriptor, (is_shared ? LOCK_SH : LOCK_EX) | LOCK_NB);
    if (result != 0 && errno == EWOULDBLOCK)
        errno = EAGAIN;
    return result;
#endif
}

/* close() invalidates the descriptor even after EINTR. */
int os_close(int descriptor)
{
    return close(descriptor) == 0 || errno == EINTR ? 0 : -1;
}

int os_close_locked(int descriptor)
{
#if !defined(__EMSCRIPTEN__)
    (void)flock(descriptor, LOCK_UN);
#endif
    return os_close(descriptor);
}

int os_duplicate(int descriptor)
{
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

/* ---- Contents --------------------------------------------------------------------- */

ptrdiff_t os_read_at(int descriptor, void *bytes, size_t size, int64_t offset)
{
    return pread(descriptor, bytes, size, (off_t)offset);
}

ptrdiff_t os_write(int descriptor, const void *bytes, size_t size)
{
    return write(descriptor, bytes, size);
}

int os_empty(int descriptor)
{
    if (ftruncate(descriptor, 0) != 0)
        return -1;
    return lseek(descriptor, 0, SEEK_SET) == 0 ? 0 : -1;
}

int os_sync(int descriptor)
{
#ifdef F_FULLFSYNC
    /* Not all file systems support it. */
    if (fcntl(descriptor, F_FULLFSYNC) == 0)
        return 0;
#endif
    return fsync(descriptor);
}

int os_set_permissions(int descriptor, unsigned permissions)
{
    return fchmod(descriptor, (mode_t)permissions & PERMISSIONS);
}

int os_set_permissions_in(int folder, const char *name, unsigned permissions)
{
    return fchmodat(folder, name, (mode_t)permissions & PERMISSIONS, 0);
}

int os_set_owner(int descriptor, const struct os_info *like, bool group_only)
{
    return fchown(descriptor, group_only ? (uid_t)-1 : (uid_t)like->owner,
                  (gid_t)like->group);
}

/* ---- Names ------------------------------------------------------------------------ */

int os_remove_in(int folder, const char *name)
{
    return unlinkat(folder, name, 0);
}

int os_remove_folder_in(int folder, const char *name)
{
    return unlinkat(folder, name, AT_REMOVEDIR);
}

int os_make_folder_in(int folder, const char *name, bool is_private)
{
    return mkdirat(folder, name, is_private ? S_IRWXU : PERMISSIONS);
}

int os_rename_in(int folder, const char *from, int at, const char *to)
{
    return renameat(folder, from, at, to);
}

enum how { NEW, EXCHANGE };

/* Renames as only some systems can; ENOTSUP if this one, or the file system, cannot.  The
 * C library of Linux has a function for it only since glibc 2.28. */
static int rename_as(enum how how, int folder, const char *from, int at, const char *to)
{
#if defined(__linux__) && defined(SYS_renameat2)
    unsigned flags = how == NEW ? 1 : 2; /* RENAME_NOREPLACE, RENAME_EXCHANGE */
    int result = (int)syscall(SYS_renameat2, folder, from, at, to, flags);
#elif defined(RENAME_EXCL) && defined(RENAME_SWAP)
    int result = renameatx_np(folder, from, at, to,
                              how == NEW ? RENAME_EXCL : RENAME_SWAP);
#else
    (void)how;
    (void)folder;
    (void)from;
    (void)at;
    (void)to;
    int result = -1;
    errno = ENOSYS;
#endif
    if (result != 0 && (errno == EINVAL || errno == ENOSYS))
        errno = ENOTSUP;
    return result;
}

int os_rename_new_in(int folder, const char *from, int at, const char *to)
{
    return rename_as(NEW, folder, from, at, to);
}

int os_exchange_in(int folder, const char *a, const char *b)
{
    return rename_as(EXCHANGE, folder, a, folder, b);
}

int os_link_in(int folder, const char *from, int at, const char *to)
{
    return linkat(folder, from, at, to, 0);
}

bool os_lacks_links(int reason)
{
    return reason == EPERM || reason == ENOTSUP || reason == EOPNOTSUPP ||
           reason == ENOSYS || reason == EMLINK;
}

/* ---- Listing ---------------------------------------------------------------------- *
 * A struct os_listing is a DIR. */

struct os_listing *os_listing_open(int descriptor)
{
    errno = ENOMEM; /* which not every allocator sets */
    DIR *folder = fdopendir(descriptor);
    if (folder == NULL) {
        int reason = errno;
        close(descriptor);
        errno = reason;
    }
    return (struct os_listing *)folder;
}

void os_listing_close(struct os_listing *listing)
{
    closedir((DIR *)listing);
}

int os_listing_descriptor(const struct os_listing *listing)
{
    return dirfd((DIR *)listing);
}

bool os_listing_notes_changes(const struct os_listing *listing)
{
#ifdef __linux__
    static const unsigned long LOCAL[] = {EXT4_SUPER_MAGIC,      XFS_SUPER_MAGIC,
                                          BTRFS_SUPER_MAGIC,     F2FS_SUPER_MAGIC,
                                          OVERLAYFS_SUPER_MAGIC, TMPFS_MAGIC};
    struct statfs system;
    bool is_local = false;
    if (fstatfs(os_listing_descriptor(listing), &system) != 0)
        return false;
    for (size_t i = 0; i < sizeof LOCAL / sizeof *LOCAL; i++)
        is_local = is_local || LOCAL[i] == (unsigned long)system.f_type;
    return is_local;
#else
    (void)listing;
    return false;
#endif
}

static enum os_kind kind_of_entry(const struct dirent *entry)
{
#ifdef DT_REG
    switch (entry->d_type) {
    case DT_REG:
        return OS_FILE;
    case DT_DIR:
        return OS_FOLDER;
    case DT_LNK:
        return OS_LINK;
    default:
        return OS_UNKNOWN;
    }
#else
    (void)entry;
    return OS_UNKNOWN;
#endif
}

const char *os_listing_next(struct os_listing *listing, enum os_kind *kind)
{
    const struct dirent *entry;
    do {
        errno = 0;
        entry = readdir((DIR *)listing);
    } while (entry != NULL &&
             (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
    if (entry == NULL)
        return NULL;
    *kind = kind_of_entry(entry);
    return entry->d_name;
}

/* ---- Others ----------------------------------------------------------------------- */

#if defined(__linux__)
/* The C library has a function for it only since glibc 2.25, the kernel since 3.17. */
int os_random(void *bytes, size_t size)
{
#ifdef SYS_getrandom
    if (syscall(SYS_getrandom, bytes, size, 0) == (long)size)
        return 0;
#endif
    int descriptor = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return -1;
    ssize_t got = read(descriptor, bytes, size);
    close(descriptor);
    if (got == (ssize_t)size)
        return 0;
    errno = EIO;
    return -1;
}
#else
int os_random(void *bytes, size_t size)
{
    return getentropy(bytes, size);
}
#endif

#endif
