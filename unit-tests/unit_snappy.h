/* SPDX-License-Identifier: MIT */
/*
 * unit_snappy.h - a small snappy compressor, for the inputs of tests and fuzzers.
 *
 * Greedy; its hash table keeps the last position of each hash.  It writes every kind of
 * element, and each literal in one piece, however long.
 */
#ifndef UNIT_SNAPPY_H
#define UNIT_SNAPPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The most bytes that snappy_pack() writes. */
static inline size_t snappy_pack_bound(size_t size)
{
    return size + size / 4 + 32;
}

static inline uint8_t *snappy_put_number(uint8_t *out, size_t number, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        *out++ = (uint8_t)(number >> (8 * i));
    return out;
}

static inline uint8_t *snappy_put_literal(uint8_t *out, const uint8_t *bytes, size_t size)
{
    if (size == 0)
        return out;
    unsigned n_bytes = 0;
    while (n_bytes < 4 && (size - 1) >> (8 * n_bytes) > 0)
        n_bytes++;
    if (size <= 60) {
        *out++ = (uint8_t)((size - 1) << 2);
    } else {
        *out++ = (uint8_t)((59 + n_bytes) << 2);
        out = snappy_put_number(out, size - 1, n_bytes);
    }
    memcpy(out, bytes, size);
    return out + size;
}

static inline uint8_t *snappy_put_copy(uint8_t *out, size_t offset, size_t length)
{
    while (length > 0) {
        size_t part = length > 64 ? 64 : length;
        if (offset > 65535) {
            *out++ = (uint8_t)((part - 1) << 2 | 3);
            out = snappy_put_number(out, offset, 4);
        } else if (part >= 4 && part <= 11 && offset < 2048) {
            *out++ = (uint8_t)(offset >> 8 << 5 | (part - 4) << 2 | 1);
            *out++ = (uint8_t)offset;
        } else {
            *out++ = (uint8_t)((part - 1) << 2 | 2);
            out = snappy_put_number(out, offset, 2);
        }
        length -= part;
    }
    return out;
}

/* Returns the number of bytes written. */
static inline size_t snappy_pack(const uint8_t *bytes, size_t size, uint8_t *output)
{
    size_t places[4096] = {0}; /* position + 1; 0: none */
    size_t literal = 0, at = 0, left = size;
    uint8_t *out = output;
    for (; left >= 0x80; left >>= 7)
        *out++ = (uint8_t)(left | 0x80);
    *out++ = (uint8_t)left;
    while (size - at >= 6) {
        uint32_t next = (uint32_t)bytes[at] | (uint32_t)bytes[at + 1] << 8 |
                        (uint32_t)bytes[at + 2] << 16 | (uint32_t)bytes[at + 3] << 24;
        size_t *place = &places[next * 2654435761U >> 20];
        size_t before = *place;
        *place = at + 1;
        /* A copy from farther back than 65535 takes five bytes, so it must save more. */
        size_t least = before > 0 && at + 1 - before > 65535 ? 6 : 4;
        size_t length = 0;
        while (before > 0 && at + length < size &&
               bytes[before - 1 + length] == bytes[at + length])
            length++;
        if (length < least) {
            at++;
            continue;
        }
        out = snappy_put_literal(out, bytes + literal, at - literal);
        out = snappy_put_copy(out, at + 1 - before, length);
        at += length;
        literal = at;
    }
    if (size > literal)
        out = snappy_put_literal(out, bytes + literal, size - literal);
    return (size_t)(out - output);
}

#endif
