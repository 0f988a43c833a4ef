/* SPDX-License-Identifier: MIT */
/*
 * iceberg_transforms.h - what a partition value says of the source column's values.
 *
 *     identity   x           x
 *     truncate   8, width 4  8 .. 11
 *     truncate   'ab'        'ab' .. 'ac', if it was cut
 *     month      5           1970-06-01 .. 1970-06-30
 *     bucket     3           values whose hash is 3
 *     void       null        nothing
 *
 * Years, months, days and hours up to 1970 may be one too late, and numbers truncated to
 * 0 or below may have been larger: some writers round towards zero.
 */
#ifndef LAKE_ICEBERG_TRANSFORMS_H
#define LAKE_ICEBERG_TRANSFORMS_H

#include "lake/iceberg/iceberg_values.h"

/* Adds to the statistics of the source column, n_rows included, what they lack: bounds
 * and the count of nulls.  Bytes of bounds are those of the partition value. */
void iceberg_transform_add(const struct iceberg_partition_field *field,
                           const struct column *column,
                           const struct iceberg_partition_value *partition,
                           struct column_statistics *statistics);

/* False only if no row with the partition value has the value, which is not null, in the
 * source column. */
bool iceberg_transform_may_hold(const struct iceberg_partition_field *field,
                                const struct column *column,
                                const struct iceberg_partition_value *partition,
                                const union column_value *value);

#endif
