/* SPDX-License-Identifier: MIT */
/*
 * file_metadata.h - parses the footer's FileMetaData (parquet.thrift, "FileMetaData").
 *
 * Opening a file parses the schema and walks over the rest once.  Column chunks are
 * parsed on demand: a file of 10,000 columns and 100 row groups has a million of them,
 * and most queries need only a few.  The walk keeps only each chunk's offset in the
 * footer.
 */
#ifndef PARQUET_FILE_METADATA_H
#define PARQUET_FILE_METADATA_H

#include "base/arena.h"
#include "parquet/format/created_by.h"
#include "parquet/format/parquet_format.h"
#include "parquet/format/thrift_struct.h"

struct pq_row_group {
    int64_t n_rows; /* not negative; the sum over all row groups fits, too */
    int64_t total_byte_size;
    int64_t total_compressed_size; /* -1 when absent */
    uint32_t n_chunks;
    /* Offsets of the chunks within pq_file_metadata.footer. */
    const uint32_t *chunk_offsets;
};

struct pq_file_metadata {
    struct slice footer; /* borrowed; every slice here points into it */
    struct arena arena;
    int32_t version;
    int64_t n_rows; /* as the file claims; readers use the sum over row groups */
    uint32_t n_elements;
    struct pq_schema_element *elements;
    uint32_t n_row_groups;
    struct pq_row_group *row_groups;
    uint32_t row_groups_offset; /* offset of their list within footer */
    struct slice key_values;
    struct slice created_by; /* data NULL when absent */
    struct pq_writer_version writer;
    struct slice column_orders;
    /* column_orders parsed: an enum pq_column_order for each entry.  Valid only if there
     * are as many entries as leaves. */
    uint32_t n_leaf_orders;
    const uint8_t *leaf_orders;
    /* Of a file whose footer is in plain although columns may be encrypted: */
    struct pq_algorithm algorithm;
    struct slice footer_signing_key_metadata;
    size_t size;                /* bytes of the footer that were parsed */
    struct slice external_path; /* the first file_path of a chunk; size 0: none */
};

/* footer: the Thrift bytes, less than 4 GiB; must outlive the metadata. */
enum status pq_file_metadata_parse(struct slice footer, struct pq_file_metadata *metadata,
                                   struct error *error) CHECK_RESULT;
void pq_file_metadata_release(struct pq_file_metadata *metadata);

/* Parses one column chunk.  Its slices point into the footer. */
enum status pq_column_chunk_parse(const struct pq_file_metadata *metadata,
                                  uint32_t row_group, uint32_t chunk,
                                  struct pq_column_chunk *column_chunk,
                                  struct error *error) CHECK_RESULT;

/* Parses a chunk's metadata that was decrypted, in place of that in the footer.  Slices
 * point into the bytes. */
enum status pq_column_metadata_parse(struct slice bytes,
                                     struct pq_column_chunk *column_chunk,
                                     struct error *error) CHECK_RESULT;

/* Iterates over an encoded list of KeyValue; pq_key_values_next() returns false at its
 * end or at damage.  A key without a value has value->data NULL. */
struct pq_key_values {
    struct thrift_list list;
};
void pq_key_values_begin(struct pq_key_values *walk, struct slice list);
bool pq_key_values_next(struct pq_key_values *walk, struct slice *key,
                        struct slice *value);

#endif
