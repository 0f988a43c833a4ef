/* SPDX-License-Identifier: MIT */
#include "sql/table/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "scan/text_match.h"
#include "sql/table/plan_cost.h"
#include "sql/table/plan_order.h"

/* ---- The text -------------------------------------------------------------------- */

/* The comparisons and collations in a plan's text, none of which begins with another one,
 * and what SQLite calls the comparisons, but for IN. */
static const struct {
    const char *text;
    int op;
} COMPARISONS[] = {
    [COMPARE_EQ] = {"=?", SQLITE_INDEX_CONSTRAINT_EQ},
    [COMPARE_NE] = {"<>?", SQLITE_INDEX_CONSTRAINT_NE},
    [COMPARE_LT] = {"<?", SQLITE_INDEX_CONSTRAINT_LT},
    [COMPARE_LE] = {"<=?", SQLITE_INDEX_CONSTRAINT_LE},
    [COMPARE_GT] = {">?", SQLITE_INDEX_CONSTRAINT_GT},
    [COMPARE_GE] = {">=?", SQLITE_INDEX_CONSTRAINT_GE},
    [COMPARE_IS] = {" is ?", SQLITE_INDEX_CONSTRAINT_IS},
    [COMPARE_IS_NOT] = {" is not ?", SQLITE_INDEX_CONSTRAINT_ISNOT},
    [COMPARE_IS_NULL] = {" is null", SQLITE_INDEX_CONSTRAINT_ISNULL},
    [COMPARE_NOT_NULL] = {" not null", SQLITE_INDEX_CONSTRAINT_ISNOTNULL},
    [COMPARE_IN] = {" in ?", -1},
    [COMPARE_LIKE] = {" like ?", SQLITE_INDEX_CONSTRAINT_LIKE},
    [COMPARE_GLOB] = {" glob ?", SQLITE_INDEX_CONSTRAINT_GLOB},
};
static const char *const COLLATIONS[] = {[COLLATE_BINARY] = "",
                                         [COLLATE_NOCASE] = " nocase",
                                         [COLLATE_RTRIM] = " rtrim",
                                         [COLLATE_INSTANT] = " instant"};
enum { LAST_BIT = 63 }; /* of colUsed: of all columns from there on */
enum {
    N_COMPARISONS = sizeof COMPARISONS / sizeof *COMPARISONS,
    N_COLLATIONS = sizeof COLLATIONS / sizeof *COLLATIONS,
};

/* Removes a word from the front of the text; false if it is not there. */
static bool take(const char **text, const char *word)
{
    size_t size = strlen(word);
    if (strncmp(*text, word, size) != 0)
        return false;
    *text += size;
    return true;
}

/* take() for a whole word: a column's name may begin with it. */
static bool take_word(const char **text, const char *word)
{
    const char *rest = *text;
    if (!take(&rest, word) || (*rest != '\0' && strchr(" =<>", *rest) == NULL))
        return false;
    *text = rest;
    return true;
}

/* Parses a subject; -1: rowid. */
static int take_column(const char **text)
{
    if (take_word(text, "rowid"))
        return -1;
    const char *mark = strchr(*text, '#');
    if (mark == NULL)
        return -1;
    char *end;
    long number = strtol(mark + 1, &end, 10);
    *text = end;
    return (int)number;
}

static void parse_term(const char **text, struct plan_term *term)
{
    int i = 0, k = COLLATE_NOCASE;
    *term = (struct plan_term){.column = take_column(text)};
    while (i < N_COMPARISONS && !take(text, COMPARISONS[i].text))
        i++;
    while (k < N_COLLATIONS && !take(text, COLLATIONS[k]))
        k++;
    if (i < N_COMPARISONS)
        term->comparison = (enum comparison)i;
    if (k < N_COLLATIONS)
        term->collation = (enum collation)k;
    term->is_known_text = take(text, " text");
}

static const char *const SORTINGS[N_SORTINGS] = {
    [SORTING_FINDS] = " order by ",  [SORTING_SORTS] = " sort by ",
    [SORTING_GROUPS] = " group by ", [SORTING_DISTINCT] = " distinct ",
    [SORTING_COUNTS] = " count by ",
};

