/* SPDX-License-Identifier: MIT */
/* cursor_rows.c - xFilter begins a pass over rows; xNext moves to the next of them. */
#include "sql/module/cursor.h"

#include <string.h>

#include "base/alloc.h"
#include "os/process.h"
#include "sql/host/host_quirks.h"
#include "sql/table/plan_order.h"
#include "sql/table/time_spelling.h"

/* ---- Batches --------------------------------------------------------------------- */

int cursor_show_each(struct parquet_cursor *c)
{
    struct error error = {0};
    uint64_t n_left = feed_batch_left(&c->batch);
    cursor_begin_call(c);
    enum status status = counted_feed_show_each(&c->feeds.counted, &c->batch, &error);
    if (status == OK) {
        c->feed = &c->feeds.cached.base;
        c->note.n_returned += feed_batch_left(&c->batch) - n_left;
        c->note.n_rows_cached = c->feeds.cached.pass.table->rows.n_rows;
        cursor_forget_windows(c);
    }
    return cursor_report(c, call_end(&c->call, status, &error), &error);
}

/* Begins to feed the rows of a look-up that has begun. */
static void feed_cached(struct parquet_cursor *c)
{
    struct cached_feed *cached = &c->feeds.cached;
    cached_feed_start(cached, c->look_up->look_up, c->scan);
    c->feed = &cached->base;
    if (cached->pass.table->counts.size > 0) {
        counted_feed_start(&c->feeds.counted, cached);
        c->feed = &c->feeds.counted.base;
    }
    c->note.n_look_ups++;
    c->note.n_rows_cached = cached->pass.table->rows.n_rows;
}

/* Keeps and sorts the rows of an order, if there is memory, to feed them instead of those
 * that are found one after the other; but for the first, which SQLite has seen. */
static enum status sort_rest(struct parquet_cursor *c, struct error *error)
{
    struct parquet_table *table = (struct parquet_table *)c->base.pVtab;
    struct plan_context context = table_plan_context(table, c->file);
    struct look_up_pass *pass = &c->feeds.cached.pass;
    bool is_stale = false;
    context.outer_joins = &c->outer_joins;
    context.is_stale = &is_stale;
    c->look_up = plan_look_up_of_rest(c->file, c->note.plan, &context);
    if (c->look_up == NULL)
        return OK;
    enum status status = plan_look_up_begin(c->look_up, &context, c->values, c->scan,
                                            NULL, pass, error);
    if (status != OK || pass->table == NULL)
        return status;
    cursor_forget_windows(c);
    feed_cached(c);
    return cached_feed_leave_out(&c->feeds.cached, c->feeds.ordered.first, error);
}

/* Moves to the first row of the next batch, with rows that are to be skipped. */
static enum status next_rows(struct parquet_cursor *c, struct error *error)
{
    enum status status = OK;
    if (c->feed == &c->feeds.ordered.base && ordered_feed_wants_sort(&c->feeds.ordered))
        status = sort_rest(c, error);
    c->batch.end = c->batch.row;
    return status == OK ? c->feed->ops->next(c->feed, &c->batch, error) : status;
}

/* Moves to the first row of the next batch. */
static NOT_INLINE int next_batch(struct parquet_cursor *c)
{
    struct error error = {0};
    /* Reading the clock takes longer than a look-up. */
    bool measures = !cursor_has_cached(c);
    uint64_t began = measures ? os_nanoseconds() : 0;
    cursor_begin_call(c);
    enum status status = next_rows(c, &error);
    while (status == OK && c->n_to_skip > 0 && feed_batch_has_row(&c->batch)) {
        c->n_to_skip -= feed_batch_skip(&c->batch, c->n_to_skip);
        if (!feed_batch_has_row(&c->batch))
            status = next_rows(c, &error);
    }
    status = call_end(&c->call, status, &error);
    if (measures)
        c->note.nanoseconds += os_nanoseconds() - began;
    if (feed_batch_has_row(&c->batch))
        c->note.n_returned += feed_batch_left(&c->batch) + 1;
    return cursor_report(c, status, &error);
}

