/* SPDX-License-Identifier: MIT */
/*
 * unit_bytes.h - builds inputs: growing buffers, copies in heap blocks of exactly their
 * size (so that AddressSanitizer detects accesses past the end), and pseudo-random
 * numbers that are the same in every run.
 */
#ifndef UNIT_BYTES_H
#define UNIT_BYTES_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/slice.h"

/* A zeroed struct is empty. */
struct bytes {
    uint8_t *data;
    size_t size, capacity;
};

static inline void *must(void *block)
{
    if (block == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return block;
}

static inline void bytes_put(struct bytes *bytes, const void *data, size_t size)
{
    if (size > bytes->capacity - bytes->size) {
        bytes->capacity = (bytes->capacity + size) * 2;
        bytes->data = must(realloc(bytes->data, bytes->capacity));
    }
    if (size > 0)
        memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
}

static inline void bytes_put_u8(struct bytes *bytes, unsigned value)
{
    uint8_t byte = (uint8_t)value;
    bytes_put(bytes, &byte, 1);
}

/* Little-endian. */
static inline void bytes_put_uint(struct bytes *bytes, uint64_t value, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        bytes_put_u8(bytes, (unsigned)(value >> (8 * i) & 0xff));
}

static inline void bytes_put_varint(struct bytes *bytes, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        bytes_put_u8(bytes, (unsigned)(value & 0x7f) | 0x80);
    bytes_put_u8(bytes, (unsigned)value);
}

static inline void bytes_put_zigzag(struct bytes *bytes, int64_t value)
{
    uint64_t bits = (uint64_t)value;
    bytes_put_varint(bytes, bits << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

static inline void bytes_put_text(struct bytes *bytes, const char *text)
{
    bytes_put(bytes, text, strlen(text));
}

static inline void bytes_put_bytes(struct bytes *bytes, const struct bytes *more)
{
    bytes_put(bytes, more->data, more->size);
}

static inline struct slice bytes_slice(const struct bytes *bytes)
{
    return slice_of(bytes->data, bytes->size);
}

static inline void bytes_free(struct bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct bytes){0};
}

/* Copies to a heap block of exactly `size` bytes (1 if size is 0); the caller frees it.
 */
static inline uint8_t *exact_copy(const void *data, size_t size)
{
    uint8_t *copy = must(malloc(size > 0 ? size : 1));
    if (size > 0)
        memcpy(copy, data, size);
    return copy;
}

/* The contents of a file; empty if it cannot be read. */
static inline struct bytes bytes_of_file(const char *path)
{
    struct bytes bytes = {0};
    uint8_t part[4096];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return bytes;
    for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;)
        bytes_put(&bytes, part, n);
    fclose(file);
    return bytes;
}

/* SplitMix64 (Steele, Lea, Flood). */
static inline uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline uint64_t random_below(uint64_t *state, uint64_t limit)
{
    return next_random(state) % limit;
}

/* The lowest `bits` bits set; 0..64. */
static inline uint64_t low_bits(unsigned bits)
{
    return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

/* Appends n values of width bits, least significant bit first, one bit at a time: slow,
 * but obviously right.  Zero bits fill the last byte. */
static inline void bytes_put_packed(struct bytes *bytes, const uint64_t *values, size_t n,
                                    unsigned width)
{
    unsigned byte = 0, used = 0;
    for (size_t i = 0; i < n; i++) {
        for (unsigned bit = 0; bit < width; bit++) {
            byte |= (unsigned)(values[i] >> bit & 1) << used;
            if (++used == 8) {
                bytes_put_u8(bytes, byte);
                byte = used = 0;
            }
        }
    }
    if (used > 0)
        bytes_put_u8(bytes, byte);
}

/* How many values the decoders' tests read at a time: 1, 3, 7, and all. */
static const size_t read_steps[] = {1, 3, 7, 1000000};
enum { N_READ_STEPS = sizeof read_steps / sizeof read_steps[0] };

static inline size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Doubles ------------------------------------------------------------------ */

static inline double double_of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Compares bits: 0.0 differs from -0.0, and a NaN is the same as itself. */
static inline bool is_same_double(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Appends n values of width bits, most significant bit first, one bit at a time. */
static inline void bytes_put_fields(struct bytes *bytes, const uint64_t *values, size_t n,
                                    unsigned width)
{
    unsigned byte = 0, used = 0;
    for (size_t i = 0; i < n; i++) {
        for (unsigned bit = width; bit-- > 0;) {
            byte = byte << 1 | (unsigned)(values[i] >> bit & 1);
            if (++used == 8) {
                bytes_put_u8(bytes, byte);
                byte = used = 0;
            }
        }
    }
    if (used > 0)
        bytes_put_u8(bytes, byte << (8 - used));
}

#endif
