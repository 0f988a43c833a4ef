/* SPDX-License-Identifier: MIT */
/*
 * delta_binary_packed.h - DELTA_BINARY_PACKED (Encodings.md, "Delta Encoding"): INT32,
 * INT64, and the lengths of the two byte-array encodings.
 *
 *     header  varint(values per block) varint(miniblocks per block) varint(count)
 *             zigzag(first value)
 *     block   zigzag(min delta) [a width byte per miniblock] [miniblocks, bit-packed]
 *
 * Sums wrap around.  They are kept in 64 bits, and readers of INT32 narrow them, with the
 * same result as wrapping at 32 bits.  So widths over 32, which DuckDB can write for
 * INT32, are harmless.  Width bytes of miniblocks without values are ignored.
 */
#ifndef PARQUET_ENCODING_DELTA_BINARY_PACKED_H
#define PARQUET_ENCODING_DELTA_BINARY_PACKED_H

#include "base/buffer.h"
#include "base/slice.h"
#include "base/status.h"

struct pq_delta_decoder {
    struct slice rest;
    uint64_t values_per_miniblock;
    uint64_t miniblocks_per_block;
    uint64_t values_left; /* values of the header's count that have not been read */
    uint64_t value;       /* the last value read; at the start, the first value */
    bool is_at_first;     /* the next value is `value` itself */
    uint64_t min_delta;
    const uint8_t *widths; /* of the current block */
    uint64_t miniblock;  /* next one of the block; miniblocks_per_block if none is left */
    struct slice packed; /* the current miniblock */
    unsigned width;      /* its bit width */
    uint64_t packed_next; /* index of the next value in it */
    uint64_t packed_left; /* values in it that have not been read */
};

/* max_count: the page's count; more values are CORRUPT. */
enum status pq_delta_init(struct pq_delta_decoder *decoder, struct slice input,
                          uint64_t max_count, struct error *error) CHECK_RESULT;

enum status pq_delta_read(struct pq_delta_decoder *decoder, int64_t *values, size_t n,
                          struct error *error) CHECK_RESULT;
enum status pq_delta_skip(struct pq_delta_decoder *decoder, uint64_t n,
                          struct error *error) CHECK_RESULT;

/* Finds the bytes after the encoded integers without decoding them.  The decoder must not
 * have read anything since init. */
enum status pq_delta_find_end(const struct pq_delta_decoder *decoder,
                              struct slice *behind, struct error *error) CHECK_RESULT;

/* Appends n values in blocks of 128 and miniblocks of 32: arrow-rs cannot skip others.
 * value_size: 4 (values are int32_t, and widths stay within 32) or 8 (int64_t). */
enum status pq_delta_encode(const void *values, size_t value_size, size_t n,
                            struct buffer *output, struct error *error) CHECK_RESULT;

/* The number of bytes that pq_delta_encode() would append; *widest is the largest bit
 * width of a miniblock. */
uint64_t pq_delta_encoded_size(const void *values, size_t value_size, size_t n,
                               unsigned *widest);

#endif
