/* SPDX-License-Identifier: MIT */
#include "parquet/write/bloom_builder.h"

#include <math.h>

#include "base/hash.h"

/*
 * The set of hashes is an open hash table with linear probing, at most half full, that
 * stores the hashes themselves: they are already well distributed.  A slot of 0 is free;
 * the hash 0 is therefore kept out of the table.
 */
enum {
    FIRST_SLOTS = 1024,
    GROWTH = 4,
};

/* ---- Counting -------------------------------------------------------------------- */

static enum status clear_table(struct pq_bloom_builder *builder, size_t n_slots,
                               struct error *error)
{
    if (n_slots > SIZE_MAX / sizeof(uint64_t))
        return error_nomem(error);
    size_t size = n_slots * sizeof(uint64_t);
    enum status status = buffer_reserve(&builder->table, size, false, error);
    if (status != OK)
        return status;
    builder->table.size = size;
    memset(builder->table.data, 0, size);
    return OK;
}

/* The slot that holds the hash, or the free slot where it belongs. */
static inline uint64_t *find_slot(uint64_t *slots, size_t n_slots, uint64_t hash)
{
    size_t at = (size_t)(hash & (n_slots - 1));
    while (slots[at] != 0 && slots[at] != hash)
        at = (at + 1) & (n_slots - 1);
    return &slots[at];
}

/* Makes room in the list and rebuilds the table; called rarely. */
static enum status grow(struct pq_bloom_builder *builder, size_t n_slots,
                        struct error *error)
{
    enum status status = clear_table(builder, n_slots, error);
    if (status == OK)
        status = buffer_reserve(&builder->hashes, n_slots / 2 * sizeof(uint64_t), true,
                                error);
    if (status != OK)
        return status;
    uint64_t *slots = (void *)builder->table.data;
    const uint64_t *hashes = (void *)builder->hashes.data;
    for (size_t i = 0; i < builder->n_distinct; i++) {
        if (hashes[i] != 0)
            *find_slot(slots, n_slots, hashes[i]) = hashes[i];
    }
    return OK;
}

enum status pq_bloom_count(struct pq_bloom_builder *builder,
                           const struct pq_values *values, struct error *error)
{
    bool has_zero = false;
    size_t n_slots = FIRST_SLOTS;
    builder->n_distinct = 0;
    builder->hashes.size = 0;
    enum status status = grow(builder, n_slots, error);
    for (uint64_t i = 0; status == OK && i < values->n; i++) {
        uint8_t number[8];
        uint64_t hash = xxh64_of(pq_stored_value(values, i, number));
        uint64_t *slot = find_slot((void *)builder->table.data, n_slots, hash);
        if (hash == 0 ? has_zero : *slot == hash)
            continue;
        has_zero |= hash == 0;
        *slot = hash;
        memcpy(builder->hashes.data + builder->hashes.size, &hash, sizeof hash);
        builder->hashes.size += sizeof hash;
        builder->n_distinct++;
        if (builder->n_distinct == n_slots / 2) {
            n_slots *= GROWTH;
            status = grow(builder, n_slots, error);
        }
    }
    return status;
}

/* ---- The filter ------------------------------------------------------------------ */

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

enum status pq_bloom_build(struct pq_bloom_builder *builder, double false_positive_ratio,
                           struct error *error)
{
    size_t size = (size_t)pq_bloom_size_for(builder->n_distinct, false_positive_ratio);
    enum status status = buffer_reserve(&builder->bitset, size, false, error);
    if (status != OK)
        return status;
    builder->n_blocks = (uint32_t)(size / PQ_BLOOM_BLOCK_SIZE);
    builder->bitset.size = size;
    memset(builder->bitset.data, 0, size);
    const uint64_t *hashes = (void *)builder->hashes.data;
    for (uint64_t i = 0; i < builder->n_distinct; i++)
        pq_bloom_insert(builder->bitset.data, builder->n_blocks, hashes[i]);
    return OK;
}

void pq_bloom_builder_release(struct pq_bloom_builder *builder)
{
    buffer_release(&builder->bitset);
    buffer_release(&builder->hashes);
    buffer_release(&builder->table);
    *builder = (struct pq_bloom_builder){0};
}
