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
 * Each request for a finding checks one more part if necessary, so memory is bounded by a
 * page and a dictionary, as in reading.  Damage ends the check of its column chunk, not
 * of the file.  Bounds that readers ignore anyway (of undefined orders, or by writers
 * whose bounds are known to be wrong) are not checked.
 */
#ifndef PARQUET_FILE_CHECK_H
#define PARQUET_FILE_CHECK_H

#include "parquet/check/check_findings.h"
#include "parquet/column/column_chunk_reader.h"
#include "scan/scan.h"

struct pq_file_check;

/* Opens a check.  It owns `input`, also after errors.  An unreadable footer is a finding;
 * after it, only a search for pages follows.  The interrupt's argument must outlive the
 * check. */
enum status pq_file_check_open(struct input_file *input, struct pq_key_finder *keys,
                               struct pq_file_check **check,
                               struct error *error) CHECK_RESULT;

/* Returns the next finding; *found is false if there are no more.  Damage is never an
 * error: only external failures (status.h) and TOO_BIG from a memory limit are. */
enum status pq_file_check_next(struct pq_file_check *check, struct finding *finding,
                               bool *found, struct error *error) CHECK_RESULT;

/* NULL if the footer could not be read. */
const struct pq_schema_tree *pq_file_check_schema(const struct pq_file_check *check);

void pq_file_check_close(struct pq_file_check *check);

#endif
