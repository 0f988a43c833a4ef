/* SPDX-License-Identifier: MIT */
#include "parquet/format/format_writer.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "parquet/format/format_structs.h"

/* ---- Lists ----------------------------------------------------------------------- */

/* Encodes the lists of a struct.  lists_end() stores them in the C struct. */
struct list_maker {
    struct buffer bytes;
    struct thrift_writer writer;
    struct {
        struct slice *target;
        size_t begin;
    } lists[8];
    uint32_t n_lists;
};

static void lists_begin(struct list_maker *maker, struct error *error)
{
    *maker = (struct list_maker){0};
    thrift_writer_init(&maker->writer, &maker->bytes, error);
}

/* Starts a list.  Returns the writer to which the caller appends n elements. */
static struct thrift_writer *list_begin(struct list_maker *maker, struct slice *target,
                                        int element_type, uint64_t n)
{
    maker->lists[maker->n_lists].target = target;
    maker->lists[maker->n_lists++].begin = maker->bytes.size;
    thrift_append_list(&maker->writer, element_type, n);
    return &maker->writer;
}

static void put_integers(struct list_maker *maker, struct slice *target, int element_type,
                         const int64_t *values, uint32_t n)
{
    struct thrift_writer *writer = list_begin(maker, target, element_type, n);
    for (uint32_t i = 0; i < n; i++)
        thrift_append_integer(writer, values[i]);
}

/* Sets all targets.  A failure becomes the failure of `writer`. */
static void lists_end(struct list_maker *maker, struct thrift_writer *writer)
{
    size_t end = maker->bytes.size;
    thrift_writer_fail(writer, maker->writer.status);
    if (maker->writer.status != OK)
        return;
    for (uint32_t i = maker->n_lists; i-- > 0;) {
        size_t begin = maker->lists[i].begin;
        *maker->lists[i].target = slice_of(maker->bytes.data + begin, end - begin);
        end = begin;
    }
}

static void lists_release(struct list_maker *maker)
{
    buffer_release(&maker->bytes);
}

/* Appends a whole struct, with the lists that the maker (NULL: none) has made of it, and
 * releases these. */
static enum status append_whole(const struct thrift_struct *type, const void *object,
                                struct list_maker *maker, const void *context,
                                struct buffer *output, struct error *error)
{
    struct thrift_writer writer;
    thrift_writer_init(&writer, output, error);
    writer.context = context;
    if (maker != NULL)
        lists_end(maker, &writer);
    thrift_write_members(&writer, type, object);
    if (maker != NULL)
        lists_release(maker);
    return thrift_finish(&writer);
}

/* ---- Pages ----------------------------------------------------------------------- */

enum status pq_append_page_header(const struct pq_page_header *header,
                                  struct buffer *output, struct error *error)
{
    struct pq_page_header written = *header;
    assert(header->type == PQ_DATA_PAGE || header->type == PQ_DICTIONARY_PAGE ||
           header->type == PQ_DATA_PAGE_V2);
    written.definition_encoding = written.repetition_encoding = PQ_RLE;
    if (header->type == PQ_DICTIONARY_PAGE)
        written.encoding = PQ_PLAIN;
    written.has_statistics = false;
    return append_whole(&PQ_PAGE_HEADER, &written, NULL, NULL, output, error);
}

enum status pq_append_bloom_header(uint64_t n_bytes, struct buffer *output,
                                   struct error *error)
{
    const struct pq_bloom_header header = {.n_bytes = (int32_t)n_bytes,
                                           .algorithm = PQ_BLOOM_SPLIT_BLOCK,
                                           .hash = PQ_BLOOM_XXHASH,
                                           .compression = PQ_BLOOM_UNCOMPRESSED};
    if (n_bytes > INT32_MAX)
        return error_set(error, TOO_BIG, "a Bloom filter of %llu bytes",
                         (unsigned long long)n_bytes);
    return append_whole(&PQ_BLOOM_HEADER, &header, NULL, NULL, output, error);
}

/* ---- Page indexes ---------------------------------------------------------------- */

/* offset: of an int64_t in struct pq_written_page. */
static void put_page_counts(struct list_maker *maker, struct slice *target,
                            const struct pq_written_page *pages, uint32_t n_pages,
                            size_t offset)
{
    list_begin(maker, target, THRIFT_I64, n_pages);
    for (uint32_t i = 0; i < n_pages; i++)
        thrift_append_integer(
            &maker->writer,
            *(const int64_t *)(const void *)((const char *)&pages[i] + offset));
}

