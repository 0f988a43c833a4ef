/* SPDX-License-Identifier: MIT */
/*
 * check_page.h - reads a whole page for check_chunk.h: its levels, its values and their
 * extent.  Checks whether text is UTF-8 and whether the Bloom filter contains the values.
 */
#ifndef PARQUET_CHECK_PAGE_H
#define PARQUET_CHECK_PAGE_H

#include "parquet/check/check_geo.h"
#include "parquet/check/check_values.h"
#include "parquet/encoding/rle_hybrid.h"
#include "parquet/encoding/value_decoder.h"
#include "scan/scan.h"

enum { PQ_MOST_LEVELS = PQ_MAX_LEVEL + 1 };

/* Facts found in a page, or in all pages of a chunk. */
struct pq_checked_page {
    int64_t offset;      /* of its header */
    int64_t size;        /* header and body */
    uint64_t first_row;  /* rows of the row group that begin before it */
    uint64_t n_entries;  /* pairs of levels, as num_values counts them */
    uint64_t n_present;  /* values that are not null */
    uint64_t n_rows;     /* rows that begin in it */
    uint64_t data_bytes; /* of BYTE_ARRAY values, without their lengths */
    bool begins_row;     /* its first entry begins a row */
    uint64_t repetition[PQ_MOST_LEVELS], definition[PQ_MOST_LEVELS];
    struct pq_extent extent;
};

/* Zeroed, then pq_page_check_init(); reused for all pages of all chunks of a file. */
struct pq_page_check {
    const struct pq_chunk_context *context;
    struct findings *findings;
    struct pq_value_order order; /* of the current leaf */
    bool is_text;                /* the values must be UTF-8 */

    struct buffer page;
    struct pq_value_decoder values;
    struct pq_rle_decoder indexes;

    /* The chunk's dictionary: the entries in physical form, and for each entry the number
     * of the last page that used it (from 1 on; 0: none yet). */
    bool has_dictionary;
    uint32_t n_entries;
    struct buffer dictionary_page, entries, stamps;
    uint32_t page_number;
    bool has_nan_entries;

    /* The chunk's Bloom filter; 0 blocks: none that can be checked. */
    struct buffer bloom;
    uint32_t n_blocks;
    uint64_t n_missing, n_not_text, n_not_json; /* numbers of values */

    struct pq_geo_check geo;
    /* BATCH_ROWS each. */
    uint8_t *levels;
    uint32_t *indices;
    uint8_t *physical, *seen, *fresh; /* values */
};

enum status pq_page_check_init(struct pq_page_check *check,
                               const struct pq_chunk_context *context,
                               struct findings *findings,
                               struct error *error) CHECK_RESULT;
void pq_page_check_release(struct pq_page_check *check);

/* Starts a chunk of a readable leaf.  metadata: the chunk's; borrowed. */
void pq_page_check_start(struct pq_page_check *check, uint32_t leaf,
                         const struct pq_column_metadata *metadata);

/* Reads the reader's current page, a dictionary page. */
enum status pq_page_check_dictionary(struct pq_page_check *check,
                                     struct pq_page_reader *pages,
                                     struct error *error) CHECK_RESULT;

/* Reads the reader's current page, a data page.  Sets all of facts except offset, size
 * and first_row. */
enum status pq_page_check_data(struct pq_page_check *check, struct pq_page_reader *pages,
                               struct pq_checked_page *facts,
                               struct error *error) CHECK_RESULT;

/* Counts the distinct dictionary entries that the pages used. */
enum status pq_page_check_distinct(struct pq_page_check *check, uint64_t *n_distinct,
                                   struct error *error) CHECK_RESULT;

/* The number of the leaf's own nulls, without those of a null group or of a null or empty
 * list. */
uint64_t pq_own_nulls(const struct pq_chunk_context *context, uint32_t leaf,
                      const struct pq_checked_page *facts);

#endif
