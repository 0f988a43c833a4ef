/* SPDX-License-Identifier: MIT */
/*
 * interrupt.h - whether the work of this thread is to end before it is done.
 *
 * Whoever starts work that may take long says with interrupt_begin() whom to ask; every
 * loop over data of a file polls, however deep below, and returns INTERRUPTED at once.
 * Callers may take that for a failure of another kind, or for something that does not
 * matter; interrupt_end() still returns INTERRUPTED.
 */
#ifndef BASE_INTERRUPT_H
#define BASE_INTERRUPT_H

#include <stdbool.h>

#include "base/status.h"

struct interrupt {
    bool (*is_wanted)(void *argument); /* NULL: never */
    void *argument;
    bool was_wanted;         /* the answer was true once */
    struct interrupt *outer; /* of the work that this work is part of; or NULL */
};

/* Polls of this thread ask `interrupt` until interrupt_end(); then those of the work that
 * was begun before, if there is any. */
void interrupt_begin(struct interrupt *interrupt);

/* The result of the work: INTERRUPTED if that was wanted, else the status given. */
enum status interrupt_end(struct interrupt *interrupt, enum status status,
                          struct error *error);

/* A poll; false where no work was begun.  Takes about as long as reading a clock. */
bool interrupt_is_wanted(void);

/* The same as a status. */
static inline CHECK_RESULT enum status interrupt_check(struct error *error)
{
    return interrupt_is_wanted() ? error_set(error, INTERRUPTED, "interrupted") : OK;
}

/* Whether a poll of the work at hand has returned INTERRUPTED: then what failed since may
 * be right, and is not to be remembered. */
bool interrupt_is_pending(void);

enum { WORK_BETWEEN_CHECKS = 1 << 16 };

extern _Thread_local size_t interrupt_work;

/* A poll in a tight loop: asks after each WORK_BETWEEN_CHECKS of work, which is counted
 * in bytes, or anything else that takes about a nanosecond. */
static inline CHECK_RESULT enum status interrupt_after(size_t work, struct error *error)
{
    interrupt_work += work;
    return interrupt_work < WORK_BETWEEN_CHECKS ? OK : interrupt_check(error);
}

/* The same where there is no error to set. */
static inline bool interrupt_stops(size_t work)
{
    interrupt_work += work;
    return interrupt_work >= WORK_BETWEEN_CHECKS && interrupt_is_wanted();
}

#endif
