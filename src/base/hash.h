/* SPDX-License-Identifier: MIT */
/* hash.h - CRC-32 as in gzip (polynomial 0x04C11DB7), through zlib, and XXH64, through
 * xxHash's header. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/slice.h"
#include "base/status.h"

uint32_t crc32_of(struct slice bytes);
/* Same for many bytes; can be interrupted. */
enum status crc32_of_page(struct slice bytes, uint32_t *crc,
                          struct error *error) CHECK_RESULT;

/* XXH64 with seed 0, as Parquet's Bloom filters use it. */
uint64_t xxh64_of(struct slice bytes);

/* For hash tables in memory, with a seed from hash_new_seed(): nobody can predict which
 * keys will collide. */
uint64_t hash_of(struct slice bytes, uint64_t seed);
uint64_t hash_new_seed(void);

/* One that stays the same in this process: for what stands for a text, since anybody can
 * make two texts with the same XXH64. */
uint64_t hash_process_seed(void);

/* All bits of the result depend on all bits of the number. */
static inline uint64_t hash_mix(uint64_t x)
{
    x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
    x = (x ^ x >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

/* The same, of which only the upper bits are mixed.  Numbers in a row rarely collide:
 * with a few hundred integers a table takes a quarter of the time that it takes with
 * hash_mix().  Folding makes up for halves that are the same in all numbers. */
static inline uint64_t hash_spread(uint64_t x)
{
    return (x ^ x >> 32) * UINT64_C(0x9e3779b97f4a7c15);
}

#endif
