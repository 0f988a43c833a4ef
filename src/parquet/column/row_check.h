/* SPDX-License-Identifier: MIT */
/*
 * row_check.h - whether row groups have the rows that they claim.
 *
 * Reading a column compares its pages with the row group's claim.  For rows of which no
 * column is read, the headers of the pages of one column chunk are read instead: those of
 * the smallest, in which pages are few.
 */
#ifndef PARQUET_ROW_CHECK_H
#define PARQUET_ROW_CHECK_H

#include "parquet/column/column_chunk_reader.h"

enum {
    /* Columns that are asked, one after the other, until one bears the claim out. */
    PQ_MOST_ROW_WITNESSES = 4,
};

/* A zeroed struct knows nothing yet. */
struct pq_row_check {
    uint32_t witnesses[PQ_MOST_ROW_WITNESSES]; /* leaves */
    uint32_t n_witnesses;
    bool has_witnesses;  /* they have been chosen */
    uint8_t *is_right;   /* of each row group: its pages were checked */
    uint32_t n_agreeing; /* row groups at the front whose claims were compared */
};

void pq_row_check_release(struct pq_row_check *check);

/* CORRUPT when the pages of no column that can be read are of as many rows.  Of repeated
 * leaves headers count values and not rows; where there are no others, they must be as
 * many as the rows at least. */
enum status pq_row_check_pages(struct pq_row_check *check,
                               const struct pq_chunk_context *context, uint32_t row_group,
                               struct error *error) CHECK_RESULT;

/* For the numbers of rows: of the row groups before this one, those whose column chunks
 * claim something else have their pages checked. */
enum status pq_row_check_claims(struct pq_row_check *check,
                                const struct pq_chunk_context *context,
                                uint32_t row_group, struct error *error) CHECK_RESULT;

#endif
