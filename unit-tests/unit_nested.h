/* SPDX-License-Identifier: MIT */
/*
 * unit_nested.h - generates schemas and rows of any shape from bytes, appends the rows to
 * a writer and to a copy, and reads a leaf's levels and values from a file's pages.
 *
 * The bytes are random in tests, and the fuzzer's input in fuzzers; after the last one,
 * every choice is 0.
 */
#ifndef UNIT_NESTED_H
#define UNIT_NESTED_H

#include <stdlib.h>

#include "parquet/encoding/value_decoder.h"
#include "parquet/page/levels.h"
#include "parquet/column/column_chunk_reader.h"
#include "parquet/write/file_writer.h"
#include "parquet/schema/type_text.h"

enum { NESTED_ELEMENTS = 24, NESTED_DEPTH = 4, NESTED_LEAVES = 60 };

static inline uint32_t nested_choose(struct slice *input, uint32_t n)
{
    uint32_t byte = 0;
    if (input->size > 0) {
        byte = input->data[0];
        *input = slice_of(input->data + 1, input->size - 1);
    }
    return byte % n;
}

/* ---- Schemas ------------------------------------------------------------------ */

/* A column: its element and all elements below it. */
struct nested_field {
    uint32_t n;
    struct pq_schema_element elements[NESTED_ELEMENTS];
};

static inline struct pq_schema_element nested_group(const char *name, int repetition,
                                                    int n_children)
{
    return (struct pq_schema_element){.type = -1,
                                      .repetition = repetition,
                                      .name = slice_of(name, strlen(name)),
                                      .n_children = n_children,
                                      .converted_type = PQ_CONVERTED_NONE};
}

static inline struct pq_schema_element nested_annotated(const char *name, int repetition,
                                                        int converted, int logical)
{
    struct pq_schema_element group = nested_group(name, repetition, 1);
    group.converted_type = converted;
    group.logical.kind = logical;
    return group;
}

static inline struct pq_schema_element nested_leaf(const char *name, int repetition,
                                                   const char *type)
{
    struct pq_schema_element leaf = {0};
    struct error error = {0};
    if (pq_type_from_text(slice_of(type, strlen(type)), &leaf, &error) != OK)
        abort();
    leaf.name = slice_of(name, strlen(name));
    leaf.repetition = repetition;
    return leaf;
}

static inline void nested_add(struct nested_field *field,
                              struct pq_schema_element element)
{
    if (field->n == NESTED_ELEMENTS)
        abort();
    field->elements[field->n++] = element;
}

static inline void nested_choose_leaf(struct nested_field *field, struct slice *input,
                                      const char *name, int repetition)
{
    static const char *const types[] = {"INT32",  "STRING", "INT64",    "BOOLEAN",
                                        "DOUBLE", "BLOB",   "FIXED(3)", "FLOAT",
                                        "UUID",   "DATE",   "INT8",     "TIMESTAMP(ms)"};
    nested_add(field,
               nested_leaf(name, repetition,
                           types[nested_choose(input, sizeof types / sizeof types[0])]));
}

/* Adds a field of at most `room` elements. */
static inline void nested_choose_field(struct nested_field *field, struct slice *input,
                                       const char *name, int repetition, int depth,
                                       uint32_t room)
{
    static const char *const names[] = {"x", "y", "z"};
    uint32_t kind = nested_choose(input, 6);
    if (depth >= NESTED_DEPTH || room < 8)
        kind = 0;
    if (kind > 2 && repetition == PQ_REPEATED) /* LIST and MAP are not repeated */
        repetition = PQ_OPTIONAL;
    if (kind <= 1) {
        nested_choose_leaf(field, input, name, repetition);
    } else if (kind == 2) { /* no annotation: any repetition */
        int n = 1 + (int)nested_choose(input, 3);
        nested_add(field, nested_group(name, repetition, n));
        for (int i = 0; i < n; i++)
            nested_choose_field(field, input, names[i], (int)nested_choose(input, 3),
                                depth + 1, (room - 1) / (uint32_t)n);
    } else if (kind <= 4) {
        nested_add(field, nested_annotated(name, repetition, PQ_LIST, PQ_LOGICAL_LIST));
        nested_add(field, nested_group("list", PQ_REPEATED, 1));
        nested_choose_field(field, input, "element", (int)nested_choose(input, 2),
                            depth + 1, room - 2);
    } else {
        nested_add(field, nested_annotated(name, repetition, PQ_MAP, PQ_LOGICAL_MAP));
        nested_add(field, nested_group("key_value", PQ_REPEATED, 2));
        nested_choose_leaf(field, input, "key", PQ_REQUIRED);
        nested_choose_field(field, input, "value", (int)nested_choose(input, 2),
                            depth + 1, room - 3);
    }
}

