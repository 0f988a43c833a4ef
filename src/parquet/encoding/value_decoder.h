/* SPDX-License-Identifier: MIT */
/*
 * value_decoder.h - decodes the values section of a page in any encoding except
 * dictionary indices.
 *
 * Values are returned in their physical type:
 *
 *     BOOLEAN                           uint8_t 0 or 1
 *     INT32, FLOAT                      4 bytes      INT64, DOUBLE   8 bytes
 *     INT96, BYTE_ARRAY,
 *     FIXED_LEN_BYTE_ARRAY              struct bytes_value
 */
#ifndef PARQUET_ENCODING_VALUE_DECODER_H
#define PARQUET_ENCODING_VALUE_DECODER_H

#include "parquet/encoding/alp.h"
#include "parquet/encoding/byte_stream_split.h"
#include "parquet/encoding/delta_byte_array.h"
#include "parquet/encoding/plain.h"
#include "parquet/encoding/rle_hybrid.h"
#include "parquet/format/parquet_format.h"

struct pq_encoding_operations;

/* A position among the values, without owned memory. */
union pq_value_position {
    struct pq_plain_decoder plain;
    struct pq_rle_decoder rle;
    struct pq_delta_decoder delta;
    struct pq_delta_length_decoder delta_length;
    struct pq_split_decoder split;
    struct pq_alp_decoder alp;
};

/* Zero it before the first init or release; init may be repeated. */
struct pq_value_decoder {
    int encoding;
    const struct pq_encoding_operations *operations;
    int type;
    size_t width; /* bytes of a fixed-width value, or 0 */
    union pq_value_position as;
    bool terminate;
    struct pq_delta_strings_decoder
        delta_strings;    /* outside the union: it owns buffers */
    struct buffer output; /* values that the encoding does not store as they are */
    uint64_t n_output;    /* ALP: 1 + the number of the vector in `output`, or 0 */
};

struct pq_value_format {
    int encoding; /* enum pq_encoding */
    int type;     /* enum pq_type */
    int32_t type_length;
    /* BYTE_ARRAY: each value is to be followed by a 0 byte.  The input and the byte after
     * it must then be writable. */
    bool terminate;
};

/* max_count: the largest number of values the page may have.  UNSUPPORTED for an unknown
 * encoding, CORRUPT for one that does not fit the type. */
enum status pq_value_decoder_init(struct pq_value_decoder *decoder,
                                  const struct pq_value_format *format,
                                  struct slice input, uint64_t max_count,
                                  struct error *error) CHECK_RESULT;
void pq_value_decoder_release(struct pq_value_decoder *decoder);

/* Reads n values; n <= BATCH_ROWS unless the encoding is PLAIN.  bytes_values are valid
 * until the next call. */
enum status pq_value_decoder_read(struct pq_value_decoder *decoder, void *values,
                                  size_t n, struct error *error) CHECK_RESULT;
enum status pq_value_decoder_skip(struct pq_value_decoder *decoder, uint64_t n,
                                  struct error *error) CHECK_RESULT;

/* Whether `as` alone is the position, so that a copy of it leads back there. */
bool pq_value_decoder_has_position(const struct pq_value_decoder *decoder);

/* How many values of the page have not been read or skipped.  Also 0 for an encoding that
 * does not store their number (PLAIN, RLE). */
uint64_t pq_value_decoder_left(const struct pq_value_decoder *decoder);

/* Size of a value in memory, in the form listed above. */
size_t pq_value_size(int type);

/* Whether values of the type are numbers in the machine's byte order, not bytes_values:
 * BOOLEAN, INT32, INT64, FLOAT, DOUBLE. */
bool pq_is_number(int type);

#endif
