/* SPDX-License-Identifier: MIT */
/*
 * nested_reader.h - the column_reader of a top-level field that is a group or repeated;
 * each row is a JSON text.
 */
#ifndef PARQUET_NESTED_READER_H
#define PARQUET_NESTED_READER_H

#include "parquet/column/column_chunk_reader.h"

/* node: the field, a child of the root.  The caller closes the reader. */
enum status pq_nested_reader_open(const struct pq_chunk_context *context, uint32_t node,
                                  struct column_reader **reader,
                                  struct error *error) CHECK_RESULT;

/* The same for a column of kind PQ_SOURCE_VARIANT_TYPES: each row is the types in its
 * Variants (variant_types.h). */
enum status pq_variant_types_reader_open(const struct pq_chunk_context *context,
                                         uint32_t node, struct column_reader **reader,
                                         struct error *error) CHECK_RESULT;

/* The same for a column of kind PQ_SOURCE_RECORDS: each row is the entries of its leaves
 * (record_entries.h). */
enum status pq_records_reader_open(const struct pq_chunk_context *context, uint32_t node,
                                   struct column_reader **reader,
                                   struct error *error) CHECK_RESULT;

#endif
