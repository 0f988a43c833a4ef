/* SPDX-License-Identifier: MIT */
/*
 * column_chunk_reader.h - the column_reader of one leaf: reads the pages of a column
 * chunk into column_vectors.  A repeated leaf can have any number of values in a row, so
 * it is read entry by entry instead.
 *
 *     page -> definition levels -> valid[]
 *          -> dictionary indices, or values -> conversion -> spread over the valid rows
 *
 * A batch whose pages are all dictionary-encoded is returned as dictionary indices.  When
 * a page of another encoding follows, the batch's indices are replaced by values (writers
 * fall back to PLAIN within a chunk).
 */
#ifndef PARQUET_COLUMN_CHUNK_READER_H
#define PARQUET_COLUMN_CHUNK_READER_H

#include "parquet/facts/chunk_context.h"
#include "scan/table_file.h"

struct pq_chunk_reader;

enum status pq_chunk_reader_open(const struct pq_chunk_context *context, uint32_t leaf,
                                 struct pq_chunk_reader **reader,
                                 struct error *error) CHECK_RESULT;

/* The same object as a column_reader. */
struct column_reader *pq_chunk_reader_as_column_reader(struct pq_chunk_reader *reader);

const struct pq_leaf *pq_chunk_reader_leaf(const struct pq_chunk_reader *reader);
uint32_t pq_chunk_reader_leaf_index(const struct pq_chunk_reader *reader);

/* The definition levels of the rows read last; NULL if the leaf has none (maximum 0).
 * Valid until the next call on the reader. */
const uint8_t *pq_chunk_reader_levels(const struct pq_chunk_reader *reader);

/* Entries of a leaf, as a page stores them: a value, or only levels where there is none
 * (README, "Nested Encoding").  Valid until the next call on the reader. */
struct pq_leaf_entries {
    uint32_t n;
    const uint8_t *repetition; /* NULL: each entry is a row */
    const uint8_t *definition; /* NULL: all 0 */
    struct column_vector vector;
};

/* Reads the next entries of a repeated leaf, at most n <= BATCH_ROWS; entries->n is 0
 * after the row group's last.  Call start() of the column_reader first. */
enum status pq_chunk_reader_entries(struct pq_chunk_reader *reader, uint32_t n,
                                    struct pq_leaf_entries *entries,
                                    struct error *error) CHECK_RESULT;

/* Moves to the start of the n-th record from here, n > 0.  A record begins at an entry
 * with repetition level 0.  *n_found is less than n if the row group has fewer. */
enum status pq_chunk_reader_skip_records(struct pq_chunk_reader *reader, uint64_t n,
                                         uint64_t *n_found,
                                         struct error *error) CHECK_RESULT;

/* Prepends `page at 4096` to a message: the page of the row or entry read n_back before
 * the next one.  For repeated leaves only entries of the current page are known.  n_back
 * 0 means the current page, or the last one at the end.  Returns error->status. */
enum status pq_chunk_reader_locate_page(const struct pq_chunk_reader *reader,
                                        uint32_t n_back, struct error *error);

#endif
