/* SPDX-License-Identifier: MIT */
#include "parquet/nested/json_assembler.h"

#include "base/alloc.h"
#include "value/map_entries.h"
#include "parquet/variant/variant_types.h"
#include "scan/json_cell.h"

enum {
    MOST_JSON = 1 << 30,   /* bytes of one record */
    LARGE_VALUE = 1 << 20, /* larger values are measured before they are appended */
    KEY_STEP = 8,          /* bytes of a key that are copied at a time */
    /* Each leaf has its own reader, with windows of 20 KB or more. */
    MOST_LEAVES = 20 * 1000,
};

/* `,"name":`, the text in front of an object's member; the first member skips the comma.
 * KEY_STEP spare bytes follow, so that keys can be copied in whole steps. */
struct pq_shape_text {
    const uint8_t *data;
    uint32_t size;
    struct pq_shape_order order; /* of a shredded object's members */
};

/* An object, list or map whose JSON is being written. */
struct pq_open_shape {
    uint32_t shape;
    uint32_t next;       /* the next child; objects of Variants: index in the order */
    uint16_t repetition; /* level at which the current element begins */
    uint16_t definition; /* least definition level of an element's entries */
    bool is_first;       /* nothing has been written into it yet */
    bool has_key;        /* MAP: the key is written, the value is next */
    bool has_rest;      /* object of a Variant: `rest` has fields that are not shredded */
    size_t first_entry; /* MAP: offset of its entries in assembler->entries */
    struct pq_variant_container rest;
    struct slice rest_name, rest_value; /* the next field of `rest` */
    bool rest_is_read;
};

static struct pq_leaf_cursor *cursor_of(const struct pq_json_assembler *assembler,
                                        uint32_t leaf)
{
    return &assembler->cursors[leaf - assembler->first_leaf];
}

static const struct pq_shape *shape_at(const struct pq_json_assembler *assembler,
                                       uint32_t shape)
{
    return &assembler->shapes.shapes[shape];
}

static enum status disagree(const struct pq_leaf_cursor *cursor, struct error *error)
{
    error_set(error, CORRUPT, "the levels of \"%.200s\" contradict those around it",
              cursor->leaf->column.name);
    return pq_leaf_cursor_locate(cursor, cursor->at, error);
}

/* Reads the definition level of the current entry.  CORRUPT unless the entry's repetition
 * level is `repetition` and its definition level at least `definition`. */
static inline enum status take_level(struct pq_leaf_cursor *cursor, unsigned repetition,
                                     unsigned definition, unsigned *level,
                                     struct error *error)
{
    enum status status = pq_leaf_cursor_need(cursor, error);
    *level = 0;
    if (status != OK)
        return status;
    if (cursor->at >= cursor->entries.n) {
        error_set(error, CORRUPT, "the pages of \"%.200s\" end too early",
                  cursor->leaf->column.name);
        return pq_leaf_cursor_locate(cursor, cursor->at, error);
    }
    *level = pq_leaf_cursor_definition(cursor);
    if (pq_leaf_cursor_repetition(cursor) != repetition || *level < definition)
        return disagree(cursor, error);
    return OK;
}

/* Skips one entry of each leaf; all must have exactly the given levels. */
static enum status pass_absent(struct pq_json_assembler *assembler, uint32_t first_leaf,
                               uint32_t n_leaves, unsigned repetition,
                               unsigned definition, struct error *error)
{
    for (uint32_t i = 0; i < n_leaves; i++) {
        struct pq_leaf_cursor *cursor = cursor_of(assembler, first_leaf + i);
        unsigned level;
        enum status status = take_level(cursor, repetition, definition, &level, error);
        if (status != OK)
            return status;
        if (level != definition)
            return disagree(cursor, error);
        cursor->at++;
    }
    return OK;
}

/* The current definition level of a shape's first leaf; `definition`, its parent's, if
 * the shape has no leaves. */
static enum status level_of(struct pq_json_assembler *assembler,
                            const struct pq_shape *shape, unsigned repetition,
                            unsigned definition, unsigned *level, struct error *error)
{
    *level = definition;
    if (shape->n_leaves == 0)
        return OK;
    return take_level(cursor_of(assembler, shape->first_leaf), repetition, definition,
                      level, error);
}

