/* SPDX-License-Identifier: MIT */
#include "parquet/column/chunk_dictionary.h"

#include "base/interrupt.h"
#include "parquet/column/plain_front.h"
#include "parquet/encoding/bit_packing.h"
#include "parquet/format/format_enums.h"
#include "parquet/schema/value_convert.h"

enum { FEW_ROWS = 64 }; /* of a look-up or a preview rather than a scan */

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

/* ---- Cache ----------------------------------------------------------------------- */

static struct cache_key key_of(const struct pq_chunk_dictionary *dictionary)
{
    struct cache_key key = *dictionary->pages.source->cache_key;
    key.part = dictionary->part;
    return key;
}

/* Takes the entries from the cache, or finds out whether they may be cached there. */
static void find_cached(struct pq_chunk_dictionary *dictionary)
{
    int32_t size = dictionary->pages.header.uncompressed_size;
    dictionary->may_keep = false;
    if (dictionary->pages.source->cache_key == NULL ||
        size > PQ_LARGEST_CACHED_DICTIONARY)
        return;
    struct cache_key key = key_of(dictionary);
    struct pq_cached_dictionary *cached = pq_cached_dictionary_find(&key);
    if (cached == NULL) {
        size_t width = vector_kind_width(dictionary->leaf->column.kind);
        dictionary->may_keep = cache_has_room_for_part((size_t)size +
                                                       dictionary->n_entries * width);
    } else if (cached->n_entries == dictionary->n_entries) {
        dictionary->cached = cached;
        dictionary->is_loaded = true;
        dictionary->number = ++dictionary->pages.source->n_dictionaries;
        dictionary->has_no_nul = cached->has_no_nul;
    } else {
        pq_cached_dictionary_release(cached);
    }
}

/* Scans do not fill the cache with dictionaries: what they do with the rows costs
 * more. */
static void keep(const struct pq_chunk_dictionary *dictionary)
{
    if (!dictionary->is_loaded || !dictionary->may_keep ||
        dictionary->n_rows > BATCH_ROWS)
        return;
    struct cache_key key = key_of(dictionary);
    pq_cached_dictionary_keep(&key, dictionary->leaf->column.kind,
                              (union vector_values){dictionary->values.data},
                              dictionary->n_entries, dictionary->has_no_nul,
                              dictionary->parts.data);
}

bool pq_chunk_dictionary_owns(const struct pq_chunk_dictionary *dictionary,
                              const uint8_t *data)
{
    struct slice bytes = dictionary->cached != NULL
                             ? dictionary->cached->bytes
                             : slice_of(dictionary->page.data, dictionary->page.capacity);
    return bytes.data != NULL && (uintptr_t)data >= (uintptr_t)bytes.data &&
           (uintptr_t)data - (uintptr_t)bytes.data < bytes.size;
}

/* ---- Decoding -------------------------------------------------------------------- */

enum status pq_dictionary_check_count(const struct pq_leaf *leaf, struct slice data,
                                      uint32_t n_entries, struct error *error)
{
    size_t least = pq_type_width(leaf->type, leaf->type_length);
    if (leaf->type == PQ_BOOLEAN)
        return error_set(error, CORRUPT, "a dictionary of booleans");
    if (n_entries > data.size / (least > 0 ? least : 4))
        return error_set(error, CORRUPT, "%u dictionary entries in %zu bytes",
                         (unsigned)n_entries, data.size);
    return OK;
}

/* Starts to decode the entries.  The memory for them is used as they are decoded. */
static enum status start_entries(struct pq_chunk_dictionary *dictionary, bool terminate,
                                 struct pq_value_decoder *decoder, struct error *error)
{
    const struct pq_leaf *leaf = dictionary->leaf;
    struct pq_value_format format = {.encoding = PQ_PLAIN,
                                     .type = leaf->type,
                                     .type_length = leaf->type_length,
                                     .terminate = terminate && pq_leaf_is_text(leaf)};
    size_t width = vector_kind_width(leaf->column.kind);
    enum status status = pq_dictionary_check_count(leaf, dictionary->parts.data,
                                                   dictionary->n_entries, error);
    if (status == OK)
        status = buffer_reserve(&dictionary->values, dictionary->n_entries * width, false,
                                error);
    return status == OK ? pq_value_decoder_init(decoder, &format, dictionary->parts.data,
                                                dictionary->n_entries, error)
                        : status;
}

