/* SPDX-License-Identifier: MIT */
/*
 * fail_point.h - a call that tests make fail, to run the paths on which functions fail.
 */
#ifndef BASE_FAIL_POINT_H
#define BASE_FAIL_POINT_H

#include <stdatomic.h>
#include <stdbool.h>

/* A zeroed struct never fails. */
struct fail_point {
    _Atomic long countdown; /* negative: all calls fail */
    atomic_int fails_on;
};

/* Makes the n-th call from now (1 = the next) fail, and every later one if
 * `and_all_after` is set; 0 turns this off.  Returns what was left of the previous n: 0
 * if its call has failed, negative if all later ones fail. */
static inline long fail_point_set(struct fail_point *point, long n, int and_all_after)
{
    long left = point->countdown;
    point->countdown = n;
    point->fails_on = and_all_after;
    return left;
}

/* Called in any thread.  Whether this call fails. */
static inline bool fail_point_fails(struct fail_point *point)
{
    long n = atomic_load_explicit(&point->countdown, memory_order_relaxed), next;
    do {
        if (n <= 0)
            return n < 0;
        next = n > 1 ? n - 1 : point->fails_on ? -1 : 0;
    } while (!atomic_compare_exchange_weak(&point->countdown, &n, next));
    return n == 1;
}

#endif
