/* SPDX-License-Identifier: MIT */
#include "sql/query/first_groups.h"

#include "base/interrupt.h"
#include "vector/select_names.h"

enum {
    MOST_ORDER_TERMS = 8,
    MOST_FIRST = 1 << 12,
    GROUP_WORK = 8, /* for interrupt_after() */
};

struct order_term {
    bool is_key, is_descending;
    uint32_t number;
};

/* The terms of the order as far as they are keys and aggregates; the groups that come
 * first, as a heap whose root is the last of them; and the values of that one. */
struct first {
    const struct vector_plan *plan;
    uint32_t n_terms;
    struct order_term terms[MOST_ORDER_TERMS];
    bool is_total; /* no two groups are equal */
    uint32_t n, *groups;
    struct literal last[MOST_ORDER_TERMS];
    char texts[MOST_ORDER_TERMS][VALUE_TEXT_SIZE];
};

/* ---- The order ------------------------------------------------------------------- */

/* A number of LIMIT or OFFSET, if it is a literal. */
static bool is_count(const struct expression *e, uint32_t *n)
{
    if (e == NULL || e->kind != EXPRESSION_LITERAL || e->value.type != LITERAL_INTEGER ||
        e->value.integer < 0 || e->value.integer > MOST_FIRST)
        return false;
    *n += (uint32_t)e->value.integer;
    return true;
}

/* Adds a term; false: it is neither a key nor an aggregate. */
static bool add_term(struct first *f, const struct expression *e, bool is_descending)
{
    const struct vector_query *query = &f->plan->query;
    uint32_t k = 0;
    while (k < query->n_keys && !expression_equals(f->plan->keys[k], e))
        k++;
    struct order_term term = {k < query->n_keys, is_descending, k};
    if (!term.is_key)
        term.number = vector_query_find(query, e);
    if (f->n_terms == MOST_ORDER_TERMS ||
        (!term.is_key && term.number == query->n_aggregates))
        return false;
    f->terms[f->n_terms++] = term;
    return true;
}

/* The terms of ORDER BY, and then the keys, as vector_plan.c writes them. */
static void list_terms(struct first *f)
{
    const struct select_statement *s = &f->plan->statement;
    bool is_known = true;
    for (uint32_t i = 0; is_known && i < s->n_orders; i++) {
        const struct select_order *order = &s->orders[i];
        const struct expression *e = order->expression;
        bool has_nulls = order->direction.size > strlen("DESC"); /* NULLS FIRST */
        if (e->kind == EXPRESSION_LITERAL && expression_is_integer(e) &&
            e->value.integer >= 1 && e->value.integer <= s->n_results)
            e = s->results[e->value.integer - 1].expression;
        is_known = !has_nulls && add_term(f, e, order->is_descending);
    }
    for (uint32_t i = 0; is_known && i < s->n_keys; i++)
        is_known = vector_plan_key_follows(f->plan, i) ||
                   add_term(f, s->keys[i].expression,
                            s->n_orders == s->n_keys && s->orders[i].is_descending);
    f->is_total = is_known;
}

/* ---- Values ---------------------------------------------------------------------- */

static enum status value_of(const struct first *f, uint32_t group, uint32_t term,
                            char *text, struct literal *value, struct error *error)
{
    const struct order_term *t = &f->terms[term];
    return t->is_key
               ? vector_query_key(&f->plan->query, group, t->number, text, value, error)
               : vector_query_aggregate(&f->plan->query, group, t->number, text, value,
                                        error);
}

/* As SQLite sorts values: nulls, numbers, texts, BLOBs.  Integers and reals do not occur
 * in one column. */
static int compare(const struct literal *a, const struct literal *b)
{
    static const uint8_t ranks[] = {[LITERAL_NULL] = 0,
                                    [LITERAL_INTEGER] = 1,
                                    [LITERAL_REAL] = 1,
                                    [LITERAL_TEXT] = 2,
                                    [LITERAL_BLOB] = 3};
    if (a->type != b->type)
        return ranks[a->type] - ranks[b->type];
    switch (a->type) {
    case LITERAL_INTEGER:
        return (a->integer > b->integer) - (a->integer < b->integer);
    case LITERAL_REAL:
        return (a->real > b->real) - (a->real < b->real);
    case LITERAL_NULL:
        return 0;
    default:
        return bytes_compare(a->bytes, b->bytes);
    }
}

