/* SPDX-License-Identifier: MIT */
#include "parquet/variant/variant_types.h"

#include "parquet/format/parquet_format.h"

static enum pq_variant_type type_of_timestamp(const struct column *column)
{
    if (column->kind != VECTOR_INT64)
        return PQ_VARIANT_N_TYPES;
    switch (column->unit) {
    case UNIT_MICROS:
        return column->is_utc ? PQ_VARIANT_TIMESTAMP_UTC : PQ_VARIANT_TIMESTAMP;
    case UNIT_NANOS:
        return column->is_utc ? PQ_VARIANT_TIMESTAMP_NANOS_UTC
                              : PQ_VARIANT_TIMESTAMP_NANOS;
    default:
        return PQ_VARIANT_N_TYPES;
    }
}

enum pq_variant_type pq_variant_type_of(const struct column *column, int type)
{
    switch (column->type) {
    case COLUMN_BOOLEAN:
        return PQ_VARIANT_TRUE;
    case COLUMN_INTEGER:
        if (!column->is_signed)
            return PQ_VARIANT_N_TYPES;
        return column->bits == 8    ? PQ_VARIANT_INT8
               : column->bits == 16 ? PQ_VARIANT_INT16
               : column->bits == 32 ? PQ_VARIANT_INT32
                                    : PQ_VARIANT_INT64;
    case COLUMN_REAL:
        return column->bits == 64   ? PQ_VARIANT_DOUBLE
               : column->bits == 32 ? PQ_VARIANT_FLOAT
                                    : PQ_VARIANT_N_TYPES;
    case COLUMN_DECIMAL: /* VariantShredding.md: by the physical type */
        return type == PQ_INT32   ? PQ_VARIANT_DECIMAL4
               : type == PQ_INT64 ? PQ_VARIANT_DECIMAL8
                                  : PQ_VARIANT_DECIMAL16;
    case COLUMN_TEXT:
        return PQ_VARIANT_STRING;
    case COLUMN_BLOB:
        return PQ_VARIANT_BINARY;
    case COLUMN_UUID:
        return PQ_VARIANT_UUID;
    case COLUMN_DATE:
        return PQ_VARIANT_DATE;
    case COLUMN_TIME:
        return column->unit == UNIT_MICROS && !column->is_utc ? PQ_VARIANT_TIME
                                                              : PQ_VARIANT_N_TYPES;
    case COLUMN_TIMESTAMP:
        return type_of_timestamp(column);
    default:
        return PQ_VARIANT_N_TYPES;
    }
}
