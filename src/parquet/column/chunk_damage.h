/* SPDX-License-Identifier: MIT */
/*
 * chunk_damage.h - finds the rows of a column chunk that are lost because their pages
 * cannot be read.  For salvage.
 *
 * Every page of the chunk is read on its own, by the code that queries use.  A page that
 * fails is lost.  The rows of each page come from:
 *
 *     page headers    a walk from the first page to the last, if their counts add up to
 *                     the row group's rows (repeated leaves: to the chunk's values)
 *     offset index    otherwise; a page counts if its header agrees with the index
 *     neither         the pages before the first lost one keep their rows
 *
 * A page whose rows are not certain is lost, too.
 */
#ifndef PARQUET_CHUNK_DAMAGE_H
#define PARQUET_CHUNK_DAMAGE_H

#include "parquet/column/column_chunk_reader.h"

struct pq_salvaged_page {
    int64_t offset;     /* of its header; -1: unknown */
    uint32_t ordinal;   /* among the chunk's data pages */
    uint64_t first_row; /* within the row group */
    uint64_t n_rows;    /* rows that begin in the page */
    char *cause;        /* why the page is lost; NULL: it is readable */
};

/* The pages cover the row group without gaps, from row 0 to its last. */
struct pq_chunk_damage {
    uint32_t n_pages;
    struct pq_salvaged_page *pages;
    int64_t dictionary_offset; /* of its page; -1: none, or lost */
    bool has_pages;            /* false: the chunk cannot be located and is lost */
    uint32_t n_lost;
    /* Sorted by first row.  Ranges of repeated leaves may overlap by a row. */
    struct lost_rows *lost;
};

/* Reads the whole chunk.  *damage is NULL if queries can read all of it, and for a column
 * that is encrypted or unsupported: its readers report that.  Never returns CORRUPT.
 * Free *damage with pq_chunk_damage_free(). */
enum status pq_chunk_damage_find(const struct pq_chunk_context *context,
                                 uint32_t row_group, uint32_t leaf,
                                 struct pq_chunk_damage **damage,
                                 struct error *error) CHECK_RESULT;
void pq_chunk_damage_free(struct pq_chunk_damage *damage);

#endif
