/* SPDX-License-Identifier: MIT */
#include "sql/query/select_text.h"

#include "sql/host/host_quirks.h"
#include "vector/select_names.h"

struct writer {
    const struct vector_plan *plan;
    struct buffer *text;
    bool is_derived; /* columns are the first key; there are no groups */
};

static enum status write(const struct writer *w, const struct expression *e,
                         struct error *error);

static enum status refuse(const char *what, struct slice name, struct error *error)
{
    return error_set(error, UNSUPPORTED, "%s %.*s is not known", what,
                     (int)(name.size < 100 ? name.size : 100), (const char *)name.data);
}

/* ---- What is harmless ------------------------------------------------------------ */

/* Functions whose results depend on nothing but their arguments, and how many they need
 * at least: with fewer, those of dates tell what time it is. */
static const struct known_function {
    const char *name;
    uint32_t least_arguments;
} FUNCTIONS[] = {
    {"abs", 1},    {"char", 0},      {"coalesce", 2}, {"date", 1},     {"datetime", 1},
    {"format", 1}, {"hex", 1},       {"ifnull", 2},   {"iif", 2},      {"instr", 2},
    {"length", 1}, {"julianday", 1}, {"lower", 1},    {"ltrim", 1},    {"max", 2},
    {"min", 2},    {"nullif", 2},    {"printf", 1},   {"quote", 1},    {"replace", 3},
    {"round", 1},  {"rtrim", 1},     {"sign", 1},     {"strftime", 2}, {"substr", 2},
    {"time", 1},   {"trim", 1},      {"typeof", 1},   {"unicode", 1},  {"unixepoch", 1},
    {"upper", 1},  {"substring", 2},
};

static const struct known_function *find_function(struct slice name)
{
    enum { N = sizeof FUNCTIONS / sizeof *FUNCTIONS };
    int i = 0;
    while (i < N && !slice_is_word(name, FUNCTIONS[i].name))
        i++;
    return i < N ? &FUNCTIONS[i] : NULL;
}

/* A program may have put another function in the place of SQLite's, which a schema that
 * anybody may have written must not call. */
static bool is_own(const struct writer *w, const char *function)
{
    return w->plan->schema == NULL ||
           function_is_builtin(w->plan->connection->db, function);
}

static enum status check_call(const struct writer *w, const struct expression *e,
                              struct error *error)
{
    const struct known_function *function = find_function(e->name);
    if (function == NULL || e->n_arguments < function->least_arguments || e->is_star ||
        e->is_distinct || e->filter != NULL || !is_own(w, function->name))
        return refuse("the function", e->name, error);
    return OK;
}

static enum status check(const struct writer *w, const struct expression *e,
                         struct error *error)
{
    switch (e->kind) {
    case EXPRESSION_CALL:
        return check_call(w, e, error);
    case EXPRESSION_LIKE:
    case EXPRESSION_GLOB:
        return is_own(w, e->kind == EXPRESSION_LIKE ? "like" : "glob")
                   ? OK
                   : refuse("the operator of", e->text, error);
    case EXPRESSION_COLLATE:
        return slice_is_word(e->name, "binary") || slice_is_word(e->name, "nocase") ||
                       slice_is_word(e->name, "rtrim")
                   ? OK
                   : refuse("the collation", e->name, error);
    case EXPRESSION_LITERAL:
        return e->value.type == LITERAL_TEXT &&
                       slice_is_word(slice_of(e->value.bytes.data, e->value.bytes.size),
                                     "now")
                   ? refuse("the time", e->text, error)
                   : OK;
    default:
        return OK;
    }
}

/* ---- Text ------------------------------------------------------------------------ */

/* Writes the text of the range with the arguments' texts exchanged. */
static enum status write_around(const struct writer *w, const struct expression *e,
                                struct error *error)
{
    const uint8_t *at = e->text.data, *end = e->text.data + e->text.size;
    for (uint32_t i = 0; i < e->n_arguments; i++) {
        const struct expression *a = e->arguments[i];
        buffer_add(w->text, slice_of(at, (size_t)(a->text.data - at)), error);
        if (error->status != OK || write(w, a, error) != OK)
            return error->status;
        at = a->text.data + a->text.size;
    }
    buffer_add(w->text, slice_of(at, (size_t)(end - at)), error);
    return error->status;
}

