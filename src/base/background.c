/* SPDX-License-Identifier: MIT */
#include "base/background.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "base/monitor.h"
#include "os/process.h"
#include "os/thread.h"

enum { MOST_THREADS = 64 }; /* in the process */

static atomic_int n_threads;
static atomic_long counted_process; /* the process that n_threads counts for */

struct background {
    struct os_thread thread;
    long process;            /* in which the thread runs */
    struct monitor *monitor; /* of has_ended and is_cancelled */
    bool has_ended, is_cancelled;
    void (*work)(void *context, struct background *);
    void *context;
    struct memory_scope memory; /* of the thread that started it */
};

static _Thread_local bool is_background;

static void run(void *context)
{
    struct background *background = context;
    is_background = true;
    memory_scope_restore(background->memory);
    background->work(background->context, background);
    monitor_enter(background->monitor);
    background->has_ended = true;
    monitor_notify(background->monitor);
    monitor_leave(background->monitor);
}

/* Starts the thread, if the process has not too many. */
static bool add_thread(struct background *background)
{
    /* After a fork, the threads that were counted are those of the other process. */
    long process = background->process;
    if (atomic_exchange(&counted_process, process) != process)
        atomic_store(&n_threads, 0);
    if (atomic_fetch_add(&n_threads, 1) < MOST_THREADS &&
        os_thread_start(&background->thread, run, background))
        return true;
    atomic_fetch_sub(&n_threads, 1);
    return false;
}

struct background *background_start(void (*work)(void *context, struct background *),
                                    void *context)
{
    struct background *background = mem_alloc_zeroed(1, sizeof *background);
    if (background == NULL)
        return NULL;
    background->work = work;
    background->context = context;
    background->process = os_process_number();
    background->memory = memory_scope_current();
    background->memory.may_reclaim = false;
    background->monitor = monitor_new();
    if (background->monitor != NULL && add_thread(background))
        return background;
    monitor_free(background->monitor);
    mem_free(background);
    return NULL;
}

bool background_is_this_thread(void)
{
    return is_background;
}

bool background_is_here(const struct background *background)
{
    return background->process == os_process_number();
}

bool background_wait(struct background *background, unsigned milliseconds)
{
    uint64_t until = os_nanoseconds() + (uint64_t)milliseconds * 1000000, now;
    monitor_enter(background->monitor);
    while (!background->has_ended && (now = os_nanoseconds()) < until)
        (void)monitor_wait(background->monitor, (unsigned)((until - now) / 1000000) + 1);
    bool has_ended = background->has_ended;
    monitor_leave(background->monitor);
    return has_ended;
}

void background_cancel(struct background *background)
{
    monitor_enter(background->monitor);
    background->is_cancelled = true;
    monitor_leave(background->monitor);
}

bool background_is_cancelled(struct background *background)
{
    monitor_enter(background->monitor);
    bool is_cancelled = background->is_cancelled;
    monitor_leave(background->monitor);
    return is_cancelled;
}

void background_join(struct background *background)
{
    os_thread_join(&background->thread);
    atomic_fetch_sub(&n_threads, 1);
    monitor_free(background->monitor);
    mem_free(background);
}
