/* SPDX-License-Identifier: MIT */
#include "parquet/column/data_page.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "parquet/column/plain_front.h"
#include "parquet/format/format_enums.h"

/* Reads of more entries belong to scans, which probably need the rest of the page. */
enum { FEW_ENTRIES = 64 };

static bool is_repeated(const struct pq_data_page *page)
{
    return page->leaf->max_repetition_level > 0;
}

enum status pq_data_page_init(struct pq_data_page *page, const struct pq_leaf *leaf,
                              struct pq_page_reader *pages, struct error *error)
{
    *page = (struct pq_data_page){.leaf = leaf, .pages = pages};
    if (is_repeated(page))
        page->ahead = mem_alloc(BATCH_ROWS, 1);
    return is_repeated(page) && page->ahead == NULL ? error_nomem(error) : OK;
}

void pq_data_page_release(struct pq_data_page *page)
{
    pq_partial_page_end(&page->partial);
    buffer_release(&page->buffer);
    pq_value_decoder_release(&page->values);
    buffer_release(&page->marks);
    mem_free(page->ahead);
}

/* Lets nothing go back in the page: its texts are terminated in place from now on, which
 * overwrites the next lengths. */
static void end_going_back(struct pq_data_page *page)
{
    page->loaded_offset = 0;
    page->marks.size = 0;
}

/* ---- Loading --------------------------------------------------------------------- */

/* Loads the levels at the front of a v1 page.  Each kind begins with its size. */
static enum status need_v1_levels(struct pq_data_page *page, struct error *error)
{
    enum { SIZE_OF_SIZE = 4 };
    const struct buffer *bytes = &page->buffer;
    int n_kinds = is_repeated(page) + (page->leaf->max_definition_level > 0);
    uint64_t at = 0;
    enum status status = OK;
    for (int i = 0; status == OK && i < n_kinds && at + SIZE_OF_SIZE <= bytes->size;
         i++) {
        status = pq_partial_page_need(&page->partial, (size_t)at + SIZE_OF_SIZE, error);
        if (status == OK)
            at += SIZE_OF_SIZE + (uint64_t)load_u32(bytes->data + at);
    }
    if (status != OK || at == 0)
        return status;
    return pq_partial_page_need(&page->partial,
                                at < bytes->size ? (size_t)at : bytes->size, error);
}

/* Whether values can be found without what follows them. */
static bool can_find_values(const struct pq_data_page *page)
{
    int encoding = page->pages->header.encoding;
    return (encoding == PQ_PLAIN && page->leaf->type != PQ_BOOLEAN) ||
           pq_is_dictionary_encoding(encoding);
}

/* Whether the page is useful before all of it is loaded. */
static bool has_front(const struct pq_data_page *page)
{
    const struct pq_page_header *header = &page->pages->header;
    const struct pq_leaf *leaf = page->leaf;
    bool has_rle_levels = header->type == PQ_DATA_PAGE_V2 ||
                          ((leaf->max_definition_level == 0 ||
                            header->definition_encoding == PQ_RLE) &&
                           (!is_repeated(page) || header->repetition_encoding == PQ_RLE));
    return has_rle_levels && (can_find_values(page) || is_repeated(page));
}

static enum status load(struct pq_data_page *page, struct error *error)
{
    pq_partial_page_end(&page->partial);
    page->partial = (struct pq_partial_page){0};
    if (!has_front(page) || page->reads_through)
        return pq_page_reader_load(page->pages, &page->buffer, &page->parts, error);
    enum status status = pq_page_reader_load_front(page->pages, &page->buffer,
                                                   &page->partial, &page->parts, error);
    if (status != OK)
        return status; /* the message already names the page */
    if (page->pages->header.type != PQ_DATA_PAGE_V2)
        status = need_v1_levels(page, error);
    else
        status = pq_partial_page_need(
            &page->partial, (size_t)(page->parts.data.data - page->buffer.data), error);
    return status == OK ? OK : pq_page_reader_locate(page->pages, error);
}

