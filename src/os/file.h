/* SPDX-License-Identifier: MIT */
/*
 * file.h - files and folders of the operating system, under the same names everywhere.
 *
 *     file_posix.c     Linux, macOS, the BSDs
 *     file_windows.c   Windows
 *
 * Paths and names are UTF-8 (on POSIX any bytes) with slashes; on Windows, os_path_take()
 * makes slashes of backslashes.  Functions "in" a folder take its descriptor and a name
 * in it, so nobody can replace the folders on the way meanwhile.
 *
 * A descriptor is an int of at least 0.  Functions that return an int return 0 or a
 * descriptor, or -1 with errno.  None of them repeats a call that a signal interrupted.
 */
#ifndef OS_FILE_H
#define OS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OS_PATH_SIZE = 4096, OS_NAME_SIZE = 255 /* without the terminator */ };

/* ---- Information ------------------------------------------------------------------ */

enum os_kind {
    OS_FILE, /* a regular one */
    OS_FOLDER,
    OS_LINK,    /* a symbolic link, which was not followed */
    OS_OTHER,   /* a device, pipe or socket */
    OS_UNKNOWN, /* a listing did not tell */
};

struct os_info {
    enum os_kind kind;
    uint64_t device, inode; /* together unique */
    int64_t size;
    int64_t modified_seconds, modified_nanoseconds;
    int64_t changed_seconds, changed_nanoseconds; /* of contents or attributes */
    unsigned permissions, owner, group;           /* 0 on Windows */
    uint64_t n_names;                             /* of a file: its hard links */
};

enum os_links { OS_FOLLOW, OS_NOFOLLOW };

int os_info(const char *path, enum os_links links, struct os_info *info);
int os_info_in(int folder, const char *name, enum os_links links, struct os_info *info);
int os_info_of(int descriptor, struct os_info *info);

/* Whether the process's user owns it; true where the system has no such owners. */
bool os_is_ours(const struct os_info *info);

/* Whether an existing file may be replaced: it is not write-protected. */
int os_may_replace_in(int folder, const char *name);

/* ---- Paths ------------------------------------------------------------------------ */

bool os_path_is_absolute(const char *path);

/* Makes slashes of what else separates names in a path that a user wrote. */
void os_path_take(char *path);

/* Resolves all links, "." and ".." in the path of an existing file or folder to an
 * absolute path; `text` has OS_PATH_SIZE bytes. */
int os_resolve(const char *path, char *text);

/* The target of a symbolic link, as it is stored; `text` has OS_PATH_SIZE bytes.  EINVAL
 * if the path names no link. */
int os_read_link(const char *path, char *text);

/* ---- Opening ---------------------------------------------------------------------- */

enum os_purpose {
    OS_READ,  /* a file; never waits, even if it has become a pipe */
    OS_LIST,  /* a folder's names; also to sync it */
    OS_ENTER, /* a folder, for functions "in" it; needs no permission to list it */
};

int os_open(const char *path, enum os_purpose purpose);
/* Fails if the name is a link. */
int os_open_in(int folder, const char *name, enum os_purpose purpose);
/* Opens what os_resolve() returned; fails if any part of it has become a link since. */
int os_open_resolved(const char *resolved, enum os_purpose purpose);

/* Creates a file for writing.  Fails with EEXIST if the name exists.  A private one is
 * for its owner only, where the system has permissions. */
int os_create_in(int folder, const char *name, bool is_private);

/* Opens a file for reading and writing, or creates it; fails if the name is a link. */
int os_open_lock_in(int folder, const char *name);
/* Locks a file until it is closed, which the end of the process does, too.  Several
 * descriptors may have a shared lock.  EAGAIN if another one has a lock in the way. */
int os_lock(int descriptor, bool is_shared);
/* Closes a file that may be locked, so that copies of the descriptor, such as those of
 * forked processes, do not keep the lock. */
int os_close_locked(int descriptor);

/* The descriptor becomes invalid in any case. */
int os_close(int descriptor);
int os_duplicate(int descriptor);

/* ---- Contents --------------------------------------------------------------------- */

/* Reads at most size bytes at an offset; their count, 0 at the end of the file. */
ptrdiff_t os_read_at(int descriptor, void *bytes, size_t size, int64_t offset);

/* Writes at the end of what was written; the count of bytes written. */
ptrdiff_t os_write(int descriptor, const void *bytes, size_t size);

/* Removes all contents; the next write is at the beginning. */
int os_empty(int descriptor);

/* Waits until a file's contents, or a folder's names, are on the disk. */
int os_sync(int descriptor);

/* Nothing happens where the system has no such permissions and owners. */
int os_set_permissions(int descriptor, unsigned permissions);
int os_set_permissions_in(int folder, const char *name, unsigned permissions);
/* Changes only the group if `group_only`. */
int os_set_owner(int descriptor, const struct os_info *like, bool group_only);

/* ---- Names ------------------------------------------------------------------------ *
 * The names may be paths relative to the folder. */

int os_remove_in(int folder, const char *name);
int os_remove_folder_in(int folder, const char *name);
int os_make_folder_in(int folder, const char *name, bool is_private);

/* Replaces an existing file at once.  `at` is the folder of `to`. */
int os_rename_in(int folder, const char *from, int at, const char *to);
/* Fails with EEXIST if `to` exists, ENOTSUP if the system cannot tell at once. */
int os_rename_new_in(int folder, const char *from, int at, const char *to);
/* Exchanges two folders at once; ENOTSUP if the system cannot. */
int os_exchange_in(int folder, const char *a, const char *b);
/* Gives a file a second name; EEXIST. */
int os_link_in(int folder, const char *from, int at, const char *to);

/* Whether this errno of os_link_in() may mean that the file system has no links. */
bool os_lacks_links(int reason);

/* ---- Listing ---------------------------------------------------------------------- */

struct os_listing;

/* Begins to list a folder that was opened with OS_LIST.  Takes the descriptor, on failure
 * too; NULL with errno.  The names are in no order. */
struct os_listing *os_listing_open(int descriptor);
void os_listing_close(struct os_listing *listing);
int os_listing_descriptor(const struct os_listing *listing);

/* Whether the folder's time of the last change tells reliably whether names were added or
 * removed since: false where other machines may change it, or the time is made up. */
bool os_listing_notes_changes(const struct os_listing *listing);

/* The next name, without "." and "..", valid until the next call; *kind: without
 * following links, or OS_UNKNOWN.  NULL at the end, with errno 0, or after a failure. */
const char *os_listing_next(struct os_listing *listing, enum os_kind *kind);

/* ---- Others ----------------------------------------------------------------------- */

/* Numbers that nobody can guess; size <= 256. */
int os_random(void *bytes, size_t size);

#endif
