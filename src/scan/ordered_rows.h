/* SPDX-License-Identifier: MIT */
/*
 * ordered_rows.h - the rows of a scan in an order, found as they are needed.
 *
 * A pass finds the next k rows.  It visits the row groups in the order of their bounds
 * for the first column of the order, the most promising first (a file of many that is
 * closed, but has bounds, is opened when it is its turn), and adds a term to the
 * predicate: a value must be better than the worst of the k found so far.  Statistics,
 * page indexes and vectors then exclude rows that cannot be among the k, so `max(x)` and
 * `ORDER BY x LIMIT 10` read little. When the k rows are used up, the next pass finds the
 * rows after the last one.  Memory is bounded, whatever the order of the rows in the
 * file.
 *
 * Rows with equal values come in an order that this module chooses.
 */
#ifndef SCAN_ORDERED_ROWS_H
#define SCAN_ORDERED_ROWS_H

#include "base/arena.h"
#include "scan/row_order.h"
#include "scan/scan.h"

struct ordered_key {
    union column_value value; /* bytes are owned */
    bool is_null;
};

/* Where a row was found: the number of a row group or a file in the order of visits, that
 * of a row group among those of the file, and that of the page; or 0. */
struct visit_rank {
    uint32_t visit, inner, page;
};

struct ordered_row {
    struct ordered_key key;   /* of the order's first column */
    struct ordered_key *rest; /* of the others; owned; NULL if there are none */
    struct visit_rank rank;   /* in the order of visits */
    uint64_t row;
};

/* A zeroed struct may be released. */
struct ordered_rows {
    struct scan *scan;
    struct predicate *predicate; /* borrowed */
    struct row_order order;      /* a value outside an ordered range is an error */

    struct arena bounds; /* texts of the visits */
    uint32_t n_visits;
    struct visit *visits; /* row groups and files, in the order of their bounds */

    uint32_t most;      /* rows wanted by the current pass */
    uint32_t n_found;   /* a heap during the pass, in order afterwards */
    size_t found_bytes; /* that the rows found take */
    size_t most_bytes;  /* that they may take in the current pass */
    struct ordered_row *found;
    uint32_t next;
    bool has_last; /* found by an earlier pass */
    struct ordered_row last;
    bool is_exhausted;
    struct value_range better; /* the term's range */
    uint32_t n_announced;      /* of `visits`, in a file that is far away */
    int64_t window;            /* bytes of that announcement */
};

void ordered_rows_release(struct ordered_rows *rows);

/* Starts, adding a term to the prepared predicate.  Scan and predicate must live until
 * release or the next start.  first_pass: how many rows the caller is likely to want. */
enum status ordered_rows_start(struct ordered_rows *rows, struct scan *scan,
                               struct predicate *predicate, const struct row_order *order,
                               uint64_t first_pass, struct error *error) CHECK_RESULT;

/* Returns the next row, valid until the next call, and makes the scan's batch contain it.
 * Texts end with a 0 byte.  *row is NULL at the end and on error. */
enum status ordered_rows_next(struct ordered_rows *rows, const struct ordered_row **row,
                              struct error *error) CHECK_RESULT;

#endif
