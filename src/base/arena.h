/* SPDX-License-Identifier: MIT */
/*
 * arena.h - allocations that live and die together: a file's metadata.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct arena_block;

/* A zeroed struct is an empty arena. */
struct arena {
    struct arena_block *blocks;
    size_t used; /* bytes taken of the newest block */
};

/* Zeroed, aligned for any type, valid until arena_release(); NULL when memory is out or
 * n_items * item_size overflows. */
void *arena_alloc(struct arena *arena, size_t n_items, size_t item_size);

/* A zero-terminated copy. */
char *arena_copy_text(struct arena *arena, const void *bytes, size_t size);

void arena_release(struct arena *arena);

#endif
