/* SPDX-License-Identifier: MIT */
#include "base/row_bitmap.h"

#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"

enum { LEAST_CAPACITY = 8, BITS_SIZE = ROW_BITMAP_BLOCK / 8 };

/* ---- Words ------------------------------------------------------------------------- */

static uint32_t count_bits(uint64_t word)
{
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) +
           (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(word * UINT64_C(0x0101010101010101) >> 56);
}

/* The number of the lowest bit that is set in a word that is not 0. */
static uint32_t lowest_bit(uint64_t word)
{
    return count_bits((word & (~word + 1)) - 1);
}

static bool bit_is_set(const uint64_t *bits, uint32_t number)
{
    return (bits[number / 64] >> number % 64 & 1) != 0;
}

/* The bits of word w that are numbers from `from` to before `end`. */
static uint64_t mask_of(uint32_t w, uint32_t from, uint32_t end)
{
    uint64_t mask = UINT64_MAX;
    if (from > w * 64)
        mask <<= from - w * 64;
    if (end < w * 64 + 64)
        mask &= (UINT64_C(1) << (end - w * 64)) - 1;
    return mask;
}

static uint32_t count_in_bits(const uint64_t *bits, uint32_t from, uint32_t end)
{
    uint32_t n = 0;
    for (uint32_t w = from / 64; w * 64 < end; w++)
        n += count_bits(bits[w] & mask_of(w, from, end));
    return n;
}

/* ---- Blocks ------------------------------------------------------------------------ */

