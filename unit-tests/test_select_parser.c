/* SPDX-License-Identifier: MIT */
/*
 * test_select_parser.c - the trees of SELECT statements: precedences, literals, names,
 * the text of each part, and what is refused (select_statement.h).
 */
#include <float.h>

#include "base/alloc.h"
#include "unit_bytes.h"
#include "unit_select.h"
#include "unit_test.h"

static char shown[200000];
static struct arena arena;
static struct select_statement statement;

/* Parses a copy of a text, which stays until the next call. */
static enum status parse(const char *text, struct error *error)
{
    static uint8_t *copy;
    free(copy);
    copy = exact_copy(text, strlen(text));
    arena_release(&arena);
    error_clear(error);
    return select_parse(slice_of(copy, strlen(text)), &arena, &statement, error);
}

/* The statement as SQL with all parentheses, or the reason why it is refused. */
static const char *parsed(const char *text)
{
    struct buffer out = {0};
    struct error error = {0};
    enum status status = parse(text, &error);
    CHECK(status == error.status && (status == OK || status == UNSUPPORTED));
    if (status == OK)
        put_statement(&out, &statement);
    else
        put_text(&out, error.message);
    CHECK(out.size < sizeof shown);
    memcpy(shown, out.data, out.size);
    shown[out.size] = '\0';
    buffer_release(&out);
    return shown;
}

/* The same for an expression alone. */
static const char *tree(const char *expression)
{
    static const char before[] = "SELECT ", after[] = " FROM `t`";
    static char text[200000];
    snprintf(text, sizeof text, "SELECT %s FROM t", expression);
    const char *all = parsed(text);
    size_t size = strlen(all);
    if (strncmp(all, before, strlen(before)) != 0)
        return all;
    shown[size - strlen(after)] = '\0';
    return shown + strlen(before);
}

/* The only result of SELECT expression FROM t. */
static const struct expression *only_result(const char *expression)
{
    (void)tree(expression);
    CHECK(statement.n_results == 1);
    return statement.results[0].expression;
}

#define CHECK_SLICE(slice, expected) CHECK(slice_equals_text(slice, expected))

