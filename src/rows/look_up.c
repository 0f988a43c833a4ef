/* SPDX-License-Identifier: MIT */
#include "rows/look_up.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "rows/distinct_rows.h"
#include "scan/order_check.h"

/* Costs of scans, in tested rows. */
enum {
    WORK_PER_PASS = 100,
    WORK_PER_PAGE = 200,
    WORK_PER_ROW_GROUP = 10,
    BYTES_PER_WORK = 8, /* decompressed */
    /* Rows are cached once scans have cost as much as this many tests of all rows. */
    PASSES_BEFORE_KEEPING = 3,
    LEAST_WORK = 1000,
    /* Values of IN that a column may be looked up by; those of several columns are
     * multiplied. */
    MOST_IN_VALUES = 60,
};

/* The value of a term in the latest pass. */
struct noted_value {
    struct literal literal; /* of no type yet: there is none */
    struct buffer bytes;    /* its own */
};

/* Numbers of terms, ascending. */
struct term_list {
    uint32_t n;
    uint32_t terms[MOST_LOOK_UP_TERMS];
};

struct look_up {
    struct look_up_spec spec;
    struct noted_value values[MOST_LOOK_UP_TERMS];
    bool varies[MOST_LOOK_UP_TERMS];
    uint64_t work;   /* of the scans so far */
    bool is_refused; /* rows cannot be cached */
    /* Whether the rows that pass the terms with the noted values are in the order. */
    bool is_checked, is_in_order;
    bool is_for_one_pass;               /* the table: its rows pass all terms */
    struct look_up_table *table;        /* or NULL */
    struct term_list constant, varying; /* divided when the table is built */
    /* If the table's key is of columns that show integers as they are stored, one for
     * each varying term: their vectors, in the order of these; else none. */
    uint32_t n_integers;
    const struct column_vector *integers[MOST_JOIN_COLUMNS];
};

struct look_up *look_up_new(const struct look_up_spec *spec)
{
    struct look_up *l = NULL;
    if (spec->n_terms > 0 || spec->sorts)
        l = mem_alloc_zeroed(1, sizeof *l);
    if (l == NULL)
        return NULL;
    l->spec = *spec;
    for (uint32_t i = 0; i < spec->n_terms; i++)
        l->varies[i] = spec->terms[i].is_list;
    return l;
}

