/* SPDX-License-Identifier: MIT */
#include "parquet/schema/read_types.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/known_names.h"
#include "parquet/schema/type_text.h"
#include "value/option_text.h"

enum {
    MOST_INTEGER_DIGITS = 18, /* of a decimal in 64 bits */
    WORK_PER_COLUMN = 10,
};

/* What a column is to be read as. */
struct wanted {
    struct column column;             /* only what the type determines */
    int32_t type_length;              /* of FIXED_LEN_BYTE_ARRAYs */
    struct pq_schema_element element; /* as the writer would store it */
};

/* ---- Types ---------------------------------------------------------------------------
 */

/* Types that Parquet or its writers do not name so. */
static const struct {
    const char *word, *written;
    bool is_seconds;
} words[] = {
    {"TIMESTAMP_S", "TIMESTAMP(MILLIS)", true},
    {"TIMESTAMP_MS", "TIMESTAMP(MILLIS)", false},
    {"TIMESTAMP_US", "TIMESTAMP(MICROS)", false},
    {"TIMESTAMP_NS", "TIMESTAMP(NANOS)", false},
};

static enum status parse_type(struct slice text, struct wanted *wanted,
                              struct error *error)
{
    enum pq_conversion conversion;
    bool is_seconds = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (slice_equals_word(text, words[i].word)) {
            is_seconds = words[i].is_seconds;
            text = slice_of(words[i].written, strlen(words[i].written));
        }
    }
    *wanted = (struct wanted){0};
    enum status status = pq_type_from_text(text, &wanted->element, error);
    if (status != OK)
        return status;
    if (wanted->element.repetition != PQ_OPTIONAL)
        return error_set(error, MISUSE, "NOT NULL cannot be chosen");
    (void)pq_leaf_type(&wanted->element, false, &wanted->column, &conversion);
    wanted->type_length = wanted->element.type_length;
    if (is_seconds)
        wanted->column.unit = UNIT_SECONDS;
    return OK;
}

/* Whether the integers of 64 bits in a column's vectors count something, so that another
 * type can say what. */
static bool is_number(const struct column *column)
{
    return column->kind == VECTOR_INT64 &&
           (column->type == COLUMN_INTEGER || column->type == COLUMN_DATE ||
            column->type == COLUMN_TIME || column->type == COLUMN_TIMESTAMP ||
            column->type == COLUMN_DECIMAL);
}

static bool is_bytes(const struct column *column)
{
    return column->type == COLUMN_TEXT || column->type == COLUMN_JSON ||
           column->type == COLUMN_BLOB;
}

/* Whether the type has all integers of the leaf. */
static bool holds_integers(const struct pq_leaf *leaf, const struct column *wanted)
{
    const struct column *stored = &leaf->column;
    int bits = stored->type == COLUMN_INTEGER ? stored->bits
               : leaf->type == PQ_INT32       ? 32
                                              : 64;
    bool is_signed = stored->type != COLUMN_INTEGER || stored->is_signed;
    return is_signed == wanted->is_signed ? wanted->bits >= bits
                                          : !is_signed && wanted->bits > bits;
}

/* Plain integers can count anything.  If the file says what they count, they can only be
 * shown as they are: another unit or scale would give them other values. */
static bool can_read_number(const struct pq_leaf *leaf, const struct column *wanted)
{
    const struct column *stored = &leaf->column;
    if (wanted->type == COLUMN_INTEGER)
        return holds_integers(leaf, wanted);
    if (wanted->type == COLUMN_DECIMAL && wanted->precision > MOST_INTEGER_DIGITS)
        return false;
    return stored->type == COLUMN_INTEGER ||
           (stored->type == wanted->type && stored->unit == wanted->unit &&
            stored->scale == wanted->scale);
}

static bool can_read(const struct pq_leaf *leaf, const struct wanted *wanted)
{
    const struct column *stored = &leaf->column, *column = &wanted->column;
    if (stored->unreadable_reason != NULL || column->unreadable_reason != NULL)
        return false;
    if (is_number(stored) && is_number(column))
        return can_read_number(leaf, column);
    if (leaf->type == PQ_BYTE_ARRAY)
        return is_bytes(stored) && is_bytes(column) &&
               wanted->element.type == PQ_BYTE_ARRAY;
    if (leaf->type != PQ_FIXED_LEN_BYTE_ARRAY)
        return false;
    if (stored->type == COLUMN_BLOB && column->type == COLUMN_UUID)
        return leaf->type_length == wanted->type_length;
    return column->type == COLUMN_BLOB &&
           (stored->type == COLUMN_BLOB || stored->type == COLUMN_UUID ||
            stored->type == COLUMN_INTERVAL);
}

