/* SPDX-License-Identifier: MIT */
/*
 * dataset_unite.h - one type for columns that have different types in different files,
 * and the conversion of their values and bounds to it, and of values looked for back.
 *
 *     united type        of
 *     INTEGER, 64 bits   integers of different widths and signs, booleans
 *     DECIMAL            integers and decimals; integers that 64 bits do not hold
 *     DOUBLE             reals, and integers of 32 bits or less
 *     TIMESTAMP          timestamps of different units, dates (with UTC: no dates);
 *                        INT96, which does not say whether it is UTC, with any of them
 *     TIME               times of different units
 *     BLOB               geometries and blobs
 *     TEXT               everything else: texts and bytes as they are, other values as
 *                        they are shown, booleans as 0 and 1, reals with the digits
 *                        that read back as the same number
 *
 * No other conversion loses anything, either.  A column that is null in all of a file
 * (COLUMN_NULL) has any type.
 */
#ifndef DATASET_DATASET_UNITE_H
#define DATASET_DATASET_UNITE_H

#include "base/arena.h"
#include "dataset/nested_project.h"
#include "scan/column_statistics.h"
#include "scan/value_set.h"

/* Widens the type of a column so that it holds the values of another, too.  False if no
 * type does: the united column is as before. */
bool dataset_unite(struct column *united, const struct column *other);

/* Whether two types are the same, or one of INT96 or ORC's timestamps, which are shown in
 * the same way as other timestamps. */
bool dataset_shows_same(const struct column *a, const struct column *b);

/* Whether two types in words (column_type_text()) show the same values in the same way:
 * they differ at most in NOT NULL, at any level, the units of timestamps, and the columns
 * of their own that values of Variants have. */
bool type_texts_show_same(struct slice a, struct slice b);

/* Whether a column's values have to be converted, if at all possible. */
enum conversion_kind {
    CONVERT_NOTHING,
    CONVERT_BY_FACTOR,  /* 64-bit integers */
    CONVERT_BY_DIVISOR, /* the same, rounded down */
    CONVERT_TO_DECIMAL,
    CONVERT_FROM_BINARY, /* binary decimals to 64-bit integers, and then by the factor */
    CONVERT_TO_DOUBLE,
    CONVERT_TO_INSTANT,
    CONVERT_FROM_INSTANT, /* to a count of units; only where files are not united */
    CONVERT_TO_TEXT,
    CONVERT_TO_NULL,
    CONVERT_TO_UUID, /* checks that bytes are 16 */
    CONVERT_NESTED,  /* JSON by a projection (nested_project.h) */
    CONVERT_NEVER,
};

struct conversion {
    enum conversion_kind kind;
    const struct column *from, *to; /* borrowed */
    int64_t factor;                 /* CONVERT_BY_FACTOR, BY_DIVISOR, FROM_BINARY */
    int32_t digits;                 /* CONVERT_TO_DECIMAL: zeros to append */
    bool rounds_down; /* CONVERT_FROM_INSTANT: otherwise, values must be whole units */
    const struct nested_projection *projection; /* CONVERT_NESTED; borrowed */
    const char *reason; /* CONVERT_NEVER, of declared_conversion(): static text */
};

struct conversion conversion_of(const struct column *from, const struct column *to);

/* A vector and the memory of its values.  A zeroed struct may be released. */
struct converted_vector {
    struct column_vector vector;
    struct buffer values, bytes, valid;
    struct nested_projector projector;
    uint64_t dictionary; /* whose entries were converted; 0: none */
};

/* Converts the values of `from`, which must stay valid as long as the result.  CORRUPT if
 * a value is not one of its column's type, UNSUPPORTED if the other type does not hold
 * it. */
enum status converted_vector_fill(struct converted_vector *converted,
                                  const struct conversion *conversion,
                                  const struct column_vector *from,
                                  struct error *error) CHECK_RESULT;
void converted_vector_release(struct converted_vector *converted);

/* Whether convert_value_back() knows which values become a value. */
static inline bool conversion_has_inverse(const struct conversion *conversion)
{
    return conversion->kind == CONVERT_NOTHING || conversion->kind == CONVERT_BY_FACTOR ||
           conversion->kind == CONVERT_TO_DOUBLE ||
           conversion->kind == CONVERT_TO_INSTANT ||
           conversion->kind == CONVERT_TO_UUID ||
           (conversion->kind == CONVERT_FROM_INSTANT && !conversion->rounds_down);
}

/* Sets *from to the only value that becomes `to`; false if none does.  The value may be
 * outside the range of the file's type. */
bool convert_value_back(const struct conversion *conversion, union column_value to,
                        union column_value *from);

/* Converts bounds and counts.  Bounds that have no converted form are dropped. */
void convert_statistics(const struct conversion *conversion,
                        struct column_statistics *statistics);

#endif
