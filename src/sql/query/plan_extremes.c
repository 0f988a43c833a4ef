/* SPDX-License-Identifier: MIT */
#include "sql/query/plan_extremes.h"

#include "sql/host/host_quirks.h"
#include "sql/query/select_text.h"
#include "vector/select_names.h"

/* Whether the plan finds the least or the greatest value of a column of all rows. */
static bool is_extreme_of_all(const struct vector_plan *plan,
                              const struct query_aggregate *a, uint32_t *source)
{
    return (a->kind == AGGREGATE_MAX ||
            (a->kind == AGGREGATE_MIN && host_explains_constraints())) &&
           plan->query.n_keys == 0 && plan->n_conditions == 0 && plan->n_added == 0 &&
           a->filter == NO_NODE && expression_source(a->call->arguments[0], source);
}

static enum status copy_result(struct vector_plan *plan, sqlite3_stmt *statement,
                               struct literal *result, struct error *error)
{
    *result = literal_of_column(statement, 0);
    if (result->type != LITERAL_TEXT && result->type != LITERAL_BLOB)
        return OK;
    result->bytes.data = (const uint8_t *)arena_copy_text(
        &plan->arena, result->bytes.data, result->bytes.size);
    return result->bytes.data != NULL ? OK : error_nomem(error);
}

/* Writes a statement that has an extreme: the table finds the first row of an order by
 * statistics.  max() asks for it, and so does ORDER BY with LIMIT. */
static enum status write_extreme(const struct vector_plan *plan, bool is_max,
                                 struct slice name, struct buffer *text,
                                 struct error *error)
{
    buffer_add_text(text, is_max ? "SELECT max(" : "SELECT ", error);
    select_text_add_name(text, name, error);
    buffer_add_text(text, is_max ? ")" : "", error);
    select_text_add_table(plan, text, error);
    if (!is_max) {
        buffer_add_text(text, " ORDER BY ", error);
        select_text_add_name(text, name, error);
        buffer_add_text(text, " LIMIT 1", error);
    }
    buffer_add(text, slice_of("", 1), error);
    return error->status;
}

/* Finds an extreme, but not the least of values where there are nulls, which come first.
 */
static enum status find_extreme(struct vector_plan *plan, uint32_t number,
                                uint32_t source, int *code, struct error *error)
{
    struct query_aggregate *a = &plan->query.aggregates[number];
    struct buffer text = {0};
    sqlite3_stmt *statement = NULL;
    struct batch_request request = {.file = NULL};
    enum status status = write_extreme(plan, a->kind == AGGREGATE_MAX,
                                       plan->sources[source].name, &text, error);
    if (status == OK)
        *code = sqlite3_prepare_v2(plan->connection->db, (const char *)text.data, -1,
                                   &statement, NULL);
    if (status == OK && *code == SQLITE_OK) {
        plan->connection->batch_request = &request; /* only notes the file */
        *code = sqlite3_step(statement);
        plan->connection->batch_request = NULL;
        plan->is_outdated = request.file != NULL && request.file != plan->file;
    }
    if (plan->is_outdated) { /* other extremes would be those of another version */
        status = error_set(error, UNSUPPORTED, "the file was replaced");
    } else if (*code == SQLITE_ROW) {
        status = copy_result(plan, statement, &plan->known[number], error);
        /* Of zeros of both signs, SQLite shows the first. */
        a->is_known = status == OK && plan->known[number].type != LITERAL_NULL &&
                      !(plan->known[number].type == LITERAL_REAL &&
                        plan->known[number].real == 0);
    }
    if (*code == SQLITE_ROW || *code == SQLITE_DONE)
        *code = SQLITE_OK;
    sqlite3_finalize(statement);
    buffer_release(&text);
    return status;
}

enum status plan_extremes_find(struct vector_plan *plan, int *code, struct error *error)
{
    enum status status = OK;
    uint32_t source;
    for (uint32_t i = 0;
         status == OK && *code == SQLITE_OK && i < plan->query.n_aggregates; i++)
        if (is_extreme_of_all(plan, &plan->query.aggregates[i], &source))
            status = find_extreme(plan, i, source, code, error);
    return status;
}

bool plan_extremes_are_all(const struct vector_plan *plan)
{
    uint32_t i = 0;
    while (i < plan->query.n_aggregates && plan->query.aggregates[i].is_known)
        i++;
    return i == plan->query.n_aggregates && plan->query.n_keys == 0;
}
