/* SPDX-License-Identifier: MIT */
/*
 * test_predicate.c - merging, sorting and reusing the terms of a predicate, and single
 * terms on vectors with and without a dictionary.
 */
#include "base/alloc.h"
#include "scan/predicate.h"
#include "unit_test.h"
#include "unit_values.h"

static struct column columns[] = {
    {.name = "n", .name_size = 1, .type = COLUMN_INTEGER, .kind = VECTOR_INT64},
    {.name = "t", .name_size = 1, .type = COLUMN_TEXT, .kind = VECTOR_BYTES},
    {.name = "d", .name_size = 1, .type = COLUMN_DATE, .kind = VECTOR_INT64},
    {.name = "j", .name_size = 1, .type = COLUMN_NESTED, .kind = VECTOR_BYTES},
    {.name = "r", .name_size = 1, .type = COLUMN_REAL, .kind = VECTOR_DOUBLE},
};
enum { N, T, D, J, R };
static const struct schema schema = {
    .n_columns = 5, .n_top_level = 5, .columns = columns};

static struct predicate_term *add(struct predicate *predicate, uint32_t column,
                                  enum value_domain domain, struct value_range range)
{
    struct predicate_term *term = must(predicate_add(predicate, column));
    term->set.domain = domain;
    term->set.ranges = must(arena_alloc(&predicate->arena, 1, sizeof range));
    term->set.ranges[0] = range;
    term->set.n_ranges = 1;
    return term;
}

static struct predicate_term *add_integers(struct predicate *predicate, uint32_t column,
                                           int64_t low, int64_t high)
{
    return add(predicate, column, DOMAIN_INT64,
               (struct value_range){.low.int64 = low, .high.int64 = high});
}

static struct bytes_value bytes_of(const char *text)
{
    return (struct bytes_value){(const uint8_t *)text, strlen(text)};
}

static struct predicate_term *add_texts(struct predicate *predicate, uint32_t column,
                                        const char *low, const char *high)
{
    return add(
        predicate, column, DOMAIN_BYTES,
        (struct value_range){.low.bytes = bytes_of(low), .high.bytes = bytes_of(high)});
}

static void add_pattern(struct predicate *predicate, uint32_t column, const char *like)
{
    struct predicate_term *term = must(predicate_add(predicate, column));
    struct error error = {0};
    term->set.domain = DOMAIN_BYTES;
    term->has_pattern = true;
    CHECK(text_pattern_init(&term->pattern, PATTERN_LIKE, like, strlen(like), &error) ==
          OK);
}

static void prepare(struct predicate *predicate)
{
    struct error error = {0};
    CHECK(predicate_prepare(predicate, &schema, &error) == OK);
}

/* Checks which rows of a vector a term keeps: those with '+' in `expected`. */
static void check_rows(struct predicate_term *term, const struct column_vector *vector,
                       const char *expected)
{
    struct error error = {0};
    uint32_t rows[BATCH_ROWS], n_kept, from[BATCH_ROWS], n_from = 0;
    uint32_t n = vector->n_rows;
    for (uint32_t n_front = 0; n_front <= n; n_front++) {
        uint32_t k = 0;
        CHECK(predicate_term_filter(term, &columns[term->column], vector, NULL, n_front,
                                    rows, &n_kept, &error) == OK);
        for (uint32_t i = 0; i < n_front; i++) {
            if (expected[i] == '+')
                CHECK(k < n_kept && rows[k++] == i);
        }
        CHECK(k == n_kept);
    }
    for (uint32_t i = 1; i < n; i += 2)
        from[n_from++] = i;
    CHECK(predicate_term_filter(term, &columns[term->column], vector, from, n_from, from,
                                &n_kept, &error) == OK);
    uint32_t k = 0;
    for (uint32_t i = 1; i < n; i += 2) {
        if (expected[i] == '+')
            CHECK(k < n_kept && from[k++] == i);
    }
    CHECK(k == n_kept);
}