/* Parses what comes before an order; false: there is none. */
static bool take_sorting(const char **text, enum plan_sorting *sorting)
{
    for (int i = 0; i < N_SORTINGS; i++) {
        if (take(text, SORTINGS[i])) {
            *sorting = (enum plan_sorting)i;
            return true;
        }
    }
    return false;
}

void plan_parse(const char *text, struct plan *plan)
{
    *plan = (struct plan){0};
    if (text == NULL)
        return;
    if (!take_word(&text, "scan")) {
        do
            parse_term(&text, &plan->terms[plan->n_terms++]);
        while (plan->n_terms < MOST_PLAN_TERMS && take(&text, " and "));
    }
    bool has_key = take_sorting(&text, &plan->sorting);
    while (has_key && plan->n_orders < MOST_ORDER_COLUMNS) {
        struct plan_order *order = &plan->orders[plan->n_orders++];
        order->column = take_column(&text);
        order->is_descending = take(&text, " desc");
        has_key = take(&text, ", ");
    }
    if (take(&text, " in ")) {
        char *end;
        plan->n_parts = (uint32_t)strtoul(text, &end, 10);
        text = end;
        (void)take(&text, " parts");
    }
    plan->has_limit = take(&text, " limit ?");
    plan->has_offset = take(&text, " offset ?");
    plan->limits_exactly = take(&text, " exactly");
    plan->has_reads = take(&text, " reads ");
    plan->reads = plan->has_reads ? strtoull(text, NULL, 16) : 0;
}

static void add_column(struct buffer *text, const struct table_columns *columns,
                       int column, struct error *error)
{
    char name[32];
    size_t size = 0;
    if (column < 0) {
        buffer_add_text(text, "rowid", error);
        return;
    }
    for (const char *c = columns->columns[column].name; *c != '\0' && size < 24; c++) {
        bool is_plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                        (*c >= '0' && *c <= '9') || *c == '_' || *c == '.';
        name[size++] = is_plain ? *c : '_';
    }
    name[size] = '\0';
    buffer_add_format(text, error, "%s#%d", name, column);
}

static void print_plan(const struct plan *plan, const struct table_columns *columns,
                       struct buffer *text, struct error *error)
{
    if (plan->n_terms == 0)
        buffer_add_text(text, "scan", error);
    for (uint32_t i = 0; i < plan->n_terms; i++) {
        const struct plan_term *term = &plan->terms[i];
        buffer_add_text(text, i > 0 ? " and " : "", error);
        add_column(text, columns, term->column, error);
        buffer_add_format(text, error, "%s%s%s", COMPARISONS[term->comparison].text,
                          COLLATIONS[term->collation],
                          term->is_known_text ? " text" : "");
    }
    for (uint32_t i = 0; i < plan->n_orders; i++) {
        buffer_add_text(text, i > 0 ? ", " : SORTINGS[plan->sorting], error);
        add_column(text, columns, plan->orders[i].column, error);
        buffer_add_text(text, plan->orders[i].is_descending ? " desc" : "", error);
    }
    if (plan->n_parts > 1)
        buffer_add_format(text, error, " in %u parts", plan->n_parts);
    buffer_add_format(text, error, "%s%s%s", plan->has_limit ? " limit ?" : "",
                      plan->has_offset ? " offset ?" : "",
                      plan->limits_exactly ? " exactly" : "");
    if (plan->has_reads)
        buffer_add_format(text, error, " reads %llx", (unsigned long long)plan->reads);
}

/* ---- Choosing terms -------------------------------------------------------------- */

static bool comparison_of(int op, enum comparison *comparison)
{
    int i = 0;
    while (i < N_COMPARISONS && COMPARISONS[i].op != op)
        i++;
    *comparison = (enum comparison)i;
    return i < N_COMPARISONS;
}

