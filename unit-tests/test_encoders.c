/* SPDX-License-Identifier: MIT */
/*
 * test_encoders.c - the encoders of numbers: bit packing, the RLE hybrid, deltas,
 * booleans, BYTE_STREAM_SPLIT (bit_packing.h, rle_hybrid.h, delta_binary_packed.h,
 * byte_stream_split.h).  Their output is compared with literal bytes and with that of the
 * simple encoders of other tests, and decoded again.
 */
#include <limits.h>

#include "base/alloc.h"
#include "parquet/encoding/bit_packing.h"
#include "parquet/encoding/byte_stream_split.h"
#include "parquet/encoding/delta_binary_packed.h"
#include "parquet/encoding/delta_byte_array.h"
#include "parquet/encoding/plain.h"
#include "parquet/encoding/rle_hybrid.h"
#include "unit_delta.h"
#include "unit_test.h"
#include "unit_operations.h"

static const size_t counts[] = {0,   1,   2,   7,   8,   9,   15,  16,  17,
                                31,  32,  33,  63,  64,  65,  127, 128, 129,
                                130, 257, 503, 504, 505, 512, 513, 1000};
enum { MOST_VALUES = 1000 };

#define BYTES(text) slice_of(text, sizeof(text) - 1)

static bool holds(const struct buffer *buffer, struct slice expected)
{
    return buffer->size == expected.size &&
           (expected.size == 0 ||
            memcmp(buffer->data, expected.data, expected.size) == 0);
}

/* ---- Bit packing -------------------------------------------------------------- */

static void example_of_the_specification(void)
{
    const uint32_t narrow[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const uint64_t wide[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const uint8_t small[] = {0, 1, 2, 3, 4, 5, 6, 7};
    uint8_t packed[3];
    bit_pack_u32(narrow, 8, 3, packed);
    CHECK(memcmp(packed, "\x88\xc6\xfa", 3) == 0);
    memset(packed, 0xff, 3);
    bit_pack_u64(wide, 8, 3, packed);
    CHECK(memcmp(packed, "\x88\xc6\xfa", 3) == 0);
    memset(packed, 0xff, 3);
    bit_pack_u8(small, 8, 3, packed);
    CHECK(memcmp(packed, "\x88\xc6\xfa", 3) == 0);
}

/* Packs with all three functions, into blocks of exactly the output's size. */
static void check_packing(const uint64_t *values, size_t n, unsigned width)
{
    struct bytes expected = {0};
    uint32_t narrow[MOST_VALUES];
    uint8_t small[MOST_VALUES];
    bytes_put_packed(&expected, values, n, width);
    CHECK(bit_packed_size(n, width) == expected.size);
    for (size_t i = 0; i < n; i++) {
        narrow[i] = (uint32_t)values[i];
        small[i] = (uint8_t)values[i];
    }
    uint8_t *packed = exact_copy(expected.data, expected.size);
    memset(packed, 0xff, expected.size);
    bit_pack_u64(values, n, width, packed);
    CHECK(n == 0 || width == 0 || memcmp(packed, expected.data, expected.size) == 0);
    memset(packed, 0xff, expected.size);
    if (width <= 32) {
        bit_pack_u32(narrow, n, width, packed);
        CHECK(n == 0 || width == 0 || memcmp(packed, expected.data, expected.size) == 0);
    }
    memset(packed, 0xff, expected.size);
    if (width <= 8) {
        bit_pack_u8(small, n, width, packed);
        CHECK(n == 0 || width == 0 || memcmp(packed, expected.data, expected.size) == 0);
    }
    free(packed);
    bytes_free(&expected);
}

static void every_width_and_count_is_packed(void)
{
    uint64_t random = 21, values[MOST_VALUES];
    for (unsigned width = 0; width <= 64; width++) {
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            for (size_t i = 0; i < counts[c]; i++) {
                values[i] = next_random(&random) & low_bits(width);
                if (random_below(&random, 4) == 0)
                    values[i] = i % 2 ? low_bits(width) : 0;
            }
            check_packing(values, counts[c], width);
        }
    }
}

/* ---- The RLE hybrid ----------------------------------------------------------- */

/* Whether both functions encode the values as expected. */
static bool runs_are(const uint8_t *values, size_t n, unsigned width,
                     struct slice expected)
{
    struct buffer narrow = {0}, wide = {0};
    struct error error = {0};
    uint32_t *words = must(malloc((n + 1) * sizeof *words));
    for (size_t i = 0; i < n; i++)
        words[i] = values[i];
    bool is_right = pq_rle_encode_bytes(values, n, width, &narrow, &error) == OK &&
                    pq_rle_encode(words, n, width, &wide, &error) == OK &&
                    holds(&narrow, expected) && holds(&wide, expected);
    free(words);
    buffer_release(&narrow);
    buffer_release(&wide);
    return is_right;
}

static void runs_have_known_bytes(void)
{
    CHECK(runs_are((const uint8_t *)"", 0, 1, BYTES("")));
    const uint8_t rising[] = {0, 1, 2, 3, 4, 5, 6, 7, 7, 7};
    CHECK(runs_are(rising, 8, 3, BYTES("\x03\x88\xc6\xfa")));
    /* Padded with zeros. */
    CHECK(runs_are(rising, 10, 3, BYTES("\x05\x88\xc6\xfa\x3f\x00\x00")));
    CHECK(runs_are(rising + 3, 1, 3, BYTES("\x03\x03\x00\x00")));

    const uint8_t ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1};
    CHECK(runs_are(ones, 7, 1, BYTES("\x03\x7f")));
    CHECK(runs_are(ones, 8, 1, BYTES("\x10\x01")));
    /* After a repeated run, a new group begins. */
    CHECK(runs_are(ones, 10, 1, BYTES("\x12\x01\x03\x00")));
    CHECK(runs_are(ones, 12, 1, BYTES("\x12\x01\x03\x06")));
}

