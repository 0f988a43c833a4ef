/* SPDX-License-Identifier: MIT */
#include "lake/delta/delta_values.h"

#include "value/value_from_text.h"
#include "value/value_text.h"

static bool integer_from_text(const struct column *column, struct slice text,
                              int64_t *value)
{
    int64_t limit = column->bits < 64 ? INT64_C(1) << (column->bits - 1) : INT64_MAX;
    return int64_from_text(text, value) != TEXT_UNFIT &&
           (column->bits == 64 || (*value >= -limit && *value < limit));
}

/* Also as Spark writes them: NaN, Infinity. */
static bool real_from_text(const struct column *column, struct slice text, double *value)
{
    if (slice_equals_word(text, "nan"))
        *value = NAN;
    else if (double_from_text(text, value) == TEXT_UNFIT)
        return false;
    if (column->bits == 32)
        *value = (double)(float)*value;
    return true;
}

static bool boolean_from_text(struct slice text, int64_t *value)
{
    *value = slice_equals_word(text, "true");
    return *value || slice_equals_word(text, "false");
}

static bool decimal_value(const struct column *column, struct slice text,
                          uint8_t bytes[DELTA_DECIMAL_BYTES], union column_value *value)
{
    struct decimal_shape shape = {column->precision, column->scale, DELTA_DECIMAL_BYTES};
    if (decimal_from_text(text, &shape, bytes) == TEXT_UNFIT)
        return false;
    struct bytes_value unscaled = {bytes, DELTA_DECIMAL_BYTES};
    if (column->kind == VECTOR_INT64)
        return int64_from_binary_decimal(unscaled, &value->int64);
    value->bytes = unscaled;
    return true;
}

bool delta_value_from_text(const struct column *column, struct slice text,
                           uint8_t bytes[DELTA_DECIMAL_BYTES], union column_value *value)
{
    switch (column->type) {
    case COLUMN_TEXT:
    case COLUMN_BLOB: /* its bytes, as far as they are UTF-8 */
        value->bytes = (struct bytes_value){text.data, text.size};
        return true;
    case COLUMN_INTEGER:
        return integer_from_text(column, text, &value->int64);
    case COLUMN_REAL:
        return real_from_text(column, text, &value->float64);
    case COLUMN_BOOLEAN:
        return boolean_from_text(text, &value->int64);
    case COLUMN_DECIMAL:
        return decimal_value(column, text, bytes, value);
    case COLUMN_DATE:
        return date_from_text(text, &value->int64) != TEXT_UNFIT;
    case COLUMN_TIMESTAMP: /* without a zone: in UTC */
        return timestamp_from_text(text, column->unit, column->is_utc, &value->int64) !=
               TEXT_UNFIT;
    default:
        return false;
    }
}

enum status delta_partition_value(const struct column *column, struct slice text,
                                  struct arena *arena, struct declared_value *value,
                                  struct error *error)
{
    uint8_t digits[DELTA_DECIMAL_BYTES];
    *value = (struct declared_value){.is_null = text.size == 0 ||
                                                column->type == COLUMN_NULL ||
                                                column->unreadable_reason != NULL};
    if (value->is_null)
        return OK;
    if (!delta_value_from_text(column, text, digits, &value->value))
        return error_set(error, CORRUPT,
                         "\"%.*s\" is no value of the partition column \"%.100s\"",
                         SLICE_SHOWN(text, 100), column->name);
    if (column->kind != VECTOR_BYTES || value->value.bytes.data != digits)
        return OK;
    char *copy = arena_copy_text(arena, digits, sizeof digits);
    if (copy == NULL)
        return error_nomem(error);
    value->value.bytes.data = (const uint8_t *)copy;
    return OK;
}
