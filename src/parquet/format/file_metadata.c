/* SPDX-License-Identifier: MIT */
#include "parquet/format/file_metadata.h"

#include <math.h>

#include "parquet/format/arrow_schema.h"
#include "parquet/format/format_structs.h"

/* Bounds memory: a parsed element takes a hundred times its bytes in the footer. */
enum { MOST_SCHEMA_ELEMENTS = 1 << 20 };

/* The context (reader->context) of the functions that read the footer's lists. */
struct footer_walk {
    struct pq_file_metadata *metadata;
    struct pq_row_group *group; /* being read */
    enum status status;         /* of a failure that the data did not cause */
    struct error *error;
};

static void stop(struct thrift_reader *reader, enum status status)
{
    struct footer_walk *walk = reader->context;
    walk->status = status;
    thrift_fail(reader, "not read to the end");
}

/* Allocates n zeroed items from the arena.  On failure stops the reader and returns
 * NULL. */
static void *items(struct thrift_reader *reader, size_t n, size_t item_size)
{
    struct footer_walk *walk = reader->context;
    void *made = arena_alloc(&walk->metadata->arena, n, item_size);
    if (made == NULL)
        stop(reader, error_nomem(walk->error));
    return made;
}

void pq_read_schema(struct thrift_reader *reader, const struct thrift_field *field,
                    void *object)
{
    struct footer_walk *walk = reader->context;
    struct pq_file_metadata *metadata = object;
    uint32_t count = thrift_begin_list(reader, field, THRIFT_STRUCT);
    if (count > MOST_SCHEMA_ELEMENTS) {
        stop(reader,
             error_set(walk->error, TOO_BIG, "a schema of %u elements", (unsigned)count));
        return;
    }
    metadata->elements = items(reader, count, sizeof *metadata->elements);
    metadata->n_elements = metadata->elements != NULL ? count : 0;
    for (uint32_t i = 0; i < count && reader->fault == NULL; i++)
        thrift_read_struct(reader, &PQ_SCHEMA_ELEMENT, &metadata->elements[i]);
}

/* Records each chunk's offset in the footer, and the first path to another file. */
void pq_read_columns(struct thrift_reader *reader, const struct thrift_field *field,
                     void *row_group)
{
    struct footer_walk *walk = reader->context;
    (void)row_group;
    if (walk == NULL) {
        thrift_skip(reader, field);
        return;
    }
    struct pq_file_metadata *metadata = walk->metadata;
    uint32_t count = thrift_begin_list(reader, field, THRIFT_STRUCT);
    uint32_t *offsets = items(reader, count, sizeof *offsets);
    walk->group->n_chunks = offsets != NULL ? count : 0;
    walk->group->chunk_offsets = offsets;
    for (uint32_t i = 0; i < count && reader->fault == NULL; i++) {
        struct pq_column_chunk chunk;
        chunk.file_path = slice_of(NULL, 0);
        offsets[i] = (uint32_t)(reader->rest.data - metadata->footer.data);
        thrift_read_member(reader, &PQ_COLUMN_CHUNK,
                           offsetof(struct pq_column_chunk, file_path), &chunk);
        if (metadata->external_path.size == 0)
            metadata->external_path = chunk.file_path;
    }
}

void pq_read_row_groups(struct thrift_reader *reader, const struct thrift_field *field,
                        void *object)
{
    struct footer_walk *walk = reader->context;
    struct pq_file_metadata *metadata = object;
    metadata->row_groups_offset = (uint32_t)(reader->rest.data - metadata->footer.data);
    uint32_t count = thrift_begin_list(reader, field, THRIFT_STRUCT);
    metadata->row_groups = items(reader, count, sizeof *metadata->row_groups);
    metadata->n_row_groups = metadata->row_groups != NULL ? count : 0;
    for (uint32_t i = 0; i < count && reader->fault == NULL; i++) {
        struct pq_row_group_fields fields;
        struct pq_row_group *group = walk->group = &metadata->row_groups[i];
        thrift_read_struct(reader, &PQ_ROW_GROUP, &fields);
        group->n_rows = fields.n_rows;
        group->total_byte_size = fields.total_byte_size;
        group->total_compressed_size = fields.total_compressed_size;
    }
}

/* Parses metadata->column_orders.  If any entry is damaged, all are dropped. */
static enum status parse_column_orders(struct pq_file_metadata *metadata,
                                       struct error *error)
{
    struct thrift_list list;
    thrift_list_begin(&list, metadata->column_orders, THRIFT_STRUCT);
    uint8_t *orders = arena_alloc(&metadata->arena, list.n, sizeof *orders);
    if (orders == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; thrift_list_next(&list); i++) {
        int type, member = thrift_read_union(&list.reader, &type);
        bool is_known = type == THRIFT_STRUCT && member >= PQ_ORDER_TYPE &&
                        member <= PQ_ORDER_INT96_TIMESTAMP;
        orders[i] = (uint8_t)(is_known ? member : PQ_ORDER_NONE);
    }
    metadata->n_leaf_orders = list.reader.fault == NULL ? list.n : 0;
    metadata->leaf_orders = orders;
    return OK;
}

