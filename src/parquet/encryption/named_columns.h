/* SPDX-License-Identifier: MIT */
/*
 * named_columns.h - finds the columns of a file that the user has named for keys.
 *
 * A name is the path of a column, joined by dots, or that of a group, which means all
 * leaves in it.  It is compared as SQLite compares names, without regard to the case of
 * ASCII letters, unless the file has a column with exactly this name.
 */
#ifndef PARQUET_NAMED_COLUMNS_H
#define PARQUET_NAMED_COLUMNS_H

#include "parquet/encryption/key_finder.h"
#include "parquet/schema/schema_tree.h"

/* Sets named[leaf], for each leaf of the tree, to the number of the name that counts for
 * it, which is the longest, or to PQ_NOT_NAMED.  MISUSE if a name is that of no column,
 * or if a column is named twice. */
enum status pq_named_columns_find(const struct slice *names, uint32_t n,
                                  const struct pq_schema_tree *tree, uint32_t *named,
                                  struct error *error) CHECK_RESULT;

#endif
