/* SPDX-License-Identifier: MIT */
/*
 * test_derived_values.c - an expression that somebody else evaluates is evaluated once
 * for each different value of its column, and its results are numbered; what cannot be
 * numbered is refused; of timestamps, it is evaluated once for each part that matters
 * (derived_values.h, time_parts.h).
 */
#include "unit_program.h"

/* ---- Somebody who evaluates ------------------------------------------------------ */

enum { MOST_GIVEN = 4 * MANY_VALUES };

/* Results are those of `evaluate`; inputs are noted. */
struct evaluator {
    void (*evaluate)(const struct literal *value, struct literal *result);
    struct literal given[MOST_GIVEN];
    uint32_t n_given, n_begun, n_ended;
    uint32_t source; /* of the last derivation */
    bool is_truth;
    enum status fails_to_begin, fails_to_apply; /* OK: not */
    uint32_t fails_after;                       /* calls of next() */
    derive_value_function *value;               /* since start() */
    const void *values;
    uint32_t next, n_values;
};

static struct evaluator evaluator;

static void evaluate_with(void (*evaluate)(const struct literal *value,
                                           struct literal *result))
{
    memset(&evaluator, 0, sizeof evaluator);
    evaluator.evaluate = evaluate;
}

static enum status begin(void *context, const struct expression *expression,
                         uint32_t source, bool is_truth, void **derivation,
                         struct error *error)
{
    CHECK(context == &evaluator && expression != NULL);
    if (evaluator.fails_to_begin != OK)
        return error_set(error, evaluator.fails_to_begin, "it is not begun");
    evaluator.n_begun++;
    evaluator.source = source;
    evaluator.is_truth = is_truth;
    *derivation = must(malloc(1)); /* not released twice */
    return OK;
}

static void start(void *derivation, derive_value_function *value, const void *values,
                  uint32_t n)
{
    CHECK(derivation != NULL && evaluator.next == evaluator.n_values);
    evaluator.value = value;
    evaluator.values = values;
    evaluator.next = 0;
    evaluator.n_values = n;
}

/* The result's bytes are those of the last call only, and so are the value's. */
static enum status next(void *derivation, struct literal *result, struct error *error)
{
    static char bytes[100], text[VALUE_TEXT_SIZE];
    struct literal given, *value = &given;
    CHECK(derivation != NULL && evaluator.next < evaluator.n_values);
    if (evaluator.value(evaluator.values, evaluator.next++, text, value, error) != OK)
        return error->status;
    if (evaluator.fails_to_apply != OK && evaluator.n_given >= evaluator.fails_after)
        return error_set(error, evaluator.fails_to_apply, "it fails");
    CHECK(evaluator.n_given < MOST_GIVEN);
    evaluator.given[evaluator.n_given++] = *value;
    *result = (struct literal){.type = LITERAL_NULL};
    evaluator.evaluate(value, result);
    if (result->type == LITERAL_TEXT || result->type == LITERAL_BLOB) {
        CHECK(result->bytes.size <= sizeof bytes);
        memset(bytes, '?', sizeof bytes);
        memcpy(bytes, result->bytes.data, result->bytes.size);
        result->bytes.data = (const uint8_t *)bytes;
    }
    return OK;
}

static void end(void *derivation)
{
    evaluator.n_ended++;
    free(derivation);
}

static const struct derive_ops ops = {&evaluator, begin, start, next, end};

static void set_integer(struct literal *result, int64_t integer)
{
    *result = (struct literal){.type = LITERAL_INTEGER, .integer = integer};
}

static void set_real(struct literal *result, double real)
{
    *result = (struct literal){.type = LITERAL_REAL, .real = real};
}

static void set_text(struct literal *result, const char *text)
{
    *result = (struct literal){.type = LITERAL_TEXT,
                               .bytes = {(const uint8_t *)text, strlen(text)}};
}

/* Functions of the value. */

static void itself(const struct literal *value, struct literal *result)
{
    *result = *value;
}

static void modulo_three(const struct literal *value, struct literal *result)
{
    if (value->type == LITERAL_INTEGER)
        set_integer(result, value->integer % 3);
}

static void null_for_odd(const struct literal *value, struct literal *result)
{
    if (value->type == LITERAL_INTEGER && value->integer % 2 == 0)
        set_integer(result, value->integer / 2);
}

static void seven_for_null(const struct literal *value, struct literal *result)
{
    set_integer(result, value->type == LITERAL_NULL ? 7 : 1);
}

