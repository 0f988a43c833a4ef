/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/iceberg_discovery.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/expected_files.h"
#include "base/path.h"
#include "lake/iceberg/iceberg_metadata.h"
#include "lake/iceberg/metadata_text.h"
#include "value/value_from_text.h"

static const char METADATA[] = "metadata/", SUFFIX[] = ".metadata.json";
/* The second is no standard name, but some writers use it. */
static const char *const HINTS[] = {"version-hint.text", "version-hint.txt"};

void iceberg_location_release(struct iceberg_location *location)
{
    mem_free(location->folder);
    mem_free(location->metadata_file);
    *location = (struct iceberg_location){0};
}

/* ---- Names ------------------------------------------------------------------------ */

static bool take_end(struct slice *text, const char *end)
{
    size_t size = strlen(end);
    if (text->size < size ||
        !slice_equals_text(slice_of(text->data + text->size - size, size), end))
        return false;
    text->size -= size;
    return true;
}

/* Takes the end of a metadata file's name, if it is one. */
static bool take_suffix(struct slice *name)
{
    struct slice text = *name;
    take_end(&text, ".gz");
    if (!take_end(&text, SUFFIX))
        return false;
    take_end(&text, ".gz");
    *name = text;
    return text.size > 0;
}

bool iceberg_is_metadata_file(const char *path)
{
    const char *name = path_name(path);
    struct slice text = slice_of(name, strlen(name));
    return take_suffix(&text);
}

int64_t iceberg_metadata_number(struct slice name)
{
    int64_t number;
    size_t n = 0;
    if (!take_suffix(&name))
        return -1;
    bool has_letter = slice_take_text(&name, "v");
    while (n < name.size && is_ascii_digit(name.data[n]))
        n++;
    bool has_end = n == name.size || (!has_letter && name.data[n] == '-');
    if (!has_end || int64_from_text(slice_of(name.data, n), &number) == TEXT_UNFIT)
        return -1;
    return number;
}

/* ---- The folder ------------------------------------------------------------------- */

struct search {
    struct iceberg_location *location;
    struct folder_listing listing; /* of the folder metadata */
    struct buffer folder;          /* its path, with a slash */
    struct buffer path;            /* of a file in it */
};

static enum status set_path(struct search *search, const char *name, struct error *error)
{
    search->path.size = 0;
    buffer_add(&search->path, buffer_slice(&search->folder), error);
    buffer_add(&search->path, slice_of(name, strlen(name) + 1), error);
    return error->status;
}

static bool has_name(const struct search *search, const char *name)
{
    return folder_listing_find(&search->listing, name) != NULL;
}

/* Chooses the file; false if the name is not in the folder. */
static bool choose(struct search *search, const char *name, enum iceberg_choice choice,
                   enum status *status, struct error *error)
{
    struct iceberg_location *location = search->location;
    if (*status != OK || !has_name(search, name))
        return false;
    *status = set_path(search, name, error);
    if (*status != OK)
        return false;
    mem_free(location->metadata_file);
    location->metadata_file = mem_copy_text(search->path.data, search->path.size - 1);
    location->choice = choice;
    if (location->metadata_file == NULL)
        *status = error_nomem(error);
    return *status == OK;
}

/* ---- Hints ------------------------------------------------------------------------ */

/* Chooses a file whose name is what the hint says, and an ending. */
static bool choose_by_stem(struct search *search, const char *stem, enum status *status,
                           struct error *error)
{
    static const char *const endings[] = {"", ".metadata.json", ".gz.metadata.json",
                                          ".metadata.json.gz"};
    char name[300];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(name, sizeof name, "%s%s", stem, endings[i]);
        if (iceberg_is_metadata_file(name) &&
            choose(search, name, ICEBERG_HINT, status, error))
            return true;
    }
    return false;
}

static bool choose_version(struct search *search, int64_t number, enum status *status,
                           struct error *error)
{
    char stem[40];
    snprintf(stem, sizeof stem, "v%lld", (long long)number);
    return choose_by_stem(search, stem, status, error);
}

