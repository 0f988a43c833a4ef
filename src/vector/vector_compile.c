/* SPDX-License-Identifier: MIT */
/* vector_compile.c - the tree of an expression becomes nodes. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "vector/select_names.h"
#include "vector/time_parts.h"
#include "vector/vector_program.h"

static enum status refuse(const char *what, struct error *error)
{
    return error_set(error, UNSUPPORTED, "%s", what);
}

static enum node_type type_of(const struct vector_program *program, uint32_t node)
{
    return program->nodes[node].type;
}

static bool is_number(enum node_type type)
{
    return type == NODE_INTEGER || type == NODE_REAL;
}

/* ---- Nodes ----------------------------------------------------------------------- */

static bool is_same_node(const struct vector_node *a, const struct vector_node *b)
{
    return a->operation == b->operation && a->type == b->type && a->source == b->source &&
           a->n_arguments == b->n_arguments &&
           memcmp(a->arguments, b->arguments, sizeof a->arguments) == 0 &&
           a->list == b->list && a->pattern == b->pattern && a->derived == b->derived &&
           literal_equals(&a->value, &b->value) &&
           (a->value.type != LITERAL_REAL ||
            memcmp(&a->value.real, &b->value.real, sizeof a->value.real) == 0);
}

/* Whether all columns that the node depends on are one, which is not itself the node. */
static bool has_one_column(const struct vector_program *program,
                           const struct vector_node *node, uint32_t *source)
{
    bool has = true, is_any = false;
    for (uint32_t i = 0; i < node->n_arguments; i++) {
        const struct vector_node *a = &program->nodes[node->arguments[i]];
        uint32_t other = a->source;
        if (a->operation == NODE_LITERAL)
            continue;
        has = has && (a->operation == NODE_COLUMN || a->is_by_entry) &&
              (!is_any || *source == other);
        *source = other;
        is_any = true;
    }
    return has && is_any;
}

/* Adds a node, or finds one that is the same. */
static enum status add_node(struct vector_program *program, struct vector_node node,
                            uint32_t *number, struct error *error)
{
    if (node.type != NODE_STORED && node.operation != NODE_COLUMN &&
        node.operation != NODE_DERIVE)
        node.is_by_entry = has_one_column(program, &node, &node.source);
    for (*number = 0; *number < program->n_nodes; ++*number)
        if (is_same_node(&program->nodes[*number], &node))
            return OK;
    if (program->n_nodes == MOST_NODES)
        return refuse("an expression is too long", error);
    if (!mem_grow(&program->nodes, (size_t)program->n_nodes + 1, sizeof node))
        return error_nomem(error);
    program->nodes[program->n_nodes++] = node;
    return OK;
}

static enum status add_operation(struct vector_program *program,
                                 enum node_operation operation, enum node_type type,
                                 const uint32_t *arguments, uint32_t n, uint32_t *node,
                                 struct error *error)
{
    struct vector_node new = {.operation = operation, .type = type, .n_arguments = n};
    for (uint32_t i = 0; i < n; i++)
        new.arguments[i] = arguments[i];
    return add_node(program, new, node, error);
}

static enum status add_not(struct vector_program *program, uint32_t argument,
                           uint32_t *node, struct error *error)
{
    return add_operation(program, NODE_NOT, NODE_INTEGER, &argument, 1, node, error);
}

/* ---- Leaves ---------------------------------------------------------------------- */

