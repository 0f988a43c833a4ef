/* SPDX-License-Identifier: MIT */
/*
 * test_value_encoder.c - the values of a page in every encoding of every type, as literal
 * bytes and decoded again.
 */
#include "parquet/format/format_enums.h"
#include "base/alloc.h"
#include "parquet/encoding/delta_byte_array.h"
#include "parquet/encoding/value_decoder.h"
#include "parquet/encoding/value_encoder.h"
#include "unit_bytes.h"
#include "unit_encodings.h"
#include "unit_test.h"

enum { N = 1000, FIXED_LENGTH = 5, N_TYPES = 8 };

#define BYTES(text) slice_of(text, sizeof(text) - 1)

/* Texts as a writer collects them. */
struct texts {
    struct bytes bytes;
    uint64_t offsets[N + 1];
    size_t n;
};

static void texts_add(struct texts *texts, struct slice value)
{
    bytes_put(&texts->bytes, value.data, value.size);
    texts->offsets[++texts->n] = texts->bytes.size;
}

static bool encodes_texts_as(int encoding, const char *const *values, size_t n,
                             struct slice expected)
{
    struct texts texts = {0};
    struct buffer output = {0};
    struct error error = {0};
    for (size_t i = 0; i < n; i++)
        texts_add(&texts, slice_of(values[i], strlen(values[i])));
    struct pq_values all = {PQ_BYTE_ARRAY, 0, n, texts.bytes.data, texts.offsets};
    bool is_right = pq_encode_values(encoding, &all, 0, n, &output, &error) == OK &&
                    output.size == expected.size &&
                    memcmp(output.data, expected.data, expected.size) == 0;
    buffer_release(&output);
    bytes_free(&texts.bytes);
    return is_right;
}

static void texts_of_known_bytes(void)
{
    static const char *const hello[] = {"Hello", "World", "Foobar", "ABCDEF"};
    static const char *const axis[] = {"axis", "axle", "babble", "babyhood"};
    CHECK(encodes_texts_as(PQ_PLAIN, hello + 1, 2,
                           BYTES("\x05\x00\x00\x00World\x06\x00\x00\x00"
                                 "Foobar")));
    CHECK(
        encodes_texts_as(PQ_DELTA_LENGTH_BYTE_ARRAY, hello, 4,
                         BYTES("\x80\x01\x04\x04\x0a\x00\x01\x00\x00\x00\x02\x00\x00\x00"
                               "HelloWorldFoobarABCDEF")));
    CHECK(encodes_texts_as(
        PQ_DELTA_BYTE_ARRAY, axis, 4,
        BYTES("\x80\x01\x04\x04\x00\x03\x03\x00\x00\x00\x44\x01\0\0\0\0\0\0\0\0\0\0"
              "\x80\x01\x04\x04\x08\x03\x03\x00\x00\x00\x70\x00\0\0\0\0\0\0\0\0\0\0"
              "axislebabbleyhood")));
    CHECK(encodes_texts_as(PQ_DELTA_LENGTH_BYTE_ARRAY, hello, 1,
                           BYTES("\x80\x01\x04\x01\x0aHello")));
    CHECK(encodes_texts_as(PQ_DELTA_BYTE_ARRAY, hello, 1,
                           BYTES("\x80\x01\x04\x01\x00\x80\x01\x04\x01\x0aHello")));
}

