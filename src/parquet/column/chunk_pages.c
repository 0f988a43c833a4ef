/* SPDX-License-Identifier: MIT */
#include "base/alloc.h"
#include "base/interrupt.h"
#include "parquet/column/chunk_damage.h"
#include "parquet/column/chunk_state.h"
#include "parquet/facts/chunk_facts.h"
#include "parquet/format/format_enums.h"
#include "parquet/schema/value_convert.h"

enum {
    /* Skips of at least this many rows past the current page use the page index. */
    SEEK_ROWS = 256,
    /* Rows skipped within a page between two polls, and the cost of each: some encodings
     * must decode the values they skip, at a few nanoseconds each. */
    SKIP_STEP = 1 << 16,
    SKIP_WORK = 4,
};

enum status pq_chunk_locate_page(const struct pq_chunk_reader *reader,
                                 struct error *error)
{
    return error_locate(error, "page at %lld", (long long)reader->pages.page_offset);
}

enum status pq_chunk_rewind(struct pq_chunk_reader *reader, struct error *error)
{
    enum status status = OK;
    reader->page_left = 0;
    reader->header_is_pending = false;
    reader->is_at_end = reader->n_rows == 0;
    reader->next_listed = 0;
    reader->listed_given = 0;
    reader->page_is_lost = false;
    reader->data_page_offset = 0;
    reader->entries_opened = 0;
    if (reader->n_rows > 0 && (reader->damage == NULL || reader->damage->has_pages))
        status = pq_page_reader_start(&reader->pages, reader->context.source,
                                      &reader->metadata, error);
    reader->rows_left = status == OK ? reader->n_rows : 0;
    return status;
}

/* ---- The dictionary -------------------------------------------------------------- */

static bool entries_have_no_nul(const struct bytes_value *entries, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (entries[i].size > 0 && memchr(entries[i].data, 0, entries[i].size) != NULL)
            return false;
        if (interrupt_stops(1 + entries[i].size / 16))
            return false; /* the safe answer */
    }
    return true;
}

/* Decodes n_entries of the loaded dictionary page, in steps of BATCH_ROWS. */
static enum status decode_entries(struct pq_chunk_reader *reader, struct slice data,
                                  uint32_t n_entries, struct error *error)
{
    const struct pq_leaf *leaf = reader->leaf;
    struct pq_value_format format = {.encoding = PQ_PLAIN,
                                     .type = leaf->type,
                                     .type_length = leaf->type_length,
                                     .terminate = pq_chunk_is_text(leaf)};
    size_t width = vector_kind_width(leaf->column.kind);
    /* Memory is sized by the count, so check it against the page's size first. */
    size_t least = pq_type_width(leaf->type, leaf->type_length);
    if (leaf->type == PQ_BOOLEAN)
        return error_set(error, CORRUPT, "a dictionary of booleans");
    if (n_entries > data.size / (least > 0 ? least : 4))
        return error_set(error, CORRUPT, "%u dictionary entries in %zu bytes",
                         (unsigned)n_entries, data.size);
    enum status status = buffer_reserve(&reader->dictionary_values, n_entries * width,
                                        false, error);
    if (status == OK)
        status = pq_value_decoder_init(&reader->values, &format, data, n_entries, error);
    for (uint32_t done = 0; status == OK && done < n_entries;) {
        uint32_t take = n_entries - done < BATCH_ROWS ? n_entries - done : BATCH_ROWS;
        uint8_t *target = reader->dictionary_values.data + done * width;
        void *physical = reader->physical != NULL ? reader->physical : (void *)target;
        status = pq_value_decoder_read(&reader->values, physical, take, error);
        if (status == OK)
            pq_convert_values(leaf->conversion, physical, take, target);
        if (status == OK)
            status = interrupt_after(take, error);
        done += take;
    }
    return status;
}