static enum status compile_column(struct vector_program *program, uint32_t source,
                                  enum node_use use, uint32_t *node, struct error *error)
{
    static const enum node_type types[] = {
        [SOURCE_OPAQUE] = NODE_OPAQUE, [SOURCE_INTEGER] = NODE_INTEGER,
        [SOURCE_REAL] = NODE_REAL,     [SOURCE_DECIMAL] = NODE_REAL,
        [SOURCE_TEXT] = NODE_TEXT,     [SOURCE_BLOB] = NODE_BLOB,
        [SOURCE_SPELLED] = NODE_TEXT,
    };
    const struct vector_source *s = &program->sources[source];
    struct vector_node new = {.operation = NODE_COLUMN, .source = source};
    int64_t low, high;
    if (s->form == SOURCE_ABSENT || s->stored->unreadable_reason != NULL)
        return refuse("a column is not known", error);
    if (s->form == SOURCE_OPAQUE && use != USE_NULLS)
        return refuse("a column's type is not known", error);
    new.type = types[s->form];
    if (use == USE_NULLS && s->form != SOURCE_REAL)
        new.type = NODE_OPAQUE;
    else if (s->form == SOURCE_SPELLED && s->stored->kind != VECTOR_INSTANT &&
             (use == USE_DIFFERENCE ||
              (use == USE_ORDER && (s->stored->type == COLUMN_UUID ||
                                    vector_source_ordered(s, &low, &high)))))
        new.type = NODE_STORED;
    else if (new.type == NODE_TEXT && !program->compares_bytes &&
             (use == USE_ORDER || s->form == SOURCE_TEXT)) /* may be no UTF-8 */
        return refuse("text is in UTF-16", error);
    return add_node(program, new, node, error);
}

static enum status compile_literal(struct vector_program *program,
                                   const struct literal *value, uint32_t *node,
                                   struct error *error)
{
    static const enum node_type types[] = {[LITERAL_INTEGER] = NODE_INTEGER,
                                           [LITERAL_REAL] = NODE_REAL,
                                           [LITERAL_TEXT] = NODE_TEXT,
                                           [LITERAL_BLOB] = NODE_BLOB};
    struct vector_node new = {.operation = NODE_LITERAL, .value = *value};
    if (value->type == LITERAL_NULL)
        return refuse("NULL is not known here", error);
    new.type = types[value->type];
    return add_node(program, new, node, error);
}

/* The value of a literal, or of the negative of a number. */
static bool literal_of(const struct expression *e, struct literal *value)
{
    if (e->kind == EXPRESSION_LITERAL) {
        *value = e->value;
        return true;
    }
    if (e->kind != EXPRESSION_UNARY || e->op != OP_NEGATE ||
        e->arguments[0]->kind != EXPRESSION_LITERAL)
        return false;
    *value = e->arguments[0]->value;
    if (value->type == LITERAL_REAL)
        value->real = -value->real;
    else if (value->type == LITERAL_INTEGER && value->integer != INT64_MIN)
        value->integer = -value->integer;
    else
        return false;
    return true;
}

/* ---- Operations ------------------------------------------------------------------ */

static enum status compile(struct vector_program *program, const struct expression *e,
                           enum node_use use, uint32_t *node, struct error *error);

static enum status compile_arguments(struct vector_program *program,
                                     const struct expression *e, enum node_use use,
                                     uint32_t *nodes, struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < e->n_arguments; i++)
        status = compile(program, e->arguments[i], use, &nodes[i], error);
    return status;
}

static enum status compile_arithmetic(struct vector_program *program,
                                      const struct expression *e, uint32_t *node,
                                      struct error *error)
{
    static const enum node_operation operations[] = {[OP_ADD] = NODE_ADD,
                                                     [OP_SUBTRACT] = NODE_SUBTRACT,
                                                     [OP_MULTIPLY] = NODE_MULTIPLY,
                                                     [OP_DIVIDE] = NODE_DIVIDE,
                                                     [OP_REMAINDER] = NODE_REMAINDER};
    uint32_t nodes[2];
    enum status status = compile_arguments(program, e, USE_VALUE, nodes, error);
    if (status != OK)
        return status;
    enum node_type a = type_of(program, nodes[0]), b = type_of(program, nodes[1]);
    if (!is_number(a) || !is_number(b))
        return refuse("arithmetic with text is not known", error);
    enum node_type type = a == NODE_REAL || b == NODE_REAL ? NODE_REAL : NODE_INTEGER;
    if (e->op == OP_REMAINDER && type == NODE_REAL)
        return refuse("% of reals is not known", error);
    return add_operation(program, operations[e->op], type, nodes, 2, node, error);
}

/* Whether the expression is a column whose stored values take the place of text; not if
 * the text of the same value depends on the column, as in ISO 8601 on its time zone. */
static bool is_spelled_column(const struct vector_program *program,
                              const struct expression *e, const struct column **column)
{
    uint32_t source;
    if (!expression_source(e, &source) ||
        program->sources[source].form != SOURCE_SPELLED ||
        program->sources[source].style != TIMES_AS_SHOWN)
        return false;
    *column = program->sources[source].stored;
    return true;
}

