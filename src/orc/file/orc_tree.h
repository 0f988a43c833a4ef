/* SPDX-License-Identifier: MIT */
/*
 * orc_tree.h - the columns of an ORC file: what its types mean (the specification, "Type
 * Information").
 *
 * The fields of the root are the top-level columns.  Primitive fields in structs have
 * columns of their own, too ("address.zip").
 */
#ifndef ORC_TREE_H
#define ORC_TREE_H

#include "orc/file/file_tail.h"
#include "scan/file_field.h"

struct orc_tree {
    struct schema schema;
    /* What each type means by itself: its last name only, and for unions and so on
     * COLUMN_NESTED. */
    struct column *types;
    uint32_t *column_types; /* the type of each column */
};

enum {
    /* Decimals without a declared precision (Hive 0.11) are shown with this one. */
    ORC_HIVE_11_PRECISION = 38,
    ORC_HIVE_11_SCALE = 18,
    /* Bytes of a decimal that does not fit 64 bits: 38 digits, or those of Hive 0.11. */
    ORC_DECIMAL_SIZE = 16,
    ORC_HIVE_11_SIZE = 32,
    ORC_MOST_SMALL_PRECISION = 18, /* digits that always fit 64 bits */
};

/* Whether decimals are stored as integers (version 2 of the format, which Hive and ORC
 * wrote for tests). */
bool orc_has_integer_decimals(const struct orc_tail *tail, const struct orc_type *type);

/* Whether a type can have fields, elements or keys. */
static inline bool orc_is_nested(const struct orc_type *type)
{
    return type->kind == ORC_LIST || type->kind == ORC_MAP || type->kind == ORC_STRUCT ||
           type->kind == ORC_UNION;
}

/* A struct in another one may be absent.  ORC C++ as in pyarrow 26.0.1 (2.2.2) then also
 * writes what its caller's buffers have for the fields, as if the struct existed, so
 * nobody can tell to which rows the fields' other values belong.  Two signs are cheap:
 * the statistics of the file count more values of a field than structs, or a stream
 * continues after the last value. */
#define ORC_VALUES_OF_ABSENT                                                             \
    "the file has values of absent structs, a fault of ORC C++, so it is unknown which " \
    "rows the column's values belong to; write it again with another library"

/* Whether a type is a field of a struct in a file that may have that fault. */
static inline bool orc_may_have_values_of_absent(const struct orc_tail *tail,
                                                 uint32_t type)
{
    uint32_t parent = tail->parents[type];
    return tail->footer.writer == ORC_WRITER_CPP && parent != 0 && parent != UINT32_MAX &&
           tail->types[parent].kind == ORC_STRUCT;
}

/* Allocates in the arena, which outlives the tree.  Columns that cannot be read are
 * marked so. */
enum status orc_tree_build(const struct orc_tail *tail, struct arena *arena,
                           struct orc_tree *tree, struct error *error) CHECK_RESULT;

/* Makes the tree of a type and all below it; a union is a FIELD_VARIANT.  Allocates in
 * the arena; names are those of the tree. */
enum status orc_field_tree_build(const struct orc_tail *tail, const struct orc_tree *tree,
                                 uint32_t type, struct arena *arena,
                                 struct file_field **field,
                                 struct error *error) CHECK_RESULT;

/* Appends a type as parquet_write() spells it (nested_type_text.h of Parquet); nothing
 * for types that have no such spelling. */
enum status orc_append_type_text(const struct orc_tail *tail, uint32_t type,
                                 struct buffer *output, struct error *error) CHECK_RESULT;

#endif
