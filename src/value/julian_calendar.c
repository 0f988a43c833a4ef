/* SPDX-License-Identifier: MIT */
#include "value/julian_calendar.h"

enum { SECONDS_PER_DAY = 86400 };

static int64_t floor_divided(int64_t value, int64_t divisor)
{
    return value / divisor - (value % divisor < 0);
}

int64_t days_from_julian(int64_t days)
{
    enum {
        DAYS_TO_MARCH_0 = 719470, /* from 0000-03-01 (Julian) to 1970-01-01 */
        DAYS_OF_4_YEARS = 1461,
        LAST_LEAP_DAY = DAYS_OF_4_YEARS - 1,
    };
    if (days >= GREGORIAN_FIRST_DAY)
        return days;
    /* Years begin in March.  Within such a year both calendars count the same days, as
     * the leap day is the last one; the proleptic calendar leaves out that of three
     * centuries in four. */
    int64_t day = days + DAYS_TO_MARCH_0;
    int64_t cycle = floor_divided(day, DAYS_OF_4_YEARS);
    int64_t day_of_cycle = day - cycle * DAYS_OF_4_YEARS;
    int64_t year = cycle * 4 + (day_of_cycle - day_of_cycle / LAST_LEAP_DAY) / 365;
    return days + 2 - floor_divided(year, 100) + floor_divided(year, 400);
}

static int64_t units_per_day(enum time_unit unit)
{
    return units_per_second(unit) * SECONDS_PER_DAY;
}

/* Old values move forward, except for those of years after 200, which are far from the
 * least value. */
int64_t timestamp_from_julian(int64_t timestamp, enum time_unit unit)
{
    int64_t per_day = units_per_day(unit);
    int64_t day = floor_divided(timestamp, per_day);
    return timestamp + (days_from_julian(day) - day) * per_day;
}

struct instant instant_from_julian(struct instant instant)
{
    instant.seconds = timestamp_from_julian(instant.seconds, UNIT_SECONDS);
    return instant;
}

bool days_are_gregorian(int64_t days)
{
    return days >= GREGORIAN_FIRST_DAY;
}

bool timestamp_is_gregorian(int64_t timestamp, enum time_unit unit)
{
    return floor_divided(timestamp, units_per_day(unit)) >= GREGORIAN_FIRST_DAY;
}
