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
#include "scan/schema.h"

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

/* Allocates in the arena, which outlives the tree.  Columns that cannot be read are
 * marked so. */
enum status orc_tree_build(const struct orc_tail *tail, struct arena *arena,
                           struct orc_tree *tree, struct error *error) CHECK_RESULT;

/* Appends a type as parquet_write() spells it (nested_type_text.h of Parquet); nothing
 * for types that have no such spelling. */
enum status orc_append_type_text(const struct orc_tail *tail, uint32_t type,
                                 struct buffer *output, struct error *error) CHECK_RESULT;

#endif
