/* SPDX-License-Identifier: MIT */
#include "os/process.h"
#include "sql/write/write_progress.h"

#include <stdio.h>

enum { NANOSECONDS_BETWEEN = 200000000 };

static void draw(const struct write_progress *progress, uint64_t now, uint64_t n_rows,
                 int64_t n_bytes, const char *end)
{
    double seconds = (double)(now - progress->began_at) / 1e9;
    fprintf(stderr, "\r%s: %llu rows, %.1f MB, %.0f rows/s %s", progress->path,
            (unsigned long long)n_rows, (double)n_bytes / 1e6,
            seconds > 0 ? (double)n_rows / seconds : 0, end);
    fflush(stderr);
}

void write_progress_begin(struct write_progress *progress, const char *path)
{
    progress->is_on = true;
    progress->path = path;
    progress->began_at = progress->drawn_at = os_nanoseconds();
}

void write_progress_draw(struct write_progress *progress, uint64_t n_rows,
                         int64_t n_bytes)
{
    uint64_t now = progress->is_on ? os_nanoseconds() : 0;
    if (now - progress->drawn_at < NANOSECONDS_BETWEEN)
        return;
    progress->drawn_at = now;
    draw(progress, now, n_rows, n_bytes, "");
}

void write_progress_end(struct write_progress *progress, uint64_t n_rows, int64_t n_bytes)
{
    if (progress->is_on)
        draw(progress, os_nanoseconds(), n_rows, n_bytes, "\n");
}
