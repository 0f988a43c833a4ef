/* SPDX-License-Identifier: MIT */
/*
 * bloom_filter.h - split-block Bloom filters: whether a value may be in a column chunk
 * (BloomFilter.md).
 *
 *     BloomFilterHeader (Thrift) | block 0 | block 1 | ...
 *
 * The upper half of a value's hash selects a block, the lower half one bit in each of the
 * block's eight 32-bit words.  The hash is XXH64 of the value in PLAIN form, without the
 * length of a BYTE_ARRAY.  This module does not read files; bloom_cache.h does.
 */
#ifndef PARQUET_BLOOM_FILTER_H
#define PARQUET_BLOOM_FILTER_H

#include "parquet/schema/schema_tree.h"
#include "scan/column_statistics.h"

enum {
    PQ_BLOOM_BLOCK_SIZE = 32,
    PQ_MAX_BLOOM_SIZE = 128 << 20, /* of all blocks */
};

/* Parses the header at the front of bytes.  Returns the reason if it is cut off or
 * damaged, or if the filter is too large or of another kind.  *n_blocks is at least 1;
 * *size is the header's length. */
enum keep_reason pq_bloom_header_parse(struct slice bytes, uint32_t *n_blocks,
                                       size_t *size);

/* The index of the hash's block.  n_blocks need not be a power of two. */
static inline uint32_t pq_bloom_block_index(uint64_t hash, uint32_t n_blocks)
{
    return (uint32_t)(((hash >> 32) * n_blocks) >> 32);
}

/* Whether all bits of a hash are set in its block of PQ_BLOOM_BLOCK_SIZE bytes. */
bool pq_bloom_block_has(const uint8_t *block, uint64_t hash);

/* Sets the bits of a hash; false if all were set before.  bitset has n_blocks blocks. */
bool pq_bloom_insert(uint8_t *bitset, uint32_t n_blocks, uint64_t hash);

/* Whether filters of the leaf are usable.  They are not where equal values may be stored
 * as different bytes: booleans (hashed as bits or bytes), decimals of variable length
 * (padded or not), intervals (to some, 30 days are a month), INT96. */
bool pq_bloom_can_tell(const struct pq_leaf *leaf);

/* The hashes of the forms in which a leaf may store a value: none if its type cannot hold
 * the value, two for zero, which has two signs. */
struct pq_bloom_hashes {
    uint32_t n;
    uint64_t hashes[2];
};

/* False if no filter can exclude the value: NaN, and all values where pq_bloom_can_tell()
 * is false. */
bool pq_bloom_hashes_of(const struct pq_leaf *leaf, const union column_value *value,
                        struct pq_bloom_hashes *hashes);

#endif
