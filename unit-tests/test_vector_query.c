/* SPDX-License-Identifier: MIT */
/*
 * test_vector_query.c - groups and aggregates of the rows of a feed are those that are
 * computed slowly, row by row: for any file, any batches and any conditions; and what
 * only SQLite can compute is refused (vector_query.h).
 */
#include "base/alloc.h"
#include "base/interrupt.h"
#include "feed/cached_feed.h"
#include "feed/scan_feed.h"
#include "unit_random_file.h"
#include "vector/select_names.h"
#include "vector/vector_query.h"

/* ---- Files ----------------------------------------------------------------------- */

enum { DAY = N_FILE_COLUMNS, PRICE, N_COLUMNS };

struct shown_cell {
    struct literal value;
    char text[VALUE_TEXT_SIZE];
};

/* A random file, with dates and prices, and what SQLite gets of its cells. */
struct test_file {
    struct fake_file fake;
    uint32_t n_rows;
    struct vector_source sources[N_COLUMNS];
    struct shown_cell *shown[N_COLUMNS];
};

static void describe(struct test_file *file)
{
    static const struct {
        const char *name;
        enum source_form form;
    } columns[N_COLUMNS] = {
        [ID] = {"id", SOURCE_INTEGER},     [SMALL] = {"small", SOURCE_INTEGER},
        [UNSIGNED] = {"u", SOURCE_OPAQUE}, [REAL] = {"real", SOURCE_REAL},
        [TEXT] = {"text", SOURCE_TEXT},    [INSTANT] = {"at", SOURCE_SPELLED},
        [DAY] = {"day", SOURCE_SPELLED},   [PRICE] = {"price", SOURCE_DECIMAL},
    };
    for (uint32_t c = 0; c < N_COLUMNS; c++)
        file->sources[c] = (struct vector_source){
            .name = slice_of(columns[c].name, strlen(columns[c].name)),
            .column = c,
            .stored = &file->fake.columns[c],
            .form = columns[c].form,
            .divisor = 100};
}

static void show_cells(struct test_file *file, uint32_t c)
{
    struct error error = {0};
    file->shown[c] = must(calloc(file->n_rows + 1, sizeof *file->shown[c]));
    for (uint32_t row = 0; row < file->n_rows; row++) {
        const struct fake_cell *cell = &file->fake.fakes[c].cells[row];
        struct shown_cell *shown = &file->shown[c][row];
        shown->value.type = LITERAL_NULL;
        if (cell->is_null || (c == REAL && isnan(cell->value.float64)))
            continue;
        if (c == UNSIGNED) /* anything but null */
            shown->value = (struct literal){.type = LITERAL_INTEGER};
        else
            CHECK(vector_source_literal(&file->sources[c],
                                        (union vector_values){.any = &cell->value}, 0,
                                        shown->text, &shown->value, &error) == OK);
    }
}

/* Dates of 70 days, and prices that are multiples of 0.25. */
static void fill_column(uint64_t *state, struct test_file *file, uint32_t c)
{
    struct fake_column *column = &file->fake.fakes[c];
    uint64_t nulls = random_below(state, 3);
    for (uint32_t row = 0; row < file->n_rows; row++) {
        int64_t number = (int64_t)random_below(state, 70);
        column->cells[row].value.int64 = c == DAY ? number : 25 * (number - 30);
        column->cells[row].is_null = random_below(state, 6) < nulls;
    }
    for (uint32_t g = 0; g < file->fake.n_groups; g++)
        column->chunks[g].is_dictionary = random_below(state, 2) == 0;
}

static void add_dates_and_prices(uint64_t *state, struct test_file *file)
{
    struct fake_file *fake = &file->fake;
    fake_add_column(fake, COLUMN_DATE, VECTOR_INT64, DOMAIN_INT64);
    fake_add_column(fake, COLUMN_DECIMAL, VECTOR_INT64, DOMAIN_INT64);
    file->n_rows = fake->group_first[fake->n_groups];
    fill_column(state, file, DAY);
    fill_column(state, file, PRICE);
    fake_finish(fake);
    describe(file);
    for (uint32_t c = 0; c < N_COLUMNS; c++)
        show_cells(file, c);
}

static void random_test_file(uint64_t *state, struct test_file *file)
{
    make_random_file(state, &file->fake);
    add_dates_and_prices(state, file);
}

static void test_file_free(struct test_file *file)
{
    for (uint32_t c = 0; c < N_COLUMNS; c++)
        free(file->shown[c]);
    fake_free(&file->fake);
}

/* ---- Expressions, fast and slow -------------------------------------------------- */

struct slow_expression {
    const char *text;
    uint32_t column;
    struct literal (*of)(struct literal value); /* of the column */
};

static struct literal integer_literal(int64_t integer)
{
    return (struct literal){.type = LITERAL_INTEGER, .integer = integer};
}

static struct literal same(struct literal value)
{
    return value;
}

static struct literal rest_by_7(struct literal value)
{
    return integer_literal(value.integer % 7);
}

static struct literal is_positive(struct literal value)
{
    return value.type == LITERAL_NULL ? value : integer_literal(value.integer > 0);
}

static struct literal is_even(struct literal value)
{
    return integer_literal(value.integer % 2 == 0);
}

static struct literal is_null(struct literal value)
{
    return integer_literal(value.type == LITERAL_NULL);
}

static struct literal is_not_null(struct literal value)
{
    return integer_literal(value.type != LITERAL_NULL);
}

static struct literal half(struct literal value)
{
    return (struct literal){.type = LITERAL_REAL, .real = (double)value.integer / 2};
}

static struct literal characters(struct literal value)
{
    int64_t n = 0;
    bool is_in_character = false;
    if (value.type == LITERAL_NULL)
        return value;
    for (size_t i = 0; i < value.bytes.size && value.bytes.data[i] != 0; i++) {
        bool goes_on = is_in_character && (value.bytes.data[i] & 0xc0) == 0x80;
        n += !goes_on;
        is_in_character = goes_on || value.bytes.data[i] >= 0xc0;
    }
    return integer_literal(n);
}

static struct literal has_characters(struct literal value)
{
    value = characters(value);
    return value.type == LITERAL_NULL ? value : integer_literal(value.integer > 0);
}

