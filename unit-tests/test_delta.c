/* SPDX-License-Identifier: MIT */
/*
 * test_delta.c - DELTA_BINARY_PACKED: literal bytes, every block size and bit width,
 * overflow, truncation, skipping; with vector instructions and without
 * (delta_binary_packed.h).
 */
#include "parquet/encoding/delta_binary_packed.h"

#include "base/cpu.h"
#include "unit_delta.h"
#include "unit_test.h"

enum { MOST_VALUES = 1500 };

static enum status read_all(struct slice input, uint64_t max_count, size_t n, size_t step,
                            int64_t *values)
{
    struct pq_delta_decoder decoder;
    struct error error = {0};
    uint8_t *copy = exact_copy(input.data, input.size);
    enum status status = pq_delta_init(&decoder, slice_of(copy, input.size), max_count,
                                       &error);
    for (size_t i = 0; status == OK && i < n; i += step)
        status = pq_delta_read(&decoder, values + i, least(step, n - i), &error);
    CHECK(status == error.status);
    free(copy);
    return status;
}

static bool reads_as(struct slice input, const int64_t *expected, size_t n)
{
    bool is_right = true;
    int64_t *values = must(malloc((n + 1) * sizeof *values));
    for (size_t i = 0; i < N_READ_STEPS; i++) {
        memset(values, 0xee, n * sizeof *values);
        is_right = is_right && read_all(input, n, n, read_steps[i], values) == OK &&
                   (n == 0 || memcmp(values, expected, n * sizeof *values) == 0);
    }
    free(values);
    return is_right;
}

static bool is_corrupt(struct slice input, size_t n)
{
    bool is_right = true;
    int64_t *values = must(malloc((n + 1) * sizeof *values));
    for (size_t i = 0; i < N_READ_STEPS; i++)
        is_right = is_right && read_all(input, n, n, read_steps[i], values) == CORRUPT;
    free(values);
    return is_right;
}

#define BYTES(text) slice_of(text, sizeof(text) - 1)

/* The specification's two examples, with blocks of 128 values and one miniblock. */
static void examples_of_the_specification(void)
{
    const int64_t first[] = {1, 2, 3, 4, 5};
    CHECK(reads_as(BYTES("\x80\x01\x01\x05\x02\x02\x00"), first, 5));

    const int64_t second[] = {7, 5, 3, 1, 2, 3, 4, 5};
    uint8_t input[] = {0x80, 0x01, 0x04, 0x08, 0x0e, /* header */
                       0x03, 0x02, 0x00, 0x00, 0x00, /* min delta, widths */
                       0xc0, 0x3f, 0,    0,    0,    0, 0, 0};
    CHECK(reads_as(slice_of(input, sizeof input), second, 8));
}

static void one_value_has_no_block(void)
{
    const int64_t expected[] = {-3};
    CHECK(reads_as(BYTES("\x80\x01\x04\x01\x05"), expected, 1));
    CHECK(reads_as(BYTES("\x80\x01\x04\x00\x00"), NULL, 0));
    CHECK(is_corrupt(BYTES("\x80\x01\x04\x01\x05"), 2));
}

static void widths_of_unused_miniblocks_are_ignored(void)
{
    const int64_t expected[] = {1, 2, 3};
    CHECK(reads_as(BYTES("\x80\x01\x04\x03\x02\x02\x00\xff\x80\x41"), expected, 3));
}

static void widths_over_64_are_refused(void)
{
    struct bytes bytes = {0};
    int64_t values[3];
    for (unsigned width = 0; width < 256; width++) {
        bytes.size = 0;
        bytes_put(&bytes, "\x80\x01\x04\x03\x02\x02", 6);
        bytes_put_u8(&bytes, width);
        bytes_put(&bytes, "\0\0\0", 3);
        for (unsigned i = 0; i < 32 * width / 8; i++)
            bytes_put_u8(&bytes, 0);
        enum status expected = width <= 64 ? OK : CORRUPT;
        CHECK(read_all(bytes_slice(&bytes), 3, 3, 1, values) == expected);
        CHECK(read_all(bytes_slice(&bytes), 3, 3, 3, values) == expected);
    }
    bytes_free(&bytes);
}

