/* SPDX-License-Identifier: MIT */
#include "scan/scan_announce.h"

#include "base/interrupt.h"
#include "scan/scan.h"
#include "scan/scan_prune.h"

enum {
    /* About what a network moves in one round trip (50 ms at 40 MB/s): to fetch so much
     * in vain costs no more than to ask a second time. */
    LITTLE = 2 << 20,
    /* Bytes of the first announcement of a pass, of which nobody knows whether it will
     * reach the end, and of the largest. */
    FIRST_WINDOW = 8 << 20,
    LARGEST_WINDOW = 28 << 20,
    FEW = 8,            /* rows pass if at most one in so many does */
    GROWTH = 4,         /* from one announcement to the next */
    MOST_GROUPS = 1024, /* whose metadata or headers are announced together */
    GROUP_WORK = 200,   /* for interrupt_after() */
};

void scan_announcer_release(struct scan_announcer *announcer)
{
    buffer_release(&announcer->expected);
    buffer_release(&announcer->ranges);
    row_selection_release(&announcer->rows);
    row_selection_release(&announcer->spare[0]);
    row_selection_release(&announcer->spare[1]);
}

/* ---- Columns ---------------------------------------------------------------------- */

static const uint32_t *expected_columns(const struct scan *scan, uint32_t *n)
{
    const struct buffer *expected = &scan->announcer.expected;
    *n = (uint32_t)(expected->size / sizeof(uint32_t));
    return (const uint32_t *)(const void *)expected->data;
}

enum status scan_expect_column(struct scan *scan, uint32_t column, struct error *error)
{
    if (scan->columns[column].is_expected)
        return OK;
    scan->columns[column].is_expected = true;
    return buffer_append(&scan->announcer.expected, &column, sizeof column, error);
}

enum status scan_expect(struct scan *scan, const uint32_t *columns, uint32_t n,
                        uint64_t n_skipped, uint64_t n_rows, struct error *error)
{
    uint32_t n_before;
    const uint32_t *before = expected_columns(scan, &n_before);
    enum status status = OK;
    for (uint32_t i = 0; i < n_before; i++)
        scan->columns[before[i]].is_expected = false;
    scan->announcer.expected.size = 0;
    scan->announcer.n_skipped = n_skipped;
    scan->announcer.n_rows = n_rows;
    for (uint32_t i = 0; status == OK && i < n; i++)
        status = scan_expect_column(scan, columns[i], error);
    return status;
}

enum status scan_expect_same(struct scan *scan, const struct scan *as,
                             struct error *error)
{
    uint32_t n;
    const uint32_t *columns = expected_columns(as, &n);
    return scan_expect(scan, columns, n, as->announcer.n_skipped, as->announcer.n_rows,
                       error);
}

static uint32_t count_terms(const struct scan *scan)
{
    return scan->predicate != NULL ? scan->predicate->n_terms : 0;
}

static bool is_tested(const struct scan *scan, uint32_t column)
{
    for (uint32_t i = 0; i < count_terms(scan); i++) {
        if (scan->predicate->terms[i].column == column)
            return true;
    }
    return false;
}

static bool prunes(const struct scan *scan)
{
    for (uint32_t i = 0; i < count_terms(scan); i++) {
        if (scan->predicate->terms[i].prunes)
            return true;
    }
    return false;
}

/* Which columns: those that terms test, the others that are expected, or both. */
enum of { TESTED = 1, OTHERS = 2, BOTH = 3 };

static void note(struct scan *scan, uint32_t column, uint64_t first, uint64_t end)
{
    struct scan_column *c = &scan->columns[column];
    c->announced = (struct row_range){first, end};
    c->announced_in = scan->n_passes;
}

/* Notes that rows of the columns have been announced. */
static void mark(struct scan *scan, enum of of, uint64_t first, uint64_t end)
{
    uint32_t n;
    const uint32_t *expected = expected_columns(scan, &n);
    for (uint32_t i = 0; (of & TESTED) && i < count_terms(scan); i++)
        note(scan, scan->predicate->terms[i].column, first, end);
    for (uint32_t i = 0; (of & OTHERS) && i < n; i++) {
        if (!is_tested(scan, expected[i]))
            note(scan, expected[i], first, end);
    }
}

