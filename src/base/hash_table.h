/* SPDX-License-Identifier: MIT */
/*
 * hash_table.h - finds numbers by a hash (hash.h): open addressing with linear probing,
 * at most half full.
 *
 * A number is an index of an array of its owner, who compares keys: numbers with the same
 * hash may have different ones.  Keys are never hashed again.
 *
 *     struct hash_slot *slot = hash_table_first(&table, hash);
 *     while (slot->number != 0 && !has_key(slot->number - 1))
 *         slot = hash_table_next(&table, slot);
 *     if (slot->number == 0)
 *         hash_table_put(&table, slot, hash, i);
 */
#ifndef BASE_HASH_TABLE_H
#define BASE_HASH_TABLE_H

#include <stdint.h>

#include "base/status.h"

struct hash_slot {
    uint32_t hash;
    uint32_t number; /* + 1; 0: the slot is free */
};

/* A zeroed struct is empty. */
struct hash_table {
    struct hash_slot *slots;
    size_t n_slots; /* a power of two, or 0 */
    size_t n;
};

/* Empties the table, which keeps its memory, and makes room for n numbers. */
enum status hash_table_reset(struct hash_table *table, size_t n,
                             struct error *error) CHECK_RESULT;
enum status hash_table_grow(struct hash_table *table, struct error *error) CHECK_RESULT;
void hash_table_release(struct hash_table *table);

/* Makes room for another number. */
static inline CHECK_RESULT enum status hash_table_reserve(struct hash_table *table,
                                                          struct error *error)
{
    return table->n < table->n_slots / 2 ? OK : hash_table_grow(table, error);
}

/* Of a table without slots. */
extern struct hash_slot hash_table_none;

static inline struct hash_slot *hash_table_probe(const struct hash_table *table,
                                                 size_t at, uint32_t hash)
{
    struct hash_slot *slots = table->slots;
    size_t mask = table->n_slots - 1;
    at &= mask;
    while (slots[at].number != 0 && slots[at].hash != hash)
        at = (at + 1) & mask;
    return &slots[at];
}

/* The slots with the hash, and then a free one.  Valid until the table grows. */
static inline struct hash_slot *hash_table_first(const struct hash_table *table,
                                                 uint32_t hash)
{
    return table->n_slots > 0 ? hash_table_probe(table, hash, hash) : &hash_table_none;
}
static inline struct hash_slot *hash_table_next(const struct hash_table *table,
                                                const struct hash_slot *slot)
{
    return hash_table_probe(table, (size_t)(slot - table->slots) + 1, slot->hash);
}

/* Fills a free slot, after hash_table_reserve(). */
static inline void hash_table_put(struct hash_table *table, struct hash_slot *slot,
                                  uint32_t hash, uint32_t number)
{
    *slot = (struct hash_slot){hash, number + 1};
    table->n++;
}

/* The same in whichever slot is free. */
void hash_table_add(struct hash_table *table, uint32_t hash, uint32_t number);

#endif
