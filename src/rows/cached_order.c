/* SPDX-License-Identifier: MIT */
/*
 * cached_order.c - ways to sort.  Few rows are merged with comparisons of values.  Many
 * rows are sorted digit by digit, the least significant first: the digits of keys beside
 * their positions (radix_ranks.h), or of one part of the values after the other where
 * some positions are sorted or memory is scarce.
 */
#include "rows/cached_order.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/merge_sort.h"
#include "rows/radix_ranks.h"

enum {
    /* Fewer rows than this are merged. */
    LEAST_FOR_DIGITS = 512,
    DIGIT_BITS = 11,
    N_DIGITS = 1 << DIGIT_BITS,
    /* Per row, for interrupt_after(). */
    COMPARE_WORK = 16,
    VISIT_WORK = 4,
    /* Between calls of interrupt_after(). */
    FEW_ROWS = 256,
    BLOCK_ROWS = 1024,
};

enum status cached_rows_check_range(const struct cached_rows *rows,
                                    const struct order_column *column, bool *are_within,
                                    struct error *error)
{
    const struct value_range *range = &column->ordered;
    struct column_vector values = rows->columns[column->column].window.vector;
    enum status status = OK;
    *are_within = true;
    if (values.indices != NULL) { /* all entries are values of rows */
        values.indices = NULL;
        values.valid = NULL;
        values.n_rows = values.n_entries;
    }
    if (values.kind == VECTOR_BYTES)
        return OK;
    for (uint32_t i = 0; status == OK && *are_within && i < values.n_rows; i++) {
        union column_value value;
        *are_within = !cached_value(&values, i, &value) ||
                      (column_value_compare(column->domain, value, range->low) >= 0 &&
                       column_value_compare(column->domain, value, range->high) <= 0);
        if (i % FEW_ROWS == 0)
            status = interrupt_after(FEW_ROWS * VISIT_WORK, error);
    }
    return status;
}

/* ---- Merging --------------------------------------------------------------------- */

struct ordered_vectors {
    const struct row_order *order;
    const struct column_vector *vectors[MOST_ORDER_COLUMNS];
};

static struct ordered_vectors vectors_of(const struct cached_rows *rows,
                                         const struct row_order *order)
{
    struct ordered_vectors v = {.order = order};
    for (uint32_t i = 0; i < order->n_columns; i++)
        v.vectors[i] = &rows->columns[order->columns[i].column].window.vector;
    return v;
}

static int compare_rows(const void *context, uint32_t a, uint32_t b)
{
    const struct ordered_vectors *v = context;
    int result = 0;
    for (uint32_t i = 0; result == 0 && i < v->order->n_columns; i++) {
        const struct order_column *column = &v->order->columns[i];
        union column_value x, y;
        bool has_x = cached_value(v->vectors[i], a, &x),
             has_y = cached_value(v->vectors[i], b, &y);
        result = has_x && has_y ? column_value_compare(column->domain, x, y)
                                : has_x - has_y;
        result = column->is_descending ? -result : result;
    }
    return result;
}

/* ---- Digits of parts ------------------------------------------------------------- */

static inline uint32_t digit_of(const struct sort_part *part, uint32_t position,
                                unsigned shift)
{
    return (uint32_t)(sort_part_number(part, position) >> shift) & (N_DIGITS - 1);
}

/* The end of the rows to visit before the next poll. */
static uint32_t end_of_block(uint32_t i, uint32_t n)
{
    return n - i < BLOCK_ROWS ? n : i + BLOCK_ROWS;
}

/* Sorts positions by the digit that the numbers have from the bit `shift` on. */
static enum status sort_by_digit(const struct sort_part *part, unsigned shift,
                                 const uint32_t *from, uint32_t *to, uint32_t n,
                                 struct error *error)
{
    uint32_t ends[N_DIGITS + 1] = {0};
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < n;) {
        for (uint32_t end = end_of_block(i, n); i < end; i++)
            ends[digit_of(part, from[i], shift) + 1]++;
        status = interrupt_after(BLOCK_ROWS * VISIT_WORK, error);
    }
    for (uint32_t i = 0; i < N_DIGITS; i++)
        ends[i + 1] += ends[i];
    for (uint32_t i = 0; status == OK && i < n;) {
        for (uint32_t end = end_of_block(i, n); i < end; i++)
            to[ends[digit_of(part, from[i], shift)]++] = from[i];
        status = interrupt_after(BLOCK_ROWS * VISIT_WORK, error);
    }
    return status;
}

static enum status sort_by_digits(const struct sort_keys *keys, uint32_t *positions,
                                  uint32_t *scratch, uint32_t n, struct error *error)
{
    enum status status = OK;
    uint32_t *from = positions, *to = scratch;
    for (uint32_t i = 0; status == OK && i < keys->n_parts; i++) {
        const struct sort_part *part = &keys->parts[i];
        for (unsigned shift = 0; status == OK && shift < part->n_bits;
             shift += DIGIT_BITS) {
            status = sort_by_digit(part, shift, from, to, n, error);
            uint32_t *swap = from;
            from = to;
            to = swap;
        }
    }
    if (status == OK && from != positions)
        memcpy(positions, from, n * sizeof *positions);
    return status;
}