/* Compiles two expressions that are compared, and checks that SQLite converts neither. */
static enum status compile_pair(struct vector_program *program,
                                const struct expression *a, const struct expression *b,
                                bool is_ordered, uint32_t *nodes, struct error *error)
{
    const struct column *x, *y;
    enum node_use use = USE_VALUE;
    if (is_spelled_column(program, a, &x) && is_spelled_column(program, b, &y) &&
        column_types_are_same(x, y))
        use = is_ordered ? USE_ORDER : USE_DIFFERENCE;
    enum status status = compile(program, a, use, &nodes[0], error);
    if (status == OK)
        status = compile(program, b, use, &nodes[1], error);
    if (status != OK)
        return status;
    enum node_type s = type_of(program, nodes[0]), t = type_of(program, nodes[1]);
    if (s != t && !(is_number(s) && is_number(t)))
        return refuse("a comparison converts a value", error);
    if (s == NODE_TEXT && is_ordered && !program->compares_bytes)
        return refuse("text is in UTF-16", error);
    return OK;
}

static enum status compile_comparison(struct vector_program *program,
                                      enum expression_op op, const struct expression *a,
                                      const struct expression *b, uint32_t *node,
                                      struct error *error)
{
    static const enum node_operation operations[] = {
        [OP_EQ] = NODE_EQ, [OP_NE] = NODE_NE, [OP_LT] = NODE_LT,
        [OP_LE] = NODE_LE, [OP_GT] = NODE_GT, [OP_GE] = NODE_GE};
    uint32_t nodes[2];
    bool is_ordered = op != OP_EQ && op != OP_NE;
    enum status status = compile_pair(program, a, b, is_ordered, nodes, error);
    return status == OK ? add_operation(program, operations[op], NODE_INTEGER, nodes, 2,
                                        node, error)
                        : status;
}

static enum status compile_logic(struct vector_program *program,
                                 const struct expression *e, uint32_t *node,
                                 struct error *error)
{
    uint32_t nodes[2];
    enum status status = compile_arguments(program, e, USE_TRUTH, nodes, error);
    return status == OK ? add_operation(program, e->op == OP_AND ? NODE_AND : NODE_OR,
                                        NODE_INTEGER, nodes, 2, node, error)
                        : status;
}

/* Functions of a text; the other arguments are integers or literals. */
static const struct text_function {
    const char *name;
    enum node_operation operation;
    uint32_t least_arguments, most_arguments;
} TEXT_FUNCTIONS[] = {
    {"substr", NODE_SUBSTR, 2, 3}, {"substring", NODE_SUBSTR, 2, 3},
    {"instr", NODE_INSTR, 2, 2},   {"replace", NODE_REPLACE, 3, 3},
    {"lower", NODE_LOWER, 1, 1},   {"upper", NODE_UPPER, 1, 1},
    {"trim", NODE_TRIM, 1, 2},     {"ltrim", NODE_LTRIM, 1, 2},
    {"rtrim", NODE_RTRIM, 1, 2},
};

static const struct text_function *find_text_function(const struct expression *e)
{
    enum { N = sizeof TEXT_FUNCTIONS / sizeof *TEXT_FUNCTIONS };
    for (int i = 0; i < N && e->kind == EXPRESSION_CALL; i++)
        if (slice_is_word(e->name, TEXT_FUNCTIONS[i].name))
            return &TEXT_FUNCTIONS[i];
    return NULL;
}

static bool is_ascii(struct bytes_value text)
{
    size_t i = 0;
    while (i < text.size && text.data[i] < 0x80)
        i++;
    return i == text.size;
}

/* Whether argument k, which is not the first, has a form that is known. */
static bool fits_function(const struct vector_program *program,
                          enum node_operation operation, uint32_t k, uint32_t argument)
{
    const struct vector_node *node = &program->nodes[argument];
    struct bytes_value text = node->value.bytes;
    if (operation == NODE_SUBSTR)
        return node->type == NODE_INTEGER;
    if (operation == NODE_CONCATENATE)
        return node->type == NODE_TEXT;
    if (node->type != NODE_TEXT || node->operation != NODE_LITERAL)
        return false;
    if (operation == NODE_TRIM || operation == NODE_LTRIM || operation == NODE_RTRIM)
        return is_ascii(text);
    if (operation == NODE_REPLACE)
        return k == 2 || text.size > 0;
    return text.size > 0 && (text.data[0] & 0xc0) != 0x80;
}

