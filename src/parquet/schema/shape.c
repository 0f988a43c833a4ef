/* SPDX-License-Identifier: MIT */
#include "parquet/schema/shape.h"

#include "base/interrupt.h"
#include "base/merge_sort.h"

enum { SHAPE_WORK = 200 }; /* for interrupt_after() */

/* What a node is within its parent's shape. */
enum role {
    ROLE_FIELD,    /* a field with a value of its own; a list if repeated */
    ROLE_ENTRY,    /* a list's element, whose repetition the list already covers */
    ROLE_WRAPPER,  /* the repeated group around elements, or keys and values */
    ROLE_SHREDDED, /* a part of a Variant: a group of `value` and `typed_value` */
    ROLE_PART,     /* metadata or value of a Variant; gets no shape */
    ROLE_TYPED,    /* typed_value of a Variant */
};

struct node_role {
    uint8_t role; /* enum role */
    uint32_t depth;
};

struct builder {
    const struct pq_schema_tree *tree;
    uint32_t first;               /* the field's node */
    struct node_role *node_roles; /* of the field's nodes, from `first` on */
    struct pq_shapes *shapes;
};

static struct node_role *node_role_of(const struct builder *builder, uint32_t node)
{
    return &builder->node_roles[node - builder->first];
}

static const struct pq_node *node_at(const struct builder *builder, uint32_t node)
{
    return &builder->tree->nodes[node];
}

static bool is_repeated(const struct pq_node *node)
{
    return node->element->repetition == PQ_REPEATED;
}

static bool has_one_child(const struct builder *builder, uint32_t node)
{
    const struct pq_node *n = node_at(builder, node);
    return n->end > node + 1 && node_at(builder, node + 1)->end == n->end;
}

static struct pq_shape *add_shape(struct builder *builder, uint32_t node,
                                  enum pq_shape_kind kind, uint32_t depth)
{
    const struct pq_node *n = node_at(builder, node);
    struct pq_shape *shape = &builder->shapes->shapes[builder->shapes->n++];
    *shape = (struct pq_shape){
        .kind = kind,
        .node = node,
        .name = n->element->name,
        .depth = depth,
        .first_leaf = n->first_leaf,
        .n_leaves = n->n_leaves,
        .definition_level = n->definition_level,
        .metadata_leaf = PQ_NO_LEAF,
        .value_leaf = PQ_NO_LEAF,
        .is_required = n->element->repetition != PQ_OPTIONAL,
    };
    if (depth >= builder->shapes->depth)
        builder->shapes->depth = depth + 1;
    return shape;
}

static void set_roles_of_children(struct builder *builder, uint32_t node, enum role role,
                                  uint32_t depth)
{
    for (uint32_t i = node + 1; i < node_at(builder, node)->end;
         i = node_at(builder, i)->end)
        *node_role_of(builder, i) = (struct node_role){(uint8_t)role, depth};
}

/* ---- Lists and maps -------------------------------------------------------------- */

/* Whether a list's repeated field is itself the element, by the rules for old files
 * (LogicalTypes.md, "Lists", 1 to 4).  Such an element may be a list or map, too. */
static bool is_element(const struct builder *builder, uint32_t list, uint32_t repeated)
{
    const struct pq_node *r = node_at(builder, repeated);
    struct slice name = r->element->name, outer = node_at(builder, list)->element->name;
    static const char tuple[] = "_tuple";
    const size_t tuple_size = sizeof tuple - 1;
    if (r->is_leaf || !has_one_child(builder, repeated) ||
        is_repeated(node_at(builder, repeated + 1)) || pq_is_list(r->element) ||
        pq_is_map(r->element) || pq_is_variant(r->element))
        return true;
    if (slice_equals_text(name, "array"))
        return true;
    return name.size == outer.size + tuple_size &&
           memcmp(name.data + outer.size, tuple, tuple_size) == 0 &&
           (outer.size == 0 || memcmp(name.data, outer.data, outer.size) == 0);
}

