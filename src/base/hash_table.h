/* SPDX-License-Identifier: MIT */
/*
 * hash_table.h - finds nodes by a hash (hash.h), in constant time, whatever their number.
 *
 * A node is a member of what its owner allocates and frees, and compares: nodes with the
 * same hash may have different keys.
 *
 *     for (node = hash_table_first(&table, hash); node != NULL;
 *          node = hash_table_next(node))
 */
#ifndef BASE_HASH_TABLE_H
#define BASE_HASH_TABLE_H

#include <stdint.h>

#include "base/status.h"

struct hash_node {
    struct hash_node *next; /* in the same slot */
    uint64_t hash;
};

/* A zeroed struct is empty. */
struct hash_table {
    struct hash_node **slots;
    size_t n_slots; /* a power of two, or 0 */
    size_t n;
};

/* Makes room for another node. */
enum status hash_table_reserve(struct hash_table *table,
                               struct error *error) CHECK_RESULT;
/* Adds a node, for which there is room. */
void hash_table_add(struct hash_table *table, struct hash_node *node, uint64_t hash);

/* The nodes with this hash; NULL: no more. */
struct hash_node *hash_table_first(const struct hash_table *table, uint64_t hash);
struct hash_node *hash_table_next(const struct hash_node *node);

/* Calls the function for each node, which it may free, and empties the table. */
void hash_table_release(struct hash_table *table, void (*release)(struct hash_node *));

#endif
