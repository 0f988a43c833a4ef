/* SPDX-License-Identifier: MIT */
/*
 * test_vector_program.c - expressions on vectors have the values that SQLite computes, or
 * are refused, in every layout of the vectors; random ones have the same values with any
 * dictionaries and selections (vector_program.h).
 */
#include "unit_random_expression.h"

/* ---- Checks ---------------------------------------------------------------------- */

static void report(const char *expression, size_t layout, const char *got,
                   const char *expected)
{
    unit_test_faults++;
    fprintf(stderr, "%s, layout %zu: got \"%s\", expected \"%s\"\n", expression, layout,
            got, expected);
}

/* Whether an expression has these values, in all layouts, or fails with the message. */
static void check(const char *columns, const char *expression, const char *expected)
{
    struct test_table table;
    struct test_program made;
    struct error error = {0};
    test_table_init(&table, columns);
    enum status status = test_compile(&made, &table, expression, USE_VALUE, NULL, &error);
    if (status != OK)
        report(expression, 99, error.message, expected);
    for (size_t i = 0; status == OK && i < COUNT_OF(test_layouts); i++) {
        struct bytes text = {0};
        error_clear(&error);
        status = test_evaluate(&made, &table, 0, table.n_rows, &test_layouts[i], &text,
                               &error);
        CHECK(status == error.status && (status == OK || status == UNSUPPORTED));
        bytes_put_u8(&text, 0);
        const char *got = status == OK ? (const char *)text.data + 1 : error.message;
        if (strcmp(got, expected) != 0)
            report(expression, i, got, expected);
        bytes_free(&text);
        status = OK;
    }
    test_program_free(&made);
    test_table_free(&table);
}

static const char overflow[] = "integers overflow";

/* Whether an expression is not compiled, for which reason. */
static void check_refused_for(const char *columns, const char *expression,
                              enum node_use use, const char *reason)
{
    struct test_table table;
    struct test_program made;
    struct error error = {0};
    test_table_init(&table, columns);
    CHECK(test_compile(&made, &table, expression, use, NULL, &error) == UNSUPPORTED);
    if (strcmp(error.message, reason) != 0)
        report(expression, 99, error.message, reason);
    test_program_free(&made);
    test_table_free(&table);
}

static void check_refused(const char *columns, const char *expression, const char *reason)
{
    check_refused_for(columns, expression, USE_VALUE, reason);
}

/* ---- Arithmetic ------------------------------------------------------------------ */

static void integers_are_computed_exactly(void)
{
    check("i=7,-7,null,9007199254740993 j=2,3,1,1", "i + j",
          "9 -4 null 9007199254740994");
    check("i=7,-7,null,9007199254740993 j=2,3,1,1", "i - j",
          "5 -10 null 9007199254740992");
    check("i=7,-7,1,94906267 j=2,3,null,94906267", "i * j",
          "14 -21 null 9007199515875289");
    check("i=1,2,3", "i * (i + 1) - 1", "1 5 11");
    check("i=1,2,3", "2 + 3", "5 5 5");
    check("i=-9223372036854775808,9223372036854775807", "i + 0",
          "-9223372036854775808 9223372036854775807");
}

static void quotients_round_to_zero(void)
{
    check("i=7,-7,7,-7,0 j=2,2,-2,-2,5", "i / j", "3 -3 -3 3 0");
    check("i=7,-7,7,-7,0 j=2,2,-2,-2,5", "i % j", "1 -1 1 -1 0");
    check("i=9223372036854775807,-9223372036854775808 j=-1,1", "i / j",
          "-9223372036854775807 -9223372036854775808");
}

static void quotients_by_zero_are_null(void)
{
    check("i=7,0,null,5 j=0,0,0,null", "i / j", "null null null null");
    check("i=7,0,null,5 j=0,0,0,null", "i % j", "null null null null");
    check("i=7,-8", "i / 0", "null null");
    check("r=7,0,-0.0,inf s=0,0,-0.0,0", "r / s", "null null null null");
    check("r=7,inf", "r / 0", "null null");
    check("i=7,0", "i / 0.0", "null null");
    check("i=7,0", "1 + i / 0", "null null");
}

static void the_least_integer_has_a_remainder_by_minus_one_but_no_quotient(void)
{
    check("i=-9223372036854775808,5 j=-1,-1", "i % j", "0 0");
    check("i=-9223372036854775808,5 j=-1,-1", "i / j", overflow);
    check("i=5,-9223372036854775808", "i / -1", overflow);
}

static void integers_that_overflow_are_left_to_sqlite(void)
{
    check("i=9223372036854775807 j=1", "i + j", overflow);
    check("i=-9223372036854775808 j=-1", "i + j", overflow);
    check("i=-9223372036854775808 j=1", "i - j", overflow);
    check("i=0 j=-9223372036854775808", "i - j", overflow);
    check("i=4294967296,1 j=2147483648,1", "i * j", overflow);
    check("i=-9223372036854775808 j=-1", "i * j", overflow);
    check("i=1,-9223372036854775808", "-i", overflow);
    check("i=1", "-(-9223372036854775808)", overflow);
    check("i=9223372036854775807,3", "(i + 1) IS NULL", overflow);
}

static void a_null_does_not_overflow(void)
{
    check("i=9223372036854775807,1 j=null,1", "i + j", "null 2");
    check("i=9223372036854775807,1 j=0,1", "i + 1 / j", "null 2");
    check("i=9223372036854775807,1 j=1,1", "i + 1 / j", overflow);
}

static void integers_become_reals_next_to_reals(void)
{
    check("i=1,9007199254740993,null r=0.5,0,1", "i + r", "1.5 9007199254740992.0 null");
    check("i=7,-1", "i / 2.0", "3.5 -0.5");
    check("i=7,9223372036854775807", "i * 1.0", "7.0 9.2233720368547758e+18");
    check("r=1.5", "r - 1", "0.5");
}

static void a_result_that_is_not_a_number_is_null(void)
{
    check("r=inf,-inf,inf,1e308 s=inf,-inf,1,1e308", "r - s", "null null inf 0.0");
    check("r=inf,-inf,1e308 s=-inf,1,1e308", "r + s", "null -inf inf");
    check("r=inf,0,inf s=0,-inf,inf", "r * s", "null null inf");
    check("r=inf,5,inf s=inf,-inf,2", "r / s", "null -0.0 inf");
    check("r=nan,1,nan s=1,nan,nan", "r + s", "null null null");
    check("r=nan,1", "r", "null 1.0");
    check("r=inf", "-(r - r)", "null");
}

static void zeros_keep_their_signs_as_in_sqlite(void)
{
    check("r=0.0,-0.0 s=-0.0,-0.0", "r + s", "0.0 -0.0");
    check("r=0.0,-0.0 s=-1,1", "r * s", "-0.0 -0.0");
    check("r=-0.0,0.0", "r", "-0.0 0.0");
    check("i=1", "-0.0", "-0.0");
    check("i=1", "-0", "0");
}

