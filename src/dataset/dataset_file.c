/* SPDX-License-Identifier: MIT */
#include "base/alloc.h"
#include "base/disk_file.h"
#include "base/file_system.h"
#include "dataset/dataset_parts.h"
#include "dataset/declared_type_text.h"

/* Statistics of a closed row group: its rows are not known, but not more than these. */
static const uint64_t MOST_ROWS = UINT64_C(1) << DATASET_ROW_BITS;

/* Whether each file has one value in all rows. */
static bool is_constant(const struct dataset *dataset, uint32_t column)
{
    return dataset->shared->columns.schema.columns[column].is_of_path;
}

/* The column in the file of a part that was opened; false: it cannot be read there. */
static bool find_column(const struct dataset_part *part, uint32_t column, uint32_t *found)
{
    *found = part->map[column];
    return *found != COLUMN_MISSING && *found != COLUMN_DIFFERS;
}

/* Whether statistics of files are known before they are opened. */
static bool has_declared_statistics(const struct dataset *dataset)
{
    const struct declared_table *declared = dataset->shared->declared;
    return declared != NULL && declared->ops->statistics != NULL;
}

/* Ends a call of an op of a part's file. */
static enum status end_call(struct dataset *dataset, struct dataset_part *part,
                            enum status status, struct error *error)
{
    dataset_part_count(dataset, part);
    return status == OK
               ? OK
               : dataset_part_locate(dataset, (uint32_t)(part - dataset->parts), error);
}

/* A column of a row group in the file that it belongs to. */
struct part_column {
    struct dataset_part *part;
    struct table_file *file;
    uint32_t row_group, column;
    bool is_there; /* false: values come from the path, or cannot be read in the file */
    struct conversion conversion; /* of its values */
};

/* Finds a column in a row group that is not closed. */
static enum status find_place(struct table_file *file, uint32_t row_group,
                              uint32_t column, struct part_column *at,
                              struct error *error)
{
    struct dataset *dataset = dataset_of(file);
    struct declared_value constant;
    *at = (struct part_column){.row_group = row_group};
    if (dataset_has_constant(dataset, dataset_part_of(dataset, row_group), column,
                             &constant))
        return OK;
    enum status status = dataset_file_of(dataset, &at->row_group, &at->part, error);
    at->file = at->part->file;
    at->is_there = status == OK && find_column(at->part, column, &at->column);
    if (at->is_there)
        at->conversion = dataset_part_conversion(dataset, at->part, column);
    return status;
}

/* ---- Columns and row groups ------------------------------------------------------ */

static const struct schema *dataset_schema(struct table_file *file)
{
    return &dataset_of(file)->shared->columns.schema;
}

static uint32_t dataset_group_count(struct table_file *file)
{
    return (uint32_t)(dataset_of(file)->groups.size / sizeof(struct dataset_group));
}

static uint64_t dataset_group_rows(struct table_file *file, uint32_t row_group)
{
    return dataset_group(dataset_of(file), row_group)->n_rows;
}

/* Appends the row groups of a part that is open. */
static enum status append_groups(const struct dataset *dataset, uint32_t i,
                                 struct buffer *groups, struct error *error)
{
    const struct dataset_part *part = &dataset->parts[i];
    uint64_t base = (uint64_t)i << DATASET_ROW_BITS, first = base;
    enum status status = OK;
    for (uint32_t k = 0; status == OK && k < part->n_groups; k++) {
        uint64_t n_rows = dataset_group(dataset, part->first_group + k)->n_rows;
        if (n_rows > MOST_ROWS - (first - base)) {
            error_set(error, TOO_BIG, "the file has more than 2^%d rows",
                      (int)DATASET_ROW_BITS);
            return dataset_part_locate(dataset, i, error);
        }
        const struct row_group group = {.number = part->first_group + k,
                                        .first = first,
                                        .end = first + n_rows,
                                        .number_in_file = k,
                                        .file_first = base};
        status = buffer_append(groups, &group, sizeof group, error);
        first += n_rows;
    }
    return status;
}

