/* SPDX-License-Identifier: MIT */
/*
 * bloom_builder.h - builds the Bloom filter (BloomFilter.md) of a column chunk that is
 * being written, sized by the number of distinct values.
 *
 * The values are inserted once, into a filter that is large enough for all of them to
 * differ.  Each value that sets a bit there is one more distinct value; that counts too
 * few, by about one in 100,000.  Then the filter is halved until its size suits their
 * number: the block of a hash depends on its upper bits, so a filter with half as many
 * blocks has in each what two blocks had.
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
};

/* Inserts the values and counts the distinct ones; forgets the previous chunk's.  ratio:
 * the least that pq_bloom_fold() may be called with.  BOOLEAN is not supported. */
enum status pq_bloom_count(struct pq_bloom_builder *builder,
                           const struct pq_values *values, double false_positive_ratio,
                           struct error *error) CHECK_RESULT;

/* The size in bytes of a filter for n_distinct values: the smallest power of two, between
 * one block and PQ_MAX_BLOOM_SIZE, that keeps the false positive ratio. */
uint64_t pq_bloom_size_for(uint64_t n_distinct, double false_positive_ratio);

/* Reduces the filter of pq_bloom_count() to the size for n_distinct. */
void pq_bloom_fold(struct pq_bloom_builder *builder, double false_positive_ratio);
void pq_bloom_builder_release(struct pq_bloom_builder *builder);

#endif
