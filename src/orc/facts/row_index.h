/* SPDX-License-Identifier: MIT */
/*
 * row_index.h - the row index of a column in a stripe: for each stride of (usually)
 * 10,000 rows, where its streams begin, and the statistics of its values (the
 * specification, "Row Group Index").
 *
 * A row index that is missing or damaged is not used: nothing is skipped by it.
 */
#ifndef ORC_ROW_INDEX_H
#define ORC_ROW_INDEX_H

#include "orc/file/stripe.h"
#include "orc/stream/run_readers.h"
#include "scan/column_statistics.h"

struct orc_row_index_facts {
    enum keep_reason reason; /* why it is not used; KEEP_NONE: it is */
    uint32_t n_entries;      /* one for each stride */
    struct orc_row_index_entry *entries;
    struct page_range *ranges; /* of each entry; NULL: not asked for yet */
};

/* Returns the row index of a column, which is read if it is not known.  Valid while the
 * stripe is held. */
enum status orc_row_index_of(struct orc_open_stripe *stripe, uint32_t type,
                             struct orc_row_index_facts **facts,
                             struct error *error) CHECK_RESULT;

/* The strides as pages, with the statistics of the column's values; NULL if the row index
 * is not used. */
enum status orc_row_index_ranges(struct orc_open_stripe *stripe, uint32_t type,
                                 const struct orc_row_index_facts **facts,
                                 struct error *error) CHECK_RESULT;

/* Rows between two entries; 0: the file has no row indexes. */
static inline uint64_t orc_stride(const struct orc_tail *tail)
{
    return tail->footer.row_index_stride;
}

/* Entries that the row indexes of a stripe have. */
static inline uint64_t orc_count_strides(const struct orc_open_stripe *stripe)
{
    uint64_t stride = orc_stride(stripe->context->tail);
    return stride > 0 ? stripe->n_rows / stride + (stripe->n_rows % stride != 0) : 0;
}

#endif
