/* SPDX-License-Identifier: MIT */
#include "scan/ordered_rows.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/merge_sort.h"

enum {
    /* Passes grow: each is this many times larger than the one before. */
    PASS_GROWTH = 64,
    MOST_ROWS = 1 << 20,
    /* If the rows found take more bytes, or half of what memory is left, the pass keeps
     * fewer rows. */
    MOST_FOUND_BYTES = 256 << 20,
    /* While the array of rows grows, it takes up to this many times what the rows need.
     */
    ARRAY_GROWTH = 3,
    /* Rows at most this far apart are decoded together. */
    NEAR_ROWS = 16,
    MOST_ANNOUNCED = 64, /* visits and rows, together */
    SIFT_WORK = 200,     /* per sift, for interrupt_after() */
};

/* Rows to be visited together: those of a file that waits to be opened, of a row group,
 * or of one page of the column in it. */
struct visit {
    uint32_t number; /* of the row group, or of the page in it */
    uint64_t first_row, end_row;
    bool has_best; /* no value is better than this one */
    union column_value best;
    bool may_have_null;
    bool is_of_file, is_open;
    bool is_passed;      /* the file was left closed, and counted */
    struct visit *inner; /* once it is open: its row groups, in the order of visits */
    uint32_t n_inner;
};

/* ---- Order ----------------------------------------------------------------------- */

static int compare_keys(const struct order_column *column, const struct ordered_key *a,
                        const struct ordered_key *b)
{
    int order = 0;
    if (a->is_null || b->is_null)
        order = b->is_null - a->is_null;
    else
        order = column_value_compare(column->domain, a->value, b->value);
    return column->is_descending ? -order : order;
}

static int compare_ranks(const struct visit_rank *a, const struct visit_rank *b)
{
    if (a->visit != b->visit)
        return a->visit < b->visit ? -1 : 1;
    if (a->inner != b->inner)
        return a->inner < b->inner ? -1 : 1;
    return (a->page > b->page) - (a->page < b->page);
}

/* Negative: a comes before b. */
static int compare_rows(const struct ordered_rows *rows, const struct ordered_row *a,
                        const struct ordered_row *b)
{
    const struct order_column *columns = rows->order.columns;
    int order = compare_keys(&columns[0], &a->key, &b->key);
    for (uint32_t i = 1; order == 0 && i < rows->order.n_columns; i++)
        order = compare_keys(&columns[i], &a->rest[i - 1], &b->rest[i - 1]);
    if (order != 0)
        return order;
    order = compare_ranks(&a->rank, &b->rank);
    if (order != 0)
        return order;
    return (a->row > b->row) - (a->row < b->row);
}

/* ---- Keys ------------------------------------------------------------------------ */

static bool owns_bytes(const struct order_column *column, const struct ordered_key *key)
{
    return column->domain == DOMAIN_BYTES && !key->is_null;
}

static void free_bytes(const struct order_column *column, const struct ordered_key *key)
{
    if (owns_bytes(column, key))
        mem_free((void *)(uintptr_t)key->value.bytes.data);
}

static void free_row(const struct ordered_rows *rows, struct ordered_row *row)
{
    const struct order_column *columns = rows->order.columns;
    free_bytes(&columns[0], &row->key);
    for (uint32_t i = 1; row->rest != NULL && i < rows->order.n_columns; i++)
        free_bytes(&columns[i], &row->rest[i - 1]);
    mem_free(row->rest);
}

static enum status copy_bytes(const struct order_column *column, struct ordered_key *key,
                              struct error *error)
{
    if (!owns_bytes(column, key))
        return OK;
    uint8_t *copy = mem_alloc(key->value.bytes.size + 1, 1);
    if (copy == NULL)
        return error_nomem(error);
    copy[key->value.bytes.size] = 0;
    if (key->value.bytes.size > 0)
        memcpy(copy, key->value.bytes.data, key->value.bytes.size);
    key->value.bytes.data = copy;
    return OK;
}

