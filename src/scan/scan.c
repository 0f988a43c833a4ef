/* SPDX-License-Identifier: MIT */
#include "scan/scan.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/interrupt.h"
#include "os/process.h"
#include "scan/scan_ahead.h"
#include "scan/scan_prune.h"

enum {
    /* The first batch is small: `LIMIT 1` decodes little. */
    FIRST_BATCH_ROWS = 64,
    FIRST_TESTED_ROWS = 256,
    /* Threads are started after so many values, a few milliseconds of SQLite's work, if
     * at least a quarter as many rows are left. */
    VALUES_ALONE = 64 * BATCH_ROWS,
    /* Of so many files, most have been closed again. */
    MANY_OPENED = 100,
};

enum status scan_init(struct scan *scan, struct table_file *file, struct error *error)
{
    *scan = (struct scan){.file = file};
    scan->is_far = table_file_is_far(file);
    enum status status = scan_columns_init(scan, error);
    return status == OK ? row_group_list_init(&scan->list, file, error) : status;
}

void scan_visit(struct scan *scan, uint32_t index)
{
    scan->list_index = index;
    scan->row_group = index < scan->list.n ? scan->list.groups[index].number
                                           : NO_ROW_GROUP;
}

void scan_release(struct scan *scan)
{
    scan_stop(scan);
    scan_columns_release(scan);
    buffer_release(&scan->losses);
    row_selection_release(&scan->selection);
    row_selection_release(&scan->spare[0]);
    row_selection_release(&scan->spare[1]);
    scan_announcer_release(&scan->announcer);
    row_group_list_release(&scan->list);
    *scan = (struct scan){0};
}

uint64_t scan_total_rows(struct table_file *file)
{
    uint64_t total = 0;
    uint32_t count = file->ops->row_group_count(file);
    if (file->ops->estimate_size != NULL)
        return (uint64_t)file->ops->estimate_size(file).n_rows;
    for (uint32_t i = 0; i < count; i++)
        total += file->ops->row_group_rows(file, i);
    return total;
}

enum status scan_list_again(struct scan *scan, struct error *error)
{
    struct row_group_list list;
    if (!scan->file->describes_closed || scan->list.n_opened < MANY_OPENED)
        return OK;
    enum status status = row_group_list_init(&list, scan->file, error);
    if (status != OK)
        return status;
    row_group_list_release(&scan->list);
    scan->list = list;
    return OK;
}

enum status scan_open_listed(struct scan *scan, uint32_t index, struct error *error)
{
    struct scan_measurement before = scan_measure(scan);
    enum status status = row_group_list_open(&scan->list, scan->file, index, error);
    scan_count_since(scan, &before);
    return status;
}

/* ---- Row groups ------------------------------------------------------------------ */

enum status scan_open_row(struct scan *scan, uint64_t row, struct error *error)
{
    uint32_t index = scan_list_index(scan, row), n = scan->list.n;
    if (index >= n || !scan->list.groups[index].is_closed)
        return OK;
    enum status status = scan_open_listed(scan, index, error);
    if (status != OK)
        return status;
    if (scan->list_index == index) /* a batch that threads have made */
        scan_visit(scan, scan_list_index(scan, scan->batch_first));
    else if (scan->list_index > index)
        scan->list_index += scan->list.n - n;
    return OK;
}

uint64_t scan_end_row(const struct scan *scan)
{
    return scan->list.n > 0 ? scan->list.groups[scan->list.n - 1].end : 0;
}

void scan_stop(struct scan *scan)
{
    if (scan->ahead == NULL)
        return;
    scan_ahead_stop(scan->ahead);
    scan->ahead = NULL;
    scan->selected = NULL;
    scan->n_selected = 0;
    /* Windows may refer to what the threads had made. */
    for (uint32_t i = 0; i < scan->n_columns; i++)
        scan->columns[i].vector.n_rows = 0;
}

