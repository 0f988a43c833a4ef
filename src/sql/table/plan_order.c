/* SPDX-License-Identifier: MIT */
#include "sql/table/plan_order.h"

#include <math.h>

#include "base/alloc.h"

/* ---- Whether stored values sort as SQLite's values do ------------------------------ */

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

/* Sets the order's column, domain and ordered range; false if SQLite must sort.
 * reads_all_files: the statement needs the footers of all files, of many. */
static bool column_order_of(const struct plan_context *context, int column,
                            bool reads_all_files, struct order_column *order)
{
    const struct table_column *c = plan_column(context, column);
    if (!is_orderable(c, context->is_utf16, &order->ordered))
        return false;
    order->column = c->source;
    order->domain = domain_of(c);
    struct value_range all = value_range_all(order->domain);
    bool needs_bounds = table_column_is_time(c) &&
                        (order->domain == DOMAIN_INSTANT ||
                         order->ordered.low.int64 != all.low.int64);
    if (!needs_bounds)
        return true;
    if (c->column->is_of_path)
        return !c->column->has_far_years;
    return bounds_hold(context, column, order, reads_all_files);
}

/* Whether different stored values of a column have different results: decimals beyond
 * 2^53 that are neighbours may become the same REAL.  If not, a later column of an order
 * cannot decide between rows whose results are equal. */
static bool is_strict_order(const struct plan_context *context, int column)
{
    return plan_column(context, column)->form != FORM_DECIMAL_REAL;
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
            (!is_last && !is_strict_order(context, column)))
            return false;
    }
    return true;
}

/* ---- Choosing an order ------------------------------------------------------------- */

/* The index of a usable constraint, or -1. */
static int find_constraint(const sqlite3_index_info *info, int op)
{
    for (int i = 0; i < info->nConstraint; i++) {
        if (info->aConstraint[i].op == op && info->aConstraint[i].usable)
            return i;
    }
    return -1;
}

static bool known_integer(sqlite3_index_info *info, int i, int64_t *integer)
{
    sqlite3_value *value = NULL;
    if (i < 0 || sqlite3_vtab_rhs_value(info, i, &value) != SQLITE_OK || value == NULL ||
        sqlite3_value_type(value) != SQLITE_INTEGER)
        return false;
    *integer = sqlite3_value_int64(value);
    return true;
}

/* Whether the plan's terms accept exactly the rows that SQLite would: all constraints are
 * terms that need not be tested again, and none stands for more than it says.  A
 * comparison of row values does: SQLite offers that of their first columns, as <= or >=
 * with an unknown value. */
static bool terms_are_exact(sqlite3_index_info *info, int limit, int offset)
{
    for (int i = 0; i < info->nConstraint; i++) {
        int op = info->aConstraint[i].op;
        sqlite3_value *value = NULL;
        bool may_be_row_value = op == SQLITE_INDEX_CONSTRAINT_LE ||
                                op == SQLITE_INDEX_CONSTRAINT_GE;
        if (i == limit || i == offset)
            continue;
        if (info->aConstraintUsage[i].argvIndex == 0 || !info->aConstraintUsage[i].omit ||
            (may_be_row_value && sqlite3_vtab_rhs_value(info, i, &value) != SQLITE_OK))
            return false;
    }
    return true;
}

/* Adds the limit to the plan, with the offset if there is one. exactly: the table applies
 * them; else they are hints. */
static void take_limit(sqlite3_index_info *info, struct plan *plan, int limit, int offset,
                       bool exactly)
{
    int n = (int)plan->n_terms;
    plan->has_limit = true;
    info->aConstraintUsage[limit].argvIndex = ++n;
    info->aConstraintUsage[limit].omit = exactly;
    plan->has_offset = offset >= 0;
    if (offset >= 0) {
        info->aConstraintUsage[offset].argvIndex = ++n;
        info->aConstraintUsage[offset].omit = exactly;
    }
    plan->limits_exactly = exactly;
}

/* The columns that are read of each returned row, as in colUsed: without columns of terms
 * that SQLite does not test again. */
static uint64_t columns_read(const sqlite3_index_info *info, const struct plan *plan)
{
    uint64_t used = info->colUsed;
    for (int i = 0; i < info->nConstraint; i++) {
        int term = info->aConstraintUsage[i].argvIndex - 1;
        bool is_term = term >= 0 && term < (int)plan->n_terms;
        if (is_term && info->aConstraintUsage[i].omit && i < HOST_HONOURS_OMIT_FOR &&
            info->aConstraint[i].iColumn >= 0 && info->aConstraint[i].iColumn < 63)
            used &= ~(UINT64_C(1) << info->aConstraint[i].iColumn);
    }
    return used;
}

