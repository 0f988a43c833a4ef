/* SPDX-License-Identifier: MIT */
#include "parquet/schema/nested_type_text.h"

#include "base/interrupt.h"
#include "parquet/schema/file_fields.h"
#include "parquet/schema/shape.h"
#include "parquet/schema/type_text.h"
#include "value/find_bytes.h"
#include "value/value_from_text.h"
#include "value/type_name.h"

enum { TYPE_WORK = 200 }; /* for interrupt_after() */

enum {
    MOST_NESTED = 64,
    MOST_SHOWN = 60, /* bytes of the user's text shown in a message */
    MOST_VARIANT_PRECISION = 38,
};

#define SHOWN(text) SLICE_SHOWN(text, MOST_SHOWN)

#define NO_WRAPPER UINT32_MAX

/* A type whose children are being read. */
struct open_type {
    enum pq_shape_kind kind;
    uint32_t start;   /* its first element */
    uint32_t wrapper; /* the Variant part that gets a typed_value if the child has one */
    uint32_t n_children, height;
    uint8_t close;     /* the closing mark */
    bool is_shredding; /* its children are parts of a Variant */
};

struct type_parser {
    struct slice text; /* not yet read */
    struct arena *arena;
    struct buffer elements; /* struct pq_schema_element */
    uint32_t n;
    struct open_type open[MOST_NESTED];
    uint32_t depth;
    /* Of the type being read, or read last. */
    uint32_t start, height;
    struct slice name;
    bool is_part; /* the typed_value of a Variant or of a part of one */
};

static struct pq_schema_element *element_at(const struct type_parser *p, uint32_t i)
{
    return (struct pq_schema_element *)(void *)p->elements.data + i;
}

/* ---- Marks and words ------------------------------------------------------------- */

static bool is_mark(uint8_t c)
{
    return c != '\0' && strchr("<>()[],\"", c) != NULL;
}

/* Skips white space.  The next character, or 0 at the end. */
static uint8_t next_character(struct type_parser *p)
{
    struct slice taken;
    while (p->text.size > 0 && ascii_is_space(*p->text.data))
        (void)slice_take(&p->text, 1, &taken);
    return p->text.size > 0 ? *p->text.data : 0;
}

static bool take_mark(struct type_parser *p, char mark)
{
    struct slice taken;
    return next_character(p) == (uint8_t)mark && slice_take(&p->text, 1, &taken);
}

static struct slice take_word(struct type_parser *p)
{
    struct slice word;
    size_t size = 0;
    (void)next_character(p);
    while (size < p->text.size && !ascii_is_space(p->text.data[size]) &&
           !is_mark(p->text.data[size]))
        size++;
    (void)slice_take(&p->text, size, &word);
    return word;
}

/* Takes < or (; *close is the mark that closes it. */
static bool take_opening(struct type_parser *p, uint8_t *close)
{
    *close = '>';
    if (take_mark(p, '<'))
        return true;
    *close = ')';
    return take_mark(p, '(');
}

/* The size of a simple type's parameters, up to the closing parenthesis.  It may be
 * missing: pq_type_from_text() reports that. */
static size_t parameters_size(struct slice text)
{
    uint8_t quote = 0;
    size_t depth = 0;
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = text.data[i];
        if (quote != 0)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '(')
            depth++;
        else if (c == ')' && --depth == 0)
            return i + 1;
    }
    return text.size;
}

/* The size of a quoted name as written, up to its closing quote, or to the end of the
 * text if that is missing. */
static size_t quoted_size(struct slice text)
{
    size_t i = 0;
    while (i < text.size) {
        if (text.data[i] != '"')
            i++;
        else if (i + 1 < text.size && text.data[i + 1] == '"')
            i += 2;
        else
            break;
    }
    return i;
}

