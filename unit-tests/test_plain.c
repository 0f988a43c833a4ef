/* SPDX-License-Identifier: MIT */
/* test_plain.c - PLAIN values of every type, and BYTE_STREAM_SPLIT. */
#include "parquet/encoding/plain.h"
#include "unit_bytes.h"
#include "unit_test.h"
#include "unit_operations.h"

enum { MOST_VALUES = 600 };

static struct pq_plain_decoder plain(const uint8_t *data, size_t size)
{
    struct pq_plain_decoder decoder;
    pq_plain_init(&decoder, slice_of(data, size));
    return decoder;
}

/* ---- Fixed widths ----------------------------------------------------------------- */

static void check_fixed(size_t width, size_t n, const uint8_t *data, size_t step)
{
    struct error error = {0};
    uint8_t *copy = exact_copy(data, width * n), *got = must(malloc(width * n + 1));
    struct pq_plain_decoder decoder = plain(copy, width * n);
    for (size_t i = 0; i < n; i += step)
        CHECK(pq_plain_read_fixed(&decoder, width, got + i * width, least(step, n - i),
                                  &error) == OK);
    little_endian_numbers(got, width, n);
    CHECK(n == 0 || memcmp(got, data, width * n) == 0);
    CHECK(pq_plain_read_fixed(&decoder, width, got, 0, &error) == OK);
    CHECK(pq_plain_read_fixed(&decoder, width, got, 1, &error) == CORRUPT);

    error = (struct error){0};
    struct bytes_value values[MOST_VALUES];
    decoder = plain(copy, width * n);
    for (size_t i = 0; i < n; i += step)
        CHECK(pq_plain_read_fixed_bytes(&decoder, width, values + i, least(step, n - i),
                                        &error) == OK);
    for (size_t i = 0; i < n; i++)
        CHECK(values[i].data == copy + i * width && values[i].size == width);
    CHECK(pq_plain_read_fixed_bytes(&decoder, width, values, 1, &error) == CORRUPT);
    free(copy);
    free(got);
}

static void values_of_a_fixed_width(void)
{
    static const size_t widths[] = {1, 2, 4, 5, 8, 12, 16, 100};
    uint8_t data[100 * 50];
    uint64_t random = 31;
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)next_random(&random);
    for (size_t i = 0; i < COUNT_OF(widths); i++)
        for (size_t n = 0; n <= 50; n += 1 + n / 2)
            for (size_t k = 0; k < N_READ_STEPS; k++)
                check_fixed(widths[i], n, data, read_steps[k]);
}

static void fixed_widths_cut_at_every_length(void)
{
    static const size_t widths[] = {4, 8, 12, 16};
    uint8_t data[16 * 10] = {0}, got[sizeof data];
    struct bytes_value values[10];
    for (size_t i = 0; i < COUNT_OF(widths); i++) {
        for (size_t size = 0; size < widths[i] * 10; size++) {
            struct error error = {0};
            uint8_t *copy = exact_copy(data, size);
            struct pq_plain_decoder decoder = plain(copy, size);
            CHECK(pq_plain_read_fixed(&decoder, widths[i], got, 10, &error) == CORRUPT);
            decoder = plain(copy, size);
            CHECK(pq_plain_read_fixed_bytes(&decoder, widths[i], values, 10, &error) ==
                  CORRUPT);
            decoder = plain(copy, size);
            CHECK(pq_plain_skip_fixed(&decoder, widths[i], 10, &error) == CORRUPT);
            free(copy);
        }
    }
}

