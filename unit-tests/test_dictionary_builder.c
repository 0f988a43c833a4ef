/* SPDX-License-Identifier: MIT */
/*
 * test_dictionary_builder.c - dictionaries: the order of entries, the index of each
 * value, limits, reuse of memory, and allocation failures.
 */
#include "parquet/write/dictionary_builder.h"

#include "base/alloc.h"
#include "unit_test.h"
#include "unit_values_written.h"

static const struct pq_dictionary_limits no_limits = {.max_bytes = UINT64_MAX,
                                                      .max_entries = UINT32_MAX};

static bool are_equal(struct slice a, struct slice b)
{
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

/* Checks the dictionary by comparing each value with all entries. */
static void check_dictionary(const struct pq_dictionary_builder *builder,
                             const struct pq_values *values)
{
    const struct pq_values *entries = &builder->entries;
    uint64_t n_entries = 0, entry_bytes = 0;
    CHECK(entries->type == values->type && entries->width == values->width);
    CHECK((entries->offsets != NULL) == (values->type == PQ_BYTE_ARRAY));
    CHECK((uintptr_t)entries->bytes % 8 == 0 && entries->bytes != NULL);
    for (uint64_t i = 0; i < values->n; i++) {
        struct slice value = pq_value_at(values, i);
        uint64_t expected = 0;
        while (expected < n_entries && !are_equal(pq_value_at(entries, expected), value))
            expected++;
        if (expected == n_entries) {
            n_entries++;
            entry_bytes += value.size + (values->type == PQ_BYTE_ARRAY ? 4 : 0);
            CHECK(n_entries <= entries->n);
            if (n_entries > entries->n)
                return;
            CHECK(are_equal(pq_value_at(entries, expected), value));
        }
        CHECK(builder->indices[i] == expected);
    }
    CHECK(entries->n == n_entries && builder->entry_bytes == entry_bytes);
}

static bool build(struct pq_dictionary_builder *builder, const struct pq_values *values,
                  const struct pq_dictionary_limits *limits)
{
    bool fits = false;
    struct error error = {0};
    CHECK(pq_dictionary_build(builder, values, limits, &fits, &error) == OK);
    if (fits)
        check_dictionary(builder, values);
    return fits;
}

static const struct {
    int type;
    size_t width;
} shapes[] = {
    {PQ_INT32, 4},
    {PQ_INT64, 8},
    {PQ_FLOAT, 4},
    {PQ_DOUBLE, 8},
    {PQ_INT96, 12},
    {PQ_FIXED_LEN_BYTE_ARRAY, 1},
    {PQ_FIXED_LEN_BYTE_ARRAY, 2},
    {PQ_FIXED_LEN_BYTE_ARRAY, 4},
    {PQ_FIXED_LEN_BYTE_ARRAY, 7},
    {PQ_FIXED_LEN_BYTE_ARRAY, 8},
    {PQ_FIXED_LEN_BYTE_ARRAY, 16},
    {PQ_BYTE_ARRAY, 0},
};

/* One builder for all dictionaries: none may keep entries of the one before. */
static void dictionaries_of_random_values_are_right(void)
{
    static const uint64_t counts[] = {0, 1, 2, 1000, 4000};
    static const uint64_t few[] = {1, 2, 100, 1000000};
    struct pq_dictionary_builder builder = {0};
    uint64_t random = 23;
    for (size_t f = 0; f < COUNT_OF(few); f++) {
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            for (size_t s = 0; s < COUNT_OF(shapes); s++) {
                struct written written = written_random(shapes[s].type, shapes[s].width,
                                                        counts[c], few[f], &random);
                CHECK(build(&builder, &written.values, &no_limits));
                written_free(&written);
            }
        }
    }
    pq_dictionary_builder_release(&builder);
    pq_dictionary_builder_release(&builder);
}

/* n values, n_distinct of them distinct; strings have various sizes. */
static struct written many_values(int type, uint64_t n_distinct, uint64_t n)
{
    struct bytes bytes = {0};
    struct slice *strings = must(calloc(n + 1, sizeof *strings));
    char(*texts)[24] = must(calloc(n + 1, sizeof *texts));
    for (uint64_t i = 0; i < n; i++) {
        uint64_t value = i % n_distinct;
        int size = snprintf(texts[i], sizeof texts[i], "%llu",
                            (unsigned long long)value * 1001);
        strings[i] = slice_of(texts[i], (size_t)size);
        bytes_put_uint(&bytes, value << 20, 8);
    }
    struct written written = type == PQ_BYTE_ARRAY
                                 ? written_strings(strings, n)
                                 : written_fixed(type, 8, bytes.data, n);
    bytes_free(&bytes);
    free(strings);
    free(texts);
    return written;
}

