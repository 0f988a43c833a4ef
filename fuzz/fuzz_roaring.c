/* SPDX-License-Identifier: MIT */
/*
 * fuzz_roaring.c - any bytes as a RoaringBitmapArray or as a bitmap of 32 bits: what is
 * accepted is a sound set of rows below the end.
 */
#include "check_rows.h"
#include "lake/deletions/roaring.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    struct row_bitmap rows = {0};
    struct error error = {0};
    uint32_t kind = choose_below(&input, 4);
    uint64_t end = kind % 2 == 0 ? UINT64_MAX : choose(&input, 5);
    struct steps steps = {choose(&input, 2)};
    uint8_t *copy = exact_copy(input, 0);
    struct slice bytes = slice_of(copy, input.size);
    enum status status = kind < 2 ? roaring_array_decode(bytes, end, &rows, &error)
                                  : roaring_decode(&bytes, 0, end, &rows, &error);
    free(copy);
    require_error_fits(status, &error);
    require_sound_rows(&rows, status == OK ? end : UINT64_MAX);
    for (uint32_t i = 0; i < rows.n_blocks && i < 4; i++)
        require_same_answers(&rows, rows.blocks[i].key * ROW_BITMAP_BLOCK, &steps);
    row_bitmap_release(&rows);
    return 0;
}
