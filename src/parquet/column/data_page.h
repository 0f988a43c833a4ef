/* SPDX-License-Identifier: MIT */
/*
 * data_page.h - the data page that a column chunk reader is in: decodes its levels, and
 * its values or dictionary indices.
 *
 *     header (page_reader) -> open -> levels -> values or indices of as many entries
 *
 * Only the front of a page is loaded where that is enough: PLAIN values and dictionary
 * indices can be found without the rest, and the values of a repeated leaf may not be
 * needed at all.
 */
#ifndef PARQUET_DATA_PAGE_H
#define PARQUET_DATA_PAGE_H

#include "parquet/encoding/value_decoder.h"
#include "parquet/page/levels.h"
#include "parquet/page/page_reader.h"
#include "parquet/schema/schema_tree.h"

/* A part of the column chunk reader; data_page.c alone changes it.  For a leaf that is
 * not repeated an entry is a row. */
struct pq_data_page {
    const struct pq_leaf *leaf;
    struct pq_page_reader *pages; /* its header is the current page's */

    uint32_t left;      /* entries not yet read or skipped; 0: in no page */
    uint32_t n_entries; /* of the page */
    int64_t offset;     /* of its header; 0: none opened yet */
    bool is_lost;       /* salvage: its entries can only be skipped */
    bool is_dictionary_encoded;

    struct buffer buffer;
    struct pq_partial_page partial;
    struct pq_page parts;  /* in the buffer */
    int64_t loaded_offset; /* of the page in the buffer; 0 once modified */
    /* The previous page was read to its end, most of it in turn.  This one probably will
     * be, so it is loaded at once. */
    bool reads_through;
    uint32_t n_in_turn;  /* entries read since the last one that was skipped */
    bool must_terminate; /* texts, once the whole page is loaded and many are read */

    struct pq_level_decoder definition;
    struct pq_level_decoder repetition;
    /* Repeated leaves: repetition levels decoded ahead, for the next entries. */
    uint8_t *ahead; /* BATCH_ROWS; owned; NULL for other leaves */
    uint32_t next_ahead, end_ahead;

    struct slice value_bytes; /* after the levels */
    /* The values of a repeated leaf are opened when the first one is needed. */
    bool values_are_open;
    uint64_t n_values_passed; /* values to skip when they are opened */
    struct pq_value_decoder values;
    struct pq_rle_decoder indices;

    /* Positions that rows were skipped to, struct pq_page_mark in rising order, for going
     * back to them.  Of the page in the buffer; not used for repeated leaves. */
    struct buffer marks;
};

/* The pointers are borrowed until release, which also follows an error. */
enum status pq_data_page_init(struct pq_data_page *page, const struct pq_leaf *leaf,
                              struct pq_page_reader *pages,
                              struct error *error) CHECK_RESULT;
void pq_data_page_release(struct pq_data_page *page);

/* Opens the page whose header `pages` has read; loads it, unless it is still loaded.  The
 * message of an error names the page. */
enum status pq_data_page_open(struct pq_data_page *page,
                              struct error *error) CHECK_RESULT;

/* Makes it a lost page of n entries. */
void pq_data_page_lose(struct pq_data_page *page, uint32_t n);

/* Leaves the page.  Its bytes are used again if it is opened next. */
void pq_data_page_leave(struct pq_data_page *page);

/* Says that the next pages are wanted whole. */
static inline void pq_data_page_expect_whole(struct pq_data_page *page)
{
    page->reads_through = true;
}

/* Says that the next page is opened to skip into it. */
static inline void pq_data_page_expect_part(struct pq_data_page *page)
{
    page->reads_through = false;
}

/* Repeated leaves: decodes the repetition levels of up to BATCH_ROWS more entries, unless
 * some are left from the last call.  In a lost page every entry begins a record, which
 * ends the record before it.  The message of an error names the page. */
enum status pq_data_page_look_ahead(struct pq_data_page *page,
                                    struct error *error) CHECK_RESULT;

/* Counts n of the levels decoded ahead as used: their entries are read or skipped next.
 */
static inline void pq_data_page_use_ahead(struct pq_data_page *page, uint32_t n)
{
    page->next_ahead += n;
}

/* Reads the definition levels of the next n entries; *n_present of them have a value.
 * Then call pq_data_page_open_values() and one of the two readers for these values, and
 * pq_data_page_pass().  The caller adds the page to messages. */
enum status pq_data_page_read_levels(struct pq_data_page *page, uint8_t *levels,
                                     uint32_t n, uint64_t *n_present,
                                     struct error *error) CHECK_RESULT;

/* Opens the values, if they are not open, after those passed over. */
enum status pq_data_page_open_values(struct pq_data_page *page,
                                     struct error *error) CHECK_RESULT;

/* Reads values in their physical form.  *are_terminated: texts end in a 0 byte. */
enum status pq_data_page_read_values(struct pq_data_page *page, void *values, uint32_t n,
                                     bool *are_terminated,
                                     struct error *error) CHECK_RESULT;
enum status pq_data_page_read_indices(struct pq_data_page *page, uint32_t *indices,
                                      uint32_t n, struct error *error) CHECK_RESULT;

/* Counts n entries as read. */
void pq_data_page_pass(struct pq_data_page *page, uint32_t n);

/* Skips the next n entries, levels and values, from the last mark before them if
 * there is one.  The message of an error names the page. */
enum status pq_data_page_skip(struct pq_data_page *page, uint32_t n,
                              struct error *error) CHECK_RESULT;

#endif
