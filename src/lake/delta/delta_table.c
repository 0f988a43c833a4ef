/* SPDX-License-Identifier: MIT */
#include "lake/delta/delta_table.h"

#include "base/alloc.h"
#include "base/disk_file.h"
#include "base/monitor.h"
#include "base/path.h"
#include "lake/delta/delta_deleted.h"
#include "lake/delta/delta_state_cache.h"
#include "scan/table_file.h"

struct delta_table {
    struct declared_table declared;
    struct delta_state *state;
    int64_t version;
    char *folder, *resolved; /* paths.folder, paths.resolved */
    struct lake_roots roots; /* paths.roots */
    struct lake_paths paths;
    struct delta_deleted deleted;
    char *log_folder;
    char *newest_name; /* in the log, of the last commit or, without one, a checkpoint */
    struct file_identity newest_identity;
    struct monitor *monitor;           /* guards: */
    struct file_identity log_identity; /* of the log's folder, when it was listed */
    bool keeps_names;                  /* as long as it has this identity */
};

static const struct delta_table *delta_of(const struct declared_table *table)
{
    return (const struct delta_table *)table;
}

/* ---- Operations ------------------------------------------------------------------- */

static bool delta_constant(const struct declared_table *table, uint32_t file,
                           uint32_t column, struct declared_value *value)
{
    const struct delta_state *state = delta_of(table)->state;
    uint32_t partition = state->schema.partition_of[column];
    if (partition == DELTA_NO_PARTITION)
        return false;
    *value = state->files[file].partition[partition];
    return true;
}

static enum status delta_column_statistics(const struct declared_table *table,
                                           uint32_t file, uint32_t column,
                                           struct column_statistics *result,
                                           struct error *error)
{
    const struct delta_state *state = delta_of(table)->state;
    const struct delta_file *f = &state->files[file];
    (void)error;
    delta_statistics_of_column(&f->statistics, &state->schema, column, f->vector != NULL,
                               result);
    return OK;
}

static enum status delta_deleted_rows(const struct declared_table *table, uint32_t file,
                                      struct table_file *open,
                                      const struct row_bitmap **rows, struct error *error)
{
    const struct delta_table *delta = delta_of(table);
    const struct deletion_vector *vector = delta->state->files[file].vector;
    uint64_t n_rows = 0;
    *rows = NULL;
    if (vector == NULL)
        return OK;
    if (open == NULL)
        n_rows = table->files[file].n_rows;
    for (uint32_t i = 0; open != NULL && i < open->ops->row_group_count(open); i++)
        n_rows += open->ops->row_group_rows(open, i);
    /* What is decoded is guarded: the rest of the table does not change. */
    return delta_deleted_find((struct delta_deleted *)&delta->deleted, file, vector,
                              n_rows, &delta->paths, rows, error);
}

static enum status delta_expect_deleted(const struct declared_table *table, uint32_t file,
                                        struct expected_files *expected,
                                        struct error *error)
{
    const struct delta_table *delta = delta_of(table);
    const struct deletion_vector *vector = delta->state->files[file].vector;
    return vector == NULL ? OK
                          : delta_deleted_expect(&delta->deleted, file, vector,
                                                 &delta->paths, expected, error);
}

static void delta_release(struct declared_table *declared)
{
    struct delta_table *table = (struct delta_table *)declared;
    delta_state_release(table->state);
    delta_deleted_release(&table->deleted);
    lake_roots_release(&table->roots);
    mem_free(table->folder);
    mem_free(table->resolved);
    mem_free(table->log_folder);
    mem_free(table->newest_name);
    monitor_free(table->monitor);
    mem_free(table);
}

static const struct declared_table_ops DELTA_OPS = {
    .constant = delta_constant,
    .statistics = delta_column_statistics,
    .deleted_rows = delta_deleted_rows,
    .expect_deleted = delta_expect_deleted,
    .is_current = delta_table_is_current,
    .release = delta_release,
};

/* ---- Opening ---------------------------------------------------------------------- */

static enum status choose(const struct delta_request *request,
                          const struct delta_log *log, struct delta_segment *segment,
                          struct error *error)
{
    int64_t version = request->version;
    enum status status = OK;
    if (request->has_timestamp)
        status = delta_history_at(log, request->timestamp, &version, error);
    return status == OK ? delta_log_choose(log, version, segment, error) : status;
}

