/* SPDX-License-Identifier: MIT */
#include "orc/file/orc_tree.h"

#include <stdio.h>

#include "base/interrupt.h"
#include "value/type_name.h"
#include "value/value_from_text.h"
#include "value/value_text.h"

enum { LEAF_WORK = 100, MOST_NAME = 1 << 20 };

bool orc_has_integer_decimals(const struct orc_tail *tail, const struct orc_type *type)
{
    return tail->major >= 1 && type->precision > 0 &&
           type->precision <= ORC_MOST_SMALL_PRECISION;
}

/* ---- What a type means ------------------------------------------------------------ */

static const struct meaning {
    enum column_type type;
    enum vector_kind kind;
    uint8_t bits;
    const char *text; /* NULL: it depends on more than the kind */
} meanings[ORC_N_KINDS] = {
    [ORC_BOOLEAN] = {COLUMN_BOOLEAN, VECTOR_INT64, 0, "BOOLEAN"},
    [ORC_BYTE] = {COLUMN_INTEGER, VECTOR_INT64, 8, "INT8"},
    [ORC_SHORT] = {COLUMN_INTEGER, VECTOR_INT64, 16, "INT16"},
    [ORC_INT] = {COLUMN_INTEGER, VECTOR_INT64, 32, "INT32"},
    [ORC_LONG] = {COLUMN_INTEGER, VECTOR_INT64, 64, "INT64"},
    [ORC_FLOAT] = {COLUMN_REAL, VECTOR_DOUBLE, 32, "FLOAT"},
    [ORC_DOUBLE_TYPE] = {COLUMN_REAL, VECTOR_DOUBLE, 64, "DOUBLE"},
    [ORC_STRING] = {COLUMN_TEXT, VECTOR_BYTES, 0, "STRING"},
    [ORC_VARCHAR] = {COLUMN_TEXT, VECTOR_BYTES, 0, "STRING"},
    [ORC_CHAR] = {COLUMN_TEXT, VECTOR_BYTES, 0, "STRING"},
    [ORC_BINARY] = {COLUMN_BLOB, VECTOR_BYTES, 0, "BLOB"},
    [ORC_DATE] = {COLUMN_DATE, VECTOR_INT64, 0, "DATE"},
    [ORC_TIMESTAMP] = {COLUMN_TIMESTAMP, VECTOR_INSTANT, 0, "TIMESTAMP(NANOS)"},
    [ORC_TIMESTAMP_INSTANT] = {COLUMN_TIMESTAMP, VECTOR_INSTANT, 0,
                               "TIMESTAMP(NANOS, UTC)"},
    [ORC_DECIMAL] = {COLUMN_DECIMAL, VECTOR_BYTES, 0, NULL},
    [ORC_LIST] = {COLUMN_NESTED, VECTOR_BYTES, 0, NULL},
    [ORC_MAP] = {COLUMN_NESTED, VECTOR_BYTES, 0, NULL},
    [ORC_STRUCT] = {COLUMN_NESTED, VECTOR_BYTES, 0, NULL},
    [ORC_UNION] = {COLUMN_NESTED, VECTOR_BYTES, 0, "VARIANT"},
};

static void set_decimal(const struct orc_type *type, struct column *column)
{
    column->precision = ORC_HIVE_11_PRECISION;
    column->scale = ORC_HIVE_11_SCALE;
    if (type->precision == 0)
        return;
    column->precision = type->precision <= INT32_MAX ? (int32_t)type->precision : 0;
    column->scale = type->scale <= INT32_MAX ? (int32_t)type->scale : -1;
    if (type->precision <= ORC_MOST_SMALL_PRECISION)
        column->kind = VECTOR_INT64;
    if (column->precision < 1 || column->precision > ORC_HIVE_11_PRECISION ||
        column->scale < 0 || column->scale > column->precision)
        column_set_unreadable(column, CORRUPT,
                              "a decimal's precision is 1 to 38, and its scale at most "
                              "the precision");
}

