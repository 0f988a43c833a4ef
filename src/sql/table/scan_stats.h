/* SPDX-License-Identifier: MIT */
/*
 * scan_stats.h - parquet_scan_stats: what the latest scans of a connection did.
 *
 *     SELECT plan, row_groups, pages_read FROM parquet_scan_stats
 *       ORDER BY seq DESC LIMIT 1;
 *
 * A cursor enters what its scan did when it is closed.  The entries belong to the
 * connection; its modules and tables share them by references.
 */
#ifndef SQL_SCAN_STATS_H
#define SQL_SCAN_STATS_H

#include "base/alloc.h"
#include "scan/scan.h"
#include "sql/host/sqlite_api.h"

struct scan_stats; /* of a connection */

/* With one reference, which is the caller's; NULL when memory is out.  parent: of the
 * account that the entries have of their own; it outlives them. */
struct scan_stats *scan_stats_new(struct memory_account *parent);
void scan_stats_retain(struct scan_stats *stats);
void scan_stats_release(void *stats); /* void: also SQLite's destructor of a module */

/* What a cursor keeps of its scan. */
struct scan_note {
    const char *plan;    /* that xFilter was called with; the statement's */
    uint64_t n_loops;    /* calls of xFilter */
    uint64_t n_returned; /* rows that the cursor stood on */
    uint64_t nanoseconds;
};

/* Enters the note, with what the scan has counted and found lost.  Where memory is out,
 * texts are missing or the whole note. */
void scan_stats_enter(struct scan_stats *stats, const char *table_name,
                      const struct scan_note *note, const struct scan *scan);

/* Registers the table-valued function, which takes a reference of its own. */
int register_scan_stats(sqlite3 *db, struct scan_stats *stats);

#endif