static inline void nested_choose_column(struct nested_field *field, struct slice *input,
                                        const char *name)
{
    field->n = 0;
    nested_choose_field(field, input, name, (int)nested_choose(input, 2), 0,
                        NESTED_ELEMENTS);
    if (field->n == 1)
        field->elements[0].repetition = (int)nested_choose(input, 3);
}

static inline struct pq_write_column nested_column(const struct nested_field *field)
{
    return (struct pq_write_column){.element = field->elements[0],
                                    .below = field->elements + 1,
                                    .n_below = field->n - 1};
}

/* ---- Rows --------------------------------------------------------------------- */

/* Appends rows to the writer and to a copy, `kept`, which is like one row group. */
struct nested_rows {
    struct pq_file_writer *writer;
    const struct pq_schema_tree *tree; /* the writer's, until it is freed */
    uint32_t n_leaves;
    uint64_t n_rows;
    struct pq_column_values kept[NESTED_LEAVES];
    uint64_t kept_bytes;
    struct slice *input;
    struct error *error;
};

static inline void nested_rows_free(struct nested_rows *rows)
{
    for (uint32_t i = 0; i < rows->n_leaves; i++)
        pq_column_values_release(&rows->kept[i]);
    rows->n_leaves = 0;
}

/* The caller zeroes *rows. */
static inline enum status nested_rows_start(struct nested_rows *rows,
                                            struct pq_file_writer *writer,
                                            struct slice *input, struct error *error)
{
    enum status status = OK;
    rows->writer = writer;
    rows->tree = pq_file_writer_tree(writer);
    rows->input = input;
    rows->error = error;
    if (rows->tree->n_leaves > NESTED_LEAVES)
        abort();
    rows->n_leaves = rows->tree->n_leaves;
    for (uint32_t i = 0; i < rows->n_leaves && status == OK; i++)
        status = pq_column_values_init(&rows->kept[i], &rows->tree->leaves[i], 1 << 20,
                                       &rows->kept_bytes, error);
    return status;
}

static inline bool nested_append_value(struct pq_column_values *values,
                                       const struct column *column, uint32_t choice,
                                       struct error *error)
{
    char bytes[60];
    if (column->kind == VECTOR_INT64)
        return pq_append_int64(
            values, column->type == COLUMN_BOOLEAN ? choice & 1 : choice / 2, error);
    if (column->kind == VECTOR_DOUBLE)
        return pq_append_double(values, choice / 4.0, error);
    memset(bytes, 'a' + (int)(choice % 5), sizeof bytes);
    return pq_append_bytes(
        values, slice_of(bytes, values->width > 0 ? values->width : choice / 5), error);
}

static inline bool nested_put_value(struct nested_rows *rows, uint32_t leaf,
                                    unsigned repetition)
{
    struct pq_column_values *values = pq_file_writer_values(rows->writer, leaf);
    const struct column *column = &rows->tree->leaves[leaf].column;
    uint32_t choice = nested_choose(rows->input, 256);
    values->repetition = rows->kept[leaf].repetition = (uint8_t)repetition;
    return nested_append_value(values, column, choice, rows->error) &&
           nested_append_value(&rows->kept[leaf], column, choice, rows->error);
}

/* A node is null or empty: appends an entry of that definition level to each leaf. */
static inline bool nested_put_absent(struct nested_rows *rows, const struct pq_node *node,
                                     unsigned repetition, unsigned definition)
{
    for (uint32_t i = node->first_leaf; i < node->first_leaf + node->n_leaves; i++) {
        struct pq_column_values *values = pq_file_writer_values(rows->writer, i);
        values->repetition = rows->kept[i].repetition = (uint8_t)repetition;
        if (!pq_append_absent(values, (uint8_t)definition, rows->error) ||
            !pq_append_absent(&rows->kept[i], (uint8_t)definition, rows->error))
            return false;
    }
    return true;
}

