/* SPDX-License-Identifier: MIT */
/*
 * manifest_pack.h - packs partition values and metrics of a file into few bytes;
 * manifest.h describes them.
 */
#ifndef LAKE_ICEBERG_MANIFEST_PACK_H
#define LAKE_ICEBERG_MANIFEST_PACK_H

#include "base/buffer.h"
#include "lake/avro/avro_reader.h"
#include "lake/iceberg/iceberg_types.h"

enum packed_metric {
    PACKED_VALUE_COUNT,
    PACKED_NULL_COUNT,
    PACKED_NAN_COUNT,
    PACKED_LOWER,
    PACKED_UPPER,
};

/* Appends a metric of a column; nothing if the value is null, or cannot be such a metric.
 */
enum status packed_metrics_add(struct buffer *packed, int32_t field_id,
                               enum packed_metric kind, const struct avro_item *value,
                               struct error *error) CHECK_RESULT;

/* Replaces the buffer's content by the values, one for each field of the spec. */
enum status packed_partition_set(struct buffer *packed,
                                 const struct iceberg_partition_spec *spec,
                                 const struct avro_item *values,
                                 struct error *error) CHECK_RESULT;

#endif
