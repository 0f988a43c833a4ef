/* SPDX-License-Identifier: MIT */
#include "sql/table/plan_look_up.h"

#include <string.h>

#include "base/alloc.h"
#include "sql/table/domain_cut.h"
#include "sql/table/plan_order.h"

/* ---- Finding them ---------------------------------------------------------------- */

static void plan_look_up_free(struct plan_look_up *l)
{
    look_up_release(l->look_up);
    mem_free(l->text);
    mem_free(l);
}

void plan_look_ups_release(struct opened_file *opened)
{
    while (opened->look_ups != NULL) {
        struct plan_look_up *next = opened->look_ups->next;
        plan_look_up_free(opened->look_ups);
        opened->look_ups = next;
    }
}

static bool sorts(const struct plan *plan)
{
    return plan->sorting != SORTING_FINDS;
}

/* Whether the plan's look-up is made without the terms that SQLite may have offered in
 * the wrong place; it tests them again.  Asking whether the place is wrong costs more
 * than a look-up, but less than a sort. */
static bool drops_outer_terms(const struct plan *plan, const struct plan_context *context)
{
    return host_offers_outer_terms() &&
           (!sorts(plan) || plan_ignores_outer_terms(plan, context));
}

/* Copies the plan, perhaps without terms that SQLite may have offered in the wrong
 * place. */
static void set_plan(struct plan_look_up *l, const struct plan *plan)
{
    l->plan = *plan;
    l->plan.n_terms = 0;
    for (uint32_t i = 0; i < plan->n_terms; i++) {
        uint32_t n = l->plan.n_terms;
        if (l->drops_outer_terms && comparison_may_be_outer(plan->terms[i].comparison))
            continue;
        l->plan.terms[n] = plan->terms[i];
        l->in_argv[n] = i;
        l->plan.n_terms++;
    }
}

static struct look_up_term look_up_term_of(const struct plan_term *term,
                                           const struct plan_context *context)
{
    const struct table_column *column = plan_column(context, term->column);
    struct look_up_term made = {.is_list = term->comparison == COMPARE_IN};
    if (column->column == NULL)
        return made;
    made.is_in_file = true;
    made.column = column->source;
    made.is_equality = comparison_is_equality(term->comparison);
    made.is_range = comparison_is_range(term->comparison);
    made.is_integer = column->form == FORM_INTEGER;
    made.domain = domain_of(column);
    if (value_class_of(column) == CLASS_TEXT)
        made.transform = constraint_transform(term->collation);
    return made;
}

static struct look_up *new_look_up(const struct plan *plan,
                                   const struct plan_context *context)
{
    struct look_up_spec spec = {.n_terms = plan->n_terms,
                                .sorts = sorts(plan),
                                .reads_few = plan->sorting == SORTING_SORTS,
                                .has_limit = plan->limits_exactly,
                                .n_parts = plan->n_parts};
    spec.rows = plan->sorting == SORTING_DISTINCT ? ROWS_DISTINCT
                : plan->sorting == SORTING_COUNTS ? ROWS_COUNTED
                                                  : ROWS_ALL;
    spec.has_unknown_order = !plan_order_of(context, plan, &spec.order);
    for (uint32_t i = 0; i < plan->n_terms; i++)
        spec.terms[i] = look_up_term_of(&plan->terms[i], context);
    return look_up_new(&spec);
}

static struct plan_look_up *add(struct opened_file *opened, const char *text,
                                const struct plan *plan, bool drops, bool sorts_rest,
                                const struct plan_context *context)
{
    struct plan_look_up *l = mem_alloc_zeroed(1, sizeof *l);
    if (l == NULL)
        return NULL;
    l->drops_outer_terms = drops;
    l->sorts_rest = sorts_rest;
    set_plan(l, plan);
    l->text = mem_copy_text(text, strlen(text));
    if (l->text != NULL)
        l->look_up = new_look_up(&l->plan, context);
    if (l->look_up == NULL) {
        plan_look_up_free(l);
        return NULL;
    }
    l->next = opened->look_ups;
    opened->look_ups = l;
    return l;
}

static struct plan_look_up *find_or_add(struct opened_file *opened, const char *text,
                                        const struct plan *plan, bool sorts_rest,
                                        const struct plan_context *context)
{
    struct plan_look_up *l = opened->look_ups;
    bool drops = drops_outer_terms(plan, context);
    while (l != NULL && (l->sorts_rest != sorts_rest || strcmp(l->text, text) != 0 ||
                         l->drops_outer_terms != drops))
        l = l->next;
    return l != NULL ? l : add(opened, text, plan, drops, sorts_rest, context);
}

