/* SPDX-License-Identifier: MIT */
/*
 * test_ordered_rows.c - rows in the order of a column: each row that satisfies the
 * predicate comes once, in its place, with its value and in the scan's current batch, for
 * any statistics, page ranges, dictionaries and number of passes.
 */
#include "base/alloc.h"
#include "scan/ordered_rows.h"
#include "unit_random_file.h"

/* ---- Files ----------------------------------------------------------------------- */

/* Two or more row groups of ten rows each, without nulls; the test fills SMALL. */
static void make_small_file(struct fake_file *file, uint32_t n_groups)
{
    static const uint32_t rows[MOST_GROUPS] = {10, 10, 10, 10, 10, 10};
    fake_init(file, rows, n_groups);
    random_file_columns(file);
}

static void put_small(struct fake_file *file, uint32_t row, int64_t value)
{
    file->fakes[SMALL].cells[row].value.int64 = value;
}

/* ---- Orders ---------------------------------------------------------------------- */

struct order {
    struct fake_file *file;
    uint32_t column;
    bool is_descending;
    uint64_t first_pass;
    bool has_id_range;
    int64_t first_id, last_id;
    struct value_range ordered;
    uint32_t n_more; /* columns that decide between rows of the same value */
    struct order_column more[2];
    /* Set by order_start(). */
    struct scan scan;
    struct predicate predicate;
    struct ordered_rows rows;
    struct value_range ids;
};

static void order_release(struct order *order)
{
    ordered_rows_release(&order->rows);
    predicate_release(&order->predicate);
    scan_release(&order->scan);
}

static enum status order_start(struct order *order, struct error *error)
{
    struct fake_file *file = order->file;
    enum value_domain domain = file->fakes[order->column].domain;
    order->scan = (struct scan){0};
    order->predicate = (struct predicate){0};
    order->rows = (struct ordered_rows){0};
    enum status status = scan_init(&order->scan, &file->base, error);
    if (status != OK)
        return status;
    if (order->has_id_range) {
        struct predicate_term *term = predicate_add(&order->predicate, ID);
        if (term == NULL)
            return error_nomem(error);
        order->ids = (struct value_range){.low.int64 = order->first_id,
                                          .high.int64 = order->last_id};
        term->prunes = true;
        term->set = (struct value_set){
            .domain = DOMAIN_INT64, .n_ranges = 1, .ranges = &order->ids};
    }
    status = predicate_prepare(&order->predicate, &file->schema, error);
    if (status != OK)
        return status;
    struct row_order by = {
        1, {{order->column, domain, order->is_descending, order->ordered}}};
    for (uint32_t i = 0; i < order->n_more; i++)
        by.columns[by.n_columns++] = order->more[i];
    return ordered_rows_start(&order->rows, &order->scan, &order->predicate, &by,
                              order->first_pass, error);
}

static struct order order_of(struct fake_file *file, uint32_t column, bool is_descending,
                             uint64_t first_pass)
{
    return (struct order){.file = file,
                          .column = column,
                          .is_descending = is_descending,
                          .first_pass = first_pass,
                          .ordered = value_range_all(file->fakes[column].domain)};
}

static bool is_null_cell(const struct fake_column *column, const struct fake_cell *cell)
{
    return cell->is_null || fake_is_nan(column, cell);
}

/* Negative if a comes before b in ascending order. */
static int cell_order(const struct fake_column *column, const struct fake_cell *a,
                      const struct fake_cell *b)
{
    bool a_is_null = is_null_cell(column, a), b_is_null = is_null_cell(column, b);
    if (a_is_null || b_is_null)
        return b_is_null - a_is_null;
    return plain_order(column->domain, a->value, b->value);
}

/* Negative if row a comes before row b by all columns of the order. */
static int row_step(const struct order *order, uint64_t a, uint64_t b)
{
    const struct fake_column *column = &order->file->fakes[order->column];
    int step = cell_order(column, &column->cells[a], &column->cells[b]);
    step = order->is_descending ? -step : step;
    for (uint32_t i = 0; step == 0 && i < order->n_more; i++) {
        column = &order->file->fakes[order->more[i].column];
        step = cell_order(column, &column->cells[a], &column->cells[b]);
        step = order->more[i].is_descending ? -step : step;
    }
    return step;
}

