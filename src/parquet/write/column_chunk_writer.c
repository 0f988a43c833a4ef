/* SPDX-License-Identifier: MIT */
#include "parquet/write/column_chunk_writer.h"

#include "parquet/encoding/rle_hybrid.h"
#include "parquet/facts/page_index_check.h"
#include "parquet/write/page_split.h"
#include "parquet/write/statistics_builder.h"

enum {
    /* Without a filter, an equality look-up reads the chunk's compressed bytes and
     * processes the decompressed ones.  A filter that was not requested takes at most
     * 1/16 of both together, and of the file at most 1/6 of the chunk's size. */
    BLOOM_WORK_SHARE = 16,
    BLOOM_SIZE_SHARE = 6,
    /* Sizes are powers of two, so such a filter would often be almost twice as large as
     * its ratio needs.  With twice the ratio it needs 13 % less, or half of the size. */
    BLOOM_AUTO_RATIO = 2,
    /* With fewer distinct values, the dictionary or the bounds exclude as much. */
    LEAST_BLOOM_VALUES = 16,
};

/* A page of the current chunk. */
struct page {
    struct pq_page_part part;
    struct pq_found_bounds bounds; /* indices into chunk.bounded */
    bool min_is_exact, max_is_exact;
    struct pq_written_page written;
};

/* The chunk that is being written. */
struct chunk {
    struct pq_chunk_writer *writer;
    const struct pq_leaf *leaf;
    const struct pq_write_column *column;
    const struct pq_column_values *collected;
    struct pq_values values;
    struct pq_chunk_encoding encoding;
    struct pq_page_split split;
    enum pq_sort sort;
    /* The values to find bounds among: the dictionary's entries, or all values. */
    const struct pq_values *bounded;
    const uint32_t *ranks; /* of the entries */
    uint32_t *by_rank;     /* the entry of each rank */
    uint32_t n_nan_entries;
    struct page *pages;
    uint32_t n_pages;
    struct pq_chunk_record *record;
};

/* ---- Writing pages -------------------------------------------------------------- */

static enum status add_page(struct chunk *chunk, struct error *error)
{
    struct buffer *pages = &chunk->writer->pages_of_chunk;
    struct page page = {0};
    const struct pq_page_part *last = NULL;
    if (chunk->n_pages > 0)
        last = &chunk->pages[chunk->n_pages - 1].part;
    enum status status = pq_page_split_next(&chunk->split, last, &page.part, error);
    if (status == OK)
        status = buffer_append(pages, &page, sizeof page, error);
    chunk->pages = (void *)pages->data;
    chunk->n_pages += status == OK;
    return status;
}

static enum status write_dictionary(struct chunk *chunk, struct error *error)
{
    struct pq_chunk_writer *writer = chunk->writer;
    const struct pq_values *entries = &writer->dictionary.entries;
    struct pq_page_range range;
    writer->pages.body.size = 0;
    enum status status = pq_encode_values(PQ_PLAIN, entries, 0, entries->n,
                                          &writer->pages.body, error);
    if (status == OK)
        status = pq_page_write_dictionary(&writer->pages, (uint32_t)entries->n, &range,
                                          error);
    if (status == OK)
        chunk->record->written.dictionary_page_offset = range.offset;
    return status;
}

static enum status append_indices(struct chunk *chunk, const struct page *page,
                                  struct error *error)
{
    struct buffer *body = &chunk->writer->pages.body;
    uint8_t width = (uint8_t)chunk->encoding.index_width;
    enum status status = buffer_append(body, &width, 1, error);
    if (status == OK)
        status = pq_rle_encode(chunk->writer->dictionary.indices + page->part.first_value,
                               page->part.n_values, width, body, error);
    return status;
}

/* NULL where the buffer is empty. */
static const uint8_t *levels_of_page(const struct buffer *levels, const struct page *page)
{
    return levels->size > 0 ? levels->data + page->part.first_entry : NULL;
}

