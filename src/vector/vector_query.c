/* SPDX-License-Identifier: MIT */
#include "vector/vector_query.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "vector/select_names.h"

enum status vector_query_init(struct vector_query *query,
                              const struct vector_source *sources, uint32_t n_sources,
                              struct error *error)
{
    *query = (struct vector_query){0};
    query->windows = mem_alloc_zeroed((size_t)n_sources + 1, sizeof *query->windows);
    query->generations = mem_alloc_zeroed((size_t)n_sources + 1,
                                          sizeof *query->generations);
    if (query->windows == NULL || query->generations == NULL)
        return error_nomem(error);
    return vector_program_init(&query->program, sources, n_sources, error);
}

void vector_query_release(struct vector_query *query)
{
    for (uint32_t i = 0; i < query->n_aggregates; i++)
        aggregate_release(&query->aggregates[i].state);
    group_table_release(&query->groups);
    vector_program_release(&query->program);
    mem_free(query->windows);
    mem_free(query->generations);
    *query = (struct vector_query){0};
}

/* ---- The statement --------------------------------------------------------------- */

static enum status too_many(const char *what, struct error *error)
{
    return error_set(error, UNSUPPORTED, "there are too many %s", what);
}

enum status vector_query_add_filter(struct vector_query *query,
                                    const struct expression *expression,
                                    struct error *error)
{
    struct error refusal = {0};
    struct query_filter filter = {.node = NO_NODE};
    if (query->n_filters == MOST_QUERY_FILTERS)
        return too_many("conditions", error);
    enum status status = vector_compile(&query->program, expression, USE_TRUTH,
                                        &filter.node, &refusal);
    if (status != OK && status != UNSUPPORTED) {
        *error = refusal;
        return status;
    }
    if (status != OK)
        filter.node = NO_NODE;
    query->filters[query->n_filters++] = filter;
    return OK;
}

enum status vector_query_add_key(struct vector_query *query,
                                 const struct expression *expression, struct error *error)
{
    if (query->n_keys == MOST_QUERY_KEYS)
        return too_many("columns in GROUP BY", error);
    enum status status = vector_compile(&query->program, expression, USE_DIFFERENCE,
                                        &query->keys[query->n_keys], error);
    query->n_keys += status == OK;
    return status;
}

/* The kind of an aggregate function with a number of arguments; false: it is none. */
static bool kind_of_call(const struct expression *e, enum aggregate_kind *kind)
{
    static const struct {
        const char *name;
        enum aggregate_kind kind;
    } functions[] = {
        {"count", AGGREGATE_COUNT}, {"sum", AGGREGATE_SUM}, {"total", AGGREGATE_TOTAL},
        {"avg", AGGREGATE_AVG},     {"min", AGGREGATE_MIN}, {"max", AGGREGATE_MAX},
    };
    enum { N = sizeof functions / sizeof *functions };
    uint32_t i = 0;
    if (e->kind != EXPRESSION_CALL)
        return false;
    while (i < N && !slice_is_word(e->name, functions[i].name))
        i++;
    if (i == N)
        return false;
    *kind = functions[i].kind;
    if (*kind == AGGREGATE_COUNT && (e->is_star || e->n_arguments == 0)) {
        *kind = AGGREGATE_COUNT_ROWS;
        return !e->is_distinct;
    }
    if (*kind == AGGREGATE_COUNT && e->is_distinct)
        *kind = AGGREGATE_COUNT_DISTINCT;
    return e->n_arguments == 1 && !e->is_star;
}

bool is_aggregate_call(const struct expression *expression)
{
    enum aggregate_kind kind;
    return kind_of_call(expression, &kind);
}

static bool adds_up(enum aggregate_kind kind)
{
    return kind == AGGREGATE_SUM || kind == AGGREGATE_TOTAL || kind == AGGREGATE_AVG;
}