/* Checks that the scan is at the row, and that the row has the value of its cell. */
static void check_row(struct order *order, const struct ordered_row *row)
{
    const struct fake_column *column = &order->file->fakes[order->column];
    const struct fake_cell *cell = &column->cells[row->row];
    const struct scan_column *window;
    struct error error = {0};
    const struct ordered_key *key = &row->key;
    CHECK(key->is_null == is_null_cell(column, cell));
    if (!key->is_null)
        CHECK(plain_order(column->domain, key->value, cell->value) == 0);
    if (!key->is_null && column->domain == DOMAIN_BYTES)
        CHECK(key->value.bytes.data[key->value.bytes.size] == 0);
    CHECK(order->scan.batch_first <= row->row && row->row < order->scan.batch_end);
    CHECK(scan_column(&order->scan, ID, row->row, &window, &error) == OK);
    CHECK(window->vector.values.int64[row->row - window->first] == (int64_t)row->row);
}

/* Reads up to `most` rows and returns how many there are. */
static uint64_t check_order(struct order *order, uint64_t most)
{
    uint32_t n_rows = order->file->group_first[order->file->n_groups];
    uint8_t *seen = must(calloc(n_rows + 1, 1));
    uint64_t n = 0, last = 0;
    struct error error = {0};
    const struct ordered_row *row;
    enum status status = order_start(order, &error);
    while (status == OK && n < most) {
        status = ordered_rows_next(&order->rows, &row, &error);
        if (status != OK || row == NULL)
            break;
        CHECK(row->row < n_rows && !seen[row->row]);
        seen[row->row] = 1;
        check_row(order, row);
        CHECK(n == 0 || row_step(order, last, row->row) <= 0);
        last = row->row;
        n++;
    }
    CHECK(status == OK);
    /* Rows that were not returned are not before the last one. */
    for (uint32_t i = 0; i < n_rows && n > 0; i++) {
        bool is_wanted = !order->has_id_range ||
                         (i >= order->first_id && i <= order->last_id);
        CHECK(is_wanted || !seen[i]);
        CHECK(!is_wanted || seen[i] || (n == most && row_step(order, last, i) <= 0));
    }
    order_release(order);
    free(seen);
    return n;
}

/* The row numbers, separated by spaces, or the error message. */
static const char *rows_in_order(struct order *order)
{
    static char text[1000];
    struct error error = {0};
    const struct ordered_row *row;
    size_t size = 0;
    enum status status = order_start(order, &error);
    text[0] = '\0';
    while (status == OK && size < sizeof text - 30) {
        status = ordered_rows_next(&order->rows, &row, &error);
        if (status != OK || row == NULL)
            break;
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%d",
                                 size > 0 ? " " : "", (int)row->row);
    }
    if (status != OK)
        snprintf(text, sizeof text, "%s: %s", status_name(status), error.message);
    order_release(order);
    return text;
}

/* ---- Tests ----------------------------------------------------------------------- */

static void all_rows_come_in_order(void)
{
    static const uint64_t first_passes[] = {0, 1, 2, 7, 100, UINT64_MAX};
    for (uint64_t seed = 1; seed <= 150; seed++) {
        struct fake_file file;
        uint64_t state = seed;
        int faults = unit_test_faults;
        make_random_file(&state, &file);
        uint32_t n_rows = file.group_first[file.n_groups];
        for (uint32_t c = SMALL; c < N_FILE_COLUMNS; c++) {
            struct order order = order_of(&file, c, random_below(&state, 2) == 0,
                                          first_passes[random_below(&state, 6)]);
            uint64_t n = n_rows;
            while (order.n_more < 2 && random_below(&state, 2) == 0) {
                uint32_t more = SMALL +
                                (uint32_t)random_below(&state, N_FILE_COLUMNS - SMALL);
                enum value_domain domain = file.fakes[more].domain;
                order.more[order.n_more++] = (struct order_column){
                    more, domain, random_below(&state, 2) == 0, value_range_all(domain)};
            }
            if (random_below(&state, 3) == 0) {
                order.has_id_range = true;
                order.first_id = (int64_t)random_below(&state, n_rows + 1);
                order.last_id = order.first_id +
                                (int64_t)random_below(&state, n_rows + 1);
                n = n_rows - (uint64_t)order.first_id;
                if (order.last_id < n_rows)
                    n = (uint64_t)(order.last_id - order.first_id + 1);
            }
            if (random_below(&state, 4) == 0)
                check_order(&order, 1 + random_below(&state, 20));
            else
                CHECK(check_order(&order, UINT64_MAX) == n);
        }
        fake_free(&file);
        if (faults != unit_test_faults)
            fprintf(stderr, "seed %d\n", (int)seed);
    }
}

