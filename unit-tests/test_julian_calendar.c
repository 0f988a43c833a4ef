/* SPDX-License-Identifier: MIT */
/* test_julian_calendar.c - days and timestamps of the hybrid calendar: known pairs, and
 * each day of some millennia against a calendar that counts day by day. */
#include "unit_bytes.h"
#include "unit_test.h"
#include "value/julian_calendar.h"
#include "value/value_from_text.h"

static int64_t day_of(const char *text)
{
    int64_t days = 0;
    CHECK(date_from_text(slice_of(text, strlen(text)), &days) == TEXT_IS);
    return days;
}

/* stored: as the proleptic calendar shows it. */
static void check_pair(const char *stored, const char *meant)
{
    CHECK(days_from_julian(day_of(stored)) == day_of(meant));
}

static void known_days(void)
{
    check_pair("1582-10-14", "1582-10-04"); /* the last Julian day */
    check_pair("1582-10-15", "1582-10-15");
    check_pair("1582-10-16", "1582-10-16");
    check_pair("2024-02-29", "2024-02-29");
    check_pair("1582-10-13", "1582-10-03");
    check_pair("1500-03-10", "1500-03-01"); /* 1500-02-29, which there is no more */
    check_pair("1500-03-11", "1500-03-01");
    check_pair("1500-03-09", "1500-02-28");
    check_pair("1000-03-06", "1000-03-01"); /* 1000-02-29 */
    check_pair("0400-02-29", "0400-02-28");
    check_pair("0400-03-01", "0400-02-29"); /* leap years in both calendars */
    check_pair("0200-03-01", "0200-03-01");
    check_pair("0000-12-30", "0001-01-01");
    check_pair("-000001-12-31", "0000-01-02");
    CHECK(days_from_julian(INT32_MAX) == INT32_MAX);
    CHECK(days_from_julian(INT32_MIN) > INT32_MIN);
}

/* Spark's RebaseDateTime: differences from the day on, up to the next. */
static void differences_of_spark(void)
{
    static const struct {
        int64_t from;
        int64_t difference;
    } eras[] = {{-719164, 2},   {-682945, 1},  {-646420, 0},  {-609895, -1},
                {-536845, -2},  {-500320, -3}, {-463795, -4}, {-390745, -5},
                {-354220, -6},  {-317695, -7}, {-244645, -8}, {-208120, -9},
                {-171595, -10}, {-141427, 0}};
    for (size_t i = 0; i < COUNT_OF(eras); i++) {
        int64_t end = i + 1 < COUNT_OF(eras) ? eras[i + 1].from : 100000;
        for (int64_t day = eras[i].from; day < end; day++) {
            if (days_from_julian(day) != day + eras[i].difference) {
                CHECK(days_from_julian(day) == day + eras[i].difference);
                break;
            }
        }
    }
}

static bool is_leap_year(int64_t year, bool is_julian)
{
    return year % 4 == 0 && (is_julian || year % 100 != 0 || year % 400 == 0);
}

/* Counts days and dates of the Julian calendar backwards. */
static void each_day_has_its_date(void)
{
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t year = 1582, julian = GREGORIAN_FIRST_DAY, last = GREGORIAN_FIRST_DAY;
    int month = 10, date = 5;
    while (year > -5000) {
        julian--;
        if (--date == 0) {
            month = month == 1 ? 12 : month - 1;
            year -= month == 12;
            date = lengths[month - 1] + (month == 2 && is_leap_year(year, true));
        }
        char text[32];
        bool is_gone = month == 2 && date == 29 && !is_leap_year(year, false);
        snprintf(text, sizeof text, year < 0 ? "-%06lld-%02d-%02d" : "%04lld-%02d-%02d",
                 (long long)(year < 0 ? -year : year), is_gone ? 3 : month,
                 is_gone ? 1 : date);
        int64_t days = days_from_julian(julian);
        if (days != day_of(text) || days > last || days_are_gregorian(days)) {
            CHECK_TEXT(text, "another date");
            return;
        }
        last = days;
    }
}

static void timestamps_keep_their_time_of_day(void)
{
    const int64_t day = 86400;
    CHECK(timestamp_from_julian(GREGORIAN_FIRST_DAY * day, UNIT_SECONDS) ==
          GREGORIAN_FIRST_DAY * day);
    CHECK(timestamp_from_julian(GREGORIAN_FIRST_DAY * day - 1, UNIT_SECONDS) ==
          GREGORIAN_FIRST_DAY * day - 1 - 10 * day);
    CHECK(timestamp_from_julian(GREGORIAN_FIRST_DAY * day * 1000 - 1, UNIT_MILLIS) ==
          (GREGORIAN_FIRST_DAY - 10) * day * 1000 - 1);
    CHECK(timestamp_from_julian(GREGORIAN_FIRST_DAY * day * 1000000 - 1, UNIT_MICROS) ==
          (GREGORIAN_FIRST_DAY - 10) * day * 1000000 - 1);
    CHECK(timestamp_from_julian(-1, UNIT_MICROS) == -1);
    CHECK(timestamp_from_julian(INT64_MAX, UNIT_MILLIS) == INT64_MAX);
    CHECK(timestamp_from_julian(INT64_MIN, UNIT_MILLIS) > INT64_MIN);
    CHECK(timestamp_from_julian(INT64_MIN, UNIT_MICROS) > INT64_MIN);
    CHECK(timestamp_from_julian(INT64_MIN, UNIT_SECONDS) > INT64_MIN);
    CHECK(!timestamp_is_gregorian(GREGORIAN_FIRST_DAY * day * 1000 - 1, UNIT_MILLIS));
    CHECK(timestamp_is_gregorian(GREGORIAN_FIRST_DAY * day * 1000, UNIT_MILLIS));
    struct instant instant = {(GREGORIAN_FIRST_DAY - 1) * day + 5, 999999999};
    instant = instant_from_julian(instant);
    CHECK(instant.seconds == (GREGORIAN_FIRST_DAY - 11) * day + 5 &&
          instant.nanos == 999999999);
}

int main(void)
{
    RUN(known_days);
    RUN(differences_of_spark);
    RUN(each_day_has_its_date);
    RUN(timestamps_keep_their_time_of_day);
    return unit_test_done();
}
