/* SPDX-License-Identifier: MIT */
/* literal.h - a value that columns are compared with. */
#ifndef VALUE_LITERAL_H
#define VALUE_LITERAL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "value/value.h"

/* With the numbers of SQLite's SQLITE_INTEGER, SQLITE_FLOAT, ... */
enum literal_type {
    LITERAL_INTEGER = 1,
    LITERAL_REAL,
    LITERAL_TEXT,
    LITERAL_BLOB,
    LITERAL_NULL,
};

struct literal {
    int type; /* enum literal_type; 0: there is none */
    int64_t integer;
    double real;
    struct bytes_value bytes; /* borrowed */
};

/* Whether these are the same value of the same type, bit by bit but for -0.0. */
static inline bool literal_equals(const struct literal *a, const struct literal *b)
{
    if (a->type != b->type)
        return false;
    if (a->type == LITERAL_INTEGER)
        return a->integer == b->integer;
    if (a->type == LITERAL_REAL)
        return a->real == b->real;
    return (a->type != LITERAL_TEXT && a->type != LITERAL_BLOB) ||
           (a->bytes.size == b->bytes.size &&
            (a->bytes.size == 0 ||
             memcmp(a->bytes.data, b->bytes.data, a->bytes.size) == 0));
}

#endif
