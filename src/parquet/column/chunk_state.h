/* SPDX-License-Identifier: MIT */
/*
 * chunk_state.h - the state of a column chunk reader, shared by its parts:
 *
 *     column_chunk_reader.c   the chunk, and the reader as the scan sees it
 *     chunk_pages.c           moving between pages, the dictionary, skipping
 *     chunk_batch.c           rows of pages to the vectors of a batch
 *     chunk_entries.c         the same for repeated leaves
 *     chunk_damage.c          which pages can be read at all, for salvage
 *
 * For a repeated leaf, "row" here means an entry: a value, or only levels where there is
 * none.  Only the pages show how many entries a row group has.
 */
#ifndef PARQUET_CHUNK_STATE_H
#define PARQUET_CHUNK_STATE_H

#include "parquet/column/column_chunk_reader.h"
#include "parquet/encoding/value_decoder.h"
#include "parquet/page/levels.h"

/* Bytes copied for the batch because their page is gone; freed at the next read. */
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
    bool header_is_pending;  /* pages.header has been read but not used yet */
    uint64_t n_rows;         /* of the row group */
    uint64_t rows_left;      /* not used for repeated leaves */
    bool is_at_end;          /* repeated leaves: after the last page */
    uint64_t entries_opened; /* repeated leaves: entries of the pages opened so far */
    bool is_started;         /* on row_group; otherwise nothing of it may be reused */
    bool is_all_dictionary;  /* every value of the chunk is in its dictionary */
    bool knows_index;        /* has_page_bounds is valid */
    bool has_page_bounds;
    struct pq_column_metadata metadata; /* of the chunk */

    /* Salvage: if the chunk has damage, pages come from this list; otherwise NULL. */
    const struct pq_chunk_damage *damage;
    uint32_t next_listed;  /* index in damage->pages */
    uint64_t listed_given; /* rows of it already handed out, if it is lost */
    bool page_is_lost;     /* the rows of the current page can only be skipped */

    /* The current data page. */
    uint32_t page_left;       /* its rows not yet read or skipped */
    int64_t data_page_offset; /* of its header; 0: none opened yet */
    uint32_t data_page_entries;
    bool page_is_dictionary_encoded;
    struct buffer page_buffer;
    struct pq_partial_page partial_page;
    struct pq_page page;   /* in page_buffer */
    int64_t loaded_offset; /* of the page in page_buffer; 0 once modified */
    bool must_terminate;   /* once the whole page is loaded */
    /* The previous page was read to its end.  This one probably will be, so it is loaded
     * at once. */
    bool reads_through;
    struct pq_level_decoder levels;
    struct slice value_bytes; /* of the page, after its levels */
    /* The values of a repeated leaf are opened when the first one is needed. */
    bool values_are_open;
    uint64_t n_values_passed; /* values to skip when they are opened */
    struct pq_value_decoder values;
    struct pq_rle_decoder indexes;

    /* The chunk's dictionary. */
    bool has_dictionary;
    bool dictionary_has_no_nul;
    int64_t dictionary_offset;  /* of its page */
    uint64_t dictionary_number; /* as in column_vector */
    uint32_t dictionary_size;
    struct buffer dictionary_page;   /* text and binary entries point into it */
    struct buffer dictionary_values; /* in the vector's form */

    /* The batch being filled: BATCH_ROWS of each. */
    uint8_t *definition_levels;
    uint8_t *valid;
    uint32_t *indices;
    void *batch_values; /* in the vector's form */
    void *physical;     /* the decoder's output; NULL if it needs no conversion */
    struct kept_bytes *kept;

    /* Repeated leaves: repetition levels decoded ahead for the page's next entries. */
    struct pq_level_decoder repetition;
    uint8_t *repetition_levels; /* BATCH_ROWS */
    uint32_t next_repetition, end_repetition;
};

static inline bool pq_chunk_is_repeated(const struct pq_chunk_reader *reader)
{
    return reader->leaf->max_repetition_level > 0;
}