/* Pairs of an expression and the same with parentheses, which SQLite evaluates alike. */
static void operators_bind_as_in_sqlite(void)
{
    static const char *const pairs[][2] = {
        {"a OR b AND c OR d", "((a OR (b AND c)) OR d)"},
        {"NOT a AND NOT b OR c", "(((NOT a) AND (NOT b)) OR c)"},
        {"NOT a = b", "(NOT (a = b))"},
        {"NOT NOT a IS NULL", "(NOT (NOT (a IS NULL)))"},
        {"a + NOT b = c", "(a + (NOT (b = c)))"},
        {"a = NOT b AND c", "((a = (NOT b)) AND c)"},
        {"a = b = c", "((a = b) = c)"},
        {"a == b <> c != d", "(((a = b) <> c) <> d)"},
        {"a = b < c", "(a = (b < c))"},
        {"a < b = c", "((a < b) = c)"},
        {"a < b <= c > d >= e", "((((a < b) <= c) > d) >= e)"},
        {"a < b & c", "(a < (b & c))"},
        {"a & b | c << d >> e", "((((a & b) | c) << d) >> e)"},
        {"a | b + c", "(a | (b + c))"},
        {"a - b - c + d", "(((a - b) - c) + d)"},
        {"a + b * c / d % e", "(a + (((b * c) / d) % e))"},
        {"a * b || c", "(a * (b || c))"},
        {"a || b || c", "((a || b) || c)"},
        {"a || b COLLATE nocase", "(a || (b COLLATE nocase))"},
        {"- a COLLATE nocase", "((- a) COLLATE nocase)"},
        {"a COLLATE x COLLATE y = b", "(((a COLLATE x) COLLATE y) = b)"},
        {"- a || b", "((- a) || b)"},
        {"- - + ~ a * b", "((- (- (+ (~ a)))) * b)"},
        {"- 5", "(- 5)"},
        {"a-- b\n- c", "(a - c)"},
        {"a - -b", "(a - (- b))"},
        {"~ a IS b", "((~ a) IS b)"},
        {"a IS NOT b", "(a IS NOT b)"},
        {"a IS (NOT b)", "(a IS (NOT b))"},
        {"a IS NOT b = c", "((a IS NOT b) = c)"},
        {"a IS NOT b < c", "(a IS NOT (b < c))"},
        {"a IS NOT NOT b", "(a IS NOT (NOT b))"},
        {"a IS DISTINCT FROM b", "(a IS NOT b)"},
        {"a IS NOT DISTINCT FROM b + c", "(a IS (b + c))"},
        {"a IS NULL", "(a IS NULL)"},
        {"a IS NOT (NULL)", "(a IS NOT NULL)"},
        {"a IS DISTINCT FROM NULL", "(a IS NOT NULL)"},
        {"a IS NULL + b", "(a IS (NULL + b))"},
        {"a IS TRUE", "(a IS TRUE)"},
        {"a = NULL", "(a = NULL)"},
        {"a ISNULL NOTNULL NOT NULL", "(((a IS NULL) IS NOT NULL) IS NOT NULL)"},
        {"a + b NOT NULL", "((a + b) IS NOT NULL)"},
        {"NOT a NOT NULL", "(NOT (a IS NOT NULL))"},
        {"a = b NOT NULL", "((a = b) IS NOT NULL)"},
        {"a AND b ISNULL", "(a AND (b IS NULL))"},
        {"a BETWEEN b AND c AND d", "((a BETWEEN b AND c) AND d)"},
        {"a NOT BETWEEN b AND c OR d", "((a NOT BETWEEN b AND c) OR d)"},
        {"a BETWEEN b = c AND d", "(a BETWEEN (b = c) AND d)"},
        {"a BETWEEN b AND c = d", "((a BETWEEN b AND c) = d)"},
        {"a BETWEEN b AND c < d", "(a BETWEEN b AND (c < d))"},
        {"a BETWEEN NOT b AND c", "(a BETWEEN (NOT b) AND c)"},
        {"a BETWEEN b BETWEEN c AND d AND e", "(a BETWEEN (b BETWEEN c AND d) AND e)"},
        {"a BETWEEN b AND c BETWEEN d AND e", "((a BETWEEN b AND c) BETWEEN d AND e)"},
        {"a BETWEEN b AND NOT c = d", "(a BETWEEN b AND (NOT (c = d)))"},
        {"a = b BETWEEN c AND d", "((a = b) BETWEEN c AND d)"},
        {"a < b BETWEEN c AND d", "((a < b) BETWEEN c AND d)"},
        {"a IN (b, c + d) = e", "((a IN (b, (c + d))) = e)"},
        {"a NOT IN ()", "(a NOT IN ())"},
        {"a + b IN (c)", "((a + b) IN (c))"},
        {"a = b IN (c)", "((a = b) IN (c))"},
        {"a LIKE b ESCAPE c", "(a LIKE b ESCAPE c)"},
        {"a LIKE b || c ESCAPE d = e", "((a LIKE (b || c) ESCAPE d) = e)"},
        {"a LIKE b ESCAPE c < d", "(a LIKE b ESCAPE (c < d))"},
        {"a LIKE b LIKE c ESCAPE d", "((a LIKE b) LIKE c ESCAPE d)"},
        {"a LIKE NOT b LIKE c ESCAPE d", "(a LIKE (NOT (b LIKE c ESCAPE d)))"},
        {"a NOT LIKE b AND c NOT GLOB d", "((a NOT LIKE b) AND (c NOT GLOB d))"},
        {"a GLOB b < c", "(a GLOB (b < c))"},
        {"CASE WHEN a THEN b END + 1", "(CASE WHEN a THEN b END + 1)"},
        {"CASE a WHEN b THEN CASE c WHEN d THEN e END ELSE f END",
         "CASE a WHEN b THEN CASE c WHEN d THEN e END ELSE f END"},
        {"CASE a OR b WHEN c THEN d WHEN e THEN f AND g ELSE NOT h END",
         "CASE (a OR b) WHEN c THEN d WHEN e THEN (f AND g) ELSE (NOT h) END"},
        {"CASE CASE WHEN a THEN b END WHEN c THEN d END",
         "CASE CASE WHEN a THEN b END WHEN c THEN d END"},
        {"CAST(a + b AS VARCHAR (10)) || c", "(CAST((a + b) AS VARCHAR (10)) || c)"},
        {"CAST(a AS decimal(10, -2))", "CAST(a AS decimal(10, -2))"},
        {"CAST(a AS DOUBLE PRECISION)", "CAST(a AS DOUBLE PRECISION)"},
        {"((a))", "a"},
        {"(a + b) * c", "((a + b) * c)"},
        {"f(a, b OR c)", "f(a, (b OR c))"},
        {"f()", "f()"},
        {"count(*) + count(DISTINCT a)", "(count(*) + count(DISTINCT a))"},
        {"sum(ALL a)", "sum(a)"},
        {"sum(a) FILTER (WHERE b = c) / 2", "(sum(a) FILTER (WHERE (b = c)) / 2)"},
        {"replace(key, t.first, \"last\")", "replace(key, t.first, \"last\")"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        CHECK_TEXT(tree(pairs[i][0]), pairs[i][1]);
        CHECK_TEXT(tree(pairs[i][1]), pairs[i][1]); /* nothing but parentheses is new */
    }
}

static void all_clauses_are_read(void)
{
    CHECK_TEXT(parsed("SELECT a FROM t"), "SELECT a FROM `t`");
    CHECK_TEXT(
        parsed("select distinct a x, b AS \"y\", c [z z], d AS key from main.t AS u\n"
               "where a group by a, b having c order by a desc, b collate nocase "
               "asc nulls last, c nulls first limit 1 + 2 offset 3 ;  -- end"),
        "SELECT DISTINCT a AS `x`, b AS `y`, c AS `z z`, d AS `key` FROM "
        "`main`.`t` AS `u` WHERE a GROUP BY a, b HAVING c ORDER BY a desc, "
        "(b COLLATE nocase) asc nulls last, c nulls first LIMIT (1 + 2) OFFSET 3");
    CHECK(statement.orders[0].is_descending);
    CHECK(!statement.orders[1].is_descending && !statement.orders[2].is_descending);
    CHECK_TEXT(parsed("SELECT ALL a FROM t u LIMIT 5, 6"),
               "SELECT a FROM `t` AS `u` LIMIT 6 OFFSET 5");
    CHECK_SLICE(statement.limit_text, "6");
    CHECK_SLICE(statement.offset_text, "5");
    CHECK_TEXT(parsed("/**/SELECT/* * /*/a/***/FROM--x\n[t].`u``v`;"),
               "SELECT a FROM `t`.`u``v`");
    CHECK_TEXT(parsed("SELECT a FROM 'it''s.parquet'"), "SELECT a FROM `it's.parquet`");
    CHECK_TEXT(parsed("SELECT-1,+2FROM\tt\fWHERE\r\n1=1"),
               "syntax is not known near \"2FROM\tt\fWHERE\r\n1=1\"");
}

static void texts_are_the_statements_own(void)
{
    CHECK(strcmp(parsed("SELECT ( a + (b) ) * - (c) x, (a), (f ( b ) ) FROM t "
                        "WHERE ((a) = /* b */ (b)) GROUP BY ( (a) ), b + c HAVING (a) "
                        "ORDER BY (a)  DESC  NULLS /**/ LAST , b LIMIT (1) OFFSET ( 2 )"),
                 "") != 0);
    const struct expression *product = statement.results[0].expression;
    CHECK_SLICE(product->text, "( a + (b) ) * - (c)");
    CHECK_SLICE(product->arguments[0]->text, "a + (b)");
    CHECK_SLICE(product->arguments[0]->arguments[0]->text, "a");
    CHECK_SLICE(product->arguments[0]->arguments[1]->text, "b");
    CHECK_SLICE(product->arguments[1]->text, "- (c)");
    CHECK_SLICE(product->arguments[1]->arguments[0]->text, "c");
    CHECK_SLICE(statement.results[0].text, "( a + (b) ) * - (c)");
    CHECK_SLICE(statement.results[0].alias, "x");
    CHECK_SLICE(statement.results[1].text, "(a)");
    CHECK_SLICE(statement.results[1].expression->text, "a");
    CHECK_SLICE(statement.results[2].text, "(f ( b ) )");
    CHECK_SLICE(statement.results[2].expression->text, "f ( b )");
    CHECK_SLICE(statement.where->text, "(a) = /* b */ (b)");
    CHECK_SLICE(statement.where_text, "((a) = /* b */ (b))");
    CHECK_SLICE(statement.keys[0].text, "( (a) )");
    CHECK_SLICE(statement.keys[1].text, "b + c");
    CHECK_SLICE(statement.having_text, "(a)");
    CHECK_SLICE(statement.orders[0].text, "(a)");
    CHECK_SLICE(statement.orders[0].direction, "DESC  NULLS /**/ LAST");
    CHECK_SLICE(statement.orders[1].text, "b");
    CHECK(statement.orders[1].direction.size == 0);
    CHECK_SLICE(statement.limit_text, "(1)");
    CHECK_SLICE(statement.offset_text, "( 2 )");
    static const char *const whole[] = {
        "a IS NOT NULL",
        "a NOT IN (b, c)",
        "a LIKE b ESCAPE (c)",
        "CASE WHEN a THEN b END",
        "CAST(a AS T(1))",
        "a COLLATE \"x\"",
        "sum(a) FILTER (WHERE (b))",
        "t . [a]",
        "- 9223372036854775808",
        "'it''s'",
        "(a) ISNULL",
        "a BETWEEN (b) AND (c)",
    };
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        char text[100];
        snprintf(text, sizeof text, " ( %s/**/) /**/", whole[i]);
        CHECK_SLICE(only_result(text)->text, whole[i]);
    }
}

