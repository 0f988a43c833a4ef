/* SPDX-License-Identifier: MIT */
/*
 * chunk_context.h - an open file, as everything that looks at its column chunks needs it.
 */
#ifndef PARQUET_CHUNK_CONTEXT_H
#define PARQUET_CHUNK_CONTEXT_H

#include "parquet/format/file_metadata.h"
#include "parquet/page/page_reader.h"
#include "parquet/schema/schema_tree.h"

/* Borrowed by whoever has it; all of it outlives them. */
struct pq_chunk_context {
    const struct pq_file_metadata *metadata;
    const struct pq_schema_tree *tree;
    struct pq_page_source *source;
    struct pq_chunk_facts *facts;
    struct pq_salvage *salvage; /* NULL: damage is an error */
};

/* Parses a chunk's metadata and checks it against the schema. */
enum status pq_chunk_metadata(const struct pq_chunk_context *context, uint32_t row_group,
                              uint32_t leaf, struct pq_column_chunk *chunk,
                              struct error *error) CHECK_RESULT;

/* Prepends `column "a.b", row group 3` to a message. */
enum status pq_locate_column(const struct column *column, uint32_t row_group,
                             struct error *error);

#endif
