/* SPDX-License-Identifier: MIT */
/*
 * unit_entries.h - writes Parquet files from entries that the test chooses: the levels
 * may contradict one another or the number of rows.
 *
 *     entry_file_begin(&file, elements, n)
 *     for each row group:
 *         for each leaf: entry_file_begin_chunk(), entry_file_put_dictionary() if any,
 *                        entry_file_put_page() ...
 *         entry_file_end_rows(&file, n_rows)
 *     entry_file_end(&file)                the file is in file.bytes
 *
 * Aborts on failure, which only lack of memory can cause.
 */
#ifndef UNIT_ENTRIES_H
#define UNIT_ENTRIES_H

#include <stdlib.h>

#include "parquet/encoding/bit_packing.h"
#include "parquet/format/format_writer.h"
#include "parquet/page/levels.h"
#include "parquet/schema/schema_tree.h"
#include "parquet/format/thrift_writer.h"
#include "unit_snappy.h"

enum { ENTRY_CHUNKS = 256, ENTRY_GROUPS = 8 };

/* A data page. */
struct entry_page {
    bool is_v2;
    bool is_bit_packed; /* the levels of a v1 page */
    int encoding;       /* of the values */
    uint32_t n;         /* entries */
    /* n of each, masked to the leaf's level width; not stored if the leaf has no such
     * levels. */
    const uint8_t *repetition, *definition;
    struct slice values;
};

struct entry_chunk {
    int64_t begin, end, dictionary, n_values; /* dictionary: its page's offset; 0: none */
    int type;
    struct buffer metadata;
};

struct entry_file {
    struct buffer bytes;
    bool is_snappy;
    const struct pq_schema_element *elements; /* the root first */
    uint32_t n_elements;
    struct arena arena;
    struct pq_schema_tree tree;
    struct entry_chunk chunks[ENTRY_CHUNKS];
    uint32_t n_chunks;
    int64_t rows[ENTRY_GROUPS];
    uint32_t n_groups;
    struct pq_written_column columns[ENTRY_CHUNKS]; /* of the current row group */
};

static inline void entry_must(enum status status, const struct error *error)
{
    if (status != OK) {
        fprintf(stderr, "cannot make a file: %s\n", error->message);
        abort();
    }
}

static inline void entry_put(struct buffer *buffer, const void *bytes, size_t size)
{
    struct error error = {0};
    entry_must(buffer_append(buffer, bytes, size, &error), &error);
}

static inline void entry_put_u32(struct buffer *buffer, size_t value)
{
    uint8_t bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
    entry_put(buffer, bytes, sizeof bytes);
}

/* The caller zeroes *file and owns the elements, the first of which is the root. */
static inline void entry_file_begin(struct entry_file *file,
                                    const struct pq_schema_element *elements, uint32_t n)
{
    struct error error = {0};
    file->elements = elements;
    file->n_elements = n;
    entry_must(
        pq_schema_tree_build(elements, n, false, &file->arena, &file->tree, &error),
        &error);
    entry_put(&file->bytes, "PAR1", 4);
}

static inline void entry_file_free(struct entry_file *file)
{
    for (uint32_t i = 0; i < file->n_chunks; i++)
        buffer_release(&file->chunks[i].metadata);
    buffer_release(&file->bytes);
    arena_release(&file->arena);
    *file = (struct entry_file){0};
}

/* The leaf of the current chunk. */
static inline const struct pq_leaf *entry_file_leaf(const struct entry_file *file)
{
    return &file->tree.leaves[(file->n_chunks - 1) % file->tree.n_leaves];
}

/* Begins the next leaf's chunk. */
static inline void entry_file_begin_chunk(struct entry_file *file)
{
    if (file->n_chunks == ENTRY_CHUNKS)
        abort();
    struct entry_chunk *chunk = &file->chunks[file->n_chunks++];
    *chunk = (struct entry_chunk){.begin = (int64_t)file->bytes.size,
                                  .end = (int64_t)file->bytes.size,
                                  .type = entry_file_leaf(file)->type};
}

/* ---- Pages -------------------------------------------------------------------- */

/* Appends BIT_PACKED levels: most significant bit first. */
static inline void entry_put_packed(const uint8_t *levels, uint32_t n, unsigned width,
                                    struct buffer *output)
{
    uint8_t byte = 0;
    unsigned n_bits = 0;
    for (uint32_t i = 0; i < n; i++) {
        for (unsigned bit = width; bit-- > 0;) {
            byte = (uint8_t)(byte << 1 | (levels[i] >> bit & 1));
            if (++n_bits % 8 == 0)
                entry_put(output, &byte, 1);
        }
    }
    byte = (uint8_t)(byte << (8 - n_bits % 8));
    if (n_bits % 8 != 0)
        entry_put(output, &byte, 1);
}

