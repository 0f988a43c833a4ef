/* SPDX-License-Identifier: MIT */
/* test_time_zone.c - time zones: files of each version and rules of each form built byte
 * by byte, gaps, overlaps and extremes. */
#include "unit_time_zone.h"

static struct time_zone *zone_of(uint8_t version, const struct contents *contents,
                                 const char *rule)
{
    struct bytes bytes = file_of(version, contents, rule);
    struct time_zone *zone = NULL;
    struct error error = {0};
    CHECK(parse(&bytes, bytes.size, &zone, &error) == OK);
    CHECK_TEXT(error.message, "");
    bytes_free(&bytes);
    return zone;
}

/* A zone that has nothing but a rule. */
static struct time_zone *zone_of_rule(const char *rule)
{
    const struct type utc = {0, 0};
    const struct contents contents = {.types = &utc, .n_types = 1};
    return zone_of('2', &contents, rule);
}

static bool is_rule(const char *rule)
{
    const struct type utc = {0, 0};
    const struct contents contents = {.types = &utc, .n_types = 1};
    struct bytes bytes = file_of('3', &contents, rule);
    struct time_zone *zone;
    struct error error;
    enum status status = parse(&bytes, bytes.size, &zone, &error);
    CHECK(status == OK || status == CORRUPT);
    time_zone_free(zone);
    bytes_free(&bytes);
    return status == OK;
}

/* The offsets just before and from the instant on; 30 minutes around it are the same. */
static bool changes(const struct time_zone *zone, int64_t utc, int before, int after)
{
    return time_zone_offset(zone, utc - 1) == before &&
           time_zone_offset(zone, utc) == after &&
           time_zone_offset(zone, utc - 1800) == before &&
           time_zone_offset(zone, utc + 1800) == after &&
           time_zone_span_at(zone, utc).from == utc &&
           time_zone_span_at(zone, utc - 1).until == utc;
}

/* ---- Files ------------------------------------------------------------------------- */

static void version_1_ends_with_the_last_type(void)
{
    struct time_zone *zone = zone_of(0, &three, "");
    CHECK(time_zone_offset(zone, INT64_MIN) == -17762);
    CHECK(changes(zone, -2000000000, -17762, -18000));
    CHECK(changes(zone, 100000000, -18000, -14400));
    CHECK(changes(zone, 110000000, -14400, -18000));
    CHECK(time_zone_offset(zone, INT64_MAX) == -18000);
    CHECK(time_zone_span_at(zone, 0).from == -2000000000);
    CHECK(time_zone_span_at(zone, 0).until == 100000000);
    CHECK(time_zone_span_at(zone, 110000000).until == INT64_MAX);
    check_consistent(zone);
    time_zone_free(zone);
}

/* The first block of such files is skipped, and says something else here. */
static void later_versions_have_long_times_and_a_rule(void)
{
    static const int64_t times[] = {INT64_MIN + 5, -5000000000, 1000000000};
    const struct contents contents = {times, three_time_types, 3, three_types, 3, 0};
    for (uint8_t version = '2'; version <= '4'; version++) {
        struct time_zone *zone = zone_of(version, &contents, "<-05>5");
        CHECK(time_zone_offset(zone, INT64_MIN + 4) == -17762);
        CHECK(time_zone_offset(zone, INT64_MIN + 5) == -18000);
        CHECK(changes(zone, -5000000000, -18000, -14400));
        CHECK(changes(zone, 1000000000, -14400, -18000));
        check_consistent(zone);
        time_zone_free(zone);
    }
    struct time_zone *zone = zone_of('2', &contents, "");
    CHECK(time_zone_offset(zone, INT64_MAX) == -18000);
    time_zone_free(zone);
}

