/* SPDX-License-Identifier: MIT */
#include "dataset/dataset_parts.h"

#include <string.h>

#include "base/file_system.h"
#include "base/alloc.h"
#include "base/disk_file.h"
#include "base/expected_files.h"
#include "dataset/declared_conversion.h"

uint32_t dataset_part_of(const struct dataset *dataset, uint32_t row_group)
{
    return row_group >= FIRST_CLOSED ? row_group - FIRST_CLOSED
                                     : dataset_group(dataset, row_group)->part;
}

enum status dataset_part_locate(const struct dataset *dataset, uint32_t part,
                                struct error *error)
{
    return error_locate(error, "%s", dataset->shared->paths[part].path);
}

void dataset_part_count(struct dataset *dataset, struct dataset_part *part)
{
    struct read_totals *sum = &dataset->base.totals;
    const struct read_totals *now = &part->file->totals;
    int64_t bytes = input_file_bytes_read(part->file->input);
    sum->pages_read += now->pages_read - part->counted.pages_read;
    sum->pages_skipped += now->pages_skipped - part->counted.pages_skipped;
    sum->bytes_decompressed += now->bytes_decompressed - part->counted.bytes_decompressed;
    dataset->input.bytes_read += bytes - part->bytes_counted;
    part->counted = *now;
    part->bytes_counted = bytes;
}

/* Closes the file that was not used for the longest time, if none reads it. */
static void close_oldest(struct dataset *dataset)
{
    uint32_t *open = (uint32_t *)(void *)dataset->open.data;
    size_t n = dataset->open.size / sizeof *open, oldest = n;
    for (size_t i = 0; i < n; i++) {
        const struct dataset_part *part = &dataset->parts[open[i]];
        if (part->n_readers == 0 &&
            (oldest == n || part->last_use < dataset->parts[open[oldest]].last_use))
            oldest = i;
    }
    if (oldest == n)
        return;
    struct dataset_part *part = &dataset->parts[open[oldest]];
    dataset_part_count(dataset, part);
    part->file->ops->close(part->file);
    part->file = NULL;
    open[oldest] = open[n - 1];
    dataset->open.size -= sizeof *open;
}

/* Gives the row groups of a file that is opened for the first time their numbers. */
static enum status number_groups(struct dataset *dataset, uint32_t i,
                                 struct table_file *file, struct error *error)
{
    struct dataset_part *part = &dataset->parts[i];
    uint32_t n = file->ops->row_group_count(file);
    uint32_t first = (uint32_t)(dataset->groups.size / sizeof(struct dataset_group));
    uint64_t n_rows = 0;
    enum status status = OK;
    if (n >= FIRST_CLOSED - first)
        return error_set(error, TOO_BIG, "the files have too many row groups");
    for (uint32_t k = 0; status == OK && k < n; k++) {
        const struct dataset_group group = {i, file->ops->row_group_rows(file, k)};
        n_rows += group.n_rows;
        status = buffer_append(&dataset->groups, &group, sizeof group, error);
    }
    if (status != OK) {
        dataset->groups.size = first * sizeof(struct dataset_group);
        return status;
    }
    part->first_group = first;
    part->n_groups = n;
    part->is_known = true;
    dataset->n_known++;
    dataset->n_known_rows += n_rows;
    return OK;
}

/* Finds how a column of the file becomes a declared one.  A file that cannot have it is
 * an error only for those who read the column. */
static enum status convert_declared(const struct dataset_columns *columns,
                                    struct dataset_part *part, struct table_file *file,
                                    uint32_t column, struct error *error)
{
    const struct declared_field *field = &columns->declared->columns[column];
    uint32_t in_file = part->map[column];
    struct file_field top = {.column = file->ops->schema(file)->columns[in_file]};
    struct file_field *tree = arena_alloc(&part->trees, 1, sizeof *tree);
    enum status status = tree != NULL ? OK : error_nomem(error);
    if (status == OK)
        *tree = top;
    if (status == OK && top.column.type == COLUMN_NESTED &&
        file->ops->column_tree != NULL)
        status = file->ops->column_tree(file, in_file, &part->trees, &tree, error);
    bool by_ids = dataset_columns_have_ids(columns, file);
    return status == OK ? declared_field_conversion(field, tree, by_ids, &part->trees,
                                                    &part->conversions[column], error)
                        : status;
}