/* Copies a quoted name whose opening quote has been taken. */
static enum status take_quoted(struct type_parser *p, struct slice *name,
                               struct error *error)
{
    struct slice written = {0};
    (void)slice_take(&p->text, quoted_size(p->text), &written);
    if (!take_mark(p, '"'))
        return error_set(error, MISUSE,
                         "a closing quote is missing after a field's name");
    uint8_t *copy = arena_alloc(p->arena, written.size + 1, 1);
    size_t n = 0;
    if (copy == NULL)
        return error_nomem(error);
    for (size_t i = 0; i < written.size; i++) {
        copy[n++] = written.data[i];
        i += written.data[i] == '"';
    }
    *name = slice_of(copy, n);
    return OK;
}

static enum status take_field_name(struct type_parser *p, struct slice *name,
                                   struct error *error)
{
    if (take_mark(p, '"')) {
        enum status status = take_quoted(p, name, error);
        if (status != OK)
            return status;
    } else {
        struct slice word = take_word(p);
        if (word.size == 0)
            return error_set(error, MISUSE,
                             "a field's name is missing: STRUCT<name type, ...>");
        char *copy = arena_copy_text(p->arena, word.data, word.size);
        if (copy == NULL)
            return error_nomem(error);
        *name = slice_of(copy, word.size);
    }
    return text_is_utf8(*name) ? OK
                               : error_set(error, MISUSE, "a field's name is not UTF-8");
}

/* ---- Elements -------------------------------------------------------------------- */

static struct slice fixed_name(const char *name)
{
    return slice_of(name, strlen(name));
}

static struct pq_schema_element group_element(struct slice name, int repetition,
                                              int32_t n_children)
{
    return (struct pq_schema_element){.type = -1,
                                      .repetition = repetition,
                                      .name = name,
                                      .n_children = n_children,
                                      .converted_type = PQ_CONVERTED_NONE,
                                      .logical = {.algorithm = -1}};
}

static struct pq_schema_element list_element(struct slice name)
{
    struct pq_schema_element list = group_element(name, PQ_OPTIONAL, 1);
    list.logical.kind = PQ_LOGICAL_LIST;
    list.converted_type = PQ_LIST;
    return list;
}

static struct pq_schema_element binary_element(const char *name, int repetition)
{
    struct pq_schema_element element = group_element(fixed_name(name), repetition, -1);
    element.type = PQ_BYTE_ARRAY;
    return element;
}

/* Inserts n elements before element `at`, or appends them if `at` is the end. */
static enum status insert(struct type_parser *p, uint32_t at,
                          const struct pq_schema_element *elements, uint32_t n,
                          struct error *error)
{
    const size_t size = sizeof *elements;
    enum status status = buffer_append(&p->elements, elements, n * size, error);
    if (status != OK)
        return status;
    if (at < p->n) {
        memmove(element_at(p, at + n), element_at(p, at), (p->n - at) * size);
        memcpy(element_at(p, at), elements, n * size);
    }
    p->n += n;
    return OK;
}

static enum status append(struct type_parser *p, struct pq_schema_element element,
                          struct error *error)
{
    return insert(p, p->n, &element, 1, error);
}

/* Appends a part of a Variant: a required group with `value`. end_child() counts the
 * typed_value if one follows. */
static enum status append_part(struct type_parser *p, struct slice name,
                               struct error *error)
{
    enum status status = append(p, group_element(name, PQ_REQUIRED, 1), error);
    return status == OK ? append(p, binary_element("value", PQ_OPTIONAL), error) : status;
}

/* ---- Types that have children ---------------------------------------------------- */

static enum status open_type(struct type_parser *p, struct open_type type,
                             struct error *error)
{
    if (p->depth == MOST_NESTED)
        return error_set(error, MISUSE, "types are nested more than %d levels deep",
                         MOST_NESTED);
    type.start = p->n;
    type.wrapper = NO_WRAPPER;
    p->open[p->depth++] = type;
    return OK;
}

static struct open_type *innermost(struct type_parser *p)
{
    return &p->open[p->depth - 1];
}

/* Begins the next child of the innermost type.  Its type is read next. */
static enum status begin_child(struct type_parser *p, struct slice name,
                               struct error *error)
{
    struct open_type *type = innermost(p);
    enum status status = OK;
    if (type->is_shredding && type->kind != PQ_SHAPE_VARIANT) {
        type->wrapper = p->n;
        status = append_part(p, name, error);
        name = fixed_name("typed_value");
    }
    type->n_children++;
    p->start = p->n;
    p->name = name;
    p->is_part = type->is_shredding;
    return status;
}

