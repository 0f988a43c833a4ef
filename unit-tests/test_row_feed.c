/* SPDX-License-Identifier: MIT */
/*
 * test_row_feed.c - the feeds of a cursor: each gives every row that it should once, with
 * its number and its values, for any file; rows that are left out or skipped do not come;
 * and one feed can take the place of another in the middle of a pass.
 */
#include "base/alloc.h"
#include "feed/counted_feed.h"
#include "feed/ordered_feed.h"
#include "feed/scan_feed.h"
#include "unit_random_file.h"

/* ---- A pass ---------------------------------------------------------------------- */

/* A condition column = value, or none; the values of look-ups are integers. */
struct pass {
    struct fake_file *file;
    struct scan scan;
    struct predicate predicate;
    struct value_range range;
    struct feed_batch batch;
    struct row_feed scanned;
    struct ordered_feed ordered;
    struct cached_feed cached;
    struct counted_feed counted;
    struct row_feed *feed;
    struct buffer seen; /* uint64_t, the rows' numbers as they came */
};

static void pass_init(struct pass *pass, struct fake_file *file)
{
    struct error error = {0};
    *pass = (struct pass){.file = file};
    CHECK(scan_init(&pass->scan, &file->base, &error) == OK);
}

static void pass_release(struct pass *pass)
{
    ordered_feed_release(&pass->ordered);
    cached_feed_release(&pass->cached);
    predicate_release(&pass->predicate);
    scan_release(&pass->scan);
    buffer_release(&pass->seen);
}

/* Adds the condition that SMALL has the value. */
static enum status add_condition(struct predicate *predicate, struct value_range *range,
                                 int64_t value, struct error *error)
{
    struct predicate_term *term = predicate_add(predicate, SMALL);
    if (term == NULL)
        return error_nomem(error);
    *range = (struct value_range){.low.int64 = value, .high.int64 = value};
    term->prunes = true;
    term->set = (struct value_set){
        .domain = DOMAIN_INT64, .n_ranges = 1, .ranges = range};
    return OK;
}

/* Whether a window's value in the current row is that of the file's row. */
static void check_cell(struct pass *pass, uint32_t column, uint32_t row)
{
    const struct fake_column *fake = &pass->file->fakes[column];
    const struct scan_column *window;
    struct error error = {0};
    CHECK(pass->feed->ops->column(pass->feed, &pass->batch, column, row % 3 == 0, &window,
                                  &error) == OK);
    uint64_t at = pass->batch.row - window->first;
    CHECK(at < window->vector.n_rows);
    bool is_null = column_vector_is_null(&window->vector, (uint32_t)at);
    CHECK(is_null == fake->cells[row].is_null);
    if (is_null)
        return;
    union column_value value = column_vector_value(
        &window->vector, column_vector_index(&window->vector, (uint32_t)at));
    if (fake->domain == DOMAIN_BYTES)
        CHECK(bytes_compare(value.bytes, fake->cells[row].value.bytes) == 0);
    else
        CHECK(value.int64 == fake->cells[row].value.int64);
}

/* Notes the current row, and checks some of its values. */
static void see_row(struct pass *pass)
{
    struct error error = {0};
    uint64_t number = pass->feed->ops->number(pass->feed, pass->batch.row);
    CHECK(buffer_append(&pass->seen, &number, sizeof number, &error) == OK);
    check_cell(pass, ID, (uint32_t)number);
    check_cell(pass, SMALL, (uint32_t)number);
    if (number % 2 == 0)
        check_cell(pass, TEXT, (uint32_t)number);
}

static bool next_row(struct pass *pass)
{
    struct error error = {0};
    if (feed_batch_has_row(&pass->batch) && feed_batch_step(&pass->batch))
        return true;
    CHECK(pass->feed->ops->next(pass->feed, &pass->batch, &error) == OK);
    return feed_batch_has_row(&pass->batch);
}

static void see_all(struct pass *pass)
{
    while (next_row(pass))
        see_row(pass);
}

static size_t n_seen(const struct pass *pass)
{
    return pass->seen.size / sizeof(uint64_t);
}

static uint64_t seen(const struct pass *pass, size_t i)
{
    return ((const uint64_t *)(const void *)pass->seen.data)[i];
}

static uint32_t n_rows_of(const struct fake_file *file)
{
    return file->group_first[file->n_groups];
}

static bool has_small(const struct fake_file *file, uint32_t row, int64_t value)
{
    const struct fake_cell *cell = &file->fakes[SMALL].cells[row];
    return !cell->is_null && cell->value.int64 == value;
}

