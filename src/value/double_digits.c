/* SPDX-License-Identifier: MIT */
/*
 * Numbers with few fraction digits are found by trial.  All others use Raffaello
 * Giulietti, "The Schubfach way to render doubles" (2020), which also proves the bounds
 * used here:
 *
 * The numbers that read back as the double c * 2^q lie between the midpoints to its
 * neighbours.  Choose k so that 10^k is at most the width of that interval and 10^(k+1)
 * exceeds it: the interval then contains at least one multiple of 10^k and at most one of
 * 10^(k+1).  This leaves four candidates, which are compared with the interval's ends,
 * all in units of 10^k / 4.  Only the whole parts matter, and whether there is a
 * remainder.
 */
#include "value/double_digits.h"

#include <float.h>
#include <stdbool.h>

#include "base/slice.h"
#include "value/double_powers.h"

/* Here, and wherever decimals become doubles, each operation must round only once. */
#if FLT_EVAL_METHOD == 2
#error "doubles are computed with more than 64 bits: use -msse2 -mfpmath=sse"
#endif

enum {
    MANTISSA_BITS = 52,
    LEAST_EXPONENT = -1074, /* of 2, with an integer mantissa */
};

/* ---- Few digits ------------------------------------------------------------------ */

static void remove_zeros(struct double_digits *number)
{
    while (number->digits % 100000000 == 0) {
        number->digits /= 100000000;
        number->exponent += 8;
    }
    while (number->digits % 100 == 0) {
        number->digits /= 100;
        number->exponent += 2;
    }
    if (number->digits % 10 == 0) {
        number->digits /= 10;
        number->exponent++;
    }
}

/* Finds numbers of up to 15 digits with at most six after the point.  The candidate reads
 * back as the double if the division yields it, because that rounds two exact operands to
 * nearest; no other decimal of at most 15 digits reads back as the same double. */
static bool find_few_digits(double value, struct double_digits *number)
{
    enum { PLACES = 6 };
    const double power = 1e6;
    if (!(value < 1e15 / power))
        return false;
    double scaled = value * power;
    int64_t digits = (int64_t)scaled;
    if ((double)digits != scaled || scaled / power != value)
        return false;
    *number = (struct double_digits){(uint64_t)digits, -PLACES};
    remove_zeros(number);
    return true;
}

/* ---- All others ------------------------------------------------------------------ */

struct product {
    uint64_t high, low;
};

static inline struct product multiply(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 uint128;
    uint128 product = (uint128)a * b;
    return (struct product){(uint64_t)(product >> 64), (uint64_t)product};
#else
    uint64_t a_low = (uint32_t)a, a_high = a >> 32;
    uint64_t b_low = (uint32_t)b, b_high = b >> 32;
    uint64_t low = a_low * b_low;
    uint64_t middle = a_high * b_low + (low >> 32); /* neither sum can overflow */
    uint64_t other = a_low * b_high + (uint32_t)middle;
    return (struct product){a_high * b_high + (middle >> 32) + (other >> 32),
                            other << 32 | (uint32_t)low};
#endif
}

/* Returns 10^k for k = -292 .. 324, rounded up and scaled by a power of two to 128 bits
 * whose highest bit is 1.  Each of these is the exact one: a program has compared them.
 */
static inline struct product power_of_ten(int32_t k)
{
    uint32_t at = (uint32_t)(k - LEAST_POWER);
    const uint64_t *ten = TENS[at / POWERS_BETWEEN], five = FIVES[at % POWERS_BETWEEN];
    struct product low = multiply(ten[2], five), middle = multiply(ten[1], five);
    struct product high = multiply(ten[0], five);
    uint64_t second = low.high + middle.low;
    uint64_t third = middle.high + (second < low.high); /* cannot overflow */
    struct product power = {high.high, high.low + third};
    power.high += power.low < third;
    if (power.high >> 63 == 0) {
        power.high = power.high << 1 | power.low >> 63;
        power.low = power.low << 1 | second >> 63;
        second <<= 1;
    }
    power.low += (second | low.low) != 0;
    return power;
}

/* Returns the whole part of factor * power / 2^128, with the lowest bit set if there is a
 * remainder.  The power is rounded up, so the product may be too large by less than
 * 2^-64.  An inexact product is farther than that below the next whole number, and at
 * least 2^-63 above the last.  The continued fractions of 2^q / 10^k show this for all
 * doubles and midpoints except 11184235359257022 * 2^164 and 35548220997423152 * 2^664,
 * whose whole part is odd anyway. */
static inline uint64_t multiply_power(struct product power, uint64_t factor)
{
    struct product high = multiply(power.high, factor);
    uint64_t low = multiply(power.low, factor).high;
    uint64_t rest = high.low + low;
    return (high.high + (rest < low)) | (rest > 1);
}

/* Logarithms of powers, rounded down; correct for all exponents of doubles. */
static inline int32_t floor_divide_power_of_two(int32_t value, unsigned bits)
{
    int32_t divisor = (int32_t)1 << bits;
    return value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor);
}

static inline int32_t log10_of_power_of_two(int32_t exponent, bool is_three_quarters)
{
    return floor_divide_power_of_two(
        exponent * 1262611 - (is_three_quarters ? 524031 : 0), 22);
}

static inline int32_t log2_of_power_of_ten(int32_t exponent)
{
    return floor_divide_power_of_two(exponent * 1741647, 19);
}

/* Finds the digits of mantissa * 2^exponent.  is_lowest: the next smaller double is only
 * half as far away as the next larger one. */
static struct double_digits find_digits(uint64_t mantissa, int32_t exponent,
                                        bool is_lowest)
{
    bool ends_belong = mantissa % 2 == 0; /* ties are rounded to even */
    int32_t k = log10_of_power_of_two(exponent, is_lowest);
    int32_t shift = exponent + log2_of_power_of_ten(-k) + 1; /* 1 .. 4 */
    const struct product power = power_of_ten(-k);
    uint64_t quarters = mantissa * 4;
    uint64_t value = multiply_power(power, quarters << shift);
    uint64_t from = multiply_power(power, (quarters - 2 + is_lowest) << shift) +
                    !ends_belong;
    uint64_t to = multiply_power(power, (quarters + 2) << shift) - !ends_belong;

    uint64_t below = value / 40; /* in multiples of 10^(k+1) */
    bool below_is_in = from <= 40 * below, above_is_in = 40 * below + 40 <= to;
    if (below_is_in != above_is_in) {
        struct double_digits number = {below + above_is_in, k + 1};
        remove_zeros(&number);
        return number;
    }
    below = value / 4;
    below_is_in = from <= 4 * below;
    above_is_in = 4 * below + 4 <= to;
    uint64_t middle = 4 * below + 2;
    bool is_above = below_is_in != above_is_in
                        ? above_is_in
                        : value > middle || (value == middle && below % 2 == 1);
    return (struct double_digits){below + is_above, k};
}

struct double_digits double_digits_of(double value)
{
    struct double_digits number;
    if (find_few_digits(value, &number))
        return number;
    uint64_t bits = bits_of_double(value);
    uint64_t fraction = bits & ((UINT64_C(1) << MANTISSA_BITS) - 1);
    int32_t exponent = (int32_t)(bits >> MANTISSA_BITS);
    if (exponent == 0)
        return find_digits(fraction, LEAST_EXPONENT, false);
    return find_digits(fraction | UINT64_C(1) << MANTISSA_BITS,
                       LEAST_EXPONENT - 1 + exponent, fraction == 0 && exponent > 1);
}
