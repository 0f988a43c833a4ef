/* SPDX-License-Identifier: MIT */
/*
 * opened_file.h - an open table file with the columns that SQLite sees of it, shared by a
 * table and its cursors.  A table exchanges it for a new one when the file on disk has
 * been replaced; cursors of running queries keep the old one.
 */
#ifndef SQL_OPENED_FILE_H
#define SQL_OPENED_FILE_H

#include "base/input_file.h"
#include "scan/scan.h"
#include "sql/table/columns.h"

struct opened_file {
    struct table_file *file;
    struct file_identity identity;
    uint64_t n_rows;
    struct table_columns columns;
    int layout; /* of a table: another number where columns are stored in another way */
    unsigned n_references;
    /* salvage=skip: the columns of the file that the table shows, all of whose values
     * its rows have. */
    uint32_t *whole_columns;
    uint32_t n_whole_columns;
    bool is_salvage;
    struct scan *idle_scan; /* of the cursor that was closed last, or NULL */
};

/* Opens with one reference, which is the caller's.  max_columns: see columns_build(). */
enum status opened_file_open(const struct table_options *options, uint32_t max_columns,
                             struct opened_file **opened,
                             struct error *error) CHECK_RESULT;

/* For a file that is to take the place of another one in a table: sets its layout.  Fails
 * where the columns are declared in another way. */
enum status opened_file_follow(struct opened_file *opened, const struct opened_file *old,
                               struct error *error) CHECK_RESULT;
void opened_file_retain(struct opened_file *opened);
void opened_file_release(struct opened_file *opened);

/* A scan of the file, to be given back.  Its readers and what they have loaded may be
 * those of an earlier cursor: correlated subqueries open and close one for every row. */
enum status opened_file_take_scan(struct opened_file *opened, struct scan **scan,
                                  struct error *error) CHECK_RESULT;
void opened_file_give_scan(struct opened_file *opened, struct scan *scan);

/* Frees the scan that was given back last; false when there is none. */
bool opened_file_drop_idle(struct opened_file *opened);

#endif
