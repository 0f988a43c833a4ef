/* SPDX-License-Identifier: MIT */
#include "parquet/schema/box_columns.h"

#include "parquet/schema/geo_metadata.h"

/* Further geometries get no bounds, so that hostile schemas cannot multiply their
 * names. */
enum { MOST_GEOMETRIES = 250 };

static const char part_names[PQ_BOX_PARTS][8] = {".xmin", ".xmax", ".ymin", ".ymax",
                                                 ".zmin", ".zmax", ".mmin", ".mmax"};

static bool is_geometry(const struct pq_schema_tree *tree, const struct pq_leaf *leaf)
{
    const struct pq_node *node = &tree->nodes[leaf->node];
    return (leaf->column.type == COLUMN_GEOMETRY ||
            leaf->column.type == COLUMN_GEOGRAPHY) &&
           node->repetition_level == 0 && !node->is_in_list;
}

/* Adds a leaf unless the list already has it.  NULL if the list is full. */
static uint32_t *add_leaf(uint32_t leaf, uint32_t *leaves, uint32_t *n)
{
    for (uint32_t i = 0; i < *n; i++) {
        if (leaves[i] == leaf)
            return &leaves[i];
    }
    if (*n == MOST_GEOMETRIES)
        return NULL;
    leaves[*n] = leaf;
    return &leaves[(*n)++];
}

static enum status note_type(struct pq_schema_tree *tree,
                             const struct pq_geo_column *column, struct arena *arena,
                             struct error *error)
{
    struct pq_leaf *leaf = &tree->leaves[column->leaf];
    int kind = tree->nodes[leaf->node].element->logical.kind;
    if (kind != PQ_LOGICAL_NONE || column->type.kind == PQ_LOGICAL_NONE)
        return OK;
    struct pq_logical_type *type = arena_alloc(arena, 1, sizeof *type);
    if (type == NULL)
        return error_nomem(error);
    *type = column->type;
    leaf->geometry = type;
    return OK;
}

static enum status note_covering(struct pq_leaf *leaf, const struct pq_geo_column *column,
                                 struct arena *arena, struct error *error)
{
    if (!column->is_covered)
        return OK;
    struct pq_covering *covering = arena_alloc(arena, 1, sizeof *covering);
    if (covering == NULL)
        return error_nomem(error);
    *covering = column->covering;
    leaf->covering = covering;
    return OK;
}

/* Finds the geometries.  Those named in the GeoParquet metadata come first. */
static enum status find_geometries(struct pq_schema_tree *tree, struct slice geo,
                                   struct arena *arena, uint32_t *leaves, uint32_t *n,
                                   struct error *error)
{
    struct pq_geo_column columns[MOST_GEOMETRIES];
    uint32_t n_columns = 0;
    if (geo.data != NULL) {
        enum status status = pq_geo_metadata_read(tree, geo, columns, MOST_GEOMETRIES,
                                                  &n_columns, error);
        if (status != OK)
            return status;
    }
    for (uint32_t i = 0; i < n_columns; i++) {
        struct pq_leaf *leaf = &tree->leaves[columns[i].leaf];
        if (add_leaf(columns[i].leaf, leaves, n) == NULL)
            continue;
        enum status status = note_type(tree, &columns[i], arena, error);
        if (status == OK)
            status = note_covering(leaf, &columns[i], arena, error);
        if (status != OK)
            return status;
    }
    for (uint32_t i = 0; i < tree->n_leaves && *n < MOST_GEOMETRIES; i++) {
        if (is_geometry(tree, &tree->leaves[i]))
            add_leaf(i, leaves, n);
    }
    return OK;
}

static enum status box_column(const struct pq_schema_tree *tree,
                              const struct pq_leaf *leaf, unsigned part,
                              struct arena *arena, struct column *column,
                              struct error *error)
{
    const struct column *of = &leaf->column;
    size_t suffix_size = strlen(part_names[part]);
    char *name = arena_alloc(arena, of->name_size + suffix_size + 1, 1);
    if (name == NULL)
        return error_nomem(error);
    memcpy(name, of->name, of->name_size);
    memcpy(name + of->name_size, part_names[part], suffix_size);
    *column = (struct column){.name = name,
                              .name_size = of->name_size + (uint32_t)suffix_size,
                              .type = COLUMN_REAL,
                              .kind = VECTOR_DOUBLE,
                              .bits = 64,
                              .is_nullable = true,
                              .is_leaf_of_group = true,
                              .top_level = tree->nodes[leaf->node].top,
                              .unreadable_reason = of->unreadable_reason,
                              .unreadable_status = of->unreadable_status};
    return OK;
}

static enum status append_columns(struct pq_schema_tree *tree, const uint32_t *leaves,
                                  uint32_t n, struct arena *arena, struct error *error)
{
    struct schema *schema = &tree->schema;
    uint32_t n_old = schema->n_columns, c = n_old;
    size_t n_all = (size_t)n_old + (size_t)n * PQ_BOX_PARTS;
    struct column *columns = arena_alloc(arena, n_all, sizeof *columns);
    struct pq_column_source *sources = arena_alloc(arena, n_all, sizeof *sources);
    if (columns == NULL || sources == NULL)
        return error_nomem(error);
    memcpy(columns, schema->columns, n_old * sizeof *columns);
    memcpy(sources, tree->sources, n_old * sizeof *sources);
    for (uint32_t i = 0; i < n; i++) {
        const struct pq_leaf *leaf = &tree->leaves[leaves[i]];
        if (leaf->column.name_size > PQ_MAX_PATH)
            continue;
        for (uint8_t part = 0; part < PQ_BOX_PARTS; part++, c++) {
            sources[c] = (struct pq_column_source){
                .kind = PQ_SOURCE_BOX, .part = part, .node = leaf->node};
            enum status status = box_column(tree, leaf, part, arena, &columns[c], error);
            if (status != OK)
                return status;
        }
    }
    schema->columns = columns;
    schema->n_columns = c;
    tree->sources = sources;
    return OK;
}

enum status pq_add_box_columns(struct pq_schema_tree *tree, struct slice geo,
                               struct arena *arena, struct error *error)
{
    uint32_t leaves[MOST_GEOMETRIES], n = 0;
    enum status status = find_geometries(tree, geo, arena, leaves, &n, error);
    if (status != OK || n == 0)
        return status;
    return append_columns(tree, leaves, n, arena, error);
}