/* If equal values begin within a group, the repeated run begins with the next group. */
static void repeated_runs_begin_at_group_boundaries(void)
{
    uint8_t values[16];
    memset(values, 1, sizeof values);
    values[0] = 0;
    CHECK(runs_are(values, 9, 1, BYTES("\x05\xfe\x01")));
    CHECK(runs_are(values, 15, 1, BYTES("\x05\xfe\x7f")));
    CHECK(runs_are(values, 16, 1, BYTES("\x03\xfe\x10\x01")));
}

static void long_repeated_values_are_one_run(void)
{
    enum { N = 1000000 };
    uint8_t *values = must(malloc(N));
    memset(values, 1, N);
    CHECK(runs_are(values, 100, 1, BYTES("\xc8\x01\x01")));
    CHECK(runs_are(values, N, 1, BYTES("\x80\x89\x7a\x01")));
    values[N - 1] = 0;
    CHECK(runs_are(values, N, 1, BYTES("\xfe\x88\x7a\x01\x03\x00")));
    free(values);
}

/* 63 groups: the most with a one-byte header. */
static void packed_runs_end_after_504_values(void)
{
    uint8_t values[513];
    struct bytes expected = {0};
    for (size_t i = 0; i < sizeof values; i++)
        values[i] = i % 2;
    bytes_put_u8(&expected, 0x7f);
    for (size_t i = 0; i < 63; i++)
        bytes_put_u8(&expected, 0xaa);
    CHECK(runs_are(values, 504, 1, bytes_slice(&expected)));
    bytes_put_text(&expected, "\x03\xaa");
    CHECK(runs_are(values, 512, 1, bytes_slice(&expected)));
    bytes_free(&expected);
}

