/* SPDX-License-Identifier: MIT */
/*
 * scan_ahead.h - threads that scan the next rows while SQLite works on the last ones.
 *
 * A scan that proves long starts them (scan.c).  Each has its own table_file, readers and
 * predicate, and takes one row group after another: it finds the rows that pass and
 * decodes the columns that the scan's user asks for.  Copies of its batches wait in a
 * ring of limited size.  The scan takes the batches of all threads in the order of the
 * rows, and shows them as its own.
 *
 * The threads report no errors.  What one cannot do, for whatever reason, the scan then
 * does itself, from the same row on: it finds the same damage, or succeeds.  A column
 * that a batch lacks is read by the scan's own reader.
 */
#ifndef SCAN_SCAN_AHEAD_H
#define SCAN_SCAN_AHEAD_H

#include "scan/scan.h"

struct scan_ahead;

/* Starts up to scan->n_threads threads on the rows of the scan's pass from first_row on.
 * Returns NULL if none can be started. */
struct scan_ahead *scan_ahead_start(const struct scan *scan, uint64_t first_row);

/* Stops the threads and frees all; NULL is allowed.  Batches are then no longer valid. */
void scan_ahead_stop(struct scan_ahead *ahead);

enum scan_ahead_result {
    AHEAD_BATCH,  /* the next batch with selected rows is shown */
    AHEAD_END,    /* there are no more rows */
    AHEAD_FAILED, /* the scan must go on by itself */
};

/* Shows the next batch in the scan, adds to its counters, and sets *result; for
 * AHEAD_FAILED also *row, from which the scan must go on.  The batch is valid until the
 * next call.  Waits for the threads; the only error is INTERRUPTED. */
enum status scan_ahead_next(struct scan_ahead *ahead, struct scan *scan,
                            enum scan_ahead_result *result, uint64_t *row,
                            struct error *error) CHECK_RESULT;

/* From the next batches on, the threads decode this column, too. */
void scan_ahead_want(struct scan_ahead *ahead, uint32_t column);

#endif