static int64_t unencoded_bytes(const struct pq_values *values, uint64_t first, uint64_t n)
{
    return values->offsets != NULL
               ? (int64_t)(values->offsets[first + n] - values->offsets[first])
               : 0;
}

static enum status write_page(struct chunk *chunk, struct page *page, struct error *error)
{
    struct pq_chunk_writer *writer = chunk->writer;
    const struct pq_column_values *collected = chunk->collected;
    enum status status = pq_page_begin(
        &writer->pages, levels_of_page(&collected->repetition_levels, page),
        levels_of_page(&collected->levels, page), page->part.n_entries, error);
    if (status != OK)
        return status;
    if (chunk->encoding.has_dictionary)
        status = append_indices(chunk, page, error);
    else
        status = pq_encode_values(chunk->encoding.encoding, &chunk->values,
                                  page->part.first_value, page->part.n_values,
                                  &writer->pages.body, error);
    if (status != OK)
        return status;
    const struct pq_page_facts facts = {.n_entries = page->part.n_entries,
                                        .n_nulls = page->part.n_entries -
                                                   page->part.n_values,
                                        .n_rows = page->part.n_rows,
                                        .encoding = chunk->encoding.encoding};
    struct pq_page_range range;
    status = pq_page_end(&writer->pages, &facts, &range, error);
    if (status == OK)
        page->written = (struct pq_written_page){
            .offset = range.offset,
            .size = range.size,
            .first_row = (int64_t)page->part.first_row,
            .is_null_page = page->part.n_values == 0,
            .null_count = facts.n_nulls,
            .unencoded_bytes = unencoded_bytes(&chunk->values, page->part.first_value,
                                               page->part.n_values)};
    return status;
}

/* ---- Bounds --------------------------------------------------------------------- */

/* Ranks the dictionary's entries, so that bounds can be found from the indices. */
static enum status rank_entries(struct chunk *chunk, struct error *error)
{
    struct buffer *memory = &chunk->writer->ranks;
    size_t n = (size_t)chunk->bounded->n;
    enum status status = buffer_reserve(memory, 2 * n * sizeof(uint32_t), false, error);
    if (status != OK)
        return status;
    uint32_t *ranks = (void *)memory->data;
    status = pq_rank_values(chunk->bounded, chunk->sort, ranks, &chunk->n_nan_entries,
                            error);
    if (status != OK)
        return status;
    chunk->ranks = ranks;
    chunk->by_rank = ranks + n;
    for (size_t i = 0; i < n; i++)
        chunk->by_rank[ranks[i]] = (uint32_t)i;
    return OK;
}

static void find_bounds_of_indices(const struct chunk *chunk, struct page *page)
{
    const uint32_t *indices = chunk->writer->dictionary.indices + page->part.first_value;
    uint32_t first_nan = (uint32_t)chunk->bounded->n - chunk->n_nan_entries;
    uint32_t least = UINT32_MAX, most = 0;
    uint64_t n_nans = 0;
    for (uint32_t i = 0; i < page->part.n_values; i++) {
        uint32_t rank = chunk->ranks[indices[i]];
        if (rank >= first_nan) {
            n_nans++;
            continue;
        }
        least = rank < least ? rank : least;
        most = rank > most ? rank : most;
    }
    page->bounds.n_nans = n_nans;
    page->bounds.found = n_nans < page->part.n_values;
    if (page->bounds.found) {
        page->bounds.min = chunk->by_rank[least];
        page->bounds.max = chunk->by_rank[most];
    }
}

