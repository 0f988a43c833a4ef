/* SPDX-License-Identifier: MIT */
#include "base/background.h"

#ifndef PARQUET_VTAB_OMIT_THREADS

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include "base/alloc.h"
#include "base/clock.h"

struct background {
    pthread_t thread;
    pthread_mutex_t mutex; /* protects `ended`, `has_ended` and `is_cancelled` */
    pthread_cond_t ended;
    bool has_ended, is_cancelled;
    void (*work)(void *context, struct background *);
    void *context;
    struct memory_scope memory; /* of the thread that started it */
};

static void *run(void *argument)
{
    struct background *background = argument;
    memory_scope_restore(background->memory);
    background->work(background->context, background);
    pthread_mutex_lock(&background->mutex);
    background->has_ended = true;
    pthread_cond_signal(&background->ended);
    pthread_mutex_unlock(&background->mutex);
    return NULL;
}

/* Blocks signals during the call, because a new thread inherits the signal mask. */
static bool create_thread(struct background *background)
{
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
        return false;
    bool is_created = pthread_create(&background->thread, NULL, run, background) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_created;
}

#ifdef __APPLE__
/* macOS cannot choose the condition's clock, but can wait for a relative time. */
static bool init_condition(pthread_cond_t *condition)
{
    return pthread_cond_init(condition, NULL) == 0;
}

static int wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t until)
{
    uint64_t now = clock_nanoseconds();
    uint64_t left = until > now ? until - now : 0;
    struct timespec time = {(time_t)(left / 1000000000), (long)(left % 1000000000)};
    return pthread_cond_timedwait_relative_np(condition, mutex, &time);
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

static int wait_until(pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t until)
{
    struct timespec time = {(time_t)(until / 1000000000), (long)(until % 1000000000)};
    return pthread_cond_timedwait(condition, mutex, &time);
}
#endif

struct background *background_start(void (*work)(void *context, struct background *),
                                    void *context)
{
    struct background *background = mem_alloc_zeroed(1, sizeof *background);
    if (background == NULL)
        return NULL;
    background->work = work;
    background->context = context;
    background->memory = memory_scope_current();
    background->memory.may_reclaim = false;
    if (pthread_mutex_init(&background->mutex, NULL) != 0)
        goto no_mutex;
    if (!init_condition(&background->ended))
        goto no_condition;
    if (create_thread(background))
        return background;
    pthread_cond_destroy(&background->ended);
no_condition:
    pthread_mutex_destroy(&background->mutex);
no_mutex:
    mem_free(background);
    return NULL;
}

bool background_wait(struct background *background, unsigned milliseconds)
{
    uint64_t until = clock_nanoseconds() + (uint64_t)milliseconds * 1000000;
    int code = 0;
    pthread_mutex_lock(&background->mutex);
    while (!background->has_ended && code == 0)
        code = wait_until(&background->ended, &background->mutex, until);
    bool has_ended = background->has_ended;
    pthread_mutex_unlock(&background->mutex);
    return has_ended;
}

void background_cancel(struct background *background)
{
    pthread_mutex_lock(&background->mutex);
    background->is_cancelled = true;
    pthread_mutex_unlock(&background->mutex);
}

bool background_is_cancelled(struct background *background)
{
    pthread_mutex_lock(&background->mutex);
    bool is_cancelled = background->is_cancelled;
    pthread_mutex_unlock(&background->mutex);
    return is_cancelled;
}

void background_join(struct background *background)
{
    pthread_join(background->thread, NULL);
    pthread_cond_destroy(&background->ended);
    pthread_mutex_destroy(&background->mutex);
    mem_free(background);
}

#else

#include <stddef.h>

struct background *background_start(void (*work)(void *context, struct background *),
                                    void *context)
{
    (void)work;
    (void)context;
    return NULL;
}

bool background_wait(struct background *background, unsigned milliseconds)
{
    (void)background;
    (void)milliseconds;
    return true;
}

void background_cancel(struct background *background)
{
    (void)background;
}

bool background_is_cancelled(struct background *background)
{
    (void)background;
    return false;
}

void background_join(struct background *background)
{
    (void)background;
}

#endif
