/* SPDX-License-Identifier: MIT */
/*
 * test_delta_strings.c - DELTA_LENGTH_BYTE_ARRAY and DELTA_BYTE_ARRAY
 * (delta_byte_array.h).
 */
#include "base/alloc.h"
#include "parquet/encoding/value_decoder.h"
#include "unit_delta.h"
#include "unit_test.h"

enum { MOST_VALUES = 700 };

struct text {
    size_t size;
    uint8_t data[120];
};

static struct text texts[MOST_VALUES];

static bool is_text(struct bytes_value value, const struct text *text)
{
    return value.size == text->size &&
           (text->size == 0 || memcmp(value.data, text->data, text->size) == 0);
}

/* Texts, some empty, that share prefixes with the texts before them. */
static void make_texts(size_t n, uint64_t *random)
{
    for (size_t i = 0; i < n; i++) {
        size_t shared = i > 0 && random_below(random, 4) > 0
                            ? random_below(random, texts[i - 1].size + 1)
                            : 0;
        texts[i] = (struct text){.size = shared};
        if (shared > 0)
            memcpy(texts[i].data, texts[i - 1].data, shared);
        size_t more = random_below(random, 3) == 0 ? 0 : random_below(random, 20);
        for (size_t k = 0; k < more && texts[i].size < sizeof texts[i].data; k++)
            texts[i].data[texts[i].size++] = (uint8_t)random_below(random, 256);
        if (random_below(random, 10) == 0)
            texts[i].size = 0;
    }
}

static void put_delta_length(struct bytes *bytes, size_t n)
{
    int64_t lengths[MOST_VALUES] = {0};
    for (size_t i = 0; i < n; i++)
        lengths[i] = (int64_t)texts[i].size;
    delta_put_usual(bytes, lengths, n);
    for (size_t i = 0; i < n; i++)
        bytes_put(bytes, texts[i].data, texts[i].size);
}

static size_t shared_prefix(const struct text *a, const struct text *b)
{
    size_t n = 0;
    while (n < a->size && n < b->size && a->data[n] == b->data[n])
        n++;
    return n;
}

static void put_delta_strings(struct bytes *bytes, size_t n)
{
    int64_t prefixes[MOST_VALUES] = {0}, suffixes[MOST_VALUES] = {0};
    for (size_t i = 0; i < n; i++) {
        prefixes[i] = i > 0 ? (int64_t)shared_prefix(&texts[i - 1], &texts[i]) : 0;
        suffixes[i] = (int64_t)texts[i].size - prefixes[i];
    }
    delta_put_usual(bytes, prefixes, n);
    delta_put_usual(bytes, suffixes, n);
    for (size_t i = 0; i < n; i++)
        bytes_put(bytes, texts[i].data + prefixes[i], (size_t)suffixes[i]);
}

/* ---- A decoder of either encoding --------------------------------------------- */

struct decoder {
    bool has_prefixes;
    uint8_t *input;
    struct pq_value_decoder values;
};

static enum status init(struct pq_value_decoder *values, bool has_prefixes,
                        struct slice input, uint64_t max_count, struct error *error)
{
    const struct pq_value_format format = {
        .encoding = has_prefixes ? PQ_DELTA_BYTE_ARRAY : PQ_DELTA_LENGTH_BYTE_ARRAY,
        .type = PQ_BYTE_ARRAY};
    return pq_value_decoder_init(values, &format, input, max_count, error);
}

static enum status begin(struct decoder *decoder, bool has_prefixes, struct slice input,
                         uint64_t max_count)
{
    struct error error = {0};
    *decoder = (struct decoder){.has_prefixes = has_prefixes};
    decoder->input = exact_copy(input.data, input.size);
    input.data = decoder->input;
    enum status status = init(&decoder->values, has_prefixes, input, max_count, &error);
    CHECK(status == error.status);
    return status;
}

static enum status read(struct decoder *decoder, struct bytes_value *values, size_t n)
{
    struct error error = {0};
    enum status status = pq_value_decoder_read(&decoder->values, values, n, &error);
    CHECK(status == error.status);
    return status;
}