static void names_lose_their_quotes(void)
{
    CHECK_SLICE(only_result("\"a\"\"b\"")->name, "a\"b");
    CHECK_SLICE(only_result("`a``\"b`")->name, "a`\"b");
    CHECK_SLICE(only_result("[a\"[b]")->name, "a\"[b");
    CHECK_SLICE(only_result("\"u\"\"\".\"v\"")->table, "u\"");
    CHECK_SLICE(statement.results[0].expression->name, "v");
    CHECK_SLICE(only_result("\"f\"(a)")->name, "f");
    CHECK_SLICE(only_result("_azAZ$09\xc3\xa4")->name, "_azAZ$09\xc3\xa4");
    CHECK_SLICE(only_result("x")->name, "x");
    CHECK_SLICE(only_result("a COLLATE \"r\"\"t\"")->name, "r\"t");
    CHECK(only_result("true")->kind == EXPRESSION_NAME);
    CHECK_TEXT(tree("\"\""), "an empty name is not known");
    CHECK_TEXT(tree("a AS ``"), "an empty name is not known");
    CHECK_TEXT(tree("\xef\xbb\xbf"
                    "a"),
               "syntax is not known near \"\xef\xbb\xbf"
               "a FROM t\"");
}

static bool is_integer(const char *text, int64_t value)
{
    const struct expression *node = only_result(text);
    return node->kind == EXPRESSION_LITERAL && node->value.type == LITERAL_INTEGER &&
           node->value.integer == value;
}

