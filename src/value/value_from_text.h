/* SPDX-License-Identifier: MIT */
/*
 * value_from_text.h - converts text and numbers to values, the reverse of value_text.h.
 *
 * Nothing is rounded or guessed: a text that does not denote exactly one value of the
 * type is TEXT_UNFIT.  Nothing depends on the locale.  White space is never skipped.  The
 * output is unspecified if a function returns TEXT_UNFIT or false.
 */
#ifndef VALUE_FROM_TEXT_H
#define VALUE_FROM_TEXT_H

#include <math.h>

#include "base/slice.h"
#include "value/value.h"

enum text_fit {
    TEXT_UNFIT,
    TEXT_MEANS, /* denotes the value, which value_text.h writes differently */
    TEXT_IS,    /* is exactly what value_text.h writes */
};

/* YYYY-MM-DD in the proleptic Gregorian calendar; other years have a sign and four digits
 * or more, but -0000 is refused.  TEXT_IS: as text_from_date() writes it, whose expanded
 * years have six digits or more.  days fits INT32. */
enum text_fit date_from_text(struct slice text, int64_t *days);

/* HH:MM[:SS[.f...]], below 24:00.  With is_utc, a Z may follow, or an offset +HH[[:]MM],
 * which is subtracted (01:00+02:00 is 23:00).  Fractions that the unit cannot hold and
 * seconds of 60 are unfit. */
enum text_fit time_from_text(struct slice text, enum time_unit unit, bool is_utc,
                             int64_t *value);

/* A date, a space or T, and a time; or a date alone, which means midnight.  With is_utc,
 * Z or an offset, which is subtracted, may follow the time; without it they are unfit.
 * The timestamp must fit 64 bits. */
enum text_fit timestamp_from_text(struct slice text, enum time_unit unit, bool is_utc,
                                  int64_t *value);
enum text_fit instant_from_text(struct slice text, bool is_utc, struct instant *instant);

/* Whole units since 1970, rounded down; false if they do not fit 64 bits: then *real is
 * the nearest double to the instant. */
bool units_from_instant(struct instant instant, enum time_unit unit, int64_t *value,
                        double *real);

/* 8-4-4-4-12 or 32 hexadecimal digits, optionally in braces. */
enum text_fit uuid_from_text(struct slice text, uint8_t bytes[16]);

/* Two hexadecimal digits for each of text.size / 2 bytes.  TEXT_IS: in upper case, as
 * append_json_hex() writes it. */
enum text_fit binary_from_text(struct slice text, uint8_t *bytes);

/* An ISO 8601 duration of years, months, weeks, days and time, each at most once and in
 * this order, as Parquet's INTERVAL: months, days and milliseconds, each below 2^32, in
 * 12 bytes.  Only seconds may have a fraction. */
enum text_fit interval_from_text(struct slice text, uint8_t bytes[12]);

/* [+-]digits, and nothing else.  TEXT_IS: as text_from_int64() writes it. */
enum text_fit int64_from_text(struct slice text, int64_t *value);
enum text_fit uint64_from_text(struct slice text, uint64_t *value);

/* Decimal notation with or without exponent, or Infinity or Inf in any letter case, all
 * with an optional sign.  The result is the nearest double; a number too large for any is
 * unfit, one too small is zero.  TEXT_IS: the shortest digits, as text_from_double()
 * writes them. */
enum text_fit double_from_text(struct slice text, double *value);
/* The same for numbers of JSON, in which 9e999 is infinity (append_json_double()). */
enum text_fit double_from_json(struct slice text, double *value);

/* Whether two numbers in decimal notation are equal; zeros of different sign are not. */
bool same_number(struct slice a, struct slice b);

/*
 * Decimals are unscaled values in big-endian two's complement of exactly size bytes
 * (1..32), with at most `precision` digits.
 */
struct decimal_shape {
    int32_t precision, scale; /* precision 1..76, scale 0..precision */
    size_t size;
};

/* Converts decimal notation with or without exponent.  Digits beyond the scale must be
 * zeros.  TEXT_IS: exactly scale fraction digits, as decimals=text returns them. */
enum text_fit decimal_from_text(struct slice text, const struct decimal_shape *shape,
                                uint8_t *bytes);
bool decimal_from_int64(int64_t value, const struct decimal_shape *shape, uint8_t *bytes);

/*
 * Converts a double to the decimal of that scale that reads back as the same double (see
 * double_from_decimal()); false if there is none: at scale 2, 0.1 has one, but 0.1 + 0.2
 * does not.  If several do, an integer becomes itself and any other value the one with
 * the fewest digits: 0.1 is 0.1 at any scale.  False for -0.0, which would read back as
 * 0.0.
 */
bool decimal_from_double(double value, const struct decimal_shape *shape, uint8_t *bytes);

enum { NEAR_DECIMAL_BITS = 50 };

/* Same as an integer, and faster, for scales and precisions up to 18, but false where the
 * unscaled value has more than NEAR_DECIMAL_BITS.  power: 10^scale; limit: 10^precision.
 */
static inline bool near_decimal_from_double(double value, double power, double limit,
                                            int64_t *unscaled)
{
    /* If the value is the double of a decimal, the product differs from the unscaled
     * value by less than a quarter, and no two such decimals have the same double. */
    const double nearly_exact = (double)(INT64_C(1) << NEAR_DECIMAL_BITS);
    double scaled = value * power;
    if (!(fabs(scaled) < nearly_exact))
        return false;
    int64_t nearest = (int64_t)(scaled + copysign(0.5, scaled));
    double whole = (double)nearest;
    *unscaled = nearest;
    return whole / power == value && fabs(whole) < limit &&
           (nearest != 0 || !signbit(value));
}

/* The same for all unscaled values. */
bool small_decimal_from_double(double value, int32_t precision, int32_t scale,
                               int64_t *unscaled);

/* Whether FLOAT or FLOAT16 can hold the value exactly: true for infinities and zeros,
 * false for NaN, whose payload may not fit. */
bool double_fits_float(double value);
bool double_fits_float16(double value, uint16_t *bits);

/* Well-formed UTF-8 (Unicode, table 3-7). */
bool text_is_utf8(struct slice text);

/* Returns at most this many bytes of a UTF-8 text, without a partial character. */
struct slice text_front(struct slice text, size_t most);

#endif
