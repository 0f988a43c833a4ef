/* SPDX-License-Identifier: MIT */
#include "sql/table/columns.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/known_names.h"
#include "sql/host/name_set.h"
#include "value/option_text.h"

enum { NAME_WORK = 100 }; /* per name, for interrupt_stops() */

/* ---- Names ---------------------------------------------------------------------- */

/* The name in a form that SQLite accepts: no NUL inside, never empty.  NULL: no
 * memory. */
static char *clean_name(struct arena *arena, const struct column *column, uint32_t index)
{
    char number[32];
    if (column->name_size == 0) {
        int size = snprintf(number, sizeof number, "column_%u", (unsigned)index + 1);
        return arena_copy_text(arena, number, (size_t)size);
    }
    char *name = arena_copy_text(arena, column->name, column->name_size);
    for (uint32_t i = 0; name != NULL && i < column->name_size; i++) {
        if (name[i] == '\0')
            name[i] = '_';
    }
    return name;
}

static const char *const EXTRA_NAMES[] = {"_file", "_file_row_number", "_row_group"};
enum { N_EXTRA = 3 };

/* Whether clean_name() changes the name. */
static bool name_is_made_up(const struct column *column)
{
    return column->name_size == 0 ||
           memchr(column->name, '\0', column->name_size) != NULL;
}

/* Gives unique names to columns first .. end - 1: to those with made-up names or to the
 * others.  False when memory is out or the work is interrupted. */
static bool take_names(struct name_set *set, struct arena *arena,
                       const struct schema *schema, uint32_t first, uint32_t end,
                       bool made_up, const char **names)
{
    bool is_complete = true;
    for (uint32_t i = first; is_complete && i < end; i++) {
        if (name_is_made_up(&schema->columns[i]) != made_up)
            continue;
        names[i] = name_set_take(set, arena, names[i]);
        is_complete = names[i] != NULL && !interrupt_stops(NAME_WORK);
    }
    return is_complete;
}

/* Names all columns of the schema and then the extra ones.  Unchanged names of the file
 * take precedence over made-up ones, and top-level columns over leaves. */
static enum status name_columns(struct arena *arena, const struct schema *schema,
                                const char ***result, struct error *error)
{
    uint32_t n = schema->n_columns, n_top = schema->n_top_level;
    struct name_set set;
    bool is_complete = name_set_init(&set, n + N_EXTRA, error) == OK;
    const char **names = arena_alloc(arena, (size_t)n + N_EXTRA, sizeof *names);
    is_complete = is_complete && names != NULL;
    for (uint32_t i = 0; is_complete && i < n; i++) {
        names[i] = clean_name(arena, &schema->columns[i], i);
        is_complete = names[i] != NULL && !interrupt_stops(NAME_WORK);
        if (is_complete)
            (void)name_set_reserve(&set, names[i]);
    }
    is_complete = is_complete &&
                  take_names(&set, arena, schema, 0, n_top, false, names) &&
                  take_names(&set, arena, schema, 0, n_top, true, names) &&
                  take_names(&set, arena, schema, n_top, n, false, names) &&
                  take_names(&set, arena, schema, n_top, n, true, names);
    for (uint32_t i = 0; is_complete && i < N_EXTRA; i++) {
        names[n + i] = name_set_take(&set, arena, EXTRA_NAMES[i]);
        is_complete = names[n + i] != NULL;
    }
    name_set_release(&set);
    *result = names;
    return is_complete ? OK : error_nomem(error);
}

/* ---- Declared types -------------------------------------------------------------- */

/* The unit that the option `timestamps` names, if it names one. */
static enum time_unit unit_of(unsigned form)
{
    return form < TIMESTAMPS_SECONDS ? UNIT_SECONDS
                                     : (enum time_unit)(form - TIMESTAMPS_SECONDS);
}

