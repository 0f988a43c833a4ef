/* SPDX-License-Identifier: MIT */
#include "sql/query/derivation.h"

#include "base/alloc.h"
#include "sql/query/select_text.h"

/* A statement with a row for each value, which is its only key. */
struct derivation {
    sqlite3_stmt *statement;
    struct typed_rows rows;
    derive_value_function *value;
    const void *values;
};

static enum status value_of_row(void *context, uint32_t row, bool is_key, uint32_t number,
                                char *text, struct literal *value, struct error *error)
{
    const struct derivation *d = context;
    (void)is_key, (void)number;
    return d->value(d->values, row, text, value, error);
}

static void end(void *derivation)
{
    sqlite3_finalize(((struct derivation *)derivation)->statement);
    mem_free(derivation);
}

static enum status prepare(struct derivation *d, const struct vector_plan *plan,
                           const struct expression *e, bool is_truth, struct error *error)
{
    struct buffer text = {0};
    buffer_add_text(&text, is_truth ? "SELECT NOT NOT (" : "SELECT (", error);
    if (error->status == OK)
        (void)!select_text_add_derived(plan, &text, e, error);
    buffer_add_format(&text, error, ") FROM " TYPED_ROWS "(?1)");
    /* What SQLite refuses it refuses again when it runs the whole. */
    if (error->status == OK &&
        (sqlite3_prepare_v2(plan->connection->db, (const char *)text.data, -1,
                            &d->statement, NULL) != SQLITE_OK ||
         sqlite3_bind_pointer(d->statement, 1, &d->rows, TYPED_ROWS, NULL) != SQLITE_OK))
        error_set(error, UNSUPPORTED, "an expression is not known");
    buffer_release(&text);
    return error->status;
}

static enum status begin(void *context, const struct expression *e, uint32_t source,
                         bool is_truth, void **derivation, struct error *error)
{
    struct derivation *d = mem_alloc_zeroed(1, sizeof *d);
    (void)source;
    if (d == NULL)
        return error_nomem(error);
    d->rows = (struct typed_rows){.context = d, .value = value_of_row};
    enum status status = prepare(d, context, e, is_truth, error);
    if (status != OK)
        end(d);
    *derivation = d;
    return status;
}

static void start(void *derivation, derive_value_function *value, const void *values,
                  uint32_t n)
{
    struct derivation *d = derivation;
    d->value = value;
    d->values = values;
    d->rows.n_rows = n;
    sqlite3_reset(d->statement);
}

static enum status next(void *derivation, struct literal *result, struct error *error)
{
    struct derivation *d = derivation;
    int code = sqlite3_step(d->statement);
    if (code == SQLITE_NOMEM)
        return error_set(error, NOMEM, "out of memory");
    if (code == SQLITE_INTERRUPT)
        return error_set(error, INTERRUPTED, "interrupted");
    if (code != SQLITE_ROW)
        return error_set(error, UNSUPPORTED, "an expression fails");
    *result = literal_of_column(d->statement, 0);
    return OK;
}

struct derive_ops derivation_ops(struct vector_plan *plan)
{
    return (struct derive_ops){
        .context = plan, .begin = begin, .start = start, .next = next, .end = end};
}