/* Sets the collation of a constraint; false if it is not a built-in one. */
static bool collation_of(const struct plan_context *context, sqlite3_index_info *info,
                         int i, enum collation *collation)
{
    const char *name = sqlite3_vtab_collation(info, i);
    *collation = COLLATE_BINARY;
    if (name == NULL)
        name = "BINARY";
    for (int k = 0; k < N_INSTANT_COLLATIONS; k++) {
        if (sqlite3_stricmp(name, INSTANT_COLLATIONS[k]) == 0) {
            *collation = COLLATE_INSTANT;
            return true;
        }
    }
    if (sqlite3_stricmp(name, "NOCASE") == 0)
        *collation = COLLATE_NOCASE;
    else if (sqlite3_stricmp(name, "RTRIM") == 0)
        *collation = COLLATE_RTRIM;
    return collation_is_builtin(context->db, context->collations, name);
}

/* The type of the right-hand side if SQLite knows its value, else 0. */
static int known_type(sqlite3_index_info *info, int i, sqlite3_value **value)
{
    *value = NULL;
    if (!host_explains_constraints() ||
        sqlite3_vtab_rhs_value(info, i, value) != SQLITE_OK || *value == NULL)
        return 0;
    return sqlite3_value_type(*value);
}

static bool is_in(sqlite3_index_info *info, int i, const struct plan_term *term)
{
    return term->comparison == COMPARE_EQ && host_explains_constraints() &&
           sqlite3_vtab_in(info, i, -1) != 0;
}

/* Whether the term may be an IN although is_in() is false. type: from known_type(). */
static bool may_be_in(int i, const struct plan_term *term, int type)
{
    if (!host_explains_constraints())
        return term->comparison == COMPARE_EQ || term->comparison == COMPARE_IS;
    return term->comparison == COMPARE_EQ && i >= HOST_KNOWS_IN_FOR && type == 0;
}

static const struct table_column ROWID = {.form = FORM_INTEGER};

const struct table_column *plan_column(const struct plan_context *context, int i)
{
    return i < 0 ? &ROWID : &context->file->columns.columns[i];
}

struct constraint plan_constraint(const struct plan_context *context,
                                  const struct plan_term *term)
{
    return (struct constraint){.column = plan_column(context, term->column),
                               .comparison = term->comparison,
                               .collation = term->collation,
                               .is_known_text = term->is_known_text,
                               .is_utf16 = context->is_utf16};
}

/* Whether a term can be used, be it on a column of the file, on the path, or on a number
 * (rowid, row group).  *is_exact: whether SQLite need not test it again. */
static bool term_is_usable(const struct plan_context *context,
                           const struct plan_term *term, bool *is_exact)
{
    const struct table_column *column = plan_column(context, term->column);
    const struct constraint constraint = plan_constraint(context, term);
    if (column->column != NULL) {
        *is_exact = constraint_is_exact(&constraint);
        return constraint_is_usable(&constraint);
    }
    bool is_number = value_class_of(column) == CLASS_NUMBER;
    *is_exact = is_number;
    if (column->form == FORM_FILE)
        return (term->comparison == COMPARE_EQ || term->comparison == COMPARE_IN) &&
               term->collation == COLLATE_BINARY;
    return is_number && !comparison_is_pattern(term->comparison);
}

static bool choose_term(sqlite3_index_info *info, int i,
                        const struct plan_context *context, struct plan_term *term,
                        sqlite3_value **value, bool *is_exact)
{
    const struct sqlite3_index_constraint *c = &info->aConstraint[i];
    *term = (struct plan_term){0};
    if (!c->usable || !comparison_of(c->op, &term->comparison))
        return false;
    term->column = c->iColumn;
    enum value_class class = value_class_of(plan_column(context, term->column));
    /* SQLite does not always report the right collation for <> and IS NOT. */
    bool is_ne = term->comparison == COMPARE_NE || term->comparison == COMPARE_IS_NOT;
    if (class == CLASS_TEXT && !is_ne && !comparison_is_pattern(term->comparison) &&
        !collation_of(context, info, i, &term->collation))
        return false;
    int type = known_type(info, i, value);
    term->is_known_text = class == CLASS_TEXT &&
                          (type == SQLITE_TEXT || type == SQLITE_BLOB ||
                           type == SQLITE_NULL);
    /* These may be bounds that SQLite derives from LIKE, which hold for text values
     * only. */
    if (class != CLASS_TEXT && comparison_is_range(term->comparison) &&
        type == SQLITE_TEXT)
        return false;
    if (is_in(info, i, term))
        term->comparison = COMPARE_IN;
    if (comparison_is_pattern(term->comparison) &&
        !function_is_builtin(context->db,
                             term->comparison == COMPARE_LIKE ? "like" : "glob"))
        return false;
    /* Once a table receives the values of IN one by one, SQLite does not test again how
     * they compare as text; and hosts do not always distinguish IN from an equality. */
    if ((class == CLASS_TEXT || class == CLASS_MIXED) && may_be_in(i, term, type))
        return false;
    if (!term_is_usable(context, term, is_exact))
        return false;
    if (comparison_may_be_outer(term->comparison) && host_offers_outer_terms())
        *is_exact = false;
    /* Older hosts do not distinguish bounds derived from LIKE from others. */
    if (class != CLASS_TEXT && comparison_is_range(term->comparison) &&
        !host_explains_constraints())
        *is_exact = false;
    return true;
}