/* ---- Ranges ----------------------------------------------------------------------- */

static bool is_far(const struct scan *scan, const struct row_group *group)
{
    const struct input_file *input = group->is_closed
                                         ? NULL
                                         : table_file_input(scan->file, group->number);
    return input != NULL && input_file_is_far(input) &&
           scan->file->ops->append_part != NULL;
}

/* Adds a part of a column; selection: NULL: of all rows. */
static enum status add_part(struct scan *scan, const struct row_group *group,
                            uint32_t column, enum file_part part,
                            const struct row_selection *selection, struct error *error)
{
    const struct part_rows rows = {selection, group->first};
    enum status status = scan->file->ops->append_part(
        scan->file, group->number, column, part, selection != NULL ? &rows : NULL,
        &scan->announcer.ranges, error);
    return status == OK ? interrupt_after(GROUP_WORK, error) : status;
}

/* The same for columns. */
static enum status add_columns(struct scan *scan, const struct row_group *group,
                               enum of of, enum file_part part,
                               const struct row_selection *selection, struct error *error)
{
    uint32_t n;
    const uint32_t *expected = expected_columns(scan, &n);
    enum status status = OK;
    for (uint32_t i = 0; status == OK && (of & TESTED) && i < count_terms(scan); i++)
        status = add_part(scan, group, scan->predicate->terms[i].column, part, selection,
                          error);
    for (uint32_t i = 0; status == OK && (of & OTHERS) && i < n; i++) {
        if (!is_tested(scan, expected[i]))
            status = add_part(scan, group, expected[i], part, selection, error);
    }
    return status;
}

/* Adds parts that only terms that prune need; rows: as in add_part(). */
static enum status add_pruning(struct scan *scan, const struct row_group *group,
                               enum file_part part, const struct row_selection *rows,
                               struct error *error)
{
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < count_terms(scan); i++) {
        const struct predicate_term *term = &scan->predicate->terms[i];
        bool uses = term->prunes || part == PART_DICTIONARY;
        if (part == PART_BLOOM && term->set.n_ranges > 0)
            uses = uses && value_set_is_points(&term->set, UINT32_MAX);
        if (uses)
            status = add_part(scan, group, term->column, part, rows, error);
    }
    return status;
}

static int64_t size_of_ranges(const struct scan *scan)
{
    const struct buffer *ranges = &scan->announcer.ranges;
    const struct file_range *range = (const void *)ranges->data;
    int64_t size = 0;
    for (size_t i = 0; i < ranges->size / sizeof *range; i++)
        size += range[i].size;
    return size;
}

/* Announces what was added, of the row group's file. */
static enum status send(struct scan *scan, const struct row_group *group,
                        struct error *error)
{
    struct buffer *ranges = &scan->announcer.ranges;
    size_t n = ranges->size / sizeof(struct file_range);
    ranges->size = 0;
    return input_file_announce(table_file_input(scan->file, group->number),
                               (const void *)ranges->data, n, error);
}

static int64_t larger(int64_t window)
{
    return window < LARGEST_WINDOW / GROWTH ? GROWTH * window : LARGEST_WINDOW;
}

/* ---- Row groups to come ----------------------------------------------------------- */

/* The row group at an index after the one that is visited, if the pass may go on there in
 * the same file; else NULL. */
static const struct row_group *group_to_come(const struct scan *scan, uint32_t index)
{
    const struct row_group *here = scan_row_group_here(scan);
    const struct row_group *group = &scan->list.groups[index];
    const struct predicate *predicate = scan->predicate;
    if (index >= scan->list.n || group->first >= scan->rows.end || group->is_closed ||
        group->file_first != here->file_first)
        return NULL;
    bool is_by_number = predicate != NULL &&
                        (predicate->has_rows || predicate->has_rows_in_file ||
                         predicate->has_row_groups);
    return is_by_number ? NULL : group;
}

/* Sets announcer.rows to those of a selection that are in pages which the terms may
 * accept, by page indexes that have been announced. */
