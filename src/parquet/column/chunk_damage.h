/* SPDX-License-Identifier: MIT */
/*
 * chunk_damage.h - which rows of a column chunk are lost, because their pages cannot be
 * read.
 *
 * Every page of the chunk is read by itself, by the code that queries use.  A page that
 * fails is lost.  What remains is to know the rows of each page:
 *
 *     page headers    a walk from the first page to the last, if their counts add up to
 *                     the row group's rows (repeated leaves: to the chunk's values)
 *     offset index    else; a page counts where its header agrees with the index
 *     neither         the pages before the first lost one keep their rows
 *
 * A page whose rows are not certain is lost as well.
 */
#ifndef PARQUET_CHUNK_DAMAGE_H
#define PARQUET_CHUNK_DAMAGE_H

#include "parquet/column/column_chunk_reader.h"

struct pq_salvaged_page {
    int64_t offset;     /* of its header; -1: unknown */
    uint64_t first_row; /* of the row group */
    uint64_t n_rows;    /* that begin in the page */
    char *cause;        /* why the page is lost; NULL: it is not */
};

/* Pages follow one another without a gap from row 0 to the row group's last. */
struct pq_chunk_damage {
    uint32_t n_pages;
    struct pq_salvaged_page *pages;
    int64_t dictionary_offset; /* of its page; -1: there is none, or it is lost */
    bool has_pages;            /* false: the chunk cannot be located; all is lost */
    uint32_t n_lost;
    struct lost_rows *lost; /* by their first row; ranges of repeated leaves may overlap
                               by a row */
};

/* Reads all of a chunk.  *damage is NULL when all can be read as usual, and for a column
 * that is encrypted or unsupported, which readers of the column report.  CORRUPT is never
 * an error here. */
enum status pq_chunk_damage_find(const struct pq_chunk_context *context,
                                 uint32_t row_group, uint32_t leaf,
                                 struct pq_chunk_damage **damage,
                                 struct error *error) CHECK_RESULT;
void pq_chunk_damage_free(struct pq_chunk_damage *damage);

#endif
