/* SPDX-License-Identifier: MIT */
#include "parquet/variant/variant_field_reader.h"

#include "base/alloc.h"
#include "parquet/facts/chunk_facts.h"
#include "parquet/variant/variant_value.h"

struct variant_field_reader {
    struct column_reader base; /* must be first */
    struct pq_chunk_context context;
    struct pq_chunk_reader *typed, *value;
    struct pq_chunk_reader *metadata; /* NULL until an object or array is met */
    uint32_t metadata_leaf;
    uint32_t row_group;
    uint64_t position; /* next row of `typed` */
    /* Rows of `value` that were already read; next_value is the one at `position`. */
    struct column_vector values;
    uint32_t next_value;
    uint64_t metadata_position;
    bool metadata_is_started;
    struct mismatched_value mismatched[BATCH_ROWS];
    struct buffer text;         /* the text of mismatched values */
    struct buffer text_offsets; /* struct text_start of each value in `text` */
    struct pq_variant_writer writer;
};

struct text_start {
    uint32_t row;
    size_t offset;
};

static struct column_reader *as_reader(struct pq_chunk_reader *reader)
{
    return pq_chunk_reader_as_column_reader(reader);
}

static enum status field_start(struct column_reader *base, uint32_t row_group,
                               struct error *error)
{
    struct variant_field_reader *r = (struct variant_field_reader *)base;
    r->row_group = row_group;
    r->position = 0;
    r->values.n_rows = r->next_value = 0;
    r->metadata_is_started = false;
    enum status status = as_reader(r->typed)->ops->start(as_reader(r->typed), row_group,
                                                         error);
    return status == OK
               ? as_reader(r->value)->ops->start(as_reader(r->value), row_group, error)
               : status;
}

static enum status field_skip(struct column_reader *base, uint64_t n, struct error *error)
{
    struct variant_field_reader *r = (struct variant_field_reader *)base;
    uint32_t ahead = r->values.n_rows - r->next_value;
    enum status status = as_reader(r->typed)->ops->skip(as_reader(r->typed), n, error);
    r->position += n;
    if (status != OK || n < ahead) {
        r->next_value += (uint32_t)n;
        return status;
    }
    r->values.n_rows = r->next_value = 0;
    return n > ahead
               ? as_reader(r->value)->ops->skip(as_reader(r->value), n - ahead, error)
               : OK;
}

/* Adds a location to an error: the row that `reader` returned n_back rows ago. */
static enum status locate(const struct variant_field_reader *r,
                          const struct pq_chunk_reader *reader, uint32_t n_back,
                          struct error *error)
{
    pq_chunk_reader_locate_page(reader, n_back, error);
    return pq_locate_column(&pq_chunk_reader_leaf(reader)->column, r->row_group, error);
}

/* The same for the `value` of row i of the batch. */
static enum status locate_value(const struct variant_field_reader *r, uint32_t i,
                                struct error *error)
{
    return locate(r, r->value, r->values.n_rows - (r->next_value + i), error);
}

/* Reads the metadata of the Variant in a row of the row group. */
static enum status find_metadata(struct variant_field_reader *r, uint64_t row,
                                 struct pq_variant_metadata *metadata,
                                 struct error *error)
{
    struct column_vector vector;
    enum status status = OK;
    if (r->metadata == NULL)
        status = pq_chunk_reader_open(&r->context, r->metadata_leaf, &r->metadata, error);
    if (status != OK)
        return status;
    struct column_reader *reader = as_reader(r->metadata);
    /* Rows come again if the typed reader returned fewer rows than `value` had. */
    if (!r->metadata_is_started || r->metadata_position > row) {
        status = reader->ops->start(reader, r->row_group, error);
        r->metadata_position = 0;
        r->metadata_is_started = status == OK;
    }
    if (status == OK && row > r->metadata_position)
        status = reader->ops->skip(reader, row - r->metadata_position, error);
    if (status == OK)
        status = reader->ops->read(reader, 1, &vector, error);
    if (status != OK)
        return status;
    r->metadata_position = row + 1;
    struct bytes_value bytes = vector.values.bytes[column_vector_index(&vector, 0)];
    if (column_vector_is_null(&vector, 0))
        status = error_set(error, CORRUPT, "a Variant without metadata");
    else
        status = pq_variant_metadata_open(slice_of(bytes.data, bytes.size), metadata,
                                          error);
    return status == OK ? OK : locate(r, r->metadata, 1, error);
}

