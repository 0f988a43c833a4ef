/* SPDX-License-Identifier: MIT */
/*
 * test_group_table.c - rows with the same keys, and only those, have one number, in the
 * order in which they come, for all kinds of keys and vectors, few groups and many, and
 * after failed allocations (group_table.h).
 */
#include "base/alloc.h"
#include "base/interrupt.h"
#include "unit_test.h"
#include "unit_vectors.h"
#include "vector/group_table.h"

enum { MOST_KEYS = 4, MOST_PLAIN = 20000, SMALL_BATCHES = 6 };

/* Groups as an array that is searched from its begin. */
struct plain_groups {
    uint32_t n_keys, n;
    enum vector_kind kinds[MOST_KEYS];
    struct plain_cell (*cells)[MOST_KEYS];
};

static bool is_group(const struct plain_groups *groups, uint32_t group,
                     const struct plain_cell *cells)
{
    for (uint32_t k = 0; k < groups->n_keys; k++) {
        if (!is_same_cell(groups->kinds[k], &groups->cells[group][k], &cells[k]))
            return false;
    }
    return true;
}

static uint32_t plain_number(struct plain_groups *groups, const struct plain_cell *cells)
{
    uint32_t g = 0;
    while (g < groups->n && !is_group(groups, g, cells))
        g++;
    if (g == groups->n && groups->n < MOST_PLAIN)
        memcpy(groups->cells[groups->n++], cells, sizeof groups->cells[0]);
    return g;
}

static void check_keys(const struct group_table *table, const struct plain_groups *plain)
{
    CHECK(group_table_count(table) == plain->n);
    for (uint32_t g = 0; g < plain->n && g < group_table_count(table); g++) {
        for (uint32_t k = 0; k < plain->n_keys; k++) {
            struct plain_cell cell = {0};
            cell.is_null = !group_table_key(table, g, k, &cell.value);
            CHECK(is_same_cell(plain->kinds[k], &cell, &plain->cells[g][k]));
        }
    }
}

/* Numbers a batch whose vectors are of random forms; *has_failed: an allocation failed.
 */
static void check_batch(uint64_t *state, struct group_table *table,
                        struct plain_groups *plain, uint32_t n_different,
                        const bool *have_dictionary, const bool *have_nulls, long fail_at)
{
    struct random_vector made[MOST_KEYS];
    const struct column_vector *keys[MOST_KEYS];
    struct error error = {0};
    uint32_t n = 1 + (uint32_t)random_below(state, BATCH_ROWS);
    uint32_t *groups = must(malloc(n * sizeof *groups));
    for (uint32_t k = 0; k < plain->n_keys; k++) {
        made[k] = random_vector(state, plain->kinds[k], n, n_different,
                                have_dictionary[k], have_nulls[k]);
        keys[k] = &made[k].vector;
    }
    enum status status = NOMEM;
    while (status == NOMEM) {
        error_clear(&error);
        mem_fail_at(fail_at > 0 ? fail_at++ : 0, 0);
        status = group_table_number(table, keys, n, groups, &error);
        mem_fail_at(0, 0);
        CHECK(status == OK || (fail_at > 0 && status == NOMEM));
    }
    for (uint32_t i = 0; status == OK && i < n; i++) {
        struct plain_cell cells[MOST_KEYS] = {0};
        for (uint32_t k = 0; k < plain->n_keys; k++)
            cells[k] = plain_cell_of(keys[k], i);
        CHECK(groups[i] == plain_number(plain, cells));
    }
    for (uint32_t k = 0; k < plain->n_keys; k++)
        random_vector_free(&made[k]);
    free(groups);
}

