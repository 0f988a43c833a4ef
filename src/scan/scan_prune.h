/* SPDX-License-Identifier: MIT */
/*
 * scan_prune.h - which rows of a row group a scan must visit, as far as the file's
 * metadata can tell:
 *
 *     row numbers -> statistics -> Bloom filters -> page ranges -> dictionaries
 *
 * from what is at hand to what must be read.  Each may only leave rows out that do not
 * satisfy the predicate.
 */
#ifndef SCAN_SCAN_PRUNE_H
#define SCAN_SCAN_PRUNE_H

#include "scan/scan.h"

/* Fills scan->selection for scan->row_group; no range: nothing to visit. */
enum status scan_prune_row_group(struct scan *scan, struct error *error) CHECK_RESULT;

#endif