/* Records text in r->text; its address is known once the batch is complete. */
static enum status keep_text(struct variant_field_reader *r, uint32_t row, size_t begin,
                             struct error *error)
{
    struct text_start start = {row, begin};
    r->mismatched[row].class = MISMATCHED_TEXT;
    r->mismatched[row].bytes.size = r->text.size - begin;
    return buffer_append(&r->text_offsets, &start, sizeof start, error);
}

/* Adds the mismatched value of row `row` of the batch. */
static enum status add_mismatched(struct variant_field_reader *r, uint32_t row,
                                  struct slice variant, struct error *error)
{
    struct mismatched_value *value = &r->mismatched[row];
    struct pq_variant_scalar scalar;
    size_t begin = r->text.size;
    enum status status = pq_variant_scalar_of(variant, &scalar, error);
    if (status != OK)
        return locate_value(r, row, error);
    switch (scalar.class) {
    case PQ_VARIANT_CLASS_NULL:
        return OK;
    case PQ_VARIANT_CLASS_INTEGER:
        value->class = MISMATCHED_INTEGER;
        value->integer = scalar.integer;
        return OK;
    case PQ_VARIANT_CLASS_REAL:
        value->class = MISMATCHED_REAL;
        value->real = scalar.real;
        return OK;
    case PQ_VARIANT_CLASS_BLOB:
        value->class = MISMATCHED_BLOB;
        value->bytes = (struct bytes_value){scalar.bytes.data, scalar.bytes.size};
        return OK;
    case PQ_VARIANT_CLASS_TEXT:
        status = buffer_append(&r->text, scalar.bytes.data, scalar.bytes.size, error);
        break;
    case PQ_VARIANT_CLASS_JSON: {
        struct pq_variant_metadata metadata;
        status = find_metadata(r, r->position + row, &metadata, error);
        if (status != OK)
            return status; /* the error already has a location */
        status = pq_append_variant_json(&r->writer, &r->text, &metadata, variant, error);
        break;
    }
    }
    if (status == OK)
        status = keep_text(r, row, begin, error);
    return status == OK ? OK : locate_value(r, row, error);
}

/* Finds the mismatched values in the next *n rows of `value`; reduces *n if their text
 * becomes large.  *has_any: there is at least one. */
static enum status find_mismatched(struct variant_field_reader *r, uint32_t *n,
                                   bool *has_any, struct error *error)
{
    *has_any = false;
    r->text.size = r->text_offsets.size = 0;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < *n; i++) {
        uint32_t row = r->next_value + i;
        r->mismatched[i].class = MISMATCHED_NONE;
        if (column_vector_is_null(&r->values, row))
            continue;
        struct bytes_value bytes =
            r->values.values.bytes[column_vector_index(&r->values, row)];
        status = add_mismatched(r, i, slice_of(bytes.data, bytes.size), error);
        *has_any = *has_any || r->mismatched[i].class != MISMATCHED_NONE;
        if (r->text.size >= LARGE_BATCH)
            *n = i + 1;
    }
    /* r->text.data may be NULL without any bytes. */
    const uint8_t *text = r->text.size > 0 ? r->text.data : (const uint8_t *)"";
    const struct text_start *starts = (const void *)r->text_offsets.data;
    for (size_t k = 0; k < r->text_offsets.size / sizeof *starts; k++)
        r->mismatched[starts[k].row].bytes.data = text + starts[k].offset;
    return status;
}

static enum status both_are_there(const struct variant_field_reader *r, uint32_t i,
                                  struct error *error)
{
    const struct pq_row_group *groups = r->context.metadata->row_groups;
    uint64_t row = r->position + i;
    for (uint32_t k = 0; k < r->row_group; k++)
        row += (uint64_t)groups[k].n_rows;
    error_set(error, CORRUPT, "row %llu: a Variant with both value and typed_value",
              (unsigned long long)row);
    return locate_value(r, i, error);
}

