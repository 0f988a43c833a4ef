/* SPDX-License-Identifier: MIT */
/*
 * test_select_names.c - what the names in a SELECT mean in each of its clauses, which
 * expressions are of one column, and which are the same (select_names.h).
 */
#include "base/alloc.h"
#include "unit_bytes.h"
#include "unit_select.h"
#include "unit_test.h"
#include "vector/select_names.h"

static char shown[10000];
static struct arena arena;
static struct select_statement statement;
static struct column stored;
static struct vector_source sources[8];
static uint32_t n_sources;

/* The table's columns: names with a space between them. */
static void use_columns(const char *names)
{
    for (n_sources = 0; *names != '\0'; n_sources++) {
        size_t size = strcspn(names, " ");
        sources[n_sources] = (struct vector_source){.name = slice_of(names, size),
                                                    .column = n_sources,
                                                    .stored = &stored,
                                                    .form = SOURCE_INTEGER};
        names += size + (names[size] == ' ');
    }
}

static enum status resolve(const char *text, struct error *error)
{
    static uint8_t *copy;
    free(copy);
    copy = exact_copy(text, strlen(text));
    arena_release(&arena);
    error_clear(error);
    enum status status = select_parse(slice_of(copy, strlen(text)), &arena, &statement,
                                      error);
    if (status != OK)
        return status;
    return select_resolve(&statement, sources, n_sources, error);
}

/* Puts in place of each name what it means: # and a column's name, or an expression. */
static void substitute(struct expression *e)
{
    static char names[8][20];
    uint32_t source;
    if (e == NULL)
        return;
    if (e->stands_for != NULL) {
        substitute(e->stands_for);
        *e = *e->stands_for;
    } else if (expression_source(e, &source)) {
        CHECK(source < n_sources);
        snprintf(names[source], sizeof names[source], "#%.*s",
                 (int)sources[source].name.size, (const char *)sources[source].name.data);
        e->name = e->text = slice_of(names[source], strlen(names[source]));
        e->table = slice_of("", 0);
    }
    for (uint32_t i = 0; i < e->n_arguments; i++)
        substitute(e->arguments[i]);
    substitute(e->filter);
}

/* The statement with the meanings of its names, or why it is refused. */
static const char *resolved(const char *text)
{
    struct buffer out = {0};
    struct error error = {0};
    enum status status = resolve(text, &error);
    CHECK(status == error.status && (status == OK || status == UNSUPPORTED));
    for (uint32_t i = 0; status == OK && i < statement.n_results; i++)
        substitute(statement.results[i].expression);
    for (uint32_t i = 0; status == OK && i < statement.n_keys; i++)
        substitute(statement.keys[i].expression);
    for (uint32_t i = 0; status == OK && i < statement.n_orders; i++)
        substitute(statement.orders[i].expression);
    if (status == OK) {
        substitute(statement.where);
        substitute(statement.having);
        substitute(statement.limit);
        substitute(statement.offset);
        put_statement(&out, &statement);
    } else {
        put_text(&out, error.message);
    }
    CHECK(out.size < sizeof shown);
    memcpy(shown, out.data, out.size);
    shown[out.size] = '\0';
    buffer_release(&out);
    return shown;
}

/* ---- Columns --------------------------------------------------------------------- */

static void columns_are_found_in_any_case_and_quotes(void)
{
    use_columns("a B");
    CHECK_TEXT(resolved("SELECT A, b, \"B\", [a], `A` FROM t"),
               "SELECT #a, #B, #B, #a, #a FROM `t`");
    CHECK_TEXT(resolved("SELECT c FROM t"), "the name c is not known");
    CHECK_TEXT(resolved("SELECT \"c\" FROM t"), "the name c is not known");
    CHECK_TEXT(resolved("SELECT ab FROM t"), "the name ab is not known");
    CHECK_TEXT(resolved("SELECT rowid FROM t"), "the name rowid is not known");
}

