/* SPDX-License-Identifier: MIT */
/*
 * test_orc_integer_run_v1.c - integer run length encoding of ORC, version 1: the examples
 * of the specification, random runs, truncation, skipping (integer_run.h).
 */
#include "orc/encoding/integer_run.h"
#include "unit_bytes.h"
#include "unit_test.h"

#define BYTES(text) slice_of(text, sizeof(text) - 1)

/* Decodes and skips a run of exactly the input's bytes, then with more bytes after it. */
static bool decodes_as(struct slice input, bool is_signed, const int64_t *expected,
                       uint32_t n)
{
    bool is_right = true;
    for (size_t n_after = 0; n_after <= 16; n_after += 8) {
        struct bytes bytes = {0};
        bytes_put(&bytes, input.data, input.size);
        for (size_t i = 0; i < n_after; i++)
            bytes_put_u8(&bytes, 0xff);
        uint8_t *copy = exact_copy(bytes.data, bytes.size);
        int64_t *values = must(malloc(n * sizeof *values));
        struct slice rest = slice_of(copy, bytes.size), skipped = rest;
        struct error error = {0};
        uint32_t got = 0, n_skipped = 0;
        is_right = is_right &&
                   orc_integer_runs_v1.decode(&rest, is_signed, values, &got, &error) ==
                       OK &&
                   got == n && memcmp(values, expected, n * sizeof *values) == 0 &&
                   rest.size == n_after && rest.data == copy + input.size &&
                   orc_integer_runs_v1.skip(&skipped, &n_skipped, &error) == OK &&
                   n_skipped == n && skipped.size == n_after && error.status == OK;
        free(values);
        free(copy);
        bytes_free(&bytes);
    }
    return is_right;
}

static bool is_corrupt(struct slice input)
{
    uint8_t *copy = exact_copy(input.data, input.size);
    int64_t values[ORC_MOST_INTEGER_RUN];
    struct slice rest = slice_of(copy, input.size);
    struct error error = {0}, skip_error = {0};
    uint32_t n;
    bool is_right = orc_integer_runs_v1.decode(&rest, false, values, &n, &error) ==
                        CORRUPT &&
                    orc_integer_runs_v1.skip(&rest, &n, &skip_error) == CORRUPT &&
                    strcmp(error.message, skip_error.message) == 0 && rest.data == copy &&
                    rest.size == input.size;
    free(copy);
    return is_right;
}

static void cuts_are_corrupt(struct slice input)
{
    for (size_t size = 0; size < input.size; size++)
        CHECK(is_corrupt(slice_of(input.data, size)));
}

static void examples_of_the_specification(void)
{
    int64_t sevens[100], countdown[100];
    for (int i = 0; i < 100; i++) {
        sevens[i] = 7;
        countdown[i] = 100 - i;
    }
    const int64_t literals[] = {2, 3, 6, 7, 11};
    CHECK(decodes_as(BYTES("\x61\x00\x07"), false, sevens, 100));
    CHECK(decodes_as(BYTES("\x61\xff\x64"), false, countdown, 100));
    CHECK(decodes_as(BYTES("\xfb\x02\x03\x06\x07\x0b"), false, literals, 5));
    cuts_are_corrupt(BYTES("\x61\x00\x07"));
    cuts_are_corrupt(BYTES("\x61\xff\x64"));
    cuts_are_corrupt(BYTES("\xfb\x02\x03\x06\x07\x0b"));
}

/* The tables of "Base 128 Varint". */
static void varints_of_the_specification(void)
{
    const int64_t unsigned_values[] = {0, 1, 127, 128, 129, 16383, 16384, 16385};
    const int64_t signed_values[] = {0, -1, 1, -2, 2};
    CHECK(decodes_as(BYTES("\xf8\x00\x01\x7f\x80\x01\x81\x01\xff\x7f\x80\x80\x01\x81\x80"
                           "\x01"),
                     false, unsigned_values, 8));
    CHECK(decodes_as(BYTES("\xfb\x00\x01\x02\x03\x04"), true, signed_values, 5));
}

