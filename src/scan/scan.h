/* SPDX-License-Identifier: MIT */
/*
 * scan.h - walks the rows of a table file that satisfy a predicate, in batches, and
 * decodes a column only when a row of it is requested.
 *
 *     scan_start -> { scan_next_batch -> { scan_column(c, row) ... } } -> scan_release
 *
 * For each row group in turn, the predicate is first tested against the file's metadata
 * (scan_prune.h), which leaves a selection of rows.  The scan visits these batch by
 * batch: it decodes and tests the predicate's columns one after the other, and returns
 * each batch that keeps rows, with their positions.
 *
 * After many rows, threads may prepare the next batches (scan_ahead.h).
 *
 * Rows are numbered from 0 over all row groups.  A batch lies within one row group.  Each
 * column has a window of decoded rows.  Columns that are never requested are neither read
 * nor decoded; a requested column's own reader skips forward to the row.
 */
#ifndef SCAN_SCAN_H
#define SCAN_SCAN_H

#include "scan/keep_reason.h"
#include "scan/predicate.h"
#include "scan/row_group_list.h"
#include "scan/row_selection.h"
#include "scan/scan_announce.h"
#include "scan/scan_columns.h"
#include "scan/scan_measure.h"

/* A zeroed struct may be released. */
struct scan {
    struct table_file *file;    /* borrowed */
    struct row_group_list list; /* of row groups */
    uint32_t n_columns;
    struct scan_column *columns;
    struct scan_counters counters;
    struct keep_counts kept; /* why row groups and pages were not excluded */
    uint32_t n_threads;      /* that may scan ahead; 0 or 1: none */
    uint64_t n_passes;
    bool is_far; /* see scan_announce.h */
    struct scan_announcer announcer;

    /* Salvage: rows that any of these columns has lost are excluded; borrowed. */
    const uint32_t *whole_columns;
    uint32_t n_whole_columns;
    struct buffer losses; /* struct noted_loss, of the columns that were read */
    bool is_of_paths;     /* scan_start() calls scan_read_paths(); set by the caller */

    /* Since scan_start(). */
    uint64_t n_loaded;        /* values that were decoded, as work of SQLite */
    struct scan_ahead *ahead; /* threads at work, or NULL */
    bool is_alone;            /* no threads are started */
    /* Unless it is alone, or threads are at work: nanoseconds. */
    uint64_t began;              /* when the pass did */
    uint64_t worked;             /* what the scan has taken since */
    bool is_at_work;             /* that is being measured */
    bool counts_only;            /* no column will be requested; scan_start() clears it */
    bool reads_paths;            /* see scan_read_paths() */
    bool stays_closed;           /* row_group does, though rows of it are selected */
    bool counts_later;           /* why a file is opened is counted when it is */
    struct predicate *predicate; /* borrowed; NULL: every row */
    struct row_range rows;       /* still to be visited, over all row groups */
    uint32_t list_index;         /* in the list, of the one being visited */
    uint32_t row_group;          /* its number */
    struct row_selection selection;   /* of row_group */
    const struct row_bitmap *deleted; /* rows of row_group that are left out, or NULL */
    uint64_t deleted_base;            /* what to subtract from a row's number for it */
    uint32_t range;                   /* current one in selection */
    struct row_selection spare[2];
    uint64_t next_row; /* in selection.ranges[range] */
    bool is_first_batch;
    bool is_shown;              /* the batch was made by scan_show_rows() */
    uint64_t n_to_skip;         /* rows to pass over before the first is returned */
    uint64_t n_wanted;          /* rows to return at most, if no term is tested */
    uint32_t checked_row_group; /* its row count was verified without reading a column */

    /* The batch covers batch_first <= row < batch_end; equal ends mean the end of the
     * scan.  Its rows are batch_first + selected[i] for i < n_selected, or all if
     * selected is NULL. */
    uint64_t batch_first, batch_end;
    const uint32_t *selected;
    uint32_t n_selected;
    uint32_t positions[BATCH_ROWS];
};

/* For a scan that is used again: lists row groups anew if many files were opened that are
 * better known while they are closed. */
enum status scan_list_again(struct scan *scan, struct error *error) CHECK_RESULT;

/* Prepares to scan a file, which must outlive the scan. */
enum status scan_init(struct scan *scan, struct table_file *file,
                      struct error *error) CHECK_RESULT;
void scan_release(struct scan *scan);

/* Rows of all row groups together; of a table of many files, an estimate. */
uint64_t scan_total_rows(struct table_file *file);

/* The index in the list of the row group that holds the row, or that of the next one. */
static inline uint32_t scan_list_index(const struct scan *scan, uint64_t row)
{
    return row_group_list_find(&scan->list, row);
}

/* The row group that holds the row, which must exist. */
static inline const struct row_group *scan_row_group_of(const struct scan *scan,
                                                        uint64_t row)
{
    return &scan->list.groups[scan_list_index(scan, row)];
}

/* The row group being visited, which must exist. */
static inline const struct row_group *scan_row_group_here(const struct scan *scan)
{
    return &scan->list.groups[scan->list_index];
}

/* The number after that of the last row; rows before it may be missing (table_file.h). */
uint64_t scan_end_row(const struct scan *scan);

