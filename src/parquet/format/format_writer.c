#include "parquet/format/format_writer.h"

#include <assert.h>

#include "parquet/format/thrift_writer.h"

/* ---- Pages ----------------------------------------------------------------------- */

static void write_data_page(struct thrift_writer *writer,
                            const struct pq_page_header *header)
{
    thrift_write_struct(writer, 5);
    thrift_write_i32(writer, 1, header->num_values);
    thrift_write_i32(writer, 2, header->encoding);
    thrift_write_i32(writer, 3, PQ_RLE);
    thrift_write_i32(writer, 4, PQ_RLE);
    thrift_end_struct(writer);
}

static void write_dictionary_page(struct thrift_writer *writer,
                                  const struct pq_page_header *header)
{
    thrift_write_struct(writer, 7);
    thrift_write_i32(writer, 1, header->num_values);
    thrift_write_i32(writer, 2, PQ_PLAIN);
    thrift_end_struct(writer);
}

static void write_data_page_v2(struct thrift_writer *writer,
                               const struct pq_page_header *header)
{
    thrift_write_struct(writer, 8);
    thrift_write_i32(writer, 1, header->num_values);
    thrift_write_i32(writer, 2, header->num_nulls);
    thrift_write_i32(writer, 3, header->num_rows);
    thrift_write_i32(writer, 4, header->encoding);
    thrift_write_i32(writer, 5, header->definition_size);
    thrift_write_i32(writer, 6, header->repetition_size);
    thrift_write_bool(writer, 7, header->is_compressed);
    thrift_end_struct(writer);
}

enum status pq_append_page_header(const struct pq_page_header *header,
                                  struct buffer *output, struct error *error)
{
    struct thrift_writer writer;
    thrift_writer_init(&writer, output, error);
    thrift_write_i32(&writer, 1, header->type);
    thrift_write_i32(&writer, 2, header->uncompressed_size);
    thrift_write_i32(&writer, 3, header->compressed_size);
    if (header->has_crc)
        thrift_write_i32(&writer, 4, (int32_t)header->crc);
    switch (header->type) {
    case PQ_DATA_PAGE:
        write_data_page(&writer, header);
        break;
    case PQ_DICTIONARY_PAGE:
        write_dictionary_page(&writer, header);
        break;
    default:
        assert(header->type == PQ_DATA_PAGE_V2);
        write_data_page_v2(&writer, header);
    }
    return thrift_finish(&writer);
}

/* A union whose only member is an empty struct. */
static void write_union(struct thrift_writer *writer, int id, int member)
{
    thrift_write_struct(writer, id);
    thrift_write_empty_struct(writer, member);
    thrift_end_struct(writer);
}

enum status pq_append_bloom_header(uint64_t n_bytes, struct buffer *output,
                                   struct error *error)
{
    struct thrift_writer writer;
    if (n_bytes > INT32_MAX)
        return error_set(error, TOO_BIG, "a Bloom filter of %llu bytes",
                         (unsigned long long)n_bytes);
    thrift_writer_init(&writer, output, error);
    thrift_write_i32(&writer, 1, (int32_t)n_bytes);
    write_union(&writer, 2, 1); /* split blocks */
    write_union(&writer, 3, 1); /* XXH64 */
    write_union(&writer, 4, 1); /* not compressed */
    return thrift_finish(&writer);
}

/* ---- Page indexes ---------------------------------------------------------------- */

static void write_int64_list(struct thrift_writer *writer, int id, const int64_t *values,
                             uint32_t n)
{
    thrift_write_list(writer, id, THRIFT_I64, n);
    for (uint32_t i = 0; i < n; i++)
        thrift_append_integer(writer, values[i]);
}

