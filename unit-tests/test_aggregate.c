/* SPDX-License-Identifier: MIT */
/*
 * test_aggregate.c - counts, sums, averages, extremes and numbers of distinct values are
 * SQLite's, bit by bit: literal ones, and those of random rows as a loop over one row
 * after the other computes them; with failing allocations, too (aggregate.h).
 */
#include <math.h>

#include "base/alloc.h"
#include "unit_test.h"
#include "unit_vectors.h"
#include "vector/aggregate.h"

static struct column_vector integers(const int64_t *values, uint32_t n)
{
    return (struct column_vector){
        .n_rows = n, .kind = VECTOR_INT64, .values.int64 = values};
}

static struct column_vector reals(const double *values, uint32_t n)
{
    return (struct column_vector){
        .n_rows = n, .kind = VECTOR_DOUBLE, .values.float64 = values};
}

/* The result of all rows of a vector as one group; type 0: UNSUPPORTED. */
static struct literal result_of(enum aggregate_kind kind, bool sums_plainly,
                                const struct column_vector *vector)
{
    struct aggregate aggregate;
    struct literal result = {0};
    struct error error = {0};
    enum status status = aggregate_init(&aggregate, kind, vector->kind, sums_plainly,
                                        &error);
    if (status == OK && vector->n_rows > 0)
        status = aggregate_add(&aggregate, vector, NULL, NULL, vector->n_rows, 1, &error);
    if (status == OK)
        status = aggregate_result(&aggregate, aggregate.kind, 0, &result, &error);
    CHECK(status == OK || status == UNSUPPORTED);
    aggregate_release(&aggregate);
    aggregate_release(&aggregate);
    return status == OK ? result : (struct literal){0};
}

static bool is_integer(struct literal result, int64_t value)
{
    return result.type == LITERAL_INTEGER && result.integer == value;
}

static bool is_real(struct literal result, double value)
{
    return result.type == LITERAL_REAL && is_same_double(result.real, value);
}

static void results_of_no_rows(void)
{
    static const enum vector_kind kinds[] = {VECTOR_INT64, VECTOR_DOUBLE, VECTOR_BYTES};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const struct column_vector none = {.kind = kinds[i]};
        CHECK(is_integer(result_of(AGGREGATE_COUNT_ROWS, false, &none), 0));
        CHECK(is_integer(result_of(AGGREGATE_COUNT, false, &none), 0));
        CHECK(is_integer(result_of(AGGREGATE_COUNT_DISTINCT, false, &none), 0));
        CHECK(result_of(AGGREGATE_MIN, false, &none).type == LITERAL_NULL);
        CHECK(result_of(AGGREGATE_MAX, false, &none).type == LITERAL_NULL);
        for (int plainly = 0; plainly < 2 && kinds[i] != VECTOR_BYTES; plainly++) {
            CHECK(result_of(AGGREGATE_SUM, plainly, &none).type == LITERAL_NULL);
            CHECK(result_of(AGGREGATE_AVG, plainly, &none).type == LITERAL_NULL);
            CHECK(is_real(result_of(AGGREGATE_TOTAL, plainly, &none), 0.0));
        }
    }
}

static void nulls_are_no_values(void)
{
    const int64_t values[] = {1, 2};
    const uint8_t valid[] = {0, 0};
    struct column_vector vector = integers(values, 2);
    vector.valid = valid;
    CHECK(is_integer(result_of(AGGREGATE_COUNT_ROWS, false, &vector), 2));
    CHECK(is_integer(result_of(AGGREGATE_COUNT, false, &vector), 0));
    CHECK(is_integer(result_of(AGGREGATE_COUNT_DISTINCT, false, &vector), 0));
    CHECK(result_of(AGGREGATE_SUM, false, &vector).type == LITERAL_NULL);
    CHECK(result_of(AGGREGATE_AVG, true, &vector).type == LITERAL_NULL);
    CHECK(is_real(result_of(AGGREGATE_TOTAL, true, &vector), 0.0));
    CHECK(result_of(AGGREGATE_MAX, false, &vector).type == LITERAL_NULL);
}

