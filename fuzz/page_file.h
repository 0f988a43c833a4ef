/* SPDX-License-Identifier: MIT */
/*
 * page_file.h - a Parquet file whose pages, indexes and footer can be changed: sizes,
 * checksums and offsets are adjusted, so that readers reach the change.
 */
#ifndef FUZZ_PAGE_FILE_H
#define FUZZ_PAGE_FILE_H

#include "base/hash.h"
#include "codec/codec.h"
#include "parquet/format/file_metadata.h"
#include "parquet/format/format_enums.h"
#include "thrift_tree.h"

enum {
    TAIL = 8,             /* the footer's size and PAR1 */
    MOST_PLAIN = 1 << 20, /* bytes of an uncompressed body */
    MOST_GROWTH = 64,     /* bytes that a mutation may add */
    MOST_CHUNKS = 64,     /* whose indexes are adjusted */
    PAGES_LOOKED_AT = 4,  /* of a chunk */
};

enum page_part { PART_BODY, PART_HEADER };

/* Field ids (parquet.thrift). */
enum {
    FILE_ROW_GROUPS = 4,
    GROUP_COLUMNS = 1,
    GROUP_FILE_OFFSET = 5,
    GROUP_COMPRESSED_SIZE = 6,
    CHUNK_FILE_OFFSET = 2,
    CHUNK_METADATA = 3,
    CHUNK_OFFSET_INDEX = 4, /* its length is the next field */
    CHUNK_COLUMN_INDEX = 6, /* its length is the next field */
    METADATA_CODEC = 4,
    METADATA_UNCOMPRESSED_SIZE = 6,
    METADATA_COMPRESSED_SIZE = 7,
    METADATA_DATA_PAGE = 9,
    METADATA_INDEX_PAGE = 10,
    METADATA_DICTIONARY_PAGE = 11,
    METADATA_BLOOM_FILTER = 14,
    INDEX_LOCATIONS = 1,
    LOCATION_OFFSET = 1,
    LOCATION_SIZE = 2,
    PAGE_UNCOMPRESSED_SIZE = 2,
    PAGE_COMPRESSED_SIZE = 3,
    PAGE_CRC = 4,
    PAGE_V2 = 8,
    V2_DEFINITION_SIZE = 5,
    V2_REPETITION_SIZE = 6,
    V2_IS_COMPRESSED = 7,
};

struct page_file {
    struct buffer data; /* the file without its footer */
    struct thrift_tree footer;
    struct buffer footer_bytes; /* the tree points into it */
    struct buffer written;
};

static void add(int64_t *integer, int64_t delta)
{
    *integer = (int64_t)((uint64_t)*integer + (uint64_t)delta);
}

/* ---- Files ----------------------------------------------------------------------- */

static bool page_file_read(struct page_file *file, struct slice bytes)
{
    size_t footer_size = bytes.size >= 4 + TAIL ? load_u32(bytes.data + bytes.size - TAIL)
                                                : 0;
    if (footer_size == 0 || footer_size > bytes.size - 4 - TAIL)
        return false;
    file->data.size = file->footer_bytes.size = 0;
    size_t data_size = bytes.size - TAIL - footer_size;
    put_bytes(&file->data, bytes.data, data_size);
    put_bytes(&file->footer_bytes, bytes.data + data_size, footer_size);
    return tree_read(&file->footer, buffer_slice(&file->footer_bytes)) > 0;
}

/* Valid until the next call. */
static struct slice page_file_write(struct page_file *file)
{
    file->written.size = 0;
    put_bytes(&file->written, file->data.data, file->data.size);
    tree_write(&file->footer, &file->written);
    size_t footer_size = file->written.size - file->data.size;
    for (int i = 0; i < 4; i++)
        put_byte(&file->written, (unsigned)(footer_size >> (8 * i)) & 0xff);
    put_bytes(&file->written, "PAR1", 4);
    return buffer_slice(&file->written);
}

/* ---- Chunks ---------------------------------------------------------------------- */

struct chunk_nodes {
    uint32_t group, chunk, metadata; /* 0: no metadata */
};

