/* SPDX-License-Identifier: MIT */
/*
 * unit_manifest.h - writes manifests of Iceberg tables, and lists of them.
 */
#ifndef UNIT_MANIFEST_H
#define UNIT_MANIFEST_H

#include "lake/iceberg/manifest.h"
#include "unit_avro.h"
#include "unit_manifest_schema.h"

/* Metrics of a column; a count of -1 and a bound of NULL are left out. */
struct test_metrics {
    int32_t field_id;
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

static inline void put_count(struct bytes *out, int32_t field_id, int64_t count)
{
    bytes_put_zigzag(out, count >= 0);
    if (count < 0)
        return;
    bytes_put_zigzag(out, 1);
    bytes_put_zigzag(out, field_id);
    bytes_put_zigzag(out, count);
    bytes_put_zigzag(out, 0);
}

static inline void put_bound(struct bytes *out, int32_t field_id, const char *bound,
                             size_t size)
{
    bytes_put_zigzag(out, bound != NULL);
    if (bound == NULL)
        return;
    bytes_put_zigzag(out, 1);
    bytes_put_zigzag(out, field_id);
    avro_put_bytes(out, bound, size);
    bytes_put_zigzag(out, 0);
}

static inline void put_metrics(struct bytes *out, const struct test_metrics *m)
{
    static const struct test_metrics none = {
        .field_id = 1, .n_values = -1, .n_nulls = -1, .n_nans = -1};
    m = m == NULL ? &none : m;
    put_count(out, m->field_id, 1000); /* column_sizes, which nobody reads */
    put_count(out, m->field_id, m->n_values);
    put_count(out, m->field_id, m->n_nulls);
    put_count(out, m->field_id, m->n_nans);
    put_bound(out, m->field_id, m->lower, m->lower_size);
    put_bound(out, m->field_id, m->upper, m->upper_size);
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
