/* SPDX-License-Identifier: MIT */
/*
 * merge_sort.h - sorts numbers by a comparison; it can be interrupted, and is stable.
 * Comparisons of numbers for qsort(), which cannot and is not.
 */
#ifndef BASE_MERGE_SORT_H
#define BASE_MERGE_SORT_H

#include <stdint.h>

#include "base/status.h"

/* Compares what two numbers stand for: negative, 0 or positive. */
typedef int merge_compare(const void *context, uint32_t a, uint32_t b);

/* Sorts n numbers; scratch has room for as many. */
enum status merge_sort(merge_compare *compare, const void *context, uint32_t *numbers,
                       uint32_t *scratch, uint32_t n, struct error *error) CHECK_RESULT;

/* Sorts n records of this size in place.  compare: of their numbers before the sort. */
enum status merge_sort_records(merge_compare *compare, const void *context, void *records,
                               size_t size, uint32_t n, struct error *error) CHECK_RESULT;

/* Of uint32_t and of uint64_t, ascending. */
int compare_uint32(const void *a, const void *b);
int compare_uint64(const void *a, const void *b);

#endif