static void only_ascii_letters_have_two_cases(void)
{
    use_columns("\xc3\xa9 a@");
    CHECK_TEXT(resolved("SELECT \xc3\xa9 FROM t"), "SELECT #\xc3\xa9 FROM `t`");
    CHECK_TEXT(resolved("SELECT \xc3\x89 FROM t"), "the name \xc3\x89 is not known");
    CHECK_TEXT(resolved("SELECT [A`] FROM t"), "the name A` is not known");
}

static void a_table_is_known_by_its_name_or_else_by_its_alias(void)
{
    use_columns("a");
    CHECK_TEXT(resolved("SELECT t.a, T.A, \"t\".a FROM t"), "SELECT #a, #a, #a FROM `t`");
    CHECK_TEXT(resolved("SELECT u.a FROM t AS u"), "SELECT #a FROM `t` AS `u`");
    CHECK_TEXT(resolved("SELECT a FROM t u WHERE U.a = 1"),
               "SELECT #a FROM `t` AS `u` WHERE (#a = 1)");
    CHECK_TEXT(resolved("SELECT t.a FROM t AS u"), "the name a is not known");
    CHECK_TEXT(resolved("SELECT u.a FROM t"), "the name a is not known");
    CHECK_TEXT(resolved("SELECT t.a FROM main.t"), "SELECT #a FROM `main`.`t`");
    CHECK_TEXT(resolved("SELECT t.b FROM t"), "the name b is not known");
}

static void the_first_of_equal_columns_is_meant(void)
{
    uint32_t source;
    struct error error = {0};
    use_columns("a b a");
    CHECK(resolve("SELECT a FROM t", &error) == OK);
    CHECK(expression_source(statement.results[0].expression, &source) && source == 0);
}

static void names_are_found_wherever_they_stand(void)
{
    use_columns("a b c");
    CHECK_TEXT(resolved("SELECT -a, a + b * c, a IS NULL, a BETWEEN b AND c, a IN (b, c)"
                        ", a LIKE b ESCAPE c, a NOT GLOB b FROM t"),
               "SELECT (- #a), (#a + (#b * #c)), (#a IS NULL), (#a BETWEEN #b AND #c), "
               "(#a IN (#b, #c)), (#a LIKE #b ESCAPE #c), (#a NOT GLOB #b) FROM `t`");
    CHECK_TEXT(resolved("SELECT CASE a WHEN b THEN c ELSE a END, CAST(a AS TEXT), "
                        "f(a, b), count(a) FILTER (WHERE b > c) FROM t"),
               "SELECT CASE #a WHEN #b THEN #c ELSE #a END, CAST(#a AS TEXT), "
               "f(#a, #b), count(#a) FILTER (WHERE (#b > #c)) FROM `t`");
    CHECK_TEXT(resolved("SELECT CASE WHEN a THEN d END FROM t"),
               "the name d is not known");
    CHECK_TEXT(resolved("SELECT count(a) FILTER (WHERE d) FROM t"),
               "the name d is not known");
}

static void a_long_name_is_cut_in_the_reason(void)
{
    char text[1000], reason[200];
    snprintf(text, sizeof text, "SELECT %0500d FROM t", 7);
    text[7] = 'x';
    snprintf(reason, sizeof reason, "the name x%099d is not known", 0);
    use_columns("a");
    CHECK_TEXT(resolved(text), reason);
}

/* ---- Aliases --------------------------------------------------------------------- */

static void aliases_are_known_outside_of_results(void)
{
    use_columns("a b");
    CHECK_TEXT(resolved("SELECT a + 1 AS x FROM t WHERE x > 2"),
               "SELECT (#a + 1) AS `x` FROM `t` WHERE ((#a + 1) > 2)");
    CHECK_TEXT(resolved("SELECT a + 1 AS x FROM t GROUP BY X"),
               "SELECT (#a + 1) AS `x` FROM `t` GROUP BY (#a + 1)");
    CHECK_TEXT(resolved("SELECT count(*) n FROM t GROUP BY a HAVING \"N\" > 2"),
               "SELECT count(*) AS `n` FROM `t` GROUP BY #a HAVING (count(*) > 2)");
    CHECK_TEXT(resolved("SELECT sum(b) AS x FROM t GROUP BY a ORDER BY x DESC, x + 1"),
               "SELECT sum(#b) AS `x` FROM `t` GROUP BY #a ORDER BY sum(#b) DESC, "
               "(sum(#b) + 1)");
}

