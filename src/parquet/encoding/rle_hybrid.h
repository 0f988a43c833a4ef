/* SPDX-License-Identifier: MIT */
/*
 * rle_hybrid.h - runs of a repeated value mixed with bit-packed runs (Encodings.md,
 * "RLE / Bit-Packing Hybrid"): levels, dictionary indexes and booleans.
 *
 *     run    := varint(count << 1)      value in ceil(width/8) bytes, little-endian
 *             | varint(groups << 1 | 1) groups * width bytes, 8 values a group
 *
 * Empty runs are passed over (DuckDB ends level streams with one), and the last
 * bit-packed run may be cut short after the values that are needed (parquet-java reads
 * such).  At width 0 every value is 0 and nothing is read.
 */
#ifndef PARQUET_ENCODING_RLE_HYBRID_H
#define PARQUET_ENCODING_RLE_HYBRID_H

#include "base/buffer.h"
#include "base/slice.h"
#include "base/status.h"

struct pq_rle_decoder {
    struct slice rest; /* behind the current run */
    unsigned width;
    uint32_t run_value;
    uint64_t run_left;   /* values left of the current run */
    struct slice packed; /* data of the current bit-packed run; data NULL: repeated run */
    uint64_t packed_next;
};

/* width: 0..32.  The input stays borrowed by the decoder. */
enum status pq_rle_init(struct pq_rle_decoder *decoder, struct slice input,
                        unsigned width, struct error *error) CHECK_RESULT;

/* Exactly n values; CORRUPT when the input has fewer. */
enum status pq_rle_read(struct pq_rle_decoder *decoder, uint32_t *values, size_t n,
                        struct error *error) CHECK_RESULT;
enum status pq_rle_skip(struct pq_rle_decoder *decoder, uint64_t n,
                        struct error *error) CHECK_RESULT;

/* Makes the next run current.  Then, for up to run_left values, a repeated run has
 * packed.data == NULL and run_value, which callers may use up by lowering run_left. */
enum status pq_rle_need_run(struct pq_rle_decoder *decoder,
                            struct error *error) CHECK_RESULT;

/* Appends n values, each below 2^width, width 1..32; repeated runs where eight or more
 * values are equal.  A last bit-packed run is filled up with zeros.  TOO_BIG: more values
 * or more bytes than a page can have, 2^31 - 1, which is also the longest run that all
 * readers take. */
enum status pq_rle_encode(const uint32_t *values, size_t n, unsigned width,
                          struct buffer *output, struct error *error) CHECK_RESULT;
/* The same for small values: levels and booleans; width 1..8. */
enum status pq_rle_encode_bytes(const uint8_t *values, size_t n, unsigned width,
                                struct buffer *output, struct error *error) CHECK_RESULT;

#endif
