/* SPDX-License-Identifier: MIT */
/*
 * unit_libsnappy.h - libsnappy as a second opinion on our own snappy, in builds that
 * found it (UNIT_LIBSNAPPY; Debian: libsnappy-dev).
 */
#ifndef UNIT_LIBSNAPPY_H
#define UNIT_LIBSNAPPY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/slice.h"

#ifdef UNIT_LIBSNAPPY
#include <snappy-c.h>

enum { HAS_LIBSNAPPY = 1 };

/* True when the block is right and has exactly `size` bytes, which then are at output. */
static inline bool libsnappy_decompress(struct slice block, uint8_t *output, size_t size)
{
    size_t made;
    char nothing[1];
    const char *bytes = block.size > 0 ? (const char *)block.data : "";
    return snappy_uncompressed_length(bytes, block.size, &made) == SNAPPY_OK &&
           made == size &&
           snappy_uncompress(bytes, block.size, size > 0 ? (char *)output : nothing,
                             &made) == SNAPPY_OK &&
           made == size;
}

/* A block of *size bytes, which the caller frees. */
static inline uint8_t *libsnappy_compress(struct slice text, size_t *size)
{
    *size = snappy_max_compressed_length(text.size);
    uint8_t *block = malloc(*size);
    if (block == NULL || snappy_compress(text.size > 0 ? (const char *)text.data : "",
                                         text.size, (char *)block, size) != SNAPPY_OK)
        exit(2);
    return block;
}

#else
enum { HAS_LIBSNAPPY = 0 };

static inline bool libsnappy_decompress(struct slice block, uint8_t *output, size_t size)
{
    (void)block;
    (void)output;
    (void)size;
    return false;
}

static inline uint8_t *libsnappy_compress(struct slice text, size_t *size)
{
    (void)text;
    *size = 0;
    return NULL;
}
#endif

#endif