static struct pq_open_shape *push(struct pq_json_assembler *assembler, uint32_t shape,
                                  unsigned repetition, unsigned definition)
{
    struct pq_open_shape *open = &assembler->stack[assembler->depth++];
    open->shape = shape;
    open->next = shape + 1;
    open->repetition = (uint16_t)repetition;
    open->definition = (uint16_t)definition;
    open->is_first = true;
    open->has_key = open->has_rest = open->rest_is_read = false;
    return open;
}

static enum status too_big(struct error *error)
{
    return error_set(error, TOO_BIG, "a value of more than 1 GiB as JSON");
}

static enum status check_size(const struct pq_json_assembler *assembler,
                              const struct buffer *text, struct error *error)
{
    return text->size <= assembler->most_text ? OK : too_big(error);
}

/* Checks the size of a large value before it is appended. */
static enum status check_value(const struct pq_json_assembler *assembler,
                               const struct buffer *text, const struct column *column,
                               const struct column_vector *vector, uint32_t row,
                               struct error *error)
{
    if (column->kind != VECTOR_BYTES || column_vector_is_null(vector, row))
        return OK;
    struct bytes_value value = vector->values.bytes[column_vector_index(vector, row)];
    if (value.size <= LARGE_VALUE)
        return OK;
    bool is_text = column->type == COLUMN_TEXT || column->type == COLUMN_JSON;
    size_t size = is_text ? json_string_size(slice_of(value.data, value.size))
                          : value.size * 2;
    if (text->size <= assembler->most_text && size <= assembler->most_text - text->size)
        return OK;
    return too_big(error);
}

/* ---- Lists of leaves ------------------------------------------------------------- */

static enum status append_leaf(struct pq_json_assembler *assembler,
                               const struct pq_shape *shape, struct buffer *text,
                               unsigned repetition, unsigned definition,
                               struct error *error)
{
    struct pq_leaf_cursor *cursor = cursor_of(assembler, shape->first_leaf);
    unsigned level;
    enum status status = take_level(cursor, repetition, definition, &level, error);
    const struct column *column = &cursor->leaf->column;
    const struct column_vector *vector = &cursor->entries.vector;
    if (status == OK)
        status = check_value(assembler, text, column, vector, cursor->at, error);
    if (status != OK)
        return status;
    return append_json_cell(text, column, vector, cursor->at++, error);
}

/* Notes the type of a Variant's scalar, if that is asked for. */
static enum status note_type(struct pq_json_assembler *assembler, uint8_t type,
                             struct error *error)
{
    struct buffer *types = assembler->variant_writer.types;
    return types != NULL ? buffer_append(types, &type, 1, error) : OK;
}

/* Appends the typed_value of a Variant's scalar. */
static enum status append_typed(struct pq_json_assembler *assembler,
                                const struct pq_shape *shape, struct buffer *text,
                                unsigned repetition, unsigned definition,
                                struct error *error)
{
    const struct pq_leaf *leaf = cursor_of(assembler, shape->first_leaf)->leaf;
    enum status status = note_type(
        assembler, (uint8_t)pq_variant_type_of(&leaf->column, leaf->type), error);
    return status == OK
               ? append_leaf(assembler, shape, text, repetition, definition, error)
               : status;
}

static enum status append_variant_null(struct pq_json_assembler *assembler,
                                       struct buffer *text, struct error *error)
{
    enum status status = note_type(assembler, PQ_VARIANT_NULL, error);
    return status == OK ? buffer_append_text(text, "null", error) : status;
}

/* Appends a non-empty list whose elements are leaves. */
static enum status append_leaves(struct pq_json_assembler *assembler,
                                 const struct pq_shape *list, struct buffer *text,
                                 unsigned repetition, struct error *error)
{
    struct pq_leaf_cursor *cursor = cursor_of(assembler, list->first_leaf);
    enum status status = buffer_append_text(text, "[", error);
    while (status == OK) {
        status = append_leaf(assembler, list + 1, text, repetition, list->element_level,
                             error);
        if (status == OK)
            status = check_size(assembler, text, error);
        if (status == OK)
            status = pq_leaf_cursor_need(cursor, error);
        if (status != OK || cursor->at >= cursor->entries.n ||
            pq_leaf_cursor_repetition(cursor) != list->repetition_level)
            break;
        repetition = list->repetition_level;
        status = buffer_append_text(text, ",", error);
    }
    return status == OK ? buffer_append_text(text, "]", error) : status;
}

/* ---- Variants -------------------------------------------------------------------- */

