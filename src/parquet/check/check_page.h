/* SPDX-License-Identifier: MIT */
/*
 * check_page.h - reads all of a page, and what is in it: levels, values, their extent;
 * whether text is UTF-8 and a Bloom filter knows the values.
 */
#ifndef PARQUET_CHECK_PAGE_H
#define PARQUET_CHECK_PAGE_H

#include "parquet/check/check_geo.h"
#include "parquet/check/check_values.h"
#include "parquet/encoding/rle_hybrid.h"
#include "parquet/encoding/value_decoder.h"
#include "scan/scan.h"

enum { PQ_MOST_LEVELS = PQ_MAX_LEVEL + 1 };

/* What was found in a page, or in all of a chunk's. */
struct pq_page_facts {
    int64_t offset;      /* of its header */
    int64_t size;        /* header and body */
    uint64_t first_row;  /* rows of the row group that begin before it */
    uint64_t n_slots;    /* levels, as num_values counts */
    uint64_t n_present;  /* values that are there */
    uint64_t n_rows;     /* that begin in it */
    uint64_t data_bytes; /* of BYTE_ARRAY values, without their lengths */
    bool begins_row;     /* the first slot does */
    uint64_t repetition[PQ_MOST_LEVELS], definition[PQ_MOST_LEVELS];
    struct pq_extent extent;
};

/* Zeroed, then pq_page_check_init(); kept for all pages of all chunks of a file. */
struct pq_page_check {
    const struct pq_chunk_context *context;
    struct pq_findings *findings;
    struct pq_value_order order; /* of the leaf at hand */
    bool is_text;                /* must be UTF-8 */

    struct buffer page;
    struct pq_value_decoder values;
    struct pq_rle_decoder indexes;

    /* The chunk's dictionary: entries in their physical form, and of each the number of
     * the page that it was last seen in, from 1 on. */
    bool has_dictionary;
    uint32_t n_entries;
    struct buffer dictionary_page, entries, stamps;
    uint32_t page_number;
    bool has_nan_entries;

    /* The chunk's Bloom filter; 0 blocks: none that can be asked. */
    struct buffer bloom;
    uint32_t n_blocks;
    uint64_t n_missing, n_not_text; /* values */

    struct pq_geo_check geo;
    /* BATCH_ROWS each. */
    uint8_t *levels;
    uint32_t *codes;
    uint8_t *physical, *seen, *fresh; /* values */
};

enum status pq_page_check_init(struct pq_page_check *check,
                               const struct pq_chunk_context *context,
                               struct pq_findings *findings,
                               struct error *error) CHECK_RESULT;
void pq_page_check_release(struct pq_page_check *check);

/* Forgets the chunk before; the leaf can be read.  metadata: of the chunk, borrowed. */
void pq_page_check_start(struct pq_page_check *check, uint32_t leaf,
                         const struct pq_column_metadata *metadata);

/* The current page of the reader is a dictionary page. */
enum status pq_page_check_dictionary(struct pq_page_check *check,
                                     struct pq_page_reader *pages,
                                     struct error *error) CHECK_RESULT;

/* It is a data page.  Fills in all of facts but offset, size and first_row. */
enum status pq_page_check_data(struct pq_page_check *check, struct pq_page_reader *pages,
                               struct pq_page_facts *facts,
                               struct error *error) CHECK_RESULT;

/* How many different values the pages took from the dictionary. */
enum status pq_page_check_distinct(struct pq_page_check *check, uint64_t *n_distinct,
                                   struct error *error) CHECK_RESULT;

/* The nulls that are the leaf's own: not those of a group that is null, or of a list that
 * is null or empty. */
uint64_t pq_own_nulls(const struct pq_chunk_context *context, uint32_t leaf,
                      const struct pq_page_facts *facts);

#endif