/* Appends levels as a page stores them; returns the number of bytes. */
static inline size_t entry_put_levels(const struct entry_page *page,
                                      const uint8_t *levels, unsigned max_level,
                                      struct buffer *output)
{
    struct buffer masked = {0}, encoded = {0};
    struct error error = {0};
    unsigned width = bit_width_of(max_level);
    size_t start = output->size;
    if (max_level == 0)
        return 0;
    for (uint32_t i = 0; i < page->n; i++) {
        uint8_t level = (uint8_t)(levels[i] & ((1U << width) - 1));
        entry_put(&masked, &level, 1);
    }
    if (page->is_bit_packed && !page->is_v2)
        entry_put_packed(masked.data, page->n, width, &encoded);
    else
        entry_must(pq_rle_encode_bytes(masked.data, page->n, width, &encoded, &error),
                   &error);
    if (!page->is_bit_packed && !page->is_v2)
        entry_put_u32(output, encoded.size);
    entry_put(output, encoded.data, encoded.size);
    buffer_release(&masked);
    buffer_release(&encoded);
    return output->size - start;
}

struct entry_body {
    struct buffer front; /* not compressed: the levels of a v2 page */
    struct buffer rest;
    size_t repetition_size, definition_size;
};

static inline void entry_put_body(struct entry_file *file, struct entry_body *body,
                                  struct thrift_writer *writer, int type)
{
    struct buffer stored = {0};
    uint8_t *packed = NULL;
    entry_put(&stored, body->front.data, body->front.size);
    if (file->is_snappy) {
        packed = malloc(snappy_pack_bound(body->rest.size));
        if (packed == NULL)
            abort();
        static const uint8_t nothing[1];
        entry_put(&stored, packed,
                  snappy_pack(body->rest.size > 0 ? body->rest.data : nothing,
                              body->rest.size, packed));
    } else {
        entry_put(&stored, body->rest.data, body->rest.size);
    }
    thrift_write_i32(writer, 1, type);
    thrift_write_i32(writer, 2, (int32_t)(body->front.size + body->rest.size));
    thrift_write_i32(writer, 3, (int32_t)stored.size);
    free(packed);
    buffer_release(&body->front);
    buffer_release(&body->rest);
    body->rest = stored;
}

/* Ends the header, then appends header and body to the file. */
static inline void entry_end_page(struct entry_file *file, struct entry_body *body,
                                  struct buffer *header, struct thrift_writer *writer)
{
    thrift_end_struct(writer);
    entry_must(thrift_finish(writer), writer->error);
    entry_put(&file->bytes, header->data, header->size);
    entry_put(&file->bytes, body->rest.data, body->rest.size);
    buffer_release(&body->rest);
    buffer_release(header);
    file->chunks[file->n_chunks - 1].end = (int64_t)file->bytes.size;
}

static inline void entry_file_put_page(struct entry_file *file,
                                       const struct entry_page *page)
{
    const struct pq_leaf *leaf = entry_file_leaf(file);
    struct entry_body body = {0};
    struct buffer header = {0};
    struct error error = {0};
    struct thrift_writer writer;
    struct buffer *levels = page->is_v2 ? &body.front : &body.rest;
    int32_t n_rows = 0;
    for (uint32_t i = 0; i < page->n; i++)
        n_rows += leaf->max_repetition_level == 0 || page->repetition[i] == 0;
    body.repetition_size = entry_put_levels(page, page->repetition,
                                            leaf->max_repetition_level, levels);
    body.definition_size = entry_put_levels(page, page->definition,
                                            leaf->max_definition_level, levels);
    entry_put(&body.rest, page->values.data, page->values.size);
    thrift_writer_init(&writer, &header, &error);
    entry_put_body(file, &body, &writer, page->is_v2 ? PQ_DATA_PAGE_V2 : PQ_DATA_PAGE);
    thrift_write_struct(&writer, page->is_v2 ? 8 : 5);
    thrift_write_i32(&writer, 1, (int32_t)page->n);
    if (page->is_v2) {
        thrift_write_i32(&writer, 2, 0);
        thrift_write_i32(&writer, 3, n_rows);
        thrift_write_i32(&writer, 4, page->encoding);
        thrift_write_i32(&writer, 5, (int32_t)body.definition_size);
        thrift_write_i32(&writer, 6, (int32_t)body.repetition_size);
    } else {
        int level_encoding = page->is_bit_packed ? PQ_BIT_PACKED : PQ_RLE;
        thrift_write_i32(&writer, 2, page->encoding);
        thrift_write_i32(&writer, 3, level_encoding);
        thrift_write_i32(&writer, 4, level_encoding);
    }
    entry_end_page(file, &body, &header, &writer);
    file->chunks[file->n_chunks - 1].n_values += page->n;
}