enum status pq_append_offset_index(const struct pq_written_page *pages, uint32_t n_pages,
                                   const struct pq_written_size *size,
                                   struct buffer *output, struct error *error)
{
    struct thrift_writer writer;
    thrift_writer_init(&writer, output, error);
    thrift_write_list(&writer, 1, THRIFT_STRUCT, n_pages);
    for (uint32_t i = 0; i < n_pages; i++) {
        thrift_append_struct(&writer);
        thrift_write_i64(&writer, 1, pages[i].offset);
        thrift_write_i32(&writer, 2, pages[i].size);
        thrift_write_i64(&writer, 3, pages[i].first_row);
        thrift_end_struct(&writer);
    }
    if (size->has_unencoded_bytes) {
        thrift_write_list(&writer, 2, THRIFT_I64, n_pages);
        for (uint32_t i = 0; i < n_pages; i++)
            thrift_append_integer(&writer, pages[i].unencoded_bytes);
    }
    return thrift_finish(&writer);
}

static const int64_t *page_histogram(const struct pq_written_page *page,
                                     bool of_definition)
{
    return of_definition ? page->definition_histogram : page->repetition_histogram;
}

/* The histograms of all pages, n counts each, one behind the other; nothing where a page
 * has none. */
static void write_histograms(struct thrift_writer *writer, int id,
                             const struct pq_written_page *pages, uint32_t n_pages,
                             bool of_definition, uint32_t n)
{
    if (n == 0)
        return;
    for (uint32_t i = 0; i < n_pages; i++) {
        if (page_histogram(&pages[i], of_definition) == NULL)
            return;
    }
    thrift_write_list(writer, id, THRIFT_I64, (uint64_t)n_pages * n);
    for (uint32_t i = 0; i < n_pages; i++) {
        const int64_t *counts = page_histogram(&pages[i], of_definition);
        for (uint32_t level = 0; level < n; level++)
            thrift_append_integer(writer, counts[level]);
    }
}

enum status pq_append_column_index(const struct pq_written_page *pages, uint32_t n_pages,
                                   const struct pq_written_size *size, int boundary_order,
                                   bool has_nan_counts, struct buffer *output,
                                   struct error *error)
{
    struct thrift_writer writer;
    thrift_writer_init(&writer, output, error);
    thrift_write_list(&writer, 1, THRIFT_TRUE, n_pages);
    for (uint32_t i = 0; i < n_pages; i++)
        thrift_append_bool(&writer, pages[i].is_null_page);
    thrift_write_list(&writer, 2, THRIFT_BINARY, n_pages);
    for (uint32_t i = 0; i < n_pages; i++)
        thrift_append_binary(&writer, pages[i].min);
    thrift_write_list(&writer, 3, THRIFT_BINARY, n_pages);
    for (uint32_t i = 0; i < n_pages; i++)
        thrift_append_binary(&writer, pages[i].max);
    thrift_write_i32(&writer, 4, boundary_order);
    thrift_write_list(&writer, 5, THRIFT_I64, n_pages);
    for (uint32_t i = 0; i < n_pages; i++)
        thrift_append_integer(&writer, pages[i].null_count);
    write_histograms(&writer, 6, pages, n_pages, false, size->n_repetition);
    write_histograms(&writer, 7, pages, n_pages, true, size->n_definition);
    if (has_nan_counts) {
        thrift_write_list(&writer, 8, THRIFT_I64, n_pages);
        for (uint32_t i = 0; i < n_pages; i++)
            thrift_append_integer(&writer, pages[i].nan_count);
    }
    return thrift_finish(&writer);
}

/* ---- Column chunks --------------------------------------------------------------- */

static void write_statistics(struct thrift_writer *writer, int id,
                             const struct pq_statistics *s)
{
    bool has_max = s->max_value.data != NULL, has_min = s->min_value.data != NULL;
    if (!has_max && !has_min && !s->has_null_count && !s->has_distinct_count &&
        !s->has_nan_count)
        return;
    thrift_write_struct(writer, id);
    if (s->has_null_count)
        thrift_write_i64(writer, 3, s->null_count);
    if (s->has_distinct_count)
        thrift_write_i64(writer, 4, s->distinct_count);
    if (has_max)
        thrift_write_binary(writer, 5, s->max_value);
    if (has_min)
        thrift_write_binary(writer, 6, s->min_value);
    if (has_max && s->max_is_exact != -1)
        thrift_write_bool(writer, 7, s->max_is_exact == 1);
    if (has_min && s->min_is_exact != -1)
        thrift_write_bool(writer, 8, s->min_is_exact == 1);
    if (s->has_nan_count)
        thrift_write_i64(writer, 9, s->nan_count);
    thrift_end_struct(writer);
}

