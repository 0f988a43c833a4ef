/* SPDX-License-Identifier: MIT */
/*
 * unit_random_expression.h - random expressions over the columns i, j, r, s, t, u, b, d
 * and e, most of them of fitting types, and random tables of these columns, whose values
 * are few and often equal, neighbours, or extreme.
 */
#ifndef UNIT_RANDOM_EXPRESSION_H
#define UNIT_RANDOM_EXPRESSION_H

#include "unit_program.h"

struct expression_maker {
    uint64_t *state;
    struct bytes text;
};

enum made_type { MADE_INTEGER, MADE_REAL, MADE_TEXT, MADE_BLOB, MADE_TRUTH };

static inline void make_expression(struct expression_maker *maker, enum made_type type,
                                   unsigned depth);

static inline void make_text(struct expression_maker *maker, const char *text)
{
    bytes_put_text(&maker->text, text);
}

/* One of several texts. */
#define MAKE_ONE_OF(maker, ...)                                                          \
    do {                                                                                 \
        static const char *const choices[] = {__VA_ARGS__};                              \
        make_text((maker), choices[random_below((maker)->state, COUNT_OF(choices))]);    \
    } while (0)

static inline void make_literal(struct expression_maker *maker, enum made_type type)
{
    switch (type) {
    case MADE_INTEGER:
        MAKE_ONE_OF(maker, "0", "1", "-1", "2", "3", "7", "-7", "10", "100",
                    "9007199254740992", "9007199254740993", "9223372036854775807",
                    "-9223372036854775808", "-9223372036854775807", "4294967296");
        break;
    case MADE_REAL:
        MAKE_ONE_OF(maker, "0.0", "-0.0", "0.5", "-1.5", "1.0", "3.0", "0.1", "1e308",
                    "1e999", "-1e999", "9007199254740992.0", "9223372036854775808.0",
                    "-9223372036854775808.0", "9223372036854774784.0", "5e-324");
        break;
    case MADE_TEXT:
        MAKE_ONE_OF(maker, "''", "'a'", "'b'", "'ab'", "'A'", "'1'", "'1.5'",
                    "'2024-01-01'", "'1969-12-31'", "'2024'", "'\xc3\xa9'", "'%'",
                    "'it''s'");
        break;
    case MADE_BLOB:
        MAKE_ONE_OF(maker, "x''", "x'00'", "x'6162'", "x'ff'", "x'61'");
        break;
    case MADE_TRUTH:
        MAKE_ONE_OF(maker, "TRUE", "false", "1", "0", "0.5");
        break;
    }
}

static inline void make_leaf(struct expression_maker *maker, enum made_type type)
{
    if (random_below(maker->state, 3) == 0) {
        make_literal(maker, type);
        return;
    }
    switch (type) {
    case MADE_INTEGER:
        MAKE_ONE_OF(maker, "i", "j");
        break;
    case MADE_REAL:
        MAKE_ONE_OF(maker, "r", "s", "r", "s", "e");
        break;
    case MADE_TEXT:
        MAKE_ONE_OF(maker, "t", "u", "t", "u", "d");
        break;
    case MADE_BLOB:
        make_text(maker, "b");
        break;
    case MADE_TRUTH:
        MAKE_ONE_OF(maker, "i", "r", "j", "e");
        break;
    }
}

static inline void make_pair(struct expression_maker *maker, enum made_type type,
                             unsigned depth)
{
    bool is_other = type < MADE_TEXT && random_below(maker->state, 3) == 0;
    make_expression(maker, type, depth);
    MAKE_ONE_OF(maker, " = ", " == ", " <> ", " != ", " < ", " <= ", " > ", " >= ");
    make_expression(maker, is_other ? (enum made_type)(1 - type) : type, depth);
}

static inline void make_list(struct expression_maker *maker, enum made_type type,
                             unsigned depth)
{
    uint64_t n = random_below(maker->state, 5);
    make_expression(maker, type, depth);
    MAKE_ONE_OF(maker, " IN (", " NOT IN (");
    for (uint64_t i = 0; i < n; i++) {
        make_text(maker, i > 0 ? ", " : "");
        make_literal(maker, type == MADE_REAL && i == 1 ? MADE_INTEGER : type);
    }
    make_text(maker, ")");
}

