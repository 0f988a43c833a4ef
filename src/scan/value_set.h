/* SPDX-License-Identifier: MIT */
/*
 * value_set.h - the set of one column's values that a constraint accepts.
 *
 *     day >= '2024-01-15'     19737 .. INT64_MAX
 *     fare IN (5, 7.5)        5 .. 5 | 7.5 .. 7.5
 *     name < 'b'              "" .. "b" (open)
 *     x IS NOT 3              null | .. 2 | 4 ..
 *
 * Every comparison becomes ranges in the domain of the column's vector.  The same set can
 * then be tested against single values, whole vectors, dictionary entries, the bounds of
 * statistics and, if it consists of single values, Bloom filters.  src/sql turns SQLite's
 * comparisons into sets.
 */
#ifndef SCAN_VALUE_SET_H
#define SCAN_VALUE_SET_H

#include "base/arena.h"
#include "scan/column_statistics.h"

/* The domain of a set is that of the column's vector, except that binary decimals are
 * tested as numbers and COLUMN_UINT64 in unsigned order. */
enum value_domain {
    DOMAIN_INT64,
    DOMAIN_UINT64, /* the bits of a uint64_t in column_value.int64 */
    DOMAIN_DOUBLE, /* no NaN; zeros of both signs are one value */
    DOMAIN_INSTANT,
    DOMAIN_BYTES, /* in the order of memcmp(); a prefix comes before longer values */
};

/* low <= value <= high; in DOMAIN_BYTES the ends may be open, and high may be missing. */
struct value_range {
    union column_value low, high;
    bool low_is_open, high_is_open, has_no_high;
};

struct value_set {
    enum value_domain domain;
    bool accepts_null;          /* and NaN, which is NULL in SQLite */
    uint32_t n_ranges;          /* ascending and disjoint */
    struct value_range *ranges; /* in an arena; bytes of bounds are borrowed */
    /* The ranges as an array of integers if they are many single integers; or NULL. */
    const int64_t *points;
};

/* The range of all values of a domain. */
struct value_range value_range_all(enum value_domain domain);

/* Sets *range to all values above (below) the value; false if there are none. */
bool value_range_above(enum value_domain domain, union column_value value,
                       struct value_range *range);
bool value_range_below(enum value_domain domain, union column_value value,
                       struct value_range *range);

/* Returns a negative number, 0 or a positive number, like memcmp(). */
int column_value_compare(enum value_domain domain, union column_value a,
                         union column_value b);
/* The same for values of a kind of vectors: signed integers, and bytes by memcmp(). */
int column_kind_compare(enum vector_kind kind, union column_value a,
                        union column_value b);

/* The least and the greatest of values; a zeroed struct has none, and is_there may be
 * cleared to empty it. */
struct value_extent {
    bool is_there;
    union column_value min, max; /* bytes: in the buffers below */
    struct buffer min_bytes, max_bytes;
};

/* Widens an extent by two bounds, neither of which is NaN.  compare: less than, equal to
 * or greater than 0.  is_bytes: they are bytes, which are copied. */
enum status
value_extent_widen(struct value_extent *extent,
                   int (*compare)(const void *order, const union column_value *a,
                                  const union column_value *b),
                   const void *order, bool is_bytes, const union column_value *min,
                   const union column_value *max, struct error *error) CHECK_RESULT;
void value_extent_release(struct value_extent *extent);

/* The value at index k of a vector's values. */
static inline union column_value column_vector_value(const struct column_vector *vector,
                                                     uint32_t k)
{
    union column_value value;
    switch (vector->kind) {
    case VECTOR_INT64:
        value.int64 = vector->values.int64[k];
        break;
    case VECTOR_DOUBLE:
        value.float64 = vector->values.float64[k];
        break;
    case VECTOR_INSTANT:
        value.instant = vector->values.instant[k];
        break;
    case VECTOR_BYTES:
        value.bytes = vector->values.bytes[k];
        break;
    }
    return value;
}

/* True if the set accepts nothing. */
bool value_set_is_empty(const struct value_set *set);

/* True if the ranges are single values, `most` of them at most. */
bool value_set_is_points(const struct value_set *set, uint32_t most);

/* Sorts the ranges and joins those that overlap or are adjacent; adjacent single values
 * stay separate. */
void value_set_normalise(struct value_set *set);

/* Prepares a complete set for fast look-ups.  False if out of memory. */
bool value_set_finish(struct value_set *set, struct arena *arena);

/* Narrows `set` to the values that both sets accept; their domains must be equal.  False
 * if out of memory. */
bool value_set_intersect(struct value_set *set, const struct value_set *other,
                         struct arena *arena);

/* The index of the first range that does not end below a value; n_ranges if all do. */
uint32_t value_set_find(const struct value_set *set, union column_value value);

/* The value must be neither null nor NaN. */
bool value_set_contains(const struct value_set *set, union column_value value);

/* True if the statistics prove that the set accepts none of their rows. */
bool value_set_excludes(const struct value_set *set, const struct column *column,
                        const struct column_statistics *statistics);

/* True if the statistics prove that the set accepts all of their rows. */
bool value_set_includes(const struct value_set *set, const struct column *column,
                        const struct column_statistics *statistics);

/* Why statistics do not exclude their rows; only if value_set_excludes() is false. */
enum keep_reason value_set_keep_reason(const struct value_set *set,
                                       const struct column *column,
                                       const struct column_statistics *statistics);

/* Writes to `rows` those of the n ascending row indexes in `from` (NULL: 0 .. n-1) whose
 * values are accepted; returns how many.  The vector's indices must be NULL. */
uint32_t value_set_filter(const struct value_set *set, const struct column *column,
                          const struct column_vector *vector, const uint32_t *from,
                          uint32_t n, uint32_t *rows);

/* Sets accepted[k] to 1 if the set accepts entry k of the vector's dictionary, else 0. */
void value_set_test_entries(const struct value_set *set, const struct column *column,
                            const struct column_vector *vector, uint8_t *accepted);

#endif
