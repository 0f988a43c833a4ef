/* SPDX-License-Identifier: MIT */
/*
 * variant_types.h - the types of the values in the Variants of a record: what its JSON
 * text does not say.
 *
 *     {"day": "2024-01-31", "n": [1, 2.50]}     the record's JSON
 *     DATE                   INT64, DECIMAL4    a byte for each scalar of a Variant
 *
 * A byte is an enum pq_variant_type; TRUE also stands for false, STRING for short
 * strings.  The bytes are in the order of the text.  The text and the types together are
 * the Variants' values: only the payload of NaN, which is null in JSON, is lost.
 */
#ifndef PARQUET_VARIANT_TYPES_H
#define PARQUET_VARIANT_TYPES_H

#include "parquet/variant/variant_value.h"
#include "scan/schema.h"

enum {
    /* A Variant in a group or list that is NULL, not Variant null; both are null in
     * JSON. */
    PQ_VARIANT_ABSENT = 255,
};

/* The type of the values in a typed_value leaf; type: its enum pq_type.
 * PQ_VARIANT_N_TYPES if Variants have no such type. */
enum pq_variant_type pq_variant_type_of(const struct column *column, int type);

#endif
