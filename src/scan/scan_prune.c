/* SPDX-License-Identifier: MIT */
#include "scan/scan_prune.h"

#include "base/interrupt.h"
#include "scan/lost_rows.h"

/* Sets of more values are not looked up in Bloom filters. */
enum { MOST_BLOOM_VALUES = 100000 };

enum { PAGE_WORK = 20 }; /* for interrupt_after() */

/* Appends the rows from first to end, exclusive, whose numbers the set holds, counted
 * from `base`. */
static enum status append_rows_in(struct row_selection *selection,
                                  const struct value_set *set, uint64_t base,
                                  uint64_t first, uint64_t end, struct error *error)
{
    int64_t from = (int64_t)(first - base), last = (int64_t)(end - base) - 1;
    uint32_t low = value_set_find(set, (union column_value){.int64 = from});
    for (; low < set->n_ranges && set->ranges[low].low.int64 <= last; low++) {
        const struct value_range *range = &set->ranges[low];
        int64_t least = range->low.int64 > from ? range->low.int64 : from;
        int64_t most = range->high.int64 < last ? range->high.int64 : last;
        enum status status = row_selection_append(selection, base + (uint64_t)least,
                                                  base + (uint64_t)most + 1, error);
        if (status != OK)
            return status;
    }
    return OK;
}

/* Sets spare[1] to the rows of the selection that are also in spare[0]. */
static enum status intersect(struct scan *scan, struct error *error)
{
    return row_selection_intersect(&scan->selection, &scan->spare[0], &scan->spare[1],
                                   error);
}

/* Makes spare[1] the selection. */
static void narrow(struct scan *scan)
{
    struct row_selection narrowed = scan->spare[1];
    scan->spare[1] = scan->selection;
    scan->selection = narrowed;
}

/* Selects the rows of the row group that the predicate accepts by row number.  The row
 * groups of a closed file are not known. */
static enum status select_by_number(struct scan *scan, struct error *error)
{
    const struct predicate *predicate = scan->predicate;
    const struct row_group *group = scan_row_group_here(scan);
    uint64_t first = group->first, end = group->end;
    scan->selection.n_ranges = 0;
    first = first > scan->rows.first ? first : scan->rows.first;
    end = end < scan->rows.end ? end : scan->rows.end;
    if (first >= end)
        return OK;
    if (predicate == NULL)
        return row_selection_append(&scan->selection, first, end, error);
    union column_value number = {.int64 = group->number_in_file};
    if (predicate->has_row_groups && !group->is_closed &&
        !value_set_contains(&predicate->row_groups, number))
        return OK;
    enum status status = predicate->has_rows
                             ? append_rows_in(&scan->selection, &predicate->rows, 0,
                                              first, end, error)
                             : row_selection_append(&scan->selection, first, end, error);
    if (status != OK || !predicate->has_rows_in_file)
        return status;
    scan->spare[0].n_ranges = 0;
    status = append_rows_in(&scan->spare[0], &predicate->rows_in_file, group->file_first,
                            first, end, error);
    if (status == OK)
        status = intersect(scan, error);
    if (status == OK)
        narrow(scan);
    return status;
}

static const struct column *column_of(const struct scan *scan, uint32_t column)
{
    return &scan->file->ops->schema(scan->file)->columns[column];
}

/* Unverified bounds exclude a row group only if they hold. */
static enum status verify_bounds(struct scan *scan, const struct predicate_term *term,
                                 enum keep_reason *reason, struct error *error)
{
    bool hold;
    enum status status = scan->file->ops->verify_bounds(scan->file, scan->row_group,
                                                        term->column, &hold, error);
    *reason = status == OK && hold ? KEEP_NONE : KEEP_UNVERIFIED;
    return status;
}

/* Like all tests of a row group, sets the reason to KEEP_NONE if it excludes it. */
static enum status test_statistics(struct scan *scan, struct predicate_term *term,
                                   enum keep_reason *reason, struct error *error)
{
    struct column_statistics statistics;
    struct table_file *file = scan->file;
    const struct column *column = column_of(scan, term->column);
    enum status status = file->ops->column_statistics(file, scan->row_group, term->column,
                                                      &statistics, error);
    if (status != OK)
        return status;
    if (!value_set_excludes(&term->set, column, &statistics))
        *reason = predicate_term_keep_reason(term, column, &statistics);
    else if (statistics.is_unverified)
        status = verify_bounds(scan, term, reason, error);
    else
        *reason = KEEP_NONE;
    return status;
}