static bool is_real(const char *text, double value)
{
    const struct expression *node = only_result(text);
    return node->kind == EXPRESSION_LITERAL && node->value.type == LITERAL_REAL &&
           node->value.real == value;
}

static void integers_are_sqlites(void)
{
    CHECK(is_integer("0", 0));
    CHECK(is_integer("007", 7));
    CHECK(is_integer("9223372036854775807", INT64_MAX));
    CHECK(is_integer("-9223372036854775808", INT64_MIN));
    CHECK(is_integer("-/**/(9223372036854775808)", INT64_MIN));
    CHECK(is_real("9223372036854775808", 9223372036854775808.0));
    CHECK(is_real("10000000000000000000", 1e19));
    CHECK_TEXT(tree("- -9223372036854775808"), "(- (- 9223372036854775808))");
    CHECK_TEXT(tree("~9223372036854775808"), "(~ 9223372036854775808)");
    CHECK_TEXT(tree("a-9223372036854775808"), "(a - 9223372036854775808)");
    CHECK_TEXT(tree("+9223372036854775808"), "a sign before 2 to the 63rd is not known");
    CHECK_TEXT(tree("-0x8000000000000000"), "a sign before 2 to the 63rd is not known");
    CHECK_TEXT(tree("9223372036854775809"), "number 9223372036854775809 is not known");
    CHECK(is_integer("0xff", 255));
    CHECK(is_integer("0X00000000000000007fffffffffffffff", INT64_MAX));
    CHECK(is_integer("0x8000000000000000", INT64_MIN));
    CHECK(is_integer("0xFFFFFFFFFFFFFFFF", -1));
    CHECK_TEXT(tree("0x10000000000000000"), "number 0x10000000000000000 is not known");
}

