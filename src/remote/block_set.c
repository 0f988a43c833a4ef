/* SPDX-License-Identifier: MIT */
#include "remote/block_set.h"

#include "base/alloc.h"
#include "base/hash.h"

static uint32_t hash_of_number(uint64_t number)
{
    return (uint32_t)(hash_spread(number) >> 32);
}

static struct held_block *find_held(const struct block_set *set, uint64_t number)
{
    struct hash_slot *slot = hash_table_first(&set->by_number, hash_of_number(number));
    while (slot->number != 0 && set->held[slot->number - 1].number != number)
        slot = hash_table_next(&set->by_number, slot);
    return slot->number != 0 ? &set->held[slot->number - 1] : NULL;
}

static enum status index_all(struct block_set *set, struct error *error)
{
    enum status status = hash_table_reset(&set->by_number, set->n_held + 1, error);
    for (size_t i = 0; status == OK && i < set->n_held; i++)
        hash_table_add(&set->by_number, hash_of_number(set->held[i].number), (uint32_t)i);
    return status;
}

/* Drops the half that was used before the others. */
static enum status drop_half(struct block_set *set, struct error *error)
{
    uint64_t low = set->held[0].used, high = set->n_uses;
    for (size_t i = 1; i < set->n_held; i++)
        low = set->held[i].used < low ? set->held[i].used : low;
    uint64_t middle = low + (high - low) / 2;
    size_t n = 0;
    for (size_t i = 0; i < set->n_held; i++) {
        if (set->held[i].used > middle)
            set->held[n++] = set->held[i];
        else
            cached_release(&set->held[i].block->base);
    }
    set->n_held = n;
    return index_all(set, error);
}

static enum status hold(struct block_set *set, uint64_t number,
                        struct remote_block *block, struct error *error)
{
    enum status status = set->n_held == MOST_HELD_BLOCKS ? drop_half(set, error) : OK;
    if (status == OK)
        status = hash_table_reserve(&set->by_number, error);
    if (status == OK && !mem_grow(&set->held, set->n_held + 1, sizeof *set->held))
        status = error_nomem(error);
    if (status != OK) {
        cached_release(&block->base);
        return status;
    }
    hash_table_add(&set->by_number, hash_of_number(number), (uint32_t)set->n_held);
    set->held[set->n_held++] = (struct held_block){block, number, ++set->n_uses};
    return OK;
}

static struct cache_key key_of(const struct block_set *set, uint64_t number)
{
    struct cache_key key = set->key;
    key.part = number + 1;
    return key;
}

const struct remote_block *block_set_find(struct block_set *set, uint64_t number)
{
    struct error ignored = {0};
    struct held_block *held = find_held(set, number);
    if (held != NULL) {
        held->used = ++set->n_uses;
        return held->block;
    }
    const struct cache_key key = key_of(set, number);
    struct remote_block *found = (struct remote_block *)cache_find(&key);
    return found != NULL && hold(set, number, found, &ignored) == OK ? found : NULL;
}

static void destroy(struct cached *base)
{
    struct remote_block *block = (struct remote_block *)base;
    mem_free(block->bytes);
    mem_free(block);
}

enum status block_set_add(struct block_set *set, uint64_t number, struct slice bytes,
                          struct error *error)
{
    struct memory_scope scope;
    if (find_held(set, number) != NULL)
        return OK;
    struct remote_block *block = cached_new(sizeof *block, destroy, &scope);
    if (block == NULL)
        return error_nomem(error);
    block->bytes = mem_alloc(bytes.size, 1);
    memory_scope_restore(scope);
    if (block->bytes == NULL) {
        cached_release(&block->base);
        return error_nomem(error);
    }
    memcpy(block->bytes, bytes.data, bytes.size);
    block->size = bytes.size;
    const struct cache_key key = key_of(set, number);
    if (file_identity_is_settled(&key.file))
        cache_keep(&block->base, &key);
    return hold(set, number, block, error);
}

void block_set_empty(struct block_set *set)
{
    for (size_t i = 0; i < set->n_held; i++)
        cached_release(&set->held[i].block->base);
    set->n_held = 0;
    hash_table_release(&set->by_number);
}

void block_set_release(struct block_set *set)
{
    block_set_empty(set);
    mem_free(set->held);
    set->held = NULL;
}
