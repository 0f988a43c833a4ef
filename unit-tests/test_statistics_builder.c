/* SPDX-License-Identifier: MIT */
/*
 * test_statistics_builder.c - the bounds of written values, as found by a plain search,
 * and how they are stored.
 */
#include "parquet/write/statistics_builder.h"

#include <math.h>

#include "base/alloc.h"
#include "parquet/encoding/value_decoder.h"
#include "unit_test.h"
#include "unit_values_written.h"

/* ---- The order of a leaf --------------------------------------------------------- */

#define LEAF(physical, length) .type = (physical), .type_length = (length)
#define CONVERTED(name) .converted_type = PQ_##name
#define LOGICAL(name)                                                                    \
    .converted_type = PQ_CONVERTED_NONE, .logical.kind = PQ_LOGICAL_##name
#define BARE .converted_type = PQ_CONVERTED_NONE

static void each_type_is_written_in_its_order(void)
{
    static const struct {
        struct pq_schema_element element;
        enum pq_sort sort;
    } cases[] = {
        {{LEAF(PQ_BOOLEAN, 0), BARE}, PQ_SORT_UNSIGNED},
        {{LEAF(PQ_INT32, 0), BARE}, PQ_SORT_SIGNED},
        {{LEAF(PQ_INT64, 0), BARE}, PQ_SORT_SIGNED},
        {{LEAF(PQ_INT96, 0), BARE}, PQ_SORT_NONE},
        {{LEAF(PQ_FLOAT, 0), BARE}, PQ_SORT_FLOAT},
        {{LEAF(PQ_DOUBLE, 0), BARE}, PQ_SORT_FLOAT},
        {{LEAF(PQ_BYTE_ARRAY, 0), BARE}, PQ_SORT_BYTES},
        {{LEAF(PQ_FIXED_LEN_BYTE_ARRAY, 7), BARE}, PQ_SORT_BYTES},
        {{LEAF(PQ_INT32, 0), CONVERTED(INT_8)}, PQ_SORT_SIGNED},
        {{LEAF(PQ_INT32, 0), CONVERTED(UINT_8)}, PQ_SORT_UNSIGNED},
        {{LEAF(PQ_INT32, 0), CONVERTED(UINT_32)}, PQ_SORT_UNSIGNED},
        {{LEAF(PQ_INT64, 0), CONVERTED(UINT_64)}, PQ_SORT_UNSIGNED},
        {{LEAF(PQ_INT32, 0), CONVERTED(DATE)}, PQ_SORT_SIGNED},
        {{LEAF(PQ_INT64, 0), CONVERTED(TIME_MICROS)}, PQ_SORT_SIGNED},
        {{LEAF(PQ_INT64, 0), CONVERTED(TIMESTAMP_MILLIS)}, PQ_SORT_SIGNED},
        {{LEAF(PQ_INT32, 0), CONVERTED(DECIMAL), .precision = 9}, PQ_SORT_SIGNED},
        {{LEAF(PQ_INT64, 0), CONVERTED(DECIMAL), .precision = 18}, PQ_SORT_SIGNED},
        {{LEAF(PQ_FIXED_LEN_BYTE_ARRAY, 5), CONVERTED(DECIMAL), .precision = 9},
         PQ_SORT_DECIMAL},
        {{LEAF(PQ_FIXED_LEN_BYTE_ARRAY, 16), CONVERTED(DECIMAL), .precision = 38},
         PQ_SORT_DECIMAL},
        {{LEAF(PQ_INT32, 0), CONVERTED(DECIMAL), .precision = 99}, PQ_SORT_NONE},
        {{LEAF(PQ_FIXED_LEN_BYTE_ARRAY, 2), LOGICAL(FLOAT16)}, PQ_SORT_FLOAT},
        {{LEAF(PQ_FIXED_LEN_BYTE_ARRAY, 16), LOGICAL(UUID)}, PQ_SORT_BYTES},
        {{LEAF(PQ_FIXED_LEN_BYTE_ARRAY, 12), CONVERTED(INTERVAL)}, PQ_SORT_NONE},
        {{LEAF(PQ_BYTE_ARRAY, 0), CONVERTED(UTF8)}, PQ_SORT_BYTES},
        {{LEAF(PQ_BYTE_ARRAY, 0), CONVERTED(ENUM)}, PQ_SORT_BYTES},
        {{LEAF(PQ_BYTE_ARRAY, 0), CONVERTED(JSON)}, PQ_SORT_BYTES},
        {{LEAF(PQ_BYTE_ARRAY, 0), CONVERTED(BSON)}, PQ_SORT_BYTES},
        {{LEAF(PQ_BYTE_ARRAY, 0), LOGICAL(GEOMETRY)}, PQ_SORT_NONE},
        {{LEAF(PQ_BYTE_ARRAY, 0), LOGICAL(GEOGRAPHY)}, PQ_SORT_NONE},
        {{LEAF(PQ_INT32, 0), LOGICAL(UNKNOWN)}, PQ_SORT_NONE},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pq_leaf leaf = {.type = cases[i].element.type,
                               .type_length = cases[i].element.type_length};
        pq_leaf_type(&cases[i].element, false, &leaf.column, &leaf.conversion);
        CHECK(pq_written_sort(&leaf) == cases[i].sort);
    }
}

