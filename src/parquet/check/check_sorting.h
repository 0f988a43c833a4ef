/* SPDX-License-Identifier: MIT */
/* check_sorting.h - verifies that a row group's rows are in the order of its
 * sorting_columns. */
#ifndef PARQUET_CHECK_SORTING_H
#define PARQUET_CHECK_SORTING_H

#include "parquet/check/check_values.h"
#include "scan/scan.h"

enum { PQ_MOST_SORTING_KEYS = 8 };

/* list: the encoded SortingColumn list; data NULL: none.  Checks at most
 * PQ_MOST_SORTING_KEYS keys, and only those before the first whose order is undefined.
 * Chunks that cannot be read are ignored here: check_chunk.h reports them. */
enum status pq_check_sorting(const struct pq_chunk_context *context, uint32_t row_group,
                             struct slice list, struct findings *findings,
                             struct error *error) CHECK_RESULT;

#endif