static bool is_sound_list(const struct builder *builder, uint32_t node)
{
    return pq_is_list(node_at(builder, node)->element) && has_one_child(builder, node) &&
           is_repeated(node_at(builder, node + 1));
}

/* A valid map has one repeated group with a key and at most one value. */
static bool is_sound_map(const struct builder *builder, uint32_t node)
{
    if (!pq_is_map(node_at(builder, node)->element) || !has_one_child(builder, node))
        return false;
    const struct pq_node *entries = node_at(builder, node + 1);
    if (entries->is_leaf || !is_repeated(entries) || entries->end == node + 2)
        return false;
    uint32_t value = node_at(builder, node + 2)->end;
    return value == entries->end || node_at(builder, value)->end == entries->end;
}

/* Sets the levels of a list or map from its repeated field. */
static void set_levels(const struct builder *builder, struct pq_shape *shape,
                       uint32_t repeated)
{
    const struct pq_node *r = node_at(builder, repeated);
    shape->element_level = r->definition_level;
    shape->repetition_level = r->repetition_level;
}

/* role: that of the elements. */
static void add_list(struct builder *builder, uint32_t node, enum role role,
                     uint32_t depth)
{
    uint32_t repeated = node + 1;
    set_levels(builder, add_shape(builder, node, PQ_SHAPE_LIST, depth), repeated);
    if (is_element(builder, node, repeated)) {
        *node_role_of(builder, repeated) = (struct node_role){
            (uint8_t)(role == ROLE_FIELD ? ROLE_ENTRY : role), depth + 1};
        return;
    }
    *node_role_of(builder, repeated) = (struct node_role){ROLE_WRAPPER, depth};
    *node_role_of(builder, repeated + 1) = (struct node_role){(uint8_t)role, depth + 1};
}

static void add_map(struct builder *builder, uint32_t node, uint32_t depth)
{
    set_levels(builder, add_shape(builder, node, PQ_SHAPE_MAP, depth), node + 1);
    *node_role_of(builder, node + 1) = (struct node_role){ROLE_WRAPPER, depth};
    set_roles_of_children(builder, node + 1, ROLE_FIELD, depth + 1);
}

/* ---- Variants -------------------------------------------------------------------- */

/* Whether Variants can be shredded to the type (VariantShredding.md, "Shredded Value
 * Types"). */
static bool is_shredded_type(const struct pq_leaf *leaf,
                             const struct pq_schema_element *element)
{
    const struct column *c = &leaf->column;
    switch (c->type) {
    case COLUMN_BOOLEAN:
    case COLUMN_DECIMAL:
    case COLUMN_UUID:
    case COLUMN_DATE:
        return true;
    case COLUMN_TEXT: /* also if unannotated, with binary_as_text */
        return element->logical.kind != PQ_LOGICAL_ENUM &&
               element->converted_type != PQ_ENUM;
    case COLUMN_BLOB:
        return leaf->type == PQ_BYTE_ARRAY && element->logical.kind != PQ_LOGICAL_BSON &&
               element->converted_type != PQ_BSON;
    case COLUMN_INTEGER:
        return c->is_signed;
    case COLUMN_REAL:
        return c->bits >= 32;
    case COLUMN_TIME:
        return c->unit == UNIT_MICROS && !c->is_utc;
    case COLUMN_TIMESTAMP:
        return c->kind == VECTOR_INT64 &&
               (c->unit == UNIT_MICROS || c->unit == UNIT_NANOS);
    default:
        return false;
    }
}

static enum status locate_field(const struct builder *builder, uint32_t node,
                                struct error *error)
{
    struct slice name = node_at(builder, node)->element->name;
    return error_locate(error, "Variant field \"%.*s\"", SLICE_SHOWN(name, 200));
}

