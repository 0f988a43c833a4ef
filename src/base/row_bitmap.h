/* SPDX-License-Identifier: MIT */
/*
 * row_bitmap.h - a set of row numbers, compressed by blocks of 65,536 rows.
 *
 * A block is an array of numbers while it has few, otherwise 8 KiB of bits.  Blocks
 * without rows of the set take no memory.  Threads may read a bitmap that no longer
 * changes.
 */
#ifndef BASE_ROW_BITMAP_H
#define BASE_ROW_BITMAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

enum {
    ROW_BITMAP_BLOCK = 65536,
    ROW_BITMAP_MOST_IN_ARRAY = 4096,
    ROW_BITMAP_WORDS = ROW_BITMAP_BLOCK / 64
};

struct row_bitmap_block {
    uint64_t key;      /* row / ROW_BITMAP_BLOCK */
    uint32_t n;        /* rows in the set; > 0 */
    uint32_t capacity; /* of numbers; 0: bits */
    union {
        uint16_t *numbers; /* ascending */
        uint64_t *bits;    /* ROW_BITMAP_WORDS of them; the lowest bit is the first row */
    };
};

/* A zeroed struct is empty and may be released.  Rows are less than UINT64_MAX. */
struct row_bitmap {
    struct row_bitmap_block *blocks; /* ascending keys */
    uint32_t n_blocks;
    uint64_t n; /* rows in the set */
};

void row_bitmap_release(struct row_bitmap *bitmap);

/* Those that add can be interrupted.  After a failure the set has some of the rows.
 *
 * Adds a row; quick if it is in the block of the last one that was added, or above. */
enum status row_bitmap_add(struct row_bitmap *bitmap, uint64_t row,
                           struct error *error) CHECK_RESULT;

/* Adds rows from first to before end. */
enum status row_bitmap_add_range(struct row_bitmap *bitmap, uint64_t first, uint64_t end,
                                 struct error *error) CHECK_RESULT;

/* Adds the rows of the block with that key whose bits are set in ROW_BITMAP_WORDS words.
 */
enum status row_bitmap_add_bits(struct row_bitmap *bitmap, uint64_t key,
                                const uint64_t *bits, struct error *error) CHECK_RESULT;

/* Adds the rows of `other`. */
enum status row_bitmap_unite(struct row_bitmap *bitmap, const struct row_bitmap *other,
                             struct error *error) CHECK_RESULT;

bool row_bitmap_contains(const struct row_bitmap *bitmap, uint64_t row);

/* The number of rows in the set from first to before end. */
uint64_t row_bitmap_count(const struct row_bitmap *bitmap, uint64_t first, uint64_t end);

/* The first row at or after `from` that is in the set; UINT64_MAX: none. */
uint64_t row_bitmap_next(const struct row_bitmap *bitmap, uint64_t from);

/* Removes from n ascending positions, which count from first_row, those whose rows are in
 * the set.  Returns how many stay, in their order. */
uint32_t row_bitmap_filter(const struct row_bitmap *bitmap, uint64_t first_row,
                           uint32_t *positions, uint32_t n);

/* Sets `positions`, which has room for n, to those of the n rows from first_row on that
 * are not in the set, counted from first_row.  Returns how many there are. */
uint32_t row_bitmap_list_absent(const struct row_bitmap *bitmap, uint64_t first_row,
                                uint32_t n, uint32_t *positions);

#endif