/* Adds the page of the leaf's last entry that take_part() read to an error. */
static enum status locate_part(const struct pq_json_assembler *assembler, uint32_t leaf,
                               struct error *error)
{
    const struct pq_leaf_cursor *cursor = cursor_of(assembler, leaf);
    return pq_leaf_cursor_locate(cursor, cursor->at - 1, error);
}

/* Appends a Variant's value, or a part of one, as JSON; `leaf` locates errors. */
static enum status append_variant_value(struct pq_json_assembler *assembler,
                                        uint32_t leaf, struct buffer *text,
                                        struct slice value, struct error *error)
{
    enum status status = pq_append_variant_json(&assembler->variant_writer, text,
                                                &assembler->metadata, value, error);
    return status == OK ? OK : locate_part(assembler, leaf, error);
}

/* Reads an entry of a `metadata` or `value` leaf; bytes->data is NULL where it is null.
 */
static enum status take_part(struct pq_json_assembler *assembler, uint32_t leaf,
                             unsigned repetition, unsigned definition,
                             struct slice *bytes, struct error *error)
{
    *bytes = (struct slice){NULL, 0};
    if (leaf == PQ_NO_LEAF)
        return OK;
    struct pq_leaf_cursor *cursor = cursor_of(assembler, leaf);
    unsigned level;
    enum status status = take_level(cursor, repetition, definition, &level, error);
    if (status != OK)
        return status;
    uint32_t row = cursor->at++;
    if (level < cursor->leaf->max_definition_level)
        return OK;
    const struct column_vector *vector = &cursor->entries.vector;
    struct bytes_value value = vector->values.bytes[column_vector_index(vector, row)];
    *bytes = slice_of(value.size > 0 ? value.data : (const uint8_t *)"", value.size);
    return OK;
}

/* The `value` leaf of a shredded object, which holds its other fields. */
static uint32_t value_leaf_of(const struct pq_json_assembler *assembler,
                              const struct pq_open_shape *open)
{
    return shape_at(assembler, open->shape - 1)->value_leaf;
}

/* Opens a shredded object; `value` holds its other fields, if any. */
static enum status open_variant_object(struct pq_json_assembler *assembler,
                                       uint32_t typed, struct buffer *text,
                                       unsigned repetition, struct slice value,
                                       struct error *error)
{
    const struct pq_shape *shape = shape_at(assembler, typed);
    struct pq_open_shape *open = push(assembler, typed, repetition,
                                      shape->definition_level);
    open->next = 0;
    if (value.data == NULL)
        return buffer_append_text(text, "{", error);
    enum status status;
    if (pq_variant_is_object(value))
        status = pq_variant_container_open(value, &open->rest, error);
    else
        status = error_set(error, CORRUPT,
                           "a Variant with shredded fields is not an object");
    if (status != OK)
        return locate_part(assembler, value_leaf_of(assembler, open), error);
    open->has_rest = true;
    return buffer_append_text(text, "{", error);
}

/* Appends a Variant, or a shredded part of one, that is not missing: its entries have at
 * least the level `definition`. */
static enum status append_variant(struct pq_json_assembler *assembler, uint32_t index,
                                  struct buffer *text, unsigned repetition,
                                  unsigned definition, struct error *error)
{
    const struct pq_shape *shape = shape_at(assembler, index);
    const struct pq_shape *typed = shape->end > index + 1 ? shape + 1 : NULL;
    struct slice metadata, value;
    unsigned level = 0;
    enum status status = take_part(assembler, shape->metadata_leaf, repetition,
                                   definition, &metadata, error);
    if (status == OK && shape->metadata_leaf != PQ_NO_LEAF) {
        if (metadata.data == NULL)
            status = error_set(error, CORRUPT, "a Variant without metadata");
        else
            status = pq_variant_metadata_open(metadata, &assembler->metadata, error);
        if (status != OK)
            return locate_part(assembler, shape->metadata_leaf, error);
    }
    if (status == OK)
        status = take_part(assembler, shape->value_leaf, repetition, definition, &value,
                           error);
    bool is_typed = false;
    if (status == OK && typed != NULL && typed->n_leaves > 0) {
        status = level_of(assembler, typed, repetition, definition, &level, error);
        is_typed = status == OK && level >= typed->definition_level;
        if (status == OK && !is_typed)
            status = pass_absent(assembler, typed->first_leaf, typed->n_leaves,
                                 repetition, level, error);
    }
    if (status != OK)
        return status;
    if (!is_typed && value.data == NULL)
        return append_variant_null(assembler, text, error);
    if (!is_typed)
        return append_variant_value(assembler, shape->value_leaf, text, value, error);
    if (typed->kind == PQ_SHAPE_GROUP)
        return open_variant_object(assembler, index + 1, text, repetition, value, error);
    if (value.data != NULL) {
        error_set(error, CORRUPT, "a Variant with both value and typed_value");
        return locate_part(assembler, shape->value_leaf, error);
    }
    if (typed->kind == PQ_SHAPE_LEAF)
        return append_typed(assembler, typed, text, repetition, definition, error);
    if (level < typed->element_level) {
        status = pass_absent(assembler, typed->first_leaf, typed->n_leaves, repetition,
                             level, error);
        return status == OK ? buffer_append_text(text, "[]", error) : status;
    }
    push(assembler, index + 1, repetition, typed->element_level);
    return buffer_append_text(text, "[", error);
}

