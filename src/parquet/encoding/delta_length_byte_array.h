/* SPDX-License-Identifier: MIT */
/*
 * delta_length_byte_array.h - DELTA_LENGTH_BYTE_ARRAY (Encodings.md, "Delta-length byte
 * array"): [lengths, DELTA_BINARY_PACKED][the bytes of all values, without gaps].
 */
#ifndef PARQUET_ENCODING_DELTA_LENGTH_BYTE_ARRAY_H
#define PARQUET_ENCODING_DELTA_LENGTH_BYTE_ARRAY_H

#include "parquet/encoding/byte_arrays.h"
#include "parquet/encoding/delta_binary_packed.h"
#include "scan/column_vector.h"

struct pq_delta_length_decoder {
    struct pq_delta_decoder lengths;
    struct slice rest; /* bytes of the values that have not been read */
};

enum status pq_delta_length_init(struct pq_delta_length_decoder *decoder,
                                 struct slice input, uint64_t max_count,
                                 struct error *error) CHECK_RESULT;

/* Values point into the input and are not terminated. */
enum status pq_delta_length_read(struct pq_delta_length_decoder *decoder,
                                 struct bytes_value *values, size_t n,
                                 struct error *error) CHECK_RESULT;

#endif
