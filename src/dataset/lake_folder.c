/* SPDX-License-Identifier: MIT */
#include "dataset/lake_folder.h"

#include <string.h>

#include "base/disk_file.h"
#include "base/file_system.h"
#include "base/path.h"

enum { MOST_EXPECTED = 8 /* folders that may be tables, from the innermost on */ };

static const char LOG[] = "_delta_log", METADATA[] = "metadata";

const char *lake_kind_words(enum lake_kind kind)
{
    return kind == LAKE_DELTA ? "a Delta table" : "an Iceberg table";
}

static bool ends_with(const struct folder_entry *entry, const char *suffix)
{
    size_t size = strlen(suffix);
    return entry->size > size &&
           memcmp(entry->name + entry->size - size, suffix, size) == 0;
}

/* Whether the folder `metadata` in the folder at the path has a table's metadata.  If it
 * may not be listed, it has none. */
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
    bool is_known = !folder_has_failed((const char *)path.data, status);
    if (!is_known)
        *error = why;
    buffer_release(&folder);
    return is_known ? OK : status;
}

static enum status find_kind(struct slice path, bool has_log, bool has_metadata,
                             enum lake_kind *lake, struct error *error)
{
    enum status status = OK;
    bool is_iceberg = false;
    if (!has_log && has_metadata)
        status = has_metadata_file(path, &is_iceberg, error);
    *lake = has_log ? LAKE_DELTA : is_iceberg ? LAKE_ICEBERG : LAKE_NONE;
    return status;
}

/* ---- Listed folders --------------------------------------------------------------- */

/* What may not be read may say that files are not to be read. */
static enum status refuse_outside(struct slice path, const char *name,
                                  struct error *error)
{
    (void)folder_refuse(ENTRY_OUTSIDE, 0, error);
    return error_locate(error, "%.*s%s", (int)path.size, (const char *)path.data, name);
}

static enum status has_folder(struct slice path, const struct folder_listing *listing,
                              const char *name, bool *has, struct error *error)
{
    const struct folder_entry *entry = folder_listing_find(listing, name);
    *has = entry != NULL && entry->kind == ENTRY_FOLDER;
    return entry != NULL && entry->kind == ENTRY_OUTSIDE
               ? refuse_outside(path, name, error)
               : OK;
}

enum status lake_listed_kind(const char *path, const struct folder_listing *listing,
                             enum lake_kind *kind, struct error *error)
{
    struct slice folder = slice_of(path, strlen(path));
    bool has_log, has_metadata = false;
    enum status status = has_folder(folder, listing, LOG, &has_log, error);
    if (status == OK)
        status = has_folder(folder, listing, METADATA, &has_metadata, error);
    return status == OK ? find_kind(folder, has_log, has_metadata, kind, error) : status;
}

enum status lake_refuse_listed(enum lake_kind kind, struct error *error)
{
    return error_set(error, MISUSE,
                     "the folder is %s: give its path alone to a table of its own; the "
                     "option lake=off reads its files as they are, with rows that were "
                     "deleted or replaced",
                     lake_kind_words(kind));
}

/* ---- Folders above ---------------------------------------------------------------- */

/* Whether a folder of the name is in the folder at the path.  The buffer is for use. */
static enum status examine(struct slice path, const char *name, struct buffer *full,
                           bool *is_there, struct error *error)
{
    enum entry_kind kind = ENTRY_MISSING;
    full->size = 0;
    enum status status = buffer_append(full, path.data, path.size, error);
    if (status == OK)
        status = buffer_append_text(full, name, error);
    if (status == OK)
        status = buffer_append(full, "", 1, error);
    /* One request instead of two: a URL with a slash at its end is no file. */
    if (status == OK && path_is_url((const char *)full->data)) {
        full->size--;
        status = buffer_append(full, "/", 2, error);
    }
    if (status == OK &&
        folder_examine_surely((const char *)full->data, &kind, error) != OK)
        status = error_locate(error, "%s", (const char *)full->data);
    *is_there = kind == ENTRY_FOLDER;
    return status;
}

/* The bytes of the root that a path leads through: "/", or a URL's bucket. */
static size_t root_size(struct slice path)
{
    size_t size = 0, n_slashes = path_is_url((const char *)path.data) ? 3 : 1;
    while (size < path.size && n_slashes > 0)
        n_slashes -= path.data[size++] == '/';
    return size;
}

/* Finds the innermost table among the folders that a resolved path leads through; its
 * path ends with a slash. */