/* Whether the log has the same files as when it was listed. */
static bool has_same_names(const struct delta_table *table)
{
    monitor_enter(table->monitor);
    bool keeps_names = table->keeps_names;
    struct file_identity identity = table->log_identity;
    monitor_leave(table->monitor);
    return keeps_names && folder_is_unchanged(table->log_folder, &identity);
}

static void note_names(struct delta_table *table, const struct delta_log *log)
{
    monitor_enter(table->monitor);
    table->log_identity = log->listing.identity;
    table->keeps_names = log->listing.keeps_names;
    monitor_leave(table->monitor);
}

/* Notes by which file the version is recognized later, before anything of it is read. */
static enum status note_newest(struct delta_table *table, const struct delta_log *log,
                               const struct delta_segment *segment, struct error *error)
{
    struct buffer path = {0};
    enum status status = delta_state_newest_path(log, segment, &path, error);
    if (status == OK)
        status = disk_file_identity((const char *)path.data, &table->newest_identity,
                                    error);
    if (status == OK) {
        table->newest_name = mem_copy_text(path.data, path.size);
        table->log_folder = mem_copy_text(log->folder, strlen(log->folder));
        if (table->newest_name == NULL || table->log_folder == NULL)
            status = error_nomem(error);
    }
    buffer_release(&path);
    table->version = segment->version;
    table->monitor = monitor_new();
#ifndef PARQUET_VTAB_OMIT_THREADS
    if (table->monitor == NULL && status == OK)
        status = error_nomem(error);
#endif
    note_names(table, log);
    return status;
}

/* Asks at once for what will be read of the log, or of its commits that are later than
 * the table of the request that was opened earlier. */
static enum status expect_log(const struct delta_request *request,
                              const struct delta_log *log,
                              const struct delta_segment *segment, struct error *error)
{
    int64_t earlier = request->before != NULL ? delta_of(request->before)->version : -1;
    int64_t first = segment->first_commit;
    /* A state of the version before may be known (delta_state_cache.h). */
    first -= first > 0 && delta_log_has_commits(log, first - 1, segment->version);
    bool goes_on = earlier >= 0 && earlier <= segment->version &&
                   (earlier == segment->version ||
                    delta_log_has_commits(log, earlier + 1, segment->version));
    return goes_on
               ? delta_log_expect(log->folder, earlier + 1, segment->version, NULL, error)
               : delta_log_expect(log->folder, first, segment->version,
                                  segment->checkpoint, error);
}

static bool is_same_version(const struct delta_table *a, const struct delta_table *b)
{
    return a->version == b->version && strcmp(a->newest_name, b->newest_name) == 0 &&
           file_identity_equal(&a->newest_identity, &b->newest_identity);
}

/* Vectors are read later than the request. */
static enum status copy_paths(struct delta_table *table,
                              const struct delta_request *request, struct error *error)
{
    struct resolved_path resolved;
    path_resolve(request->folder[0] != '\0' ? request->folder : ".", &resolved);
    table->folder = mem_copy_text(request->folder, strlen(request->folder));
    if (resolved.reason == 0)
        table->resolved = mem_copy_text(resolved.text, strlen(resolved.text));
    if (table->folder == NULL || (resolved.reason == 0 && table->resolved == NULL))
        return error_nomem(error);
    table->paths = (struct lake_paths){.folder = table->folder,
                                       .resolved = table->resolved,
                                       .roots = &table->roots,
                                       .is_encoded = true};
    return request->roots != NULL ? lake_roots_copy(request->roots, &table->roots, error)
                                  : OK;
}

/* The table of the request that is of an earlier version of the same log, if the log has
 * all commits since; or NULL. */
static const struct delta_table *find_earlier(const struct delta_request *request,
                                              const struct delta_log *log,
                                              const struct delta_segment *segment)
{
    struct file_identity identity;
    struct error gone = {0};
    if (request->before == NULL || request->version != DELTA_NEWEST ||
        request->has_timestamp)
        return NULL;
    const struct delta_table *earlier = delta_of(request->before);
    bool is_same = earlier->version < segment->version &&
                   delta_log_has_commits(log, earlier->version + 1, segment->version) &&
                   disk_file_identity(earlier->newest_name, &identity, &gone) == OK &&
                   file_identity_equal(&identity, &earlier->newest_identity);
    return is_same ? earlier : NULL;
}

