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
    int64_t header_size;
    struct slice min, max;
    bool is_v2, has_nulls;
    int64_t n_nulls;
};

static void pages_close(void *rows)
{
    buffer_release(&((struct page_rows *)rows)->header);
    metadata_rows_close(rows);
}

static const struct pq_leaf *leaf_at_hand(const struct page_rows *rows)
{
    return &rows->file.tree->leaves[rows->leaf];
}

/* Adds the column and the row group to a failure's message. */
static enum status locate(const struct page_rows *rows, enum status status,
                          struct error *error)
{
    if (status != OK)
        pq_locate_column(&leaf_at_hand(rows)->column, rows->row_group, error);
    return status;
}

/* The header's statistics; older writers have their bounds in deprecated members. */
static void find_statistics(struct page_rows *rows, const struct pq_statistics *s)
{
    const struct pq_page_header *header = &rows->pages.header;
    rows->header_size = rows->pages.body_offset - rows->pages.page_offset;
    rows->min = s->min_value.data != NULL ? s->min_value : s->min;
    rows->max = s->max_value.data != NULL ? s->max_value : s->max;
    rows->is_v2 = header->type == PQ_DATA_PAGE_V2;
    rows->has_nulls = rows->is_v2 || s->has_null_count;
    rows->n_nulls = rows->is_v2 ? header->num_nulls : s->null_count;
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
    find_statistics(rows, &copy.statistics);
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

static enum status pages_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct page_rows *rows = row;
    (void)n;
    return locate(rows, next_page(rows, has_row, error), error);
}

/* ---- Columns --------------------------------------------------------------------- */

static enum status show_path(void *row, sqlite3_context *context, struct error *error)
{
    const struct page_rows *rows = row;
    return locate(rows, result_path(context, rows->file.tree, rows->leaf, error), error);
}

static enum status show_bound(void *row, sqlite3_context *context, const void *bound,
                              struct error *error)
{
    const struct page_rows *rows = row;
    return locate(
        rows,
        result_bound(context, leaf_at_hand(rows), *(const struct slice *)bound, error),
        error);
}

static void append_crc(void *row, struct buffer *text, struct error *error)
{
    struct page_rows *rows = row;
    bool is_right = true, has_crc = rows->pages.header.has_crc;
    if (has_crc)
        (void)!locate(rows, pq_page_reader_check_crc(&rows->pages, &is_right, error),
                      error);
    buffer_add_text(text, !has_crc ? "none" : is_right ? "ok" : "wrong", error);
}

#define PAGE(declaration, member) SHOW(declaration, struct page_rows, member)
#define PAGE_IF(declaration, member, flag)                                               \
    SHOW_IF(declaration, struct page_rows, member, flag)

static const struct listed_column PAGE_COLUMNS[] = {
    PAGE("row_group_id INTEGER", row_group),
    PAGE("column_id INTEGER", leaf),
    SHOW_BY("path_in_schema TEXT", show_path),
    PAGE("page_id INTEGER", page_number),
    SHOW_NAME("page_type TEXT", struct page_rows, pages.header.type, pq_page_type_name),
    SHOW_NAME("encoding TEXT", struct page_rows, pages.header.encoding, pq_encoding_name),
    PAGE("page_offset INTEGER", pages.page_offset),
    PAGE("header_size INTEGER", header_size),
    PAGE("compressed_size INTEGER", pages.header.compressed_size),
    PAGE("uncompressed_size INTEGER", pages.header.uncompressed_size),
    PAGE_IF("num_values INTEGER", pages.header.num_values, pages.header.has_details),
    PAGE_IF("num_nulls INTEGER", n_nulls, has_nulls),
    PAGE_IF("num_rows INTEGER", pages.header.num_rows, is_v2),
    SHOW_NATURAL("first_row INTEGER", struct page_rows, first_row),
    SHOW_MEMBER_BY("min_value TEXT", struct page_rows, min, show_bound),
    SHOW_MEMBER_BY("max_value TEXT", struct page_rows, max, show_bound),
    SHOW_TEXT("crc TEXT", append_crc),
};

const struct table_function parquet_pages_function = {
    .name = "parquet_pages",
    .columns = COLUMN_LIST(PAGE_COLUMNS),
    .scope = IN_METADATA,
    .size = sizeof(struct page_rows),
    .open = metadata_rows_open,
    .next = pages_next,
    .close = pages_close,
};