enum status pq_append_offset_index(const struct pq_written_page *pages, uint32_t n_pages,
                                   const struct pq_written_size *size,
                                   struct buffer *output, struct error *error)
{
    struct list_maker maker;
    struct pq_offset_index index = {0};
    lists_begin(&maker, error);
    list_begin(&maker, &index.locations, THRIFT_STRUCT, n_pages);
    for (uint32_t i = 0; i < n_pages; i++) {
        const struct pq_page_location location = {pages[i].offset, pages[i].size, i,
                                                  (uint64_t)pages[i].first_row};
        thrift_append_members(&maker.writer, &PQ_PAGE_LOCATION, &location);
    }
    if (size->has_unencoded_bytes)
        put_page_counts(&maker, &index.unencoded_bytes, pages, n_pages,
                        offsetof(struct pq_written_page, unencoded_bytes));
    return append_whole(&PQ_OFFSET_INDEX, &index, &maker, NULL, output, error);
}

static const int64_t *page_histogram(const struct pq_written_page *page,
                                     bool of_definition)
{
    return of_definition ? page->definition_histogram : page->repetition_histogram;
}

/* The histograms of all pages one after the other, n counts each; no list if any page
 * lacks one. */
static void put_histograms(struct list_maker *maker, struct slice *target,
                           const struct pq_written_page *pages, uint32_t n_pages,
                           bool of_definition, uint32_t n)
{
    if (n == 0)
        return;
    for (uint32_t i = 0; i < n_pages; i++) {
        if (page_histogram(&pages[i], of_definition) == NULL)
            return;
    }
    list_begin(maker, target, THRIFT_I64, (uint64_t)n_pages * n);
    for (uint32_t i = 0; i < n_pages; i++) {
        const int64_t *counts = page_histogram(&pages[i], of_definition);
        for (uint32_t level = 0; level < n; level++)
            thrift_append_integer(&maker->writer, counts[level]);
    }
}

enum status pq_append_column_index(const struct pq_written_page *pages, uint32_t n_pages,
                                   const struct pq_written_size *size, int boundary_order,
                                   bool has_nan_counts, struct buffer *output,
                                   struct error *error)
{
    struct list_maker maker;
    struct pq_column_index index = {.boundary_order = boundary_order};
    lists_begin(&maker, error);
    list_begin(&maker, &index.null_pages, THRIFT_TRUE, n_pages);
    for (uint32_t i = 0; i < n_pages; i++)
        thrift_append_bool(&maker.writer, pages[i].is_null_page);
    list_begin(&maker, &index.min_values, THRIFT_BINARY, n_pages);
    for (uint32_t i = 0; i < n_pages; i++)
        thrift_append_binary(&maker.writer, pages[i].min);
    list_begin(&maker, &index.max_values, THRIFT_BINARY, n_pages);
    for (uint32_t i = 0; i < n_pages; i++)
        thrift_append_binary(&maker.writer, pages[i].max);
    put_page_counts(&maker, &index.null_counts, pages, n_pages,
                    offsetof(struct pq_written_page, null_count));
    put_histograms(&maker, &index.repetition_histograms, pages, n_pages, false,
                   size->n_repetition);
    put_histograms(&maker, &index.definition_histograms, pages, n_pages, true,
                   size->n_definition);
    if (has_nan_counts)
        put_page_counts(&maker, &index.nan_counts, pages, n_pages,
                        offsetof(struct pq_written_page, nan_count));
    return append_whole(&PQ_COLUMN_INDEX, &index, &maker, NULL, output, error);
}

/* ---- Column chunks --------------------------------------------------------------- */

/* Omits the deprecated bounds, and the exactness of bounds that are absent. */
static struct pq_statistics written_statistics(const struct pq_statistics *s)
{
    struct pq_statistics written = *s;
    written.max = written.min = slice_of(NULL, 0);
    if (s->max_value.data == NULL)
        written.max_is_exact = -1;
    if (s->min_value.data == NULL)
        written.min_is_exact = -1;
    return written;
}

static bool has_any_statistics(const struct pq_statistics *s)
{
    return s->max_value.data != NULL || s->min_value.data != NULL || s->has_null_count ||
           s->has_distinct_count || s->has_nan_count;
}

/* The box with only the coordinates it has. */
static struct pq_bounding_box written_box(const struct pq_bounding_box *box)
{
    struct pq_bounding_box written = *box;
    if (!box->has_z)
        written.zmin = written.zmax = (double)NAN;
    if (!box->has_m)
        written.mmin = written.mmax = (double)NAN;
    return written;
}

