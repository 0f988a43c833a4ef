/* SPDX-License-Identifier: MIT */
/*
 * unit_select.h - writes the tree of a SELECT as SQL, with parentheses around all that
 * has operators, so that precedences show.
 */
#ifndef UNIT_SELECT_H
#define UNIT_SELECT_H

#include "base/buffer.h"
#include "vector/select_statement.h"

static inline void put_text(struct buffer *out, const char *text)
{
    struct error error = {0};
    buffer_add_text(out, text, &error);
}

static inline void put_slice(struct buffer *out, struct slice slice)
{
    struct error error = {0};
    buffer_add(out, slice, &error);
}

static inline void put_quoted(struct buffer *out, char quote, struct slice text)
{
    char quotes[] = {quote, quote, '\0'};
    put_text(out, quotes + 1);
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == (uint8_t)quote)
            put_text(out, quotes + 1);
        put_slice(out, slice_of(text.data + i, 1));
    }
    put_text(out, quotes + 1);
}

/* A name that was written with that quote at one of its ends, or without. */
static inline void put_name(struct buffer *out, uint8_t end, struct slice name)
{
    if (end == '"')
        put_quoted(out, '"', name);
    else if (end == '`' || end == '[' || end == ']')
        put_quoted(out, '`', name);
    else
        put_slice(out, name);
}

static inline void put_literal(struct buffer *out, const struct expression *node)
{
    char text[30];
    struct slice bytes = slice_of(node->value.bytes.data, node->value.bytes.size);
    switch (node->value.type) {
    case LITERAL_INTEGER:
        /* A sign in parentheses, as where it is an operator. */
        if (node->value.integer < 0)
            snprintf(text, sizeof text, "(- %llu)",
                     0 - (unsigned long long)node->value.integer);
        else
            snprintf(text, sizeof text, "%lld", (long long)node->value.integer);
        put_text(out, text);
        break;
    case LITERAL_REAL: /* as written: SQLite's versions round differently */
        put_slice(out, node->text);
        break;
    case LITERAL_TEXT:
        put_quoted(out, '\'', bytes);
        break;
    case LITERAL_BLOB:
        put_text(out, "x'");
        for (size_t i = 0; i < bytes.size; i++) {
            snprintf(text, sizeof text, "%02x", bytes.data[i]);
            put_text(out, text);
        }
        put_text(out, "'");
        break;
    default:
        put_text(out, "NULL");
    }
}

static inline void put_expression(struct buffer *out, const struct expression *node);

/* Arguments from one on, with a word before each but the first. */
static inline void put_arguments(struct buffer *out, const struct expression *node,
                                 uint32_t from, const char *word)
{
    for (uint32_t i = from; i < node->n_arguments; i++) {
        put_text(out, i > from ? word : "");
        put_expression(out, node->arguments[i]);
    }
}

static inline void put_call(struct buffer *out, const struct expression *node)
{
    put_name(out, node->text.data[0], node->name);
    put_text(out, node->is_distinct ? "(DISTINCT " : "(");
    put_text(out, node->is_star ? "*" : "");
    put_arguments(out, node, 0, ", ");
    put_text(out, ")");
    if (node->filter != NULL) {
        put_text(out, " FILTER (WHERE ");
        put_expression(out, node->filter);
        put_text(out, ")");
    }
}

static inline void put_case(struct buffer *out, const struct expression *node)
{
    uint32_t i = node->has_base;
    put_text(out, "CASE");
    if (node->has_base) {
        put_text(out, " ");
        put_expression(out, node->arguments[0]);
    }
    for (; i + 1 < node->n_arguments; i += 2) {
        put_text(out, " WHEN ");
        put_expression(out, node->arguments[i]);
        put_text(out, " THEN ");
        put_expression(out, node->arguments[i + 1]);
    }
    if (node->has_else) {
        put_text(out, " ELSE ");
        put_expression(out, node->arguments[i]);
    }
    put_text(out, " END");
}