/* ---- Comparison with plain code --------------------------------------------------- */

static const struct shape {
    int type;
    size_t width;
    enum pq_sort sort;
} shapes[] = {
    {PQ_BOOLEAN, 1, PQ_SORT_UNSIGNED},
    {PQ_INT32, 4, PQ_SORT_SIGNED},
    {PQ_INT32, 4, PQ_SORT_UNSIGNED},
    {PQ_INT64, 8, PQ_SORT_SIGNED},
    {PQ_INT64, 8, PQ_SORT_UNSIGNED},
    {PQ_FLOAT, 4, PQ_SORT_FLOAT},
    {PQ_DOUBLE, 8, PQ_SORT_FLOAT},
    {PQ_FIXED_LEN_BYTE_ARRAY, 2, PQ_SORT_FLOAT},
    {PQ_FIXED_LEN_BYTE_ARRAY, 1, PQ_SORT_DECIMAL},
    {PQ_FIXED_LEN_BYTE_ARRAY, 5, PQ_SORT_DECIMAL},
    {PQ_FIXED_LEN_BYTE_ARRAY, 8, PQ_SORT_DECIMAL},
    {PQ_FIXED_LEN_BYTE_ARRAY, 9, PQ_SORT_DECIMAL},
    {PQ_FIXED_LEN_BYTE_ARRAY, 16, PQ_SORT_DECIMAL},
    {PQ_FIXED_LEN_BYTE_ARRAY, 31, PQ_SORT_DECIMAL},
    {PQ_FIXED_LEN_BYTE_ARRAY, 1, PQ_SORT_BYTES},
    {PQ_FIXED_LEN_BYTE_ARRAY, 3, PQ_SORT_BYTES},
    {PQ_FIXED_LEN_BYTE_ARRAY, 8, PQ_SORT_BYTES},
    {PQ_FIXED_LEN_BYTE_ARRAY, 16, PQ_SORT_BYTES},
    {PQ_BYTE_ARRAY, 0, PQ_SORT_BYTES},
    {PQ_BYTE_ARRAY, 0, PQ_SORT_DECIMAL},
};

static double plain_float16(unsigned bits)
{
    double fraction = bits & 0x3ff, sign = bits & 0x8000 ? -1 : 1;
    int exponent = bits >> 10 & 0x1f;
    if (exponent == 31)
        return fraction > 0 ? (double)NAN : sign * HUGE_VAL;
    return sign *
           (exponent == 0 ? ldexp(fraction, -24) : ldexp(1024 + fraction, exponent - 25));
}

static double plain_double(const struct pq_values *values, uint64_t i)
{
    struct slice value = pq_value_at(values, i);
    double large;
    float small;
    if (value.size == 2)
        return plain_float16(value.data[0] | (unsigned)value.data[1] << 8);
    memcpy(&small, value.data, 4);
    if (value.size == 4)
        return (double)small;
    memcpy(&large, value.data, 8);
    return large;
}

