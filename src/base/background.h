/* SPDX-License-Identifier: MIT */
/*
 * background.h - a piece of work in a thread of its own, while the caller goes on.
 *
 * Such work calls neither SQLite nor anything that the caller uses at the same time; the
 * heap (alloc.h) both may use.
 */
#ifndef BASE_BACKGROUND_H
#define BASE_BACKGROUND_H

#include <stdbool.h>

struct background;

/* Starts work(context, background); NULL where no thread can be had: then the caller does
 * it himself.  Signals are not delivered to the thread. */
struct background *background_start(void (*work)(void *context, struct background *),
                                    void *context);

/* Waits up to so long for the end of the work; true when it has come. */
bool background_wait(struct background *background, unsigned milliseconds);

/* Asks the work to end soon; the work asks whether it is. */
void background_cancel(struct background *background);
bool background_is_cancelled(struct background *background);

/* Waits for the end, and frees. */
void background_join(struct background *background);

#endif
