/* SPDX-License-Identifier: MIT */
#include "orc/facts/bloom_hash.h"

/* ---- Hashes ----------------------------------------------------------------------- */

static uint64_t rotate_left(uint64_t word, unsigned n)
{
    return word << n | word >> (64 - n);
}

static uint64_t mix(uint64_t word)
{
    word *= UINT64_C(0x87c37b91114253d5);
    return rotate_left(word, 31) * UINT64_C(0x4cf5ad432745937f);
}

uint64_t orc_murmur3_64(struct slice bytes)
{
    enum { SEED = 104729 };
    uint64_t hash = SEED, size = bytes.size;
    for (; bytes.size >= 8; bytes = slice_of(bytes.data + 8, bytes.size - 8)) {
        hash ^= mix(load_u64(bytes.data));
        hash = rotate_left(hash, 27) * 5 + 0x52dce729;
    }
    uint64_t last = 0;
    for (size_t i = 0; i < bytes.size; i++)
        last |= (uint64_t)bytes.data[i] << (8 * i);
    hash ^= mix(last);
    hash ^= (uint32_t)size; /* an int in Java */
    hash = (hash ^ hash >> 33) * UINT64_C(0xff51afd7ed558ccd);
    hash = (hash ^ hash >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return hash ^ hash >> 33;
}

/* Shifts as if the word were signed. */
static uint64_t shift_right_signed(uint64_t word, unsigned n)
{
    uint64_t sign = word >> 63 ? ~(UINT64_MAX >> n) : 0;
    return word >> n | sign;
}

uint64_t orc_integer_hash(int64_t value)
{
    uint64_t hash = (uint64_t)value;
    hash = (hash << 21) + ~hash;
    hash ^= shift_right_signed(hash, 24);
    hash *= 265;
    hash ^= shift_right_signed(hash, 14);
    hash *= 21;
    hash ^= shift_right_signed(hash, 28);
    return hash + (hash << 31);
}

/* ---- Filters ---------------------------------------------------------------------- */

bool orc_bloom_has(struct slice bits, uint32_t n_hashes, uint64_t hash)
{
    /* More than a writer has reason to use.  To test fewer bits than were set is right,
     * too. */
    enum { MOST_TESTED = 256 };
    uint64_t n_bits = (uint64_t)bits.size * 8;
    uint32_t first = (uint32_t)hash, second = (uint32_t)(hash >> 32);
    if (bits.size == 0 || bits.size % 8 != 0)
        return true;
    for (uint32_t i = 1; i <= n_hashes && i <= MOST_TESTED; i++) {
        uint32_t combined = first + i * second;
        if (combined >> 31) /* negative in Java */
            combined = ~combined;
        uint64_t bit = combined % n_bits;
        if ((bits.data[bit / 8] >> (bit % 8) & 1) == 0)
            return false;
    }
    return true;
}
