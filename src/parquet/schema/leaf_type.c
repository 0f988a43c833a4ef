/* SPDX-License-Identifier: MIT */
/*
 * leaf_type.c - derives a column's type from a leaf's annotations (LogicalTypes.md).
 *
 * The logical type takes precedence over the converted type, and both over the physical
 * type.  An annotation that does not fit the physical type is ignored: bytes are never
 * reinterpreted.
 */
#include "parquet/schema/schema_tree.h"

enum { MOST_DECIMAL_DIGITS = 2466 }; /* as many as MOST_DECIMAL_BYTES can hold */

struct pq_logical_type pq_logical_from_converted(const struct pq_schema_element *element)
{
    struct pq_logical_type a = {.kind = PQ_LOGICAL_NONE, .is_utc = true};
    switch (element->converted_type) {
    case PQ_UTF8:
        a.kind = PQ_LOGICAL_STRING;
        break;
    case PQ_ENUM:
        a.kind = PQ_LOGICAL_ENUM;
        break;
    case PQ_DECIMAL:
        a.kind = PQ_LOGICAL_DECIMAL;
        a.precision = element->precision;
        a.scale = element->scale;
        break;
    case PQ_DATE:
        a.kind = PQ_LOGICAL_DATE;
        break;
    case PQ_TIME_MILLIS:
    case PQ_TIME_MICROS:
        a.kind = PQ_LOGICAL_TIME;
        a.unit = element->converted_type == PQ_TIME_MILLIS ? PQ_MILLIS : PQ_MICROS;
        break;
    case PQ_TIMESTAMP_MILLIS:
    case PQ_TIMESTAMP_MICROS:
        a.kind = PQ_LOGICAL_TIMESTAMP;
        a.unit = element->converted_type == PQ_TIMESTAMP_MILLIS ? PQ_MILLIS : PQ_MICROS;
        break;
    case PQ_UINT_8:
    case PQ_UINT_16:
    case PQ_UINT_32:
    case PQ_UINT_64:
        a.kind = PQ_LOGICAL_INTEGER;
        a.bit_width = 8 << (element->converted_type - PQ_UINT_8);
        break;
    case PQ_INT_8:
    case PQ_INT_16:
    case PQ_INT_32:
    case PQ_INT_64:
        a.kind = PQ_LOGICAL_INTEGER;
        a.bit_width = 8 << (element->converted_type - PQ_INT_8);
        a.is_signed = true;
        break;
    case PQ_JSON:
        a.kind = PQ_LOGICAL_JSON;
        break;
    case PQ_BSON:
        a.kind = PQ_LOGICAL_BSON;
        break;
    case PQ_INTERVAL:
        a.kind = PQ_CONVERTED_INTERVAL;
        break;
    default:
        break;
    }
    return a;
}

static enum time_unit to_time_unit(int unit)
{
    return unit == PQ_MILLIS ? UNIT_MILLIS : unit == PQ_MICROS ? UNIT_MICROS : UNIT_NANOS;
}

static void set_integer(struct column *column, int bits, bool is_signed)
{
    column->type = !is_signed && bits == 64 ? COLUMN_UINT64 : COLUMN_INTEGER;
    column->bits = (uint8_t)bits;
    column->is_signed = is_signed;
}

