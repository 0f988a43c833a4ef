/* SPDX-License-Identifier: MIT */
#include "convert/write_nested.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "parquet/variant/variant_types.h"
#include "parquet/schema/type_text.h"
#include "value/value_text.h"
#include "value/wkb.h"

enum { MOST_KEY_SHOWN = 40 };

struct write_shape {
    uint64_t seen;               /* serial of the object that last had this member */
    struct pq_shape_order order; /* GROUP */
};

struct open_json {
    uint32_t shape;
    uint32_t child;      /* GROUP: the current member */
    uint64_t n;          /* members or elements begun so far */
    unsigned repetition; /* level of the next entries */
    uint64_t serial;     /* GROUP */
    size_t first_entry;  /* MAP: where its keys begin in nested->entries and keys */
    size_t first_key;
    uint8_t key_size;                /* MAP: the current key, for messages */
    uint8_t key[MOST_KEY_SHOWN + 1]; /* one more, to show that it was cut */
};

/* A key of an open map, in its stored form. */
struct map_key {
    size_t offset; /* in nested->keys */
    struct slice bytes;
};

static struct open_json *innermost(const struct write_nested *nested)
{
    return &nested->open[nested->depth - 1];
}

static const struct pq_shape *shape_at(const struct write_nested *nested, uint32_t shape)
{
    return &nested->shapes.shapes[shape];
}

/* ---- Refusals -------------------------------------------------------------------- */

/* `.name`, as in SQLite's JSON paths. */
static void put_member(char *text, size_t size, size_t *used, struct slice name)
{
    bool is_simple = name.size > 0;
    for (size_t i = 0; i < name.size; i++) {
        uint8_t c = name.data[i], letter = c | 0x20;
        is_simple = is_simple && ((letter >= 'a' && letter <= 'z') || c == '_' ||
                                  (c >= '0' && c <= '9') || c >= 0x80);
    }
    struct slice shown = text_front(name, MOST_KEY_SHOWN);
    int written = snprintf(text + *used, size - *used,
                           is_simple ? ".%.*s%s" : ".\"%.*s%s\"", (int)shown.size,
                           (const char *)shown.data, shown.size < name.size ? "..." : "");
    *used += written > 0 ? (size_t)written : 0;
}

enum { PATH_SIZE = 160 };

/* The path of the current value; `inside`: of the current member or element of the
 * innermost array or object.  A path that is too long ends in dots. */
static void describe_path(const struct write_nested *nested, bool inside, char *text)
{
    size_t used = 1;
    text[0] = '$';
    text[1] = '\0';
    for (uint32_t i = 0; i + !inside < nested->depth; i++) {
        const struct open_json *open = &nested->open[i];
        if (used > PATH_SIZE - 60) {
            snprintf(text + used, PATH_SIZE - used, "...");
            return;
        }
        switch (shape_at(nested, open->shape)->kind) {
        case PQ_SHAPE_LIST:
            used += (size_t)snprintf(text + used, PATH_SIZE - used, "[%llu]",
                                     (unsigned long long)open->n - 1);
            break;
        case PQ_SHAPE_MAP:
            put_member(text, PATH_SIZE, &used, slice_of(open->key, open->key_size));
            break;
        default:
            put_member(text, PATH_SIZE, &used, shape_at(nested, open->child)->name);
        }
    }
}

static void describe_token(enum json_token token, struct slice value, char *text)
{
    static const char *const words[] = {
        [JSON_NULL] = "null",
        [JSON_FALSE] = "false",
        [JSON_TRUE] = "true",
        [JSON_BEGIN_ARRAY] = "an array",
        [JSON_BEGIN_OBJECT] = "an object",
    };
    struct cell cell = {.class = CELL_TEXT, .bytes = value};
    if (token == JSON_STRING || token == JSON_KEY)
        cell_describe(&cell, text);
    else if (token == JSON_NUMBER)
        snprintf(text, CELL_TEXT_SIZE, "number %.*s", SLICE_SHOWN(value, 60));
    else
        snprintf(text, CELL_TEXT_SIZE, "%s", words[token]);
}

