/* SPDX-License-Identifier: MIT */
#include "value/value_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/interrupt.h"
#include "value/double_digits.h"

/* ---- Numbers --------------------------------------------------------------------- */

static const char TWO_DIGITS[] = "0001020304050607080910111213141516171819202122232425262"
                                 "728293031323334353637383940414243"
                                 "4445464748495051525354555657585960616263646566676869707"
                                 "172737475767778798081828384858687"
                                 "888990919293949596979899";

static void put_two(char *text, unsigned value)
{
    memcpy(text, TWO_DIGITS + 2 * value, 2);
}

/* Writes eight digits.  The divisions are independent of one another. */
static void put_eight(char *text, uint32_t value)
{
    uint32_t high = value / 10000, low = value % 10000;
    put_two(text, high / 100);
    put_two(text + 2, high % 100);
    put_two(text + 4, low / 100);
    put_two(text + 6, low % 100);
}

/* Writes exactly n digits, with leading zeros. */
static void put_digits(char *text, uint64_t value, size_t n)
{
    for (; n >= 8; n -= 8) {
        put_eight(text + n - 8, (uint32_t)(value % 100000000));
        value /= 100000000;
    }
    for (; n >= 2; n -= 2) {
        put_two(text + n - 2, (unsigned)(value % 100));
        value /= 100;
    }
    if (n > 0)
        text[0] = (char)('0' + value % 10);
}

static size_t count_digits(uint64_t value)
{
    size_t n = 1;
    for (; value >= 10000; value /= 10000)
        n += 4;
    return n + (value >= 10) + (value >= 100) + (value >= 1000);
}

size_t text_from_uint64(uint64_t value, char *text)
{
    size_t n = count_digits(value);
    put_digits(text, value, n);
    return n;
}

size_t padded_from_uint64(uint64_t value, char *text)
{
    const size_t n = 20;
    put_digits(text, value, n);
    return n;
}

static uint64_t magnitude(int64_t value)
{
    return value < 0 ? ~(uint64_t)value + 1 : (uint64_t)value;
}

size_t text_from_int64(int64_t value, char *text)
{
    size_t n = 0;
    if (value < 0)
        text[n++] = '-';
    return n + text_from_uint64(magnitude(value), text + n);
}

/* Writes e+05 or e-300: at least two digits. */
static size_t put_exponent(char *text, int32_t exponent)
{
    unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);
    text[0] = 'e';
    text[1] = exponent < 0 ? '-' : '+';
    if (size >= 100)
        return 2 + text_from_uint64(size, text + 2);
    put_two(text + 2, size);
    return 4;
}

/* Writes a number like printf's %.*g with its number of digits as the precision, but at
 * least 15, and always with a point or an exponent, so that it is not an integer. */
static size_t put_number(char *text, struct double_digits number)
{
    enum { LEAST_PRECISION = 15, MOST_ZEROS = 3 /* after the point, like %g */ };
    int32_t n = (int32_t)count_digits(number.digits);
    int32_t before = n + number.exponent; /* digits before the point */
    size_t size = (size_t)n;
    if (before < -MOST_ZEROS || before > (n > LEAST_PRECISION ? n : LEAST_PRECISION)) {
        put_digits(text + 1, number.digits, size);
        text[0] = text[1];
        text[1] = '.';
        size = n > 1 ? size + 1 : 1;
        return size + put_exponent(text + size, before - 1);
    }
    if (before <= 0) {
        size_t zeros = 2 + (size_t)-before;
        memcpy(text, "0.000", 2 + MOST_ZEROS);
        put_digits(text + zeros, number.digits, size);
        return zeros + size;
    }
    size_t whole = (size_t)before;
    if (before < n) {
        put_digits(text + 1, number.digits, size);
        memmove(text, text + 1, whole);
        text[whole] = '.';
        return size + 1;
    }
    put_digits(text, number.digits, size);
    memset(text + size, '0', whole - size);
    memcpy(text + whole, ".0", 2);
    return whole + 2;
}