static void put_chunk_lists(struct list_maker *maker,
                            const struct pq_written_chunk *chunk,
                            struct pq_column_metadata *metadata)
{
    list_begin(maker, &metadata->encodings, THRIFT_I32, chunk->n_encodings);
    for (uint32_t i = 0; i < chunk->n_encodings; i++)
        thrift_append_integer(&maker->writer, chunk->encodings[i]);
    list_begin(maker, &metadata->path_in_schema, THRIFT_BINARY, chunk->n_path);
    for (uint32_t i = 0; i < chunk->n_path; i++)
        thrift_append_binary(&maker->writer, chunk->path[i]);
    if (chunk->n_encoding_counts > 0)
        list_begin(maker, &metadata->encoding_stats, THRIFT_STRUCT,
                   chunk->n_encoding_counts);
    for (uint32_t i = 0; i < chunk->n_encoding_counts; i++)
        thrift_append_members(&maker->writer, &PQ_ENCODING_COUNT,
                              &chunk->encoding_counts[i]);
    if (chunk->size.n_repetition > 0)
        put_integers(maker, &metadata->size.repetition_histogram, THRIFT_I64,
                     chunk->size.repetition_histogram, chunk->size.n_repetition);
    if (chunk->size.n_definition > 0)
        put_integers(maker, &metadata->size.definition_histogram, THRIFT_I64,
                     chunk->size.definition_histogram, chunk->size.n_definition);
    if (chunk->n_geo_types > 0)
        list_begin(maker, &metadata->geospatial_types, THRIFT_I32, chunk->n_geo_types);
    for (uint32_t i = 0; i < chunk->n_geo_types; i++)
        thrift_append_integer(&maker->writer, chunk->geo_types[i]);
}

enum status pq_append_column_metadata(const struct pq_written_chunk *chunk,
                                      struct buffer *output, struct error *error)
{
    struct list_maker maker;
    struct pq_column_metadata metadata = {
        .type = chunk->type,
        .codec = chunk->codec,
        .num_values = chunk->num_values,
        .total_uncompressed_size = chunk->total_uncompressed_size,
        .total_compressed_size = chunk->total_compressed_size,
        .data_page_offset = chunk->data_page_offset,
        .dictionary_page_offset = chunk->dictionary_page_offset,
        .has_dictionary_page_offset = chunk->dictionary_page_offset != 0,
        .statistics = written_statistics(&chunk->statistics),
        .has_statistics = has_any_statistics(&chunk->statistics),
        .bloom_filter_offset = chunk->bloom_filter_offset,
        .bloom_filter_length = chunk->bloom_filter_length,
        .has_bloom_filter_offset = chunk->bloom_filter_offset != 0,
        .has_bloom_filter_length = chunk->bloom_filter_offset != 0,
        .size = {.unencoded_bytes = chunk->size.unencoded_bytes,
                 .has_unencoded_bytes = chunk->size.has_unencoded_bytes},
        .has_size = chunk->size.has_unencoded_bytes || chunk->size.n_repetition > 0 ||
                    chunk->size.n_definition > 0,
        .has_geospatial = chunk->has_bbox || chunk->n_geo_types > 0,
        .has_bbox = chunk->has_bbox,
        .bbox = written_box(&chunk->bbox),
    };
    lists_begin(&maker, error);
    put_chunk_lists(&maker, chunk, &metadata);
    return append_whole(&PQ_COLUMN_METADATA, &metadata, &maker, NULL, output, error);
}

/* ---- The footer ------------------------------------------------------------------ */

/* The root has only a name and n_children; leaves have no n_children. */
static struct pq_schema_element written_element(const struct pq_schema_element *element,
                                                bool is_root)
{
    enum { VARIANT_VERSION = 1 }; /* version of the binary encoding */
    struct pq_schema_element written = *element;
    bool is_leaf = element->type >= 0;
    if (is_root)
        return (struct pq_schema_element){.type = -1,
                                          .repetition = -1,
                                          .name = element->name,
                                          .n_children = element->n_children,
                                          .converted_type = PQ_CONVERTED_NONE};
    written.has_type_length = is_leaf && element->has_type_length;
    written.n_children = is_leaf ? -1 : element->n_children;
    if (element->logical.kind == PQ_LOGICAL_GEOMETRY)
        written.logical.algorithm = -1;
    if (element->logical.kind == PQ_LOGICAL_VARIANT)
        written.logical.variant_version = VARIANT_VERSION;
    return written;
}

void pq_write_schema(struct thrift_writer *writer, const void *object)
{
    const struct pq_file_metadata *metadata = object;
    thrift_append_list(writer, THRIFT_STRUCT, metadata->n_elements);
    for (uint32_t i = 0; i < metadata->n_elements; i++) {
        struct pq_schema_element element = written_element(&metadata->elements[i],
                                                           i == 0);
        thrift_append_members(writer, &PQ_SCHEMA_ELEMENT, &element);
    }
}

/* A row group's own fields, and the chunks to write into its list. */
struct row_group_to_write {
    struct pq_row_group_fields fields; /* must be first */
    const struct pq_written_row_group *group;
};

