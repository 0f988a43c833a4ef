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

/* The rows of an order are those of the same file without parts. */
static void ordered_rows_are_the_same(void)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct fake_file file;
        struct error error = {0};
        uint64_t state = seed;
        make_random_file(&state, &file);
        uint32_t n = file_rows(&file), n_found = 0;
        uint32_t *found = must(calloc(n + 1, sizeof *found));
        struct order_column column = {.column = SMALL + (uint32_t)(seed % 5)};
        column.domain = file.fakes[column.column].domain;
        column.is_descending = seed % 2 == 0;
        column.ordered = value_range_all(column.domain);
        for (int has_parts = 0; has_parts < 2; has_parts++) {
            const struct row_order order = {1, {column}};
            struct ordered_rows rows = {0};
            struct predicate predicate = {0};
            const struct ordered_row *row;
            struct scan scan;
            uint32_t i = 0;
            if (has_parts)
                fake_use_parts(&file, column.column);
            CHECK(scan_init(&scan, &file.base, &error) == OK);
            CHECK(predicate_prepare(&predicate, &file.schema, &error) == OK);
            CHECK(ordered_rows_start(&rows, &scan, &predicate, &order, 1 + seed % 9,
                                     &error) == OK);
            CHECK(ordered_rows_next(&rows, &row, &error) == OK);
            while (row != NULL && i < n) {
                if (!has_parts)
                    found[n_found++] = (uint32_t)row->row;
                else
                    CHECK(fake_row(&file, row->row) == found[i]);
                i++;
                CHECK(ordered_rows_next(&rows, &row, &error) == OK);
            }
            CHECK(row == NULL && i == n);
            ordered_rows_release(&rows);
            predicate_release(&predicate);
            scan_release(&scan);
        }
        free(found);
        fake_free(&file);
    }
}

int main(void)
{
    setenv("PARQUET_VTAB_VALUES_ALONE", "0", 1);
    RUN(scans_find_the_same_rows);
    RUN(only_parts_that_may_have_rows_are_opened);
    RUN(ranges_of_row_numbers_open_their_parts);
    RUN(the_first_rows_open_the_first_part);
    RUN(ordered_rows_are_the_same);
    return unit_test_done();
}