/* Compiles the argument of an aggregate, and checks its type. */
static enum status compile_argument(struct vector_query *query, struct query_aggregate *a,
                                    struct error *error)
{
    static const enum node_use uses[] = {
        [AGGREGATE_COUNT] = USE_NULLS,
        [AGGREGATE_SUM] = USE_VALUE,
        [AGGREGATE_TOTAL] = USE_VALUE,
        [AGGREGATE_AVG] = USE_VALUE,
        [AGGREGATE_MIN] = USE_ORDER,
        [AGGREGATE_MAX] = USE_ORDER,
        [AGGREGATE_COUNT_DISTINCT] = USE_DIFFERENCE,
    };
    enum status status = vector_compile(&query->program, a->call->arguments[0],
                                        uses[a->kind], &a->node, error);
    if (status != OK)
        return status;
    enum node_type type = query->program.nodes[a->node].type;
    if (adds_up(a->kind) && type != NODE_INTEGER && type != NODE_REAL)
        return error_set(error, UNSUPPORTED, "a sum of text is not known");
    if (adds_up(a->kind) && a->call->is_distinct)
        return error_set(error, UNSUPPORTED, "DISTINCT in a sum is not known");
    if (uses[a->kind] == USE_ORDER && type == NODE_TEXT && !query->program.compares_bytes)
        return error_set(error, UNSUPPORTED, "text is in UTF-16");
    return OK;
}

/* The index of an aggregate of a node; n_aggregates: there is none. */
static uint32_t find_aggregate(const struct vector_query *query, enum aggregate_kind kind,
                               uint32_t node, uint32_t filter)
{
    uint32_t i = 0;
    while (i < query->n_aggregates &&
           !(query->aggregates[i].node == node && query->aggregates[i].filter == filter &&
             (query->aggregates[i].kind == kind ||
              (adds_up(kind) && adds_up(query->aggregates[i].kind) &&
               query->program.nodes[node].type == NODE_REAL))))
        i++;
    return i;
}

/* Adds an aggregate that has a state of its own, unless one has the same. */
static enum status add_state(struct vector_query *query, struct query_aggregate *new,
                             struct error *error)
{
    enum vector_kind kind = VECTOR_INT64;
    if (new->node != NO_NODE)
        kind = node_kind(&query->program, &query->program.nodes[new->node]);
    new->sums = find_aggregate(query, new->kind, new->node, new->filter);
    if (query->n_aggregates == MOST_QUERY_AGGREGATES)
        return too_many("aggregates", error);
    enum status status = aggregate_init(&new->state, new->kind, kind, query->sums_plainly,
                                        error);
    if (status == OK)
        query->aggregates[query->n_aggregates++] = *new;
    else
        aggregate_release(&new->state);
    return status;
}

/* Whether the aggregate is a sum of a column of small integers and a constant.  Neither
 * the sum nor a part of it then overflows before there are 2^31 values. */
static bool is_moved_sum(const struct vector_query *query,
                         const struct query_aggregate *a, uint32_t *column,
                         int64_t *addend)
{
    const struct vector_node *nodes = query->program.nodes, *node;
    if (a->kind != AGGREGATE_SUM)
        return false;
    node = &nodes[a->node];
    if (node->n_arguments != 2 ||
        (node->operation != NODE_ADD && node->operation != NODE_SUBTRACT))
        return false;
    const struct vector_node *x = &nodes[node->arguments[0]];
    const struct vector_node *y = &nodes[node->arguments[1]];
    *column = node->arguments[0];
    *addend = node->operation == NODE_ADD ? y->value.integer : -y->value.integer;
    return x->operation == NODE_COLUMN && x->type == NODE_INTEGER &&
           query->program.sources[x->source].stored->type == COLUMN_INTEGER &&
           query->program.sources[x->source].stored->bits <= 32 &&
           y->operation == NODE_LITERAL && y->type == NODE_INTEGER &&
           y->value.integer == (int32_t)y->value.integer;
}

