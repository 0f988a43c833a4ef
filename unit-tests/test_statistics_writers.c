/* SPDX-License-Identifier: MIT */
/*
 * test_statistics_writers.c - which statistics of a chunk are used, by column order and
 * by version of the writer.
 */
#include "unit_statistics.h"

/* ---- Cases --------------------------------------------------------------------------
 */

struct writer_case {
    struct leaf_context context;
    struct slice min, max, min_value, max_value;
    const char *expected;
};

#define OLD(min, max) B(min), B(max), ABSENT, ABSENT
#define NEW(min, max) ABSENT, ABSENT, B(min), B(max)
#define MR "parquet-mr version "
#define CPP "parquet-cpp version "

static void check_chunks(const struct writer_case *cases, size_t n, bool has_dictionary)
{
    for (size_t i = 0; i < n; i++) {
        const struct pq_statistics claims = {.min = cases[i].min,
                                             .max = cases[i].max,
                                             .min_value = cases[i].min_value,
                                             .max_value = cases[i].max_value,
                                             .min_is_exact = -1,
                                             .max_is_exact = -1};
        int faults = unit_test_faults;
        CHECK_TEXT(trusted_of_chunk(&cases[i].context, &claims, N_ROWS, has_dictionary),
                   cases[i].expected);
        if (unit_test_faults != faults)
            fprintf(stderr, "case %zu\n", i);
    }
}

static void check_writers(const struct writer_case *cases, size_t n)
{
    check_chunks(cases, n, false);
}

static void column_orders(void)
{
    static const struct writer_case cases[] = {
        {{TEXT, 1, 0, 0, 0}, NEW("a", "b"), "a..b"},
        {{TEXT, NONE, 0, 0, 0}, NEW("a", "b"), "?..?"},
        {{TEXT, 0, 0, 0, 0}, NEW("a", "b"), "?..?"},
        {{TEXT, 2, 0, 0, 0}, NEW("a", "b"), "?..?"},
        {{TEXT, 1, 0, 0, 1}, NEW("a", "b"), "?..?"}, /* column_orders is too long */
        {{INT32, 1, 0, 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "1..2"},
        {{INT32, NONE, 0, 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "?..?"},
        {{INT32, 1, 0, 0, 1}, NEW("\1\0\0\0", "\2\0\0\0"), "?..?"},
        /* min_value takes precedence over min. */
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
        /* Deprecated bounds are not used in another order, even alone. */
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
        {{TIMESTAMP, NONE, 0, 0, 0}, OLD("\1\0\0\0\0\0\0\0", "\2\0\0\0\0\0\0\0"), "1..2"},
        {{FLOAT, NONE, 0, 0, 0}, OLD("\0\0\0\0", "\0\0\x80\x3f"), "-0..1"},
        {{DECIMAL32, NONE, 0, 0, 0}, OLD("\1\0\0\0", "\2\0\0\0"), "1..2"},
        /* These are not ordered by signed comparison. */
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

static void writers_with_wrong_binary_bounds(void)
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
            /* Numbers are right. */
            {{INT32, NONE, writers[i].created_by, 0, 0},
             OLD("\1\0\0\0", "\2\0\0\0"),
             "1..2"},
        };
        check_writers(cases, COUNT_OF(cases));
    }
}

static void writers_that_compare_all_types_as_signed(void)
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
             strcmp(by, MR "1.10.0") == 0 || by[0] == 0 ||
                     strncmp(by, "parquet-cpp-arrow", 17) == 0
                 ? "<01>..A"
                 : "?..?"},
            {{TEXT, 1, by, 0, 0}, NEW("a", "a"), "a..a"},
            {{INT32, 1, by, 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "1..2"},
            {{DECIMAL32, 1, by, 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "1..2"},
        };
        check_writers(cases, COUNT_OF(cases));
    }
}