/* Byte k of a decimal extended to 100 bytes, with the sign bit flipped. */
static int decimal_byte(struct slice value, size_t k)
{
    int sign = value.size > 0 && value.data[0] >= 0x80 ? 0xff : 0;
    int byte = k < 100 - value.size ? sign : value.data[k - (100 - value.size)];
    return k == 0 ? byte ^ 0x80 : byte;
}

static int plain_compare(const struct pq_values *values, enum pq_sort sort, uint64_t i,
                         uint64_t j)
{
    uint8_t numbers[2][8];
    struct slice a = pq_stored_value(values, i, numbers[0]);
    struct slice b = pq_stored_value(values, j, numbers[1]);
    if (sort == PQ_SORT_FLOAT) {
        double x = plain_double(values, i), y = plain_double(values, j);
        return x < y ? -1 : x > y;
    }
    if (sort == PQ_SORT_DECIMAL) {
        for (size_t k = 0; k < 100; k++) {
            if (decimal_byte(a, k) != decimal_byte(b, k))
                return decimal_byte(a, k) < decimal_byte(b, k) ? -1 : 1;
        }
        return 0;
    }
    if (sort == PQ_SORT_BYTES) {
        for (size_t k = 0; k < a.size && k < b.size; k++) {
            if (a.data[k] != b.data[k])
                return a.data[k] < b.data[k] ? -1 : 1;
        }
        return a.size < b.size ? -1 : a.size > b.size;
    }
    for (size_t k = a.size; k-- > 0;) { /* little-endian */
        int flip = sort == PQ_SORT_SIGNED && k == a.size - 1 ? 0x80 : 0;
        if (a.data[k] != b.data[k])
            return (a.data[k] ^ flip) < (b.data[k] ^ flip) ? -1 : 1;
    }
    return 0;
}

static bool is_nan(const struct pq_values *values, enum pq_sort sort, uint64_t i)
{
    return sort == PQ_SORT_FLOAT && isnan(plain_double(values, i));
}

static int sign_of(int order)
{
    return (order > 0) - (order < 0);
}

static void check_bounds(const struct pq_values *values, enum pq_sort sort,
                         uint64_t first, uint64_t n)
{
    struct pq_found_bounds expected = {0}, got;
    for (uint64_t i = first; i < first + n; i++) {
        if (is_nan(values, sort, i)) {
            expected.n_nans++;
        } else if (!expected.found) {
            expected.found = true;
            expected.min = expected.max = i;
        } else {
            if (plain_compare(values, sort, i, expected.min) < 0)
                expected.min = i;
            if (plain_compare(values, sort, i, expected.max) > 0)
                expected.max = i;
        }
    }
    memset(&got, 0xff, sizeof got);
    pq_find_bounds(values, sort, first, n, &got);
    CHECK(got.found == expected.found && got.n_nans == expected.n_nans);
    CHECK(!expected.found || (got.min == expected.min && got.max == expected.max));
}

static void check_ranks(const struct pq_values *values, enum pq_sort sort)
{
    uint32_t n = (uint32_t)values->n, n_nans, expected_nans = 0;
    uint32_t *ranks = must(malloc(n * sizeof *ranks + 1));
    uint32_t *sorted = must(malloc(n * sizeof *sorted + 1));
    struct error error = {0};
    memset(sorted, 0xff, n * sizeof *sorted);
    CHECK(pq_rank_values(values, sort, ranks, &n_nans, &error) == OK);
    for (uint32_t i = 0; i < n; i++) {
        expected_nans += is_nan(values, sort, i);
        CHECK(ranks[i] < n && sorted[ranks[i]] == UINT32_MAX);
        if (ranks[i] < n)
            sorted[ranks[i]] = i;
    }
    CHECK(n_nans == expected_nans);
    for (uint32_t i = 0; i < n; i++) {
        CHECK(is_nan(values, sort, sorted[i]) == (i >= n - n_nans));
        if (i > 0 && i < n - n_nans)
            CHECK(plain_compare(values, sort, sorted[i - 1], sorted[i]) <= 0);
    }
    free(ranks);
    free(sorted);
}