static void note_untested(const sqlite3_index_info *info, int i,
                          const struct plan_context *context)
{
    if (context->untested != NULL)
        *context->untested = (struct plan_untested){true, info->aConstraint[i].iColumn};
}

static void choose_terms(sqlite3_index_info *info, const struct plan_context *context,
                         struct plan *plan, struct cost *cost)
{
    for (int i = 0; i < info->nConstraint; i++) {
        struct plan_term *term = &plan->terms[plan->n_terms];
        bool is_exact = false;
        sqlite3_value *value;
        if (plan->n_terms == MOST_PLAN_TERMS ||
            !choose_term(info, i, context, term, &value, &is_exact)) {
            note_untested(info, i, context);
            continue;
        }
        if (i >= HOST_HONOURS_OMIT_FOR)
            note_untested(info, i, context);
        if (term->comparison == COMPARE_IN)
            sqlite3_vtab_in(info, i, 1);
        cost_add_term(cost, context, term, value);
        plan->n_terms++;
        info->aConstraintUsage[i].argvIndex = (int)plan->n_terms;
        info->aConstraintUsage[i].omit = is_exact || context->untested != NULL;
    }
}

uint64_t plan_limit(const struct plan *plan, sqlite3_value **argv)
{
    int64_t limit = plan->has_limit ? sqlite3_value_int64(argv[plan->n_terms]) : -1;
    return limit < 0 ? UINT64_MAX : (uint64_t)limit;
}

uint64_t plan_offset(const struct plan *plan, sqlite3_value **argv)
{
    int64_t n = plan->has_offset ? sqlite3_value_int64(argv[plan->n_terms + 1]) : 0;
    return n > 0 ? (uint64_t)n : 0;
}

uint64_t plan_rows_to_skip(const struct plan *plan, sqlite3_value **argv)
{
    return plan->limits_exactly ? plan_offset(plan, argv) : 0;
}

enum status plan_expect(const struct plan *plan, const struct plan_context *context,
                        sqlite3_value **argv, struct scan *scan, struct error *error)
{
    const struct table_columns *columns = &context->file->columns;
    uint64_t limit = plan_limit(plan, argv), offset = plan_offset(plan, argv), n_rows = 0;
    if (limit < UINT64_MAX && plan->n_orders == 0)
        n_rows = limit > 0 ? limit : 1;
    enum status status = scan_expect(scan, NULL, 0, offset, n_rows, error);
    for (uint32_t i = 0; status == OK && plan->has_reads && i < columns->n_columns; i++) {
        bool is_read = plan->reads >> (i < LAST_BIT ? i : LAST_BIT) & 1;
        if (is_read && columns->columns[i].column != NULL)
            status = scan_expect_column(scan, columns->columns[i].source, error);
    }
    return status;
}

static int finish(sqlite3_index_info *info, const struct plan *plan,
                  const struct plan_context *context, const struct cost *cost)
{
    struct buffer text = {0};
    struct error error = {0};
    /* Not charged: cursors of the table may have used up its memory. */
    struct memory_scope before = memory_account_enter(NULL);
    print_plan(plan, &context->file->columns, &text, &error);
    info->idxStr = error.status == OK ? sqlite3_mprintf("%s", (char *)text.data) : NULL;
    buffer_release(&text);
    memory_scope_restore(before);
    if (info->idxStr == NULL)
        return SQLITE_NOMEM;
    info->needToFreeIdxStr = 1;
    cost_finish(cost, info);
    return SQLITE_OK;
}

