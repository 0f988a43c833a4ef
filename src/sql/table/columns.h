/* SPDX-License-Identifier: MIT */
/*
 * columns.h - the columns that SQLite sees: their names, declared types, and which column
 * of the file each one is.
 */
#ifndef SQL_COLUMNS_H
#define SQL_COLUMNS_H

#include "base/arena.h"
#include "scan/formatted_vector.h"
#include "scan/schema.h"
#include "sql/options/table_options.h"

/* How a cell becomes an SQLite value. */
enum result_form {
    FORM_NULL,
    FORM_INTEGER,
    FORM_UINT64, /* integer, or text from 2^63 on */
    FORM_UINT64_TEXT,
    FORM_UINT64_REAL,
    FORM_UINT64_BLOB,
    FORM_REAL,
    FORM_DECIMAL_INTEGER,
    FORM_DECIMAL_REAL,
    FORM_DECIMAL_TEXT,
    FORM_TEXT, /* also values that formatted_vector converts */
    FORM_JSON, /* text with the JSON subtype */
    FORM_BLOB,
    FORM_INSTANT_NANOS, /* integer, or text beyond 64 bits */
    FORM_EPOCH,         /* a timestamp in another unit: integer, or real beyond 64 bits */
    FORM_FILE,          /* the last three are not in the file */
    FORM_FILE_ROW_NUMBER,
    FORM_ROW_GROUP,
};

struct table_column {
    const char *name;
    enum result_form form;
    enum time_style style;     /* FORM_TEXT: of dates and times */
    enum time_unit shown_unit; /* FORM_EPOCH */
    bool is_hidden;
    uint32_t source;             /* index in the schema's columns */
    const struct column *column; /* the same, borrowed; NULL if not in the file */
    /* Has Variants: index of the schema's column with their types, else 0, which is never
     * such a column. */
    uint32_t types_source;
    /* The same of a nested column: the one with its records. */
    uint32_t records_source;
    size_t declared_at; /* the offset of its definition in the declaration */
};

/* The arena holds the names. */
struct table_columns {
    struct arena arena;
    uint32_t n_columns;
    struct table_column *columns;
    char *declaration; /* CREATE TABLE x(...), for sqlite3_declare_vtab() */
};

enum { COLUMN_TYPE_SIZE = 40 };

/* Writes the declared type of a column to type, which has COLUMN_TYPE_SIZE bytes. */
void columns_declared_type(const struct column *column,
                           const struct table_options *options, char *type);

/* Whether the column is declared NOT NULL. */
bool table_column_is_not_null(const struct table_column *c);

/* max_columns: SQLite's limit.  Hidden columns beyond it are left out; too many visible
 * ones are an error that suggests the `columns` option.  The schema must outlive the
 * columns.  Call columns_release() also after a failure. */
enum status columns_build(struct table_columns *columns, const struct schema *schema,
                          const struct table_options *options, uint32_t max_columns,
                          struct error *error) CHECK_RESULT;
void columns_release(struct table_columns *columns);

/* The definition of column i in the declaration: name, type and constraints; empty beyond
 * the last column. */
struct slice columns_definition(const struct table_columns *columns, uint32_t i);

/* Whether the statement uses a column of the file. used: SQLite's colUsed, where bit 63
 * covers all columns from 63 on. */
bool columns_are_used(const struct table_columns *columns, uint64_t used);

/* Whether all columns that it uses are is_of_path. */
bool columns_are_of_paths(const struct table_columns *columns, uint64_t used);

/* Whether a plan for a's columns holds for b's, which have the same declaration: each is
 * stored in the same way. */
bool columns_are_stored_alike(const struct table_columns *a,
                              const struct table_columns *b);

/* The collation that compares dates, times and timestamps in any spelling. */
#define INSTANT_COLLATION "parquet_instant"

/* Its names.  Hosts from 3.37 on remove HIDDEN and a space from the declared type of a
 * hidden column, and then read the collation from the place after the shorter type, where
 * the last six bytes of the longer one still are. */
static const char *const INSTANT_COLLATIONS[] = {INSTANT_COLLATION, "E TEXT", "P TEXT",
                                                 "Z TEXT"};
enum { N_INSTANT_COLLATIONS = sizeof INSTANT_COLLATIONS / sizeof *INSTANT_COLLATIONS };

/* Whether the column's values are dates, times or timestamps as text. */
static inline bool table_column_is_time(const struct table_column *c)
{
    return c->form == FORM_TEXT && c->column != NULL &&
           (c->column->type == COLUMN_DATE || c->column->type == COLUMN_TIME ||
            c->column->type == COLUMN_TIMESTAMP);
}

/* The kind of values that a column returns to SQLite. */
enum value_class {
    CLASS_NUMBER, /* INTEGER and REAL; numeric affinity */
    CLASS_TEXT,   /* text affinity */
    CLASS_BLOB,
    CLASS_MIXED, /* integers, and text beyond 64 bits; no affinity */
    CLASS_NULL,
};

enum value_class value_class_of(const struct table_column *column);

#endif