static uint32_t list_chunks(const struct thrift_tree *tree,
                            struct chunk_nodes chunks[MOST_CHUNKS])
{
    uint32_t n = 0;
    uint32_t groups = tree_child(tree, 0, FILE_ROW_GROUPS);
    uint32_t group = groups == 0 ? 0 : tree->nodes[groups].first;
    for (; group != 0; group = tree->nodes[group].next) {
        uint32_t columns = tree_child(tree, group, GROUP_COLUMNS);
        uint32_t chunk = columns == 0 ? 0 : tree->nodes[columns].first;
        for (; chunk != 0 && n < MOST_CHUNKS; chunk = tree->nodes[chunk].next)
            chunks[n++] = (struct chunk_nodes){group, chunk,
                                               tree_child(tree, chunk, CHUNK_METADATA)};
    }
    return n;
}

static void move_offset(struct thrift_tree *tree, uint32_t parent, int id, size_t end,
                        int64_t delta)
{
    int64_t *offset = parent != 0 ? tree_integer(tree, parent, id) : NULL;
    if (offset != NULL && *offset >= (int64_t)end)
        add(offset, delta);
}

static void move_group_offsets(struct thrift_tree *tree, size_t end, int64_t delta)
{
    uint32_t groups = tree_child(tree, 0, FILE_ROW_GROUPS);
    uint32_t group = groups == 0 ? 0 : tree->nodes[groups].first;
    for (; group != 0; group = tree->nodes[group].next)
        move_offset(tree, group, GROUP_FILE_OFFSET, end, delta);
}

/* Replaces data[start, start + size) and adjusts the footer's offsets after it. */
static void replace_bytes(struct page_file *file, size_t start, size_t size,
                          struct slice bytes)
{
    static struct buffer rest;
    struct chunk_nodes chunks[MOST_CHUNKS];
    size_t end = start + size;
    int64_t delta = (int64_t)bytes.size - (int64_t)size;
    rest.size = 0;
    put_bytes(&rest, file->data.data + end, file->data.size - end);
    file->data.size = start;
    put_bytes(&file->data, bytes.data, bytes.size);
    put_bytes(&file->data, rest.data, rest.size);
    struct thrift_tree *tree = &file->footer;
    uint32_t n = list_chunks(tree, chunks);
    move_group_offsets(tree, end, delta);
    for (uint32_t i = 0; i < n; i++) {
        move_offset(tree, chunks[i].chunk, CHUNK_FILE_OFFSET, end, delta);
        move_offset(tree, chunks[i].chunk, CHUNK_OFFSET_INDEX, end, delta);
        move_offset(tree, chunks[i].chunk, CHUNK_COLUMN_INDEX, end, delta);
        for (int id = METADATA_DATA_PAGE; id <= METADATA_DICTIONARY_PAGE; id++)
            move_offset(tree, chunks[i].metadata, id, end, delta);
        move_offset(tree, chunks[i].metadata, METADATA_BLOOM_FILTER, end, delta);
    }
}

/* ---- Indexes --------------------------------------------------------------------- */

/* Reads the index that a field of the chunk points to; returns its offset, or 0. */
static size_t read_index(const struct page_file *file, uint32_t chunk, int id,
                         struct thrift_tree *index, size_t *size)
{
    struct thrift_tree *footer = (struct thrift_tree *)(uintptr_t)&file->footer;
    int64_t *offset = tree_integer(footer, chunk, id);
    if (offset == NULL || *offset <= 0 || *offset >= (int64_t)file->data.size)
        return 0;
    *size = tree_read(
        index, slice_of(file->data.data + *offset, file->data.size - (size_t)*offset));
    return *size > 0 ? (size_t)*offset : 0;
}

/* Replaces an index; the tree's bytes may point into the file's data. */
static void write_index(struct page_file *file, uint32_t chunk, int id,
                        const struct thrift_tree *index, size_t offset, size_t size)
{
    static struct buffer bytes;
    bytes.size = 0;
    tree_write(index, &bytes);
    replace_bytes(file, offset, size, buffer_slice(&bytes));
    int64_t *length = tree_integer(&file->footer, chunk, id + 1);
    if (length != NULL)
        *length = (int64_t)bytes.size;
}

