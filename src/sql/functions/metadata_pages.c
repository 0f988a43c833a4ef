/* SPDX-License-Identifier: MIT */
/*
 * metadata_pages.c - parquet_pages(): a row for each page of any type: what its header
 * contains, and whether its checksum is right.
 *
 * Reads the pages themselves only for the column crc, else only their headers.
 */
#include "parquet/encoding/value_decoder.h"
#include "parquet/format/format_enums.h"
#include "parquet/format/page_header.h"
#include "sql/functions/metadata_functions.h"

struct page_rows {
    struct metadata_rows file; /* must be first */
    uint32_t row_group;
    uint32_t leaf;
    bool is_in_chunk;
    struct pq_page_reader pages;
    int64_t page_number;    /* in the chunk */
    int64_t values_left;    /* of the chunk, after this page */
    int64_t next_first_row; /* of the next data page; -1: not known */
    int64_t first_row;      /* of the current page; -1: no data page, or not known */
    struct buffer header;   /* the page header's bytes, which the statistics point to */
    struct pq_statistics statistics;
};

static void pages_close(struct row_source *base)
{
    buffer_release(&((struct page_rows *)base)->header);
    metadata_rows_close(base);
}

static enum status pages_open(const char *path, struct row_source **rows,
                              struct error *error)
{
    return metadata_rows_open(path, sizeof(struct page_rows), rows, error);
}

static const struct pq_leaf *leaf_at_hand(const struct page_rows *rows)
{
    return &rows->file.tree->leaves[rows->leaf];
}

static enum status start_chunk(struct page_rows *rows, struct error *error)
{
    const struct pq_chunk_context *context = pq_file_context(rows->file.file);
    struct pq_column_chunk chunk;
    rows->page_number = -1;
    rows->next_first_row = 0;
    enum status status = pq_chunk_metadata(context, rows->row_group, rows->leaf, &chunk,
                                           error);
    if (status == OK)
        status = pq_page_reader_start(&rows->pages, context->source, &chunk.metadata,
                                      error);
    rows->is_in_chunk = status == OK;
    rows->values_left = chunk.metadata.num_values;
    return status;
}

/* Finds the next page of the chunk.  Impala leaves bytes after the last one. */
static enum status find_page(struct page_rows *rows, bool *found, struct error *error)
{
    struct error failure = {0};
    enum status status = pq_page_reader_next(&rows->pages, true, found, &failure);
    if (status == CORRUPT && rows->values_left == 0) {
        *found = false;
        return OK;
    }
    return status == OK ? OK : error_set(error, status, "%s", failure.message);
}

/* Copies the header, because its statistics are used later, and updates the row count. */
static enum status note_page(struct page_rows *rows, struct error *error)
{
    const struct pq_page_header *header = &rows->pages.header;
    struct slice bytes = pq_page_reader_header_bytes(&rows->pages);
    struct pq_page_header copy;
    size_t size;
    bool is_cut;
    rows->header.size = 0;
    enum status status = buffer_append(&rows->header, bytes.data, bytes.size, error);
    if (status == OK)
        status = pq_page_header_parse(buffer_slice(&rows->header), &copy, &size, &is_cut,
                                      error);
    if (status != OK)
        return status;
    rows->statistics = copy.statistics;
    rows->page_number++;
    bool is_data = header->type == PQ_DATA_PAGE || header->type == PQ_DATA_PAGE_V2;
    rows->values_left -= is_data ? header->num_values : 0;
    rows->first_row = is_data ? rows->next_first_row : -1;
    if (!is_data || rows->next_first_row < 0)
        return OK;
    if (leaf_at_hand(rows)->max_repetition_level == 0)
        rows->next_first_row += header->num_values;
    else if (header->type == PQ_DATA_PAGE_V2 && header->num_rows >= 0)
        rows->next_first_row += header->num_rows;
    else
        rows->next_first_row = -1;
    return OK;
}

static enum status next_page(struct page_rows *rows, bool *has_row, struct error *error)
{
    const struct pq_file_metadata *metadata = rows->file.metadata;
    enum status status = OK;
    *has_row = false;
    while (status == OK && rows->row_group < metadata->n_row_groups) {
        if (!rows->is_in_chunk && rows->leaf < rows->file.tree->n_leaves)
            status = start_chunk(rows, error);
        if (status == OK && rows->is_in_chunk)
            status = find_page(rows, has_row, error);
        if (status != OK)
            break;
        if (*has_row)
            return note_page(rows, error);
        rows->is_in_chunk = false;
        if (++rows->leaf >= rows->file.tree->n_leaves) {
            rows->leaf = 0;
            rows->row_group++;
        }
    }
    return status;
}