static void the_rule_begins_at_the_last_transition(void)
{
    const struct type types[] = {{3600, 0}, {7200, 1}};
    const int64_t times[] = {at(2010, 3, 28, 1, 0), at(2020, 7, 1, 0, 0)};
    const uint8_t time_types[] = {1, 1}; /* the second one changes nothing */
    const struct contents contents = {times, time_types, 2, types, 2, 0};
    struct time_zone *zone = zone_of('2', &contents, "CET-1CEST,M3.5.0,M10.5.0/3");
    CHECK(time_zone_offset(zone, at(2015, 1, 1, 0, 0)) == 7200);
    CHECK(time_zone_span_at(zone, at(2015, 1, 1, 0, 0)).until == times[1]);
    CHECK(time_zone_span_at(zone, times[1]).from == times[1]);
    CHECK(changes(zone, at(2020, 10, 25, 1, 0), 7200, 3600));
    CHECK(changes(zone, at(2021, 3, 28, 1, 0), 3600, 7200));
    check_consistent(zone);
    time_zone_free(zone);
}

static void transitions_that_keep_the_offset_are_left_out(void)
{
    const struct type types[] = {{3600, 0}, {3600, 1}, {7200, 0}};
    const int64_t times[] = {10, 20, 30, 40};
    const uint8_t time_types[] = {1, 2, 2, 0};
    const struct contents contents = {times, time_types, 4, types, 3, 0};
    struct time_zone *zone = zone_of(0, &contents, "");
    CHECK(time_zone_span_at(zone, 0).from == INT64_MIN);
    CHECK(time_zone_span_at(zone, 0).until == 20);
    CHECK(time_zone_span_at(zone, 35).from == 20);
    CHECK(time_zone_span_at(zone, 35).until == 40);
    time_zone_free(zone);
}

static void truncated_files_are_corrupt(void)
{
    for (int version = 0; version <= 3; version++) {
        struct bytes bytes = file_of(version == 0 ? 0 : (uint8_t)('1' + version), &three,
                                     "EST5EDT,M3.2.0,M11.1.0");
        struct time_zone *zone;
        struct error error;
        for (size_t size = 0; size < bytes.size; size++)
            CHECK(parse(&bytes, size, &zone, &error) == CORRUPT);
        CHECK(parse(&bytes, bytes.size, &zone, &error) == OK);
        time_zone_free(zone);
        bytes_free(&bytes);
    }
}

/* Replaces the byte at a place of a version 1 file:
 *     4 version | 20 UT/local, 24 standard, 28 leap seconds, 32 times, 36 types,
 *     40 characters | 44 times | 56 types of times | 59 types, 6 bytes each */
static enum status parse_changed(size_t place, uint8_t byte, const char *expected)
{
    struct bytes bytes = file_of(0, &three, "");
    struct time_zone *zone;
    struct error error;
    bytes.data[place] = byte;
    enum status status = parse(&bytes, bytes.size, &zone, &error);
    CHECK_TEXT(error.message, expected);
    time_zone_free(zone);
    bytes_free(&bytes);
    return status;
}

static void wrong_numbers_are_refused(void)
{
    CHECK(parse_changed(0, 't', "no header of a time zone") == CORRUPT);
    CHECK(parse_changed(4, '1', "time zone files of version byte 49") == UNSUPPORTED);
    CHECK(parse_changed(4, '5', "time zone files of version byte 53") == UNSUPPORTED);
    CHECK(parse_changed(23, 2, "3, 2 and 3 entries for types") == CORRUPT);
    CHECK(parse_changed(27, 2, "3, 3 and 2 entries for types") == CORRUPT);
    CHECK(parse_changed(20, 0xff, "3 transitions and 3 types end too early") == CORRUPT);
    CHECK(parse_changed(32, 0xff, "4278190083 transitions and 3 types end too early") ==
          CORRUPT);
    CHECK(parse_changed(36, 0x80, "3 transitions and 2147483651 types end too early") ==
          CORRUPT);
    CHECK(parse_changed(40, 0xff, "3 transitions and 3 types end too early") == CORRUPT);
    CHECK(parse_changed(43, 0, "type 0 is invalid") == CORRUPT);
    CHECK(parse_changed(48, 0x80, "transition 1 comes before 0") == CORRUPT);
    CHECK(parse_changed(57, 3, "transition 1 has type 3 of 3") == CORRUPT);
    CHECK(parse_changed(59, 0x7f, "type 0 has an offset of 2147465886 seconds") ==
          CORRUPT);
    CHECK(parse_changed(63, 2, "type 0 is invalid") == CORRUPT);
    CHECK(parse_changed(64, 4, "type 0 is invalid") == CORRUPT);
    const struct contents leap = {three_times, three_time_types, 3, three_types, 3, 1};
    struct bytes bytes = file_of('2', &leap, "");
    struct time_zone *zone;
    struct error error;
    CHECK(parse(&bytes, bytes.size, &zone, &error) == UNSUPPORTED);
    CHECK_TEXT(error.message, "time zones that count leap seconds");
    bytes_free(&bytes);
}

