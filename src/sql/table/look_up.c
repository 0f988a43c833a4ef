/* SPDX-License-Identifier: MIT */
#include "sql/table/look_up.h"

#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "kept/distinct_rows.h"
#include "scan/order_check.h"
#include "sql/table/column_order.h"
#include "sql/table/domain_cut.h"

/* Costs of scans, in tested rows. */
enum {
    WORK_PER_PASS = 100,
    WORK_PER_PAGE = 200,
    WORK_PER_ROW_GROUP = 10,
    BYTES_PER_WORK = 8, /* decompressed */
    /* Rows are kept once scans have cost as much as this many tests of all rows. */
    PASSES_BEFORE_KEEPING = 3,
    LEAST_WORK = 1000,
    /* Values of IN that a column may be looked up by; those of several columns are
     * multiplied. */
    MOST_IN_VALUES = 60,
};

/* The value of a term in the latest pass. */
struct noted_value {
    int type; /* SQLITE_INTEGER, ...; 0: there is none yet */
    int64_t integer;
    double real;
    struct buffer bytes;
};

struct look_up {
    struct look_up *next;
    char *text;
    bool drops_outer_terms; /* `plan` is without them; see drops_outer_terms() */
    struct plan plan;
    uint32_t places[MOST_PLAN_TERMS]; /* of the plan's terms in argv */
    struct noted_value values[MOST_PLAN_TERMS];
    bool varies[MOST_PLAN_TERMS];
    uint64_t work;   /* of the scans so far */
    bool is_refused; /* rows cannot be kept */
    /* Whether the rows that pass the terms with the noted values are in the plan's order.
     */
    bool is_checked, is_in_order;
    bool is_for_one_pass;          /* the table: its rows pass all terms */
    struct look_up_table *table;   /* or NULL */
    struct plan constant, varying; /* the plan's terms, divided when the table is built */
    /* If the table's key is one column that shows integers as they are stored, and no
     * other term varies: its vector; else NULL. */
    const struct column_vector *integers;
    uint32_t varying_places[MOST_PLAN_TERMS]; /* of the varying terms in argv */
};

/* ---- Finding them ---------------------------------------------------------------- */

static void look_up_free(struct look_up *l)
{
    look_up_table_release(l->table);
    for (uint32_t i = 0; i < MOST_PLAN_TERMS; i++)
        buffer_release(&l->values[i].bytes);
    mem_free(l->text);
    mem_free(l);
}

