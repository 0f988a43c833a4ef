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

enum status pq_delta_strings_init(struct pq_delta_strings_decoder *decoder,
                                  struct slice input, uint64_t max_count,
                                  struct error *error) CHECK_RESULT;
void pq_delta_strings_release(struct pq_delta_strings_decoder *decoder);

/* The values are terminated by 0 bytes and valid until the next call. */
enum status pq_delta_strings_read(struct pq_delta_strings_decoder *decoder,
                                  struct bytes_value *values, size_t n,
                                  struct error *error) CHECK_RESULT;
enum status pq_delta_strings_skip(struct pq_delta_strings_decoder *decoder, uint64_t n,
                                  struct error *error) CHECK_RESULT;

/* Each call encodes one page: its first value has no prefix. */
enum status pq_delta_strings_encode(const struct pq_byte_arrays *values, size_t first,
                                    size_t n, struct buffer *output,
                                    struct error *error) CHECK_RESULT;

#endif