static void offsets_have_limits(void)
{
    static const struct {
        int32_t offset;
        enum status status;
    } known[] = {{93599, OK},       {93600, CORRUPT},     {-93599, OK},
                 {-93600, CORRUPT}, {INT32_MIN, CORRUPT}, {INT32_MAX, CORRUPT}};
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        const struct type type = {known[i].offset, 0};
        const struct contents contents = {.types = &type, .n_types = 1};
        struct bytes bytes = file_of('2', &contents, "");
        struct time_zone *zone;
        struct error error;
        CHECK(parse(&bytes, bytes.size, &zone, &error) == known[i].status);
        if (zone != NULL)
            check_consistent(zone);
        time_zone_free(zone);
        bytes_free(&bytes);
    }
}

/* Transitions number them with a byte. */
static void there_are_1_to_256_types(void)
{
    static const struct type types[257];
    for (size_t n = 0; n <= COUNT_OF(types); n++) {
        const struct contents contents = {.types = types, .n_types = n};
        struct bytes bytes = file_of('2', &contents, "");
        struct time_zone *zone;
        struct error error;
        CHECK(parse(&bytes, bytes.size, &zone, &error) ==
              (n == 0 || n > 256 ? CORRUPT : OK));
        time_zone_free(zone);
        bytes_free(&bytes);
    }
}

/* ---- Java -------------------------------------------------------------------------- */

static const int64_t start_of_1900 = -INT64_C(2208988800);

/* Transitions in 1895, 1901 and 1973. */
static void java_has_standard_time_before_1900(void)
{
    static const int64_t times[] = {-2366755200, -2177452800, 100000000};
    static const uint8_t time_types[] = {1, 2, 1};
    static const struct type types[] = {{-17762, 0}, {-18000, 0}, {-14400, 0}};
    const struct contents contents = {times, time_types, 3, types, 3, 0};
    struct time_zone *zone = zone_of('2', &contents, "<-06>6");
    CHECK(time_zone_offset(zone, INT64_MIN) == -17762);
    time_zone_use_java(zone);
    CHECK(time_zone_offset(zone, INT64_MIN) == -21600);
    CHECK(changes(zone, start_of_1900, -21600, -18000));
    CHECK(changes(zone, times[1], -18000, -14400));
    CHECK(changes(zone, times[2], -14400, -21600));
    check_consistent(zone);
    time_zone_free(zone);
    zone = zone_of('2', &contents, "");
    time_zone_use_java(zone);
    CHECK(changes(zone, start_of_1900, -18000, -18000));
    CHECK(changes(zone, times[1], -18000, -14400));
    check_consistent(zone);
    time_zone_free(zone);
}

/* Local mean time ends after 1900, or at its beginning, or long before. */
static void java_keeps_local_mean_time_from_1900_on(void)
{
    static const int64_t ends[] = {-2000000000, -2208988800, -5000000000};
    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        static const uint8_t time_types[] = {1};
        static const struct type types[] = {{1172, 0}, {3600, 0}};
        const struct contents contents = {&ends[i], time_types, 1, types, 2, 0};
        struct time_zone *zone = zone_of('2', &contents, "CET-1");
        time_zone_use_java(zone);
        CHECK(time_zone_offset(zone, start_of_1900 - 1) == 3600);
        CHECK(time_zone_offset(zone, start_of_1900) == (i == 0 ? 1172 : 3600));
        CHECK(time_zone_offset(zone, 0) == 3600);
        check_consistent(zone);
        time_zone_free(zone);
    }
}

