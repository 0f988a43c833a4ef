/* SPDX-License-Identifier: MIT */
/*
 * check_nested.h - verifies a nested field as a whole: that the levels of its leaves
 * agree on the records, and that its Variants can be read.
 */
#ifndef PARQUET_CHECK_NESTED_H
#define PARQUET_CHECK_NESTED_H

#include "parquet/check/check_findings.h"
#include "parquet/column/column_chunk_reader.h"
#include "scan/scan.h"

/* Reads a row group of a field that is a group or repeated.  node: the field. */
enum status pq_check_nested(const struct pq_chunk_context *context, uint32_t row_group,
                            uint32_t node, struct findings *findings,
                            struct error *error) CHECK_RESULT;

#endif