static void results_do_not_know_aliases(void)
{
    use_columns("a");
    CHECK_TEXT(resolved("SELECT a AS x, x + 1 FROM t"), "the name x is not known");
    CHECK_TEXT(resolved("SELECT x, a AS x FROM t"), "the name x is not known");
}

static void columns_come_before_aliases(void)
{
    use_columns("a b");
    CHECK_TEXT(resolved("SELECT b AS a FROM t WHERE a > 1 GROUP BY a HAVING a < 9"),
               "SELECT #b AS `a` FROM `t` WHERE (#a > 1) GROUP BY #a HAVING (#a < 9)");
    CHECK_TEXT(resolved("SELECT b AS a FROM t GROUP BY a + 1"),
               "SELECT #b AS `a` FROM `t` GROUP BY (#a + 1)");
}

static void an_alias_alone_comes_first_in_order_by(void)
{
    use_columns("a b");
    CHECK_TEXT(resolved("SELECT b AS a FROM t ORDER BY a"),
               "SELECT #b AS `a` FROM `t` ORDER BY #b");
    CHECK_TEXT(resolved("SELECT b AS a FROM t ORDER BY (A) DESC"),
               "SELECT #b AS `a` FROM `t` ORDER BY #b DESC");
    CHECK_TEXT(resolved("SELECT b AS a FROM t ORDER BY a + 1"),
               "SELECT #b AS `a` FROM `t` ORDER BY (#a + 1)");
    CHECK_TEXT(resolved("SELECT b AS a FROM t ORDER BY t.a"),
               "SELECT #b AS `a` FROM `t` ORDER BY #a");
    CHECK_TEXT(resolved("SELECT b AS a FROM t ORDER BY a COLLATE NOCASE"),
               "SELECT #b AS `a` FROM `t` ORDER BY (#b COLLATE NOCASE)");
}

static void the_first_of_equal_aliases_is_meant(void)
{
    use_columns("a b");
    CHECK_TEXT(resolved("SELECT a AS x, b AS x FROM t WHERE x ORDER BY x"),
               "SELECT #a AS `x`, #b AS `x` FROM `t` WHERE #a ORDER BY #a");
}

static void an_alias_is_of_no_table(void)
{
    use_columns("a");
    CHECK_TEXT(resolved("SELECT a AS x FROM t WHERE t.x"), "the name x is not known");
}

static void a_result_without_alias_has_no_name(void)
{
    use_columns("a");
    CHECK_TEXT(resolved("SELECT a + 1 FROM t ORDER BY \"a + 1\""),
               "the name a + 1 is not known");
}

/* ---- Numbers of results ---------------------------------------------------------- */

static void a_number_in_group_by_is_a_result(void)
{
    use_columns("a b");
    CHECK_TEXT(resolved("SELECT a, b + 1 AS x FROM t GROUP BY 2, (1)"),
               "SELECT #a, (#b + 1) AS `x` FROM `t` GROUP BY (#b + 1), #a");
    CHECK_TEXT(resolved("SELECT a, 5 AS x FROM t GROUP BY 2"),
               "SELECT #a, 5 AS `x` FROM `t` GROUP BY 5");
    CHECK_TEXT(resolved("SELECT a, 2 AS x FROM t GROUP BY x"),
               "SELECT #a, 2 AS `x` FROM `t` GROUP BY 2");
    CHECK_TEXT(resolved("SELECT a, b FROM t GROUP BY 1 + 1"),
               "SELECT #a, #b FROM `t` GROUP BY (1 + 1)");
}

