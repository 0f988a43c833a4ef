/* SPDX-License-Identifier: MIT */
/* unit_schema.h - short constructors of schema elements. */
#ifndef UNIT_SCHEMA_H
#define UNIT_SCHEMA_H

#include <string.h>

#include "parquet/schema/schema_tree.h"

enum { REQUIRED = PQ_REQUIRED, OPTIONAL = PQ_OPTIONAL, REPEATED = PQ_REPEATED };

static inline struct pq_schema_element leaf(const char *name, int repetition, int type)
{
    return (struct pq_schema_element){.type = type,
                                      .repetition = repetition,
                                      .name = slice_of(name, strlen(name)),
                                      .n_children = -1,
                                      .converted_type = PQ_CONVERTED_NONE,
                                      .logical.algorithm = -1};
}

static inline struct pq_schema_element number(const char *name, int repetition)
{
    return leaf(name, repetition, PQ_INT32);
}

static inline struct pq_schema_element binary(const char *name, int repetition)
{
    return leaf(name, repetition, PQ_BYTE_ARRAY);
}

static inline struct pq_schema_element converted(const char *name, int repetition,
                                                 int type, int converted_type)
{
    struct pq_schema_element element = leaf(name, repetition, type);
    element.converted_type = converted_type;
    return element;
}

static inline struct pq_schema_element text(const char *name, int repetition)
{
    return converted(name, repetition, PQ_BYTE_ARRAY, PQ_UTF8);
}

static inline struct pq_schema_element logical(const char *name, int repetition, int type,
                                               struct pq_logical_type logical_type)
{
    struct pq_schema_element element = leaf(name, repetition, type);
    element.logical = logical_type;
    return element;
}

static inline struct pq_schema_element group(const char *name, int repetition,
                                             int n_children)
{
    struct pq_schema_element element = leaf(name, repetition, -1);
    element.n_children = n_children;
    return element;
}

static inline struct pq_schema_element annotated(const char *name, int repetition,
                                                 int n_children, int converted_type)
{
    struct pq_schema_element element = group(name, repetition, n_children);
    element.converted_type = converted_type;
    return element;
}

static inline struct pq_schema_element list(const char *name, int repetition)
{
    return annotated(name, repetition, 1, PQ_LIST);
}

static inline struct pq_schema_element map(const char *name, int repetition)
{
    return annotated(name, repetition, 1, PQ_MAP);
}

static inline struct pq_schema_element variant(const char *name, int repetition,
                                               int n_children)
{
    struct pq_schema_element element = group(name, repetition, n_children);
    element.logical.kind = PQ_LOGICAL_VARIANT;
    return element;
}

#endif