/* SQLite subtracts from the integer 0. */
static void the_negative_of_zero_has_no_sign(void)
{
    check("r=0.0,-0.0,1.5,-inf,null,nan", "-r", "0.0 0.0 -1.5 inf null null");
    check("r=0.0,2", "- (r * -1)", "0.0 2.0");
    check("e=0,150", "-e", "0.0 -1.5");
    check("i=0,5,-9223372036854775807,null", "-i", "0 -5 9223372036854775807 null");
}

static void literals_have_the_types_of_sqlite(void)
{
    check("i=1", "9223372036854775807", "9223372036854775807");
    check("i=1", "-9223372036854775808", "-9223372036854775808");
    check("i=1", "9223372036854775808", "9.2233720368547758e+18");
    check("i=1,2", "1.0", "1.0 1.0");
    check("i=1,2", "'it''s'", "'it's' 'it's'");
    check("i=1", "x'00fF'", "x'00ff'");
    check("i=1", "TRUE + true + False", "2");
}

/* ---- Comparisons ----------------------------------------------------------------- */

static void integers_are_compared(void)
{
    static const char columns[] =
        "i=1,2,3,null,1,-9223372036854775808 j=2,2,2,1,null,9223372036854775807";
    check(columns, "i = j", "0 1 0 null null 0");
    check(columns, "i == j", "0 1 0 null null 0");
    check(columns, "i <> j", "1 0 1 null null 1");
    check(columns, "i != j", "1 0 1 null null 1");
    check(columns, "i < j", "1 0 0 null null 1");
    check(columns, "i <= j", "1 1 0 null null 1");
    check(columns, "i > j", "0 0 1 null null 0");
    check(columns, "i >= j", "0 1 1 null null 0");
    check("i=1,2,3", "2 > i", "1 0 0");
}

static void reals_are_compared(void)
{
    static const char columns[] = "r=0.0,inf,-inf,nan,1 s=-0.0,inf,inf,nan,0.5";
    check(columns, "r = s", "1 1 0 null 0");
    check(columns, "r <> s", "0 0 1 null 1");
    check(columns, "r < s", "0 0 1 null 0");
    check(columns, "r <= s", "1 1 1 null 0");
    check(columns, "r > s", "0 0 0 null 1");
    check(columns, "r >= s", "1 1 0 null 1");
}

/* The number of a row that is null may be none. */
static void null_is_not_compared(void)
{
    check("i=1,2,null r=nan,null,1", "i < r", "null null null");
    check("i=1,2,null r=nan,null,1", "r = i", "null null null");
}

static void integers_and_reals_are_compared_exactly(void)
{
    check("i=9007199254740993,9007199254740992,9007199254740991 "
          "r=9007199254740992,9007199254740992,9007199254740992",
          "i = r", "0 1 0");
    check("i=9007199254740993,9007199254740992,9007199254740991 "
          "r=9007199254740992,9007199254740992,9007199254740992",
          "r < i", "1 0 0");
    check("i=1,1000000,-3", "i >= 1e6", "0 1 0");
    check("i=9223372036854775807,9223372036854775807,9223372036854775807 "
          "r=9223372036854775808,9223372036854774784,inf",
          "i < r", "1 0 1");
    check("i=9223372036854775807,9223372036854774784 r=9223372036854775808,"
          "9223372036854774784",
          "r = i", "0 1");
    check("i=-9223372036854775808,-9223372036854775808,-9223372036854775808 "
          "r=-9223372036854775808,-9223372036854777856,-inf",
          "i > r", "0 1 1");
    check("i=-9223372036854775808,-9223372036854775807 r=-9223372036854775808,"
          "-9223372036854775808",
          "i = r", "1 0");
    check("i=1,1,-1,0,0,5 r=1.5,0.5,-1.5,-0.0,5e-324,nan", "i < r", "1 0 0 0 1 null");
    check("i=1,1,-1,0,0,5 r=1.5,0.5,-1.5,-0.0,5e-324,nan", "r <= i", "0 1 1 1 0 null");
    check("i=1,1,-1,0,0,5 r=1.5,0.5,-1.5,-0.0,5e-324,nan", "i <> r", "1 1 1 0 1 null");
}

static void texts_are_compared_by_their_bytes(void)
{
    static const char columns[] = "t=a,a,,ab,a%00b,%ff,%c3%a9,null,A "
                                  "u=b,a,a,a,a,a,%c3%a8,a,a";
    check(columns, "t = u", "0 1 0 0 0 0 0 null 0");
    check(columns, "t <> u", "1 0 1 1 1 1 1 null 1");
    check(columns, "t < u", "1 0 1 0 0 0 0 null 1");
    check(columns, "t <= u", "1 1 1 0 0 0 0 null 1");
    check(columns, "t > u", "0 0 0 1 1 1 1 null 0");
    check(columns, "t >= u", "0 1 0 1 1 1 1 null 0");
    check("t=a%00b,a%00c,a%00", "t > 'a'", "1 1 1");
    check("b=%00,,%00%00,null c=%00,%00,%00,%00", "b >= c", "1 0 1 null");
    check("b=%61,", "b = x'61'", "1 0");
}

static void what_sqlite_would_convert_is_refused(void)
{
    static const char reason[] = "a comparison converts a value";
    static const char *const expressions[] = {
        "i = t",
        "t = i",
        "i = '1'",
        "t < 5",
        "r = '1'",
        "t = 1.5",
        "b = t",
        "t = x'61'",
        "b < 1",
        "length(t) = '1'",
        "t IN (1)",
        "i IN ('1')",
        "i IN (1.0)",
        "b IN ('a')",
        "i BETWEEN '1' AND 2",
        "d = 19723",
        "CASE i WHEN '1' THEN 2 END",
        "r IN (9007199254740993)",
        "e = '1'",
    };
    for (size_t k = 0; k < COUNT_OF(expressions); k++)
        check_refused("i=1 r=1 t=a b=a d=1 e=1", expressions[k], reason);
}

/* ---- Truth ----------------------------------------------------------------------- */

static void and_or_and_not_have_three_values(void)
{
    static const char columns[] = "i=0,0,0,1,1,1,null,null,null j=0,1,null,0,1,null,0,1,"
                                  "null";
    check(columns, "i AND j", "0 0 0 0 1 null 0 null null");
    check(columns, "i OR j", "0 1 null 1 1 1 null 1 null");
    check(columns, "NOT i", "1 1 1 0 0 0 null null null");
    check(columns, "NOT (i AND NOT j)", "1 1 1 0 1 null null 1 null");
    check("r=0.0,-0.0,0.5,-1,inf,nan", "NOT r", "1 1 0 0 0 null");
    check("r=0.5,0.5,nan i=2,0,0", "r AND i", "1 0 0");
    check("r=0.5,0,nan i=2,0,-3", "r OR i", "1 0 1");
    check("i=5,0,null", "i OR FALSE", "1 0 null");
}