static void invalid_headers_are_refused(void)
{
    static const struct {
        uint64_t block, miniblocks, count;
        uint64_t max_count;
        enum status expected;
    } headers[] = {
        {128, 1, 1, 1, OK},
        {128, 4, 1, 1, OK},
        {256, 8, 1, 1, OK},
        {2048, 8, 1, 1, OK},
        {1 << 20, 1 << 10, 1, 1, OK},
        {128, 4, 0, 0, OK},
        {128, 4, 5, 4, CORRUPT},
        {128, 4, 1, 0, CORRUPT},
        {128, 4, UINT64_MAX, 1000, CORRUPT},
        {0, 4, 1, 1, CORRUPT},
        {128, 0, 1, 1, CORRUPT},
        {0, 0, 1, 1, CORRUPT},
        {64, 1, 1, 1, CORRUPT}, /* not a multiple of 128 */
        {8, 1, 1, 1, CORRUPT},
        {192, 2, 1, 1, CORRUPT},
        {129, 1, 1, 1, CORRUPT},
        {128, 3, 1, 1, CORRUPT}, /* 3 does not divide 128 */
        {128, 8, 1, 1, CORRUPT}, /* 16 values per miniblock */
        {128, 256, 1, 1, CORRUPT},
        {384, 9, 1, 1, CORRUPT},
        {(uint64_t)1 << 63, 1, 1, 1, OK}, /* CORRUPT is right, too; see below */
    };
    struct bytes bytes = {0};
    for (size_t i = 0; i < COUNT_OF(headers); i++) {
        struct pq_delta_decoder decoder;
        struct error error = {0};
        bytes.size = 0;
        bytes_put_varint(&bytes, headers[i].block);
        bytes_put_varint(&bytes, headers[i].miniblocks);
        bytes_put_varint(&bytes, headers[i].count);
        bytes_put_zigzag(&bytes, 7);
        enum status status = pq_delta_init(&decoder, bytes_slice(&bytes),
                                           headers[i].max_count, &error);
        if (headers[i].block >> 62 == 0)
            CHECK(status == headers[i].expected);
        int64_t value;
        if (status == OK && headers[i].count > 0)
            CHECK(pq_delta_read(&decoder, &value, 1, &error) == OK && value == 7);
    }
    bytes_free(&bytes);
}

/* Blocks and miniblocks whose sizes in bytes overflow. */
static void enormous_blocks_do_no_harm(void)
{
    static const uint64_t shapes[][2] = {
        {(uint64_t)1 << 63, 1},       {(uint64_t)1 << 63, (uint64_t)1 << 58},
        {(uint64_t)1 << 61, 1},       {(uint64_t)1 << 40, (uint64_t)1 << 35},
        {UINT64_MAX / 128 * 128, 1},  {(uint64_t)1 << 32, 1},
        {(uint64_t)1 << 31, 1 << 20},
    };
    struct bytes bytes = {0};
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        for (unsigned width = 0; width <= 64; width += 8) {
            int64_t values[5];
            bytes.size = 0;
            bytes_put_varint(&bytes, shapes[i][0]);
            bytes_put_varint(&bytes, shapes[i][1]);
            bytes_put_varint(&bytes, 5);
            bytes_put_zigzag(&bytes, 1);
            bytes_put_zigzag(&bytes, 1);
            bytes_put_u8(&bytes, width);
            for (int k = 0; k < 100; k++)
                bytes_put_u8(&bytes, 0);
            enum status status = read_all(bytes_slice(&bytes), 5, 5, 5, values);
            CHECK(status == OK || status == CORRUPT);
            struct pq_delta_decoder decoder;
            struct error error = {0};
            struct slice behind;
            if (pq_delta_init(&decoder, bytes_slice(&bytes), 5, &error) == OK)
                CHECK(pq_delta_find_end(&decoder, &behind, &error) == error.status);
            error = (struct error){0};
            if (pq_delta_init(&decoder, bytes_slice(&bytes), 5, &error) == OK)
                CHECK(pq_delta_skip(&decoder, 5, &error) == error.status);
        }
    }
    bytes_free(&bytes);
}

