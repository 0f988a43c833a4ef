/* SPDX-License-Identifier: MIT */
/*
 * encoding_operations.h - what value_decoder.c and value_encoder.c call of an encoding of
 * values.  Each file of an encoding defines one `struct pq_encoding_operations`;
 * format/encoding_list.h names them.  Those that are no encodings of values, but of
 * levels and dictionary indices, are all zeros.
 */
#ifndef PARQUET_ENCODING_ENCODING_OPERATIONS_H
#define PARQUET_ENCODING_ENCODING_OPERATIONS_H

#include "parquet/encoding/value_decoder.h"
#include "parquet/encoding/value_encoder.h"

struct pq_encoding_operations {
    /* Whether values of a type (enum pq_type) can have the encoding. */
    bool (*fits)(int type);

    /* These three have the contracts of pq_value_decoder_init(), ..._read() and
     * ..._skip().  `init` finds type, width and terminate set; the type fits. */
    enum status (*init)(struct pq_value_decoder *decoder, struct slice input,
                        uint64_t max_count, struct error *error);
    enum status (*read)(struct pq_value_decoder *decoder, void *values, size_t n,
                        struct error *error);
    enum status (*skip)(struct pq_value_decoder *decoder, uint64_t n,
                        struct error *error);
    /* How many more values the page has than were read or skipped; NULL for an encoding
     * that does not store their number. */
    uint64_t (*values_left)(const struct pq_value_decoder *decoder);

    /* Has the contract of pq_encode_values(); n is at most 2^31 - 1. */
    enum status (*encode)(const struct pq_values *values, size_t first, size_t n,
                          struct buffer *output, struct error *error);
};

#define ENCODING(format_name, number, name)                                              \
    extern const struct pq_encoding_operations pq_encoding_##name;
#include "parquet/format/encoding_list.h"

/* NULL for a number that no encoding has. */
const struct pq_encoding_operations *pq_encoding_operations(int encoding);

/* The bytes of value `first` on, of a type of fixed width; NULL when there are none. */
static inline const uint8_t *pq_values_from(const struct pq_values *values, size_t first,
                                            size_t n)
{
    return n > 0 ? values->bytes + first * values->width : NULL;
}

#endif