static void numbers_of_known_bytes(void)
{
    static const uint8_t booleans[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 0};
    struct pq_values values = {PQ_BOOLEAN, 1, 10, booleans, NULL};
    struct buffer output = {0};
    struct error error = {0};
    CHECK(pq_encode_values(PQ_RLE, &values, 0, 10, &output, &error) == OK);
    CHECK(output.size == 8 && memcmp(output.data, "\4\0\0\0\x12\1\3\0", 8) == 0);
    output.size = 0;
    CHECK(pq_encode_values(PQ_PLAIN, &values, 8, 2, &output, &error) == OK);
    CHECK(output.size == 1 && output.data[0] == 1);
    output.size = 0;
    static const uint8_t fixed[] = "abcdefghijkl";
    values = (struct pq_values){PQ_FIXED_LEN_BYTE_ARRAY, 3, 4, fixed, NULL};
    CHECK(pq_encode_values(PQ_PLAIN, &values, 1, 2, &output, &error) == OK);
    CHECK(output.size == 6 && memcmp(output.data, "defghi", 6) == 0);
    output.size = 0;
    CHECK(pq_encode_values(PQ_BYTE_STREAM_SPLIT, &values, 1, 3, &output, &error) == OK);
    CHECK(output.size == 9 && memcmp(output.data, "dgjehkfil", 9) == 0);
    buffer_release(&output);
}

/* Checks the bytes of two numbers, PLAIN and split, and that they decode again. */
static void check_number_bytes(int type, const void *numbers, const char *plain,
                               const char *split)
{
    size_t width = pq_type_width(type, 0);
    struct pq_values values = {type, width, 2, numbers, NULL};
    const char *const expected[] = {plain, split};
    static const int encodings[] = {PQ_PLAIN, PQ_BYTE_STREAM_SPLIT};
    struct error error = {0};
    for (int i = 0; i < 2; i++) {
        struct buffer output = {0};
        struct pq_value_decoder decoder = {0};
        struct pq_value_format format = {.encoding = encodings[i], .type = type};
        struct slice stored = slice_of(expected[i], 2 * width);
        uint64_t got[2] = {0};
        CHECK(pq_encode_values(encodings[i], &values, 0, 2, &output, &error) == OK);
        CHECK(output.size == stored.size &&
              memcmp(output.data, stored.data, stored.size) == 0);
        CHECK(pq_value_decoder_init(&decoder, &format, stored, 2, &error) == OK);
        CHECK(pq_value_decoder_read(&decoder, got, 2, &error) == OK);
        CHECK(memcmp(got, numbers, 2 * width) == 0);
        pq_value_decoder_release(&decoder);
        buffer_release(&output);
    }
    for (size_t i = 0; i < 2; i++) {
        uint8_t memory[8];
        struct slice stored = pq_stored_value(&values, i, memory);
        CHECK(stored.size == width && memcmp(stored.data, plain + i * width, width) == 0);
    }
}

static void numbers_are_stored_little_endian(void)
{
    static const int32_t int32s[] = {0x01020304, -2};
    static const int64_t int64s[] = {0x0102030405060708, -2};
    static const float floats[] = {1, -2.5f};
    static const double doubles[] = {1, -2.5};
    check_number_bytes(PQ_INT32, int32s, "\4\3\2\1\xfe\xff\xff\xff",
                       "\4\xfe\3\xff\2\xff\1\xff");
    check_number_bytes(PQ_INT64, int64s,
                       "\10\7\6\5\4\3\2\1\xfe\xff\xff\xff\xff\xff\xff\xff",
                       "\10\xfe\7\xff\6\xff\5\xff\4\xff\3\xff\2\xff\1\xff");
    check_number_bytes(PQ_FLOAT, floats, "\0\0\x80\x3f\0\0\x20\xc0",
                       "\0\0\0\0\x80\x20\x3f\xc0");
    check_number_bytes(PQ_DOUBLE, doubles, "\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\x04\xc0",
                       "\0\0\0\0\0\0\0\0\0\0\0\0\xf0\x04\x3f\xc0");
}