static enum status begin_field(struct type_parser *p, struct error *error)
{
    struct slice name;
    enum status status = take_field_name(p, &name, error);
    return status == OK ? begin_child(p, name, error) : status;
}

static enum status begin_list(struct type_parser *p, uint8_t close, struct error *error)
{
    const struct pq_schema_element elements[] = {
        list_element(p->name), group_element(fixed_name("list"), PQ_REPEATED, 1)};
    enum status status = open_type(
        p, (struct open_type){PQ_SHAPE_LIST, .close = close, .is_shredding = p->is_part},
        error);
    if (status == OK)
        status = insert(p, p->n, elements, 2, error);
    return status == OK ? begin_child(p, fixed_name("element"), error) : status;
}

static enum status begin_map(struct type_parser *p, uint8_t close, struct error *error)
{
    struct pq_schema_element elements[] = {
        group_element(p->name, PQ_OPTIONAL, 1),
        group_element(fixed_name("key_value"), PQ_REPEATED, 2)};
    if (p->is_part)
        return error_set(error, MISUSE, "a Variant cannot be shredded to a MAP");
    elements[0].logical.kind = PQ_LOGICAL_MAP;
    elements[0].converted_type = PQ_MAP;
    enum status status = open_type(p, (struct open_type){PQ_SHAPE_MAP, .close = close},
                                   error);
    if (status == OK)
        status = insert(p, p->n, elements, 2, error);
    return status == OK ? begin_child(p, fixed_name("key"), error) : status;
}

static enum status begin_struct(struct type_parser *p, uint8_t close, struct error *error)
{
    enum status status = open_type(
        p, (struct open_type){PQ_SHAPE_GROUP, .close = close, .is_shredding = p->is_part},
        error);
    if (status == OK)
        status = append(p, group_element(p->name, PQ_OPTIONAL, 0), error);
    return status == OK ? begin_field(p, error) : status;
}

/* Appends FILE with all its fields. */
static enum status append_file(struct type_parser *p, struct error *error)
{
    struct pq_schema_element elements[1 + PQ_N_FILE_FIELDS] = {
        group_element(p->name, PQ_OPTIONAL, PQ_N_FILE_FIELDS)};
    elements[0].logical.kind = PQ_LOGICAL_FILE;
    pq_file_fields(elements + 1);
    return insert(p, p->n, elements, 1 + PQ_N_FILE_FIELDS, error);
}

/* is_opened: the fields follow in < >. */
static enum status begin_file(struct type_parser *p, bool is_opened, uint8_t close,
                              struct error *error)
{
    if (p->is_part)
        return error_set(error, MISUSE, "a Variant cannot be shredded to a FILE");
    if (!is_opened)
        return append_file(p, error);
    uint32_t start = p->n;
    enum status status = begin_struct(p, close, error);
    if (status == OK)
        element_at(p, start)->logical.kind = PQ_LOGICAL_FILE;
    return status;
}

/* Called when all fields of a FILE have been read. */
static enum status check_file(const struct type_parser *p, uint32_t start,
                              struct error *error)
{
    for (uint32_t i = start + 1; i < p->n; i++) {
        const struct pq_schema_element *field = element_at(p, i);
        if (!pq_is_file_field(field))
            return error_set(error, MISUSE,
                             "FILE cannot have the field %.*s, or not of this type; its "
                             "fields are uri STRING, offset INT64, size INT64, "
                             "content_type STRING, checksum STRING, inline BLOB",
                             SHOWN(field->name));
    }
    return OK;
}