/* Decodes entries first .. end - 1, in steps of BATCH_ROWS. */
static enum status decode_entries(struct pq_chunk_dictionary *dictionary,
                                  struct pq_value_decoder *decoder, uint32_t first,
                                  uint32_t end, struct error *error)
{
    size_t width = vector_kind_width(dictionary->leaf->column.kind);
    enum status status = OK;
    for (uint32_t done = first; status == OK && done < end;) {
        uint32_t take = end - done < BATCH_ROWS ? end - done : BATCH_ROWS;
        uint8_t *target = dictionary->values.data + done * width;
        void *decoded = dictionary->physical != NULL ? dictionary->physical
                                                     : (void *)target;
        status = pq_value_decoder_read(decoder, decoded, take, error);
        if (status == OK)
            pq_convert_values(dictionary->leaf->conversion, decoded, take, target);
        if (status == OK)
            status = interrupt_after(take, error);
        done += take;
    }
    return status;
}

/* Decodes all entries of the loaded page. */
static enum status decode_all(struct pq_chunk_dictionary *dictionary, struct error *error)
{
    struct pq_value_decoder decoder = {0};
    enum status status = start_entries(dictionary, true, &decoder, error);
    if (status == OK)
        status = decode_entries(dictionary, &decoder, 0, dictionary->n_entries, error);
    pq_value_decoder_release(&decoder);
    if (status != OK)
        return pq_page_reader_locate(&dictionary->pages, error);
    dictionary->is_loaded = true;
    dictionary->number = ++dictionary->pages.source->n_dictionaries;
    dictionary->has_no_nul = pq_leaf_is_text(dictionary->leaf) &&
                             entries_have_no_nul((const void *)dictionary->values.data,
                                                 dictionary->n_entries);
    if (interrupt_is_pending())
        dictionary->may_keep = false;
    return OK;
}

/* What is left of a page that could not be loaded is not used again. */
static enum status failed(struct pq_chunk_dictionary *dictionary, struct error *error)
{
    pq_partial_page_end(&dictionary->partial);
    dictionary->has_parts = false;
    dictionary->n_front = 0;
    return error->status;
}

enum status pq_chunk_dictionary_load(struct pq_chunk_dictionary *dictionary,
                                     struct error *error)
{
    enum status status = OK;
    if (dictionary->is_loaded)
        return OK;
    if (!dictionary->has_parts) {
        status = pq_page_reader_load(&dictionary->pages, &dictionary->page,
                                     &dictionary->parts, error);
    } else {
        status = pq_partial_page_need(&dictionary->partial, dictionary->page.size, error);
        if (status != OK)
            pq_page_reader_locate(&dictionary->pages, error);
    }
    dictionary->has_parts = false; /* decoding terminates texts */
    return status == OK ? decode_all(dictionary, error) : failed(dictionary, error);
}

/* Loads the front of the page, and starts to decode it. */
static enum status open_front(struct pq_chunk_dictionary *dictionary, struct error *error)
{
    enum status status = pq_page_reader_load_front(&dictionary->pages, &dictionary->page,
                                                   &dictionary->partial,
                                                   &dictionary->parts, error);
    if (status != OK)
        return status; /* the message already names the page */
    dictionary->has_parts = true;
    dictionary->n_front = 0;
    status = start_entries(dictionary, false, &dictionary->front, error);
    return status == OK ? OK : pq_page_reader_locate(&dictionary->pages, error);
}

static bool have_fixed_width(const struct pq_chunk_dictionary *dictionary)
{
    return pq_type_width(dictionary->leaf->type, dictionary->leaf->type_length) > 0;
}

static uint32_t least_of(const uint32_t *indices, uint32_t n)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < n; i++)
        least = indices[i] < least ? indices[i] : least;
    return least;
}

/* Whether it probably pays to load all entries for these rows, which are counted. */
static bool needs_all(const struct pq_chunk_dictionary *dictionary, uint32_t n_rows,
                      uint64_t position, bool are_near)
{
    enum { MOST_ROWS_PART = 8 };
    uint32_t n = dictionary->n_entries;
    bool is_scan = n_rows > FEW_ROWS && position / 4 <= dictionary->n_rows - n_rows;
    return is_scan || dictionary->may_keep ||
           dictionary->n_rows > (are_near ? n : n / MOST_ROWS_PART);
}

/* Loads and decodes entries first .. end - 1, which have a fixed width. */
static enum status need_range(struct pq_chunk_dictionary *dictionary, uint32_t first,
                              uint32_t end, struct error *error)
{
    const struct pq_leaf *leaf = dictionary->leaf;
    size_t width = pq_type_width(leaf->type, leaf->type_length);
    struct slice data = dictionary->parts.data;
    size_t at = (size_t)(data.data - dictionary->page.data) + first * width;
    struct pq_value_decoder decoder = dictionary->front; /* PLAIN, which owns nothing */
    pq_plain_init(&decoder.as.plain,
                  slice_of(data.data + first * width, data.size - first * width));
    enum status status = pq_partial_page_need_part(&dictionary->partial, at,
                                                   at + (end - first) * width, error);
    return status == OK ? decode_entries(dictionary, &decoder, first, end, error)
                        : status;
}