static struct literal begins_with_a(struct literal value)
{
    if (value.type == LITERAL_NULL)
        return value;
    return integer_literal(value.bytes.size > 0 && (value.bytes.data[0] | 32) == 'a');
}

static struct literal is_in_march(struct literal value)
{
    if (value.type == LITERAL_NULL)
        return value;
    return integer_literal(memcmp(value.bytes.data, "1970-03", 7) == 0);
}

static struct literal is_cheap(struct literal value)
{
    return value.type == LITERAL_NULL ? value : integer_literal(value.real < 3);
}

static struct literal is_small(struct literal value)
{
    return value.type == LITERAL_NULL
               ? value
               : integer_literal(value.integer >= -3 && value.integer <= 2);
}

static const struct slow_expression filters[] = {
    {"id % 7 > 0", ID, rest_by_7},
    {"small > 0", SMALL, is_positive},
    {"length(text) > 0", TEXT, has_characters},
    {"text LIKE 'a%'", TEXT, begins_with_a},
    {"day BETWEEN '1970-03-01' AND '1970-03-31'", DAY, is_in_march},
    {"real IS NOT NULL", REAL, is_not_null},
    {"u IS NULL", UNSIGNED, is_null},
    {"price < 3", PRICE, is_cheap},
    {"small IN (-3, -2, -1, 0, 1, 2)", SMALL, is_small},
    {"id % 2 = 0", ID, is_even},
};

static const struct slow_expression keys[] = {
    {"small", SMALL, same},
    {"text", TEXT, same},
    {"id % 7", ID, rest_by_7},
    {"small > 0", SMALL, is_positive},
    {"length(text)", TEXT, characters},
    {"at", INSTANT, same},
    {"day", DAY, same},
    {"price", PRICE, same},
    {"real", REAL, same},
    {"u IS NULL", UNSIGNED, is_null},
};

struct slow_aggregate {
    enum aggregate_kind kind;
    struct slow_expression argument; /* text: of the whole call without FILTER */
};

static const struct slow_aggregate aggregates[] = {
    {AGGREGATE_COUNT_ROWS, {"count(*)", ID, same}},
    {AGGREGATE_COUNT_ROWS, {"count()", ID, same}},
    {AGGREGATE_COUNT, {"count(small)", SMALL, same}},
    {AGGREGATE_COUNT, {"count(u)", UNSIGNED, same}},
    {AGGREGATE_COUNT, {"count(real)", REAL, same}},
    {AGGREGATE_COUNT, {"count(at)", INSTANT, same}},
    {AGGREGATE_SUM, {"sum(id)", ID, same}},
    {AGGREGATE_SUM, {"sum(length(text))", TEXT, characters}},
    {AGGREGATE_SUM, {"sum(price)", PRICE, same}},
    {AGGREGATE_SUM, {"sum(id / 2.0)", ID, half}},
    {AGGREGATE_TOTAL, {"total(id)", ID, same}},
    {AGGREGATE_TOTAL, {"total(price)", PRICE, same}},
    {AGGREGATE_AVG, {"avg(id)", ID, same}},
    {AGGREGATE_AVG, {"avg(price)", PRICE, same}},
    {AGGREGATE_MIN, {"min(small)", SMALL, same}},
    {AGGREGATE_MAX, {"max(small)", SMALL, same}},
    {AGGREGATE_MIN, {"min(real)", REAL, same}},
    {AGGREGATE_MAX, {"max(real)", REAL, same}},
    {AGGREGATE_MIN, {"min(text)", TEXT, same}},
    {AGGREGATE_MAX, {"max(text)", TEXT, same}},
    {AGGREGATE_MIN, {"min(at)", INSTANT, same}},
    {AGGREGATE_MAX, {"max(day)", DAY, same}},
    {AGGREGATE_MIN, {"min(day)", DAY, same}},
    {AGGREGATE_MAX, {"max(price)", PRICE, same}},
    {AGGREGATE_COUNT_DISTINCT, {"count(DISTINCT text)", TEXT, same}},
    {AGGREGATE_COUNT_DISTINCT, {"count(DISTINCT small)", SMALL, same}},
    {AGGREGATE_COUNT_DISTINCT, {"count(DISTINCT day)", DAY, same}},
    {AGGREGATE_COUNT_DISTINCT, {"count(DISTINCT at)", INSTANT, same}},
    {AGGREGATE_COUNT_DISTINCT, {"count(DISTINCT price)", PRICE, same}},
};

/* ---- Questions ------------------------------------------------------------------- */

enum { MOST_PARTS = 5, NONE = -1 };

struct question {
    uint32_t n_filters, n_keys, n_aggregates;
    size_t filters[MOST_PARTS], keys[MOST_PARTS], aggregates[MOST_PARTS];
    int aggregate_filters[MOST_PARTS]; /* of FILTER, or NONE */
    bool is_by_feed;                   /* SMALL = value, which the feed tests */
    int64_t value;
    uint64_t n_skipped; /* rows at the beginning of each batch */
    bool is_sorted;     /* the rows are in memory, in the order of SMALL */
    uint32_t step;      /* of them, some are selected, about one in so many; 0: all */
};

static struct question random_question(uint64_t *state)
{
    struct question q = {
        .n_filters = (uint32_t)random_below(state, 3),
        .n_keys = (uint32_t)random_below(state, 4),
        .n_aggregates = 1 + (uint32_t)random_below(state, MOST_PARTS),
        .is_by_feed = random_below(state, 3) == 0,
        .is_sorted = random_below(state, 3) == 0,
        .step = (uint32_t)random_below(state, 4),
        .n_skipped = random_below(state, 4) == 0 ? random_below(state, 20) : 0};
    for (uint32_t i = 0; i < MOST_PARTS; i++) {
        q.filters[i] = random_below(state, COUNT_OF(filters));
        q.keys[i] = random_below(state, COUNT_OF(keys));
        q.aggregates[i] = random_below(state, COUNT_OF(aggregates));
        q.aggregate_filters[i] = random_below(state, 3) == 0
                                     ? (int)random_below(state, COUNT_OF(filters))
                                     : NONE;
    }
    q.value = pool_value(DOMAIN_INT64, random_below(state, N_POOL)).int64;
    return q;
}

