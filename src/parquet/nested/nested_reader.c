/* SPDX-License-Identifier: MIT */
#include "parquet/nested/nested_reader.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "parquet/nested/json_assembler.h"

/* Rows may have many thousands of leaves. */
enum { ROWS_BETWEEN_CHECKS = 16 };

struct nested_reader {
    struct column_reader base; /* must be first */
    struct pq_chunk_context context;
    uint32_t node;
    uint32_t row_group;
    uint64_t n_rows;    /* of the row group */
    uint64_t position;  /* next row, in the row group */
    struct buffer text; /* the JSON of the batch's rows, each followed by a 0 */
    bool shows_types;   /* of Variants, instead of JSON */
    struct buffer json; /* shows_types: of a row; `text` then has the types */
    struct bytes_value values[BATCH_ROWS];
    uint8_t valid[BATCH_ROWS];
    struct pq_json_assembler assembler;
};

static enum status locate_field(const struct nested_reader *reader, struct error *error)
{
    struct slice name = reader->context.tree->nodes[reader->node].element->name;
    return error_locate(error, "column \"%.*s\"", SLICE_SHOWN(name, 200));
}

/* Errors of a leaf's reader already have a more precise location. */
static enum status locate_row_group(const struct nested_reader *reader,
                                    struct error *error)
{
    for (uint32_t i = 0; i < reader->assembler.n_leaves; i++) {
        if (reader->assembler.cursors[i].has_failed)
            return error->status;
    }
    struct slice name = reader->context.tree->nodes[reader->node].element->name;
    return error_locate(error, "column \"%.*s\", row group %u", SLICE_SHOWN(name, 200),
                        (unsigned)reader->row_group);
}

static enum status nested_start(struct column_reader *base, uint32_t row_group,
                                struct error *error)
{
    struct nested_reader *reader = (struct nested_reader *)base;
    struct pq_json_assembler *assembler = &reader->assembler;
    enum status status = OK;
    reader->row_group = row_group;
    reader->position = 0;
    reader->n_rows = (uint64_t)reader->context.metadata->row_groups[row_group].n_rows;
    for (uint32_t i = 0; status == OK && i < assembler->n_leaves; i++)
        status = pq_leaf_cursor_start(&assembler->cursors[i], row_group, error);
    return status;
}

/* Only moves the position: read_row() moves the leaves. */
static enum status nested_skip(struct column_reader *base, uint64_t n,
                               struct error *error)
{
    (void)error;
    ((struct nested_reader *)base)->position += n;
    return OK;
}

/* If a leaf has values after the row group's last row, the row count is wrong. */
static enum status check_end(const struct nested_reader *reader, struct error *error)
{
    for (uint32_t i = 0; i < reader->assembler.n_leaves; i++) {
        const struct pq_leaf_cursor *cursor = &reader->assembler.cursors[i];
        if (cursor->leaf->max_repetition_level > 0 && cursor->at < cursor->entries.n) {
            error_set(error, CORRUPT,
                      "values of \"%.200s\" after the row group's last row",
                      cursor->leaf->column.name);
            return pq_leaf_cursor_locate(cursor, cursor->at, error);
        }
    }
    return OK;
}

/* Reads one row: appends its text and sets its place in the batch. */
static enum status read_row(struct nested_reader *reader, uint32_t k, struct error *error)
{
    struct pq_json_assembler *assembler = &reader->assembler;
    size_t start = reader->text.size;
    bool is_null = false;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < assembler->n_leaves; i++) {
        if (assembler->cursors[i].record != reader->position)
            status = pq_leaf_cursor_seek(&assembler->cursors[i], reader->position, error);
    }
    reader->json.size = 0;
    if (status == OK)
        status = pq_append_record_json(
            assembler, reader->shows_types ? &reader->json : &reader->text, &is_null,
            error);
    reader->valid[k] = !is_null;
    reader->values[k].size = reader->text.size - start;
    if (status == OK && !is_null)
        status = buffer_append(&reader->text, "", 1, error);
    reader->position++;
    if (status == OK && reader->position == reader->n_rows)
        status = check_end(reader, error);
    return status;
}

static enum status nested_read(struct column_reader *base, uint32_t n,
                               struct column_vector *vector, struct error *error)
{
    struct nested_reader *reader = (struct nested_reader *)base;
    uint32_t n_rows = 0;
    reader->text.size = 0;
    for (uint32_t i = 0; i < reader->assembler.n_leaves; i++)
        reader->assembler.cursors[i].end = reader->position + n;
    while (n_rows < n && reader->text.size < LARGE_BATCH) {
        enum status status = OK;
        if (n_rows % ROWS_BETWEEN_CHECKS == 0)
            status = interrupt_check(error);
        if (status == OK)
            status = read_row(reader, n_rows, error);
        if (status != OK) {
            return locate_row_group(reader, error);
        }
        n_rows++;
    }
    /* The text buffer no longer moves. */
    const uint8_t *data = reader->text.data;
    for (uint32_t k = 0; k < n_rows; k++) {
        reader->values[k].data = data;
        if (reader->valid[k])
            data += reader->values[k].size + 1;
    }
    *vector = (struct column_vector){.n_rows = n_rows,
                                     .valid = reader->valid,
                                     .values.bytes = reader->values,
                                     .kind = VECTOR_BYTES,
                                     .is_terminated = true,
                                     .has_no_nul = !reader->shows_types};
    return OK;
}

static void nested_close(struct column_reader *base)
{
    struct nested_reader *reader = (struct nested_reader *)base;
    pq_json_assembler_release(&reader->assembler);
    buffer_release(&reader->text);
    buffer_release(&reader->json);
    mem_free(reader);
}

/* JSON has neither a dictionary nor page statistics. */
static const struct column_reader_ops nested_ops = {
    .start = nested_start,
    .skip = nested_skip,
    .read = nested_read,
    .close = nested_close,
};

static enum status open_reader(const struct pq_chunk_context *context, uint32_t node,
                               bool shows_types, struct column_reader **reader,
                               struct error *error)
{
    *reader = NULL;
    struct nested_reader *r = mem_alloc_zeroed(1, sizeof *r);
    if (r == NULL)
        return error_nomem(error);
    r->base.ops = &nested_ops;
    r->context = *context;
    r->node = node;
    enum status status = pq_json_assembler_open(&r->assembler, context, node, error);
    if (status != OK) {
        locate_field(r, error);
        nested_close(&r->base);
        return status;
    }
    r->shows_types = shows_types;
    if (shows_types)
        r->assembler.variant_writer.types = &r->text;
    *reader = &r->base;
    return OK;
}

enum status pq_nested_reader_open(const struct pq_chunk_context *context, uint32_t node,
                                  struct column_reader **reader, struct error *error)
{
    return open_reader(context, node, false, reader, error);
}

enum status pq_variant_types_reader_open(const struct pq_chunk_context *context,
                                         uint32_t node, struct column_reader **reader,
                                         struct error *error)
{
    return open_reader(context, node, true, reader, error);
}