/* ---- For users ------------------------------------------------------------------- */

/* Whether positions, or all rows if there are none, are in the order. */
static enum status check_order(const struct ordered_vectors *v, const uint32_t *positions,
                               uint32_t n, bool *holds, struct error *error)
{
    enum status status = OK;
    *holds = true;
    for (uint32_t i = 1; status == OK && *holds && i < n; i++) {
        uint32_t a = positions != NULL ? positions[i - 1] : i - 1;
        uint32_t b = positions != NULL ? positions[i] : i;
        *holds = compare_rows(v, a, b) <= 0;
        if (i % FEW_ROWS == 0)
            status = interrupt_after(FEW_ROWS * COMPARE_WORK, error);
    }
    return status;
}

enum status cached_rows_check_order(const struct cached_rows *rows,
                                    const struct row_order *order, bool *holds,
                                    struct error *error)
{
    struct ordered_vectors v = vectors_of(rows, order);
    return check_order(&v, NULL, rows->n_rows, holds, error);
}

/* Whether rows are sorted by comparisons: few rows, or nearly as many texts as rows. */
static bool merges(const struct ordered_vectors *v, uint32_t n)
{
    uint64_t n_texts = 0;
    for (uint32_t i = 0; i < v->order->n_columns; i++)
        n_texts += v->vectors[i]->kind == VECTOR_BYTES ? v->vectors[i]->n_entries : 0;
    return n < LEAST_FOR_DIGITS || n_texts / 2 > n;
}

/* Sorts positions that are not sorted; keys is NULL if they are to be merged. */
static enum status sort_positions(const struct ordered_vectors *v,
                                  const struct sort_keys *keys, uint32_t *positions,
                                  uint32_t n, struct error *error)
{
    struct buffer scratch = {0};
    enum status status = buffer_reserve(&scratch, n * sizeof *positions, false, error);
    uint32_t *room = (uint32_t *)(void *)scratch.data;
    if (status == OK && keys == NULL)
        status = merge_sort(compare_rows, v, positions, room, n, error);
    else if (status == OK)
        status = sort_by_digits(keys, positions, room, n, error);
    buffer_release(&scratch);
    return status;
}

enum status cached_rows_sort(const struct cached_rows *rows,
                             const struct row_order *order, uint32_t *positions,
                             uint32_t n, struct error *error)
{
    struct ordered_vectors v = vectors_of(rows, order);
    struct sort_keys keys = {0};
    bool holds;
    enum status status = check_order(&v, positions, n, &holds, error);
    if (status != OK || holds)
        return status;
    if (merges(&v, n))
        return sort_positions(&v, NULL, positions, n, error);
    status = sort_keys_init(&keys, rows, order, positions, n, error);
    if (status == OK)
        status = sort_positions(&v, &keys, positions, n, error);
    sort_keys_release(&keys);
    return status;
}

/* Sets the ranks of all rows by sorting their positions. */
static enum status rank_by_positions(const struct ordered_vectors *v,
                                     const struct sort_keys *keys, uint32_t *ranks,
                                     uint32_t n, struct error *error)
{
    uint32_t *positions = mem_alloc((size_t)n + 1, sizeof *positions);
    if (positions == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n; i++)
        positions[i] = i;
    enum status status = sort_positions(v, keys, positions, n, error);
    for (uint32_t i = 0; status == OK && i < n; i++)
        ranks[positions[i]] = i;
    mem_free(positions);
    return status;
}

/* Sets the ranks of all rows, which are not sorted yet. */
static enum status rank_rows(const struct ordered_vectors *v,
                             const struct cached_rows *rows, uint32_t *ranks,
                             struct error *error)
{
    struct sort_keys keys = {0};
    if (merges(v, rows->n_rows))
        return rank_by_positions(v, NULL, ranks, rows->n_rows, error);
    enum status status = sort_keys_init(&keys, rows, v->order, NULL, rows->n_rows, error);
    if (status == OK && memory_left() / RADIX_ROW_BYTES > rows->n_rows)
        status = radix_ranks_set(&keys, ranks, rows->n_rows, cached_rows_pieces(rows),
                                 error);
    else if (status == OK)
        status = rank_by_positions(v, &keys, ranks, rows->n_rows, error);
    sort_keys_release(&keys);
    return status;
}

enum status cached_rows_reorder(struct cached_rows *rows, const struct row_order *order,
                                struct error *error)
{
    struct ordered_vectors v = vectors_of(rows, order);
    bool holds;
    enum status status = check_order(&v, NULL, rows->n_rows, &holds, error);
    if (status != OK || holds)
        return status;
    uint32_t *ranks = mem_alloc_large(rows->n_rows, sizeof *ranks);
    status = ranks != NULL ? rank_rows(&v, rows, ranks, error) : error_nomem(error);
    if (status == OK)
        return cached_rows_move(rows, ranks, error);
    mem_free(ranks);
    return status;
}
