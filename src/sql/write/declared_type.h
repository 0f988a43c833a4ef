/* SPDX-License-Identifier: MIT */
/*
 * declared_type.h - the Parquet types that a declared type of SQLite suggests.
 *
 * Only the first word, in any case, and numbers in parentheses count: this extension's
 * tables declare the logical type as the first word.  As in ordinary tables, INTEGER has
 * 64 bits and FLOAT is DOUBLE.  The number of a time is that of the digits of its
 * seconds.  parquet_create_table() declares these types (create_table.c).
 */
#ifndef SQL_DECLARED_TYPE_H
#define SQL_DECLARED_TYPE_H

#include <stdbool.h>

enum { DECLARED_TYPES = 3, DECLARED_TYPE_SIZE = 40 };

/* Writes the types in words (type_text.h), the preferred one first; returns their
 * number. */
int types_of_declared(const char *declared,
                      char types[DECLARED_TYPES][DECLARED_TYPE_SIZE]);

/* Whether integers in the column are stored times in the unit of the only type that is
 * suggested: TIMESTAMP INTEGER(3) has milliseconds. */
bool declared_is_stored_time(const char *declared);

#endif