static enum status follow_hint(struct search *search, struct slice hint,
                               struct error *error)
{
    enum status status = OK;
    int64_t number;
    char stem[256];
    if (int64_from_text(hint, &number) != TEXT_UNFIT && number >= 0 &&
        choose_version(search, number, &status, error)) {
        while (number < INT64_MAX && choose_version(search, ++number, &status, error))
            continue;
    } else if (status == OK) {
        snprintf(stem, sizeof stem, "%.*s", SLICE_SHOWN(hint, sizeof stem - 1));
        choose_by_stem(search, path_name(stem), &status, error);
    }
    return status;
}

static enum status read_hint(struct search *search, const char *name, struct error *error)
{
    struct buffer text = {0};
    enum status status = set_path(search, name, error);
    if (status == OK)
        status = metadata_text_load((const char *)search->path.data, &text, error);
    if (status == OK)
        status = follow_hint(search, slice_trim_space(buffer_slice(&text)), error);
    buffer_release(&text);
    return status;
}

/* ---- The highest number ----------------------------------------------------------- */

/* When a file was written, in milliseconds; -1 if it cannot be read. */
static enum status find_time(struct search *search, const char *name, int64_t *time,
                             struct error *error)
{
    struct iceberg_metadata metadata = {.n_refs = 0};
    struct error why = {0};
    enum status status = set_path(search, name, error);
    if (status != OK)
        return status;
    status = iceberg_metadata_open((const char *)search->path.data, &metadata, &why);
    *time = status == OK ? metadata.last_updated_ms : -1;
    iceberg_metadata_release(&metadata);
    if (status != NOMEM && status != INTERRUPTED)
        return OK;
    *error = why;
    return status;
}

/* Whether b, of the same number as a, was written after it. */
static enum status is_later(struct search *search, const char *a, const char *b,
                            bool *is_later, struct error *error)
{
    int64_t times[2] = {0};
    enum status status = find_time(search, a, &times[0], error);
    if (status == OK)
        status = find_time(search, b, &times[1], error);
    *is_later = times[1] >= times[0];
    return status;
}

static enum status choose_highest(struct search *search, struct error *error)
{
    const char *best = NULL;
    int64_t highest = -1;
    enum status status = OK;
    for (size_t i = 0; i < search->listing.n && status == OK; i++) {
        const char *name = search->listing.entries[i].name;
        int64_t number = iceberg_metadata_number(slice_of(name, strlen(name)));
        if (name[0] == '.' || !iceberg_is_metadata_file(name) || number < highest)
            continue;
        bool is_better = number > highest || best == NULL;
        if (!is_better)
            status = is_later(search, best, name, &is_better, error);
        if (is_better)
            best = name;
        highest = number;
    }
    if (best != NULL)
        choose(search, best, ICEBERG_HIGHEST, &status, error);
    return status;
}

/* ---- All -------------------------------------------------------------------------- */

static enum status expect_name(struct search *search, const char *name,
                               struct expected_files *expected, struct error *error)
{
    enum status status = set_path(search, name, error);
    return status == OK ? expected_files_add(expected, (const char *)search->path.data,
                                             true, error)
                        : status;
}

/* Asks at once for the hint, and for the files with the highest number, of which it
 * probably names one. */
static enum status expect_files(struct search *search, struct error *error)
{
    struct expected_files expected = {.n = 0};
    enum status status = OK;
    int64_t highest = -1;
    if (!disk_file_is_far((const char *)search->folder.data))
        return OK;
    for (size_t i = 0; i < search->listing.n; i++) {
        const char *name = search->listing.entries[i].name;
        int64_t number = iceberg_metadata_number(slice_of(name, strlen(name)));
        highest = number > highest ? number : highest;
    }
    for (size_t i = 0; status == OK && i < sizeof HINTS / sizeof *HINTS; i++) {
        if (has_name(search, HINTS[i]))
            status = expect_name(search, HINTS[i], &expected, error);
    }
    for (size_t i = 0; status == OK && highest >= 0 && i < search->listing.n; i++) {
        const char *name = search->listing.entries[i].name;
        if (iceberg_metadata_number(slice_of(name, strlen(name))) == highest)
            status = expect_name(search, name, &expected, error);
    }
    if (status == OK)
        status = expected_files_ask(&expected, error);
    expected_files_release(&expected);
    return status;
}

