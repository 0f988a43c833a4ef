/* SPDX-License-Identifier: MIT */
/*
 * constraint.h - turns SQLite's comparisons into terms of a predicate.
 *
 *     day >= '2024-01-15'   SQLite compares the days' texts, so the term accepts the days
 *                           from 19737 on
 *     fare < 5              REAL with INTEGER: doubles below 5
 *     fare < 'abc'          every number is below every text
 *
 * domain_cut.h divides the column's values at a literal; this module decides which parts
 * a comparison accepts, and whether it can become a term at all.
 *
 * A term accepts every row for which SQLite's comparison of xColumn's value is true.  It
 * accepts other rows only if constraint_is_exact() is false.
 */
#ifndef SQL_CONSTRAINT_H
#define SQL_CONSTRAINT_H

#include "scan/predicate.h"
#include "sql/table/domain_cut.h"

/* Cost of one value of an IN list in each pass over them, for interrupt_after(). */
enum { VALUE_WORK = 64 };

enum comparison {
    COMPARE_EQ,
    COMPARE_NE,
    COMPARE_LT,
    COMPARE_LE,
    COMPARE_GT,
    COMPARE_GE,
    COMPARE_IS,
    COMPARE_IS_NOT,
    COMPARE_IS_NULL,
    COMPARE_NOT_NULL,
    COMPARE_IN,
    COMPARE_LIKE,
    COMPARE_GLOB,
};

static inline bool comparison_is_range(enum comparison comparison)
{
    return comparison == COMPARE_LT || comparison == COMPARE_LE ||
           comparison == COMPARE_GT || comparison == COMPARE_GE;
}

/* With a value, or with one of a list. */
static inline bool comparison_is_equality(enum comparison comparison)
{
    return comparison == COMPARE_EQ || comparison == COMPARE_IS ||
           comparison == COMPARE_IN;
}

static inline bool comparison_is_pattern(enum comparison comparison)
{
    return comparison == COMPARE_LIKE || comparison == COMPARE_GLOB;
}

/* Whether some hosts offer such terms where they do not belong; see host_quirks.h. */
static inline bool comparison_may_be_outer(enum comparison comparison)
{
    return comparison == COMPARE_NE || comparison == COMPARE_IS_NOT ||
           comparison == COMPARE_NOT_NULL || comparison_is_pattern(comparison);
}

enum collation { COLLATE_BINARY, COLLATE_NOCASE, COLLATE_RTRIM, COLLATE_INSTANT };

struct constraint {
    const struct table_column *column;
    enum comparison comparison;
    enum collation collation;
    bool is_known_text; /* the right-hand side is known not to be a number */
    bool is_utf16;      /* the database's encoding: text compares as UTF-16 */
};

/* How texts are transformed before they are compared. */
static inline enum text_transform constraint_transform(enum collation collation)
{
    return collation == COLLATE_NOCASE  ? TRANSFORM_NOCASE
           : collation == COLLATE_RTRIM ? TRANSFORM_RTRIM
                                        : TRANSFORM_NONE;
}

/* Whether constraint_add() can make a term of the comparison. */
bool constraint_is_usable(const struct constraint *constraint);

/* Whether the term accepts exactly the rows for which the comparison is true, so that
 * SQLite need not test them again. */
bool constraint_is_exact(const struct constraint *constraint);

/* Whether constraint_is_exact() can be true for another file that declares the column in
 * the same way but stores it differently: then SQLite may have been told not to test the
 * term again. */
bool constraint_may_be_exact(const struct constraint *constraint);

/* Adds a term to the predicate, or none if the outcome for these values is not known.
 * n_values: any number for COMPARE_IN, 0 for COMPARE_IS_NULL and COMPARE_NOT_NULL, else
 * 1. */
enum status constraint_add(const struct constraint *constraint,
                           const struct literal *values, uint32_t n_values,
                           struct predicate *predicate, struct error *error) CHECK_RESULT;

/* Recognises the two NOCASE bounds that SQLite derives from LIKE 'Ab%': >= 'AB' and <
 * 'ac'.  Text between them begins with these letters in either case, so the term's ranges
 * are in byte order, and statistics can exclude them.  Adds no term for other bounds. */
enum status constraint_add_like_bounds(const struct table_column *column,
                                       const struct literal *low,
                                       const struct literal *high,
                                       struct predicate *predicate,
                                       struct error *error) CHECK_RESULT;

/* Sets *set to the rowids, row numbers or row group numbers that the comparison accepts,
 * in DOMAIN_INT64.  The arena owns its ranges. */
enum status constraint_number_set(enum comparison comparison,
                                  const struct literal *values, uint32_t n_values,
                                  struct arena *arena, struct value_set *set,
                                  struct error *error) CHECK_RESULT;

#endif