void scan_start(struct scan *scan, struct predicate *predicate)
{
    scan_stop(scan);
    uint64_t total = scan_end_row(scan);
    struct row_range rows = {0, total};
    if (predicate != NULL && predicate->has_rows) {
        const struct value_set *set = &predicate->rows;
        uint32_t n = set->n_ranges;
        int64_t low = n > 0 ? set->ranges[0].low.int64 : 0;
        int64_t high = n > 0 ? set->ranges[n - 1].high.int64 : -1;
        rows.first = low > 0 ? (uint64_t)low : 0;
        rows.end = high < 0 ? 0 : (uint64_t)high < total ? (uint64_t)high + 1 : total;
    }
    if (predicate != NULL && predicate->is_never)
        rows.end = 0;
    scan->n_passes++;
    scan->n_loaded = 0;
    scan->began = scan->worked = 0;
    scan->is_at_work = false;
    scan->is_alone = scan->n_threads < 2;
    scan->predicate = predicate;
    scan->rows = rows;
    scan_visit(scan, scan_list_index(scan, rows.first));
    scan->selection.n_ranges = scan->range = 0;
    scan->batch_first = scan->batch_end = rows.first;
    scan->selected = NULL;
    scan->is_first_batch = true;
    scan->is_shown = false;
    scan->counts_only = scan->reads_paths = scan->stays_closed = false;
    if (scan->is_of_paths)
        scan_read_paths(scan);
    scan->n_to_skip = 0;
    scan->n_wanted = UINT64_MAX;
    scan_announce_start(scan);
    scan->checked_row_group = NO_ROW_GROUP;
}

void scan_limit(struct scan *scan, uint64_t n_skipped, uint64_t n_wanted)
{
    scan->n_to_skip = n_skipped;
    scan->n_wanted = n_wanted;
}

void scan_start_rows(struct scan *scan, struct predicate *predicate, uint64_t first_row,
                     uint64_t end_row)
{
    scan_start(scan, predicate);
    scan->rows.first = first_row > scan->rows.first ? first_row : scan->rows.first;
    scan->rows.end = end_row < scan->rows.end ? end_row : scan->rows.end;
    scan_visit(scan, scan_list_index(scan, scan->rows.first));
    scan->batch_first = scan->batch_end = scan->rows.first;
}

void scan_show_rows(struct scan *scan, uint64_t first, uint64_t end)
{
    scan_stop(scan);
    scan_visit(scan, scan_list_index(scan, first));
    scan->batch_first = first;
    scan->batch_end = end;
    scan->selected = NULL;
    scan->n_selected = 0;
    scan->is_shown = true;
}

void scan_set_batch(struct scan *scan, const struct scan_batch *batch)
{
    scan_visit(scan, batch->index);
    scan->batch_first = batch->first;
    scan->batch_end = batch->end;
    scan->selected = batch->selected;
    scan->n_selected = batch->n_selected;
}

/* Whether a column was read up to the batch's last row, which proves that it exists. */
static bool batch_was_read(const struct scan *scan)
{
    for (uint32_t i = 0; i < scan->n_columns; i++) {
        const struct scan_column *c = &scan->columns[i];
        if (c->row_group == scan->row_group && c->position >= scan->batch_end)
            return true;
    }
    return false;
}

/* See struct table_file_ops. */
static enum status check_rows(struct scan *scan, uint32_t row_group, bool by_pages,
                              struct error *error)
{
    if (scan->file->ops->check_rows == NULL)
        return OK;
    struct scan_measurement before = scan_measure(scan);
    enum status status = scan->file->ops->check_rows(scan->file, row_group, by_pages,
                                                     error);
    scan_count_since(scan, &before);
    return status;
}

/* Checks that the rows of the row group exist, if no column of it is read. */
static enum status check_unread_rows(struct scan *scan, struct error *error)
{
    if (scan->checked_row_group == scan->row_group)
        return OK;
    enum status status = scan->is_far ? scan_announce_counts(scan, error) : OK;
    if (status == OK)
        status = check_rows(scan, scan->row_group, true, error);
    scan->checked_row_group = status == OK ? scan->row_group : NO_ROW_GROUP;
    return status;
}

static bool has_terms(const struct scan *scan)
{
    return scan->predicate != NULL && scan->predicate->n_terms > 0;
}

/* Whether it is not known beforehand which rows of the selection pass. */
static bool tests_rows(const struct scan *scan)
{
    return scan->file->has_deleted_rows || has_terms(scan);
}

