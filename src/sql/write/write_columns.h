/* SPDX-License-Identifier: MIT */
/*
 * write_columns.h - makes columns of a Parquet file from the columns of a query's result:
 * their names and types.
 *
 * SQLite's values have dynamic types, a Parquet column has one type:
 *
 *     explicit    the one in the option `types`; values are converted exactly or refused
 *     candidates  suggested by the column's origin; each holds as long as all values
 *                 would read back as exactly the same values
 *     natural     what the storage classes of the values need: INT64, DOUBLE, STRING,
 *                 BLOB; NULL if there is no value
 *
 * What is known of the values (struct value_summary) only grows, and types only widen
 * with it, so a write that begins anew makes progress.
 */
#ifndef SQL_WRITE_COLUMNS_H
#define SQL_WRITE_COLUMNS_H

#include "convert/cell_batch.h"
#include "convert/write_nested.h"
#include "sql/connection/connection.h"
#include "sql/host/sqlite_api.h"
#include "sql/write/write_options.h"

struct value_summary {
    uint8_t classes;  /* a bit for each enum cell_class but NULL */
    uint32_t fitting; /* a bit for each candidate that holds all values so far */
    bool has_inexact; /* an INTEGER that no double holds */
};

/* A column whose values make partitions. */
struct partition_key {
    const char *name;
    uint32_t position; /* in the query's result */
};

/* The value that has changed the type last. */
struct type_change {
    uint64_t row;                    /* 0: none has */
    const struct write_target *lost; /* the type until then, a candidate, or NULL: ... */
    const char *lost_natural;
    char value[CELL_TEXT_SIZE]; /* described */
};

struct write_column {
    const char *name;
    uint32_t position; /* in the query's result */
    bool is_explicit;
    const char *asked_for;             /* the words of an explicit type */
    uint8_t n_candidates, n_from_file; /* the first ones are types in a file */
    struct write_target *candidates;   /* an explicit type is the only one */
    struct write_target copied; /* while has_copied: of the table, for its vectors */
    bool has_copied;
    const struct write_target *target;
    struct write_target natural;
    struct value_summary seen;
    struct type_change *change; /* NULL if the type is explicit */
    /* The leaves of the chosen type in the file: the number of the first, and how
     * many. */
    uint32_t first_leaf, n_leaves;
    struct pq_column_values *values; /* borrowed from the writer, of a simple type */
    /* The storage class that needs no conversion, within the target's limits; 0: none. */
    int stored_class;
};

/* Columns whose values make partitions are left out of the files, unless that is asked
 * for. */
struct write_columns {
    struct arena arena;
    uint32_t n_in_query, n, n_partition_keys;
    struct write_column *columns; /* n */
    struct partition_key *partition_keys;
    /* With the chosen types: one for each column, then those that cover geometries. */
    struct pq_write_column *parquet;
    uint32_t n_parquet;
    struct pq_sorting_column *sorting;
    uint32_t *sorting_columns; /* the numbers of their columns */
    uint32_t n_sorting;
    bool has_nested; /* one of the chosen types is nested */
    /* Of the query's columns: comes from a column with Variants.  NULL: none does. */
    bool *has_types;
};

/* Initialises the columns of a prepared query.  The query and the options must outlive
 * them. */
enum status write_columns_init(struct write_columns *columns, sqlite3_stmt *query,
                               const struct connection *connection,
                               const struct write_options *options,
                               struct error *error) CHECK_RESULT;
void write_columns_release(struct write_columns *columns);

/* Chooses types that hold all values noted so far, and fills in `parquet` for the
 * writer. */
enum status write_columns_decide(struct write_columns *columns,
                                 const struct write_options *options,
                                 struct error *error) CHECK_RESULT;

/* The position in the query's result of a column that an option names. */
enum status write_columns_position(const struct write_columns *columns, const char *name,
                                   uint32_t *position, struct error *error) CHECK_RESULT;

/* Connects the columns with a writer of the chosen types. */
void write_columns_open(struct write_columns *columns, struct pq_file_writer *writer);

/* In write_append.c. Appends rows first .. end - 1 of column i of the batch to the
 * writer, with the chosen type.  *row: `end`, or the first row whose value does not fit
 * or fails; then the writer can only be freed. */
enum status write_column_append(struct write_column *column,
                                const struct cell_batch *batch, uint32_t i,
                                uint64_t first, uint64_t end, uint64_t *row,
                                struct error *error) CHECK_RESULT;

/* ---- The type of a column, in write_types.c -------------------------------------- */

/* Adds the candidates of column i of the query, unless its type is explicit, and notes
 * whether it has Variants. */
enum status write_column_suggest(struct write_columns *columns, uint32_t i,
                                 sqlite3_stmt *query, const struct connection *connection,
                                 struct error *error) CHECK_RESULT;

/* Sets the target to the first candidate that holds all values noted so far, or else to
 * the natural type. */
enum status write_column_decide(struct write_column *column,
                                struct error *error) CHECK_RESULT;

/* Gives column i, unless its type is explicit, the type in words of the table's column
 * from which vectors of its values come; as long as that is not forgotten, it is the
 * chosen one.  MISUSE: the words are no type. */
enum status write_column_copy(struct write_columns *columns, uint32_t i, const char *type,
                              bool is_nullable, struct error *error) CHECK_RESULT;
void write_column_forget_copy(struct write_column *column);

/* Notes a value of a column that is not explicit, in a row that counts from 1; false if
 * no type holds it together with earlier values: write_column_refuse() says why. */
bool write_column_note(struct write_column *column, const struct cell *cell,
                       uint64_t row);

/* Notes a storage class that is new to the column; false if the chosen type does not hold
 * it together with the others. */
bool write_column_takes(struct write_column *column, enum cell_class class);

/* Sets the error for a value that was refused; row counts from 1. */
enum status write_column_refuse(const struct write_column *column,
                                const struct cell *cell, uint64_t row,
                                struct error *error);

/* Reports the types of columns that have been written, of the prepared query; nothing
 * when memory is out. */
void write_report(const struct write_columns *columns, sqlite3_stmt *query,
                  struct written_types *types);

/* Prepends column and row to an error. */
enum status write_column_locate(const struct write_column *column, uint64_t row,
                                struct error *error);

#endif
