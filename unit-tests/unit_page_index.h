/* SPDX-License-Identifier: MIT */
/* unit_page_index.h - a column chunk of three pages, for tests of its indexes. */
#ifndef UNIT_PAGE_INDEX_H
#define UNIT_PAGE_INDEX_H

#include "parquet/facts/page_index.h"
#include "unit_thrift.h"

/* A chunk of 3 pages at 100, 150 and 200, up to 300, of 30 rows. */
static const struct pq_page_location good_pages[] = {
    {100, 50, 0, 0}, {150, 50, 0, 10}, {200, 100, 0, 20}};

static const struct pq_leaf int32_leaf = {
    .type = PQ_INT32,
    .max_definition_level = 1,
    .conversion = PQ_CONVERT_INT32,
    .column = {
        .type = COLUMN_INTEGER, .kind = VECTOR_INT64, .bits = 32, .is_signed = true}};
static const struct pq_leaf text_leaf = {
    .type = PQ_BYTE_ARRAY,
    .max_definition_level = 1,
    .conversion = PQ_CONVERT_BYTES,
    .column = {.type = COLUMN_TEXT, .kind = VECTOR_BYTES}};
static const struct pq_leaf double_leaf = {
    .type = PQ_DOUBLE,
    .max_definition_level = 1,
    .conversion = PQ_CONVERT_DOUBLE,
    .column = {.type = COLUMN_REAL, .kind = VECTOR_DOUBLE, .bits = 64}};

static const struct pq_bounds_rule int32_rule = {.leaf = &int32_leaf,
                                                 .sort = PQ_SORT_SIGNED,
                                                 .values = PQ_TRUST_ALWAYS,
                                                 .is_flat = true};
static const struct pq_bounds_rule text_rule = {.leaf = &text_leaf,
                                                .sort = PQ_SORT_BYTES,
                                                .values = PQ_TRUST_ALWAYS,
                                                .is_flat = true};
static const struct pq_bounds_rule double_rule = {.leaf = &double_leaf,
                                                  .sort = PQ_SORT_FLOAT,
                                                  .values = PQ_TRUST_ALWAYS,
                                                  .is_flat = true};

static inline struct pq_column_chunk good_chunk(void)
{
    struct pq_column_chunk chunk = {.has_metadata = true};
    chunk.metadata.type = PQ_INT32;
    chunk.metadata.data_page_offset = 100;
    chunk.metadata.total_compressed_size = 200;
    return chunk;
}

static inline struct pq_indexed_chunk indexed_of(const struct pq_column_chunk *chunk,
                                                 const struct pq_bounds_rule *rule)
{
    return (struct pq_indexed_chunk){
        .chunk = chunk, .rule = rule, .n_rows = 30, .data_end = 1000};
}

/* Leaves out the member with the field id `without`; 0: none. */
static inline void put_locations(struct thrift_bytes *writer,
                                 const struct pq_page_location *pages, size_t n,
                                 unsigned without)
{
    put_list(writer, 1, THRIFT_STRUCT, n);
    for (size_t i = 0; i < n; i++) {
        begin_struct(writer);
        if (without != 1)
            put_i64(writer, 1, pages[i].offset);
        if (without != 2)
            put_i32(writer, 2, pages[i].size);
        if (without != 3)
            put_i64(writer, 3, (int64_t)pages[i].first_row);
        end_struct(writer);
    }
    end_thrift(writer);
}

#endif