/* *order: a group compared with values. */
static enum status compare_with(const struct first *f, uint32_t group,
                                const struct literal *values, int *order,
                                struct error *error)
{
    char text[VALUE_TEXT_SIZE];
    struct literal value;
    enum status status = OK;
    *order = 0;
    for (uint32_t i = 0; status == OK && *order == 0 && i < f->n_terms; i++) {
        status = value_of(f, group, i, text, &value, error);
        if (status == OK)
            *order = compare(&value, &values[i]);
        if (f->terms[i].is_descending)
            *order = -*order;
    }
    return status;
}

static enum status load(const struct first *f, uint32_t group, struct literal *values,
                        char (*texts)[VALUE_TEXT_SIZE], struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < f->n_terms; i++)
        status = value_of(f, group, i, texts[i], &values[i], error);
    return status;
}

/* ---- The heap -------------------------------------------------------------------- */

/* Whether the group at a place of the heap comes after a group with values. */
static enum status is_after(const struct first *f, uint32_t at,
                            const struct literal *values, bool *is, struct error *error)
{
    int order = 0;
    enum status status = compare_with(f, f->groups[at], values, &order, error);
    *is = order > 0;
    return status;
}

/* Puts a group into the heap, from a place on that is free. */
static enum status sift_down(struct first *f, uint32_t at, uint32_t group,
                             struct error *error)
{
    struct literal values[MOST_ORDER_TERMS], others[MOST_ORDER_TERMS];
    char texts[MOST_ORDER_TERMS][VALUE_TEXT_SIZE];
    char other_texts[MOST_ORDER_TERMS][VALUE_TEXT_SIZE];
    bool is = true;
    enum status status = load(f, group, values, texts, error);
    while (status == OK && 2 * at + 1 < f->n) {
        uint32_t child = 2 * at + 1;
        status = load(f, f->groups[child], others, other_texts, error);
        if (status == OK && child + 1 < f->n)
            status = is_after(f, child + 1, others, &is, error);
        child += child + 1 < f->n && is;
        if (status == OK)
            status = is_after(f, child, values, &is, error);
        if (status != OK || !is)
            break;
        f->groups[at] = f->groups[child];
        at = child;
    }
    f->groups[at] = group;
    return status;
}

/* Puts the first groups of all into the heap. */
static enum status fill(struct first *f, uint32_t n_groups, struct error *error)
{
    enum status status = OK;
    int order = 0;
    for (uint32_t i = 0; i < f->n; i++)
        f->groups[i] = i;
    for (uint32_t i = f->n / 2; status == OK && i > 0; i--)
        status = sift_down(f, i - 1, i - 1, error);
    if (status == OK)
        status = load(f, f->groups[0], f->last, f->texts, error);
    for (uint32_t g = f->n; status == OK && g < n_groups; g++) {
        status = compare_with(f, g, f->last, &order, error);
        if (status == OK && order < 0) {
            status = sift_down(f, 0, g, error);
            if (status == OK)
                status = load(f, f->groups[0], f->last, f->texts, error);
        }
        if (status == OK)
            status = interrupt_after(GROUP_WORK, error);
    }
    return status;
}

/* Lists all groups that do not come after the last of the first. */
static enum status list_all(struct first *f, struct buffer *numbers, uint32_t n_groups,
                            struct error *error)
{
    enum status status = OK;
    int order = 0;
    numbers->size = 0;
    for (uint32_t g = 0; status == OK && g < n_groups; g++) {
        status = compare_with(f, g, f->last, &order, error);
        if (status == OK && order <= 0)
            status = buffer_append(numbers, &g, sizeof g, error);
        if (status == OK)
            status = interrupt_after(GROUP_WORK, error);
    }
    return status;
}

enum status first_groups_find(struct vector_plan *plan, struct error *error)
{
    struct first f = {.plan = plan};
    const struct select_statement *s = &plan->statement;
    struct buffer *numbers = &plan->numbers;
    uint32_t n_groups = plan->rows.n_rows = vector_query_count(&plan->query);
    if (s->having != NULL || s->is_distinct || !is_count(s->limit, &f.n) ||
        (s->offset != NULL && !is_count(s->offset, &f.n)) || f.n == 0 ||
        f.n >= n_groups / 4 || !plan->query.program.compares_bytes)
        return OK;
    list_terms(&f);
    if (f.n_terms == 0)
        return OK;
    if (buffer_reserve(numbers, f.n * sizeof(uint32_t), false, error) != OK)
        return error->status;
    f.groups = (uint32_t *)(void *)numbers->data;
    numbers->size = f.n * sizeof(uint32_t);
    enum status status = fill(&f, n_groups, error);
    if (status == OK && !f.is_total)
        status = list_all(&f, numbers, n_groups, error);
    plan->rows.n_rows = (uint32_t)(numbers->size / sizeof(uint32_t));
    plan->rows.numbers = (const uint32_t *)(const void *)numbers->data;
    return status;
}
