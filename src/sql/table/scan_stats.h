/* SPDX-License-Identifier: MIT */
/*
 * scan_stats.h - parquet_scan_stats: what the latest scans of a connection did.
 *
 *     SELECT plan, row_groups, pages_read FROM parquet_scan_stats
 *       ORDER BY seq DESC LIMIT 1;
 *
 * A cursor adds an entry about its scan when it is closed.  The connection, its modules
 * and its tables share the entries by references.
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
    const char *plan;     /* xFilter's idxStr; the statement owns it */
    uint64_t n_loops;     /* calls of xFilter */
    uint64_t n_look_ups;  /* of these, in rows kept in memory */
    uint64_t n_rows_kept; /* rows that the latest look-up searched */
    uint64_t n_returned;  /* rows that the cursor visited */
    uint64_t nanoseconds;
};

/* Adds an entry: the note, and what the scan has counted and found lost.  When memory is
 * out, texts and counts of reasons are missing. */
void scan_stats_enter(struct scan_stats *stats, const char *table_name,
                      const struct scan_note *note, const struct scan *scan);

/* Registers the table-valued function, which holds its own reference; returns SQLite's
 * code. */
int register_scan_stats(sqlite3 *db, struct scan_stats *stats);

#endif
