/* SPDX-License-Identifier: MIT */
/*
 * bloom_cache.h - looks up values in a file's Bloom filters.  Joins repeat these lookups,
 * so the cache remembers where each filter is, and keeps filters that are used often.
 */
#ifndef PARQUET_BLOOM_CACHE_H
#define PARQUET_BLOOM_CACHE_H

#include "base/hash_table.h"
#include "parquet/facts/bloom_filter.h"
#include "parquet/facts/chunk_context.h"

enum {
    /* Limits for the filters cached per file: bytes in total, and of the largest one. */
    PQ_MAX_BLOOM_CACHED = 16 << 20,
    PQ_LARGEST_BLOOM_CACHED = 8 << 20,
};

struct pq_chunk_bloom;

/* The chunks looked up so far.  A zeroed struct is empty. */
struct pq_bloom_cache {
    struct pq_chunk_bloom *filters;
    struct hash_table table; /* of the filters */
    size_t n_bytes;          /* total bytes of loaded filters */
};

void pq_bloom_cache_release(struct pq_bloom_cache *cache);

/* Frees all loaded filters, not what is known of them.  Each must be asked often again
 * before it is reloaded, so that the bytes read stay proportional to the number of
 * lookups even if the filters do not all fit. */
void pq_bloom_cache_drop_filters(struct pq_bloom_cache *cache);

/* Sets *reason to KEEP_NONE if a Bloom filter proves that the column chunk has none of
 * the n values (in the form of the leaf's column), else to the reason why not.  With n 0:
 * whether there is a usable filter.  All errors are external (status.h): damaged
 * metadata, or a filter that is damaged or of another kind, proves nothing. */
enum status pq_bloom_excludes(struct pq_bloom_cache *cache,
                              const struct pq_chunk_context *context, uint32_t row_group,
                              uint32_t leaf, const union column_value *values, uint32_t n,
                              enum keep_reason *reason, struct error *error) CHECK_RESULT;

#endif
