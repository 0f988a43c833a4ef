/* SPDX-License-Identifier: MIT */
/*
 * bloom_builder.h - Bloom filters for the values of a column chunk that is written
 * (BloomFilter.md), of the size that their real number asks for.
 */
#ifndef PARQUET_BLOOM_BUILDER_H
#define PARQUET_BLOOM_BUILDER_H

#include "parquet/encoding/value_encoder.h"
#include "parquet/facts/bloom_filter.h"

/* Zeroed it is empty; it keeps its memory from one chunk to the next. */
struct pq_bloom_builder {
    uint64_t n_distinct;
    uint32_t n_blocks;    /* a power of two */
    struct buffer bitset; /* n_blocks blocks */
    struct buffer hashes, table;
};

/* Counts the distinct values (by their hashes), and forgets those of before.  Not
 * BOOLEAN. */
enum status pq_bloom_count(struct pq_bloom_builder *builder,
                           const struct pq_values *values,
                           struct error *error) CHECK_RESULT;

/* The bytes of a filter for so many values: the smallest power of two, at least one block
 * and at most PQ_MAX_BLOOM_SIZE, that keeps the false positive ratio. */
uint64_t pq_bloom_size_for(uint64_t n_distinct, double false_positive_ratio);

/* Makes the bitset from what was counted. */
enum status pq_bloom_build(struct pq_bloom_builder *builder, double false_positive_ratio,
                           struct error *error) CHECK_RESULT;
void pq_bloom_builder_release(struct pq_bloom_builder *builder);

#endif
