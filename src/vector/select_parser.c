/* SPDX-License-Identifier: MIT */
/*
 * select_parser.c - reads a SELECT statement by recursive descent, with the precedences
 * of SQLite's grammar.
 *
 * A function that returns NULL or false has recorded the reason in parser->error.  After
 * a failure of the tokenizer the next token is SQL_END, which ends all loops.
 */
#include "vector/select_statement.h"

#include "vector/sql_token.h"

struct parser {
    struct slice rest;      /* after the token */
    struct sql_token token; /* the next one */
    const uint8_t *end;     /* of the token before it */
    uint32_t depth;         /* of calls of parse_expression() */
    struct arena *arena;
    struct error *error;
};

/* ---- Tokens ---------------------------------------------------------------------- */

static void advance(struct parser *parser)
{
    parser->end = parser->token.text.data + parser->token.text.size;
    (void)!sql_token_next(&parser->rest, &parser->token, parser->error);
}

static bool is_next(const struct parser *parser, const char *word)
{
    return sql_token_is(&parser->token, word);
}

/* Advances if the next token is that word. */
static bool take(struct parser *parser, const char *word)
{
    bool is_it = is_next(parser, word);
    if (is_it)
        advance(parser);
    return is_it;
}

static bool refuse(struct parser *parser, const char *what)
{
    (void)error_set(parser->error, UNSUPPORTED, "%s is not known", what);
    return false;
}

/* Refuses the next token; if it begins something of SQLite's, by its name. */
static bool unexpected(struct parser *parser)
{
    static const char *const features[] = {
        "WITH",   "VALUES", "UNION",  "INTERSECT", "EXCEPT",       "WINDOW",
        "OVER",   "FILTER", "WITHIN", "INDEXED",   "CURRENT_DATE", "CURRENT_TIMESTAMP",
        "EXISTS", "RAISE",  "MATCH",  "REGEXP",    "CURRENT_TIME", "*",
        "->",     "->>",
    };
    static const char *const joins[] = {"JOIN",  "LEFT",  "RIGHT",   "FULL",
                                        "INNER", "CROSS", "NATURAL", "OUTER"};
    for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
        if (is_next(parser, features[i]))
            return refuse(parser, features[i]);
    }
    for (size_t i = 0; i < sizeof joins / sizeof *joins; i++) {
        if (is_next(parser, joins[i]))
            return refuse(parser, "JOIN");
    }
    if (is_next(parser, "SELECT"))
        return refuse(parser, "a subquery");
    if (parser->token.kind == SQL_END)
        (void)error_set(parser->error, UNSUPPORTED, "the statement has no end");
    (void)error_set(parser->error, UNSUPPORTED, "syntax is not known near \"%.*s\"",
                    SLICE_SHOWN(parser->token.text, 40));
    return false;
}

static bool expect(struct parser *parser, const char *word)
{
    return take(parser, word) || unexpected(parser);
}

static bool is_name(const struct parser *parser)
{
    return parser->token.kind == SQL_NAME || parser->token.kind == SQL_SOFT_KEYWORD ||
           parser->token.kind == SQL_QUOTED_NAME;
}

static bool parse_name(struct parser *parser, struct slice *name)
{
    if (!is_name(parser))
        return unexpected(parser);
    enum status status = sql_token_name(&parser->token, parser->arena, name,
                                        parser->error);
    advance(parser);
    return status == OK;
}

/* Reads [[AS] alias].  Without AS, keywords are none. */
static bool parse_alias(struct parser *parser, struct slice *alias)
{
    bool has_as = take(parser, "AS");
    if (!has_as && (!is_name(parser) || parser->token.kind == SQL_SOFT_KEYWORD))
        return true;
    return parse_name(parser, alias);
}

/* The text since `start` up to the last token that was read. */
static struct slice text_since(const struct parser *parser, const uint8_t *start)
{
    return slice_of(start, (size_t)(parser->end - start));
}

/* ---- Expressions ----------------------------------------------------------------- */