/* The rows of a part whose file need not be opened to know them; 0: there are none. */
static uint64_t declared_rows(const struct dataset *dataset, uint32_t part)
{
    const struct declared_table *declared = dataset->shared->declared;
    if (declared == NULL)
        return 0;
    const struct declared_file *file = &declared->files[part];
    bool is_known = file->n_rows <= MOST_ROWS &&
                    (file->n_deleted == 0 || declared->finds_deleted);
    return is_known ? file->n_rows : 0;
}

static enum status dataset_list_row_groups(struct table_file *file, struct buffer *groups,
                                           struct error *error)
{
    const struct dataset *dataset = dataset_of(file);
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < dataset->shared->n_parts; i++) {
        uint64_t first = (uint64_t)i << DATASET_ROW_BITS;
        const struct row_group group = {.number = FIRST_CLOSED + i,
                                        .first = first,
                                        .end = first + MOST_ROWS,
                                        .is_closed = true,
                                        .n_rows = declared_rows(dataset, i),
                                        .file_first = first};
        if (dataset->parts[i].file != NULL)
            status = append_groups(dataset, i, groups, error);
        else
            status = buffer_append(groups, &group, sizeof group, error);
    }
    return status;
}

static size_t count_open(const struct dataset *dataset)
{
    return dataset->open.size / sizeof(uint32_t);
}

/* Chooses row groups of the files that are open. */
static uint32_t sample_open(const struct dataset *dataset, uint32_t *numbers, uint32_t n)
{
    const uint32_t *open = (const uint32_t *)(const void *)dataset->open.data;
    uint32_t n_groups = 0, at = 0, n_found = 0;
    for (size_t i = 0; i < count_open(dataset); i++)
        n_groups += dataset->parts[open[i]].n_groups;
    for (size_t i = 0; i < count_open(dataset); i++) {
        const struct dataset_part *part = &dataset->parts[open[i]];
        for (uint32_t k = 0; k < part->n_groups; k++) {
            if (at++ % (n_groups / n + 1) == 0)
                numbers[n_found++] = part->first_group + k;
        }
    }
    return n_found;
}

static uint32_t dataset_sample_row_groups(struct table_file *file, uint32_t *numbers,
                                          uint32_t n)
{
    const struct dataset *dataset = dataset_of(file);
    uint32_t n_parts = dataset->shared->n_parts, step = n_parts / n + 1, n_found = 0;
    if (!has_declared_statistics(dataset) || count_open(dataset) == n_parts)
        return sample_open(dataset, numbers, n);
    for (uint32_t i = 0; i < n_parts; i += step)
        numbers[n_found++] = FIRST_CLOSED + i;
    return n_found;
}

static enum status dataset_open_row_groups(struct table_file *file, uint32_t row_group,
                                           struct buffer *groups, struct error *error)
{
    struct dataset *dataset = dataset_of(file);
    uint32_t i = dataset_part_of(dataset, row_group);
    enum status status = dataset_part_open(dataset, i, error);
    return status == OK ? append_groups(dataset, i, groups, error) : status;
}

static enum status dataset_check_rows(struct table_file *file, uint32_t row_group,
                                      bool by_pages, struct error *error)
{
    struct dataset *dataset = dataset_of(file);
    struct dataset_part *part;
    if (row_group >= dataset_group_count(file))
        return OK; /* each file was checked when its row groups were visited */
    enum status status = dataset_file_of(dataset, &row_group, &part, error);
    if (status != OK || part->file->ops->check_rows == NULL)
        return status;
    /* After its last row group, a file is read to its end. */
    if (!by_pages && row_group + 1 == part->n_groups)
        row_group++;
    status = part->file->ops->check_rows(part->file, row_group, by_pages, error);
    return end_call(dataset, part, status, error);
}

