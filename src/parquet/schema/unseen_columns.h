/* SPDX-License-Identifier: MIT */
/*
 * unseen_columns.h - columns that the file does not store and users do not see: other
 * forms of nested columns, for copies of them.
 *
 *     types     of the values in a column's Variants (variant/variant_types.h), beside
 *               the JSON
 *     records   the entries of the leaves (nested/record_entries.h), in place of the JSON
 */
#ifndef PARQUET_UNSEEN_COLUMNS_H
#define PARQUET_UNSEEN_COLUMNS_H

#include "parquet/schema/schema_tree.h"

/* Adds a column with records for each nested top-level column, after all others, and one
 * with types if it has Variants.  There are no types if a map contains the Variants: of
 * its entries with equal keys, JSON shows one. */
enum status pq_add_unseen_columns(struct pq_schema_tree *tree, struct arena *arena,
                                  struct error *error) CHECK_RESULT;

#endif