/* ---- Terms together -------------------------------------------------------------- */

static void terms_of_a_column_are_merged(void)
{
    struct predicate predicate = {0};
    add_integers(&predicate, N, 1, 20)->prunes = true;
    add_texts(&predicate, T, "a", "c")->prunes = true;
    add_integers(&predicate, N, 10, 30)->prunes = true;
    add_integers(&predicate, N, 5, 15)->prunes = true;
    prepare(&predicate);
    CHECK(predicate.n_terms == 2 && !predicate.is_never);
    for (uint32_t i = 0; i < predicate.n_terms; i++) {
        const struct value_set *set = &predicate.terms[i].set;
        if (predicate.terms[i].column == N)
            CHECK(set->n_ranges == 1 && set->ranges[0].low.int64 == 10 &&
                  set->ranges[0].high.int64 == 15);
        else
            CHECK(set->ranges[0].high.bytes.data[0] == 'c');
    }
    predicate_release(&predicate);
}

static void terms_of_different_kinds_are_not_merged(void)
{
    struct predicate predicate = {0};
    add_texts(&predicate, T, "a", "c");
    add_texts(&predicate, T, "b", "d")->transform = TRANSFORM_NOCASE;
    add_texts(&predicate, T, "c", "e")->transform = TRANSFORM_RTRIM;
    add_texts(&predicate, T, "d", "f")->accepts_numeric_text = true;
    add_pattern(&predicate, T, "x%");
    add_pattern(&predicate, T, "%y");
    add_texts(&predicate, T, "e", "g")->prunes = true;
    add_integers(&predicate, D, 3, 4);
    add_texts(&predicate, D, "1970", "1971")->is_formatted = true;
    prepare(&predicate);
    CHECK(predicate.n_terms == 9 && !predicate.is_never);
    predicate_release(&predicate);
}

static void contradictory_terms_accept_nothing(void)
{
    struct predicate predicate = {0};
    add_integers(&predicate, N, 1, 2);
    add_integers(&predicate, N, 3, 4);
    prepare(&predicate);
    CHECK(predicate.is_never);
    predicate_clear(&predicate);
    CHECK(!predicate.is_never && predicate.n_terms == 0);
    /* Null satisfies both. */
    add_integers(&predicate, N, 1, 2)->set.accepts_null = true;
    add_integers(&predicate, N, 3, 4)->set.accepts_null = true;
    prepare(&predicate);
    CHECK(!predicate.is_never && predicate.n_terms == 1);
    CHECK(predicate.terms[0].set.n_ranges == 0 && predicate.terms[0].set.accepts_null);
    predicate_clear(&predicate);
    /* Terms with an empty set may still accept numeric texts or match a pattern. */
    struct predicate_term *term = must(predicate_add(&predicate, T));
    term->set.domain = DOMAIN_BYTES;
    term->accepts_numeric_text = true;
    add_pattern(&predicate, T, "%");
    prepare(&predicate);
    CHECK(!predicate.is_never && predicate.n_terms == 2);
    predicate_release(&predicate);
}

static void cheap_terms_come_first(void)
{
    struct predicate predicate = {0};
    add_texts(&predicate, J, "a", "c");
    add_pattern(&predicate, T, "%a%b%");
    add_texts(&predicate, T, "a", "c");
    add_integers(&predicate, N, 1, 200);
    prepare(&predicate);
    CHECK(predicate.terms[0].column == N && predicate.terms[3].column == J);
    CHECK(predicate.terms[1].column == T && !predicate.terms[1].has_pattern);
    /* A term that excludes no rows comes last, however cheap. */
    predicate.terms[0].n_tested = predicate.terms[0].n_passed = 100000;
    predicate_reorder(&predicate, &schema);
    CHECK(predicate.terms[0].column == T && predicate.terms[3].column == N);
    predicate_release(&predicate);
    predicate_release(&predicate);
}

