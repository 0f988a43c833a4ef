/* SPDX-License-Identifier: MIT */
/*
 * metadata_functions.h - the functions that show a Parquet file's metadata.  In this
 * folder only they depend on the format.  What DuckDB shows, too, has DuckDB's names.
 */
#ifndef SQL_METADATA_FUNCTIONS_H
#define SQL_METADATA_FUNCTIONS_H

#include "base/buffer.h"
#include "formats.h"
#include "sql/functions/table_function.h"

extern const struct table_function parquet_schema_function;
extern const struct table_function parquet_file_metadata_function;
extern const struct table_function parquet_kv_metadata_function;
extern const struct table_function parquet_metadata_function;
extern const struct table_function parquet_pages_function;
extern const struct table_function parquet_indexes_function;
extern const struct table_function parquet_check_function;

/* The first member of their rows, except for parquet_check(). */
struct metadata_rows {
    struct row_source base; /* must be first */
    char *path;
    struct pq_file *file;
    const struct pq_file_metadata *metadata;
    const struct pq_schema_tree *tree;
};

/* Opens the file. size: of the struct that begins with metadata_rows; the rest of it is
 * zeroed. metadata_rows_close() frees it; after an error there is nothing to close. */
enum status metadata_rows_open(const char *path, size_t size, struct row_source **rows,
                               struct error *error) CHECK_RESULT;
void metadata_rows_close(struct row_source *rows);

/* These set a result or leave it NULL. result_name: a static name, or without one the
 * number, if not negative. */
void result_name(sqlite3_context *context, const char *name, int number);
void result_slice(sqlite3_context *context, struct slice text); /* NULL if data is NULL */
void result_int64_if(sqlite3_context *context, bool is_there, int64_t value);

/* Appends the logical type as DuckDB writes it, StringType() or DecimalType(scale=2,
 * precision=9); nothing if there is none. */
enum status append_logical_type(struct buffer *buffer, const struct pq_logical_type *type,
                                struct error *error) CHECK_RESULT;

/* Appends a bound from statistics as text; sets *is_known to false if the bytes are not a
 * valid bound. */
enum status append_bound(struct buffer *buffer, const struct pq_leaf *leaf,
                         struct slice bound, bool *is_known,
                         struct error *error) CHECK_RESULT;

/* Sets the text of the buffer as the result. */
void result_buffer(sqlite3_context *context, const struct buffer *buffer);

/* Sets the names on the leaf's path below the root, joined by ", " as DuckDB joins them.
 */
enum status result_path(sqlite3_context *context, const struct pq_schema_tree *tree,
                        uint32_t leaf, struct error *error) CHECK_RESULT;

#endif
