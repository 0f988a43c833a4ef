/* SPDX-License-Identifier: MIT */
/*
 * write_types.c - chooses the types of written columns: suggests candidates, tests them
 * with the values, says why a value is refused, and reports the types and why they were
 * chosen (connection.h).
 */
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "parquet/schema/nested_type_text.h"
#include "parquet/schema/type_text.h"
#include "sql/write/column_origin.h"
#include "sql/write/write_columns.h"
#include "value/json_reader.h"

enum { DECLARED_TYPES = 3, DECLARED_TYPE_SIZE = 40 };

enum {
    MOST_ORIGINS = 12, /* candidates from the type of a Parquet file */
    MOST_CANDIDATES = MOST_ORIGINS + 2 * DECLARED_TYPES,
};
_Static_assert(MOST_CANDIDATES <= 32, "value_summary.fitting has 32 bits");

/* ---- Declared types -------------------------------------------------------------- */

/* The Parquet types that a declared type of SQLite suggests.  Only the first word, in any
 * case, and numbers in parentheses count: this extension's tables declare the logical
 * type as the first word.  As in ordinary tables, INTEGER has 64 bits and FLOAT is
 * DOUBLE.  The number of a time is that of the digits of its seconds.
 * parquet_create_table() declares these types (create_table.c). */
static const struct {
    const char *word, *type;
} TYPES[] = {
    {"tinyint", "INT8"},        {"smallint", "INT16"},  {"integer", "INT64"},
    {"int", "INT64"},           {"bigint", "INT64"},    {"mediumint", "INT64"},
    {"int2", "INT64"},          {"int4", "INT64"},      {"int32", "INT32"},
    {"int8", "INT64"},          {"utinyint", "UINT8"},  {"usmallint", "UINT16"},
    {"uinteger", "UINT32"},     {"ubigint", "UINT64"},  {"real", "DOUBLE"},
    {"float", "DOUBLE"},        {"double", "DOUBLE"},   {"float16", "FLOAT16"},
    {"float32", "FLOAT"},       {"boolean", "BOOLEAN"}, {"bool", "BOOLEAN"},
    {"uuid", "UUID"},           {"date", "DATE"},       {"duration", "INTERVAL"},
    {"interval", "INTERVAL"},   {"json", "JSON"},       {"geometry", "GEOMETRY"},
    {"geography", "GEOGRAPHY"}, {"text", "STRING"},     {"varchar", "STRING"},
    {"nvarchar", "STRING"},     {"char", "STRING"},     {"nchar", "STRING"},
    {"character", "STRING"},    {"clob", "STRING"},     {"string", "STRING"},
    {"enum", "ENUM"},           {"blob", "BLOB"},       {"binary", "BLOB"},
    {"varbinary", "BLOB"},      {"bytea", "BLOB"},      {"bson", "BSON"},
    {"unsigned", "UINT64"},
};

static bool is_word_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_';
}

/* The number after the parenthesis, or -1. */
static int number_of_declared(const char *declared)
{
    int number = -1;
    const char *parenthesis = strchr(declared, '(');
    return parenthesis != NULL && sscanf(parenthesis, "(%9d", &number) == 1 ? number : -1;
}

/* DECIMAL(precision [, scale]), also with words between. */
static int decimal_of_declared(const char *declared, char *type)
{
    int precision = number_of_declared(declared), scale = 0;
    if (precision < 1)
        return 0;
    (void)sscanf(strchr(declared, '('), "(%*d ,%9d", &scale);
    if (precision > 76 || scale < 0 || scale > precision)
        return 0;
    snprintf(type, DECLARED_TYPE_SIZE, "DECIMAL(%d, %d)", precision, scale);
    return 1;
}

static int fixed_of_declared(const char *declared, char *type)
{
    int size = number_of_declared(declared);
    if (size < 1)
        return 0;
    snprintf(type, DECLARED_TYPE_SIZE, "FIXED(%d)", size);
    return 1;
}

static const struct {
    const char *word, *type, *utc;
} TIMES[] = {
    {"time", "TIME", ""},
    {"timetz", "TIME", ", UTC"},
    {"timestamp", "TIMESTAMP", ""},
    {"datetime", "TIMESTAMP", ""},
    {"timestamptz", "TIMESTAMP", ", UTC"},
};

/* Whether integers in the column are stored times in the unit of the only type that is
 * suggested: TIMESTAMP INTEGER(3) has milliseconds. */
static bool is_stored_time(const char *declared)
{
    const char *type = strchr(declared, ' ');
    return type != NULL && sqlite3_strnicmp(type, " INTEGER(", 9) == 0;
}

/* The units that hold as many digits of a second as declared, and then MICROS for years
 * that NANOS do not reach.  Stored numbers have only the one unit. */
