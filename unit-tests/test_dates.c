/* SPDX-License-Identifier: MIT */
/* test_dates.c - dates, times, timestamps, intervals and UUIDs as text (value_text.h). */
#include "value/value_text.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* The output of a function, at most VALUE_TEXT_SIZE bytes, then terminated. */
static char text[VALUE_TEXT_SIZE + 1];

static const char *terminated(size_t size)
{
    CHECK(size <= VALUE_TEXT_SIZE);
    text[size < sizeof text ? size : 0] = 0;
    return text;
}

static const char *date(int64_t days)
{
    return terminated(text_from_date(days, text));
}

static const char *time_of(int64_t value, enum time_unit unit)
{
    return terminated(text_from_time(value, unit, text));
}

static const char *timestamp(int64_t value, enum time_unit unit)
{
    return terminated(text_from_timestamp(value, unit, text));
}

static const char *instant(int64_t seconds, int32_t nanos)
{
    return terminated(text_from_instant((struct instant){seconds, nanos}, text));
}

static void known_dates_as_text(void)
{
    CHECK_TEXT(date(0), "1970-01-01");
    CHECK_TEXT(date(-1), "1969-12-31");
    CHECK_TEXT(date(11016), "2000-02-29");
    CHECK_TEXT(date(11017), "2000-03-01");
    CHECK_TEXT(date(-25508), "1900-03-01");
    CHECK_TEXT(date(-25509), "1900-02-28");
    CHECK_TEXT(date(-141428), "1582-10-14");
    CHECK_TEXT(date(-719162), "0001-01-01");
    CHECK_TEXT(date(-719163), "0000-12-31");
    CHECK_TEXT(date(-719528), "0000-01-01");
    CHECK_TEXT(date(-719529), "-000001-12-31");
    CHECK_TEXT(date(2932896), "9999-12-31");
    CHECK_TEXT(date(2932897), "+010000-01-01");
    CHECK_TEXT(date(INT32_MAX), "+5881580-07-11");
    CHECK_TEXT(date(INT32_MIN), "-5877641-06-23");
}

static void extreme_dates_as_text(void)
{
    CHECK_TEXT(date(106751991167300), "+292277026596-12-04");
    CHECK_TEXT(date((int64_t)1 << 62), "+12626367463885247-04-15");
    CHECK_TEXT(date(INT64_MAX), "+25252734927768524-07-27");
    CHECK_TEXT(date(INT64_MIN + 1), "-25252734927764585-06-08");
    CHECK_TEXT(date(INT64_MIN), "-25252734927764585-06-07");
}

static unsigned days_of_month(int64_t year, unsigned month)
{
    static const unsigned days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && is_leap ? 29 : days[month - 1];
}

static bool date_is(int64_t days, int64_t year, unsigned month, unsigned day)
{
    char expected[80];
    snprintf(expected, sizeof expected,
             year >= 0 && year <= 9999 ? "%04lld-%02u-%02u" : "%+07lld-%02u-%02u",
             (long long)year, month, day);
    return strcmp(date(days), expected) == 0;
}

/* Day by day, from 20,000 years before 1970 to 20,000 years after. */
static void each_day_follows_the_previous_one(void)
{
    int64_t year = 1970;
    unsigned month = 1, day = 1;
    bool is_right = true;
    for (int64_t days = 0; days < 7300000; days++) {
        is_right = is_right && date_is(days, year, month, day);
        if (++day > days_of_month(year, month)) {
            day = 1;
            year += month == 12;
            month = month % 12 + 1;
        }
    }
    CHECK(is_right);
    year = 1969;
    month = 12;
    day = 31;
    for (int64_t days = -1; days > -7300000; days--) {
        is_right = is_right && date_is(days, year, month, day);
        if (--day == 0) {
            year -= month == 1;
            month = month == 1 ? 12 : month - 1;
            day = days_of_month(year, month);
        }
    }
    CHECK(is_right);
}