static void nulls_are_found_in_all_types(void)
{
    static const char columns[] = "i=1,null r=nan,1 t=,null b=null, d=null,0 e=1,null "
                                  "o=a,null s=1,null";
    check(columns, "i IS NULL", "0 1");
    check(columns, "i ISNULL", "0 1");
    check(columns, "i IS NOT NULL", "1 0");
    check(columns, "i NOT NULL", "1 0");
    check(columns, "i NOTNULL", "1 0");
    check(columns, "r IS NULL", "1 0");
    check(columns, "s IS NULL", "0 1");
    check(columns, "t IS NULL", "0 1");
    check(columns, "b IS NULL", "1 0");
    check(columns, "d IS NULL", "1 0");
    check(columns, "e IS NULL", "0 1");
    check(columns, "o IS NULL", "0 1");
    check(columns, "o IS NOT NULL AND i = 1", "1 0");
    check(columns, "(i + r) IS NULL", "1 1");
    check(columns, "(t = 'a') IS NULL", "0 1");
    check(columns, "1 IS NULL", "0 0");
}

static void between_is_two_comparisons(void)
{
    check("i=0,1,2,3,null", "i BETWEEN 1 AND 2", "0 1 1 0 null");
    check("i=0,1,2,3,null", "i NOT BETWEEN 1 AND 2", "1 0 0 1 null");
    check("i=0,5,5 j=null,null,9", "i BETWEEN 1 AND j", "0 null 1");
    check("i=0,5,5 j=null,null,9", "i NOT BETWEEN 1 AND j", "1 null 0");
    check("i=1,2", "i BETWEEN 1.5 AND 3", "0 1");
    check("t=a,b,bc,c,null", "t BETWEEN 'b' AND 'bz'", "0 1 1 0 null");
    check("i=2,5", "i BETWEEN 5 AND 2", "0 0");
}

static void a_list_is_searched(void)
{
    check("i=3,1,4,null,-9223372036854775808", "i IN (9, 1, -9223372036854775808, 3)",
          "1 1 0 null 1");
    check("i=3,1,4,null", "i NOT IN (1, 3)", "0 0 1 null");
    check("i=3,3", "i IN (3, 3, 3)", "1 1");
    check("r=0.0,-0.0,1,1.5,nan,inf", "r IN (0, 1.5, 1e20)", "1 1 0 1 null 0");
    check("r=0.0,-0.0,2", "r IN (-0.0)", "1 1 0");
    check("t=a,A,,a%00,null,b", "t IN ('a', '', 'b')", "1 0 1 0 null 1");
    check("t=a,b", "t NOT IN ('a')", "0 1");
    check("b=%61,,null", "b IN (x'61', x'62')", "1 0 null");
    check("t=a,bcd,null", "length(t) IN (1, 2)", "1 0 null");
    check("d=19723,19724,null", "d IN ('2024-01-01')", "1 0 null");
}

static void nothing_is_in_an_empty_list_not_even_null(void)
{
    check("i=1,null", "i IN ()", "0 0");
    check("i=1,null", "i NOT IN ()", "1 1");
    check("r=1,nan", "r NOT IN ()", "1 1");
    check("t=a,null", "t IN ()", "0 0");
    check("b=a,null", "b NOT IN ()", "1 1");
}

static void a_list_with_a_null_is_refused(void)
{
    check_refused("i=1", "i IN (1, NULL)", "a comparison converts a value");
    check_refused("i=1", "i NOT IN (NULL)", "a comparison converts a value");
    check_refused("i=1 j=1", "i IN (1, j)", "an expression in IN is not known");
}

/* ---- CASE ------------------------------------------------------------------------ */

static void the_first_true_branch_is_chosen(void)
{
    check("i=1,2,3,null", "CASE WHEN i > 2 THEN 10 WHEN i > 1 THEN 20 ELSE 30 END",
          "30 20 10 30");
    check("i=1,2,3,null", "CASE WHEN i > 2 THEN 10 WHEN i > 0 THEN i END", "1 2 10 null");
    check("i=0,1,null r=0,0.5,nan", "CASE WHEN r THEN 'r' WHEN i THEN 'i' ELSE '' END",
          "'' 'r' ''");
    check("i=0,1,null", "CASE WHEN NOT i THEN 1.5 ELSE 2.5 END", "1.5 2.5 2.5");
    check("t=a,null u=b,c i=1,0", "CASE WHEN i THEN t ELSE u END", "'a' 'c'");
    check("t=a,null u=b,c i=0,1", "CASE WHEN i THEN t ELSE u END", "'b' null");
    check("b=%00,a i=1,0", "CASE WHEN i THEN b END", "x'00' null");
    check("i=1,0", "CASE WHEN i THEN 5 ELSE NULL END", "5 null");
}

static void a_base_is_compared_with_each(void)
{
    check("i=1,2,3,null", "CASE i WHEN 1 THEN 'one' WHEN 2 THEN 'two' END",
          "'one' 'two' null null");
    check("i=1,2,3,null", "CASE i WHEN 1 THEN 0 ELSE -1 END", "0 -1 -1 -1");
    check("i=1,2,null j=1,1,null", "CASE i WHEN j THEN 'same' ELSE 'other' END",
          "'same' 'other' 'other'");
    check("t=a,A", "CASE t WHEN 'a' THEN TRUE ELSE FALSE END", "1 0");
    check("i=1,2 r=1,2.5", "CASE i WHEN r THEN 1 ELSE 0 END", "1 0");
}

static void branches_of_several_types_are_refused(void)
{
    static const char reason[] = "CASE of several types is not known";
    check_refused("i=1", "CASE WHEN i THEN 1 ELSE 1.5 END", reason);
    check_refused("i=1", "CASE WHEN i THEN 1 WHEN i > 5 THEN 'a' END", reason);
    check_refused("i=1 t=a b=a", "CASE WHEN i THEN t ELSE b END", reason);
    check_refused("i=1", "CASE WHEN i THEN NULL ELSE 1 END", "NULL is not known here");
}

/* ---- Texts ----------------------------------------------------------------------- */

static void characters_are_counted_up_to_a_zero_byte(void)
{
    check("t=,a,abc,null,a%00b,%00", "length(t)", "0 1 3 null 1 0");
    check("t=%c3%a9,%e2%82%ac,%f0%9f%98%80a", "length(t)", "1 1 2");
    check("t=abcdefgh,abcdefghi,abcdefg%c3%a9,abcdefg%00h,%c3%a9abcdefgh", "length(t)",
          "8 9 8 7 9");
    check("t=abcdefghijklmnop,abcdefghijklmno%00,abcdefghabcdefg%e2%82%ac", "length(t)",
          "16 15 16");
}