static void repeated_values_take_whole_bytes(void)
{
    static const struct {
        unsigned width;
        uint32_t value;
        struct slice expected;
    } cases[] = {
        {8, 0xff, {(const uint8_t *)"\x10\xff", 2}},
        {9, 0x1ff, {(const uint8_t *)"\x10\xff\x01", 3}},
        {17, 0x10203, {(const uint8_t *)"\x10\x03\x02\x01", 4}},
        {25, 1, {(const uint8_t *)"\x10\x01\x00\x00\x00", 5}},
        {32, 0x80000001, {(const uint8_t *)"\x10\x01\x00\x00\x80", 5}},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buffer output = {0};
        struct error error = {0};
        uint32_t values[8];
        for (size_t k = 0; k < 8; k++)
            values[k] = cases[i].value;
        CHECK(pq_rle_encode(values, 8, cases[i].width, &output, &error) == OK);
        CHECK(holds(&output, cases[i].expected));
        buffer_release(&output);
    }
}

/* Checks what readers rely on: no empty runs, one-byte headers of packed runs, whole
 * groups, and only zeros after the last value. */
static void check_run_rules(struct slice input, size_t n, unsigned width)
{
    uint64_t total = 0, header = 0;
    while (input.size > 0) {
        struct slice body;
        CHECK(total < n && slice_read_varint(&input, &header) && header >> 1 > 0);
        bool is_packed = header & 1;
        CHECK(is_packed ? header <= 127 : header >> 1 >= 8);
        size_t size = is_packed ? (size_t)(header >> 1) * width : (width + 7) / 8;
        bool is_there = slice_take(&input, size, &body);
        CHECK(is_there);
        if (!is_there)
            return;
        total += is_packed ? (header >> 1) * 8 : header >> 1;
        if (total <= n || !is_packed)
            continue;
        CHECK(total - n < 8 && input.size == 0);
        uint32_t padding[8];
        bit_unpack_u32(body.data, body.size, (header >> 1) * 8 - (total - n),
                       (size_t)(total - n), width, padding);
        for (size_t i = 0; i < total - n; i++)
            CHECK(padding[i] == 0);
    }
    CHECK(total >= n && total - n < 8);
}

static void check_runs(const uint32_t *values, size_t n, unsigned width)
{
    struct buffer output = {0}, same = {0};
    struct error error = {0};
    struct pq_rle_decoder decoder;
    uint32_t got[MOST_VALUES];
    CHECK(pq_rle_encode(values, n, width, &output, &error) == OK);
    check_run_rules(buffer_slice(&output), n, width);
    CHECK(pq_rle_init(&decoder, buffer_slice(&output), width, &error) == OK);
    CHECK(pq_rle_read(&decoder, got, n, &error) == OK);
    CHECK(n == 0 || memcmp(got, values, n * sizeof *got) == 0);
    if (width <= 8) {
        uint8_t small[MOST_VALUES];
        for (size_t i = 0; i < n; i++)
            small[i] = (uint8_t)values[i];
        CHECK(pq_rle_encode_bytes(small, n, width, &same, &error) == OK);
        CHECK(holds(&same, buffer_slice(&output)));
    }
    buffer_release(&output);
    buffer_release(&same);
}

static void every_width_and_count_round_trips(void)
{
    uint64_t random = 22;
    uint32_t values[MOST_VALUES];
    for (unsigned width = 1; width <= 32; width++) {
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            for (size_t longest = 1; longest <= 200; longest = longest * 3 + 5) {
                for (size_t i = 0; i < counts[c];) {
                    uint32_t value = (uint32_t)(next_random(&random) & low_bits(width));
                    size_t run = 1 + random_below(&random, longest);
                    for (; run > 0 && i < counts[c]; run--)
                        values[i++] = value;
                }
                check_runs(values, counts[c], width);
            }
        }
    }
}

/* ---- Deltas ------------------------------------------------------------------- */

