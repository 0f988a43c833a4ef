/* SPDX-License-Identifier: MIT */
/*
 * file_check.h - verifies a file from end to end: checks every claim of its footer, page
 * headers, statistics, page indexes and Bloom filters against the values.
 *
 *     footer and schema
 *     per row group   each column chunk: pages, levels, values, and claims about them
 *                     the leaves of each nested field together
 *                     the row group's sums, the order of its rows
 *     overlapping parts of the file
 *
 * Memory is bounded by a page and a dictionary, as in reading.  Damage ends the check of
 * its column chunk, not of the file.  Bounds that readers ignore anyway (of undefined
 * orders, or by writers whose bounds are known to be wrong) are not checked.
 */
#ifndef PARQUET_FILE_CHECK_H
#define PARQUET_FILE_CHECK_H

#include "parquet/check/check_findings.h"
#include "parquet/column/column_chunk_reader.h"
#include "scan/scan.h"

/* Begins a check.  It owns `input`, also after errors.  An unreadable footer is a
 * finding; after it, only a search for pages follows.  keys must outlive the check. */
enum status pq_file_check_open(struct input_file *input, struct pq_key_finder *keys,
                               struct file_check **check,
                               struct error *error) CHECK_RESULT;

/* NULL if the footer could not be read, or has not been. */
const struct pq_schema_tree *pq_file_check_schema(const struct file_check *check);

#endif