/* As SQLite counts: a byte from 0xc0 on, and all continuation bytes after it, are one. */
static void characters_of_invalid_utf8_are_counted_as_by_sqlite(void)
{
    check("t=%80,%80%80,%ff,%ff%ff,%c3,%c3%80%80%80%80a,a%80,%bf%c0", "length(t)",
          "1 2 1 2 1 2 2 2");
}

static void bytes_of_blobs_are_counted(void)
{
    check("b=,%00,%00%00a,null,%c3%a9", "length(b)", "0 1 3 null 2");
    check("i=1,2", "length(x'0000')", "2 2");
    check("i=1,2", "length('abc')", "3 3");
    check_refused("i=1", "length(i)", "length() of a number is not known");
    check_refused("r=1", "length(r)", "length() of a number is not known");
}

/* The expected values are SQLite's. */
static void parts_of_texts_are_counted_in_characters(void)
{
    static const char texts[] =
        "t=,abcdef,null,h%c3%a9llo%e2%82%ac!,%80%80a,ab%00cd,abcdefghijklmnopqrstuvwxyz";
    check(texts, "substr(t, 2)",
          "'' 'bcdef' null '%c3%a9llo%e2%82%ac!' '%80a' 'b' 'bcdefghijklmnopqrstuvwxyz'");
    check(texts, "substr(t, 1, 3)", "'' 'abc' null 'h%c3%a9l' '%80%80a' 'ab' 'abc'");
    check(texts, "substr(t, 0, 3)", "'' 'ab' null 'h%c3%a9' '%80%80' 'ab' 'ab'");
    check(texts, "substr(t, -3)", "'' 'def' null 'o%e2%82%ac!' '%80%80a' 'ab' 'xyz'");
    check(texts, "substr(t, -3, 2)", "'' 'de' null 'o%e2%82%ac' '%80%80' 'a' 'xy'");
    check(texts, "substr(t, 4, -2)", "'' 'bc' null '%c3%a9l' '%80a' 'b' 'bc'");
    check(texts, "substr(t, -2, -2)", "'' 'cd' null 'lo' '%80' '' 'wx'");
    check(texts, "substr(t, -9, 8)",
          "'' 'abcde' null 'h%c3%a9llo%e2%82%ac' '%80%80' 'a' 'rstuvwxy'");
    check(texts, "substr(t, 0)",
          "'' 'abcdef' null 'h%c3%a9llo%e2%82%ac!' '%80%80a' 'ab' "
          "'abcdefghijklmnopqrstuvwxyz'");
    check(texts, "substr(t, 0, -1)", "'' '' null '' '' '' ''");
    check(texts, "substr(t, 3, 0)", "'' '' null '' '' '' ''");
    check(texts, "substring(t, 9, 12)", "'' '' null '' '' '' 'ijklmnopqrst'");
    check(texts, "substr(t, length(t) - 1, 1)", "'' 'e' null '%e2%82%ac' '%80' 'a' 'y'");
}

static void a_text_is_found_in_texts(void)
{
    static const char texts[] =
        "t=http://www.a.b/c,no,null,,://x,%c3%a9://%c3%a9,ab%00://,%80%c3://";
    check(texts, "instr(t, '://')", "5 0 null 0 1 2 4 3");
    check(texts, "substr(t, instr(t, '://') + 3)",
          "'www.a.b/c' '' null '' 'x' '%c3%a9' '' ''");
}

static void texts_are_replaced_from_the_left(void)
{
    static const char texts[] = "t=aXbXXc,X,null,,XX,abc,X%c3%a9X%00X";
    check(texts, "replace(t, 'X', '--')",
          "'a--b----c' '--' null '' '----' 'abc' '--%c3%a9--%00--'");
    check(texts, "replace(t, 'XX', '')", "'aXbc' 'X' null '' '' 'abc' 'X%c3%a9X%00X'");
    check(texts, "replace(t, 'X', 'Y')",
          "'aYbYYc' 'Y' null '' 'YY' 'abc' 'Y%c3%a9Y%00Y'");
}

static void only_letters_of_ascii_change_their_case(void)
{
    static const char texts[] = "t=aBc%c3%a9%c3%89Z@[`{,null,,A%00b,%ffq";
    check(texts, "lower(t)", "'abc%c3%a9%c3%89z@[`{' null '' 'a%00b' '%ffq'");
    check(texts, "upper(t)", "'ABC%c3%a9%c3%89Z@[`{' null '' 'A%00B' '%ffQ'");
    check(texts, "lower(t) || upper(t)",
          "'abc%c3%a9%c3%89z@[`{ABC%c3%a9%c3%89Z@[`{' null '' 'a%00bA%00B' '%ffq%ffQ'");
}

static void texts_are_trimmed_and_joined(void)
{
    static const char texts[] =
        "t=%20%20a%20b%20%20,%20,null,,x,%09a%20,yx%20xy,%20%00%20";
    check(texts, "trim(t)", "'a b' '' null '' 'x' '%09a' 'yx xy' '%00'");
    check(texts, "ltrim(t)", "'a b  ' '' null '' 'x' '%09a ' 'yx xy' '%00 '");
    check(texts, "rtrim(t)", "'  a b' '' null '' 'x' '%09a' 'yx xy' ' %00'");
    check(texts, "trim(t, 'xy ')", "'a b' '' null '' '' '%09a' '' '%00'");
    check(texts, "rtrim(t, '')", "'  a b  ' ' ' null '' 'x' '%09a ' 'yx xy' ' %00 '");
    check(texts, "'<' || t || '>'",
          "'<  a b  >' '< >' null '<>' '<x>' '<%09a >' '<yx xy>' '< %00 >'");
    check(texts,
          "CASE WHEN t IS NULL THEN 'none' WHEN t = 'x' THEN 'X' ELSE trim(t) || '.' END",
          "'a b.' '.' 'none' '.' 'X' '%09a.' 'yx xy.' '%00.'");
    check(texts, "CASE WHEN t <> 'x' THEN trim(t) END",
          "'a b' '' null '' null '%09a' 'yx xy' '%00'");
}

