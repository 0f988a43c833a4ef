/* SPDX-License-Identifier: MIT */
#include "orc/column/decimal_reader.h"

#include "orc/encoding/big_varint.h"

enum {
    /* Bytes of a varint that are enough for 256 bits, and some zeros after them. */
    USUAL_VARINT = 64,
    MOST_VARINT = 1024,
    MOST_DIGITS = 77, /* of numbers of ORC_HIVE_11_SIZE bytes */
};

/* ---- Scales ----------------------------------------------------------------------- */

static bool is_zero(const uint8_t *bytes, size_t size)
{
    uint8_t any = 0;
    for (size_t i = 0; i < size; i++)
        any |= bytes[i];
    return any == 0;
}

static void negate(uint8_t *bytes, size_t size)
{
    unsigned carry = 1;
    for (size_t i = size; i-- > 0;) {
        carry += (uint8_t)~bytes[i];
        bytes[i] = (uint8_t)carry;
        carry >>= 8;
    }
}

/* Multiplies a magnitude by ten; false if the upper bit is needed. */
static bool times_ten(uint8_t *bytes, size_t size)
{
    unsigned carry = 0;
    for (size_t i = size; i-- > 0;) {
        carry += bytes[i] * 10U;
        bytes[i] = (uint8_t)carry;
        carry >>= 8;
    }
    return carry == 0 && bytes[0] < 0x80;
}

/* Divides a magnitude by ten; false if there is a remainder. */
static bool by_ten(uint8_t *bytes, size_t size)
{
    unsigned rest = 0;
    for (size_t i = 0; i < size; i++) {
        rest = rest << 8 | bytes[i];
        bytes[i] = (uint8_t)(rest / 10);
        rest %= 10;
    }
    return rest == 0;
}

bool orc_decimal_rescale(uint8_t *bytes, size_t size, int64_t from, int64_t to)
{
    bool is_negative = bytes[0] >= 0x80, is_right = true;
    if (from == to || is_zero(bytes, size))
        return true;
    if (from < to - MOST_DIGITS || from > to + MOST_DIGITS)
        return false;
    if (is_negative)
        negate(bytes, size);
    for (; is_right && from < to; from++)
        is_right = times_ten(bytes, size);
    for (; is_right && from > to; from--)
        is_right = by_ten(bytes, size);
    if (is_negative)
        negate(bytes, size);
    return is_right;
}

static bool rescale_int64(int64_t *value, int64_t from, int64_t to)
{
    if (*value == 0)
        return true;
    for (; from < to; from++) {
        if (*value > INT64_MAX / 10 || *value < INT64_MIN / 10)
            return false;
        *value *= 10;
    }
    for (; from > to; from--) {
        if (*value % 10 != 0)
            return false;
        *value /= 10;
    }
    return true;
}

/* ---- Values ----------------------------------------------------------------------- */

static enum status does_not_fit(const struct orc_decimal_reader *reader, int64_t scale,
                                struct error *error)
{
    return error_set(error, CORRUPT,
                     "a decimal of scale %lld does not fit the column's DECIMAL(%d,%d)",
                     (long long)scale, (int)reader->precision, (int)reader->scale);
}

static enum status read_int64(struct orc_decimal_reader *reader, int64_t *value,
                              int64_t scale, struct error *error)
{
    bool fits = false;
    enum status status = orc_bytes_need(reader->digits, USUAL_VARINT, error);
    if (status != OK)
        return status;
    status = orc_big_varint_int64(&reader->digits->window, value, &fits, error);
    if (status == OK && (!fits || !rescale_int64(value, scale, reader->scale)))
        status = does_not_fit(reader, scale, error);
    return status == OK ? OK : orc_bytes_locate(reader->digits, error);
}

static enum status read_bytes(struct orc_decimal_reader *reader, uint8_t *bytes,
                              int64_t scale, struct error *error)
{
    int64_t small = 0;
    bool fits = false;
    enum status status = orc_bytes_need(reader->digits, USUAL_VARINT, error);
    if (status != OK)
        return status;
    status = orc_big_varint_int64(&reader->digits->window, &small, &fits, error);
    if (status != OK)
        return orc_bytes_locate(reader->digits, error);
    if (fits) {
        memset(bytes, small < 0 ? 0xff : 0, reader->size);
        for (size_t i = 0; i < sizeof small; i++)
            bytes[reader->size - 1 - i] = (uint8_t)((uint64_t)small >> (8 * i));
    } else {
        status = orc_bytes_need(reader->digits, MOST_VARINT, error);
        if (status != OK)
            return status;
        status = orc_big_varint_bytes(&reader->digits->window, bytes, reader->size,
                                      error);
    }
    if (status == OK && !orc_decimal_rescale(bytes, reader->size, scale, reader->scale))
        status = does_not_fit(reader, scale, error);
    return status == OK ? OK : orc_bytes_locate(reader->digits, error);
}

enum status orc_decimals_read(struct orc_decimal_reader *reader, void *values, uint32_t n,
                              struct error *error)
{
    enum status status = orc_runs_read(&reader->scales->runs, reader->scales_read, n,
                                       error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        int64_t scale = reader->scales_read[i];
        if (scale < -MOST_DIGITS || scale > 2 * MOST_DIGITS) {
            error_set(error, CORRUPT, "a decimal of scale %lld", (long long)scale);
            return orc_bytes_locate(&reader->scales->runs.bytes, error);
        }
        status = reader->size == 0
                     ? read_int64(reader, (int64_t *)values + i, scale, error)
                     : read_bytes(reader, (uint8_t *)values + i * reader->size, scale,
                                  error);
    }
    return status;
}

enum status orc_decimals_skip(struct orc_decimal_reader *reader, uint64_t n,
                              struct error *error)
{
    enum status status = orc_runs_skip(&reader->scales->runs, n, error);
    while (status == OK && n > 0) {
        uint64_t skipped = 0;
        status = orc_bytes_need(reader->digits, MOST_VARINT, error);
        if (status == OK)
            status = orc_big_varint_skip(&reader->digits->window, n, &skipped, error);
        if (status == OK && skipped == 0) {
            error_set(error, CORRUPT, "the stream ends %llu values too early",
                      (unsigned long long)n);
            status = orc_bytes_locate(reader->digits, error);
        }
        n -= skipped;
    }
    return status;
}
