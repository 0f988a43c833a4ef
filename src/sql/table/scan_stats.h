/* SPDX-License-Identifier: MIT */
/*
 * scan_stats.h - what the latest scans of a connection did; parquet_scan_stats shows it
 * (functions/show_connection.c).
 *
 *     SELECT plan, row_groups, pages_read FROM parquet_scan_stats
 *       ORDER BY seq DESC LIMIT 1;
 *
 * A cursor adds an entry about its scan when it is closed.  Correlated subqueries open
 * and close a cursor for each row of the outer query: their scans are added up in one
 * entry.
 */
#ifndef SQL_SCAN_STATS_H
#define SQL_SCAN_STATS_H

#include "base/alloc.h"
#include "scan/scan.h"

struct scan_stats; /* of a connection */

/* parent: of the entries' own memory account; it must outlive them.  NULL when memory is
 * out. */
struct scan_stats *scan_stats_new(struct memory_account *parent);
void scan_stats_free(struct scan_stats *stats); /* NULL is allowed */

/* What a cursor records of its scan. */
struct scan_note {
    const char *plan;       /* xFilter's idxStr; the statement owns it */
    uint64_t n_loops;       /* calls of xFilter */
    uint64_t n_look_ups;    /* of these, in cached rows */
    uint64_t n_rows_cached; /* rows that the latest look-up searched */
    uint64_t n_returned;    /* rows that the cursor visited */
    bool in_batches;        /* and passed on without SQLite */
    bool is_trial;          /* began only to find out whether that is possible */
    uint64_t nanoseconds;
    char *warning; /* the cursor's, of a comparison that probably loses rows; or NULL */
    /* Entries with greater numbers than the first, and no greater ones than the second,
     * may be those of earlier cursors of the same statement: the numbers of entries when
     * the table's statement and this cursor began. */
    uint64_t n_before_statement, n_before_cursor;
};

struct stats_entry {
    uint64_t number;
    bool is_kept;            /* false: overwritten, and only its number is set */
    bool in_batches;         /* of the latest cursor */
    char *table_name, *plan; /* NULL: not known */
    char *warning;           /* NULL: there is nothing to warn of */
    char *losses;            /* JSON; NULL: nothing was lost */
    struct keep_count *kept; /* why row groups, pages and files were not left out */
    uint32_t n_kept;
    uint64_t n_values_lost;
    uint64_t n_loops, n_look_ups, n_rows_cached, n_returned, n_files, n_pages;
    double milliseconds, milliseconds_waiting;
    struct scan_counters counters;
};

/* The number of entries so far, which is that of the newest, and the number of the oldest
 * that is kept. */
uint64_t scan_stats_count(const struct scan_stats *stats);
uint64_t scan_stats_oldest(const struct scan_stats *stats);

/* An entry up to the newest by its number; NULL if it is overwritten. */
struct stats_entry *scan_stats_entry(struct scan_stats *stats, uint64_t number);

/* Adds an entry: the note, and what the scan has counted and found lost; or adds it to
 * the entry of an earlier cursor with the same plan.  When memory is out, texts and
 * counts of reasons are missing. */
void scan_stats_enter(struct scan_stats *stats, const char *table_name,
                      const struct scan_note *note, const struct scan *scan);

#endif
