/* SPDX-License-Identifier: MIT */
/*
 * bit_packing.h - packs and unpacks integers of a fixed bit width, least significant bit
 * first, without gaps (Encodings.md, "RLE / Bit-Packing Hybrid", note 1).  1..7 in three
 * bits:
 *
 *     value      1   2   3 ...          byte 0    byte 1    byte 2
 *     bits      001 010 011            1 010 001  ...
 */
#ifndef PARQUET_ENCODING_BIT_PACKING_H
#define PARQUET_ENCODING_BIT_PACKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Unpacks values first .. first+n-1.  The caller has checked that (first + n) * width
 * bits fit in size bytes; no byte after them is read.  width: 0..32 for u32, 0..64 for
 * u64. */
void bit_unpack_u32(const uint8_t *packed, size_t size, uint64_t first, size_t n,
                    unsigned width, uint32_t *values);
void bit_unpack_u64(const uint8_t *packed, size_t size, uint64_t first, size_t n,
                    unsigned width, uint64_t *values);

/* Whether n values are at most `most` < 2^31.  Compilers vectorize this form of the loop
 * on all machines, unlike the greatest of unsigned numbers. */
static inline bool all_at_most_u32(const uint32_t *values, size_t n, uint32_t most)
{
    uint32_t excess = 0; /* the uppermost bit is set if a value is greater */
    for (size_t i = 0; i < n; i++)
        excess |= values[i] | (most - values[i]);
    return excess >> 31 == 0;
}

/* The greatest of n values, at least 0. */
static inline uint32_t greatest_u32(const uint32_t *values, size_t n)
{
    uint32_t greatest = 0;
    for (size_t i = 0; i < n; i++)
        greatest = values[i] > greatest ? values[i] : greatest;
    return greatest;
}

/* Packs n values of at most `width` bits into (n * width + 7) / 8 bytes.  Unused bits
 * after the last value are 0. */
void bit_pack_u32(const uint32_t *values, size_t n, unsigned width, uint8_t *packed);
void bit_pack_u64(const uint64_t *values, size_t n, unsigned width, uint8_t *packed);
/* The same for byte-sized values; width: 0..8. */
void bit_pack_u8(const uint8_t *values, size_t n, unsigned width, uint8_t *packed);

/* The fewest bits that hold the value. */
static inline unsigned bit_width_of(uint64_t value)
{
#if defined(__GNUC__)
    return value == 0 ? 0 : 64 - (unsigned)__builtin_clzll(value);
#else
    unsigned bits = 0;
    for (; value != 0; value >>= 1)
        bits++;
    return bits;
#endif
}

/* The number of bytes that n values occupy. */
static inline uint64_t bit_packed_size(uint64_t n, unsigned width)
{
    return n / 8 * width + (n % 8 * width + 7) / 8;
}

/* How many values of this width fit entirely in size bytes; width > 0. */
static inline uint64_t bit_packed_capacity(size_t size, unsigned width)
{
    return (uint64_t)(size / width) * 8 + (uint64_t)(size % width) * 8 / width;
}

#endif
