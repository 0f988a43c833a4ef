/* SPDX-License-Identifier: MIT */
/*
 * spread.h - makes room for nulls: moves values that lie one after another, as pages
 * store them, to the rows that are not null.
 */
#ifndef SCAN_SPREAD_H
#define SCAN_SPREAD_H

#include <stddef.h>
#include <stdint.h>

/* Moves the n_present values at the front of n rows to the rows with valid[i] == 1, and
 * fills the others, with valid[i] == 0, with zeros.  n_present is the sum of `valid`.
 * width: bytes of a value; 4, 8 or 16. */
void spread_values(void *values, size_t width, const uint8_t *valid, uint32_t n,
                   uint32_t n_present);

/* The sum of `valid`. */
static inline uint32_t spread_count(const uint8_t *valid, uint32_t n)
{
    uint32_t n_present = 0;
    for (uint32_t i = 0; i < n; i++)
        n_present += valid[i];
    return n_present;
}

#endif
