/* SPDX-License-Identifier: MIT */
#include "parquet/schema/schema_tree.h"

#include "base/interrupt.h"
#include "parquet/encoding/value_decoder.h"

enum { LEAF_WORK = 200 }; /* for interrupt_after() */

bool pq_is_list(const struct pq_schema_element *element)
{
    return element->logical.kind == PQ_LOGICAL_LIST || element->converted_type == PQ_LIST;
}

bool pq_is_map(const struct pq_schema_element *element)
{
    return element->logical.kind == PQ_LOGICAL_MAP || element->converted_type == PQ_MAP ||
           element->converted_type == PQ_MAP_KEY_VALUE;
}

bool pq_is_variant(const struct pq_schema_element *element)
{
    return element->logical.kind == PQ_LOGICAL_VARIANT;
}

static enum status check_element(const struct pq_schema_element *element,
                                 struct error *error)
{
    if (element->n_children < -1)
        return error_set(error, CORRUPT, "schema: a group of %d children",
                         element->n_children);
    if (element->type >= 0 && element->n_children > 0)
        return error_set(error, CORRUPT, "schema: a field is both a value and a group");
    return OK;
}

/* For an element that passed check_element(): those with a type are leaves, all others
 * are groups, possibly empty. */
static bool is_leaf(const struct pq_schema_element *element)
{
    return element->type >= 0;
}

/* The role of a node whose parent is part of a Variant. */
static enum pq_variant_role role_in_variant(const struct pq_node *parent,
                                            const struct pq_schema_element *element)
{
    bool has_parts = parent->variant_role == PQ_ROLE_VARIANT ||
                     parent->variant_role == PQ_ROLE_FIELD;
    if (parent->variant_role == PQ_ROLE_TYPED_VALUE)
        return parent->is_in_list ? PQ_ROLE_NONE : PQ_ROLE_FIELD;
    if (has_parts && slice_equals_text(element->name, "typed_value"))
        return PQ_ROLE_TYPED_VALUE;
    if (has_parts && slice_equals_text(element->name, "value"))
        return PQ_ROLE_VALUE;
    if (parent->variant_role == PQ_ROLE_VARIANT &&
        slice_equals_text(element->name, "metadata"))
        return PQ_ROLE_METADATA;
    return PQ_ROLE_NONE;
}

/* Records a leaf that is `value` or `metadata` in its group.  The first of each name
 * counts. */
static void note_part(struct pq_schema_tree *tree, uint32_t leaf)
{
    const struct pq_node *node = &tree->nodes[leaf];
    struct pq_node *group = &tree->nodes[node->parent];
    if (node->element->type != PQ_BYTE_ARRAY)
        return;
    if (node->variant_role == PQ_ROLE_VALUE && group->value_part == 0)
        group->value_part = leaf;
    else if (node->variant_role == PQ_ROLE_METADATA && group->metadata_part == 0)
        group->metadata_part = leaf;
}

/* Groups that still lack children, the innermost last. */
struct open_groups {
    size_t depth;
    uint32_t nodes[PQ_MAX_SCHEMA_DEPTH];
    uint32_t n_missing[PQ_MAX_SCHEMA_DEPTH];
};

static enum status open_group(struct open_groups *groups, uint32_t i, uint32_t n_children,
                              struct error *error)
{
    if (groups->depth >= PQ_MAX_SCHEMA_DEPTH)
        return error_set(error, CORRUPT, "schema: nested more than %d levels deep",
                         PQ_MAX_SCHEMA_DEPTH);
    groups->nodes[groups->depth] = i;
    groups->n_missing[groups->depth++] = n_children;
    return OK;
}

/* Sets what a node has from its parent: levels, and its role in a list or Variant. */
static void set_levels(struct pq_node *node, const struct pq_node *parent)
{
    int repetition = node->element->repetition;
    /* As everywhere, a missing or unknown repetition means REQUIRED. */
    node->definition_level = (uint16_t)(parent->definition_level +
                                        (repetition == PQ_OPTIONAL ||
                                         repetition == PQ_REPEATED));
    node->repetition_level = (uint16_t)(parent->repetition_level +
                                        (repetition == PQ_REPEATED));
    node->is_in_list = parent->is_in_list || pq_is_list(node->element) ||
                       pq_is_map(node->element);
    node->variant_role = (uint8_t)(pq_is_variant(node->element)
                                       ? PQ_ROLE_VARIANT
                                       : role_in_variant(parent, node->element));
}

