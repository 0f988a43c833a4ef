/* SPDX-License-Identifier: MIT */
/*
 * chunk_facts.h - caches what has been parsed of a file's column chunks: metadata,
 * statistics in the column's own terms, and page indexes.  They are kept while the file
 * is open, because joins ask for them repeatedly.
 *
 * Everything is parsed on demand, and an unused leaf costs one pointer: files may have
 * 10,000 columns or 100,000 row groups.  When metadata and indexes exceed 64 MB they are
 * dropped, except those that each leaf used last.
 */
#ifndef PARQUET_CHUNK_FACTS_H
#define PARQUET_CHUNK_FACTS_H

#include "parquet/facts/chunk_context.h"
#include "parquet/facts/page_index.h"
#include "parquet/schema/box_columns.h"
#include "scan/column_statistics.h"

struct pq_chunk_facts; /* of one file */

/* NULL if memory is short.  The facts have a memory account of their own, the child of
 * the one that the thread has entered. */
struct pq_chunk_facts *pq_chunk_facts_new(void);
struct memory_account *pq_chunk_facts_account(struct pq_chunk_facts *facts);
/* Frees what pq_chunk_facts_box() returned: their memory has other accounts. */
void pq_chunk_facts_forget_boxes(struct pq_chunk_facts *facts);
void pq_chunk_facts_free(struct pq_chunk_facts *facts);

/* In all functions below the row group and the leaf must exist. */

/* A leaf's column chunk.  Checks and errors as in pq_chunk_metadata().  Valid until the
 * next call for the same leaf. */
enum status pq_chunk_facts_metadata(const struct pq_chunk_context *context,
                                    uint32_t row_group, uint32_t leaf,
                                    const struct pq_column_chunk **chunk,
                                    struct error *error) CHECK_RESULT;

/* The chunk's statistics, with everything doubtful removed (statistics.h).  Metadata that
 * cannot be parsed is not an error: the row count is known nevertheless.  Valid until the
 * file is closed. */
enum status pq_chunk_facts_statistics(const struct pq_chunk_context *context,
                                      uint32_t row_group, uint32_t leaf,
                                      const struct column_statistics **statistics,
                                      struct error *error) CHECK_RESULT;

/* Whether the statistics prove that the whole chunk is null. */
enum status pq_chunk_facts_is_all_null(const struct pq_chunk_context *context,
                                       uint32_t row_group, uint32_t leaf,
                                       bool *is_all_null,
                                       struct error *error) CHECK_RESULT;

/* Reads the chunk's page index and checks it as a whole.  Its pages must be checked by
 * the next function before they are used.  A faulty index is not an error; it is not
 * used, and
 * (*index)->reason says why.  All errors are external (status.h).  Without bounds the
 * index may lack ranges.  Valid until the next call for the same leaf. */
enum status pq_chunk_facts_page_index(const struct pq_chunk_context *context,
                                      uint32_t row_group, uint32_t leaf, bool with_bounds,
                                      const struct pq_page_index **index,
                                      struct error *error) CHECK_RESULT;

/* Reads the chunk's page index, with bounds, to guess what will be read: nothing is
 * checked or cached.  It has no pages if it is missing, not used or cannot be read.
 * Errors are NOMEM and INTERRUPTED.  Release it with pq_page_index_release(). */
enum status pq_chunk_facts_guess_index(const struct pq_chunk_context *context,
                                       uint32_t row_group, uint32_t leaf,
                                       struct pq_page_index *index,
                                       struct error *error) CHECK_RESULT;

/* Compares pages of the index, from first to before end, with their headers, which are
 * read once.  If *are_right is false, the index is not used any more. */
enum status pq_chunk_facts_check_pages(const struct pq_chunk_context *context,
                                       uint32_t row_group, uint32_t leaf, uint32_t first,
                                       uint32_t end, bool *are_right,
                                       struct error *error) CHECK_RESULT;

/* Returns the index with its bounds after all of its pages have been checked. */
enum status pq_chunk_facts_checked_index(const struct pq_chunk_context *context,
                                         uint32_t row_group, uint32_t leaf,
                                         const struct pq_page_index **index,
                                         struct error *error) CHECK_RESULT;

/* Cached results about the bounds of a leaf's geometries (box_statistics.h). */
enum pq_verdict { PQ_NOT_TRIED, PQ_HOLDS, PQ_FAILS };

struct pq_box_facts {
    /* For the covering: an enum pq_verdict for each row group and, within it, for x, y,
     * z. */
    uint8_t *verdicts;
    /* For each part, the page_ranges of the row group that was asked for last. */
    struct buffer pages[PQ_BOX_PARTS];
    uint32_t row_groups[PQ_BOX_PARTS];
};

/* Starts empty.  Valid until the file is closed. */
enum status pq_chunk_facts_box(const struct pq_chunk_context *context, uint32_t leaf,
                               struct pq_box_facts **box,
                               struct error *error) CHECK_RESULT;

/* True if the encoding statistics (or, without them, the list of encodings) prove that
 * every data page of the chunk is dictionary-encoded. */
bool pq_chunk_is_all_dictionary(const struct pq_column_chunk *chunk);

/* Whether the chunk probably is, because its values would take more bytes otherwise; for
 * estimates.  Some writers do not say how many pages have which encoding. */
bool pq_chunk_seems_all_dictionary(const struct pq_column_chunk *chunk,
                                   int32_t type_length);

#endif
