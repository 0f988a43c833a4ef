/* SPDX-License-Identifier: MIT */
/*
 * test_cached_order.c - sorting many cached rows can be interrupted at any time; rows
 * that get new positions keep their values, with keys of any length and any number of
 * threads. test_cached_rows.c tests the order of positions.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "rows/cached_order.h"
#include "unit_keeper.h"
#include "unit_test.h"

static bool count_poll(void *argument)
{
    ++*(uint32_t *)argument;
    return false;
}

/* How often sorting n rows by the column polls for interrupts. */
static uint32_t polls_of_sort(const struct cached_rows *rows, struct order_column column,
                              uint32_t *positions, uint32_t n)
{
    uint32_t n_polls = 0;
    struct error error = {0};
    struct row_order order = {1, {column}};
    struct interrupt interrupt = {.is_wanted = count_poll, .argument = &n_polls};
    bool holds;
    for (uint32_t i = 0; i < n; i++)
        positions[i] = i;
    interrupt_begin(&interrupt);
    enum status status = cached_rows_sort(rows, &order, positions, n, &error);
    CHECK(interrupt_end(&interrupt, status, &error) == OK);
    CHECK(cached_rows_check_order(rows, &order, &holds, &error) == OK && !holds);
    return n_polls;
}

/* Every loop over the rows polls: digits are counted and moved in blocks, and even the
 * last merge of texts that begin alike is done in parts. */
static void sorts_poll_for_interrupts(void)
{
    enum { N = 1 << 18, TEXT_SIZE = 12 };
    struct bytes_value *texts = must(calloc(N, sizeof *texts));
    int64_t *numbers = must(calloc(N, sizeof *numbers));
    uint8_t *bytes = must(calloc(N, TEXT_SIZE));
    uint32_t *indices = must(calloc(N, sizeof *indices));
    uint32_t *positions = must(calloc(N, sizeof *positions));
    for (uint32_t i = 0; i < N; i++) {
        numbers[i] = (int64_t)(i * UINT32_C(2654435761) % N);
        indices[i] = i;
        uint8_t *text = bytes + (size_t)TEXT_SIZE * i;
        text[0] = i % 2;
        for (uint32_t k = 0; k < 3; k++)
            text[TEXT_SIZE - 1 - k] = (uint8_t)(numbers[i] >> 8 * k);
        texts[i] = (struct bytes_value){text, TEXT_SIZE};
    }
    struct cached_column columns[2] = {0};
    struct cached_rows rows = {.n_rows = N,
                               .n_in_file = N,
                               .is_whole = true,
                               .n_columns = 2,
                               .columns = columns};
    columns[0].window.vector = (struct column_vector){
        .n_rows = N, .kind = VECTOR_INT64, .values.int64 = numbers};
    columns[1].window.vector = (struct column_vector){.n_rows = N,
                                                      .kind = VECTOR_BYTES,
                                                      .values.bytes = texts,
                                                      .n_entries = N,
                                                      .indices = indices};
    struct order_column number = {.column = 0, .domain = DOMAIN_INT64};
    struct order_column text = {.column = 1, .domain = DOMAIN_BYTES};
    /* 18 bits are two digits: their range is found, then each is counted and moved. */
    CHECK(polls_of_sort(&rows, number, positions, N) >= 5 * N * 4 / WORK_BETWEEN_CHECKS);
    /* Each of 17 merges of the texts that have the first 8 bytes in common. */
    CHECK(polls_of_sort(&rows, text, positions, N) >=
          16 * (N / WORK_BETWEEN_CHECKS) * 16);
    /* Without these bytes, only digits are counted, all 6, and moved, 3. */
    for (uint32_t i = 0; i < N; i++)
        texts[i] = (struct bytes_value){texts[i].data + TEXT_SIZE - 3, 3};
    uint32_t n_polls = polls_of_sort(&rows, text, positions, N);
    CHECK(n_polls >= (6 + 3 * 4) * N / WORK_BETWEEN_CHECKS);
    CHECK(n_polls < 16 * (N / WORK_BETWEEN_CHECKS) * 16);
    free(texts);
    free(bytes);
    free(numbers);
    free(indices);
    free(positions);
}

/* A part of the rows has the values of their positions. */
static void check_part(struct keeper *keeper, uint32_t first, uint32_t n)
{
    struct cached_rows part = {0};
    struct error error = {0};
    CHECK(cached_rows_take_part(&part, &keeper->rows, first, n, SIZE_MAX, &error) == OK);
    CHECK(part.n_rows == n);
    for (uint32_t c = 0; c < N_FILE_COLUMNS; c++) {
        CHECK(cached_rows_load(&part, &keeper->scan, c, &error) == OK);
        struct scan_column window = part.columns[c].window;
        window.first = first;
        for (uint32_t i = first; i < first + n; i++)
            check_value(keeper, c, i, &window);
    }
    cached_rows_release(&part);
}

/* Columns that are loaded before and after rows get other positions show the same rows,
 * and so do parts and single values. */
