/* SPDX-License-Identifier: MIT */
#include "lake/delta/delta_log.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/disk_file.h"

enum { VERSION_DIGITS = 20, PART_DIGITS = 10, UUID_SIZE = 36 };

/* ---- Names ------------------------------------------------------------------------ */

/* Takes exactly n digits from the front; false if they are not there or too large. */
static bool take_digits(struct slice *name, size_t n, int64_t *number)
{
    int64_t value = 0;
    if (name->size < n)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!is_ascii_digit(name->data[i]) || value > (INT64_MAX - 9) / 10)
            return false;
        value = value * 10 + (name->data[i] - '0');
    }
    *number = value;
    *name = slice_of(name->data + n, name->size - n);
    return name->size == 0 || !is_ascii_digit(name->data[0]);
}

/* "P.Q.parquet" */
static bool take_part(struct slice name, struct delta_checkpoint_name *checkpoint)
{
    int64_t part, n_parts;
    if (!take_digits(&name, PART_DIGITS, &part) || !slice_take_text(&name, ".") ||
        !take_digits(&name, PART_DIGITS, &n_parts) ||
        !slice_equals_text(name, ".parquet") || part < 1 || part > n_parts ||
        n_parts > FOLDER_MOST_NAMES)
        return false;
    checkpoint->part = (uint32_t)part;
    checkpoint->n_parts = (uint32_t)n_parts;
    return true;
}

static bool is_uuid(struct slice text)
{
    for (size_t i = 0; i < text.size; i++) {
        bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (is_dash ? text.data[i] != '-' : ascii_hex_value(text.data[i]) == NO_HEX_DIGIT)
            return false;
    }
    return text.size == UUID_SIZE;
}

/* "parquet", "P.Q.parquet", "UUID.json" or "UUID.parquet" */
static bool take_checkpoint(struct slice name, struct delta_checkpoint_name *checkpoint)
{
    struct slice uuid, rest = name;
    checkpoint->part = checkpoint->n_parts = 1;
    checkpoint->is_json = false;
    if (slice_equals_text(name, "parquet") || take_part(name, checkpoint))
        return true;
    if (!slice_take(&rest, UUID_SIZE, &uuid) || !is_uuid(uuid))
        return false;
    checkpoint->is_json = slice_equals_text(rest, ".json");
    return checkpoint->is_json || slice_equals_text(rest, ".parquet");
}

static enum status add_name(struct delta_log *log, const struct folder_entry *entry,
                            struct error *error)
{
    struct slice name = slice_of(entry->name, entry->size);
    struct delta_checkpoint_name checkpoint = {.name = entry->name};
    int64_t version;
    if (!take_digits(&name, VERSION_DIGITS, &version))
        return OK;
    if (slice_equals_text(name, ".json")) {
        if (!mem_grow(&log->commits, log->n_commits + 1, sizeof *log->commits))
            return error_nomem(error);
        log->commits[log->n_commits++] = version;
    } else if (slice_take_text(&name, ".checkpoint.") &&
               take_checkpoint(name, &checkpoint)) {
        if (!mem_grow(&log->checkpoints, log->n_checkpoints + 1,
                      sizeof *log->checkpoints))
            return error_nomem(error);
        checkpoint.version = version;
        log->checkpoints[log->n_checkpoints++] = checkpoint;
    }
    return OK;
}

/* ---- The folder ------------------------------------------------------------------- */

void delta_log_release(struct delta_log *log)
{
    mem_free(log->folder);
    mem_free(log->commits);
    mem_free(log->checkpoints);
    folder_listing_release(&log->listing);
    *log = (struct delta_log){0};
}

/* By version, then the parts of one checkpoint. */
static int compare_checkpoints(const void *first, const void *second)
{
    const struct delta_checkpoint_name *a = first, *b = second;
    if (a->version != b->version)
        return a->version < b->version ? -1 : 1;
    if (a->n_parts != b->n_parts)
        return a->n_parts < b->n_parts ? -1 : 1;
    return (a->part > b->part) - (a->part < b->part);
}

