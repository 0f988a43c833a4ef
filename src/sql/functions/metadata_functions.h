/* SPDX-License-Identifier: MIT */
/*
 * metadata_functions.h - the functions that show a Parquet file's metadata.  In this
 * folder only they depend on the format.  What DuckDB shows, too, has DuckDB's names.
 */
#ifndef SQL_METADATA_FUNCTIONS_H
#define SQL_METADATA_FUNCTIONS_H

#include "base/buffer.h"
#include "sql/files/file_access.h"
#include "sql/functions/table_function.h"

/* The first member of their rows, except for parquet_check(). */
struct metadata_rows {
    struct pq_file *file;
    const struct pq_file_metadata *metadata;
    const struct pq_schema_tree *tree;
    struct file_access access;
};

/* Operations of struct table_function. */
enum status metadata_rows_open(const struct function_call *call, void *rows,
                               struct error *error) CHECK_RESULT;
void metadata_rows_close(void *rows);

/* Finds item n of a list with n_items for each row group: its row group, and its number
 * there.  Returns false if the list is shorter. */
bool metadata_rows_find(const struct metadata_rows *rows, uint64_t n, uint32_t n_items,
                        uint32_t *row_group, uint32_t *item);

/* ---- Results --------------------------------------------------------------------- *
 * See column_list.h. */

/* The names on the leaf's path below the root, joined by ", " as DuckDB joins them. */
enum status result_path(sqlite3_context *context, const struct pq_schema_tree *tree,
                        uint32_t leaf, struct error *error) CHECK_RESULT;

/* A bound from statistics as text; NULL if the bytes are not a valid bound. */
enum status result_bound(sqlite3_context *context, const struct pq_leaf *leaf,
                         struct slice bound, struct error *error) CHECK_RESULT;

#endif
