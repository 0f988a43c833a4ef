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

#endif