static inline bool nested_put_node(struct nested_rows *rows, uint32_t index,
                                   unsigned repetition)
{
    const struct pq_node *node = &rows->tree->nodes[index];
    int how = node->element->repetition;
    uint32_t choice = how == PQ_REQUIRED ? 0 : nested_choose(rows->input, 256);
    uint32_t n = how == PQ_REQUIRED   ? 1
                 : how == PQ_OPTIONAL ? choice % 4 != 0
                 : choice < 248       ? choice % 4
                                      : choice - 200;
    if (n == 0)
        return nested_put_absent(rows, node, repetition, node->definition_level - 1U);
    for (uint32_t i = 0; i < n; i++) {
        unsigned level = i == 0 ? repetition : node->repetition_level;
        if (node->is_leaf) {
            if (!nested_put_value(rows, node->first_leaf, level))
                return false;
            continue;
        }
        for (uint32_t child = index + 1; child < node->end;
             child = rows->tree->nodes[child].end) {
            if (!nested_put_node(rows, child, level))
                return false;
        }
    }
    return true;
}

/* Appends one row and ends it. */
static inline enum status nested_put_row(struct nested_rows *rows)
{
    for (uint32_t i = 1; i < rows->tree->n_nodes; i = rows->tree->nodes[i].end) {
        if (!nested_put_node(rows, i, 0))
            return rows->error->status;
    }
    rows->n_rows++;
    return pq_file_writer_end_rows(rows->writer, 1, rows->error);
}

/* ---- Reading a file's entries ------------------------------------------------- */

/* A leaf's entries in all row groups.  A value is its size (8 bytes) and its bytes. */
struct leaf_entries {
    struct buffer repetition, definition, values;
    uint64_t n_entries, n_values, n_pages;
};

static inline void leaf_entries_free(struct leaf_entries *entries)
{
    buffer_release(&entries->repetition);
    buffer_release(&entries->definition);
    buffer_release(&entries->values);
}

static inline enum status leaf_entries_put(struct leaf_entries *entries,
                                           struct slice value, struct error *error)
{
    uint64_t size = value.size;
    enum status status = buffer_append(&entries->values, &size, sizeof size, error);
    if (status == OK && size > 0)
        status = buffer_append(&entries->values, value.data, value.size, error);
    entries->n_values++;
    return status;
}

/* The entries that the appended values must result in. */
static inline enum status leaf_entries_of(const struct pq_column_values *values,
                                          struct leaf_entries *entries,
                                          struct error *error)
{
    struct pq_values view = pq_column_values_view(values);
    enum status status = OK;
    entries->n_entries = values->n_entries;
    for (uint64_t i = 0; i < values->n_entries && status == OK; i++) {
        uint8_t definition = values->levels.size > 0 ? values->levels.data[i]
                                                     : values->max_level;
        uint8_t repetition = values->max_repetition > 0
                                 ? values->repetition_levels.data[i]
                                 : 0;
        status = buffer_append(&entries->definition, &definition, 1, error);
        if (status == OK)
            status = buffer_append(&entries->repetition, &repetition, 1, error);
    }
    for (uint64_t i = 0; i < view.n && status == OK; i++)
        status = leaf_entries_put(entries, pq_value_at(&view, i), error);
    return status;
}

/* Reads the entries of a leaf. */
struct leaf_reader {
    const struct pq_leaf *leaf;
    struct pq_page_reader pages;
    struct buffer page, dictionary;
    struct pq_value_decoder values, dictionary_values;
    struct slice dictionary_data;
    struct leaf_entries *entries;
};

static inline enum status leaf_read_levels(struct leaf_reader *reader,
                                           struct pq_page *page, uint64_t *n_values,
                                           struct error *error)
{
    const struct pq_page_header *header = &reader->pages.header;
    struct leaf_entries *entries = reader->entries;
    struct pq_level_decoder levels[2];
    struct buffer *into[2] = {&entries->repetition, &entries->definition};
    const unsigned most[2] = {reader->leaf->max_repetition_level,
                              reader->leaf->max_definition_level};
    const struct slice v2[2] = {page->repetition_levels, page->definition_levels};
    uint32_t n = (uint32_t)header->num_values;
    enum status status = OK;
    for (int i = 0; i < 2 && status == OK; i++) {
        status = buffer_reserve(into[i], into[i]->size + n + 1, true, error);
        if (status == OK && header->type == PQ_DATA_PAGE_V2)
            status = pq_levels_init_v2(&levels[i], v2[i], most[i], error);
        else if (status == OK)
            status = pq_levels_init_v1(&levels[i], &page->data, PQ_RLE, most[i], n,
                                       error);
        if (status == OK)
            status = pq_levels_read(&levels[i], into[i]->data + into[i]->size, n,
                                    n_values, error);
        if (status == OK && most[i] == 0)
            memset(into[i]->data + into[i]->size, 0, n);
        into[i]->size += n;
    }
    entries->n_entries += n;
    entries->n_pages++;
    return status;
}

