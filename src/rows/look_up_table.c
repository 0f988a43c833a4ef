/* SPDX-License-Identifier: MIT */
#include "rows/look_up_table.h"

#include <string.h>

#include "base/alloc.h"
#include "base/interrupt.h"

enum {
    ROWS_AT_ONCE = 1 << 14, /* tested together */
    /* Rows are sorted once passes over all of them have cost as much as this many. */
    PASSES_BEFORE_SORTING = 20,
    /* Rows in an order that are tested together, of those that are tested first and
     * later; a pass that finds none among this part of all rows tests all. */
    FIRST_IN_ORDER = 16,
    MOST_IN_ORDER = 4096,
    PART_IN_ORDER = 8,
};

void look_up_table_release(struct look_up_table *table)
{
    if (table == NULL || --table->n_references > 0)
        return;
    sorted_rows_release(&table->sorted);
    join_table_release(&table->joins);
    cached_rows_release(&table->rows);
    buffer_release(&table->counts);
    predicate_release(&table->counted);
    mem_free(table);
}

void look_up_pass_release(struct look_up_pass *pass)
{
    look_up_table_release(pass->table);
    predicate_release(&pass->predicate);
    buffer_release(&pass->positions);
    *pass = (struct look_up_pass){0};
}

/* ---- Tests ----------------------------------------------------------------------- */

static const struct schema *schema_of(const struct look_up_pass *pass)
{
    return pass->scan->file->ops->schema(pass->scan->file);
}

/* Whether the predicate accepts the row's number and its position in its file, which may
 * be closed: another pass, or a thread, has read the row. */
static enum status test_number(struct look_up_pass *pass, uint32_t position,
                               bool *accepts, struct error *error)
{
    const struct predicate *predicate = &pass->predicate;
    uint64_t number = cached_rows_number(&pass->table->rows, position);
    union column_value row = {.int64 = (int64_t)number};
    *accepts = !predicate->has_rows || value_set_contains(&predicate->rows, row);
    if (!*accepts || (!predicate->has_rows_in_file && !predicate->has_row_groups))
        return OK;
    enum status status = predicate->has_row_groups
                             ? scan_open_row(pass->scan, number, error)
                             : OK;
    const struct row_group *group = scan_row_group_of(pass->scan, number);
    union column_value in_file = {.int64 = (int64_t)(number - group->file_first)};
    union column_value group_in_file = {.int64 = group->number_in_file};
    *accepts = (!predicate->has_rows_in_file ||
                value_set_contains(&predicate->rows_in_file, in_file)) &&
               (!predicate->has_row_groups ||
                value_set_contains(&predicate->row_groups, group_in_file));
    return status;
}

/* Tests a term on texts that are formatted for it.  All rows of a vector are formatted at
 * once: so the term gets one run of rows after the other. */
static enum status test_formatted(struct look_up_pass *pass, struct predicate_term *term,
                                  uint32_t *rows, uint32_t *n, struct error *error)
{
    const struct column *column = &schema_of(pass)->columns[term->column];
    const struct cached_column *cached = &pass->table->rows.columns[term->column];
    uint32_t n_kept = 0, n_run = 1, n_passed;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < *n; i += n_run, n_run = 1) {
        struct scan_column run = {0};
        uint32_t first = rows[i];
        while (i + n_run < *n && n_run < BATCH_ROWS && rows[i + n_run] == first + n_run)
            n_run++;
        cached_rows_show(&cached->window.vector, first, first, &run);
        run.vector.n_rows = n_run;
        status = predicate_term_filter(term, column, &run.vector, NULL, n_run,
                                       rows + n_kept, &n_passed, error);
        for (uint32_t k = 0; k < n_passed; k++)
            rows[n_kept++] += first;
    }
    *n = n_kept;
    return status;
}

/* Keeps those of the n positions that the predicate accepts. */
static enum status test(struct look_up_pass *pass, uint32_t *rows, uint32_t *n,
                        struct error *error)
{
    struct predicate *predicate = &pass->predicate;
    uint32_t n_kept = 0;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && *n > 0 && i < predicate->n_terms; i++) {
        struct predicate_term *term = &predicate->terms[i];
        if (term->is_formatted)
            status = test_formatted(pass, term, rows, n, error);
        else
            status = predicate_term_filter(
                term, &schema_of(pass)->columns[term->column],
                &pass->table->rows.columns[term->column].window.vector, rows, *n, rows, n,
                error);
    }
    for (uint32_t i = 0; status == OK && i < *n; i++) {
        bool accepts;
        status = test_number(pass, rows[i], &accepts, error);
        rows[n_kept] = rows[i];
        n_kept += accepts;
    }
    *n = n_kept;
    return status;
}