static void functions_of_other_values_are_refused(void)
{
    static const char *const refused[] = {
        "substr(b, 1)",
        "substr(t, 'a')",
        "substr(t, 1.0)",
        "substr(t, t, 1)",
        "instr(t, '')",
        "instr(t, t)",
        "instr(b, x'61')",
        "instr(t, '\x80')",
        "replace(t, '', 'a')",
        "replace(t, t, 'a')",
        "replace(t, 'a', t)",
        "replace(t, 'a', 1)",
        "lower(i)",
        "upper(b)",
        "trim(i)",
        "trim(t, t)",
        "rtrim(t, '\xc3\xa9')",
        "t || 1",
        "b || b",
        "i || t",
    };
    for (size_t k = 0; k < COUNT_OF(refused); k++)
        check_refused("i=1 t=a b=a", refused[k],
                      "a function of such values is not known");
    check_refused("t=a", "lower(DISTINCT t)", "a function is not known");
    check_refused("t=a", "substr(t)", "a function is not known");
    check_refused("t=a", "trim(t, 'a', 'b')", "a function is not known");
}

static void what_sqlite_might_refuse_is_refused(void)
{
    check("t=abc,null i=268435456,268435457", "substr(t, i)", "'' null");
    check("t=abc,null i=268435457,1", "substr(t, i)",
          "a position in a text is very large");
    check("t=abc i=-268435457", "substr(t, i)", "a position in a text is very large");
    check("t=abc i=-268435457", "substr(t, 1, i)", "a position in a text is very large");
    check("t=abc i=9223372036854775807", "substr(t, 1, i)",
          "a position in a text is very large");
}

static void like_folds_ascii_case(void)
{
    check("t=abc,ABC,xabc,ab,null,", "t LIKE 'aB%'", "1 1 0 1 null 0");
    check("t=abc,ABC,xabc,ab,null,", "t NOT LIKE 'aB%'", "0 0 1 0 null 1");
    check("t=abc,xbcx,cb,null", "t LIKE '%bc%'", "1 1 0 null");
    check("t=abc,xbc,bcx", "t LIKE '%BC'", "1 1 0");
    check("t=abc,%c3%a9bc,bc", "t LIKE '_bc'", "1 1 0");
    check("t=%c3%a9,%c3%89", "t LIKE '\xc3\xa9'", "1 0");
    check("t=,a", "t LIKE ''", "1 0");
    check("t=,a,null", "t LIKE '%'", "1 1 null");
    check("t=a%00b,a", "t LIKE 'a'", "1 1");
    check("t=2024,x", "t LIKE '20__'", "1 0");
}

static void glob_is_exact(void)
{
    check("t=abc,ABC,xabc,null,", "t GLOB 'a*'", "1 0 0 null 0");
    check("t=abc,ABC,xabc,null,", "t NOT GLOB 'a*'", "0 1 1 null 1");
    check("t=abc,xbcx,cb", "t GLOB '*bc*'", "1 1 0");
    check("t=a1,b2,c3,d", "t GLOB '[a-b]?'", "1 1 0 0");
    check("t=a1,b2,^x", "t GLOB '[^a]*'", "0 1 1");
    check("t=a%00b,a", "t GLOB 'a'", "1 1");
}

static void patterns_match_other_texts_too(void)
{
    check("d=19723,19358,null", "d LIKE '2024-%'", "1 0 null");
    check("t=a,b u=abc,abc i=1,0", "CASE WHEN i THEN t ELSE u END LIKE 'a'", "1 0");
    check("i=1,2", "'abc' LIKE 'A%'", "1 1");
}

static void patterns_that_are_not_known_are_refused(void)
{
    check_refused("t=a u=a", "t LIKE u", "a pattern is not known");
    check_refused("t=a", "t LIKE 'a' ESCAPE 'x'", "a pattern is not known");
    check_refused("t=a", "t LIKE 5", "a pattern is not known");
    check_refused("t=a", "t LIKE NULL", "a pattern is not known");
    check_refused("i=1", "i LIKE '1'", "a pattern for what is not text is not known");
    check_refused("b=a", "b GLOB 'a'", "a pattern for what is not text is not known");
}

/* Texts in one block are searched at once, also those between the rows. */
static void texts_in_a_block_are_searched(void)
{
    static const uint8_t block[] = "xabx.ab.x....abb.a";
    static const struct bytes_value values[] = {
        {block, 4},     {block + 5, 2},  {NULL, 0},      {block + 7, 3},
        {block + 9, 2}, {block + 13, 3}, {block + 17, 1}};
    struct column_vector vector = {.n_rows = COUNT_OF(values),
                                   .values.bytes = values,
                                   .kind = VECTOR_BYTES,
                                   .bytes_begin = block,
                                   .bytes_end = block + 18};
    struct test_table table;
    struct test_program made;
    struct error error = {0};
    static const bool matches[] = {true, true, false, false, false, true, false};
    test_table_init(&table, "t=a");
    CHECK(test_compile(&made, &table, "t LIKE '%ab%'", USE_VALUE, NULL, &error) == OK);
    for (uint32_t first = 0; first < COUNT_OF(values); first++) {
        for (uint32_t n = 1; n <= COUNT_OF(values) - first; n++) {
            struct bytes text = {0};
            made.program.inputs[0] = (struct vector_input){&vector, first};
            CHECK(test_show(&made, NULL, n, true, &text, &error) == OK);
            CHECK(text.size == (size_t)2 * n);
            for (uint32_t i = 0; i < n; i++)
                CHECK(text.data[2 * i + 1] == '0' + matches[first + i]);
            bytes_free(&text);
        }
    }
    test_program_free(&made);
    test_table_free(&table);
}

/* Each text is in a block of its own, and AddressSanitizer would detect a read of what is
 * between them. */
static void texts_in_several_blocks_are_searched_one_by_one(void)
{
    check("t=a,b,c,d,e,f,abc,null,i,j,k,l,m,n,o,p", "t LIKE '%b%'",
          "0 1 0 0 0 0 1 null 0 0 0 0 0 0 0 0");
}

/* ---- Dates and decimals ---------------------------------------------------------- */

static void dates_are_their_texts(void)
{
    check("d=0,19723,-1,null", "d", "'1970-01-01' '2024-01-01' '1969-12-31' null");
    check("d=0,19723", "d = '2024-01-01'", "0 1");
    check("d=0,19723,null", "d < '2024'", "1 0 null");
    check("d=0,2932897", "length(d)", "10 13");
    check("d=19723,2932897", "d > '2024-01-01'", "0 0");
}

static void dates_are_compared_as_stored(void)
{
    static const char columns[] = "d=0,19723,5,null d2=1,19723,4,0";
    check(columns, "d < d2", "1 0 0 null");
    check(columns, "d = d2", "0 1 0 null");
    check(columns, "d >= d2", "0 1 1 null");
    check("d=0,19723 d2=1,2932897", "d <> d2", "1 1");
    check("d=0,19723 d2=1,2932897", "d < d2", "a date is not of the years 0 to 9999");
    check("d=-719529,1 d2=1,1", "d < d2", "a date is not of the years 0 to 9999");
    check("d=null,-719528 d2=2932897,2932896", "d < d2", "null 1");
}

