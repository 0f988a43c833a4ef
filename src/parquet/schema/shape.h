/* SPDX-License-Identifier: MIT */
/*
 * shape.h - what the groups of a top-level field mean: objects, lists, maps, Variants
 * (LogicalTypes.md, "Nested Types" with all rules for old files; VariantShredding.md).
 *
 * A schema says how values are stored; a shape says what they are: of the three nodes of
 * a list and its elements one shape is left, with the levels that tell whether it is
 * there, empty, or goes on.  Reading (levels to JSON) and writing (JSON to levels) walk
 * the same shapes.
 *
 * Shapes stand in the order of the schema, children behind their parent:
 *
 *     first child of i: i + 1        next sibling of c: shapes[c].end
 */
#ifndef PARQUET_SHAPE_H
#define PARQUET_SHAPE_H

#include "parquet/schema/schema_tree.h"

enum pq_shape_kind {
    PQ_SHAPE_LEAF,
    PQ_SHAPE_GROUP, /* an object; any number of children, by their names */
    PQ_SHAPE_LIST,  /* one child, the element */
    PQ_SHAPE_MAP,   /* two children, key and value, or only the key: all values null */
    /* A Variant, or a shredded part of one: `value` or `typed_value` or both.  One child
     * (the typed value: LEAF, LIST or GROUP, whose element or children are of kind
     * VARIANT), or none. */
    PQ_SHAPE_VARIANT,
};

enum { PQ_NO_LEAF = UINT32_MAX };

struct pq_shape {
    enum pq_shape_kind kind;
    uint32_t node;     /* a list without annotation and its elements have the same */
    struct slice name; /* of the field; of elements, keys and values what the file has */
    uint32_t depth;    /* of the field 0, of its children 1 */
    uint32_t end;      /* index behind the last shape below it */
    uint32_t first_leaf, n_leaves; /* all leaves below it, consecutive */
    /* It is null (missing, for a part of a Variant) where a leaf's definition level is
     * less. */
    uint16_t definition_level;
    /* LIST, MAP: levels of the repeated field.  Empty where the definition level is less
     * than element_level; an entry follows another at repetition_level. */
    uint16_t element_level, repetition_level;
    /* VARIANT: PQ_NO_LEAF where there is none; metadata: only of the outermost. */
    uint32_t metadata_leaf, value_leaf;
    bool is_required; /* null is not possible: REQUIRED, or an entry itself */
};

struct pq_shapes {
    uint32_t n;
    uint32_t depth;          /* more than that of any shape */
    struct pq_shape *shapes; /* 0 is the field */
};

/* The shape of a node and all below it.  A field that is repeated without LIST or MAP
 * around it is a list.  Memory comes from the arena.  UNSUPPORTED for a Variant that is
 * shredded to what no Variant holds, CORRUPT for one without its fields. */
enum status pq_shapes_build(const struct pq_schema_tree *tree, uint32_t node,
                            struct arena *arena, struct pq_shapes *shapes,
                            struct error *error) CHECK_RESULT;

/* The children of a shape in the order of their names. */
struct pq_shape_order {
    uint32_t n;
    uint32_t *children; /* NULL: they were not sorted */
};

/* Memory comes from the arena.  The order of children of the same name is any. */
enum status pq_shape_order_build(const struct pq_shapes *shapes, uint32_t shape,
                                 struct arena *arena, struct pq_shape_order *order,
                                 struct error *error) CHECK_RESULT;

/* A child of that name; 0: there is none. */
uint32_t pq_shape_order_find(const struct pq_shapes *shapes,
                             const struct pq_shape_order *order, struct slice name);

#endif
