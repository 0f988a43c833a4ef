/* SPDX-License-Identifier: MIT */
/*
 * thrift_writer.h - writes Thrift's compact protocol to the end of a buffer: the other
 * direction of thrift_compact.h.
 *
 *     write    a field of the struct at hand: its header, then its value
 *     append   an element of the list at hand: a value without header
 *
 *     thrift_writer_init(&writer, output, error);
 *     thrift_write_i32(&writer, 1, 5);
 *     thrift_write_list(&writer, 2, THRIFT_STRUCT, 1);
 *     thrift_append_struct(&writer);
 *     thrift_write_bool(&writer, 1, true);
 *     thrift_end_struct(&writer);
 *     return thrift_finish(&writer);
 *
 * The first failure sticks: every later call does nothing, so that callers need to look
 * only once, at what thrift_finish() returns.
 */
#ifndef PARQUET_THRIFT_WRITER_H
#define PARQUET_THRIFT_WRITER_H

#include "base/buffer.h"
#include "parquet/format/thrift_compact.h"

/* Structs in one another, the outermost included.  The deepest that Parquet has is a
 * TimeUnit's member: file, schema element, logical type, timestamp, unit, member. */
enum { THRIFT_MAX_WRITTEN_DEPTH = 8 };

struct thrift_writer {
    struct buffer *output;
    struct error *error;
    enum status status; /* of the first failure, whose message is in *error */
    int depth;          /* of the struct at hand; 0: the outermost */
    int last_ids[THRIFT_MAX_WRITTEN_DEPTH];
    const void *context; /* the caller's; thrift_writer_init() makes it NULL */
};

/* Both are borrowed until thrift_finish().  After a failure the output ends anywhere. */
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

/* The struct's fields follow, and thrift_end_struct(). */
void thrift_write_struct(struct thrift_writer *writer, int id);
void thrift_end_struct(struct thrift_writer *writer);
/* A struct without fields: a member of a union, as a rule. */
void thrift_write_empty_struct(struct thrift_writer *writer, int id);
/* A value that another writer has made: a struct that is finished, or a list. */
void thrift_write_finished(struct thrift_writer *writer, int id, int type,
                           struct slice bytes);
/* A header alone; its value is to be appended. */
void thrift_write_header(struct thrift_writer *writer, int id, int type);

/* n elements of the type (booleans: THRIFT_TRUE) follow; TOO_BIG above INT32_MAX. */
void thrift_write_list(struct thrift_writer *writer, int id, int element_type,
                       uint64_t n);
void thrift_append_list(struct thrift_writer *writer, int element_type, uint64_t n);
void thrift_append_bool(struct thrift_writer *writer, bool value);
/* THRIFT_I16, THRIFT_I32 or THRIFT_I64, which look alike. */
void thrift_append_integer(struct thrift_writer *writer, int64_t value);
void thrift_append_binary(struct thrift_writer *writer, struct slice bytes);
/* A value that another writer has made. */
void thrift_append_finished(struct thrift_writer *writer, struct slice bytes);
/* The struct's fields follow, and thrift_end_struct(). */
void thrift_append_struct(struct thrift_writer *writer);

/* For failures of the caller's, who has set the error: recorded unless status is OK. */
void thrift_writer_fail(struct thrift_writer *writer, enum status status);

/* Ends the outermost struct.  The status of the first failure, or OK. */
enum status thrift_finish(struct thrift_writer *writer) CHECK_RESULT;

#endif