static void decimals_are_divided(void)
{
    check("e=123,-5,0,null", "e", "1.23 -0.050000000000000003 0.0 null");
    check("e=250,-150", "e * 2", "5.0 -3.0");
    check("e=100,101 i=1,1", "e = i", "1 0");
    check("e=9007199254740992,-9007199254740992", "e > 0", "1 0");
    check("e=1,9007199254740993", "e > 0", "a decimal has many digits");
    check("e=1,-9007199254740993", "e > 0", "a decimal has many digits");
    check("e=1,9007199254740993", "e IS NULL", "0 0");
}

static void all_rows_of_a_dictionary_without_entries_are_null(void)
{
    static const char columns[] =
        "i=null,null j=1,2 r=null,null s=1,2 t=null,null "
        "u=a,b b=null,null c=a,b d=null,null d2=1,2 e=null,null";
    check(columns, "i + j", "null null");
    check(columns, "r * s", "null null");
    check(columns, "t < u", "null null");
    check(columns, "b = c", "null null");
    check(columns, "d < d2", "null null");
    check(columns, "e + r", "null null");
    check(columns, "CASE WHEN i THEN t ELSE u END", "'a' 'b'");
}

/* ---- Programs -------------------------------------------------------------------- */

static void what_is_not_known_is_refused(void)
{
    static const struct {
        const char *expression, *reason;
    } refused[] = {
        {"NULL", "NULL is not known here"},
        {"i = NULL", "NULL is not known here"},
        {"-t", "arithmetic with text is not known"},
        {"i + t", "arithmetic with text is not known"},
        {"b * 2", "arithmetic with text is not known"},
        {"i % r", "% of reals is not known"},
        {"i % 2.0", "% of reals is not known"},
        {"i & 1", "an operator is not known"},
        {"i << 1", "an operator is not known"},
        {"~i", "an operator is not known"},
        {"+i", "an operator is not known"},
        {"i IS 1", "an operator is not known"},
        {"i IS NOT j", "an operator is not known"},
        {"abs(i)", "a function is not known"},
        {"length()", "a function is not known"},
        {"length(t, t)", "a function is not known"},
        {"CAST(i AS TEXT)", "an expression is not known"},
        {"t COLLATE NOCASE", "an expression is not known"},
        {"t AND i", "text is not a truth"},
        {"NOT b", "text is not a truth"},
        {"CASE WHEN t THEN 1 END", "text is not a truth"},
        {"o", "a column's type is not known"},
        {"o = o", "a column's type is not known"},
    };
    for (size_t k = 0; k < COUNT_OF(refused); k++)
        check_refused("i=1 j=1 r=1 t=a b=a o=a", refused[k].expression,
                      refused[k].reason);
    check_refused_for("t=a", "t", USE_TRUTH, "text is not a truth");
}

/* Compiles for a column of a form, and whether text is compared by bytes. */
static enum status compile_with(enum source_form form, bool compares_bytes,
                                bool has_own_patterns, const char *expression,
                                enum node_use use)
{
    struct test_table table;
    struct test_program made = {0};
    struct error error = {0};
    uint32_t node;
    test_table_init(&table, "t=a u=a d=1");
    CHECK(test_compile(&made, &table, expression, USE_NULLS, NULL, &error) == OK);
    table.sources[0].form = form;
    made.program.compares_bytes = compares_bytes;
    made.program.has_own_patterns = has_own_patterns;
    enum status status = vector_compile(
        &made.program, made.statement.results[0].expression, use, &node, &error);
    test_program_free(&made);
    test_table_free(&table);
    return status;
}

/* Different bytes that are not UTF-8 may become the same text. */
static void texts_of_utf16_are_left_to_sqlite(void)
{
    static const enum node_use uses[] = {USE_VALUE, USE_DIFFERENCE, USE_ORDER};
    for (size_t k = 0; k < COUNT_OF(uses); k++) {
        CHECK(compile_with(SOURCE_TEXT, true, true, "t", uses[k]) == OK);
        CHECK(compile_with(SOURCE_TEXT, false, true, "t", uses[k]) == UNSUPPORTED);
        CHECK(compile_with(SOURCE_BLOB, false, true, "t", uses[k]) == OK);
    }
    CHECK(compile_with(SOURCE_TEXT, false, true, "t", USE_NULLS) == OK);
    CHECK(compile_with(SOURCE_TEXT, false, true, "t = 'a'", USE_VALUE) == UNSUPPORTED);
    CHECK(compile_with(SOURCE_TEXT, false, true, "length(t)", USE_VALUE) == UNSUPPORTED);
    CHECK(compile_with(SOURCE_BLOB, false, true, "lower(d)", USE_VALUE) == UNSUPPORTED);
    CHECK(compile_with(SOURCE_BLOB, true, true, "lower(d)", USE_VALUE) == OK);
}

/* Dates are ASCII, but other texts may not be. */
static void dates_of_utf16_have_no_known_order_among_texts(void)
{
    CHECK(compile_with(SOURCE_BLOB, false, true, "d", USE_ORDER) == OK);
    CHECK(compile_with(SOURCE_BLOB, false, true, "d = '2024-01-01'", USE_VALUE) == OK);
    CHECK(compile_with(SOURCE_BLOB, false, true, "d < '2024-01-01'", USE_VALUE) ==
          UNSUPPORTED);
    CHECK(compile_with(SOURCE_BLOB, true, true, "d < '2024-01-01'", USE_VALUE) == OK);
}

static void an_absent_column_is_refused(void)
{
    CHECK(compile_with(SOURCE_ABSENT, true, true, "t", USE_VALUE) == UNSUPPORTED);
    CHECK(compile_with(SOURCE_ABSENT, true, true, "t IS NULL", USE_VALUE) == UNSUPPORTED);
    CHECK(compile_with(SOURCE_OPAQUE, true, true, "t IS NULL", USE_VALUE) == OK);
    CHECK(compile_with(SOURCE_OPAQUE, true, true, "t", USE_NULLS) == OK);
    CHECK(compile_with(SOURCE_OPAQUE, true, true, "t", USE_DIFFERENCE) == UNSUPPORTED);
}

/* Only the types of nodes are what counts: as stored where that will do. */
static void dates_stay_as_they_are_stored_where_that_will_do(void)
{
    static const struct {
        enum node_use use;
        enum node_type type;
    } uses[] = {{USE_VALUE, NODE_TEXT},
                {USE_DIFFERENCE, NODE_STORED},
                {USE_ORDER, NODE_STORED},
                {USE_NULLS, NODE_OPAQUE}};
    for (size_t k = 0; k < COUNT_OF(uses); k++) {
        struct test_table table;
        struct test_program made;
        struct error error = {0};
        test_table_init(&table, "d=1");
        CHECK(test_compile(&made, &table, "d", uses[k].use, NULL, &error) == OK);
        CHECK(made.program.nodes[made.node].type == uses[k].type);
        test_program_free(&made);
        test_table_free(&table);
    }
}