static void fixed_widths_are_skipped(void)
{
    uint8_t data[80];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)i;
    struct error error = {0};
    uint64_t got[1];
    struct pq_plain_decoder decoder = plain(data, sizeof data);
    CHECK(pq_plain_skip_fixed(&decoder, 8, 3, &error) == OK);
    CHECK(pq_plain_read_fixed(&decoder, 8, got, 1, &error) == OK && got[0] % 256 == 24);
    CHECK(pq_plain_skip_fixed(&decoder, 8, 0, &error) == OK);
    CHECK(pq_plain_skip_fixed(&decoder, 8, 5, &error) == OK);
    CHECK(pq_plain_read_fixed(&decoder, 8, got, 1, &error) == OK && got[0] % 256 == 72);

    static const uint64_t counts[] = {11, UINT64_MAX, UINT64_MAX / 8 + 1,
                                      ((uint64_t)1 << 61) + 1};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        error = (struct error){0};
        decoder = plain(data, sizeof data);
        CHECK(pq_plain_skip_fixed(&decoder, 8, counts[i], &error) == CORRUPT);
        error = (struct error){0};
        decoder = plain(data, sizeof data);
        CHECK(counts[i] > SIZE_MAX ||
              pq_plain_read_fixed(&decoder, 8, got, (size_t)counts[i], &error) ==
                  CORRUPT);
    }
}

/* ---- Booleans --------------------------------------------------------------------- */

static void booleans_cross_bytes(void)
{
    const uint8_t data[] = {0x01, 0x80, 0xa5};
    static const uint8_t expected[] = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                       0, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1};
    for (size_t k = 0; k < N_READ_STEPS; k++) {
        struct error error = {0};
        uint8_t got[24], *copy = exact_copy(data, 3);
        struct pq_plain_decoder decoder = plain(copy, 3);
        for (size_t i = 0; i < 24; i += read_steps[k])
            CHECK(pq_plain_read_booleans(&decoder, got + i, least(read_steps[k], 24 - i),
                                         &error) == OK);
        CHECK(memcmp(got, expected, 24) == 0);
        CHECK(pq_plain_read_booleans(&decoder, got, 0, &error) == OK);
        CHECK(pq_plain_read_booleans(&decoder, got, 1, &error) == CORRUPT);
        free(copy);
    }
}

static void booleans_are_skipped(void)
{
    uint64_t random = 32;
    uint8_t data[90], bits[720], got[720];
    for (size_t i = 0; i < 720; i++)
        bits[i] = (uint8_t)random_below(&random, 2);
    memset(data, 0, sizeof data);
    for (size_t i = 0; i < 720; i++)
        data[i / 8] = (uint8_t)(data[i / 8] | bits[i] << i % 8);
    for (int round = 0; round < 300; round++) {
        struct error error = {0};
        uint8_t *copy = exact_copy(data, sizeof data);
        struct pq_plain_decoder decoder = plain(copy, sizeof data);
        size_t most = round % 3 ? 12 : 200;
        for (size_t at = 0; at < 720;) {
            size_t n = least(random_below(&random, most), 720 - at);
            CHECK(pq_plain_skip_booleans(&decoder, n, &error) == OK);
            at += n;
            n = least(random_below(&random, most), 720 - at);
            CHECK(pq_plain_read_booleans(&decoder, got, n, &error) == OK);
            CHECK(n == 0 || memcmp(got, bits + at, n) == 0);
            at += n;
        }
        CHECK(pq_plain_skip_booleans(&decoder, 0, &error) == OK);
        CHECK(pq_plain_skip_booleans(&decoder, 1, &error) == CORRUPT);
        free(copy);
    }
}

static void too_many_booleans_are_corrupt(void)
{
    const uint8_t data[] = {0xff, 0xff};
    static const uint64_t counts[] = {17, 24, 1000, (uint64_t)1 << 31};
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        for (size_t before = 0; before <= 16; before += 3) {
            struct error error = {0};
            uint8_t got[24];
            struct pq_plain_decoder decoder = plain(data, 2);
            CHECK(pq_plain_read_booleans(&decoder, got, before, &error) == OK);
            CHECK(pq_plain_skip_booleans(&decoder, counts[i], &error) == CORRUPT);
            error = (struct error){0};
            decoder = plain(data, 2);
            CHECK(pq_plain_skip_booleans(&decoder, before, &error) == OK);
            CHECK(pq_plain_read_booleans(&decoder, got, 17 - before, &error) == CORRUPT);
        }
    }
}

