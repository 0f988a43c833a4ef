/* SPDX-License-Identifier: MIT */
/*
 * check_index.h - verifies a column chunk's OffsetIndex and ColumnIndex, page by page as
 * the pages are read.
 *
 * The indexes' lists are read in parallel, one element per page, so only the bytes of the
 * two indexes are kept in memory.
 */
#ifndef PARQUET_CHECK_INDEX_H
#define PARQUET_CHECK_INDEX_H

#include "parquet/check/check_page.h"
#include "parquet/format/thrift_struct.h"

/* Zeroed once; reused for all chunks of a file. */
struct pq_index_check {
    struct findings *findings;
    struct buffer offset_bytes, column_bytes;
    bool offset_is_within, column_is_within; /* inside the file */
    bool has_offset_index, has_column_index; /* found and parsed */
    bool is_encrypted;
    uint32_t n_pages;                    /* seen so far */
    struct pq_offset_index offset_index; /* its lists: */
    struct thrift_list locations, data_bytes;
    struct pq_column_index column_index; /* its lists: */
    struct thrift_list null_pages, mins, maxes, null_counts, nan_counts;
    struct thrift_list repetition, definition; /* histograms, one after the other */
    /* Bounds of the last page with values; data NULL: none yet. */
    struct slice last_min, last_max;
};

enum status pq_index_check_start(struct pq_index_check *check,
                                 const struct pq_chunk_context *context,
                                 const struct pq_column_chunk *chunk,
                                 struct findings *findings,
                                 struct error *error) CHECK_RESULT;

/* Checks the next data page.  own_nulls: see pq_own_nulls(). */
void pq_index_check_page(struct pq_index_check *check, const struct pq_value_order *order,
                         const struct pq_checked_page *facts, uint64_t own_nulls);

/* Ends the chunk, after its last page. */
void pq_index_check_end(struct pq_index_check *check, const struct pq_leaf *leaf);
void pq_index_check_release(struct pq_index_check *check);

/* Whether a null count is right.  Some writers count only the leaf's own nulls, not those
 * of the groups and lists around it. */
bool pq_null_count_is_right(int64_t claim, const struct pq_checked_page *facts,
                            uint64_t own_nulls);

#endif