/* Where winter time is the exception, Java calls summer time so. */
static void java_has_no_negative_daylight(void)
{
    static const int64_t times[] = {-2000000000, 100000000, 110000000};
    static const uint8_t time_types[] = {1, 2, 1};
    static const struct type types[] = {{-1521, 0}, {3600, 0}, {0, 1}};
    static const struct type usual[] = {{-1521, 0}, {3600, 0}, {7200, 1}};
    const struct contents contents = {times, time_types, 3, types, 3, 0};
    const struct contents summer = {times, time_types, 3, usual, 3, 0};
    struct time_zone *zone = zone_of('2', &contents, "<+01>-1");
    time_zone_use_java(zone);
    CHECK(time_zone_offset(zone, start_of_1900 - 1) == 0);
    time_zone_free(zone);
    zone = zone_of('2', &summer, "IST-1GMT0,M10.5.0,M3.5.0/1");
    time_zone_use_java(zone);
    CHECK(time_zone_offset(zone, start_of_1900 - 1) == 0);
    time_zone_free(zone);
    zone = zone_of('2', &summer, "CET-1CEST,M3.5.0,M10.5.0/3");
    time_zone_use_java(zone);
    CHECK(time_zone_offset(zone, start_of_1900 - 1) == 3600);
    time_zone_free(zone);
}

/* Double summer time ends with summer time, which is no negative one. */
static void java_knows_double_daylight(void)
{
    static const int64_t times[] = {-2000000000, 100000000, 110000000, 120000000,
                                    130000000};
    static const uint8_t time_types[] = {1, 2, 3, 2, 1};
    static const struct type types[] = {{-75, 0}, {3600, 0}, {7200, 1}, {10800, 1}};
    const struct contents contents = {times, time_types, 5, types, 4, 0};
    struct time_zone *zone = zone_of('2', &contents, "<+04>-4");
    time_zone_use_java(zone);
    CHECK(time_zone_offset(zone, start_of_1900 - 1) == 4 * HOUR);
    time_zone_free(zone);
}

static void java_rules_without_transitions(void)
{
    struct time_zone *zone = zone_of_rule("EST5EDT,M3.2.0,M11.1.0");
    time_zone_use_java(zone);
    CHECK(time_zone_offset(zone, start_of_1900 - 1) == -5 * HOUR);
    CHECK(time_zone_offset(zone, at(1850, 7, 1, 0, 0)) == -5 * HOUR);
    CHECK(time_zone_offset(zone, at(1950, 7, 1, 0, 0)) == -4 * HOUR);
    check_consistent(zone);
    time_zone_free(zone);
    struct error error = {0};
    CHECK(time_zone_open(slice_of("GMT-08:00", 9), &zone, &error) == OK);
    time_zone_use_java(zone);
    CHECK(time_zone_span_at(zone, 0).from == INT64_MIN);
    CHECK(time_zone_offset(zone, INT64_MIN) == -8 * HOUR);
    time_zone_free(zone);
}

/* ---- Rules ------------------------------------------------------------------------- */

static void check_fixed_rule(const char *rule, int offset)
{
    struct time_zone *zone = zone_of_rule(rule);
    struct time_zone_span span = time_zone_span_at(zone, 0);
    CHECK(span.from == INT64_MIN && span.until == INT64_MAX && span.offset == offset);
    check_consistent(zone);
    time_zone_free(zone);
}

static void rules_without_daylight(void)
{
    check_fixed_rule("UTC0", 0);
    check_fixed_rule("<+03>-3", 3 * HOUR);
    check_fixed_rule("<-0330>3:30", -12600);
    check_fixed_rule("<+0530>-5:30:15", 19815);
    check_fixed_rule("LONGNAME+24:59:59", -89999);
    check_fixed_rule("EST05", -5 * HOUR);
}