static enum status dataset_type_text(struct table_file *file, uint32_t column,
                                     struct buffer *text, struct error *error)
{
    const struct declared_table *declared = dataset_of(file)->shared->declared;
    const struct dataset_column *c = &dataset_of(file)->shared->columns.columns[column];
    if (declared != NULL && column < declared->n_columns)
        return declared_type_text(&declared->columns[column], text, error);
    return c->type.size > 0 ? buffer_append(text, c->type.data, c->type.size, error) : OK;
}

/* ---- What is known of values ----------------------------------------------------- */

/* Statistics of rows that all have one value. */
static void describe_constant(const struct declared_value *constant,
                              struct column_statistics *statistics)
{
    statistics->has_min = statistics->has_max = !constant->is_null;
    statistics->min = statistics->max = constant->value;
    statistics->has_null_count = true;
    statistics->null_count = constant->is_null ? statistics->n_rows : 0;
    statistics->reason = KEEP_NONE;
}

/* What is known of a part whose file is not open. */
static enum status describe_closed(const struct dataset *dataset, uint32_t part,
                                   uint32_t column, struct column_statistics *statistics,
                                   struct error *error)
{
    const struct declared_table *declared = dataset->shared->declared;
    struct declared_value constant;
    if (!has_declared_statistics(dataset))
        statistics->reason = KEEP_CLOSED;
    if (declared != NULL && declared->files[part].n_rows < MOST_ROWS)
        statistics->n_rows = declared->files[part].n_rows;
    if (dataset_has_constant(dataset, part, column, &constant))
        describe_constant(&constant, statistics);
    else if (has_declared_statistics(dataset))
        return declared->ops->statistics(declared, part, column, statistics, error);
    return OK;
}

/* What is known of a row group whose file was open, without opening it again: bounds of
 * the file are right for each of its row groups, counts are not. */
static enum status describe_closed_again(const struct dataset *dataset, uint32_t part,
                                         uint32_t column, uint64_t n_rows,
                                         struct column_statistics *statistics,
                                         struct error *error)
{
    enum status status = describe_closed(dataset, part, column, statistics, error);
    statistics->n_rows = n_rows;
    statistics->has_null_count = statistics->has_nan_count = false;
    statistics->is_widened = true;
    return status;
}

static enum status dataset_statistics(struct table_file *file, uint32_t row_group,
                                      uint32_t column,
                                      struct column_statistics *statistics,
                                      struct error *error)
{
    struct dataset *dataset = dataset_of(file);
    uint32_t i = dataset_part_of(dataset, row_group);
    struct part_column at;
    struct declared_value constant;
    *statistics = (struct column_statistics){.n_rows = MOST_ROWS,
                                             .reason = KEEP_NO_STATISTICS};
    if (row_group >= FIRST_CLOSED)
        return describe_closed(dataset, i, column, statistics, error);
    uint64_t n_rows = dataset_group_rows(file, row_group);
    statistics->n_rows = n_rows;
    if (dataset_has_constant(dataset, i, column, &constant)) {
        describe_constant(&constant, statistics);
        return OK;
    }
    if (dataset->parts[i].file == NULL && has_declared_statistics(dataset))
        return describe_closed_again(dataset, i, column, n_rows, statistics, error);
    enum status status = find_place(file, row_group, column, &at, error);
    if (status != OK)
        return status;
    if (dataset_has_absent(dataset, i, column, &constant))
        describe_constant(&constant, statistics);
    if (!at.is_there)
        return OK;
    status = at.file->ops->column_statistics(at.file, at.row_group, at.column, statistics,
                                             error);
    if (status == OK)
        convert_statistics(&at.conversion, statistics);
    /* The bounds may be those of deleted rows. */
    statistics->is_widened = statistics->is_widened || file->has_deleted_rows;
    return end_call(dataset, at.part, status, error);
}

