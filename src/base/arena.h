/* SPDX-License-Identifier: MIT */
/*
 * arena.h - allocations that are freed together, such as a file's metadata.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena_block;

/* A zeroed struct is an empty arena. */
struct arena {
    struct arena_block *blocks;
    size_t used; /* bytes used in the newest block */
};

/* Returns zeroed memory aligned for any type, valid until arena_release(); NULL if out of
 * memory or if n_items * item_size overflows. */
void *arena_alloc(struct arena *arena, size_t n_items, size_t item_size);

/* Makes room for one more item after the n of an array, which may be NULL, by doubling
 * it; see mem_grow().  Only for arrays that always grow in this way. */
bool arena_grow(struct arena *arena, void *array, size_t n, size_t item_size);

/* Returns a zero-terminated copy, or NULL if out of memory. */
char *arena_copy_text(struct arena *arena, const void *bytes, size_t size);

void arena_release(struct arena *arena);

#endif
