/* SPDX-License-Identifier: MIT */
/*
 * julian_calendar.h - dates and times of writers that use the hybrid calendar: Julian
 * before 1582-10-15, Gregorian from then on (java.util.GregorianCalendar; Spark before
 * 3.0, Hive).
 *
 * They count days correctly, but mean other dates with old ones.  These functions return
 * the day, second, ... that has the same date and time of day in the proleptic Gregorian
 * calendar, as Spark does ("rebasing").  Values from 1582-10-15 on stay as they are.
 *
 *     1582-10-04  (Julian)  the day before 1582-10-15, is the proleptic 1582-10-14
 *                           -> 1582-10-04, ten days earlier
 *     1500-02-29  (Julian)  does not exist in the proleptic calendar -> 1500-03-01
 *
 * The functions are monotonic, so that bounds stay bounds, but not injective:
 * 1500-03-01 (Julian) has the same result as the day before it.
 */
#ifndef VALUE_JULIAN_CALENDAR_H
#define VALUE_JULIAN_CALENDAR_H

#include "value/value.h"

enum { GREGORIAN_FIRST_DAY = -141427 }; /* 1582-10-15, in days since 1970-01-01 */

/* days: at least INT64_MIN / 1000. */
int64_t days_from_julian(int64_t days);

/* Units since 1970-01-01 00:00 UTC; the date is that in UTC.  Does not overflow. */
int64_t timestamp_from_julian(int64_t timestamp, enum time_unit unit);
struct instant instant_from_julian(struct instant instant);

/* Whether a result of these functions is that of one value alone, which is the same. */
bool days_are_gregorian(int64_t days);
bool timestamp_is_gregorian(int64_t timestamp, enum time_unit unit);

#endif
