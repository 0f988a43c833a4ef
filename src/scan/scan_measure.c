/* SPDX-License-Identifier: MIT */
#include "scan/scan_measure.h"

#include "os/process.h"
#include "scan/scan.h"

void scan_counters_add(struct scan_counters *counters, const struct scan_counters *more)
{
    counters->row_groups += more->row_groups;
    counters->row_groups_by_statistics += more->row_groups_by_statistics;
    counters->row_groups_by_pages += more->row_groups_by_pages;
    counters->row_groups_by_dictionary += more->row_groups_by_dictionary;
    counters->row_groups_by_bloom += more->row_groups_by_bloom;
    counters->pages_by_bounds += more->pages_by_bounds;
    counters->files_by_path += more->files_by_path;
    counters->files_by_statistics += more->files_by_statistics;
    counters->rows_tested += more->rows_tested;
    counters->rows_returned += more->rows_returned;
    counters->read.pages_read += more->read.pages_read;
    counters->read.pages_skipped += more->read.pages_skipped;
    counters->read.bytes_decompressed += more->read.bytes_decompressed;
    counters->read.files_opened += more->read.files_opened;
    counters->read.files_reopened += more->read.files_reopened;
    counters->bytes_read += more->bytes_read;
    file_traffic_add(&counters->traffic, &more->traffic);
}

struct scan_measurement scan_measure(const struct scan *scan)
{
    return (struct scan_measurement){
        scan->file->totals, input_file_bytes_read(scan->file->input), file_traffic};
}

void scan_count_since(struct scan *scan, const struct scan_measurement *before)
{
    const struct read_totals *now = &scan->file->totals;
    struct scan_counters *counters = &scan->counters;
    counters->read.pages_read += now->pages_read - before->totals.pages_read;
    counters->read.pages_skipped += now->pages_skipped - before->totals.pages_skipped;
    counters->read.bytes_decompressed += now->bytes_decompressed -
                                         before->totals.bytes_decompressed;
    uint64_t n_opened = now->files_opened - before->totals.files_opened;
    counters->read.files_opened += n_opened;
    counters->read.files_reopened += now->files_reopened - before->totals.files_reopened;
    scan->file->files_counted += n_opened;
    counters->bytes_read += (uint64_t)(input_file_bytes_read(scan->file->input) -
                                       before->bytes_read);
    const struct file_traffic traffic = file_traffic_since(&before->traffic);
    file_traffic_add(&counters->traffic, &traffic);
}

void scan_count_other_files(struct scan *scan)
{
    struct table_file *file = scan->file;
    struct read_totals *read = &scan->counters.read;
    uint64_t n = file->totals.files_opened - file->files_counted;
    file->files_counted += n;
    read->files_opened += n;
    if (n > 0)
        keep_counts_add_n(&scan->kept, KEEP_BY_FILE, KEEP_FOR_TABLE, n);
    if (read->files_reopened > 0)
        keep_counts_add_n(&scan->kept, KEEP_BY_FILE, KEEP_REOPENED, read->files_reopened);
}

void scan_forget_counts(struct scan *scan)
{
    scan->counters = (struct scan_counters){0};
    keep_counts_reset(&scan->kept);
    row_group_list_forget_counted(&scan->list);
}

uint64_t scan_begin_work(struct scan *scan)
{
    if (scan->is_alone || scan->ahead != NULL || scan->is_at_work)
        return 0;
    scan->is_at_work = true;
    uint64_t now = os_nanoseconds();
    scan->began = scan->began > 0 ? scan->began : now;
    return now;
}

void scan_end_work(struct scan *scan, uint64_t began)
{
    if (began == 0)
        return;
    scan->is_at_work = false;
    scan->worked += os_nanoseconds() - began;
}
