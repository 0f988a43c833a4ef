/* SPDX-License-Identifier: MIT */
/*
 * unit_time_zone.h - builds files of time zones, and checks what is true of every zone at
 * every instant.
 */
#ifndef UNIT_TIME_ZONE_H
#define UNIT_TIME_ZONE_H

#include "unit_bytes.h"
#include "unit_test.h"
#include "value/time_zone.h"

enum { HOUR = 3600, DAY = 24 * HOUR };

/* ---- Building files ---------------------------------------------------------------- */

struct type {
    int32_t offset;
    uint8_t is_daylight;
};

/* What is in a block; the counts that a header states may differ. */
struct contents {
    const int64_t *times;
    const uint8_t *time_types;
    size_t n_times;
    const struct type *types;
    size_t n_types;
    uint32_t n_leap_seconds;
};

static inline void put_big_endian(struct bytes *bytes, uint64_t value, int size)
{
    while (--size >= 0)
        bytes_put_u8(bytes, size < 8 ? (unsigned)(value >> (8 * size) & 0xff) : 0);
}

/*
 * "TZif" version 15*0 | UT/local, standard/wall, leap seconds, times, types, characters
 * times | their types | types: offset, is daylight, abbreviation | abbreviations |
 * leap seconds | standard/wall | UT/local
 */
static inline void put_block(struct bytes *bytes, uint8_t version, int time_size,
                             const struct contents *contents)
{
    const uint8_t zeros[15] = {0};
    bytes_put_text(bytes, "TZif");
    bytes_put_u8(bytes, version);
    bytes_put(bytes, zeros, sizeof zeros);
    put_big_endian(bytes, contents->n_types, 4);
    put_big_endian(bytes, contents->n_types, 4);
    put_big_endian(bytes, contents->n_leap_seconds, 4);
    put_big_endian(bytes, contents->n_times, 4);
    put_big_endian(bytes, contents->n_types, 4);
    put_big_endian(bytes, 4, 4);
    for (size_t i = 0; i < contents->n_times; i++)
        put_big_endian(bytes, (uint64_t)contents->times[i], time_size);
    bytes_put(bytes, contents->time_types, contents->n_times);
    for (size_t i = 0; i < contents->n_types; i++) {
        put_big_endian(bytes, (uint32_t)contents->types[i].offset, 4);
        bytes_put_u8(bytes, contents->types[i].is_daylight);
        bytes_put_u8(bytes, 0);
    }
    bytes_put(bytes, "ABC", 4);
    for (uint32_t i = 0; i < contents->n_leap_seconds; i++) {
        put_big_endian(bytes, 78796800, time_size);
        put_big_endian(bytes, 1, 4);
    }
    put_big_endian(bytes, 0, 2 * (int)contents->n_types);
}

static inline struct bytes file_of(uint8_t version, const struct contents *contents,
                                   const char *rule)
{
    const struct type utc = {0, 0};
    const struct contents nothing = {.types = &utc, .n_types = 1};
    struct bytes bytes = {0};
    put_block(&bytes, version, 4, version == 0 ? contents : &nothing);
    if (version != 0) {
        put_block(&bytes, version, 8, contents);
        bytes_put_text(&bytes, "\n");
        bytes_put_text(&bytes, rule);
        bytes_put_text(&bytes, "\n");
    }
    return bytes;
}

static inline enum status parse(const struct bytes *bytes, size_t size,
                                struct time_zone **zone, struct error *error)
{
    uint8_t *copy = exact_copy(bytes->data, size);
    error_clear(error);
    enum status status = time_zone_parse(slice_of(copy, size), zone, error);
    free(copy);
    CHECK((status == OK) == (*zone != NULL) && status == error->status);
    return status;
}

/* Three types and three transitions. */
static const struct type three_types[] = {{-17762, 0}, {-18000, 0}, {-14400, 1}};
static const int64_t three_times[] = {-2000000000, 100000000, 110000000};
static const uint8_t three_time_types[] = {1, 2, 1};
static const struct contents three = {
    three_times, three_time_types, 3, three_types, 3, 0};

/* ---- Properties -------------------------------------------------------------------- */

static inline int64_t days_from_date(int64_t year, int month, int day)
{
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400, of_era = year - era * 400;
    int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + day_of_year - 719468;
}

static inline int64_t at(int64_t year, int month, int day, int hour, int minute)
{
    return days_from_date(year, month, day) * DAY + hour * HOUR + minute * 60;
}

/* What must be true of each instant in each zone. */
static inline bool is_consistent(const struct time_zone *zone, int64_t utc)
{
    struct time_zone_span span = time_zone_span_at(zone, utc);
    if (utc < span.from || (utc >= span.until && utc != INT64_MAX) ||
        time_zone_offset(zone, utc) != span.offset ||
        time_zone_offset(zone, span.from) != span.offset ||
        (span.until > span.from && time_zone_offset(zone, span.until - 1) != span.offset))
        return false;
    if (utc < INT64_MIN + 2 * DAY || utc > INT64_MAX - 2 * DAY)
        return true;
    int64_t local = utc + span.offset, first = time_zone_utc_from_local(zone, local);
    return first <= utc && first + time_zone_offset(zone, first) == local;
}

static inline void check_consistent(const struct time_zone *zone)
{
    static const int64_t extremes[] = {INT64_MIN,     INT64_MIN + 1, INT64_MIN + DAY,
                                       INT64_MIN / 2, INT64_MAX / 2, INT64_MAX - DAY,
                                       INT64_MAX - 1, INT64_MAX};
    uint64_t seed = 1;
    for (size_t i = 0; i < COUNT_OF(extremes); i++) {
        CHECK(is_consistent(zone, extremes[i]));
        (void)time_zone_utc_from_local(zone, extremes[i]);
    }
    for (int i = 0; i < 5000; i++) {
        int64_t utc = (int64_t)next_random(&seed) >> random_below(&seed, 63);
        if (!is_consistent(zone, utc)) {
            CHECK(is_consistent(zone, utc));
            return;
        }
    }
}

#endif
