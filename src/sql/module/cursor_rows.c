/* SPDX-License-Identifier: MIT */
/* cursor_rows.c - xFilter begins a pass over rows; xNext moves to the next of them. */
#include "sql/module/cursor.h"

#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "os/process.h"
#include "sql/host/host_quirks.h"
#include "sql/table/column_order.h"
#include "sql/table/time_spelling.h"

static enum status next_scanned(struct parquet_cursor *c, struct error *error)
{
    struct scan *scan = c->scan;
    uint64_t began = os_nanoseconds();
    enum status status = scan_next_batch(scan, error);
    c->note.nanoseconds += os_nanoseconds() - began;
    c->row = c->batch_first = scan->batch_first;
    c->batch_end = status == OK ? scan->batch_end : c->row;
    if (scan->selected != NULL && c->row < c->batch_end) {
        c->selected = scan->selected;
        c->selected_end = scan->selected + scan->n_selected;
        c->row += *c->selected++;
    }
    return status;
}

/* Moves to the next row of the order as a batch of one row, and sets the window of its
 * key. */
static enum status next_ordered(struct parquet_cursor *c, struct error *error)
{
    const struct ordered_row *row;
    enum status status = ordered_rows_next(&c->ordered, &row, error);
    c->batch_end = c->row;
    if (row == NULL)
        return status;
    c->row = c->found_first = row->row;
    c->batch_end = c->row + 1;
    c->key_is_valid = !row->key.is_null;
    c->key.first = c->row;
    c->key.generation++;
    c->key.vector = (struct column_vector){.n_rows = 1,
                                           .kind = c->key_kind,
                                           .valid = &c->key_is_valid,
                                           .values.any = &row->key.value,
                                           .is_terminated = c->key_kind == VECTOR_BYTES};
    return OK;
}

/* Makes the rows at kept positions the batch. */
static void show_kept(struct parquet_cursor *c, const uint32_t *positions, size_t n)
{
    c->row = c->batch_end = c->kept->rows.n_rows;
    c->batch_first = 0;
    if (n > 0) {
        c->selected = positions;
        c->selected_end = positions + n;
        c->row = *c->selected++;
    }
}

/* Moves to the first of the pass's kept rows, which are one batch; a second call ends the
 * pass. */
static void next_kept(struct parquet_cursor *c)
{
    if (c->has_all_kept) {
        c->row = 0;
        c->batch_end = c->kept->rows.n_rows;
        c->has_all_kept = false;
        return;
    }
    show_kept(c, (const uint32_t *)(const void *)c->positions.data,
              c->positions.size / sizeof *c->selected);
    c->positions.size = 0;
}

/* Shows a kept row as often as it is counted, then the next; at most MOST_SAME times in a
 * batch. */
static void next_counted(struct parquet_cursor *c)
{
    enum { MOST_SAME = 4096 };
    static const uint32_t same[MOST_SAME];
    const uint32_t *counts = (const uint32_t *)(const void *)c->kept->counts.data;
    uint32_t n_rows = c->kept->rows.n_rows;
    if (c->has_all_kept) {
        c->has_all_kept = false;
        c->n_shown = c->n_same = 0;
        c->batch_first = 0;
        c->n_same_left = n_rows > 0 ? counts[0] : 0;
    } else if (c->n_same_left == 0 && c->batch_first < n_rows) {
        c->batch_first++;
        c->n_same_left = c->batch_first < n_rows ? counts[c->batch_first] : 0;
    }
    c->n_shown += c->n_same;
    c->n_same = c->n_same_left < MOST_SAME ? c->n_same_left : MOST_SAME;
    c->n_same_left -= c->n_same;
    c->row = c->batch_first;
    c->batch_end = c->n_same > 0 ? c->row + 1 : c->row;
    c->selected = same;
    c->selected_end = same + (c->n_same > 0 ? c->n_same - 1 : 0);
}

static enum status show_each(struct parquet_cursor *c, struct error *error)
{
    struct look_up_table *each;
    uint64_t n_left = cursor_rows_left(c), at = c->n_shown + c->n_same - 1 - n_left;
    enum status status = look_up_show_each(c->kept, c->scan, &each, error);
    if (status != OK)
        return status;
    if (at >= each->rows.n_rows) {
        look_up_table_release(each);
        return error_set(error, CORRUPT, "rows are missing in a second pass over them");
    }
    look_up_table_release(c->kept);
    c->kept = each;
    c->selected = c->selected_end = NULL;
    c->row = at;
    c->batch_end = each->rows.n_rows;
    c->note.n_returned += cursor_rows_left(c) - n_left;
    c->note.n_rows_kept = each->rows.n_rows;
    cursor_forget_windows(c);
    return OK;
}

