/* SPDX-License-Identifier: MIT */
/* test_statistics.c - which statistics of a chunk are used, by type and count. */
#include "unit_statistics.h"

/* ---- Bounds of each type --------------------------------------------------------- */

struct bounds_case {
    enum leaf_kind kind;
    int order;
    struct slice min, max;
    const char *expected;
};

static void bounds_of_types(void)
{
    static const struct bounds_case cases[] = {
        {BOOLEAN, 1, B("\0"), B("\1"), "0..1"},
        {BOOLEAN, 1, B("\0"), B("\2"), "?..?"},
        {BOOLEAN, 1, B("\0\0\0\0"), B("\1\0\0\0"), "?..?"},
        {BOOLEAN, 1, B("\1"), B("\0"), "?..?"},
        {INT32, 1, B("\xff\xff\xff\xff"), B("\1\0\0\0"), "-1..1"},
        {INT32, 1, B("\1\0\0\0"), B("\xff\xff\xff\xff"), "?..?"},
        {INT32, 1, B("\1\0\0"), B("\2\0\0\0"), "?..?"},
        {INT32, 1, B("\1\0\0\0"), B("\2\0\0\0\0"), "?..?"},
        {INT32, 1, B("\1\0\0\0"), B("\2\0\0\0\0\0\0\0"), "?..?"},
        {INT32, 1, B(""), B(""), "?..?"},
        {INT32, 1, ABSENT, B("\2\0\0\0"), "?..2"},
        {INT32, 1, B("\2\0\0\0"), ABSENT, "2..?"},
        {INT32, 1, B("\1\0\0\0"), B("\1\0\0\0"), "1..1"},
        {INT64, 1, B("\1\0\0\0\0\0\0\x80"), B("\1\0\0\0\0\0\0\0"),
         "-9223372036854775807..1"},
        {INT64, 1, B("\1\0\0\0"), B("\2\0\0\0"), "?..?"},
        {INT8, 1, B("\x80\xff\xff\xff"), B("\x7f\0\0\0"), "-128..127"},
        {INT8, 1, B("\x7f\xff\xff\xff"), B("\x7f\0\0\0"), "?..?"},
        {INT8, 1, B("\0\0\0\0"), B("\x80\0\0\0"), "?..?"},
        {UINT8, 1, B("\0\0\0\0"), B("\xff\0\0\0"), "0..255"},
        {UINT8, 1, B("\0\0\0\0"), B("\0\1\0\0"), "?..?"},
        {UINT8, 1, B("\1\0\0\0"), ABSENT, "?..?"}, /* 256 is above, and becomes 0 */
        {INT8, 1, ABSENT, B("\1\0\0\0"), "?..?"},
        {UINT32, 1, B("\1\0\0\0"), B("\xff\xff\xff\xff"), "1..4294967295"},
        {UINT32, 1, B("\xff\xff\xff\xff"), B("\1\0\0\0"), "?..?"},
        {UINT32_CONVERTED, 1, B("\1\0\0\0"), B("\xff\xff\xff\xff"), "1..4294967295"},
        {UINT64, 1, B("\1\0\0\0\0\0\0\0"), B("\xff\xff\xff\xff\xff\xff\xff\xff"),
         "1..18446744073709551615"},
        {UINT64, 1, B("\xff\xff\xff\xff\xff\xff\xff\xff"), B("\1\0\0\0\0\0\0\0"), "?..?"},
        {DATE, 1, B("\xfe\xff\xff\xff"), B("\2\0\0\0"), "-2..2"},
        {TIME_MS, 1, B("\0\0\0\0"), B("\0\x5c\x26\5"), "0..86400000"},
        {TIME_MS, 1, B("\0\0\0\0"), B("\1\x5c\x26\5"), "?..?"},
        {TIME_MS, 1, B("\xff\xff\xff\xff"), B("\1\0\0\0"), "?..?"},
        {TIMESTAMP, 1, B("\xff\xff\xff\xff\xff\xff\xff\xff"), B("\1\0\0\0\0\0\0\0"),
         "-1..1"},
        {DECIMAL32, 1, B("\x19\xfc\xff\xff"), B("\xe7\3\0\0"), "-999..999"},
        {DECIMAL32, 1, B("\x18\xfc\xff\xff"), B("\xe7\3\0\0"), "?..?"},
        {DECIMAL32, 1, B("\0\0\0\0"), B("\xe8\3\0\0"), "?..?"},
        {DECIMAL_FIXED_5, 1, B("\xff\xff\xff\xff\xfe"), B("\0\0\0\1\0"), "-2..256"},
        {DECIMAL_FIXED_5, 1, B("\0\0\0\1\0"), B("\xff\xff\xff\xff\xfe"), "?..?"},
        {DECIMAL_FIXED_5, 1, B("\0\0\0\1"), B("\0\0\0\2"), "?..?"},
        {DECIMAL_FIXED_12, 1, B("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe"),
         B("\0\0\0\0\0\0\0\0\0\0\0A"),
         "<ff><ff><ff><ff><ff><ff><ff><ff><ff><ff><ff><fe>.."
         "<00><00><00><00><00><00><00><00><00><00><00>A"},
        {DECIMAL_FIXED_12, 1, B("\0\0\0\0\0\0\0\0\0\0\0\1"),
         B("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe"), "?..?"},
        /* Compared as numbers, whatever their lengths. */
        {DECIMAL_BINARY, 1, B("\xff"), B("\0\x01"), "<ff>..<00><01>"},
        {DECIMAL_BINARY, 1, B("\x7f"), B("\0\x80"), "<7f>..<00><80>"},
        {DECIMAL_BINARY, 1, B("\0\x80"), B("\x7f"), "?..?"},
        {DECIMAL_BINARY, 1, B("\x80"), B("\xff\xff\xff"), "<80>..<ff><ff><ff>"},
        {DECIMAL_BINARY, 1, B("\xfe\x7f"), B("\x80"), "<fe><7f>..<80>"},
        {DECIMAL_BINARY, 1, B("\x80"), B("\xfe\x7f"), "?..?"},
        {DECIMAL_BINARY, 1, B("\x01\0\0\0"), B("\x02\0\0\0"), "?..?"},
        {DECIMAL_BINARY, 1, B(""), B("\1"), "?..?"},
        {DECIMAL_BINARY, 1, B("\xff"), B(""), "?..?"},
        {TEXT, 1, B("a"), B("\xc3\xa9"), "a..<c3><a9>"},
        {TEXT, 1, B("\xc3\xa9"), B("a"), "?..?"},
        {TEXT, 1, B("abc"), B("ab"), "?..?"},
        {TEXT, 1, B("ab"), B("abc"), "ab..abc"},
        {TEXT, 1, B("ab\xc3"), B("b\xf0\x9f"), "ab<c3>..b<f0><9f>"}, /* cut */
        {TEXT, 1, B(""), B("b"), "..b"},
        {TEXT, 1, B(""), B(""), "?..?"},
        {TEXT, 1, ABSENT, B(""), "?..?"},
        {TEXT, 1, B(""), ABSENT, "..?"},
        {JSON, 1, B("{"), B("}"), "{..}"},
        {BLOB, 1, B("\x7f"), B("\x80"), "<7f>..<80>"},
        {BSON, 1, B("\x7f"), B("\x80"), "<7f>..<80>"},
        {FIXED_3, 1, B("aaa"), B("aab"), "aaa..aab"},
        {FIXED_3, 1, B("aa"), B("ab"), "?..?"},
        {FIXED_3, 1, B("aaaa"), B("aaab"), "?..?"},
        {UUID, 1, B("\0AAAAAAAAAAAAAAA"),
         B("\xff"
           "AAAAAAAAAAAAAAA"),
         "<00>AAAAAAAAAAAAAAA..<ff>AAAAAAAAAAAAAAA"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct leaf_context context = {cases[i].kind, cases[i].order, 0, 0, 0};
        const struct pq_statistics claims = {.min_value = cases[i].min,
                                             .max_value = cases[i].max,
                                             .min_is_exact = -1,
                                             .max_is_exact = -1};
        int faults = unit_test_faults;
        CHECK_TEXT(trusted(&context, &claims, N_ROWS), cases[i].expected);
        if (unit_test_faults != faults)
            fprintf(stderr, "case %zu\n", i);
    }
}

static void types_without_bounds(void)
{
    static const enum leaf_kind kinds[] = {
        INTERVAL,        GEOMETRY,      GEOGRAPHY,       NULLS, VARIANT,
        UNKNOWN_LOGICAL, CONTRADICTORY, WRONG_BIT_WIDTH, INT96, CONVERTED_99};
    static const char *const writers[] = {NULL, "parquet-mr version 1.6.0"};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        static const uint8_t zeros[16];
        size_t width = kinds[i] == INTERVAL || kinds[i] == INT96 ? 12
                       : kinds[i] == WRONG_BIT_WIDTH             ? 8
                                                                 : 4;
        struct slice bound = slice_of(zeros, width);
        const struct pq_statistics claims = {.min_value = bound,
                                             .max_value = bound,
                                             .min = bound,
                                             .max = bound,
                                             .min_is_exact = -1,
                                             .max_is_exact = -1};
        for (int order = NONE; order <= PQ_ORDER_IEEE_754_TOTAL; order++) {
            const struct leaf_context context = {kinds[i], order, writers[i % 2], 0, 0};
            CHECK_TEXT(trusted(&context, &claims, N_ROWS), "?..?");
        }
    }
}

