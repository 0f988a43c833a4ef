/* SPDX-License-Identifier: MIT */
/*
 * test_parallel.c - every piece of work is done once, with or without threads; the first
 * failure is returned, and interrupts reach all pieces.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdatomic.h>
#include <time.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "unit_test.h"

struct pieces {
    atomic_int n_runs[MOST_PIECES];
    enum status results[MOST_PIECES];
    uint32_t waits_from; /* these pieces go on until they are interrupted */
    atomic_int n_waiting;
};

static enum status wait_for_interrupt(struct error *error)
{
    enum status status = OK;
    while (status == OK) {
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
        status = interrupt_check(error);
    }
    return status;
}

static enum status do_piece(void *context, uint32_t piece, struct error *error)
{
    struct pieces *pieces = context;
    pieces->n_runs[piece]++;
    if (piece >= pieces->waits_from) {
        pieces->n_waiting++;
        return wait_for_interrupt(error);
    }
    if (pieces->results[piece] == OK)
        return OK;
    return error_set(error, pieces->results[piece], "piece %u", piece);
}

static void check_runs(const struct pieces *pieces, uint32_t n)
{
    for (uint32_t i = 0; i < MOST_PIECES; i++)
        CHECK(pieces->n_runs[i] == (i < n));
}

static void each_piece_is_done_once(void)
{
    for (uint32_t n = 1; n <= MOST_PIECES; n++) {
        struct pieces pieces = {.waits_from = MOST_PIECES};
        struct error error = {0};
        CHECK(parallel_run(do_piece, &pieces, n, &error) == OK);
        check_runs(&pieces, n);
    }
}

/* Wherever creating threads fails, the caller does the rest. */
static void pieces_without_a_thread_are_done_by_the_caller(void)
{
    for (long fails = 1; fails < 40; fails++) {
        struct pieces pieces = {.waits_from = MOST_PIECES};
        struct error error = {0};
        mem_fail_at(fails, fails % 2 == 0);
        CHECK(parallel_run(do_piece, &pieces, 8, &error) == OK);
        mem_fail_at(0, 0);
        check_runs(&pieces, 8);
    }
}

static void the_first_failure_is_returned(void)
{
    for (uint32_t i = 1; i < 6; i++) {
        struct pieces pieces = {.waits_from = MOST_PIECES};
        struct error error = {0};
        pieces.results[i] = CORRUPT;
        pieces.results[i + 1] = NOMEM;
        CHECK(parallel_run(do_piece, &pieces, 8, &error) == CORRUPT);
        CHECK(error.message[6] == (char)('0' + i));
        check_runs(&pieces, 8);
    }
}

static void a_failure_of_the_caller_interrupts_the_others(void)
{
    struct pieces pieces = {.waits_from = 1, .results = {UNSUPPORTED}};
    struct error error = {0};
    CHECK(parallel_run(do_piece, &pieces, 4, &error) == UNSUPPORTED);
}

static bool is_any_waiting(void *argument)
{
    return ((struct pieces *)argument)->n_waiting > 0;
}

static void an_interrupt_of_the_caller_reaches_all(void)
{
    struct pieces pieces = {.waits_from = 1};
    struct interrupt interrupt = {.is_wanted = is_any_waiting, .argument = &pieces};
    struct error error = {0};
    interrupt_begin(&interrupt);
    enum status status = parallel_run(do_piece, &pieces, 4, &error);
    CHECK(interrupt_end(&interrupt, status, &error) == INTERRUPTED);
    CHECK(pieces.n_runs[0] == 1);
}

int main(void)
{
    RUN(each_piece_is_done_once);
    RUN(pieces_without_a_thread_are_done_by_the_caller);
    RUN(the_first_failure_is_returned);
    RUN(a_failure_of_the_caller_interrupts_the_others);
    RUN(an_interrupt_of_the_caller_reaches_all);
    return unit_test_done();
}
