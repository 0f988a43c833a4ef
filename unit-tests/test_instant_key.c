/* SPDX-License-Identifier: MIT */
/*
 * test_instant_key.c - the order of the collation parquet_instant (instant_key.h), and
 * instants as numbers of a unit (value_from_text.h).
 */
#include "unit_bytes.h"
#include "unit_test.h"
#include "value/instant_key.h"
#include "value/value_from_text.h"

static struct slice slice_of_text(const char *text)
{
    return slice_of(text, strlen(text));
}

static const char *key_of(const char *text)
{
    static char key[VALUE_TEXT_SIZE + 100];
    char room[VALUE_TEXT_SIZE];
    struct slice found = instant_key(slice_of_text(text), room);
    memcpy(key, found.data, found.size);
    key[found.size] = '\0';
    return key;
}

static void spellings_of_an_instant_have_one_key(void)
{
    static const char *const spellings[] = {
        "2024-01-03 00:00:00",       "2024-01-03",
        "2024-01-03T00:00",          "2024-01-03T00:00:00Z",
        "2024-01-03T00:00:00.000Z",  "2024-01-03 00:00:00.000000000",
        "2024-01-03T02:00:00+02:00", "2024-01-02 16:30:00.0-0730",
        "2024-01-03 00:00:00+00",    "+002024-01-03",
    };
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        CHECK_TEXT(key_of(spellings[i]), spellings[0]);
    CHECK_TEXT(key_of("2024-01-03T00:00:00.5Z"), "2024-01-03 00:00:00.500");
    CHECK_TEXT(key_of("0000-01-01T00:00:00+01:00"), "-000001-12-31 23:00:00");
    CHECK_TEXT(key_of("9999-12-31T23:30:00-01:00"), "+010000-01-01 00:30:00");
    CHECK_TEXT(key_of("12:30"), "12:30:00");
    CHECK_TEXT(key_of("12:30:00.120000"), "12:30:00.120");
    CHECK_TEXT(key_of("00:30:00+01:00"), "23:30:00");
}

static void other_texts_are_their_own_key(void)
{
    static const char *const texts[] = {
        "",
        "January",
        "2024",
        "2024-01",
        "2024-02-30",
        "2024-01-03 24:00:00",
        "2024-01-03 00:00:00 ",
        " 2024-01-03",
        "2024-01-03T00:00:00z",
        "2024-01-03Z",
        "20240103T000000Z",
        "2024-01-03 00:00:00.0000000001",
        "1704240000000",
        "25:00:00",
        ("2024-01-03T00:00:00.00000000000000000000000000000"
         "00000000000000000000Z")};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        CHECK_TEXT(key_of(texts[i]), texts[i]);
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

/* A text of one of the shapes that instant_compare() tells apart, often spoilt. */
static struct slice random_text(uint64_t *random, char *text)
{
    static const char *const shapes[] = {"2024-01-03",
                                         "2024-01-03 00:00:00",
                                         "2024-01-03T00:00:00.000Z",
                                         "2024-01-03 00:00+00",
                                         "2024-01-03 00:00:00.123",
                                         "2024-01-03 00:00:00.12Z",
                                         "2024-01-03 00:00:00.123+02",
                                         "2024-01-03 00:00:00.123456",
                                         "2024-01-03 00:00:00.123456789",
                                         "2024-01-03 00:00:00.123456+02",
                                         "+02024-01-03",
                                         "00:00:00",
                                         "10:00+0200"};
    static const char letters[] = "0000123459-:. TZ+x";
    enum { N_SHAPES = sizeof shapes / sizeof *shapes };
    strcpy(text, shapes[random_below(random, N_SHAPES)]);
    size_t n = strlen(text);
    for (uint64_t i = random_below(random, 3); i > 0; i--)
        text[random_below(random, n)] = letters[random_below(random, sizeof letters - 1)];
    return slice_of(text, n - (random_below(random, 8) == 0));
}

static void texts_compare_as_their_keys(void)
{
    uint64_t random = 41;
    for (int i = 0; i < 200000; i++) {
        char a[64], b[64], room_a[VALUE_TEXT_SIZE], room_b[VALUE_TEXT_SIZE];
        struct slice text_a = random_text(&random, a), text_b = random_text(&random, b);
        int expected = slice_compare(instant_key(text_a, room_a),
                                     instant_key(text_b, room_b));
        CHECK(sign(instant_compare(text_a, text_b)) == sign(expected));
        CHECK(sign(instant_compare(text_b, text_a)) == -sign(expected));
    }
}

static bool is_integer(int64_t seconds, int32_t nanos, enum time_unit unit,
                       int64_t expected)
{
    int64_t value;
    double real;
    return units_from_instant((struct instant){seconds, nanos}, unit, &value, &real) &&
           value == expected;
}

static bool is_real(int64_t seconds, int32_t nanos, enum time_unit unit, double expected)
{
    int64_t value;
    double real;
    return !units_from_instant((struct instant){seconds, nanos}, unit, &value, &real) &&
           real == expected;
}

static void instants_in_a_unit_are_rounded_down(void)
{
    CHECK(is_integer(5, 999999999, UNIT_SECONDS, 5));
    CHECK(is_integer(-5, 999999999, UNIT_SECONDS, -5));
    CHECK(is_integer(-1, 999999999, UNIT_MILLIS, -1));
    CHECK(is_integer(-1, 999999999, UNIT_NANOS, -1));
    CHECK(is_integer(1, 1999, UNIT_MICROS, 1000001));
    CHECK(is_integer(INT64_MAX, 999999999, UNIT_SECONDS, INT64_MAX));
    CHECK(is_integer(INT64_MIN, 0, UNIT_SECONDS, INT64_MIN));
    CHECK(is_integer(9223372036, 854775807, UNIT_NANOS, INT64_MAX));
    CHECK(is_integer(-9223372037, 145224192, UNIT_NANOS, INT64_MIN));
}

static void instants_beyond_64_bits_are_the_nearest_double(void)
{
    CHECK(is_real(9223372036, 854775808, UNIT_NANOS, 0x1p63));
    CHECK(is_real(-9223372037, 145224191, UNIT_NANOS, -0x1p63));
    CHECK(is_real(-62135596800, 0, UNIT_NANOS, -6.21355968e19));
    CHECK(is_real(10000000000000000, 500000000, UNIT_MILLIS, 1.00000000000000005e19));
    CHECK(is_real(INT64_MAX, 999999999, UNIT_MICROS, 0x1p63 * 1e6));
    /* neighbours do not swap */
    double last = 0;
    for (int64_t i = 0; i < 20000; i++) {
        int64_t value;
        double real = 0;
        struct instant instant = {INT64_C(20000000000) + i / 2, i % 2 ? 999999999 : 0};
        CHECK(!units_from_instant(instant, UNIT_NANOS, &value, &real) && real >= last);
        last = real;
    }
}

int main(void)
{
    RUN(spellings_of_an_instant_have_one_key);
    RUN(other_texts_are_their_own_key);
    RUN(texts_compare_as_their_keys);
    RUN(instants_in_a_unit_are_rounded_down);
    RUN(instants_beyond_64_bits_are_the_nearest_double);
    return unit_test_done();
}
