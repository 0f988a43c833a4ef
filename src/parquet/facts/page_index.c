/* SPDX-License-Identifier: MIT */
#include "parquet/facts/page_index.h"

#include "base/alloc.h"
#include "parquet/format/format_structs.h"

void pq_page_index_release(struct pq_page_index *index)
{
    mem_free(index->pages);
    mem_free(index->ranges);
    buffer_release(&index->bounds);
    *index = (struct pq_page_index){0};
}

size_t pq_page_index_memory(const struct pq_page_index *index)
{
    size_t per_page = sizeof *index->pages +
                      (index->ranges != NULL ? sizeof *index->ranges : 0);
    return index->n_pages * per_page + index->bounds.capacity;
}

/* ---- OffsetIndex ----------------------------------------------------------------- */

/* Finds where the chunk's first data page may begin and where its last one ends.  False
 * if the chunk is not within the file. */
static bool chunk_range(const struct pq_indexed_chunk *indexed, int64_t *first_page,
                        bool *has_dictionary, int64_t *end)
{
    const struct pq_column_metadata *metadata = &indexed->chunk->metadata;
    int64_t start = metadata->data_page_offset;
    *first_page = start;
    *has_dictionary = metadata->has_dictionary_page_offset &&
                      metadata->dictionary_page_offset > 0 &&
                      metadata->dictionary_page_offset < start;
    if (*has_dictionary)
        start = metadata->dictionary_page_offset;
    int64_t size = metadata->total_compressed_size;
    if (start < 0 || size < 0 || start > indexed->data_end ||
        size > indexed->data_end - start)
        return false;
    *end = start + size;
    return true;
}

/* Whether the pages follow each other without gaps from the first data page to the
 * chunk's end.  If the index omitted a page, its rows would be read from the next one.
 * Gaps also reveal sizes that omit the page header, which would cut off every page. */
static bool locations_fit(const struct pq_indexed_chunk *indexed,
                          const struct pq_page_location *pages, uint32_t n)
{
    int64_t first_page, end;
    bool has_dictionary;
    if (!chunk_range(indexed, &first_page, &has_dictionary, &end))
        return false;
    /* Some dictionary pages are not declared.  Then data_page_offset may be the
     * dictionary's, and the first data page comes later. */
    if (pages[0].first_row != 0 || pages[0].offset < first_page ||
        (has_dictionary && pages[0].offset != first_page))
        return false;
    int64_t at = pages[0].offset;
    for (uint32_t i = 0; i < n; i++) {
        if (pages[i].offset != at || pages[i].size <= 0 || pages[i].size > end - at ||
            pages[i].first_row >= indexed->n_rows ||
            (i > 0 && pages[i].first_row <= pages[i - 1].first_row))
            return false;
        at += pages[i].size;
    }
    return at == end;
}

enum status pq_offset_index_parse(struct slice bytes,
                                  const struct pq_indexed_chunk *indexed,
                                  struct pq_page_index *index, struct error *error)
{
    struct thrift_reader reader;
    struct pq_offset_index parsed;
    struct thrift_list list;
    index->reason = KEEP_INDEX_DAMAGED;
    thrift_init(&reader, bytes);
    thrift_read_struct(&reader, &PQ_OFFSET_INDEX, &parsed);
    thrift_list_begin(&list, parsed.locations, THRIFT_STRUCT);
    uint32_t n = list.n;
    if (reader.fault != NULL || list.reader.fault != NULL ||
        parsed.locations.data == NULL)
        return OK;
    index->reason = n == 0 || n > indexed->n_rows ? KEEP_INDEX_PAGES : KEEP_INDEX_PLACE;
    if (n == 0 || n > indexed->n_rows ||
        n > PQ_MAX_INDEX_MEMORY /
                (sizeof(struct pq_page_location) + sizeof(struct page_range)))
        return OK;
    struct pq_page_location *pages = mem_alloc_zeroed(n, sizeof *pages);
    if (pages == NULL)
        return error_nomem(error);
    bool fits = true;
    index->reason = KEEP_INDEX_DAMAGED;
    for (uint32_t i = 0; fits && thrift_list_next(&list); i++)
        fits = thrift_read_complete_struct(&list.reader, &PQ_PAGE_LOCATION, &pages[i]);
    fits = fits && list.reader.fault == NULL;
    if (fits && !locations_fit(indexed, pages, n)) {
        index->reason = KEEP_INDEX_PAGES;
        fits = false;
    }
    if (!fits) {
        mem_free(pages);
        return OK;
    }
    index->reason = KEEP_NO_COLUMN_INDEX;
    index->n_pages = n;
    index->pages = pages;
    return OK;
}