int cursor_show_each(struct parquet_cursor *c)
{
    struct error error = {0};
    cursor_begin_work(c);
    enum status status = show_each(c, &error);
    return cursor_report(c, work_end(&c->work, status, &error), &error);
}

/* The same, but finds more rows if there are any. */
static enum status next_found(struct parquet_cursor *c, struct error *error)
{
    const struct look_up_pass pass = {.table = c->kept,
                                      .scan = c->scan,
                                      .predicate = &c->predicate,
                                      .positions = &c->positions};
    enum status status = OK;
    if (c->positions.size == 0 && c->rest.place < c->rest.end)
        status = look_up_more(&pass, &c->rest, error);
    if (status != OK)
        c->positions.size = 0;
    next_kept(c);
    return status;
}

/* Returns the look-up that sorts all rows in the order of the cursor's plan, which is
 * "scan order by ..."; NULL if there is none, or no memory for it. */
static struct look_up *look_up_of_sort(struct parquet_cursor *c,
                                       const struct plan_context *context)
{
    static const char FINDS[] = "scan order by ", SORTS[] = "scan sort by ";
    const char *keys = c->note.plan + sizeof FINDS - 1, *end = strstr(keys, " limit ?");
    struct buffer text = {0};
    struct error ignored = {0};
    struct look_up *l = NULL;
    enum status status = buffer_append_text(&text, SORTS, &ignored);
    if (status == OK)
        status = buffer_append(
            &text, keys, end != NULL ? (size_t)(end - keys) : strlen(keys), &ignored);
    if (status == OK)
        status = buffer_append(&text, "", 1, &ignored);
    if (status == OK)
        l = look_up_of(c->file, (const char *)text.data, context);
    buffer_release(&text);
    return l;
}

/* Shows the sorted rows after the one that was found first. */
static void show_after_first(struct parquet_cursor *c)
{
    c->row = c->after_first;
    c->batch_end = c->kept->rows.n_rows;
    c->after_first = 0;
}

/* Shows the sorted rows but for the one that was found first: those before it. */
static enum status show_rest(struct parquet_cursor *c, struct error *error)
{
    uint32_t first;
    if (!kept_rows_find(&c->kept->rows, c->found_first, &first))
        return error_set(error, CORRUPT, "row %" PRIu64 " is missing", c->found_first);
    c->has_all_kept = false;
    c->after_first = first + 1;
    c->row = 0;
    c->batch_end = first;
    if (first == 0)
        show_after_first(c);
    return OK;
}

/* max() and min() ask for one row in an order.  A statement that asks for a second one,
 * without a limit, probably wants them all, which takes long if they are found in passes:
 * keeps and sorts them, if there is memory. *is_sorted: the next rows are shown. */
static enum status sort_rest(struct parquet_cursor *c, bool *is_sorted,
                             struct error *error)
{
    struct parquet_table *table = (struct parquet_table *)c->base.pVtab;
    struct plan_context context = table_plan_context(table, c->file);
    struct predicate all = {0};
    enum status status = OK;
    bool is_stale = false;
    context.outer_joins = &c->outer_joins;
    context.is_stale = &is_stale;
    c->may_sort_rest = false;
    c->look_up = look_up_of_sort(c, &context);
    if (c->look_up != NULL)
        status = look_up_begin(c->look_up, &context, NULL, c->scan, &all, &c->kept,
                               &c->positions, &c->rest, &c->has_all_kept, error);
    predicate_release(&all);
    *is_sorted = c->kept != NULL;
    c->has_sorted_rest = true;
    if (c->kept == NULL || status != OK)
        return status;
    c->is_ordered = false;
    cursor_forget_windows(c);
    c->note.n_look_ups++;
    c->note.n_rows_kept = c->kept->rows.n_rows;
    return show_rest(c, error);
}

/* Moves to the first row of the next batch, with rows that are to be skipped. */
static enum status next_rows(struct parquet_cursor *c, struct error *error)
{
    c->selected = c->selected_end = NULL;
    if (c->kept != NULL && c->after_first > 0) {
        show_after_first(c);
        return OK;
    }
    if (cursor_counts(c)) {
        next_counted(c);
        return OK;
    }
    if (c->kept != NULL)
        return next_found(c, error);
    if (!c->is_ordered)
        return next_scanned(c, error);
    bool is_sorted = false;
    enum status status = OK;
    if (c->may_sort_rest && c->has_found_first)
        status = sort_rest(c, &is_sorted, error);
    c->has_found_first = true;
    return status == OK && !is_sorted ? next_ordered(c, error) : status;
}