size_t text_from_double(double value, char *text)
{
    const double most_integer = 1e15; /* from here on some need an exponent */
    size_t n = 0;
    if (signbit(value)) {
        text[n++] = '-';
        value = -value;
    }
    if (value < most_integer && (double)(int64_t)value == value) {
        n += text_from_uint64((uint64_t)value, text + n);
        memcpy(text + n, ".0", 2);
        return n + 2;
    }
    return n + put_number(text + n, double_digits_of(value));
}

/* ---- Dates and times ------------------------------------------------------------- */

struct civil_date {
    int64_t year;
    unsigned month, day;
};

enum { DAYS_PER_ERA = 146097, YEARS_PER_ERA = 400 };

/* The proleptic Gregorian calendar.  Years begin in March, so that the leap day is the
 * last of a year, and are counted in eras of 400, which repeat.  Within 2^30 days around
 * 1970 everything fits 32 bits; the two remaining divisions by constants are
 * multiplications (Neri and Schneider, "Euclidean affine functions and their application
 * to calendar algorithms"). */
static struct civil_date civil_from_days(int64_t days)
{
    enum { ERAS_BEFORE = 30 }; /* keeps days positive for some thousand years before 0 */
    int64_t era_shift = 0;
    if (days < -4000000 || days > 200000000) {
        /* Far away: move it into the era around 1970, and add the years back below. */
        era_shift = days / DAYS_PER_ERA;
        days %= DAYS_PER_ERA;
        if (days < 0) {
            days += DAYS_PER_ERA;
            era_shift--;
        }
    }
    uint32_t shifted = (uint32_t)(days + 719468 + ERAS_BEFORE * DAYS_PER_ERA);
    uint32_t n1 = 4 * shifted + 3;
    uint32_t century = n1 / DAYS_PER_ERA;
    uint32_t n2 = n1 % DAYS_PER_ERA | 3; /* four times the day of the century, plus 3 */
    uint64_t product = UINT64_C(2939745) * n2; /* 2^32 / 1461, rounded up */
    uint32_t year_of_century = (uint32_t)(product >> 32);
    uint32_t day_of_year = (uint32_t)product / 2939745 / 4;
    uint32_t n3 = 2141 * day_of_year + 197913;
    unsigned month = n3 >> 16;
    bool is_next_year = day_of_year >= 306; /* January and February */
    struct civil_date date;
    date.day = (n3 & 0xffff) / 2141 + 1;
    date.month = is_next_year ? month - 12 : month;
    date.year = (int64_t)(100 * century + year_of_century + is_next_year) -
                ERAS_BEFORE * YEARS_PER_ERA + era_shift * YEARS_PER_ERA;
    return date;
}

size_t text_from_date(int64_t days, char *text)
{
    struct civil_date date = civil_from_days(days);
    size_t n;
    if (date.year >= 0 && date.year <= 9999) {
        put_two(text, (unsigned)date.year / 100);
        put_two(text + 2, (unsigned)date.year % 100);
        n = 4;
    } else {
        uint64_t year = magnitude(date.year);
        text[0] = date.year < 0 ? '-' : '+';
        if (year <= 999999) {
            put_digits(text + 1, year, 6);
            n = 7;
        } else {
            n = 1 + text_from_uint64(year, text + 1);
        }
    }
    text[n] = '-';
    put_two(text + n + 1, date.month);
    text[n + 3] = '-';
    put_two(text + n + 4, date.day);
    return n + 6;
}

/* Writes the fraction of a second with its point; nothing if it is zero. */
static size_t put_fraction(char *text, uint64_t nanos)
{
    if (nanos == 0)
        return 0;
    text[0] = '.';
    if (nanos % 1000000 == 0) {
        put_digits(text + 1, nanos / 1000000, 3);
        return 4;
    }
    if (nanos % 1000 == 0) {
        put_digits(text + 1, nanos / 1000, 6);
        return 7;
    }
    put_digits(text + 1, nanos, 9);
    return 10;
}

