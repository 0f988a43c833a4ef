/* SPDX-License-Identifier: MIT */
/*
 * byte_stream_split.h - BYTE_STREAM_SPLIT (Encodings.md): byte k of every value is in
 * stream k, and the streams follow one another.  For types of a fixed width.
 *
 *     AA BB CC DD | 00 11 22 33   ->   AA 00  BB 11  CC 22  DD 33
 */
#ifndef PARQUET_ENCODING_BYTE_STREAM_SPLIT_H
#define PARQUET_ENCODING_BYTE_STREAM_SPLIT_H

#include "base/buffer.h"
#include "base/slice.h"
#include "base/status.h"

struct pq_split_decoder {
    const uint8_t *data;
    size_t width;
    size_t n_values; /* in each stream */
    size_t next;
};

/* width > 0: bytes of a value. */
enum status pq_split_init(struct pq_split_decoder *decoder, struct slice input,
                          size_t width, struct error *error) CHECK_RESULT;

/* Writes n * width bytes: the values in PLAIN form, numbers little-endian. */
enum status pq_split_read(struct pq_split_decoder *decoder, uint8_t *values, size_t n,
                          struct error *error) CHECK_RESULT;
enum status pq_split_skip(struct pq_split_decoder *decoder, uint64_t n,
                          struct error *error) CHECK_RESULT;

/* Appends n values of width bytes each, given in the same form. */
enum status pq_split_encode(const uint8_t *values, size_t width, size_t n,
                            struct buffer *output, struct error *error) CHECK_RESULT;

#endif
