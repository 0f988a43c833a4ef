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

bool names_are_same(const char *a, const char *b)
{
    while (*a != '\0' && fold(*a) == fold(*b)) {
        a++;
        b++;
    }
    return fold(*a) == fold(*b);
}

enum status name_set_init(struct name_set *set, uint32_t n_columns, struct error *error)
{
    set->mask = 15;
    set->seed = hash_new_seed();
    while (set->mask / 4 < n_columns && set->mask < UINT32_MAX / 2)
        set->mask = set->mask * 2 + 1;
    set->entries = mem_alloc_zeroed((size_t)set->mask + 1, sizeof *set->entries);
    return set->entries != NULL ? OK : error_nomem(error);
}

void name_set_release(struct name_set *set)
{
    mem_free(set->entries);
    set->entries = NULL;
}

struct name_entry *name_set_find(const struct name_set *set, const char *name)
{
    uint64_t hash = set->seed; /* FNV-1a with another start value */
    for (const char *c = name; *c != '\0'; c++)
        hash = (hash ^ fold(*c)) * UINT64_C(1099511628211);
    uint32_t i = (uint32_t)(hash ^ hash >> 32) & set->mask;
    while (set->entries[i].name != NULL && !names_are_same(set->entries[i].name, name))
        i = (i + 1) & set->mask;
    return &set->entries[i];
}

const char *name_set_take(struct name_set *set, struct arena *arena, const char *name)
{
    struct name_entry *entry = name_set_find(set, name);
    if (entry->name == NULL)
        entry->name = name;
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
        struct name_entry *other = name_set_find(set, suffixed);
        if (other->name == NULL) {
            other->name = suffixed;
            other->is_taken = true;
            return suffixed;
        }
    }
}
