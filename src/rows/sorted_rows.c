/* SPDX-License-Identifier: MIT */
#include "rows/sorted_rows.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/merge_sort.h"

enum {
    /* Sorting the positions found takes longer than testing this many times as many. */
    TESTS_PER_SORTED = 32,
    /* Positions that are sorted together; this cannot be interrupted. */
    MOST_SORTED = 1 << 18,
};

static const struct column_vector *vector_of(const struct cached_rows *rows,
                                             const struct order_column *order)
{
    return &rows->columns[order->column].window.vector;
}

static uint32_t position_of(const struct sorted_rows *sorted, uint32_t rank)
{
    return sorted->positions != NULL ? sorted->positions[rank] : rank;
}

static void count_nulls(struct sorted_rows *sorted)
{
    const struct column_vector *vector = vector_of(sorted->rows, &sorted->order);
    union column_value value;
    uint32_t n = 0, n_rows = sorted->rows->n_rows;
    bool is_descending = sorted->order.is_descending;
    while (n < n_rows &&
           !cached_value(vector, position_of(sorted, is_descending ? n_rows - 1 - n : n),
                         &value))
        n++;
    sorted->n_null = n;
}

enum status sorted_rows_try_file(struct sorted_rows *sorted,
                                 const struct cached_rows *rows,
                                 const struct order_column *order, struct error *error)
{
    const struct row_order by = {1, {*order}};
    bool holds;
    enum status status = cached_rows_check_order(rows, &by, &holds, error);
    if (status != OK || !holds)
        return status;
    *sorted = (struct sorted_rows){.rows = rows, .order = *order};
    count_nulls(sorted);
    return OK;
}

enum status sorted_rows_build(struct sorted_rows *sorted, const struct cached_rows *rows,
                              const struct order_column *order, size_t most_bytes,
                              struct error *error)
{
    uint32_t n = rows->n_rows;
    if (n > most_bytes / (2 * sizeof *sorted->positions))
        return error_set(error, TOO_BIG, "the order does not fit in memory");
    uint32_t *positions = mem_alloc((size_t)n + 1, sizeof *positions);
    if (positions == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n; i++)
        positions[i] = i;
    const struct row_order by = {1, {*order}};
    enum status status = cached_rows_sort(rows, &by, positions, n, error);
    if (status != OK) {
        mem_free(positions);
        return status;
    }
    *sorted = (struct sorted_rows){.rows = rows, .order = *order, .positions = positions};
    count_nulls(sorted);
    return OK;
}

void sorted_rows_release(struct sorted_rows *sorted)
{
    mem_free(sorted->positions);
    *sorted = (struct sorted_rows){0};
}

/* ---- Ranges of values ------------------------------------------------------------ */

/* The ranks of the rows that have a value. */
static void find_values(const struct sorted_rows *sorted, uint32_t *first, uint32_t *end)
{
    uint32_t n = sorted->rows->n_rows;
    *first = sorted->order.is_descending ? 0 : sorted->n_null;
    *end = sorted->order.is_descending ? n - sorted->n_null : n;
}