/* Adds what a sum of a column and a constant is computed from, and then the sum. */
static enum status add_moved_sum(struct vector_query *query, struct query_aggregate *new,
                                 uint32_t column, int64_t addend, struct error *error)
{
    struct query_aggregate sum = {
        .kind = AGGREGATE_SUM, .node = column, .filter = new->filter};
    struct query_aggregate count = sum;
    count.kind = AGGREGATE_COUNT;
    enum status status = OK;
    if (find_aggregate(query, sum.kind, column, sum.filter) == query->n_aggregates)
        status = add_state(query, &sum, error);
    if (status == OK &&
        find_aggregate(query, count.kind, column, count.filter) == query->n_aggregates)
        status = add_state(query, &count, error);
    if (status != OK)
        return status;
    new->is_moved = true;
    new->addend = addend;
    new->node = column;
    new->sums = find_aggregate(query, sum.kind, column, sum.filter);
    new->count = find_aggregate(query, count.kind, column, count.filter);
    if (query->n_aggregates == MOST_QUERY_AGGREGATES)
        return too_many("aggregates", error);
    query->aggregates[query->n_aggregates++] = *new;
    return OK;
}

uint32_t vector_query_find(const struct vector_query *query,
                           const struct expression *call)
{
    uint32_t i = 0;
    while (i < query->n_aggregates &&
           (query->aggregates[i].call == NULL ||
            !expression_equals(query->aggregates[i].call, call)))
        i++;
    return i;
}

enum status vector_query_add_aggregate(struct vector_query *query,
                                       const struct expression *call, uint32_t *number,
                                       struct error *error)
{
    struct query_aggregate new = {.call = call, .node = NO_NODE, .filter = NO_NODE};
    uint32_t column;
    int64_t addend;
    *number = vector_query_find(query, call);
    if (*number < query->n_aggregates)
        return OK;
    if (!kind_of_call(call, &new.kind))
        return error_set(error, UNSUPPORTED, "a function is not known");
    enum status status = OK;
    if (new.kind != AGGREGATE_COUNT_ROWS)
        status = compile_argument(query, &new, error);
    if (status == OK && call->filter != NULL)
        status = vector_compile(&query->program, call->filter, USE_TRUTH, &new.filter,
                                error);
    if (status == OK && is_moved_sum(query, &new, &column, &addend))
        status = add_moved_sum(query, &new, column, addend, error);
    else if (status == OK)
        status = add_state(query, &new, error);
    *number = query->n_aggregates - 1;
    return status;
}

/* ---- Windows --------------------------------------------------------------------- */

/* Finds the window of a source that has the row at a position, and ends the part of the
 * batch with it. */
static enum status find_window(struct vector_query *query, struct row_feed *feed,
                               const struct feed_batch *batch, uint32_t source,
                               uint64_t position, struct error *error)
{
    const struct scan_column *w = query->windows[source];
    struct feed_batch at = *batch;
    if (w == NULL || position - w->first >= w->vector.n_rows ||
        w->generation != query->generations[source]) {
        at.row = position;
        enum status status = feed->ops->column(
            feed, &at, query->program.sources[source].column, false, &w, error);
        if (status != OK)
            return status;
        query->windows[source] = w;
        query->generations[source] = w->generation;
    }
    if (w->first + w->vector.n_rows < query->end)
        query->end = w->first + w->vector.n_rows;
    return OK;
}

/* Leaves out rows after the end of the part. */
static void cut_rows(struct vector_query *query)
{
    if (query->is_dense && query->end - query->base < query->n)
        query->n = (uint32_t)(query->end - query->base);
    while (!query->is_dense && query->n > 0 &&
           query->base + query->rows[query->n - 1] >= query->end)
        query->n--;
}

