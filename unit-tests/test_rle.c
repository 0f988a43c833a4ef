/* SPDX-License-Identifier: MIT */
/*
 * test_rle.c - the RLE / bit-packing hybrid: literal and random runs, truncation,
 * skipping (rle_hybrid.h).
 */
#include "parquet/encoding/rle_hybrid.h"
#include "unit_bytes.h"
#include "unit_test.h"

enum { MOST_VALUES = 20000 };

/* Reads all n values in steps, from a block of exactly the input's size. */
static enum status read_all(struct slice input, unsigned width, size_t n, size_t step,
                            uint32_t *values)
{
    struct pq_rle_decoder decoder;
    struct error error = {0};
    uint8_t *copy = exact_copy(input.data, input.size);
    enum status status = pq_rle_init(&decoder, slice_of(copy, input.size), width, &error);
    for (size_t i = 0; status == OK && i < n; i += step)
        status = pq_rle_read(&decoder, values + i, least(step, n - i), &error);
    CHECK(status == error.status);
    free(copy);
    return status;
}

static bool reads_as(struct slice input, unsigned width, const uint32_t *expected,
                     size_t n)
{
    bool is_right = true;
    uint32_t *values = must(malloc((n + 1) * sizeof *values));
    for (size_t i = 0; i < N_READ_STEPS; i++) {
        memset(values, 0xee, n * sizeof *values);
        is_right = is_right && read_all(input, width, n, read_steps[i], values) == OK &&
                   (n == 0 || memcmp(values, expected, n * sizeof *values) == 0);
    }
    free(values);
    return is_right;
}

static bool is_corrupt(struct slice input, unsigned width, size_t n)
{
    bool is_right = true;
    uint32_t *values = must(malloc((n + 1) * sizeof *values));
    for (size_t i = 0; i < N_READ_STEPS; i++)
        is_right = is_right &&
                   read_all(input, width, n, read_steps[i], values) == CORRUPT;
    free(values);
    return is_right;
}

#define BYTES(text) slice_of(text, sizeof(text) - 1)

static void example_of_the_specification(void)
{
    const uint32_t expected[] = {0, 1, 2, 3, 4, 5, 6, 7};
    CHECK(reads_as(BYTES("\x03\x88\xc6\xfa"), 3, expected, 8));
    CHECK(reads_as(BYTES("\x03\x88\xc6\xfa"), 3, expected, 5));
    CHECK(is_corrupt(BYTES("\x03\x88\xc6\xfa"), 3, 9));
}

static void repeated_runs(void)
{
    const uint32_t expected[] = {5, 5, 5, 5, 2, 2};
    CHECK(reads_as(BYTES("\x08\x05\x04\x02"), 3, expected, 6));
    CHECK(is_corrupt(BYTES("\x08\x05\x04\x02"), 3, 7));
    CHECK(is_corrupt(BYTES("\x08\x05\x04"), 3, 6));
    CHECK(is_corrupt(BYTES("\x08"), 3, 1));
    CHECK(is_corrupt(BYTES(""), 3, 1));
}

static void repeated_values_take_whole_bytes(void)
{
    const uint32_t two[] = {0x1ff, 0x1ff}, three[] = {0x10203}, four[] = {0x80000001};
    CHECK(reads_as(BYTES("\x04\xff\x01"), 9, two, 2));
    CHECK(reads_as(BYTES("\x02\x03\x02\x01"), 17, three, 1));
    CHECK(reads_as(BYTES("\x02\x03\x02\x01"), 24, three, 1));
    CHECK(reads_as(BYTES("\x02\x01\0\0\x80"), 32, four, 1));
    CHECK(is_corrupt(BYTES("\x04\xff"), 9, 2));
    CHECK(is_corrupt(BYTES("\x02\x01\0\0"), 25, 1));
}

