/*
 * column_chunk_reader.h - the column_reader of one leaf that is not repeated: pages of a
 * column chunk to column_vectors.
 *
 *     page -> definition levels -> valid[]
 *          -> dictionary indexes, or values -> conversion -> spread over the valid rows
 *
 * Rows that only the dictionary's codes were read for stay codes; a batch that meets a
 * page of another encoding is materialised up to there (writers fall back to PLAIN within
 * a chunk).
 */
#ifndef PARQUET_COLUMN_CHUNK_READER_H
#define PARQUET_COLUMN_CHUNK_READER_H

#include "../scan/table_file.h"
#include "encoding/value_decoder.h"
#include "file_metadata.h"
#include "levels.h"
#include "page_reader.h"
#include "schema_tree.h"

/* Everything the reader borrows; all of it outlives the reader. */
struct pq_chunk_context {
    const struct pq_file_metadata *metadata;
    const struct pq_schema_tree *tree;
    struct pq_page_source *source;
    struct pq_chunk_facts *facts;
};

struct pq_chunk_reader;

enum status pq_chunk_reader_open(const struct pq_chunk_context *context, uint32_t leaf,
                                 struct pq_chunk_reader **reader,
                                 struct error *error) CHECK_RESULT;

/* The same object as the seam sees it. */
struct column_reader *pq_chunk_reader_as_column_reader(struct pq_chunk_reader *reader);

/* The definition levels of the rows read last; NULL when the leaf has none (its maximum
 * is 0).  Valid until the next call on the reader. */
const uint8_t *pq_chunk_reader_levels(const struct pq_chunk_reader *reader);

/* Parses a chunk's metadata and checks it against the schema. */
enum status pq_chunk_metadata(const struct pq_chunk_context *context, uint32_t row_group,
                              uint32_t leaf, struct pq_column_chunk *chunk,
                              struct error *error) CHECK_RESULT;

/* Prepends `column "a.b", row group 3` to a message. */
enum status pq_locate_column(const struct column *column, uint32_t row_group,
                             struct error *error);

#endif
