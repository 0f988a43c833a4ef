/* SPDX-License-Identifier: MIT */
/*
 * chunk_dictionary.h - the dictionary of a column chunk: loads its page and converts the
 * entries to the form of the column's vectors.
 */
#ifndef PARQUET_CHUNK_DICTIONARY_H
#define PARQUET_CHUNK_DICTIONARY_H

#include "parquet/page/page_reader.h"
#include "parquet/schema/schema_tree.h"

/* A part of the column chunk reader; chunk_dictionary.c alone changes it.  Zero it before
 * use. */
struct pq_chunk_dictionary {
    bool is_loaded;
    bool has_no_nul; /* text without NUL bytes */
    int64_t offset;  /* of its page */
    uint64_t number; /* as in column_vector */
    uint32_t n_entries;
    struct buffer page;   /* text and binary entries point into it */
    struct buffer values; /* in the vector's form */
};

/* Loads the dictionary page whose header `pages` has read, unless it is loaded already.
 * physical: room for BATCH_ROWS values as a decoder returns them, or NULL if they are
 * converted in place.  CORRUPT for a second dictionary page.  The message names the
 * page. */
enum status pq_chunk_dictionary_load(struct pq_chunk_dictionary *dictionary,
                                     const struct pq_leaf *leaf,
                                     struct pq_page_reader *pages, void *physical,
                                     struct error *error) CHECK_RESULT;

/* Call before another chunk is read.  The memory is used again. */
void pq_chunk_dictionary_forget(struct pq_chunk_dictionary *dictionary);
void pq_chunk_dictionary_release(struct pq_chunk_dictionary *dictionary);

#endif