/* How columns of a type are shown and declared, where that is always the same. */
static const struct {
    enum result_form form;
    const char *declared;
} SHOWN[] = {
    [COLUMN_NULL] = {FORM_NULL, ""},
    [COLUMN_BOOLEAN] = {FORM_INTEGER, "BOOLEAN"},
    [COLUMN_INTEGER] = {FORM_INTEGER, ""},
    [COLUMN_REAL] = {FORM_REAL, ""},
    [COLUMN_TEXT] = {FORM_TEXT, "TEXT"},
    [COLUMN_JSON] = {FORM_TEXT, "JSON TEXT"},
    [COLUMN_NESTED] = {FORM_JSON, "JSON TEXT"},
    [COLUMN_BLOB] = {FORM_BLOB, "BLOB"},
    [COLUMN_GEOMETRY] = {FORM_BLOB, "GEOMETRY BLOB"},
    [COLUMN_GEOGRAPHY] = {FORM_BLOB, "GEOGRAPHY BLOB"},
    [COLUMN_UUID] = {FORM_TEXT, "UUID TEXT"},
    [COLUMN_DATE] = {FORM_TEXT, "DATE TEXT"},
    [COLUMN_TIME] = {FORM_TEXT, "TIME TEXT"},
    [COLUMN_INTERVAL] = {FORM_TEXT, "DURATION TEXT"},
};

static enum result_form result_form_of(const struct column *column,
                                       const struct table_options *options)
{
    switch (column->type) {
    case COLUMN_UINT64:
        return (enum result_form)(FORM_UINT64 + options->uint64);
    case COLUMN_DECIMAL:
        if (options->decimals == DECIMALS_TEXT)
            return FORM_DECIMAL_TEXT;
        return column->scale == 0 && column->precision <= 18 ? FORM_DECIMAL_INTEGER
                                                             : FORM_DECIMAL_REAL;
    case COLUMN_TIMESTAMP:
        if (options->timestamps < TIMESTAMPS_INTEGER)
            return FORM_TEXT;
        if (options->timestamps > TIMESTAMPS_INTEGER)
            return column->kind == VECTOR_INT64 &&
                           column->unit == unit_of(options->timestamps)
                       ? FORM_INTEGER
                       : FORM_EPOCH;
        return column->kind == VECTOR_INSTANT ? FORM_INSTANT_NANOS : FORM_INTEGER;
    default:
        return SHOWN[column->type].form;
    }
}

/* The first word is the logical type; the rest determines the affinity. */
void columns_declared_type(const struct column *column,
                           const struct table_options *options, char *type)
{
    static const char *const integers[2][4] = {
        {"UTINYINT", "USMALLINT", "UINTEGER", "BIGINT"},
        {"TINYINT", "SMALLINT", "INTEGER", "BIGINT"}};
    static const char *const timestamps[2][2] = {
        {"TIMESTAMP INTEGER", "TIMESTAMP TEXT"},
        {"TIMESTAMPTZ INTEGER", "TIMESTAMPTZ TEXT"}};
    enum result_form form = result_form_of(column, options);
    const char *words;
    switch (column->type) {
    case COLUMN_UINT64: /* integers and text: no affinity */
        words = form == FORM_UINT64_TEXT   ? "UNSIGNED TEXT"
                : form == FORM_UINT64_REAL ? "UNSIGNED REAL"
                : form == FORM_UINT64_BLOB ? "UNSIGNED BLOB"
                                           : "";
        break;
    case COLUMN_INTEGER: {
        int width = column->bits == 8    ? 0
                    : column->bits == 16 ? 1
                                         : column->bits / 32 + 1;
        words = integers[column->is_signed][width];
        break;
    }
    case COLUMN_REAL:
        words = column->bits == 64 ? "DOUBLE" : "FLOAT";
        break;
    case COLUMN_DECIMAL:
        /* SQLite's grammar requires the parentheses last. */
        snprintf(type, COLUMN_TYPE_SIZE, "DECIMAL%s(%d,%d)",
                 form == FORM_DECIMAL_TEXT   ? " TEXT"
                 : form == FORM_DECIMAL_REAL ? " REAL"
                                             : "",
                 (int)column->precision, (int)column->scale);
        return;
    case COLUMN_TIMESTAMP: /* nanoseconds are integers, and text: no affinity */
        words = form == FORM_INSTANT_NANOS
                    ? ""
                    : timestamps[column->is_utc][form == FORM_TEXT];
        break;
    default:
        words = SHOWN[column->type].declared;
    }
    snprintf(type, COLUMN_TYPE_SIZE, "%s", words);
}