struct plan_look_up *plan_look_up_of(struct opened_file *opened, const char *text,
                                     const struct plan_context *context)
{
    struct plan_look_up *l = opened->look_ups;
    struct plan plan;
    while (l != NULL && (l->sorts_rest || strcmp(l->text, text) != 0))
        l = l->next;
    if (l != NULL && !sorts(&l->plan)) /* all of these drop outer terms, or none does */
        return l;
    plan_parse(text, &plan);
    if (plan.n_terms == 0 && !sorts(&plan))
        return NULL;
    return find_or_add(opened, text, &plan, false, context);
}

struct plan_look_up *plan_look_up_of_rest(struct opened_file *opened, const char *text,
                                          const struct plan_context *context)
{
    struct plan plan;
    plan_parse(text, &plan);
    plan.sorting = SORTING_SORTS;
    plan.has_limit = plan.has_offset = plan.limits_exactly = false;
    return find_or_add(opened, text, &plan, true, context);
}

/* ---- Passes ---------------------------------------------------------------------- */

/* What the functions of a request need. */
struct caller {
    const struct plan_look_up *look_up;
    const struct plan_context *context;
    sqlite3_value **argv;
    struct literal values[MOST_PLAN_TERMS];
};

static enum status make_predicate(const void *caller, const uint32_t *terms, uint32_t n,
                                  struct predicate *predicate, struct error *error)
{
    const struct caller *c = caller;
    const struct plan_look_up *l = c->look_up;
    struct plan plan = {.n_terms = n};
    sqlite3_value *arguments[MOST_PLAN_TERMS];
    for (uint32_t i = 0; i < n; i++) {
        plan.terms[i] = l->plan.terms[terms[i]];
        arguments[i] = c->argv[l->in_argv[terms[i]]];
    }
    return plan_predicate(&plan, c->context, arguments, predicate, error);
}

static uint32_t count_list(const void *caller, uint32_t term, uint32_t most)
{
    const struct caller *c = caller;
    sqlite3_value *list = c->argv[c->look_up->in_argv[term]], *value = NULL;
    uint32_t n = 0;
    int code = sqlite3_vtab_in_first(list, &value);
    while (code == SQLITE_OK && value != NULL && n <= most) {
        n++;
        code = sqlite3_vtab_in_next(list, &value);
    }
    return n;
}

/* context: of conversions; NULL: none. */
static void read_values(const struct plan_look_up *l, const struct plan_context *context,
                        sqlite3_value **argv, struct literal *values)
{
    for (uint32_t i = 0; i < l->plan.n_terms; i++) {
        sqlite3_value *value = argv[l->in_argv[i]];
        if (l->plan.terms[i].comparison == COMPARE_IN)
            continue;
        if (context != NULL)
            plan_convert_value(&l->plan.terms[i], context, value);
        literal_read(&values[i], value);
    }
}

static struct look_up_request request_of(struct caller *caller,
                                         const struct plan_look_up *l,
                                         const struct plan_context *context,
                                         sqlite3_value **argv, struct scan *scan)
{
    caller->look_up = l;
    caller->context = context;
    caller->argv = argv;
    read_values(l, context, argv, caller->values);
    return (struct look_up_request){.scan = scan,
                                    .n_rows = context->file->n_rows,
                                    .values = caller->values,
                                    .caller = caller,
                                    .predicate = make_predicate,
                                    .count_list = count_list};
}

enum status plan_look_up_begin(struct plan_look_up *l, const struct plan_context *context,
                               sqlite3_value **argv, struct scan *scan, bool *is_in_order,
                               struct look_up_pass *pass, struct error *error)
{
    struct caller caller;
    struct look_up_request request = request_of(&caller, l, context, argv, scan);
    enum status status = OK;
    if (is_in_order != NULL)
        status = look_up_check_order(l->look_up, &request, is_in_order, error);
    if (status != OK || (is_in_order != NULL && *is_in_order))
        return status;
    return look_up_begin(l->look_up, &request, pass, error);
}

bool plan_look_up_integers(const struct plan_look_up *l, sqlite3_value **argv,
                           struct look_up_pass *pass)
{
    struct literal values[MOST_PLAN_TERMS];
    if (l->plan.n_terms == 1 && sqlite3_value_type(argv[l->in_argv[0]]) == SQLITE_INTEGER)
        values[0] = (struct literal){.type = LITERAL_INTEGER,
                                     .integer = sqlite3_value_int64(argv[l->in_argv[0]])};
    else
        read_values(l, NULL, argv, values);
    return look_up_integers(l->look_up, values, pass);
}
