/* SPDX-License-Identifier: MIT */
/*
 * test_alp.c - ALP: vectors of literal bytes, any size of vectors and width of integers,
 * values read in any steps; damage; and what the encoder makes of any numbers.
 */
#include <math.h>

#include "parquet/encoding/value_decoder.h"
#include "parquet/encoding/value_encoder.h"
#include "unit_bytes.h"
#include "unit_test.h"

enum { MOST = 5000 };

static size_t width_of(int type)
{
    return type == PQ_DOUBLE ? 8 : 4;
}

/* ---- Building pages --------------------------------------------------------------- */

static void put_header(struct bytes *page, unsigned log_size, uint32_t n)
{
    bytes_put_uint(page, 0, 2);
    bytes_put_u8(page, log_size);
    bytes_put_uint(page, n, 4);
}

struct info {
    unsigned exponent, factor, n_exceptions;
    uint64_t least;
    unsigned width;
};

static void put_info(struct bytes *page, int type, const struct info *info)
{
    bytes_put_u8(page, info->exponent);
    bytes_put_u8(page, info->factor);
    bytes_put_uint(page, info->n_exceptions, 2);
    bytes_put_uint(page, info->least, (unsigned)width_of(type));
    bytes_put_u8(page, info->width);
}

/* Bit by bit. */
static void put_packed(struct bytes *page, const uint64_t *words, size_t n,
                       unsigned width)
{
    unsigned byte = 0;
    size_t n_bits = 0;
    for (size_t i = 0; i < n * width; i++) {
        byte |= (unsigned)(words[i / width] >> (i % width) & 1) << (n_bits++ % 8);
        if (n_bits % 8 == 0 || i + 1 == n * width) {
            bytes_put_u8(page, byte);
            byte = 0;
        }
    }
}

/* ---- Reading ---------------------------------------------------------------------- */

/* Reads all values in steps of random sizes, some of which are skipped.  Whether those
 * read are the expected bits. */
static bool decodes_to(int type, struct slice page, const void *expected, size_t n,
                       uint64_t *random, struct error *error)
{
    const struct pq_value_format format = {PQ_ALP, type, 0, false};
    struct pq_value_decoder decoder = {0};
    uint64_t values[BATCH_ROWS];
    size_t width = width_of(type);
    uint8_t *copy = must(malloc(page.size + 1));
    memcpy(copy, page.data, page.size);
    enum status status = pq_value_decoder_init(&decoder, &format,
                                               slice_of(copy, page.size), MOST, error);
    bool is_right = status == OK && pq_value_decoder_left(&decoder) == n;
    for (size_t at = 0; is_right && at < n;) {
        size_t most = n - at < BATCH_ROWS ? n - at : BATCH_ROWS;
        size_t step = 1 + random_below(random, random_below(random, 3) > 0 ? most : 1);
        if (random_below(random, 4) == 0) {
            is_right = pq_value_decoder_skip(&decoder, step, error) == OK;
        } else {
            is_right = pq_value_decoder_read(&decoder, values, step, error) == OK &&
                       memcmp(values, (const uint8_t *)expected + at * width,
                              step * width) == 0;
        }
        at += step;
    }
    struct error ignored = {0};
    is_right = is_right && pq_value_decoder_left(&decoder) == 0 &&
               pq_value_decoder_read(&decoder, values, 1, &ignored) == CORRUPT &&
               pq_value_decoder_skip(&decoder, 1, &ignored) == CORRUPT;
    pq_value_decoder_release(&decoder);
    free(copy);
    return is_right;
}

static enum status status_of(int type, const struct bytes *page, char *message)
{
    const struct pq_value_format format = {PQ_ALP, type, 0, false};
    struct pq_value_decoder decoder = {0};
    struct error error = {0};
    uint64_t value;
    uint8_t *copy = must(malloc(page->size + 1));
    if (page->size > 0)
        memcpy(copy, page->data, page->size);
    enum status status = pq_value_decoder_init(&decoder, &format,
                                               slice_of(copy, page->size), MOST, &error);
    while (status == OK && pq_value_decoder_left(&decoder) > 0)
        status = pq_value_decoder_read(&decoder, &value, 1, &error);
    snprintf(message, 100, "%.99s", error.message);
    pq_value_decoder_release(&decoder);
    free(copy);
    return status;
}

/* ---- Vectors of literal bytes ----------------------------------------------------- */

