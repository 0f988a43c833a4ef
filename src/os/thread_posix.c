/* SPDX-License-Identifier: MIT */
#if !defined(_WIN32) && !defined(PARQUET_VTAB_OMIT_THREADS)

#define _DARWIN_C_SOURCE /* pthread_cond_timedwait_relative_np() */
#include "os/thread.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "os/process.h"

/* ---- Monitors --------------------------------------------------------------------- */

#ifdef __APPLE__
/* macOS cannot choose the condition's clock, but can wait for a relative time. */
static bool init_condition(pthread_cond_t *condition)
{
    return pthread_cond_init(condition, NULL) == 0;
}

bool os_monitor_wait(struct os_monitor *monitor, unsigned milliseconds)
{
    struct timespec time = {(time_t)(milliseconds / 1000),
                            (long)(milliseconds % 1000) * 1000000};
    return pthread_cond_timedwait_relative_np(&monitor->condition, &monitor->lock,
                                              &time) == 0;
}
#else
/* Uses the clock of os_nanoseconds(), which cannot be set. */
static bool init_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    bool is_made = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                   pthread_cond_init(condition, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    return is_made;
}

bool os_monitor_wait(struct os_monitor *monitor, unsigned milliseconds)
{
    uint64_t until = os_nanoseconds() + (uint64_t)milliseconds * 1000000;
    struct timespec time = {(time_t)(until / 1000000000), (long)(until % 1000000000)};
    return pthread_cond_timedwait(&monitor->condition, &monitor->lock, &time) == 0;
}
#endif

bool os_monitor_init(struct os_monitor *monitor)
{
    if (pthread_mutex_init(&monitor->lock, NULL) != 0)
        return false;
    if (init_condition(&monitor->condition))
        return true;
    pthread_mutex_destroy(&monitor->lock);
    return false;
}

void os_monitor_release(struct os_monitor *monitor)
{
    pthread_cond_destroy(&monitor->condition);
    pthread_mutex_destroy(&monitor->lock);
}

void os_monitor_enter(struct os_monitor *monitor)
{
    pthread_mutex_lock(&monitor->lock);
}

void os_monitor_leave(struct os_monitor *monitor)
{
    pthread_mutex_unlock(&monitor->lock);
}

void os_monitor_notify(struct os_monitor *monitor)
{
    pthread_cond_broadcast(&monitor->condition);
}

/* ---- Threads ---------------------------------------------------------------------- */

static void *run(void *argument)
{
    struct os_thread *thread = argument;
#ifdef __linux__
    (void)prctl(PR_SET_NAME, "parquet_vtab"); /* for debuggers and profilers */
#endif
    thread->work(thread->context);
    return NULL;
}

/* Blocks signals during the call, because a new thread inherits the signal mask. */
bool os_thread_start(struct os_thread *thread, void (*work)(void *context), void *context)
{
    sigset_t all, before;
    thread->work = work;
    thread->context = context;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
        return false;
    bool is_started = pthread_create(&thread->id, NULL, run, thread) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}

void os_thread_join(struct os_thread *thread)
{
    pthread_join(thread->id, NULL);
}

#endif
