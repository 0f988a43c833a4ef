/* SPDX-License-Identifier: MIT */
/*
 * name_set.h - makes column names unique, compared as SQLite compares them: with ASCII
 * case folded.
 */
#ifndef SQL_NAME_SET_H
#define SQL_NAME_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/hash_table.h"
#include "sql/host/sqlite_api.h"

struct name_entry {
    const char *name; /* borrowed */
    bool is_taken;    /* given to a column; else only reserved */
    uint32_t next_suffix;
};

struct name_set {
    struct name_entry *entries;
    struct hash_table table; /* of the entries, by name */
    uint64_t seed; /* of the hash, random: files cannot choose names that collide */
};

/* Makes room for n_columns columns, each with its own name and a unique one. */
enum status name_set_init(struct name_set *set, uint32_t n_columns,
                          struct error *error) CHECK_RESULT;
void name_set_release(struct name_set *set);

/* The name's entry; NULL if the name is not in the set. */
struct name_entry *name_set_find(const struct name_set *set, const char *name);
/* The same, but adds a name that is not. */
struct name_entry *name_set_reserve(struct name_set *set, const char *name);

/* Gives the name to a column and returns it; if another column has it, a copy in the
 * arena with a suffix that makes it differ from all names in the set.  NULL when memory
 * is out. */
const char *name_set_take(struct name_set *set, struct arena *arena, const char *name);

/* Whether the names are equal, ASCII case folded. */
static inline bool names_are_same(const char *a, const char *b)
{
    return sqlite3_stricmp(a, b) == 0;
}

#endif
