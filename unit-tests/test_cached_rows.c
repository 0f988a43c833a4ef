/* SPDX-License-Identifier: MIT */
/*
 * test_cached_rows.c - cached rows are those that pass the predicate, with the
 * values of the file, for any row groups, dictionaries, nulls and lengths of batches; the
 * order of their values, and ranges of it; what exceeds the budget is refused and leaves
 * the rest intact.
 */
#include "base/alloc.h"
#include "rows/sorted_rows.h"
#include "unit_keeper.h"

/* ---- Files ----------------------------------------------------------------------- */

/* A file of n rows; a text of `text_size` bytes per row if it is not 0. */
static void make_plain_file(struct fake_file *file, uint32_t n, uint8_t *texts,
                            size_t text_size)
{
    uint32_t rows[] = {n / 2, n - n / 2};
    fake_init(file, rows, 2);
    random_file_columns(file);
    for (uint32_t i = 0; i < n; i++) {
        file->fakes[SMALL].cells[i].value.int64 = i % 7;
        if (text_size > 0)
            file->fakes[TEXT].cells[i].value.bytes = (struct bytes_value){
                texts + i * text_size, text_size};
    }
    fake_finish(file);
}

/* ---- Orders and ranges ------------------------------------------------------------ */

/* Texts are within every range that bounds of other types define. */
static void check_range(uint64_t *state, const struct keeper *keeper,
                        struct order_column order)
{
    const struct fake_column *column = &keeper->file->fakes[order.column];
    struct error error = {0};
    bool are_within, found = false;
    CHECK(cached_rows_check_range(&keeper->rows, &order, &found, &error) == OK && found);
    for (int i = 0; i < 8 && order.domain != DOMAIN_BYTES; i++) {
        order.ordered = random_range(state, order.domain);
        are_within = true;
        for (uint32_t k = 0; k < keeper->rows.n_rows; k++) {
            const struct fake_cell *cell = cell_at(keeper, order.column, k);
            are_within = are_within &&
                         (is_null_cell(column, cell) ||
                          plain_is_in(order.domain, &order.ordered, cell->value));
        }
        CHECK(cached_rows_check_range(&keeper->rows, &order, &found, &error) == OK);
        CHECK(found == are_within);
    }
}

/* Sorts some of the positions by column c, then by others that are loaded; a stable sort
 * is the only result that passes. */
static void check_sort(uint64_t *state, const struct keeper *keeper, uint32_t c)
{
    struct row_order order = {1, {order_by(state, keeper, c)}};
    uint32_t n = 0, n_before = 0, *positions;
    uint8_t *is_there = must(calloc(keeper->rows.n_rows + 1, 1));
    struct error error = {0};
    while (order.n_columns < 3) {
        uint32_t next = (uint32_t)random_below(state, N_FILE_COLUMNS);
        if (keeper->rows.columns[next].window.generation == 0)
            break;
        order.columns[order.n_columns++] = order_by(state, keeper, next);
    }
    positions = must(calloc(keeper->rows.n_rows + 1, sizeof *positions));
    uint64_t share = random_below(state, 3);
    for (uint32_t i = 0; i < keeper->rows.n_rows; i++) {
        if (share == 0 || random_below(state, 2) == 0) {
            positions[n++] = i;
            is_there[i] = 1;
        }
    }
    CHECK(cached_rows_sort(&keeper->rows, &order, positions, n, &error) == OK);
    for (uint32_t i = 0; i < n; i++) {
        CHECK(is_there[positions[i]]);
        n_before += is_there[positions[i]];
        is_there[positions[i]] = 0;
        if (i == 0)
            continue;
        int step = row_step(keeper, &order, positions[i - 1], positions[i]);
        CHECK(step <= 0);
        CHECK(step != 0 || positions[i - 1] < positions[i]);
    }
    CHECK(n_before == n);
    check_range(state, keeper, order.columns[0]);
    free(is_there);
    free(positions);
}

/* The sorted rows, or NULL if they are stored in another order and are not to be sorted.
 */
static const struct sorted_rows *sort_all(const struct keeper *keeper, uint32_t c,
                                          bool is_descending, struct sorted_rows *sorted,
                                          bool sorts)
{
    enum value_domain domain = keeper->file->fakes[c].domain;
    struct order_column order = {c, domain, is_descending, value_range_all(domain)};
    struct error error = {0};
    *sorted = (struct sorted_rows){0};
    CHECK(sorted_rows_try_file(sorted, &keeper->rows, &order, &error) == OK);
    if (sorted->rows == NULL && sorts)
        CHECK(sorted_rows_build(sorted, &keeper->rows, &order, SIZE_MAX, &error) == OK);
    return sorted->rows != NULL ? sorted : NULL;
}