static void sometimes_real(const struct literal *value, struct literal *result)
{
    if (value->integer == 2)
        set_real(result, 2);
    else
        set_integer(result, value->integer);
}

static void of_many_types(const struct literal *value, struct literal *result)
{
    set_text(result, "61");
    if (value->integer == 1)
        set_integer(result, 61);
    if (value->integer == 2)
        result->type = LITERAL_BLOB;
}

static void a_zero(const struct literal *value, struct literal *result)
{
    set_real(result, value->integer == 1 ? -0.0 : 0.0);
}

static void a_spelling(const struct literal *value, struct literal *result)
{
    static char text[30];
    snprintf(text, sizeof text, "value %lld", (long long)value->integer / 10);
    set_text(result, text);
}

static void is_positive(const struct literal *value, struct literal *result)
{
    if (value->type == LITERAL_INTEGER)
        set_integer(result, value->integer > 0);
}

/* ---- A column's values, derived -------------------------------------------------- */

/* Derives the rows of a table's only column in one layout; the results by row, or the
 * reason for a failure. */
static void derive_in(const struct test_table *table, const struct test_layout *layout,
                      bool is_truth, struct bytes *text)
{
    struct derived_values derived;
    struct test_window window = make_window(table, 0, 0, table->n_rows, layout);
    struct error error = {0};
    int64_t values[BATCH_ROWS];
    uint8_t valid[BATCH_ROWS];
    enum status status = derived_values_init(&derived, &ops, must(malloc(1)),
                                             &table->sources[0], false, is_truth, &error);
    if (status == OK)
        status = derived_values_find(&derived, &window.vector, table->n_rows, values,
                                     valid, &error);
    CHECK(status == error.status);
    for (uint32_t i = 0; status == OK && i < table->n_rows; i++) {
        struct literal value = {.type = LITERAL_NULL};
        CHECK(valid[i] <= 1);
        if (valid[i] && is_truth)
            value = (struct literal){.type = LITERAL_INTEGER, .integer = values[i]};
        else if (valid[i])
            value = *derived_values_result(&derived, values[i]);
        bytes_put_text(text, i > 0 ? " " : "");
        show_literal(text, &value);
    }
    if (status != OK)
        bytes_put_text(text, error.message);
    CHECK(evaluator.n_ended == 0);
    derived_values_release(&derived);
    CHECK(evaluator.n_ended == 1);
    derived_values_release(&derived);
    CHECK(evaluator.n_ended == 1);
    free_window(&window);
}

/* Whether a column's values become these results, and how many are evaluated. */
static void check(const char *column,
                  void (*evaluate)(const struct literal *value, struct literal *result),
                  const char *expected, uint32_t n_evaluated)
{
    static const struct test_layout layouts[] = {
        {0},
        {.has_dictionaries = true},
        {.has_dictionaries = true, .shares_entries = true}};
    struct test_table table;
    test_table_init(&table, column);
    for (size_t i = 0; i < COUNT_OF(layouts); i++) {
        struct bytes text = {0};
        evaluate_with(evaluate);
        derive_in(&table, &layouts[i], evaluate == is_positive, &text);
        bytes_put_u8(&text, 0);
        CHECK_TEXT((const char *)text.data, expected);
        CHECK(evaluator.n_given == n_evaluated);
        bytes_free(&text);
    }
    test_table_free(&table);
}

static void each_value_is_evaluated_once(void)
{
    check("i=5,7,5,5,-9,7", modulo_three, "2 1 2 2 0 1", 3);
    check("t=b,a,b,,b", itself, "'b' 'a' 'b' '' 'b'", 3);
    check("r=1.5,0.5,1.5", itself, "1.5 0.5 1.5", 2);
    check("t=a%00b,a,a%00c", itself, "'a%00b' 'a' 'a%00c'", 3);
    check("b=%00,,%00", itself, "x'00' x'' x'00'", 2);
}

static void a_null_is_a_value_too(void)
{
    check("i=5,null,5,null", seven_for_null, "1 7 1 7", 2);
    check("i=5,null,5,null", modulo_three, "2 null 2 null", 2);
    check("t=null,null", seven_for_null, "7 7", 1);
}

static void a_result_may_be_null(void)
{
    check("i=1,2,3,4,1", null_for_odd, "null 1 null 2 null", 4);
}

