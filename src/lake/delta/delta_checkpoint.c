/* SPDX-License-Identifier: MIT */
#include "lake/delta/delta_checkpoint.h"

#include "base/disk_file.h"
#include "base/interrupt.h"
#include "lake/delta/delta_log.h"

enum { AHEAD_BYTES = 8 << 20 /* of a file that is far away, asked for together */ };

struct reading {
    const struct delta_checkpoint_visitor *visitor;
    enum delta_kind kind;
    struct delta_json json;
    struct delta_action action;
};

/* ---- JSON ------------------------------------------------------------------------- */

static enum status visit_all(struct reading *reading, struct delta_commit *commit,
                             struct error *error)
{
    const struct delta_checkpoint_visitor *visitor = reading->visitor;
    for (;;) {
        struct arena arena = {0};
        bool is_end;
        commit->files = commit->others = visitor->arena != NULL ? visitor->arena : &arena;
        enum status status = delta_commit_next(commit, &reading->action, &is_end, error);
        if (status == OK && !is_end)
            status = visitor->visit(visitor->context, &reading->action, error);
        arena_release(&arena);
        if (status != OK || is_end)
            return status;
    }
}

static enum status read_json(struct reading *reading, const char *path,
                             struct error *error)
{
    struct buffer text = {0};
    struct delta_commit commit = {0};
    enum status status = disk_file_read_whole(path, SIZE_MAX, &text, error);
    if (status == OK) {
        delta_commit_start(&commit, buffer_slice(&text), 1u << reading->kind);
        status = visit_all(reading, &commit, error);
    }
    delta_commit_release(&commit);
    buffer_release(&text);
    return status;
}

/* ---- Parquet ---------------------------------------------------------------------- */

/* A struct of the column, which is read as JSON. */
static enum status visit_row(struct reading *reading, struct slice text,
                             struct error *error)
{
    const struct delta_checkpoint_visitor *visitor = reading->visitor;
    struct arena arena = {0};
    delta_json_start(&reading->json, text, error);
    enum status status = delta_action_read(
        &reading->json, reading->kind, visitor->arena != NULL ? visitor->arena : &arena,
        &reading->action, error);
    if (status == OK && reading->action.kind != DELTA_OTHER)
        status = visitor->visit(visitor->context, &reading->action, error);
    arena_release(&arena);
    return status;
}

static enum status visit_batch(struct reading *reading,
                               const struct column_vector *vector, struct error *error)
{
    enum status status = interrupt_check(error);
    for (uint32_t row = 0; status == OK && row < vector->n_rows; row++) {
        if (column_vector_is_null(vector, row))
            continue;
        struct bytes_value value = vector->values.bytes[column_vector_index(vector, row)];
        status = visit_row(reading, slice_of(value.data, value.size), error);
    }
    return status;
}

/* Asks at once for the column in row groups from one on; *end: after the last. */
static enum status announce(struct table_file *file, uint32_t column, uint32_t row_group,
                            uint32_t *end, struct error *error)
{
    struct buffer ranges = {0};
    const struct file_range *range;
    int64_t size = 0;
    enum status status = OK;
    uint32_t n = file->ops->row_group_count(file);
    if (row_group < *end || file->input == NULL || !input_file_is_far(file->input) ||
        file->ops->append_part == NULL)
        return OK;
    for (*end = row_group; status == OK && *end < n && size < AHEAD_BYTES; ++*end) {
        size_t before = ranges.size;
        status = file->ops->append_part(file, *end, column, PART_VALUES, NULL, &ranges,
                                        error);
        for (size_t at = before; status == OK && at < ranges.size; at += sizeof *range) {
            range = (const void *)(ranges.data + at);
            size += range->size;
        }
    }
    if (status == OK)
        status = input_file_announce(file->input, (const void *)ranges.data,
                                     ranges.size / sizeof *range, error);
    buffer_release(&ranges);
    return status;
}

static enum status read_row_group(struct reading *reading, struct column_reader *reader,
                                  uint32_t row_group, uint64_t n_rows,
                                  struct error *error)
{
    enum status status = reader->ops->start(reader, row_group, error);
    while (status == OK && n_rows > 0) {
        struct column_vector vector = {0};
        uint32_t n = n_rows < BATCH_ROWS ? (uint32_t)n_rows : BATCH_ROWS;
        status = reader->ops->read(reader, n, &vector, error);
        if (status == OK)
            status = visit_batch(reading, &vector, error);
        n_rows -= vector.n_rows;
    }
    return status;
}

/* The column of the kind; false if the file has none. */
static bool find_column(struct table_file *file, const char *name, uint32_t *column)
{
    const struct schema *schema = file->ops->schema(file);
    for (uint32_t i = 0; i < schema->n_top_level; i++) {
        const struct column *c = &schema->columns[i];
        if (c->type == COLUMN_NESTED &&
            slice_equals_text(slice_of(c->name, c->name_size), name)) {
            *column = i;
            return true;
        }
    }
    return false;
}

static enum status read_column(struct reading *reading, struct table_file *file,
                               struct error *error)
{
    struct column_reader *reader = NULL;
    uint32_t column, n = file->ops->row_group_count(file), announced = 0;
    if (!find_column(file, delta_kind_name(reading->kind), &column))
        return OK;
    enum status status = file->ops->open_column(file, column, &reader, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        status = announce(file, column, i, &announced, error);
        if (status == OK)
            status = read_row_group(reading, reader, i,
                                    file->ops->row_group_rows(file, i), error);
    }
    if (reader != NULL)
        reader->ops->close(reader);
    return status;
}

enum status delta_checkpoint_read(const char *path, bool is_json,
                                  const struct dataset_opener *opener,
                                  enum delta_kind kind,
                                  const struct delta_checkpoint_visitor *visitor,
                                  struct error *error)
{
    struct reading reading = {.visitor = visitor, .kind = kind};
    struct table_file *file = NULL;
    enum status status = is_json ? read_json(&reading, path, error)
                                 : opener->open(opener->context, path, &file, error);
    if (file != NULL) {
        if (status == OK)
            status = read_column(&reading, file, error);
        file->ops->close(file);
    }
    delta_json_release(&reading.json);
    return status == OK ? OK : error_locate(error, "%s", path);
}
