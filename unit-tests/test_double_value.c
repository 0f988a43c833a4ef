/* SPDX-License-Identifier: MIT */
/*
 * test_double_value.c - doubles from text, and doubles that fit narrower floats
 * (value_from_text.h).
 */
#include <float.h>
#include <math.h>

#include "value/value_from_text.h"
#include "value/value_text.h"
#include "unit_bytes.h"
#include "unit_test.h"

/* Reads from a block of exactly the text's size. */
static enum text_fit read_double(const char *text, double *value)
{
    size_t size = strlen(text);
    uint8_t *copy = exact_copy(text, size);
    enum text_fit fit = double_from_text(slice_of(copy, size), value);
    free(copy);
    return fit;
}

/* ---- Doubles from text -------------------------------------------------------- */

static void doubles_are_read(void)
{
    static const struct {
        const char *text;
        enum text_fit fit;
        double value;
    } cases[] = {
        {"0.0", TEXT_IS, 0.0},
        {"-0.0", TEXT_IS, -0.0},
        {"1.0", TEXT_IS, 1.0},
        {"-1.5", TEXT_IS, -1.5},
        {"0.1", TEXT_IS, 0.1},
        {"0.30000000000000004", TEXT_IS, 0.1 + 0.2},
        {"0.0001", TEXT_IS, 0.0001},
        {"1e-05", TEXT_IS, 0.00001},
        {"999999999999999.0", TEXT_IS, 999999999999999.0},
        {"1e+15", TEXT_IS, 1e15},
        {"1234567890123456.0", TEXT_IS, 1234567890123456.0},
        {"9007199254740993.0", TEXT_MEANS, 9007199254740992.0},
        {"1.5e+300", TEXT_IS, 1.5e300},
        {"5e-324", TEXT_IS, 5e-324},
        {"1.7976931348623157e+308", TEXT_IS, DBL_MAX},
        {"2.2250738585072014e-308", TEXT_IS, DBL_MIN},
        {"-2.2250738585072014e-308", TEXT_IS, -DBL_MIN},
        {"0", TEXT_MEANS, 0.0},
        {"-0", TEXT_MEANS, -0.0},
        {"0.", TEXT_MEANS, 0.0},
        {".0", TEXT_MEANS, 0.0},
        {"0.00", TEXT_MEANS, 0.0},
        {"00.0", TEXT_MEANS, 0.0},
        {"0e0", TEXT_MEANS, 0.0},
        {"0.0e99999999999999999999", TEXT_MEANS, 0.0},
        {"1", TEXT_MEANS, 1.0},
        {"1.", TEXT_MEANS, 1.0},
        {"01.0", TEXT_MEANS, 1.0},
        {"+1.0", TEXT_MEANS, 1.0},
        {"1.00", TEXT_MEANS, 1.0},
        {"1.50", TEXT_MEANS, 1.5},
        {".5", TEXT_MEANS, 0.5},
        {"-.5", TEXT_MEANS, -0.5},
        {"1e15", TEXT_MEANS, 1e15},
        {"1E+15", TEXT_MEANS, 1e15},
        {"1000000000000000.0", TEXT_MEANS, 1e15},
        {"0.00001", TEXT_MEANS, 0.00001},
        {"1e-5", TEXT_MEANS, 0.00001},
        {"100e-2", TEXT_MEANS, 1.0},
        {"0.001e3", TEXT_MEANS, 1.0},
        {"0.1000000000000000055511151231257827", TEXT_MEANS, 0.1},
        {"0.1000000000000000000000000000000001", TEXT_MEANS, 0.1},
        {"1.7976931348623158e308", TEXT_MEANS, DBL_MAX},
        {"1e-400", TEXT_MEANS, 0.0},
        {"-1e-99999999999999999999999", TEXT_MEANS, -0.0},
        {"3e-324", TEXT_MEANS, 5e-324},
        {"2.4703282292062327e-324", TEXT_MEANS, 0.0},
        {"2.4703282292062328e-324", TEXT_MEANS, 5e-324},
        {"9007199254740993", TEXT_MEANS, 9007199254740992.0},
        {"9007199254740995", TEXT_MEANS, 9007199254740996.0},
        {"9007199254740993.00000000000000000000000000000000001", TEXT_MEANS,
         9007199254740994.0},
        {"Infinity", TEXT_MEANS, INFINITY},
        {"-infinity", TEXT_MEANS, -INFINITY},
        {"+Inf", TEXT_MEANS, INFINITY},
        {"-INF", TEXT_MEANS, -INFINITY},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        double value = NAN;
        bool is_right = read_double(cases[i].text, &value) == cases[i].fit &&
                        is_same_double(value, cases[i].value);
        CHECK(is_right);
        if (!is_right)
            fprintf(stderr, "    %s\n", cases[i].text);
    }
}

