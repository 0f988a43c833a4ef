/* SPDX-License-Identifier: MIT */
#include "parquet/schema/unseen_columns.h"

#include "base/interrupt.h"

/* No path in a file is such a column's name: it has a NUL character. */
static const char TYPES[] = "\0types", RECORDS[] = "\0records";

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

static bool has_any_variants(const struct pq_schema_tree *tree, uint32_t top)
{
    uint32_t i = top;
    while (i < tree->nodes[top].end && tree->nodes[i].variant_role != PQ_ROLE_VARIANT)
        i++;
    return i < tree->nodes[top].end;
}

/* Makes the other form of a nested column, if it has one: sets *kind. */
static bool find_form(const struct pq_schema_tree *tree, uint32_t c,
                      enum pq_column_source_kind *kind)
{
    uint32_t node = tree->sources[c].node;
    if (tree->schema.columns[c].type != COLUMN_NESTED)
        return false;
    *kind = PQ_SOURCE_VARIANT_TYPES;
    if (has_any_variants(tree, node))
        return has_variants(tree, node);
    *kind = PQ_SOURCE_RECORDS;
    return true;
}

static enum status make_column(const struct column *of, uint32_t top,
                               enum pq_column_source_kind kind, struct arena *arena,
                               struct column *column, struct error *error)
{
    bool is_records = kind == PQ_SOURCE_RECORDS;
    const char *suffix = is_records ? RECORDS : TYPES;
    uint32_t size = is_records ? sizeof RECORDS - 1 : sizeof TYPES - 1;
    char *name = arena_alloc(arena, (size_t)of->name_size + size + 1, 1);
    if (name == NULL)
        return error_nomem(error);
    memcpy(name, of->name, of->name_size);
    memcpy(name + of->name_size, suffix, size);
    *column = (struct column){.name = name,
                              .name_size = of->name_size + size,
                              .type = COLUMN_NESTED,
                              .kind = VECTOR_BYTES,
                              .is_nullable = true,
                              .is_leaf_of_group = true,
                              .is_variant_types = !is_records,
                              .is_records = is_records,
                              .top_level = top,
                              .unreadable_reason = of->unreadable_reason,
                              .unreadable_status = of->unreadable_status};
    return OK;
}

enum status pq_add_unseen_columns(struct pq_schema_tree *tree, struct arena *arena,
                                  struct error *error)
{
    struct schema *schema = &tree->schema;
    enum pq_column_source_kind kind;
    uint32_t n_old = schema->n_columns, n = 0;
    for (uint32_t c = 0; c < schema->n_top_level; c++)
        n += find_form(tree, c, &kind);
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
        if (!find_form(tree, c, &kind))
            continue;
        sources[to] = (struct pq_column_source){.kind = kind,
                                                .node = tree->sources[c].node};
        enum status status = make_column(&columns[c], c, kind, arena, &columns[to++],
                                         error);
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
