/* SPDX-License-Identifier: MIT */
/*
 * variant_field_reader.h - the column_reader of a shredded field of Variants
 * ("event.event_ts"): reads its typed_value, and where a Variant has another type there,
 * its `value` as a mismatched value (VariantShredding.md).
 */
#ifndef PARQUET_VARIANT_FIELD_READER_H
#define PARQUET_VARIANT_FIELD_READER_H

#include "parquet/column/column_chunk_reader.h"

/* source: of kind PQ_SOURCE_VARIANT_FIELD.  The caller closes the reader. */
enum status pq_variant_field_reader_open(const struct pq_chunk_context *context,
                                         const struct pq_column_source *source,
                                         struct column_reader **reader,
                                         struct error *error) CHECK_RESULT;

#endif