void look_ups_release(struct opened_file *opened)
{
    while (opened->look_ups != NULL) {
        struct look_up *next = opened->look_ups->next;
        look_up_free(opened->look_ups);
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
static void set_plan(struct look_up *l, const struct plan *plan)
{
    l->plan = *plan;
    l->plan.n_terms = 0;
    for (uint32_t i = 0; i < plan->n_terms; i++) {
        uint32_t n = l->plan.n_terms;
        if (l->drops_outer_terms && comparison_may_be_outer(plan->terms[i].comparison))
            continue;
        l->plan.terms[n] = plan->terms[i];
        l->places[n] = i;
        /* The values of IN are not compared. */
        l->varies[n] = plan->terms[i].comparison == COMPARE_IN;
        l->plan.n_terms++;
    }
}

struct look_up *look_up_of(struct opened_file *opened, const char *text,
                           const struct plan_context *context)
{
    struct look_up *l = opened->look_ups;
    struct plan plan;
    while (l != NULL && strcmp(l->text, text) != 0)
        l = l->next;
    if (l != NULL && !sorts(&l->plan)) /* all of these drop outer terms, or none does */
        return l;
    plan_parse(text, &plan);
    if (plan.n_terms == 0 && !sorts(&plan))
        return NULL;
    bool drops = drops_outer_terms(&plan, context);
    while (l != NULL && (strcmp(l->text, text) != 0 || l->drops_outer_terms != drops))
        l = l->next;
    if (l != NULL)
        return l;
    l = mem_alloc_zeroed(1, sizeof *l);
    if (l == NULL)
        return NULL;
    l->drops_outer_terms = drops;
    set_plan(l, &plan);
    l->text = mem_copy_text(text, strlen(text));
    if (l->text == NULL) {
        look_up_free(l);
        return NULL;
    }
    l->is_refused = l->plan.n_terms == 0 && !sorts(&plan);
    l->next = opened->look_ups;
    opened->look_ups = l;
    return l;
}

const char *look_up_text(const struct look_up *look_up)
{
    return look_up->text;
}

void look_up_add_work(struct look_up *look_up, const struct scan_counters *before,
                      const struct scan_counters *after)
{
    uint64_t bytes = after->read.bytes_decompressed - before->read.bytes_decompressed;
    look_up->work += WORK_PER_PASS + after->rows_tested - before->rows_tested +
                     (after->read.pages_read - before->read.pages_read) * WORK_PER_PAGE +
                     (after->row_groups - before->row_groups) * WORK_PER_ROW_GROUP +
                     bytes / BYTES_PER_WORK;
}

/* ---- Which values change --------------------------------------------------------- */

static bool is_noted(const struct noted_value *value, const struct literal *literal)
{
    if (value->type != literal->type)
        return false;
    switch (value->type) {
    case SQLITE_INTEGER:
        return value->integer == literal->integer;
    case SQLITE_FLOAT:
        return value->real == literal->real;
    case SQLITE_TEXT:
    case SQLITE_BLOB:
        return value->bytes.size == literal->bytes.size &&
               (value->bytes.size == 0 ||
                memcmp(value->bytes.data, literal->bytes.data, value->bytes.size) == 0);
    default:
        return true;
    }
}

static enum status note(struct noted_value *value, const struct literal *literal,
                        struct error *error)
{
    value->type = literal->type;
    value->integer = literal->integer;
    value->real = literal->real;
    value->bytes.size = 0;
    if (literal->type != SQLITE_TEXT && literal->type != SQLITE_BLOB)
        return OK;
    return buffer_append(&value->bytes, literal->bytes.data, literal->bytes.size, error);
}

/* Compares the values with those of the latest pass; *has_changed: a term that was
 * constant so far is not. */
static enum status note_values(struct look_up *l, const struct plan_context *context,
                               sqlite3_value **argv, bool *has_changed,
                               struct error *error)
{
    enum status status = OK;
    *has_changed = false;
    for (uint32_t i = 0; status == OK && i < l->plan.n_terms; i++) {
        struct noted_value *value = &l->values[i];
        if (l->varies[i])
            continue;
        plan_convert_value(&l->plan.terms[i], context, argv[l->places[i]]);
        struct literal literal = literal_of(argv[l->places[i]]);
        bool is_first = value->type == 0;
        if (!is_first && is_noted(value, &literal))
            continue;
        l->varies[i] = !is_first;
        *has_changed = *has_changed || !is_first;
        if (is_first)
            status = note(value, &literal, error);
        else
            buffer_release(&value->bytes);
    }
    return status;
}

/* ---- Keeping rows ---------------------------------------------------------------- */

/* Divides the plan's terms, and fills *arguments with the values of the constant ones. */
static void divide(struct look_up *l, sqlite3_value **argv, sqlite3_value **arguments)
{
    l->constant = l->varying = l->plan;
    l->constant.n_terms = l->varying.n_terms = 0;
    for (uint32_t i = 0; i < l->plan.n_terms; i++) {
        if (l->varies[i] && !l->is_for_one_pass) {
            l->varying_places[l->varying.n_terms] = l->places[i];
            l->varying.terms[l->varying.n_terms++] = l->plan.terms[i];
        } else {
            arguments[l->constant.n_terms] = argv[l->places[i]];
            l->constant.terms[l->constant.n_terms++] = l->plan.terms[i];
        }
    }
}

static bool is_equality(const struct plan_term *term)
{
    return term->comparison == COMPARE_EQ || term->comparison == COMPARE_IS ||
           term->comparison == COMPARE_IN;
}

/* Whether the values of a varying equality are few enough for a key column; multiplies *n
 * by their number. */
static bool has_few_values(const struct look_up *l, uint32_t i, sqlite3_value **argv,
                           uint32_t *n)
{
    sqlite3_value *list = argv[l->varying_places[i]], *value = NULL;
    uint32_t n_values = 0;
    if (l->varying.terms[i].comparison != COMPARE_IN)
        return true;
    int code = sqlite3_vtab_in_first(list, &value);
    while (code == SQLITE_OK && value != NULL && n_values <= MOST_IN_VALUES) {
        n_values++;
        code = sqlite3_vtab_in_next(list, &value);
    }
    if (n_values > MOST_IN_VALUES / *n)
        return false;
    *n *= n_values > 0 ? n_values : 1;
    return true;
}

/* The columns of the varying equalities. */
static uint32_t choose_keys(const struct look_up *l, const struct table_columns *columns,
                            sqlite3_value **argv, struct key_column *keys)
{
    uint32_t n = 0, n_values = 1;
    for (uint32_t i = 0; i < l->varying.n_terms && n < MOST_KEY_COLUMNS; i++) {
        const struct plan_term *term = &l->varying.terms[i];
        if (term->column < 0 || !is_equality(term))
            continue;
        const struct table_column *column = &columns->columns[term->column];
        if (column->column == NULL || !key_column_is_possible(column->column) ||
            !has_few_values(l, i, argv, &n_values))
            continue;
        uint32_t k = 0;
        while (k < n && keys[k].column != column->source)
            k++;
        bool is_collated = value_class_of(column) == CLASS_TEXT;
        keys[k].column = column->source;
        keys[k].transform = is_collated ? constraint_transform(term->collation)
                                        : TRANSFORM_NONE;
        n += k == n;
    }
    return n;
}

/* Loads the columns of the varying terms. */
static enum status load_terms(const struct look_up *l,
                              const struct table_columns *columns,
                              struct look_up_table *table, struct scan *scan,
                              struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < l->varying.n_terms; i++) {
        int column = l->varying.terms[i].column;
        if (column >= 0 && columns->columns[column].column != NULL)
            status = kept_rows_load(&table->rows, scan, columns->columns[column].source,
                                    error);
    }
    return status;
}

/* Loads the columns of the table's order, and checks that their values sort as SQLite
 * sorts them. */
static enum status load_order_columns(struct look_up_table *table, struct scan *scan,
                                      struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < table->order.n_columns; i++) {
        const struct order_column *column = &table->order.columns[i];
        bool are_within = true;
        status = kept_rows_load(&table->rows, scan, column->column, error);
        if (status == OK)
            status = kept_rows_check_range(&table->rows, column, &are_within, error);
        if (status == OK && !are_within)
            status = error_set(error, UNSUPPORTED, "the order is not known");
    }
    return status;
}

