/* SPDX-License-Identifier: MIT */
/*
 * page_index.h - where the data pages of a column chunk are, and statistics of the values
 * in each (PageIndex.md; parquet.thrift, "OffsetIndex" and "ColumnIndex").
 *
 *     OffsetIndex   page_locations: [ offset, compressed_page_size, first_row_index ]
 *     ColumnIndex   null_pages, min_values, max_values, null_counts, nan_counts:
 *                   one list each, with an entry for each page
 *
 * An index that is wrong in any way is not used.  That is never an error.
 */
#ifndef PARQUET_PAGE_INDEX_H
#define PARQUET_PAGE_INDEX_H

#include "base/buffer.h"
#include "parquet/facts/statistics.h"
#include "parquet/page/page_source.h"

enum {
    PQ_MAX_INDEX_SIZE = 64 << 20, /* of an OffsetIndex or ColumnIndex */
    PQ_MAX_INDEX_MEMORY = 64 << 20,
};

/* The data pages cover the chunk's bytes after its dictionary, in order, and all rows of
 * the row group.  Every page has at least one row.
 * A zeroed struct has no pages. */
struct pq_page_index {
    uint32_t n_pages;               /* 0: no usable offset index */
    struct pq_page_location *pages; /* from the OffsetIndex */
    struct page_range *ranges;      /* from the ColumnIndex; NULL: no usable one */
    struct buffer bounds;           /* bounds in ranges point into it */
    enum keep_reason reason;        /* why there are no ranges or no pages */
    bool has_bounds;                /* the ColumnIndex's bounds have been asked for */
    bool counts_agree;              /* the ColumnIndex counts as many levels in each page
                                       as the OffsetIndex counts rows */
    uint8_t *is_checked;            /* for page_index_check.c, by page; NULL: none is */
};

/* The rows of page i, in a row group of n_rows. */
static inline uint64_t pq_page_index_rows(const struct pq_page_index *index, uint32_t i,
                                          uint64_t n_rows)
{
    uint64_t end = i + 1 < index->n_pages ? index->pages[i + 1].first_row : n_rows;
    return end - index->pages[i].first_row;
}

/* The chunk that the index describes. */
struct pq_indexed_chunk {
    const struct pq_column_chunk *chunk;
    const struct pq_bounds_rule *rule;
    uint64_t n_rows;  /* of the row group */
    int64_t data_end; /* the footer's offset: index and pages must end before it */
};

/* Reads and checks both parts; of the ColumnIndex only the counts, and no ranges, unless
 * the bounds are asked for.  All errors are external (status.h).  Release with
 * pq_page_index_release(). */
enum status pq_page_index_read(struct pq_page_source *source,
                               const struct pq_indexed_chunk *indexed, bool with_bounds,
                               struct pq_page_index *index,
                               struct error *error) CHECK_RESULT;
void pq_page_index_release(struct pq_page_index *index);

/* The bytes of memory that it uses. */
size_t pq_page_index_memory(const struct pq_page_index *index);

/* Parse one part each from its bytes.  The first fills pages.  The second must come after
 * it, sets counts_agree and, if asked, fills ranges, whose bounds point into bytes.  An
 * unusable part leaves its member unset, and index->reason says why.  Only NOMEM is an
 * error. */
enum status pq_offset_index_parse(struct slice bytes,
                                  const struct pq_indexed_chunk *indexed,
                                  struct pq_page_index *index,
                                  struct error *error) CHECK_RESULT;
enum status pq_column_index_parse(struct slice bytes,
                                  const struct pq_indexed_chunk *indexed,
                                  bool with_bounds, struct pq_page_index *index,
                                  struct error *error) CHECK_RESULT;

#endif