static enum status fill(struct delta_table *table, const struct delta_request *request,
                        const struct delta_log *log, const struct delta_segment *segment,
                        struct error *error)
{
    const struct delta_table *earlier = find_earlier(request, log, segment);
    const struct delta_state_wish wish = {.log = log,
                                          .segment = segment,
                                          .paths = &table->paths,
                                          .opener = request->opener,
                                          .newest = table->newest_identity,
                                          .before = earlier != NULL ? earlier->state
                                                                    : NULL};
    enum status status = copy_paths(table, request, error);
    if (status == OK)
        status = delta_state_get(&wish, &table->state, error);
    if (status == OK && table->state->has_vectors)
        status = delta_deleted_init(&table->deleted, table->state->n_files, error);
    if (status != OK)
        return status;
    struct delta_state *state = table->state;
    table->declared.columns = state->schema.columns;
    table->declared.n_columns = state->schema.n_columns;
    table->declared.files = state->declared_files;
    table->declared.n_files = state->n_files;
    table->declared.by_field_ids = state->mapping == DELTA_BY_ID;
    table->declared.has_deleted_rows = state->has_vectors;
    table->declared.finds_deleted = true;
    return OK;
}

enum status delta_table_open(const struct delta_request *wanted,
                             struct declared_table **table, struct error *error)
{
    struct delta_request usable = *wanted, *request = &usable;
    struct delta_log log;
    struct delta_segment segment;
    struct delta_table *made = NULL;
    if (usable.before != NULL && usable.before->ops != &DELTA_OPS)
        usable.before = NULL;
    enum status status = delta_log_list(request->folder, &log, error);
    if (status != OK)
        return status;
    status = choose(request, &log, &segment, error);
    if (status == OK)
        status = expect_log(request, &log, &segment, error);
    if (status == OK) {
        made = mem_alloc_zeroed(1, sizeof *made);
        if (made == NULL)
            status = error_nomem(error);
    }
    if (status == OK) {
        made->declared.ops = &DELTA_OPS;
        atomic_init(&made->declared.n_users, 1);
        status = note_newest(made, &log, &segment, error);
    }
    bool is_known = status == OK && request->before != NULL &&
                    is_same_version(made, delta_of(request->before));
    if (status == OK && !is_known)
        status = fill(made, request, &log, &segment, error);
    if (status == OK)
        *table = is_known ? declared_table_share(request->before) : &made->declared;
    if (made != NULL && (is_known || status != OK))
        delta_release(&made->declared);
    delta_log_release(&log);
    return status;
}

/* ---- For others ------------------------------------------------------------------- */

static bool is_there(const char *path)
{
    int reason;
    return folder_examine(path, &reason, NULL) == ENTRY_FILE;
}

/* Whether the version is the newest: commits after it may be gone already, if there is a
 * later checkpoint. */
static enum status is_newest(const struct delta_table *table, bool *is_newest,
                             struct error *error)
{
    struct delta_log log;
    struct buffer path = {0};
    enum status status = delta_log_commit_path(table->log_folder, table->version + 1,
                                               &path, error);
    bool has_next = status == OK && is_there((const char *)path.data);
    buffer_release(&path);
    *is_newest = status == OK && !has_next && has_same_names(table);
    if (status != OK || has_next || *is_newest)
        return status;
    status = delta_log_list(table->folder, &log, error);
    if (status != OK)
        return status;
    *is_newest = delta_log_newest(&log) == table->version;
    if (*is_newest) /* what is noted is guarded: the rest of the table does not change */
        note_names((struct delta_table *)table, &log);
    delta_log_release(&log);
    return OK;
}

enum status delta_table_is_current(const struct declared_table *declared,
                                   bool *is_current, struct error *error)
{
    const struct delta_table *table = delta_of(declared);
    struct file_identity identity;
    struct error why = {0};
    enum status status = disk_file_identity(table->newest_name, &identity, &why);
    *is_current = status == OK && file_identity_equal(&identity, &table->newest_identity);
    if (*is_current)
        status = is_newest(table, is_current, &why);
    if (status == NOMEM || status == INTERRUPTED) {
        *error = why;
        return status;
    }
    return OK; /* whoever opens the table again finds out why */
}

int64_t delta_table_version(const struct declared_table *table)
{
    return delta_of(table)->version;
}

const struct delta_state *delta_table_state(const struct declared_table *table)
{
    return delta_of(table)->state;
}

enum status delta_table_history(const char *folder, struct delta_history *history,
                                struct error *error)
{
    struct delta_log log;
    enum status status = delta_log_list(folder, &log, error);
    if (status == OK) {
        status = delta_history_read(&log, true, history, error);
        delta_log_release(&log);
    }
    return status;
}