/* The bound's data is NULL if value i is too large to write an upper bound for it. */
static enum status make_bound(struct chunk *chunk, bool is_max, uint64_t i,
                              struct slice *bound, bool *is_exact, struct error *error)
{
    enum column_type type = chunk->leaf->column.type;
    struct buffer *bytes = &chunk->writer->bound;
    bytes->size = 0;
    enum status status = pq_append_bound(chunk->bounded, chunk->sort,
                                         type == COLUMN_TEXT || type == COLUMN_JSON,
                                         is_max, i, bytes, is_exact, error);
    if (status != OK || (bytes->size == 0 && pq_value_at(chunk->bounded, i).size > 0))
        return status;
    *bound = slice_of(arena_copy_text(&chunk->writer->facts, bytes->data, bytes->size),
                      bytes->size);
    return bound->data != NULL ? OK : error_nomem(error);
}

static enum status find_page_bounds(struct chunk *chunk, struct page *page,
                                    struct error *error)
{
    if (chunk->encoding.has_dictionary)
        find_bounds_of_indices(chunk, page);
    else
        pq_find_bounds(&chunk->values, chunk->sort, page->part.first_value,
                       page->part.n_values, &page->bounds);
    page->written.nan_count = (int64_t)page->bounds.n_nans;
    if (!page->bounds.found)
        return OK;
    enum status status = make_bound(chunk, false, page->bounds.min, &page->written.min,
                                    &page->min_is_exact, error);
    if (status == OK)
        status = make_bound(chunk, true, page->bounds.max, &page->written.max,
                            &page->max_is_exact, error);
    return status;
}

/* The chunk's bounds are those of some of its pages. */
static void find_chunk_bounds(struct chunk *chunk)
{
    struct pq_statistics *statistics = &chunk->record->written.statistics;
    const struct page *min = NULL, *max = NULL;
    for (uint32_t i = 0; i < chunk->n_pages; i++) {
        const struct page *page = &chunk->pages[i];
        statistics->nan_count += page->written.nan_count;
        if (!page->bounds.found)
            continue;
        if (min == NULL || pq_compare_values(chunk->bounded, chunk->sort,
                                             page->bounds.min, min->bounds.min) < 0)
            min = page;
        if (max == NULL || pq_compare_values(chunk->bounded, chunk->sort,
                                             page->bounds.max, max->bounds.max) > 0)
            max = page;
    }
    if (min == NULL)
        return;
    statistics->min_value = min->written.min;
    statistics->min_is_exact = min->min_is_exact;
    statistics->max_value = max->written.max;
    statistics->max_is_exact = max->max_is_exact;
}

/* ---- Histograms of levels ------------------------------------------------------- */

/* Whether the histograms follow from the numbers of values and entries. */
static bool is_plain(const struct chunk *chunk)
{
    return chunk->collected->max_repetition == 0 && chunk->collected->max_level <= 1;
}

/* Leaves out plain histograms, unless there are so many pages that readers compare them
 * with the offset index rather than read all headers (page_index_check.h). */
static void leave_out_histograms(struct chunk *chunk)
{
    if (is_plain(chunk) && chunk->n_pages <= PQ_FEW_PAGES)
        chunk->record->written.size.n_definition = 0;
}

/* levels NULL: every level is the maximum. */
static void count_levels(const uint8_t *levels, uint32_t n, int64_t *counts,
                         uint32_t n_counts)
{
    if (n_counts > 0 && levels == NULL)
        counts[n_counts - 1] = n;
    for (uint32_t i = 0; n_counts > 0 && levels != NULL && i < n; i++)
        counts[levels[i]]++;
}

/* Counts of each repetition level, then of each definition level; NULL with an error if
 * out of memory. */
static int64_t *new_counts(struct chunk *chunk, struct error *error)
{
    const struct pq_written_size *size = &chunk->record->written.size;
    int64_t *counts = arena_alloc(
        &chunk->writer->facts, size->n_repetition + size->n_definition, sizeof *counts);
    if (counts == NULL)
        (void)error_nomem(error);
    return counts;
}

