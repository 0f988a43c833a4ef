/* SPDX-License-Identifier: MIT */
/*
 * chunk_context.h - the parts of an open file that every reader of its column chunks
 * needs.
 */
#ifndef PARQUET_CHUNK_CONTEXT_H
#define PARQUET_CHUNK_CONTEXT_H

#include "parquet/encryption/file_decryption.h"
#include "parquet/format/file_metadata.h"
#include "parquet/page/page_reader.h"
#include "parquet/schema/schema_tree.h"

/* All pointers are borrowed and outlive every user. */
struct pq_chunk_context {
    const struct pq_file_metadata *metadata;
    const struct pq_schema_tree *tree;
    struct pq_page_source *source;
    struct pq_chunk_facts *facts;
    struct pq_salvage *salvage;            /* NULL: damage is an error */
    struct pq_file_decryption *decryption; /* NULL: nothing is encrypted */
};

/* Parses a chunk's metadata, decrypts them if necessary, and checks them against the
 * schema.  CORRUPT if they disagree; errors of keys as in file_decryption.h. */
enum status pq_chunk_metadata(const struct pq_chunk_context *context, uint32_t row_group,
                              uint32_t leaf, struct pq_column_chunk *chunk,
                              struct error *error) CHECK_RESULT;

/* Prepends `column "a.b", row group 3` to a message. */
enum status pq_locate_column(const struct column *column, uint32_t row_group,
                             struct error *error);

#endif