/* Each row with the value was seen once, and no other, in the order of the file. */
static void check_seen_with(const struct pass *pass, int64_t value)
{
    size_t n = 0;
    for (uint32_t row = 0; row < n_rows_of(pass->file); row++) {
        if (has_small(pass->file, row, value)) {
            CHECK(n < n_seen(pass) && seen(pass, n) == row);
            n++;
        }
    }
    CHECK(n == n_seen(pass));
}

/* Each row was seen once. */
static void check_seen_all(const struct pass *pass)
{
    uint32_t n_rows = n_rows_of(pass->file);
    bool *was_seen = must(calloc((size_t)n_rows + 1, 1));
    for (size_t i = 0; i < n_seen(pass); i++) {
        CHECK(seen(pass, i) < n_rows && !was_seen[seen(pass, i)]);
        was_seen[seen(pass, i)] = true;
    }
    CHECK(n_seen(pass) == n_rows);
    free(was_seen);
}

/* Nulls first. */
static void check_order_of_small(const struct pass *pass)
{
    const struct fake_cell *cells = pass->file->fakes[SMALL].cells;
    for (size_t i = 1; i < n_seen(pass); i++) {
        const struct fake_cell *a = &cells[seen(pass, i - 1)], *b = &cells[seen(pass, i)];
        CHECK(a->is_null || (!b->is_null && a->value.int64 <= b->value.int64));
    }
}

static struct row_order by_small(void)
{
    return (struct row_order){1,
                              {{.column = SMALL,
                                .domain = DOMAIN_INT64,
                                .ordered = value_range_all(DOMAIN_INT64)}}};
}

/* ---- Look-ups of a pass ---------------------------------------------------------- */

/* SMALL = value, with a range for the predicate to point to. */
struct caller {
    int64_t value;
    struct value_range *range;
    const struct schema *schema;
};

static enum status make_predicate(const void *caller, const uint32_t *terms, uint32_t n,
                                  struct predicate *predicate, struct error *error)
{
    const struct caller *c = caller;
    enum status status = OK;
    CHECK(n == 0 || (n == 1 && terms[0] == 0));
    if (n == 1)
        status = add_condition(predicate, c->range, c->value, error);
    return status == OK ? predicate_prepare(predicate, c->schema, error) : status;
}

/* Begins a pass of the look-up; false if the caller must scan. */
static bool begin_look_up(struct pass *pass, struct look_up *look_up, int64_t value)
{
    struct error error = {0};
    struct look_up_table *before = pass->cached.pass.table;
    struct literal literal = {.type = LITERAL_INTEGER, .integer = value};
    struct caller caller = {value, &pass->range, &pass->file->schema};
    struct look_up_request request = {.scan = &pass->scan,
                                      .n_rows = n_rows_of(pass->file),
                                      .values = &literal,
                                      .caller = &caller,
                                      .predicate = make_predicate};
    pass->cached.pass.table = NULL;
    CHECK(look_up_begin(look_up, &request, &pass->cached.pass, &error) == OK);
    (void)cached_feed_stop(&pass->cached);
    look_up_table_release(before);
    if (pass->cached.pass.table == NULL)
        return false;
    cached_feed_start(&pass->cached, look_up, &pass->scan);
    pass->feed = &pass->cached.base;
    pass->batch = (struct feed_batch){0};
    pass->seen.size = 0;
    return true;
}

static struct look_up *look_up_by_small(void)
{
    struct look_up_spec spec = {.n_terms = 1,
                                .terms = {{.is_in_file = true,
                                           .column = SMALL,
                                           .is_equality = true,
                                           .is_integer = true,
                                           .domain = DOMAIN_INT64}}};
    return must(look_up_new(&spec));
}

static struct look_up *sort_by_small(enum look_up_rows rows, uint32_t n_parts)
{
    struct look_up_spec spec = {
        .order = by_small(), .sorts = true, .rows = rows, .n_parts = n_parts};
    return must(look_up_new(&spec));
}

/* ---- Tests ----------------------------------------------------------------------- */

static void start_scan(struct pass *pass, int64_t value)
{
    struct error error = {0};
    predicate_clear(&pass->predicate);
    CHECK(add_condition(&pass->predicate, &pass->range, value, &error) == OK);
    CHECK(predicate_prepare(&pass->predicate, &pass->file->schema, &error) == OK);
    scan_start(&pass->scan, &pass->predicate);
    scan_feed_init(&pass->scanned, &pass->scan);
    pass->feed = &pass->scanned;
    pass->batch = (struct feed_batch){0};
    pass->seen.size = 0;
}