/* Adds a Variant or a shredded part of one.  Its children are identified by name. */
static enum status add_variant(struct builder *builder, uint32_t node, bool is_part,
                               uint32_t depth, struct error *error)
{
    const struct pq_node *n = node_at(builder, node);
    struct pq_shape *shape = add_shape(builder, node, PQ_SHAPE_VARIANT, depth);
    bool is_typed = false;
    if (n->is_leaf) {
        error_set(error, CORRUPT, "expected a group of value and typed_value");
        return locate_field(builder, node, error);
    }
    for (uint32_t i = node + 1; i < n->end; i = node_at(builder, i)->end) {
        const struct pq_node *child = node_at(builder, i);
        struct slice name = child->element->name;
        bool is_binary = child->is_leaf && child->element->type == PQ_BYTE_ARRAY &&
                         !is_repeated(child);
        struct node_role *part = node_role_of(builder, i);
        *part = (struct node_role){ROLE_PART, depth + 1};
        if (slice_equals_text(name, "metadata") && !is_part && is_binary &&
            shape->metadata_leaf == PQ_NO_LEAF) {
            shape->metadata_leaf = child->first_leaf;
        } else if (slice_equals_text(name, "value") && is_binary &&
                   shape->value_leaf == PQ_NO_LEAF) {
            shape->value_leaf = child->first_leaf;
        } else if (slice_equals_text(name, "typed_value") && !is_typed &&
                   !is_repeated(child)) {
            part->role = ROLE_TYPED;
            is_typed = true;
        } else {
            error_set(error, CORRUPT, "does not belong in a stored Variant");
            return locate_field(builder, i, error);
        }
    }
    if ((!is_part && shape->metadata_leaf == PQ_NO_LEAF) ||
        (shape->value_leaf == PQ_NO_LEAF && !is_typed)) {
        error_set(error, CORRUPT, "a Variant without %s",
                  shape->metadata_leaf == PQ_NO_LEAF && !is_part ? "metadata" : "value");
        return locate_field(builder, node, error);
    }
    return OK;
}

/* Adds a shredded object.  Each of its fields is a part of a Variant. */
static enum status add_object(struct builder *builder, uint32_t node, uint32_t depth,
                              struct error *error)
{
    add_shape(builder, node, PQ_SHAPE_GROUP, depth);
    set_roles_of_children(builder, node, ROLE_SHREDDED, depth + 1);
    for (uint32_t i = node + 1; i < node_at(builder, node)->end;
         i = node_at(builder, i)->end) {
        if (is_repeated(node_at(builder, i))) {
            error_set(error, CORRUPT, "a repeated part of a Variant");
            return locate_field(builder, i, error);
        }
    }
    return OK;
}

static enum status add_typed_value(struct builder *builder, uint32_t node, uint32_t depth,
                                   struct error *error)
{
    const struct pq_node *n = node_at(builder, node);
    if (n->is_leaf) {
        add_shape(builder, node, PQ_SHAPE_LEAF, depth);
        if (is_shredded_type(&builder->tree->leaves[n->first_leaf], n->element))
            return OK;
    } else if (is_sound_list(builder, node)) {
        add_list(builder, node, ROLE_SHREDDED, depth);
        return OK;
    } else if (!pq_is_list(n->element) && !pq_is_map(n->element) &&
               !pq_is_variant(n->element)) {
        return add_object(builder, node, depth, error);
    }
    error_set(error, UNSUPPORTED, "shredded to a type that Variants do not have");
    return locate_field(builder, node, error);
}

/* ---- All nodes ------------------------------------------------------------------- */

static enum status add_value(struct builder *builder, uint32_t node, bool is_entry,
                             uint32_t depth, struct error *error)
{
    const struct pq_node *n = node_at(builder, node);
    if (is_repeated(n) && !is_entry) {
        struct pq_shape *list = add_shape(builder, node, PQ_SHAPE_LIST, depth++);
        set_levels(builder, list, node);
        list->definition_level = node_at(builder, n->parent)->definition_level;
    }
    if (n->is_leaf) {
        add_shape(builder, node, PQ_SHAPE_LEAF, depth);
    } else if (pq_is_variant(n->element)) {
        return add_variant(builder, node, false, depth, error);
    } else if (is_sound_list(builder, node)) {
        add_list(builder, node, ROLE_FIELD, depth);
    } else if (is_sound_map(builder, node)) {
        add_map(builder, node, depth);
    } else {
        add_shape(builder, node, PQ_SHAPE_GROUP, depth);
        set_roles_of_children(builder, node, ROLE_FIELD, depth + 1);
    }
    return OK;
}