/* Names the type of a shape. */
static void describe_type(const struct write_nested *nested, const struct pq_shape *shape,
                          char *text, size_t size)
{
    static const char *const kinds[] = {
        [PQ_SHAPE_LEAF] = "the type",   [PQ_SHAPE_GROUP] = "STRUCT",
        [PQ_SHAPE_LIST] = "LIST",       [PQ_SHAPE_MAP] = "MAP",
        [PQ_SHAPE_VARIANT] = "VARIANT",
    };
    struct buffer words = {0};
    struct error ignored = {0};
    snprintf(text, size, "%s", kinds[shape->kind]);
    if (shape->kind != PQ_SHAPE_LEAF)
        return;
    struct pq_schema_element element = nested->leaves[shape->first_leaf].target.element;
    element.repetition = PQ_OPTIONAL; /* omit NOT NULL, which is not at fault */
    if (pq_append_type_text(&element, &words, &ignored) == OK)
        snprintf(text, size, "%.*s", (int)words.size, (const char *)words.data);
    buffer_release(&words);
}

static enum status refuse_value(const struct write_nested *nested, uint32_t shape,
                                enum json_token token, struct slice text,
                                struct error *error)
{
    char path[PATH_SIZE], value[CELL_TEXT_SIZE], type[80];
    const struct pq_shape *s = shape_at(nested, shape);
    describe_path(nested, true, path);
    if (token == JSON_NULL && s->is_required)
        return error_set(error, MISUSE,
                         "%s: null, but option types says NOT NULL: remove NOT NULL, or "
                         "return another value from the query",
                         path);
    describe_token(token, text, value);
    describe_type(nested, s, type, sizeof type);
    return error_set(error, MISUSE,
                     "%s: %s does not fit the type %s given in option types: choose "
                     "another type, or convert the value in the query",
                     path, value, type);
}

static enum status refuse_member(const struct write_nested *nested, struct slice name,
                                 const char *what, struct error *error)
{
    char path[PATH_SIZE], member[2 * MOST_KEY_SHOWN];
    size_t used = 0;
    describe_path(nested, false, path);
    put_member(member, sizeof member, &used, name);
    return error_set(error, MISUSE, "%s%s %s", path, member, what);
}

static enum status refuse_class(const struct cell *cell, struct error *error)
{
    char value[CELL_TEXT_SIZE];
    cell_describe(cell, value);
    return error_set(error, MISUSE,
                     "%s is not JSON text, which nested types need: convert it in the "
                     "query, for example with json()",
                     value);
}

static enum status refuse_form(struct error *error)
{
    return error_set(error, MISUSE,
                     "the JSON text differs from what reading would return");
}

/* ---- Keys of maps ---------------------------------------------------------------- */

static struct map_key *entries_of(const struct write_nested *nested)
{
    return (struct map_key *)(void *)nested->entries.data;
}

static size_t count_entries(const struct write_nested *nested)
{
    return nested->entries.size / sizeof(struct map_key);
}

/* Keeps a key in its stored form. */
static enum status keep_key(struct write_nested *nested, enum physical_form form,
                            const struct physical_value *value, struct error *error)
{
    struct map_key key = {.offset = nested->keys.size, .bytes = value->bytes};
    if (form == FORM_INT64 || form == FORM_DOUBLE) /* both are eight bytes */
        key.bytes = slice_of(&value->integer, sizeof value->integer);
    enum status status = buffer_append(&nested->keys, key.bytes.data, key.bytes.size,
                                       error);
    if (status == OK && form == FORM_WKB && value->is_ewkb) {
        key.bytes.size = wkb_to_iso(value->bytes, nested->keys.data + key.offset);
        nested->keys.size = key.offset + key.bytes.size;
    }
    return status == OK ? buffer_append(&nested->entries, &key, sizeof key, error)
                        : status;
}

static int compare_keys(const void *a, const void *b)
{
    const struct slice *x = &((const struct map_key *)a)->bytes;
    const struct slice *y = &((const struct map_key *)b)->bytes;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return x->size > 0 ? memcmp(x->data, y->data, x->size) : 0;
}

/* Whether the innermost map has a duplicate key; forgets the map's keys. */
static bool has_key_twice(struct write_nested *nested)
{
    const struct open_json *map = innermost(nested);
    size_t n = count_entries(nested) - map->first_entry;
    bool is_twice = false;
    if (n > 1) {
        struct map_key *keys = entries_of(nested) + map->first_entry;
        for (size_t i = 0; i < n; i++)
            keys[i].bytes.data = nested->keys.data + keys[i].offset;
        qsort(keys, n, sizeof *keys, compare_keys);
        for (size_t i = 1; i < n; i++)
            is_twice = is_twice || compare_keys(&keys[i - 1], &keys[i]) == 0;
    }
    nested->entries.size = map->first_entry * sizeof(struct map_key);
    nested->keys.size = map->first_key;
    return is_twice;
}