/* Selects rows of the row group that is visited. */
static enum status prune_here(struct scan *scan, struct error *error)
{
    struct scan_measurement before = scan_measure(scan);
    if (scan->predicate != NULL)
        predicate_reorder(scan->predicate, scan->file->ops->schema(scan->file));
    enum status status = interrupt_check(error);
    if (status == OK)
        status = scan_prune_row_group(scan, error);
    scan_count_since(scan, &before);
    return status;
}

/* Opens the closed row group that is visited, and visits the first one of its file. */
static enum status open_here(struct scan *scan, struct error *error)
{
    enum status status = scan->is_far ? scan_announce_files(scan, error) : OK;
    if (status == OK)
        status = scan_open_listed(scan, scan->list_index, error);
    if (status == OK)
        scan_visit(scan, scan->list_index);
    return status;
}

/* Moves to the next row group with selected rows; *found is false at the end. */
static enum status next_row_group(struct scan *scan, bool *found, struct error *error)
{
    *found = false;
    while (scan->list_index < scan->list.n &&
           scan_row_group_here(scan)->first < scan->rows.end) {
        enum status status = prune_here(scan, error);
        if (status != OK)
            return status;
        if (scan->selection.n_ranges == 0) {
            scan_visit(scan, scan->list_index + 1);
        } else if (scan_row_group_here(scan)->is_closed && !scan->stays_closed) {
            status = open_here(scan, error);
            if (status != OK)
                return status;
        } else {
            scan->range = 0;
            scan->next_row = scan->selection.ranges[0].first;
            *found = true;
            return check_rows(scan, scan->row_group, false, error);
        }
    }
    /* A scan up to the last row depends on the row counts of all row groups. */
    return scan->rows.end == scan_end_row(scan)
               ? check_rows(scan, scan->list.n, false, error)
               : OK;
}

/* Whether the bound of a column is known of the closed row group that is visited. */
static enum status has_bound(struct scan *scan, uint32_t column, bool is_greatest,
                             bool *has, struct error *error)
{
    struct column_statistics s;
    *has = false;
    if (!scan->file->describes_closed)
        return OK;
    enum status status = scan->file->ops->column_statistics(scan->file, scan->row_group,
                                                            column, &s, error);
    *has = status == OK && !s.is_unverified && (is_greatest ? s.has_max : s.has_min);
    return status;
}

/* Opens the closed row group that is visited, or lets it wait, if it may have rows. */
static enum status open_or_wait(struct scan *scan, bool waits, bool *is_open,
                                struct error *error)
{
    scan->counts_later = waits;
    enum status status = scan_prune_row_group(scan, error);
    bool may_have_rows = scan->selection.n_ranges > 0;
    scan->counts_later = false;
    scan->list.groups[scan->list_index].waits = may_have_rows && waits;
    *is_open = status == OK && may_have_rows && !waits;
    return *is_open ? open_here(scan, error) : status;
}

enum status scan_open_all(struct scan *scan, uint32_t column, bool is_greatest,
                          struct error *error)
{
    enum status status = OK;
    while (status == OK && scan->list_index < scan->list.n) {
        bool waits, opens = false;
        if (scan_row_group_here(scan)->is_closed) {
            status = has_bound(scan, column, is_greatest, &waits, error);
            if (status == OK)
                status = open_or_wait(scan, waits, &opens, error);
        }
        scan_visit(scan, opens ? scan->list_index : scan->list_index + 1);
    }
    scan->selection.n_ranges = 0;
    return status;
}

enum status scan_open_first(struct scan *scan, bool *is_open, struct error *error)
{
    enum status status = open_or_wait(scan, false, is_open, error);
    scan->selection.n_ranges = 0;
    return status;
}

enum status scan_begin_row_group(struct scan *scan, struct error *error)
{
    bool found;
    return next_row_group(scan, &found, error);
}

/* Moves to the next range of the selection that has rows left, in this row group or a
 * later one. */