static enum status pages_next(struct row_source *base, bool *has_row, struct error *error)
{
    struct page_rows *rows = (struct page_rows *)base;
    enum status status = next_page(rows, has_row, error);
    if (status != OK)
        pq_locate_column(&leaf_at_hand(rows)->column, rows->row_group, error);
    return status;
}

static enum status result_crc(struct page_rows *rows, sqlite3_context *context,
                              struct error *error)
{
    bool is_right;
    if (!rows->pages.header.has_crc) {
        sqlite3_result_text(context, "none", -1, SQLITE_STATIC);
        return OK;
    }
    enum status status = pq_page_reader_check_crc(&rows->pages, &is_right, error);
    if (status == OK)
        sqlite3_result_text(context, is_right ? "ok" : "wrong", -1, SQLITE_STATIC);
    return status;
}

static enum status result_bound(const struct page_rows *rows, sqlite3_context *context,
                                struct slice value, struct slice deprecated,
                                struct error *error)
{
    struct buffer text = {0};
    bool is_known;
    enum status status = append_bound(&text, leaf_at_hand(rows),
                                      value.data != NULL ? value : deprecated, &is_known,
                                      error);
    if (status == OK && is_known)
        result_buffer(context, &text);
    buffer_release(&text);
    return status;
}

/* The columns that may fail. */
static enum status result_checked(struct page_rows *rows, sqlite3_context *context, int i,
                                  struct error *error)
{
    const struct pq_statistics *statistics = &rows->statistics;
    enum status status;
    if (i == 15)
        status = result_bound(rows, context, statistics->min_value, statistics->min,
                              error);
    else if (i == 16)
        status = result_bound(rows, context, statistics->max_value, statistics->max,
                              error);
    else
        status = result_crc(rows, context, error);
    if (status != OK)
        pq_locate_column(&leaf_at_hand(rows)->column, rows->row_group, error);
    return status;
}

static enum status pages_column(struct row_source *base, sqlite3_context *context, int i,
                                struct error *error)
{
    struct page_rows *rows = (struct page_rows *)base;
    const struct pq_page_header *header = &rows->pages.header;
    const struct pq_statistics *statistics = &rows->statistics;
    bool is_v2 = header->type == PQ_DATA_PAGE_V2;
    switch (i) {
    case 0:
        sqlite3_result_text(context, rows->file.path, -1, SQLITE_TRANSIENT);
        break;
    case 1:
        sqlite3_result_int64(context, rows->row_group);
        break;
    case 2:
        sqlite3_result_int64(context, rows->leaf);
        break;
    case 3:
        return result_path(context, rows->file.tree, rows->leaf, error);
    case 4:
        sqlite3_result_int64(context, rows->page_number);
        break;
    case 5:
        result_name(context, pq_page_type_name(header->type), header->type);
        break;
    case 6:
        if (header->has_details)
            result_name(context, pq_encoding_name(header->encoding), header->encoding);
        break;
    case 7:
        sqlite3_result_int64(context, rows->pages.page_offset);
        break;
    case 8:
        sqlite3_result_int64(context, (int64_t)rows->header.size);
        break;
    case 9:
        sqlite3_result_int64(context, header->compressed_size);
        break;
    case 10:
        sqlite3_result_int64(context, header->uncompressed_size);
        break;
    case 11:
        result_int64_if(context, header->has_details, header->num_values);
        break;
    case 12:
        if (is_v2)
            sqlite3_result_int64(context, header->num_nulls);
        else
            result_int64_if(context, statistics->has_null_count, statistics->null_count);
        break;
    case 13:
        result_int64_if(context, is_v2, header->num_rows);
        break;
    case 14:
        result_int64_if(context, rows->first_row >= 0, rows->first_row);
        break;
    default:
        return result_checked(rows, context, i, error);
    }
    return OK;
}

const struct table_function parquet_pages_function = {
    .name = "parquet_pages",
    .columns = "file_name TEXT, row_group_id INTEGER, column_id INTEGER, "
               "path_in_schema TEXT, page_id INTEGER, page_type TEXT, encoding TEXT, "
               "page_offset INTEGER, header_size INTEGER, compressed_size INTEGER, "
               "uncompressed_size INTEGER, num_values INTEGER, num_nulls INTEGER, "
               "num_rows INTEGER, first_row INTEGER, min_value TEXT, max_value TEXT, "
               "crc TEXT",
    .open = pages_open,
    .next = pages_next,
    .column = pages_column,
    .close = pages_close,
};