/* The examples of the specification, in blocks of 128 values and 4 miniblocks. */
static void deltas_have_known_bytes(void)
{
    const int32_t rising[] = {1, 2, 3, 4, 5}, mixed[] = {7, 5, 3, 1, 2, 3, 4, 5};
    const int64_t wide[] = {7, 5, 3, 1, 2, 3, 4, 5};
    const int32_t ends[] = {INT32_MIN, INT32_MAX, INT32_MIN};
    struct slice mixed_bytes = BYTES(
        "\x80\x01\x04\x08\x0e\x03\x02\x00\x00\x00\xc0\x3f\x00\x00\x00\x00\x00\x00");
    struct buffer output = {0};
    struct error error = {0};
    CHECK(pq_delta_encode(rising, 4, 5, &output, &error) == OK);
    CHECK(holds(&output, BYTES("\x80\x01\x04\x05\x02\x02\x00\x00\x00\x00")));
    output.size = 0;
    CHECK(pq_delta_encode(mixed, 4, 8, &output, &error) == OK);
    CHECK(holds(&output, mixed_bytes));
    output.size = 0;
    CHECK(pq_delta_encode(wide, 8, 8, &output, &error) == OK);
    CHECK(holds(&output, mixed_bytes));
    /* No values, one value: no block. */
    output.size = 0;
    CHECK(pq_delta_encode(NULL, 4, 0, &output, &error) == OK);
    CHECK(holds(&output, BYTES("\x80\x01\x04\x00\x00")));
    output.size = 0;
    CHECK(pq_delta_encode(rising + 4, 4, 1, &output, &error) == OK);
    CHECK(holds(&output, BYTES("\x80\x01\x04\x01\x0a")));
    /* Deltas between the least and greatest value overflow to -1 and 1. */
    output.size = 0;
    CHECK(pq_delta_encode(ends, 4, 3, &output, &error) == OK);
    CHECK(holds(&output, BYTES("\x80\x01\x04\x03\xff\xff\xff\xff\x0f\x01\x02\x00\x00\x00"
                               "\x08\x00\x00\x00\x00\x00\x00\x00")));
    buffer_release(&output);
}

/* Compares the output with that of the simple encoder, and decodes it.  INT32 uses the
 * lower halves of the values. */
static void check_deltas(const int64_t *values, size_t n, unsigned type_bits)
{
    struct delta_shape shape = usual_shape;
    struct bytes expected = {0};
    struct buffer output = {0};
    struct error error = {0};
    struct pq_delta_decoder decoder;
    int32_t narrow[MOST_VALUES];
    int64_t own[MOST_VALUES], got[MOST_VALUES];
    for (size_t i = 0; i < n; i++) {
        narrow[i] = (int32_t)(uint32_t)values[i];
        own[i] = type_bits == 32 ? narrow[i] : values[i];
    }
    shape.type_bits = type_bits;
    delta_put(&expected, &shape, own, n);
    const void *input = type_bits == 32 ? (const void *)narrow : values;
    CHECK(buffer_append(&output, "before", 6, &error) == OK);
    CHECK(pq_delta_encode(input, type_bits / 8, n, &output, &error) == OK);
    CHECK(memcmp(output.data, "before", 6) == 0);
    struct slice written = slice_of(output.data + 6, output.size - 6);
    CHECK(written.size == expected.size &&
          memcmp(written.data, expected.data, expected.size) == 0);
    unsigned widest;
    CHECK(pq_delta_encoded_size(input, type_bits / 8, n, &widest) == written.size);
    CHECK(widest <= type_bits);

    CHECK(pq_delta_init(&decoder, written, n, &error) == OK);
    CHECK(pq_delta_read(&decoder, got, n, &error) == OK);
    for (size_t i = 0; i < n; i++)
        CHECK(type_bits == 32 ? (int32_t)(uint32_t)got[i] == narrow[i]
                              : got[i] == values[i]);
    bytes_free(&expected);
    buffer_release(&output);
}

static void every_delta_width_is_encoded(void)
{
    uint64_t random = 23;
    int64_t values[MOST_VALUES];
    for (unsigned width = 0; width <= 64; width++) {
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            uint64_t value = next_random(&random);
            uint64_t slope = next_random(&random);
            for (size_t i = 0; i < counts[c]; i++) {
                values[i] = (int64_t)value;
                value += slope + (next_random(&random) & low_bits(width));
            }
            check_deltas(values, counts[c], 64);
            check_deltas(values, counts[c], 32);
        }
    }
}

