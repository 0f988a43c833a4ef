/* SPDX-License-Identifier: MIT */
/*
 * scan_stats.h - parquet_scan_stats: what the latest scans of a connection did.
 *
 *     SELECT plan, row_groups, pages_read FROM parquet_scan_stats
 *       ORDER BY seq DESC LIMIT 1;
 *
 * A cursor adds an entry about its scan when it is closed.  Correlated subqueries open
 * and close a cursor for each row of the outer query: their scans are added up in one
 * entry. The connection, its modules and its tables share the entries by references.
 */
#ifndef SQL_SCAN_STATS_H
#define SQL_SCAN_STATS_H

#include "base/alloc.h"
#include "scan/scan.h"
#include "sql/host/sqlite_api.h"

struct scan_stats; /* of a connection */

/* Returns them with one reference, which the caller owns; NULL when memory is out.
 * parent: of the entries' own memory account; it must outlive them. */
struct scan_stats *scan_stats_new(struct memory_account *parent);
void scan_stats_retain(struct scan_stats *stats);
void scan_stats_release(void *stats); /* void *: also a module's destructor */

/* What a cursor records of its scan. */
struct scan_note {
    const char *plan;       /* xFilter's idxStr; the statement owns it */
    uint64_t n_loops;       /* calls of xFilter */
    uint64_t n_look_ups;    /* of these, in cached rows */
    uint64_t n_rows_cached; /* rows that the latest look-up searched */
    uint64_t n_returned;    /* rows that the cursor visited */
    uint64_t nanoseconds;
    const char *warning; /* of a comparison that probably loses rows, or NULL */
    /* Entries with greater numbers than the first, and no greater ones than the second,
     * may be those of earlier cursors of the same statement: the numbers of entries when
     * the table's statement and this cursor began. */
    uint64_t n_before_statement, n_before_cursor;
};

/* The number of entries so far. */
uint64_t scan_stats_count(const struct scan_stats *stats);

/* Adds an entry: the note, and what the scan has counted and found lost; or adds it to
 * the entry of an earlier cursor with the same plan.  When memory is out, texts and
 * counts of reasons are missing. */
void scan_stats_enter(struct scan_stats *stats, const char *table_name,
                      const struct scan_note *note, const struct scan *scan);

/* Registers the table-valued function, which holds its own reference; returns SQLite's
 * code. */
int register_scan_stats(sqlite3 *db, struct scan_stats *stats);

#endif
