/* SPDX-License-Identifier: MIT */
/*
 * look_up_table.h - rows cached for look-ups of one plan, and passes over them: a pass
 * finds the rows that a predicate accepts, in the order of the file or of the plan.
 *
 *     by keys        equalities: candidates from a hash table
 *     by a range     comparisons with ranges: candidates from sorted rows
 *     in an order    sorted rows are tested one after the other, as far as SQLite asks
 *     else           all rows are tested
 *
 * Each candidate is tested with the whole predicate.
 */
#ifndef ROWS_LOOK_UP_TABLE_H
#define ROWS_LOOK_UP_TABLE_H

#include "rows/join_table.h"
#include "rows/sorted_rows.h"

/* Rows cached for the current values of a plan's constant terms. */
struct look_up_table {
    unsigned n_references;
    struct cached_rows rows;
    /* Where each of the rows stands for all with its values in the order's columns: how
     * many these are (uint32_t), by position; else empty.  All of them pass this. */
    struct buffer counts;
    struct predicate counted;
    struct join_table joins; /* of no columns: there are no equalities */
    struct row_order order;  /* of a plan with an order; if no term varies, of the rows */
    /* Without keys: the order of a column that values are compared with, once passes have
     * tested so many rows that sorting pays. */
    struct order_column range;
    bool has_range;
    uint64_t n_tested;
    struct sorted_rows sorted; /* by `range`, or by the order if `finds_first` */
    bool is_not_sorted;        /* they do not fit in memory */
    bool has_varying;          /* terms */
    bool finds_first;          /* a pass looks for the first rows in the order */
};

/* Rows that a pass in an order has not found yet: ranks of the table's sorted rows. */
struct look_up_rest {
    uint32_t rank, end; /* equal: all are found */
    uint32_t n_at_once;
};

/* A pass over the rows.  A zeroed struct may be released. */
struct look_up_pass {
    struct look_up_table *table; /* a reference; or NULL */
    struct scan *scan;           /* borrowed */
    struct predicate predicate;  /* what the rows are tested with */
    struct buffer positions;     /* uint32_t, of the rows that were found last */
    bool is_all;                 /* set instead: all rows pass, in their order */
    struct look_up_rest rest;
};

void look_up_table_release(struct look_up_table *table);
void look_up_pass_release(struct look_up_pass *pass);

/* Begins a pass with its table and predicate: finds the rows that pass, or the first of
 * them and a rest for look_up_more(). */
enum status look_up_find(struct look_up_pass *pass, struct error *error) CHECK_RESULT;

/* Finds more rows of a pass: none if all are found. */
enum status look_up_more(struct look_up_pass *pass, struct error *error) CHECK_RESULT;

#endif
