/* SPDX-License-Identifier: MIT */
/*
 * bloom_builder.h - builds the Bloom filter (BloomFilter.md) of a column chunk that is
 * being written, sized by the number of distinct values.
 */
#ifndef PARQUET_BLOOM_BUILDER_H
#define PARQUET_BLOOM_BUILDER_H

#include "parquet/encoding/value_encoder.h"
#include "parquet/facts/bloom_filter.h"

/* A zeroed struct is empty; its memory is reused from one chunk to the next. */
struct pq_bloom_builder {
    uint64_t n_distinct;
    uint32_t n_blocks;    /* a power of two */
    struct buffer bitset; /* n_blocks blocks */
    struct buffer hashes, table;
};

/* Counts the distinct values by their hashes; forgets the previous chunk's.  BOOLEAN is
 * not supported. */
enum status pq_bloom_count(struct pq_bloom_builder *builder,
                           const struct pq_values *values,
                           struct error *error) CHECK_RESULT;

/* The size in bytes of a filter for n_distinct values: the smallest power of two, between
 * one block and PQ_MAX_BLOOM_SIZE, that keeps the false positive ratio. */
uint64_t pq_bloom_size_for(uint64_t n_distinct, double false_positive_ratio);

/* Builds the bitset from the hashes that pq_bloom_count() collected. */
enum status pq_bloom_build(struct pq_bloom_builder *builder, double false_positive_ratio,
                           struct error *error) CHECK_RESULT;
void pq_bloom_builder_release(struct pq_bloom_builder *builder);

#endif