static enum status count_page_levels(struct chunk *chunk, struct page *page,
                                     struct error *error)
{
    const struct pq_column_values *collected = chunk->collected;
    const struct pq_written_size *size = &chunk->record->written.size;
    int64_t *counts = new_counts(chunk, error);
    if (counts == NULL)
        return error->status;
    page->written.repetition_histogram = counts;
    page->written.definition_histogram = counts + size->n_repetition;
    if (is_plain(chunk)) {
        counts[0] = (int64_t)(page->part.n_entries - page->part.n_values);
        counts[collected->max_level] += (int64_t)page->part.n_values;
        return OK;
    }
    count_levels(levels_of_page(&collected->repetition_levels, page),
                 page->part.n_entries, counts, size->n_repetition);
    count_levels(levels_of_page(&collected->levels, page), page->part.n_entries,
                 counts + size->n_repetition, size->n_definition);
    return OK;
}

/* The chunk's histograms: the sum of those of its pages. */
static enum status count_chunk_levels(struct chunk *chunk, struct error *error)
{
    struct pq_written_size *size = &chunk->record->written.size;
    int64_t *counts = new_counts(chunk, error);
    if (counts == NULL)
        return error->status;
    for (uint32_t i = 0; i < chunk->n_pages; i++) {
        for (size_t level = 0; level < size->n_repetition + size->n_definition; level++)
            counts[level] += chunk->pages[i].written.repetition_histogram[level];
    }
    size->repetition_histogram = counts;
    size->definition_histogram = counts + size->n_repetition;
    return OK;
}

/* ---- Indexes -------------------------------------------------------------------- */

/* Compares the bounds of two pages as they are written: strings may be truncated. */
static int compare_page_bounds(const struct chunk *chunk, const struct page *a,
                               const struct page *b, bool is_max)
{
    if (chunk->sort == PQ_SORT_BYTES)
        return is_max ? slice_compare(a->written.max, b->written.max)
                      : slice_compare(a->written.min, b->written.min);
    return is_max ? pq_compare_values(chunk->bounded, chunk->sort, a->bounds.max,
                                      b->bounds.max)
                  : pq_compare_values(chunk->bounded, chunk->sort, a->bounds.min,
                                      b->bounds.min);
}

static int boundary_order(const struct chunk *chunk)
{
    bool ascends = true, descends = true;
    const struct page *last = NULL;
    for (uint32_t i = 0; i < chunk->n_pages; i++) {
        const struct page *page = &chunk->pages[i];
        if (!page->bounds.found)
            continue;
        if (last != NULL) {
            int min = compare_page_bounds(chunk, last, page, false);
            int max = compare_page_bounds(chunk, last, page, true);
            ascends = ascends && min <= 0 && max <= 0;
            descends = descends && min >= 0 && max >= 0;
        }
        last = page;
    }
    return ascends ? PQ_ASCENDING : descends ? PQ_DESCENDING : PQ_UNORDERED;
}

/* A column index needs bounds of every page that has values.  So there is none if the
 * type has no order, if a page has only NaNs, or if an upper bound is too large. */
static bool can_have_column_index(const struct chunk *chunk)
{
    if (chunk->sort == PQ_SORT_NONE)
        return false;
    for (uint32_t i = 0; i < chunk->n_pages; i++) {
        const struct page *page = &chunk->pages[i];
        if (page->part.n_values > 0 && page->written.max.data == NULL)
            return false;
    }
    return true;
}

/* Encrypts what was appended to a buffer from `begin` on, if the chunk is encrypted. */
static enum status seal(const struct chunk *chunk, enum pq_module module,
                        struct buffer *output, size_t begin, struct error *error)
{
    const struct pq_module_cipher *cipher = chunk->writer->pages.cipher;
    return cipher != NULL ? pq_module_seal(cipher, module, 0, output, begin, error) : OK;
}

/* Ends an index of the chunk, which began at index->begin.  One that is too large for the
 * footer's 32-bit size is removed. */
