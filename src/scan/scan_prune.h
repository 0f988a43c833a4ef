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

#endif
