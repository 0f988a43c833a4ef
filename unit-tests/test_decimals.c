/* SPDX-License-Identifier: MIT */
/*
 * test_decimals.c - decimals of any size converted to text, to int64_t and to correctly
 * rounded doubles; integers and doubles as text (value_text.h).
 */
#include <float.h>
#include <math.h>

#include "base/alloc.h"
#include "value/value_text.h"
#include "unit_bytes.h"
#include "unit_test.h"

static char text[VALUE_TEXT_SIZE + 1];

static const char *terminated(size_t size)
{
    CHECK(size <= VALUE_TEXT_SIZE);
    text[size < sizeof text ? size : 0] = 0;
    return text;
}

static void integers_as_text(void)
{
    CHECK_TEXT(terminated(text_from_int64(0, text)), "0");
    CHECK_TEXT(terminated(text_from_int64(-1, text)), "-1");
    CHECK_TEXT(terminated(text_from_int64(INT64_MAX, text)), "9223372036854775807");
    CHECK_TEXT(terminated(text_from_int64(INT64_MIN, text)), "-9223372036854775808");
    CHECK_TEXT(terminated(text_from_uint64(0, text)), "0");
    CHECK_TEXT(terminated(text_from_uint64(UINT64_MAX, text)), "18446744073709551615");
    uint64_t random = 101;
    for (int i = 0; i < 5000; i++) {
        char expected[40];
        uint64_t value = next_random(&random) >> random_below(&random, 64);
        snprintf(expected, sizeof expected, "%lld", (long long)value);
        CHECK_TEXT(terminated(text_from_int64((int64_t)value, text)), expected);
        snprintf(expected, sizeof expected, "%llu", (unsigned long long)value);
        CHECK_TEXT(terminated(text_from_uint64(value, text)), expected);
    }
}

/* ---- Decimals of 64 bits ------------------------------------------------------ */

static void small_decimals_as_text(void)
{
    static const struct {
        int64_t value;
        int32_t scale;
        const char *expected;
    } decimals[] = {
        {0, 0, "0"},
        {0, 2, "0.00"},
        {12345, 2, "123.45"},
        {-12345, 2, "-123.45"},
        {5, 2, "0.05"},
        {-5, 2, "-0.05"},
        {-5, 1, "-0.5"},
        {100, 2, "1.00"},
        {99, 2, "0.99"},
        {12, 10, "0.0000000012"},
        {INT64_MAX, 0, "9223372036854775807"},
        {INT64_MIN, 0, "-9223372036854775808"},
        {INT64_MAX, 18, "9.223372036854775807"},
        {INT64_MIN, 19, "-0.9223372036854775808"},
        {INT64_MIN, 40, "-0.0000000000000000000009223372036854775808"},
        {1, 40, "0.0000000000000000000000000000000000000001"},
    };
    for (size_t i = 0; i < COUNT_OF(decimals); i++)
        CHECK_TEXT(
            terminated(text_from_decimal(decimals[i].value, decimals[i].scale, text)),
            decimals[i].expected);
}

/* ---- Binary decimals ---------------------------------------------------------- */

static const char *binary_text(const void *data, size_t size, int32_t scale)
{
    static struct buffer buffer;
    static char kept[9000];
    struct error error = {0};
    uint8_t *copy = exact_copy(data, size);
    struct bytes_value value = {copy, size};
    buffer.size = 0;
    CHECK(buffer_append_text(&buffer, "=", &error) == OK);
    CHECK(append_binary_decimal(&buffer, value, scale, &error) == OK);
    CHECK(buffer.size < sizeof kept && buffer.data[0] == '=');
    memcpy(kept, buffer.data + 1, buffer.size - 1);
    kept[buffer.size - 1] = 0;
    buffer_release(&buffer);
    free(copy);
    return kept;
}