static void invalid_doubles_are_refused(void)
{
    static const char *const texts[] = {
        "",
        "+",
        "-",
        ".",
        "-.",
        "e5",
        ".e5",
        "1e",
        "1e+",
        "1e-",
        "1e5.0",
        "1e5 ",
        " 1",
        "1 ",
        "1.2.3",
        "1,5",
        "--1",
        "+-1",
        "1e--5",
        "0x1p3",
        "0x10",
        "1f",
        "1_0",
        "nan",
        "NaN",
        "-nan",
        "in",
        "inf ",
        "infinit",
        "infinityy",
        "+-inf",
        "\xb1",
        "1e400",
        "-1e400",
        "1e99999999999999999999",
        "1.7976931348623159e308",
        "9e999",
        "i\x0e\x66",
        "1d5",
        "1e5e5",
        "\xe2\x88\x9e",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        double value;
        bool is_unfit = read_double(texts[i], &value) == TEXT_UNFIT;
        CHECK(is_unfit);
        if (!is_unfit)
            fprintf(stderr, "    %s\n", texts[i]);
    }
}

/* Many zeros and a large exponent that cancel out. */
static void many_zeros_are_read(void)
{
    struct bytes text = {0};
    double value;
    bytes_put_text(&text, "0.");
    for (int i = 0; i < 100000; i++)
        bytes_put_u8(&text, '0');
    bytes_put_text(&text, "125e100001");
    CHECK(double_from_text(bytes_slice(&text), &value) == TEXT_MEANS && value == 1.25);
    text.size = 0;
    bytes_put_text(&text, "125");
    for (int i = 0; i < 100000; i++)
        bytes_put_u8(&text, '0');
    bytes_put_text(&text, ".000e-100002");
    CHECK(double_from_text(bytes_slice(&text), &value) == TEXT_MEANS && value == 1.25);
    bytes_free(&text);
}

/* Decimal digits, the lowest first. */
static void multiply(struct bytes *digits, unsigned factor)
{
    unsigned carry = 0;
    for (size_t i = 0; i < digits->size; i++) {
        carry += digits->data[i] * factor;
        digits->data[i] = (uint8_t)(carry % 10);
        carry /= 10;
    }
    for (; carry > 0; carry /= 10)
        bytes_put_u8(digits, carry % 10);
}

static void put_number(struct bytes *text, const struct bytes *digits, int exponent)
{
    char end[20];
    text->size = 0;
    for (size_t i = digits->size; i-- > 0;)
        bytes_put_u8(text, '0' + digits->data[i]);
    snprintf(end, sizeof end, "e%d", exponent);
    bytes_put_text(text, end);
}

/* The exact middle between two neighbouring doubles is rounded to the even one, and a
 * decimal just above or below the middle to the nearer one. */