static void random_files(void (*test)(uint64_t *state, struct pass *pass), int n)
{
    uint64_t state = 31;
    for (int i = 0; i < n; i++) {
        struct fake_file file;
        struct pass pass;
        make_random_file(&state, &file);
        pass_init(&pass, &file);
        test(&state, &pass);
        pass_release(&pass);
        fake_free(&file);
    }
}

static int64_t random_small(uint64_t *state)
{
    return pool_value(DOMAIN_INT64, random_below(state, N_POOL)).int64;
}

static void scan_random(uint64_t *state, struct pass *pass)
{
    for (int i = 0; i < 3; i++) {
        int64_t value = random_small(state);
        start_scan(pass, value);
        see_all(pass);
        check_seen_with(pass, value);
    }
}

static void a_scan(void)
{
    random_files(scan_random, 200);
}

/* Skips rows in batches of any kind, and counts those that come. */
static void skip_random(uint64_t *state, struct pass *pass)
{
    struct error error = {0};
    int64_t value = random_small(state);
    uint64_t n_to_skip = random_below(state, 40), n_skipped = 0;
    start_scan(pass, value);
    do {
        CHECK(pass->feed->ops->next(pass->feed, &pass->batch, &error) == OK);
        n_skipped += feed_batch_skip(&pass->batch, n_to_skip - n_skipped);
        if (n_skipped == n_to_skip)
            break;
        CHECK(!feed_batch_has_row(&pass->batch));
    } while (pass->scan.batch_first < pass->scan.batch_end);
    if (feed_batch_has_row(&pass->batch))
        see_row(pass);
    see_all(pass);
    size_t n = 0, n_seen_after = 0;
    for (uint32_t row = 0; row < n_rows_of(pass->file); row++) {
        if (!has_small(pass->file, row, value) || n++ < n_to_skip)
            continue;
        CHECK(n_seen_after < n_seen(pass) && seen(pass, n_seen_after) == row);
        n_seen_after++;
    }
    CHECK(n_seen_after == n_seen(pass));
}

static void skipped_rows_do_not_come(void)
{
    random_files(skip_random, 300);
}

static void order_random(uint64_t *state, struct pass *pass)
{
    struct error error = {0};
    struct row_order order = by_small();
    CHECK(predicate_prepare(&pass->predicate, &pass->file->schema, &error) == OK);
    CHECK(ordered_feed_start(&pass->ordered, &pass->scan, &pass->predicate, &order,
                             1 + random_below(state, 20), &error) == OK);
    pass->feed = &pass->ordered.base;
    see_all(pass);
    check_seen_all(pass);
    check_order_of_small(pass);
}

static void rows_in_an_order(void)
{
    random_files(order_random, 100);
}

/* Scans until look-ups pay; afterwards each pass finds the same rows as a scan. */
static void look_up_random(uint64_t *state, struct pass *pass)
{
    struct look_up *look_up = look_up_by_small();
    int n_looked_up = 0;
    for (int i = 0; i < 300; i++) {
        int64_t value = random_small(state);
        if (begin_look_up(pass, look_up, value)) {
            n_looked_up++;
        } else {
            struct scan_counters before = pass->scan.counters;
            start_scan(pass, value);
            scan_stop(&pass->scan);
            look_up_add_work(look_up, &before, &pass->scan.counters);
        }
        if (i % 10 == 0 || pass->feed == &pass->cached.base)
            see_all(pass);
        if (n_seen(pass) > 0)
            check_seen_with(pass, value);
    }
    CHECK(n_looked_up > 0 || n_rows_of(pass->file) > 1000);
    look_up_release(look_up);
}

static void rows_that_are_looked_up(void)
{
    random_files(look_up_random, 30);
}

static void look_up_quickly(uint64_t *state, struct pass *pass)
{
    struct look_up *look_up = look_up_by_small();
    struct scan_counters none = {0}, much = {.rows_tested = UINT32_MAX};
    int n_quick = 0;
    look_up_add_work(look_up, &none, &much);
    CHECK(begin_look_up(pass, look_up, 0));
    for (int i = 0; i < 50; i++) {
        struct literal literal = {.type = LITERAL_INTEGER,
                                  .integer = random_small(state)};
        if (!look_up_integers(look_up, &literal, &pass->cached.pass)) {
            CHECK(begin_look_up(pass, look_up, literal.integer));
            CHECK(i == 0 || pass->cached.pass.positions.capacity < 4096);
        } else {
            n_quick++;
            pass->seen.size = 0;
            pass->batch = (struct feed_batch){0};
        }
        see_all(pass);
        check_seen_with(pass, literal.integer);
    }
    CHECK(n_quick > 0 || n_rows_of(pass->file) == 0);
    struct literal text = {.type = LITERAL_TEXT};
    CHECK(!look_up_integers(look_up, &text, &pass->cached.pass));
    look_up_release(look_up);
}

