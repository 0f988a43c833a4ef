/* SPDX-License-Identifier: MIT */
/*
 * file_check.h - verifies a file end to end: every claim of its footer, page headers,
 * statistics, page indexes and Bloom filters against the values themselves.
 *
 *     footer and schema
 *     per row group   each column chunk: pages, levels, values, and what is said of them
 *                     the leaves of each nested field together
 *                     the row group's sums, the order of its rows
 *     parts of the file that overlap
 *
 * One part is checked when findings are asked for, so that memory is bounded by a page
 * and a dictionary, as when reading.  Damage ends the check of its column chunk, not of
 * the file.  Where writers are known to be wrong and readers to know it (bounds of orders
 * that are not defined, or by writers whose bounds are not believed), nothing is looked
 * at.
 */
#ifndef PARQUET_FILE_CHECK_H
#define PARQUET_FILE_CHECK_H

#include "parquet/check/check_findings.h"
#include "parquet/column/column_chunk_reader.h"
#include "scan/scan.h"

struct pq_file_check;

/* Takes `input` over, on failure too.  A footer that cannot be read is a finding, and
 * then nothing behind it is looked at.  The interrupt's argument must outlive the check.
 */
enum status pq_file_check_open(struct input_file *input, struct pq_file_check **check,
                               struct error *error) CHECK_RESULT;

/* The next finding; *found is false when there are no more.  CORRUPT is never an error
 * here: NOMEM, IO and INTERRUPTED are. */
enum status pq_file_check_next(struct pq_file_check *check, struct pq_finding *finding,
                               bool *found, struct error *error) CHECK_RESULT;

/* NULL when the footer could not be read. */
const struct pq_schema_tree *pq_file_check_schema(const struct pq_file_check *check);

void pq_file_check_close(struct pq_file_check *check);

#endif
