/* SPDX-License-Identifier: MIT */
/*
 * schema_tree.h - builds a tree from the SchemaElement list, with its leaves and their
 * levels, and the columns that the scan sees (LogicalTypes.md; README, "Nested
 * Encoding").
 *
 * Column i < n_top_level is the i-th field of the root, of whatever type.  After them
 * come leaves that are reached through groups only, as columns of their own, and the
 * bounds of geometries (box_columns.h).  The fields of a shredded Variant are such
 * leaves, named by their path in the Variant.
 */
#ifndef PARQUET_SCHEMA_TREE_H
#define PARQUET_SCHEMA_TREE_H

#include "base/arena.h"
#include "base/status.h"
#include "parquet/format/parquet_format.h"
#include "scan/schema.h"

/* How physical values become the values of a column_vector. */
enum pq_conversion {
    PQ_CONVERT_BOOLEAN, /* uint8_t -> int64_t */
    PQ_CONVERT_INT32,   /* sign-extended */
    PQ_CONVERT_UINT32,  /* zero-extended */
    PQ_CONVERT_INT8,    /* the lowest bits of an INT32, sign-extended */
    PQ_CONVERT_INT16,
    PQ_CONVERT_UINT8, /* the same, zero-extended */
    PQ_CONVERT_UINT16,
    PQ_CONVERT_INT64,         /* unchanged */
    PQ_CONVERT_FLOAT,         /* -> double */
    PQ_CONVERT_DOUBLE,        /* unchanged */
    PQ_CONVERT_FLOAT16,       /* 2 bytes -> double */
    PQ_CONVERT_INT96,         /* 12 bytes -> struct instant */
    PQ_CONVERT_FIXED_DECIMAL, /* up to 8 bytes, big-endian -> int64_t */
    PQ_CONVERT_BYTES,         /* unchanged */
    /* The same from the hybrid calendar (calendar.h). */
    PQ_CONVERT_JULIAN_DATE, /* INT32 */
    PQ_CONVERT_JULIAN_MILLIS,
    PQ_CONVERT_JULIAN_MICROS,
    PQ_CONVERT_JULIAN_INT96,
};

enum {
    PQ_MAX_SCHEMA_DEPTH = 1000,
    /* The largest level supported; columns with deeper leaves are UNSUPPORTED. */
    PQ_MAX_LEVEL = 255,
    /* Limits in bytes on a leaf's path used as a name, whose front is cut off if it is
     * longer, and on all leaves' paths together, so that hostile schemas cannot multiply
     * names. */
    PQ_MAX_PATH = 4000,
    PQ_MAX_ALL_PATHS = 32 << 20,
};

/* The role of a node in its Variant (VariantShredding.md). */
enum pq_variant_role {
    PQ_ROLE_NONE,
    PQ_ROLE_VARIANT,
    PQ_ROLE_METADATA,
    PQ_ROLE_VALUE,
    PQ_ROLE_TYPED_VALUE,
    PQ_ROLE_FIELD, /* field of a shredded object: a group of value and typed_value */
};

struct pq_node {
    const struct pq_schema_element *element;
    uint32_t parent;           /* index in nodes; the root is its own parent */
    uint32_t first_leaf;       /* its leaves (or the leaf itself) are */
    uint32_t n_leaves;         /*   first_leaf .. first_leaf + n_leaves - 1 */
    uint32_t end;              /* index after the last node below it */
    uint16_t definition_level; /* of values that are non-null down to this node */
    uint16_t repetition_level;
    bool is_leaf;
    bool is_in_list;      /* a LIST or MAP, or below one */
    uint8_t variant_role; /* enum pq_variant_role */
    uint32_t top;         /* number of the top-level column that contains it */
    /* In a Variant or a field of one: its parts, nodes of binary leaves, or 0. */
    uint32_t value_part, metadata_part;
};

/* A leaf that is read as another type than the file states (read_types.h). */
struct pq_reading {
    struct column stored;        /* what the file states: the order of its statistics */
    struct pq_schema_element as; /* how the writer would state what it is read as */
};

