/* SPDX-License-Identifier: MIT */
/*
 * value_text.h - writes values as text and as JSON: dates, times, decimals of any size.
 *
 * Nothing depends on the locale.  Text is not zero-terminated.  Functions that write to
 * an array return the text's size; VALUE_TEXT_SIZE bytes are always enough.
 */
#ifndef VALUE_VALUE_TEXT_H
#define VALUE_VALUE_TEXT_H

#include "base/buffer.h"
#include "value/value.h"

enum {
    /* Enough for every text below, with expanded year and nine fraction digits. */
    VALUE_TEXT_SIZE = 64,
    /* Longer binary decimals are refused, because they take quadratic time. */
    MOST_DECIMAL_BYTES = 1024,
};

/* YYYY-MM-DD.  Years outside 0000-9999 have a sign and six digits or more, which
 * JavaScript and Java both read: -000044-03-15, +012000-01-01. */
size_t text_from_date(int64_t days, char *text);

/* HH:MM:SS[.fff[fff[fff]]], with the fewest digits that are exact. */
size_t text_from_time(int64_t value, enum time_unit unit, char *text);

/* YYYY-MM-DD HH:MM:SS[.fff[fff[fff]]]. */
size_t text_from_timestamp(int64_t value, enum time_unit unit, char *text);
size_t text_from_instant(struct instant instant, char *text);

/* YYYY-MM-DDTHH:MM:SS.fff, with 3, 6 or 9 fraction digits and, in UTC, a Z, as
 * JavaScript's toISOString() writes it.  Nanoseconds beyond the digits are left out. */
size_t iso8601_from_instant(struct instant instant, unsigned digits, bool is_utc,
                            char *text);

/* Units since 1970 as whole seconds and nanoseconds. */
struct instant instant_from_units(int64_t value, enum time_unit unit);

/* Formats 16 bytes as 36 lower-case characters. */
size_t text_from_uuid(const uint8_t *bytes, char *text);

/* Formats 12 bytes as ISO 8601, always with all three parts: P14M3DT4.005S, P0M0DT0S. */
size_t text_from_interval(const uint8_t *bytes, char *text);

size_t text_from_int64(int64_t value, char *text);
size_t text_from_uint64(uint64_t value, char *text);

/* Always 20 digits: their order is that of the numbers. */
size_t padded_from_uint64(uint64_t value, char *text);

/* Nanoseconds since 1970 of any instant, an integer of up to 20 digits. */
size_t text_from_instant_nanos(struct instant instant, char *text);

/* The shortest digits that read back as the same double, which must be finite; the form
 * of JSON numbers. */
size_t text_from_double(double value, char *text);

/* value * 10^-scale, exactly, with scale fraction digits; scale 0..40. */
size_t text_from_decimal(int64_t value, int32_t scale, char *text);

/* Appends the same for a value in big-endian two's complement to a buffer. */
enum status append_binary_decimal(struct buffer *buffer, struct bytes_value value,
                                  int32_t scale, struct error *error) CHECK_RESULT;

/* 10^exponent, exactly; exponent 0..22. */
double power_of_ten(int32_t exponent);

/* value * 10^-scale, correctly rounded. */
double double_from_decimal(int64_t value, int32_t scale);
enum status double_from_binary_decimal(struct bytes_value value, int32_t scale,
                                       double *result, struct error *error) CHECK_RESULT;

/* Less than, equal to or greater than 0, for unscaled values of any sizes. */
int binary_decimal_compare(struct bytes_value a, struct bytes_value b);

/* The value without redundant sign bytes. */
struct bytes_value binary_decimal_trim(struct bytes_value value);

/* Converts the unscaled value to int64_t; false if it does not fit. */
bool int64_from_binary_decimal(struct bytes_value value, int64_t *result);

/* Appends a number; NaN is null, infinities are 9e999 and -9e999. */
enum status append_json_double(struct buffer *buffer, double value,
                               struct error *error) CHECK_RESULT;

/* Appends a JSON string of upper-case hexadecimal digits. */
enum status append_json_hex(struct buffer *buffer, struct bytes_value value,
                            struct error *error) CHECK_RESULT;

/* The number of bytes that append_json_string() appends. */
size_t json_string_size(struct slice text);

/* Appends a JSON string, in quotes. */
enum status append_json_string(struct buffer *buffer, struct slice text,
                               struct error *error) CHECK_RESULT;

/* The same, unless *error holds a failure already. */
static inline void add_json_double(struct buffer *buffer, double value,
                                   struct error *error)
{
    if (error->status == OK)
        (void)!append_json_double(buffer, value, error);
}
static inline void add_json_string(struct buffer *buffer, struct slice text,
                                   struct error *error)
{
    if (error->status == OK)
        (void)!append_json_string(buffer, text, error);
}

#endif