enum selection { NOT_SELECTED, HIDDEN, VISIBLE };

/* Whether the schema has "_file", as that of many files does. */
static bool is_path_column(const struct schema *schema, uint32_t i)
{
    return i >= schema->n_top_level && schema->columns[i].is_of_path;
}

static bool has_path_column(const struct schema *schema)
{
    return schema->n_columns > 0 && is_path_column(schema, schema->n_columns - 1);
}

/* ---- The table ------------------------------------------------------------------- */

bool table_column_is_not_null(const struct table_column *c)
{
    /* NaN reads as NULL. */
    return c->column != NULL && !c->is_hidden && !c->column->is_nullable &&
           c->column->type != COLUMN_REAL && c->column->type != COLUMN_NULL;
}

static bool compares_instants(const struct table_column *c,
                              const struct table_options *options)
{
    return options->timestamps == TIMESTAMPS_INSTANT && table_column_is_time(c);
}

static void append_column(struct buffer *sql, const struct table_column *c,
                          const struct table_options *options, struct error *error)
{
    char type[COLUMN_TYPE_SIZE];
    buffer_add_text(sql, "\"", error);
    for (const char *s = c->name; *s != '\0'; s++)
        buffer_add(sql, *s == '"' ? slice_of("\"\"", 2) : slice_of(s, 1), error);
    if (c->column != NULL)
        columns_declared_type(c->column, options, type);
    /* SQLite would derive NUMERIC affinity from the word HIDDEN if a hidden column had no
     * type; BLOB means no affinity. */
    if (c->column != NULL && c->is_hidden && type[0] == '\0')
        snprintf(type, sizeof type, "BLOB");
    if (c->column == NULL)
        snprintf(type, sizeof type, "%s", c->form == FORM_FILE ? "TEXT" : "BIGINT");
    /* HIDDEN may not follow a type in parentheses. */
    buffer_add_format(sql, error, "\"%s %s%s%s", c->is_hidden ? " HIDDEN" : "", type,
                      compares_instants(c, options) ? " COLLATE " INSTANT_COLLATION : "",
                      table_column_is_not_null(c) ? " NOT NULL" : "");
}

static const char SEPARATOR[] = ", ";

static enum status declare(struct table_columns *columns,
                           const struct table_options *options, struct error *error)
{
    struct buffer sql = {0};
    for (uint32_t i = 0; i < columns->n_columns; i++) {
        buffer_add_text(&sql, i > 0 ? SEPARATOR : "CREATE TABLE x(", error);
        columns->columns[i].declared_at = sql.size;
        append_column(&sql, &columns->columns[i], options, error);
    }
    buffer_add(&sql, slice_of(")", 2), error); /* with its terminator */
    columns->declaration = (char *)sql.data;
    return error->status;
}

struct slice columns_definition(const struct table_columns *columns, uint32_t i)
{
    if (i >= columns->n_columns)
        return slice_of("", 0);
    const char *start = columns->declaration + columns->columns[i].declared_at;
    if (i + 1 == columns->n_columns)
        return slice_of(start, strlen(start) - 1); /* without ")" */
    size_t next = columns->columns[i + 1].declared_at;
    return slice_of(start, next - columns->columns[i].declared_at - strlen(SEPARATOR));
}

static enum status refuse_name(const char *name, const char *const *names,
                               const struct schema *schema, struct error *error)
{
    struct known_names known;
    known_names_begin(&known, slice_of(name, strlen(name)));
    for (uint32_t i = 0; i < schema->n_columns; i++)
        known_names_add_texts(&known, &names[i],
                              column_is_unseen(&schema->columns[i]) ? 0 : 1);
    error_set(error, MISUSE, "option columns: the file has no column \"%.100s\"", name);
    return known_names_suggest(&known, "column", error);
}