static void reals_are_the_nearest_doubles(void)
{
    CHECK(is_real("1.", 1));
    CHECK(is_real(".5", .5));
    CHECK(is_real("1e5", 1e5));
    CHECK(is_real("1.5E-3", 1.5e-3));
    CHECK(is_real("1.e+2", 100));
    CHECK(is_real("0.1", 0.1));
    CHECK(is_real("0.05", 0.05));
    CHECK(is_real("0.0003", 0.0003));
    CHECK(is_real("3.14159265", 3.14159265));
    CHECK(is_real("00100.2500", 100.25));
    CHECK(is_real("1e22", 1e22));
    CHECK(is_real("123e-22", 123e-22));
    CHECK(is_real("0.0", 0));
    CHECK(is_real("0e999999999999", 0));
    CHECK(is_real("9007199254740991.0", 9007199254740991.0));
    CHECK(is_real("0.00000000000000000000000001e26", 1));
    CHECK(is_real("1000000000000000000000000000000e-30", 1));
    static const char *const refused[] = {
        "1e23",           "1e-23",   "9007199254740993.0",  "0.12345678901234567890",
        "1e999999999999", "0.1e-22", "9007199254740993e-3", "1.7976931348623157e308",
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char expected[80];
        snprintf(expected, sizeof expected, "number %s is not known", refused[i]);
        CHECK_TEXT(tree(refused[i]), expected);
    }
}

/* Decimals near the points halfway between doubles are refused, others not. */
static void reals_halfway_between_doubles_are_refused(void)
{
    CHECK_TEXT(tree("0.0215"), "number 0.0215 is not known");
    uint64_t seed = 1;
    uint32_t n_refused = 0, n_read = 0;
    for (uint32_t i = 0; i < 2000; i++) {
        char text[64];
        seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407U;
        uint64_t digits = seed >> 20;
        uint32_t exponent = (uint32_t)seed % 30;
        snprintf(text, sizeof text, "%llue-%u", (unsigned long long)digits, exponent);
        double nearest = strtod(text, NULL);
        (void)tree(text);
        if (statement.n_results == 0) {
            n_refused += exponent <= 22;
        } else {
            n_read++;
            CHECK(statement.results[0].expression->value.real == nearest);
        }
    }
    CHECK(n_refused > 10 && n_refused < 200 && n_read > 1200);
}