/* Whether a shredded field is missing; if so, skips its entries. */
static enum status field_is_missing(struct pq_json_assembler *assembler, uint32_t index,
                                    const struct pq_open_shape *open, bool *is_missing,
                                    struct error *error)
{
    const struct pq_shape *shape = shape_at(assembler, index);
    const struct pq_shape *typed = shape->end > index + 1 ? shape + 1 : NULL;
    unsigned level;
    enum status status = OK;
    *is_missing = true;
    if (shape->value_leaf != PQ_NO_LEAF) {
        struct pq_leaf_cursor *cursor = cursor_of(assembler, shape->value_leaf);
        status = take_level(cursor, open->repetition, open->definition, &level, error);
        if (status == OK && level == cursor->leaf->max_definition_level)
            *is_missing = false;
    }
    if (status == OK && *is_missing && typed != NULL && typed->n_leaves > 0) {
        status = level_of(assembler, typed, open->repetition, open->definition, &level,
                          error);
        *is_missing = status == OK && level < typed->definition_level;
    }
    for (uint32_t i = 0; status == OK && *is_missing && i < shape->n_leaves; i++) {
        struct pq_leaf_cursor *cursor = cursor_of(assembler, shape->first_leaf + i);
        status = take_level(cursor, open->repetition, open->definition, &level, error);
        if (status == OK && level > shape->definition_level)
            status = disagree(cursor, error);
        cursor->at++;
    }
    return status;
}

/* Reads ahead to the next of the other fields; skips fields that are shredded, too. */
static enum status read_rest(struct pq_json_assembler *assembler,
                             struct pq_open_shape *open, struct error *error)
{
    enum status status = OK;
    while (status == OK && !open->rest_is_read && open->has_rest) {
        open->has_rest = open->rest.next < open->rest.n;
        if (!open->has_rest)
            break;
        status = pq_variant_next_entry(&open->rest, &assembler->metadata,
                                       &open->rest_name, &open->rest_value, error);
        if (status != OK)
            return locate_part(assembler, value_leaf_of(assembler, open), error);
        open->rest_is_read = pq_shape_order_find(&assembler->shapes,
                                                 &assembler->texts[open->shape].order,
                                                 open->rest_name) == 0;
    }
    return status;
}

static enum status append_comma(struct pq_open_shape *open, struct buffer *text,
                                struct error *error)
{
    bool is_first = open->is_first;
    open->is_first = false;
    return is_first ? OK : buffer_append_text(text, ",", error);
}

/* Appends the key of a member, with the comma in front of it. */
static enum status append_key(const struct pq_json_assembler *assembler,
                              struct pq_open_shape *open, uint32_t child,
                              struct buffer *text, struct error *error)
{
    const struct pq_shape_text *key = &assembler->texts[child];
    uint32_t skipped = open->is_first;
    open->is_first = false;
    enum status status = buffer_reserve(text, text->size + key->size + KEY_STEP, true,
                                        error);
    if (status != OK)
        return status;
    uint8_t *to = text->data + text->size;
    for (uint32_t i = skipped; i < key->size; i += KEY_STEP, to += KEY_STEP)
        memcpy(to, key->data + i, KEY_STEP);
    text->size += key->size - skipped;
    return OK;
}

