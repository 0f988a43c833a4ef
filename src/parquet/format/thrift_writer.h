/* SPDX-License-Identifier: MIT */
/*
 * thrift_writer.h - writes Thrift's compact protocol to the end of a buffer: the inverse
 * of thrift_compact.h.
 *
 *     write    a field of the current struct: its header, then its value
 *     append   an element of the current list: a value without header
 *
 *     thrift_writer_init(&writer, output, error);
 *     thrift_write_i32(&writer, 1, 5);
 *     thrift_write_header(&writer, 2, THRIFT_LIST);
 *     thrift_append_list(&writer, THRIFT_STRUCT, 1);
 *     thrift_append_struct(&writer);
 *     thrift_write_bool(&writer, 1, true);
 *     thrift_end_struct(&writer);
 *     return thrift_finish(&writer);
 *
 * The first failure is permanent: every later call does nothing, so that callers need to
 * check only the result of thrift_finish().
 */
#ifndef PARQUET_THRIFT_WRITER_H
#define PARQUET_THRIFT_WRITER_H

#include "base/buffer.h"
#include "parquet/format/thrift_compact.h"

/* Maximum nesting of structs, the outermost included.  Parquet's deepest is a TimeUnit's
 * member: file, schema element, logical type, timestamp, unit, member. */
enum { THRIFT_MAX_WRITTEN_DEPTH = 8 };

struct thrift_writer {
    struct buffer *output;
    struct error *error;
    enum status status; /* of the first failure, whose message is in *error */
    int depth;          /* of the current struct; 0: the outermost */
    int last_ids[THRIFT_MAX_WRITTEN_DEPTH];
    const void *context; /* the caller's; thrift_writer_init() sets it to NULL */
};

/* Borrows both until thrift_finish().  After a failure the output may end anywhere. */
void thrift_writer_init(struct thrift_writer *writer, struct buffer *output,
                        struct error *error);

void thrift_write_bool(struct thrift_writer *writer, int id, bool value);
void thrift_write_i8(struct thrift_writer *writer, int id, int8_t value);
void thrift_write_i16(struct thrift_writer *writer, int id, int16_t value);
void thrift_write_i32(struct thrift_writer *writer, int id, int32_t value);
void thrift_write_i64(struct thrift_writer *writer, int id, int64_t value);
void thrift_write_double(struct thrift_writer *writer, int id, double value);
/* At most INT32_MAX bytes, as everywhere in Thrift; else TOO_BIG. */
void thrift_write_binary(struct thrift_writer *writer, int id, struct slice bytes);

/* The caller writes the struct's fields next, then calls thrift_end_struct(). */
void thrift_write_struct(struct thrift_writer *writer, int id);
void thrift_end_struct(struct thrift_writer *writer);
/* A struct without fields, usually a union's member. */
void thrift_write_empty_struct(struct thrift_writer *writer, int id);
/* A value encoded by another writer: a finished struct, or a list. */
void thrift_write_finished(struct thrift_writer *writer, int id, int type,
                           struct slice bytes);
/* Only a header; the caller appends its value. */
void thrift_write_header(struct thrift_writer *writer, int id, int type);

/* The caller appends n elements of the type (booleans: THRIFT_TRUE).  TOO_BIG above
 * INT32_MAX. */
void thrift_append_list(struct thrift_writer *writer, int element_type, uint64_t n);
void thrift_append_bool(struct thrift_writer *writer, bool value);
/* THRIFT_I16, THRIFT_I32 or THRIFT_I64, which are encoded alike. */
void thrift_append_integer(struct thrift_writer *writer, int64_t value);
void thrift_append_binary(struct thrift_writer *writer, struct slice bytes);
/* A value encoded by another writer. */
void thrift_append_finished(struct thrift_writer *writer, struct slice bytes);
/* The caller writes the struct's fields next, then calls thrift_end_struct(). */
void thrift_append_struct(struct thrift_writer *writer);

/* Records a failure of the caller, who has set *error.  Does nothing if status is OK. */
void thrift_writer_fail(struct thrift_writer *writer, enum status status);

/* Ends the outermost struct.  Returns the status of the first failure, or OK. */
enum status thrift_finish(struct thrift_writer *writer) CHECK_RESULT;

#endif
