/* SPDX-License-Identifier: MIT */
/*
 * test_iceberg_values.c - bounds and partition values of Iceberg's metadata as values of
 * columns, also of promoted ones, and the statistics that are made of them
 * (iceberg_values.h)
 */
#include "lake/iceberg/iceberg_values.h"

#include <math.h>

#include "unit_bytes.h"
#include "unit_test.h"

static const struct column boolean = {.type = COLUMN_BOOLEAN};
static const struct column int32 = {.type = COLUMN_INTEGER, .bits = 32};
static const struct column int64 = {.type = COLUMN_INTEGER, .bits = 64};
static const struct column real32 = {
    .type = COLUMN_REAL, .kind = VECTOR_DOUBLE, .bits = 32};
static const struct column real64 = {
    .type = COLUMN_REAL, .kind = VECTOR_DOUBLE, .bits = 64};
static const struct column date = {.type = COLUMN_DATE};
static const struct column time_of_day = {.type = COLUMN_TIME, .unit = UNIT_MICROS};
static const struct column micros = {.type = COLUMN_TIMESTAMP, .unit = UNIT_MICROS};
static const struct column nanos = {.type = COLUMN_TIMESTAMP, .unit = UNIT_NANOS};
static const struct column small_decimal = {
    .type = COLUMN_DECIMAL, .precision = 9, .scale = 2};
static const struct column large_decimal = {
    .type = COLUMN_DECIMAL, .kind = VECTOR_BYTES, .precision = 30, .scale = 2};
static const struct column text = {.type = COLUMN_TEXT, .kind = VECTOR_BYTES};
static const struct column blob = {.type = COLUMN_BLOB, .kind = VECTOR_BYTES};
static const struct column uuid = {.type = COLUMN_UUID, .kind = VECTOR_BYTES};
static const struct column nested = {.type = COLUMN_NESTED, .kind = VECTOR_BYTES};

#define BYTES(literal) slice_of(literal, sizeof(literal) - 1)

static bool is_int64(const struct column *column, struct slice bytes, int64_t expected)
{
    union column_value value;
    uint8_t *copy = exact_copy(bytes.data, bytes.size);
    bool is_it = iceberg_value_read(column, slice_of(copy, bytes.size), &value) &&
                 value.int64 == expected;
    free(copy);
    return is_it;
}

static bool is_none(const struct column *column, struct slice bytes)
{
    union column_value value;
    uint8_t *copy = exact_copy(bytes.data, bytes.size);
    bool is_read = iceberg_value_read(column, slice_of(copy, bytes.size), &value);
    free(copy);
    return !is_read;
}

static void integers(void)
{
    CHECK(is_int64(&boolean, BYTES("\0"), 0) && is_int64(&boolean, BYTES("\1"), 1));
    CHECK(is_int64(&int32, BYTES("\xfe\xff\xff\xff"), -2));
    CHECK(is_int64(&int32, BYTES("\1\0\0\0\0\0\0\0"), 1));
    CHECK(is_int64(&int64, BYTES("\xff\xff\xff\xff\xff\xff\xff\x7f"), INT64_MAX));
    CHECK(is_int64(&int64, BYTES("\xfe\xff\xff\xff"), -2)); /* once an int */
    CHECK(is_int64(&date, BYTES("\1\0\0\0"), 1));
    CHECK(is_int64(&time_of_day, BYTES("\1\1\0\0\0\0\0\0"), 257));
    CHECK(is_none(&boolean, BYTES("")) && is_none(&boolean, BYTES("\0\0")));
    CHECK(is_none(&int32, BYTES("\0\0\0\0\1\0\0\0")) && is_none(&int32, BYTES("\0\0\0")));
    CHECK(is_none(&int64, BYTES("")) && is_none(&date, BYTES("\1\0\0")));
    CHECK(is_none(&time_of_day, BYTES("\1\0\0\0")));
}

static void timestamps_that_were_dates(void)
{
    CHECK(is_int64(&micros, BYTES("\1\1\0\0\0\0\0\0"), 257));
    CHECK(is_int64(&micros, BYTES("\xff\xff\xff\xff"), -INT64_C(86400000000)));
    CHECK(is_int64(&nanos, BYTES("\2\0\0\0"), 2 * INT64_C(86400000000000)));
    CHECK(is_none(&nanos, BYTES("\xff\xff\xff\x7f")));
    CHECK(is_none(&nanos, BYTES("\0\0\0\x80")) && is_none(&micros, BYTES("\1\0")));
}