static enum status guess_rows(struct scan *scan, const struct row_group *group,
                              const struct row_selection *selection, struct error *error)
{
    struct scan_announcer *a = &scan->announcer;
    const struct table_file_ops *ops = scan->file->ops;
    enum status status = OK;
    a->rows.n_ranges = 0;
    for (uint32_t i = 0; status == OK && i < selection->n_ranges; i++)
        status = row_selection_append(&a->rows, selection->ranges[i].first,
                                      selection->ranges[i].end, error);
    for (uint32_t t = 0; ops->peek_pages != NULL && t < count_terms(scan); t++) {
        const struct predicate_term *term = &scan->predicate->terms[t];
        const struct column *column = &ops->schema(scan->file)->columns[term->column];
        const struct page_range *pages;
        uint32_t n = 0;
        if (status == OK && term->prunes)
            status = ops->peek_pages(scan->file, group->number, term->column, &pages, &n,
                                     error);
        a->spare[0].n_ranges = 0;
        for (uint32_t i = 0; status == OK && i < n; i++) {
            uint64_t first = group->first + pages[i].first_row;
            if (!value_set_excludes(&term->set, column, &pages[i].statistics))
                status = row_selection_append(&a->spare[0], first,
                                              first + pages[i].statistics.n_rows, error);
        }
        if (status != OK || n == 0)
            continue;
        status = row_selection_intersect(&a->rows, &a->spare[0], &a->spare[1], error);
        struct row_selection rows = a->rows;
        a->rows = a->spare[1];
        a->spare[1] = rows;
    }
    return status;
}

/* guess_rows() of a whole row group to come. */
static enum status guess_group(struct scan *scan, const struct row_group *group,
                               struct error *error)
{
    struct row_range rows = {group->first,
                             group->end < scan->rows.end ? group->end : scan->rows.end};
    const struct row_selection all = {&rows, 1};
    return guess_rows(scan, group, &all, error);
}

/* ---- Metadata --------------------------------------------------------------------- */

/* Calls `add` for the visited row group and for those to come that statistics do not
 * exclude, until there are `most` bytes or rows; *end: the end of the last one's rows. */
static enum status add_groups(struct scan *scan, int64_t most, uint64_t most_rows,
                              enum status (*add)(struct scan *, const struct row_group *,
                                                 struct error *),
                              uint64_t *end, bool *are_all, struct error *error)
{
    uint32_t first = scan->list_index;
    const struct row_group *here = scan_row_group_here(scan), *group = here;
    enum status status = OK;
    for (uint32_t i = first; status == OK && group != NULL && i - first < MOST_GROUPS;) {
        bool may_hold = true;
        if (i > first)
            status = scan_may_hold(scan, i, false, &may_hold, error);
        if (status == OK && may_hold)
            status = add(scan, group, error);
        *end = group->end;
        if (size_of_ranges(scan) > most || group->end - here->first >= most_rows)
            break;
        group = group_to_come(scan, ++i);
    }
    *are_all = group == NULL;
    return status;
}

static enum status add_layout(struct scan *scan, const struct row_group *group,
                              struct error *error)
{
    return add_part(scan, group, 0, PART_LAYOUT, NULL, error);
}

static enum status add_metadata(struct scan *scan, const struct row_group *group,
                                struct error *error)
{
    enum status status = add_pruning(scan, group, PART_BLOOM, NULL, error);
    if (status == OK)
        status = add_pruning(scan, group, PART_INDEX, NULL, error);
    /* Pages of the other columns are found by theirs. */
    return status == OK ? add_columns(scan, group, OTHERS, PART_INDEX, NULL, error)
                        : status;
}

static enum status add_all_values(struct scan *scan, const struct row_group *group,
                                  struct error *error)
{
    return add_columns(scan, group, BOTH, PART_VALUES, NULL, error);
}

/* Adds all values that the rest of the pass may read, if they are little. */
static enum status add_little(struct scan *scan, struct error *error)
{
    struct buffer *ranges = &scan->announcer.ranges;
    size_t before = ranges->size;
    uint64_t end;
    bool are_all;
    enum status status = add_groups(scan, LITTLE, UINT64_MAX, add_all_values, &end,
                                    &are_all, error);
    if (status == OK && are_all && size_of_ranges(scan) <= LITTLE)
        mark(scan, BOTH, scan_row_group_here(scan)->first, end);
    else
        ranges->size = before;
    return status;
}

