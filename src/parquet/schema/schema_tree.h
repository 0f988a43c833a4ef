/* SPDX-License-Identifier: MIT */
/*
 * schema_tree.h - the SchemaElement list as a tree, its leaves with their levels, and the
 * columns that the scan sees (LogicalTypes.md; README, "Nested Encoding").
 *
 * Column i < n_top_level is the i-th field of the root, whatever its type; behind them
 * come, as columns of their own, the leaves reached through groups only, and the bounds
 * of geometries (bound_columns.h).  Of a shredded Variant the fields are such leaves, by
 * their names in the Variant.
 */
#ifndef PARQUET_SCHEMA_TREE_H
#define PARQUET_SCHEMA_TREE_H

#include "base/arena.h"
#include "base/status.h"
#include "parquet/format/parquet_format.h"
#include "scan/schema.h"

/* How physical values become the values of a column_vector. */
enum pq_conversion {
    PQ_CONVERT_BOOLEAN,       /* uint8_t -> int64_t */
    PQ_CONVERT_INT32,         /* sign-extended */
    PQ_CONVERT_UINT32,        /* zero-extended */
    PQ_CONVERT_INT64,         /* as it is */
    PQ_CONVERT_FLOAT,         /* -> double */
    PQ_CONVERT_DOUBLE,        /* as it is */
    PQ_CONVERT_FLOAT16,       /* 2 bytes -> double */
    PQ_CONVERT_INT96,         /* 12 bytes -> struct instant */
    PQ_CONVERT_FIXED_DECIMAL, /* up to 8 bytes, big-endian -> int64_t */
    PQ_CONVERT_BYTES,         /* as it is */
};

enum {
    PQ_MAX_SCHEMA_DEPTH = 1000,
    /* Levels of a leaf that is read; columns with deeper ones say unsupported. */
    PQ_MAX_LEVEL = 255,
    /* Bytes of a leaf's path as a name; the front of a longer one is left out.  For all
     * leaves together, so that hostile schemas cannot multiply theirs. */
    PQ_MAX_PATH = 4000,
    PQ_MAX_ALL_PATHS = 32 << 20,
};

/* What a node is to the Variant that it belongs to (VariantShredding.md). */
enum pq_variant_role {
    PQ_ROLE_NONE,
    PQ_ROLE_VARIANT,
    PQ_ROLE_METADATA,
    PQ_ROLE_VALUE,
    PQ_ROLE_TYPED_VALUE,
    PQ_ROLE_FIELD, /* of a shredded object: a group of value and typed_value */
};

struct pq_node {
    const struct pq_schema_element *element;
    uint32_t parent;           /* index of the node; the root's is itself */
    uint32_t first_leaf;       /* the leaves below it (or the leaf itself) are */
    uint32_t n_leaves;         /*   first_leaf .. first_leaf + n_leaves - 1 */
    uint32_t end;              /* index behind the last node below it */
    uint16_t definition_level; /* of a value that is there down to this node */
    uint16_t repetition_level;
    bool is_leaf;
    bool is_in_list;      /* below a LIST or MAP, or one itself */
    uint8_t variant_role; /* enum pq_variant_role */
    uint32_t top;         /* number of the top-level column that it is, or is below */
    /* Of a Variant or a field of one, its parts: nodes of binary leaves, or 0. */
    uint32_t value_part, metadata_part;
};

struct pq_leaf {
    uint32_t node;
    int type; /* enum pq_type */
    int32_t type_length;
    uint16_t max_definition_level; /* at most PQ_MAX_LEVEL where supported */
    uint16_t max_repetition_level;
    enum pq_conversion conversion;
    struct column column; /* as a column of its own; name is the path joined by dots */
    const struct pq_covering *covering; /* of geometries, see bound_columns.h; or NULL */
};

/* Where the values of a column of the scan come from. */
enum pq_column_source_kind {
    PQ_SOURCE_NODE,          /* the leaf, or all leaves of the group */
    PQ_SOURCE_VARIANT_FIELD, /* typed_value of a Variant's field, with its value */
    PQ_SOURCE_BOUND, /* a bound of the geometries in the leaf, see bound_columns.h */
};

struct pq_column_source {
    enum pq_column_source_kind kind;
    uint8_t part;  /* BOUND: which */
    uint32_t node; /* for a leaf of its own, nodes[node].first_leaf */
    uint32_t value_leaf, metadata_leaf; /* VARIANT_FIELD */
};

struct pq_schema_tree {
    uint32_t n_nodes; /* the root is node 0; a node's children follow it */
    struct pq_node *nodes;
    uint32_t n_leaves;
    struct pq_leaf *leaves;
    struct schema schema;
    size_t path_bytes;                /* of all leaves' paths so far */
    struct pq_column_source *sources; /* of each column of the schema */
};

/* Memory comes from the arena and stays with it.  binary_as_text: BYTE_ARRAY without
 * annotation is text. */
enum status pq_schema_tree_build(const struct pq_schema_element *elements,
                                 uint32_t n_elements, bool binary_as_text,
                                 struct arena *arena, struct pq_schema_tree *tree,
                                 struct error *error) CHECK_RESULT;

/* What the values of a leaf mean: fills column (but for name and is_nullable) and the
 * conversion.  The result is the annotation that applies, in whichever form it came: an
 * enum pq_logical_kind, NONE for INTERVAL too, which has no logical type.  In
 * leaf_type.c. */
int pq_leaf_type(const struct pq_schema_element *element, bool binary_as_text,
                 struct column *column, enum pq_conversion *conversion);

/* CORRUPT when the leaf has n_present values although its type has none (UNKNOWN). In
 * leaf_type.c. */
enum status pq_leaf_check_present(const struct pq_leaf *leaf, uint64_t n_present,
                                  struct error *error) CHECK_RESULT;

/* True for a group with the annotation, in either of its forms. */
bool pq_is_list(const struct pq_schema_element *element);
bool pq_is_map(const struct pq_schema_element *element);
bool pq_is_variant(const struct pq_schema_element *element);

#endif
