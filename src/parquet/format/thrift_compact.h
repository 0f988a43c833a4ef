/* SPDX-License-Identifier: MIT */
/*
 * thrift_compact.h - a bounds-checked reader for Thrift's compact protocol (the
 * specification's "Thrift compact protocol": varint integers, field ids as deltas).
 *
 * The first fault is permanent: every later call returns nothing, so that parsers need to
 * check `fault` only once, at the end.  thrift_skip() skips a field of any type.  Nothing
 * here recurses.
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

enum {
    THRIFT_MAX_DEPTH = 64,
    THRIFT_POLL_INTERVAL = 4096, /* fields or elements read between two polls */
};

struct thrift_reader {
    struct slice rest;
    const char *fault; /* NULL: none so far; else a static string */
    bool is_cut;       /* the fault is that the bytes end too early */
    uint32_t n_polls;  /* for base/interrupt.h */
    void *context;     /* the caller's; thrift_init() sets it to NULL */
};

/* The current field while a struct is walked; zero it before the struct's first field. */
struct thrift_field {
    int id;
    int type;        /* enum thrift_type */
    bool is_element; /* list element: a boolean then takes a byte of its own */
};

void thrift_init(struct thrift_reader *reader, struct slice bytes);

/* Moves to the next field of a struct; false at the struct's end or after a fault. */
bool thrift_next_field(struct thrift_reader *reader, struct thrift_field *field);

/* Read the field's value; a fault if the field has another type.  Integers of any width
 * are accepted if the value fits. */
bool thrift_read_bool(struct thrift_reader *reader, const struct thrift_field *field);
int32_t thrift_read_i32(struct thrift_reader *reader, const struct thrift_field *field);
int64_t thrift_read_i64(struct thrift_reader *reader, const struct thrift_field *field);
double thrift_read_double(struct thrift_reader *reader, const struct thrift_field *field);
struct slice thrift_read_binary(struct thrift_reader *reader,
                                const struct thrift_field *field);
/* Structs have no read function: walk their fields next. */

/* Reads the header of a list with elements of element_type (booleans: THRIFT_TRUE).  The
 * count is at most the number of bytes left, because each element takes at least one. */
uint32_t thrift_begin_list(struct thrift_reader *reader, const struct thrift_field *field,
                           int element_type);

/* The field to pass to the functions above when reading list elements. */
static inline struct thrift_field thrift_element(int type)
{
    return (struct thrift_field){0, type, true};
}

/* Skips the field's value. */
void thrift_skip(struct thrift_reader *reader, const struct thrift_field *field);

/* Skips a list and returns its bytes, header included.  A thrift_reader over these bytes
 * reads them with thrift_begin_list(). */
struct slice thrift_skip_list(struct thrift_reader *reader,
                              const struct thrift_field *field);

/* Records a fault found by the caller. */
void thrift_fail(struct thrift_reader *reader, const char *fault);

#endif
