/* SPDX-License-Identifier: MIT */
/* metadata_chunks.c - parquet_metadata(): a row for each column chunk. */
#include "parquet/encoding/value_decoder.h"
#include "parquet/format/format_enums.h"
#include "parquet/format/format_structs.h"
#include "scan/json_cell.h"
#include "sql/functions/metadata_functions.h"
#include "value/value_text.h"
#include "value/wkb.h"

#define CHUNK_COLUMNS(X)                                                                 \
    X(CHUNK_ROW_GROUP_ID, "row_group_id INTEGER")                                        \
    X(CHUNK_ROW_GROUP_NUM_ROWS, "row_group_num_rows INTEGER")                            \
    X(CHUNK_ROW_GROUP_NUM_COLUMNS, "row_group_num_columns INTEGER")                      \
    X(CHUNK_ROW_GROUP_BYTES, "row_group_bytes INTEGER")                                  \
    X(CHUNK_COLUMN_ID, "column_id INTEGER")                                              \
    X(CHUNK_FILE_OFFSET, "file_offset INTEGER")                                          \
    X(CHUNK_NUM_VALUES, "num_values INTEGER")                                            \
    X(CHUNK_PATH_IN_SCHEMA, "path_in_schema TEXT")                                       \
    X(CHUNK_TYPE, "type TEXT")                                                           \
    X(CHUNK_STATS_MIN, "stats_min TEXT")                                                 \
    X(CHUNK_STATS_MAX, "stats_max TEXT")                                                 \
    X(CHUNK_STATS_NULL_COUNT, "stats_null_count INTEGER")                                \
    X(CHUNK_STATS_DISTINCT_COUNT, "stats_distinct_count INTEGER")                        \
    X(CHUNK_STATS_MIN_VALUE, "stats_min_value TEXT")                                     \
    X(CHUNK_STATS_MAX_VALUE, "stats_max_value TEXT")                                     \
    X(CHUNK_COMPRESSION, "compression TEXT")                                             \
    X(CHUNK_ENCODINGS, "encodings TEXT")                                                 \
    X(CHUNK_INDEX_PAGE_OFFSET, "index_page_offset INTEGER")                              \
    X(CHUNK_DICTIONARY_PAGE_OFFSET, "dictionary_page_offset INTEGER")                    \
    X(CHUNK_DATA_PAGE_OFFSET, "data_page_offset INTEGER")                                \
    X(CHUNK_TOTAL_COMPRESSED_SIZE, "total_compressed_size INTEGER")                      \
    X(CHUNK_TOTAL_UNCOMPRESSED_SIZE, "total_uncompressed_size INTEGER")                  \
    X(CHUNK_KEY_VALUE_METADATA, "key_value_metadata TEXT")                               \
    X(CHUNK_BLOOM_FILTER_OFFSET, "bloom_filter_offset INTEGER")                          \
    X(CHUNK_BLOOM_FILTER_LENGTH, "bloom_filter_length INTEGER")                          \
    X(CHUNK_MIN_IS_EXACT, "min_is_exact INTEGER")                                        \
    X(CHUNK_MAX_IS_EXACT, "max_is_exact INTEGER")                                        \
    X(CHUNK_ROW_GROUP_COMPRESSED_BYTES, "row_group_compressed_bytes INTEGER")            \
    X(CHUNK_GEO_BBOX, "geo_bbox TEXT")                                                   \
    X(CHUNK_GEO_TYPES, "geo_types TEXT")                                                 \
    X(CHUNK_ENCODING_STATS, "encoding_stats TEXT")                                       \
    X(CHUNK_STATS_NAN_COUNT, "stats_nan_count INTEGER")                                  \
    X(CHUNK_HAS_OFFSET_INDEX, "has_offset_index INTEGER")                                \
    X(CHUNK_HAS_COLUMN_INDEX, "has_column_index INTEGER")                                \
    X(CHUNK_HAS_BLOOM_FILTER, "has_bloom_filter INTEGER")                                \
    X(CHUNK_ENCRYPTION, "encryption TEXT")                                               \
    X(CHUNK_KEY_METADATA, "key_metadata TEXT")