/* Appends the next member of a shredded object, in the order of names, or its end. */
static enum status step_variant_object(struct pq_json_assembler *assembler,
                                       struct pq_open_shape *open, struct buffer *text,
                                       struct error *error)
{
    const struct pq_shape_order *order = &assembler->texts[open->shape].order;
    enum status status = read_rest(assembler, open, error);
    if (status != OK)
        return status;
    uint32_t child = open->next < order->n ? order->children[open->next] : 0;
    if (open->rest_is_read &&
        (child == 0 ||
         slice_compare(open->rest_name, shape_at(assembler, child)->name) < 0)) {
        open->rest_is_read = false;
        status = append_comma(open, text, error);
        if (status == OK)
            status = append_json_string(text, open->rest_name, error);
        if (status == OK)
            status = buffer_append_text(text, ":", error);
        return status == OK
                   ? append_variant_value(assembler, value_leaf_of(assembler, open), text,
                                          open->rest_value, error)
                   : status;
    }
    if (child == 0) {
        assembler->depth--;
        return buffer_append_text(text, "}", error);
    }
    bool is_missing;
    open->next++;
    status = field_is_missing(assembler, child, open, &is_missing, error);
    if (status != OK || is_missing)
        return status;
    unsigned repetition = open->repetition, definition = open->definition;
    status = append_key(assembler, open, child, text, error);
    return status == OK
               ? append_variant(assembler, child, text, repetition, definition, error)
               : status;
}

/* ---- Values ---------------------------------------------------------------------- */

/* Begins a value: appends a leaf, null or empty value whole, and pushes all others on the
 * stack.  Its entries have the level `repetition` and at least the level `definition`. */
static enum status begin_value(struct pq_json_assembler *assembler, uint32_t index,
                               struct buffer *text, unsigned repetition,
                               unsigned definition, struct error *error)
{
    const struct pq_shape *shape = shape_at(assembler, index);
    unsigned level;
    if (shape->kind == PQ_SHAPE_LEAF)
        return append_leaf(assembler, shape, text, repetition, definition, error);
    enum status status = level_of(assembler, shape, repetition, definition, &level,
                                  error);
    if (status != OK)
        return status;
    if (shape->n_leaves == 0)
        level = shape->kind == PQ_SHAPE_GROUP ? shape->definition_level : 0;
    bool is_repeated = shape->kind == PQ_SHAPE_LIST || shape->kind == PQ_SHAPE_MAP;
    const char *instead = NULL;
    if (level < shape->definition_level ||
        (shape->n_leaves == 0 && shape->kind != PQ_SHAPE_GROUP))
        instead = "null";
    else if (is_repeated && level < shape->element_level)
        instead = shape->kind == PQ_SHAPE_LIST ? "[]" : "{}";
    if (instead != NULL) {
        status = pass_absent(assembler, shape->first_leaf, shape->n_leaves, repetition,
                             level, error);
        if (status == OK && shape->kind == PQ_SHAPE_VARIANT)
            status = note_type(assembler, PQ_VARIANT_ABSENT, error);
        return status == OK ? buffer_append_text(text, instead, error) : status;
    }
    switch (shape->kind) {
    case PQ_SHAPE_LIST:
        if (shape[1].kind == PQ_SHAPE_LEAF)
            return append_leaves(assembler, shape, text, repetition, error);
        push(assembler, index, repetition, shape->element_level);
        return buffer_append_text(text, "[", error);
    case PQ_SHAPE_MAP:
        push(assembler, index, repetition, shape->element_level)->first_entry =
            assembler->entries.size;
        return buffer_append_text(text, "{", error);
    case PQ_SHAPE_VARIANT:
        return append_variant(assembler, index, text, repetition, shape->definition_level,
                              error);
    default:
        push(assembler, index, repetition, shape->definition_level);
        return buffer_append_text(text, "{", error);
    }
}

/* Appends members up to and including the next that is not a leaf, or to the end. */
static enum status step_group(struct pq_json_assembler *assembler,
                              struct pq_open_shape *open, struct buffer *text,
                              struct error *error)
{
    uint32_t end = shape_at(assembler, open->shape)->end;
    while (open->next < end) {
        uint32_t child = open->next;
        const struct pq_shape *shape = shape_at(assembler, child);
        open->next = shape->end;
        enum status status = append_key(assembler, open, child, text, error);
        if (status == OK && shape->kind == PQ_SHAPE_LEAF)
            status = append_leaf(assembler, shape, text, open->repetition,
                                 open->definition, error);
        else if (status == OK)
            return begin_value(assembler, child, text, open->repetition, open->definition,
                               error);
        if (status != OK)
            return status;
    }
    assembler->depth--;
    return buffer_append_text(text, "}", error);
}