/* Reads the decoder's next value. */
static inline enum status leaf_read_value(struct leaf_reader *reader,
                                          struct pq_value_decoder *decoder,
                                          struct error *error)
{
    union {
        uint8_t bytes[sizeof(struct bytes_value)];
        struct bytes_value value;
    } one;
    size_t size = pq_value_size(reader->leaf->type);
    enum status status = pq_value_decoder_read(decoder, &one, 1, error);
    if (status != OK)
        return status;
    struct slice value = pq_is_number(reader->leaf->type)
                             ? slice_of(one.bytes, size)
                             : slice_of(one.value.data, one.value.size);
    return leaf_entries_put(reader->entries, value, error);
}

static inline enum status leaf_read_indexed(struct leaf_reader *reader, uint32_t index,
                                            struct error *error)
{
    const struct pq_value_format format = {.encoding = PQ_PLAIN,
                                           .type = reader->leaf->type,
                                           .type_length = reader->leaf->type_length};
    enum status status = pq_value_decoder_init(&reader->dictionary_values, &format,
                                               reader->dictionary_data, index + 1, error);
    if (status == OK)
        status = pq_value_decoder_skip(&reader->dictionary_values, index, error);
    if (status == OK)
        status = leaf_read_value(reader, &reader->dictionary_values, error);
    return status;
}

static inline enum status leaf_read_data(struct leaf_reader *reader, struct slice data,
                                         uint64_t n, struct error *error)
{
    const struct pq_value_format format = {.encoding = reader->pages.header.encoding,
                                           .type = reader->leaf->type,
                                           .type_length = reader->leaf->type_length};
    struct pq_rle_decoder indices = {0};
    bool has_indices = format.encoding == PQ_RLE_DICTIONARY;
    enum status status = OK;
    if (has_indices)
        status = pq_rle_init(&indices, slice_of(data.data + 1, data.size - 1),
                             data.data[0], error);
    else
        status = pq_value_decoder_init(&reader->values, &format, data, n, error);
    for (uint64_t i = 0; i < n && status == OK; i++) {
        uint32_t index;
        if (has_indices)
            status = pq_rle_read(&indices, &index, 1, error);
        if (status == OK)
            status = has_indices ? leaf_read_indexed(reader, index, error)
                                 : leaf_read_value(reader, &reader->values, error);
    }
    return status;
}

static inline enum status leaf_read_page(struct leaf_reader *reader, struct error *error)
{
    struct pq_page page;
    uint64_t n_values;
    bool is_dictionary = reader->pages.header.type == PQ_DICTIONARY_PAGE;
    enum status status = pq_page_reader_load(
        &reader->pages, is_dictionary ? &reader->dictionary : &reader->page, &page,
        error);
    if (status == OK && is_dictionary)
        reader->dictionary_data = page.data;
    if (status != OK || is_dictionary)
        return status;
    status = leaf_read_levels(reader, &page, &n_values, error);
    return status == OK ? leaf_read_data(reader, page.data, n_values, error) : status;
}

/* Reads a chunk's entries and appends them. */
static inline enum status leaf_entries_read(const struct pq_chunk_context *context,
                                            uint32_t row_group, uint32_t leaf,
                                            struct leaf_entries *entries,
                                            struct error *error)
{
    struct leaf_reader reader = {.leaf = &context->tree->leaves[leaf],
                                 .entries = entries};
    struct pq_column_chunk chunk;
    bool found = true;
    enum status status = pq_chunk_metadata(context, row_group, leaf, &chunk, error);
    if (status == OK)
        status = pq_page_reader_start(&reader.pages, context->source, &chunk, error);
    while (status == OK && found) {
        status = pq_page_reader_next(&reader.pages, false, &found, error);
        if (status == OK && found)
            status = leaf_read_page(&reader, error);
    }
    buffer_release(&reader.page);
    buffer_release(&reader.dictionary);
    pq_value_decoder_release(&reader.values);
    pq_value_decoder_release(&reader.dictionary_values);
    return status;
}

static inline bool leaf_entries_are_same(const struct leaf_entries *a,
                                         const struct leaf_entries *b)
{
    const struct buffer *of_a[] = {&a->repetition, &a->definition, &a->values};
    const struct buffer *of_b[] = {&b->repetition, &b->definition, &b->values};
    bool are_same = a->n_entries == b->n_entries && a->n_values == b->n_values;
    for (int i = 0; i < 3; i++)
        are_same = are_same && of_a[i]->size == of_b[i]->size &&
                   (of_a[i]->size == 0 ||
                    memcmp(of_a[i]->data, of_b[i]->data, of_a[i]->size) == 0);
    return are_same;
}

#endif
