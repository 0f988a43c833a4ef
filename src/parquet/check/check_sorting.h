/* SPDX-License-Identifier: MIT */
/* check_sorting.h - whether a row group's rows are in the order that its sorting_columns
 * claim. */
#ifndef PARQUET_CHECK_SORTING_H
#define PARQUET_CHECK_SORTING_H

#include "parquet/check/check_values.h"
#include "scan/scan.h"

enum { PQ_MOST_SORTING_KEYS = 8 };

/* list: the SortingColumn list as it stands; data NULL: there is none.  Keys behind one
 * whose order is not defined, or behind PQ_MOST_SORTING_KEYS, are not looked at.  Chunks
 * that cannot be read are left to others to tell of. */
enum status pq_check_sorting(const struct pq_chunk_context *context, uint32_t row_group,
                             struct slice list, struct pq_findings *findings,
                             struct error *error) CHECK_RESULT;

#endif