static enum status compile_text_operation(struct vector_program *program,
                                          const struct expression *e,
                                          enum node_operation operation, uint32_t *node,
                                          struct error *error)
{
    uint32_t nodes[MOST_NODE_ARGUMENTS];
    if (!program->compares_bytes)
        return refuse("text is in UTF-16", error);
    enum status status = compile_arguments(program, e, USE_VALUE, nodes, error);
    if (status != OK)
        return status;
    bool fits = type_of(program, nodes[0]) == NODE_TEXT;
    for (uint32_t k = 1; k < e->n_arguments; k++)
        fits = fits && fits_function(program, operation, k, nodes[k]);
    if (!fits)
        return refuse("a function of such values is not known", error);
    return add_operation(program, operation,
                         operation == NODE_INSTR ? NODE_INTEGER : NODE_TEXT, nodes,
                         e->n_arguments, node, error);
}

static enum status compile_binary(struct vector_program *program,
                                  const struct expression *e, uint32_t *node,
                                  struct error *error)
{
    switch (e->op) {
    case OP_AND:
    case OP_OR:
        return compile_logic(program, e, node, error);
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE:
        return compile_comparison(program, e->op, e->arguments[0], e->arguments[1], node,
                                  error);
    case OP_ADD:
    case OP_SUBTRACT:
    case OP_MULTIPLY:
    case OP_DIVIDE:
    case OP_REMAINDER:
        return compile_arithmetic(program, e, node, error);
    case OP_CONCATENATE:
        return compile_text_operation(program, e, NODE_CONCATENATE, node, error);
    default:
        return refuse("an operator is not known", error);
    }
}

static enum status compile_unary(struct vector_program *program,
                                 const struct expression *e, uint32_t *node,
                                 struct error *error)
{
    struct literal value;
    uint32_t argument;
    if (literal_of(e, &value))
        return compile_literal(program, &value, node, error);
    if (e->op != OP_NOT && e->op != OP_NEGATE)
        return refuse("an operator is not known", error);
    enum status status = compile(program, e->arguments[0],
                                 e->op == OP_NOT ? USE_TRUTH : USE_VALUE, &argument,
                                 error);
    if (status != OK || e->op == OP_NOT)
        return status == OK ? add_not(program, argument, node, error) : status;
    if (!is_number(type_of(program, argument)))
        return refuse("arithmetic with text is not known", error);
    return add_operation(program, NODE_NEGATE, type_of(program, argument), &argument, 1,
                         node, error);
}

static enum status compile_null_test(struct vector_program *program,
                                     const struct expression *e, uint32_t *node,
                                     struct error *error)
{
    uint32_t argument;
    enum status status = compile(program, e->arguments[0], USE_NULLS, &argument, error);
    if (status == OK)
        status = add_operation(program, NODE_IS_NULL, NODE_INTEGER, &argument, 1, node,
                               error);
    return status == OK && e->is_negated ? add_not(program, *node, node, error) : status;
}

static enum status compile_between(struct vector_program *program,
                                   const struct expression *e, uint32_t *node,
                                   struct error *error)
{
    uint32_t nodes[2];
    enum status status = compile_comparison(program, OP_GE, e->arguments[0],
                                            e->arguments[1], &nodes[0], error);
    if (status == OK)
        status = compile_comparison(program, OP_LE, e->arguments[0], e->arguments[2],
                                    &nodes[1], error);
    if (status == OK)
        status = add_operation(program, NODE_AND, NODE_INTEGER, nodes, 2, node, error);
    return status == OK && e->is_negated ? add_not(program, *node, node, error) : status;
}

static int compare_integers(const void *a, const void *b)
{
    int64_t x = ((const struct literal *)a)->integer;
    int64_t y = ((const struct literal *)b)->integer;
    return (x > y) - (x < y);
}