struct pq_leaf {
    uint32_t node;
    int type; /* enum pq_type */
    int32_t type_length;
    uint16_t max_definition_level; /* at most PQ_MAX_LEVEL if readable */
    uint16_t max_repetition_level;
    enum pq_conversion conversion;
    struct column column; /* as a separate column, named by its path joined by dots */
    const struct pq_covering *covering; /* geometries: see box_columns.h; or NULL */
    /* BYTE_ARRAY: what GeoParquet's metadata says that it is; or NULL. */
    const struct pq_logical_type *geometry;
    const struct pq_reading *reading; /* or NULL: as the file states */
};

/* Where a column of the scan gets its values. */
enum pq_column_source_kind {
    PQ_SOURCE_NODE,          /* the leaf, or all leaves of the group */
    PQ_SOURCE_VARIANT_FIELD, /* a Variant field's typed_value, with its value leaf */
    PQ_SOURCE_BOX,           /* a bound of the leaf's geometries, see box_columns.h */
    PQ_SOURCE_VARIANT_TYPES, /* types in the group's Variants, see variant_types.h */
    PQ_SOURCE_RECORDS,       /* the entries of all its leaves, see record_entries.h */
};

struct pq_column_source {
    enum pq_column_source_kind kind;
    uint8_t part;  /* BOUND: which one */
    uint32_t node; /* for a leaf, nodes[node].first_leaf is its number */
    uint32_t value_leaf, metadata_leaf; /* VARIANT_FIELD */
};

struct pq_schema_tree {
    uint32_t n_nodes; /* node 0 is the root; children follow their parent */
    struct pq_node *nodes;
    uint32_t n_leaves;
    struct pq_leaf *leaves;
    struct schema schema;
    size_t path_bytes;                /* of all leaves' paths so far */
    struct pq_column_source *sources; /* for each column of the schema */
};

/* Allocates in the arena; the tree lives as long as the arena and the elements.
 * binary_as_text: BYTE_ARRAYs without annotation are text. */
enum status pq_schema_tree_build(const struct pq_schema_element *elements,
                                 uint32_t n_elements, bool binary_as_text,
                                 struct arena *arena, struct pq_schema_tree *tree,
                                 struct error *error) CHECK_RESULT;

/* The kind of the converted type INTERVAL, which no logical type has. */
enum { PQ_CONVERTED_INTERVAL = 1000 };

/* The logical type that the converted type stands for; kind NONE if it does for none.
 * In leaf_type.c. */
struct pq_logical_type pq_logical_from_converted(const struct pq_schema_element *element);

/* Derives a leaf's type: fills in column (except name and is_nullable) and conversion.
 * Returns the annotation that applies, logical or converted, as an enum pq_logical_kind;
 * NONE for INTERVAL, too, which has no logical type.  In leaf_type.c. */
int pq_leaf_type(const struct pq_schema_element *element, bool binary_as_text,
                 struct column *column, enum pq_conversion *conversion);

/* The leaf's column as the file states it. */
static inline const struct column *pq_leaf_stored(const struct pq_leaf *leaf)
{
    return leaf->reading != NULL ? &leaf->reading->stored : &leaf->column;
}

/* SQLite needs the values of such a leaf to end in a 0 byte. */
static inline bool pq_leaf_is_text(const struct pq_leaf *leaf)
{
    return leaf->column.type == COLUMN_TEXT || leaf->column.type == COLUMN_JSON;
}

/* CORRUPT if n_present > 0 although the leaf's type (UNKNOWN) has no values.  In
 * leaf_type.c. */
enum status pq_leaf_check_present(const struct pq_leaf *leaf, uint64_t n_present,
                                  struct error *error) CHECK_RESULT;

/* True for a group with this annotation in either form. */
bool pq_is_list(const struct pq_schema_element *element);
bool pq_is_map(const struct pq_schema_element *element);
bool pq_is_variant(const struct pq_schema_element *element);

/* Whether a node is part of a Variant: what its leaves are, the Variant's encoding says.
 */
static inline bool pq_is_in_variant(const struct pq_schema_tree *tree, uint32_t node)
{
    while (node != 0 && tree->nodes[node].variant_role == PQ_ROLE_NONE)
        node = tree->nodes[node].parent;
    return node != 0;
}

#endif