void pq_write_columns(struct thrift_writer *writer, const void *object)
{
    const struct pq_written_row_group *group =
        ((const struct row_group_to_write *)object)->group;
    thrift_append_list(writer, THRIFT_STRUCT, group->n_columns);
    for (uint32_t i = 0; i < group->n_columns && writer->status == OK; i++) {
        const struct pq_written_column *column = &group->columns[i];
        struct list_maker maker;
        struct pq_column_chunk chunk = {
            /* file_offset 0: the metadata has no second copy */
            .has_metadata = column->metadata.size > 0,
            .written_metadata = column->metadata,
            .has_crypto = column->crypto.kind != 0,
            .crypto = column->crypto,
            .encrypted_metadata = column->encrypted_metadata,
            .has_offset_index = column->offset_index_length > 0,
            .offset_index_offset = column->offset_index_offset,
            .offset_index_length = column->offset_index_length,
            .has_column_index = column->column_index_length > 0,
            .column_index_offset = column->column_index_offset,
            .column_index_length = column->column_index_length,
        };
        lists_begin(&maker, writer->error);
        if (column->crypto.kind == PQ_COLUMN_KEY) {
            list_begin(&maker, &chunk.crypto.path, THRIFT_BINARY, column->n_path);
            for (uint32_t k = 0; k < column->n_path; k++)
                thrift_append_binary(&maker.writer, column->path[k]);
        }
        lists_end(&maker, writer);
        thrift_append_members(writer, &PQ_COLUMN_CHUNK, &chunk);
        lists_release(&maker);
    }
}

static void append_row_group(struct thrift_writer *writer,
                             const struct pq_written_row_group *group)
{
    struct list_maker maker;
    struct row_group_to_write written = {
        .fields = {.total_byte_size = group->total_byte_size,
                   .n_rows = group->n_rows,
                   .file_offset = group->file_offset,
                   .total_compressed_size = group->total_compressed_size,
                   .ordinal = group->ordinal,
                   .has_ordinal = group->ordinal <= INT16_MAX},
        .group = group,
    };
    lists_begin(&maker, writer->error);
    if (group->n_sorting_columns > 0)
        list_begin(&maker, &written.fields.sorting_columns, THRIFT_STRUCT,
                   group->n_sorting_columns);
    for (uint32_t i = 0; i < group->n_sorting_columns; i++)
        thrift_append_members(&maker.writer, &PQ_SORTING_COLUMN,
                              &group->sorting_columns[i]);
    lists_end(&maker, writer);
    thrift_append_members(writer, &PQ_ROW_GROUP, &written);
    lists_release(&maker);
}

void pq_write_row_groups(struct thrift_writer *writer, const void *metadata)
{
    const struct pq_written_file *file = writer->context;
    (void)metadata;
    thrift_append_list(writer, THRIFT_STRUCT, file->n_row_groups);
    for (uint32_t i = 0; i < file->n_row_groups && writer->status == OK; i++) {
        struct pq_written_row_group group = {0};
        enum status status = file->row_group(file->context, i, &group, writer->error);
        if (status == OK)
            append_row_group(writer, &group);
        else
            thrift_writer_fail(writer, status);
    }
}

static void put_file_lists(struct list_maker *maker, const struct pq_written_file *file,
                           struct pq_file_metadata *metadata)
{
    if (file->n_key_values > 0)
        list_begin(maker, &metadata->key_values, THRIFT_STRUCT, file->n_key_values);
    for (uint32_t i = 0; i < file->n_key_values; i++)
        thrift_append_members(&maker->writer, &PQ_KEY_VALUE, &file->key_values[i]);
    list_begin(maker, &metadata->column_orders, THRIFT_STRUCT, file->n_leaves);
    for (uint32_t i = 0; i < file->n_leaves; i++) {
        thrift_append_struct(&maker->writer);
        thrift_write_empty_struct(&maker->writer, PQ_ORDER_TYPE);
        thrift_end_struct(&maker->writer);
    }
}

enum status pq_append_file_metadata(const struct pq_written_file *file,
                                    struct buffer *output, struct error *error)
{
    struct list_maker maker;
    struct pq_file_metadata metadata = {
        .version = 1,
        .n_elements = file->n_elements,
        .elements = (struct pq_schema_element *)(uintptr_t)file->elements,
        .n_rows = file->n_rows,
    };
    if (file->created_by != NULL)
        metadata.created_by = slice_of(file->created_by, strlen(file->created_by));
    if (file->crypto != NULL) {
        metadata.algorithm = file->crypto->algorithm;
        metadata.footer_signing_key_metadata = file->crypto->key_metadata;
    }
    lists_begin(&maker, error);
    put_file_lists(&maker, file, &metadata);
    return append_whole(&PQ_FILE_METADATA, &metadata, &maker, file, output, error);
}

enum status pq_append_file_crypto(const struct pq_file_crypto *crypto,
                                  struct buffer *output, struct error *error)
{
    return append_whole(&PQ_FILE_CRYPTO, crypto, NULL, NULL, output, error);
}
