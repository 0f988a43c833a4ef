/* SPDX-License-Identifier: MIT */
/*
 * test_orc_big_varint.c - varints of any length: numbers of all sizes against an encoder
 * that works bit by bit, limits, truncation, skipping (big_varint.h).
 */
#include "orc/encoding/big_varint.h"

#include "base/interrupt.h"
#include "unit_bytes.h"
#include "unit_test.h"

enum { MOST_SIZE = 40 };

#define BYTES(text) slice_of(text, sizeof(text) - 1)

static unsigned bit_of(const uint8_t *number, size_t size, size_t bit)
{
    return bit < 8 * size ? number[size - 1 - bit / 8] >> (bit % 8) & 1u
                          : number[0] >> 7; /* the sign */
}

/* Encodes big-endian two's complement in n_groups of 7 bits. */
static void put_number(struct bytes *bytes, const uint8_t *number, size_t size,
                       size_t n_groups)
{
    unsigned sign = number[0] >> 7;
    for (size_t group = 0; group < n_groups; group++) {
        unsigned byte = group + 1 < n_groups ? 0x80 : 0;
        for (size_t i = 0; i < 7; i++) {
            size_t bit = 7 * group + i; /* of the zigzag encoding */
            unsigned value = bit == 0 ? sign : bit_of(number, size, bit - 1) ^ sign;
            byte |= value << i;
        }
        bytes_put_u8(bytes, byte);
    }
}

static bool reads_as(struct slice input, const uint8_t *number, size_t size)
{
    uint8_t *copy = exact_copy(input.data, input.size);
    uint8_t *got = must(malloc(size));
    struct slice rest = slice_of(copy, input.size);
    struct error error = {0};
    bool is_right = orc_big_varint_bytes(&rest, got, size, &error) == OK &&
                    memcmp(got, number, size) == 0 && rest.size == 0 &&
                    error.status == OK;
    free(got);
    free(copy);
    return is_right;
}

static bool fails(struct slice input, size_t size, enum status expected)
{
    uint8_t *copy = exact_copy(input.data, input.size);
    uint8_t *got = must(malloc(size));
    struct slice rest = slice_of(copy, input.size);
    struct error error = {0};
    bool is_right = orc_big_varint_bytes(&rest, got, size, &error) == expected &&
                    error.status == expected && rest.data == copy &&
                    rest.size == input.size;
    free(got);
    free(copy);
    return is_right;
}

/* The value as an int64, also with bytes after it. */
static bool reads_as_int64(struct slice input, int64_t expected)
{
    bool is_right = true;
    for (size_t n_after = 0; n_after <= 12; n_after++) {
        uint8_t *copy = must(malloc(input.size + n_after));
        memcpy(copy, input.data, input.size);
        memset(copy + input.size, 0x91, n_after);
        struct slice rest = slice_of(copy, input.size + n_after);
        struct error error = {0};
        int64_t value = 0;
        bool fits = false;
        is_right = is_right && orc_big_varint_int64(&rest, &value, &fits, &error) == OK &&
                   fits && value == expected && rest.size == n_after &&
                   rest.data == copy + input.size;
        free(copy);
    }
    return is_right;
}

static bool is_too_big_for_int64(struct slice input)
{
    uint8_t *copy = exact_copy(input.data, input.size);
    struct slice rest = slice_of(copy, input.size);
    struct error error = {0};
    int64_t value;
    bool fits = true;
    bool is_right = orc_big_varint_int64(&rest, &value, &fits, &error) == OK && !fits &&
                    rest.data == copy && rest.size == input.size && error.status == OK;
    free(copy);
    return is_right;
}

static bool is_truncated_int64(struct slice input)
{
    uint8_t *copy = exact_copy(input.data, input.size);
    struct slice rest = slice_of(copy, input.size);
    struct error error = {0};
    int64_t value;
    bool fits = true;
    bool is_right = orc_big_varint_int64(&rest, &value, &fits, &error) == CORRUPT &&
                    rest.data == copy && rest.size == input.size;
    CHECK_TEXT(error.message, "the number at the end of the stream is truncated");
    free(copy);
    return is_right;
}

