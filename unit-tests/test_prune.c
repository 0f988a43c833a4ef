/* SPDX-License-Identifier: MIT */
/*
 * test_prune.c - scans with predicates over fake files: the rows are those found by
 * testing each cell, and statistics, page ranges, Bloom filters and dictionaries each
 * exclude what they should and count it (scan.h).
 */
#include "base/interrupt.h"
#include "scan/scan.h"
#include "value/value_text.h"
#include "unit_fake_file.h"

enum { MOST_TERMS = 4 };

/* ---- Testing single cells --------------------------------------------------------- */

static bool accepts_text(const struct predicate_term *term, struct bytes_value text)
{
    uint8_t lower[64];
    if (term->has_pattern)
        return text_pattern_matches(&term->pattern, text);
    if (term->accepts_numeric_text && text_looks_numeric(text))
        return true;
    if (term->transform == TRANSFORM_NOCASE) {
        for (size_t i = 0; i < text.size; i++) {
            if (text.data[i] == 0)
                return true; /* left to SQLite */
            bool is_upper = text.data[i] >= 'A' && text.data[i] <= 'Z';
            lower[i] = (uint8_t)(text.data[i] + (is_upper ? 32 : 0));
        }
        text.data = lower;
    }
    while (term->transform == TRANSFORM_RTRIM && text.size > 0 &&
           text.data[text.size - 1] == ' ')
        text.size--;
    return plain_contains(DOMAIN_BYTES, term->set.ranges, term->set.n_ranges,
                          (union column_value){.bytes = text});
}

static bool accepts(const struct fake_file *file, const struct predicate_term *term,
                    uint64_t row)
{
    const struct fake_column *column = &file->fakes[term->column];
    const struct fake_cell *cell = &column->cells[row];
    char text[VALUE_TEXT_SIZE];
    if (cell->is_null || fake_is_nan(column, cell))
        return !term->has_pattern && term->set.accepts_null;
    if (term->is_formatted) {
        size_t size = text_from_date(cell->value.int64, text);
        return accepts_text(term, (struct bytes_value){(const uint8_t *)text, size});
    }
    if (column->domain == DOMAIN_BYTES)
        return accepts_text(term, cell->value.bytes);
    return plain_contains(column->domain, term->set.ranges, term->set.n_ranges,
                          cell->value);
}

/* ---- A random file --------------------------------------------------------------- */

enum { ID, SMALL, REAL, TEXT, LARGE_TEXT, DATE, INSTANT, N_FILE_COLUMNS };

/* A chunk's values come from a part of the pool, so that its statistics can exclude. */
static void fill_column(uint64_t *state, struct fake_file *file, uint32_t c)
{
    struct fake_column *column = &file->fakes[c];
    for (uint32_t g = 0; g < file->n_groups; g++) {
        size_t from = random_below(state, N_POOL),
               width = 1 + random_below(state, N_POOL);
        uint32_t nulls = (uint32_t)random_below(state, 4);
        for (uint32_t i = file->group_first[g]; i < file->group_first[g + 1]; i++) {
            struct fake_cell *cell = &column->cells[i];
            if (random_below(state, 40) == 0)
                from = random_below(state, N_POOL);
            size_t k = (from + random_below(state, width)) % N_POOL;
            cell->value = pool_value(column->domain, k);
            if (c == ID)
                cell->value.int64 = (int64_t)i - 100;
            if (c == DATE)
                cell->value.int64 = (int64_t)k * 30 + (k > 12 ? 3000000 : 0);
            if (c == REAL && random_below(state, 20) == 0)
                cell->value.float64 = NAN;
            cell->is_null = c != ID && (nulls == 3 || random_below(state, 8) < nulls);
        }
    }
}