/* The first rank at or after that of a value; after_equal: after it. */
static uint32_t find_rank(const struct sorted_rows *sorted, union column_value value,
                          bool after_equal)
{
    const struct column_vector *vector = vector_of(sorted->rows, &sorted->order);
    uint32_t low, high;
    find_values(sorted, &low, &high);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        union column_value found;
        (void)cached_value(vector, position_of(sorted, middle), &found);
        int order = column_value_compare(sorted->order.domain, found, value);
        if (sorted->order.is_descending)
            order = -order;
        if (order < 0 || (order == 0 && after_equal))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The ranks of the rows with values in the range; *end is exclusive. */
static void find_range(const struct sorted_rows *sorted, const struct value_range *range,
                       uint32_t *first, uint32_t *end)
{
    find_values(sorted, first, end);
    if (sorted->order.is_descending) {
        if (!range->has_no_high)
            *first = find_rank(sorted, range->high, range->high_is_open);
        *end = find_rank(sorted, range->low, !range->low_is_open);
    } else {
        *first = find_rank(sorted, range->low, range->low_is_open);
        if (!range->has_no_high)
            *end = find_rank(sorted, range->high, !range->high_is_open);
    }
    if (*end < *first)
        *end = *first;
}

/* The ranks of the rows without a value if the set accepts them, else none. */
static void find_nulls(const struct sorted_rows *sorted, const struct value_set *set,
                       uint32_t *first, uint32_t *end)
{
    *first = sorted->order.is_descending ? sorted->rows->n_rows - sorted->n_null : 0;
    *end = *first + (set->accepts_null ? sorted->n_null : 0);
}

/* Whether the term accepts no values but those in its set, in the order's domain. */
static bool is_range_of(const struct sorted_rows *sorted,
                        const struct predicate_term *term)
{
    return term->column == sorted->order.column &&
           term->set.domain == sorted->order.domain &&
           term->transform == TRANSFORM_NONE && !term->has_pattern &&
           !term->is_formatted && !term->accepts_numeric_text;
}

/* Appends the positions at ranks up to `end`, exclusive. */
static enum status append_places(const struct sorted_rows *sorted, uint32_t first,
                                 uint32_t end, struct buffer *positions,
                                 struct error *error)
{
    size_t size = (end - first) * sizeof first;
    if (size == 0)
        return OK;
    if (sorted->positions != NULL)
        return buffer_append(positions, sorted->positions + first, size, error);
    enum status status = buffer_reserve(positions, positions->size + size, true, error);
    if (status != OK)
        return status;
    uint32_t *to = (uint32_t *)(void *)(positions->data + positions->size);
    for (uint32_t i = first; i < end; i++)
        *to++ = i;
    positions->size += size;
    return OK;
}

/* Appends the positions of the rows whose values the set accepts; *is_found is false if
 * they are too many to sort. */
static enum status append_set(const struct sorted_rows *sorted,
                              const struct value_set *set, struct buffer *positions,
                              bool *is_found, struct error *error)
{
    size_t before = positions->size;
    size_t most = sorted->rows->n_rows / TESTS_PER_SORTED + 1;
    enum status status = OK;
    uint32_t first, end;
    find_nulls(sorted, set, &first, &end);
    most = sorted->positions == NULL ? SIZE_MAX : most < MOST_SORTED ? most : MOST_SORTED;
    *is_found = true;
    for (uint32_t i = 0; status == OK && *is_found && i <= set->n_ranges; i++) {
        if (end - first > most - (positions->size - before) / sizeof first)
            *is_found = false;
        else
            status = append_places(sorted, first, end, positions, error);
        if (i < set->n_ranges)
            find_range(sorted, &set->ranges[i], &first, &end);
    }
    if (!*is_found)
        positions->size = before;
    else if (status == OK && positions->size > before &&
             (sorted->positions != NULL || sorted->order.is_descending))
        qsort(positions->data + before, (positions->size - before) / sizeof first,
              sizeof first, compare_uint32);
    return status;
}

enum status sorted_rows_find(const struct sorted_rows *sorted,
                             const struct predicate *predicate, struct buffer *positions,
                             bool *is_found, struct error *error)
{
    *is_found = false;
    for (uint32_t i = 0; i < predicate->n_terms; i++) {
        const struct predicate_term *term = &predicate->terms[i];
        if (is_range_of(sorted, term))
            return append_set(sorted, &term->set, positions, is_found, error);
    }
    return OK;
}

void sorted_rows_span(const struct sorted_rows *sorted, const struct predicate *predicate,
                      uint32_t *first, uint32_t *end)
{
    uint32_t t = 0;
    while (t < predicate->n_terms && !is_range_of(sorted, &predicate->terms[t]))
        t++;
    *first = 0;
    *end = sorted->rows->n_rows;
    if (t == predicate->n_terms)
        return;
    const struct value_set *set = &predicate->terms[t].set;
    uint32_t from, to, least = UINT32_MAX, most = 0;
    find_nulls(sorted, set, &from, &to);
    for (uint32_t i = 0; i <= set->n_ranges; i++) {
        if (from < to) {
            least = from < least ? from : least;
            most = to > most ? to : most;
        }
        if (i < set->n_ranges)
            find_range(sorted, &set->ranges[i], &from, &to);
    }
    *first = least < most ? least : 0;
    *end = most;
}

void sorted_rows_take(const struct sorted_rows *sorted, uint32_t rank, uint32_t n,
                      uint32_t *positions)
{
    for (uint32_t i = 0; i < n; i++)
        positions[i] = position_of(sorted, rank + i);
    if (sorted->positions != NULL)
        qsort(positions, n, sizeof *positions, compare_uint32);
}
