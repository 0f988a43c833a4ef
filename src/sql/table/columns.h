/* SPDX-License-Identifier: MIT */
/*
 * columns.h - the columns that SQLite sees: their names, declared types, and which column
 * of the file each one is.
 */
#ifndef SQL_COLUMNS_H
#define SQL_COLUMNS_H

#include "base/arena.h"
#include "scan/schema.h"
#include "sql/table/options.h"

/* How a cell becomes an SQLite value. */
enum result_form {
    FORM_NULL,
    FORM_INTEGER,
    FORM_UINT64, /* text from 2^63 on */
    FORM_REAL,
    FORM_DECIMAL_INTEGER,
    FORM_DECIMAL_REAL,
    FORM_DECIMAL_TEXT,
    FORM_TEXT, /* also what formatted_vector makes text of */
    FORM_JSON, /* text with the JSON subtype */
    FORM_BLOB,
    FORM_INSTANT_NANOS, /* integer, or text where 64 bits do not hold it */
    FORM_FILE,          /* the last three are not columns of the file */
    FORM_FILE_ROW_NUMBER,
    FORM_ROW_GROUP,
};

struct table_column {
    const char *name;
    enum result_form form;
    bool is_hidden;
    uint32_t source;             /* index in the schema's columns */
    const struct column *column; /* the same; NULL for what is no column of the file */
};

/* The arena holds the names. */
struct table_columns {
    struct arena arena;
    uint32_t n_columns;
    struct table_column *columns;
    char *declaration; /* CREATE TABLE x(...), for sqlite3_declare_vtab() */
};

enum { COLUMN_TYPE_SIZE = 40 };

/* The type that is declared for a column of a file; type has COLUMN_TYPE_SIZE bytes. */
void columns_declared_type(const struct column *column,
                           const struct table_options *options, char *type);

/* max_columns: SQLite's limit.  Hidden columns beyond it are left out, visible ones are
 * an error that names the `columns` option.  Release also after a failure. */
enum status columns_build(struct table_columns *columns, const struct schema *schema,
                          const struct table_options *options, uint32_t max_columns,
                          struct error *error) CHECK_RESULT;
void columns_release(struct table_columns *columns);

/* Whether SQLite asks for a column of the file (colUsed); bit 63 is of all columns from
 * there on. */
bool columns_are_used(const struct table_columns *columns, uint64_t used);

/* Whether what is planned for columns holds for others of the same declaration: all are
 * stored in the same way. */
bool columns_are_stored_alike(const struct table_columns *a,
                              const struct table_columns *b);

/* What kind of values a column gives to SQLite. */
enum value_class {
    CLASS_NUMBER, /* INTEGER and REAL; declared so that SQLite makes numbers of texts */
    CLASS_TEXT,   /* declared so that SQLite makes texts of numbers */
    CLASS_BLOB,
    CLASS_MIXED, /* integers, and texts beyond them; no affinity */
    CLASS_NULL,
};

enum value_class value_class_of(const struct table_column *column);

#endif
