/* SPDX-License-Identifier: MIT */
#include "sql/write/write_columns.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "sql/host/name_set.h"
#include "sql/write/column_origin.h"
#include "sql/write/declared_type.h"
#include "value/json_reader.h"
#include "value/option_text.h"

enum {
    MOST_ORIGINS = 12, /* candidates from the type of a Parquet file */
};
_Static_assert(MOST_ORIGINS + DECLARED_TYPES <= 16, "value_summary.fitting has 16 bits");

/* ---- Names ----------------------------------------------------------------------- */

/* A column without a name gets one with its number. */
static const char *result_name_of(sqlite3_stmt *query, uint32_t i, struct arena *arena)
{
    char number[32];
    const char *name = sqlite3_column_name(query, (int)i);
    if (name == NULL)
        return NULL;
    if (name[0] == '\0') {
        snprintf(number, sizeof number, "column_%u", (unsigned)i + 1);
        name = number;
    }
    return arena_copy_text(arena, name, strlen(name));
}

/* Makes the made-up names unique, or the others, which take precedence. */
static enum status take_names(struct write_columns *columns, sqlite3_stmt *query,
                              struct name_set *set, bool made_up, struct error *error)
{
    for (uint32_t i = 0; i < columns->n; i++) {
        const char *name = sqlite3_column_name(query, (int)i);
        if (name != NULL && (name[0] == '\0') == made_up)
            name = name_set_take(set, &columns->arena, columns->columns[i].name);
        else if (name != NULL)
            continue;
        columns->columns[i].name = name;
        if (name == NULL)
            return error_nomem(error);
    }
    return OK;
}

static enum status name_columns(struct write_columns *columns, sqlite3_stmt *query,
                                struct error *error)
{
    struct name_set set;
    enum status status = name_set_init(&set, columns->n, error);
    for (uint32_t i = 0; status == OK && i < columns->n; i++) {
        const char *name = result_name_of(query, i, &columns->arena);
        columns->columns[i].name = name;
        if (name == NULL)
            status = error_nomem(error);
        else if (!text_is_utf8(slice_of(name, strlen(name))))
            status = error_set(error, MISUSE,
                               "the name of column %u is not UTF-8: name it with AS",
                               (unsigned)i + 1);
        else if (name_set_find(&set, name)->name == NULL)
            name_set_find(&set, name)->name = name;
    }
    if (status == OK)
        status = take_names(columns, query, &set, false, error);
    if (status == OK)
        status = take_names(columns, query, &set, true, error);
    name_set_release(&set);
    return status;
}

/* The columns' names for a message, as far as there is room. */
static void list_names(const struct write_columns *columns, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < columns->n; i++) {
        const char *name = columns->columns[i].name;
        if (strlen(name) + 8 > size - used) {
            snprintf(text + used, size - used, ", ...");
            return;
        }
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "",
                                 name);
    }
}

enum status write_columns_find(const struct write_columns *columns, const char *option,
                               const char *name, uint32_t *found, struct error *error)
{
    char names[240];
    for (*found = 0; *found < columns->n; ++*found) {
        if (names_are_same(columns->columns[*found].name, name))
            return OK;
    }
    list_names(columns, names, sizeof names);
    return error_set(error, MISUSE,
                     "option %s: the query has no column \"%.60s\"; it has %s", option,
                     name, names);
}

/* ---- Types ----------------------------------------------------------------------- */

static enum status set_explicit_types(struct write_columns *columns,
                                      const struct write_options *options,
                                      struct error *error)
{
    for (uint32_t k = 0; k < options->types.n; k++) {
        const struct write_option_item *item = &options->types.items[k];
        uint32_t i;
        enum status status = write_columns_find(columns, "types", item->name, &i, error);
        if (status != OK)
            return status;
        struct write_column *column = &columns->columns[i];
        column->candidates = arena_alloc(&columns->arena, 1, sizeof *column->candidates);
        if (column->candidates == NULL)
            return error_nomem(error);
        status = write_target_of_type(column->candidates, item->value, true, 0,
                                      &columns->arena, error);
        if (status != OK)
            return error_locate(error, "option types: column \"%.100s\"", column->name);
        column->is_explicit = true;
        column->asked_for = item->value;
        column->n_candidates = 1;
    }
    return OK;
}

