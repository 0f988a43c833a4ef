/* SPDX-License-Identifier: MIT */
/*
 * manifest.h - the files of a snapshot, from its manifests.
 *
 * A manifest is an Avro file with an entry for each file that was added to the table,
 * kept in it or deleted from it.  A table may have millions of files, so what is known of
 * a file is packed into few bytes, which are decoded when they are used:
 *
 *     location | partition values | metrics
 *
 * A partition value is a varint of its size + 1, or 0 for null, and its bytes, as
 * iceberg_values.h reads them.  Equal values have equal bytes, whichever of its types a
 * promoted column had: numbers have 8.  A truncated text or binary value is followed by
 * the least value above all that begin with it, in the same form.  Metrics are varints of
 * field id * 8 + kind, and a count, or the size and the bytes of a bound.
 */
#ifndef LAKE_ICEBERG_MANIFEST_H
#define LAKE_ICEBERG_MANIFEST_H

#include "lake/iceberg/iceberg_types.h"
#include "lake/iceberg/manifest_list.h"

struct cached;

enum iceberg_file_content {
    ICEBERG_ROWS,
    ICEBERG_POSITION_DELETES, /* also deletion vectors: iceberg_file_is_vector() */
    ICEBERG_EQUALITY_DELETES,
};

/* Field ids of the columns of a position delete file. */
enum { ICEBERG_DELETED_PATH_ID = 2147483546, ICEBERG_DELETED_POS_ID = 2147483545 };

enum iceberg_file_format { ICEBERG_PARQUET, ICEBERG_ORC, ICEBERG_AVRO, ICEBERG_PUFFIN };

/* Of a file of deletes.  All lives as long as the file. */
struct iceberg_deletes {
    const int32_t *equality_ids; /* field ids of the columns that are compared */
    uint32_t n_equality_ids;
    struct slice data_file; /* the only one with deleted rows; empty: unknown */
    int64_t content_offset; /* of a deletion vector, in its file; -1: unknown */
    int64_t content_size;
};

struct iceberg_file {
    const struct iceberg_partition_spec *spec; /* that its partition values are of */
    const uint8_t *bytes;
    uint32_t location_size, partition_size, metrics_size;
    enum iceberg_file_content content : 8;
    enum iceberg_file_format format : 8;
    uint64_t n_rows;         /* deleted ones included; of a vector, the deleted rows */
    int64_t size;            /* bytes; negative: not stated */
    int64_t sequence_number; /* of its contents; decides which deletes apply */
    int64_t snapshot_id;     /* that added it */
    int64_t first_row_id;    /* or ICEBERG_NO_FIRST_ROW_ID */
    const struct iceberg_deletes *deletes; /* NULL: ICEBERG_ROWS */
};

struct iceberg_file_list {
    struct iceberg_file *files;
    uint32_t n;
};

/* A zeroed struct is empty. */
struct iceberg_files {
    struct arena arena; /* of all that the files point to, apart from what is shared */
    struct iceberg_file_list data, deletes;
    struct cached **shared; /* manifest_cache.h */
    uint32_t n_shared;
};

/* What is wanted of manifests.  All is borrowed; the specs must outlive the files. */
struct iceberg_manifest_wish {
    const struct iceberg_partition_spec *specs; /* of the table's metadata */
    uint32_t n_specs;
    const int32_t *metrics_ids; /* ascending: columns whose metrics are kept */
    uint32_t n_metrics_ids;
};

/* The spec with the id; NULL: the table has none. */
const struct iceberg_partition_spec *
iceberg_wish_spec(const struct iceberg_manifest_wish *wish, int32_t id);

/* Adds the files of a manifest that are in the snapshot.  After a failure the files are
 * fit to be released only.  CORRUPT, or UNSUPPORTED, which names what. */
enum status iceberg_manifest_read(struct input_file *input,
                                  const struct iceberg_manifest *manifest,
                                  const struct iceberg_manifest_wish *wish,
                                  struct iceberg_files *files,
                                  struct error *error) CHECK_RESULT;
void iceberg_files_release(struct iceberg_files *files);

static inline struct slice iceberg_file_location(const struct iceberg_file *file)
{
    return slice_of(file->bytes, file->location_size);
}

static inline struct slice iceberg_file_partition(const struct iceberg_file *file)
{
    return slice_of(file->bytes + file->location_size, file->partition_size);
}

/* Whether the file is a deletion vector, or has some. */
static inline bool iceberg_file_is_vector(const struct iceberg_file *file)
{
    return file->content == ICEBERG_POSITION_DELETES &&
           (file->format == ICEBERG_PUFFIN || file->deletes->content_offset >= 0);
}

struct iceberg_partition_value {
    bool is_null;
    struct slice bytes;
    /* Of a truncated text or binary value: the least value above all that begin with the
     * bytes; empty: none. */
    struct slice above;
};

/* The value of the spec's i-th field, with bytes that live as long as the file. */
struct iceberg_partition_value
iceberg_file_partition_value(const struct iceberg_file *file, uint32_t i);

/* What a manifest states of a column of a file.  Bounds are single-value binary. */
struct iceberg_metrics {
    bool has_value_count, has_null_count, has_nan_count, has_lower, has_upper;
    uint64_t value_count, null_count, nan_count; /* value_count: with nulls and NaN */
    struct slice lower, upper;
};

/* Whether the value counts of columns that have a value or null in each row agree with
 * the number of rows. */
bool iceberg_file_counts_agree(const struct iceberg_file *file);

void iceberg_file_metrics(const struct iceberg_file *file, int32_t field_id,
                          struct iceberg_metrics *metrics);

#endif