static void set_meaning(const struct orc_type *type, struct column *column)
{
    static const struct meaning unknown = {COLUMN_BLOB, VECTOR_BYTES, 0, NULL};
    bool is_known = type->kind < ORC_N_KINDS;
    const struct meaning *meaning = is_known ? &meanings[type->kind] : &unknown;
    column->type = meaning->type;
    column->kind = meaning->kind;
    column->bits = meaning->bits;
    column->is_nullable = true;
    column->is_signed = meaning->type == COLUMN_INTEGER;
    column->is_utc = type->kind == ORC_TIMESTAMP_INSTANT;
    if (meaning->type == COLUMN_TIMESTAMP)
        column->unit = UNIT_NANOS;
    if (meaning->type == COLUMN_DECIMAL)
        set_decimal(type, column);
    if (!is_known)
        column_set_unreadable(column, UNSUPPORTED,
                              "a type that this version does not know");
}

/* Iceberg numbers types by an attribute. */
static enum status set_field_id(const struct orc_type *type, struct arena *arena,
                                struct column *column, struct error *error)
{
    for (uint32_t i = 0; i < type->attributes.n; i++) {
        struct orc_attribute attribute = {0};
        int64_t number;
        enum status status = orc_message_parse(&orc_attribute_message,
                                               type->attributes.messages[i], &attribute,
                                               arena, error);
        if (status != OK)
            return status;
        if (!slice_equals_text(attribute.key, "iceberg.id"))
            continue;
        if (int64_from_text(attribute.value, &number) == TEXT_UNFIT ||
            number < INT32_MIN || number > INT32_MAX)
            return error_set(error, CORRUPT,
                             "the attribute iceberg.id is no number: "
                             "\"%.*s\"",
                             SLICE_SHOWN(attribute.value, 100));
        column->has_field_id = true;
        column->field_id = (int32_t)number;
    }
    return OK;
}

/* ---- Names ------------------------------------------------------------------------ */

/* The name of a type in its parent. */
static struct slice own_name(const struct orc_tail *tail, uint32_t i)
{
    uint32_t parent = tail->parents[i];
    if (parent == UINT32_MAX)
        return slice_of("value", 5);
    const struct orc_messages *names = &tail->types[parent].field_names;
    return tail->child_indexes[i] < names->n ? names->messages[tail->child_indexes[i]]
                                             : slice_of("", 0);
}

/* The names on the path to a type, from below the root, joined by dots. */
static enum status set_path(const struct orc_tail *tail, uint32_t i, struct arena *arena,
                            struct column *column, struct error *error)
{
    uint32_t path[ORC_MOST_DEPTH + 1], n = 0;
    size_t size = 0;
    for (uint32_t t = i; n <= ORC_MOST_DEPTH && t != UINT32_MAX && (t != 0 || n == 0);
         t = tail->parents[t]) {
        path[n++] = t;
        size += own_name(tail, t).size + 1;
    }
    char *name = size <= MOST_NAME ? arena_alloc(arena, size + 1, 1) : NULL;
    if (size > MOST_NAME)
        return error_set(error, TOO_BIG, "a column's name has %zu bytes", size);
    if (name == NULL)
        return error_nomem(error);
    size_t at = 0;
    while (n > 0) {
        struct slice part = own_name(tail, path[--n]);
        if (part.size > 0)
            memcpy(name + at, part.data, part.size);
        at += part.size;
        if (n > 0)
            name[at++] = '.';
    }
    column->name = name;
    column->name_size = (uint32_t)at;
    return OK;
}

/* ---- Columns ---------------------------------------------------------------------- */

/* Where a type is below the root. */
struct tree_position {
    uint32_t depth;
    uint32_t top_level; /* its top-level column; UINT32_MAX: not below one */
    bool is_in_structs; /* a top-level column, or a field of structs only */
};

static bool is_top_level(const struct orc_tail *tail, uint32_t i)
{
    return tail->types[0].kind == ORC_STRUCT ? tail->parents[i] == 0 : i == 0;
}