static void random_chunks(uint64_t *state, struct fake_file *file)
{
    for (uint32_t c = 0; c < file->schema.n_columns; c++) {
        struct fake_column *column = &file->fakes[c];
        bool is_large = c == LARGE_TEXT || random_below(state, 4) == 0;
        column->most_rows = is_large ? 1 + (uint32_t)random_below(state, 50) : 0;
        for (uint32_t g = 0; g < file->n_groups; g++) {
            struct fake_chunk *chunk = &column->chunks[g];
            uint32_t n_rows = file->group_rows[g];
            chunk->has_statistics = random_below(state, 2) == 0;
            chunk->has_index = random_below(state, 2) == 0;
            chunk->has_page_statistics = !chunk->has_index && random_below(state, 2) == 0;
            chunk->has_bloom = random_below(state, 2) == 0;
            chunk->is_dictionary = random_below(state, 2) == 0;
            chunk->n_dictionary_rows = n_rows / 2;
            chunk->page_rows = (uint32_t)random_below(state, n_rows + 1);
            if (chunk->page_rows < n_rows / 60 + 1)
                chunk->page_rows = n_rows / 60 + 1;
        }
    }
}

static void make_random_file(uint64_t *state, struct fake_file *file)
{
    uint32_t rows[MOST_GROUPS];
    uint32_t n_groups = (uint32_t)random_below(state, MOST_GROUPS + 1);
    for (uint32_t i = 0; i < n_groups; i++)
        rows[i] = (uint32_t)random_below(state, random_below(state, 3) == 0 ? 3000 : 200);
    fake_init(file, rows, n_groups);
    fake_add_column(file, COLUMN_INTEGER, VECTOR_INT64, DOMAIN_INT64);
    fake_add_column(file, COLUMN_INTEGER, VECTOR_INT64, DOMAIN_INT64);
    fake_add_column(file, COLUMN_REAL, VECTOR_DOUBLE, DOMAIN_DOUBLE);
    fake_add_column(file, COLUMN_TEXT, VECTOR_BYTES, DOMAIN_BYTES);
    fake_add_column(file, COLUMN_TEXT, VECTOR_BYTES, DOMAIN_BYTES);
    fake_add_column(file, COLUMN_DATE, VECTOR_INT64, DOMAIN_INT64);
    fake_add_column(file, COLUMN_TIMESTAMP, VECTOR_INSTANT, DOMAIN_INSTANT);
    for (uint32_t c = 0; c < N_FILE_COLUMNS; c++)
        fill_column(state, file, c);
    random_chunks(state, file);
    fake_finish(file);
}

/* ---- Random predicates ----------------------------------------------------------- */

static struct value_range *ranges_in(struct predicate *predicate)
{
    return must(arena_alloc(&predicate->arena, MOST_RANGES, sizeof(struct value_range)));
}

static union column_value text_value(const char *text)
{
    return (union column_value){.bytes = {(const uint8_t *)text, strlen(text)}};
}

static void random_texts(uint64_t *state, struct predicate_term *term)
{
    static const char *const patterns[] = {"%a%", "a%", "%b", "_", "%", "A_", "b"};
    static const char *const days[] = {"1970-01-01", "1970-0", "1971-02-25", "+010184"};
    struct error error = {0};
    term->prunes = false;
    if (term->column == DATE) {
        term->is_formatted = true;
        for (uint32_t i = 0; i < term->set.n_ranges; i++)
            term->set.ranges[i].low = text_value(days[random_below(state, 4)]);
        for (uint32_t i = 0; i < term->set.n_ranges; i++)
            term->set.ranges[i].high = text_value(days[random_below(state, 4)]);
        value_set_normalise(&term->set);
        return;
    }
    switch (random_below(state, 4)) {
    case 0:
        term->transform = TRANSFORM_NOCASE;
        break;
    case 1:
        term->transform = TRANSFORM_RTRIM;
        break;
    case 2:
        term->accepts_numeric_text = true;
        break;
    default: {
        const char *pattern = patterns[random_below(state, COUNT_OF(patterns))];
        term->set = (struct value_set){.domain = DOMAIN_BYTES};
        term->has_pattern = true;
        CHECK(text_pattern_init(&term->pattern, PATTERN_LIKE, pattern, strlen(pattern),
                                &error) == OK);
    }
    }
}