/* ---- Values ---------------------------------------------------------------------- */

static void push(struct write_nested *nested, uint32_t shape, unsigned repetition)
{
    struct open_json *open = &nested->open[nested->depth++];
    open->shape = shape;
    open->child = shape; /* before the first member */
    open->n = 0;
    open->repetition = repetition;
    open->serial = ++nested->serial;
    open->first_entry = count_entries(nested);
    open->first_key = nested->keys.size;
}

static enum status take_leaf(struct write_nested *nested, uint32_t shape,
                             unsigned repetition, enum json_token token,
                             struct slice text, struct error *error)
{
    struct physical_value value;
    uint32_t leaf = shape_at(nested, shape)->first_leaf;
    if (!write_leaf_convert(nested, leaf, token, text, nested->is_strict, &value))
        return refuse_value(nested, shape, token, text, error);
    return write_leaf_append(nested, leaf, repetition, &value, error);
}

static enum status take_null(struct write_nested *nested, uint32_t shape,
                             unsigned repetition, struct error *error)
{
    const struct pq_shape *s = shape_at(nested, shape);
    if (s->is_required)
        return refuse_value(nested, shape, JSON_NULL, slice_of("", 0), error);
    return write_leaves_absent(nested, s->first_leaf, s->n_leaves, repetition,
                               s->definition_level - 1U, error);
}

static enum status take_variant(struct write_nested *nested, uint32_t shape,
                                unsigned repetition, enum json_token token,
                                struct slice text, struct error *error)
{
    char path[PATH_SIZE];
    enum status status = write_variant_take(nested, shape, repetition, token, text,
                                            error);
    /* Leaves add their path where they refuse a value (refuse_*). */
    if (status == MISUSE || status == TOO_BIG) {
        describe_path(nested, true, path);
        error_locate(error, "%s", path);
    }
    return status;
}

/* Writes the value that the token is or begins, at a repetition level. */
static enum status take_value(struct write_nested *nested, uint32_t shape,
                              unsigned repetition, enum json_token token,
                              struct slice text, struct error *error)
{
    const struct pq_shape *s = shape_at(nested, shape);
    bool is_object = s->kind == PQ_SHAPE_GROUP || s->kind == PQ_SHAPE_MAP;
    if (s->kind == PQ_SHAPE_VARIANT) {
        bool is_absent = token == JSON_NULL && !s->is_required &&
                         nested->types.size > 0 &&
                         nested->types.data[0] == PQ_VARIANT_ABSENT;
        if (!is_absent)
            return take_variant(nested, shape, repetition, token, text, error);
        nested->types = slice_of(nested->types.data + 1, nested->types.size - 1);
    }
    if (token == JSON_NULL)
        return take_null(nested, shape, repetition, error);
    if (s->kind == PQ_SHAPE_LEAF)
        return take_leaf(nested, shape, repetition, token, text, error);
    if (token != (is_object ? JSON_BEGIN_OBJECT : JSON_BEGIN_ARRAY))
        return refuse_value(nested, shape, token, text, error);
    push(nested, shape, repetition);
    return OK;
}

/* The same, but reads the value's first token. */
static enum status take_next_value(struct write_nested *nested, uint32_t shape,
                                   unsigned repetition, struct error *error)
{
    enum json_token token;
    struct slice text;
    enum status status = json_reader_next(&nested->reader, &token, &text, error);
    if (status != OK)
        return status;
    /* For the whole text, null reads back as NULL, so it is not strict, except in a
     * Variant. */
    if (shape == 0 && nested->is_strict && token == JSON_NULL &&
        shape_at(nested, 0)->kind != PQ_SHAPE_VARIANT)
        return refuse_form(error);
    return take_value(nested, shape, repetition, token, text, error);
}

/* The child of that name, usually the one after the previous member.  0: none. */
static uint32_t find_child(const struct write_nested *nested,
                           const struct open_json *open, struct slice name)
{
    const struct pq_shape *group = shape_at(nested, open->shape);
    uint32_t next = open->n == 0 ? open->shape + 1 : shape_at(nested, open->child)->end;
    if (next < group->end && slice_equals(shape_at(nested, next)->name, name))
        return next;
    return pq_shape_order_find(&nested->shapes, &nested->details[open->shape].order,
                               name);
}