/* Adds a candidate, unless the type cannot be written. */
static enum status add_candidate(struct write_columns *columns,
                                 struct write_column *column, const char *type,
                                 unsigned relaxed, struct error *error)
{
    struct error why;
    error_clear(&why);
    struct write_target *target = &column->candidates[column->n_candidates];
    enum status status = write_target_of_type(target, type, false, relaxed,
                                              &columns->arena, &why);
    if (status == NOMEM)
        return error_nomem(error);
    if (status == OK)
        column->seen.fitting |= (uint16_t)(1 << column->n_candidates++);
    return OK;
}

/* Adds the type of a Parquet file's column and relaxed forms of it that its values may
 * need: joins add nulls, NaN within a group is null in JSON, other files of the table
 * have nulls where the first one is REQUIRED, and INT96, which is written as nanoseconds,
 * has years that those do not reach. */
static enum status add_relaxed(struct write_columns *columns, struct write_column *column,
                               const char *type, bool keeps_unit, struct error *error)
{
    static const unsigned relaxations[] = {0,
                                           WRITE_NULLABLE_REALS,
                                           WRITE_MICROSECONDS,
                                           WRITE_NULLABLE_REALS | WRITE_MICROSECONDS,
                                           WRITE_NULLABLE_PARTS,
                                           WRITE_NULLABLE_PARTS | WRITE_MICROSECONDS};
    enum status status = OK;
    for (size_t k = 0; k < sizeof relaxations / sizeof relaxations[0]; k++) {
        if (keeps_unit && (relaxations[k] & WRITE_MICROSECONDS) != 0)
            continue;
        if (status == OK)
            status = add_candidate(columns, column, type, relaxations[k], error);
        if (status == OK)
            status = add_candidate(columns, column, type, relaxations[k] | WRITE_NULLABLE,
                                   error);
    }
    return status;
}

static enum status note_variants(struct write_columns *columns, uint32_t i,
                                 struct error *error)
{
    if (columns->has_types == NULL)
        columns->has_types = arena_alloc(&columns->arena, columns->n_in_query,
                                         sizeof *columns->has_types);
    if (columns->has_types == NULL)
        return error_nomem(error);
    columns->has_types[i] = true;
    return OK;
}

/* Adds candidates for a column from a Parquet file.  They accept the form in which its
 * table shows the values.  An explicit type is the only candidate. */
static enum status add_origin(struct write_columns *columns, sqlite3_stmt *query,
                              uint32_t i, const struct connection *connection,
                              struct error *error)
{
    struct write_column *column = &columns->columns[i];
    struct column_origin origin = {0};
    enum status status = column_origin_find(connection, query, (int)i, &origin, error);
    if (status == OK && origin.has_variants)
        status = note_variants(columns, i, error);
    if (column->is_explicit) {
        buffer_release(&origin.type);
        return status;
    }
    bool is_known = status == OK && origin.type.size > 0;
    if (is_known)
        status = buffer_append(&origin.type, "", 1, error);
    if (is_known && status == OK)
        status = add_relaxed(columns, column, (const char *)origin.type.data,
                             origin.is_presented_otherwise, error);
    for (uint8_t k = 0; k < column->n_candidates && origin.is_presented_otherwise; k++) {
        struct write_target *target = &column->candidates[k];
        target->takes_integers = target->column.type == COLUMN_TIMESTAMP;
        target->takes_text = target->column.type == COLUMN_DECIMAL;
    }
    buffer_release(&origin.type);
    return status;
}

static enum status set_candidates(struct write_columns *columns, uint32_t i,
                                  sqlite3_stmt *query,
                                  const struct connection *connection,
                                  struct error *error)
{
    struct write_column *column = &columns->columns[i];
    char types[DECLARED_TYPES][DECLARED_TYPE_SIZE];
    /* Types of Parquet files take precedence over declared ones. */
    column->candidates = arena_alloc(&columns->arena, MOST_ORIGINS + DECLARED_TYPES,
                                     sizeof *column->candidates);
    if (column->candidates == NULL)
        return error_nomem(error);
    enum status status = add_origin(columns, query, i, connection, error);
    const char *declared = sqlite3_column_decltype(query, (int)i);
    bool has_simple = column->n_candidates > 0 && column->candidates[0].nested == NULL;
    if (status != OK || has_simple || declared == NULL)
        return status;
    int n = types_of_declared(declared, types);
    for (int k = 0; status == OK && k < n; k++)
        status = add_candidate(columns, column, types[k], 0, error);
    /* DECIMAL TEXT(p,s) is what this extension's tables with decimals=text declare. */
    if (column->n_candidates > 0 && sqlite3_strnicmp(declared, "DECIMAL TEXT", 12) == 0)
        column->candidates[0].takes_text = true;
    return status;
}

