#include "scan/scan_prune.h"

#include "base/interrupt.h"
#include "scan/lost_rows.h"

/* More values than this are not looked up in a Bloom filter one by one. */
enum { MOST_BLOOM_VALUES = 100000 };

enum { PAGE_WORK = 20 }; /* for interrupt_after() */

/* The selection by row number: within the row group, in the predicate's rows. */
static enum status select_by_number(struct scan *scan, struct error *error)
{
    const struct predicate *predicate = scan->predicate;
    uint64_t first = scan_row_group_first(scan, scan->row_group);
    uint64_t end = scan->row_group_ends[scan->row_group];
    scan->selection.n_ranges = 0;
    first = first > scan->rows.first ? first : scan->rows.first;
    end = end < scan->rows.end ? end : scan->rows.end;
    if (first >= end)
        return OK;
    if (predicate == NULL)
        return row_selection_append(&scan->selection, first, end, error);
    union column_value number = {.int64 = (int64_t)scan->row_group};
    if (predicate->has_row_groups && !value_set_contains(&predicate->row_groups, number))
        return OK;
    if (!predicate->has_rows)
        return row_selection_append(&scan->selection, first, end, error);
    const struct value_set *rows = &predicate->rows;
    uint32_t low = 0, high = rows->n_ranges;
    while (low < high) { /* the first range that does not end before the row group */
        uint32_t middle = low + (high - low) / 2;
        if (rows->ranges[middle].high.int64 < (int64_t)first)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < rows->n_ranges; low++) {
        const struct value_range *range = &rows->ranges[low];
        if (range->low.int64 >= (int64_t)end)
            break;
        uint64_t from = range->low.int64 > (int64_t)first ? (uint64_t)range->low.int64
                                                          : first;
        uint64_t to = range->high.int64 < (int64_t)end - 1
                          ? (uint64_t)range->high.int64 + 1
                          : end;
        enum status status = row_selection_append(&scan->selection, from, to, error);
        if (status != OK)
            return status;
    }
    return OK;
}

static const struct column *column_of(const struct scan *scan, uint32_t column)
{
    return &scan->file->ops->schema(scan->file)->columns[column];
}

/* What claims exclude, they exclude only if they hold. */
static enum status check_claims(struct scan *scan, const struct predicate_term *term,
                                bool *excludes, struct error *error)
{
    return scan->file->ops->claims_hold(scan->file, scan->row_group, term->column,
                                        excludes, error);
}

static enum status test_statistics(struct scan *scan, struct predicate_term *term,
                                   bool *excludes, struct error *error)
{
    struct column_statistics statistics;
    struct table_file *file = scan->file;
    *excludes = false;
    enum status status = file->ops->column_statistics(file, scan->row_group, term->column,
                                                      &statistics, error);
    if (status == OK)
        *excludes = value_set_excludes(&term->set, column_of(scan, term->column),
                                       &statistics);
    if (*excludes && statistics.is_claim)
        status = check_claims(scan, term, excludes, error);
    return status;
}

static enum status test_bloom(struct scan *scan, struct predicate_term *term,
                              bool *excludes, struct error *error)
{
    const struct value_set *set = &term->set;
    struct table_file *file = scan->file;
    bool is_binary_decimal = column_of(scan, term->column)->kind == VECTOR_BYTES &&
                             set->domain != DOMAIN_BYTES;
    *excludes = false;
    if (set->n_ranges == 0 || is_binary_decimal ||
        !value_set_is_points(set, MOST_BLOOM_VALUES))
        return OK;
    enum status status = buffer_reserve(
        &term->scratch, set->n_ranges * sizeof(union column_value), false, error);
    if (status != OK)
        return status;
    for (uint32_t i = 0; i < set->n_ranges; i++)
        memcpy(term->scratch.data + i * sizeof(union column_value), &set->ranges[i].low,
               sizeof(union column_value));
    return file->ops->bloom_excludes(file, scan->row_group, term->column,
                                     (const void *)term->scratch.data, set->n_ranges,
                                     excludes, error);
}

/* Narrows the selection to what is in spare[0], too. */
static enum status narrow(struct scan *scan, struct error *error)
{
    struct row_selection *both = &scan->spare[1];
    enum status status = row_selection_intersect(&scan->selection, &scan->spare[0], both,
                                                 error);
    if (status != OK)
        return status;
    struct row_selection narrowed = *both;
    *both = scan->selection;
    scan->selection = narrowed;
    return OK;
}