/* Each pass frees the rows and texts of the one before. */
static void texts_are_read_in_several_passes(void)
{
    static const char texts[30][3] = {"ab", "zz", "ac", "ya", "ab", "ba", "bb", "bc",
                                      "ca", "cb", "cc", "da", "db", "dc", "ea", "eb",
                                      "ec", "fa", "fb", "fc", "ga", "gb", "gc", "ha",
                                      "hb", "hc", "ia", "ib", "ic", "aa"};
    struct fake_file file;
    make_small_file(&file, 3);
    for (uint32_t i = 0; i < 30; i++)
        file.fakes[TEXT].cells[i].value.bytes = (struct bytes_value){
            (const uint8_t *)texts[i], 2};
    fake_finish(&file);
    struct order up = order_of(&file, TEXT, false, 3);
    CHECK(check_order(&up, UINT64_MAX) == 30);
    CHECK_TEXT(rows_in_order(&up), "29 0 4 2 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 "
                                   "21 22 23 24 25 26 27 28 3 1");
    struct order down = order_of(&file, TEXT, true, 1);
    CHECK_TEXT(rows_in_order(&down), "1 3 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 "
                                     "13 12 11 10 9 8 7 6 5 2 0 4 29");
    fake_free(&file);
}

/* A row group without statistics may have better values than all found so far. */
static void row_groups_without_statistics_are_read(void)
{
    for (uint32_t without = 0; without < 3; without++) {
        struct fake_file file;
        make_small_file(&file, 3);
        for (uint32_t i = 0; i < 30; i++)
            put_small(&file, i, i / 10 == without ? -50 + (int64_t)i : 10 + (int64_t)i);
        for (uint32_t g = 0; g < 3; g++)
            file.fakes[SMALL].chunks[g].has_statistics = g != without;
        fake_finish(&file);
        struct order order = order_of(&file, SMALL, false, 5);
        CHECK(check_order(&order, 5) == 5);
        for (uint32_t i = without * 10; i < without * 10 + 10; i++)
            put_small(&file, i, 500 + (int64_t)i);
        order.is_descending = true;
        CHECK(check_order(&order, 5) == 5);
        fake_free(&file);
    }
}

/* Row groups and pages whose bounds exclude the wanted rows are not read, wherever they
 * are in the file. */
static void excluded_row_groups_and_pages_are_not_read(void)
{
    static const int64_t starts[] = {200, 100, 400, 0, 500, 300};
    struct fake_file file;
    make_small_file(&file, 6);
    for (uint32_t i = 0; i < 60; i++)
        put_small(&file, i, starts[i / 10] + i % 10);
    for (uint32_t g = 0; g < 6; g++)
        file.fakes[SMALL].chunks[g].has_statistics = true;
    fake_finish(&file);
    struct fake_column *small = &file.fakes[SMALL];
    for (int is_descending = 0; is_descending < 2; is_descending++) {
        struct order order = order_of(&file, SMALL, is_descending, 10);
        small->n_rows_read = 0;
        CHECK(check_order(&order, 10) == 10);
        CHECK(small->n_rows_read == 10);
    }
    /* Pages of two rows, values rising: one page has the best row. */
    for (uint32_t g = 0; g < 6; g++) {
        small->chunks[g].has_index = true;
        small->chunks[g].page_rows = 2;
    }
    fake_finish(&file);
    for (int is_descending = 0; is_descending < 2; is_descending++) {
        struct order order = order_of(&file, SMALL, is_descending, 1);
        small->n_rows_read = 0;
        CHECK(check_order(&order, 1) == 1);
        CHECK(small->n_rows_read == 2);
    }
    fake_free(&file);
}