/* The parts of a question as results of a SELECT. */
static void write_question(const struct question *q, struct bytes *text)
{
    bytes_put_text(text, "SELECT 0");
    for (uint32_t i = 0; i < q->n_filters; i++) {
        bytes_put_text(text, ", ");
        bytes_put_text(text, filters[q->filters[i]].text);
    }
    for (uint32_t i = 0; i < q->n_keys; i++) {
        bytes_put_text(text, ", ");
        bytes_put_text(text, keys[q->keys[i]].text);
    }
    for (uint32_t i = 0; i < q->n_aggregates; i++) {
        bytes_put_text(text, ", ");
        bytes_put_text(text, aggregates[q->aggregates[i]].argument.text);
        if (q->aggregate_filters[i] != NONE) {
            bytes_put_text(text, " FILTER (WHERE ");
            bytes_put_text(text, filters[q->aggregate_filters[i]].text);
            bytes_put_text(text, ")");
        }
    }
    bytes_put_text(text, " FROM t");
}

/* ---- Answers, row by row --------------------------------------------------------- */

static struct literal slow_value(const struct test_file *file,
                                 const struct slow_expression *e, uint32_t row)
{
    return e->of(file->shown[e->column][row].value);
}

static bool slow_truth(const struct test_file *file, const struct slow_expression *e,
                       uint32_t row)
{
    struct literal value = slow_value(file, e, row);
    return value.type == LITERAL_INTEGER && value.integer != 0;
}

/* As SQLite compares values of a type. */
static int order_of(const struct literal *a, const struct literal *b)
{
    CHECK(a->type == b->type);
    if (a->type == LITERAL_INTEGER)
        return a->integer < b->integer ? -1 : a->integer > b->integer;
    if (a->type == LITERAL_REAL)
        return a->real < b->real ? -1 : a->real > b->real;
    return bytes_compare(a->bytes, b->bytes);
}

static bool is_same_literal(const struct literal *a, const struct literal *b)
{
    return literal_equals(a, b) &&
           (a->type != LITERAL_REAL || is_same_double(a->real, b->real));
}

/* The result of an aggregate of some rows. */
static struct literal slow_aggregate(const struct test_file *file,
                                     const struct slow_aggregate *a, int filter,
                                     const uint32_t *rows, uint32_t n)
{
    struct literal best = {.type = LITERAL_NULL},
                   *seen = must(calloc(n + 1, sizeof *seen));
    int64_t n_rows = 0, n_values = 0, sum = 0, n_seen = 0;
    double real_sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (filter != NONE && !slow_truth(file, &filters[filter], rows[i]))
            continue;
        struct literal value = slow_value(file, &a->argument, rows[i]);
        n_rows++;
        if (value.type == LITERAL_NULL)
            continue;
        n_values++;
        sum += value.type == LITERAL_INTEGER && a->kind != AGGREGATE_MIN &&
                       a->kind != AGGREGATE_MAX && a->kind != AGGREGATE_COUNT &&
                       a->kind != AGGREGATE_COUNT_DISTINCT
                   ? value.integer
                   : 0;
        real_sum += value.real;
        if (best.type == LITERAL_NULL ||
            (a->kind == AGGREGATE_MIN && order_of(&value, &best) < 0) ||
            (a->kind == AGGREGATE_MAX && order_of(&value, &best) > 0))
            best = value;
        int64_t k = 0;
        while (a->kind == AGGREGATE_COUNT_DISTINCT && k < n_seen &&
               !literal_equals(&seen[k], &value))
            k++;
        if (a->kind == AGGREGATE_COUNT_DISTINCT && k == n_seen)
            seen[n_seen++] = value;
    }
    free(seen);
    bool is_real = best.type == LITERAL_REAL;
    struct literal real = {.type = LITERAL_REAL,
                           .real = is_real ? real_sum : (double)sum};
    switch (a->kind) {
    case AGGREGATE_COUNT_ROWS:
        return integer_literal(n_rows);
    case AGGREGATE_COUNT:
        return integer_literal(n_values);
    case AGGREGATE_COUNT_DISTINCT:
        return integer_literal(n_seen);
    case AGGREGATE_SUM:
        return n_values == 0 ? best : is_real ? real : integer_literal(sum);
    case AGGREGATE_TOTAL:
        return real;
    case AGGREGATE_AVG:
        real.real /= (double)n_values;
        return n_values == 0 ? best : real;
    default:
        return best;
    }
}

struct slow_answer {
    uint32_t n_rows, n_groups;
    uint32_t *rows;   /* those that pass, in order */
    uint32_t *groups; /* of them */
    uint32_t *first;  /* a row of each group */
    bool has_minus_zero;
};

static bool is_same_group(const struct test_file *file, const struct question *q,
                          uint32_t a, uint32_t b)
{
    for (uint32_t k = 0; k < q->n_keys; k++) {
        struct literal x = slow_value(file, &keys[q->keys[k]], a);
        struct literal y = slow_value(file, &keys[q->keys[k]], b);
        if (!literal_equals(&x, &y))
            return false;
    }
    return true;
}

static void add_slowly(const struct test_file *file, const struct question *q,
                       struct slow_answer *answer, uint32_t row)
{
    uint32_t group = 0;
    for (uint32_t i = 0; i < q->n_filters; i++)
        if (!slow_truth(file, &filters[q->filters[i]], row))
            return;
    for (uint32_t k = 0; k < q->n_keys; k++) {
        struct literal key = slow_value(file, &keys[q->keys[k]], row);
        answer->has_minus_zero |= key.type == LITERAL_REAL && key.real == 0 &&
                                  signbit(key.real);
    }
    while (group < answer->n_groups && !is_same_group(file, q, row, answer->first[group]))
        group++;
    if (group == answer->n_groups)
        answer->first[answer->n_groups++] = row;
    answer->groups[answer->n_rows] = group;
    answer->rows[answer->n_rows++] = row;
}

static struct slow_answer answer_new(const struct test_file *file)
{
    size_t n = (size_t)file->n_rows + 1;
    return (struct slow_answer){.rows = must(calloc(n, sizeof(uint32_t))),
                                .groups = must(calloc(n, sizeof(uint32_t))),
                                .first = must(calloc(n, sizeof(uint32_t)))};
}

static void answer_free(struct slow_answer *answer)
{
    free(answer->rows);
    free(answer->groups);
    free(answer->first);
}

/* ---- Answers of a query ---------------------------------------------------------- */