static enum status skip(struct decoder *decoder, uint64_t n)
{
    struct error error = {0};
    enum status status = pq_value_decoder_skip(&decoder->values, n, &error);
    CHECK(status == error.status);
    return status;
}

static void end(struct decoder *decoder)
{
    pq_value_decoder_release(&decoder->values);
    pq_value_decoder_release(&decoder->values);
    free(decoder->input);
}

/* Reads n texts in steps and compares them; values[i].data[size] must be 0 if the decoder
 * guarantees that. */
static enum status read_texts(bool has_prefixes, struct slice input, size_t n,
                              size_t step)
{
    struct bytes_value values[MOST_VALUES];
    struct decoder decoder;
    bool is_right = true;
    enum status status = begin(&decoder, has_prefixes, input, n);
    for (size_t at = 0; status == OK && at < n; at += step) {
        size_t part = least(step, n - at);
        status = read(&decoder, values, part);
        for (size_t i = 0; status == OK && i < part; i++) {
            is_right = is_right && is_text(values[i], &texts[at + i]);
            if (has_prefixes)
                is_right = is_right && values[i].data[values[i].size] == 0;
        }
    }
    CHECK(is_right);
    end(&decoder);
    return status;
}

static void check_texts(size_t n)
{
    for (int has_prefixes = 0; has_prefixes < 2; has_prefixes++) {
        struct bytes bytes = {0};
        if (has_prefixes)
            put_delta_strings(&bytes, n);
        else
            put_delta_length(&bytes, n);
        for (size_t i = 0; i < N_READ_STEPS; i++)
            CHECK(read_texts(has_prefixes, bytes_slice(&bytes), n, read_steps[i]) == OK);
        bytes_free(&bytes);
    }
}

static void set_texts(const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        texts[i].size = strlen(names[i]);
        memcpy(texts[i].data, names[i], texts[i].size);
    }
}

/* ---- Literal bytes ------------------------------------------------------------ */

static void example_of_delta_length_byte_array(void)
{
    static const char *const names[] = {"Hello", "World", "Foobar", "ABCDEF"};
    set_texts(names, 4);
    /* lengths 5 5 6 6: deltas 0 1 0, min delta 0, one bit each */
    const char input[] =
        "\x80\x01\x04\x04\x0a\x00\x01\0\0\0\x02\0\0\0HelloWorldFoobarABCDEF";
    struct slice slice = slice_of(input, sizeof input - 1);
    for (size_t i = 0; i < N_READ_STEPS; i++)
        CHECK(read_texts(false, slice, 4, read_steps[i]) == OK);
    check_texts(4);
}

static void example_of_delta_byte_array(void)
{
    static const char *const names[] = {"axis", "axle", "babble", "babyhood"};
    set_texts(names, 4);
    /* prefixes 0 2 0 3: deltas 2 -2 3, min -2, relative 4 0 5; suffixes 4 2 6 5: deltas
     * -2 4 -1, min -2, relative 0 6 1; both in three bits */
    const char input[] = "\x80\x01\x04\x04\x00\x03\x03\0\0\0\x44\x01\0\0\0\0\0\0\0\0\0\0"
                         "\x80\x01\x04\x04\x08\x03\x03\0\0\0\x70\x00\0\0\0\0\0\0\0\0\0\0"
                         "axislebabbleyhood";
    struct slice slice = slice_of(input, sizeof input - 1);
    for (size_t i = 0; i < N_READ_STEPS; i++)
        CHECK(read_texts(true, slice, 4, read_steps[i]) == OK);
    check_texts(4);
}

static void no_values_and_empty_values_are_read(void)
{
    check_texts(0);
    for (size_t i = 0; i < MOST_VALUES; i++)
        texts[i].size = 0;
    check_texts(1);
    check_texts(2);
    check_texts(MOST_VALUES);
}

static void random_texts_are_read(void)
{
    uint64_t random = 21;
    for (size_t n = 1; n <= MOST_VALUES; n += 1 + n / 3) {
        make_texts(n, &random);
        check_texts(n);
    }
}