/* Adjusts all offset indexes after the page at `start` has grown by delta. */
static void adjust_offset_indexes(struct page_file *file, size_t start, int64_t delta)
{
    static struct thrift_tree index;
    struct chunk_nodes chunks[MOST_CHUNKS];
    uint32_t n = list_chunks(&file->footer, chunks);
    for (uint32_t i = 0; i < n; i++) {
        size_t size;
        size_t offset = read_index(file, chunks[i].chunk, CHUNK_OFFSET_INDEX, &index,
                                   &size);
        uint32_t locations = offset == 0 ? 0 : tree_child(&index, 0, INDEX_LOCATIONS);
        uint32_t at = locations == 0 ? 0 : index.nodes[locations].first;
        for (; at != 0; at = index.nodes[at].next) {
            int64_t *page = tree_integer(&index, at, LOCATION_OFFSET);
            int64_t *page_size = tree_integer(&index, at, LOCATION_SIZE);
            if (page != NULL && page_size != NULL && *page == (int64_t)start)
                add(page_size, delta);
            else if (page != NULL && *page > (int64_t)start)
                add(page, delta);
        }
        if (offset != 0)
            write_index(file, chunks[i].chunk, CHUNK_OFFSET_INDEX, &index, offset, size);
    }
}

static void page_file_mutate_index(struct page_file *file, struct steps *steps)
{
    static struct thrift_tree index;
    struct chunk_nodes chunks[MOST_CHUNKS];
    uint8_t scratch[256];
    size_t size;
    uint32_t n = list_chunks(&file->footer, chunks);
    if (n == 0)
        return;
    uint32_t chunk = chunks[step_below(steps, n)].chunk;
    int id = step_below(steps, 2) == 0 ? CHUNK_OFFSET_INDEX : CHUNK_COLUMN_INDEX;
    size_t offset = read_index(file, chunk, id, &index, &size);
    if (offset == 0)
        return;
    tree_mutate(&index, steps, scratch);
    write_index(file, chunk, id, &index, offset, size);
}

/* ---- Pages ----------------------------------------------------------------------- */

struct page_place {
    struct chunk_nodes chunk;
    enum codec codec;
    size_t start, header_size, body_size;
    struct thrift_tree header;
};

/* Reads the header of the page at an offset. */
static bool read_page(const struct page_file *file, uint64_t at, struct page_place *place)
{
    if (at >= file->data.size)
        return false;
    size_t left = file->data.size - (size_t)at;
    place->start = (size_t)at;
    place->header_size = tree_read(&place->header, slice_of(file->data.data + at, left));
    int64_t *size = tree_integer(&place->header, 0, PAGE_COMPRESSED_SIZE);
    if (place->header_size == 0 || size == NULL || *size < 0 ||
        (uint64_t)*size > left - place->header_size)
        return false;
    place->body_size = (size_t)*size;
    return true;
}

/* Finds a page of a chunk. */
static bool find_page_of(struct page_file *file, const struct chunk_nodes *chunk,
                         struct steps *steps, struct page_place *place)
{
    struct thrift_tree *footer = &file->footer;
    uint32_t metadata = chunk->metadata;
    if (metadata == 0)
        return false;
    int64_t *first = tree_integer(footer, metadata, METADATA_DICTIONARY_PAGE);
    if (first == NULL || *first <= 0)
        first = tree_integer(footer, metadata, METADATA_DATA_PAGE);
    int64_t *size = tree_integer(footer, metadata, METADATA_COMPRESSED_SIZE);
    int64_t *codec = tree_integer(footer, metadata, METADATA_CODEC);
    if (first == NULL || *first < 0 || size == NULL || codec == NULL)
        return false;
    place->chunk = *chunk;
    place->codec = *codec == (int)*codec ? pq_codec((int)*codec) : CODEC_UNKNOWN;
    uint64_t at = (uint64_t)*first, end = at + (uint64_t)*size;
    if (!read_page(file, at, place))
        return false;
    for (uint32_t i = step_below(steps, PAGES_LOOKED_AT); i > 0; i--) {
        at += place->header_size + place->body_size;
        if (at >= end)
            return true;
        if (!read_page(file, at, place))
            return false;
    }
    return true;
}

