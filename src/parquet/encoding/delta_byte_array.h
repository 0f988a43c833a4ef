/* SPDX-License-Identifier: MIT */
/*
 * delta_byte_array.h - DELTA_BYTE_ARRAY (Encodings.md, "Delta Strings"): for each value,
 * how many bytes it shares with the previous one, and the bytes after them.
 *
 *     [prefix lengths, DELTA_BINARY_PACKED][suffixes, DELTA_LENGTH_BYTE_ARRAY]
 */
#ifndef PARQUET_ENCODING_DELTA_BYTE_ARRAY_H
#define PARQUET_ENCODING_DELTA_BYTE_ARRAY_H

#include "base/buffer.h"
#include "parquet/encoding/delta_length_byte_array.h"

/* Zero it before the first init or release.  A further init reuses the buffers. */
struct pq_delta_strings_decoder {
    struct pq_delta_decoder prefixes;
    struct pq_delta_length_decoder suffixes;
    struct buffer previous; /* the last value read */
    struct buffer output;   /* the values of the last read, each with a 0 after it */
};

void pq_delta_strings_release(struct pq_delta_strings_decoder *decoder);

#endif