/* Lets the program read the rows of some sources. */
static enum status select_rows(struct vector_query *query, struct row_feed *feed,
                               const struct feed_batch *batch,
                               const struct used_sources *used, struct error *error)
{
    uint64_t position = query->base + (query->is_dense ? 0 : query->rows[0]);
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < used->n; i++)
        status = find_window(query, feed, batch, used->sources[i], position, error);
    cut_rows(query);
    for (uint32_t i = 0; status == OK && i < used->n; i++) {
        uint32_t source = used->sources[i];
        const struct scan_column *w = query->windows[source];
        if (w->generation != query->generations[source])
            return error_set(error, UNSUPPORTED, "a window has moved");
        query->program.inputs[source].vector = &w->vector;
        /* Modulo 2^32: the window may begin after the base. */
        query->program.inputs[source].first = (uint32_t)(query->base - w->first);
    }
    vector_program_select(&query->program, query->is_dense ? NULL : query->rows,
                          query->n);
    return status;
}

/* ---- Rows ------------------------------------------------------------------------ */

/* Leaves the rows for which a filter is true. */
static enum status filter_rows(struct vector_query *query, struct row_feed *feed,
                               const struct feed_batch *batch,
                               const struct query_filter *filter, struct error *error)
{
    uint8_t is_true[BATCH_ROWS];
    uint32_t n = 0;
    if (filter->is_tested_by_feed)
        return OK;
    if (filter->node == NO_NODE)
        return error_set(error, UNSUPPORTED, "a condition is not known");
    enum status status = select_rows(query, feed, batch, &filter->used, error);
    if (status == OK)
        status = vector_program_prepare(&query->program, filter->node, error);
    if (status == OK)
        status = vector_evaluate_truth(&query->program, filter->node, is_true, error);
    if (status != OK)
        return status;
    for (uint32_t i = 0; i < query->n; i++) {
        query->rows[n] = query->is_dense ? i : query->rows[i];
        n += is_true[i];
    }
    query->is_dense = query->is_dense && n == query->n;
    query->n = n;
    return OK;
}

/* Zeros of both signs are one group, and SQLite shows either sign. */
static enum status refuse_minus_zero(const struct column_vector *vector, uint32_t n,
                                     struct error *error)
{
    bool is_any = false;
    for (uint32_t i = 0; i < n; i++)
        is_any |= vector->values.float64[i] == 0 && signbit(vector->values.float64[i]) &&
                  !column_vector_is_null(vector, i);
    return is_any ? error_set(error, UNSUPPORTED, "a group is -0.0") : OK;
}

/* Numbers the groups of the selected rows. */
static enum status number_groups(struct vector_query *query, struct error *error)
{
    const struct column_vector *vectors[MOST_QUERY_KEYS];
    enum status status = OK;
    if (query->n_keys == 0)
        return OK;
    for (uint32_t i = 0; status == OK && i < query->n_keys; i++) {
        bool is_real = query->program.nodes[query->keys[i]].type == NODE_REAL;
        status = vector_evaluate(&query->program, query->keys[i], is_real, &vectors[i],
                                 error);
        if (status == OK && is_real)
            status = refuse_minus_zero(vectors[i], query->n, error);
    }
    return status == OK ? group_table_number(&query->groups, vectors, query->n,
                                             query->numbers, error)
                        : status;
}

/* Refuses stored values that are not in the order of their texts.  A dictionary without
 * entries, of rows that are all null, may have no values. */
static enum status check_order(const struct vector_query *query,
                               const struct query_aggregate *a,
                               const struct column_vector *vector, struct error *error)
{
    const struct vector_node *node = &query->program.nodes[a->node];
    int64_t low, high;
    bool is_outside = false;
    if (node->type != NODE_STORED || vector->kind != VECTOR_INT64 ||
        (vector->indices != NULL && vector->n_entries == 0) ||
        (a->kind != AGGREGATE_MIN && a->kind != AGGREGATE_MAX) ||
        !vector_source_ordered(&query->program.sources[node->source], &low, &high))
        return OK;
    for (uint32_t i = 0; i < query->n; i++) {
        int64_t value = vector->values.int64[column_vector_index(vector, i)];
        is_outside |= (value < low || value > high) && !column_vector_is_null(vector, i);
    }
    return is_outside
               ? error_set(error, UNSUPPORTED, "a date is not of the years 0 to 9999")
               : OK;
}

