/* SPDX-License-Identifier: MIT */
/*
 * page_split.h - where the pages of a column chunk end: at limits of rows and of bytes,
 * and always behind a whole row.
 *
 * Bytes are those of the values as they will be encoded, or nearly so; those of levels
 * count by themselves, as if nothing of them were a run.
 */
#ifndef PARQUET_PAGE_SPLIT_H
#define PARQUET_PAGE_SPLIT_H

#include "parquet/write/column_values.h"

/* Of the chunk. */
struct pq_page_split {
    const struct pq_column_values *collected;
    struct pq_values values;        /* the view of them */
    uint64_t value_bits;            /* of each; 0: BYTE_ARRAYs as they are */
    uint64_t page_bytes, page_rows; /* page_rows: 1 to 2^31 - 1 */
};

struct pq_page_part {
    uint64_t first_slot, first_value, first_row;
    uint32_t n_slots, n_values, n_rows;
};

/* The page behind another one, or, last being NULL, the first; there are slots left.  It
 * has one row at least; TOO_BIG where that has more than 2^31 - 1 slots. */
enum status pq_page_split_next(const struct pq_page_split *split,
                               const struct pq_page_part *last, struct pq_page_part *next,
                               struct error *error) CHECK_RESULT;

#endif
