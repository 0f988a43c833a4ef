/* SPDX-License-Identifier: MIT */
#include "sql/table/result.h"

#include "scan/text_match.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

struct cell_format cell_format_of(const struct table_column *column)
{
    struct cell_format format = {.form = column->form, .column = column};
    int32_t scale = column->column != NULL ? column->column->scale : -1;
    if (scale >= 0 && scale <= 22)
        format.divisor = power_of_ten(scale);
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

/* ---- Numbers and instants ---------------------------------------------------------- */

void shown_value(const struct table_column *column, enum vector_kind kind,
                 union column_value value, char *text, struct literal *shown)
{
    const struct column *c = column->column;
    const union vector_values values = {.any = &value};
    uint64_t number = (uint64_t)value.int64;
    struct instant instant;
    size_t size = 0; /* of a text */
    shown->type = LITERAL_INTEGER;
    shown->integer = value.int64;
    switch (column->form) {
    case FORM_DECIMAL_REAL:
        shown->type = LITERAL_REAL;
        shown->real = double_from_decimal(value.int64, c->scale);
        break;
    case FORM_UINT64:
        if (number > INT64_MAX)
            size = text_from_uint64(number, text);
        break;
    case FORM_UINT64_TEXT:
        size = padded_from_uint64(number, text);
        break;
    case FORM_UINT64_REAL:
        shown->type = LITERAL_REAL;
        shown->real = (double)number;
        break;
    case FORM_UINT64_BLOB:
        store_u64_big_endian((uint8_t *)text, number);
        shown->type = LITERAL_BLOB;
        shown->bytes = (struct bytes_value){(uint8_t *)text, sizeof number};
        break;
    case FORM_TEXT:
    case FORM_DECIMAL_TEXT:
        size = value_in_style(c, column->style, values, 0, text);
        break;
    case FORM_INSTANT_NANOS:
        if (!units_from_instant(value.instant, UNIT_NANOS, &shown->integer, &shown->real))
            size = text_from_instant_nanos(value.instant, text);
        break;
    case FORM_EPOCH:
        instant = kind == VECTOR_INSTANT ? value.instant
                                         : instant_from_units(value.int64, c->unit);
        if (!units_from_instant(instant, column->shown_unit, &shown->integer,
                                &shown->real))
            shown->type = LITERAL_REAL;
        break;
    default:
        break;
    }
    if (size > 0) {
        shown->type = LITERAL_TEXT;
        shown->bytes = (struct bytes_value){(uint8_t *)text, size};
    }
}

/* The text has room for a terminator. */
static void result_literal(sqlite3_context *context, const struct literal *literal,
                           char *text)
{
    if (literal->type == LITERAL_INTEGER)
        sqlite3_result_int64(context, literal->integer);
    else if (literal->type == LITERAL_REAL)
        sqlite3_result_double(context, literal->real);
    else if (literal->type == LITERAL_TEXT)
        result_short_text(context, text, literal->bytes.size);
    else
        sqlite3_result_blob(context, text, (int)literal->bytes.size, SQLITE_TRANSIENT);
}

static enum status result_binary_decimal(sqlite3_context *context,
                                         const struct cell_format *format,
                                         struct bytes_value value, struct error *error)
{
    int32_t scale = format->column->column->scale;
    struct buffer text = {0};
    int64_t integer;
    double real = 0;
    enum status status = OK;
    if (format->form == FORM_DECIMAL_TEXT) {
        status = append_binary_decimal(&text, value, scale, error);
        if (status == OK)
            sqlite3_result_text64(context, (const char *)text.data, text.size,
                                  SQLITE_TRANSIENT, SQLITE_UTF8);
        buffer_release(&text);
        return status;
    }
    if (format->form == FORM_DECIMAL_INTEGER &&
        int64_from_binary_decimal(value, &integer)) {
        sqlite3_result_int64(context, integer);
        return OK;
    }
    status = double_from_binary_decimal(value, scale, &real, error);
    if (status == OK)
        sqlite3_result_double(context, real);
    return status;
}

/* ---- Mismatched values ------------------------------------------------------------- */

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
    union column_value value = column_vector_value(vector, k);
    char text[VALUE_TEXT_SIZE];
    if (vector->kind == VECTOR_BYTES && format->form != FORM_BLOB)
        return result_binary_decimal(context, format, value.bytes, error);
    if (vector->kind == VECTOR_BYTES) {
        sqlite3_result_blob64(context, bytes_or_empty(&value.bytes), value.bytes.size,
                              SQLITE_TRANSIENT);
        return OK;
    }
    struct literal shown;
    shown_value(format->column, vector->kind, value, text, &shown);
    result_literal(context, &shown, text);
    return OK;
}