static enum status find_above(struct slice *path, enum lake_kind *lake,
                              struct error *error)
{
    struct buffer full = {0};
    enum status status = OK;
    size_t root = root_size(*path);
    *lake = LAKE_NONE;
    while (status == OK && path->size > 0 && *lake == LAKE_NONE) {
        bool has_log = false, has_metadata = false;
        while (path->size > 0 && path->data[path->size - 1] != '/')
            path->size--;
        if (path->size < root)
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

/* What comes before the first component with wildcards, without a slash at its end; empty
 * if it is rather a file. */
static struct slice expected_folder(struct slice path)
{
    size_t size = 0;
    while (size < path.size && memchr("*?[{\n", path.data[size], 5) == NULL)
        size++;
    bool is_pattern = size < path.size;
    path.size = size;
    struct slice name = path;
    while (name.size > 0 && memchr(name.data, '/', name.size) != NULL)
        name = slice_of(name.data + 1, name.size - 1);
    if (is_pattern)
        path.size -= name.size;
    else if (name.size > 0 && memchr(name.data, '.', name.size) != NULL)
        path.size = 0;
    path.size -= path.size > 0 && path.data[path.size - 1] == '/';
    return path;
}

static void add_expected(struct slice above, const char *name, struct buffer *texts,
                         struct error *error)
{
    buffer_add(texts, above, error);
    buffer_add_text(texts, "/", error);
    buffer_add_text(texts, name, error);
    buffer_add(texts, slice_of("", 1), error);
}

static enum status prefetch(const struct buffer *texts, struct error *error)
{
    struct expected_file folders[1 + 2 * MOST_EXPECTED] = {{.path = NULL}};
    size_t n = 0;
    for (size_t at = 0; at < texts->size; at += strlen(folders[n++].path) + 1)
        folders[n].path = (const char *)texts->data + at;
    return disk_file_prefetch(folders, n, error);
}

enum status lake_expect_folder(const char *path, struct error *error)
{
    const struct file_system *system = file_system_of(path);
    struct slice above = slice_of(path, strlen(path));
    struct buffer texts = {0};
    size_t root = root_size(above);
    if (system == NULL || !system->has_lists(path))
        return OK;
    above = expected_folder(above);
    if (above.size + 1 < root)
        return OK;
    add_expected(above, "", &texts, error);
    for (int i = 0; i < MOST_EXPECTED && above.size + 1 >= root; i++) {
        add_expected(above, "_delta_log/", &texts, error);
        add_expected(above, "metadata/", &texts, error);
        while (above.size > 0 && above.data[above.size - 1] != '/')
            above.size--;
        above.size -= above.size > 0;
    }
    enum status status = error->status == OK ? prefetch(&texts, error) : error->status;
    buffer_release(&texts);
    return status;
}

enum status lake_folder_kind(struct slice path, enum lake_kind wanted,
                             enum lake_kind *kind, struct error *error)
{
    struct buffer full = {0};
    bool has_log = false, has_metadata = false;
    enum status status = examine(path, METADATA, &full, &has_metadata, error);
    if (status == OK && (wanted != LAKE_ICEBERG || !has_metadata))
        status = examine(path, LOG, &full, &has_log, error);
    buffer_release(&full);
    *kind = LAKE_NONE;
    return status == OK ? find_kind(path, has_log, has_metadata, kind, error) : status;
}

enum status lake_refuse_inside(const char *path, struct error *error)
{
    struct resolved_path resolved;
    enum lake_kind lake;
    path_resolve(path[0] != '\0' ? path : ".", &resolved);
    if (resolved.reason != 0)
        return OK; /* another message says why */
    struct slice above = slice_of(resolved.text, strlen(resolved.text));
    enum status status = find_above(&above, &lake, error);
    if (status != OK || lake == LAKE_NONE)
        return status;
    return error_set(
        error, MISUSE,
        "the folder is part of %s, \"%.*s\": give that folder's path to the "
        "table; the option lake=off reads its files as they are, with rows that were "
        "deleted or replaced",
        lake_kind_words(lake), SLICE_SHOWN(above, 200));
}

enum status lake_refuse_target(const char *target, struct error *error)
{
    const struct file_system *system = file_system_of(target);
    struct buffer inside = {0};
    enum lake_kind lake = LAKE_NONE;
    if (system != NULL && !system->has_lists(target))
        return OK;
    enum status status = buffer_append_text(&inside, target, error);
    if (status == OK) /* the target itself may be the table */
        status = buffer_append(&inside, "/", sizeof "/", error);
    struct slice above = slice_of(inside.data, inside.size - (inside.size > 0));
    if (status == OK)
        status = find_above(&above, &lake, error);
    if (status == OK && lake != LAKE_NONE)
        status = error_set(
            error, MISUSE,
            "\"%.*s\" is %s: a file that is written into its folder is not "
            "part of the table, and may damage it; the option lake=off "
            "writes it all the same",
            SLICE_SHOWN(above, 200), lake_kind_words(lake));
    buffer_release(&inside);
    return status;
}
