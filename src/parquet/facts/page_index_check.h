/* SPDX-License-Identifier: MIT */
/*
 * page_index_check.h - compares a page index with the headers of the chunk's pages: each
 * page must be where the index says, have its size and as many rows.  A wrong index would
 * lose rows, or pair a row's values with those of other rows.
 *
 * Reading the headers of all pages would cost more than a look-up.  Which of them have to
 * be read: docs/internals/pruning.md, "A page index is checked where it is used".
 */
#ifndef PARQUET_PAGE_INDEX_CHECK_H
#define PARQUET_PAGE_INDEX_CHECK_H

#include "parquet/facts/page_index.h"

/* Of chunks with at most this many pages all headers are read. */
enum { PQ_FEW_PAGES = 32 };

/* Checks what must hold before any page of the index is used.  All errors are external
 * (status.h). */
enum status pq_page_index_check_begin(struct pq_page_source *source,
                                      const struct pq_indexed_chunk *indexed,
                                      struct pq_page_index *index, bool *is_right,
                                      struct error *error) CHECK_RESULT;

/* Checks the pages from first to before end, those that have been checked excepted.  Call
 * before their rows are read, and before the rows of other pages are skipped because of
 * their place. */
enum status pq_page_index_check(struct pq_page_source *source,
                                const struct pq_indexed_chunk *indexed,
                                struct pq_page_index *index, uint32_t first, uint32_t end,
                                bool *are_right, struct error *error) CHECK_RESULT;

#endif
