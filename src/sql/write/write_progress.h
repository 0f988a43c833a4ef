/* SPDX-License-Identifier: MIT */
/* write_progress.h - shows a write's progress on standard error: rows, bytes, and rows
 * per second. */
#ifndef SQL_WRITE_PROGRESS_H
#define SQL_WRITE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Off when zeroed. */
struct write_progress {
    bool is_on;
    const char *path;
    uint64_t began_at, drawn_at;
};

void write_progress_begin(struct write_progress *progress, const char *path);

/* Redraws the line, unless it was drawn a moment ago.  Reads the clock. */
void write_progress_draw(struct write_progress *progress, uint64_t n_rows,
                         int64_t n_bytes);

/* Draws the line for the last time and ends it. */
void write_progress_end(struct write_progress *progress, uint64_t n_rows,
                        int64_t n_bytes);

#endif
