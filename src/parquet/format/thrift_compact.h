/* SPDX-License-Identifier: MIT */
/*
 * thrift_compact.h - a bounded reader for Thrift's compact protocol (the specification's
 * "Thrift compact protocol": varint integers, field ids as deltas).
 *
 * The first fault sticks: every later call returns nothing, so that parsers need to look
 * at `fault` only once, at the end.  Fields of no interest are passed with thrift_skip(),
 * whatever their type; nothing here recurses.
 */
#ifndef PARQUET_THRIFT_COMPACT_H
#define PARQUET_THRIFT_COMPACT_H

#include "base/slice.h"
#include "base/status.h"

enum thrift_type {
    THRIFT_STOP = 0,
    THRIFT_TRUE = 1,
    THRIFT_FALSE = 2,
    THRIFT_I8 = 3,
    THRIFT_I16 = 4,
    THRIFT_I32 = 5,
    THRIFT_I64 = 6,
    THRIFT_DOUBLE = 7,
    THRIFT_BINARY = 8,
    THRIFT_LIST = 9,
    THRIFT_SET = 10,
    THRIFT_MAP = 11,
    THRIFT_STRUCT = 12,
    THRIFT_UUID = 13,
};

enum { THRIFT_MAX_DEPTH = 64 };

struct thrift_reader {
    struct slice rest;
    const char *fault; /* NULL: none so far; else a text of static storage */
    bool is_cut;       /* the fault is that the bytes ended */
    uint32_t n_polls;  /* for base/interrupt.h */
    void *context;     /* the caller's; thrift_init() makes it NULL */
};

/* The field at hand while a struct is walked; zero it before the struct's first field. */
struct thrift_field {
    int id;
    int type;        /* enum thrift_type */
    bool is_element; /* of a list: then a boolean is a byte of its own */
};

/* Types that are read alike. */
enum thrift_class {
    THRIFT_CLASS_OTHER,
    THRIFT_CLASS_BOOLEAN,
    THRIFT_CLASS_INTEGER,
    THRIFT_CLASS_DOUBLE,
    THRIFT_CLASS_BINARY,
    THRIFT_CLASS_LIST,
    THRIFT_CLASS_STRUCT,
};

/* type: of a field that thrift_next_field() has given. */
enum thrift_class thrift_class_of(int type);

void thrift_init(struct thrift_reader *reader, struct slice bytes);

/* Moves to the next field of a struct; false at its end or after a fault. */
bool thrift_next_field(struct thrift_reader *reader, struct thrift_field *field);

/* The field's value; a fault when the field has another type.  Integers of any width are
 * taken where the value fits. */
bool thrift_read_bool(struct thrift_reader *reader, const struct thrift_field *field);
int8_t thrift_read_i8(struct thrift_reader *reader, const struct thrift_field *field);
int32_t thrift_read_i32(struct thrift_reader *reader, const struct thrift_field *field);
int64_t thrift_read_i64(struct thrift_reader *reader, const struct thrift_field *field);
double thrift_read_double(struct thrift_reader *reader, const struct thrift_field *field);
struct slice thrift_read_binary(struct thrift_reader *reader,
                                const struct thrift_field *field);
/* A struct needs no call: its fields are walked next. */

/* The header of a list whose elements have the type given (booleans: THRIFT_TRUE).  The
 * count is at most the bytes left, since no element takes less than one. */
uint32_t thrift_begin_list(struct thrift_reader *reader, const struct thrift_field *field,
                           int element_type);

/* For walking list elements with the functions above. */
static inline struct thrift_field thrift_element(int type)
{
    return (struct thrift_field){0, type, true};
}

/* Passes over a value. */
void thrift_skip(struct thrift_reader *reader, const struct thrift_field *field);

/* Passes over a list and gives its bytes, header included: what a thrift_reader over them
 * reads with thrift_begin_list(). */
struct slice thrift_skip_list(struct thrift_reader *reader,
                              const struct thrift_field *field);

/* Records a fault of the caller's. */
void thrift_fail(struct thrift_reader *reader, const char *fault);

#endif