/* Makes *ranges those of the united column. */
static enum status convert_ranges(struct dataset *dataset, uint32_t column,
                                  const struct conversion *conversion,
                                  const struct page_range **ranges, uint32_t n,
                                  struct error *error)
{
    if (!mem_need_zeroed(&dataset->ranges, dataset->shared->columns.schema.n_columns,
                         sizeof *dataset->ranges))
        return error_nomem(error);
    struct buffer *converted = &dataset->ranges[column];
    converted->size = 0;
    enum status status = buffer_append(converted, *ranges, n * sizeof **ranges, error);
    if (status != OK)
        return status;
    struct page_range *pages = (struct page_range *)(void *)converted->data;
    for (uint32_t i = 0; i < n; i++)
        convert_statistics(conversion, &pages[i].statistics);
    *ranges = pages;
    return OK;
}

static enum status dataset_page_ranges(struct table_file *file, uint32_t row_group,
                                       uint32_t column, const struct page_range **ranges,
                                       uint32_t *n, enum keep_reason *reason,
                                       struct error *error)
{
    struct part_column at;
    *n = 0;
    *reason = KEEP_NO_COLUMN_INDEX;
    enum status status = find_place(file, row_group, column, &at, error);
    if (status != OK || !at.is_there || at.conversion.kind == CONVERT_NEVER)
        return status;
    status = at.file->ops->page_ranges(at.file, at.row_group, at.column, ranges, n,
                                       reason, error);
    if (status == OK && *n > 0 && at.conversion.kind != CONVERT_NOTHING)
        status = convert_ranges(dataset_of(file), column, &at.conversion, ranges, *n,
                                error);
    return end_call(dataset_of(file), at.part, status, error);
}

static enum status dataset_verify_pages(struct table_file *file, uint32_t row_group,
                                        uint32_t column, uint32_t first, uint32_t end,
                                        bool *hold, struct error *error)
{
    struct part_column at;
    *hold = true;
    enum status status = find_place(file, row_group, column, &at, error);
    if (status != OK || !at.is_there || at.file->ops->verify_pages == NULL)
        return status;
    status = at.file->ops->verify_pages(at.file, at.row_group, at.column, first, end,
                                        hold, error);
    return end_call(dataset_of(file), at.part, status, error);
}

static enum status dataset_verify_bounds(struct table_file *file, uint32_t row_group,
                                         uint32_t column, bool *hold, struct error *error)
{
    struct part_column at;
    *hold = true;
    enum status status = find_place(file, row_group, column, &at, error);
    if (status != OK || !at.is_there || at.file->ops->verify_bounds == NULL)
        return status;
    status = at.file->ops->verify_bounds(at.file, at.row_group, at.column, hold, error);
    return end_call(dataset_of(file), at.part, status, error);
}

/* ---- Files ----------------------------------------------------------------------- */

static enum status dataset_deleted_rows(struct table_file *file, uint32_t row_group,
                                        const struct row_bitmap **deleted,
                                        uint64_t *first, struct error *error)
{
    struct dataset *dataset = dataset_of(file);
    const struct declared_table *declared = dataset->shared->declared;
    uint32_t i = dataset_part_of(dataset, row_group), in_file = row_group;
    struct dataset_part *part;
    *first = 0;
    *deleted = NULL;
    if (row_group >= FIRST_CLOSED)
        return declared->files[i].n_deleted == 0
                   ? OK
                   : declared->ops->deleted_rows(declared, i, NULL, deleted, error);
    enum status status = dataset_file_of(dataset, &in_file, &part, error);
    if (status != OK)
        return status;
    for (uint32_t k = row_group - in_file; k < row_group; k++)
        *first += dataset_group(dataset, k)->n_rows;
    status = declared->ops->deleted_rows(declared, i, part->file, deleted, error);
    return end_call(dataset, part, status, error);
}

static uint32_t dataset_file_count(struct table_file *file)
{
    return dataset_of(file)->shared->n_parts;
}

static const char *dataset_path_of(struct table_file *file, uint32_t row_group)
{
    const struct dataset *dataset = dataset_of(file);
    return dataset->shared->paths[dataset_part_of(dataset, row_group)].path;
}

