/* SPDX-License-Identifier: MIT */
#include "parquet/column/column_chunk_reader.h"

#include "base/alloc.h"
#include "parquet/column/chunk_damage.h"
#include "parquet/column/chunk_state.h"
#include "parquet/column/salvage.h"
#include "parquet/facts/chunk_facts.h"
#include "parquet/facts/statistics.h"
#include "parquet/format/page_header.h"
#include "parquet/schema/value_convert.h"

/* ---- The chunk ------------------------------------------------------------------- */

/* Finds the chunk's damage.  A damaged chunk may have neither metadata nor pages. */
static enum status find_damage(struct pq_chunk_reader *reader, uint32_t row_group,
                               struct error *error)
{
    reader->damage = NULL;
    if (reader->context.salvage == NULL)
        return OK;
    enum status status = pq_salvage_chunk(&reader->context, row_group, reader->leaf_index,
                                          &reader->damage, error);
    if (status == OK && reader->damage != NULL)
        reader->n_rows = (uint64_t)reader->context.metadata->row_groups[row_group].n_rows;
    return status;
}

enum status pq_chunk_start(struct pq_chunk_reader *reader, uint32_t row_group,
                           struct error *error)
{
    const struct pq_column_chunk *chunk;
    /* Keep the dictionary of the same chunk. */
    if (reader->is_started && reader->row_group == row_group)
        return pq_chunk_rewind(reader, error);
    reader->row_group = row_group;
    reader->is_started = reader->has_dictionary = false;
    reader->knows_index = false;
    reader->rows_left = reader->n_rows = 0;
    reader->page_left = 0;
    enum status status = find_damage(reader, row_group, error);
    if (status == OK && reader->damage != NULL && !reader->damage->has_pages)
        return pq_chunk_rewind(reader, error);
    if (status == OK)
        status = pq_chunk_facts_metadata(&reader->context, row_group, reader->leaf_index,
                                         &chunk, error);
    if (status != OK)
        return status;
    /* The row group's row count is authoritative, and the pages are checked against it.
     * The chunk's own num_values is wrong in files that are otherwise correct. */
    reader->n_rows = (uint64_t)reader->context.metadata->row_groups[row_group].n_rows;
    reader->metadata = chunk->metadata;
    reader->is_all_dictionary = pq_chunk_is_all_dictionary(chunk);
    status = pq_chunk_rewind(reader, error);
    reader->is_started = status == OK;
    return status;
}

/* ---- What is known before rows are read ------------------------------------------ */

/* Returns the dictionary if it holds all of the chunk's values. */
static enum status sole_dictionary(struct pq_chunk_reader *reader,
                                   struct column_vector *vector, struct error *error)
{
    *vector = (struct column_vector){.kind = reader->leaf->column.kind};
    if (!reader->is_all_dictionary)
        return OK;
    if (!reader->has_dictionary && reader->pages.is_first) {
        enum status status = pq_chunk_find_dictionary(reader, error);
        if (status != OK)
            return status;
    }
    if (!reader->has_dictionary)
        return OK;
    vector->values.any = reader->dictionary_values.data;
    vector->dictionary = reader->dictionary_number;
    vector->n_entries = reader->dictionary_size;
    vector->is_terminated = pq_chunk_is_text(reader->leaf);
    vector->has_no_nul = reader->dictionary_has_no_nul;
    return OK;
}

/* Finds out whether the page index has bounds; then page headers are not needed. */
static enum status ask_for_index(struct pq_chunk_reader *reader, struct error *error)
{
    const struct pq_page_index *index;
    enum status status = pq_chunk_facts_page_index(&reader->context, reader->row_group,
                                                   reader->leaf_index, &index, error);
    reader->knows_index = status == OK;
    reader->has_page_bounds = status == OK && index->ranges != NULL;
    return status;
}