static void check_values(const struct pq_values *values, enum pq_sort sort,
                         uint64_t *random)
{
    check_bounds(values, sort, 0, values->n);
    check_ranks(values, sort);
    if (values->n == 0)
        return;
    for (int k = 0; k < 10; k++) {
        uint64_t first = random_below(random, values->n);
        check_bounds(values, sort, first, random_below(random, values->n - first + 1));
    }
    for (int k = 0; k < 100; k++) {
        uint64_t i = random_below(random, values->n), j = random_below(random, values->n);
        if (!is_nan(values, sort, i) && !is_nan(values, sort, j))
            CHECK(sign_of(pq_compare_values(values, sort, i, j)) ==
                  plain_compare(values, sort, i, j));
    }
}

static void random_values_of_all_types(void)
{
    static const uint64_t counts[] = {0, 1, 2, 3, 63, 64, 65, 127, 128, 300, 1000};
    static const uint64_t few[] = {1, 2, 20, 100000};
    uint64_t random = 11;
    for (size_t s = 0; s < COUNT_OF(shapes); s++) {
        for (size_t c = 0; c < COUNT_OF(counts); c++) {
            for (size_t f = 0; f < COUNT_OF(few); f++) {
                struct written written = written_random(shapes[s].type, shapes[s].width,
                                                        counts[c], few[f], &random);
                check_values(&written.values, shapes[s].sort, &random);
                written_free(&written);
            }
        }
    }
}

static void nans_and_zeros_and_infinities(void)
{
    const double nan = (double)NAN, inf = HUGE_VAL;
    const double cases[][4] = {{nan, nan, nan, nan}, {nan, 1, nan, 2},
                               {0.0, -0.0, nan, 0},  {-0.0, 0.0, 0.0, -0.0},
                               {inf, inf, nan, inf}, {-inf, -inf, -inf, -inf},
                               {nan, inf, -inf, 0},  {-nan, 0, 1, -1}};
    uint64_t random = 3;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        float floats[4];
        for (size_t k = 0; k < 4; k++)
            floats[k] = (float)cases[i][k];
        struct written doubles = written_fixed(PQ_DOUBLE, 8, cases[i], 4);
        struct written singles = written_fixed(PQ_FLOAT, 4, floats, 4);
        check_values(&doubles.values, PQ_SORT_FLOAT, &random);
        check_values(&singles.values, PQ_SORT_FLOAT, &random);
        written_free(&doubles);
        written_free(&singles);
    }
    /* Long runs of NaNs at the start and in between. */
    double many[500];
    for (size_t i = 0; i < 500; i++)
        many[i] = i % 200 < 150 ? nan : (double)i;
    struct written written = written_fixed(PQ_DOUBLE, 8, many, 500);
    check_values(&written.values, PQ_SORT_FLOAT, &random);
    written_free(&written);
}

/* Strings with long equal prefixes. */
static void strings_with_equal_prefixes(void)
{
    enum { N = 3000 };
    static char texts[N][80];
    struct slice strings[N];
    uint64_t random = 5;
    for (uint64_t i = 0; i < N; i++) {
        const char *host = i % 3 == 0 ? "www.example.org" : "example.org";
        int size = snprintf(texts[i], sizeof texts[i], "https://%s/a/long/way/%d", host,
                            (int)random_below(&random, N));
        strings[i] = slice_of(texts[i], (size_t)size);
    }
    struct written written = written_strings(strings, N);
    check_values(&written.values, PQ_SORT_BYTES, &random);
    written_free(&written);
}

static void failed_allocations_of_ranks_are_reported(void)
{
    uint64_t random = 1;
    struct written written = written_random(PQ_BYTE_ARRAY, 0, 100, 100, &random);
    struct error error = {0};
    uint32_t ranks[100], n_nans;
    mem_fail_at(1, 0);
    CHECK(pq_rank_values(&written.values, PQ_SORT_BYTES, ranks, &n_nans, &error) ==
          NOMEM);
    mem_fail_at(0, 0);
    written_free(&written);
}

