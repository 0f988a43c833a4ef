/* SPDX-License-Identifier: MIT */
/*
 * scan_columns.h - the columns of a scan: for each a reader, which is opened when the
 * column is first requested, and a window of decoded rows.
 *
 * The reader is started on the scan's row group and only moves forward; a request for an
 * earlier row starts it again.  A window is valid until the next call for its column.
 * After an error, the column's reader is started again by the next request.
 */
#ifndef SCAN_SCAN_COLUMNS_H
#define SCAN_SCAN_COLUMNS_H

#include "base/buffer.h"
#include "scan/row_selection.h"
#include "scan/table_file.h"

struct scan;

/* The row_group of a column whose reader was not started. */
static const uint32_t NO_ROW_GROUP = UINT32_MAX;

struct scan_column {
    struct column_reader *reader; /* NULL until the column is first requested */
    uint64_t position;            /* the row that the reader reads next */
    uint32_t row_group;           /* on which the reader was started */
    uint64_t first;               /* row number of the vector's first row */
    uint64_t generation;          /* changes with the vector */
    uint64_t wanted_in;           /* the last pass in which it was requested */
    struct column_vector vector;  /* empty if n_rows is 0 */
    bool is_expected;             /* in announcer.expected */
    uint64_t announced_in;        /* the last pass in which rows were announced */
    struct row_range announced;   /* the last ones */
    struct buffer is_noted; /* salvage: a byte per row group, 1 if its losses are noted */
};

/* Lost rows that a scan has found; rows.first_row is a row number in their file. */
struct noted_loss {
    const char *path;   /* of the file; NULL if there is only one */
    uint32_t row_group; /* in the file */
    struct lost_rows rows;
};

/* Makes the columns of the scan's file, without readers. */
enum status scan_columns_init(struct scan *scan, struct error *error) CHECK_RESULT;

/* Closes the readers. */
void scan_columns_release(struct scan *scan);

/* Slow path of scan_column(): decodes the column from a row of the current batch on. */
enum status scan_load_column(struct scan *scan, uint32_t column, uint64_t row,
                             struct error *error) CHECK_RESULT;

/* Closes a column's reader, if it is open, and so frees its memory; it is opened again
 * when the column is requested. */
void scan_close_column(struct scan *scan, uint32_t column);

/* Returns a column's lost rows in the current row group, and adds them to `losses`. */
enum status scan_lost_rows(struct scan *scan, uint32_t column,
                           const struct lost_rows **rows, uint32_t *n,
                           struct error *error) CHECK_RESULT;

/* For scan_ahead.c: decodes a column from the first to the last selected row of the
 * batch; the window ends earlier if the values are large. */
enum status scan_load_selected(struct scan *scan, uint32_t column,
                               const struct scan_column **window,
                               struct error *error) CHECK_RESULT;

/* For scan_prune.c: returns the column's reader, anywhere in the current row group. */
enum status scan_start_reader(struct scan *scan, uint32_t column,
                              struct column_reader **reader,
                              struct error *error) CHECK_RESULT;

/* For scan.c: announces rows of a column that are about to be read from a file that is
 * far away. */
enum status scan_announce_column(struct scan *scan, uint32_t column, uint64_t first,
                                 uint64_t end, struct error *error) CHECK_RESULT;

/* For scan.c: moves the column's reader to a row of the current row group. */
enum status scan_move_reader(struct scan *scan, uint32_t column, uint64_t row,
                             struct error *error) CHECK_RESULT;

/* For scan.c: decodes rows first .. first + n - 1 for a test, or fewer if the values are
 * large. */
enum status scan_load_tested(struct scan *scan, uint32_t column, uint64_t first,
                             uint64_t n, struct error *error) CHECK_RESULT;

#endif
