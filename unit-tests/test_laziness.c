/* SPDX-License-Identifier: MIT */
/* test_laziness.c - queries that need little of a file read little of it. */
#include "unit_testdata.h"

enum {
    COLUMNS = 8,
    GROUPS = 3,
    PAGES = 20,
    PAGE_VALUES = 10000,
    PAGE_SIZE = 4 * PAGE_VALUES
};

static struct bytes file;

/* Eight INT32 columns, three row groups, twenty pages of 40,000 bytes in each chunk. */
static void put_large_file(void)
{
    static const char *const names[COLUMNS] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    struct chunk_spec chunks[GROUPS][COLUMNS];
    struct thrift_bytes footer = {0};
    struct bytes body = {0};
    begin_file(&file);
    for (int i = 0; i < GROUPS * COLUMNS; i++) {
        struct chunk_spec *chunk = &chunks[i / COLUMNS][i % COLUMNS];
        *chunk = (struct chunk_spec){.type = PQ_INT32,
                                     .path = {names[i % COLUMNS]},
                                     .n_values = PAGES * PAGE_VALUES,
                                     .data_page_offset = (int64_t)file.size};
        for (int p = 0; p < PAGES; p++) {
            body.size = 0;
            for (uint32_t v = 0; v < PAGE_VALUES; v++)
                bytes_put_uint(&body, v + (uint32_t)p * PAGE_VALUES, 4);
            put_page(&file,
                     &(struct page){.n_values = PAGE_VALUES, .body = bytes_slice(&body)});
        }
        chunk->compressed_size = (int64_t)file.size - chunk->data_page_offset;
    }
    put_list(&footer, 2, THRIFT_STRUCT, COLUMNS + 1);
    put_group(&footer, "root", -1, COLUMNS);
    for (int i = 0; i < COLUMNS; i++)
        put_leaf(&footer, names[i], PQ_INT32, PQ_REQUIRED);
    put_i64(&footer, 3, (int64_t)GROUPS * PAGES * PAGE_VALUES);
    put_list(&footer, 4, THRIFT_STRUCT, GROUPS);
    for (int i = 0; i < GROUPS; i++)
        put_row_group(&footer, chunks[i], COLUMNS, PAGES * PAGE_VALUES);
    put_footer(&file, &footer);
    bytes_free(&body);
}

static int64_t bytes_read(const struct opened *opened)
{
    return input_file_bytes_read(pq_file_input(opened->file));
}

static struct opened open_large_file(void)
{
    struct opened opened;
    struct error error = {0};
    CHECK(open_bytes(&opened, bytes_slice(&file), true, &error) == OK);
    return opened;
}

static void opening_reads_the_tail(void)
{
    struct opened opened = open_large_file();
    CHECK(bytes_read(&opened) > 0);
    CHECK(bytes_read(&opened) <= 64 * 1024 + pq_file_footer(opened.file)->size);
    close_opened(&opened);
}

static void check_opening(const char *name, struct slice bytes)
{
    struct opened opened;
    struct error error = {0};
    (void)name;
    if (open_bytes(&opened, bytes, true, &error) != OK)
        return;
    CHECK(bytes_read(&opened) <= 64 * 1024 + 8 + pq_file_footer(opened.file)->size);
    close_opened(&opened);
}

static void opening_any_file_reads_its_tail(void)
{
    CHECK(for_each_file(SIZE_MAX, check_opening) > 0);
}

/* Counts rows without a column, and returns the number of bytes read. */
static int64_t cost_of_counting(struct opened *opened, uint64_t end)
{
    struct error error = {0};
    struct scan scan = {0};
    uint64_t n_rows = 0;
    int64_t before = bytes_read(opened);
    CHECK(scan_init(&scan, opened->table, &error) == OK);
    scan_start(&scan, NULL);
    scan.counts_only = true;
    while (n_rows < end) {
        scan_step(&scan);
        CHECK(scan.batch_first == n_rows && scan.batch_first < scan.batch_end);
        n_rows = scan.batch_end;
    }
    scan_release(&scan);
    return bytes_read(opened) - before;
}