static void sums_of_integers(void)
{
    const int64_t values[] = {7, -3, 5}, most[] = {INT64_MAX, 1, -1},
                  fits[] = {INT64_MAX, -1, 1}, least[] = {INT64_MIN, -1};
    struct column_vector vector = integers(values, 3);
    CHECK(is_integer(result_of(AGGREGATE_SUM, false, &vector), 9));
    CHECK(is_integer(result_of(AGGREGATE_SUM, true, &vector), 9));
    CHECK(is_real(result_of(AGGREGATE_TOTAL, false, &vector), 9.0));
    CHECK(is_real(result_of(AGGREGATE_AVG, false, &vector), 3.0));
    vector = integers(fits, 3);
    CHECK(is_integer(result_of(AGGREGATE_SUM, false, &vector), INT64_MAX));
    /* The sum of the first two overflows, although that of all does not. */
    vector = integers(most, 3);
    CHECK(result_of(AGGREGATE_SUM, false, &vector).type == 0);
    CHECK(result_of(AGGREGATE_SUM, true, &vector).type == 0);
    CHECK(result_of(AGGREGATE_AVG, false, &vector).type == 0);
    CHECK(is_real(result_of(AGGREGATE_AVG, true, &vector), 0x1p63 / 3));
    CHECK(is_real(result_of(AGGREGATE_TOTAL, true, &vector), 0x1p63));
    vector = integers(least, 2);
    CHECK(result_of(AGGREGATE_TOTAL, false, &vector).type == 0);
}

/* Integers of more than 53 bits: one rounding, or one for each row. */
static void averages_of_large_integers(void)
{
    const int64_t values[] = {(INT64_C(1) << 53) + 1, 1, 1, 1};
    struct column_vector vector = integers(values, 4);
    CHECK(is_real(result_of(AGGREGATE_TOTAL, false, &vector), 0x1p53 + 4));
    CHECK(is_real(result_of(AGGREGATE_TOTAL, true, &vector), 0x1p53));
    CHECK(is_real(result_of(AGGREGATE_AVG, false, &vector), 0x1p51 + 1));
}

static void sums_of_doubles(void)
{
    const double tenths[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1},
                 lost[] = {1.0, 1e100, 1.0, -1e100}, zeros[] = {-0.0, -0.0},
                 infinite[] = {1.0, INFINITY}, huge[] = {1e308, 1e308, -1e308};
    struct column_vector vector = reals(tenths, 10);
    CHECK(is_real(result_of(AGGREGATE_SUM, false, &vector), 1.0));
    CHECK(is_real(result_of(AGGREGATE_SUM, true, &vector), 0.9999999999999999));
    CHECK(is_real(result_of(AGGREGATE_AVG, false, &vector), 0.1));
    CHECK(is_real(result_of(AGGREGATE_AVG, true, &vector), 0.09999999999999999));
    vector = reals(lost, 4);
    CHECK(is_real(result_of(AGGREGATE_TOTAL, false, &vector), 2.0));
    CHECK(is_real(result_of(AGGREGATE_TOTAL, true, &vector), 0.0));
    vector = reals(zeros, 2);
    CHECK(is_real(result_of(AGGREGATE_SUM, false, &vector), 0.0));
    CHECK(is_real(result_of(AGGREGATE_SUM, true, &vector), 0.0));
    vector = reals(infinite, 2);
    CHECK(result_of(AGGREGATE_SUM, false, &vector).type == 0);
    vector = reals(huge, 3);
    CHECK(result_of(AGGREGATE_AVG, false, &vector).type == 0);
}

static void extremes_and_distinct_values(void)
{
    const double zeros[] = {0.0, -0.0, 0.0}, other_zeros[] = {-0.0, 0.0},
                 infinite[] = {INFINITY, INFINITY};
    const int64_t ends[] = {INT64_MAX, INT64_MIN}, most[] = {INT64_MAX};
    static const struct bytes_value texts[] = {
        {(const uint8_t *)"b", 1}, {(const uint8_t *)"", 0}, {(const uint8_t *)"ba", 2}};
    struct column_vector vector = reals(zeros, 3);
    CHECK(is_real(result_of(AGGREGATE_MIN, false, &vector), 0.0));
    CHECK(is_real(result_of(AGGREGATE_MAX, false, &vector), 0.0));
    CHECK(is_integer(result_of(AGGREGATE_COUNT_DISTINCT, false, &vector), 1));
    vector = reals(other_zeros, 2);
    CHECK(is_real(result_of(AGGREGATE_MIN, false, &vector), -0.0));
    CHECK(is_real(result_of(AGGREGATE_MAX, false, &vector), -0.0));
    vector = reals(infinite, 2);
    CHECK(is_real(result_of(AGGREGATE_MIN, false, &vector), INFINITY));
    vector = integers(ends, 2);
    CHECK(is_integer(result_of(AGGREGATE_MIN, false, &vector), INT64_MIN));
    CHECK(is_integer(result_of(AGGREGATE_MAX, false, &vector), INT64_MAX));
    vector = integers(most, 1);
    CHECK(is_integer(result_of(AGGREGATE_MIN, false, &vector), INT64_MAX));
    vector = (struct column_vector){
        .n_rows = 3, .kind = VECTOR_BYTES, .values.bytes = texts};
    struct literal least = result_of(AGGREGATE_MIN, false, &vector);
    CHECK(least.type == LITERAL_TEXT && least.bytes.size == 0);
    CHECK(is_integer(result_of(AGGREGATE_COUNT_DISTINCT, false, &vector), 3));
    vector.kind = VECTOR_BYTES;
    CHECK(result_of(AGGREGATE_SUM, false, &vector).type == 0);
}

