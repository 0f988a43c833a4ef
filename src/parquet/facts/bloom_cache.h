/* SPDX-License-Identifier: MIT */
/*
 * bloom_cache.h - asks a file's Bloom filters, and remembers of them what joins ask for
 * again and again: where each filter is, and whole filters that were asked often enough.
 */
#ifndef PARQUET_BLOOM_CACHE_H
#define PARQUET_BLOOM_CACHE_H

#include "parquet/facts/bloom_filter.h"
#include "parquet/facts/chunk_context.h"

enum {
    /* Bytes of filters kept of one file, and the largest one that is. */
    PQ_MAX_BLOOM_KEPT = 16 << 20,
    PQ_LARGEST_BLOOM_KEPT = 8 << 20,
};

struct pq_bloom_slot;

/* A hash table of the chunks asked so far.  A zeroed struct is empty. */
struct pq_bloom_cache {
    struct pq_bloom_slot *slots;
    size_t n_slots; /* 0 or a power of two */
    size_t n_used;
    size_t kept_size; /* of the filters in memory */
};

void pq_bloom_cache_release(struct pq_bloom_cache *cache);

/* Whether a filter proves that none of n values, in the form of the leaf's column, is in
 * the column chunk: then *reason is KEEP_NONE.  Only IO and NOMEM are errors: metadata or
 * a filter that is damaged, or not made as expected, proves nothing.  n 0: whether there
 * is a filter that can be asked. */
enum status pq_bloom_excludes(struct pq_bloom_cache *cache,
                              const struct pq_chunk_context *context, uint32_t row_group,
                              uint32_t leaf, const union column_value *values, uint32_t n,
                              enum keep_reason *reason, struct error *error) CHECK_RESULT;

#endif