/* Why no Bloom filter can decide the term, whatever it holds. */
static enum keep_reason reason_without_bloom(const struct predicate_term *term,
                                             const struct column *column)
{
    const struct value_set *set = &term->set;
    if (column->kind == VECTOR_BYTES && set->domain != DOMAIN_BYTES)
        return KEEP_BLOOM_TYPE; /* a binary decimal */
    if (set->n_ranges > MOST_BLOOM_VALUES)
        return KEEP_TOO_MANY_VALUES;
    if (set->n_ranges > 0 && value_set_is_points(set, MOST_BLOOM_VALUES))
        return KEEP_NONE;
    return term->weakened_by != KEEP_NONE ? term->weakened_by : KEEP_NOT_POINTS;
}

/* Puts the single values of a term, one after another, into its scratch memory. */
static enum status load_points(struct predicate_term *term, struct error *error)
{
    const struct value_set *set = &term->set;
    enum status status = buffer_reserve(
        &term->scratch, set->n_ranges * sizeof(union column_value), false, error);
    for (uint32_t i = 0; status == OK && i < set->n_ranges; i++)
        memcpy(term->scratch.data + i * sizeof(union column_value), &set->ranges[i].low,
               sizeof(union column_value));
    return status;
}

static enum status test_bloom(struct scan *scan, struct predicate_term *term,
                              enum keep_reason *reason, struct error *error)
{
    struct table_file *file = scan->file;
    *reason = reason_without_bloom(term, column_of(scan, term->column));
    if (*reason != KEEP_NONE)
        return OK;
    enum status status = load_points(term, error);
    if (status != OK)
        return status;
    return file->ops->bloom_excludes(file, scan->row_group, term->column,
                                     (const void *)term->scratch.data, term->set.n_ranges,
                                     reason, error);
}

/* Whether the pages of a row group have Bloom filters that can decide the term, whose
 * values are then loaded. */
static enum status prepare_page_blooms(struct scan *scan, struct predicate_term *term,
                                       bool *are_usable, struct error *error)
{
    struct table_file *file = scan->file;
    enum keep_reason reason;
    *are_usable = false;
    if (file->ops->page_bloom_excludes == NULL ||
        reason_without_bloom(term, column_of(scan, term->column)) != KEEP_NONE)
        return OK;
    enum status status = file->ops->bloom_excludes(file, scan->row_group, term->column,
                                                   NULL, 0, &reason, error);
    *are_usable = status == OK && reason == KEEP_NONE;
    return *are_usable ? load_points(term, error) : status;
}

static enum status test_page_bloom(struct scan *scan, const struct predicate_term *term,
                                   uint32_t page, bool *excludes, struct error *error)
{
    struct table_file *file = scan->file;
    return file->ops->page_bloom_excludes(file, scan->row_group, term->column, page,
                                          (const void *)term->scratch.data,
                                          term->set.n_ranges, excludes, error);
}

/* Adds a page that may hold rows for the term to spare[0]. */
static enum status keep_page(struct scan *scan, const struct predicate_term *term,
                             const struct page_range *page, struct error *error)
{
    uint64_t row = scan_row_group_here(scan)->first + page->first_row;
    scan_count_kept(scan, KEEP_BY_PAGE_INDEX,
                    predicate_term_keep_reason(term, column_of(scan, term->column),
                                               &page->statistics));
    return row_selection_append(&scan->spare[0], row, row + page->statistics.n_rows,
                                error);
}

/* Verifies the pages that hold rows of spare[1]: rows in other pages are skipped because
 * of where these are. */
