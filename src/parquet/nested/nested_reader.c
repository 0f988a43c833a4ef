/* SPDX-License-Identifier: MIT */
#include "parquet/nested/nested_reader.h"

#include "base/alloc.h"
#include "parquet/nested/json_assembler.h"
#include "parquet/nested/record_entries.h"
#include "scan/json_cell.h"

/* What a row is shown as. */
enum nested_form { NESTED_JSON, NESTED_VARIANT_TYPES, NESTED_RECORDS };

struct nested_reader {
    struct column_reader base; /* must be first */
    struct pq_chunk_context context;
    uint32_t node;
    uint32_t row_group;
    uint64_t n_rows;   /* of the row group */
    uint64_t position; /* next row, in the row group */
    enum nested_form form;
    struct buffer json; /* NESTED_VARIANT_TYPES: of a row; the batch then has the types */
    struct pq_record_entries records; /* NESTED_RECORDS */
    /* With Variants: reads the same rows as JSON, since nothing else checks them. */
    struct nested_reader *check;
    struct json_batch batch;
    struct pq_json_assembler assembler;
};

static enum status locate_field(const struct nested_reader *reader, struct error *error)
{
    struct slice name = reader->context.tree->nodes[reader->node].element->name;
    return error_locate(error, "column \"%.*s\"", SLICE_SHOWN(name, 200));
}

static bool leaf_has_failed(const struct nested_reader *reader)
{
    uint32_t i = 0, n = reader->assembler.n_leaves;
    while (i < n && !reader->assembler.cursors[i].has_failed)
        i++;
    return i < n || (reader->check != NULL && leaf_has_failed(reader->check));
}

/* Errors of a leaf's reader already have a more precise location. */
static enum status locate_row_group(const struct nested_reader *reader,
                                    struct error *error)
{
    if (leaf_has_failed(reader))
        return error->status;
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
    return status == OK && reader->check != NULL
               ? nested_start(&reader->check->base, row_group, error)
               : status;
}

/* Only moves the position: read_row() moves the leaves. */
static enum status nested_skip(struct column_reader *base, uint64_t n,
                               struct error *error)
{
    struct nested_reader *reader = (struct nested_reader *)base;
    reader->position += n;
    return reader->check != NULL ? nested_skip(&reader->check->base, n, error) : OK;
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

static enum status append_row(void *base, uint32_t n_left, bool *is_null,
                              struct error *error)
{
    struct nested_reader *reader = base;
    struct pq_json_assembler *assembler = &reader->assembler;
    enum status status = OK;
    if (reader->check != NULL) {
        reader->check->batch.text.size = 0;
        status = append_row(reader->check, n_left, is_null, error);
        *is_null = false;
    }
    for (uint32_t i = 0; status == OK && i < assembler->n_leaves; i++) {
        if (assembler->cursors[i].record != reader->position)
            status = pq_leaf_cursor_seek(&assembler->cursors[i], reader->position, error);
    }
    reader->json.size = 0;
    if (status == OK && reader->form == NESTED_RECORDS)
        status = pq_append_record_entries(&reader->records, assembler->cursors,
                                          assembler->n_leaves, &reader->batch.text,
                                          error);
    else if (status == OK)
        status = pq_append_record_json(
            assembler, reader->form == NESTED_JSON ? &reader->batch.text : &reader->json,
            is_null, error);
    reader->position++;
    return status == OK && reader->position == reader->n_rows ? check_end(reader, error)
                                                              : status;
}

static enum status nested_read(struct column_reader *base, uint32_t n,
                               struct column_vector *vector, struct error *error)
{
    struct nested_reader *reader = (struct nested_reader *)base;
    for (uint32_t i = 0; i < reader->assembler.n_leaves; i++) {
        reader->assembler.cursors[i].end = reader->position + n;
        if (reader->check != NULL)
            reader->check->assembler.cursors[i].end = reader->position + n;
    }
    if (json_batch_read(&reader->batch, n, append_row, reader, vector, error) != OK)
        return locate_row_group(reader, error);
    vector->has_no_nul = reader->form == NESTED_JSON;
    return OK;
}

static void nested_close(struct column_reader *base)
{
    struct nested_reader *reader = (struct nested_reader *)base;
    if (reader->check != NULL)
        nested_close(&reader->check->base);
    pq_json_assembler_release(&reader->assembler);
    buffer_release(&reader->batch.text);
    buffer_release(&reader->json);
    buffer_release(&reader->records.values);
    mem_free(reader);
}

/* JSON has neither a dictionary nor page statistics. */
static const struct column_reader_ops nested_ops = {
    .start = nested_start,
    .skip = nested_skip,
    .read = nested_read,
    .close = nested_close,
};

static bool has_variants(const struct pq_shapes *shapes)
{
    uint32_t i = 0;
    while (i < shapes->n && shapes->shapes[i].kind != PQ_SHAPE_VARIANT)
        i++;
    return i < shapes->n;
}

static enum status open_reader(const struct pq_chunk_context *context, uint32_t node,
                               enum nested_form form, struct column_reader **reader,
                               struct error *error);

/* Prepares for records. */
static enum status open_records(struct nested_reader *reader,
                                const struct pq_chunk_context *context,
                                struct error *error)
{
    struct column_reader *check = NULL;
    enum status status = pq_record_entries_init(
        &reader->records, context->tree, reader->node, &reader->assembler.arena, error);
    if (status == OK && has_variants(&reader->assembler.shapes))
        status = open_reader(context, reader->node, NESTED_JSON, &check, error);
    reader->check = (struct nested_reader *)check;
    return status;
}

static enum status open_reader(const struct pq_chunk_context *context, uint32_t node,
                               enum nested_form form, struct column_reader **reader,
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
    if (status == OK && form == NESTED_RECORDS)
        status = open_records(r, context, error);
    if (status != OK) {
        locate_field(r, error);
        nested_close(&r->base);
        return status;
    }
    r->form = form;
    if (form == NESTED_VARIANT_TYPES)
        r->assembler.variant_writer.types = &r->batch.text;
    *reader = &r->base;
    return OK;
}

enum status pq_nested_reader_open(const struct pq_chunk_context *context, uint32_t node,
                                  struct column_reader **reader, struct error *error)
{
    return open_reader(context, node, NESTED_JSON, reader, error);
}

enum status pq_variant_types_reader_open(const struct pq_chunk_context *context,
                                         uint32_t node, struct column_reader **reader,
                                         struct error *error)
{
    return open_reader(context, node, NESTED_VARIANT_TYPES, reader, error);
}

enum status pq_records_reader_open(const struct pq_chunk_context *context, uint32_t node,
                                   struct column_reader **reader, struct error *error)
{
    return open_reader(context, node, NESTED_RECORDS, reader, error);
}