/* SQLite needs text to be terminated. */
static inline bool pq_chunk_is_text(const struct pq_leaf *leaf)
{
    return leaf->column.type == COLUMN_TEXT || leaf->column.type == COLUMN_JSON;
}

enum status pq_chunk_locate_page(const struct pq_chunk_reader *reader,
                                 struct error *error);

/* Begins a row group. */
enum status pq_chunk_start(struct pq_chunk_reader *reader, uint32_t row_group,
                           struct error *error) CHECK_RESULT;

/* Positions the reader before the page at an offset, as if it were a chunk of n_rows. */
void pq_chunk_stand_at(struct pq_chunk_reader *reader, int64_t offset, int64_t end,
                       uint64_t n_rows);

/* Positions the reader before the chunk's first page. */
enum status pq_chunk_rewind(struct pq_chunk_reader *reader,
                            struct error *error) CHECK_RESULT;

/* Returns the pending header, or reads the next one of a data or dictionary page. */
enum status pq_chunk_next_header(struct pq_chunk_reader *reader, bool *found,
                                 struct error *error) CHECK_RESULT;

/* Loads the dictionary, if there is one.  Call before reading any page of the chunk. */
enum status pq_chunk_find_dictionary(struct pq_chunk_reader *reader,
                                     struct error *error) CHECK_RESULT;

/* Moves to the next data page with rows and loads it.  Pages that lie entirely within the
 * next n_skip rows are not loaded but counted in *n_skipped.  For repeated leaves n_skip
 * is 0, and the chunk may be at its end. */
enum status pq_chunk_next_page(struct pq_chunk_reader *reader, uint64_t n_skip,
                               uint64_t *n_skipped, struct error *error) CHECK_RESULT;

/* Call after the row group's last row.  Another data page with values is CORRUPT: the row
 * group claims too few rows, and rows would be lost.  Bytes that are not a page are
 * ignored. */
enum status pq_chunk_check_end(struct pq_chunk_reader *reader,
                               struct error *error) CHECK_RESULT;

/* Opens the values for the levels already read, skipping those passed over. */
enum status pq_chunk_open_values(struct pq_chunk_reader *reader,
                                 struct error *error) CHECK_RESULT;

/* Loads the page's bytes up to its next n_present values, before they are read or
 * skipped. */
enum status pq_chunk_need_values(struct pq_chunk_reader *reader, uint64_t n_present,
                                 struct error *error) CHECK_RESULT;

/* Call before reading values.  Once the whole page is loaded, values are terminated with
 * a 0, which overwrites page bytes that are no longer needed. */
void pq_chunk_terminate_values(struct pq_chunk_reader *reader);

enum status pq_chunk_skip_rows(struct pq_chunk_reader *reader, uint64_t n,
                               struct error *error) CHECK_RESULT;

/* Reads up to n rows into a vector; see struct column_reader_ops. */
enum status pq_chunk_read_rows(struct pq_chunk_reader *reader, uint32_t n,
                               struct column_vector *vector,
                               struct error *error) CHECK_RESULT;

/* Reads exactly n rows, all of the current page. */
enum status pq_chunk_read_page_rows(struct pq_chunk_reader *reader, uint32_t n,
                                    struct column_vector *vector,
                                    struct error *error) CHECK_RESULT;

/* See pq_chunk_reader_entries() and pq_chunk_reader_skip_records(). */
enum status pq_chunk_read_entries(struct pq_chunk_reader *reader, uint32_t n,
                                  struct pq_leaf_entries *entries,
                                  struct error *error) CHECK_RESULT;
enum status pq_chunk_skip_records(struct pq_chunk_reader *reader, uint64_t n,
                                  uint64_t *n_found, struct error *error) CHECK_RESULT;

/* Frees the bytes copied for the batch. */
void pq_chunk_free_kept(struct pq_chunk_reader *reader);

#endif