/* Makes the row own its keys, or nothing after a failure. */
static enum status keep_row(const struct ordered_rows *rows, struct ordered_row *row,
                            struct error *error)
{
    const struct order_column *columns = rows->order.columns;
    const struct ordered_key *borrowed = row->rest;
    uint32_t n_rest = rows->order.n_columns - 1;
    row->rest = NULL;
    enum status status = copy_bytes(&columns[0], &row->key, error);
    if (status != OK || n_rest == 0)
        return status;
    row->rest = mem_alloc(n_rest, sizeof *row->rest);
    for (uint32_t i = 0; row->rest != NULL && i < n_rest; i++)
        row->rest[i] = (struct ordered_key){.is_null = true};
    status = row->rest != NULL ? OK : error_nomem(error);
    for (uint32_t i = 0; status == OK && i < n_rest; i++) {
        struct ordered_key key = borrowed[i];
        status = copy_bytes(&columns[i + 1], &key, error);
        if (status == OK)
            row->rest[i] = key;
    }
    if (status != OK)
        free_row(rows, row);
    return status;
}

static size_t size_of_key(const struct order_column *column,
                          const struct ordered_key *key)
{
    return owns_bytes(column, key) ? key->value.bytes.size : 0;
}

/* Bytes that the row takes. */
static size_t size_of_row(const struct ordered_rows *rows, const struct ordered_row *row)
{
    const struct order_column *columns = rows->order.columns;
    size_t size = ARRAY_GROWTH * sizeof *row + size_of_key(&columns[0], &row->key);
    for (uint32_t i = 1; i < rows->order.n_columns; i++)
        size += sizeof *row->rest + size_of_key(&columns[i], &row->rest[i - 1]);
    return size;
}

static void forget_found(struct ordered_rows *rows)
{
    for (uint32_t i = 0; i < rows->n_found; i++)
        free_row(rows, &rows->found[i]);
    rows->n_found = rows->next = 0;
    rows->found_bytes = 0;
}

void ordered_rows_release(struct ordered_rows *rows)
{
    forget_found(rows);
    if (rows->has_last)
        free_row(rows, &rows->last);
    for (uint32_t i = 0; i < rows->n_visits; i++)
        mem_free(rows->visits[i].inner);
    mem_free(rows->found);
    mem_free(rows->visits);
    arena_release(&rows->bounds);
    *rows = (struct ordered_rows){0};
}

/* ---- The heap: the worst of the rows found is on top ----------------------------- */

static void sift_down(const struct ordered_rows *rows, uint32_t i)
{
    struct ordered_row *heap = rows->found;
    struct ordered_row row = heap[i];
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= rows->n_found)
            break;
        if (child + 1 < rows->n_found &&
            compare_rows(rows, &heap[child + 1], &heap[child]) > 0)
            child++;
        if (compare_rows(rows, &heap[child], &row) <= 0)
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = row;
}

