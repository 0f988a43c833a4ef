/* SPDX-License-Identifier: MIT */
/* test_decimal_value.c - decimals from text, from integers and from doubles. */
#include <float.h>
#include <math.h>

#include "value/value_from_text.h"
#include "value/value_text.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* ---- Decimals from text ------------------------------------------------------- */

static enum text_fit read_decimal(const char *text, int32_t precision, int32_t scale,
                                  size_t bytes_size, uint8_t *bytes)
{
    struct decimal_shape shape = {precision, scale, bytes_size};
    size_t size = strlen(text);
    uint8_t *copy = exact_copy(text, size);
    uint8_t *exact = exact_copy(bytes, bytes_size);
    enum text_fit fit = decimal_from_text(slice_of(copy, size), &shape, exact);
    memcpy(bytes, exact, bytes_size);
    free(copy);
    free(exact);
    return fit;
}

static void eight_byte_decimals_from_text(void)
{
    static const struct {
        const char *text;
        int32_t precision, scale;
        enum text_fit fit;
        int64_t unscaled;
    } cases[] = {
        {"0", 9, 0, TEXT_IS, 0},
        {"0.00", 9, 2, TEXT_IS, 0},
        {"123.45", 9, 2, TEXT_IS, 12345},
        {"-123.45", 9, 2, TEXT_IS, -12345},
        {"-0.05", 9, 2, TEXT_IS, -5},
        {"9999999.99", 9, 2, TEXT_IS, 999999999},
        {"-9999999.99", 9, 2, TEXT_IS, -999999999},
        {"0.99", 2, 2, TEXT_IS, 99},
        {"999999999999999999", 18, 0, TEXT_IS, 999999999999999999},
        {"0.000000000000000001", 18, 18, TEXT_IS, 1},
        {"-0.00", 9, 2, TEXT_MEANS, 0},
        {"-0", 9, 0, TEXT_MEANS, 0},
        {"+1.00", 9, 2, TEXT_MEANS, 100},
        {"1", 9, 2, TEXT_MEANS, 100},
        {"1.", 9, 2, TEXT_MEANS, 100},
        {"1.", 9, 0, TEXT_MEANS, 1},
        {"1.0", 9, 0, TEXT_MEANS, 1},
        {"1.0", 9, 2, TEXT_MEANS, 100},
        {"1.000", 9, 2, TEXT_MEANS, 100},
        {"01.00", 9, 2, TEXT_MEANS, 100},
        {"00.00", 9, 2, TEXT_MEANS, 0},
        {".05", 9, 2, TEXT_MEANS, 5},
        {"-.5", 9, 2, TEXT_MEANS, -50},
        {"1e2", 9, 2, TEXT_MEANS, 10000},
        {"1.5E+3", 9, 2, TEXT_MEANS, 150000},
        {"1500e-5", 9, 3, TEXT_MEANS, 15},
        {"0.00e5", 9, 2, TEXT_MEANS, 0},
        {"0e-99999999999999999999999", 9, 2, TEXT_MEANS, 0},
        {"100.00e0", 9, 2, TEXT_MEANS, 10000},
        {"1.00000000000000000000000000000000000000000000000000000000000000000000000000000"
         "000",
         9, 2, TEXT_MEANS, 100},
        {"0000000000000000000000000000000000000000000000000000000000000000000000000000001"
         "000",
         9, 2, TEXT_MEANS, 100000},
        {"1.001", 9, 2, TEXT_UNFIT, 0},
        {"0.5", 9, 0, TEXT_UNFIT, 0},
        {"1e-3", 9, 2, TEXT_UNFIT, 0},
        {"10000000", 9, 2, TEXT_UNFIT, 0},
        {"1e7", 9, 2, TEXT_UNFIT, 0},
        {"1", 2, 2, TEXT_UNFIT, 0},
        {"1000000000000000000", 18, 0, TEXT_UNFIT, 0},
        {"1e99999999999999999999999", 9, 2, TEXT_UNFIT, 0},
        {"1e-99999999999999999999999", 9, 2, TEXT_UNFIT, 0},
        {"", 9, 2, TEXT_UNFIT, 0},
        {"-", 9, 2, TEXT_UNFIT, 0},
        {".", 9, 2, TEXT_UNFIT, 0},
        {"1.0.0", 9, 2, TEXT_UNFIT, 0},
        {"1 ", 9, 2, TEXT_UNFIT, 0},
        {" 1", 9, 2, TEXT_UNFIT, 0},
        {"1,0", 9, 2, TEXT_UNFIT, 0},
        {"1e", 9, 2, TEXT_UNFIT, 0},
        {"inf", 9, 2, TEXT_UNFIT, 0},
        {"nan", 9, 2, TEXT_UNFIT, 0},
        {"0x10", 9, 2, TEXT_UNFIT, 0},
        {"1:0", 9, 2, TEXT_UNFIT, 0},
        {"1/0", 9, 2, TEXT_UNFIT, 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint8_t bytes[8] = {0};
        int64_t got = 0;
        enum text_fit fit = read_decimal(cases[i].text, cases[i].precision,
                                         cases[i].scale, sizeof bytes, bytes);
        bool is_right = fit == cases[i].fit;
        if (fit != TEXT_UNFIT)
            is_right = is_right &&
                       int64_from_binary_decimal((struct bytes_value){bytes, 8}, &got) &&
                       got == cases[i].unscaled;
        CHECK(is_right);
        if (!is_right)
            fprintf(stderr, "    %s: %d, %lld\n", cases[i].text, (int)fit,
                    (long long)got);
    }
}

static void short_and_long_decimals_from_text(void)
{
    uint8_t bytes[32];
    CHECK(read_decimal("127", 3, 0, 1, bytes) == TEXT_IS && bytes[0] == 0x7f);
    CHECK(read_decimal("-128", 3, 0, 1, bytes) == TEXT_IS && bytes[0] == 0x80);
    CHECK(read_decimal("-1", 3, 0, 1, bytes) == TEXT_IS && bytes[0] == 0xff);
    CHECK(read_decimal("0", 3, 0, 1, bytes) == TEXT_IS && bytes[0] == 0);
    CHECK(read_decimal("128", 3, 0, 1, bytes) == TEXT_UNFIT);
    CHECK(read_decimal("-129", 3, 0, 1, bytes) == TEXT_UNFIT);
    CHECK(read_decimal("255", 3, 0, 1, bytes) == TEXT_UNFIT);
    CHECK(read_decimal("-256", 3, 0, 1, bytes) == TEXT_UNFIT);
    CHECK(read_decimal("256", 3, 0, 1, bytes) == TEXT_UNFIT);
    CHECK(read_decimal("-12.9", 3, 1, 2, bytes) == TEXT_IS &&
          memcmp(bytes, "\xff\x7f", 2) == 0);
    CHECK(read_decimal("4294967296", 10, 0, 5, bytes) == TEXT_IS &&
          memcmp(bytes, "\1\0\0\0\0", 5) == 0);
    CHECK(read_decimal("-4294967296", 10, 0, 5, bytes) == TEXT_IS &&
          memcmp(bytes, "\xff\0\0\0\0", 5) == 0);
    CHECK(read_decimal("-170141183460469231731687303715884105728", 39, 0, 16, bytes) ==
              TEXT_IS &&
          memcmp(bytes, "\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16) == 0);
    CHECK(read_decimal("170141183460469231731687303715884105728", 39, 0, 16, bytes) ==
          TEXT_UNFIT);
    /* 10^38 - 1 */
    CHECK(read_decimal("999999999999999999999999999999999999.99", 38, 2, 16, bytes) ==
              TEXT_IS &&
          memcmp(bytes,
                 "\x4b\x3b\x4c\xa8\x5a\x86\xc4\x7a\x09\x8a\x22\x3f\xff\xff\xff\xff",
                 16) == 0);
    CHECK(read_decimal("1e76", 76, 0, 32, bytes) == TEXT_UNFIT);
    CHECK(read_decimal("1e75", 76, 0, 32, bytes) == TEXT_MEANS);
    CHECK(read_decimal("1e-76", 76, 76, 32, bytes) == TEXT_MEANS && bytes[31] == 1);
    CHECK(read_decimal("1e-77", 76, 76, 32, bytes) == TEXT_UNFIT);
}

/* The least number of bytes that hold `precision` digits. */
static size_t decimal_size(int32_t precision)
{
    return (size_t)((double)precision * 3.3219280948873626 / 8 + 0.125) + 1;
}

static struct decimal_shape random_shape(uint64_t *random)
{
    struct decimal_shape shape;
    shape.precision = 1 + (int32_t)random_below(random, 76);
    shape.scale = (int32_t)random_below(random, (uint64_t)shape.precision + 1);
    shape.size = decimal_size(shape.precision);
    shape.size += random_below(random, 33 - shape.size);
    return shape;
}

/* Whether append_binary_decimal() writes the text. */
static bool decimal_is_written(const uint8_t *bytes, const struct decimal_shape *shape,
                               const char *text, size_t size)
{
    struct buffer buffer = {0};
    struct error error = {0};
    CHECK(append_binary_decimal(&buffer, (struct bytes_value){bytes, shape->size},
                                shape->scale, &error) == OK);
    bool is_same = buffer.size == size && memcmp(buffer.data, text, size) == 0;
    buffer_release(&buffer);
    return is_same;
}

/* Writes a random decimal of the shape in canonical form. */
static size_t put_random_decimal(const struct decimal_shape *shape, uint64_t *random,
                                 char *text)
{
    char digits[80] = {0};
    size_t scale = (size_t)shape->scale, n = 0;
    size_t n_digits = random_below(random, (uint64_t)shape->precision + 1);
    bool is_zero = true;
    if (n_digits < scale + 1)
        n_digits = scale + 1;
    for (size_t i = 0; i < n_digits; i++) {
        /* before the last `precision` digits only the zero before the point is allowed */
        bool must_be_zero = n_digits - i > (size_t)shape->precision;
        digits[i] = (char)('0' + (must_be_zero ? 0 : random_below(random, 10)));
        if (i == 0 && n_digits > scale + 1 && digits[0] == '0')
            digits[0] = '9';
        is_zero = is_zero && digits[i] == '0';
    }
    if (!is_zero && random_below(random, 2))
        text[n++] = '-';
    memcpy(text + n, digits, n_digits - scale);
    n += n_digits - scale;
    if (scale > 0)
        text[n++] = '.';
    memcpy(text + n, digits + n_digits - scale, scale);
    return n + scale;
}

static void decimal_texts_round_trip(void)
{
    static const char alphabet[] = "0123456789+-.e0";
    uint64_t random = 19;
    for (int i = 0; i < 100000; i++) {
        char text[100];
        uint8_t bytes[32];
        struct decimal_shape shape = random_shape(&random);
        size_t size = put_random_decimal(&shape, &random, text);
        CHECK(decimal_from_text(slice_of(text, size), &shape, bytes) == TEXT_IS);
        CHECK(decimal_is_written(bytes, &shape, text, size));
        for (uint64_t n = 1 + random_below(&random, 2); n > 0; n--) {
            size_t at = random_below(&random, size);
            if (random_below(&random, 3) == 0 && size > 1)
                memmove(text + at, text + at + 1, --size - at);
            else
                text[at] = alphabet[random_below(&random, sizeof alphabet - 1)];
        }
        enum text_fit fit = decimal_from_text(slice_of(text, size), &shape, bytes);
        CHECK(fit == TEXT_UNFIT ||
              decimal_is_written(bytes, &shape, text, size) == (fit == TEXT_IS));
    }
}

/* ---- Decimals from numbers ---------------------------------------------------- */

static void decimals_from_integers(void)
{
    uint64_t random = 23;
    for (int i = 0; i < 100000; i++) {
        uint8_t got[32], expected[32];
        char text[VALUE_TEXT_SIZE];
        struct decimal_shape shape = random_shape(&random);
        if (i % 8 == 0)
            shape.size = 1 + random_below(&random, 32); /* often too small */
        int64_t value = (int64_t)next_random(&random) >> random_below(&random, 64);
        if (i % 16 == 0)
            value = i % 32 ? INT64_MIN : INT64_MAX;
        size_t size = text_from_int64(value, text);
        bool is_fit = decimal_from_text(slice_of(text, size), &shape, expected) !=
                      TEXT_UNFIT;
        CHECK(decimal_from_int64(value, &shape, got) == is_fit);
        CHECK(!is_fit || memcmp(got, expected, shape.size) == 0);
    }
    struct decimal_shape money = {9, 2, 4};
    uint8_t bytes[4];
    CHECK(decimal_from_int64(9999999, &money, bytes) &&
          memcmp(bytes, "\x3b\x9a\xc9\x9c", 4) == 0);
    CHECK(decimal_from_int64(-1, &money, bytes) &&
          memcmp(bytes, "\xff\xff\xff\x9c", 4) == 0);
    CHECK(decimal_from_int64(0, &money, bytes) && memcmp(bytes, "\0\0\0\0", 4) == 0);
    CHECK(!decimal_from_int64(10000000, &money, bytes));
    CHECK(!decimal_from_int64(-10000000, &money, bytes));
}

static void small_decimals_from_doubles(void)
{
    static const struct {
        double value;
        int32_t precision, scale;
        bool is_fit;
        int64_t unscaled;
    } cases[] = {
        {0.0, 9, 2, true, 0},
        {0.1, 9, 2, true, 10},
        {-0.1, 9, 1, true, -1},
        {1.005, 9, 3, true, 1005},
        {123.45, 9, 2, true, 12345},
        {9999999.99, 9, 2, true, 999999999},
        {0.1, 18, 18, true, 100000000000000000},
        {0.1 + 0.2, 18, 17, true, 30000000000000004},
        {1e17, 18, 0, true, 100000000000000000},
        {1152921504606846976.0 / 4, 18, 0, true, 288230376151711744},
        {123456789012345.67, 18, 2, true, 12345678901234567},
        {-123456789012345.67, 18, 2, true, -12345678901234567},
        {11258999068426.24, 18, 2, true, 1125899906842624}, /* 2^50 */
        {11258999068426.23, 18, 2, true, 1125899906842623},
        {90071992547409.92, 18, 2, true, 9007199254740992}, /* 2^53 */
        {90071992547409.91, 18, 2, true, 9007199254740990}, /* the same double as .90 */
        {9999999999999998.0, 18, 2, true, 999999999999999800},
        {-0.0, 9, 2, false, 0},
        {0.1 + 0.2, 9, 2, false, 0},
        {0.1 + 0.2, 18, 16, false, 0},
        {1.005, 9, 2, false, 0},
        {0.125, 9, 2, false, 0},
        {0.5, 9, 0, false, 0},
        {0.49999999999999994, 9, 0, false, 0},
        {10000000.0, 9, 2, false, 0},
        {-10000000.0, 9, 2, false, 0},
        {1e16, 18, 2, false, 0},
        {1e18, 18, 0, false, 0},
        {1e300, 18, 18, false, 0},
        {5e-324, 18, 18, false, 0},
        {INFINITY, 18, 0, false, 0},
        {-INFINITY, 18, 0, false, 0},
        {NAN, 18, 0, false, 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct decimal_shape shape = {cases[i].precision, cases[i].scale, 8};
        int64_t got, got_of_bytes;
        uint8_t bytes[8];
        bool is_fit = small_decimal_from_double(cases[i].value, shape.precision,
                                                shape.scale, &got);
        bool is_right = is_fit == cases[i].is_fit &&
                        (!is_fit || got == cases[i].unscaled);
        CHECK(is_right);
        if (!is_right)
            fprintf(stderr, "    %.17g (%zu): %d %lld\n", cases[i].value, i, is_fit,
                    (long long)got);
        CHECK(decimal_from_double(cases[i].value, &shape, bytes) == is_fit);
        CHECK(!is_fit ||
              (int64_from_binary_decimal((struct bytes_value){bytes, 8}, &got_of_bytes) &&
               got_of_bytes == got));
    }
}

static void wide_decimals_from_doubles(void)
{
    static const struct {
        double value;
        int32_t precision, scale;
        const char *expected; /* NULL: unfit */
    } cases[] = {
        {0.0, 38, 3, "0.000"},
        {0.1, 38, 30, "0.100000000000000000000000000000"},
        {-0.1, 76, 60, "-0.100000000000000000000000000000000000000000000000000000000000"},
        {0.1 + 0.2, 38, 20, "0.30000000000000004000"},
        {1e22, 38, 0, "10000000000000000000000"},
        {1152921504606846976.0, 38, 0, "1152921504606846976"},
        {1152921504606846976.0, 38, 2, "1152921504606846976.00"},
        {-1e23, 38, 0, "-99999999999999991611392"},
        {5.684341886080802e-14, 38, 29, "0.00000000000005684341886080802"}, /* 2^-44 */
        {5.684341886080802e-14, 38, 28, NULL},
        {1e-76, 76, 76,
         "0."
         "0000000000000000000000000000000000000000000000000000000000000000000000000001"},
        {1e-77, 76, 76, NULL},
        {1e75, 76, 0,
         "999999999999999926539781176481198923508803215199467887262646419780362305536"},
        {1e76, 76, 0, NULL}, /* 10000000000000000470... */
        {1e77, 76, 0, NULL},
        {1e38, 38, 0, "99999999999999997748809823456034029568"},
        {1e300, 76, 0, NULL},
        {-0.0, 38, 3, NULL},
        {INFINITY, 38, 3, NULL},
        {-INFINITY, 38, 3, NULL},
        {NAN, 38, 3, NULL},
        {DBL_MAX, 76, 0, NULL},
        {5e-324, 76, 76, NULL},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *expected = cases[i].expected;
        struct decimal_shape shape = {cases[i].precision, cases[i].scale, 32};
        uint8_t bytes[32];
        bool is_fit = decimal_from_double(cases[i].value, &shape, bytes);
        CHECK(is_fit == (expected != NULL));
        bool is_right = !is_fit || expected == NULL ||
                        decimal_is_written(bytes, &shape, expected, strlen(expected));
        CHECK(is_right);
        if (!is_right)
            fprintf(stderr, "    %.17g\n", cases[i].value);
    }
}

/* Changes digits to the next decimal away from zero. */
static void next_decimal(char *digits)
{
    size_t at = strlen(digits) - 1;
    for (; digits[at] == '9' || digits[at] == '.'; at--) {
        if (digits[at] == '9')
            digits[at] = '0';
    }
    digits[at]++;
}

/* Whether one of the shape's two decimals around the value reads back as the value. (Both
 * are tried because doubles above a power of two are farther apart than those below.) */
static bool reads_back(double value, const struct decimal_shape *shape)
{
    char text[512];
    double got;
    uint8_t bytes[32];
    int size = snprintf(text + 1, sizeof text - 1, "%.*f", shape->scale, fabs(value));
    text[0] = '0';
    for (int i = 0; i < 2; i++) {
        struct slice number = slice_of(text, (size_t)size + 1);
        if (double_from_text(number, &got) != TEXT_UNFIT && got == fabs(value) &&
            decimal_from_text(number, shape, bytes) != TEXT_UNFIT)
            return true;
        next_decimal(text);
    }
    return false;
}

static double random_double(uint64_t *random)
{
    double value = (double)(int64_t)(next_random(random) >> random_below(random, 64)) /
                   power_of_ten((int32_t)random_below(random, 23));
    switch (random_below(random, 5)) {
    case 0: /* anywhere in the range of decimals */
        value = double_of_bits((next_random(random) & low_bits(52)) |
                               (1023 - 260 + random_below(random, 520)) << 52);
        break;
    case 1: /* powers of two */
        value = ldexp(1.0, (int)random_below(random, 520) - 260);
        break;
    case 2: /* next to a decimal */
        value = nextafter(value, random_below(random, 2) ? INFINITY : -INFINITY);
        break;
    }
    return random_below(random, 2) ? value : -value;
}

static void doubles_round_trip_through_decimals(void)
{
    uint64_t random = 29;
    size_t n_fit = 0;
    for (int i = 0; i < 100000; i++) {
        struct decimal_shape shape = random_shape(&random);
        struct error error = {0};
        uint8_t bytes[32];
        double value = random_double(&random), got;
        bool is_fit = decimal_from_double(value, &shape, bytes);
        CHECK(is_fit == (reads_back(value, &shape) && !is_same_double(value, -0.0)));
        if (!is_fit)
            continue;
        n_fit++;
        CHECK(double_from_binary_decimal((struct bytes_value){bytes, shape.size},
                                         shape.scale, &got, &error) == OK);
        CHECK(is_same_double(got, value));
    }
    CHECK(n_fit > 10000);
}

/* The fast conversion and the one through text agree. */
static void small_decimals_equal_wide_ones(void)
{
    uint64_t random = 37;
    for (int i = 0; i < 200000; i++) {
        int32_t precision = 1 + (int32_t)random_below(&random, 18);
        int32_t scale = (int32_t)random_below(&random, (uint64_t)precision + 1);
        struct decimal_shape wide = {38, scale, 16};
        uint8_t bytes[16];
        int64_t small = 0, expected = 0;
        double value = random_double(&random);
        if (i % 2) {
            int64_t unscaled = (int64_t)next_random(&random) >> random_below(&random, 64);
            value = double_from_decimal(unscaled, scale);
        }
        int64_t limit = (int64_t)power_of_ten(precision);
        bool is_fit = decimal_from_double(value, &wide, bytes) &&
                      int64_from_binary_decimal((struct bytes_value){bytes, 16},
                                                &expected) &&
                      expected < limit && expected > -limit;
        CHECK(small_decimal_from_double(value, precision, scale, &small) == is_fit);
        CHECK(!is_fit || small == expected);
        CHECK(!is_fit || double_from_decimal(small, scale) == value);
    }
}

int main(void)
{
    RUN(eight_byte_decimals_from_text);
    RUN(short_and_long_decimals_from_text);
    RUN(decimal_texts_round_trip);
    RUN(decimals_from_integers);
    RUN(small_decimals_from_doubles);
    RUN(wide_decimals_from_doubles);
    RUN(doubles_round_trip_through_decimals);
    RUN(small_decimals_equal_wide_ones);
    return unit_test_done();
}
