/* SPDX-License-Identifier: MIT */
/*
 * chunk_dictionary.h - the dictionary of a column chunk: loads its page and converts the
 * entries to the form of the column's vectors.
 *
 *     header (page_reader) -> find -> need -> the entries of some indices, or of all
 *                                             up to the greatest
 *                                  -> load -> all entries, as batches of indices need
 *                                  -> cache -> all entries, if they are known
 *
 * A dictionary whose entries no row needs is not loaded.  For few rows, or rows whose
 * indices are near each other, entries of a fixed width are found one by one; a text is
 * found by passing over those before it.  A small dictionary that few rows needed stays
 * in the process's cache.
 */
#ifndef PARQUET_CHUNK_DICTIONARY_H
#define PARQUET_CHUNK_DICTIONARY_H

#include "parquet/column/cached_dictionary.h"
#include "parquet/encoding/value_decoder.h"
#include "parquet/page/page_reader.h"
#include "parquet/schema/schema_tree.h"

/* A part of the column chunk reader; chunk_dictionary.c alone changes it.  Zero it before
 * use, except for `leaf` and `physical`. */
struct pq_chunk_dictionary {
    const struct pq_leaf *leaf;
    void *physical;  /* room for BATCH_ROWS values as a decoder returns them, or NULL if
                      * they are converted in place; borrowed */
    bool is_found;   /* offset, n_entries and `pages` are valid */
    bool is_loaded;  /* all entries */
    bool has_no_nul; /* text without NUL bytes; false unless all entries are loaded */
    int64_t offset;  /* of its page */
    uint64_t number; /* as in column_vector, if all entries are loaded */
    uint32_t n_entries;
    uint32_t n_front; /* entries decoded before all are; texts are not terminated */
    uint64_t n_rows;  /* that used them */
    struct pq_page_reader pages; /* at its page */
    struct buffer page;          /* text and binary entries point into it */
    struct pq_partial_page partial;
    bool has_parts; /* `parts` are in `page`, their front at least */
    struct pq_page parts;
    struct pq_value_decoder front; /* decodes the entries at the front */
    struct buffer values;          /* in the vector's form */
    uint64_t part;                 /* cache_key.part of the chunk */
    bool may_keep;                 /* in the cache, once all entries are loaded */
    /* If not NULL, all entries, from the cache; then `page` and `values` have none. */
    struct pq_cached_dictionary *cached;
};

/* The entries loaded so far. */
static inline const void *
pq_chunk_dictionary_entries(const struct pq_chunk_dictionary *dictionary)
{
    return dictionary->cached != NULL ? dictionary->cached->values.any
                                      : dictionary->values.data;
}

/* Whether the bytes of a value are those of an entry, which last as long as the chunk. */
bool pq_chunk_dictionary_owns(const struct pq_chunk_dictionary *dictionary,
                              const uint8_t *data);

/* CORRUPT if a leaf cannot have a dictionary, or its page so many entries.  Memory is
 * sized by their count, so it is checked first. */
enum status pq_dictionary_check_count(const struct pq_leaf *leaf, struct slice data,
                                      uint32_t n_entries,
                                      struct error *error) CHECK_RESULT;

/* Notes the dictionary page whose header `pages` has read, and loads it if it is small.
 * CORRUPT for a second dictionary page.  The message names the page. */
enum status pq_chunk_dictionary_find(struct pq_chunk_dictionary *dictionary,
                                     const struct pq_page_reader *pages,
                                     struct error *error) CHECK_RESULT;

/* Loads all entries, unless they are.  Call after pq_chunk_dictionary_find(). */
enum status pq_chunk_dictionary_load(struct pq_chunk_dictionary *dictionary,
                                     struct error *error) CHECK_RESULT;

/* Loads the entries that the indices of n rows need, n > 0; `position` rows of the chunk
 * are before them.  Loads all if the rows have become many, or if they are read in turn.
 */
enum status pq_chunk_dictionary_need(struct pq_chunk_dictionary *dictionary,
                                     const uint32_t *indices, uint32_t n,
                                     uint64_t position, struct error *error) CHECK_RESULT;

/* Call before another chunk is read, whose number among the file's chunks is given.  The
 * memory is used again. */
void pq_chunk_dictionary_forget(struct pq_chunk_dictionary *dictionary, uint64_t chunk);
void pq_chunk_dictionary_release(struct pq_chunk_dictionary *dictionary);

#endif