/* ---- Floats ---------------------------------------------------------------------- */

static struct slice float_bytes(double value, uint8_t bytes[8], enum leaf_kind kind)
{
    float narrow = (float)value;
    size_t width = kind == FLOAT ? 4 : 8;
    memcpy(bytes, kind == FLOAT ? (const void *)&narrow : &value, width);
    little_endian_numbers(bytes, width, 1);
    return slice_of(bytes, width);
}

static void floats(void)
{
    const double nan = __builtin_nan(""), inf = __builtin_inf();
    const struct {
        int order;
        double min, max;
        int64_t null_count, nan_count; /* -1: absent */
        const char *expected;
    } cases[] = {
        {1, -1.5, 2.5, -1, -1, "-1.5..2.5"},
        {1, 2.5, -1.5, -1, -1, "?..?"},
        {1, -inf, inf, -1, -1, "-inf..inf"},
        {1, 0.0, -0.0, -1, -1, "-0..0"},
        {1, 0.0, 5.0, -1, -1, "-0..5"},
        {1, -5.0, -0.0, -1, -1, "-5..0"},
        {1, -0.0, 0.0, -1, -1, "-0..0"},
        {1, nan, nan, -1, -1, "?..?"},
        {1, nan, 5.0, -1, -1, "?..?"},
        {1, 5.0, nan, -1, -1, "?..?"},
        {1, -nan, 5.0, -1, -1, "?..?"},
        {1, 1.0, 2.0, -1, 0, "1..2 nans 0"},
        {1, 1.0, 2.0, 10, 90, "?..? nulls 10"},
        {1, 1.0, 2.0, 10, 89, "1..2 nulls 10 nans 89"},
        {1, 1.0, 2.0, 10, 91, "1..2 nulls 10"},
        {1, 1.0, 2.0, -1, 101, "1..2"},
        {1, 1.0, 2.0, -1, -7, "1..2"},
        {1, nan, nan, 10, 90, "?..? nulls 10 nans 90"},
        {NONE, 1.0, 2.0, -1, 3, "?..? nans 3"},
        {0, 1.0, 2.0, -1, 3, "?..? nans 3"},
        {3, 1.0, 2.0, -1, 3, "?..? nans 3"},
        /* The total order needs a NaN count. */
        {2, 1.0, 2.0, -1, 3, "1..2 nans 3"},
        {2, 1.0, 2.0, -1, -1, "?..?"},
        {2, 1.0, 2.0, -1, -7, "?..?"},
        {2, 0.0, -0.0, -1, 3, "-0..0 nans 3"},
        {2, -nan, nan, 10, 90, "?..? nulls 10 nans 90"},
        {2, 1.0, 2.0, 10, 90, "?..? nulls 10"},
    };
    for (enum leaf_kind kind = FLOAT; kind <= DOUBLE; kind++) {
        for (size_t i = 0; i < COUNT_OF(cases); i++) {
            uint8_t min[8], max[8];
            const struct leaf_context context = {kind, cases[i].order, 0, 0, 0};
            const struct pq_statistics claims = {
                .min_value = float_bytes(cases[i].min, min, kind),
                .max_value = float_bytes(cases[i].max, max, kind),
                .has_null_count = cases[i].null_count != -1,
                .null_count = cases[i].null_count,
                .has_nan_count = cases[i].nan_count != -1,
                .nan_count = cases[i].nan_count};
            int faults = unit_test_faults;
            CHECK_TEXT(trusted(&context, &claims, N_ROWS), cases[i].expected);
            if (unit_test_faults != faults)
                fprintf(stderr, "case %zu\n", i);
        }
    }
}

