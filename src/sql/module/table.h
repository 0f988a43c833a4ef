/* SPDX-License-Identifier: MIT */
/*
 * table.h - a table of the module `parquet`: its options and its open file, from
 * xConnect to xDisconnect, and what SQLite may ask of it without a cursor.
 *
 * A table whose file cannot be opened cannot be connected, so each statement that reads
 * it reports why and tries again.  For others it becomes a stub, which can be dropped and
 * renamed.  SQLite keeps a stub until it loads the schema again: till then queries report
 * why there are no columns.
 */
#ifndef SQL_TABLE_H
#define SQL_TABLE_H

#include "sql/connection/connection.h"
#include "sql/connection/call_scope.h"
#include "sql/table/plan.h"

struct parquet_cursor;

/* What a statement of batches.h and the table that it reads say to each other; or any
 * statement, whose only pass over a table ends in batches: cursor_begin_batches(). */
struct batch_request {
    bool is_planning;              /* the statement is being prepared */
    bool is_of_rows;               /* it begins with rows */
    bool reads_paths;              /* no column but those of paths: scan_read_paths() */
    const sqlite3_vtab *table;     /* that was planned; NULL: none of ours */
    struct plan_untested untested; /* a condition that SQLite would test */
    bool is_misread;               /* SQLite has asked for a row of a batch */
    /* Of the statement, once it has begun; is_of_rows: of the pass that began last, NULL
     * if that has ended. */
    struct parquet_cursor *cursor;
    const struct opened_file *file; /* that the last pass reads, to be compared only */
};

/* Of idxNum: the statement uses no column of the file; the plan is for a statement of
 * batches.h; the statement uses no column but those of paths. */
enum { PLAN_COUNTS_ONLY = 1, PLAN_IN_BATCHES = 2, PLAN_READS_PATHS = 4, PLAN_FLAGS = 8 };

enum { MOST_PASSES_CHECKED = 100 };

struct parquet_table {
    sqlite3_vtab base; /* must be first */
    struct connection *connection;
    struct listed_table entry; /* in the connection's list of tables */
    char *name;                /* schema.table */
    int n_schema;              /* bytes of it */
    struct table_options options;
    struct memory_account memory; /* used if the option memory_limit is set */
    struct opened_file *file;     /* NULL in a stub, or if it is locked */
    struct opened_file *locked;   /* the file, while keys for it are missing; or NULL */
    struct error stub_error;      /* of a stub: why the file cannot be opened */
    bool is_utf16;                /* the database's encoding, unless it is unknown */
    struct reused_statement collations; /* of collation_is_builtin() */
    struct reused_statement
        planned;        /* marks the one for which a file elsewhere was opened */
    uint64_t listed_at; /* when many files were found for a plan; clock.h */
    /* Since a statement was planned: passes whose comparisons may still be checked, and
     * whether a warning was logged. */
    uint32_t n_to_check;
    bool has_warned;
    uint64_t n_stats_before;       /* entries of scan statistics when none was open */
    struct parquet_cursor *parked; /* closed, for the next xOpen; or NULL */
};

/* Entry points of the module; `connection` is a struct connection. */
int parquet_create(sqlite3 *db, void *connection, int argc, const char *const *argv,
                   sqlite3_vtab **vtab, char **message);
int parquet_connect(sqlite3 *db, void *connection, int argc, const char *const *argv,
                    sqlite3_vtab **vtab, char **message);
int parquet_disconnect(sqlite3_vtab *vtab);
int parquet_destroy(sqlite3_vtab *vtab);
int parquet_rename(sqlite3_vtab *vtab, const char *name);
int parquet_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info);

/* The account that the table's memory is charged to. */
struct memory_account *table_account(struct parquet_table *table);

/* Wakes the file, or reopens it if the path now leads to another one.  Keeps it while a
 * cursor of the table is open: SQLite's own tables do not change during a read, either.
 * CHANGED if it is a BLOB whose row was changed since that cursor was opened.
 * If keys for it are missing now, locks it.  Called between call_begin() and call_end().
 */
enum status table_revalidate(struct parquet_table *table, struct call_scope *call,
                             struct error *error) CHECK_RESULT;

/* Reports to SQLite why a stub cannot be queried; returns SQLite's code. */
int table_report_stub(struct parquet_table *table);

/* What plans of the table for that file depend on; borrows from both. */
struct plan_context table_plan_context(struct parquet_table *table,
                                       const struct opened_file *file);

#endif