/* The values of texts live as long as the program, so that cells may be kept. */
static void check_random(uint64_t seed, bool fails)
{
    uint64_t state = seed;
    static const uint32_t counts[] = {1, 3, 40, 700};
    struct plain_groups plain = {
        .n_keys = 1 + (uint32_t)random_below(&state, MOST_KEYS),
        .cells = must(malloc(MOST_PLAIN * sizeof plain.cells[0]))};
    struct group_table table;
    struct error error = {0};
    uint32_t n_different = counts[random_below(&state, COUNT_OF(counts))];
    bool always_dictionary = random_below(&state, 2) == 0, have_nulls[MOST_KEYS];
    for (uint32_t k = 0; k < plain.n_keys; k++) {
        static const enum vector_kind kinds[] = {VECTOR_INT64, VECTOR_DOUBLE,
                                                 VECTOR_BYTES};
        plain.kinds[k] = kinds[random_below(&state, 3)];
    }
    CHECK(group_table_init(&table, plain.kinds, plain.n_keys, &error) == OK);
    for (int batch = 0; batch < SMALL_BATCHES; batch++) {
        bool have_dictionary[MOST_KEYS];
        for (uint32_t k = 0; k < plain.n_keys; k++) {
            have_dictionary[k] = always_dictionary || random_below(&state, 2) == 0;
            have_nulls[k] = random_below(&state, 3) == 0;
        }
        check_batch(&state, &table, &plain, n_different, have_dictionary, have_nulls,
                    fails ? 1 : 0);
    }
    check_keys(&table, &plain);
    group_table_release(&table);
    group_table_release(&table);
    free(plain.cells);
}

static void numbers_are_those_of_a_search(void)
{
    for (uint64_t seed = 0; seed < 60; seed++)
        check_random(seed, false);
}

static void failed_allocations_lose_nothing(void)
{
    for (uint64_t seed = 100; seed < 130; seed++)
        check_random(seed, true);
}

static void values_are_compared_bit_by_bit(void)
{
    static const enum vector_kind kind = VECTOR_DOUBLE;
    const double values[] = {0.0, -0.0, 1.0, 0.0, -0.0};
    const uint8_t valid[] = {1, 1, 0, 1, 1};
    const struct column_vector vector = {
        .n_rows = 5, .kind = kind, .values.float64 = values, .valid = valid};
    const struct column_vector *keys[] = {&vector};
    struct group_table table;
    struct error error = {0};
    union column_value value;
    uint32_t groups[5];
    CHECK(group_table_init(&table, &kind, 1, &error) == OK);
    CHECK(group_table_number(&table, keys, 5, groups, &error) == OK);
    CHECK(groups[0] == 0 && groups[1] == 1 && groups[2] == 2 && groups[3] == 0 &&
          groups[4] == 1);
    CHECK(group_table_key(&table, 1, 0, &value) && is_same_double(value.float64, -0.0));
    CHECK(!group_table_key(&table, 2, 0, &value));
    group_table_release(&table);
}

/* More keys that may be null than a word has bits. */
static void many_keys(void)
{
    enum { N = 70, ROWS = N + 2 };
    enum vector_kind kinds[N];
    int64_t values[ROWS] = {0};
    uint8_t valid[N][ROWS];
    struct column_vector vectors[N];
    const struct column_vector *keys[N];
    struct group_table table;
    struct error error = {0};
    uint32_t groups[ROWS];
    union column_value value;
    /* Row i + 1 is null in key i, row 0 in none, nor is the last. */
    memset(valid, 1, sizeof valid);
    for (uint32_t k = 0; k < N; k++) {
        kinds[k] = VECTOR_INT64;
        valid[k][k + 1] = 0;
        vectors[k] = (struct column_vector){.n_rows = ROWS,
                                            .kind = VECTOR_INT64,
                                            .values.int64 = values,
                                            .valid = valid[k]};
        keys[k] = &vectors[k];
    }
    CHECK(group_table_init(&table, kinds, N, &error) == OK);
    CHECK(group_table_number(&table, keys, ROWS, groups, &error) == OK);
    for (uint32_t i = 0; i + 1 < ROWS; i++) {
        CHECK(groups[i] == i);
        for (uint32_t k = 0; k < N; k++)
            CHECK(group_table_key(&table, i, k, &value) == (k + 1 != i));
    }
    CHECK(groups[ROWS - 1] == 0 && group_table_count(&table) == N + 1);
    group_table_release(&table);
}

enum { MANY = 200000 };

/* The values of a row of many groups, in which no two have all keys the same. */
static union column_value many_value(enum vector_kind kind, uint32_t key, uint32_t row,
                                     char *text)
{
    union column_value value = {.int64 = 0};
    uint64_t number = key == 0 ? (uint64_t)row * UINT64_C(0x9e3779b97f4a7c15) : row % 777;
    if (kind == VECTOR_BYTES)
        value.bytes = (struct bytes_value){
            (const uint8_t *)text, (size_t)sprintf(text, "%llx", (long long)number)};
    else
        value.int64 = (int64_t)(number >> (kind == VECTOR_DOUBLE ? 2 : 0));
    return value;
}

