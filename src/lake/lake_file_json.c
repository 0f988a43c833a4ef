/* SPDX-License-Identifier: MIT */
#include "lake/lake_file_json.h"

#include "base/interrupt.h"
#include "lake/iceberg/iceberg_table.h"
#include "lake/iceberg/iceberg_values.h"
#include "scan/json_cell.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

enum { MOST_UTF8 = 4 /* bytes of a character */ };

static void append_name(struct buffer *text, struct slice name, struct error *error)
{
    buffer_add_text(text, text->size > 0 ? "," : "{", error);
    add_json_string(text, name, error);
    buffer_add_text(text, ":", error);
}

/* value: NULL is null. */
static void append_value(struct buffer *text, const struct column *column,
                         const union column_value *value, struct error *error)
{
    if (value == NULL) {
        buffer_add_text(text, "null", error);
        return;
    }
    const struct column_vector vector = {
        .n_rows = 1, .values.any = value, .kind = column->kind};
    if (error->status == OK)
        (void)!append_json_cell(text, column, &vector, 0, error);
}

/* Whether all rows of the file have the same value in the column. */
static bool has_constant(const struct declared_table *table, uint32_t file,
                         uint32_t column, struct declared_value *value)
{
    return table->columns[column].is_constant &&
           table->ops->constant(table, file, column, value);
}

static void add_constants(const struct declared_table *table, uint32_t file,
                          struct buffer *text, struct error *error)
{
    for (uint32_t i = 0; i < table->n_columns && error->status == OK; i++) {
        const struct column *column = &table->columns[i].column;
        struct declared_value constant;
        if (!has_constant(table, file, i, &constant))
            continue;
        append_name(text, slice_of(column->name, column->name_size), error);
        append_value(text, column, constant.is_null ? NULL : &constant.value, error);
    }
}

/* The type of a partition field's values: that of the source column, if it is a column
 * of the table; NULL: unknown. */
static const struct column *column_of_field(const struct declared_table *table,
                                            const struct iceberg_partition_field *field)
{
    static const struct column number = {
        .type = COLUMN_INTEGER, .kind = VECTOR_INT64, .bits = 64, .is_signed = true};
    static const struct column date = {.type = COLUMN_DATE, .kind = VECTOR_INT64};
    switch (field->transform) {
    case ICEBERG_BUCKET:
    case ICEBERG_YEAR:
    case ICEBERG_MONTH:
    case ICEBERG_HOUR:
        return &number;
    case ICEBERG_DAY:
        return &date;
    case ICEBERG_IDENTITY:
    case ICEBERG_TRUNCATE:
        break;
    case ICEBERG_VOID:
    case ICEBERG_OTHER:
        return NULL;
    }
    for (uint32_t i = 0; i < table->n_columns; i++) {
        const struct column *column = &table->columns[i].column;
        if (column->has_field_id && column->field_id == field->source_id)
            return column;
    }
    return NULL;
}

static void add_fields(const struct declared_table *table, uint32_t number,
                       struct buffer *text, struct error *error)
{
    const struct iceberg_file *file = &iceberg_table_files(table)->data.files[number];
    for (uint32_t i = 0; i < file->spec->n_fields && error->status == OK; i++) {
        const struct iceberg_partition_field *field = &file->spec->fields[i];
        const struct iceberg_partition_value partition = iceberg_file_partition_value(
            file, i);
        const struct column *column = column_of_field(table, field);
        union column_value value;
        bool is_known = !partition.is_null && column != NULL &&
                        iceberg_value_read(column, partition.bytes, &value);
        if (!is_known && !partition.is_null)
            continue;
        append_name(text, field->name, error);
        append_value(text, column, is_known ? &value : NULL, error);
    }
}

void lake_partition_add(const struct declared_table *table, enum lake_kind kind,
                        uint32_t file, struct buffer *text, struct error *error)
{
    (kind == LAKE_DELTA ? add_constants : add_fields)(table, file, text, error);
    if (text->size > 0)
        buffer_add_text(text, "}", error);
}

/* ---- Statistics ------------------------------------------------------------------- */

/* Appends a bound of texts, which need not be text itself: it may be cut within a
 * character, or has a byte at its end that no text has.  What is shown is a bound, too.
 */
static void append_text_bound(struct buffer *text, struct slice bound, bool is_max,
                              struct error *error)
{
    static const char last_character[] = "\xf4\x8f\xbf\xbf";
    struct buffer shown = {0};
    struct slice front = bound;
    while (front.size > 0 && bound.size - front.size < MOST_UTF8 && !text_is_utf8(front))
        front.size--;
    if (!text_is_utf8(front))
        front.size = 0;
    buffer_add(&shown, front, error);
    if (is_max && front.size < bound.size)
        buffer_add_text(&shown, last_character, error);
    add_json_string(text, buffer_slice(&shown), error);
    buffer_release(&shown);
}

static void append_bound(struct buffer *text, const struct column *column,
                         const union column_value *bound, bool is_max,
                         struct error *error)
{
    if (column->type == COLUMN_TEXT)
        append_text_bound(text, slice_of(bound->bytes.data, bound->bytes.size), is_max,
                          error);
    else
        append_value(text, column, bound, error);
}

static void append_column_statistics(struct buffer *text, const struct column *column,
                                     const struct column_statistics *statistics,
                                     struct error *error)
{
    bool has_bounds = column->type != COLUMN_NESTED && column->type != COLUMN_NULL &&
                      !statistics->is_unverified;
    bool has_min = has_bounds && statistics->has_min;
    bool has_max = has_bounds && statistics->has_max;
    const char *comma = "";
    if (!has_min && !has_max && !statistics->has_null_count)
        return;
    append_name(text, slice_of(column->name, column->name_size), error);
    buffer_add_text(text, "{", error);
    if (has_min) {
        buffer_add_text(text, "\"min\":", error);
        append_bound(text, column, &statistics->min, false, error);
        comma = ",";
    }
    if (has_max) {
        buffer_add_format(text, error, "%s\"max\":", comma);
        append_bound(text, column, &statistics->max, true, error);
        comma = ",";
    }
    if (statistics->has_null_count)
        buffer_add_format(text, error, "%s\"null_count\":%llu", comma,
                          (unsigned long long)statistics->null_count);
    buffer_add_text(text, "}", error);
}

void lake_statistics_add(const struct declared_table *table, uint32_t file,
                         struct buffer *text, struct error *error)
{
    for (uint32_t i = 0; i < table->n_columns && error->status == OK; i++) {
        struct column_statistics statistics = {0};
        struct declared_value constant;
        if (has_constant(table, file, i, &constant) || interrupt_check(error) != OK ||
            table->ops->statistics(table, file, i, &statistics, error) != OK)
            continue;
        append_column_statistics(text, &table->columns[i].column, &statistics, error);
    }
    if (text->size > 0)
        buffer_add_text(text, "}", error);
}