/* The span begins and ends with a row that the first term's set accepts; no row outside
 * is accepted. */
static void check_span(const struct keeper *keeper, const struct sorted_rows *sorted,
                       const struct predicate *predicate)
{
    const struct value_set *set = &predicate->terms[0].set;
    uint32_t first, end, c = sorted->order.column;
    sorted_rows_span(sorted, predicate, &first, &end);
    CHECK(first <= end && end <= keeper->rows.n_rows);
    for (uint32_t i = 0; i < keeper->rows.n_rows; i++) {
        uint32_t position;
        sorted_rows_take(sorted, i, 1, &position);
        const struct fake_cell *cell = cell_at(keeper, c, position);
        bool is_accepted = is_null_cell(&keeper->file->fakes[c], cell)
                               ? set->accepts_null
                               : value_set_contains(set, cell->value);
        CHECK(!is_accepted || (i >= first && i < end));
        CHECK(is_accepted || first == end || (i != first && i != end - 1));
    }
}

/* The rows found are those of which the set accepts the value, unless they are too many
 * to sort. */
static void check_found(const struct keeper *keeper, const struct sorted_rows *sorted,
                        const struct value_set *set)
{
    struct predicate predicate = {0};
    struct buffer found = {0};
    struct error error = {0};
    bool is_found = false;
    uint32_t c = sorted->order.column, n_accepted = 0;
    struct predicate_term *term = must(predicate_add(&predicate, c));
    term->set = *set;
    CHECK(sorted_rows_find(sorted, &predicate, &found, &is_found, &error) == OK);
    check_span(keeper, sorted, &predicate);
    const uint32_t *positions = (const uint32_t *)(const void *)found.data;
    uint32_t n_found = (uint32_t)(found.size / sizeof *positions);
    for (uint32_t i = 0; i < keeper->rows.n_rows; i++) {
        const struct fake_cell *cell = cell_at(keeper, c, i);
        bool is_null = is_null_cell(&keeper->file->fakes[c], cell);
        if (is_null ? !set->accepts_null : !value_set_contains(set, cell->value))
            continue;
        CHECK(!is_found || (n_accepted < n_found && positions[n_accepted] == i));
        n_accepted++;
    }
    CHECK(is_found ? n_found == n_accepted : n_found == 0);
    CHECK(is_found || n_accepted > keeper->rows.n_rows / 32);
    CHECK(is_found || sorted->positions != NULL);
    term->accepts_numeric_text = true;
    CHECK(sorted_rows_find(sorted, &predicate, &found, &is_found, &error) == OK);
    CHECK(!is_found);
    buffer_release(&found);
    predicate_release(&predicate);
}

static void check_ranges(uint64_t *state, const struct keeper *keeper, uint32_t c)
{
    enum value_domain domain = keeper->file->fakes[c].domain;
    struct sorted_rows sorted;
    if (sort_all(keeper, c, random_below(state, 2) == 0, &sorted, true) == NULL)
        return;
    for (int i = 0; i < 8; i++) {
        struct value_range ranges[MOST_RANGES];
        struct value_set set = {0};
        random_ranges(state, domain, (uint32_t)random_below(state, 4), ranges, &set);
        set.ranges = ranges;
        value_set_normalise(&set);
        set.accepts_null = random_below(state, 4) == 0;
        check_found(keeper, &sorted, &set);
    }
    sorted_rows_release(&sorted);
}

/* ---- Tests ----------------------------------------------------------------------- */

static void cached_rows_are_those_of_a_scan(void)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct fake_file file;
        struct error error = {0};
        uint64_t state = seed;
        int faults = unit_test_faults;
        make_random_file(&state, &file);
        if (seed % 3 == 0)
            fake_use_parts(&file, (uint32_t)(seed % N_FILE_COLUMNS));
        struct keeper keeper = keeper_of(&file);
        if (random_below(&state, 4) > 0)
            add_condition(&state, &keeper);
        CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
        check_numbers(&keeper);
        /* In any order, and some of them twice. */
        for (uint32_t i = 0; i < 2 * N_FILE_COLUMNS; i++) {
            uint32_t c = (uint32_t)random_below(&state, N_FILE_COLUMNS);
            bool is_loaded = keeper.rows.columns[c].window.vector.n_rows > 0;
            if (!is_loaded && random_below(&state, 2) == 0) {
                check_reads(&state, &keeper, c);
            } else {
                check_column(&keeper, c);
                check_sort(&state, &keeper, c);
                check_ranges(&state, &keeper, c);
            }
        }
        keeper_release(&keeper);
        fake_free(&file);
        if (faults != unit_test_faults)
            fprintf(stderr, "seed %d\n", (int)seed);
    }
}