static enum status compile_in(struct vector_program *program, const struct expression *e,
                              uint32_t *node, struct error *error)
{
    static const enum literal_type types[] = {[NODE_INTEGER] = LITERAL_INTEGER,
                                              [NODE_REAL] = LITERAL_REAL,
                                              [NODE_TEXT] = LITERAL_TEXT,
                                              [NODE_BLOB] = LITERAL_BLOB};
    uint32_t argument, n = e->n_arguments - 1;
    enum status status = compile(program, e->arguments[0], USE_VALUE, &argument, error);
    struct literal *list = arena_alloc(&program->arena, (size_t)n + 1, sizeof *list);
    if (status == OK && list == NULL)
        return error_nomem(error);
    if (status != OK)
        return status;
    enum node_type type = type_of(program, argument);
    for (uint32_t i = 0; i < n; i++) {
        if (!literal_of(e->arguments[i + 1], &list[i]))
            return refuse("an expression in IN is not known", error);
        if (type == NODE_REAL && list[i].type == LITERAL_INTEGER &&
            list[i].integer == (int64_t)(int32_t)list[i].integer)
            list[i] = (struct literal){.type = LITERAL_REAL,
                                       .real = (double)list[i].integer};
        if (list[i].type != (int)types[type])
            return refuse("a comparison converts a value", error);
    }
    if (type == NODE_INTEGER)
        qsort(list, n, sizeof *list, compare_integers);
    struct vector_node new = {.operation = NODE_IN,
                              .type = NODE_INTEGER,
                              .arguments = {argument},
                              .n_arguments = 1,
                              .list = list,
                              .n_list = n};
    status = add_node(program, new, node, error);
    return status == OK && e->is_negated ? add_not(program, *node, node, error) : status;
}

static enum status compile_match(struct vector_program *program,
                                 const struct expression *e, uint32_t *node,
                                 struct error *error)
{
    struct literal pattern;
    uint32_t argument;
    if (!program->has_own_patterns)
        return refuse("LIKE is not SQLite's own", error);
    if (e->n_arguments != 2 || !literal_of(e->arguments[1], &pattern) ||
        pattern.type != LITERAL_TEXT || pattern.bytes.size > MOST_PATTERN_BYTES)
        return refuse("a pattern is not known", error);
    enum status status = compile(program, e->arguments[0], USE_VALUE, &argument, error);
    if (status != OK)
        return status;
    if (type_of(program, argument) != NODE_TEXT)
        return refuse("a pattern for what is not text is not known", error);
    struct vector_node new = {.operation = NODE_MATCH,
                              .type = NODE_INTEGER,
                              .arguments = {argument},
                              .n_arguments = 1};
    new.pattern = arena_alloc(&program->arena, 1, sizeof *new.pattern);
    if (new.pattern == NULL)
        return error_nomem(error);
    status = text_pattern_init(new.pattern,
                               e->kind == EXPRESSION_LIKE ? PATTERN_LIKE : PATTERN_GLOB,
                               pattern.bytes.data, pattern.bytes.size, error);
    if (status == OK)
        status = add_node(program, new, node, error);
    if (status != OK)
        text_pattern_release(new.pattern);
    return status == OK && e->is_negated ? add_not(program, *node, node, error) : status;
}

/* when: the condition; base: what it is compared with, or NULL. */
static enum status compile_when(struct vector_program *program,
                                const struct expression *base,
                                const struct expression *when, uint32_t *node,
                                struct error *error)
{
    return base != NULL ? compile_comparison(program, OP_EQ, base, when, node, error)
                        : compile(program, when, USE_TRUTH, node, error);
}

/* From the last choice to the first.  What is left out is null, of the same type. */
static enum status compile_case(struct vector_program *program,
                                const struct expression *e, uint32_t *node,
                                struct error *error)
{
    const struct expression *base = e->has_base ? e->arguments[0] : NULL;
    uint32_t end = e->n_arguments - e->has_else, arguments[MOST_NODE_ARGUMENTS];
    enum node_type type = NODE_OPAQUE;
    enum status status = OK;
    const struct expression *other = e->has_else ? e->arguments[end] : NULL;
    bool has_other = other != NULL && !(other->kind == EXPRESSION_LITERAL &&
                                        other->value.type == LITERAL_NULL);
    if (has_other) {
        status = compile(program, other, USE_VALUE, &arguments[2], error);
        type = status == OK ? type_of(program, arguments[2]) : type;
    }
    for (uint32_t i = end; status == OK && i > e->has_base; i -= 2) {
        status = compile(program, e->arguments[i - 1], USE_VALUE, &arguments[1], error);
        if (status == OK)
            status = compile_when(program, base, e->arguments[i - 2], &arguments[0],
                                  error);
        if (status != OK)
            return status;
        if (type != NODE_OPAQUE && type_of(program, arguments[1]) != type)
            return refuse("CASE of several types is not known", error);
        type = type_of(program, arguments[1]);
        status = add_operation(program, NODE_CHOOSE, type, arguments, has_other ? 3 : 2,
                               &arguments[2], error);
        has_other = true;
    }
    *node = arguments[2];
    return status;
}

