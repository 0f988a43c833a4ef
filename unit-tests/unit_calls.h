/* SPDX-License-Identifier: MIT */
/*
 * unit_calls.h - stands between a test and the system calls by which it writes, on Linux:
 * notes what a crash of the machine could lose, and ends the process before the n-th, or
 * lets it fail.
 *
 * Included by one file of a program, whose functions take the place of the C library's.
 */
#ifndef UNIT_CALLS_H
#define UNIT_CALLS_H

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "unit_folder.h"

enum { MOST_UNSYNCED = 1000 };

/* What is not on the disk yet: the contents of a file, or a name in a folder. */
struct unsynced {
    ino_t inode;  /* of the file, or of the folder */
    ino_t target; /* of what has the name; 0: contents */
    char name[100];
};

static struct unsynced unsynced[MOST_UNSYNCED];
static int n_unsynced;
static bool calls_are_noted;
static long calls_until_exit;    /* 0: no exit */
static long calls_until_failure; /* 0: none fails */
static int n_calls_failing;      /* from then on */
static int n_calls;
static int n_crashes; /* moments at which a crash would lose part of what is in place */
static ino_t hidden;  /* the last file with a hidden name that is not temporary */

/* The C library's syscall(). */
static long real(long number, ...)
{
    static long (*call)(long number, ...);
    long a[5];
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 5; i++)
        a[i] = va_arg(arguments, long);
    va_end(arguments);
    if (call == NULL)
        *(void **)&call = must(dlsym(RTLD_NEXT, "syscall"));
    return call(number, a[0], a[1], a[2], a[3], a[4]);
}

static ino_t inode_at(int at, const char *name)
{
    struct stat info;
    return fstatat(at, name, &info, AT_SYMLINK_NOFOLLOW) == 0 ? info.st_ino : 0;
}

static ino_t inode_of(int descriptor)
{
    struct stat info;
    return fstat(descriptor, &info) == 0 ? info.st_ino : 0;
}

static const char *last_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool is_temporary(const char *name)
{
    size_t size = strlen(name);
    return size > 4 && name[0] == '.' && strcmp(name + size - 4, ".tmp") == 0;
}

/* Whether a path has a name that nobody reads. */
static bool is_hidden(const char *path)
{
    return path[0] == '.' || strstr(path, "/.") != NULL;
}

static ino_t folder_of(int at, const char *path)
{
    char parent[600] = ".";
    if (strchr(path, '/') != NULL)
        snprintf(parent, sizeof parent, "%.*s", (int)(last_name(path) - path), path);
    struct stat info;
    return fstatat(at, parent, &info, 0) == 0 ? info.st_ino : 0;
}

static void note(ino_t inode, ino_t target, const char *name)
{
    if (n_unsynced == MOST_UNSYNCED)
        exit(2);
    unsynced[n_unsynced].inode = inode;
    unsynced[n_unsynced].target = target;
    snprintf(unsynced[n_unsynced++].name, sizeof unsynced->name, "%s", name);
}

static void note_name(int at, const char *path)
{
    if (!calls_are_noted || is_temporary(last_name(path)))
        return;
    note(folder_of(at, path), inode_at(at, path), last_name(path));
    if (last_name(path)[0] == '.')
        hidden = inode_at(at, path);
}

static bool is_unsynced(ino_t inode)
{
    for (int i = 0; i < n_unsynced; i++) {
        if (unsynced[i].inode == inode)
            return true;
    }
    return false;
}

/* Whether the hidden file, or its name, is not on the disk. */
static bool hidden_is_unsynced(void)
{
    for (int i = 0; i < n_unsynced; i++) {
        if (unsynced[i].inode == hidden || unsynced[i].target == hidden)
            return hidden != 0;
    }
    return false;
}

static void note_sync(ino_t inode)
{
    int n = 0;
    for (int i = 0; i < n_unsynced; i++) {
        if (unsynced[i].inode != inode)
            unsynced[n++] = unsynced[i];
    }
    n_unsynced = n;
}

/* Whether a file, or a folder with all in it, is on the disk, but for its own name. */
static bool is_synced(int at, const char *name)
{
    bool is = !is_unsynced(inode_at(at, name));
    int descriptor = (int)real(SYS_openat, (long)at, name, (long)O_DIRECTORY, 0L, 0L);
    DIR *entries = descriptor >= 0 ? fdopendir(descriptor) : NULL;
    for (struct dirent *entry; entries != NULL && (entry = readdir(entries)) != NULL;) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            is = is_synced(dirfd(entries), entry->d_name) && is;
    }
    if (entries != NULL)
        closedir(entries);
    return is;
}