/* Loads n of the page's bytes from an address in it on, or all if it has fewer. */
static enum status need_from(struct pq_data_page *page, const uint8_t *from, size_t n,
                             struct error *error)
{
    size_t at = (size_t)(from - page->buffer.data), left = page->buffer.size - at;
    return pq_partial_page_need_part(&page->partial, at, at + (n < left ? n : left),
                                     error);
}

/* Loads the page's next n indices, before they are read or skipped: run by run, since
 * each run's header says how long it is.  To skip them, the headers suffice. */
static enum status need_indices(struct pq_data_page *page, uint64_t n, bool are_read,
                                struct error *error)
{
    enum { UNPACKED_AT_ONCE = 8 }; /* bytes */
    struct pq_rle_decoder ahead = page->indices;
    enum status status = OK;
    while (status == OK && page->partial.is_open && n > 0 && ahead.width > 0) {
        uint64_t take = n < ahead.run_left ? n : ahead.run_left;
        if (take == 0) {
            status = interrupt_after(PQ_MOST_RUN_HEADER, error);
            if (status == OK)
                status = need_from(page, ahead.rest.data, PQ_MOST_RUN_HEADER, error);
            if (status == OK)
                status = pq_rle_open_run(&ahead, error);
            continue;
        }
        size_t first = (size_t)(ahead.packed_next * ahead.width / 8);
        ahead.packed_next += take;
        ahead.run_left -= take;
        n -= take;
        size_t end = (size_t)(ahead.packed_next * ahead.width / 8) + UNPACKED_AT_ONCE;
        if (ahead.packed.data != NULL && are_read)
            status = need_from(page, ahead.packed.data + first, end - first, error);
    }
    return status;
}

/* Skips the values of a PLAIN page that is loaded in parts.  *n: those that are left for
 * the decoder; values of a fixed width need not be loaded. */
static enum status skip_loaded(struct pq_data_page *page, uint64_t *n,
                               struct error *error)
{
    if (!page->partial.is_open || page->leaf->type != PQ_BYTE_ARRAY)
        return OK;
    return pq_plain_front_skip(&page->partial, page->buffer.data, &page->values.as.plain,
                               n, error);
}

/* ---- Opening --------------------------------------------------------------------- */

/* Starts decoding the levels, and finds the values. */
static enum status start_levels(struct pq_data_page *page, struct error *error)
{
    struct pq_page parts = page->parts;
    page->next_ahead = page->end_ahead = 0;
    enum status status = pq_levels_init_page(&page->repetition, &page->definition,
                                             page->leaf, &page->pages->header, &parts,
                                             error);
    page->value_bytes = parts.data;
    return status;
}

static enum status start_indices(struct pq_data_page *page, struct error *error)
{
    struct slice data = page->value_bytes;
    enum status status = data.size > 0 ? need_from(page, data.data, 1, error) : OK;
    return status == OK ? pq_rle_init_indices(&page->indices, data, error) : status;
}

static enum status start_values(struct pq_data_page *page, struct error *error)
{
    const struct pq_page_header *header = &page->pages->header;
    const struct pq_leaf *leaf = page->leaf;
    page->must_terminate = false;
    if (page->is_dictionary_encoded)
        return start_indices(page, error);
    page->must_terminate = pq_leaf_is_text(leaf) && header->encoding == PQ_PLAIN &&
                           (page->partial.is_open || !page->reads_through);
    struct pq_value_format format = {.encoding = header->encoding,
                                     .type = leaf->type,
                                     .type_length = leaf->type_length,
                                     .terminate = pq_leaf_is_text(leaf) &&
                                                  !page->must_terminate};
    if (format.terminate && header->encoding == PQ_PLAIN)
        end_going_back(page);
    return pq_value_decoder_init(&page->values, &format, page->value_bytes,
                                 (uint64_t)header->num_values, error);
}