/* The type that holds all classes seen; NULL if none does. */
static const char *natural_type(const struct value_summary *seen)
{
    switch (seen->classes) {
    case 0:
        return "NULL";
    case 1 << CELL_INTEGER:
        return "INT64";
    case 1 << CELL_REAL:
        return "DOUBLE";
    case 1 << CELL_REAL | 1 << CELL_INTEGER:
        return seen->has_inexact ? NULL : "DOUBLE";
    case 1 << CELL_TEXT:
        return "STRING";
    case 1 << CELL_BLOB:
        return "BLOB";
    default:
        return NULL;
    }
}

/* The class that needs no conversion to the target; 0 if all do. */
static int stored_class_of(const struct write_target *target)
{
    switch (target->column.type) {
    case COLUMN_INTEGER:
        return CELL_INTEGER;
    case COLUMN_REAL:
        return target->column.bits == 64 ? CELL_REAL : 0;
    case COLUMN_TEXT:
        return CELL_TEXT;
    default:
        return 0;
    }
}

static enum status decide_type(struct write_column *column, struct error *error)
{
    if (column->is_explicit) {
        column->target = column->candidates;
        return OK;
    }
    for (uint8_t k = 0; k < column->n_candidates; k++) {
        if ((column->seen.fitting >> k & 1) != 0) {
            column->target = &column->candidates[k];
            return OK;
        }
    }
    const char *type = natural_type(&column->seen);
    column->target = &column->natural;
    enum status status = write_target_from_text(&column->natural, type, false, error);
    column->natural.element.repetition = PQ_OPTIONAL;
    column->natural.takes_integers = true;
    return status;
}

/* Whether there are text and numbers: only UINT64 has both, since it shows large integers
 * as text. */
static bool mixes_numbers_and_text(uint8_t classes)
{
    return (classes & 1 << CELL_TEXT) != 0 &&
           (classes & (1 << CELL_INTEGER | 1 << CELL_REAL)) != 0;
}

static bool candidate_holds(const struct write_target *target, uint8_t classes,
                            const struct cell *cell)
{
    struct physical_value value;
    if (mixes_numbers_and_text(classes) && target->column.type != COLUMN_UINT64)
        return false;
    return target->convert(target, cell, &value);
}

bool write_column_note(struct write_column *column, const struct cell *cell)
{
    struct value_summary *seen = &column->seen;
    if (cell->class == CELL_NULL) {
        for (uint8_t k = 0; k < column->n_candidates; k++) {
            if (column->candidates[k].element.repetition == PQ_REQUIRED)
                seen->fitting &= (uint16_t) ~(1 << k);
        }
        return true;
    }
    seen->classes |= (uint8_t)(1 << cell->class);
    if (cell->class == CELL_INTEGER && !integer_is_exact(cell->integer))
        seen->has_inexact = true;
    for (uint8_t k = 0; seen->fitting >> k != 0; k++) {
        if ((seen->fitting >> k & 1) != 0 &&
            !candidate_holds(&column->candidates[k], seen->classes, cell))
            seen->fitting &= (uint16_t) ~(1 << k);
    }
    if (seen->fitting != 0)
        return true;
    return natural_type(seen) != NULL &&
           (cell->class != CELL_TEXT || text_is_utf8(cell->bytes));
}

bool write_column_takes(struct write_column *column, enum cell_class class)
{
    uint8_t classes = (uint8_t)(column->seen.classes | 1 << class);
    if (!column->is_explicit && mixes_numbers_and_text(classes) &&
        column->target->column.type != COLUMN_UINT64)
        return false;
    column->seen.classes = classes;
    return true;
}