static void other_constants_in_group_by_are_refused(void)
{
    static const char *const constants[] = {"0",    "3",  "99999999999", "1.0", "'a'",
                                            "NULL", "-1", "- 2",         "+1",  "-(1)"};
    use_columns("a b");
    for (size_t i = 0; i < COUNT_OF(constants); i++) {
        char text[100];
        snprintf(text, sizeof text, "SELECT a, b FROM t GROUP BY %s", constants[i]);
        CHECK_TEXT(resolved(text), "GROUP BY a constant is not known");
    }
}

static void numbers_stay_numbers_elsewhere(void)
{
    use_columns("a b");
    CHECK_TEXT(resolved("SELECT a FROM t WHERE 1 GROUP BY b HAVING 1 ORDER BY 1 LIMIT 1"),
               "SELECT #a FROM `t` WHERE 1 GROUP BY #b HAVING 1 ORDER BY 1 LIMIT 1");
}

/* ---- TRUE and FALSE -------------------------------------------------------------- */

static void true_and_false_are_numbers(void)
{
    use_columns("a");
    CHECK_TEXT(resolved("SELECT TRUE, false FROM t WHERE a = True LIMIT true"),
               "SELECT 1, 0 FROM `t` WHERE (#a = 1) LIMIT 1");
}

static void true_may_be_a_column_or_an_alias(void)
{
    use_columns("a true");
    CHECK_TEXT(resolved("SELECT True, FALSE FROM t"), "SELECT #true, 0 FROM `t`");
    CHECK_TEXT(resolved("SELECT a AS false FROM t WHERE false"),
               "SELECT #a AS `false` FROM `t` WHERE #a");
}

static void quoted_or_of_a_table_it_is_no_number(void)
{
    static const char *const quoted[] = {"\"true\"",  "[true]",  "`true`", "t.true",
                                         "\"FALSE\"", "[False]", "`false`"};
    use_columns("a");
    for (size_t i = 0; i < COUNT_OF(quoted); i++) {
        char text[100];
        snprintf(text, sizeof text, "SELECT %s FROM t", quoted[i]);
        CHECK(strstr(resolved(text), "is not known") != NULL);
    }
}

/* ---- Limits ---------------------------------------------------------------------- */

static void limits_have_no_names(void)
{
    use_columns("a");
    CHECK_TEXT(resolved("SELECT a FROM t LIMIT 2 + 3 OFFSET 1"),
               "SELECT #a FROM `t` LIMIT (2 + 3) OFFSET 1");
    CHECK_TEXT(resolved("SELECT a FROM t LIMIT a"), "the name a is not known");
    CHECK_TEXT(resolved("SELECT a AS x FROM t LIMIT x"), "the name x is not known");
    CHECK_TEXT(resolved("SELECT a FROM t LIMIT 1 OFFSET a"), "the name a is not known");
}

/* ---- Expressions ----------------------------------------------------------------- */

/* Parses SELECT x AS one, y AS two, ... and returns a result's expression. */
static const struct expression *result(const char *results, uint32_t i)
{
    struct error error = {0};
    char text[500];
    snprintf(text, sizeof text, "SELECT %s FROM t", results);
    use_columns("a b c");
    if (resolve(text, &error) != OK)
        CHECK_TEXT(error.message, text);
    return statement.results[i].expression;
}

static void a_column_is_a_source_also_by_an_alias(void)
{
    uint32_t source;
    struct error error = {0};
    CHECK(expression_source(result("b", 0), &source) && source == 1);
    CHECK(expression_source(result("(t.c)", 0), &source) && source == 2);
    CHECK(!expression_source(result("+a", 0), &source));
    CHECK(!expression_source(result("1", 0), &source));
    use_columns("a b");
    CHECK(resolve("SELECT b AS x, b + 1 AS y FROM t WHERE x GROUP BY y", &error) == OK);
    CHECK(expression_source(statement.where, &source) && source == 1);
    CHECK(!expression_source(statement.keys[0].expression, &source));
}

