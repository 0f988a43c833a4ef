/* SPDX-License-Identifier: MIT */
/*
 * page_split.h - splits a column chunk into pages, by limits of rows and of bytes.  A
 * page always ends after a whole row.
 *
 * If the first page is at least twice as large as front_bytes, its front becomes a page
 * of its own, because previews read the first rows of every column, and a page with a
 * checksum is read whole.  The next page ends where the first one would have ended, so
 * that the pages of all columns that the limit of rows ends begin at the same rows.
 *
 * Value bytes are counted approximately as encoded.  Levels have a limit of their own,
 * and are counted as if they were bit-packed without runs.
 */
#ifndef PARQUET_PAGE_SPLIT_H
#define PARQUET_PAGE_SPLIT_H

#include "parquet/write/column_values.h"

/* The chunk that is split. */
struct pq_page_split {
    const struct pq_column_values *collected;
    struct pq_values values;        /* view of `collected` */
    uint64_t value_bits;            /* of each value; 0: BYTE_ARRAY, sizes vary */
    uint64_t page_bytes, page_rows; /* page_rows: 1 to 2^31 - 1 */
    uint64_t front_bytes;           /* 0: the first page is not split */
};

struct pq_page_part {
    uint64_t first_entry, first_value, first_row;
    uint32_t n_entries, n_values, n_rows;
};

/* Finds the page after `last`, or the first one if last is NULL; some entries must be
 * left. The page has at least one row.  TOO_BIG if that row has more than 2^31 - 1
 * entries. */
enum status pq_page_split_next(const struct pq_page_split *split,
                               const struct pq_page_part *last, struct pq_page_part *next,
                               struct error *error) CHECK_RESULT;

#endif