/* ---- Refusals -------------------------------------------------------------------- */

enum { QUOTED_NAME_SIZE = 120 };

/* Writes the name as it must be in an option; long names are cut. */
static void quote_name(const char *name, char *text)
{
    size_t n = 0;
    bool is_simple = true;
    for (const char *c = name; *c != '\0'; c++)
        is_simple = is_simple && ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                                  (*c >= '0' && *c <= '9') || *c == '_');
    if (!is_simple)
        text[n++] = '"';
    for (const char *c = name; *c != '\0' && n < QUOTED_NAME_SIZE - 4; c++) {
        if (*c == '"')
            text[n++] = '"';
        text[n++] = *c;
    }
    if (!is_simple)
        text[n++] = '"';
    text[n] = '\0';
}

static const char *class_name(uint8_t classes)
{
    switch (classes) {
    case 1 << CELL_INTEGER:
        return "integers";
    case 1 << CELL_REAL:
        return "reals";
    case 1 << CELL_REAL | 1 << CELL_INTEGER:
        return "numbers";
    case 1 << CELL_TEXT:
        return "text";
    case 1 << CELL_BLOB:
        return "blobs";
    default:
        return "several kinds of values";
    }
}

static enum status refuse_explicit(const struct write_column *column,
                                   const struct cell *cell, const char *value,
                                   struct error *error)
{
    char name[QUOTED_NAME_SIZE];
    const struct column *type = &column->target->column;
    quote_name(column->name, name);
    if (cell->class == CELL_NULL)
        return error_set(error, MISUSE,
                         "NULL, but option types says NOT NULL: remove NOT NULL, or "
                         "return another value from the query");
    if (cell->class == CELL_REAL && type->type == COLUMN_REAL)
        return error_set(error, MISUSE,
                         "%s cannot be stored exactly as %s: use types=%s=DOUBLE, or "
                         "round it in the query",
                         value, column->asked_for, name);
    if (cell->class == CELL_BLOB &&
        (type->type == COLUMN_GEOMETRY || type->type == COLUMN_GEOGRAPHY)) {
        struct error fault = {0};
        bool is_ewkb;
        (void)!geometry_check(column->target, cell->bytes, &is_ewkb, &fault);
        return error_set(error, MISUSE, "%s does not fit %.60s: %s", value,
                         column->asked_for, fault.message);
    }
    if (cell->class == CELL_TEXT && type->type == COLUMN_JSON) {
        struct error fault = {0};
        (void)!json_check(cell->bytes, &fault);
        return error_set(error, MISUSE,
                         "%s: %s; choose the type STRING, or convert the value in the "
                         "query",
                         value, fault.message);
    }
    return error_set(error, MISUSE,
                     "%s does not fit the type %.60s given in option types: choose "
                     "another type, or convert the value in the query",
                     value, column->asked_for);
}

/* Checks the value again to find what is wrong inside it. */
static enum status refuse_nested(const struct write_column *column,
                                 const struct cell *cell, struct error *error)
{
    if (write_nested_check(column->target->nested, cell, error) == OK)
        error_set(error, MISUSE, "the value does not fit %.60s", column->asked_for);
    return error->status;
}

static enum status refuse(const struct write_column *column, const struct cell *cell,
                          struct error *error)
{
    char value[CELL_TEXT_SIZE], name[QUOTED_NAME_SIZE];
    uint8_t others = (uint8_t)(column->seen.classes & ~(1 << cell->class));
    cell_describe(cell, value);
    quote_name(column->name, name);
    if (column->is_explicit && column->target->nested != NULL)
        return refuse_nested(column, cell, error);
    if (column->is_explicit)
        return refuse_explicit(column, cell, value, error);
    if (cell->class == CELL_TEXT && !text_is_utf8(cell->bytes))
        return error_set(error, MISUSE,
                         "%s is not UTF-8: write it as binary with types=%s=BLOB", value,
                         name);
    if ((others & ~(1 << CELL_INTEGER | 1 << CELL_REAL)) == 0 && cell->class <= CELL_REAL)
        return error_set(
            error, MISUSE,
            "%s in a column of %s, not all of which DOUBLE can hold exactly: "
            "cast it in the query, or write text with types=%s=STRING",
            value, class_name(others), name);
    uint8_t all = column->seen.classes;
    bool has_blobs = (all & 1 << CELL_BLOB) != 0;
    if (has_blobs && (all & (1 << CELL_INTEGER | 1 << CELL_REAL)) != 0)
        return error_set(error, MISUSE, "%s in a column of %s: cast it in the query",
                         value, class_name(others));
    return error_set(error, MISUSE,
                     "%s in a column of %s: cast it in the query, or write %s with "
                     "types=%s=%s",
                     value, class_name(others), has_blobs ? "binary" : "text", name,
                     has_blobs ? "BLOB" : "STRING");
}

