/* SPDX-License-Identifier: MIT */
/*
 * file_windows.c - a descriptor is a handle.  Handles have 32 significant bits and are
 * small and positive, so an int holds one.
 *
 * While a folder is open here, nobody can rename or remove it or a folder that it is in.
 * So a path that is made from its handle and a name stays right, as "in" promises.
 */
#ifdef _WIN32

#define _CRT_RAND_S
#define WIN32_LEAN_AND_MEAN
#define UNICODE
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0601 /* what is newer is asked for at run time */
#endif
#include "os/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum {
    WIDE_SIZE = OS_PATH_SIZE + 16,
    USUAL_PATH = 240, /* longer paths need the prefix of long ones */
    MOST_AT_ONCE = 1 << 30,
};

/* Classes of SetFileInformationByHandle() and their flags; Windows 10. */
enum {
    RENAME_INFO_EX = 22,
    RENAME_REPLACE = 1,
    RENAME_AS_POSIX = 2,
};

#define ANYONE (FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)

/* ---- Errors ----------------------------------------------------------------------- */

static int errno_of(DWORD code)
{
    switch (code) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_INVALID_NAME:
        return ENOENT;
    case ERROR_TOO_MANY_OPEN_FILES:
        return EMFILE;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_WRITE_PROTECT:
    case ERROR_PRIVILEGE_NOT_HELD:
        return EACCES;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
        return ENOMEM;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        return EEXIST;
    case ERROR_DIRECTORY:
        return ENOTDIR;
    case ERROR_DIR_NOT_EMPTY:
        return ENOTEMPTY;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        return ENOSPC;
    case ERROR_FILENAME_EXCED_RANGE:
    case ERROR_BUFFER_OVERFLOW:
        return ENAMETOOLONG;
    case ERROR_CANT_RESOLVE_FILENAME:
        return ELOOP;
    case ERROR_NOT_SUPPORTED:
    case ERROR_INVALID_FUNCTION:
    case ERROR_CALL_NOT_IMPLEMENTED:
        return ENOTSUP;
    case ERROR_NOT_A_REPARSE_POINT:
    case ERROR_INVALID_PARAMETER:
        return EINVAL;
    default:
        return EIO;
    }
}

static int fail_with(DWORD code)
{
    errno = errno_of(code);
    return -1;
}

static int fail(void)
{
    return fail_with(GetLastError());
}

static int done(BOOL is_done)
{
    return is_done ? 0 : fail();
}

/* ---- Paths ------------------------------------------------------------------------ */

static HANDLE handle_of(int descriptor)
{
    return (HANDLE)(intptr_t)descriptor;
}

static int descriptor_of(HANDLE handle)
{
    return handle == INVALID_HANDLE_VALUE ? fail() : (int)(intptr_t)handle;
}

static bool is_separator(wchar_t c)
{
    return c == L'/' || c == L'\\';
}

/* Makes UTF-16 of UTF-8; the count of its characters without the terminator, or -1. */
static int widen(const char *text, wchar_t *wide, int capacity)
{
    int size = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, wide,
                                   capacity);
    if (size <= 0) {
        errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : ENOENT;
        return -1;
    }
    return size - 1;
}

static int narrow(const wchar_t *wide, char *text, int capacity)
{
    int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, capacity, NULL, NULL);
    if (size > 0)
        return 0;
    errno = ENAMETOOLONG;
    return -1;
}

/* The path as functions of Windows take it: absolute, with the prefix of long paths if it
 * is long. */