enum chunk_columns { CHUNK_COLUMNS(COLUMN_NUMBER) };

struct chunk_rows {
    struct metadata_rows file; /* must be first */
    uint32_t row_group;
    uint32_t leaf;
    struct pq_column_chunk chunk;
};

static enum status chunks_open(const struct function_call *call, struct row_source **rows,
                               struct error *error)
{
    return metadata_rows_open(&call->options, sizeof(struct chunk_rows), rows, error);
}

/* Without its key, the chunk stays as the footer has it. */
static enum status decrypt(struct chunk_rows *rows, struct error *error)
{
    const struct pq_chunk_context *context = pq_file_context(rows->file.file);
    struct pq_column_chunk decrypted = rows->chunk;
    struct error failure = {0};
    if (context->decryption == NULL)
        return OK;
    enum status status = pq_decryption_open_chunk(
        context->decryption, rows->row_group, rows->leaf,
        context->tree->leaves[rows->leaf].column.name, &decrypted, &failure);
    if (status == OK)
        rows->chunk = decrypted;
    return status_is_external(status) ? error_set(error, status, "%s", failure.message)
                                      : OK;
}

static const char *encryption_of(const struct pq_column_chunk *chunk)
{
    return chunk->crypto.kind == PQ_COLUMN_KEY                    ? "column key"
           : chunk->crypto.kind == PQ_FOOTER_KEY || chunk->cipher ? "footer key"
                                                                  : NULL;
}

static enum status result_chunk_key(sqlite3_context *context,
                                    const struct chunk_rows *rows)
{
    const struct pq_column_chunk *chunk = &rows->chunk;
    if (encryption_of(chunk) == NULL)
        return OK;
    return result_key_metadata(
        context, chunk->crypto.kind == PQ_COLUMN_KEY
                     ? chunk->crypto.key_metadata
                     : pq_file_footer(rows->file.file)->crypto.key_metadata);
}

static enum status chunks_next(struct row_source *base, bool *has_row,
                               struct error *error)
{
    struct chunk_rows *rows = (struct chunk_rows *)base;
    *has_row = metadata_rows_find(&rows->file, base->n_given, rows->file.tree->n_leaves,
                                  &rows->row_group, &rows->leaf);
    if (!*has_row)
        return OK;
    enum status status = pq_column_chunk_parse(rows->file.metadata, rows->row_group,
                                               rows->leaf, &rows->chunk, error);
    if (status == OK)
        status = decrypt(rows, error);
    if (status != OK)
        return pq_locate_column(&rows->file.tree->leaves[rows->leaf].column,
                                rows->row_group, error);
    return OK;
}

/* The chunk's own path, joined by ", " as DuckDB does. */
static enum status result_chunk_path(sqlite3_context *context, struct slice path,
                                     struct error *error)
{
    struct buffer text = {0};
    struct thrift_list list;
    enum status status = OK;
    if (path.data == NULL)
        return OK;
    thrift_list_begin(&list, path, THRIFT_BINARY);
    while (status == OK && thrift_list_next(&list)) {
        struct slice name = thrift_list_binary(&list);
        if (list.left + 1 < list.n)
            status = buffer_append_text(&text, ", ", error);
        if (status == OK)
            status = buffer_append(&text, name.data, name.size, error);
    }
    return result_appended(context, &text, status);
}