enum status write_column_refuse(const struct write_column *column,
                                const struct cell *cell, uint64_t row,
                                struct error *error)
{
    (void)refuse(column, cell, error);
    return write_column_locate(column, row, error);
}

enum status write_column_locate(const struct write_column *column, uint64_t row,
                                struct error *error)
{
    return error_locate(error, "column \"%.100s\", row %llu", column->name,
                        (unsigned long long)row);
}

/* ---- The writer's columns -------------------------------------------------------- */

static enum status set_sorting(struct write_columns *columns,
                               const struct write_options *options, struct error *error)
{
    const struct write_option_list *list = &options->sorted_by;
    columns->sorting = arena_alloc(&columns->arena, list->n, sizeof *columns->sorting);
    columns->sorting_columns = arena_alloc(&columns->arena, list->n,
                                           sizeof *columns->sorting_columns);
    if (columns->sorting == NULL || columns->sorting_columns == NULL)
        return error_nomem(error);
    for (uint32_t k = 0; k < list->n; k++) {
        uint32_t i;
        enum status status = write_columns_find(columns, "sorted_by", list->items[k].name,
                                                &i, error);
        if (status != OK)
            return status;
        columns->sorting_columns[columns->n_sorting] = i;
        columns->sorting[columns->n_sorting++] = (struct pq_sorting_column){
            .is_descending = list->items[k].is_descending,
            .nulls_first = list->items[k].nulls_first};
    }
    return OK;
}

/* Checks that each name in a list is a column and occurs once. */
static enum status check_names(const struct write_columns *columns, const char *option,
                               const struct write_option_list *list, struct error *error)
{
    uint32_t i;
    for (uint32_t k = 0; k < list->n; k++) {
        enum status status = write_columns_find(columns, option, list->items[k].name, &i,
                                                error);
        if (status != OK)
            return status;
        for (uint32_t before = 0; before < k; before++) {
            if (names_are_same(list->items[before].name, list->items[k].name))
                return error_set(error, MISUSE, "option %s names column \"%.100s\" twice",
                                 option, columns->columns[i].name);
        }
    }
    return OK;
}

/* Checks the names in all options, before the query runs. */
static enum status check_all_names(const struct write_columns *columns,
                                   const struct write_options *options,
                                   struct error *error)
{
    const struct {
        const char *option;
        const struct write_option_list *list;
    } lists[] = {
        {"types", &options->types},         {"sorted_by", &options->sorted_by},
        {"encodings", &options->encodings}, {"bloom_filter", &options->bloom_columns},
        {"field_ids", &options->field_ids}, {"order_by", &options->order_by},
    };
    enum status status = OK;
    for (size_t i = 0; status == OK && i < sizeof lists / sizeof lists[0]; i++)
        status = check_names(columns, lists[i].option, lists[i].list, error);
    return status;
}

static enum status set_bloom_filters(struct write_columns *columns,
                                     const struct write_options *options,
                                     struct error *error)
{
    for (uint32_t i = 0; i < columns->n; i++)
        columns->parquet[i].bloom = options->bloom;
    for (uint32_t k = 0; k < options->bloom_columns.n; k++) {
        uint32_t i;
        enum status status = write_columns_find(
            columns, "bloom_filter", options->bloom_columns.items[k].name, &i, error);
        if (status != OK)
            return status;
        columns->parquet[i].bloom = PQ_BLOOM_ALWAYS;
    }
    return OK;
}

