/* SPDX-License-Identifier: MIT */
/*
 * unit_thrift_text.h - formats a struct of Thrift's compact protocol as text, by field
 * id.
 *
 *     {1:5 2:[1l 2l] 3:{1:t 2:'text%00'}}
 *
 * Integers of 8, 16 and 64 bits have the suffixes b, s and l.
 */
#ifndef UNIT_THRIFT_TEXT_H
#define UNIT_THRIFT_TEXT_H

#include <stdarg.h>
#include <stdio.h>

#include "parquet/format/thrift_compact.h"

struct thrift_text {
    char text[8000];
    size_t size;
};

static inline void add_text(struct thrift_text *text, const char *format, ...)
    PRINTF_LIKE(2, 3);
static inline void add_text(struct thrift_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int size = vsnprintf(text->text + text->size, sizeof text->text - text->size, format,
                         args);
    va_end(args);
    text->size += (size_t)size;
    if (text->size >= sizeof text->text)
        text->size = sizeof text->text - 1;
}

static inline void add_value(struct thrift_reader *reader,
                             const struct thrift_field *field, struct thrift_text *text);

static inline void add_struct(struct thrift_reader *reader, struct thrift_text *text)
{
    struct thrift_field field = {0};
    bool is_first = true;
    add_text(text, "{");
    while (thrift_next_field(reader, &field)) {
        add_text(text, "%s%d:", is_first ? "" : " ", field.id);
        add_value(reader, &field, text);
        is_first = false;
    }
    add_text(text, "}");
}

static inline void add_list(struct thrift_reader *reader,
                            const struct thrift_field *field, struct thrift_text *text)
{
    int type = reader->rest.size > 0 ? *reader->rest.data & 15 : THRIFT_STOP;
    struct thrift_field element = thrift_element(type);
    uint32_t n = thrift_begin_list(reader, field, type);
    add_text(text, "[");
    for (uint32_t i = 0; i < n && reader->fault == NULL; i++) {
        add_text(text, "%s", i == 0 ? "" : " ");
        add_value(reader, &element, text);
    }
    add_text(text, "]");
}

static inline void add_binary(struct slice bytes, struct thrift_text *text)
{
    add_text(text, "'");
    for (size_t i = 0; i < bytes.size; i++) {
        if (bytes.data[i] >= ' ' && bytes.data[i] < 127)
            add_text(text, "%c", bytes.data[i]);
        else
            add_text(text, "%%%02x", bytes.data[i]);
    }
    add_text(text, "'");
}

static inline void add_value(struct thrift_reader *reader,
                             const struct thrift_field *field, struct thrift_text *text)
{
    switch (field->type) {
    case THRIFT_TRUE:
    case THRIFT_FALSE:
        add_text(text, thrift_read_bool(reader, field) ? "t" : "f");
        break;
    case THRIFT_I8:
        add_text(text, "%db", thrift_read_i32(reader, field));
        break;
    case THRIFT_I16:
        add_text(text, "%ds", thrift_read_i32(reader, field));
        break;
    case THRIFT_I32:
        add_text(text, "%d", thrift_read_i32(reader, field));
        break;
    case THRIFT_I64:
        add_text(text, "%lldl", (long long)thrift_read_i64(reader, field));
        break;
    case THRIFT_BINARY:
        add_binary(thrift_read_binary(reader, field), text);
        break;
    case THRIFT_LIST:
        add_list(reader, field, text);
        break;
    case THRIFT_STRUCT:
        add_struct(reader, text);
        break;
    default:
        add_text(text, "?");
        thrift_skip(reader, field);
    }
}

/* Returns false unless the bytes are exactly one struct. */
static inline bool thrift_as_text(struct slice bytes, struct thrift_text *text)
{
    struct thrift_reader reader;
    text->size = 0;
    thrift_init(&reader, bytes);
    add_struct(&reader, text);
    return reader.fault == NULL && reader.rest.size == 0;
}

#endif
