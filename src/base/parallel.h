/* SPDX-License-Identifier: MIT */
/*
 * parallel.h - does several pieces of work at the same time.
 */
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

#include <stdint.h>

#include "base/status.h"

enum { MOST_PIECES = 16 };

/* Does a piece of the work, in any thread: it must not call SQLite, and what other pieces
 * use at the same time must not change. */
typedef enum status parallel_work(void *context, uint32_t piece, struct error *error);

/* Does pieces 0 to n - 1, n <= MOST_PIECES, each in a thread of its own if one can be
 * created; piece 0 in this one.  All have ended when it returns.  If several fail, the
 * failure is that of the first.  If piece 0 fails, or the caller is interrupted, the
 * others are interrupted. */
enum status parallel_run(parallel_work *work, void *context, uint32_t n,
                         struct error *error) CHECK_RESULT;

#endif
