/* SPDX-License-Identifier: MIT */
#include "base/folder.h"

#include <errno.h>

#include "base/alloc.h"
#include "base/disk_file.h"
#include "base/file_system.h"
#include "base/interrupt.h"
#include "base/merge_sort.h"
#include "base/path.h"

enum { WORK_PER_NAME = 256 };

/* ---- Kinds ------------------------------------------------------------------------ */

static enum entry_kind kind_of_failure(int failure, int *reason)
{
    if (failure == ENOENT || failure == ENOTDIR || failure == ELOOP)
        return ENTRY_MISSING;
    *reason = failure;
    return ENTRY_UNKNOWN;
}

static enum entry_kind kind_of(enum os_kind kind)
{
    return kind == OS_FILE ? ENTRY_FILE : kind == OS_FOLDER ? ENTRY_FOLDER : ENTRY_OTHER;
}

/* What is at a path; *info is set unless that is missing, outside, or unknown. */
static enum entry_kind examine(const char *path, struct os_info *info, int *reason)
{
    const struct folders *allowed = disk_file_confines();
    struct resolved_path resolved;
    if (allowed != NULL) {
        path_resolve(path, &resolved);
        if (!folders_contain(allowed, resolved.text))
            return ENTRY_OUTSIDE;
        if (resolved.reason != 0)
            return kind_of_failure(resolved.reason, reason);
        path = resolved.text;
        /* If the path was replaced by a link since, this is the link, not its target. */
        return os_info(path, OS_NOFOLLOW, info) == 0 ? kind_of(info->kind)
                                                     : kind_of_failure(errno, reason);
    }
    return os_info(path, OS_FOLLOW, info) == 0 ? kind_of(info->kind)
                                               : kind_of_failure(errno, reason);
}

/* What stops a URL from being examined is said when it is opened. */
static enum entry_kind examine_elsewhere(const struct file_system *system,
                                         const char *path, int *reason,
                                         struct file_stamp *stamp)
{
    struct file_stamp ignored;
    struct error error = {0};
    enum entry_kind kind;
    if (system->examine(path, &kind, stamp != NULL ? stamp : &ignored, &error) == OK)
        return kind;
    *reason = error.status == NOMEM ? ENOMEM : EIO;
    return ENTRY_UNKNOWN;
}

enum entry_kind folder_examine(const char *path, int *reason, struct file_stamp *stamp)
{
    const struct file_system *system = file_system_of(path);
    struct os_info info;
    if (system != NULL)
        return examine_elsewhere(system, path, reason, stamp);
    enum entry_kind kind = examine(path, &info, reason);
    if (kind == ENTRY_FILE && stamp != NULL)
        *stamp = disk_file_stamp_of(&info);
    return kind;
}

bool folder_has_failed(const char *path, enum status status)
{
    bool is_failure = status == IO || status == CORRUPT || status == CHANGED;
    return status == NOMEM || status == INTERRUPTED || (is_failure && path_is_url(path));
}

enum status folder_examine_surely(const char *path, enum entry_kind *kind,
                                  struct error *error)
{
    const struct file_system *system = file_system_of(path);
    struct file_stamp ignored;
    struct error why = {0};
    int reason;
    if (system == NULL) {
        *kind = folder_examine(path, &reason, NULL);
        return OK;
    }
    enum status status = system->examine(path, kind, &ignored, &why);
    if (status == OK)
        return OK;
    *kind = ENTRY_UNKNOWN;
    if (!folder_has_failed(path, status))
        return OK;
    *error = why;
    return status;
}

enum status folder_refuse(enum entry_kind kind, int reason, struct error *error)
{
    if (kind == ENTRY_OUTSIDE)
        return error_set(error, CANTOPEN,
                         "outside the folders that this connection may read");
    if (kind == ENTRY_UNKNOWN && reason == ENOMEM)
        return error_nomem(error);
    if (kind == ENTRY_UNKNOWN)
        return error_set(error, CANTOPEN, "cannot open: %s", strerror(reason));
    return error_set(error, CANTOPEN,
                     kind == ENTRY_MISSING ? "no such file or folder"
                                           : "not a regular file");
}

/* ---- Reading ---------------------------------------------------------------------- */

/* A folder that is being read. */
struct reading {
    const char *path;
    const struct folder_wish *wish;
    struct os_listing *folder;
    struct folder_listing *listing;
    struct buffer full_path; /* scratch */
};

/* Examines the target of a link for a confined thread: only the path shows whether it is
 * outside.  Without need this is avoided, since it resolves the links of the folder's
 * path for each entry. */
static enum status examine_link(struct reading *reading, const char *name,
                                struct folder_entry *entry, struct error *error)
{
    struct buffer *path = &reading->full_path;
    size_t size = strlen(reading->path);
    path->size = 0;
    enum status status = buffer_append(path, reading->path, size, error);
    if (status == OK && size > 0 && reading->path[size - 1] != '/')
        status = buffer_append_text(path, "/", error);
    if (status == OK)
        status = buffer_append(path, name, strlen(name) + 1, error);
    if (status == OK)
        entry->kind = folder_examine((const char *)path->data, &entry->reason,
                                     &entry->stamp);
    return status;
}

