/* SPDX-License-Identifier: MIT */
#include "sql/table/result.h"

#include "scan/text_match.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

struct cell_format cell_format_of(const struct table_column *column)
{
    struct cell_format format = {.form = column->form, .shown_unit = column->shown_unit};
    if (column->column != NULL) {
        format.unit = column->column->unit;
        format.scale = column->column->scale;
        if (format.scale >= 0 && format.scale <= 22)
            format.divisor = power_of_ten(format.scale);
    }
    return format;
}

struct direct_cells direct_cells_of(const struct cell_format *format,
                                    const struct column_vector *vector)
{
    struct direct_cells cells = {
        .valid = vector->valid, .indices = vector->indices, .values = vector->values};
    if (vector->mismatched != NULL)
        return cells;
    if (format->form == FORM_INTEGER)
        cells.form = DIRECT_INTEGER;
    else if (format->form == FORM_REAL)
        cells.form = DIRECT_REAL;
    else if (format->form == FORM_TEXT && vector->is_terminated && vector->has_no_nul)
        cells.form = DIRECT_TEXT;
    return cells;
}

static void result_short_text(sqlite3_context *context, char *text, size_t size)
{
    text[size] = '\0';
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

static enum status result_decimal_text(sqlite3_context *context, int32_t scale,
                                       const struct column_vector *vector, uint32_t k,
                                       struct error *error)
{
    char text[VALUE_TEXT_SIZE];
    if (vector->kind == VECTOR_INT64) {
        result_short_text(context, text,
                          text_from_decimal(vector->values.int64[k], scale, text));
        return OK;
    }
    struct buffer buffer = {0};
    enum status status = append_binary_decimal(&buffer, vector->values.bytes[k], scale,
                                               error);
    if (status == OK)
        sqlite3_result_text64(context, (const char *)buffer.data, buffer.size,
                              SQLITE_TRANSIENT, SQLITE_UTF8);
    buffer_release(&buffer);
    return status;
}

static enum status result_decimal_real(sqlite3_context *context, int32_t scale,
                                       const struct column_vector *vector, uint32_t k,
                                       struct error *error)
{
    double value = 0;
    enum status status = OK;
    if (vector->kind == VECTOR_INT64)
        value = double_from_decimal(vector->values.int64[k], scale);
    else
        status = double_from_binary_decimal(vector->values.bytes[k], scale, &value,
                                            error);
    if (status == OK)
        sqlite3_result_double(context, value);
    return status;
}

static enum status result_decimal_integer(sqlite3_context *context, int32_t scale,
                                          const struct column_vector *vector, uint32_t k,
                                          struct error *error)
{
    int64_t value;
    if (vector->kind == VECTOR_INT64)
        value = vector->values.int64[k];
    else if (!int64_from_binary_decimal(vector->values.bytes[k], &value))
        return result_decimal_real(context, scale, vector, k, error);
    sqlite3_result_int64(context, value);
    return OK;
}

static void result_uint64(sqlite3_context *context, uint64_t value)
{
    char text[VALUE_TEXT_SIZE];
    if (value <= INT64_MAX)
        sqlite3_result_int64(context, (int64_t)value);
    else
        result_short_text(context, text, text_from_uint64(value, text));
}

static void result_uint64_blob(sqlite3_context *context, uint64_t value)
{
    uint8_t bytes[8];
    store_u64_big_endian(bytes, value);
    sqlite3_result_blob(context, bytes, sizeof bytes, SQLITE_TRANSIENT);
}

static void result_instant_nanos(sqlite3_context *context, struct instant instant)
{
    char text[VALUE_TEXT_SIZE];
    int64_t value;
    double ignored;
    if (units_from_instant(instant, UNIT_NANOS, &value, &ignored))
        sqlite3_result_int64(context, value);
    else
        result_short_text(context, text, text_from_instant_nanos(instant, text));
}

static void result_epoch(sqlite3_context *context, const struct cell_format *format,
                         struct instant instant)
{
    int64_t value;
    double real;
    if (units_from_instant(instant, format->shown_unit, &value, &real))
        sqlite3_result_int64(context, value);
    else
        sqlite3_result_double(context, real);
}

/* Sets a real as a column of numeric affinity stores it: as an integer if that is
 * equal. */
static void result_number(sqlite3_context *context, double value)
{
    if (value >= -0x1p63 && value < 0x1p63 && (double)(int64_t)value == value &&
        (int64_t)value > INT64_MIN && (int64_t)value < INT64_MAX)
        sqlite3_result_int64(context, (int64_t)value);
    else
        sqlite3_result_double(context, value);
}

/* Sets text in a column of numbers as a number; false if it is not one. */
static bool result_numeric_text(sqlite3_context *context, bool is_real,
                                struct bytes_value bytes)
{
    struct slice text = slice_trim_space(slice_of(bytes.data, bytes.size));
    int64_t integer;
    double real;
    if (!text_looks_numeric(bytes))
        return false;
    if (!is_real && int64_from_text(text, &integer) != TEXT_UNFIT)
        sqlite3_result_int64(context, integer);
    else if (double_from_text(text, &real) == TEXT_UNFIT)
        return false;
    else if (is_real)
        sqlite3_result_double(context, real);
    else
        result_number(context, real);
    return true;
}

/* SQLite treats a null pointer as NULL, whatever the size. */
static const void *bytes_or_empty(const struct bytes_value *bytes)
{
    return bytes->size > 0 ? (const void *)bytes->data : "";
}

/* Sets the value as an ordinary table with a column of the same declared type stores
 * it. */
static void result_mismatched(sqlite3_context *context, const struct cell_format *format,
                              const struct mismatched_value *value)
{
    char text[VALUE_TEXT_SIZE];
    enum result_form form = format->form;
    bool is_text = form == FORM_TEXT || form == FORM_JSON || form == FORM_DECIMAL_TEXT ||
                   form == FORM_UINT64_TEXT;
    bool is_real = form == FORM_REAL || form == FORM_DECIMAL_REAL ||
                   form == FORM_UINT64_REAL;
    bool is_number = is_real || form == FORM_INTEGER || form == FORM_EPOCH ||
                     form == FORM_DECIMAL_INTEGER;
    switch (value->class) {
    case MISMATCHED_INTEGER:
        if (is_text)
            result_short_text(context, text, text_from_int64(value->integer, text));
        else if (is_real)
            sqlite3_result_double(context, (double)value->integer);
        else
            sqlite3_result_int64(context, value->integer);
        break;
    case MISMATCHED_REAL:
        if (is_text) { /* in SQLite's own number format */
            sqlite3_snprintf(sizeof text, text, "%!.15g", value->real);
            sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
        } else if (is_number && !is_real) {
            result_number(context, value->real);
        } else {
            sqlite3_result_double(context, value->real);
        }
        break;
    case MISMATCHED_TEXT:
        if (!is_number || !result_numeric_text(context, is_real, value->bytes))
            sqlite3_result_text64(context, (const char *)bytes_or_empty(&value->bytes),
                                  value->bytes.size, SQLITE_TRANSIENT, SQLITE_UTF8);
        break;
    case MISMATCHED_BLOB:
        sqlite3_result_blob64(context, bytes_or_empty(&value->bytes), value->bytes.size,
                              SQLITE_TRANSIENT);
        break;
    case MISMATCHED_NONE:
        break;
    }
}

enum status result_cell(sqlite3_context *context, const struct cell_format *format,
                        const struct column_vector *vector, uint32_t row,
                        struct error *error)
{
    if (column_vector_is_mismatched(vector, row)) {
        result_mismatched(context, format, &vector->mismatched[row]);
        return OK;
    }
    if (result_simple_cell(context, format, vector, row))
        return OK;
    uint32_t k = column_vector_index(vector, row);
    union vector_values values = vector->values;
    char text[VALUE_TEXT_SIZE];
    switch (format->form) {
    case FORM_DECIMAL_REAL:
        return result_decimal_real(context, format->scale, vector, k, error);
    case FORM_DECIMAL_INTEGER:
        return result_decimal_integer(context, format->scale, vector, k, error);
    case FORM_DECIMAL_TEXT:
        return result_decimal_text(context, format->scale, vector, k, error);
    case FORM_UINT64:
        result_uint64(context, (uint64_t)values.int64[k]);
        break;
    case FORM_UINT64_TEXT:
        result_short_text(context, text,
                          padded_from_uint64((uint64_t)values.int64[k], text));
        break;
    case FORM_UINT64_REAL:
        sqlite3_result_double(context, (double)(uint64_t)values.int64[k]);
        break;
    case FORM_UINT64_BLOB:
        result_uint64_blob(context, (uint64_t)values.int64[k]);
        break;
    case FORM_BLOB:
        sqlite3_result_blob64(context, bytes_or_empty(&values.bytes[k]),
                              values.bytes[k].size, SQLITE_TRANSIENT);
        break;
    case FORM_INSTANT_NANOS:
        result_instant_nanos(context, values.instant[k]);
        break;
    case FORM_EPOCH:
        result_epoch(context, format,
                     vector->kind == VECTOR_INSTANT
                         ? values.instant[k]
                         : instant_from_units(values.int64[k], format->unit));
        break;
    default:
        break; /* those of result_simple_cell(), and those without a vector */
    }
    return OK;
}