/* A repeated value with bits above the width is corrupt. */
static void repeated_values_over_the_width_are_corrupt(void)
{
    for (unsigned width = 1; width < 32; width++) {
        struct bytes input = {0};
        const uint32_t largest = (uint32_t)low_bits(width);
        bytes_put_u8(&input, 1 << 1);
        bytes_put_uint(&input, largest, (width + 7) / 8);
        CHECK(reads_as(bytes_slice(&input), width, &largest, 1));
        for (unsigned bit = width; bit < (width + 7) / 8 * 8; bit++) {
            input.size = 1;
            bytes_put_uint(&input, (uint64_t)1 << bit, (width + 7) / 8);
            CHECK(is_corrupt(bytes_slice(&input), width, 1));
        }
        bytes_free(&input);
    }
}

static void empty_runs_are_skipped(void)
{
    const uint32_t expected[] = {5, 5, 6, 6};
    CHECK(reads_as(BYTES("\x00\x07\x04\x05\x00\x07\x01\x04\x06"), 3, expected, 4));
    CHECK(reads_as(BYTES("\x04\x05\x04\x06\x00\x00"), 3, expected, 4));
    CHECK(is_corrupt(BYTES("\x00\x07\x00\x07\x01\x01"), 3, 1));

    struct bytes many = {0};
    for (int i = 0; i < 500000; i++)
        bytes_put_u8(&many, 1);
    bytes_put(&many, "\x04\x05\x04\x06", 4);
    CHECK(reads_as(bytes_slice(&many), 3, expected, 4));
    many.size -= 4;
    CHECK(is_corrupt(bytes_slice(&many), 3, 4));
    bytes_free(&many);
}

static void the_last_packed_run_may_be_short(void)
{
    /* The header announces eight groups of 3-bit values; two bytes have five values. */
    const uint32_t expected[] = {0, 1, 2, 3, 4};
    CHECK(reads_as(BYTES("\x11\x88\xc6"), 3, expected, 5));
    CHECK(is_corrupt(BYTES("\x11\x88\xc6"), 3, 6));
    CHECK(is_corrupt(BYTES("\x11"), 3, 1));
    /* The header announces more values than any page can have. */
    CHECK(reads_as(BYTES("\xff\xff\xff\xff\x0f\x88\xc6"), 3, expected, 5));
    CHECK(is_corrupt(BYTES("\xff\xff\xff\xff\x0f\x88\xc6"), 3, 6));
}

static void lengths_of_runs_are_bounded(void)
{
    uint32_t value = 0;
    /* The longest legal run has 2^31-1 values. */
    const uint32_t expected[] = {1, 1, 1};
    CHECK(reads_as(BYTES("\xfe\xff\xff\xff\x0f\x01"), 1, expected, 3));
    CHECK(is_corrupt(BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), 1, 1));
    CHECK(is_corrupt(BYTES("\x80\x80\x80"), 1, 1));
    /* Longer runs may be refused. */
    enum status status = read_all(BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01"),
                                  1, 1, 1, &value);
    CHECK(status == OK || status == CORRUPT);
    status = read_all(BYTES("\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01\x01"), 1, 1, 1,
                      &value);
    CHECK(status == OK || status == CORRUPT);
    status = read_all(BYTES("\x81\x80\x80\x80\x80\x80\x80\x80\x80\x01\x01"), 32, 1, 1,
                      &value);
    CHECK(status == CORRUPT);
}

