/* SPDX-License-Identifier: MIT */
/*
 * range_filter.h - finds the rows whose value lies in a range, four at a time, with
 * AVX2.  value_set.c has the portable loops, which return the same.
 */
#ifndef SCAN_RANGE_FILTER_H
#define SCAN_RANGE_FILTER_H

#include <stdint.h>

#include "base/cpu.h"

#if defined(HAVE_VECTORS) && defined(__x86_64__)
#define HAVE_RANGE_FILTER

/* Both write the numbers of the rows found, of rows 0 .. n-1, to `rows`, which has room
 * for n, and return how many they are.  Null rows (valid[i] == 0; `valid` may be NULL)
 * are not found, nor is NaN.  Call only if cpu_has_vectors(). */

/* Values v with v - low <= width, as unsigned numbers. */
uint32_t range_filter_int64(const int64_t *values, const uint8_t *valid, uint32_t n,
                            uint64_t low, uint64_t width, uint32_t *rows);

uint32_t range_filter_double(const double *values, const uint8_t *valid, uint32_t n,
                             double low, double high, uint32_t *rows);
#endif

#endif