/* Ends a node, and every group whose last child it is. */
static void end_node(struct pq_schema_tree *tree, uint32_t i, struct open_groups *groups)
{
    struct pq_node *node = &tree->nodes[i];
    for (;;) {
        node->end = i + 1;
        node->n_leaves = tree->n_leaves - node->first_leaf;
        if (groups->depth == 0 || groups->n_missing[groups->depth - 1] > 0)
            return;
        node = &tree->nodes[groups->nodes[--groups->depth]];
    }
}

/* Fills in nodes[].element, parent, end, levels and leaves. */
static enum status build_nodes(struct pq_schema_tree *tree,
                               const struct pq_schema_element *elements,
                               struct error *error)
{
    struct open_groups groups = {.depth = 0};
    uint32_t n_top_level = 0;
    for (uint32_t i = 0; i < tree->n_nodes; i++) {
        struct pq_node *node = &tree->nodes[i];
        enum status status = i > 0 ? check_element(&elements[i], error) : OK;
        if (status != OK)
            return status;
        node->element = &elements[i];
        node->is_leaf = i > 0 && is_leaf(&elements[i]);
        node->first_leaf = tree->n_leaves;
        if (i > 0) {
            if (groups.depth == 0)
                return error_set(error, CORRUPT,
                                 "schema: %u elements, but the groups have room for %u",
                                 tree->n_nodes, i);
            node->parent = groups.nodes[groups.depth - 1];
            groups.n_missing[groups.depth - 1]--;
            set_levels(node, &tree->nodes[node->parent]);
            n_top_level += node->parent == 0;
            node->top = n_top_level - 1;
        }
        if (node->is_leaf) {
            tree->leaves[tree->n_leaves++].node = i;
            note_part(tree, i);
        }
        if (node->is_leaf || elements[i].n_children <= 0)
            end_node(tree, i, &groups);
        else
            status = open_group(&groups, i, (uint32_t)elements[i].n_children, error);
        if (status != OK)
            return status;
    }
    if (groups.depth > 0)
        return error_set(error, CORRUPT, "schema: fewer elements than the groups count");
    return OK;
}

/* The nearest ancestor whose name is part of the path.  With is_in_variant, typed_value
 * groups are skipped, for a path within the Variant. */
static uint32_t named_parent(const struct pq_schema_tree *tree, uint32_t node,
                             bool is_in_variant)
{
    node = tree->nodes[node].parent;
    while (is_in_variant && tree->nodes[node].variant_role == PQ_ROLE_TYPED_VALUE)
        node = tree->nodes[node].parent;
    return node;
}

/* The names from the root's child down to a node, joined by dots.  Of a path that is too
 * long (PQ_MAX_PATH), only the names nearest to the node are kept. */
static const char *node_path(struct pq_schema_tree *tree, uint32_t node,
                             bool is_in_variant, struct arena *arena, uint32_t *size)
{
    /* The first ancestor whose name is omitted. */
    uint32_t end = named_parent(tree, node, is_in_variant);
    size_t total = tree->nodes[node].element->name.size;
    size_t most = tree->path_bytes < PQ_MAX_ALL_PATHS ? PQ_MAX_PATH : 0;
    if (total > UINT32_MAX / 2)
        return NULL;
    while (end != 0 && total + 1 + tree->nodes[end].element->name.size <= most) {
        total += 1 + tree->nodes[end].element->name.size;
        end = named_parent(tree, end, is_in_variant);
    }
    tree->path_bytes += total;
    char *path = arena_alloc(arena, total + 1, 1);
    if (path == NULL)
        return NULL;
    *size = (uint32_t)total;
    size_t at = total;
    for (uint32_t i = node; i != end; i = named_parent(tree, i, is_in_variant)) {
        struct slice name = tree->nodes[i].element->name;
        at -= name.size;
        if (name.size > 0)
            memcpy(path + at, name.data, name.size);
        if (named_parent(tree, i, is_in_variant) != end)
            path[--at] = '.';
    }
    return path;
}

