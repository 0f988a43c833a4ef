/* SPDX-License-Identifier: MIT */
/*
 * time_parts.h - which part of a timestamp an expression depends on.
 *
 *     substr(at, 1, 7)                    the day
 *     CAST(substr(at, 15, 2) AS INTEGER)  the minute, of any day
 *     strftime('%H', at)                  the hour
 *
 * The result is the same for all timestamps with the same part, and there are far fewer
 * parts than timestamps.
 */
#ifndef VECTOR_TIME_PARTS_H
#define VECTOR_TIME_PARTS_H

#include "vector/select_statement.h"
#include "vector/vector_source.h"

struct time_part {
    int64_t seconds; /* the time is rounded down to a multiple; 0: it is not */
    bool is_of_day;  /* without the date */
};

/* The part of the source, a timestamp, that a resolved expression depends on. */
struct time_part time_part_of(const struct expression *expression,
                              const struct vector_source *source);

#endif