static enum status load_dictionary(struct pq_chunk_reader *reader, struct error *error)
{
    const struct pq_page_header *header = &reader->pages.header;
    struct pq_page page;
    if (reader->has_dictionary && reader->pages.page_offset == reader->dictionary_offset)
        return OK; /* kept from an earlier pass over the chunk */
    if (reader->has_dictionary)
        return error_set(error, CORRUPT, "a second dictionary page");
    if (header->encoding != PQ_PLAIN && header->encoding != PQ_PLAIN_DICTIONARY)
        return error_set(error, UNSUPPORTED, "a dictionary page of encoding %d",
                         header->encoding);
    enum status status = pq_page_reader_load(&reader->pages, &reader->dictionary_page,
                                             &page, error);
    if (status != OK)
        return status; /* the message already names the page */
    uint32_t n_entries = (uint32_t)header->num_values;
    status = decode_entries(reader, page.data, n_entries, error);
    if (status != OK)
        return pq_chunk_locate_page(reader, error);
    reader->has_dictionary = true;
    reader->dictionary_offset = reader->pages.page_offset;
    reader->dictionary_number = ++reader->context.source->n_dictionaries;
    reader->dictionary_size = n_entries;
    reader->dictionary_has_no_nul =
        pq_chunk_is_text(reader->leaf) &&
        entries_have_no_nul((const void *)reader->dictionary_values.data, n_entries);
    return OK;
}

/* ---- Data pages ------------------------------------------------------------------ */

static enum status open_values(struct pq_chunk_reader *reader, struct slice data,
                               struct error *error)
{
    const struct pq_page_header *header = &reader->pages.header;
    reader->must_terminate = false;
    if (!reader->page_is_dictionary_encoded) {
        struct pq_value_format format = {.encoding = header->encoding,
                                         .type = reader->leaf->type,
                                         .type_length = reader->leaf->type_length,
                                         .terminate = pq_chunk_is_text(reader->leaf) &&
                                                      !reader->partial_page.is_open};
        reader->must_terminate = pq_chunk_is_text(reader->leaf) &&
                                 reader->partial_page.is_open;
        if (format.terminate)
            reader->loaded_offset = 0;
        return pq_value_decoder_init(&reader->values, &format, data,
                                     (uint64_t)header->num_values, error);
    }
    if (!reader->has_dictionary)
        return error_set(error, CORRUPT, "dictionary indexes, but no dictionary page");
    /* The bit width is the first byte; a page without values may lack it. */
    struct slice width = {NULL, 0};
    if (data.size > 0 && !slice_take(&data, 1, &width))
        return error_set(error, CORRUPT, "no bit width of the dictionary indexes");
    if (width.size == 0)
        return pq_rle_init(&reader->indexes, data, 32, error);
    return pq_rle_init(&reader->indexes, data, width.data[0], error);
}

enum status pq_chunk_open_values(struct pq_chunk_reader *reader, struct error *error)
{
    enum status status = OK;
    uint64_t n_passed = reader->n_values_passed;
    if (reader->values_are_open)
        return OK;
    /* Only PLAIN values can be found without the rest of the page. */
    if (reader->pages.header.encoding != PQ_PLAIN || reader->leaf->type == PQ_BOOLEAN)
        status = pq_partial_page_need(&reader->partial_page, reader->page_buffer.size,
                                      error);
    if (status == OK)
        status = open_values(reader, reader->value_bytes, error);
    if (status != OK)
        return status;
    reader->values_are_open = true;
    reader->n_values_passed = 0;
    if (reader->page_is_dictionary_encoded)
        return pq_rle_skip(&reader->indexes, n_passed, error);
    status = pq_chunk_need_values(reader, n_passed, error);
    return status == OK ? pq_value_decoder_skip(&reader->values, n_passed, error)
                        : status;
}

/* Loads the levels at the front of a v1 page.  Each kind begins with its size. */
static enum status need_v1_levels(struct pq_chunk_reader *reader, struct error *error)
{
    enum { SIZE_OF_SIZE = 4 };
    const struct buffer *page = &reader->page_buffer;
    int n_kinds = (reader->leaf->max_repetition_level > 0) +
                  (reader->leaf->max_definition_level > 0);
    uint64_t at = 0;
    enum status status = OK;
    for (int i = 0; status == OK && i < n_kinds && at + SIZE_OF_SIZE <= page->size; i++) {
        status = pq_partial_page_need(&reader->partial_page, (size_t)at + SIZE_OF_SIZE,
                                      error);
        if (status == OK)
            at += SIZE_OF_SIZE + (uint64_t)load_u32(page->data + at);
    }
    if (status != OK || at == 0)
        return status;
    return pq_partial_page_need(&reader->partial_page,
                                at < page->size ? (size_t)at : page->size, error);
}