/* The words between the first two arguments of an operator. */
static inline const char *operator_text(const struct expression *node)
{
    static const char *const operators[] = {
        [OP_NONE] = "",           [OP_OR] = " OR ",
        [OP_AND] = " AND ",       [OP_NOT] = "NOT ",
        [OP_EQ] = " = ",          [OP_NE] = " <> ",
        [OP_IS] = " IS ",         [OP_IS_NOT] = " IS NOT ",
        [OP_LT] = " < ",          [OP_LE] = " <= ",
        [OP_GT] = " > ",          [OP_GE] = " >= ",
        [OP_BIT_AND] = " & ",     [OP_BIT_OR] = " | ",
        [OP_SHIFT_LEFT] = " << ", [OP_SHIFT_RIGHT] = " >> ",
        [OP_ADD] = " + ",         [OP_SUBTRACT] = " - ",
        [OP_MULTIPLY] = " * ",    [OP_DIVIDE] = " / ",
        [OP_REMAINDER] = " % ",   [OP_CONCATENATE] = " || ",
        [OP_NEGATE] = "- ",       [OP_PLUS] = "+ ",
        [OP_COMPLEMENT] = "~ ",
    };
    switch (node->kind) {
    case EXPRESSION_BETWEEN:
        return node->is_negated ? " NOT BETWEEN " : " BETWEEN ";
    case EXPRESSION_IN:
        return node->is_negated ? " NOT IN (" : " IN (";
    case EXPRESSION_LIKE:
        return node->is_negated ? " NOT LIKE " : " LIKE ";
    case EXPRESSION_GLOB:
        return node->is_negated ? " NOT GLOB " : " GLOB ";
    case EXPRESSION_IS_NULL:
        return node->is_negated ? " IS NOT NULL" : " IS NULL";
    case EXPRESSION_COLLATE:
        return " COLLATE ";
    default:
        return operators[node->op];
    }
}

static inline void put_operation(struct buffer *out, const struct expression *node)
{
    bool is_unary = node->kind == EXPRESSION_UNARY;
    const char *word = node->kind == EXPRESSION_BETWEEN ? " AND "
                       : node->kind == EXPRESSION_LIKE  ? " ESCAPE "
                                                        : ", ";
    put_text(out, is_unary ? "(" : "");
    put_text(out, is_unary ? operator_text(node) : "(");
    put_expression(out, node->arguments[0]);
    put_text(out, is_unary ? "" : operator_text(node));
    put_arguments(out, node, 1, word);
    if (node->kind == EXPRESSION_COLLATE)
        put_name(out, node->text.data[node->text.size - 1], node->name);
    put_text(out, node->kind == EXPRESSION_IN ? "))" : ")");
}

static inline void put_expression(struct buffer *out, const struct expression *node)
{
    switch (node->kind) {
    case EXPRESSION_NAME:
        if (node->table.size > 0) {
            put_name(out, node->text.data[0], node->table);
            put_text(out, ".");
        }
        put_name(out, node->text.data[node->text.size - 1], node->name);
        break;
    case EXPRESSION_LITERAL:
        put_literal(out, node);
        break;
    case EXPRESSION_CASE:
        put_case(out, node);
        break;
    case EXPRESSION_CAST:
        put_text(out, "CAST(");
        put_arguments(out, node, 0, "");
        put_text(out, " AS ");
        put_slice(out, node->name);
        put_text(out, ")");
        break;
    case EXPRESSION_CALL:
        put_call(out, node);
        break;
    default:
        put_operation(out, node);
    }
}

static inline void put_clause(struct buffer *out, const char *words,
                              const struct expression *node)
{
    if (node != NULL) {
        put_text(out, words);
        put_expression(out, node);
    }
}

static inline void put_results(struct buffer *out, const struct select_result *results,
                               uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        put_clause(out, i > 0 ? ", " : " ", results[i].expression);
        if (results[i].alias.size > 0) {
            put_text(out, " AS ");
            put_quoted(out, '`', results[i].alias);
        }
    }
}

static inline void put_statement(struct buffer *out,
                                 const struct select_statement *statement)
{
    put_text(out, statement->is_distinct ? "SELECT DISTINCT" : "SELECT");
    put_results(out, statement->results, statement->n_results);
    put_text(out, " FROM ");
    if (statement->schema.size > 0) {
        put_quoted(out, '`', statement->schema);
        put_text(out, ".");
    }
    put_quoted(out, '`', statement->table);
    if (statement->table_alias.size > 0) {
        put_text(out, " AS ");
        put_quoted(out, '`', statement->table_alias);
    }
    put_clause(out, " WHERE ", statement->where);
    put_text(out, statement->n_keys > 0 ? " GROUP BY" : "");
    put_results(out, statement->keys, statement->n_keys);
    put_clause(out, " HAVING ", statement->having);
    for (uint32_t i = 0; i < statement->n_orders; i++) {
        put_clause(out, i > 0 ? ", " : " ORDER BY ", statement->orders[i].expression);
        put_text(out, statement->orders[i].direction.size > 0 ? " " : "");
        put_slice(out, statement->orders[i].direction);
    }
    put_clause(out, " LIMIT ", statement->limit);
    put_clause(out, " OFFSET ", statement->offset);
}

#endif
