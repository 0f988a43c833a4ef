/* SPDX-License-Identifier: MIT */
/*
 * quantiles.h - estimates quantiles of many numbers in little memory.
 *
 * Numbers are kept in levels: one of level i stands for 2^i numbers.  A level that is
 * full is sorted, and every other number of it moves up, beginning with the first or the
 * second by turns (Manku, Rajagopalan, Lindsay 1998; KLL 2016).  As long as nothing has
 * moved, quantiles are exact.  Each move changes the rank of a number by at most 2^i, so
 * for n numbers a rank is wrong by at most n / QUANTILES_EXACT for each level, and in
 * practice, because errors cancel out, by far less than a tenth of that.
 */
#ifndef SUMMARY_QUANTILES_H
#define SUMMARY_QUANTILES_H

#include <stdint.h>

#include "base/status.h"

enum { QUANTILES_EXACT = 4096, QUANTILES_MOST_LEVELS = 64 };

/* A zeroed struct has no numbers and may be released. */
struct quantiles {
    struct quantile_level {
        int64_t *numbers; /* room for 2 * QUANTILES_EXACT, or NULL */
        uint32_t n;
        bool begins_with_second; /* the next move */
    } levels[QUANTILES_MOST_LEVELS];
    int64_t *scratch;
    uint64_t n;
};

/* Adds a number `times` times. */
enum status quantiles_add(struct quantiles *quantiles, int64_t number, uint64_t times,
                          struct error *error) CHECK_RESULT;

/* Sets results[i] to the smallest number with at least ranks[i] numbers up to it; ranks
 * ascend, from 1 to the number of numbers. */
enum status quantiles_find(const struct quantiles *quantiles, const uint64_t *ranks,
                           int n_ranks, int64_t *results,
                           struct error *error) CHECK_RESULT;
void quantiles_release(struct quantiles *quantiles);

#endif
