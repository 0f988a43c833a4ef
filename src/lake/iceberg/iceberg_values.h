/* SPDX-License-Identifier: MIT */
/*
 * iceberg_values.h - values in Iceberg's metadata as values of a column: bounds in
 * manifests, which are in the specification's binary form of single values, and partition
 * values (manifest.h).
 *
 *     boolean                       1 byte
 *     int, date | long, times       4 | 8 bytes, little-endian
 *     float | double                4 | 8 bytes, little-endian
 *     decimal                       unscaled, big-endian two's complement, few bytes
 *     string, binary, fixed, uuid   the bytes
 *
 * A file that is older than a promotion of the column has values of the type before:
 * whatever the column, 4 and 8 bytes are read as what they are.
 */
#ifndef LAKE_ICEBERG_VALUES_H
#define LAKE_ICEBERG_VALUES_H

#include "lake/iceberg/manifest.h"
#include "scan/column_statistics.h"

/* False if the bytes are no value of the column's type.  Bytes of the value are those
 * that were passed. */
bool iceberg_value_read(const struct column *column, struct slice bytes,
                        union column_value *value);

/* Sets the statistics of a column of a file, whose bytes are those of the metrics.  What
 * is missing, contradicts itself or has an uncertain order stays unknown.  n_rows: of the
 * file, with deleted ones. */
void iceberg_statistics_set(const struct column *column, uint64_t n_rows,
                            const struct iceberg_metrics *metrics,
                            struct column_statistics *statistics);

/* Adds bounds to those that the statistics lack.  All are dropped if min is then above
 * max.  NULL: no such bound. */
void iceberg_statistics_add(const struct column *column, const union column_value *min,
                            const union column_value *max,
                            struct column_statistics *statistics);

#endif