static void it_is_evaluated_for_what_sqlite_gets(void)
{
    check("d=0,19723,0,null", itself, "'1970-01-01' '2024-01-01' '1970-01-01' null", 3);
    check("e=150,-25", itself, "1.5 -0.25", 2);
    check("r=nan,1", seven_for_null, "7 1", 2);
    check("e=1,9007199254740993", itself, "a decimal has many digits", 1);
}

static void results_may_be_texts_blobs_and_numbers(void)
{
    check("i=1,2,3,1,2,3", of_many_types, "61 x'3631' '61' 61 x'3631' '61'", 3);
}

static void texts_are_kept(void)
{
    check("i=10,25,11,99,20", a_spelling,
          "'value 1' 'value 2' 'value 1' 'value 9' 'value 2'", 5);
}

/* To SQLite 1 and 1.0 are one group. */
static void integers_and_reals_are_not_told_apart(void)
{
    check("i=1,3", sometimes_real, "1 3", 2);
    check("i=2,2", sometimes_real, "2.0 2.0", 1);
    check("i=1,2", sometimes_real, "an expression has integers and reals", 2);
    check("i=2,1", sometimes_real, "an expression has integers and reals", 2);
}

static void both_zeros_are_one_result(void)
{
    check("i=1,2,1", a_zero, "0.0 0.0 0.0", 2);
}

static void truths_are_zero_one_or_null(void)
{
    check("i=1,0,-5,null,7", is_positive, "1 0 0 null 1", 5);
}

/* ---- Many values ----------------------------------------------------------------- */

/* Derives n rows of VALUES[i % n_different] in batches. */
static enum status derive_many(uint32_t n, uint32_t n_different,
                               struct derived_values *derived, uint32_t *n_results,
                               struct error *error)
{
    static struct column stored = {.type = COLUMN_INTEGER, .kind = VECTOR_INT64};
    static struct vector_source source = {.stored = &stored, .form = SOURCE_INTEGER};
    int64_t integers[BATCH_ROWS], values[BATCH_ROWS];
    uint8_t valid[BATCH_ROWS];
    struct column_vector vector = {.kind = VECTOR_INT64, .values.int64 = integers};
    enum status status = derived_values_init(derived, &ops, must(malloc(1)), &source,
                                             false, false, error);
    *n_results = 0;
    for (uint32_t first = 0; status == OK && first < n; first += vector.n_rows) {
        vector.n_rows = n - first < BATCH_ROWS ? n - first : BATCH_ROWS;
        for (uint32_t i = 0; i < vector.n_rows; i++)
            integers[i] = (first + i) % n_different;
        status = derived_values_find(derived, &vector, vector.n_rows, values, valid,
                                     error);
        for (uint32_t i = 0; status == OK && i < vector.n_rows; i++) {
            struct literal expected = {.type = LITERAL_NULL};
            evaluator.evaluate(
                &(struct literal){.type = LITERAL_INTEGER, .integer = integers[i]},
                &expected);
            CHECK(valid[i] && values[i] >= 0);
            CHECK(literal_equals(derived_values_result(derived, values[i]), &expected));
            if (values[i] >= *n_results)
                *n_results = (uint32_t)values[i] + 1;
        }
    }
    return status;
}

static void equal_results_have_one_number(void)
{
    struct derived_values derived;
    struct error error = {0};
    uint32_t n_results;
    evaluate_with(a_spelling);
    CHECK(derive_many(20000, 3000, &derived, &n_results, &error) == OK);
    CHECK(evaluator.n_given == 3000 && n_results == 300);
    derived_values_release(&derived);
    evaluate_with(itself);
    CHECK(derive_many(20000, 3000, &derived, &n_results, &error) == OK);
    CHECK(evaluator.n_given == 3000 && n_results == 3000);
    derived_values_release(&derived);
}

static void many_different_values_are_evaluated_for_each_row(void)
{
    struct derived_values derived;
    struct error error = {0};
    uint32_t n_results;
    evaluate_with(itself);
    CHECK(derive_many(MANY_VALUES, MANY_VALUES, &derived, &n_results, &error) == OK);
    CHECK(!derived.has_many && n_results == MANY_VALUES);
    derived_values_release(&derived);
    evaluate_with(itself);
    CHECK(derive_many(3 * MANY_VALUES, 2 * MANY_VALUES, &derived, &n_results, &error) ==
          OK);
    CHECK(derived.has_many && n_results == 2 * MANY_VALUES);
    CHECK(evaluator.n_given == 3 * MANY_VALUES);
    derived_values_release(&derived);
}

