/* SPDX-License-Identifier: MIT */
#include "parquet/column/chunk_dictionary.h"

#include "base/interrupt.h"
#include "parquet/encoding/value_decoder.h"
#include "parquet/format/format_enums.h"
#include "parquet/schema/value_convert.h"

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

/* Memory is sized by the count, so it is checked against the page's size first. */
static enum status check_count(const struct pq_leaf *leaf, struct slice data,
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

/* Decodes n_entries of the loaded page, in steps of BATCH_ROWS. */
static enum status decode_entries(struct pq_chunk_dictionary *dictionary,
                                  const struct pq_leaf *leaf, struct slice data,
                                  uint32_t n_entries, void *physical, struct error *error)
{
    struct pq_value_format format = {.encoding = PQ_PLAIN,
                                     .type = leaf->type,
                                     .type_length = leaf->type_length,
                                     .terminate = pq_leaf_is_text(leaf)};
    struct pq_value_decoder decoder = {0};
    size_t width = vector_kind_width(leaf->column.kind);
    enum status status = check_count(leaf, data, n_entries, error);
    if (status == OK)
        status = buffer_reserve(&dictionary->values, n_entries * width, false, error);
    if (status == OK)
        status = pq_value_decoder_init(&decoder, &format, data, n_entries, error);
    for (uint32_t done = 0; status == OK && done < n_entries;) {
        uint32_t take = n_entries - done < BATCH_ROWS ? n_entries - done : BATCH_ROWS;
        uint8_t *target = dictionary->values.data + done * width;
        void *decoded = physical != NULL ? physical : (void *)target;
        status = pq_value_decoder_read(&decoder, decoded, take, error);
        if (status == OK)
            pq_convert_values(leaf->conversion, decoded, take, target);
        if (status == OK)
            status = interrupt_after(take, error);
        done += take;
    }
    pq_value_decoder_release(&decoder);
    return status;
}

enum status pq_chunk_dictionary_load(struct pq_chunk_dictionary *dictionary,
                                     const struct pq_leaf *leaf,
                                     struct pq_page_reader *pages, void *physical,
                                     struct error *error)
{
    const struct pq_page_header *header = &pages->header;
    uint32_t n_entries = (uint32_t)header->num_values;
    struct pq_page page;
    if (dictionary->is_loaded && pages->page_offset == dictionary->offset)
        return OK; /* kept from an earlier pass over the chunk */
    if (dictionary->is_loaded)
        return error_set(error, CORRUPT, "a second dictionary page");
    if (header->encoding != PQ_PLAIN && header->encoding != PQ_PLAIN_DICTIONARY)
        return error_set(error, UNSUPPORTED, "a dictionary page of encoding %d",
                         header->encoding);
    enum status status = pq_page_reader_load(pages, &dictionary->page, &page, error);
    if (status != OK)
        return status; /* the message already names the page */
    status = decode_entries(dictionary, leaf, page.data, n_entries, physical, error);
    if (status != OK)
        return pq_page_reader_locate(pages, error);
    dictionary->is_loaded = true;
    dictionary->offset = pages->page_offset;
    dictionary->number = ++pages->source->n_dictionaries;
    dictionary->n_entries = n_entries;
    dictionary->has_no_nul = pq_leaf_is_text(leaf) &&
                             entries_have_no_nul((const void *)dictionary->values.data,
                                                 n_entries);
    return OK;
}

void pq_chunk_dictionary_forget(struct pq_chunk_dictionary *dictionary)
{
    dictionary->is_loaded = false;
}

void pq_chunk_dictionary_release(struct pq_chunk_dictionary *dictionary)
{
    buffer_release(&dictionary->page);
    buffer_release(&dictionary->values);
}