/* The Encoding list, joined by ", ". */
static enum status result_encodings(sqlite3_context *context, struct slice encodings,
                                    struct error *error)
{
    struct buffer text = {0};
    struct thrift_list list;
    enum status status = OK;
    thrift_list_begin(&list, encodings, THRIFT_I32);
    while (status == OK && thrift_list_next(&list)) {
        int encoding = thrift_list_i32(&list);
        const char *name = pq_encoding_name(encoding);
        if (list.left + 1 < list.n)
            status = buffer_append_text(&text, ", ", error);
        if (status == OK && name != NULL)
            status = buffer_append_text(&text, name, error);
        else if (status == OK)
            status = buffer_append_format(&text, error, "%d", encoding);
    }
    return result_appended(context, &text, status);
}

/* Appends "key":"name", or the number where it has no name. */
static enum status append_enum(struct buffer *text, const char *key, const char *name,
                               int number, struct error *error)
{
    return name != NULL ? buffer_append_format(text, error, "\"%s\":\"%s\",", key, name)
                        : buffer_append_format(text, error, "\"%s\":%d,", key, number);
}

/* The PageEncodingStats as a JSON list of objects. */
static enum status result_encoding_stats(sqlite3_context *context, struct slice stats,
                                         struct error *error)
{
    struct buffer text = {0};
    struct thrift_list list;
    if (stats.data == NULL)
        return OK;
    enum status status = buffer_append_text(&text, "[", error);
    thrift_list_begin(&list, stats, THRIFT_STRUCT);
    while (status == OK && thrift_list_next(&list)) {
        struct pq_encoding_count of;
        thrift_read_struct(&list.reader, &PQ_ENCODING_COUNT, &of);
        if (text.size > 1)
            status = buffer_append_text(&text, ",", error);
        if (status == OK)
            status = buffer_append_text(&text, "{", error);
        if (status == OK)
            status = append_enum(&text, "page_type", pq_page_type_name(of.page_type),
                                 of.page_type, error);
        if (status == OK)
            status = append_enum(&text, "encoding", pq_encoding_name(of.encoding),
                                 of.encoding, error);
        if (status == OK)
            status = buffer_append_format(&text, error, "\"count\":%d}", (int)of.count);
    }
    if (status == OK)
        status = buffer_append_text(&text, "]", error);
    return result_appended(context, &text, status);
}

/* The key-values as a JSON object. */
static enum status result_key_values(sqlite3_context *context, struct slice list,
                                     struct error *error)
{
    struct buffer text = {0};
    struct pq_key_values walk;
    struct slice key, value;
    bool is_first = true;
    pq_key_values_begin(&walk, list);
    enum status status = buffer_append_text(&text, "{", error);
    while (status == OK && pq_key_values_next(&walk, &key, &value)) {
        if (!is_first)
            status = buffer_append_text(&text, ",", error);
        if (status == OK)
            status = append_json_string(&text, key, error);
        if (status == OK)
            status = buffer_append_text(&text, ":", error);
        if (status == OK && value.data != NULL)
            status = append_json_string(&text, value, error);
        else if (status == OK)
            status = buffer_append_text(&text, "null", error);
        is_first = false;
    }
    if (status == OK)
        status = buffer_append_text(&text, "}", error);
    return result_appended(context, &text, status);
}

static enum status result_bbox(sqlite3_context *context,
                               const struct pq_column_metadata *metadata,
                               struct error *error)
{
    const struct pq_bounding_box *box = &metadata->bbox;
    const char *const names[] = {"xmin", "xmax", "ymin", "ymax",
                                 "zmin", "zmax", "mmin", "mmax"};
    const double values[] = {box->xmin, box->xmax, box->ymin, box->ymax,
                             box->zmin, box->zmax, box->mmin, box->mmax};
    struct column column = {.type = COLUMN_REAL, .kind = VECTOR_DOUBLE};
    struct column_vector vector = {.n_rows = 8, .kind = VECTOR_DOUBLE};
    struct buffer text = {0};
    if (!metadata->has_bbox)
        return OK;
    vector.values.float64 = values;
    enum status status = buffer_append_text(&text, "{", error);
    for (uint32_t i = 0; status == OK && i < 8; i++) {
        bool is_there = i < 4 || (i < 6 ? box->has_z : box->has_m);
        status = buffer_append_format(&text, error, "%s\"%s\":", i > 0 ? "," : "",
                                      names[i]);
        if (status == OK && is_there)
            status = append_json_cell(&text, &column, &vector, i, error);
        else if (status == OK)
            status = buffer_append_text(&text, "null", error);
    }
    if (status == OK)
        status = buffer_append_text(&text, "}", error);
    return result_appended(context, &text, status);
}