/* Parents come before their children. */
static struct tree_position *find_positions(const struct orc_tail *tail,
                                            struct arena *arena)
{
    struct tree_position *positions = arena_alloc(arena, tail->n_types,
                                                  sizeof *positions);
    for (uint32_t i = 0; positions != NULL && i < tail->n_types; i++) {
        uint32_t parent = tail->parents[i];
        positions[i].top_level = UINT32_MAX;
        if (parent != UINT32_MAX)
            positions[i] = positions[parent];
        positions[i].depth += parent != UINT32_MAX;
        if (is_top_level(tail, i)) {
            positions[i].top_level = parent == UINT32_MAX ? 0 : tail->child_indexes[i];
            positions[i].is_in_structs = true;
        } else if (parent != UINT32_MAX) {
            positions[i].is_in_structs = positions[parent].is_in_structs &&
                                         tail->types[parent].kind == ORC_STRUCT;
        }
    }
    return positions;
}

/* Whether a primitive type has a column that is not a top-level one. */
static bool has_own_column(const struct orc_tail *tail,
                           const struct tree_position *positions, uint32_t i)
{
    return positions[i].is_in_structs && !is_top_level(tail, i) &&
           !orc_is_nested(&tail->types[i]) && positions[i].depth <= ORC_MOST_DEPTH;
}

/* A nested column whose parts cannot be read cannot be read, either.  A struct at the
 * root is no column. */
static void inherit_unreadable(const struct orc_tail *tail, struct orc_tree *tree)
{
    for (uint32_t i = tail->n_types; i-- > 1;) {
        const struct column *child = &tree->types[i];
        uint32_t parent = tail->parents[i];
        if (parent != UINT32_MAX && child->unreadable_reason != NULL &&
            !is_top_level(tail, i))
            column_set_unreadable(&tree->types[parent], child->unreadable_status,
                                  child->unreadable_reason);
    }
}

/* Without their keys, readers of ORC get values that the writer has put in place of the
 * encrypted ones.  Nobody here should take them for the values. */
static enum status mark_encrypted(const struct orc_tail *tail, struct orc_tree *tree,
                                  struct arena *arena, struct error *error)
{
    struct orc_encryption encryption = {0};
    if (tail->footer.encryption.data == NULL)
        return OK;
    enum status status = orc_message_parse(
        &orc_encryption_message, tail->footer.encryption, &encryption, arena, error);
    for (uint32_t i = 0; status == OK && i < encryption.variants.n; i++) {
        struct orc_encryption_variant variant = {0};
        status = orc_message_parse(&orc_encryption_variant_message,
                                   encryption.variants.messages[i], &variant, arena,
                                   error);
        if (status == OK && variant.root < tail->n_types)
            column_set_unreadable(&tree->types[variant.root], UNSUPPORTED,
                                  "encrypted columns of ORC files");
    }
    return status;
}

/* How many values the statistics of the file count of a type, if they do. */
static enum status count_values(const struct orc_tail *tail, uint32_t i,
                                struct arena *arena, bool *is_known, uint64_t *n,
                                struct error *error)
{
    struct orc_statistics statistics = {0};
    const struct orc_messages *list = &tail->footer.statistics;
    enum status status = list->n == tail->n_types
                             ? orc_message_parse(&orc_statistics_message,
                                                 list->messages[i], &statistics, arena,
                                                 error)
                             : OK;
    if (status_is_external(status))
        return status;
    error_clear(error); /* damaged statistics are unknown */
    *is_known = status == OK && (statistics.has & ORC_HAS_NUMBER_OF_VALUES);
    *n = statistics.number_of_values;
    return OK;
}

static enum status mark_values_of_absent(const struct orc_tail *tail,
                                         struct orc_tree *tree, struct arena *arena,
                                         struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 1; status == OK && i < tail->n_types; i++) {
        uint64_t n, n_structs;
        bool is_known, are_known = false;
        if (!orc_may_have_values_of_absent(tail, i))
            continue;
        status = count_values(tail, i, arena, &is_known, &n, error);
        if (status == OK && is_known)
            status = count_values(tail, tail->parents[i], arena, &are_known, &n_structs,
                                  error);
        if (status == OK && are_known && n > n_structs)
            column_set_unreadable(&tree->types[i], CORRUPT, ORC_VALUES_OF_ABSENT);
        if (status == OK)
            status = interrupt_after(LEAF_WORK, error);
    }
    return status;
}