/* Sets the type of a leaf without annotations. */
static void set_physical(const struct pq_schema_element *element, bool binary_as_text,
                         struct column *column, enum pq_conversion *conversion)
{
    switch (element->type) {
    case PQ_BOOLEAN:
        column->type = COLUMN_BOOLEAN;
        column->kind = VECTOR_INT64;
        *conversion = PQ_CONVERT_BOOLEAN;
        break;
    case PQ_INT32:
        set_integer(column, 32, true);
        column->kind = VECTOR_INT64;
        *conversion = PQ_CONVERT_INT32;
        break;
    case PQ_INT64:
        set_integer(column, 64, true);
        column->kind = VECTOR_INT64;
        *conversion = PQ_CONVERT_INT64;
        break;
    case PQ_INT96:
        column->type = COLUMN_TIMESTAMP;
        column->kind = VECTOR_INSTANT;
        column->unit = UNIT_NANOS;
        column->bits = 96;
        *conversion = PQ_CONVERT_INT96;
        break;
    case PQ_FLOAT:
    case PQ_DOUBLE:
        column->type = COLUMN_REAL;
        column->kind = VECTOR_DOUBLE;
        column->bits = element->type == PQ_FLOAT ? 32 : 64;
        *conversion = element->type == PQ_FLOAT ? PQ_CONVERT_FLOAT : PQ_CONVERT_DOUBLE;
        break;
    default:
        column->type = binary_as_text && element->type == PQ_BYTE_ARRAY ? COLUMN_TEXT
                                                                        : COLUMN_BLOB;
        column->kind = VECTOR_BYTES;
        *conversion = PQ_CONVERT_BYTES;
    }
}

/* False if the decimal does not fit the physical type. */
static bool set_decimal(const struct pq_logical_type *a,
                        const struct pq_schema_element *element, struct column *column,
                        enum pq_conversion *conversion)
{
    if (element->type != PQ_INT32 && element->type != PQ_INT64 &&
        element->type != PQ_BYTE_ARRAY && element->type != PQ_FIXED_LEN_BYTE_ARRAY)
        return false;
    column->type = COLUMN_DECIMAL;
    column->precision = a->precision;
    column->scale = a->scale;
    if (element->type == PQ_FIXED_LEN_BYTE_ARRAY && element->type_length <= 8) {
        column->kind = VECTOR_INT64;
        *conversion = PQ_CONVERT_FIXED_DECIMAL;
    }
    /* 19 digits: some writers claim one more than 64 bits can always hold. */
    int32_t most = column->kind == VECTOR_INT64 ? 19 : MOST_DECIMAL_DIGITS;
    if (a->precision < 1 || a->precision > most || a->scale < 0 ||
        a->scale > a->precision)
        column_set_unreadable(column, CORRUPT,
                              "DECIMAL with an impossible precision or scale");
    return true;
}

static bool set_time(const struct pq_logical_type *a,
                     const struct pq_schema_element *element, struct column *column)
{
    bool is_time = a->kind == PQ_LOGICAL_TIME;
    int expected = is_time && a->unit == PQ_MILLIS ? PQ_INT32 : PQ_INT64;
    if (a->unit == PQ_UNIT_NONE || element->type != expected)
        return false;
    column->type = is_time ? COLUMN_TIME : COLUMN_TIMESTAMP;
    column->unit = to_time_unit(a->unit);
    column->is_utc = a->is_utc;
    return true;
}

static bool set_integer_annotation(const struct pq_logical_type *a,
                                   const struct pq_schema_element *element,
                                   struct column *column, enum pq_conversion *conversion)
{
    bool is_narrow = a->bit_width == 8 || a->bit_width == 16 || a->bit_width == 32;
    if (!(is_narrow && element->type == PQ_INT32) &&
        !(a->bit_width == 64 && element->type == PQ_INT64))
        return false;
    set_integer(column, a->bit_width, a->is_signed);
    if (a->bit_width == 8)
        *conversion = a->is_signed ? PQ_CONVERT_INT8 : PQ_CONVERT_UINT8;
    else if (a->bit_width == 16)
        *conversion = a->is_signed ? PQ_CONVERT_INT16 : PQ_CONVERT_UINT16;
    else if (a->bit_width == 32 && !a->is_signed)
        *conversion = PQ_CONVERT_UINT32;
    return true;
}

