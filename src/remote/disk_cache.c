/* SPDX-License-Identifier: MIT */
#include "remote/disk_cache.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/path.h"
#include "os/file.h"
#include "value/option_text.h"

#define FOLDER_VARIABLE "PARQUET_VTAB_CACHE_DIR"
#define SIZE_VARIABLE "PARQUET_VTAB_CACHE_DIR_SIZE"
#define PREFIX "parquet_vtab_"

static const uint64_t DEFAULT_LIMIT = UINT64_C(1) << 30;
static const uint64_t LEAST_LIMIT = UINT64_C(1) << 20;

enum {
    HEADER_BYTES = 24,
    MOST_ENTRY = 1 << 20, /* bytes */
    NAME_SIZE = 64,
    UNIT_BYTES = 4096,     /* of a disk's space */
    MOST_TRIES = 10,       /* of a call that signals interrupt */
    CHECK_PART = 16,       /* the bound is looked after whenever a 16th was written */
    OTHERS_MAY_WRITE = 022 /* permissions */
};

/* Set before `state` is ON. */
static char folder_path[OS_PATH_SIZE];
static uint64_t limit_bytes;
enum { OFF, BEING_SET, ON };
static _Atomic int state = OFF;

/* Bytes written since the folder's size was found; more than any limit: never. */
static _Atomic uint64_t n_written = UINT64_MAX / 2;

/* ---- The folder ---------------------------------------------------------------------
 */

static bool is_safe(const struct os_info *info)
{
    return os_is_ours(info) && (info->permissions & OTHERS_MAY_WRITE) == 0;
}

static int make_folder(const char *path)
{
    char parent[OS_PATH_SIZE] = ".";
    const char *name = path_name(path);
    size_t size = (size_t)(name - path);
    if (size > 0) {
        memcpy(parent, path, size);
        parent[size] = '\0';
    }
    int at = os_open(parent, OS_ENTER);
    if (at < 0)
        return -1;
    int result = os_make_folder_in(at, name, true);
    int reason = errno;
    os_close(at);
    errno = reason;
    return result;
}

/* Opens the folder if it is one that can be trusted; -1. */
static int open_folder(enum os_purpose purpose)
{
    struct os_info info;
    int folder = os_open(folder_path, purpose);
    if (folder >= 0 && (os_info_of(folder, &info) != 0 || !is_safe(&info))) {
        os_close(folder);
        return -1;
    }
    return folder;
}

static enum status check_folder(const char *path, struct error *error)
{
    struct os_info info;
    if (os_info(path, OS_FOLLOW, &info) != 0 &&
        (errno != ENOENT || make_folder(path) != 0 ||
         os_info(path, OS_FOLLOW, &info) != 0))
        return error_set(error, CANTOPEN, "the folder \"%s\" cannot be made: %s", path,
                         strerror(errno));
    if (info.kind != OS_FOLDER)
        return error_set(error, CANTOPEN, "\"%s\" is no folder", path);
    return is_safe(&info)
               ? OK
               : error_set(error, CANTOPEN,
                           "the folder \"%s\" is another user's, or others may write to "
                           "it",
                           path);
}

enum status disk_cache_set(const char *folder, uint64_t limit, struct error *error)
{
    size_t size = folder != NULL ? strlen(folder) : 0;
    atomic_store(&state, folder != NULL ? BEING_SET : OFF);
    if (folder == NULL)
        return OK;
    while (size > 1 && folder[size - 1] == '/')
        size--;
    enum status status = OK;
    if (size >= sizeof folder_path || !os_path_is_absolute(folder))
        status = error_set(error, MISUSE, "no absolute path: \"%.200s\"", folder);
    if (status == OK) {
        memcpy(folder_path, folder, size);
        folder_path[size] = '\0';
        limit_bytes = limit;
        atomic_store(&n_written, UINT64_MAX / 2);
        status = check_folder(folder_path, error);
    }
    atomic_store(&state, status == OK ? ON : OFF);
    return status;
}

static enum status apply(const char *path, struct error *error)
{
    char folder[OS_PATH_SIZE];
    const char *size = getenv(SIZE_VARIABLE);
    uint64_t limit = DEFAULT_LIMIT;
    if (strlen(path) >= sizeof folder)
        return error_set(error, MISUSE, FOLDER_VARIABLE ": the path is too long");
    strcpy(folder, path);
    os_path_take(folder);
    if (size != NULL && option_number(SIZE_VARIABLE, slice_of(size, strlen(size)), true,
                                      LEAST_LIMIT, INT64_MAX, &limit, error) != OK)
        return error->status;
    return disk_cache_set(folder, limit, error) == OK
               ? OK
               : error_locate(error, FOLDER_VARIABLE);
}

