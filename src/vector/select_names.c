/* SPDX-License-Identifier: MIT */
#include "vector/select_names.h"

/* Where a name stands. */
struct scope {
    struct select_statement *statement;
    const struct vector_source *sources;
    uint32_t n_sources;
    bool knows_aliases;
};

static uint8_t lower(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c + 'a' - 'A') : c;
}

static bool is_same_name(struct slice a, struct slice b)
{
    size_t i = 0;
    if (a.size != b.size)
        return false;
    while (i < a.size && lower(a.data[i]) == lower(b.data[i]))
        i++;
    return i == a.size;
}

bool slice_is_word(struct slice slice, const char *word)
{
    return is_same_name(slice, slice_of(word, strlen(word)));
}

static struct expression *find_alias(const struct scope *scope, struct slice name)
{
    const struct select_statement *s = scope->statement;
    for (uint32_t i = 0; scope->knows_aliases && i < s->n_results; i++)
        if (s->results[i].alias.size > 0 && is_same_name(s->results[i].alias, name))
            return s->results[i].expression;
    return NULL;
}

static bool find_column(const struct scope *scope, struct expression *e)
{
    const struct select_statement *s = scope->statement;
    struct slice table = s->table_alias.size > 0 ? s->table_alias : s->table;
    if (e->table.size > 0 && !is_same_name(e->table, table))
        return false;
    for (uint32_t i = 0; i < scope->n_sources && e->source == 0; i++)
        if (is_same_name(scope->sources[i].name, e->name))
            e->source = i + 1;
    return e->source != 0;
}

static enum status resolve_name(const struct scope *scope, struct expression *e,
                                struct error *error)
{
    if (find_column(scope, e))
        return OK;
    if (e->table.size == 0) {
        bool is_true = slice_is_word(e->name, "true");
        bool is_quoted = e->text.size > e->name.size; /* and then no TRUE */
        e->stands_for = find_alias(scope, e->name);
        if (e->stands_for != NULL)
            return OK;
        if (!is_quoted && (is_true || slice_is_word(e->name, "false"))) {
            e->kind = EXPRESSION_LITERAL;
            e->value = (struct literal){.type = LITERAL_INTEGER, .integer = is_true};
            return OK;
        }
    }
    return error_set(error, UNSUPPORTED, "the name %.*s is not known",
                     (int)(e->name.size < 100 ? e->name.size : 100),
                     (const char *)e->name.data);
}

/* Trees are as deep as the parser allows. */
static enum status resolve(const struct scope *scope, struct expression *e,
                           struct error *error)
{
    enum status status = OK;
    if (e == NULL)
        return OK;
    if (e->kind == EXPRESSION_NAME && e->source == 0 && e->stands_for == NULL)
        return resolve_name(scope, e, error);
    for (uint32_t i = 0; status == OK && i < e->n_arguments; i++)
        status = resolve(scope, e->arguments[i], error);
    return status == OK ? resolve(scope, e->filter, error) : status;
}

/* GROUP BY 2 means the second result. */
static enum status resolve_key(const struct scope *scope, struct select_result *key,
                               struct error *error)
{
    const struct select_statement *s = scope->statement;
    const struct expression *e = key->expression;
    while (e->kind == EXPRESSION_UNARY && (e->op == OP_NEGATE || e->op == OP_PLUS))
        e = e->arguments[0];
    if (e->kind != EXPRESSION_LITERAL)
        return resolve(scope, key->expression, error);
    if (e != key->expression || e->value.type != LITERAL_INTEGER ||
        e->value.integer < 1 || e->value.integer > s->n_results)
        return error_set(error, UNSUPPORTED, "GROUP BY a constant is not known");
    key->expression = s->results[e->value.integer - 1].expression;
    return OK;
}

/* An alias alone comes before columns in ORDER BY, elsewhere after them. */
static enum status resolve_order(const struct scope *scope, struct expression *e,
                                 struct error *error)
{
    struct expression *name = e;
    while (name->kind == EXPRESSION_COLLATE)
        name = name->arguments[0];
    if (name->kind == EXPRESSION_NAME && name->table.size == 0)
        name->stands_for = find_alias(scope, name->name);
    return resolve(scope, e, error);
}

enum status select_resolve(struct select_statement *statement,
                           const struct vector_source *sources, uint32_t n_sources,
                           struct error *error)
{
    struct scope scope = {statement, sources, n_sources, false};
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < statement->n_results; i++)
        status = resolve(&scope, statement->results[i].expression, error);
    scope.knows_aliases = true;
    if (status == OK)
        status = resolve(&scope, statement->where, error);
    for (uint32_t i = 0; status == OK && i < statement->n_keys; i++)
        status = resolve_key(&scope, &statement->keys[i], error);
    if (status == OK)
        status = resolve(&scope, statement->having, error);
    for (uint32_t i = 0; status == OK && i < statement->n_orders; i++)
        status = resolve_order(&scope, statement->orders[i].expression, error);
    scope = (struct scope){.statement = statement}; /* limits have no columns */
    if (status == OK)
        status = resolve(&scope, statement->limit, error);
    return status == OK ? resolve(&scope, statement->offset, error) : status;
}

const struct expression *expression_meaning(const struct expression *e)
{
    while (e->stands_for != NULL)
        e = e->stands_for;
    return e;
}

bool expression_is_integer(const struct expression *expression)
{
    const struct expression *e = expression;
    while (e->kind == EXPRESSION_COLLATE ||
           (e->kind == EXPRESSION_UNARY && (e->op == OP_NEGATE || e->op == OP_PLUS)))
        e = e->arguments[0];
    bool is_name = e->name.size > 0; /* TRUE and FALSE */
    return e->kind == EXPRESSION_LITERAL && e->value.type == LITERAL_INTEGER && !is_name;
}

bool expression_source(const struct expression *expression, uint32_t *source)
{
    const struct expression *e = expression_meaning(expression);
    *source = e->source - 1;
    return e->source != 0;
}

bool expression_has_one_source(const struct expression *expression, uint32_t *source)
{
    const struct expression *e = expression_meaning(expression);
    uint32_t own;
    if (expression_source(e, &own)) {
        bool is_one = *source == UINT32_MAX || *source == own;
        *source = own;
        return is_one;
    }
    for (uint32_t i = 0; i < e->n_arguments; i++) {
        uint32_t before = *source;
        if (!expression_has_one_source(e->arguments[i], source) && *source != before)
            return false;
    }
    return *source != UINT32_MAX;
}

bool expression_equals(const struct expression *x, const struct expression *y)
{
    const struct expression *a = expression_meaning(x), *b = expression_meaning(y);
    if (a->kind != b->kind || a->op != b->op || a->source != b->source ||
        a->is_negated != b->is_negated || a->is_star != b->is_star ||
        a->is_distinct != b->is_distinct || a->has_base != b->has_base ||
        a->has_else != b->has_else || a->n_arguments != b->n_arguments ||
        (a->filter == NULL) != (b->filter == NULL) ||
        (a->source == 0 && !is_same_name(a->name, b->name)) ||
        !literal_equals(&a->value, &b->value))
        return false;
    for (uint32_t i = 0; i < a->n_arguments; i++)
        if (!expression_equals(a->arguments[i], b->arguments[i]))
            return false;
    return a->filter == NULL || expression_equals(a->filter, b->filter);
}