static enum status next_range(struct scan *scan, bool *found, struct error *error)
{
    *found = true;
    if (scan->range < scan->selection.n_ranges &&
        scan->next_row >= scan->selection.ranges[scan->range].end) {
        if (++scan->range < scan->selection.n_ranges)
            scan->next_row = scan->selection.ranges[scan->range].first;
        else
            scan_visit(scan, scan->list_index + 1);
    }
    return scan->range < scan->selection.n_ranges ? OK
                                                  : next_row_group(scan, found, error);
}

/* Moves to the next rows of the selection, behind those to skip if none is tested. */
static enum status next_rows(struct scan *scan, uint64_t most, bool *found,
                             struct error *error)
{
    bool tests = tests_rows(scan);
    uint64_t left = 0;
    *found = tests || scan->n_wanted > 0;
    while (*found && left == 0) {
        enum status status = next_range(scan, found, error);
        if (status != OK || !*found)
            return status;
        left = scan->selection.ranges[scan->range].end - scan->next_row;
        if (!tests) {
            uint64_t n = left < scan->n_to_skip ? left : scan->n_to_skip;
            scan->next_row += n;
            scan->n_to_skip -= n;
            left -= n;
        }
    }
    if (!*found)
        return OK;
    if (!tests) {
        most = most < scan->n_wanted ? most : scan->n_wanted;
        scan->n_wanted -= left < most ? left : most;
    }
    scan->batch_first = scan->next_row;
    scan->batch_end = scan->next_row + (left < most ? left : most);
    scan->next_row = scan->batch_end;
    return OK;
}

/* ---- Batches --------------------------------------------------------------------- */

/* Tests the statistics in the header of the page at which the column's reader is.  If
 * they exclude the page, sets *excluded and ends the batch with the page. */
static enum status test_page(struct scan *scan, const struct predicate_term *term,
                             bool *excluded, struct error *error)
{
    struct column_statistics page;
    struct scan_column *c = &scan->columns[term->column];
    *excluded = false;
    if (!term->prunes ||
        (c->row_group == scan->row_group && c->first <= scan->batch_first &&
         scan->batch_first - c->first < c->vector.n_rows))
        return OK;
    enum status status = scan_announce_column(scan, term->column, scan->batch_first,
                                              scan->batch_end, error);
    if (status == OK)
        status = scan_move_reader(scan, term->column, scan->batch_first, error);
    if (status != OK || c->reader->ops->next_page == NULL)
        return status;
    status = c->reader->ops->next_page(c->reader, &page, error);
    if (status != OK)
        return status;
    if (page.n_rows == 0)
        return OK;
    const struct column *column =
        &scan->file->ops->schema(scan->file)->columns[term->column];
    *excluded = value_set_excludes(&term->set, column, &page);
    if (!*excluded) {
        scan_count_kept(scan, KEEP_BY_PAGE_HEADER,
                        predicate_term_keep_reason(term, column, &page));
    } else {
        scan->counters.pages_by_bounds++;
        uint64_t range_end = scan->selection.ranges[scan->range].end;
        uint64_t left = range_end - scan->batch_first;
        scan->batch_end = scan->batch_first + (page.n_rows < left ? page.n_rows : left);
        scan->next_row = scan->batch_end;
    }
    return OK;
}

/* Tests one term on the remaining positions (all rows of the batch if is_first).  The
 * column's window then covers them. */
