/* SPDX-License-Identifier: MIT */
/*
 * variant_field_reader.h - the column_reader of a shredded field of Variants
 * ("event.event_ts"): the values of its typed_value, and where a Variant has something
 * else there, what its `value` holds, as a mismatched value (VariantShredding.md).
 */
#ifndef PARQUET_VARIANT_FIELD_READER_H
#define PARQUET_VARIANT_FIELD_READER_H

#include "parquet/column/column_chunk_reader.h"

/* source: of kind PQ_SOURCE_VARIANT_FIELD. */
enum status pq_variant_field_reader_open(const struct pq_chunk_context *context,
                                         const struct pq_column_source *source,
                                         struct column_reader **reader,
                                         struct error *error) CHECK_RESULT;

#endif