/* What a table's metadata say, with a row group for each file. */
static struct table_size declared_size(const struct declared_table *declared)
{
    struct table_size size = {declared->n_files, 0};
    for (uint32_t i = 0; i < declared->n_files; i++) {
        const struct declared_file *f = &declared->files[i];
        bool is_known = f->n_rows != DECLARED_UNKNOWN;
        size.n_rows += is_known ? (double)f->n_rows : 100000;
        size.n_rows -= is_known && f->n_deleted <= f->n_rows ? (double)f->n_deleted : 0;
    }
    return size;
}

static struct table_size dataset_estimate_size(struct table_file *file)
{
    const struct dataset *dataset = dataset_of(file);
    const struct declared_table *declared = dataset->shared->declared;
    double scale = dataset->n_known > 0
                       ? (double)dataset->shared->n_parts / dataset->n_known
                       : 0;
    if (declared != NULL && dataset->n_known < dataset->shared->n_parts)
        return declared_size(declared);
    return (struct table_size){dataset_group_count(file) * scale,
                               (double)dataset->n_known_rows * scale};
}

/* The first file's column, for estimates; false if values come from the paths. */
static bool find_in_first(struct dataset *dataset, uint32_t column, uint32_t *found)
{
    struct error error = {0};
    uint32_t first = dataset->shared->first_part;
    return !is_constant(dataset, column) && first < dataset->shared->n_parts &&
           dataset_part_open(dataset, first, &error) == OK &&
           find_column(&dataset->parts[first], column, found);
}

static bool dataset_has_bloom(struct table_file *file, uint32_t column)
{
    struct dataset *dataset = dataset_of(file);
    uint32_t found;
    struct table_file *first;
    if (!find_in_first(dataset, column, &found))
        return false;
    first = dataset->parts[dataset->shared->first_part].file;
    return first->ops->has_bloom(first, found);
}

static uint64_t dataset_distinct_values(struct table_file *file, uint32_t column)
{
    struct dataset *dataset = dataset_of(file);
    uint32_t found;
    const struct dataset_column *c = &dataset->shared->columns.columns[column];
    if (c->origin == ORIGIN_PATH)
        return dataset->shared->n_parts;
    if (c->origin == ORIGIN_KEY)
        return dataset->shared->columns.keys[c->key].n_values;
    if (is_constant(dataset, column))
        return dataset->shared->n_parts;
    if (!find_in_first(dataset, column, &found))
        return 0;
    struct table_file *first = dataset->parts[dataset->shared->first_part].file;
    return first->ops->distinct_values(first, found);
}

static uint64_t dataset_uncompressed_bytes(struct table_file *file, uint32_t column)
{
    struct dataset *dataset = dataset_of(file);
    uint32_t found;
    if (!find_in_first(dataset, column, &found))
        return 0;
    struct table_file *first = dataset->parts[dataset->shared->first_part].file;
    return first->ops->uncompressed_bytes(first, found) * dataset->shared->n_parts;
}

/* Puts the values of the file's type that become one of the n values into `probed`. */
static enum status convert_probed(struct dataset *dataset,
                                  const struct conversion *conversion,
                                  const union column_value *values, uint32_t n,
                                  struct error *error)
{
    enum status status = buffer_reserve(&dataset->probed, (n + 1) * sizeof *values, false,
                                        error);
    union column_value *converted = (void *)dataset->probed.data;
    uint32_t n_converted = 0;
    for (uint32_t i = 0; status == OK && i < n; i++)
        n_converted += convert_value_back(conversion, values[i], &converted[n_converted]);
    dataset->probed.size = n_converted * sizeof *values;
    return status;
}

