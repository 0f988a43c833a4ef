/* SPDX-License-Identifier: MIT */
/*
 * read_types.h - the option `types` of tables: reads columns as types that the file does
 * not state, for files whose dates are plain integers or whose text is plain binary.
 *
 *     EventDate=DATE, EventTime=TIMESTAMP_S, URL=TEXT, "user.id"=UUID
 *
 * Types are written as for the writer (type_text.h), and TIMESTAMP_S, TIMESTAMP_MS,
 * TIMESTAMP_US, TIMESTAMP_NS.  Only what a value means changes: its vector holds the same
 * integers or bytes as without the option.  So values are decoded, pruned and looked up
 * in dictionaries and Bloom filters as before, and the order of statistics remains that
 * of the stored type.
 */
#ifndef PARQUET_READ_TYPES_H
#define PARQUET_READ_TYPES_H

#include "parquet/schema/schema_tree.h"

/* Changes the types of the leaves that the text names, and of the tree's columns for
 * them.  Called when the tree is complete.  MISUSE: a name that does not exist, or a type
 * as which the leaf cannot be read exactly. */
enum status pq_read_types_apply(struct pq_schema_tree *tree, const char *types,
                                struct arena *arena, struct error *error) CHECK_RESULT;

#endif
