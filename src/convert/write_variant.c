/* SPDX-License-Identifier: MIT */
#include "convert/write_variant.h"

#include "base/alloc.h"
#include "convert/write_nested.h"
#include "parquet/variant/variant_types.h"

static const uint32_t NO_NODE = UINT32_MAX;

struct open_variant {
    uint32_t shape; /* the VARIANT; its typed_value is the next shape */
    uint32_t node;
    uint32_t next;       /* LIST: the node of the next element; GROUP: the next shape */
    uint32_t n_taken;    /* GROUP: members that have a shape */
    unsigned repetition; /* level of the next entries */
};

void write_variant_prepare(struct write_nested *nested)
{
    const struct pq_shapes *shapes = &nested->shapes;
    for (uint32_t i = 1; i < shapes->n; i++) {
        if (shapes->shapes[i].kind == PQ_SHAPE_LEAF &&
            shapes->shapes[i - 1].kind == PQ_SHAPE_VARIANT &&
            shapes->shapes[i - 1].end > i)
            nested->leaves[shapes->shapes[i].first_leaf].target.least_fit = TEXT_IS;
    }
}

void write_variant_release(struct write_variant *variant)
{
    pq_variant_builder_release(&variant->builder);
    buffer_release(&variant->bytes);
    mem_free(variant->open);
    *variant = (struct write_variant){0};
}

static const struct pq_shape *shape_at(const struct write_nested *nested, uint32_t shape)
{
    return &nested->shapes.shapes[shape];
}

static const struct pq_variant_node *node_at(const struct write_nested *nested,
                                             uint32_t node)
{
    return &nested->variant.builder.nodes[node];
}

/* ---- Typed leaves ---------------------------------------------------------------- */

/* The node's number as a double, if it is encoded as one or is a double's own text. */
static bool is_real(const struct write_nested *nested, const struct pq_variant_node *node,
                    double *real)
{
    const uint8_t *value = nested->variant.builder.scalars.data + node->begin;
    if (value[0] != PQ_VARIANT_DOUBLE << 2)
        return double_from_text(node->text, real) == TEXT_IS;
    uint64_t bits = load_u64(value + 1);
    memcpy(real, &bits, sizeof bits);
    return true;
}

/* Copies a value of the leaf's own type; false if its type is another one.  The number
 * of a decimal may still not fit. */
static bool copied_value(const struct write_nested *nested, uint32_t leaf, uint32_t n,
                         struct physical_value *value)
{
    const struct pq_variant_node *node = node_at(nested, n);
    const struct write_target *target = &nested->leaves[leaf].target;
    const uint8_t *bytes = nested->variant.builder.scalars.data + node->begin + 1;
    struct cell cell = {.class = CELL_TEXT, .bytes = node->text};
    if (node->type != pq_variant_type_of(&target->column, target->element.type))
        return false;
    switch ((enum pq_variant_type)node->type) {
    case PQ_VARIANT_FLOAT:
        value->real = load_float(bytes);
        return true;
    case PQ_VARIANT_DOUBLE:
        value->real = load_double(bytes);
        return true;
    case PQ_VARIANT_DECIMAL4:
    case PQ_VARIANT_DECIMAL8:
    case PQ_VARIANT_DECIMAL16:
        return target->convert(target, &cell, value);
    case PQ_VARIANT_TRUE:
        value->integer = node->kind == JSON_TRUE;
        return true;
    case PQ_VARIANT_STRING:
        value->bytes = pq_variant_string(&nested->variant.builder, n);
        return true;
    case PQ_VARIANT_BINARY:
        value->bytes = slice_of(bytes + 4, load_u32(bytes));
        return true;
    case PQ_VARIANT_UUID:
        value->bytes = slice_of(bytes, 16);
        return true;
    default:
        value->integer = pq_variant_integer(bytes, node->size - 1);
        return true;
    }
}

/* Converts the node to a value of the typed leaf; false unless it reads as the same
 * JSON, and has the same type if its own was given. */
static bool typed_value(struct write_nested *nested, uint32_t leaf, uint32_t node,
                        struct physical_value *value)
{
    const struct write_target *target = &nested->leaves[leaf].target;
    const struct pq_variant_node *n = node_at(nested, node);
    if (n->type != PQ_VARIANT_N_TYPES)
        return copied_value(nested, leaf, node, value);
    if (target->column.type == COLUMN_REAL) {
        struct cell cell = {.class = CELL_REAL};
        return n->kind == JSON_NUMBER && is_real(nested, n, &cell.real) &&
               target->convert(target, &cell, value);
    }
    bool is_text = n->kind == JSON_STRING;
    return write_leaf_convert(nested, leaf, (enum json_token)n->kind,
                              is_text ? pq_variant_string(&nested->variant.builder, node)
                                      : n->text,
                              true, value);
}

