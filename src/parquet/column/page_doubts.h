/* SPDX-License-Identifier: MIT */
/*
 * page_doubts.h - checks whether a readable page matches its header.  For salvage.
 *
 * Checksums do not cover page headers.  Most wrong headers make the page unreadable;
 * these checks find signs of the others.
 */
#ifndef PARQUET_PAGE_DOUBTS_H
#define PARQUET_PAGE_DOUBTS_H

#include "parquet/column/data_page.h"

enum pq_page_doubt {
    PQ_DOUBT_RUNS,     /* more levels or dictionary indices than the header counts */
    PQ_DOUBT_VALUES,   /* more values */
    PQ_DOUBT_NULLS,    /* another number of nulls */
    PQ_DOUBT_ENCODING, /* an encoding that the column chunk does not list */
    PQ_N_DOUBTS
};

extern const char *const pq_page_doubt_texts[PQ_N_DOUBTS];

/* Whether one page with the doubt is lost even if the chunk has few pages.  All other
 * doubts count only as exceptions among several pages: DuckDB and fastparquet write runs
 * that are too long, other writers count nulls wrongly, and encoding lists are often
 * incomplete where there are no encoding statistics. */
static inline bool pq_page_doubt_is_grave(enum pq_page_doubt doubt,
                                          const struct pq_column_metadata *metadata)
{
    return doubt == PQ_DOUBT_VALUES ||
           (doubt == PQ_DOUBT_ENCODING && metadata->encoding_stats.data != NULL);
}

/* Returns bit 1 << enum pq_page_doubt for each doubt about a page of the chunk, which has
 * just been read in full.  n_present: its values that are not null. */
unsigned pq_page_doubts(const struct pq_data_page *page,
                        const struct pq_column_metadata *metadata, uint64_t n_present);

#endif