static void results_stay_when_the_derivation_has_ended(void)
{
    struct derived_values derived;
    struct error error = {0};
    uint32_t n_results;
    evaluate_with(a_spelling);
    CHECK(derive_many(100, 30, &derived, &n_results, &error) == OK);
    derived_values_end(&derived);
    CHECK(evaluator.n_ended == 1);
    struct literal expected;
    set_text(&expected, "value 2");
    CHECK(n_results == 3 &&
          literal_equals(derived_values_result(&derived, 2), &expected));
    derived_values_release(&derived);
    CHECK(evaluator.n_ended == 1);
}

/* ---- Failures -------------------------------------------------------------------- */

static void a_failure_to_evaluate_is_returned(void)
{
    static const enum status failures[] = {INTERRUPTED, UNSUPPORTED, NOMEM};
    for (size_t i = 0; i < COUNT_OF(failures); i++) {
        struct derived_values derived;
        struct error error = {0};
        uint32_t n_results;
        evaluate_with(itself);
        evaluator.fails_to_apply = failures[i];
        evaluator.fails_after = 1500;
        CHECK(derive_many(3000, 3000, &derived, &n_results, &error) == failures[i]);
        CHECK(error.status == failures[i] && evaluator.n_given == 1500);
        derived_values_release(&derived);
        CHECK(evaluator.n_ended == 1);
    }
}

static void every_allocation_may_fail(void)
{
    enum status status = NOMEM;
    long n = 0;
    while (status == NOMEM && n < 1000) {
        struct derived_values derived;
        struct error error = {0};
        uint32_t n_results;
        evaluate_with(a_spelling);
        mem_fail_at(++n, 0);
        status = derive_many(3000, 900, &derived, &n_results, &error);
        mem_fail_at(0, 0);
        CHECK(status == error.status);
        derived_values_release(&derived);
        CHECK(evaluator.n_ended == 1);
    }
    CHECK(status == OK && n > 5);
}

/* ---- In programs ----------------------------------------------------------------- */

/* The values of an expression of a program, or the reason why it is refused. */
static const char *evaluated(const char *columns, const char *expression,
                             enum node_use use)
{
    static char shown[1000];
    static const struct test_layout layout = {.has_dictionaries = true, .gap = 1};
    struct test_table table;
    struct test_program made;
    struct error error = {0};
    struct bytes text = {0};
    test_table_init(&table, columns);
    enum status status = test_compile(&made, &table, expression, use, &ops, &error);
    if (status == OK)
        status = test_evaluate(&made, &table, 0, table.n_rows, &layout, &text, &error);
    if (status != OK)
        bytes_put_text(&text, error.message);
    snprintf(shown, sizeof shown, "%.*s", (int)text.size, (const char *)text.data);
    bytes_free(&text);
    CHECK(evaluator.n_ended == 0);
    test_program_free(&made);
    CHECK(evaluator.n_ended == evaluator.n_begun);
    test_table_free(&table);
    return shown;
}

static void programs_derive_where_only_differences_count(void)
{
    evaluate_with(modulo_three);
    CHECK_TEXT(evaluated("j=1 i=5", "abs(i)", USE_DIFFERENCE), " 2");
    CHECK(evaluator.n_begun == 1 && evaluator.source == 1 && !evaluator.is_truth);
    evaluate_with(null_for_odd);
    CHECK_TEXT(evaluated("i=1,2,4,1", "abs(i) IS NULL", USE_VALUE), " 1 0 0 1");
    CHECK(evaluator.n_begun == 1 && evaluator.n_given == 3);
}

static void programs_derive_truths(void)
{
    evaluate_with(is_positive);
    CHECK_TEXT(evaluated("i=1,0,null,1", "abs(i)", USE_TRUTH), " 1 0 null 1");
    CHECK(evaluator.is_truth && evaluator.n_given == 3);
    evaluate_with(is_positive);
    CHECK_TEXT(evaluated("i=1,0,null,1 j=1,2,3,0", "NOT (i & 7) OR j > 2", USE_VALUE),
               " 0 1 1 0");
    CHECK(evaluator.is_truth);
    evaluate_with(is_positive);
    CHECK_TEXT(evaluated("i=1,0", "CASE WHEN f(i) THEN 'x' ELSE 'y' END", USE_VALUE),
               " 'x' 'y'");
}

