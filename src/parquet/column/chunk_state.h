/* SPDX-License-Identifier: MIT */
/*
 * chunk_state.h - the state of a column chunk reader.  It consists of parts, each of
 * which is changed by one file only:
 *
 *     column_chunk_reader.c   the chunk, and the reader as the scan sees it
 *     chunk_pages.c           `walk`: the position among the pages; seeking and skipping;
 *                             `known`
 *     data_page.c             `page`: the current page
 *     chunk_dictionary.c      `dictionary`
 *     chunk_batch.c           `buffers`: rows of pages to the vectors of a batch
 *
 * chunk_entries.c does for repeated leaves what chunk_batch.c does for others, and
 * chunk_damage.c finds out for salvage which pages can be read at all.
 *
 * For a repeated leaf, "row" here means an entry: a value, or only levels where there is
 * none.  Only the pages show how many entries a row group has.
 */
#ifndef PARQUET_CHUNK_STATE_H
#define PARQUET_CHUNK_STATE_H

#include "parquet/column/chunk_dictionary.h"
#include "parquet/column/column_chunk_reader.h"
#include "parquet/column/data_page.h"

/* The position among the chunk's pages. */
struct pq_chunk_walk {
    struct pq_page_reader pages;
    bool header_is_pending;  /* pages.header has been read but not used yet */
    uint64_t n_rows;         /* of the row group */
    uint64_t rows_left;      /* not used for repeated leaves */
    bool is_at_end;          /* repeated leaves: after the last page */
    uint64_t entries_opened; /* repeated leaves: entries of the pages opened so far */

    /* Salvage: if the chunk has damage, pages come from this list; otherwise NULL. */
    const struct pq_chunk_damage *damage;
    uint32_t next_listed;  /* index in damage->pages */
    uint64_t listed_given; /* rows of it already handed out, if it is lost */
};

/* What is known of the chunk's pages from earlier passes over it, so that a look-up
 * further back reads no headers again.  Not used for repeated leaves and damaged
 * chunks. */
struct pq_known_pages {
    struct buffer list; /* struct pq_page_location without sizes, from the first one on */
    uint64_t n_rows;    /* that they have */
    struct pq_page_reader last; /* at the page opened last; page_offset 0: none */
};

/* The batch being filled: BATCH_ROWS of each. */
struct pq_batch_buffers {
    uint8_t *definition_levels;
    uint8_t *valid;
    uint32_t *indices;
    void *values;   /* in the vector's form */
    void *physical; /* the decoder's output; NULL if it needs no conversion */
    /* Bytes copied for the batch because their page is gone; freed at the next read. */
    struct copied_bytes *copies;
};

struct pq_chunk_reader {
    struct column_reader base; /* must be first */
    struct pq_chunk_context context;
    const struct pq_leaf *leaf;
    uint32_t leaf_index;

    /* The chunk. */
    uint32_t row_group;
    bool is_started;        /* on row_group; otherwise nothing of it may be reused */
    bool is_all_dictionary; /* every value of the chunk is in its dictionary */
    bool knows_index;       /* has_page_bounds is valid */
    bool has_page_bounds;
    struct pq_column_chunk chunk;

    struct pq_chunk_walk walk;
    struct pq_known_pages known;
    struct pq_data_page page;
    struct pq_chunk_dictionary dictionary;
    struct pq_batch_buffers buffers;
};

static inline bool pq_chunk_is_repeated(const struct pq_chunk_reader *reader)
{
    return reader->leaf->max_repetition_level > 0;
}

/* ---- column_chunk_reader.c ------------------------------------------------------- */

/* Begins a row group. */
enum status pq_chunk_start(struct pq_chunk_reader *reader, uint32_t row_group,
                           struct error *error) CHECK_RESULT;

/* ---- chunk_pages.c --------------------------------------------------------------- */

/* Positions the reader before the first page of its chunk, which has n_rows rows. damage:
 * see struct pq_chunk_walk. */
