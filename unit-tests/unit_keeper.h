/* SPDX-License-Identifier: MIT */
/* unit_keeper.h - cached rows of a random file, and checks of their values and order. */
#ifndef UNIT_KEEPER_H
#define UNIT_KEEPER_H

#include "rows/cached_order.h"
#include "unit_random_file.h"

static inline uint32_t file_rows(const struct fake_file *file)
{
    return file->group_first[file->n_groups];
}

/* ---- Kept rows of a file ------------------------------------------------------------
 */

struct keeper {
    struct fake_file *file;
    struct scan scan;
    struct predicate predicate;
    struct cached_rows rows;
    /* The condition: a set of a column's values, if `column` is not UINT32_MAX. */
    uint32_t column;
    struct value_set set;
    struct value_range ranges[MOST_RANGES];
};

static inline void keeper_release(struct keeper *keeper)
{
    cached_rows_release(&keeper->rows);
    predicate_release(&keeper->predicate);
    scan_release(&keeper->scan);
}

static inline enum status keeper_start(struct keeper *keeper, size_t most_bytes,
                                       struct error *error)
{
    keeper->scan = (struct scan){0};
    keeper->predicate = (struct predicate){0};
    keeper->rows = (struct cached_rows){0};
    enum status status = scan_init(&keeper->scan, &keeper->file->base, error);
    if (status != OK)
        return status;
    if (keeper->column != UINT32_MAX) {
        struct predicate_term *term = predicate_add(&keeper->predicate, keeper->column);
        if (term == NULL)
            return error_nomem(error);
        term->prunes = true;
        term->set = keeper->set;
        status = predicate_prepare(&keeper->predicate, &keeper->file->schema, error);
        if (status != OK)
            return status;
    }
    return cached_rows_collect(&keeper->rows, &keeper->scan, &keeper->predicate,
                               most_bytes, error);
}

static inline struct keeper keeper_of(struct fake_file *file)
{
    return (struct keeper){.file = file, .column = UINT32_MAX};
}

static inline void add_condition(uint64_t *state, struct keeper *keeper)
{
    keeper->column = (uint32_t)random_below(state, N_FILE_COLUMNS);
    random_ranges(state, keeper->file->fakes[keeper->column].domain, 3, keeper->ranges,
                  &keeper->set);
    value_set_normalise(&keeper->set);
    keeper->set.ranges = keeper->ranges;
}

static inline bool is_null_cell(const struct fake_column *column,
                                const struct fake_cell *cell)
{
    return cell->is_null || fake_is_nan(column, cell);
}

static inline bool passes(const struct keeper *keeper, uint32_t row)
{
    if (keeper->column == UINT32_MAX)
        return true;
    const struct fake_column *column = &keeper->file->fakes[keeper->column];
    const struct fake_cell *cell = &column->cells[row];
    if (is_null_cell(column, cell))
        return keeper->set.accepts_null;
    return plain_contains(column->domain, keeper->set.ranges, keeper->set.n_ranges,
                          cell->value);
}

static inline const struct fake_cell *cell_at(const struct keeper *keeper,
                                              uint32_t column, uint32_t position)
{
    return &keeper->file->fakes[column].cells[fake_row(
        keeper->file, cached_rows_number(&keeper->rows, position))];
}

/* Checks that a window holds the cell of the row at a position. */
static inline void check_value(const struct keeper *keeper, uint32_t c, uint32_t position,
                               const struct scan_column *window)
{
    const struct fake_column *column = &keeper->file->fakes[c];
    const struct fake_cell *cell = cell_at(keeper, c, position);
    CHECK(position - window->first < window->vector.n_rows);
    if (position - window->first >= window->vector.n_rows)
        return;
    uint32_t row = (uint32_t)(position - window->first);
    CHECK(window->vector.kind == keeper->file->columns[c].kind);
    CHECK(column_vector_is_null(&window->vector, row) == cell->is_null);
    if (cell->is_null)
        return;
    uint32_t k = column_vector_index(&window->vector, row);
    CHECK(window->vector.indices == NULL || k < window->vector.n_entries);
    CHECK(window->vector.indices == NULL || window->vector.dictionary != 0);
    union column_value value = column_vector_value(&window->vector, k);
    if (fake_is_nan(column, cell))
        CHECK(isnan(value.float64));
    else
        CHECK(plain_order(column->domain, value, cell->value) == 0);
    if (column->domain != DOMAIN_BYTES)
        return;
    CHECK(!window->vector.is_terminated || value.bytes.data[value.bytes.size] == 0);
    CHECK(!window->vector.has_no_nul || value.bytes.size == 0 ||
          memchr(value.bytes.data, 0, value.bytes.size) == NULL);
}

