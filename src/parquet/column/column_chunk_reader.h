/* SPDX-License-Identifier: MIT */
/*
 * column_chunk_reader.h - the column_reader of one leaf: pages of a column chunk to
 * column_vectors.  A repeated leaf, whose rows have any number of values, is read by
 * slots instead.
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

#include "parquet/facts/chunk_context.h"
#include "scan/table_file.h"

struct pq_chunk_reader;

enum status pq_chunk_reader_open(const struct pq_chunk_context *context, uint32_t leaf,
                                 struct pq_chunk_reader **reader,
                                 struct error *error) CHECK_RESULT;

/* The same object as the seam sees it. */
struct column_reader *pq_chunk_reader_as_column_reader(struct pq_chunk_reader *reader);

const struct pq_leaf *pq_chunk_reader_leaf(const struct pq_chunk_reader *reader);
uint32_t pq_chunk_reader_leaf_index(const struct pq_chunk_reader *reader);

/* The definition levels of the rows read last; NULL when the leaf has none (its maximum
 * is 0).  Valid until the next call on the reader. */
const uint8_t *pq_chunk_reader_levels(const struct pq_chunk_reader *reader);

/* What a page stores of a leaf one behind the other: values, and in place of those that
 * are not there their levels (README, "Nested Encoding").  Valid until the next call on
 * the reader. */
struct pq_slots {
    uint32_t n;
    const uint8_t *repetition; /* NULL: each slot is a row */
    const uint8_t *definition; /* NULL: all 0 */
    struct column_vector vector;
};

/* For repeated leaves, with start() of the column_reader before.  The next slots, n <=
 * BATCH_ROWS at most; none behind the row group's last. */
enum status pq_chunk_reader_slots(struct pq_chunk_reader *reader, uint32_t n,
                                  struct pq_slots *slots,
                                  struct error *error) CHECK_RESULT;

/* Moves on to where the n-th record from here begins, n > 0: a slot of repetition level
 * 0.  *n_found is less than n when the row group has fewer. */
enum status pq_chunk_reader_skip_records(struct pq_chunk_reader *reader, uint64_t n,
                                         uint64_t *n_found,
                                         struct error *error) CHECK_RESULT;

/* Prepends `page at 4096` to a message: the page of the row or slot that was read n_back
 * before the next one; of a repeated leaf it is known for slots of the current page only.
 * With n_back 0 the current page, the last one at the end. */
enum status pq_chunk_reader_locate_page(const struct pq_chunk_reader *reader,
                                        uint32_t n_back, struct error *error);

#endif