static enum status verify_pages(struct scan *scan, uint32_t column,
                                const struct page_range *pages, uint32_t n_pages,
                                bool *hold, struct error *error)
{
    const struct row_selection *kept = &scan->spare[1];
    struct table_file *file = scan->file;
    uint64_t at = scan_row_group_here(scan)->first;
    enum status status = OK;
    *hold = true;
    for (uint32_t i = 0, range = 0; i < n_pages && status == OK && *hold; i++) {
        uint64_t first = at + pages[i].first_row;
        uint64_t end = first + pages[i].statistics.n_rows;
        while (range < kept->n_ranges && kept->ranges[range].end <= first)
            range++;
        if (range == kept->n_ranges)
            break;
        if (kept->ranges[range].first < end)
            status = file->ops->verify_pages(file, scan->row_group, column, i, i + 1,
                                             hold, error);
    }
    return status;
}

/* Whether bounds of pages can be trusted; if not, counts why. */
static enum status trust_bounds(struct scan *scan, struct predicate_term *term,
                                bool *are_true, struct error *error)
{
    enum keep_reason reason;
    enum status status = verify_bounds(scan, term, &reason, error);
    *are_true = status == OK && reason == KEEP_NONE;
    if (status == OK && !*are_true)
        scan_count_kept(scan, KEEP_BY_PAGE_INDEX, reason);
    return status;
}

/* Narrows the selection to the pages that may hold rows for the term. */
static enum status select_pages(struct scan *scan, struct predicate_term *term,
                                struct error *error)
{
    const struct page_range *pages;
    uint32_t n_pages;
    enum keep_reason reason;
    struct table_file *file = scan->file;
    const struct column *column = column_of(scan, term->column);
    enum status status = file->ops->page_ranges(file, scan->row_group, term->column,
                                                &pages, &n_pages, &reason, error);
    if (status == OK && n_pages == 0)
        scan_count_kept(scan, KEEP_BY_PAGE_INDEX, reason);
    if (status != OK || n_pages == 0)
        return status;
    bool is_verified = false, hold = true, has_blooms;
    uint64_t n_excluded = 0;
    status = prepare_page_blooms(scan, term, &has_blooms, error);
    scan->spare[0].n_ranges = 0;
    for (uint32_t i = 0; status == OK && i < n_pages; i++) {
        const struct column_statistics *page = &pages[i].statistics;
        bool by_bounds = value_set_excludes(&term->set, column, page);
        bool is_excluded = by_bounds;
        if (by_bounds && page->is_unverified && !is_verified) {
            status = trust_bounds(scan, term, &is_verified, error);
            if (!is_verified)
                return status;
        }
        if (!by_bounds && has_blooms)
            status = test_page_bloom(scan, term, i, &is_excluded, error);
        if (status == OK && !is_excluded)
            status = keep_page(scan, term, &pages[i], error);
        n_excluded += is_excluded;
        if (status == OK)
            status = interrupt_after(PAGE_WORK, error);
    }
    if (status == OK)
        status = intersect(scan, error);
    if (status == OK && n_excluded > 0 && file->ops->verify_pages != NULL)
        status = verify_pages(scan, term->column, pages, n_pages, &hold, error);
    if (status != OK)
        return status;
    if (!hold) {
        scan_count_kept(scan, KEEP_BY_PAGE_INDEX, KEEP_INDEX_PAGES);
        return OK;
    }
    scan->counters.pages_by_bounds += n_excluded;
    narrow(scan);
    return OK;
}

static enum status test_dictionary(struct scan *scan, struct predicate_term *term,
                                   enum keep_reason *reason, struct error *error)
{
    struct column_reader *reader;
    struct column_vector entries;
    bool excludes;
    *reason = KEEP_NULLS;
    if (term->set.accepts_null)
        return OK;
    *reason = KEEP_NO_DICTIONARY;
    enum status status = scan_start_reader(scan, term->column, &reader, error);
    if (status != OK || reader->ops->dictionary == NULL)
        return status;
    uint64_t n_rows = row_selection_count(&scan->selection);
    status = reader->ops->dictionary(reader, n_rows, &entries, error);
    if (status == OK && entries.n_entries > n_rows)
        *reason = KEEP_FEW_ROWS;
    if (status != OK || entries.dictionary == 0)
        return status;
    status = predicate_term_excludes_entries(term, column_of(scan, term->column),
                                             &entries, &excludes, error);
    *reason = status == OK && excludes ? KEEP_NONE : KEEP_VALUES;
    return status;
}

