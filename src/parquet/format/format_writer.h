/* SPDX-License-Identifier: MIT */
/*
 * format_writer.h - writes the structs of parquet.thrift as Thrift: the inverse of
 * file_metadata.h, page_header.h, page_index.h and bloom_filter.h.
 *
 * All functions append to a buffer.  Optional members are written if their has_ flag is
 * set or their slice has data.
 */
#ifndef PARQUET_FORMAT_WRITER_H
#define PARQUET_FORMAT_WRITER_H

#include "base/buffer.h"
#include "parquet/format/parquet_format.h"

/* Writes the header of a data or dictionary page: type, sizes, crc and the fields of that
 * type.  Levels are always declared RLE and dictionaries PLAIN.  Statistics are not
 * written: the page index has them. */
enum status pq_append_page_header(const struct pq_page_header *header,
                                  struct buffer *output,
                                  struct error *error) CHECK_RESULT;

/* Writes a BloomFilterHeader for a split-block filter of n_bytes; TOO_BIG above
 * INT32_MAX. */
enum status pq_append_bloom_header(uint64_t n_bytes, struct buffer *output,
                                   struct error *error) CHECK_RESULT;

/* A data page that has been written. */
struct pq_written_page {
    int64_t offset;
    int32_t size; /* header and body */
    int64_t first_row;
    bool is_null_page;
    struct slice min, max; /* size 0 on null pages */
    int64_t null_count, nan_count;
    int64_t unencoded_bytes; /* BYTE_ARRAY only */
    /* As in struct pq_written_size.  If any page has NULL, no histograms are written. */
    const int64_t *definition_histogram, *repetition_histogram;
};

/* SizeStatistics.  A histogram has max_level + 1 counts (n_definition, n_repetition);
 * with 0 it is not written. */
struct pq_written_size {
    bool has_unencoded_bytes;
    int64_t unencoded_bytes;
    uint32_t n_definition, n_repetition;
    const int64_t *definition_histogram, *repetition_histogram;
};

/* size: the chunk's sizes; the indexes hold the same kinds of sizes for each page.
 * has_nan_counts: for floating-point columns. */
enum status pq_append_offset_index(const struct pq_written_page *pages, uint32_t n_pages,
                                   const struct pq_written_size *size,
                                   struct buffer *output,
                                   struct error *error) CHECK_RESULT;
enum status pq_append_column_index(const struct pq_written_page *pages, uint32_t n_pages,
                                   const struct pq_written_size *size, int boundary_order,
                                   bool has_nan_counts, struct buffer *output,
                                   struct error *error) CHECK_RESULT;

/* ColumnMetaData */
struct pq_written_chunk {
    int type;
    const struct slice *path; /* names from the root's child to the leaf */
    uint32_t n_path;
    const int *encodings; /* without duplicates */
    uint32_t n_encodings;
    int codec; /* enum pq_compression */
    int64_t num_values, total_uncompressed_size, total_compressed_size;
    int64_t data_page_offset;
    int64_t dictionary_page_offset; /* 0: none */
    /* min_value and max_value, and whether they are exact if that is known.  The
     * deprecated min and max are never written. */
    struct pq_statistics statistics;
    const struct pq_encoding_count *encoding_counts;
    uint32_t n_encoding_counts;
    int64_t bloom_filter_offset; /* 0: none */
    int32_t bloom_filter_length;
    struct pq_written_size size;
    bool has_bbox; /* GeospatialStatistics are written if there is a box or a type */
    struct pq_bounding_box bbox;
    const int32_t *geo_types; /* ascending */
    uint32_t n_geo_types;
};
enum status pq_append_column_metadata(const struct pq_written_chunk *chunk,
                                      struct buffer *output,
                                      struct error *error) CHECK_RESULT;

/* ColumnChunk */
struct pq_written_column {
    struct slice
        metadata; /* made by pq_append_column_metadata(); size 0: none in plain */
    struct slice encrypted_metadata; /* the same as a module; data NULL: none */
    struct pq_column_crypto crypto;  /* kind 0: in plain.  Its path is that below */
    const struct slice *path;        /* as in struct pq_written_chunk */
    uint32_t n_path;
    int64_t offset_index_offset, column_index_offset;
    int32_t offset_index_length, column_index_length; /* 0: none */
};

struct pq_written_row_group {
    const struct pq_written_column *columns;
    uint32_t n_columns;
    int64_t n_rows, total_byte_size, total_compressed_size, file_offset;
    int32_t ordinal; /* written only below 32768 */
    const struct pq_sorting_column *sorting_columns;
    uint32_t n_sorting_columns;
};

/* FileMetaData.  Row groups are produced one by one, in order, while the footer is
 * written. */
struct pq_written_file {
    /* The root first, of which only name and n_children are used. */
    const struct pq_schema_element *elements;
    uint32_t n_elements;
    uint32_t n_leaves; /* each gets the column order TYPE_ORDER */
    int64_t n_rows;
    uint32_t n_row_groups;
    /* Fills in row group i.  The caller has zeroed it; its arrays stay valid until the
     * next call. */
    enum status (*row_group)(void *context, uint32_t i, struct pq_written_row_group *,
                             struct error *);
    void *context;
    const struct pq_key_value *key_values;
    uint32_t n_key_values;
    const char *created_by;
    const struct pq_file_crypto *crypto; /* of a footer in plain; NULL: not encrypted */
};
/* Writes version 1. */
enum status pq_append_file_metadata(const struct pq_written_file *file,
                                    struct buffer *output,
                                    struct error *error) CHECK_RESULT;

/* FileCryptoMetaData */
enum status pq_append_file_crypto(const struct pq_file_crypto *crypto,
                                  struct buffer *output,
                                  struct error *error) CHECK_RESULT;

#endif
