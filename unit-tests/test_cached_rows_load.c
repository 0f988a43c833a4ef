/* SPDX-License-Identifier: MIT */
/*
 * test_cached_rows_load.c - columns of cached rows have the same values with any number
 * of threads, whatever fails in one of them, and when the rows have moved.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "base/alloc.h"
#include "unit_keeper.h"

/* Rows of a random file with at least two row groups, kept for `n_threads`. */
static bool keep_rows(uint64_t *state, struct fake_file *file, struct keeper *keeper,
                      uint32_t n_threads)
{
    struct error error = {0};
    make_random_file(state, file);
    file->distinct_values = random_below(state, 2) * 10;
    if (random_below(state, 3) == 0)
        fake_use_parts(file, TEXT);
    *keeper = keeper_of(file);
    if (random_below(state, 3) == 0)
        add_condition(state, keeper);
    CHECK(keeper_start(keeper, SIZE_MAX, &error) == OK);
    keeper->rows.reads_most = random_below(state, 2) == 0;
    keeper->rows.n_threads = n_threads;
    return keeper->rows.n_rows > 0;
}

static void sort_rows(uint64_t *state, struct keeper *keeper)
{
    uint32_t c = (uint32_t)random_below(state, N_FILE_COLUMNS);
    struct row_order order = {1, {order_by(state, keeper, c)}};
    struct error error = {0};
    CHECK(cached_rows_load(&keeper->rows, &keeper->scan, c, &error) == OK);
    CHECK(cached_rows_reorder(&keeper->rows, &order, &error) == OK);
}

static void threads_load_the_same_values(void)
{
    for (uint64_t seed = 1; seed <= 150; seed++) {
        struct fake_file file;
        struct keeper keeper;
        uint64_t state = seed;
        int faults = unit_test_faults;
        if (keep_rows(&state, &file, &keeper, 1 + (uint32_t)random_below(&state, 20))) {
            if (random_below(&state, 2) == 0)
                sort_rows(&state, &keeper);
            for (uint32_t c = 0; c < N_FILE_COLUMNS; c++)
                check_column(&keeper, c);
        }
        keeper_release(&keeper);
        fake_free(&file);
        if (faults != unit_test_faults)
            fprintf(stderr, "seed %d\n", (int)seed);
    }
}

/* The rows of a column that were read in the caller's thread. */
static uint32_t rows_read_here(const struct fake_file *file, uint32_t c)
{
    return file->fakes[c].n_rows_read;
}

static void make_long_file(struct fake_file *file, uint64_t *state)
{
    static const uint32_t rows[] = {500, 900, 700, 800, 1000, 600};
    fake_init(file, rows, MOST_GROUPS);
    random_file_columns(file);
    for (uint32_t c = SMALL; c < N_FILE_COLUMNS; c++)
        random_file_fill(state, file, c);
    fake_finish(file);
}

/* The answer is read from the file. */
static void a_file_is_asked_once_how_many_values_a_column_has(void)
{
    struct fake_file file;
    struct keeper keeper;
    struct error error = {0};
    uint64_t state = 3;
    make_random_file(&state, &file);
    keeper = keeper_of(&file);
    CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
    for (int i = 0; i < 3; i++)
        CHECK(cached_rows_load(&keeper.rows, &keeper.scan, SMALL, &error) == OK);
    CHECK(file.n_asked_distinct == 1);
    keeper_release(&keeper);
    fake_free(&file);
}

/* Without this, the other tests would show nothing. */
static void threads_share_the_rows(void)
{
    struct fake_file file;
    struct error error = {0};
    uint64_t state = 7;
    make_long_file(&file, &state);
    for (uint32_t n_threads = 1; n_threads <= 4; n_threads++) {
        struct keeper keeper = keeper_of(&file);
        CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
        keeper.rows.n_threads = n_threads;
        for (uint32_t c = 0; c < N_FILE_COLUMNS; c++) {
            file.fakes[c].n_rows_read = 0;
            check_column(&keeper, c);
            uint32_t n = file_rows(&file), here = rows_read_here(&file, c);
#ifdef PARQUET_VTAB_OMIT_THREADS
            CHECK(here >
                  0); /* the caller reads the others, too, with files of their own */
#else
            CHECK(n_threads == 1 ? here == n : here > 0 && here < n / n_threads + n / 6);
#endif
        }
        keeper_release(&keeper);
    }
    fake_free(&file);
}

static void a_failed_thread_leaves_its_rows_to_the_caller(void)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct fake_file file;
        struct error error = {0};
        uint64_t state = seed;
        make_long_file(&file, &state);
        file.fails_again_after = 1 + random_below(&state, 3000);
        struct keeper keeper = keeper_of(&file);
        CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
        keeper.rows.n_threads = 2 + (uint32_t)(seed % 3);
        if (seed % 2 == 0)
            sort_rows(&state, &keeper);
        for (uint32_t c = 0; c < N_FILE_COLUMNS; c++)
            check_column(&keeper, c);
        keeper_release(&keeper);
        fake_free(&file);
    }
}

static void a_failure_of_the_caller_ends_the_threads(void)
{
    struct fake_file file;
    struct error error = {0};
    uint64_t state = 3;
    make_long_file(&file, &state);
    struct keeper keeper = keeper_of(&file);
    CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
    keeper.rows.n_threads = 3;
    file.fails_after = 300;
    CHECK(cached_rows_load(&keeper.rows, &keeper.scan, TEXT, &error) == CORRUPT);
    CHECK(keeper.rows.columns[TEXT].refusal != OK);
    file.fails_after = 0;
    check_column(&keeper, REAL);
    keeper_release(&keeper);
    fake_free(&file);
}

/* Wherever memory ends: no leak, the right values or an error. */
static void failed_allocations_are_reported(void)
{
    for (uint32_t c = REAL; c <= TEXT; c++) {
        enum status status = NOMEM;
        for (long n = 1; status != OK && n < 2000; n++) {
            struct fake_file file;
            struct error error = {0};
            uint64_t state = 5;
            make_long_file(&file, &state);
            struct keeper keeper = keeper_of(&file);
            CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
            keeper.rows.n_threads = 2;
            mem_fail_at(n, 1);
            status = cached_rows_load(&keeper.rows, &keeper.scan, c, &error);
            mem_fail_at(0, 0);
            CHECK(status == OK || status == NOMEM);
            if (status == OK)
                check_column(&keeper, c);
            keeper_release(&keeper);
            fake_free(&file);
        }
        CHECK(status == OK);
    }
}

int main(void)
{
    setenv("PARQUET_VTAB_VALUES_ALONE", "0", 1);
    RUN(threads_load_the_same_values);
    RUN(a_file_is_asked_once_how_many_values_a_column_has);
    RUN(threads_share_the_rows);
    RUN(a_failed_thread_leaves_its_rows_to_the_caller);
    RUN(a_failure_of_the_caller_ends_the_threads);
    RUN(failed_allocations_are_reported);
    return unit_test_done();
}