/* Narrows the selection to the pages that may hold rows for the term. */
static enum status select_pages(struct scan *scan, const struct predicate_term *term,
                                struct error *error)
{
    const struct page_range *pages;
    uint32_t n_pages;
    struct table_file *file = scan->file;
    const struct column *column = column_of(scan, term->column);
    struct row_selection *kept = &scan->spare[0];
    enum status status = file->ops->page_ranges(file, scan->row_group, term->column,
                                                &pages, &n_pages, error);
    if (status != OK || n_pages == 0)
        return status;
    uint64_t first = scan_row_group_first(scan, scan->row_group);
    bool is_checked = false;
    kept->n_ranges = 0;
    for (uint32_t i = 0; status == OK && i < n_pages; i++) {
        uint64_t row = first + pages[i].first_row;
        bool excludes = value_set_excludes(&term->set, column, &pages[i].statistics);
        if (excludes && pages[i].statistics.is_claim && !is_checked) {
            status = check_claims(scan, term, &excludes, error);
            if (status != OK || !excludes)
                return status;
            is_checked = true;
        }
        if (!excludes)
            status = row_selection_append(kept, row, row + pages[i].statistics.n_rows,
                                          error);
        if (status == OK)
            status = interrupt_after(PAGE_WORK, error);
    }
    return status == OK ? narrow(scan, error) : status;
}

static enum status test_dictionary(struct scan *scan, struct predicate_term *term,
                                   bool *excludes, struct error *error)
{
    struct column_reader *reader;
    struct column_vector entries;
    *excludes = false;
    if (term->set.accepts_null)
        return OK;
    enum status status = scan_start_reader(scan, term->column, &reader, error);
    if (status != OK || reader->ops->dictionary == NULL)
        return status;
    status = reader->ops->dictionary(reader, &entries, error);
    /* Where few rows are left, testing those is less work. */
    if (status != OK || entries.dictionary == 0 ||
        entries.n_entries > row_selection_count(&scan->selection))
        return status;
    return predicate_term_excludes_entries(term, column_of(scan, term->column), &entries,
                                           excludes, error);
}

/* One test for each term until one excludes the row group. */
static enum status exclude_by(struct scan *scan, uint64_t *counter,
                              enum status (*test)(struct scan *, struct predicate_term *,
                                                  bool *, struct error *),
                              bool needs_prunes, bool *excludes, struct error *error)
{
    enum status status = OK;
    *excludes = false;
    for (uint32_t i = 0; status == OK && !*excludes && i < scan->predicate->n_terms;
         i++) {
        struct predicate_term *term = &scan->predicate->terms[i];
        if (term->prunes || !needs_prunes)
            status = test(scan, term, excludes, error);
    }
    *counter += *excludes;
    if (*excludes)
        scan->selection.n_ranges = 0;
    return status;
}

/* Leaves out the rows that a column has lost. */
static enum status leave_out_lost(struct scan *scan, uint32_t column, struct error *error)
{
    const struct lost_rows *rows;
    uint32_t n;
    struct row_selection *kept = &scan->spare[0], *both = &scan->spare[1];
    uint64_t at = scan_row_group_first(scan, scan->row_group);
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
        status = row_selection_append(kept, at, scan->row_group_ends[scan->row_group],
                                      error);
    return status == OK ? narrow(scan, error) : status;
}

enum status scan_prune_row_group(struct scan *scan, struct error *error)
{
    struct scan_counters *counters = &scan->counters;
    bool excluded = false;
    enum status status = select_by_number(scan, error);
    if (status != OK || scan->selection.n_ranges == 0)
        return status;
    counters->row_groups++;
    for (uint32_t i = 0; i < scan->n_whole_columns; i++) {
        status = leave_out_lost(scan, scan->whole_columns[i], error);
        if (status != OK)
            return status;
    }
    if (scan->selection.n_ranges == 0)
        return OK;
    if (scan->predicate == NULL || scan->predicate->n_terms == 0)
        return OK;
    status = exclude_by(scan, &counters->row_groups_by_statistics, test_statistics, true,
                        &excluded, error);
    if (status == OK && !excluded)
        status = exclude_by(scan, &counters->row_groups_by_bloom, test_bloom, true,
                            &excluded, error);
    for (uint32_t i = 0; status == OK && !excluded && i < scan->predicate->n_terms; i++) {
        if (scan->predicate->terms[i].prunes)
            status = select_pages(scan, &scan->predicate->terms[i], error);
        excluded = scan->selection.n_ranges == 0;
        counters->row_groups_by_pages += excluded;
    }
    if (status == OK && !excluded)
        status = exclude_by(scan, &counters->row_groups_by_dictionary, test_dictionary,
                            false, &excluded, error);
    return status;
}
