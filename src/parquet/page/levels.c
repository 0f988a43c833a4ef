/* SPDX-License-Identifier: MIT */
#include "parquet/page/levels.h"

#include "parquet/encoding/bit_packing.h"

enum { PIECE = 256 };

enum status pq_levels_init_v1(struct pq_level_decoder *decoder, struct slice *page,
                              int encoding, unsigned max_level, uint32_t n_values,
                              struct error *error)
{
    *decoder = (struct pq_level_decoder){.max_level = max_level};
    if (max_level == 0)
        return OK;
    unsigned width = bit_width_of(max_level);
    struct slice size, levels;
    switch (encoding) {
    case PQ_RLE:
        if (!slice_take(page, 4, &size) ||
            !slice_take(page, load_u32(size.data), &levels))
            return error_set(error, CORRUPT,
                             "the levels extend past the end of the page");
        return pq_rle_init(&decoder->rle, levels, width, error);
    case PQ_BIT_PACKED:
        decoder->is_bit_packed = true;
        decoder->packed_count = n_values;
        if (!slice_take(page, (size_t)(((uint64_t)n_values * width + 7) / 8),
                        &decoder->packed))
            return error_set(error, CORRUPT,
                             "the levels extend past the end of the page");
        return OK;
    default:
        return error_set(error, CORRUPT, "levels cannot have encoding %d", encoding);
    }
}

enum status pq_levels_init_v2(struct pq_level_decoder *decoder, struct slice levels,
                              unsigned max_level, struct error *error)
{
    *decoder = (struct pq_level_decoder){.max_level = max_level};
    return pq_rle_init(&decoder->rle, levels, bit_width_of(max_level), error);
}

enum status pq_levels_init_page(struct pq_level_decoder *repetition,
                                struct pq_level_decoder *definition,
                                const struct pq_leaf *leaf,
                                const struct pq_page_header *header, struct pq_page *page,
                                struct error *error)
{
    unsigned max_repetition = leaf->max_repetition_level;
    unsigned max_definition = leaf->max_definition_level;
    bool is_v2 = header->type == PQ_DATA_PAGE_V2;
    uint32_t n = (uint32_t)header->num_values;
    enum status status = is_v2 ? pq_levels_init_v2(repetition, page->repetition_levels,
                                                   max_repetition, error)
                               : pq_levels_init_v1(repetition, &page->data,
                                                   header->repetition_encoding,
                                                   max_repetition, n, error);
    if (status != OK)
        return status;
    return is_v2 ? pq_levels_init_v2(definition, page->definition_levels, max_definition,
                                     error)
                 : pq_levels_init_v1(definition, &page->data, header->definition_encoding,
                                     max_definition, n, error);
}

static enum status read_bit_packed(struct pq_level_decoder *decoder, uint32_t *levels,
                                   size_t n, struct error *error)
{
    if (n > decoder->packed_count - decoder->packed_next)
        return error_set(error, CORRUPT, "fewer levels than values");
    unsigned width = bit_width_of(decoder->max_level);
    uint64_t bit = decoder->packed_next * width;
    for (size_t i = 0; i < n; i++) {
        uint32_t level = 0;
        for (unsigned k = 0; k < width; k++, bit++)
            level = level << 1 | (decoder->packed.data[bit / 8] >> (7 - bit % 8) & 1U);
        levels[i] = level;
    }
    decoder->packed_next += n;
    return OK;
}

static enum status too_large(const struct pq_level_decoder *decoder, uint32_t level,
                             struct error *error)
{
    return error_set(error, CORRUPT, "a level of %u, but the maximum is %u",
                     (unsigned)level, decoder->max_level);
}

/* Checks, counts and narrows n unpacked levels; *n_max grows by those at the maximum. */
static enum status store(const struct pq_level_decoder *decoder, const uint32_t *from,
                         uint8_t *levels, size_t n, uint64_t *n_max, struct error *error)
{
    uint32_t max_level = decoder->max_level, at_max = 0;
    if (!all_at_most_u32(from, n, max_level))
        return too_large(decoder, greatest_u32(from, n), error);
    for (size_t i = 0; i < n; i++)
        at_max += from[i] == max_level;
    *n_max += at_max;
    for (size_t i = 0; levels != NULL && i < n; i++)
        levels[i] = (uint8_t)from[i];
    return OK;
}

/* Reads *done levels: part of a repeated run, or up to PIECE packed levels. */
static enum status read_some(struct pq_level_decoder *decoder, uint8_t *levels, size_t n,
                             size_t *done, uint64_t *n_max, struct error *error)
{
    uint32_t piece[PIECE];
    *done = n < PIECE ? n : PIECE;
    if (decoder->is_bit_packed) {
        enum status status = read_bit_packed(decoder, piece, *done, error);
        return status != OK ? status : store(decoder, piece, levels, *done, n_max, error);
    }
    enum status status = pq_rle_need_run(&decoder->rle, error);
    if (status != OK)
        return status;
    if (decoder->rle.packed.data == NULL) {
        uint32_t level = decoder->rle.run_value;
        *done = n < decoder->rle.run_left ? n : (size_t)decoder->rle.run_left;
        decoder->rle.run_left -= *done;
        if (level > decoder->max_level)
            return too_large(decoder, level, error);
        if (level == decoder->max_level)
            *n_max += *done;
        if (levels != NULL)
            memset(levels, (int)level, *done);
        return OK;
    }
    if (*done > decoder->rle.run_left)
        *done = (size_t)decoder->rle.run_left;
    status = pq_rle_read(&decoder->rle, piece, *done, error);
    return status != OK ? status : store(decoder, piece, levels, *done, n_max, error);
}

enum status pq_levels_read(struct pq_level_decoder *decoder, uint8_t *levels, size_t n,
                           uint64_t *n_max, struct error *error)
{
    enum status status = OK;
    *n_max = 0;
    if (decoder->max_level == 0) {
        *n_max = n;
        if (levels != NULL)
            memset(levels, 0, n);
        return OK;
    }
    for (size_t done; status == OK && n > 0; n -= done) {
        status = read_some(decoder, levels, n, &done, n_max, error);
        if (levels != NULL)
            levels += done;
    }
    return status;
}
