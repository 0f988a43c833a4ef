/* SPDX-License-Identifier: MIT */
/*
 * declared_type.h - the Parquet types that a declared type of SQLite suggests.
 *
 * Only the first word, in any case, and numbers in parentheses count: this extension's
 * tables declare the logical type as the first word.  As in ordinary tables, INTEGER has
 * 64 bits and FLOAT is DOUBLE.
 */
#ifndef SQL_DECLARED_TYPE_H
#define SQL_DECLARED_TYPE_H

enum { DECLARED_TYPES = 2, DECLARED_TYPE_SIZE = 40 };

/* Writes the types in words (type_text.h), the preferred one first; returns their
 * number. */
int types_of_declared(const char *declared,
                      char types[DECLARED_TYPES][DECLARED_TYPE_SIZE]);

#endif