/* ---- Skipping and truncation -------------------------------------------------- */

static void check_skipping(bool has_prefixes, struct slice input, size_t n, size_t most,
                           uint64_t *random)
{
    struct bytes_value values[MOST_VALUES];
    struct decoder decoder;
    CHECK(begin(&decoder, has_prefixes, input, n) == OK);
    for (size_t at = 0; at < n;) {
        size_t part = least(random_below(random, most), n - at);
        CHECK(skip(&decoder, part) == OK);
        at += part;
        part = least(random_below(random, most), n - at);
        CHECK(read(&decoder, values, part) == OK);
        for (size_t i = 0; i < part; i++)
            CHECK(is_text(values[i], &texts[at + i]));
        at += part;
    }
    CHECK(skip(&decoder, 0) == OK);
    CHECK(skip(&decoder, 1) == CORRUPT);
    end(&decoder);
    CHECK(begin(&decoder, has_prefixes, input, n) == OK);
    CHECK(skip(&decoder, (uint64_t)n + 1) == CORRUPT);
    end(&decoder);
    CHECK(begin(&decoder, has_prefixes, input, n) == OK);
    CHECK(skip(&decoder, UINT64_MAX) == CORRUPT);
    end(&decoder);
}

static void skipping_and_reading_alternate(void)
{
    uint64_t random = 22;
    for (int round = 0; round < 10; round++) {
        struct bytes bytes = {0};
        make_texts(MOST_VALUES, &random);
        put_delta_length(&bytes, MOST_VALUES);
        check_skipping(false, bytes_slice(&bytes), MOST_VALUES, 4, &random);
        check_skipping(false, bytes_slice(&bytes), MOST_VALUES, 300, &random);
        bytes.size = 0;
        put_delta_strings(&bytes, MOST_VALUES);
        check_skipping(true, bytes_slice(&bytes), MOST_VALUES, 4, &random);
        check_skipping(true, bytes_slice(&bytes), MOST_VALUES, 300, &random);
        bytes_free(&bytes);
    }
}

static void truncated_streams_are_corrupt(void)
{
    uint64_t random = 23;
    for (int has_prefixes = 0; has_prefixes < 2; has_prefixes++) {
        struct bytes bytes = {0};
        make_texts(150, &random);
        texts[149].size = 3;
        texts[148].size = 0;
        if (has_prefixes)
            put_delta_strings(&bytes, 150);
        else
            put_delta_length(&bytes, 150);
        for (size_t size = 0; size < bytes.size; size++) {
            struct slice cut = slice_of(bytes.data, size);
            for (size_t i = 0; i < N_READ_STEPS; i++)
                CHECK(read_texts(has_prefixes, cut, 150, read_steps[i]) == CORRUPT);
            struct decoder decoder;
            CHECK(begin(&decoder, has_prefixes, cut, 150) == CORRUPT ||
                  skip(&decoder, 150) == CORRUPT);
            end(&decoder);
        }
        bytes_free(&bytes);
    }
}

/* ---- Invalid numbers ---------------------------------------------------------- */

/* Expects reading and skipping to fail with these lengths and bytes. */
static void check_bad_lengths(const int64_t *lengths, size_t n, const char *data)
{
    struct bytes bytes = {0};
    struct bytes_value values[MOST_VALUES];
    struct decoder decoder;
    delta_put_usual(&bytes, lengths, n);
    bytes_put_text(&bytes, data);
    CHECK(begin(&decoder, false, bytes_slice(&bytes), n) == CORRUPT ||
          read(&decoder, values, n) == CORRUPT);
    end(&decoder);
    CHECK(begin(&decoder, false, bytes_slice(&bytes), n) == CORRUPT ||
          skip(&decoder, n) == CORRUPT);
    end(&decoder);

    bytes.size = 0;
    const int64_t zeros[MOST_VALUES] = {0};
    delta_put_usual(&bytes, zeros, n);
    delta_put_usual(&bytes, lengths, n);
    bytes_put_text(&bytes, data);
    CHECK(begin(&decoder, true, bytes_slice(&bytes), n) == CORRUPT ||
          read(&decoder, values, n) == CORRUPT);
    end(&decoder);
    CHECK(begin(&decoder, true, bytes_slice(&bytes), n) == CORRUPT ||
          skip(&decoder, n) == CORRUPT);
    end(&decoder);
    bytes_free(&bytes);
}