/* The bit that SQLite's colUsed has for a column; 0 from 63 on, where it has no own. */
static uint64_t bit_of(int column)
{
    return column < 63 ? UINT64_C(1) << column : 0;
}

/* Whether it is cheaper to find the few wanted rows first and then to read each by itself
 * than to read all rows for SQLite to sort.  Rows that need no column but the order's,
 * such as those of min() and max(), are not read again. */
static bool is_worth_finding(const sqlite3_index_info *info,
                             const struct plan_context *context, const struct plan *plan,
                             int64_t n_wanted)
{
    /* In steps of a scan: half a page is decoded, and a page may fill its row group. */
    struct table_file *file = context->file->file;
    double n_row_groups = (double)file->ops->row_group_count(file) + 1;
    double cost_of_page = (double)context->file->n_rows / n_row_groups * 0.1;
    uint64_t used = columns_read(info, plan) & ~bit_of(plan->orders[0].column);
    /* SQLite asks for min() in order only if no value can be null. */
    const struct column *c = plan_column(context, plan->orders[0].column)->column;
    bool may_be_minimum = !c->is_nullable && c->type != COLUMN_REAL;
    if (used == 0 && plan->n_orders == 1 &&
        (n_wanted >= 0 || plan->orders[0].is_descending || may_be_minimum))
        return true;
    return n_wanted >= 0 &&
           (double)n_wanted * count_columns(used) * cost_of_page <
               (double)context->file->n_rows * (1 + 0.5 * count_columns(used));
}

/* About how many bytes a sort caches. */
struct sort_bytes {
    double keys; /* the rows' positions, and the columns of the order */
    double rest; /* other columns */
};

static struct sort_bytes bytes_of_sort(const sqlite3_index_info *info,
                                       const struct plan_context *context,
                                       const struct plan *plan)
{
    const struct table_columns *columns = &context->file->columns;
    struct table_file *file = context->file->file;
    uint64_t used = columns_read(info, plan), keys = 0;
    double n_rows = (double)context->file->n_rows;
    struct sort_bytes needs = {n_rows * 3 * sizeof(uint32_t), 0}; /* and scratch */
    for (uint32_t i = 0; i < plan->n_orders; i++)
        keys |= bit_of(plan->orders[i].column);
    for (uint32_t i = 0; i < columns->n_columns; i++) {
        const struct table_column *c = &columns->columns[i];
        double bytes;
        if (((used | keys) >> (i < 63 ? i : 63) & 1) == 0 || c->column == NULL)
            continue;
        if (c->column->has_mismatched) /* it cannot be cached */
            bytes = HUGE_VAL;
        else if (c->column->kind == VECTOR_BYTES)
            bytes = n_rows * sizeof(uint32_t) +
                    2 * (double)file->ops->uncompressed_bytes(file, c->source);
        else
            bytes = n_rows * (double)vector_kind_width(c->column->kind);
        *((keys >> (i < 63 ? i : 63) & 1) != 0 ? &needs.keys : &needs.rest) += bytes;
    }
    return needs;
}

/* Rows that are looked up are often those of an inner table, whose order SQLite does not
 * use: fewer than this are left to its sorter. */
static const double LEAST_LOOKED_UP = 10000;

/* Whether most rows have a text of their own.  Once they are sorted, reading each text
 * from another place in memory takes a little longer than SQLite's sorter.  The first row
 * group can say so if it has many texts: those of a small one may be all that there are,
 * and then sorting them takes a fifth of the time. */
static bool has_unlike_texts(const struct plan_context *context, int column)
{
    enum { MANY = 10000 };
    const struct table_column *c = plan_column(context, column);
    struct table_file *file = context->file->file;
    if (c->column->kind != VECTOR_BYTES || c->column->is_of_path ||
        file->ops->row_group_count(file) == 0)
        return false;
    uint64_t n_values = file->ops->distinct_values(file, c->source);
    return n_values > MANY && n_values > file->ops->row_group_rows(file, 0) / 2;
}

/* In how many parts of the sorted rows the other columns are read, each of which takes a
 * pass over them; 0: they do not fit in memory, or the passes take too long. */
static uint32_t count_parts(const sqlite3_index_info *info,
                            const struct plan_context *context, const struct plan *plan)
{
    enum { MOST_PARTS = 16 };
    const struct sort_bytes needs = bytes_of_sort(info, context, plan);
    double left = (double)(memory_left() / 2);
    if (needs.keys + needs.rest <= left)
        return 1;
    /* A part takes half of what the keys leave; the rest is for reading the file. */
    double n_bytes = needs.rest + (double)context->file->n_rows * 2 * sizeof(uint32_t);
    double n = ceil(n_bytes / (left - needs.keys / 2)) + 1;
    return needs.keys <= left && n <= MOST_PARTS ? (uint32_t)n : 0;
}

