/* SPDX-License-Identifier: MIT */
/*
 * group_table.h - numbers groups of rows, from 0, in the order in which they are found.
 * Rows with equal keys are in one group; nulls are equal.
 *
 * A key's values are compared bit by bit.
 *
 * A single key's values are numbered by a value_table (rows/value_table.h).  With several
 * keys, each of them becomes a word of a tuple: the number of the value if it is a text
 * or comes with a dictionary, the value itself otherwise.  Tuples are looked up in an
 * array as long as that has room for all combinations of the keys' values, later in a
 * hash table.
 */
#ifndef VECTOR_GROUP_TABLE_H
#define VECTOR_GROUP_TABLE_H

#include "base/number_slots.h"
#include "rows/value_table.h"
#include "scan/column_vector.h"

struct group_key {
    struct value_table values;
    bool is_numbered;    /* tuples have numbers of `values`; known when rows have come */
    uint8_t bits, shift; /* of its number in an index of `direct` */
};

/* A zeroed struct is empty and may be released. */
struct group_table {
    uint32_t n_keys;
    struct group_key *keys;
    /* Of several keys: */
    bool has_rows; /* rows have come */
    uint32_t n_groups;
    uint64_t *tuples; /* n_keys words for each group */
    /* For each group, bit k: key k, which is not numbered, is null; NULL: none is. */
    uint64_t *nulls;
    uint32_t *direct;          /* groups + 1 by the index of a tuple, 0: none; or NULL */
    struct number_slots slots; /* of tuples, if there is no `direct` */
    uint64_t seed;             /* of their hashes */
    struct group_rows *rows;   /* the current ones */
};

/* How many groups to make room for when there are n: memory that is moved costs more than
 * memory that is not used yet. */
static inline size_t group_room(size_t n)
{
    size_t room = 1 << 10;
    while (room < n && room < 1 << 18)
        room *= 4;
    return room < n || n <= 64 ? n : room;
}

/* kinds: VECTOR_INT64, VECTOR_DOUBLE or VECTOR_BYTES for each of the keys, 1 or more. */
enum status group_table_init(struct group_table *table, const enum vector_kind *kinds,
                             uint32_t n_keys, struct error *error) CHECK_RESULT;
void group_table_release(struct group_table *table);

/* Sets groups[i] to the number of the group of row i of the keys' vectors, for i < n
 * <= BATCH_ROWS.  Adds groups as needed. */
enum status group_table_number(struct group_table *table,
                               const struct column_vector *const *keys, uint32_t n,
                               uint32_t *groups, struct error *error) CHECK_RESULT;

uint32_t group_table_count(const struct group_table *table);

/* Gets a key of a group; false if it is null.  Bytes are valid until the table changes.
 */
bool group_table_key(const struct group_table *table, uint32_t group, uint32_t key,
                     union column_value *value);

#endif
