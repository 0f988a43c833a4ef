/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/iceberg_transforms.h"

#include "value/value_text.h"

enum {
    DAYS_PER_ERA = 146097, /* the calendar repeats every 400 years */
    YEARS_PER_ERA = 400,
    DAYS_TO_1970 = 719468, /* from the March of year 0 */
    SECONDS_PER_HOUR = 3600,
    HOURS_PER_DAY = 24,
    NANOS_PER_MICRO = 1000,
};

static int64_t floor_divided(int64_t value, int64_t by)
{
    return value / by - (value % by < 0);
}

/* ---- Ranges of source values ------------------------------------------------------ */

struct range {
    bool has_min, has_max;
    union column_value min, max;
};

/* Days from 1970-01-01 to the first day of a month, counted from the January of 1970. */
static int64_t first_day_of_month(int64_t months)
{
    int64_t year = 1970 + floor_divided(months, 12);
    int64_t month = months - 12 * floor_divided(months, 12);
    /* Years begin in March, so that the leap day is a year's last. */
    year -= month < 2;
    month = (month + 10) % 12;
    int64_t era = floor_divided(year, YEARS_PER_ERA);
    int64_t year_of_era = year - era * YEARS_PER_ERA;
    return era * DAYS_PER_ERA + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 +
           (153 * month + 2) / 5 - DAYS_TO_1970;
}

/* The first value of the column with the transformed value, or with one above; false if
 * it is none of 64 bits. */
static bool first_of(enum iceberg_transform transform, const struct column *column,
                     int64_t transformed, int64_t *first)
{
    int64_t per_hour = SECONDS_PER_HOUR * units_per_second(column->unit);
    int64_t per_unit = transform == ICEBERG_HOUR ? per_hour : HOURS_PER_DAY * per_hour;
    if (transform == ICEBERG_YEAR)
        transformed = first_day_of_month(12 * transformed);
    else if (transform == ICEBERG_MONTH)
        transformed = first_day_of_month(transformed);
    if (column->type == COLUMN_DATE)
        per_unit = 1;
    if (transformed > INT64_MAX / per_unit || transformed < INT64_MIN / per_unit)
        return false;
    *first = transformed * per_unit;
    return true;
}

static void find_times(const struct iceberg_partition_field *field,
                       const struct column *column, int64_t value, struct range *range)
{
    bool is_date = column->type == COLUMN_DATE && field->transform != ICEBERG_HOUR;
    bool is_timestamp = column->type == COLUMN_TIMESTAMP && column->kind == VECTOR_INT64;
    if ((!is_date && !is_timestamp) || value < INT32_MIN || value > INT32_MAX)
        return;
    range->has_min = first_of(field->transform, column, value - (value <= 0),
                              &range->min.int64);
    range->has_max = first_of(field->transform, column, value + 1, &range->max.int64);
    range->max.int64 -= range->has_max;
}

/* Numbers of a width from the value on.  Java's truncation of the least integers of a
 * type overflows, so that their value is among the greatest. */
static void find_numbers(const struct column *column, int64_t value, int32_t width,
                         struct range *range)
{
    int64_t more = width - 1;
    bool may_overflow = column->type == COLUMN_INTEGER && value <= INT32_MAX &&
                        value > INT32_MAX - more;
    if (may_overflow || value > INT64_MAX - more)
        return;
    range->has_max = true;
    range->max.int64 = value + more;
    range->has_min = value > 0 || value >= INT64_MIN + more;
    range->min.int64 = value > 0 || !range->has_min ? value : value - more;
}

static void find_truncated(const struct iceberg_partition_field *field,
                           const struct column *column,
                           const struct iceberg_partition_value *partition,
                           struct range *range)
{
    union column_value value;
    if (!iceberg_value_read(column, partition->bytes, &value))
        return;
    if (column->type == COLUMN_INTEGER ||
        (column->type == COLUMN_DECIMAL && column->kind == VECTOR_INT64)) {
        find_numbers(column, value.int64, field->parameter, range);
    } else if (column->type == COLUMN_TEXT || column->type == COLUMN_BLOB) {
        /* A width counts characters, each of at least a byte. */
        bool is_whole = partition->bytes.size < (size_t)field->parameter;
        range->has_min = true;
        range->min = value;
        range->has_max = is_whole ||
                         (partition->above.size > 0 &&
                          iceberg_value_read(column, partition->above, &range->max));
        if (is_whole)
            range->max = value;
    }
}

/* Whether a timestamp may be the date that the column had when it was partitioned: dates
 * are promoted to timestamps. */
static bool may_be_days(const struct column *column, int64_t value)
{
    return column->type == COLUMN_TIMESTAMP && value >= INT32_MIN && value <= INT32_MAX;
}

static void find_range(const struct iceberg_partition_field *field,
                       const struct column *column,
                       const struct iceberg_partition_value *partition,
                       struct range *range)
{
    static const struct column number = {.type = COLUMN_INTEGER, .bits = 64};
    union column_value value;
    switch (field->transform) {
    case ICEBERG_IDENTITY:
        range->has_min = range->has_max = iceberg_value_read(column, partition->bytes,
                                                             &range->min) &&
                                          !may_be_days(column, range->min.int64);
        range->max = range->min;
        return;
    case ICEBERG_TRUNCATE:
        find_truncated(field, column, partition, range);
        return;
    case ICEBERG_YEAR:
    case ICEBERG_MONTH:
    case ICEBERG_DAY:
    case ICEBERG_HOUR:
        if (iceberg_value_read(&number, partition->bytes, &value))
            find_times(field, column, value.int64, range);
        return;
    default:
        return;
    }
}