static enum status compile_length(struct vector_program *program,
                                  const struct expression *e, uint32_t *node,
                                  struct error *error)
{
    uint32_t argument;
    enum status status = compile(program, e->arguments[0], USE_VALUE, &argument, error);
    if (status != OK)
        return status;
    if (type_of(program, argument) != NODE_TEXT &&
        type_of(program, argument) != NODE_BLOB)
        return refuse("length() of a number is not known", error);
    return add_operation(program, NODE_LENGTH, NODE_INTEGER, &argument, 1, node, error);
}

static enum status compile_call(struct vector_program *program,
                                const struct expression *e, uint32_t *node,
                                struct error *error)
{
    const struct text_function *function = find_text_function(e);
    bool is_plain = e->filter == NULL && !e->is_distinct && !e->is_star;
    if (is_plain && e->n_arguments == 1 && slice_is_word(e->name, "length"))
        return compile_length(program, e, node, error);
    if (!is_plain || function == NULL || e->n_arguments < function->least_arguments ||
        e->n_arguments > function->most_arguments)
        return refuse("a function is not known", error);
    if (!program->has_own_texts)
        return refuse("a function is not SQLite's own", error);
    return compile_text_operation(program, e, function->operation, node, error);
}

static enum status compile_natively(struct vector_program *program,
                                    const struct expression *e, enum node_use use,
                                    uint32_t *node, struct error *error)
{
    uint32_t source;
    if (expression_source(e, &source))
        return compile_column(program, source, use, node, error);
    switch (e->kind) {
    case EXPRESSION_NAME:
        if (e->stands_for != NULL)
            return compile(program, e->stands_for, use, node, error);
        return refuse("a name is not known", error);
    case EXPRESSION_LITERAL:
        return compile_literal(program, &e->value, node, error);
    case EXPRESSION_UNARY:
        return compile_unary(program, e, node, error);
    case EXPRESSION_BINARY:
        return compile_binary(program, e, node, error);
    case EXPRESSION_IS_NULL:
        return compile_null_test(program, e, node, error);
    case EXPRESSION_BETWEEN:
        return compile_between(program, e, node, error);
    case EXPRESSION_IN:
        return compile_in(program, e, node, error);
    case EXPRESSION_LIKE:
    case EXPRESSION_GLOB:
        return compile_match(program, e, node, error);
    case EXPRESSION_CASE:
        return compile_case(program, e, node, error);
    case EXPRESSION_CALL:
        return compile_call(program, e, node, error);
    default:
        return refuse("an expression is not known", error);
    }
}

/* ---- Expressions that are derived ------------------------------------------------ */

static enum status add_time_part(struct vector_program *program,
                                 enum node_operation operation, int64_t units,
                                 uint32_t *node, struct error *error)
{
    struct vector_node new = {.operation = operation,
                              .type = NODE_STORED,
                              .arguments = {*node},
                              .n_arguments = 1,
                              .source = program->nodes[*node].source,
                              .value = {.type = LITERAL_INTEGER, .integer = units}};
    return add_node(program, new, node, error);
}

/* Of a timestamp, only a part may matter, which has fewer values. */
static enum status add_time_parts(struct vector_program *program,
                                  const struct expression *e, uint32_t *node,
                                  struct error *error)
{
    enum { DAY = 86400 };
    const struct vector_node *column = &program->nodes[*node];
    const struct vector_source *source = &program->sources[column->source];
    int64_t low, high, units = units_per_second(source->stored->unit);
    if (column->type != NODE_STORED || source->stored->type != COLUMN_TIMESTAMP ||
        !vector_source_ordered(source, &low, &high))
        return OK;
    struct time_part part = time_part_of(e, source);
    enum status status = OK;
    if (part.seconds > 0)
        status = add_time_part(program, NODE_TRUNCATE, part.seconds * units, node, error);
    if (status == OK && part.seconds > 0 && part.is_of_day)
        status = add_time_part(program, NODE_TIME_OF_DAY, DAY * units, node, error);
    return status;
}