/* Replaces the row group of a row by those of its file if it is closed. */
enum status scan_open_row(struct scan *scan, uint64_t row,
                          struct error *error) CHECK_RESULT;

/* For scan_columns.c: makes the row group at an index of the list, which may be its end,
 * the one that is visited. */
void scan_visit(struct scan *scan, uint32_t index);

/* For scan_columns.c: replaces a closed row group of the list by those of its file. */
enum status scan_open_listed(struct scan *scan, uint32_t index,
                             struct error *error) CHECK_RESULT;

/* Called after scan_start(): replaces all closed row groups that may have rows for the
 * pass, which scan_start_rows() then begins again.  Those that have a bound for a column,
 * the least or the greatest value, wait for scan_open_first(). */
enum status scan_open_all(struct scan *scan, uint32_t column, bool is_greatest,
                          struct error *error) CHECK_RESULT;

/* Called after scan_start_rows(): replaces the closed row group at which the pass begins
 * if it may have rows for it. */
enum status scan_open_first(struct scan *scan, bool *is_open,
                            struct error *error) CHECK_RESULT;

/* Begins a pass over the rows that satisfy the predicate (NULL: all rows).  The predicate
 * must outlive the pass, and may change meanwhile only if is_alone is set.  Readers,
 * their buffers and the columns' windows are kept from an earlier pass. */
void scan_start(struct scan *scan, struct predicate *predicate);

/* Called after scan_start(): the pass leaves out the first n_skipped rows, and the caller
 * needs no more than n_wanted rows after them.  Where no value must be tested to know how
 * many rows pass, rows are skipped by their count. */
void scan_limit(struct scan *scan, uint64_t n_skipped, uint64_t n_wanted);

/* Whether a column has one value in all rows of a file, which need not be open. */
static inline bool scan_is_of_path(const struct scan *scan, uint32_t column)
{
    return scan->file->ops->schema(scan->file)->columns[column].is_of_path;
}

/* Called after scan_start(), which does it itself if is_of_paths is set: no column will
 * be requested but those that are is_of_path, so that files whose rows are known need not
 * be opened. */
static inline void scan_read_paths(struct scan *scan)
{
    scan->reads_paths = scan->is_alone = true;
}

/* Ends a pass early: stops its threads, after which the predicate may change. */
void scan_stop(struct scan *scan);

/* Same as scan_start(), for the rows first_row .. end_row - 1 only. */
void scan_start_rows(struct scan *scan, struct predicate *predicate, uint64_t first_row,
                     uint64_t end_row);

/* Makes rows first .. end - 1, BATCH_ROWS at most and all of one open row group, the
 * batch. Their columns may be requested in any row order. */
void scan_show_rows(struct scan *scan, uint64_t first, uint64_t end);

/* A batch of a pass, to be visited once more.  Its rows are those of struct scan. */
struct scan_batch {
    uint32_t index; /* of the row group in the list */
    uint64_t first, end;
    const uint32_t *selected; /* borrowed while it is the scan's */
    uint32_t n_selected;
};

/* Makes an earlier batch of the pass the current one, or the last one again before
 * scan_next_batch(); without threads. */
void scan_set_batch(struct scan *scan, const struct scan_batch *batch);

/* Moves to the next batch with selected rows; see batch_first for the end of the scan. */
enum status scan_next_batch(struct scan *scan, struct error *error) CHECK_RESULT;

/* Leaves out the rest of the row group, of which a batch was returned; only if is_alone.
 */
void scan_skip_row_group(struct scan *scan);

/* Whether scan_column() has nothing to decode. */
static inline bool scan_has_decoded(const struct scan *scan, uint32_t column,
                                    uint64_t row)
{
    const struct scan_column *c = &scan->columns[column];
    return row - c->first < c->vector.n_rows;
}

/* Returns a column whose window holds the row, which must be in the current batch, at
 * index row - first of the vector.  Valid until the next call for the column. */
static inline enum status scan_column(struct scan *scan, uint32_t column, uint64_t row,
                                      const struct scan_column **window,
                                      struct error *error)
{
    *window = &scan->columns[column];
    return scan_has_decoded(scan, column, row)
               ? OK
               : scan_load_column(scan, column, row, error);
}

/* Counts a test that did not exclude its row group or page. */
static inline void scan_count_kept(struct scan *scan, enum keep_test test,
                                   enum keep_reason reason)
{
    keep_counts_add(&scan->kept, test, reason);
}

/* Work on so many values is done before threads are started: VALUES_ALONE unless the
 * environment variable PARQUET_VTAB_VALUES_ALONE, which is for tests, has another
 * number. */
uint64_t scan_values_alone(void);

/* For scan_ahead.c: finds the selected rows of the row group in which a pass begins. */
enum status scan_begin_row_group(struct scan *scan, struct error *error) CHECK_RESULT;

/* How many rows the batch has, and the number of the i-th. */
static inline uint32_t scan_batch_rows(const struct scan *scan)
{
    return scan->selected != NULL ? scan->n_selected
                                  : (uint32_t)(scan->batch_end - scan->batch_first);
}
static inline uint64_t scan_batch_row(const struct scan *scan, uint32_t i)
{
    return scan->batch_first + (scan->selected != NULL ? scan->selected[i] : i);
}

#endif