static void binary_decimals_as_text(void)
{
    static const struct {
        const char *bytes;
        size_t size;
        int32_t scale;
        const char *expected;
    } decimals[] = {
        {"", 0, 0, "0"},
        {"", 0, 3, "0.000"},
        {"\0", 1, 0, "0"},
        {"\x01", 1, 0, "1"},
        {"\xff", 1, 0, "-1"},
        {"\x80", 1, 0, "-128"},
        {"\x7f", 1, 3, "0.127"},
        {"\xff", 1, 5, "-0.00001"},
        {"\0\x80", 2, 1, "12.8"},
        {"\xff\x7f", 2, 2, "-1.29"},
        {"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x05", 20, 1, "0.5"},
        {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
         "\xfb",
         20, 0, "-5"},
        {"\x80\0\0\0\0\0\0\0", 8, 0, "-9223372036854775808"},
        {"\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16, 0,
         "-170141183460469231731687303715884105728"},
        {"\x7f\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 16, 38,
         "1.70141183460469231731687303715884105727"},
        {"\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20, 0,
         "5708990770823839524233143877797980545530986496"},
        {"\x3b\x9a\xca\0", 4, 0, "1000000000"},
        {"\x0d\xe0\xb6\xb3\xa7\x64\0\0", 8, 18, "1.000000000000000000"},
    };
    for (size_t i = 0; i < COUNT_OF(decimals); i++)
        CHECK_TEXT(binary_text(decimals[i].bytes, decimals[i].size, decimals[i].scale),
                   decimals[i].expected);
}

/* `more` bytes of sign extension and the eight bytes of the value. */
static struct bytes as_binary(int64_t value, size_t more)
{
    struct bytes bytes = {0};
    for (size_t i = 0; i < more; i++)
        bytes_put_u8(&bytes, value < 0 ? 0xff : 0);
    for (int i = 7; i >= 0; i--)
        bytes_put_u8(&bytes, (unsigned)((uint64_t)value >> (8 * i) & 0xff));
    return bytes;
}

static void binary_decimals_equal_small_ones(void)
{
    uint64_t random = 102;
    for (int i = 0; i < 20000; i++) {
        int64_t value = (int64_t)next_random(&random) >> random_below(&random, 64), got;
        int32_t scale = (int32_t)random_below(&random, 41);
        struct bytes bytes = as_binary(value, random_below(&random, 20));
        char expected[VALUE_TEXT_SIZE + 1];
        size_t first = 0;
        strcpy(expected, terminated(text_from_decimal(value, scale, text)));
        /* drop leading bytes while the sign stays right */
        while (i % 2 && bytes.size - first > 1 &&
               (bytes.data[first] == 0
                    ? bytes.data[first + 1] < 0x80
                    : bytes.data[first] == 0xff && bytes.data[first + 1] >= 0x80))
            first++;
        CHECK_TEXT(binary_text(bytes.data + first, bytes.size - first, scale), expected);
        struct bytes_value binary = {bytes.data + first, bytes.size - first};
        CHECK(int64_from_binary_decimal(binary, &got) && got == value);
        bytes_free(&bytes);
    }
}

static void binary_decimals_as_int64(void)
{
    int64_t got = 7;
    static const struct {
        const char *bytes;
        size_t size;
        bool fits;
        int64_t expected;
    } decimals[] = {
        {"", 0, true, 0},
        {"\x80", 1, true, -128},
        {"\x80\0\0\0\0\0\0\0", 8, true, INT64_MIN},
        {"\xff\x80\0\0\0\0\0\0\0", 9, true, INT64_MIN},
        {"\xff\x7f\xff\xff\xff\xff\xff\xff\xff", 9, false, 0},
        {"\0\x80\0\0\0\0\0\0\0", 9, false, 0},
        {"\0\x7f\xff\xff\xff\xff\xff\xff\xff", 9, true, INT64_MAX},
        {"\x01\0\0\0\0\0\0\0\0", 9, false, 0},
        {"\xfe\xff\xff\xff\xff\xff\xff\xff\xff", 9, false, 0},
        {"\x01\0\0\0\0\0\0\0\0\0\0\0\0", 13, false, 0},
        {"\0\0\0\0\0\0\0\0\0\0\0\0\x05", 13, true, 5},
    };
    for (size_t i = 0; i < COUNT_OF(decimals); i++) {
        uint8_t *copy = exact_copy(decimals[i].bytes, decimals[i].size);
        struct bytes_value value = {copy, decimals[i].size};
        CHECK(int64_from_binary_decimal(value, &got) == decimals[i].fits);
        CHECK(!decimals[i].fits || got == decimals[i].expected);
        free(copy);
    }
}