/* ---- Stored bounds ---------------------------------------------------------------- */

/* The bound of one value; the caller frees it. */
static struct buffer bound_of(const struct pq_values *values, enum pq_sort sort,
                              bool is_text, bool is_max, bool *is_exact)
{
    struct buffer output = {0};
    struct error error = {0};
    /* Bounds are appended. */
    CHECK(buffer_append(&output, "x", 1, &error) == OK);
    CHECK(pq_append_bound(values, sort, is_text, is_max, 0, &output, is_exact, &error) ==
          OK);
    CHECK(output.size >= 1 && output.data[0] == 'x');
    output.size--;
    memmove(output.data, output.data + 1, output.size);
    return output;
}

static void check_fixed(int type, size_t width, enum pq_sort sort, uint64_t stored,
                        uint64_t min, uint64_t max)
{
    struct bytes bytes = {0};
    bytes_put_uint(&bytes, stored, (unsigned)width);
    if (pq_is_number(type))
        little_endian_numbers(bytes.data, width, 1);
    struct written written = written_fixed(type, width, bytes.data, 1);
    for (int is_max = 0; is_max < 2; is_max++) {
        bool is_exact;
        uint64_t wanted = is_max ? max : min;
        struct bytes expected = {0};
        bytes_put_uint(&expected, wanted, (unsigned)width);
        struct buffer bound = bound_of(&written.values, sort, false, is_max, &is_exact);
        CHECK(bound.size == width && memcmp(bound.data, expected.data, width) == 0);
        CHECK(is_exact == (wanted == stored));
        buffer_release(&bound);
        bytes_free(&expected);
    }
    written_free(&written);
    bytes_free(&bytes);
}

static void numbers_are_stored_unchanged(void)
{
    check_fixed(PQ_BOOLEAN, 1, PQ_SORT_UNSIGNED, 1, 1, 1);
    check_fixed(PQ_INT32, 4, PQ_SORT_SIGNED, 0x80000000, 0x80000000, 0x80000000);
    check_fixed(PQ_INT64, 8, PQ_SORT_UNSIGNED, 0, 0, 0);
    check_fixed(PQ_FIXED_LEN_BYTE_ARRAY, 5, PQ_SORT_DECIMAL, 0, 0, 0);
    check_fixed(PQ_FLOAT, 4, PQ_SORT_FLOAT, 0x3f800000, 0x3f800000, 0x3f800000);
}

static void zeros_get_the_sign_that_widens_the_bounds(void)
{
    const uint64_t minus = UINT64_C(1) << 63;
    check_fixed(PQ_DOUBLE, 8, PQ_SORT_FLOAT, 0, minus, 0);
    check_fixed(PQ_DOUBLE, 8, PQ_SORT_FLOAT, minus, minus, 0);
    check_fixed(PQ_DOUBLE, 8, PQ_SORT_FLOAT, minus | 1, minus | 1, minus | 1);
    check_fixed(PQ_FLOAT, 4, PQ_SORT_FLOAT, 0, 0x80000000, 0);
    check_fixed(PQ_FLOAT, 4, PQ_SORT_FLOAT, 0x80000000, 0x80000000, 0);
    check_fixed(PQ_FIXED_LEN_BYTE_ARRAY, 2, PQ_SORT_FLOAT, 0, 0x8000, 0);
    check_fixed(PQ_FIXED_LEN_BYTE_ARRAY, 2, PQ_SORT_FLOAT, 0x8000, 0x8000, 0);
    check_fixed(PQ_FIXED_LEN_BYTE_ARRAY, 2, PQ_SORT_FLOAT, 0x0001, 0x0001, 0x0001);
}

