/* SPDX-License-Identifier: MIT */
/* unit_thrift.h - a minimal writer of Thrift's compact protocol. */
#ifndef UNIT_THRIFT_H
#define UNIT_THRIFT_H

#include "parquet/format/thrift_compact.h"
#include "unit_bytes.h"

/* When zeroed, ready for the fields of the outermost struct. */
struct thrift_bytes {
    struct bytes bytes;
    int last_ids[THRIFT_MAX_DEPTH + 8]; /* of the open structs */
    int depth;
};

static inline void put_field(struct thrift_bytes *writer, int id, int type)
{
    int *last_id = &writer->last_ids[writer->depth];
    int delta = id - *last_id;
    if (delta >= 1 && delta <= 15) {
        bytes_put_u8(&writer->bytes, (unsigned)(delta << 4 | type));
    } else {
        bytes_put_u8(&writer->bytes, (unsigned)type);
        bytes_put_zigzag(&writer->bytes, id);
    }
    *last_id = id;
}

static inline void put_i32(struct thrift_bytes *writer, int id, int64_t value)
{
    put_field(writer, id, THRIFT_I32);
    bytes_put_zigzag(&writer->bytes, value);
}

static inline void put_i64(struct thrift_bytes *writer, int id, int64_t value)
{
    put_field(writer, id, THRIFT_I64);
    bytes_put_zigzag(&writer->bytes, value);
}

static inline void put_i8(struct thrift_bytes *writer, int id, int value)
{
    put_field(writer, id, THRIFT_I8);
    bytes_put_u8(&writer->bytes, (unsigned)value & 0xff);
}

static inline void put_bool(struct thrift_bytes *writer, int id, bool value)
{
    put_field(writer, id, value ? THRIFT_TRUE : THRIFT_FALSE);
}

static inline void put_double(struct thrift_bytes *writer, int id, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_field(writer, id, THRIFT_DOUBLE);
    bytes_put_uint(&writer->bytes, bits, 8);
}

static inline void put_binary(struct thrift_bytes *writer, int id, const void *data,
                              size_t size)
{
    put_field(writer, id, THRIFT_BINARY);
    bytes_put_varint(&writer->bytes, size);
    bytes_put(&writer->bytes, data, size);
}

static inline void put_text(struct thrift_bytes *writer, int id, const char *text)
{
    put_binary(writer, id, text, strlen(text));
}

/* The caller appends the elements: values without a field header. */
static inline void put_list(struct thrift_bytes *writer, int id, int type, size_t n)
{
    put_field(writer, id, THRIFT_LIST);
    bytes_put_u8(&writer->bytes, (unsigned)((n < 15 ? n : 15) << 4) | (unsigned)type);
    if (n >= 15)
        bytes_put_varint(&writer->bytes, n);
}

/* Begins a list element, or the struct whose field header was just written. */
static inline void begin_struct(struct thrift_bytes *writer)
{
    writer->last_ids[++writer->depth] = 0;
}

static inline void end_struct(struct thrift_bytes *writer)
{
    bytes_put_u8(&writer->bytes, THRIFT_STOP);
    writer->depth--;
}

static inline void begin_struct_field(struct thrift_bytes *writer, int id)
{
    put_field(writer, id, THRIFT_STRUCT);
    begin_struct(writer);
}

/* A field whose value is a struct without fields, usually a member of a union. */
static inline void put_empty_struct(struct thrift_bytes *writer, int id)
{
    begin_struct_field(writer, id);
    end_struct(writer);
}

/* Ends the outermost struct. */
static inline void end_thrift(struct thrift_bytes *writer)
{
    bytes_put_u8(&writer->bytes, THRIFT_STOP);
}

static inline void thrift_bytes_free(struct thrift_bytes *writer)
{
    bytes_free(&writer->bytes);
    *writer = (struct thrift_bytes){0};
}

#endif