static void reals(void)
{
    union column_value value;
    CHECK(iceberg_value_read(&real32, BYTES("\0\0\xc0\x3f"), &value) &&
          is_same_double(value.float64, 1.5));
    CHECK(iceberg_value_read(&real64, BYTES("\0\0\xc0\x3f"), &value) &&
          is_same_double(value.float64, 1.5));
    CHECK(iceberg_value_read(&real32, BYTES("\0\0\0\0\0\0\4\xc0"), &value) &&
          is_same_double(value.float64, -2.5));
    CHECK(is_none(&real64, BYTES("\0\0\0")) && is_none(&real32, BYTES("")));
}

static void decimals(void)
{
    union column_value value;
    CHECK(is_int64(&small_decimal, BYTES("\x80"), -128));
    CHECK(is_int64(&small_decimal, BYTES("\0\0\0\0\0\0\0\0\0\1"), 1));
    CHECK(is_none(&small_decimal, BYTES("\1\0\0\0\0\0\0\0\0")));
    CHECK(is_none(&small_decimal, BYTES("")) && is_none(&large_decimal, BYTES("")));
    CHECK(iceberg_value_read(&large_decimal, BYTES("\1\0\0\0\0\0\0\0\0"), &value) &&
          value.bytes.size == 9);
}

static void bytes_of_any_kind(void)
{
    union column_value value;
    CHECK(iceberg_value_read(&text, BYTES("ab"), &value) && value.bytes.size == 2 &&
          memcmp(value.bytes.data, "ab", 2) == 0);
    CHECK(iceberg_value_read(&blob, (struct slice){0}, &value) && value.bytes.size == 0 &&
          value.bytes.data != NULL);
    CHECK(iceberg_value_read(&uuid, BYTES("0123456789abcdef"), &value));
    CHECK(is_none(&uuid, BYTES("0123456789abcde")) && is_none(&nested, BYTES("{}")));
}

/* ---- Statistics ------------------------------------------------------------------- */

#define METRICS(...) ((struct iceberg_metrics){__VA_ARGS__})
#define BOUNDS(low, high)                                                                \
    .has_lower = true, .lower = BYTES(low), .has_upper = true, .upper = BYTES(high)

static struct column_statistics statistics_of(const struct column *column,
                                              struct iceberg_metrics metrics)
{
    struct column_statistics statistics;
    iceberg_statistics_set(column, 10, &metrics, &statistics);
    return statistics;
}

static void bounds_and_counts(void)
{
    struct column_statistics s = statistics_of(
        &int64,
        METRICS(.has_value_count = true, .value_count = 10, .has_null_count = true,
                .null_count = 3, BOUNDS("\1\0\0\0", "\2\0\0\0\0\0\0\0")));
    CHECK(s.n_rows == 10 && s.has_null_count && s.null_count == 3 && !s.has_nan_count);
    CHECK(s.has_min && s.min.int64 == 1 && s.has_max && s.max.int64 == 2);
    CHECK(s.reason == KEEP_NONE && !s.is_widened);
    s = statistics_of(&text, METRICS(BOUNDS("a", "b")));
    CHECK(s.has_min && s.has_max && !s.has_null_count && s.reason == KEEP_NONE);
}

static void what_is_absent_is_unknown(void)
{
    struct column_statistics s = statistics_of(&int64, METRICS(0));
    CHECK(!s.has_min && !s.has_max && !s.has_null_count && !s.has_nan_count &&
          s.reason == KEEP_NO_STATISTICS);
    s = statistics_of(&text, METRICS(.has_lower = true, .lower = BYTES("a")));
    CHECK(s.has_min && !s.has_max && s.reason == KEEP_NO_BOUNDS);
    s = statistics_of(&text, METRICS(.has_null_count = true, .null_count = 10));
    CHECK(s.has_null_count && s.null_count == 10 && s.reason == KEEP_NONE);
}

