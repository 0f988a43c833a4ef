/* SPDX-License-Identifier: MIT */
/*
 * unit_orc_statistics.h - writes statistics of ORC columns.
 */
#ifndef UNIT_ORC_STATISTICS_H
#define UNIT_ORC_STATISTICS_H

#include "orc/facts/stripe_statistics.h"
#include "unit_orc_read.h"

enum { ROWS = 10 };

static struct orc_spec spec;

/* A file of one column "a", by a writer without known faults. */
static inline void use_type(const char *type)
{
    char types[100];
    snprintf(types, sizeof types, "struct<a:%s>", type);
    orc_spec_free(&spec);
    orc_spec_types(&spec, types);
    spec.writer_version = ORC_ORC_14;
    orc_add_stripe(&spec, ROWS);
}

/* Adds the message of a kind of bounds, and frees it. */
static inline struct bytes with_bounds(uint64_t n_values, uint32_t field,
                                       struct bytes *bounds)
{
    struct bytes message = {0};
    proto_varint(&message, 1, n_values);
    proto_message(&message, field, bounds);
    return message;
}

enum {
    INTEGERS = 2,
    DOUBLES = 3,
    STRINGS = 4,
    BUCKETS = 5,
    DECIMALS = 6,
    DATES = 7,
    TIMESTAMPS = 9,
    HAS_NULL = 10
};

static inline bool is_unknown(const struct column_statistics *statistics,
                              enum keep_reason reason)
{
    if (statistics->reason != reason)
        fprintf(stderr, "got \"%s\", expected \"%s\"\n",
                keep_reason_text(statistics->reason), keep_reason_text(reason));
    return !statistics->has_min && !statistics->has_max && statistics->reason == reason;
}

static inline struct bytes signed_bounds(uint32_t field, int64_t min, int64_t max)
{
    struct bytes bounds = {0};
    proto_signed(&bounds, 1, min);
    proto_signed(&bounds, 2, max);
    return with_bounds(ROWS, field, &bounds);
}

#endif