static void add_random_term(uint64_t *state, const struct fake_file *file,
                            struct predicate *predicate)
{
    uint32_t c = (uint32_t)random_below(state, N_FILE_COLUMNS);
    struct predicate_term *term = must(predicate_add(predicate, c));
    enum value_domain domain = file->fakes[c].domain;
    bool is_text = (c == TEXT || c == LARGE_TEXT || c == DATE) &&
                   random_below(state, 2) == 0;
    uint32_t n_rows = file->group_first[file->n_groups];
    random_ranges(state, is_text ? DOMAIN_BYTES : domain, 4, ranges_in(predicate),
                  &term->set);
    for (uint32_t i = 0; i < term->set.n_ranges && (c == ID || c == DATE) && !is_text;
         i++) {
        struct value_range *range = &term->set.ranges[i];
        range->low.int64 = (int64_t)random_below(state, n_rows + 1) - 100;
        range->high.int64 = range->low.int64 + (int64_t)random_below(state, 300);
    }
    value_set_normalise(&term->set);
    term->prunes = random_below(state, 5) > 0;
    if (is_text)
        random_texts(state, term);
}

static void random_number_set(uint64_t *state, struct predicate *predicate, int64_t end,
                              struct value_set *set)
{
    *set = (struct value_set){.domain = DOMAIN_INT64,
                              .n_ranges = (uint32_t)random_below(state, 4),
                              .ranges = ranges_in(predicate)};
    for (uint32_t i = 0; i < set->n_ranges; i++) {
        struct value_range *range = &set->ranges[i];
        range->low.int64 = (int64_t)random_below(state, (uint64_t)end + 5) - 3;
        range->high.int64 = range->low.int64 + (int64_t)random_below(state, 60);
        if (random_below(state, 6) == 0)
            range->high.int64 = INT64_MAX;
        if (random_below(state, 6) == 0)
            range->low.int64 = INT64_MIN;
    }
    value_set_normalise(set);
}

static void random_predicate(uint64_t *state, const struct fake_file *file,
                             struct predicate *predicate)
{
    struct error error = {0};
    predicate_clear(predicate);
    uint32_t n = (uint32_t)random_below(state, MOST_TERMS + 1);
    for (uint32_t i = 0; i < n; i++)
        add_random_term(state, file, predicate);
    predicate->has_rows = random_below(state, 3) == 0;
    if (predicate->has_rows)
        random_number_set(state, predicate, file->group_first[file->n_groups],
                          &predicate->rows);
    predicate->has_row_groups = random_below(state, 5) == 0;
    if (predicate->has_row_groups)
        random_number_set(state, predicate, file->n_groups, &predicate->row_groups);
    (void)error;
}

/* ---- Passes ---------------------------------------------------------------------- */

static bool cells_agree(const struct fake_file *file, uint32_t c,
                        const struct scan_column *window, uint64_t row)
{
    const struct fake_cell *cell = &file->fakes[c].cells[row];
    uint32_t at = (uint32_t)(row - window->first);
    size_t width = vector_kind_width(window->vector.kind);
    if (column_vector_is_null(&window->vector, at) || cell->is_null)
        return column_vector_is_null(&window->vector, at) == cell->is_null;
    size_t k = column_vector_index(&window->vector, at);
    return memcmp((const uint8_t *)window->vector.values.any + k * width, &cell->value,
                  width) == 0;
}

