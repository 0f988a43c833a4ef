/* SPDX-License-Identifier: MIT */
/*
 * domain_cut.h - how one literal divides the values of a column: into those that SQLite
 * finds below it, equal to it, and above it.
 *
 * This is the inner half of constraint.h, which picks the parts that a comparison
 * accepts.  Nothing here knows which comparison is asked for.
 *
 * Most columns show their values in an order-preserving way (a later day is a greater
 * text), so the divisions are found by bisection, with the very functions that present
 * the values.  Where a column shows parts of its domain in another order (years beyond
 * 9999 begin with a sign) it is cut part by part.
 */
#ifndef SQL_DOMAIN_CUT_H
#define SQL_DOMAIN_CUT_H

#include "base/arena.h"
#include "scan/value_set.h"
#include "sql/host/sqlite_api.h"
#include "sql/table/columns.h"

/* A value on the right-hand side.  Bytes are the sqlite3_value's, valid as long. */
struct literal {
    int type; /* SQLITE_INTEGER, ... */
    int64_t integer;
    double real;
    struct bytes_value bytes;
};

struct literal literal_of(sqlite3_value *value);

enum { MOST_DOMAIN_PARTS = 9 };

struct domain_part {
    struct value_range range;
    bool is_below, is_equal, is_above; /* one of them */
    bool is_unknown;                   /* or this: any comparison may be true */
};

struct domain_cut {
    uint32_t n_parts; /* in no particular order; empty ones are left out */
    struct domain_part parts[MOST_DOMAIN_PARTS];
};

/* The domain in which the column's values are tested. */
enum value_domain domain_of(const struct table_column *column);

/* Whether domain_cut() can tell without formatting every value. */
bool domain_cut_is_possible(const struct table_column *column,
                            const struct literal *literal);

/* The literal is not NULL.  as_text: the values are those of formatted_vector.  Bounds
 * may point to the literal's bytes and into the arena. */
enum status domain_cut(const struct table_column *column, bool as_text,
                       const struct literal *literal, struct arena *arena,
                       struct domain_cut *cut, struct error *error) CHECK_RESULT;

/* Of a column of dates or times: where texts are in the order of the values. */
struct value_range domain_ordered_part(const struct table_column *column);

/* For integers that are presented as themselves. */
void domain_cut_integers(const struct literal *literal, struct domain_cut *cut);

#endif