static void calendar_repeats_every_400_years(void)
{
    uint64_t random = 91;
    for (int i = 0; i < 200000; i++) {
        int64_t days = (int64_t)random_below(&random, 146097) - 719528; /* year 0..399 */
        int64_t era = (int64_t)random_below(&random, 1 << (i % 30)) - (1 << (i % 30)) / 2;
        char first[VALUE_TEXT_SIZE + 1], expected[80];
        strcpy(first, date(days));
        int64_t year = (first[0] - '0') * 1000 + (first[1] - '0') * 100 +
                       (first[2] - '0') * 10 + first[3] - '0' + era * 400;
        snprintf(expected, sizeof expected,
                 year >= 0 && year <= 9999 ? "%04lld%s" : "%+07lld%s", (long long)year,
                 first + 4);
        CHECK_TEXT(date(days + era * 146097), expected);
    }
}

static void times_and_fractions_as_text(void)
{
    CHECK_TEXT(time_of(0, UNIT_SECONDS), "00:00:00");
    CHECK_TEXT(time_of(86399, UNIT_SECONDS), "23:59:59");
    CHECK_TEXT(time_of(3661001, UNIT_MILLIS), "01:01:01.001");
    CHECK_TEXT(time_of(3661000, UNIT_MILLIS), "01:01:01");
    CHECK_TEXT(time_of(1, UNIT_MICROS), "00:00:00.000001");
    CHECK_TEXT(time_of(1000, UNIT_MICROS), "00:00:00.001");
    CHECK_TEXT(time_of(1000000, UNIT_MICROS), "00:00:01");
    CHECK_TEXT(time_of(120000, UNIT_MICROS), "00:00:00.120");
    CHECK_TEXT(time_of(86399999999, UNIT_MICROS), "23:59:59.999999");
    CHECK_TEXT(time_of(1, UNIT_NANOS), "00:00:00.000000001");
    CHECK_TEXT(time_of(1000, UNIT_NANOS), "00:00:00.000001");
    CHECK_TEXT(time_of(1000000, UNIT_NANOS), "00:00:00.001");
    CHECK_TEXT(time_of(100000001, UNIT_NANOS), "00:00:00.100000001");
    CHECK_TEXT(time_of(86399999999999, UNIT_NANOS), "23:59:59.999999999");
}

/* The specification does not allow times outside the day, but files contain them. */
static void times_outside_the_day_are_shown(void)
{
    CHECK_TEXT(time_of(86400000, UNIT_MILLIS), "24:00:00");
    CHECK_TEXT(time_of(INT32_MAX, UNIT_MILLIS), "596:31:23.647");
    CHECK_TEXT(time_of(-1, UNIT_MILLIS), "-00:00:00.001");
    CHECK_TEXT(time_of(-3600000, UNIT_MILLIS), "-01:00:00");
    CHECK_TEXT(time_of(INT64_MAX, UNIT_NANOS), "2562047:47:16.854775807");
    CHECK_TEXT(time_of(INT64_MIN, UNIT_NANOS), "-2562047:47:16.854775808");
    CHECK_TEXT(time_of(INT64_MIN, UNIT_SECONDS), "-2562047788015215:30:08");
}

static void timestamps_of_all_units_as_text(void)
{
    CHECK_TEXT(timestamp(0, UNIT_MILLIS), "1970-01-01 00:00:00");
    CHECK_TEXT(timestamp(-1, UNIT_SECONDS), "1969-12-31 23:59:59");
    CHECK_TEXT(timestamp(-1, UNIT_MILLIS), "1969-12-31 23:59:59.999");
    CHECK_TEXT(timestamp(-1, UNIT_MICROS), "1969-12-31 23:59:59.999999");
    CHECK_TEXT(timestamp(-1, UNIT_NANOS), "1969-12-31 23:59:59.999999999");
    CHECK_TEXT(timestamp(-86400, UNIT_SECONDS), "1969-12-31 00:00:00");
    CHECK_TEXT(timestamp(-86401, UNIT_SECONDS), "1969-12-30 23:59:59");
    CHECK_TEXT(timestamp(1700000000123, UNIT_MILLIS), "2023-11-14 22:13:20.123");
    CHECK_TEXT(timestamp(1700000000123000, UNIT_MICROS), "2023-11-14 22:13:20.123");
    CHECK_TEXT(timestamp(1700000000123456, UNIT_MICROS), "2023-11-14 22:13:20.123456");
    CHECK_TEXT(timestamp(1700000000000000001, UNIT_NANOS),
               "2023-11-14 22:13:20.000000001");
    CHECK_TEXT(timestamp(-62135596800, UNIT_SECONDS), "0001-01-01 00:00:00");
    CHECK_TEXT(timestamp(-62167219201, UNIT_SECONDS), "-000001-12-31 23:59:59");
    CHECK_TEXT(timestamp(253402300800000, UNIT_MILLIS), "+010000-01-01 00:00:00");
}