static enum status take_member(struct write_nested *nested, struct slice name,
                               struct error *error)
{
    struct open_json *open = innermost(nested);
    uint32_t child = find_child(nested, open, name);
    if (child == 0)
        return refuse_member(
            nested, name,
            "is not in the type: add it to option types, or remove it in the query",
            error);
    if (nested->details[child].seen == open->serial)
        return refuse_member(nested, name, "occurs twice", error);
    uint32_t next = open->n == 0 ? open->shape + 1 : shape_at(nested, open->child)->end;
    if (nested->is_strict && child != next)
        return refuse_form(error);
    nested->details[child].seen = open->serial;
    open->child = child;
    open->n++;
    return take_next_value(nested, child, open->repetition, error);
}

/* Ends a STRUCT; missing members are null. */
static enum status end_group(struct write_nested *nested, struct error *error)
{
    const struct open_json *open = innermost(nested);
    const struct pq_shape *group = shape_at(nested, open->shape);
    enum status status = OK;
    bool is_complete = open->n == nested->details[open->shape].order.n;
    if (nested->is_strict && !is_complete)
        return refuse_form(error);
    for (uint32_t i = open->shape + 1; status == OK && !is_complete && i < group->end;
         i = shape_at(nested, i)->end) {
        const struct pq_shape *child = shape_at(nested, i);
        if (nested->details[i].seen == open->serial)
            continue;
        if (child->is_required)
            return refuse_member(nested, child->name,
                                 "is missing, but option types says NOT NULL: remove NOT "
                                 "NULL, or add a value in the query",
                                 error);
        status = write_leaves_absent(nested, child->first_leaf, child->n_leaves,
                                     open->repetition, child->definition_level - 1U,
                                     error);
    }
    nested->depth--;
    return status;
}

/* Ends a list or map. */
static enum status end_entries(struct write_nested *nested, struct error *error)
{
    const struct open_json *open = innermost(nested);
    const struct pq_shape *shape = shape_at(nested, open->shape);
    enum status status = OK;
    if (shape->kind == PQ_SHAPE_MAP && has_key_twice(nested)) {
        char path[PATH_SIZE];
        describe_path(nested, false, path);
        return error_set(error, MISUSE, "%s: a key occurs twice", path);
    }
    if (open->n == 0)
        status = write_leaves_absent(nested, shape->first_leaf, shape->n_leaves,
                                     open->repetition, shape->element_level - 1U, error);
    nested->depth--;
    return status;
}

/* Returns the repetition level of the entry that begins. */
static unsigned begin_entry(struct write_nested *nested)
{
    struct open_json *open = innermost(nested);
    unsigned repetition = open->repetition;
    open->repetition = shape_at(nested, open->shape)->repetition_level;
    open->n++;
    return repetition;
}

static enum status take_entry(struct write_nested *nested, struct slice key,
                              struct error *error)
{
    struct open_json *open = innermost(nested);
    uint32_t key_shape = open->shape + 1, leaf = shape_at(nested, key_shape)->first_leaf;
    unsigned repetition = begin_entry(nested);
    struct physical_value value;
    open->key_size = (uint8_t)(key.size < sizeof open->key ? key.size : sizeof open->key);
    if (key.size > 0)
        memcpy(open->key, key.data, open->key_size);
    if (!write_leaf_convert(nested, leaf, JSON_KEY, key, nested->is_strict, &value))
        return refuse_value(nested, key_shape, JSON_KEY, key, error);
    enum status status = keep_key(nested, nested->leaves[leaf].target.form, &value,
                                  error);
    if (status == OK)
        status = write_leaf_append(nested, leaf, repetition, &value, error);
    return status == OK ? take_next_value(nested, key_shape + 1, repetition, error)
                        : status;
}

/* Reads the next member or element of the innermost array or object, or its end. */
static enum status step(struct write_nested *nested, struct error *error)
{
    enum json_token token;
    struct slice text;
    enum status status = json_reader_next(&nested->reader, &token, &text, error);
    if (status != OK)
        return status;
    uint32_t shape = innermost(nested)->shape;
    switch (shape_at(nested, shape)->kind) {
    case PQ_SHAPE_LIST:
        if (token == JSON_END_ARRAY)
            return end_entries(nested, error);
        return take_value(nested, shape + 1, begin_entry(nested), token, text, error);
    case PQ_SHAPE_MAP:
        return token == JSON_END_OBJECT ? end_entries(nested, error)
                                        : take_entry(nested, text, error);
    default:
        return token == JSON_END_OBJECT ? end_group(nested, error)
                                        : take_member(nested, text, error);
    }
}