static void write_size(struct thrift_writer *writer, int id,
                       const struct pq_written_size *size)
{
    if (!size->has_unencoded_bytes && size->n_repetition == 0 && size->n_definition == 0)
        return;
    thrift_write_struct(writer, id);
    if (size->has_unencoded_bytes)
        thrift_write_i64(writer, 1, size->unencoded_bytes);
    if (size->n_repetition > 0)
        write_int64_list(writer, 2, size->repetition_histogram, size->n_repetition);
    if (size->n_definition > 0)
        write_int64_list(writer, 3, size->definition_histogram, size->n_definition);
    thrift_end_struct(writer);
}

static void write_encoding_counts(struct thrift_writer *writer, int id,
                                  const struct pq_written_chunk *chunk)
{
    if (chunk->n_encoding_counts == 0)
        return;
    thrift_write_list(writer, id, THRIFT_STRUCT, chunk->n_encoding_counts);
    for (uint32_t i = 0; i < chunk->n_encoding_counts; i++) {
        const struct pq_encoding_count *count = &chunk->encoding_counts[i];
        thrift_append_struct(writer);
        thrift_write_i32(writer, 1, count->page_type);
        thrift_write_i32(writer, 2, count->encoding);
        thrift_write_i32(writer, 3, count->count);
        thrift_end_struct(writer);
    }
}

static void write_bounding_box(struct thrift_writer *writer, int id,
                               const struct pq_bounding_box *box)
{
    thrift_write_struct(writer, id);
    thrift_write_double(writer, 1, box->xmin);
    thrift_write_double(writer, 2, box->xmax);
    thrift_write_double(writer, 3, box->ymin);
    thrift_write_double(writer, 4, box->ymax);
    if (box->has_z) {
        thrift_write_double(writer, 5, box->zmin);
        thrift_write_double(writer, 6, box->zmax);
    }
    if (box->has_m) {
        thrift_write_double(writer, 7, box->mmin);
        thrift_write_double(writer, 8, box->mmax);
    }
    thrift_end_struct(writer);
}

static void write_geospatial(struct thrift_writer *writer, int id,
                             const struct pq_written_chunk *chunk)
{
    if (!chunk->has_bbox && chunk->n_geo_types == 0)
        return;
    thrift_write_struct(writer, id);
    if (chunk->has_bbox)
        write_bounding_box(writer, 1, &chunk->bbox);
    if (chunk->n_geo_types > 0) {
        thrift_write_list(writer, 2, THRIFT_I32, chunk->n_geo_types);
        for (uint32_t i = 0; i < chunk->n_geo_types; i++)
            thrift_append_integer(writer, chunk->geo_types[i]);
    }
    thrift_end_struct(writer);
}

enum status pq_append_column_metadata(const struct pq_written_chunk *chunk,
                                      struct buffer *output, struct error *error)
{
    struct thrift_writer writer;
    thrift_writer_init(&writer, output, error);
    thrift_write_i32(&writer, 1, chunk->type);
    thrift_write_list(&writer, 2, THRIFT_I32, chunk->n_encodings);
    for (uint32_t i = 0; i < chunk->n_encodings; i++)
        thrift_append_integer(&writer, chunk->encodings[i]);
    thrift_write_list(&writer, 3, THRIFT_BINARY, chunk->n_path);
    for (uint32_t i = 0; i < chunk->n_path; i++)
        thrift_append_binary(&writer, chunk->path[i]);
    thrift_write_i32(&writer, 4, chunk->codec);
    thrift_write_i64(&writer, 5, chunk->num_values);
    thrift_write_i64(&writer, 6, chunk->total_uncompressed_size);
    thrift_write_i64(&writer, 7, chunk->total_compressed_size);
    thrift_write_i64(&writer, 9, chunk->data_page_offset);
    if (chunk->dictionary_page_offset != 0)
        thrift_write_i64(&writer, 11, chunk->dictionary_page_offset);
    write_statistics(&writer, 12, &chunk->statistics);
    write_encoding_counts(&writer, 13, chunk);
    if (chunk->bloom_filter_offset != 0) {
        thrift_write_i64(&writer, 14, chunk->bloom_filter_offset);
        thrift_write_i32(&writer, 15, chunk->bloom_filter_length);
    }
    write_size(&writer, 16, &chunk->size);
    write_geospatial(&writer, 17, chunk);
    return thrift_finish(&writer);
}

