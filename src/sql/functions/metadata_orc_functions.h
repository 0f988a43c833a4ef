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

/* The first member of their rows, except for orc_check(). */
struct orc_rows {
    struct file_access access;
    struct orc_file *file;
    struct orc_context *context;
    const struct orc_tail *tail;
    const struct orc_tree *tree;
    uint32_t type; /* of the current row */
};

/* Operations of struct table_function. */
enum status orc_rows_open(const struct function_call *call, void *rows,
                          struct error *error) CHECK_RESULT;
void orc_rows_close(void *rows);

/* Columns: the name of the type in its parent, that of a field, or _elem, _key, _value,
 * or the number of a union's type, as ORC's own tools call them; and the names on the
 * path to it, joined by dots.  NULL: the root, a struct. */
enum status orc_rows_show_name(void *rows, sqlite3_context *context,
                               struct error *error) CHECK_RESULT;
enum status orc_rows_show_path(void *rows, sqlite3_context *context,
                               struct error *error) CHECK_RESULT;
enum status result_orc_path(sqlite3_context *context, const struct orc_tail *tail,
                            uint32_t type, struct error *error) CHECK_RESULT;

#endif
