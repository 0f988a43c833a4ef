/* SPDX-License-Identifier: MIT */
/*
 * test_distinct_rows.c - one row for each combination of values of some columns, for any
 * row groups, dictionaries with unused entries, nulls and conditions; how many rows have
 * it; which row groups are not read; and what happens when there are too many
 * combinations or no memory.
 */
#include "base/alloc.h"
#include "rows/distinct_rows.h"
#include "unit_random_file.h"

struct search {
    struct fake_file *file;
    struct scan scan;
    struct predicate predicate;
    struct cached_rows rows;
    struct row_order columns;
    bool are_few, counts_rows;
    struct buffer counts;
    /* The condition: a set of a column's values, if `column` is not UINT32_MAX. */
    uint32_t column;
    struct value_set set;
    struct value_range ranges[MOST_RANGES];
};

static void search_release(struct search *s)
{
    cached_rows_release(&s->rows);
    buffer_release(&s->counts);
    predicate_release(&s->predicate);
    scan_release(&s->scan);
}

static enum status search_run(struct search *s, struct error *error)
{
    s->scan = (struct scan){0};
    s->predicate = (struct predicate){0};
    s->rows = (struct cached_rows){0};
    s->counts = (struct buffer){0};
    enum status status = scan_init(&s->scan, &s->file->base, error);
    if (status == OK && s->column != UINT32_MAX) {
        struct predicate_term *term = predicate_add(&s->predicate, s->column);
        if (term == NULL)
            return error_nomem(error);
        term->prunes = true;
        term->set = s->set;
        status = predicate_prepare(&s->predicate, &s->file->schema, error);
    }
    return status == OK
               ? distinct_rows_collect(&s->rows, &s->scan, &s->predicate, &s->columns,
                                       SIZE_MAX, s->counts_rows ? &s->counts : NULL,
                                       &s->are_few, error)
               : status;
}

static struct search search_of(struct fake_file *file, uint32_t column)
{
    return (struct search){
        .file = file, .columns = {1, {{.column = column}}}, .column = UINT32_MAX};
}

static bool is_null_cell(const struct fake_column *column, const struct fake_cell *cell)
{
    return cell->is_null || fake_is_nan(column, cell);
}

static bool is_same(const struct fake_column *column, uint32_t a, uint32_t b)
{
    const struct fake_cell *x = &column->cells[a], *y = &column->cells[b];
    if (is_null_cell(column, x) || is_null_cell(column, y))
        return is_null_cell(column, x) && is_null_cell(column, y);
    if (column->domain == DOMAIN_BYTES)
        return bytes_compare(x->value.bytes, y->value.bytes) == 0;
    if (column->domain == DOMAIN_INSTANT)
        return x->value.instant.seconds == y->value.instant.seconds &&
               x->value.instant.nanos == y->value.instant.nanos;
    return x->value.int64 == y->value.int64; /* bit by bit */
}

static bool is_same_combination(const struct search *s, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < s->columns.n_columns; i++) {
        if (!is_same(&s->file->fakes[s->columns.columns[i].column], a, b))
            return false;
    }
    return true;
}

static bool passes(const struct search *s, uint32_t row)
{
    if (s->column == UINT32_MAX)
        return true;
    const struct fake_column *column = &s->file->fakes[s->column];
    const struct fake_cell *cell = &column->cells[row];
    if (is_null_cell(column, cell))
        return s->set.accepts_null;
    return plain_contains(column->domain, s->set.ranges, s->set.n_ranges, cell->value);
}

static uint32_t count_like(const struct search *s, uint32_t row)
{
    uint32_t n = 0, n_rows = s->file->group_first[s->file->n_groups];
    for (uint32_t other = 0; other < n_rows; other++)
        n += passes(s, other) && is_same_combination(s, row, other);
    return n;
}

static void check_counts(const struct search *s)
{
    const uint32_t *counts = (const uint32_t *)(const void *)s->counts.data;
    CHECK(s->counts.size == s->rows.n_rows * sizeof *counts);
    for (uint32_t i = 0; i < s->counts.size / sizeof *counts; i++)
        CHECK(counts[i] == count_like(s, (uint32_t)cached_rows_number(&s->rows, i)));
}

/* Checks that the rows found are the first ones with their combinations. */
static void check_rows(const struct search *s)
{
    uint32_t n = 0, n_rows = s->file->group_first[s->file->n_groups];
    for (uint32_t row = 0; row < n_rows; row++) {
        uint32_t i = 0;
        while (i < n &&
               !is_same_combination(s, row, (uint32_t)cached_rows_number(&s->rows, i)))
            i++;
        if (i < n || !passes(s, row))
            continue;
        CHECK(n < s->rows.n_rows && cached_rows_number(&s->rows, n) == row);
        if (n == s->rows.n_rows)
            return;
        n++;
    }
    CHECK(n == s->rows.n_rows);
    if (s->counts_rows)
        check_counts(s);
}

/* Adds an entry to the front of some dictionaries that no row uses. */
static void add_unused_entries(uint64_t *state, struct fake_file *file)
{
    for (uint32_t c = SMALL; c < N_FILE_COLUMNS; c++) {
        size_t width = vector_kind_width(file->columns[c].kind);
        for (uint32_t g = 0; g < file->n_groups; g++) {
            struct fake_chunk *chunk = &file->fakes[c].chunks[g];
            union column_value value = {.int64 = 1000};
            if (file->columns[c].kind == VECTOR_BYTES)
                value.bytes = (struct bytes_value){(const uint8_t *)"unused", 6};
            if (!chunk->is_dictionary || random_below(state, 3) > 0)
                continue;
            uint8_t *entries = must(malloc((chunk->n_entries + 1) * width));
            memcpy(entries, &value, width);
            memcpy(entries + width, chunk->entries, chunk->n_entries * width);
            free(chunk->entries);
            chunk->entries = (void *)entries;
            chunk->n_entries++;
        }
    }
}

