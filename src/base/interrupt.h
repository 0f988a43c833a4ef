/* SPDX-License-Identifier: MIT */
/*
 * interrupt.h - lets long work in this thread be interrupted.
 *
 * The caller that starts long work sets the function to poll with interrupt_begin().
 * Every loop over a file's data polls, in every layer below, and returns INTERRUPTED if
 * asked to stop.  A caller in between may treat that as another failure, or ignore it;
 * interrupt_end() still returns INTERRUPTED.
 */
#ifndef BASE_INTERRUPT_H
#define BASE_INTERRUPT_H

#include <stdbool.h>

#include "base/status.h"

struct interrupt {
    bool (*is_wanted)(void *argument); /* NULL: never */
    void *argument;
    bool was_wanted;         /* is_wanted() has returned true */
    struct interrupt *outer; /* of the work that contains this work; or NULL */
};

/* Polls in this thread use `interrupt` until interrupt_end(), which restores the outer
 * one, if any. */
void interrupt_begin(struct interrupt *interrupt);

/* Ends the work.  Returns INTERRUPTED if that was wanted, otherwise the given status. */
enum status interrupt_end(struct interrupt *interrupt, enum status status,
                          struct error *error);

/* Polls; false if no work has begun.  Costs about as much as reading a clock. */
bool interrupt_is_wanted(void);

/* Polls and returns OK or INTERRUPTED. */
static inline CHECK_RESULT enum status interrupt_check(struct error *error)
{
    return interrupt_is_wanted() ? error_set(error, INTERRUPTED, "interrupted") : OK;
}

/* Whether a poll of the current work has returned INTERRUPTED.  A later failure may then
 * be a consequence of that and must not be cached. */
bool interrupt_is_pending(void);

enum { WORK_BETWEEN_CHECKS = 1 << 16 };

extern _Thread_local size_t interrupt_work;

/* For tight loops: polls once per WORK_BETWEEN_CHECKS units of work.  A unit is a byte,
 * or anything else that takes about a nanosecond. */
static inline CHECK_RESULT enum status interrupt_after(size_t work, struct error *error)
{
    interrupt_work += work;
    return interrupt_work < WORK_BETWEEN_CHECKS ? OK : interrupt_check(error);
}

/* Same as interrupt_after(), without an error to set. */
static inline bool interrupt_stops(size_t work)
{
    interrupt_work += work;
    return interrupt_work >= WORK_BETWEEN_CHECKS && interrupt_is_wanted();
}

#endif
