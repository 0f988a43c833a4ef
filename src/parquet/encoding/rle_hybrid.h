/* SPDX-License-Identifier: MIT */
/*
 * rle_hybrid.h - runs of a repeated value mixed with bit-packed runs (Encodings.md, "RLE
 * / Bit-Packing Hybrid"): levels, dictionary indices and booleans.
 *
 *     run    := varint(count << 1)      value in ceil(width/8) bytes, little-endian
 *             | varint(groups << 1 | 1) groups * width bytes, 8 values a group
 *
 * Empty runs are skipped (DuckDB ends level streams with one).  The last bit-packed run
 * may be truncated after the values that are needed (parquet-java accepts that).  At
 * width 0 every value is 0 and nothing is read.
 */
#ifndef PARQUET_ENCODING_RLE_HYBRID_H
#define PARQUET_ENCODING_RLE_HYBRID_H

#include "base/buffer.h"
#include "base/slice.h"
#include "base/status.h"

struct pq_rle_decoder {
    struct slice rest; /* bytes after the current run */
    unsigned width;
    uint32_t run_value;
    uint64_t run_left;   /* values of the current run not yet read */
    struct slice packed; /* the current bit-packed run's data; data NULL: repeated run */
    uint64_t packed_next;
};

/* width: 0..32.  The decoder borrows the input. */
enum status pq_rle_init(struct pq_rle_decoder *decoder, struct slice input,
                        unsigned width, struct error *error) CHECK_RESULT;

/* For dictionary indices, whose bit width is the first byte.  A page without values may
 * lack it. */
enum status pq_rle_init_indices(struct pq_rle_decoder *decoder, struct slice input,
                                struct error *error) CHECK_RESULT;

/* Reads exactly n values; CORRUPT if the input has fewer. */
enum status pq_rle_read(struct pq_rle_decoder *decoder, uint32_t *values, size_t n,
                        struct error *error) CHECK_RESULT;
enum status pq_rle_skip(struct pq_rle_decoder *decoder, uint64_t n,
                        struct error *error) CHECK_RESULT;

enum {
    /* The most bytes of a run before its packed values: its header, as long as a varint
     * can be, and a repeated value. */
    PQ_MOST_RUN_HEADER = 10 + 4,
};

/* Opens the next run, which may be empty, after the current one is used up.  For callers
 * that load the input as it is needed; width > 0. */
enum status pq_rle_open_run(struct pq_rle_decoder *decoder,
                            struct error *error) CHECK_RESULT;

/* Opens the next run with values if the current one is used up.  A repeated run has
 * packed.data == NULL; callers may use run_value directly and reduce run_left, which
 * counts the values left. */
enum status pq_rle_need_run(struct pq_rle_decoder *decoder,
                            struct error *error) CHECK_RESULT;

/* Appends n values below 2^width, width 1..32, using repeated runs for eight or more
 * equal values.  The last bit-packed run is padded with zeros.  TOO_BIG above 2^31 - 1
 * values or bytes, the limits of a page and of the runs that all readers accept. */
enum status pq_rle_encode(const uint32_t *values, size_t n, unsigned width,
                          struct buffer *output, struct error *error) CHECK_RESULT;
/* The same for byte-sized values (levels, booleans); width 1..8. */
enum status pq_rle_encode_bytes(const uint8_t *values, size_t n, unsigned width,
                                struct buffer *output, struct error *error) CHECK_RESULT;

#endif