struct run {
    struct test_file *file;
    struct bytes text;
    struct arena arena;
    struct select_statement statement;
    struct vector_query query;
    uint32_t numbers[MOST_PARTS]; /* of the aggregates */
    struct scan scan;
    struct predicate predicate;
    struct value_range range;
    struct row_feed scanned, *feed;
    struct cached_feed cached;
    struct look_up *look_up;
};

static enum status parse_results(struct run *run, struct error *error)
{
    enum status status = select_parse(bytes_slice(&run->text), &run->arena,
                                      &run->statement, error);
    if (status == OK)
        status = select_resolve(&run->statement, run->file->sources, N_COLUMNS, error);
    if (status == OK)
        status = vector_query_init(&run->query, run->file->sources, N_COLUMNS, error);
    run->query.program.compares_bytes = run->query.program.has_own_patterns = true;
    run->query.program.has_own_texts = true;
    return status;
}

static enum status add_parts(struct run *run, const struct question *q,
                             struct error *error)
{
    const struct select_result *result = run->statement.results + 1;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < q->n_filters; i++)
        status = vector_query_add_filter(&run->query, (result++)->expression, error);
    for (uint32_t i = 0; status == OK && i < q->n_keys; i++)
        status = vector_query_add_key(&run->query, (result++)->expression, error);
    for (uint32_t i = 0; status == OK && i < q->n_aggregates; i++)
        status = vector_query_add_aggregate(&run->query, (result++)->expression,
                                            &run->numbers[i], error);
    return status;
}

static enum status no_condition(const void *caller, const uint32_t *terms, uint32_t n,
                                struct predicate *predicate, struct error *error)
{
    (void)terms;
    CHECK(n == 0);
    return predicate_prepare(predicate, caller, error);
}

/* Reads all rows into memory, and sorts them. */
static enum status start_sorted(struct run *run, struct error *error)
{
    struct look_up_spec spec = {.sorts = true,
                                .rows = ROWS_ALL,
                                .order = {1,
                                          {{.column = SMALL,
                                            .domain = DOMAIN_INT64,
                                            .ordered = value_range_all(DOMAIN_INT64)}}}};
    struct look_up_request request = {.scan = &run->scan,
                                      .n_rows = run->file->n_rows,
                                      .caller = &run->file->fake.schema,
                                      .predicate = no_condition};
    run->look_up = must(look_up_new(&spec));
    enum status status = look_up_begin(run->look_up, &request, &run->cached.pass, error);
    CHECK(status != OK || run->cached.pass.table != NULL);
    cached_feed_start(&run->cached, run->look_up, &run->scan);
    run->feed = &run->cached.base;
    return status;
}

static enum status start_feed(struct run *run, const struct question *q,
                              struct error *error)
{
    enum status status = scan_init(&run->scan, &run->file->fake.base, error);
    run->scan.is_alone = true;
    if (status != OK || q->is_sorted)
        return status == OK ? start_sorted(run, error) : status;
    if (status == OK && q->is_by_feed) {
        struct predicate_term *term = predicate_add(&run->predicate, SMALL);
        if (term == NULL)
            return error_nomem(error);
        run->range.low.int64 = run->range.high.int64 = q->value;
        term->prunes = true;
        term->set = (struct value_set){
            .domain = DOMAIN_INT64, .n_ranges = 1, .ranges = &run->range};
        status = predicate_prepare(&run->predicate, &run->file->fake.schema, error);
    }
    if (status == OK) {
        scan_start(&run->scan, q->is_by_feed ? &run->predicate : NULL);
        scan_feed_init(&run->scanned, &run->scan);
        run->feed = &run->scanned;
    }
    return status;
}

/* Makes a batch one of some of its rows, so that more are selected than a vector has. */
static void select_some(struct feed_batch *batch, uint32_t step)
{
    static uint32_t selected[MOST_GROUPS * 3000];
    uint64_t n_rows = batch->end - batch->row;
    uint32_t n = 0;
    CHECK(n_rows <= COUNT_OF(selected));
    for (uint32_t i = 0; i < n_rows; i++)
        if (i % 97 * 7 % step == 0)
            selected[n++] = i;
    feed_batch_set(batch, batch->row, batch->end, selected, n);
}

/* Adds all batches, to the query and slowly, if an answer is wanted. */
static enum status add_batches(struct run *run, const struct question *q,
                               struct slow_answer *answer, struct error *error)
{
    for (;;) {
        struct feed_batch batch = {0};
        enum status status = run->feed->ops->next(run->feed, &batch, error);
        if (status == OK && !feed_batch_has_row(&batch))
            return vector_query_finish(&run->query, error);
        if (status != OK)
            return status;
        if (q->is_sorted && q->step > 0 && batch.selected == NULL)
            select_some(&batch, q->step);
        for (uint64_t i = 0; i < q->n_skipped && feed_batch_left(&batch) > 0; i++)
            CHECK(feed_batch_step(&batch));
        status = vector_query_add_batch(&run->query, run->feed, &batch, error);
        if (status != OK)
            return status;
        if (answer != NULL)
            do
                add_slowly(run->file, q, answer,
                           (uint32_t)run->feed->ops->number(run->feed, batch.row));
            while (feed_batch_step(&batch));
    }
}

static enum status run_begin(struct run *run, struct test_file *file,
                             const struct question *q, struct error *error)
{
    *run = (struct run){.file = file};
    write_question(q, &run->text);
    enum status status = parse_results(run, error);
    if (status == OK)
        status = add_parts(run, q, error);
    return status == OK ? start_feed(run, q, error) : status;
}

static void run_release(struct run *run)
{
    vector_query_release(&run->query);
    vector_query_release(&run->query);
    cached_feed_release(&run->cached);
    look_up_release(run->look_up);
    scan_release(&run->scan);
    predicate_release(&run->predicate);
    arena_release(&run->arena);
    bytes_free(&run->text);
}

static void check_value(const struct run *run, const char *what, enum status status,
                        const struct literal *got, const struct literal *expected)
{
    if (status == OK && is_same_literal(got, expected))
        return;
    unit_test_faults++;
    fprintf(stderr,
            "%.*s: %s: type %d, integer %lld, real %g; expected type %d, %lld, %g\n",
            (int)run->text.size, (const char *)run->text.data, what, got->type,
            (long long)got->integer, got->real, expected->type,
            (long long)expected->integer, expected->real);
}

