/* SPDX-License-Identifier: MIT */
/*
 * test_iceberg_transforms.c - what partition values say of source columns: ranges that
 * hold every value with the partition value, compared with a calendar and with the
 * definitions, and the hashes of the specification (iceberg_transforms.h)
 */
#include "lake/iceberg/iceberg_transforms.h"

#include "unit_bytes.h"
#include "unit_test.h"
#include "value/value_text.h"

static const struct column int32 = {.type = COLUMN_INTEGER, .bits = 32};
static const struct column int64 = {.type = COLUMN_INTEGER, .bits = 64};
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
static const struct column uuid = {.type = COLUMN_UUID, .kind = VECTOR_BYTES};

#define BYTES(literal) slice_of(literal, sizeof(literal) - 1)

static struct column_statistics stated(enum iceberg_transform transform,
                                       int32_t parameter, const struct column *column,
                                       struct iceberg_partition_value value)
{
    struct iceberg_partition_field field = {.transform = transform,
                                            .parameter = parameter};
    struct column_statistics statistics = {.n_rows = 10, .reason = KEEP_NO_STATISTICS};
    iceberg_transform_add(&field, column, &value, &statistics);
    return statistics;
}

/* The same for a number. */
static struct column_statistics stated_by(enum iceberg_transform transform,
                                          int32_t parameter, const struct column *column,
                                          int64_t number)
{
    uint8_t bytes[8];
    store_u64(bytes, (uint64_t)number);
    return stated(transform, parameter, column,
                  (struct iceberg_partition_value){.bytes = slice_of(bytes, 8)});
}

static bool is_range(struct column_statistics s, int64_t min, int64_t max)
{
    return s.has_min && s.min.int64 == min && s.has_max && s.max.int64 == max;
}

static bool has_no_bounds(struct column_statistics s)
{
    return !s.has_min && !s.has_max;
}

static bool holds(struct column_statistics s, int64_t value)
{
    return (!s.has_min || s.min.int64 <= value) && (!s.has_max || s.max.int64 >= value);
}

static int64_t floored(int64_t value, int64_t by)
{
    return value / by - (value % by < 0);
}

/* ---- Nulls ------------------------------------------------------------------------ */

static void null_partitions_hold_nulls_only(void)
{
    struct iceberg_partition_value null = {.is_null = true};
    struct column_statistics s = stated(ICEBERG_BUCKET, 4, &int32, null);
    CHECK(s.has_null_count && s.null_count == 10 && has_no_bounds(s) &&
          s.reason == KEEP_NONE);
    s = stated_by(ICEBERG_BUCKET, 4, &int32, 2);
    CHECK(s.has_null_count && s.null_count == 0 && has_no_bounds(s) &&
          s.reason == KEEP_NO_STATISTICS);
    s = stated(ICEBERG_VOID, 0, &int32, null);
    CHECK(!s.has_null_count && has_no_bounds(s));
    s = stated(ICEBERG_OTHER, 0, &int32, null);
    CHECK(!s.has_null_count && has_no_bounds(s));
}

/* ---- Identity, truncate ----------------------------------------------------------- */

static void identity_is_the_value(void)
{
    struct column_statistics s = stated_by(ICEBERG_IDENTITY, 0, &int32, -5);
    CHECK(is_range(s, -5, -5) && s.reason == KEEP_NONE);
    s = stated(ICEBERG_IDENTITY, 0, &text,
               (struct iceberg_partition_value){.bytes = BYTES("abc")});
    CHECK(s.has_min && s.min.bytes.size == 3 && s.has_max && s.max.bytes.size == 3);
    CHECK(has_no_bounds(stated(ICEBERG_IDENTITY, 0, &int32,
                               (struct iceberg_partition_value){.bytes = BYTES("abc")})));
    s = stated(ICEBERG_IDENTITY, 0, &real64,
               (struct iceberg_partition_value){.bytes = BYTES("\0\0\0\0\0\0\xf8\x7f")});
    CHECK(has_no_bounds(s) && s.reason == KEEP_NAN_BOUND);
}