/* Loads the columns of the plan's order.  If no term varies, sorts the rows. */
static enum status load_order(const struct look_up *l, const struct plan_context *context,
                              struct look_up_table *table, struct scan *scan,
                              struct error *error)
{
    if (!plan_order_of(context, &l->plan, &table->order))
        return error_set(error, UNSUPPORTED, "the order is not known");
    enum status status = load_order_columns(table, scan, error);
    if (status != OK || l->varying.n_terms > 0 || table->order.n_columns == 0)
        return status;
    return kept_rows_reorder(&table->rows, &table->order, error);
}

/* Decides by which column rows will be sorted: that of the plan's order if the plan looks
 * for the first rows, or the one that the most of the varying terms compare with ranges,
 * if any.  Rows that are stored in the order need not be sorted. */
static enum status choose_order(const struct look_up *l,
                                const struct table_columns *columns,
                                struct look_up_table *table, struct error *error)
{
    uint32_t n_most = 0;
    table->finds_first = table->has_varying && l->plan.n_orders == 1 && !sorts(&l->plan);
    if (table->finds_first)
        return sorted_rows_try_file(&table->sorted, &table->rows,
                                    &table->order.columns[0], error);
    for (uint32_t i = 0; i < l->varying.n_terms; i++) {
        const struct plan_term *term = &l->varying.terms[i];
        if (term->column < 0 || !comparison_is_range(term->comparison))
            continue;
        const struct table_column *c = &columns->columns[term->column];
        if (c->column == NULL || !sorted_rows_are_possible(c->column, domain_of(c)))
            continue;
        uint32_t n = 0;
        for (uint32_t k = i; k < l->varying.n_terms; k++)
            n += l->varying.terms[k].column == term->column &&
                 comparison_is_range(l->varying.terms[k].comparison);
        if (n > n_most)
            table->range = (struct order_column){.column = c->source,
                                                 .domain = domain_of(c)};
        n_most = n > n_most ? n : n_most;
    }
    table->has_range = n_most > 0;
    return n_most == 0
               ? OK
               : sorted_rows_try_file(&table->sorted, &table->rows, &table->range, error);
}