/* From weak to strong; those of one level associate to the left. */
enum level {
    LEVEL_ANY,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_NOT,
    LEVEL_EQUALITY,
    LEVEL_ORDER,
    LEVEL_BITS,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_CONCATENATE,
    LEVEL_COLLATE,
    LEVEL_SIGN,
};

static struct expression *parse_expression(struct parser *parser, enum level level);

static struct expression *new_node(struct parser *parser, enum expression_kind kind)
{
    struct expression *node = arena_alloc(parser->arena, 1, sizeof *node);
    if (node == NULL) {
        (void)error_nomem(parser->error);
        return NULL;
    }
    node->kind = kind;
    node->depth = 1;
    return node;
}

/* Counts a child's levels; false if the tree is too deep. */
static bool deepen(struct parser *parser, struct expression *node,
                   const struct expression *child)
{
    if (child->depth >= node->depth)
        node->depth = child->depth + 1;
    return node->depth <= SELECT_MOST_DEPTH || refuse(parser, "nesting this deep");
}

/* Adds an argument, which may be NULL after a failure. */
static bool add_argument(struct parser *parser, struct expression *node,
                         struct expression *argument)
{
    if (argument == NULL || !deepen(parser, node, argument))
        return false;
    if (!arena_grow(parser->arena, &node->arguments, node->n_arguments,
                    sizeof *node->arguments)) {
        (void)error_nomem(parser->error);
        return false;
    }
    node->arguments[node->n_arguments++] = argument;
    return true;
}

static bool parse_argument(struct parser *parser, struct expression *node,
                           enum level level)
{
    return add_argument(parser, node, parse_expression(parser, level));
}

static bool parse_list(struct parser *parser, struct expression *node)
{
    do {
        if (!parse_argument(parser, node, LEVEL_ANY))
            return false;
    } while (take(parser, ","));
    return true;
}

/* Reads the rest of name(...) [FILTER (WHERE ...)] after the parenthesis. */
static bool parse_call(struct parser *parser, struct expression *node)
{
    node->kind = EXPRESSION_CALL;
    node->is_star = take(parser, "*");
    if (!node->is_star) {
        node->is_distinct = take(parser, "DISTINCT");
        bool has_arguments = take(parser, "ALL") || node->is_distinct ||
                             !is_next(parser, ")");
        if (has_arguments && !parse_list(parser, node))
            return false;
        if (is_next(parser, "ORDER"))
            return refuse(parser, "ORDER BY in an aggregate");
    }
    if (!expect(parser, ")"))
        return false;
    if (!take(parser, "FILTER"))
        return true;
    if (!expect(parser, "(") || !expect(parser, "WHERE"))
        return false;
    node->filter = parse_expression(parser, LEVEL_ANY);
    return node->filter != NULL && deepen(parser, node, node->filter) &&
           expect(parser, ")");
}

static bool parse_named(struct parser *parser, struct expression *node)
{
    node->kind = EXPRESSION_NAME;
    if (!parse_name(parser, &node->name))
        return false;
    if (take(parser, "("))
        return parse_call(parser, node);
    if (!take(parser, "."))
        return true;
    node->table = node->name;
    return parse_name(parser, &node->name);
}

static bool parse_case(struct parser *parser, struct expression *node)
{
    node->has_base = !is_next(parser, "WHEN");
    if (node->has_base && !parse_argument(parser, node, LEVEL_ANY))
        return false;
    do {
        if (!expect(parser, "WHEN") || !parse_argument(parser, node, LEVEL_ANY) ||
            !expect(parser, "THEN") || !parse_argument(parser, node, LEVEL_ANY))
            return false;
    } while (is_next(parser, "WHEN"));
    node->has_else = take(parser, "ELSE");
    if (node->has_else && !parse_argument(parser, node, LEVEL_ANY))
        return false;
    return expect(parser, "END");
}

/* Reads the number of a type, with its sign. */
static bool parse_type_number(struct parser *parser)
{
    if (!take(parser, "-"))
        take(parser, "+");
    if (parser->token.kind != SQL_INTEGER)
        return unexpected(parser);
    advance(parser);
    return true;
}