/* What is inside of an unreadable type cannot be read, either. */
static void spread_unreadable(const struct orc_tail *tail, struct orc_tree *tree)
{
    for (uint32_t i = 1; i < tail->n_types; i++) {
        uint32_t parent = tail->parents[i];
        const struct column *p = parent != UINT32_MAX ? &tree->types[parent] : NULL;
        if (p != NULL && p->unreadable_reason != NULL)
            column_set_unreadable(&tree->types[i], p->unreadable_status,
                                  p->unreadable_reason);
    }
}

static enum status add_column(const struct orc_tail *tail,
                              const struct tree_position *positions, struct arena *arena,
                              struct orc_tree *tree, uint32_t c, uint32_t i,
                              struct error *error)
{
    struct column *column = &tree->schema.columns[c];
    *column = tree->types[i];
    column->is_leaf_of_group = !is_top_level(tail, i);
    column->top_level = column->is_leaf_of_group ? positions[i].top_level : 0;
    tree->column_types[c] = i;
    enum status status = set_path(tail, i, arena, column, error);
    return status == OK ? interrupt_after(LEAF_WORK, error) : status;
}

/* The fields of the root in their order, and then the leaves. */
static enum status add_columns(const struct orc_tail *tail,
                               const struct tree_position *positions, struct arena *arena,
                               struct orc_tree *tree, struct error *error)
{
    enum status status = OK;
    uint32_t c = tree->schema.n_top_level;
    for (uint32_t i = 0; status == OK && i < tail->n_types; i++) {
        if (is_top_level(tail, i))
            status = add_column(tail, positions, arena, tree, positions[i].top_level, i,
                                error);
        else if (has_own_column(tail, positions, i))
            status = add_column(tail, positions, arena, tree, c++, i, error);
    }
    return status;
}

static enum status set_types(const struct orc_tail *tail,
                             const struct tree_position *positions, struct arena *arena,
                             struct orc_tree *tree, struct error *error)
{
    for (uint32_t i = 0; i < tail->n_types; i++) {
        struct slice name = own_name(tail, i);
        set_meaning(&tail->types[i], &tree->types[i]);
        tree->types[i].name = arena_copy_text(arena, name.data, name.size);
        tree->types[i].name_size = (uint32_t)name.size;
        if (tree->types[i].name == NULL)
            return error_nomem(error);
        if (positions[i].depth > ORC_MOST_DEPTH)
            column_set_unreadable(&tree->types[i], UNSUPPORTED,
                                  "types that nest more than 64 deep");
        enum status status = set_field_id(&tail->types[i], arena, &tree->types[i], error);
        if (status != OK)
            return error_locate(error, "type %u", (unsigned)i);
        status = interrupt_after(LEAF_WORK, error);
        if (status != OK)
            return status;
    }
    return OK;
}

enum status orc_tree_build(const struct orc_tail *tail, struct arena *arena,
                           struct orc_tree *tree, struct error *error)
{
    struct schema *schema = &tree->schema;
    const struct tree_position *positions = find_positions(tail, arena);
    tree->types = arena_alloc(arena, tail->n_types, sizeof *tree->types);
    if (positions == NULL || tree->types == NULL)
        return error_nomem(error);
    enum status status = set_types(tail, positions, arena, tree, error);
    if (status == OK)
        status = mark_encrypted(tail, tree, arena, error);
    if (status == OK)
        status = mark_values_of_absent(tail, tree, arena, error);
    if (status != OK)
        return error_locate(error, "footer");
    spread_unreadable(tail, tree);
    inherit_unreadable(tail, tree);
    for (uint32_t i = 0; i < tail->n_types; i++) {
        schema->n_top_level += is_top_level(tail, i);
        schema->n_columns += is_top_level(tail, i) || has_own_column(tail, positions, i);
    }
    schema->columns = arena_alloc(arena, schema->n_columns, sizeof *schema->columns);
    tree->column_types = arena_alloc(arena, (size_t)schema->n_columns + 1,
                                     sizeof *tree->column_types);
    if (schema->columns == NULL || tree->column_types == NULL)
        return error_nomem(error);
    return add_columns(tail, positions, arena, tree, error);
}

/* ---- Trees of fields -------------------------------------------------------------- */