/* Marks the rows that a pass returns, and reads some of their cells. */
static void collect(uint64_t *state, struct fake_file *file, struct scan *scan,
                    uint8_t *marks)
{
    uint32_t n_rows = file->group_first[file->n_groups];
    uint64_t before = 0;
    bool looks = random_below(state, 2) == 0;
    memset(marks, 0, n_rows + 1);
    for (;;) {
        struct error error = {0};
        CHECK(scan_next_batch(scan, &error) == OK);
        if (scan->batch_first >= scan->batch_end)
            return;
        uint64_t n = scan->selected != NULL ? scan->n_selected
                                            : scan->batch_end - scan->batch_first;
        CHECK(n > 0 && scan->batch_first >= before && scan->batch_end <= n_rows);
        CHECK(scan->batch_end - scan->batch_first <= BATCH_ROWS);
        before = scan->batch_end;
        for (uint64_t i = 0; i < n; i++) {
            uint64_t row = scan->batch_first + (scan->selected ? scan->selected[i] : i);
            if (row >= scan->batch_end || row >= n_rows) {
                CHECK(row < scan->batch_end);
                return;
            }
            CHECK(!marks[row]);
            marks[row] = 1;
            const struct scan_column *window;
            uint32_t c = (uint32_t)random_below(state, N_FILE_COLUMNS);
            if (!looks || c >= file->schema.n_columns)
                continue;
            CHECK(scan_column(scan, c, row, &window, &error) == OK);
            CHECK(cells_agree(file, c, window, row));
        }
    }
}

static void mark_plainly(const struct fake_file *file, const struct predicate *predicate,
                         uint8_t *marks)
{
    for (uint32_t g = 0; g < file->n_groups; g++) {
        for (uint32_t row = file->group_first[g]; row < file->group_first[g + 1]; row++) {
            bool is_in = true;
            union column_value number = {.int64 = row}, group = {.int64 = g};
            for (uint32_t i = 0; i < predicate->n_terms && is_in; i++)
                is_in = accepts(file, &predicate->terms[i], row);
            if (predicate->has_rows)
                is_in = is_in && plain_contains(DOMAIN_INT64, predicate->rows.ranges,
                                                predicate->rows.n_ranges, number);
            if (predicate->has_row_groups)
                is_in = is_in &&
                        plain_contains(DOMAIN_INT64, predicate->row_groups.ranges,
                                       predicate->row_groups.n_ranges, group);
            marks[row] = is_in;
        }
    }
}

static struct scan_counters since(const struct scan *scan,
                                  const struct scan_counters *before)
{
    struct scan_counters now = scan->counters;
    now.row_groups -= before->row_groups;
    now.row_groups_by_statistics -= before->row_groups_by_statistics;
    now.row_groups_by_pages -= before->row_groups_by_pages;
    now.row_groups_by_bloom -= before->row_groups_by_bloom;
    now.row_groups_by_dictionary -= before->row_groups_by_dictionary;
    now.rows_tested -= before->rows_tested;
    now.rows_returned -= before->rows_returned;
    return now;
}

/* Several passes that reuse the scan and the predicate. */
static void check_file(uint64_t *state, struct fake_file *file)
{
    uint32_t n_rows = file->group_first[file->n_groups];
    uint8_t *expected = must(calloc(n_rows + 1, 1)), *got = must(calloc(n_rows + 1, 1));
    struct predicate predicate = {0};
    struct scan scan;
    struct error error = {0};
    CHECK(scan_init(&scan, &file->base, &error) == OK);
    for (int pass = 0; pass < 6; pass++) {
        struct scan_counters before = scan.counters;
        if (random_below(state, 4) > 0 || pass == 0) {
            random_predicate(state, file, &predicate);
            mark_plainly(file, &predicate, expected);
            CHECK(predicate_prepare(&predicate, &file->schema, &error) == OK);
        }
        scan_start(&scan, &predicate);
        collect(state, file, &scan, got);
        CHECK(memcmp(got, expected, n_rows) == 0);
        struct scan_counters counters = since(&scan, &before);
        uint64_t n_expected = 0;
        for (uint32_t i = 0; i < n_rows; i++)
            n_expected += expected[i];
        CHECK(counters.rows_returned == n_expected);
        CHECK(predicate.n_terms == 0 || counters.rows_tested >= n_expected);
        CHECK(counters.rows_tested <= n_rows);
        CHECK(counters.row_groups_by_statistics + counters.row_groups_by_pages +
                  counters.row_groups_by_bloom + counters.row_groups_by_dictionary <=
              counters.row_groups);
    }
    scan_release(&scan);
    predicate_release(&predicate);
    free(expected);
    free(got);
}