static void invalid_lengths_are_refused(void)
{
    const int64_t bad[][3] = {
        {-1, 1, 1},
        {4, -1, 4},
        {4, -4, 4},
        {3, 3, 3},
        {9, 0, 0},
        {1, INT64_MAX, 1},
        {INT64_MIN, 1, 1},
        {INT64_MAX, INT64_MAX, 2},
        {(int64_t)1 << 32, 0, 0},
        {((int64_t)1 << 32) + 2, 2, 2},
        {1, INT64_MIN, INT64_MIN},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        check_bad_lengths(bad[i], 3, "12345678");
}

/* Expects this status of reading and skipping with these prefixes and suffixes. */
static void check_strings(const int64_t *prefixes, size_t n_prefixes,
                          const int64_t *suffixes, size_t n_suffixes,
                          enum status expected)
{
    struct bytes bytes = {0};
    struct bytes_value values[MOST_VALUES];
    struct decoder decoder;
    delta_put_usual(&bytes, prefixes, n_prefixes);
    delta_put_usual(&bytes, suffixes, n_suffixes);
    bytes_put_text(&bytes, "abcdefgh");
    size_t n = n_prefixes;
    enum status status = begin(&decoder, true, bytes_slice(&bytes), 10);
    if (status == OK)
        status = read(&decoder, values, n);
    CHECK(status == expected);
    end(&decoder);
    status = begin(&decoder, true, bytes_slice(&bytes), 10);
    for (size_t i = 0; status == OK && i < n; i++)
        status = read(&decoder, values, 1);
    CHECK(status == expected);
    end(&decoder);
    status = begin(&decoder, true, bytes_slice(&bytes), 10);
    if (status == OK)
        status = skip(&decoder, n);
    CHECK(status == expected);
    end(&decoder);
    bytes_free(&bytes);
}

static void invalid_prefixes_are_refused(void)
{
    const int64_t suffixes[] = {4, 2, 2};
    check_strings((const int64_t[]){0, 4, 6}, 3, suffixes, 3, OK);
    check_strings((const int64_t[]){0, 5, 6}, 3, suffixes, 3, CORRUPT);
    check_strings((const int64_t[]){0, 4, 7}, 3, suffixes, 3, CORRUPT);
    check_strings((const int64_t[]){0, -1, 0}, 3, suffixes, 3, CORRUPT);
    check_strings((const int64_t[]){-1, 0, 0}, 3, suffixes, 3, CORRUPT);
    check_strings((const int64_t[]){0, INT64_MAX, 0}, 3, suffixes, 3, CORRUPT);
    check_strings((const int64_t[]){0, INT64_MIN, 0}, 3, suffixes, 3, CORRUPT);
    check_strings((const int64_t[]){0, (int64_t)1 << 32, 0}, 3, suffixes, 3, CORRUPT);
    /* The first value has no previous one (old writers get it wrong: PARQUET-246). */
    check_strings((const int64_t[]){1, 0, 0}, 3, suffixes, 3, CORRUPT);
}

static void prefixes_and_suffixes_must_be_equally_many(void)
{
    const int64_t zeros[] = {0, 0, 0, 0}, suffixes[] = {2, 2, 2, 2};
    check_strings(zeros, 3, suffixes, 3, OK);
    check_strings(zeros, 3, suffixes, 2, CORRUPT);
    check_strings(zeros, 2, suffixes, 3, CORRUPT);
    check_strings(zeros, 1, suffixes, 0, CORRUPT);
}

/* A long text, then hundreds that repeat it whole: few bytes, much output.  Memory must
 * be bounded, whether reading succeeds or not. */
static void repeated_long_text_needs_bounded_memory(void)
{
    enum { LONG = 300000, N = 600 };
    struct bytes bytes = {0};
    struct bytes_value values[N];
    int64_t prefixes[N], suffixes[N] = {LONG};
    for (size_t i = 0; i < N; i++)
        prefixes[i] = i > 0 ? LONG : 0;
    delta_put_usual(&bytes, prefixes, N);
    delta_put_usual(&bytes, suffixes, N);
    for (size_t i = 0; i < LONG; i++)
        bytes_put_u8(&bytes, (unsigned)(i % 251));
    struct decoder decoder;
    CHECK(begin(&decoder, true, bytes_slice(&bytes), N) == OK);
    for (size_t i = 0; i < N; i += 10) {
        CHECK(read(&decoder, values, 10) == OK);
        for (size_t k = 0; k < 10; k++)
            CHECK(values[k].size == LONG &&
                  memcmp(values[k].data, bytes.data + bytes.size - LONG, LONG) == 0);
    }
    end(&decoder);
    CHECK(begin(&decoder, true, bytes_slice(&bytes), N) == OK);
    CHECK(skip(&decoder, N) == OK);
    end(&decoder);
    bytes_free(&bytes);
}

static void allocation_failures_are_reported(void)
{
    uint64_t random = 24;
    struct bytes bytes = {0};
    struct bytes_value values[MOST_VALUES];
    make_texts(100, &random);
    put_delta_strings(&bytes, 100);
    int failures = 0;
    for (long n = 1; n < 100; n++) {
        struct decoder decoder;
        mem_fail_at(n, n % 2 == 0);
        enum status status = begin(&decoder, true, bytes_slice(&bytes), 100);
        for (size_t i = 0; status == OK && i < 10; i++)
            status = read(&decoder, values, 10);
        mem_fail_at(0, 0);
        CHECK(status == OK || status == NOMEM);
        failures += status == NOMEM;
        end(&decoder);
        if (status == OK)
            break;
    }
    CHECK(failures > 0 && failures < 90);
    bytes_free(&bytes);
}

static void decoder_can_be_initialized_again(void)
{
    static const char *const names[] = {"axis", "axle", "babble", "babyhood"};
    struct pq_value_decoder decoder = {0};
    struct bytes bytes = {0};
    struct error error = {0};
    struct bytes_value values[4];
    set_texts(names, 4);
    put_delta_strings(&bytes, 4);
    for (int i = 0; i < 3; i++) {
        CHECK(init(&decoder, true, bytes_slice(&bytes), 4, &error) == OK);
        CHECK(pq_value_decoder_read(&decoder, values, (size_t)i + 2, &error) == OK);
        CHECK(is_text(values[1], &texts[1]));
    }
    /* The last value of the previous page is no longer the previous value. */
    const int64_t prefixes[] = {2}, suffixes[] = {2};
    bytes.size = 0;
    delta_put_usual(&bytes, prefixes, 1);
    delta_put_usual(&bytes, suffixes, 1);
    bytes_put_text(&bytes, "xy");
    enum status status = init(&decoder, true, bytes_slice(&bytes), 1, &error);
    CHECK(status == CORRUPT ||
          pq_value_decoder_read(&decoder, values, 1, &error) == CORRUPT);
    pq_value_decoder_release(&decoder);
    bytes_free(&bytes);
}

int main(void)
{
    RUN(example_of_delta_length_byte_array);
    RUN(example_of_delta_byte_array);
    RUN(no_values_and_empty_values_are_read);
    RUN(random_texts_are_read);
    RUN(skipping_and_reading_alternate);
    RUN(truncated_streams_are_corrupt);
    RUN(invalid_lengths_are_refused);
    RUN(invalid_prefixes_are_refused);
    RUN(prefixes_and_suffixes_must_be_equally_many);
    RUN(repeated_long_text_needs_bounded_memory);
    RUN(allocation_failures_are_reported);
    RUN(decoder_can_be_initialized_again);
    return unit_test_done();
}
