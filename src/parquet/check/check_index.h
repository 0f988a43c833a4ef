/* SPDX-License-Identifier: MIT */
/*
 * check_index.h - whether a column chunk's OffsetIndex and ColumnIndex are right, page by
 * page as the pages are read.
 *
 * Their lists are walked side by side, one element a page, so that nothing is kept but
 * the bytes of both.
 */
#ifndef PARQUET_CHECK_INDEX_H
#define PARQUET_CHECK_INDEX_H

#include "parquet/check/check_page.h"
#include "parquet/format/thrift_struct.h"

/* Zeroed once, kept for all chunks of a file. */
struct pq_index_check {
    struct pq_findings *findings;
    struct buffer offset_bytes, column_bytes;
    bool offset_is_within, column_is_within; /* the file */
    bool has_offset_index, has_column_index; /* that could be parsed */
    uint32_t n_pages;                        /* seen so far */
    struct pq_offset_index offset_index;     /* its lists: */
    struct thrift_list locations, data_bytes;
    struct pq_column_index column_index; /* its lists: */
    struct thrift_list null_pages, mins, maxes, null_counts, nan_counts;
    struct thrift_list repetition, definition; /* histograms, one after the other */
    /* Of the last page that was not all null; data NULL: none yet. */
    struct slice last_min, last_max;
};

enum status pq_index_check_start(struct pq_index_check *check,
                                 const struct pq_chunk_context *context,
                                 const struct pq_column_chunk *chunk,
                                 struct pq_findings *findings,
                                 struct error *error) CHECK_RESULT;

/* The next data page.  own_nulls: as pq_own_nulls() counts. */
void pq_index_check_page(struct pq_index_check *check, const struct pq_value_order *order,
                         const struct pq_page_facts *facts, uint64_t own_nulls);

/* Behind the chunk's last page. */
void pq_index_check_end(struct pq_index_check *check, const struct pq_leaf *leaf);
void pq_index_check_release(struct pq_index_check *check);

/* Whether a claim of nulls is right.  Some writers do not count the nulls that a group or
 * list around the leaf makes. */
bool pq_null_count_is_right(int64_t claim, const struct pq_page_facts *facts,
                            uint64_t own_nulls);

#endif