/* Keeps the rows that pass the predicate; perhaps only one for each combination of
 * values. All of them pass the other terms or none does, since these are on the same
 * columns. */
static enum status collect(const struct look_up *l, const struct plan_context *context,
                           struct scan *scan, struct predicate *predicate,
                           struct look_up_table *table, size_t most_bytes,
                           struct error *error)
{
    bool has_all = false;
    enum status status = OK;
    bool counts = l->plan.sorting == SORTING_COUNTS && l->varying.n_terms == 0;
    if ((counts || l->plan.sorting == SORTING_DISTINCT) &&
        plan_order_of(context, &l->plan, &table->order))
        status = distinct_rows_collect(&table->rows, scan, predicate, &table->order,
                                       most_bytes, counts ? &table->counts : NULL,
                                       &has_all, error);
    if (status == OK && !has_all)
        status = kept_rows_collect(&table->rows, scan, predicate, most_bytes, error);
    table->rows.n_parts = l->plan.n_parts;
    table->rows.reads_most = sorts(&l->plan) && (l->varying.n_terms == 0 ||
                                                 l->plan.sorting != SORTING_SORTS);
    return status;
}

/* Moves the counts to the positions of their rows. */
static enum status move_counts(struct look_up_table *table, struct error *error)
{
    const uint32_t *from = (const uint32_t *)(const void *)table->counts.data;
    struct buffer moved = {0};
    enum status status = buffer_reserve(&moved, table->counts.size, false, error);
    uint32_t *to = (uint32_t *)(void *)moved.data;
    for (uint32_t i = 0; status == OK && i < table->rows.n_rows; i++)
        to[kept_rows_place(&table->rows, i)] = from[i];
    moved.size = table->counts.size;
    if (status == OK) {
        buffer_release(&table->counts);
        table->counts = moved;
    }
    return status;
}

/* Keeps the rows that pass the constant terms, with the columns of the others, and hashes
 * the keys. */
static enum status fill_table(struct look_up *l, const struct plan_context *context,
                              sqlite3_value **argv, struct scan *scan,
                              struct look_up_table *table, struct error *error)
{
    struct table_file *file = context->file->file;
    const struct table_columns *columns = &context->file->columns;
    struct predicate predicate = {0};
    struct key_column keys[MOST_KEY_COLUMNS];
    sqlite3_value *arguments[MOST_PLAN_TERMS];
    size_t most_bytes = memory_left() / 2;
    divide(l, argv, arguments);
    table->has_varying = l->varying.n_terms > 0;
    enum status status = plan_predicate(&l->constant, context, arguments, &predicate,
                                        error);
    if (status == OK)
        status = collect(l, context, scan, &predicate, table, most_bytes, error);
    scan->predicate = NULL;
    if (table->counts.size > 0)
        table->counted = predicate;
    else
        predicate_release(&predicate);
    if (status == OK)
        status = load_terms(l, columns, table, scan, error);
    if (status == OK)
        status = load_order(l, context, table, scan, error);
    if (status == OK && table->counts.size > 0)
        status = move_counts(table, error);
    uint32_t n_keys = choose_keys(l, columns, argv, keys);
    if (status == OK && n_keys == 0)
        return choose_order(l, columns, table, error);
    if (status != OK)
        return status;
    uint64_t key_bytes = key_table_bytes(table->rows.n_rows);
    if (key_bytes > most_bytes - table->rows.n_bytes)
        return error_set(error, TOO_BIG, "the keys do not fit in memory");
    table->rows.n_bytes += (size_t)key_bytes;
    return key_table_build(&table->keys, &table->rows, file->ops->schema(file), keys,
                           n_keys, error);
}

/* Sets `integers`. */
static void find_integers(struct look_up *l, const struct table_columns *columns)
{
    const struct plan_term *term = &l->varying.terms[0];
    l->integers = NULL;
    if (l->varying.n_terms != 1 || term->comparison != COMPARE_EQ || term->column < 0 ||
        l->table->keys.n_columns != 1 || l->plan.n_orders > 0 || l->plan.limits_exactly)
        return;
    const struct table_column *column = &columns->columns[term->column];
    if (column->form == FORM_INTEGER && column->column->kind == VECTOR_INT64)
        l->integers = &l->table->rows.columns[column->source].window.vector;
}