/* Formats may have to read something before they know where columns are. */
static enum status announce_layout(struct scan *scan, struct error *error)
{
    struct scan_announcer *a = &scan->announcer;
    const struct row_group *here = scan_row_group_here(scan);
    bool are_all;
    if (here->first < a->layout_end)
        return OK;
    enum status status = add_groups(scan, a->metadata_window, UINT64_MAX, add_layout,
                                    &a->layout_end, &are_all, error);
    return status == OK ? send(scan, here, error) : status;
}

enum status scan_announce_metadata(struct scan *scan, struct error *error)
{
    struct scan_announcer *a = &scan->announcer;
    const struct row_group *here = scan_row_group_here(scan);
    bool are_all;
    if (!is_far(scan, here))
        return OK;
    enum status status = announce_layout(scan, error);
    if (status != OK || !prunes(scan) ||
        (a->metadata_first <= here->first && here->first < a->metadata_end))
        return status;
    a->metadata_first = here->first;
    status = add_groups(scan, a->metadata_window, UINT64_MAX, add_metadata,
                        &a->metadata_end, &are_all, error);
    if (status == OK && are_all)
        status = add_little(scan, error);
    a->metadata_window = larger(a->metadata_window);
    return status == OK ? send(scan, here, error) : status;
}

/* ---- The pages of a row group ----------------------------------------------------- */

static bool is_announced(const struct scan *scan, uint32_t column, uint64_t first,
                         uint64_t end)
{
    const struct scan_column *c = &scan->columns[column];
    return c->announced_in == scan->n_passes && first >= c->announced.first &&
           end <= c->announced.end;
}

/* Whether all columns of the terms have been announced for the rest of a row group. */
static bool are_announced(const struct scan *scan, const struct row_group *group)
{
    for (uint32_t i = 0; i < count_terms(scan); i++) {
        if (!is_announced(scan, scan->predicate->terms[i].column, group->first,
                          group->end))
            return false;
    }
    return true;
}

/* Adds the values of row groups to come as long as they fit, from an index in the list
 * on, and what page indexes are compared with.  *index and *end: after the last one. */
static enum status add_next_groups(struct scan *scan, enum of of, int64_t window,
                                   uint32_t *index, uint64_t *end, struct error *error)
{
    struct scan_announcer *a = &scan->announcer;
    enum status status = OK;
    while (status == OK && *index < scan->list.n && size_of_ranges(scan) < window) {
        const struct row_group *group = group_to_come(scan, *index);
        size_t before = a->ranges.size;
        bool may_hold = true;
        if (group == NULL || group->first >= a->layout_end ||
            (prunes(scan) && group->first >= a->metadata_end))
            break;
        status = scan_may_hold(scan, *index, true, &may_hold, error);
        if (status == OK && may_hold)
            status = guess_group(scan, group, error);
        if (status == OK && may_hold)
            status = add_pruning(scan, group, PART_CHECKS, NULL, error);
        if (status == OK && may_hold)
            status = add_columns(scan, group, of, PART_VALUES, &a->rows, error);
        if (size_of_ranges(scan) > window) {
            a->ranges.size = before;
            break;
        }
        *end = group->end;
        ++*index;
    }
    return status;
}

/* Adds what the terms need of row groups to come, from an index in the list on; what was
 * added has that of the visited one, and of others up to `end`. */
static enum status add_tested(struct scan *scan, uint32_t index, uint64_t end,
                              struct error *error)
{
    struct scan_announcer *a = &scan->announcer;
    enum status status = add_next_groups(scan, TESTED, a->tested_window, &index, &end,
                                         error);
    mark(scan, TESTED, scan_row_group_here(scan)->first, end);
    a->tested_window = larger(a->tested_window);
    return status;
}

/* Announces all that is read of the visited row group, which is little, and of the next
 * ones as long as it is; of those after them, what the terms need. */
static enum status add_little_more(struct scan *scan, struct error *error)
{
    const struct row_group *here = scan_row_group_here(scan);
    uint32_t index = scan->list_index + 1;
    uint64_t end = here->end;
    enum status status = add_next_groups(scan, BOTH, LITTLE, &index, &end, error);
    mark(scan, OTHERS, here->first, end);
    return status == OK ? add_tested(scan, index, end, error) : status;
}