static void extremes_of_both_types_are_encoded(void)
{
    int64_t values[MOST_VALUES];
    for (size_t c = 0; c < COUNT_OF(counts); c++) {
        for (size_t i = 0; i < counts[c]; i++)
            values[i] = i % 2 ? INT64_MAX : INT64_MIN;
        check_deltas(values, counts[c], 64);
        for (size_t i = 0; i < counts[c]; i++)
            values[i] = i % 2 ? INT32_MAX : INT32_MIN;
        check_deltas(values, counts[c], 32);
        check_deltas(values, counts[c], 64);
        /* Deltas over the whole range need 32 (or 64) bits. */
        for (size_t i = 0; i < counts[c]; i++)
            values[i] = i % 3 == 0 ? INT32_MIN : i % 3 == 1 ? 0 : INT32_MAX;
        check_deltas(values, counts[c], 32);
        for (size_t i = 0; i < counts[c]; i++)
            values[i] = i % 3 == 0 ? INT64_MIN : i % 3 == 1 ? 0 : INT64_MAX;
        check_deltas(values, counts[c], 64);
    }
}

/* ---- Booleans and BYTE_STREAM_SPLIT ------------------------------------------- */

static void booleans_round_trip(void)
{
    uint64_t random = 24;
    uint8_t values[MOST_VALUES], got[MOST_VALUES];
    const uint8_t known[] = {1, 0, 1, 1, 0, 0, 0, 0, 1};
    struct buffer output = {0};
    struct error error = {0};
    CHECK(pq_plain_encode_booleans(known, 9, &output, &error) == OK);
    CHECK(holds(&output, BYTES("\x0d\x01")));
    for (size_t c = 0; c < COUNT_OF(counts); c++) {
        struct pq_plain_decoder decoder;
        size_t n = counts[c];
        for (size_t i = 0; i < n; i++)
            values[i] = next_random(&random) & 1;
        output.size = 0;
        CHECK(pq_plain_encode_booleans(values, n, &output, &error) == OK);
        CHECK(output.size == (n + 7) / 8);
        pq_plain_init(&decoder, buffer_slice(&output));
        CHECK(pq_plain_read_booleans(&decoder, got, n, &error) == OK);
        CHECK(n == 0 || memcmp(got, values, n) == 0);
    }
    buffer_release(&output);
}

static void split_bytes_round_trip(void)
{
    uint64_t random = 25;
    uint8_t values[MOST_VALUES * 17], got[MOST_VALUES * 17];
    struct buffer output = {0};
    struct error error = {0};
    CHECK(split_encode((const uint8_t *)"\xaa\xbb\xcc\xdd\x00\x11\x22\x33"
                                        "\xa3\xb4\xc5\xd6",
                       4, 3, &output, &error) == OK);
    CHECK(holds(&output, BYTES("\xaa\x00\xa3\xbb\x11\xb4\xcc\x22\xc5\xdd\x33\xd6")));
    for (size_t i = 0; i < sizeof values; i++)
        values[i] = (uint8_t)next_random(&random);
    for (size_t width = 1; width <= 17; width++) {
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            struct pq_value_decoder decoder;
            size_t size = width * counts[c];
            uint8_t *copy = exact_copy(values, size);
            output.size = 0;
            CHECK(split_encode(copy, width, counts[c], &output, &error) == OK);
            CHECK(output.size == size);
            CHECK(split_init(&decoder, buffer_slice(&output), width, &error) == OK);
            CHECK(split_read(&decoder, got, counts[c], &error) == OK);
            CHECK(memcmp(got, copy, size) == 0);
            free(copy);
        }
    }
    buffer_release(&output);
}

/* ---- Limits ------------------------------------------------------------------- */

/* The size is checked before any value is read. */
static void output_larger_than_a_page_is_refused(void)
{
    if (sizeof(size_t) < 8)
        return;
    const uint64_t value = 0;
    const size_t too_many = (size_t)INT32_MAX + 1;
    struct buffer output = {0};
    struct error error = {0};
    CHECK(pq_rle_encode_bytes((const uint8_t *)&value, too_many, 1, &output, &error) ==
          TOO_BIG);
    error = (struct error){0};
    CHECK(pq_rle_encode((const uint32_t *)&value, too_many, 1, &output, &error) ==
          TOO_BIG);
    error = (struct error){0};
    CHECK(split_encode((const uint8_t *)&value, 4, too_many / 4, &output, &error) ==
          TOO_BIG);
    error = (struct error){0};
    CHECK(pq_plain_encode_booleans((const uint8_t *)&value, too_many * 8, &output,
                                   &error) == TOO_BIG);
    CHECK(output.size == 0 && output.data == NULL);
}