/* 10^n - 1, computed by long multiplication, is n nines. */
/* In all sizes that hold them. */
static void binary_decimals_in_order(void)
{
    static const int64_t numbers[] = {INT64_MIN, -32769, -32768, -257,  -256,  -129,
                                      -128,      -127,   -1,     0,     1,     127,
                                      128,       255,    256,    32767, 32768, INT64_MAX};
    uint8_t bytes[2][10];
    for (size_t i = 0; i < COUNT_OF(numbers) * COUNT_OF(numbers) * 100; i++) {
        int64_t pair[] = {numbers[i / 100 % COUNT_OF(numbers)],
                          numbers[i / 100 / COUNT_OF(numbers)]};
        size_t sizes[] = {1 + i % 10, 1 + i / 10 % 10};
        struct bytes_value values[2];
        bool fit = true;
        for (int k = 0; k < 2; k++) {
            int64_t got;
            for (size_t at = 0; at < 10; at++)
                bytes[k][9 - at] = at < 8 ? (uint8_t)((uint64_t)pair[k] >> (8 * at))
                                          : (uint8_t)(pair[k] < 0 ? 0xff : 0);
            values[k] = (struct bytes_value){bytes[k] + 10 - sizes[k], sizes[k]};
            fit = fit && int64_from_binary_decimal(values[k], &got) && got == pair[k];
        }
        int order = fit ? binary_decimal_compare(values[0], values[1]) : 0;
        CHECK(!fit ||
              ((order > 0) == (pair[0] > pair[1]) && (order < 0) == (pair[0] < pair[1])));
    }
    CHECK(binary_decimal_compare((struct bytes_value){NULL, 0},
                                 (struct bytes_value){(const uint8_t *)"\0\0", 2}) == 0);
}

static void long_binary_decimals_as_text(void)
{
    enum { DIGITS = 2400 };
    static uint8_t bytes[MOST_DECIMAL_BYTES + 1];
    static char expected[DIGITS + 3];
    size_t size = sizeof bytes - 1;
    for (int digit = 0; digit < DIGITS; digit++) {
        unsigned carry = 9;
        for (size_t i = size; i-- > 0;) {
            carry += bytes[i] * 10u;
            bytes[i] = (uint8_t)carry;
            carry >>= 8;
        }
        CHECK(carry == 0);
    }
    memset(expected, '9', DIGITS);
    CHECK_TEXT(binary_text(bytes, size, 0), expected);
    memset(expected, '9', DIGITS + 1);
    expected[DIGITS - 100] = '.';
    CHECK_TEXT(binary_text(bytes, size, 100), expected);
    memcpy(expected, "0.", 2);
    memset(expected + 2, '9', DIGITS);
    CHECK_TEXT(binary_text(bytes, size, DIGITS), expected);

    /* the least decimal, and one byte too many */
    memset(bytes, 0, sizeof bytes);
    bytes[0] = 0x80;
    CHECK(strlen(binary_text(bytes, MOST_DECIMAL_BYTES, 0)) == 1 + 2466); /* -2^8191 */
    struct buffer buffer = {0};
    struct error error = {0};
    struct bytes_value value = {bytes, MOST_DECIMAL_BYTES + 1};
    CHECK(append_binary_decimal(&buffer, value, 0, &error) == TOO_BIG);
    double result;
    error = (struct error){0};
    CHECK(double_from_binary_decimal(value, 0, &result, &error) == TOO_BIG);
    buffer_release(&buffer);
}

/* ---- Doubles from decimals ---------------------------------------------------- */

static void check_double(int64_t value, int32_t scale)
{
    char digits[60];
    double binary = 0;
    struct error error = {0};
    snprintf(digits, sizeof digits, "%llde-%d", (long long)value, (int)scale);
    double expected = strtod(digits, NULL);
    struct bytes bytes = as_binary(value, (size_t)scale % 4);
    struct bytes_value wide = {bytes.data, bytes.size};
    CHECK(double_from_decimal(value, scale) == expected);
    CHECK(double_from_binary_decimal(wide, scale, &binary, &error) == OK);
    CHECK(binary == expected);
    bytes_free(&bytes);
}

