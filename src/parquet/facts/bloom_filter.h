/* SPDX-License-Identifier: MIT */
/*
 * bloom_filter.h - split-block Bloom filters: whether a value may be in a column chunk
 * (BloomFilter.md).
 *
 *     BloomFilterHeader (Thrift) | block 0 | block 1 | ...
 *
 * The upper half of a value's hash picks a block, the lower half one bit in each of the
 * block's eight 32-bit words.  The hash is XXH64 over the value as PLAIN would store it,
 * without the length of a BYTE_ARRAY.  Nothing here reads files; bloom_cache.h does.
 */
#ifndef PARQUET_BLOOM_FILTER_H
#define PARQUET_BLOOM_FILTER_H

#include "parquet/schema/schema_tree.h"
#include "scan/column_statistics.h"

enum {
    PQ_BLOOM_BLOCK_SIZE = 32,
    PQ_MAX_BLOOM_SIZE = 128 << 20, /* of all blocks */
};

/* Parses the header at the front of bytes; the reason when it is cut, damaged, or of a
 * filter that is too large or made in another way.  *n_blocks is at least 1, *size what
 * the header takes. */
enum keep_reason pq_bloom_header_parse(struct slice bytes, uint32_t *n_blocks,
                                       size_t *size);

/* Below n_blocks, which need not be a power of two. */
static inline uint32_t pq_bloom_block_index(uint64_t hash, uint32_t n_blocks)
{
    return (uint32_t)(((hash >> 32) * n_blocks) >> 32);
}

/* Whether all bits of a hash are set in its block, of PQ_BLOOM_BLOCK_SIZE bytes. */
bool pq_bloom_block_has(const uint8_t *block, uint64_t hash);

/* Sets them.  bitset: n_blocks blocks. */
void pq_bloom_insert(uint8_t *bitset, uint32_t n_blocks, uint64_t hash);

/* Whether filters of the leaf are of use.  Not those of values that several sequences of
 * bytes stand for: booleans, which are hashed as bits or bytes, decimals of any length
 * with needless bytes in front, intervals (30 days are a month to some), INT96. */
bool pq_bloom_can_tell(const struct pq_leaf *leaf);

/* The hashes that a value has when it is stored: none when the leaf's type cannot hold
 * it, two for a zero that has two signs. */
struct pq_bloom_hashes {
    uint32_t n;
    uint64_t hashes[2];
};

/* False for a value of which no filter can tell: NaN, and all where pq_bloom_can_tell()
 * is false. */
bool pq_bloom_hashes_of(const struct pq_leaf *leaf, const union column_value *value,
                        struct pq_bloom_hashes *hashes);

#endif
