/* SPDX-License-Identifier: MIT */
/*
 * value_set.h - a set of values of one column: what a constraint accepts.
 *
 *     day >= '2024-01-15'     19737 .. INT64_MAX
 *     fare IN (5, 7.5)        5 .. 5 | 7.5 .. 7.5
 *     name < 'b'              "" .. "b" (open)
 *     x IS NOT 3              null | .. 2 | 4 ..
 *
 * Every comparison becomes ranges in the domain of the column's vector, so that the same
 * set is tested against single values, whole vectors, dictionary entries, the bounds of
 * statistics and (where it is single values) Bloom filters.  How SQLite's comparisons
 * become sets is src/sql's affair.
 */
#ifndef SCAN_VALUE_SET_H
#define SCAN_VALUE_SET_H

#include "base/arena.h"
#include "scan/column_statistics.h"

/* The domain of a set, which is that of the column's vector, with two exceptions: binary
 * decimals are tested as numbers, and COLUMN_UINT64 in its own order. */
enum value_domain {
    DOMAIN_INT64,
    DOMAIN_UINT64, /* the bits of a uint64_t in column_value.int64 */
    DOMAIN_DOUBLE, /* no NaN; zeros of both signs are one value */
    DOMAIN_INSTANT,
    DOMAIN_BYTES, /* in the order of memcmp(), a prefix before what it begins */
};

/* low <= value <= high; of DOMAIN_BYTES the ends may be open, and high may be missing. */
struct value_range {
    union column_value low, high;
    bool low_is_open, high_is_open, has_no_high;
};

struct value_set {
    enum value_domain domain;
    bool accepts_null;          /* and NaN, which SQLite sees as NULL */
    uint32_t n_ranges;          /* ascending and disjoint */
    struct value_range *ranges; /* arena's; bytes of bounds are borrowed */
    /* The same, side by side, where the set is many single integers; or NULL. */
    const int64_t *points;
};

/* The smallest and the largest value of a domain as a range. */
struct value_range value_range_all(enum value_domain domain);
struct value_range value_range_point(enum value_domain domain, union column_value value);

/* Into *range what is above (below) the value; false: nothing is. */
bool value_range_above(enum value_domain domain, union column_value value,
                       struct value_range *range);
bool value_range_below(enum value_domain domain, union column_value value,
                       struct value_range *range);

/* Negative, 0 or positive. */
int column_value_compare(enum value_domain domain, union column_value a,
                         union column_value b);

/* True where nothing, or everything but perhaps null, is accepted. */
bool value_set_is_empty(const struct value_set *set);
bool value_set_accepts_all_values(const struct value_set *set);

/* True when the ranges are at most `most` single values. */
bool value_set_is_points(const struct value_set *set, uint32_t most);

/* Puts ranges into ascending order and joins those that overlap or follow on one another;
 * single values that follow on one another stay as they are. */
void value_set_normalise(struct value_set *set);

/* Makes looking up values quick in a set that is finished.  NULL memory: false. */
bool value_set_finish(struct value_set *set, struct arena *arena);

/* Into `set` what both accept; the domains are the same.  NULL memory: false. */
bool value_set_intersect(struct value_set *set, const struct value_set *other,
                         struct arena *arena);

/* A value that is neither null nor NaN. */
bool value_set_contains(const struct value_set *set, union column_value value);

/* True when statistics prove that no row of theirs is accepted. */
bool value_set_excludes(const struct value_set *set, const struct column *column,
                        const struct column_statistics *statistics);

/* Why statistics that do not exclude their rows do not. */
enum keep_reason value_set_keep_reason(const struct value_set *set,
                                       const struct column *column,
                                       const struct column_statistics *statistics);

/* Of the rows[n] (indexes into a vector whose codes are NULL, ascending), keeps those
 * whose values are accepted; returns how many.  rows NULL in `from` means 0 .. n-1. */
uint32_t value_set_filter(const struct value_set *set, const struct column *column,
                          const struct column_vector *vector, const uint32_t *from,
                          uint32_t n, uint32_t *rows);

/* Which entries of a vector's dictionary are accepted: n_entries bytes, 0 or 1. */
void value_set_test_entries(const struct value_set *set, const struct column *column,
                            const struct column_vector *vector, uint8_t *accepted);

#endif