/* ---- Values ---------------------------------------------------------------------- */

/* Appends variant->bytes to the leaf. */
static enum status append_bytes(struct write_nested *nested, uint32_t leaf,
                                unsigned repetition, struct error *error)
{
    struct physical_value value = {.bytes = buffer_slice(&nested->variant.bytes)};
    return write_leaf_append(nested, leaf, repetition, &value, error);
}

/* Appends the node, without its members that are taken, to the shape's `value` leaf. */
static enum status append_value(struct write_nested *nested, uint32_t shape,
                                unsigned repetition, uint32_t node, struct error *error)
{
    struct write_variant *variant = &nested->variant;
    uint32_t leaf = shape_at(nested, shape)->value_leaf;
    if (leaf == PQ_NO_LEAF)
        return error_set(error, MISUSE,
                         "a part does not fit the type that the Variant is shredded to: "
                         "use plain VARIANT");
    if (nested->is_checking)
        return OK;
    variant->bytes.size = 0;
    enum status status = pq_append_variant_value(&variant->builder, node, &variant->bytes,
                                                 error);
    return status == OK ? append_bytes(nested, leaf, repetition, error) : status;
}

static enum status value_absent(struct write_nested *nested, uint32_t shape,
                                unsigned repetition, struct error *error)
{
    const struct pq_shape *s = shape_at(nested, shape);
    if (s->value_leaf == PQ_NO_LEAF)
        return OK;
    return write_leaves_absent(nested, s->value_leaf, 1, repetition, s->definition_level,
                               error);
}

static enum status typed_absent(struct write_nested *nested, uint32_t shape,
                                unsigned repetition, struct error *error)
{
    const struct pq_shape *s = shape_at(nested, shape);
    if (s->end == shape + 1)
        return OK;
    return write_leaves_absent(nested, s[1].first_leaf, s[1].n_leaves, repetition,
                               s->definition_level, error);
}

/* ---- Shredding ------------------------------------------------------------------- */

static void push(struct write_nested *nested, uint32_t shape, uint32_t node,
                 unsigned repetition)
{
    struct write_variant *variant = &nested->variant;
    bool is_list = shape_at(nested, shape + 1)->kind == PQ_SHAPE_LIST;
    variant->open[variant->depth++] = (struct open_variant){
        .shape = shape,
        .node = node,
        .next = is_list ? node + 1 : shape + 2,
        .repetition = repetition,
    };
}

static enum status take_array(struct write_nested *nested, uint32_t shape, uint32_t node,
                              unsigned repetition, struct error *error)
{
    const struct pq_shape *list = shape_at(nested, shape + 1);
    enum status status = value_absent(nested, shape, repetition, error);
    if (status != OK)
        return status;
    if (node_at(nested, node)->sums.n > 0) {
        push(nested, shape, node, repetition);
        return OK;
    }
    return write_leaves_absent(nested, list->first_leaf, list->n_leaves, repetition,
                               list->element_level - 1U, error);
}

/* Writes the node to the shape, a VARIANT; NO_NODE: the value is missing. */
static enum status take_node(struct write_nested *nested, uint32_t shape, uint32_t node,
                             unsigned repetition, struct error *error)
{
    const struct pq_shape *s = shape_at(nested, shape);
    struct physical_value typed;
    enum status status;
    if (node == NO_NODE) {
        status = value_absent(nested, shape, repetition, error);
        return status == OK ? typed_absent(nested, shape, repetition, error) : status;
    }
    unsigned kind = node_at(nested, node)->kind;
    if (s->end > shape + 1) {
        switch (s[1].kind) {
        case PQ_SHAPE_LIST:
            if (kind == JSON_BEGIN_ARRAY)
                return take_array(nested, shape, node, repetition, error);
            break;
        case PQ_SHAPE_GROUP:
            if (kind == JSON_BEGIN_OBJECT) {
                push(nested, shape, node, repetition);
                return OK;
            }
            break;
        default:
            if (!typed_value(nested, s[1].first_leaf, node, &typed))
                break;
            status = value_absent(nested, shape, repetition, error);
            return status == OK ? write_leaf_append(nested, s[1].first_leaf, repetition,
                                                    &typed, error)
                                : status;
        }
    }
    status = append_value(nested, shape, repetition, node, error);
    return status == OK ? typed_absent(nested, shape, repetition, error) : status;
}