enum status pq_chunk_rewind(struct pq_chunk_reader *reader, uint64_t n_rows,
                            const struct pq_chunk_damage *damage,
                            struct error *error) CHECK_RESULT;

/* Call before another chunk is read. */
static inline void pq_chunk_forget_pages(struct pq_chunk_reader *reader)
{
    reader->known.list.size = 0;
    reader->known.n_rows = 0;
    reader->known.last.page_offset = 0;
}

/* Positions the reader before the page at an offset, as if it were a chunk of n_rows.
 * ordinal: as in pq_page_reader_jump(). */
void pq_chunk_stand_at(struct pq_chunk_reader *reader, int64_t offset, int64_t end,
                       uint32_t ordinal, uint64_t n_rows);

/* Reads the header of the next page of data or the dictionary, but does not move. */
enum status pq_chunk_peek(struct pq_chunk_reader *reader, bool *found,
                          struct error *error) CHECK_RESULT;

/* Finds the dictionary, if there is one at the reader's position, and moves after it. */
enum status pq_chunk_find_dictionary(struct pq_chunk_reader *reader,
                                     struct error *error) CHECK_RESULT;

/* Finds the dictionary at the start of the chunk, unless it is known.  Does not move. */
enum status pq_chunk_seek_dictionary(struct pq_chunk_reader *reader,
                                     struct error *error) CHECK_RESULT;

/* Moves to the next data page with rows and loads it.  Pages that lie entirely within the
 * next n_skip rows are not loaded but counted in *n_skipped.  For repeated leaves n_skip
 * is 0, and the chunk may be at its end. */
enum status pq_chunk_next_page(struct pq_chunk_reader *reader, uint64_t n_skip,
                               uint64_t *n_skipped, struct error *error) CHECK_RESULT;

/* Counts n rows of the current page as read. */
void pq_chunk_pass_rows(struct pq_chunk_reader *reader, uint32_t n);

enum status pq_chunk_skip_rows(struct pq_chunk_reader *reader, uint64_t n,
                               struct error *error) CHECK_RESULT;

/* Call after the row group's last row.  Another data page with values is CORRUPT: the row
 * group claims too few rows, and rows would be lost.  Bytes that are not a page are
 * ignored. */
enum status pq_chunk_check_end(struct pq_chunk_reader *reader,
                               struct error *error) CHECK_RESULT;

/* ---- chunk_batch.c --------------------------------------------------------------- */

enum status pq_chunk_allocate_buffers(struct pq_chunk_reader *reader,
                                      struct error *error) CHECK_RESULT;
void pq_chunk_free_buffers(struct pq_chunk_reader *reader);

/* Frees the bytes copied for the batch. */
void pq_chunk_free_copies(struct pq_chunk_reader *reader);

/* Reads up to n rows into a vector; see struct column_reader_ops. */
enum status pq_chunk_read_rows(struct pq_chunk_reader *reader, uint32_t n,
                               struct column_vector *vector,
                               struct error *error) CHECK_RESULT;

/* Reads exactly n rows, all of the current page. */
enum status pq_chunk_read_page_rows(struct pq_chunk_reader *reader, uint32_t n,
                                    struct column_vector *vector,
                                    struct error *error) CHECK_RESULT;

/* The same for a lost page: the rows are null. */
void pq_chunk_read_lost_rows(struct pq_chunk_reader *reader, uint32_t n,
                             struct column_vector *vector);

/* ---- chunk_entries.c ------------------------------------------------------------- */

/* See pq_chunk_reader_entries() and pq_chunk_reader_skip_records(). */
enum status pq_chunk_read_entries(struct pq_chunk_reader *reader, uint32_t n,
                                  struct pq_leaf_entries *entries,
                                  struct error *error) CHECK_RESULT;
enum status pq_chunk_skip_records(struct pq_chunk_reader *reader, uint64_t n,
                                  uint64_t *n_found, struct error *error) CHECK_RESULT;

#endif