static bool is_bound(struct slice value, bool is_text, bool is_max, struct slice expected)
{
    bool is_exact;
    struct written written = written_strings(&value, 1);
    struct buffer bound = bound_of(&written.values, PQ_SORT_BYTES, is_text, is_max,
                                   &is_exact);
    bool is_equal = bound.size == expected.size &&
                    (bound.size == 0 ||
                     memcmp(bound.data, expected.data, bound.size) == 0);
    bool is_value = value.size == expected.size &&
                    (value.size == 0 ||
                     memcmp(value.data, expected.data, value.size) == 0);
    CHECK(is_exact == is_value);
    buffer_release(&bound);
    written_free(&written);
    return is_equal;
}

/* `front`, n times `again`, `back`. */
static struct slice text_of(char *room, const char *front, const char *again, size_t n,
                            const char *back)
{
    size_t size = strlen(front);
    memcpy(room, front, size);
    for (size_t i = 0; i < n; i++, size += strlen(again))
        memcpy(room + size, again, strlen(again));
    memcpy(room + size, back, strlen(back));
    return slice_of(room, size + strlen(back));
}

#define TEXT(front, again, n, back) text_of((char[400]){0}, front, again, n, back)

static void long_strings_are_truncated(void)
{
    for (int is_text = 0; is_text < 2; is_text++) {
        for (int is_max = 0; is_max < 2; is_max++) {
            CHECK(is_bound(TEXT("", "", 0, ""), is_text, is_max, TEXT("", "", 0, "")));
            CHECK(
                is_bound(TEXT("", "a", 64, ""), is_text, is_max, TEXT("", "a", 64, "")));
        }
        CHECK(is_bound(TEXT("", "a", 65, ""), is_text, false, TEXT("", "a", 64, "")));
        CHECK(is_bound(TEXT("", "a", 65, ""), is_text, true, TEXT("", "a", 63, "b")));
    }
    /* Bytes that cannot be incremented are dropped. */
    CHECK(is_bound(TEXT("", "a", 60, "\xff\xff\xff\xff\xff"), false, true,
                   TEXT("", "a", 59, "b")));
    CHECK(is_bound(TEXT("", "\xff", 65, ""), false, true, TEXT("", "\xff", 65, "")));
    CHECK(is_bound(TEXT("", "\xff", 65, ""), false, false, TEXT("", "\xff", 64, "")));
    CHECK(is_bound(TEXT("", "\x7f", 65, ""), false, true, TEXT("", "\x7f", 63, "\x80")));
}

static void text_is_truncated_between_characters(void)
{
    /* U+20AC in three bytes, U+1F600 in four. */
    CHECK(is_bound(TEXT("", "\xe2\x82\xac", 30, ""), true, false,
                   TEXT("", "\xe2\x82\xac", 21, "")));
    CHECK(is_bound(TEXT("", "\xe2\x82\xac", 30, ""), true, true,
                   TEXT("", "\xe2\x82\xac", 20, "\xe2\x82\xad")));
    for (size_t front = 61; front <= 63; front++) {
        struct slice value = TEXT("", "a", front, "\xf0\x9f\x98\x80");
        CHECK(is_bound(value, true, false, TEXT("", "a", front, "")));
        CHECK(is_bound(value, true, true, TEXT("", "a", front - 1, "b")));
    }
    CHECK(is_bound(TEXT("", "a", 60, "\xf0\x9f\x98\x80z"), true, true,
                   TEXT("", "a", 60, "\xf0\x9f\x98\x81")));
}

