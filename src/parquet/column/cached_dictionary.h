/* SPDX-License-Identifier: MIT */
/*
 * cached_dictionary.h - small dictionaries in the process's cache (base/cache.h), in the
 * vector's form: look-ups on other connections do not read and decode them again.
 *
 * They do not change, so threads share them without locks.
 */
#ifndef PARQUET_CACHED_DICTIONARY_H
#define PARQUET_CACHED_DICTIONARY_H

#include "base/cache.h"
#include "scan/column_vector.h"

/* The largest dictionary page that is cached, in bytes before compression. */
enum { PQ_LARGEST_CACHED_DICTIONARY = 64 * 1024 };

struct pq_cached_dictionary {
    struct cached base;         /* must be first */
    union vector_values values; /* in a block of their own */
    struct slice bytes;         /* text and binary values point into it */
    uint32_t n_entries;
    bool has_no_nul; /* as in column_vector */
};

/* Returns the chunk's dictionary, or NULL if the cache does not have it. */
struct pq_cached_dictionary *pq_cached_dictionary_find(const struct cache_key *key);

/* Ends its use; NULL is allowed. */
void pq_cached_dictionary_release(struct pq_cached_dictionary *dictionary);

/* Keeps a copy of a dictionary, whose entries point into `bytes` if they are
 * VECTOR_BYTES.  A byte follows `bytes`: the terminator of the last text.  If memory is
 * short, nothing is cached. */
void pq_cached_dictionary_keep(const struct cache_key *key, enum vector_kind kind,
                               union vector_values values, uint32_t n_entries,
                               bool has_no_nul, struct slice bytes);

#endif
