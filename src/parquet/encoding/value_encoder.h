/* SPDX-License-Identifier: MIT */
/*
 * value_encoder.h - the values of a leaf in the physical form that is written, and one
 * encoder for them, whatever the encoding; dictionary indexes excepted.
 */
#ifndef PARQUET_ENCODING_VALUE_ENCODER_H
#define PARQUET_ENCODING_VALUE_ENCODER_H

#include "base/buffer.h"
#include "parquet/encoding/byte_arrays.h"
#include "parquet/format/parquet_format.h"

/* The values that are there (nulls are not), borrowed.  Numbers are in the machine's byte
 * order; encoders, bounds and hashes bring them into that of files. */
struct pq_values {
    int type;     /* enum pq_type */
    size_t width; /* bytes of a value: BOOLEAN 1, BYTE_ARRAY 0, else as PLAIN */
    uint64_t n;
    const uint8_t *bytes;    /* n * width; or what offsets are of; aligned for 8 bytes */
    const uint64_t *offsets; /* BYTE_ARRAY: n + 1 of them */
};

static inline struct slice pq_value_at(const struct pq_values *values, uint64_t i)
{
    if (values->offsets != NULL)
        return pq_byte_array(&(struct pq_byte_arrays){values->bytes, values->offsets}, i);
    return slice_of(values->bytes + i * values->width, values->width);
}

/* The same as it is stored, as PLAIN without the length; a number may be put into
 * `number`. */
struct slice pq_stored_value(const struct pq_values *values, uint64_t i,
                             uint8_t number[8]);

/* Whether a type can have an encoding (Encodings.md); not RLE_DICTIONARY. */
bool pq_encoding_fits(int encoding, int type);

/* Whether the writer can be asked for it: an encoding of values, or RLE_DICTIONARY. */
bool pq_encoding_is_written(int encoding);

/* Appends the values section of a page: values first .. first + n - 1.  The encoding
 * fits the type.  TOO_BIG: over 2^31 - 1 values or bytes.  After a failure the output may
 * end with a part of the section. */
enum status pq_encode_values(int encoding, const struct pq_values *values, uint64_t first,
                             uint64_t n, struct buffer *output,
                             struct error *error) CHECK_RESULT;

#endif