/* Writes HH:MM:SS and the fraction; the hours may have more digits. */
static size_t put_clock(char *text, uint64_t seconds, uint64_t nanos)
{
    uint64_t hours = seconds / 3600;
    unsigned rest = (unsigned)(seconds % 3600);
    size_t n = 2;
    if (hours <= 99)
        put_two(text, (unsigned)hours);
    else
        n = text_from_uint64(hours, text);
    text[n] = ':';
    put_two(text + n + 1, rest / 60);
    text[n + 3] = ':';
    put_two(text + n + 4, rest % 60);
    return n + 6 + put_fraction(text + n + 6, nanos);
}

size_t text_from_time(int64_t value, enum time_unit unit, char *text)
{
    uint64_t per_second = (uint64_t)units_per_second(unit);
    uint64_t units = magnitude(value);
    size_t n = 0;
    if (value < 0)
        text[n++] = '-';
    return n + put_clock(text + n, units / per_second,
                         units % per_second * (1000000000 / per_second));
}

static int64_t floor_divide(int64_t value, int64_t divisor, int64_t *rest)
{
    int64_t quotient = value / divisor;
    *rest = value % divisor;
    if (*rest < 0) {
        *rest += divisor;
        quotient--;
    }
    return quotient;
}

size_t text_from_instant(struct instant instant, char *text)
{
    int64_t second_of_day;
    int64_t days = floor_divide(instant.seconds, 86400, &second_of_day);
    size_t n = text_from_date(days, text);
    text[n++] = ' ';
    return n + put_clock(text + n, (uint64_t)second_of_day, (uint64_t)instant.nanos);
}

struct instant instant_from_units(int64_t value, enum time_unit unit)
{
    int64_t rest;
    int64_t per_second = units_per_second(unit);
    int64_t seconds = floor_divide(value, per_second, &rest);
    return (struct instant){seconds, (int32_t)(rest * (1000000000 / per_second))};
}

size_t text_from_timestamp(int64_t value, enum time_unit unit, char *text)
{
    return text_from_instant(instant_from_units(value, unit), text);
}

size_t iso8601_from_instant(struct instant instant, unsigned digits, bool is_utc,
                            char *text)
{
    uint64_t fraction = (uint64_t)instant.nanos / (digits == 3   ? 1000000
                                                   : digits == 6 ? 1000
                                                                 : 1);
    instant.nanos = 0;
    size_t n = text_from_instant(instant, text);
    text[n - 9] = 'T'; /* before HH:MM:SS */
    text[n++] = '.';
    put_digits(text + n, fraction, digits);
    n += digits;
    if (is_utc)
        text[n++] = 'Z';
    return n;
}

size_t text_from_instant_nanos(struct instant instant, char *text)
{
    /* Give both parts the same sign, so that their digits can be written in sequence. */
    int64_t seconds = instant.seconds;
    int64_t nanos = instant.nanos;
    size_t n = 0;
    if (seconds < 0 && nanos > 0) {
        seconds++;
        nanos = 1000000000 - nanos;
    }
    if (instant.seconds < 0)
        text[n++] = '-';
    if (seconds == 0)
        return n + text_from_uint64((uint64_t)nanos, text + n);
    n += text_from_uint64(magnitude(seconds), text + n);
    put_digits(text + n, (uint64_t)nanos, 9);
    return n + 9;
}

size_t text_from_interval(const uint8_t *bytes, char *text)
{
    uint32_t millis = load_u32(bytes + 8);
    size_t n = 0;
    text[n++] = 'P';
    n += text_from_uint64(load_u32(bytes), text + n);
    text[n++] = 'M';
    n += text_from_uint64(load_u32(bytes + 4), text + n);
    text[n++] = 'D';
    text[n++] = 'T';
    n += text_from_uint64(millis / 1000, text + n);
    n += put_fraction(text + n, (uint64_t)(millis % 1000) * 1000000);
    text[n++] = 'S';
    return n;
}

size_t text_from_uuid(const uint8_t *bytes, char *text)
{
    static const char digits[] = "0123456789abcdef";
    size_t n = 0;
    for (size_t i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            text[n++] = '-';
        text[n++] = digits[bytes[i] >> 4];
        text[n++] = digits[bytes[i] & 15];
    }
    return n;
}