void look_up_release(struct look_up *l)
{
    if (l == NULL)
        return;
    look_up_table_release(l->table);
    for (uint32_t i = 0; i < MOST_LOOK_UP_TERMS; i++)
        buffer_release(&l->values[i].bytes);
    mem_free(l);
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

static enum status note(struct noted_value *value, const struct literal *literal,
                        struct error *error)
{
    value->literal = *literal;
    value->bytes.size = 0;
    if (literal->type != LITERAL_TEXT && literal->type != LITERAL_BLOB)
        return OK;
    enum status status = buffer_append(&value->bytes, literal->bytes.data,
                                       literal->bytes.size, error);
    value->literal.bytes.data = value->bytes.data;
    return status;
}

/* Compares the values with those of the latest pass; *has_changed: a term that was
 * constant so far is not. */
static enum status note_values(struct look_up *l, const struct literal *values,
                               bool *has_changed, struct error *error)
{
    enum status status = OK;
    *has_changed = false;
    for (uint32_t i = 0; status == OK && i < l->spec.n_terms; i++) {
        struct noted_value *value = &l->values[i];
        bool is_first = value->literal.type == 0;
        if (l->varies[i] || literal_equals(&value->literal, &values[i]))
            continue;
        l->varies[i] = !is_first;
        *has_changed = *has_changed || !is_first;
        if (is_first)
            status = note(value, &values[i], error);
        else
            buffer_release(&value->bytes);
    }
    return status;
}

/* ---- Keeping rows ---------------------------------------------------------------- */

/* Divides the terms. */
static void divide(struct look_up *l)
{
    l->constant.n = l->varying.n = 0;
    for (uint32_t i = 0; i < l->spec.n_terms; i++) {
        struct term_list *list = l->varies[i] && !l->is_for_one_pass ? &l->varying
                                                                     : &l->constant;
        list->terms[list->n++] = i;
    }
}

static const struct look_up_term *varying_term(const struct look_up *l, uint32_t i)
{
    return &l->spec.terms[l->varying.terms[i]];
}

static const struct schema *schema_of(const struct scan *scan)
{
    return scan->file->ops->schema(scan->file);
}

/* Whether the values of a varying equality are few enough for a join column; multiplies
 * *n by their number. */
static bool has_few_values(const struct look_up *l, uint32_t i,
                           const struct look_up_request *request, uint32_t *n)
{
    if (!varying_term(l, i)->is_list)
        return true;
    uint32_t most = MOST_IN_VALUES / *n;
    uint32_t n_values = request->count_list(request->caller, l->varying.terms[i], most);
    if (n_values > most)
        return false;
    *n *= n_values > 0 ? n_values : 1;
    return true;
}

/* The columns of the varying equalities. */
static uint32_t choose_join_columns(const struct look_up *l,
                                    const struct look_up_request *request,
                                    struct join_column *columns)
{
    const struct schema *schema = schema_of(request->scan);
    uint32_t n = 0, n_values = 1;
    for (uint32_t i = 0; i < l->varying.n && n < MOST_JOIN_COLUMNS; i++) {
        const struct look_up_term *term = varying_term(l, i);
        if (!term->is_in_file || !term->is_equality ||
            !join_column_is_possible(&schema->columns[term->column]) ||
            !has_few_values(l, i, request, &n_values))
            continue;
        uint32_t k = 0;
        while (k < n && columns[k].column != term->column)
            k++;
        columns[k] = (struct join_column){term->column, term->transform};
        n += k == n;
    }
    return n;
}

/* Loads the columns of the varying terms. */
static enum status load_terms(const struct look_up *l, struct look_up_table *table,
                              struct scan *scan, struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < l->varying.n; i++) {
        if (varying_term(l, i)->is_in_file)
            status = cached_rows_load(&table->rows, scan, varying_term(l, i)->column,
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
        status = cached_rows_load(&table->rows, scan, column->column, error);
        if (status == OK)
            status = cached_rows_check_range(&table->rows, column, &are_within, error);
        if (status == OK && !are_within)
            status = error_set(error, UNSUPPORTED, "the order is not known");
    }
    return status;
}

/* Loads the columns of the order.  If no term varies, sorts the rows. */
static enum status load_order(const struct look_up *l, struct look_up_table *table,
                              struct scan *scan, struct error *error)
{
    if (l->spec.has_unknown_order)
        return error_set(error, UNSUPPORTED, "the order is not known");
    table->order = l->spec.order;
    enum status status = load_order_columns(table, scan, error);
    if (status != OK || l->varying.n > 0 || table->order.n_columns == 0)
        return status;
    return cached_rows_reorder(&table->rows, &table->order, error);
}

/* The number of varying terms that compare the i-th one's column with ranges, from this
 * one on; 0 if it is none, or if values of the column cannot be sorted. */
static uint32_t ranges_from(const struct look_up *l, const struct schema *schema,
                            uint32_t i)
{
    const struct look_up_term *term = varying_term(l, i);
    uint32_t n = 0;
    if (!term->is_in_file || !term->is_range ||
        !sorted_rows_are_possible(&schema->columns[term->column], term->domain))
        return 0;
    for (uint32_t k = i; k < l->varying.n; k++) {
        const struct look_up_term *other = varying_term(l, k);
        n += other->is_in_file && other->is_range && other->column == term->column;
    }
    return n;
}

/* Decides by which column rows will be sorted: that of the order if passes look for the
 * first rows, or the one that the most of the varying terms compare with ranges, if any.
 * Rows that are stored in the order need not be sorted. */
static enum status choose_order(const struct look_up *l, const struct schema *schema,
                                struct look_up_table *table, struct error *error)
{
    uint32_t n_most = 0;
    table->finds_first = table->has_varying && l->spec.order.n_columns == 1 &&
                         !l->spec.sorts;
    if (table->finds_first)
        return sorted_rows_try_file(&table->sorted, &table->rows,
                                    &table->order.columns[0], error);
    for (uint32_t i = 0; i < l->varying.n; i++) {
        const struct look_up_term *term = varying_term(l, i);
        uint32_t n = ranges_from(l, schema, i);
        if (n > n_most)
            table->range = (struct order_column){.column = term->column,
                                                 .domain = term->domain};
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
static enum status collect(const struct look_up *l, struct scan *scan,
                           struct predicate *predicate, struct look_up_table *table,
                           size_t most_bytes, struct error *error)
{
    const struct look_up_spec *spec = &l->spec;
    bool has_all = false;
    enum status status = OK;
    bool counts = spec->rows == ROWS_COUNTED && l->varying.n == 0;
    if ((counts || spec->rows == ROWS_DISTINCT) && !spec->has_unknown_order)
        status = distinct_rows_collect(&table->rows, scan, predicate, &spec->order,
                                       most_bytes, counts ? &table->counts : NULL,
                                       &has_all, error);
    if (status == OK && !has_all)
        status = cached_rows_collect(&table->rows, scan, predicate, most_bytes, error);
    table->rows.n_parts = spec->n_parts;
    table->rows.reads_most = spec->sorts && (l->varying.n == 0 || !spec->reads_few);
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
        to[cached_rows_position(&table->rows, i)] = from[i];
    moved.size = table->counts.size;
    if (status == OK) {
        buffer_release(&table->counts);
        table->counts = moved;
    }
    return status;
}

/* Caches the rows that pass the constant terms, with the columns of the others, and
 * hashes the join keys. */
static enum status fill_table(struct look_up *l, const struct look_up_request *request,
                              struct look_up_table *table, struct error *error)
{
    struct scan *scan = request->scan;
    struct predicate predicate = {0};
    struct join_column columns[MOST_JOIN_COLUMNS];
    size_t most_bytes = memory_left() / 2;
    divide(l);
    table->has_varying = l->varying.n > 0;
    enum status status = request->predicate(request->caller, l->constant.terms,
                                            l->constant.n, &predicate, error);
    if (status == OK)
        status = collect(l, scan, &predicate, table, most_bytes, error);
    scan->predicate = NULL;
    if (table->counts.size > 0)
        table->counted = predicate;
    else
        predicate_release(&predicate);
    if (status == OK)
        status = load_terms(l, table, scan, error);
    if (status == OK)
        status = load_order(l, table, scan, error);
    if (status == OK && table->counts.size > 0)
        status = move_counts(table, error);
    uint32_t n_columns = choose_join_columns(l, request, columns);
    if (status == OK && n_columns == 0)
        return choose_order(l, schema_of(scan), table, error);
    if (status != OK)
        return status;
    uint64_t join_bytes = join_table_bytes(table->rows.n_rows);
    if (join_bytes > most_bytes - table->rows.n_bytes)
        return error_set(error, TOO_BIG, "the join keys do not fit in memory");
    table->rows.n_bytes += (size_t)join_bytes;
    return join_table_build(&table->joins, &table->rows, schema_of(scan), columns,
                            n_columns, error);
}

/* Sets `integers`. */
static void find_integers(struct look_up *l, const struct schema *schema)
{
    uint32_t n = l->table->joins.n_columns;
    bool are = n == l->varying.n && l->spec.order.n_columns == 0 &&
               !l->spec.has_unknown_order && !l->spec.has_limit;
    for (uint32_t i = 0; are && i < n; i++) {
        const struct look_up_term *term = varying_term(l, i);
        are = term->is_equality && !term->is_list && term->is_integer &&
              schema->columns[term->column].kind == VECTOR_INT64;
        l->integers[i] = &l->table->rows.columns[term->column].window.vector;
        are = are && l->integers[i]->indices == NULL;
    }
    l->n_integers = are ? n : 0;
}

/* Keeps rows for the current values; if that fails for a reason that does not end the
 * statement, scans go on. */
static enum status build(struct look_up *l, const struct look_up_request *request,
                         struct error *error)
{
    struct error failure = {0};
    struct look_up_table *table = mem_alloc_zeroed(1, sizeof *table);
    if (table == NULL)
        return error_nomem(error);
    table->n_references = 1;
    enum status status = fill_table(l, request, table, &failure);
    if (status == OK) {
        l->table = table;
        find_integers(l, schema_of(request->scan));
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

static bool has_varying(const struct look_up *l)
{
    for (uint32_t i = 0; i < l->spec.n_terms; i++) {
        if (l->varies[i])
            return true;
    }
    return false;
}

/* Keeps rows if that is worth while; the scan is charged for those of one pass. */
static enum status build_if_worth(struct look_up *l,
                                  const struct look_up_request *request,
                                  struct error *error)
{
    bool is_worth = l->work >= request->n_rows * PASSES_BEFORE_KEEPING + LEAST_WORK;
    l->is_for_one_pass = !is_worth && has_varying(l);
    if (!is_worth && !l->spec.sorts)
        return OK;
    struct scan_counters before = request->scan->counters;
    enum status status = build(l, request, error);
    if (l->is_for_one_pass)
        look_up_add_work(l, &before, &request->scan->counters);
    return status;
}

/* ---- Passes ---------------------------------------------------------------------- */

/* Sets is_in_order. */
static enum status check_order(struct look_up *l, const struct look_up_request *request,
                               struct error *error)
{
    struct predicate predicate = {0};
    uint32_t all[MOST_LOOK_UP_TERMS];
    if (l->spec.has_unknown_order)
        return OK;
    for (uint32_t i = 0; i < l->spec.n_terms; i++)
        all[i] = i;
    enum status status = request->predicate(request->caller, all, l->spec.n_terms,
                                            &predicate, error);
    if (status == OK)
        status = order_check(request->scan, &predicate, &l->spec.order, &l->is_in_order,
                             error);
    request->scan->predicate = NULL;
    predicate_release(&predicate);
    return status;
}

enum status look_up_check_order(struct look_up *l, const struct look_up_request *request,
                                bool *holds, struct error *error)
{
    bool has_changed;
    *holds = false;
    if (l->table != NULL || !l->spec.sorts || l->spec.rows != ROWS_ALL)
        return OK;
    enum status status = note_values(l, request->values, &has_changed, error);
    if (status == OK && has_varying(l))
        return OK;
    if (status == OK && !l->is_checked)
        status = check_order(l, request, error);
    l->is_checked = status == OK;
    l->is_in_order = l->is_in_order && status == OK;
    *holds = l->is_in_order;
    if (status == INTERRUPTED || status == CHANGED)
        return status;
    error_clear(error); /* a scan finds it again */
    return OK;
}

enum status look_up_begin(struct look_up *l, const struct look_up_request *request,
                          struct look_up_pass *pass, struct error *error)
{
    bool has_changed;
    if (l->is_refused)
        return OK;
    enum status status = note_values(l, request->values, &has_changed, error);
    if (has_changed || l->is_for_one_pass) {
        look_up_table_release(l->table);
        l->table = NULL;
    }
    if (status == OK && l->table == NULL)
        status = build_if_worth(l, request, error);
    if (status != OK || l->table == NULL)
        return status;
    pass->table = l->table;
    pass->scan = request->scan;
    predicate_clear(&pass->predicate);
    status = request->predicate(request->caller, l->varying.terms, l->varying.n,
                                &pass->predicate, error);
    if (status == OK)
        status = look_up_find(pass, error);
    if (status == OK)
        l->table->n_references++;
    else
        pass->table = NULL;
    if (status != NOMEM && status != TOO_BIG)
        return status;
    give_up(l);
    buffer_release(&pass->positions);
    error_clear(error);
    return OK;
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
        status = cached_rows_collect(&table->rows, scan, &predicate, memory_left() / 2,
                                     error);
        scan->predicate = NULL;
        predicate_release_shared(&predicate);
    }
    table->rows.reads_most = true;
    if (status == OK)
        status = load_order_columns(table, scan, error);
    if (status == OK)
        status = cached_rows_reorder(&table->rows, &table->order, error);
    if (status == OK)
        *each = table;
    else
        look_up_table_release(table);
    return status;
}

bool look_up_shrink(struct look_up *l, struct look_up_table *table)
{
    /* Sorted rows show the rest of the rows of passes that have begun. */
    if (table->finds_first && table->sorted.rows != NULL)
        return false;
    if (l->table == table)
        give_up(l);
    join_table_release(&table->joins);
    sorted_rows_release(&table->sorted);
    cached_rows_shrink(&table->rows);
    return true;
}

/* Whether the row has the keys. */
static inline bool has_integers(const struct look_up *l, uint32_t position,
                                const int64_t *keys)
{
    for (uint32_t i = 0; i < l->n_integers; i++) {
        const struct column_vector *vector = l->integers[i];
        if (vector->values.int64[position] != keys[i] ||
            column_vector_is_null(vector, position))
            return false;
    }
    return true;
}

bool look_up_integers(const struct look_up *l, const struct literal *values,
                      struct look_up_pass *pass)
{
    const uint32_t *candidates;
    uint32_t *found = (uint32_t *)(void *)pass->positions.data, n_found = 0;
    int64_t keys[MOST_JOIN_COLUMNS];
    if (l->table != pass->table || l->n_integers == 0)
        return false;
    for (uint32_t i = 0; i < l->spec.n_terms; i++) {
        if (!l->varies[i] && !literal_equals(&l->values[i].literal, &values[i]))
            return false;
    }
    for (uint32_t i = 0; i < l->n_integers; i++) {
        const struct literal *key = &values[l->varying.terms[i]];
        if (key->type != LITERAL_INTEGER)
            return false;
        keys[i] = key->integer;
    }
    uint32_t n = join_table_candidates(&pass->table->joins, keys, &candidates);
    if (n * sizeof *found > pass->positions.capacity)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        found[n_found] = candidates[i];
        n_found += has_integers(l, candidates[i], keys);
    }
    pass->positions.size = n_found * sizeof *found;
    pass->is_all = false;
    return true;
}
