/* SPDX-License-Identifier: MIT */
/*
 * test_background.c - work on a separate thread runs once, can be waited for and
 * cancelled, and receives no signals.
 */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

#include "base/alloc.h"
#include "base/background.h"
#include "os/process.h"
#include "unit_test.h"

struct work {
    atomic_int n_runs;
    atomic_bool may_end;
    bool was_cancelled, has_signals;
    struct background *self;
    int plain; /* written by the thread, read after the join */
};

static void pause_shortly(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void do_work(void *context, struct background *background)
{
    struct work *work = context;
    sigset_t blocked;
    work->n_runs++;
    work->self = background;
    if (pthread_sigmask(SIG_SETMASK, NULL, &blocked) == 0)
        work->has_signals = !sigismember(&blocked, SIGINT) ||
                            !sigismember(&blocked, SIGALRM) ||
                            !sigismember(&blocked, SIGUSR1);
    while (!work->may_end && !background_is_cancelled(background))
        pause_shortly();
    work->was_cancelled = background_is_cancelled(background);
    work->plain = 42;
}

static void work_is_done_once(void)
{
    struct work work = {.may_end = true};
    struct background *background = background_start(do_work, &work);
    CHECK(background != NULL);
    while (!background_wait(background, 1000))
        continue;
    /* Waiting again returns true at once. */
    CHECK(background_wait(background, 0));
    background_join(background);
    CHECK(work.n_runs == 1 && work.plain == 42 && !work.was_cancelled);
    CHECK(work.self == background);
    CHECK(!work.has_signals);
}

static void waiting_times_out(void)
{
    struct work work = {.may_end = false};
    struct background *background = background_start(do_work, &work);
    CHECK(background != NULL);
    CHECK(!background_wait(background, 0));
    uint64_t begin = os_nanoseconds();
    CHECK(!background_wait(background, 20));
    CHECK(os_nanoseconds() - begin >= 10000000); /* waiting sleeps */
    work.may_end = true;
    background_join(background);
    CHECK(work.n_runs == 1 && work.plain == 42 && !work.was_cancelled);
}

static void work_is_cancelled(void)
{
    for (int i = 0; i < 50; i++) {
        struct work work = {.may_end = false};
        struct background *background = background_start(do_work, &work);
        CHECK(background != NULL);
        if (i % 2 == 0)
            pause_shortly();
        background_cancel(background);
        background_join(background);
        CHECK(work.n_runs == 1 && work.was_cancelled);
    }
}

/* The caller's signal mask is unchanged. */
static void signal_mask_of_the_caller_is_unchanged(void)
{
    sigset_t before, after;
    struct work work = {.may_end = true};
    CHECK(pthread_sigmask(SIG_SETMASK, NULL, &before) == 0);
    background_join(background_start(do_work, &work));
    CHECK(pthread_sigmask(SIG_SETMASK, NULL, &after) == 0);
    for (int i = 1; i < 32; i++)
        CHECK(sigismember(&before, i) == sigismember(&after, i));
}

static void allocation_failure_starts_nothing(void)
{
    struct work work = {.may_end = true};
    mem_fail_at(1, 0);
    CHECK(background_start(do_work, &work) == NULL);
    mem_fail_at(0, 0);
    CHECK(work.n_runs == 0);
}

int main(void)
{
#ifdef PARQUET_VTAB_OMIT_THREADS
    CHECK(background_start(do_work, NULL) == NULL);
    return unit_test_done();
#endif
    RUN(work_is_done_once);
    RUN(waiting_times_out);
    RUN(work_is_cancelled);
    RUN(signal_mask_of_the_caller_is_unchanged);
    RUN(allocation_failure_starts_nothing);
    return unit_test_done();
}