static void rows_are_those_found_by_testing_each_cell(void)
{
    for (uint64_t seed = 0; seed < 200; seed++) {
        static struct fake_file file;
        uint64_t state = seed;
        int faults = unit_test_faults;
        make_random_file(&state, &file);
        check_file(&state, &file);
        fake_free(&file);
        if (unit_test_faults > faults) {
            fprintf(stderr, "seed %d\n", (int)seed);
            return;
        }
    }
}

/* ---- Each stage by itself -------------------------------------------------------- */

/* Four row groups of 300 rows.  Column 0 is row / 10 * 2 (30 even numbers per row group),
 * NULL in every 50th row; column 1 is the row modulo 7. */
enum { GROUP_ROWS = 300 };

static void make_steps(struct fake_file *file)
{
    static const uint32_t rows[] = {GROUP_ROWS, GROUP_ROWS, GROUP_ROWS, GROUP_ROWS};
    fake_init(file, rows, 4);
    for (int c = 0; c < 2; c++) {
        struct fake_column *column = fake_add_column(file, COLUMN_INTEGER, VECTOR_INT64,
                                                     DOMAIN_INT64);
        for (uint32_t i = 0; i < 4 * GROUP_ROWS; i++) {
            column->cells[i].value.int64 = c == 0 ? i / 10 * 2 : i % 7;
            column->cells[i].is_null = c == 0 && i % 50 == 49;
        }
    }
}

struct outcome {
    struct scan_counters counters;
    uint64_t n_reads, n_rows_read, n_bloom_tests; /* of column 0 */
};

/* Reads rows with low <= column 0 <= high, and column 1 = other if other >= 0. */
static struct outcome outcome_of(struct fake_file *file, int64_t low, int64_t high,
                                 int64_t other, bool prunes)
{
    struct outcome outcome = {0};
    struct predicate predicate = {0};
    struct scan scan;
    struct error error = {0};
    int64_t lows[] = {low, other}, highs[] = {high, other};
    static uint8_t expected[4 * GROUP_ROWS + 1], got[4 * GROUP_ROWS + 1];
    fake_finish(file);
    for (uint32_t c = 0; c < 2 && (c == 0 || other >= 0); c++) {
        struct predicate_term *term = must(predicate_add(&predicate, c));
        term->set = (struct value_set){.domain = DOMAIN_INT64, .n_ranges = 1};
        term->set.ranges = ranges_in(&predicate);
        term->set.ranges[0].low.int64 = lows[c];
        term->set.ranges[0].high.int64 = highs[c];
        term->prunes = prunes;
    }
    mark_plainly(file, &predicate, expected);
    CHECK(scan_init(&scan, &file->base, &error) == OK);
    CHECK(predicate_prepare(&predicate, &file->schema, &error) == OK);
    scan_start(&scan, &predicate);
    uint64_t state = 0;
    collect(&state, file, &scan, got);
    CHECK(memcmp(expected, got, 4 * GROUP_ROWS) == 0);
    outcome.counters = scan.counters;
    outcome.n_reads = file->fakes[0].n_reads;
    outcome.n_rows_read = file->fakes[0].n_rows_read;
    outcome.n_bloom_tests = file->fakes[0].n_bloom_tests;
    file->fakes[0].n_reads = file->fakes[0].n_rows_read = 0;
    file->fakes[0].n_bloom_tests = 0;
    scan_release(&scan);
    predicate_release(&predicate);
    return outcome;
}

static void set_chunks(struct fake_file *file, struct fake_chunk like)
{
    for (uint32_t g = 0; g < 4; g++) {
        like.entries = file->fakes[0].chunks[g].entries;
        file->fakes[0].chunks[g] = like;
    }
}

