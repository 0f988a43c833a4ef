/* SPDX-License-Identifier: MIT */
/*
 * test_orc_bit_fields.c - bit fields of ORC: every width and count, with and without
 * bytes after them (bit_fields.h).
 */
#include "orc/encoding/bit_fields.h"
#include "unit_bytes.h"
#include "unit_test.h"

enum { MOST_VALUES = 512 };

/* Unpacks into a block of exactly n values, from one with n_after more bytes. */
static bool unpacks_as(const uint64_t *expected, size_t n, unsigned width, size_t n_after)
{
    struct bytes bytes = {0};
    bytes_put_fields(&bytes, expected, n, width);
    bool is_right = bytes.size == orc_bit_fields_size(n, width);
    for (size_t i = 0; i < n_after; i++)
        bytes_put_u8(&bytes, 0xff);
    uint8_t *copy = exact_copy(bytes.data, bytes.size);
    uint64_t *values = must(malloc(n * sizeof *values + 1));
    orc_bit_fields_unpack(copy, bytes.size, n, width, values);
    is_right = is_right && (n == 0 || memcmp(values, expected, n * sizeof *values) == 0);
    free(values);
    free(copy);
    bytes_free(&bytes);
    return is_right;
}

static void the_example_of_the_header(void)
{
    const uint8_t packed[] = {0x29, 0xcb, 0xb8};
    uint64_t values[7];
    orc_bit_fields_unpack(packed, sizeof packed, 7, 3, values);
    for (uint64_t i = 0; i < 7; i++)
        CHECK(values[i] == i + 1);
}

static void every_width_and_count(void)
{
    static const size_t after[] = {0, 1, 6, 7, 8, 100};
    uint64_t random = 2, values[70];
    for (unsigned width = 0; width <= 64; width++) {
        for (size_t n = 0; n <= COUNT_OF(values); n++) {
            for (size_t i = 0; i < n; i++)
                values[i] = next_random(&random) & low_bits(width);
            for (size_t i = 0; i < COUNT_OF(after); i++)
                CHECK(unpacks_as(values, n, width, after[i]));
        }
    }
}

static void whole_runs_of_every_width(void)
{
    static uint64_t values[MOST_VALUES];
    uint64_t random = 3;
    for (unsigned width = 0; width <= 64; width++) {
        for (size_t i = 0; i < MOST_VALUES; i++)
            values[i] = next_random(&random) & low_bits(width);
        CHECK(unpacks_as(values, MOST_VALUES, width, 0));
        CHECK(unpacks_as(values, MOST_VALUES - 1, width, 0));
        for (size_t i = 0; i < MOST_VALUES; i++)
            values[i] = i % 3 == 0 ? low_bits(width) : 0;
        CHECK(unpacks_as(values, MOST_VALUES, width, 0));
    }
}

static void no_values(void)
{
    uint64_t value = 5;
    orc_bit_fields_unpack(NULL, 0, 0, 13, &value);
    orc_bit_fields_unpack(NULL, 0, 0, 0, &value);
    CHECK(value == 5);
    orc_bit_fields_unpack(NULL, 0, 1, 0, &value);
    CHECK(value == 0);
}

static void big_endian_numbers(void)
{
    const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 0xf8};
    CHECK(orc_load_big_endian(bytes, 0) == 0);
    CHECK(orc_load_big_endian(bytes, 1) == 1);
    CHECK(orc_load_big_endian(bytes, 3) == 0x010203);
    CHECK(orc_load_big_endian(bytes, 8) == UINT64_C(0x01020304050607f8));
}

int main(void)
{
    RUN(the_example_of_the_header);
    RUN(every_width_and_count);
    RUN(whole_runs_of_every_width);
    RUN(no_values);
    RUN(big_endian_numbers);
    return unit_test_done();
}
