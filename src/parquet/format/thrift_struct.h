/* SPDX-License-Identifier: MIT */
/*
 * thrift_struct.h - reads Thrift structs into C structs and writes them, driven by
 * tables.
 *
 *     static const struct thrift_member LOCATION[] = {
 *         [1] = THRIFT_REQUIRED(I64, struct pq_page_location, offset),
 *         [2] = THRIFT_REQUIRED(I32, struct pq_page_location, size),
 *     };
 *     const struct thrift_struct PQ_PAGE_LOCATION = STRUCT_OF(LOCATION, NO_LOCATION);
 *
 * A table is indexed by field id.  Fields that it does not list, and fields of another
 * type than it lists, are skipped: newer writers add fields, and Thrift's own code does
 * the same.  Integers of any width are accepted if the value fits.
 */
#ifndef PARQUET_THRIFT_STRUCT_H
#define PARQUET_THRIFT_STRUCT_H

#include "parquet/format/thrift_compact.h"
#include "parquet/format/thrift_writer.h"

/* How a field is stored in the C struct, and its type when written. */
enum thrift_kind {
    THRIFT_MEMBER_NONE,  /* the table has no such field */
    THRIFT_MEMBER_BOOL,  /* bool */
    THRIFT_MEMBER_MAYBE, /* a boolean, as int8_t: 0, 1, or -1 when absent */
    THRIFT_MEMBER_I8,    /* int32_t, as are the next two */
    THRIFT_MEMBER_I16,
    THRIFT_MEMBER_I32,
    THRIFT_MEMBER_I64,    /* int64_t */
    THRIFT_MEMBER_DOUBLE, /* double */
    THRIFT_MEMBER_BINARY, /* struct slice; data NULL when absent */
    THRIFT_MEMBER_LIST,   /* struct slice: the encoded list with header; likewise */
    THRIFT_MEMBER_STRUCT, /* a struct with its own table */
    THRIFT_MEMBER_UNION,  /* int: the result of thrift_read_union(); 0 when absent */
    THRIFT_MEMBER_STREAM, /* read and written by its own functions */
};

enum thrift_need {
    THRIFT_NEED_OPTIONAL, /* written if its flag is set or, without a flag, if the value
                             differs from the empty struct's */
    THRIFT_NEED_ALWAYS,   /* optional, but always written */
    THRIFT_NEED_REQUIRED, /* always written; reading reports its absence */
};

struct thrift_struct;

/* For fields that no C struct holds.  The functions may use reader->context and
 * writer->context. */
struct thrift_stream {
    enum thrift_type type; /* THRIFT_LIST or THRIFT_STRUCT */
    void (*read)(struct thrift_reader *reader, const struct thrift_field *field,
                 void *object);
    /* Writes the value after the caller has written the header. */
    void (*write)(struct thrift_writer *writer, const void *object);
};

struct thrift_member {
    uint8_t kind, need;
    uint16_t offset; /* of the member in the C struct */
    uint16_t flag;   /* offset of a bool, set if the field is present; 0: there is none */
    /* With THRIFT_TAG_SELECTS: the tag value for which this field is read.  For a union:
     * the highest known id, others being read as 0; 0 here accepts all. */
    int8_t tag;
    const struct thrift_struct *inner;  /* THRIFT_MEMBER_STRUCT */
    const struct thrift_stream *stream; /* THRIFT_MEMBER_STREAM */
};

enum thrift_tag_kind {
    THRIFT_NO_TAG,
    THRIFT_TAG_IS_ID,  /* a union: an int holds the id of the field that is set */
    THRIFT_TAG_SELECTS /* structs for another value of the int are skipped */
};

