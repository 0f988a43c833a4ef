/*
 * test_statistics_writers.c - what is believed of a chunk's statistics, by column order
 * and by the writer, whose versions had faults of their own.
 */
#include "unit_statistics.h"

/* ---- Which fields, by which writer ------------------------------------------------ */

struct writer_case {
    struct situation situation;
    struct slice min, max, min_value, max_value;
    const char *expected;
};

#define OLD(min, max) B(min), B(max), ABSENT, ABSENT
#define NEW(min, max) ABSENT, ABSENT, B(min), B(max)
#define MR "parquet-mr version "
#define CPP "parquet-cpp version "

static void check_writers(const struct writer_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct pq_statistics claims = {.min = cases[i].min,
                                             .max = cases[i].max,
                                             .min_value = cases[i].min_value,
                                             .max_value = cases[i].max_value,
                                             .min_is_exact = -1,
                                             .max_is_exact = -1};
        int faults = unit_test_faults;
        CHECK_TEXT(believe(&cases[i].situation, &claims, N_ROWS), cases[i].expected);
        if (unit_test_faults != faults)
            fprintf(stderr, "case %zu\n", i);
    }
}

static void column_orders(void)
{
    static const struct writer_case cases[] = {
        {{TEXT, 1, 0, 0, 0}, NEW("a", "b"), "a..b"},
        {{TEXT, NONE, 0, 0, 0}, NEW("a", "b"), "?..?"},
        {{TEXT, 0, 0, 0, 0}, NEW("a", "b"), "?..?"},
        {{TEXT, 2, 0, 0, 0}, NEW("a", "b"), "?..?"},
        {{TEXT, 1, 0, 0, 1}, NEW("a", "b"), "?..?"}, /* a list too long */
        {{INT32, 1, 0, 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "1..2"},
        {{INT32, NONE, 0, 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "?..?"},
        {{INT32, 1, 0, 0, 1}, NEW("\1\0\0\0", "\2\0\0\0"), "?..?"},
        /* min_value goes before min. */
        {{INT32, 1, 0, 0, 0},
         B("\3\0\0\0"),
         B("\4\0\0\0"),
         B("\1\0\0\0"),
         B("\2\0\0\0"),
         "1..2"},
        {{INT32, NONE, 0, 0, 0},
         B("\3\0\0\0"),
         B("\4\0\0\0"),
         B("\1\0\0\0"),
         B("\2\0\0\0"),
         "3..4"},
        /* Which does not become right by being the only one. */
        {{INT32, 0, 0, 0, 0}, OLD("\1\0\0\0", "\2\0\0\0"), "?..?"},
        {{FLOAT, 2, 0, 0, 0}, OLD("\0\0\0\0", "\0\0\0\0"), "?..?"},
    };
    check_writers(cases, COUNT_OF(cases));
}

static void deprecated_bounds(void)
{
    static const struct writer_case cases[] = {
        {{BOOLEAN, NONE, 0, 0, 0}, OLD("\0", "\1"), "0..1"},
        {{INT32, NONE, 0, 0, 0}, OLD("\xff\xff\xff\xff", "\2\0\0\0"), "-1..2"},
        {{INT32, 1, 0, 0, 0}, OLD("\xff\xff\xff\xff", "\2\0\0\0"), "-1..2"},
        {{INT32, 1, 0, 0, 1}, OLD("\xff\xff\xff\xff", "\2\0\0\0"), "-1..2"},
        {{INT32, NONE, 0, 0, 0}, ABSENT, B("\2\0\0\0"), ABSENT, ABSENT, "?..2"},
        {{INT32, NONE, "", 0, 0}, OLD("\1\0\0\0", "\2\0\0\0"), "1..2"},
        {{DATE, NONE, 0, 0, 0}, OLD("\1\0\0\0", "\2\0\0\0"), "1..2"},
        {{FLOAT, NONE, 0, 0, 0}, OLD("\0\0\0\0", "\0\0\x80\x3f"), "-0..1"},
        {{DECIMAL32, NONE, 0, 0, 0}, OLD("\1\0\0\0", "\2\0\0\0"), "1..2"},
        /* Signed comparison is not the order of these. */
        {{UINT32, NONE, 0, 0, 0}, OLD("\1\0\0\0", "\2\0\0\0"), "?..?"},
        {{UINT32, NONE, 0, 0, 0}, OLD("\1\0\0\0", "\1\0\0\0"), "1..1"},
        {{UINT32, NONE, 0, 0, 0}, B("\1\0\0\0"), ABSENT, ABSENT, ABSENT, "?..?"},
        {{TEXT, NONE, 0, 0, 0}, OLD("a", "b"), "?..?"},
        {{TEXT, 1, 0, 0, 0}, OLD("a", "b"), "?..?"},
        {{TEXT, NONE, 0, 0, 0}, OLD("a", "a"), "a..a"},
        {{TEXT, NONE, 0, 0, 0}, OLD("a", "aa"), "?..?"},
        {{UUID, NONE, 0, 0, 0}, OLD("AAAAAAAAAAAAAAAA", "BAAAAAAAAAAAAAAA"), "?..?"},
        {{DECIMAL_FIXED_5, NONE, 0, 0, 0}, OLD("\0\0\0\0\1", "\0\0\0\0\2"), "?..?"},
        {{DECIMAL_FIXED_5, NONE, 0, 0, 0}, OLD("\0\0\0\0\1", "\0\0\0\0\1"), "1..1"},
        {{DECIMAL_BINARY, NONE, 0, 0, 0}, OLD("\1", "\2"), "?..?"},
        {{FLOAT16, NONE, 0, 0, 0}, OLD("\0\x3c", "\0\x40"), "?..?"},
    };
    check_writers(cases, COUNT_OF(cases));
}

static void spoilt_binary_bounds(void)
{
    static const struct {
        const char *created_by;
        bool is_believed;
    } writers[] = {
        {MR "1.8.0 (build 5)", true},
        {MR "1.10.1", true},
        {MR "1.7.9", false},
        {MR "1.8.0rc2-SNAPSHOT", false},
        {MR "1.8.0-SNAPSHOT (build 5)", false},
        {MR "1.5.0", false},
        {MR "1.5.0-cdh5.5.0", true},
        {MR "1.5.0-cdh5.6.1-SNAPSHOT", true},
        {MR "1.5.0-cdh5.10.0", true},
        {MR "1.5.0-cdh6.0.0", true},
        {MR "1.5.0-cdh5.4.9", false},
        {MR "1.5.0-cdh4.9.9", false},
        {MR "1.5.0-abc", false},
        {MR "1.4.0-cdh5.5.0", false},
        {MR "1.8", false},
        {"parquet-mr", false},
        {"", false},
        {"nonsense", false},
        {"impala version 1.0.0", true},
        {"parquet-mr2 version 1.0.0", true},
    };
    for (size_t i = 0; i < COUNT_OF(writers); i++) {
        const struct writer_case cases[] = {
            {{TEXT, NONE, writers[i].created_by, 0, 0},
             OLD("a", "a"),
             writers[i].is_believed ? "a..a" : "?..?"},
            {{DECIMAL_FIXED_5, 1, writers[i].created_by, 0, 0},
             OLD("\0\0\0\0\1", "\0\0\0\0\1"),
             writers[i].is_believed ? "1..1" : "?..?"},
            /* Numbers are not concerned. */
            {{INT32, NONE, writers[i].created_by, 0, 0},
             OLD("\1\0\0\0", "\2\0\0\0"),
             "1..2"},
        };
        check_writers(cases, COUNT_OF(cases));
    }
}

static void signed_comparison_of_everything(void)
{
    static const struct {
        const char *created_by;
        bool is_believed;
    } writers[] = {
        {MR "1.10.0", true},
        {MR "1.9.9", false},
        {MR "1.10.0-SNAPSHOT", false},
        {"parquet-mr", false},
        {CPP "1.3.0", true},
        {CPP "1.2.9", false},
        {CPP "1.3.0rc1", false},
        {"parquet-cpp", false},
        {"parquet-cpp-arrow version 1.0.0", true},
        {"", true},
    };
    for (size_t i = 0; i < COUNT_OF(writers); i++) {
        const char *by = writers[i].created_by;
        const struct writer_case cases[] = {
            {{TEXT, 1, by, 0, 0},
             NEW("a", "b"),
             writers[i].is_believed ? "a..b" : "?..?"},
            {{UINT32, 1, by, 0, 0},
             NEW("\1\0\0\0", "\2\0\0\0"),
             writers[i].is_believed ? "1..2" : "?..?"},
            {{DECIMAL_BINARY, 1, by, 0, 0},
             NEW("\1", "A"),
             writers[i].is_believed ? "<01>..A" : "?..?"},
            {{TEXT, 1, by, 0, 0}, NEW("a", "a"), "a..a"},
            {{INT32, 1, by, 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "1..2"},
            {{DECIMAL32, 1, by, 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "1..2"},
        };
        check_writers(cases, COUNT_OF(cases));
    }
}

static void floats_compared_with_nan(void)
{
    static const struct writer_case cases[] = {
        {{FLOAT, 1, CPP "1.3.9", 0, 0}, NEW("\0\0\0\0", "\0\0\x80\x3f"), "?..?"},
        {{FLOAT, 1, CPP "1.4.0", 0, 0}, NEW("\0\0\0\0", "\0\0\x80\x3f"), "-0..1"},
        {{FLOAT, NONE, CPP "1.3.9", 0, 0}, OLD("\0\0\0\0", "\0\0\x80\x3f"), "?..?"},
        {{FLOAT, NONE, CPP "1.4.0", 0, 0}, OLD("\0\0\0\0", "\0\0\x80\x3f"), "-0..1"},
        {{INT32, 1, CPP "1.3.9", 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "1..2"},
    };
    check_writers(cases, COUNT_OF(cases));
}

static void times_in_another_zone(void)
{
    static const struct writer_case cases[] = {
        {{DATE, NONE, "Parquet.Net version 4.25.0 (build 6)", 0, 0},
         OLD("\1\0\0\0", "\2\0\0\0"),
         "?..?"},
        {{TIMESTAMP, 1, "Parquet.Net version 4.25.0 (build 6)", 0, 0},
         NEW("\1\0\0\0\0\0\0\0", "\2\0\0\0\0\0\0\0"),
         "?..?"},
        {{INT32, NONE, "Parquet.Net version 4.25.0 (build 6)", 0, 0},
         OLD("\1\0\0\0", "\2\0\0\0"),
         "1..2"},
    };
    check_writers(cases, COUNT_OF(cases));
}

static void cut_decimals(void)
{
    const struct situation situation = {DECIMAL_BINARY, 1, 0, 0, 0};
    struct pq_statistics claims = {
        .min_value = B("\1"), .max_value = B("\2"), .min_is_exact = 1, .max_is_exact = 1};
    CHECK_TEXT(believe(&situation, &claims, N_ROWS), "<01>..<02>");
    claims.min_is_exact = 0;
    CHECK_TEXT(believe(&situation, &claims, N_ROWS), "?..?");
    claims.min_is_exact = 1;
    claims.max_is_exact = 0;
    CHECK_TEXT(believe(&situation, &claims, N_ROWS), "?..?");
    const struct situation text = {TEXT, 1, 0, 0, 0};
    CHECK_TEXT(believe(&text, &claims, N_ROWS), "<01>..<02>");
}

int main(void)
{
    RUN(column_orders);
    RUN(deprecated_bounds);
    RUN(spoilt_binary_bounds);
    RUN(signed_comparison_of_everything);
    RUN(floats_compared_with_nan);
    RUN(times_in_another_zone);
    RUN(cut_decimals);
    return unit_test_done();
}
