/* SPDX-License-Identifier: MIT */
/* metadata_chunks.c - parquet_metadata(): a row for each column chunk. */
#include "parquet/encoding/value_decoder.h"
#include "parquet/format/format_enums.h"
#include "parquet/format/format_structs.h"
#include "scan/json_cell.h"
#include "sql/functions/metadata_functions.h"
#include "value/value_text.h"
#include "value/wkb.h"

struct chunk_rows {
    struct metadata_rows file; /* must be first */
    uint32_t row_group, leaf;
    struct pq_row_group group;
    struct pq_column_chunk chunk;
    const char *encryption; /* NULL: not encrypted */
    struct slice key_metadata;
};

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

static void find_key(struct chunk_rows *rows)
{
    const struct pq_column_crypto *crypto = &rows->chunk.crypto;
    rows->encryption = NULL;
    rows->key_metadata = (struct slice){0};
    if (crypto->kind == PQ_COLUMN_KEY) {
        rows->encryption = "column key";
        rows->key_metadata = crypto->key_metadata;
    } else if (crypto->kind == PQ_FOOTER_KEY || rows->chunk.cipher != NULL) {
        rows->encryption = "footer key";
        rows->key_metadata = pq_file_footer(rows->file.file)->crypto.key_metadata;
    }
}

static enum status chunks_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct chunk_rows *rows = row;
    *has_row = metadata_rows_find(&rows->file, n, rows->file.tree->n_leaves,
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
    if (!rows->chunk.has_metadata)
        rows->chunk.metadata.type = rows->chunk.metadata.codec = -1;
    rows->group = rows->file.metadata->row_groups[rows->row_group];
    find_key(rows);
    return OK;
}

/* ---- Columns --------------------------------------------------------------------- */

/* The separator before the next element of a list. */
static const char *separator(const struct thrift_list *list, const char *text)
{
    return list->left + 1 < list->n ? text : "";
}

static void append_path(struct buffer *text, struct slice path, struct error *error)
{
    struct thrift_list list;
    thrift_list_begin(&list, path, THRIFT_BINARY);
    while (thrift_list_next(&list)) {
        struct slice name = thrift_list_binary(&list);
        buffer_add_text(text, separator(&list, ", "), error);
        buffer_add(text, name, error);
    }
}

/* The chunk's own path, joined by ", " as DuckDB does. */
static enum status show_path(void *row, sqlite3_context *context, struct error *error)
{
    const struct chunk_rows *rows = row;
    struct slice path = rows->chunk.metadata.path_in_schema;
    struct buffer text = {0};
    if (!rows->chunk.has_metadata)
        return result_path(context, rows->file.tree, rows->leaf, error);
    if (path.data == NULL)
        return OK;
    append_path(&text, path, error);
    return result_appended(context, &text, error->status);
}

/* The Encoding list, joined by ", ". */
static void append_encodings(struct buffer *text, struct slice encodings,
                             struct error *error)
{
    struct thrift_list list;
    thrift_list_begin(&list, encodings, THRIFT_I32);
    while (thrift_list_next(&list)) {
        int encoding = thrift_list_i32(&list);
        const char *name = pq_encoding_name(encoding);
        buffer_add_text(text, separator(&list, ", "), error);
        if (name != NULL)
            buffer_add_text(text, name, error);
        else
            buffer_add_format(text, error, "%d", encoding);
    }
}

/* Appends "key":"name", or the number where it has no name. */
static void append_enum(struct buffer *text, const char *key, const char *name,
                        int number, struct error *error)
{
    if (name != NULL)
        buffer_add_format(text, error, "\"%s\":\"%s\",", key, name);
    else
        buffer_add_format(text, error, "\"%s\":%d,", key, number);
}