/* ---- The schema ------------------------------------------------------------------ */

static void write_logical_member(struct thrift_writer *writer,
                                 const struct pq_logical_type *logical)
{
    switch (logical->kind) {
    case PQ_LOGICAL_DECIMAL:
        thrift_write_i32(writer, 1, logical->scale);
        thrift_write_i32(writer, 2, logical->precision);
        break;
    case PQ_LOGICAL_TIME:
    case PQ_LOGICAL_TIMESTAMP:
        thrift_write_bool(writer, 1, logical->is_utc);
        write_union(writer, 2, logical->unit);
        break;
    case PQ_LOGICAL_INTEGER:
        thrift_write_i8(writer, 1, (int8_t)logical->bit_width);
        thrift_write_bool(writer, 2, logical->is_signed);
        break;
    case PQ_LOGICAL_GEOMETRY:
    case PQ_LOGICAL_GEOGRAPHY:
        if (logical->crs.data != NULL)
            thrift_write_binary(writer, 1, logical->crs);
        if (logical->kind == PQ_LOGICAL_GEOGRAPHY && logical->algorithm >= 0)
            thrift_write_i32(writer, 2, logical->algorithm);
        break;
    case PQ_LOGICAL_VARIANT:
        thrift_write_i8(writer, 1, 1); /* the version of its binary encoding */
        break;
    default: /* its name says it all */
        break;
    }
}

static void append_root(struct thrift_writer *writer,
                        const struct pq_schema_element *root)
{
    thrift_append_struct(writer);
    thrift_write_binary(writer, 4, root->name);
    thrift_write_i32(writer, 5, root->n_children);
    thrift_end_struct(writer);
}

static void append_element(struct thrift_writer *writer,
                           const struct pq_schema_element *element)
{
    bool is_leaf = element->type >= 0;
    thrift_append_struct(writer);
    if (is_leaf)
        thrift_write_i32(writer, 1, element->type);
    if (is_leaf && element->has_type_length)
        thrift_write_i32(writer, 2, element->type_length);
    if (element->repetition >= 0)
        thrift_write_i32(writer, 3, element->repetition);
    thrift_write_binary(writer, 4, element->name);
    if (!is_leaf)
        thrift_write_i32(writer, 5, element->n_children);
    if (element->converted_type != PQ_CONVERTED_NONE)
        thrift_write_i32(writer, 6, element->converted_type);
    if (element->has_scale)
        thrift_write_i32(writer, 7, element->scale);
    if (element->has_precision)
        thrift_write_i32(writer, 8, element->precision);
    if (element->has_field_id)
        thrift_write_i32(writer, 9, element->field_id);
    if (element->logical.kind != PQ_LOGICAL_NONE) {
        thrift_write_struct(writer, 10);
        thrift_write_struct(writer, element->logical.kind);
        write_logical_member(writer, &element->logical);
        thrift_end_struct(writer);
        thrift_end_struct(writer);
    }
    thrift_end_struct(writer);
}

/* ---- The footer ------------------------------------------------------------------ */

