/* SPDX-License-Identifier: MIT */
/*
 * sort_keys.h - numbers in the order of cached rows.
 *
 * The values of a column have parts: whether there is a value, the value, and for
 * instants the nanoseconds.  Each part has a number, in whose order the rows are sorted;
 * where the column's values are entries, it is the entry's rank among the sorted ones.
 * The numbers of all parts of all columns of an order, one after the other, are a row's
 * key.
 */
#ifndef ROWS_SORT_KEYS_H
#define ROWS_SORT_KEYS_H

#include "rows/cached_rows.h"
#include "scan/row_order.h"

/* Returns the value that a vector has at a position; false: null or NaN. */
static inline bool cached_value(const struct column_vector *vector, uint32_t position,
                                union column_value *value)
{
    if (column_vector_is_null(vector, position))
        return false;
    *value = column_vector_value(vector, column_vector_index(vector, position));
    return vector->kind != VECTOR_DOUBLE || value->float64 == value->float64;
}

/* The least significant first. */
enum sort_part_kind { PART_NANOS, PART_VALUE, PART_IS_VALID, N_PART_KINDS };

struct sort_part {
    enum sort_part_kind kind;
    const struct column_vector *vector;
    enum value_domain domain;
    bool is_descending;
    const uint32_t *ranks; /* of entries; NULL: there are none */
    uint64_t least, most;  /* numbers, before they are made to begin at 0 */
    unsigned n_bits;       /* of numbers that begin at 0 */
};

/* A zeroed struct may be released. */
struct sort_keys {
    struct sort_part parts[N_PART_KINDS * MOST_ORDER_COLUMNS]; /* those with bits */
    uint32_t n_parts;                    /* the least significant first */
    unsigned n_bits;                     /* of a key */
    uint32_t *ranks[MOST_ORDER_COLUMNS]; /* of entries */
};

/* Prepares keys of the rows at n positions (NULL: of the first n rows), by columns that
 * are loaded, which must not change. */
enum status sort_keys_init(struct sort_keys *keys, const struct cached_rows *rows,
                           const struct row_order *order, const uint32_t *positions,
                           uint32_t n, struct error *error) CHECK_RESULT;
void sort_keys_release(struct sort_keys *keys);

/* Writes the lowest 32 bits of the keys of the n rows from a position on. */
void sort_keys_fill(const struct sort_keys *keys, uint32_t first, uint32_t n,
                    uint32_t *to);

/* The 32 bits of a row's key from a bit on. */
uint32_t sort_keys_bits(const struct sort_keys *keys, unsigned shift, uint32_t position);

/* The part's number for a row, from 0. */
uint64_t sort_part_number(const struct sort_part *part, uint32_t position);

#endif
