/* SPDX-License-Identifier: MIT */
/*
 * levels.h - decodes the repetition and definition levels of a page (Encodings.md;
 * README, "Nested Encoding"): small integers up to a known maximum, one per entry.
 *
 * Almost all writers use RLE.  The first ones used BIT_PACKED, which packs the most
 * significant bit first and has no length.  Levels with a maximum of 0 are not stored;
 * the largest maximum supported is 255.
 */
#ifndef PARQUET_LEVELS_H
#define PARQUET_LEVELS_H

#include "parquet/encoding/rle_hybrid.h"
#include "parquet/page/page_reader.h"
#include "parquet/schema/schema_tree.h"

struct pq_level_decoder {
    unsigned max_level;
    bool is_bit_packed;
    struct pq_rle_decoder rle;
    struct slice packed; /* BIT_PACKED: all levels of the page */
    uint64_t packed_next;
    uint64_t packed_count;
};

/* Removes the levels from the front of a v1 page's data.  encoding (enum pq_encoding) is
 * ignored if max_level is 0.  n_values: number of levels in the page. */
enum status pq_levels_init_v1(struct pq_level_decoder *decoder, struct slice *page,
                              int encoding, unsigned max_level, uint32_t n_values,
                              struct error *error) CHECK_RESULT;

/* For a v2 page, whose header gives the levels' size. */
enum status pq_levels_init_v2(struct pq_level_decoder *decoder, struct slice levels,
                              unsigned max_level, struct error *error) CHECK_RESULT;

/* Both levels of a loaded page; its data then begins with the values. */
enum status pq_levels_init_page(struct pq_level_decoder *repetition,
                                struct pq_level_decoder *definition,
                                const struct pq_leaf *leaf,
                                const struct pq_page_header *header, struct pq_page *page,
                                struct error *error) CHECK_RESULT;

/* Reads n levels; *n_max is how many of them equal the maximum (for definition levels:
 * the leaf's non-null values).  A level above the maximum is CORRUPT.  With levels NULL
 * it only counts. */
enum status pq_levels_read(struct pq_level_decoder *decoder, uint8_t *levels, size_t n,
                           uint64_t *n_max, struct error *error) CHECK_RESULT;

#endif