static enum status add_node(struct builder *builder, uint32_t node, struct error *error)
{
    struct node_role role = *node_role_of(builder, node);
    switch ((enum role)role.role) {
    case ROLE_FIELD:
    case ROLE_ENTRY:
        return add_value(builder, node, role.role == ROLE_ENTRY, role.depth, error);
    case ROLE_SHREDDED:
        return add_variant(builder, node, true, role.depth, error);
    case ROLE_TYPED:
        return add_typed_value(builder, node, role.depth, error);
    case ROLE_WRAPPER:
    case ROLE_PART:
        break;
    }
    return OK;
}

/* Sets the ends: a shape ends at the first later shape whose node is not below its own.
 * Each shape is visited once, for its parent. */
static void set_ends(const struct builder *builder)
{
    struct pq_shape *shapes = builder->shapes->shapes;
    uint32_t n = builder->shapes->n;
    for (uint32_t i = n; i-- > 0;) {
        uint32_t next = i + 1, end = node_at(builder, shapes[i].node)->end;
        while (next < n && shapes[next].node < end)
            next = shapes[next].end;
        shapes[i].end = next;
    }
}

enum status pq_shapes_build(const struct pq_schema_tree *tree, uint32_t node,
                            struct arena *arena, struct pq_shapes *shapes,
                            struct error *error)
{
    uint32_t end = tree->nodes[node].end;
    struct builder builder = {.tree = tree, .first = node, .shapes = shapes};
    *shapes = (struct pq_shapes){0};
    builder.node_roles = arena_alloc(arena, end - node, sizeof *builder.node_roles);
    /* A repeated field makes two shapes: the list and its element. */
    shapes->shapes = arena_alloc(arena, (size_t)(end - node) * 2, sizeof *shapes->shapes);
    if (builder.node_roles == NULL || shapes->shapes == NULL)
        return error_nomem(error);
    enum status status = OK;
    for (uint32_t i = node; status == OK && i < end; i++) {
        status = add_node(&builder, i, error);
        if (status == OK)
            status = interrupt_after(SHAPE_WORK, error);
    }
    if (status == OK)
        set_ends(&builder);
    return status;
}

/* ---- Children by name ------------------------------------------------------------ */

static int compare_names(const void *context, uint32_t a, uint32_t b)
{
    const struct pq_shapes *shapes = context;
    return slice_compare(shapes->shapes[a].name, shapes->shapes[b].name);
}

enum status pq_shape_order_build(const struct pq_shapes *shapes, uint32_t shape,
                                 struct arena *arena, struct pq_shape_order *order,
                                 struct error *error)
{
    const struct pq_shape *all = shapes->shapes;
    uint32_t n = 0;
    for (uint32_t i = shape + 1; i < all[shape].end; i = all[i].end)
        n++;
    uint32_t *children = arena_alloc(arena, 2 * (size_t)n + 1, sizeof *children);
    *order = (struct pq_shape_order){.n = n, .children = children};
    if (children == NULL)
        return error_nomem(error);
    for (uint32_t i = shape + 1, k = 0; i < all[shape].end; i = all[i].end)
        children[k++] = i;
    return merge_sort(compare_names, shapes, children, children + n, n, error);
}

uint32_t pq_shape_order_find(const struct pq_shapes *shapes,
                             const struct pq_shape_order *order, struct slice name)
{
    uint32_t low = 0, high = order->n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2, child = order->children[middle];
        int compared = slice_compare(name, shapes->shapes[child].name);
        if (compared == 0)
            return child;
        if (compared < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}