/* The index of the first number that is not less than `number`. */
static uint32_t find_number(const struct row_bitmap_block *block, uint32_t number)
{
    uint32_t low = 0, high = block->n;
    if (block->numbers[high - 1] < number)
        return high;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (block->numbers[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The index of the first block whose key is not less than `key`. */
static uint32_t find_block(const struct row_bitmap *bitmap, uint64_t key)
{
    uint32_t low = 0, high = bitmap->n_blocks;
    if (high == 0 || bitmap->blocks[high - 1].key < key)
        return high;
    if (key < high && bitmap->blocks[key].key == key)
        return (uint32_t)key; /* no block below is missing */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (bitmap->blocks[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Makes *found the block with the key, an array without numbers if it is new. */
static enum status need_block(struct row_bitmap *bitmap, uint64_t key,
                              struct row_bitmap_block **found, struct error *error)
{
    uint32_t at = find_block(bitmap, key);
    if (at < bitmap->n_blocks && bitmap->blocks[at].key == key) {
        *found = &bitmap->blocks[at];
        return OK;
    }
    size_t n_after = bitmap->n_blocks - at;
    enum status status = interrupt_after(n_after, error);
    if (status != OK)
        return status;
    uint16_t *numbers = mem_alloc(LEAST_CAPACITY, sizeof *numbers);
    if (numbers == NULL || bitmap->n_blocks == UINT32_MAX ||
        !mem_grow(&bitmap->blocks, (size_t)bitmap->n_blocks + 1,
                  sizeof *bitmap->blocks)) {
        mem_free(numbers);
        return error_nomem(error);
    }
    *found = &bitmap->blocks[at];
    memmove(*found + 1, *found, n_after * sizeof **found);
    **found = (struct row_bitmap_block){
        .key = key, .capacity = LEAST_CAPACITY, .numbers = numbers};
    bitmap->n_blocks++;
    return OK;
}

static enum status make_bits(struct row_bitmap_block *block, struct error *error)
{
    if (block->capacity == 0)
        return OK;
    uint64_t *bits = mem_alloc_zeroed(ROW_BITMAP_WORDS, sizeof *bits);
    if (bits == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < block->n; i++)
        bits[block->numbers[i] / 64] |= UINT64_C(1) << block->numbers[i] % 64;
    mem_free(block->numbers);
    block->bits = bits;
    block->capacity = 0;
    return OK;
}

/* Makes room for n numbers, or bits if these are too many. */
static enum status make_room(struct row_bitmap_block *block, uint32_t n,
                             struct error *error)
{
    if (block->capacity == 0 || n <= block->capacity)
        return OK;
    if (n > ROW_BITMAP_MOST_IN_ARRAY)
        return make_bits(block, error);
    uint32_t capacity = block->capacity;
    while (capacity < n)
        capacity *= 2;
    uint16_t *grown = mem_resize(block->numbers, capacity, sizeof *grown);
    if (grown == NULL)
        return error_nomem(error);
    block->numbers = grown;
    block->capacity = capacity;
    return OK;
}

static uint32_t find_in_block(const struct row_bitmap_block *block, uint32_t number)
{
    return block->n == 0 ? 0 : find_number(block, number);
}

/* Adds the numbers from first to before end to an array. */
static enum status add_to_array(struct row_bitmap_block *block, uint32_t first,
                                uint32_t end, struct error *error)
{
    uint32_t at = find_in_block(block, first), after = find_in_block(block, end);
    uint32_t n = at + (end - first) + (block->n - after);
    if (n == block->n)
        return OK;
    enum status status = make_room(block, n, error);
    if (status != OK || block->capacity == 0)
        return status;
    memmove(block->numbers + at + (end - first), block->numbers + after,
            (block->n - after) * sizeof *block->numbers);
    for (uint32_t number = first; number < end; number++)
        block->numbers[at++] = (uint16_t)number;
    block->n = n;
    return OK;
}

static void add_to_bits(struct row_bitmap_block *block, uint32_t first, uint32_t end)
{
    block->n += end - first - count_in_bits(block->bits, first, end);
    for (uint32_t w = first / 64; w * 64 < end; w++)
        block->bits[w] |= mask_of(w, first, end);
}

static enum status add_to_block(struct row_bitmap *bitmap, struct row_bitmap_block *block,
                                uint32_t first, uint32_t end, struct error *error)
{
    uint32_t n = block->n;
    enum status status = OK;
    if (block->capacity > 0)
        status = add_to_array(block, first, end, error);
    if (status == OK && block->capacity == 0)
        add_to_bits(block, first, end);
    bitmap->n += block->n - n;
    return status;
}

/* Removes a block that is empty because of a failure. */
static void drop_if_empty(struct row_bitmap *bitmap, uint64_t key)
{
    uint32_t at = find_block(bitmap, key);
    struct row_bitmap_block *block = &bitmap->blocks[at];
    if (block->n > 0)
        return;
    mem_free(block->numbers);
    bitmap->n_blocks--;
    memmove(block, block + 1, (bitmap->n_blocks - at) * sizeof *block);
}

void row_bitmap_release(struct row_bitmap *bitmap)
{
    for (uint32_t i = 0; i < bitmap->n_blocks; i++) {
        struct row_bitmap_block *block = &bitmap->blocks[i];
        mem_free(block->capacity > 0 ? (void *)block->numbers : (void *)block->bits);
    }
    mem_free(bitmap->blocks);
    *bitmap = (struct row_bitmap){0};
}

/* ---- Adding ------------------------------------------------------------------------ */

static enum status add_in_block(struct row_bitmap *bitmap, uint64_t key, uint32_t first,
                                uint32_t end, struct error *error)
{
    struct row_bitmap_block *block = NULL;
    enum status status = need_block(bitmap, key, &block, error);
    if (status != OK)
        return status;
    status = add_to_block(bitmap, block, first, end, error);
    if (status != OK)
        drop_if_empty(bitmap, key);
    return status;
}

enum status row_bitmap_add(struct row_bitmap *bitmap, uint64_t row, struct error *error)
{
    uint64_t key = row / ROW_BITMAP_BLOCK;
    uint32_t number = (uint32_t)(row % ROW_BITMAP_BLOCK);
    struct row_bitmap_block *last = bitmap->n_blocks > 0
                                        ? &bitmap->blocks[bitmap->n_blocks - 1]
                                        : NULL;
    if (last == NULL || last->key != key)
        return add_in_block(bitmap, key, number, number + 1, error);
    if (last->n >= last->capacity || last->numbers[last->n - 1] >= number)
        return add_to_block(bitmap, last, number, number + 1, error);
    last->numbers[last->n++] = (uint16_t)number;
    bitmap->n++;
    return OK;
}

enum status row_bitmap_add_range(struct row_bitmap *bitmap, uint64_t first, uint64_t end,
                                 struct error *error)
{
    enum status status = OK;
    while (status == OK && first < end) {
        uint32_t number = (uint32_t)(first % ROW_BITMAP_BLOCK);
        uint64_t n = ROW_BITMAP_BLOCK - number;
        if (n > end - first)
            n = end - first;
        status = add_in_block(bitmap, first / ROW_BITMAP_BLOCK, number,
                              number + (uint32_t)n, error);
        first += n;
        if (status == OK)
            status = interrupt_after(BITS_SIZE / 8, error);
    }
    return status;
}

enum status row_bitmap_add_bits(struct row_bitmap *bitmap, uint64_t key,
                                const uint64_t *bits, struct error *error)
{
    struct row_bitmap_block *block = NULL;
    enum status status = interrupt_after(BITS_SIZE / 8, error);
    if (status != OK || count_in_bits(bits, 0, ROW_BITMAP_BLOCK) == 0)
        return status;
    status = need_block(bitmap, key, &block, error);
    if (status != OK)
        return status;
    status = make_bits(block, error);
    if (status != OK) {
        drop_if_empty(bitmap, key);
        return status;
    }
    uint32_t n = 0;
    for (uint32_t w = 0; w < ROW_BITMAP_WORDS; w++) {
        block->bits[w] |= bits[w];
        n += count_bits(block->bits[w]);
    }
    bitmap->n += n - block->n;
    block->n = n;
    return OK;
}

static enum status add_numbers(struct row_bitmap *bitmap,
                               const struct row_bitmap_block *from, struct error *error)
{
    enum status status = interrupt_after(from->n, error);
    for (uint32_t i = 0; status == OK && i < from->n; i++)
        status = row_bitmap_add(bitmap, from->key * ROW_BITMAP_BLOCK + from->numbers[i],
                                error);
    return status;
}

enum status row_bitmap_unite(struct row_bitmap *bitmap, const struct row_bitmap *other,
                             struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < other->n_blocks; i++) {
        const struct row_bitmap_block *from = &other->blocks[i];
        status = from->capacity > 0
                     ? add_numbers(bitmap, from, error)
                     : row_bitmap_add_bits(bitmap, from->key, from->bits, error);
    }
    return status;
}

/* ---- Asking ------------------------------------------------------------------------ */

bool row_bitmap_contains(const struct row_bitmap *bitmap, uint64_t row)
{
    uint32_t at = find_block(bitmap, row / ROW_BITMAP_BLOCK);
    uint32_t number = (uint32_t)(row % ROW_BITMAP_BLOCK);
    if (at == bitmap->n_blocks || bitmap->blocks[at].key != row / ROW_BITMAP_BLOCK)
        return false;
    const struct row_bitmap_block *block = &bitmap->blocks[at];
    if (block->capacity == 0)
        return bit_is_set(block->bits, number);
    at = find_number(block, number);
    return at < block->n && block->numbers[at] == number;
}

static uint32_t count_in_block(const struct row_bitmap_block *block, uint32_t from,
                               uint32_t end)
{
    if (end - from == ROW_BITMAP_BLOCK)
        return block->n;
    if (block->capacity == 0)
        return count_in_bits(block->bits, from, end);
    return find_number(block, end) - find_number(block, from);
}

uint64_t row_bitmap_count(const struct row_bitmap *bitmap, uint64_t first, uint64_t end)
{
    uint64_t n = 0;
    if (first >= end)
        return 0;
    uint64_t first_key = first / ROW_BITMAP_BLOCK,
             last_key = (end - 1) / ROW_BITMAP_BLOCK;
    for (uint32_t i = find_block(bitmap, first_key);
         i < bitmap->n_blocks && bitmap->blocks[i].key <= last_key; i++) {
        const struct row_bitmap_block *block = &bitmap->blocks[i];
        uint64_t block_first = block->key * ROW_BITMAP_BLOCK;
        uint32_t from = first > block_first ? (uint32_t)(first - block_first) : 0;
        uint64_t most = end - block_first;
        n += count_in_block(block, from,
                            most < ROW_BITMAP_BLOCK ? (uint32_t)most : ROW_BITMAP_BLOCK);
    }
    return n;
}

/* The first number at or after `from` whose bit is set; ROW_BITMAP_BLOCK: none. */
static uint32_t next_bit(const uint64_t *bits, uint32_t from)
{
    uint32_t w = from / 64;
    uint64_t word = bits[w] & UINT64_MAX << from % 64;
    while (word == 0 && ++w < ROW_BITMAP_WORDS)
        word = bits[w];
    return word == 0 ? ROW_BITMAP_BLOCK : w * 64 + lowest_bit(word);
}

uint64_t row_bitmap_next(const struct row_bitmap *bitmap, uint64_t from)
{
    uint64_t key = from / ROW_BITMAP_BLOCK;
    for (uint32_t i = find_block(bitmap, key); i < bitmap->n_blocks; i++) {
        const struct row_bitmap_block *block = &bitmap->blocks[i];
        uint32_t number = block->key == key ? (uint32_t)(from % ROW_BITMAP_BLOCK) : 0;
        uint32_t found = ROW_BITMAP_BLOCK;
        if (block->capacity == 0) {
            found = next_bit(block->bits, number);
        } else {
            uint32_t at = find_number(block, number);
            if (at < block->n)
                found = block->numbers[at];
        }
        if (found < ROW_BITMAP_BLOCK)
            return block->key * ROW_BITMAP_BLOCK + found;
    }
    return UINT64_MAX;
}

/* ---- Filtering --------------------------------------------------------------------- */

/* Positions that are filtered: `at` of n are read, the first `kept` stay. */
struct filtered {
    uint32_t *positions;
    uint32_t at, n, kept;
};

/* Keeps the positions before `end`. */
static void keep_until(struct filtered *filtered, uint64_t end)
{
    uint32_t *positions = filtered->positions;
    while (filtered->at < filtered->n && positions[filtered->at] < end)
        positions[filtered->kept++] = positions[filtered->at++];
}

/* Filters the positions before `end` by bits; `offset` makes numbers of positions. */
static void filter_by_bits(struct filtered *filtered, const uint64_t *bits,
                           uint32_t offset, uint64_t end)
{
    uint32_t *positions = filtered->positions, at = filtered->at, kept = filtered->kept;
    for (; at < filtered->n && positions[at] < end; at++) {
        uint32_t number = positions[at] + offset;
        positions[kept] = positions[at];
        kept += !bit_is_set(bits, number);
    }
    filtered->at = at;
    filtered->kept = kept;
}

static void filter_by_array(struct filtered *filtered,
                            const struct row_bitmap_block *block, uint32_t offset,
                            uint64_t end)
{
    uint32_t *positions = filtered->positions, at = filtered->at, kept = filtered->kept;
    uint32_t i = find_number(block, positions[at] + offset);
    for (; at < filtered->n && positions[at] < end; at++) {
        uint32_t number = positions[at] + offset;
        while (i < block->n && block->numbers[i] < number)
            i++;
        positions[kept] = positions[at];
        kept += i == block->n || block->numbers[i] != number;
    }
    filtered->at = at;
    filtered->kept = kept;
}

uint32_t row_bitmap_filter(const struct row_bitmap *bitmap, uint64_t first_row,
                           uint32_t *positions, uint32_t n)
{
    struct filtered filtered = {.positions = positions, .n = n};
    while (filtered.at < n) {
        uint64_t row = first_row + positions[filtered.at];
        uint32_t i = find_block(bitmap, row / ROW_BITMAP_BLOCK);
        if (i == bitmap->n_blocks) {
            keep_until(&filtered, UINT64_MAX);
            break;
        }
        const struct row_bitmap_block *block = &bitmap->blocks[i];
        uint64_t block_first = block->key * ROW_BITMAP_BLOCK;
        if (block_first > row) {
            keep_until(&filtered, block_first - first_row);
            continue;
        }
        /* All of it modulo 2^32: positions and numbers are that small. */
        uint32_t offset = (uint32_t)first_row - (uint32_t)block_first;
        uint64_t end = block_first - first_row + ROW_BITMAP_BLOCK;
        if (block->capacity == 0)
            filter_by_bits(&filtered, block->bits, offset, end);
        else
            filter_by_array(&filtered, block, offset, end);
    }
    return filtered.kept;
}

/* ---- Absent rows ------------------------------------------------------------------- */

/* Positions that are listed: those of rows of a block are their numbers less `offset`,
 * all modulo 2^32. */
struct listed {
    uint32_t *positions;
    uint32_t n, offset;
};

static void list_run(struct listed *listed, uint32_t from, uint32_t end)
{
    uint32_t *positions = listed->positions + listed->n;
    for (uint32_t i = 0; i < end - from; i++)
        positions[i] = from + i - listed->offset;
    listed->n += end - from;
}

static void list_absent_bits(struct listed *listed, const uint64_t *bits, uint32_t from,
                             uint32_t end)
{
    uint32_t n = listed->n;
    while (from < end) {
        uint32_t first = from - from % 64, in_word = end - first < 64 ? end - first : 64;
        uint64_t absent = ~bits[from / 64] & UINT64_MAX << from % 64 &
                          UINT64_MAX >> (64 - in_word);
        for (; absent != 0; absent &= absent - 1)
            listed->positions[n++] = first - listed->offset + lowest_bit(absent);
        from = first + 64;
    }
    listed->n = n;
}

static void list_absent_numbers(struct listed *listed,
                                const struct row_bitmap_block *block, uint32_t from,
                                uint32_t end)
{
    uint32_t i = find_number(block, from);
    for (; i < block->n && block->numbers[i] < end; i++) {
        list_run(listed, from, block->numbers[i]);
        from = block->numbers[i] + 1u;
    }
    list_run(listed, from, end);
}

uint32_t row_bitmap_list_absent(const struct row_bitmap *bitmap, uint64_t first_row,
                                uint32_t n, uint32_t *positions)
{
    struct listed listed = {.positions = positions};
    for (uint32_t position = 0; position < n;) {
        uint64_t row = first_row + position, key = row / ROW_BITMAP_BLOCK;
        uint32_t at = find_block(bitmap, key);
        uint32_t from = (uint32_t)(row % ROW_BITMAP_BLOCK);
        uint32_t rest = ROW_BITMAP_BLOCK - from, left = n - position;
        uint32_t end = from + (left < rest ? left : rest);
        const struct row_bitmap_block *block = at < bitmap->n_blocks ? &bitmap->blocks[at]
                                                                     : NULL;
        listed.offset = from - position;
        if (block == NULL || block->key != key)
            list_run(&listed, from, end);
        else if (block->capacity == 0)
            list_absent_bits(&listed, block->bits, from, end);
        else
            list_absent_numbers(&listed, block, from, end);
        position += end - from;
    }
    return listed.n;
}