/* Reads words, and one or two numbers in parentheses. */
static bool parse_cast(struct parser *parser, struct expression *node)
{
    if (!expect(parser, "(") || !parse_argument(parser, node, LEVEL_ANY) ||
        !expect(parser, "AS"))
        return false;
    const uint8_t *start = parser->token.text.data;
    if (parser->token.kind != SQL_NAME)
        return unexpected(parser);
    while (parser->token.kind == SQL_NAME)
        advance(parser);
    if (take(parser, "(") &&
        (!parse_type_number(parser) ||
         (take(parser, ",") && !parse_type_number(parser)) || !expect(parser, ")")))
        return false;
    node->name = text_since(parser, start);
    return expect(parser, ")");
}

/* After a minus, 9223372036854775808 is the least integer, and 0x8000000000000000 an
 * error of SQLite, whose versions differ in what they are after a minus and a plus. */
static bool parse_sign(struct parser *parser, struct expression *node)
{
    if (!parse_argument(parser, node, LEVEL_SIGN))
        return false;
    struct slice text = node->arguments[0]->text;
    struct literal value = node->arguments[0]->value;
    bool is_decimal = value.type == LITERAL_REAL && value.real == SQL_TOKEN_TWO_TO_63;
    bool is_hex = value.type == LITERAL_INTEGER && value.integer == INT64_MIN &&
                  text.data[0] == '0';
    if (node->op == OP_NEGATE && is_decimal) {
        *node = (struct expression){.kind = EXPRESSION_LITERAL, .depth = 1};
        node->value = (struct literal){.type = LITERAL_INTEGER, .integer = INT64_MIN};
        return true;
    }
    if (node->op != OP_COMPLEMENT && (is_decimal || is_hex))
        return refuse(parser, "a sign before 2 to the 63rd");
    return true;
}

static bool parse_literal(struct parser *parser, struct expression *node)
{
    enum status status = sql_token_literal(&parser->token, parser->arena, &node->value,
                                           parser->error);
    advance(parser);
    return status == OK;
}

/* Reads what is no binary operator's: operands, and operators before them. */
static bool parse_operand(struct parser *parser, struct expression *node)
{
    enum sql_token_kind kind = parser->token.kind;
    if (kind >= SQL_TEXT && kind <= SQL_REAL)
        return parse_literal(parser, node);
    if (is_name(parser))
        return parse_named(parser, node);
    if (take(parser, "NULL")) {
        node->value.type = LITERAL_NULL;
        return true;
    }
    if (take(parser, "CASE")) {
        node->kind = EXPRESSION_CASE;
        return parse_case(parser, node);
    }
    if (take(parser, "CAST")) {
        node->kind = EXPRESSION_CAST;
        return parse_cast(parser, node);
    }
    node->kind = EXPRESSION_UNARY;
    if (take(parser, "NOT")) {
        node->op = OP_NOT;
        return parse_argument(parser, node, LEVEL_NOT);
    }
    node->op = is_next(parser, "-")   ? OP_NEGATE
               : is_next(parser, "+") ? OP_PLUS
                                      : OP_COMPLEMENT;
    if (node->op == OP_COMPLEMENT && !is_next(parser, "~"))
        return unexpected(parser);
    advance(parser);
    return parse_sign(parser, node);
}

/* Reads an operand, or an expression in parentheses, whose text has none. */
static struct expression *parse_prefix(struct parser *parser)
{
    const uint8_t *start = parser->token.text.data;
    if (take(parser, "(")) {
        struct expression *within = parse_expression(parser, LEVEL_ANY);
        if (within != NULL && is_next(parser, ","))
            refuse(parser, "a row value");
        return within != NULL && expect(parser, ")") ? within : NULL;
    }
    struct expression *node = new_node(parser, EXPRESSION_LITERAL);
    if (node == NULL || !parse_operand(parser, node))
        return NULL;
    node->text = text_since(parser, start);
    return node;
}