/* Two changes of 2021 to 2024 in UTC, before whose hours the offset was `before`. */
static void check_rule(const char *rule, int before, int after, const int64_t *starts,
                       const int64_t *ends)
{
    struct time_zone *zone = zone_of_rule(rule);
    for (int i = 0; i < 2; i++) {
        if (!changes(zone, starts[i], before, after) ||
            !changes(zone, ends[i], after, before)) {
            CHECK_TEXT("other changes", rule);
            break;
        }
    }
    check_consistent(zone);
    time_zone_free(zone);
}

#define CHECK_RULE(rule, before, after, start_1, end_1, start_2, end_2)                  \
    check_rule(rule, before, after, (const int64_t[]){start_1, start_2},                 \
               (const int64_t[]){end_1, end_2})

static void rules_of_weekdays(void)
{
    /* The first day of March 2020 and the last of May 2021 have the weekday itself. */
    CHECK_RULE("EST5EDT,M3.2.0,M11.1.0", -5 * HOUR, -4 * HOUR, at(2021, 3, 14, 7, 0),
               at(2021, 11, 7, 6, 0), at(2024, 3, 10, 7, 0), at(2024, 11, 3, 6, 0));
    CHECK_RULE("EST5EDT", -5 * HOUR, -4 * HOUR, at(2021, 3, 14, 7, 0),
               at(2021, 11, 7, 6, 0), at(2024, 3, 10, 7, 0), at(2024, 11, 3, 6, 0));
    CHECK_RULE("AAA0BBB,M3.1.0/0,M5.5.1/0", 0, HOUR, at(2020, 3, 1, 0, 0),
               at(2020, 5, 24, 23, 0), at(2021, 3, 7, 0, 0), at(2021, 5, 30, 23, 0));
    CHECK_RULE("CET-1CEST,M3.5.0,M10.5.0/3", HOUR, 2 * HOUR, at(2021, 3, 28, 1, 0),
               at(2021, 10, 31, 1, 0), at(2024, 3, 31, 1, 0), at(2024, 10, 27, 1, 0));
    /* February: four or five Thursdays. */
    CHECK_RULE("AAA0BBB,M2.5.4/0,M12.5.6/0", 0, HOUR, at(2023, 2, 23, 0, 0),
               at(2023, 12, 29, 23, 0), at(2024, 2, 29, 0, 0), at(2024, 12, 27, 23, 0));
    /* The first and the last days of months: January 31, February 1, June 30, July 1. */
    CHECK_RULE("AAA0BBB,M1.5.3/0,M2.1.4/0", 0, HOUR, at(2024, 1, 31, 0, 0),
               at(2024, 1, 31, 23, 0), at(2023, 1, 25, 0, 0), at(2023, 2, 1, 23, 0));
    CHECK_RULE("AAA0BBB,M6.5.0/0,M7.1.1/0", 0, HOUR, at(2024, 6, 30, 0, 0),
               at(2024, 6, 30, 23, 0), at(2023, 6, 25, 0, 0), at(2023, 7, 2, 23, 0));
    CHECK_RULE("AAA0BBB,M11.5.4/0,M12.5.2/0", 0, HOUR, at(2023, 11, 30, 0, 0),
               at(2023, 12, 25, 23, 0), at(2024, 11, 28, 0, 0), at(2024, 12, 30, 23, 0));
    /* 2100 is no leap year. */
    CHECK_RULE("AAA0BBB,M3.1.1/0,M11.1.1/0", 0, HOUR, at(2100, 3, 1, 0, 0),
               at(2100, 10, 31, 23, 0), at(1999, 3, 1, 0, 0), at(1999, 10, 31, 23, 0));
    /* Half an hour: Lord Howe Island, in the south. */
    CHECK_RULE("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 37800, 39600,
               at(2021, 10, 2, 15, 30), at(2022, 4, 2, 15, 0), at(2022, 10, 1, 15, 30),
               at(2023, 4, 1, 15, 0));
    CHECK_RULE("NZST-12NZDT,M9.5.0,M4.1.0/3", 12 * HOUR, 13 * HOUR,
               at(2021, 9, 25, 14, 0), at(2022, 4, 2, 14, 0), at(2022, 9, 24, 14, 0),
               at(2023, 4, 1, 14, 0));
}

