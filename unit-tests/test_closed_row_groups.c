/* SPDX-License-Identifier: MIT */
/*
 * test_closed_row_groups.c - scans of a file whose row groups are closed at first, and
 * whose row numbers have gaps, find the same rows, and open only what may have some.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "scan/ordered_rows.h"
#include "unit_keeper.h"

static uint32_t any_row(uint64_t *state, const struct fake_file *file)
{
    return (uint32_t)random_below(state, file_rows(file));
}

/* Checks that the scan finds the rows that pass, with their values. */
static void check_scan(struct keeper *keeper, uint64_t *state)
{
    struct fake_file *file = keeper->file;
    struct scan *scan = &keeper->scan;
    struct error error = {0};
    uint32_t row = 0;
    scan_start(scan, &keeper->predicate);
    enum status status = scan_next_batch(scan, &error);
    while (status == OK && scan->batch_first < scan->batch_end) {
        uint32_t n = scan->selected != NULL
                         ? scan->n_selected
                         : (uint32_t)(scan->batch_end - scan->batch_first);
        for (uint32_t i = 0; i < n; i++) {
            const struct scan_column *window;
            uint64_t number = scan->batch_first +
                              (scan->selected != NULL ? scan->selected[i] : i);
            while (row < file_rows(file) && !passes(keeper, row))
                row++;
            CHECK(row < file_rows(file) && number == fake_number(file, row));
            /* The row's part may be closed if threads have read it. */
            if (random_below(state, 6) == 0)
                CHECK(scan_open_row(scan, number, &error) == OK);
            if (random_below(state, 30) == 0)
                CHECK(scan_open_row(scan, fake_number(file, any_row(state, file)),
                                    &error) == OK);
            if (random_below(state, 3) > 0) {
                CHECK(scan_column(scan, ID, number, &window, &error) == OK);
                CHECK(window->vector.values.int64[number - window->first] == row);
            }
            row++;
        }
        status = scan_next_batch(scan, &error);
    }
    CHECK(status == OK);
    while (row < file_rows(file) && !passes(keeper, row))
        row++;
    CHECK(row == file_rows(file));
}

static void make_file(uint64_t *state, struct fake_file *file)
{
    make_random_file(state, file);
    fake_use_parts(file, (uint32_t)random_below(state, N_FILE_COLUMNS));
}

static void scans_find_the_same_rows(void)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct fake_file file;
        struct error error = {0};
        uint64_t state = seed;
        int faults = unit_test_faults;
        make_file(&state, &file);
        struct keeper keeper = keeper_of(&file);
        if (random_below(&state, 4) > 0)
            add_condition(&state, &keeper);
        CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
        scan_release(&keeper.scan);
        CHECK(scan_init(&keeper.scan, &file.base, &error) == OK);
        keeper.scan.n_threads = 1 + (uint32_t)random_below(&state, 3);
        check_scan(&keeper, &state);
        check_scan(&keeper, &state); /* what is open stays open */
        keeper_release(&keeper);
        fake_free(&file);
        if (faults != unit_test_faults)
            fprintf(stderr, "seed %d\n", (int)seed);
    }
}

/* Six row groups of ten rows, in three parts: SMALL is the row divided by 20. */
static void make_steps(struct fake_file *file)
{
    static const uint32_t rows[] = {10, 10, 10, 10, 10, 10};
    fake_init(file, rows, MOST_GROUPS);
    random_file_columns(file);
    for (uint32_t i = 0; i < 60; i++)
        file->fakes[SMALL].cells[i].value.int64 = i / 20;
    fake_finish(file);
    fake_use_parts(file, SMALL);
}

static void only_parts_that_may_have_rows_are_opened(void)
{
    for (int64_t value = 0; value < 4; value++) {
        struct fake_file file;
        struct error error = {0};
        uint64_t state = 1;
        make_steps(&file);
        struct keeper keeper = keeper_of(&file);
        keeper.column = SMALL;
        keeper.ranges[0] = (struct value_range){.low.int64 = value, .high.int64 = value};
        keeper.set = (struct value_set){
            .domain = DOMAIN_INT64, .ranges = keeper.ranges, .n_ranges = 1};
        CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
        CHECK(file.n_opened == (value < 3));
        check_scan(&keeper, &state);
        CHECK(file.n_opened == (value < 3));
        keeper_release(&keeper);
        fake_free(&file);
    }
}

static void ranges_of_row_numbers_open_their_parts(void)
{
    for (uint32_t first = 0; first < 60; first += 7) {
        struct fake_file file;
        struct error error = {0};
        struct scan scan;
        make_steps(&file);
        CHECK(scan_init(&scan, &file.base, &error) == OK);
        uint64_t begin = fake_number(&file, first), n = 0;
        scan_start_rows(&scan, NULL, begin, begin + 5);
        CHECK(scan_next_batch(&scan, &error) == OK);
        while (scan.batch_first < scan.batch_end) {
            CHECK(scan.batch_first == begin + n);
            n += scan.batch_end - scan.batch_first;
            CHECK(scan_next_batch(&scan, &error) == OK);
        }
        /* The numbers after the last row of a part are nobody's. */
        CHECK(n == (first % 20 > 15 ? 20 - first % 20 : 5));
        CHECK(file.n_opened == 1);
        scan_release(&scan);
        fake_free(&file);
    }
}

