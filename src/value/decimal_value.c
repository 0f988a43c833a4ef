/* SPDX-License-Identifier: MIT */
/*
 * decimal_value.c - converts decimal notation to doubles and decimals, and doubles to
 * decimals and narrower floats.  The rest of value_from_text.h is in value_from_text.c.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "value/value_from_text.h"
#include "value/value_text.h"

static const int64_t POWERS_OF_TEN[] = {
    1,
    10,
    100,
    1000,
    10000,
    100000,
    1000000,
    10000000,
    100000000,
    1000000000,
    10000000000,
    100000000000,
    1000000000000,
    10000000000000,
    100000000000000,
    1000000000000000,
    10000000000000000,
    100000000000000000,
    1000000000000000000,
};

enum { MOST_INT64_DIGITS = 18 /* all numbers of this many digits fit */ };

/* ---- Decimal notation ------------------------------------------------------------ */

/* A number as written; its value is its digits * 10^exponent. */
struct notation {
    /* The first and the last digit that is not zero; a point may be between them. */
    const uint8_t *first, *last;
    uint64_t n_digits; /* from first to last; 0 for zero, which has neither */
    int64_t exponent;
    uint64_t n_fraction; /* digits after the point, including zeros */
    bool has_point;
    bool is_negative;
    bool
        is_plain; /* no exponent, plus or leading zeros, except one zero before a point */
};

/* Reads [+-]digits after an e.  Exponents that are far too large are clamped, so that
 * sums cannot overflow. */
static bool exponent_from_text(struct slice text, int64_t *exponent)
{
    const int64_t enough = INT64_C(1) << 60;
    size_t i = text.size > 0 && (text.data[0] == '-' || text.data[0] == '+');
    bool is_negative = i == 1 && text.data[0] == '-';
    if (i == text.size)
        return false;
    for (*exponent = 0; i < text.size; i++) {
        unsigned digit = (unsigned)text.data[i] - '0';
        if (digit > 9)
            return false;
        if (*exponent < enough / 10)
            *exponent = *exponent * 10 + digit;
        else
            *exponent = enough;
    }
    if (is_negative)
        *exponent = -*exponent;
    return true;
}

static bool notation_from_text(struct slice text, struct notation *number)
{
    const uint8_t *data = text.data;
    size_t size = text.size, begin, i, n_digits = 0, first = 0, last = 0, point = 0;
    bool has_sign = size > 0 && (data[0] == '-' || data[0] == '+');
    bool is_zero = true, has_point = false;
    begin = has_sign;
    for (i = begin; i < size; i++) {
        if ((unsigned)data[i] - '0' <= 9) {
            n_digits++;
            if (data[i] != '0') {
                first = is_zero ? i : first;
                last = i;
                is_zero = false;
            }
        } else if (data[i] == '.' && !has_point) {
            point = i;
            has_point = true;
        } else {
            break;
        }
    }
    size_t end = i;
    if (n_digits == 0)
        return false;
    *number = (struct notation){.has_point = has_point,
                                .is_negative = has_sign && data[0] == '-'};
    if (end < size && (data[end] | 0x20) == 'e') {
        struct slice rest = slice_of(data + end + 1, size - end - 1);
        if (!exponent_from_text(rest, &number->exponent))
            return false;
    } else if (end < size) {
        return false;
    }
    size_t whole_end = has_point ? point : end;
    number->n_fraction = has_point ? end - point - 1 : 0;
    number->is_plain = end == size && (!has_sign || number->is_negative) &&
                       (data[begin] != '0' || whole_end == begin + 1) &&
                       whole_end > begin;
    if (is_zero)
        return true;
    number->first = data + first;
    number->last = data + last;
    number->n_digits = last - first + 1 - (first < whole_end && whole_end < last);
    number->exponent += last < whole_end ? (int64_t)(whole_end - 1 - last)
                                         : -(int64_t)(last - whole_end);
    return true;
}

/* ---- Doubles from text ----------------------------------------------------------- */

enum {
    /* 768 digits decide whether a number is above or below the midpoint of two doubles,
     * together with whether a later digit is not zero: the longest midpoint has 768
     * digits. */
    DECISIVE_DIGITS = 768,
    FAR_EXPONENT = 10000, /* infinity or zero, whatever the decisive digits are */
};