/* ---- Decimals -------------------------------------------------------------------- */

/* Inserts the point in digits, and zeros so that a digit precedes it.  Returns the new
 * size, which is at most one more than the larger of n and fraction + 1. */
static size_t insert_point(char *digits, size_t n, size_t fraction)
{
    if (fraction == 0)
        return n;
    size_t zeros = n <= fraction ? fraction + 1 - n : 0;
    memmove(digits + zeros, digits, n);
    memset(digits, '0', zeros);
    n += zeros;
    char *point = digits + n - fraction;
    memmove(point + 1, point, fraction);
    *point = '.';
    return n + 1;
}

size_t text_from_decimal(int64_t value, int32_t scale, char *text)
{
    size_t n = 0;
    if (value < 0)
        text[n++] = '-';
    size_t n_digits = text_from_uint64(magnitude(value), text + n);
    return n + insert_point(text + n, n_digits, (size_t)scale);
}

struct bytes_value binary_decimal_trim(struct bytes_value value)
{
    static const uint8_t zero = 0;
    if (value.size == 0)
        return (struct bytes_value){&zero, 1};
    uint8_t sign = value.data[0] & 0x80 ? 0xff : 0;
    while (value.size > 1 && value.data[0] == sign &&
           ((value.data[1] ^ sign) & 0x80) == 0) {
        value.data++;
        value.size--;
    }
    return value;
}

int binary_decimal_compare(struct bytes_value a, struct bytes_value b)
{
    a = binary_decimal_trim(a);
    b = binary_decimal_trim(b);
    bool a_is_negative = a.data[0] & 0x80, b_is_negative = b.data[0] & 0x80;
    if (a_is_negative != b_is_negative)
        return a_is_negative ? -1 : 1;
    if (a.size != b.size)
        return (a.size < b.size) != a_is_negative ? -1 : 1;
    return memcmp(a.data, b.data, a.size);
}

bool int64_from_binary_decimal(struct bytes_value value, int64_t *result)
{
    bool is_negative = value.size > 0 && (value.data[0] & 0x80) != 0;
    uint8_t filler = is_negative ? 0xff : 0;
    size_t first = 0;
    while (value.size - first > 8) {
        if (value.data[first++] != filler)
            return false;
    }
    uint64_t bits = is_negative ? UINT64_MAX : 0;
    for (size_t i = first; i < value.size; i++)
        bits = bits << 8 | value.data[i];
    *result = (int64_t)bits;
    /* Removing sign-extension bytes must not leave a wrong sign bit. */
    return first == 0 || (*result < 0) == is_negative;
}

enum { GROUPS = MOST_DECIMAL_BYTES * 2408 / 1000 / 9 + 2 };

/* Computes the magnitude in groups of nine decimal digits, least significant first. */
static size_t decimal_groups(struct bytes_value value, bool is_negative, uint32_t *groups)
{
    size_t n = 0;
    unsigned carry_in = is_negative; /* two's complement: invert and add one */
    uint8_t bytes[MOST_DECIMAL_BYTES];
    for (size_t i = value.size; i-- > 0;) {
        unsigned byte = is_negative ? (uint8_t)~value.data[i] : value.data[i];
        byte += carry_in;
        bytes[i] = (uint8_t)byte;
        carry_in = byte >> 8;
    }
    for (size_t i = 0; i < value.size; i++) {
        uint64_t carry = bytes[i];
        for (size_t k = 0; k < n; k++) {
            carry += (uint64_t)groups[k] << 8;
            groups[k] = (uint32_t)(carry % 1000000000);
            carry /= 1000000000;
        }
        if (carry > 0)
            groups[n++] = (uint32_t)carry;
    }
    return n;
}