static void an_expression_may_depend_on_one_column(void)
{
    static const char *const one[] = {"b",
                                      "b + 1",
                                      "b * b - b",
                                      "f(b, 'x', b)",
                                      "1 + b",
                                      "length(b)",
                                      "CASE b WHEN 1 THEN 2 ELSE b END",
                                      "CAST(b AS TEXT)",
                                      "b IN (1, 2)",
                                      "b LIKE 'x' || b"};
    static const char *const others[] = {"1",
                                         "'b'",
                                         "a + b",
                                         "b + a",
                                         "f()",
                                         "(a + b) + b",
                                         "b + (a + b)",
                                         "(b + a) * 1",
                                         "f(b, g(b, c))",
                                         "b + (b + a)",
                                         "f(a, b, a)",
                                         "b IN (1, a)",
                                         "1 + (2 + 3)",
                                         "CASE WHEN b THEN a END",
                                         "f(g(a, b), b)",
                                         "f(b, g(c, b), b)"};
    for (size_t i = 0; i < COUNT_OF(one); i++) {
        uint32_t source = UINT32_MAX;
        CHECK(expression_has_one_source(result(one[i], 0), &source) && source == 1);
    }
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        uint32_t source = UINT32_MAX;
        CHECK(!expression_has_one_source(result(others[i], 0), &source));
    }
}

static void aliases_depend_on_what_they_stand_for(void)
{
    struct error error = {0};
    uint32_t source = UINT32_MAX;
    use_columns("a b");
    CHECK(
        resolve("SELECT b + 1 AS x, a AS y FROM t WHERE f(x, x) GROUP BY a HAVING x > y",
                &error) == OK);
    CHECK(expression_has_one_source(statement.where, &source) && source == 1);
    source = UINT32_MAX;
    CHECK(!expression_has_one_source(statement.having, &source));
}

static bool are_equal(const char *a, const char *b)
{
    char both[500];
    snprintf(both, sizeof both, "%s, %s", a, b);
    const struct expression *first = result(both, 0);
    bool are = expression_equals(first, statement.results[1].expression);
    CHECK(expression_equals(statement.results[1].expression, first) == are);
    CHECK(expression_equals(first, first));
    return are;
}

static void equal_expressions_may_be_spelled_differently(void)
{
    CHECK(are_equal("a", "A"));
    CHECK(are_equal("a", "t.[a]"));
    CHECK(are_equal("(a + 1)", "a+1"));
    CHECK(are_equal("count(*)", "COUNT( * )"));
    CHECK(are_equal("sum(a) FILTER (WHERE b)", "SUM(A) filter (where (B))"));
    CHECK(are_equal("a IS NULL", "a ISNULL"));
    CHECK(are_equal("a = 1", "a == 1"));
    CHECK(are_equal("a <> 1", "a != 1"));
    CHECK(are_equal("'x'", "'x'"));
    CHECK(are_equal("NULL", "null"));
    CHECK(are_equal("CASE a WHEN 1 THEN 2 END", "case A when 1 then 2 end"));
    CHECK(are_equal("x'61'", "X'61'"));
}

