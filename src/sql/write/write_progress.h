/* SPDX-License-Identifier: MIT */
/* write_progress.h - how far a write is, on the standard error: rows, bytes, and rows a
 * second. */
#ifndef SQL_WRITE_PROGRESS_H
#define SQL_WRITE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* Zeroed it is off. */
struct write_progress {
    bool is_on;
    const char *path;
    uint64_t began_at, drawn_at;
};

void write_progress_begin(struct write_progress *progress, const char *path);

/* Draws the line anew, unless that was done a moment ago.  Cheap, but not for every row.
 */
void write_progress_draw(struct write_progress *progress, uint64_t n_rows,
                         int64_t n_bytes);

/* The last line, with an end. */
void write_progress_end(struct write_progress *progress, uint64_t n_rows,
                        int64_t n_bytes);

#endif