/* Keeps rows for the current values; if that fails for a reason that does not end the
 * statement, scans go on. */
static enum status build(struct look_up *l, const struct plan_context *context,
                         sqlite3_value **argv, struct scan *scan, struct error *error)
{
    struct error failure = {0};
    struct look_up_table *table = mem_alloc_zeroed(1, sizeof *table);
    if (table == NULL)
        return error_nomem(error);
    table->n_references = 1;
    enum status status = fill_table(l, context, argv, scan, table, &failure);
    if (status == OK) {
        l->table = table;
        find_integers(l, &context->file->columns);
        return OK;
    }
    look_up_table_release(table);
    l->is_refused = true;
    if (status != INTERRUPTED && status != CHANGED)
        return OK;
    *error = failure;
    return status;
}

/* Keeps no rows from now on. */
static void give_up(struct look_up *l)
{
    look_up_table_release(l->table);
    l->table = NULL;
    l->is_refused = true;
}

static bool is_worth_keeping(const struct look_up *l, const struct plan_context *context)
{
    return l->work >= context->file->n_rows * PASSES_BEFORE_KEEPING + LEAST_WORK;
}

static bool has_varying(const struct look_up *l)
{
    for (uint32_t i = 0; i < l->plan.n_terms; i++) {
        if (l->varies[i])
            return true;
    }
    return false;
}

/* Keeps rows if that is worth while; *scan is charged for those of one pass. */
static enum status build_if_worth(struct look_up *l, const struct plan_context *context,
                                  sqlite3_value **argv, struct scan *scan,
                                  struct error *error)
{
    bool is_worth = is_worth_keeping(l, context);
    l->is_for_one_pass = !is_worth && has_varying(l);
    if (!is_worth && !sorts(&l->plan))
        return OK;
    struct scan_counters before = scan->counters;
    enum status status = build(l, context, argv, scan, error);
    if (l->is_for_one_pass)
        look_up_add_work(l, &before, &scan->counters);
    return status;
}

/* ---- Passes ---------------------------------------------------------------------- */

/* Finds the rows of a pass with the given values. */
static enum status find(const struct look_up *l, const struct plan_context *context,
                        sqlite3_value **argv, struct scan *scan,
                        struct predicate *predicate, struct buffer *positions,
                        struct look_up_rest *rest, bool *is_all, struct error *error)
{
    const struct look_up_pass pass = {
        .table = l->table, .scan = scan, .predicate = predicate, .positions = positions};
    sqlite3_value *arguments[MOST_PLAN_TERMS];
    for (uint32_t i = 0; i < l->varying.n_terms; i++)
        arguments[i] = argv[l->varying_places[i]];
    predicate_clear(predicate);
    enum status status = plan_predicate(&l->varying, context, arguments, predicate,
                                        error);
    return status == OK ? look_up_find(&pass, rest, is_all, error) : status;
}

/* Sets is_in_order. */
static enum status check_order(struct look_up *l, const struct plan_context *context,
                               sqlite3_value **argv, struct scan *scan,
                               struct error *error)
{
    struct row_order order;
    struct predicate predicate = {0};
    sqlite3_value *arguments[MOST_PLAN_TERMS];
    if (!plan_order_of(context, &l->plan, &order))
        return OK;
    for (uint32_t i = 0; i < l->plan.n_terms; i++)
        arguments[i] = argv[l->places[i]];
    enum status status = plan_predicate(&l->plan, context, arguments, &predicate, error);
    if (status == OK)
        status = order_check(scan, &predicate, &order, &l->is_in_order, error);
    scan->predicate = NULL;
    predicate_release(&predicate);
    return status;
}

enum status look_up_check_order(struct look_up *l, const struct plan_context *context,
                                sqlite3_value **argv, struct scan *scan, bool *holds,
                                struct error *error)
{
    bool has_changed;
    *holds = false;
    if (l->table != NULL || !sorts(&l->plan) || l->plan.sorting == SORTING_DISTINCT ||
        l->plan.sorting == SORTING_COUNTS)
        return OK;
    enum status status = note_values(l, context, argv, &has_changed, error);
    if (status == OK && has_varying(l))
        return OK;
    if (status == OK && !l->is_checked)
        status = check_order(l, context, argv, scan, error);
    l->is_checked = status == OK;
    l->is_in_order = l->is_in_order && status == OK;
    *holds = l->is_in_order;
    if (status == INTERRUPTED || status == CHANGED)
        return status;
    error_clear(error); /* a scan finds it again */
    return OK;
}