/* Writes the next element of the array, or ends it. */
static enum status step_array(struct write_nested *nested, struct open_variant *open,
                              struct error *error)
{
    struct write_variant *variant = &nested->variant;
    uint32_t node = open->next;
    unsigned repetition = open->repetition;
    if (node == node_at(nested, open->node)->end) {
        variant->depth--;
        return OK;
    }
    open->next = node_at(nested, node)->end;
    open->repetition = shape_at(nested, open->shape + 1)->repetition_level;
    return take_node(nested, open->shape + 2, node, repetition, error);
}

/* Writes the next field that has a shape; after the last one, all other members. */
static enum status step_object(struct write_nested *nested, struct open_variant *open,
                               struct error *error)
{
    struct write_variant *variant = &nested->variant;
    uint32_t field = open->next;
    if (field == shape_at(nested, open->shape)->end) {
        variant->depth--;
        if (open->n_taken == node_at(nested, open->node)->sums.n)
            return value_absent(nested, open->shape, open->repetition, error);
        return append_value(nested, open->shape, open->repetition, open->node, error);
    }
    const struct pq_shape *s = shape_at(nested, field);
    uint32_t member = pq_variant_member(&variant->builder, open->node, s->name);
    open->next = s->end;
    if (member != NO_NODE) {
        variant->builder.nodes[member].is_taken = true;
        open->n_taken++;
    }
    return take_node(nested, field, member, open->repetition, error);
}

/* Whether reading returns the number as it is written. */
static bool is_own_number(const struct pq_variant_builder *builder,
                          const struct pq_variant_node *node)
{
    bool has_exponent = false;
    for (size_t i = 0; i < node->text.size; i++)
        has_exponent = has_exponent || (node->text.data[i] | 0x20) == 'e';
    if (builder->scalars.data[node->begin] != PQ_VARIANT_DOUBLE << 2)
        return !has_exponent;
    return write_real_is_own_text(node->text);
}

/* Whether reading returns the same numbers and the same order of members. */
static bool is_own_form(const struct pq_variant_builder *builder)
{
    for (uint32_t i = 0; i < builder->n_nodes; i++) {
        const struct pq_variant_node *node = &builder->nodes[i];
        if (node->kind == JSON_NUMBER && node->type == PQ_VARIANT_N_TYPES &&
            !is_own_number(builder, node))
            return false;
        for (uint32_t k = 1; node->kind == JSON_BEGIN_OBJECT && k < node->sums.n; k++) {
            const uint64_t *members = builder->members + node->begin;
            if ((uint32_t)members[k - 1] > (uint32_t)members[k])
                return false;
        }
    }
    return true;
}

enum status write_variant_take(struct write_nested *nested, uint32_t shape,
                               unsigned repetition, enum json_token token,
                               struct slice text, struct error *error)
{
    struct write_variant *variant = &nested->variant;
    const struct pq_shape *s = shape_at(nested, shape);
    enum status status = pq_variant_read_json(&variant->builder, &nested->reader, token,
                                              text, &nested->types, error);
    if (status != OK)
        return status;
    if (nested->is_strict && !is_own_form(&variant->builder))
        return error_set(error, MISUSE,
                         "the JSON text differs from what reading would return");
    if (variant->open == NULL) {
        variant->open = mem_alloc(nested->shapes.depth, sizeof *variant->open);
        if (variant->open == NULL)
            return error_nomem(error);
    }
    if (!nested->is_checking) {
        variant->bytes.size = 0;
        status = pq_append_variant_metadata(&variant->builder, &variant->bytes, error);
        if (status == OK)
            status = append_bytes(nested, s->metadata_leaf, repetition, error);
    }
    variant->depth = 0;
    if (status == OK)
        status = take_node(nested, shape, 0, repetition, error);
    while (status == OK && variant->depth > 0) {
        struct open_variant *open = &variant->open[variant->depth - 1];
        status = shape_at(nested, open->shape + 1)->kind == PQ_SHAPE_LIST
                     ? step_array(nested, open, error)
                     : step_object(nested, open, error);
    }
    return status;
}
