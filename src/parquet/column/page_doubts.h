/* SPDX-License-Identifier: MIT */
/*
 * page_doubts.h - whether a page that can be read bears out what its header says.
 *
 * No checksum covers page headers.  Most of what can be wrong in one makes the page
 * unreadable; these are signs of the rest.
 */
#ifndef PARQUET_PAGE_DOUBTS_H
#define PARQUET_PAGE_DOUBTS_H

#include "parquet/column/chunk_state.h"

enum pq_page_doubt {
    PQ_DOUBT_RUNS,     /* more levels or dictionary indexes than the header counts */
    PQ_DOUBT_VALUES,   /* more values */
    PQ_DOUBT_NULLS,    /* another number of nulls */
    PQ_DOUBT_ENCODING, /* one that the column chunk does not list */
    PQ_N_DOUBTS
};

extern const char *const pq_page_doubt_texts[PQ_N_DOUBTS];

/* Whether a doubt alone condemns a page of a chunk of few pages.  Else it must be an
 * exception among several: DuckDB and fastparquet write runs that are too long, others
 * count nulls wrongly, and lists of encodings are incomplete where writers do not write
 * statistics of them. */
static inline bool pq_page_doubt_is_grave(enum pq_page_doubt doubt,
                                          const struct pq_column_metadata *metadata)
{
    return doubt == PQ_DOUBT_VALUES ||
           (doubt == PQ_DOUBT_ENCODING && metadata->encoding_stats.data != NULL);
}

/* A bit, 1 << enum pq_page_doubt, for each doubt about the page that the reader has just
 * read to its end, whole; n_present of its values were not null. */
unsigned pq_page_doubts(const struct pq_chunk_reader *reader, uint64_t n_present);

#endif
