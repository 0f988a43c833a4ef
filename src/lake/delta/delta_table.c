/* SPDX-License-Identifier: MIT */
#include "lake/delta/delta_table.h"

#include "base/alloc.h"
#include "base/disk_file.h"
#include "base/path.h"

struct delta_table {
    struct declared_table declared;
    struct delta_state state;
    int64_t version;
    char *log_folder;
    char *newest_name; /* in the log, of the last commit or, without one, a checkpoint */
    struct file_identity newest_identity;
};

static const struct delta_table *delta_of(const struct declared_table *table)
{
    return (const struct delta_table *)table;
}

/* ---- Operations ------------------------------------------------------------------- */

static bool delta_constant(const struct declared_table *table, uint32_t file,
                           uint32_t column, struct declared_value *value)
{
    const struct delta_state *state = &delta_of(table)->state;
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
    const struct delta_state *state = &delta_of(table)->state;
    const struct delta_file *f = &state->files[file];
    (void)error;
    delta_statistics_of_column(&f->statistics, &state->schema, column, f->vector != NULL,
                               result);
    return OK;
}

static void delta_release(struct declared_table *declared)
{
    struct delta_table *table = (struct delta_table *)declared;
    delta_state_release(&table->state);
    mem_free(table->log_folder);
    mem_free(table->newest_name);
    mem_free(table);
}

static const struct declared_table_ops DELTA_OPS = {
    .constant = delta_constant,
    .statistics = delta_column_statistics,
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

/* Notes by which file the version is recognized later. */
static enum status note_newest(struct delta_table *table, const struct delta_log *log,
                               const struct delta_segment *segment, struct error *error)
{
    struct buffer path = {0};
    bool is_commit = segment->first_commit <= segment->version;
    enum status status =
        is_commit ? delta_log_commit_path(log->folder, segment->version, &path, error)
                  : delta_log_path(log->folder, segment->checkpoint->name, &path, error);
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
    return status;
}

static enum status fill(struct delta_table *table, const struct delta_request *request,
                        const struct delta_log *log, const struct delta_segment *segment,
                        struct error *error)
{
    struct resolved_path resolved;
    path_resolve(request->folder[0] != '\0' ? request->folder : ".", &resolved);
    struct lake_paths paths = {.folder = request->folder,
                               .resolved = resolved.reason == 0 ? resolved.text : NULL,
                               .roots = request->roots,
                               .is_encoded = true};
    enum status status = delta_replay(log, segment, &paths, request->opener,
                                      &table->state, error);
    if (status != OK)
        return status;
    struct delta_state *state = &table->state;
    table->version = segment->version;
    table->declared.columns = state->schema.columns;
    table->declared.n_columns = state->schema.n_columns;
    table->declared.files = state->declared_files;
    table->declared.n_files = state->n_files;
    table->declared.by_field_ids = state->mapping == DELTA_BY_ID;
    table->declared.has_deleted_rows = state->has_vectors;
    return note_newest(table, log, segment, error);
}

enum status delta_table_open(const struct delta_request *request,
                             struct declared_table **table, struct error *error)
{
    struct delta_log log;
    struct delta_segment segment;
    struct delta_table *made = NULL;
    enum status status = delta_log_list(request->folder, &log, error);
    if (status != OK)
        return status;
    status = choose(request, &log, &segment, error);
    if (status == OK) {
        made = mem_alloc_zeroed(1, sizeof *made);
        if (made == NULL)
            status = error_nomem(error);
    }
    if (status == OK) {
        made->declared.ops = &DELTA_OPS;
        atomic_init(&made->declared.n_users, 1);
        status = fill(made, request, &log, &segment, error);
    }
    if (status == OK)
        *table = &made->declared;
    else if (made != NULL)
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

enum status delta_table_is_current(const struct declared_table *declared,
                                   bool *is_current, struct error *error)
{
    const struct delta_table *table = delta_of(declared);
    struct buffer path = {0};
    struct file_identity identity;
    struct error gone = {0};
    *is_current = disk_file_identity(table->newest_name, &identity, &gone) == OK &&
                  file_identity_equal(&identity, &table->newest_identity);
    enum status status = delta_log_commit_path(table->log_folder, table->version + 1,
                                               &path, error);
    if (status == OK && *is_current)
        *is_current = !is_there((const char *)path.data);
    buffer_release(&path);
    return status;
}

int64_t delta_table_version(const struct declared_table *table)
{
    return delta_of(table)->version;
}

const struct delta_state *delta_table_state(const struct declared_table *table)
{
    return &delta_of(table)->state;
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