static void check_middle(uint64_t bits)
{
    uint64_t fraction = bits & low_bits(52);
    int exponent = (int)(bits >> 52);
    uint64_t mantissa = exponent > 0 ? fraction | UINT64_C(1) << 52 : fraction;
    int power = (exponent > 0 ? exponent : 1) - 1075 - 1; /* of the middle */
    struct bytes digits = {0}, text = {0};
    double below = double_of_bits(bits), above = double_of_bits(bits + 1), value;
    for (uint64_t rest = 2 * mantissa + 1; rest > 0; rest /= 10)
        bytes_put_u8(&digits, (unsigned)(rest % 10));
    for (int i = 0; i < abs(power); i++)
        multiply(&digits, power < 0 ? 5 : 2);
    int at = power < 0 ? power : 0;
    put_number(&text, &digits, at);
    enum text_fit fit = double_from_text(bytes_slice(&text), &value);
    CHECK(fit == (bits % 2 && isinf(above) ? TEXT_UNFIT : TEXT_MEANS));
    CHECK(fit == TEXT_UNFIT || is_same_double(value, bits % 2 ? above : below));
    for (int n_zeros = 1; n_zeros <= 2000; n_zeros *= 3) {
        /* The middle plus, then minus, a unit n_zeros digits after its last digit. */
        struct bytes more = {0};
        for (int i = 0; i < n_zeros; i++)
            bytes_put_u8(&more, i == 0);
        bytes_put(&more, digits.data, digits.size);
        put_number(&text, &more, at - n_zeros);
        fit = double_from_text(bytes_slice(&text), &value);
        CHECK(fit == (isinf(above) ? TEXT_UNFIT : TEXT_MEANS));
        CHECK(fit == TEXT_UNFIT || is_same_double(value, above));
        size_t i = 0;
        more.data[0] = 0;
        for (; more.data[i] == 0; i++)
            more.data[i] = 9;
        more.data[i]--;
        put_number(&text, &more, at - n_zeros);
        CHECK(double_from_text(bytes_slice(&text), &value) != TEXT_UNFIT);
        CHECK(is_same_double(value, below));
        bytes_free(&more);
    }
    bytes_free(&digits);
    bytes_free(&text);
}

static void middles_between_doubles_are_rounded_to_even(void)
{
    uint64_t random = 31;
    check_middle(0);
    check_middle(1);
    check_middle(UINT64_C(0x000fffffffffffff)); /* the longest middles */
    check_middle(UINT64_C(0x001fffffffffffff));
    check_middle(UINT64_C(0x001ffffffffffffe));
    check_middle(UINT64_C(0x3fefffffffffffff));
    check_middle(UINT64_C(0x7feffffffffffffe));
    check_middle(UINT64_C(0x7fefffffffffffff)); /* DBL_MAX */
    for (int i = 0; i < 300; i++)
        check_middle(next_random(&random) % UINT64_C(0x7ff0000000000000));
    for (int i = 0; i < 100; i++) /* of few digits */
        check_middle(UINT64_C(0x4330000000000000) + random_below(&random, 1 << 20));
}

static void doubles_round_trip(void)
{
    static const char alphabet[] = "0123456789+-.eE0";
    uint64_t random = 17;
    for (int i = 0; i < 60000; i++) {
        char text[VALUE_TEXT_SIZE], again[VALUE_TEXT_SIZE];
        double value = double_of_bits(next_random(&random)), got;
        if (i % 2)
            value = (double)(int64_t)(next_random(&random) >> random_below(&random, 64)) /
                    power_of_ten((int32_t)random_below(&random, 20));
        if (isnan(value) || isinf(value))
            continue;
        size_t size = text_from_double(value, text);
        CHECK(double_from_text(slice_of(text, size), &got) == TEXT_IS);
        CHECK(is_same_double(got, value));
        for (uint64_t n = 1 + random_below(&random, 3); n > 0; n--) {
            size_t at = random_below(&random, size);
            if (random_below(&random, 3) == 0 && size > 1)
                memmove(text + at, text + at + 1, --size - at);
            else
                text[at] = alphabet[random_below(&random, sizeof alphabet - 1)];
        }
        enum text_fit fit = double_from_text(slice_of(text, size), &got);
        if (fit == TEXT_UNFIT)
            continue;
        size_t size_again = text_from_double(got, again);
        bool is_same = size_again == size && memcmp(text, again, size) == 0;
        CHECK(is_same == (fit == TEXT_IS));
    }
}

/* ---- Narrower floats ---------------------------------------------------------- */