/* ---- Byte arrays ------------------------------------------------------------------ */

struct text {
    size_t size;
    uint8_t data[300];
};

static struct text texts[MOST_VALUES];

static void make_texts(size_t n, uint64_t *random)
{
    for (size_t i = 0; i < n; i++) {
        texts[i].size = random_below(random, 3) == 0    ? 0
                        : random_below(random, 20) == 0 ? 256 + random_below(random, 40)
                                                        : random_below(random, 9);
        for (size_t k = 0; k < texts[i].size; k++)
            texts[i].data[k] = (uint8_t)next_random(random);
    }
}

static void put_texts(struct bytes *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bytes_put_uint(bytes, texts[i].size, 4);
        bytes_put(bytes, texts[i].data, texts[i].size);
    }
}

static bool is_text(struct bytes_value value, const struct text *text)
{
    return value.size == text->size &&
           (text->size == 0 || memcmp(value.data, text->data, text->size) == 0);
}

/* Copies the input to a block of its size, plus one byte if values are terminated. */
static uint8_t *begin(struct pq_plain_decoder *decoder, struct slice input,
                      bool terminate)
{
    uint8_t *copy = must(malloc(input.size + 1));
    if (!terminate) {
        free(copy);
        copy = exact_copy(input.data, input.size);
        pq_plain_init(decoder, slice_of(copy, input.size));
        return copy;
    }
    if (input.size > 0)
        memcpy(copy, input.data, input.size);
    copy[input.size] = 0xee;
    pq_plain_init_terminating(decoder, slice_of(copy, input.size));
    return copy;
}

/* Reads up to `step` values and skips fewer than `skip` in turns, then compares all
 * values.
 */
static void check_texts(struct slice input, size_t n, bool terminate, size_t step,
                        size_t skip, uint64_t *random)
{
    struct pq_plain_decoder decoder;
    struct error error = {0};
    struct bytes_value values[MOST_VALUES];
    bool is_read[MOST_VALUES] = {false};
    uint8_t *copy = begin(&decoder, input, terminate);
    for (size_t at = 0; at < n;) {
        size_t part = skip > 0 ? least(random_below(random, skip), n - at) : 0;
        CHECK(pq_plain_skip_bytes(&decoder, part, &error) == OK);
        at += part;
        part = least(step, n - at);
        CHECK(pq_plain_read_bytes(&decoder, values + at, part, &error) == OK);
        for (size_t i = 0; i < part; i++)
            is_read[at + i] = true;
        at += part;
    }
    for (size_t i = 0; i < n; i++) {
        CHECK(!is_read[i] || is_text(values[i], &texts[i]));
        CHECK(!is_read[i] || !terminate || values[i].data[values[i].size] == 0);
        CHECK(!is_read[i] || (values[i].data >= copy &&
                              values[i].data + values[i].size <= copy + input.size));
    }
    CHECK(pq_plain_read_bytes(&decoder, values, 0, &error) == OK);
    CHECK(pq_plain_skip_bytes(&decoder, 0, &error) == OK);
    CHECK(pq_plain_read_bytes(&decoder, values, 1, &error) == CORRUPT);
    free(copy);
}

static void byte_arrays(void)
{
    uint64_t random = 33;
    for (size_t n = 0; n <= MOST_VALUES; n += 1 + n / 2) {
        struct bytes bytes = {0};
        make_texts(n, &random);
        put_texts(&bytes, n);
        for (size_t k = 0; k < N_READ_STEPS; k++) {
            for (int terminate = 0; terminate < 2; terminate++) {
                check_texts(bytes_slice(&bytes), n, terminate, read_steps[k], 0, &random);
                check_texts(bytes_slice(&bytes), n, terminate, read_steps[k], 5, &random);
                check_texts(bytes_slice(&bytes), n, terminate, read_steps[k], 90,
                            &random);
            }
        }
        bytes_free(&bytes);
    }
}