static void different_expressions_are_not_equal(void)
{
    static const char *const pairs[][2] = {
        {"a", "b"},
        {"a", "1"},
        {"a + 1", "a - 1"},
        {"a + b", "b + a"},
        {"a + 1", "a + 2"},
        {"1", "1.0"},
        {"1", "'1'"},
        {"'a'", "'A'"},
        {"'a'", "x'61'"},
        {"'a'", "'a '"},
        {"0.0", "-0.0"},
        {"-a", "+a"},
        {"-a", "NOT a"},
        {"count(*)", "count(a)"},
        {"count(*)", "count()"},
        {"count(a)", "count(DISTINCT a)"},
        {"count(a)", "sum(a)"},
        {"f(a)", "f(a, a)"},
        {"sum(a)", "sum(a) FILTER (WHERE b)"},
        {"sum(a) FILTER (WHERE c)", "sum(a) FILTER (WHERE b)"},
        {"a IN (1)", "a NOT IN (1)"},
        {"a IN (1)", "a IN (1, 2)"},
        {"a IN ()", "a IN (1)"},
        {"a LIKE 'x'", "a GLOB 'x'"},
        {"a LIKE 'x'", "a NOT LIKE 'x'"},
        {"a LIKE 'x'", "a LIKE 'x' ESCAPE 'y'"},
        {"a IS NULL", "a IS NOT NULL"},
        {"a BETWEEN 1 AND 2", "a NOT BETWEEN 1 AND 2"},
        {"a < b", "a <= b"},
        {"a = b", "a IS b"},
        {"CASE a WHEN 1 THEN 2 END", "CASE WHEN a THEN 1 ELSE 2 END"},
        {"CASE a WHEN 1 THEN 2 END", "CASE a WHEN 1 THEN 2 ELSE 2 END"},
        {"CAST(a AS TEXT)", "CAST(a AS INTEGER)"},
        {"a COLLATE NOCASE", "a COLLATE BINARY"},
    };
    for (size_t i = 0; i < COUNT_OF(pairs); i++)
        CHECK(!are_equal(pairs[i][0], pairs[i][1]));
}

static void an_alias_equals_what_it_stands_for(void)
{
    struct error error = {0};
    use_columns("a b");
    CHECK(resolve("SELECT a + 1 AS x, b AS y FROM t WHERE x GROUP BY a HAVING y ORDER BY "
                  "a + 1, b",
                  &error) == OK);
    CHECK(expression_equals(statement.where, statement.orders[0].expression));
    CHECK(expression_equals(statement.orders[1].expression, statement.having));
    CHECK(!expression_equals(statement.where, statement.having));
}

static void words_are_compared_in_any_case(void)
{
    CHECK(slice_is_word(slice_of("LENGTH", 6), "length"));
    CHECK(slice_is_word(slice_of("length", 6), "length"));
    CHECK(!slice_is_word(slice_of("length", 5), "length"));
    CHECK(!slice_is_word(slice_of("lengths", 7), "length"));
    CHECK(!slice_is_word(slice_of("", 0), "length"));
    CHECK(!slice_is_word(slice_of("lEngt\0", 6), "length"));
}

int main(void)
{
    RUN(columns_are_found_in_any_case_and_quotes);
    RUN(only_ascii_letters_have_two_cases);
    RUN(a_table_is_known_by_its_name_or_else_by_its_alias);
    RUN(the_first_of_equal_columns_is_meant);
    RUN(names_are_found_wherever_they_stand);
    RUN(a_long_name_is_cut_in_the_reason);
    RUN(aliases_are_known_outside_of_results);
    RUN(results_do_not_know_aliases);
    RUN(columns_come_before_aliases);
    RUN(an_alias_alone_comes_first_in_order_by);
    RUN(the_first_of_equal_aliases_is_meant);
    RUN(an_alias_is_of_no_table);
    RUN(a_result_without_alias_has_no_name);
    RUN(a_number_in_group_by_is_a_result);
    RUN(other_constants_in_group_by_are_refused);
    RUN(numbers_stay_numbers_elsewhere);
    RUN(true_and_false_are_numbers);
    RUN(true_may_be_a_column_or_an_alias);
    RUN(quoted_or_of_a_table_it_is_no_number);
    RUN(limits_have_no_names);
    RUN(a_column_is_a_source_also_by_an_alias);
    RUN(an_expression_may_depend_on_one_column);
    RUN(aliases_depend_on_what_they_stand_for);
    RUN(equal_expressions_may_be_spelled_differently);
    RUN(different_expressions_are_not_equal);
    RUN(an_alias_equals_what_it_stands_for);
    RUN(words_are_compared_in_any_case);
    arena_release(&arena);
    return unit_test_done();
}