static void rows_have_all_combinations(void)
{
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct fake_file file;
        struct error error = {0};
        uint64_t state = seed;
        int faults = unit_test_faults;
        make_random_file(&state, &file);
        add_unused_entries(&state, &file);
        struct search s = search_of(&file, SMALL);
        s.columns.n_columns = 1 + (uint32_t)random_below(&state, 2);
        s.counts_rows = seed % 2 == 0;
        for (uint32_t i = 0; i < s.columns.n_columns; i++)
            s.columns.columns[i].column = SMALL + (uint32_t)random_below(
                                                      &state, N_FILE_COLUMNS - SMALL);
        if (random_below(&state, 3) == 0) {
            s.column = (uint32_t)random_below(&state, N_FILE_COLUMNS);
            random_ranges(&state, file.fakes[s.column].domain, 3, s.ranges, &s.set);
            value_set_normalise(&s.set);
            s.set.ranges = s.ranges;
        }
        CHECK(search_run(&s, &error) == OK);
        CHECK(s.are_few);
        check_rows(&s);
        search_release(&s);
        fake_free(&file);
        if (faults != unit_test_faults)
            fprintf(stderr, "seed %d\n", (int)seed);
    }
}

/* Three row groups with the values 0 .. 6 of SMALL, in dictionaries. */
static void make_small_file(struct fake_file *file)
{
    uint32_t rows[] = {3000, 3000, 3000};
    fake_init(file, rows, 3);
    random_file_columns(file);
    for (uint32_t i = 0; i < 9000; i++)
        file->fakes[SMALL].cells[i].value.int64 = i % 7;
    for (uint32_t g = 0; g < 3; g++)
        file->fakes[SMALL].chunks[g] = (struct fake_chunk){.has_statistics = true,
                                                           .is_dictionary = true};
}

static uint32_t rows_read(struct fake_file *file)
{
    struct error error = {0};
    struct search s = search_of(file, SMALL);
    fake_finish(file);
    file->fakes[SMALL].n_rows_read = 0;
    CHECK(search_run(&s, &error) == OK && s.are_few);
    check_rows(&s);
    search_release(&s);
    return file->fakes[SMALL].n_rows_read;
}

static void row_groups_without_new_entries_are_not_read(void)
{
    struct fake_file file;
    struct error error = {0};
    make_small_file(&file);
    struct fake_cell *cells = file.fakes[SMALL].cells;
    CHECK(rows_read(&file) < 200);
    cells[8500].value.int64 = 7; /* a new entry */
    uint32_t n = rows_read(&file);
    CHECK(n >= 2500 && n < 3300);
    cells[8500].value.int64 = 1;
    cells[4000].is_null = true;
    n = rows_read(&file);
    CHECK(n >= 1000 && n < 2300);
    cells[4000].is_null = false;
    for (uint32_t g = 0; g < 3; g++)
        file.fakes[SMALL].chunks[g].has_statistics = false; /* nulls are possible */
    CHECK(rows_read(&file) == 9000);
    struct search s = search_of(&file, SMALL);
    s.column = SMALL;
    s.set = (struct value_set){.domain = DOMAIN_INT64, .n_ranges = 1, .ranges = s.ranges};
    s.ranges[0] = (struct value_range){.low.int64 = 3, .high.int64 = 5};
    file.fakes[SMALL].n_rows_read = 0;
    CHECK(search_run(&s, &error) == OK); /* other entries and nulls are not looked for */
    check_rows(&s);
    CHECK(s.rows.n_rows == 3 && file.fakes[SMALL].n_rows_read < 3000);
    search_release(&s);
    cells[2].is_null = true; /* so no others are looked for */
    CHECK(rows_read(&file) < 200);
    fake_free(&file);
}

/* ID has another value in each row. */
static void too_many_combinations_are_given_up(void)
{
    uint32_t rows[] = {40000};
    struct fake_file file;
    struct error error = {0};
    fake_init(&file, rows, 1);
    random_file_columns(&file);
    fake_finish(&file);
    for (uint32_t n = 1; n <= 2; n++) {
        struct search s = search_of(&file, ID);
        s.columns.n_columns = n;
        s.columns.columns[1].column = SMALL;
        CHECK(search_run(&s, &error) == OK);
        CHECK(!s.are_few && s.rows.n_rows == 0 && s.rows.columns == NULL);
        search_release(&s);
    }
    fake_free(&file);
}

static void failed_allocations_are_reported(void)
{
    for (uint64_t seed = 3; seed < 9; seed++) {
        struct fake_file file;
        uint64_t state = seed;
        make_random_file(&state, &file);
        struct search s = search_of(&file, TEXT);
        s.columns.n_columns = 1 + (uint32_t)(seed % 2);
        s.counts_rows = seed >= 6;
        s.columns.columns[1].column = SMALL;
        enum status status = NOMEM;
        for (long n = 1; status == NOMEM && n < 100000; n++) {
            struct error error = {0};
            mem_fail_at(n, 0);
            status = search_run(&s, &error);
            mem_fail_at(0, 0);
            CHECK(status == error.status);
            if (status == OK)
                check_rows(&s);
            search_release(&s);
        }
        CHECK(status == OK);
        fake_free(&file);
    }
}

int main(void)
{
    RUN(rows_have_all_combinations);
    RUN(row_groups_without_new_entries_are_not_read);
    RUN(too_many_combinations_are_given_up);
    RUN(failed_allocations_are_reported);
    return unit_test_done();
}
