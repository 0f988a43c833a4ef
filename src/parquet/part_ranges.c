/* SPDX-License-Identifier: MIT */
#include "parquet/part_ranges.h"

#include "base/interrupt.h"
#include "parquet/facts/bloom_filter.h"
#include "parquet/facts/chunk_facts.h"
#include "parquet/facts/page_index_check.h"

enum {
    /* Readers read page headers with up to so many bytes after them. */
    HEADER_READ = 4 * 1024,
    /* Filters without a stated length are seldom larger; of larger ones single blocks are
     * read. */
    LIKELY_BLOOM = 64 * 1024,
    LARGE_BLOOM = 1 << 20,
    /* Chunks up to this size are fetched as a whole, where only some pages are wanted. */
    SMALL_CHUNK = 64 * 1024,
    SMALL_COUNTED_CHUNK = 256 * 1024, /* the same for page headers */
    /* Of a chunk without an index: bytes on either side of where rows seem to be. */
    DOUBT = 64 * 1024,
    PAGE_WORK = 20, /* for interrupt_after() */
};

/* The bytes of a chunk. */
struct place {
    int64_t start, data, end; /* data: where the dictionary page ends, as far as known */
};

static enum status add(struct buffer *ranges, int64_t offset, int64_t end,
                       struct error *error)
{
    const struct file_range range = {offset, end - offset};
    return end > offset ? buffer_append(ranges, &range, sizeof range, error) : OK;
}

/* Finds the chunk.  *is_there is false if its metadata are of no use; whoever reads it
 * reports that. */
static enum status find_chunk(const struct pq_chunk_context *context, uint32_t row_group,
                              uint32_t leaf, const struct pq_column_chunk **chunk,
                              struct place *place, bool *is_there, struct error *error)
{
    struct error ignored = {0};
    struct pq_page_reader reader;
    enum status status = pq_chunk_facts_metadata(context, row_group, leaf, chunk,
                                                 &ignored);
    *is_there = status == OK &&
                pq_page_reader_start(&reader, context->source, *chunk, &ignored) == OK;
    if (status == NOMEM)
        return error_nomem(error);
    if (!*is_there)
        return interrupt_check(error);
    int64_t data = (*chunk)->metadata.data_page_offset;
    *place = (struct place){.start = reader.start, .data = data, .end = reader.end};
    if (data < place->start || data > place->end)
        place->data = place->start;
    return OK;
}

/* ---- Pages ------------------------------------------------------------------------ */

/* Whether a page has rows of a selection.  *range: of the selection, moves on from 0 with
 * the pages. */
static bool has_rows(const struct pq_page_index *index, uint32_t page, uint64_t n_rows,
                     const struct part_rows *rows, uint32_t *range)
{
    const struct row_selection *selection = rows->selection;
    uint64_t first = rows->first + index->pages[page].first_row;
    uint64_t end = first + pq_page_index_rows(index, page, n_rows);
    while (*range < selection->n_ranges && selection->ranges[*range].end <= first)
        ++*range;
    return *range < selection->n_ranges && selection->ranges[*range].first < end;
}

/* Adds the headers that page_index_check.h reads: of all pages, or of those that differ
 * from others and of those with rows (NULL: none). */
static enum status add_checks(const struct place *place,
                              const struct pq_page_index *index, uint64_t n_rows,
                              const struct part_rows *rows, struct buffer *ranges,
                              struct error *error)
{
    bool are_all = !index->counts_agree || index->n_pages <= PQ_FEW_PAGES;
    uint32_t last = index->n_pages - 1, range = 0;
    uint64_t before = 0;
    enum status status = add(ranges, place->start, place->start + HEADER_READ, error);
    for (uint32_t i = 0; status == OK && i < index->n_pages; i++) {
        const struct pq_page_location *page = &index->pages[i];
        uint64_t n = pq_page_index_rows(index, i, n_rows);
        if (are_all || i == 0 || i == last || n != before ||
            (rows != NULL && has_rows(index, i, n_rows, rows, &range)))
            status = add(ranges, page->offset, page->offset + HEADER_READ, error);
        before = n;
        if (status == OK)
            status = interrupt_after(PAGE_WORK, error);
    }
    return status;
}