/* Keeps those of the positions that the predicate accepts. */
static enum status test_found(struct look_up_pass *pass, struct error *error)
{
    uint32_t *rows = (uint32_t *)(void *)pass->positions.data;
    uint32_t n = (uint32_t)(pass->positions.size / sizeof *rows), n_kept = 0;
    enum status status = OK;
    for (uint32_t i = 0, n_tested; status == OK && i < n; i += n_tested) {
        n_tested = n - i < ROWS_AT_ONCE ? n - i : ROWS_AT_ONCE;
        uint32_t n_passed = n_tested;
        status = test(pass, rows + i, &n_passed, error);
        memmove(rows + n_kept, rows + i, n_passed * sizeof *rows);
        n_kept += n_passed;
        if (status == OK)
            status = interrupt_after(n_tested, error);
    }
    pass->positions.size = n_kept * sizeof *rows;
    return status;
}

/* Appends the positions that pass, from `at` to `end`, exclusive. */
static enum status test_range(struct look_up_pass *pass, uint32_t at, uint32_t end,
                              struct error *error)
{
    enum status status = OK;
    while (status == OK && at < end) {
        uint32_t before = (uint32_t)(pass->positions.size / sizeof at);
        uint32_t n = end - at < ROWS_AT_ONCE ? end - at : ROWS_AT_ONCE;
        status = buffer_reserve(&pass->positions, (before + n) * sizeof at, true, error);
        if (status != OK)
            return status;
        uint32_t *rows = (uint32_t *)(void *)pass->positions.data + before;
        for (uint32_t i = 0; i < n; i++)
            rows[i] = at++;
        status = test(pass, rows, &n, error);
        pass->positions.size += n * sizeof at;
        if (status == OK)
            status = interrupt_check(error);
    }
    return status;
}

/* Tests all cached rows, or those in the predicate's ranges of row numbers. */
static enum status test_rows(struct look_up_pass *pass, struct error *error)
{
    const struct cached_rows *rows = &pass->table->rows;
    const struct value_set *set = &pass->predicate.rows;
    enum status status = OK;
    if (!pass->predicate.has_rows)
        return test_range(pass, 0, rows->n_rows, error);
    for (uint32_t i = 0; status == OK && i < set->n_ranges; i++) {
        int64_t low = set->ranges[i].low.int64, high = set->ranges[i].high.int64;
        int64_t last = (int64_t)rows->end_row - 1;
        uint32_t at, end;
        if (low > last || high < 0)
            continue;
        (void)cached_rows_find(rows, low > 0 ? (uint64_t)low : 0, &at);
        if (cached_rows_find(rows, (uint64_t)(high < last ? high : last), &end))
            end++;
        status = test_range(pass, at, end, error);
    }
    return status;
}

/* ---- Candidates ------------------------------------------------------------------ */

/* Sorts the rows, which may take at most `most_bytes` with the order, unless they are
 * sorted; *is_sorted is false if memory does not suffice. */
static enum status sort_rows(struct look_up_table *table,
                             const struct order_column *order, size_t most_bytes,
                             bool *is_sorted, struct error *error)
{
    const struct cached_rows *rows = &table->rows;
    struct sorted_rows *sorted = &table->sorted;
    size_t left = most_bytes > rows->n_bytes ? most_bytes - rows->n_bytes : 0;
    enum status status = OK;
    if (sorted->rows == NULL && !table->is_not_sorted)
        status = sorted_rows_build(sorted, rows, order, left, error);
    if (status == NOMEM || status == TOO_BIG) {
        error_clear(error);
        table->is_not_sorted = true;
        status = OK;
    }
    *is_sorted = sorted->rows != NULL;
    return status;
}

/* Finds candidates among sorted rows, which are sorted when that begins to pay. */
static enum status find_in_range(struct look_up_pass *pass, bool *is_found,
                                 struct error *error)
{
    struct look_up_table *table = pass->table;
    const struct cached_rows *rows = &table->rows;
    bool is_sorted;
    if (table->sorted.rows == NULL) {
        table->n_tested += rows->n_rows;
        if (table->n_tested < (uint64_t)rows->n_rows * PASSES_BEFORE_SORTING)
            return OK;
    }
    enum status status = sort_rows(table, &table->range, rows->most_bytes, &is_sorted,
                                   error);
    if (status != OK || !is_sorted)
        return status;
    return sorted_rows_find(&table->sorted, &pass->predicate, &pass->positions, is_found,
                            error);
}

