/* SPDX-License-Identifier: MIT */
/*
 * table_function.h - table-valued functions.  The first argument of most is a path.
 *
 *     SELECT * FROM parquet_schema('trips.parquet');
 *     SELECT * FROM parquet_scan_stats;
 *
 * If it names many files, as a table's path may, functions with a column file_name show
 * one file after the other; to the others it is one table.
 *
 * Arguments are hidden columns, declared first: `_path` (a plain `path` would clash with
 * users' columns in joins), then the others, named in the same way, and then options
 * (`_option1` ...), which may be left out.  These
 * functions are DIRECTONLY: neither views nor triggers of a database file can use them to
 * read other files.
 *
 * Functions without arguments show what the extension knows of the connection.
 *
 * TO ADD A FUNCTION
 *
 * 1. Write a file here: metadata_chunks.c is a model, metadata_pages.c for functions
 *    that read pages, read_parquet.c for functions that read rows.  It defines a struct
 *    for the rows of a call (which begins with struct metadata_rows if the function
 *    shows a Parquet file's metadata: then metadata_rows_open() and _close() do most),
 *    the operations below, and one `const struct table_function`.  Only files named
 *    metadata_*.c may include parquet/ (make check-layers).
 *
 *    A column is one row of a list (sql/host/column_list.h): next() sets the members of
 *    the struct that the list names.  Columns are named as in the other functions:
 *    file_name (not in the list: see `scope` below), row_group_id, column_id (the
 *    leaf's number), path_in_schema (result_path()), page_id, num_*, and DuckDB's names
 *    where it has them.  New columns of an existing function go to the end of its list.
 *    How rows are numbered is in docs/internals/reading.md, "Rows have three numbers".
 *    What the file reader does polls for interrupts; a loop of the function itself over
 *    bytes or row groups must poll (base/interrupt.h).
 * 2. Add it to table_function_list.h.
 * 3. Test it in sql-tests/functions/.  The SQL tests that say "--! each function" test
 *    what all functions have in common (missing arguments, views, restricted folders,
 *    no memory): update their expected output.  Add a statement that calls it to
 *    STATEMENTS in hosts/attacks/interrupts.py.  The other tests in hosts/ find it
 *    themselves.
 * 4. Document it in docs/functions.md, add it to CHANGELOG.md, and, if DuckDB has it, to
 *    interop/metadata_checks.py.
 *
 * table_function.c calls the operations in this order:
 *
 *     open(options) -> next() -> { columns of the row ... -> next() } -> close()
 */
#ifndef SQL_TABLE_FUNCTION_H
#define SQL_TABLE_FUNCTION_H

#include "base/status.h"
#include "sql/host/column_list.h"
#include "sql/options/table_options.h"

enum {
    MOST_MORE_ARGUMENTS = 2,
    /* Options that may follow the other arguments, each 'key=value'. */
    MOST_OPTION_ARGUMENTS = 8,
};

struct connection;

/* The arguments, which live until close(). */
struct function_call {
    const struct table_function *function;
    struct table_options options; /* with the path of the file */
    sqlite3_value **more_arguments;
    struct connection *connection;
};

struct table_function {
    const char *name;
    bool is_of_connection; /* it has no arguments */
    bool is_of_writing;    /* connections that only read do not have it */
    /* The arguments after the path, and the other columns. */
    struct column_list columns;
    /* An example for the message that the path is missing; NULL: file.parquet, or
     * file.orc for functions with the options of ORC files. */
    const char *example_path;
    /* An example of the arguments, for the message that they are missing. */
    const char *example;
    /* Whose options may follow; 0: none.  Those of IN_METADATA and IN_ORC show files one
     * after the other: table_function.c declares and sets file_name, their first visible
     * column, and calls open() for each file. */
    enum option_scope scope;
    /* An option that every call has: key=value; NULL: none. */
    const char *fixed_option;
    /* The rows of a call are a struct of this size, zeroed before open(). */
    size_t size;
    /* Opens the file.  close() is called also after an error.  NULL: nothing to do. */
    enum status (*open)(const struct function_call *call, void *rows,
                        struct error *error);
    /* Moves to the next row, or to the first; n rows of the file have been before it.
     * *has_row is false after the last, and next() is not called again.  Error messages
     * begin with the location in the file; the caller adds the path.  NULL: a file has
     * one row, which open() fills. */
    enum status (*next)(void *rows, uint64_t n, bool *has_row, struct error *error);
    /* The struct that the columns show, if another one; NULL if it has disappeared since
     * next(), because the connection's state has changed. */
    void *(*row)(void *rows);
    /* Frees what the struct owns; NULL: nothing. */
    void (*close)(void *rows);
};

#define TABLE_FUNCTION(name) extern const struct table_function name##_function;
#include "sql/functions/table_function_list.h"
#undef TABLE_FUNCTION

#endif
