/* SPDX-License-Identifier: MIT */
#include "parquet/format/thrift_writer.h"

#include <assert.h>

enum { MOST_HEADER_BYTES = 1 + 5 }; /* type, and an id that does not fit in the delta */

void thrift_writer_init(struct thrift_writer *writer, struct buffer *output,
                        struct error *error)
{
    *writer = (struct thrift_writer){.output = output, .error = error};
}

void thrift_writer_fail(struct thrift_writer *writer, enum status status)
{
    if (writer->status == OK)
        writer->status = status;
}

static void put_bytes(struct thrift_writer *writer, const void *bytes, size_t size)
{
    if (writer->status == OK)
        writer->status = buffer_append(writer->output, bytes, size, writer->error);
}

static void put_until(struct thrift_writer *writer, const uint8_t *bytes,
                      const uint8_t *end)
{
    put_bytes(writer, bytes, (size_t)(end - bytes));
}

/* Encodes a field header of at most MOST_HEADER_BYTES, and records its id as the struct's
 * last.  Returns its end. */
static uint8_t *encode_header(struct thrift_writer *writer, int id, int type,
                              uint8_t *bytes)
{
    int *last_id = &writer->last_ids[writer->depth];
    int delta = id - *last_id;
    *last_id = id;
    if (delta >= 1 && delta <= 15) {
        bytes[0] = (uint8_t)(delta << 4 | type);
        return bytes + 1;
    }
    bytes[0] = (uint8_t)type;
    return store_varint(bytes + 1, zigzag_encode(id));
}

static void put_header(struct thrift_writer *writer, int id, int type)
{
    uint8_t bytes[MOST_HEADER_BYTES];
    put_until(writer, bytes, encode_header(writer, id, type, bytes));
}

static void put_integer(struct thrift_writer *writer, int id, int type, int64_t value)
{
    uint8_t bytes[MOST_HEADER_BYTES + MOST_VARINT_BYTES];
    uint8_t *end = encode_header(writer, id, type, bytes);
    put_until(writer, bytes, store_varint(end, zigzag_encode(value)));
}

void thrift_write_bool(struct thrift_writer *writer, int id, bool value)
{
    put_header(writer, id, value ? THRIFT_TRUE : THRIFT_FALSE);
}

void thrift_write_i8(struct thrift_writer *writer, int id, int8_t value)
{
    uint8_t bytes[MOST_HEADER_BYTES + 1];
    uint8_t *end = encode_header(writer, id, THRIFT_I8, bytes);
    *end++ = (uint8_t)value;
    put_until(writer, bytes, end);
}

void thrift_write_i16(struct thrift_writer *writer, int id, int16_t value)
{
    put_integer(writer, id, THRIFT_I16, value);
}

void thrift_write_i32(struct thrift_writer *writer, int id, int32_t value)
{
    put_integer(writer, id, THRIFT_I32, value);
}

void thrift_write_i64(struct thrift_writer *writer, int id, int64_t value)
{
    put_integer(writer, id, THRIFT_I64, value);
}

void thrift_write_double(struct thrift_writer *writer, int id, double value)
{
    uint8_t bytes[8];
    uint64_t bits = bits_of_double(value);
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(bits >> 8 * i);
    put_header(writer, id, THRIFT_DOUBLE);
    put_bytes(writer, bytes, sizeof bytes);
}

void thrift_write_binary(struct thrift_writer *writer, int id, struct slice bytes)
{
    put_header(writer, id, THRIFT_BINARY);
    thrift_append_binary(writer, bytes);
}

void thrift_write_struct(struct thrift_writer *writer, int id)
{
    put_header(writer, id, THRIFT_STRUCT);
    thrift_append_struct(writer);
}

void thrift_end_struct(struct thrift_writer *writer)
{
    assert(writer->depth > 0);
    put_bytes(writer, &(uint8_t){THRIFT_STOP}, 1);
    writer->depth--;
}

void thrift_write_empty_struct(struct thrift_writer *writer, int id)
{
    thrift_write_struct(writer, id);
    thrift_end_struct(writer);
}

void thrift_write_finished(struct thrift_writer *writer, int id, int type,
                           struct slice bytes)
{
    put_header(writer, id, type);
    put_bytes(writer, bytes.data, bytes.size);
}

void thrift_write_header(struct thrift_writer *writer, int id, int type)
{
    put_header(writer, id, type);
}

void thrift_append_finished(struct thrift_writer *writer, struct slice bytes)
{
    put_bytes(writer, bytes.data, bytes.size);
}

void thrift_append_list(struct thrift_writer *writer, int element_type, uint64_t n)
{
    uint8_t bytes[1 + MOST_VARINT_BYTES];
    uint8_t *end = bytes;
    if (n > INT32_MAX && writer->status == OK)
        writer->status = error_set(writer->error, TOO_BIG,
                                   "metadata: a list of %llu elements",
                                   (unsigned long long)n);
    *end++ = (uint8_t)((n < 15 ? n : 15) << 4 | (unsigned)element_type);
    if (n >= 15)
        end = store_varint(end, n);
    put_until(writer, bytes, end);
}

void thrift_append_bool(struct thrift_writer *writer, bool value)
{
    put_bytes(writer, &(uint8_t){value ? THRIFT_TRUE : THRIFT_FALSE}, 1);
}

void thrift_append_integer(struct thrift_writer *writer, int64_t value)
{
    uint8_t bytes[MOST_VARINT_BYTES];
    put_until(writer, bytes, store_varint(bytes, zigzag_encode(value)));
}

void thrift_append_binary(struct thrift_writer *writer, struct slice bytes)
{
    uint8_t size_bytes[MOST_VARINT_BYTES];
    if (bytes.size > INT32_MAX && writer->status == OK)
        writer->status = error_set(writer->error, TOO_BIG,
                                   "metadata: a value of %zu bytes", bytes.size);
    put_until(writer, size_bytes, store_varint(size_bytes, bytes.size));
    put_bytes(writer, bytes.data, bytes.size);
}

void thrift_append_struct(struct thrift_writer *writer)
{
    assert(writer->depth + 1 < THRIFT_MAX_WRITTEN_DEPTH);
    writer->last_ids[++writer->depth] = 0;
}

enum status thrift_finish(struct thrift_writer *writer)
{
    assert(writer->depth == 0);
    put_bytes(writer, &(uint8_t){THRIFT_STOP}, 1);
    return writer->status;
}