static void the_first_rows_open_the_first_part(void)
{
    struct fake_file file;
    struct error error = {0};
    struct scan scan;
    make_steps(&file);
    CHECK(scan_init(&scan, &file.base, &error) == OK);
    scan_start(&scan, NULL);
    CHECK(scan_next_batch(&scan, &error) == OK);
    CHECK(scan.batch_first == 0 && scan.batch_end == 10 && file.n_opened == 1);
    scan_release(&scan);
    fake_free(&file);
}

/* ---- Rows that are declared ------------------------------------------------------- */

/* The batches of a pass that reads no column, as pairs of first row and end. */
static uint32_t count_declared(struct scan *scan, struct predicate *predicate,
                               uint64_t first, uint64_t end)
{
    struct error error = {0};
    uint32_t n = 0;
    uint64_t before = 0;
    scan_start_rows(scan, predicate, first, end);
    scan_read_paths(scan);
    CHECK(scan_next_batch(scan, &error) == OK);
    while (scan->batch_first < scan->batch_end) {
        CHECK(scan->batch_first >= before && scan->batch_first >= first &&
              scan->batch_end <= end);
        before = scan->batch_end;
        n += scan_batch_rows(scan);
        CHECK(scan_next_batch(scan, &error) == OK);
    }
    return n;
}

static void declared_rows_open_nothing(void)
{
    for (int declares_rows = 0; declares_rows < 2; declares_rows++) {
        struct fake_file file;
        struct error error = {0};
        struct scan scan;
        make_steps(&file);
        file.declares_rows = declares_rows;
        CHECK(scan_init(&scan, &file.base, &error) == OK);
        CHECK(count_declared(&scan, NULL, 0, scan_end_row(&scan)) == 60);
        CHECK(file.n_opened == (declares_rows ? 0 : 3));
        uint64_t from = fake_number(&file, 17), to = fake_number(&file, 43);
        CHECK(count_declared(&scan, NULL, from, to) == 26);
        CHECK(count_declared(&scan, NULL, from, from + 100) == 3); /* of nobody */
        CHECK(file.n_opened == (declares_rows ? 0 : 3));
        /* What reads a column opens files. */
        scan_start(&scan, NULL);
        CHECK(scan_next_batch(&scan, &error) == OK && file.n_opened > 0);
        scan_release(&scan);
        fake_free(&file);
    }
}

/* Statistics show that all rows of a part pass, or none; else it is opened. */
static void declared_rows_pass_conditions_by_statistics(void)
{
    for (int64_t low = 0; low < 4; low++) {
        struct fake_file file;
        struct error error = {0};
        make_steps(&file);
        file.declares_rows = true;
        struct keeper keeper = keeper_of(&file);
        keeper.column = SMALL;
        keeper.ranges[0] = (struct value_range){.low.int64 = low, .high.int64 = 9};
        keeper.set = (struct value_set){
            .domain = DOMAIN_INT64, .ranges = keeper.ranges, .n_ranges = 1};
        CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
        scan_release(&keeper.scan);
        file.n_opened = 0;
        CHECK(scan_init(&keeper.scan, &file.base, &error) == OK);
        uint32_t n = count_declared(&keeper.scan, &keeper.predicate, 0,
                                    scan_end_row(&keeper.scan));
        CHECK(n == (low < 3 ? 60 - 20 * (uint32_t)low : 0));
        CHECK(file.n_opened == 0);
        keeper_release(&keeper);
        fake_free(&file);
    }
}

static void a_column_that_was_not_announced_is_an_error(void)
{
    struct fake_file file;
    struct error error = {0};
    struct scan scan;
    const struct scan_column *window;
    make_steps(&file);
    file.declares_rows = true;
    CHECK(scan_init(&scan, &file.base, &error) == OK);
    scan_start(&scan, NULL);
    scan_read_paths(&scan);
    CHECK(scan_next_batch(&scan, &error) == OK);
    CHECK(scan_column(&scan, ID, 0, &window, &error) == UNSUPPORTED);
    scan_release(&scan);
    fake_free(&file);
}

/* ---- Orders ----------------------------------------------------------------------- */

static bool same_key(const struct fake_file *file, const struct order_column *column,
                     uint32_t a, uint32_t b)
{
    const struct fake_column *c = &file->fakes[column->column];
    const struct fake_cell *x = &c->cells[a], *y = &c->cells[b];
    bool is_null = x->is_null || fake_is_nan(c, x);
    bool is_other_null = y->is_null || fake_is_nan(c, y);
    return is_null || is_other_null
               ? is_null == is_other_null
               : column_value_compare(column->domain, x->value, y->value) == 0;
}

enum { WHOLE, IN_PARTS, IN_PARTS_WITH_BOUNDS, N_FORMS };

