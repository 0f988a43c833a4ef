/* SPDX-License-Identifier: MIT */
/*
 * part_ranges.h - where a file has what will be read of a column chunk (enum file_part),
 * for files that are far away.
 *
 * These are guesses: they decide what is fetched together, not what is read.
 */
#ifndef PARQUET_PART_RANGES_H
#define PARQUET_PART_RANGES_H

#include "parquet/facts/chunk_context.h"
#include "scan/table_file.h"

/* Appends struct file_range for a part of a leaf's column chunk.  For PART_COUNTS and
 * PART_COUNTS_INDEX, the leaf is that of pq_row_check_finds_witness().  Errors are NOMEM
 * and INTERRUPTED. */
enum status pq_append_part(const struct pq_chunk_context *context, uint32_t row_group,
                           uint32_t leaf, enum file_part part,
                           const struct part_rows *rows, struct buffer *ranges,
                           struct error *error) CHECK_RESULT;

#endif