static enum status search_folder(struct search *search, struct error *error)
{
    enum status status = folder_list((const char *)search->folder.data, NULL,
                                     &search->listing, error);
    if (status == OK)
        status = expect_files(search, error);
    if (status != OK)
        return status;
    for (size_t i = 0; i < sizeof HINTS / sizeof *HINTS && status == OK &&
                       search->location->metadata_file == NULL;
         i++) {
        if (has_name(search, HINTS[i]))
            status = read_hint(search, HINTS[i], error);
    }
    if (status == OK && search->location->metadata_file == NULL)
        status = choose_highest(search, error);
    if (status == OK && search->location->metadata_file == NULL)
        status = error_set(error, MISUSE, "no Iceberg table: \"%.300s\" has no %s file",
                           (const char *)search->folder.data, SUFFIX + 1);
    return status;
}

static enum status discover_in(const char *path, struct iceberg_location *location,
                               struct error *error)
{
    struct search search = {.location = location};
    size_t size = strlen(path);
    bool has_slash = size == 0 || path[size - 1] == '/';
    buffer_add_text(&search.folder, path, error);
    buffer_add_text(&search.folder, has_slash ? "" : "/", error);
    if (error->status == OK) {
        location->folder = mem_copy_text(search.folder.data, search.folder.size);
        if (location->folder == NULL)
            error_nomem(error);
    }
    buffer_add(&search.folder, slice_of(METADATA, sizeof METADATA), error);
    enum status status = error->status;
    if (status == OK) {
        search.folder.size--; /* the terminator stays behind it */
        status = search_folder(&search, error);
        location->names = search.listing.identity;
        location->keeps_names = search.listing.keeps_names;
        folder_listing_release(&search.listing);
    }
    buffer_release(&search.folder);
    buffer_release(&search.path);
    return status;
}

/* T/metadata/NAME is of T/, and any other file of the folder that it is in. */
static size_t folder_size(const char *path)
{
    size_t size = (size_t)(path_name(path) - path), end = sizeof METADATA - 1;
    struct slice folder = slice_of(path, size);
    if (take_end(&folder, METADATA) &&
        (folder.size == 0 || folder.data[folder.size - 1] == '/'))
        return size - end;
    return size;
}

static enum status take_file(const char *path, struct iceberg_location *location,
                             struct error *error)
{
    location->choice = ICEBERG_GIVEN;
    location->folder = mem_copy_text(path, folder_size(path));
    location->metadata_file = mem_copy_text(path, strlen(path));
    if (location->folder == NULL || location->metadata_file == NULL)
        return error_nomem(error);
    return OK;
}

enum status iceberg_discover(const char *path, struct iceberg_location *location,
                             struct error *error)
{
    *location = (struct iceberg_location){0};
    enum status status = iceberg_is_metadata_file(path)
                             ? take_file(path, location, error)
                             : discover_in(path, location, error);
    if (status == OK)
        status = expected_files_ask_whole(location->metadata_file, error);
    if (status == OK)
        status = disk_file_identity(location->metadata_file, &location->file, error);
    if (status != OK)
        iceberg_location_release(location);
    return status;
}

/* Whether the folder has the same names, of which the same would be chosen: only a hint
 * may have changed without that. */
static bool has_same_names(const struct iceberg_location *location)
{
    size_t size = (size_t)(path_name(location->metadata_file) - location->metadata_file);
    char *folder = mem_copy_text(location->metadata_file, size);
    bool is_same = folder != NULL && location->choice == ICEBERG_HIGHEST &&
                   location->keeps_names && folder_is_unchanged(folder, &location->names);
    mem_free(folder);
    return is_same;
}

enum status iceberg_location_check(const struct iceberg_location *location,
                                   const char *path, bool *is_current,
                                   struct error *error)
{
    struct iceberg_location now = {.folder = NULL};
    struct file_identity file;
    struct error why = {0};
    *is_current = true;
    enum status status = OK;
    if (location->choice != ICEBERG_GIVEN && !has_same_names(location)) {
        status = iceberg_discover(path, &now, &why);
        *is_current = status == OK &&
                      strcmp(now.metadata_file, location->metadata_file) == 0;
        iceberg_location_release(&now);
    }
    if (status == OK)
        status = disk_file_identity(location->metadata_file, &file, &why);
    *is_current &= status == OK && file_identity_equal(&file, &location->file);
    if (status != NOMEM && status != INTERRUPTED)
        return OK; /* whoever opens the table again finds out why */
    *error = why;
    return status;
}
