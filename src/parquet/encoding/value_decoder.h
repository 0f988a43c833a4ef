/* SPDX-License-Identifier: MIT */
/*
 * value_decoder.h - one decoder for the values section of a page, whatever its encoding,
 * dictionary indexes excepted.
 *
 * Values come out in their physical type:
 *
 *     BOOLEAN                           uint8_t 0 or 1
 *     INT32, FLOAT                      4 bytes      INT64, DOUBLE   8 bytes
 *     INT96, BYTE_ARRAY,
 *     FIXED_LEN_BYTE_ARRAY              struct bytes_value
 */
#ifndef PARQUET_ENCODING_VALUE_DECODER_H
#define PARQUET_ENCODING_VALUE_DECODER_H

#include "parquet/encoding/byte_stream_split.h"
#include "parquet/encoding/delta_byte_array.h"
#include "parquet/encoding/plain.h"
#include "parquet/encoding/rle_hybrid.h"
#include "parquet/format/parquet_format.h"

struct pq_encoding_operations;

/* A zeroed struct may be initialised and released; init may follow init. */
struct pq_value_decoder {
    int encoding;
    const struct pq_encoding_operations *operations;
    int type;
    size_t width; /* bytes of a value of a fixed width, or 0 */
    union {
        struct pq_plain_decoder plain;
        struct pq_rle_decoder rle;
        struct pq_delta_decoder delta;
        struct pq_delta_length_decoder delta_length;
        struct pq_split_decoder split;
    } as;
    bool terminate;
    struct pq_delta_strings_decoder
        delta_strings;    /* outside the union: it owns buffers */
    struct buffer output; /* values that an encoding does not hold in one piece */
};

struct pq_value_format {
    int encoding; /* enum pq_encoding */
    int type;     /* enum pq_type */
    int32_t type_length;
    /* BYTE_ARRAY: every value must be followed by a 0 byte.  The input must then be
     * writable, and so must the byte behind it. */
    bool terminate;
};

/* max_count: how many values the page holds at most.  UNSUPPORTED for an encoding that is
 * unknown, CORRUPT for one that the type cannot have. */
enum status pq_value_decoder_init(struct pq_value_decoder *decoder,
                                  const struct pq_value_format *format,
                                  struct slice input, uint64_t max_count,
                                  struct error *error) CHECK_RESULT;
void pq_value_decoder_release(struct pq_value_decoder *decoder);

/* n values, n <= BATCH_ROWS unless the encoding is PLAIN.  bytes_values are valid until
 * the next call. */
enum status pq_value_decoder_read(struct pq_value_decoder *decoder, void *values,
                                  size_t n, struct error *error) CHECK_RESULT;
enum status pq_value_decoder_skip(struct pq_value_decoder *decoder, uint64_t n,
                                  struct error *error) CHECK_RESULT;

/* How many values the page has after those that were read or skipped; 0 also for an
 * encoding that does not store their number (PLAIN, RLE). */
uint64_t pq_value_decoder_left(const struct pq_value_decoder *decoder);

/* Bytes of a value in memory, as listed above. */
size_t pq_value_size(int type);

/* Whether values of a type are numbers in memory, in the machine's byte order, and not
 * bytes_values: BOOLEAN, INT32, INT64, FLOAT, DOUBLE. */
bool pq_is_number(int type);

#endif
