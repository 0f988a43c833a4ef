/* SPDX-License-Identifier: MIT */
/* test_bit_packing.c - bit_unpack_u32() and bit_unpack_u64() against a packer that works
 * bit by bit; with vector instructions and without. */
#include "parquet/encoding/bit_packing.h"

#include "base/cpu.h"
#include "unit_bytes.h"
#include "unit_test.h"

enum { MOST_VALUES = 300 };

static void example_of_the_specification(void)
{
    const uint8_t packed[] = {0x88, 0xc6, 0xfa}; /* 0..7 in three bits */
    uint8_t *copy = exact_copy(packed, sizeof packed);
    uint32_t narrow[8];
    uint64_t wide[8];
    bit_unpack_u32(copy, 3, 0, 8, 3, narrow);
    bit_unpack_u64(copy, 3, 0, 8, 3, wide);
    for (unsigned i = 0; i < 8; i++)
        CHECK(narrow[i] == i && wide[i] == i);
    free(copy);
}

/* Unpacks first .. first+n-1 and compares; packed bytes and outputs are in heap blocks of
 * exactly their size. */
static void check_range(const uint64_t *values, const uint8_t *packed, size_t size,
                        unsigned width, size_t first, size_t n)
{
    uint64_t *wide = must(malloc(n > 0 ? n * sizeof *wide : 1));
    bit_unpack_u64(packed, size, first, n, width, wide);
    bool is_right = true;
    for (size_t i = 0; i < n; i++)
        is_right = is_right && wide[i] == values[first + i];
    free(wide);
    CHECK(is_right);
    if (width > 32)
        return;
    uint32_t *narrow = must(malloc(n > 0 ? n * sizeof *narrow : 1));
    bit_unpack_u32(packed, size, first, n, width, narrow);
    is_right = true;
    for (size_t i = 0; i < n; i++)
        is_right = is_right && narrow[i] == values[first + i];
    free(narrow);
    CHECK(is_right);
}

static void check_width(unsigned width, size_t n_values, uint64_t *random)
{
    uint64_t values[MOST_VALUES];
    for (size_t i = 0; i < n_values; i++) {
        values[i] = next_random(random) & low_bits(width);
        if (random_below(random, 5) == 0)
            values[i] = i % 2 ? low_bits(width) : 0;
    }
    struct bytes packed = {0};
    bytes_put_packed(&packed, values, n_values, width);
    uint8_t *copy = exact_copy(packed.data, packed.size);
    check_range(values, copy, packed.size, width, 0, n_values);
    for (int i = 0; i < 40; i++) {
        size_t first = random_below(random, n_values + 1);
        size_t n = random_below(random, n_values - first + 1);
        check_range(values, copy, packed.size, width, first, n);
        check_range(values, copy, packed.size, width, first, n_values - first);
    }
    free(copy);
    bytes_free(&packed);
}

static void every_width_and_start_is_unpacked(void)
{
    uint64_t random = 5;
    for (unsigned width = 0; width <= 64; width++) {
        for (size_t n = 0; n <= 70; n++)
            check_width(width, n, &random);
        check_width(width, MOST_VALUES, &random);
    }
}

/* The same values at every address: nothing may depend on alignment. */
static void every_alignment_is_unpacked(void)
{
    uint64_t random = 6, values[100], got[100];
    for (unsigned width = 1; width <= 64; width++) {
        struct bytes packed = {0};
        for (size_t i = 0; i < COUNT_OF(values); i++)
            values[i] = next_random(&random) & low_bits(width);
        bytes_put_packed(&packed, values, COUNT_OF(values), width);
        for (size_t shift = 0; shift < 8; shift++) {
            uint8_t *block = must(malloc(packed.size + shift));
            memcpy(block + shift, packed.data, packed.size);
            bit_unpack_u64(block + shift, packed.size, 0, COUNT_OF(values), width, got);
            CHECK(memcmp(got, values, sizeof values) == 0);
            free(block);
        }
        bytes_free(&packed);
    }
}

static void bits_after_the_last_value_are_ignored(void)
{
    const uint8_t packed[] = {0xff, 0xff};
    for (unsigned width = 1; width <= 15; width++) {
        uint64_t wide = 0;
        uint32_t narrow = 0;
        bit_unpack_u64(packed, 2, 0, 1, width, &wide);
        bit_unpack_u32(packed, 2, 0, 1, width, &narrow);
        CHECK(wide == low_bits(width) && narrow == low_bits(width));
    }
}

static void width_0_gives_zeros_and_reads_nothing(void)
{
    uint32_t narrow[100];
    uint64_t wide[100];
    memset(narrow, 0xff, sizeof narrow);
    memset(wide, 0xff, sizeof wide);
    bit_unpack_u32(NULL, 0, 0, 100, 0, narrow);
    bit_unpack_u64(NULL, 0, UINT64_MAX / 2, 100, 0, wide);
    for (int i = 0; i < 100; i++)
        CHECK(narrow[i] == 0 && wide[i] == 0);
}

static void capacity_is_the_number_of_whole_values(void)
{
    CHECK(bit_packed_capacity(0, 1) == 0);
    CHECK(bit_packed_capacity(1, 1) == 8);
    CHECK(bit_packed_capacity(1, 3) == 2);
    CHECK(bit_packed_capacity(2, 3) == 5);
    CHECK(bit_packed_capacity(3, 3) == 8);
    CHECK(bit_packed_capacity(7, 64) == 0);
    CHECK(bit_packed_capacity(8, 64) == 1);
    CHECK(bit_packed_capacity(3, 32) == 0);
    for (unsigned width = 1; width <= 64; width++)
        for (size_t size = 0; size < 200; size++)
            CHECK(bit_packed_capacity(size, width) == size * 8 / width);
}

static void values_are_compared_with_a_maximum(void)
{
    static const uint32_t maxima[] = {0, 1, 2, 254, 255, 65536, INT32_MAX - 1, INT32_MAX};
    uint32_t values[70];
    for (size_t m = 0; m < sizeof maxima / sizeof maxima[0]; m++) {
        uint32_t most = maxima[m];
        for (size_t n = 0; n <= 70; n++) {
            for (size_t i = 0; i < n; i++)
                values[i] = i % 3 == 0 ? most : most / 2;
            CHECK(all_at_most_u32(values, n, most));
            CHECK(greatest_u32(values, n) == (n > 0 ? most : 0));
            for (size_t i = 0; i < n; i++) {
                const uint32_t greater[] = {most + 1, (uint32_t)INT32_MAX + 1, UINT32_MAX,
                                            UINT32_MAX - 1};
                uint32_t value = values[i];
                values[i] = greater[(i + n) % 4];
                CHECK(!all_at_most_u32(values, n, most));
                CHECK(greatest_u32(values, n) == values[i]);
                values[i] = value;
            }
        }
    }
}

int main(void)
{
    for (int hide = 0; hide <= 1; hide++) {
        cpu_hide_vectors(hide);
        RUN(example_of_the_specification);
        RUN(every_width_and_start_is_unpacked);
        RUN(every_alignment_is_unpacked);
        RUN(bits_after_the_last_value_are_ignored);
        RUN(width_0_gives_zeros_and_reads_nothing);
    }
    RUN(capacity_is_the_number_of_whole_values);
    RUN(values_are_compared_with_a_maximum);
    return unit_test_done();
}