static int show_each(struct parquet_cursor *c)
{
    return feed_batch_has_row(&c->batch) && cursor_counts(c) ? cursor_show_each(c)
                                                             : SQLITE_OK;
}

int cursor_begin_batches(struct parquet_cursor *c)
{
    c->note.in_batches = true;
    scan_expect_end(c->scan);
    return show_each(c);
}

int cursor_next_batch(struct parquet_cursor *c)
{
    int code = next_batch(c);
    return code == SQLITE_OK ? show_each(c) : code;
}

/* ---- Passes ---------------------------------------------------------------------- */

/* Copies the values of the plan's terms for sort_rest(); false if one cannot be copied.
 */
static bool copy_values(struct parquet_cursor *c, const struct plan *plan,
                        sqlite3_value **argv)
{
    bool are_copied = true;
    size_t size = (plan->n_terms + 1) * sizeof *c->values; /* NULL ends them */
    for (uint32_t i = 0; i < plan->n_terms; i++)
        are_copied = are_copied && plan->terms[i].comparison != COMPARE_IN;
    if (!are_copied || plan->n_terms == 0)
        return are_copied;
    c->values = sqlite3_malloc64(size);
    if (c->values == NULL)
        return false;
    memset(c->values, 0, size);
    for (uint32_t i = 0; are_copied && i < plan->n_terms; i++) {
        c->values[i] = sqlite3_value_dup(argv[i]);
        are_copied = c->values[i] != NULL;
    }
    return are_copied;
}

/* Begins a scan that returns rows in the plan's order. */
static enum status start_ordered(struct parquet_cursor *c, const struct plan *plan,
                                 const struct plan_context *context, sqlite3_value **argv,
                                 struct error *error)
{
    struct row_order order;
    struct ordered_feed *feed = &c->feeds.ordered;
    if (!plan_order_of(context, plan, &order))
        return plan_refuse_stale(context, plan->orders[0].column, "in an unknown order",
                                 error);
    /* Without a limit it is probably max(), which needs one row. */
    uint64_t limit = plan_limit(plan, argv), offset = plan_offset(plan, argv);
    c->n_to_skip = plan_rows_to_skip(plan, argv);
    c->feed = &feed->base;
    enum status status = ordered_feed_start(feed, c->scan, &c->feeds.predicate, &order,
                                            limit == UINT64_MAX ? 1 : limit + offset,
                                            error);
    feed->may_want_all = limit == UINT64_MAX && !context->has_other_layout &&
                         copy_values(c, plan, argv);
    return status;
}

/* Begins a pass over the file. is_in_order: its rows are in the plan's order. */
static enum status start_scan(struct parquet_cursor *c,
                              const struct plan_context *context, const char *text,
                              sqlite3_value **argv, bool is_in_order, struct error *error)
{
    struct predicate *predicate = &c->feeds.predicate;
    struct plan plan;
    plan_parse(text, &plan);
    predicate_clear(predicate);
    scan_feed_init(&c->feeds.scan, c->scan);
    c->feed = &c->feeds.scan;
    enum status status = plan_predicate(&plan, context, argv, predicate, error);
    if (status == OK && plan.n_orders > 0 && !is_in_order)
        return start_ordered(c, &plan, context, argv, error);
    if (status != OK)
        return status;
    scan_start(c->scan, predicate);
    if (plan.limits_exactly)
        scan_limit(c->scan, plan_offset(&plan, argv), plan_limit(&plan, argv));
    return OK;
}