/* Handles types that only annotate a BYTE_ARRAY or FIXED_LEN_BYTE_ARRAY. */
static bool set_bytes_annotation(const struct pq_logical_type *a,
                                 const struct pq_schema_element *element,
                                 struct column *column, enum pq_conversion *conversion)
{
    bool is_byte_array = element->type == PQ_BYTE_ARRAY;
    int32_t fixed = element->type == PQ_FIXED_LEN_BYTE_ARRAY ? element->type_length : 0;
    switch (a->kind) {
    case PQ_LOGICAL_STRING:
    case PQ_LOGICAL_ENUM:
        column->type = COLUMN_TEXT;
        return is_byte_array;
    case PQ_LOGICAL_JSON:
        column->type = COLUMN_JSON;
        return is_byte_array;
    case PQ_LOGICAL_BSON:
        column->type = COLUMN_BLOB;
        return is_byte_array;
    case PQ_LOGICAL_GEOMETRY:
        column->type = COLUMN_GEOMETRY;
        return is_byte_array;
    case PQ_LOGICAL_GEOGRAPHY:
        column->type = COLUMN_GEOGRAPHY;
        return is_byte_array;
    case PQ_LOGICAL_UUID:
        column->type = COLUMN_UUID;
        return fixed == 16;
    case PQ_CONVERTED_INTERVAL:
        column->type = COLUMN_INTERVAL;
        return fixed == 12;
    case PQ_LOGICAL_FLOAT16:
        if (fixed != 2)
            return false;
        column->type = COLUMN_REAL;
        column->kind = VECTOR_DOUBLE;
        column->bits = 16;
        *conversion = PQ_CONVERT_FLOAT16;
        return true;
    default:
        return false;
    }
}

/* Returns false if the annotation does not apply; column and conversion are then
 * unspecified. */
static bool set_annotated(const struct pq_logical_type *a,
                          const struct pq_schema_element *element, struct column *column,
                          enum pq_conversion *conversion)
{
    switch (a->kind) {
    case PQ_LOGICAL_NONE:
        return false;
    case PQ_LOGICAL_UNKNOWN:
        column->type = COLUMN_NULL;
        return true;
    case PQ_LOGICAL_DECIMAL:
        return set_decimal(a, element, column, conversion);
    case PQ_LOGICAL_DATE:
        column->type = COLUMN_DATE;
        return element->type == PQ_INT32;
    case PQ_LOGICAL_TIME:
    case PQ_LOGICAL_TIMESTAMP:
        return set_time(a, element, column);
    case PQ_LOGICAL_INTEGER:
        return set_integer_annotation(a, element, column, conversion);
    default:
        return set_bytes_annotation(a, element, column, conversion);
    }
}

enum status pq_leaf_check_present(const struct pq_leaf *leaf, uint64_t n_present,
                                  struct error *error)
{
    if (n_present > 0 && leaf->column.type == COLUMN_NULL)
        return error_set(error, CORRUPT, "a value of type UNKNOWN, which has only nulls");
    return OK;
}

int pq_leaf_type(const struct pq_schema_element *element, bool binary_as_text,
                 struct column *column, enum pq_conversion *conversion)
{
    struct column physical = {0};
    enum pq_conversion physical_conversion = PQ_CONVERT_BYTES;
    set_physical(element, binary_as_text, &physical, &physical_conversion);

    struct pq_logical_type choices[] = {element->logical,
                                        pq_logical_from_converted(element)};
    /* parquet-java has no logical type for INTERVAL and writes UNKNOWN instead. */
    if (choices[0].kind == PQ_LOGICAL_UNKNOWN && choices[1].kind == PQ_CONVERTED_INTERVAL)
        choices[0].kind = PQ_LOGICAL_NONE;
    for (size_t i = 0; i < 2; i++) {
        *column = physical;
        *conversion = physical_conversion;
        if (set_annotated(&choices[i], element, column, conversion))
            return choices[i].kind == PQ_CONVERTED_INTERVAL ? PQ_LOGICAL_NONE
                                                            : choices[i].kind;
    }
    *column = physical;
    *conversion = physical_conversion;
    /* binary_as_text is only for BYTE_ARRAYs without an annotation. */
    if (column->type == COLUMN_TEXT &&
        (choices[0].kind != PQ_LOGICAL_NONE || choices[1].kind != PQ_LOGICAL_NONE))
        column->type = COLUMN_BLOB;
    return PQ_LOGICAL_NONE;
}
