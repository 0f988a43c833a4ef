/* SPDX-License-Identifier: MIT */
/*
 * test_double_digits.c - the shortest digits of doubles, compared with those that
 * printf() and strtod() find by trial.
 */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "value/double_digits.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* A second copy, compiled as by a compiler without 128-bit integers. */
#undef __SIZEOF_INT128__
#define double_digits_of double_digits_in_parts
struct double_digits double_digits_of(double value);
#include "value/double_digits.c"
#undef double_digits_of

static void check_digits(double value, uint64_t digits, int32_t exponent)
{
    struct double_digits got = double_digits_of(value);
    struct double_digits in_parts = double_digits_in_parts(value);
    bool is_right = got.digits == digits && got.exponent == exponent;
    CHECK(is_right);
    CHECK(in_parts.digits == digits && in_parts.exponent == exponent);
    if (!is_right)
        fprintf(stderr, "    %a: %" PRIu64 "e%d, expected %" PRIu64 "e%d\n", value,
                got.digits, (int)got.exponent, digits, (int)exponent);
}

/* Parses text such as 1.2300e+56; drops trailing zeros of its digits. */
static struct double_digits digits_of_text(const char *text)
{
    struct double_digits number = {0, 0};
    const char *c = text;
    bool is_behind_point = false;
    for (; *c != 'e'; c++) {
        if (*c == '.') {
            is_behind_point = true;
            continue;
        }
        number.digits = number.digits * 10 + (unsigned)(*c - '0');
        number.exponent -= is_behind_point;
    }
    number.exponent += (int32_t)strtol(c + 1, NULL, 10);
    while (number.digits % 10 == 0) {
        number.digits /= 10;
        number.exponent++;
    }
    return number;
}

/* Tries one digit, two, and so on: first the nearest number, then the one above it, which
 * can read back instead where doubles below are closer together than those above. */
static void check_by_trying(double value)
{
    for (int n = 1; n <= 17; n++) {
        char text[40];
        snprintf(text, sizeof text, "%.*e", n - 1, value);
        char *last = strchr(text, 'e') - 1;
        bool is_found = strtod(text, NULL) == value;
        if (!is_found && *last != '9') {
            ++*last;
            is_found = strtod(text, NULL) == value;
        }
        if (is_found) {
            struct double_digits number = digits_of_text(text);
            check_digits(value, number.digits, number.exponent);
            return;
        }
    }
    CHECK(false);
}

static void check_around(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (uint64_t i = 0; i < 5; i++) {
        double near = double_of_bits(bits + i - 2);
        if (near > 0 && isfinite(near))
            check_by_trying(near);
    }
}

static void numbers_of_few_digits(void)
{
    check_digits(1, 1, 0);
    check_digits(10, 1, 1);
    check_digits(1e22, 1, 22);
    check_digits(0.5, 5, -1);
    check_digits(0.1, 1, -1);
    check_digits(0.3, 3, -1);
    check_digits(123.456, 123456, -3);
    check_digits(0.000001, 1, -6);
    check_digits(0.0000015, 15, -7);
    check_digits(999999999.999999, UINT64_C(999999999999999), -6);
    check_digits(1000000000.000001, UINT64_C(1000000000000001), -6);
    check_digits(123456789012345678.0, UINT64_C(12345678901234568), 1);
}

static void numbers_of_many_digits(void)
{
    check_digits(0.1 + 0.2, UINT64_C(30000000000000004), -17);
    check_digits(1.0 / 3, UINT64_C(3333333333333333), -16);
    check_digits(2.0 / 3, UINT64_C(6666666666666666), -16);
    check_digits(3.141592653589793, UINT64_C(3141592653589793), -15);
    check_digits(9007199254740993.0, UINT64_C(9007199254740992), 0);
    check_digits(9.5367431640625e-7, UINT64_C(95367431640625), -20);
}

