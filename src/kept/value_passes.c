/* SPDX-License-Identifier: MIT */
#include "kept/value_passes.h"

#include "kept/distinct_rows.h"

/* More than the values of a few rows can take: a text has a limit of its own. */
static const size_t MOST_BYTES = 64 << 20;

void value_passes_release(struct value_passes *passes)
{
    if (passes->scan != NULL)
        scan_stop(passes->scan); /* its threads share the predicate */
    kept_rows_release(&passes->rows);
    *passes = (struct value_passes){0};
}

bool value_passes_serve(const struct row_order *order, const struct schema *schema)
{
    bool serve = true;
    for (uint32_t i = 0; i < order->n_columns; i++)
        serve = serve && schema->columns[order->columns[i].column].kind != VECTOR_DOUBLE;
    return serve;
}

/* Adds a term for each column, whose set is that of the next pass. */
static enum status add_terms(struct value_passes *passes, struct error *error)
{
    for (uint32_t i = 0; i < passes->order.n_columns; i++) {
        const struct order_column *column = &passes->order.columns[i];
        struct predicate_term *term = predicate_add(passes->predicate, column->column);
        if (term == NULL)
            return error_nomem(error);
        term->prunes = true;
        term->set = (struct value_set){.domain = column->domain,
                                       .ranges = &passes->ranges[i]};
    }
    return OK;
}

enum status value_passes_start(struct value_passes *passes, struct scan *scan,
                               struct predicate *predicate, const struct row_order *order,
                               uint32_t most, bool *are_few, struct error *error)
{
    const struct distinct_limits limits = {.most_bytes = MOST_BYTES, .most_rows = most};
    *passes = (struct value_passes){
        .scan = scan, .predicate = predicate, .order = *order};
    enum status status = distinct_rows_collect(&passes->rows, scan, predicate, order,
                                               &limits, NULL, are_few, error);
    if (status == OK && *are_few)
        status = kept_rows_load_order(&passes->rows, scan, order, error);
    if (status == OK && *are_few)
        status = kept_rows_reorder(&passes->rows, order, error);
    if (status == OK && *are_few)
        status = add_terms(passes, error);
    if (status != OK || !*are_few)
        value_passes_release(passes);
    else /* no batch yet */
        scan_start_rows(scan, predicate, 0, 0);
    return status;
}

/* The terms that were added; searched for because terms are reordered. */
static struct predicate_term *own_term(const struct value_passes *passes, uint32_t i)
{
    struct predicate_term *term = passes->predicate->terms;
    while (term->set.ranges != &passes->ranges[i])
        term++;
    return term;
}

static void start_pass(struct value_passes *passes)
{
    uint32_t row = passes->next++;
    scan_stop(passes->scan);
    for (uint32_t i = 0; i < passes->order.n_columns; i++) {
        const struct kept_column *column =
            &passes->rows.columns[passes->order.columns[i].column];
        struct predicate_term *term = own_term(passes, i);
        union column_value value = {0};
        bool has_value = kept_value(&column->window.vector, row, &value);
        passes->ranges[i] = (struct value_range){.low = value, .high = value};
        term->set.accepts_null = !has_value;
        term->set.n_ranges = has_value;
        term->dictionary = term->seen_dictionary = 0; /* tested for the last pass */
    }
    scan_start(passes->scan, passes->predicate);
}

enum status value_passes_next_batch(struct value_passes *passes, struct error *error)
{
    struct scan *scan = passes->scan;
    enum status status = passes->next > 0 ? scan_next_batch(scan, error) : OK;
    while (status == OK && scan->batch_first == scan->batch_end &&
           passes->next < passes->rows.n_rows) {
        start_pass(passes);
        status = scan_next_batch(scan, error);
    }
    return status;
}
