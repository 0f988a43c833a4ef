/* SPDX-License-Identifier: MIT */
/*
 * metadata_orc_functions.h - the functions that show an ORC file's metadata:
 * metadata_functions.h for the other format.
 */
#ifndef SQL_METADATA_ORC_FUNCTIONS_H
#define SQL_METADATA_ORC_FUNCTIONS_H

#include "orc/file/orc_tree.h"
#include "orc/file/stripe.h"
#include "sql/functions/metadata_functions.h"

extern const struct table_function orc_schema_function;
extern const struct table_function orc_file_metadata_function;
extern const struct table_function orc_kv_metadata_function;
extern const struct table_function orc_metadata_function;
extern const struct table_function orc_check_function;

/* The first member of their rows, except for orc_check(). */
struct orc_rows {
    struct row_source base; /* must be first */
    struct file_access access;
    struct orc_file *file;
    struct orc_context *context;
    const struct orc_tail *tail;
    const struct orc_tree *tree;
};

/* Opens the file. size: of the struct that begins
 * with orc_rows; the rest of it is zeroed. orc_rows_close() frees it; after an error
 * there is nothing to close. */
enum status orc_rows_open(const struct table_options *options, size_t size,
                          struct row_source **rows, struct error *error) CHECK_RESULT;
void orc_rows_close(struct row_source *rows);

/* The name of a type in its parent: that of a field, or _elem, _key, _value, or the
 * number of a union's type, as ORC's own tools call them.  NULL: the root, a struct. */
enum status result_orc_name(sqlite3_context *context, const struct orc_tail *tail,
                            uint32_t type, struct error *error) CHECK_RESULT;

/* The names on the path to a type, joined by dots; NULL: the root. */
enum status result_orc_path(sqlite3_context *context, const struct orc_tail *tail,
                            uint32_t type, struct error *error) CHECK_RESULT;

#endif
