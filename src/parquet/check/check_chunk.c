/* SPDX-License-Identifier: MIT */
#include "parquet/check/check_chunk.h"

#include <inttypes.h>

#include "parquet/facts/bloom_reader.h"
#include "parquet/format/page_header.h"

enum status pq_chunk_check_init(struct pq_chunk_check *check,
                                const struct pq_chunk_context *context,
                                struct findings *findings, struct pq_check_ranges *ranges,
                                struct error *error)
{
    check->context = context;
    check->findings = findings;
    check->ranges = ranges;
    return pq_page_check_init(&check->pages, context, findings, error);
}

void pq_chunk_check_release(struct pq_chunk_check *check)
{
    pq_page_check_release(&check->pages);
    pq_index_check_release(&check->index);
    buffer_release(&check->header);
    value_extent_release(&check->page.extent.values);
    value_extent_release(&check->all.extent.values);
}

static void forget_chunk(struct pq_chunk_check *check)
{
    const struct pq_extent kept = check->all.extent;
    check->all = (struct pq_checked_page){.extent = kept};
    pq_extent_clear(&check->all.extent);
    check->has_metadata = false;
    check->n_uncompressed = check->n_sealing = 0;
    check->n_kinds = 0;
    check->dictionary_offset = check->data_offset = check->index_offset = -1;
    check->is_all_dictionary = true;
    check->is_whole = check->is_damaged = false;
}

/* ---- The Bloom filter ------------------------------------------------------------ */

static bool is_asked(const struct pq_value_order *order)
{
    /* Writers differ in how they hash these. */
    return order->leaf.type != PQ_BOOLEAN && order->leaf.column.type != COLUMN_INTERVAL;
}

/* Reads the blocks, which follow a header of header_size bytes in the file. */
static enum status read_blocks(struct pq_chunk_check *check, uint32_t n_blocks,
                               int64_t header_size, struct error *error)
{
    const struct pq_column_chunk *chunk = &check->chunk;
    const struct pq_column_metadata *metadata = &chunk->metadata;
    struct pq_page_source *source = check->context->source;
    struct buffer *bits = &check->pages.bloom;
    struct error failure = {0};
    int64_t offset = metadata->bloom_filter_offset;
    int64_t size = pq_bloom_stored_size(chunk->cipher, n_blocks) + header_size;
    if (metadata->has_bloom_filter_length && metadata->bloom_filter_length != size) {
        pq_find(check->findings, "bloom_filter", "%d bytes claimed, %" PRId64 " used",
                metadata->bloom_filter_length, size);
        return OK;
    }
    if (size > source->data_end - offset) {
        pq_find(check->findings, "bloom_filter",
                "%" PRId64 " bytes at %" PRId64 " are not within the file", size, offset);
        return OK;
    }
    enum status status = pq_ranges_add(check->ranges, offset, size, check->row_group,
                                       check->leaf, "Bloom filter", error);
    if (status != OK || (!is_asked(&check->pages.order) && chunk->cipher == NULL))
        return status;
    status = buffer_reserve(bits, (size_t)n_blocks * PQ_BLOOM_BLOCK_SIZE, false, error);
    if (status != OK)
        return status;
    status = pq_bloom_read_blocks(source, chunk->cipher, offset + header_size, n_blocks,
                                  bits->data, &failure);
    if (status == OK && is_asked(&check->pages.order))
        check->pages.n_blocks = n_blocks;
    return status == OK
               ? OK
               : pq_find_failure(check->findings, "bloom_filter", &failure, error);
}

/* Reads the Bloom filter, against which the values are then checked. */
static enum status start_bloom(struct pq_chunk_check *check, struct error *error)
{
    const struct pq_column_metadata *metadata = &check->chunk.metadata;
    struct pq_page_source *source = check->context->source;
    int64_t offset = metadata->bloom_filter_offset, header_size;
    struct error failure = {0};
    enum keep_reason reason;
    uint32_t n_blocks;
    if (!metadata->has_bloom_filter_offset) {
        if (metadata->has_bloom_filter_length)
            findings_add(check->findings, SEVERITY_WARNING, "bloom_filter",
                         "it has a length, but no offset");
        return OK;
    }
    if (offset <= 0 || offset >= source->data_end) {
        pq_find(check->findings, "bloom_filter",
                "its offset %" PRId64 " is not within the file", offset);
        return OK;
    }
    enum status status = pq_bloom_read_header(source, &check->chunk, &n_blocks,
                                              &header_size, &reason, &failure);
    if (status != OK)
        return pq_find_failure(check->findings, "bloom_filter", &failure, error);
    if (reason != KEEP_NONE) {
        findings_add(check->findings, SEVERITY_WARNING, "bloom_filter",
                     "its header is damaged, or the filter is of an unknown kind");
        return OK;
    }
    return read_blocks(check, n_blocks, header_size, error);
}