/* Whether what is declared of a file proves that it has none of the values. */
static bool excludes_closed(const struct dataset *dataset, uint32_t part, uint32_t column,
                            const union column_value *values, uint32_t n)
{
    const struct declared_table *declared = dataset->shared->declared;
    uint32_t i = 0;
    if (column >= declared->n_columns)
        return false;
    while (i < n && !declared->ops->may_hold(declared, part, column, &values[i]))
        i++;
    return n > 0 && i == n;
}

static enum status dataset_bloom_excludes(struct table_file *file, uint32_t row_group,
                                          uint32_t column,
                                          const union column_value *values, uint32_t n,
                                          enum keep_reason *reason, struct error *error)
{
    struct part_column at;
    *reason = KEEP_NO_BLOOM;
    struct dataset *dataset = dataset_of(file);
    if (row_group >= FIRST_CLOSED) {
        if (excludes_closed(dataset, dataset_part_of(dataset, row_group), column, values,
                            n))
            *reason = KEEP_NONE;
        return OK;
    }
    enum status status = find_place(file, row_group, column, &at, error);
    if (status != OK || !at.is_there)
        return status;
    if (!conversion_has_inverse(&at.conversion)) {
        *reason = KEEP_BLOOM_TYPE;
        return OK;
    }
    if (at.conversion.kind != CONVERT_NOTHING) {
        status = convert_probed(dataset, &at.conversion, values, n, error);
        values = (const void *)dataset->probed.data;
        n = (uint32_t)(dataset->probed.size / sizeof *values);
    }
    if (status == OK)
        status = at.file->ops->bloom_excludes(at.file, at.row_group, at.column, values, n,
                                              reason, error);
    return end_call(dataset, at.part, status, error);
}

/* ---- Files that are far away ------------------------------------------------------ */

static struct input_file *dataset_input_of(struct table_file *file, uint32_t row_group)
{
    const struct dataset *dataset = dataset_of(file);
    const struct table_file *of_part =
        row_group < FIRST_CLOSED
            ? dataset->parts[dataset_part_of(dataset, row_group)].file
            : NULL;
    return of_part != NULL ? of_part->input : NULL;
}

static enum status dataset_append_part(struct table_file *file, uint32_t row_group,
                                       uint32_t column, enum file_part part,
                                       const struct part_rows *rows,
                                       struct buffer *ranges, struct error *error)
{
    bool is_of_column = part != PART_LAYOUT && part != PART_COUNTS_INDEX &&
                        part != PART_COUNTS;
    struct part_column at = {.row_group = row_group};
    enum status status = is_of_column ? find_place(file, row_group, column, &at, error)
                                      : dataset_file_of(dataset_of(file), &at.row_group,
                                                        &at.part, error);
    if (status != OK || at.part == NULL || (is_of_column && !at.is_there) ||
        at.part->file->ops->append_part == NULL)
        return status;
    status = at.part->file->ops->append_part(at.part->file, at.row_group, at.column, part,
                                             rows, ranges, error);
    return end_call(dataset_of(file), at.part, status, error);
}

static enum status dataset_peek_pages(struct table_file *file, uint32_t row_group,
                                      uint32_t column, const struct page_range **ranges,
                                      uint32_t *n, struct error *error)
{
    struct part_column at;
    *n = 0;
    enum status status = find_place(file, row_group, column, &at, error);
    if (status != OK || !at.is_there || at.conversion.kind == CONVERT_NEVER ||
        at.file->ops->peek_pages == NULL)
        return status;
    status = at.file->ops->peek_pages(at.file, at.row_group, at.column, ranges, n, error);
    if (status == OK && *n > 0 && at.conversion.kind != CONVERT_NOTHING)
        status = convert_ranges(dataset_of(file), column, &at.conversion, ranges, *n,
                                error);
    return end_call(dataset_of(file), at.part, status, error);
}

static enum status dataset_expect_files(struct table_file *file,
                                        const uint32_t *row_groups, size_t n,
                                        bool of_deleted_only, struct error *error)
{
    return dataset_parts_prefetch(dataset_of(file), row_groups, n, of_deleted_only,
                                  error);
}

