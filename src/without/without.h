/* SPDX-License-Identifier: MIT */
/*
 * without.h - what is built in place of features that are left out: make OMIT="ORC
 * WRITE".
 *
 * Each file of this folder defines what the rest calls of one feature.  Where users ask
 * for the feature, an error says that it is missing; other calls do nothing.
 */
#ifndef WITHOUT_WITHOUT_H
#define WITHOUT_WITHOUT_H

#include "base/status.h"
#include "sql/functions/table_function.h"

/* Most parameters of what does nothing are unused. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

/* UNSUPPORTED: the library was built without the feature. */
enum status without(const char *feature, struct error *error);

/* Registers an SQL function that says so; returns SQLite's code. */
int register_without(sqlite3 *db, const char *name, const char *feature);

/* Defines a table-valued function that says so, and its open(). */
#define TABLE_FUNCTION_WITHOUT(feature, function, text)                                  \
    static enum status function##_open(const struct function_call *call, void *rows,     \
                                       struct error *error)                              \
    {                                                                                    \
        return without(feature, error);                                                  \
    }                                                                                    \
    static void function##_close(void *rows)                                             \
    {                                                                                    \
    }                                                                                    \
    static const struct listed_column function##_columns[] = {                           \
        {.declaration = "\"column\"", .kind = LISTED_BOOL}};                             \
    const struct table_function function = {.name = text,                                \
                                            .columns = COLUMN_LIST(function##_columns),  \
                                            .open = function##_open,                     \
                                            .close = function##_close}

#endif