static bool is_infinity(struct slice text)
{
    static const char name[] = "infinity";
    if (text.size != 3 && text.size != sizeof name - 1)
        return false;
    for (size_t i = 0; i < text.size; i++) {
        if ((text.data[i] | 0x20) != name[i])
            return false;
    }
    return true;
}

/* Computes the magnitude with strtod(), which rounds correctly.  Digits and an exponent
 * without a point mean the same in every locale. */
static double nearest_double(const struct notation *number)
{
    char text[DECISIVE_DIGITS + 32];
    size_t n = 0;
    int64_t exponent = number->exponent;
    const uint8_t *digit = number->first;
    for (; digit <= number->last && n < DECISIVE_DIGITS; digit++) {
        if (*digit != '.')
            text[n++] = (char)*digit;
    }
    if (n < number->n_digits) {
        exponent += (int64_t)(number->n_digits - n) - 1;
        text[n++] = '1'; /* at least the last digit is not zero */
    }
    if (exponent > FAR_EXPONENT)
        exponent = FAR_EXPONENT;
    if (exponent < -FAR_EXPONENT)
        exponent = -FAR_EXPONENT;
    snprintf(text + n, sizeof text - n, "e%d", (int)exponent);
    return strtod(text, NULL);
}

static double double_from_notation(const struct notation *number)
{
    enum { MOST_EXACT_POWER = 22 };
    if (number->n_digits > MOST_INT64_DIGITS || number->exponent > MOST_EXACT_POWER ||
        number->exponent < -MOST_EXACT_POWER)
        return nearest_double(number);
    int64_t value = 0;
    for (const uint8_t *digit = number->first; digit <= number->last; digit++) {
        if (*digit != '.')
            value = value * 10 + (*digit - '0');
    }
    if (value > INT64_C(1) << DBL_MANT_DIG)
        return nearest_double(number);
    /* Both operands are exact, so the result is rounded only once. */
    return number->exponent < 0 ? (double)value / power_of_ten((int32_t)-number->exponent)
                                : (double)value * power_of_ten((int32_t)number->exponent);
}

/* Whether the text is exactly what text_from_double() writes for its value. */
static bool is_shortest(struct slice text, const struct notation *number, double value)
{
    enum {
        ALWAYS_SHORTEST = 15, /* decimals of up to 15 digits are shortest */
        LONGEST_TEXT = 24,    /* -1.2345678901234567e-308 */
    };
    char written[VALUE_TEXT_SIZE];
    bool has_no_exponent = value == 0 || (fabs(value) >= 1e-4 && fabs(value) < 1e15);
    if (number->is_plain && number->n_digits <= ALWAYS_SHORTEST && has_no_exponent)
        return number->n_fraction == 1 ||
               (number->n_fraction > 1 && text.data[text.size - 1] != '0');
    if (text.size > LONGEST_TEXT)
        return false;
    size_t size = text_from_double(value, written);
    return size == text.size && memcmp(written, text.data, size) == 0;
}

enum text_fit double_from_text(struct slice text, double *value)
{
    struct notation number;
    if (!notation_from_text(text, &number)) {
        struct slice rest = text;
        bool is_negative = text.size > 0 && text.data[0] == '-';
        if (is_negative || (text.size > 0 && text.data[0] == '+'))
            rest = slice_of(text.data + 1, text.size - 1);
        *value = is_negative ? -INFINITY : INFINITY;
        return is_infinity(rest) ? TEXT_MEANS : TEXT_UNFIT;
    }
    double magnitude = number.n_digits > 0 ? double_from_notation(&number) : 0;
    if (isinf(magnitude))
        return TEXT_UNFIT;
    *value = number.is_negative ? -magnitude : magnitude;
    return is_shortest(text, &number, *value) ? TEXT_IS : TEXT_MEANS;
}

enum text_fit double_from_json(struct slice text, double *value)
{
    bool is_negative = slice_equals_text(text, "-9e999");
    if (!is_negative && !slice_equals_text(text, "9e999"))
        return double_from_text(text, value);
    *value = is_negative ? -(double)INFINITY : (double)INFINITY;
    return TEXT_IS;
}