int plan_choose(sqlite3_index_info *info, const struct plan_context *context)
{
    struct plan plan = {0};
    struct cost cost;
    cost_begin(&cost, context, info->colUsed);
    if (context->pushdown) {
        choose_terms(info, context, &plan, &cost);
        plan_choose_order(info, context, &cost, &plan);
    }
    plan.has_reads = table_file_is_far(context->file->file);
    plan.reads = info->colUsed;
    for (int i = 0; !context->pushdown && i < info->nConstraint; i++)
        note_untested(info, i, context);
    return finish(info, &plan, context, &cost);
}

/* ---- Carrying out a plan --------------------------------------------------------- */

/* The values of IN, which SQLite returns one by one. */
struct in_values {
    struct literal *literals;
    uint32_t n;
    struct arena arena; /* copies of their bytes, which SQLite frees with the next */
};

static enum status collect_in(sqlite3_value *list, struct in_values *in,
                              struct error *error)
{
    sqlite3_value *value = NULL;
    int code = sqlite3_vtab_in_first(list, &value);
    for (; code == SQLITE_OK && value != NULL;
         code = sqlite3_vtab_in_next(list, &value)) {
        struct literal literal = literal_of(value);
        enum status status = interrupt_after(VALUE_WORK, error);
        if (status != OK)
            return status;
        if (literal.type == SQLITE_NULL)
            continue;
        if (!mem_grow(&in->literals, in->n + 1, sizeof *in->literals))
            return error_nomem(error);
        if (literal.type == SQLITE_TEXT || literal.type == SQLITE_BLOB) {
            literal.bytes.data = (const uint8_t *)arena_copy_text(
                &in->arena, literal.bytes.data, literal.bytes.size);
            if (literal.bytes.data == NULL)
                return error_nomem(error);
        }
        in->literals[in->n++] = literal;
    }
    if (code != SQLITE_OK && code != SQLITE_DONE)
        return error_set(error, code == SQLITE_NOMEM ? NOMEM : MISUSE,
                         "SQLite does not return the values of IN: %s",
                         sqlite3_errstr(code));
    return OK;
}

/* Intersects *set with *other, or sets it if !*has. */
static enum status narrow(bool *has, struct value_set *set, struct value_set *other,
                          struct arena *arena, struct error *error)
{
    if (!*has)
        *set = *other;
    else if (!value_set_intersect(set, other, arena))
        return error_nomem(error);
    *has = true;
    return OK;
}

/* Turns rowids, which count from 1, into row numbers, which count from 0. */
static void shift_down(struct value_set *set)
{
    for (uint32_t i = 0; i < set->n_ranges; i++) {
        struct value_range *range = &set->ranges[i];
        if (range->high.int64 == INT64_MIN) {
            range->low.int64 = INT64_MAX; /* empty */
            continue;
        }
        if (range->high.int64 < INT64_MAX)
            range->high.int64--;
        if (range->low.int64 > INT64_MIN)
            range->low.int64--;
    }
    value_set_normalise(set);
}

/* All rows have the same path, so they match all or not at all.  Values that may equal it
 * stay with SQLite: it may convert numbers to text before it compares, and text that
 * looks like a number to a number. */
static void add_path_term(const struct plan_context *context,
                          const struct plan_term *term, const struct literal *values,
                          uint32_t n, struct predicate *predicate)
{
    size_t size = strlen(context->path);
    for (uint32_t i = 0; i < n; i++) {
        bool may_be_number = values[i].type == SQLITE_TEXT && !term->is_known_text &&
                             text_looks_numeric(values[i].bytes);
        bool is_number = values[i].type == SQLITE_INTEGER ||
                         values[i].type == SQLITE_FLOAT || may_be_number;
        bool is_equal = values[i].type == SQLITE_TEXT && values[i].bytes.size == size &&
                        memcmp(values[i].bytes.data, context->path, size) == 0;
        if (is_number || is_equal)
            return;
    }
    predicate->is_never = true;
}