static int times_of_declared(const char *declared, size_t i,
                             char types[DECLARED_TYPES][DECLARED_TYPE_SIZE])
{
    static const char *const units[] = {"MILLIS", "MICROS", "NANOS", "MICROS"};
    int digits = number_of_declared(declared), n = 0;
    int first = digits < 0 ? 1 : digits <= 3 ? 0 : digits <= 6 ? 1 : 2;
    int end = first < 2 ? 3 : 4;
    if (is_stored_time(declared))
        end = first + 1;
    for (int unit = first; unit < end; unit++)
        snprintf(types[n++], DECLARED_TYPE_SIZE, "%s(%s%s)", TIMES[i].type, units[unit],
                 TIMES[i].utc);
    return n;
}

/* Writes the types in words (type_text.h), the preferred one first; returns their
 * number. */
static int types_of_declared(const char *declared,
                             char types[DECLARED_TYPES][DECLARED_TYPE_SIZE])
{
    size_t size = 0;
    while (is_word_character(declared[size]))
        size++;
    struct slice word = slice_of(declared, size);
    if (slice_equals_word(word, "decimal") || slice_equals_word(word, "numeric"))
        return decimal_of_declared(declared, types[0]);
    if (slice_equals_word(word, "fixed"))
        return fixed_of_declared(declared, types[0]);
    for (size_t i = 0; i < sizeof TIMES / sizeof TIMES[0]; i++) {
        if (slice_equals_word(word, TIMES[i].word))
            return times_of_declared(declared, i, types);
    }
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++) {
        if (!slice_equals_word(word, TYPES[i].word))
            continue;
        snprintf(types[0], DECLARED_TYPE_SIZE, "%s", TYPES[i].type);
        return 1;
    }
    return 0;
}

/* ---- Candidates ------------------------------------------------------------------ */

/* Adds a candidate, unless the type cannot be written. */
static enum status add_candidate(struct write_columns *columns,
                                 struct write_column *column, const char *type,
                                 unsigned relaxed, struct error *error)
{
    struct error why;
    error_clear(&why);
    if (!arena_grow(&columns->arena, &column->candidates, column->n_candidates,
                    sizeof *column->candidates))
        return error_nomem(error);
    struct write_target *target = &column->candidates[column->n_candidates];
    enum status status = write_target_of_type(target, type, false, relaxed,
                                              &columns->arena, &why);
    if (status == NOMEM)
        return error_nomem(error);
    if (status == OK)
        column->seen.fitting |= UINT32_C(1) << column->n_candidates++;
    return OK;
}

/* Adds the type of a Parquet file's column and relaxed forms of it that its values may
 * need: joins add nulls, NaN within a group is null in JSON, other files of the table
 * have nulls where the first one is REQUIRED, and timestamps of ORC, which are written as
 * nanoseconds, have years that those do not reach. */
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
                             origin.shows_integers, error);
    for (uint8_t k = 0; k < column->n_candidates; k++) {
        struct write_target *target = &column->candidates[k];
        target->takes_integers = target->takes_integers || origin.shows_integers;
        target->takes_text = origin.shows_text;
        target->takes_reals = origin.shows_reals;
        target->takes_blobs = origin.shows_blobs;
        if (origin.shows_seconds)
            write_target_take_seconds(target);
    }
    buffer_release(&origin.type);
    return status;
}

/* Adds candidates for a column that is not from a Parquet file.  If it is NOT NULL, each
 * type comes as REQUIRED first: a join may add nulls. */
static enum status add_declared(struct write_columns *columns,
                                struct write_column *column, const char *declared,
                                bool is_not_null, struct error *error)
{
    char types[DECLARED_TYPES][DECLARED_TYPE_SIZE];
    uint8_t first = column->n_candidates;
    int n = types_of_declared(declared, types);
    enum status status = OK;
    for (int k = 0; status == OK && k < n; k++) {
        size_t size = strlen(types[k]);
        snprintf(types[k] + size, DECLARED_TYPE_SIZE - size, "%s",
                 is_not_null ? " NOT NULL" : "");
        status = add_candidate(columns, column, types[k], 0, error);
        if (status == OK && is_not_null)
            status = add_candidate(columns, column, types[k], WRITE_NULLABLE, error);
    }
    for (uint8_t k = first; k < column->n_candidates; k++) {
        struct write_target *target = &column->candidates[k];
        /* This extension's tables with decimals=text and other forms of UINT64 declare
         * these types. */
        target->takes_text = sqlite3_strnicmp(declared, "DECIMAL TEXT", 12) == 0 ||
                             sqlite3_stricmp(declared, "UNSIGNED TEXT") == 0;
        target->takes_reals = sqlite3_stricmp(declared, "UNSIGNED REAL") == 0;
        target->takes_blobs = sqlite3_stricmp(declared, "UNSIGNED BLOB") == 0;
        target->takes_integers = is_stored_time(declared);
    }
    return status;
}