static void doubles_are_rounded_correctly(void)
{
    static const int64_t edges[] = {0,
                                    1,
                                    -1,
                                    (int64_t)1 << 53,
                                    ((int64_t)1 << 53) + 1,
                                    -((int64_t)1 << 53) - 1,
                                    ((int64_t)1 << 54) + 1,
                                    ((int64_t)1 << 62) + 1,
                                    INT64_MAX,
                                    INT64_MIN,
                                    9007199254740993,
                                    123456789012345678};
    uint64_t random = 103;
    for (int32_t scale = 0; scale <= 40; scale++) {
        for (size_t i = 0; i < COUNT_OF(edges); i++)
            check_double(edges[i], scale);
        for (int i = 0; i < 3000; i++)
            check_double((int64_t)next_random(&random) >> random_below(&random, 64),
                         scale);
    }
    CHECK(double_from_decimal(1, 1) == 0.1 && double_from_decimal(-12345, 2) == -123.45);
}

static void doubles_from_long_decimals_are_rounded_correctly(void)
{
    uint64_t random = 104;
    for (int i = 0; i < 2000; i++) {
        uint8_t bytes[40];
        char digits[200];
        size_t size = 9 + random_below(&random, 31);
        int32_t scale = (int32_t)random_below(&random, 100);
        for (size_t k = 0; k < size; k++)
            bytes[k] = (uint8_t)next_random(&random);
        snprintf(digits, sizeof digits, "%se-%d", binary_text(bytes, size, 0),
                 (int)scale);
        double got = 0;
        struct error error = {0};
        struct bytes_value value = {bytes, size};
        CHECK(double_from_binary_decimal(value, scale, &got, &error) == OK);
        CHECK(got == strtod(digits, NULL));
    }
    /* Powers of ten up to 1e22 are exact. */
    for (int32_t i = 0; i <= 22; i++) {
        char digits[10];
        snprintf(digits, sizeof digits, "1e%d", (int)i);
        CHECK(power_of_ten(i) == strtod(digits, NULL));
    }
}

static void allocation_failures_are_reported(void)
{
    const uint8_t bytes[40] = {1};
    struct bytes_value value = {bytes, sizeof bytes};
    struct buffer buffer = {0};
    struct error error = {0};
    double result;
    mem_fail_at(1, 1);
    CHECK(append_binary_decimal(&buffer, value, 5, &error) == NOMEM);
    error = (struct error){0};
    CHECK(double_from_binary_decimal(value, 5, &result, &error) == NOMEM);
    mem_fail_at(0, 0);
    buffer_release(&buffer);
}

/* ---- Doubles as text ---------------------------------------------------------- */

static unsigned digits_of(const char *number)
{
    unsigned n = 0, zeros = 0;
    for (; *number != 0 && *number != 'e'; number++) {
        if (*number < '0' || *number > '9' || (n == 0 && *number == '0'))
            continue;
        n++;
        zeros = *number == '0' ? zeros + 1 : 0;
    }
    return n - zeros;
}

/* Whether a number of that many digits reads back as the value: the nearest one, or the
 * one above it (if two are equally near, or doubles below are closer together). */
static bool reads_back_with(unsigned digits, double value)
{
    char number[60];
    snprintf(number, sizeof number, "%.*e", (int)digits - 1, value);
    if (strtod(number, NULL) == value)
        return true;
    char *last = strchr(number, 'e') - 1;
    if (*last == '9')
        return false;
    ++*last;
    return strtod(number, NULL) == value;
}

/* Checks that the text reads back as the same bits, and that no shorter text does. */
static void check_shortest(double value)
{
    const char *got = terminated(text_from_double(value, text));
    double back = strtod(got, NULL);
    CHECK(memcmp(&back, &value, sizeof value) == 0);
    unsigned digits = digits_of(got);
    if (digits > 1 && reads_back_with(digits - 1, value)) {
        fprintf(stderr, "%s is not the shortest text\n", got);
        CHECK(digits == 1);
    }
    /* A valid number in JSON: digits before and after the point. */
    CHECK(strspn(got, "0123456789+-.e") == strlen(got));
    CHECK(got[0] != '.' && strstr(got, "-.") == NULL);
    CHECK(strstr(got, ".e") == NULL && got[strlen(got) - 1] != '.');
}

