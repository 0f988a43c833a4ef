/* SPDX-License-Identifier: MIT */
/*
 * monitor.h - a mutex with a condition, for data that several threads use.
 *
 * Each thread enters before it uses the data and leaves afterwards.  One that has to wait
 * for a change does so inside; one that has made a change notifies those who wait.
 */
#ifndef BASE_MONITOR_H
#define BASE_MONITOR_H

#include <stdbool.h>

struct monitor;

/* NULL if out of memory, or if this build has no threads. */
struct monitor *monitor_new(void);
void monitor_free(struct monitor *monitor); /* NULL is allowed */

/* NULL: nothing, in a build without threads. */
void monitor_enter(struct monitor *monitor);
void monitor_leave(struct monitor *monitor);

/* Leaves, waits until another thread notifies or the time is over, and enters again.
 * False if the time is over.  May also return true without a reason. */
bool monitor_wait(struct monitor *monitor, unsigned milliseconds);

/* Wakes all that wait.  Call it inside. */
void monitor_notify(struct monitor *monitor);

#endif