static void without_facts_all_rows_are_read(void)
{
    static struct fake_file file;
    make_steps(&file);
    struct outcome outcome = outcome_of(&file, 70, 80, -1, true);
    CHECK(outcome.counters.row_groups == 4 && outcome.counters.rows_tested == 1200);
    CHECK(outcome.counters.row_groups_by_statistics == 0 && outcome.n_rows_read == 1200);
    set_chunks(&file, (struct fake_chunk){.has_statistics = true,
                                          .has_bloom = true,
                                          .has_index = true,
                                          .page_rows = 25});
    outcome = outcome_of(&file, 70, 70, -1, false);
    CHECK(outcome.counters.rows_tested == 1200 && outcome.n_bloom_tests == 0);
    fake_free(&file);
}

static void statistics_exclude_row_groups(void)
{
    static struct fake_file file;
    make_steps(&file);
    set_chunks(&file, (struct fake_chunk){.has_statistics = true});
    struct outcome outcome = outcome_of(&file, 70, 80, -1, true);
    CHECK(outcome.counters.row_groups == 4);
    CHECK(outcome.counters.row_groups_by_statistics == 3);
    CHECK(outcome.counters.rows_tested == 300 && outcome.n_rows_read == 300);
    outcome = outcome_of(&file, 58, 60, -1, true); /* last of group 0, first of group 1 */
    CHECK(outcome.counters.row_groups_by_statistics == 2);
    outcome = outcome_of(&file, 59, 59, -1, true); /* between them */
    CHECK(outcome.counters.row_groups_by_statistics == 4 && outcome.n_reads == 0);
    CHECK(outcome.counters.rows_tested == 0 && outcome.counters.rows_returned == 0);
    fake_free(&file);
}

static void bloom_filters_exclude_row_groups(void)
{
    static struct fake_file file;
    make_steps(&file);
    set_chunks(&file, (struct fake_chunk){.has_bloom = true});
    struct outcome outcome = outcome_of(&file, 70, 70, -1, true);
    CHECK(outcome.counters.row_groups_by_bloom == 3 && outcome.n_rows_read == 300);
    CHECK(outcome.n_bloom_tests == 4);
    outcome = outcome_of(&file, 70, 71, -1, true); /* a range has no lookup */
    CHECK(outcome.counters.row_groups_by_bloom == 0 && outcome.n_bloom_tests == 0);
    /* Filters of row groups that statistics exclude are not used. */
    set_chunks(&file, (struct fake_chunk){.has_bloom = true, .has_statistics = true});
    outcome = outcome_of(&file, 71, 71, -1, true);
    CHECK(outcome.counters.row_groups_by_statistics == 3);
    CHECK(outcome.counters.row_groups_by_bloom == 1 && outcome.n_bloom_tests == 1);
    CHECK(outcome.n_reads == 0);
    fake_free(&file);
}

static void page_ranges_exclude_rows(void)
{
    static struct fake_file file;
    make_steps(&file);
    set_chunks(&file, (struct fake_chunk){.has_index = true, .page_rows = 25});
    struct outcome outcome = outcome_of(&file, 70, 70, -1, true); /* rows 350..359 */
    CHECK(outcome.counters.row_groups_by_pages == 3);
    CHECK(outcome.counters.rows_tested == 25 && outcome.n_rows_read == 25);
    outcome = outcome_of(&file, 74, 74, -1, true); /* 370..379, in two pages */
    CHECK(outcome.counters.rows_tested == 50 && outcome.n_rows_read == 50);
    CHECK(outcome.counters.rows_returned == 10);
    /* The other column, which has no index, is read for these rows only. */
    file.fakes[1].n_rows_read = 0;
    outcome = outcome_of(&file, 74, 74, 3, true);
    CHECK(file.fakes[1].n_rows_read <= 50 && outcome.counters.rows_tested == 50);
    fake_free(&file);
}