/* ---- ColumnIndex ----------------------------------------------------------------- */

/* Begins a list.  False unless it has exactly one entry for each of n pages. */
static bool begin_page_list(struct thrift_list *list, struct slice bytes, int type,
                            uint32_t n)
{
    thrift_list_begin(list, bytes, type);
    return list->reader.fault == NULL && list->n == n;
}

static bool read_null_pages(struct slice bytes, struct pq_page_claims *claims, uint32_t n)
{
    struct thrift_list list;
    if (!begin_page_list(&list, bytes, THRIFT_TRUE, n))
        return false;
    for (uint32_t i = 0; thrift_list_next(&list); i++)
        claims[i].is_null_page = thrift_list_bool(&list);
    return list.reader.fault == NULL;
}

static bool read_bound_list(struct slice bytes, struct pq_page_claims *claims, uint32_t n,
                            bool is_max)
{
    struct thrift_list list;
    if (!begin_page_list(&list, bytes, THRIFT_BINARY, n))
        return false;
    for (uint32_t i = 0; thrift_list_next(&list); i++) {
        struct slice bound = thrift_list_binary(&list);
        if (is_max)
            claims[i].max = bound;
        else
            claims[i].min = bound;
    }
    return list.reader.fault == NULL;
}

/* These lists are optional, so an empty one is accepted, too. */
static bool read_counts(struct slice bytes, struct pq_page_claims *claims, uint32_t n,
                        bool is_nan)
{
    struct thrift_list list;
    thrift_list_begin(&list, bytes, THRIFT_I64);
    if (list.reader.fault != NULL || (list.n != n && list.n != 0))
        return false;
    for (uint32_t i = 0; thrift_list_next(&list); i++) {
        int64_t count = thrift_list_i64(&list);
        if (is_nan) {
            claims[i].nan_count = count;
            claims[i].has_nan_count = true;
        } else {
            claims[i].null_count = count;
            claims[i].has_null_count = true;
        }
    }
    return list.reader.fault == NULL;
}

/* False if a required part of the ColumnIndex is missing or does not fit n pages.
 * boundary_order is ignored: it promises less than it seems to, and every page is
 * examined anyway. */
static bool parse_claims(struct slice bytes, struct pq_page_claims *claims, uint32_t n)
{
    struct thrift_reader reader;
    struct pq_column_index index;
    thrift_init(&reader, bytes);
    thrift_read_struct(&reader, &PQ_COLUMN_INDEX, &index);
    return reader.fault == NULL && read_null_pages(index.null_pages, claims, n) &&
           read_bound_list(index.min_values, claims, n, false) &&
           read_bound_list(index.max_values, claims, n, true) &&
           read_counts(index.null_counts, claims, n, false) &&
           read_counts(index.nan_counts, claims, n, true);
}

/* Returns the reason if the claims of one page, or of all pages together, discredit the
 * whole index. */
