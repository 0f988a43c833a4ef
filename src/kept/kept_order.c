/* SPDX-License-Identifier: MIT */
/*
 * kept_order.c - ways to sort.  Few rows are merged with comparisons of values.  Many
 * rows are sorted digit by digit, the least significant first: the digits of keys of at
 * most 32 bits, which are computed once, or else of one part of the values after the
 * other.
 */
#include "kept/kept_order.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/merge_sort.h"
#include "kept/sort_keys.h"

enum {
    /* Fewer rows than this are merged. */
    LEAST_FOR_DIGITS = 512,
    DIGIT_BITS = 11,
    N_DIGITS = 1 << DIGIT_BITS,
    /* Keys of so many bits are one digit: the ends of all groups fit in the cache. */
    MOST_DIGIT_BITS = 13,
    MOST_KEY_BITS = 32,
    /* Per row, for interrupt_after(). */
    COMPARE_WORK = 16,
    VISIT_WORK = 4,
    /* Between calls of interrupt_after(). */
    FEW_ROWS = 256,
    BLOCK_ROWS = 1024,
};

enum status kept_rows_check_range(const struct kept_rows *rows,
                                  const struct order_column *column, bool *are_within,
                                  struct error *error)
{
    const struct value_range *range = &column->ordered;
    const struct column_vector *vector = &rows->columns[column->column].window.vector;
    uint32_t n = vector->kind == VECTOR_BYTES ? 0 : vector->n_rows;
    enum status status = OK;
    *are_within = true;
    for (uint32_t i = 0; status == OK && *are_within && i < n; i++) {
        union column_value value;
        *are_within = !kept_value(vector, i, &value) ||
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

static struct ordered_vectors vectors_of(const struct kept_rows *rows,
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
        bool has_x = kept_value(v->vectors[i], a, &x),
             has_y = kept_value(v->vectors[i], b, &y);
        result = has_x && has_y ? column_value_compare(column->domain, x, y)
                                : has_x - has_y;
        result = column->is_descending ? -result : result;
    }
    return result;
}

/* ---- Digits of keys -------------------------------------------------------------- */

/* A pass over rows in an order, which sorts them by a digit of their keys.  A row's key
 * and position are one number. */
struct key_pass {
    const struct sort_keys *keys;
    uint32_t n_rows;
    unsigned shift, width; /* of the digit */
    const uint64_t *from;  /* NULL: the order of the file, and keys are computed */
    uint64_t *to;          /* NULL: sets places */
    uint32_t *places;      /* of each position in the sorted rows */
    uint32_t *ends;        /* 2 to the power of width, and one more */
};

/* Returns the rows of a block that begins at `first`. */
static const uint64_t *read_block(const struct key_pass *pass, uint32_t first, uint32_t n,
                                  uint64_t *room)
{
    uint32_t keys[BLOCK_ROWS];
    if (pass->from != NULL)
        return pass->from + first;
    sort_keys_fill(pass->keys, first, n, keys);
    for (uint32_t i = 0; i < n; i++)
        room[i] = (uint64_t)keys[i] << 32 | (first + i);
    return room;
}

static inline uint32_t digit_of_row(const struct key_pass *pass, uint64_t row)
{
    return (uint32_t)(row >> (32 + pass->shift)) & ((UINT32_C(1) << pass->width) - 1);
}

/* Counts the rows with each digit, or puts the rows in their places. */
static enum status visit_rows(const struct key_pass *pass, bool counts,
                              struct error *error)
{
    uint64_t room[BLOCK_ROWS];
    enum status status = OK;
    for (uint32_t i = 0, n; status == OK && i < pass->n_rows; i += n) {
        n = pass->n_rows - i < BLOCK_ROWS ? pass->n_rows - i : BLOCK_ROWS;
        const uint64_t *rows = read_block(pass, i, n, room);
        if (counts)
            for (uint32_t k = 0; k < n; k++)
                pass->ends[digit_of_row(pass, rows[k]) + 1]++;
        else if (pass->to != NULL)
            for (uint32_t k = 0; k < n; k++)
                pass->to[pass->ends[digit_of_row(pass, rows[k])]++] = rows[k];
        else
            for (uint32_t k = 0; k < n; k++)
                pass->places[(uint32_t)rows[k]] =
                    pass->ends[digit_of_row(pass, rows[k])]++;
        status = interrupt_after((size_t)n * VISIT_WORK, error);
    }
    return status;
}

static enum status sort_by_key_digit(const struct key_pass *pass, struct error *error)
{
    uint32_t n = UINT32_C(1) << pass->width;
    memset(pass->ends, 0, (n + 1) * sizeof *pass->ends);
    enum status status = visit_rows(pass, true, error);
    for (uint32_t i = 0; i < n; i++)
        pass->ends[i + 1] += pass->ends[i];
    return status == OK ? visit_rows(pass, false, error) : status;
}

/* Sets the place of each row in the order. */
static enum status place_by_keys(const struct sort_keys *keys, uint32_t *places,
                                 uint32_t n_rows, struct error *error)
{
    unsigned n_passes = keys->n_bits <= MOST_DIGIT_BITS
                            ? 1
                            : (keys->n_bits + DIGIT_BITS - 1) / DIGIT_BITS;
    uint64_t *rows[2] = {NULL, NULL};
    struct key_pass pass = {.keys = keys,
                            .n_rows = n_rows,
                            .width = (keys->n_bits + n_passes - 1) / n_passes,
                            .places = places};
    pass.ends = mem_alloc((UINT32_C(1) << pass.width) + 1, sizeof *pass.ends);
    enum status status = pass.ends != NULL ? OK : error_nomem(error);
    for (unsigned i = 0; status == OK && i < n_passes; i++) {
        bool is_last = i + 1 == n_passes;
        if (!is_last && rows[i % 2] == NULL)
            rows[i % 2] = mem_alloc_large(n_rows, sizeof *pass.to);
        pass.to = is_last ? NULL : rows[i % 2];
        status = is_last || pass.to != NULL ? sort_by_key_digit(&pass, error)
                                            : error_nomem(error);
        pass.from = pass.to;
        pass.shift += pass.width;
    }
    mem_free(rows[0]);
    mem_free(rows[1]);
    mem_free(pass.ends);
    return status;
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

enum status kept_rows_check_order(const struct kept_rows *rows,
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

enum status kept_rows_sort(const struct kept_rows *rows, const struct row_order *order,
                           uint32_t *positions, uint32_t n, struct error *error)
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

/* Sets the places of all rows by sorting their positions. */
static enum status place_by_positions(const struct ordered_vectors *v,
                                      const struct sort_keys *keys, uint32_t *places,
                                      uint32_t n, struct error *error)
{
    uint32_t *positions = mem_alloc((size_t)n + 1, sizeof *positions);
    if (positions == NULL)
        return error_nomem(error);
    for (uint32_t i = 0; i < n; i++)
        positions[i] = i;
    enum status status = sort_positions(v, keys, positions, n, error);
    for (uint32_t i = 0; status == OK && i < n; i++)
        places[positions[i]] = i;
    mem_free(positions);
    return status;
}

/* Sets the places of all rows, which are not sorted yet. */
static enum status place_rows(const struct ordered_vectors *v,
                              const struct kept_rows *rows, uint32_t *places,
                              struct error *error)
{
    struct sort_keys keys = {0};
    if (merges(v, rows->n_rows))
        return place_by_positions(v, NULL, places, rows->n_rows, error);
    enum status status = sort_keys_init(&keys, rows, v->order, NULL, rows->n_rows, error);
    if (status == OK && keys.n_bits <= MOST_KEY_BITS)
        status = place_by_keys(&keys, places, rows->n_rows, error);
    else if (status == OK)
        status = place_by_positions(v, &keys, places, rows->n_rows, error);
    sort_keys_release(&keys);
    return status;
}

enum status kept_rows_reorder(struct kept_rows *rows, const struct row_order *order,
                              struct error *error)
{
    struct ordered_vectors v = vectors_of(rows, order);
    bool holds;
    enum status status = check_order(&v, NULL, rows->n_rows, &holds, error);
    if (status != OK || holds)
        return status;
    uint32_t *places = mem_alloc_large(rows->n_rows, sizeof *places);
    status = places != NULL ? place_rows(&v, rows, places, error) : error_nomem(error);
    if (status == OK)
        return kept_rows_move(rows, places, error);
    mem_free(places);
    return status;
}