/* The scan that collected and loaded can go on with another pass. */
static void the_scan_is_usable_afterwards(void)
{
    for (uint64_t seed = 500; seed < 520; seed++) {
        struct fake_file file;
        struct error error = {0};
        uint64_t state = seed, n = 0;
        make_random_file(&state, &file);
        struct keeper keeper = keeper_of(&file);
        add_condition(&state, &keeper);
        CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
        CHECK(keeper.scan.batch_first == keeper.scan.batch_end);
        CHECK(scan_next_batch(&keeper.scan, &error) == OK);
        CHECK(keeper.scan.batch_first == keeper.scan.batch_end);
        for (uint32_t c = SMALL; c < N_FILE_COLUMNS; c++)
            check_column(&keeper, c);
        scan_start(&keeper.scan, NULL);
        while (scan_next_batch(&keeper.scan, &error) == OK &&
               keeper.scan.batch_first < keeper.scan.batch_end) {
            for (uint64_t row = keeper.scan.batch_first; row < keeper.scan.batch_end;
                 row++) {
                const struct scan_column *window = NULL;
                CHECK(scan_column(&keeper.scan, ID, row, &window, &error) == OK);
                CHECK(window->vector.values.int64[row - window->first] == (int64_t)row);
                n++;
            }
        }
        CHECK(n == file_rows(&file));
        keeper_release(&keeper);
        fake_free(&file);
    }
}

/* Windows of single values are valid together with the loaded columns. */
static void shown_values_are_counted_by_position(void)
{
    static const int64_t values[] = {5, 6, 7};
    static const uint32_t indices[] = {2, 0, 1, 2};
    static const uint8_t valid[] = {1, 0, 1, 1};
    struct column_vector vector = {.n_rows = 4,
                                   .valid = valid,
                                   .indices = indices,
                                   .values.int64 = values,
                                   .dictionary = 9,
                                   .n_entries = 3,
                                   .kind = VECTOR_INT64};
    struct scan_column window = {0};
    cached_rows_show(&vector, 0, 100, &window);
    CHECK(window.first == 100 && window.vector.n_rows == 1 &&
          !column_vector_is_null(&window.vector, 0) &&
          window.vector.values.int64[column_vector_index(&window.vector, 0)] == 7);
    cached_rows_show(&vector, 1, 3, &window);
    CHECK(window.first == 3 && column_vector_is_null(&window.vector, 0));
    cached_rows_show(&vector, 3, 0, &window);
    CHECK(!column_vector_is_null(&window.vector, 0) &&
          window.vector.values.int64[column_vector_index(&window.vector, 0)] == 7);
    vector = (struct column_vector){
        .n_rows = 3, .values.int64 = values, .kind = VECTOR_INT64};
    cached_rows_show(&vector, 2, 17, &window);
    CHECK(window.first == 17 &&
          window.vector.values.int64[column_vector_index(&window.vector, 0)] == 7);
}

/* Loading pays sooner or later, but not for the first value. */
static void reading_every_row_is_worth_loading(void)
{
    struct fake_file file;
    struct error error = {0};
    struct scan_column window;
    uint32_t n = 50000, i = 0;
    make_plain_file(&file, n, NULL, 0);
    struct keeper keeper = keeper_of(&file);
    CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
    CHECK(!cached_rows_is_worth_loading(&keeper.rows, SMALL));
    while (i < n && !cached_rows_is_worth_loading(&keeper.rows, SMALL)) {
        CHECK(cached_rows_read(&keeper.rows, &keeper.scan, SMALL, i * 2477 % n, &window,
                               &error) == OK);
        i++;
    }
    CHECK(i > 0 && i < n);
    CHECK(!cached_rows_is_worth_loading(&keeper.rows, ID));
    check_column(&keeper, SMALL);
    keeper_release(&keeper);
    fake_free(&file);
}

/* Row numbers that do not fit are refused; a smaller budget never succeeds where a larger
 * one fails. */
