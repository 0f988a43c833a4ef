/* SPDX-License-Identifier: MIT */
/*
 * unit_delta.h - a simple DELTA_BINARY_PACKED encoder that can use every freedom that
 * Encodings.md leaves to writers.
 */
#ifndef UNIT_DELTA_H
#define UNIT_DELTA_H

#include "unit_bytes.h"

struct delta_shape {
    uint64_t block, miniblocks; /* values per block, miniblocks per block */
    unsigned extra_width;       /* bits added to the width needed, up to 64 in all */
    bool has_garbage;           /* in unused width bytes and in padding */
    unsigned type_bits;         /* deltas wrap at 32 or at 64 bits */
};

static const struct delta_shape usual_shape = {128, 4, 0, false, 64};

static inline int64_t wrapped(uint64_t value, unsigned bits)
{
    return bits == 32 ? (int64_t)(int32_t)(uint32_t)value : (int64_t)value;
}

static inline unsigned bits_needed(uint64_t value)
{
    unsigned bits = 0;
    for (; value > 0; value >>= 1)
        bits++;
    return bits;
}

/* Appends one block of n deltas, n <= shape->block. */
static inline void delta_put_block(struct bytes *bytes, const struct delta_shape *shape,
                                   const int64_t *deltas, size_t n)
{
    size_t per_miniblock = (size_t)(shape->block / shape->miniblocks);
    size_t used = (n + per_miniblock - 1) / per_miniblock;
    int64_t least_delta = deltas[0];
    for (size_t i = 0; i < n; i++)
        least_delta = deltas[i] < least_delta ? deltas[i] : least_delta;
    bytes_put_zigzag(bytes, least_delta);

    uint64_t *packed = must(calloc(shape->block, sizeof *packed));
    unsigned *widths = must(calloc(shape->miniblocks, sizeof *widths));
    for (size_t i = 0; i < n; i++) {
        packed[i] = (uint64_t)deltas[i] - (uint64_t)least_delta;
        if (shape->type_bits == 32)
            packed[i] = (uint32_t)packed[i];
        unsigned width = bits_needed(packed[i]) + shape->extra_width;
        width = width > 64 ? 64 : width;
        if (width > widths[i / per_miniblock])
            widths[i / per_miniblock] = width;
    }
    for (size_t i = 0; i < shape->miniblocks; i++)
        bytes_put_u8(bytes, i < used             ? widths[i]
                            : shape->has_garbage ? 0xff - (unsigned)i
                                                 : 0);
    if (shape->has_garbage)
        for (size_t i = n; i < used * per_miniblock; i++)
            packed[i] = 0x5555555555555555u & low_bits(widths[i / per_miniblock]);
    for (size_t i = 0; i < used; i++)
        bytes_put_packed(bytes, packed + i * per_miniblock, per_miniblock, widths[i]);
    free(packed);
    free(widths);
}

static inline void delta_put(struct bytes *bytes, const struct delta_shape *shape,
                             const int64_t *values, size_t n)
{
    bytes_put_varint(bytes, shape->block);
    bytes_put_varint(bytes, shape->miniblocks);
    bytes_put_varint(bytes, n);
    bytes_put_zigzag(bytes, n > 0 ? values[0] : 0);
    size_t n_deltas = n > 0 ? n - 1 : 0;
    int64_t *deltas = must(malloc((n_deltas + 1) * sizeof *deltas));
    for (size_t i = 0; i < n_deltas; i++)
        deltas[i] = wrapped((uint64_t)values[i + 1] - (uint64_t)values[i],
                            shape->type_bits);
    for (size_t i = 0; i < n_deltas; i += shape->block)
        delta_put_block(bytes, shape, deltas + i, least(shape->block, n_deltas - i));
    free(deltas);
}

/* Appends values, such as lengths or prefixes, in the shape that most writers use. */
static inline void delta_put_usual(struct bytes *bytes, const int64_t *values, size_t n)
{
    delta_put(bytes, &usual_shape, values, n);
}

#endif
