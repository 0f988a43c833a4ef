/* SPDX-License-Identifier: MIT */
#include "parquet/write/variant_scalar.h"

#include <math.h>

#include "value/value_from_text.h"

enum { MOST_SHORT_STRING = 63, MOST_DIGITS = 38, MOST_PRIMITIVE = 18 };

static uint8_t primitive_header(enum pq_variant_type type)
{
    return (uint8_t)(type << 2);
}

static size_t put_fixed(uint8_t *out, enum pq_variant_type type, uint64_t value,
                        unsigned width)
{
    out[0] = primitive_header(type);
    pq_variant_store(out + 1, value, width);
    return 1 + width;
}

static size_t put_int(uint8_t *out, int64_t value)
{
    unsigned i = value == (int8_t)value    ? 0
                 : value == (int16_t)value ? 1
                 : value == (int32_t)value ? 2
                                           : 3;
    return put_fixed(out, PQ_VARIANT_INT8 + i, (uint64_t)value, 1U << i);
}

static size_t put_double(uint8_t *out, double value)
{
    return put_fixed(out, PQ_VARIANT_DOUBLE, bits_of_double(value), 8);
}

/* The digits that each type of decimals has.  Readers expect digits and scale to fit. */
static const int32_t digits_of_decimals[] = {9, 18, MOST_DIGITS};

/* Encodes a decimal; 0 if the text has more digits, or fits less well. */
static size_t put_decimal(uint8_t *out, unsigned size_class, struct slice text,
                          int32_t most_digits, size_t scale, enum text_fit least_fit)
{
    struct decimal_shape shape = {most_digits, (int32_t)scale, (size_t)4 << size_class};
    uint8_t bytes[16];
    if (decimal_from_text(text, &shape, bytes) < least_fit)
        return 0;
    out[0] = primitive_header(PQ_VARIANT_DECIMAL4 + size_class);
    out[1] = (uint8_t)scale;
    for (size_t i = 0; i < shape.size; i++)
        out[2 + i] = bytes[shape.size - 1 - i];
    return 2 + shape.size;
}

/* Encodes a number with an exponent or with many digits.  0: no type holds it. */
static size_t put_large_number(uint8_t *out, struct slice text)
{
    double value;
    char shortest[VALUE_TEXT_SIZE];
    enum text_fit fit = double_from_json(text, &value);
    if (fit == TEXT_UNFIT)
        return 0;
    if (fit == TEXT_IS ||
        same_number(text, slice_of(shortest, text_from_double(value, shortest))))
        return put_double(out, value);
    for (size_t scale = 0; scale <= PQ_VARIANT_MOST_SCALE; scale++) {
        size_t size = put_decimal(out, 2, text, MOST_DIGITS, scale, TEXT_MEANS);
        if (size > 0)
            return size;
    }
    return 0;
}

/* Encodes a number in at most 18 bytes.  0: no Variant type holds it. */
static size_t put_number(uint8_t *out, struct slice text)
{
    bool is_negative = text.data[0] == '-', is_zero = true, has_point = false;
    size_t n_whole = 0, n_fraction = 0;
    for (size_t i = is_negative; i < text.size; i++) {
        uint8_t c = text.data[i];
        if ((c | 0x20) == 'e')
            return put_large_number(out, text);
        if (c == '.') {
            has_point = true;
            continue;
        }
        is_zero = is_zero && c == '0';
        if (has_point)
            n_fraction++;
        else if (!is_zero)
            n_whole++;
    }
    int64_t integer;
    if (is_negative && is_zero)
        return put_double(out, -0.0);
    if (!has_point && int64_from_text(text, &integer) != TEXT_UNFIT)
        return put_int(out, integer);
    if (n_whole + n_fraction > MOST_DIGITS)
        return put_large_number(out, text);
    unsigned size_class = n_whole + n_fraction <= 9    ? 0
                          : n_whole + n_fraction <= 18 ? 1
                                                       : 2;
    return put_decimal(out, size_class, text, digits_of_decimals[size_class], n_fraction,
                       TEXT_MEANS);
}

static enum status append_string(struct buffer *out, struct slice value,
                                 struct error *error)
{
    uint8_t header[5] = {(uint8_t)(value.size << 2 | PQ_VARIANT_SHORT_STRING)};
    size_t size = 1;
    if (value.size > MOST_SHORT_STRING)
        size = put_fixed(header, PQ_VARIANT_STRING, value.size, 4);
    buffer_add(out, slice_of(header, size), error);
    buffer_add(out, value, error);
    return error->status;
}

static enum status append_number(struct buffer *out, struct slice text,
                                 struct error *error)
{
    uint8_t bytes[MOST_PRIMITIVE];
    size_t size = put_number(bytes, text);
    if (size == 0)
        return error_set(error, MISUSE,
                         "a Variant cannot hold the number %.*s%s: write it as a string",
                         SLICE_SHOWN(text, 60), text.size <= 60 ? "" : "...");
    return buffer_append(out, bytes, size, error);
}