static void closer_bounds_stay(void)
{
    struct iceberg_partition_field field = {.transform = ICEBERG_DAY};
    struct iceberg_partition_value value = {.bytes = BYTES("\5\0\0\0\0\0\0\0")};
    struct column_statistics s = {.n_rows = 10,
                                  .has_min = true,
                                  .min.int64 = 5 * INT64_C(86400000000) + 7,
                                  .has_null_count = true,
                                  .null_count = 2};
    iceberg_transform_add(&field, &micros, &value, &s);
    CHECK(is_range(s, 5 * INT64_C(86400000000) + 7, 6 * INT64_C(86400000000) - 1));
    CHECK(s.null_count == 2 && s.reason == KEEP_NONE);
    s = (struct column_statistics){.n_rows = 10, .has_min = true, .min.int64 = INT64_MAX};
    iceberg_transform_add(&field, &micros, &value, &s);
    CHECK(has_no_bounds(s) && s.reason == KEEP_REVERSED);
}

static void truncated_numbers(void)
{
    CHECK(is_range(stated_by(ICEBERG_TRUNCATE, 10, &int64, 20), 20, 29));
    CHECK(is_range(stated_by(ICEBERG_TRUNCATE, 1, &int64, 20), 20, 20));
    CHECK(is_range(stated_by(ICEBERG_TRUNCATE, 10, &int64, -20), -29, -11));
    CHECK(is_range(stated_by(ICEBERG_TRUNCATE, 10, &int64, 0), -9, 9));
    CHECK(is_range(stated(ICEBERG_TRUNCATE, 50, &small_decimal,
                          (struct iceberg_partition_value){.bytes = BYTES("\4\xce")}),
                   1230, 1279));
    CHECK(has_no_bounds(stated(ICEBERG_TRUNCATE, 50, &large_decimal,
                               (struct iceberg_partition_value){.bytes = BYTES("\1")})));
    for (int64_t value = -1000; value < 1000; value++) {
        int64_t truncated = floored(value, 7) * 7;
        CHECK(holds(stated_by(ICEBERG_TRUNCATE, 7, &int64, truncated), value));
        CHECK(holds(stated_by(ICEBERG_TRUNCATE, 7, &int64, value / 7 * 7), value));
    }
}

/* Java's result for the least numbers of 32 and of 64 bits is one above 0. */
static void truncated_numbers_that_overflow(void)
{
    int64_t least = INT32_MIN, truncated = floored(least, 10) * 10 + (INT64_C(1) << 32);
    CHECK(truncated > 0 && truncated <= INT32_MAX);
    CHECK(holds(stated_by(ICEBERG_TRUNCATE, 10, &int32, truncated), least));
    CHECK(holds(stated_by(ICEBERG_TRUNCATE, 10, &int64, truncated), least));
    truncated = INT64_MAX - 4;
    CHECK(holds(stated_by(ICEBERG_TRUNCATE, 10, &int64, truncated), INT64_MIN));
    CHECK(is_range(stated_by(ICEBERG_TRUNCATE, 10, &int64, INT64_MAX - 9), INT64_MAX - 9,
                   INT64_MAX));
    struct column_statistics s = stated_by(ICEBERG_TRUNCATE, 10, &int64, INT64_MIN + 3);
    CHECK(!s.has_min && s.has_max && s.max.int64 == INT64_MIN + 12);
}

static void truncated_texts(void)
{
    struct iceberg_partition_value cut = {.bytes = BYTES("abc"), .above = BYTES("abd")};
    struct column_statistics s = stated(ICEBERG_TRUNCATE, 3, &text, cut);
    CHECK(s.has_min && s.min.bytes.size == 3 && memcmp(s.min.bytes.data, "abc", 3) == 0);
    CHECK(s.has_max && s.max.bytes.size == 3 && memcmp(s.max.bytes.data, "abd", 3) == 0);
    s = stated(ICEBERG_TRUNCATE, 4, &text, cut);
    CHECK(s.has_max && memcmp(s.max.bytes.data, "abc", 3) == 0);
    cut.above = (struct slice){0};
    s = stated(ICEBERG_TRUNCATE, 3, &text, cut);
    CHECK(s.has_min && !s.has_max && s.reason == KEEP_NO_STATISTICS);
}

/* ---- Times ------------------------------------------------------------------------ */

static int days_in_month(int64_t year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month] + (month == 1 && year_is_leap(year));
}