/* Texts that grow take little more memory than they have. */
static void growing_texts(void)
{
    enum { SIZE = 2000 };
    struct memory_account account = {.name = "test", .limit = 100000};
    struct memory_scope scope = memory_account_enter(&account);
    uint8_t *text = must(malloc(SIZE));
    struct bytes_value value = {text, 0};
    const struct column_vector vector = {
        .n_rows = 1, .kind = VECTOR_BYTES, .values.bytes = &value};
    struct aggregate aggregate;
    struct literal result;
    struct error error = {0};
    memset(text, 'x', SIZE);
    CHECK(aggregate_init(&aggregate, AGGREGATE_MAX, VECTOR_BYTES, false, &error) == OK);
    for (value.size = 0; value.size < SIZE; value.size++)
        CHECK(aggregate_add(&aggregate, &vector, NULL, NULL, 1, 1, &error) == OK);
    CHECK(aggregate_result(&aggregate, aggregate.kind, 0, &result, &error) == OK);
    CHECK(result.type == LITERAL_TEXT && result.bytes.size == SIZE - 1 &&
          result.bytes.data != text && memcmp(result.bytes.data, text, SIZE - 1) == 0);
    aggregate_release(&aggregate);
    CHECK(account.used == 0);
    memory_scope_restore(scope);
    free(text);
}

/* ---- Random rows ----------------------------------------------------------------- */

enum { MOST_GROUPS = 300, MOST_ROWS = 8 * BATCH_ROWS };

/* All rows of all batches. */
struct plain_rows {
    uint32_t n;
    struct plain_cell cells[MOST_ROWS];
    uint32_t groups[MOST_ROWS];
    bool are_counted[MOST_ROWS];
};

static bool is_equal(enum vector_kind kind, const struct plain_cell *a,
                     const struct plain_cell *b)
{
    return kind == VECTOR_DOUBLE ? a->value.float64 == b->value.float64
                                 : is_same_cell(kind, a, b);
}

static bool is_less(enum vector_kind kind, union column_value a, union column_value b)
{
    return column_kind_compare(kind, a, b) < 0;
}

/* The sum as SQLite computes it in its order of steps. */
struct plain_sum {
    int64_t integer;
    double real, rest;
    uint64_t n;
};

static void plain_add(struct plain_sum *sum, enum vector_kind kind, bool sums_plainly,
                      union column_value value)
{
    double real = kind == VECTOR_INT64 ? (double)value.int64 : value.float64;
    double before = sum->real, after = before + real;
    sum->n++;
    if (kind == VECTOR_INT64)
        sum->integer += value.int64;
    if (!sums_plainly) {
        if (fabs(before) > fabs(real))
            sum->rest += (before - after) + real;
        else
            sum->rest += (real - after) + before;
    }
    sum->real = after;
}

static struct literal plain_sum_result(const struct plain_sum *sum,
                                       enum aggregate_kind kind, enum vector_kind of,
                                       bool sums_plainly)
{
    double total = of == VECTOR_INT64 && !sums_plainly ? (double)sum->integer
                                                       : sum->real + sum->rest;
    if (kind == AGGREGATE_TOTAL)
        return (struct literal){.type = LITERAL_REAL, .real = total};
    if (sum->n == 0)
        return (struct literal){.type = LITERAL_NULL};
    if (kind == AGGREGATE_AVG)
        return (struct literal){.type = LITERAL_REAL, .real = total / (double)sum->n};
    return of == VECTOR_INT64
               ? (struct literal){.type = LITERAL_INTEGER, .integer = sum->integer}
               : (struct literal){.type = LITERAL_REAL, .real = total};
}

