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

/* Finds the chunk's damage, for salvage; leaves *damage alone if there is none. */
static enum status find_damage(struct pq_chunk_reader *reader, uint32_t row_group,
                               const struct pq_chunk_damage **damage, struct error *error)
{
    if (reader->context.salvage == NULL)
        return OK;
    return pq_salvage_chunk(&reader->context, row_group, reader->leaf_index, damage,
                            error);
}

enum status pq_chunk_start(struct pq_chunk_reader *reader, uint32_t row_group,
                           struct error *error)
{
    const struct pq_column_chunk *chunk;
    const struct pq_chunk_damage *damage = NULL;
    /* The row group's row count is authoritative, and the pages are checked against it.
     * The chunk's own num_values is wrong in files that are otherwise correct. */
    uint64_t n_rows = (uint64_t)reader->context.metadata->row_groups[row_group].n_rows;
    if (reader->is_started && reader->row_group == row_group) /* keep the dictionary */
        return pq_chunk_rewind(reader, n_rows, reader->walk.damage, error);
    reader->row_group = row_group;
    reader->is_started = reader->knows_index = false;
    pq_chunk_dictionary_forget(&reader->dictionary,
                               (uint64_t)row_group * reader->context.tree->n_leaves +
                                   reader->leaf_index);
    pq_chunk_forget_pages(reader);
    enum status status = pq_chunk_rewind(reader, 0, NULL, error);
    if (status == OK)
        status = find_damage(reader, row_group, &damage, error);
    /* A damaged chunk may have neither metadata nor pages. */
    if (status == OK && damage != NULL && !damage->has_pages)
        return pq_chunk_rewind(reader, n_rows, damage, error);
    if (status == OK)
        status = pq_chunk_facts_metadata(&reader->context, row_group, reader->leaf_index,
                                         &chunk, error);
    if (status != OK)
        return status;
    reader->chunk = *chunk;
    reader->is_all_dictionary = pq_chunk_is_all_dictionary(chunk);
    status = pq_chunk_rewind(reader, n_rows, damage, error);
    reader->is_started = status == OK;
    return status;
}

/* ---- What is known before rows are read ------------------------------------------ */

/* Returns the dictionary if it holds all of the chunk's values, and loads it if it has no
 * more than most_entries. */
static enum status sole_dictionary(struct pq_chunk_reader *reader, uint64_t most_entries,
                                   struct column_vector *vector, struct error *error)
{
    struct pq_chunk_dictionary *dictionary = &reader->dictionary;
    *vector = (struct column_vector){.kind = reader->leaf->column.kind};
    if (!reader->is_all_dictionary)
        return OK;
    enum status status = pq_chunk_seek_dictionary(reader, error);
    if (status != OK || !dictionary->is_found)
        return status;
    vector->n_entries = dictionary->n_entries;
    if (dictionary->n_entries > most_entries)
        return OK;
    status = pq_chunk_dictionary_load(dictionary, error);
    if (status != OK)
        return status;
    vector->values.any = pq_chunk_dictionary_entries(dictionary);
    vector->dictionary = reader->dictionary.number;
    vector->is_terminated = pq_leaf_is_text(reader->leaf);
    vector->has_no_nul = reader->dictionary.has_no_nul;
    return OK;
}

/* Finds out whether the page index has bounds; then page headers are not needed. */
static enum status ask_for_index(struct pq_chunk_reader *reader, struct error *error)
{
    const struct pq_page_index *index;
    enum status status = pq_chunk_facts_page_index(
        &reader->context, reader->row_group, reader->leaf_index, true, &index, error);
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
    if (reader->page.left > 0 || reader->walk.rows_left == 0)
        return OK;
    if (!reader->knows_index)
        status = ask_for_index(reader, error);
    if (status == OK && !reader->has_page_bounds && reader->walk.pages.is_first)
        status = pq_chunk_find_dictionary(reader, error);
    if (status != OK || reader->has_page_bounds)
        return status;
    status = pq_chunk_peek(reader, &found, error);
    if (status != OK || !found)
        return status;
    struct slice bytes = pq_page_reader_header_bytes(&reader->walk.pages);
    if (bytes.data == NULL || reader->walk.pages.header.type == PQ_DICTIONARY_PAGE ||
        pq_page_header_parse(bytes, &header, &size, &is_cut, &ignored) != OK ||
        header.num_values <= 0 || (uint64_t)header.num_values > reader->walk.rows_left)
        return status;
    struct pq_bounds_rule rule = pq_bounds_rule_of(
        reader->context.metadata, reader->context.tree, reader->leaf_index);
    const struct pq_column_metadata claims = {
        .type = reader->leaf->type,
        .num_values = header.num_values,
        .statistics = header.statistics,
        .has_statistics = header.has_statistics,
        .has_dictionary_page_offset = reader->chunk.metadata.has_dictionary_page_offset};
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

static enum status reader_dictionary(struct column_reader *base, uint64_t most_entries,
                                     struct column_vector *vector, struct error *error)
{
    struct pq_chunk_reader *reader = (struct pq_chunk_reader *)base;
    return located(reader, sole_dictionary(reader, most_entries, vector, error), error);
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
    pq_data_page_release(&reader->page);
    pq_chunk_dictionary_release(&reader->dictionary);
    buffer_release(&reader->known.list);
    pq_chunk_free_buffers(reader);
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
    enum status status = pq_data_page_init(&r->page, l, &r->walk.pages, error);
    if (status == OK)
        status = pq_chunk_allocate_buffers(r, error);
    r->dictionary.leaf = l;
    r->dictionary.physical = r->buffers.physical;
    if (status != OK) {
        reader_close(&r->base);
        return status;
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
    if (reader->page.is_lost)
        return error->status;
    if (reader->page.offset != 0 && n_back <= reader->page.n_entries - reader->page.left)
        offset = reader->page.offset;
    else if (n_back > 0 && !pq_chunk_is_repeated(reader) && reader->walk.damage == NULL)
        offset = pq_page_find_value(reader->context.source, &reader->chunk,
                                    reader->walk.n_rows - reader->walk.rows_left -
                                        n_back);
    return offset < 0 ? error->status
                      : error_locate(error, "page at %lld", (long long)offset);
}

uint32_t pq_chunk_reader_leaf_index(const struct pq_chunk_reader *reader)
{
    return reader->leaf_index;
}

const uint8_t *pq_chunk_reader_levels(const struct pq_chunk_reader *reader)
{
    return reader->leaf->max_definition_level > 0 ? reader->buffers.definition_levels
                                                  : NULL;
}