static void check_month(int64_t year, int month, int64_t first)
{
    int64_t months = 12 * (year - 1970) + month,
            last = first + days_in_month(year, month);
    struct column_statistics s = stated_by(ICEBERG_MONTH, 0, &date, months);
    CHECK(s.has_max && s.max.int64 == last - 1);
    CHECK(s.has_min &&
          (months > 0 ? s.min.int64 == first
                      : s.min.int64 >= first - 31 && s.min.int64 <= first - 28));
    s = stated_by(ICEBERG_YEAR, 0, &date, year - 1970);
    CHECK(holds(s, first) && holds(s, last - 1) && s.has_min && s.has_max);
    CHECK(month > 0 || year <= 1970 || s.min.int64 == first);
    CHECK(month < 11 || s.max.int64 == last - 1);
}

static void months_and_years_of_a_calendar(void)
{
    int64_t first = 0;
    for (int64_t year = 1970; year < 2500; year++) {
        for (int month = 0; month < 12; month++) {
            check_month(year, month, first);
            first += days_in_month(year, month);
        }
    }
    first = 0;
    for (int64_t year = 1969; year > -1000; year--) {
        for (int month = 11; month >= 0; month--) {
            first -= days_in_month(year, month);
            check_month(year, month, first);
        }
    }
}

static void days_and_hours(void)
{
    const int64_t day = INT64_C(86400000000), hour = INT64_C(3600000000);
    CHECK(is_range(stated_by(ICEBERG_DAY, 0, &date, 3), 3, 3));
    CHECK(is_range(stated_by(ICEBERG_DAY, 0, &date, 0), -1, 0));
    CHECK(is_range(stated_by(ICEBERG_DAY, 0, &micros, 3), 3 * day, 4 * day - 1));
    CHECK(is_range(stated_by(ICEBERG_DAY, 0, &nanos, -3), -4000 * day, -2000 * day - 1));
    CHECK(is_range(stated_by(ICEBERG_HOUR, 0, &micros, 3), 3 * hour, 4 * hour - 1));
    CHECK(is_range(stated_by(ICEBERG_HOUR, 0, &micros, 0), -hour, hour - 1));
    CHECK(is_range(stated_by(ICEBERG_YEAR, 0, &micros, 1), 365 * day, 730 * day - 1));
    CHECK(has_no_bounds(stated_by(ICEBERG_HOUR, 0, &date, 3)));
    CHECK(has_no_bounds(stated_by(ICEBERG_DAY, 0, &int64, 3)));
    CHECK(has_no_bounds(stated_by(ICEBERG_DAY, 0, &date, INT64_C(1) << 31)));
    /* The value is written as an int of 4 bytes in bounds. */
    CHECK(is_range(stated(ICEBERG_DAY, 0, &date,
                          (struct iceberg_partition_value){.bytes = BYTES("\3\0\0\0")}),
                   3, 3));
}

static void times_that_do_not_fit(void)
{
    CHECK(has_no_bounds(stated_by(ICEBERG_YEAR, 0, &micros, INT32_MAX)));
    CHECK(has_no_bounds(stated_by(ICEBERG_MONTH, 0, &nanos, INT32_MIN)));
    CHECK(has_no_bounds(stated_by(ICEBERG_HOUR, 0, &nanos, INT32_MAX)));
    struct column_statistics s = stated_by(ICEBERG_YEAR, 0, &nanos, 2262 - 1970);
    CHECK(s.has_min && !s.has_max);
}

/* ---- Buckets ---------------------------------------------------------------------- */

enum { MANY = 1 << 30 };

static bool is_in_bucket(const struct column *column, union column_value value,
                         int64_t bucket, int32_t n)
{
    struct iceberg_partition_field field = {.transform = ICEBERG_BUCKET, .parameter = n};
    uint8_t bytes[8];
    store_u64(bytes, (uint64_t)bucket);
    struct iceberg_partition_value partition = {.bytes = slice_of(bytes, 8)};
    return iceberg_transform_may_hold(&field, column, &partition, &value);
}

/* The value is in the bucket of its hash, and in no other. */
static bool hashes_to(const struct column *column, union column_value value, int32_t hash)
{
    int64_t bucket = (hash & INT32_MAX) % MANY;
    return is_in_bucket(column, value, bucket, MANY) &&
           !is_in_bucket(column, value, bucket ^ 1, MANY) &&
           is_in_bucket(column, value, (hash & INT32_MAX) % 7, 7);
}

#define NUMBER(value) ((union column_value){.int64 = (value)})
#define TEXT(literal)                                                                    \
    ((union column_value){.bytes = {(const uint8_t *)(literal), sizeof(literal) - 1}})