/* Pages of nulls only. */
static void no_values(void)
{
    static const struct {
        int encoding, type;
        struct slice expected;
    } cases[] = {
        {PQ_PLAIN, PQ_BOOLEAN, {(const uint8_t *)"", 0}},
        {PQ_PLAIN, PQ_DOUBLE, {(const uint8_t *)"", 0}},
        {PQ_PLAIN, PQ_BYTE_ARRAY, {(const uint8_t *)"", 0}},
        {PQ_BYTE_STREAM_SPLIT, PQ_FLOAT, {(const uint8_t *)"", 0}},
        {PQ_ALP, PQ_DOUBLE, {(const uint8_t *)"\0\0\xa\0\0\0\0", 7}},
        {PQ_RLE, PQ_BOOLEAN, {(const uint8_t *)"\0\0\0\0", 4}},
        {PQ_DELTA_BINARY_PACKED, PQ_INT64, {(const uint8_t *)"\x80\1\4\0\0", 5}},
        {PQ_DELTA_LENGTH_BYTE_ARRAY, PQ_BYTE_ARRAY, {(const uint8_t *)"\x80\1\4\0\0", 5}},
        {PQ_DELTA_BYTE_ARRAY,
         PQ_BYTE_ARRAY,
         {(const uint8_t *)"\x80\1\4\0\0\x80\1\4\0\0", 10}},
        {PQ_DELTA_BYTE_ARRAY,
         PQ_FIXED_LEN_BYTE_ARRAY,
         {(const uint8_t *)"\x80\1\4\0\0\x80\1\4\0\0", 10}},
    };
    static const uint64_t offsets[1];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int type = cases[i].type;
        size_t width = type == PQ_BOOLEAN ? 1 : pq_type_width(type, 3);
        struct pq_values values = {type, width, 0, NULL,
                                   type == PQ_BYTE_ARRAY ? offsets : NULL};
        struct buffer output = {0};
        struct error error = {0};
        CHECK(pq_encode_values(cases[i].encoding, &values, 0, 0, &output, &error) == OK);
        CHECK(output.size == cases[i].expected.size);
        CHECK(output.size == 0 ||
              memcmp(output.data, cases[i].expected.data, output.size) == 0);
        buffer_release(&output);
    }
}

static void empty_texts_alone_need_no_bytes(void)
{
    static const uint64_t offsets[4] = {0, 0, 0, 0};
    static const int encodings[] = {PQ_PLAIN, PQ_DELTA_LENGTH_BYTE_ARRAY,
                                    PQ_DELTA_BYTE_ARRAY};
    static const size_t sizes[] = {12, 10, 20};
    struct pq_values values = {PQ_BYTE_ARRAY, 0, 3, NULL, offsets};
    for (size_t i = 0; i < COUNT_OF(encodings); i++) {
        struct buffer output = {0};
        struct error error = {0};
        CHECK(pq_encode_values(encodings[i], &values, 0, 3, &output, &error) == OK);
        CHECK(output.size == sizes[i]);
        buffer_release(&output);
    }
}

/* ---- Encoding and decoding -------------------------------------------------------- */

/* N values of a type, in blocks of exactly their size. */
struct written {
    struct pq_values values;
    uint8_t *bytes;
    uint64_t *offsets;
};

static size_t text_size(uint64_t *random, size_t longest)
{
    return random_below(random, 5) == 0 ? 0 : random_below(random, longest + 1);
}

/* Each text shares a prefix with the one before. */
static void column_of_texts(struct written *column, size_t longest, uint64_t *random)
{
    struct bytes bytes = {0};
    column->offsets = must(calloc(N + 1, sizeof *column->offsets));
    for (size_t i = 0; i < N; i++) {
        size_t size = text_size(random, longest);
        size_t before = i > 0 ? column->offsets[i] - column->offsets[i - 1] : 0;
        size_t shared = random_below(random, least(size, before) + 1);
        for (size_t k = 0; k < size; k++)
            bytes_put_u8(&bytes, k < shared ? bytes.data[column->offsets[i - 1] + k]
                                            : (unsigned)random_below(random, 256));
        column->offsets[i + 1] = bytes.size;
    }
    column->bytes = exact_copy(bytes.data, bytes.size);
    bytes_free(&bytes);
}

