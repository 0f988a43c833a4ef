/* SPDX-License-Identifier: MIT */
/*
 * test_allocation_failures.c - opening, scanning and closing while each allocation, and
 * each read, fails in turn: NOMEM or IO each time, no leak (AddressSanitizer would detect
 * it), and the right rows once none fails.
 */
#include "base/alloc.h"
#include "unit_testdata.h"

/* The rows of all columns in one text, or the status of the first failure. */
static enum status read_all(struct slice bytes, struct bytes *text)
{
    struct opened opened;
    struct error error = {0};
    struct scan scan = {0};
    enum status status = open_bytes(&opened, bytes, true, &error);
    if (status == OK) {
        status = scan_init(&scan, opened.table, &error);
    }
    if (status == OK) {
        scan_start(&scan, NULL);
        status = scan_next_batch(&scan, &error);
    }
    while (status == OK && scan.batch_first < scan.batch_end) {
        for (uint32_t c = 0; status == OK && c < scan.n_columns; c++) {
            const struct scan_column *window;
            const struct column *column = &opened.schema->columns[c];
            struct buffer cells = {0};
            if (column->unreadable_reason != NULL)
                continue;
            for (uint64_t row = scan.batch_first; status == OK && row < scan.batch_end;
                 row++) {
                status = scan_column(&scan, c, row, &window, &error);
                if (status == OK)
                    status = append_json_cell(&cells, column, &window->vector,
                                              (uint32_t)(row - window->first), &error);
            }
            bytes_put(text, cells.data, cells.size);
            buffer_release(&cells);
        }
        if (status == OK)
            status = scan_next_batch(&scan, &error);
    }
    CHECK(status == error.status);
    scan_release(&scan);
    close_opened(&opened);
    return status;
}

static void check_file(const char *name, struct slice bytes)
{
    struct bytes expected = {0}, got = {0};
    int faults = unit_test_faults;
    if (read_all(bytes, &expected) != OK) {
        bytes_free(&expected);
        return;
    }
    for (int way = 0; way < 4; way++) {
        long (*fail_at)(long, int) = way < 2 ? mem_fail_at : input_file_fail_at;
        enum status failure = way < 2 ? NOMEM : IO, status = failure;
        long n = 0;
        while (status == failure && n < 100000) {
            got.size = 0;
            fail_at(++n, way % 2);
            status = read_all(bytes, &got);
            fail_at(0, 0);
        }
        CHECK(status == OK && n > (way < 2 ? 3 : 1));
        CHECK(got.size == expected.size &&
              (got.size == 0 || memcmp(got.data, expected.data, got.size) == 0));
    }
    if (faults != unit_test_faults)
        fprintf(stderr, "in %s\n", name);
    bytes_free(&expected);
    bytes_free(&got);
}

static void failures_are_reported(void)
{
    CHECK(for_each_file(9000, check_file) > 0);
}

int main(void)
{
    RUN(failures_are_reported);
    return unit_test_done();
}