/* Loads the page.  Loads only its front at first if its values can be found from the
 * front, or if the leaf is repeated, so that they may not be needed. */
static enum status load_data_page(struct pq_chunk_reader *reader, struct pq_page *page,
                                  struct error *error)
{
    const struct pq_page_header *header = &reader->pages.header;
    bool is_v2 = header->type == PQ_DATA_PAGE_V2;
    bool is_repeated = pq_chunk_is_repeated(reader);
    bool has_plain_levels = is_v2 ||
                            ((reader->leaf->max_definition_level == 0 ||
                              header->definition_encoding == PQ_RLE) &&
                             (!is_repeated || header->repetition_encoding == PQ_RLE));
    bool has_front = is_repeated ||
                     (header->encoding == PQ_PLAIN && reader->leaf->type != PQ_BOOLEAN);
    pq_partial_page_end(&reader->partial_page);
    if (!has_front || !has_plain_levels || reader->reads_through)
        return pq_page_reader_load(&reader->pages, &reader->page_buffer, page, error);
    enum status status = pq_page_reader_load_front(&reader->pages, &reader->page_buffer,
                                                   &reader->partial_page, page, error);
    if (status != OK)
        return status; /* the message already names the page */
    if (!is_v2)
        status = need_v1_levels(reader, error);
    else
        status = pq_partial_page_need(
            &reader->partial_page, (size_t)(page->data.data - reader->page_buffer.data),
            error);
    return status == OK ? OK : pq_chunk_locate_page(reader, error);
}

enum status pq_chunk_need_values(struct pq_chunk_reader *reader, uint64_t n_present,
                                 struct error *error)
{
    struct pq_partial_page *rest = &reader->partial_page;
    struct pq_plain_decoder *plain = &reader->values.as.plain;
    size_t width = pq_type_width(reader->leaf->type, reader->leaf->type_length);
    enum status status = OK;
    if (!rest->is_open)
        return OK;
    size_t at = (size_t)(plain->rest.data - reader->page_buffer.data);
    if (width > 0) {
        uint64_t most = (rest->size - at) / width;
        n_present = n_present < most ? n_present : most;
        return pq_partial_page_need(rest, at + (size_t)n_present * width, error);
    }
    /* Each length leads to the next one. */
    while (n_present > 0 && status == OK && rest->is_open) {
        uint64_t next = (uint64_t)at + 4;
        status = pq_partial_page_need(rest, next < rest->size ? (size_t)next : rest->size,
                                      error);
        if (status != OK || next > rest->size)
            break;
        next += load_u32(reader->page_buffer.data + at);
        at = next < rest->size ? (size_t)next : rest->size;
        status = pq_partial_page_need(rest, at, error);
        n_present--;
    }
    return status;
}

void pq_chunk_terminate_values(struct pq_chunk_reader *reader)
{
    if (!reader->must_terminate || reader->partial_page.is_open)
        return;
    reader->values.as.plain.terminate = true;
    reader->loaded_offset = 0;
    reader->must_terminate = false;
}

/* Starts decoding the levels of the loaded page, and finds its values. */
static enum status open_levels(struct pq_chunk_reader *reader, struct error *error)
{
    const struct pq_page_header *header = &reader->pages.header;
    unsigned max_repetition = reader->leaf->max_repetition_level;
    unsigned max_definition = reader->leaf->max_definition_level;
    uint32_t n = (uint32_t)header->num_values;
    struct pq_page page = reader->page;
    enum status status;
    reader->next_repetition = reader->end_repetition = 0;
    if (header->type == PQ_DATA_PAGE_V2) {
        status = pq_levels_init_v2(&reader->repetition, page.repetition_levels,
                                   max_repetition, error);
        if (status == OK)
            status = pq_levels_init_v2(&reader->levels, page.definition_levels,
                                       max_definition, error);
    } else {
        status = pq_levels_init_v1(&reader->repetition, &page.data,
                                   header->repetition_encoding, max_repetition, n, error);
        if (status == OK)
            status = pq_levels_init_v1(&reader->levels, &page.data,
                                       header->definition_encoding, max_definition, n,
                                       error);
    }
    reader->value_bytes = page.data;
    return status;
}