/* Marks the columns that the `columns` option names; an unknown name is an error. */
static enum status select_columns(const char *list, const char *const *names,
                                  const struct schema *schema, enum selection *selected,
                                  struct error *error)
{
    struct name_set set;
    char *name;
    enum status status = name_set_init(&set, schema->n_columns, error);
    for (uint32_t i = 0; status == OK && i < schema->n_columns; i++) {
        if (!column_is_unseen(&schema->columns[i])) /* here, suffix: the column's index */
            name_set_reserve(&set, names[i])->next_suffix = i;
    }
    while (status == OK && option_next_name(&list, &name)) {
        if (name == NULL)
            status = error_nomem(error);
        else if (name_set_find(&set, name) == NULL)
            status = refuse_name(name, names, schema, error);
        else
            selected[name_set_find(&set, name)->next_suffix] = VISIBLE;
        mem_free(name);
    }
    name_set_release(&set);
    return status;
}

/* Selects the leaves of selected groups as hidden columns. */
static void select_leaves(const struct schema *schema, enum selection *selected)
{
    for (uint32_t i = schema->n_top_level; i < schema->n_columns; i++) {
        if (selected[i] == NOT_SELECTED &&
            selected[schema->columns[i].top_level] != NOT_SELECTED)
            selected[i] = HIDDEN;
    }
}

static void add_column(struct table_columns *columns, const struct table_options *options,
                       const struct schema *schema, uint32_t i, const char *name,
                       bool is_hidden)
{
    struct table_column *c = &columns->columns[columns->n_columns++];
    c->name = name;
    if (i < schema->n_columns) {
        c->source = i;
        c->column = &schema->columns[i];
        c->form = result_form_of(c->column, options);
        c->style = options->timestamps == TIMESTAMPS_ISO8601 ? TIMES_ISO8601
                                                             : TIMES_AS_SHOWN;
        c->shown_unit = unit_of(options->timestamps);
        c->is_hidden = is_hidden;
    } else {
        c->form = (enum result_form)(FORM_FILE + (i - schema->n_columns));
        /* `SELECT *` needs a column even where the file has none. */
        c->is_hidden = schema->n_top_level > 0 || c->form != FORM_FILE_ROW_NUMBER;
    }
}

/* Finds the other forms of nested columns. */
static enum status find_forms(struct table_columns *columns, const struct schema *schema,
                              struct error *error)
{
    /* Of each top-level column, if it is nested. */
    struct {
        uint32_t types, records;
    } *forms = mem_alloc_zeroed((size_t)schema->n_top_level + 1, sizeof *forms);
    if (forms == NULL)
        return error_nomem(error);
    for (uint32_t i = schema->n_top_level; i < schema->n_columns; i++) {
        const struct column *column = &schema->columns[i];
        if (column->is_variant_types)
            forms[column->top_level].types = i;
        if (column->is_records)
            forms[column->top_level].records = i;
    }
    for (uint32_t i = 0; i < columns->n_columns; i++) {
        struct table_column *c = &columns->columns[i];
        if (c->column == NULL || c->source >= schema->n_top_level)
            continue;
        c->types_source = forms[c->source].types;
        c->records_source = forms[c->source].records;
    }
    mem_free(forms);
    return OK;
}

static enum status fill(struct table_columns *columns, const struct schema *schema,
                        const struct table_options *options, uint32_t max_columns,
                        enum selection *selected, struct error *error)
{
    const char **names;
    uint32_t n_visible = 0;
    enum status status = name_columns(&columns->arena, schema, &names, error);
    if (status != OK)
        return status;
    for (uint32_t i = 0; i < schema->n_columns; i++)
        selected[i] = options->columns != NULL  ? NOT_SELECTED
                      : i < schema->n_top_level ? VISIBLE
                                                : HIDDEN;
    if (options->columns != NULL) {
        status = select_columns(options->columns, names, schema, selected, error);
        if (status != OK)
            return status;
        select_leaves(schema, selected);
    }
    for (uint32_t i = 0; i < schema->n_columns; i++) {
        if (is_path_column(schema, i))
            selected[i] = HIDDEN;
        if (column_is_unseen(&schema->columns[i]))
            selected[i] = NOT_SELECTED;
        n_visible += selected[i] == VISIBLE;
    }
    if (n_visible > max_columns)
        return error_set(error, MISUSE,
                         "%u columns, but SQLite accepts at most %u here; choose some "
                         "with the option columns='a,b,c'",
                         (unsigned)n_visible, (unsigned)max_columns);
    columns->columns = arena_alloc(&columns->arena, (size_t)schema->n_columns + N_EXTRA,
                                   sizeof *columns->columns);
    if (columns->columns == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < schema->n_columns + N_EXTRA; i++) {
        bool is_extra = i >= schema->n_columns;
        if (i == schema->n_columns && has_path_column(schema))
            continue;
        if ((is_extra || selected[i] != NOT_SELECTED) && columns->n_columns < max_columns)
            add_column(columns, options, schema, i, names[i],
                       is_extra || selected[i] == HIDDEN);
    }
    if (n_visible == 0 && options->columns != NULL)
        return error_set(error, MISUSE, "option columns: it names no column");
    status = find_forms(columns, schema, error);
    return status == OK ? declare(columns, options, error) : status;
}