/* Applies one test to each term until one excludes the row group. */
static enum status exclude_by(struct scan *scan, enum keep_test by, uint64_t *counter,
                              enum status (*test)(struct scan *, struct predicate_term *,
                                                  enum keep_reason *, struct error *),
                              bool *excludes, struct error *error)
{
    enum status status = OK;
    *excludes = false;
    for (uint32_t i = 0; status == OK && !*excludes && i < scan->predicate->n_terms;
         i++) {
        struct predicate_term *term = &scan->predicate->terms[i];
        enum keep_reason reason = term->weakened_by;
        bool is_tested = term->prunes || by == KEEP_BY_DICTIONARY;
        if (is_tested)
            status = test(scan, term, &reason, error);
        *excludes = status == OK && is_tested && reason == KEEP_NONE;
        if (status == OK && !*excludes)
            scan_count_kept(scan, by, reason);
    }
    *counter += *excludes;
    if (*excludes)
        scan->selection.n_ranges = 0;
    return status;
}

/* Excludes the rows that a column has lost. */
static enum status leave_out_lost(struct scan *scan, uint32_t column, struct error *error)
{
    const struct lost_rows *rows;
    uint32_t n;
    struct row_selection *kept = &scan->spare[0], *both = &scan->spare[1];
    uint64_t at = scan_row_group_here(scan)->first;
    enum status status = scan_lost_rows(scan, column, &rows, &n, error);
    if (status != OK || n == 0)
        return status;
    both->n_ranges = kept->n_ranges = 0;
    status = lost_rows_select(rows, n, at, both, error);
    for (uint32_t i = 0; status == OK && i < both->n_ranges; i++) {
        status = row_selection_append(kept, at, both->ranges[i].first, error);
        at = both->ranges[i].end;
    }
    if (status == OK)
        status = row_selection_append(kept, at, scan_row_group_here(scan)->end, error);
    if (status == OK)
        status = intersect(scan, error);
    if (status == OK)
        narrow(scan);
    return status;
}

/* Counts the reason why a row group or file is not tested by all conditions, or by none.
 */
static void count_untested(struct scan *scan, enum keep_test by, bool is_tested)
{
    const struct predicate *predicate = scan->predicate;
    bool is_left = predicate != NULL && predicate->n_left_to_sqlite > 0;
    if (is_tested && !is_left)
        return;
    scan_count_kept(scan, by,
                    predicate != NULL && predicate->pushdown_is_off ? KEEP_PUSHDOWN_OFF
                    : is_left                                       ? KEEP_LEFT_TO_SQLITE
                                                                    : KEEP_NO_CONDITION);
}

/* Excludes the rows that any of the columns that must be whole has lost. */
static enum status leave_out_all_lost(struct scan *scan, struct error *error)
{
    enum status status = OK;
    if (scan->selection.n_ranges == 0)
        return OK;
    for (uint32_t i = 0; status == OK && i < scan->n_whole_columns; i++)
        status = leave_out_lost(scan, scan->whole_columns[i], error);
    return status;
}

/* Finds the deleted rows of the row group; selects none if all are deleted. */
static enum status find_deleted(struct scan *scan, struct error *error)
{
    struct table_file *file = scan->file;
    const struct row_group *group = scan_row_group_here(scan);
    uint64_t n_rows = group->is_closed ? group->n_rows : group->end - group->first;
    uint64_t first = 0;
    scan->deleted = NULL;
    if (!file->has_deleted_rows || scan->selection.n_ranges == 0)
        return OK;
    enum status status = file->ops->deleted_rows(file, scan->row_group, &scan->deleted,
                                                 &first, error);
    if (status != OK || scan->deleted == NULL)
        return status;
    scan->deleted_base = group->first - first;
    uint64_t n_deleted = row_bitmap_count(scan->deleted, first, first + n_rows);
    if (n_deleted == 0)
        scan->deleted = NULL;
    if (n_deleted == n_rows)
        scan->selection.n_ranges = 0;
    return OK;
}

/* Skips the selected rows if the scan has that many rows to skip, and statistics show
 * that all of them pass the terms. */