/* Encodes one text; the allocation for its bytes fails, and the output keeps what was
 * written before them. */
static enum status encode_long_text(uint64_t size, struct buffer *output)
{
    const uint64_t offsets[] = {0, size};
    const struct pq_values text = {
        .type = PQ_BYTE_ARRAY, .n = 1, .bytes = (const uint8_t *)"", .offsets = offsets};
    struct error error = {0};
    mem_fail_at(2, 1);
    enum status status = pq_encoding_delta_byte_array.encode(&text, 0, 1, output, &error);
    mem_fail_at(0, 0);
    return status;
}

/* Bytes that were in the output before do not count. */
static void one_text_may_fill_a_page(void)
{
    struct buffer output = {0};
    struct error error = {0};
    CHECK(buffer_reserve(&output, 1000, false, &error) == OK);
    CHECK(encode_long_text(INT32_MAX - 100, &output) == NOMEM);
    size_t before_text = output.size;
    CHECK(before_text > 0 && before_text < 100);
    CHECK(encode_long_text(INT32_MAX - before_text, &output) == NOMEM);
    CHECK(encode_long_text(INT32_MAX - before_text + 1, &output) == TOO_BIG);
    buffer_release(&output);
}

static enum status encode_with(int which, const uint64_t *values, struct buffer *output,
                               struct error *error)
{
    const uint8_t *bytes = (const uint8_t *)values;
    switch (which) {
    case 0:
        return pq_rle_encode((const uint32_t *)values, MOST_VALUES, 32, output, error);
    case 1:
        return pq_rle_encode_bytes(bytes, MOST_VALUES, 8, output, error);
    case 2:
        return pq_delta_encode(values, 8, MOST_VALUES, output, error);
    case 3:
        return split_encode(bytes, 8, MOST_VALUES, output, error);
    default:
        return pq_plain_encode_booleans(bytes, MOST_VALUES, output, error);
    }
}

/* At whichever allocation it fails, the output keeps what it had before. */
static void allocation_failures_are_reported(void)
{
    uint64_t random = 26, values[MOST_VALUES];
    for (size_t i = 0; i < MOST_VALUES; i++)
        values[i] = next_random(&random);
    for (int which = 0; which < 5; which++) {
        enum status status = NOMEM;
        int n_failed = 0;
        for (long at = 1; status == NOMEM; at++) {
            struct buffer output = {0};
            struct error error = {0};
            CHECK(buffer_append(&output, "before", 6, &error) == OK);
            mem_fail_at(at, 1);
            status = encode_with(which, values, &output, &error);
            mem_fail_at(0, 0);
            CHECK(status == error.status);
            CHECK(memcmp(output.data, "before", 6) == 0);
            n_failed += status == NOMEM;
            buffer_release(&output);
        }
        CHECK(status == OK && n_failed > 0);
    }
}

int main(void)
{
    RUN(example_of_the_specification);
    RUN(every_width_and_count_is_packed);
    RUN(runs_have_known_bytes);
    RUN(repeated_runs_begin_at_group_boundaries);
    RUN(long_repeated_values_are_one_run);
    RUN(packed_runs_end_after_504_values);
    RUN(repeated_values_take_whole_bytes);
    RUN(every_width_and_count_round_trips);
    RUN(deltas_have_known_bytes);
    RUN(every_delta_width_is_encoded);
    RUN(extremes_of_both_types_are_encoded);
    RUN(booleans_round_trip);
    RUN(split_bytes_round_trip);
    RUN(output_larger_than_a_page_is_refused);
    RUN(one_text_may_fill_a_page);
    RUN(allocation_failures_are_reported);
    return unit_test_done();
}