/* Sorting rows in memory takes less time than SQLite's sorter, if there is memory.
 * has_limit: of many rows, which SQLite would insert into a tree. (It does so with those
 * of DISTINCT, too, but does not say whether that has a limit.) */
static bool is_worth_sorting(const sqlite3_index_info *info,
                             const struct plan_context *context, const struct cost *cost,
                             bool has_limit, struct plan *plan)
{
    if (cost->is_looked_up && cost->returned * cost->n_rows < LEAST_LOOKED_UP)
        return false;
    plan->n_parts = count_parts(info, context, plan);
    return context->file->n_rows < UINT32_MAX && plan->n_parts > 0 &&
           (has_limit || !has_unlike_texts(context, plan->orders[0].column));
}

/* Whether no condition can select files by their paths, so that all footers are read. */
static bool reads_all_files(const sqlite3_index_info *info,
                            const struct plan_context *context)
{
    for (int i = 0; i < info->nConstraint; i++) {
        int column = info->aConstraint[i].iColumn, op = info->aConstraint[i].op;
        bool is_limit = op == SQLITE_INDEX_CONSTRAINT_LIMIT ||
                        op == SQLITE_INDEX_CONSTRAINT_OFFSET;
        const struct column *c = plan_column(context, column)->column;
        if (!is_limit && (column < 0 || (c != NULL && c->is_of_path)))
            return false;
    }
    return true;
}

/* Whether SQLite sorts the column as its stored values sort. */
static bool has_order(const sqlite3_index_info *info, const struct plan_context *context,
                      int column)
{
    struct order_column order;
    return column_order_of(context, column, reads_all_files(info, context), &order) &&
           (value_class_of(plan_column(context, column)) != CLASS_TEXT ||
            collation_is_builtin(context->db, context->collations, "BINARY"));
}

/* Sets the plan's orders to what SQLite asks for; false if it must sort. *is_stable:
 * whether rows with equal values must come in the order of the file. */
static bool take_orders(const sqlite3_index_info *info,
                        const struct plan_context *context, struct plan *plan,
                        bool *is_stable)
{
    bool is_strict = true; /* so far */
    *is_stable = false;
    for (int i = 0; i < info->nOrderBy; i++) {
        int column = info->aOrderBy[i].iColumn;
        bool is_descending = info->aOrderBy[i].desc != 0;
        if (!is_strict)
            return false;
        *is_stable = column < 0 && !is_descending; /* rowid decides all that is left */
        if (*is_stable)
            return true;
        if (column < 0 || plan->n_orders == MOST_ORDER_COLUMNS ||
            !has_order(info, context, column))
            return false;
        is_strict = is_strict_order(context, column);
        plan->orders[plan->n_orders].column = column;
        plan->orders[plan->n_orders++].is_descending = is_descending;
    }
    return true;
}

/* Whether the statement reads no columns but those of the order. */
static bool reads_only_orders(const sqlite3_index_info *info, const struct plan *plan)
{
    uint64_t others = info->colUsed; /* SQLite may test conditions on them, not offered */
    for (uint32_t i = 0; i < plan->n_orders; i++)
        others &= ~bit_of(plan->orders[i].column);
    return others == 0;
}

/* What SQLite wants to do with the rows in their order.  Some versions say that they
 * group where they rely on the order, too, so rows are always sorted. */
static enum plan_sorting sorting_of(sqlite3_index_info *info, const struct plan *plan)
{
    int distinct = sqlite3_vtab_distinct(info);
    if (distinct == 0)
        return SORTING_SORTS;
    return reads_only_orders(info, plan) && host_drops_duplicates(distinct)
               ? SORTING_DISTINCT
               : SORTING_GROUPS;
}

static bool is_of_paths(const struct plan_context *context, const struct plan *plan)
{
    bool are = true;
    for (uint32_t i = 0; i < plan->n_orders; i++)
        are = are && plan_column(context, plan->orders[i].column)->column->is_of_path;
    return are;
}

/* Whether the columns of the order have so few combinations of values, in the first row
 * group, that finding one row for each takes little memory.  Where files need not be
 * opened for them, that is tried in any case: it is soon found out. */
static bool has_few_combinations(const struct plan_context *context,
                                 const struct plan *plan)
{
    enum { MOST = 10000 };
    struct table_file *file = context->file->file;
    double n = 1;
    if (file->describes_closed && is_of_paths(context, plan))
        return context->file->n_rows < UINT32_MAX;
    for (uint32_t i = 0; i < plan->n_orders; i++) {
        const struct table_column *c = plan_column(context, plan->orders[i].column);
        uint64_t n_values = file->ops->distinct_values(file, c->source);
        if (n_values == 0)
            return false;
        n *= (double)n_values + 1;
    }
    return n <= MOST && context->file->n_rows < UINT32_MAX;
}

