/* SPDX-License-Identifier: MIT */
/*
 * scan_prune.h - finds the rows of a row group that a scan must visit, from the file's
 * metadata:
 *
 *     row numbers -> statistics -> Bloom filters -> page ranges -> dictionaries
 *
 * in the order of increasing cost.  No step excludes a row that satisfies the predicate.
 */
#ifndef SCAN_SCAN_PRUNE_H
#define SCAN_SCAN_PRUNE_H

#include "scan/scan.h"

/* Fills scan->selection for scan->row_group; it is left empty if no row needs a visit. */
enum status scan_prune_row_group(struct scan *scan, struct error *error) CHECK_RESULT;

/* Whether a row group of the pass, by its index in the list, may have rows for the
 * predicate, as far as that is known without reading pages.  with_blooms: or Bloom
 * filters.  Counts nothing. */
enum status scan_may_hold(struct scan *scan, uint32_t index, bool with_blooms,
                          bool *may_hold, struct error *error) CHECK_RESULT;

#endif
