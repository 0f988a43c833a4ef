/* SPDX-License-Identifier: MIT */
/*
 * test_vector_program.c - expressions on vectors have the values that SQLite computes,
 * in every layout of the vectors (vector_program.h).
 */
#include "unit_program.h"

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

/* SQLite subtracts from the integer 0. */
static void the_negative_of_zero_has_no_sign(void)
{
    check("r=0.0,-0.0,1.5,-inf,null,nan", "-r", "0.0 0.0 -1.5 inf null null");
    check("r=0.0,2", "- (r * -1)", "0.0 2.0");
    check("e=0,150", "-e", "0.0 -1.5");
    check("i=0,5,-9223372036854775807,null", "-i", "0 -5 9223372036854775807 null");
}

/* The number of a row that is null may be none. */
static void null_is_not_compared(void)
{
    check("i=1,2,null r=nan,null,1", "i < r", "null null null");
    check("i=1,2,null r=nan,null,1", "r = i", "null null null");
}

int main(void)
{
    RUN(the_negative_of_zero_has_no_sign);
    RUN(null_is_not_compared);
    return unit_test_done();
}