/* The statistics of the next data page, from its header. */
static enum status page_statistics(struct pq_chunk_reader *reader,
                                   struct column_statistics *statistics,
                                   struct error *error)
{
    struct pq_page_header header;
    struct error ignored = {0};
    size_t size;
    bool is_cut, found = true;
    enum status status = OK;
    *statistics = (struct column_statistics){0};
    if (reader->page_left > 0 || reader->rows_left == 0)
        return OK;
    if (!reader->knows_index)
        status = ask_for_index(reader, error);
    if (status == OK && !reader->has_page_bounds && reader->pages.is_first)
        status = pq_chunk_find_dictionary(reader, error);
    if (status != OK || reader->has_page_bounds)
        return status;
    if (!reader->header_is_pending) {
        status = pq_chunk_next_header(reader, &found, error);
        reader->header_is_pending = status == OK && found;
    }
    if (status != OK || !found)
        return status;
    struct slice bytes = pq_page_reader_header_bytes(&reader->pages);
    if (bytes.data == NULL || reader->pages.header.type == PQ_DICTIONARY_PAGE ||
        pq_page_header_parse(bytes, &header, &size, &is_cut, &ignored) != OK ||
        header.num_values <= 0 || (uint64_t)header.num_values > reader->rows_left)
        return status;
    struct pq_bounds_rule rule = pq_bounds_rule_of(
        reader->context.metadata, reader->context.tree, reader->leaf_index);
    const struct pq_column_metadata claims = {
        .type = reader->leaf->type,
        .num_values = header.num_values,
        .statistics = header.statistics,
        .has_statistics = header.has_statistics,
        .has_dictionary_page_offset = reader->metadata.has_dictionary_page_offset};
    if (header.has_statistics)
        pq_statistics_believe(&rule, &claims, (uint64_t)header.num_values, statistics);
    return OK;
}

/* ---- As a column_reader ---------------------------------------------------------- */

static enum status located(struct pq_chunk_reader *reader, enum status status,
                           struct error *error)
{
    if (status != OK)
        pq_locate_column(&reader->leaf->column, reader->row_group, error);
    return status;
}

static enum status reader_start(struct column_reader *base, uint32_t row_group,
                                struct error *error)
{
    struct pq_chunk_reader *reader = (struct pq_chunk_reader *)base;
    return located(reader, pq_chunk_start(reader, row_group, error), error);
}

static enum status reader_skip(struct column_reader *base, uint64_t n,
                               struct error *error)
{
    struct pq_chunk_reader *reader = (struct pq_chunk_reader *)base;
    return located(reader, pq_chunk_skip_rows(reader, n, error), error);
}

static enum status reader_read(struct column_reader *base, uint32_t n,
                               struct column_vector *vector, struct error *error)
{
    struct pq_chunk_reader *reader = (struct pq_chunk_reader *)base;
    return located(reader, pq_chunk_read_rows(reader, n, vector, error), error);
}

static enum status reader_dictionary(struct column_reader *base,
                                     struct column_vector *vector, struct error *error)
{
    struct pq_chunk_reader *reader = (struct pq_chunk_reader *)base;
    return located(reader, sole_dictionary(reader, vector, error), error);
}

static enum status reader_next_page(struct column_reader *base,
                                    struct column_statistics *statistics,
                                    struct error *error)
{
    struct pq_chunk_reader *reader = (struct pq_chunk_reader *)base;
    return located(reader, page_statistics(reader, statistics, error), error);
}

static void reader_close(struct column_reader *base)
{
    struct pq_chunk_reader *reader = (struct pq_chunk_reader *)base;
    pq_chunk_free_kept(reader);
    pq_partial_page_end(&reader->partial_page);
    buffer_release(&reader->page_buffer);
    buffer_release(&reader->dictionary_page);
    buffer_release(&reader->dictionary_values);
    pq_value_decoder_release(&reader->values);
    mem_free(reader->definition_levels);
    mem_free(reader->repetition_levels);
    mem_free(reader->valid);
    mem_free(reader->indices);
    mem_free(reader->batch_values);
    mem_free(reader->physical);
    mem_free(reader);
}

