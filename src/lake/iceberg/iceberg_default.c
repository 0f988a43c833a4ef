/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/iceberg_default.h"

#include "lake/iceberg/iceberg_json.h"
#include "scan/json_cell.h"
#include "value/base64.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

enum { DECIMAL_SIZE = 16, UUID_SIZE = 16 };

static bool read_number(enum iceberg_kind kind, struct slice json,
                        union column_value *value)
{
    bool is_float = kind == ICEBERG_FLOAT || kind == ICEBERG_DOUBLE;
    if (iceberg_json_kind(json) != JSON_NUMBER)
        return false;
    if (!is_float)
        return int64_from_text(json, &value->int64) != TEXT_UNFIT &&
               (kind == ICEBERG_LONG ||
                (value->int64 >= INT32_MIN && value->int64 <= INT32_MAX));
    if (double_from_json(json, &value->float64) == TEXT_UNFIT)
        return false;
    if (kind == ICEBERG_FLOAT)
        value->float64 = (double)(float)value->float64;
    return true;
}

/* bytes: room for the value's. */
static bool read_decimal(const struct column *column, struct slice text, uint8_t *bytes,
                         union column_value *value)
{
    struct decimal_shape shape = {column->precision, column->scale, DECIMAL_SIZE};
    if (decimal_from_text(text, &shape, bytes) == TEXT_UNFIT)
        return false;
    if (column->kind == VECTOR_INT64)
        value->int64 = (int64_t)load_u64_big_endian(bytes + DECIMAL_SIZE - 8);
    else
        value->bytes = (struct bytes_value){bytes, DECIMAL_SIZE};
    return true;
}

/* bytes: room for half the text's bytes, and for a decimal. */
static bool read_text(const struct iceberg_field *field, const struct column *column,
                      struct slice text, uint8_t *bytes, union column_value *value)
{
    size_t size = UUID_SIZE;
    switch (field->kind) {
    case ICEBERG_DATE:
        return date_from_text(text, &value->int64) != TEXT_UNFIT;
    case ICEBERG_TIME:
        return time_from_text(text, column->unit, false, &value->int64) != TEXT_UNFIT;
    case ICEBERG_TIMESTAMP:
    case ICEBERG_TIMESTAMP_NS:
    case ICEBERG_TIMESTAMPTZ:
    case ICEBERG_TIMESTAMPTZ_NS:
        return timestamp_from_text(text, column->unit, column->is_utc, &value->int64) !=
               TEXT_UNFIT;
    case ICEBERG_DECIMAL:
        return read_decimal(column, text, bytes, value);
    case ICEBERG_UUID:
        value->bytes = (struct bytes_value){bytes, UUID_SIZE};
        return uuid_from_text(text, bytes) != TEXT_UNFIT;
    case ICEBERG_FIXED:
    case ICEBERG_BINARY:
        if (!hex_decode(text, bytes, text.size / 2, &size))
            return false;
        value->bytes = (struct bytes_value){bytes, size};
        return field->kind == ICEBERG_BINARY || size == (size_t)field->length;
    case ICEBERG_STRING:
        value->bytes = (struct bytes_value){text.data, text.size};
        return true;
    default:
        return false;
    }
}

static enum status read_primitive(const struct iceberg_field *field,
                                  const struct column *column, struct arena *arena,
                                  union column_value *value, struct error *error)
{
    struct slice text = {0};
    enum json_token kind = iceberg_json_kind(field->initial_default);
    bool is_right = false;
    if (field->kind == ICEBERG_BOOLEAN) {
        is_right = kind == JSON_TRUE || kind == JSON_FALSE;
        value->int64 = kind == JSON_TRUE;
    } else if (field->kind <= ICEBERG_DOUBLE) {
        is_right = read_number(field->kind, field->initial_default, value);
    } else {
        enum status status = iceberg_json_text(field->initial_default, arena, &text,
                                               error);
        uint8_t *bytes = arena_alloc(arena, text.size / 2 + DECIMAL_SIZE, 1);
        if (status == OK && bytes == NULL)
            status = error_nomem(error);
        if (status != OK)
            return status;
        is_right = read_text(field, column, text, bytes, value);
    }
    if (!is_right)
        return error_set(error, CORRUPT, "its initial default, %.*s, is not of its type",
                         SLICE_SHOWN(field->initial_default, 80));
    return OK;
}

/* ---- Structs ---------------------------------------------------------------------- */

/* Appends a member of a struct whose members all have their initial values. */
static void add_member(struct buffer *json, const struct declared_field *member,
                       struct error *error)
{
    const struct declared_value *initial = member->initial;
    const struct column *column = &member->column;
    const uint8_t valid = initial != NULL && !initial->is_null;
    struct column_vector vector = {.n_rows = 1, .valid = &valid, .kind = column->kind};
    vector.values.int64 = NULL;
    if (initial != NULL && column->kind == VECTOR_BYTES)
        vector.values.bytes = &initial->value.bytes;
    else if (initial != NULL && column->kind == VECTOR_DOUBLE)
        vector.values.float64 = &initial->value.float64;
    else if (initial != NULL)
        vector.values.int64 = &initial->value.int64;
    buffer_add(json, slice_of(json->size > 0 ? "," : "{", 1), error);
    if (error->status == OK)
        (void)!append_json_string(json, slice_of(column->name, column->name_size), error);
    buffer_add_text(json, ":", error);
    if (error->status == OK)
        (void)!append_json_cell(json, column, &vector, 0, error);
}

/* The default of a struct is {}: its members have their own. */
static enum status make_struct(const struct declared_field *declared, struct arena *arena,
                               union column_value *value, struct error *error)
{
    struct buffer json = {0};
    for (uint32_t i = 0; i < declared->n_members; i++)
        add_member(&json, &declared->members[i], error);
    buffer_add_text(&json, json.size > 0 ? "}" : "{}", error);
    if (error->status == OK) {
        char *copy = arena_copy_text(arena, json.data, json.size);
        value->bytes = (struct bytes_value){(const uint8_t *)copy, json.size};
        if (copy == NULL)
            error_nomem(error);
    }
    buffer_release(&json);
    return error->status;
}

enum status iceberg_default_read(const struct iceberg_field *field,
                                 const struct declared_field *declared,
                                 struct arena *arena, struct declared_value *value,
                                 struct error *error)
{
    *value = (struct declared_value){.is_null = false};
    if (field->kind == ICEBERG_STRUCT)
        return make_struct(declared, arena, &value->value, error);
    if (field->kind >= ICEBERG_VARIANT)
        return error_set(error, UNSUPPORTED,
                         "it has an initial default, which its type cannot have here");
    return read_primitive(field, &declared->column, arena, &value->value, error);
}