/* Clears and refills a predicate with terms in other places: only memory is reused. */
static void a_cleared_predicate_keeps_no_terms(void)
{
    struct predicate predicate = {0};
    uint64_t state = 1;
    const uint32_t indices[] = {0, 1, 2, 1};
    const int64_t numbers[] = {10, 20, 30};
    const struct bytes_value texts[] = {bytes_of("x"), bytes_of("yy"), bytes_of("z")};
    struct column_vector vector = {
        .n_rows = 4, .indices = indices, .n_entries = 3, .dictionary = 5};
    for (int round = 0; round < 500; round++) {
        predicate_clear(&predicate);
        for (uint64_t n = 1 + random_below(&state, 6); n > 0; n--) {
            switch (random_below(&state, 4)) {
            case 0:
                add_integers(&predicate, N, 20, 20 + (int64_t)random_below(&state, 20));
                break;
            case 1:
                add_texts(&predicate, T, "x", "yz");
                break;
            case 2:
                add_pattern(&predicate, T, "%y");
                break;
            default:
                add_texts(&predicate, D, "1970-01-21", "1970-01-21")->is_formatted = true;
            }
        }
        prepare(&predicate);
        /* A stale mask would show: all columns have the same dictionary number. */
        for (uint32_t i = 0; i < predicate.n_terms; i++) {
            struct predicate_term *term = &predicate.terms[i];
            vector.kind = columns[term->column].kind;
            if (term->column == T)
                vector.values.bytes = texts;
            else
                vector.values.int64 = numbers;
            if (term->column == N)
                check_rows(term, &vector,
                           term->set.ranges[0].high.int64 < 30 ? "-+-+" : "-+++");
            else
                check_rows(term, &vector,
                           term->column == D   ? "-+-+"
                           : term->has_pattern ? "-+-+"
                                               : "++-+");
        }
    }
    predicate_release(&predicate);
}

/* ---- Single terms ---------------------------------------------------------------- */

static const char *const words[] = {"Apple", "apple  ", "b", "", "12", " 3.5 ", "zebra"};
enum { N_WORDS = 7 };

/* Checks a term on the words: without a dictionary, with a small one, and with one too
 * large to test at once. */
static void check_words(struct predicate_term *term, const char *expected)
{
    struct bytes_value flat[N_WORDS + 1], *large = must(calloc(3000, sizeof *large));
    uint8_t valid[N_WORDS + 1];
    uint32_t indices[N_WORDS + 1], far_indices[N_WORDS + 1];
    for (uint32_t i = 0; i < N_WORDS; i++) {
        flat[i] = bytes_of(words[i]);
        valid[i] = 1;
        indices[i] = i;
        far_indices[i] = 2000 + i;
        large[2000 + i] = flat[i];
    }
    flat[N_WORDS] = (struct bytes_value){NULL, 0};
    valid[N_WORDS] = 0;
    indices[N_WORDS] = far_indices[N_WORDS] = 0;
    static uint64_t number;
    struct column_vector vector = {.n_rows = N_WORDS + 1,
                                   .kind = VECTOR_BYTES,
                                   .valid = valid,
                                   .values.bytes = flat};
    check_rows(term, &vector, expected);
    vector.indices = indices;
    vector.n_entries = N_WORDS;
    vector.dictionary = ++number;
    check_rows(term, &vector, expected);
    vector.indices = far_indices;
    vector.values.bytes = large;
    vector.n_entries = 3000;
    vector.dictionary = ++number;
    for (int i = 0; i < 100; i++) /* first one by one, then with a mask */
        check_rows(term, &vector, expected);
    free(large);
}

