#include "parquet/format/file_metadata.h"

#include <math.h>

#include "parquet/format/arrow_schema.h"
#include "parquet/format/page_header.h"

/* Elements take a hundred times more memory than footer; this bounds it. */
enum { MOST_SCHEMA_ELEMENTS = 1 << 20 };

static int parse_time_unit(struct thrift_reader *reader)
{
    struct thrift_field field = {0};
    int unit = PQ_UNIT_NONE;
    while (thrift_next_field(reader, &field)) {
        if (field.id >= PQ_MILLIS && field.id <= PQ_NANOS)
            unit = field.id;
        thrift_skip(reader, &field);
    }
    return unit;
}

/* The struct of one member of the LogicalType union.  What the fields mean depends on the
 * member; none of them share a class under the same id but for the pairs handled here. */
static void parse_logical_member(struct thrift_reader *reader,
                                 struct pq_logical_type *logical)
{
    struct thrift_field field = {0};
    while (thrift_next_field(reader, &field)) {
        switch (thrift_key(&field)) {
        case THRIFT_KEY(1, INTEGER): /* DECIMAL: scale; INTEGER: width */
            logical->scale = thrift_read_i32(reader, &field);
            logical->bit_width = logical->scale;
            break;
        case THRIFT_KEY(2, INTEGER): /* DECIMAL: precision; GEOGRAPHY: algorithm */
            logical->precision = thrift_read_i32(reader, &field);
            logical->algorithm = logical->precision;
            break;
        case THRIFT_KEY(1, BOOLEAN): /* TIME, TIMESTAMP */
            logical->is_utc = thrift_read_bool(reader, &field);
            break;
        case THRIFT_KEY(2, BOOLEAN): /* INTEGER */
            logical->is_signed = thrift_read_bool(reader, &field);
            break;
        case THRIFT_KEY(2, STRUCT): /* TIME, TIMESTAMP */
            logical->unit = parse_time_unit(reader);
            break;
        case THRIFT_KEY(1, BINARY): /* GEOMETRY, GEOGRAPHY */
            logical->crs = thrift_read_binary(reader, &field);
            break;
        default:
            thrift_skip(reader, &field);
        }
    }
}

static void parse_logical_type(struct thrift_reader *reader,
                               struct pq_logical_type *logical)
{
    struct thrift_field field = {0};
    while (thrift_next_field(reader, &field)) {
        bool is_known = field.id >= PQ_LOGICAL_STRING &&
                        field.id <= PQ_LOGICAL_GEOGRAPHY && field.id != 9; /* reserved */
        if (is_known && field.type == THRIFT_STRUCT) {
            logical->kind = field.id;
            parse_logical_member(reader, logical);
        } else {
            logical->unknown_member = field.id;
            thrift_skip(reader, &field);
        }
    }
}

static void parse_schema_element(struct thrift_reader *reader,
                                 struct pq_schema_element *element)
{
    struct thrift_field field = {0};
    *element = (struct pq_schema_element){.type = -1,
                                          .repetition = -1,
                                          .n_children = -1,
                                          .converted_type = PQ_CONVERTED_NONE,
                                          .logical.algorithm = -1};
    while (thrift_next_field(reader, &field)) {
        switch (thrift_key(&field)) {
        case THRIFT_KEY(1, INTEGER):
            element->type = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(2, INTEGER):
            element->type_length = thrift_read_i32(reader, &field);
            element->has_type_length = true;
            break;
        case THRIFT_KEY(3, INTEGER):
            element->repetition = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(4, BINARY):
            element->name = thrift_read_binary(reader, &field);
            break;
        case THRIFT_KEY(5, INTEGER):
            element->n_children = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(6, INTEGER):
            element->converted_type = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(7, INTEGER):
            element->scale = thrift_read_i32(reader, &field);
            element->has_scale = true;
            break;
        case THRIFT_KEY(8, INTEGER):
            element->precision = thrift_read_i32(reader, &field);
            element->has_precision = true;
            break;
        case THRIFT_KEY(9, INTEGER):
            element->field_id = thrift_read_i32(reader, &field);
            element->has_field_id = true;
            break;
        case THRIFT_KEY(10, STRUCT):
            parse_logical_type(reader, &element->logical);
            break;
        default:
            thrift_skip(reader, &field);
        }
    }
}

