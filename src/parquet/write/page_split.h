/* SPDX-License-Identifier: MIT */
/*
 * page_split.h - splits a column chunk into pages, by limits of rows and of bytes.  A
 * page always ends after a whole row.
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