static void append_column_chunk(struct thrift_writer *writer,
                                const struct pq_written_column *column)
{
    thrift_append_struct(writer);
    thrift_write_i64(writer, 2, 0); /* no second copy of the metadata */
    thrift_write_finished_struct(writer, 3, column->metadata);
    if (column->offset_index_length > 0) {
        thrift_write_i64(writer, 4, column->offset_index_offset);
        thrift_write_i32(writer, 5, column->offset_index_length);
    }
    if (column->column_index_length > 0) {
        thrift_write_i64(writer, 6, column->column_index_offset);
        thrift_write_i32(writer, 7, column->column_index_length);
    }
    thrift_end_struct(writer);
}

static void append_row_group(struct thrift_writer *writer,
                             const struct pq_written_row_group *group)
{
    thrift_append_struct(writer);
    thrift_write_list(writer, 1, THRIFT_STRUCT, group->n_columns);
    for (uint32_t i = 0; i < group->n_columns; i++)
        append_column_chunk(writer, &group->columns[i]);
    thrift_write_i64(writer, 2, group->total_byte_size);
    thrift_write_i64(writer, 3, group->n_rows);
    if (group->n_sorting_columns > 0) {
        thrift_write_list(writer, 4, THRIFT_STRUCT, group->n_sorting_columns);
        for (uint32_t i = 0; i < group->n_sorting_columns; i++) {
            const struct pq_sorting_column *column = &group->sorting_columns[i];
            thrift_append_struct(writer);
            thrift_write_i32(writer, 1, column->leaf);
            thrift_write_bool(writer, 2, column->is_descending);
            thrift_write_bool(writer, 3, column->nulls_first);
            thrift_end_struct(writer);
        }
    }
    thrift_write_i64(writer, 5, group->file_offset);
    thrift_write_i64(writer, 6, group->total_compressed_size);
    if (group->ordinal <= INT16_MAX)
        thrift_write_i16(writer, 7, (int16_t)group->ordinal);
    thrift_end_struct(writer);
}

static void write_row_groups(struct thrift_writer *writer, int id,
                             const struct pq_written_file *file)
{
    thrift_write_list(writer, id, THRIFT_STRUCT, file->n_row_groups);
    for (uint32_t i = 0; i < file->n_row_groups && writer->status == OK; i++) {
        struct pq_written_row_group group = {0};
        enum status status = file->row_group(file->context, i, &group, writer->error);
        if (status == OK)
            append_row_group(writer, &group);
        else
            thrift_writer_fail(writer, status);
    }
}

static void write_key_values(struct thrift_writer *writer, int id,
                             const struct pq_written_file *file)
{
    if (file->n_key_values == 0)
        return;
    thrift_write_list(writer, id, THRIFT_STRUCT, file->n_key_values);
    for (uint32_t i = 0; i < file->n_key_values; i++) {
        thrift_append_struct(writer);
        thrift_write_binary(writer, 1, file->key_values[i].key);
        if (file->key_values[i].value.data != NULL)
            thrift_write_binary(writer, 2, file->key_values[i].value);
        thrift_end_struct(writer);
    }
}

enum status pq_append_file_metadata(const struct pq_written_file *file,
                                    struct buffer *output, struct error *error)
{
    struct thrift_writer writer;
    thrift_writer_init(&writer, output, error);
    thrift_write_i32(&writer, 1, 1);
    thrift_write_list(&writer, 2, THRIFT_STRUCT, file->n_elements);
    append_root(&writer, &file->elements[0]);
    for (uint32_t i = 1; i < file->n_elements; i++)
        append_element(&writer, &file->elements[i]);
    thrift_write_i64(&writer, 3, file->n_rows);
    write_row_groups(&writer, 4, file);
    write_key_values(&writer, 5, file);
    if (file->created_by != NULL)
        thrift_write_binary(&writer, 6,
                            slice_of(file->created_by, strlen(file->created_by)));
    thrift_write_list(&writer, 7, THRIFT_STRUCT, file->n_leaves);
    for (uint32_t i = 0; i < file->n_leaves; i++) {
        thrift_append_struct(&writer);
        thrift_write_empty_struct(&writer, PQ_ORDER_TYPE);
        thrift_end_struct(&writer);
    }
    return thrift_finish(&writer);
}
