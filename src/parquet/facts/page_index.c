/* SPDX-License-Identifier: MIT */
#include "parquet/facts/page_index.h"

#include "base/alloc.h"
#include "parquet/format/format_structs.h"

enum { PAGE_LOCATIONS = 1 }; /* field of OffsetIndex */

void pq_page_index_release(struct pq_page_index *index)
{
    mem_free(index->pages);
    mem_free(index->ranges);
    mem_free(index->is_checked);
    buffer_release(&index->bounds);
    *index = (struct pq_page_index){0};
}

size_t pq_page_index_memory(const struct pq_page_index *index)
{
    size_t per_page = sizeof *index->pages +
                      (index->ranges != NULL ? sizeof *index->ranges : 0) +
                      (index->is_checked != NULL ? sizeof *index->is_checked : 0);
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

static bool next_location(struct thrift_list *list, struct pq_page_location *page)
{
    struct thrift_list before = *list;
    int64_t fields[3];
    if (thrift_list_integers(list, fields, 3) && fields[1] >= INT32_MIN &&
        fields[1] <= INT32_MAX) {
        *page = (struct pq_page_location){.offset = fields[0],
                                          .size = (int32_t)fields[1],
                                          .first_row = (uint64_t)fields[2]};
        return true;
    }
    *list = before;
    return thrift_read_complete_struct(&list->reader, &PQ_PAGE_LOCATION, page);
}

/* Reads the list of locations into *pages, which stays NULL if index->reason says that
 * there cannot be so many. */
static enum status read_locations(struct thrift_reader *reader,
                                  const struct thrift_field *field, uint64_t n_rows,
                                  struct pq_page_index *index,
                                  struct pq_page_location **pages, struct error *error)
{
    uint32_t n = thrift_begin_list(reader, field, THRIFT_STRUCT);
    struct thrift_list list = {.reader = *reader, .n = n, .left = n};
    if (reader->fault != NULL)
        return OK;
    index->reason = n == 0 || n > n_rows ? KEEP_INDEX_PAGES : KEEP_INDEX_PLACE;
    if (index->reason == KEEP_INDEX_PAGES ||
        n > PQ_MAX_INDEX_MEMORY /
                (sizeof(struct pq_page_location) + sizeof(struct page_range)))
        return OK;
    index->reason = KEEP_INDEX_DAMAGED;
    index->n_pages = n;
    *pages = mem_alloc_zeroed(n, sizeof **pages);
    if (*pages == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; thrift_list_next(&list); i++) {
        if (!next_location(&list, &(*pages)[i]))
            thrift_fail(&list.reader, "a page location without a required field");
        (*pages)[i].ordinal = i;
    }
    *reader = list.reader;
    return OK;
}

/* Reads the members one by one, because a list that is kept encoded is read twice. */
enum status pq_offset_index_parse(struct slice bytes,
                                  const struct pq_indexed_chunk *indexed,
                                  struct pq_page_index *index, struct error *error)
{
    struct thrift_reader reader;
    struct thrift_field field = {0};
    struct pq_page_location *pages = NULL;
    enum status status = OK;
    index->reason = KEEP_INDEX_DAMAGED;
    thrift_init(&reader, bytes);
    while (status == OK && index->reason == KEEP_INDEX_DAMAGED &&
           thrift_next_field(&reader, &field)) {
        if (field.id == PAGE_LOCATIONS && field.type == THRIFT_LIST && pages == NULL)
            status = read_locations(&reader, &field, indexed->n_rows, index, &pages,
                                    error);
        else
            thrift_skip(&reader, &field);
    }
    if (pages != NULL && reader.fault == NULL)
        index->reason = locations_fit(indexed, pages, index->n_pages)
                            ? KEEP_NO_COLUMN_INDEX
                            : KEEP_INDEX_PAGES;
    if (status == OK && index->reason == KEEP_NO_COLUMN_INDEX) {
        index->pages = pages;
        return OK;
    }
    mem_free(pages);
    index->n_pages = 0;
    return status;
}

/* ---- ColumnIndex ----------------------------------------------------------------- */

/* Begins a list.  False unless it has exactly one entry for each of n pages. */
static bool begin_page_list(struct thrift_list *list, struct slice bytes, int type,
                            uint32_t n)
{
    thrift_list_begin(list, bytes, type);
    return list->reader.fault == NULL && list->n == n;
}

/* These lists are optional, so an empty one is accepted, too. */
static bool begin_count_list(struct thrift_list *list, struct slice bytes, uint32_t n)
{
    thrift_list_begin(list, bytes, THRIFT_I64);
    return list->reader.fault == NULL && (list->n == n || list->n == 0);
}

/* The lists of a ColumnIndex, which are read together, page by page. */
struct claim_lists {
    struct thrift_list null_pages, min, max, null_counts, nan_counts;
};

/* False if a required list is missing or one does not fit n pages.  boundary_order is
 * ignored: it promises less than it seems to, and every page is examined anyway. */
static bool begin_lists(struct claim_lists *lists, const struct pq_column_index *index,
                        uint32_t n)
{
    return begin_page_list(&lists->null_pages, index->null_pages, THRIFT_TRUE, n) &&
           begin_page_list(&lists->min, index->min_values, THRIFT_BINARY, n) &&
           begin_page_list(&lists->max, index->max_values, THRIFT_BINARY, n) &&
           begin_count_list(&lists->null_counts, index->null_counts, n) &&
           begin_count_list(&lists->nan_counts, index->nan_counts, n);
}

/* Reads what the lists say of the next page; false if one is damaged. */
static bool next_claims(struct claim_lists *lists, struct pq_page_claims *claims)
{
    if (!thrift_list_next(&lists->null_pages) || !thrift_list_next(&lists->min) ||
        !thrift_list_next(&lists->max))
        return false;
    claims->is_null_page = thrift_list_bool(&lists->null_pages);
    claims->min = thrift_list_binary(&lists->min);
    claims->max = thrift_list_binary(&lists->max);
    claims->has_null_count = thrift_list_next(&lists->null_counts);
    claims->null_count = claims->has_null_count ? thrift_list_i64(&lists->null_counts)
                                                : 0;
    claims->has_nan_count = thrift_list_next(&lists->nan_counts);
    claims->nan_count = claims->has_nan_count ? thrift_list_i64(&lists->nan_counts) : 0;
    return lists->null_pages.reader.fault == NULL && lists->min.reader.fault == NULL &&
           lists->max.reader.fault == NULL && lists->null_counts.reader.fault == NULL &&
           lists->nan_counts.reader.fault == NULL;
}

/* Fills ranges, or returns the reason if the claims of one page, or of all pages
 * together, discredit the whole index. */
static enum keep_reason believe_claims(const struct pq_indexed_chunk *indexed,
                                       const struct pq_column_index *parsed,
                                       const struct pq_page_index *index,
                                       struct page_range *ranges)
{
    struct claim_lists lists;
    bool are_right = true;
    if (!begin_lists(&lists, parsed, index->n_pages))
        return KEEP_INDEX_DAMAGED;
    for (uint32_t i = 0; i < index->n_pages; i++) {
        struct pq_page_claims claims;
        if (!next_claims(&lists, &claims))
            return KEEP_INDEX_DAMAGED;
        ranges[i].first_row = index->pages[i].first_row;
        if (!pq_page_claims_believe(indexed->rule, &claims,
                                    pq_page_index_rows(index, i, indexed->n_rows),
                                    &ranges[i].statistics))
            are_right = false;
    }
    if (!are_right)
        return KEEP_INDEX_NULLS;
    return pq_page_claims_agree(indexed->rule, &indexed->chunk->metadata, ranges,
                                index->n_pages, indexed->n_rows)
               ? KEEP_NONE
               : KEEP_INDEX_CHUNK;
}

/* Whether the histograms of levels count an entry for each row of each page, and no nulls
 * where there is said to be none.  Writers count levels as they write them; first rows
 * come from another count. */
static bool counts_agree(const struct pq_indexed_chunk *indexed,
                         const struct pq_column_index *parsed,
                         const struct pq_page_index *index)
{
    struct thrift_list list, nulls;
    uint64_t max_level = (uint64_t)indexed->rule->leaf->max_definition_level;
    thrift_list_begin(&list, parsed->definition_histograms, THRIFT_I64);
    thrift_list_begin(&nulls, parsed->null_counts, THRIFT_I64);
    if (list.n != index->n_pages * (max_level + 1))
        return false;
    for (uint32_t i = 0; i < index->n_pages; i++) {
        uint64_t n_rows = pq_page_index_rows(index, i, indexed->n_rows), n = 0;
        bool has_nulls = !thrift_list_next(&nulls) || thrift_list_i64(&nulls) != 0;
        for (uint64_t level = 0; level <= max_level; level++) {
            int64_t count = thrift_list_next(&list) ? thrift_list_i64(&list) : -1;
            if (count < 0 || (uint64_t)count > n_rows - n ||
                (count > 0 && level < max_level && !has_nulls))
                return false;
            n += (uint64_t)count;
        }
        if (n != n_rows)
            return false;
    }
    return list.reader.fault == NULL && nulls.reader.fault == NULL;
}

enum status pq_column_index_parse(struct slice bytes,
                                  const struct pq_indexed_chunk *indexed,
                                  bool with_bounds, struct pq_page_index *index,
                                  struct error *error)
{
    struct thrift_reader reader;
    struct pq_column_index parsed;
    uint32_t n = index->n_pages;
    if (n == 0)
        return OK;
    thrift_init(&reader, bytes);
    thrift_read_struct(&reader, &PQ_COLUMN_INDEX, &parsed);
    index->reason = KEEP_INDEX_DAMAGED;
    if (reader.fault != NULL)
        return OK;
    index->counts_agree = counts_agree(indexed, &parsed, index);
    if (!with_bounds)
        return OK;
    struct page_range *ranges = mem_alloc_zeroed(n, sizeof *ranges);
    if (ranges == NULL)
        return error_nomem(error);
    index->reason = believe_claims(indexed, &parsed, index, ranges);
    if (index->reason == KEEP_NONE)
        index->ranges = ranges;
    else
        mem_free(ranges);
    return OK;
}

/* ---- Both ------------------------------------------------------------------------ */

/* Reads the bytes of an OffsetIndex or ColumnIndex.  *is_there is false, and
 * index->reason says why, if its offset and size cannot be right, or if it is not what
 * was encrypted. */
static enum status read_part(struct pq_page_source *source,
                             const struct pq_column_chunk *chunk, enum pq_module module,
                             struct pq_page_index *index, struct buffer *bytes,
                             bool *is_there, struct error *error)
{
    bool is_offset = module == PQ_OFFSET_INDEX_MODULE;
    int64_t offset = is_offset ? chunk->offset_index_offset : chunk->column_index_offset;
    int32_t size = is_offset ? chunk->offset_index_length : chunk->column_index_length;
    struct error fault = {0};
    index->reason = KEEP_INDEX_PLACE;
    *is_there = size <= PQ_MAX_INDEX_SIZE;
    if (!*is_there)
        return OK;
    enum status status = pq_read_module(source, chunk->cipher, module, offset, size,
                                        bytes, is_there, &fault);
    if (status == OK)
        return OK;
    *is_there = false;
    index->reason = KEEP_INDEX_DAMAGED;
    return status_is_external(status) ? error_set(error, status, "%s", fault.message)
                                      : OK;
}

static enum status read_column_index(struct pq_page_source *source,
                                     const struct pq_indexed_chunk *indexed,
                                     bool with_bounds, struct pq_page_index *index,
                                     struct error *error)
{
    bool is_there;
    enum status status = read_part(source, indexed->chunk, PQ_COLUMN_INDEX_MODULE, index,
                                   &index->bounds, &is_there, error);
    if (status == OK && is_there)
        status = pq_column_index_parse(buffer_slice(&index->bounds), indexed, with_bounds,
                                       index, error);
    if (index->ranges == NULL || indexed->rule->leaf->column.kind != VECTOR_BYTES)
        buffer_release(&index->bounds);
    return status;
}

enum status pq_page_index_read(struct pq_page_source *source,
                               const struct pq_indexed_chunk *indexed, bool with_bounds,
                               struct pq_page_index *index, struct error *error)
{
    const struct pq_column_chunk *chunk = indexed->chunk;
    struct buffer bytes = {0};
    bool is_there = false;
    enum status status = OK;
    bool has_index = chunk->has_offset_index && indexed->n_rows > 0;
    *index = (struct pq_page_index){.reason = has_index ? KEEP_INDEX_PLACE
                                                        : KEEP_NO_OFFSET_INDEX,
                                    .has_bounds = with_bounds};
    if (has_index)
        status = read_part(source, chunk, PQ_OFFSET_INDEX_MODULE, index, &bytes,
                           &is_there, error);
    if (status == OK && is_there)
        status = pq_offset_index_parse(buffer_slice(&bytes), indexed, index, error);
    buffer_release(&bytes);
    if (index->n_pages > 0 && !indexed->rule->is_flat)
        index->reason = indexed->rule->values_reason;
    else if (status == OK && index->n_pages > 0 && chunk->has_column_index)
        status = read_column_index(source, indexed, with_bounds, index, error);
    if (status != OK)
        pq_page_index_release(index);
    return status;
}
