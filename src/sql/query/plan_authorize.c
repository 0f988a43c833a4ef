/* SPDX-License-Identifier: MIT */
#include "sql/query/plan_authorize.h"

#include "base/alloc.h"
#include "sql/query/select_text.h"
#include "vector/select_names.h"

/* Functions that vectors compute, and calls of them that are not null. */
static const struct {
    const char *name, *call;
} CALLS[] = {
    {"like", "'' LIKE ''"},
    {"glob", "'' GLOB ''"},
    {"length", "length('')"},
    {"count", "count(*)"},
    {"sum", "sum(1)"},
    {"total", "total(1)"},
    {"avg", "avg(1)"},
    {"min", "min(1)"},
    {"max", "max(1)"},
    {"substr", "substr('', 1)"},
    {"substring", "substring('', 1)"},
    {"instr", "instr('', 'x')"},
    {"replace", "replace('', 'x', '')"},
    {"lower", "lower('')"},
    {"upper", "upper('')"},
    {"trim", "trim('')"},
    {"ltrim", "ltrim('')"},
    {"rtrim", "rtrim('')"},
};
enum { N_CALLS = sizeof CALLS / sizeof *CALLS };

/* What a statement uses. */
struct used {
    uint8_t *columns;    /* by source */
    bool calls[N_CALLS]; /* of CALLS */
};

static bool calls(const struct expression *e, const char *name)
{
    if (e->kind == EXPRESSION_LIKE || e->kind == EXPRESSION_GLOB)
        return strcmp(name, e->kind == EXPRESSION_LIKE ? "like" : "glob") == 0;
    return e->kind == EXPRESSION_CALL && slice_is_word(e->name, name);
}

static void mark(const struct expression *e, struct used *used)
{
    uint32_t source;
    if (e == NULL)
        return;
    if (expression_source(e, &source))
        used->columns[source] = 1;
    for (int i = 0; i < N_CALLS; i++)
        used->calls[i] = used->calls[i] || calls(e, CALLS[i].name);
    for (uint32_t i = 0; i < e->n_arguments; i++)
        mark(e->arguments[i], used);
    mark(e->filter, used);
}

static void mark_all(const struct select_statement *s, struct used *used)
{
    for (uint32_t i = 0; i < s->n_results; i++)
        mark(s->results[i].expression, used);
    for (uint32_t i = 0; i < s->n_keys; i++)
        mark(s->keys[i].expression, used);
    for (uint32_t i = 0; i < s->n_orders; i++)
        mark(s->orders[i].expression, used);
    mark(s->where, used);
    mark(s->having, used);
}

/* ---- Statements ------------------------------------------------------------------ */

static enum status refuse(sqlite3 *db, int code, struct error *error)
{
    if (code == SQLITE_NOMEM)
        return error_nomem(error);
    if (code == SQLITE_INTERRUPT)
        return error_set(error, INTERRUPTED, "interrupted");
    return error_set(error, UNSUPPORTED, "%s", sqlite3_errmsg(db));
}

static enum status prepare(sqlite3 *db, struct buffer *text, sqlite3_stmt **statement,
                           struct error *error)
{
    buffer_add(text, slice_of("", 1), error);
    if (error->status != OK)
        return error->status;
    int code = sqlite3_prepare_v2(db, (const char *)text->data, -1, statement, NULL);
    return code == SQLITE_OK ? OK : refuse(db, code, error);
}

/* Prepares a SELECT of columns that have a declared type, which those have not that an
 * authorizer lets be null. */
static enum status ask_about_columns(sqlite3 *db, struct buffer *text,
                                     struct error *error)
{
    sqlite3_stmt *statement = NULL;
    enum status status = prepare(db, text, &statement, error);
    for (int i = 0; status == OK && i < sqlite3_column_count(statement); i++)
        if (sqlite3_column_decltype(statement, i) == NULL)
            status = error_set(error, UNSUPPORTED, "a column has no type");
    sqlite3_finalize(statement);
    buffer_release(text);
    return status;
}

static enum status ask_about_sources(const struct vector_plan *plan,
                                     const struct used *used, struct error *error)
{
    struct buffer text = {0};
    for (uint32_t i = 0; i < plan->n_sources; i++) {
        if (!used->columns[i])
            continue;
        buffer_add_text(&text, text.size == 0 ? "SELECT " : ", ", error);
        select_text_add_name(&text, plan->sources[i].name, error);
    }
    if (text.size == 0)
        return error->status;
    select_text_add_table(plan, &text, error);
    return ask_about_columns(plan->connection->db, &text, error);
}

/* The first column of each letter is that of derivation.c, too. */
static enum status ask_about_groups(const struct vector_plan *plan, struct error *error)
{
    struct buffer text = {0};
    uint32_t source;
    buffer_add_text(&text, "SELECT i0, r0, t0, n0", error);
    for (uint32_t i = 1; i < plan->query.n_keys; i++) {
        bool is_source = expression_source(plan->keys[i], &source);
        buffer_add_format(&text, error, ", n%u", i);
        if (is_source)
            buffer_add_format(&text, error, ", %c%u",
                              typed_rows_letter(&plan->sources[source]), i);
    }
    for (uint32_t i = 0; i < plan->query.n_aggregates; i++)
        buffer_add_format(&text, error, ", x%u", i);
    buffer_add_text(&text, " FROM " TYPED_ROWS "(?1)", error);
    return ask_about_columns(plan->connection->db, &text, error);
}

static enum status ask_about_calls(sqlite3 *db, const struct used *used,
                                   struct error *error)
{
    struct buffer text = {0};
    sqlite3_stmt *statement = NULL;
    for (int i = 0; i < N_CALLS; i++) {
        if (!used->calls[i])
            continue;
        buffer_add_text(&text, text.size == 0 ? "SELECT " : ", ", error);
        buffer_add_text(&text, CALLS[i].call, error);
    }
    if (text.size == 0)
        return error->status;
    enum status status = prepare(db, &text, &statement, error);
    int code = status == OK ? sqlite3_step(statement) : SQLITE_ROW;
    if (code != SQLITE_ROW)
        status = refuse(db, code, error);
    for (int i = 0; status == OK && i < sqlite3_column_count(statement); i++)
        if (sqlite3_column_type(statement, i) == SQLITE_NULL)
            status = error_set(error, UNSUPPORTED, "a function is not authorized");
    sqlite3_finalize(statement);
    buffer_release(&text);
    return status;
}

enum status plan_authorize(const struct vector_plan *plan,
                           struct reused_statement *statement, struct error *error)
{
    sqlite3 *db = plan->connection->db;
    struct used used = {.columns = mem_alloc_zeroed((size_t)plan->n_sources + 1, 1)};
    if (used.columns == NULL)
        return error_nomem(error);
    mark_all(&plan->statement, &used);
    enum status status = ask_about_sources(plan, &used, error);
    if (status == OK)
        status = ask_about_calls(db, &used, error);
    if (status == OK)
        status = ask_about_groups(plan, error);
    mem_free(used.columns);
    int code = status == OK ? reused_statement_prepare(db, (const char *)plan->text.data,
                                                       statement)
                            : SQLITE_OK;
    return code == SQLITE_OK ? status : refuse(db, code, error);
}