/* ---- Pages ----------------------------------------------------------------------- */

static enum status check_crc(struct pq_chunk_check *check, struct pq_page_reader *pages,
                             struct error *error)
{
    bool is_right = true;
    if (!pages->header.has_crc)
        return OK;
    enum status status = pq_page_reader_check_crc(pages, &is_right, error);
    if (status == OK && !is_right) {
        check->is_damaged = true;
        pq_find(check->findings, "crc",
                "the page does not match the checksum in its header");
    }
    return status;
}

/* Parses a copy of the header, which the statistics then point into. */
static enum status keep_header(struct pq_chunk_check *check,
                               const struct pq_page_reader *pages,
                               struct pq_page_header *header, struct error *error)
{
    struct slice bytes = pq_page_reader_header_bytes(pages);
    size_t size;
    bool is_cut;
    check->header.size = 0;
    enum status status = buffer_append(&check->header, bytes.data, bytes.size, error);
    if (status == OK)
        status = pq_page_header_parse(buffer_slice(&check->header), header, &size,
                                      &is_cut, error);
    return status;
}

static enum status join_page(struct pq_chunk_check *check, struct error *error)
{
    const struct pq_leaf *leaf = &check->pages.order.leaf;
    struct pq_checked_page *all = &check->all;
    const struct pq_checked_page *page = &check->page;
    if (all->n_entries == 0 && page->n_entries > 0 && !page->begins_row)
        findings_add(check->findings, SEVERITY_ERROR, "levels",
                     "the first page begins within a row");
    all->n_entries += page->n_entries;
    all->n_present += page->n_present;
    all->n_rows += page->n_rows;
    all->data_bytes += page->data_bytes;
    for (unsigned i = 0; i <= leaf->max_repetition_level; i++)
        all->repetition[i] += page->repetition[i];
    for (unsigned i = 0; i <= leaf->max_definition_level; i++)
        all->definition[i] += page->definition[i];
    return pq_extent_join(&all->extent, &check->pages.order, &page->extent, error);
}

static enum status check_data_page(struct pq_chunk_check *check,
                                   struct pq_page_reader *pages,
                                   const struct pq_page_header *header,
                                   struct error *error)
{
    struct pq_checked_page *page = &check->page;
    page->offset = pages->page_offset;
    page->size = pages->offset - pages->page_offset;
    page->first_row = check->all.n_rows;
    if (check->data_offset < 0)
        check->data_offset = page->offset;
    if (header->encoding != PQ_PLAIN_DICTIONARY && header->encoding != PQ_RLE_DICTIONARY)
        check->is_all_dictionary = false;
    enum status status = pq_page_check_data(&check->pages, pages, page, error);
    if (status != OK)
        return status;
    if (header->has_statistics)
        pq_check_statistics(check, &header->statistics, page, "page header: ");
    pq_check_domain(check->findings, &check->pages.order, &page->extent);
    pq_index_check_page(&check->index, &check->pages.order, page,
                        pq_own_nulls(check->context, check->leaf, page));
    return join_page(check, error);
}

static enum status check_page(struct pq_chunk_check *check, struct pq_page_reader *pages,
                              struct error *error)
{
    struct pq_page_header header;
    check->findings->location.offset = pages->page_offset;
    enum status status = keep_header(check, pages, &header, error);
    if (status != OK)
        return status;
    check->n_uncompressed += check->header.size + (uint64_t)header.uncompressed_size;
    check->n_sealing += (uint64_t)(pages->body_offset - pages->page_offset) -
                        check->header.size;
    pq_note_page_kind(check, &header);
    status = check_crc(check, pages, error);
    if (status != OK)
        return status;
    switch (header.type) {
    case PQ_DATA_PAGE:
    case PQ_DATA_PAGE_V2:
        return check_data_page(check, pages, &header, error);
    case PQ_DICTIONARY_PAGE:
        if (check->data_offset >= 0)
            findings_add(check->findings, SEVERITY_WARNING, "page",
                         "a dictionary page after a data page");
        if (check->dictionary_offset < 0)
            check->dictionary_offset = pages->page_offset;
        return pq_page_check_dictionary(&check->pages, pages, error);
    case PQ_INDEX_PAGE:
        if (check->index_offset < 0)
            check->index_offset = pages->page_offset;
        return OK;
    default:
        return OK; /* a page type of a later version */
    }
}

/* Reads all pages.  Damage becomes one finding; the page reader's messages name the
 * page. */