static enum status take_text(struct write_nested *nested, struct slice text,
                             struct slice types, struct error *error)
{
    enum json_token token;
    struct slice rest;
    enum status status = OK;
    if (nested->has_binary)
        status = buffer_reserve(&nested->binary, text.size / 2 + 1, false, error);
    json_reader_start(&nested->reader, text);
    nested->depth = 0;
    nested->keys.size = nested->entries.size = 0;
    nested->types = types;
    if (status == OK)
        status = take_next_value(nested, 0, 0, error);
    while (status == OK && nested->depth > 0)
        status = step(nested, error);
    if (status == OK)
        status = json_reader_next(&nested->reader, &token, &rest, error);
    if (status == OK && nested->is_strict && nested->reader.is_other_form)
        status = refuse_form(error);
    return status;
}

enum status write_nested_append(struct write_nested *nested, const struct cell *cell,
                                struct error *error)
{
    nested->depth = 0;
    switch (cell->class) {
    case CELL_TEXT:
        return take_text(nested, cell->bytes, cell->types, error);
    case CELL_NULL:
        return take_null(nested, 0, 0, error);
    default:
        return refuse_class(cell, error);
    }
}

enum status write_nested_check(struct write_nested *nested, const struct cell *cell,
                               struct error *error)
{
    nested->is_checking = true;
    enum status status = write_nested_append(nested, cell, error);
    nested->is_checking = false;
    return status;
}

/* ---- Targets --------------------------------------------------------------------- */

/* Only a check: there is no single value to return, and the reason is dropped.  If memory
 * is short the type counts as one that does not fit. */
static bool to_nested(const struct write_target *target, const struct cell *cell,
                      struct physical_value *value)
{
    struct error why;
    (void)value;
    error_clear(&why);
    return write_nested_check(target->nested, cell, &why) == OK;
}

static enum status build_tree(struct write_nested *nested, struct arena *arena,
                              struct error *error)
{
    const struct pq_type_elements *of = &nested->elements;
    struct pq_schema_element *all = arena_alloc(arena, (size_t)of->n + 1, sizeof *all);
    if (all == NULL)
        return error_nomem(error);
    all[0] = (struct pq_schema_element){.type = -1,
                                        .repetition = -1,
                                        .n_children = 1,
                                        .converted_type = PQ_CONVERTED_NONE};
    memcpy(all + 1, of->elements, of->n * sizeof *all);
    enum status status = pq_schema_tree_build(all, of->n + 1, false, arena, &nested->tree,
                                              error);
    if (status == OK)
        status = pq_shapes_build(&nested->tree, 1, arena, &nested->shapes, error);
    if (status == UNSUPPORTED || status == CORRUPT)
        status = error->status = MISUSE; /* the type's words are at fault, not a file */
    return status;
}

static enum status sort_children(struct write_nested *nested, uint32_t shape,
                                 struct arena *arena, struct error *error)
{
    struct pq_shape_order *order = &nested->details[shape].order;
    enum status status = pq_shape_order_build(&nested->shapes, shape, arena, order,
                                              error);
    for (uint32_t i = 1; status == OK && i < order->n; i++) {
        struct slice name = shape_at(nested, order->children[i])->name;
        if (slice_equals(shape_at(nested, order->children[i - 1])->name, name))
            status = error_set(error, MISUSE, "a STRUCT has the field \"%.*s\" twice",
                               SLICE_SHOWN(name, 100));
    }
    return status;
}

static enum status prepare(struct write_nested *nested, struct arena *arena,
                           struct error *error)
{
    const struct pq_schema_tree *tree = &nested->tree;
    enum status status = build_tree(nested, arena, error);
    if (status != OK)
        return status;
    nested->leaves = arena_alloc(arena, tree->n_leaves, sizeof *nested->leaves);
    nested->details = arena_alloc(arena, nested->shapes.n, sizeof *nested->details);
    nested->open = arena_alloc(arena, nested->shapes.depth, sizeof *nested->open);
    if (nested->leaves == NULL || nested->details == NULL || nested->open == NULL)
        return error_nomem(error);
    /* If the type is explicit, any text that denotes a value is accepted; otherwise only
     * the text that reading returns. */
    for (uint32_t i = 0; i < tree->n_leaves; i++) {
        struct write_target *target = &nested->leaves[i].target;
        write_target_init(target, tree->nodes[tree->leaves[i].node].element, true);
        if (nested->is_strict)
            target->least_fit = TEXT_IS;
        nested->has_binary = nested->has_binary || column_is_binary(&target->column);
    }
    for (uint32_t i = 0; status == OK && i < nested->shapes.n; i++) {
        if (shape_at(nested, i)->kind == PQ_SHAPE_GROUP)
            status = sort_children(nested, i, arena, error);
    }
    write_variant_prepare(nested);
    return status;
}

