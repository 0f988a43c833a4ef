/* SPDX-License-Identifier: MIT */
/*
 * delta_binary_packed.h - DELTA_BINARY_PACKED (Encodings.md, "Delta Encoding"): INT32,
 * INT64, and the lengths of the two byte-array encodings.
 *
 *     header  varint(values per block) varint(miniblocks per block) varint(count)
 *             zigzag(first value)
 *     block   zigzag(min delta) [a width byte per miniblock] [miniblocks, bit-packed]
 *
 * Sums wrap around.  They are kept in 64 bits and narrowed by whoever reads INT32, which
 * gives the same as wrapping at 32; so widths over 32, which DuckDB can write for INT32,
 * do no harm.  Width bytes of miniblocks that hold no value mean nothing.
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
    uint64_t values_left; /* not yet read, of the header's count */
    uint64_t value;       /* the last one read, or before any the first value */
    bool is_at_first;     /* the next value is `value` itself */
    uint64_t min_delta;
    const uint8_t *widths; /* of the current block */
    uint64_t miniblock;    /* next one of the block; miniblocks_per_block: none left */
    struct slice packed;   /* the current miniblock */
    unsigned width;        /* its bit width */
    uint64_t packed_next;  /* next value in it */
    uint64_t packed_left;  /* values in it that are not read */
};

/* max_count: no legal stream has more values (the page's count). */
enum status pq_delta_init(struct pq_delta_decoder *decoder, struct slice input,
                          uint64_t max_count, struct error *error) CHECK_RESULT;

enum status pq_delta_read(struct pq_delta_decoder *decoder, int64_t *values, size_t n,
                          struct error *error) CHECK_RESULT;
enum status pq_delta_skip(struct pq_delta_decoder *decoder, uint64_t n,
                          struct error *error) CHECK_RESULT;

/* What follows the encoded integers in the decoder's input, found without decoding them.
 * For a decoder fresh from init. */
enum status pq_delta_find_end(const struct pq_delta_decoder *decoder,
                              struct slice *behind, struct error *error) CHECK_RESULT;

/* Appends n values in blocks of 128, miniblocks of 32: arrow-rs cannot skip others.
 * value_size: 4 (values are int32_t, and no width exceeds 32) or 8 (int64_t). */
enum status pq_delta_encode(const void *values, size_t value_size, size_t n,
                            struct buffer *output, struct error *error) CHECK_RESULT;

/* How many bytes that takes, without making them; *widest becomes the bit width of the
 * widest miniblock. */
uint64_t pq_delta_encoded_size(const void *values, size_t value_size, size_t n,
                               unsigned *widest);

#endif