static enum status parse_schema(struct thrift_reader *reader,
                                const struct thrift_field *field,
                                struct pq_file_metadata *metadata, struct error *error)
{
    uint32_t count = thrift_begin_list(reader, field, THRIFT_STRUCT);
    if (count > MOST_SCHEMA_ELEMENTS)
        return error_set(error, TOO_BIG, "a schema of %u elements", (unsigned)count);
    metadata->elements = arena_alloc(&metadata->arena, count, sizeof *metadata->elements);
    if (metadata->elements == NULL)
        return error_nomem(error);
    metadata->n_elements = count;
    for (uint32_t i = 0; i < count && reader->fault == NULL; i++)
        parse_schema_element(reader, &metadata->elements[i]);
    return OK;
}

/* Passes over a ColumnChunk, but for a path to another file. */
static void walk_column_chunk(struct thrift_reader *reader,
                              struct pq_file_metadata *metadata)
{
    struct thrift_field field = {0};
    while (thrift_next_field(reader, &field)) {
        if (thrift_key(&field) != THRIFT_KEY(1, BINARY)) {
            thrift_skip(reader, &field);
            continue;
        }
        struct slice path = thrift_read_binary(reader, &field);
        if (metadata->external_path.size == 0)
            metadata->external_path = path;
    }
}

static enum status walk_row_group(struct thrift_reader *reader,
                                  struct pq_file_metadata *metadata,
                                  struct pq_row_group *group, struct error *error)
{
    struct thrift_field field = {0};
    group->n_rows = -1;
    group->total_compressed_size = -1;
    while (thrift_next_field(reader, &field)) {
        switch (thrift_key(&field)) {
        case THRIFT_KEY(1, LIST): {
            uint32_t count = thrift_begin_list(reader, &field, THRIFT_STRUCT);
            uint32_t *offsets = arena_alloc(&metadata->arena, count, sizeof *offsets);
            if (offsets == NULL)
                return error_nomem(error);
            group->n_chunks = count;
            group->chunk_offsets = offsets;
            for (uint32_t i = 0; i < count && reader->fault == NULL; i++) {
                offsets[i] = (uint32_t)(reader->rest.data - metadata->footer.data);
                walk_column_chunk(reader, metadata);
            }
            break;
        }
        case THRIFT_KEY(2, INTEGER):
            group->total_byte_size = thrift_read_i64(reader, &field);
            break;
        case THRIFT_KEY(3, INTEGER):
            group->n_rows = thrift_read_i64(reader, &field);
            break;
        case THRIFT_KEY(6, INTEGER):
            group->total_compressed_size = thrift_read_i64(reader, &field);
            break;
        default:
            thrift_skip(reader, &field);
        }
    }
    return OK;
}

static enum status walk_row_groups(struct thrift_reader *reader,
                                   const struct thrift_field *field,
                                   struct pq_file_metadata *metadata, struct error *error)
{
    enum status status = OK;
    uint32_t count = thrift_begin_list(reader, field, THRIFT_STRUCT);
    metadata->row_groups = arena_alloc(&metadata->arena, count,
                                       sizeof *metadata->row_groups);
    if (metadata->row_groups == NULL)
        return error_nomem(error);
    metadata->n_row_groups = count;
    for (uint32_t i = 0; i < count && status == OK && reader->fault == NULL; i++)
        status = walk_row_group(reader, metadata, &metadata->row_groups[i], error);
    return status;
}

/* A union: which member is set. */
static int parse_union_member(struct thrift_reader *reader)
{
    struct thrift_field field = {0};
    int member = 0;
    while (thrift_next_field(reader, &field)) {
        member = field.id;
        thrift_skip(reader, &field);
    }
    return member;
}

/* Parses metadata->column_orders.  An entry that is damaged leaves no entry at all. */
static enum status parse_column_orders(struct pq_file_metadata *metadata,
                                       struct error *error)
{
    struct thrift_reader reader;
    struct thrift_field list = thrift_element(THRIFT_LIST);
    thrift_init(&reader, metadata->column_orders);
    uint32_t count = metadata->column_orders.data == NULL
                         ? 0
                         : thrift_begin_list(&reader, &list, THRIFT_STRUCT);
    uint8_t *orders = arena_alloc(&metadata->arena, count, sizeof *orders);
    if (orders == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < count && reader.fault == NULL; i++) {
        struct thrift_field field = {0};
        int n_members = 0, member = 0;
        while (thrift_next_field(&reader, &field)) {
            n_members++;
            member = field.type == THRIFT_STRUCT ? field.id : 0;
            thrift_skip(&reader, &field);
        }
        bool is_known = n_members == 1 && member >= PQ_ORDER_TYPE &&
                        member <= PQ_ORDER_INT96_TIMESTAMP;
        orders[i] = (uint8_t)(is_known ? member : PQ_ORDER_NONE);
    }
    metadata->n_leaf_orders = reader.fault == NULL ? count : 0;
    metadata->leaf_orders = orders;
    return OK;
}