/* A part of an uncompressed body. */
struct body_part {
    size_t start, size;
    bool is_sized; /* the four bytes before it are its size */
    int64_t *size_field;
};

/* Chooses levels or values: in version 2 the header has their sizes, in version 1 levels
 * begin with their size. */
static struct body_part choose_part(struct thrift_tree *header, struct slice plain,
                                    size_t levels, struct steps *steps)
{
    uint32_t v2 = tree_child(header, 0, PAGE_V2);
    if (v2 != 0 && levels > 0 && step_below(steps, 2) == 0) {
        int64_t *repetition = tree_integer(header, v2, V2_REPETITION_SIZE);
        int64_t *definition = tree_integer(header, v2, V2_DEFINITION_SIZE);
        size_t n = (size_t)*repetition;
        if (n > 0 && step_below(steps, 2) == 0)
            return (struct body_part){0, n, false, repetition};
        return (struct body_part){n, levels - n, false, definition};
    }
    size_t start = levels;
    for (uint32_t i = step_below(steps, 3); v2 == 0 && i > 0; i--) {
        if (plain.size < start + 4 ||
            load_u32(plain.data + start) > plain.size - start - 4)
            break;
        size_t size = load_u32(plain.data + start);
        if (step_below(steps, 2) == 0)
            return (struct body_part){start + 4, size, true, NULL};
        start += 4 + size;
    }
    return (struct body_part){start, plain.size - start, false, NULL};
}

/* Copies the plain bytes to *changed with one part mutated. */
static void mutate_part(struct slice plain, const struct body_part *part,
                        struct buffer *changed)
{
    size_t most = part->size + MOST_GROWTH;
    uint8_t *copy = fuzz_alloc(most);
    if (part->size > 0)
        memcpy(copy, plain.data + part->start, part->size);
    size_t size = LLVMFuzzerMutate(copy, part->size, most);
    changed->size = 0;
    put_bytes(changed, plain.data, part->start);
    for (size_t i = 0; i < 4 && part->is_sized; i++)
        changed->data[part->start - 4 + i] = (uint8_t)(size >> (8 * i));
    put_bytes(changed, copy, size);
    size_t end = part->start + part->size;
    put_bytes(changed, plain.data + end, plain.size - end);
    if (part->size_field != NULL)
        *part->size_field = (int64_t)size;
    free(copy);
}

/* Sets *levels to the size of version 2's uncompressed levels; false if it is wrong. */
static bool size_of_v2_levels(struct page_place *place, size_t *levels)
{
    uint32_t v2 = tree_child(&place->header, 0, PAGE_V2);
    *levels = 0;
    if (v2 == 0)
        return true;
    int64_t *repetition = tree_integer(&place->header, v2, V2_REPETITION_SIZE);
    int64_t *definition = tree_integer(&place->header, v2, V2_DEFINITION_SIZE);
    uint32_t flag = tree_child(&place->header, v2, V2_IS_COMPRESSED);
    if (flag != 0 && place->header.nodes[flag].integer == 0)
        place->codec = CODEC_UNCOMPRESSED;
    if (repetition == NULL || definition == NULL || *repetition < 0 || *definition < 0 ||
        *repetition > (int64_t)place->body_size ||
        *definition > (int64_t)place->body_size - *repetition)
        return false;
    *levels = (size_t)(*repetition + *definition);
    return true;
}

/* Decompresses a page's body into *plain, after the levels of version 2. */
static bool plain_body(const struct page_file *file, struct page_place *place,
                       struct codec_context *context, size_t *levels,
                       struct buffer *plain)
{
    struct error error = {0};
    int64_t *size = tree_integer(&place->header, 0, PAGE_UNCOMPRESSED_SIZE);
    const uint8_t *body = file->data.data + place->start + place->header_size;
    if (!size_of_v2_levels(place, levels) || size == NULL || *size < (int64_t)*levels ||
        *size > MOST_PLAIN)
        return false;
    plain->size = 0;
    REQUIRE(buffer_reserve(plain, (size_t)*size + 1, false, &error) == OK);
    put_bytes(plain, body, *levels);
    struct slice compressed = slice_of(body + *levels, place->body_size - *levels);
    if (codec_decompress(context, place->codec, compressed, plain->data + *levels,
                         (size_t)*size - *levels, &error) != OK)
        return false;
    plain->size = (size_t)*size;
    return true;
}