/* The specification's example: factor 3, exponent 4, one exception. */
static void put_example(struct bytes *page)
{
    static const uint64_t words[] = {11665, 11665, 21665, 0};
    static const double nan_value = NAN;
    const struct info info = {4, 3, 1, 3335, 15};
    uint64_t bits;
    memcpy(&bits, &nan_value, sizeof bits);
    put_header(page, 10, 4);
    bytes_put_uint(page, 4, 4);
    put_info(page, PQ_DOUBLE, &info);
    put_packed(page, words, 4, 15);
    bytes_put_uint(page, 1, 2);
    bytes_put_uint(page, bits, 8);
}

static void the_example_of_the_specification(void)
{
    static const double values[] = {1500.0, NAN, 2500.0, 333.5};
    const struct pq_values all = {PQ_DOUBLE, 8, 4, (const uint8_t *)values, NULL};
    struct bytes page = {0};
    struct error error = {0};
    uint64_t random = 1;
    put_example(&page);
    CHECK(page.size == 7 + 4 + 31);
    for (int i = 0; i < 20; i++)
        CHECK(decodes_to(PQ_DOUBLE, slice_of(page.data, page.size), values, 4, &random,
                         &error));
    /* The encoder may choose another exponent, but needs no more bytes. */
    struct buffer output = {0};
    CHECK(pq_encode_values(PQ_ALP, &all, 0, 4, &output, &error) == OK);
    CHECK(output.size <= page.size);
    CHECK(decodes_to(PQ_DOUBLE, slice_of(output.data, output.size), values, 4, &random,
                     &error));
    buffer_release(&output);
    bytes_free(&page);
}

/* A random vector, and the values it stands for by the specification's arithmetic. */
static void put_random_vector(struct bytes *page, int type, size_t n, uint64_t *random,
                              void *expected)
{
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,
                                  1e7,  1e8,  1e9,  1e10, 1e11, 1e12, 1e13,
                                  1e14, 1e15, 1e16, 1e17, 1e18};
    static const double tenths[] = {1e0,   1e-1,  1e-2,  1e-3,  1e-4,  1e-5,  1e-6,
                                    1e-7,  1e-8,  1e-9,  1e-10, 1e-11, 1e-12, 1e-13,
                                    1e-14, 1e-15, 1e-16, 1e-17, 1e-18};
    static const float tenths_of_float[] = {1e0f,  1e-1f, 1e-2f, 1e-3f, 1e-4f, 1e-5f,
                                            1e-6f, 1e-7f, 1e-8f, 1e-9f, 1e-10f};
    static uint64_t words[MOST];
    bool is_double = type == PQ_DOUBLE;
    struct info info = {0};
    info.exponent = (unsigned)random_below(random, is_double ? 19 : 11);
    info.factor = (unsigned)random_below(random, info.exponent + 1);
    info.width = (unsigned)random_below(random, is_double ? 65 : 33);
    info.least = next_random(random);
    info.n_exceptions = random_below(random, 2) ? (unsigned)random_below(random, n + 1)
                                                : 0;
    double *doubles = expected;
    float *floats = expected;
    for (size_t i = 0; i < n; i++) {
        words[i] = info.width == 0 ? 0 : next_random(random) >> (64 - info.width);
        uint64_t word = words[i] + info.least;
        volatile double scaled = (double)(int64_t)word * tens[info.factor];
        if (is_double) {
            doubles[i] = scaled * tenths[info.exponent];
        } else {
            volatile float narrow = (float)(int32_t)(uint32_t)word *
                                    (float)tens[info.factor];
            floats[i] = narrow * tenths_of_float[info.exponent];
        }
    }
    put_info(page, type, &info);
    put_packed(page, words, n, info.width);
    /* Their positions descend, and one may come twice: the last one counts. */
    for (unsigned i = 0; i < info.n_exceptions; i++)
        bytes_put_uint(page, n - 1 - (i > 2 ? i - 1 : i), 2);
    for (unsigned i = 0; i < info.n_exceptions; i++) {
        uint64_t bits = next_random(random);
        size_t at = n - 1 - (i > 2 ? i - 1 : i);
        bytes_put_uint(page, bits & (is_double ? UINT64_MAX : UINT32_MAX),
                       (unsigned)width_of(type));
        uint32_t half = (uint32_t)bits;
        if (is_double)
            memcpy(&doubles[at], &bits, sizeof bits);
        else
            memcpy(&floats[at], &half, sizeof half);
    }
}

