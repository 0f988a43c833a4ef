/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/iceberg_values.h"

#include <math.h>

#include "scan/value_set.h"
#include "value/value_text.h"

enum {
    NARROW = 4, /* bytes of int, date and float */
    WIDE = 8,
    UUID_SIZE = 16,
    SECONDS_PER_DAY = 86400,
    MICROS_PER_MILLI = 1000,
};

/* ---- Values ----------------------------------------------------------------------- */

static bool read_integer(struct slice bytes, int64_t *value)
{
    if (bytes.size == NARROW)
        *value = (int32_t)load_u32(bytes.data);
    else if (bytes.size == WIDE)
        *value = (int64_t)load_u64(bytes.data);
    return bytes.size == NARROW || bytes.size == WIDE;
}

static bool read_of_bits(struct slice bytes, uint8_t bits, int64_t *value)
{
    if (!read_integer(bytes, value))
        return false;
    return bits != 32 || (*value >= INT32_MIN && *value <= INT32_MAX);
}

/* A timestamp; or a date, if the column was one of dates. */
static bool read_timestamp(const struct column *column, struct slice bytes,
                           int64_t *value)
{
    int64_t per_day = SECONDS_PER_DAY * units_per_second(column->unit);
    if (column->kind != VECTOR_INT64 || !read_integer(bytes, value))
        return false;
    if (bytes.size == WIDE)
        return true;
    if (*value > INT64_MAX / per_day || *value < INT64_MIN / per_day)
        return false;
    *value *= per_day;
    return true;
}

static bool read_real(struct slice bytes, double *value)
{
    if (bytes.size == NARROW)
        *value = load_float(bytes.data);
    else if (bytes.size == WIDE)
        *value = load_double(bytes.data);
    return bytes.size == NARROW || bytes.size == WIDE;
}

static bool read_decimal(const struct column *column, struct slice bytes,
                         union column_value *value)
{
    struct bytes_value decimal = {bytes.data, bytes.size};
    if (bytes.size == 0)
        return false;
    if (column->kind == VECTOR_INT64)
        return int64_from_binary_decimal(decimal, &value->int64);
    value->bytes = decimal;
    return true;
}

static bool read_bytes(struct slice bytes, union column_value *value)
{
    value->bytes.data = bytes.size > 0 ? bytes.data : (const uint8_t *)"";
    value->bytes.size = bytes.size;
    return true;
}

bool iceberg_value_read(const struct column *column, struct slice bytes,
                        union column_value *value)
{
    *value = (union column_value){0};
    switch (column->type) {
    case COLUMN_BOOLEAN:
        value->int64 = bytes.size == 1 && bytes.data[0] != 0;
        return bytes.size == 1;
    case COLUMN_INTEGER:
        return read_of_bits(bytes, column->bits, &value->int64);
    case COLUMN_DATE:
        return read_of_bits(bytes, 32, &value->int64);
    case COLUMN_TIME:
        return bytes.size == WIDE && read_integer(bytes, &value->int64);
    case COLUMN_TIMESTAMP:
        return read_timestamp(column, bytes, &value->int64);
    case COLUMN_REAL:
        return read_real(bytes, &value->float64);
    case COLUMN_DECIMAL:
        return read_decimal(column, bytes, value);
    case COLUMN_UUID:
        return bytes.size == UUID_SIZE && read_bytes(bytes, value);
    case COLUMN_TEXT:
    case COLUMN_BLOB:
        return read_bytes(bytes, value);
    default:
        return false;
    }
}

/* ---- Statistics ------------------------------------------------------------------- */

/* UUIDs have none: Java compared their halves as signed numbers. */
static bool has_order(const struct column *column)
{
    switch (column->type) {
    case COLUMN_BOOLEAN:
    case COLUMN_INTEGER:
    case COLUMN_REAL:
    case COLUMN_DECIMAL:
    case COLUMN_TEXT:
    case COLUMN_BLOB:
    case COLUMN_DATE:
    case COLUMN_TIME:
        return true;
    default:
        return column->type == COLUMN_TIMESTAMP && column->kind == VECTOR_INT64;
    }
}

