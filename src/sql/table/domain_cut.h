/* SPDX-License-Identifier: MIT */
/*
 * domain_cut.h - divides the values of a column by a literal: into those that SQLite
 * finds less than it, equal to it, and greater.
 *
 * constraint.h picks the parts that a comparison accepts; nothing here depends on the
 * comparison.
 *
 * Most conversions to SQLite values preserve the order (a later day is a greater text),
 * so the boundaries are found by bisection, with the conversion functions themselves.  A
 * domain of which a part converts in another order (years beyond 9999 begin with a sign)
 * is divided part by part.
 */
#ifndef SQL_DOMAIN_CUT_H
#define SQL_DOMAIN_CUT_H

#include "base/arena.h"
#include "scan/value_set.h"
#include "sql/host/sqlite_api.h"
#include "sql/table/columns.h"
#include "value/literal.h"

/* Sets the type of a literal and what it is of this type; its bytes
 * belong to the sqlite3_value and live as long. */
void literal_read(struct literal *literal, sqlite3_value *value);

static inline struct literal literal_of(sqlite3_value *value)
{
    struct literal literal = {0};
    literal_read(&literal, value);
    return literal;
}

enum { MOST_DOMAIN_PARTS = 9 };

enum domain_side {
    SIDE_BELOW,
    SIDE_EQUAL,
    SIDE_ABOVE,
    SIDE_UNKNOWN, /* any comparison may be true */
};

struct domain_part {
    struct value_range range;
    enum domain_side side;
};

struct domain_cut {
    uint32_t n_parts; /* in no particular order; some may be empty */
    struct domain_part parts[MOST_DOMAIN_PARTS];
};

/* The domain in which the column's values are tested. */
enum value_domain domain_of(const struct table_column *column);

/* Whether domain_cut() can divide the stored values; else as_text is needed. */
bool domain_cut_is_possible(const struct table_column *column,
                            const struct literal *literal);

/* The literal must not be NULL. as_text: divides the texts of formatted_vector instead of
 * the stored values.  Bounds may point to the literal's bytes and into the arena. */
enum status domain_cut(const struct table_column *column, bool as_text,
                       const struct literal *literal, struct arena *arena,
                       struct domain_cut *cut, struct error *error) CHECK_RESULT;

/* For a column of dates or times: the range whose texts sort in the order of the
 * values. */
struct value_range domain_ordered_part(const struct table_column *column);

/* domain_cut() for integers that SQLite sees as they are. */
void domain_cut_integers(const struct literal *literal, struct domain_cut *cut);

#endif