static void extreme_timestamps_as_text(void)
{
    CHECK_TEXT(timestamp(INT64_MAX, UNIT_NANOS), "2262-04-11 23:47:16.854775807");
    CHECK_TEXT(timestamp(INT64_MIN, UNIT_NANOS), "1677-09-21 00:12:43.145224192");
    CHECK_TEXT(timestamp(INT64_MAX, UNIT_MICROS), "+294247-01-10 04:00:54.775807");
    CHECK_TEXT(timestamp(INT64_MIN, UNIT_MICROS), "-290308-12-21 19:59:05.224192");
    CHECK_TEXT(timestamp(INT64_MAX, UNIT_MILLIS), "+292278994-08-17 07:12:55.807");
    CHECK_TEXT(timestamp(INT64_MIN, UNIT_MILLIS), "-292275055-05-16 16:47:04.192");
    CHECK_TEXT(timestamp(INT64_MAX, UNIT_SECONDS), "+292277026596-12-04 15:30:07");
    CHECK_TEXT(timestamp(INT64_MIN, UNIT_SECONDS), "-292277022657-01-27 08:29:52");
}

static void instants_as_text(void)
{
    CHECK_TEXT(instant(0, 0), "1970-01-01 00:00:00");
    CHECK_TEXT(instant(-1, 999999999), "1969-12-31 23:59:59.999999999");
    CHECK_TEXT(instant(-1, 1000000), "1969-12-31 23:59:59.001");
    CHECK_TEXT(instant(INT64_MIN, 999999999), "-292277022657-01-27 08:29:52.999999999");
    CHECK_TEXT(instant(INT64_MAX, 1000), "+292277026596-12-04 15:30:07.000001");
    uint64_t random = 92;
    for (int i = 0; i < 20000; i++) {
        int64_t nanos = (int64_t)next_random(&random), rest = nanos % 1000000000;
        int64_t seconds = nanos / 1000000000 - (rest < 0);
        char expected[VALUE_TEXT_SIZE + 1];
        strcpy(expected, timestamp(nanos, UNIT_NANOS));
        rest += rest < 0 ? 1000000000 : 0;
        CHECK_TEXT(instant(seconds, (int32_t)rest), expected);
    }
}

static const char *iso8601(int64_t value, enum time_unit unit, unsigned digits,
                           bool is_utc)
{
    return terminated(
        iso8601_from_instant(instant_from_units(value, unit), digits, is_utc, text));
}

static void instants_as_iso8601(void)
{
    CHECK_TEXT(iso8601(0, UNIT_SECONDS, 3, true), "1970-01-01T00:00:00.000Z");
    CHECK_TEXT(iso8601(0, UNIT_NANOS, 9, false), "1970-01-01T00:00:00.000000000");
    CHECK_TEXT(iso8601(-1, UNIT_MILLIS, 3, true), "1969-12-31T23:59:59.999Z");
    CHECK_TEXT(iso8601(1704240000000500, UNIT_MICROS, 6, true),
               "2024-01-03T00:00:00.000500Z");
    CHECK_TEXT(iso8601(1704240000000999, UNIT_MICROS, 3, true),
               "2024-01-03T00:00:00.000Z");
    CHECK_TEXT(iso8601(INT64_MAX, UNIT_MILLIS, 3, true),
               "+292278994-08-17T07:12:55.807Z");
    CHECK_TEXT(iso8601(-62198755200000, UNIT_MILLIS, 3, true),
               "-000001-01-01T00:00:00.000Z");
}