/* Adds what may still exclude row groups to come, after that of the visited one. */
static enum status add_doubts(struct scan *scan, struct error *error)
{
    struct scan_announcer *a = &scan->announcer;
    uint32_t index = scan->list_index;
    const struct row_group *group = scan_row_group_here(scan);
    enum status status = add_pruning(scan, group, PART_DICTIONARY, NULL, error);
    while (status == OK && size_of_ranges(scan) < LITTLE) {
        bool may_hold;
        a->doubts_end = group->end;
        group = group_to_come(scan, ++index);
        if (group == NULL || group->first >= a->metadata_end)
            break;
        status = scan_may_hold(scan, index, true, &may_hold, error);
        if (status == OK && may_hold)
            status = add_pruning(scan, group, PART_CHECKS, NULL, error);
        if (status == OK && may_hold)
            status = add_pruning(scan, group, PART_DICTIONARY, NULL, error);
    }
    return status;
}

enum status scan_announce_pages(struct scan *scan, struct error *error)
{
    struct scan_announcer *a = &scan->announcer;
    const struct row_group *here = scan_row_group_here(scan);
    if (!is_far(scan, here) || are_announced(scan, here) || here->first < a->doubts_end)
        return OK;
    enum status status = guess_rows(scan, here, &scan->selection, error);
    if (status == OK)
        status = add_pruning(scan, here, PART_CHECKS, &a->rows, error);
    size_t checks = a->ranges.size;
    if (status == OK)
        status = add_columns(scan, here, BOTH, PART_VALUES, &a->rows, error);
    if (status != OK)
        return status;
    if (size_of_ranges(scan) <= LITTLE) {
        status = add_little_more(scan, error);
        return status == OK ? send(scan, here, error) : status;
    }
    a->ranges.size = checks;
    status = add_columns(scan, here, TESTED, PART_VALUES, &a->rows, error);
    if (status == OK && size_of_ranges(scan) <= LITTLE) {
        status = add_tested(scan, scan->list_index + 1, here->end, error);
    } else if (status == OK) {
        a->ranges.size = checks;
        status = add_doubts(scan, error);
    }
    return status == OK ? send(scan, here, error) : status;
}

/* ---- Values ----------------------------------------------------------------------- */

/* Sets announcer.rows to those of the visited row group that are still to be read from
 * `first` on, and before `end`. */
static enum status take_rest(struct scan *scan, uint64_t first, uint64_t end,
                             struct error *error)
{
    struct row_selection *rows = &scan->announcer.rows;
    const struct row_selection *selection = &scan->selection;
    enum status status = OK;
    rows->n_ranges = 0;
    for (uint32_t i = 0; status == OK && i < selection->n_ranges; i++) {
        struct row_range range = selection->ranges[i];
        status = row_selection_append(rows, range.first > first ? range.first : first,
                                      range.end < end ? range.end : end, error);
    }
    return status;
}

/* Keeps the first n of announcer.rows; returns where they end. */
static uint64_t cut_rows(struct scan *scan, uint64_t n)
{
    struct row_selection *rows = &scan->announcer.rows;
    for (uint32_t i = 0; i < rows->n_ranges; i++) {
        struct row_range *range = &rows->ranges[i];
        if (range->end - range->first >= n) {
            range->end = range->first + n;
            rows->n_ranges = i + 1;
            return range->end;
        }
        n -= range->end - range->first;
    }
    return scan_row_group_here(scan)->end;
}

/* Sets announcer.rows to the rows of the batch that have passed. */
static enum status take_passed(struct scan *scan, uint64_t first, struct error *error)
{
    struct row_selection *rows = &scan->announcer.rows;
    enum status status = OK;
    rows->n_ranges = 0;
    for (uint32_t i = 0; status == OK && i < scan_batch_rows(scan); i++) {
        uint64_t row = scan_batch_row(scan, i);
        if (row >= first)
            status = row_selection_append(rows, row, row + 1, error);
    }
    return status;
}

/* Adds the values of announcer.rows, after what must be known to find them, unless all
 * are few. */