static enum field_kind field_kind_of(const struct orc_type *type)
{
    switch (type->kind) {
    case ORC_STRUCT:
        return FIELD_STRUCT;
    case ORC_LIST:
        return FIELD_LIST;
    case ORC_MAP:
        return FIELD_MAP;
    case ORC_UNION:
        return FIELD_VARIANT;
    default:
        return FIELD_VALUE;
    }
}

enum status orc_field_tree_build(const struct orc_tail *tail, const struct orc_tree *tree,
                                 uint32_t type, struct arena *arena,
                                 struct file_field **field, struct error *error)
{
    struct file_field **fields = arena_alloc(arena, tail->n_types,
                                             sizeof(struct file_field *));
    *field = arena_alloc(arena, 1, sizeof **field);
    if (fields == NULL || *field == NULL)
        return error_nomem(error);
    fields[type] = *field;
    /* Types come after their parents. */
    for (uint32_t i = type; i < tail->n_types; i++) {
        const struct orc_numbers *subtypes = &tail->types[i].subtypes;
        struct file_field *f = fields[i];
        if (f == NULL)
            continue;
        f->kind = field_kind_of(&tail->types[i]);
        f->column = tree->types[i];
        if (f->kind == FIELD_VALUE || f->kind == FIELD_VARIANT)
            continue;
        f->n_members = subtypes->n;
        f->members = arena_alloc(arena, (size_t)subtypes->n + 1, sizeof *f->members);
        if (f->members == NULL)
            return error_nomem(error);
        for (uint32_t k = 0; k < subtypes->n; k++)
            fields[subtypes->numbers[k]] = &f->members[k];
        enum status status = interrupt_after(LEAF_WORK, error);
        if (status != OK)
            return status;
    }
    return OK;
}

/* ---- Types in words --------------------------------------------------------------- */

static bool add_type(const struct orc_tail *tail, uint32_t i, unsigned depth, bool is_key,
                     struct buffer *output, struct error *error);

static bool add_children(const struct orc_tail *tail, uint32_t i, unsigned depth,
                         struct buffer *output, struct error *error)
{
    const struct orc_type *type = &tail->types[i];
    bool has_text = type->subtypes.n > 0;
    buffer_add_text(output,
                    type->kind == ORC_LIST  ? "LIST<"
                    : type->kind == ORC_MAP ? "MAP<"
                                            : "STRUCT<",
                    error);
    for (uint32_t k = 0; has_text && k < type->subtypes.n; k++) {
        if (k > 0)
            buffer_add_text(output, ", ", error);
        if (type->kind == ORC_STRUCT && error->status == OK &&
            type_append_name(output, type->field_names.messages[k], error) == OK)
            buffer_add_text(output, " ", error);
        has_text = add_type(tail, (uint32_t)type->subtypes.numbers[k], depth + 1,
                            type->kind == ORC_MAP && k == 0, output, error);
    }
    buffer_add_text(output, ">", error);
    return has_text;
}

/* False if the type, or one in it, cannot be written. */
static bool add_type(const struct orc_tail *tail, uint32_t i, unsigned depth, bool is_key,
                     struct buffer *output, struct error *error)
{
    const struct orc_type *type = &tail->types[i];
    if (type->kind >= ORC_N_KINDS || depth >= ORC_MOST_DEPTH ||
        (is_key && orc_is_nested(type)))
        return false;
    if (type->kind != ORC_DECIMAL && meanings[type->kind].text == NULL)
        return add_children(tail, i, depth, output, error);
    if (type->kind != ORC_DECIMAL)
        buffer_add_text(output, meanings[type->kind].text, error);
    else
        buffer_add_format(output, error, "DECIMAL(%d,%d)",
                          type->precision > 0 ? (int)type->precision
                                              : ORC_HIVE_11_PRECISION,
                          type->precision > 0 ? (int)type->scale : ORC_HIVE_11_SCALE);
    return true;
}

enum status orc_append_type_text(const struct orc_tail *tail, uint32_t type,
                                 struct buffer *output, struct error *error)
{
    size_t before = output->size;
    if (!add_type(tail, type, 0, false, output, error) && error->status == OK)
        output->size = before;
    return error->status;
}