enum status columns_build(struct table_columns *columns, const struct schema *schema,
                          const struct table_options *options, uint32_t max_columns,
                          struct error *error)
{
    *columns = (struct table_columns){0};
    enum selection *selected = mem_alloc(schema->n_columns, sizeof *selected);
    if (selected == NULL)
        return error_nomem(error);
    enum status status = fill(columns, schema, options, max_columns, selected, error);
    mem_free(selected);
    return status;
}

bool columns_are_used(const struct table_columns *columns, uint64_t used)
{
    for (uint32_t i = 0; i < columns->n_columns && i < 63; i++) {
        if ((used >> i & 1) != 0 && columns->columns[i].column != NULL)
            return true;
    }
    return used >> 63 != 0;
}

bool columns_are_of_paths(const struct table_columns *columns, uint64_t used)
{
    for (uint32_t i = 0; i < columns->n_columns && i < 63; i++) {
        const struct column *c = columns->columns[i].column;
        if ((used >> i & 1) != 0 && (c == NULL || !c->is_of_path))
            return false;
    }
    return used >> 63 == 0;
}

static bool is_stored_alike(const struct table_column *a, const struct table_column *b)
{
    const struct column *c = a->column, *d = b->column;
    if (c == NULL || d == NULL)
        return c == d && a->form == b->form;
    return a->form == b->form && c->type == d->type && c->kind == d->kind &&
           c->unit == d->unit && c->has_mismatched == d->has_mismatched &&
           (c->unreadable_reason == NULL) == (d->unreadable_reason == NULL);
}

bool columns_are_stored_alike(const struct table_columns *a,
                              const struct table_columns *b)
{
    bool are_alike = a->n_columns == b->n_columns;
    for (uint32_t i = 0; are_alike && i < a->n_columns; i++)
        are_alike = is_stored_alike(&a->columns[i], &b->columns[i]);
    return are_alike;
}

enum value_class value_class_of(const struct table_column *column)
{
    static const enum value_class classes[] = {
        [FORM_NULL] = CLASS_NULL,
        [FORM_INTEGER] = CLASS_NUMBER,
        [FORM_UINT64] = CLASS_MIXED,
        [FORM_UINT64_TEXT] = CLASS_TEXT,
        [FORM_UINT64_REAL] = CLASS_NUMBER,
        [FORM_UINT64_BLOB] = CLASS_BLOB,
        [FORM_REAL] = CLASS_NUMBER,
        [FORM_DECIMAL_INTEGER] = CLASS_NUMBER,
        [FORM_DECIMAL_REAL] = CLASS_NUMBER,
        [FORM_DECIMAL_TEXT] = CLASS_TEXT,
        [FORM_TEXT] = CLASS_TEXT,
        [FORM_JSON] = CLASS_TEXT,
        [FORM_BLOB] = CLASS_BLOB,
        [FORM_INSTANT_NANOS] = CLASS_MIXED,
        [FORM_EPOCH] = CLASS_NUMBER,
        [FORM_FILE] = CLASS_TEXT,
        [FORM_FILE_ROW_NUMBER] = CLASS_NUMBER,
        [FORM_ROW_GROUP] = CLASS_NUMBER,
    };
    return classes[column->form];
}

void columns_release(struct table_columns *columns)
{
    arena_release(&columns->arena);
    mem_free(columns->declaration);
    *columns = (struct table_columns){0};
}
