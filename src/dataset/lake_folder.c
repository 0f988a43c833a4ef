/* SPDX-License-Identifier: MIT */
#include "dataset/lake_folder.h"

#include <string.h>

#include "base/path.h"

static const char LOG[] = "_delta_log", METADATA[] = "metadata";

enum lake { LAKE_NONE, LAKE_DELTA, LAKE_ICEBERG };

static const char *const KINDS[] = {
    [LAKE_DELTA] = "a Delta table", [LAKE_ICEBERG] = "an Iceberg table"};

static bool ends_with(const struct folder_entry *entry, const char *suffix)
{
    size_t size = strlen(suffix);
    return entry->size > size &&
           memcmp(entry->name + entry->size - size, suffix, size) == 0;
}

/* Whether the folder `metadata` in the folder at the path has a table's metadata.  If it
 * cannot be listed, it has none. */
static enum status has_metadata_file(struct slice path, bool *has, struct error *error)
{
    struct buffer folder = {0};
    struct folder_listing listing = {0};
    struct error why = {0};
    *has = false;
    enum status status = buffer_append(&folder, path.data, path.size, &why);
    if (status == OK)
        status = buffer_append(&folder, METADATA, sizeof METADATA, &why);
    if (status == OK)
        status = folder_list((const char *)folder.data, NULL, &listing, &why);
    for (size_t i = 0; status == OK && i < listing.n && !*has; i++)
        *has = ends_with(&listing.entries[i], ".metadata.json") ||
               ends_with(&listing.entries[i], ".metadata.json.gz");
    folder_listing_release(&listing);
    buffer_release(&folder);
    if (status != NOMEM && status != INTERRUPTED)
        return OK;
    *error = why;
    return status;
}

static enum status find_kind(struct slice path, bool has_log, bool has_metadata,
                             enum lake *lake, struct error *error)
{
    enum status status = OK;
    bool is_iceberg = false;
    if (!has_log && has_metadata)
        status = has_metadata_file(path, &is_iceberg, error);
    *lake = has_log ? LAKE_DELTA : is_iceberg ? LAKE_ICEBERG : LAKE_NONE;
    return status;
}

/* ---- Listed folders --------------------------------------------------------------- */

static bool has_folder(const struct folder_listing *listing, const char *name)
{
    size_t first = 0, end = listing->n;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        int order = strcmp(listing->entries[middle].name, name);
        if (order == 0)
            return listing->entries[middle].kind == ENTRY_FOLDER;
        if (order < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return false;
}

enum status lake_refuse_listed(const char *path, const struct folder_listing *listing,
                               struct error *error)
{
    enum lake lake = LAKE_NONE;
    enum status status = find_kind(slice_of(path, strlen(path)), has_folder(listing, LOG),
                                   has_folder(listing, METADATA), &lake, error);
    if (status != OK || lake == LAKE_NONE)
        return status;
    return error_set(error, MISUSE,
                     "the folder is %s, whose files also have rows that were deleted or "
                     "replaced; the option lake=off reads them as they are",
                     KINDS[lake]);
}

/* ---- Folders above ---------------------------------------------------------------- */

/* Whether a folder of the name is in the folder at the path.  The buffer is for use. */
static enum status examine(struct slice path, const char *name, struct buffer *full,
                           bool *is_there, struct error *error)
{
    int reason;
    full->size = 0;
    enum status status = buffer_append(full, path.data, path.size, error);
    if (status == OK)
        status = buffer_append(full, name, strlen(name) + 1, error);
    *is_there = status == OK &&
                folder_examine((const char *)full->data, &reason, NULL) == ENTRY_FOLDER;
    return status;
}

/* Finds the innermost table among the folders that a resolved path leads through; its
 * path ends with a slash. */
static enum status find_above(struct slice *path, enum lake *lake, struct error *error)
{
    struct buffer full = {0};
    enum status status = OK;
    *lake = LAKE_NONE;
    while (status == OK && path->size > 0 && *lake == LAKE_NONE) {
        bool has_log = false, has_metadata = false;
        while (path->size > 0 && path->data[path->size - 1] != '/')
            path->size--;
        if (path->size == 0)
            break;
        status = examine(*path, LOG, &full, &has_log, error);
        if (status == OK)
            status = examine(*path, METADATA, &full, &has_metadata, error);
        if (status == OK)
            status = find_kind(*path, has_log, has_metadata, lake, error);
        if (*lake == LAKE_NONE)
            path->size--;
    }
    buffer_release(&full);
    return status;
}

enum status lake_refuse_inside(const char *path, struct error *error)
{
    struct resolved_path resolved;
    enum lake lake;
    path_resolve(path[0] != '\0' ? path : ".", &resolved);
    if (resolved.reason != 0)
        return OK; /* another message says why */
    struct slice above = slice_of(resolved.text, strlen(resolved.text));
    enum status status = find_above(&above, &lake, error);
    if (status != OK || lake == LAKE_NONE)
        return status;
    return error_set(
        error, MISUSE,
        "the folder is part of %s, \"%.*s\", whose files also have rows that "
        "were deleted or replaced; the option lake=off reads them as they "
        "are",
        KINDS[lake], SLICE_SHOWN(above, 200));
}

enum status lake_refuse_target(const char *target, struct error *error)
{
    struct buffer inside = {0};
    enum lake lake = LAKE_NONE;
    enum status status = buffer_append_text(&inside, target, error);
    if (status == OK) /* the target itself may be the table */
        status = buffer_append_text(&inside, "/", error);
    struct slice above = buffer_slice(&inside);
    if (status == OK)
        status = find_above(&above, &lake, error);
    if (status == OK && lake != LAKE_NONE)
        status = error_set(
            error, MISUSE,
            "\"%.*s\" is %s: a file that is written into its folder is not "
            "part of the table, and may damage it; the option lake=off "
            "writes it all the same",
            SLICE_SHOWN(above, 200), KINDS[lake]);
    buffer_release(&inside);
    return status;
}