static enum status build_leaf(struct pq_schema_tree *tree, struct pq_leaf *leaf,
                              bool binary_as_text, struct arena *arena,
                              struct error *error)
{
    const struct pq_node *node = &tree->nodes[leaf->node];
    const struct pq_schema_element *element = node->element;
    leaf->type = element->type;
    leaf->type_length = element->type_length;
    leaf->max_definition_level = node->definition_level;
    leaf->max_repetition_level = node->repetition_level;
    pq_leaf_type(element, binary_as_text, &leaf->column, &leaf->conversion);
    leaf->column.is_nullable = node->definition_level > 0;
    leaf->column.name = node_path(tree, leaf->node, false, arena,
                                  &leaf->column.name_size);
    if (leaf->column.name == NULL)
        return error_nomem(error);
    if (element->type > PQ_FIXED_LEN_BYTE_ARRAY)
        column_set_unreadable(&leaf->column, UNSUPPORTED, "unknown physical type");
    else if (element->type == PQ_FIXED_LEN_BYTE_ARRAY && element->type_length <= 0)
        column_set_unreadable(&leaf->column, CORRUPT,
                              "FIXED_LEN_BYTE_ARRAY without a length");
    if (node->definition_level > PQ_MAX_LEVEL)
        column_set_unreadable(&leaf->column, UNSUPPORTED, "fields are nested too deeply");
    return OK;
}

/* If any leaf of a top-level field is unreadable, makes the field's column unreadable for
 * the same reason. */
static void set_nested_unreadable(const struct pq_schema_tree *tree,
                                  const struct pq_node *top, struct column *column)
{
    for (uint32_t i = 0; i < top->n_leaves; i++) {
        const struct column *leaf = &tree->leaves[top->first_leaf + i].column;
        if (leaf->unreadable_reason != NULL)
            column_set_unreadable(column, leaf->unreadable_status,
                                  leaf->unreadable_reason);
    }
}

/* Whether the leaf gets a column of its own: it is reached through groups only.  The
 * `value` of a Variant's field does not; it belongs to the column of its typed_value. */
static bool has_own_column(const struct pq_schema_tree *tree, const struct pq_leaf *leaf)
{
    const struct pq_node *node = &tree->nodes[leaf->node];
    const struct pq_node *parent = &tree->nodes[node->parent];
    return node->parent != 0 && leaf->max_repetition_level == 0 && !parent->is_in_list &&
           !(node->variant_role == PQ_ROLE_VALUE &&
             parent->variant_role == PQ_ROLE_FIELD);
}

/* Makes the column of a Variant's field from the field's typed_value. */
static enum status build_variant_field(struct pq_schema_tree *tree, uint32_t node,
                                       struct arena *arena, struct column *column,
                                       struct pq_column_source *source,
                                       struct error *error)
{
    uint32_t field = tree->nodes[node].parent, variant = field;
    while (tree->nodes[variant].variant_role != PQ_ROLE_VARIANT)
        variant = tree->nodes[variant].parent;
    uint32_t value = tree->nodes[field].value_part;
    uint32_t metadata = tree->nodes[variant].metadata_part;
    if (value != 0 && metadata != 0) {
        source->kind = PQ_SOURCE_VARIANT_FIELD;
        source->value_leaf = tree->nodes[value].first_leaf;
        source->metadata_leaf = tree->nodes[metadata].first_leaf;
        column->has_mismatched = true;
    }
    column->name = node_path(tree, field, true, arena, &column->name_size);
    return column->name != NULL ? OK : error_nomem(error);
}

static void set_field_id(const struct pq_schema_tree *tree, uint32_t node,
                         struct column *column)
{
    column->has_field_id = tree->nodes[node].element->has_field_id;
    column->field_id = tree->nodes[node].element->field_id;
}

