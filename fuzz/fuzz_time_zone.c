/* SPDX-License-Identifier: MIT */
/*
 * fuzz_time_zone.c - time zones from the bytes of a file, or by a name without a
 * database: spans are complete and constant, and local times lead back to the first
 * instant that has them.
 */
#include "fuzz.h"
#include "value/time_zone.h"

enum { MOST_OFFSET = 26 * 3600 - 1, N_INSTANTS = 24 };

static bool contains(struct time_zone_span span, int64_t utc)
{
    return utc >= span.from && (utc < span.until || utc == INT64_MAX);
}

static struct time_zone_span check_span(const struct time_zone *zone, int64_t utc)
{
    struct time_zone_span span = time_zone_span_at(zone, utc);
    REQUIRE(contains(span, utc));
    REQUIRE(span.offset >= -MOST_OFFSET && span.offset <= MOST_OFFSET);
    REQUIRE(time_zone_offset(zone, utc) == span.offset);
    REQUIRE(time_zone_offset(zone, span.from) == span.offset);
    if (span.until > span.from)
        REQUIRE(time_zone_offset(zone, span.until - 1) == span.offset);
    if (span.until < INT64_MAX)
        REQUIRE(time_zone_span_at(zone, span.until).from == span.until);
    if (span.from > INT64_MIN)
        REQUIRE(time_zone_span_at(zone, span.from - 1).until == span.from);
    return span;
}

/* The first instant with this local time, by looking at all that can have it; INT64_MAX
 * if there is none. */
static int64_t slow_utc_from_local(const struct time_zone *zone, int64_t local)
{
    for (int64_t utc = local - MOST_OFFSET; utc <= local + MOST_OFFSET;) {
        struct time_zone_span span = time_zone_span_at(zone, utc);
        if (contains(span, local - span.offset))
            return local - span.offset;
        if (span.until == INT64_MAX)
            break;
        utc = span.until;
    }
    return INT64_MAX;
}

static void check_local(const struct time_zone *zone, int64_t local)
{
    int64_t utc = time_zone_utc_from_local(zone, local);
    if (local < INT64_MIN + 2 * MOST_OFFSET || local > INT64_MAX - 2 * MOST_OFFSET)
        return;
    int64_t slow = slow_utc_from_local(zone, local);
    REQUIRE(utc >= local - MOST_OFFSET && utc <= local + MOST_OFFSET);
    REQUIRE(slow == INT64_MAX || utc == slow);
    if (slow == INT64_MAX) /* in a gap: counted from before it */
        REQUIRE(time_zone_utc_from_local(zone, local - 1) < utc);
}

static void check_instant(const struct time_zone *zone, int64_t utc)
{
    struct time_zone_span span = check_span(zone, utc);
    check_local(zone, utc);
    if (utc < INT64_MIN + 2 * MOST_OFFSET || utc > INT64_MAX - 2 * MOST_OFFSET)
        return;
    int64_t local = utc + span.offset, first = time_zone_utc_from_local(zone, local);
    REQUIRE(first <= utc && first + time_zone_offset(zone, first) == local);
    check_local(zone, local);
}

static void check_zone(const struct time_zone *zone, uint64_t seed)
{
    struct steps steps = {seed};
    check_instant(zone, INT64_MIN);
    check_instant(zone, INT64_MAX);
    for (int i = 0; i < N_INSTANTS; i++) {
        uint64_t bits = (uint64_t)step_below(&steps, 1U << 31) << 33 ^
                        (uint64_t)step_below(&steps, 1U << 31) << 2;
        int64_t utc = (int64_t)bits >> step_below(&steps, 64);
        check_instant(zone, utc);
        struct time_zone_span span = time_zone_span_at(zone, utc);
        check_instant(zone, span.from);
        check_instant(zone, span.until);
    }
}

/* From 1900 on, Java's zone is the same; before, it has one offset. */
static void check_java(struct time_zone *zone, uint64_t seed)
{
    const int64_t start_of_1900 = -INT64_C(2208988800);
    struct steps steps = {seed};
    int32_t offsets[N_INSTANTS];
    int64_t instants[N_INSTANTS];
    for (int i = 0; i < N_INSTANTS; i++) {
        instants[i] = start_of_1900 + (int64_t)step_below(&steps, UINT32_MAX) * i;
        offsets[i] = time_zone_offset(zone, instants[i]);
    }
    time_zone_use_java(zone);
    for (int i = 0; i < N_INSTANTS; i++)
        REQUIRE(time_zone_offset(zone, instants[i]) == offsets[i]);
    struct time_zone_span span = time_zone_span_at(zone, start_of_1900 - 1);
    REQUIRE(span.from == INT64_MIN && span.until >= start_of_1900);
    check_zone(zone, seed);
}

/* Never opens a file. */
static void check_name(struct slice name, uint64_t seed)
{
    struct error error = {0};
    struct time_zone *zone;
    setenv("TZDIR", "/nonexistent", 1);
    enum status status = time_zone_open(name, &zone, &error);
    require_error_fits(status, &error);
    REQUIRE((status == OK) == (zone != NULL));
    REQUIRE(status == OK || status == CORRUPT || status == UNSUPPORTED);
    if (zone != NULL) {
        struct time_zone_span span = time_zone_span_at(zone, 0);
        REQUIRE(span.from == INT64_MIN && span.until == INT64_MAX);
        check_zone(zone, seed);
        check_java(zone, seed);
    }
    time_zone_free(zone);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    bool is_name = choose_below(&input, 2) == 1;
    uint64_t seed = choose(&input, 4);
    uint8_t *copy = exact_copy(input, 0);
    struct error error = {0};
    struct time_zone *zone;
    if (is_name) {
        check_name(slice_of(copy, input.size), seed);
    } else {
        enum status status = time_zone_parse(slice_of(copy, input.size), &zone, &error);
        require_error_fits(status, &error);
        REQUIRE((status == OK) == (zone != NULL));
        if (zone != NULL) {
            check_zone(zone, seed);
            check_java(zone, seed);
        }
        time_zone_free(zone);
    }
    free(copy);
    return 0;
}