static enum status add_number_term(const struct plan_term *term,
                                   const struct plan_context *context,
                                   const struct literal *values, uint32_t n,
                                   struct predicate *predicate, struct error *error)
{
    struct value_set set;
    enum status status = constraint_number_set(term->comparison, values, n,
                                               &predicate->arena, &set, error);
    if (status != OK)
        return status;
    if (plan_column(context, term->column)->form == FORM_ROW_GROUP)
        return narrow(&predicate->has_row_groups, &predicate->row_groups, &set,
                      &predicate->arena, error);
    if (term->column >= 0 && context->file->file->ops->list_row_groups != NULL)
        return narrow(&predicate->has_rows_in_file, &predicate->rows_in_file, &set,
                      &predicate->arena, error);
    if (term->column < 0)
        shift_down(&set);
    return narrow(&predicate->has_rows, &predicate->rows, &set, &predicate->arena, error);
}

static enum status add_values(const struct plan_term *term,
                              const struct plan_context *context,
                              const struct literal *values, uint32_t n,
                              struct predicate *predicate, struct error *error)
{
    const struct table_column *column = plan_column(context, term->column);
    const struct constraint constraint = plan_constraint(context, term);
    if (column->form == FORM_FILE && !context->is_utf16)
        add_path_term(context, term, values, n, predicate);
    if (column->form == FORM_FILE)
        return OK;
    if (column->column == NULL)
        return add_number_term(term, context, values, n, predicate, error);
    return constraint_add(&constraint, values, n, predicate, error);
}

void plan_convert_value(const struct plan_term *term, const struct plan_context *context,
                        sqlite3_value *value)
{
    enum value_class class = value_class_of(plan_column(context, term->column));
    if (class == CLASS_NUMBER && term->comparison != COMPARE_IN &&
        sqlite3_value_type(value) == SQLITE_TEXT)
        (void)sqlite3_value_numeric_type(value);
}

static enum status add_term(const struct plan_term *term,
                            const struct plan_context *context, sqlite3_value *value,
                            struct predicate *predicate, struct error *error)
{
    enum value_class class = value_class_of(plan_column(context, term->column));
    if (term->comparison == COMPARE_IS_NULL || term->comparison == COMPARE_NOT_NULL)
        return add_values(term, context, NULL, 0, predicate, error);
    if (term->comparison == COMPARE_IN) {
        struct in_values in = {0};
        enum status status = collect_in(value, &in, error);
        if (status == OK)
            status = add_values(term, context, in.literals, in.n, predicate, error);
        mem_free(in.literals);
        arena_release(&in.arena);
        return status;
    }
    if (class != CLASS_TEXT && comparison_is_range(term->comparison) &&
        !host_explains_constraints() && sqlite3_value_type(value) == SQLITE_TEXT)
        return OK; /* it may be a bound of LIKE */
    if (comparison_is_pattern(term->comparison) &&
        sqlite3_value_bytes(value) >
            sqlite3_limit(context->db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1))
        return OK; /* SQLite fails at the first row */
    plan_convert_value(term, context, value);
    struct literal literal = literal_of(value);
    return add_values(term, context, &literal, 1, predicate, error);
}

/* Whether the terms are a lower and an upper NOCASE bound of the same column. */
static bool is_like_pair(const struct plan_term *low, const struct plan_term *high)
{
    return low->column >= 0 && low->column == high->column &&
           low->comparison == COMPARE_GE && high->comparison == COMPARE_LT &&
           low->collation == COLLATE_NOCASE && high->collation == COLLATE_NOCASE;
}

/* False if the bound may be compared as a number. */
static bool is_text_bound(const struct plan_term *term, const struct literal *bound)
{
    return term->is_known_text || bound->bytes.size == 0 || bound->bytes.data[0] > '9';
}