static enum status parse_fields(struct thrift_reader *reader,
                                struct pq_file_metadata *metadata, struct error *error)
{
    struct thrift_field field = {0};
    enum status status = OK;
    while (status == OK && thrift_next_field(reader, &field)) {
        switch (thrift_key(&field)) {
        case THRIFT_KEY(1, INTEGER):
            metadata->version = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(2, LIST):
            status = parse_schema(reader, &field, metadata, error);
            break;
        case THRIFT_KEY(3, INTEGER):
            metadata->n_rows = thrift_read_i64(reader, &field);
            break;
        case THRIFT_KEY(4, LIST):
            status = walk_row_groups(reader, &field, metadata, error);
            break;
        case THRIFT_KEY(5, LIST):
            metadata->key_values = thrift_skip_list(reader, &field);
            break;
        case THRIFT_KEY(6, BINARY):
            metadata->created_by = thrift_read_binary(reader, &field);
            break;
        case THRIFT_KEY(7, LIST):
            metadata->column_orders = thrift_skip_list(reader, &field);
            break;
        case THRIFT_KEY(8, STRUCT):
            metadata->encryption_algorithm = parse_union_member(reader);
            break;
        case THRIFT_KEY(9, BINARY):
            metadata->footer_signing_key_metadata = thrift_read_binary(reader, &field);
            break;
        default:
            thrift_skip(reader, &field);
        }
    }
    return status;
}

/* Faults of arrays that were dictionaries are not in files that had none. */
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
    thrift_init(&reader, footer);
    enum status status = parse_fields(&reader, metadata, error);
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

static void parse_bounding_box(struct thrift_reader *reader, struct pq_bounding_box *box)
{
    double *const members[] = {&box->xmin, &box->xmax, &box->ymin, &box->ymax,
                               &box->zmin, &box->zmax, &box->mmin, &box->mmax};
    struct thrift_field field = {0};
    for (size_t i = 0; i < 8; i++)
        *members[i] = (double)NAN;
    while (thrift_next_field(reader, &field)) {
        if (field.id < 1 || field.id > 8 || field.type != THRIFT_DOUBLE)
            thrift_skip(reader, &field);
        else
            *members[field.id - 1] = thrift_read_double(reader, &field);
    }
    box->has_z = !isnan(box->zmin) && !isnan(box->zmax);
    box->has_m = !isnan(box->mmin) && !isnan(box->mmax);
}

static void parse_geospatial(struct thrift_reader *reader,
                             struct pq_column_metadata *metadata)
{
    struct thrift_field field = {0};
    while (thrift_next_field(reader, &field)) {
        if (thrift_key(&field) == THRIFT_KEY(1, STRUCT)) {
            parse_bounding_box(reader, &metadata->bbox);
            metadata->has_bbox = true;
        } else if (thrift_key(&field) == THRIFT_KEY(2, LIST)) {
            metadata->geospatial_types = thrift_skip_list(reader, &field);
        } else {
            thrift_skip(reader, &field);
        }
    }
}