/* Numbers for which published algorithms or implementations have failed. */
static void hard_cases(void)
{
    check_digits(1e23, 1, 23); /* the decimal is the upper end of the double's interval */
    check_digits(9.5e22, 95, 21);
    check_digits(9.999999999999999e22, 1, 23); /* the same double */
    check_digits(9e-265, 9, -265);
    check_digits(5e-324, 5, -324);
    check_digits(1e-323, 1, -323); /* 2 * 2^-1074 */
    check_digits(1.5e-323, 15, -324);
    check_digits(2e-323, 2, -323);
    check_digits(2e-3, 2, -3);
    check_digits(2.2250738585072014e-308, UINT64_C(22250738585072014), -324);
    check_digits(2.225073858507201e-308, UINT64_C(2225073858507201), -323);
    check_digits(1.7976931348623157e308, UINT64_C(17976931348623157), 292);
    check_digits(4.940656e-318, 4940656, -324);
    check_digits(1.18575755e-316, 118575755, -324);
    check_digits(2.989102097996e-312, UINT64_C(2989102097996), -324);
    check_digits(2.98023223876953125e-8, UINT64_C(29802322387695312), -24);
    check_digits(2.109808898695963e16, UINT64_C(2109808898695963), 1);
    check_digits(9.0608011534336e15, UINT64_C(90608011534336), 2);
    check_digits(4.708356024711512e18, UINT64_C(4708356024711512), 3);
    check_digits(9.409340012568248e18, UINT64_C(9409340012568248), 3);
    check_digits(5.764607523034235e39, UINT64_C(5764607523034235), 24);
    check_digits(1.152921504606847e40, UINT64_C(1152921504606847), 25);
    check_digits(2.305843009213694e40, UINT64_C(2305843009213694), 25);
    check_digits(4.1855804968213567e298, UINT64_C(4185580496821357), 283);
    check_digits(5.5626846462680035e-309, UINT64_C(5562684646268003), -324);
    check_digits(0x1p-44, UINT64_C(5684341886080802), -29); /* and not ...801 */
    check_digits(0x1p-1074, 5, -324);
    check_digits(0x1p-1022, UINT64_C(22250738585072014), -324);
    check_digits(0x1p971, UINT64_C(199584030953472), 278);
}

static void powers_of_2_and_10(void)
{
    for (int exponent = -1074; exponent < 1024; exponent++)
        check_around(ldexp(1, exponent));
    for (int exponent = -323; exponent <= 308; exponent++) {
        char text[20];
        snprintf(text, sizeof text, "1e%d", exponent);
        check_around(strtod(text, NULL));
    }
    check_around(DBL_MAX);
}

/* All exponents, so that all powers of ten are used. */
static void random_doubles(void)
{
    uint64_t random = 61;
    for (uint64_t exponent = 0; exponent < 2047; exponent++) {
        for (int i = 0; i < 12; i++)
            check_by_trying(double_of_bits(exponent << 52 | next_random(&random) >> 12 |
                                           (exponent == 0)));
    }
}

static void random_decimals(void)
{
    uint64_t random = 62;
    for (int i = 0; i < 20000; i++) {
        uint64_t digits = next_random(&random) >> random_below(&random, 64);
        char text[40];
        snprintf(text, sizeof text, "%" PRIu64 "e%d", digits | 1,
                 (int)random_below(&random, 40) - 20);
        check_by_trying(strtod(text, NULL));
    }
}

/* Numbers of few bits; many are exactly between two decimals. */
static void random_integers_and_fractions(void)
{
    uint64_t random = 63;
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = next_random(&random) >> (32 + random_below(&random, 32));
        check_by_trying(ldexp((double)(bits | 1), (int)random_below(&random, 140) - 70));
    }
    for (uint64_t bits = 1; bits < 2000; bits++)
        check_by_trying(double_of_bits(bits));
}

int main(void)
{
    RUN(numbers_of_few_digits);
    RUN(numbers_of_many_digits);
    RUN(hard_cases);
    RUN(powers_of_2_and_10);
    RUN(random_doubles);
    RUN(random_decimals);
    RUN(random_integers_and_fractions);
    return unit_test_done();
}
