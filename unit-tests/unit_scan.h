/* SPDX-License-Identifier: MIT */
/* unit_scan.h - scans ranges of row numbers, for tests and fuzzers. */
#ifndef UNIT_TESTS_UNIT_SCAN_H
#define UNIT_TESTS_UNIT_SCAN_H

#include "scan/scan.h"

/* The rows that a scan visits; must live as long as the scan. */
struct row_limits {
    struct predicate predicate;
    struct value_range range;
};

/* Starts a scan of the rows first <= row < end. */
static inline void scan_start_limited(struct scan *scan, struct row_limits *limits,
                                      uint64_t first, uint64_t end)
{
    *limits = (struct row_limits){0};
    limits->range.low.int64 = (int64_t)(first < INT64_MAX ? first : INT64_MAX);
    limits->range.high.int64 = (int64_t)(end < INT64_MAX ? end : INT64_MAX) - 1;
    limits->predicate.has_rows = true;
    limits->predicate.rows = (struct value_set){
        .domain = DOMAIN_INT64, .n_ranges = first < end, .ranges = &limits->range};
    scan_start(scan, &limits->predicate);
}

/* Moves to the next batch; a failure ends the scan. */
static inline enum status scan_step(struct scan *scan)
{
    struct error error = {0};
    enum status status = scan_next_batch(scan, &error);
    if (status != OK)
        scan->batch_first = scan->batch_end;
    return status;
}

#endif
