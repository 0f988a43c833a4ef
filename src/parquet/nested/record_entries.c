/* SPDX-License-Identifier: MIT */
#include "parquet/nested/record_entries.h"

#include "parquet/schema/type_text.h"

enum { MOST_RECORD_BYTES = 1 << 30 };

static const uint8_t *element_levels_of(const struct pq_schema_tree *tree,
                                        const struct pq_leaf *leaf, struct arena *arena)
{
    uint8_t *levels = arena_alloc(arena, (size_t)leaf->max_repetition_level + 1, 1);
    if (levels == NULL)
        return NULL;
    for (uint32_t i = leaf->node; i != 0; i = tree->nodes[i].parent) {
        const struct pq_node *node = &tree->nodes[i];
        if (node->element->repetition == PQ_REPEATED)
            levels[node->repetition_level] = (uint8_t)node->definition_level;
    }
    return levels;
}

static struct pq_leaf_join join_of(const struct pq_schema_tree *tree, uint32_t leaf)
{
    const struct pq_node *above = &tree->nodes[tree->leaves[leaf].node];
    while (leaf + 1 >= above->first_leaf + above->n_leaves)
        above = &tree->nodes[above->parent];
    return (struct pq_leaf_join){(uint8_t)above->repetition_level,
                                 (uint8_t)above->definition_level};
}

enum status pq_record_entries_init(struct pq_record_entries *entries,
                                   const struct pq_schema_tree *tree, uint32_t node,
                                   struct arena *arena, struct error *error)
{
    uint32_t first = tree->nodes[node].first_leaf, n = tree->nodes[node].n_leaves;
    entries->joins = arena_alloc(arena, n, sizeof *entries->joins);
    entries->element_levels = arena_alloc(arena, n, sizeof *entries->element_levels);
    if (entries->joins == NULL || entries->element_levels == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n; i++) {
        entries->element_levels[i] = element_levels_of(tree, &tree->leaves[first + i],
                                                       arena);
        if (entries->element_levels[i] == NULL)
            return error_nomem(error);
        if (i + 1 < n)
            entries->joins[i] = join_of(tree, first + i);
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

static enum status disagree(const struct pq_leaf_cursor *cursor, struct error *error)
{
    error_set(error, CORRUPT, "the levels of \"%.200s\" contradict those around it",
              cursor->leaf->column.name);
    return pq_leaf_cursor_locate(cursor, cursor->at, error);
}

/* Appends the levels of a leaf's entries to the record, and their values to `values`.
 * Only a list with elements goes on with further ones. */
static enum status take_entries(struct pq_leaf_cursor *cursor,
                                const uint8_t *element_levels, struct buffer *values,
                                struct buffer *record, uint32_t *n, struct error *error)
{
    enum status status = pq_leaf_cursor_need(cursor, error);
    unsigned before = 0;
    *n = 0;
    if (status == OK && cursor->at < cursor->entries.n &&
        pq_leaf_cursor_repetition(cursor) > 0)
        return disagree(cursor, error);
    while (status == OK && cursor->at < cursor->entries.n &&
           (*n == 0) == (pq_leaf_cursor_repetition(cursor) == 0)) {
        unsigned definition = pq_leaf_cursor_definition(cursor);
        unsigned repetition = pq_leaf_cursor_repetition(cursor);
        const uint8_t levels[2] = {(uint8_t)repetition, (uint8_t)definition};
        unsigned least = repetition > 0 ? element_levels[repetition] : 0;
        if (definition < least || (repetition > 0 && before < least))
            return disagree(cursor, error);
        before = definition;
        status = buffer_append(record, levels, sizeof levels, error);
        if (record->size + values->size > MOST_RECORD_BYTES)
            return error_set(error, TOO_BIG, "a row of more than 1 GiB");
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
            take_entries(cursor, entries->element_levels[i], &entries->values, record, &n,
                         error) != OK)
            return error->status;
        /* A leaf without values may have no vector. */
        kind = (uint8_t)cursor->leaf->column.kind;
        memcpy(record->data + begin, &n, sizeof n);
        record->data[begin + sizeof n] = kind;
        size_t levels = begin + sizeof n + 1;
        if (i > 0 &&
            !agree((struct levels){record->data + before, n_before, 0},
                   (struct levels){record->data + levels, n, 0}, entries->joins[i - 1]))
            return disagree(cursor, error);
        before = levels;
        n_before = n;
        buffer_add(record, buffer_slice(&entries->values), error);
    }
    return error->status;
}

/* ---- Form ------------------------------------------------------------------------ */

/* Appends a letter for each level on the way from the field to a node, and for the parts
 * of Variants, whose order the type in words does not say. */
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
    if (status == OK && tree->nodes[node].variant_role == PQ_ROLE_METADATA)
        status = buffer_append_text(text, "M", error);
    else if (status == OK && tree->nodes[node].variant_role == PQ_ROLE_VALUE)
        status = buffer_append_text(text, "V", error);
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