static void float16(void)
{
    static const struct bounds_case cases[] = {
        {FLOAT16, 1, B("\0\xbc"), B("\0\x40"), "-1..2"},
        {FLOAT16, 1, B("\0\x40"), B("\0\xbc"), "?..?"},
        {FLOAT16, 1, B("\0\0"), B("\0\x80"), "-0..0"},
        {FLOAT16, 1, B("\0\xbc"), B("\0\x7e"), "?..?"},
        {FLOAT16, 1, B("\0\xbc\0"), B("\0\x40\0"), "?..?"},
        {FLOAT16, 1, B("\0"), B("\1"), "?..?"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct leaf_context context = {FLOAT16, 1, 0, 0, 0};
        const struct pq_statistics claims = {.min_value = cases[i].min,
                                             .max_value = cases[i].max};
        CHECK_TEXT(trusted(&context, &claims, N_ROWS), cases[i].expected);
    }
    /* Only floats have a NaN count. */
    const struct pq_statistics nans = {.has_nan_count = true, .nan_count = 5};
    CHECK_TEXT(trusted(&(struct leaf_context){FLOAT16, 1, 0, 0, 0}, &nans, N_ROWS),
               "?..? nans 5");
    CHECK_TEXT(trusted(&(struct leaf_context){INT32, 1, 0, 0, 0}, &nans, N_ROWS), "?..?");
}

/* ---- INT96 ----------------------------------------------------------------------- */

/* Day 2440588 is 1970-01-01. */
static struct slice int96_bytes(int64_t nanos, int32_t day, uint8_t bytes[12])
{
    store_u64(bytes, (uint64_t)nanos);
    store_u32(bytes + 8, (uint32_t)day);
    return slice_of(bytes, 12);
}

static void int96(void)
{
    const int64_t hour = INT64_C(3600000000000);
    const struct {
        int order;
        int64_t min_nanos;
        int32_t min_day;
        int64_t max_nanos;
        int32_t max_day;
        const char *expected;
    } cases[] = {
        {3, 0, 2440588, hour, 2440589, "0s0..90000s0"},
        {3, 0, 2440588, hour + 1, 2440588, "0s0..3600s1"},
        /* A bound on a later day may be up to a day off. */
        {3, hour, 2440588, 2 * hour, 2440588, "0s0..7200s0"},
        {3, -hour, 2440588, -hour, 2440589, "-3600s0..86400s0"},
        {3, 0, 2440589, 0, 2440588, "?..?"},
        {3, 24 * hour, 2440588, 0, 2440599, "?..?"},
        {3, 0, 2440588, -24 * hour, 2440599, "?..?"},
        {3, 0, 2440588, 0, INT32_MAX, "?..?"},
        {3, 0, INT32_MIN, 0, 2440588, "?..?"},
        {1, 0, 2440588, 0, 2440588, "?..?"},
        {2, 0, 2440588, 0, 2440588, "?..?"},
        {0, 0, 2440588, 0, 2440588, "?..?"},
        {NONE, 0, 2440588, 0, 2440588, "?..?"},
    };
    uint8_t min[12], max[12];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct leaf_context context = {INT96, cases[i].order, 0, 0, 0};
        struct pq_statistics claims = {
            .min_value = int96_bytes(cases[i].min_nanos, cases[i].min_day, min),
            .max_value = int96_bytes(cases[i].max_nanos, cases[i].max_day, max)};
        CHECK_TEXT(trusted(&context, &claims, N_ROWS), cases[i].expected);
        claims.min = claims.min_value;
        claims.max = claims.max_value;
        claims.min_value = claims.max_value = slice_of(NULL, 0);
        CHECK_TEXT(trusted(&context, &claims, N_ROWS), "?..?");
    }
    const struct leaf_context context = {INT96, 3, 0, 0, 0};
    const struct pq_statistics one = {.min_value = int96_bytes(0, 2440588, min)};
    CHECK_TEXT(trusted(&context, &one, N_ROWS), "?..?");
    const struct pq_statistics narrow = {.min_value = slice_of(min, 8),
                                         .max_value = slice_of(min, 8)};
    CHECK_TEXT(trusted(&context, &narrow, N_ROWS), "?..?");
    /* This order is for INT96 only. */
    const struct pq_statistics ints = {.min_value = slice_of(min, 4),
                                       .max_value = slice_of(min, 4)};
    CHECK_TEXT(trusted(&(struct leaf_context){INT32, 3, 0, 0, 0}, &ints, N_ROWS), "?..?");
    CHECK_TEXT(trusted(&(struct leaf_context){INT32, 2, 0, 0, 0}, &ints, N_ROWS), "?..?");
}