static enum status add_to_aggregate(struct vector_query *query, struct query_aggregate *a,
                                    struct error *error)
{
    uint8_t is_counted[BATCH_ROWS];
    const struct column_vector *vector = NULL;
    enum status status = OK;
    if (a->node != NO_NODE)
        status = vector_evaluate(&query->program, a->node, false, &vector, error);
    if (status == OK && vector != NULL)
        status = check_order(query, a, vector, error);
    if (status == OK && a->filter != NO_NODE)
        status = vector_evaluate_truth(&query->program, a->filter, is_counted, error);
    if (status != OK)
        return status;
    return aggregate_add(&a->state, vector, query->n_keys > 0 ? query->numbers : NULL,
                         a->filter != NO_NODE ? is_counted : NULL, query->n,
                         vector_query_count(query), error);
}

static enum status prepare(struct vector_query *query, uint32_t node, struct error *error)
{
    return node == NO_NODE ? OK : vector_program_prepare(&query->program, node, error);
}

/* Adds the selected rows to their groups. */
static enum status add_selected(struct vector_query *query, struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < query->n_keys; i++)
        status = prepare(query, query->keys[i], error);
    for (uint32_t i = 0; status == OK && i < query->n_aggregates; i++) {
        if (!query->aggregates[i].is_known)
            status = prepare(query, query->aggregates[i].node, error);
        if (status == OK)
            status = prepare(query, query->aggregates[i].filter, error);
    }
    if (status == OK)
        status = number_groups(query, error);
    for (uint32_t i = 0; status == OK && i < query->n_aggregates; i++)
        if (query->aggregates[i].sums == i && !query->aggregates[i].is_known)
            status = add_to_aggregate(query, &query->aggregates[i], error);
    return status;
}

/* Adds the rows of a part of a batch that pass the filters. */
static enum status add_rows(struct vector_query *query, struct row_feed *feed,
                            const struct feed_batch *batch, struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && query->n > 0 && i < query->n_filters; i++)
        status = filter_rows(query, feed, batch, &query->filters[i], error);
    if (status == OK && query->n > 0)
        status = select_rows(query, feed, batch, &query->used, error);
    return status == OK && query->n > 0 ? add_selected(query, error) : status;
}

/* Lists the batch's rows from a position on, BATCH_ROWS at most; false: there are none.
 */
static bool list_rows(struct vector_query *query, const struct feed_batch *batch,
                      const uint32_t **selected, uint64_t position)
{
    query->end = batch->end;
    query->is_dense = batch->selected == NULL;
    if (query->is_dense) {
        uint64_t n_left = batch->end - position;
        query->base = position;
        query->n = (uint32_t)(n_left < BATCH_ROWS ? n_left : BATCH_ROWS);
        query->end = position + query->n;
        return query->n > 0;
    }
    query->n = 0;
    query->base = batch->first;
    if (batch->row >= position)
        query->rows[query->n++] = (uint32_t)(batch->row - batch->first);
    while (*selected < batch->selected_end && batch->first + **selected < position)
        ++*selected;
    size_t n = (size_t)(batch->selected_end - *selected), room = BATCH_ROWS - query->n;
    n = n < room ? n : room;
    memcpy(query->rows + query->n, *selected, n * sizeof **selected);
    query->n += (uint32_t)n;
    if (query->n == BATCH_ROWS)
        query->end = query->base + query->rows[query->n - 1] + 1;
    return query->n > 0;
}

/* Adds rows whose values nobody asks for. */
static enum status count_rows(struct vector_query *query, const struct feed_batch *batch,
                              struct error *error)
{
    uint64_t n_left = feed_batch_left(batch) + 1;
    enum status status = OK;
    for (; status == OK && n_left > 0; n_left -= query->n) {
        query->n = (uint32_t)(n_left < BATCH_ROWS ? n_left : BATCH_ROWS);
        vector_program_select(&query->program, NULL, query->n);
        status = add_selected(query, error);
    }
    return status;
}