static enum status set_field_ids(struct write_columns *columns,
                                 const struct write_options *options, struct error *error)
{
    for (uint32_t i = 0; options->numbers_fields && i < columns->n; i++) {
        columns->parquet[i].element.field_id = (int32_t)i;
        columns->parquet[i].element.has_field_id = true;
    }
    for (uint32_t k = 0; k < options->field_ids.n; k++) {
        const struct write_option_item *item = &options->field_ids.items[k];
        uint64_t number;
        uint32_t i;
        enum status status = write_columns_find(columns, "field_ids", item->name, &i,
                                                error);
        if (status == OK)
            status = option_number("field_ids",
                                   slice_of(item->value, strlen(item->value)), false, 0,
                                   INT32_MAX, &number, error);
        if (status != OK)
            return status;
        for (uint32_t other = 0; other < columns->n; other++) {
            const struct pq_schema_element *element = &columns->parquet[other].element;
            if (element->has_field_id && element->field_id == (int32_t)number)
                return error_set(error, MISUSE,
                                 "option field_ids: the number %d occurs twice",
                                 (int)number);
        }
        columns->parquet[i].element.field_id = (int32_t)number;
        columns->parquet[i].element.has_field_id = true;
    }
    return OK;
}

/* Numbers the leaves of all columns, and sets the leaves that the file is sorted by. */
static enum status number_leaves(struct write_columns *columns, struct error *error)
{
    uint32_t n = 0;
    columns->has_nested = false;
    for (uint32_t i = 0; i < columns->n; i++) {
        struct write_column *column = &columns->columns[i];
        const struct write_nested *nested = column->target->nested;
        column->first_leaf = n;
        column->n_leaves = nested != NULL ? nested->tree.n_leaves : 1;
        columns->has_nested = columns->has_nested || nested != NULL;
        n += column->n_leaves;
    }
    for (uint32_t k = 0; k < columns->n_sorting; k++) {
        const struct write_column *column =
            &columns->columns[columns->sorting_columns[k]];
        if (column->target->nested != NULL)
            return error_set(
                error, MISUSE,
                "option sorted_by: column \"%.100s\" is nested and has no order",
                column->name);
        columns->sorting[k].leaf = (int32_t)column->first_leaf;
    }
    return OK;
}

static void set_elements(struct pq_write_column *parquet,
                         const struct write_column *column)
{
    const struct write_nested *nested = column->target->nested;
    parquet->element = column->target->element;
    parquet->element.name = slice_of(column->name, strlen(column->name));
    parquet->below = nested != NULL ? nested->elements.elements + 1 : NULL;
    parquet->n_below = nested != NULL ? nested->elements.n - 1 : 0;
}

enum status write_columns_decide(struct write_columns *columns,
                                 const struct write_options *options, struct error *error)
{
    for (uint32_t i = 0; i < columns->n; i++) {
        struct write_column *column = &columns->columns[i];
        struct pq_write_column *parquet = &columns->parquet[i];
        enum status status = decide_type(column, error);
        if (status != OK)
            return status;
        column->stored_class = stored_class_of(column->target);
        set_elements(parquet, column);
    }
    enum status status = number_leaves(columns, error);
    if (status == OK)
        status = write_columns_set_encodings(columns, options, error);
    if (status == OK)
        status = write_columns_cover(columns, options, error);
    return status == OK ? set_field_ids(columns, options, error) : status;
}

void write_columns_open(struct write_columns *columns, struct pq_file_writer *writer)
{
    for (uint32_t i = 0; i < columns->n; i++) {
        struct write_column *column = &columns->columns[i];
        if (column->target->nested != NULL)
            write_nested_open(column->target->nested, writer, column->first_leaf);
        else
            column->values = pq_file_writer_values(writer, column->first_leaf);
    }
}

/* Refuses a key of partitions that is to be encrypted, or has a part that is. */
static enum status check_key(const char *name, const struct write_options *options,
                             struct error *error)
{
    const struct column_keys *secret = &options->column_keys;
    size_t size = strlen(name);
    for (uint32_t i = 0; i < secret->n; i++) {
        const char *column = (const char *)secret->columns[i].data;
        if (sqlite3_strnicmp(column, name, (int)size) == 0 &&
            (column[size] == '\0' || column[size] == '.'))
            return error_set(error, MISUSE,
                             "option partition_by names the column \"%.100s\", which "
                             "column_keys encrypts: its values would be in the paths of "
                             "the files, in plain",
                             name);
    }
    return OK;
}