static struct written column_of(int type, size_t longest, uint64_t *random)
{
    size_t width = type == PQ_BOOLEAN ? 1 : pq_type_width(type, FIXED_LENGTH);
    struct written column = {.values = {.type = type, .width = width, .n = N}};
    if (type == PQ_BYTE_ARRAY) {
        column_of_texts(&column, longest, random);
    } else {
        column.bytes = must(malloc(N * width));
        for (size_t i = 0; i < N * width; i++)
            column.bytes[i] = (uint8_t)random_below(random, type == PQ_BOOLEAN ? 2 : 256);
        /* Makes runs and common prefixes. */
        for (size_t i = width; i < N * width; i++)
            if (i / width % 64 < 40 && i % width < 3)
                column.bytes[i] = column.bytes[i - width];
    }
    column.values.bytes = column.bytes;
    column.values.offsets = column.offsets;
    return column;
}

static void column_free(struct written *column)
{
    free(column->bytes);
    free(column->offsets);
}

static bool is_value(const struct written *column, size_t i, const void *values,
                     size_t at)
{
    struct slice expected = pq_value_at(&column->values, i);
    if (!pq_is_number(column->values.type)) {
        struct bytes_value got = ((const struct bytes_value *)values)[at];
        return got.size == expected.size &&
               (got.size == 0 || memcmp(got.data, expected.data, got.size) == 0);
    }
    return memcmp((const uint8_t *)values + at * expected.size, expected.data,
                  expected.size) == 0;
}

static void check_values(const struct written *column, int encoding, size_t first,
                         size_t n)
{
    static struct bytes_value got[N];
    struct buffer output = {0};
    struct error error = {0};
    struct pq_value_decoder decoder = {0};
    struct pq_value_format format = {
        .encoding = encoding, .type = column->values.type, .type_length = FIXED_LENGTH};
    CHECK(buffer_append(&output, "before", 6, &error) == OK);
    CHECK(pq_encode_values(encoding, &column->values, first, n, &output, &error) == OK);
    CHECK(memcmp(output.data, "before", 6) == 0);
    struct slice section = slice_of(output.data + 6, output.size - 6);
    CHECK(pq_value_decoder_init(&decoder, &format, section, n, &error) == OK);
    CHECK(pq_value_decoder_read(&decoder, got, n, &error) == OK);
    for (size_t i = 0; i < n; i++)
        CHECK(is_value(column, first + i, got, i));
    CHECK(encoding == PQ_PLAIN ||
          pq_value_decoder_read(&decoder, got, 8, &error) == CORRUPT);
    pq_value_decoder_release(&decoder);
    buffer_release(&output);
}

static void every_type_and_encoding_comes_back(void)
{
    static const size_t counts[] = {0, 1, 2, 7, 8, 9, 31, 32, 33, 64, 127, 128, 129, N};
    uint64_t random = 31;
    int n_pairs = 0;
    for (int type = 0; type < N_TYPES; type++) {
        for (size_t longest = 3; longest < 1000; longest *= 4) {
            struct written column = column_of(type, longest, &random);
            for (int encoding = 0; encoding < encodings_end(); encoding++) {
                if (!pq_encoding_fits(encoding, type))
                    continue;
                n_pairs += longest == 3;
                for (size_t c = 0; c < COUNT_OF(counts); c++) {
                    size_t n = counts[c];
                    check_values(&column, encoding, 0, n);
                    check_values(&column, encoding, N - n, n);
                    check_values(&column, encoding, random_below(&random, N - n + 1), n);
                }
            }
            column_free(&column);
        }
    }
    CHECK(n_pairs >= 19);
}