/* Numbers of entries around which the hash table grows.  The check is quadratic. */
static void dictionaries_of_all_cardinalities_are_right(void)
{
    static const uint64_t counts[] = {1,   2,   3,   255,  256,  257,  511,
                                      512, 513, 514, 1024, 1025, 4096, 4097};
    static const int types[] = {PQ_INT64, PQ_BYTE_ARRAY, PQ_FIXED_LEN_BYTE_ARRAY};
    struct pq_dictionary_builder builder = {0};
    for (size_t c = 0; c < COUNT_OF(counts); c++) {
        for (size_t t = 0; t < COUNT_OF(types); t++) {
            struct written written = many_values(types[t], counts[c], counts[c] * 2 + 1);
            CHECK(build(&builder, &written.values, &no_limits));
            CHECK(builder.entries.n == counts[c]);
            written_free(&written);
        }
    }
    pq_dictionary_builder_release(&builder);
}

static void many_entries_are_found_again(void)
{
    enum { N_DISTINCT = 200000, N = 500000 };
    static const int types[] = {PQ_INT64, PQ_BYTE_ARRAY};
    struct pq_dictionary_builder builder = {0};
    struct error error = {0};
    for (size_t t = 0; t < COUNT_OF(types); t++) {
        struct written written = many_values(types[t], N_DISTINCT, N);
        bool fits = false, is_right = true;
        CHECK(pq_dictionary_build(&builder, &written.values, &no_limits, &fits, &error) ==
              OK);
        CHECK(fits && builder.entries.n == N_DISTINCT);
        for (uint64_t i = 0; i < N; i++)
            is_right &= builder.indices[i] == i % N_DISTINCT;
        for (uint64_t i = 0; i < N_DISTINCT; i++)
            is_right &= are_equal(pq_value_at(&builder.entries, i),
                                  pq_value_at(&written.values, i));
        CHECK(is_right);
        written_free(&written);
    }
    pq_dictionary_builder_release(&builder);
}

/* Multiples of powers of two, and numbers with related halves; collisions would make this
 * test very slow. */
static void regular_numbers_do_not_collide(void)
{
    enum { N = 50000 };
    static uint64_t numbers[N];
    struct pq_dictionary_builder builder = {0};
    struct error error = {0};
    for (unsigned shift = 0; shift <= 48; shift += 4) {
        for (int is_twice = 0; is_twice < 2; is_twice++) {
            for (uint64_t i = 0; i < N; i++)
                numbers[i] = is_twice ? i << 32 | i << shift % 16 : i << shift;
            struct written written = written_fixed(PQ_INT64, 8, numbers, N);
            bool fits;
            CHECK(pq_dictionary_build(&builder, &written.values, &no_limits, &fits,
                                      &error) == OK);
            CHECK(fits && builder.entries.n == N);
            written_free(&written);
        }
    }
    pq_dictionary_builder_release(&builder);
}

static void values_differ_if_their_bytes_differ(void)
{
    static const uint64_t doubles[] = {0,
                                       UINT64_C(1) << 63,
                                       UINT64_C(0x7ff8000000000000),
                                       UINT64_C(0x7ff8000000000001),
                                       0,
                                       UINT64_C(0x7ff8000000000000)};
    static const uint32_t indices[] = {0, 1, 2, 3, 0, 2};
    struct pq_dictionary_builder builder = {0};
    struct written written = written_fixed(PQ_DOUBLE, 8, doubles, 6);
    CHECK(build(&builder, &written.values, &no_limits));
    CHECK(builder.entries.n == 4 &&
          memcmp(builder.indices, indices, sizeof indices) == 0);
    written_free(&written);
    const struct slice strings[] = {slice_of("a", 1), slice_of("a\0", 2), slice_of("", 0),
                                    slice_of("\0", 1), slice_of("a\0", 2)};
    static const uint32_t string_indices[] = {0, 1, 2, 3, 1};
    written = written_strings(strings, 5);
    CHECK(build(&builder, &written.values, &no_limits));
    CHECK(builder.entries.n == 4 && builder.entry_bytes == 4 * 4 + 4);
    CHECK(memcmp(builder.indices, string_indices, sizeof string_indices) == 0);
    written_free(&written);
    pq_dictionary_builder_release(&builder);
}