static enum status list(const char *table_folder, struct delta_log *log,
                        struct error *error)
{
    static const char name[] = "_delta_log/";
    struct buffer path = {0};
    enum status status = buffer_append_text(&path, table_folder, error);
    if (status == OK)
        status = buffer_append(&path, name, sizeof name, error);
    log->folder = (char *)path.data;
    if (status == OK)
        status = folder_list(log->folder, NULL, &log->listing, error);
    /* Names are in bytewise order, which is that of versions. */
    for (size_t i = 0; status == OK && i < log->listing.n; i++)
        status = add_name(log, &log->listing.entries[i], error);
    if (status == OK && log->n_checkpoints > 0)
        qsort(log->checkpoints, log->n_checkpoints, sizeof *log->checkpoints,
              compare_checkpoints);
    return status;
}

enum status delta_log_list(const char *table_folder, struct delta_log *log,
                           struct error *error)
{
    *log = (struct delta_log){0};
    enum status status = list(table_folder, log, error);
    if (status == OK && log->listing.is_missing)
        status = error_set(error, CANTOPEN, "there is no folder _delta_log");
    else if (status == OK && delta_log_newest(log) < 0)
        status = error_set(error, CORRUPT,
                           "the Delta table has no version: its folder _delta_log has "
                           "neither commits nor a complete checkpoint");
    if (status != OK)
        delta_log_release(log);
    return status;
}

/* ---- Checkpoints ------------------------------------------------------------------ */

const struct delta_checkpoint_name *
delta_log_next_part(const struct delta_checkpoint_name *part)
{
    return part->part < part->n_parts ? part + 1 : NULL;
}

/* Whether all parts of the checkpoint whose first one this is are there: no two have the
 * same name. */
static bool is_complete(const struct delta_log *log,
                        const struct delta_checkpoint_name *first)
{
    size_t left = (size_t)(log->checkpoints + log->n_checkpoints - first);
    if (first->part != 1 || first->n_parts > left)
        return false;
    const struct delta_checkpoint_name *last = first + (first->n_parts - 1);
    return last->version == first->version && last->n_parts == first->n_parts &&
           last->part == first->n_parts;
}

/* The newest complete checkpoint at or below a version; NULL: none. */
static const struct delta_checkpoint_name *find_checkpoint(const struct delta_log *log,
                                                           int64_t version)
{
    const struct delta_checkpoint_name *found = NULL;
    for (size_t i = log->n_checkpoints; i > 0; i--) {
        const struct delta_checkpoint_name *c = &log->checkpoints[i - 1];
        if (found != NULL && found->version != c->version)
            break;
        /* Of several, the one of the fewest files, which is the last that is found. */
        if (c->version <= version && is_complete(log, c))
            found = c;
    }
    return found;
}

/* Another complete checkpoint of the same version that has as many files or more; NULL:
 * none. */
static const struct delta_checkpoint_name *
find_other_form(const struct delta_log *log, const struct delta_checkpoint_name *first)
{
    const struct delta_checkpoint_name *end = log->checkpoints + log->n_checkpoints;
    const struct delta_checkpoint_name *c = first + 1;
    while (c < end && c->version == first->version && !is_complete(log, c))
        c++;
    return c < end && c->version == first->version ? c : NULL;
}

int64_t delta_log_newest(const struct delta_log *log)
{
    const struct delta_checkpoint_name *checkpoint = find_checkpoint(log, INT64_MAX);
    int64_t newest = log->n_commits > 0 ? log->commits[log->n_commits - 1] : -1;
    return checkpoint != NULL && checkpoint->version > newest ? checkpoint->version
                                                              : newest;
}

int64_t delta_log_oldest(const struct delta_log *log)
{
    if (log->n_commits > 0 && log->commits[0] == 0)
        return 0;
    for (size_t i = 0; i < log->n_checkpoints; i++) {
        const struct delta_checkpoint_name *c = &log->checkpoints[i];
        if (is_complete(log, c))
            return c->version;
    }
    return delta_log_newest(log);
}

/* ---- Versions --------------------------------------------------------------------- */

