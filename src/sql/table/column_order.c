/* SPDX-License-Identifier: MIT */
#include "sql/table/column_order.h"

#include "sql/table/domain_cut.h"

/* Files with more row groups count as unordered: their bounds are checked while a
 * statement is planned, which cannot be interrupted. */
static const uint32_t MOST_ASKED = 1 << 16;

/* Tables of more files count as unordered: all their footers would be read while a
 * statement is planned. */
static const uint32_t MOST_FILES_ASKED = 1000;

/* Whether the stored values in *ordered, which is set here, sort as SQLite sorts the
 * values made from them. */
static bool is_orderable(const struct table_column *c, bool is_utf16,
                         struct value_range *ordered)
{
    const struct column *column = c->column;
    if (column == NULL || column->unreadable_reason != NULL || column->has_mismatched)
        return false;
    *ordered = value_range_all(domain_of(c));
    switch (c->form) {
    case FORM_INTEGER:
    case FORM_REAL:
    case FORM_BLOB:
        return true;
    /* Many values are shown as one number: rows that SQLite takes for equal would come in
     * the order of the values, not in that of the file. */
    case FORM_EPOCH:
    case FORM_UINT64_REAL:
        return false;
    case FORM_DECIMAL_INTEGER:
    case FORM_DECIMAL_REAL:
        return column->kind == VECTOR_INT64;
    case FORM_UINT64_TEXT:
    case FORM_UINT64_BLOB:
        return true;
    case FORM_JSON:
    case FORM_TEXT:
        break;
    default:
        return false;
    }
    switch (column->type) {
    case COLUMN_DATE:
    case COLUMN_TIME:
    case COLUMN_TIMESTAMP:
        *ordered = domain_ordered_part(c);
        return true;
    case COLUMN_TEXT:
    case COLUMN_JSON:
    case COLUMN_UUID:
        return !is_utf16;
    default:
        return false;
    }
}

/* Whether the statistics of all row groups prove that the values are within the order's
 * range. */
static bool bounds_are_within(struct table_file *file, const struct order_column *order)
{
    uint32_t n = file->ops->row_group_count(file);
    if (n > MOST_ASKED)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        struct column_statistics s;
        struct error ignored = {0};
        if (file->ops->column_statistics(file, i, order->column, &s, &ignored) != OK)
            return false;
        bool is_known = s.has_min && s.has_max;
        bool has_no_values = s.has_null_count && s.null_count == s.n_rows;
        if (!has_no_values &&
            !(is_known &&
              column_value_compare(order->domain, s.min, order->ordered.low) >= 0 &&
              column_value_compare(order->domain, s.max, order->ordered.high) <= 0))
            return false;
    }
    return true;
}

/* The same once for a column.  Many files are opened for that: a plan may ask for few,
 * and only if its statement reads them all. */
static bool bounds_hold(const struct plan_context *context, int column,
                        const struct order_column *order, bool reads_all_files)
{
    struct table_file *file = context->file->file;
    enum order_fact *fact = &context->file->order_facts[column];
    struct error ignored = {0};
    bool is_planning = context->is_stale == NULL;
    if (*fact != ORDER_NOT_ASKED)
        return *fact == ORDER_HOLDS;
    if (is_planning && file->ops->open_row_groups != NULL &&
        (!reads_all_files || table_file_count(file) > MOST_FILES_ASKED))
        return false;
    if (row_groups_know_all(file, &ignored) != OK)
        return false;
    *fact = bounds_are_within(file, order) ? ORDER_HOLDS : ORDER_UNKNOWN;
    return *fact == ORDER_HOLDS;
}

bool column_order_of(const struct plan_context *context, int column, bool reads_all_files,
                     struct order_column *order)
{
    const struct table_column *c = plan_column(context, column);
    if (!is_orderable(c, context->is_utf16, &order->ordered))
        return false;
    order->column = c->source;
    order->domain = domain_of(c);
    struct value_range all = value_range_all(order->domain);
    bool needs_bounds =
        c->form == FORM_TEXT &&
        (c->column->type == COLUMN_DATE || c->column->type == COLUMN_TIME ||
         c->column->type == COLUMN_TIMESTAMP) &&
        (order->domain == DOMAIN_INSTANT || order->ordered.low.int64 != all.low.int64);
    if (!needs_bounds)
        return true;
    if (c->column->is_of_path)
        return !c->column->has_far_years;
    return bounds_hold(context, column, order, reads_all_files);
}

/* Decimals beyond 2^53 that are neighbours may become the same REAL. */
bool column_order_is_strict(const struct table_column *column)
{
    return column->form != FORM_DECIMAL_REAL;
}

bool plan_order_of(const struct plan_context *context, const struct plan *plan,
                   struct row_order *order)
{
    order->n_columns = plan->n_orders;
    for (uint32_t i = 0; i < plan->n_orders; i++) {
        order->columns[i] = (struct order_column){
            .is_descending = plan->orders[i].is_descending};
        int column = plan->orders[i].column;
        bool is_last = i + 1 == plan->n_orders;
        if (!column_order_of(context, column, true, &order->columns[i]) ||
            (!is_last && !column_order_is_strict(plan_column(context, column))))
            return false;
    }
    return true;
}