/* The group of the answer that has the keys of a group of the query. */
static uint32_t find_group(const struct run *run, const struct question *q,
                           const struct slow_answer *answer, uint32_t group)
{
    struct error error = {0};
    for (uint32_t g = 0; g < answer->n_groups; g++) {
        bool is_same = true;
        for (uint32_t k = 0; k < q->n_keys; k++) {
            char text[VALUE_TEXT_SIZE];
            struct literal got,
                expected = slow_value(run->file, &keys[q->keys[k]], answer->first[g]);
            CHECK(vector_query_key(&run->query, group, k, text, &got, &error) == OK);
            is_same = is_same && is_same_literal(&got, &expected);
        }
        if (is_same)
            return g;
    }
    return UINT32_MAX;
}

static void check_group(const struct run *run, const struct question *q,
                        const struct slow_answer *answer, uint32_t group, uint32_t slow)
{
    uint32_t *rows = must(calloc(answer->n_rows + 1, sizeof *rows)), n = 0;
    struct error error = {0};
    for (uint32_t i = 0; i < answer->n_rows; i++)
        if (answer->groups[i] == slow)
            rows[n++] = answer->rows[i];
    for (uint32_t i = 0; i < q->n_aggregates; i++) {
        const struct slow_aggregate *a = &aggregates[q->aggregates[i]];
        char text[VALUE_TEXT_SIZE];
        struct literal got = {0}, expected = slow_aggregate(
                                      run->file, a, q->aggregate_filters[i], rows, n);
        enum status status = vector_query_aggregate(&run->query, group, run->numbers[i],
                                                    text, &got, &error);
        check_value(run, a->argument.text, status, &got, &expected);
    }
    free(rows);
}

static void check_answer(const struct run *run, const struct question *q,
                         const struct slow_answer *answer)
{
    uint32_t n_groups = q->n_keys > 0 ? answer->n_groups : 1;
    CHECK(vector_query_count(&run->query) == n_groups);
    bool *was_found = must(calloc(n_groups + 1, 1));
    for (uint32_t g = 0; g < n_groups && g < vector_query_count(&run->query); g++) {
        uint32_t slow = q->n_keys > 0 ? find_group(run, q, answer, g) : 0;
        CHECK(slow < n_groups && !was_found[slow]);
        if (slow < n_groups && !was_found[slow])
            check_group(run, q, answer, g, slow);
        was_found[slow < n_groups ? slow : 0] = true;
    }
    free(was_found);
}

/* Asks a question of a file; whether it was answered. */
static bool ask(struct test_file *file, const struct question *q)
{
    struct run run;
    struct error error = {0};
    struct slow_answer answer = answer_new(file);
    enum status status = run_begin(&run, file, q, &error);
    CHECK(status == OK);
    if (status == OK)
        status = add_batches(&run, q, &answer, &error);
    if (status == OK) {
        CHECK(!answer.has_minus_zero);
        check_answer(&run, q, &answer);
    } else {
        CHECK(status == UNSUPPORTED && strcmp(error.message, "a group is -0.0") == 0);
    }
    run_release(&run);
    answer_free(&answer);
    return status == OK;
}

/* ---- Tests of random files ------------------------------------------------------- */

static void ask_randomly(uint64_t seed, int n_files, int n_questions)
{
    uint64_t state = seed;
    int n_answered = 0;
    for (int i = 0; i < n_files; i++) {
        struct test_file file;
        random_test_file(&state, &file);
        for (int k = 0; k < n_questions; k++) {
            struct question q = random_question(&state);
            n_answered += ask(&file, &q);
        }
        test_file_free(&file);
    }
    CHECK(n_answered > n_files * n_questions / 2);
}

static void answers_are_those_of_row_by_row(void)
{
    ask_randomly(41, 150, 8);
}

/* Every row group of every column has a dictionary, and some have nothing but nulls. */
static void chunks_may_be_all_null(void)
{
    static const uint32_t rows[] = {50, 1200, 7};
    uint64_t state = 42;
    for (int i = 0; i < 30; i++) {
        struct test_file file = {0};
        fake_init(&file.fake, rows, COUNT_OF(rows));
        random_file_columns(&file.fake);
        for (uint32_t c = SMALL; c < N_FILE_COLUMNS; c++)
            random_file_fill(&state, &file.fake, c);
        for (uint32_t c = SMALL; c < N_FILE_COLUMNS; c++) {
            uint32_t g = (uint32_t)random_below(&state, COUNT_OF(rows));
            for (uint32_t row = 0; row < rows[g]; row++)
                file.fake.fakes[c].cells[file.fake.group_first[g] + row].is_null = true;
            for (g = 0; g < COUNT_OF(rows); g++)
                file.fake.fakes[c].chunks[g].is_dictionary = true;
        }
        add_dates_and_prices(&state, &file);
        for (int k = 0; k < 8; k++) {
            struct question q = random_question(&state);
            ask(&file, &q);
        }
        test_file_free(&file);
    }
}

/* ---- Tests of small files -------------------------------------------------------- */

/* 30 rows: SMALL is 1, 2, 3, 1, ...; everything else is null or 0. */
static void small_file(struct test_file *file)
{
    static const uint32_t rows[] = {20, 10};
    uint64_t state = 1;
    *file = (struct test_file){0};
    fake_init(&file->fake, rows, COUNT_OF(rows));
    random_file_columns(&file->fake);
    for (uint32_t i = 0; i < 30; i++)
        file->fake.fakes[SMALL].cells[i].value.int64 = 1 + i % 3;
    add_dates_and_prices(&state, file);
}

/* Adds results of a SELECT to a query: filters, keys and aggregates. */
static enum status build(struct run *run, struct test_file *file, const char *results,
                         uint32_t n_filters, uint32_t n_keys, struct error *error)
{
    *run = (struct run){.file = file};
    uint32_t number;
    error_clear(error);
    bytes_put_text(&run->text, "SELECT ");
    bytes_put_text(&run->text, results);
    bytes_put_text(&run->text, " FROM t");
    enum status status = parse_results(run, error);
    for (uint32_t i = 0; status == OK && i < run->statement.n_results; i++) {
        const struct expression *e = run->statement.results[i].expression;
        status = i < n_filters ? vector_query_add_filter(&run->query, e, error)
                 : i < n_filters + n_keys
                     ? vector_query_add_key(&run->query, e, error)
                     : vector_query_add_aggregate(&run->query, e, &number, error);
    }
    CHECK(status == error->status);
    return status;
}

