/* SPDX-License-Identifier: MIT */
/*
 * time_zone.h - time zones of the system's tz database (RFC 9636), for files whose
 * timestamps are local times of their writer.
 *
 * The database is the folder in the environment variable TZDIR, or else the first of the
 * usual folders that has the zone.  It is not the user's data: it is read even where the
 * thread may not open other files (disk_file.h), but nothing outside the database is.
 *
 * Instants are seconds since 1970-01-01 00:00 UTC, local times seconds since 1970-01-01
 * 00:00 on local clocks.  Both may have any value; a result that would not fit 64 bits is
 * the nearest that does.
 */
#ifndef VALUE_TIME_ZONE_H
#define VALUE_TIME_ZONE_H

#include "base/slice.h"
#include "base/status.h"

/* Does not change once it is opened: any number of threads may use it. */
struct time_zone;

/* Opens a zone by its name in the database or by its id in Java: "Europe/Paris", "UTC",
 * "GMT-08:00", "+05:30", "Z", "PST".  UTC, GMT and fixed offsets need no database.
 * CORRUPT if there can be no zone with this name; UNSUPPORTED if the database does not
 * have it. */
enum status time_zone_open(struct slice name, struct time_zone **zone,
                           struct error *error) CHECK_RESULT;

/* Parses the contents of a file of the database.  UNSUPPORTED if it counts leap
 * seconds. */
enum status time_zone_parse(struct slice bytes, struct time_zone **zone,
                            struct error *error) CHECK_RESULT;

/* Makes a zone that was just opened that of java.util.TimeZone: before 1900 (UTC), clocks
 * show the standard time of today. */
void time_zone_use_java(struct time_zone *zone);

void time_zone_free(struct time_zone *zone); /* NULL is allowed */

/* Seconds to add to UTC for local time: less than 26 hours, positive in the east. */
int32_t time_zone_offset(const struct time_zone *zone, int64_t utc_seconds);

/* The first instant at which local clocks show a time.  A time that they skip counts as
 * if they were moved forward later: 02:30 in a gap from 02:00 to 03:00 is 03:30. */
int64_t time_zone_utc_from_local(const struct time_zone *zone, int64_t local_seconds);

/* Instants with the same offset: from <= t < until. */
struct time_zone_span {
    int64_t from, until;
    int32_t offset;
};

/* A span that contains the instant: with it, a loop over timestamps seldom searches. Only
 * INT64_MAX is in no span; its offset is that of the result, too. */
struct time_zone_span time_zone_span_at(const struct time_zone *zone,
                                        int64_t utc_seconds);

#endif
