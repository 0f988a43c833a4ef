/* SPDX-License-Identifier: MIT */
/*
 * double_digits.h - finds the shortest decimal digits of a double.
 *
 * Among the decimals that read back as the double (rounding to nearest, ties to even),
 * the result is one with the fewest digits; among these the nearest; of two equally near,
 * the even one.
 */
#ifndef VALUE_DOUBLE_DIGITS_H
#define VALUE_DOUBLE_DIGITS_H

#include <stdint.h>

/* digits * 10^exponent; 1 to 17 digits, the last one not 0. */
struct double_digits {
    uint64_t digits;
    int32_t exponent;
};

/* value must be finite and greater than zero. */
struct double_digits double_digits_of(double value);

#endif