static enum status build_and_add(struct run *run, struct test_file *file,
                                 const char *results, uint32_t n_filters, uint32_t n_keys,
                                 struct error *error)
{
    static const struct question all;
    enum status status = build(run, file, results, n_filters, n_keys, error);
    if (status == OK)
        status = start_feed(run, &all, error);
    return status == OK ? add_batches(run, &all, NULL, error) : status;
}

static int64_t integer_of(const struct run *run, uint32_t group, uint32_t aggregate)
{
    char text[VALUE_TEXT_SIZE];
    struct literal value = {0};
    struct error error = {0};
    CHECK(vector_query_aggregate(&run->query, group, aggregate, text, &value, &error) ==
          OK);
    CHECK(value.type == LITERAL_INTEGER);
    return value.integer;
}

static void a_query_without_rows_has_one_group_or_none(void)
{
    struct test_file file;
    struct run run;
    struct error error = {0};
    char text[VALUE_TEXT_SIZE];
    struct literal value;
    small_file(&file);
    CHECK(build_and_add(&run, &file, "id < 0, count(*), sum(id), total(id), min(text)", 1,
                        0, &error) == OK);
    CHECK(vector_query_count(&run.query) == 1 && integer_of(&run, 0, 0) == 0);
    CHECK(vector_query_aggregate(&run.query, 0, 1, text, &value, &error) == OK);
    CHECK(value.type == LITERAL_NULL);
    CHECK(vector_query_aggregate(&run.query, 0, 2, text, &value, &error) == OK);
    CHECK(value.type == LITERAL_REAL && value.real == 0);
    CHECK(vector_query_aggregate(&run.query, 0, 3, text, &value, &error) == OK);
    CHECK(value.type == LITERAL_NULL);
    run_release(&run);
    CHECK(build_and_add(&run, &file, "id < 0, small, count(*)", 1, 1, &error) == OK);
    CHECK(vector_query_count(&run.query) == 0);
    run_release(&run);
    test_file_free(&file);
}

static void a_batch_that_never_came_is_no_row(void)
{
    struct test_file file;
    struct run run;
    struct error error = {0};
    small_file(&file);
    CHECK(build(&run, &file, "count(*)", 0, 0, &error) == OK);
    CHECK(vector_query_count(&run.query) == 1 && integer_of(&run, 0, 0) == 0);
    run_release(&run);
    CHECK(build(&run, &file, "small, count(*)", 0, 1, &error) == OK);
    CHECK(vector_query_count(&run.query) == 0);
    run_release(&run);
    test_file_free(&file);
}

static void equal_calls_are_one_aggregate(void)
{
    struct test_file file;
    struct run run;
    struct error error = {0};
    uint32_t number;
    small_file(&file);
    CHECK(build_and_add(&run, &file,
                        "sum(id), count(*), SUM(Id), sum(id) FILTER (WHERE id > 5)", 0, 0,
                        &error) == OK);
    CHECK(run.query.n_aggregates == 3);
    CHECK(vector_query_add_aggregate(&run.query, run.statement.results[2].expression,
                                     &number, &error) == OK);
    CHECK(number == 0);
    CHECK(integer_of(&run, 0, 0) == 29 * 30 / 2 && integer_of(&run, 0, 1) == 30);
    CHECK(integer_of(&run, 0, 2) == 29 * 30 / 2 - 15);
    run_release(&run);
    test_file_free(&file);
}

/* Sums are shared by sum(), total() and avg() of the same values, with the same FILTER.
 */
static void aggregates_of_the_same_values_are_each_right(void)
{
    struct test_file file;
    struct run run;
    struct error error = {0};
    char text[VALUE_TEXT_SIZE];
    struct literal value;
    small_file(&file);
    CHECK(build_and_add(&run, &file,
                        "avg(id), sum(id), total(id), avg(id) FILTER (WHERE id < 2), "
                        "sum(id) FILTER (WHERE id < 2), count(id), avg(id + 1)",
                        0, 0, &error) == OK);
    static const double reals[] = {14.5, 0, 435, 0.5, 0, 0, 15.5};
    for (uint32_t i = 0; i < COUNT_OF(reals); i++) {
        if (i == 1 || i == 4 || i == 5)
            continue;
        CHECK(vector_query_aggregate(&run.query, 0, i, text, &value, &error) == OK);
        CHECK(value.type == LITERAL_REAL && value.real == reals[i]);
    }
    CHECK(integer_of(&run, 0, 1) == 435 && integer_of(&run, 0, 4) == 1);
    CHECK(integer_of(&run, 0, 5) == 30);
    run_release(&run);
    test_file_free(&file);
}

static void calls_of_aggregates_are_known(void)
{
    static const struct {
        const char *call;
        bool is_aggregate;
    } calls[] = {
        {"count(*)", true},
        {"COUNT()", true},
        {"count(id)", true},
        {"sum(id)", true},
        {"total(id)", true},
        {"avg(id)", true},
        {"min(id)", true},
        {"max(id)", true},
        {"count(DISTINCT id)", true},
        {"\"sum\"(id)", true},
        {"max(id, 2)", false},
        {"min(id, small)", false},
        {"sum()", false},
        {"sum(*)", false},
        {"count(id, id)", false},
        {"id", false},
        {"length(text)", false},
        {"group_concat(text)", false},
        {"id + 1", false},
        {"1", false},
    };
    struct test_file file;
    small_file(&file);
    for (size_t i = 0; i < COUNT_OF(calls); i++) {
        struct run run = {.file = &file};
        struct error error = {0};
        bytes_put_text(&run.text, "SELECT ");
        bytes_put_text(&run.text, calls[i].call);
        bytes_put_text(&run.text, " FROM t");
        CHECK(parse_results(&run, &error) == OK);
        bool is = is_aggregate_call(run.statement.results[0].expression);
        if (is != calls[i].is_aggregate)
            fprintf(stderr, "%s\n", calls[i].call);
        CHECK(is == calls[i].is_aggregate);
        run_release(&run);
    }
    test_file_free(&file);
}

