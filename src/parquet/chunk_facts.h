/*
 * chunk_facts.h - what has been parsed of a file's column chunks: metadata, statistics in
 * the column's own terms, and page indexes, kept as long as the file is open, because
 * joins ask again and again.
 */
#ifndef PARQUET_CHUNK_FACTS_H
#define PARQUET_CHUNK_FACTS_H

#include "../scan/column_statistics.h"
#include "column_chunk_reader.h"

/* Where a data page is.  In order, without gaps in the rows; checked against the chunk.
 */
struct pq_page_location {
    int64_t offset; /* of its header */
    int32_t size;   /* header and body */
    uint64_t first_row;
};

struct pq_page_index {
    uint32_t n_pages;               /* 0: no usable offset index */
    struct pq_page_location *pages; /* from the OffsetIndex */
    struct page_range *ranges;      /* from the ColumnIndex; NULL: no usable one */
};

struct pq_chunk_facts; /* of one file */

/* NULL when memory is out. */
struct pq_chunk_facts *pq_chunk_facts_new(void);
void pq_chunk_facts_free(struct pq_chunk_facts *facts);

/* A leaf's column chunk, checked as pq_chunk_metadata() does.  Valid until the file is
 * closed. */
enum status pq_chunk_facts_metadata(const struct pq_chunk_context *context,
                                    uint32_t row_group, uint32_t leaf,
                                    const struct pq_column_chunk **chunk,
                                    struct error *error) CHECK_RESULT;

/* The chunk's statistics after all distrust (HAZARDS of statistics are all handled in
 * statistics.c).  Valid until the file is closed. */
enum status pq_chunk_facts_statistics(const struct pq_chunk_context *context,
                                      uint32_t row_group, uint32_t leaf,
                                      const struct column_statistics **statistics,
                                      struct error *error) CHECK_RESULT;

/* Reads and checks the chunk's page index.  What is wrong with an index is no error, it
 * is not used then.  Valid until the next call for a chunk of another row group or leaf,
 * when the memory kept for indexes has reached its limit. */
enum status pq_chunk_facts_page_index(const struct pq_chunk_context *context,
                                      uint32_t row_group, uint32_t leaf,
                                      const struct pq_page_index **index,
                                      struct error *error) CHECK_RESULT;

/* True when encoding statistics (or, for want of them, the list of encodings) prove that
 * every data page of the chunk is dictionary-encoded. */
bool pq_chunk_is_all_dictionary(const struct pq_column_chunk *chunk);

#endif
