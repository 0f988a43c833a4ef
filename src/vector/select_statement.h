/* SPDX-License-Identifier: MIT */
/*
 * select_statement.h - the tree of a SELECT statement of the kind that may run on
 * vectors.
 *
 *     SELECT [DISTINCT] result [[AS] alias], ... FROM [schema.]table [[AS] alias]
 *     [WHERE e] [GROUP BY e, ...] [HAVING e]
 *     [ORDER BY e [ASC|DESC] [NULLS FIRST|LAST], ...] [LIMIT e [OFFSET e]] [;]
 *
 * The parser accepts this and nothing else, with SQLite's own tokens, keywords and
 * precedences; where it is not certain, it refuses, and SQLite runs the statement.  Names
 * are resolved later (select_names.h).  TRUE and FALSE are names, too, because a column
 * may have such a name; if none has, SQLite reads them as 1 and 0, and x IS TRUE tests
 * whether x is true.
 */
#ifndef VECTOR_SELECT_STATEMENT_H
#define VECTOR_SELECT_STATEMENT_H

#include "base/arena.h"
#include "base/slice.h"
#include "base/status.h"
#include "value/literal.h"

enum { SELECT_MOST_DEPTH = 100 };

enum expression_kind {
    EXPRESSION_NAME,    /* name, or table.name */
    EXPRESSION_LITERAL, /* value */
    EXPRESSION_UNARY,   /* -x, +x, ~x, NOT x: op */
    EXPRESSION_BINARY,  /* arguments[0] op arguments[1] */
    EXPRESSION_IS_NULL, /* x IS NULL, x ISNULL; is_negated: x NOTNULL, NOT NULL, IS NOT
                           NULL */
    EXPRESSION_BETWEEN, /* arguments: x, low, high; is_negated */
    EXPRESSION_IN,      /* arguments: x, then the list, which may be empty; is_negated */
    EXPRESSION_LIKE,    /* arguments: x, pattern [, escape]; is_negated */
    EXPRESSION_GLOB,    /* arguments: x, pattern; is_negated */
    EXPRESSION_CASE, /* [base,] when, then, when, then, ... [, else]; has_base, has_else
                      */
    EXPRESSION_CAST, /* x; name: the type's text */
    EXPRESSION_COLLATE, /* x; name: the collation */
    EXPRESSION_CALL,    /* name(arguments); is_star, is_distinct, filter */
};

enum expression_op {
    OP_NONE,
    OP_OR,
    OP_AND,
    OP_NOT,
    OP_EQ,
    OP_NE,
    OP_IS,
    OP_IS_NOT, /* the last two also for IS [NOT] DISTINCT FROM */
    OP_LT,
    OP_LE,
    OP_GT,
    OP_GE,
    OP_BIT_AND,
    OP_BIT_OR,
    OP_SHIFT_LEFT,
    OP_SHIFT_RIGHT,
    OP_ADD,
    OP_SUBTRACT,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_REMAINDER,
    OP_CONCATENATE,
    OP_NEGATE,
    OP_PLUS,
    OP_COMPLEMENT,
};

struct expression {
    enum expression_kind kind;
    enum expression_op op;
    bool is_negated, is_star, is_distinct, has_base, has_else;
    uint32_t depth;       /* levels of the tree from here on, SELECT_MOST_DEPTH at most */
    struct slice text;    /* its part of the statement, without parentheses around it */
    struct slice name;    /* without quotes; see above */
    struct slice table;   /* NAME: the table's name or alias before the dot, or empty */
    struct literal value; /* LITERAL; its bytes are in the arena */
    uint32_t n_arguments;
    struct expression **arguments;
    struct expression *filter; /* CALL: of FILTER (WHERE ...), or NULL */
    /* NAME, once resolved (select_names.h): 1 + the number of the column's source, or 0
     * and the expression that it stands for as an alias. */
    uint32_t source;
    struct expression *stands_for;
};

struct select_result {
    struct expression *expression;
    struct slice text;  /* of the expression, with parentheses around it */
    struct slice alias; /* without quotes; empty: none */
};

struct select_order {
    struct expression *expression;
    struct slice text;      /* of the expression, with parentheses around it */
    struct slice direction; /* ASC, DESC, NULLS FIRST ... as written; may be empty */
    bool is_descending;
};

/* Owned by the arena that was given to select_parse(); texts and names may point into the
 * statement's text, which must outlive it. */
struct select_statement {
    bool is_distinct;
    struct slice schema, table,
        table_alias;         /* without quotes; the first and last may be empty */
    struct slice table_text; /* schema.table, as written */
    uint32_t n_results, n_keys, n_orders;
    struct select_result *results;
    struct select_result *keys; /* of GROUP BY; without aliases */
    struct select_order *orders;
    struct expression *where, *having, *limit, *offset;            /* or NULL */
    struct slice where_text, having_text, limit_text, offset_text; /* with parentheses */
};

/* Parses a statement.  UNSUPPORTED, with a short reason such as "JOIN is not known" or
 * "syntax is not known near \"x\"": it is not one of those above, or is nested too
 * deeply. NOMEM. */
enum status select_parse(struct slice text, struct arena *arena,
                         struct select_statement *statement,
                         struct error *error) CHECK_RESULT;

#endif