static void rules_of_days(void)
{
    /* J60 is March 1 in each year, 60 only in leap years. */
    CHECK_RULE("AAA0BBB,J60,J300/2:30", 0, HOUR, at(2023, 3, 1, 2, 0),
               at(2023, 10, 27, 1, 30), at(2024, 3, 1, 2, 0), at(2024, 10, 27, 1, 30));
    CHECK_RULE("AAA0BBB,J60,J365", 0, HOUR, at(2000, 3, 1, 2, 0), at(2000, 12, 31, 1, 0),
               at(2100, 3, 1, 2, 0), at(2100, 12, 31, 1, 0));
    CHECK_RULE("AAA0BBB,59,300", 0, HOUR, at(2023, 3, 1, 2, 0), at(2023, 10, 28, 1, 0),
               at(2024, 2, 29, 2, 0), at(2024, 10, 27, 1, 0));
    CHECK_RULE("AAA0BBB,J59,J1", 0, HOUR, at(2023, 2, 28, 2, 0), at(2024, 1, 1, 1, 0),
               at(2024, 2, 28, 2, 0), at(2025, 1, 1, 1, 0));
    CHECK_RULE("AAA0BBB,0/0,J365/0:00:01", 0, HOUR, at(2023, 1, 1, 0, 0),
               at(2023, 12, 30, 23, 0) + 1, at(2024, 1, 1, 0, 0),
               at(2024, 12, 30, 23, 0) + 1);
}

static void rules_with_long_times(void)
{
    /* Godthab: 22:00 on the Saturday before the last Sunday in March. */
    CHECK_RULE("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", -2 * HOUR, -HOUR, at(2023, 3, 26, 1, 0),
               at(2023, 10, 29, 1, 0), at(2024, 3, 31, 1, 0), at(2024, 10, 27, 1, 0));
    /* Gaza: 50 hours after a Thursday. */
    CHECK_RULE("EET-2EEST,M3.4.4/50,M10.4.4/50", 2 * HOUR, 3 * HOUR,
               at(2023, 3, 25, 0, 0), at(2023, 10, 27, 23, 0), at(2024, 3, 30, 0, 0),
               at(2024, 10, 25, 23, 0));
    CHECK_RULE("AAA0BBB,J180/+167,J200/-100", 0, HOUR, at(2023, 7, 5, 23, 0),
               at(2023, 7, 14, 19, 0), at(2024, 7, 5, 23, 0), at(2024, 7, 14, 19, 0));
}

/* Dublin: standard time in summer, "daylight" time an hour less in winter. */
static void negative_daylight(void)
{
    CHECK_RULE("IST-1GMT0,M10.5.0,M3.5.0/1", HOUR, 0, at(2021, 10, 31, 1, 0),
               at(2022, 3, 27, 1, 0), at(2022, 10, 30, 1, 0), at(2023, 3, 26, 1, 0));
    CHECK_RULE("<+00>0<-01>1,M1.1.0,M6.1.0", 0, -HOUR, at(2023, 1, 1, 2, 0),
               at(2023, 6, 4, 3, 0), at(2024, 1, 7, 2, 0), at(2024, 6, 2, 3, 0));
}

/* RFC 9636, 3.3.1: ends when the next one begins. */
static void permanent_daylight(void)
{
    static const char *const rules[] = {"XXX3EDT4,0/0,J365/23", "EST5EDT,0/0,J365/25",
                                        "EST5EDT,0/0,J365/150", "EST5EDT,J1/0,J365/25",
                                        "EST5EDT,J1/-167,J365/167"};
    for (size_t i = 0; i < COUNT_OF(rules); i++) {
        struct time_zone *zone = zone_of_rule(rules[i]);
        for (int64_t utc = at(2019, 1, 1, 0, 0); utc < at(2026, 1, 1, 0, 0); utc += 900) {
            if (time_zone_offset(zone, utc) != -4 * HOUR) {
                CHECK_TEXT("standard time", rules[i]);
                break;
            }
        }
        check_consistent(zone);
        time_zone_free(zone);
    }
}