static enum status add_rows(struct scan *scan, enum of of, struct error *error)
{
    struct scan_announcer *a = &scan->announcer;
    const struct row_group *here = scan_row_group_here(scan);
    uint64_t n = row_selection_count(&a->rows);
    enum status status = add_columns(scan, here, of, PART_VALUES, NULL, error);
    if (status != OK || n == here->end - here->first || size_of_ranges(scan) <= LITTLE)
        return status;
    a->ranges.size = 0;
    status = add_columns(scan, here, of, PART_INDEX, NULL, error);
    if (status == OK)
        status = send(scan, here, error);
    return status == OK ? add_columns(scan, here, of, PART_VALUES, &a->rows, error)
                        : status;
}

/* Announces the next rows of some columns, as many as fit. */
static enum status announce_window(struct scan *scan, enum of of, uint64_t first,
                                   int64_t *window, struct error *error)
{
    struct scan_announcer *a = &scan->announcer;
    const struct row_group *here = scan_row_group_here(scan);
    uint64_t end = here->end, most = a->rows_window;
    uint32_t next = scan->list_index + 1;
    enum status status = take_rest(scan, first, here->end, error);
    uint64_t n = row_selection_count(&a->rows), fits = n;
    if (status == OK)
        status = add_rows(scan, of, error);
    int64_t size = size_of_ranges(scan);
    if (size > *window)
        fits = (uint64_t)((double)n * (double)*window / (double)size) + 1;
    if (most > 0 && most < fits && size > LITTLE)
        fits = most;
    if (status == OK && fits < n) {
        end = cut_rows(scan, fits);
        a->ranges.size = 0;
        status = add_rows(scan, of, error);
    } else if (status == OK && (most == 0 || n < most)) {
        status = add_next_groups(scan, of, *window, &next, &end, error);
    }
    if (status == OK)
        status = send(scan, here, error);
    mark(scan, of, first, end);
    *window = larger(*window);
    a->rows_window *= GROWTH;
    return status;
}

/* Announces other columns of rows that have passed the terms: at first, if they are few,
 * of those alone. */
static enum status announce_passed(struct scan *scan, uint64_t first, struct error *error)
{
    struct scan_announcer *a = &scan->announcer;
    const struct row_group *here = scan_row_group_here(scan);
    bool are_many = scan_batch_rows(scan) > (scan->batch_end - scan->batch_first) / FEW;
    if (a->has_other || are_many)
        return announce_window(scan, OTHERS, first, &a->window, error);
    a->has_other = true;
    a->window = LITTLE;
    enum status status = take_passed(scan, first, error);
    if (status == OK)
        status = add_rows(scan, OTHERS, error);
    if (status == OK)
        status = send(scan, here, error);
    mark(scan, OTHERS, first, scan->batch_end);
    return status;
}

/* Announces the rows that scan_show_rows() has made the batch. */
static enum status announce_shown(struct scan *scan, struct error *error)
{
    struct row_range shown = {scan->batch_first, scan->batch_end};
    struct row_selection *rows = &scan->announcer.rows;
    rows->n_ranges = 0;
    enum status status = row_selection_append(rows, shown.first, shown.end, error);
    if (status == OK)
        status = announce_layout(scan, error);
    if (status == OK)
        status = add_rows(scan, BOTH, error);
    if (status == OK)
        status = send(scan, scan_row_group_here(scan), error);
    mark(scan, BOTH, shown.first, shown.end);
    return status;
}

enum status scan_announce_rows(struct scan *scan, uint32_t column, uint64_t first,
                               uint64_t end, struct error *error)
{
    struct scan_announcer *a = &scan->announcer;
    if (is_announced(scan, column, first, end) ||
        !is_far(scan, scan_row_group_here(scan)))
        return OK;
    bool tests = is_tested(scan, column);
    enum status status = tests ? OK : scan_expect_column(scan, column, error);
    if (status != OK)
        return status;
    if (scan->is_shown)
        return announce_shown(scan, error);
    if (tests)
        return announce_window(scan, TESTED, first, &a->tested_window, error);
    return count_terms(scan) > 0
               ? announce_passed(scan, first, error)
               : announce_window(scan, OTHERS, first, &a->window, error);
}

/* ---- Counts ------------------------------------------------------------------------ */

static enum status add_counts_index(struct scan *scan, const struct row_group *group,
                                    struct error *error)
{
    return add_part(scan, group, 0, PART_COUNTS_INDEX, NULL, error);
}