static inline void make_match(struct expression_maker *maker, unsigned depth)
{
    make_expression(maker, MADE_TEXT, depth);
    MAKE_ONE_OF(maker, " LIKE 'a%'", " LIKE '%B'", " NOT LIKE '_'", " LIKE '%a%'",
                " GLOB '*b'", " GLOB '[a-b]*'", " NOT GLOB 'a?'", " LIKE ''", " LIKE '%'",
                " GLOB 'ab'", " LIKE '20%-01-__'", " LIKE '%a_b%'");
}

static inline void make_truth(struct expression_maker *maker, unsigned depth)
{
    enum made_type any = (enum made_type)random_below(maker->state, 4);
    switch (random_below(maker->state, 10)) {
    case 0:
    case 1:
        make_expression(maker, MADE_TRUTH, depth);
        MAKE_ONE_OF(maker, " AND ", " OR ");
        make_expression(maker, MADE_TRUTH, depth);
        break;
    case 2:
        make_text(maker, "NOT ");
        make_expression(maker, MADE_TRUTH, depth);
        break;
    case 3:
        make_expression(maker, any, depth);
        MAKE_ONE_OF(maker, " IS NULL", " ISNULL", " NOT NULL", " IS NOT NULL",
                    " NOTNULL");
        break;
    case 4:
        make_list(maker, any, depth);
        break;
    case 5:
        make_match(maker, depth);
        break;
    case 6:
        make_expression(maker, any, depth);
        MAKE_ONE_OF(maker, " BETWEEN ", " NOT BETWEEN ");
        make_expression(maker, any, depth);
        make_text(maker, " AND ");
        make_expression(maker, any, depth);
        break;
    default:
        make_pair(maker, any, depth);
    }
}

static inline void make_case(struct expression_maker *maker, enum made_type type,
                             unsigned depth)
{
    bool has_base = random_below(maker->state, 3) == 0;
    enum made_type base = has_base ? (enum made_type)random_below(maker->state, 4)
                                   : MADE_TRUTH;
    make_text(maker, "CASE ");
    if (has_base)
        make_expression(maker, base, depth);
    for (uint64_t n = 1 + random_below(maker->state, 3); n > 0; n--) {
        make_text(maker, " WHEN ");
        make_expression(maker, base, depth);
        make_text(maker, " THEN ");
        make_expression(maker, type, depth);
    }
    if (random_below(maker->state, 3) > 0) {
        make_text(maker, " ELSE ");
        if (random_below(maker->state, 5) == 0)
            make_text(maker, "NULL");
        else
            make_expression(maker, type, depth);
    }
    make_text(maker, " END");
}

/* A function of a text whose result is a text. */
static inline void make_text_function(struct expression_maker *maker, unsigned depth)
{
    switch (random_below(maker->state, 4)) {
    case 0:
        make_text(maker, "substr(");
        make_expression(maker, MADE_TEXT, depth);
        make_text(maker, ", ");
        make_expression(maker, MADE_INTEGER, depth);
        MAKE_ONE_OF(maker, ")", ", 2)", ", -1)", ", 1)");
        break;
    case 1:
        make_text(maker, "replace(");
        make_expression(maker, MADE_TEXT, depth);
        MAKE_ONE_OF(maker, ", 'a', 'bc')", ", 'b', '')", ", '-', '+')");
        break;
    case 2:
        make_expression(maker, MADE_TEXT, depth);
        make_text(maker, " || ");
        make_expression(maker, MADE_TEXT, depth);
        break;
    default:
        MAKE_ONE_OF(maker, "lower(", "upper(", "trim(", "ltrim(", "rtrim(");
        make_expression(maker, MADE_TEXT, depth);
        make_text(maker, ")");
    }
}

static inline void make_number(struct expression_maker *maker, enum made_type type,
                               unsigned depth)
{
    bool is_integer = type == MADE_INTEGER;
    switch (random_below(maker->state, 5)) {
    case 0:
        make_text(maker, "- ");
        make_expression(maker, type, depth);
        break;
    case 1:
        if (is_integer) {
            bool is_position = random_below(maker->state, 3) == 0;
            make_text(maker, is_position ? "instr(" : "length(");
            make_expression(maker,
                            is_position || random_below(maker->state, 3) ? MADE_TEXT
                                                                         : MADE_BLOB,
                            depth);
            make_text(maker, is_position ? ", 'b')" : ")");
            break;
        } /* fall through */
    default:
        make_expression(maker, type, depth);
        if (is_integer)
            MAKE_ONE_OF(maker, " + ", " - ", " * ", " / ", " % ");
        else
            MAKE_ONE_OF(maker, " + ", " - ", " * ", " / ");
        make_expression(maker, random_below(maker->state, 4) == 0 ? MADE_INTEGER : type,
                        depth);
    }
}

