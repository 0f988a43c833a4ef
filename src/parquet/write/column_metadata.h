/* SPDX-License-Identifier: MIT */
/*
 * column_metadata.h - what the footer says of a column chunk that was written.
 */
#ifndef PARQUET_COLUMN_METADATA_H
#define PARQUET_COLUMN_METADATA_H

#include "parquet/write/column_chunk_writer.h"

/* The lists that a struct pq_written_chunk points to. */
struct pq_chunk_lists {
    int encodings[3];
    struct pq_encoding_count counts[2];
    int32_t geo_types[PQ_MOST_GEO_TYPES];
};

/* Describes a chunk, but for its path and its filter.  The result borrows from the
 * writer's buffers and the lists. */
struct pq_written_chunk pq_describe_chunk(const struct pq_chunk_writer *writer,
                                          const struct pq_leaf *leaf,
                                          const struct pq_chunk_record *record,
                                          struct pq_chunk_lists *lists);

#endif