static const struct infix {
    const char *word;
    enum level level;
    enum expression_kind kind;
    enum expression_op op;
} infixes[] = {
    {"OR", LEVEL_OR, EXPRESSION_BINARY, OP_OR},
    {"AND", LEVEL_AND, EXPRESSION_BINARY, OP_AND},
    {"=", LEVEL_EQUALITY, EXPRESSION_BINARY, OP_EQ},
    {"==", LEVEL_EQUALITY, EXPRESSION_BINARY, OP_EQ},
    {"!=", LEVEL_EQUALITY, EXPRESSION_BINARY, OP_NE},
    {"<>", LEVEL_EQUALITY, EXPRESSION_BINARY, OP_NE},
    {"IS", LEVEL_EQUALITY, EXPRESSION_BINARY, OP_IS},
    {"ISNULL", LEVEL_EQUALITY, EXPRESSION_IS_NULL, OP_NONE},
    {"NOTNULL", LEVEL_EQUALITY, EXPRESSION_IS_NULL, OP_NONE},
    {"NOT", LEVEL_EQUALITY, EXPRESSION_IS_NULL, OP_NONE},
    {"BETWEEN", LEVEL_EQUALITY, EXPRESSION_BETWEEN, OP_NONE},
    {"IN", LEVEL_EQUALITY, EXPRESSION_IN, OP_NONE},
    {"LIKE", LEVEL_EQUALITY, EXPRESSION_LIKE, OP_NONE},
    {"GLOB", LEVEL_EQUALITY, EXPRESSION_GLOB, OP_NONE},
    {"<", LEVEL_ORDER, EXPRESSION_BINARY, OP_LT},
    {"<=", LEVEL_ORDER, EXPRESSION_BINARY, OP_LE},
    {">", LEVEL_ORDER, EXPRESSION_BINARY, OP_GT},
    {">=", LEVEL_ORDER, EXPRESSION_BINARY, OP_GE},
    {"&", LEVEL_BITS, EXPRESSION_BINARY, OP_BIT_AND},
    {"|", LEVEL_BITS, EXPRESSION_BINARY, OP_BIT_OR},
    {"<<", LEVEL_BITS, EXPRESSION_BINARY, OP_SHIFT_LEFT},
    {">>", LEVEL_BITS, EXPRESSION_BINARY, OP_SHIFT_RIGHT},
    {"+", LEVEL_SUM, EXPRESSION_BINARY, OP_ADD},
    {"-", LEVEL_SUM, EXPRESSION_BINARY, OP_SUBTRACT},
    {"*", LEVEL_PRODUCT, EXPRESSION_BINARY, OP_MULTIPLY},
    {"/", LEVEL_PRODUCT, EXPRESSION_BINARY, OP_DIVIDE},
    {"%", LEVEL_PRODUCT, EXPRESSION_BINARY, OP_REMAINDER},
    {"||", LEVEL_CONCATENATE, EXPRESSION_BINARY, OP_CONCATENATE},
    {"COLLATE", LEVEL_COLLATE, EXPRESSION_COLLATE, OP_NONE},
};

/* The operator that the next token begins after an operand, or NULL. */
static const struct infix *next_infix(const struct parser *parser)
{
    for (size_t i = 0; i < sizeof infixes / sizeof *infixes; i++) {
        if (is_next(parser, infixes[i].word))
            return &infixes[i];
    }
    return NULL;
}

/* x IS [NOT] y, x IS [NOT] DISTINCT FROM y; with NULL, SQLite reads x [NOT] NULL. */
static bool parse_is(struct parser *parser, struct expression *node)
{
    bool is_negated = take(parser, "NOT");
    if (take(parser, "DISTINCT")) {
        if (!expect(parser, "FROM"))
            return false;
        is_negated = !is_negated;
    }
    node->op = is_negated ? OP_IS_NOT : OP_IS;
    if (!parse_argument(parser, node, LEVEL_EQUALITY + 1))
        return false;
    if (node->arguments[1]->value.type == LITERAL_NULL) {
        node->kind = EXPRESSION_IS_NULL;
        node->op = OP_NONE;
        node->is_negated = is_negated;
        node->n_arguments = 1;
    }
    return true;
}