static enum status test_term(struct scan *scan, struct predicate_term *term,
                             bool is_first, struct error *error)
{
    uint32_t *rows = scan->positions;
    uint32_t n = is_first ? (uint32_t)(scan->batch_end - scan->batch_first)
                          : scan->n_selected;
    const struct scan_column *window = &scan->columns[term->column];
    uint64_t first = scan->batch_first + (is_first ? 0 : rows[0]);
    uint64_t last = scan->batch_first + (is_first ? n - 1 : rows[n - 1]);
    enum status status = OK;
    if (!(window->row_group == scan->row_group &&
          first - window->first < window->vector.n_rows))
        status = scan_load_tested(scan, term->column, first, last - first + 1, error);
    if (status != OK)
        return status;
    uint64_t window_end = window->first + window->vector.n_rows;
    if (window_end <= last) {
        /* With large values, the batch ends with the window. */
        scan->batch_end = scan->next_row = window_end;
        if (is_first)
            n = (uint32_t)(window_end - scan->batch_first);
        while (!is_first && scan->batch_first + rows[n - 1] >= window_end)
            n--;
    }
    /* Positions count from the batch's first row, the vector's rows from the window's. */
    const struct column *column =
        &scan->file->ops->schema(scan->file)->columns[term->column];
    uint64_t shift = scan->batch_first - window->first; /* modulo 2^64 */
    for (uint32_t i = 0; shift != 0 && i < n; i++)
        rows[i] = (uint32_t)((is_first ? i : rows[i]) + shift);
    const uint32_t *from = is_first && shift == 0 ? NULL : rows;
    status = predicate_term_filter(term, column, &window->vector, from, n, rows,
                                   &scan->n_selected, error);
    for (uint32_t i = 0; shift != 0 && i < scan->n_selected; i++)
        rows[i] = (uint32_t)(rows[i] - shift);
    return status;
}

/* Leaves out the deleted rows of the batch's selected ones, which are all if `selected`
 * is NULL and stays so. */
static void leave_out_deleted(struct scan *scan)
{
    uint64_t first = scan->batch_first - scan->deleted_base;
    uint32_t n = scan_batch_rows(scan);
    if (scan->deleted == NULL ||
        row_bitmap_next(scan->deleted, first) >= scan->batch_end - scan->deleted_base)
        return;
    scan->n_selected = scan->selected == NULL
                           ? row_bitmap_list_absent(scan->deleted, first, n,
                                                    scan->positions)
                           : row_bitmap_filter(scan->deleted, first, scan->positions, n);
    scan->selected = scan->positions;
}

static enum status test_terms(struct scan *scan, struct error *error)
{
    struct predicate *predicate = scan->predicate;
    enum status status = OK;
    bool excluded = false;
    if (predicate->terms[0].prunes) {
        struct scan_measurement before = scan_measure(scan);
        status = test_page(scan, &predicate->terms[0], &excluded, error);
        scan_count_since(scan, &before);
    }
    scan->selected = scan->positions;
    scan->n_selected = 0;
    if (excluded || status != OK)
        return status;
    for (uint32_t i = 0; i < predicate->n_terms && status == OK; i++) {
        if (i > 0 && scan->n_selected == 0)
            break;
        status = test_term(scan, &predicate->terms[i], i == 0, error);
    }
    /* Terms on large values may have shortened the batch. */
    scan->counters.rows_tested += scan->batch_end - scan->batch_first;
    return status;
}

static enum status test_batch(struct scan *scan, struct error *error)
{
    enum status status = OK;
    scan->selected = NULL;
    /* All rows of what stays closed pass. */
    if (has_terms(scan) &&
        !scan->stays_closed) /* which pass fewer rows than were not deleted */
        status = test_terms(scan, error);
    if (status == OK)
        leave_out_deleted(scan);
    return status;
}

/* Drops the batch's first rows that are to be skipped. */
static void skip_selected(struct scan *scan)
{
    uint32_t n = scan_batch_rows(scan);
    n = n < scan->n_to_skip ? n : (uint32_t)scan->n_to_skip;
    scan->n_to_skip -= n;
    if (scan->selected == NULL) {
        scan->batch_first += n;
        return;
    }
    scan->selected += n;
    scan->n_selected -= n;
}

void scan_skip_row_group(struct scan *scan)
{
    scan->range = scan->selection.n_ranges - 1;
    scan->next_row = scan->selection.ranges[scan->range].end;
    scan->batch_first = scan->batch_end;
}

/* VALUES_ALONE unless the environment variable PARQUET_VTAB_VALUES_ALONE, which is for
 * tests, has another number. */
uint64_t scan_values_alone(void)
{
    static _Atomic uint64_t known; /* 1 + the number; 0: not known yet */
    uint64_t n = atomic_load_explicit(&known, memory_order_relaxed);
    if (n == 0) {
        const char *wanted = getenv("PARQUET_VTAB_VALUES_ALONE");
        n = 1 + (wanted != NULL ? strtoull(wanted, NULL, 10) : VALUES_ALONE);
        atomic_store_explicit(&known, n, memory_order_relaxed);
    }
    return n - 1;
}