static void limits_are_kept(void)
{
    static const int types[] = {PQ_INT64, PQ_BYTE_ARRAY};
    struct pq_dictionary_builder builder = {0};
    for (size_t t = 0; t < COUNT_OF(types); t++) {
        struct written written = many_values(types[t], 1000, 3000);
        struct pq_dictionary_limits limits = no_limits;
        CHECK(build(&builder, &written.values, &limits));
        uint64_t entry_bytes = builder.entry_bytes;
        limits.max_bytes = entry_bytes;
        limits.max_entries = 1000;
        CHECK(build(&builder, &written.values, &limits));
        limits.max_bytes--;
        CHECK(!build(&builder, &written.values, &limits));
        limits.max_bytes++;
        limits.max_entries--;
        CHECK(!build(&builder, &written.values, &limits));
        limits.max_entries = 0;
        CHECK(!build(&builder, &written.values, &limits));
        limits = (struct pq_dictionary_limits){.max_bytes = 0, .max_entries = 1000};
        CHECK(!build(&builder, &written.values, &limits));
        CHECK(build(&builder, &written.values, &no_limits)); /* builder is reusable */
        written_free(&written);
    }
    struct written none = many_values(PQ_INT64, 1, 0);
    CHECK(build(&builder, &none.values, &(struct pq_dictionary_limits){0}));
    written_free(&none);
    pq_dictionary_builder_release(&builder);
}

/* Whether a dictionary of n values fits, if n_repeated of the first ones are repeats. */
static bool repeats_enough(uint64_t n, uint64_t n_repeated, bool must_repeat)
{
    struct pq_dictionary_limits limits = no_limits;
    struct pq_dictionary_builder builder = {0};
    struct error error = {0};
    struct written written = many_values(PQ_INT64, n, n);
    bool fits;
    for (uint64_t i = 0; i < n_repeated; i++)
        memcpy(written.bytes + (i * 2 + 1) * 8, written.bytes + i * 2 * 8, 8);
    limits.must_repeat = must_repeat;
    CHECK(pq_dictionary_build(&builder, &written.values, &limits, &fits, &error) == OK);
    if (fits)
        CHECK(builder.entries.n == n - n_repeated);
    written_free(&written);
    pq_dictionary_builder_release(&builder);
    return fits;
}

static void dictionary_is_refused_if_values_hardly_repeat(void)
{
    const uint64_t n = PQ_DICTIONARY_SAMPLE;
    CHECK(repeats_enough(n, 0, true)); /* too few to decide */
    CHECK(!repeats_enough(n + 1, 0, true));
    CHECK(repeats_enough(n + 1, 0, false));
    CHECK(!repeats_enough(n * 3, 255, true));
    CHECK(repeats_enough(n * 3, 256, true));
    /* Keys in random order, one in 10,000. */
    enum { N = 100000 };
    static uint64_t keys[N];
    uint64_t random = 2;
    for (size_t i = 0; i < N; i++)
        keys[i] = random_below(&random, 10000);
    struct written written = written_fixed(PQ_INT64, 8, keys, N);
    struct pq_dictionary_builder builder = {0};
    struct pq_dictionary_limits limits = no_limits;
    struct error error = {0};
    bool fits;
    limits.must_repeat = true;
    CHECK(pq_dictionary_build(&builder, &written.values, &limits, &fits, &error) == OK);
    CHECK(fits && builder.entries.n > 9990 && builder.entries.n <= 10000);
    written_free(&written);
    pq_dictionary_builder_release(&builder);
}

static void allocation_failures_are_reported(void)
{
    static const int types[] = {PQ_INT64, PQ_BYTE_ARRAY};
    for (size_t t = 0; t < COUNT_OF(types); t++) {
        struct written written = many_values(types[t], 3000, 6000);
        struct pq_dictionary_builder builder = {0};
        enum status status = NOMEM;
        long n = 0;
        while (status == NOMEM && n < 1000) {
            struct error error = {0};
            bool fits = false;
            /* Every other attempt uses the memory of the one before. */
            if (n % 2 == 0)
                pq_dictionary_builder_release(&builder);
            mem_fail_at(n % 2 == 0 ? n / 2 + 1 : 1, 0);
            status = pq_dictionary_build(&builder, &written.values, &no_limits, &fits,
                                         &error);
            mem_fail_at(0, 0);
            CHECK(status == error.status);
            n++;
        }
        CHECK(status == OK && n > 8);
        struct error error = {0};
        bool fits;
        CHECK(pq_dictionary_build(&builder, &written.values, &no_limits, &fits, &error) ==
              OK);
        CHECK(fits && builder.entries.n == 3000);
        pq_dictionary_builder_release(&builder);
        written_free(&written);
    }
}

int main(void)
{
    RUN(dictionaries_of_random_values_are_right);
    RUN(dictionaries_of_all_cardinalities_are_right);
    RUN(many_entries_are_found_again);
    RUN(regular_numbers_do_not_collide);
    RUN(values_differ_if_their_bytes_differ);
    RUN(limits_are_kept);
    RUN(dictionary_is_refused_if_values_hardly_repeat);
    RUN(allocation_failures_are_reported);
    return unit_test_done();
}