/* Whether the list or map has another element; sets the level at which that begins. */
static enum status next_element(struct pq_json_assembler *assembler,
                                struct pq_open_shape *open, bool *is_there,
                                struct error *error)
{
    const struct pq_shape *shape = shape_at(assembler, open->shape);
    *is_there = open->is_first;
    if (open->is_first)
        return OK;
    struct pq_leaf_cursor *cursor = cursor_of(assembler, shape->first_leaf);
    enum status status = pq_leaf_cursor_need(cursor, error);
    *is_there = status == OK && cursor->at < cursor->entries.n &&
                pq_leaf_cursor_repetition(cursor) == shape->repetition_level;
    if (*is_there)
        open->repetition = shape->repetition_level;
    return status;
}

static enum status step_list(struct pq_json_assembler *assembler,
                             struct pq_open_shape *open, struct buffer *text,
                             struct error *error)
{
    uint32_t child = open->shape + 1;
    bool is_there;
    enum status status = next_element(assembler, open, &is_there, error);
    if (status != OK)
        return status;
    if (!is_there) {
        assembler->depth--;
        return buffer_append_text(text, "]", error);
    }
    status = append_comma(open, text, error);
    return status == OK ? begin_value(assembler, child, text, open->repetition,
                                      open->definition, error)
                        : status;
}

/* Keys and values alternate; a map without values has null ones. */
static enum status step_map(struct pq_json_assembler *assembler,
                            struct pq_open_shape *open, struct buffer *text,
                            struct error *error)
{
    const struct pq_shape *shape = shape_at(assembler, open->shape);
    uint32_t key = open->shape + 1, value = shape_at(assembler, key)->end;
    enum status status;
    if (open->has_key) {
        open->has_key = false;
        status = map_entry_end_key(&assembler->entries, &assembler->scratch, text, error);
        if (status == OK)
            status = buffer_append_text(text, ":", error);
        if (status != OK)
            return status;
        if (value == shape->end)
            return buffer_append_text(text, "null", error);
        return begin_value(assembler, value, text, open->repetition, open->definition,
                           error);
    }
    bool is_there;
    status = next_element(assembler, open, &is_there, error);
    if (status != OK)
        return status;
    if (!is_there) {
        assembler->depth--;
        status = map_entries_end(&assembler->entries, open->first_entry, text, error);
        return status == OK ? buffer_append_text(text, "}", error) : status;
    }
    status = append_comma(open, text, error);
    if (status == OK)
        status = map_entry_begin(&assembler->entries, text, error);
    open->has_key = true;
    return status == OK ? begin_value(assembler, key, text, open->repetition,
                                      open->definition, error)
                        : status;
}

static enum status step(struct pq_json_assembler *assembler, struct buffer *text,
                        struct error *error)
{
    struct pq_open_shape *open = &assembler->stack[assembler->depth - 1];
    switch (shape_at(assembler, open->shape)->kind) {
    case PQ_SHAPE_LIST:
        return step_list(assembler, open, text, error);
    case PQ_SHAPE_MAP:
        return step_map(assembler, open, text, error);
    default:
        return assembler->texts[open->shape].order.children != NULL
                   ? step_variant_object(assembler, open, text, error)
                   : step_group(assembler, open, text, error);
    }
}

/* ---- Records --------------------------------------------------------------------- */

/* Checks that every leaf is at the start of a record. */
static enum status end_record(struct pq_json_assembler *assembler, struct error *error)
{
    for (uint32_t i = 0; i < assembler->n_leaves; i++) {
        struct pq_leaf_cursor *cursor = &assembler->cursors[i];
        cursor->record++;
        if (cursor->leaf->max_repetition_level == 0)
            continue;
        enum status status = pq_leaf_cursor_need(cursor, error);
        if (status != OK)
            return status;
        if (cursor->at < cursor->entries.n && pq_leaf_cursor_repetition(cursor) != 0)
            return disagree(cursor, error);
    }
    return OK;
}