static void texts_and_blobs_are_read(void)
{
    CHECK_SLICE(slice_of(only_result("'it''s'''")->value.bytes.data, 5), "it's'");
    CHECK(statement.results[0].expression->value.bytes.size == 5);
    CHECK(statement.results[0].expression->value.type == LITERAL_TEXT);
    CHECK(only_result("''")->value.bytes.size == 0);
    CHECK_TEXT(tree("'a\"b'"), "'a\"b'");
    CHECK_TEXT(tree("x'00fF1a'"), "x'00ff1a'");
    CHECK_TEXT(tree("X''"), "x''");
    CHECK_TEXT(tree("x'0'"), "syntax is not known near \"x'0' FROM t\"");
    CHECK_TEXT(tree("x'0g'"), "syntax is not known near \"x'0g' FROM t\"");
    CHECK_TEXT(tree("'a"), "syntax is not known near \"'a FROM t\"");
}

static void what_is_not_known_is_refused(void)
{
    static const char *const statements[][2] = {
        {"", "the statement has no end"},
        {"  -- nothing", "the statement has no end"},
        {"INSERT INTO t VALUES (1)", "syntax is not known near \"INSERT\""},
        {"WITH x AS (SELECT 1) SELECT a FROM x", "WITH is not known"},
        {"VALUES (1)", "VALUES is not known"},
        {"SELECT 1", "the statement has no end"},
        {"SELECT * FROM t", "* is not known"},
        {"SELECT t.* FROM t", "* is not known"},
        {"SELECT a FROM t, u", "JOIN is not known"},
        {"SELECT a FROM t JOIN u", "JOIN is not known"},
        {"SELECT a FROM t LEFT JOIN u", "JOIN is not known"},
        {"SELECT a FROM t NATURAL JOIN u", "JOIN is not known"},
        {"SELECT a FROM t x CROSS JOIN u", "JOIN is not known"},
        {"SELECT a FROM (SELECT b FROM t)", "a subquery is not known"},
        {"SELECT a FROM f(1)", "a table-valued function is not known"},
        {"SELECT a FROM t INDEXED BY i", "INDEXED is not known"},
        {"SELECT a FROM t NOT INDEXED", "syntax is not known near \"NOT\""},
        {"SELECT a FROM ''", "an empty name is not known"},
        {"SELECT a FROM t 'u'", "syntax is not known near \"'u'\""},
        {"SELECT a FROM t.u.v", "syntax is not known near \".\""},
        {"SELECT a FROM t UNION SELECT b FROM t", "UNION is not known"},
        {"SELECT a FROM t EXCEPT SELECT b FROM t", "EXCEPT is not known"},
        {"SELECT a FROM t INTERSECT SELECT b FROM t", "INTERSECT is not known"},
        {"SELECT a FROM t WINDOW w AS ()", "WINDOW is not known"},
        {"SELECT a FROM t HAVING a", "syntax is not known near \"HAVING\""},
        {"SELECT a FROM t; SELECT b FROM t", "a second statement is not known"},
        {"SELECT a FROM t ORDER BY a NULLS", "the statement has no end"},
        {"SELECT a FROM t LIMIT", "the statement has no end"},
        {"SELECT a FROM t WHERE b GROUP BY", "the statement has no end"},
        {"SELECT a FROM t GROUP BY a b", "syntax is not known near \"b\""},
        {"SELECT a FROM t WHERE b WHERE c", "syntax is not known near \"WHERE\""},
        {"SELECT a b c FROM t", "syntax is not known near \"c\""},
        {"SELECT a 'b' FROM t", "syntax is not known near \"'b'\""},
        {"SELECT a AS 'b' FROM t", "syntax is not known near \"'b'\""},
        {"SELECT a key FROM t", "syntax is not known near \"key\""},
        {"SELECT a, FROM t", "syntax is not known near \"FROM\""},
        {"SELECT a FROM t /* x", "syntax is not known near \"/* x\""},
        {"SELECT a FROM t /*/", "syntax is not known near \"/*/\""},
    };
    static const char *const expressions[][2] = {
        {"(SELECT a FROM t)", "a subquery is not known"},
        {"a IN (SELECT b FROM t)", "a subquery is not known"},
        {"a IN u", "syntax is not known near \"u\""},
        {"EXISTS (SELECT 1)", "EXISTS is not known"},
        {"NOT EXISTS (SELECT 1)", "EXISTS is not known"},
        {"count(*) OVER ()", "OVER is not known"},
        {"count(*) FILTER (WHERE a) OVER w", "OVER is not known"},
        {"a FILTER (WHERE b)", "FILTER is not known"},
        {"percentile(a) WITHIN GROUP (ORDER BY b)", "WITHIN is not known"},
        {"group_concat(a ORDER BY b)", "ORDER BY in an aggregate is not known"},
        {"count(DISTINCT)", "syntax is not known near \")\""},
        {"count(*, a)", "syntax is not known near \",\""},
        {"a MATCH b", "MATCH is not known"},
        {"a NOT REGEXP b", "REGEXP is not known"},
        {"a -> b", "-> is not known"},
        {"a ->> b", "->> is not known"},
        {"a->b", "-> is not known"},
        {"(a, b)", "a row value is not known"},
        {"(a, b) = (c, d)", "a row value is not known"},
        {"()", "syntax is not known near \")\""},
        {"?", "a parameter is not known"},
        {"?1", "a parameter is not known"},
        {":a", "a parameter is not known"},
        {"@a", "a parameter is not known"},
        {"$a", "a parameter is not known"},
        {"RAISE(IGNORE)", "RAISE is not known"},
        {"current_time", "CURRENT_TIME is not known"},
        {"CURRENT_TIMESTAMP", "CURRENT_TIMESTAMP is not known"},
        {"a.b.c", "syntax is not known near \".\""},
        {"a.b(c)", "syntax is not known near \"(\""},
        {"'a'.b", "syntax is not known near \".\""},
        {"left(a, 1)", "JOIN is not known"},
        {"like(a, b)", "syntax is not known near \"like\""},
        {"a NOT b", "syntax is not known near \"b\""},
        {"a NOT NOTNULL", "syntax is not known near \"NOTNULL\""},
        {"a BETWEEN b OR c AND d", "syntax is not known near \"OR\""},
        {"a BETWEEN b", "syntax is not known near \"FROM\""},
        {"a GLOB b ESCAPE c", "syntax is not known near \"ESCAPE\""},
        {"a COLLATE 'b'", "syntax is not known near \"'b'\""},
        {"CASE END", "syntax is not known near \"END\""},
        {"CASE a END", "syntax is not known near \"END\""},
        {"CASE WHEN a ELSE b END", "syntax is not known near \"ELSE\""},
        {"CASE WHEN a THEN b", "syntax is not known near \"FROM\""},
        {"CAST(a AS)", "syntax is not known near \")\""},
        {"CAST(a AS 'x')", "syntax is not known near \"'x'\""},
        {"CAST(a AS x(y))", "syntax is not known near \"y\""},
        {"CAST(a AS x(1, 2, 3))", "syntax is not known near \",\""},
        {"a b.c", "syntax is not known near \".\""},
        {"a ! b", "syntax is not known near \"! b FROM t\""},
        {"1_000", "syntax is not known near \"1_000 FROM t\""},
        {"12ab", "syntax is not known near \"12ab FROM t\""},
        {"0xg", "syntax is not known near \"0xg FROM t\""},
        {"0x", "syntax is not known near \"0x FROM t\""},
        {"0x1g", "syntax is not known near \"0x1g FROM t\""},
        {"1e", "syntax is not known near \"1e FROM t\""},
        {"1.5.2", "syntax is not known near \".2\""},
        {"a \x7f", "syntax is not known near \"\x7f FROM t\""},
        {"a \v b", "syntax is not known near \"\v b FROM t\""},
        {"[a", "syntax is not known near \"[a FROM t\""},
    };
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        CHECK_TEXT(parsed(statements[i][0]), statements[i][1]);
    for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++)
        CHECK_TEXT(tree(expressions[i][0]), expressions[i][1]);
    struct error error = {0};
    CHECK(select_parse(slice_of("SELECT 'a\0' FROM t", 18), &arena, &statement, &error) ==
          UNSUPPORTED);
    CHECK_TEXT(error.message, "a zero byte is not known");
}