static void put_random_page(struct bytes *page, int type, unsigned log_size, size_t n,
                            uint64_t *random, void *expected)
{
    size_t size = (size_t)1 << log_size, n_vectors = (n + size - 1) >> log_size;
    struct bytes vectors = {0};
    put_header(page, log_size, (uint32_t)n);
    for (size_t i = 0; i < n_vectors; i++) {
        size_t first = i << log_size;
        bytes_put_uint(page, n_vectors * 4 + vectors.size, 4);
        put_random_vector(&vectors, type, n - first < size ? n - first : size, random,
                          (uint8_t *)expected + first * width_of(type));
    }
    bytes_put(page, vectors.data, vectors.size);
    bytes_free(&vectors);
}

static void vectors_of_any_size_and_width(void)
{
    static double expected[MOST];
    uint64_t random = 5;
    for (int i = 0; i < 600; i++) {
        int type = i % 2 == 0 ? PQ_DOUBLE : PQ_FLOAT;
        unsigned log_size = 3 + (unsigned)random_below(&random, 13);
        size_t n = random_below(&random, i % 5 == 0 ? MOST : 60);
        struct bytes page = {0};
        struct error error = {0};
        put_random_page(&page, type, log_size, n, &random, expected);
        CHECK(decodes_to(type, slice_of(page.data, page.size), expected, n, &random,
                         &error));
        bytes_free(&page);
    }
}

/* ---- Damage ----------------------------------------------------------------------- */

/* Changes bytes of the example. */
static void check_damage(size_t at, uint64_t value, unsigned size, enum status expected,
                         const char *message)
{
    struct bytes page = {0};
    char got[100];
    put_example(&page);
    for (unsigned i = 0; i < size; i++)
        page.data[at + i] = (uint8_t)(value >> (8 * i));
    CHECK(status_of(PQ_DOUBLE, &page, got) == expected);
    CHECK_TEXT(got, message);
    bytes_free(&page);
}

static void damage_is_named(void)
{
    check_damage(0, 1, 1, UNSUPPORTED, "ALP compression mode 1");
    check_damage(1, 2, 1, UNSUPPORTED, "ALP integer encoding 2");
    check_damage(2, 2, 1, CORRUPT, "ALP vectors of 2^2 values");
    check_damage(2, 16, 1, CORRUPT, "ALP vectors of 2^16 values");
    check_damage(3, MOST + 1, 4, CORRUPT,
                 "ALP data of 5001 values, but the page has 5000");
    check_damage(3, UINT32_MAX, 4, CORRUPT,
                 "ALP data of 4294967295 values, but the page has 5000");
    check_damage(7, 3, 4, CORRUPT, "ALP vector 0 has a wrong offset");
    check_damage(7, 36, 4, CORRUPT, "ALP vector 0 has a wrong offset");
    check_damage(7, 34, 4, CORRUPT, "ALP vector 0 ends too early");
    check_damage(11, 19, 1, CORRUPT, "ALP vector 0 with 10^3 / 10^19");
    check_damage(12, 5, 1, CORRUPT, "ALP vector 0 with 10^5 / 10^4");
    check_damage(13, 5, 2, CORRUPT, "ALP vector 0 has more exceptions than values");
    check_damage(13, 2, 2, CORRUPT, "ALP vector 0 ends too early");
    check_damage(23, 65, 1, CORRUPT, "ALP vector 0 with integers of 65 bits");
    check_damage(32, 4, 2, CORRUPT, "ALP vector 0 has an exception after its end");
}

static void pages_cut_anywhere_are_corrupt(void)
{
    static double expected[MOST];
    uint64_t random = 9;
    for (int i = 0; i < 20; i++) {
        struct bytes page = {0};
        char message[100];
        int type = i % 2 == 0 ? PQ_DOUBLE : PQ_FLOAT;
        put_random_page(&page, type, 3, 40, &random, expected);
        CHECK(status_of(type, &page, message) == OK);
        while (page.size > 0) {
            page.size--;
            CHECK(status_of(type, &page, message) == CORRUPT);
        }
        bytes_free(&page);
    }
}

