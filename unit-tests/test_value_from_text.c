/* SPDX-License-Identifier: MIT */
/* test_value_from_text.c - dates, times, timestamps, intervals, UUIDs, integers from
 * text. */
#include "value/value_from_text.h"
#include "value/value_text.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* A value of any type. */
struct value {
    union {
        int64_t number;
        uint8_t bytes[16];
    } is;
};

enum kind {
    DATE,
    TIME,
    TIMESTAMP,
    UUID,
    INTERVAL,
    INT64,
    UINT64,
    N_KINDS,
};

static enum text_fit parse(enum kind kind, enum time_unit unit, bool is_utc,
                           struct slice text, struct value *value)
{
    uint64_t bits;
    enum text_fit fit;
    memset(value, 0, sizeof *value);
    switch (kind) {
    case DATE:
        return date_from_text(text, &value->is.number);
    case TIME:
        return time_from_text(text, unit, is_utc, &value->is.number);
    case TIMESTAMP:
        return timestamp_from_text(text, unit, is_utc, &value->is.number);
    case UUID:
        return uuid_from_text(text, value->is.bytes);
    case INTERVAL:
        return interval_from_text(text, value->is.bytes);
    case INT64:
        return int64_from_text(text, &value->is.number);
    case UINT64:
    case N_KINDS:
        break;
    }
    fit = uint64_from_text(text, &bits);
    value->is.number = fit == TEXT_UNFIT ? 0 : (int64_t)bits;
    return fit;
}

static size_t format(enum kind kind, enum time_unit unit, const struct value *value,
                     char *text)
{
    switch (kind) {
    case DATE:
        return text_from_date(value->is.number, text);
    case TIME:
        return text_from_time(value->is.number, unit, text);
    case TIMESTAMP:
        return text_from_timestamp(value->is.number, unit, text);
    case UUID:
        return text_from_uuid(value->is.bytes, text);
    case INTERVAL:
        return text_from_interval(value->is.bytes, text);
    case INT64:
        return text_from_int64(value->is.number, text);
    case UINT64:
    case N_KINDS:
        break;
    }
    return text_from_uint64((uint64_t)value->is.number, text);
}

/* Parses a copy in a block of exactly the text's size. */
static enum text_fit parse_exactly(enum kind kind, enum time_unit unit, bool is_utc,
                                   const char *text, struct value *value)
{
    size_t size = strlen(text);
    uint8_t *copy = exact_copy(text, size);
    enum text_fit fit = parse(kind, unit, is_utc, slice_of(copy, size), value);
    free(copy);
    return fit;
}

struct number_case {
    const char *text;
    enum text_fit fit;
    int64_t value;
};

static void check_cases(enum kind kind, enum time_unit unit, bool is_utc,
                        const struct number_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct value value;
        enum text_fit fit = parse_exactly(kind, unit, is_utc, cases[i].text, &value);
        bool is_right = fit == cases[i].fit &&
                        (fit == TEXT_UNFIT || value.is.number == cases[i].value);
        CHECK(is_right);
        if (!is_right)
            fprintf(stderr, "    \"%s\" (%zu): %d, %lld\n", cases[i].text, i, (int)fit,
                    (long long)value.is.number);
    }
}

static void all_are_unfit(enum kind kind, enum time_unit unit, bool is_utc,
                          const char *const *texts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct number_case unfit = {texts[i], TEXT_UNFIT, 0};
        check_cases(kind, unit, is_utc, &unfit, 1);
    }
}

/* ---- Dates ----------------------------------------------------------------------- */

