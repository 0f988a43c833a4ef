/* SPDX-License-Identifier: MIT */
/*
 * name_set.h - names that must differ, compared as SQLite compares column names: ASCII
 * case folded.
 */
#ifndef SQL_NAME_SET_H
#define SQL_NAME_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"

struct name_entry {
    const char *name; /* NULL: free */
    bool is_taken;    /* given to a column; else only known to stand there */
    uint32_t next_suffix;
};

/* An open hash; the names are borrowed. */
struct name_set {
    uint32_t mask; /* size - 1, size a power of two */
    uint64_t seed; /* of the hash: nobody can tell beforehand which names collide */
    struct name_entry *entries;
};

/* Room for so many columns, each with a name of its own and one that is given to it. */
enum status name_set_init(struct name_set *set, uint32_t n_columns,
                          struct error *error) CHECK_RESULT;
void name_set_release(struct name_set *set);

/* The name's entry; without a name where it is not in the set. */
struct name_entry *name_set_find(const struct name_set *set, const char *name);

/* Gives the name to a column, with a suffix where another column has it already.  The
 * suffixed name must neither be taken nor stand in the set.  From the arena; NULL when
 * memory is out. */
const char *name_set_take(struct name_set *set, struct arena *arena, const char *name);

bool names_are_same(const char *a, const char *b);

#endif