/* Numbers of a dictionary that is too large to test at once, with nulls and without. */
static void large_dictionaries_of_numbers_are_filtered(void)
{
    enum { N_ROWS = 600, N_ENTRIES = 1 << 20, USED = 90 };
    static uint64_t number = 1000;
    uint64_t random = 4;
    int64_t *entries = must(calloc(N_ENTRIES, sizeof *entries));
    uint32_t indices[N_ROWS];
    uint8_t valid[N_ROWS];
    char expected[N_ROWS];
    for (uint32_t i = 0; i < USED; i++)
        entries[N_ENTRIES - USED + i] = i;
    for (int round = 0; round < 8; round++) {
        struct predicate predicate = {0};
        struct predicate_term *term = add(
            &predicate, N, DOMAIN_INT64,
            (struct value_range){.low.int64 = 7, .high.int64 = round < 4 ? 9 : 80});
        bool accepts_null = term->set.accepts_null = round % 4 == 3;
        bool has_nulls = round % 4 > 0;
        prepare(&predicate);
        for (uint32_t i = 0; i < N_ROWS; i++) {
            uint32_t value = (uint32_t)random_below(&random, USED);
            indices[i] = N_ENTRIES - USED + value;
            valid[i] = !has_nulls || random_below(&random, 3) > 0;
            bool is_in_range = value >= 7 && value <= (round < 4 ? 9 : 80);
            expected[i] = (valid[i] ? is_in_range : accepts_null) ? '+' : '-';
        }
        struct column_vector vector = {.n_rows = N_ROWS,
                                       .kind = VECTOR_INT64,
                                       .valid = has_nulls ? valid : NULL,
                                       .indices = indices,
                                       .n_entries = N_ENTRIES,
                                       .dictionary = ++number,
                                       .values.int64 = entries};
        check_rows(&predicate.terms[0], &vector, expected);
        CHECK(predicate.terms[0].dictionary == 0); /* not tested at once */
        predicate_release(&predicate);
    }
    free(entries);
}

static void texts_are_compared_in_each_way(void)
{
    struct predicate predicate = {0};
    check_words(add_texts(&predicate, T, "apple", "b"), "-++-----");
    struct predicate_term *term = add_texts(&predicate, T, "apple", "b");
    term->transform = TRANSFORM_NOCASE;
    check_words(term, "+++-----");
    term = add_texts(&predicate, T, "apple", "apple");
    term->transform = TRANSFORM_RTRIM;
    check_words(term, "-+------");
    term = add_texts(&predicate, T, "z", "zz");
    term->accepts_numeric_text = true;
    check_words(term, "----+++-");
    term->set.accepts_null = true;
    check_words(term, "----++++");
    add_pattern(&predicate, T, "a%");
    check_words(&predicate.terms[predicate.n_terms - 1], "++------");
    predicate_release(&predicate);
}

static void nocase_texts_with_nul_are_left_to_sqlite(void)
{
    struct predicate predicate = {0};
    struct predicate_term *term = add_texts(&predicate, T, "a", "b");
    struct bytes_value value = {(const uint8_t *)"zz\0", 3};
    struct column_vector vector = {
        .n_rows = 1, .kind = VECTOR_BYTES, .values.bytes = &value};
    check_rows(term, &vector, "-");
    term->transform = TRANSFORM_NOCASE;
    check_rows(term, &vector, "+");
    predicate_release(&predicate);
}

