/* SPDX-License-Identifier: MIT */
/*
 * test_kept_order.c - sorting many kept rows can be interrupted at any time.
 * test_kept_rows.c tests the order itself.
 */
#include "base/interrupt.h"
#include "scan/kept_order.h"
#include "unit_bytes.h"
#include "unit_test.h"

static bool count_poll(void *argument)
{
    ++*(uint32_t *)argument;
    return false;
}

/* How often sorting n rows by the column polls for interrupts. */
static uint32_t polls_of_sort(const struct kept_rows *rows, struct order_column column,
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
    enum status status = kept_rows_sort(rows, &order, positions, n, &error);
    CHECK(interrupt_end(&interrupt, status, &error) == OK);
    CHECK(kept_rows_check_order(rows, &order, &holds, &error) == OK && !holds);
    return n_polls;
}

/* Every loop over the rows polls: digits are counted and moved in blocks, and even the
 * last merge of texts is done in parts. */
static void sorts_poll_for_interrupts(void)
{
    enum { N = 1 << 18 };
    struct bytes_value *texts = must(calloc(N, sizeof *texts));
    int64_t *numbers = must(calloc(N, sizeof *numbers));
    uint8_t *bytes = must(calloc(N, 3));
    uint32_t *indices = must(calloc(N, sizeof *indices));
    uint32_t *positions = must(calloc(N, sizeof *positions));
    for (uint32_t i = 0; i < N; i++) {
        numbers[i] = (int64_t)(i * UINT32_C(2654435761) % N);
        indices[i] = i;
        for (uint32_t k = 0; k < 3; k++)
            bytes[3 * i + k] = (uint8_t)(numbers[i] >> 8 * k);
        texts[i] = (struct bytes_value){bytes + 3 * i, 3};
    }
    struct kept_column columns[2] = {0};
    struct kept_rows rows = {.n_rows = N,
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
    /* Each of 18 merges of all texts. */
    CHECK(polls_of_sort(&rows, text, positions, N) >=
          16 * (N / WORK_BETWEEN_CHECKS) * 16);
    free(texts);
    free(bytes);
    free(numbers);
    free(indices);
    free(positions);
}

int main(void)
{
    RUN(sorts_poll_for_interrupts);
    return unit_test_done();
}