/* Finds the columns whose values make partitions. */
static enum status find_keys(struct write_columns *columns,
                             const struct write_options *options, struct error *error)
{
    const struct write_option_list *list = &options->partition_by;
    columns->keys = arena_alloc(&columns->arena, (size_t)list->n + 1,
                                sizeof *columns->keys);
    if (columns->keys == NULL)
        return error_nomem(error);
    for (uint32_t k = 0; k < list->n; k++) {
        uint32_t i;
        enum status status = write_columns_find(columns, "partition_by",
                                                list->items[k].name, &i, error);
        if (status == OK)
            status = check_key(columns->columns[i].name, options, error);
        if (status != OK)
            return status;
        for (uint32_t other = 0; other < k; other++) {
            if (columns->keys[other].place == i)
                return error_set(error, MISUSE,
                                 "option partition_by: column \"%.100s\" is named twice",
                                 columns->columns[i].name);
        }
        if (columns->columns[i].name[0] == '\0')
            return error_set(error, MISUSE,
                             "option partition_by: a key must have a name");
        columns->keys[k] = (struct write_key){columns->columns[i].name, i};
        columns->n_keys++;
    }
    return OK;
}

enum status write_columns_place(const struct write_columns *columns, const char *name,
                                uint32_t *place, struct error *error)
{
    for (uint32_t k = 0; k < columns->n_keys; k++) {
        *place = columns->keys[k].place;
        if (names_are_same(columns->keys[k].name, name))
            return OK;
    }
    uint32_t i;
    enum status status = write_columns_find(columns, "order_by", name, &i, error);
    *place = status == OK ? columns->columns[i].place : 0;
    return status;
}

static bool is_key(const struct write_columns *columns, uint32_t i)
{
    uint32_t k = 0;
    while (k < columns->n_keys && columns->keys[k].place != i)
        k++;
    return k < columns->n_keys;
}

static void release_column(struct write_column *column)
{
    for (uint8_t k = 0; k < column->n_candidates; k++)
        write_target_release(&column->candidates[k]);
}

static enum status leave_out_keys(struct write_columns *columns, struct error *error)
{
    uint32_t n = 0;
    if (columns->n_keys == columns->n)
        return error_set(error, MISUSE,
                         "option partition_by names all columns: the files would have "
                         "none; write_partition_columns=on keeps them");
    for (uint32_t i = 0; i < columns->n; i++) {
        if (is_key(columns, i))
            release_column(&columns->columns[i]);
        else
            columns->columns[n++] = columns->columns[i];
    }
    columns->n = n;
    return OK;
}

enum status write_columns_init(struct write_columns *columns, sqlite3_stmt *query,
                               const struct connection *connection,
                               const struct write_options *options, struct error *error)
{
    uint32_t n = (uint32_t)sqlite3_column_count(query);
    *columns = (struct write_columns){.n_in_query = n, .n = n};
    columns->columns = arena_alloc(&columns->arena, n, sizeof *columns->columns);
    /* Each column may be covered by another one. */
    columns->parquet = arena_alloc(&columns->arena, (size_t)n * 2,
                                   sizeof *columns->parquet);
    if (columns->columns == NULL || columns->parquet == NULL)
        return error_nomem(error);
    enum status status = name_columns(columns, query, error);
    if (status == OK)
        status = check_all_names(columns, options, error);
    if (status == OK)
        status = set_explicit_types(columns, options, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        columns->columns[i].place = i;
        status = columns->columns[i].is_explicit
                     ? add_origin(columns, query, i, connection, error)
                     : set_candidates(columns, i, query, connection, error);
    }
    if (status == OK)
        status = find_keys(columns, options, error);
    if (status == OK && columns->n_keys > 0 && !options->writes_keys)
        status = leave_out_keys(columns, error);
    if (status == OK)
        status = set_sorting(columns, options, error);
    return status == OK ? set_bloom_filters(columns, options, error) : status;
}

void write_columns_release(struct write_columns *columns)
{
    for (uint32_t i = 0; columns->columns != NULL && i < columns->n; i++)
        release_column(&columns->columns[i]);
    arena_release(&columns->arena);
    *columns = (struct write_columns){0};
}
