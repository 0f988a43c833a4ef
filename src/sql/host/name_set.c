/* SPDX-License-Identifier: MIT */
#include "sql/host/name_set.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "value/find_bytes.h"

static uint8_t fold(char c)
{
    return ascii_lower((uint8_t)c);
}

enum status name_set_init(struct name_set *set, uint32_t n_columns, struct error *error)
{
    size_t n = (size_t)n_columns * 2;
    *set = (struct name_set){.seed = hash_new_seed()};
    set->entries = mem_alloc_zeroed(n, sizeof *set->entries);
    return set->entries != NULL ? hash_table_reset(&set->table, n, error)
                                : error_nomem(error);
}

void name_set_release(struct name_set *set)
{
    mem_free(set->entries);
    hash_table_release(&set->table);
}

/* The slot of the name, or a free one, and its hash. */
static struct hash_slot *find_slot(const struct name_set *set, const char *name,
                                   uint32_t *result)
{
    uint64_t hash = set->seed; /* FNV-1a with another start value */
    for (const char *c = name; *c != '\0'; c++)
        hash = (hash ^ fold(*c)) * UINT64_C(1099511628211);
    *result = (uint32_t)(hash ^ hash >> 32);
    struct hash_slot *slot = hash_table_first(&set->table, *result);
    while (slot->number != 0 &&
           !names_are_same(set->entries[slot->number - 1].name, name))
        slot = hash_table_next(&set->table, slot);
    return slot;
}

struct name_entry *name_set_find(const struct name_set *set, const char *name)
{
    uint32_t hash;
    const struct hash_slot *slot = find_slot(set, name, &hash);
    return slot->number != 0 ? &set->entries[slot->number - 1] : NULL;
}

struct name_entry *name_set_reserve(struct name_set *set, const char *name)
{
    uint32_t hash;
    struct hash_slot *slot = find_slot(set, name, &hash);
    if (slot->number == 0) {
        set->entries[set->table.n].name = name;
        hash_table_put(&set->table, slot, hash, (uint32_t)set->table.n);
    }
    return &set->entries[slot->number - 1];
}

const char *name_set_take(struct name_set *set, struct arena *arena, const char *name)
{
    struct name_entry *entry = name_set_reserve(set, name);
    if (!entry->is_taken) {
        entry->is_taken = true;
        return name;
    }
    size_t size = strlen(name);
    char *suffixed = arena_alloc(arena, size + 12, 1);
    if (suffixed == NULL)
        return NULL;
    memcpy(suffixed, name, size);
    for (;;) {
        snprintf(suffixed + size, 12, "_%u", (unsigned)++entry->next_suffix);
        if (name_set_find(set, suffixed) == NULL) {
            name_set_reserve(set, suffixed)->is_taken = true;
            return suffixed;
        }
    }
}