/* Lists the sources that are marked, and unmarks them. */
static enum status list_used(struct vector_query *query, uint8_t *is_used,
                             struct used_sources *used, struct error *error)
{
    uint32_t n = query->program.n_sources;
    used->sources = arena_alloc(&query->program.arena, (size_t)n + 1, sizeof(uint32_t));
    if (used->sources == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n; i++) {
        if (is_used[i])
            used->sources[used->n++] = i;
        is_used[i] = 0;
    }
    return OK;
}

static void mark(const struct vector_query *query, uint32_t node, uint8_t *is_used)
{
    if (node != NO_NODE)
        vector_program_sources(&query->program, node, is_used);
}

/* Marks the sources of keys and aggregates. */
static void mark_results(const struct vector_query *query, uint8_t *is_used)
{
    for (uint32_t i = 0; i < query->n_keys; i++)
        mark(query, query->keys[i], is_used);
    for (uint32_t i = 0; i < query->n_aggregates; i++) {
        if (!query->aggregates[i].is_known)
            mark(query, query->aggregates[i].node, is_used);
        mark(query, query->aggregates[i].filter, is_used);
    }
}

void vector_query_sources(const struct vector_query *query, uint8_t *is_used)
{
    for (uint32_t i = 0; i < query->n_filters; i++)
        mark(query, query->filters[i].node, is_used);
    mark_results(query, is_used);
}

static enum status list_all_used(struct vector_query *query, uint8_t *is_used,
                                 struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < query->n_filters; i++) {
        struct query_filter *filter = &query->filters[i];
        mark(query, filter->node, is_used);
        query->uses_columns = query->uses_columns || !filter->is_tested_by_feed;
        status = list_used(query, is_used, &filter->used, error);
    }
    mark_results(query, is_used);
    if (status == OK)
        status = list_used(query, is_used, &query->used, error);
    query->uses_columns = query->uses_columns || query->used.n > 0;
    return status;
}

static enum status begin(struct vector_query *query, struct error *error)
{
    enum vector_kind kinds[MOST_QUERY_KEYS];
    uint8_t *is_used = arena_alloc(&query->program.arena,
                                   (size_t)query->program.n_sources + 1, 1);
    if (is_used == NULL)
        return error_nomem(error);
    query->has_begun = true;
    for (uint32_t i = 0; i < query->n_keys; i++)
        kinds[i] = node_kind(&query->program, &query->program.nodes[query->keys[i]]);
    enum status status = list_all_used(query, is_used, error);
    if (status == OK && query->n_keys > 0)
        status = group_table_init(&query->groups, kinds, query->n_keys, error);
    return status;
}

static enum status expect_used(const struct used_sources *used, struct scan *scan,
                               const struct vector_query *query, struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < used->n; i++)
        status = scan_expect_column(scan, query->program.sources[used->sources[i]].column,
                                    error);
    return status;
}

/* Tells the scan which columns will be read, which the statement that steps it does not
 * name. */
static enum status expect_columns(const struct vector_query *query, struct scan *scan,
                                  struct error *error)
{
    enum status status = expect_used(&query->used, scan, query, error);
    for (uint32_t i = 0; status == OK && i < query->n_filters; i++) {
        if (!query->filters[i].is_tested_by_feed)
            status = expect_used(&query->filters[i].used, scan, query, error);
    }
    scan_expect_end(scan);
    return status;
}

enum status vector_query_add_batch(struct vector_query *query, struct row_feed *feed,
                                   const struct feed_batch *batch, struct error *error)
{
    const uint32_t *selected = batch->selected;
    uint64_t position = batch->row;
    bool is_first = !query->has_begun;
    enum status status = is_first ? begin(query, error) : OK;
    if (status == OK && is_first && feed->scan->is_far)
        status = expect_columns(query, feed->scan, error);
    if (status == OK && !query->uses_columns)
        return count_rows(query, batch, error);
    while (status == OK && list_rows(query, batch, &selected, position)) {
        status = interrupt_after(query->n, error);
        if (status == OK)
            status = add_rows(query, feed, batch, error);
        position = query->end;
    }
    return status;
}