/* The PageEncodingStats as a JSON list of objects. */
static void append_encoding_stats(struct buffer *text, struct slice stats,
                                  struct error *error)
{
    struct thrift_list list;
    buffer_add_text(text, "[", error);
    thrift_list_begin(&list, stats, THRIFT_STRUCT);
    while (thrift_list_next(&list)) {
        struct pq_encoding_count of;
        thrift_read_struct(&list.reader, &PQ_ENCODING_COUNT, &of);
        buffer_add_text(text, separator(&list, ","), error);
        buffer_add_text(text, "{", error);
        append_enum(text, "page_type", pq_page_type_name(of.page_type), of.page_type,
                    error);
        append_enum(text, "encoding", pq_encoding_name(of.encoding), of.encoding, error);
        buffer_add_format(text, error, "\"count\":%d}", (int)of.count);
    }
    buffer_add_text(text, "]", error);
}

/* The key-values as a JSON object. */
static void append_key_values(struct buffer *text, struct slice list, struct error *error)
{
    struct pq_key_values walk;
    struct slice key, value;
    pq_key_values_begin(&walk, list);
    buffer_add_text(text, "{", error);
    while (pq_key_values_next(&walk, &key, &value)) {
        buffer_add_text(text, separator(&walk.list, ","), error);
        add_json_string(text, key, error);
        buffer_add_text(text, ":", error);
        if (value.data != NULL)
            add_json_string(text, value, error);
        else
            buffer_add_text(text, "null", error);
    }
    buffer_add_text(text, "}", error);
}

static void append_bbox(void *row, struct buffer *text, struct error *error)
{
    const struct pq_column_metadata *metadata =
        &((struct chunk_rows *)row)->chunk.metadata;
    const struct pq_bounding_box *box = &metadata->bbox;
    const char *const names[] = {"xmin", "xmax", "ymin", "ymax",
                                 "zmin", "zmax", "mmin", "mmax"};
    const double values[] = {box->xmin, box->xmax, box->ymin, box->ymax,
                             box->zmin, box->zmax, box->mmin, box->mmax};
    if (!metadata->has_bbox)
        return;
    for (int i = 0; i < 8; i++) {
        bool is_there = i < 4 || (i < 6 ? box->has_z : box->has_m);
        buffer_add_format(text, error, "%s\"%s\":", i > 0 ? "," : "{", names[i]);
        if (!is_there)
            buffer_add_text(text, "null", error);
        else if (error->status == OK && append_json_double(text, values[i], error) != OK)
            return;
    }
    buffer_add_text(text, "}", error);
}

/* Appends "point", "polygon_zm" and the like; an unknown code as a number. */
static void append_geo_type(struct buffer *text, int code, struct error *error)
{
    static const char *const suffixes[] = {"", "_z", "_m", "_zm"};
    const char *name = code > 0 && code < WKB_FORMS * WKB_FORM
                           ? wkb_type_name(code % WKB_FORM)
                           : NULL;
    size_t start = text->size;
    if (name == NULL)
        buffer_add_format(text, error, "%d", code);
    else
        buffer_add_format(text, error, "\"%s%s\"", name, suffixes[code / WKB_FORM]);
    for (size_t i = start; i < text->size; i++)
        text->data[i] |= text->data[i] >= 'A' && text->data[i] <= 'Z' ? 'a' - 'A' : 0;
}

/* The WKB types as a JSON list. */
static void append_geo_types(struct buffer *text, struct slice types, struct error *error)
{
    struct thrift_list list;
    buffer_add_text(text, "[", error);
    thrift_list_begin(&list, types, THRIFT_I32);
    while (thrift_list_next(&list)) {
        buffer_add_text(text, separator(&list, ","), error);
        append_geo_type(text, thrift_list_i32(&list), error);
    }
    buffer_add_text(text, "]", error);
}

static enum status show_bound(void *row, sqlite3_context *context, const void *bound,
                              struct error *error)
{
    const struct chunk_rows *rows = row;
    return result_bound(context, &rows->file.tree->leaves[rows->leaf],
                        *(const struct slice *)bound, error);
}

#define CHUNK(declaration, member) SHOW(declaration, struct chunk_rows, member)
/* Is NULL for a chunk whose metadata is encrypted. */
#define METADATA(declaration, member)                                                    \
    SHOW_IF(declaration, struct chunk_rows, chunk.member, chunk.has_metadata)