static enum status end_index(const struct chunk *chunk, enum pq_module module,
                             struct buffer *indexes, struct pq_span *index,
                             struct error *error)
{
    enum status status = seal(chunk, module, indexes, index->begin, error);
    index->size = indexes->size - index->begin;
    if (index->size > INT32_MAX) {
        indexes->size = index->begin;
        index->size = 0;
    }
    return status;
}

static enum status write_indexes(struct chunk *chunk, struct error *error)
{
    struct pq_chunk_writer *writer = chunk->writer;
    struct pq_chunk_record *record = chunk->record;
    const struct pq_written_size *size = &record->written.size;
    struct buffer *offsets = &writer->offset_indexes, *columns = &writer->column_indexes;
    writer->written_pages.size = 0;
    for (uint32_t i = 0; i < chunk->n_pages; i++)
        buffer_add(&writer->written_pages,
                   slice_of(&chunk->pages[i].written, sizeof(struct pq_written_page)),
                   error);
    if (error->status != OK)
        return error->status;
    const struct pq_written_page *pages = (const void *)writer->written_pages.data;
    record->offset_index.begin = offsets->size;
    record->column_index.begin = columns->size;
    enum status status = pq_append_offset_index(pages, chunk->n_pages, size, offsets,
                                                error);
    if (status == OK)
        status = end_index(chunk, PQ_OFFSET_INDEX_MODULE, offsets, &record->offset_index,
                           error);
    if (status != OK || record->offset_index.size == 0 || !can_have_column_index(chunk))
        return status;
    status = pq_append_column_index(pages, chunk->n_pages, size, boundary_order(chunk),
                                    record->written.statistics.has_nan_count, columns,
                                    error);
    return status == OK ? end_index(chunk, PQ_COLUMN_INDEX_MODULE, columns,
                                    &record->column_index, error)
                        : status;
}

/* ---- Bloom filters -------------------------------------------------------------- */

/* Whether a filter can be built for the leaf's type.  Repeated leaves may have one too:
 * some readers use it. */
static bool can_have_bloom(const struct pq_leaf *leaf)
{
    struct pq_leaf once = *leaf;
    once.max_repetition_level = 0;
    return pq_bloom_can_tell(&once);
}

/* Whether values of this type are usually looked up one by one. */
static bool is_looked_up(const struct pq_leaf *leaf)
{
    switch (leaf->column.type) {
    case COLUMN_INTEGER:
    case COLUMN_UINT64:
    case COLUMN_DECIMAL:
    case COLUMN_TEXT:
    case COLUMN_BLOB:
    case COLUMN_UUID:
        return pq_bloom_can_tell(leaf);
    default:
        return false;
    }
}

/* Whether the pages are in the order of their values: then their bounds exclude as much
 * as a filter could. */
static bool is_disjoint(const struct chunk *chunk)
{
    const struct page *last = NULL;
    bool ascends = true, descends = true;
    if (chunk->n_pages < 2)
        return false;
    for (uint32_t i = 0; i < chunk->n_pages; i++) {
        const struct page *page = &chunk->pages[i];
        if (!page->bounds.found)
            continue;
        if (last != NULL) {
            ascends = ascends &&
                      pq_compare_values(chunk->bounded, chunk->sort, last->bounds.max,
                                        page->bounds.min) <= 0;
            descends = descends &&
                       pq_compare_values(chunk->bounded, chunk->sort, last->bounds.min,
                                         page->bounds.max) >= 0;
        }
        last = page;
    }
    return ascends || descends;
}

/* Whether the integers fill at least half of the range between their bounds. */
static bool is_dense(const struct chunk *chunk, uint64_t n_distinct)
{
    const struct pq_values *values = chunk->bounded;
    const uint8_t *min = chunk->record->written.statistics.min_value.data;
    const uint8_t *max = chunk->record->written.statistics.max_value.data;
    if ((values->type != PQ_INT32 && values->type != PQ_INT64) || min == NULL)
        return false;
    uint64_t range = values->type == PQ_INT32 ? load_u32(max) - load_u32(min)
                                              : load_u64(max) - load_u64(min);
    return range / 2 < n_distinct;
}

