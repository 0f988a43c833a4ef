/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/iceberg_table.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/path.h"
#include "lake/iceberg/iceberg_columns.h"
#include "lake/iceberg/iceberg_deletions.h"
#include "lake/iceberg/iceberg_place.h"
#include "lake/iceberg/iceberg_transforms.h"
#include "lake/iceberg/snapshot_files.h"

struct iceberg_table {
    struct declared_table base;
    char *path; /* that it was asked for */
    struct iceberg_location location;
    struct iceberg_metadata metadata;
    const struct iceberg_snapshot *snapshot; /* NULL: the table is empty */
    const struct iceberg_schema *schema;
    struct iceberg_files files;
    struct iceberg_deletions *deletions; /* NULL: no row is deleted */
    struct arena arena;
};

static const struct iceberg_table *table_of(const struct declared_table *base)
{
    return (const struct iceberg_table *)base;
}

const struct iceberg_location *iceberg_table_location(const struct declared_table *base)
{
    return &table_of(base)->location;
}

const struct iceberg_metadata *iceberg_table_metadata(const struct declared_table *base)
{
    return &table_of(base)->metadata;
}

const struct iceberg_snapshot *iceberg_table_snapshot(const struct declared_table *base)
{
    return table_of(base)->snapshot;
}

const struct iceberg_files *iceberg_table_files(const struct declared_table *base)
{
    return &table_of(base)->files;
}

/* ---- Operations ------------------------------------------------------------------- */

static void table_release(struct declared_table *base)
{
    struct iceberg_table *table = (struct iceberg_table *)base;
    iceberg_deletions_release(table->deletions);
    iceberg_files_release(&table->files);
    iceberg_metadata_release(&table->metadata);
    iceberg_location_release(&table->location);
    arena_release(&table->arena);
    mem_free(table->path);
    mem_free(table);
}

/* A file that lacks a column which its partition fixes is of a table that was migrated:
 * the column was in the names of its folders. */
static bool table_absent_value(const struct declared_table *base, uint32_t file,
                               uint32_t column, struct declared_value *value)
{
    return iceberg_partition_constant(&table_of(base)->files.data.files[file],
                                      &base->columns[column].column, value);
}

static enum status table_statistics(const struct declared_table *base, uint32_t file,
                                    uint32_t column, struct column_statistics *statistics,
                                    struct error *error)
{
    const struct iceberg_file *data = &table_of(base)->files.data.files[file];
    const struct column *c = &base->columns[column].column;
    struct iceberg_metrics metrics;
    (void)error;
    iceberg_file_metrics(data, c->field_id, &metrics);
    iceberg_statistics_set(c, data->n_rows, &metrics, statistics);
    for (uint32_t i = 0; i < data->spec->n_fields; i++) {
        struct iceberg_partition_value partition;
        if (data->spec->fields[i].source_id != c->field_id)
            continue;
        partition = iceberg_file_partition_value(data, i);
        iceberg_transform_add(&data->spec->fields[i], c, &partition, statistics);
    }
    return OK;
}

static bool table_may_hold(const struct declared_table *base, uint32_t file,
                           uint32_t column, const union column_value *value)
{
    const struct iceberg_file *data = &table_of(base)->files.data.files[file];
    const struct column *c = &base->columns[column].column;
    bool may_hold = true;
    for (uint32_t i = 0; may_hold && i < data->spec->n_fields; i++) {
        const struct iceberg_partition_field *field = &data->spec->fields[i];
        struct iceberg_partition_value partition;
        if (field->source_id != c->field_id)
            continue;
        partition = iceberg_file_partition_value(data, i);
        may_hold = iceberg_transform_may_hold(field, c, &partition, value);
    }
    return may_hold;
}

static enum status table_deleted_rows(const struct declared_table *base, uint32_t file,
                                      struct table_file *open,
                                      const struct row_bitmap **rows, struct error *error)
{
    struct iceberg_deletions *deletions = table_of(base)->deletions;
    *rows = NULL;
    return deletions == NULL ? OK
                             : iceberg_deletions_find(deletions, file, open, rows, error);
}

static enum status table_expect_deleted(const struct declared_table *base, uint32_t file,
                                        struct expected_files *expected,
                                        struct error *error)
{
    struct iceberg_deletions *deletions = table_of(base)->deletions;
    return deletions == NULL ? OK
                             : iceberg_deletions_expect(deletions, file, expected, error);
}

static enum status table_is_current(const struct declared_table *base, bool *is_current,
                                    struct error *error)
{
    const struct iceberg_table *table = table_of(base);
    return iceberg_location_check(&table->location, table->path, is_current, error);
}

static const struct declared_table_ops table_ops = {
    .absent_value = table_absent_value,
    .statistics = table_statistics,
    .may_hold = table_may_hold,
    .deleted_rows = table_deleted_rows,
    .expect_deleted = table_expect_deleted,
    .is_current = table_is_current,
    .release = table_release,
};