/* Writes the column of a key, with the affinity of its expression. */
static void write_key(const struct writer *w, const struct expression *e, uint32_t n,
                      struct error *error)
{
    uint32_t source;
    if (expression_source(e, &source))
        buffer_add_format(w->text, error, "%c%u",
                          typed_rows_letter(&w->plan->sources[source]), n);
    else if (e->kind == EXPRESSION_CAST) /* to what it is already */
        buffer_add_format(w->text, error, "CAST(n%u AS %.*s)", n, (int)e->name.size,
                          (const char *)e->name.data);
    else
        buffer_add_format(w->text, error, "(+n%u)", n);
}

/* Writes the column of a key, or of an aggregate, if the expression is one. */
static bool write_group(const struct writer *w, const struct expression *e,
                        struct error *error)
{
    const struct vector_plan *plan = w->plan;
    uint32_t n = 0;
    for (; n < plan->query.n_keys; n++) {
        if (!expression_equals(plan->keys[n], e))
            continue;
        write_key(w, expression_meaning(e), n, error);
        return true;
    }
    n = vector_query_find(&plan->query, e);
    if (n == plan->query.n_aggregates)
        return false;
    buffer_add_format(w->text, error, "(+x%u)", n);
    return true;
}

/* Writes what an alias stands for.  An alias of 2 is no result's number in ORDER BY. */
static enum status write_alias(const struct writer *w, const struct expression *e,
                               struct error *error)
{
    buffer_add_text(w->text, "(", error);
    if (error->status == OK)
        (void)!write(w, e, error);
    buffer_add_text(w->text, expression_is_integer(expression_meaning(e)) ? " + 0)" : ")",
                    error);
    return error->status;
}

/* Trees are as deep as the parser allows. */
static enum status write(const struct writer *w, const struct expression *e,
                         struct error *error)
{
    uint32_t source;
    if (!w->is_derived && write_group(w, e, error))
        return error->status;
    if (e->stands_for != NULL)
        return write_alias(w, e->stands_for, error);
    if (expression_source(e, &source) && w->is_derived) {
        buffer_add_format(w->text, error, "%c0",
                          typed_rows_letter(&w->plan->sources[source]));
        return error->status;
    }
    if (e->kind == EXPRESSION_NAME)
        return error_set(error, UNSUPPORTED, "a column is neither grouped nor summed");
    return check(w, e, error) == OK ? write_around(w, e, error) : error->status;
}

enum status select_text_add(const struct vector_plan *plan, struct buffer *text,
                            const struct expression *expression, struct slice range,
                            struct error *error)
{
    const struct writer w = {plan, text, false};
    const uint8_t *begin = expression->text.data, *end = begin + expression->text.size;
    const uint8_t *range_end = range.data + range.size;
    buffer_add(text, slice_of(range.data, (size_t)(begin - range.data)), error);
    if (error->status == OK && write(&w, expression, error) == OK)
        buffer_add(text, slice_of(end, (size_t)(range_end - end)), error);
    return error->status;
}

enum status select_text_add_derived(const struct vector_plan *plan, struct buffer *text,
                                    const struct expression *expression,
                                    struct error *error)
{
    const struct writer w = {plan, text, true};
    return write(&w, expression, error);
}

void select_text_add_name(struct buffer *text, struct slice name, struct error *error)
{
    buffer_add_text(text, "\"", error);
    for (size_t i = 0; i < name.size; i++) {
        buffer_add(text, slice_of(name.data + i, 1), error);
        if (name.data[i] == '"')
            buffer_add_text(text, "\"", error);
    }
    buffer_add_text(text, "\"", error);
}

void select_text_add_table(const struct vector_plan *plan, struct buffer *text,
                           struct error *error)
{
    buffer_add_text(text, " FROM ", error);
    if (plan->statement.schema.size > 0) {
        select_text_add_name(text, plan->statement.schema, error);
        buffer_add_text(text, ".", error);
    }
    select_text_add_name(text, plan->statement.table, error);
}