/* The most bytes that a filter which was not requested may take. */
static uint64_t bloom_budget(const struct pq_written_chunk *written)
{
    uint64_t compressed = (uint64_t)written->total_compressed_size;
    uint64_t work = compressed + (uint64_t)written->total_uncompressed_size;
    uint64_t by_work = work / BLOOM_WORK_SHARE, by_size = compressed / BLOOM_SIZE_SHARE;
    return by_work < by_size ? by_work : by_size;
}

/* The false positive ratio that the size of the chunk's filter must keep. */
static double bloom_ratio(const struct chunk *chunk)
{
    double ratio = chunk->writer->options->bloom_false_positive_ratio;
    return chunk->column->bloom == PQ_BLOOM_AUTO ? BLOOM_AUTO_RATIO * ratio : ratio;
}

/* Decides whether to write a filter by its cost and by what it could exclude. */
static enum status is_bloom_wanted(struct chunk *chunk, bool *is_wanted,
                                   struct error *error)
{
    *is_wanted = false;
    enum pq_bloom_choice choice = chunk->column->bloom;
    const struct pq_values *values = chunk->bounded;
    if (choice == PQ_BLOOM_NONE || values->n == 0 || !can_have_bloom(chunk->leaf))
        return OK;
    struct pq_bloom_builder *bloom = &chunk->writer->bloom;
    double ratio = bloom_ratio(chunk);
    uint64_t budget = bloom_budget(&chunk->record->written);
    if (choice == PQ_BLOOM_AUTO) {
        /* Without a dictionary, most values differ: assume at least half. */
        uint64_t least = chunk->encoding.has_dictionary ? values->n : values->n / 2;
        if (!is_looked_up(chunk->leaf) || is_disjoint(chunk) ||
            pq_bloom_size_for(least, ratio) > budget)
            return OK;
    }
    enum status status = pq_bloom_count(bloom, values, ratio, error);
    if (status != OK)
        return status;
    *is_wanted = choice == PQ_BLOOM_ALWAYS ||
                 (bloom->n_distinct >= LEAST_BLOOM_VALUES &&
                  !is_dense(chunk, bloom->n_distinct) &&
                  pq_bloom_size_for(bloom->n_distinct, ratio) <= budget);
    return OK;
}

static enum status write_bloom(struct chunk *chunk, struct error *error)
{
    struct pq_chunk_writer *writer = chunk->writer;
    struct pq_chunk_record *record = chunk->record;
    bool is_wanted;
    enum status status = is_bloom_wanted(chunk, &is_wanted, error);
    if (status != OK || !is_wanted)
        return status;
    pq_bloom_fold(&writer->bloom, bloom_ratio(chunk));
    record->bloom.begin = writer->blooms.size;
    status = pq_append_bloom_header(writer->bloom.bitset.size, &writer->blooms, error);
    if (status == OK)
        status = seal(chunk, PQ_BLOOM_HEADER_MODULE, &writer->blooms, record->bloom.begin,
                      error);
    size_t header_end = writer->blooms.size;
    if (status == OK)
        status = buffer_append(&writer->blooms, writer->bloom.bitset.data,
                               writer->bloom.bitset.size, error);
    if (status == OK)
        status = seal(chunk, PQ_BLOOM_BITSET_MODULE, &writer->blooms, header_end, error);
    record->bloom.size = writer->blooms.size - record->bloom.begin;
    return status;
}

/* ---- The chunk ------------------------------------------------------------------ */

/* The sort order of the bounds that are written.  FIXED_LEN_BYTE_ARRAYs that are too
 * large get none. */