static void invalid_rules_are_refused(void)
{
    static const char *const right[] = {"",
                                        "ABC-0",
                                        "abc+0:0:0",
                                        "<A-1>0",
                                        "AAA0BBB1",
                                        "AAA0<+01>-1:00",
                                        "AAA0BBB,M1.1.0,J1",
                                        "AAA0BBB,0/167,365/-167:59:59",
                                        "AAA24BBB24"};
    static const char *const wrong[] = {
        "A",
        "AB0",
        "ABC",
        "ABC25",
        "ABC0:60",
        "ABC0:00:60",
        "ABC0:",
        "ABC--1",
        "ABC1234",
        "<AB0",
        "<AB>0",
        "<A_B>0",
        "ABC0 ",
        ":UTC",
        "A1C0",
        "AAA0BB",
        "AAA0BBB25",
        "AAA0BBB,",
        "AAA0BBB,M3.2.0",
        "AAA0BBB,M3.2.0,",
        "AAA0BBB,M3.2.0,M11.1.0,",
        "AAA0BBB,M0.2.0,M11.1.0",
        "AAA0BBB,M13.2.0,M11.1.0",
        "AAA0BBB,M3.0.0,M11.1.0",
        "AAA0BBB,M3.6.0,M11.1.0",
        "AAA0BBB,M3.1.7,M11.1.0",
        "AAA0BBB,M3.1,M11.1.0",
        "AAA0BBB,M3-1-0,M11.1.0",
        "AAA0BBB,J0,M11.1.0",
        "AAA0BBB,J366,M11.1.0",
        "AAA0BBB,J,M11.1.0",
        "AAA0BBB,J0001,M11.1.0",
        "AAA0BBB,366,M11.1.0",
        "AAA0BBB,-1,M11.1.0",
        "AAA0BBB,1/168,M11.1.0",
        "AAA0BBB,1/-168,M11.1.0",
        "AAA0BBB,1/,M11.1.0",
        "AAA0BBB;1,2",
    };
    for (size_t i = 0; i < COUNT_OF(right); i++) {
        if (!is_rule(right[i]))
            CHECK_TEXT("refused", right[i]);
    }
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        if (is_rule(wrong[i]))
            CHECK_TEXT("accepted", wrong[i]);
    }
}

/* A rule of any year is that of the same year 400 years later. */
static void rules_apply_to_all_years(void)
{
    struct time_zone *zone = zone_of_rule("EST5EDT,M3.2.0,M11.1.0");
    CHECK(changes(zone, at(1600, 3, 12, 7, 0), -18000, -14400));
    CHECK(changes(zone, at(1969, 11, 2, 6, 0), -14400, -18000));
    CHECK(changes(zone, at(-1200, 3, 12, 7, 0), -18000, -14400));
    CHECK(changes(zone, at(1000000, 3, 12, 7, 0), -18000, -14400));
    CHECK(changes(zone, at(-1000000, 3, 12, 7, 0), -18000, -14400));
    CHECK(time_zone_span_at(zone, INT64_MIN).from == INT64_MIN);
    CHECK(time_zone_span_at(zone, INT64_MAX).until == INT64_MAX);
    time_zone_free(zone);
}

/* ---- Local times ------------------------------------------------------------------- */

static void gaps_and_overlaps(void)
{
    struct time_zone *zone = zone_of_rule("CET-1CEST,M3.5.0,M10.5.0/3");
    int64_t start = at(2021, 3, 28, 1, 0), end = at(2021, 10, 31, 1, 0);
    CHECK(time_zone_utc_from_local(zone, at(2021, 3, 28, 2, 0) - 1) == start - 1);
    CHECK(time_zone_utc_from_local(zone, at(2021, 3, 28, 2, 0)) == start);
    CHECK(time_zone_utc_from_local(zone, at(2021, 3, 28, 2, 30)) == start + 1800);
    CHECK(time_zone_utc_from_local(zone, at(2021, 3, 28, 3, 0)) == start);
    CHECK(time_zone_utc_from_local(zone, at(2021, 3, 28, 3, 30)) == start + 1800);
    CHECK(time_zone_utc_from_local(zone, at(2021, 10, 31, 2, 0)) == end - HOUR);
    CHECK(time_zone_utc_from_local(zone, at(2021, 10, 31, 2, 59)) == end - 60);
    CHECK(time_zone_utc_from_local(zone, at(2021, 10, 31, 3, 0)) == end + HOUR);
    time_zone_free(zone);
}

