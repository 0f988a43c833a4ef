/* SPDX-License-Identifier: MIT */
/*
 * text_value.h - values from text and from numbers: the other direction of value_text.h.
 *
 * Nothing is rounded and nothing guessed: what does not mean exactly a value of the type
 * is TEXT_UNFIT.  Nothing here depends on the locale.  White space is never passed over.
 * The results of what is unfit, or false, are unspecified.
 */
#ifndef VALUE_TEXT_VALUE_H
#define VALUE_TEXT_VALUE_H

#include "base/slice.h"
#include "value/value.h"

enum text_fit {
    TEXT_UNFIT,
    TEXT_MEANS, /* it means the value, which value_text.h would write in another way */
    TEXT_IS,    /* it is what value_text.h writes */
};

/* YYYY-MM-DD of the proleptic Gregorian calendar; other years with a sign and four digits
 * or more, but no -0000.  TEXT_IS: as text_from_date(), whose expanded years have six
 * digits or more.  days fit INT32. */
enum text_fit date_from_text(struct slice text, int64_t *days);

/* HH:MM[:SS[.f...]], up to 24:00 exclusive; is_utc: a Z, or an offset +HH[[:]MM] that is
 * taken off (01:00+02:00 is 23:00), may follow.  Fractions that the unit cannot hold are
 * unfit, and so are seconds of 60. */
enum text_fit time_from_text(struct slice text, enum time_unit unit, bool is_utc,
                             int64_t *value);

/* Date, then a space or T, then a time; or a date alone, which means midnight.  is_utc: Z
 * or an offset, which is taken off, may follow the time; without is_utc they are unfit.
 * Years as far as 64 bits hold the timestamp. */
enum text_fit timestamp_from_text(struct slice text, enum time_unit unit, bool is_utc,
                                  int64_t *value);

/* 8-4-4-4-12 or 32 hexadecimal digits, also in braces. */
enum text_fit uuid_from_text(struct slice text, uint8_t bytes[16]);

/* Two hexadecimal digits for each of text.size / 2 bytes.  TEXT_IS: in upper case, as
 * append_json_hex() writes them. */
enum text_fit binary_from_text(struct slice text, uint8_t *bytes);

/* ISO 8601 durations of years, months, weeks, days and times, each at most once and in
 * this order, as far as months, days and milliseconds (each below 2^32) hold them: 12
 * bytes.  Only seconds may have a fraction. */
enum text_fit interval_from_text(struct slice text, uint8_t bytes[12]);

/* [+-]digits, and nothing else.  TEXT_IS: as text_from_int64() writes it. */
enum text_fit int64_from_text(struct slice text, int64_t *value);
enum text_fit uint64_from_text(struct slice text, uint64_t *value);

/* Decimal notation with or without exponent, Infinity and Inf (in any case of letters),
 * all with or without a sign.  The double that is nearest; a number too large for any is
 * unfit, one too small is zero.  TEXT_IS: the shortest digits, as text_from_double(). */
enum text_fit double_from_text(struct slice text, double *value);

/* Whether two numbers in decimal notation are the same; zeros differ in their sign. */
bool same_number(struct slice a, struct slice b);

/*
 * Decimals: unscaled values as big-endian two's complement of exactly size bytes (1..32),
 * of at most `precision` digits.
 */
struct decimal_shape {
    int32_t precision, scale; /* precision 1..76, scale 0..precision */
    size_t size;
};

/* From decimal notation with or without exponent.  Digits behind the scale must be
 * zeros.  TEXT_IS: exactly scale fraction digits, as decimals=text gives them. */
enum text_fit decimal_from_text(struct slice text, const struct decimal_shape *shape,
                                uint8_t *bytes);
bool decimal_from_int64(int64_t value, const struct decimal_shape *shape, uint8_t *bytes);

/*
 * The decimal of that scale which reads back as the very same double (see
 * double_from_decimal()): false when there is none: 0.1 is, 0.1 + 0.2 is not at scale 2.
 * Where several do, an integer is itself, and what is not has the fewest digits: 0.1 is
 * 0.1 at any scale.  False for -0.0, which would read back as 0.0.
 */
bool decimal_from_double(double value, const struct decimal_shape *shape, uint8_t *bytes);

/* The same for scales and precisions up to 18, as an integer; the fast way. */
bool small_decimal_from_double(double value, int32_t precision, int32_t scale,
                               int64_t *unscaled);

/* Whether FLOAT or FLOAT16 hold the value exactly (infinities and zeros are held; NaN,
 * which may carry more than a narrow one can, is not). */
bool double_fits_float(double value);
bool double_fits_float16(double value, uint16_t *bits);

/* Well-formed UTF-8 (Unicode, table 3-7). */
bool text_is_utf8(struct slice text);

/* So many bytes of UTF-8 from the front at most, none of them of a character that is not
 * whole. */
struct slice text_front(struct slice text, size_t most);

#endif