/* is_shredded: a type follows in < >. */
static enum status begin_variant(struct type_parser *p, bool is_shredded, uint8_t close,
                                 struct error *error)
{
    struct pq_schema_element elements[] = {
        group_element(p->name, PQ_OPTIONAL, 2), binary_element("metadata", PQ_REQUIRED),
        binary_element("value", is_shredded ? PQ_OPTIONAL : PQ_REQUIRED)};
    elements[0].logical.kind = PQ_LOGICAL_VARIANT;
    if (is_shredded && p->is_part)
        return error_set(error, MISUSE,
                         "VARIANT<...> inside another VARIANT<...>: write its type "
                         "alone, which means the same");
    if (p->is_part)
        return OK; /* any type: `value` alone suffices */
    uint32_t start = p->n;
    enum status status = OK;
    if (is_shredded)
        status = open_type(
            p, (struct open_type){PQ_SHAPE_VARIANT, .close = close, .is_shredding = true},
            error);
    if (status == OK)
        status = insert(p, p->n, elements, 3, error);
    if (status != OK || !is_shredded)
        return status;
    innermost(p)->wrapper = start;
    return begin_child(p, fixed_name("typed_value"), error);
}

/* ---- All types ------------------------------------------------------------------- */

static enum status read_leaf(struct type_parser *p, struct slice text,
                             struct error *error)
{
    struct pq_schema_element element = {.name = p->name};
    enum status status = pq_type_from_text(text, &element, error);
    if (status == OK)
        status = pq_own_crs(p->arena, &element, error);
    if (status != OK)
        return status;
    if (p->is_part && element.logical.kind == PQ_LOGICAL_DECIMAL &&
        element.precision > MOST_VARIANT_PRECISION)
        return error_set(error, MISUSE, "a Variant's decimals can have at most %d digits",
                         MOST_VARIANT_PRECISION);
    return append(p, element, error);
}

/* Reads a type up to its first child.  *is_whole: it has no children. */
static enum status begin_type(struct type_parser *p, bool *is_whole, struct error *error)
{
    uint8_t close;
    (void)next_character(p);
    struct slice rest = p->text, word = take_word(p);
    bool is_list = slice_equals_word(word, "LIST"),
         is_map = slice_equals_word(word, "MAP");
    bool is_struct = slice_equals_word(word, "STRUCT"),
         is_variant = slice_equals_word(word, "VARIANT"),
         is_file = slice_equals_word(word, "FILE");
    p->height = 0;
    *is_whole = false;
    if (!is_list && !is_map && !is_struct && !is_variant && !is_file) {
        struct slice parameters;
        *is_whole = true;
        if (next_character(p) == '(')
            (void)slice_take(&p->text, parameters_size(p->text), &parameters);
        return read_leaf(p, slice_of(rest.data, rest.size - p->text.size), error);
    }
    bool is_opened = take_opening(p, &close);
    if (is_variant) {
        *is_whole = !is_opened;
        return begin_variant(p, is_opened, close, error);
    }
    if (is_file) {
        *is_whole = !is_opened;
        p->height = is_opened ? 0 : 1;
        return begin_file(p, is_opened, close, error);
    }
    if (!is_opened)
        return error_set(error, MISUSE, "%.*s needs a type: %s", SHOWN(word),
                         is_list  ? "LIST<type>"
                         : is_map ? "MAP<key, value>"
                                  : "STRUCT<name type, ...>");
    return is_list  ? begin_list(p, close, error)
           : is_map ? begin_map(p, close, error)
                    : begin_struct(p, close, error);
}

/* Makes the type just read the element type of a list. */
static enum status wrap_in_list(struct type_parser *p, struct error *error)
{
    bool has_child = p->n > p->start;
    struct pq_schema_element elements[] = {
        list_element(p->name), group_element(fixed_name("list"), PQ_REPEATED, 1),
        group_element(fixed_name("element"), PQ_REQUIRED, 1 + has_child),
        binary_element("value", PQ_OPTIONAL)};
    if (!p->is_part)
        element_at(p, p->start)->name = fixed_name("element");
    p->height++;
    return insert(p, p->start, elements, p->is_part ? 4 : 2, error);
}