/* Adds the pages that have rows of the selection. */
static enum status add_pages(const struct pq_page_index *index, uint64_t n_rows,
                             const struct part_rows *rows, struct buffer *ranges,
                             struct error *error)
{
    uint32_t range = 0;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < index->n_pages; i++) {
        const struct pq_page_location *page = &index->pages[i];
        if (has_rows(index, i, n_rows, rows, &range))
            status = add(ranges, page->offset, page->offset + page->size + HEADER_READ,
                         error);
        if (status == OK)
            status = interrupt_after(PAGE_WORK, error);
    }
    return status;
}

/* Adds about the bytes that have these rows, in a chunk of which nothing is known. */
static enum status add_share(const struct place *place, uint64_t n_rows, uint64_t first,
                             uint64_t end, struct buffer *ranges, struct error *error)
{
    double per_row = (double)(place->end - place->data) / (double)n_rows;
    int64_t from = place->data + (int64_t)(per_row * (double)first) - DOUBT;
    int64_t to = place->data + (int64_t)(per_row * (double)end) + DOUBT;
    return add(ranges, from > place->data ? from : place->data,
               to < place->end ? to : place->end, error);
}

/* Adds the pages of some rows, and what readers compare the page index with on the way.
 * Repeated leaves are read from their first page on. */
static enum status add_rows(const struct pq_chunk_context *context, uint32_t row_group,
                            uint32_t leaf, const struct place *place,
                            const struct part_rows *rows, struct buffer *ranges,
                            struct error *error)
{
    uint64_t n_rows = (uint64_t)context->metadata->row_groups[row_group].n_rows;
    const struct row_range *some = rows->selection->ranges;
    struct row_range all = {some[0].first, some[rows->selection->n_ranges - 1].end};
    bool is_repeated = context->tree->leaves[leaf].max_repetition_level > 0;
    struct row_selection whole = {&all, 1};
    struct part_rows from_start = {&whole, rows->first};
    struct pq_page_index index;
    if (is_repeated) {
        all.first = rows->first;
        rows = &from_start;
    }
    enum status status = pq_chunk_facts_guess_index(context, row_group, leaf, &index,
                                                    error);
    if (status == OK)
        status = add(ranges, place->start,
                     index.n_pages > 0 ? index.pages[0].offset : place->data, error);
    if (status == OK && index.n_pages == 0)
        status = add_share(place, n_rows, all.first - rows->first, all.end - rows->first,
                           ranges, error);
    if (status == OK && index.n_pages > 0)
        status = add_checks(place, &index, n_rows, NULL, ranges, error);
    if (status == OK && index.n_pages > 0)
        status = add_pages(&index, n_rows, rows, ranges, error);
    pq_page_index_release(&index);
    return status;
}

static int64_t size_from(const struct buffer *ranges, size_t first)
{
    const struct file_range *range = (const void *)(ranges->data + first);
    size_t n = (ranges->size - first) / sizeof *range;
    int64_t size = 0;
    for (size_t i = 0; i < n; i++)
        size += range[i].size;
    return size;
}

static enum status add_values(const struct pq_chunk_context *context, uint32_t row_group,
                              uint32_t leaf, const struct place *place,
                              const struct part_rows *rows, struct buffer *ranges,
                              struct error *error)
{
    uint64_t n_rows = (uint64_t)context->metadata->row_groups[row_group].n_rows;
    int64_t size = place->end - place->start;
    size_t before = ranges->size;
    if (rows == NULL || size <= SMALL_CHUNK ||
        row_selection_count(rows->selection) == n_rows)
        return add(ranges, place->start, place->end, error);
    enum status status = rows->selection->n_ranges == 0
                             ? OK
                             : add_rows(context, row_group, leaf, place, rows, ranges,
                                        error);
    if (status != OK || size_from(ranges, before) <= size / 4 * 3)
        return status;
    ranges->size = before;
    return add(ranges, place->start, place->end, error);
}

/* ---- Other parts ------------------------------------------------------------------ */