static const struct column_reader_ops reader_ops = {
    .start = reader_start,
    .skip = reader_skip,
    .dictionary = reader_dictionary,
    .next_page = reader_next_page,
    .read = reader_read,
    .close = reader_close,
};

enum status pq_chunk_reader_entries(struct pq_chunk_reader *reader, uint32_t n,
                                    struct pq_leaf_entries *entries, struct error *error)
{
    return located(reader, pq_chunk_read_entries(reader, n, entries, error), error);
}

enum status pq_chunk_reader_skip_records(struct pq_chunk_reader *reader, uint64_t n,
                                         uint64_t *n_found, struct error *error)
{
    return located(reader, pq_chunk_skip_records(reader, n, n_found, error), error);
}

enum status pq_chunk_reader_open(const struct pq_chunk_context *context, uint32_t leaf,
                                 struct pq_chunk_reader **reader, struct error *error)
{
    const struct pq_leaf *l = &context->tree->leaves[leaf];
    *reader = NULL;
    if (l->column.unreadable_reason != NULL) {
        error_set(error, l->column.unreadable_status, "%s", l->column.unreadable_reason);
        return error_locate(error, "column \"%.200s\"", l->column.name);
    }
    struct pq_chunk_reader *r = mem_alloc_zeroed(1, sizeof *r);
    if (r == NULL)
        return error_nomem(error);
    r->base.ops = &reader_ops;
    r->context = *context;
    r->leaf = l;
    r->leaf_index = leaf;
    r->definition_levels = mem_alloc(BATCH_ROWS, 1);
    r->valid = mem_alloc(BATCH_ROWS, 1);
    r->indices = mem_alloc(BATCH_ROWS, sizeof *r->indices);
    r->batch_values = mem_alloc(BATCH_ROWS, vector_kind_width(l->column.kind));
    bool needs_physical = !pq_converts_in_place(l->conversion);
    if (needs_physical)
        r->physical = mem_alloc(BATCH_ROWS, pq_value_size(l->type));
    bool is_repeated = pq_chunk_is_repeated(r);
    if (is_repeated)
        r->repetition_levels = mem_alloc(BATCH_ROWS, 1);
    if ((is_repeated && r->repetition_levels == NULL) || r->definition_levels == NULL ||
        r->valid == NULL || r->indices == NULL || r->batch_values == NULL ||
        (needs_physical && r->physical == NULL)) {
        reader_close(&r->base);
        return error_nomem(error);
    }
    *reader = r;
    return OK;
}

struct column_reader *pq_chunk_reader_as_column_reader(struct pq_chunk_reader *reader)
{
    return &reader->base;
}

const struct pq_leaf *pq_chunk_reader_leaf(const struct pq_chunk_reader *reader)
{
    return reader->leaf;
}

enum status pq_chunk_reader_locate_page(const struct pq_chunk_reader *reader,
                                        uint32_t n_back, struct error *error)
{
    int64_t offset = -1;
    if (reader->page_is_lost)
        return error->status;
    if (reader->data_page_offset != 0 &&
        n_back <= reader->data_page_entries - reader->page_left)
        offset = reader->data_page_offset;
    else if (n_back > 0 && !pq_chunk_is_repeated(reader) && reader->damage == NULL)
        offset = pq_page_find_value(reader->context.source, &reader->metadata,
                                    reader->n_rows - reader->rows_left - n_back);
    return offset < 0 ? error->status
                      : error_locate(error, "page at %lld", (long long)offset);
}

uint32_t pq_chunk_reader_leaf_index(const struct pq_chunk_reader *reader)
{
    return reader->leaf_index;
}

const uint8_t *pq_chunk_reader_levels(const struct pq_chunk_reader *reader)
{
    return reader->leaf->max_definition_level > 0 ? reader->definition_levels : NULL;
}
