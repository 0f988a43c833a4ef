/* SPDX-License-Identifier: MIT */
#include "parquet/column/page_doubts.h"

#include "parquet/format/format_enums.h"
#include "parquet/format/thrift_struct.h"

const char *const pq_page_doubt_texts[PQ_N_DOUBTS] = {
    [PQ_DOUBT_RUNS] =
        "the page has more levels or dictionary indices than its header says",
    [PQ_DOUBT_VALUES] = "the page has more values than its header says",
    [PQ_DOUBT_NULLS] = "the page's number of nulls differs from its header",
    [PQ_DOUBT_ENCODING] = "the page's encoding is not listed for the column chunk",
};

/* Whether the current run has more left than the padding of a bit-packed group. */
static bool run_is_too_long(const struct pq_rle_decoder *runs)
{
    enum { GROUP = 8 };
    return runs->width > 0 && runs->run_left >= (runs->packed.data == NULL ? 1 : GROUP);
}

/* Whether any runs follow that are not empty. */
static bool has_more_runs(const struct pq_rle_decoder *runs)
{
    struct slice rest = runs->rest, value;
    uint64_t header;
    while (runs->width > 0 && rest.size > 0) {
        if (!slice_read_varint(&rest, &header) || header > 1 ||
            (header == 0 && rest.size > 0 &&
             !slice_take(&rest, (runs->width + 7) / 8, &value)))
            return true;
    }
    return false;
}

/* For indices of width 0, which have only run headers or nothing: whether the runs do not
 * fit n indices. */
static bool is_no_run_of_zeros(const struct pq_rle_decoder *runs, uint64_t n)
{
    struct slice rest = runs->rest;
    uint64_t header, count = 0;
    if (runs->width > 0 || rest.size == 0)
        return false;
    while (rest.size > 0) {
        if (!slice_read_varint(&rest, &header) || header >> 33 != 0)
            return true;
        count += (header & 1) != 0 ? (header >> 1) * 8 : header >> 1;
    }
    return count < n || count - n >= 8;
}

/* Padding is allowed: fastparquet ends pages with eight zeros. */
static bool is_filling(struct slice bytes)
{
    enum { MOST_FILLING = 8 };
    for (size_t i = 0; i < bytes.size && i < MOST_FILLING; i++) {
        if (bytes.data[i] != 0)
            return false;
    }
    return bytes.size <= MOST_FILLING;
}

static bool values_go_on(const struct pq_value_decoder *values)
{
    const struct pq_plain_decoder *plain = &values->as.plain;
    switch (values->encoding) {
    case PQ_PLAIN:
        return !is_filling(slice_of(plain->rest.data + (plain->bit > 0),
                                    plain->rest.size - (plain->bit > 0)));
    case PQ_RLE:
        return has_more_runs(&values->as.rle);
    default:
        return pq_value_decoder_left(values) > 0;
    }
}

/* Doubts about a page's levels or dictionary indices. */
static unsigned doubt_runs(const struct pq_rle_decoder *runs)
{
    return (unsigned)run_is_too_long(runs) << PQ_DOUBT_RUNS |
           (unsigned)has_more_runs(runs) << PQ_DOUBT_VALUES;
}

static unsigned doubt_levels(const struct pq_level_decoder *levels)
{
    return levels->max_level > 0 && !levels->is_bit_packed ? doubt_runs(&levels->rle) : 0;
}

/* Both encodings of dictionary indices count as the same. */
static bool is_listed(struct slice encodings, int encoding)
{
    struct thrift_list list;
    bool is_dictionary = pq_is_dictionary_encoding(encoding);
    thrift_list_begin(&list, encodings, THRIFT_I32);
    while (thrift_list_next(&list)) {
        int listed = thrift_list_i32(&list);
        if (listed == encoding || (is_dictionary && pq_is_dictionary_encoding(listed)))
            return true;
    }
    return false;
}

unsigned pq_page_doubts(const struct pq_data_page *page,
                        const struct pq_column_metadata *metadata, uint64_t n_present)
{
    const struct pq_page_header *header = &page->pages->header;
    uint64_t n_nulls = (uint64_t)header->num_values - n_present;
    unsigned doubts = doubt_levels(&page->definition);
    if (page->leaf->max_repetition_level > 0)
        doubts |= doubt_levels(&page->repetition);
    if (page->values_are_open && page->is_dictionary_encoded)
        doubts |= doubt_runs(&page->indices) |
                  (unsigned)is_no_run_of_zeros(&page->indices, n_present)
                      << PQ_DOUBT_VALUES;
    else if (page->values_are_open && values_go_on(&page->values))
        doubts |= 1U << PQ_DOUBT_VALUES;
    if (header->type == PQ_DATA_PAGE_V2 &&
        (header->num_nulls < 0 || (uint64_t)header->num_nulls != n_nulls))
        doubts |= 1U << PQ_DOUBT_NULLS;
    if (metadata->encodings.data != NULL &&
        !is_listed(metadata->encodings, header->encoding))
        doubts |= 1U << PQ_DOUBT_ENCODING;
    return doubts;
}
