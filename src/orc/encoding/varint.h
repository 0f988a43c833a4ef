/* SPDX-License-Identifier: MIT */
/*
 * varint.h - base-128 varints of at most 64 bits: those of runs of integers, and most of
 * decimals (ORC specification, "Base 128 Varint").
 *
 * The readers of Java and C++ ignore the bits above 64 of longer numbers in runs, and
 * no writer makes any.  Here such numbers are corrupt.
 */
#ifndef ORC_ENCODING_VARINT_H
#define ORC_ENCODING_VARINT_H

#include "base/slice.h"
#include "base/status.h"

/* Joins the lower 7 bits of 8 bytes, the least significant first. */
static inline uint64_t orc_varint_join(uint64_t bytes)
{
    bytes = (bytes & 0x007f007f007f007f) | (bytes & 0x7f007f007f007f00) >> 1;
    bytes = (bytes & 0x00003fff00003fff) | (bytes & 0x3fff00003fff0000) >> 2;
    return (bytes & 0x0fffffff) | (bytes & 0x0fffffff00000000) >> 4;
}

/* Reads a number and advances *rest.  False, and nothing changes, if the number is longer
 * than 64 bits or *rest ends too early. */
static inline bool orc_varint_read(struct slice *rest, uint64_t *value)
{
    const uint64_t ones = 0x0101010101010101;
    if (rest->size < 8)
        return slice_read_varint(rest, value);
    size_t size = 1;
    if (rest->data[0] < 0x80) {
        *value = rest->data[0];
    } else {
        /* Without a loop: sizes that vary would be predicted wrongly. */
        uint64_t word = load_u64(rest->data);
        uint64_t ends = ~word & ones << 7;
        if (ends == 0)
            return slice_read_varint(rest, value);
        uint64_t used = ends ^ (ends - 1); /* all bits up to the first end */
        size = (size_t)((used & ones) * ones >> 56);
        *value = orc_varint_join(word & used);
    }
    *rest = slice_of(rest->data + size, rest->size - size);
    return true;
}

/* Why the number at the start of `rest` could not be read. */
static inline enum status orc_varint_fault(struct slice rest, struct error *error)
{
    /* A number of more than 64 bits has 10 bytes or more. */
    if (rest.size >= 10)
        return error_set(error, CORRUPT, "an integer run has a number of over 64 bits");
    return error_set(error, CORRUPT,
                     "the integer run at the end of the stream is truncated");
}

#endif
