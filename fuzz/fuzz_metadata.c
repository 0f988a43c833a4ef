/* SPDX-License-Identifier: MIT */
/*
 * fuzz_metadata.c - FileMetaData, the schema tree and column chunks, from the bytes of a
 * footer.
 */
#include "base/alloc.h"
#include "fuzz.h"
#include "parquet/format/arrow_schema.h"
#include "parquet/column/column_chunk_reader.h"

static void check_key_values(const struct pq_file_metadata *metadata, struct slice list)
{
    struct pq_key_values walk;
    struct slice key, value;
    pq_key_values_begin(&walk, list);
    while (pq_key_values_next(&walk, &key, &value)) {
        REQUIRE(slice_is_within(key, metadata->footer));
        REQUIRE(slice_is_within(value, metadata->footer));
        hash_bytes(key.data, key.size);
        bool may_have = pq_arrow_schema_may_have_dictionaries(value);
        hash_bytes(&may_have, sizeof may_have);
    }
}

static void check_chunk(const struct pq_chunk_context *context, uint32_t row_group,
                        uint32_t leaf)
{
    struct pq_column_chunk chunk;
    struct error error = {0};
    struct slice footer = context->metadata->footer;
    enum status status = pq_chunk_metadata(context, row_group, leaf, &chunk, &error);
    require_error_fits(status, &error);
    if (status != OK)
        return;
    const struct pq_column_metadata *metadata = &chunk.metadata;
    REQUIRE(slice_is_within(chunk.file_path, footer));
    REQUIRE(slice_is_within(metadata->encodings, footer));
    REQUIRE(slice_is_within(metadata->path_in_schema, footer));
    REQUIRE(slice_is_within(metadata->geospatial_types, footer));
    REQUIRE(slice_is_within(metadata->statistics.max_value, footer));
    REQUIRE(slice_is_within(metadata->statistics.min_value, footer));
    check_key_values(context->metadata, metadata->key_value_metadata);
}

static void check_column(const struct column *column)
{
    REQUIRE(column->name[column->name_size] == '\0');
    hash_bytes(column->name, column->name_size);
    REQUIRE(column->kind <= VECTOR_BYTES && column->type <= COLUMN_NESTED);
    REQUIRE(column->unit <= UNIT_NANOS);
    if (column->type == COLUMN_DECIMAL && column->unreadable_reason == NULL)
        REQUIRE(column->scale >= 0 && column->scale <= column->precision);
    if (column->type >= COLUMN_TEXT && column->type <= COLUMN_UUID)
        REQUIRE(column->kind == VECTOR_BYTES);
}

static void check_leaf(const struct pq_schema_tree *tree, uint32_t i)
{
    const struct pq_leaf *leaf = &tree->leaves[i];
    const struct pq_node *node = &tree->nodes[leaf->node];
    REQUIRE(node->is_leaf && node->first_leaf == i && node->n_leaves == 1);
    REQUIRE(leaf->max_definition_level == node->definition_level);
    check_column(&leaf->column);
    bool is_fixed = leaf->type == PQ_FIXED_LEN_BYTE_ARRAY;
    if (leaf->column.type == COLUMN_UUID)
        REQUIRE(is_fixed && leaf->type_length == 16);
    if (leaf->column.type == COLUMN_INTERVAL)
        REQUIRE(is_fixed && leaf->type_length == 12);
    if (leaf->conversion == PQ_CONVERT_FLOAT16)
        REQUIRE(is_fixed && leaf->type_length == 2);
    if (leaf->conversion == PQ_CONVERT_FIXED_DECIMAL)
        REQUIRE(is_fixed && leaf->type_length <= 8);
    if (leaf->conversion == PQ_CONVERT_BYTES)
        REQUIRE(leaf->column.kind == VECTOR_BYTES);
}

static void check_tree(const struct pq_schema_tree *tree)
{
    for (uint32_t i = 0; i < tree->n_nodes; i++) {
        const struct pq_node *node = &tree->nodes[i];
        REQUIRE(i == 0 || node->parent < i);
        REQUIRE(node->end > i && node->end <= tree->nodes[node->parent].end);
        REQUIRE(node->first_leaf <= tree->n_leaves);
        REQUIRE(node->n_leaves <= tree->n_leaves - node->first_leaf);
    }
    for (uint32_t i = 0; i < tree->n_leaves; i++)
        check_leaf(tree, i);
    REQUIRE(tree->schema.n_top_level <= tree->schema.n_columns);
    for (uint32_t i = 0; i < tree->schema.n_columns; i++) {
        REQUIRE(tree->sources[i].node > 0 && tree->sources[i].node < tree->n_nodes);
        check_column(&tree->schema.columns[i]);
        REQUIRE(tree->schema.columns[i].is_leaf_of_group ==
                (i >= tree->schema.n_top_level));
    }
}

static void check_metadata(struct pq_file_metadata *metadata, bool binary_as_text)
{
    struct pq_schema_tree tree;
    struct error error = {0};
    enum status status = pq_schema_tree_build(metadata->elements, metadata->n_elements,
                                              binary_as_text, &metadata->arena, &tree,
                                              &error);
    require_error_fits(status, &error);
    if (status != OK)
        return;
    check_tree(&tree);
    check_key_values(metadata, metadata->key_values);
    struct pq_chunk_context context = {.metadata = metadata, .tree = &tree};
    for (uint32_t i = 0; i < metadata->n_row_groups; i++) {
        REQUIRE(metadata->row_groups[i].n_rows >= 0);
        for (uint32_t leaf = 0; leaf < tree.n_leaves; leaf++)
            check_chunk(&context, i, leaf);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice input = slice_of(data, size);
    uint8_t options = (uint8_t)choose(&input, 1);
    uint8_t *copy = exact_copy(input, 0);
    struct pq_file_metadata metadata;
    struct error error = {0};
    if (options >= 0xe0)
        mem_fail_at(1 + (options & 0x1f), 0);
    enum status status = pq_file_metadata_parse(slice_of(copy, input.size), &metadata,
                                                &error);
    require_error_fits(status, &error);
    if (status == OK)
        check_metadata(&metadata, options & 1);
    mem_fail_at(0, 0);
    pq_file_metadata_release(&metadata);
    free(copy);
    return 0;
}