/* Begins a pass over cached rows if there are any. */
static enum status start_look_up(struct parquet_cursor *c,
                                 const struct plan_context *context, const char *text,
                                 sqlite3_value **argv, bool *is_in_order,
                                 struct error *error)
{
    struct look_up_pass *pass = &c->feeds.cached.pass;
    struct look_up_table *before = pass->table;
    bool sorted_rest = c->look_up != NULL && c->look_up->sorts_rest;
    if (sorted_rest)
        c->look_up = NULL;
    if (c->look_up != NULL && before == NULL)
        look_up_add_work(c->look_up->look_up, &c->counted, &c->scan->counters);
    /* SQLite may use a cursor for several plans: those of an OR, or of a RIGHT JOIN. */
    if (text != NULL &&
        (sorted_rest || c->note.plan == NULL || strcmp(c->note.plan, text) != 0))
        c->look_up = plan_look_up_of(c->file, text, context);
    /* Terms that were planned for another layout are checked in each pass, and what wants
     * all rows does not find some again. */
    if (context->has_other_layout || c->is_in_batches)
        c->look_up = NULL;
    pass->table = NULL;
    enum status status = OK;
    if (c->look_up != NULL)
        status = plan_look_up_begin(c->look_up, context, argv, c->scan, is_in_order, pass,
                                    error);
    if (cached_feed_stop(&c->feeds.cached) || pass->table != before)
        cursor_forget_windows(c);
    look_up_table_release(before);
    return status;
}

/* Called when a plan was made for another file and fails with this one: makes SQLite
 * prepare the statement again when it next begins.  Does nothing while other statements
 * run, because it would abort them. */
static void plan_again(sqlite3 *db)
{
    if (one_statement_runs(db))
        statements_expire(db);
}

/* Warns, once for a statement, of a comparison that probably loses rows. */
static void check_spelling(struct parquet_cursor *c, const struct plan_context *context,
                           const char *text, sqlite3_value **argv)
{
    struct parquet_table *table = (struct parquet_table *)c->base.pVtab;
    char warning[SPELLING_WARNING_SIZE];
    struct plan plan;
    if (table->n_to_check == 0 || c->note.warning != NULL)
        return;
    table->n_to_check--;
    plan_parse(text, &plan);
    if (!time_spelling_is_doubtful(&plan, context, argv, warning))
        return;
    c->note.warning = mem_copy_text(warning, strlen(warning));
    if (!table->has_warned)
        sqlite3_log(SQLITE_WARNING, "parquet: %.100s: %s", table->name, warning);
    table->has_warned = true;
}

/* Tells the scan what the pass will read, if that matters. */
static enum status expect_columns(struct parquet_cursor *c,
                                  const struct plan_context *context, const char *text,
                                  sqlite3_value **argv, struct error *error)
{
    struct plan plan;
    if (!c->scan->is_far)
        return OK;
    plan_parse(text, &plan);
    return plan_expect(&plan, context, argv, c->scan, error);
}

static enum status start_pass(struct parquet_cursor *c, int layout, const char *text,
                              sqlite3_value **argv, struct error *error)
{
    struct parquet_table *table = (struct parquet_table *)c->base.pVtab;
    struct plan_context context = table_plan_context(table, c->file);
    bool is_stale = false, is_in_order = false;
    context.outer_joins = &c->outer_joins;
    context.has_other_layout = layout != c->file->layout;
    context.is_stale = &is_stale;
    check_spelling(c, &context, text, argv);
    scan_stop(c->scan);
    cursor_forget_values(c);
    c->n_to_skip = 0;
    c->scan->is_of_paths = c->reads_paths;
    enum status status = expect_columns(c, &context, text, argv, error);
    if (status == OK)
        status = start_look_up(c, &context, text, argv, &is_in_order, error);
    c->counted = c->scan->counters;
    if (status == OK && c->feeds.cached.pass.table != NULL) {
        feed_cached(c);
        c->n_to_skip = plan_rows_to_skip(&c->look_up->plan, argv);
    } else if (status == OK) {
        status = start_scan(c, &context, text, argv, is_in_order, error);
    }
    if (is_stale)
        plan_again(context.db);
    return status;
}

