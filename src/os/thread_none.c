/* SPDX-License-Identifier: MIT */
/* thread_none.c - for builds without threads: none starts, and there are no monitors. */
#include "os/thread.h" /* C has no empty files */

#ifdef PARQUET_VTAB_OMIT_THREADS

bool os_monitor_init(struct os_monitor *monitor)
{
    (void)monitor;
    return false;
}

void os_monitor_release(struct os_monitor *monitor)
{
    (void)monitor;
}

void os_monitor_enter(struct os_monitor *monitor)
{
    (void)monitor;
}

void os_monitor_leave(struct os_monitor *monitor)
{
    (void)monitor;
}

bool os_monitor_wait(struct os_monitor *monitor, unsigned milliseconds)
{
    (void)monitor, (void)milliseconds;
    return false;
}

void os_monitor_notify(struct os_monitor *monitor)
{
    (void)monitor;
}

bool os_thread_start(struct os_thread *thread, void (*work)(void *context), void *context)
{
    (void)thread, (void)work, (void)context;
    return false;
}

void os_thread_join(struct os_thread *thread)
{
    (void)thread;
}

#endif