static enum keep_reason believe_claims(const struct pq_indexed_chunk *indexed,
                                       const struct pq_page_claims *claims,
                                       const struct pq_page_index *index,
                                       struct page_range *ranges)
{
    for (uint32_t i = 0; i < index->n_pages; i++) {
        uint64_t end = i + 1 < index->n_pages ? index->pages[i + 1].first_row
                                              : indexed->n_rows;
        ranges[i].first_row = index->pages[i].first_row;
        if (!pq_page_claims_believe(indexed->rule, &claims[i], end - ranges[i].first_row,
                                    &ranges[i].statistics))
            return KEEP_INDEX_NULLS;
    }
    return pq_page_claims_agree(indexed->rule, &indexed->chunk->metadata, ranges,
                                index->n_pages, indexed->n_rows)
               ? KEEP_NONE
               : KEEP_INDEX_CHUNK;
}

enum status pq_column_index_parse(struct slice bytes,
                                  const struct pq_indexed_chunk *indexed,
                                  struct pq_page_index *index, struct error *error)
{
    uint32_t n = index->n_pages;
    struct pq_page_claims *claims = mem_alloc_zeroed(n, sizeof *claims);
    struct page_range *ranges = mem_alloc_zeroed(n, sizeof *ranges);
    enum status status = OK;
    if (claims == NULL || ranges == NULL)
        status = error_nomem(error);
    if (status == OK && n > 0)
        index->reason = parse_claims(bytes, claims, n)
                            ? believe_claims(indexed, claims, index, ranges)
                            : KEEP_INDEX_DAMAGED;
    if (status == OK && n > 0 && index->reason == KEEP_NONE) {
        index->ranges = ranges;
        ranges = NULL;
    }
    mem_free(claims);
    mem_free(ranges);
    return status;
}

/* ---- Both ------------------------------------------------------------------------ */

/* Reads the bytes of an OffsetIndex or ColumnIndex.  *is_there is false if its offset and
 * size cannot be right. */
static enum status read_part(const struct pq_page_source *source, int64_t offset,
                             int32_t size, struct buffer *bytes, bool *is_there,
                             struct error *error)
{
    *is_there = size <= PQ_MAX_INDEX_SIZE;
    return *is_there ? pq_read_whole_module(source, offset, size, bytes, is_there, error)
                     : OK;
}

static enum status read_column_index(const struct pq_page_source *source,
                                     const struct pq_indexed_chunk *indexed,
                                     struct pq_page_index *index, struct error *error)
{
    const struct pq_column_chunk *chunk = indexed->chunk;
    bool is_there;
    enum status status = read_part(source, chunk->column_index_offset,
                                   chunk->column_index_length, &index->bounds, &is_there,
                                   error);
    index->reason = KEEP_INDEX_PLACE;
    if (status == OK && is_there)
        status = pq_column_index_parse(buffer_slice(&index->bounds), indexed, index,
                                       error);
    if (index->ranges == NULL || indexed->rule->leaf->column.kind != VECTOR_BYTES)
        buffer_release(&index->bounds);
    return status;
}

enum status pq_page_index_read(const struct pq_page_source *source,
                               const struct pq_indexed_chunk *indexed,
                               struct pq_page_index *index, struct error *error)
{
    const struct pq_column_chunk *chunk = indexed->chunk;
    struct buffer bytes = {0};
    bool is_there = false;
    enum status status = OK;
    bool has_index = chunk->has_offset_index && indexed->n_rows > 0;
    *index = (struct pq_page_index){.reason = has_index ? KEEP_INDEX_PLACE
                                                        : KEEP_NO_OFFSET_INDEX};
    if (has_index)
        status = read_part(source, chunk->offset_index_offset, chunk->offset_index_length,
                           &bytes, &is_there, error);
    if (status == OK && is_there)
        status = pq_offset_index_parse(buffer_slice(&bytes), indexed, index, error);
    buffer_release(&bytes);
    if (index->n_pages > 0 && !indexed->rule->is_flat)
        index->reason = indexed->rule->values_reason;
    else if (status == OK && index->n_pages > 0 && chunk->has_column_index)
        status = read_column_index(source, indexed, index, error);
    if (status != OK)
        pq_page_index_release(index);
    return status;
}