/* Counts a moment at which what gets a name that others read is not on the disk, or what
 * a hidden file says of it. */
static void check_published(int at, const char *from, const char *to)
{
    if (!calls_are_noted || is_hidden(to) ||
        (is_synced(at, from) && !hidden_is_unsynced()))
        return;
    n_crashes++;
    fprintf(stderr, "%s is not on the disk when it becomes %s\n", from, to);
}

/* Counts a step; false, with errno, if it is the one that fails.  Ends the process if it
 * is the one that ends it. */
static bool may_go_on(void)
{
    n_calls += calls_are_noted;
    if (calls_until_exit > 0 && --calls_until_exit == 0)
        _exit(9);
    errno = EIO;
    if (calls_until_failure <= 0 || --calls_until_failure > 0)
        return true;
    calls_until_failure = 1; /* the next one, too */
    if (--n_calls_failing == 0)
        calls_until_failure = -1; /* no more */
    return false;
}

static int create_file(int at, const char *name, int flags, mode_t mode)
{
    bool creates = (flags & O_CREAT) != 0;
    if (creates && !may_go_on())
        return -1;
    bool was_there = inode_at(at, name) != 0;
    int result = (int)real(SYS_openat, (long)at, name, (long)flags, (long)mode, 0L);
    if (creates && result >= 0 && !was_there)
        note_name(at, name);
    return result;
}

int openat(int at, const char *name, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return create_file(at, name, flags, mode);
}

int openat64(int at, const char *name, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return create_file(at, name, flags | O_LARGEFILE, mode);
}

ssize_t write(int descriptor, const void *bytes, size_t size)
{
    if (descriptor > 2 && !may_go_on())
        return -1;
    if (calls_are_noted && descriptor > 2)
        note(inode_of(descriptor), 0, "contents");
    return real(SYS_write, (long)descriptor, bytes, size, 0L, 0L);
}

static int truncate_noted(int descriptor, long long size)
{
    if (!may_go_on())
        return -1;
    if (calls_are_noted)
        note(inode_of(descriptor), 0, "contents");
    if (size != 0) /* other sizes have other forms of the call */
        exit(2);
    return (int)real(SYS_ftruncate, (long)descriptor, 0L, 0L, 0L, 0L);
}

int ftruncate(int descriptor, off_t size)
{
    return truncate_noted(descriptor, size);
}

int ftruncate64(int descriptor, off64_t size)
{
    return truncate_noted(descriptor, size);
}

int fsync(int descriptor)
{
    if (!may_go_on())
        return -1;
    note_sync(inode_of(descriptor));
    return 0; /* the test needs no disk */
}

int mkdirat(int at, const char *name, mode_t mode)
{
    if (!may_go_on())
        return -1;
    int result = (int)real(SYS_mkdirat, (long)at, name, (long)mode, 0L, 0L);
    if (result == 0)
        note_name(at, name);
    return result;
}

int linkat(int from_at, const char *from, int to_at, const char *to, int flags)
{
    if (!may_go_on())
        return -1;
    check_published(from_at, from, to);
    int result = (int)real(SYS_linkat, (long)from_at, from, (long)to_at, to, (long)flags);
    if (result == 0)
        note_name(to_at, to);
    return result;
}

static int rename_noted(int from_at, const char *from, int to_at, const char *to,
                        long flags)
{
    if (!may_go_on())
        return -1;
    check_published(from_at, from, to);
    int result = (int)real(SYS_renameat2, (long)from_at, from, (long)to_at, to, flags);
    if (result == 0)
        note_name(to_at, to);
    return result;
}

int renameat(int from_at, const char *from, int to_at, const char *to)
{
    return rename_noted(from_at, from, to_at, to, 0);
}

/* Renames that replace nothing, or exchange, have no function in old C libraries. */
long syscall(long number, ...)
{
    long a[5];
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 5; i++)
        a[i] = va_arg(arguments, long);
    va_end(arguments);
    if (number == SYS_renameat2)
        return rename_noted((int)a[0], (const char *)a[1], (int)a[2], (const char *)a[3],
                            a[4]);
    return real(number, a[0], a[1], a[2], a[3], a[4]);
}

int unlinkat(int at, const char *name, int flags)
{
    if (!may_go_on())
        return -1;
    struct stat info;
    bool is_last = fstatat(at, name, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
                   (S_ISDIR(info.st_mode) || info.st_nlink == 1);
    int result = (int)real(SYS_unlinkat, (long)at, name, (long)flags, 0L, 0L);
    if (result == 0 && is_last)
        note_sync(info.st_ino); /* nothing of it can be lost */
    return result;
}

#endif