/* Moves over rows of the batch that are to be skipped. */
static void skip_rows(struct parquet_cursor *c)
{
    uint64_t n = cursor_rows_left(c) + 1;
    n = n < c->n_to_skip ? n : c->n_to_skip;
    c->n_to_skip -= n;
    if (c->selected == NULL || n > cursor_rows_left(c)) {
        c->row = c->selected == NULL ? c->row + n : c->batch_end;
    } else if (n > 0) {
        c->selected += n - 1;
        c->row = c->batch_first + *c->selected++;
    }
}

/* Moves to the first row of the next batch. */
static NOT_INLINE int next_batch(struct parquet_cursor *c)
{
    struct error error = {0};
    cursor_begin_work(c);
    enum status status = next_rows(c, &error);
    while (status == OK && c->n_to_skip > 0 && c->row < c->batch_end) {
        skip_rows(c);
        if (c->row == c->batch_end)
            status = next_rows(c, &error);
    }
    status = work_end(&c->work, status, &error);
    if (c->row < c->batch_end)
        c->note.n_returned += cursor_rows_left(c) + 1;
    return cursor_report(c, status, &error);
}

/* Starts a scan that returns rows in the plan's order. */
static enum status start_ordered(struct parquet_cursor *c, const struct plan *plan,
                                 const struct plan_context *context, sqlite3_value **argv,
                                 struct error *error)
{
    struct row_order order;
    int first = plan->orders[0].column;
    if (!plan_order_of(context, plan, &order))
        return plan_refuse_stale(context, first, "in an unknown order", error);
    /* Without a limit it is probably max(), which needs one row. */
    uint64_t limit = plan_limit(plan, argv), offset = plan_offset(plan, argv);
    c->order_column = first;
    c->key_kind = c->file->columns.columns[first].column->kind;
    c->n_to_skip = plan_rows_to_skip(plan, argv);
    c->may_sort_rest = plan->n_terms == 0 && limit == UINT64_MAX;
    c->has_found_first = false;
    return ordered_rows_start(&c->ordered, c->scan, &c->predicate, &order,
                              limit == UINT64_MAX ? 1 : limit + offset, error);
}

/* Begins a pass over the file. */
static enum status start_scan(struct parquet_cursor *c,
                              const struct plan_context *context, const char *text,
                              sqlite3_value **argv, struct error *error)
{
    struct plan plan;
    plan_parse(text, &plan);
    predicate_clear(&c->predicate);
    enum status status = plan_predicate(&plan, context, argv, &c->predicate, error);
    c->is_ordered = plan.n_orders > 0 && !c->is_in_order;
    if (status == OK && c->is_ordered)
        return start_ordered(c, &plan, context, argv, error);
    if (status != OK)
        return status;
    scan_start(c->scan, &c->predicate);
    if (plan.limits_exactly)
        scan_limit(c->scan, plan_offset(&plan, argv), plan_limit(&plan, argv));
    return OK;
}

/* Begins a pass over kept rows if there are any. */
static enum status start_look_up(struct parquet_cursor *c,
                                 const struct plan_context *context, const char *text,
                                 sqlite3_value **argv, struct error *error)
{
    struct look_up_table *before = c->kept;
    c->is_ordered = false;
    if (c->has_sorted_rest) /* the plan has no look-up of its own */
        c->look_up = NULL;
    c->has_sorted_rest = c->may_sort_rest = false;
    if (c->look_up != NULL && before == NULL)
        look_up_add_work(c->look_up, &c->counted, &c->scan->counters);
    /* SQLite may use a cursor for several plans: those of an OR, or of a RIGHT JOIN. */
    if (text != NULL && (c->note.plan == NULL || strcmp(c->note.plan, text) != 0))
        c->look_up = look_up_of(c->file, text, context);
    /* Terms that were planned for another layout are checked in each pass. */
    if (context->has_other_layout)
        c->look_up = NULL;
    c->kept = NULL;
    c->after_first = 0;
    c->n_to_skip = 0;
    c->is_in_order = false;
    enum status status = OK;
    if (c->look_up != NULL)
        status = look_up_check_order(c->look_up, context, argv, c->scan, &c->is_in_order,
                                     error);
    if (c->look_up != NULL && status == OK && !c->is_in_order)
        status = look_up_begin(c->look_up, context, argv, c->scan, &c->predicate,
                               &c->kept, &c->positions, &c->rest, &c->has_all_kept,
                               error);
    if (c->kept != NULL)
        c->n_to_skip = look_up_rows_to_skip(c->look_up, argv);
    if (c->kept != before || c->part.n_rows > 0)
        cursor_forget_windows(c);
    kept_rows_release(&c->part);
    c->part_rows = 0;
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
    if (table->n_to_check == 0 || c->warning != NULL)
        return;
    table->n_to_check--;
    plan_parse(text, &plan);
    if (!time_spelling_is_doubtful(&plan, context, argv, warning))
        return;
    c->note.warning = c->warning = mem_copy_text(warning, strlen(warning));
    if (!table->has_warned)
        sqlite3_log(SQLITE_WARNING, "parquet: %.100s: %s", table->name, warning);
    table->has_warned = true;
}