static void integers_are_looked_up_quickly(void)
{
    random_files(look_up_quickly, 30);
}

/* SMALL and ID have values. */
struct two_values {
    int64_t values[2];
    struct value_range *ranges; /* for the predicate to point to */
    const struct schema *schema;
};

static enum status make_two_terms(const void *caller, const uint32_t *terms, uint32_t n,
                                  struct predicate *predicate, struct error *error)
{
    static const uint32_t COLUMNS[] = {SMALL, ID};
    const struct two_values *c = caller;
    for (uint32_t i = 0; i < n; i++) {
        struct predicate_term *term = predicate_add(predicate, COLUMNS[terms[i]]);
        int64_t value = c->values[terms[i]];
        if (term == NULL)
            return error_nomem(error);
        c->ranges[terms[i]] = (struct value_range){.low.int64 = value,
                                                   .high.int64 = value};
        term->set = (struct value_set){
            .domain = DOMAIN_INT64, .n_ranges = 1, .ranges = &c->ranges[terms[i]]};
    }
    return predicate_prepare(predicate, c->schema, error);
}

static void look_up_two_quickly(uint64_t *state, struct pass *pass)
{
    struct look_up_term term = {.is_in_file = true,
                                .column = SMALL,
                                .is_equality = true,
                                .is_integer = true,
                                .domain = DOMAIN_INT64};
    struct look_up_spec spec = {.n_terms = 2, .terms = {term, term}};
    struct scan_counters none = {0}, much = {.rows_tested = UINT32_MAX};
    struct look_up_pass *found = &pass->cached.pass;
    struct value_range ranges[2];
    struct error error = {0};
    int n_quick = 0;
    spec.terms[1].column = ID;
    struct look_up *look_up = must(look_up_new(&spec));
    look_up_add_work(look_up, &none, &much);
    for (uint32_t i = 0; i < 50 && n_rows_of(pass->file) > 0; i++) {
        uint32_t row = (uint32_t)random_below(state, n_rows_of(pass->file));
        int64_t value = i % 3 == 0 ? random_small(state)
                                   : pass->file->fakes[SMALL].cells[row].value.int64;
        struct two_values caller = {{value, row}, ranges, &pass->file->schema};
        struct literal values[] = {{.type = LITERAL_INTEGER, .integer = value},
                                   {.type = LITERAL_INTEGER, .integer = row}};
        struct look_up_request request = {.scan = &pass->scan,
                                          .n_rows = n_rows_of(pass->file),
                                          .values = values,
                                          .caller = &caller,
                                          .predicate = make_two_terms};
        bool is_quick = found->table != NULL && look_up_integers(look_up, values, found);
        struct look_up_table *before = found->table;
        n_quick += is_quick;
        if (!is_quick) {
            CHECK(look_up_begin(look_up, &request, found, &error) == OK);
            look_up_table_release(before);
        }
        if (found->is_all) /* the table is of the first values */
            continue;
        const uint32_t *rows = (const uint32_t *)(const void *)found->positions.data;
        size_t n = found->positions.size / sizeof *rows;
        CHECK(n == has_small(pass->file, row, value));
        CHECK(n == 0 || cached_rows_number(&found->table->rows, rows[0]) == row);
    }
    CHECK(n_quick > 10 || n_rows_of(pass->file) < 3);
    look_up_release(look_up);
}

static void pairs_of_integers_are_looked_up_quickly(void)
{
    random_files(look_up_two_quickly, 30);
}

static void sort_random(uint64_t *state, struct pass *pass)
{
    struct look_up *look_up = sort_by_small(ROWS_ALL, (uint32_t)random_below(state, 4));
    CHECK(begin_look_up(pass, look_up, 0));
    see_all(pass);
    check_seen_all(pass);
    check_order_of_small(pass);
    look_up_release(look_up);
}

static void sorted_rows(void)
{
    random_files(sort_random, 100);
}

