/* SPDX-License-Identifier: MIT */
/*
 * passed_types.h - the types of the values in Variants (parquet/variant/variant_types.h),
 * passed from the columns of tables to parquet_write() beside the JSON text, which is all
 * that SQLite sees.
 *
 *     xColumn          text and types    -> a block; SQLite's value is its text
 *     parquet_write    the value's text  -> the types
 *
 * A text is found in two ways:
 *
 *     by its address   SQLite passes a block's text on where it need not copy it.  A
 * block lives until SQLite frees the value, so an address is unique. by its content
 * Values that SQLite has sorted, grouped or converted are copies.  So, once
 * passed_types_remember() was called, the types of all texts are remembered.  A text that
 * has been read with different types (a date, and a string that looks like one) has none.
 *
 * What is not found was not read from a Variant, or was changed: it is only JSON.
 */
#ifndef SQL_PASSED_TYPES_H
#define SQL_PASSED_TYPES_H

#include "base/alloc.h"
#include "base/slice.h"
#include "base/status.h"
#include "scan/column_vector.h"
#include "sql/host/sqlite_api.h"

struct passed_types;

/* account: charged with remembered types.  NULL if out of memory. */
struct passed_types *passed_types_new(struct memory_account *account);

/* NULL is allowed.  Values may outlive it. */
void passed_types_free(struct passed_types *passed);

/* From now on, texts are found by their content, too. */
void passed_types_remember(struct passed_types *passed);
bool passed_types_remembers(const struct passed_types *passed);

/* Sets the result to a text without NUL, with its types. */
enum status passed_types_result(struct passed_types *passed, sqlite3_context *context,
                                struct bytes_value text, struct slice types,
                                struct error *error) CHECK_RESULT;

/* Finds the types of a text; borrowed until a value is freed or another text is read. */
bool passed_types_find(const struct passed_types *passed, struct slice text,
                       struct slice *types);

#endif
