/* SPDX-License-Identifier: MIT */
/*
 * variant_scalar.h - encodes scalars of JSON as Variant primitives (VariantEncoding.md,
 * "Encoding types"), for variant_builder.h.
 */
#ifndef PARQUET_VARIANT_SCALAR_H
#define PARQUET_VARIANT_SCALAR_H

#include "base/buffer.h"
#include "parquet/variant/variant_value.h"
#include "value/json_reader.h"

/* Stores an integer little-endian. */
static inline void pq_variant_store(uint8_t *out, uint64_t value, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        out[i] = (uint8_t)(value >> (8 * i));
}

/* Appends a scalar as variant_builder.h describes.  kind: NULL .. STRING.  MISUSE if no
 * Variant type holds a number. */
enum status pq_append_variant_scalar(struct buffer *out, enum json_token kind,
                                     struct slice value,
                                     struct error *error) CHECK_RESULT;

/* Appends a scalar as a value of the type, if reading that returns exactly the scalar's
 * text; *fits: it does. */
enum status pq_append_variant_typed(struct buffer *out, enum pq_variant_type type,
                                    enum json_token kind, struct slice value, bool *fits,
                                    struct error *error) CHECK_RESULT;

#endif