/* Whether rows with the same values in all columns of the order cannot be told apart: 0
 * and -0 are equal numbers. */
static bool are_alike(const struct plan_context *context, const struct plan *plan)
{
    bool are = true;
    for (uint32_t i = 0; i < plan->n_orders; i++) {
        const struct table_column *c = plan_column(context, plan->orders[i].column);
        are = are && c->column->kind != VECTOR_DOUBLE;
    }
    return are;
}

/* The rows that the statement wants, with those that it skips; -1 if they are unknown or
 * not limited.  *knows_limit: its constants say which. */
static int64_t wanted_rows(sqlite3_index_info *info, int limit, int offset,
                           bool *knows_limit)
{
    int64_t n_limit = 0, n_offset = 0;
    *knows_limit = known_integer(info, limit, &n_limit) &&
                   (offset < 0 || known_integer(info, offset, &n_offset));
    bool has_few = n_limit >= 0 && n_limit < INT32_MAX && n_offset < INT32_MAX;
    return *knows_limit && has_few ? n_limit + (n_offset > 0 ? n_offset : 0) : -1;
}

/* Takes the order if its rows can be returned in it. */
static void choose_order(sqlite3_index_info *info, const struct plan_context *context,
                         const struct cost *cost, int limit, int offset,
                         struct plan *plan)
{
    bool knows_limit;
    int64_t wanted = wanted_rows(info, limit, offset, &knows_limit);
    bool wants_many = wanted >= 0 && (uint64_t)wanted > context->file->n_rows / 8;
    /* SQLite's sorter keeps as many rows as the limit needs. */
    bool wants_few = limit >= 0 && !(knows_limit && (wanted < 0 || wants_many));
    bool is_stable;
    bool is_taken = take_orders(info, context, plan, &is_stable);
    enum plan_sorting sorting = sorting_of(info, plan);
    bool is_distinct = sorting == SORTING_DISTINCT;
    bool has_few_kinds = is_taken && (is_distinct || reads_only_orders(info, plan)) &&
                         has_few_combinations(context, plan);
    bool counts = !is_distinct && has_few_kinds && are_alike(context, plan);
    if (counts)
        sorting = SORTING_COUNTS;
    bool can_sort = is_taken && !wants_few &&
                    ((is_distinct && has_few_kinds) ||
                     (counts && !has_unlike_texts(context, plan->orders[0].column)) ||
                     is_worth_sorting(info, context, cost, wants_many, plan));
    if (is_taken && sqlite3_vtab_distinct(info) == 0 && !is_stable &&
        !(wants_many && can_sort) && is_worth_finding(info, context, plan, wanted))
        plan->sorting = SORTING_FINDS;
    else if (can_sort)
        plan->sorting = sorting;
    else
        plan->n_orders = 0;
    if (plan->n_orders == 0 || plan->sorting == SORTING_FINDS)
        plan->n_parts = 0;
    info->orderByConsumed = plan->n_orders > 0;
}

void plan_choose_order(sqlite3_index_info *info, const struct plan_context *context,
                       const struct cost *cost, struct plan *plan)
{
    int limit = -1, offset = -1;
    if (host_explains_constraints()) {
        limit = find_constraint(info, SQLITE_INDEX_CONSTRAINT_LIMIT);
        offset = find_constraint(info, SQLITE_INDEX_CONSTRAINT_OFFSET);
    }
    bool is_by_rowid = info->nOrderBy > 0 && info->aOrderBy[0].iColumn < 0 &&
                       !info->aOrderBy[0].desc;
    if (is_by_rowid)
        info->orderByConsumed = 1;
    else if (info->nOrderBy > 0 && host_explains_constraints())
        choose_order(info, context, cost, limit, offset, plan);
    if (limit < 0)
        return;
    bool is_in_order = info->nOrderBy == 0 || info->orderByConsumed;
    /* Without an offset, a limit is of use only where rows are not tested. */
    bool is_useful = offset >= 0 || (plan->n_terms == 0 && plan->n_orders == 0);
    bool is_found = plan->n_orders > 0 && plan->sorting == SORTING_FINDS;
    if (host_limits_are_exact() && is_in_order && is_useful &&
        terms_are_exact(info, limit, offset))
        take_limit(info, plan, limit, offset, true);
    else if (is_found || (is_in_order && table_file_is_far(context->file->file)))
        take_limit(info, plan, limit, offset, false);
}