/* The same for all columns that the file has. */
static enum status convert_all_declared(const struct dataset_columns *columns,
                                        struct dataset_part *part,
                                        struct table_file *file, struct error *error)
{
    enum status status = OK;
    size_t n = columns->declared->n_columns;
    arena_release(&part->trees);
    if (part->conversions == NULL)
        part->conversions = mem_alloc_zeroed(n + 1, sizeof *part->conversions);
    if (part->conversions == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        if (part->map[i] == COLUMN_MISSING)
            continue;
        status = convert_declared(columns, part, file, i, error);
        if (status == UNSUPPORTED || status == CORRUPT) {
            part->map[i] = COLUMN_DIFFERS;
            error_clear(error);
            status = OK;
        }
    }
    return status;
}

/* Learns what a file has of the dataset's columns and row groups. */
static enum status learn(struct dataset *dataset, uint32_t i, struct table_file *file,
                         struct error *error)
{
    struct dataset_part *part = &dataset->parts[i];
    const struct dataset_columns *columns = &dataset->shared->columns;
    enum status status = dataset_shared_identify(dataset->shared, i, file, error);
    if (status != OK)
        return status;
    if (part->map == NULL)
        part->map = mem_alloc(columns->schema.n_columns, sizeof *part->map);
    if (part->map == NULL)
        return error_nomem(error);
    status = dataset_columns_map(columns, file, part->map, error);
    if (status == OK && columns->declared != NULL)
        status = convert_all_declared(columns, part, file, error);
    return status == OK && !part->is_known ? number_groups(dataset, i, file, error)
                                           : status;
}

/* What the thread may open. */
struct thread_rights {
    const struct folders *confines;
    const struct file_system_rights *elsewhere;
};

/* Gives the thread the rights of a copy; returns those that it had. */
static struct thread_rights enter(const struct dataset *dataset)
{
    struct thread_rights before = {disk_file_confines(), file_system_rights()};
    if (!dataset->is_copy)
        return before;
    (void)disk_file_confine(dataset->is_confined ? &dataset->confines : NULL);
    (void)file_system_enter(dataset->rights);
    return before;
}

static void leave(const struct thread_rights *before)
{
    (void)file_system_enter(before->elsewhere);
    (void)disk_file_confine(before->confines);
}

/* Opens the file of a part. */
static enum status open_file(const struct dataset *dataset, uint32_t i,
                             struct table_file **file, struct error *error)
{
    const struct dataset_opener *opener = &dataset->shared->options.opener;
    const struct thread_rights before = enter(dataset);
    enum status status = opener->open(opener->context, dataset->shared->paths[i].path,
                                      file, error);
    leave(&before);
    return status;
}

/* Adds the files that say which rows of a part are deleted. */
static enum status expect_deleted(const struct dataset *dataset, uint32_t part,
                                  struct expected_files *expected, struct error *error)
{
    const struct declared_table *declared = dataset->shared->declared;
    return declared == NULL || declared->ops->expect_deleted == NULL ||
                   declared->files[part].n_deleted == 0
               ? OK
               : declared->ops->expect_deleted(declared, part, expected, error);
}

enum status dataset_parts_prefetch(const struct dataset *dataset,
                                   const uint32_t *row_groups, size_t n,
                                   bool of_deleted_only, struct error *error)
{
    const struct thread_rights before = enter(dataset);
    struct expected_files expected = {.n = 0};
    enum status status = OK;
    for (size_t i = 0; status == OK && !of_deleted_only && i < n; i++) {
        uint32_t part = dataset_part_of(dataset, row_groups[i]);
        if (dataset->parts[part].file == NULL)
            status = expected_files_add(&expected, dataset->shared->paths[part].path,
                                        false, error);
    }
    for (size_t i = 0; status == OK && i < n; i++) {
        status = expect_deleted(dataset, dataset_part_of(dataset, row_groups[i]),
                                &expected, error);
        if (status == OK && expected.n == MOST_EXPECTED_FILES)
            status = expected_files_ask(&expected, error);
    }
    if (status == OK)
        status = expected_files_ask(&expected, error);
    expected_files_release(&expected);
    leave(&before);
    return status;
}

enum status dataset_part_open(struct dataset *dataset, uint32_t i, struct error *error)
{
    struct dataset_part *part = &dataset->parts[i];
    struct table_file *file = NULL;
    size_t most = dataset->is_copy ? DATASET_MOST_OPEN_BY_COPY : DATASET_MOST_OPEN;
    bool was_known = part->is_known;
    part->last_use = ++dataset->n_uses;
    if (part->file != NULL)
        return OK;
    if (dataset->open.size >= most * sizeof i)
        close_oldest(dataset);
    enum status status = open_file(dataset, i, &file, error);
    if (status == OK)
        status = learn(dataset, i, file, error);
    if (status == OK)
        status = buffer_append(&dataset->open, &i, sizeof i, error);
    if (status != OK) {
        if (file != NULL)
            file->ops->close(file);
        return dataset_part_locate(dataset, i, error);
    }
    part->file = file;
    part->counted = (struct read_totals){0};
    part->bytes_counted = 0;
    dataset->base.totals.files_opened++;
    dataset->base.totals.files_reopened += was_known;
    dataset_part_count(dataset, part);
    return OK;
}

