/* SPDX-License-Identifier: MIT */
/*
 * chunk_state.h - inside the reader of a column chunk: what its parts share.
 *
 *     column_chunk_reader.c   the chunk, and the reader as the scan sees it
 *     chunk_pages.c           from page to page, the dictionary, skipping
 *     chunk_batch.c           rows of pages to the vectors of a batch
 *     chunk_slots.c           the same for repeated leaves
 *     chunk_damage.c          which pages can be read at all, for salvage
 *
 * Of a repeated leaf a "row" is here a slot: a value, or what its levels say in place of
 * one.  How many of them a row group has only its pages tell.
 */
#ifndef PARQUET_CHUNK_STATE_H
#define PARQUET_CHUNK_STATE_H

#include "parquet/column/column_chunk_reader.h"
#include "parquet/encoding/value_decoder.h"
#include "parquet/page/levels.h"

/* Bytes kept alive for the batch although their page is gone; all freed at the next read.
 */
struct kept_bytes {
    struct kept_bytes *next;
};

struct pq_chunk_reader {
    struct column_reader base; /* must be first */
    struct pq_chunk_context context;
    const struct pq_leaf *leaf;
    uint32_t leaf_index;
    uint32_t row_group;

    struct pq_page_reader pages;
    bool header_is_pending; /* pages.header was read and nothing was made of it yet */
    uint64_t n_rows;        /* of the row group */
    uint64_t rows_left;     /* repeated leaves: without meaning */
    bool is_at_end;         /* repeated leaves: behind the last page */
    uint64_t slots_opened;  /* repeated leaves: of the pages so far */
    bool is_started;        /* on row_group; else nothing of it may be kept */
    bool is_all_dictionary; /* every value of the chunk is in its dictionary */
    bool knows_index;       /* then has_page_bounds is known */
    bool has_page_bounds;
    struct pq_column_metadata metadata; /* of the chunk */

    /* Salvage: pages are taken from this list, where some are lost; else NULL. */
    const struct pq_chunk_damage *damage;
    uint32_t next_listed;  /* page */
    uint64_t listed_given; /* rows of it that were handed out, if it is lost */
    bool page_is_lost;     /* the current page: its rows can only be skipped */

    /* The current data page. */
    uint32_t page_left;       /* its rows that are not read or skipped */
    int64_t data_page_offset; /* of its header; 0: none was opened */
    uint32_t data_page_slots;
    bool page_is_dictionary_encoded;
    struct buffer page_buffer;
    struct pq_partial_page partial_page;
    struct pq_page page; /* in page_buffer */
    int64_t
        loaded_offset; /* of its header, while its bytes are as they were loaded; or 0 */
    bool must_terminate; /* as soon as all of the page is there */
    /* The page before was read to its end, so this one is likely to be: it is loaded at
     * once. */
    bool reads_through;
    struct pq_level_decoder levels;
    struct slice value_bytes; /* of the page, behind its levels */
    /* A repeated leaf's values are not opened before one is wanted. */
    bool values_are_open;
    uint64_t n_values_passed; /* values to skip then */
    struct pq_value_decoder values;
    struct pq_rle_decoder indexes;

    /* The chunk's dictionary. */
    bool has_dictionary;
    bool dictionary_has_no_nul;
    int64_t dictionary_offset;  /* of its page */
    uint64_t dictionary_number; /* as column_vector has it */
    uint32_t dictionary_size;
    struct buffer dictionary_page;   /* the bytes that text and binary entries point to */
    struct buffer dictionary_values; /* in the vector's form */

    /* The batch being filled: BATCH_ROWS of each. */
    uint8_t *definition_levels;
    uint8_t *valid;
    uint32_t *codes;
    void *batch_values; /* in the vector's form */
    void *physical;     /* as the decoder gives them; NULL where that is the same */
    struct kept_bytes *kept;

    /* Repeated leaves: levels that were decoded ahead, of the page's next slots. */
    struct pq_level_decoder repetition;
    uint8_t *repetition_levels; /* BATCH_ROWS */
    uint32_t next_repetition, end_repetition;
};

