/* SPDX-License-Identifier: MIT */
/*
 * column_chunk_writer.h - writes the collected values of a leaf (column_values.h) as a
 * column chunk: chooses the encoding, splits pages, computes statistics, indexes and the
 * Bloom filter.
 *
 * All values of the chunk are known before its first page is written.  So a chunk is
 * dictionary-encoded as a whole or not at all, and the encodings' sizes can be compared.
 */
#ifndef PARQUET_COLUMN_CHUNK_WRITER_H
#define PARQUET_COLUMN_CHUNK_WRITER_H

#include "base/arena.h"
#include "parquet/format/format_writer.h"
#include "parquet/geometry/geo_builder.h"
#include "parquet/page/page_writer.h"
#include "parquet/write/bloom_builder.h"
#include "parquet/write/column_values.h"
#include "parquet/write/dictionary_builder.h"
#include "parquet/write/file_writer.h"

/* A part of one of the buffers below. */
struct pq_span {
    size_t begin, size;
};

static inline struct slice pq_span_of(const struct buffer *buffer, struct pq_span span)
{
    return span.size > 0 ? slice_of(buffer->data + span.begin, span.size)
                         : slice_of("", 0);
}

/* What is known of a written chunk.  Zeroed before. */
struct pq_chunk_record {
    /* For the footer, but for the path, the filter and the geometries.  It borrows from
     * the lists and from pq_chunk_writer.facts. */
    struct pq_written_chunk written;
    int encodings[3];
    struct pq_encoding_count counts[2];
    int64_t n_entries, null_count;
    struct pq_geo_claims geo;
    struct pq_span bloom;                      /* size 0: none */
    struct pq_span column_index, offset_index; /* size 0: none */
};

/* State that the chunks of a file share.  The caller zeroes it and sets the members up to
 * the first ones of `pages`. */
struct pq_chunk_writer {
    const struct pq_write_options *options;
    const struct pq_schema_tree *tree; /* of the leaves */
    /* Called before every page; an error stops the writing. */
    enum status (*poll)(void *context, struct error *error);
    void *poll_context;
    struct pq_page_writer pages;
    /* Output that chunks append to: the filters of the current row group, indexes of the
     * whole file. */
    struct buffer blooms, column_indexes, offset_indexes;
    struct arena facts; /* bounds and histograms, of the current row group */
    /* Work space. */
    struct pq_dictionary_builder dictionary;
    struct pq_bloom_builder bloom;
    struct buffer ranks, pages_of_chunk, bound, written_pages;
};

/* Writes a chunk to the output.  The column's encoding and filter options apply where the
 * leaf's type allows them.  *habit is the encoding of the leaf's previous chunks that had
 * values, PQ_NO_ENCODING before the first; updated by this call. */
enum status pq_write_chunk(struct pq_chunk_writer *writer, const struct pq_leaf *leaf,
                           const struct pq_write_column *column,
                           const struct pq_column_values *values, int *habit,
                           struct pq_chunk_record *record,
                           struct error *error) CHECK_RESULT;

void pq_chunk_writer_release(struct pq_chunk_writer *writer);

/* The encoding of a chunk; chunk_encoding.c chooses it. */
struct pq_chunk_encoding {
    int encoding;         /* of the data pages */
    bool has_dictionary;  /* then RLE_DICTIONARY, with the builder's dictionary */
    unsigned index_width; /* bits */
};

/* takes_delta: whether DELTA_BINARY_PACKED may be chosen automatically. */
enum status pq_choose_encoding(const struct pq_write_options *options,
                               const struct pq_write_column *column,
                               const struct pq_values *values, bool takes_delta,
                               int *habit, struct pq_dictionary_builder *dictionary,
                               struct pq_chunk_encoding *choice,
                               struct error *error) CHECK_RESULT;

#endif
