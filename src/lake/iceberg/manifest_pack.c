/* SPDX-License-Identifier: MIT */
#include "lake/iceberg/manifest_pack.h"

#include <math.h>

#include "lake/iceberg/manifest.h"
#include "value/value_text.h"

enum { KIND_BITS = 3 };

/* ---- Metrics ---------------------------------------------------------------------- */

static bool is_bound(unsigned kind)
{
    return kind == PACKED_LOWER || kind == PACKED_UPPER;
}

enum status packed_metrics_add(struct buffer *packed, int32_t field_id,
                               enum packed_metric kind, const struct avro_item *value,
                               struct error *error)
{
    bool is_stated = is_bound(kind) ? value->token == AVRO_RAW
                                    : value->token == AVRO_INTEGER && value->integer >= 0;
    if (!is_stated)
        return OK;
    buffer_add_varint(packed, (uint64_t)(uint32_t)field_id << KIND_BITS | kind, error);
    buffer_add_varint(
        packed, is_bound(kind) ? value->bytes.size : (uint64_t)value->integer, error);
    if (is_bound(kind))
        buffer_add(packed, value->bytes, error);
    return error->status;
}

static void take_metric(struct iceberg_metrics *metrics, unsigned kind, uint64_t count,
                        struct slice bound)
{
    switch (kind) {
    case PACKED_VALUE_COUNT:
        metrics->has_value_count = true;
        metrics->value_count = count;
        break;
    case PACKED_NULL_COUNT:
        metrics->has_null_count = true;
        metrics->null_count = count;
        break;
    case PACKED_NAN_COUNT:
        metrics->has_nan_count = true;
        metrics->nan_count = count;
        break;
    case PACKED_LOWER:
        metrics->has_lower = true;
        metrics->lower = bound;
        break;
    default:
        metrics->has_upper = true;
        metrics->upper = bound;
        break;
    }
}

void iceberg_file_metrics(const struct iceberg_file *file, int32_t field_id,
                          struct iceberg_metrics *metrics)
{
    struct slice rest = slice_of(file->bytes + file->location_size + file->partition_size,
                                 file->metrics_size);
    uint64_t key, count;
    *metrics = (struct iceberg_metrics){0};
    while (slice_read_varint(&rest, &key) && slice_read_varint(&rest, &count)) {
        unsigned kind = (unsigned)(key & ((1 << KIND_BITS) - 1));
        struct slice bound = {0};
        if (is_bound(kind) && !slice_take(&rest, (size_t)count, &bound))
            return;
        if (key >> KIND_BITS == (uint32_t)field_id)
            take_metric(metrics, kind, count, bound);
    }
}

bool iceberg_file_counts_agree(const struct iceberg_file *file)
{
    struct slice rest = slice_of(file->bytes + file->location_size + file->partition_size,
                                 file->metrics_size);
    uint64_t key, count;
    struct slice bound;
    while (slice_read_varint(&rest, &key) && slice_read_varint(&rest, &count)) {
        unsigned kind = (unsigned)(key & ((1 << KIND_BITS) - 1));
        if (is_bound(kind)               ? !slice_take(&rest, (size_t)count, &bound)
            : kind == PACKED_VALUE_COUNT ? count != file->n_rows
                                         : count > file->n_rows)
            return false;
    }
    return true;
}

/* ---- Partition values ------------------------------------------------------------- */

static void add_value(struct buffer *packed, struct slice bytes, struct error *error)
{
    buffer_add_varint(packed, (uint64_t)bytes.size + 1, error);
    buffer_add(packed, bytes, error);
}

static void add_number(struct buffer *packed, uint64_t bits, struct error *error)
{
    uint8_t bytes[8];
    store_u64(bytes, bits);
    add_value(packed, slice_of(bytes, sizeof bytes), error);
}

static void add_decimal(struct buffer *packed, struct slice bytes, struct error *error)
{
    struct bytes_value least = binary_decimal_trim(
        (struct bytes_value){bytes.data, bytes.size});
    add_value(packed, slice_of(least.data, least.size), error);
}

static void add_item(struct buffer *packed, const struct avro_item *item,
                     struct error *error)
{
    if (item->token == AVRO_RAW && item->type->is_decimal)
        add_decimal(packed, item->bytes, error);
    else if (item->token == AVRO_RAW)
        add_value(packed, item->bytes, error);
    else if (item->token == AVRO_INTEGER && item->type->kind == AVRO_BOOLEAN)
        add_value(packed, slice_of(item->integer != 0 ? "\1" : "\0", 1), error);
    else if (item->token == AVRO_INTEGER)
        add_number(packed, (uint64_t)item->integer, error);
    else if (item->token == AVRO_REAL)
        add_number(packed, bits_of_double(isnan(item->real) ? (double)NAN : item->real),
                   error);
    else
        buffer_add_varint(packed, 0, error);
}

/* Adds the bytes with their last one, but for those that are 0xff, increased by 1. */
static void add_above(struct buffer *packed, const struct avro_item *item,
                      struct error *error)
{
    struct slice bytes = item->token == AVRO_RAW && !item->type->is_decimal
                             ? item->bytes
                             : (struct slice){0};
    while (bytes.size > 0 && bytes.data[bytes.size - 1] == 0xff)
        bytes.size--;
    add_value(packed, bytes, error);
    if (error->status == OK && bytes.size > 0)
        packed->data[packed->size - 1]++;
}

enum status packed_partition_set(struct buffer *packed,
                                 const struct iceberg_partition_spec *spec,
                                 const struct avro_item *values, struct error *error)
{
    packed->size = 0;
    for (uint32_t i = 0; i < spec->n_fields; i++) {
        add_item(packed, &values[i], error);
        if (spec->fields[i].transform == ICEBERG_TRUNCATE)
            add_above(packed, &values[i], error);
    }
    return error->status;
}

static struct slice take_value(struct slice *rest, bool *is_null)
{
    uint64_t size;
    struct slice bytes = {0};
    *is_null = !slice_read_varint(rest, &size) || size == 0 ||
               !slice_take(rest, (size_t)(size - 1), &bytes);
    return bytes;
}

struct iceberg_partition_value
iceberg_file_partition_value(const struct iceberg_file *file, uint32_t i)
{
    struct slice rest = iceberg_file_partition(file);
    struct iceberg_partition_value value = {.is_null = true};
    for (uint32_t at = 0; at <= i; at++) {
        bool has_none;
        value.bytes = take_value(&rest, &value.is_null);
        value.above = (struct slice){0};
        if (file->spec->fields[at].transform == ICEBERG_TRUNCATE)
            value.above = take_value(&rest, &has_none);
    }
    return value;
}
