/* SPDX-License-Identifier: MIT */
/* check_rows.h - what is true of every set of row numbers, whoever made it. */
#ifndef FUZZ_CHECK_ROWS_H
#define FUZZ_CHECK_ROWS_H

#include "base/row_bitmap.h"
#include "fuzz.h"

/* The blocks are in order, and have as many rows below the end as they say. */
static inline void require_sound_rows(const struct row_bitmap *rows, uint64_t end)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < rows->n_blocks; i++) {
        const struct row_bitmap_block *block = &rows->blocks[i];
        uint64_t first = block->key * ROW_BITMAP_BLOCK;
        REQUIRE(i == 0 || block[-1].key < block->key);
        REQUIRE(block->n > 0 && (block->capacity == 0 || block->n <= block->capacity));
        for (uint32_t k = 1; block->capacity > 0 && k < block->n; k++)
            REQUIRE(block->numbers[k - 1] < block->numbers[k]);
        REQUIRE(row_bitmap_count(rows, first, first + 30000) +
                    row_bitmap_count(rows, first + 30000, first + ROW_BITMAP_BLOCK) ==
                block->n);
        n += block->n;
    }
    REQUIRE(n == rows->n && row_bitmap_next(rows, end) == UINT64_MAX);
}

/* Filtering, counting and looking up agree about some rows from `first` on. */
static inline void require_same_answers(const struct row_bitmap *rows, uint64_t first,
                                        struct steps *steps)
{
    uint32_t positions[200], left[200], n = 0, n_left = 0;
    for (uint32_t at = 0; n < 200; at += 1 + next_step(steps, 100000)) {
        positions[n++] = at;
        if (!row_bitmap_contains(rows, first + at))
            left[n_left++] = at;
        REQUIRE(row_bitmap_count(rows, first + at, first + at + 1) ==
                row_bitmap_contains(rows, first + at));
    }
    REQUIRE(row_bitmap_filter(rows, first, positions, n) == n_left);
    REQUIRE(memcmp(positions, left, n_left * sizeof *left) == 0);
    uint64_t next = row_bitmap_next(rows, first);
    REQUIRE(next >= first && (next == first) == row_bitmap_contains(rows, first));
    REQUIRE(row_bitmap_list_absent(rows, first, 200, positions) ==
            200 - row_bitmap_count(rows, first, first + 200));
    REQUIRE(next == UINT64_MAX || row_bitmap_count(rows, first, next + 1) == 1);
}

#endif