/* Appends the digits of the unscaled magnitude, without leading zeros; "0" for zero. */
static enum status append_digits(struct buffer *buffer, struct bytes_value value,
                                 bool is_negative, struct error *error)
{
    uint32_t groups[GROUPS];
    char text[20];
    if (value.size > MOST_DECIMAL_BYTES)
        return error_set(error, TOO_BIG, "a decimal of %zu bytes is too long",
                         value.size);
    /* Adding one to the inverted bytes overflows only for a magnitude of 2^(8n), whose
     * negative n bytes cannot hold. */
    size_t n = decimal_groups(value, is_negative, groups);
    if (n == 0)
        return buffer_append_text(buffer, "0", error);
    enum status status = buffer_append(buffer, text,
                                       text_from_uint64(groups[n - 1], text), error);
    for (size_t i = n - 1; status == OK && i-- > 0;) {
        put_digits(text, groups[i], 9);
        status = buffer_append(buffer, text, 9, error);
    }
    return status;
}

enum status append_binary_decimal(struct buffer *buffer, struct bytes_value value,
                                  int32_t scale, struct error *error)
{
    bool is_negative = value.size > 0 && (value.data[0] & 0x80) != 0;
    size_t fraction = (size_t)scale;
    enum status status = OK;
    if (is_negative)
        status = buffer_append_text(buffer, "-", error);
    size_t start = buffer->size;
    if (status == OK)
        status = append_digits(buffer, value, is_negative, error);
    if (status != OK)
        return status;
    size_t n_digits = buffer->size - start;
    size_t most = 1 + (n_digits > fraction ? n_digits : fraction + 1);
    status = buffer_reserve(buffer, start + most, true, error);
    if (status != OK)
        return status;
    char *digits = (char *)buffer->data + start;
    buffer->size = start + insert_point(digits, n_digits, fraction);
    return OK;
}

