/* SPDX-License-Identifier: MIT */
/*
 * thrift_struct.h - Thrift structs read into C structs and written from them, by tables.
 *
 *     static const struct thrift_member LOCATION[] = {
 *         [1] = THRIFT_REQUIRED(I64, struct pq_page_location, offset),
 *         [2] = THRIFT_REQUIRED(I32, struct pq_page_location, size),
 *     };
 *     const struct thrift_struct PQ_PAGE_LOCATION = THRIFT_STRUCT_OF(LOCATION, ...);
 *
 * A table is indexed by field id.  Fields that it does not have, and fields of another
 * type than it says, are passed over: newer writers add fields, and Thrift's own code
 * does the same.  Integers of any width are accepted where the value fits.
 */
#ifndef PARQUET_THRIFT_STRUCT_H
#define PARQUET_THRIFT_STRUCT_H

#include "parquet/format/thrift_compact.h"
#include "parquet/format/thrift_writer.h"

/* How a field is kept, and the type with which it is written. */
enum thrift_kind {
    THRIFT_MEMBER_NONE,  /* the table has no such field */
    THRIFT_MEMBER_BOOL,  /* bool */
    THRIFT_MEMBER_MAYBE, /* a boolean, as int8_t: 0, 1, or -1 when absent */
    THRIFT_MEMBER_I8,    /* int32_t, as the next two */
    THRIFT_MEMBER_I16,
    THRIFT_MEMBER_I32,
    THRIFT_MEMBER_I64,    /* int64_t */
    THRIFT_MEMBER_DOUBLE, /* double */
    THRIFT_MEMBER_BINARY, /* struct slice; data NULL when absent */
    THRIFT_MEMBER_LIST,   /* struct slice: the encoded list, header included; likewise */
    THRIFT_MEMBER_STRUCT, /* a struct, by its own table */
    THRIFT_MEMBER_UNION,  /* int: as thrift_read_union() returns; 0 when absent */
    THRIFT_MEMBER_PRESENCE, /* bool: the struct is there; only read */
    THRIFT_MEMBER_STREAM,   /* read and written by functions of its own */
};

enum thrift_need {
    THRIFT_NEED_OPTIONAL, /* written if its flag is set or, without a flag, if the value
                             is not that of the empty struct */
    THRIFT_NEED_ALWAYS,   /* optional, but always written */
    THRIFT_NEED_REQUIRED, /* always written; its absence is reported */
};

struct thrift_struct;

/* For fields that no C struct holds.  reader->context and writer->context are theirs. */
struct thrift_stream {
    enum thrift_type type; /* THRIFT_LIST or THRIFT_STRUCT */
    void (*read)(struct thrift_reader *reader, const struct thrift_field *field,
                 void *object);
    /* Writes the value, whose header has been written. */
    void (*write)(struct thrift_writer *writer, const void *object);
};

struct thrift_member {
    uint8_t kind, need;
    uint16_t offset; /* of the member in the C struct */
    uint16_t flag;   /* offset of a bool, set when the field is there; 0: there is none */
    /* Where the struct's tag selects: the tag that the field belongs to.  Of a union: the
     * highest id that is known, others being none; 0: all are. */
    int8_t tag;
    const struct thrift_struct *inner;  /* THRIFT_MEMBER_STRUCT */
    const struct thrift_stream *stream; /* THRIFT_MEMBER_STREAM */
};

enum thrift_tag_kind {
    THRIFT_NO_TAG,
    THRIFT_TAG_IS_ID,  /* a union: an int holds the id of the field that is there */
    THRIFT_TAG_SELECTS /* structs that do not belong to the int's value are passed over */
};

struct thrift_struct {
    const struct thrift_member *members; /* by field id */
    uint8_t n_members;                   /* the highest id + 1 */
    uint8_t tag_kind;                    /* enum thrift_tag_kind */
    bool is_part; /* its members are members of the C struct around it */
    uint16_t tag; /* offset of the int */
    /* THRIFT_TAG_IS_ID: offset of an int that gets the id of a field that the table does
     * not have. */
    uint16_t unknown;
    uint16_t size;     /* of the C struct */
    const void *empty; /* a C struct without any field */
};

#define THRIFT_FIELD(kind_, need_, type, member)                                         \
    {                                                                                    \
        .kind = THRIFT_MEMBER_##kind_, .need = THRIFT_NEED_##need_,                      \
        .offset = offsetof(type, member)                                                 \
    }
#define THRIFT_REQUIRED(kind, type, member) THRIFT_FIELD(kind, REQUIRED, type, member)
#define THRIFT_ALWAYS(kind, type, member) THRIFT_FIELD(kind, ALWAYS, type, member)
#define THRIFT_OPTIONAL(kind, type, member) THRIFT_FIELD(kind, OPTIONAL, type, member)
#define THRIFT_FLAGGED(kind_, type, member, flag_)                                       \
    {                                                                                    \
        .kind = THRIFT_MEMBER_##kind_, .offset = offsetof(type, member),                 \
        .flag = offsetof(type, flag_)                                                    \
    }
#define THRIFT_INNER(type, member, flag_, inner_)                                        \
    {                                                                                    \
        .kind = THRIFT_MEMBER_STRUCT, .offset = offsetof(type, member),                  \
        .flag = offsetof(type, flag_), .inner = inner_                                   \
    }

/* Reads a struct whose fields come next, into an object that becomes empty first (unless
 * the struct is a part of another one).  False if a required field is missing; faults are
 * the reader's. */
bool thrift_read_struct(struct thrift_reader *reader, const struct thrift_struct *type,
                        void *object);

/* The same for the one member at an offset of the C struct; all others are passed over,
 * and left as they are. */
void thrift_read_member(struct thrift_reader *reader, const struct thrift_struct *type,
                        size_t offset, void *object);

/* The id of a union's member, of whatever type; 0: it has none, -1: more than one.  *type
 * (enum thrift_type; may be NULL): the member's. */
int thrift_read_union(struct thrift_reader *reader, int *type);

/* Writes the fields of an object; the struct has been begun, and is not ended. */
void thrift_write_members(struct thrift_writer *writer, const struct thrift_struct *type,
                          const void *object);

/* A struct as an element of the list at hand. */
void thrift_append_members(struct thrift_writer *writer, const struct thrift_struct *type,
                           const void *object);

/* A list as it was read (struct slice: THRIFT_MEMBER_LIST), element by element. */
struct thrift_list {
    struct thrift_reader reader;
    uint32_t n, left; /* elements of all, and not taken yet */
};

/* data NULL: an empty list.  A fault is the list's reader's. */
void thrift_list_begin(struct thrift_list *list, struct slice bytes, int element_type);

/* False at the end or after a fault.  A value must be read next. */
bool thrift_list_next(struct thrift_list *list);
int32_t thrift_list_i32(struct thrift_list *list);
int64_t thrift_list_i64(struct thrift_list *list);
bool thrift_list_bool(struct thrift_list *list);
struct slice thrift_list_binary(struct thrift_list *list);

#endif