static enum status make_required(struct type_parser *p, struct error *error)
{
    if (p->is_part)
        return error_set(error, MISUSE, "NOT NULL is not allowed inside VARIANT<...>");
    struct pq_schema_element *element = element_at(p, p->start);
    if (element->logical.kind == PQ_LOGICAL_UNKNOWN)
        return error_set(error, MISUSE, "NULL cannot be NOT NULL");
    element->repetition = PQ_REQUIRED;
    return OK;
}

/* Reads what may follow a complete type: [] and NOT NULL. */
static enum status read_suffixes(struct type_parser *p, struct error *error)
{
    for (;;) {
        enum status status;
        struct slice rest = p->text;
        if (take_mark(p, '[')) {
            if (!take_mark(p, ']'))
                return error_set(error, MISUSE, "\"]\" is missing after \"[\"");
            status = wrap_in_list(p, error);
        } else if (slice_equals_word(take_word(p), "NOT")) {
            if (!slice_equals_word(take_word(p), "NULL"))
                return error_set(error, MISUSE, "NOT without NULL");
            status = make_required(p, error);
        } else {
            p->text = rest;
            break;
        }
        if (status != OK)
            return status;
    }
    if (p->depth + p->height > MOST_NESTED)
        return error_set(error, MISUSE, "types are nested more than %d levels deep",
                         MOST_NESTED);
    return OK;
}

static enum status check_key(struct type_parser *p, struct error *error)
{
    struct pq_schema_element *key = element_at(p, p->start);
    if (key->n_children > 0)
        return error_set(error, MISUSE, "the keys of a MAP must have a simple type");
    if (key->logical.kind == PQ_LOGICAL_UNKNOWN)
        return error_set(error, MISUSE, "the keys of a MAP cannot be NULL");
    key->repetition = PQ_REQUIRED;
    return OK;
}

static enum status refuse_rest(struct type_parser *p, const char *expected,
                               struct error *error)
{
    if (next_character(p) == 0)
        return error_set(error, MISUSE, "%s is missing at the end", expected);
    return error_set(error, MISUSE, "unexpected \"%.*s\"; %s is expected", SHOWN(p->text),
                     expected);
}

/* Ends a child of the innermost type.  *is_whole: the type itself has ended; otherwise
 * its next child has begun. */
static enum status end_child(struct type_parser *p, bool *is_whole, struct error *error)
{
    struct open_type *type = innermost(p);
    bool is_key = type->kind == PQ_SHAPE_MAP && type->n_children == 1;
    if (type->wrapper != NO_WRAPPER && p->n > p->start)
        element_at(p, type->wrapper)->n_children++;
    if (p->height > type->height)
        type->height = p->height;
    enum status status = is_key ? check_key(p, error) : OK;
    if (status != OK)
        return status;
    *is_whole = false;
    if (is_key)
        return take_mark(p, ',') ? begin_child(p, fixed_name("value"), error)
                                 : refuse_rest(p, "\",\"", error);
    if (type->kind == PQ_SHAPE_GROUP && take_mark(p, ','))
        return begin_field(p, error);
    if (!take_mark(p, (char)type->close))
        return refuse_rest(p, type->close == '>' ? "\">\"" : "\")\"", error);
    if (type->kind == PQ_SHAPE_GROUP)
        element_at(p, type->start)->n_children = (int32_t)type->n_children;
    if (element_at(p, type->start)->logical.kind == PQ_LOGICAL_FILE)
        status = check_file(p, type->start, error);
    if (status != OK)
        return status;
    *is_whole = true;
    p->start = type->start;
    p->height = type->height + 1;
    p->name = element_at(p, type->start)->name;
    p->is_part = type->is_shredding && type->kind != PQ_SHAPE_VARIANT;
    p->depth--;
    return OK;
}

static enum status read_types(struct type_parser *p, struct error *error)
{
    for (;;) {
        bool is_whole = false;
        enum status status = interrupt_after(TYPE_WORK, error);
        if (status == OK)
            status = begin_type(p, &is_whole, error);
        while (status == OK && is_whole) {
            status = read_suffixes(p, error);
            if (status == OK && p->depth == 0)
                return next_character(p) == 0
                           ? OK
                           : error_set(error, MISUSE,
                                       "unexpected \"%.*s\" after the type; only NOT "
                                       "NULL and [] can follow",
                                       SHOWN(p->text));
            if (status == OK)
                status = end_child(p, &is_whole, error);
        }
        if (status != OK)
            return status;
    }
}