enum status pq_data_page_open(struct pq_data_page *page, struct error *error)
{
    const struct pq_page_reader *pages = page->pages;
    enum status status = OK;
    page->is_lost = false;
    /* The page may still be loaded: joins return to the same page repeatedly.  But not if
     * loading a part of it failed. */
    bool is_intact = page->partial.is_open || page->partial.made == page->partial.size;
    if (page->loaded_offset != pages->page_offset || !is_intact) {
        page->loaded_offset = 0;
        page->marks.size = 0;
        pages->source->totals->pages_read++;
        status = load(page, error);
    }
    if (status != OK)
        return status; /* the message already names the page */
    page->loaded_offset = pages->page_offset;
    status = start_levels(page, error);
    page->is_dictionary_encoded = pq_is_dictionary_encoding(pages->header.encoding);
    page->values_are_open = !is_repeated(page);
    page->n_values_passed = 0;
    if (status == OK && page->values_are_open)
        status = start_values(page, error);
    if (status != OK)
        return pq_page_reader_locate(pages, error);
    page->left = page->n_entries = (uint32_t)pages->header.num_values;
    page->offset = pages->page_offset;
    page->n_in_turn = 0;
    return OK;
}

void pq_data_page_lose(struct pq_data_page *page, uint32_t n)
{
    page->is_lost = true;
    page->left = n;
    page->next_ahead = page->end_ahead = 0;
}

void pq_data_page_leave(struct pq_data_page *page)
{
    page->is_lost = false;
    page->left = 0;
    page->offset = 0;
}

/* ---- Reading --------------------------------------------------------------------- */

enum status pq_data_page_look_ahead(struct pq_data_page *page, struct error *error)
{
    uint64_t n_max;
    uint32_t n = page->left < BATCH_ROWS ? page->left : BATCH_ROWS;
    if (page->next_ahead < page->end_ahead)
        return OK;
    page->next_ahead = page->end_ahead = 0;
    /* A few bytes of runs can encode millions of entries of one row. */
    enum status status = interrupt_check(error);
    if (status != OK)
        return status;
    if (page->is_lost)
        memset(page->ahead, 0, n);
    else
        status = pq_levels_read(&page->repetition, page->ahead, n, &n_max, error);
    if (status != OK)
        return pq_page_reader_locate(page->pages, error);
    page->end_ahead = n;
    return OK;
}

enum status pq_data_page_read_levels(struct pq_data_page *page, uint8_t *levels,
                                     uint32_t n, uint64_t *n_present, struct error *error)
{
    return pq_levels_read(&page->definition, levels, n, n_present, error);
}

/* Skips n values or indices. */
static enum status skip_values(struct pq_data_page *page, uint64_t n, struct error *error)
{
    enum status status = page->is_dictionary_encoded ? need_indices(page, n, false, error)
                                                     : skip_loaded(page, &n, error);
    if (status != OK)
        return status;
    return page->is_dictionary_encoded ? pq_rle_skip(&page->indices, n, error)
                                       : pq_value_decoder_skip(&page->values, n, error);
}

enum status pq_data_page_open_values(struct pq_data_page *page, struct error *error)
{
    enum status status = OK;
    uint64_t n_passed = page->n_values_passed;
    if (page->values_are_open)
        return OK;
    if (!can_find_values(page))
        status = pq_partial_page_need(&page->partial, page->buffer.size, error);
    if (status == OK)
        status = start_values(page, error);
    if (status != OK)
        return status;
    page->values_are_open = true;
    page->n_values_passed = 0;
    return skip_values(page, n_passed, error);
}

enum status pq_data_page_read_values(struct pq_data_page *page, void *values, uint32_t n,
                                     bool *are_terminated, struct error *error)
{
    page->partial.is_scanned = n > FEW_ENTRIES;
    enum status status = pq_plain_front_need(&page->partial, page->leaf,
                                             page->buffer.data,
                                             page->values.as.plain.rest.data, n, error);
    /* Once the whole page is loaded, texts are terminated. */
    if (page->must_terminate && !page->partial.is_open && n > FEW_ENTRIES) {
        page->values.as.plain.terminate = true;
        end_going_back(page);
        page->must_terminate = false;
    }
    *are_terminated = !page->must_terminate;
    return status == OK ? pq_value_decoder_read(&page->values, values, n, error) : status;
}