static void small_numbers(void)
{
    CHECK(reads_as_int64(BYTES("\x00"), 0));
    CHECK(reads_as_int64(BYTES("\x01"), -1));
    CHECK(reads_as_int64(BYTES("\x02"), 1));
    CHECK(reads_as_int64(BYTES("\x81\x02"), -129));
    CHECK(reads_as_int64(BYTES("\x80\x80\x00"), 0));
    CHECK(reads_as(BYTES("\x81\x02"), (const uint8_t *)"\xff\x7f", 2));
    CHECK(reads_as(BYTES("\x81\x82\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00"),
                   (const uint8_t *)"\xff\x7f", 2));
    CHECK(reads_as(BYTES("\x00"), (const uint8_t *)"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16));
    CHECK(is_truncated_int64(BYTES("")));
    CHECK(is_truncated_int64(BYTES("\x80")));
    CHECK(is_truncated_int64(BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\xff")));
}

static void the_limits_of_int64(void)
{
    CHECK(reads_as_int64(BYTES("\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01"), INT64_MAX));
    CHECK(reads_as_int64(BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), INT64_MIN));
    CHECK(is_too_big_for_int64(BYTES("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02")));
    CHECK(is_too_big_for_int64(BYTES("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00")));
    CHECK(is_too_big_for_int64(BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff")));
}

static void numbers_of_64_bits(void)
{
    uint64_t random = 6;
    for (int i = 0; i < 2000; i++) {
        int64_t value = (int64_t)(next_random(&random) >> random_below(&random, 64));
        struct bytes bytes = {0};
        uint8_t number[8];
        value = i % 2 == 0 ? value : -1 - value;
        for (int k = 0; k < 8; k++)
            number[k] = (uint8_t)((uint64_t)value >> (56 - 8 * k));
        bytes_put_zigzag(&bytes, value);
        CHECK(reads_as_int64(bytes_slice(&bytes), value));
        CHECK(reads_as(bytes_slice(&bytes), number, 8));
        bytes_free(&bytes);
    }
}

/* Fills a number that needs exactly n_bits besides its sign. */
static void make_number(uint8_t *number, size_t size, size_t n_bits, uint64_t *random)
{
    uint8_t sign = (uint8_t)(0u - (unsigned)random_below(random, 2));
    memset(number, 0, size);
    for (size_t bit = 0; bit < n_bits; bit++) {
        bool is_set = bit + 1 == n_bits || random_below(random, 2) == 1;
        if (is_set)
            number[size - 1 - bit / 8] |= (uint8_t)(1u << (bit % 8));
    }
    for (size_t i = 0; i < size; i++)
        number[i] ^= sign;
}

static void numbers_of_every_length(void)
{
    uint64_t random = 7;
    for (size_t n_bits = 0; n_bits < 8 * MOST_SIZE; n_bits++) {
        uint8_t number[MOST_SIZE];
        struct bytes bytes = {0}, padded = {0};
        make_number(number, MOST_SIZE, n_bits, &random);
        size_t n_groups = n_bits / 7 + 1;
        put_number(&bytes, number, MOST_SIZE, n_groups);
        put_number(&padded, number, MOST_SIZE, n_groups + 1 + random_below(&random, 30));
        for (size_t size = 1; size <= MOST_SIZE; size++) {
            bool fits = n_bits < 8 * size;
            const uint8_t *expected = number + MOST_SIZE - size;
            struct slice input = bytes_slice(&bytes);
            CHECK(fits ? reads_as(input, expected, size) : fails(input, size, TOO_BIG));
            input = bytes_slice(&padded);
            CHECK(fits ? reads_as(input, expected, size) : fails(input, size, TOO_BIG));
        }
        for (size_t size = 0; size < bytes.size; size++)
            CHECK(fails(slice_of(bytes.data, size), 16, CORRUPT));
        bytes_free(&bytes);
        bytes_free(&padded);
    }
}

static void messages(void)
{
    struct slice input = BYTES("\x80\x80\x04");
    uint8_t number[2];
    struct error error = {0};
    CHECK(orc_big_varint_bytes(&input, number, 2, &error) == TOO_BIG);
    CHECK_TEXT(error.message, "a number needs more than 2 bytes");
    error_clear(&error);
    input.size = 2;
    CHECK(orc_big_varint_bytes(&input, number, 2, &error) == CORRUPT);
    CHECK_TEXT(error.message, "the number at the end of the stream is truncated");
}

/* Skips n numbers of a copy, and compares with the number that is expected to be skipped
 * and the bytes that are expected to be left. */
static bool skips(struct slice input, uint64_t n, uint64_t expected, size_t n_left)
{
    uint8_t *copy = exact_copy(input.data, input.size);
    struct slice rest = slice_of(copy, input.size);
    struct error error = {0};
    uint64_t n_skipped = UINT64_MAX;
    bool is_right = orc_big_varint_skip(&rest, n, &n_skipped, &error) == OK &&
                    n_skipped == expected && rest.size == n_left &&
                    rest.data == copy + input.size - n_left;
    free(copy);
    return is_right;
}

static void skipping(void)
{
    CHECK(skips(BYTES(""), 0, 0, 0));
    CHECK(skips(BYTES(""), 5, 0, 0));
    CHECK(skips(BYTES("\x01\x02\x03"), 0, 0, 3));
    CHECK(skips(BYTES("\x01\x02\x03"), 2, 2, 1));
    CHECK(skips(BYTES("\x01\x02\x03"), UINT64_MAX, 3, 0));
    CHECK(skips(BYTES("\x01\x82\x83"), 2, 1, 2));
    CHECK(skips(BYTES("\x81\x82\x83"), 1, 0, 3));
    struct slice empty = slice_of(NULL, 0);
    struct error error = {0};
    uint64_t n_skipped = 1;
    CHECK(orc_big_varint_skip(&empty, 3, &n_skipped, &error) == OK && n_skipped == 0);
}

static bool is_wanted(void *argument)
{
    (void)argument;
    return true;
}

static void skipping_is_interrupted(void)
{
    enum { SIZE = 1 << 20 };
    uint8_t *zeros = must(calloc(SIZE, 1));
    struct slice input = slice_of(zeros, SIZE);
    uint64_t n_skipped = 0;
    struct error error = {0};
    struct interrupt interrupt = {.is_wanted = is_wanted};
    interrupt_begin(&interrupt);
    CHECK(orc_big_varint_skip(&input, SIZE, &n_skipped, &error) == INTERRUPTED);
    CHECK(interrupt_end(&interrupt, OK, &error) == INTERRUPTED);
    free(zeros);
}

static void skipping_random_numbers(void)
{
    uint64_t random = 8;
    for (int round = 0; round < 200; round++) {
        struct bytes bytes = {0};
        size_t ends[300], n = random_below(&random, COUNT_OF(ends) + 1);
        size_t most = round % 50 == 0 ? 3000 : 1 + random_below(&random, 25);
        for (size_t i = 0; i < n; i++) {
            for (size_t left = random_below(&random, most); left > 0; left--)
                bytes_put_u8(&bytes, 0x80 | (unsigned)random_below(&random, 128));
            bytes_put_u8(&bytes, (unsigned)random_below(&random, 128));
            ends[i] = bytes.size;
        }
        for (size_t left = random_below(&random, 20); left > 0; left--)
            bytes_put_u8(&bytes, 0x80);
        for (size_t wanted = 0; wanted <= n + 9; wanted += 1 + random_below(&random, 9)) {
            size_t expected = least(wanted, n);
            CHECK(skips(bytes_slice(&bytes), wanted, expected,
                        bytes.size - (expected > 0 ? ends[expected - 1] : 0)));
        }
        bytes_free(&bytes);
    }
}

int main(void)
{
    RUN(skipping_is_interrupted);
    RUN(small_numbers);
    RUN(the_limits_of_int64);
    RUN(numbers_of_64_bits);
    RUN(numbers_of_every_length);
    RUN(messages);
    RUN(skipping);
    RUN(skipping_random_numbers);
    return unit_test_done();
}