bool same_number(struct slice a, struct slice b)
{
    struct notation x, y;
    if (!notation_from_text(a, &x) || !notation_from_text(b, &y) ||
        x.is_negative != y.is_negative || x.n_digits != y.n_digits)
        return false;
    if (x.n_digits == 0)
        return true;
    for (; x.first <= x.last; x.first++, y.first++) {
        x.first += *x.first == '.';
        y.first += *y.first == '.';
        if (*x.first != *y.first)
            return false;
    }
    return x.exponent == y.exponent;
}

/* ---- Decimals -------------------------------------------------------------------- */

enum {
    MOST_PRECISION = 76,
    N_LIMBS = 8,
    LIMB_DIGITS = 9, /* decimal digits per limb */
};

/* A magnitude below 10^76, which is less than 2^253; least significant limb first. */
struct magnitude {
    uint32_t limbs[N_LIMBS];
    size_t n_used; /* the other limbs are zero */
};

/* Multiplies by factor, which is below 2^32, and adds term; the result must fit. */
static void multiply_add(struct magnitude *magnitude, int64_t factor, uint64_t term)
{
    for (size_t i = 0; i < magnitude->n_used; i++) {
        term += magnitude->limbs[i] * (uint64_t)factor;
        magnitude->limbs[i] = (uint32_t)term;
        term >>= 32;
    }
    for (; term > 0; term >>= 32)
        magnitude->limbs[magnitude->n_used++] = (uint32_t)term;
}

static void multiply_by_power(struct magnitude *magnitude, int64_t exponent)
{
    for (; exponent > LIMB_DIGITS; exponent -= LIMB_DIGITS)
        multiply_add(magnitude, POWERS_OF_TEN[LIMB_DIGITS], 0);
    multiply_add(magnitude, POWERS_OF_TEN[exponent], 0);
}

/* Computes number * 10^scale; false if that is no integer of at most precision digits. */
static bool magnitude_from_notation(const struct notation *number, int32_t precision,
                                    int32_t scale, struct magnitude *magnitude)
{
    *magnitude = (struct magnitude){.n_used = 0};
    if (number->n_digits == 0)
        return true;
    int64_t n_zeros = number->exponent + scale;
    if (number->n_digits > MOST_PRECISION || n_zeros < 0 ||
        n_zeros > precision - (int64_t)number->n_digits)
        return false;
    uint32_t group = 0;
    int n = 0;
    for (const uint8_t *digit = number->first; digit <= number->last; digit++) {
        if (*digit == '.')
            continue;
        group = group * 10 + *digit - '0';
        if (++n == LIMB_DIGITS) {
            multiply_add(magnitude, POWERS_OF_TEN[n], group);
            group = 0;
            n = 0;
        }
    }
    multiply_add(magnitude, POWERS_OF_TEN[n], group);
    multiply_by_power(magnitude, n_zeros);
    return true;
}

/* Stores two's complement; false if the number does not fit the bytes. */
static bool store_decimal(const struct magnitude *magnitude, bool is_negative,
                          const struct decimal_shape *shape, uint8_t *bytes)
{
    size_t size = shape->size;
    unsigned carry = is_negative; /* negates: invert and add one */
    bool is_zero = magnitude->n_used == 0;
    for (size_t i = 0; i < N_LIMBS * 4; i++) {
        unsigned byte = magnitude->limbs[i / 4] >> (8 * (i % 4)) & 0xff;
        if (i >= size) {
            if (byte != 0)
                return false;
            continue;
        }
        byte = (is_negative ? byte ^ 0xff : byte) + carry;
        bytes[size - 1 - i] = (uint8_t)byte;
        carry = byte >> 8;
    }
    /* A number that needs the sign bit appears with the other sign. */
    return is_zero || (bytes[0] >= 0x80) == is_negative;
}

enum text_fit decimal_from_text(struct slice text, const struct decimal_shape *shape,
                                uint8_t *bytes)
{
    struct notation number;
    struct magnitude magnitude;
    if (!notation_from_text(text, &number) ||
        !magnitude_from_notation(&number, shape->precision, shape->scale, &magnitude) ||
        !store_decimal(&magnitude, number.is_negative, shape, bytes))
        return TEXT_UNFIT;
    bool is_canonical = number.is_plain && number.has_point == (shape->scale > 0) &&
                        number.n_fraction == (uint64_t)shape->scale &&
                        !(number.is_negative && number.n_digits == 0);
    return is_canonical ? TEXT_IS : TEXT_MEANS;
}

