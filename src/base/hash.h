/* hash.h - CRC-32 as in gzip (polynomial 0x04C11DB7), through zlib, and XXH64 with seed
 * 0, through xxHash's header. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "slice.h"

uint32_t crc32_of(struct slice bytes);
uint64_t xxh64_of(struct slice bytes);

#endif