enum status pq_append_record_json(struct pq_json_assembler *assembler,
                                  struct buffer *text, bool *is_null, struct error *error)
{
    const struct pq_shape *top = shape_at(assembler, 0);
    unsigned level;
    assembler->most_text = text->size + MOST_JSON;
    assembler->depth = 0;
    assembler->entries.size = 0;
    enum status status = level_of(assembler, top, 0, 0, &level, error);
    /* Without leaves nothing is stored: a group is an empty object, others are null. */
    *is_null = status == OK && (top->n_leaves > 0 ? level < top->definition_level
                                                  : top->kind != PQ_SHAPE_GROUP);
    if (status == OK && *is_null)
        status = pass_absent(assembler, top->first_leaf, top->n_leaves, 0, level, error);
    else if (status == OK)
        status = begin_value(assembler, 0, text, 0, 0, error);
    while (status == OK && assembler->depth > 0) {
        status = step(assembler, text, error);
        if (status == OK)
            status = check_size(assembler, text, error);
    }
    return status == OK ? end_record(assembler, error) : status;
}

/* ---- Preparation ----------------------------------------------------------------- */

static enum status prepare_key(struct pq_json_assembler *assembler, uint32_t index,
                               struct error *error)
{
    struct buffer *key = &assembler->scratch;
    key->size = 0;
    enum status status = buffer_append_text(key, ",", error);
    if (status == OK)
        status = append_json_string(key, shape_at(assembler, index)->name, error);
    if (status == OK)
        status = buffer_append_text(key, ":", error);
    assembler->texts[index].size = (uint32_t)key->size;
    if (status == OK)
        status = buffer_append(key, (const uint8_t[KEY_STEP]){0}, KEY_STEP, error);
    if (status != OK)
        return status;
    assembler->texts[index].data = (const uint8_t *)arena_copy_text(&assembler->arena,
                                                                    key->data, key->size);
    return assembler->texts[index].data != NULL ? OK : error_nomem(error);
}

/* Whether a group is the typed_value of a Variant. */
static bool is_variant_object(const struct pq_json_assembler *assembler, uint32_t index)
{
    return index > 0 && shape_at(assembler, index)->kind == PQ_SHAPE_GROUP &&
           shape_at(assembler, index - 1)->kind == PQ_SHAPE_VARIANT &&
           shape_at(assembler, index - 1)->end > index;
}

enum status pq_json_assembler_open(struct pq_json_assembler *assembler,
                                   const struct pq_chunk_context *context, uint32_t node,
                                   struct error *error)
{
    const struct pq_node *field = &context->tree->nodes[node];
    *assembler = (struct pq_json_assembler){.first_leaf = field->first_leaf};
    if (field->n_leaves > MOST_LEAVES)
        return error_set(error, TOO_BIG,
                         "it has %u nested columns; at most %d can be read",
                         (unsigned)field->n_leaves, (int)MOST_LEAVES);
    enum status status = pq_shapes_build(context->tree, node, &assembler->arena,
                                         &assembler->shapes, error);
    if (status != OK)
        return status;
    assembler->texts = arena_alloc(&assembler->arena, assembler->shapes.n,
                                   sizeof *assembler->texts);
    assembler->stack = arena_alloc(&assembler->arena, assembler->shapes.depth,
                                   sizeof *assembler->stack);
    assembler->cursors = arena_alloc(&assembler->arena, field->n_leaves,
                                     sizeof *assembler->cursors);
    if (assembler->texts == NULL || assembler->stack == NULL ||
        assembler->cursors == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; status == OK && i < assembler->shapes.n; i++) {
        status = prepare_key(assembler, i, error);
        if (status == OK && is_variant_object(assembler, i))
            status = pq_shape_order_build(&assembler->shapes, i, &assembler->arena,
                                          &assembler->texts[i].order, error);
    }
    for (uint32_t i = 0; status == OK && i < field->n_leaves; i++) {
        assembler->n_leaves++;
        status = pq_leaf_cursor_open(&assembler->cursors[i], context,
                                     field->first_leaf + i, error);
    }
    return status;
}

void pq_json_assembler_release(struct pq_json_assembler *assembler)
{
    for (uint32_t i = 0; i < assembler->n_leaves; i++)
        pq_leaf_cursor_close(&assembler->cursors[i]);
    pq_variant_writer_release(&assembler->variant_writer);
    buffer_release(&assembler->entries);
    buffer_release(&assembler->scratch);
    arena_release(&assembler->arena);
    *assembler = (struct pq_json_assembler){0};
}