/* Only the pages that remain are verified.  If one does not hold, no page is excluded. */
static void pages_are_verified_before_others_are_excluded(void)
{
    static struct fake_file file;
    make_steps(&file);
    set_chunks(&file, (struct fake_chunk){.has_index = true, .page_rows = 25});
    struct outcome outcome = outcome_of(&file, 70, 70, -1, true); /* rows 350..359 */
    CHECK(outcome.counters.rows_tested == 25 && file.fakes[0].n_verified == 1);
    file.fakes[0].n_verified = 0;
    set_chunks(&file, (struct fake_chunk){
                          .has_index = true, .page_rows = 25, .index_is_wrong = true});
    outcome = outcome_of(&file, 70, 70, -1, true);
    CHECK(file.fakes[0].n_verified == 1);
    CHECK(outcome.counters.rows_tested == 300 && outcome.counters.rows_returned == 10);
    /* Where the bounds exclude nothing, nothing depends on the index. */
    file.fakes[0].n_verified = 0;
    set_chunks(&file, (struct fake_chunk){
                          .has_index = true, .page_rows = 25, .index_is_wrong = true});
    outcome = outcome_of(&file, 0, 1000, -1, true);
    CHECK(outcome.counters.rows_returned == 1176 && file.fakes[0].n_verified == 0);
    fake_free(&file);
}

static void dictionaries_exclude_row_groups(void)
{
    static struct fake_file file;
    make_steps(&file);
    set_chunks(&file, (struct fake_chunk){.is_dictionary = true});
    struct outcome outcome = outcome_of(&file, 70, 70, -1, true);
    CHECK(outcome.counters.row_groups_by_dictionary == 3 && outcome.n_rows_read == 300);
    outcome = outcome_of(&file, 71, 71, -1, false); /* even without `prunes` */
    CHECK(outcome.counters.row_groups_by_dictionary == 4 && outcome.n_reads == 0);
    /* Not if some pages have another encoding. */
    set_chunks(&file, (struct fake_chunk){.n_dictionary_rows = 290});
    outcome = outcome_of(&file, 70, 70, -1, true);
    CHECK(outcome.counters.row_groups_by_dictionary == 0 && outcome.n_rows_read == 1200);
    fake_free(&file);
}

static void statistics_in_page_headers_exclude_pages(void)
{
    static struct fake_file file;
    make_steps(&file);
    set_chunks(&file, (struct fake_chunk){.has_page_statistics = true, .page_rows = 20});
    struct outcome outcome = outcome_of(&file, 70, 70, -1, true);
    CHECK(outcome.counters.rows_returned == 10 && outcome.n_rows_read < 1200);
    CHECK(outcome.counters.row_groups_by_pages == 0);
    outcome = outcome_of(&file, 71, 71, -1, true);
    CHECK(outcome.counters.rows_tested == 0 && outcome.n_reads == 0);
    fake_free(&file);
}

static void row_groups_excluded_by_number_are_not_counted(void)
{
    static struct fake_file file;
    struct predicate predicate = {.has_rows = true, .has_row_groups = true};
    struct value_range rows = {.low.int64 = 350, .high.int64 = INT64_MAX};
    struct value_range groups = {.low.int64 = 1, .high.int64 = 1};
    struct scan scan;
    struct error error = {0};
    static uint8_t got[4 * GROUP_ROWS + 1];
    uint64_t state = 1;
    make_steps(&file);
    fake_finish(&file);
    predicate.rows = (struct value_set){.n_ranges = 1, .ranges = &rows};
    predicate.row_groups = (struct value_set){.n_ranges = 1, .ranges = &groups};
    CHECK(scan_init(&scan, &file.base, &error) == OK);
    scan_start(&scan, &predicate);
    collect(&state, &file, &scan, got);
    for (uint32_t i = 0; i < 4 * GROUP_ROWS; i++)
        CHECK(got[i] == (i >= 350 && i < 600));
    CHECK(scan.counters.row_groups == 1 && scan.counters.rows_returned == 250);
    predicate.is_never = true;
    scan_start(&scan, &predicate);
    CHECK(scan_next_batch(&scan, &error) == OK && scan.batch_first == scan.batch_end);
    CHECK(scan.counters.row_groups == 1);
    scan_release(&scan);
    fake_free(&file);
}

