/* SPDX-License-Identifier: MIT */
/*
 * opened_file.h - the open file of a table, or its files, and their columns as SQLite
 * sees them, shared by a table and its cursors.  A table exchanges it for a new one when
 * the files on disk have been replaced; cursors of running queries keep the old one.
 */
#ifndef SQL_OPENED_FILE_H
#define SQL_OPENED_FILE_H

#include "scan/scan.h"
#include "sql/table/columns.h"
#include "sql/table/table_source.h"

struct plan_look_up;

/* Whether the bounds of a column show that its values sort as their texts do. */
enum order_fact { ORDER_NOT_ASKED, ORDER_HOLDS, ORDER_UNKNOWN };

struct opened_file {
    struct table_file *file; /* NULL once it is locked */
    struct table_source source;
    /* A later snapshot of the lake table that the file is, found since; or NULL. */
    struct declared_table *newer;
    bool is_empty;   /* there are no files any more: no rows, but the columns stay */
    uint64_t n_rows; /* of many files, an estimate */
    struct table_columns columns;
    int layout; /* counts the replacements that store columns in another way */
    unsigned n_references;
    /* salvage=skip: the table's visible columns, as indexes in the file's schema; a row
     * that has lost a value of any of them is left out.  Else NULL. */
    uint32_t *whole_columns;
    uint32_t n_whole_columns;
    enum order_fact *order_facts; /* of the table's columns */
    bool is_salvage;
    uint32_t n_threads; /* of scans */
    unsigned n_scans;   /* that are taken: one for each open cursor of the table */
    struct plan_look_up *look_ups; /* of these cursors */
    struct scan *idle_scan;        /* of the cursor that was closed last, or NULL */
};

/* Opens a file with one reference, which the caller owns. max_columns: see
 * columns_build(). */
enum status opened_file_open(const struct table_options *options, uint32_t max_columns,
                             struct opened_file **opened,
                             struct error *error) CHECK_RESULT;

/* Whether the path names the same unchanged files as when they were opened.  If it names
 * none any more, they are, but is_empty is set. */
enum status opened_file_is_current(struct opened_file *opened,
                                   const struct table_options *options, bool *is_current,
                                   struct error *error) CHECK_RESULT;

/* Exchanges *opened for the file that is at the path now, and sets its layout.  After a
 * failure *opened is as before; MISUSE if the columns have another declaration. */
enum status opened_file_reopen(const struct table_options *options, uint32_t max_columns,
                               struct opened_file **opened,
                               struct error *error) CHECK_RESULT;

/* Closes the file, whose only reference the caller has, and so frees all keys that it was
 * opened with.  Only opened_file_reopen() and opened_file_release() may follow. */
void opened_file_lock(struct opened_file *opened);
void opened_file_release(struct opened_file *opened);

/* Returns a scan, to be given back with opened_file_give_scan(), and counts it.  It may
 * be that of an earlier cursor, with its readers and all they have loaded: correlated
 * subqueries open and close a cursor for every outer row.  The look-ups are freed with
 * the last scan that is given back; to give back NULL does nothing. */
enum status opened_file_take_scan(struct opened_file *opened, struct scan **scan,
                                  struct error *error) CHECK_RESULT;
void opened_file_give_scan(struct opened_file *opened, struct scan *scan);

/* Frees the idle scan; returns false if there is none. */
bool opened_file_drop_idle(struct opened_file *opened);

/* If no cursor reads the file, it may release its descriptor, until opened_file_wake().
 * CHANGED if the file at the path is then another one. */
void opened_file_rest(struct opened_file *opened);
enum status opened_file_wake(struct opened_file *opened,
                             struct error *error) CHECK_RESULT;

/* Same as opened_file_rest(), and frees what another query can make again. */
void opened_file_sleep(struct opened_file *opened);

#endif