/* ---- Values of every kind ----------------------------------------------------- */

static int64_t values[MOST_VALUES];

/* 0..64: random values of that many bits; the others are named. */
enum { KIND_EXTREMES = 65, KIND_EXTREMES_32, KIND_CONSTANT, KIND_RISING, N_KINDS };

static void make_values(unsigned kind, size_t n, uint64_t *random)
{
    for (size_t i = 0; i < n; i++) {
        if (kind == KIND_EXTREMES)
            values[i] = i % 2 ? INT64_MAX : INT64_MIN;
        else if (kind == KIND_EXTREMES_32)
            values[i] = i % 2 ? INT32_MAX : INT32_MIN;
        else if (kind == KIND_CONSTANT)
            values[i] = -7;
        else if (kind == KIND_RISING)
            values[i] = (int64_t)i * 1000 - 5000;
        else
            values[i] = (int64_t)(next_random(random) & low_bits(kind));
    }
}

static void check_shape(const struct delta_shape *shape, size_t n)
{
    struct bytes bytes = {0};
    delta_put(&bytes, shape, values, n);
    CHECK(reads_as(bytes_slice(&bytes), values, n));
    CHECK(is_corrupt(bytes_slice(&bytes), n + 1));

    /* The end is found without reading the values, and bytes after it are not read. */
    struct pq_delta_decoder decoder;
    struct error error = {0};
    struct slice after = {0};
    size_t size = bytes.size;
    bytes_put_text(&bytes, "after!");
    uint8_t *copy = exact_copy(bytes.data, bytes.size);
    CHECK(pq_delta_init(&decoder, slice_of(copy, bytes.size), n, &error) == OK);
    CHECK(pq_delta_find_end(&decoder, &after, &error) == OK);
    CHECK(after.data == copy + size && after.size == 6);
    free(copy);
    CHECK(reads_as(bytes_slice(&bytes), values, n));
    bytes_free(&bytes);
}

static void all_kinds_of_values_are_read(void)
{
    static const size_t counts[] = {0,   1,   2,   32,  33,  34,  65,  127,
                                    128, 129, 130, 161, 256, 257, 258, 1000};
    uint64_t random = 11;
    for (unsigned kind = 0; kind < N_KINDS; kind++) {
        make_values(kind, MOST_VALUES, &random);
        for (size_t i = 0; i < COUNT_OF(counts); i++)
            check_shape(&usual_shape, counts[i]);
    }
}

static void all_block_sizes_are_read(void)
{
    static const struct delta_shape shapes[] = {
        {128, 1, 0, false, 64}, {128, 2, 0, true, 64},  {128, 4, 3, true, 64},
        {256, 1, 0, true, 64},  {256, 8, 7, false, 64}, {384, 3, 0, true, 64},
        {384, 4, 1, true, 64},  {2048, 8, 0, true, 64}, {2048, 64, 64, true, 64},
        {4096, 1, 0, true, 64}, {128, 4, 0, true, 32},  {128, 4, 33, true, 32},
    };
    uint64_t random = 12;
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        for (unsigned kind = 0; kind < N_KINDS; kind += kind < 60 ? 7 : 1) {
            make_values(kind, MOST_VALUES, &random);
            if (shapes[i].type_bits == 32)
                for (size_t k = 0; k < MOST_VALUES; k++)
                    values[k] = wrapped((uint64_t)values[k], 32);
            for (size_t n = 1; n <= MOST_VALUES; n = n * 2 + 1)
                if (shapes[i].type_bits == 64)
                    check_shape(&shapes[i], n);
        }
    }
}