#define METADATA_IF(declaration, member, flag)                                           \
    SHOW_IF(declaration, struct chunk_rows, chunk.metadata.member, chunk.metadata.flag)
#define STATISTIC(declaration, member)                                                   \
    METADATA_IF(declaration, statistics.member, statistics.has_##member)
#define BOUND(declaration, member)                                                       \
    SHOW_MEMBER_BY(declaration, struct chunk_rows, chunk.metadata.statistics.member,     \
                   show_bound)

static const struct listed_column CHUNK_COLUMNS[] = {
    CHUNK("row_group_id INTEGER", row_group),
    CHUNK("row_group_num_rows INTEGER", group.n_rows),
    CHUNK("row_group_num_columns INTEGER", group.n_chunks),
    CHUNK("row_group_bytes INTEGER", group.total_byte_size),
    CHUNK("column_id INTEGER", leaf),
    METADATA("file_offset INTEGER", file_offset),
    METADATA("num_values INTEGER", metadata.num_values),
    SHOW_BY("path_in_schema TEXT", show_path),
    SHOW_NAME("type TEXT", struct chunk_rows, chunk.metadata.type, pq_type_name),
    BOUND("stats_min TEXT", min),
    BOUND("stats_max TEXT", max),
    STATISTIC("stats_null_count INTEGER", null_count),
    STATISTIC("stats_distinct_count INTEGER", distinct_count),
    BOUND("stats_min_value TEXT", min_value),
    BOUND("stats_max_value TEXT", max_value),
    SHOW_NAME("compression TEXT", struct chunk_rows, chunk.metadata.codec,
              pq_compression_name),
    SHOW_LIST_IF("encodings TEXT", struct chunk_rows, chunk.metadata.encodings,
                 chunk.has_metadata, append_encodings),
    METADATA_IF("index_page_offset INTEGER", index_page_offset, has_index_page_offset),
    METADATA_IF("dictionary_page_offset INTEGER", dictionary_page_offset,
                has_dictionary_page_offset),
    METADATA("data_page_offset INTEGER", metadata.data_page_offset),
    METADATA("total_compressed_size INTEGER", metadata.total_compressed_size),
    METADATA("total_uncompressed_size INTEGER", metadata.total_uncompressed_size),
    SHOW_LIST_IF("key_value_metadata TEXT", struct chunk_rows,
                 chunk.metadata.key_value_metadata, chunk.has_metadata,
                 append_key_values),
    METADATA_IF("bloom_filter_offset INTEGER", bloom_filter_offset,
                has_bloom_filter_offset),
    METADATA_IF("bloom_filter_length INTEGER", bloom_filter_length,
                has_bloom_filter_length),
    METADATA_IF("min_is_exact INTEGER", statistics.min_is_exact, has_statistics),
    METADATA_IF("max_is_exact INTEGER", statistics.max_is_exact, has_statistics),
    SHOW_NATURAL("row_group_compressed_bytes INTEGER", struct chunk_rows,
                 group.total_compressed_size),
    SHOW_TEXT("geo_bbox TEXT", append_bbox),
    SHOW_LIST("geo_types TEXT", struct chunk_rows, chunk.metadata.geospatial_types,
              append_geo_types),
    SHOW_LIST("encoding_stats TEXT", struct chunk_rows, chunk.metadata.encoding_stats,
              append_encoding_stats),
    STATISTIC("stats_nan_count INTEGER", nan_count),
    CHUNK("has_offset_index INTEGER", chunk.has_offset_index),
    CHUNK("has_column_index INTEGER", chunk.has_column_index),
    METADATA("has_bloom_filter INTEGER", metadata.has_bloom_filter_offset),
    CHUNK("encryption TEXT", encryption),
    SHOW_BYTES("key_metadata TEXT", struct chunk_rows, key_metadata),
};

const struct table_function parquet_metadata_function = {
    .name = "parquet_metadata",
    .columns = COLUMN_LIST(CHUNK_COLUMNS),
    .scope = IN_METADATA,
    .size = sizeof(struct chunk_rows),
    .open = metadata_rows_open,
    .next = chunks_next,
    .close = metadata_rows_close,
};