static int wide_path(const char *path, wchar_t *wide)
{
    static const wchar_t prefix[] = L"\\\\?\\", shares[] = L"\\\\?\\UNC\\";
    wchar_t given[WIDE_SIZE], full[WIDE_SIZE];
    if (widen(path[0] != '\0' ? path : ".", given, WIDE_SIZE) < 0)
        return -1;
    DWORD size = GetFullPathNameW(given, WIDE_SIZE, full, NULL);
    if (size == 0)
        return fail();
    if (size >= OS_PATH_SIZE) {
        errno = ENAMETOOLONG;
        return -1;
    }
    wide[0] = L'\0';
    bool is_share = is_separator(full[0]) && is_separator(full[1]);
    bool is_device = is_share && (full[2] == L'.' || full[2] == L'?');
    if (size > USUAL_PATH && !is_device)
        wcscpy(wide, is_share ? shares : prefix);
    wcscat(wide, size > USUAL_PATH && is_share && !is_device ? full + 2 : full);
    return 0;
}

/* The path of what a handle has opened, with the prefix of long paths. */
static int path_of_handle(HANDLE handle, wchar_t *wide)
{
    DWORD size = GetFinalPathNameByHandleW(handle, wide, OS_PATH_SIZE,
                                           FILE_NAME_NORMALIZED | VOLUME_NAME_DOS);
    if (size == 0)
        return fail();
    if (size >= OS_PATH_SIZE) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return 0;
}

/* The path of a name in a folder. */
static int wide_path_in(int folder, const char *name, wchar_t *wide)
{
    if (path_of_handle(handle_of(folder), wide) != 0)
        return -1;
    if (strcmp(name, ".") == 0)
        return 0;
    size_t size = wcslen(wide);
    if (size > 0 && !is_separator(wide[size - 1]))
        wide[size++] = L'\\';
    int added = widen(name, wide + size, (int)(WIDE_SIZE - size));
    if (added < 0)
        return -1;
    for (wchar_t *c = wide + size; *c != L'\0'; c++)
        *c = *c == L'/' ? L'\\' : *c;
    return 0;
}

/* UTF-8 with slashes, without the prefix of long paths. */
static int text_of_path(wchar_t *wide, char *text)
{
    wchar_t *from = wide;
    if (wcsncmp(from, L"\\\\?\\UNC\\", 8) == 0) {
        from += 6;
        from[0] = L'\\';
    } else if (wcsncmp(from, L"\\\\?\\", 4) == 0) {
        from += 4;
    }
    if (narrow(from, text, OS_PATH_SIZE) != 0)
        return -1;
    os_path_take(text);
    return 0;
}

bool os_path_is_absolute(const char *path)
{
    bool has_drive = ((path[0] | 0x20) >= 'a' && (path[0] | 0x20) <= 'z') &&
                     path[1] == ':';
    return path[0] == '/' || has_drive;
}

void os_path_take(char *path)
{
    for (; *path != '\0'; path++)
        *path = *path == '\\' ? '/' : *path;
}

/* ---- Opening ---------------------------------------------------------------------- */