/* Loads and decodes the entries of these indices alone; they have a fixed width. */
static enum status need_each(struct pq_chunk_dictionary *dictionary,
                             const uint32_t *indices, uint32_t n, struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < n; i++)
        status = need_range(dictionary, indices[i], indices[i] + 1, error);
    return status;
}

/* Loads and decodes the entries 0 .. largest. */
static enum status need_front(struct pq_chunk_dictionary *dictionary, uint32_t largest,
                              struct error *error)
{
    uint32_t n = largest + 1;
    enum status status = pq_plain_front_need(
        &dictionary->partial, dictionary->leaf, dictionary->page.data,
        dictionary->front.as.plain.rest.data, n - dictionary->n_front, error);
    if (status == OK)
        status = decode_entries(dictionary, &dictionary->front, dictionary->n_front, n,
                                error);
    if (status == OK)
        dictionary->n_front = n;
    return status;
}

enum status pq_chunk_dictionary_need(struct pq_chunk_dictionary *dictionary,
                                     const uint32_t *indices, uint32_t n,
                                     uint64_t position, struct error *error)
{
    dictionary->n_rows += n;
    if (dictionary->is_loaded)
        return OK;
    uint32_t largest = greatest_u32(indices, n);
    bool is_fixed = have_fixed_width(dictionary);
    uint32_t least = is_fixed ? least_of(indices, n) : 0;
    bool are_near = is_fixed && largest - least < 2 * n;
    bool all = needs_all(dictionary, n, position, are_near);
    if (largest < dictionary->n_front && !all)
        return OK;
    if (all)
        return pq_chunk_dictionary_load(dictionary, error);
    if (!dictionary->has_parts && open_front(dictionary, error) != OK)
        return failed(dictionary, error);
    enum status status;
    if (are_near)
        status = need_range(dictionary, least, largest + 1, error);
    else if (is_fixed && n <= FEW_ROWS)
        status = need_each(dictionary, indices, n, error);
    else
        status = need_front(dictionary, largest, error);
    if (status == OK)
        return OK;
    pq_page_reader_locate(&dictionary->pages, error);
    return failed(dictionary, error);
}

enum status pq_chunk_dictionary_find(struct pq_chunk_dictionary *dictionary,
                                     const struct pq_page_reader *pages,
                                     struct error *error)
{
    enum { SMALL = 16 * 1024 };
    const struct pq_page_header *header = &pages->header;
    if (dictionary->is_found && pages->page_offset == dictionary->offset)
        return OK; /* kept from an earlier pass over the chunk */
    if (dictionary->is_found)
        return error_set(error, CORRUPT, "a second dictionary page");
    if (header->encoding != PQ_PLAIN && header->encoding != PQ_PLAIN_DICTIONARY)
        return error_set(error, UNSUPPORTED, "a dictionary page of encoding %d",
                         header->encoding);
    dictionary->is_found = true;
    dictionary->offset = pages->page_offset;
    dictionary->n_entries = (uint32_t)header->num_values;
    dictionary->pages = *pages;
    find_cached(dictionary);
    return header->uncompressed_size <= SMALL
               ? pq_chunk_dictionary_load(dictionary, error)
               : OK;
}

/* Ends the use of the entries. */
static void let_go(struct pq_chunk_dictionary *dictionary)
{
    pq_partial_page_end(&dictionary->partial);
    keep(dictionary);
    pq_cached_dictionary_release(dictionary->cached);
    dictionary->cached = NULL;
}

void pq_chunk_dictionary_forget(struct pq_chunk_dictionary *dictionary, uint64_t chunk)
{
    let_go(dictionary);
    dictionary->part = chunk + 1;
    dictionary->is_found = dictionary->is_loaded = dictionary->has_parts = false;
    dictionary->has_no_nul = false;
    dictionary->n_entries = dictionary->n_front = 0;
    dictionary->n_rows = 0;
}

void pq_chunk_dictionary_release(struct pq_chunk_dictionary *dictionary)
{
    let_go(dictionary);
    pq_value_decoder_release(&dictionary->front);
    buffer_release(&dictionary->page);
    buffer_release(&dictionary->values);
}