static void reordered_rows_keep_their_values(void)
{
    for (uint64_t seed = 1; seed <= 150; seed++) {
        struct fake_file file;
        struct error error = {0};
        uint64_t state = seed;
        make_random_file(&state, &file);
        struct keeper keeper = keeper_of(&file);
        file.distinct_values = seed % 4;
        if (seed % 3 == 0)
            add_condition(&state, &keeper);
        CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
        keeper.rows.reads_most = seed % 2 == 0;
        keeper.rows.n_threads = (uint32_t)(seed % 5);
        struct row_order order = {0};
        uint32_t first = (uint32_t)random_below(&state, N_FILE_COLUMNS);
        do {
            uint32_t c = (first + order.n_columns * 3) % N_FILE_COLUMNS;
            order.columns[order.n_columns++] = order_by(&state, &keeper, c);
            check_column(&keeper, c);
        } while (order.n_columns < 4 && random_below(&state, 2) == 0);
        CHECK(cached_rows_reorder(&keeper.rows, &order, &error) == OK);
        uint32_t n_rows = keeper.rows.n_rows, n = n_rows / 3;
        for (uint32_t c = 0; c < N_FILE_COLUMNS; c++) {
            if (keeper.rows.columns[c].window.generation == 0)
                check_reads(&state, &keeper, c);
            check_column(&keeper, c);
        }
        check_reordered(&keeper, &order);
        uint32_t n_found = 0, position;
        for (uint32_t i = 0; i < file_rows(&file); i++)
            n_found += cached_rows_find(&keeper.rows, i, &position);
        CHECK(n_found == n_rows);
        check_part(&keeper, n, n);
        keeper_release(&keeper);
        fake_free(&file);
    }
}

/* Keys of one digit, of several, and of several chunks. */
static void rows_are_reordered_by_keys_of_any_length(void)
{
    static const uint64_t COUNTS[] = {2,
                                      7,
                                      2048,
                                      2049,
                                      8192,
                                      8193,
                                      1 << 20,
                                      1 << 24,
                                      UINT64_C(1) << 31,
                                      UINT64_C(1) << 32,
                                      UINT64_C(1) << 33,
                                      UINT64_C(1) << 62};
    for (size_t i = 0; i < 2 * COUNT_OF(COUNTS); i++) {
        struct fake_file file;
        struct error error = {0};
        uint32_t rows[] = {5000, 7000};
        uint64_t state = i + 1, n = COUNTS[i / 2];
        fake_init(&file, rows, 2);
        random_file_columns(&file);
        for (uint32_t row = 0; row < 12000; row++)
            file.fakes[SMALL].cells[row].value.int64 = (int64_t)random_below(&state, n) -
                                                       (int64_t)(n / 2);
        file.fakes[SMALL].cells[3].value.int64 = -(int64_t)(n / 2);
        file.fakes[SMALL].cells[4].value.int64 = (int64_t)(n - 1 - n / 2);
        fake_finish(&file);
        struct keeper keeper = keeper_of(&file);
        struct row_order order = {1, {order_by(&state, &keeper, SMALL)}};
        order.columns[0].is_descending = i % 2 == 1;
        CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
        keeper.rows.n_threads = 1 + (uint32_t)(i % 4);
        check_column(&keeper, SMALL);
        CHECK(cached_rows_reorder(&keeper.rows, &order, &error) == OK);
        check_reordered(&keeper, &order);
        check_column(&keeper, SMALL);
        check_column(&keeper, ID);
        keeper_release(&keeper);
        fake_free(&file);
    }
}

/* Keys and positions side by side would take more than there is. */
static void little_memory_is_enough_to_sort(void)
{
    enum { N = 12000 };
    for (int has_much = 0; has_much < 2; has_much++) {
        struct fake_file file;
        struct error error = {0};
        uint32_t rows[] = {N};
        uint64_t state = 5;
        fake_init(&file, rows, 1);
        random_file_columns(&file);
        for (uint32_t row = 0; row < N; row++)
            file.fakes[SMALL].cells[row].value.int64 = (int64_t)random_below(&state,
                                                                             INT64_MAX);
        fake_finish(&file);
        struct keeper keeper = keeper_of(&file);
        struct row_order order = {1, {order_by(&state, &keeper, SMALL)}};
        CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
        check_column(&keeper, SMALL);
        struct memory_account account = {.name = "test",
                                         .limit = has_much ? 40 * N : 18 * N};
        struct memory_scope before = memory_account_enter(&account);
        CHECK(cached_rows_reorder(&keeper.rows, &order, &error) == OK);
        memory_scope_restore(before);
        check_reordered(&keeper, &order);
        check_column(&keeper, SMALL);
        keeper_release(&keeper);
        fake_free(&file);
    }
}

/* NaN sorts as null, and both zeros as equal, also as entries. */
static void entries_of_numbers_sort_as_values(void)
{
    static const double VALUES[] = {2, NAN, 0.0, -1, -0.0};
    for (uint32_t i = 0; i < 4; i++) {
        struct fake_file file;
        struct error error = {0};
        uint32_t rows[] = {700, 900};
        fake_init(&file, rows, 2);
        random_file_columns(&file);
        for (uint32_t row = 0; row < 1600; row++)
            file.fakes[REAL].cells[row].value.float64 = VALUES[row * 7 % 5];
        file.distinct_values = i < 2 ? COUNT_OF(VALUES) : 0;
        fake_finish(&file);
        struct keeper keeper = keeper_of(&file);
        struct row_order order = {
            1, {{REAL, DOMAIN_DOUBLE, i % 2 == 0, value_range_all(DOMAIN_DOUBLE)}}};
        CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
        keeper.rows.reads_most = true;
        check_column(&keeper, REAL);
        CHECK(keeper.rows.columns[REAL].has_entries == (i < 2));
        CHECK(cached_rows_reorder(&keeper.rows, &order, &error) == OK);
        check_reordered(&keeper, &order);
        keeper_release(&keeper);
        fake_free(&file);
    }
}

int main(void)
{
    setenv("PARQUET_VTAB_VALUES_ALONE", "0", 1);
    RUN(sorts_poll_for_interrupts);
    RUN(reordered_rows_keep_their_values);
    RUN(rows_are_reordered_by_keys_of_any_length);
    RUN(little_memory_is_enough_to_sort);
    RUN(entries_of_numbers_sort_as_values);
    return unit_test_done();
}
