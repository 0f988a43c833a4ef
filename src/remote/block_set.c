/* SPDX-License-Identifier: MIT */
#include "remote/block_set.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "remote/disk_cache.h"

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

/* Blocks are no parts of another kind, such as dictionaries. */
static struct cache_key key_of(const struct block_set *set, uint64_t number)
{
    static const uint32_t FORM_OF_BLOCKS = 0x52454d42;
    return (struct cache_key){
        .file = set->file, .form = FORM_OF_BLOCKS, .part = number + 1};
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
    if (file_identity_is_settled(&set->file))
        cache_keep(&block->base, &key);
    return hold(set, number, block, error);
}

/* ---- Groups on disk -----------------------------------------------------------------
 */

static size_t size_of_block(const struct block_set *set, uint64_t number)
{
    uint64_t size = (uint64_t)set->file.size, offset = number * BLOCK_BYTES;
    return offset >= size                ? 0
           : size - offset < BLOCK_BYTES ? (size_t)(size - offset)
                                         : BLOCK_BYTES;
}

static bool key_of_group(const struct block_set *set, uint64_t group, struct buffer *key)
{
    struct error ignored = {0};
    uint8_t number[8];
    store_u64(number, group);
    buffer_add(key, slice_of("blocks", 7), &ignored);
    buffer_add(key, buffer_slice(&set->name), &ignored);
    buffer_add(key, slice_of(number, sizeof number), &ignored);
    return ignored.status == OK;
}

/* Takes the group's blocks out of an entry, each of size 0 if it is not there; false if
 * there are others. */
static bool take_blocks(const struct block_set *set, uint64_t group, struct slice entry,
                        struct slice *blocks)
{
    struct slice map;
    bool is_whole = slice_take(&entry, 4, &map);
    for (uint64_t i = 0; is_whole && i < GROUP_BLOCKS; i++) {
        size_t size = size_of_block(set, group * GROUP_BLOCKS + i);
        if (load_u32(map.data) >> i & 1)
            is_whole = size > 0 && slice_take(&entry, size, &blocks[i]);
    }
    return is_whole && entry.size == 0;
}

/* Reads the entry into the buffer; false if there is none. */
static bool read_group(const struct block_set *set, uint64_t group, struct buffer *entry,
                       struct slice *blocks)
{
    struct buffer key = {0};
    bool is_found = key_of_group(set, group, &key) &&
                    disk_cache_read(buffer_slice(&key), entry) &&
                    take_blocks(set, group, buffer_slice(entry), blocks);
    buffer_release(&key);
    return is_found;
}

/* Adds all blocks that the group of a block has on disk.  Blocks that are asked for one
 * after the other are looked for once. */
static const struct remote_block *load_group(struct block_set *set, uint64_t number)
{
    uint64_t group = number / GROUP_BLOCKS;
    struct slice blocks[GROUP_BLOCKS] = {{NULL, 0}};
    struct buffer entry = {0};
    struct error ignored = {0};
    if (set->name.size == 0 || (set->missed_group == group + 1 &&
                                set->missed_blocks >> number % GROUP_BLOCKS & 1))
        return NULL;
    bool is_found = read_group(set, group, &entry, blocks);
    set->missed_group = group + 1;
    set->missed_blocks = 0;
    for (unsigned i = 0; i < GROUP_BLOCKS; i++) {
        if (!is_found || blocks[i].size == 0)
            set->missed_blocks |= 1U << i;
        else
            (void)!block_set_add(set, group * GROUP_BLOCKS + i, blocks[i], &ignored);
    }
    buffer_release(&entry);
    struct held_block *held = find_held(set, number);
    return held != NULL ? held->block : NULL;
}

/* Joins blocks of a group, the first of which is `first`, with those that are on disk. */
static void store_group(struct block_set *set, uint64_t first, uint64_t end,
                        struct slice bytes)
{
    uint64_t group = first / GROUP_BLOCKS;
    struct slice blocks[GROUP_BLOCKS] = {{NULL, 0}};
    struct buffer old = {0}, made = {0}, key = {0};
    struct error ignored = {0};
    uint8_t map[4];
    uint32_t bits = 0;
    bool has_new = false;
    if (!read_group(set, group, &old, blocks))
        memset(blocks, 0, sizeof blocks);
    for (uint64_t i = first; i < end; i++) {
        struct slice *block = &blocks[i % GROUP_BLOCKS];
        has_new |= block->size == 0;
        (void)slice_take(&bytes, size_of_block(set, i), block);
    }
    for (unsigned i = 0; i < GROUP_BLOCKS; i++)
        bits |= (uint32_t)(blocks[i].size > 0) << i;
    store_u32(map, bits);
    buffer_add(&made, slice_of(map, sizeof map), &ignored);
    for (unsigned i = 0; i < GROUP_BLOCKS; i++)
        buffer_add(&made, blocks[i], &ignored);
    if (has_new && ignored.status == OK && key_of_group(set, group, &key))
        disk_cache_write(buffer_slice(&key), buffer_slice(&made));
    buffer_release(&key);
    buffer_release(&made);
    buffer_release(&old);
}

void block_set_store(struct block_set *set, uint64_t first, uint64_t end,
                     struct slice bytes)
{
    if (set->name.size == 0)
        return;
    set->missed_group = 0;
    while (first < end) {
        uint64_t next = (first / GROUP_BLOCKS + 1) * GROUP_BLOCKS;
        uint64_t stop = next < end ? next : end;
        size_t size = 0;
        struct slice piece;
        for (uint64_t i = first; i < stop; i++)
            size += size_of_block(set, i);
        if (!slice_take(&bytes, size, &piece))
            break;
        store_group(set, first, stop, piece);
        first = stop;
    }
}

/* ---- All ----------------------------------------------------------------------------
 */

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
    if (found == NULL)
        return load_group(set, number);
    return hold(set, number, found, &ignored) == OK ? found : NULL;
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
    buffer_release(&set->name);
    mem_free(set->held);
    set->held = NULL;
}