/* Whether an expression is read that is a and n times what is before and after it. */
static bool is_read(const char *before, const char *after, uint32_t n)
{
    struct bytes text = {0};
    for (uint32_t i = 0; i < n; i++)
        bytes_put(&text, before, strlen(before));
    bytes_put(&text, "a", 1);
    for (uint32_t i = 0; i < n; i++)
        bytes_put(&text, after, strlen(after));
    bytes_put(&text, "", 1);
    const char *got = tree((const char *)text.data);
    bool is_refused = strcmp(got, "nesting this deep is not known") == 0;
    CHECK(is_refused || statement.n_results > 0);
    free(text.data);
    return !is_refused;
}

static void deep_trees_are_refused(void)
{
    static const char *const around[][2] = {
        {"(", ")"},
        {"- ", ""},
        {"NOT ", ""},
        {"", " AND a"},
        {"a + ", ""},
        {"f(", ")"},
        {"CASE ", " WHEN a THEN b END"},
        {"", " NOT NULL"},
        {"a IN (", ")"},
        {"", " COLLATE b"},
        {"sum(a) FILTER (WHERE ", ")"},
        {"CAST(", " AS T)"},
        {"a BETWEEN ", " AND b"},
    };
    for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
        CHECK(is_read(around[i][0], around[i][1], SELECT_MOST_DEPTH - 1));
        CHECK(!is_read(around[i][0], around[i][1], SELECT_MOST_DEPTH));
        CHECK(!is_read(around[i][0], around[i][1], 10000));
    }
    CHECK(is_read("a, ", ", f(a, a)", 1000) && statement.n_results == 2001);
    CHECK(only_result("a = 1 OR b")->depth == 3);
    CHECK(only_result("a IS NULL")->n_arguments == 1);
    CHECK(only_result("-9223372036854775808")->depth == 1);
}