enum status pq_append_variant_scalar(struct buffer *out, enum json_token kind,
                                     struct slice value, struct error *error)
{
    static const uint8_t words[] = {
        [JSON_NULL] = PQ_VARIANT_NULL << 2,
        [JSON_FALSE] = PQ_VARIANT_FALSE << 2,
        [JSON_TRUE] = PQ_VARIANT_TRUE << 2,
    };
    if (kind == JSON_STRING)
        return append_string(out, value, error);
    if (kind == JSON_NUMBER)
        return append_number(out, value, error);
    return buffer_append(out, &words[kind], 1, error);
}

/* ---- Of a given type ------------------------------------------------------------- */

static size_t put_typed_int(uint8_t *out, enum pq_variant_type type, struct slice text)
{
    unsigned width = 1U << (type - PQ_VARIANT_INT8);
    int64_t value;
    if (int64_from_text(text, &value) != TEXT_IS)
        return 0;
    if (width < 8 &&
        (value < -(INT64_C(1) << (8 * width - 1)) || value >> (8 * width - 1) > 0))
        return 0;
    return put_fixed(out, type, (uint64_t)value, width);
}

/* The number as the reader writes it; NaN is null. */
static size_t put_typed_real(uint8_t *out, enum pq_variant_type type,
                             enum json_token kind, struct slice text)
{
    double value = (double)NAN;
    if (kind != JSON_NULL &&
        (kind != JSON_NUMBER || double_from_json(text, &value) != TEXT_IS))
        return 0;
    if (type == PQ_VARIANT_DOUBLE)
        return put_double(out, value);
    if (!isnan(value) && !double_fits_float(value))
        return 0;
    float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    return put_fixed(out, type, bits, 4);
}

static size_t put_typed_decimal(uint8_t *out, enum pq_variant_type type,
                                struct slice text)
{
    unsigned size_class = type - PQ_VARIANT_DECIMAL4;
    /* As many digits as the bytes hold, which is one more than the format allows. */
    int32_t most_digits = digits_of_decimals[size_class] + 1;
    size_t i = 0;
    while (i < text.size && text.data[i] != '.')
        i++;
    size_t scale = i < text.size ? text.size - i - 1 : 0;
    if (scale > PQ_VARIANT_MOST_SCALE)
        return 0;
    if (most_digits < (int32_t)scale)
        most_digits = (int32_t)scale;
    return put_decimal(out, size_class, text, most_digits, scale, TEXT_IS);
}

/* Dates, times and UUIDs; 0 for other types. */
static size_t put_typed_text(uint8_t *out, enum pq_variant_type type, struct slice text)
{
    enum text_fit fit = TEXT_UNFIT;
    int64_t value = 0;
    if (type == PQ_VARIANT_UUID) {
        out[0] = primitive_header(type);
        return uuid_from_text(text, out + 1) == TEXT_IS ? 17 : 0;
    }
    if (type == PQ_VARIANT_DATE)
        fit = date_from_text(text, &value);
    else if (type == PQ_VARIANT_TIME)
        fit = time_from_text(text, UNIT_MICROS, false, &value);
    else if (type == PQ_VARIANT_TIMESTAMP_UTC || type == PQ_VARIANT_TIMESTAMP)
        fit = timestamp_from_text(text, UNIT_MICROS, false, &value);
    else if (type == PQ_VARIANT_TIMESTAMP_NANOS_UTC || type == PQ_VARIANT_TIMESTAMP_NANOS)
        fit = timestamp_from_text(text, UNIT_NANOS, false, &value);
    return fit == TEXT_IS
               ? put_fixed(out, type, (uint64_t)value, type == PQ_VARIANT_DATE ? 4 : 8)
               : 0;
}

static enum status append_typed_binary(struct buffer *out, struct slice text, bool *fits,
                                       struct error *error)
{
    enum { HEADER_SIZE = 5 };
    size_t size = text.size / 2;
    enum status status = buffer_reserve(out, out->size + HEADER_SIZE + size, true, error);
    if (status != OK || text.size % 2 != 0)
        return status;
    uint8_t *at = out->data + out->size;
    (void)put_fixed(at, PQ_VARIANT_BINARY, size, 4);
    *fits = size == 0 || binary_from_text(text, at + HEADER_SIZE) == TEXT_IS;
    if (*fits)
        out->size += HEADER_SIZE + size;
    return OK;
}

enum status pq_append_variant_typed(struct buffer *out, enum pq_variant_type type,
                                    enum json_token kind, struct slice value, bool *fits,
                                    struct error *error)
{
    uint8_t bytes[MOST_PRIMITIVE];
    size_t size = 0;
    *fits = false;
    if (type == PQ_VARIANT_DOUBLE || type == PQ_VARIANT_FLOAT)
        size = put_typed_real(bytes, type, kind, value);
    else if (kind == JSON_NUMBER && type >= PQ_VARIANT_INT8 && type <= PQ_VARIANT_INT64)
        size = put_typed_int(bytes, type, value);
    else if (kind == JSON_NUMBER && type >= PQ_VARIANT_DECIMAL4 &&
             type <= PQ_VARIANT_DECIMAL16)
        size = put_typed_decimal(bytes, type, value);
    else if (kind == JSON_STRING && type == PQ_VARIANT_BINARY)
        return append_typed_binary(out, value, fits, error);
    else if (kind == JSON_STRING)
        size = put_typed_text(bytes, type, value);
    *fits = size > 0;
    return buffer_append(out, bytes, size, error);
}