/* SQLite's grammar has no operator AND within the first bound, but weaker ones than that
 * of the second, which ends where x BETWEEN ... ends. */
static bool parse_between(struct parser *parser, struct expression *node)
{
    return parse_argument(parser, node, LEVEL_NOT) && expect(parser, "AND") &&
           parse_argument(parser, node, LEVEL_EQUALITY + 1);
}

/* Reads an operator after its left operand, which is an argument of the node, and its
 * other operands. */
static bool parse_infix(struct parser *parser, struct expression *node)
{
    const struct infix *infix = next_infix(parser);
    bool is_not = take(parser, "NOT");
    node->kind = infix->kind;
    if (is_not) {
        node->is_negated = true;
        if (take(parser, "NULL"))
            return true;
        infix = next_infix(parser);
        if (infix == NULL ||
            (infix->kind != EXPRESSION_BETWEEN && infix->kind != EXPRESSION_IN &&
             infix->kind != EXPRESSION_LIKE && infix->kind != EXPRESSION_GLOB))
            return unexpected(parser);
        node->kind = infix->kind;
    }
    node->op = infix->op;
    advance(parser);
    if (node->op == OP_IS)
        return parse_is(parser, node);
    switch (node->kind) {
    case EXPRESSION_IS_NULL:
        node->is_negated = infix->word[0] == 'N';
        return true;
    case EXPRESSION_BETWEEN:
        return parse_between(parser, node);
    case EXPRESSION_IN:
        return expect(parser, "(") &&
               (is_next(parser, ")") || parse_list(parser, node)) && expect(parser, ")");
    case EXPRESSION_COLLATE:
        return parse_name(parser, &node->name);
    default:
        return parse_argument(parser, node, infix->level + 1) &&
               (node->kind != EXPRESSION_LIKE || !take(parser, "ESCAPE") ||
                parse_argument(parser, node, LEVEL_EQUALITY + 1));
    }
}

/* Reads operands and the operators between them, from that level on. */
static struct expression *parse_expression(struct parser *parser, enum level level)
{
    const uint8_t *start = parser->token.text.data;
    const struct infix *infix;
    if (parser->depth++ == SELECT_MOST_DEPTH) {
        refuse(parser, "nesting this deep");
        return NULL;
    }
    struct expression *left = parse_prefix(parser);
    while (left != NULL && (infix = next_infix(parser)) != NULL &&
           infix->level >= level) {
        struct expression *node = new_node(parser, infix->kind);
        if (node == NULL || !add_argument(parser, node, left) ||
            !parse_infix(parser, node))
            return NULL;
        node->text = text_since(parser, start);
        left = node;
    }
    parser->depth--;
    return left;
}

/* Reads an expression, and the text with parentheses around it. */
static bool parse_clause(struct parser *parser, struct expression **expression,
                         struct slice *text)
{
    const uint8_t *start = parser->token.text.data;
    *expression = parse_expression(parser, LEVEL_ANY);
    *text = text_since(parser, start);
    return *expression != NULL;
}

/* ---- The statement --------------------------------------------------------------- */

/* Reads results, or the keys of GROUP BY, which have no aliases. */
static bool parse_results(struct parser *parser, struct select_result **results,
                          uint32_t *n, bool has_aliases)
{
    do {
        struct select_result result = {0};
        if (!parse_clause(parser, &result.expression, &result.text) ||
            (has_aliases && !parse_alias(parser, &result.alias)))
            return false;
        if (!arena_grow(parser->arena, results, *n, sizeof result)) {
            (void)error_nomem(parser->error);
            return false;
        }
        (*results)[(*n)++] = result;
    } while (take(parser, ","));
    return true;
}

/* A text, too, may be the name of a table: FROM 'trips.parquet'. */
static bool parse_table_name(struct parser *parser, struct slice *name)
{
    if (parser->token.kind == SQL_TEXT)
        parser->token.kind = SQL_QUOTED_NAME;
    return parse_name(parser, name);
}