static bool is_real(const struct pq_schema_element *element)
{
    return element->type == PQ_FLOAT || element->type == PQ_DOUBLE ||
           element->logical.kind == PQ_LOGICAL_FLOAT16;
}

/* The number of the first element after the subtree of element i. */
static uint32_t end_of_subtree(const struct pq_type_elements *elements, uint32_t i)
{
    for (int64_t left = 1; left > 0 && i < elements->n; i++) {
        int32_t n_children = elements->elements[i].n_children;
        left += (n_children > 0 ? n_children : 0) - 1;
    }
    return i;
}

/* Applies relaxations; returns those that changed something. */
static unsigned relax(struct pq_type_elements *elements, unsigned relaxed)
{
    struct pq_schema_element *all = elements->elements;
    unsigned changed = 0;
    uint32_t end_of_variant = 0;
    if ((relaxed & WRITE_NULLABLE) != 0 && all[0].repetition == PQ_REQUIRED) {
        all[0].repetition = PQ_OPTIONAL;
        changed |= WRITE_NULLABLE;
    }
    for (uint32_t i = 0; i < elements->n; i++) {
        struct pq_schema_element *element = &all[i];
        bool is_key = i >= 2 && all[i - 2].logical.kind == PQ_LOGICAL_MAP;
        bool is_in_variant = i < end_of_variant;
        if (!is_in_variant && element->logical.kind == PQ_LOGICAL_VARIANT)
            end_of_variant = end_of_subtree(elements, i);
        bool is_part = i > 0 && !is_key && element->repetition == PQ_REQUIRED;
        unsigned nullable = 0;
        if (is_part && is_real(element))
            nullable |= relaxed & WRITE_NULLABLE_REALS;
        if (is_part && !is_in_variant)
            nullable |= relaxed & WRITE_NULLABLE_PARTS;
        if (nullable != 0)
            element->repetition = PQ_OPTIONAL;
        changed |= nullable;
        if ((relaxed & WRITE_MICROSECONDS) != 0 &&
            element->logical.kind == PQ_LOGICAL_TIMESTAMP &&
            element->logical.unit == PQ_NANOS) {
            element->logical.unit = PQ_MICROS;
            element->converted_type = PQ_TIMESTAMP_MICROS;
            changed |= WRITE_MICROSECONDS;
        }
    }
    return changed;
}

enum status write_target_of_type(struct write_target *target, const char *type,
                                 bool is_explicit, unsigned relaxed, struct arena *arena,
                                 struct error *error)
{
    struct pq_type_elements elements;
    *target = (struct write_target){0};
    enum status status = pq_elements_from_text(slice_of(type, strlen(type)), arena,
                                               &elements, error);
    if (status != OK)
        return status;
    if (relax(&elements, relaxed) != relaxed)
        return error_set(error, MISUSE, "the type has nothing to relax");
    if (elements.n == 1) {
        write_target_init(target, elements.elements, is_explicit);
        return OK;
    }
    struct write_nested *nested = arena_alloc(arena, 1, sizeof *nested);
    if (nested == NULL)
        return error_nomem(error);
    nested->elements = elements;
    nested->is_strict = nested->reader.looks_at_escapes = !is_explicit;
    status = prepare(nested, arena, error);
    if (status != OK)
        return status;
    *target = (struct write_target){
        .element = elements.elements[0],
        .column = {.type = COLUMN_NESTED, .kind = VECTOR_BYTES},
        .convert = to_nested,
        .form = FORM_BYTES,
        .is_explicit = is_explicit,
        .nested = nested};
    return OK;
}

void write_target_release(struct write_target *target)
{
    struct write_nested *nested = target->nested;
    if (nested == NULL)
        return;
    json_reader_release(&nested->reader);
    buffer_release(&nested->keys);
    buffer_release(&nested->entries);
    buffer_release(&nested->binary);
    write_variant_release(&nested->variant);
    target->nested = NULL;
}

void write_nested_open(struct write_nested *nested, struct pq_file_writer *writer,
                       uint32_t first_leaf)
{
    for (uint32_t i = 0; i < nested->tree.n_leaves; i++)
        nested->leaves[i].values = pq_file_writer_values(writer, first_leaf + i);
}