static void numbers_are_within_the_budget(void)
{
    struct fake_file file;
    struct error error = {0};
    uint32_t n = 4000;
    make_plain_file(&file, n, NULL, 0);
    struct keeper keeper = keeper_of(&file);
    keeper.column = SMALL;
    keeper.ranges[0] = (struct value_range){.low.int64 = 1, .high.int64 = 3};
    keeper.set = (struct value_set){
        .domain = DOMAIN_INT64, .n_ranges = 1, .ranges = keeper.ranges};
    CHECK(keeper_start(&keeper, 100, &error) == TOO_BIG && error.status == TOO_BIG);
    keeper_release(&keeper);
    error_clear(&error);
    CHECK(keeper_start(&keeper, 1 << 20, &error) == OK);
    CHECK(keeper.rows.n_bytes >= keeper.rows.n_rows * sizeof(uint32_t));
    CHECK(keeper.rows.n_bytes <= 1 << 20);
    check_numbers(&keeper);
    keeper_release(&keeper);
    /* All rows need no numbers. */
    keeper.column = UINT32_MAX;
    CHECK(keeper_start(&keeper, 4000, &error) == OK);
    CHECK(keeper.rows.is_whole);
    check_numbers(&keeper);
    keeper_release(&keeper);
    fake_free(&file);
}

/* A column that does not fit is refused for good and gives back what it took; other
 * columns can be loaded, and its values can be read one by one. */
static void columns_beyond_the_budget_are_refused(void)
{
    enum { N = 4000, TEXT_SIZE = 300 };
    uint8_t *texts = must(malloc(N * TEXT_SIZE));
    struct memory_account account = {.name = "memory_limit", .limit = SIZE_MAX};
    struct memory_scope scope = memory_account_enter(&account);
    struct fake_file file;
    struct error error = {0};
    uint64_t state = 7;
    for (size_t i = 0; i < N * TEXT_SIZE; i++)
        texts[i] = (uint8_t)next_random(&state);
    make_plain_file(&file, N, texts, TEXT_SIZE);
    struct keeper keeper = keeper_of(&file);
    CHECK(keeper_start(&keeper, 400000, &error) == OK);
    size_t n_bytes = keeper.rows.n_bytes, used = account.used;
    for (int i = 0; i < 2; i++) {
        error_clear(&error);
        CHECK(cached_rows_load(&keeper.rows, &keeper.scan, TEXT, &error) == TOO_BIG);
        CHECK(error.status == TOO_BIG);
        CHECK(keeper.rows.columns[TEXT].refusal != OK);
        CHECK(keeper.rows.columns[TEXT].window.vector.n_rows == 0);
        CHECK(keeper.rows.n_bytes == n_bytes);
        CHECK(account.used < used + 20000); /* the scan's own memory */
    }
    file.fakes[TEXT].n_reads = 0;
    CHECK(cached_rows_load(&keeper.rows, &keeper.scan, TEXT, &error) == TOO_BIG);
    CHECK(file.fakes[TEXT].n_reads == 0);
    CHECK(!cached_rows_is_worth_loading(&keeper.rows, TEXT));
    check_reads(&state, &keeper, TEXT);
    check_column(&keeper, SMALL);
    check_sort(&state, &keeper, SMALL);
    check_column(&keeper, INSTANT);
    CHECK(keeper.rows.n_bytes > n_bytes && keeper.rows.n_bytes <= 400000);
    /* Without columns, all values can be read. */
    cached_rows_shrink(&keeper.rows);
    CHECK(account.used < used + 20000);
    CHECK(cached_rows_load(&keeper.rows, &keeper.scan, SMALL, &error) == TOO_BIG);
    check_numbers(&keeper);
    check_reads(&state, &keeper, SMALL);
    check_reads(&state, &keeper, TEXT);
    keeper_release(&keeper);
    fake_free(&file);
    memory_scope_restore(scope);
    CHECK(account.used == 0);
    free(texts);
}

static enum status find_too_few_rows(struct table_file *file, uint32_t row_group,
                                     bool by_pages, struct error *error)
{
    (void)file;
    CHECK(by_pages);
    return row_group == 1 ? error_set(error, CORRUPT, "too few rows") : OK;
}

static void the_rows_of_each_row_group_must_exist(void)
{
    struct fake_file file;
    struct error error = {0};
    make_plain_file(&file, 10, NULL, 0);
    struct table_file_ops ops = *file.base.ops;
    ops.check_rows = find_too_few_rows;
    file.base.ops = &ops;
    struct keeper keeper = keeper_of(&file);
    CHECK(keeper_start(&keeper, SIZE_MAX, &error) == CORRUPT);
    keeper_release(&keeper);
    fake_free(&file);
}