static void empty_byte_arrays(void)
{
    const uint8_t zeros[40] = {0};
    uint64_t random = 34;
    memset(texts, 0, sizeof texts);
    for (size_t k = 0; k < N_READ_STEPS; k++)
        for (int terminate = 0; terminate < 2; terminate++)
            check_texts(slice_of(zeros, 40), 10, terminate, read_steps[k], 0, &random);
}

static void byte_arrays_cut_at_every_length(void)
{
    uint64_t random = 35;
    struct bytes bytes = {0};
    make_texts(40, &random);
    texts[39].size = 0;
    texts[38].size = 7;
    put_texts(&bytes, 40);
    for (size_t size = 0; size < bytes.size; size++) {
        for (int terminate = 0; terminate < 2; terminate++) {
            for (size_t k = 0; k < N_READ_STEPS; k++) {
                struct pq_plain_decoder decoder;
                struct error error = {0};
                struct bytes_value values[40];
                enum status status = OK;
                uint8_t *copy = begin(&decoder, slice_of(bytes.data, size), terminate);
                for (size_t i = 0; status == OK && i < 40; i += read_steps[k]) {
                    size_t part = least(read_steps[k], 40 - i);
                    status = pq_plain_read_bytes(&decoder, values + i, part, &error);
                    for (size_t v = i; status == OK && v < i + part; v++)
                        CHECK(is_text(values[v], &texts[v]));
                }
                CHECK(status == CORRUPT && error.message[0] != 0);
                free(copy);
                error = (struct error){0};
                copy = begin(&decoder, slice_of(bytes.data, size), terminate);
                CHECK(pq_plain_skip_bytes(&decoder, 40, &error) == CORRUPT);
                free(copy);
            }
        }
    }
    bytes_free(&bytes);
}

static void lengths_are_unsigned_and_bounded(void)
{
    static const uint32_t lengths[] = {4,          0x7fffffff, 0x80000000,
                                       0xfffffffb, 0xfffffffc, 0xffffffff};
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        for (int terminate = 0; terminate < 2; terminate++) {
            struct pq_plain_decoder decoder;
            struct error error = {0};
            struct bytes_value value;
            struct bytes bytes = {0};
            bytes_put(&bytes, "\x01\0\0\0a", 5);
            bytes_put_uint(&bytes, lengths[i], 4);
            bytes_put(&bytes, "bcd", 3);
            uint8_t *copy = begin(&decoder, bytes_slice(&bytes), terminate);
            /* The value before it can be read. */
            CHECK(pq_plain_read_bytes(&decoder, &value, 1, &error) == OK);
            CHECK(value.size == 1 && value.data[0] == 'a');
            CHECK(pq_plain_read_bytes(&decoder, &value, 1, &error) == CORRUPT);
            free(copy);
            error = (struct error){0};
            copy = begin(&decoder, bytes_slice(&bytes), terminate);
            CHECK(pq_plain_skip_bytes(&decoder, 2, &error) == CORRUPT);
            free(copy);
            bytes_free(&bytes);
        }
    }
}

static void skipping_too_many_byte_arrays_is_corrupt(void)
{
    struct pq_plain_decoder decoder;
    struct error error = {0};
    const uint8_t zeros[40] = {0};
    pq_plain_init(&decoder, slice_of(zeros, 40));
    CHECK(pq_plain_skip_bytes(&decoder, UINT64_MAX, &error) == CORRUPT);
    error = (struct error){0};
    pq_plain_init(&decoder, slice_of(zeros, 40));
    CHECK(pq_plain_skip_bytes(&decoder, 11, &error) == CORRUPT);
}

/* ---- BYTE_STREAM_SPLIT ------------------------------------------------------------ */