/* Whether the scan takes enough of the pass's time for threads to save some: what they
 * hand over costs time, too.  At first, pages are read of which few rows are used. */
static bool is_worth_threads(const struct scan *scan, uint64_t least)
{
    enum { FIRST_SHARE = 2, LATER = 4, SHARE = 5 };
    uint64_t elapsed = os_nanoseconds() - scan->began;
    return least == 0 || scan->worked >= elapsed / FIRST_SHARE ||
           (scan->n_loaded >= LATER * least && scan->worked >= elapsed / SHARE);
}

/* Starts threads for the rest of a pass that has proved long. */
static void start_ahead(struct scan *scan)
{
    uint64_t least = scan_values_alone();
    if (scan->n_loaded < least || scan->n_loaded == 0 ||
        scan->next_row >= scan->rows.end || scan->rows.end - scan->next_row < least / 4 ||
        scan->n_wanted < least / 4 || !is_worth_threads(scan, least))
        return;
    scan->ahead = scan_ahead_start(scan, scan->next_row);
    scan->is_alone = scan->ahead == NULL;
}

/* Takes the next batch from the threads; *found is false at the end of the pass.  If they
 * cannot go on, stops them and takes nothing, so that the scan goes on by itself where
 * they have stopped. */
static enum status take_ahead(struct scan *scan, bool *is_taken, bool *found,
                              struct error *error)
{
    enum scan_ahead_result result;
    uint64_t row;
    enum status status = interrupt_check(error);
    if (status == OK)
        status = scan_ahead_next(scan->ahead, scan, &result, &row, error);
    *is_taken = status == OK && result != AHEAD_FAILED;
    *found = !*is_taken || result == AHEAD_BATCH;
    if (*is_taken && *found)
        return OK;
    scan_stop(scan);
    scan->is_alone = true;
    scan->batch_first = scan->batch_end;
    scan->selection.n_ranges = scan->range = 0;
    scan_visit(scan, scan->list.n);
    if (status == OK && *found) {
        scan->rows.first = row;
        scan_visit(scan, scan_list_index(scan, row));
    }
    return status;
}

/* Moves to the next batch whether or not it has selected rows. */
static enum status next_tested_batch(struct scan *scan, bool tests, bool *found,
                                     struct error *error)
{
    uint64_t most = !scan->is_first_batch ? BATCH_ROWS
                    : tests               ? FIRST_TESTED_ROWS
                                          : FIRST_BATCH_ROWS;
    scan->is_first_batch = *found = false;
    enum status status = interrupt_check(error);
    if (status == OK)
        status = next_rows(scan, most, found, error);
    if (status == OK && *found && scan->counts_only && !has_terms(scan))
        status = check_unread_rows(scan, error);
    if (status == OK && !*found)
        scan->batch_first = scan->batch_end;
    if (status == OK && *found && tests)
        status = test_batch(scan, error);
    return status;
}

static enum status next_batch(struct scan *scan, struct error *error)
{
    bool tests = tests_rows(scan);
    bool found = true;
    enum status status = OK;
    if (scan->ahead == NULL && scan->checked_row_group != scan->row_group &&
        scan->batch_first < scan->batch_end && !batch_was_read(scan))
        status = check_unread_rows(scan, error);
    scan->selected = NULL;
    while (status == OK && found) {
        bool is_taken = false;
        if (scan->ahead == NULL && !scan->is_alone)
            start_ahead(scan);
        if (scan->ahead != NULL)
            status = take_ahead(scan, &is_taken, &found, error);
        if (status == OK && !is_taken)
            status = next_tested_batch(scan, tests, &found, error);
        if (status != OK || !found)
            return status;
        if (tests)
            skip_selected(scan);
        if (scan_batch_rows(scan) > 0) {
            scan->counters.rows_returned += scan_batch_rows(scan);
            return OK;
        }
    }
    return status;
}

enum status scan_next_batch(struct scan *scan, struct error *error)
{
    uint64_t began = scan_begin_work(scan);
    enum status status = next_batch(scan, error);
    scan_end_work(scan, began);
    return status;
}
