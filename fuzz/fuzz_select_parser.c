/* SPDX-License-Identifier: MIT */
/*
 * fuzz_select_parser.c - any text as a SELECT: texts are within their parents' and are
 * read as the same tree again, depths are within the limit, and a statement that is
 * written with all parentheses reads the same.
 */
#include "fuzz.h"
#include "unit_select.h"

static void check_node(const struct expression *node, struct slice outer)
{
    uint32_t depth = 0;
    REQUIRE(node->text.size > 0 && slice_is_within(node->text, outer));
    for (uint32_t i = 0; i < node->n_arguments + (node->filter != NULL); i++) {
        const struct expression *child = i < node->n_arguments ? node->arguments[i]
                                                               : node->filter;
        check_node(child, node->text);
        depth = child->depth > depth ? child->depth : depth;
    }
    REQUIRE(node->depth == depth + 1 && node->depth <= SELECT_MOST_DEPTH);
    (void)hash_bytes(node->name.data, node->name.size);
    (void)hash_bytes(node->table.data, node->table.size);
}

/* Writes a statement, or returns the reason why it is refused. */
static enum status write_again(struct slice text, struct buffer *out)
{
    struct arena arena = {0};
    struct select_statement statement;
    struct error error = {0};
    enum status status = select_parse(text, &arena, &statement, &error);
    require_error_fits(status, &error);
    REQUIRE(status == OK || status == UNSUPPORTED);
    if (status == OK)
        put_statement(out, &statement);
    arena_release(&arena);
    return status;
}

/* Reads a part of the statement alone. */
static void check_clause(const struct expression *expression, struct slice text,
                         struct slice whole)
{
    struct buffer alone = {0}, once = {0}, again = {0};
    struct arena arena = {0};
    struct select_statement statement;
    struct error error = {0};
    if (expression == NULL)
        return;
    REQUIRE(slice_is_within(text, whole));
    check_node(expression, text);
    put_text(&alone, "SELECT ");
    put_slice(&alone, text);
    put_text(&alone, " FROM t");
    REQUIRE(select_parse(buffer_slice(&alone), &arena, &statement, &error) == OK);
    REQUIRE(statement.n_results == 1 && statement.results[0].alias.size == 0);
    REQUIRE(slice_equals(statement.results[0].text, text));
    REQUIRE(slice_equals(statement.results[0].expression->text, expression->text));
    put_expression(&once, expression);
    put_expression(&again, statement.results[0].expression);
    REQUIRE(slice_equals(buffer_slice(&once), buffer_slice(&again)));
    buffer_release(&alone);
    buffer_release(&once);
    buffer_release(&again);
    arena_release(&arena);
}

static void check_statement(const struct select_statement *statement, struct slice text)
{
    for (uint32_t i = 0; i < statement->n_results; i++)
        check_clause(statement->results[i].expression, statement->results[i].text, text);
    for (uint32_t i = 0; i < statement->n_keys; i++)
        check_clause(statement->keys[i].expression, statement->keys[i].text, text);
    for (uint32_t i = 0; i < statement->n_orders; i++) {
        check_clause(statement->orders[i].expression, statement->orders[i].text, text);
        REQUIRE(slice_is_within(statement->orders[i].direction, text));
    }
    check_clause(statement->where, statement->where_text, text);
    check_clause(statement->having, statement->having_text, text);
    check_clause(statement->limit, statement->limit_text, text);
    check_clause(statement->offset, statement->offset_text, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *copy = exact_copy(slice_of(data, size), 0);
    struct slice text = slice_of(copy, size);
    struct buffer once = {0}, again = {0};
    struct arena arena = {0};
    struct select_statement statement;
    struct error error = {0};
    if (select_parse(text, &arena, &statement, &error) == OK) {
        check_statement(&statement, text);
        REQUIRE(write_again(text, &once) == OK);
        /* The parentheses may exceed the limit of depth. */
        if (write_again(buffer_slice(&once), &again) == OK)
            REQUIRE(slice_equals(buffer_slice(&once), buffer_slice(&again)));
    } else {
        REQUIRE(write_again(text, &once) == UNSUPPORTED);
    }
    arena_release(&arena);
    buffer_release(&once);
    buffer_release(&again);
    free(copy);
    return 0;
}