static void example_of_the_specification_is_split(void)
{
    const uint8_t input[] = {0xaa, 0x00, 0xa3, 0xbb, 0x11, 0xb4,
                             0xcc, 0x22, 0xc5, 0xdd, 0x33, 0xd6};
    const uint8_t expected[] = {0xaa, 0xbb, 0xcc, 0xdd, 0x00, 0x11,
                                0x22, 0x33, 0xa3, 0xb4, 0xc5, 0xd6};
    struct pq_value_decoder decoder;
    struct error error = {0};
    uint8_t got[12];
    CHECK(split_init(&decoder, slice_of(input, 12), 4, &error) == OK);
    CHECK(split_read(&decoder, got, 3, &error) == OK);
    CHECK(memcmp(got, expected, 12) == 0);
    CHECK(split_read(&decoder, got, 0, &error) == OK);
    CHECK(split_read(&decoder, got, 1, &error) == CORRUPT);
}

static void check_split(size_t width, size_t n, uint64_t *random)
{
    uint8_t *split = must(malloc(width * n + 1)), *whole = must(malloc(width * n + 1));
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < width; k++)
            split[k * n + i] = whole[i * width + k] = (uint8_t)next_random(random);
    uint8_t *copy = exact_copy(split, width * n);
    for (size_t k = 0; k < N_READ_STEPS; k++) {
        struct pq_value_decoder decoder;
        struct error error = {0};
        CHECK(split_init(&decoder, slice_of(copy, width * n), width, &error) == OK);
        for (size_t at = 0; at < n;) {
            size_t part = least(read_steps[k], n - at);
            uint8_t *got = must(malloc(part * width));
            CHECK(split_read(&decoder, got, part, &error) == OK);
            CHECK(memcmp(got, whole + at * width, part * width) == 0);
            free(got);
            at += part;
            part = least(random_below(random, 5), n - at);
            CHECK(split_skip(&decoder, part, &error) == OK);
            at += part;
        }
        CHECK(split_skip(&decoder, 0, &error) == OK);
        CHECK(split_skip(&decoder, 1, &error) == CORRUPT);
        error = (struct error){0};
        CHECK(split_init(&decoder, slice_of(copy, width * n), width, &error) == OK);
        CHECK(split_skip(&decoder, UINT64_MAX, &error) == CORRUPT);
    }
    free(copy);
    free(split);
    free(whole);
}

static void split_values_of_every_width(void)
{
    static const size_t widths[] = {1, 2, 3, 4, 5, 7, 8, 12, 16, 33};
    uint64_t random = 36;
    for (size_t i = 0; i < COUNT_OF(widths); i++)
        for (size_t n = 0; n <= 300; n += 1 + n / 4)
            check_split(widths[i], n, &random);
}

static void sizes_of_split_values_are_multiples_of_their_width(void)
{
    const uint8_t zeros[64] = {0};
    for (size_t width = 1; width <= 16; width++) {
        for (size_t size = 0; size <= 64; size++) {
            struct pq_value_decoder decoder;
            struct error error = {0};
            enum status status = split_init(&decoder, slice_of(zeros, size), width,
                                            &error);
            CHECK(status == (size % width == 0 ? OK : CORRUPT));
        }
    }
}

int main(void)
{
    RUN(values_of_a_fixed_width);
    RUN(fixed_widths_cut_at_every_length);
    RUN(fixed_widths_are_skipped);
    RUN(booleans_cross_bytes);
    RUN(booleans_are_skipped);
    RUN(too_many_booleans_are_corrupt);
    RUN(byte_arrays);
    RUN(empty_byte_arrays);
    RUN(byte_arrays_cut_at_every_length);
    RUN(lengths_are_unsigned_and_bounded);
    RUN(skipping_too_many_byte_arrays_is_corrupt);
    RUN(example_of_the_specification_is_split);
    RUN(split_values_of_every_width);
    RUN(sizes_of_split_values_are_multiples_of_their_width);
    return unit_test_done();
}
