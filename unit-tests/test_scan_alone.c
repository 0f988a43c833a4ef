/* SPDX-License-Identifier: MIT */
/*
 * test_scan_alone.c - a scan starts threads if it takes much of its user's time, and else
 * does its work itself.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <time.h>

#include "formats.h"
#include "os/process.h"
#include "scan/scan.h"
#include "unit_test.h"

/* Reads rows in a pass whose user works for so many times as long as the scan; whether
 * threads were started. */
static bool starts_threads(int n_times)
{
    const struct format_options options = {.parquet.verify_checksums = true};
    struct table_file *file = NULL;
    struct scan scan = {0};
    struct error error = {0};
    const struct scan_column *window;
    bool has_started = false;
    CHECK(formats_open("testdata/pyarrow_sorted.parquet", &options, &file, &error) == OK);
    CHECK(scan_init(&scan, file, &error) == OK);
    scan.n_threads = 2;
    scan_start(&scan, NULL);
    for (int i = 0; i < 4; i++) {
        uint64_t began = os_nanoseconds();
        CHECK(scan_next_batch(&scan, &error) == OK && scan.batch_first < scan.batch_end);
        CHECK(scan_column(&scan, 0, scan.batch_first, &window, &error) == OK);
        uint64_t rest = (os_nanoseconds() - began) * (uint64_t)n_times;
        const struct timespec time = {(time_t)(rest / 1000000000),
                                      (long)(rest % 1000000000)};
        if (rest > 0)
            (void)nanosleep(&time, NULL);
        has_started = has_started || scan.ahead != NULL;
    }
    scan_release(&scan);
    file->ops->close(file);
    return has_started;
}

static void threads_are_started_for_work_of_the_scan(void)
{
    bool has_started = false;
    for (int i = 0; i < 50 && !has_started; i++) /* the system may stop the thread */
        has_started = starts_threads(0);
    CHECK(has_started);
    CHECK(!starts_threads(10));
}

int main(void)
{
    setenv("PARQUET_VTAB_VALUES_ALONE", "1", 1); /* before the first scan */
    RUN(threads_are_started_for_work_of_the_scan);
    return unit_test_done();
}