static void equal_parts_are_one_node(void)
{
    static const struct {
        const char *expression;
        uint32_t n_nodes;
    } shared[] = {
        {"i + i", 2},
        {"(i + 1) * (i + 1)", 4},
        {"(j + 1) * (j + 1)", 4},
        {"(j > 5 AND j < 9) OR (j > 5 AND j < 9)", 7},
        {"1 + 1.0", 3},
        {"0.0 = -0.0", 3},
        {"(i + j) * (j + i)", 5},
    };
    for (size_t k = 0; k < COUNT_OF(shared); k++) {
        struct test_table table;
        struct test_program made;
        struct error error = {0};
        test_table_init(&table, "i=1 j=2");
        CHECK(test_compile(&made, &table, shared[k].expression, USE_VALUE, NULL,
                           &error) == OK);
        CHECK(made.program.n_nodes == shared[k].n_nodes);
        test_program_free(&made);
        test_table_free(&table);
    }
}

static void a_node_depends_on_the_columns_below_it(void)
{
    struct test_table table;
    struct test_program made;
    struct error error = {0};
    uint8_t is_used[4] = {0};
    test_table_init(&table, "i=1 j=2 r=1 t=a");
    CHECK(test_compile(&made, &table, "CASE WHEN length(t) > 1 THEN i + i ELSE 2 * i END",
                       USE_VALUE, NULL, &error) == OK);
    vector_program_sources(&made.program, made.node, is_used);
    CHECK(is_used[0] && !is_used[1] && !is_used[2] && is_used[3]);
    test_program_free(&made);
    test_table_free(&table);
}

static void truth_is_neither_zero_nor_null(void)
{
    static const struct {
        const char *expression, *expected;
    } truths[] = {{"i", "0100"}, {"r", "0110"}, {"i = 0", "1001"}, {"r > i", "0100"}};
    for (size_t k = 0; k < COUNT_OF(truths); k++) {
        struct test_table table;
        struct test_program made;
        struct error error = {0};
        uint8_t is_true[4];
        test_table_init(&table, "i=0,-5,null,0 r=-0.0,0.5,1,nan");
        CHECK(test_compile(&made, &table, truths[k].expression, USE_TRUTH, NULL,
                           &error) == OK);
        struct test_layout layout = {.has_dictionaries = true};
        struct test_window windows[] = {make_window(&table, 0, 0, 4, &layout),
                                        make_window(&table, 1, 0, 4, &layout)};
        made.program.inputs[0].vector = &windows[0].vector;
        made.program.inputs[1].vector = &windows[1].vector;
        vector_program_select(&made.program, NULL, 4);
        CHECK(vector_program_prepare(&made.program, made.node, &error) == OK);
        CHECK(vector_evaluate_truth(&made.program, made.node, is_true, &error) == OK);
        for (uint32_t i = 0; i < 4; i++)
            CHECK(is_true[i] == truths[k].expected[i] - '0');
        free_window(&windows[0]);
        free_window(&windows[1]);
        test_program_free(&made);
        test_table_free(&table);
    }
}

/* ---- Random expressions ---------------------------------------------------------- */

/* The values of some rows, in windows of the whole table. */
struct reading {
    struct test_program made;
    struct test_window windows[MOST_TEST_COLUMNS];
    uint32_t late;
};

static void read_table(struct reading *reading, const struct test_table *table,
                       const struct test_layout *layout)
{
    for (uint32_t c = 0; c < table->n_columns; c++) {
        reading->windows[c] = make_window(table, c, 0, table->n_rows, layout);
        reading->made.program.inputs[c] = (struct vector_input){
            &reading->windows[c].vector, 0 - layout->late};
    }
    reading->late = layout->late;
}

static void end_reading(struct reading *reading, const struct test_table *table)
{
    for (uint32_t c = 0; c < table->n_columns; c++)
        free_window(&reading->windows[c]);
}

/* A few ascending rows of the table. */
static uint32_t random_rows(uint64_t *state, uint32_t n_rows, uint32_t *rows)
{
    uint32_t n = 0, step = 1 + (uint32_t)random_below(state, n_rows / 4 + 1);
    uint32_t row = (uint32_t)random_below(state, n_rows);
    for (; n < BATCH_ROWS && row < n_rows; n++) {
        rows[n] = row;
        row += 1 + (uint32_t)random_below(state, step);
    }
    return n;
}

/* Reads the same rows, flat and with dictionaries, some of them again and again. */
static void check_readings(uint64_t *state, const char *expression,
                           const struct test_table *table, struct reading *flat,
                           struct reading *other, uint32_t *n_compared)
{
    uint32_t rows[BATCH_ROWS], late[BATCH_ROWS];
    for (int k = 0; k < 12; k++) {
        struct bytes expected = {0}, got = {0};
        struct error errors[2] = {{0}, {0}};
        uint32_t n = random_rows(state, table->n_rows, rows);
        for (uint32_t i = 0; i < n; i++)
            late[i] = rows[i] + other->late;
        enum status s = test_show(&flat->made, rows, n, false, &expected, &errors[0]);
        enum status t = test_show(&other->made, late, n, true, &got, &errors[1]);
        CHECK(s == OK || s == UNSUPPORTED);
        /* An entry may overflow that no row has. */
        CHECK(t == OK || t == UNSUPPORTED);
        CHECK(s == OK || t != OK);
        if (s == OK && t == OK) {
            ++*n_compared;
            if (got.size != expected.size ||
                memcmp(got.data, expected.data, got.size) != 0)
                report(expression, 99, "other values", "the same as without dictionary");
        }
        bytes_free(&expected);
        bytes_free(&got);
    }
}

static void read_randomly(uint64_t *state, uint32_t n_rows, int n_expressions,
                          uint32_t *n_compared)
{
    static const struct test_layout plain;
    struct test_table table;
    random_table(state, &table, n_rows, random_below(state, 3) > 0);
    for (int k = 0; k < n_expressions; k++) {
        struct reading readings[2];
        struct error error = {0};
        char *expression = random_expression(state);
        enum status s = test_compile(&readings[0].made, &table, expression, USE_VALUE,
                                     NULL, &error);
        error_clear(&error);
        enum status t = test_compile(&readings[1].made, &table, expression, USE_VALUE,
                                     NULL, &error);
        CHECK(s == t);
        for (int twice = 0; s == OK && twice < 2; twice++) {
            struct test_layout layout = {.has_dictionaries = random_below(state, 8) > 0,
                                         .shares_entries = random_below(state, 2) == 0,
                                         .late = (uint32_t)random_below(state, 3) * 7};
            read_table(&readings[0], &table, &plain);
            read_table(&readings[1], &table, &layout);
            check_readings(state, expression, &table, &readings[0], &readings[1],
                           n_compared);
            end_reading(&readings[0], &table);
            end_reading(&readings[1], &table);
        }
        test_program_free(&readings[0].made);
        test_program_free(&readings[1].made);
        free(expression);
    }
    test_table_free(&table);
}