static void programs_do_not_derive_what_they_know(void)
{
    evaluate_with(itself);
    CHECK_TEXT(evaluated("i=1,2", "i + 1", USE_DIFFERENCE), " 2 3");
    CHECK(evaluator.n_begun == 0);
}

static void values_are_not_derived(void)
{
    evaluate_with(itself);
    CHECK_TEXT(evaluated("i=1", "abs(i)", USE_VALUE), "a function is not known");
    CHECK_TEXT(evaluated("i=1", "abs(i)", USE_ORDER), "a function is not known");
    CHECK_TEXT(evaluated("i=1", "abs(i) + 1", USE_VALUE), "a function is not known");
    CHECK(evaluator.n_begun == 0);
}

static void only_expressions_of_one_column_are_derived(void)
{
    evaluate_with(itself);
    CHECK_TEXT(evaluated("i=1 j=1", "max(i, j)", USE_DIFFERENCE),
               "a function is not known");
    CHECK_TEXT(evaluated("i=1", "abs(5)", USE_DIFFERENCE), "a function is not known");
    CHECK_TEXT(evaluated("o=a", "abs(o)", USE_DIFFERENCE), "a function is not known");
    CHECK(evaluator.n_begun == 0);
}

static void what_is_not_begun_is_refused(void)
{
    evaluate_with(itself);
    evaluator.fails_to_begin = UNSUPPORTED;
    CHECK_TEXT(evaluated("i=1", "abs(i)", USE_DIFFERENCE), "a function is not known");
    evaluator.fails_to_begin = NOMEM;
    CHECK_TEXT(evaluated("i=1", "abs(i)", USE_DIFFERENCE), "it is not begun");
}

static void programs_end_derivations(void)
{
    struct test_table table;
    struct test_program made;
    struct error error = {0};
    evaluate_with(itself);
    test_table_init(&table, "i=1 j=1");
    CHECK(test_compile(&made, &table, "CASE WHEN f(i) THEN 1 WHEN f(j) THEN 2 END",
                       USE_VALUE, &ops, &error) == OK);
    CHECK(evaluator.n_begun == 2);
    vector_program_end_deriving(&made.program);
    CHECK(evaluator.n_ended == 2);
    test_program_free(&made);
    CHECK(evaluator.n_ended == 2);
    test_table_free(&table);
}

static void every_allocation_of_a_program_may_fail(void)
{
    struct test_table table;
    enum status status = NOMEM;
    long n = 0;
    static const struct test_layout layout = {.has_dictionaries = true};
    test_table_init(&table, "i=1,2 t=a,b d=1,2");
    while (status == NOMEM && n < 1000) {
        struct test_program made;
        struct error error = {0};
        evaluate_with(is_positive);
        mem_fail_at(++n, 0);
        status = test_compile(&made, &table,
                              "CASE WHEN f(i) THEN 1 WHEN f(t) OR f(d) THEN 2 END",
                              USE_VALUE, &ops, &error);
        if (status == OK)
            status = test_evaluate(&made, &table, 0, table.n_rows, &layout, NULL, &error);
        mem_fail_at(0, 0);
        CHECK(status == error.status);
        test_program_free(&made);
        CHECK(evaluator.n_ended == evaluator.n_begun);
    }
    CHECK(status == OK && n > 10);
    test_table_free(&table);
}

/* ---- Parts of timestamps --------------------------------------------------------- */

/* The characters of a text, as substr() counts them, of `given`. */
static int first_character, n_characters;

static void characters(const struct literal *value, struct literal *result)
{
    size_t first = (size_t)first_character - 1, size = (size_t)n_characters;
    *result = *value;
    if (value->type == LITERAL_NULL)
        return;
    if (first > value->bytes.size)
        first = value->bytes.size;
    if (size > value->bytes.size - first)
        size = value->bytes.size - first;
    result->bytes = (struct bytes_value){value->bytes.data + first, size};
}