static enum pq_sort sort_of_bounds(const struct pq_leaf *leaf)
{
    return leaf->type == PQ_FIXED_LEN_BYTE_ARRAY &&
                   leaf->type_length > PQ_WHOLE_BOUND_SIZE
               ? PQ_SORT_NONE
               : pq_written_sort(leaf);
}

/* The bits of a value in a page's body; 0: values differ in size. */
static uint64_t bits_of_values(const struct chunk *chunk)
{
    if (chunk->encoding.has_dictionary)
        return chunk->encoding.index_width;
    return chunk->values.type == PQ_BOOLEAN ? 1 : (uint64_t)chunk->values.width * 8;
}

/* Whether the leaf is required but in an optional group: Polars (2.1.0) cannot read such
 * a leaf with several pages of DELTA_BINARY_PACKED, whoever wrote it. */
static bool is_required_in_optional_group(const struct pq_schema_tree *tree,
                                          const struct pq_leaf *leaf)
{
    const struct pq_node *node = &tree->nodes[leaf->node];
    if (node->element->repetition != PQ_REQUIRED || leaf->max_definition_level == 0)
        return false;
    while (node->element->repetition == PQ_REQUIRED)
        node = &tree->nodes[node->parent];
    return node->element->repetition == PQ_OPTIONAL;
}

static enum status start_chunk(struct chunk *chunk, int *habit, struct error *error)
{
    struct pq_chunk_writer *writer = chunk->writer;
    writer->pages_of_chunk.size = 0;
    writer->pages.max_repetition = chunk->collected->max_repetition;
    writer->pages.max_level = chunk->collected->max_level;
    writer->pages.compressed_size = writer->pages.uncompressed_size = 0;
    writer->pages.n_data_pages = 0;
    chunk->sort = sort_of_bounds(chunk->leaf);
    bool takes_delta = !is_required_in_optional_group(writer->tree, chunk->leaf);
    enum status status = pq_choose_encoding(writer->options, chunk->column,
                                            &chunk->values, takes_delta, habit,
                                            &writer->dictionary, &chunk->encoding, error);
    if (status != OK)
        return status;
    chunk->split = (struct pq_page_split){
        .collected = chunk->collected,
        .values = chunk->values,
        .value_bits = bits_of_values(chunk),
        .page_bytes = writer->options->page_bytes,
        .page_rows = writer->options->page_rows,
        .front_bytes = writer->options->front_bytes,
    };
    chunk->bounded = chunk->encoding.has_dictionary ? &writer->dictionary.entries
                                                    : &chunk->values;
    if (chunk->encoding.has_dictionary && chunk->sort != PQ_SORT_NONE)
        status = rank_entries(chunk, error);
    if (status == OK && chunk->encoding.has_dictionary)
        status = write_dictionary(chunk, error);
    return status;
}

static enum status write_pages(struct chunk *chunk, struct error *error)
{
    uint64_t done = 0;
    while (done < chunk->collected->n_entries) {
        enum status status = chunk->writer->poll(chunk->writer->poll_context, error);
        if (status == OK)
            status = add_page(chunk, error);
        if (status != OK)
            return status;
        struct page *page = &chunk->pages[chunk->n_pages - 1];
        status = write_page(chunk, page, error);
        if (status == OK)
            status = count_page_levels(chunk, page, error);
        if (status == OK && chunk->sort != PQ_SORT_NONE)
            status = find_page_bounds(chunk, page, error);
        if (status != OK)
            return status;
        done += page->part.n_entries;
    }
    return OK;
}

/* The histograms that are written of the leaf's levels. */
static struct pq_written_size size_of(const struct pq_column_values *values)
{
    return (struct pq_written_size){
        .has_unencoded_bytes = values->type == PQ_BYTE_ARRAY,
        .n_repetition = values->max_repetition > 0 ? values->max_repetition + 1U : 0,
        .n_definition = values->max_level + 1U};
}

