/* SPDX-License-Identifier: MIT */
/*
 * test_orc_byte_run.c - byte run length encoding of ORC: the examples of the
 * specification, all lengths, truncation, skipping (byte_run.h).
 */
#include "orc/encoding/byte_run.h"
#include "unit_bytes.h"
#include "unit_test.h"

#define BYTES(text) slice_of(text, sizeof(text) - 1)

/* Decodes and skips a run of exactly the input's bytes, then with more bytes after it. */
static bool decodes_as(struct slice input, const uint8_t *expected, uint32_t n)
{
    bool is_right = true;
    for (size_t n_after = 0; n_after < 3; n_after++) {
        struct bytes bytes = {0};
        bytes_put(&bytes, input.data, input.size);
        bytes_put(&bytes, "\x7f\xff", n_after);
        uint8_t *copy = exact_copy(bytes.data, bytes.size);
        uint8_t *values = must(malloc(n));
        struct slice rest = slice_of(copy, bytes.size), skipped = rest;
        struct error error = {0};
        uint32_t got = 0, n_skipped = 0;
        is_right = is_right &&
                   orc_byte_runs.decode(&rest, false, values, &got, &error) == OK &&
                   got == n && memcmp(values, expected, n) == 0 && rest.size == n_after &&
                   rest.data == copy + input.size &&
                   orc_byte_runs.skip(&skipped, &n_skipped, &error) == OK &&
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
    uint8_t values[ORC_MOST_BYTE_RUN];
    struct slice rest = slice_of(copy, input.size);
    struct error error = {0}, skip_error = {0};
    uint32_t n;
    bool is_right = orc_byte_runs.decode(&rest, false, values, &n, &error) == CORRUPT &&
                    orc_byte_runs.skip(&rest, &n, &skip_error) == CORRUPT &&
                    strcmp(error.message, skip_error.message) == 0 && rest.data == copy &&
                    rest.size == input.size;
    free(copy);
    return is_right;
}

static void examples_of_the_specification(void)
{
    const uint8_t zeros[100] = {0}, literals[] = {0x44, 0x45};
    CHECK(decodes_as(BYTES("\x61\x00"), zeros, 100));
    CHECK(decodes_as(BYTES("\xfe\x44\x45"), literals, 2));
    CHECK(is_corrupt(BYTES("\x61")));
    CHECK(is_corrupt(BYTES("\xfe\x44")));
    CHECK(is_corrupt(BYTES("\xfe")));
    CHECK(is_corrupt(BYTES("")));
}

static void every_header(void)
{
    uint64_t random = 1;
    for (unsigned header = 0; header < 256; header++) {
        bool is_repeated = header < 128;
        uint32_t n = is_repeated ? header + 3 : 256 - header;
        uint8_t expected[ORC_MOST_BYTE_RUN], encoded[ORC_MOST_BYTE_RUN_SIZE];
        size_t size = is_repeated ? 2 : 1 + n;
        CHECK(n <= sizeof expected && size <= sizeof encoded);
        encoded[0] = (uint8_t)header;
        for (size_t i = 1; i < size; i++)
            encoded[i] = (uint8_t)next_random(&random);
        for (uint32_t i = 0; i < n; i++)
            expected[i] = encoded[is_repeated ? 1 : 1 + i];
        CHECK(decodes_as(slice_of(encoded, size), expected, n));
        for (size_t cut = 0; cut < size; cut++)
            CHECK(is_corrupt(slice_of(encoded, cut)));
    }
}

static void the_limits_are_reached(void)
{
    const uint8_t repeated[] = {0x7f, 9};
    uint8_t literal[ORC_MOST_BYTE_RUN_SIZE] = {0x80}, values[ORC_MOST_BYTE_RUN];
    struct slice input = slice_of(repeated, sizeof repeated);
    struct error error = {0};
    uint32_t n = 0;
    CHECK(orc_byte_runs.decode(&input, false, values, &n, &error) == OK);
    CHECK(n == ORC_MOST_BYTE_RUN);
    input = slice_of(literal, sizeof literal);
    CHECK(orc_byte_runs.decode(&input, false, values, &n, &error) == OK);
    CHECK(n == 128 && input.size == 0);
}

static void messages(void)
{
    struct error error = {0};
    struct slice input = slice_of(NULL, 0);
    uint8_t values[ORC_MOST_BYTE_RUN];
    uint32_t n;
    CHECK(orc_byte_runs.decode(&input, false, values, &n, &error) == CORRUPT);
    CHECK_TEXT(error.message, "the stream of byte runs ends too early");
    error_clear(&error);
    input = BYTES("\xfe\x44");
    CHECK(orc_byte_runs.decode(&input, false, values, &n, &error) == CORRUPT);
    CHECK_TEXT(error.message, "the byte run at the end of the stream is truncated");
}

int main(void)
{
    RUN(examples_of_the_specification);
    RUN(every_header);
    RUN(the_limits_are_reached);
    RUN(messages);
    return unit_test_done();
}