static const char *nanos_of(int64_t seconds, int32_t nanos)
{
    return terminated(text_from_instant_nanos((struct instant){seconds, nanos}, text));
}

static void instants_as_nanoseconds(void)
{
    CHECK_TEXT(nanos_of(0, 0), "0");
    CHECK_TEXT(nanos_of(0, 1), "1");
    CHECK_TEXT(nanos_of(0, 999999999), "999999999");
    CHECK_TEXT(nanos_of(1, 0), "1000000000");
    CHECK_TEXT(nanos_of(1, 5), "1000000005");
    CHECK_TEXT(nanos_of(-1, 999999999), "-1");
    CHECK_TEXT(nanos_of(-1, 1), "-999999999");
    CHECK_TEXT(nanos_of(-1, 0), "-1000000000");
    CHECK_TEXT(nanos_of(-2, 0), "-2000000000");
    CHECK_TEXT(nanos_of(-2, 999999999), "-1000000001");
    CHECK_TEXT(nanos_of(-2, 1), "-1999999999");
    /* the limits of INT96, whose days have 32 bits */
    CHECK_TEXT(nanos_of(185340943669636, 854775807), "185340943669636854775807");
    CHECK_TEXT(nanos_of(-185762677362437, 145224192), "-185762677362436854775808");
    uint64_t random = 93;
    for (int i = 0; i < 20000; i++) {
        int64_t value = (int64_t)(next_random(&random) >> random_below(&random, 64));
        value = i % 2 ? value : -(value / 2);
        int64_t rest = value % 1000000000, seconds = value / 1000000000 - (rest < 0);
        char expected[40];
        snprintf(expected, sizeof expected, "%lld", (long long)value);
        rest += rest < 0 ? 1000000000 : 0;
        CHECK_TEXT(nanos_of(seconds, (int32_t)rest), expected);
    }
}

static const char *interval(uint32_t months, uint32_t days, uint32_t millis)
{
    struct bytes bytes = {0};
    bytes_put_uint(&bytes, months, 4);
    bytes_put_uint(&bytes, days, 4);
    bytes_put_uint(&bytes, millis, 4);
    size_t size = text_from_interval(bytes.data, text);
    bytes_free(&bytes);
    return terminated(size);
}

static void intervals_as_text(void)
{
    CHECK_TEXT(interval(14, 3, 4005), "P14M3DT4.005S");
    CHECK_TEXT(interval(0, 0, 0), "P0M0DT0S");
    CHECK_TEXT(interval(1, 0, 0), "P1M0DT0S");
    CHECK_TEXT(interval(0, 0, 1), "P0M0DT0.001S");
    CHECK_TEXT(interval(0, 0, 100), "P0M0DT0.100S");
    CHECK_TEXT(interval(0, 1, 86400000), "P0M1DT86400S");
    CHECK_TEXT(interval(UINT32_MAX, UINT32_MAX, UINT32_MAX),
               "P4294967295M4294967295DT4294967.295S");
}

static void uuids_as_text(void)
{
    const uint8_t bytes[] = {0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77,
                             0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff};
    CHECK_TEXT(terminated(text_from_uuid(bytes, text)),
               "00112233-4455-6677-8899-aabbccddeeff");
}

int main(void)
{
    RUN(known_dates_as_text);
    RUN(extreme_dates_as_text);
    RUN(each_day_follows_the_previous_one);
    RUN(calendar_repeats_every_400_years);
    RUN(times_and_fractions_as_text);
    RUN(times_outside_the_day_are_shown);
    RUN(timestamps_of_all_units_as_text);
    RUN(extreme_timestamps_as_text);
    RUN(instants_as_text);
    RUN(instants_as_iso8601);
    RUN(instants_as_nanoseconds);
    RUN(intervals_as_text);
    RUN(uuids_as_text);
    return unit_test_done();
}