/* Writes a dictionary page of n PLAIN values. */
static inline void entry_file_put_dictionary(struct entry_file *file, struct slice values,
                                             uint32_t n)
{
    struct entry_body body = {0};
    struct buffer header = {0};
    struct error error = {0};
    struct thrift_writer writer;
    file->chunks[file->n_chunks - 1].dictionary = (int64_t)file->bytes.size;
    entry_put(&body.rest, values.data, values.size);
    thrift_writer_init(&writer, &header, &error);
    entry_put_body(file, &body, &writer, PQ_DICTIONARY_PAGE);
    thrift_write_struct(&writer, 7);
    thrift_write_i32(&writer, 1, (int32_t)n);
    thrift_write_i32(&writer, 2, PQ_PLAIN);
    entry_end_page(file, &body, &header, &writer);
}

/* Appends the dictionary indices first .. first + n - 1 as a page's values. */
static inline void entry_put_indexes(uint32_t first, uint32_t n, struct buffer *output)
{
    enum { WIDTH = 20 };
    struct buffer indices = {0};
    struct error error = {0};
    uint8_t width = WIDTH;
    entry_put(output, &width, 1);
    for (uint32_t i = first; i < first + n; i++)
        entry_put(&indices, &i, sizeof i);
    if (n > 0)
        entry_must(pq_rle_encode((const uint32_t *)(const void *)indices.data, n, WIDTH,
                                 output, &error),
                   &error);
    buffer_release(&indices);
}

/* ---- The footer --------------------------------------------------------------- */

static inline void entry_file_end_rows(struct entry_file *file, int64_t n_rows)
{
    if (file->n_groups == ENTRY_GROUPS)
        abort();
    file->rows[file->n_groups++] = n_rows;
}

static inline void entry_put_metadata(struct entry_file *file, struct entry_chunk *chunk)
{
    struct error error = {0};
    struct thrift_writer writer;
    thrift_writer_init(&writer, &chunk->metadata, &error);
    thrift_write_i32(&writer, 1, chunk->type);
    thrift_write_i32(&writer, 4, file->is_snappy ? PQ_SNAPPY : PQ_UNCOMPRESSED);
    thrift_write_i64(&writer, 5, chunk->n_values);
    thrift_write_i64(&writer, 6, chunk->end - chunk->begin);
    thrift_write_i64(&writer, 7, chunk->end - chunk->begin);
    thrift_write_i64(&writer, 9, chunk->begin);
    if (chunk->dictionary > 0)
        thrift_write_i64(&writer, 11, chunk->dictionary);
    entry_must(thrift_finish(&writer), &error);
}

static inline enum status entry_row_group(void *context, uint32_t i,
                                          struct pq_written_row_group *group,
                                          struct error *error)
{
    struct entry_file *file = context;
    uint32_t n = file->tree.n_leaves;
    (void)error;
    for (uint32_t k = 0; k < n; k++) {
        struct entry_chunk *chunk = &file->chunks[i * n + k];
        entry_put_metadata(file, chunk);
        file->columns[k] = (struct pq_written_column){
            .metadata = buffer_slice(&chunk->metadata)};
    }
    *group = (struct pq_written_row_group){
        .columns = file->columns, .n_columns = n, .n_rows = file->rows[i]};
    return OK;
}

static inline void entry_file_end(struct entry_file *file)
{
    struct error error = {0};
    struct pq_written_file footer = {.elements = file->elements,
                                     .n_elements = file->n_elements,
                                     .n_leaves = file->tree.n_leaves,
                                     .n_row_groups = file->n_groups,
                                     .row_group = entry_row_group,
                                     .context = file};
    size_t start = file->bytes.size;
    if (file->n_chunks != file->n_groups * file->tree.n_leaves)
        abort();
    for (uint32_t i = 0; i < file->n_groups; i++)
        footer.n_rows += file->rows[i];
    entry_must(pq_append_file_metadata(&footer, &file->bytes, &error), &error);
    entry_put_u32(&file->bytes, file->bytes.size - start);
    entry_put(&file->bytes, "PAR1", 4);
}

#endif
