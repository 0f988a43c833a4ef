/* SPDX-License-Identifier: MIT */
/*
 * chunk_facts.h - what has been parsed of a file's column chunks: metadata, statistics in
 * the column's own terms, and page indexes, kept as long as the file is open, because
 * joins ask again and again.
 *
 * Nothing is parsed before it is asked for, and a leaf that is not asked for costs a
 * pointer: files have 10,000 columns, or 100,000 row groups.  Metadata and indexes are
 * dropped when they have grown to 64 MB, except those that each leaf was asked for last.
 */
#ifndef PARQUET_CHUNK_FACTS_H
#define PARQUET_CHUNK_FACTS_H

#include "parquet/facts/chunk_context.h"
#include "parquet/facts/page_index.h"
#include "parquet/schema/bound_columns.h"
#include "scan/column_statistics.h"

struct pq_chunk_facts; /* of one file */

/* NULL when memory is out. */
struct pq_chunk_facts *pq_chunk_facts_new(void);
void pq_chunk_facts_free(struct pq_chunk_facts *facts);

/* In all that follow, the row group and the leaf exist. */

/* A leaf's column chunk, checked as pq_chunk_metadata() does, with its errors.  Valid
 * until the next call for the same leaf. */
enum status pq_chunk_facts_metadata(const struct pq_chunk_context *context,
                                    uint32_t row_group, uint32_t leaf,
                                    const struct pq_column_chunk **chunk,
                                    struct error *error) CHECK_RESULT;

/* The chunk's statistics after all distrust (statistics.h); metadata that cannot be
 * parsed is no error, the row count is known all the same.  Valid until the file is
 * closed. */
enum status pq_chunk_facts_statistics(const struct pq_chunk_context *context,
                                      uint32_t row_group, uint32_t leaf,
                                      const struct column_statistics **statistics,
                                      struct error *error) CHECK_RESULT;

/* Whether all of the chunk is null, as far as its statistics tell. */
enum status pq_chunk_facts_is_all_null(const struct pq_chunk_context *context,
                                       uint32_t row_group, uint32_t leaf,
                                       bool *is_all_null,
                                       struct error *error) CHECK_RESULT;

/* Reads and checks the chunk's page index.  What is wrong with an index is no error, it
 * is not used then, and (*index)->reason says why; only NOMEM and IO are.  Valid until
 * the next call for the same leaf. */
enum status pq_chunk_facts_page_index(const struct pq_chunk_context *context,
                                      uint32_t row_group, uint32_t leaf,
                                      const struct pq_page_index **index,
                                      struct error *error) CHECK_RESULT;

/* What was found out about the bounds of a leaf's geometries (bound_statistics.h). */
enum pq_verdict { PQ_NOT_TRIED, PQ_HOLDS, PQ_FAILS };

struct pq_bound_facts {
    /* Of the covering: an enum pq_verdict for each row group and, within, for x, y, z. */
    uint8_t *verdicts;
    /* By part: the page_ranges of the row group that was asked for last. */
    struct buffer pages[PQ_BOUND_PARTS];
    uint32_t row_groups[PQ_BOUND_PARTS];
};

/* Nothing is known at first.  Valid until the file is closed. */
enum status pq_chunk_facts_bounds(const struct pq_chunk_context *context, uint32_t leaf,
                                  struct pq_bound_facts **bounds,
                                  struct error *error) CHECK_RESULT;

/* True when encoding statistics (or, for want of them, the list of encodings) prove that
 * every data page of the chunk is dictionary-encoded. */
bool pq_chunk_is_all_dictionary(const struct pq_column_chunk *chunk);

#endif