/* ---- Ends of batches and passes -------------------------------------------------- */

/* The pattern is tested on a window that a longer pass has read. */
static void a_pass_returns_only_its_rows_of_a_longer_window(void)
{
    static struct fake_file file;
    static const uint32_t rows[] = {200};
    static uint8_t expected[201], got[201];
    struct predicate predicate = {.has_rows = true};
    struct value_range ranges[2] = {{.low.int64 = 0, .high.int64 = 150}};
    struct scan scan;
    struct error error = {0};
    uint64_t state = 0;
    fake_init(&file, rows, 1);
    struct fake_column *column = fake_add_column(&file, COLUMN_TEXT, VECTOR_BYTES,
                                                 DOMAIN_BYTES);
    for (uint32_t i = 0; i < 200; i++)
        column->cells[i].value = text_value("row");
    fake_finish(&file);
    struct predicate_term *term = must(predicate_add(&predicate, 0));
    term->set.domain = DOMAIN_BYTES;
    term->has_pattern = true;
    CHECK(text_pattern_init(&term->pattern, PATTERN_LIKE, "%o%", 3, &error) == OK);
    CHECK(predicate_prepare(&predicate, &file.schema, &error) == OK);
    predicate.rows = (struct value_set){.n_ranges = 1, .ranges = ranges};
    CHECK(scan_init(&scan, &file.base, &error) == OK);
    for (int pass = 0; pass < 2; pass++) {
        scan_start(&scan, &predicate);
        mark_plainly(&file, &predicate, expected);
        collect(&state, &file, &scan, got);
        CHECK(memcmp(expected, got, 200) == 0);
        ranges[0].high.int64 = 9;
        ranges[1] = (struct value_range){.low.int64 = 20, .high.int64 = 40};
        predicate.rows.n_ranges = 2;
    }
    scan_release(&scan);
    predicate_release(&predicate);
    fake_free(&file);
}

static bool wants_to_end(void *argument)
{
    ++*(int *)argument;
    return true;
}

static void queries_can_be_interrupted(void)
{
    static struct fake_file file;
    int n_asked = 0;
    struct scan scan;
    struct error error = {0};
    struct predicate predicate = {0};
    make_steps(&file);
    for (uint32_t g = 0; g < 4; g++)
        file.fakes[0].chunks[g].page_rows = 20;
    file.fakes[0].most_rows = 1;
    fake_finish(&file);
    struct value_range range = {.low.int64 = 1, .high.int64 = 1}; /* in no row */
    struct predicate_term *term = must(predicate_add(&predicate, 0));
    term->set = (struct value_set){.n_ranges = 1, .ranges = &range};
    CHECK(scan_init(&scan, &file.base, &error) == OK);
    struct interrupt interrupt = {.is_wanted = wants_to_end, .argument = &n_asked};
    interrupt_begin(&interrupt);
    scan_start(&scan, &predicate);
    CHECK(scan_next_batch(&scan, &error) == INTERRUPTED && n_asked == 1);
    CHECK(interrupt_end(&interrupt, OK, &error) == INTERRUPTED);
    CHECK(file.fakes[0].n_reads < 100);
    scan_release(&scan);
    predicate_release(&predicate);
    fake_free(&file);
}

int main(void)
{
    RUN(without_facts_all_rows_are_read);
    RUN(statistics_exclude_row_groups);
    RUN(bloom_filters_exclude_row_groups);
    RUN(page_ranges_exclude_rows);
    RUN(pages_are_verified_before_others_are_excluded);
    RUN(dictionaries_exclude_row_groups);
    RUN(statistics_in_page_headers_exclude_pages);
    RUN(row_groups_excluded_by_number_are_not_counted);
    RUN(a_pass_returns_only_its_rows_of_a_longer_window);
    RUN(queries_can_be_interrupted);
    RUN(rows_are_those_found_by_testing_each_cell);
    return unit_test_done();
}