static enum status add_index(const struct pq_column_chunk *chunk, struct buffer *ranges,
                             struct error *error)
{
    enum status status = OK;
    if (chunk->has_offset_index)
        status = add(ranges, chunk->offset_index_offset,
                     chunk->offset_index_offset + chunk->offset_index_length, error);
    if (status == OK && chunk->has_offset_index && chunk->has_column_index)
        status = add(ranges, chunk->column_index_offset,
                     chunk->column_index_offset + chunk->column_index_length, error);
    return status;
}

static enum status add_bloom(const struct pq_chunk_context *context, uint32_t leaf,
                             const struct pq_column_chunk *chunk, struct buffer *ranges,
                             struct error *error)
{
    const struct pq_column_metadata *metadata = &chunk->metadata;
    int64_t offset = metadata->bloom_filter_offset, size = LIKELY_BLOOM;
    if (!metadata->has_bloom_filter_offset || offset <= 0 ||
        !pq_bloom_can_tell(&context->tree->leaves[leaf]))
        return OK;
    if (metadata->has_bloom_filter_length)
        size = metadata->bloom_filter_length;
    if (size > LARGE_BLOOM && chunk->cipher == NULL)
        size = HEADER_READ;
    return add(ranges, offset, offset + size, error);
}

static enum status add_index_checks(const struct pq_chunk_context *context,
                                    uint32_t row_group, uint32_t leaf,
                                    const struct place *place,
                                    const struct part_rows *rows, struct buffer *ranges,
                                    struct error *error)
{
    uint64_t n_rows = (uint64_t)context->metadata->row_groups[row_group].n_rows;
    struct pq_page_index index;
    if (place->end - place->start <= SMALL_CHUNK)
        return add(ranges, place->start, place->end, error);
    enum status status = pq_chunk_facts_guess_index(context, row_group, leaf, &index,
                                                    error);
    if (status == OK && index.n_pages > 0)
        status = add_checks(place, &index, n_rows, rows, ranges, error);
    pq_page_index_release(&index);
    return status;
}

/* Adds the headers of all pages of a chunk, or only the first if the others' places are
 * not known. */
static enum status add_headers(const struct pq_chunk_context *context, uint32_t row_group,
                               uint32_t leaf, const struct place *place,
                               struct buffer *ranges, struct error *error)
{
    struct pq_page_index index;
    if (place->end - place->start <= SMALL_COUNTED_CHUNK)
        return add(ranges, place->start, place->end, error);
    enum status status = pq_chunk_facts_guess_index(context, row_group, leaf, &index,
                                                    error);
    index.counts_agree = false;
    if (status == OK && index.n_pages > 0)
        status = add_checks(place, &index,
                            (uint64_t)context->metadata->row_groups[row_group].n_rows,
                            NULL, ranges, error);
    else if (status == OK)
        status = add(ranges, place->start, place->start + HEADER_READ, error);
    pq_page_index_release(&index);
    return status;
}

enum status pq_append_part(const struct pq_chunk_context *context, uint32_t row_group,
                           uint32_t leaf, enum file_part part,
                           const struct part_rows *rows, struct buffer *ranges,
                           struct error *error)
{
    const struct pq_column_chunk *chunk;
    struct place place;
    bool is_there;
    enum status status = find_chunk(context, row_group, leaf, &chunk, &place, &is_there,
                                    error);
    if (status != OK || !is_there)
        return status;
    switch (part) {
    case PART_INDEX:
        return add_index(chunk, ranges, error);
    case PART_CHECKS:
        return add_index_checks(context, row_group, leaf, &place, rows, ranges, error);
    case PART_BLOOM:
        return add_bloom(context, leaf, chunk, ranges, error);
    case PART_DICTIONARY:
        return pq_chunk_is_all_dictionary(chunk)
                   ? add(ranges, place.start, place.data, error)
                   : OK;
    case PART_VALUES:
        return add_values(context, row_group, leaf, &place, rows, ranges, error);
    case PART_COUNTS_INDEX:
        return place.end - place.start <= SMALL_COUNTED_CHUNK
                   ? OK
                   : add_index(chunk, ranges, error);
    case PART_COUNTS:
        return add_headers(context, row_group, leaf, &place, ranges, error);
    case PART_LAYOUT:
        break;
    }
    return OK;
}