/* Appendix B of the specification. */
static void hashes_of_the_specification(void)
{
    const int64_t moment = INT64_C(1510871468000000);
    CHECK(hashes_to(&int32, NUMBER(34), 2017239379));
    CHECK(hashes_to(&int64, NUMBER(34), 2017239379));
    CHECK(hashes_to(&small_decimal, NUMBER(1420), -500754589));
    CHECK(hashes_to(&large_decimal, TEXT("\x05\x8c"), -500754589));
    CHECK(hashes_to(&large_decimal, TEXT("\0\0\x05\x8c"), -500754589));
    CHECK(hashes_to(&date, NUMBER(17486), -653330422));
    CHECK(hashes_to(&time_of_day, NUMBER(INT64_C(81068000000)), -662762989));
    CHECK(hashes_to(&micros, NUMBER(moment), -2047944441));
    CHECK(hashes_to(&micros, NUMBER(moment + 1), -1207196810));
    CHECK(hashes_to(&nanos, NUMBER(1000 * moment + 1001), -1207196810));
    CHECK(hashes_to(&text, TEXT("iceberg"), 1210000089));
    CHECK(hashes_to(&uuid,
                    TEXT("\xf7\x9c\x3e\x09\x67\x7c\x4b\xbd\xa4\x79\x3f\x34\x9c\xb7\x85"
                         "\xe7"),
                    1488055340));
    CHECK(hashes_to(&text, TEXT("\0\1\2\3"), -188683207));
    CHECK(hashes_to(&text, TEXT(""), 0));
}

static void nanoseconds_before_1970_round_down(void)
{
    union column_value before = NUMBER(-1), micro = NUMBER(-1);
    for (int bucket = 0; bucket < 1000; bucket++)
        CHECK(is_in_bucket(&nanos, before, bucket, 1000) ==
              is_in_bucket(&micros, micro, bucket, 1000));
}

/* A date that was promoted to a timestamp, after files were partitioned by it. */
static void timestamps_may_have_been_dates(void)
{
    const int64_t days = 19000, midnight = days * 86400 * INT64_C(1000000);
    int64_t held = 0;
    for (uint32_t bucket = 0; bucket < 1000; bucket++) {
        if (is_in_bucket(&date, NUMBER(days), bucket, 1000))
            held = bucket;
    }
    CHECK(is_in_bucket(&micros, NUMBER(midnight), held, 1000));
    CHECK(is_in_bucket(&nanos, NUMBER(midnight * 1000), held, 1000));
    CHECK(!is_in_bucket(&micros, NUMBER(midnight + 1), held, 1000));
    CHECK(has_no_bounds(stated_by(ICEBERG_IDENTITY, 0, &micros, days)));
    CHECK(
        is_range(stated_by(ICEBERG_IDENTITY, 0, &micros, midnight), midnight, midnight));
}

static void what_buckets_cannot_exclude(void)
{
    struct iceberg_partition_field bucket = {.transform = ICEBERG_BUCKET, .parameter = 4};
    struct iceberg_partition_field day = {.transform = ICEBERG_DAY};
    struct iceberg_partition_value null = {.is_null = true};
    struct iceberg_partition_value odd = {.bytes = BYTES("abc")};
    union column_value value = NUMBER(34);
    CHECK(!iceberg_transform_may_hold(&bucket, &int64, &null, &value));
    CHECK(iceberg_transform_may_hold(&bucket, &int64, &odd, &value));
    CHECK(iceberg_transform_may_hold(&day, &int64, &null, &value));
    CHECK(is_in_bucket(&real64, (union column_value){.float64 = 34}, 0, 4));
    CHECK(is_in_bucket(&real64, (union column_value){.float64 = 34}, 1, 4));
}

int main(void)
{
    RUN(null_partitions_hold_nulls_only);
    RUN(identity_is_the_value);
    RUN(closer_bounds_stay);
    RUN(truncated_numbers);
    RUN(truncated_numbers_that_overflow);
    RUN(truncated_texts);
    RUN(months_and_years_of_a_calendar);
    RUN(days_and_hours);
    RUN(times_that_do_not_fit);
    RUN(hashes_of_the_specification);
    RUN(nanoseconds_before_1970_round_down);
    RUN(timestamps_may_have_been_dates);
    RUN(what_buckets_cannot_exclude);
    return unit_test_done();
}