/* Compresses a plain body into *body, except for the levels of version 2. */
static bool compress_body(struct page_place *place, struct codec_context *context,
                          struct slice plain, struct buffer *body)
{
    struct error error = {0};
    size_t levels;
    place->body_size = plain.size;
    if (!size_of_v2_levels(place, &levels))
        return false;
    body->size = 0;
    put_bytes(body, plain.data, levels);
    struct slice values = slice_of(plain.data + levels, plain.size - levels);
    return codec_compress(context, place->codec, CODEC_DEFAULT_LEVEL, values, body,
                          &error) == OK;
}

static void set_integer(struct thrift_tree *tree, uint32_t parent, int id, int64_t value)
{
    int64_t *integer = tree_integer(tree, parent, id);
    if (integer != NULL)
        *integer = value;
}

/* Replaces a page, and adjusts chunk, row group and indexes. */
static void write_page(struct page_file *file, struct page_place *place, size_t old_size,
                       struct slice body)
{
    static struct buffer page;
    page.size = 0;
    tree_write(&place->header, &page);
    put_bytes(&page, body.data, body.size);
    int64_t delta = (int64_t)page.size - (int64_t)old_size;
    int64_t header_delta = (int64_t)page.size - (int64_t)body.size -
                           (int64_t)place->header_size;
    replace_bytes(file, place->start, old_size, buffer_slice(&page));
    int64_t *size = tree_integer(&file->footer, place->chunk.metadata,
                                 METADATA_COMPRESSED_SIZE);
    if (size != NULL)
        add(size, delta);
    size = tree_integer(&file->footer, place->chunk.group, GROUP_COMPRESSED_SIZE);
    if (size != NULL)
        add(size, delta);
    size = tree_integer(&file->footer, place->chunk.metadata, METADATA_UNCOMPRESSED_SIZE);
    if (size != NULL) /* includes headers */
        add(size, header_delta);
    if (delta != 0)
        adjust_offset_indexes(file, place->start, delta);
}

static void mutate_body(struct page_file *file, struct page_place *place,
                        size_t page_size, struct steps *steps)
{
    static struct codec_context *context;
    static struct buffer plain, changed, body;
    size_t levels;
    if (context == NULL)
        context = codec_context_new();
    REQUIRE(context != NULL);
    if (!plain_body(file, place, context, &levels, &plain))
        return;
    struct body_part part = choose_part(&place->header, buffer_slice(&plain), levels,
                                        steps);
    mutate_part(buffer_slice(&plain), &part, &changed);
    if (!compress_body(place, context, buffer_slice(&changed), &body))
        return;
    set_integer(&place->header, 0, PAGE_UNCOMPRESSED_SIZE, (int64_t)changed.size);
    set_integer(&place->header, 0, PAGE_COMPRESSED_SIZE, (int64_t)body.size);
    set_integer(&place->header, 0, PAGE_CRC, (int32_t)crc32_of(buffer_slice(&body)));
    int64_t *size = tree_integer(&file->footer, place->chunk.metadata,
                                 METADATA_UNCOMPRESSED_SIZE);
    if (size != NULL)
        add(size, (int64_t)changed.size - (int64_t)plain.size);
    write_page(file, place, page_size, buffer_slice(&body));
}

static void page_file_mutate_page(struct page_file *file, enum page_part part,
                                  struct steps *steps)
{
    static struct page_place place;
    struct chunk_nodes chunks[MOST_CHUNKS];
    uint8_t scratch[256];
    uint32_t n = list_chunks(&file->footer, chunks);
    if (n == 0 || !find_page_of(file, &chunks[step_below(steps, n)], steps, &place))
        return;
    size_t page_size = place.header_size + place.body_size;
    if (part == PART_BODY) {
        mutate_body(file, &place, page_size, steps);
        return;
    }
    tree_mutate(&place.header, steps, scratch);
    const uint8_t *body = file->data.data + place.start + place.header_size;
    write_page(file, &place, page_size, slice_of(body, place.body_size));
}

#endif