static void last_character_of_a_maximum_is_incremented(void)
{
    static const struct {
        const char *last, *next; /* NULL: the character before is incremented */
    } cases[] = {
        {"\x7f", "\xc2\x80"},
        {"\xdf\xbf", "\xe0\xa0\x80"},
        {"\xed\x9f\xbf", "\xee\x80\x80"}, /* skips the surrogates */
        {"\xef\xbf\xbf", "\xf0\x90\x80\x80"},
        {"\xf0\x9f\xbf\xbf", "\xf0\xa0\x80\x80"},
        {"\xf4\x8f\xbf\xbf", NULL},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        /* A four-byte character after `last` does not fit: `next` may be a byte longer.
         */
        size_t n = 61 - strlen(cases[i].last);
        char back[16];
        snprintf(back, sizeof back, "%s\xf0\x9f\x98\x80", cases[i].last);
        struct slice value = TEXT("", "a", n, back);
        CHECK(is_bound(value, true, true,
                       cases[i].next != NULL ? TEXT("", "a", n, cases[i].next)
                                             : TEXT("", "a", n - 1, "b")));
    }
    /* A longer character does not fit, so the one before is incremented. */
    CHECK(
        is_bound(TEXT("", "\x7f", 65, ""), true, true, TEXT("", "\x7f", 62, "\xc2\x80")));
    CHECK(is_bound(TEXT("", "a", 63, "\x7f\x7f"), true, true, TEXT("", "a", 62, "b")));
    /* No character can be incremented. */
    CHECK(is_bound(TEXT("", "\xf4\x8f\xbf\xbf", 17, ""), true, true,
                   TEXT("", "\xf4\x8f\xbf\xbf", 17, "")));
    CHECK(is_bound(TEXT("", "\xf4\x8f\xbf\xbf", 17, ""), true, false,
                   TEXT("", "\xf4\x8f\xbf\xbf", 16, "")));
    CHECK(is_bound(TEXT("a", "\xf4\x8f\xbf\xbf", 17, ""), true, true,
                   TEXT("b", "", 0, "")));
}

static void text_that_is_not_utf8_is_truncated_as_bytes(void)
{
    CHECK(is_bound(TEXT("", "\x80", 70, ""), true, false, TEXT("", "\x80", 64, "")));
    CHECK(is_bound(TEXT("", "\x80", 70, ""), true, true, TEXT("", "\x80", 63, "\x81")));
    CHECK(is_bound(TEXT("", "\xff", 70, ""), true, true, TEXT("", "\xff", 70, "")));
    CHECK(is_bound(TEXT("", "a", 63, "\xc1\xc1"), true, true, TEXT("", "a", 63, "\xc2")));
    /* A surrogate, an overlong form, a code point too large, a stray continuation byte.
     */
    CHECK(is_bound(TEXT("", "a", 61, "\xed\xa0\x80zz"), true, true,
                   TEXT("", "a", 61, "\xed\xa0\x81")));
    CHECK(is_bound(TEXT("", "a", 61, "\xe0\x80\x80zz"), true, true,
                   TEXT("", "a", 61, "\xe0\x80\x81")));
    CHECK(is_bound(TEXT("", "a", 60, "\xf4\x90\x80\x80zz"), true, true,
                   TEXT("", "a", 60, "\xf4\x90\x80\x81")));
    CHECK(is_bound(TEXT("", "a", 61, "\xc3\x80\x80zz"), true, true,
                   TEXT("", "a", 61, "\xc3\x80\x81")));
}

static void fixed_lengths_are_not_truncated(void)
{
    uint8_t bytes[100];
    bool is_exact;
    memset(bytes, 'a', sizeof bytes);
    struct written written = written_fixed(PQ_FIXED_LEN_BYTE_ARRAY, 100, bytes, 1);
    struct buffer bound = bound_of(&written.values, PQ_SORT_BYTES, false, true,
                                   &is_exact);
    CHECK(is_exact && bound.size == 100 && memcmp(bound.data, bytes, 100) == 0);
    buffer_release(&bound);
    written_free(&written);
}

