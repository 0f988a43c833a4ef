/* SPDX-License-Identifier: MIT */
/*
 * double_digits.h - the shortest digits of a double.
 *
 * Of the decimals that read back as the double (to the nearest, halves to even) those
 * with the fewest digits count, and of these the nearest one; where two are equally near,
 * the even one.
 */
#ifndef VALUE_DOUBLE_DIGITS_H
#define VALUE_DOUBLE_DIGITS_H

#include <stdint.h>

/* digits * 10^exponent; 1 to 17 digits, the last of which is not 0. */
struct double_digits {
    uint64_t digits;
    int32_t exponent;
};

/* value is finite and greater than zero. */
struct double_digits double_digits_of(double value);

#endif