static enum status add_counts(struct scan *scan, const struct row_group *group,
                              struct error *error)
{
    return add_part(scan, group, 0, PART_COUNTS, NULL, error);
}

enum status scan_announce_counts(struct scan *scan, struct error *error)
{
    struct scan_announcer *a = &scan->announcer;
    const struct row_group *here = scan_row_group_here(scan);
    bool are_all;
    if (here->is_closed || here->first < a->counts_end || !is_far(scan, here))
        return OK;
    uint64_t most = a->n_rows > 0 ? a->n_skipped + a->n_rows : UINT64_MAX;
    enum status status = add_groups(scan, INT64_MAX, most, add_counts_index,
                                    &a->counts_end, &are_all, error);
    if (status == OK)
        status = send(scan, here, error);
    if (status == OK)
        status = add_groups(scan, INT64_MAX, most, add_counts, &a->counts_end, &are_all,
                            error);
    return status == OK ? send(scan, here, error) : status;
}

/* ---- Rows in an order ------------------------------------------------------------- */

enum status scan_announce_visits(struct scan *scan, const uint64_t *first_rows,
                                 uint32_t *n, int64_t *window, struct error *error)
{
    struct scan_announcer *a = &scan->announcer;
    const struct row_group *first = scan_row_group_of(scan, first_rows[0]);
    uint32_t most = *n;
    enum status status = OK;
    *window = *window == 0 ? LITTLE : larger(*window);
    if (!is_far(scan, first))
        return OK;
    for (*n = 0; status == OK && *n < most; ++*n) {
        const struct row_group *group = scan_row_group_of(scan, first_rows[*n]);
        size_t before = a->ranges.size;
        if (group->file_first != first->file_first)
            break;
        status = add_columns(scan, group, TESTED, PART_INDEX, NULL, error);
        size_t indexes = a->ranges.size;
        if (status == OK)
            status = add_columns(scan, group, TESTED, PART_VALUES, NULL, error);
        if (size_of_ranges(scan) <= *window)
            continue;
        /* Of a large row group, its pages are visited one by one. */
        a->ranges.size = *n == 0 ? indexes : before;
        *n += *n == 0;
        break;
    }
    return status == OK ? send(scan, first, error) : status;
}

/* Adds a part of the other columns of rows in one file. */
static enum status add_found(struct scan *scan, const uint64_t *rows, uint32_t n,
                             enum file_part part, struct error *error)
{
    const struct row_group *first = scan_row_group_of(scan, rows[0]);
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < n; i++) {
        const struct row_group *group = scan_row_group_of(scan, rows[i]);
        struct row_range range = {rows[i], rows[i] + 1};
        const struct row_selection row = {&range, 1};
        if (group->file_first == first->file_first)
            status = add_columns(scan, group, OTHERS, part, &row, error);
    }
    return status;
}

enum status scan_announce_found(struct scan *scan, const uint64_t *rows, uint32_t n,
                                struct error *error)
{
    const struct row_group *first = scan_row_group_of(scan, rows[0]);
    if (!is_far(scan, first))
        return OK;
    enum status status = add_found(scan, rows, n, PART_INDEX, error);
    if (status == OK)
        status = send(scan, first, error);
    if (status == OK)
        status = add_found(scan, rows, n, PART_VALUES, error);
    return status == OK ? send(scan, first, error) : status;
}

/* ---- Passes ----------------------------------------------------------------------- */

void scan_announce_start(struct scan *scan)
{
    struct scan_announcer *a = &scan->announcer;
    a->layout_end = a->metadata_first = a->metadata_end = a->doubts_end = 0;
    a->counts_end = a->files_end = a->deleted_end = 0;
    a->has_other = false;
    a->metadata_window = LITTLE;
    a->window = FIRST_WINDOW;
    a->tested_window = a->n_rows > 0 ? LITTLE : FIRST_WINDOW;
    a->rows_window = count_terms(scan) == 0 ? a->n_rows : 0;
    a->n_files = a->n_rows > 0 ? 1 : SCAN_FIRST_FILES;
}

void scan_expect_end(struct scan *scan)
{
    struct scan_announcer *a = &scan->announcer;
    a->window = a->tested_window = LARGEST_WINDOW;
    a->rows_window = 0;
    a->n_files = SCAN_MOST_FILES;
}
