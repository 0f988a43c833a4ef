/* SPDX-License-Identifier: MIT */
/*
 * page_index.h - where the data pages of a column chunk are, and what is known of the
 * values in each (PageIndex.md; parquet.thrift, "OffsetIndex" and "ColumnIndex").
 *
 *     OffsetIndex   page_locations: [ offset, compressed_page_size, first_row_index ]
 *     ColumnIndex   null_pages, min_values, max_values, null_counts, nan_counts:
 *                   a list each, with an entry for each page
 *
 * An index that is wrong in any way is not used, which is never an error.
 */
#ifndef PARQUET_PAGE_INDEX_H
#define PARQUET_PAGE_INDEX_H

#include "base/buffer.h"
#include "base/input_file.h"
#include "parquet/facts/statistics.h"

enum {
    PQ_MAX_INDEX_SIZE = 64 << 20, /* of an OffsetIndex or ColumnIndex in the file */
    PQ_MAX_INDEX_MEMORY = 64 << 20,
};

/* A data page.  Together they are all of the chunk's bytes behind its dictionary, in
 * order, and all rows of the row group; every page has at least one row. */
/* A zeroed struct says nothing of any page. */
struct pq_page_index {
    uint32_t n_pages;               /* 0: no usable offset index */
    struct pq_page_location *pages; /* from the OffsetIndex */
    struct page_range *ranges;      /* from the ColumnIndex; NULL: no usable one */
    struct buffer bounds;           /* what bounds in ranges point into */
    enum keep_reason reason;        /* why there are no ranges, or no pages */
};

/* What the index belongs to. */
struct pq_indexed_chunk {
    const struct pq_column_chunk *chunk;
    const struct pq_bounds_rule *rule;
    uint64_t n_rows;  /* of the row group */
    int64_t data_end; /* index and pages end before this offset of the file */
};

/* Reads and checks both parts.  Only NOMEM and IO are errors. */
enum status pq_page_index_read(struct input_file *file,
                               const struct pq_indexed_chunk *indexed,
                               struct pq_page_index *index,
                               struct error *error) CHECK_RESULT;
void pq_page_index_release(struct pq_page_index *index);

/* Bytes that it holds. */
size_t pq_page_index_memory(const struct pq_page_index *index);

/* The parts, for those who have their bytes.  The first fills pages, the second, after
 * it, ranges, whose bounds then point into bytes; what is not usable stays as it is, and
 * index->reason says why.  Only NOMEM is an error. */
enum status pq_offset_index_parse(struct slice bytes,
                                  const struct pq_indexed_chunk *indexed,
                                  struct pq_page_index *index,
                                  struct error *error) CHECK_RESULT;
enum status pq_column_index_parse(struct slice bytes,
                                  const struct pq_indexed_chunk *indexed,
                                  struct pq_page_index *index,
                                  struct error *error) CHECK_RESULT;

#endif