enum status disk_cache_by_environment(struct error *error)
{
    int expected = OFF;
    const char *path = getenv(FOLDER_VARIABLE);
    if (path == NULL || path[0] == '\0' ||
        !atomic_compare_exchange_strong(&state, &expected, BEING_SET))
        return OK;
    enum status status = apply(path, error);
    if (status != OK)
        atomic_store(&state, OFF);
    return status;
}

bool disk_cache_is_on(void)
{
    return atomic_load(&state) == ON;
}

/* ---- The bound ----------------------------------------------------------------------
 */

struct found_entry {
    char name[NAME_SIZE];
    uint64_t bytes;
    int64_t seconds, nanoseconds;
};

struct found_entries {
    struct found_entry *list;
    size_t n;
    uint64_t bytes;
};

/* Others' files in the folder are left alone. */
static bool is_name_of_entry(const char *name)
{
    size_t size = strlen(name), front = sizeof PREFIX - 1;
    if (size >= NAME_SIZE || size < front + 16 || memcmp(name, PREFIX, front) != 0)
        return false;
    for (size_t i = 0; i < 16; i++) {
        if (ascii_hex_value((uint8_t)name[front + i]) == NO_HEX_DIGIT)
            return false;
    }
    return strcmp(name + front + 16, ".cache") == 0 ||
           strcmp(name + size - 4, ".tmp") == 0;
}

static void find_entries(struct os_listing *listing, struct found_entries *found)
{
    enum os_kind kind;
    struct os_info info;
    for (const char *name; (name = os_listing_next(listing, &kind)) != NULL;) {
        if (!is_name_of_entry(name) ||
            os_info_in(os_listing_descriptor(listing), name, OS_NOFOLLOW, &info) != 0)
            continue;
        if (!mem_grow(&found->list, found->n + 1, sizeof *found->list))
            break;
        struct found_entry *entry = &found->list[found->n++];
        *entry = (struct found_entry){.bytes = ((uint64_t)info.size + UNIT_BYTES - 1) /
                                               UNIT_BYTES * UNIT_BYTES,
                                      .seconds = info.modified_seconds,
                                      .nanoseconds = info.modified_nanoseconds};
        strcpy(entry->name, name);
        found->bytes += entry->bytes;
    }
}

static int compare_ages(const void *a, const void *b)
{
    const struct found_entry *x = a, *y = b;
    if (x->seconds != y->seconds)
        return x->seconds < y->seconds ? -1 : 1;
    return (x->nanoseconds > y->nanoseconds) - (x->nanoseconds < y->nanoseconds);
}

/* Removes the oldest entries until some room is left, if the limit is exceeded. */
static void remove_oldest(void)
{
    struct found_entries found = {.n = 0};
    int folder = open_folder(OS_LIST);
    struct os_listing *listing = folder >= 0 ? os_listing_open(folder) : NULL;
    if (listing == NULL)
        return;
    find_entries(listing, &found);
    if (found.bytes > limit_bytes - limit_bytes / CHECK_PART) {
        uint64_t most = limit_bytes - limit_bytes / CHECK_PART * 3;
        qsort(found.list, found.n, sizeof *found.list, compare_ages);
        for (size_t i = 0; i < found.n && found.bytes > most; i++) {
            (void)os_remove_in(os_listing_descriptor(listing), found.list[i].name);
            found.bytes -= found.list[i].bytes;
        }
    }
    os_listing_close(listing);
    mem_free(found.list);
}

static void note_written(size_t bytes)
{
    uint64_t before = atomic_fetch_add(&n_written, bytes + UNIT_BYTES);
    if (before >= limit_bytes / CHECK_PART) {
        atomic_store(&n_written, 0);
        remove_oldest();
    }
}

/* ---- Entries ------------------------------------------------------------------------
 */

static bool read_all(int file, uint8_t *bytes, size_t size)
{
    size_t n = 0;
    for (int n_tries = 0; n < size && n_tries < MOST_TRIES;) {
        ptrdiff_t got = os_read_at(file, bytes + n, size - n, (int64_t)n);
        n += got > 0 ? (size_t)got : 0;
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        n_tries += got < 0;
    }
    return n == size;
}

