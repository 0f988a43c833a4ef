/* SPDX-License-Identifier: MIT */
/*
 * delta_fill_block.h - a template for the function that fills a block with deltas, in
 * integers of the values' own size, which wrap around.  delta_binary_packed.c includes it
 * once for each size, and defines FILL_BLOCK (the function), SIGNED, UNSIGNED and DELTAS
 * (the member).
 */

/* values[0] is the last value before the block's deltas; n_deltas >= 1 values follow
 * it. */
static void FILL_BLOCK(struct block *block, const SIGNED *values, size_t n_deltas)
{
    UNSIGNED *deltas = block->DELTAS;
    for (size_t i = 0; i < n_deltas; i++)
        deltas[i] = (UNSIGNED)values[i + 1] - (UNSIGNED)values[i];
    SIGNED least = (SIGNED)deltas[0];
    for (size_t i = 1; i < n_deltas; i++)
        least = (SIGNED)deltas[i] < least ? (SIGNED)deltas[i] : least;
    for (size_t i = 0; i < n_deltas; i++)
        deltas[i] -= (UNSIGNED)least;
    for (size_t i = n_deltas; i < BLOCK; i++)
        deltas[i] = 0;
    for (size_t m = 0; m < MINIBLOCKS; m++) {
        UNSIGNED all = 0;
        for (size_t i = 0; i < MINIBLOCK; i++)
            all |= deltas[m * MINIBLOCK + i];
        block->widths[m] = bit_width_of(all);
    }
    block->min_delta = least;
}

#undef FILL_BLOCK
#undef SIGNED
#undef UNSIGNED
#undef DELTAS