enum status pq_elements_from_text(struct slice text, struct arena *arena,
                                  struct pq_type_elements *elements, struct error *error)
{
    struct type_parser parser = {.text = text, .arena = arena};
    parser.name = slice_of("", 0);
    enum status status = read_types(&parser, error);
    if (status == OK) {
        elements->n = parser.n;
        elements->elements = arena_alloc(arena, parser.n, sizeof *elements->elements);
        if (elements->elements == NULL)
            status = error_nomem(error);
        else
            memcpy(elements->elements, parser.elements.data,
                   parser.n * sizeof *elements->elements);
    }
    buffer_release(&parser.elements);
    return status;
}

/* ---- The other direction --------------------------------------------------------- */

struct type_printer {
    const struct pq_schema_tree *tree;
    struct pq_shapes shapes;
    uint32_t *open; /* indices of the shapes that enclose the current one */
    uint32_t depth;
    struct buffer *output;
    bool can_be_written;
};

static bool is_part_of_variant(const struct pq_shape *shape)
{
    return shape->kind == PQ_SHAPE_VARIANT && shape->metadata_leaf == PQ_NO_LEAF;
}

/* Whether the shape is inside a shredded Variant: it is a part of it, or a typed value,
 * whose parent is a Variant or a part. */
static bool is_shredded(const struct type_printer *p, const struct pq_shape *shape)
{
    return is_part_of_variant(shape) ||
           (p->depth > 0 &&
            p->shapes.shapes[p->open[p->depth - 1]].kind == PQ_SHAPE_VARIANT);
}

static enum status append_not_null(struct type_printer *p, const struct pq_shape *shape,
                                   struct error *error)
{
    const struct pq_shape *parent = p->depth > 0
                                        ? &p->shapes.shapes[p->open[p->depth - 1]]
                                        : NULL;
    bool is_key = parent != NULL && parent->kind == PQ_SHAPE_MAP && shape == parent + 1;
    if (!shape->is_required || is_key || is_shredded(p, shape))
        return OK;
    return buffer_append_text(p->output, " NOT NULL", error);
}

/* Whether the leaf is text only because of binary_as_text. */
static bool is_binary_as_text(const struct pq_schema_element *element,
                              const struct pq_leaf *leaf)
{
    struct column column;
    enum pq_conversion conversion;
    (void)pq_leaf_type(element, false, &column, &conversion);
    return leaf->column.type == COLUMN_TEXT && column.type == COLUMN_BLOB;
}

static enum status append_leaf_type(struct type_printer *p, const struct pq_shape *shape,
                                    struct error *error)
{
    const struct pq_leaf *leaf = &p->tree->leaves[shape->first_leaf];
    struct pq_schema_element element = leaf->reading != NULL
                                           ? leaf->reading->as
                                           : *p->tree->nodes[shape->node].element;
    size_t before = p->output->size;
    enum status status;
    element.repetition = PQ_OPTIONAL;
    if (is_binary_as_text(&element, leaf))
        status = buffer_append_text(p->output, "STRING", error);
    else
        status = pq_append_type_text(&element, p->output, error);
    p->can_be_written = p->can_be_written && p->output->size > before;
    if (status != OK || leaf->column.type == COLUMN_NULL)
        return status;
    return append_not_null(p, shape, error);
}

/* Whether the group is a FILE and has the text of one. */
static bool is_file(const struct type_printer *p, const struct pq_shape *shape)
{
    const struct pq_schema_element *group = p->tree->nodes[shape->node].element;
    const struct pq_shape *end = p->shapes.shapes + shape->end;
    if (group->logical.kind != PQ_LOGICAL_FILE)
        return false;
    for (const struct pq_shape *child = shape + 1; child < end; child++) {
        const struct pq_schema_element *field = p->tree->nodes[child->node].element;
        const struct pq_leaf *leaf = &p->tree->leaves[child->first_leaf];
        if (child->kind != PQ_SHAPE_LEAF || leaf->reading != NULL ||
            is_binary_as_text(field, leaf) || !pq_is_file_field(field))
            return false;
    }
    return true;
}

