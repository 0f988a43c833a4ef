/* SPDX-License-Identifier: MIT */
#include "parquet/schema/value_convert.h"

#include "parquet/encoding/value_decoder.h"
#include "value/julian_calendar.h"

enum { UNIX_EPOCH_JULIAN_DAY = 2440588, SECONDS_PER_DAY = 86400 };

union pq_physical pq_physical_of(int type, struct slice stored)
{
    union pq_physical physical = {{0}};
    if (pq_is_number(type)) {
        size_t size = pq_value_size(type);
        memcpy(physical.number, stored.data, size);
        little_endian_numbers(physical.number, size, 1);
    } else {
        physical.bytes = (struct bytes_value){stored.data, stored.size};
    }
    return physical;
}

bool pq_converts_in_place(enum pq_conversion conversion)
{
    return conversion == PQ_CONVERT_INT64 || conversion == PQ_CONVERT_DOUBLE ||
           conversion == PQ_CONVERT_BYTES || conversion == PQ_CONVERT_JULIAN_MILLIS ||
           conversion == PQ_CONVERT_JULIAN_MICROS;
}

enum pq_conversion pq_conversion_of_bounds(enum pq_conversion conversion)
{
    switch (conversion) {
    case PQ_CONVERT_INT8:
    case PQ_CONVERT_INT16:
        return PQ_CONVERT_INT32;
    case PQ_CONVERT_UINT8:
    case PQ_CONVERT_UINT16:
        return PQ_CONVERT_UINT32;
    default:
        return conversion;
    }
}

double pq_double_from_float16(uint16_t bits)
{
    uint64_t sign = (uint64_t)(bits >> 15) << 63;
    uint64_t exponent = bits >> 10 & 0x1f;
    uint64_t fraction = bits & 0x3ff;
    uint64_t result;
    double value;
    if (exponent == 0x1f) { /* infinity or NaN */
        result = sign | UINT64_C(0x7ff) << 52 | fraction << 42;
    } else if (exponent == 0) { /* zero or subnormal: fraction * 2^-24 */
        value = (double)fraction / 16777216.0;
        result = sign | bits_of_double(value);
    } else {
        result = sign | (exponent - 15 + 1023) << 52 | fraction << 42;
    }
    memcpy(&value, &result, sizeof value);
    return value;
}

/* Returns the quotient, rounded down; *value becomes the remainder, never negative. */
static int64_t floor_divide(int64_t *value, int64_t divisor)
{
    int64_t quotient = *value / divisor;
    *value %= divisor;
    if (*value < 0) {
        *value += divisor;
        quotient--;
    }
    return quotient;
}

/* Whether the instant is before all that 64-bit microseconds can represent. */
static bool is_before_micros(int64_t seconds, int64_t nanos)
{
    const int64_t first_second = INT64_MIN / 1000000 - 1; /* only its end is in range */
    const int64_t first_nanos = (1000000 + INT64_MIN % 1000000) * 1000;
    return seconds < first_second || (seconds == first_second && nanos < first_nanos);
}

struct instant pq_instant_from_int96(const uint8_t *bytes)
{
    /* The nanoseconds are signed and may be outside the day: Arrow once wrote negative
     * ones before 1970.  Days have 32 bits, so seconds cannot overflow. */
    int64_t nanos = (int64_t)load_u64(bytes);
    int64_t day = (int32_t)load_u32(bytes + 8);
    int64_t seconds = floor_divide(&nanos, 1000000000);
    int64_t julian_seconds = seconds + day * SECONDS_PER_DAY;
    seconds = julian_seconds - (int64_t)UNIX_EPOCH_JULIAN_DAY * SECONDS_PER_DAY;
    /* Spark counts 64-bit microseconds from 1970, then converts them to a count from
     * Julian day 0.  From the year 287564 on, that overflows and wraps around to the
     * earliest instants.  Undo this only for days that Spark produces in this way. */
    if (is_before_micros(seconds, nanos) && !is_before_micros(julian_seconds, nanos)) {
        nanos += INT64_C(551616000); /* 2^64 microseconds */
        seconds += INT64_C(18446744073709) + floor_divide(&nanos, 1000000000);
    }
    return (struct instant){seconds, (int32_t)nanos};
}

bool pq_int96_from_instant(struct instant instant, uint8_t *bytes)
{
    int64_t second = instant.seconds;
    int64_t day = floor_divide(&second, SECONDS_PER_DAY) + UNIX_EPOCH_JULIAN_DAY;
    store_u64(bytes, (uint64_t)(second * 1000000000 + instant.nanos));
    store_u32(bytes + 8, (uint32_t)day);
    struct instant read = pq_instant_from_int96(bytes);
    return read.seconds == instant.seconds && read.nanos == instant.nanos;
}