static void values_do_not_depend_on_dictionaries(void)
{
    uint64_t state = 7;
    uint32_t n_compared = 0;
    for (int k = 0; k < 60; k++)
        read_randomly(&state, 1 + (uint32_t)random_below(&state, 60), 20, &n_compared);
    CHECK(n_compared > 5000);
}

static void dictionaries_may_be_larger_than_a_batch(void)
{
    uint64_t state = 8;
    uint32_t n_compared = 0;
    for (int k = 0; k < 6; k++)
        read_randomly(&state, BATCH_ROWS + 2000, 15, &n_compared);
    CHECK(n_compared > 500);
}

static void a_batch_may_be_full(void)
{
    struct test_table table;
    struct test_program made;
    struct error error = {0};
    uint64_t state = 9;
    static const struct test_layout layouts[] = {{0}, {.has_dictionaries = true}};
    struct bytes texts[2] = {{0}, {0}};
    random_table(&state, &table, BATCH_ROWS, true);
    CHECK(test_compile(&made, &table, "CASE WHEN i < j THEN r + i ELSE r / j END",
                       USE_VALUE, NULL, &error) == OK);
    for (int k = 0; k < 2; k++)
        CHECK(test_evaluate(&made, &table, 0, BATCH_ROWS, &layouts[k], &texts[k],
                            &error) == OK);
    CHECK(texts[0].size > BATCH_ROWS && texts[0].size == texts[1].size);
    CHECK(memcmp(texts[0].data, texts[1].data, texts[0].size) == 0);
    bytes_free(&texts[0]);
    bytes_free(&texts[1]);
    test_program_free(&made);
    test_table_free(&table);
}

/* ---- Failures -------------------------------------------------------------------- */

static enum status compile_and_evaluate(const struct test_table *table,
                                        const char *expression)
{
    struct test_program made;
    struct error error = {0};
    enum status status = test_compile(&made, table, expression, USE_VALUE, NULL, &error);
    for (size_t i = 0; status == OK && i < COUNT_OF(test_layouts); i++)
        status = test_evaluate(&made, table, 0, table->n_rows, &test_layouts[i], NULL,
                               &error);
    CHECK(status == error.status);
    test_program_free(&made);
    return status;
}

static void every_allocation_may_fail(void)
{
    static const char *const expressions[] = {
        "CASE WHEN i + j > 5 AND t LIKE '%a%' THEN r / j WHEN d = '2024' THEN e END",
        "i IN (1, 2, 3) OR t IN ('a', 'b') OR length(t) > 2",
        "d < d2 OR (i / j) IS NULL",
        "CASE i WHEN 1 THEN t ELSE u END",
        "trim(replace(substr(t, 1, i), 'a', 'bb')) || lower(u)",
    };
    struct test_table table;
    test_table_init(&table, "i=1,null,7 j=0,2,3 r=nan,1,null t=a,null,abc u=b,b,b "
                            "d=1,2,null d2=2,null,4 e=1,null,3");
    for (size_t k = 0; k < COUNT_OF(expressions); k++) {
        long n = 0;
        enum status status = NOMEM;
        while (status == NOMEM && n < 1000) {
            mem_fail_at(++n, 0);
            status = compile_and_evaluate(&table, expressions[k]);
            mem_fail_at(0, 0);
        }
        CHECK(status == OK && n > 5);
    }
    test_table_free(&table);
}

int main(void)
{
    RUN(integers_are_computed_exactly);
    RUN(quotients_round_to_zero);
    RUN(quotients_by_zero_are_null);
    RUN(the_least_integer_has_a_remainder_by_minus_one_but_no_quotient);
    RUN(integers_that_overflow_are_left_to_sqlite);
    RUN(a_null_does_not_overflow);
    RUN(integers_become_reals_next_to_reals);
    RUN(a_result_that_is_not_a_number_is_null);
    RUN(zeros_keep_their_signs_as_in_sqlite);
    RUN(the_negative_of_zero_has_no_sign);
    RUN(literals_have_the_types_of_sqlite);
    RUN(integers_are_compared);
    RUN(reals_are_compared);
    RUN(null_is_not_compared);
    RUN(integers_and_reals_are_compared_exactly);
    RUN(texts_are_compared_by_their_bytes);
    RUN(what_sqlite_would_convert_is_refused);
    RUN(and_or_and_not_have_three_values);
    RUN(nulls_are_found_in_all_types);
    RUN(between_is_two_comparisons);
    RUN(a_list_is_searched);
    RUN(nothing_is_in_an_empty_list_not_even_null);
    RUN(a_list_with_a_null_is_refused);
    RUN(the_first_true_branch_is_chosen);
    RUN(a_base_is_compared_with_each);
    RUN(branches_of_several_types_are_refused);
    RUN(characters_are_counted_up_to_a_zero_byte);
    RUN(characters_of_invalid_utf8_are_counted_as_by_sqlite);
    RUN(bytes_of_blobs_are_counted);
    RUN(parts_of_texts_are_counted_in_characters);
    RUN(a_text_is_found_in_texts);
    RUN(texts_are_replaced_from_the_left);
    RUN(only_letters_of_ascii_change_their_case);
    RUN(texts_are_trimmed_and_joined);
    RUN(functions_of_other_values_are_refused);
    RUN(what_sqlite_might_refuse_is_refused);
    RUN(like_folds_ascii_case);
    RUN(glob_is_exact);
    RUN(patterns_match_other_texts_too);
    RUN(patterns_that_are_not_known_are_refused);
    RUN(texts_in_a_block_are_searched);
    RUN(texts_in_several_blocks_are_searched_one_by_one);
    RUN(dates_are_their_texts);
    RUN(dates_are_compared_as_stored);
    RUN(decimals_are_divided);
    RUN(all_rows_of_a_dictionary_without_entries_are_null);
    RUN(what_is_not_known_is_refused);
    RUN(texts_of_utf16_are_left_to_sqlite);
    RUN(dates_of_utf16_have_no_known_order_among_texts);
    RUN(an_absent_column_is_refused);
    RUN(dates_stay_as_they_are_stored_where_that_will_do);
    RUN(equal_parts_are_one_node);
    RUN(a_node_depends_on_the_columns_below_it);
    RUN(truth_is_neither_zero_nor_null);
    RUN(values_do_not_depend_on_dictionaries);
    RUN(dictionaries_may_be_larger_than_a_batch);
    RUN(a_batch_may_be_full);
    RUN(every_allocation_may_fail);
    return unit_test_done();
}
