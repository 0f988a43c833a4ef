/* SPDX-License-Identifier: MIT */
/*
 * unit_libsnappy.h - libsnappy, to compare our own snappy with, where it is installed
 * (UNIT_LIBSNAPPY; Debian: libsnappy-dev).
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

/* Returns true if the block is valid and decompresses to exactly `size` bytes. */
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

/* Returns a compressed block of *size bytes; the caller frees it. */
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