static void writers_that_compare_floats_with_nan(void)
{
    static const struct writer_case cases[] = {
        {{FLOAT, 1, CPP "1.3.9", 0, 0}, NEW("\0\0\0\0", "\0\0\x80\x3f"), "?..?"},
        {{FLOAT, 1, CPP "1.4.0", 0, 0}, NEW("\0\0\0\0", "\0\0\x80\x3f"), "-0..1"},
        {{FLOAT, NONE, CPP "1.3.9", 0, 0}, OLD("\0\0\0\0", "\0\0\x80\x3f"), "?..?"},
        {{FLOAT, NONE, CPP "1.4.0", 0, 0}, OLD("\0\0\0\0", "\0\0\x80\x3f"), "-0..1"},
        {{INT32, 1, CPP "1.3.9", 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "1..2"},
        /* A zero may stand for a number near it. */
        {{FLOAT, 1, CPP "1.5.1-SNAPSHOT", 0, 0}, NEW("\0\0\0\0", "\0\0\x80\x3f"), "?..1"},
        {{FLOAT, NONE, CPP "1.5.1-SNAPSHOT", 0, 0},
         OLD("\0\0\x80\xbf", "\0\0\0\x80"),
         "-1..?"},
        {{FLOAT, 1, CPP "1.5.1-SNAPSHOT", 0, 0},
         NEW("\0\0\x80\xbf", "\0\0\x80\x3f"),
         "-1..1"},
        {{INT32, 1, CPP "1.5.1-SNAPSHOT", 0, 0}, NEW("\0\0\0\0", "\2\0\0\0"), "0..2"},
    };
    check_writers(cases, COUNT_OF(cases));
}

static void writers_with_wrong_bounds_of_times(void)
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

static void truncated_decimals_are_no_bounds(void)
{
    const struct leaf_context context = {DECIMAL_BINARY, 1, 0, 0, 0};
    struct pq_statistics claims = {
        .min_value = B("\1"), .max_value = B("\2"), .min_is_exact = 1, .max_is_exact = 1};
    CHECK_TEXT(trusted(&context, &claims, N_ROWS), "<01>..<02>");
    claims.min_is_exact = 0;
    CHECK_TEXT(trusted(&context, &claims, N_ROWS), "?..?");
    claims.min_is_exact = 1;
    claims.max_is_exact = 0;
    CHECK_TEXT(trusted(&context, &claims, N_ROWS), "?..?");
    const struct leaf_context text = {TEXT, 1, 0, 0, 0};
    CHECK_TEXT(trusted(&text, &claims, N_ROWS), "<01>..<02>");
}

#define ARROW "parquet-cpp-arrow version "
#define POLARS "Polars (python) version "
#define ARROW2 "Arrow2 - Native Rust implementation of Arrow"
#define SEGMENT "github.com/segmentio/parquet-go version 0.0.0(build 5337127538e5)"

static void writers_that_compare_decimals_in_another_way(void)
{
    static const struct writer_case cases[] = {
        {{DECIMAL_FIXED_5, 1, CPP "1.5.1-SNAPSHOT", 0, 0},
         NEW("\0\0\0\0\1", "\0\0\0\0\2"),
         "?..?"},
        {{DECIMAL_FIXED_5, 1, CPP "1.5.1-SNAPSHOT", 0, 0},
         NEW("\0\0\0\0\1", "\0\0\0\0\1"),
         "?..?"},
        {{DECIMAL_BINARY, 1, CPP "1.5.1-SNAPSHOT", 0, 0}, NEW("\1", "A"), "?..?"},
        {{DECIMAL32, 1, CPP "1.5.1-SNAPSHOT", 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "1..2"},
        {{TEXT, 1, CPP "1.5.1-SNAPSHOT", 0, 0}, NEW("a", "b"), "a..b"},
        {{DECIMAL_BINARY, 1, ARROW "4.0.0", 0, 0}, NEW("\1", "A"), "<01>..A"},
        {{DECIMAL_BINARY, 1, POLARS "2.1.0", 0, 0}, NEW("\1", "A"), "?..?"},
        {{DECIMAL_BINARY, 1, "parquet-rs version 56.0.0", 0, 0}, NEW("\1", "A"), "?..?"},
        {{DECIMAL_FIXED_5, 1, "parquet-rs version 56.0.0", 0, 0},
         NEW("\0\0\0\0A", "\0\0\0\0B"),
         "65..66"},
        {{DECIMAL32, 1, "hyparquet", 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "?..?"},
        {{INT32, 1, "hyparquet", 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "1..2"},
        {{DECIMAL_BINARY, 1, "hyparquet", 0, 0}, NEW("\1", "A"), "?..?"},
    };
    check_writers(cases, COUNT_OF(cases));
}

static void writers_with_wrong_bounds_of_all_types(void)
{
    static const struct writer_case cases[] = {
        {{TEXT, 1, "Polars", 0, 0}, NEW("a", "b"), "?..?"},
        {{TEXT, 1, POLARS "2.0.0", 0, 0}, NEW("a", "a"), "?..?"},
        {{UINT32, 1, POLARS "2.0.0", 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "?..?"},
        {{INT32, 1, POLARS "2.0.0", 0, 0}, OLD("\1\0\0\0", "\2\0\0\0"), "?..?"},
        {{FLOAT, 1, POLARS "2.0.0", 0, 0}, NEW("\0\0\0\0", "\0\0\x80\x3f"), "?..?"},
        {{FLOAT, 1, POLARS "2.1.0", 0, 0}, NEW("\0\0\0\0", "\0\0\x80\x3f"), "-0..1"},
        {{TEXT, 1, POLARS "2.1.0", 0, 0}, NEW("a", "b"), "a..b"},
    };
    check_writers(cases, COUNT_OF(cases));
}

static void writers_that_truncate_maxima(void)
{
    static const struct writer_case cases[] = {
        {{TEXT, 1, SEGMENT, 0, 0}, NEW("a", "b"), "a..?"},
        {{TEXT, 1, "hyparquet", 0, 0}, NEW("a", "b"), "a..?"},
        {{UUID, 1, SEGMENT, 0, 0},
         NEW("AAAAAAAAAAAAAAAA", "BAAAAAAAAAAAAAAA"),
         "AAAAAAAAAAAAAAAA..?"},
        {{INT32, 1, SEGMENT, 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "1..2"},
        {{FLOAT, 1, SEGMENT, 0, 0}, NEW("\0\0\0\0", "\0\0\x80\x3f"), "?..?"},
        {{TEXT, 1, "github.com/parquet-go/parquet-go version 0.25.1(build )", 0, 0},
         NEW("a", "b"),
         "a..b"},
        /* Of any writer, such a maximum may be truncated: it cannot be incremented. */
        {{TEXT, 1, 0, 0, 0}, NEW("a", "\xff\xff"), "a..?"},
        {{TEXT, 1, 0, 0, 0}, NEW("a", "\xff\xfe"), "a..<ff><fe>"},
    };
    check_writers(cases, COUNT_OF(cases));
}

static void writers_with_bounds_of_the_first_batch_only(void)
{
    static const struct writer_case cases[] = {
        {{TEXT, 1, ARROW "10.0.1", 0, 0}, NEW("a", "b"), "?..?"},
        {{TEXT, 1, ARROW "10.0.1", 0, 0}, NEW("a", "a"), "?..?"},
        {{TEXT, 1, ARROW "4.0.1", 0, 0}, NEW("a", "b"), "a..b"},
        {{TEXT, 1, ARROW "12.0.0", 0, 0}, NEW("a", "b"), "a..b"},
        {{INT32, 1, ARROW "10.0.1", 0, 0}, NEW("\1\0\0\0", "\2\0\0\0"), "1..2"},
    };
    check_chunks(cases, COUNT_OF(cases), true);
    const struct writer_case plain = {
        {TEXT, 1, ARROW "10.0.1", 0, 0}, NEW("a", "b"), "a..b"};
    check_chunks(&plain, 1, false);
}

static void writers_with_wrong_null_counts(void)
{
    static const struct {
        struct leaf_context context;
        bool has_dictionary;
        int64_t count;
        const char *expected;
    } cases[] = {
        {{TEXT, 1, ARROW "3.0.0", 0, 0}, true, 0, "?..?"},
        {{TEXT, 1, ARROW "3.0.0", 0, 0}, true, 7, "?..?"},
        {{TEXT, 1, ARROW "3.0.0", 0, 0}, true, 100, "?..? nulls 100"},
        {{TEXT, 1, ARROW "3.0.0", 0, 0}, false, 0, "?..? nulls 0"},
        {{TEXT, 1, ARROW "11.0.0", 0, 0}, true, 0, "?..?"},
        {{TEXT, 1, ARROW "12.0.0", 0, 0}, true, 0, "?..? nulls 0"},
        {{TEXT, 1, CPP "1.5.1-SNAPSHOT", 0, 0}, true, 0, "?..?"},
        {{INT32, 1, ARROW "3.0.0", 0, 0}, true, 0, "?..? nulls 0"},
        {{TEXT, 1, ARROW2, 0, 0}, false, 0, "?..?"},
        {{TEXT, 1, ARROW2, 0, 0}, false, 100, "?..?"},
        {{INT32, 1, "parquet-go", 0, 0}, true, 0, "?..?"},
        {{INT32, 1, "parquet-go version 18.0.0", 0, 0}, false, 0, "?..? nulls 0"},
        {{INT32, 1, "cudf version 21.10.00", 0, 0}, false, 0, "?..?"},
        {{TEXT, 1, POLARS "2.1.0", 0, 0}, false, 0, "?..? nulls 0"},
        {{TEXT, 1, POLARS "2.1.0", 0, 0}, true, 0, "?..? nulls 0"},
        {{TEXT, 1, POLARS "2.1.0", 0, 0}, false, 7, "?..?"},
        {{TEXT, 1, POLARS "2.1.0", 0, 0}, false, 100, "?..?"},
        {{TEXT, 1, POLARS "2.0.0", 0, 0}, false, 0, "?..?"},
        {{TEXT, 1, POLARS "2.0.0", 0, 0}, false, 100, "?..?"},
        {{REQUIRED_INT32, 1, ARROW2, 0, 0}, false, 100, "?..? nulls 0"},
        {{REQUIRED_INT32, 1, POLARS "2.0.0", 0, 0}, false, 100, "?..? nulls 0"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct pq_statistics claims = {.has_null_count = true,
                                       .null_count = cases[i].count};
        if (claims.null_count == 0) /* a bound that shows values, but is not used */
            claims.min = (struct slice)B("x");
        int faults = unit_test_faults;
        CHECK_TEXT(
            trusted_of_chunk(&cases[i].context, &claims, N_ROWS, cases[i].has_dictionary),
            cases[i].expected);
        if (unit_test_faults != faults)
            fprintf(stderr, "case %zu\n", i);
    }
}

int main(void)
{
    RUN(writers_that_compare_decimals_in_another_way);
    RUN(writers_with_wrong_bounds_of_all_types);
    RUN(writers_that_truncate_maxima);
    RUN(writers_with_bounds_of_the_first_batch_only);
    RUN(writers_with_wrong_null_counts);
    RUN(column_orders);
    RUN(deprecated_bounds);
    RUN(writers_with_wrong_binary_bounds);
    RUN(writers_that_compare_all_types_as_signed);
    RUN(writers_that_compare_floats_with_nan);
    RUN(writers_with_wrong_bounds_of_times);
    RUN(truncated_decimals_are_no_bounds);
    return unit_test_done();
}