struct thrift_struct {
    const struct thrift_member *members; /* by field id */
    uint8_t n_members;                   /* the highest id + 1 */
    uint8_t tag_kind;                    /* enum thrift_tag_kind */
    bool is_part;                        /* its members live in the enclosing C struct */
    uint16_t tag;                        /* offset of the int */
    /* THRIFT_TAG_IS_ID: offset of an int that receives the id of a field not in the
     * table. */
    uint16_t unknown;
    uint16_t size;     /* of the C struct */
    const void *empty; /* the C struct with all fields absent */
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

/* Reads the fields that come next into the object, which is set to `empty` first (unless
 * the struct is a part of another one).  Faults are in the reader. */
void thrift_read_struct(struct thrift_reader *reader, const struct thrift_struct *type,
                        void *object);

/* Does the same; false if a required field is missing. */
bool thrift_read_complete_struct(struct thrift_reader *reader,
                                 const struct thrift_struct *type, void *object);

/* Reads only the member at `offset` of the C struct.  All other fields are skipped and
 * their members left unchanged. */
void thrift_read_member(struct thrift_reader *reader, const struct thrift_struct *type,
                        size_t offset, void *object);

/* The id of the union's member, of whatever type; 0 if it has none, -1 if it has more
 * than one.  *type (enum thrift_type; may be NULL) is the member's type. */
int thrift_read_union(struct thrift_reader *reader, int *type);

/* Writes the fields of an object.  The caller begins and ends the struct. */
void thrift_write_members(struct thrift_writer *writer, const struct thrift_struct *type,
                          const void *object);

/* Appends a struct as an element of the current list. */
void thrift_append_members(struct thrift_writer *writer, const struct thrift_struct *type,
                           const void *object);

/* Iterates over a list kept encoded (struct slice, THRIFT_MEMBER_LIST). */
struct thrift_list {
    struct thrift_reader reader;
    uint32_t n, left; /* number of elements, and those not yet read */
};

/* bytes.data NULL: an empty list.  Faults are in list->reader. */
void thrift_list_begin(struct thrift_list *list, struct slice bytes, int element_type);

/* False at the end or after a fault.  After true the caller must read the element. */
static inline bool thrift_list_next(struct thrift_list *list)
{
    if (list->left == 0 || list->reader.fault != NULL)
        return false;
    list->left--;
    return true;
}

int32_t thrift_list_i32(struct thrift_list *list);
bool thrift_list_bool(struct thrift_list *list);

/* Page indexes are long lists of small elements, so most elements are read here, without
 * the checks and polls of the functions that read the others. */
int64_t thrift_list_other_i64(struct thrift_list *list);
struct slice thrift_list_other_binary(struct thrift_list *list);

static inline bool thrift_list_is_quick(struct thrift_list *list)
{
    return (list->reader.n_polls + 1) % THRIFT_POLL_INTERVAL != 0;
}

static inline int64_t thrift_list_i64(struct thrift_list *list)
{
    uint64_t value;
    if (!thrift_list_is_quick(list) || !slice_read_varint(&list->reader.rest, &value))
        return thrift_list_other_i64(list);
    list->reader.n_polls++;
    return zigzag_decode(value);
}

static inline struct slice thrift_list_binary(struct thrift_list *list)
{
    struct slice rest = list->reader.rest, bytes;
    uint64_t size;
    if (!thrift_list_is_quick(list) || !slice_read_varint(&rest, &size) ||
        size > INT32_MAX || !slice_take(&rest, (size_t)size, &bytes))
        return thrift_list_other_binary(list);
    list->reader.n_polls++;
    list->reader.rest = rest;
    return bytes;
}

/* Reads an element that is a struct of exactly n integer fields, 1 to n, with short
 * headers.  False, and nothing changes, if it is another one or a poll is due. */
static inline bool thrift_list_integers(struct thrift_list *list, int64_t *integers,
                                        unsigned n)
{
    struct slice rest = list->reader.rest;
    uint64_t number;
    if (!thrift_list_is_quick(list))
        return false;
    for (unsigned i = 0; i < n; i++) {
        /* The type of the field, if its id is the next one. */
        unsigned type = rest.size > 0 ? (unsigned)rest.data[0] - 0x10 : 0;
        if (type < THRIFT_I16 || type > THRIFT_I64)
            return false;
        rest = slice_of(rest.data + 1, rest.size - 1);
        if (!slice_read_varint(&rest, &number))
            return false;
        integers[i] = zigzag_decode(number);
    }
    if (rest.size == 0 || rest.data[0] != THRIFT_STOP)
        return false;
    list->reader.rest = slice_of(rest.data + 1, rest.size - 1);
    list->reader.n_polls++;
    return true;
}

#endif