static enum status check_pages(struct pq_chunk_check *check, struct pq_page_reader *pages,
                               struct error *error)
{
    struct error failure = {0};
    bool found = true;
    enum status status = pq_page_reader_start(pages, check->context->source,
                                              &check->chunk, &failure);
    if (status == OK && pages->end > pages->offset) {
        status = pq_ranges_add(check->ranges, pages->offset, pages->end - pages->offset,
                               check->row_group, check->leaf, "column chunk", error);
        if (status != OK)
            return status;
    }
    while (status == OK && found) {
        status = pq_page_reader_next(pages, true, &found, &failure);
        if (status == OK && found)
            status = check_page(check, pages, &failure);
        else if (status != OK)
            check->findings->location.offset = pages->page_offset;
    }
    check->is_whole = status == OK;
    check->is_damaged = check->is_damaged || status == CORRUPT;
    if (status != OK)
        status = pq_find_failure(check->findings, "page", &failure, error);
    check->findings->location.offset = -1;
    return status;
}

/* ---- All of it ------------------------------------------------------------------- */

/* The page index is stored apart from the pages of all chunks. */
static enum status add_index_ranges(struct pq_chunk_check *check, struct error *error)
{
    const struct pq_column_chunk *chunk = &check->chunk;
    enum status status = OK;
    if (check->index.offset_is_within)
        status = pq_ranges_add(check->ranges, chunk->offset_index_offset,
                               chunk->offset_index_length, check->row_group, check->leaf,
                               "offset index", error);
    if (status == OK && check->index.column_is_within)
        status = pq_ranges_add(check->ranges, chunk->column_index_offset,
                               chunk->column_index_length, check->row_group, check->leaf,
                               "column index", error);
    return status;
}

static enum status check_whole(struct pq_chunk_check *check,
                               const struct pq_page_reader *pages, struct error *error)
{
    const struct pq_page_check *values = &check->pages;
    pq_check_chunk_totals(check, pages);
    if (check->chunk.metadata.has_statistics)
        pq_check_statistics(check, &check->chunk.metadata.statistics, &check->all, "");
    pq_check_size_statistics(check);
    pq_index_check_end(&check->index, &values->order.leaf);
    if (values->n_missing > 0)
        pq_find(check->findings, "bloom_filter", "%" PRIu64 " values are missing from it",
                values->n_missing);
    if (values->n_not_text > 0)
        pq_find(check->findings, "utf8", "%" PRIu64 " values are not UTF-8",
                values->n_not_text);
    if (values->n_not_json > 0)
        pq_find(check->findings, "json", "%" PRIu64 " values are not JSON",
                values->n_not_json);
    pq_geo_check_end(&values->geo, check->findings);
    return check->chunk.metadata.has_statistics ? pq_check_distinct_count(check, error)
                                                : OK;
}

/* False, with a finding, if the leaf's values cannot be read at all. */
static bool leaf_is_readable(struct pq_chunk_check *check)
{
    const struct pq_leaf *leaf = &check->context->tree->leaves[check->leaf];
    if (leaf->type > PQ_FIXED_LEN_BYTE_ARRAY)
        pq_find(check->findings, "unsupported", "physical type %d", leaf->type);
    else if (leaf->type == PQ_FIXED_LEN_BYTE_ARRAY && leaf->type_length <= 0)
        pq_find(check->findings, "schema", "FIXED_LEN_BYTE_ARRAY without a length");
    else if (leaf->max_definition_level > PQ_MAX_LEVEL)
        pq_find(check->findings, "unsupported", "fields are nested too deeply");
    else
        return true;
    return false;
}

enum status pq_chunk_check_run(struct pq_chunk_check *check, uint32_t row_group,
                               uint32_t leaf, struct error *error)
{
    struct error failure = {0};
    struct pq_page_reader pages;
    forget_chunk(check);
    check->row_group = row_group;
    check->leaf = leaf;
    enum status status = pq_chunk_metadata(check->context, row_group, leaf, &check->chunk,
                                           &failure);
    check->is_damaged = status == CORRUPT;
    if (status != OK)
        return pq_find_failure(check->findings, "column_chunk", &failure, error);
    check->has_metadata = true;
    pq_check_chunk_metadata(check);
    if (!leaf_is_readable(check))
        return OK;
    pq_page_check_start(&check->pages, leaf, &check->chunk.metadata);
    status = pq_index_check_start(&check->index, check->context, &check->chunk,
                                  check->findings, error);
    if (status == OK)
        status = add_index_ranges(check, error);
    if (status == OK)
        status = start_bloom(check, error);
    if (status == OK)
        status = check_pages(check, &pages, error);
    if (status == OK && check->is_whole)
        status = check_whole(check, &pages, error);
    return status;
}
