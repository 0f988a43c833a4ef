/* SPDX-License-Identifier: MIT */
#include "base/monitor.h"

#include <stddef.h>

#ifndef PARQUET_VTAB_OMIT_THREADS

#include <pthread.h>
#include <time.h>

#include "base/alloc.h"
#include "base/clock.h"

struct monitor {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
};

#ifdef __APPLE__
/* macOS cannot choose the condition's clock, but can wait for a relative time. */
static bool init_condition(pthread_cond_t *condition)
{
    return pthread_cond_init(condition, NULL) == 0;
}

static bool wait(struct monitor *monitor, unsigned milliseconds)
{
    struct timespec time = {(time_t)(milliseconds / 1000),
                            (long)(milliseconds % 1000) * 1000000};
    return pthread_cond_timedwait_relative_np(&monitor->condition, &monitor->mutex,
                                              &time) == 0;
}
#else
/* Uses the clock of clock_nanoseconds(), which cannot be set. */
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

static bool wait(struct monitor *monitor, unsigned milliseconds)
{
    uint64_t until = clock_nanoseconds() + (uint64_t)milliseconds * 1000000;
    struct timespec time = {(time_t)(until / 1000000000), (long)(until % 1000000000)};
    return pthread_cond_timedwait(&monitor->condition, &monitor->mutex, &time) == 0;
}
#endif

struct monitor *monitor_new(void)
{
    struct monitor *monitor = mem_alloc(1, sizeof *monitor);
    if (monitor == NULL)
        return NULL;
    if (pthread_mutex_init(&monitor->mutex, NULL) != 0)
        goto no_mutex;
    if (init_condition(&monitor->condition))
        return monitor;
    pthread_mutex_destroy(&monitor->mutex);
no_mutex:
    mem_free(monitor);
    return NULL;
}

void monitor_free(struct monitor *monitor)
{
    if (monitor == NULL)
        return;
    pthread_cond_destroy(&monitor->condition);
    pthread_mutex_destroy(&monitor->mutex);
    mem_free(monitor);
}

void monitor_enter(struct monitor *monitor)
{
    pthread_mutex_lock(&monitor->mutex);
}

void monitor_leave(struct monitor *monitor)
{
    pthread_mutex_unlock(&monitor->mutex);
}

bool monitor_wait(struct monitor *monitor, unsigned milliseconds)
{
    return wait(monitor, milliseconds);
}

void monitor_notify(struct monitor *monitor)
{
    pthread_cond_broadcast(&monitor->condition);
}

#else

struct monitor *monitor_new(void)
{
    return NULL;
}

void monitor_free(struct monitor *monitor)
{
    (void)monitor;
}

void monitor_enter(struct monitor *monitor)
{
    (void)monitor;
}

void monitor_leave(struct monitor *monitor)
{
    (void)monitor;
}

bool monitor_wait(struct monitor *monitor, unsigned milliseconds)
{
    (void)monitor;
    (void)milliseconds;
    return false;
}

void monitor_notify(struct monitor *monitor)
{
    (void)monitor;
}

#endif
