/* SPDX-License-Identifier: MIT */
#include "parquet/nested/record_entries.h"

#include "parquet/schema/type_text.h"

enum status pq_record_entries_init(struct pq_record_entries *entries,
                                   const struct pq_schema_tree *tree, uint32_t node,
                                   struct arena *arena, struct error *error)
{
    const struct pq_node *field = &tree->nodes[node];
    entries->joins = arena_alloc(arena, field->n_leaves, sizeof *entries->joins);
    if (entries->joins == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i + 1 < field->n_leaves; i++) {
        const struct pq_node *above =
            &tree->nodes[tree->leaves[field->first_leaf + i].node];
        while (field->first_leaf + i + 1 >= above->first_leaf + above->n_leaves)
            above = &tree->nodes[above->parent];
        entries->joins[i] = (struct pq_leaf_join){(uint8_t)above->repetition_level,
                                                  (uint8_t)above->definition_level};
    }
    return OK;
}

/* ---- Entries --------------------------------------------------------------------- */

static enum status append_value(struct buffer *values, const struct column_vector *vector,
                                uint32_t row, struct error *error)
{
    uint32_t k = column_vector_index(vector, row);
    if (vector->kind != VECTOR_BYTES) {
        size_t width = vector_kind_width(vector->kind);
        return buffer_append(values, (const uint8_t *)vector->values.any + k * width,
                             width, error);
    }
    struct bytes_value value = vector->values.bytes[k];
    uint32_t size = (uint32_t)value.size; /* pages are smaller than 2^31 */
    enum status status = buffer_append(values, &size, sizeof size, error);
    return status == OK ? buffer_append(values, value.data, value.size, error) : status;
}

/* Appends the levels of a leaf's entries to the record, and their values to `values`. */
static enum status take_entries(struct pq_leaf_cursor *cursor, struct buffer *values,
                                struct buffer *record, uint32_t *n, struct error *error)
{
    enum status status = pq_leaf_cursor_need(cursor, error);
    *n = 0;
    while (status == OK && cursor->at < cursor->entries.n &&
           (*n == 0) == (pq_leaf_cursor_repetition(cursor) == 0)) {
        unsigned definition = pq_leaf_cursor_definition(cursor);
        const uint8_t levels[2] = {(uint8_t)pq_leaf_cursor_repetition(cursor),
                                   (uint8_t)definition};
        status = buffer_append(record, levels, sizeof levels, error);
        if (status == OK && definition == cursor->leaf->max_definition_level)
            status = append_value(values, &cursor->entries.vector, cursor->at, error);
        if (status != OK)
            break;
        ++*n;
        cursor->at++;
        if (cursor->leaf->max_repetition_level == 0)
            break;
        status = pq_leaf_cursor_need(cursor, error);
    }
    if (status == OK && *n == 0) {
        error_set(error, CORRUPT, "the pages of \"%.200s\" end too early",
                  cursor->leaf->column.name);
        return pq_leaf_cursor_locate(cursor, cursor->at, error);
    }
    cursor->record++;
    return status;
}

struct levels {
    const uint8_t *pairs;
    uint32_t n, at;
};

/* Moves to the next entry that belongs to both leaves; false: there is none. */
static bool find_common(struct levels *levels, unsigned repetition)
{
    while (levels->at < levels->n && levels->pairs[2 * levels->at] > repetition)
        levels->at++;
    return levels->at < levels->n;
}

/* Whether two leaves agree on the entries of the node above both. */
static bool agree(struct levels a, struct levels b, struct pq_leaf_join join)
{
    for (;; a.at++, b.at++) {
        bool a_has = find_common(&a, join.repetition);
        bool b_has = find_common(&b, join.repetition);
        if (!a_has || !b_has)
            return a_has == b_has;
        const uint8_t *one = a.pairs + 2 * a.at, *other = b.pairs + 2 * b.at;
        uint8_t level = one[1] < join.definition ? one[1] : join.definition;
        uint8_t other_level = other[1] < join.definition ? other[1] : join.definition;
        if (one[0] != other[0] || level != other_level)
            return false;
    }
}

enum status pq_append_record_entries(struct pq_record_entries *entries,
                                     struct pq_leaf_cursor *cursors, uint32_t n_leaves,
                                     struct buffer *record, struct error *error)
{
    size_t before = 0;
    uint32_t n_before = 0;
    for (uint32_t i = 0; i < n_leaves; i++) {
        struct pq_leaf_cursor *cursor = &cursors[i];
        uint32_t n = 0;
        uint8_t kind = 0;
        size_t begin = record->size;
        buffer_add(record, slice_of(&n, sizeof n), error);
        buffer_add(record, slice_of(&kind, 1), error);
        entries->values.size = 0;
        if (error->status != OK ||
            take_entries(cursor, &entries->values, record, &n, error) != OK)
            return error->status;
        /* A leaf without values may have no vector. */
        kind = (uint8_t)cursor->leaf->column.kind;
        memcpy(record->data + begin, &n, sizeof n);
        record->data[begin + sizeof n] = kind;
        size_t levels = begin + sizeof n + 1;
        if (i > 0 &&
            !agree((struct levels){record->data + before, n_before, 0},
                   (struct levels){record->data + levels, n, 0}, entries->joins[i - 1]))
            return error_set(error, CORRUPT,
                             "the levels of \"%.200s\" contradict those around it",
                             cursor->leaf->column.name);
        before = levels;
        n_before = n;
        buffer_add(record, buffer_slice(&entries->values), error);
    }
    return error->status;
}

/* ---- Form ------------------------------------------------------------------------ */

/* Appends a letter for each level on the way from the field to a node. */
static enum status append_levels(const struct pq_schema_tree *tree, uint32_t field,
                                 uint32_t node, struct buffer *text, struct error *error)
{
    enum status status = OK;
    if (node != field)
        status = append_levels(tree, field, tree->nodes[node].parent, text, error);
    int repetition = tree->nodes[node].element->repetition;
    if (status == OK && repetition == PQ_REPEATED)
        status = buffer_append_text(text, "R", error);
    else if (status == OK && repetition == PQ_OPTIONAL)
        status = buffer_append_text(text, "O", error);
    return status;
}

enum status pq_append_record_form(const struct pq_schema_tree *tree, uint32_t node,
                                  struct buffer *text, struct error *error)
{
    const struct pq_node *field = &tree->nodes[node];
    enum status status = buffer_append_text(text, "RECORDS", error);
    for (uint32_t i = 0; status == OK && i < field->n_leaves; i++) {
        const struct pq_leaf *leaf = &tree->leaves[field->first_leaf + i];
        struct pq_schema_element element = *tree->nodes[leaf->node].element;
        element.repetition = PQ_OPTIONAL;
        status = buffer_append_text(text, " ", error);
        if (status == OK)
            status = append_levels(tree, node, leaf->node, text, error);
        if (status == OK)
            status = buffer_append_text(text, ":", error);
        if (status == OK)
            status = pq_append_type_text(&element, text, error);
    }
    return status;
}
