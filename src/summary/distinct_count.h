/* SPDX-License-Identifier: MIT */
/*
 * distinct_count.h - counts the different values among many, by their hashes: exactly up
 * to DISTINCT_EXACT of them, beyond that with HyperLogLog, whose standard error is 0.8 %.
 */
#ifndef SUMMARY_DISTINCT_COUNT_H
#define SUMMARY_DISTINCT_COUNT_H

#include <stdint.h>

#include "base/status.h"

enum { DISTINCT_EXACT = 4096 };

/* A zeroed struct has no values and may be released. */
struct distinct_count {
    uint64_t *hashes; /* a hash table, 0 where it is free; or NULL */
    uint32_t n_hashes;
    uint8_t *registers; /* of HyperLogLog; NULL: `hashes` has all values */
};

/* Adds a value; all bits of its hash must be equally random. */
enum status distinct_count_add(struct distinct_count *count, uint64_t hash,
                               struct error *error) CHECK_RESULT;
uint64_t distinct_count_estimate(const struct distinct_count *count);
void distinct_count_release(struct distinct_count *count);

#endif