static struct literal plain_extreme_result(const struct plain_cell *best,
                                           enum vector_kind kind)
{
    if (best == NULL)
        return (struct literal){.type = LITERAL_NULL};
    if (kind == VECTOR_INT64)
        return (struct literal){.type = LITERAL_INTEGER, .integer = best->value.int64};
    if (kind == VECTOR_DOUBLE)
        return (struct literal){.type = LITERAL_REAL, .real = best->value.float64};
    return (struct literal){.type = LITERAL_TEXT, .bytes = best->value.bytes};
}

static struct literal plain_result(const struct plain_rows *rows,
                                   const struct aggregate *a, uint32_t group)
{
    enum vector_kind kind = a->kind_of_values;
    const struct plain_cell *best = NULL, *distinct[MOST_ROWS];
    struct plain_sum sum = {0};
    int64_t n_rows = 0, n_values = 0;
    uint32_t n_distinct = 0, d;
    for (uint32_t i = 0; i < rows->n; i++) {
        const struct plain_cell *cell = &rows->cells[i];
        if (rows->groups[i] != group || !rows->are_counted[i])
            continue;
        n_rows++;
        if (cell->is_null)
            continue;
        n_values++;
        if (kind != VECTOR_BYTES)
            plain_add(&sum, kind, a->sums_plainly, cell->value);
        if (best == NULL ||
            (a->kind == AGGREGATE_MIN && is_less(kind, cell->value, best->value)) ||
            (a->kind == AGGREGATE_MAX && is_less(kind, best->value, cell->value)))
            best = cell;
        for (d = 0; d < n_distinct && !is_equal(kind, distinct[d], cell); d++) {
        }
        if (d == n_distinct)
            distinct[n_distinct++] = cell;
    }
    if (a->kind == AGGREGATE_MIN || a->kind == AGGREGATE_MAX)
        return plain_extreme_result(best, kind);
    if (a->kind == AGGREGATE_COUNT_ROWS || a->kind == AGGREGATE_COUNT ||
        a->kind == AGGREGATE_COUNT_DISTINCT) {
        int64_t count = a->kind == AGGREGATE_COUNT ? n_values : n_rows;
        count = a->kind == AGGREGATE_COUNT_DISTINCT ? n_distinct : count;
        return (struct literal){.type = LITERAL_INTEGER, .integer = count};
    }
    return plain_sum_result(&sum, a->kind, kind, a->sums_plainly);
}

static bool is_same_result(const struct literal *a, const struct literal *b)
{
    return literal_equals(a, b) &&
           (a->type != LITERAL_REAL || is_same_double(a->real, b->real));
}

/* Adds a batch; an allocation fails if fail_at is positive. */
static void add_batch(uint64_t *state, struct aggregate *aggregate,
                      struct plain_rows *rows, uint32_t n_groups, bool has_groups,
                      long fail_at, enum status *status)
{
    struct error error = {0};
    uint32_t n = 1 + (uint32_t)random_below(state, BATCH_ROWS);
    bool has_filter = random_below(state, 3) == 0;
    uint32_t *groups = must(malloc(n * sizeof *groups));
    uint8_t *are_counted = must(malloc(n));
    bool has_dictionary = random_below(state, 2) == 0;
    bool has_nulls = random_below(state, 2) == 0;
    uint32_t n_different = 1 + (uint32_t)random_below(state, 90);
    struct random_vector made = random_vector(state, aggregate->kind_of_values, n,
                                              n_different, has_dictionary, has_nulls);
    for (uint32_t i = 0; i < n; i++) {
        groups[i] = (uint32_t)random_below(state, n_groups);
        are_counted[i] = (uint8_t)(random_below(state, 3) * 7);
        rows->cells[rows->n] = plain_cell_of(&made.vector, i);
        rows->groups[rows->n] = has_groups ? groups[i] : 0;
        rows->are_counted[rows->n++] = !has_filter || are_counted[i] != 0;
    }
    mem_fail_at(fail_at, 0);
    *status = aggregate_add(
        aggregate, aggregate->kind == AGGREGATE_COUNT_ROWS ? NULL : &made.vector,
        has_groups ? groups : NULL, has_filter ? are_counted : NULL, n, n_groups, &error);
    mem_fail_at(0, 0);
    CHECK(*status == OK || (fail_at > 0 && *status == NOMEM));
    random_vector_free(&made);
    free(groups);
    free(are_counted);
}

