/* SPDX-License-Identifier: MIT */
/*
 * check_chunk.h - verifies one column chunk for file_check.h: its metadata, every page,
 * its statistics, page index and Bloom filter.
 */
#ifndef PARQUET_CHECK_CHUNK_H
#define PARQUET_CHECK_CHUNK_H

#include "parquet/check/check_index.h"
#include "parquet/check/check_ranges.h"

enum { PQ_MOST_PAGE_KINDS = 32 };

/* The number of pages of one type and encoding. */
struct pq_page_kind {
    int type, encoding;
    uint64_t n_pages;
    int64_t n_claimed; /* according to encoding_stats */
};

/* Zeroed, then pq_chunk_check_init(); reused for all chunks of a file. */
struct pq_chunk_check {
    const struct pq_chunk_context *context;
    struct findings *findings;
    struct pq_check_ranges *ranges;
    struct pq_page_check pages;
    struct pq_index_check index;

    uint32_t row_group, leaf;
    struct pq_column_chunk chunk;
    bool has_metadata;           /* `chunk` is valid; if not, nothing was checked */
    struct buffer header;        /* of the current page; its statistics point into it */
    struct pq_checked_page page; /* the current data page */
    struct pq_checked_page all;  /* of the chunk's pages so far */
    uint64_t n_uncompressed;     /* bytes of the pages, headers included */
    uint64_t n_sealing;          /* what encryption adds to the headers */
    int64_t dictionary_offset, data_offset, index_offset; /* of first pages; -1: none */
    bool is_all_dictionary;
    bool is_whole;   /* all pages were read */
    bool is_damaged; /* the chunk or a page is corrupt */
    struct pq_page_kind kinds[PQ_MOST_PAGE_KINDS];
    size_t n_kinds;
};

enum status pq_chunk_check_init(struct pq_chunk_check *check,
                                const struct pq_chunk_context *context,
                                struct findings *findings, struct pq_check_ranges *ranges,
                                struct error *error) CHECK_RESULT;
void pq_chunk_check_release(struct pq_chunk_check *check);

/* Checks a column chunk.  Damage becomes findings; only errors unrelated to the file's
 * contents are returned. */
enum status pq_chunk_check_run(struct pq_chunk_check *check, uint32_t row_group,
                               uint32_t leaf, struct error *error) CHECK_RESULT;

/* ---- The parts of pq_chunk_check_run() ------------------------------------------- */

/* Before the pages are read: checks the metadata by itself. */
void pq_check_chunk_metadata(struct pq_chunk_check *check);

/* After all pages were read: checks the metadata against them. */
void pq_check_chunk_totals(struct pq_chunk_check *check,
                           const struct pq_page_reader *pages);

/* Counts a page of any type. */
void pq_note_page_kind(struct pq_chunk_check *check, const struct pq_page_header *header);

/* Checks the statistics of the chunk or, with prefix "page header: ", of a page. */
void pq_check_statistics(struct pq_chunk_check *check,
                         const struct pq_statistics *statistics,
                         const struct pq_checked_page *facts, const char *prefix);
enum status pq_check_distinct_count(struct pq_chunk_check *check,
                                    struct error *error) CHECK_RESULT;
void pq_check_size_statistics(struct pq_chunk_check *check);

#endif