static inline bool pq_chunk_is_repeated(const struct pq_chunk_reader *reader)
{
    return reader->leaf->max_repetition_level > 0;
}

/* Text is terminated for SQLite's sake. */
static inline bool pq_chunk_is_text(const struct pq_leaf *leaf)
{
    return leaf->column.type == COLUMN_TEXT || leaf->column.type == COLUMN_JSON;
}

enum status pq_chunk_locate_page(const struct pq_chunk_reader *reader,
                                 struct error *error);

/* Begins a row group. */
enum status pq_chunk_start(struct pq_chunk_reader *reader, uint32_t row_group,
                           struct error *error) CHECK_RESULT;

/* Stands before the page at an offset, of n_rows, as if it were all of the chunk. */
void pq_chunk_stand_at(struct pq_chunk_reader *reader, int64_t offset, int64_t end,
                       uint64_t n_rows);

/* Makes the reader stand before the chunk's first page. */
enum status pq_chunk_rewind(struct pq_chunk_reader *reader,
                            struct error *error) CHECK_RESULT;

/* The next header of a data or dictionary page, which may have been read already. */
enum status pq_chunk_next_header(struct pq_chunk_reader *reader, bool *found,
                                 struct error *error) CHECK_RESULT;

/* Loads the dictionary of a chunk whose pages were not read yet, if it has one. */
enum status pq_chunk_find_dictionary(struct pq_chunk_reader *reader,
                                     struct error *error) CHECK_RESULT;

/* Moves to the next data page with rows.  Loads it, unless all its rows are among the
 * next n_skip: those pages are passed over, counted in *n_skipped.  Of repeated leaves
 * n_skip is 0, and the chunk may be at its end. */
enum status pq_chunk_next_page(struct pq_chunk_reader *reader, uint64_t n_skip,
                               uint64_t *n_skipped, struct error *error) CHECK_RESULT;

/* After the row group's last row: a data page behind it means that the row group claims
 * too few rows, and so that rows would be lost.  What is no page at all is let pass. */
enum status pq_chunk_check_end(struct pq_chunk_reader *reader,
                               struct error *error) CHECK_RESULT;

/* Makes the values be there of which the levels have been read: those that were passed
 * are skipped. */
enum status pq_chunk_open_values(struct pq_chunk_reader *reader,
                                 struct error *error) CHECK_RESULT;

/* Makes the next n_present values of the page be there, to be read or skipped. */
enum status pq_chunk_need_values(struct pq_chunk_reader *reader, uint64_t n_present,
                                 struct error *error) CHECK_RESULT;

/* Before values are read: from now on with a 0 behind them, if nobody else needs the
 * bytes that this overwrites any more. */
void pq_chunk_terminate_values(struct pq_chunk_reader *reader);

enum status pq_chunk_skip_rows(struct pq_chunk_reader *reader, uint64_t n,
                               struct error *error) CHECK_RESULT;

/* Up to n rows as a vector; see struct column_reader_ops. */
enum status pq_chunk_read_rows(struct pq_chunk_reader *reader, uint32_t n,
                               struct column_vector *vector,
                               struct error *error) CHECK_RESULT;

/* Exactly n rows, all of the current page. */
enum status pq_chunk_read_page_rows(struct pq_chunk_reader *reader, uint32_t n,
                                    struct column_vector *vector,
                                    struct error *error) CHECK_RESULT;

/* As pq_chunk_reader_slots() and pq_chunk_reader_skip_records(). */
enum status pq_chunk_read_slots(struct pq_chunk_reader *reader, uint32_t n,
                                struct pq_slots *slots, struct error *error) CHECK_RESULT;
enum status pq_chunk_skip_records(struct pq_chunk_reader *reader, uint64_t n,
                                  uint64_t *n_found, struct error *error) CHECK_RESULT;

/* Frees what a batch has kept of pages that are gone. */
void pq_chunk_free_kept(struct pq_chunk_reader *reader);

#endif