static bool is_wanted(const struct reading *reading, const char *name)
{
    const struct folder_wish *wish = reading->wish;
    return wish != NULL && wish->is_wanted(wish->context, slice_of(name, strlen(name)));
}

static void set_found(struct folder_entry *entry, const struct os_info *info)
{
    entry->kind = kind_of(info->kind);
    if (entry->kind == ENTRY_FILE)
        entry->stamp = disk_file_stamp_of(info);
}

static enum status find_kind(struct reading *reading, const char *name, enum os_kind kind,
                             struct folder_entry *entry, struct error *error)
{
    struct os_info info;
    int folder = os_listing_descriptor(reading->folder);
    if (kind == OS_FOLDER || (kind == OS_FILE && !is_wanted(reading, name)))
        entry->kind = kind_of(kind);
    else if (os_info_in(folder, name, OS_NOFOLLOW, &info) != 0)
        entry->kind = kind_of_failure(errno, &entry->reason);
    else if (info.kind != OS_LINK)
        set_found(entry, &info);
    else if (disk_file_confines() != NULL)
        return examine_link(reading, name, entry, error);
    else if (os_info_in(folder, name, OS_FOLLOW, &info) != 0)
        entry->kind = kind_of_failure(errno, &entry->reason);
    else
        set_found(entry, &info);
    return OK;
}

static enum status append_entry(struct folder_listing *listing, const char *name,
                                const struct folder_entry *entry, struct error *error)
{
    if (listing->n == FOLDER_MOST_NAMES)
        return error_set(error, TOO_BIG, "the folder contains more than %d names",
                         FOLDER_MOST_NAMES);
    if (!mem_grow(&listing->entries, listing->n + 1, sizeof *entry))
        return error_nomem(error);
    enum status status = buffer_append(&listing->names, name, entry->size, error);
    if (status == OK)
        status = buffer_append(&listing->names, "", 1, error);
    if (status == OK)
        listing->entries[listing->n++] = *entry;
    return status;
}

static enum status add_entry(struct reading *reading, const char *name, enum os_kind kind,
                             struct error *error)
{
    struct folder_entry entry = {.size = (uint32_t)strlen(name)};
    enum status status = find_kind(reading, name, kind, &entry, error);
    bool has_gone = kind == OS_FILE && entry.kind == ENTRY_MISSING;
    return status == OK && !has_gone ? append_entry(reading->listing, name, &entry, error)
                                     : status;
}

enum status folder_listing_add(struct folder_listing *listing, struct slice name,
                               enum entry_kind kind, struct file_stamp stamp,
                               struct error *error)
{
    const struct folder_entry entry = {
        .size = (uint32_t)name.size, .kind = kind, .stamp = stamp};
    return append_entry(listing, (const char *)name.data, &entry, error);
}

/* The names are set afterwards, since they move while the buffer grows. */
static void set_names(struct folder_listing *listing)
{
    const char *name = (const char *)listing->names.data;
    for (size_t i = 0; i < listing->n; i++) {
        listing->entries[i].name = name;
        name += listing->entries[i].size + 1;
    }
}

static enum status read_names(struct reading *reading, struct error *error)
{
    enum status status = OK;
    const char *name = "";
    while (status == OK && name != NULL) {
        enum os_kind kind;
        name = os_listing_next(reading->folder, &kind);
        if (name == NULL && errno != 0)
            return error_set(error, IO, "the folder cannot be listed: %s",
                             strerror(errno));
        status = interrupt_after(WORK_PER_NAME, error);
        if (status == OK && name != NULL)
            status = add_entry(reading, name, kind, error);
    }
    return status;
}

/* ---- Sorting ---------------------------------------------------------------------- */

static int compare_names(const void *context, uint32_t a, uint32_t b)
{
    const struct folder_entry *entries = context;
    return strcmp(entries[a].name, entries[b].name);
}

static enum status sort(struct folder_listing *listing, struct error *error)
{
    set_names(listing);
    return merge_sort_records(compare_names, listing->entries, listing->entries,
                              sizeof *listing->entries, (uint32_t)listing->n, error);
}

/* ---- Listing ---------------------------------------------------------------------- */

/* Opens the folder; a descriptor, or -1 with errno.  A confined thread opens the resolved
 * path, without following links, so that it lists the folder that was checked. */
