/* SPDX-License-Identifier: MIT */
/*
 * metadata_indexes.c - parquet_indexes(): for each row group a row for each column that a
 * condition can name: whether it has statistics, a page index, a Bloom filter and a
 * dictionary, and why queries do not use them.
 *
 * It calls the operations that scans call (scan/table_file.h), so it reports what they
 * decide.  Reads the page indexes, and the boxes of geometries that have a covering.
 */
#include "parquet/facts/chunk_facts.h"
#include "sql/functions/metadata_functions.h"

struct index_rows {
    struct metadata_rows file; /* must be first */
    struct table_file *table;
    uint32_t row_group;
    uint32_t column; /* of the table's schema */
    bool has_leaf;   /* the column is stored as one leaf */
    uint32_t leaf;
    bool is_computed; /* a bound of a geometry, which the leaf stores */
    const struct pq_column_chunk *chunk; /* the leaf's; NULL if it cannot be parsed */
    uint32_t n_pages, n_bounded_pages;
    enum keep_reason statistics, page_index, bloom, dictionary;
    /* Of the chunk.  A computed column has a bounding box in place of statistics, and
     * nothing else of its own. */
    bool has_chunk, has_own, has_pages;
    bool has_statistics, has_offset_index, has_column_index, has_bloom_filter;
    struct slice name;
    struct {
        const char *statistics, *page_index, *bloom, *dictionary; /* NULL: it is used */
    } unused;
};

static enum status indexes_open(const struct function_call *call, void *row,
                                struct error *error)
{
    struct index_rows *rows = row;
    enum status status = metadata_rows_open(call, rows, error);
    if (status == OK)
        rows->table = pq_file_as_table_file(rows->file.file);
    return status;
}

/* Finds the leaf that stores the column, or that it is computed from, and its column
 * chunk. */
static enum status find_chunk(struct index_rows *rows, struct error *error)
{
    const struct pq_schema_tree *tree = rows->file.tree;
    const struct pq_column_source *source = &tree->sources[rows->column];
    const struct pq_node *node = &tree->nodes[source->node];
    struct error ignored = {0};
    rows->has_leaf = node->is_leaf;
    rows->is_computed = source->kind == PQ_SOURCE_BOX;
    rows->leaf = node->first_leaf;
    rows->chunk = NULL;
    if (!rows->has_leaf)
        return OK;
    enum status status = pq_chunk_facts_metadata(pq_file_context(rows->file.file),
                                                 rows->row_group, rows->leaf,
                                                 &rows->chunk, &ignored);
    return status == NOMEM ? error_nomem(error) : OK;
}

static enum status ask_statistics(struct index_rows *rows, struct error *error)
{
    struct column_statistics statistics;
    bool hold = true;
    enum status status = rows->table->ops->column_statistics(
        rows->table, rows->row_group, rows->column, &statistics, error);
    if (status == OK && statistics.is_unverified)
        status = rows->table->ops->verify_bounds(rows->table, rows->row_group,
                                                 rows->column, &hold, error);
    rows->statistics = hold ? statistics.reason : KEEP_UNVERIFIED;
    return status;
}

static enum status ask_page_index(struct index_rows *rows, struct error *error)
{
    const struct page_range *ranges;
    const struct pq_page_index *index;
    const struct pq_chunk_context *context = pq_file_context(rows->file.file);
    enum status status = OK;
    rows->n_bounded_pages = 0;
    if (rows->chunk != NULL && !rows->is_computed)
        status = pq_chunk_facts_checked_index(context, rows->row_group, rows->leaf,
                                              &index, error);
    if (status == OK)
        status = rows->table->ops->page_ranges(rows->table, rows->row_group, rows->column,
                                               &ranges, &rows->n_pages, &rows->page_index,
                                               error);
    for (uint32_t i = 0; status == OK && i < rows->n_pages; i++)
        rows->n_bounded_pages += ranges[i].statistics.reason == KEEP_NONE;
    if (status != OK || rows->n_pages > 0 || rows->chunk == NULL || rows->is_computed)
        return status;
    /* An offset index alone still has the number of pages. */
    rows->n_pages = index->n_pages;
    return OK;
}