enum status write_column_suggest(struct write_columns *columns, uint32_t i,
                                 sqlite3_stmt *query, const struct connection *connection,
                                 struct error *error)
{
    struct write_column *column = &columns->columns[i];
    if (column->is_explicit)
        return add_origin(columns, query, i, connection, error);
    /* Types of Parquet files take precedence over declared ones. */
    column->change = arena_alloc(&columns->arena, 1, sizeof *column->change);
    if (column->change == NULL)
        return error_nomem(error);
    enum status status = add_origin(columns, query, i, connection, error);
    column->n_from_file = column->n_candidates;
    const char *declared = column_declared_type(query, (int)i);
    bool has_simple = column->n_candidates > 0 && column->candidates[0].nested == NULL;
    if (status != OK || has_simple || declared == NULL)
        return status;
    return add_declared(columns, column, declared,
                        column_origin_is_not_null(connection->db, query, (int)i), error);
}

enum status write_column_copy(struct write_columns *columns, uint32_t i, const char *type,
                              bool is_nullable, struct error *error)
{
    struct write_column *column = &columns->columns[i];
    enum status status = MISUSE;
    if (column->is_explicit)
        return OK;
    write_column_forget_copy(column);
    if (is_nullable)
        status = write_target_of_type(&column->copied, type, false, WRITE_NULLABLE,
                                      &columns->arena, error);
    if (status == MISUSE) { /* or it is nullable as it is */
        error_clear(error);
        write_target_release(&column->copied);
        status = write_target_of_type(&column->copied, type, false, 0, &columns->arena,
                                      error);
    }
    column->has_copied = status == OK;
    if (status != OK)
        write_target_release(&column->copied);
    return status;
}

void write_column_forget_copy(struct write_column *column)
{
    write_target_release(&column->copied);
    column->has_copied = false;
}

/* ---- Choices --------------------------------------------------------------------- */

/* What values of some classes need, and what they are called in messages. */
struct class_names {
    uint8_t classes;
    const char *type, *noun;
};

static const struct class_names *names_of_classes(uint8_t classes)
{
    static const struct class_names names[] = {
        {0, "NULL", "NULL"},
        {1 << CELL_INTEGER, "INT64", "integers"},
        {1 << CELL_REAL, "DOUBLE", "reals"},
        {1 << CELL_REAL | 1 << CELL_INTEGER, "DOUBLE", "numbers"},
        {1 << CELL_TEXT, "STRING", "text"},
        {1 << CELL_BLOB, "BLOB", "blobs"},
    };
    static const struct class_names several = {0, NULL, "several kinds of values"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (names[i].classes == classes)
            return &names[i];
    }
    return &several;
}