/* Each allocation of the parser fails: the one for which the arena's block has no room.
 */
static void failed_allocations_are_reported(void)
{
    static const char text[] =
        "SELECT a, 'b''c', x'00', \"d\"\"e\" AS f FROM t WHERE a IN (1, 2) AND "
        "sum(a) FILTER (WHERE CASE a WHEN 'b' THEN CAST(- c AS T) END) "
        "GROUP BY a HAVING b ORDER BY c LIMIT 1 OFFSET 2";
    uint32_t n_failed = 0;
    for (size_t used = 0; used < 16 * 1024; used += 16) {
        struct error error = {0};
        arena_release(&arena);
        CHECK(arena_alloc(&arena, 1, used) != NULL);
        mem_fail_at(1, 1);
        enum status status = select_parse(slice_of(text, strlen(text)), &arena,
                                          &statement, &error);
        mem_fail_at(0, 0);
        CHECK(status == error.status && (status == OK || status == NOMEM));
        n_failed += status == NOMEM;
    }
    CHECK(n_failed > 100);
}

int main(void)
{
    RUN(operators_bind_as_in_sqlite);
    RUN(all_clauses_are_read);
    RUN(texts_are_the_statements_own);
    RUN(names_lose_their_quotes);
    RUN(integers_are_sqlites);
    RUN(reals_are_the_nearest_doubles);
    RUN(reals_halfway_between_doubles_are_refused);
    RUN(texts_and_blobs_are_read);
    RUN(what_is_not_known_is_refused);
    RUN(deep_trees_are_refused);
    RUN(failed_allocations_are_reported);
    arena_release(&arena);
    return unit_test_done();
}