/* Checks that no row has both. */
static enum status check_typed(const struct variant_field_reader *r,
                               const struct column_vector *typed, struct error *error)
{
    for (uint32_t i = 0; i < typed->n_rows; i++) {
        if (!column_vector_is_null(&r->values, r->next_value + i) &&
            !column_vector_is_null(typed, i))
            return both_are_there(r, i, error);
    }
    return OK;
}

static enum status field_read(struct column_reader *base, uint32_t n,
                              struct column_vector *vector, struct error *error)
{
    struct variant_field_reader *r = (struct variant_field_reader *)base;
    bool has_mismatched = false;
    enum status status = OK;
    if (r->next_value == r->values.n_rows) {
        r->next_value = 0;
        r->values.n_rows = 0;
        status = as_reader(r->value)->ops->read(as_reader(r->value), n, &r->values,
                                                error);
    }
    if (status != OK)
        return status;
    if (n > r->values.n_rows - r->next_value)
        n = r->values.n_rows - r->next_value;
    status = find_mismatched(r, &n, &has_mismatched, error);
    if (status == OK)
        status = as_reader(r->typed)->ops->read(as_reader(r->typed), n, vector, error);
    if (status == OK)
        status = check_typed(r, vector, error);
    if (status != OK)
        return status;
    if (has_mismatched)
        vector->mismatched = r->mismatched;
    r->next_value += vector->n_rows;
    r->position += vector->n_rows;
    return OK;
}

/* The typed values' dictionary describes the column only if `value` is all null. */
static enum status field_dictionary(struct column_reader *base, uint64_t most_entries,
                                    struct column_vector *vector, struct error *error)
{
    struct variant_field_reader *r = (struct variant_field_reader *)base;
    bool is_all_null;
    *vector = (struct column_vector){.kind = pq_chunk_reader_leaf(r->typed)->column.kind};
    enum status status = pq_chunk_facts_is_all_null(&r->context, r->row_group,
                                                    pq_chunk_reader_leaf_index(r->value),
                                                    &is_all_null, error);
    if (status != OK || !is_all_null)
        return status;
    return as_reader(r->typed)->ops->dictionary(as_reader(r->typed), most_entries, vector,
                                                error);
}

static void close_reader(struct pq_chunk_reader *reader)
{
    if (reader != NULL)
        as_reader(reader)->ops->close(as_reader(reader));
}

static void field_close(struct column_reader *base)
{
    struct variant_field_reader *r = (struct variant_field_reader *)base;
    close_reader(r->typed);
    close_reader(r->value);
    close_reader(r->metadata);
    buffer_release(&r->text);
    buffer_release(&r->text_offsets);
    pq_variant_writer_release(&r->writer);
    mem_free(r);
}

/* Page statistics describe only the typed values, so they are not offered. */
static const struct column_reader_ops field_ops = {
    .start = field_start,
    .skip = field_skip,
    .dictionary = field_dictionary,
    .read = field_read,
    .close = field_close,
};

enum status pq_variant_field_reader_open(const struct pq_chunk_context *context,
                                         const struct pq_column_source *source,
                                         struct column_reader **reader,
                                         struct error *error)
{
    const struct pq_schema_tree *tree = context->tree;
    *reader = NULL;
    struct variant_field_reader *r = mem_alloc_zeroed(1, sizeof *r);
    if (r == NULL)
        return error_nomem(error);
    r->base.ops = &field_ops;
    r->context = *context;
    r->metadata_leaf = source->metadata_leaf;
    enum status status = pq_chunk_reader_open(
        context, tree->nodes[source->node].first_leaf, &r->typed, error);
    if (status == OK)
        status = pq_chunk_reader_open(context, source->value_leaf, &r->value, error);
    if (status != OK) {
        field_close(&r->base);
        return status;
    }
    *reader = &r->base;
    return OK;
}
