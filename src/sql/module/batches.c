/* SPDX-License-Identifier: MIT */
#include "sql/module/batches.h"

int batches_prepare(struct batches *batches, struct connection *connection,
                    const char *sql)
{
    struct batch_request *before = connection->batch_request;
    *batches = (struct batches){.connection = connection};
    batches->request.is_planning = true;
    connection->batch_request = &batches->request;
    int code = sqlite3_prepare_v2(connection->db, sql, -1, &batches->statement, NULL);
    connection->batch_request = before;
    batches->request.is_planning = false;
    return code;
}

void batches_release(struct batches *batches)
{
    sqlite3_finalize(batches->statement);
    *batches = (struct batches){0};
}

int batches_step(struct batches *batches)
{
    struct connection *connection = batches->connection;
    struct batch_request *before = connection->batch_request;
    struct parquet_cursor *c = batches->request.cursor;
    if (c != NULL)
        (void)feed_batch_skip(&c->batch, UINT64_MAX);
    connection->batch_request = &batches->request;
    int code = sqlite3_step(batches->statement);
    connection->batch_request = before;
    /* SQLite may also have planned the statement again, for rows. */
    bool has_rows = batches->request.is_misread ||
                    (code == SQLITE_ROW && batches->request.cursor == NULL);
    return has_rows ? SQLITE_SCHEMA : code;
}

bool batches_test_exactly(const struct batches *batches, int column, uint32_t n)
{
    const struct parquet_cursor *c = batches->request.cursor;
    struct parquet_table *table = (struct parquet_table *)c->base.pVtab;
    const struct plan_context context = table_plan_context(table, c->file);
    struct plan plan;
    plan_parse(c->note.plan, &plan);
    return c->feeds.predicate.n_left_to_sqlite == 0 &&
           plan_tests_exactly(&plan, &context, column, n);
}