/* Encodings.md, "Supported Types". */
static void types_have_the_encodings_of_the_specification(void)
{
    static const struct {
        int encoding;
        const char
            *fits; /* BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE, the byte arrays */
    } cases[] = {
        {PQ_PLAIN, "yyyyyyyy"},
        {PQ_PLAIN_DICTIONARY, "nnnnnnnn"},
        {PQ_RLE, "ynnnnnnn"},
        {PQ_BIT_PACKED, "nnnnnnnn"},
        {PQ_DELTA_BINARY_PACKED, "nyynnnnn"},
        {PQ_DELTA_LENGTH_BYTE_ARRAY, "nnnnnnyn"},
        {PQ_DELTA_BYTE_ARRAY, "nnnnnnyy"},
        {PQ_RLE_DICTIONARY, "nnnnnnnn"},
        {PQ_BYTE_STREAM_SPLIT, "nyynyyny"},
        {PQ_ALP, "nnnnyynn"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (int type = 0; type < N_TYPES; type++)
            CHECK(pq_encoding_fits(cases[i].encoding, type) ==
                  (cases[i].fits[type] == 'y'));
}

/* ---- Limits ----------------------------------------------------------------------- */

/* The values are not read; they do not exist. */
static void values_too_large_for_a_page_are_refused(void)
{
    static const struct {
        int encoding;
        uint64_t size; /* of one value, too large */
    } texts[] = {
        {PQ_PLAIN, UINT64_C(0x7ffffffc)},
        {PQ_PLAIN, UINT64_C(0x80000000)},
        {PQ_PLAIN, UINT64_C(0x100000000)},
        {PQ_DELTA_LENGTH_BYTE_ARRAY, UINT64_C(0x7fffffff)},
        {PQ_DELTA_LENGTH_BYTE_ARRAY, UINT64_C(0x100000000)},
        {PQ_DELTA_BYTE_ARRAY, UINT64_C(0x7fffffff)},
        {PQ_DELTA_BYTE_ARRAY, UINT64_C(0x100000000)},
    };
    if (sizeof(size_t) < 8)
        return;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const uint64_t offsets[] = {0, texts[i].size};
        struct pq_values values = {PQ_BYTE_ARRAY, 0, 1, (const uint8_t *)"", offsets};
        struct buffer output = {0};
        struct error error = {0};
        CHECK(pq_encode_values(texts[i].encoding, &values, 0, 1, &output, &error) ==
              TOO_BIG);
        CHECK(error.status == TOO_BIG);
        buffer_release(&output);
    }
    static const int encodings[] = {PQ_PLAIN, PQ_BYTE_STREAM_SPLIT};
    static const uint64_t counts[] = {UINT64_C(0x10000000), UINT64_C(0x80000000)};
    for (size_t i = 0; i < 4; i++) {
        struct pq_values values = {PQ_INT64, 8, counts[i / 2], (const uint8_t *)"", NULL};
        struct buffer output = {0};
        struct error error = {0};
        CHECK(pq_encode_values(encodings[i % 2], &values, 0, values.n, &output, &error) ==
              TOO_BIG);
        buffer_release(&output);
    }
}

static void failed_allocations_are_reported(void)
{
    uint64_t random = 32;
    for (int type = 0; type < N_TYPES; type++) {
        struct written column = column_of(type, 40, &random);
        for (int encoding = 0; encoding < encodings_end(); encoding++) {
            if (!pq_encoding_fits(encoding, type))
                continue;
            enum status status = NOMEM;
            int n_failed = 0;
            for (long at = 1; status == NOMEM; at++) {
                struct buffer output = {0};
                struct error error = {0};
                mem_fail_at(at, 0);
                status = pq_encode_values(encoding, &column.values, 0, N, &output,
                                          &error);
                mem_fail_at(0, 0);
                CHECK(status == error.status);
                n_failed += status == NOMEM;
                buffer_release(&output);
            }
            CHECK(status == OK && n_failed > 0);
        }
        column_free(&column);
    }
}

int main(void)
{
    RUN(texts_of_known_bytes);
    RUN(numbers_of_known_bytes);
    RUN(numbers_are_stored_little_endian);
    RUN(no_values);
    RUN(empty_texts_alone_need_no_bytes);
    RUN(every_type_and_encoding_comes_back);
    RUN(types_have_the_encodings_of_the_specification);
    RUN(values_too_large_for_a_page_are_refused);
    RUN(failed_allocations_are_reported);
    return unit_test_done();
}