/* The index of the first commit at or after a version. */
static size_t find_commit(const struct delta_log *log, int64_t version)
{
    size_t first = 0, end = log->n_commits;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (log->commits[middle] < version)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

static enum status refuse_missing(const struct delta_log *log, int64_t missing,
                                  const struct delta_segment *segment,
                                  struct error *error)
{
    int64_t oldest = delta_log_oldest(log);
    if (segment->checkpoint == NULL && segment->version < oldest)
        return error_set(error, MISUSE,
                         "version %lld can no longer be read: the oldest version that "
                         "the table's log still has is %lld",
                         (long long)segment->version, (long long)oldest);
    return error_set(
        error, CORRUPT,
        "the commit of version %lld is missing in _delta_log, and no complete "
        "checkpoint of it or a later version makes up for it",
        (long long)missing);
}

/* Makes the segment begin with a checkpoint, or with the first commit if that is NULL.
 * Sets *missing to the first commit that the log lacks; false if it has all. */
static bool misses_commit(const struct delta_log *log, struct delta_segment *segment,
                          const struct delta_checkpoint_name *checkpoint,
                          int64_t *missing)
{
    segment->checkpoint = checkpoint;
    segment->first_commit = checkpoint != NULL ? checkpoint->version + 1 : 0;
    size_t at = find_commit(log, segment->first_commit);
    *missing = segment->first_commit;
    while (*missing <= segment->version && at < log->n_commits &&
           log->commits[at] == *missing) {
        at++;
        (*missing)++;
    }
    return *missing <= segment->version;
}

enum status delta_log_choose(const struct delta_log *log, int64_t version,
                             struct delta_segment *segment, struct error *error)
{
    int64_t newest = delta_log_newest(log), missing;
    if (version > newest)
        return error_set(error, MISUSE, "there is no version %lld: the newest is %lld",
                         (long long)version, (long long)newest);
    segment->version = version == DELTA_NEWEST ? newest : version;
    return misses_commit(log, segment, find_checkpoint(log, segment->version), &missing)
               ? refuse_missing(log, missing, segment, error)
               : OK;
}

bool delta_log_choose_other(const struct delta_log *log, struct delta_segment *segment)
{
    const struct delta_checkpoint_name *failed = segment->checkpoint;
    int64_t missing;
    if (failed == NULL)
        return false;
    const struct delta_checkpoint_name *other = find_other_form(log, failed);
    if (other == NULL)
        other = find_checkpoint(log, failed->version - 1);
    return !misses_commit(log, segment, other, &missing);
}

bool delta_log_has_commits(const struct delta_log *log, int64_t first, int64_t last)
{
    size_t at = find_commit(log, first), n = (size_t)(last - first);
    return at < log->n_commits && n < log->n_commits - at && log->commits[at] == first &&
           log->commits[at + n] == last;
}

/* ---- Files ------------------------------------------------------------------------ */

enum status delta_log_commit_path(const char *folder, int64_t version,
                                  struct buffer *path, struct error *error)
{
    path->size = 0;
    return buffer_append_format(path, error, "%s%020lld.json", folder,
                                (long long)version);
}

enum status delta_log_path(const char *folder, const char *name, struct buffer *path,
                           struct error *error)
{
    path->size = 0;
    return buffer_append_format(path, error, "%s%s", folder, name);
}

static enum status expect_commit(const char *folder, int64_t version, struct buffer *path,
                                 struct expected_files *expected, struct error *error)
{
    enum status status = delta_log_commit_path(folder, version, path, error);
    return status == OK
               ? expected_files_add(expected, (const char *)path->data, true, error)
               : status;
}

enum status delta_log_expect(const char *folder, int64_t first, int64_t last,
                             const struct delta_checkpoint_name *part,
                             struct error *error)
{
    struct expected_files expected = {.n = 0};
    struct buffer path = {0};
    enum status status = OK;
    if (!disk_file_is_far(folder))
        return OK;
    if (first <= last)
        status = expect_commit(folder, last, &path, &expected, error);
    for (; status == OK && part != NULL && expected.n < MOST_EXPECTED_FILES;
         part = delta_log_next_part(part)) {
        status = delta_log_path(folder, part->name, &path, error);
        if (status == OK)
            status = expected_files_add(&expected, (const char *)path.data, true, error);
    }
    for (; status == OK && first < last && expected.n < MOST_EXPECTED_FILES; first++)
        status = expect_commit(folder, first, &path, &expected, error);
    if (status == OK)
        status = expected_files_ask(&expected, error);
    expected_files_release(&expected);
    buffer_release(&path);
    return status;
}
