/* SPDX-License-Identifier: MIT */
/* check_ranges.h - finds overlaps between parts of a file. */
#ifndef PARQUET_CHECK_RANGES_H
#define PARQUET_CHECK_RANGES_H

#include "parquet/check/check_findings.h"

enum { PQ_MOST_RANGES = 4 << 20 };

/* A zeroed struct is empty. */
struct pq_check_ranges {
    struct buffer list; /* of struct pq_check_range */
    bool is_cut;        /* some were left out, over PQ_MOST_RANGES */
};

/* Adds a part; size > 0, and it is within the file.  what: in static storage. */
enum status pq_ranges_add(struct pq_check_ranges *ranges, int64_t begin, int64_t size,
                          uint32_t row_group, uint32_t leaf, const char *what,
                          struct error *error) CHECK_RESULT;

/* Adds a finding for each part that overlaps an earlier one. */
void pq_ranges_check(struct pq_check_ranges *ranges, struct findings *findings);
void pq_ranges_release(struct pq_check_ranges *ranges);

#endif