/* ---- Opening ---------------------------------------------------------------------- */

static int compare_ids(const void *a, const void *b)
{
    int32_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

/* Metrics are kept of columns that can prune files. */
static enum status list_metrics_ids(struct iceberg_table *table,
                                    struct iceberg_manifest_wish *wish,
                                    struct error *error)
{
    const struct iceberg_schema *schema = table->schema;
    uint32_t n = 0;
    int32_t *ids = arena_alloc(&table->arena, schema->n_fields, sizeof *ids);
    if (ids == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < schema->n_fields; i++) {
        if (schema->fields[i].kind < ICEBERG_VARIANT)
            ids[n++] = schema->fields[i].id;
    }
    qsort(ids, n, sizeof *ids, compare_ids);
    wish->metrics_ids = ids;
    wish->n_metrics_ids = n;
    return OK;
}

static enum status read_metadata(struct iceberg_table *table,
                                 const struct iceberg_wish *wish, struct error *error)
{
    struct iceberg_metadata *metadata = &table->metadata;
    int32_t schema_id;
    enum status status = iceberg_metadata_open(table->location.metadata_file, metadata,
                                               error);
    if (status != OK)
        return status;
    status = iceberg_history_find(metadata, wish, &table->snapshot, &schema_id, error);
    if (status == OK)
        status = iceberg_metadata_schema(metadata, schema_id, &table->schema, error);
    if (status == OK)
        status = iceberg_columns_make(table->schema, metadata->name_mapping,
                                      &table->arena, &table->base.columns, error);
    if (status == MISUSE) /* there is no such snapshot: no fault of the file */
        return status;
    if (status != OK)
        return error_locate(error, "%.300s", table->location.metadata_file);
    table->base.n_columns = table->schema->n_fields;
    table->base.by_field_ids = true;
    table->base.by_positions = metadata->name_mapping.size == 0;
    return OK;
}

static enum status declare_file(struct iceberg_table *table,
                                const struct lake_paths *paths, uint32_t i,
                                struct buffer *path, struct error *error)
{
    const struct iceberg_file *file = &table->files.data.files[i];
    enum status status = lake_path_map(paths, iceberg_file_location(file), path, error);
    if (status != OK)
        return status;
    char *copy = arena_copy_text(&table->arena, path->data, path->size);
    table->base.files[i] = (struct declared_file){
        .path = copy,
        .n_rows = iceberg_file_counts_agree(file) ? file->n_rows : DECLARED_UNKNOWN,
        .size = file->size};
    return copy == NULL ? error_nomem(error) : OK;
}

static enum status declare_files(struct iceberg_table *table,
                                 const struct lake_paths *paths, struct error *error)
{
    struct buffer path = {0};
    uint32_t n = table->files.data.n;
    enum status status = OK;
    table->base.files = arena_alloc(&table->arena, n, sizeof *table->base.files);
    if (table->base.files == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n && status == OK; i++)
        status = declare_file(table, paths, i, &path, error);
    table->base.n_files = n;
    buffer_release(&path);
    return status;
}

static enum status read_files(struct iceberg_table *table,
                              const struct iceberg_request *request, struct error *error)
{
    struct resolved_path resolved;
    struct iceberg_manifest_wish wish = {.specs = table->metadata.specs,
                                         .n_specs = table->metadata.n_specs};
    const char *folder = table->location.folder;
    path_resolve(folder[0] != '\0' ? folder : ".", &resolved);
    const struct lake_paths paths = {
        .folder = folder,
        .resolved = resolved.reason == 0 ? resolved.text : NULL,
        .location = table->metadata.location,
        .roots = request->roots,
    };
    enum status status = list_metrics_ids(table, &wish, error);
    if (status == OK)
        status = snapshot_files_read(table->snapshot, &paths, &wish, &table->files,
                                     error);
    if (status == OK)
        status = declare_files(table, &paths, error);
    if (status == OK)
        status = iceberg_deletions_open(&table->metadata, table->schema, &table->files,
                                        &paths, &request->opener, table->base.files,
                                        &table->deletions, error);
    table->base.has_deleted_rows = table->deletions != NULL;
    return status;
}

enum status iceberg_table_open(const struct iceberg_request *request,
                               struct declared_table **result, struct error *error)
{
    *result = NULL;
    struct iceberg_table *table = mem_alloc_zeroed(1, sizeof *table);
    if (table == NULL)
        return error_nomem(error);
    table->base.ops = &table_ops;
    atomic_init(&table->base.n_users, 1);
    table->path = mem_copy_text(request->path, strlen(request->path));
    enum status status = table->path == NULL ? error_nomem(error) : OK;
    if (status == OK)
        status = iceberg_discover(request->path, &table->location, error);
    if (status == OK)
        status = read_metadata(table, &request->wish, error);
    if (status == OK && table->snapshot != NULL)
        status = read_files(table, request, error);
    if (status == OK)
        *result = &table->base;
    else
        table_release(&table->base);
    return status;
}
