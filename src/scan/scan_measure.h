/* SPDX-License-Identifier: MIT */
/*
 * scan_measure.h - what a scan has read and skipped, which parquet_scan_stats shows, and
 * how long it has worked, which decides about threads (scan.c).
 *
 * A table_file counts for all who use it.  So a scan takes a measurement before each call
 * of the file, and afterwards adds the difference to its own counters:
 *
 *     scan_measure() -> a call of the file or a reader -> scan_count_since()
 */
#ifndef SCAN_SCAN_MEASURE_H
#define SCAN_SCAN_MEASURE_H

#include "base/file_traffic.h"
#include "scan/table_file.h"

struct scan;

/* What a scan has done.  Row groups excluded by row number are not counted. */
struct scan_counters {
    uint64_t row_groups, row_groups_by_statistics, row_groups_by_pages,
        row_groups_by_dictionary, row_groups_by_bloom;
    uint64_t pages_by_bounds;     /* excluded by the page index or by their headers */
    uint64_t files_by_path;       /* of many, left out because of keys in their paths */
    uint64_t files_by_statistics; /* the same, because of what is declared of them */
    uint64_t rows_tested, rows_returned;
    struct read_totals read;
    uint64_t bytes_read;
    struct file_traffic traffic; /* of files that are far away */
};

void scan_counters_add(struct scan_counters *counters, const struct scan_counters *more);

/* What the scan's file had read, and this thread had requested of files far away. */
struct scan_measurement {
    struct read_totals totals;
    int64_t bytes_read;
    struct file_traffic traffic;
};

struct scan_measurement scan_measure(const struct scan *scan);

/* Adds what was read after a measurement to the scan's counters. */
void scan_count_since(struct scan *scan, const struct scan_measurement *before);

/* Adds the files that were opened since the previous scan of the table, for its columns
 * or a plan, to the scan's counters, and the reasons why files were opened apart from its
 * conditions to its reasons. */
void scan_count_other_files(struct scan *scan);

/* Forgets what the scan has counted. */
void scan_forget_counts(struct scan *scan);

/* Begins to measure the time of the scan's work, and returns when; 0 if nothing is
 * measured: the scan stays alone, has threads, or is measured by a caller.  The result is
 * passed to scan_end_work(). */
uint64_t scan_begin_work(struct scan *scan);
void scan_end_work(struct scan *scan, uint64_t began);

#endif