enum status dataset_file_of(struct dataset *dataset, uint32_t *row_group,
                            struct dataset_part **part, struct error *error)
{
    uint32_t i = dataset_part_of(dataset, *row_group);
    enum status status = dataset_part_open(dataset, i, error);
    *part = &dataset->parts[i];
    *row_group -= (*part)->first_group;
    return status;
}

struct conversion dataset_part_conversion(const struct dataset *dataset,
                                          const struct dataset_part *part,
                                          uint32_t column)
{
    if (dataset->shared->declared != NULL)
        return part->conversions[column];
    const struct schema *of_file = part->file->ops->schema(part->file);
    const struct dataset_columns *columns = &dataset->shared->columns;
    return conversion_of(&of_file->columns[part->map[column]],
                         &columns->schema.columns[column]);
}

/* Sets the error why a column of the part's open file is none of the declared type. */
static enum status refuse_declared(const struct dataset *dataset, uint32_t i,
                                   uint32_t column, struct error *error)
{
    const struct dataset_columns *columns = &dataset->shared->columns;
    struct dataset_part *part = &dataset->parts[i];
    uint32_t *map = mem_alloc(columns->schema.n_columns, sizeof *map);
    enum status status = map != NULL
                             ? dataset_columns_map(columns, part->file, map, error)
                             : error_nomem(error);
    if (status == OK) {
        part->map[column] = map[column];
        status = convert_declared(columns, part, part->file, column, error);
        part->map[column] = COLUMN_DIFFERS;
    }
    mem_free(map);
    return status;
}

enum status dataset_no_column(const struct dataset *dataset, uint32_t part,
                              uint32_t column, struct error *error)
{
    const struct column *c = &dataset->shared->columns.schema.columns[column];
    bool differs = dataset->parts[part].map[column] == COLUMN_DIFFERS;
    if (dataset->shared->declared != NULL)
        (void)refuse_declared(dataset, part, column, error);
    else if (dataset->shared->columns.unites)
        error_set(error, MISUSE,
                  "column \"%.*s\" has a type that cannot be united with that of other "
                  "files",
                  (int)c->name_size, c->name);
    else
        error_set(
            error, MISUSE,
            differs ? "column \"%.*s\" has another type than in the first file, %s; the "
                      "option union_by_name=on unites types"
                    : "no column \"%.*s\", which the first file has, %s; the option "
                      "union_by_name=on reads NULL instead",
            (int)c->name_size, c->name,
            dataset->shared->paths[dataset->shared->first_part].path);
    return dataset_part_locate(dataset, part, error);
}

bool dataset_has_constant(const struct dataset *dataset, uint32_t part, uint32_t column,
                          struct declared_value *value)
{
    const struct dataset_columns *columns = &dataset->shared->columns;
    const struct declared_table *declared = dataset->shared->declared;
    const struct dataset_column *c = &columns->columns[column];
    const char *path = dataset->shared->paths[part].path;
    switch (c->origin) {
    case ORIGIN_PATH:
        *value = (struct declared_value){
            .value.bytes = {(const uint8_t *)path, strlen(path)}};
        return true;
    case ORIGIN_KEY:
        *value = columns->values[(size_t)part * columns->n_keys + c->key];
        return true;
    case ORIGIN_FILE:
        break;
    }
    return declared != NULL && declared->ops->constant != NULL &&
           declared->ops->constant(declared, part, column, value);
}

bool dataset_has_absent(const struct dataset *dataset, uint32_t part, uint32_t column,
                        struct declared_value *value)
{
    const struct dataset_shared *shared = dataset->shared;
    const struct declared_table *declared = shared->declared;
    *value = (struct declared_value){.is_null = true};
    if (!shared->columns.unites || dataset->parts[part].map[column] != COLUMN_MISSING)
        return false;
    if (declared == NULL || (declared->ops->absent_value != NULL &&
                             declared->ops->absent_value(declared, part, column, value)))
        return true;
    if (declared->columns[column].initial != NULL)
        *value = *declared->columns[column].initial;
    return true;
}
