/* SPDX-License-Identifier: MIT */
/*
 * constraint.h - a comparison as SQLite makes it, as a term of a predicate.
 *
 *     day >= '2024-01-15'   the text is compared with the text form of every day, so the
 *                           term accepts the days from 19737 on
 *     fare < 5              REAL with INTEGER: doubles below 5
 *     fare < 'abc'          every number is below every text
 *
 * domain_cut.h divides the column's values at a literal; this module decides which parts
 * a comparison accepts, and when a term is of use at all.
 *
 * A term accepts every row for which SQLite's comparison of the value that xColumn gives
 * is true.  It accepts others only where constraint_is_exact() says no.
 */
#ifndef SQL_CONSTRAINT_H
#define SQL_CONSTRAINT_H

#include "scan/predicate.h"
#include "sql/table/domain_cut.h"

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

static inline bool comparison_is_pattern(enum comparison comparison)
{
    return comparison == COMPARE_LIKE || comparison == COMPARE_GLOB;
}

enum collation { COLLATE_BINARY, COLLATE_NOCASE, COLLATE_RTRIM };

struct constraint {
    const struct table_column *column;
    enum comparison comparison;
    enum collation collation;
    bool is_known_text; /* the right-hand side is text, and no number in disguise */
    bool is_utf16;      /* the database: text is compared in UTF-16 */
};

/* Whether the comparison is one that constraint_add() makes something of. */
bool constraint_is_usable(const struct constraint *constraint);

/* Whether the term will accept exactly the rows for which the comparison is true, given
 * a right-hand side that is_known_text or where that plays no part. */
bool constraint_is_exact(const struct constraint *constraint);

/* Whether the same is true of some way to store a column of the same declaration: then
 * SQLite may have been told not to test such a term again. */
bool constraint_may_be_exact(const struct constraint *constraint);

/* Adds a term to the predicate, or none when these values cannot be told.  One value; any
 * number for COMPARE_IN; none for the tests for null. */
enum status constraint_add(const struct constraint *constraint,
                           const struct literal *values, uint32_t n_values,
                           struct predicate *predicate, struct error *error) CHECK_RESULT;

/* Two bounds under NOCASE as SQLite derives them from LIKE 'Ab%': >= 'AB' and < 'ac'.
 * What lies between them begins with these letters in either case, and so lies between
 * them as bytes, too: adds a term that statistics can be asked about.  Other bounds add
 * nothing. */
enum status constraint_add_like_bounds(const struct table_column *column,
                                       const struct literal *low,
                                       const struct literal *high,
                                       struct predicate *predicate,
                                       struct error *error) CHECK_RESULT;

/* The values of a numbered thing (rowid, row group) that the comparison accepts, as a set
 * of DOMAIN_INT64 in the arena. */
enum status constraint_number_set(enum comparison comparison,
                                  const struct literal *values, uint32_t n_values,
                                  struct arena *arena, struct value_set *set,
                                  struct error *error) CHECK_RESULT;

#endif