static enum status open_data_page(struct pq_chunk_reader *reader, struct error *error)
{
    const struct pq_page_header *header = &reader->pages.header;
    enum status status = OK;
    /* The page may still be loaded: joins return to the same page repeatedly. */
    if (reader->loaded_offset != reader->pages.page_offset) {
        reader->loaded_offset = 0;
        reader->context.source->totals->pages_read++;
        status = load_data_page(reader, &reader->page, error);
    }
    if (status != OK)
        return status; /* the message already names the page */
    reader->loaded_offset = reader->pages.page_offset;
    status = open_levels(reader, error);
    reader->page_is_dictionary_encoded = pq_is_dictionary_encoding(header->encoding);
    reader->values_are_open = !pq_chunk_is_repeated(reader);
    reader->n_values_passed = 0;
    if (status == OK && reader->values_are_open)
        status = open_values(reader, reader->value_bytes, error);
    if (status != OK)
        return pq_chunk_locate_page(reader, error);
    reader->page_left = (uint32_t)header->num_values;
    reader->data_page_offset = reader->pages.page_offset;
    reader->data_page_entries = reader->page_left;
    reader->entries_opened += reader->page_left;
    return OK;
}

enum status pq_chunk_next_header(struct pq_chunk_reader *reader, bool *found,
                                 struct error *error)
{
    *found = true;
    if (!reader->header_is_pending)
        return pq_page_reader_next(&reader->pages, false, found, error);
    reader->header_is_pending = false;
    return OK;
}

enum status pq_chunk_find_dictionary(struct pq_chunk_reader *reader, struct error *error)
{
    bool found;
    enum status status = pq_chunk_next_header(reader, &found, error);
    if (status != OK || !found)
        return status;
    if (reader->pages.header.type == PQ_DICTIONARY_PAGE)
        return load_dictionary(reader, error);
    reader->header_is_pending = true;
    return OK;
}

/* ---- Salvage --------------------------------------------------------------------- */

void pq_chunk_stand_at(struct pq_chunk_reader *reader, int64_t offset, int64_t end,
                       uint64_t n_rows)
{
    reader->pages.offset = offset;
    reader->pages.end = end;
    reader->header_is_pending = false;
    reader->page_left = 0;
    reader->rows_left = n_rows;
    reader->is_at_end = false;
    reader->reads_through = true; /* load the whole page at once */
}

/* Opens a readable page of the list. */
static enum status open_listed_page(struct pq_chunk_reader *reader,
                                    const struct pq_salvaged_page *page,
                                    struct error *error)
{
    enum status status = OK;
    bool found = false;
    if (reader->damage->dictionary_offset >= 0 && !reader->has_dictionary) {
        reader->pages.offset = reader->damage->dictionary_offset;
        status = pq_chunk_find_dictionary(reader, error);
    }
    reader->header_is_pending = false;
    reader->pages.offset = page->offset;
    if (status == OK)
        status = pq_page_reader_next(&reader->pages, false, &found, error);
    if (status == OK && !found)
        status = error_set(error, CORRUPT, "page at %lld: a page that was there is gone",
                           (long long)page->offset);
    return status == OK ? open_data_page(reader, error) : status;
}

