/* SPDX-License-Identifier: MIT */
/*
 * test_interrupt.c - which connection a poll asks, and the status of interrupted work.
 */
#include "base/interrupt.h"

#include <string.h>

#include "unit_test.h"

static bool answer(void *argument)
{
    int *left = argument;
    return (*left)-- == 0;
}

static void without_work_nothing_is_interrupted(void)
{
    struct error error = {0};
    CHECK(!interrupt_is_wanted() && !interrupt_is_pending());
    CHECK(interrupt_check(&error) == OK && interrupt_after(1 << 30, &error) == OK);
    CHECK(!interrupt_stops(1 << 30) && error.status == OK);
}

/* One answer is enough, even if a caller reports the failure as another. */
static void interrupt_stays_pending_until_the_work_ends(void)
{
    int left = 1;
    struct interrupt work = {.is_wanted = answer, .argument = &left};
    struct error error = {0};
    interrupt_begin(&work);
    CHECK(interrupt_check(&error) == OK && !interrupt_is_pending());
    CHECK(interrupt_check(&error) == INTERRUPTED && interrupt_is_pending());
    error_clear(&error);
    CHECK(interrupt_check(&error) == INTERRUPTED);
    error_clear(&error);
    CHECK(error_set(&error, CORRUPT, "damaged") == CORRUPT);
    CHECK(interrupt_end(&work, CORRUPT, &error) == INTERRUPTED);
    CHECK(error.status == INTERRUPTED);
    CHECK_TEXT(error.message, "interrupted");
    CHECK(!interrupt_is_pending());
    left = 100;
    interrupt_begin(&work);
    CHECK(!interrupt_is_wanted());
    CHECK(interrupt_end(&work, IO, &error) == IO);
}

static void nested_work_asks_its_own_handler(void)
{
    int outer_left = 2, inner_left = 0;
    struct interrupt outer = {.is_wanted = answer, .argument = &outer_left};
    struct interrupt inner = {.is_wanted = answer, .argument = &inner_left}, never = {0};
    struct error error = {0};
    interrupt_begin(&outer);
    CHECK(!interrupt_is_wanted());
    interrupt_begin(&inner);
    CHECK(interrupt_is_wanted());
    interrupt_begin(&never);
    CHECK(!interrupt_is_wanted());
    CHECK(interrupt_end(&never, OK, &error) == OK);
    CHECK(interrupt_end(&inner, OK, &error) == INTERRUPTED);
    CHECK(!interrupt_is_wanted() && interrupt_is_wanted());
    CHECK(interrupt_end(&outer, OK, &error) == INTERRUPTED);
}

static void tight_loops_ask_after_enough_work(void)
{
    int left = 1000;
    struct interrupt work = {.is_wanted = answer, .argument = &left};
    struct error error = {0};
    interrupt_begin(&work);
    CHECK(!interrupt_is_wanted());
    for (int i = 0; i < 10 * WORK_BETWEEN_CHECKS; i++)
        CHECK(interrupt_after(1, &error) == OK);
    CHECK(left == 1000 - 1 - 10);
    CHECK(!interrupt_stops(WORK_BETWEEN_CHECKS - 1) && left == 1000 - 11);
    CHECK(!interrupt_stops(1) && left == 1000 - 12);
    CHECK(interrupt_end(&work, OK, &error) == OK);
}

int main(void)
{
    RUN(without_work_nothing_is_interrupted);
    RUN(interrupt_stays_pending_until_the_work_ends);
    RUN(nested_work_asks_its_own_handler);
    RUN(tight_loops_ask_after_enough_work);
    return unit_test_done();
}
