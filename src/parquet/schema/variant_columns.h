/* SPDX-License-Identifier: MIT */
/*
 * variant_columns.h - columns that the file does not store and users do not see: the
 * types of the values in a column's Variants (variant/variant_types.h), for copies of
 * Variants that are JSON text on their way.
 */
#ifndef PARQUET_VARIANT_COLUMNS_H
#define PARQUET_VARIANT_COLUMNS_H

#include "parquet/schema/schema_tree.h"

/* Adds such a column for each top-level column with Variants, after all others.  There is
 * none if a map contains them: of its entries with equal keys, JSON shows one. */
enum status pq_add_variant_types(struct pq_schema_tree *tree, struct arena *arena,
                                 struct error *error) CHECK_RESULT;

#endif