/* ---- Damage ---------------------------------------------------------------------- */

static enum status dataset_lost_rows(struct table_file *file, uint32_t row_group,
                                     uint32_t column, const struct lost_rows **rows,
                                     uint32_t *n, struct error *error)
{
    struct part_column at;
    *n = 0;
    enum status status = find_place(file, row_group, column, &at, error);
    if (status != OK || !at.is_there || at.file->ops->lost_rows == NULL)
        return status;
    status = at.file->ops->lost_rows(at.file, at.row_group, at.column, rows, n, error);
    return end_call(dataset_of(file), at.part, status, error);
}

static enum status dataset_locate(struct table_file *file, uint32_t row_group,
                                  uint32_t column, uint64_t row, struct error *error)
{
    struct dataset *dataset = dataset_of(file);
    uint32_t i = dataset_part_of(dataset, row_group), found;
    struct dataset_part *part = &dataset->parts[i];
    if (row_group < FIRST_CLOSED && part->file != NULL && !is_constant(dataset, column) &&
        find_column(part, column, &found))
        (void)part->file->ops->locate(part->file, row_group - part->first_group, found,
                                      row, error);
    return dataset_part_locate(dataset, i, error);
}

/* ---- Opening and closing --------------------------------------------------------- */

static void free_converted(struct dataset *dataset)
{
    uint32_t n = dataset->shared->columns.schema.n_columns;
    for (uint32_t i = 0; dataset->ranges != NULL && i < n; i++)
        buffer_release(&dataset->ranges[i]);
    mem_free(dataset->ranges);
    dataset->ranges = NULL;
    buffer_release(&dataset->probed);
}

static void dataset_free_buffers(struct table_file *file)
{
    struct dataset *dataset = dataset_of(file);
    free_converted(dataset);
    for (uint32_t i = 0; i < dataset->shared->n_parts; i++) {
        struct table_file *of_part = dataset->parts[i].file;
        if (of_part != NULL && of_part->ops->free_buffers != NULL)
            of_part->ops->free_buffers(of_part);
    }
}

static void dataset_close(struct table_file *file)
{
    struct dataset *dataset = dataset_of(file);
    for (uint32_t i = 0; dataset->parts != NULL && i < dataset->shared->n_parts; i++) {
        struct dataset_part *part = &dataset->parts[i];
        if (part->file != NULL)
            part->file->ops->close(part->file);
        mem_free(part->map);
        mem_free(part->conversions);
        arena_release(&part->trees);
    }
    free_converted(dataset);
    buffer_release(&dataset->groups);
    buffer_release(&dataset->open);
    folders_release(&dataset->confines);
    file_system_rights_release(dataset->rights);
    mem_free(dataset->parts);
    dataset_shared_release(dataset->shared);
    mem_free(dataset);
}

static enum status dataset_open_again(struct table_file *file, struct table_file **again,
                                      struct error *error);

/* The descriptors of files that wait for the next query. */
static void dataset_rest(struct input_file *input)
{
    struct dataset *dataset = (struct dataset *)(void *)((char *)input -
                                                         offsetof(struct dataset, input));
    for (uint32_t i = 0; i < dataset->shared->n_parts; i++) {
        if (dataset->parts[i].file != NULL)
            input_file_rest(dataset->parts[i].file->input);
    }
}

/* A copy can open only the files that the thread that makes it can open. */
static enum status take_confines(struct dataset *copy, struct error *error)
{
    const struct folders *confines = disk_file_confines();
    copy->is_copy = true;
    copy->is_confined = confines != NULL;
    copy->rights = file_system_rights_share(file_system_rights());
    return confines != NULL ? folders_copy(&copy->confines, confines, error) : OK;
}