static bool parse_table(struct parser *parser, struct select_statement *statement)
{
    const uint8_t *start = parser->token.text.data;
    if (is_next(parser, "("))
        return refuse(parser, "a subquery");
    if (!parse_table_name(parser, &statement->table))
        return false;
    if (take(parser, ".")) {
        statement->schema = statement->table;
        if (!parse_table_name(parser, &statement->table))
            return false;
    }
    statement->table_text = text_since(parser, start);
    if (is_next(parser, "("))
        return refuse(parser, "a table-valued function");
    if (!parse_alias(parser, &statement->table_alias))
        return false;
    return !is_next(parser, ",") || refuse(parser, "JOIN");
}

static bool parse_orders(struct parser *parser, struct select_statement *statement)
{
    do {
        struct select_order order = {0};
        if (!parse_clause(parser, &order.expression, &order.text))
            return false;
        const uint8_t *start = parser->token.text.data;
        order.is_descending = take(parser, "DESC");
        bool has_direction = order.is_descending || take(parser, "ASC");
        if (take(parser, "NULLS")) {
            has_direction = true;
            if (!take(parser, "FIRST") && !expect(parser, "LAST"))
                return false;
        }
        if (has_direction)
            order.direction = text_since(parser, start);
        if (!arena_grow(parser->arena, &statement->orders, statement->n_orders,
                        sizeof order)) {
            (void)error_nomem(parser->error);
            return false;
        }
        statement->orders[statement->n_orders++] = order;
    } while (take(parser, ","));
    return true;
}

/* LIMIT offset, limit means LIMIT limit OFFSET offset. */
static bool parse_limit(struct parser *parser, struct select_statement *statement)
{
    if (!parse_clause(parser, &statement->limit, &statement->limit_text))
        return false;
    if (take(parser, ",")) {
        statement->offset = statement->limit;
        statement->offset_text = statement->limit_text;
        return parse_clause(parser, &statement->limit, &statement->limit_text);
    }
    return !take(parser, "OFFSET") ||
           parse_clause(parser, &statement->offset, &statement->offset_text);
}

static bool parse_statement(struct parser *parser, struct select_statement *statement)
{
    if (!expect(parser, "SELECT"))
        return false;
    statement->is_distinct = take(parser, "DISTINCT");
    if (!statement->is_distinct)
        take(parser, "ALL");
    if (!parse_results(parser, &statement->results, &statement->n_results, true) ||
        !expect(parser, "FROM") || !parse_table(parser, statement))
        return false;
    if (take(parser, "WHERE") &&
        !parse_clause(parser, &statement->where, &statement->where_text))
        return false;
    if (take(parser, "GROUP") &&
        (!expect(parser, "BY") ||
         !parse_results(parser, &statement->keys, &statement->n_keys, false)))
        return false;
    /* Before 3.39, SQLite refuses HAVING without GROUP BY. */
    if (statement->n_keys > 0 && take(parser, "HAVING") &&
        !parse_clause(parser, &statement->having, &statement->having_text))
        return false;
    if (take(parser, "ORDER") &&
        (!expect(parser, "BY") || !parse_orders(parser, statement)))
        return false;
    if (take(parser, "LIMIT") && !parse_limit(parser, statement))
        return false;
    if (take(parser, ";") && parser->token.kind != SQL_END)
        return refuse(parser, "a second statement");
    return parser->token.kind == SQL_END || unexpected(parser);
}

enum status select_parse(struct slice text, struct arena *arena,
                         struct select_statement *statement, struct error *error)
{
    struct parser parser = {.rest = text, .arena = arena, .error = error};
    *statement = (struct select_statement){0};
    /* SQLite's statements end at a zero byte. */
    if (text.size > 0 && memchr(text.data, 0, text.size) != NULL)
        return error_set(error, UNSUPPORTED, "a zero byte is not known");
    parser.token.text = slice_of(text.data, 0);
    advance(&parser);
    (void)!parse_statement(&parser, statement);
    return error->status;
}