static bool write_all(int file, struct slice bytes)
{
    for (int n_tries = 0; bytes.size > 0 && n_tries < MOST_TRIES;) {
        ptrdiff_t n = os_write(file, bytes.data, bytes.size);
        if (n > 0)
            bytes = slice_of(bytes.data + n, bytes.size - (size_t)n);
        else if (n == 0 || errno != EINTR)
            return false;
        n_tries += n < 0;
    }
    return bytes.size == 0;
}

/* Finds the contents in an entry's bytes. */
static bool take_contents(struct slice bytes, struct slice key, struct slice *contents)
{
    struct slice header, found;
    if (!slice_take(&bytes, HEADER_BYTES, &header) ||
        memcmp(header.data, "PQVTCAC1", 8) != 0 ||
        load_u64(header.data + 8) !=
            xxh64_of(slice_of(header.data + 16, bytes.size + HEADER_BYTES - 16)) ||
        !slice_take(&bytes, load_u32(header.data + 16), &found))
        return false;
    *contents = bytes;
    return slice_equals(found, key) && bytes.size == load_u32(header.data + 20);
}

/* Reads an open file if it is the entry. */
static bool read_entry(int file, struct slice key, struct buffer *contents)
{
    struct error ignored = {0};
    struct os_info info;
    struct slice found;
    if (os_info_of(file, &info) != 0 || info.kind != OS_FILE || !is_safe(&info) ||
        info.size < HEADER_BYTES || info.size > MOST_ENTRY)
        return false;
    size_t size = (size_t)info.size;
    if (buffer_reserve(contents, size, false, &ignored) != OK ||
        !read_all(file, contents->data, size) ||
        !take_contents(slice_of(contents->data, size), key, &found))
        return false;
    memmove(contents->data, found.data, found.size);
    contents->size = found.size;
    return true;
}

bool disk_cache_read(struct slice key, struct buffer *contents)
{
    char name[NAME_SIZE];
    contents->size = 0;
    int folder = disk_cache_is_on() ? open_folder(OS_ENTER) : -1;
    if (folder < 0)
        return false;
    snprintf(name, sizeof name, PREFIX "%016llx.cache",
             (unsigned long long)xxh64_of(key));
    int file = os_open_in(folder, name, OS_READ);
    bool is_found = file >= 0 && read_entry(file, key, contents);
    if (!is_found && (file >= 0 || errno != ENOENT))
        (void)os_remove_in(folder, name);
    if (file >= 0)
        os_close(file);
    os_close(folder);
    return is_found;
}

static bool make_entry(struct slice key, struct slice contents, struct buffer *entry)
{
    struct error ignored = {0};
    uint8_t header[HEADER_BYTES] = "PQVTCAC1";
    if (key.size > MOST_ENTRY - HEADER_BYTES ||
        contents.size > MOST_ENTRY - HEADER_BYTES - key.size)
        return false;
    store_u32(header + 16, (uint32_t)key.size);
    store_u32(header + 20, (uint32_t)contents.size);
    buffer_add(entry, slice_of(header, sizeof header), &ignored);
    buffer_add(entry, key, &ignored);
    buffer_add(entry, contents, &ignored);
    if (ignored.status != OK)
        return false;
    store_u64(entry->data + 8, xxh64_of(slice_of(entry->data + 16, entry->size - 16)));
    return true;
}

static bool write_entry(int folder, uint64_t hash, struct slice entry)
{
    char name[NAME_SIZE], temporary[NAME_SIZE];
    uint64_t random;
    if (os_random(&random, sizeof random) != 0)
        return false;
    snprintf(name, sizeof name, PREFIX "%016llx.cache", (unsigned long long)hash);
    snprintf(temporary, sizeof temporary, PREFIX "%016llx.%016llx.tmp",
             (unsigned long long)hash, (unsigned long long)random);
    int file = os_create_in(folder, temporary, true);
    if (file < 0)
        return false;
    bool is_written = write_all(file, entry);
    is_written = os_close(file) == 0 && is_written &&
                 os_rename_in(folder, temporary, folder, name) == 0;
    if (!is_written)
        (void)os_remove_in(folder, temporary);
    return is_written;
}

void disk_cache_write(struct slice key, struct slice contents)
{
    struct buffer entry = {0};
    int folder = disk_cache_is_on() ? open_folder(OS_ENTER) : -1;
    if (folder >= 0 && make_entry(key, contents, &entry) &&
        write_entry(folder, xxh64_of(key), buffer_slice(&entry)))
        note_written(entry.size);
    if (folder >= 0)
        os_close(folder);
    buffer_release(&entry);
}