bool decimal_from_int64(int64_t value, const struct decimal_shape *shape, uint8_t *bytes)
{
    uint64_t size = value < 0 ? ~(uint64_t)value + 1 : (uint64_t)value;
    int32_t n_whole = shape->precision - shape->scale;
    /* A number of 19 digits is always below 10^19. */
    if (n_whole <= MOST_INT64_DIGITS && size >= (uint64_t)POWERS_OF_TEN[n_whole])
        return false;
    struct magnitude magnitude = {.n_used = 0};
    multiply_add(&magnitude, 1, size);
    multiply_by_power(&magnitude, size > 0 ? shape->scale : 0);
    return store_decimal(&magnitude, value < 0, shape, bytes);
}

/* Accepts any double; decimal_from_double() says which decimal it becomes. */
static bool magnitude_from_double(double value, int32_t precision, int32_t scale,
                                  struct magnitude *magnitude)
{
    char text[MOST_PRECISION + VALUE_TEXT_SIZE];
    struct notation number;
    size_t size;
    if (!(fabs(value) < 1e77) || (value == 0 && signbit(value)))
        return false;
    if (value == floor(value)) /* without a decimal point, in any locale */
        size = (size_t)snprintf(text, sizeof text, "%.0f", value);
    else /* no decimal that reads back has fewer digits */
        size = text_from_double(value, text);
    return notation_from_text(slice_of(text, size), &number) &&
           magnitude_from_notation(&number, precision, scale, magnitude);
}

bool small_decimal_from_double(double value, int32_t precision, int32_t scale,
                               int64_t *unscaled)
{
    double power = (double)POWERS_OF_TEN[scale]; /* exactly */
    if (fabs(value * power) < (double)(INT64_C(1) << NEAR_DECIMAL_BITS))
        return near_decimal_from_double(value, power, (double)POWERS_OF_TEN[precision],
                                        unscaled);
    struct magnitude magnitude;
    if (!magnitude_from_double(value, precision, scale, &magnitude))
        return false;
    int64_t bits = (int64_t)((uint64_t)magnitude.limbs[1] << 32 | magnitude.limbs[0]);
    *unscaled = value < 0 ? -bits : bits;
    return true;
}

bool decimal_from_double(double value, const struct decimal_shape *shape, uint8_t *bytes)
{
    int64_t small;
    struct magnitude magnitude = {.n_used = 0};
    if (shape->precision > MOST_INT64_DIGITS)
        return magnitude_from_double(value, shape->precision, shape->scale, &magnitude) &&
               store_decimal(&magnitude, value < 0, shape, bytes);
    if (!small_decimal_from_double(value, shape->precision, shape->scale, &small))
        return false;
    multiply_add(&magnitude, 1, small < 0 ? ~(uint64_t)small + 1 : (uint64_t)small);
    return store_decimal(&magnitude, small < 0, shape, bytes);
}

/* ---- Narrower floats ------------------------------------------------------------- */

bool double_fits_float(double value)
{
    return isinf(value) ||
           (fabs(value) <= (double)FLT_MAX && (double)(float)value == value);
}

bool double_fits_float16(double value, uint16_t *bits)
{
    enum { FRACTION_BITS = 10, DROPPED_BITS = 52 - FRACTION_BITS, MOST_EXPONENT = 30 };
    const double least_normal = 1.0 / 16384;
    double size = fabs(value);
    uint64_t all;
    uint16_t sign = signbit(value) ? 0x8000 : 0;
    if (isnan(value))
        return false;
    if (isinf(value)) {
        *bits = sign | 0x7c00;
        return true;
    }
    if (size < least_normal) { /* zero or subnormal, a multiple of 2^-24 */
        double steps = size * 16777216.0;
        *bits = (uint16_t)(sign | (unsigned)steps);
        return steps == floor(steps);
    }
    memcpy(&all, &size, sizeof all);
    uint64_t exponent = (all >> 52) - 1023 + 15; /* 1 at least */
    if (exponent > MOST_EXPONENT || (all & ((UINT64_C(1) << DROPPED_BITS) - 1)) != 0)
        return false;
    *bits = (uint16_t)(sign | exponent << FRACTION_BITS | (all >> DROPPED_BITS & 0x3ff));
    return true;
}
