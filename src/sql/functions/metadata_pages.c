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

#define PAGE_COLUMNS(X)                                                                  \
    X(PAGE_ROW_GROUP_ID, "row_group_id INTEGER")                                         \
    X(PAGE_COLUMN_ID, "column_id INTEGER")                                               \
    X(PAGE_PATH_IN_SCHEMA, "path_in_schema TEXT")                                        \
    X(PAGE_ID, "page_id INTEGER")                                                        \
    X(PAGE_TYPE, "page_type TEXT")                                                       \
    X(PAGE_ENCODING, "encoding TEXT")                                                    \
    X(PAGE_OFFSET, "page_offset INTEGER")                                                \
    X(PAGE_HEADER_SIZE, "header_size INTEGER")                                           \
    X(PAGE_COMPRESSED_SIZE, "compressed_size INTEGER")                                   \
    X(PAGE_UNCOMPRESSED_SIZE, "uncompressed_size INTEGER")                               \
    X(PAGE_NUM_VALUES, "num_values INTEGER")                                             \
    X(PAGE_NUM_NULLS, "num_nulls INTEGER")                                               \
    X(PAGE_NUM_ROWS, "num_rows INTEGER")                                                 \
    X(PAGE_FIRST_ROW, "first_row INTEGER")                                               \
    X(PAGE_MIN_VALUE, "min_value TEXT")                                                  \
    X(PAGE_MAX_VALUE, "max_value TEXT")                                                  \
    X(PAGE_CRC, "crc TEXT")

enum page_columns { PAGE_COLUMNS(COLUMN_NUMBER) };

struct page_rows {
    struct metadata_rows file; /* must be first */
    uint64_t n_chunks;         /* that have been started */
    uint32_t row_group;
    uint32_t leaf;
    bool is_in_chunk;
    struct pq_page_reader pages;
    int64_t page_number;    /* in the chunk */
    uint64_t values_left;   /* of the chunk, after this page; modulo 2^64 */
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

static enum status pages_open(const struct function_call *call, struct row_source **rows,
                              struct error *error)
{
    return metadata_rows_open(&call->options, sizeof(struct page_rows), rows, error);
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
        status = pq_page_reader_start(&rows->pages, context->source, &chunk, error);
    rows->values_left = (uint64_t)chunk.metadata.num_values;
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
    rows->values_left -= is_data ? (uint64_t)header->num_values : 0;
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
    enum status status = OK;
    *has_row = false;
    while (status == OK && !*has_row) {
        if (!rows->is_in_chunk) {
            if (!metadata_rows_find(&rows->file, rows->n_chunks++,
                                    rows->file.tree->n_leaves, &rows->row_group,
                                    &rows->leaf))
                return OK;
            status = start_chunk(rows, error);
        }
        if (status == OK)
            status = find_page(rows, has_row, error);
        rows->is_in_chunk = *has_row;
    }
    return status == OK ? note_page(rows, error) : status;
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
    if (!rows->pages.header.has_crc)
        return result_name(context, "none", -1);
    enum status status = pq_page_reader_check_crc(&rows->pages, &is_right, error);
    return status == OK ? result_name(context, is_right ? "ok" : "wrong", -1) : status;
}

static struct slice bound_of(struct slice value, struct slice deprecated)
{
    return value.data != NULL ? value : deprecated;
}

static enum status page_column(struct page_rows *rows, sqlite3_context *context,
                               enum page_columns column, struct error *error)
{
    const struct pq_page_header *header = &rows->pages.header;
    const struct pq_statistics *s = &rows->statistics;
    const struct pq_leaf *leaf = leaf_at_hand(rows);
    bool is_v2 = header->type == PQ_DATA_PAGE_V2;
    switch (column) {
    case PAGE_ROW_GROUP_ID:
        return result_int(context, rows->row_group);
    case PAGE_COLUMN_ID:
        return result_int(context, rows->leaf);
    case PAGE_PATH_IN_SCHEMA:
        return result_path(context, rows->file.tree, rows->leaf, error);
    case PAGE_ID:
        return result_int(context, rows->page_number);
    case PAGE_TYPE:
        return result_name(context, pq_page_type_name(header->type), header->type);
    case PAGE_ENCODING:
        if (!header->has_details)
            return OK;
        return result_name(context, pq_encoding_name(header->encoding), header->encoding);
    case PAGE_OFFSET:
        return result_int(context, rows->pages.page_offset);
    case PAGE_HEADER_SIZE:
        return result_int(context, rows->pages.body_offset - rows->pages.page_offset);
    case PAGE_COMPRESSED_SIZE:
        return result_int(context, header->compressed_size);
    case PAGE_UNCOMPRESSED_SIZE:
        return result_int(context, header->uncompressed_size);
    case PAGE_NUM_VALUES:
        return result_int_if(context, header->has_details, header->num_values);
    case PAGE_NUM_NULLS:
        return is_v2 ? result_int(context, header->num_nulls)
                     : result_int_if(context, s->has_null_count, s->null_count);
    case PAGE_NUM_ROWS:
        return result_int_if(context, is_v2, header->num_rows);
    case PAGE_FIRST_ROW:
        return result_int_if(context, rows->first_row >= 0, rows->first_row);
    case PAGE_MIN_VALUE:
        return result_bound(context, leaf, bound_of(s->min_value, s->min), error);
    case PAGE_MAX_VALUE:
        return result_bound(context, leaf, bound_of(s->max_value, s->max), error);
    case PAGE_CRC:
        return result_crc(rows, context, error);
    }
    return OK;
}

static enum status pages_column(struct row_source *base, sqlite3_context *context, int i,
                                struct error *error)
{
    struct page_rows *rows = (struct page_rows *)base;
    enum status status = page_column(rows, context, (enum page_columns)i, error);
    if (status != OK)
        pq_locate_column(&leaf_at_hand(rows)->column, rows->row_group, error);
    return status;
}

const struct table_function parquet_pages_function = {
    .name = "parquet_pages",
    .has_file_name = true,
    .columns = PAGE_COLUMNS(COLUMN_DECLARATION),
    .place = IN_METADATA,
    .open = pages_open,
    .next = pages_next,
    .column = pages_column,
    .close = pages_close,
};