/* Returns whether no allocation failed. */
static bool check_random(uint64_t seed, enum aggregate_kind kind, enum vector_kind of,
                         bool sums_plainly, long fail_at)
{
    uint64_t state = seed;
    struct plain_rows *rows = must(malloc(sizeof *rows));
    struct aggregate aggregate;
    struct error error = {0};
    struct literal result;
    enum status status;
    bool has_groups = random_below(&state, 4) > 0;
    uint32_t n_groups = 1 + (uint32_t)random_below(&state, 8), checked = n_groups + 1;
    rows->n = 0;
    if (random_below(&state, 8) == 0)
        n_groups = MOST_GROUPS;
    CHECK(aggregate_init(&aggregate, kind, of, sums_plainly, &error) == OK);
    for (int batch = 0; batch < 4; batch++) {
        uint32_t n_now = batch == 0 ? 1 + n_groups / 2 : n_groups;
        add_batch(&state, &aggregate, rows, n_now, has_groups, fail_at, &status);
        if (status != OK)
            break;
    }
    for (uint32_t g = 0; status == OK && g < checked; g++) {
        struct literal expected = plain_result(rows, &aggregate, g);
        CHECK(aggregate_result(&aggregate, aggregate.kind, g, &result, &error) == OK);
        CHECK(is_same_result(&result, &expected));
    }
    aggregate_release(&aggregate);
    free(rows);
    return status == OK;
}

static void check_all(uint64_t seed, bool fails)
{
    static const enum vector_kind kinds[] = {VECTOR_INT64, VECTOR_DOUBLE, VECTOR_BYTES};
    for (int kind = AGGREGATE_COUNT_ROWS; kind <= AGGREGATE_COUNT_DISTINCT; kind++) {
        bool is_sum = kind >= AGGREGATE_SUM && kind <= AGGREGATE_AVG;
        for (size_t i = 0; i < COUNT_OF(kinds); i++) {
            long n = fails;
            if (is_sum && kinds[i] == VECTOR_BYTES)
                continue;
            while (!check_random(seed * 100 + (uint64_t)kind, (enum aggregate_kind)kind,
                                 kinds[i], seed % 2 == 0, n) &&
                   n < 1000)
                n++;
            CHECK(n < 1000 && (!fails || n > 1));
        }
    }
}

static void results_are_those_of_a_loop(void)
{
    for (uint64_t seed = 1; seed <= 16; seed++)
        check_all(seed, false);
}

static void failed_allocations_are_reported(void)
{
    check_all(100, true);
    check_all(101, true);
}

/* Distinct values of many groups, and states of as many. */
static void many_groups(void)
{
    enum { N = 200000, ROUNDS = 3 };
    struct aggregate count, sum;
    struct error error = {0};
    struct literal result;
    int64_t values[BATCH_ROWS];
    uint32_t groups[BATCH_ROWS], n_wrong = 0;
    const struct column_vector vector = integers(values, 1000);
    CHECK(aggregate_init(&count, AGGREGATE_COUNT_DISTINCT, VECTOR_INT64, false, &error) ==
          OK);
    CHECK(aggregate_init(&sum, AGGREGATE_SUM, VECTOR_INT64, false, &error) == OK);
    for (uint32_t first = 0; first < ROUNDS * N; first += 1000) {
        for (uint32_t i = 0; i < 1000; i++) {
            groups[i] = (first + i) % N;
            values[i] = first / N == 1 ? groups[i] : 7;
        }
        CHECK(aggregate_add(&count, &vector, groups, NULL, 1000, N, &error) == OK);
        CHECK(aggregate_add(&sum, &vector, groups, NULL, 1000, N, &error) == OK);
    }
    for (uint32_t g = 0; g < N; g++) {
        CHECK(aggregate_result(&count, count.kind, g, &result, &error) == OK);
        n_wrong += !is_integer(result, g == 7 ? 1 : 2);
        CHECK(aggregate_result(&sum, sum.kind, g, &result, &error) == OK);
        n_wrong += !is_integer(result, (int64_t)g + 14);
    }
    CHECK(n_wrong == 0);
    aggregate_release(&count);
    aggregate_release(&sum);
}

int main(void)
{
    RUN(results_of_no_rows);
    RUN(nulls_are_no_values);
    RUN(sums_of_integers);
    RUN(averages_of_large_integers);
    RUN(sums_of_doubles);
    RUN(extremes_and_distinct_values);
    RUN(growing_texts);
    RUN(results_are_those_of_a_loop);
    RUN(failed_allocations_are_reported);
    RUN(many_groups);
    return unit_test_done();
}
