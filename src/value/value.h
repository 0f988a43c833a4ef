/* SPDX-License-Identifier: MIT */
/*
 * value.h - types for values for which C has none.
 */
#ifndef VALUE_VALUE_H
#define VALUE_VALUE_H

#include "base/slice.h"

/* The unit of times and timestamps. */
enum time_unit { UNIT_SECONDS, UNIT_MILLIS, UNIT_MICROS, UNIT_NANOS };

static inline int64_t units_per_second(enum time_unit unit)
{
    static const int64_t units[] = {1, 1000, 1000000, 1000000000};
    return units[unit];
}

/* A point in time, which may not fit 64 bits of nanoseconds. */
struct instant {
    _Alignas(8) int64_t seconds; /* since 1970-01-01 00:00; 16 bytes on every machine */
    int32_t nanos;               /* 0 .. 999,999,999 */
    /* Not padding: gcc 12 at -O2 copies a union that contains this struct without the
     * struct's padding, whichever member is set (a text in union column_value lost half
     * of its size). */
    int : 32;
};

static inline int instant_order(struct instant a, struct instant b)
{
    if (a.seconds != b.seconds)
        return a.seconds < b.seconds ? -1 : 1;
    return (a.nanos > b.nanos) - (a.nanos < b.nanos);
}

/* A text or binary value.  If the vector's is_terminated is set, data[size] is 0. */
struct bytes_value {
    const uint8_t *data;
    size_t size;
};

/* The order of blobs and of the collation BINARY; see slice_compare(). */
static inline int bytes_compare(struct bytes_value a, struct bytes_value b)
{
    return slice_compare(slice_of(a.data, a.size), slice_of(b.data, b.size));
}

static inline bool year_is_leap(int64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

#endif