/* Appends the text before a shape's children, or all of a leaf's. */
static enum status append_beginning(struct type_printer *p, const struct pq_shape *shape,
                                    struct error *error)
{
    bool has_child = shape->end > (uint32_t)(shape - p->shapes.shapes) + 1;
    switch (shape->kind) {
    case PQ_SHAPE_LEAF:
        return append_leaf_type(p, shape, error);
    case PQ_SHAPE_GROUP:
        p->can_be_written = p->can_be_written && has_child;
        return buffer_append_text(p->output, is_file(p, shape) ? "FILE<" : "STRUCT<",
                                  error);
    case PQ_SHAPE_LIST:
        return buffer_append_text(p->output, "LIST<", error);
    case PQ_SHAPE_MAP:
        p->can_be_written = p->can_be_written && shape[1].kind == PQ_SHAPE_LEAF;
        return buffer_append_text(p->output, "MAP<", error);
    case PQ_SHAPE_VARIANT:
        break;
    }
    if (is_part_of_variant(shape) && has_child)
        return OK;
    return buffer_append_text(p->output, has_child ? "VARIANT<" : "VARIANT", error);
}

/* Appends the text after the last child of the innermost open shape.  It is not a
 * leaf. */
static enum status append_end(struct type_printer *p, struct error *error)
{
    uint32_t i = p->open[--p->depth];
    const struct pq_shape *shape = &p->shapes.shapes[i];
    bool has_child = shape->end > i + 1;
    enum status status = OK;
    if (shape->kind == PQ_SHAPE_MAP && p->shapes.shapes[i + 1].end == shape->end)
        status = buffer_append_text(p->output, ", NULL", error);
    if (status == OK && has_child && !is_part_of_variant(shape))
        status = buffer_append_text(p->output, ">", error);
    return status == OK ? append_not_null(p, shape, error) : status;
}

static enum status append_shapes(struct type_printer *p, struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < p->shapes.n; i++) {
        const struct pq_shape *shape = &p->shapes.shapes[i];
        const struct pq_shape *parent = NULL;
        if (p->depth > 0)
            parent = &p->shapes.shapes[p->open[p->depth - 1]];
        if (parent != NULL && shape > parent + 1)
            status = buffer_append_text(p->output, ", ", error);
        if (status == OK && parent != NULL && parent->kind == PQ_SHAPE_GROUP) {
            p->can_be_written = p->can_be_written && text_is_utf8(shape->name);
            status = type_append_name(p->output, shape->name, error);
            if (status == OK)
                status = buffer_append_text(p->output, " ", error);
        }
        if (status == OK)
            status = append_beginning(p, shape, error);
        if (shape->kind != PQ_SHAPE_LEAF)
            p->open[p->depth++] = i;
        while (status == OK && p->depth > 0 &&
               p->shapes.shapes[p->open[p->depth - 1]].end == i + 1)
            status = append_end(p, error);
        if (status == OK)
            status = interrupt_after(TYPE_WORK, error);
    }
    return status;
}

enum status pq_append_node_type_text(const struct pq_schema_tree *tree, uint32_t node,
                                     struct buffer *output, struct error *error)
{
    struct arena arena = {0};
    struct type_printer printer = {
        .tree = tree, .output = output, .can_be_written = true};
    size_t before = output->size;
    struct error why = {0};
    enum status status = pq_shapes_build(tree, node, &arena, &printer.shapes, &why);
    if (status == NOMEM)
        status = error_nomem(error);
    else if (status == OK) {
        printer.open = arena_alloc(&arena, printer.shapes.depth, sizeof *printer.open);
        status = printer.open != NULL ? append_shapes(&printer, error)
                                      : error_nomem(error);
    } else {
        status = OK; /* malformed nested types have no text */
    }
    if (!printer.can_be_written)
        output->size = before;
    arena_release(&arena);
    return status;
}