static HANDLE open_wide(const wchar_t *path, DWORD access, DWORD sharing, DWORD flags)
{
    return CreateFileW(path, access, sharing, NULL, OPEN_EXISTING,
                       FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
}

static DWORD flags_of(enum os_links links)
{
    return links == OS_NOFOLLOW ? FILE_FLAG_OPEN_REPARSE_POINT : 0;
}

/* Whether a handle, which was opened without following, is of a link. */
static bool is_link(HANDLE handle)
{
    FILE_ATTRIBUTE_TAG_INFO tag;
    return GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &tag, sizeof tag) &&
           (tag.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
           (tag.ReparseTag == IO_REPARSE_TAG_SYMLINK ||
            tag.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT);
}

static int refuse(HANDLE handle, int reason)
{
    CloseHandle(handle);
    errno = reason;
    return -1;
}

/* Opens for a purpose; `flags` are those of open_wide(). */
static int open_for(const wchar_t *path, enum os_purpose purpose, enum os_links links)
{
    bool is_folder = purpose != OS_READ;
    DWORD access = purpose == OS_READ   ? GENERIC_READ
                   : purpose == OS_LIST ? FILE_LIST_DIRECTORY | FILE_READ_ATTRIBUTES
                                        : FILE_READ_ATTRIBUTES | FILE_TRAVERSE;
    DWORD sharing = purpose == OS_ENTER ? FILE_SHARE_READ | FILE_SHARE_WRITE : ANYONE;
    BY_HANDLE_FILE_INFORMATION info;
    HANDLE handle = open_wide(path, access | SYNCHRONIZE, sharing, flags_of(links));
    if (handle == INVALID_HANDLE_VALUE)
        return fail();
    if (links == OS_NOFOLLOW && is_link(handle))
        return refuse(handle, ELOOP);
    if (is_folder && (!GetFileInformationByHandle(handle, &info) ||
                      (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0))
        return refuse(handle, ENOTDIR);
    return descriptor_of(handle);
}

int os_open(const char *path, enum os_purpose purpose)
{
    wchar_t wide[WIDE_SIZE];
    return wide_path(path, wide) == 0 ? open_for(wide, purpose, OS_FOLLOW) : -1;
}

int os_open_in(int folder, const char *name, enum os_purpose purpose)
{
    wchar_t wide[WIDE_SIZE];
    if (wide_path_in(folder, name, wide) != 0)
        return -1;
    return open_for(wide, purpose, OS_NOFOLLOW);
}

/* What is open cannot be elsewhere than its handle says. */
int os_open_resolved(const char *resolved, enum os_purpose purpose)
{
    wchar_t wide[WIDE_SIZE];
    char found[OS_PATH_SIZE];
    if (!os_path_is_absolute(resolved)) {
        errno = EINVAL;
        return -1;
    }
    if (wide_path(resolved, wide) != 0)
        return -1;
    int descriptor = open_for(wide, purpose, OS_NOFOLLOW);
    if (descriptor < 0)
        return -1;
    if (path_of_handle(handle_of(descriptor), wide) != 0 ||
        text_of_path(wide, found) != 0 || strcmp(found, resolved) != 0)
        return refuse(handle_of(descriptor), ELOOP);
    return descriptor;
}

int os_create_in(int folder, const char *name, bool is_private)
{
    wchar_t wide[WIDE_SIZE];
    (void)is_private;
    if (wide_path_in(folder, name, wide) != 0)
        return -1;
    return descriptor_of(CreateFileW(wide, GENERIC_WRITE | FILE_READ_ATTRIBUTES, ANYONE,
                                     NULL, CREATE_NEW, FILE_ATTRIBUTE_NORMAL, NULL));
}

int os_close(int descriptor)
{
    return done(CloseHandle(handle_of(descriptor)));
}

int os_open_lock_in(int folder, const char *name)
{
    wchar_t wide[WIDE_SIZE];
    if (wide_path_in(folder, name, wide) != 0)
        return -1;
    HANDLE handle = CreateFileW(
        wide, GENERIC_READ | GENERIC_WRITE, ANYONE, NULL, OPEN_ALWAYS,
        FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return fail();
    return is_link(handle) ? refuse(handle, ELOOP) : descriptor_of(handle);
}

/* Locks a byte far behind the file's end, since nobody can read locked bytes. */
int os_lock(int descriptor, bool is_shared)
{
    OVERLAPPED at = {.OffsetHigh = 0x40000000};
    DWORD flags = LOCKFILE_FAIL_IMMEDIATELY | (is_shared ? 0 : LOCKFILE_EXCLUSIVE_LOCK);
    if (LockFileEx(handle_of(descriptor), flags, 0, 1, 0, &at))
        return 0;
    if (GetLastError() != ERROR_LOCK_VIOLATION && GetLastError() != ERROR_IO_PENDING)
        return fail();
    errno = EAGAIN;
    return -1;
}

int os_close_locked(int descriptor)
{
    OVERLAPPED at = {.OffsetHigh = 0x40000000};
    (void)UnlockFileEx(handle_of(descriptor), 0, 1, 0, &at);
    return os_close(descriptor);
}

int os_duplicate(int descriptor)
{
    HANDLE copy, process = GetCurrentProcess();
    if (!DuplicateHandle(process, handle_of(descriptor), process, &copy, 0, FALSE,
                         DUPLICATE_SAME_ACCESS))
        return fail();
    return descriptor_of(copy);
}

/* ---- Information ------------------------------------------------------------------ */

/* Windows counts in units of 100 ns from 1601. */
static void split_time(int64_t ticks, int64_t *seconds, int64_t *nanoseconds)
{
    const int64_t per_second = 10000000;
    *seconds = ticks / per_second - INT64_C(11644473600);
    *nanoseconds = ticks % per_second * 100;
}

static int64_t join_halves(DWORD high, DWORD low)
{
    return (int64_t)((uint64_t)high << 32 | low);
}

static int info_of_handle(HANDLE handle, struct os_info *info)
{
    BY_HANDLE_FILE_INFORMATION found;
    FILE_BASIC_INFO basic;
    *info = (struct os_info){.kind = OS_OTHER};
    if (GetFileType(handle) != FILE_TYPE_DISK)
        return 0;
    if (!GetFileInformationByHandle(handle, &found))
        return fail();
    info->kind = is_link(handle)                                            ? OS_LINK
                 : (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? OS_FOLDER
                                                                            : OS_FILE;
    info->device = found.dwVolumeSerialNumber;
    info->inode = (uint64_t)join_halves(found.nFileIndexHigh, found.nFileIndexLow);
    info->size = join_halves(found.nFileSizeHigh, found.nFileSizeLow);
    info->n_names = found.nNumberOfLinks;
    int64_t modified = join_halves(found.ftLastWriteTime.dwHighDateTime,
                                   found.ftLastWriteTime.dwLowDateTime);
    int64_t changed = modified;
    if (GetFileInformationByHandleEx(handle, FileBasicInfo, &basic, sizeof basic))
        changed = basic.ChangeTime.QuadPart;
    split_time(modified, &info->modified_seconds, &info->modified_nanoseconds);
    split_time(changed, &info->changed_seconds, &info->changed_nanoseconds);
    return 0;
}

static int info_of_path(const wchar_t *wide, enum os_links links, struct os_info *info)
{
    HANDLE handle = open_wide(wide, FILE_READ_ATTRIBUTES, ANYONE, flags_of(links));
    if (handle == INVALID_HANDLE_VALUE)
        return fail();
    int result = info_of_handle(handle, info);
    int reason = errno;
    CloseHandle(handle);
    errno = reason;
    return result;
}

int os_info(const char *path, enum os_links links, struct os_info *info)
{
    wchar_t wide[WIDE_SIZE];
    return wide_path(path, wide) == 0 ? info_of_path(wide, links, info) : -1;
}

int os_info_in(int folder, const char *name, enum os_links links, struct os_info *info)
{
    wchar_t wide[WIDE_SIZE];
    return wide_path_in(folder, name, wide) == 0 ? info_of_path(wide, links, info) : -1;
}

int os_info_of(int descriptor, struct os_info *info)
{
    return info_of_handle(handle_of(descriptor), info);
}

bool os_is_ours(const struct os_info *info)
{
    (void)info;
    return true;
}

int os_may_replace_in(int folder, const char *name)
{
    wchar_t wide[WIDE_SIZE];
    if (wide_path_in(folder, name, wide) != 0)
        return -1;
    DWORD attributes = GetFileAttributesW(wide);
    if (attributes == INVALID_FILE_ATTRIBUTES)
        return fail();
    return (attributes & FILE_ATTRIBUTE_READONLY) == 0 ? 0
                                                       : fail_with(ERROR_ACCESS_DENIED);
}

int os_resolve(const char *path, char *text)
{
    wchar_t wide[WIDE_SIZE];
    if (wide_path(path, wide) != 0)
        return -1;
    HANDLE handle = open_wide(wide, FILE_READ_ATTRIBUTES, ANYONE, 0);
    if (handle == INVALID_HANDLE_VALUE)
        return fail();
    int result = path_of_handle(handle, wide);
    int reason = errno;
    CloseHandle(handle);
    errno = reason;
    return result == 0 ? text_of_path(wide, text) : -1;
}

/* The contents of a reparse point, as the Windows SDK for drivers has them. */
struct reparse_point {
    ULONG tag;
    USHORT size, unused;
    USHORT target_offset, target_size; /* in bytes, of the names */
    USHORT shown_offset, shown_size;
    ULONG flags; /* only of symbolic links */
    wchar_t names[1];
};

int os_read_link(const char *path, char *text)
{
    enum { GET_REPARSE_POINT = 0x900a8, MOST = 16 * 1024 };
    wchar_t wide[WIDE_SIZE];
    union {
        struct reparse_point point;
        uint8_t bytes[MOST];
    } u;
    DWORD size;
    if (wide_path(path, wide) != 0)
        return -1;
    HANDLE handle = open_wide(wide, FILE_READ_ATTRIBUTES, ANYONE,
                              FILE_FLAG_OPEN_REPARSE_POINT);
    if (handle == INVALID_HANDLE_VALUE)
        return fail();
    BOOL is_read = DeviceIoControl(handle, GET_REPARSE_POINT, NULL, 0, &u, sizeof u,
                                   &size, NULL);
    DWORD code = is_read ? 0 : GetLastError();
    CloseHandle(handle);
    if (!is_read)
        return fail_with(code);
    if (u.point.tag != IO_REPARSE_TAG_SYMLINK)
        return fail_with(ERROR_NOT_A_REPARSE_POINT);
    size_t begin = offsetof(struct reparse_point, names) + u.point.shown_offset;
    size_t shown = u.point.shown_size / sizeof(wchar_t);
    if (begin > size || u.point.shown_size > size - begin || shown >= WIDE_SIZE)
        return fail_with(ERROR_BUFFER_OVERFLOW);
    memcpy(wide, u.bytes + begin, shown * sizeof(wchar_t));
    wide[shown] = L'\0';
    return text_of_path(wide, text);
}

/* ---- Contents --------------------------------------------------------------------- */

ptrdiff_t os_read_at(int descriptor, void *bytes, size_t size, int64_t offset)
{
    OVERLAPPED at = {.Offset = (DWORD)((uint64_t)offset & 0xffffffff),
                     .OffsetHigh = (DWORD)((uint64_t)offset >> 32)};
    DWORD got = 0, wanted = (DWORD)(size < MOST_AT_ONCE ? size : MOST_AT_ONCE);
    if (ReadFile(handle_of(descriptor), bytes, wanted, &got, &at))
        return (ptrdiff_t)got;
    return GetLastError() == ERROR_HANDLE_EOF ? 0 : fail();
}

ptrdiff_t os_write(int descriptor, const void *bytes, size_t size)
{
    DWORD n = 0, wanted = (DWORD)(size < MOST_AT_ONCE ? size : MOST_AT_ONCE);
    return WriteFile(handle_of(descriptor), bytes, wanted, &n, NULL) ? (ptrdiff_t)n
                                                                     : fail();
}

int os_empty(int descriptor)
{
    LARGE_INTEGER begin = {.QuadPart = 0};
    HANDLE handle = handle_of(descriptor);
    return done(SetFilePointerEx(handle, begin, NULL, FILE_BEGIN) &&
                SetEndOfFile(handle));
}

/* Windows keeps the names of folders in its journal. */
int os_sync(int descriptor)
{
    struct os_info info;
    if (os_info_of(descriptor, &info) != 0)
        return -1;
    return info.kind == OS_FOLDER ? 0 : done(FlushFileBuffers(handle_of(descriptor)));
}

/* A new file has the access rights that its folder gives. */
int os_set_permissions(int descriptor, unsigned permissions)
{
    (void)descriptor;
    (void)permissions;
    return 0;
}

int os_set_permissions_in(int folder, const char *name, unsigned permissions)
{
    (void)folder;
    (void)name;
    (void)permissions;
    return 0;
}

int os_set_owner(int descriptor, const struct os_info *like, bool group_only)
{
    (void)descriptor;
    (void)like;
    (void)group_only;
    return 0;
}

/* ---- Names ------------------------------------------------------------------------ */

int os_remove_in(int folder, const char *name)
{
    wchar_t wide[WIDE_SIZE];
    return wide_path_in(folder, name, wide) == 0 ? done(DeleteFileW(wide)) : -1;
}

int os_remove_folder_in(int folder, const char *name)
{
    wchar_t wide[WIDE_SIZE];
    return wide_path_in(folder, name, wide) == 0 ? done(RemoveDirectoryW(wide)) : -1;
}

int os_make_folder_in(int folder, const char *name, bool is_private)
{
    wchar_t wide[WIDE_SIZE];
    (void)is_private;
    return wide_path_in(folder, name, wide) == 0 ? done(CreateDirectoryW(wide, NULL))
                                                 : -1;
}

/* Replaces a file even while others read it, who keep the old one, as on POSIX; from
 * Windows 10 on. */
static bool rename_as_posix(const wchar_t *from, const wchar_t *to)
{
    struct {
        DWORD flags;
        HANDLE root;
        DWORD size; /* in bytes */
        wchar_t name[WIDE_SIZE];
    } rename = {.flags = RENAME_REPLACE | RENAME_AS_POSIX};
    HANDLE handle = open_wide(from, DELETE | SYNCHRONIZE, ANYONE,
                              FILE_FLAG_OPEN_REPARSE_POINT);
    if (handle == INVALID_HANDLE_VALUE)
        return false;
    rename.size = (DWORD)(wcslen(to) * sizeof(wchar_t));
    wcscpy(rename.name, to);
    BOOL is_renamed = SetFileInformationByHandle(
        handle, (FILE_INFO_BY_HANDLE_CLASS)RENAME_INFO_EX, &rename, sizeof rename);
    CloseHandle(handle);
    return is_renamed;
}

static BOOL move(const wchar_t *from, const wchar_t *to, bool replaces)
{
    DWORD flags = replaces ? MOVEFILE_REPLACE_EXISTING : 0;
    return MoveFileExW(from, to, flags | MOVEFILE_WRITE_THROUGH);
}

/* Replaces a file that is open, in two steps: before Windows 10, it cannot be replaced,
 * but renamed and then removed.  Its name stays until it is closed, and is hidden from
 * tables. */
static int replace_open(const wchar_t *from, const wchar_t *to)
{
    wchar_t aside[WIDE_SIZE];
    const wchar_t *name = wcsrchr(to, L'\\');
    unsigned number;
    if (rand_s(&number) != 0 || name == NULL || wcslen(to) + 16 > WIDE_SIZE)
        return fail_with(ERROR_ACCESS_DENIED);
    name++;
    _snwprintf(aside, WIDE_SIZE, L"%.*ls.%ls.%08x.tmp", (int)(name - to), to, name,
               number);
    if (!move(to, aside, false))
        return fail();
    if (!move(from, to, false)) {
        DWORD code = GetLastError();
        (void)move(aside, to, false);
        return fail_with(code);
    }
    (void)DeleteFileW(aside);
    return 0;
}

static int rename_with(int folder, const char *from, int at, const char *to,
                       bool replaces)
{
    wchar_t wide_from[WIDE_SIZE], wide_to[WIDE_SIZE];
    if (wide_path_in(folder, from, wide_from) != 0 || wide_path_in(at, to, wide_to) != 0)
        return -1;
    if ((replaces && rename_as_posix(wide_from, wide_to)) ||
        move(wide_from, wide_to, replaces))
        return 0;
    DWORD code = GetLastError();
    bool is_open = code == ERROR_ACCESS_DENIED || code == ERROR_SHARING_VIOLATION ||
                   code == ERROR_USER_MAPPED_FILE;
    return replaces && is_open ? replace_open(wide_from, wide_to) : fail_with(code);
}

int os_rename_in(int folder, const char *from, int at, const char *to)
{
    return rename_with(folder, from, at, to, true);
}

int os_rename_new_in(int folder, const char *from, int at, const char *to)
{
    return rename_with(folder, from, at, to, false);
}

int os_exchange_in(int folder, const char *a, const char *b)
{
    (void)folder;
    (void)a;
    (void)b;
    return fail_with(ERROR_NOT_SUPPORTED);
}

int os_link_in(int folder, const char *from, int at, const char *to)
{
    wchar_t wide_from[WIDE_SIZE], wide_to[WIDE_SIZE];
    if (wide_path_in(folder, from, wide_from) != 0 || wide_path_in(at, to, wide_to) != 0)
        return -1;
    return done(CreateHardLinkW(wide_to, wide_from, NULL));
}

bool os_lacks_links(int reason)
{
    return reason == ENOTSUP || reason == EINVAL || reason == EACCES || reason == EIO;
}

/* ---- Listing ---------------------------------------------------------------------- */

struct os_listing {
    int descriptor;
    HANDLE found;
    bool has_next; /* in `next` */
    WIN32_FIND_DATAW next;
    char name[4 * OS_NAME_SIZE];
};

struct os_listing *os_listing_open(int descriptor)
{
    wchar_t wide[WIDE_SIZE];
    struct os_listing *listing = HeapAlloc(GetProcessHeap(), HEAP_ZERO_MEMORY,
                                           sizeof *listing);
    if (listing == NULL)
        errno = ENOMEM;
    if (listing == NULL || wide_path_in(descriptor, "*", wide) != 0)
        goto failed;
    listing->descriptor = descriptor;
    listing->found = FindFirstFileW(wide, &listing->next);
    if (listing->found == INVALID_HANDLE_VALUE &&
        GetLastError() != ERROR_FILE_NOT_FOUND) {
        fail();
        goto failed;
    }
    listing->has_next = listing->found != INVALID_HANDLE_VALUE;
    return listing;
failed:
    CloseHandle(handle_of(descriptor));
    if (listing != NULL)
        HeapFree(GetProcessHeap(), 0, listing);
    return NULL;
}

void os_listing_close(struct os_listing *listing)
{
    if (listing->found != INVALID_HANDLE_VALUE)
        FindClose(listing->found);
    CloseHandle(handle_of(listing->descriptor));
    HeapFree(GetProcessHeap(), 0, listing);
}

int os_listing_descriptor(const struct os_listing *listing)
{
    return listing->descriptor;
}

bool os_listing_notes_changes(const struct os_listing *listing)
{
    (void)listing;
    return false;
}

const char *os_listing_next(struct os_listing *listing, enum os_kind *kind)
{
    for (;;) {
        errno = 0;
        if (!listing->has_next)
            return NULL;
        DWORD attributes = listing->next.dwFileAttributes;
        *kind = (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 ? OS_UNKNOWN
                : (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0   ? OS_FOLDER
                                                                 : OS_FILE;
        if (narrow(listing->next.cFileName, listing->name, sizeof listing->name) != 0)
            return NULL;
        listing->has_next = FindNextFileW(listing->found, &listing->next);
        if (!listing->has_next && GetLastError() != ERROR_NO_MORE_FILES) {
            fail();
            return NULL;
        }
        if (strcmp(listing->name, ".") != 0 && strcmp(listing->name, "..") != 0)
            return listing->name;
    }
}

/* ---- Others ----------------------------------------------------------------------- */

int os_random(void *bytes, size_t size)
{
    uint8_t *at = bytes;
    while (size > 0) {
        unsigned number;
        size_t n = size < sizeof number ? size : sizeof number;
        if (rand_s(&number) != 0) {
            errno = EIO;
            return -1;
        }
        memcpy(at, &number, n);
        at += n;
        size -= n;
    }
    return 0;
}

#endif