void iceberg_transform_add(const struct iceberg_partition_field *field,
                           const struct column *column,
                           const struct iceberg_partition_value *partition,
                           struct column_statistics *statistics)
{
    struct range range = {0};
    if (field->transform == ICEBERG_VOID || field->transform == ICEBERG_OTHER)
        return;
    if (!statistics->has_null_count) {
        statistics->has_null_count = true;
        statistics->null_count = partition->is_null ? statistics->n_rows : 0;
    }
    if (!partition->is_null)
        find_range(field, column, partition, &range);
    iceberg_statistics_add(column, range.has_min ? &range.min : NULL,
                           range.has_max ? &range.max : NULL, statistics);
}

/* ---- Buckets ---------------------------------------------------------------------- */

static uint32_t rotated(uint32_t word, unsigned bits)
{
    return word << bits | word >> (32 - bits);
}

/* MurmurHash3_x86_32 (Austin Appleby) with seed 0. */
static uint32_t murmur3(struct slice bytes)
{
    const uint32_t c1 = 0xcc9e2d51, c2 = 0x1b873593;
    uint32_t hash = 0, last = 0;
    size_t n_words = bytes.size / 4, n_last = bytes.size % 4;
    for (size_t i = 0; i < n_words; i++) {
        hash ^= rotated(load_u32(bytes.data + 4 * i) * c1, 15) * c2;
        hash = rotated(hash, 13) * 5 + 0xe6546b64;
    }
    for (size_t i = 0; i < n_last; i++)
        last |= (uint32_t)bytes.data[4 * n_words + i] << (8 * i);
    hash ^= rotated(last * c1, 15) * c2;
    hash ^= (uint32_t)bytes.size;
    hash = (hash ^ hash >> 16) * 0x85ebca6b;
    hash = (hash ^ hash >> 13) * 0xc2b2ae35;
    return hash ^ hash >> 16;
}

static uint32_t hash_of_bytes(struct bytes_value bytes)
{
    return murmur3(slice_of(bytes.data, bytes.size));
}

static uint32_t hash_of_integer(int64_t value)
{
    uint8_t bytes[8];
    store_u64(bytes, (uint64_t)value);
    return murmur3(slice_of(bytes, sizeof bytes));
}

static uint32_t hash_of_decimal(int64_t value)
{
    uint8_t bytes[8];
    store_u64_big_endian(bytes, (uint64_t)value);
    return hash_of_bytes(binary_decimal_trim((struct bytes_value){bytes, sizeof bytes}));
}

static int64_t bucket_of(uint32_t hash, int32_t n_buckets)
{
    return (hash & INT32_MAX) % (uint32_t)n_buckets;
}

/* False if values of the column's type have no hash that is specified. */
static bool hash_value(const struct column *column, const union column_value *value,
                       uint32_t *hash)
{
    switch (column->type) {
    case COLUMN_INTEGER:
    case COLUMN_DATE:
    case COLUMN_TIME:
        *hash = hash_of_integer(value->int64);
        return true;
    case COLUMN_TIMESTAMP:
        *hash = hash_of_integer(column->unit == UNIT_NANOS
                                    ? floor_divided(value->int64, NANOS_PER_MICRO)
                                    : value->int64);
        return column->kind == VECTOR_INT64;
    case COLUMN_DECIMAL:
        *hash = column->kind == VECTOR_INT64
                    ? hash_of_decimal(value->int64)
                    : hash_of_bytes(binary_decimal_trim(value->bytes));
        return true;
    case COLUMN_TEXT:
    case COLUMN_BLOB:
    case COLUMN_UUID:
        *hash = hash_of_bytes(value->bytes);
        return true;
    default:
        return false;
    }
}

/* Whether a value is in a bucket as the date that the column had at first. */
static bool is_in_bucket_of_dates(const struct column *column, int64_t value,
                                  int32_t n_buckets, int64_t bucket)
{
    int64_t per_day = SECONDS_PER_HOUR * HOURS_PER_DAY * units_per_second(column->unit);
    return column->type == COLUMN_TIMESTAMP && value % per_day == 0 &&
           bucket_of(hash_of_integer(value / per_day), n_buckets) == bucket;
}

bool iceberg_transform_may_hold(const struct iceberg_partition_field *field,
                                const struct column *column,
                                const struct iceberg_partition_value *partition,
                                const union column_value *value)
{
    static const struct column number = {.type = COLUMN_INTEGER, .bits = 64};
    union column_value bucket;
    uint32_t hash;
    if (field->transform != ICEBERG_BUCKET)
        return true;
    if (partition->is_null)
        return false;
    if (!iceberg_value_read(&number, partition->bytes, &bucket) ||
        !hash_value(column, value, &hash))
        return true;
    return bucket_of(hash, field->parameter) == bucket.int64 ||
           is_in_bucket_of_dates(column, value->int64, field->parameter, bucket.int64);
}