/* Whether the rows that the cursor has searched last are cached for this plan. */
static bool has_rows_of(const struct parquet_cursor *c, const char *text)
{
    if (c->feeds.cached.pass.table == NULL || c->note.n_loops > 1)
        return c->feeds.cached.pass.table != NULL && c->note.plan == text;
    return strcmp(c->look_up->text, text) == 0; /* of a parked cursor */
}

/* Begins a pass over cached rows in the common case; false: it has not begun. */
static bool look_up_quickly(struct parquet_cursor *c, const char *text,
                            sqlite3_value **argv)
{
    struct cached_feed *cached = &c->feeds.cached;
    if (!has_rows_of(c, text) || !plan_look_up_integers(c->look_up, argv, &cached->pass))
        return false;
    feed_cached(c); /* its rows have no counts */
    c->note.plan = text;
    cached_feed_show(cached, &c->batch);
    if (feed_batch_has_row(&c->batch))
        c->note.n_returned += feed_batch_left(&c->batch) + 1;
    return true;
}

/* Tells the statement that takes batches whose they are. */
static void answer_request(struct parquet_cursor *c)
{
    struct batch_request *request =
        ((struct parquet_table *)c->base.pVtab)->connection->batch_request;
    if (c->is_in_batches)
        cursor_forget_windows(c);
    bool is_answer = request != NULL && !request->is_planning &&
                     request->is_of_rows == !c->is_in_batches;
    if (c->is_in_batches)
        c->reads_paths = is_answer && request->reads_paths;
    if (is_answer)
        request->cursor = c;
    if (request != NULL && !request->is_planning)
        request->file = c->file;
    c->is_taken_over = is_answer && request->is_of_rows;
}

int parquet_filter(sqlite3_vtab_cursor *cursor, int idx_num, const char *text, int argc,
                   sqlite3_value **argv)
{
    struct parquet_cursor *c = (struct parquet_cursor *)cursor;
    struct error error;
    (void)argc;
    c->note.n_returned -= feed_batch_left(&c->batch); /* of the previous pass */
    if (c->note.n_loops++ == 0)
        c->note.n_before_cursor = scan_stats_count(
            ((struct parquet_table *)cursor->pVtab)->connection->scan_stats);
    c->is_in_batches = (idx_num & PLAN_IN_BATCHES) != 0;
    c->note.in_batches = c->is_in_batches;
    c->reads_paths = (idx_num & PLAN_READS_PATHS) != 0;
    answer_request(c);
    if (!c->is_in_batches && idx_num / PLAN_FLAGS == c->file->layout &&
        look_up_quickly(c, text, argv))
        return SQLITE_OK;
    uint64_t began = os_nanoseconds();
    error_clear(&error);
    c->batch = (struct feed_batch){0};
    if (c->file->is_empty) {
        c->note.plan = text;
        return SQLITE_OK;
    }
    cursor_begin_call(c);
    enum status status = call_end(
        &c->call, start_pass(c, idx_num / PLAN_FLAGS, text, argv, &error), &error);
    c->note.plan = text;
    c->scan->counts_only = (idx_num & PLAN_COUNTS_ONLY) != 0;
    c->note.nanoseconds += os_nanoseconds() - began;
    if (status == OK)
        return next_batch(c);
    return cursor_report(c, status, &error);
}

int parquet_next(sqlite3_vtab_cursor *cursor)
{
    struct parquet_cursor *c = (struct parquet_cursor *)cursor;
    return feed_batch_step(&c->batch) ? SQLITE_OK : next_batch(c);
}

int parquet_eof(sqlite3_vtab_cursor *cursor)
{
    return !feed_batch_has_row(&((const struct parquet_cursor *)cursor)->batch);
}

int parquet_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
    struct parquet_cursor *c = (struct parquet_cursor *)cursor;
    int code = cursor_check_has_rows(c);
    if (code == SQLITE_OK && cursor_counts(c))
        code = cursor_show_each(c);
    if (code == SQLITE_OK)
        *rowid = (sqlite3_int64)(cursor_row_number(c) + 1);
    return code;
}
