/* SPDX-License-Identifier: MIT */
/*
 * unit_bloom.h - valid and invalid Bloom filter headers, values to look up, and the Bloom
 * filter files of parquet-testing.
 */
#ifndef UNIT_BLOOM_H
#define UNIT_BLOOM_H

#include "scan/column_statistics.h"
#include "unit_thrift.h"

#define INT64_VALUE(x) ((union column_value){.int64 = (x)})
#define REAL_VALUE(x) ((union column_value){.float64 = (x)})
#define BYTES_VALUE(x)                                                                   \
    ((union column_value){.bytes = {(const uint8_t *)(x), sizeof(x) - 1}})

struct header_spec {
    int64_t n_bytes;
    int algorithm, hash, compression; /* 0: no such field */
    int second_algorithm;             /* a second member of the union; 0: none */
};

static const struct header_spec usual_header = {64, 1, 1, 1, 0};

static inline void put_union(struct thrift_bytes *writer, int id, int member, int other)
{
    if (member == 0)
        return;
    begin_struct_field(writer, id);
    put_empty_struct(writer, member);
    if (other != 0)
        put_empty_struct(writer, other);
    end_struct(writer);
}

static inline void put_header(struct bytes *bytes, const struct header_spec *spec)
{
    struct thrift_bytes writer = {0};
    put_i32(&writer, 1, spec->n_bytes);
    put_union(&writer, 2, spec->algorithm, spec->second_algorithm);
    put_union(&writer, 3, spec->hash, 0);
    put_union(&writer, 4, spec->compression, 0);
    end_thrift(&writer);
    bytes_put_bytes(bytes, &writer.bytes);
    thrift_bytes_free(&writer);
}

/* A file in PARQUET_VTAB_CORPUS; if it is missing, empty, and "skipped" is printed. */
static inline struct bytes corpus_file(const char *name)
{
    const char *corpus = getenv("PARQUET_VTAB_CORPUS");
    char path[1000];
    snprintf(path, sizeof path, "%s/parquet-testing/data/%s",
             corpus != NULL ? corpus : "../shared/corpus", name);
    struct bytes bytes = bytes_of_file(path);
    if (bytes.size == 0)
        fprintf(stderr, "skipped: the optional corpus (PARQUET_VTAB_CORPUS)\n");
    return bytes;
}

#endif
