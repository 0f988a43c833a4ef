/* SPDX-License-Identifier: MIT */
/*
 * background.h - runs work in its own thread while the caller continues.
 *
 * Such work must not call SQLite, nor use anything that the caller uses at the same time.
 * Both may use the heap (alloc.h).
 */
#ifndef BASE_BACKGROUND_H
#define BASE_BACKGROUND_H

#include <stdbool.h>

struct background;

/* Starts work(context, background).  Returns NULL if no thread can be created, or if the
 * process has 64 of them; the caller must then do the work itself.  Signals are not
 * delivered to the thread. */
struct background *background_start(void (*work)(void *context, struct background *),
                                    void *context);

/* False in a process that was forked from the one in which the thread runs.  Then the
 * work goes on there, and nothing that it uses may be touched here. */
bool background_is_here(const struct background *background);

/* Whether this thread is one that background_start() has started. */
bool background_is_this_thread(void);

/* Waits for the work to end, but at most this long; true if it has ended. */
bool background_wait(struct background *background, unsigned milliseconds);

/* Asks the work to end soon; the work polls background_is_cancelled(). */
void background_cancel(struct background *background);
bool background_is_cancelled(struct background *background);

/* Waits for the work to end and frees `background`. */
void background_join(struct background *background);

#endif