/* Plain and slow. */
static bool is_utf8(const uint8_t *text, size_t size)
{
    while (size > 0) {
        size_t n = text[0] < 0x80 ? 1 : text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
        uint32_t value = n == 1 ? text[0] : text[0] & (0x7fu >> n);
        static const uint32_t leasts[] = {0, 0, 0x80, 0x800, 0x10000};
        if ((text[0] >= 0x80 && text[0] < 0xc0) || text[0] >= 0xf8 || n > size)
            return false;
        for (size_t i = 1; i < n; i++) {
            if (text[i] < 0x80 || text[i] >= 0xc0)
                return false;
            value = value << 6 | (text[i] & 0x3f);
        }
        if (value < leasts[n] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
            return false;
        text += n;
        size -= n;
    }
    return true;
}

static void put_random_character(struct bytes *bytes, uint64_t *random)
{
    static const char *const ends[] = {"\x01",
                                       "\x7f",
                                       "\xc2\x80",
                                       "\xdf\xbf",
                                       "\xe0\xa0\x80",
                                       "\xed\x9f\xbf",
                                       "\xee\x80\x80",
                                       "\xef\xbf\xbf",
                                       "\xf0\x90\x80\x80",
                                       "a",
                                       "\xf4\x8f\xbf\xbf"};
    bytes_put_text(bytes, ends[random_below(random, COUNT_OF(ends))]);
}

static int compare_slices(struct slice a, struct slice b)
{
    int order = memcmp(a.data, b.data, least(a.size, b.size));
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

/* The minimum is at most the value, the maximum at least; both are short, and UTF-8. */
static void truncated_bounds_are_still_bounds(void)
{
    uint64_t random = 17;
    for (int n = 0; n < 20000; n++) {
        struct bytes bytes = {0};
        bool is_text = random_below(&random, 2) == 0, is_exact;
        size_t size = 1 + random_below(&random, 90);
        bool is_valid = random_below(&random, 3) > 0;
        while (bytes.size < size) {
            if (is_valid)
                put_random_character(&bytes, &random);
            else
                bytes_put_u8(&bytes, random_below(&random, 3)
                                         ? 0x7c + (unsigned)(n % 8)
                                         : (unsigned)random_below(&random, 256));
        }
        struct slice value = bytes_slice(&bytes);
        struct written written = written_strings(&value, 1);
        struct buffer min = bound_of(&written.values, PQ_SORT_BYTES, is_text, false,
                                     &is_exact);
        CHECK(min.size <= PQ_BOUND_SIZE && (min.size > 60 || value.size <= 64));
        CHECK(compare_slices(buffer_slice(&min), value) <= 0);
        CHECK(is_exact == (compare_slices(buffer_slice(&min), value) == 0));
        struct buffer max = bound_of(&written.values, PQ_SORT_BYTES, is_text, true,
                                     &is_exact);
        CHECK(compare_slices(buffer_slice(&max), value) >= 0);
        CHECK(is_exact == (compare_slices(buffer_slice(&max), value) == 0));
        CHECK(max.size <= PQ_BOUND_SIZE || is_exact);
        if (is_text && is_valid)
            CHECK(is_utf8(min.data, min.size) && is_utf8(max.data, max.size));
        buffer_release(&min);
        buffer_release(&max);
        written_free(&written);
        bytes_free(&bytes);
    }
}

static void failed_allocations_of_bounds_are_reported(void)
{
    struct slice value = TEXT("", "a", 70, "");
    struct written written = written_strings(&value, 1);
    struct error error = {0};
    struct buffer output = {0};
    bool is_exact;
    mem_fail_at(1, 0);
    CHECK(pq_append_bound(&written.values, PQ_SORT_BYTES, true, true, 0, &output,
                          &is_exact, &error) == NOMEM);
    mem_fail_at(0, 0);
    buffer_release(&output);
    written_free(&written);
}

int main(void)
{
    RUN(each_type_is_written_in_its_order);
    RUN(random_values_of_all_types);
    RUN(nans_and_zeros_and_infinities);
    RUN(strings_with_equal_prefixes);
    RUN(failed_allocations_of_ranks_are_reported);
    RUN(numbers_are_stored_unchanged);
    RUN(zeros_get_the_sign_that_widens_the_bounds);
    RUN(long_strings_are_truncated);
    RUN(text_is_truncated_between_characters);
    RUN(last_character_of_a_maximum_is_incremented);
    RUN(text_that_is_not_utf8_is_truncated_as_bytes);
    RUN(fixed_lengths_are_not_truncated);
    RUN(truncated_bounds_are_still_bounds);
    RUN(failed_allocations_of_bounds_are_reported);
    return unit_test_done();
}