/* Appends an expression with parentheses around it if it has parts. */
static inline void make_expression(struct expression_maker *maker, enum made_type type,
                                   unsigned depth)
{
    if (random_below(maker->state, 60) == 0)
        type = (enum made_type)random_below(maker->state, 5);
    if (depth == 0 || random_below(maker->state, 5) == 0) {
        make_leaf(maker, type);
        return;
    }
    make_text(maker, "(");
    if (random_below(maker->state, 6) == 0)
        make_case(maker, type == MADE_TRUTH ? MADE_INTEGER : type, depth - 1);
    else if (type == MADE_TRUTH ||
             (type == MADE_INTEGER && random_below(maker->state, 4) == 0))
        make_truth(maker, depth - 1);
    else if (type == MADE_INTEGER || type == MADE_REAL)
        make_number(maker, type, depth - 1);
    else if (type == MADE_TEXT)
        make_text_function(maker, depth - 1);
    else
        make_leaf(maker, type);
    make_text(maker, ")");
}

/* The text of an expression, which the caller frees. */
static inline char *random_expression(uint64_t *state)
{
    struct expression_maker maker = {.state = state};
    make_expression(&maker, (enum made_type)random_below(state, 5),
                    1 + (unsigned)random_below(state, 4));
    bytes_put_u8(&maker.text, 0);
    return (char *)maker.text.data;
}

static inline union column_value random_test_value(uint64_t *state, char column)
{
    static const int64_t integers[] = {
        0,         1,  -1, 2,         3,         7,
        -7,        10, 5,  INT64_MAX, INT64_MIN, INT64_MIN + 1,
        INT64_MAX, 1,  2,  3,         0,         (INT64_C(1) << 53) + 1};
    static const double reals[] = {0.0,
                                   -0.0,
                                   1.0,
                                   -1.5,
                                   0.1,
                                   3.0,
                                   1e308,
                                   HUGE_VAL,
                                   -HUGE_VAL,
                                   NAN,
                                   5e-324,
                                   9007199254740992.0,
                                   9223372036854775808.0,
                                   -9223372036854775808.0,
                                   9223372036854774784.0};
    static const char *const texts[] = {"",
                                        "a",
                                        "A",
                                        "b",
                                        "ab",
                                        "aB",
                                        "a%00b",
                                        "%00",
                                        "1",
                                        "1.5",
                                        "%c3%a9",
                                        "%80",
                                        "%ff%80%80a",
                                        "2024-01-01",
                                        "abcdefghijklmnopqrstuvwxyz",
                                        "ABCDEFGHIJKLMNOP%c3%a9qrstuvwx"};
    static const int64_t days[] = {0, -1, 19723, 19722, 18262, -719528, 2932896};
    union column_value value = {0};
    const char *text = texts[random_below(state, COUNT_OF(texts))];
    if (column == 'r' || column == 's')
        value.float64 = reals[random_below(state, COUNT_OF(reals))];
    else if (column == 'd')
        value.int64 = days[random_below(state, COUNT_OF(days))];
    else if (column == 'e')
        value.int64 = (int64_t)random_below(state, 1000) - 500;
    else if (column == 'i' || column == 'j')
        value.int64 = integers[random_below(state, COUNT_OF(integers))];
    else
        value.bytes = test_bytes(text, strlen(text));
    return value;
}

/* Columns with the names of random expressions.  is_calm: integers are small, so that
 * nothing overflows often. */
static inline void random_table(uint64_t *state, struct test_table *table,
                                uint32_t n_rows, bool is_calm)
{
    *table = (struct test_table){.n_rows = n_rows};
    for (const char *name = "ijrstubde"; *name != '\0'; name++) {
        uint32_t c = table->n_columns;
        uint64_t nulls = random_below(state, 3) * random_below(state, 4);
        test_column_init(table, name, 1);
        for (uint32_t i = 0; i < n_rows; i++) {
            struct test_cell *cell = &table->cells[c][i];
            cell->is_null = random_below(state, 10) < nulls;
            if (cell->is_null)
                continue;
            cell->value = random_test_value(state, *name);
            if (is_calm && (*name == 'i' || *name == 'j'))
                cell->value.int64 = (int64_t)random_below(state, 21) - 10;
        }
    }
}

#endif