/* Clears the faults that only affect Arrow dictionary arrays if the file had none. */
static void rule_out_dictionaries(struct pq_file_metadata *metadata)
{
    const uint32_t faults = (uint32_t)1 << PQ_FAULT_FIRST_BATCH |
                            (uint32_t)1 << PQ_FAULT_DICTIONARY_NULLS;
    struct pq_key_values walk;
    struct slice key, value;
    bool has_schema = false, may_have = false;
    if ((metadata->writer.faults & faults) == 0)
        return;
    pq_key_values_begin(&walk, metadata->key_values);
    while (!may_have && pq_key_values_next(&walk, &key, &value)) {
        if (!slice_equals_text(key, "ARROW:schema"))
            continue;
        has_schema = true;
        may_have = pq_arrow_schema_may_have_dictionaries(value);
    }
    if (has_schema && !may_have)
        metadata->writer.faults &= ~faults;
}

enum status pq_file_metadata_parse(struct slice footer, struct pq_file_metadata *metadata,
                                   struct error *error)
{
    struct thrift_reader reader;
    *metadata = (struct pq_file_metadata){.footer = footer};
    if (footer.size > UINT32_MAX)
        return error_set(error, TOO_BIG, "a footer of %zu bytes", footer.size);
    struct footer_walk walk = {.metadata = metadata, .error = error};
    thrift_init(&reader, footer);
    reader.context = &walk;
    thrift_read_struct(&reader, &PQ_FILE_METADATA, metadata);
    metadata->size = footer.size - reader.rest.size;
    enum status status = walk.status;
    if (status == OK && reader.fault != NULL)
        status = error_set(error, CORRUPT, "footer: %s", reader.fault);
    if (status == OK && metadata->n_elements == 0)
        status = error_set(error, CORRUPT, "footer: no schema");
    int64_t total = 0;
    for (uint32_t i = 0; status == OK && i < metadata->n_row_groups; i++) {
        int64_t rows = metadata->row_groups[i].n_rows;
        if (rows < 0 || rows > INT64_MAX - total)
            status = error_set(error, CORRUPT, "row group %u has %lld rows", i,
                               (long long)rows);
        total += status == OK ? rows : 0;
    }
    if (status == OK)
        status = parse_column_orders(metadata, error);
    if (status == OK) {
        metadata->writer = pq_created_by_parse(metadata->created_by);
        rule_out_dictionaries(metadata);
    }
    return status;
}

void pq_file_metadata_release(struct pq_file_metadata *metadata)
{
    arena_release(&metadata->arena);
    *metadata = (struct pq_file_metadata){0};
}

static void complete_box(struct pq_column_metadata *metadata)
{
    struct pq_bounding_box *box = &metadata->bbox;
    box->has_z = metadata->has_bbox && !isnan(box->zmin) && !isnan(box->zmax);
    box->has_m = metadata->has_bbox && !isnan(box->mmin) && !isnan(box->mmax);
}

enum status pq_column_chunk_parse(const struct pq_file_metadata *metadata,
                                  uint32_t row_group, uint32_t chunk,
                                  struct pq_column_chunk *column_chunk,
                                  struct error *error)
{
    const struct pq_row_group *group = &metadata->row_groups[row_group];
    struct thrift_reader reader;
    *column_chunk = (struct pq_column_chunk){0};
    if (chunk >= group->n_chunks)
        return error_set(error, CORRUPT, "row group %u has only %u columns", row_group,
                         group->n_chunks);
    uint32_t offset = group->chunk_offsets[chunk];
    thrift_init(&reader,
                slice_of(metadata->footer.data + offset, metadata->footer.size - offset));
    thrift_read_struct(&reader, &PQ_COLUMN_CHUNK, column_chunk);
    if (reader.fault != NULL)
        return error_set(error, CORRUPT, "footer: %s", reader.fault);
    complete_box(&column_chunk->metadata);
    return OK;
}

enum status pq_column_metadata_parse(struct slice bytes,
                                     struct pq_column_chunk *column_chunk,
                                     struct error *error)
{
    struct thrift_reader reader;
    thrift_init(&reader, bytes);
    thrift_read_struct(&reader, &PQ_COLUMN_METADATA, &column_chunk->metadata);
    if (reader.fault != NULL)
        return error_set(error, CORRUPT, "column metadata: %s", reader.fault);
    complete_box(&column_chunk->metadata);
    column_chunk->has_metadata = true;
    return OK;
}

void pq_key_values_begin(struct pq_key_values *walk, struct slice list)
{
    thrift_list_begin(&walk->list, list, THRIFT_STRUCT);
}

bool pq_key_values_next(struct pq_key_values *walk, struct slice *key,
                        struct slice *value)
{
    struct pq_key_value item = {{NULL, 0}, {NULL, 0}};
    bool found = thrift_list_next(&walk->list);
    if (found)
        thrift_read_struct(&walk->list.reader, &PQ_KEY_VALUE, &item);
    *key = item.key;
    *value = item.value;
    return found && walk->list.reader.fault == NULL;
}