static void counting_reads_headers_once(void)
{
    enum { ROWS = PAGES * PAGE_VALUES, HEADERS = PAGES * 512 };
    struct opened opened = open_large_file();
    /* the page headers of one column in the first row group */
    int64_t cost = cost_of_counting(&opened, 1);
    CHECK(cost > 0 && cost <= HEADERS + 4);
    CHECK(cost_of_counting(&opened, ROWS) == 0);
    cost = cost_of_counting(&opened, (uint64_t)GROUPS * ROWS);
    CHECK(cost > 0 && cost <= (GROUPS - 1) * HEADERS);
    CHECK(cost_of_counting(&opened, (uint64_t)GROUPS * ROWS) == 0);
    CHECK(opened.table->totals.pages_read == 0);
    close_opened(&opened);
}

/* Reading a column proves that the rows exist; no other column is needed for that. */
static void reading_a_column_reads_no_other(void)
{
    struct opened opened = open_large_file();
    struct error error = {0};
    struct scan scan = {0};
    const struct scan_column *window;
    CHECK(scan_init(&scan, opened.table, &error) == OK);
    scan_start(&scan, NULL);
    int64_t before = bytes_read(&opened);
    for (uint64_t end = 0; end < (uint64_t)PAGES * PAGE_VALUES; end = scan.batch_end) {
        scan_step(&scan);
        CHECK(scan_column(&scan, 7, scan.batch_first, &window, &error) == OK);
    }
    CHECK(scan.checked_row_group != scan.row_group);
    CHECK(bytes_read(&opened) - before <= PAGES * (PAGE_SIZE + 1024) + 16 * 1024);
    scan_release(&scan);
    close_opened(&opened);
}

/* The number of bytes read for one row of one column after opening. */
static int64_t cost_of_row(uint64_t row, uint32_t column)
{
    struct opened opened = open_large_file();
    struct error error = {0};
    struct scan scan = {0};
    struct row_limits limits;
    const struct scan_column *window;
    int64_t before = bytes_read(&opened);
    CHECK(scan_init(&scan, opened.table, &error) == OK);
    scan_start_limited(&scan, &limits, row, row + 1);
    scan_step(&scan);
    CHECK(scan.batch_end == row + 1);
    CHECK(scan_column(&scan, column, row, &window, &error) == OK);
    CHECK(window->vector.values.int64[0] == (int64_t)(row % (PAGES * PAGE_VALUES)));
    int64_t cost = bytes_read(&opened) - before;
    scan_release(&scan);
    close_opened(&opened);
    return cost;
}

static void one_row_costs_about_a_page(void)
{
    enum { HEADERS = 16 * 1024 };
    CHECK(cost_of_row(0, 0) <= PAGE_SIZE + HEADERS);
    CHECK(cost_of_row(5, 7) <= PAGE_SIZE + HEADERS);
    /* nothing of the row groups before it */
    CHECK(cost_of_row((uint64_t)2 * PAGES * PAGE_VALUES, 3) <= PAGE_SIZE + HEADERS);
    /* only the headers of the pages before it */
    CHECK(cost_of_row((uint64_t)PAGES * PAGE_VALUES - 1, 3) <=
          PAGE_SIZE + HEADERS + PAGES * 1024);
}

/* A scan of all rows of one column reads only that column, and once. */
static void column_is_read_once(void)
{
    struct opened opened = open_large_file();
    struct error error = {0};
    struct buffer text = {0};
    int64_t before = bytes_read(&opened);
    CHECK(scan_cells(&opened, 2, &text, &error) == OK);
    int64_t cost = bytes_read(&opened) - before;
    CHECK(cost >= (int64_t)GROUPS * PAGES * PAGE_SIZE);
    CHECK(cost <= (int64_t)GROUPS * PAGES * (PAGE_SIZE + 1024) + GROUPS * 32 * 1024);
    buffer_release(&text);
    close_opened(&opened);
}

int main(void)
{
    put_large_file();
    RUN(opening_reads_the_tail);
    RUN(opening_any_file_reads_its_tail);
    RUN(counting_reads_headers_once);
    RUN(reading_a_column_reads_no_other);
    RUN(one_row_costs_about_a_page);
    RUN(column_is_read_once);
    bytes_free(&file);
    return unit_test_done();
}