/* Appends "point", "polygon_zm" and the like; an unknown code as a number. */
static enum status append_geo_type(struct buffer *text, int code, struct error *error)
{
    static const char *const suffixes[] = {"", "_z", "_m", "_zm"};
    const char *name = code > 0 && code < WKB_FORMS * WKB_FORM
                           ? wkb_type_name(code % WKB_FORM)
                           : NULL;
    if (name == NULL)
        return buffer_append_format(text, error, "%d", code);
    size_t start = text->size + 1;
    enum status status = buffer_append_format(text, error, "\"%s%s\"", name,
                                              suffixes[code / WKB_FORM]);
    for (size_t i = start; status == OK && i < text->size; i++)
        text->data[i] |= text->data[i] >= 'A' && text->data[i] <= 'Z' ? 'a' - 'A' : 0;
    return status;
}

/* The WKB types as a JSON list. */
static enum status result_geo_types(sqlite3_context *context, struct slice types,
                                    struct error *error)
{
    struct buffer text = {0};
    struct thrift_list list;
    if (types.data == NULL)
        return OK;
    enum status status = buffer_append_text(&text, "[", error);
    thrift_list_begin(&list, types, THRIFT_I32);
    while (status == OK && thrift_list_next(&list)) {
        if (list.left + 1 < list.n)
            status = buffer_append_text(&text, ",", error);
        if (status == OK)
            status = append_geo_type(&text, thrift_list_i32(&list), error);
    }
    if (status == OK)
        status = buffer_append_text(&text, "]", error);
    return result_appended(context, &text, status);
}