static void list_encodings(const struct chunk *chunk)
{
    struct pq_chunk_record *record = chunk->record;
    struct pq_written_chunk *written = &record->written;
    int encoding = chunk->encoding.encoding;
    written->encodings = record->encodings;
    if (chunk->encoding.has_dictionary)
        record->encodings[written->n_encodings++] = PQ_PLAIN;
    record->encodings[written->n_encodings++] = encoding;
    if (chunk->leaf->max_definition_level > 0 && encoding != PQ_RLE)
        record->encodings[written->n_encodings++] = PQ_RLE;
    record->counts[0] = (struct pq_encoding_count){
        chunk->writer->options->data_page_version == 1 ? PQ_DATA_PAGE : PQ_DATA_PAGE_V2,
        encoding, (int32_t)chunk->n_pages};
    record->counts[1] = (struct pq_encoding_count){PQ_DICTIONARY_PAGE, PQ_PLAIN, 1};
    written->encoding_counts = record->counts;
    written->n_encoding_counts = chunk->encoding.has_dictionary ? 2 : 1;
}

/* Fills in the chunk's record, except bounds, histograms, indexes and the filter. */
static void fill_record(const struct chunk *chunk)
{
    struct pq_chunk_record *record = chunk->record;
    struct pq_written_chunk *written = &record->written;
    const struct pq_page_writer *pages = &chunk->writer->pages;
    record->n_entries = (int64_t)chunk->collected->n_entries;
    record->null_count = (int64_t)(chunk->collected->n_entries - chunk->values.n);
    written->type = chunk->leaf->type;
    written->codec = chunk->writer->options->compression;
    written->num_values = record->n_entries;
    written->data_page_offset = chunk->pages[0].written.offset;
    written->total_compressed_size = pages->compressed_size;
    written->total_uncompressed_size = pages->uncompressed_size;
    written->size.unencoded_bytes = unencoded_bytes(&chunk->values, 0, chunk->values.n);
    written->statistics = (struct pq_statistics){
        .null_count = record->null_count,
        .has_null_count = true,
        .has_nan_count = chunk->sort == PQ_SORT_FLOAT,
        .distinct_count = (int64_t)chunk->bounded->n,
        .has_distinct_count = chunk->encoding.has_dictionary};
    list_encodings(chunk);
    pq_geo_build(chunk->leaf, chunk->bounded, &record->geo);
}

enum status pq_write_chunk(struct pq_chunk_writer *writer, const struct pq_leaf *leaf,
                           const struct pq_write_column *column,
                           const struct pq_column_values *values, int *habit,
                           struct pq_chunk_record *record, struct error *error)
{
    struct chunk chunk = {.writer = writer,
                          .leaf = leaf,
                          .column = column,
                          .collected = values,
                          .values = pq_column_values_view(values),
                          .record = record};
    record->written.size = size_of(values);
    enum status status = start_chunk(&chunk, habit, error);
    if (status == OK)
        status = write_pages(&chunk, error);
    if (status != OK)
        return status;
    fill_record(&chunk);
    leave_out_histograms(&chunk);
    find_chunk_bounds(&chunk);
    status = count_chunk_levels(&chunk, error);
    if (status == OK)
        status = write_indexes(&chunk, error);
    if (status == OK)
        status = write_bloom(&chunk, error);
    return status;
}

void pq_chunk_writer_release(struct pq_chunk_writer *writer)
{
    pq_page_writer_release(&writer->pages);
    pq_dictionary_builder_release(&writer->dictionary);
    pq_bloom_builder_release(&writer->bloom);
    struct buffer *buffers[] = {&writer->blooms,         &writer->column_indexes,
                                &writer->offset_indexes, &writer->ranks,
                                &writer->pages_of_chunk, &writer->bound,
                                &writer->written_pages};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++)
        buffer_release(buffers[i]);
    arena_release(&writer->facts);
}