/* The rows of an order, as numbers of the file. */
static uint32_t find_in_order(struct fake_file *file, const struct order_column *column,
                              uint64_t first_pass, uint32_t *found)
{
    const struct row_order order = {1, {*column}};
    struct ordered_rows rows = {0};
    struct predicate predicate = {0};
    const struct ordered_row *row;
    struct scan scan;
    struct error error = {0};
    uint32_t n = 0;
    CHECK(scan_init(&scan, &file->base, &error) == OK);
    CHECK(predicate_prepare(&predicate, &file->schema, &error) == OK);
    CHECK(ordered_rows_start(&rows, &scan, &predicate, &order, first_pass, &error) == OK);
    CHECK(ordered_rows_next(&rows, &row, &error) == OK);
    while (row != NULL && n < file_rows(file)) {
        found[n++] = fake_row(file, row->row);
        CHECK(ordered_rows_next(&rows, &row, &error) == OK);
    }
    CHECK(row == NULL);
    ordered_rows_release(&rows);
    predicate_release(&predicate);
    scan_release(&scan);
    return n;
}

/* The rows of an order are those of the same file without parts; but equal ones come in
 * another order if the parts are opened one after the other. */
static void ordered_rows_are_the_same(void)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct fake_file file;
        uint64_t state = seed;
        int faults = unit_test_faults;
        make_random_file(&state, &file);
        uint32_t n = file_rows(&file);
        uint32_t *found[N_FORMS];
        bool *is_found = must(calloc(n + 1, sizeof *is_found));
        struct order_column column = {.column = SMALL + (uint32_t)(seed % 5)};
        column.domain = file.fakes[column.column].domain;
        column.is_descending = seed % 2 == 0;
        column.ordered = value_range_all(column.domain);
        for (int form = 0; form < N_FORMS; form++) {
            if (form == IN_PARTS)
                fake_use_parts(&file, column.column);
            file.base.describes_closed = form == IN_PARTS_WITH_BOUNDS;
            found[form] = must(calloc(n + 1, sizeof *found[form]));
            CHECK(find_in_order(&file, &column, 1 + seed % 9, found[form]) == n);
        }
        for (uint32_t i = 0; i < n; i++) {
            CHECK(found[IN_PARTS][i] == found[WHOLE][i]);
            CHECK(same_key(&file, &column, found[IN_PARTS_WITH_BOUNDS][i],
                           found[WHOLE][i]));
            CHECK(!is_found[found[IN_PARTS_WITH_BOUNDS][i]]);
            is_found[found[IN_PARTS_WITH_BOUNDS][i]] = true;
        }
        for (int form = 0; form < N_FORMS; form++)
            free(found[form]);
        free(is_found);
        fake_free(&file);
        if (faults != unit_test_faults)
            fprintf(stderr, "seed %d\n", (int)seed);
    }
}

/* The greatest values are in the last part. */
static void an_order_opens_files_when_it_is_their_turn(void)
{
    struct fake_file file;
    struct error error = {0};
    make_steps(&file);
    file.base.describes_closed = true;
    for (int is_descending = 0; is_descending < 2; is_descending++) {
        const struct row_order order = {1,
                                        {{.column = SMALL,
                                          .domain = DOMAIN_INT64,
                                          .is_descending = is_descending,
                                          .ordered = value_range_all(DOMAIN_INT64)}}};
        struct ordered_rows rows = {0};
        struct predicate predicate = {0};
        const struct ordered_row *row;
        struct scan scan;
        file.n_opened = 0;
        CHECK(scan_init(&scan, &file.base, &error) == OK);
        CHECK(predicate_prepare(&predicate, &file.schema, &error) == OK);
        CHECK(ordered_rows_start(&rows, &scan, &predicate, &order, 20, &error) == OK);
        for (uint32_t i = 0; i < 60; i++) {
            CHECK(ordered_rows_next(&rows, &row, &error) == OK && row != NULL);
            if (i < 20)
                CHECK(file.n_opened == 1 && scan.counters.files_by_statistics == 2);
            CHECK(fake_row(&file, row->row) / 20 ==
                  (is_descending ? 2 - i / 20 : i / 20));
        }
        CHECK(file.n_opened == 3 && scan.counters.files_by_statistics == 0);
        ordered_rows_release(&rows);
        predicate_release(&predicate);
        scan_release(&scan);
    }
    fake_free(&file);
}

int main(void)
{
    setenv("PARQUET_VTAB_VALUES_ALONE", "0", 1);
    RUN(scans_find_the_same_rows);
    RUN(only_parts_that_may_have_rows_are_opened);
    RUN(ranges_of_row_numbers_open_their_parts);
    RUN(the_first_rows_open_the_first_part);
    RUN(declared_rows_open_nothing);
    RUN(declared_rows_pass_conditions_by_statistics);
    RUN(a_column_that_was_not_announced_is_an_error);
    RUN(ordered_rows_are_the_same);
    RUN(an_order_opens_files_when_it_is_their_turn);
    return unit_test_done();
}