static void random_times(uint64_t *state, struct test_table *table, enum time_unit unit)
{
    int64_t units = units_per_second(unit), days = 3, second;
    test_table_init(table, "a=0");
    table->stored[0].unit = unit;
    table->sources[0].style = random_below(state, 2) ? TIMES_ISO8601 : TIMES_AS_SHOWN;
    table->n_rows = 120;
    for (uint32_t i = 0; i < table->n_rows; i++) {
        struct test_cell *cell = &table->cells[0][i];
        second = (int64_t)random_below(state, (uint64_t)days * 86400) - 86400;
        if (random_below(state, 3) == 0) /* whole minutes, hours or days */
            second -= second % (random_below(state, 2) ? 3600 : 60);
        cell->is_null = random_below(state, 20) == 0;
        cell->value.int64 = second * units +
                            (int64_t)random_below(state, (uint64_t)units);
    }
}

/* What the expression has for each row, one by one. */
static struct bytes characters_of_rows(const struct test_table *table)
{
    struct bytes text = {0};
    struct error error = {0};
    for (uint32_t i = 0; i < table->n_rows; i++) {
        const struct test_cell *cell = &table->cells[0][i];
        char spelled[VALUE_TEXT_SIZE];
        struct literal value = {.type = LITERAL_NULL}, result;
        if (!cell->is_null)
            CHECK(vector_source_literal(&table->sources[0],
                                        (union vector_values){.any = &cell->value}, 0,
                                        spelled, &value, &error) == OK);
        characters(&value, &result);
        bytes_put_text(&text, " ");
        show_literal(&text, &result);
    }
    return text;
}

static void check_characters(const struct test_table *table)
{
    static const struct test_layout layouts[] = {{0}, {.has_dictionaries = true}};
    struct bytes expected = characters_of_rows(table);
    char expression[40];
    snprintf(expression, sizeof expression, "substr(a, %d, %d)", first_character,
             n_characters);
    for (size_t k = 0; k < COUNT_OF(layouts); k++) {
        struct test_program made;
        struct error error = {0};
        struct bytes got = {0};
        evaluate_with(characters);
        CHECK(test_compile(&made, table, expression, USE_DIFFERENCE, &ops, &error) == OK);
        CHECK(test_evaluate(&made, table, 0, table->n_rows, &layouts[k], &got, &error) ==
              OK);
        CHECK(got.size == expected.size &&
              memcmp(got.data, expected.data, got.size) == 0);
        bytes_free(&got);
        test_program_free(&made);
    }
    bytes_free(&expected);
}

/* A part of the timestamp is evaluated in place of all timestamps that have it. */
static void characters_of_timestamps_are_those_of_each(void)
{
    uint64_t state = 3;
    for (int unit = UNIT_SECONDS; unit <= UNIT_NANOS; unit++) {
        struct test_table table;
        random_times(&state, &table, (enum time_unit)unit);
        for (first_character = 1; first_character < 31; first_character++)
            for (n_characters = 1; n_characters < 31; n_characters += 3)
                check_characters(&table);
        test_table_free(&table);
    }
}

static void a_part_of_a_timestamp_is_evaluated_once(void)
{
    static const struct {
        int first, n;
        uint32_t n_given;
    } parts[] = {{1, 4, 3},  {1, 10, 3}, {6, 2, 3},  {12, 2, 3}, {1, 13, 5},
                 {15, 2, 4}, {1, 16, 6}, {12, 8, 6}, {1, 19, 8}};
    /* 1970-01-01 00:00:00, 00:00:01, 00:01:00, 01:00:00, 1970-01-02 01:00:00,
     * 01:00:01, 23:59:59, 1969-12-31 23:59:59 */
    static const char times[] = "a=0,1,60,3600,90000,90001,172799,-1,0,90000";
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        char expression[40];
        evaluate_with(characters);
        first_character = parts[i].first;
        n_characters = parts[i].n;
        snprintf(expression, sizeof expression, "substr(a, %d, %d)", parts[i].first,
                 parts[i].n);
        evaluated(times, expression, USE_DIFFERENCE);
        CHECK(evaluator.n_given == parts[i].n_given);
    }
}

/* The hour of the day, then the date. */
static void hour_and_date(const struct literal *value, struct literal *result)
{
    static char text[20];
    CHECK(value->bytes.size == 19);
    memcpy(text, value->bytes.data + 11, 2);
    memcpy(text + 2, value->bytes.data, 10);
    set_text(result, text);
}

static void what_depends_on_two_parts_is_evaluated_for_both(void)
{
    static const char expression[] = "substr(a, 12, 2) || substr(a, 1, 10)";
    evaluate_with(hour_and_date);
    CHECK_TEXT(evaluated("a=0,3600,3601,90000,7199,-1", expression, USE_DIFFERENCE),
               " '001970-01-01' '011970-01-01' '011970-01-01' '011970-01-02' "
               "'011970-01-01' '231969-12-31'");
    CHECK(evaluator.n_given == 4);
}