/* ---- Results --------------------------------------------------------------------- */

uint32_t vector_query_count(const struct vector_query *query)
{
    return query->n_keys > 0 ? group_table_count(&query->groups) : 1;
}

enum status vector_query_finish(const struct vector_query *query, struct error *error)
{
    char text[VALUE_TEXT_SIZE];
    struct literal value;
    enum status status = OK;
    for (uint32_t i = 0; i < query->n_aggregates; i++) {
        const struct query_aggregate *a = &query->aggregates[i];
        bool is_certain = !adds_up(a->kind) ||
                          (!a->is_moved && !query->sums_plainly &&
                           query->program.nodes[a->node].type == NODE_INTEGER);
        for (uint32_t k = 0; status == OK && !is_certain && k < vector_query_count(query);
             k++)
            status = vector_query_aggregate(query, k, i, text, &value, error);
    }
    return status;
}

/* What SQLite gets of a value that a node has. */
static enum status show(const struct vector_query *query, uint32_t node,
                        const union column_value *value, char *text,
                        struct literal *shown, struct error *error)
{
    const struct vector_node *n = &query->program.nodes[node];
    switch (n->type) {
    case NODE_INTEGER:
        *shown = (struct literal){.type = LITERAL_INTEGER, .integer = value->int64};
        return OK;
    case NODE_REAL:
        *shown = (struct literal){.type = LITERAL_REAL, .real = value->float64};
        return OK;
    case NODE_TEXT:
    case NODE_BLOB:
        *shown = (struct literal){.type = n->type == NODE_TEXT ? LITERAL_TEXT
                                                               : LITERAL_BLOB,
                                  .bytes = value->bytes};
        return OK;
    case NODE_DERIVED:
        *shown = *derived_values_result(n->derived, value->int64);
        return OK;
    default:
        return vector_source_literal(&query->program.sources[n->source],
                                     (union vector_values){.any = value}, 0, text, shown,
                                     error);
    }
}

enum status vector_query_key(const struct vector_query *query, uint32_t group,
                             uint32_t key, char *text, struct literal *value,
                             struct error *error)
{
    union column_value stored;
    *value = (struct literal){.type = LITERAL_NULL};
    if (!group_table_key(&query->groups, group, key, &stored))
        return OK;
    return show(query, query->keys[key], &stored, text, value, error);
}

/* Adds the constant to a sum, for each value. */
static enum status move_sum(const struct vector_query *query,
                            const struct query_aggregate *a, uint32_t group,
                            struct literal *value, struct error *error)
{
    struct literal n;
    enum status status = aggregate_result(&query->aggregates[a->count].state,
                                          AGGREGATE_COUNT, group, &n, error);
    if (status == OK && n.integer > INT32_MAX)
        return error_set(error, UNSUPPORTED, "a sum has very many values");
    value->integer += status == OK ? n.integer * a->addend : 0;
    return status;
}

enum status vector_query_aggregate(const struct vector_query *query, uint32_t group,
                                   uint32_t aggregate, char *text, struct literal *value,
                                   struct error *error)
{
    const struct query_aggregate *a = &query->aggregates[aggregate];
    enum status status = aggregate_result(&query->aggregates[a->sums].state, a->kind,
                                          group, value, error);
    if (status == OK && a->is_moved && value->type == LITERAL_INTEGER)
        return move_sum(query, a, group, value, error);
    union column_value stored = {.int64 = 0};
    if (status != OK || value->type == LITERAL_NULL ||
        (a->kind != AGGREGATE_MIN && a->kind != AGGREGATE_MAX))
        return status;
    if (value->type == LITERAL_REAL)
        stored.float64 = value->real;
    else if (value->type == LITERAL_INTEGER)
        stored.int64 = value->integer;
    else
        stored.bytes = value->bytes;
    return show(query, a->node, &stored, text, value, error);
}
