/* SPDX-License-Identifier: MIT */
/* metadata_chunks.c - parquet_metadata(): a row for each column chunk. */
#include "parquet/encoding/value_decoder.h"
#include "parquet/format/format_enums.h"
#include "scan/json_cell.h"
#include "sql/functions/metadata_functions.h"
#include "value/value_text.h"
#include "value/wkb.h"

struct chunk_rows {
    struct metadata_rows file; /* must be first */
    uint32_t row_group;
    uint32_t leaf;
    struct pq_column_chunk chunk;
};

static enum status chunks_open(const char *path, struct row_source **rows,
                               struct error *error)
{
    return metadata_rows_open(path, sizeof(struct chunk_rows), rows, error);
}

static enum status chunks_next(struct row_source *base, bool *has_row,
                               struct error *error)
{
    struct chunk_rows *rows = (struct chunk_rows *)base;
    uint32_t n_leaves = rows->file.tree->n_leaves;
    *has_row = base->n_given < (uint64_t)n_leaves * rows->file.metadata->n_row_groups;
    if (!*has_row)
        return OK;
    rows->row_group = (uint32_t)(base->n_given / n_leaves);
    rows->leaf = (uint32_t)(base->n_given % n_leaves);
    enum status status = pq_column_chunk_parse(rows->file.metadata, rows->row_group,
                                               rows->leaf, &rows->chunk, error);
    if (status != OK)
        return pq_locate_column(&rows->file.tree->leaves[rows->leaf].column,
                                rows->row_group, error);
    return OK;
}

/* Appends the chunk's own path, joined by ", " as DuckDB does; nothing if the chunk has
 * no metadata. */
static enum status append_path(struct buffer *text, struct slice path,
                               struct error *error)
{
    struct thrift_list list;
    enum status status = OK;
    thrift_list_begin(&list, path, THRIFT_BINARY);
    while (status == OK && thrift_list_next(&list)) {
        struct slice name = thrift_list_binary(&list);
        if (list.left + 1 < list.n)
            status = buffer_append_text(text, ", ", error);
        if (status == OK)
            status = buffer_append(text, name.data, name.size, error);
    }
    return status;
}

/* The Encoding list, joined by ", ". */
static enum status append_encodings(struct buffer *text, struct slice encodings,
                                    struct error *error)
{
    struct thrift_list list;
    enum status status = OK;
    thrift_list_begin(&list, encodings, THRIFT_I32);
    while (status == OK && thrift_list_next(&list)) {
        int encoding = thrift_list_i32(&list);
        const char *name = pq_encoding_name(encoding);
        if (list.left + 1 < list.n)
            status = buffer_append_text(text, ", ", error);
        if (status == OK && name != NULL)
            status = buffer_append_text(text, name, error);
        else if (status == OK)
            status = buffer_append_format(text, error, "%d", encoding);
    }
    return status;
}

/* The key-values as a JSON object. */
static enum status append_key_values(struct buffer *text, struct slice list,
                                     struct error *error)
{
    struct pq_key_values walk;
    struct slice key, value;
    bool is_first = true;
    pq_key_values_begin(&walk, list);
    enum status status = buffer_append_text(text, "{", error);
    while (status == OK && pq_key_values_next(&walk, &key, &value)) {
        if (!is_first)
            status = buffer_append_text(text, ",", error);
        if (status == OK)
            status = append_json_string(text, key, error);
        if (status == OK)
            status = buffer_append_text(text, ":", error);
        if (status == OK && value.data != NULL)
            status = append_json_string(text, value, error);
        else if (status == OK)
            status = buffer_append_text(text, "null", error);
        is_first = false;
    }
    return status == OK ? buffer_append_text(text, "}", error) : status;
}