static enum status refuse_type(const struct pq_schema_tree *tree,
                               const struct pq_leaf *leaf, const char *name,
                               struct slice type, struct error *error)
{
    struct buffer stored = {0};
    struct pq_schema_element element = *tree->nodes[leaf->node].element;
    const char *possible = "it has no other form";
    element.repetition = PQ_OPTIONAL;
    enum status status = pq_append_type_text(&element, &stored, error);
    if (status != OK) {
        buffer_release(&stored);
        return status;
    }
    if (is_number(&leaf->column) && leaf->column.type != COLUMN_INTEGER)
        possible = "it can be read as BIGINT";
    else if (is_number(&leaf->column))
        possible = "it can be read as DATE, TIME(unit), TIMESTAMP_S, TIMESTAMP_MS, "
                   "TIMESTAMP_US, TIMESTAMP_NS, DECIMAL(18, scale), BIGINT";
    else if (leaf->type == PQ_BYTE_ARRAY && is_bytes(&leaf->column))
        possible = "it can be read as TEXT, JSON, BLOB";
    else if (leaf->column.type == COLUMN_BLOB && leaf->type_length == 16)
        possible = "it can be read as UUID";
    else if (leaf->column.type == COLUMN_UUID || leaf->column.type == COLUMN_INTERVAL)
        possible = "it can be read as BLOB";
    status = error_set(error, MISUSE,
                       "option types: column \"%.100s\" is stored as %.*s and cannot be "
                       "read as %.*s; %s",
                       name, SLICE_SHOWN(buffer_slice(&stored), 40),
                       SLICE_SHOWN(type, 40), possible);
    buffer_release(&stored);
    return status;
}

/* ---- Columns -------------------------------------------------------------------------
 */

/* Finds the leaf with the name, if possible in the same letter case.  Names that are
 * repeated belong to the first. */
static struct pq_leaf *find_leaf(const struct pq_schema_tree *tree, const char *name)
{
    struct pq_leaf *found = NULL;
    size_t size = strlen(name);
    for (uint32_t i = 0; i < tree->n_leaves; i++) {
        struct pq_leaf *leaf = &tree->leaves[i];
        struct slice path = slice_of(leaf->column.name, leaf->column.name_size);
        if (path.size != size || pq_is_in_variant(tree, leaf->node))
            continue;
        if (slice_equals_text(path, name))
            return leaf;
        if (found == NULL && slice_equals_word(path, name))
            found = leaf;
    }
    return found;
}

static enum status refuse_name(const struct pq_schema_tree *tree, const char *name,
                               struct error *error)
{
    struct known_names known;
    known_names_begin(&known, slice_of(name, strlen(name)));
    for (uint32_t i = 0; i < tree->n_leaves; i++) {
        const struct column *column = &tree->leaves[i].column;
        if (!pq_is_in_variant(tree, tree->leaves[i].node))
            known_names_add(&known, slice_of(column->name, column->name_size));
    }
    error_set(error, MISUSE,
              "option types: the file has no column \"%.100s\" with values of its own",
              name);
    return known_names_suggest(&known, "column", error);
}

static enum status read_as(struct pq_schema_tree *tree, struct pq_leaf *leaf,
                           const struct wanted *wanted, struct arena *arena,
                           struct error *error)
{
    struct pq_reading *reading = arena_alloc(arena, 1, sizeof *reading);
    if (reading == NULL)
        return error_nomem(error);
    reading->stored = leaf->column;
    reading->as = wanted->element;
    reading->as.name = (struct slice){NULL, 0};
    if (leaf->reading != NULL) /* the option names the column twice */
        reading->stored = leaf->reading->stored;
    leaf->reading = reading;
    column_take_type(&leaf->column, &wanted->column);
    for (uint32_t i = 0; i < tree->schema.n_columns; i++) {
        if (tree->sources[i].kind == PQ_SOURCE_NODE &&
            tree->sources[i].node == leaf->node &&
            tree->schema.columns[i].type != COLUMN_NESTED)
            column_take_type(&tree->schema.columns[i], &wanted->column);
    }
    return OK;
}

static enum status apply_item(struct pq_schema_tree *tree, const char *name,
                              struct slice type, struct arena *arena, struct error *error)
{
    struct wanted wanted;
    struct pq_leaf *leaf = find_leaf(tree, name);
    struct error why = {0};
    if (leaf == NULL)
        return refuse_name(tree, name, error);
    enum status status = parse_type(type, &wanted, &why);
    if (status != OK)
        return error_set(error, status, "option types: column \"%.100s\": %s", name,
                         why.message);
    if (!can_read(leaf, &wanted))
        return refuse_type(tree, leaf, name, type, error);
    return read_as(tree, leaf, &wanted, arena, error);
}

enum status pq_read_types_apply(struct pq_schema_tree *tree, const char *types,
                                struct arena *arena, struct error *error)
{
    struct slice list = slice_of(types, strlen(types));
    enum status status = OK;
    for (;;) {
        struct option_item item;
        bool is_end;
        status = option_next_item("types", OPTION_TYPES, &list, &item, &is_end, error);
        if (status != OK || is_end)
            return status;
        char *type = option_dequote(item.value);
        status = type == NULL ? error_nomem(error)
                              : apply_item(tree, item.name, slice_of(type, strlen(type)),
                                           arena, error);
        mem_free(type);
        mem_free(item.name);
        if (status == OK) /* each is searched among all columns */
            status = interrupt_after(WORK_PER_COLUMN * (tree->n_leaves + 1), error);
        if (status != OK)
            return status;
    }
}