/* Tests the next of the sorted rows, and appends the positions of those that pass, in the
 * order. */
static enum status test_next(struct look_up_pass *pass, struct error *error)
{
    struct look_up_rest *rest = &pass->rest;
    const struct sorted_rows *sorted = &pass->table->sorted;
    uint32_t n = rest->end - rest->rank;
    n = n < rest->n_at_once ? n : rest->n_at_once;
    size_t before = pass->positions.size;
    enum status status = buffer_reserve(&pass->positions, before + n * sizeof n, true,
                                        error);
    if (status != OK)
        return status;
    uint32_t *rows = (uint32_t *)(void *)(pass->positions.data + before);
    sorted_rows_take(sorted, rest->rank, n, rows);
    rest->rank += n;
    if (rest->n_at_once < MOST_IN_ORDER)
        rest->n_at_once *= 4;
    const struct row_order by = {1, {sorted->order}};
    status = test(pass, rows, &n, error);
    if (status == OK)
        status = cached_rows_sort(sorted->rows, &by, rows, n, error);
    pass->positions.size = before + (status == OK ? n * sizeof n : 0);
    return status == OK ? interrupt_check(error) : status;
}

/* Begins a pass in the plan's order among sorted rows: usually SQLite wants the first row
 * that passes.  *is_found is false if that takes too many tests. */
static enum status find_in_order(struct look_up_pass *pass, bool *is_found,
                                 struct error *error)
{
    struct look_up_rest *rest = &pass->rest;
    struct look_up_table *table = pass->table;
    const struct cached_rows *rows = &table->rows;
    bool is_sorted;
    /* A pass that has begun needs the rows until it ends: they must leave enough memory
     * for reading the file. */
    enum status status = sort_rows(table, &table->order.columns[0], rows->most_bytes / 2,
                                   &is_sorted, error);
    if (status != OK || !is_sorted)
        return status;
    sorted_rows_span(&table->sorted, &pass->predicate, &rest->rank, &rest->end);
    rest->n_at_once = FIRST_IN_ORDER;
    uint32_t first = rest->rank, most = rows->n_rows / PART_IN_ORDER;
    while (status == OK && pass->positions.size == 0 && rest->rank < rest->end &&
           rest->rank - first <= most)
        status = test_next(pass, error);
    *is_found = pass->positions.size > 0 || rest->rank == rest->end;
    if (!*is_found)
        *rest = (struct look_up_rest){0};
    return status;
}

enum status look_up_find(struct look_up_pass *pass, struct error *error)
{
    const struct predicate *predicate = &pass->predicate;
    struct look_up_table *table = pass->table;
    bool is_found = false, is_ordered = table->order.n_columns > 0;
    pass->positions.size = 0;
    pass->rest = (struct look_up_rest){0};
    pass->is_all = predicate->n_terms == 0 && !predicate->has_rows &&
                   !predicate->has_rows_in_file && !predicate->has_row_groups &&
                   !predicate->is_never && (!is_ordered || !table->has_varying);
    if (pass->is_all || predicate->is_never)
        return OK;
    enum status status = OK;
    if (table->joins.n_columns > 0) {
        status = join_table_find(&table->joins, predicate, &pass->positions, &is_found,
                                 error);
    } else if (table->finds_first) {
        status = find_in_order(pass, &is_found, error);
        if (status != OK || is_found)
            return status;
    } else if (table->has_range) {
        status = find_in_range(pass, &is_found, error);
    }
    if (status == OK)
        status = is_found ? test_found(pass, error) : test_rows(pass, error);
    if (status != OK || !is_ordered)
        return status;
    return cached_rows_sort(&table->rows, &table->order,
                            (uint32_t *)(void *)pass->positions.data,
                            (uint32_t)(pass->positions.size / sizeof(uint32_t)), error);
}

enum status look_up_more(struct look_up_pass *pass, struct error *error)
{
    enum status status = OK;
    pass->positions.size = 0;
    while (status == OK && pass->positions.size == 0 && pass->rest.rank < pass->rest.end)
        status = test_next(pass, error);
    return status;
}
