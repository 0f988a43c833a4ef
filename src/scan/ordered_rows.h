/* SPDX-License-Identifier: MIT */
/*
 * ordered_rows.h - the rows of a scan in the order of one column's values.
 *
 * A pass finds the next k rows: it visits the row groups by their bounds, the most
 * promising first, with one more term of the predicate, that a value must be better than
 * the worst of the k found so far.  So statistics, page index and vectors leave out what
 * cannot be among them, and `max(x)` or `ORDER BY x LIMIT 10` read little.  When those k
 * are used up the next pass finds more of them, behind the last one.  Memory is bounded,
 * whatever the order of the rows in the file.
 *
 * The order: values, nulls (and NaN) below them; rows with equal values in an order of
 * this module's own.
 */
#ifndef SCAN_ORDERED_ROWS_H
#define SCAN_ORDERED_ROWS_H

#include "scan/scan.h"

struct ordered_row {
    union column_value key; /* bytes are owned */
    bool is_null;
    uint64_t rank; /* of its row group (upper half) and page in the order of visits */
    uint64_t row;
};

/* A zeroed struct may be released. */
struct ordered_rows {
    struct scan *scan;
    struct predicate *predicate; /* borrowed */
    uint32_t column;
    enum value_domain domain;
    bool is_descending;
    /* Values are in the order in which they are presented only from here to there;
     * others are an error. */
    struct value_range ordered;

    uint32_t n_visits;
    struct visit *visits; /* the row groups, in the order of their bounds */

    uint32_t most;     /* rows of the current pass */
    uint32_t n_found;  /* a heap during the pass, in order afterwards */
    uint32_t capacity; /* of found */
    size_t key_bytes;  /* that the rows found own */
    struct ordered_row *found;
    uint32_t next;
    bool has_last; /* found by an earlier pass */
    struct ordered_row last;
    bool is_exhausted;
    struct value_range better; /* the term's range */
};

void ordered_rows_release(struct ordered_rows *rows);

/* Begins.  The scan and the prepared predicate are used until release or the next start;
 * a term is added to the predicate.  first_pass: how many rows are likely to be wanted.
 */
enum status ordered_rows_start(struct ordered_rows *rows, struct scan *scan,
                               struct predicate *predicate, uint32_t column,
                               enum value_domain domain, struct value_range ordered,
                               bool is_descending, uint64_t first_pass,
                               struct error *error) CHECK_RESULT;

/* The next row, valid until the next call; the scan's batch then holds it.  Texts are
 * followed by a 0.  NULL: there is none, or an error. */
enum status ordered_rows_next(struct ordered_rows *rows, const struct ordered_row **row,
                              struct error *error) CHECK_RESULT;

#endif