static void what_only_sqlite_can_aggregate_is_refused(void)
{
    static const struct {
        const char *call, *reason;
    } refused[] = {
        {"sum(text)", "a sum of text is not known"},
        {"avg(day)", "a sum of text is not known"},
        {"sum(DISTINCT id)", "DISTINCT in a sum is not known"},
        {"group_concat(text)", "a function is not known"},
        {"max(id, 5)", "a function is not known"},
        {"min(u)", "a column's type is not known"},
        {"sum(abs(id))", "a function is not known"},
        {"sum(id) FILTER (WHERE text)", "text is not a truth"},
        {"count(DISTINCT u)", "a column's type is not known"},
    };
    struct test_file file;
    small_file(&file);
    for (size_t i = 0; i < COUNT_OF(refused); i++) {
        struct run run;
        struct error error = {0};
        CHECK(build(&run, &file, refused[i].call, 0, 0, &error) == UNSUPPORTED);
        CHECK_TEXT(error.message, refused[i].reason);
        run_release(&run);
    }
    test_file_free(&file);
}

static void texts_of_utf16_are_only_counted(void)
{
    static const bool is_known[] = {false, true, false, true, false};
    struct test_file file;
    struct run run = {.file = &file};
    struct error error = {0};
    uint32_t number;
    small_file(&file);
    bytes_put_text(&run.text, "SELECT min(text), min(day), count(DISTINCT text), "
                              "count(text), max(CASE WHEN id THEN day END) FROM t");
    CHECK(parse_results(&run, &error) == OK);
    run.query.program.compares_bytes = false;
    for (size_t i = 0; i < COUNT_OF(is_known); i++) {
        error_clear(&error);
        enum status status = vector_query_add_aggregate(
            &run.query, run.statement.results[i].expression, &number, &error);
        CHECK(status == (is_known[i] ? OK : UNSUPPORTED));
    }
    run_release(&run);
    test_file_free(&file);
}

static void many_parts_are_refused(void)
{
    struct test_file file;
    struct run run;
    struct error error = {0};
    struct bytes keys_text = {0}, calls_text = {0}, filters_text = {0};
    char part[40];
    for (int i = 0; i <= MOST_QUERY_AGGREGATES; i++) {
        snprintf(part, sizeof part, "%sid + %d", i > 0 ? ", " : "", i);
        if (i <= MOST_QUERY_KEYS)
            bytes_put_text(&keys_text, part);
        if (i <= MOST_QUERY_FILTERS)
            bytes_put_text(&filters_text, part);
        snprintf(part, sizeof part, "%smax(id + %d)", i > 0 ? ", " : "", i);
        bytes_put_text(&calls_text, part);
    }
    bytes_put_u8(&keys_text, 0);
    bytes_put_u8(&calls_text, 0);
    bytes_put_u8(&filters_text, 0);
    small_file(&file);
    CHECK(build(&run, &file, (char *)keys_text.data, 0, MOST_QUERY_KEYS + 1, &error) ==
          UNSUPPORTED);
    CHECK(run.query.n_keys == MOST_QUERY_KEYS);
    run_release(&run);
    CHECK(build(&run, &file, (char *)calls_text.data, 0, 0, &error) == UNSUPPORTED);
    CHECK(run.query.n_aggregates == MOST_QUERY_AGGREGATES);
    run_release(&run);
    CHECK(build(&run, &file, (char *)filters_text.data, MOST_QUERY_FILTERS + 1, 0,
                &error) == UNSUPPORTED);
    CHECK(run.query.n_filters == MOST_QUERY_FILTERS);
    run_release(&run);
    bytes_free(&keys_text);
    bytes_free(&calls_text);
    bytes_free(&filters_text);
    test_file_free(&file);
}

/* The feed must test it, and then the query does not. */
static void an_unknown_condition_is_left_to_the_feed(void)
{
    static const struct question all;
    struct test_file file;
    struct run run;
    struct error error = {0};
    small_file(&file);
    CHECK(build_and_add(&run, &file, "abs(small) > 1, count(*)", 1, 0, &error) ==
          UNSUPPORTED);
    CHECK_TEXT(error.message, "a condition is not known");
    CHECK(run.query.filters[0].node == NO_NODE);
    run_release(&run);
    CHECK(build(&run, &file, "abs(small) > 1, count(*)", 1, 0, &error) == OK);
    run.query.filters[0].is_tested_by_feed = true;
    CHECK(start_feed(&run, &all, &error) == OK);
    CHECK(add_batches(&run, &all, NULL, &error) == OK);
    CHECK(integer_of(&run, 0, 0) == 30);
    run_release(&run);
    test_file_free(&file);
}

static void a_condition_that_the_feed_tests_is_not_tested_again(void)
{
    struct question q = {.is_by_feed = true, .value = 2};
    struct test_file file;
    struct run run;
    struct error error = {0};
    small_file(&file);
    CHECK(build(&run, &file, "small = 2, count(*), sum(id)", 1, 0, &error) == OK);
    run.query.filters[0].is_tested_by_feed = true;
    CHECK(start_feed(&run, &q, &error) == OK);
    CHECK(add_batches(&run, &q, NULL, &error) == OK);
    CHECK(integer_of(&run, 0, 0) == 10 && integer_of(&run, 0, 1) == 10 + 3 * 45);
    run_release(&run);
    test_file_free(&file);
}

static void a_column_that_is_not_used_is_not_read(void)
{
    struct test_file file;
    struct run run;
    struct error error = {0};
    small_file(&file);
    CHECK(build_and_add(&run, &file, "id > 100, text, sum(price), count(*)", 1, 1,
                        &error) == OK);
    CHECK(file.fake.fakes[ID].n_rows_read == 30);
    CHECK(file.fake.fakes[TEXT].n_rows_read == 0); /* no row passes */
    CHECK(file.fake.fakes[PRICE].n_rows_read == 0);
    CHECK(file.fake.fakes[SMALL].n_rows_read == 0);
    run_release(&run);
    test_file_free(&file);
}

/* The sum is known to overflow only after the last row. */
static void integers_that_overflow_are_left_to_sqlite(void)
{
    struct test_file file;
    struct run run;
    struct error error = {0};
    small_file(&file);
    CHECK(build_and_add(&run, &file, "count(id * 9223372036854775807)", 0, 0, &error) ==
          UNSUPPORTED);
    run_release(&run);
    CHECK(build_and_add(&run, &file, "sum(9223372036854775807)", 0, 0, &error) ==
          UNSUPPORTED);
    run_release(&run);
    CHECK(build_and_add(&run, &file, "small, sum(9223372036854775807)", 0, 1, &error) ==
          UNSUPPORTED);
    run_release(&run);
    test_file_free(&file);
}