static void dates(void)
{
    static const struct number_case cases[] = {
        {"1970-01-01", TEXT_IS, 0},
        {"1969-12-31", TEXT_IS, -1},
        {"2000-02-29", TEXT_IS, 11016},
        {"2024-02-29", TEXT_IS, 19782},
        {"2023-02-28", TEXT_IS, 19416},
        {"1900-02-28", TEXT_IS, -25509},
        {"1900-03-01", TEXT_IS, -25508},
        {"1582-10-14", TEXT_IS, -141428},
        {"0001-01-01", TEXT_IS, -719162},
        {"0000-12-31", TEXT_IS, -719163},
        {"0000-02-29", TEXT_IS, -719469},
        {"0000-01-01", TEXT_IS, -719528},
        {"-000001-12-31", TEXT_IS, -719529},
        {"-000004-02-29", TEXT_IS, -720930},
        {"9999-12-31", TEXT_IS, 2932896},
        {"+010000-01-01", TEXT_IS, 2932897},
        {"+5881580-07-11", TEXT_IS, INT32_MAX},
        {"-5877641-06-23", TEXT_IS, INT32_MIN},
        {"-0001-12-31", TEXT_MEANS, -719529},
        {"-00001-12-31", TEXT_MEANS, -719529},
        {"-0000001-12-31", TEXT_MEANS, -719529},
        {"+1970-01-01", TEXT_MEANS, 0},
        {"+001970-01-01", TEXT_MEANS, 0},
        {"+000000-01-01", TEXT_MEANS, -719528},
        {"+10000-01-01", TEXT_MEANS, 2932897},
        {"+0010000-01-01", TEXT_MEANS, 2932897},
        {"+00000000000000000000000005881580-07-11", TEXT_MEANS, INT32_MAX},
    };
    check_cases(DATE, UNIT_SECONDS, false, cases, COUNT_OF(cases));
}

static void invalid_dates(void)
{
    static const char *const texts[] = {
        "",
        "-",
        "+",
        "1970-01-0",
        "1970-01-011",
        " 1970-01-01",
        "1970-01-01 ",
        "1970-1-1",
        "1970-1-01",
        "19700101",
        "1970/01/01",
        "1970-01/01",
        "70-01-01",
        "10000-01-01",
        "1970-00-01",
        "1970-13-01",
        "1970-01-00",
        "1970-01-32",
        "1970-04-31",
        "1970-06-31",
        "1970-09-31",
        "1970-11-31",
        "2023-02-29",
        "2024-02-30",
        "1900-02-29",
        "2100-02-29",
        "-000001-02-29",
        "-000000-01-01",
        "-0000-01-01",
        "+197-01-01",
        "+5881580-07-12",
        "-5877641-06-22",
        "+9999999999999-01-01",
        "+99999999999999999999999-01-01",
        "++010000-01-01",
        "+010000-01-1",
        "+010000-1-01",
        "+010000-01-01 ",
        "+010000-01-00",
        "+010000-13-01",
        "+010000",
        "+010000-",
        "197O-01-01",
        "1970-:1-01",
        "1970-01-0:",
        "1970-01-0/",
        "\xb1\x39\x37\x30-01-01",
        "1970\xad\x30\x31-01",
        "now",
    };
    all_are_unfit(DATE, UNIT_SECONDS, false, texts, COUNT_OF(texts));
}