static void numbers_of_every_size(void)
{
    uint64_t random = 4;
    for (unsigned width = 0; width <= 64; width++) {
        struct bytes as_unsigned = {0}, as_signed = {0};
        int64_t values[8];
        bytes_put_u8(&as_unsigned, 0x100 - 8);
        bytes_put_u8(&as_signed, 0x100 - 8);
        for (int i = 0; i < 8; i++) {
            uint64_t bits = i == 0 ? low_bits(width)
                                   : next_random(&random) & low_bits(width);
            values[i] = (int64_t)bits;
            bytes_put_varint(&as_unsigned, bits);
            bytes_put_zigzag(&as_signed, (int64_t)bits);
        }
        CHECK(decodes_as(bytes_slice(&as_unsigned), false, values, 8));
        CHECK(decodes_as(bytes_slice(&as_signed), true, values, 8));
        cuts_are_corrupt(bytes_slice(&as_signed));
        bytes_free(&as_unsigned);
        bytes_free(&as_signed);
    }
}

static void numbers_over_64_bits_are_corrupt(void)
{
    const int64_t most[] = {-1, 3}, padded[] = {3};
    CHECK(decodes_as(BYTES("\xfe\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x03"), false,
                     most, 2));
    CHECK(decodes_as(BYTES("\xff\x83\x80\x00"), false, padded, 1));
    CHECK(is_corrupt(BYTES("\xfe\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02\x03")));
    CHECK(is_corrupt(BYTES("\xff\x83\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00")));
    CHECK(is_corrupt(BYTES("\x05\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02")));
}

static void sums_wrap_around(void)
{
    const int64_t up[] = {INT64_MAX, INT64_MIN, INT64_MIN + 1};
    const int64_t down[] = {127, -1, -129}, from_zero[] = {0, -1, -2};
    CHECK(decodes_as(BYTES("\x00\x01\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01"), true, up,
                     3));
    CHECK(decodes_as(BYTES("\x00\x80\x7f"), false, down, 3));
    CHECK(decodes_as(BYTES("\x00\xff\x00"), false, from_zero, 3));
}

static void random_runs(void)
{
    uint64_t random = 5;
    for (unsigned header = 0; header < 256; header++) {
        for (int is_signed = 0; is_signed < 2; is_signed++) {
            struct bytes bytes = {0};
            int64_t values[ORC_MOST_INTEGER_RUN];
            uint32_t n = header < 128 ? header + 3 : 256 - header;
            bytes_put_u8(&bytes, header);
            int8_t delta = (int8_t)next_random(&random);
            if (header < 128)
                bytes_put_u8(&bytes, (uint8_t)delta);
            for (uint32_t i = 0; i < n; i++) {
                uint64_t bits = next_random(&random) >> random_below(&random, 64);
                if (header < 128 && i > 0) {
                    values[i] = (int64_t)((uint64_t)values[i - 1] + (uint64_t)delta);
                    continue;
                }
                values[i] = (int64_t)bits;
                if (is_signed != 0)
                    bytes_put_zigzag(&bytes, values[i]);
                else
                    bytes_put_varint(&bytes, bits);
            }
            CHECK(bytes.size <= ORC_MOST_INTEGER_RUN_SIZE);
            CHECK(decodes_as(bytes_slice(&bytes), is_signed != 0, values, n));
            cuts_are_corrupt(bytes_slice(&bytes));
            bytes_free(&bytes);
        }
    }
}

static void messages(void)
{
    struct error error = {0};
    struct slice input = slice_of(NULL, 0);
    uint32_t n;
    CHECK(orc_integer_runs_v1.skip(&input, &n, &error) == CORRUPT);
    CHECK_TEXT(error.message, "the stream of integer runs ends too early");
    error_clear(&error);
    input = BYTES("\x61");
    CHECK(orc_integer_runs_v1.skip(&input, &n, &error) == CORRUPT);
    CHECK_TEXT(error.message, "the integer run at the end of the stream is truncated");
    error_clear(&error);
    input = BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff");
    CHECK(orc_integer_runs_v1.skip(&input, &n, &error) == CORRUPT);
    CHECK_TEXT(error.message, "the integer run at the end of the stream is truncated");
    error_clear(&error);
    input = BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02\x03");
    CHECK(orc_integer_runs_v1.skip(&input, &n, &error) == CORRUPT);
    CHECK_TEXT(error.message, "an integer run has a number of over 64 bits");
}

int main(void)
{
    RUN(examples_of_the_specification);
    RUN(varints_of_the_specification);
    RUN(numbers_of_every_size);
    RUN(numbers_over_64_bits_are_corrupt);
    RUN(sums_wrap_around);
    RUN(random_runs);
    RUN(messages);
    return unit_test_done();
}
