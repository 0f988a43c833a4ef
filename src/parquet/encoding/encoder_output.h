/* SPDX-License-Identifier: MIT */
/*
 * encoder_output.h - what all encoders need for appending to a buffer: reserving space,
 * the format's size limit, sizes of varints.
 */
#ifndef PARQUET_ENCODING_ENCODER_OUTPUT_H
#define PARQUET_ENCODING_ENCODER_OUTPUT_H

#include "base/buffer.h"

enum {
    MOST_SECTION = INT32_MAX, /* page sizes and value counts are int32_t */
    COPY_SLACK = 16,          /* see copy_value() */
};

static inline enum status section_too_big(const char *encoding, struct error *error)
{
    return error_set(error, TOO_BIG, "%s data of more than 2147483647 bytes in a page",
                     encoding);
}

/* Reserves `size` bytes after output->size. */
static inline enum status output_reserve(struct buffer *output, uint64_t size,
                                         struct error *error)
{
    if (size <= output->capacity - output->size)
        return OK;
    if (size > SIZE_MAX / 2 - output->size)
        return error_nomem(error);
    return buffer_reserve(output, output->size + (size_t)size, true, error);
}

static inline unsigned varint_size(uint64_t value)
{
    unsigned size = 1;
    for (; value >= 0x80; value >>= 7)
        size++;
    return size;
}

/* Copies one of many short values.  The bytes from source up to `end` must be readable,
 * and up to COPY_SLACK bytes from target on may be overwritten. */
static inline void copy_value(uint8_t *target, const uint8_t *source, size_t size,
                              const uint8_t *end)
{
    if (size <= COPY_SLACK && end - source >= COPY_SLACK)
        memcpy(target, source, COPY_SLACK);
    else
        memcpy(target, source, size);
}

#endif