/* Rows with equal values are ordered by their row groups' bounds, then as in the file. */
static void equal_values_keep_the_order_of_rows(void)
{
    struct fake_file file;
    make_small_file(&file, 2);
    for (uint32_t i = 0; i < 20; i++)
        put_small(&file, i, i % 2);
    fake_finish(&file);
    for (uint64_t first_pass = 1; first_pass <= 21; first_pass += 5) {
        struct order up = order_of(&file, SMALL, false, first_pass);
        CHECK_TEXT(rows_in_order(&up),
                   "0 2 4 6 8 10 12 14 16 18 1 3 5 7 9 11 13 15 17 19");
        struct order down = order_of(&file, SMALL, true, first_pass);
        CHECK_TEXT(rows_in_order(&down),
                   "1 3 5 7 9 11 13 15 17 19 0 2 4 6 8 10 12 14 16 18");
    }
    fake_free(&file);
}

/* Rows that are adjacent both in the order and in the file are decoded together. */
static void adjacent_rows_are_decoded_together(void)
{
    struct fake_file file;
    make_small_file(&file, 2);
    for (uint32_t i = 0; i < 20; i++)
        put_small(&file, i, i < 10 ? 100 - (int64_t)i : 200 + (int64_t)i);
    fake_finish(&file);
    for (int is_descending = 0; is_descending < 2; is_descending++) {
        struct order order = order_of(&file, SMALL, is_descending, 20);
        file.fakes[ID].n_reads = 0;
        CHECK(check_order(&order, UINT64_MAX) == 20);
        CHECK(file.fakes[ID].n_reads == 2);
    }
    fake_free(&file);
}

/* Whether the rows end with an error that names `place`. */
static bool ends_outside_bounds(struct order *order, const char *place)
{
    const char *text = rows_in_order(order);
    bool is_right = strncmp(text, "corrupt: ", 9) == 0 && strstr(text, place) != NULL &&
                    strstr(text, ": a value outside the bounds") != NULL;
    if (!is_right)
        fprintf(stderr, "%s\n", text);
    return is_right;
}

static void values_outside_the_bounds_are_errors(void)
{
    struct fake_file file;
    make_small_file(&file, 2);
    for (uint32_t i = 0; i < 20; i++)
        put_small(&file, i, i);
    fake_finish(&file);
    struct order order = order_of(&file, SMALL, false, 30);
    order.ordered = (struct value_range){.low.int64 = 0, .high.int64 = 19};
    CHECK(check_order(&order, UINT64_MAX) == 20);
    order.ordered.high.int64 = 18;
    CHECK(ends_outside_bounds(&order, ", row group 1, row 9 of it: row 20: "));
    order.ordered = (struct value_range){.low.int64 = 1, .high.int64 = 19};
    CHECK(ends_outside_bounds(&order, ", row group 0, row 0 of it: row 1: "));
    fake_free(&file);
}

/* Each allocation fails once: NOMEM, then the right rows. */
static void failed_allocations_are_reported(void)
{
    static const uint32_t columns[] = {TEXT, SMALL};
    for (uint64_t seed = 3; seed < 6; seed++) {
        struct fake_file file;
        uint64_t state = seed;
        make_random_file(&state, &file);
        uint32_t n_rows = file.group_first[file.n_groups];
        for (size_t i = 0; i < COUNT_OF(columns); i++) {
            struct order order = order_of(&file, columns[i], false, 2);
            enum status status = NOMEM;
            long n = 0;
            while (status == NOMEM && n < 100000) {
                struct error error = {0};
                const struct ordered_row *row;
                uint64_t found = 0;
                mem_fail_at(++n, 0);
                status = order_start(&order, &error);
                while (status == OK) {
                    status = ordered_rows_next(&order.rows, &row, &error);
                    if (status != OK || row == NULL)
                        break;
                    found++;
                }
                mem_fail_at(0, 0);
                CHECK(status == error.status);
                CHECK(status != OK || found == n_rows);
                order_release(&order);
            }
            CHECK(status == OK);
        }
        fake_free(&file);
    }
}

int main(void)
{
    RUN(all_rows_come_in_order);
    RUN(texts_are_read_in_several_passes);
    RUN(row_groups_without_statistics_are_read);
    RUN(excluded_row_groups_and_pages_are_not_read);
    RUN(equal_values_keep_the_order_of_rows);
    RUN(adjacent_rows_are_decoded_together);
    RUN(values_outside_the_bounds_are_errors);
    RUN(failed_allocations_are_reported);
    return unit_test_done();
}