/* Whoever has a result sets is_known, and then no value of it is read. */
static void a_known_aggregate_reads_nothing(void)
{
    static const struct question all;
    struct test_file file;
    struct run run;
    struct error error = {0};
    small_file(&file);
    CHECK(build(&run, &file, "max(price), sum(small)", 0, 0, &error) == OK);
    run.query.aggregates[0].is_known = true;
    CHECK(start_feed(&run, &all, &error) == OK);
    CHECK(add_batches(&run, &all, NULL, &error) == OK);
    CHECK(file.fake.fakes[PRICE].n_rows_read == 0);
    CHECK(integer_of(&run, 0, 1) == 60);
    run_release(&run);
    test_file_free(&file);
}

static void far_dates_have_no_known_extreme(void)
{
    static const struct {
        int64_t day;
        bool is_known;
    } days[] = {{2932896, true}, {2932897, false}, {-719528, true}, {-719529, false}};
    for (size_t i = 0; i < COUNT_OF(days); i++) {
        struct test_file file;
        struct run run;
        struct error error = {0};
        small_file(&file);
        file.fake.fakes[DAY].cells[3].value.int64 = days[i].day;
        file.fake.fakes[DAY].cells[3].is_null = false;
        fake_finish(&file.fake);
        enum status status = build_and_add(&run, &file, "min(day)", 0, 0, &error);
        CHECK(status == (days[i].is_known ? OK : UNSUPPORTED));
        run_release(&run);
        CHECK(build_and_add(&run, &file, "day, count(DISTINCT day)", 0, 1, &error) == OK);
        run_release(&run);
        test_file_free(&file);
    }
}

/* ---- Failures -------------------------------------------------------------------- */

static void a_reader_that_fails_ends_the_query(void)
{
    struct test_file file;
    struct run run;
    struct error error = {0};
    small_file(&file);
    file.fake.fails_after = 20;
    CHECK(build_and_add(&run, &file, "small, sum(id)", 0, 1, &error) == CORRUPT);
    CHECK(strstr(error.message, "this reader fails") != NULL);
    run_release(&run);
    test_file_free(&file);
}

static bool is_always_wanted(void *argument)
{
    (void)argument;
    return true;
}

static void a_query_can_be_interrupted(void)
{
    static const struct question all;
    struct test_file file;
    struct run run;
    struct error error = {0};
    struct interrupt interrupt = {.is_wanted = is_always_wanted};
    struct feed_batch batch = {0};
    small_file(&file);
    CHECK(build(&run, &file, "small, sum(id)", 0, 1, &error) == OK);
    CHECK(start_feed(&run, &all, &error) == OK);
    CHECK(run.feed->ops->next(run.feed, &batch, &error) == OK);
    interrupt_begin(&interrupt);
    interrupt_work = WORK_BETWEEN_CHECKS - 1;
    CHECK(vector_query_add_batch(&run.query, run.feed, &batch, &error) == INTERRUPTED);
    CHECK(interrupt_end(&interrupt, OK, &error) == INTERRUPTED);
    run_release(&run);
    test_file_free(&file);
}

/* All results, so that each allocation that they need has been made. */
static enum status read_results(const struct run *run, struct error *error)
{
    char text[VALUE_TEXT_SIZE];
    struct literal value;
    enum status status = OK;
    for (uint32_t g = 0; status == OK && g < vector_query_count(&run->query); g++) {
        for (uint32_t k = 0; status == OK && k < run->query.n_keys; k++)
            status = vector_query_key(&run->query, g, k, text, &value, error);
        for (uint32_t k = 0; status == OK && k < run->query.n_aggregates; k++)
            status = vector_query_aggregate(&run->query, g, k, text, &value, error);
    }
    return status;
}

static void every_allocation_may_fail(void)
{
    static const char *const queries[] = {
        "id > 1 AND text LIKE '%a%', small, text, sum(id), min(text), count(DISTINCT "
        "day)",
        "price < 3, day, at, id % 7, avg(price), max(at), count(DISTINCT text) FILTER "
        "(WHERE small > 0)",
        "id >= 0, text, count(*)",
        "id >= 0, total(id), min(small), max(text)",
    };
    static const uint32_t n_keys[] = {2, 3, 1, 0};
    uint64_t state = 5;
    struct test_file file;
    do {
        random_test_file(&state, &file);
        if (file.n_rows < 100 || file.n_rows > 400)
            test_file_free(&file);
    } while (file.n_rows < 100 || file.n_rows > 400);
    for (size_t i = 0; i < COUNT_OF(queries); i++) {
        enum status status = NOMEM;
        long n = 0;
        while (status == NOMEM && n < 5000) {
            struct run run;
            struct error error = {0};
            mem_fail_at(++n, 0);
            status = build_and_add(&run, &file, queries[i], 1, n_keys[i], &error);
            if (status == OK)
                status = read_results(&run, &error);
            mem_fail_at(0, 0);
            CHECK(status == error.status);
            run_release(&run);
        }
        CHECK(status == OK && n > 10);
    }
    test_file_free(&file);
}

int main(void)
{
    RUN(answers_are_those_of_row_by_row);
    RUN(chunks_may_be_all_null);
    RUN(a_query_without_rows_has_one_group_or_none);
    RUN(a_batch_that_never_came_is_no_row);
    RUN(equal_calls_are_one_aggregate);
    RUN(aggregates_of_the_same_values_are_each_right);
    RUN(calls_of_aggregates_are_known);
    RUN(what_only_sqlite_can_aggregate_is_refused);
    RUN(texts_of_utf16_are_only_counted);
    RUN(many_parts_are_refused);
    RUN(an_unknown_condition_is_left_to_the_feed);
    RUN(a_condition_that_the_feed_tests_is_not_tested_again);
    RUN(a_column_that_is_not_used_is_not_read);
    RUN(integers_that_overflow_are_left_to_sqlite);
    RUN(a_known_aggregate_reads_nothing);
    RUN(far_dates_have_no_known_extreme);
    RUN(a_reader_that_fails_ends_the_query);
    RUN(a_query_can_be_interrupted);
    RUN(every_allocation_may_fail);
    return unit_test_done();
}