/* All texts from 0000-00-00 to 0799-99-99. */
static void every_day_of_800_years(void)
{
    static const unsigned days_of[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t expected = -719528, days;
    bool is_right = true;
    for (unsigned year = 0; year < 800; year++) {
        bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
        for (unsigned month = 0; month <= 99; month++) {
            unsigned most = month < 1 || month > 12 ? 0 : days_of[month - 1];
            most += month == 2 && is_leap;
            for (unsigned day = 0; day <= 99; day++) {
                char text[40];
                snprintf(text, sizeof text, "%04u-%02u-%02u", year, month, day);
                enum text_fit fit = date_from_text(slice_of(text, 10), &days);
                if (day < 1 || day > most)
                    is_right = is_right && fit == TEXT_UNFIT;
                else
                    is_right = is_right && fit == TEXT_IS && days == expected++;
            }
        }
    }
    CHECK(is_right);
}

/* ---- Times ----------------------------------------------------------------------- */

static void times(void)
{
    static const struct number_case millis[] = {
        {"00:00:00", TEXT_IS, 0},
        {"23:59:59.999", TEXT_IS, 86399999},
        {"01:01:01.001", TEXT_IS, 3661001},
        {"12:34:56.120", TEXT_IS, 45296120},
        {"12:34", TEXT_MEANS, 45240000},
        {"12:34:56.12", TEXT_MEANS, 45296120},
        {"12:34:56.0", TEXT_MEANS, 45296000},
        {"12:34:56.000", TEXT_MEANS, 45296000},
        {"12:34:56.1200", TEXT_MEANS, 45296120},
        {"12:34:56.120000", TEXT_MEANS, 45296120},
        {"12:34:56.1230000000000000000000000", TEXT_MEANS, 45296123},
        {"12:34:56.1230000000000000000000001", TEXT_UNFIT, 0},
        {"12:34:56.1234", TEXT_UNFIT, 0},
        {"12:34:56.000001", TEXT_UNFIT, 0},
    };
    static const struct number_case micros[] = {
        {"23:59:59.999999", TEXT_IS, 86399999999}, {"00:00:00.001", TEXT_IS, 1000},
        {"00:00:00.000001", TEXT_IS, 1},           {"00:00:00.001000", TEXT_MEANS, 1000},
        {"00:00:00.0000001", TEXT_UNFIT, 0},
    };
    static const struct number_case nanos[] = {
        {"23:59:59.999999999", TEXT_IS, 86399999999999},
        {"00:00:00.000000001", TEXT_IS, 1},
        {"00:00:00.000001", TEXT_IS, 1000},
        {"00:00:00.00000001", TEXT_MEANS, 10},
        {"00:00:00.000001000", TEXT_MEANS, 1000},
        {"00:00:00.0000000001", TEXT_UNFIT, 0},
    };
    static const struct number_case seconds[] = {
        {"23:59:59", TEXT_IS, 86399},
        {"23:59:59.0", TEXT_MEANS, 86399},
        {"23:59:59.000", TEXT_MEANS, 86399},
        {"23:59:59.001", TEXT_UNFIT, 0},
    };
    check_cases(TIME, UNIT_SECONDS, false, seconds, COUNT_OF(seconds));
    check_cases(TIME, UNIT_MILLIS, false, millis, COUNT_OF(millis));
    check_cases(TIME, UNIT_MICROS, false, micros, COUNT_OF(micros));
    check_cases(TIME, UNIT_NANOS, false, nanos, COUNT_OF(nanos));
}

static const char *const zones[] = {"Z", "+01", "+0130", "+01:30", "-00:00"};

static void times_with_offsets(void)
{
    static const struct number_case utc[] = {
        {"12:00:00", TEXT_IS, 43200},          {"12:00:00Z", TEXT_MEANS, 43200},
        {"12:00Z", TEXT_MEANS, 43200},         {"12:00:00+02", TEXT_MEANS, 36000},
        {"12:00+02:30", TEXT_MEANS, 34200},    {"12:00:00.0-0230", TEXT_MEANS, 52200},
        {"01:00:00+02:00", TEXT_MEANS, 82800}, {"23:00:00-02:00", TEXT_MEANS, 3600},
        {"00:00:00-23:59", TEXT_MEANS, 86340}, {"00:00:00+23:59", TEXT_MEANS, 60},
        {"12:00:00-00:00", TEXT_MEANS, 43200},
    };
    static const char *const wrong[] = {
        "12:00:00z",      "12:00:00ZZ",    "12:00:00 Z",      "12:00:00+",
        "12:00:00+1",     "12:00:00+1:00", "12:00:00+24",     "12:00:00+01:60",
        "12:00:00+01:",   "12:00:00+01:3", "12:00:00+013",    "12:00:00+01:30:00",
        "12:00:00+01 30", "12:00:00+-1",   "12:00:00 +01:00", "12:00:00+01:30Z",
    };
    check_cases(TIME, UNIT_SECONDS, true, utc, COUNT_OF(utc));
    all_are_unfit(TIME, UNIT_SECONDS, true, wrong, COUNT_OF(wrong));
    for (size_t i = 0; i < COUNT_OF(zones); i++) {
        char text[40];
        snprintf(text, sizeof text, "12:00:00%s", zones[i]);
        const char *unfit = text;
        all_are_unfit(TIME, UNIT_NANOS, false, &unfit, 1);
    }
}

static void invalid_times(void)
{
    static const char *const texts[] = {
        "",          "12",          "12:",         "12:3",      "1:23",
        "12:345",    "24:00:00",    "24:00",       "23:60",     "23:59:60",
        "99:00:00",  "-00:00:01",   "12:34:",      "12:34:5",   "12:34:5 ",
        "12:34:56.", "12:34:56,5",  " 12:34",      "12:34 ",    "12:34.5",
        "123456",    "12:34:56 PM", "12:34:56.5 ", "12;34",     "12:34:56.+1",
        "12-34-56",  "1a:00:00",    "12:\xb3\x34", "T12:34:56", "12:34:5\xb6",
    };
    for (unsigned unit = UNIT_SECONDS; unit <= UNIT_NANOS; unit++) {
        all_are_unfit(TIME, (enum time_unit)unit, false, texts, COUNT_OF(texts));
        all_are_unfit(TIME, (enum time_unit)unit, true, texts, COUNT_OF(texts));
    }
}

/* ---- Timestamps ------------------------------------------------------------------ */

static void timestamps(void)
{
    static const struct number_case micros[] = {
        {"1970-01-01 00:00:00", TEXT_IS, 0},
        {"1970-01-01 00:00:00.000001", TEXT_IS, 1},
        {"1969-12-31 23:59:59.999999", TEXT_IS, -1},
        {"2024-02-29 12:34:56.789", TEXT_IS, 1709210096789000},
        {"2024-02-29T12:34:56.789", TEXT_MEANS, 1709210096789000},
        {"2024-02-29 12:34:56.789000", TEXT_MEANS, 1709210096789000},
        {"2024-02-29 12:34", TEXT_MEANS, 1709210040000000},
        {"2024-02-29T12:34", TEXT_MEANS, 1709210040000000},
        {"2024-02-29", TEXT_MEANS, 1709164800000000},
        {"+2024-02-29 12:34:56", TEXT_MEANS, 1709210096000000},
        {"+010000-01-01 00:00:00", TEXT_IS, 253402300800000000},
        {"-000001-12-31 00:00:00", TEXT_IS, -62167305600000000},
        {"2024-02-30 00:00:00", TEXT_UNFIT, 0},
        {"2024-02-29 12:34:56.7890001", TEXT_UNFIT, 0},
    };
    static const struct number_case utc[] = {
        {"2024-02-29 12:34:56", TEXT_IS, 1709210096000000},
        {"2024-02-29T12:34:56Z", TEXT_MEANS, 1709210096000000},
        {"2024-02-29 12:34:56Z", TEXT_MEANS, 1709210096000000},
        {"2024-02-29T00:34:56.5+01:00", TEXT_MEANS, 1709163296500000},
        {"2024-02-29T23:34:56-0100", TEXT_MEANS, 1709253296000000},
        {"1970-01-01T00:00-01", TEXT_MEANS, 3600000000},
        {"1970-01-01T00:00+01", TEXT_MEANS, -3600000000},
        {"1970-01-01Z", TEXT_UNFIT, 0},
        {"1970-01-01+01", TEXT_UNFIT, 0},
        {"1970-01-01 Z", TEXT_UNFIT, 0},
    };
    static const char *const wrong[] = {
        "",
        "1970-01-01 ",
        "1970-01-01T",
        "1970-01-01  00:00:00",
        "1970-01-01t00:00:00",
        "1970-01-01_00:00:00",
        "1970-01-0100:00:00",
        "1970-01-01 24:00:00",
        "1970-01-01 00:00:60",
        "1970-01-01 0:00:00",
        "1970-01-01 00:00:00 ",
        "00:00:00",
        "0",
    };
    check_cases(TIMESTAMP, UNIT_MICROS, false, micros, COUNT_OF(micros));
    check_cases(TIMESTAMP, UNIT_MICROS, true, utc, COUNT_OF(utc));
    all_are_unfit(TIMESTAMP, UNIT_MICROS, false, wrong, COUNT_OF(wrong));
    all_are_unfit(TIMESTAMP, UNIT_MICROS, true, wrong, COUNT_OF(wrong));
    for (size_t i = 0; i < COUNT_OF(zones); i++) {
        char text[40];
        snprintf(text, sizeof text, "1970-01-01 12:00:00%s", zones[i]);
        const char *unfit = text;
        all_are_unfit(TIMESTAMP, UNIT_NANOS, false, &unfit, 1);
    }
}

static void the_first_and_the_last_timestamps(void)
{
    static const struct number_case seconds[] = {
        {"+292277026596-12-04 15:30:07", TEXT_IS, INT64_MAX},
        {"+292277026596-12-04 15:30:08", TEXT_UNFIT, 0},
        {"+292277026596-12-05 00:00:00", TEXT_UNFIT, 0},
        {"+999999999999-12-31 23:59:59", TEXT_UNFIT, 0},
        {"-292277022657-01-27 08:29:52", TEXT_IS, INT64_MIN},
        {"-292277022657-01-27 08:29:51", TEXT_UNFIT, 0},
        {"-292277022657-01-26 00:00:00", TEXT_UNFIT, 0},
        {"-999999999999-01-01 00:00:00", TEXT_UNFIT, 0},
    };
    static const struct number_case millis[] = {
        {"+292278994-08-17 07:12:55.807", TEXT_IS, INT64_MAX},
        {"+292278994-08-17 07:12:55.808", TEXT_UNFIT, 0},
        {"-292275055-05-16 16:47:04.192", TEXT_IS, INT64_MIN},
        {"-292275055-05-16 16:47:04.191", TEXT_UNFIT, 0},
        {"-292275055-05-16 16:47:04", TEXT_UNFIT, 0},
    };
    static const struct number_case micros[] = {
        {"+294247-01-10 04:00:54.775807", TEXT_IS, INT64_MAX},
        {"+294247-01-10 04:00:54.775808", TEXT_UNFIT, 0},
        {"+294247-01-10 04:00:55", TEXT_UNFIT, 0},
        {"-290308-12-21 19:59:05.224192", TEXT_IS, INT64_MIN},
        {"-290308-12-21 19:59:05.224191", TEXT_UNFIT, 0},
        {"-290308-12-21 19:59:05", TEXT_UNFIT, 0},
        {"-290308-12-21", TEXT_UNFIT, 0},
        {"-290308-12-22", TEXT_MEANS, INT64_MIN + 14454775808},
    };
    static const struct number_case nanos[] = {
        {"2262-04-11 23:47:16.854775807", TEXT_IS, INT64_MAX},
        {"2262-04-11 23:47:16.854775808", TEXT_UNFIT, 0},
        {"2262-04-11 23:47:17", TEXT_UNFIT, 0},
        {"2262-04-12", TEXT_UNFIT, 0},
        {"1677-09-21 00:12:43.145224192", TEXT_IS, INT64_MIN},
        {"1677-09-21 00:12:43.145224191", TEXT_UNFIT, 0},
        {"1677-09-21 00:12:43", TEXT_UNFIT, 0},
        {"0001-01-01", TEXT_UNFIT, 0},
        {"9999-12-31", TEXT_UNFIT, 0},
    };
    static const struct number_case utc[] = {
        {"2262-04-12 00:47:16.854775807+01:00", TEXT_MEANS, INT64_MAX},
        {"2262-04-11 23:47:16.854775807-00:01", TEXT_UNFIT, 0},
        {"1677-09-20 23:12:43.145224192-01:00", TEXT_MEANS, INT64_MIN},
    };
    check_cases(TIMESTAMP, UNIT_SECONDS, false, seconds, COUNT_OF(seconds));
    check_cases(TIMESTAMP, UNIT_MILLIS, false, millis, COUNT_OF(millis));
    check_cases(TIMESTAMP, UNIT_MICROS, false, micros, COUNT_OF(micros));
    check_cases(TIMESTAMP, UNIT_NANOS, false, nanos, COUNT_OF(nanos));
    check_cases(TIMESTAMP, UNIT_NANOS, true, utc, COUNT_OF(utc));
}

/* ---- UUIDs and intervals --------------------------------------------------------- */

static void uuids(void)
{
    static const uint8_t expected[16] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
                                         0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10};
    static const struct {
        const char *text;
        enum text_fit fit;
    } cases[] = {
        {"01234567-89ab-cdef-fedc-ba9876543210", TEXT_IS},
        {"01234567-89AB-CDEF-FEDC-BA9876543210", TEXT_MEANS},
        {"01234567-89ab-cdef-fedc-bA9876543210", TEXT_MEANS},
        {"{01234567-89ab-cdef-fedc-ba9876543210}", TEXT_MEANS},
        {"0123456789abcdeffedcba9876543210", TEXT_MEANS},
        {"{0123456789ABCDEFFEDCBA9876543210}", TEXT_MEANS},
        {"", TEXT_UNFIT},
        {"{", TEXT_UNFIT},
        {"{}", TEXT_UNFIT},
        {"{01234567-89ab-cdef-fedc-ba9876543210", TEXT_UNFIT},
        {"01234567-89ab-cdef-fedc-ba9876543210}", TEXT_UNFIT},
        {"{{01234567-89ab-cdef-fedc-ba9876543210}}", TEXT_UNFIT},
        {"01234567-89ab-cdef-fedc-ba987654321", TEXT_UNFIT},
        {"01234567-89ab-cdef-fedc-ba98765432100", TEXT_UNFIT},
        {"0123456-789ab-cdef-fedc-ba9876543210", TEXT_UNFIT},
        {"01234567 89ab-cdef-fedc-ba9876543210", TEXT_UNFIT},
        {"01234567-89ab cdef-fedc-ba9876543210", TEXT_UNFIT},
        {"01234567-89ab-cdef fedc-ba9876543210", TEXT_UNFIT},
        {"01234567-89ab-cdef-fedc ba9876543210", TEXT_UNFIT},
        {"01234567-89ab-cdef-fedc-ba987654321-", TEXT_UNFIT},
        {" 0123456789abcdeffedcba9876543210", TEXT_UNFIT},
        {"0123456789abcdeffedcba987654321g", TEXT_UNFIT},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct value value;
        enum text_fit fit = parse_exactly(UUID, UNIT_SECONDS, false, cases[i].text,
                                          &value);
        CHECK(fit == cases[i].fit);
        CHECK(fit == TEXT_UNFIT || memcmp(value.is.bytes, expected, 16) == 0);
    }
}

