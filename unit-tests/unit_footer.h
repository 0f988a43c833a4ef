/* SPDX-License-Identifier: MIT */
/*
 * unit_footer.h - writes parts of FileMetaData: schema elements, column chunks, row
 * groups.  A test can add fields of its own after these, since field order is free.
 */
#ifndef UNIT_FOOTER_H
#define UNIT_FOOTER_H

#include "parquet/format/parquet_format.h"
#include "unit_thrift.h"

/* Begins a schema element; end_struct() ends it.  Type or repetition -1: no such field.
 */
static inline void begin_element(struct thrift_bytes *writer, const char *name, int type,
                                 int repetition)
{
    begin_struct(writer);
    if (type >= 0)
        put_i32(writer, 1, type);
    if (repetition >= 0)
        put_i32(writer, 3, repetition);
    put_text(writer, 4, name);
}

static inline void put_leaf(struct thrift_bytes *writer, const char *name, int type,
                            int repetition)
{
    begin_element(writer, name, type, repetition);
    end_struct(writer);
}

static inline void put_group(struct thrift_bytes *writer, const char *name,
                             int repetition, int n_children)
{
    begin_element(writer, name, -1, repetition);
    put_i32(writer, 5, n_children);
    end_struct(writer);
}

struct chunk_spec {
    int type, codec;
    const char *path[4]; /* ends with NULL */
    int64_t n_values;
    int64_t uncompressed_size, compressed_size;
    int64_t data_page_offset, dictionary_page_offset; /* 0: no dictionary */
    int64_t distinct_count;                           /* 0: no statistics */
};

/* Begins a column chunk's metadata; end_struct() ends it. */
static inline void begin_chunk_metadata(struct thrift_bytes *writer,
                                        const struct chunk_spec *chunk)
{
    begin_struct_field(writer, 3);
    put_i32(writer, 1, chunk->type);
    put_list(writer, 2, THRIFT_I32, 2);
    bytes_put_zigzag(&writer->bytes, PQ_PLAIN);
    bytes_put_zigzag(&writer->bytes, PQ_RLE);
    size_t n = 0;
    while (n < 4 && chunk->path[n] != NULL)
        n++;
    put_list(writer, 3, THRIFT_BINARY, n);
    for (size_t i = 0; i < n; i++) {
        bytes_put_varint(&writer->bytes, strlen(chunk->path[i]));
        bytes_put_text(&writer->bytes, chunk->path[i]);
    }
    put_i32(writer, 4, chunk->codec);
    put_i64(writer, 5, chunk->n_values);
    put_i64(writer, 6, chunk->uncompressed_size);
    put_i64(writer, 7, chunk->compressed_size);
    put_i64(writer, 9, chunk->data_page_offset);
    if (chunk->dictionary_page_offset != 0)
        put_i64(writer, 11, chunk->dictionary_page_offset);
    if (chunk->distinct_count != 0) {
        begin_struct_field(writer, 12);
        put_i64(writer, 4, chunk->distinct_count);
        end_struct(writer);
    }
}

static inline void put_chunk(struct thrift_bytes *writer, const struct chunk_spec *chunk)
{
    begin_struct(writer);
    put_i64(writer, 2, 0);
    begin_chunk_metadata(writer, chunk);
    end_struct(writer);
    end_struct(writer);
}

static inline void put_row_group(struct thrift_bytes *writer,
                                 const struct chunk_spec *chunks, size_t n_chunks,
                                 int64_t n_rows)
{
    begin_struct(writer);
    put_list(writer, 1, THRIFT_STRUCT, n_chunks);
    for (size_t i = 0; i < n_chunks; i++)
        put_chunk(writer, &chunks[i]);
    put_i64(writer, 2, 1000);
    put_i64(writer, 3, n_rows);
    end_struct(writer);
}

#endif