static void terms_exclude_dictionaries(void)
{
    struct predicate predicate = {0};
    struct error error = {0};
    bool excludes;
    const double reals[] = {1, NAN, 3};
    struct column_vector entries = {
        .kind = VECTOR_DOUBLE, .values.float64 = reals, .n_entries = 3, .dictionary = 9};
    struct predicate_term *term = add(
        &predicate, R, DOMAIN_DOUBLE,
        (struct value_range){.low.float64 = 2, .high.float64 = 2.5});
    CHECK(predicate_term_excludes_entries(term, &columns[R], &entries, &excludes,
                                          &error) == OK);
    CHECK(excludes);
    entries.dictionary = 10;
    term->set.ranges[0].high.float64 = 3;
    CHECK(predicate_term_excludes_entries(term, &columns[R], &entries, &excludes,
                                          &error) == OK);
    CHECK(!excludes);
    entries.dictionary = 11;
    entries.n_entries = 0; /* all rows are null */
    CHECK(predicate_term_excludes_entries(term, &columns[R], &entries, &excludes,
                                          &error) == OK);
    CHECK(excludes);
    entries.dictionary = 12;
    term->set.accepts_null = true;
    CHECK(predicate_term_excludes_entries(term, &columns[R], &entries, &excludes,
                                          &error) == OK);
    CHECK(!excludes);
    /* A dictionary of days cannot exclude a term on their texts. */
    const int64_t days[] = {1, 2};
    entries = (struct column_vector){
        .kind = VECTOR_INT64, .values.int64 = days, .n_entries = 2, .dictionary = 13};
    term = add_texts(&predicate, D, "x", "y");
    term->is_formatted = true;
    CHECK(predicate_term_excludes_entries(term, &columns[D], &entries, &excludes,
                                          &error) == OK);
    CHECK(!excludes);
    predicate_release(&predicate);
}

static void empty_dictionaries_have_only_null_rows(void)
{
    struct predicate predicate = {0};
    const uint8_t valid[] = {0, 0};
    const uint32_t indices[] = {0, 0};
    struct column_vector vector = {.n_rows = 2,
                                   .kind = VECTOR_INT64,
                                   .valid = valid,
                                   .indices = indices,
                                   .dictionary = 3};
    struct predicate_term *term = add_integers(&predicate, N, 0, 0);
    check_rows(term, &vector, "--");
    term->set.accepts_null = true;
    check_rows(term, &vector, "++");
    predicate_release(&predicate);
}

static void failed_allocations_are_reported(void)
{
    struct bytes_value value = bytes_of("apple");
    const uint32_t indices[] = {0};
    struct column_vector vector = {.n_rows = 1,
                                   .kind = VECTOR_BYTES,
                                   .values.bytes = &value,
                                   .indices = indices,
                                   .n_entries = 1,
                                   .dictionary = 1};
    struct predicate predicate = {0};
    struct error error = {0};
    uint32_t rows[1], n_kept;
    struct predicate_term *term = add_texts(&predicate, T, "apple", "b");
    mem_fail_at(1, 0);
    CHECK(predicate_term_filter(term, &columns[T], &vector, NULL, 1, rows, &n_kept,
                                &error) == NOMEM);
    CHECK(predicate_term_filter(term, &columns[T], &vector, NULL, 1, rows, &n_kept,
                                &error) == OK);
    CHECK(n_kept == 1);
    predicate_release(&predicate);
    mem_fail_at(1, 0);
    CHECK(predicate_add(&predicate, T) == NULL && predicate.n_terms == 0);
    add_integers(&predicate, N, 1, 2);
    add_integers(&predicate, N, 2, 3);
    mem_fail_at(1, 0);
    error_clear(&error);
    enum status status = predicate_prepare(&predicate, &schema, &error);
    mem_fail_at(0, 0);
    CHECK(status == OK || status == NOMEM); /* the arena may still have room */
    predicate_release(&predicate);
}

int main(void)
{
    RUN(terms_of_a_column_are_merged);
    RUN(terms_of_different_kinds_are_not_merged);
    RUN(contradictory_terms_accept_nothing);
    RUN(cheap_terms_come_first);
    RUN(a_cleared_predicate_keeps_no_terms);
    RUN(large_dictionaries_of_numbers_are_filtered);
    RUN(texts_are_compared_in_each_way);
    RUN(nocase_texts_with_nul_are_left_to_sqlite);
    RUN(terms_exclude_dictionaries);
    RUN(empty_dictionaries_have_only_null_rows);
    RUN(failed_allocations_are_reported);
    return unit_test_done();
}
