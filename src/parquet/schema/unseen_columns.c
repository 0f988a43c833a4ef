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

/* The other forms that a nested column may have. */
static const enum pq_column_source_kind FORMS[] = {PQ_SOURCE_VARIANT_TYPES,
                                                   PQ_SOURCE_RECORDS};
enum { N_FORMS = sizeof FORMS / sizeof *FORMS };

static bool has_form(const struct pq_schema_tree *tree, uint32_t c,
                     enum pq_column_source_kind kind)
{
    return tree->schema.columns[c].type == COLUMN_NESTED &&
           (kind == PQ_SOURCE_RECORDS || has_variants(tree, tree->sources[c].node));
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
    uint32_t n_old = schema->n_columns, n_forms = schema->n_top_level * N_FORMS, n = 0;
    for (uint32_t i = 0; i < n_forms; i++)
        n += has_form(tree, i / N_FORMS, FORMS[i % N_FORMS]);
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
    for (uint32_t i = 0; i < n_forms; i++) {
        uint32_t c = i / N_FORMS;
        enum pq_column_source_kind kind = FORMS[i % N_FORMS];
        if (!has_form(tree, c, kind))
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
