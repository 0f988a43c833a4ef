/* SPDX-License-Identifier: MIT */
#include "parquet/write/bloom_builder.h"

#include <math.h>

#include "base/hash.h"

/* Of the filter that counts, so that hardly any value finds all its bits set by others:
 * 32 bits for each. */
enum { LEAST_BYTES_PER_VALUE = 4 };

/* The logarithm of the false positive ratio, by BloomFilter.md's estimate. */
static double log_ratio(uint64_t n_distinct, uint64_t size)
{
    double bits = (double)size * 8;
    return 8 * log(-expm1(-8 * (double)n_distinct / bits));
}

uint64_t pq_bloom_size_for(uint64_t n_distinct, double false_positive_ratio)
{
    uint64_t size = PQ_BLOOM_BLOCK_SIZE;
    double wanted = log(false_positive_ratio);
    if (n_distinct == 0)
        return size;
    while (size < PQ_MAX_BLOOM_SIZE && log_ratio(n_distinct, size) > wanted)
        size *= 2;
    return size;
}

/* The size of a filter in which to insert n values. */
static uint64_t size_to_count(uint64_t n, double false_positive_ratio)
{
    uint64_t size = pq_bloom_size_for(n, false_positive_ratio);
    while (size < PQ_MAX_BLOOM_SIZE && size / LEAST_BYTES_PER_VALUE < n)
        size *= 2;
    return size;
}

enum status pq_bloom_count(struct pq_bloom_builder *builder,
                           const struct pq_values *values, double false_positive_ratio,
                           struct error *error)
{
    size_t size = (size_t)size_to_count(values->n, false_positive_ratio);
    builder->n_distinct = 0;
    enum status status = buffer_reserve(&builder->bitset, size, false, error);
    if (status != OK)
        return status;
    builder->n_blocks = (uint32_t)(size / PQ_BLOOM_BLOCK_SIZE);
    builder->bitset.size = size;
    memset(builder->bitset.data, 0, size);
    for (uint64_t i = 0; i < values->n; i++) {
        uint8_t number[8];
        uint64_t hash = xxh64_of(pq_stored_value(values, i, number));
        builder->n_distinct += pq_bloom_insert(builder->bitset.data, builder->n_blocks,
                                               hash);
    }
    return OK;
}

/* Blocks i of the half are blocks 2i and 2i + 1 of the whole. */
static void halve(struct pq_bloom_builder *builder)
{
    uint8_t *to = builder->bitset.data;
    const uint8_t *from = to;
    builder->n_blocks /= 2;
    builder->bitset.size /= 2;
    for (uint32_t i = 0; i < builder->n_blocks; i++) {
        for (unsigned k = 0; k < PQ_BLOOM_BLOCK_SIZE; k++)
            to[k] = from[k] | from[k + PQ_BLOOM_BLOCK_SIZE];
        to += PQ_BLOOM_BLOCK_SIZE;
        from += 2 * PQ_BLOOM_BLOCK_SIZE;
    }
}

void pq_bloom_fold(struct pq_bloom_builder *builder, double false_positive_ratio)
{
    uint64_t size = pq_bloom_size_for(builder->n_distinct, false_positive_ratio);
    while (builder->bitset.size > size)
        halve(builder);
}

void pq_bloom_builder_release(struct pq_bloom_builder *builder)
{
    buffer_release(&builder->bitset);
    *builder = (struct pq_bloom_builder){0};
}
