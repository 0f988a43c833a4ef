/* SPDX-License-Identifier: MIT */
#include "base/hash_table.h"

#include <string.h>

#include "base/alloc.h"

enum { LEAST_SLOTS = 16 };

struct hash_slot hash_table_none;

enum status hash_table_reset(struct hash_table *table, size_t n, struct error *error)
{
    size_t n_slots = LEAST_SLOTS;
    while (n_slots / 2 < n)
        n_slots *= 2;
    if (!mem_grow(&table->slots, n_slots, sizeof *table->slots))
        return error_nomem(error);
    memset(table->slots, 0, n_slots * sizeof *table->slots);
    table->n_slots = n_slots;
    table->n = 0;
    return OK;
}

enum status hash_table_grow(struct hash_table *table, struct error *error)
{
    struct hash_table grown = {0};
    enum status status = hash_table_reset(&grown, table->n_slots, error);
    if (status != OK)
        return status;
    for (size_t i = 0; i < table->n_slots; i++) {
        if (table->slots[i].number != 0)
            hash_table_add(&grown, table->slots[i].hash, table->slots[i].number - 1);
    }
    mem_free(table->slots);
    *table = grown;
    return OK;
}

void hash_table_release(struct hash_table *table)
{
    mem_free(table->slots);
    *table = (struct hash_table){0};
}

void hash_table_add(struct hash_table *table, uint32_t hash, uint32_t number)
{
    size_t mask = table->n_slots - 1, at = hash & mask;
    while (table->slots[at].number != 0)
        at = (at + 1) & mask;
    hash_table_put(table, &table->slots[at], hash, number);
}