static void check_many(const enum vector_kind *kinds, uint32_t n_keys)
{
    struct column_vector vectors[2];
    const struct column_vector *keys[2] = {&vectors[0], &vectors[1]};
    union column_value value, expected;
    void *values[2];
    char(*texts)[BATCH_ROWS][20] = must(malloc(2 * sizeof *texts)), text[20];
    uint32_t groups[BATCH_ROWS], n_wrong = 0;
    struct group_table table;
    struct error error = {0};
    CHECK(group_table_init(&table, kinds, n_keys, &error) == OK);
    for (uint32_t k = 0; k < n_keys; k++)
        values[k] = must(malloc(BATCH_ROWS * sizeof(struct bytes_value)));
    for (uint32_t first = 0; first < 2 * MANY; first += 1000) {
        for (uint32_t k = 0; k < n_keys; k++) {
            for (uint32_t i = 0; i < 1000; i++)
                put_value(values[k], kinds[k], i,
                          many_value(kinds[k], k, (first + i) % MANY, texts[k][i]));
            vectors[k] = (struct column_vector){
                .n_rows = 1000, .kind = kinds[k], .values.any = values[k]};
        }
        CHECK(group_table_number(&table, keys, 1000, groups, &error) == OK);
        for (uint32_t i = 0; i < 1000; i++)
            n_wrong += groups[i] != (first + i) % MANY;
    }
    CHECK(n_wrong == 0 && group_table_count(&table) == MANY);
    for (uint32_t g = 0; g < MANY; g += 997) {
        for (uint32_t k = 0; k < n_keys; k++) {
            struct plain_cell a = {0}, b = {0};
            expected = many_value(kinds[k], k, g, text);
            CHECK(group_table_key(&table, g, k, &value));
            a.value = value;
            b.value = expected;
            CHECK(is_same_cell(kinds[k], &a, &b));
        }
    }
    for (uint32_t k = 0; k < n_keys; k++)
        free(values[k]);
    free(texts);
    group_table_release(&table);
}

static void many_groups(void)
{
    static const enum vector_kind kinds[][2] = {{VECTOR_INT64, VECTOR_INT64},
                                                {VECTOR_DOUBLE, VECTOR_BYTES},
                                                {VECTOR_BYTES, VECTOR_INT64},
                                                {VECTOR_BYTES, VECTOR_BYTES}};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        check_many(kinds[i], 1);
        check_many(kinds[i], 2);
    }
}

static bool is_wanted(void *argument)
{
    (void)argument;
    return true;
}

/* A table that grows can be interrupted, and goes on as if that had not happened. */
static void growing_is_interrupted(void)
{
    static const enum vector_kind kinds[] = {VECTOR_INT64, VECTOR_INT64};
    int64_t values[BATCH_ROWS];
    uint32_t groups[BATCH_ROWS], n_interrupted = 0;
    for (uint32_t n_keys = 1; n_keys <= 2; n_keys++) {
        struct group_table table;
        struct error error = {0};
        const struct column_vector vector = {
            .n_rows = BATCH_ROWS, .kind = VECTOR_INT64, .values.int64 = values};
        const struct column_vector *keys[] = {&vector, &vector};
        CHECK(group_table_init(&table, kinds, n_keys, &error) == OK);
        for (int64_t first = 0; first < 40 * BATCH_ROWS; first += BATCH_ROWS) {
            struct interrupt interrupt = {.is_wanted = is_wanted};
            for (int64_t i = 0; i < BATCH_ROWS; i++)
                values[i] = first + i;
            interrupt_begin(&interrupt);
            enum status status = group_table_number(&table, keys, BATCH_ROWS, groups,
                                                    &error);
            status = interrupt_end(&interrupt, status, &error);
            n_interrupted += status == INTERRUPTED;
            error_clear(&error);
            if (status == INTERRUPTED)
                status = group_table_number(&table, keys, BATCH_ROWS, groups, &error);
            CHECK(status == OK);
            CHECK(groups[0] == first && groups[BATCH_ROWS - 1] == first + BATCH_ROWS - 1);
        }
        CHECK(n_interrupted >= n_keys);
        group_table_release(&table);
    }
}

int main(void)
{
    RUN(numbers_are_those_of_a_search);
    RUN(failed_allocations_lose_nothing);
    RUN(values_are_compared_bit_by_bit);
    RUN(many_keys);
    RUN(many_groups);
    RUN(growing_is_interrupted);
    return unit_test_done();
}