enum status pq_data_page_read_indices(struct pq_data_page *page, uint32_t *indices,
                                      uint32_t n, struct error *error)
{
    page->partial.is_scanned = n > FEW_ENTRIES;
    enum status status = need_indices(page, n, true, error);
    return status == OK ? pq_rle_read(&page->indices, indices, n, error) : status;
}

void pq_data_page_pass(struct pq_data_page *page, uint32_t n)
{
    page->left -= n;
    page->n_in_turn += n;
    page->reads_through = page->left == 0 && page->n_in_turn >= page->n_entries / 2;
}

/* ---- Skipping -------------------------------------------------------------------- */

/* Where an entry's levels and value, or index, begin. */
struct pq_page_mark {
    uint32_t entry;
    struct pq_level_decoder definition;
    union {
        struct pq_rle_decoder indices;
        union pq_value_position values;
    } at;
};

static struct pq_page_mark *marks_of(const struct pq_data_page *page, uint32_t *n)
{
    *n = (uint32_t)(page->marks.size / sizeof(struct pq_page_mark));
    return (struct pq_page_mark *)(void *)page->marks.data;
}

/* Marks the position, unless another mark is near. */
static enum status mark_position(struct pq_data_page *page, struct error *error)
{
    enum { LEAST_DISTANCE = 1024, MOST_MARKS = 64 };
    uint32_t n, entry = page->n_entries - page->left;
    uint32_t distance = page->n_entries / MOST_MARKS;
    const struct pq_page_mark *marks = marks_of(page, &n);
    uint32_t last = n > 0 ? marks[n - 1].entry : 0;
    if (entry < last ||
        entry - last < (distance < LEAST_DISTANCE ? LEAST_DISTANCE : distance) ||
        page->left == 0 || page->loaded_offset == 0 || is_repeated(page) ||
        !(page->is_dictionary_encoded || pq_value_decoder_has_position(&page->values)))
        return OK;
    struct pq_page_mark mark = {.entry = entry, .definition = page->definition};
    if (page->is_dictionary_encoded)
        mark.at.indices = page->indices;
    else
        mark.at.values = page->values.as;
    return buffer_append(&page->marks, &mark, sizeof mark, error);
}

/* Moves to the last mark within the next n entries.  Returns how many remain. */
static uint32_t move_to_mark(struct pq_data_page *page, uint32_t n)
{
    uint32_t low = 0, high, entry = page->n_entries - page->left;
    const struct pq_page_mark *marks = marks_of(page, &high);
    if (high == 0 || marks[high - 1].entry <= entry)
        return n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (marks[middle].entry <= entry + n)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || marks[low - 1].entry <= entry)
        return n;
    const struct pq_page_mark *mark = &marks[low - 1];
    page->definition = mark->definition;
    if (page->is_dictionary_encoded)
        page->indices = mark->at.indices;
    else
        page->values.as = mark->at.values;
    page->left = page->n_entries - mark->entry;
    return n - (mark->entry - entry);
}

enum status pq_data_page_skip(struct pq_data_page *page, uint32_t n, struct error *error)
{
    uint64_t n_present;
    if (page->is_lost) {
        page->left -= n;
        page->next_ahead = page->end_ahead = 0;
        return OK;
    }
    n = move_to_mark(page, n);
    enum status status = pq_levels_read(&page->definition, NULL, n, &n_present, error);
    if (status == OK && page->values_are_open)
        status = skip_values(page, n_present, error);
    else if (status == OK)
        page->n_values_passed += n_present;
    if (status != OK)
        return pq_page_reader_locate(page->pages, error);
    page->left -= n;
    page->n_in_turn = 0;
    page->reads_through = false;
    if (page->left == 0 && !page->values_are_open)
        page->pages->source->totals->pages_skipped++;
    return mark_position(page, error);
}
