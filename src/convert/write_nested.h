/* SPDX-License-Identifier: MIT */
/*
 * write_nested.h - JSON text as a row of a nested column: what nested_reader.h presents,
 * taken back.
 *
 *     object   STRUCT, MAP (keys are the text of a value of the key's type)
 *     array    LIST
 *     null, or a member that is not there: null, where the type is not NOT NULL
 *     numbers, true and false, strings: leaves, whose rules are those of explicit types
 * in write_values.h; BLOB and its like are strings of hexadecimal digits
 *
 * Nothing is lost: members that the type does not name, and those that come twice, are
 * refused.  Where nobody asked for the type, only the very text fits that reading would
 * give: in this form, with all members in the type's order.  Depth is bounded by the
 * type's, memory by the row's text.
 */
#ifndef CONVERT_WRITE_NESTED_H
#define CONVERT_WRITE_NESTED_H

#include "convert/write_values.h"
#include "convert/write_variant.h"
#include "parquet/schema/nested_type_text.h"
#include "parquet/schema/shape.h"
#include "parquet/write/file_writer.h"
#include "value/json_reader.h"

/* Leaves and levels are as in the file, but that leaves are numbered from 0. */
struct write_leaf {
    struct write_target target;
    struct pq_column_values *values;
};

/* What is known of a shape beyond pq_shape. */
struct write_shape;
struct open_json;

struct write_nested {
    struct pq_type_elements elements; /* the column's, and all below */
    struct pq_schema_tree tree;       /* of this column alone */
    struct pq_shapes shapes;
    struct write_leaf *leaves;
    struct write_shape *details; /* of each shape */
    struct json_reader reader;
    bool is_checking; /* nothing is appended */
    bool is_strict;   /* nobody asked for the type: only text that reading gives fits */
    bool has_binary;  /* a leaf of hexadecimal digits */
    /* The arrays and objects that are open. */
    struct open_json *open;
    uint32_t depth;
    uint64_t serial;    /* of the object begun last */
    struct buffer keys; /* of open maps, to find those that come twice */
    struct buffer entries;
    struct buffer binary; /* a value of hexadecimal digits */
    struct write_variant variant;
};

/* What a target has that its words do not ask for. */
enum write_relaxation {
    WRITE_NULLABLE = 1,       /* the column itself may be NULL */
    WRITE_NULLABLE_REALS = 2, /* and so may floating-point members: NaN is null in JSON */
    WRITE_MICROSECONDS = 4,   /* for the years that nanoseconds do not reach */
};

/* Makes the type of the words a target of class COLUMN_NESTED, or of a leaf where it is
 * one.  is_explicit false: what fits reads back as the very same text.  Memory comes from
 * the arena; write_target_release() is needed all the same.  relaxed: of enum
 * write_relaxation.  MISUSE: the words are not understood, a STRUCT names a field twice,
 * a Variant cannot be as they say, or a relaxation changes nothing. */
enum status write_target_of_type(struct write_target *target, const char *type,
                                 bool is_explicit, unsigned relaxed, struct arena *arena,
                                 struct error *error) CHECK_RESULT;

/* Also for targets of leaves, and zeroed ones. */
void write_target_release(struct write_target *target);

/* Rows go to the writer's leaves, of which the column's first one has that number. */
void write_nested_open(struct write_nested *nested, struct pq_file_writer *writer,
                       uint32_t first_leaf);

/* Appends a row.  MISUSE: the cell does not fit, and the error says in which place and
 * why, also what would help; what was appended of the row remains, so that the writer is
 * of no more use. */
enum status write_nested_append(struct write_nested *nested, const struct cell *cell,
                                struct error *error) CHECK_RESULT;

/* The same without appending anything. */
enum status write_nested_check(struct write_nested *nested, const struct cell *cell,
                               struct error *error) CHECK_RESULT;

/* ---- For what is in columns ------------------------------------------------------ */

/* Whether its values are strings of hexadecimal digits. */
bool write_leaf_is_binary(const struct column *column);

/* A scalar token, or a KEY, as a value of the leaf; false: it is none. */
bool write_leaf_convert(struct write_nested *nested, uint32_t leaf, enum json_token token,
                        struct slice text, struct physical_value *value);

/* A text of hexadecimal digits as a value of a binary leaf; false: it is none, or fits
 * less. */
bool write_binary_convert(struct write_nested *nested, uint32_t leaf,
                          enum text_fit least_fit, struct slice text,
                          struct physical_value *value);

/* Whether reading gives a REAL's number as it is written here. */
bool write_real_is_own_text(struct slice text);

/* Append a slot to a leaf, and to each of several leaves, of the repetition level. */
enum status write_leaf_append(struct write_nested *nested, uint32_t leaf,
                              unsigned repetition, const struct physical_value *value,
                              struct error *error) CHECK_RESULT;
enum status write_leaves_absent(struct write_nested *nested, uint32_t first_leaf,
                                uint32_t n_leaves, unsigned repetition,
                                unsigned definition, struct error *error) CHECK_RESULT;

#endif