static enum status add_like_bounds(const struct plan *plan,
                                   const struct plan_context *context,
                                   sqlite3_value **argv, struct predicate *predicate,
                                   struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; i < plan->n_terms && status == OK; i++) {
        for (uint32_t k = 0; k < plan->n_terms && status == OK; k++) {
            const struct table_column *column = plan_column(context,
                                                            plan->terms[i].column);
            if (!is_like_pair(&plan->terms[i], &plan->terms[k]) || context->is_utf16 ||
                column->column == NULL || column->column->type != COLUMN_TEXT)
                continue;
            struct literal low = literal_of(argv[i]), high = literal_of(argv[k]);
            if (is_text_bound(&plan->terms[i], &low) &&
                is_text_bound(&plan->terms[k], &high))
                status = constraint_add_like_bounds(column, &low, &high, predicate,
                                                    error);
        }
    }
    return status;
}

bool plan_ignores_outer_terms(const struct plan *plan, const struct plan_context *context)
{
    bool has_outer_terms = false;
    for (uint32_t i = 0; i < plan->n_terms; i++)
        has_outer_terms = has_outer_terms ||
                          comparison_may_be_outer(plan->terms[i].comparison);
    if (!has_outer_terms || !host_offers_outer_terms())
        return false;
    if (*context->outer_joins == OUTER_JOINS_UNKNOWN)
        *context->outer_joins = statements_may_join_outer(context->db)
                                    ? OUTER_JOINS_POSSIBLE
                                    : OUTER_JOINS_NONE;
    return *context->outer_joins == OUTER_JOINS_POSSIBLE;
}

enum status plan_refuse_stale(const struct plan_context *context, int column,
                              const char *how, struct error *error)
{
    *context->is_stale = true;
    return error_set(error, MISUSE,
                     "%s stores column \"%.200s\" %s; run the statement again",
                     context->file->file->ops->file_count != NULL
                         ? "files were added or replaced, and one"
                         : "the file was replaced by one that",
                     plan_column(context, column)->column->name, how);
}

/* Whether a term that was planned for a file of another layout can be used with this one;
 * if not, SQLite alone tests it.  Fails if SQLite may have been told to omit the test and
 * the term is not exact. */
static enum status check_term(const struct plan_term *term,
                              const struct plan_context *context, bool *is_usable,
                              struct error *error)
{
    bool is_exact = false;
    const struct table_column *column = plan_column(context, term->column);
    const struct constraint constraint = plan_constraint(context, term);
    *is_usable = true;
    if (!context->has_other_layout || column->column == NULL)
        return OK;
    *is_usable = term_is_usable(context, term, &is_exact);
    if ((*is_usable && is_exact) || !constraint_may_be_exact(&constraint))
        return OK;
    return plan_refuse_stale(context, term->column, "differently", error);
}

bool plan_tests_exactly(const struct plan *plan, const struct plan_context *context,
                        int column, uint32_t n)
{
    for (uint32_t i = 0; i < plan->n_terms; i++) {
        bool is_exact = false;
        if (plan->terms[i].column != column)
            continue;
        if (n-- == 0 || !term_is_usable(context, &plan->terms[i], &is_exact) || !is_exact)
            return false;
    }
    return n == 0;
}

enum status plan_predicate(const struct plan *plan, const struct plan_context *context,
                           sqlite3_value **argv, struct predicate *predicate,
                           struct error *error)
{
    enum status status = OK;
    bool ignores_outer_terms = plan_ignores_outer_terms(plan, context);
    for (uint32_t i = 0; status == OK && i < plan->n_terms; i++) {
        const struct plan_term *term = &plan->terms[i];
        bool is_usable;
        if (ignores_outer_terms && comparison_may_be_outer(term->comparison)) {
            predicate->n_left_to_sqlite++;
            continue;
        }
        status = check_term(term, context, &is_usable, error);
        uint32_t n_terms = predicate->n_terms;
        if (status == OK && is_usable)
            status = add_term(term, context, argv[i], predicate, error);
        predicate->n_left_to_sqlite += predicate->n_terms == n_terms &&
                                       plan_column(context, term->column)->column != NULL;
    }
    predicate->pushdown_is_off = !context->pushdown;
    if (status == OK)
        status = add_like_bounds(plan, context, argv, predicate, error);
    if (status != OK)
        return status;
    const struct table_file *file = context->file->file;
    const struct schema *schema = file->ops->schema(context->file->file);
    return predicate_prepare(predicate, schema, error);
}
