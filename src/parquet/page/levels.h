/* SPDX-License-Identifier: MIT */
/*
 * levels.h - repetition and definition levels of a page (Encodings.md; README, "Nested
 * Encoding"): small integers up to a known maximum, one per value slot.
 *
 * RLE is what everybody writes; BIT_PACKED, most significant bit first and without a
 * length, is what the first writers wrote.  A maximum of 0 stores nothing; the largest
 * that is read is 255.
 */
#ifndef PARQUET_LEVELS_H
#define PARQUET_LEVELS_H

#include "parquet/encoding/rle_hybrid.h"

/* The bits that levels up to a maximum take. */
unsigned pq_level_width(unsigned max_level);

struct pq_level_decoder {
    unsigned max_level;
    bool is_bit_packed;
    struct pq_rle_decoder rle;
    struct slice packed; /* BIT_PACKED: all levels of the page */
    uint64_t packed_next;
    uint64_t packed_count;
};

/* Takes the levels off the front of a v1 page's data.  encoding: enum pq_encoding,
 * without meaning when max_level is 0.  n_values: levels in the page. */
enum status pq_levels_init_v1(struct pq_level_decoder *decoder, struct slice *page,
                              int encoding, unsigned max_level, uint32_t n_values,
                              struct error *error) CHECK_RESULT;

/* For a v2 page, whose header tells the size. */
enum status pq_levels_init_v2(struct pq_level_decoder *decoder, struct slice levels,
                              unsigned max_level, struct error *error) CHECK_RESULT;

/* Reads n levels; *n_max counts those that equal the maximum (a leaf's definition level:
 * values that are there).  A level over the maximum is CORRUPT.  levels may be NULL: only
 * count. */
enum status pq_levels_read(struct pq_level_decoder *decoder, uint8_t *levels, size_t n,
                           uint64_t *n_max, struct error *error) CHECK_RESULT;

#endif
