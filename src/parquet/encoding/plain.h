/* SPDX-License-Identifier: MIT */
/*
 * plain.h - PLAIN: values without gaps (Encodings.md, "Plain").
 *
 *     BOOLEAN      one bit, least significant first
 *     INT32 ...    4, 8 or 12 bytes little-endian; FIXED_LEN_BYTE_ARRAY its length
 *     BYTE_ARRAY   [length, 4 bytes little-endian][bytes]
 */
#ifndef PARQUET_ENCODING_PLAIN_H
#define PARQUET_ENCODING_PLAIN_H

#include "base/buffer.h"
#include "base/slice.h"
#include "base/status.h"
#include "parquet/encoding/byte_arrays.h"
#include "scan/column_vector.h"

struct pq_plain_decoder {
    struct slice rest;
    unsigned bit;         /* BOOLEAN: bits of rest.data[0] used so far */
    bool terminate;       /* BYTE_ARRAY: see pq_plain_init_terminating() */
    bool has_next_length; /* next_length was read before its bytes were overwritten */
    uint32_t next_length;
};

void pq_plain_init(struct pq_plain_decoder *decoder, struct slice input);

/* For BYTE_ARRAY: writes a 0 after each value as it is read, over the first byte of the
 * next length, which the decoder has already read.  The input's bytes and the byte after
 * them must be writable. */
void pq_plain_init_terminating(struct pq_plain_decoder *decoder, struct slice input);

/* Copies n values of width bytes each: INT32, INT64, FLOAT, DOUBLE. */
enum status pq_plain_read_fixed(struct pq_plain_decoder *decoder, size_t width,
                                void *values, size_t n, struct error *error) CHECK_RESULT;
enum status pq_plain_skip_fixed(struct pq_plain_decoder *decoder, size_t width,
                                uint64_t n, struct error *error) CHECK_RESULT;

/* INT96 and FIXED_LEN_BYTE_ARRAY: values point into the input. */
enum status pq_plain_read_fixed_bytes(struct pq_plain_decoder *decoder, size_t width,
                                      struct bytes_value *values, size_t n,
                                      struct error *error) CHECK_RESULT;

/* BYTE_ARRAY: values point into the input. */
enum status pq_plain_read_bytes(struct pq_plain_decoder *decoder,
                                struct bytes_value *values, size_t n,
                                struct error *error) CHECK_RESULT;
enum status pq_plain_skip_bytes(struct pq_plain_decoder *decoder, uint64_t n,
                                struct error *error) CHECK_RESULT;

/* BOOLEAN, as bytes 0 and 1. */
enum status pq_plain_read_booleans(struct pq_plain_decoder *decoder, uint8_t *values,
                                   size_t n, struct error *error) CHECK_RESULT;
enum status pq_plain_skip_booleans(struct pq_plain_decoder *decoder, uint64_t n,
                                   struct error *error) CHECK_RESULT;

/* Encoders append to the output.  Values of a fixed width need no function here. */
enum status pq_plain_encode_booleans(const uint8_t *values, size_t n,
                                     struct buffer *output,
                                     struct error *error) CHECK_RESULT;
/* TOO_BIG if a value has more than 2 GiB - 1. */
enum status pq_plain_encode_bytes(const struct pq_byte_arrays *values, size_t first,
                                  size_t n, struct buffer *output,
                                  struct error *error) CHECK_RESULT;

#endif
