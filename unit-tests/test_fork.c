/* SPDX-License-Identifier: MIT */
/*
 * test_fork.c - a process that was forked among threads can start threads of its own.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/background.h"
#include "unit_test.h"

#ifndef PARQUET_VTAB_OMIT_THREADS

struct work {
    atomic_int n_runs;
    atomic_bool may_end;
    int plain; /* written by the thread, read after the join */
};

static void pause_shortly(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void do_work(void *context, struct background *background)
{
    struct work *work = context;
    work->n_runs++;
    while (!work->may_end && !background_is_cancelled(background))
        pause_shortly();
    work->plain = 42;
}

/* A forked process has none of the threads, so it may start as many. */
static void threads_are_counted_by_process(void)
{
    enum { MOST = 200 };
    struct work works[MOST] = {{0}}, more = {.may_end = true};
    struct background *started[MOST];
    int n = 0;
    while (n < MOST && (started[n] = background_start(do_work, &works[n])) != NULL)
        n++;
    CHECK(n > 0 && n < MOST);
    /* While a thread begins, it may hold locks of the C library or of a sanitizer. */
    for (int i = 0; i < n; i++)
        while (works[i].n_runs == 0)
            pause_shortly();
    pid_t child = fork();
    if (child == 0) {
        alarm(60); /* ends it if it waits forever */
        struct background *background = background_start(do_work, &more);
        /* It cannot be joined here under gcc's leak sanitizer. */
        while (background != NULL && !background_wait(background, 1000))
            continue;
        _exit(background == NULL || more.plain != 42);
    }
    CHECK(background_start(do_work, &more) == NULL);
    int code = 1;
    CHECK(child > 0 && waitpid(child, &code, 0) == child);
    CHECK(WIFEXITED(code) && WEXITSTATUS(code) == 0);
    for (int i = 0; i < n; i++) {
        background_cancel(started[i]);
        background_join(started[i]);
    }
}

#endif

int main(void)
{
#ifdef PARQUET_VTAB_OMIT_THREADS
    CHECK(background_start(NULL, NULL) == NULL);
#else
    RUN(threads_are_counted_by_process);
#endif
    return unit_test_done();
}
