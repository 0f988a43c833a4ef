/* SPDX-License-Identifier: MIT */
/*
 * unit_manifest.h - writes manifests of Iceberg tables, and lists of them.
 */
#ifndef UNIT_MANIFEST_H
#define UNIT_MANIFEST_H

#include "lake/iceberg/manifest.h"
#include "unit_avro.h"

/* clang-format off */
#define AVRO_FIELD(name, id, type)                                                       \
    "{\"name\":\"" name "\",\"field-id\":" #id ",\"type\":" type "}"
#define AVRO_OR_NULL(type) "[\"null\"," type "]"
#define AVRO_RECORD(name, fields)                                                        \
    "{\"type\":\"record\",\"name\":\"" name "\",\"fields\":[" fields "]}"
#define AVRO_PAIRS(key, value, type)                                                     \
    AVRO_OR_NULL("{\"type\":\"array\",\"logicalType\":\"map\",\"items\":"                \
        AVRO_RECORD("k" #key "_v" #value,                                                \
            AVRO_FIELD("key", key, "\"int\"") "," AVRO_FIELD("value", value, type)) "}")

/* The fields of the partition record are put between both. */
#define ENTRY_SCHEMA_BEGIN                                                               \
    "{\"type\":\"record\",\"name\":\"manifest_entry\",\"fields\":["                      \
    AVRO_FIELD("status", 0, "\"int\"") ","                                               \
    AVRO_FIELD("snapshot_id", 1, AVRO_OR_NULL("\"long\"")) ","                           \
    AVRO_FIELD("sequence_number", 3, AVRO_OR_NULL("\"long\"")) ","                       \
    "{\"name\":\"data_file\",\"field-id\":2,\"type\":"                                   \
    "{\"type\":\"record\",\"name\":\"r2\",\"fields\":["                                  \
    AVRO_FIELD("content", 134, "\"int\"") ","                                            \
    AVRO_FIELD("file_path", 100, "\"string\"") ","                                       \
    AVRO_FIELD("file_format", 101, "\"string\"") ","                                     \
    "{\"name\":\"partition\",\"field-id\":102,\"type\":"                                 \
    "{\"type\":\"record\",\"name\":\"r102\",\"fields\":["
#define ENTRY_SCHEMA_END                                                                 \
    "]}},"                                                                               \
    AVRO_FIELD("record_count", 103, "\"long\"") ","                                      \
    AVRO_FIELD("column_sizes", 108, AVRO_PAIRS(117, 118, "\"long\"")) ","                \
    AVRO_FIELD("value_counts", 109, AVRO_PAIRS(119, 120, "\"long\"")) ","                \
    AVRO_FIELD("null_value_counts", 110, AVRO_PAIRS(121, 122, "\"long\"")) ","           \
    AVRO_FIELD("nan_value_counts", 137, AVRO_PAIRS(138, 139, "\"long\"")) ","            \
    AVRO_FIELD("lower_bounds", 125, AVRO_PAIRS(126, 127, "\"bytes\"")) ","               \
    AVRO_FIELD("upper_bounds", 128, AVRO_PAIRS(129, 130, "\"bytes\"")) ","               \
    AVRO_FIELD("key_metadata", 131, AVRO_OR_NULL("\"bytes\"")) ","                       \
    AVRO_FIELD("equality_ids", 135, AVRO_OR_NULL(                                        \
        "{\"type\":\"array\",\"element-id\":136,\"items\":\"int\"}")) ","                \
    AVRO_FIELD("first_row_id", 142, AVRO_OR_NULL("\"long\"")) ","                        \
    AVRO_FIELD("referenced_data_file", 143, AVRO_OR_NULL("\"string\"")) ","              \
    AVRO_FIELD("content_offset", 144, AVRO_OR_NULL("\"long\"")) ","                      \
    AVRO_FIELD("content_size_in_bytes", 145, AVRO_OR_NULL("\"long\"")) "]}}]}"

#define LIST_SCHEMA                                                                      \
    AVRO_RECORD("manifest_file",                                                         \
        AVRO_FIELD("manifest_path", 500, "\"string\"") ","                               \
        AVRO_FIELD("partition_spec_id", 502, "\"int\"") ","                              \
        AVRO_FIELD("content", 517, "\"int\"") ","                                        \
        AVRO_FIELD("sequence_number", 515, "\"long\"") ","                               \
        AVRO_FIELD("added_snapshot_id", 503, "\"long\"") ","                             \
        AVRO_FIELD("key_metadata", 519, AVRO_OR_NULL("\"bytes\"")) ","                   \
        AVRO_FIELD("first_row_id", 520, AVRO_OR_NULL("\"long\"")))
/* clang-format on */

