/* SPDX-License-Identifier: MIT */
/*
 * row_check.h - checks that row groups have as many rows as they claim.
 *
 * Reading a column compares its pages with the row group's row count.  Where no column is
 * read, this check reads the page headers of one column chunk instead: the smallest,
 * because it has few pages.
 */
#ifndef PARQUET_ROW_CHECK_H
#define PARQUET_ROW_CHECK_H

#include "parquet/column/column_chunk_reader.h"

enum {
    /* Leaves to check, one after the other, until one confirms the row count. */
    PQ_MOST_ROW_WITNESSES = 4,
};

/* Zero it before use. */
struct pq_row_check {
    uint32_t witnesses[PQ_MOST_ROW_WITNESSES]; /* leaves */
    uint32_t n_witnesses;
    bool has_witnesses;  /* they have been chosen */
    uint8_t *is_right;   /* for each row group: its pages have been checked */
    uint32_t n_agreeing; /* leading row groups whose claims have been compared */
};

void pq_row_check_release(struct pq_row_check *check);

/* Reads page headers.  CORRUPT if no readable witness has n_rows values.  In repeated
 * leaves headers count values, not rows; they are used only if there are no other leaves,
 * and must then count at least n_rows. */
enum status pq_row_check_pages(struct pq_row_check *check,
                               const struct pq_chunk_context *context, uint32_t row_group,
                               struct error *error) CHECK_RESULT;

/* Finds the leaf whose pages of a row group will be read first; false if none will. */
bool pq_row_check_finds_witness(struct pq_row_check *check,
                                const struct pq_chunk_context *context,
                                uint32_t row_group, uint32_t *leaf);

/* Call before relying on row numbers: compares the claims of the row groups before this
 * one.  Where a column chunk claims another number of values, its row group's pages are
 * checked. */
enum status pq_row_check_claims(struct pq_row_check *check,
                                const struct pq_chunk_context *context,
                                uint32_t row_group, struct error *error) CHECK_RESULT;

#endif