static void doubles_with_and_without_exponent(void)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0.0"},
        {1000, "1000.0"},
        {123456789.0, "123456789.0"},
        {999999999999999.0, "999999999999999.0"},
        {1e15, "1e+15"},
        {1.5e15, "1.5e+15"},
        {1234567890123456.0, "1234567890123456.0"},
        {1234567890123460.0, "1.23456789012346e+15"},
        {12345678901234568.0, "12345678901234568.0"},
        {12345678901234560.0, "1.234567890123456e+16"},
        {123456789012345680.0, "1.2345678901234568e+17"},
        {12.5, "12.5"},
        {123456.789012, "123456.789012"},
        {1234567.1234567, "1234567.1234567"},
        {99999999999999.9, "99999999999999.9"},
        {100.00000000000001, "100.00000000000001"},
        {0.001, "0.001"},
        {0.0001, "0.0001"},
        {-0.00012345678901234567, "-0.00012345678901234567"},
        {0.00099999999999999, "0.00099999999999999"},
        {0.00001, "1e-05"},
        {0.000012345, "1.2345e-05"},
        {-2.5e-10, "-2.5e-10"},
        {1e99, "1e+99"},
        {1e100, "1e+100"},
        {DBL_MAX, "1.7976931348623157e+308"},
        {-DBL_MIN, "-2.2250738585072014e-308"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_TEXT(terminated(text_from_double(cases[i].value, text)), cases[i].text);
}

static void doubles_as_text(void)
{
    CHECK_TEXT(terminated(text_from_double(0.1, text)), "0.1");
    CHECK_TEXT(terminated(text_from_double(1, text)), "1.0");
    CHECK_TEXT(terminated(text_from_double(-0.0, text)), "-0.0");
    CHECK_TEXT(terminated(text_from_double(-2.5, text)), "-2.5");
    CHECK_TEXT(terminated(text_from_double(0.3, text)), "0.3");
    CHECK_TEXT(terminated(text_from_double(0.1 + 0.2, text)), "0.30000000000000004");
    CHECK_TEXT(terminated(text_from_double(1e23, text)), "1e+23");
    uint64_t random = 105;
    for (int i = 0; i < 100000; i++) {
        uint64_t bits = next_random(&random);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value) && fabs(value) >= DBL_MIN)
            check_shortest(value);
        check_shortest((double)((int64_t)bits >> (i % 64)) / 1000);
    }
    for (int exponent = -1022; exponent < 1024; exponent++)
        check_shortest(ldexp(1, exponent));
    CHECK_TEXT(terminated(text_from_double(ldexp(1, -44), text)),
               "5.684341886080802e-14");
    CHECK_TEXT(terminated(text_from_double(9007199254740993.0, text)),
               "9007199254740992.0");
    check_shortest(DBL_MAX);
    check_shortest(DBL_MIN);
    check_shortest(9007199254740993.0);
    check_shortest(5e15);
}

/* Doubles below 2^-1022 have a precision of fewer than 15 digits. */
static void smallest_doubles_as_text(void)
{
    CHECK_TEXT(terminated(text_from_double(5e-324, text)), "5e-324");
    for (int exponent = -1074; exponent < -1022; exponent++)
        check_shortest(ldexp(1, exponent));
    check_shortest(5e-324);
    check_shortest(-5e-324);
    check_shortest(1e-320);
    check_shortest(2e-310);
    check_shortest(1.5e-315);
}

int main(void)
{
    RUN(integers_as_text);
    RUN(small_decimals_as_text);
    RUN(binary_decimals_as_text);
    RUN(binary_decimals_equal_small_ones);
    RUN(binary_decimals_as_int64);
    RUN(binary_decimals_in_order);
    RUN(long_binary_decimals_as_text);
    RUN(doubles_are_rounded_correctly);
    RUN(doubles_from_long_decimals_are_rounded_correctly);
    RUN(allocation_failures_are_reported);
    RUN(doubles_with_and_without_exponent);
    RUN(doubles_as_text);
    RUN(smallest_doubles_as_text);
    return unit_test_done();
}
