/* SPDX-License-Identifier: MIT */
/*
 * unit_declared.h - trees of declared fields and of fields of files from text:
 *
 *     s#1:struct<a=x|y:int64,b#2:list<:text>,m:map<:date,:variant>,d:int32!7>
 *
 * A declared field has the name a, the stored names x and y (without any: its name), a
 * number, and an initial value, an integer or a 'text'.
 */
#ifndef UNIT_DECLARED_H
#define UNIT_DECLARED_H

#include <stdlib.h>

#include "base/arena.h"
#include "dataset/declared_table.h"
#include "scan/file_field.h"
#include "unit_test.h"

static struct arena declared_arena;

static inline void *declared_alloc(size_t n, size_t size)
{
    void *memory = arena_alloc(&declared_arena, n, size);
    if (memory == NULL)
        abort();
    return memory;
}

/* Takes the text up to one of the characters. */
static inline struct slice declared_word(const char **at, const char *ends)
{
    size_t size = strcspn(*at, ends);
    struct slice word = slice_of(*at, size);
    *at += size;
    return word;
}

static inline void declared_stored_names(struct declared_field *field, const char **at)
{
    struct slice *names = declared_alloc(20, sizeof *names);
    field->stored_names = names;
    if (**at != '=') {
        names[field->n_stored_names++] = slice_of(field->column.name,
                                                  field->column.name_size);
        return;
    }
    do {
        ++*at;
        names[field->n_stored_names++] = declared_word(at, "|#:");
    } while (**at == '|');
}

static const struct declared_type {
    const char *word;
    struct column column;
} declared_types[] = {
    {"null", {.type = COLUMN_NULL}},
    {"boolean", {.type = COLUMN_BOOLEAN}},
    {"int8", {.type = COLUMN_INTEGER, .bits = 8, .is_signed = true}},
    {"int16", {.type = COLUMN_INTEGER, .bits = 16, .is_signed = true}},
    {"int32", {.type = COLUMN_INTEGER, .bits = 32, .is_signed = true}},
    {"int64", {.type = COLUMN_INTEGER, .bits = 64, .is_signed = true}},
    {"uint8", {.type = COLUMN_INTEGER, .bits = 8}},
    {"uint32", {.type = COLUMN_INTEGER, .bits = 32}},
    {"uint64", {.type = COLUMN_UINT64, .bits = 64}},
    {"float", {.type = COLUMN_REAL, .kind = VECTOR_DOUBLE, .bits = 32}},
    {"double", {.type = COLUMN_REAL, .kind = VECTOR_DOUBLE, .bits = 64}},
    {"decimal", {.type = COLUMN_DECIMAL}},
    {"binary_decimal", {.type = COLUMN_DECIMAL, .kind = VECTOR_BYTES}},
    {"text", {.type = COLUMN_TEXT, .kind = VECTOR_BYTES}},
    {"json", {.type = COLUMN_JSON, .kind = VECTOR_BYTES}},
    {"blob", {.type = COLUMN_BLOB, .kind = VECTOR_BYTES}},
    {"geometry", {.type = COLUMN_GEOMETRY, .kind = VECTOR_BYTES}},
    {"uuid", {.type = COLUMN_UUID, .kind = VECTOR_BYTES}},
    {"interval", {.type = COLUMN_INTERVAL, .kind = VECTOR_BYTES}},
    {"date", {.type = COLUMN_DATE}},
    {"time", {.type = COLUMN_TIME, .unit = UNIT_MICROS}},
    {"time_ms", {.type = COLUMN_TIME, .unit = UNIT_MILLIS}},
    {"time_ns", {.type = COLUMN_TIME, .unit = UNIT_NANOS}},
    {"timestamp", {.type = COLUMN_TIMESTAMP, .unit = UNIT_MICROS}},
    {"timestamp_utc", {.type = COLUMN_TIMESTAMP, .unit = UNIT_MICROS, .is_utc = true}},
    {"timestamp_ms", {.type = COLUMN_TIMESTAMP, .unit = UNIT_MILLIS}},
    {"timestamp_ns", {.type = COLUMN_TIMESTAMP, .unit = UNIT_NANOS}},
    {"instant", {.type = COLUMN_TIMESTAMP, .kind = VECTOR_INSTANT, .unit = UNIT_NANOS}},
    {"variant", {.type = COLUMN_NESTED, .kind = VECTOR_BYTES}},
    {"struct", {.type = COLUMN_NESTED, .kind = VECTOR_BYTES}},
    {"list", {.type = COLUMN_NESTED, .kind = VECTOR_BYTES}},
    {"map", {.type = COLUMN_NESTED, .kind = VECTOR_BYTES}},
};

