/* SPDX-License-Identifier: MIT */
/*
 * field_tree.h - the shapes of a field as the tree that the seam has (file_field.h).
 */
#ifndef PARQUET_FIELD_TREE_H
#define PARQUET_FIELD_TREE_H

#include "parquet/schema/shape.h"
#include "scan/file_field.h"

/* Makes the tree of a node.  Allocates in the arena; names are copied.  Errors of
 * pq_shapes_build(). */
enum status pq_field_tree_build(const struct pq_schema_tree *tree, uint32_t node,
                                struct arena *arena, struct file_field **field,
                                struct error *error) CHECK_RESULT;

#endif