/* Two vectors; the second is said to begin a byte earlier. */
static void a_vector_ends_where_the_next_one_begins(void)
{
    double expected[16];
    uint64_t random = 3;
    struct bytes page = {0};
    char message[100];
    put_random_page(&page, PQ_DOUBLE, 3, 16, &random, expected);
    CHECK(status_of(PQ_DOUBLE, &page, message) == OK);
    page.data[11]--;
    CHECK(status_of(PQ_DOUBLE, &page, message) == CORRUPT);
    CHECK_TEXT(message, "ALP vector 0 ends too early");
    bytes_free(&page);
}

/* ---- Encoding --------------------------------------------------------------------- */

/* Encodes, decodes and compares; returns the number of bytes. */
static size_t check_written(int type, const void *numbers, size_t n, uint64_t *random)
{
    size_t width = width_of(type);
    const struct pq_values values = {type, width, n, numbers, NULL};
    struct buffer output = {0};
    struct error error = {0};
    CHECK(pq_encode_values(PQ_ALP, &values, 0, n, &output, &error) == OK);
    CHECK(
        decodes_to(type, slice_of(output.data, output.size), numbers, n, random, &error));
    size_t size = output.size;
    buffer_release(&output);
    return size;
}

static void any_numbers_come_back(void)
{
    static double doubles[MOST];
    static float floats[MOST];
    uint64_t random = 3;
    for (int kind = 0; kind < 6; kind++) {
        for (size_t i = 0; i < MOST; i++) {
            uint64_t bits = next_random(&random);
            uint32_t half = (uint32_t)bits;
            memcpy(&doubles[i], &bits, sizeof bits);
            memcpy(&floats[i], &half, sizeof half);
            double cents = (double)((int64_t)(bits % 200001) - 100000) / 100;
            bool is_special = kind > 3 && bits % 50 == 0;
            if (kind > 0 && !is_special)
                doubles[i] = kind % 3 == 0   ? 12.5
                             : kind % 3 == 1 ? cents
                                             : (double)(int64_t)(bits >> 3);
            if (kind > 0 && !is_special)
                floats[i] = (float)doubles[i];
        }
        for (size_t n = 0; n < MOST; n = n * 3 + 1) {
            check_written(PQ_DOUBLE, doubles, n, &random);
            check_written(PQ_FLOAT, floats, n, &random);
        }
    }
}

static void special_numbers_come_back(void)
{
    static const double doubles[] = {
        0.0,     -0.0,   NAN,     -NAN,   INFINITY, -INFINITY, 5e-324, 1.7e308,
        -1e-310, 9.2e18, -9.3e18, 4.5e15, -4.5e15,  0.1,       1e18,   9007199254740993.0,
        0.3,     1e22,   -1e22};
    static const float floats[] = {0.0f,   -0.0f,      NAN,         -NAN,   INFINITY,
                                   1e-45f, 3.4e38f,    -1e-40f,     2.1e9f, -2.2e9f,
                                   0.1f,   8388609.0f, -8388609.0f, 1e10f,  16777217.0f};
    uint64_t random = 4;
    check_written(PQ_DOUBLE, doubles, COUNT_OF(doubles), &random);
    check_written(PQ_FLOAT, floats, COUNT_OF(floats), &random);
    for (size_t i = 0; i < COUNT_OF(doubles); i++)
        check_written(PQ_DOUBLE, &doubles[i], 1, &random);
    for (size_t i = 0; i < COUNT_OF(floats); i++)
        check_written(PQ_FLOAT, &floats[i], 1, &random);
}

static void decimals_take_few_bits(void)
{
    static double prices[MOST];
    uint64_t random = 6;
    for (size_t i = 0; i < MOST; i++)
        prices[i] = (double)random_below(&random, 100000) / 100;
    size_t size = check_written(PQ_DOUBLE, prices, MOST, &random);
    CHECK(size < MOST * 17 / 8 + 5 * 20); /* 2^17 > 100,000 */
    for (size_t i = 0; i < MOST; i++)
        prices[i] = 0.07;
    CHECK(check_written(PQ_DOUBLE, prices, MOST, &random) == 7 + 5 * (4 + 13));
}

int main(void)
{
    RUN(the_example_of_the_specification);
    RUN(vectors_of_any_size_and_width);
    RUN(damage_is_named);
    RUN(pages_cut_anywhere_are_corrupt);
    RUN(a_vector_ends_where_the_next_one_begins);
    RUN(any_numbers_come_back);
    RUN(special_numbers_come_back);
    RUN(decimals_take_few_bits);
    return unit_test_done();
}
