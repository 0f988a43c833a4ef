/* SPDX-License-Identifier: MIT */
/*
 * unit_orc_bloom.h - writes Bloom filters of ORC files as the specification describes
 * them.
 */
#ifndef UNIT_ORC_BLOOM_H
#define UNIT_ORC_BLOOM_H

#include "orc/facts/bloom_hash.h"
#include "unit_orc.h"

enum { BITS = 1024, HASHES = 4 }; /* of a filter */

/* Two hashes of 32 bits, combined k times. */
static inline void set_bits(uint8_t *bits, uint64_t hash)
{
    int32_t hash1 = (int32_t)(uint32_t)hash, hash2 = (int32_t)(uint32_t)(hash >> 32);
    for (int32_t k = 1; k <= HASHES; k++) {
        int32_t combined = (int32_t)((uint32_t)hash1 + (uint32_t)k * (uint32_t)hash2);
        if (combined < 0)
            combined = ~combined;
        uint32_t position = (uint32_t)combined % BITS;
        bits[position / 8] |= (uint8_t)(1 << position % 8);
    }
}

/* Appends a filter to the index; n_hashes may be LEFT_OUT. */
static inline void put_filter(struct bytes *index, const uint8_t *bits, size_t size,
                              uint64_t n_hashes)
{
    struct bytes filter = {0};
    if (n_hashes != LEFT_OUT)
        proto_varint(&filter, 1, n_hashes);
    proto_bytes(&filter, 3, slice_of(bits, size));
    proto_message(index, 1, &filter);
}

#endif
