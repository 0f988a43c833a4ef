/*
 * scan.h - walks the rows of a table file in batches and decodes a column when somebody
 * first asks for a row of it.
 *
 *     scan_start -> { scan_next_batch -> scan_column(c, row) ... } -> scan_release
 *
 * Rows are numbered from 0 over all row groups.  A batch lies within one row group.  Each
 * column has a window of decoded rows: usually the rest of the batch, less where values
 * are large.  Columns nobody asks for are neither read nor decoded; one that is asked for
 * late is skipped forward by its own reader.
 */
#ifndef SCAN_SCAN_H
#define SCAN_SCAN_H

#include "table_file.h"

struct scan_column {
    struct column_reader *reader; /* NULL until the column is first asked for */
    uint64_t position;            /* row the reader stands before */
    uint32_t row_group;           /* that the reader was started on */
    uint64_t first;               /* row number of the vector's first row */
    struct column_vector vector;  /* n_rows 0: nothing */
};

/* A zeroed struct may be released. */
struct scan {
    struct table_file *file; /* borrowed */
    uint32_t n_row_groups;
    uint64_t *row_group_ends; /* row number behind the last row of each */
    uint64_t next_row;
    uint64_t end_row;
    uint32_t row_group;   /* of the current batch */
    uint64_t batch_first; /* the current batch: batch_first <= row < batch_end */
    uint64_t batch_end;   /* batch_first: the scan is at its end */
    bool is_first_batch;
    uint32_t n_columns;
    struct scan_column *columns;
};

/* Prepares for one file; the file must outlive the scan. */
enum status scan_init(struct scan *scan, struct table_file *file,
                      struct error *error) CHECK_RESULT;
void scan_release(struct scan *scan);

/* Rows of all row groups together. */
uint64_t scan_total_rows(struct table_file *file);

/* Begins a pass over the rows first_row <= row < end_row, clipped to the file.  Readers,
 * their buffers and the columns' windows of an earlier pass are kept. */
void scan_start(struct scan *scan, uint64_t first_row, uint64_t end_row);

/* Moves to the next batch. */
void scan_next_batch(struct scan *scan);

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

#endif
