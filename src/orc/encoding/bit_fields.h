/* SPDX-License-Identifier: MIT */
/*
 * bit_fields.h - unpacks integers of a fixed width, most significant bit first, without
 * gaps: the values of runs of integers (integer_run.h).  1..7 in three bits:
 *
 *     value      1   2   3 ...          byte 0    byte 1    byte 2
 *     bits      001 010 011            001 010 01  1 ...
 *
 * The bit fields of Parquet (parquet/encoding/bit_packing.h) begin with the least
 * significant bit.
 */
#ifndef ORC_ENCODING_BIT_FIELDS_H
#define ORC_ENCODING_BIT_FIELDS_H

#include <stddef.h>
#include <stdint.h>

/* Unpacks n values of 0..64 bits.  The caller has checked that n * width bits fit in size
 * bytes; no byte after them is read.  Faster if 8 + width bytes follow the values. */
void orc_bit_fields_unpack(const uint8_t *packed, size_t size, size_t n, unsigned width,
                           uint64_t *values);

/* The number of bytes that n values occupy; n * width must not overflow. */
static inline size_t orc_bit_fields_size(size_t n, unsigned width)
{
    return (n * width + 7) / 8;
}

/* A number of 0..8 bytes, the most significant first. */
static inline uint64_t orc_load_big_endian(const uint8_t *bytes, size_t size)
{
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++)
        value = value << 8 | bytes[i];
    return value;
}

#endif
