/* SPDX-License-Identifier: MIT */
/*
 * stripe_statistics.h - what the statistics of a file, a stripe or a stride say of a
 * column's values, as far as the file's writer is known to write them correctly (the
 * specification, "Column Statistics").
 *
 * What is not believed is unknown:
 *   - text bounds, and all bounds of stripes and files, of writers before HIVE-8732
 *   - bounds of timestamps of writers before ORC-135, which have none in UTC
 *   - bounds of decimals of at most 18 digits, of ORC Java at ORC-135
 *   - the hour, and even the day, of timestamps without time zone, unless the writer's
 *     zone was UTC: the writer's version of the tz database may have other rules
 *   - bounds of floating-point numbers whose sum is NaN, since NaN may be among them
 */
#ifndef ORC_STRIPE_STATISTICS_H
#define ORC_STRIPE_STATISTICS_H

#include "orc/file/stripe.h"
#include "scan/column_statistics.h"

/* The message of ColumnStatistics that a type has. */
union orc_kind_statistics {
    uint64_t has;
    struct orc_bucket_statistics of_booleans;
    struct orc_signed_statistics of_integers; /* and of dates */
    struct orc_double_statistics of_doubles;
    struct orc_text_statistics of_texts;
    struct orc_binary_statistics of_binaries;
    struct orc_decimal_statistics of_decimals;
    struct orc_timestamp_statistics of_timestamps;
};

/* Parses it; all zeros if there is none. */
enum status orc_kind_statistics_parse(const struct orc_statistics *statistics,
                                      uint64_t kind, union orc_kind_statistics *parsed,
                                      struct arena *arena,
                                      struct error *error) CHECK_RESULT;

/* ORC_OF_UTC_STRIDE: of a stripe whose writer had the time zone UTC. */
enum orc_statistics_level { ORC_OF_STRIDE, ORC_OF_UTC_STRIDE, ORC_OF_STRIPE };

/* Reads a ColumnStatistics message of n_rows rows of a column that is not nested.
 * Damaged statistics are unknown.  Bounds point into the message or the arena. */
enum status orc_statistics_read(const struct orc_context *context, uint32_t type,
                                struct slice message, uint64_t n_rows,
                                enum orc_statistics_level level, struct arena *arena,
                                struct column_statistics *statistics,
                                struct error *error) CHECK_RESULT;

/* The statistics of stripes, which the file has in one section.  A zeroed struct has not
 * read it. */
struct orc_stripe_facts {
    bool is_read;
    enum keep_reason reason; /* why there are none */
    struct buffer bytes;
    struct arena arena; /* of the list of stripes */
    struct orc_metadata metadata;
    bool has_stripe; /* the members below are those of a stripe */
    bool stripe_is_damaged;
    uint32_t stripe;
    struct arena stripe_arena;
    struct orc_stripe_statistics columns;
    struct column_statistics **known; /* of each type; NULL: not asked for yet */
};

/* The statistics of a column in a stripe.  Bounds are valid until the next call for
 * another stripe. */
enum status orc_stripe_statistics_of(struct orc_stripe_facts *facts,
                                     const struct orc_context *context, uint32_t stripe,
                                     uint32_t type, struct column_statistics *statistics,
                                     struct error *error) CHECK_RESULT;
void orc_stripe_facts_release(struct orc_stripe_facts *facts);

#endif