/* Texts of dictionaries are kept once. */
static void dictionaries_are_kept_once(void)
{
    enum { N = 4000, TEXT_SIZE = 300 };
    uint8_t *texts = must(malloc(TEXT_SIZE));
    struct fake_file file;
    struct error error = {0};
    memset(texts, 'x', TEXT_SIZE);
    make_plain_file(&file, N, texts, 0);
    for (uint32_t i = 0; i < N; i++)
        file.fakes[TEXT].cells[i].value.bytes = (struct bytes_value){texts, TEXT_SIZE};
    for (uint32_t g = 0; g < 2; g++)
        file.fakes[TEXT].chunks[g].is_dictionary = true;
    fake_finish(&file);
    struct keeper keeper = keeper_of(&file);
    CHECK(keeper_start(&keeper, 100000, &error) == OK);
    check_column(&keeper, TEXT);
    CHECK(keeper.rows.n_bytes <= 100000);
    keeper_release(&keeper);
    fake_free(&file);
    free(texts);
}

/* Rows that are stored in order are not sorted; one row in the wrong place suffices. */
static void rows_in_order_are_not_sorted(void)
{
    for (uint32_t wrong = 0; wrong < 3; wrong++) {
        struct fake_file file;
        struct sorted_rows sorted;
        struct error error = {0};
        make_plain_file(&file, 500, NULL, 0);
        struct fake_cell *cells = file.fakes[ID].cells;
        cells[0].is_null = cells[1].is_null = true;
        cells[499].is_null = wrong == 1;
        if (wrong == 2)
            cells[250].value.int64 = 252;
        struct keeper keeper = keeper_of(&file);
        CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
        check_column(&keeper, ID);
        CHECK((sort_all(&keeper, ID, false, &sorted, false) != NULL) == (wrong == 0));
        CHECK(sort_all(&keeper, ID, false, &sorted, true) != NULL);
        CHECK((sorted.positions == NULL) == (wrong == 0));
        CHECK(sorted.n_null == (wrong == 1 ? 3 : 2));
        struct value_range range = {.low.int64 = 252, .high.int64 = 252};
        struct value_set set = {.domain = DOMAIN_INT64, .n_ranges = 1, .ranges = &range};
        check_found(&keeper, &sorted, &set);
        sorted_rows_release(&sorted);
        keeper_release(&keeper);
        fake_free(&file);
    }
}

static void orders_beyond_the_budget_are_refused(void)
{
    struct fake_file file;
    struct sorted_rows sorted = {0};
    struct error error = {0};
    make_plain_file(&file, 500, NULL, 0);
    struct keeper keeper = keeper_of(&file);
    struct order_column order = {.column = SMALL, .domain = DOMAIN_INT64};
    CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
    check_column(&keeper, SMALL);
    CHECK(sorted_rows_build(&sorted, &keeper.rows, &order, 3999, &error) == TOO_BIG);
    error_clear(&error);
    CHECK(sorted.rows == NULL);
    CHECK(sorted_rows_build(&sorted, &keeper.rows, &order, 4000, &error) == OK);
    CHECK(sorted.rows != NULL);
    sorted_rows_release(&sorted);
    keeper_release(&keeper);
    fake_free(&file);
}

