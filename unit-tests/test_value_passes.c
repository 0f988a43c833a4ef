/* SPDX-License-Identifier: MIT */
/*
 * test_value_passes.c - the rows of random files in an order of one or several columns, a
 * pass for each combination of values: for any row groups, dictionaries, nulls and
 * conditions, also on the columns of the order; more combinations than are allowed; and
 * no memory.
 */
#include "base/alloc.h"
#include "kept/value_passes.h"
#include "unit_random_file.h"

struct walk {
    struct fake_file *file;
    struct scan scan;
    struct predicate predicate;
    struct value_passes passes;
    struct row_order order;
    uint32_t most;
    bool are_few;
    struct condition condition;
};

static void walk_release(struct walk *w)
{
    value_passes_release(&w->passes);
    predicate_release(&w->predicate);
    scan_release(&w->scan);
}

static enum status walk_start(struct walk *w, struct error *error)
{
    w->scan = (struct scan){0};
    w->predicate = (struct predicate){0};
    w->passes = (struct value_passes){0};
    enum status status = scan_init(&w->scan, &w->file->base, error);
    if (status == OK)
        status = condition_add(&w->condition, &w->predicate, w->file, error);
    return status == OK ? value_passes_start(&w->passes, &w->scan, &w->predicate,
                                             &w->order, w->most, &w->are_few, error)
                        : status;
}

static int compare(const struct walk *w, uint32_t a, uint32_t b)
{
    int result = 0;
    for (uint32_t i = 0; result == 0 && i < w->order.n_columns; i++) {
        const struct order_column *by = &w->order.columns[i];
        const struct fake_column *column = &w->file->fakes[by->column];
        result = cell_order(column, &column->cells[a], &column->cells[b]);
        result = by->is_descending ? -result : result;
    }
    return result;
}

/* Checks that the rows that pass come in the order, and those with equal values in that
 * of the file. */
static void check_rows(struct walk *w)
{
    struct error error = {0};
    struct scan *scan = &w->scan;
    uint32_t n_rows = w->file->group_first[w->file->n_groups], n = 0, n_passing = 0;
    uint32_t last = 0;
    uint8_t *is_seen = must(calloc(n_rows + 1, 1));
    while (value_passes_next_batch(&w->passes, &error) == OK &&
           scan->batch_first < scan->batch_end) {
        uint64_t n_in_batch = scan->selected != NULL
                                  ? scan->n_selected
                                  : scan->batch_end - scan->batch_first;
        for (uint32_t i = 0; i < n_in_batch; i++) {
            uint32_t row = (uint32_t)scan->batch_first +
                           (scan->selected != NULL ? scan->selected[i] : i);
            CHECK(row < n_rows && condition_accepts(&w->condition, w->file, row) &&
                  !is_seen[row]);
            int step = n > 0 ? compare(w, last, row) : -1;
            CHECK(step < 0 || (step == 0 && last < row));
            is_seen[row] = 1;
            last = row;
            n++;
        }
    }
    CHECK(error.status == OK);
    for (uint32_t row = 0; row < n_rows; row++)
        n_passing += condition_accepts(&w->condition, w->file, row);
    CHECK(n == n_passing);
    free(is_seen);
}

static struct walk random_walk(uint64_t *state, struct fake_file *file)
{
    static const uint32_t columns[] = {SMALL, UNSIGNED, TEXT, INSTANT};
    struct walk w = {.file = file, .most = UINT32_MAX};
    w.order.n_columns = 1 + (uint32_t)random_below(state, 3);
    for (uint32_t i = 0; i < w.order.n_columns; i++) {
        uint32_t column = columns[random_below(state, 4)];
        enum value_domain domain = file->fakes[column].domain;
        w.order.columns[i] = (struct order_column){
            .column = column,
            .domain = domain,
            .is_descending = random_below(state, 2) == 0,
            .ordered = value_range_all(domain)};
    }
    if (random_below(state, 2) == 0)
        w.condition = random_condition(state, file);
    return w;
}

static void random_files_are_read_in_order(void)
{
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct fake_file file;
        struct error error = {0};
        uint64_t state = seed;
        int faults = unit_test_faults;
        make_random_file(&state, &file);
        struct walk w = random_walk(&state, &file);
        CHECK(walk_start(&w, &error) == OK && w.are_few);
        check_rows(&w);
        uint32_t n_combinations = w.passes.rows.n_rows;
        walk_release(&w);
        if (n_combinations > 0) {
            w.most = n_combinations - 1;
            CHECK(walk_start(&w, &error) == OK && !w.are_few);
            CHECK(w.passes.scan == NULL);
            CHECK(w.predicate.n_terms == w.condition.is_set);
            walk_release(&w);
        }
        fake_free(&file);
        if (faults != unit_test_faults)
            fprintf(stderr, "seed %d\n", (int)seed);
    }
}

/* Zeros of both signs are equal, but not stored alike. */
static void doubles_are_not_served(void)
{
    struct fake_file file;
    uint64_t state = 1;
    make_random_file(&state, &file);
    struct row_order order = {2, {{.column = SMALL}, {.column = TEXT}}};
    CHECK(value_passes_serve(&order, &file.schema));
    order.columns[1].column = REAL;
    CHECK(!value_passes_serve(&order, &file.schema));
    fake_free(&file);
}

static void failed_allocations_are_reported(void)
{
    for (uint64_t seed = 3; seed < 9; seed++) {
        struct fake_file file;
        uint64_t state = seed;
        make_random_file(&state, &file);
        struct walk w = random_walk(&state, &file);
        enum status status = NOMEM;
        for (long n = 1; status == NOMEM && n < 100000; n++) {
            struct error error = {0};
            mem_fail_at(n, 0);
            status = walk_start(&w, &error);
            mem_fail_at(0, 0);
            CHECK(status == error.status);
            if (status == OK)
                check_rows(&w);
            walk_release(&w);
        }
        CHECK(status == OK);
        fake_free(&file);
    }
}

int main(void)
{
    RUN(random_files_are_read_in_order);
    RUN(doubles_are_not_served);
    RUN(failed_allocations_are_reported);
    return unit_test_done();
}