static enum keep_reason why_no_dictionary(const struct index_rows *rows)
{
    if (!rows->has_leaf)
        return KEEP_NESTED;
    if (rows->chunk == NULL)
        return KEEP_METADATA;
    if (rows->statistics == KEEP_UNSUPPORTED || rows->statistics == KEEP_OTHER_TYPES)
        return rows->statistics;
    return !rows->is_computed && pq_chunk_is_all_dictionary(rows->chunk)
               ? KEEP_NONE
               : KEEP_NO_DICTIONARY;
}

static enum status ask_all(struct index_rows *rows, struct error *error)
{
    enum status status = find_chunk(rows, error);
    if (status == OK)
        status = ask_statistics(rows, error);
    if (status == OK)
        status = ask_page_index(rows, error);
    if (status == OK)
        status = rows->table->ops->bloom_excludes(
            rows->table, rows->row_group, rows->column, NULL, 0, &rows->bloom, error);
    rows->dictionary = why_no_dictionary(rows);
    return status;
}

static const char *why_unused(enum keep_reason reason)
{
    return reason != KEEP_NONE ? keep_reason_text(reason) : NULL;
}

static void note_chunk(struct index_rows *rows)
{
    const struct column *column = &rows->file.tree->schema.columns[rows->column];
    const struct pq_column_chunk *chunk = rows->chunk;
    rows->name = slice_of(column->name, column->name_size);
    rows->unused.statistics = why_unused(rows->statistics);
    rows->unused.page_index = why_unused(rows->page_index);
    rows->unused.bloom = why_unused(rows->bloom);
    rows->unused.dictionary = why_unused(rows->dictionary);
    rows->has_pages = rows->n_pages > 0;
    rows->has_chunk = chunk != NULL;
    rows->has_own = chunk != NULL && !rows->is_computed;
    if (chunk == NULL)
        return;
    rows->has_statistics = rows->is_computed ? chunk->metadata.has_bbox
                                             : chunk->metadata.has_statistics;
    rows->has_offset_index = chunk->has_offset_index;
    rows->has_column_index = chunk->has_column_index;
    rows->has_bloom_filter = chunk->metadata.has_bloom_filter_offset;
}

static enum status indexes_next(void *row, uint64_t n, bool *has_row, struct error *error)
{
    struct index_rows *rows = row;
    *has_row = metadata_rows_find(&rows->file, n,
                                  schema_n_shown(&rows->file.tree->schema),
                                  &rows->row_group, &rows->column);
    if (!*has_row)
        return OK;
    enum status status = ask_all(rows, error);
    note_chunk(rows);
    return status;
}

#define INDEX(declaration, member) SHOW(declaration, struct index_rows, member)
#define INDEX_IF(declaration, member, flag)                                              \
    SHOW_IF(declaration, struct index_rows, member, flag)

static const struct listed_column INDEX_COLUMNS[] = {
    INDEX("row_group_id INTEGER", row_group),
    INDEX_IF("column_id INTEGER", leaf, has_leaf),
    INDEX("column_name TEXT", name),
    INDEX_IF("has_statistics INTEGER", has_statistics, has_chunk),
    INDEX("statistics_unused TEXT", unused.statistics),
    INDEX_IF("has_offset_index INTEGER", has_offset_index, has_own),
    INDEX_IF("has_column_index INTEGER", has_column_index, has_own),
    INDEX_IF("num_pages INTEGER", n_pages, has_pages),
    INDEX_IF("pages_with_bounds INTEGER", n_bounded_pages, has_pages),
    INDEX("page_index_unused TEXT", unused.page_index),
    INDEX_IF("has_bloom_filter INTEGER", has_bloom_filter, has_own),
    INDEX("bloom_filter_unused TEXT", unused.bloom),
    INDEX("dictionary_unused TEXT", unused.dictionary),
};

const struct table_function parquet_indexes_function = {
    .name = "parquet_indexes",
    .columns = COLUMN_LIST(INDEX_COLUMNS),
    .scope = IN_METADATA,
    .size = sizeof(struct index_rows),
    .open = indexes_open,
    .next = indexes_next,
    .close = metadata_rows_close,
};