enum status look_up_begin(struct look_up *l, const struct plan_context *context,
                          sqlite3_value **argv, struct scan *scan,
                          struct predicate *predicate, struct look_up_table **table,
                          struct buffer *positions, struct look_up_rest *rest,
                          bool *is_all, struct error *error)
{
    bool has_changed;
    *table = NULL;
    *rest = (struct look_up_rest){0};
    if (l->is_refused)
        return OK;
    enum status status = note_values(l, context, argv, &has_changed, error);
    if (has_changed || l->is_for_one_pass) {
        look_up_table_release(l->table);
        l->table = NULL;
    }
    if (status == OK && l->table == NULL)
        status = build_if_worth(l, context, argv, scan, error);
    if (status != OK || l->table == NULL)
        return status;
    positions->size = 0;
    status = find(l, context, argv, scan, predicate, positions, rest, is_all, error);
    if (status == NOMEM || status == TOO_BIG) {
        give_up(l);
        buffer_release(positions);
        error_clear(error);
        return OK;
    }
    if (status == OK) {
        *table = l->table;
        l->table->n_references++;
    }
    return status;
}

enum status look_up_show_each(const struct look_up_table *counted, struct scan *scan,
                              struct look_up_table **each, struct error *error)
{
    struct look_up_table *table = mem_alloc_zeroed(1, sizeof *table);
    struct predicate predicate;
    *each = NULL;
    if (table == NULL)
        return error_nomem(error);
    table->n_references = 1;
    table->order = counted->order;
    enum status status = predicate_share(&predicate, &counted->counted, error);
    if (status == OK) {
        status = kept_rows_collect(&table->rows, scan, &predicate, memory_left() / 2,
                                   error);
        scan->predicate = NULL;
        predicate_release_shared(&predicate);
    }
    table->rows.reads_most = true;
    if (status == OK)
        status = load_order_columns(table, scan, error);
    if (status == OK)
        status = kept_rows_reorder(&table->rows, &table->order, error);
    if (status == OK)
        *each = table;
    else
        look_up_table_release(table);
    return status;
}

uint64_t look_up_rows_to_skip(const struct look_up *l, sqlite3_value **argv)
{
    /* Then all terms are exact, and none was dropped. */
    return plan_rows_to_skip(&l->plan, argv);
}

bool look_up_shrink(struct look_up *l, struct look_up_table *table)
{
    /* Sorted rows show the rest of the rows of passes that have begun. */
    if (table->finds_first && table->sorted.rows != NULL)
        return false;
    bool has_index = table->keys.n_columns > 0 || table->sorted.rows != NULL;
    if (l->table == table)
        give_up(l);
    key_table_release(&table->keys);
    sorted_rows_release(&table->sorted);
    return kept_rows_shrink(&table->rows) || has_index;
}

bool look_up_integer(struct look_up *l, const struct look_up_table *table,
                     sqlite3_value **argv, struct buffer *positions)
{
    const uint32_t *candidates;
    uint32_t *found = (uint32_t *)(void *)positions->data, n_found = 0;
    if (l->table != table || l->integers == NULL)
        return false;
    sqlite3_value *value = argv[l->varying_places[0]];
    if (sqlite3_value_type(value) != SQLITE_INTEGER)
        return false;
    for (uint32_t i = 0; i < l->plan.n_terms; i++) {
        if (l->varies[i])
            continue;
        struct literal literal = literal_of(argv[l->places[i]]);
        if (!is_noted(&l->values[i], &literal))
            return false;
    }
    int64_t key = sqlite3_value_int64(value);
    uint32_t n = key_table_candidates(&table->keys, key, &candidates);
    if (n * sizeof *found > positions->capacity)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t position = candidates[i];
        found[n_found] = position;
        n_found += l->integers->values.int64[position] == key &&
                   !column_vector_is_null(l->integers, position);
    }
    positions->size = n_found * sizeof *found;
    return true;
}