static void some_doubles_fit_a_float(void)
{
    uint64_t random = 41;
    CHECK(double_fits_float(0.0) && double_fits_float(-0.0));
    CHECK(double_fits_float(INFINITY) && double_fits_float(-INFINITY));
    CHECK(!double_fits_float(NAN));
    CHECK(double_fits_float((double)FLT_MAX) && double_fits_float(-(double)FLT_MAX));
    CHECK(!double_fits_float(nextafter((double)FLT_MAX, INFINITY)));
    CHECK(!double_fits_float(1e39) && !double_fits_float(-DBL_MAX));
    CHECK(double_fits_float(ldexp(1, -149)) && !double_fits_float(ldexp(1, -150)));
    CHECK(double_fits_float(ldexp(3, -149)) && !double_fits_float(ldexp(3, -150)));
    CHECK(double_fits_float(0.5) && !double_fits_float(0.1));
    CHECK(double_fits_float(16777216.0) && !double_fits_float(16777217.0));
    for (int i = 0; i < 100000; i++) {
        uint32_t bits = (uint32_t)next_random(&random);
        float narrow;
        memcpy(&narrow, &bits, sizeof narrow);
        if (isnan(narrow))
            continue;
        CHECK(double_fits_float((double)narrow));
        CHECK(isinf(narrow) || !double_fits_float(nextafter((double)narrow, INFINITY)));
    }
}

static void some_doubles_fit_a_float16(void)
{
    uint16_t got;
    for (unsigned bits = 0; bits < 0x10000; bits++) {
        int exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
        double value = exponent == 0 ? ldexp(fraction, -24)
                                     : ldexp(fraction + 1024, exponent - 25);
        double sign = bits >> 15 ? -1 : 1;
        if (exponent == 31) {
            CHECK(!double_fits_float16(sign * value, &got)); /* 65536 and more */
            continue;
        }
        CHECK(double_fits_float16(sign * value, &got) && got == bits);
        CHECK(!double_fits_float16(sign * nextafter(value, INFINITY), &got));
        /* the middle between this value and the next */
        CHECK(!double_fits_float16(
            sign * (value + ldexp(1, exponent > 0 ? exponent - 26 : -25)), &got));
    }
    CHECK(double_fits_float16(INFINITY, &got) && got == 0x7c00);
    CHECK(double_fits_float16(-INFINITY, &got) && got == 0xfc00);
    CHECK(double_fits_float16(65504, &got) && got == 0x7bff);
    CHECK(!double_fits_float16(65520, &got));
    CHECK(!double_fits_float16(NAN, &got));
    CHECK(!double_fits_float16(DBL_MAX, &got) && !double_fits_float16(5e-324, &got));
}

static bool are_same(const char *a, const char *b)
{
    bool same = same_number(slice_of(a, strlen(a)), slice_of(b, strlen(b)));
    CHECK(same == same_number(slice_of(b, strlen(b)), slice_of(a, strlen(a))));
    return same;
}

static void same_numbers_are_recognised(void)
{
    CHECK(are_same("1", "1"));
    CHECK(are_same("1", "1.000"));
    CHECK(are_same("1e2", "100"));
    CHECK(are_same("0.001e5", "1E+02"));
    CHECK(are_same("12.5", "1.25e1"));
    CHECK(are_same("1.25", "125e-2"));
    CHECK(are_same("-12345678901234567890.5", "-123456789012345678905e-1"));
    CHECK(are_same("0", "0.0e7"));
    CHECK(!are_same("0", "-0"));
    CHECK(!are_same("1", "-1"));
    CHECK(!are_same("1", "10"));
    CHECK(!are_same("1.25", "1.26"));
    CHECK(!are_same("1.2", "1.23"));
    CHECK(!are_same("1", "x"));
    CHECK(!are_same("", ""));
}

int main(void)
{
    RUN(doubles_are_read);
    RUN(invalid_doubles_are_refused);
    RUN(many_zeros_are_read);
    RUN(middles_between_doubles_are_rounded_to_even);
    RUN(doubles_round_trip);
    RUN(some_doubles_fit_a_float);
    RUN(some_doubles_fit_a_float16);
    RUN(same_numbers_are_recognised);
    return unit_test_done();
}
