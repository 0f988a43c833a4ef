/* SPDX-License-Identifier: MIT */
/* clock.h - a monotonic clock, for measuring. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

uint64_t clock_nanoseconds(void); /* 0 if the clock fails */

#endif