static enum status start_pass(struct parquet_cursor *c, int layout, const char *text,
                              sqlite3_value **argv, struct error *error)
{
    struct parquet_table *table = (struct parquet_table *)c->base.pVtab;
    struct plan_context context = table_plan_context(table, c->file);
    bool is_stale = false;
    context.outer_joins = &c->outer_joins;
    context.has_other_layout = layout != c->file->layout;
    context.is_stale = &is_stale;
    check_spelling(c, &context, text, argv);
    scan_stop(c->scan);
    enum status status = start_look_up(c, &context, text, argv, error);
    c->counted = c->scan->counters;
    if (status == OK && c->kept == NULL)
        status = start_scan(c, &context, text, argv, error);
    if (c->kept != NULL) {
        c->note.n_look_ups++;
        c->note.n_rows_kept = c->kept->rows.n_rows;
    }
    if (is_stale)
        plan_again(context.db);
    return status;
}

/* Whether the rows that the cursor has searched last are kept for this plan. */
static bool has_rows_of(const struct parquet_cursor *c, const char *text)
{
    if (c->kept == NULL || c->note.n_loops > 1)
        return c->kept != NULL && c->note.plan == text;
    return strcmp(look_up_text(c->look_up), text) == 0; /* of a parked cursor */
}

/* Begins a pass over kept rows in the common case; false: it has not begun. */
static bool look_up_quickly(struct parquet_cursor *c, const char *text,
                            sqlite3_value **argv)
{
    if (!has_rows_of(c, text) ||
        !look_up_integer(c->look_up, c->kept, argv, &c->positions))
        return false;
    c->selected = c->selected_end = NULL;
    c->note.plan = text;
    c->note.n_look_ups++;
    c->note.n_rows_kept = c->kept->rows.n_rows;
    next_kept(c);
    if (c->row < c->batch_end)
        c->note.n_returned += cursor_rows_left(c) + 1;
    return true;
}

int parquet_filter(sqlite3_vtab_cursor *cursor, int idx_num, const char *text, int argc,
                   sqlite3_value **argv)
{
    struct parquet_cursor *c = (struct parquet_cursor *)cursor;
    struct error error;
    (void)argc;
    c->note.n_returned -= cursor_rows_left(c); /* of the previous pass */
    if (c->note.n_loops++ == 0)
        c->note.n_before_cursor = scan_stats_count(
            ((struct parquet_table *)cursor->pVtab)->connection->scan_stats);
    if (idx_num / 2 == c->file->layout && look_up_quickly(c, text, argv))
        return SQLITE_OK;
    uint64_t began = os_nanoseconds();
    error_clear(&error);
    c->selected = c->selected_end = NULL;
    c->batch_end = c->row;
    if (c->file->is_empty) {
        c->note.plan = text;
        return SQLITE_OK;
    }
    cursor_begin_work(c);
    enum status status = work_end(&c->work,
                                  start_pass(c, idx_num / 2, text, argv, &error), &error);
    c->note.plan = text;
    c->scan->counts_only = idx_num % 2 == 1;
    c->note.nanoseconds += os_nanoseconds() - began;
    if (status == OK)
        return next_batch(c);
    return cursor_report(c, status, &error);
}

int parquet_next(sqlite3_vtab_cursor *cursor)
{
    struct parquet_cursor *c = (struct parquet_cursor *)cursor;
    if (c->selected == NULL) {
        if (++c->row < c->batch_end)
            return SQLITE_OK;
    } else if (c->selected < c->selected_end) {
        c->row = c->batch_first + *c->selected++;
        return SQLITE_OK;
    }
    return next_batch(c);
}

int parquet_eof(sqlite3_vtab_cursor *cursor)
{
    const struct parquet_cursor *c = (struct parquet_cursor *)cursor;
    return c->row >= c->batch_end;
}

int parquet_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
    struct parquet_cursor *c = (struct parquet_cursor *)cursor;
    int code = SQLITE_OK;
    if (cursor_counts(c))
        code = cursor_show_each(c);
    if (code == SQLITE_OK)
        *rowid = (sqlite3_int64)(cursor_row_number(c) + 1);
    return code;
}
