/* SPDX-License-Identifier: MIT */
/*
 * value_encoder.h - the values of a leaf in the physical form to write, and an encoder
 * for them in any encoding except dictionary indices.
 */
#ifndef PARQUET_ENCODING_VALUE_ENCODER_H
#define PARQUET_ENCODING_VALUE_ENCODER_H

#include "base/buffer.h"
#include "parquet/encoding/byte_arrays.h"
#include "parquet/format/parquet_format.h"

/* The non-null values, borrowed.  Numbers are in the machine's byte order; encoders,
 * bounds and hashes convert them to the file's. */
struct pq_values {
    int type;     /* enum pq_type */
    size_t width; /* bytes of a value: BOOLEAN 1, BYTE_ARRAY 0, else as PLAIN */
    uint64_t n;
    const uint8_t *bytes;    /* n * width, or what offsets refer to; 8-byte aligned */
    const uint64_t *offsets; /* BYTE_ARRAY: n + 1 of them */
};

static inline struct slice pq_value_at(const struct pq_values *values, uint64_t i)
{
    if (values->offsets != NULL)
        return pq_byte_array(&(struct pq_byte_arrays){values->bytes, values->offsets}, i);
    return slice_of(values->bytes + i * values->width, values->width);
}

/* A value in stored form: PLAIN without the length.  `number` is space for a converted
 * number, which the slice may point to. */
struct slice pq_stored_value(const struct pq_values *values, uint64_t i,
                             uint8_t number[8]);

/* Whether the encoding can be used for the type (Encodings.md).  Not for
 * RLE_DICTIONARY. */
bool pq_encoding_fits(int encoding, int type);

/* Whether the writer's options accept it: an encoding of values, or RLE_DICTIONARY. */
bool pq_encoding_is_written(int encoding);

/* Appends the values section of a page: values first .. first + n - 1.  The encoding must
 * fit the type.  TOO_BIG above 2^31 - 1 values or bytes.  After a failure the output may
 * end with part of the section. */
enum status pq_encode_values(int encoding, const struct pq_values *values, uint64_t first,
                             uint64_t n, struct buffer *output,
                             struct error *error) CHECK_RESULT;

#endif