/* As pq_chunk_next_page(), but follows the list of readable and lost pages. */
static enum status next_listed_page(struct pq_chunk_reader *reader, uint64_t n_skip,
                                    uint64_t *n_skipped, struct error *error)
{
    enum { MOST_AT_ONCE = 1 << 30 };
    const struct pq_chunk_damage *damage = reader->damage;
    for (; reader->next_listed < damage->n_pages; reader->next_listed++) {
        const struct pq_salvaged_page *page = &damage->pages[reader->next_listed];
        uint64_t n_rows = page->n_rows - reader->listed_given;
        bool is_lost = page->cause != NULL;
        if (n_rows == 0 && is_lost) {
            reader->listed_given = 0;
            continue;
        }
        if (!pq_chunk_is_repeated(reader) && n_rows <= n_skip - *n_skipped) {
            *n_skipped += n_rows;
            reader->listed_given = 0;
            reader->context.source->totals->pages_skipped++;
            if (*n_skipped < n_skip)
                continue;
            reader->next_listed++;
            return OK;
        }
        reader->page_is_lost = is_lost;
        if (!is_lost) {
            reader->next_listed++;
            return open_listed_page(reader, page, error);
        }
        reader->page_left = n_rows < MOST_AT_ONCE ? (uint32_t)n_rows : MOST_AT_ONCE;
        reader->listed_given += reader->page_left;
        reader->next_repetition = reader->end_repetition = 0;
        return OK;
    }
    reader->is_at_end = pq_chunk_is_repeated(reader);
    return reader->is_at_end ? OK : error_set(error, CORRUPT, "the pages end too early");
}

/* As pq_chunk_next_header().  If the pages of a repeated leaf already have as many
 * entries as the chunk claims, bytes that are not a page count as its end (compare
 * pq_chunk_check_end()).  Rows cannot show this, because the last one may continue in the
 * next page. */
static enum status next_header_or_end(struct pq_chunk_reader *reader, bool *found,
                                      struct error *error)
{
    enum status status = pq_chunk_next_header(reader, found, error);
    if (status != CORRUPT || !pq_chunk_is_repeated(reader) ||
        reader->entries_opened == 0 ||
        reader->entries_opened != (uint64_t)reader->metadata.num_values)
        return status;
    error_clear(error);
    *found = false;
    return OK;
}

enum status pq_chunk_next_page(struct pq_chunk_reader *reader, uint64_t n_skip,
                               uint64_t *n_skipped, struct error *error)
{
    *n_skipped = 0;
    if (reader->damage != NULL)
        return next_listed_page(reader, n_skip, n_skipped, error);
    for (;;) {
        bool found;
        enum status status = next_header_or_end(reader, &found, error);
        if (status != OK)
            return status;
        if (!found && pq_chunk_is_repeated(reader)) {
            reader->is_at_end = true;
            return OK;
        }
        if (!found) {
            error_set(error, CORRUPT,
                      "the pages end with %llu of the row group's rows missing",
                      (unsigned long long)(reader->rows_left - *n_skipped));
            return reader->pages.is_first ? CORRUPT : pq_chunk_locate_page(reader, error);
        }
        const struct pq_page_header *header = &reader->pages.header;
        if (header->type == PQ_DICTIONARY_PAGE) {
            status = load_dictionary(reader, error);
            if (status != OK)
                return status;
            continue;
        }
        uint64_t n_values = (uint64_t)header->num_values;
        if (pq_chunk_is_repeated(reader)) {
            if (n_values > 0)
                return open_data_page(reader, error);
            continue;
        }
        /* hangxie/parquet-tools leaves num_rows at 0. */
        if (header->type == PQ_DATA_PAGE_V2 && header->num_rows != 0 &&
            header->num_rows != header->num_values) {
            error_set(error, CORRUPT, "%d values in %d rows", header->num_values,
                      header->num_rows);
            return pq_chunk_locate_page(reader, error);
        }
        if (n_values > reader->rows_left - *n_skipped) {
            error_set(error, CORRUPT, "%llu values, the row group has %llu rows left",
                      (unsigned long long)n_values,
                      (unsigned long long)(reader->rows_left - *n_skipped));
            return pq_chunk_locate_page(reader, error);
        }
        if (n_values <= n_skip - *n_skipped) {
            *n_skipped += n_values;
            reader->context.source->totals->pages_skipped++;
            if (*n_skipped == n_skip && n_skip > 0)
                return OK;
            continue;
        }
        return open_data_page(reader, error);
    }
}

