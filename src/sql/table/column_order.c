/* SPDX-License-Identifier: MIT */
#include "sql/table/column_order.h"

#include "sql/table/domain_cut.h"

/* Files with more row groups count as unordered: their bounds are checked while a
 * statement is planned, which cannot be interrupted. */
static const uint32_t MOST_ASKED = 1 << 16;

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
    case FORM_DECIMAL_INTEGER:
    case FORM_DECIMAL_REAL:
        return column->kind == VECTOR_INT64;
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

bool column_order_of(const struct plan_context *context, int column,
                     struct order_column *order)
{
    const struct table_column *c = &context->file->columns.columns[column];
    struct table_file *file = context->file->file;
    uint32_t n = file->ops->row_group_count(file);
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
    if (n > MOST_ASKED || file->n_files > 0) /* of many files few are open */
        return false;
    for (uint32_t i = 0; i < n; i++) {
        struct column_statistics s;
        struct error ignored = {0};
        if (file->ops->column_statistics(file, i, c->source, &s, &ignored) != OK)
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
        if (!column_order_of(context, plan->orders[i].column, &order->columns[i]))
            return false;
    }
    return true;
}