/* Metrics of column 1; a count of -1 and a bound of NULL are left out. */
struct test_metrics {
    int64_t n_values, n_nulls, n_nans;
    const char *lower, *upper;
    size_t lower_size, upper_size;
};

struct test_entry {
    int64_t status;
    const char *path;
    int64_t n_rows;
    int64_t content;
    const char *format;    /* NULL: PARQUET */
    const char *partition; /* bytes of the record */
    size_t partition_size;
    int64_t sequence_number, snapshot_id, first_row_id; /* 0: null */
    const struct test_metrics *metrics;
    const int32_t *equality_ids; /* up to 0; NULL: null */
    const char *data_file, *key_metadata;
    int64_t offset, size; /* 0: null */
};

static inline void put_long_or_null(struct bytes *out, int64_t value)
{
    bytes_put_zigzag(out, value != 0);
    if (value != 0)
        bytes_put_zigzag(out, value);
}

static inline void put_text_or_null(struct bytes *out, const char *text)
{
    bytes_put_zigzag(out, text != NULL);
    if (text != NULL)
        avro_put_text(out, text);
}

static inline void put_count(struct bytes *out, int64_t count)
{
    bytes_put_zigzag(out, count >= 0);
    if (count < 0)
        return;
    bytes_put_zigzag(out, 1);
    bytes_put_zigzag(out, 1);
    bytes_put_zigzag(out, count);
    bytes_put_zigzag(out, 0);
}

static inline void put_bound(struct bytes *out, const char *bound, size_t size)
{
    bytes_put_zigzag(out, bound != NULL);
    if (bound == NULL)
        return;
    bytes_put_zigzag(out, 1);
    bytes_put_zigzag(out, 1);
    avro_put_bytes(out, bound, size);
    bytes_put_zigzag(out, 0);
}

static inline void put_metrics(struct bytes *out, const struct test_metrics *m)
{
    static const struct test_metrics none = {.n_values = -1, .n_nulls = -1, .n_nans = -1};
    m = m == NULL ? &none : m;
    put_count(out, 1000); /* column_sizes, which nobody reads */
    put_count(out, m->n_values);
    put_count(out, m->n_nulls);
    put_count(out, m->n_nans);
    put_bound(out, m->lower, m->lower_size);
    put_bound(out, m->upper, m->upper_size);
}

static inline void put_equality_ids(struct bytes *out, const int32_t *ids)
{
    int64_t n = 0;
    bytes_put_zigzag(out, ids != NULL);
    if (ids == NULL)
        return;
    while (ids[n] != 0)
        n++;
    bytes_put_zigzag(out, n);
    for (int64_t i = 0; i < n; i++)
        bytes_put_zigzag(out, ids[i]);
    bytes_put_zigzag(out, 0);
}

static inline void put_entry(struct bytes *out, const struct test_entry *entry)
{
    bytes_put_zigzag(out, entry->status);
    put_long_or_null(out, entry->snapshot_id);
    put_long_or_null(out, entry->sequence_number);
    bytes_put_zigzag(out, entry->content);
    avro_put_text(out, entry->path);
    avro_put_text(out, entry->format == NULL ? "PARQUET" : entry->format);
    bytes_put(out, entry->partition, entry->partition_size);
    bytes_put_zigzag(out, entry->n_rows);
    put_metrics(out, entry->metrics);
    put_text_or_null(out, entry->key_metadata);
    put_equality_ids(out, entry->equality_ids);
    put_long_or_null(out, entry->first_row_id);
    put_text_or_null(out, entry->data_file);
    put_long_or_null(out, entry->offset);
    put_long_or_null(out, entry->size);
}

/* A manifest of n entries; metadata are pairs of texts, up to NULL, or NULL. */
static inline struct bytes manifest_bytes(const char *schema, const char *const *metadata,
                                          const struct test_entry *entries, size_t n)
{
    struct bytes file = {0}, block = {0};
    avro_put_header(&file, schema, NULL, metadata);
    for (size_t i = 0; i < n; i++)
        put_entry(&block, &entries[i]);
    avro_put_block(&file, (int64_t)n, block.data, block.size);
    bytes_free(&block);
    return file;
}

static inline enum status read_manifest(const struct bytes *bytes,
                                        const struct iceberg_manifest *manifest,
                                        const struct iceberg_manifest_wish *wish,
                                        struct iceberg_files *files, struct error *error)
{
    struct input_file *input = NULL;
    uint8_t *copy = exact_copy(bytes->data, bytes->size);
    enum status status = input_file_open_memory(slice_of(copy, bytes->size), &input,
                                                error);
    if (status == OK)
        status = iceberg_manifest_read(input, manifest, wish, files, error);
    input_file_close(input);
    free(copy);
    return status;
}

#endif
