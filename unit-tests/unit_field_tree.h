/* SPDX-License-Identifier: MIT */
/*
 * unit_field_tree.h - trees of fields (file_field.h) as text, and whether a JSON text has
 * the form of one.
 */
#ifndef UNIT_FIELD_TREE_H
#define UNIT_FIELD_TREE_H

#include "scan/file_field.h"
#include "unit_test.h"
#include "value/json_reader.h"

static inline void put_file_field(struct buffer *text, const struct file_field *field)
{
    static const char *const types[] = {
        [COLUMN_NULL] = "null",           [COLUMN_BOOLEAN] = "boolean",
        [COLUMN_INTEGER] = "int",         [COLUMN_UINT64] = "uint64",
        [COLUMN_REAL] = "real",           [COLUMN_DECIMAL] = "decimal",
        [COLUMN_TEXT] = "text",           [COLUMN_JSON] = "json",
        [COLUMN_BLOB] = "blob",           [COLUMN_UUID] = "uuid",
        [COLUMN_DATE] = "date",           [COLUMN_TIME] = "time",
        [COLUMN_TIMESTAMP] = "timestamp", [COLUMN_INTERVAL] = "interval",
        [COLUMN_GEOMETRY] = "geometry",   [COLUMN_GEOGRAPHY] = "geography",
        [COLUMN_NESTED] = "nested",
    };
    static const char *const kinds[] = {"", "struct", "list", "map", "variant"};
    const struct column *c = &field->column;
    struct error error = {0};
    buffer_add_format(text, &error, "%.*s", (int)c->name_size, c->name);
    if (c->has_field_id)
        buffer_add_format(text, &error, "#%d", (int)c->field_id);
    buffer_add_format(text, &error, ":%s",
                      field->kind == FIELD_VALUE ? types[c->type] : kinds[field->kind]);
    CHECK(field->kind == FIELD_VALUE || c->type == COLUMN_NESTED);
    if (c->type == COLUMN_INTEGER || c->type == COLUMN_REAL)
        buffer_add_format(text, &error, "%d", c->bits);
    if (c->type == COLUMN_DECIMAL)
        buffer_add_format(text, &error, "(%d,%d)", (int)c->precision, (int)c->scale);
    if (field->kind != FIELD_VALUE && field->kind != FIELD_VARIANT) {
        buffer_add_text(text, "<", &error);
        for (uint32_t i = 0; i < field->n_members; i++) {
            buffer_add_text(text, i > 0 ? "," : "", &error);
            put_file_field(text, &field->members[i]);
        }
        buffer_add_text(text, ">", &error);
    }
    CHECK(error.status == OK);
}

/* For example `a#1:struct<b#2:int32,c:list<element:text>>`; valid until the next call. */
static inline const char *field_text(const struct file_field *field)
{
    static struct buffer text;
    struct error error = {0};
    text.size = 0;
    put_file_field(&text, field);
    CHECK(buffer_append(&text, "", 1, &error) == OK);
    return (const char *)text.data;
}

/* Whether the next value of the JSON, which begins with the token, is one of the field.
 */
static inline bool json_fits(struct json_reader *reader, enum json_token token,
                             const struct file_field *field)
{
    struct slice value;
    struct error error = {0};
    if (token == JSON_NULL)
        return true;
    if (field->kind == FIELD_VALUE)
        return token >= JSON_FALSE && token <= JSON_STRING;
    if (field->kind == FIELD_VARIANT)
        return json_reader_skip(reader, token, &error) == OK;
    if (token != (field->kind == FIELD_LIST ? JSON_BEGIN_ARRAY : JSON_BEGIN_OBJECT))
        return false;
    for (uint32_t i = 0;; i++) {
        const struct file_field *member = &field->members[field->kind == FIELD_MAP];
        if (json_reader_next(reader, &token, &value, &error) != OK)
            return false;
        if (token == JSON_END_ARRAY || token == JSON_END_OBJECT)
            return field->kind != FIELD_STRUCT || i == field->n_members;
        if (field->kind == FIELD_STRUCT) {
            if (i == field->n_members)
                return false;
            member = &field->members[i];
            if (!slice_equals(value,
                              slice_of(member->column.name, member->column.name_size)))
                return false;
        }
        if (field->kind != FIELD_LIST &&
            json_reader_next(reader, &token, &value, &error) != OK)
            return false;
        if (!json_fits(reader, token, member))
            return false;
    }
}

#endif
