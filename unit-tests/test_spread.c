/* SPDX-License-Identifier: MIT */
/*
 * test_spread.c - making room for nulls, with vector instructions and without, against a
 * loop from one array to another: all widths, all lengths up to 200, any alignment, no
 * nulls to nothing but nulls.
 */
#include "base/cpu.h"
#include "scan/spread.h"
#include "unit_bytes.h"
#include "unit_test.h"

enum { MOST_ROWS = 200, MOST_WIDTH = 16 };

/* Where the loop of the function under test reads or writes too much, AddressSanitizer
 * finds it: all blocks have exactly their size. */
static void check_spread(uint64_t *random, size_t width, uint32_t n, uint64_t n_of_ten)
{
    size_t skipped = random_below(random, 4) * 4, size = n * width;
    uint8_t *block = must(malloc(skipped + size > 0 ? skipped + size : 1));
    uint8_t *valid_block = must(malloc(skipped + n > 0 ? skipped + n : 1));
    uint8_t *values = block + skipped, *valid = valid_block + skipped;
    uint8_t front[MOST_ROWS * MOST_WIDTH], expected[MOST_ROWS * MOST_WIDTH];
    uint32_t n_present = 0;
    for (size_t i = 0; i < size; i++)
        front[i] = (uint8_t)(1 + random_below(random, 255));
    for (uint32_t i = 0; i < n; i++) {
        valid[i] = random_below(random, 10) < n_of_ten;
        memset(expected + i * width, 0, width);
        if (valid[i])
            memcpy(expected + i * width, front + n_present++ * width, width);
    }
    for (int hide = 0; hide <= 1; hide++) {
        memcpy(values, front, size);
        cpu_hide_vectors(hide);
        spread_values(values, width, valid, n, n_present);
        CHECK(memcmp(values, expected, size) == 0);
    }
    cpu_hide_vectors(false);
    free(block);
    free(valid_block);
}

static void values_move_to_their_rows(void)
{
    static const size_t widths[] = {4, 8, 16};
    uint64_t random = 11;
    for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++) {
        for (uint32_t n = 0; n <= MOST_ROWS; n++) {
            for (uint64_t n_of_ten = 0; n_of_ten <= 10; n_of_ten++)
                check_spread(&random, widths[w], n, n_of_ten);
        }
    }
}

int main(void)
{
    RUN(values_move_to_their_rows);
    return unit_test_done();
}