/* ---- Counts and shapes ------------------------------------------------------------ */

static void null_counts(void)
{
    static const struct {
        enum leaf_kind kind;
        const char *groups;
        bool has_count, has_bounds;
        int64_t count;
        const char *expected;
    } cases[] = {
        {INT32, "", false, true, 0, "1..2"},
        {INT32, "", true, true, 0, "1..2 nulls 0"},
        {INT32, "", true, true, 99, "1..2 nulls 99"},
        {INT32, "", true, true, 101, "1..2"},
        {INT32, "", true, true, -1, "1..2"},
        {INT32, "", true, false, 100, "?..? nulls 100"},
        /* Only nulls, but bounds. */
        {INT32, "", true, true, 100, "?..?"},
        /* A required leaf has no nulls. */
        {REQUIRED_INT32, "", false, true, 0, "1..2 nulls 0"},
        {REQUIRED_INT32, "", true, true, 7, "1..2 nulls 0"},
        {REQUIRED_INT32, "", true, true, 100, "1..2 nulls 0"},
        {REQUIRED_INT32, "q", true, true, 7, "1..2 nulls 0"},
        {REQUIRED_NULLS, "", false, false, 0, "?..?"},
        {NULLS, "", true, false, 100, "?..? nulls 100"},
        /* Required and optional groups; the latter may be null. */
        {INT32, "q", true, true, 7, "1..2 nulls 7"},
        {INT32, "o", true, true, 0, "1..2"},
        {INT32, "o", true, true, 7, "1..2"},
        {INT32, "o", true, false, 100, "?..? nulls 100"},
        {REQUIRED_INT32, "o", true, true, 0, "1..2"},
        {REQUIRED_INT32, "o", false, true, 0, "1..2"},
        {REQUIRED_INT32, "oq", true, true, 0, "1..2"},
        {REQUIRED_INT32, "o", true, false, 100, "?..? nulls 100"},
        {INTERVAL, "", true, false, 3, "?..? nulls 3"},
        /* No nulls, but no bounds either: perhaps all rows are null. */
        {INT32, "", true, false, 0, "?..?"},
        {TEXT, "", true, false, 0, "?..?"},
        {INT96, "", true, false, 0, "?..?"},
        {INT32, "", true, false, 1, "?..? nulls 1"},
        {REQUIRED_INT32, "", true, false, 0, "?..? nulls 0"},
        {INTERVAL, "", true, false, 0, "?..? nulls 0"},
        {GEOMETRY, "", true, false, 0, "?..? nulls 0"},
        /* In repeated groups, entries are not rows. */
        {INT32, "r", true, true, 0, "?..?"},
        {INT32, "or", true, false, 100, "?..?"},
        {REQUIRED_INT32, "r", true, true, 0, "?..?"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct leaf_context context = {cases[i].kind, 1, 0, cases[i].groups, 0};
        struct pq_statistics claims = {.has_null_count = cases[i].has_count,
                                       .null_count = cases[i].count};
        if (cases[i].has_bounds) {
            claims.min_value = (struct slice)B("\1\0\0\0");
            claims.max_value = (struct slice)B("\2\0\0\0");
        }
        int faults = unit_test_faults;
        CHECK_TEXT(trusted(&context, &claims, N_ROWS), cases[i].expected);
        if (unit_test_faults != faults)
            fprintf(stderr, "case %zu\n", i);
    }
    /* If all values are null, empty bounds are ignored. */
    const struct pq_statistics empty = {.has_null_count = true,
                                        .null_count = N_ROWS,
                                        .min_value = B(""),
                                        .max_value = B("")};
    CHECK_TEXT(trusted(&(struct leaf_context){TEXT, 1, 0, 0, 0}, &empty, N_ROWS),
               "?..? nulls 100");
    /* Deprecated bounds contradict the count, too. */
    const struct pq_statistics old = {
        .has_null_count = true, .null_count = N_ROWS, .min = B("a")};
    CHECK_TEXT(trusted(&(struct leaf_context){TEXT, 1, 0, 0, 0}, &old, N_ROWS), "?..?");
}

/* Without bounds a null count of 0 is believed if something else shows values. */
static void values_without_bounds(void)
{
    struct built built;
    struct column_statistics statistics;
    struct pq_column_metadata chunk = {
        .num_values = 3, .has_statistics = true, .statistics = {.has_null_count = true}};
    static const struct {
        struct slice histogram; /* a list of I64 */
        bool is_believed;
    } cases[] = {
        {B("\x26\0\6"), true},    /* 0, 3 */
        {B("\x26\6\0"), false},   /* 3, 0 */
        {B("\x26\2\4"), false},   /* 1, 2 */
        {B("\x16\6"), false},     /* 3 */
        {B("\x36\0\0\6"), false}, /* 0, 0, 3 */
        {B("\x26\0"), false},     /* cut */
        {{0}, false},
    };
    build(&built, &(struct leaf_context){TEXT, 1, 0, 0, 0});
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        chunk.size.definition_histogram = cases[i].histogram;
        pq_statistics_believe(&built.rule, &chunk, 3, &statistics);
        CHECK(statistics.has_null_count == cases[i].is_believed);
    }
    static const struct pq_page_claims pages[] = {
        {.has_null_count = true, .min = B("a"), .max = B("b")},
        {.has_null_count = true, .min = B(""), .max = B("b")},
        {.has_null_count = true, .min = B(""), .max = B("")}};
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        CHECK(pq_page_claims_believe(&built.rule, &pages[i], 3, &statistics));
        CHECK(statistics.has_null_count == (i < 2));
    }
    pq_file_metadata_release(&built.metadata);
    const struct pq_statistics nans = {
        .has_null_count = true, .has_nan_count = true, .nan_count = N_ROWS};
    CHECK_TEXT(trusted(&(struct leaf_context){DOUBLE, 1, 0, 0, 0}, &nans, N_ROWS),
               "?..? nulls 0 nans 100");
}