static void contradictions_are_unknown(void)
{
    struct column_statistics s = statistics_of(&int64,
                                               METRICS(BOUNDS("\3\0\0\0", "\2\0\0\0")));
    CHECK(!s.has_min && !s.has_max && s.reason == KEEP_REVERSED);
    s = statistics_of(&large_decimal, METRICS(BOUNDS("\1", "\xff")));
    CHECK(!s.has_min && s.reason == KEEP_REVERSED);
    s = statistics_of(&large_decimal, METRICS(BOUNDS("\xff", "\1")));
    CHECK(s.has_min && s.has_max);
    s = statistics_of(&int64, METRICS(BOUNDS("\3\0\0", "\4\0\0\0")));
    CHECK(!s.has_min && s.has_max && s.reason == KEEP_BAD_BOUND);
    s = statistics_of(&int64, METRICS(.has_value_count = true, .value_count = 9,
                                      .has_null_count = true, .null_count = 9,
                                      BOUNDS("\1\0\0\0", "\2\0\0\0")));
    CHECK(!s.has_min && !s.has_null_count && s.reason == KEEP_VALUE_COUNT);
    s = statistics_of(&int64, METRICS(.has_null_count = true, .null_count = 11));
    CHECK(!s.has_null_count);
}

static void types_without_a_certain_order(void)
{
    struct column_statistics s = statistics_of(
        &uuid, METRICS(.has_null_count = true, .null_count = 1,
                       BOUNDS("0123456789abcdef", "1123456789abcdef")));
    CHECK(!s.has_min && !s.has_max && s.has_null_count && s.reason == KEEP_NO_ORDER);
    s = statistics_of(&nested, METRICS(BOUNDS("a", "b")));
    CHECK(!s.has_min && !s.has_max && s.reason == KEEP_NO_ORDER);
}

static void nan_and_zeros(void)
{
    struct column_statistics s = statistics_of(
        &real64,
        METRICS(.has_null_count = true, .null_count = 1, .has_nan_count = true,
                .nan_count = 9, BOUNDS("\0\0\0\0\0\0\0\0", "\0\0\0\0\0\0\0\x80")));
    CHECK(s.has_nan_count && s.nan_count == 9);
    CHECK(s.has_min && is_same_double(s.min.float64, -0.0) && s.has_max &&
          is_same_double(s.max.float64, 0.0));
    s = statistics_of(&real64, METRICS(.has_nan_count = true, .nan_count = 11));
    CHECK(!s.has_nan_count);
    s = statistics_of(&real32, METRICS(BOUNDS("\0\0\x80\x3f", "\0\0\xc0\x7f")));
    CHECK(!s.has_min && !s.has_max && s.reason == KEEP_NAN_BOUND);
}

/* As of UniForm, whose maxima are cut to milliseconds. */
static void whole_milliseconds_may_be_cut(void)
{
    struct column_statistics s = statistics_of(
        &micros, METRICS(BOUNDS("\0\0\0\0\0\0\0\0", "\xe8\3\0\0\0\0\0\0")));
    CHECK(s.has_max && s.max.int64 == 1999 && s.is_widened && s.min.int64 == 0);
    s = statistics_of(&micros, METRICS(BOUNDS("\0\0\0\0\0\0\0\0", "\xe9\3\0\0\0\0\0\0")));
    CHECK(s.has_max && s.max.int64 == 1001 && !s.is_widened);
    s = statistics_of(&nanos, METRICS(BOUNDS("\0\0\0\0\0\0\0\0", "\0\0\0\0\0\0\0\0")));
    CHECK(s.has_max && s.max.int64 == 999999);
    s = statistics_of(
        &micros, METRICS(BOUNDS("\0\0\0\0\0\0\0\0", "\xff\xff\xff\xff\xff\xff\xff\x7f")));
    CHECK(s.has_max && s.max.int64 == INT64_MAX);
}

int main(void)
{
    RUN(integers);
    RUN(timestamps_that_were_dates);
    RUN(reals);
    RUN(decimals);
    RUN(bytes_of_any_kind);
    RUN(bounds_and_counts);
    RUN(what_is_absent_is_unknown);
    RUN(contradictions_are_unknown);
    RUN(types_without_a_certain_order);
    RUN(nan_and_zeros);
    RUN(whole_milliseconds_may_be_cut);
    return unit_test_done();
}