/* INT32 is summed in 64 bits and then narrowed, so that deltas may wrap at 32 bits or, as
 * DuckDB's, have up to 34 bits. */
static void int32_deltas_may_have_32_or_34_bits(void)
{
    uint64_t random = 13;
    static const unsigned type_bits[] = {32, 64};
    for (unsigned kind = 30; kind < N_KINDS; kind++) {
        make_values(kind, MOST_VALUES, &random);
        for (size_t i = 0; i < MOST_VALUES; i++)
            values[i] = wrapped((uint64_t)values[i], 32);
        for (size_t k = 0; k < COUNT_OF(type_bits); k++) {
            struct delta_shape shape = usual_shape;
            struct bytes bytes = {0};
            int64_t got[MOST_VALUES];
            bool is_right = true;
            shape.type_bits = type_bits[k];
            delta_put(&bytes, &shape, values, MOST_VALUES);
            CHECK(read_all(bytes_slice(&bytes), MOST_VALUES, MOST_VALUES, 7, got) == OK);
            for (size_t i = 0; i < MOST_VALUES; i++)
                is_right = is_right && (uint32_t)got[i] == (uint32_t)values[i];
            CHECK(is_right);
            bytes_free(&bytes);
        }
    }
}

/* Each width in a stream of two values, whose difference has that many bits. */
static void all_widths_are_read(void)
{
    for (unsigned width = 0; width <= 64; width++) {
        for (unsigned extra = 0; extra + width <= 64; extra += 9) {
            struct delta_shape shape = usual_shape;
            shape.extra_width = extra;
            for (size_t i = 0; i < 40; i++)
                values[i] = i % 3 == 1 ? (int64_t)low_bits(width) : 0;
            check_shape(&shape, 40);
        }
    }
}

/* ---- Skipping, truncation ----------------------------------------------------- */

static void check_skipping(struct slice input, size_t n, size_t most, uint64_t *random)
{
    struct pq_delta_decoder decoder;
    struct error error = {0};
    int64_t got[MOST_VALUES];
    uint8_t *copy = exact_copy(input.data, input.size);
    CHECK(pq_delta_init(&decoder, slice_of(copy, input.size), n, &error) == OK);
    for (size_t at = 0; at < n;) {
        size_t part = least(random_below(random, most), n - at);
        CHECK(pq_delta_skip(&decoder, part, &error) == OK);
        at += part;
        part = least(random_below(random, most), n - at);
        CHECK(pq_delta_read(&decoder, got, part, &error) == OK);
        CHECK(part == 0 || memcmp(got, values + at, part * sizeof *got) == 0);
        at += part;
    }
    CHECK(pq_delta_skip(&decoder, 0, &error) == OK);
    CHECK(pq_delta_skip(&decoder, 1, &error) == CORRUPT);
    free(copy);
}

static void skipping_and_reading_alternate(void)
{
    static const struct delta_shape shapes[] = {
        {128, 4, 0, true, 64}, {256, 1, 2, true, 64}, {2048, 8, 0, true, 64}};
    uint64_t random = 14;
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        for (unsigned kind = 0; kind < N_KINDS; kind += 5) {
            struct bytes bytes = {0};
            make_values(kind, MOST_VALUES, &random);
            delta_put(&bytes, &shapes[i], values, MOST_VALUES);
            check_skipping(bytes_slice(&bytes), MOST_VALUES, 3, &random);
            check_skipping(bytes_slice(&bytes), MOST_VALUES, 40, &random);
            check_skipping(bytes_slice(&bytes), MOST_VALUES, 600, &random);
            bytes_free(&bytes);
        }
    }
}

