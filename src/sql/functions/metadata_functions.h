/* SPDX-License-Identifier: MIT */
/*
 * metadata_functions.h - the functions that show what a Parquet file's own metadata says.
 * They know the format (the rest of this folder does not); names and columns are
 * DuckDB's.
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

/* The rows of every one of them begin with this. */
struct metadata_rows {
    struct row_source base; /* must be first */
    char *path;
    struct pq_file *file;
    const struct pq_file_metadata *metadata;
    const struct pq_schema_tree *tree;
};

/* Opens the file.  size: of the struct that begins with metadata_rows; the rest of it is
 * zeroed. */
enum status metadata_rows_open(const char *path, size_t size, struct row_source **rows,
                               struct error *error) CHECK_RESULT;
void metadata_rows_close(struct row_source *rows);

/* Results: a static name or, where there is none, the number. */
void result_name(sqlite3_context *context, const char *name, int number);
void result_slice(sqlite3_context *context, struct slice text); /* NULL data: NULL */
void result_int64_if(sqlite3_context *context, bool is_there, int64_t value);

/* The logical type as DuckDB writes it, StringType() or DecimalType(scale=2,
 * precision=9); nothing when there is none. */
enum status append_logical_type(struct buffer *buffer, const struct pq_logical_type *type,
                                struct error *error) CHECK_RESULT;

/* A bound from statistics as text; *is_known is false when its bytes cannot be one. */
enum status append_bound(struct buffer *buffer, const struct pq_leaf *leaf,
                         struct slice bound, bool *is_known,
                         struct error *error) CHECK_RESULT;

/* Sets the text of the buffer as the result. */
void result_buffer(sqlite3_context *context, const struct buffer *buffer);

#endif