enum status pq_chunk_check_end(struct pq_chunk_reader *reader, struct error *error)
{
    bool found = reader->damage == NULL;
    while (reader->rows_left == 0 && reader->page_left == 0 && found) {
        struct error ignored = {0};
        if (pq_page_reader_next(&reader->pages, false, &found, &ignored) != OK)
            return OK;
        const struct pq_page_header *header = &reader->pages.header;
        if (found && header->type != PQ_DICTIONARY_PAGE && header->num_values > 0) {
            error_set(error, CORRUPT, "%d values after the row group's last row",
                      header->num_values);
            return pq_chunk_locate_page(reader, error);
        }
    }
    return OK;
}

static enum status skip_in_page(struct pq_chunk_reader *reader, uint32_t n,
                                struct error *error)
{
    uint64_t n_present = 0;
    enum status status = OK;
    if (reader->page_is_lost) {
        reader->page_left -= n;
        reader->rows_left -= n;
        return OK;
    }
    status = pq_levels_read(&reader->levels, NULL, n, &n_present, error);
    if (status == OK && reader->page_is_dictionary_encoded)
        status = pq_rle_skip(&reader->indexes, n_present, error);
    else if (status == OK)
        status = pq_chunk_need_values(reader, n_present, error);
    if (status == OK && !reader->page_is_dictionary_encoded)
        status = pq_value_decoder_skip(&reader->values, n_present, error);
    if (status != OK)
        return pq_chunk_locate_page(reader, error);
    reader->page_left -= n;
    reader->rows_left -= n;
    reader->reads_through = false;
    return OK;
}

/* The page of the index that holds the row. */
static uint32_t find_page(const struct pq_page_index *index, uint64_t row)
{
    uint32_t low = 0, high = index->n_pages;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (index->pages[middle].first_row <= row)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Positions the reader before a page of the index. */
static void stand_before_page(struct pq_chunk_reader *reader,
                              const struct pq_page_index *index, uint32_t page)
{
    reader->pages.offset = index->pages[page].offset;
    reader->header_is_pending = false;
    reader->page_left = 0;
    reader->rows_left = reader->n_rows - index->pages[page].first_row;
}

/* Jumps to the page that holds the n-th row from here, if the chunk has an offset index.
 * *n becomes the number of rows to skip from there. */
static enum status seek_page(struct pq_chunk_reader *reader, uint64_t *n,
                             struct error *error)
{
    const struct pq_page_index *index;
    if (*n < reader->page_left + (uint64_t)SEEK_ROWS || reader->damage != NULL)
        return OK;
    enum status status = pq_chunk_facts_page_index(&reader->context, reader->row_group,
                                                   reader->leaf_index, &index, error);
    if (status != OK || index->n_pages == 0)
        return status;
    uint64_t here = reader->n_rows - reader->rows_left;
    uint64_t row = here + *n;
    uint32_t page = find_page(index, row);
    if (index->pages[page].first_row <= here + reader->page_left)
        return OK;
    if (!reader->has_dictionary && reader->pages.is_first)
        status = pq_chunk_find_dictionary(reader, error);
    if (status != OK)
        return status;
    uint32_t first_skipped = find_page(index, here) + (reader->page_left > 0);
    stand_before_page(reader, index, page);
    *n = row - index->pages[page].first_row;
    reader->context.source->totals->pages_skipped += page - first_skipped;
    return OK;
}

enum status pq_chunk_skip_rows(struct pq_chunk_reader *reader, uint64_t n,
                               struct error *error)
{
    enum status status = seek_page(reader, &n, error);
    while (status == OK && n > 0) {
        if (reader->page_left == 0) {
            uint64_t n_skipped;
            status = pq_chunk_next_page(reader, n, &n_skipped, error);
            if (status == OK) {
                reader->rows_left -= n_skipped;
                n -= n_skipped;
            }
            continue;
        }
        uint32_t take = n < reader->page_left ? (uint32_t)n : reader->page_left;
        take = take < SKIP_STEP ? take : SKIP_STEP;
        status = skip_in_page(reader, take, error);
        if (status == OK)
            status = interrupt_after((size_t)take * SKIP_WORK, error);
        n -= take;
    }
    return status == OK ? pq_chunk_check_end(reader, error) : status;
}