static enum status build_own_column(struct pq_schema_tree *tree,
                                    const struct pq_leaf *leaf, uint32_t c,
                                    struct arena *arena, struct error *error)
{
    const struct pq_node *node = &tree->nodes[leaf->node];
    struct column *column = &tree->schema.columns[c];
    tree->sources[c].node = leaf->node;
    *column = leaf->column;
    column->top_level = node->top;
    column->is_leaf_of_group = true;
    set_field_id(tree, leaf->node, column);
    if (node->variant_role == PQ_ROLE_TYPED_VALUE &&
        tree->nodes[node->parent].variant_role == PQ_ROLE_FIELD)
        return build_variant_field(tree, leaf->node, arena, column, &tree->sources[c],
                                   error);
    return OK;
}

/* Makes column c that of a top-level node. */
static enum status build_top_column(struct pq_schema_tree *tree, uint32_t i, uint32_t c,
                                    struct arena *arena, struct error *error)
{
    const struct pq_node *node = &tree->nodes[i];
    struct column *column = &tree->schema.columns[c];
    tree->sources[c].node = i;
    if (node->is_leaf && node->repetition_level == 0) {
        *column = tree->leaves[node->first_leaf].column;
        set_field_id(tree, i, column);
        return OK;
    }
    *column = (struct column){.type = COLUMN_NESTED,
                              .kind = VECTOR_BYTES,
                              .is_nullable = node->definition_level >
                                             node->repetition_level};
    set_nested_unreadable(tree, node, column);
    set_field_id(tree, i, column);
    column->name = node_path(tree, i, false, arena, &column->name_size);
    return column->name != NULL ? OK : error_nomem(error);
}

static enum status build_columns(struct pq_schema_tree *tree, struct arena *arena,
                                 struct error *error)
{
    struct schema *schema = &tree->schema;
    for (uint32_t i = 1; i < tree->n_nodes; i = tree->nodes[i].end)
        schema->n_top_level++;
    schema->n_columns = schema->n_top_level;
    for (uint32_t i = 0; i < tree->n_leaves; i++)
        schema->n_columns += has_own_column(tree, &tree->leaves[i]);
    schema->columns = arena_alloc(arena, schema->n_columns, sizeof *schema->columns);
    tree->sources = arena_alloc(arena, schema->n_columns, sizeof *tree->sources);
    if (schema->columns == NULL || tree->sources == NULL)
        return error_nomem(error);

    enum status status = OK;
    uint32_t c = 0;
    for (uint32_t i = 1; status == OK && i < tree->n_nodes; i = tree->nodes[i].end)
        status = build_top_column(tree, i, c++, arena, error);
    for (uint32_t i = 0; status == OK && i < tree->n_leaves; i++) {
        if (!has_own_column(tree, &tree->leaves[i]))
            continue;
        status = build_own_column(tree, &tree->leaves[i], c++, arena, error);
        if (status == OK)
            status = interrupt_after(LEAF_WORK, error);
    }
    return status;
}

enum status pq_schema_tree_build(const struct pq_schema_element *elements,
                                 uint32_t n_elements, bool binary_as_text,
                                 struct arena *arena, struct pq_schema_tree *tree,
                                 struct error *error)
{
    *tree = (struct pq_schema_tree){.n_nodes = n_elements};
    tree->nodes = arena_alloc(arena, n_elements, sizeof *tree->nodes);
    tree->leaves = arena_alloc(arena, n_elements, sizeof *tree->leaves);
    if (tree->nodes == NULL || tree->leaves == NULL)
        return error_nomem(error);
    enum status status = build_nodes(tree, elements, error);
    for (uint32_t i = 0; status == OK && i < tree->n_leaves; i++) {
        status = build_leaf(tree, &tree->leaves[i], binary_as_text, arena, error);
        if (status == OK)
            status = interrupt_after(LEAF_WORK, error);
    }
    if (status == OK)
        status = build_columns(tree, arena, error);
    return status;
}