/* Each allocation fails once: NOMEM, then the right rows. */
static void failed_allocations_are_reported(void)
{
    for (uint64_t seed = 3; seed < 9; seed++) {
        struct fake_file file;
        uint64_t state = seed;
        make_random_file(&state, &file);
        struct keeper keeper = keeper_of(&file);
        if (seed % 2 == 0)
            add_condition(&state, &keeper);
        struct row_order by = {2,
                               {order_by(&state, &keeper, TEXT),
                                order_by(&state, &keeper, (uint32_t)seed % TEXT)}};
        enum status status = NOMEM;
        long n = 0;
        while (status == NOMEM && n < 100000) {
            struct error error = {0};
            uint32_t *positions = NULL, n_rows = 0;
            mem_fail_at(++n, 0);
            status = keeper_start(&keeper, SIZE_MAX, &error);
            n_rows = keeper.rows.n_rows;
            positions = must(calloc(n_rows + 1, sizeof *positions));
            for (uint32_t i = 0; i < n_rows; i++)
                positions[i] = i;
            for (uint32_t c = 0; c < N_FILE_COLUMNS && status == OK; c++) {
                struct scan_column window;
                struct sorted_rows sorted = {0};
                struct row_order order = {
                    1, {{.column = c, .domain = file.fakes[c].domain}}};
                if (n_rows > 0)
                    status = cached_rows_read(&keeper.rows, &keeper.scan, c, n_rows / 2,
                                              &window, &error);
                if (status == OK)
                    status = cached_rows_load(&keeper.rows, &keeper.scan, c, &error);
                if (status == OK)
                    status = cached_rows_sort(&keeper.rows, &order, positions, n_rows,
                                              &error);
                if (status == OK)
                    status = sorted_rows_build(&sorted, &keeper.rows, &order.columns[0],
                                               SIZE_MAX, &error);
                sorted_rows_release(&sorted);
            }
            if (status == OK)
                check_numbers(&keeper);
            if (status == OK)
                status = cached_rows_reorder(&keeper.rows, &by, &error);
            mem_fail_at(0, 0);
            CHECK(status == error.status);
            if (status == OK)
                check_reordered(&keeper, &by);
            for (uint32_t c = 0; c < N_FILE_COLUMNS && status == OK; c++)
                check_column(&keeper, c);
            free(positions);
            keeper_release(&keeper);
        }
        CHECK(status == OK);
        fake_free(&file);
    }
}

/* A column whose loading failed stays refused; the others are not affected. */
static void a_failed_load_leaves_other_columns(void)
{
    struct fake_file file;
    uint64_t state = 21;
    make_random_file(&state, &file);
    for (long n = 1; n < 30; n++) {
        struct keeper keeper = keeper_of(&file);
        struct error error = {0};
        CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
        check_column(&keeper, SMALL);
        mem_fail_at(n, 0);
        enum status status = cached_rows_load(&keeper.rows, &keeper.scan, TEXT, &error);
        mem_fail_at(0, 0);
        CHECK(status == OK ||
              (status == NOMEM && keeper.rows.columns[TEXT].refusal != OK));
        error_clear(&error);
        CHECK((cached_rows_load(&keeper.rows, &keeper.scan, TEXT, &error) == OK) ==
              (status == OK));
        check_column(&keeper, REAL);
        check_column(&keeper, SMALL);
        keeper_release(&keeper);
    }
    fake_free(&file);
}

/* Any of the cached rows, taken in any order, are cached rows again. */
static void parts_of_kept_rows_have_their_values(void)
{
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct fake_file file;
        struct error error = {0};
        uint64_t state = seed;
        make_random_file(&state, &file);
        struct keeper keeper = keeper_of(&file);
        add_condition(&state, &keeper);
        CHECK(keeper_start(&keeper, SIZE_MAX, &error) == OK);
        uint32_t n_rows = keeper.rows.n_rows, n = n_rows / 2;
        uint32_t *positions = must(calloc(n_rows + 1, sizeof *positions));
        for (uint32_t i = 0; i < n; i++)
            positions[i] = n_rows - 1 - 2 * i;
        struct cached_rows whole = keeper.rows;
        keeper.rows = (struct cached_rows){0};
        CHECK(cached_rows_take(&keeper.rows, &whole, positions, n, SIZE_MAX, &error) ==
              OK);
        CHECK(keeper.rows.n_rows == n);
        for (uint32_t i = 0; i < n; i++)
            CHECK(cached_rows_number(&keeper.rows, n - 1 - i) ==
                  cached_rows_number(&whole, positions[i]));
        for (uint32_t c = 0; c < N_FILE_COLUMNS; c++)
            check_column(&keeper, c);
        cached_rows_release(&whole);
        keeper_release(&keeper);
        free(positions);
        fake_free(&file);
    }
}

int main(void)
{
    RUN(cached_rows_are_those_of_a_scan);
    RUN(parts_of_kept_rows_have_their_values);
    RUN(the_scan_is_usable_afterwards);
    RUN(shown_values_are_counted_by_position);
    RUN(reading_every_row_is_worth_loading);
    RUN(numbers_are_within_the_budget);
    RUN(columns_beyond_the_budget_are_refused);
    RUN(the_rows_of_each_row_group_must_exist);
    RUN(dictionaries_are_kept_once);
    RUN(rows_in_order_are_not_sorted);
    RUN(orders_beyond_the_budget_are_refused);
    RUN(failed_allocations_are_reported);
    RUN(a_failed_load_leaves_other_columns);
    return unit_test_done();
}