/* The type that holds all classes seen; NULL if none does. */
static const char *natural_type(const struct value_summary *seen)
{
    bool is_mixed = seen->classes == (1 << CELL_REAL | 1 << CELL_INTEGER);
    return is_mixed && seen->has_inexact ? NULL : names_of_classes(seen->classes)->type;
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

static enum status choose_target(struct write_column *column, struct error *error)
{
    if (column->is_explicit || column->has_copied) {
        column->target = column->is_explicit ? column->candidates : &column->copied;
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

enum status write_column_decide(struct write_column *column, struct error *error)
{
    enum status status = choose_target(column, error);
    if (status == OK)
        column->stored_class = stored_class_of(column->target);
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

static bool note_value(struct write_column *column, const struct cell *cell)
{
    struct value_summary *seen = &column->seen;
    if (cell->class == CELL_NULL) {
        for (uint8_t k = 0; k < column->n_candidates; k++) {
            if (column->candidates[k].element.repetition == PQ_REQUIRED)
                seen->fitting &= ~(UINT32_C(1) << k);
        }
        return true;
    }
    seen->classes |= (uint8_t)(1 << cell->class);
    if (cell->class == CELL_INTEGER && !integer_is_exact(cell->integer))
        seen->has_inexact = true;
    for (uint8_t k = 0; seen->fitting >> k != 0; k++) {
        if ((seen->fitting >> k & 1) != 0 &&
            !candidate_holds(&column->candidates[k], seen->classes, cell))
            seen->fitting &= ~(UINT32_C(1) << k);
    }
    if (seen->fitting != 0)
        return true;
    return natural_type(seen) != NULL &&
           (cell->class != CELL_TEXT || text_is_utf8(cell->bytes));
}

/* The number of the chosen candidate; n_candidates: none holds all values. */
static uint8_t first_fitting(const struct write_column *column, uint32_t fitting)
{
    uint8_t k = 0;
    while (k < column->n_candidates && (fitting >> k & 1) == 0)
        k++;
    return k;
}

/* Notes the value if the column has another type than before it. */
static void note_change(struct write_column *column, const struct value_summary *before,
                        const struct cell *cell, uint64_t row)
{
    const struct value_summary *seen = &column->seen;
    uint8_t was = first_fitting(column, before->fitting);
    const char *natural = was == column->n_candidates ? natural_type(before) : NULL;
    const char *now = natural_type(seen);
    if (natural != NULL
            ? before->classes == 0 || (now != NULL && strcmp(now, natural) == 0)
            : was == first_fitting(column, seen->fitting))
        return;
    column->change->row = row;
    column->change->lost = natural == NULL ? &column->candidates[was] : NULL;
    column->change->lost_natural = natural;
    cell_describe(cell, column->change->value);
}

bool write_column_note(struct write_column *column, const struct cell *cell, uint64_t row)
{
    const struct value_summary before = column->seen;
    bool fits = note_value(column, cell);
    if (fits && (column->seen.fitting != before.fitting ||
                 column->seen.classes != before.classes))
        note_change(column, &before, cell, row);
    return fits;
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
            value, names_of_classes(others)->noun, name);
    uint8_t all = column->seen.classes;
    bool has_blobs = (all & 1 << CELL_BLOB) != 0;
    if (has_blobs && (all & (1 << CELL_INTEGER | 1 << CELL_REAL)) != 0)
        return error_set(error, MISUSE, "%s in a column of %s: cast it in the query",
                         value, names_of_classes(others)->noun);
    return error_set(error, MISUSE,
                     "%s in a column of %s: cast it in the query, or write %s with "
                     "types=%s=%s",
                     value, names_of_classes(others)->noun, has_blobs ? "binary" : "text",
                     name, has_blobs ? "BLOB" : "STRING");
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

/* ---- Reports --------------------------------------------------------------------- */

enum { MOST_TYPE = 200, MOST_BECAUSE = 2 * CELL_TEXT_SIZE + MOST_TYPE };

/* The type in words, in the arena; NULL when memory is out. */
static const char *type_of(const struct write_target *target, struct arena *arena,
                           struct error *error)
{
    struct buffer words = {0};
    enum status status = target->nested != NULL
                             ? pq_append_node_type_text(&target->nested->tree, 1, &words,
                                                        error)
                             : pq_append_type_text(&target->element, &words, error);
    const char *text = status == OK ? arena_copy_text(arena, words.data, words.size)
                                    : NULL;
    buffer_release(&words);
    return text;
}

/* Writes why the column got its type. */
static enum status explain(const struct write_column *column, const char *declared,
                           struct arena *arena, char *because, struct error *error)
{
    const struct type_change *change = column->change;
    if (column->is_explicit) {
        snprintf(because, MOST_BECAUSE, "option types");
    } else if (column->has_copied) {
        snprintf(because, MOST_BECAUSE, "its type in the file");
    } else if (change->row > 0) {
        const char *lost = change->lost != NULL ? type_of(change->lost, arena, error)
                                                : change->lost_natural;
        if (lost == NULL)
            return error_nomem(error);
        snprintf(because, MOST_BECAUSE, "row %llu: %s does not fit %.*s",
                 (unsigned long long)change->row, change->value, MOST_TYPE, lost);
    } else if (column->target == &column->natural) {
        snprintf(because, MOST_BECAUSE, "the values are %s",
                 names_of_classes(column->seen.classes)->noun);
    } else if (column->target < column->candidates + column->n_from_file) {
        snprintf(because, MOST_BECAUSE, "its type in the file");
    } else {
        snprintf(because, MOST_BECAUSE, "declared %.*s", MOST_TYPE, declared);
    }
    return OK;
}

static enum status add_column(struct written_types *types,
                              const struct write_column *column, sqlite3_stmt *query,
                              struct error *error)
{
    char because[MOST_BECAUSE];
    struct arena *arena = &types->arena;
    const char *declared = column_declared_type(query, (int)column->position);
    enum status status = explain(column, declared != NULL ? declared : "", arena, because,
                                 error);
    if (status != OK)
        return status;
    struct written_type *written = &types->columns[types->n];
    written->name = arena_copy_text(arena, column->name, strlen(column->name));
    written->type = type_of(column->target, arena, error);
    written->because = arena_copy_text(arena, because, strlen(because));
    if (written->name == NULL || written->type == NULL || written->because == NULL)
        return error_nomem(error);
    types->n++;
    return OK;
}

void write_report(const struct write_columns *columns, sqlite3_stmt *query,
                  struct written_types *types)
{
    struct error ignored = {0};
    written_types_release(types);
    types->columns = arena_alloc(&types->arena, columns->n, sizeof *types->columns);
    enum status status = types->columns == NULL ? NOMEM : OK;
    for (uint32_t i = 0; status == OK && i < columns->n; i++)
        status = add_column(types, &columns->columns[i], query, &ignored);
    if (status != OK)
        written_types_release(types);
}
