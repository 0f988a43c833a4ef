/* SPDX-License-Identifier: MIT */
#include "parquet/schema/variant_columns.h"

#include "base/interrupt.h"

/* No path in a file is this column's name: it has a NUL character. */
static const char SUFFIX[] = "\0types";
enum { SUFFIX_SIZE = sizeof SUFFIX - 1 };

/* Whether a top-level node has Variants outside of maps, and none within. */
static bool has_variants(const struct pq_schema_tree *tree, uint32_t top)
{
    uint32_t map_end = 0;
    bool found = false;
    for (uint32_t i = top; i < tree->nodes[top].end; i++) {
        const struct pq_node *node = &tree->nodes[i];
        if (node->is_leaf)
            continue;
        if (pq_is_map(node->element) && i >= map_end)
            map_end = node->end;
        if (node->variant_role != PQ_ROLE_VARIANT)
            continue;
        if (i < map_end)
            return false;
        found = true;
    }
    return found;
}

static enum status types_column(const struct column *of, uint32_t top,
                                struct arena *arena, struct column *column,
                                struct error *error)
{
    char *name = arena_alloc(arena, of->name_size + SUFFIX_SIZE + 1, 1);
    if (name == NULL)
        return error_nomem(error);
    memcpy(name, of->name, of->name_size);
    memcpy(name + of->name_size, SUFFIX, SUFFIX_SIZE);
    *column = (struct column){.name = name,
                              .name_size = of->name_size + SUFFIX_SIZE,
                              .type = COLUMN_NESTED,
                              .kind = VECTOR_BYTES,
                              .is_nullable = true,
                              .is_leaf_of_group = true,
                              .is_variant_types = true,
                              .top_level = top,
                              .unreadable_reason = of->unreadable_reason,
                              .unreadable_status = of->unreadable_status};
    return OK;
}

enum status pq_add_variant_types(struct pq_schema_tree *tree, struct arena *arena,
                                 struct error *error)
{
    struct schema *schema = &tree->schema;
    uint32_t n_old = schema->n_columns, n = 0;
    for (uint32_t c = 0; c < schema->n_top_level; c++)
        n += has_variants(tree, tree->sources[c].node);
    if (n == 0)
        return OK;
    struct column *columns = arena_alloc(arena, (size_t)n_old + n, sizeof *columns);
    struct pq_column_source *sources = arena_alloc(arena, (size_t)n_old + n,
                                                   sizeof *sources);
    if (columns == NULL || sources == NULL)
        return error_nomem(error);
    memcpy(columns, schema->columns, n_old * sizeof *columns);
    memcpy(sources, tree->sources, n_old * sizeof *sources);
    uint32_t to = n_old;
    for (uint32_t c = 0; c < schema->n_top_level; c++) {
        uint32_t node = tree->sources[c].node;
        if (!has_variants(tree, node))
            continue;
        sources[to] = (struct pq_column_source){.kind = PQ_SOURCE_VARIANT_TYPES,
                                                .node = node};
        enum status status = types_column(&columns[c], c, arena, &columns[to++], error);
        if (status == OK)
            status = interrupt_check(error);
        if (status != OK)
            return status;
    }
    schema->columns = columns;
    schema->n_columns = to;
    tree->sources = sources;
    return OK;
}