static void statistics_must_count_the_rows_of_the_chunk(void)
{
    const struct pq_statistics claims = {.min_value = B("\1\0\0\0"),
                                         .max_value = B("\2\0\0\0"),
                                         .has_null_count = true,
                                         .null_count = 5};
    const struct leaf_context context = {INT32, 1, 0, 0, 0};
    CHECK_TEXT(trusted(&context, &claims, N_ROWS), "1..2 nulls 5");
    CHECK_TEXT(trusted(&context, &claims, N_ROWS - 1), "?..?");
    CHECK_TEXT(trusted(&context, &claims, N_ROWS + 1), "?..?");
    CHECK_TEXT(trusted(&context, &claims, -N_ROWS), "?..?");
    CHECK_TEXT(trusted(&(struct leaf_context){REQUIRED_INT32, 1, 0, 0, 0}, &claims, 5),
               "?..? nulls 0");
}

static void without_statistics_or_rows_nothing_is_known(void)
{
    struct built built;
    struct column_statistics statistics;
    struct pq_column_metadata chunk = {.num_values = 0, .has_statistics = true};
    build(&built, &(struct leaf_context){INT32, 1, 0, 0, 0});
    chunk.statistics = (struct pq_statistics){
        .min_value = B("\1\0\0\0"), .max_value = B("\2\0\0\0"), .has_null_count = true};
    pq_statistics_believe(&built.rule, &chunk, 0, &statistics);
    CHECK(statistics.n_rows == 0);
    CHECK_TEXT(statistics_text(&built, &statistics), "?..?");
    chunk.statistics.has_null_count = false;
    pq_statistics_believe(&built.rule, &chunk, 0, &statistics);
    CHECK_TEXT(statistics_text(&built, &statistics), "?..?");
    chunk.num_values = 5;
    chunk.has_statistics = false;
    pq_statistics_believe(&built.rule, &chunk, 5, &statistics);
    CHECK(statistics.n_rows == 5);
    CHECK_TEXT(statistics_text(&built, &statistics), "?..?");
    pq_file_metadata_release(&built.metadata);
}