static bool is_reversed(const struct column *column, const struct column_statistics *s)
{
    if (column->type == COLUMN_DECIMAL && column->kind == VECTOR_BYTES)
        return binary_decimal_compare(s->min.bytes, s->max.bytes) > 0;
    return column_kind_compare(column->kind, s->min, s->max) > 0;
}

static void set_reason(struct column_statistics *s, enum keep_reason reason)
{
    bool is_all_null = s->has_null_count && s->null_count == s->n_rows;
    s->reason = reason;
    if (is_all_null || (s->has_min && s->has_max))
        s->reason = KEEP_NONE;
}

/* Both zeros are one value in Iceberg. */
static void widen_zeros(struct column_statistics *s)
{
    if (s->has_min && s->min.float64 == 0)
        s->min.float64 = -0.0;
    if (s->has_max && s->max.float64 == 0)
        s->max.float64 = 0.0;
}

void iceberg_statistics_add(const struct column *column, const union column_value *min,
                            const union column_value *max, struct column_statistics *s)
{
    enum keep_reason reason = s->reason;
    if (!has_order(column))
        return;
    if (!s->has_min && min != NULL) {
        s->has_min = true;
        s->min = *min;
    }
    if (!s->has_max && max != NULL) {
        s->has_max = true;
        s->max = *max;
    }
    if (column->kind == VECTOR_DOUBLE && ((s->has_min && isnan(s->min.float64)) ||
                                          (s->has_max && isnan(s->max.float64)))) {
        s->has_min = s->has_max = false;
        reason = KEEP_NAN_BOUND;
    }
    if (column->kind == VECTOR_DOUBLE)
        widen_zeros(s);
    if (s->has_min && s->has_max && is_reversed(column, s)) {
        s->has_min = s->has_max = false;
        reason = KEEP_REVERSED;
    }
    set_reason(s, reason);
}

/* A maximum that is a whole millisecond may be one that was cut to it: the statistics of
 * Delta Lake, which UniForm writes into manifests, have milliseconds. */
static void widen_timestamp(const struct column *column, union column_value *max,
                            struct column_statistics *s)
{
    int64_t milli = column->unit == UNIT_NANOS ? MICROS_PER_MILLI * MICROS_PER_MILLI
                                               : MICROS_PER_MILLI;
    if (max->int64 % milli != 0 || max->int64 > INT64_MAX - milli)
        return;
    max->int64 += milli - 1;
    s->is_widened = true;
}

static void set_counts(const struct column *column, const struct iceberg_metrics *m,
                       struct column_statistics *s)
{
    s->has_null_count = m->has_null_count && m->null_count <= s->n_rows;
    s->null_count = s->has_null_count ? m->null_count : 0;
    s->has_nan_count = column->kind == VECTOR_DOUBLE && m->has_nan_count &&
                       m->nan_count <= s->n_rows - s->null_count;
    s->nan_count = s->has_nan_count ? m->nan_count : 0;
}

void iceberg_statistics_set(const struct column *column, uint64_t n_rows,
                            const struct iceberg_metrics *metrics,
                            struct column_statistics *s)
{
    union column_value min, max;
    *s = (struct column_statistics){.n_rows = n_rows, .reason = KEEP_NO_STATISTICS};
    if (metrics->has_value_count && metrics->value_count != n_rows) {
        s->reason = KEEP_VALUE_COUNT;
        return;
    }
    set_counts(column, metrics, s);
    if (!has_order(column)) {
        set_reason(s, KEEP_NO_ORDER);
        return;
    }
    if (metrics->has_lower || metrics->has_upper)
        s->reason = KEEP_NO_BOUNDS;
    bool has_min = metrics->has_lower && iceberg_value_read(column, metrics->lower, &min);
    bool has_max = metrics->has_upper && iceberg_value_read(column, metrics->upper, &max);
    if (has_min != metrics->has_lower || has_max != metrics->has_upper)
        s->reason = KEEP_BAD_BOUND;
    if (has_max && column->type == COLUMN_TIMESTAMP)
        widen_timestamp(column, &max, s);
    iceberg_statistics_add(column, has_min ? &min : NULL, has_max ? &max : NULL, s);
}
