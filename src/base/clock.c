/* SPDX-License-Identifier: MIT */
#include "base/clock.h"

#include <time.h>

uint64_t clock_nanoseconds(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