static const struct table_file_ops ops = {
    .schema = dataset_schema,
    .row_group_count = dataset_group_count,
    .row_group_rows = dataset_group_rows,
    .list_row_groups = dataset_list_row_groups,
    .sample_row_groups = dataset_sample_row_groups,
    .open_row_groups = dataset_open_row_groups,
    .file_count = dataset_file_count,
    .path_of = dataset_path_of,
    .estimate_size = dataset_estimate_size,
    .check_rows = dataset_check_rows,
    .column_type_text = dataset_type_text,
    .column_statistics = dataset_statistics,
    .page_ranges = dataset_page_ranges,
    .verify_pages = dataset_verify_pages,
    .verify_bounds = dataset_verify_bounds,
    .has_bloom = dataset_has_bloom,
    .distinct_values = dataset_distinct_values,
    .uncompressed_bytes = dataset_uncompressed_bytes,
    .bloom_excludes = dataset_bloom_excludes,
    .append_part = dataset_append_part,
    .peek_pages = dataset_peek_pages,
    .input_of = dataset_input_of,
    .expect_files = dataset_expect_files,
    .lost_rows = dataset_lost_rows,
    .deleted_rows = dataset_deleted_rows,
    .locate = dataset_locate,
    .open_column = dataset_open_column,
    .open_again = dataset_open_again,
    .free_buffers = dataset_free_buffers,
    .close = dataset_close,
};

/* Takes over a use of `shared`, also after a failure. */
static enum status make_dataset(struct dataset_shared *shared, bool is_copy,
                                struct table_file **file, struct error *error)
{
    static const struct input_file_ops input_ops = {.rest = dataset_rest};
    const struct declared_table *declared = shared->declared;
    struct dataset *dataset = mem_alloc_zeroed(1, sizeof *dataset);
    if (dataset == NULL) {
        dataset_shared_release(shared);
        return error_nomem(error);
    }
    dataset->base.ops = &ops;
    dataset->base.input = &dataset->input;
    dataset->input.ops = &input_ops;
    dataset->shared = shared;
    if (declared != NULL) {
        dataset->base.has_deleted_rows = declared->has_deleted_rows;
        dataset->base.knows_closed = declared->ops->may_hold != NULL;
        dataset->base.describes_closed = declared->ops->statistics != NULL;
    }
    dataset->parts = mem_alloc_zeroed((size_t)shared->n_parts + 1,
                                      sizeof *dataset->parts);
    enum status status = dataset->parts != NULL ? OK : error_nomem(error);
    if (status == OK && is_copy)
        status = take_confines(dataset, error);
    if (status == OK && !is_copy && declared == NULL)
        status = dataset_part_open(dataset, shared->first_part, error);
    if (status != OK) {
        dataset_close(&dataset->base);
        return status;
    }
    dataset->base.has_far_files = shared->n_parts > 0 &&
                                  disk_file_is_far(shared->paths[0].path);
    *file = &dataset->base;
    return OK;
}

static enum status dataset_open_again(struct table_file *file, struct table_file **again,
                                      struct error *error)
{
    struct dataset_shared *shared = dataset_of(file)->shared;
    if (shared->options.uses_one_thread)
        return error_set(error, UNSUPPORTED, "the files are read in one thread");
    dataset_shared_retain(shared);
    return make_dataset(shared, true, again, error);
}

enum status dataset_open(const struct dataset_path *paths, uint32_t n,
                         const struct dataset_options *options, struct table_file **file,
                         struct error *error)
{
    struct dataset_shared *shared;
    enum status status = dataset_shared_new(paths, n, options, &shared, error);
    if (status == OK)
        status = make_dataset(shared, false, file, error);
    if (status == OK) /* the files that the columns are those of */
        (*file)->totals.files_opened = options->unites_columns ? n
                                                               : shared->first_part + 1;
    return status;
}

enum status dataset_open_declared(struct declared_table *table,
                                  const struct dataset_options *options,
                                  struct table_file **file, struct error *error)
{
    struct dataset_shared *shared;
    enum status status = dataset_shared_declare(table, options, &shared, error);
    return status == OK ? make_dataset(shared, false, file, error) : status;
}