/* The first row comes from the order, the others from rows that are sorted. */
static void swap_random(uint64_t *state, struct pass *pass)
{
    struct error error = {0};
    struct row_order order = by_small();
    struct look_up *look_up = sort_by_small(ROWS_ALL, 0);
    (void)state;
    CHECK(predicate_prepare(&pass->predicate, &pass->file->schema, &error) == OK);
    CHECK(ordered_feed_start(&pass->ordered, &pass->scan, &pass->predicate, &order, 1,
                             &error) == OK);
    pass->ordered.may_want_all = true;
    pass->feed = &pass->ordered.base;
    CHECK(!ordered_feed_wants_sort(&pass->ordered));
    if (next_row(pass)) {
        uint64_t first = pass->feed->ops->number(pass->feed, pass->batch.row);
        CHECK(first == pass->ordered.first);
        CHECK(ordered_feed_wants_sort(&pass->ordered));
        CHECK(!ordered_feed_wants_sort(&pass->ordered));
        CHECK(begin_look_up(pass, look_up, 0));
        CHECK(cached_feed_leave_out(&pass->cached, first, &error) == OK);
        CHECK(buffer_append(&pass->seen, &first, sizeof first, &error) == OK);
        see_all(pass);
    }
    check_seen_all(pass);
    check_order_of_small(pass);
    look_up_release(look_up);
}

static void sorted_rows_take_the_place_of_found_ones(void)
{
    random_files(swap_random, 100);
}

static void a_row_to_leave_out_must_be_kept(void)
{
    static const uint32_t rows[] = {3};
    struct error error = {0};
    struct fake_file file;
    struct pass pass;
    fake_init(&file, rows, 1);
    random_file_columns(&file);
    fake_finish(&file);
    pass_init(&pass, &file);
    struct look_up *look_up = sort_by_small(ROWS_ALL, 0);
    CHECK(begin_look_up(&pass, look_up, 0));
    CHECK(cached_feed_leave_out(&pass.cached, 3, &error) == CORRUPT);
    CHECK_TEXT(error.message, "row 3 is missing");
    look_up_release(look_up);
    pass_release(&pass);
    fake_free(&file);
}

/* Whether the row's SMALL equals that of the kept row at the batch's position. */
static void check_counted(struct pass *pass, uint64_t *n_same)
{
    const struct scan_column *window;
    struct error error = {0};
    CHECK(counted_feed_has_value(&pass->counted, SMALL));
    CHECK(pass->feed->ops->column(pass->feed, &pass->batch, SMALL, false, &window,
                                  &error) == OK);
    uint32_t at = (uint32_t)(pass->batch.row - window->first);
    bool is_null = column_vector_is_null(&window->vector, at);
    uint64_t n = 0;
    for (uint32_t row = 0; row < n_rows_of(pass->file); row++) {
        const struct fake_cell *cell = &pass->file->fakes[SMALL].cells[row];
        n += is_null
                 ? cell->is_null
                 : !cell->is_null &&
                       cell->value.int64 ==
                           column_vector_value(&window->vector,
                                               column_vector_index(&window->vector, at))
                               .int64;
    }
    *n_same = n;
}

/* Counted rows come as often as they are counted, until they are shown one by one. */
static void count_random(uint64_t *state, struct pass *pass)
{
    struct error error = {0};
    struct look_up *look_up = sort_by_small(ROWS_COUNTED, 0);
    uint64_t n_rows = n_rows_of(pass->file), n_before = 0, n_same = 0, n_of_value = 0;
    uint64_t most = random_below(state, 3) == 0 ? UINT64_MAX
                                                : random_below(state, n_rows + 1);
    CHECK(begin_look_up(pass, look_up, 0));
    if (pass->cached.pass.table->counts.size > 0) {
        counted_feed_start(&pass->counted, &pass->cached);
        pass->feed = &pass->counted.base;
        while (n_before < most && next_row(pass)) {
            if (n_of_value == n_same) {
                check_counted(pass, &n_same);
                n_of_value = 0;
            }
            n_of_value++;
            n_before++;
        }
        CHECK(n_before == (most < n_rows ? most : n_rows));
        CHECK(most < n_rows || n_of_value == n_same);
        if (n_before > 0 && feed_batch_has_row(&pass->batch)) {
            CHECK(counted_feed_show_each(&pass->counted, &pass->batch, &error) == OK);
            pass->feed = &pass->cached.base;
            see_row(pass);
            see_all(pass);
            CHECK(n_seen(pass) == n_rows - n_before + 1);
            check_order_of_small(pass);
        }
    } else {
        see_all(pass);
        check_seen_all(pass);
    }
    look_up_release(look_up);
}

static void counted_rows(void)
{
    random_files(count_random, 200);
}

int main(void)
{
    RUN(a_scan);
    RUN(skipped_rows_do_not_come);
    RUN(rows_in_an_order);
    RUN(rows_that_are_looked_up);
    RUN(integers_are_looked_up_quickly);
    RUN(pairs_of_integers_are_looked_up_quickly);
    RUN(sorted_rows);
    RUN(sorted_rows_take_the_place_of_found_ones);
    RUN(a_row_to_leave_out_must_be_kept);
    RUN(counted_rows);
    return unit_test_done();
}
