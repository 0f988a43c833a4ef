/* SPDX-License-Identifier: MIT */
/*
 * write_nested.h - writes JSON text as a row of a nested column: the inverse of
 * nested_reader.h.
 *
 *     object   STRUCT, MAP (keys are the text of a value of the key's type)
 *     array    LIST
 *     null or a missing member: null, unless the type is NOT NULL
 *     numbers, true and false, strings: leaves, by the rules of explicit types
 *              (write_values.h); BLOB and geometries are hexadecimal digits
 *
 * Nothing is lost: members that the type does not name, and duplicate members, are
 * refused.  If the user did not ask for the type, the text must be exactly what reading
 * returns: in the same form, with all members in the type's order.  Depth is bounded by
 * the type, memory by the row's text.
 */
#ifndef CONVERT_WRITE_NESTED_H
#define CONVERT_WRITE_NESTED_H

#include "convert/write_values.h"
#include "convert/write_variant.h"
#include "parquet/schema/nested_type_text.h"
#include "parquet/schema/shape.h"
#include "parquet/write/file_writer.h"
#include "value/json_reader.h"

/* Leaves and levels are as in the file, but leaves are numbered from 0. */
struct write_leaf {
    struct write_target target;
    struct pq_column_values *values;
};

/* State of a shape beyond pq_shape. */
struct write_shape;
struct open_json;

struct write_nested {
    struct pq_type_elements elements; /* the column's, and all below it */
    struct pq_schema_tree tree;       /* of this column alone */
    struct pq_shapes shapes;
    struct write_leaf *leaves;
    struct write_shape *details; /* of each shape */
    struct json_reader reader;
    struct slice types; /* of the row's Variants, from the next one on */
    bool is_checking;   /* check only: append nothing */
    bool is_strict;     /* no explicit type: text must be what reading returns */
    bool has_binary;    /* a leaf needs hexadecimal digits */
    /* The open arrays and objects. */
    struct open_json *open;
    uint32_t depth;
    uint64_t serial;    /* of the object that began last */
    struct buffer keys; /* of open maps, to find duplicates */
    struct buffer entries;
    struct buffer binary; /* decoded hexadecimal digits */
    struct write_variant variant;
};

/* How a target may be more permissive than its type's words. */
enum write_relaxation {
    WRITE_NULLABLE = 1,       /* the column itself may be NULL */
    WRITE_NULLABLE_REALS = 2, /* REAL members may be null: JSON has no NaN */
    WRITE_MICROSECONDS = 4,   /* for years outside the range of nanoseconds */
    WRITE_NULLABLE_PARTS = 8, /* so may all members, elements and values of maps */
};

/* Initializes a target from a type in words: of class COLUMN_NESTED, or of a leaf if the
 * type is one.  If not is_explicit, a value fits only if reading returns the very same
 * text.  relaxed: flags of enum write_relaxation.  The arena owns the memory, but
 * write_target_release() is still needed, also after errors.  MISUSE: the words are not
 * understood, a STRUCT has two fields of one name, a Variant cannot be shredded that way,
 * or a relaxation changes nothing. */
enum status write_target_of_type(struct write_target *target, const char *type,
                                 bool is_explicit, unsigned relaxed, struct arena *arena,
                                 struct error *error) CHECK_RESULT;

/* Also accepts targets of leaves, and zeroed ones. */
void write_target_release(struct write_target *target);

/* Directs rows to the writer's leaves, from number first_leaf on. */
void write_nested_open(struct write_nested *nested, struct pq_file_writer *writer,
                       uint32_t first_leaf);

/* Appends a row.  MISUSE if the cell does not fit; the error says where, why and what
 * would help.  After MISUSE alone another type may fit; NOMEM and TOO_BIG (a Variant's
 * limits, or memory's) end the write.  The part of the row already appended remains, so
 * the writer is then unusable. */
enum status write_nested_append(struct write_nested *nested, const struct cell *cell,
                                struct error *error) CHECK_RESULT;

/* Checks whether the cell fits, without appending anything.  It must agree with
 * write_nested_append() on MISUSE, or the choice of types would not end; TOO_BIG may be
 * found only there. */
enum status write_nested_check(struct write_nested *nested, const struct cell *cell,
                               struct error *error) CHECK_RESULT;

/* ---- For the files that implement this ------------------------------------------- */

/* Converts a scalar token, or a KEY, to a value of the leaf; false if it does not fit.
 * is_strict: nor if reading returns another text. */
bool write_leaf_convert(struct write_nested *nested, uint32_t leaf, enum json_token token,
                        struct slice text, bool is_strict, struct physical_value *value);

/* Whether reading a REAL returns the number exactly as written here. */
bool write_real_is_own_text(struct slice text);

/* Append an entry to a leaf, or to each of several leaves; no-ops while is_checking.  The
 * value is a converted scalar, or the encoded bytes of a Variant. */
enum status write_leaf_append(struct write_nested *nested, uint32_t leaf,
                              unsigned repetition, const struct physical_value *value,
                              struct error *error) CHECK_RESULT;
enum status write_leaves_absent(struct write_nested *nested, uint32_t first_leaf,
                                uint32_t n_leaves, unsigned repetition,
                                unsigned definition, struct error *error) CHECK_RESULT;

#endif