static enum status append_bbox(struct buffer *text, const struct pq_bounding_box *box,
                               struct error *error)
{
    const char *const names[] = {"xmin", "xmax", "ymin", "ymax",
                                 "zmin", "zmax", "mmin", "mmax"};
    const double values[] = {box->xmin, box->xmax, box->ymin, box->ymax,
                             box->zmin, box->zmax, box->mmin, box->mmax};
    struct column column = {.type = COLUMN_REAL, .kind = VECTOR_DOUBLE};
    struct column_vector vector = {.n_rows = 8, .kind = VECTOR_DOUBLE};
    vector.values.float64 = values;
    enum status status = buffer_append_text(text, "{", error);
    for (uint32_t i = 0; status == OK && i < 8; i++) {
        bool is_there = i < 4 || (i < 6 ? box->has_z : box->has_m);
        status = buffer_append_format(text, error, "%s\"%s\":", i > 0 ? "," : "",
                                      names[i]);
        if (status == OK && is_there)
            status = append_json_cell(text, &column, &vector, i, error);
        else if (status == OK)
            status = buffer_append_text(text, "null", error);
    }
    return status == OK ? buffer_append_text(text, "}", error) : status;
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
static enum status append_geo_types(struct buffer *text, struct slice types,
                                    struct error *error)
{
    struct thrift_list list;
    enum status status = buffer_append_text(text, "[", error);
    thrift_list_begin(&list, types, THRIFT_I32);
    while (status == OK && thrift_list_next(&list)) {
        if (list.left + 1 < list.n)
            status = buffer_append_text(text, ",", error);
        if (status == OK)
            status = append_geo_type(text, thrift_list_i32(&list), error);
    }
    return status == OK ? buffer_append_text(text, "]", error) : status;
}

/* Columns whose text is composed.  *is_there: false for NULL. */
static enum status chunk_text(const struct chunk_rows *rows, int i, struct buffer *text,
                              bool *is_there, struct error *error)
{
    const struct pq_column_metadata *m = &rows->chunk.metadata;
    const struct pq_leaf *leaf = &rows->file.tree->leaves[rows->leaf];
    *is_there = true;
    switch (i) {
    case 8:
        *is_there = m->path_in_schema.data != NULL;
        return *is_there ? append_path(text, m->path_in_schema, error) : OK;
    case 10:
        return append_bound(text, leaf, m->statistics.min, is_there, error);
    case 11:
        return append_bound(text, leaf, m->statistics.max, is_there, error);
    case 14:
        return append_bound(text, leaf, m->statistics.min_value, is_there, error);
    case 15:
        return append_bound(text, leaf, m->statistics.max_value, is_there, error);
    case 17:
        return append_encodings(text, m->encodings, error);
    case 23:
        return append_key_values(text, m->key_value_metadata, error);
    case 29:
        *is_there = m->has_bbox;
        return m->has_bbox ? append_bbox(text, &m->bbox, error) : OK;
    default: /* 30 */
        *is_there = m->geospatial_types.data != NULL;
        return *is_there ? append_geo_types(text, m->geospatial_types, error) : OK;
    }
}

static void chunk_group_column(const struct chunk_rows *rows, sqlite3_context *context,
                               int i)
{
    const struct pq_row_group *group = &rows->file.metadata->row_groups[rows->row_group];
    switch (i) {
    case 0:
        sqlite3_result_text(context, rows->file.path, -1, SQLITE_TRANSIENT);
        break;
    case 1:
        sqlite3_result_int64(context, rows->row_group);
        break;
    case 2:
        sqlite3_result_int64(context, group->n_rows);
        break;
    case 3:
        sqlite3_result_int64(context, group->n_chunks);
        break;
    case 4:
        sqlite3_result_int64(context, group->total_byte_size);
        break;
    default: /* 28 */
        result_int64_if(context, group->total_compressed_size >= 0,
                        group->total_compressed_size);
    }
}

/* Columns that are numbers or names. */
static void chunk_scalar(const struct chunk_rows *rows, sqlite3_context *context, int i)
{
    const struct pq_column_metadata *m = &rows->chunk.metadata;
    const struct pq_statistics *s = &m->statistics;
    switch (i) {
    case 5:
        sqlite3_result_int64(context, rows->leaf);
        break;
    case 6:
        sqlite3_result_int64(context, rows->chunk.file_offset);
        break;
    case 7:
        sqlite3_result_int64(context, m->num_values);
        break;
    case 9:
        result_name(context, pq_type_name(m->type), m->type);
        break;
    case 12:
        result_int64_if(context, s->has_null_count, s->null_count);
        break;
    case 13:
        result_int64_if(context, s->has_distinct_count, s->distinct_count);
        break;
    case 16:
        result_name(context, pq_compression_name(m->codec), m->codec);
        break;
    case 18:
        result_int64_if(context, m->has_index_page_offset, m->index_page_offset);
        break;
    case 19:
        result_int64_if(context, m->has_dictionary_page_offset,
                        m->dictionary_page_offset);
        break;
    case 20:
        sqlite3_result_int64(context, m->data_page_offset);
        break;
    case 21:
        sqlite3_result_int64(context, m->total_compressed_size);
        break;
    case 22:
        sqlite3_result_int64(context, m->total_uncompressed_size);
        break;
    case 24:
        result_int64_if(context, m->has_bloom_filter_offset, m->bloom_filter_offset);
        break;
    case 25:
        result_int64_if(context, m->has_bloom_filter_length, m->bloom_filter_length);
        break;
    case 26:
        result_int64_if(context, m->has_statistics && s->min_is_exact >= 0,
                        s->min_is_exact);
        break;
    default: /* 27 */
        result_int64_if(context, m->has_statistics && s->max_is_exact >= 0,
                        s->max_is_exact);
    }
}

static enum status chunks_column(struct row_source *base, sqlite3_context *context, int i,
                                 struct error *error)
{
    const struct chunk_rows *rows = (struct chunk_rows *)base;
    if (i <= 4 || i == 28) {
        chunk_group_column(rows, context, i);
        return OK;
    }
    if (!rows->chunk.has_metadata && i != 5)
        return OK;
    bool is_text = i == 8 || i == 10 || i == 11 || i == 14 || i == 15 || i == 17 ||
                   i == 23 || i == 29 || i == 30;
    if (!is_text) {
        chunk_scalar(rows, context, i);
        return OK;
    }
    struct buffer text = {0};
    bool is_there;
    enum status status = chunk_text(rows, i, &text, &is_there, error);
    if (status == OK && is_there)
        result_buffer(context, &text);
    buffer_release(&text);
    return status;
}

const struct table_function parquet_metadata_function = {
    .name = "parquet_metadata",
    .columns =
        "file_name TEXT, row_group_id INTEGER, row_group_num_rows INTEGER, "
        "row_group_num_columns INTEGER, row_group_bytes INTEGER, column_id INTEGER, "
        "file_offset INTEGER, num_values INTEGER, path_in_schema TEXT, type TEXT, "
        "stats_min TEXT, stats_max TEXT, stats_null_count INTEGER, "
        "stats_distinct_count INTEGER, stats_min_value TEXT, stats_max_value TEXT, "
        "compression TEXT, encodings TEXT, index_page_offset INTEGER, "
        "dictionary_page_offset INTEGER, data_page_offset INTEGER, "
        "total_compressed_size INTEGER, total_uncompressed_size INTEGER, "
        "key_value_metadata TEXT, bloom_filter_offset INTEGER, "
        "bloom_filter_length INTEGER, min_is_exact INTEGER, max_is_exact INTEGER, "
        "row_group_compressed_bytes INTEGER, geo_bbox TEXT, geo_types TEXT",
    .open = chunks_open,
    .next = chunks_next,
    .column = chunks_column,
    .close = metadata_rows_close,
};
