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
    static const char *const expected[] = {" 1 1 0 0 0 1 0", " 1 0 0 0 1 0",
                                           " 0 0 0 1 0"};
    test_table_init(&table, "t=a");
    CHECK(test_compile(&made, &table, "t LIKE '%ab%'", USE_VALUE, NULL, &error) == OK);
    for (uint32_t first = 0; first < 3; first++) {
        struct bytes text = {0};
        made.program.inputs[0] = (struct vector_input){&vector, first};
        CHECK(test_show(&made, NULL, vector.n_rows - first, true, &text, &error) == OK);
        bytes_put_u8(&text, 0);
        CHECK_TEXT((const char *)text.data, expected[first]);
        bytes_free(&text);
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

int main(void)
{
    RUN(the_negative_of_zero_has_no_sign);
    RUN(null_is_not_compared);
    RUN(texts_in_a_block_are_searched);
    RUN(texts_in_several_blocks_are_searched_one_by_one);
    RUN(all_rows_of_a_dictionary_without_entries_are_null);
    RUN(equal_parts_are_one_node);
    return unit_test_done();
}