static enum status skip_row_group(struct scan *scan, struct error *error)
{
    uint64_t n = row_selection_count(&scan->selection);
    uint32_t n_terms = scan->predicate != NULL ? scan->predicate->n_terms : 0;
    if (scan->n_to_skip < n)
        return OK;
    enum status known = find_deleted(scan, error);
    if (known != OK || scan->deleted != NULL)
        return known;
    for (uint32_t i = 0; i < n_terms; i++) {
        const struct predicate_term *term = &scan->predicate->terms[i];
        struct column_statistics statistics;
        enum status status = scan->file->ops->column_statistics(
            scan->file, scan->row_group, term->column, &statistics, error);
        if (status != OK ||
            !predicate_term_includes(term, column_of(scan, term->column), &statistics))
            return status;
    }
    scan->n_to_skip -= n;
    scan->selection.n_ranges = 0;
    return OK;
}

/* Whether the pass comes to the row group's file here, of a table of many: the file is
 * closed, or it is its first row group.  Threads share the row groups of a file. */
static bool begins_file(const struct scan *scan)
{
    const struct row_group *group = scan_row_group_here(scan);
    bool begins_before = scan->rows.first <= group->file_first ||
                         (scan->predicate != NULL && scan->predicate->has_rows);
    return scan->file->ops->path_of != NULL && begins_before &&
           (group->is_closed || group->number_in_file == 0);
}

/* Whether a term rejects the value that the path of the row group's file has. */
static enum status path_fails(struct scan *scan, struct predicate_term *term, bool *fails,
                              struct error *error)
{
    static const uint8_t no = 0;
    const struct column *column = column_of(scan, term->column);
    struct column_statistics s;
    uint32_t row, n_kept;
    enum status status = scan->file->ops->column_statistics(scan->file, scan->row_group,
                                                            term->column, &s, error);
    if (status != OK)
        return status;
    const struct bytes_value *bytes = column->kind == VECTOR_BYTES && s.has_min
                                          ? &s.min.bytes
                                          : NULL;
    const struct column_vector vector = {
        .n_rows = 1,
        .kind = column->kind,
        .valid = s.has_min ? NULL : &no,
        .values.any = &s.min,
        .is_terminated = bytes != NULL,
        .has_no_nul = bytes != NULL &&
                      (bytes->size == 0 || memchr(bytes->data, 0, bytes->size) == NULL)};
    status = predicate_term_filter(term, column, &vector, NULL, 1, &row, &n_kept, error);
    *fails = status == OK && n_kept == 0;
    return status;
}

/* Selects no rows if the path of the row group's file excludes them all. */
static enum status test_path(struct scan *scan, struct error *error)
{
    uint32_t n_terms = scan->predicate != NULL ? scan->predicate->n_terms : 0;
    bool fails = false;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && !fails && i < n_terms; i++) {
        struct predicate_term *term = &scan->predicate->terms[i];
        if (column_of(scan, term->column)->is_of_path)
            status = path_fails(scan, term, &fails, error);
    }
    if (!fails)
        return status;
    scan->selection.n_ranges = 0;
    scan->counters.files_by_path += begins_file(scan);
    return OK;
}

/* Why a term that tests no path did not exclude the file. */
static enum status reason_of_file(struct scan *scan, const struct predicate_term *term,
                                  enum keep_reason *reason, struct error *error)
{
    struct column_statistics s;
    const struct column *column = column_of(scan, term->column);
    *reason = KEEP_CLOSED;
    if (!scan_row_group_here(scan)->is_closed)
        return OK;
    enum status status = scan->file->ops->column_statistics(scan->file, scan->row_group,
                                                            term->column, &s, error);
    if (status == OK && s.reason != KEEP_CLOSED)
        *reason = term->prunes ? predicate_term_keep_reason(term, column, &s)
                               : term->weakened_by;
    return status;
}

/* Counts why the file of a row group is opened, or was, unless this pass has done so:
 * each reason once. */