/* Big-endian two's complement of up to 8 bytes. */
static int64_t decimal_from_bytes(const uint8_t *bytes, size_t size)
{
    if (size >= 4) {
        /* Where the first and the last four bytes overlap, they are equal. */
        uint64_t high = (uint64_t)(int32_t)load_u32_big_endian(bytes);
        return (int64_t)(high << (8 * (size - 4)) |
                         load_u32_big_endian(bytes + size - 4));
    }
    uint64_t value = size > 0 && (bytes[0] & 0x80) != 0 ? UINT64_MAX : 0;
    for (size_t i = 0; i < size; i++)
        value = value << 8 | bytes[i];
    return (int64_t)value;
}

/* Integers that may be stored beyond their declared width. */
static void convert_narrow(enum pq_conversion conversion, const uint32_t *physical,
                           size_t n, int64_t *values)
{
    bool is_signed = conversion == PQ_CONVERT_INT8 || conversion == PQ_CONVERT_INT16;
    bool is_8 = conversion == PQ_CONVERT_INT8 || conversion == PQ_CONVERT_UINT8;
    int64_t sign = !is_signed ? 0 : is_8 ? 0x80 : 0x8000, mask = is_8 ? 0xff : 0xffff;
    for (size_t i = 0; i < n; i++)
        values[i] = (int64_t)((physical[i] & mask) ^ sign) - sign;
}

/* Values of the hybrid calendar. */
static void convert_julian(enum pq_conversion conversion, const void *physical, size_t n,
                           void *values)
{
    const struct bytes_value *pieces = physical;
    enum time_unit unit = conversion == PQ_CONVERT_JULIAN_MILLIS ? UNIT_MILLIS
                                                                 : UNIT_MICROS;
    int64_t *int64 = values;
    if (conversion == PQ_CONVERT_JULIAN_DATE) {
        for (size_t i = 0; i < n; i++)
            int64[i] = days_from_julian(((const int32_t *)physical)[i]);
    } else if (conversion == PQ_CONVERT_JULIAN_INT96) {
        for (size_t i = 0; i < n; i++)
            ((struct instant *)values)[i] = instant_from_julian(
                pq_instant_from_int96(pieces[i].data));
    } else {
        for (size_t i = 0; i < n; i++)
            int64[i] = timestamp_from_julian(((const int64_t *)physical)[i], unit);
    }
}

void pq_convert_values(enum pq_conversion conversion, const void *physical, size_t n,
                       void *values)
{
    int64_t *int64 = values;
    double *float64 = values;
    const struct bytes_value *pieces = physical;
    switch (conversion) {
    case PQ_CONVERT_BOOLEAN:
        for (size_t i = 0; i < n; i++)
            int64[i] = ((const uint8_t *)physical)[i];
        break;
    case PQ_CONVERT_INT32:
        for (size_t i = 0; i < n; i++)
            int64[i] = ((const int32_t *)physical)[i];
        break;
    case PQ_CONVERT_UINT32:
        for (size_t i = 0; i < n; i++)
            int64[i] = ((const uint32_t *)physical)[i];
        break;
    case PQ_CONVERT_INT8:
    case PQ_CONVERT_INT16:
    case PQ_CONVERT_UINT8:
    case PQ_CONVERT_UINT16:
        convert_narrow(conversion, physical, n, int64);
        break;
    case PQ_CONVERT_FLOAT:
        for (size_t i = 0; i < n; i++)
            float64[i] = (double)((const float *)physical)[i];
        break;
    case PQ_CONVERT_FLOAT16:
        for (size_t i = 0; i < n; i++)
            float64[i] = pq_double_from_float16(
                (uint16_t)(pieces[i].data[0] | pieces[i].data[1] << 8));
        break;
    case PQ_CONVERT_INT96:
        for (size_t i = 0; i < n; i++)
            ((struct instant *)values)[i] = pq_instant_from_int96(pieces[i].data);
        break;
    case PQ_CONVERT_FIXED_DECIMAL:
        for (size_t i = 0; i < n; i++)
            int64[i] = decimal_from_bytes(pieces[i].data, pieces[i].size);
        break;
    case PQ_CONVERT_INT64:
    case PQ_CONVERT_DOUBLE:
    case PQ_CONVERT_BYTES:
        if (values != physical && n > 0)
            memcpy(values, physical,
                   n * (conversion == PQ_CONVERT_BYTES ? sizeof(struct bytes_value) : 8));
        break;
    case PQ_CONVERT_JULIAN_DATE:
    case PQ_CONVERT_JULIAN_MILLIS:
    case PQ_CONVERT_JULIAN_MICROS:
    case PQ_CONVERT_JULIAN_INT96:
        convert_julian(conversion, physical, n, values);
        break;
    }
}
