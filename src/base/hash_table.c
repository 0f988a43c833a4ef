/* SPDX-License-Identifier: MIT */
#include "base/hash_table.h"

#include "base/alloc.h"

enum { FIRST_SLOTS = 16 };

static void put(struct hash_node **slots, size_t n_slots, struct hash_node *node)
{
    struct hash_node **slot = &slots[(size_t)node->hash & (n_slots - 1)];
    node->next = *slot;
    *slot = node;
}

enum status hash_table_reserve(struct hash_table *table, struct error *error)
{
    if (table->n < table->n_slots)
        return OK;
    size_t n = table->n_slots > 0 ? table->n_slots * 2 : FIRST_SLOTS;
    struct hash_node **slots = mem_alloc_zeroed(n, sizeof *slots);
    if (slots == NULL)
        return error_nomem(error);
    for (size_t i = 0; i < table->n_slots; i++) {
        for (struct hash_node *node = table->slots[i], *next; node != NULL; node = next) {
            next = node->next;
            put(slots, n, node);
        }
    }
    mem_free(table->slots);
    table->slots = slots;
    table->n_slots = n;
    return OK;
}

void hash_table_add(struct hash_table *table, struct hash_node *node, uint64_t hash)
{
    node->hash = hash;
    put(table->slots, table->n_slots, node);
    table->n++;
}

static struct hash_node *find(struct hash_node *node, uint64_t hash)
{
    while (node != NULL && node->hash != hash)
        node = node->next;
    return node;
}

struct hash_node *hash_table_first(const struct hash_table *table, uint64_t hash)
{
    if (table->n_slots == 0)
        return NULL;
    return find(table->slots[(size_t)hash & (table->n_slots - 1)], hash);
}

struct hash_node *hash_table_next(const struct hash_node *node)
{
    return find(node->next, node->hash);
}

void hash_table_release(struct hash_table *table, void (*release)(struct hash_node *))
{
    for (size_t i = 0; i < table->n_slots; i++) {
        for (struct hash_node *node = table->slots[i], *next; node != NULL; node = next) {
            next = node->next;
            release(node);
        }
    }
    mem_free(table->slots);
    *table = (struct hash_table){0};
}