static void sift_up(const struct ordered_rows *rows, uint32_t i)
{
    struct ordered_row *heap = rows->found;
    struct ordered_row row = heap[i];
    while (i > 0 && compare_rows(rows, &row, &heap[(i - 1) / 2]) > 0) {
        heap[i] = heap[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap[i] = row;
}

/* Sets the term's range: better than the worst row found, once there are enough of them,
 * and not better than the last row of the earlier passes.  Rows arrive in the order that
 * breaks ties, so a value equal to the worst is not better, unless other columns of the
 * order decide. */
static void set_term(struct ordered_rows *rows, struct predicate_term *term)
{
    enum value_domain domain = rows->order.columns[0].domain;
    bool is_full = rows->n_found == rows->most;
    const struct ordered_key *worst = is_full ? &rows->found[0].key : NULL;
    const struct ordered_key *last = rows->has_last ? &rows->last.key : NULL;
    bool takes_equal = rows->order.n_columns > 1;
    struct value_range *range = &rows->better;
    bool has_values = true;
    *range = value_range_all(domain);
    if (rows->order.columns[0].is_descending) {
        term->set.accepts_null = worst == NULL || (takes_equal && worst->is_null);
        if (worst != NULL && !worst->is_null && takes_equal)
            range->low = worst->value;
        else if (worst != NULL && !worst->is_null)
            has_values = value_range_above(domain, worst->value, range);
        if (last != NULL && !last->is_null) {
            range->high = last->value;
            range->has_no_high = false;
        } else if (last != NULL) {
            has_values = false;
        }
    } else {
        term->set.accepts_null = (last == NULL || last->is_null) &&
                                 (worst == NULL || !worst->is_null || takes_equal);
        if (worst != NULL && !worst->is_null && takes_equal) {
            range->high = worst->value;
            range->has_no_high = false;
        } else if (worst != NULL && !worst->is_null) {
            has_values = value_range_below(domain, worst->value, range);
        } else if (worst != NULL) {
            has_values = false;
        }
        if (last != NULL && !last->is_null)
            range->low = last->value;
    }
    term->set.ranges = range;
    term->set.n_ranges = has_values;
    value_set_normalise(&term->set);
}

/* Drops the worst rows while they take too much memory; a later pass finds them. */
static void shorten_pass(struct ordered_rows *rows)
{
    while (rows->found_bytes > rows->most_bytes && rows->n_found > 1) {
        rows->found_bytes -= size_of_row(rows, &rows->found[0]);
        free_row(rows, &rows->found[0]);
        rows->found[0] = rows->found[--rows->n_found];
        sift_down(rows, 0);
        rows->most = rows->n_found;
    }
}

static enum status add_row(struct ordered_rows *rows, struct ordered_row *row,
                           bool *is_better, struct error *error)
{
    *is_better = false;
    if (rows->has_last && compare_rows(rows, row, &rows->last) <= 0)
        return OK;
    bool is_full = rows->n_found == rows->most;
    if (is_full && compare_rows(rows, row, &rows->found[0]) >= 0)
        return OK;
    if (!is_full && !mem_grow(&rows->found, rows->n_found + 1, sizeof *rows->found))
        return error_nomem(error);
    enum status status = keep_row(rows, row, error);
    if (status != OK)
        return status;
    rows->found_bytes += size_of_row(rows, row);
    if (is_full) {
        rows->found_bytes -= size_of_row(rows, &rows->found[0]);
        free_row(rows, &rows->found[0]);
        rows->found[0] = *row;
        sift_down(rows, 0);
    } else {
        rows->found[rows->n_found++] = *row;
        sift_up(rows, rows->n_found - 1);
    }
    shorten_pass(rows);
    *is_better = rows->n_found == rows->most;
    return OK;
}

/* ---- The order of visits --------------------------------------------------------- */

/* The context of compare_visits(). */
struct visits_of {
    const struct ordered_rows *rows;
    const struct visit *visits;
};

static int compare_visits(const void *context, uint32_t i, uint32_t k)
{
    const struct visits_of *of = context;
    const struct visit *a = &of->visits[i], *b = &of->visits[k];
    const struct order_column *column = &of->rows->order.columns[0];
    struct ordered_key x = {.value = a->best}, y = {.value = b->best};
    if (!a->has_best || !b->has_best)
        return a->has_best - b->has_best;
    x.is_null = a->may_have_null && !column->is_descending;
    y.is_null = b->may_have_null && !column->is_descending;
    return compare_keys(column, &x, &y);
}

/* Those that are alike stay in the order of their numbers. */
static enum status sort_visits(const struct ordered_rows *rows, struct visit *visits,
                               uint32_t n, struct error *error)
{
    const struct visits_of of = {rows, visits};
    return merge_sort_records(compare_visits, &of, visits, sizeof *visits, n, error);
}

/* Sets what is known about the best value among the rows of a visit. */
static void set_best(const struct ordered_rows *rows, struct visit *visit,
                     const struct column_statistics *s)
{
    const struct order_column *column = &rows->order.columns[0];
    bool may_be_nan = column->domain == DOMAIN_DOUBLE &&
                      !(s->has_nan_count && s->nan_count == 0);
    visit->has_best = !s->is_unverified &&
                      (column->is_descending ? s->has_max : s->has_min);
    visit->best = column->is_descending ? s->max : s->min;
    visit->may_have_null = !(s->has_null_count && s->null_count == 0) || may_be_nan;
}

/* Copies the best value if it is a text. */
static enum status keep_best(struct ordered_rows *rows, struct visit *visit,
                             struct error *error)
{
    struct bytes_value *bytes = &visit->best.bytes;
    if (!visit->has_best || rows->order.columns[0].domain != DOMAIN_BYTES)
        return OK;
    bytes->data = (const uint8_t *)arena_copy_text(&rows->bounds, bytes->data,
                                                   bytes->size);
    return bytes->data != NULL ? OK : error_nomem(error);
}

/* Adds the visit of a row group, or of the file for which it stands. */
static enum status add_visit(struct ordered_rows *rows, const struct row_group *group,
                             struct visit *visit, struct error *error)
{
    struct table_file *file = rows->scan->file;
    struct column_statistics s;
    *visit = (struct visit){.number = group->number,
                            .first_row = group->first,
                            .end_row = group->end,
                            .is_of_file = group->is_closed};
    enum status status = file->ops->column_statistics(
        file, group->number, rows->order.columns[0].column, &s, error);
    if (status == OK)
        status = interrupt_after(SIFT_WORK, error);
    if (status != OK)
        return status;
    set_best(rows, visit, &s);
    return keep_best(rows, visit, error);
}

/* Plans visits of the n row groups of the scan's list from the first on, but for files
 * that are neither open nor wait. */
static enum status plan_visits(struct ordered_rows *rows, uint32_t first, uint32_t n,
                               struct visit **visits, uint32_t *n_visits,
                               struct error *error)
{
    enum status status = OK;
    *n_visits = 0;
    *visits = mem_alloc_zeroed((size_t)n + 1, sizeof **visits);
    if (*visits == NULL)
        return error_nomem(error);
    for (uint32_t i = first; status == OK && i < first + n; i++) {
        const struct row_group *group = &rows->scan->list.groups[i];
        if (!group->is_closed || group->waits)
            status = add_visit(rows, group, &(*visits)[(*n_visits)++], error);
    }
    return status == OK ? sort_visits(rows, *visits, *n_visits, error) : status;
}

/* ---- A pass ---------------------------------------------------------------------- */

static enum status check_order(const struct ordered_rows *rows, uint64_t row,
                               const struct order_column *column,
                               const struct ordered_key *key, struct error *error)
{
    if (key->is_null || order_column_orders(column, key->value))
        return OK;
    const struct scan *scan = rows->scan;
    uint64_t first = scan_row_group_here(scan)->first;
    error_set(error, CORRUPT,
              "row %llu: a value outside the bounds of the file's statistics",
              (unsigned long long)row + 1);
    return scan->file->ops->locate(scan->file, scan->row_group, column->column,
                                   row - first, error);
}

/* Reads the key of a row of the scan's batch; it is borrowed. */
static enum status read_key(const struct ordered_rows *rows, uint64_t row,
                            const struct order_column *column, struct ordered_key *key,
                            struct error *error)
{
    const struct scan_column *window;
    enum status status = scan_column(rows->scan, column->column, row, &window, error);
    if (status != OK)
        return status;
    uint32_t k = (uint32_t)(row - window->first);
    *key = (struct ordered_key){.is_null = column_vector_is_null(&window->vector, k)};
    if (!key->is_null)
        key->value = column_vector_value(&window->vector,
                                         column_vector_index(&window->vector, k));
    if (column->domain == DOMAIN_DOUBLE && key->value.float64 != key->value.float64)
        key->is_null = true;
    return check_order(rows, row, column, key, error);
}

/* Adds the selected rows of the scan's batch. */
static enum status add_batch(struct ordered_rows *rows, struct visit_rank rank,
                             struct predicate_term *term, struct error *error)
{
    struct scan *scan = rows->scan;
    const struct row_order *order = &rows->order;
    bool changed = false;
    enum status status = OK;
    for (uint32_t i = 0; i < scan->n_selected && status == OK; i++) {
        struct ordered_key rest[MOST_ORDER_COLUMNS];
        struct ordered_row row = {
            .rest = rest, .rank = rank, .row = scan->batch_first + scan->selected[i]};
        bool is_better;
        status = read_key(rows, row.row, &order->columns[0], &row.key, error);
        for (uint32_t k = 1; status == OK && k < order->n_columns; k++)
            status = read_key(rows, row.row, &order->columns[k], &rest[k - 1], error);
        if (status == OK)
            status = add_row(rows, &row, &is_better, error);
        changed = changed || (status == OK && is_better);
    }
    if (changed)
        set_term(rows, term);
    return status;
}

/* Whether no row of a row group can be better than the worst found. */
static bool is_hopeless(const struct ordered_rows *rows, const struct visit *visit)
{
    const struct order_column *column = &rows->order.columns[0];
    struct ordered_key best = {.value = visit->best};
    if (rows->n_found < rows->most || !visit->has_best)
        return false;
    best.is_null = visit->may_have_null && !column->is_descending;
    int order = compare_keys(column, &best, &rows->found[0].key);
    return rows->order.n_columns > 1 ? order > 0 : order >= 0;
}

/* The term added to the predicate; searched for because the terms are reordered. */
static struct predicate_term *own_term(const struct ordered_rows *rows)
{
    struct predicate_term *term = rows->predicate->terms;
    while (term->set.ranges != &rows->better)
        term++;
    return term;
}

static enum status visit_rows(struct ordered_rows *rows, const struct visit *visit,
                              struct visit_rank rank, struct error *error)
{
    struct scan *scan = rows->scan;
    enum status status = OK;
    scan_start_rows(scan, rows->predicate, visit->first_row, visit->end_row);
    scan->is_alone = true; /* threads could not follow the range that narrows */
    while (status == OK) {
        status = scan_next_batch(scan, error);
        if (status != OK || scan->batch_first == scan->batch_end)
            break;
        status = add_batch(rows, rank, own_term(rows), error);
    }
    return status;
}

/* Announces the keys of a visit and of the next ones, and what the predicate tests. */
static enum status announce_visits(struct ordered_rows *rows, uint32_t rank,
                                   struct error *error)
{
    uint64_t first[MOST_ANNOUNCED];
    uint32_t n = 0;
    if (!rows->scan->is_far || rank < rows->n_announced)
        return OK;
    for (; n < MOST_ANNOUNCED && rank + n < rows->n_visits &&
           !rows->visits[rank + n].is_of_file;
         n++)
        first[n] = rows->visits[rank + n].first_row;
    enum status status = scan_announce_visits(rows->scan, first, &n, &rows->window,
                                              error);
    rows->n_announced = rank + n;
    return status;
}

/* Announces the rows that were found, as far as they are few. */
static enum status announce_found(const struct ordered_rows *rows, struct error *error)
{
    uint64_t numbers[MOST_ANNOUNCED];
    uint32_t n = 0;
    if (!rows->scan->is_far)
        return OK;
    for (; n < MOST_ANNOUNCED && n < rows->n_found; n++)
        numbers[n] = rows->found[n].row;
    return n > 0 ? scan_announce_found(rows->scan, numbers, n, error) : OK;
}

/* Visits page by page, the most promising first, if the page index has bounds. */
static enum status visit_row_group(struct ordered_rows *rows, const struct visit *group,
                                   struct visit_rank rank, struct error *error)
{
    struct table_file *file = rows->scan->file;
    uint32_t column = rows->order.columns[0].column;
    const struct page_range *pages;
    enum keep_reason reason;
    uint32_t n;
    bool hold = true;
    enum status status = file->ops->page_ranges(file, group->number, column, &pages, &n,
                                                &reason, error);
    /* The order of the pages, and which are hopeless, depend on all of them. */
    if (status == OK && n > 1 && file->ops->verify_pages != NULL)
        status = file->ops->verify_pages(file, group->number, column, 0, n, &hold, error);
    if (status != OK)
        return status;
    if (n <= 1 || !hold)
        return visit_rows(rows, group, rank, error);
    struct visit *visits = mem_alloc_zeroed(n, sizeof *visits);
    if (visits == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n; i++) {
        visits[i].number = i;
        visits[i].first_row = group->first_row + pages[i].first_row;
        visits[i].end_row = visits[i].first_row + pages[i].statistics.n_rows;
        set_best(rows, &visits[i], &pages[i].statistics);
    }
    status = sort_visits(rows, visits, n, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        rank.page = i;
        if (!is_hopeless(rows, &visits[i]))
            status = visit_rows(rows, &visits[i], rank, error);
    }
    mem_free(visits);
    return status;
}

/* Opens a file if it may have rows for the pass. */
static enum status open_file(struct ordered_rows *rows, struct visit *visit,
                             struct error *error)
{
    struct scan *scan = rows->scan;
    uint32_t before = scan->list.n;
    scan_start_rows(scan, rows->predicate, visit->first_row, visit->end_row);
    uint32_t first = scan->list_index;
    enum status status = scan_open_first(scan, &visit->is_open, error);
    if (status != OK || !visit->is_open)
        return status;
    scan->counters.files_by_statistics -= visit->is_passed;
    visit->is_passed = false;
    return plan_visits(rows, first, scan->list.n + 1 - before, &visit->inner,
                       &visit->n_inner, error);
}

static enum status visit_file(struct ordered_rows *rows, struct visit *visit,
                              struct visit_rank rank, struct error *error)
{
    enum status status = visit->is_open ? OK : open_file(rows, visit, error);
    for (uint32_t i = 0; status == OK && i < visit->n_inner; i++) {
        rank.inner = i;
        if (!is_hopeless(rows, &visit->inner[i]))
            status = visit_row_group(rows, &visit->inner[i], rank, error);
    }
    return status;
}

/* Passes over a visit that has nothing for the pass, and counts its file. */
static void pass_over(struct ordered_rows *rows, struct visit *visit)
{
    if (!visit->is_of_file || visit->is_open || visit->is_passed)
        return;
    visit->is_passed = true;
    rows->scan->counters.files_by_statistics++;
}

static enum status visit_next(struct ordered_rows *rows, uint32_t i, struct error *error)
{
    struct visit *visit = &rows->visits[i];
    const struct visit_rank rank = {.visit = i};
    if (!is_hopeless(rows, visit)) {
        if (visit->is_of_file)
            return visit_file(rows, visit, rank, error);
        enum status status = announce_visits(rows, i, error);
        return status == OK ? visit_row_group(rows, visit, rank, error) : status;
    }
    pass_over(rows, visit);
    return OK;
}

/* Heap sort: moves the worst to the end, then the next. */
static enum status sort_found(struct ordered_rows *rows, struct error *error)
{
    enum status status = OK;
    uint32_t n = rows->n_found;
    while (rows->n_found > 1 && status == OK) {
        struct ordered_row worst = rows->found[0];
        rows->found[0] = rows->found[--rows->n_found];
        sift_down(rows, 0);
        rows->found[rows->n_found] = worst;
        status = interrupt_after(SIFT_WORK, error);
    }
    rows->n_found = n;
    return status;
}

static enum status run_pass(struct ordered_rows *rows, struct error *error)
{
    enum status status = OK;
    struct predicate_term *term = own_term(rows);
    size_t most_bytes = MOST_FOUND_BYTES, half = memory_left() / 2;
    rows->most_bytes = half < most_bytes ? half : most_bytes;
    set_term(rows, term);
    /* Results for a dictionary's entries stay usable within a pass, where the range only
     * narrows: they exclude too little at worst.  A new pass would exclude too much. */
    term->dictionary = term->seen_dictionary = 0;
    for (uint32_t i = 0; status == OK && i < rows->n_visits; i++)
        status = visit_next(rows, i, error);
    if (status == OK)
        status = sort_found(rows, error);
    rows->is_exhausted = rows->n_found < rows->most;
    return status == OK ? announce_found(rows, error) : status;
}

/* ---- For users ------------------------------------------------------------------- */

enum status ordered_rows_start(struct ordered_rows *rows, struct scan *scan,
                               struct predicate *predicate, const struct row_order *order,
                               uint64_t first_pass, struct error *error)
{
    ordered_rows_release(rows);
    uint32_t most = MOST_ROWS;
    *rows = (struct ordered_rows){.scan = scan, .predicate = predicate, .order = *order};
    rows->most = first_pass < 1 ? 1 : first_pass < most ? (uint32_t)first_pass : most;
    scan_start(scan, predicate);
    enum status status = scan_open_all(scan, order->columns[0].column,
                                       order->columns[0].is_descending, error);
    if (status != OK)
        return status;
    struct predicate_term *term = predicate_add(predicate, order->columns[0].column);
    if (term == NULL)
        return error_nomem(error);
    term->prunes = true;
    term->set = (struct value_set){.domain = order->columns[0].domain,
                                   .ranges = &rows->better};
    status = plan_visits(rows, 0, scan->list.n, &rows->visits, &rows->n_visits, error);
    if (status == OK && predicate->is_never)
        rows->is_exhausted = true;
    else if (status == OK)
        status = run_pass(rows, error);
    return status;
}

static enum status next_pass(struct ordered_rows *rows, struct error *error)
{
    uint32_t most = MOST_ROWS;
    if (rows->has_last)
        free_row(rows, &rows->last);
    rows->last = rows->found[rows->n_found - 1];
    rows->has_last = true;
    rows->n_found--; /* so that forget_found() keeps the last row's key */
    forget_found(rows);
    rows->most = rows->most < most / PASS_GROWTH ? rows->most * PASS_GROWTH : most;
    return run_pass(rows, error);
}

/* The visit of the row group that a row was found in. */
static const struct visit *visit_of(const struct ordered_rows *rows,
                                    const struct visit_rank *rank)
{
    const struct visit *visit = &rows->visits[rank->visit];
    return visit->is_of_file ? &visit->inner[rank->inner] : visit;
}

/* Decodes the next row together with the following ones as long as they are close
 * together, in either direction, in one row group. */
static void show_rows(struct ordered_rows *rows)
{
    const struct ordered_row *found = rows->found;
    uint64_t low = found[rows->next].row, high = low;
    const struct visit *group = visit_of(rows, &found[rows->next].rank);
    for (uint32_t i = rows->next + 1; i < rows->n_found; i++) {
        uint64_t row = found[i].row;
        bool is_near = row >= high ? row - high <= NEAR_ROWS
                                   : row < low && low - row <= NEAR_ROWS;
        uint64_t new_low = row < low ? row : low, new_high = row > high ? row : high;
        if (!is_near || new_high - new_low >= BATCH_ROWS || row < group->first_row ||
            row >= group->end_row)
            break;
        low = new_low;
        high = new_high;
    }
    scan_show_rows(rows->scan, low, high + 1);
}

enum status ordered_rows_next(struct ordered_rows *rows, const struct ordered_row **row,
                              struct error *error)
{
    enum status status = OK;
    *row = NULL;
    if (rows->next == rows->n_found && !rows->is_exhausted && rows->n_found > 0)
        status = next_pass(rows, error);
    if (status != OK || rows->next == rows->n_found)
        return status;
    const struct ordered_row *found = &rows->found[rows->next];
    if (rows->next == 0 || found->row < rows->scan->batch_first ||
        found->row >= rows->scan->batch_end)
        show_rows(rows);
    rows->next++;
    *row = found;
    return OK;
}