/* Samoa had no December 30, 2011. */
static void a_day_can_be_skipped(void)
{
    const struct type types[] = {{-10 * HOUR, 1}, {14 * HOUR, 1}};
    const int64_t times[] = {at(2011, 12, 30, 10, 0)};
    const uint8_t time_types[] = {1};
    const struct contents contents = {times, time_types, 1, types, 2, 0};
    struct time_zone *zone = zone_of('2', &contents, "");
    CHECK(time_zone_utc_from_local(zone, at(2011, 12, 29, 23, 59)) == times[0] - 60);
    CHECK(time_zone_utc_from_local(zone, at(2011, 12, 30, 12, 0)) == times[0] + DAY / 2);
    CHECK(time_zone_utc_from_local(zone, at(2011, 12, 31, 0, 0)) == times[0]);
    CHECK(time_zone_utc_from_local(zone, at(2011, 12, 31, 12, 0)) == times[0] + DAY / 2);
    check_consistent(zone);
    time_zone_free(zone);
}

/* Clocks skip 100 to 199, go back at 250, and show 150 later. */
static void a_skipped_time_can_come_later(void)
{
    const struct type types[] = {{0, 0}, {100, 0}, {-50, 0}};
    const int64_t times[] = {100, 150};
    const uint8_t time_types[] = {1, 2};
    const struct contents contents = {times, time_types, 2, types, 3, 0};
    struct time_zone *zone = zone_of(0, &contents, "");
    CHECK(time_zone_utc_from_local(zone, 99) == 99);
    CHECK(time_zone_utc_from_local(zone, 150) == 200);
    CHECK(time_zone_utc_from_local(zone, 200) == 100);
    CHECK(time_zone_utc_from_local(zone, 249) == 149);
    CHECK(time_zone_utc_from_local(zone, 250) == 300);
    check_consistent(zone);
    time_zone_free(zone);
}

static void results_are_limited_to_64_bits(void)
{
    const struct type types[] = {{HOUR, 0}, {-HOUR, 0}};
    for (int i = 0; i < 2; i++) {
        const struct contents contents = {.types = &types[i], .n_types = 1};
        struct time_zone *zone = zone_of('2', &contents, "");
        int64_t least = time_zone_utc_from_local(zone, INT64_MIN);
        int64_t most = time_zone_utc_from_local(zone, INT64_MAX);
        CHECK(least == (i == 0 ? INT64_MIN : INT64_MIN + HOUR));
        CHECK(most == (i == 0 ? INT64_MAX - HOUR : INT64_MAX));
        time_zone_free(zone);
    }
}

int main(void)
{
    RUN(version_1_ends_with_the_last_type);
    RUN(later_versions_have_long_times_and_a_rule);
    RUN(the_rule_begins_at_the_last_transition);
    RUN(transitions_that_keep_the_offset_are_left_out);
    RUN(truncated_files_are_corrupt);
    RUN(wrong_numbers_are_refused);
    RUN(offsets_have_limits);
    RUN(there_are_1_to_256_types);
    RUN(java_has_standard_time_before_1900);
    RUN(java_keeps_local_mean_time_from_1900_on);
    RUN(java_has_no_negative_daylight);
    RUN(java_knows_double_daylight);
    RUN(java_rules_without_transitions);
    RUN(rules_without_daylight);
    RUN(rules_of_weekdays);
    RUN(rules_of_days);
    RUN(rules_with_long_times);
    RUN(negative_daylight);
    RUN(permanent_daylight);
    RUN(invalid_rules_are_refused);
    RUN(rules_apply_to_all_years);
    RUN(gaps_and_overlaps);
    RUN(a_day_can_be_skipped);
    RUN(a_skipped_time_can_come_later);
    RUN(results_are_limited_to_64_bits);
    return unit_test_done();
}
