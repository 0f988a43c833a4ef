/* SPDX-License-Identifier: MIT */
/*
 * check_nested.h - verifies what only the leaves of a nested field together show: that
 * their levels tell of the same records, and that the Variants in them can be read.
 */
#ifndef PARQUET_CHECK_NESTED_H
#define PARQUET_CHECK_NESTED_H

#include "parquet/check/check_findings.h"
#include "parquet/column/column_chunk_reader.h"
#include "scan/scan.h"

/* Reads a field, which is not a leaf that is not repeated, in a row group. */
enum status pq_check_nested(const struct pq_chunk_context *context, uint32_t row_group,
                            uint32_t node, struct pq_findings *findings,
                            struct error *error) CHECK_RESULT;

#endif
