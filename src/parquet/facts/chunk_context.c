/* SPDX-License-Identifier: MIT */
#include "parquet/facts/chunk_context.h"

#include <string.h>

enum status pq_locate_column(const struct column *column, uint32_t row_group,
                             struct error *error)
{
    return error_locate(error, "column \"%.200s\", row group %u", column->name,
                        (unsigned)row_group);
}

/* Whether path_in_schema names the leaf.  The list runs from the root's child to the
 * leaf. */
static bool path_is_of_leaf(const struct pq_schema_tree *tree, const struct pq_leaf *leaf,
                            struct slice list)
{
    uint32_t path[PQ_MAX_SCHEMA_DEPTH + 1];
    uint32_t depth = 0;
    for (uint32_t i = leaf->node; i != 0; i = tree->nodes[i].parent)
        path[depth++] = i;
    struct thrift_list names;
    thrift_list_begin(&names, list, THRIFT_BINARY);
    if (names.reader.fault != NULL || names.n != depth)
        return false;
    while (depth-- > 0 && thrift_list_next(&names)) {
        struct slice name = thrift_list_binary(&names);
        struct slice expected = tree->nodes[path[depth]].element->name;
        if (name.size != expected.size ||
            (name.size > 0 && memcmp(name.data, expected.data, name.size) != 0))
            return false;
    }
    return true;
}

enum status pq_chunk_metadata(const struct pq_chunk_context *context, uint32_t row_group,
                              uint32_t leaf, struct pq_column_chunk *chunk,
                              struct error *error)
{
    const struct pq_file_metadata *metadata = context->metadata;
    const struct pq_leaf *expected = &context->tree->leaves[leaf];
    enum status status = pq_column_chunk_parse(metadata, row_group, leaf, chunk, error);
    if (status != OK)
        return status;
    if (context->decryption != NULL)
        status = pq_decryption_open_chunk(context->decryption, row_group, leaf,
                                          expected->column.name, chunk, error);
    else if (chunk->has_crypto)
        status = error_set(error, WRONG_KEY,
                           "the column is encrypted, but the file says that nothing is");
    if (status != OK)
        return status;
    if (!chunk->has_metadata)
        return error_set(error, CORRUPT, "the column chunk has no metadata");
    if (chunk->metadata.type != expected->type)
        return error_set(error, CORRUPT, "physical type %d, but the schema says %d",
                         chunk->metadata.type, expected->type);
    struct slice path = chunk->metadata.path_in_schema;
    if (path.data != NULL && !path_is_of_leaf(context->tree, expected, path))
        return error_set(error, CORRUPT, "the column chunk belongs to another column");
    return OK;
}
