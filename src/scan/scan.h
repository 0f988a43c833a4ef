/* SPDX-License-Identifier: MIT */
/*
 * scan.h - walks the rows of a table file that satisfy a predicate, in batches, and
 * decodes a column when somebody first asks for a row of it.
 *
 *     scan_start -> { scan_next_batch -> { scan_column(c, row) ... } } -> scan_release
 *
 * For each row group in turn the predicate first meets what the file says of its columns
 * (scan_prune.h); what is left is a selection of rows.  These are visited batch by batch:
 * the predicate's columns are decoded and tested, one after the other, and a batch that
 * keeps rows is handed out with their positions.
 *
 * Rows are numbered from 0 over all row groups.  A batch lies within one row group.  Each
 * column has a window of decoded rows.  Columns nobody asks for are neither read nor
 * decoded; one that is asked for is skipped forward to the row by its own reader.
 */
#ifndef SCAN_SCAN_H
#define SCAN_SCAN_H

#include "scan/keep_reason.h"
#include "scan/predicate.h"
#include "scan/row_selection.h"
#include "scan/table_file.h"

struct scan_column {
    struct column_reader *reader; /* NULL until the column is first asked for */
    uint64_t position;            /* row the reader stands before */
    uint32_t row_group;           /* that the reader was started on */
    uint64_t first;               /* row number of the vector's first row */
    uint64_t generation;          /* changes with the vector */
    struct column_vector vector;  /* n_rows 0: nothing */
    /* Salvage: a byte for each row group whose lost rows were noted; NULL: none. */
    uint8_t *is_noted;
};

/* Lost rows that a scan has met; first_row is the row's number in the file. */
struct noted_loss {
    uint32_t row_group;
    struct lost_rows rows;
};

/* What a scan has done.  Row groups that the row numbers asked for leave out are not
 * counted. */
struct scan_counters {
    uint64_t row_groups, row_groups_by_statistics, row_groups_by_pages,
        row_groups_by_dictionary, row_groups_by_bloom;
    uint64_t pages_by_bounds; /* left out by the page index, or by their headers */
    uint64_t rows_tested, rows_returned;
    struct read_totals read;
    uint64_t bytes_read;
};

/* A zeroed struct may be released. */
struct scan {
    struct table_file *file; /* borrowed */
    uint32_t n_row_groups;
    uint64_t *row_group_ends; /* row number behind the last row of each */
    uint32_t n_columns;
    struct scan_column *columns;
    struct scan_counters counters;
    struct keep_counts kept; /* why row groups and pages were not left out */

    /* Salvage.  Rows that any of these columns has lost are left out; borrowed. */
    const uint32_t *whole_columns;
    uint32_t n_whole_columns;
    struct buffer losses; /* struct noted_loss, of the columns that were read */

    /* Since scan_start(). */
    bool
        counts_only; /* no column of the rows will be asked for; scan_start() clears it */
    struct predicate *predicate;    /* borrowed; NULL: every row */
    struct row_range rows;          /* that remain to be visited, over all row groups */
    uint32_t row_group;             /* being visited */
    struct row_selection selection; /* of it */
    uint32_t range;                 /* next in selection */
    struct row_selection spare[2];
    uint64_t next_row; /* in selection.ranges[range] */
    bool is_first_batch;
    bool is_shown;              /* the batch was made by scan_show_rows() */
    uint32_t checked_row_group; /* its rows exist, whether a column is read or not */

    /* The batch: batch_first <= row < batch_end; equal: the scan is at its end.  Of these
     * rows, those batch_first + selected[i], i < n_selected, or all when that is NULL. */
    uint64_t batch_first, batch_end;
    const uint32_t *selected;
    uint32_t n_selected;
    uint32_t positions[BATCH_ROWS];
};

/* Prepares for one file; the file must outlive the scan. */
enum status scan_init(struct scan *scan, struct table_file *file,
                      struct error *error) CHECK_RESULT;
void scan_release(struct scan *scan);

/* Rows of all row groups together. */
uint64_t scan_total_rows(struct table_file *file);

/* Row number of the first row of a row group. */
uint64_t scan_row_group_first(const struct scan *scan, uint32_t row_group);

/* Begins a pass over the rows that satisfy the predicate (NULL: all), which must live as
 * long.  Readers, their buffers and the columns' windows of an earlier pass are kept. */
void scan_start(struct scan *scan, struct predicate *predicate);

/* The same of the rows first_row .. end_row - 1 only. */
void scan_start_rows(struct scan *scan, struct predicate *predicate, uint64_t first_row,
                     uint64_t end_row);

/* What a column has lost in the row group being visited; notes it. */
enum status scan_lost_rows(struct scan *scan, uint32_t column,
                           const struct lost_rows **rows, uint32_t *n,
                           struct error *error) CHECK_RESULT;

/* Makes a batch of rows first .. end - 1 of a row group, BATCH_ROWS at most, which are
 * asked for in any order. */
void scan_show_rows(struct scan *scan, uint32_t row_group, uint64_t first, uint64_t end);

/* Moves to the next batch that has rows. */
enum status scan_next_batch(struct scan *scan, struct error *error) CHECK_RESULT;

/* Decodes the column from a row of the current batch on: slow path of scan_column(). */
enum status scan_load_column(struct scan *scan, uint32_t column, uint64_t row,
                             struct error *error) CHECK_RESULT;

/* A column whose window holds the row, which is of the current batch: at index row -
 * first of the vector.  Valid until the next call for the column. */
static inline enum status scan_column(struct scan *scan, uint32_t column, uint64_t row,
                                      const struct scan_column **window,
                                      struct error *error)
{
    const struct scan_column *c = &scan->columns[column];
    *window = c;
    if (row - c->first < c->vector.n_rows)
        return OK;
    return scan_load_column(scan, column, row, error);
}

/* Counts that a test of a row group, or of a page, has not left it out. */
static inline void scan_count_kept(struct scan *scan, enum keep_test test,
                                   enum keep_reason reason)
{
    keep_counts_add(&scan->kept, test, reason);
}

/* For scan_prune.c: the column's reader, somewhere in the row group being
 * visited. */
enum status scan_start_reader(struct scan *scan, uint32_t column,
                              struct column_reader **reader,
                              struct error *error) CHECK_RESULT;

#endif
