/* SPDX-License-Identifier: MIT */
/*
 * declared_type.h - the Parquet types that a declared type of SQLite suggests.
 *
 * The first word counts, in any case, and numbers in parentheses: it is the first word
 * that this extension's own declarations tell their types by.  Of a usual table
 * INTEGER has 64 bits and FLOAT is a DOUBLE.
 */
#ifndef SQL_DECLARED_TYPE_H
#define SQL_DECLARED_TYPE_H

enum { DECLARED_TYPES = 2, DECLARED_TYPE_SIZE = 40 };

/* Fills in the types in words (type_text.h), the one to be tried first before the other;
 * returns how many there are. */
int types_of_declared(const char *declared,
                      char types[DECLARED_TYPES][DECLARED_TYPE_SIZE]);

#endif