static bool has_collation(const struct expression *e)
{
    bool has = e->kind == EXPRESSION_COLLATE ||
               (e->stands_for != NULL && has_collation(e->stands_for));
    for (uint32_t i = 0; !has && i < e->n_arguments; i++)
        has = has_collation(e->arguments[i]);
    return has;
}

/* Lets somebody else evaluate an expression of one column. */
static enum status compile_derived(struct vector_program *program,
                                   const struct expression *e, bool is_truth,
                                   uint32_t *node, struct error *error)
{
    uint32_t source = UINT32_MAX, column;
    void *derivation;
    if (program->derive.begin == NULL || !expression_has_one_source(e, &source))
        return refuse("an expression is not known", error);
    if (!is_truth && has_collation(e)) /* values that differ may be equal */
        return refuse("a collation is not known", error);
    enum status status = compile_column(program, source, USE_DIFFERENCE, &column, error);
    if (status == OK)
        status = add_time_parts(program, e, &column, error);
    if (status == OK)
        status = program->derive.begin(program->derive.context, e, source, is_truth,
                                       &derivation, error);
    if (status != OK)
        return status;
    struct vector_node new = {.operation = NODE_DERIVE,
                              .type = is_truth ? NODE_INTEGER : NODE_DERIVED,
                              .arguments = {column},
                              .n_arguments = 1,
                              .source = source};
    new.derived = arena_alloc(&program->arena, 1, sizeof *new.derived);
    if (new.derived == NULL) {
        program->derive.end(derivation);
        return error_nomem(error);
    }
    bool is_spelled = program->sources[source].form == SOURCE_SPELLED &&
                      type_of(program, column) == NODE_TEXT;
    status = derived_values_init(new.derived, &program->derive, derivation,
                                 &program->sources[source], is_spelled, is_truth, error);
    if (status == OK)
        status = add_node(program, new, node, error);
    if (status != OK)
        derived_values_release(new.derived);
    return status;
}

static bool makes_texts(const struct expression *e)
{
    bool makes = find_text_function(e) != NULL || e->op == OP_CONCATENATE ||
                 (e->stands_for != NULL && makes_texts(e->stands_for));
    for (uint32_t i = 0; !makes && i < e->n_arguments; i++)
        makes = makes_texts(e->arguments[i]);
    return makes;
}

/* Whether it has fewer texts than rows: each different value of the column, or the part
 * of a timestamp that matters, is written as text only once. */
static bool is_of_spelled(const struct vector_program *program,
                          const struct expression *e)
{
    uint32_t source = UINT32_MAX;
    return makes_texts(e) && expression_has_one_source(e, &source) &&
           program->sources[source].form == SOURCE_SPELLED;
}

static enum status compile(struct vector_program *program, const struct expression *e,
                           enum node_use use, uint32_t *node, struct error *error)
{
    struct error refusal = {0}, other = {0};
    bool is_derivable = use != USE_VALUE && use != USE_ORDER;
    if (is_derivable && is_of_spelled(program, e) &&
        compile_derived(program, e, use == USE_TRUTH, node, &other) == OK)
        return OK;
    error_clear(&other);
    enum status status = compile_natively(program, e, use, node, &refusal);
    if (status == OK && use == USE_TRUTH && !is_number(type_of(program, *node)))
        status = refuse("text is not a truth", &refusal);
    if (status == UNSUPPORTED && is_derivable) {
        status = compile_derived(program, e, use == USE_TRUTH, node, &other);
        if (status != UNSUPPORTED)
            refusal = other;
    }
    if (status != OK)
        *error = refusal; /* the first reason says more */
    return status;
}

enum status vector_compile(struct vector_program *program,
                           const struct expression *expression, enum node_use use,
                           uint32_t *node, struct error *error)
{
    return compile(program, expression, use, node, error);
}
