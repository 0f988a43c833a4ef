/* SPDX-License-Identifier: MIT */
/*
 * read_ahead.h - parts of a file that were read last, for files of which each read takes
 * long, such as over a network.
 *
 *     small read --> in a window?  copied
 *                    at the end of a window?  that is replaced by a larger one
 *                    else a new window, instead of the least recently used ones
 *
 * Columns are read side by side, a page of each after the other, so there are many
 * windows, and the more there are, the smaller they become.
 */
#ifndef BASE_READ_AHEAD_H
#define BASE_READ_AHEAD_H

#include <stdint.h>

#include "base/status.h"

enum {
    READ_AHEAD_FIRST = 64 << 10, /* bytes of a new window */
    READ_AHEAD_MOST = 1 << 20,   /* of one that has grown */
    READ_AHEAD_ALL = 8 << 20,    /* of all */
    READ_AHEAD_WINDOWS = READ_AHEAD_ALL / READ_AHEAD_FIRST,
};

/* Empty if zeroed. */
struct read_ahead {
    struct read_window {
        uint8_t *bytes; /* from mem_alloc(); NULL: no window */
        int64_t offset; /* in the file */
        size_t size;
        uint64_t used; /* by which read; the highest is the most recent */
    } windows[READ_AHEAD_WINDOWS];
    uint64_t n_reads;
};

/* Copies bytes of the file from offset on, and returns how many of `size` there are; 0:
 * none. */
size_t read_ahead_copy(struct read_ahead *ahead, int64_t offset, size_t size,
                       void *bytes);

/* What to read, after read_ahead_copy() has returned 0: a window, with bytes that are not
 * set yet, or NULL: the `size` bytes alone, if they are many or memory is short.  The
 * file ends at `end`.  If reading fails, call read_ahead_forget(). */
struct read_window *read_ahead_next(struct read_ahead *ahead, int64_t offset, size_t size,
                                    int64_t end) CHECK_RESULT;

/* Frees all windows. */
void read_ahead_forget(struct read_ahead *ahead);

#endif