static void parse_column_metadata(struct thrift_reader *reader,
                                  struct pq_column_metadata *metadata)
{
    struct thrift_field field = {0};
    metadata->type = -1;
    metadata->codec = -1;
    while (thrift_next_field(reader, &field)) {
        switch (thrift_key(&field)) {
        case THRIFT_KEY(1, INTEGER):
            metadata->type = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(2, LIST):
            metadata->encodings = thrift_skip_list(reader, &field);
            break;
        case THRIFT_KEY(3, LIST):
            metadata->path_in_schema = thrift_skip_list(reader, &field);
            break;
        case THRIFT_KEY(4, INTEGER):
            metadata->codec = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(5, INTEGER):
            metadata->num_values = thrift_read_i64(reader, &field);
            break;
        case THRIFT_KEY(6, INTEGER):
            metadata->total_uncompressed_size = thrift_read_i64(reader, &field);
            break;
        case THRIFT_KEY(7, INTEGER):
            metadata->total_compressed_size = thrift_read_i64(reader, &field);
            break;
        case THRIFT_KEY(8, LIST):
            metadata->key_value_metadata = thrift_skip_list(reader, &field);
            break;
        case THRIFT_KEY(9, INTEGER):
            metadata->data_page_offset = thrift_read_i64(reader, &field);
            break;
        case THRIFT_KEY(10, INTEGER):
            metadata->index_page_offset = thrift_read_i64(reader, &field);
            metadata->has_index_page_offset = true;
            break;
        case THRIFT_KEY(11, INTEGER):
            metadata->dictionary_page_offset = thrift_read_i64(reader, &field);
            metadata->has_dictionary_page_offset = true;
            break;
        case THRIFT_KEY(12, STRUCT):
            pq_statistics_parse(reader, &metadata->statistics);
            metadata->has_statistics = true;
            break;
        case THRIFT_KEY(13, LIST):
            metadata->encoding_stats = thrift_skip_list(reader, &field);
            break;
        case THRIFT_KEY(14, INTEGER):
            metadata->bloom_filter_offset = thrift_read_i64(reader, &field);
            metadata->has_bloom_filter_offset = true;
            break;
        case THRIFT_KEY(15, INTEGER):
            metadata->bloom_filter_length = thrift_read_i32(reader, &field);
            metadata->has_bloom_filter_length = true;
            break;
        case THRIFT_KEY(17, STRUCT):
            parse_geospatial(reader, metadata);
            break;
        default:
            thrift_skip(reader, &field);
        }
    }
}

static void parse_column_chunk(struct thrift_reader *reader,
                               struct pq_column_chunk *column_chunk)
{
    struct thrift_field field = {0};
    while (thrift_next_field(reader, &field)) {
        switch (thrift_key(&field)) {
        case THRIFT_KEY(1, BINARY):
            column_chunk->file_path = thrift_read_binary(reader, &field);
            break;
        case THRIFT_KEY(2, INTEGER):
            column_chunk->file_offset = thrift_read_i64(reader, &field);
            break;
        case THRIFT_KEY(3, STRUCT):
            parse_column_metadata(reader, &column_chunk->metadata);
            column_chunk->has_metadata = true;
            break;
        case THRIFT_KEY(4, INTEGER):
            column_chunk->offset_index_offset = thrift_read_i64(reader, &field);
            column_chunk->has_offset_index = true;
            break;
        case THRIFT_KEY(5, INTEGER):
            column_chunk->offset_index_length = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(6, INTEGER):
            column_chunk->column_index_offset = thrift_read_i64(reader, &field);
            column_chunk->has_column_index = true;
            break;
        case THRIFT_KEY(7, INTEGER):
            column_chunk->column_index_length = thrift_read_i32(reader, &field);
            break;
        case THRIFT_KEY(8, STRUCT):
            column_chunk->is_encrypted = true;
            thrift_skip(reader, &field);
            break;
        default:
            thrift_skip(reader, &field);
        }
    }
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
    parse_column_chunk(&reader, column_chunk);
    if (reader.fault != NULL)
        return error_set(error, CORRUPT, "footer: %s", reader.fault);
    return OK;
}

void pq_key_values_begin(struct pq_key_values *walk, struct slice list)
{
    struct thrift_field field = thrift_element(THRIFT_LIST);
    thrift_init(&walk->reader, list);
    walk->left = list.data == NULL
                     ? 0
                     : thrift_begin_list(&walk->reader, &field, THRIFT_STRUCT);
}

bool pq_key_values_next(struct pq_key_values *walk, struct slice *key,
                        struct slice *value)
{
    struct thrift_field field = {0};
    *key = *value = slice_of(NULL, 0);
    if (walk->left == 0 || walk->reader.fault != NULL)
        return false;
    walk->left--;
    while (thrift_next_field(&walk->reader, &field)) {
        if (thrift_key(&field) == THRIFT_KEY(1, BINARY))
            *key = thrift_read_binary(&walk->reader, &field);
        else if (thrift_key(&field) == THRIFT_KEY(2, BINARY))
            *value = thrift_read_binary(&walk->reader, &field);
        else
            thrift_skip(&walk->reader, &field);
    }
    return walk->reader.fault == NULL;
}