static int open_folder(const char *path, bool *is_missing, struct error *error)
{
    const struct folders *allowed = disk_file_confines();
    struct resolved_path resolved;
    int descriptor, reason = 0;
    path = path[0] != '\0' ? path : ".";
    if (allowed != NULL) {
        path_resolve(path, &resolved);
        if (!folders_contain(allowed, resolved.text)) {
            (void)folder_refuse(ENTRY_OUTSIDE, 0, error);
            return -1;
        }
        reason = resolved.reason;
        path = resolved.text;
    }
    do
        descriptor = reason != 0       ? -1
                     : allowed != NULL ? os_open_resolved(path, OS_LIST)
                                       : os_open(path, OS_LIST);
    while (reason == 0 && descriptor < 0 && (errno == EMFILE || errno == ENFILE) &&
           disk_file_close_resting());
    if (descriptor >= 0)
        return descriptor;
    reason = reason != 0 ? reason : errno;
    if (kind_of_failure(reason, &reason) == ENTRY_MISSING)
        *is_missing = true;
    else
        (void)folder_refuse(ENTRY_UNKNOWN, reason, error);
    return -1;
}

static enum status list_opened(struct os_listing *folder, const char *path,
                               const struct folder_wish *wish,
                               struct folder_listing *listing, struct error *error)
{
    struct reading reading = {
        .path = path, .wish = wish, .folder = folder, .listing = listing};
    int descriptor = os_listing_descriptor(folder);
    struct os_info info;
    enum status status = OK;
    if (os_info_of(descriptor, &info) != 0)
        return folder_refuse(ENTRY_UNKNOWN, errno, error);
    listing->identity = disk_file_identity_of(&info);
    listing->was_settled = file_identity_is_settled(&listing->identity);
    listing->keeps_names = listing->was_settled && os_listing_notes_changes(folder);
    if (wish != NULL)
        status = wish->holds_appends
                     ? append_list_hold(descriptor, &listing->append, error)
                     : append_list_read(descriptor, &listing->append, error);
    if (status == OK)
        status = read_names(&reading, error);
    if (status == OK)
        status = sort(listing, error);
    buffer_release(&reading.full_path);
    return status;
}

static enum status list_elsewhere(const struct file_system *system, const char *path,
                                  struct folder_listing *listing, struct error *error)
{
    enum status status = system->list(path, listing, error);
    if (status == OK)
        status = sort(listing, error);
    if (status != OK)
        folder_listing_release(listing);
    return status;
}

enum status folder_list(const char *path, const struct folder_wish *wish,
                        struct folder_listing *listing, struct error *error)
{
    const struct file_system *system = file_system_of(path);
    *listing = (struct folder_listing){0};
    enum status status = interrupt_check(error);
    if (status == OK && system != NULL)
        return list_elsewhere(system, path, listing, error);
    if (status != OK)
        return status;
    int descriptor = open_folder(path, &listing->is_missing, error);
    if (descriptor < 0)
        return error->status;
    struct os_listing *folder = os_listing_open(descriptor);
    if (folder == NULL)
        return errno == ENOMEM ? error_nomem(error)
                               : folder_refuse(ENTRY_UNKNOWN, errno, error);
    status = list_opened(folder, path, wish, listing, error);
    os_listing_close(folder);
    if (status != OK)
        folder_listing_release(listing);
    return status;
}

/* Looks for the list only if the folder may have got one: if its time is not the same, or
 * was so recent that another name might not have changed it. */
bool folder_is_same(const char *path, const struct folder_listing *listing)
{
    const struct file_identity *was = &listing->identity;
    struct error ignored = {0};
    struct os_info info;
    int reason;
    bool is_missing;
    if (file_system_of(path) != NULL)
        return true; /* lists of buckets have no identity */
    path = path[0] != '\0' ? path : ".";
    if (examine(path, &info, &reason) != ENTRY_FOLDER || info.device != was->device ||
        info.inode != was->inode)
        return false;
    const struct file_identity now = disk_file_identity_of(&info);
    if (listing->append.stamp.all == 0 && listing->was_settled &&
        file_identity_equal(&now, was))
        return true;
    int descriptor = open_folder(path, &is_missing, &ignored);
    bool is_same = descriptor >= 0 && append_list_is_same(descriptor, &listing->append);
    if (descriptor >= 0)
        os_close(descriptor);
    return is_same;
}

bool folder_is_unchanged(const char *path, const struct file_identity *identity)
{
    struct os_info info;
    int reason;
    if (file_system_of(path) != NULL || examine(path, &info, &reason) != ENTRY_FOLDER)
        return false;
    const struct file_identity now = disk_file_identity_of(&info);
    return file_identity_equal(&now, identity);
}

void folder_listing_release(struct folder_listing *listing)
{
    mem_free(listing->entries);
    append_list_release(&listing->append);
    buffer_release(&listing->names);
    *listing = (struct folder_listing){0};
}

const struct folder_entry *folder_listing_find(const struct folder_listing *listing,
                                               const char *name)
{
    size_t first = 0, end = listing->n;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        int order = strcmp(listing->entries[middle].name, name);
        if (order == 0)
            return &listing->entries[middle];
        if (order < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return NULL;
}