static enum status count_file(struct scan *scan, struct error *error)
{
    struct row_group *group = &scan->list.groups[scan->list_index];
    const struct predicate *predicate = scan->predicate;
    bool is_counted[N_KEEP_REASONS] = {false};
    enum status status = OK;
    bool was_counted = group->is_counted, tests_terms = false;
    bool tests_rows = predicate != NULL && predicate->has_rows;
    bool tests_inside = predicate != NULL &&
                        (predicate->has_rows_in_file || predicate->has_row_groups);
    group->is_counted = group->is_closed;
    if (was_counted)
        return OK;
    is_counted[KEEP_CLOSED] = tests_inside;
    is_counted[KEEP_VALUES] = tests_rows;
    for (uint32_t i = 0; status == OK && predicate != NULL && i < predicate->n_terms;
         i++) {
        const struct predicate_term *term = &predicate->terms[i];
        enum keep_reason reason = KEEP_PATH;
        if (!column_of(scan, term->column)->is_of_path)
            status = reason_of_file(scan, term, &reason, error);
        is_counted[reason] = tests_terms = true;
    }
    for (int reason = KEEP_NONE + 1; reason < N_KEEP_REASONS; reason++) {
        if (is_counted[reason])
            scan_count_kept(scan, KEEP_BY_FILE, (enum keep_reason)reason);
    }
    count_untested(scan, KEEP_BY_FILE, tests_terms || tests_inside || tests_rows);
    return status;
}

/* Selects no rows if what is known of the closed row group excludes them: the path passes
 * (test_path()), but a condition may accept nothing, or nothing that is declared of the
 * file. */
static enum status prune_closed(struct scan *scan, struct error *error)
{
    uint32_t n_terms = scan->predicate != NULL ? scan->predicate->n_terms : 0;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && scan->selection.n_ranges > 0 && i < n_terms;
         i++) {
        enum keep_reason reason = KEEP_NONE;
        if (!scan->predicate->terms[i].prunes)
            continue;
        status = test_statistics(scan, &scan->predicate->terms[i], &reason, error);
        if (status == OK && reason != KEEP_NONE && scan->file->knows_closed)
            status = test_bloom(scan, &scan->predicate->terms[i], &reason, error);
        if (status != OK || reason != KEEP_NONE)
            continue;
        scan->selection.n_ranges = 0;
        scan->counters.files_by_statistics += begins_file(scan);
    }
    return status;
}

/* Narrows the selection by what is known of an open row group. */
static enum status prune_open(struct scan *scan, struct error *error)
{
    struct scan_counters *counters = &scan->counters;
    bool excluded = false;
    enum status status = leave_out_all_lost(scan, error);
    if (status == OK && scan->n_to_skip > 0)
        status = skip_row_group(scan, error);
    if (status != OK || scan->selection.n_ranges == 0)
        return status;
    counters->row_groups++;
    bool has_terms = scan->predicate != NULL && scan->predicate->n_terms > 0;
    count_untested(scan, KEEP_BY_CONDITION, has_terms);
    if (!has_terms)
        return scan->is_far ? scan_announce_metadata(scan, error) : OK;
    status = exclude_by(scan, KEEP_BY_STATISTICS, &counters->row_groups_by_statistics,
                        test_statistics, &excluded, error);
    if (status == OK && !excluded && scan->is_far)
        status = scan_announce_metadata(scan, error);
    if (status == OK && !excluded)
        status = exclude_by(scan, KEEP_BY_BLOOM, &counters->row_groups_by_bloom,
                            test_bloom, &excluded, error);
    if (status == OK && !excluded && scan->is_far)
        status = scan_announce_pages(scan, error);
    for (uint32_t i = 0; status == OK && !excluded && i < scan->predicate->n_terms; i++) {
        struct predicate_term *term = &scan->predicate->terms[i];
        if (term->prunes)
            status = select_pages(scan, term, error);
        else
            scan_count_kept(scan, KEEP_BY_PAGE_INDEX, term->weakened_by);
        excluded = scan->selection.n_ranges == 0;
        counters->row_groups_by_pages += excluded;
    }
    if (status == OK && !excluded)
        status = exclude_by(scan, KEEP_BY_DICTIONARY, &counters->row_groups_by_dictionary,
                            test_dictionary, &excluded, error);
    return status;
}

