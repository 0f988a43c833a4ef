/* SPDX-License-Identifier: MIT */
#include "parquet/schema/field_tree.h"

#include "base/interrupt.h"

enum { FIELD_WORK = 200 }; /* for interrupt_after() */

static enum field_kind kind_of(const struct pq_shape *shape)
{
    static const enum field_kind kinds[] = {
        [PQ_SHAPE_LEAF] = FIELD_VALUE,      [PQ_SHAPE_GROUP] = FIELD_STRUCT,
        [PQ_SHAPE_LIST] = FIELD_LIST,       [PQ_SHAPE_MAP] = FIELD_MAP,
        [PQ_SHAPE_VARIANT] = FIELD_VARIANT,
    };
    return kinds[shape->kind];
}

/* Sets a field's own properties. */
static enum status set_field(const struct pq_schema_tree *tree,
                             const struct pq_shape *shape, struct arena *arena,
                             struct file_field *field, struct error *error)
{
    const struct pq_schema_element *element = tree->nodes[shape->node].element;
    struct column *column = &field->column;
    field->kind = kind_of(shape);
    *column = (struct column){.type = COLUMN_NESTED, .kind = VECTOR_BYTES};
    if (field->kind == FIELD_VALUE)
        *column = tree->leaves[shape->first_leaf].column;
    column->name = arena_copy_text(arena, shape->name.data, shape->name.size);
    column->name_size = (uint32_t)shape->name.size;
    column->is_nullable = !shape->is_required;
    column->has_field_id = element->has_field_id;
    column->field_id = element->field_id;
    return column->name != NULL ? OK : error_nomem(error);
}

/* Makes room for a field's members.  fields: of each shape. */
static enum status add_members(const struct pq_shapes *shapes, uint32_t i,
                               struct arena *arena, struct file_field **fields,
                               struct error *error)
{
    const struct pq_shape *all = shapes->shapes;
    struct file_field *field = fields[i];
    uint32_t n = 0;
    for (uint32_t k = i + 1; k < all[i].end; k = all[k].end)
        n++;
    field->n_members = field->kind == FIELD_MAP ? 2 : n;
    field->members = arena_alloc(arena, (size_t)field->n_members + 1,
                                 sizeof *field->members);
    if (field->members == NULL)
        return error_nomem(error);
    n = 0;
    for (uint32_t k = i + 1; k < all[i].end; k = all[k].end)
        fields[k] = &field->members[n++];
    if (n < field->n_members) /* a map without values */
        field->members[n].column = (struct column){.name = "", .type = COLUMN_NULL};
    return OK;
}

enum status pq_field_tree_build(const struct pq_schema_tree *tree, uint32_t node,
                                struct arena *arena, struct file_field **field,
                                struct error *error)
{
    struct pq_shapes shapes;
    enum status status = pq_shapes_build(tree, node, arena, &shapes, error);
    if (status != OK)
        return status;
    struct file_field **fields = arena_alloc(arena, shapes.n,
                                             sizeof(struct file_field *));
    *field = arena_alloc(arena, 1, sizeof **field);
    if (fields == NULL || *field == NULL)
        return error_nomem(error);
    fields[0] = *field;
    for (uint32_t i = 0; status == OK && i < shapes.n; i++) {
        status = set_field(tree, &shapes.shapes[i], arena, fields[i], error);
        if (fields[i]->kind == FIELD_VARIANT) /* its parts are not shown */
            i = shapes.shapes[i].end - 1;
        else if (status == OK)
            status = add_members(&shapes, i, arena, fields, error);
        if (status == OK)
            status = interrupt_after(FIELD_WORK, error);
    }
    return status;
}