/* Each byte at each place: eight places are tested together. */
static void hexadecimal_digits(void)
{
    for (size_t place = 0; place < 32; place++) {
        for (unsigned c = 0; c < 256; c++) {
            uint8_t text[32], bytes[16];
            memset(text, '0', sizeof text);
            text[place] = (uint8_t)c;
            const char *found = c == 0 ? NULL : strchr("0123456789abcdefABCDEF", (int)c);
            enum text_fit fit = uuid_from_text(slice_of(text, 32), bytes);
            CHECK(fit == (found != NULL ? TEXT_MEANS : TEXT_UNFIT));
            if (found == NULL || fit == TEXT_UNFIT)
                continue;
            char digit[2] = {(char)c, 0};
            CHECK(bytes[place / 2] == strtoul(digit, NULL, 16) << (place % 2 ? 0 : 4));
        }
    }
}

/* ---- Binary ---------------------------------------------------------------------- */

static enum text_fit binary_of(const char *text, uint8_t *bytes)
{
    return binary_from_text(slice_of(text, strlen(text)), bytes);
}

static void binary(void)
{
    uint8_t bytes[5] = {0};
    CHECK(binary_of("", bytes) == TEXT_IS);
    CHECK(binary_of("00199AFF", bytes) == TEXT_IS);
    CHECK(memcmp(bytes, "\x00\x19\x9a\xff\x00", 5) == 0);
    CHECK(binary_of("a0", bytes) == TEXT_MEANS && bytes[0] == 0xa0);
    CHECK(binary_of("AFfA", bytes) == TEXT_MEANS && bytes[0] == 0xaf && bytes[1] == 0xfa);
    static const char *const wrong[] = {
        "0", "A0B", "0G", "g0", "/0", "0:", "@0", "0`", " 0", "0x", "-1", "\xc0\x80"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        CHECK(binary_of(wrong[i], bytes) == TEXT_UNFIT);
}

static void intervals(void)
{
    static const struct {
        const char *text;
        enum text_fit fit;
        uint32_t months, days, millis;
    } cases[] = {
        {"P0M0DT0S", TEXT_IS, 0, 0, 0},
        {"P14M3DT4.005S", TEXT_IS, 14, 3, 4005},
        {"P4294967295M4294967295DT4294967.295S", TEXT_IS, UINT32_MAX, UINT32_MAX,
         UINT32_MAX},
        {"P1Y2M3W4DT5H6M7.89S", TEXT_MEANS, 14, 25, 18367890},
        {"P1Y", TEXT_MEANS, 12, 0, 0},
        {"P1M", TEXT_MEANS, 1, 0, 0},
        {"PT1M", TEXT_MEANS, 0, 0, 60000},
        {"P1MT1M", TEXT_MEANS, 1, 0, 60000},
        {"P2W", TEXT_MEANS, 0, 14, 0},
        {"PT36H", TEXT_MEANS, 0, 0, 129600000},
        {"PT0.001S", TEXT_MEANS, 0, 0, 1},
        {"PT0.0010S", TEXT_MEANS, 0, 0, 1},
        {"P14M3DT4.0050S", TEXT_MEANS, 14, 3, 4005},
        {"P014M3DT4.005S", TEXT_MEANS, 14, 3, 4005},
        {"P00000000000000000000000000001M", TEXT_MEANS, 1, 0, 0},
        {"P357913941Y3M", TEXT_MEANS, UINT32_MAX, 0, 0},
        {"PT4294967.295S", TEXT_MEANS, 0, 0, UINT32_MAX},
        {"", TEXT_UNFIT, 0, 0, 0},
        {"P", TEXT_UNFIT, 0, 0, 0},
        {"PT", TEXT_UNFIT, 0, 0, 0},
        {"P1", TEXT_UNFIT, 0, 0, 0},
        {"1M", TEXT_UNFIT, 0, 0, 0},
        {"P1DT", TEXT_UNFIT, 0, 0, 0},
        {"P1H", TEXT_UNFIT, 0, 0, 0},
        {"P1S", TEXT_UNFIT, 0, 0, 0},
        {"PT1D", TEXT_UNFIT, 0, 0, 0},
        {"P1M1Y", TEXT_UNFIT, 0, 0, 0},
        {"P1D1D", TEXT_UNFIT, 0, 0, 0},
        {"PT1S1S", TEXT_UNFIT, 0, 0, 0},
        {"PT1S1M", TEXT_UNFIT, 0, 0, 0},
        {"PT1ST1S", TEXT_UNFIT, 0, 0, 0},
        {"PTT1S", TEXT_UNFIT, 0, 0, 0},
        {"P1.5M", TEXT_UNFIT, 0, 0, 0},
        {"PT1.5H", TEXT_UNFIT, 0, 0, 0},
        {"PT1.0M", TEXT_UNFIT, 0, 0, 0},
        {"PT1.S", TEXT_UNFIT, 0, 0, 0},
        {"PT.5S", TEXT_UNFIT, 0, 0, 0},
        {"PT1.0005S", TEXT_UNFIT, 0, 0, 0},
        {"P-1M", TEXT_UNFIT, 0, 0, 0},
        {"-P1M", TEXT_UNFIT, 0, 0, 0},
        {"P+1M", TEXT_UNFIT, 0, 0, 0},
        {"p1m", TEXT_UNFIT, 0, 0, 0},
        {"P1M ", TEXT_UNFIT, 0, 0, 0},
        {"P4294967296M", TEXT_UNFIT, 0, 0, 0},
        {"P357913941Y4M", TEXT_UNFIT, 0, 0, 0},
        {"P4294967296D", TEXT_UNFIT, 0, 0, 0},
        {"P613566757W", TEXT_UNFIT, 0, 0, 0},
        {"PT4294967.296S", TEXT_UNFIT, 0, 0, 0},
        {"PT1193H2M47.295S", TEXT_MEANS, 0, 0, UINT32_MAX},
        {"PT1193H2M47.296S", TEXT_UNFIT, 0, 0, 0},
        {"P99999999999999999999999999999999M", TEXT_UNFIT, 0, 0, 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct value value;
        enum text_fit fit = parse_exactly(INTERVAL, UNIT_SECONDS, false, cases[i].text,
                                          &value);
        const uint8_t *bytes = value.is.bytes;
        bool is_right = fit == cases[i].fit &&
                        (fit == TEXT_UNFIT || (load_u32(bytes) == cases[i].months &&
                                               load_u32(bytes + 4) == cases[i].days &&
                                               load_u32(bytes + 8) == cases[i].millis));
        CHECK(is_right);
        if (!is_right)
            fprintf(stderr, "    %s: %d\n", cases[i].text, (int)fit);
    }
}

/* ---- Integers -------------------------------------------------------------------- */

static void integers(void)
{
    static const struct number_case is_signed[] = {
        {"0", TEXT_IS, 0},
        {"7", TEXT_IS, 7},
        {"-7", TEXT_IS, -7},
        {"12345678", TEXT_IS, 12345678},
        {"123456789", TEXT_IS, 123456789},
        {"-1234567890123456", TEXT_IS, -1234567890123456},
        {"9223372036854775807", TEXT_IS, INT64_MAX},
        {"-9223372036854775808", TEXT_IS, INT64_MIN},
        {"+0", TEXT_MEANS, 0},
        {"-0", TEXT_MEANS, 0},
        {"00", TEXT_MEANS, 0},
        {"-00", TEXT_MEANS, 0},
        {"+7", TEXT_MEANS, 7},
        {"007", TEXT_MEANS, 7},
        {"-007", TEXT_MEANS, -7},
        {"+00000000000000000000000000009223372036854775807", TEXT_MEANS, INT64_MAX},
        {"9223372036854775808", TEXT_UNFIT, 0},
        {"-9223372036854775809", TEXT_UNFIT, 0},
        {"18446744073709551616", TEXT_UNFIT, 0},
        {"100000000000000000000", TEXT_UNFIT, 0},
        {"99999999999999999999", TEXT_UNFIT, 0},
    };
    static const struct number_case is_unsigned[] = {
        {"0", TEXT_IS, 0},
        {"18446744073709551615", TEXT_IS, -1},
        {"9223372036854775808", TEXT_IS, INT64_MIN},
        {"+18446744073709551615", TEXT_MEANS, -1},
        {"-0", TEXT_MEANS, 0},
        {"018446744073709551615", TEXT_MEANS, -1},
        {"-1", TEXT_UNFIT, 0},
        {"18446744073709551616", TEXT_UNFIT, 0},
        {"18446744073709551620", TEXT_UNFIT, 0},
        {"20000000000000000000", TEXT_UNFIT, 0},
        {"184467440737095516150", TEXT_UNFIT, 0},
    };
    static const char *const wrong[] = {
        "",    "+",    "-",    "+-1",      "--1",       " 1",         "1 ",
        "1.0", "1e3",  "0x10", "1234567a", "a2345678",  "1234567:",   "1_000",
        "1,0", "\xb1", "1/",   "123456-8", "12345678 ", "12345678-1", "123456781234567/",
    };
    check_cases(INT64, UNIT_SECONDS, false, is_signed, COUNT_OF(is_signed));
    check_cases(UINT64, UNIT_SECONDS, false, is_unsigned, COUNT_OF(is_unsigned));
    all_are_unfit(INT64, UNIT_SECONDS, false, wrong, COUNT_OF(wrong));
    all_are_unfit(UINT64, UNIT_SECONDS, false, wrong, COUNT_OF(wrong));
}

/* ---- All types ------------------------------------------------------------------- */

static struct value random_value(enum kind kind, enum time_unit unit, uint64_t *random)
{
    static const int64_t per_day[] = {86400, 86400000, 86400000000, 86400000000000};
    struct value value;
    uint64_t bits[2] = {next_random(random), next_random(random)};
    memcpy(&value, bits, sizeof value);
    int64_t number = (int64_t)bits[0] >> random_below(random, 64);
    if (kind == DATE)
        number = (int32_t)((int64_t)bits[0] >> (32 + random_below(random, 20)));
    if (kind == TIME)
        number = (int64_t)(bits[0] % (uint64_t)per_day[unit]);
    if ((kind == TIME || kind == TIMESTAMP) && random_below(random, 2))
        number -= number % 1000;
    if (kind != UUID && kind != INTERVAL)
        value.is.number = number;
    return value;
}

static size_t value_size(enum kind kind)
{
    return kind == UUID ? 16 : kind == INTERVAL ? 12 : 8;
}

/* Values come back from their text.  Another text is TEXT_IS only if it is exactly what
 * would be written for its value. */
static void random_values_come_back(void)
{
    static const char alphabet[] = "0123456789+-:. TZPMDSYWHabcdefAF/{}";
    uint64_t random = 7;
    for (int i = 0; i < 300000; i++) {
        enum kind kind = (enum kind)(i % N_KINDS);
        enum time_unit unit = (enum time_unit)random_below(&random, 4);
        bool is_utc = random_below(&random, 2);
        struct value value = random_value(kind, unit, &random), got;
        char text[VALUE_TEXT_SIZE], again[VALUE_TEXT_SIZE];
        size_t size = format(kind, unit, &value, text);
        CHECK(parse(kind, unit, is_utc, slice_of(text, size), &got) == TEXT_IS);
        CHECK(memcmp(&got, &value, value_size(kind)) == 0);

        for (uint64_t n = 1 + random_below(&random, 3); n > 0; n--) {
            size_t at = random_below(&random, size);
            if (random_below(&random, 4) == 0 && size > 1)
                memmove(text + at, text + at + 1, --size - at);
            else
                text[at] = alphabet[random_below(&random, sizeof alphabet - 1)];
        }
        uint8_t *copy = exact_copy(text, size);
        enum text_fit fit = parse(kind, unit, is_utc, slice_of(copy, size), &got);
        free(copy);
        if (fit == TEXT_UNFIT)
            continue;
        size_t size_again = format(kind, unit, &got, again);
        bool is_same = size_again == size && memcmp(text, again, size) == 0;
        CHECK(is_same == (fit == TEXT_IS));
    }
}

int main(void)
{
    RUN(dates);
    RUN(invalid_dates);
    RUN(every_day_of_800_years);
    RUN(times);
    RUN(times_with_offsets);
    RUN(invalid_times);
    RUN(timestamps);
    RUN(the_first_and_the_last_timestamps);
    RUN(uuids);
    RUN(hexadecimal_digits);
    RUN(binary);
    RUN(intervals);
    RUN(integers);
    RUN(random_values_come_back);
    return unit_test_done();
}
