/* SPDX-License-Identifier: MIT */
/*
 * unit_values.h - random values, ranges and sets of every domain, drawn from a small pool
 * of neighbouring and extreme values, so that they often coincide; and a simple
 * reference implementation of what a set accepts.
 */
#ifndef UNIT_VALUES_H
#define UNIT_VALUES_H

#include <float.h>
#include <math.h>

#include "scan/value_set.h"
#include "unit_bytes.h"

enum { N_DOMAINS = 5, MOST_RANGES = 8, N_POOL = 15 };

static inline struct value_range point_range(union column_value value)
{
    return (struct value_range){.low = value, .high = value};
}

/* The i-th of N_POOL values of a domain; some of them are equal. */
static inline union column_value pool_value(enum value_domain domain, size_t i)
{
    static const int64_t integers[N_POOL] = {
        INT64_MIN, INT64_MIN + 1, -100,          -3,       -2, -1, 0, 1, 2, 3, 5,
        77,        100,           INT64_MAX - 1, INT64_MAX};
    static const double reals[N_POOL] = {-HUGE_VAL,          -DBL_MAX, -1.5,        -1,
                                         -DBL_TRUE_MIN,      -0.0,     0.0,         0.5,
                                         DBL_TRUE_MIN,       1,        1.000000001, 2,
                                         9007199254740992.0, DBL_MAX,  HUGE_VAL};
    static const struct instant instants[N_POOL] = {
        {INT64_MIN, 0}, {INT64_MIN, 1},  {-5, 7},
        {-1, 0},        {-1, 999999999}, {0, 0},
        {0, 1},         {0, 999999999},  {1, 0},
        {1, 1},         {2, 0},          {2, 500},
        {86400, 0},     {INT64_MAX, 0},  {INT64_MAX, 999999999}};
    static const struct bytes_value texts[N_POOL] = {{NULL, 0},
                                                     {(const uint8_t *)"", 0},
                                                     {(const uint8_t *)"\0", 1},
                                                     {(const uint8_t *)"\0a", 2},
                                                     {(const uint8_t *)"A", 1},
                                                     {(const uint8_t *)"a", 1},
                                                     {(const uint8_t *)"a\0", 2},
                                                     {(const uint8_t *)"a ", 2},
                                                     {(const uint8_t *)"ab", 2},
                                                     {(const uint8_t *)"abc", 3},
                                                     {(const uint8_t *)"b", 1},
                                                     {(const uint8_t *)"b ", 2},
                                                     {(const uint8_t *)"\x7f", 1},
                                                     {(const uint8_t *)"\x80", 1},
                                                     {(const uint8_t *)"\xff\xff", 2}};
    union column_value value = {0};
    switch (domain) {
    case DOMAIN_INT64:
    case DOMAIN_UINT64:
        value.int64 = integers[i];
        break;
    case DOMAIN_DOUBLE:
        value.float64 = reals[i];
        break;
    case DOMAIN_INSTANT:
        value.instant = instants[i];
        break;
    case DOMAIN_BYTES:
        value.bytes = texts[i];
        break;
    }
    return value;
}

static inline union column_value random_value(uint64_t *state, enum value_domain domain)
{
    return pool_value(domain, random_below(state, N_POOL));
}

/* Returns -1, 0 or 1. */
static inline int plain_order(enum value_domain domain, union column_value a,
                              union column_value b)
{
    if (domain == DOMAIN_INT64)
        return a.int64 < b.int64 ? -1 : a.int64 > b.int64;
    if (domain == DOMAIN_UINT64) {
        uint64_t x = (uint64_t)a.int64, y = (uint64_t)b.int64;
        return x < y ? -1 : x > y;
    }
    if (domain == DOMAIN_DOUBLE)
        return a.float64 < b.float64 ? -1 : a.float64 > b.float64;
    if (domain == DOMAIN_INSTANT) {
        struct instant x = a.instant, y = b.instant;
        if (x.seconds != y.seconds)
            return x.seconds < y.seconds ? -1 : 1;
        return x.nanos < y.nanos ? -1 : x.nanos > y.nanos;
    }
    for (size_t i = 0;; i++) {
        if (i == a.bytes.size || i == b.bytes.size)
            return a.bytes.size < b.bytes.size ? -1 : a.bytes.size > b.bytes.size;
        if (a.bytes.data[i] != b.bytes.data[i])
            return a.bytes.data[i] < b.bytes.data[i] ? -1 : 1;
    }
}

static inline bool plain_is_in(enum value_domain domain, const struct value_range *range,
                               union column_value value)
{
    int to_low = plain_order(domain, value, range->low);
    int to_high = range->has_no_high ? -1 : plain_order(domain, value, range->high);
    bool is_above = range->low_is_open ? to_low > 0 : to_low >= 0;
    return is_above && (range->high_is_open ? to_high < 0 : to_high <= 0);
}

static inline bool plain_contains(enum value_domain domain,
                                  const struct value_range *ranges, uint32_t n,
                                  union column_value value)
{
    for (uint32_t i = 0; i < n; i++) {
        if (plain_is_in(domain, &ranges[i], value))
            return true;
    }
    return false;
}

/* A range that may be empty; one in four is a single value. */
static inline struct value_range random_range(uint64_t *state, enum value_domain domain)
{
    struct value_range range = {.low = random_value(state, domain),
                                .high = random_value(state, domain)};
    if (random_below(state, 4) == 0)
        return (struct value_range){.low = range.low, .high = range.low};
    if (domain == DOMAIN_BYTES) {
        range.low_is_open = random_below(state, 3) == 0;
        range.high_is_open = random_below(state, 3) == 0;
        range.has_no_high = random_below(state, 8) == 0;
    }
    return range;
}

/* Fills `set` with 0 to `most` random ranges (most <= MOST_RANGES); the caller calls
 * value_set_normalise(). */
static inline void random_ranges(uint64_t *state, enum value_domain domain, uint32_t most,
                                 struct value_range *ranges, struct value_set *set)
{
    *set = (struct value_set){.domain = domain,
                              .accepts_null = random_below(state, 3) == 0,
                              .n_ranges = (uint32_t)random_below(state, most + 1),
                              .ranges = ranges};
    for (uint32_t i = 0; i < set->n_ranges; i++)
        ranges[i] = random_range(state, domain);
}

#endif
