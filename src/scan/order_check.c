/* SPDX-License-Identifier: MIT */
#include "scan/order_check.h"

#include "base/interrupt.h"

/* When this many rows are tested for each that passes, after so many tests, the check
 * gives up. */
enum { MOST_TESTS = 4, TESTS_BEFORE = 1 << 16 };

/* A column's value in the row before the next one. */
struct last_value {
    bool is_null; /* or NaN */
    union column_value value;
    struct buffer bytes; /* to which the value points */
};

struct check {
    const struct row_order *order;
    bool has_last;
    struct last_value last[MOST_ORDER_COLUMNS];
    const struct scan_column *windows[MOST_ORDER_COLUMNS];
};

/* False: null or NaN. */
static inline bool value_at(const struct scan_column *window, uint64_t row,
                            union column_value *value)
{
    const struct column_vector *vector = &window->vector;
    uint32_t i = (uint32_t)(row - window->first);
    if (column_vector_is_null(vector, i))
        return false;
    *value = column_vector_value(vector, column_vector_index(vector, i));
    return vector->kind != VECTOR_DOUBLE || value->float64 == value->float64;
}

/* Whether a row may follow the one with the last values; takes them over.  Bytes stay
 * those of the window. */
static bool may_follow(struct check *check, uint64_t row)
{
    int step = check->has_last ? 0 : 1;
    for (uint32_t i = 0; i < check->order->n_columns; i++) {
        const struct order_column *column = &check->order->columns[i];
        struct last_value *last = &check->last[i];
        union column_value value = {0};
        bool has_value = value_at(check->windows[i], row, &value);
        if (has_value && !order_column_orders(column, value))
            return false;
        if (step == 0) {
            step = has_value && !last->is_null
                       ? column_value_compare(column->domain, value, last->value)
                       : has_value - !last->is_null;
            step = column->is_descending ? -step : step;
        }
        last->is_null = !has_value;
        last->value = value;
    }
    check->has_last = true;
    return step >= 0;
}

/* Copies the last texts before their windows change. */
static enum status keep_last(struct check *check, struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < check->order->n_columns; i++) {
        struct last_value *last = &check->last[i];
        struct bytes_value *bytes = &last->value.bytes;
        if (last->is_null || check->order->columns[i].domain != DOMAIN_BYTES)
            continue;
        last->bytes.size = 0;
        status = buffer_append(&last->bytes, bytes->data, bytes->size, error);
        bytes->data = last->bytes.data;
    }
    return status;
}

/* Whether all rows of the window have the same value, as those of a partition key do. */
static bool has_one_value(const struct scan_column *window)
{
    const struct column_vector *vector = &window->vector;
    return vector->indices != NULL && vector->n_entries == 1 && vector->valid == NULL;
}

/* Checks the batch's rows from number *i on which are in the windows of all columns, and
 * moves *i after them. */
static enum status check_rows(struct check *check, struct scan *scan, uint32_t *i,
                              bool *holds, struct error *error)
{
    uint64_t row = scan_batch_row(scan, *i), end = scan->batch_end;
    uint32_t n = scan_batch_rows(scan);
    enum status status = OK;
    bool is_one = true;
    for (uint32_t k = 0; status == OK && k < check->order->n_columns; k++) {
        const struct scan_column **window = &check->windows[k];
        status = scan_column(scan, check->order->columns[k].column, row, window, error);
        if (status == OK && end > (*window)->first + (*window)->vector.n_rows)
            end = (*window)->first + (*window)->vector.n_rows;
        is_one = is_one && status == OK && has_one_value(*window);
    }
    while (status == OK && *holds && *i < n && scan_batch_row(scan, *i) < end) {
        *holds = may_follow(check, scan_batch_row(scan, (*i)++));
        while (is_one && *i < n && scan_batch_row(scan, *i) < end)
            (*i)++;
    }
    return status == OK ? keep_last(check, error) : status;
}

static enum status check_batch(struct check *check, struct scan *scan, bool *holds,
                               struct error *error)
{
    uint32_t n = scan_batch_rows(scan);
    enum status status = OK;
    for (uint32_t i = 0; status == OK && *holds && i < n;)
        status = check_rows(check, scan, &i, holds, error);
    return status;
}

/* The pass that follows examines the same row groups and pages, which are to be counted
 * once.  What was read and tested for the check was work, and stays counted. */
static void forget_examined(struct scan *scan, const struct scan_counters *counters,
                            const struct keep_counts *kept)
{
    struct scan_counters now = scan->counters;
    scan->counters = *counters;
    scan->counters.rows_tested = now.rows_tested;
    scan->counters.rows_returned = now.rows_returned;
    scan->counters.read = now.read;
    scan->counters.bytes_read = now.bytes_read;
    scan->counters.traffic = now.traffic;
    scan->kept = *kept;
    row_group_list_forget_counted(&scan->list);
}

enum status order_check(struct scan *scan, struct predicate *predicate,
                        const struct row_order *order, bool *holds, struct error *error)
{
    struct check check = {.order = order};
    const struct scan_counters before = scan->counters;
    const struct keep_counts kept = scan->kept;
    uint64_t n_passed = 0;
    *holds = true;
    scan_start(scan, predicate);
    if (row_order_is_of_paths(order, scan->file->ops->schema(scan->file)))
        scan_read_paths(scan);
    enum status status = scan_next_batch(scan, error);
    while (status == OK && *holds && scan->batch_first < scan->batch_end) {
        uint64_t n_tested = scan->counters.rows_tested - before.rows_tested;
        n_passed += scan_batch_rows(scan);
        *holds = n_tested < TESTS_BEFORE || n_tested / MOST_TESTS < n_passed;
        if (*holds)
            status = check_batch(&check, scan, holds, error);
        if (status == OK && *holds)
            status = scan_next_batch(scan, error);
    }
    scan_stop(scan);
    forget_examined(scan, &before, &kept);
    for (uint32_t i = 0; i < order->n_columns; i++)
        buffer_release(&check.last[i].bytes);
    return status;
}