static void far_timestamps_have_no_known_parts(void)
{
    evaluate_with(characters);
    first_character = 1;
    n_characters = 4;
    CHECK_TEXT(evaluated("a=0,253402300800", "substr(a, 1, 4)", USE_DIFFERENCE),
               "a date is not of the years 0 to 9999");
    evaluate_with(characters);
    CHECK_TEXT(evaluated("a=0,null,253402300799", "substr(a, 1, 4)", USE_DIFFERENCE),
               " '1970' null '9999'");
    evaluate_with(characters);
    n_characters = 25;
    CHECK_TEXT(evaluated("a=0,253402300800", "substr(a, 1, 25)", USE_DIFFERENCE),
               " '1970-01-01 00:00:00' '+010000-01-01 00:00:00'");
}

/* Other functions, and more than one part. */
static void whatever_else_is_done_with_a_timestamp_gets_all_of_it(void)
{
    static const char *const expressions[] = {"f(a)",
                                              "substr(a, -5, 2)",
                                              "substr(a, 5)",
                                              "substr(a, 1, 5) || a",
                                              "strftime('%S', a)",
                                              "strftime('%H', a, 'localtime')",
                                              "a || ''",
                                              "substr(a || '', 1, 4)",
                                              "strftime('%', a)",
                                              "date(a, '+1 day')"};
    static const char times[] = "a=0,1,2,3,0";
    for (size_t i = 0; i < COUNT_OF(expressions); i++) {
        evaluate_with(itself);
        evaluated(times, expressions[i], USE_DIFFERENCE);
        if (evaluator.n_given != 4)
            fprintf(stderr, "%s: %u\n", expressions[i], evaluator.n_given);
        CHECK(evaluator.n_given == 4);
    }
}

static void times_are_rounded_down_to_what_a_format_has(void)
{
    static const struct {
        const char *expression;
        uint32_t n_given;
    } formats[] = {{"strftime('%Y', a)", 2},     {"strftime('%H', a)", 3},
                   {"strftime('%M', a)", 4},     {"strftime('%H:%M', a)", 4},
                   {"strftime('%d%%%H', a)", 3}, {"date(a)", 2},
                   {"strftime('%M%H', a)", 4},   {"strftime('%f', a)", 5},
                   {"strftime('', a)", 2}};
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        evaluate_with(itself);
        evaluated("a=0,1,60,3600,-86400,0", formats[i].expression, USE_DIFFERENCE);
        if (evaluator.n_given != formats[i].n_given)
            fprintf(stderr, "%s: %u\n", formats[i].expression, evaluator.n_given);
        CHECK(evaluator.n_given == formats[i].n_given);
    }
}

int main(void)
{
    RUN(each_value_is_evaluated_once);
    RUN(a_null_is_a_value_too);
    RUN(a_result_may_be_null);
    RUN(it_is_evaluated_for_what_sqlite_gets);
    RUN(results_may_be_texts_blobs_and_numbers);
    RUN(texts_are_kept);
    RUN(integers_and_reals_are_not_told_apart);
    RUN(both_zeros_are_one_result);
    RUN(truths_are_zero_one_or_null);
    RUN(equal_results_have_one_number);
    RUN(many_different_values_are_evaluated_for_each_row);
    RUN(results_stay_when_the_derivation_has_ended);
    RUN(a_failure_to_evaluate_is_returned);
    RUN(every_allocation_may_fail);
    RUN(programs_derive_where_only_differences_count);
    RUN(programs_derive_truths);
    RUN(programs_do_not_derive_what_they_know);
    RUN(values_are_not_derived);
    RUN(only_expressions_of_one_column_are_derived);
    RUN(what_is_not_begun_is_refused);
    RUN(programs_end_derivations);
    RUN(every_allocation_of_a_program_may_fail);
    RUN(characters_of_timestamps_are_those_of_each);
    RUN(a_part_of_a_timestamp_is_evaluated_once);
    RUN(what_depends_on_two_parts_is_evaluated_for_both);
    RUN(far_timestamps_have_no_known_parts);
    RUN(whatever_else_is_done_with_a_timestamp_gets_all_of_it);
    RUN(times_are_rounded_down_to_what_a_format_has);
    return unit_test_done();
}