/* Gives the column the type, of which decimals have (precision,scale). */
static inline enum declared_kind declared_type(struct column *column, const char **at)
{
    struct slice word = declared_word(at, "(<>,!");
    for (size_t i = 0; i < sizeof declared_types / sizeof *declared_types; i++) {
        const struct column *type = &declared_types[i].column;
        if (!slice_equals_text(word, declared_types[i].word))
            continue;
        column_take_type(column, type);
        column->kind = type->kind;
    }
    if (column->type == COLUMN_DECIMAL) {
        char *end;
        column->precision = (int32_t)strtol(*at + 1, &end, 10);
        column->scale = (int32_t)strtol(end + 1, &end, 10);
        *at = end + 1;
        if (column->precision > 18)
            column->kind = VECTOR_BYTES;
    }
    return slice_equals_text(word, "struct") ? DECLARED_STRUCT
           : slice_equals_text(word, "list") ? DECLARED_LIST
           : slice_equals_text(word, "map")  ? DECLARED_MAP
                                             : DECLARED_VALUE;
}

static inline void declared_initial(struct declared_field *field, const char **at)
{
    struct declared_value *value = declared_alloc(1, sizeof *value);
    char *end;
    field->initial = value;
    if (*++*at == '\'') {
        ++*at;
        struct slice text = declared_word(at, "'");
        value->value.bytes = (struct bytes_value){text.data, text.size};
        ++*at;
        return;
    }
    value->value.int64 = strtoll(*at, &end, 10);
    *at = end;
}

static inline void declared_parse(struct declared_field *field, const char **at)
{
    enum { MOST_MEMBERS = 40 };
    struct slice name = declared_word(at, "=#:");
    *field = (struct declared_field){0};
    field->column.name = arena_copy_text(&declared_arena, name.data, name.size);
    field->column.name_size = (uint32_t)name.size;
    declared_stored_names(field, at);
    if (**at == '#') {
        char *end;
        field->column.has_field_id = true;
        field->column.field_id = (int32_t)strtol(*at + 1, &end, 10);
        *at = end;
    }
    CHECK(**at == ':');
    ++*at;
    field->kind = declared_type(&field->column, at);
    if (field->kind != DECLARED_VALUE) {
        field->members = declared_alloc(MOST_MEMBERS, sizeof *field->members);
        while (*(*at)++ != '>' && **at != '>')
            declared_parse(&field->members[field->n_members++], at);
        *at += field->n_members == 0;
    }
    if (**at == '!')
        declared_initial(field, at);
}

static inline struct declared_field *declared_of(const char *text)
{
    struct declared_field *field = declared_alloc(1, sizeof *field);
    declared_parse(field, &text);
    CHECK(*text == '\0');
    return field;
}

/* The same tree as one of a file. */
static inline struct file_field file_field_of(const struct declared_field *declared)
{
    static const enum field_kind kinds[] = {FIELD_VALUE, FIELD_STRUCT, FIELD_LIST,
                                            FIELD_MAP};
    struct file_field field = {.kind = kinds[declared->kind],
                               .column = declared->column,
                               .n_members = declared->n_members};
    if (declared->kind == DECLARED_VALUE && declared->column.type == COLUMN_NESTED)
        field.kind = FIELD_VARIANT;
    field.members = declared_alloc(declared->n_members + 1, sizeof *field.members);
    for (uint32_t i = 0; i < declared->n_members; i++)
        field.members[i] = file_field_of(&declared->members[i]);
    return field;
}

static inline struct file_field *field_of(const char *text)
{
    struct file_field *field = declared_alloc(1, sizeof *field);
    *field = file_field_of(declared_of(text));
    return field;
}

#endif