/* The cached rows are those that pass; every other number is not found. */
static inline void check_numbers(const struct keeper *keeper)
{
    const struct cached_rows *rows = &keeper->rows;
    uint32_t n = file_rows(keeper->file), n_kept = 0, position = 0;
    CHECK(rows->n_in_file == n);
    for (uint32_t i = 0; i < n; i++) {
        bool is_kept = passes(keeper, i);
        uint64_t number = fake_number(keeper->file, i);
        CHECK(cached_rows_find(rows, number, &position) == is_kept);
        if (!is_kept)
            continue;
        CHECK(position == n_kept && cached_rows_number(rows, n_kept) == number);
        n_kept++;
    }
    CHECK(rows->n_rows == n_kept);
    CHECK(!rows->is_whole || (n_kept == n && rows->numbers.size == 0));
    CHECK(!cached_rows_find(rows, UINT64_MAX, &position) &&
          (keeper->file->has_parts || !cached_rows_find(rows, n, &position)) &&
          !cached_rows_find(rows, (UINT64_C(1) << 32) + n / 2, &position) &&
          !cached_rows_find(rows, UINT64_C(1) << 32, &position));
}

static inline void check_column(struct keeper *keeper, uint32_t c)
{
    struct error error = {0};
    CHECK(cached_rows_load(&keeper->rows, &keeper->scan, c, &error) == OK);
    const struct scan_column *window = &keeper->rows.columns[c].window;
    CHECK(window->first == 0 && window->vector.n_rows == keeper->rows.n_rows);
    CHECK(keeper->rows.columns[c].refusal == OK);
    for (uint32_t i = 0; i < keeper->rows.n_rows; i++)
        check_value(keeper, c, i, window);
}

/* Reads values of a column that is not loaded, at random positions. */
static inline void check_reads(uint64_t *state, struct keeper *keeper, uint32_t c)
{
    struct error error = {0};
    uint32_t at = 0;
    for (int i = 0; i < 40 && keeper->rows.n_rows > 0; i++) {
        struct scan_column window = {0};
        bool is_next = random_below(state, 2) == 0 && at + 1 < keeper->rows.n_rows;
        at = is_next ? at + 1 : (uint32_t)random_below(state, keeper->rows.n_rows);
        CHECK(cached_rows_read(&keeper->rows, &keeper->scan, c, at, &window, &error) ==
              OK);
        CHECK(window.first == at && window.vector.n_rows == 1);
        check_value(keeper, c, at, &window);
    }
}

/* Negative if a comes before b in ascending order. */
static inline int cell_order(const struct fake_column *column, const struct fake_cell *a,
                             const struct fake_cell *b)
{
    bool a_is_null = is_null_cell(column, a), b_is_null = is_null_cell(column, b);
    if (a_is_null || b_is_null)
        return b_is_null - a_is_null;
    return plain_order(column->domain, a->value, b->value);
}

static inline struct order_column order_by(uint64_t *state, const struct keeper *keeper,
                                           uint32_t c)
{
    enum value_domain domain = keeper->file->fakes[c].domain;
    return (struct order_column){.column = c,
                                 .domain = domain,
                                 .is_descending = random_below(state, 2) == 0,
                                 .ordered = value_range_all(domain)};
}

/* Compares two cached rows by all columns of the order. */
static inline int row_step(const struct keeper *keeper, const struct row_order *order,
                           uint32_t a, uint32_t b)
{
    int step = 0;
    for (uint32_t i = 0; step == 0 && i < order->n_columns; i++) {
        uint32_t c = order->columns[i].column;
        step = cell_order(&keeper->file->fakes[c], cell_at(keeper, c, a),
                          cell_at(keeper, c, b));
        step = order->columns[i].is_descending ? -step : step;
    }
    return step;
}

/* Checks that rows lie in an order, ties as in the file, and are found there. */
static inline void check_reordered(const struct keeper *keeper,
                                   const struct row_order *order)
{
    const struct cached_rows *rows = &keeper->rows;
    uint32_t position;
    for (uint32_t i = 0; i < rows->n_rows; i++) {
        uint64_t number = cached_rows_number(rows, i);
        CHECK(passes(keeper, (uint32_t)number));
        CHECK(cached_rows_find(rows, number, &position) && position == i);
        if (i == 0)
            continue;
        int step = row_step(keeper, order, i - 1, i);
        CHECK(step < 0 || (step == 0 && cached_rows_number(rows, i - 1) < number));
    }
}

#endif
