/* SPDX-License-Identifier: MIT */
/*
 * test_numeric_text.c - texts that SQLite compares as equal to a number are recognised,
 * and lie within the ranges that statistics are compared with.
 */
#include <math.h>

#include "scan/numeric_text.h"
#include "unit_test.h"

static struct bytes_value bytes_of(const char *text)
{
    return (struct bytes_value){(const uint8_t *)text, strlen(text)};
}

static void values_of_numeric_texts(void)
{
    double number;
    CHECK(numeric_text_value(bytes_of("5"), &number) && number == 5);
    CHECK(numeric_text_value(bytes_of(" \t-05.50e1\n"), &number) && number == -55);
    CHECK(numeric_text_value(bytes_of("+.5"), &number) && number == 0.5);
    CHECK(numeric_text_value(bytes_of("5."), &number) && number == 5);
    CHECK(!numeric_text_value(bytes_of(""), &number) &&
          !numeric_text_value(bytes_of("abc"), &number) &&
          !numeric_text_value(bytes_of("Infinity"), &number) &&
          !numeric_text_value(bytes_of("2024-01-05"), &number) &&
          !numeric_text_value(bytes_of("1e999"), &number));
}

static void equal_numbers(void)
{
    static const char *const five[] = {"5",
                                       "05",
                                       " 5 ",
                                       "5.0",
                                       "+5",
                                       ".5e1",
                                       "50e-1",
                                       "4.99999999999999999",
                                       "5.00000000000000001"};
    for (size_t i = 0; i < sizeof five / sizeof *five; i++)
        CHECK(numeric_text_may_equal(bytes_of(five[i]), 5));
    CHECK(!numeric_text_may_equal(bytes_of("-5"), 5) &&
          !numeric_text_may_equal(bytes_of("5.00001"), 5) &&
          !numeric_text_may_equal(bytes_of("x"), 5) &&
          !numeric_text_may_equal(bytes_of("0x5"), 5));
    CHECK(numeric_text_may_equal(bytes_of("1e999"), 5)); /* left to SQLite */
    CHECK(numeric_text_may_equal(bytes_of("0.0"), -0.0) &&
          numeric_text_may_equal(bytes_of("1e-400"), 0));
}

static bool holds(const struct value_set *set, const char *text)
{
    return value_set_contains(set, (union column_value){.bytes = bytes_of(text)});
}

static void ranges_exclude_other_numbers(void)
{
    struct arena arena = {0};
    struct value_set set;
    struct error error = {0};
    CHECK(numeric_text_set(54321, &arena, &set, &error) == OK);
    CHECK(holds(&set, "54321") && holds(&set, "5.4321e4") && holds(&set, "054321") &&
          holds(&set, "54320.99999999999999"));
    CHECK(!holds(&set, "54322") && !holds(&set, "54319") && !holds(&set, "6") &&
          !holds(&set, "12345") && !holds(&set, "") && !holds(&set, "abc"));
    CHECK(numeric_text_set(-7, &arena, &set, &error) == OK);
    CHECK(holds(&set, "-7") && holds(&set, " -07.0") && !holds(&set, "7") &&
          !holds(&set, "+7"));
    arena_release(&arena);
}

/* Spells the number in many ways; the range must hold each. */
static void check_spellings(double number)
{
    static const char *const forms[] = {"%.17g",   "%.17e", "%.20f", "0%.17g",
                                        " +%.17g", "%.25g", "%.16g", "%.15g"};
    struct arena arena = {0};
    struct value_set set;
    struct error error = {0};
    CHECK(numeric_text_set(number, &arena, &set, &error) == OK);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char text[400];
        double value;
        if (signbit(number) && forms[i][0] != '%')
            continue;
        snprintf(text, sizeof text, forms[i], number);
        if (numeric_text_may_equal(bytes_of(text), number) &&
            numeric_text_value(bytes_of(text), &value) && !holds(&set, text)) {
            CHECK(false);
            fprintf(stderr, "%s\n", text);
        }
        CHECK(numeric_text_may_equal(bytes_of(text), number) || i == 2);
    }
    arena_release(&arena);
}

static void ranges_hold_all_spellings(void)
{
    static const double numbers[] = {0,
                                     1,
                                     10,
                                     100000,
                                     99999,
                                     0.1,
                                     1e15,
                                     123456789012,
                                     999999999999,
                                     1e22,
                                     1e-7,
                                     9007199254740993.0,
                                     1e291,
                                     1e300,
                                     1e-291,
                                     5e-324,
                                     1.5,
                                     7,
                                     1.0 / 3};
    uint64_t state = 1;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        check_spellings(numbers[i]);
        check_spellings(-numbers[i]);
        check_spellings(nextafter(numbers[i], HUGE_VAL));
        check_spellings(nextafter(numbers[i], -HUGE_VAL));
    }
    for (int i = 0; i < 20000; i++) {
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
        int places = (int)(state >> 60);
        double number = (double)(int64_t)(state >> (11 + (state >> 20) % 50));
        check_spellings(number);
        check_spellings(-number / pow(10, places));
    }
}

int main(void)
{
    RUN(values_of_numeric_texts);
    RUN(equal_numbers);
    RUN(ranges_exclude_other_numbers);
    RUN(ranges_hold_all_spellings);
    return unit_test_done();
}