static void width_0_needs_no_bytes(void)
{
    const uint32_t zeros[100] = {0};
    CHECK(reads_as(BYTES(""), 0, zeros, 100));
    CHECK(reads_as(BYTES("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), 0, zeros,
                   100));
    CHECK(reads_as(BYTES("\xc8\x01"), 0, zeros, 100));

    struct pq_rle_decoder decoder;
    struct error error = {0};
    CHECK(pq_rle_init(&decoder, BYTES(""), 0, &error) == OK);
    CHECK(pq_rle_skip(&decoder, UINT64_MAX / 2, &error) == OK);
    uint32_t value = 1;
    CHECK(pq_rle_read(&decoder, &value, 1, &error) == OK && value == 0);
}

static void widths_over_32_are_refused(void)
{
    for (unsigned width = 0; width <= 300; width++) {
        struct pq_rle_decoder decoder;
        struct error error = {0};
        enum status status = pq_rle_init(&decoder, BYTES("\x02\0\0\0\0"), width, &error);
        CHECK(status == (width <= 32 ? OK : CORRUPT));
        CHECK(status == error.status);
    }
}

/* Reading no values needs no bytes. */
static void no_values_are_read_from_no_bytes(void)
{
    CHECK(reads_as(BYTES(""), 7, NULL, 0));
    struct pq_rle_decoder decoder;
    struct error error = {0};
    CHECK(pq_rle_init(&decoder, slice_of(NULL, 0), 7, &error) == OK);
    CHECK(pq_rle_skip(&decoder, 0, &error) == OK);
    CHECK(pq_rle_skip(&decoder, 1, &error) == CORRUPT);
}

/* ---- Random runs ------------------------------------------------------------------ */

struct stream {
    struct bytes bytes;
    size_t n;
    unsigned width;
    uint32_t values[MOST_VALUES];
};

static void make_run(struct stream *stream, uint64_t *random)
{
    if (random_below(random, 2) == 0) {
        size_t n = random_below(random, 200);
        uint32_t value = (uint32_t)(next_random(random) & low_bits(stream->width));
        bytes_put_varint(&stream->bytes, n << 1);
        bytes_put_uint(&stream->bytes, value, (stream->width + 7) / 8);
        for (size_t i = 0; i < n; i++)
            stream->values[stream->n++] = value;
    } else {
        uint64_t packed[20 * 8];
        size_t groups = random_below(random, 20);
        for (size_t i = 0; i < groups * 8; i++) {
            packed[i] = next_random(random) & low_bits(stream->width);
            stream->values[stream->n++] = (uint32_t)packed[i];
        }
        bytes_put_varint(&stream->bytes, groups << 1 | 1);
        bytes_put_packed(&stream->bytes, packed, groups * 8, stream->width);
    }
}

static void make_stream(struct stream *stream, unsigned width, int runs, uint64_t *random)
{
    stream->bytes.size = 0;
    stream->n = 0;
    stream->width = width;
    for (int i = 0; i < runs && stream->n + 200 <= MOST_VALUES; i++)
        make_run(stream, random);
}

static struct stream stream;

static void random_runs_of_every_width(void)
{
    uint64_t random = 7;
    for (unsigned width = 1; width <= 32; width++) {
        for (int round = 0; round < 8; round++) {
            make_stream(&stream, width, round * 4, &random);
            struct slice input = bytes_slice(&stream.bytes);
            CHECK(reads_as(input, width, stream.values, stream.n));
            CHECK(is_corrupt(input, width, stream.n + 1));
        }
    }
}

/* Skips and reads in turns, and compares the values read. */
static void check_skipping(size_t most, uint64_t *random)
{
    struct pq_rle_decoder decoder;
    struct error error = {0};
    uint32_t got[400];
    size_t at = 0;
    uint8_t *copy = exact_copy(stream.bytes.data, stream.bytes.size);
    CHECK(pq_rle_init(&decoder, slice_of(copy, stream.bytes.size), stream.width,
                      &error) == OK);
    while (at < stream.n) {
        size_t n = least(random_below(random, most), stream.n - at);
        CHECK(pq_rle_skip(&decoder, n, &error) == OK);
        at += n;
        n = least(random_below(random, most), stream.n - at);
        CHECK(pq_rle_read(&decoder, got, n, &error) == OK);
        CHECK(n == 0 || memcmp(got, stream.values + at, n * sizeof *got) == 0);
        at += n;
    }
    CHECK(pq_rle_skip(&decoder, 0, &error) == OK);
    CHECK(pq_rle_skip(&decoder, 1, &error) == CORRUPT);
    free(copy);
}

static void skipping_and_reading_in_turns(void)
{
    uint64_t random = 8;
    for (unsigned width = 1; width <= 32; width++) {
        make_stream(&stream, width, 40, &random);
        check_skipping(4, &random);
        check_skipping(20, &random);
        check_skipping(400, &random);
    }
}

static void skipping_too_many_values_is_corrupt(void)
{
    uint64_t random = 9;
    make_stream(&stream, 5, 40, &random);
    static const uint64_t beyond[] = {1, 1000, (uint64_t)1 << 32, UINT64_MAX / 2};
    for (size_t i = 0; i < COUNT_OF(beyond); i++) {
        struct pq_rle_decoder decoder;
        struct error error = {0};
        CHECK(pq_rle_init(&decoder, bytes_slice(&stream.bytes), 5, &error) == OK);
        CHECK(pq_rle_skip(&decoder, stream.n + beyond[i], &error) == CORRUPT);
    }
}

static void streams_cut_anywhere_are_corrupt(void)
{
    uint64_t random = 10;
    for (unsigned width = 1; width <= 32; width += 3) {
        do
            make_stream(&stream, width, 12, &random);
        while (stream.n == 0);
        /* If the stream ends with empty runs, cutting these would lose no value. */
        bytes_put_varint(&stream.bytes, 1 << 1);
        bytes_put_uint(&stream.bytes, 0, (width + 7) / 8);
        for (size_t size = 0; size < stream.bytes.size; size++)
            CHECK(is_corrupt(slice_of(stream.bytes.data, size), width, stream.n + 1));
    }
}

static void callers_can_consume_runs_themselves(void)
{
    struct pq_rle_decoder decoder;
    struct error error = {0};
    /* four 5s, an empty run, eight packed values, two 6s */
    CHECK(pq_rle_init(&decoder, BYTES("\x08\x05\x01\x03\x88\xc6\xfa\x04\x06"), 3,
                      &error) == OK);
    CHECK(pq_rle_need_run(&decoder, &error) == OK);
    CHECK(decoder.packed.data == NULL && decoder.run_left == 4 && decoder.run_value == 5);
    decoder.run_left -= 3;
    uint32_t values[2];
    CHECK(pq_rle_read(&decoder, values, 2, &error) == OK);
    CHECK(values[0] == 5 && values[1] == 0);
    CHECK(pq_rle_need_run(&decoder, &error) == OK);
    CHECK(decoder.packed.data != NULL && decoder.run_left == 7);
    CHECK(pq_rle_skip(&decoder, 7, &error) == OK);
    CHECK(pq_rle_need_run(&decoder, &error) == OK);
    CHECK(decoder.packed.data == NULL && decoder.run_left == 2 && decoder.run_value == 6);
    decoder.run_left = 0;
    CHECK(pq_rle_need_run(&decoder, &error) == CORRUPT);
}

int main(void)
{
    RUN(example_of_the_specification);
    RUN(repeated_runs);
    RUN(repeated_values_take_whole_bytes);
    RUN(repeated_values_over_the_width_are_corrupt);
    RUN(empty_runs_are_skipped);
    RUN(the_last_packed_run_may_be_short);
    RUN(lengths_of_runs_are_bounded);
    RUN(width_0_needs_no_bytes);
    RUN(widths_over_32_are_refused);
    RUN(no_values_are_read_from_no_bytes);
    RUN(random_runs_of_every_width);
    RUN(skipping_and_reading_in_turns);
    RUN(skipping_too_many_values_is_corrupt);
    RUN(streams_cut_anywhere_are_corrupt);
    RUN(callers_can_consume_runs_themselves);
    bytes_free(&stream.bytes);
    return unit_test_done();
}