static const double POWERS_OF_TEN[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                       1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

double power_of_ten(int32_t exponent)
{
    return POWERS_OF_TEN[exponent];
}

double double_from_decimal(int64_t value, int32_t scale)
{
    /* Both operands are exact, so the division rounds only once. */
    if (value >= -(INT64_C(1) << 53) && value <= INT64_C(1) << 53 && scale <= 22)
        return (double)value / POWERS_OF_TEN[scale];
    char text[VALUE_TEXT_SIZE];
    size_t n = text_from_int64(value, text);
    snprintf(text + n, sizeof text - n, "e-%d", (int)scale);
    return strtod(text, NULL); /* without a decimal point, in any locale */
}

enum status double_from_binary_decimal(struct bytes_value value, int32_t scale,
                                       double *result, struct error *error)
{
    int64_t small;
    if (int64_from_binary_decimal(value, &small)) {
        *result = double_from_decimal(small, scale);
        return OK;
    }
    struct buffer text = {0};
    enum status status = append_binary_decimal(&text, value, 0, error);
    if (status == OK)
        status = buffer_append_format(&text, error, "e-%d%c", (int)scale, '\0');
    if (status == OK)
        *result = strtod((const char *)text.data, NULL);
    buffer_release(&text);
    return status;
}

/* ---- JSON ------------------------------------------------------------------------ */

enum { LONGEST_ESCAPE = 6 };

/* Writes the escape for a character that JSON does not allow; returns its size. */
static size_t json_escape(uint8_t c, char *escape)
{
    static const char digits[] = "0123456789abcdef";
    static const char short_forms[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    escape[0] = '\\';
    for (const char *pair = short_forms; *pair != '\0'; pair += 2) {
        if ((uint8_t)pair[0] == c) {
            escape[1] = pair[1];
            return 2;
        }
    }
    memcpy(escape + 1, "u00", 3);
    escape[4] = digits[c >> 4];
    escape[5] = digits[c & 15];
    return 6;
}

static bool is_escaped(uint8_t c)
{
    return c < 0x20 || c == '"' || c == '\\';
}

/* Whether any of eight bytes must be escaped.  Subtracting 0x20 (or 1, after xor with the
 * character) sets the highest bit of the lowest such byte, where it was clear. */
static bool has_escaped(uint64_t bytes)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t quote = bytes ^ ones * '"', backslash = bytes ^ ones * '\\';
    uint64_t found = ((bytes - ones * 0x20) & ~bytes) | ((quote - ones) & ~quote) |
                     ((backslash - ones) & ~backslash);
    return (found & ones * 0x80) != 0;
}

/* Writes the characters of a JSON string, at most LONGEST_ESCAPE bytes for each byte of
 * the text; returns the size. */
static size_t put_json_characters(char *out, const uint8_t *text, size_t size)
{
    size_t n = 0, i = 0;
    while (i < size) {
        size_t left = size - i, end = left < 8 ? size : i + 8;
        if (left >= 8 && !has_escaped(load_u64(text + i))) {
            memcpy(out + n, text + i, 8);
            n += 8;
            i += 8;
            continue;
        }
        if (left >= 4 && left < 8) { /* two words, which overlap */
            uint64_t last = load_u32(text + size - 4);
            if (!has_escaped(last << 32 | load_u32(text + i))) {
                memcpy(out + n, text + i, 4);
                memcpy(out + n + left - 4, text + size - 4, 4);
                return n + left;
            }
        }
        for (; i < end; i++) {
            if (is_escaped(text[i]))
                n += json_escape(text[i], out + n);
            else
                out[n++] = (char)text[i];
        }
    }
    return n;
}

size_t json_string_size(struct slice text)
{
    char escape[LONGEST_ESCAPE];
    size_t size = text.size + 2;
    for (size_t i = 0; i < text.size; i++) {
        if (is_escaped(text.data[i]))
            size += json_escape(text.data[i], escape) - 1;
        if (i % WORK_BETWEEN_CHECKS == 0 && interrupt_stops(WORK_BETWEEN_CHECKS))
            return SIZE_MAX; /* larger than any limit */
    }
    return size;
}

enum status append_json_string(struct buffer *buffer, struct slice text,
                               struct error *error)
{
    enum { PIECE = 128 }; /* bytes of text per reservation */
    size_t n = text.size < PIECE ? text.size : PIECE;
    enum status status = buffer_reserve(buffer, buffer->size + n * LONGEST_ESCAPE + 2,
                                        true, error);
    if (status != OK)
        return status;
    buffer->data[buffer->size++] = '"';
    for (size_t at = 0; status == OK && at < text.size; at += n) {
        n = text.size - at < PIECE ? text.size - at : PIECE;
        if (at > 0)
            status = buffer_reserve(buffer, buffer->size + n * LONGEST_ESCAPE + 1, true,
                                    error);
        if (status == OK)
            buffer->size += put_json_characters((char *)buffer->data + buffer->size,
                                                text.data + at, n);
        if (status == OK)
            status = interrupt_after(n, error);
    }
    if (status == OK)
        buffer->data[buffer->size++] = '"';
    return status;
}

enum status append_json_hex(struct buffer *buffer, struct bytes_value value,
                            struct error *error)
{
    enum { PIECE = 1 << 14 }; /* bytes between polls */
    static const char digits[] = "0123456789ABCDEF";
    enum status status = buffer_reserve(buffer, buffer->size + value.size * 2 + 2, true,
                                        error);
    if (status != OK)
        return status;
    uint8_t *out = buffer->data + buffer->size;
    *out++ = '"';
    for (size_t at = 0, end; at < value.size && status == OK; at = end) {
        end = value.size - at < PIECE ? value.size : at + PIECE;
        for (size_t i = at; i < end; i++) {
            *out++ = (uint8_t)digits[value.data[i] >> 4];
            *out++ = (uint8_t)digits[value.data[i] & 15];
        }
        status = interrupt_after(end - at, error);
    }
    *out++ = '"';
    buffer->size = (size_t)(out - buffer->data);
    return status;
}

enum status append_json_double(struct buffer *buffer, double value, struct error *error)
{
    if (isnan(value))
        return buffer_append_text(buffer, "null", error);
    if (isinf(value))
        return buffer_append_text(buffer, value < 0 ? "-9e999" : "9e999", error);
    enum status status = buffer_reserve(buffer, buffer->size + VALUE_TEXT_SIZE, true,
                                        error);
    if (status == OK)
        buffer->size += text_from_double(value, (char *)buffer->data + buffer->size);
    return status;
}
