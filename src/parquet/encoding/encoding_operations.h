/* SPDX-License-Identifier: MIT */
/*
 * encoding_operations.h - the operations of an encoding, which value_decoder.c and
 * value_encoder.c call.  Each encoding's file defines one `struct
 * pq_encoding_operations`, and format/encoding_list.h lists them.  Encodings of levels or
 * dictionary indices only are all zeros.
 */
#ifndef PARQUET_ENCODING_ENCODING_OPERATIONS_H
#define PARQUET_ENCODING_ENCODING_OPERATIONS_H

#include "parquet/encoding/value_decoder.h"
#include "parquet/encoding/value_encoder.h"

struct pq_encoding_operations {
    /* Whether values of a type (enum pq_type) can have the encoding. */
    bool (*fits)(int type);

    /* The next three follow the contracts of pq_value_decoder_init(), ..._read() and
     * ..._skip().  Before `init` the caller has set type, width and terminate, and
     * checked that the encoding fits the type. */
    enum status (*init)(struct pq_value_decoder *decoder, struct slice input,
                        uint64_t max_count, struct error *error);
    enum status (*read)(struct pq_value_decoder *decoder, void *values, size_t n,
                        struct error *error);
    enum status (*skip)(struct pq_value_decoder *decoder, uint64_t n,
                        struct error *error);
    /* How many values of the page have not been read or skipped.  NULL for an encoding
     * that does not store their number. */
    uint64_t (*values_left)(const struct pq_value_decoder *decoder);

    /* Follows the contract of pq_encode_values(); n is at most 2^31 - 1. */
    enum status (*encode)(const struct pq_values *values, size_t first, size_t n,
                          struct buffer *output, struct error *error);
};

#define ENCODING(format_name, number, name)                                              \
    extern const struct pq_encoding_operations pq_encoding_##name;
#include "parquet/format/encoding_list.h"

/* NULL for an unknown encoding. */
const struct pq_encoding_operations *pq_encoding_operations(int encoding);

/* The bytes of values from `first` on, for types of a fixed width; NULL if n is 0. */
static inline const uint8_t *pq_values_from(const struct pq_values *values, size_t first,
                                            size_t n)
{
    return n > 0 ? values->bytes + first * values->width : NULL;
}

#endif
