/* SPDX-License-Identifier: MIT */
/*
 * delta_statistics.h - what a log says about the values of a file (protocol, "Per-file
 * Statistics"): from JSON to few bytes for each file, and from these to the form in which
 * scans prune.
 *
 *     {"numRecords":3,"minValues":{"id":1},"maxValues":{"id":9},"nullCount":{"id":0},
 *      "tightBounds":true}
 *
 * They are bounds, often wide, never values:
 *
 * - Strings are cut, usually after 32 characters.  The maximum is made greater by some
 *   writers and simply cut by others, so a long one is a prefix of what may follow.
 * - Timestamps are cut to milliseconds; with an offset from UTC, old versions of
 *   Spark cut its seconds, too.
 * - Numbers of FLOAT columns are rounded to 32 bits, as the file has them.  The
 *   column may have become DOUBLE since, so the bounds of DOUBLE columns hold either
 *   way.
 * - Decimals whose unscaled value has 16 digits or more may have been rounded to a
 *   double.
 * - With a deletion vector, or without tightBounds, deleted rows count, too.
 *
 * What is missing or malformed is unknown.
 */
#ifndef LAKE_DELTA_STATISTICS_H
#define LAKE_DELTA_STATISTICS_H

#include "lake/delta/delta_schema.h"

struct delta_statistics {
    uint64_t n_rows;       /* DECLARED_UNKNOWN */
    uint64_t n_most_nulls; /* of any column */
    /* For each bound or count: varint column * 4 + what it is; its value. */
    struct slice facts;
    bool is_wide;
};

/* For reading one after another; a zeroed struct is ready, and may be released. */
struct delta_statistics_reader {
    struct delta_json json;
    struct buffer facts;
    uint32_t expected; /* column of the next key, usually */
};

/* Reads the JSON of a file, which may be missing (without data); facts live in the arena.
 * Only NOMEM, TOO_BIG and INTERRUPTED fail. */
enum status delta_statistics_read(struct delta_statistics_reader *reader,
                                  struct slice json, const struct delta_schema *schema,
                                  struct arena *arena,
                                  struct delta_statistics *statistics,
                                  struct error *error) CHECK_RESULT;
void delta_statistics_reader_release(struct delta_statistics_reader *reader);

/* What is known of a column.  Bytes point into the facts. */
void delta_statistics_of_column(const struct delta_statistics *statistics,
                                const struct delta_schema *schema, uint32_t column,
                                bool has_deleted_rows, struct column_statistics *result);

#endif