static enum status chunks_column(struct row_source *base, sqlite3_context *context, int i,
                                 struct error *error)
{
    const struct chunk_rows *rows = (struct chunk_rows *)base;
    const struct pq_row_group *group = &rows->file.metadata->row_groups[rows->row_group];
    const struct pq_leaf *leaf = &rows->file.tree->leaves[rows->leaf];
    const struct pq_column_metadata *m = &rows->chunk.metadata;
    const struct pq_statistics *s = &m->statistics;
    bool is_of_group = i <= CHUNK_COLUMN_ID || i == CHUNK_ROW_GROUP_COMPRESSED_BYTES ||
                       i == CHUNK_HAS_OFFSET_INDEX || i == CHUNK_HAS_COLUMN_INDEX ||
                       i >= CHUNK_ENCRYPTION;
    if (!is_of_group && !rows->chunk.has_metadata)
        return i == CHUNK_PATH_IN_SCHEMA
                   ? result_path(context, rows->file.tree, rows->leaf, error)
                   : OK;
    switch ((enum chunk_columns)i) {
    case CHUNK_ROW_GROUP_ID:
        return result_int(context, rows->row_group);
    case CHUNK_ROW_GROUP_NUM_ROWS:
        return result_int(context, group->n_rows);
    case CHUNK_ROW_GROUP_NUM_COLUMNS:
        return result_int(context, group->n_chunks);
    case CHUNK_ROW_GROUP_BYTES:
        return result_int(context, group->total_byte_size);
    case CHUNK_COLUMN_ID:
        return result_int(context, rows->leaf);
    case CHUNK_FILE_OFFSET:
        return result_int(context, rows->chunk.file_offset);
    case CHUNK_NUM_VALUES:
        return result_int(context, m->num_values);
    case CHUNK_PATH_IN_SCHEMA:
        return result_chunk_path(context, m->path_in_schema, error);
    case CHUNK_TYPE:
        return result_name(context, pq_type_name(m->type), m->type);
    case CHUNK_STATS_MIN:
        return result_bound(context, leaf, s->min, error);
    case CHUNK_STATS_MAX:
        return result_bound(context, leaf, s->max, error);
    case CHUNK_STATS_NULL_COUNT:
        return result_int_if(context, s->has_null_count, s->null_count);
    case CHUNK_STATS_DISTINCT_COUNT:
        return result_int_if(context, s->has_distinct_count, s->distinct_count);
    case CHUNK_STATS_MIN_VALUE:
        return result_bound(context, leaf, s->min_value, error);
    case CHUNK_STATS_MAX_VALUE:
        return result_bound(context, leaf, s->max_value, error);
    case CHUNK_COMPRESSION:
        return result_name(context, pq_compression_name(m->codec), m->codec);
    case CHUNK_ENCODINGS:
        return result_encodings(context, m->encodings, error);
    case CHUNK_INDEX_PAGE_OFFSET:
        return result_int_if(context, m->has_index_page_offset, m->index_page_offset);
    case CHUNK_DICTIONARY_PAGE_OFFSET:
        return result_int_if(context, m->has_dictionary_page_offset,
                             m->dictionary_page_offset);
    case CHUNK_DATA_PAGE_OFFSET:
        return result_int(context, m->data_page_offset);
    case CHUNK_TOTAL_COMPRESSED_SIZE:
        return result_int(context, m->total_compressed_size);
    case CHUNK_TOTAL_UNCOMPRESSED_SIZE:
        return result_int(context, m->total_uncompressed_size);
    case CHUNK_KEY_VALUE_METADATA:
        return result_key_values(context, m->key_value_metadata, error);
    case CHUNK_BLOOM_FILTER_OFFSET:
        return result_int_if(context, m->has_bloom_filter_offset, m->bloom_filter_offset);
    case CHUNK_BLOOM_FILTER_LENGTH:
        return result_int_if(context, m->has_bloom_filter_length, m->bloom_filter_length);
    case CHUNK_MIN_IS_EXACT:
        return result_int_if(context, m->has_statistics && s->min_is_exact >= 0,
                             s->min_is_exact);
    case CHUNK_MAX_IS_EXACT:
        return result_int_if(context, m->has_statistics && s->max_is_exact >= 0,
                             s->max_is_exact);
    case CHUNK_ROW_GROUP_COMPRESSED_BYTES:
        return result_int_if(context, group->total_compressed_size >= 0,
                             group->total_compressed_size);
    case CHUNK_GEO_BBOX:
        return result_bbox(context, m, error);
    case CHUNK_GEO_TYPES:
        return result_geo_types(context, m->geospatial_types, error);
    case CHUNK_ENCODING_STATS:
        return result_encoding_stats(context, m->encoding_stats, error);
    case CHUNK_STATS_NAN_COUNT:
        return result_int_if(context, s->has_nan_count, s->nan_count);
    case CHUNK_HAS_OFFSET_INDEX:
        return result_int(context, rows->chunk.has_offset_index);
    case CHUNK_HAS_COLUMN_INDEX:
        return result_int(context, rows->chunk.has_column_index);
    case CHUNK_HAS_BLOOM_FILTER:
        return result_int(context, m->has_bloom_filter_offset);
    case CHUNK_ENCRYPTION:
        return result_name(context, encryption_of(&rows->chunk), -1);
    case CHUNK_KEY_METADATA:
        return result_chunk_key(context, rows);
    }
    return OK;
}

const struct table_function parquet_metadata_function = {
    .name = "parquet_metadata",
    .has_file_name = true,
    .columns = CHUNK_COLUMNS(COLUMN_DECLARATION),
    .place = IN_METADATA,
    .open = chunks_open,
    .next = chunks_next,
    .column = chunks_column,
    .close = metadata_rows_close,
};