static void unused_statistics_have_a_reason(void)
{
    const uint8_t nan[4] = {0, 0, 0xc0, 0x7f};
    const struct slice none = {NULL, 0}, one = B("\1\0\0\0"), two = B("\2\0\0\0"),
                       a = B("a"), b = B("b"), empty = B(""), ff = B("\xff"),
                       not_a_number = slice_of(nan, 4);
    const struct {
        struct leaf_context context;
        struct slice min_value, max_value, min, max;
        bool is_cut;
        int64_t nulls, nans; /* NONE: not counted */
        enum keep_reason reason;
    } cases[] = {
        {{INT32, 1, 0, 0, 0}, one, two, none, none, 0, 5, NONE, KEEP_NONE},
        {{INT32, 1, 0, 0, 0}, none, none, none, none, 0, N_ROWS, NONE, KEEP_NONE},
        {{INT32, 1, 0, 0, 0}, none, none, none, none, 0, 5, NONE, KEEP_NO_BOUNDS},
        {{INT32, 1, 0, 0, 0}, one, none, none, none, 0, 5, NONE, KEEP_NO_BOUNDS},
        {{INT32, 1, 0, 0, 0}, one, two, none, none, 0, N_ROWS, NONE, KEEP_COUNTS},
        {{INT32, 1, 0, 0, 0}, two, one, none, none, 0, 5, NONE, KEEP_REVERSED},
        {{INT32, 1, 0, 0, 0}, a, b, none, none, 0, 5, NONE, KEEP_BAD_BOUND},
        {{INT32, 1, 0, "r", 0}, one, two, none, none, 0, 5, NONE, KEEP_NESTED},
        {{TEXT, NONE, 0, 0, 0}, a, b, none, none, 0, 5, NONE, KEEP_NO_COLUMN_ORDER},
        {{TEXT, 1, 0, 0, 1}, a, b, none, none, 0, 5, NONE, KEEP_NO_COLUMN_ORDER},
        {{TEXT, 0, 0, 0, 0}, a, b, none, none, 0, 5, NONE, KEEP_COLUMN_ORDER},
        {{TEXT, 2, 0, 0, 0}, a, b, none, none, 0, 5, NONE, KEEP_COLUMN_ORDER},
        {{TEXT, NONE, 0, 0, 0}, none, none, a, b, 0, 5, NONE, KEEP_DEPRECATED},
        {{TEXT, NONE, 0, 0, 0}, a, b, a, b, 0, 5, NONE, KEEP_DEPRECATED},
        {{TEXT, 1, 0, 0, 0}, a, ff, none, none, 0, 5, NONE, KEEP_TRUNCATED},
        {{TEXT, 1, 0, 0, 0}, empty, empty, none, none, 0, 5, NONE, KEEP_EMPTY_BOUND},
        {{DECIMAL32, 1, 0, 0, 0}, one, two, none, none, 1, 5, NONE, KEEP_TRUNCATED},
        {{FLOAT, 1, 0, 0, 0}, one, not_a_number, none, none, 0, 5, NONE, KEEP_NAN_BOUND},
        {{FLOAT, 2, 0, 0, 0}, one, two, none, none, 0, 5, NONE, KEEP_NO_NAN_COUNT},
        {{FLOAT, 2, 0, 0, 0}, one, two, none, none, 0, 5, 0, KEEP_NONE},
        {{FLOAT, 1, 0, 0, 0}, one, two, none, none, 0, 5, N_ROWS - 5, KEEP_COUNTS},
        {{FLOAT, 1, "parquet-cpp version 1.0.0", 0, 0},
         one,
         two,
         none,
         none,
         0,
         5,
         NONE,
         KEEP_WRITER},
        {{INTERVAL, 1, 0, 0, 0}, one, two, none, none, 0, 5, NONE, KEEP_NO_ORDER},
        {{GEOMETRY, 1, 0, 0, 0}, none, none, none, none, 0, 5, NONE, KEEP_NO_ORDER},
        {{CONTRADICTORY, 1, 0, 0, 0}, one, two, none, none, 0, 5, NONE, KEEP_ANNOTATIONS},
        {{UNKNOWN_LOGICAL, 1, 0, 0, 0},
         one,
         two,
         none,
         none,
         0,
         5,
         NONE,
         KEEP_ANNOTATIONS},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct pq_statistics claims = {.min_value = cases[i].min_value,
                                             .max_value = cases[i].max_value,
                                             .min = cases[i].min,
                                             .max = cases[i].max,
                                             .min_is_exact = cases[i].is_cut ? 0 : -1,
                                             .max_is_exact = -1,
                                             .has_null_count = true,
                                             .null_count = cases[i].nulls,
                                             .has_nan_count = cases[i].nans != NONE,
                                             .nan_count = cases[i].nans};
        (void)trusted(&cases[i].context, &claims, N_ROWS);
        CHECK_TEXT(keep_reason_text(last_keep_reason), keep_reason_text(cases[i].reason));
        if (last_keep_reason != cases[i].reason)
            fprintf(stderr, "case %zu\n", i);
        (void)trusted(&cases[i].context, &claims, N_ROWS + 1);
        CHECK(last_keep_reason ==
              (cases[i].reason == KEEP_NESTED ? KEEP_NESTED : KEEP_VALUE_COUNT));
    }
}

int main(void)
{
    RUN(unused_statistics_have_a_reason);
    RUN(bounds_of_types);
    RUN(types_without_bounds);
    RUN(floats);
    RUN(float16);
    RUN(int96);
    RUN(null_counts);
    RUN(values_without_bounds);
    RUN(statistics_must_count_the_rows_of_the_chunk);
    RUN(without_statistics_or_rows_nothing_is_known);
    return unit_test_done();
}
