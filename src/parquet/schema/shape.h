/* SPDX-License-Identifier: MIT */
/*
 * shape.h - what the groups of a top-level field mean: objects, lists, maps, Variants
 * (LogicalTypes.md, "Nested Types" with all rules for old files; VariantShredding.md).
 *
 * The schema says how values are stored, a shape what they are.  The three nodes of a
 * list and its elements become one shape with the levels that show whether the list is
 * null, empty or continues.  Reading (levels to JSON) and writing (JSON to levels) walk
 * the same shapes.
 *
 * Shapes are in schema order, children after their parent:
 *
 *     first child of i: i + 1        next sibling of c: shapes[c].end
 */
#ifndef PARQUET_SHAPE_H
#define PARQUET_SHAPE_H

#include "parquet/schema/schema_tree.h"

enum pq_shape_kind {
    PQ_SHAPE_LEAF,
    PQ_SHAPE_GROUP, /* an object with any number of named children */
    PQ_SHAPE_LIST,  /* one child, the element */
    PQ_SHAPE_MAP,   /* key and value, or only the key if all values are null */
    /* A Variant, or a shredded part of one, with `value`, `typed_value` or both.  Its one
     * child is the typed value (LEAF, LIST or GROUP; the element or children of the last
     * two are VARIANTs); without typed_value it has none. */
    PQ_SHAPE_VARIANT,
};

#define PQ_NO_LEAF UINT32_MAX

struct pq_shape {
    enum pq_shape_kind kind;
    uint32_t node;     /* an unannotated list and its elements share one */
    struct slice name; /* the name in the schema, also for elements, keys and values */
    uint32_t depth;    /* 0 for the field, 1 for its children */
    uint32_t end;      /* index after the last shape below it */
    uint32_t first_leaf, n_leaves; /* all leaves below it, consecutive */
    /* The value is null (a part of a Variant: missing) if a leaf's definition level is
     * lower. */
    uint16_t definition_level;
    /* LIST, MAP: levels of the repeated field.  The list is empty if the definition level
     * is below element_level; each further entry has repetition_level. */
    uint16_t element_level, repetition_level;
    /* VARIANT: PQ_NO_LEAF if there is none.  Only the outermost has metadata. */
    uint32_t metadata_leaf, value_leaf;
    bool is_required; /* never null: REQUIRED, or a repeated entry */
};

struct pq_shapes {
    uint32_t n;
    uint32_t depth;          /* greater than that of any shape */
    struct pq_shape *shapes; /* shapes[0] is the field */
};

/* Builds the shapes of a node and everything below it.  A repeated field outside LIST and
 * MAP is a list.  Allocates in the arena.  UNSUPPORTED if a Variant is shredded to a type
 * that Variants do not have, CORRUPT if it lacks required fields. */
enum status pq_shapes_build(const struct pq_schema_tree *tree, uint32_t node,
                            struct arena *arena, struct pq_shapes *shapes,
                            struct error *error) CHECK_RESULT;

/* The children of a shape, sorted by name. */
struct pq_shape_order {
    uint32_t n;
    uint32_t *children; /* NULL: not sorted */
};

/* Allocates in the arena.  Children of the same name are in any order. */
enum status pq_shape_order_build(const struct pq_shapes *shapes, uint32_t shape,
                                 struct arena *arena, struct pq_shape_order *order,
                                 struct error *error) CHECK_RESULT;

/* The index of a child with this name; 0 if there is none. */
uint32_t pq_shape_order_find(const struct pq_shapes *shapes,
                             const struct pq_shape_order *order, struct slice name);

#endif