/* Whether a term excludes scan->row_group, whose bounds are not verified. */
static enum status term_excludes(struct scan *scan, struct predicate_term *term,
                                 bool with_blooms, bool *excludes, struct error *error)
{
    struct column_statistics s;
    const struct column *column = column_of(scan, term->column);
    enum keep_reason reason = KEEP_CLOSED;
    *excludes = false;
    if (column->is_of_path)
        return path_fails(scan, term, excludes, error);
    if (!term->prunes)
        return OK;
    enum status status = scan->file->ops->column_statistics(scan->file, scan->row_group,
                                                            term->column, &s, error);
    *excludes = status == OK && !s.is_unverified &&
                value_set_excludes(&term->set, column, &s);
    if (status != OK || *excludes || !with_blooms)
        return status;
    status = test_bloom(scan, term, &reason, error);
    *excludes = status == OK && reason == KEEP_NONE;
    return status;
}

enum status scan_may_hold(struct scan *scan, uint32_t index, bool with_blooms,
                          bool *may_hold, struct error *error)
{
    const struct row_group *group = &scan->list.groups[index];
    uint32_t here = scan->row_group;
    enum status status = OK;
    bool excludes = false, is_known = !group->is_closed || scan->file->knows_closed;
    scan->row_group = group->number;
    for (uint32_t i = 0; status == OK && !excludes && scan->predicate != NULL &&
                         i < scan->predicate->n_terms;
         i++)
        status = term_excludes(scan, &scan->predicate->terms[i], with_blooms && is_known,
                               &excludes, error);
    scan->row_group = here;
    *may_hold = status == OK && !excludes;
    return status;
}

/* Whether what is known of the closed row group shows that all its rows pass: the path
 * does (test_path()). */
static enum status all_pass(struct scan *scan, bool *pass, struct error *error)
{
    const struct predicate *predicate = scan->predicate;
    enum status status = OK;
    *pass = predicate == NULL || !predicate->has_row_groups;
    for (uint32_t i = 0;
         status == OK && *pass && predicate != NULL && i < predicate->n_terms; i++) {
        const struct predicate_term *term = &predicate->terms[i];
        const struct column *column = column_of(scan, term->column);
        struct column_statistics s;
        if (column->is_of_path)
            continue;
        status = scan->file->ops->column_statistics(scan->file, scan->row_group,
                                                    term->column, &s, error);
        *pass = status == OK && predicate_term_includes(term, column, &s);
    }
    return status;
}

/* Leaves the row group closed if its rows are known, and all pass: then they are selected
 * by their numbers.  Deleted rows that are none of these show that the file has others.
 */
static enum status stay_closed(struct scan *scan, struct error *error)
{
    const struct row_group *group = scan_row_group_here(scan);
    bool pass = false;
    if (!scan->reads_paths || group->n_rows == 0 || scan->selection.n_ranges == 0 ||
        scan->n_whole_columns > 0)
        return OK;
    enum status status = all_pass(scan, &pass, error);
    if (status == OK && pass)
        status = scan_announce_deleted(scan, error);
    if (status == OK && pass)
        status = find_deleted(scan, error);
    if (status == CORRUPT) {
        error_clear(error);
        return OK;
    }
    if (status != OK || !pass)
        return status;
    scan->stays_closed = true;
    scan->spare[0].n_ranges = 0;
    status = row_selection_append(&scan->spare[0], group->first,
                                  group->first + group->n_rows, error);
    if (status == OK)
        status = intersect(scan, error);
    if (status == OK)
        narrow(scan);
    return status;
}

enum status scan_prune_row_group(struct scan *scan, struct error *error)
{
    enum status status = select_by_number(scan, error);
    if (status == OK && scan->selection.n_ranges > 0)
        status = test_path(scan, error);
    bool is_closed = scan_row_group_here(scan)->is_closed;
    if (status == OK && is_closed)
        status = prune_closed(scan, error);
    scan->stays_closed = false;
    if (status == OK && is_closed)
        status = stay_closed(scan, error);
    if (status == OK && scan->selection.n_ranges > 0 && begins_file(scan) &&
        !scan->stays_closed && !scan->counts_later)
        status = count_file(scan, error);
    if (status == OK && !is_closed)
        status = prune_open(scan, error);
    /* At last, because it may take reading other files. */
    return status == OK && !is_closed ? find_deleted(scan, error) : status;
}