static void skipping_past_the_end_is_corrupt(void)
{
    struct bytes bytes = {0};
    make_values(KIND_RISING, 300, &(uint64_t){0});
    delta_put(&bytes, &usual_shape, values, 300);
    static const uint64_t counts[] = {301, 1000, (uint64_t)1 << 32, UINT64_MAX};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        struct pq_delta_decoder decoder;
        struct error error = {0};
        CHECK(pq_delta_init(&decoder, bytes_slice(&bytes), 5000, &error) == OK);
        CHECK(pq_delta_skip(&decoder, counts[i], &error) == CORRUPT);
    }
    bytes_free(&bytes);
}

/* Reading, skipping and finding the end fail on the first `size` bytes of a stream, even
 * if only padding of the last miniblock is missing. */
static void check_truncated(struct slice whole, size_t size, size_t n)
{
    int64_t got[MOST_VALUES];
    struct pq_delta_decoder decoder;
    struct error error = {0};
    struct slice behind = {0}, cut = slice_of(whole.data, size);
    for (size_t i = 0; i < N_READ_STEPS; i++)
        CHECK(read_all(cut, n, n, read_steps[i], got) == CORRUPT);
    uint8_t *copy = exact_copy(cut.data, cut.size);
    if (pq_delta_init(&decoder, slice_of(copy, size), n, &error) == OK) {
        CHECK(pq_delta_find_end(&decoder, &behind, &error) == CORRUPT);
        error = (struct error){0};
        CHECK(pq_delta_skip(&decoder, n, &error) == CORRUPT);
    }
    free(copy);
}

static void truncated_streams_are_corrupt(void)
{
    static const struct delta_shape shapes[] = {{128, 4, 0, false, 64},
                                                {256, 1, 1, true, 64}};
    uint64_t random = 15;
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        for (unsigned kind = 1; kind < N_KINDS; kind += 8) {
            struct bytes bytes = {0};
            make_values(kind, 300, &random);
            delta_put(&bytes, &shapes[i], values, 257);
            for (size_t size = 0; size < bytes.size; size++)
                check_truncated(bytes_slice(&bytes), size, 257);
            bytes.size = 0;
            delta_put(&bytes, &shapes[i], values, 270);
            for (size_t size = 0; size < bytes.size; size++)
                check_truncated(bytes_slice(&bytes), size, 270);
            bytes_free(&bytes);
        }
    }
}

static void damaged_bytes_do_no_harm(void)
{
    uint64_t random = 16;
    struct bytes bytes = {0}, damaged = {0};
    int64_t got[300];
    make_values(20, 300, &random);
    delta_put(&bytes, &usual_shape, values, 300);
    for (int i = 0; i < 20000; i++) {
        damaged.size = 0;
        bytes_put_bytes(&damaged, &bytes);
        damaged.data[random_below(&random, i % 2 ? 12 : bytes.size)] =
            (uint8_t)next_random(&random);
        enum status status = read_all(bytes_slice(&damaged), 300, 300, 50, got);
        CHECK(status == OK || status == CORRUPT);
    }
    bytes_free(&bytes);
    bytes_free(&damaged);
}

int main(void)
{
    for (int hide = 0; hide <= 1; hide++) {
        cpu_hide_vectors(hide);
        RUN(examples_of_the_specification);
        RUN(one_value_has_no_block);
        RUN(widths_of_unused_miniblocks_are_ignored);
        RUN(widths_over_64_are_refused);
        RUN(invalid_headers_are_refused);
        RUN(enormous_blocks_do_no_harm);
        RUN(all_kinds_of_values_are_read);
        RUN(all_block_sizes_are_read);
        RUN(int32_deltas_may_have_32_or_34_bits);
        RUN(all_widths_are_read);
        RUN(skipping_and_reading_alternate);
        RUN(skipping_past_the_end_is_corrupt);
        RUN(truncated_streams_are_corrupt);
        RUN(damaged_bytes_do_no_harm);
    }
    return unit_test_done();
}
