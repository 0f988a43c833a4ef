/* SPDX-License-Identifier: MIT */
#include "base/arena.h"

#include <stdint.h>
#include <string.h>

#include "base/alloc.h"

enum { BLOCK_SIZE = 16 * 1024, ALIGNMENT = 16 };

struct arena_block {
    struct arena_block *next;
    size_t size;
};

/* The header's size, rounded up to align the data after it. */
enum { HEADER_SIZE = 16 };
_Static_assert(sizeof(struct arena_block) <= HEADER_SIZE, "arena header grew");

void *arena_alloc(struct arena *arena, size_t n_items, size_t item_size)
{
    if (item_size != 0 && n_items > (SIZE_MAX / 2) / item_size)
        return NULL;
    size_t size = (n_items * item_size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (arena->blocks == NULL || size > arena->blocks->size - arena->used) {
        size_t block_size = size > BLOCK_SIZE ? size : BLOCK_SIZE;
        struct arena_block *block = mem_alloc(HEADER_SIZE + block_size, 1);
        if (block == NULL)
            return NULL;
        block->next = arena->blocks;
        block->size = block_size;
        arena->blocks = block;
        arena->used = 0;
    }
    uint8_t *memory = (uint8_t *)arena->blocks + HEADER_SIZE + arena->used;
    arena->used += size;
    memset(memory, 0, size);
    return memory;
}

bool arena_grow(struct arena *arena, void *array, size_t n, size_t item_size)
{
    void *items;
    if ((n & (n - 1)) != 0)
        return true;
    void *grown = arena_alloc(arena, n == 0 ? 1 : 2 * n, item_size);
    if (grown == NULL)
        return false;
    memcpy(&items, array, sizeof items);
    if (n > 0)
        memcpy(grown, items, n * item_size);
    memcpy(array, &grown, sizeof grown);
    return true;
}

char *arena_copy_text(struct arena *arena, const void *bytes, size_t size)
{
    if (size == SIZE_MAX)
        return NULL;
    char *copy = arena_alloc(arena, size + 1, 1);
    if (copy != NULL && size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

void arena_release(struct arena *arena)
{
    struct arena_block *block = arena->blocks;
    while (block != NULL) {
        struct arena_block *next = block->next;
        mem_free(block);
        block = next;
    }
    *arena = (struct arena){0};
}
