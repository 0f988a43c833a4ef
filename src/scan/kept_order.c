/* SPDX-License-Identifier: MIT */
/*
 * kept_order.c - two ways to sort.  Few rows are merged with comparisons of values.  Many
 * rows are sorted digit by digit, the least significant digit of the last column first:
 * each value is a number in the same order, which for a text is its place among the
 * sorted texts of the column.
 */
#include "scan/kept_order.h"

#include "base/alloc.h"
#include "base/interrupt.h"

enum {
    /* Fewer rows than this are merged. */
    LEAST_FOR_DIGITS = 512,
    DIGIT_BITS = 11,
    N_DIGITS = 1 << DIGIT_BITS,
    /* Per row, for interrupt_after(). */
    MERGE_WORK = 16,
    VISIT_WORK = 4,
    /* Between calls of interrupt_after(). */
    FEW_ROWS = 256,
    BLOCK_ROWS = 8192,
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

typedef int compare_function(const void *context, uint32_t a, uint32_t b);

/* Merges two sorted neighbours, `from` up to `middle` and up to `end`, into `to`. */
static enum status merge(compare_function *compare, const void *context,
                         const uint32_t *from, uint32_t middle, uint32_t end,
                         uint32_t *to, struct error *error)
{
    uint32_t a = 0, b = middle;
    enum status status = OK;
    if (middle == end || compare(context, from[middle - 1], from[middle]) <= 0) {
        memcpy(to, from, end * sizeof *to);
        return interrupt_after((size_t)end, error);
    }
    for (uint32_t i = 0; status == OK && i < end;) {
        uint32_t n = end - i < FEW_ROWS ? end - i : FEW_ROWS;
        for (uint32_t stop = i + n; i < stop; i++) {
            bool takes_a = b == end ||
                           (a < middle && compare(context, from[a], from[b]) <= 0);
            to[i] = takes_a ? from[a++] : from[b++];
        }
        status = interrupt_after((size_t)n * MERGE_WORK, error);
    }
    return status;
}

/* Sorts n numbers; scratch has room for as many. */
static enum status merge_sort(compare_function *compare, const void *context,
                              uint32_t *numbers, uint32_t *scratch, uint32_t n,
                              struct error *error)
{
    enum status status = OK;
    uint32_t *from = numbers, *to = scratch;
    for (uint32_t width = 1; status == OK && width < n; width *= 2) {
        for (uint32_t i = 0; status == OK && i < n; i += 2 * width) {
            uint32_t left = n - i, end = left < 2 * width ? left : 2 * width;
            status = merge(compare, context, from + i, width < end ? width : end, end,
                           to + i, error);
        }
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    if (status == OK && from != numbers)
        memcpy(numbers, from, n * sizeof *numbers);
    return status;
}

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

/* ---- The places of texts --------------------------------------------------------- */

struct texts {
    const struct bytes_value *texts;
    uint64_t *starts; /* the first 8 bytes of each, as a number in the same order */
};

static uint64_t start_of(struct bytes_value text)
{
    uint64_t start = 0;
    for (size_t i = 0; i < 8; i++)
        start = start << 8 | (i < text.size ? text.data[i] : 0);
    return start;
}

static int compare_texts(const void *context, uint32_t a, uint32_t b)
{
    const struct texts *t = context;
    if (t->starts[a] != t->starts[b])
        return t->starts[a] < t->starts[b] ? -1 : 1;
    return bytes_compare(t->texts[a], t->texts[b]);
}

/* Sorts the texts' indices, and replaces them by the places of the texts: places[i] is
 * that of text i.  Equal texts have the same place. */
static enum status place_texts(const struct texts *texts, uint32_t *sorted,
                               uint32_t *scratch, uint32_t n, uint32_t **places,
                               struct error *error)
{
    uint32_t place = 0;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < n; i++) {
        sorted[i] = i;
        texts->starts[i] = start_of(texts->texts[i]);
        if (i % FEW_ROWS == 0)
            status = interrupt_after(FEW_ROWS * VISIT_WORK, error);
    }
    if (status == OK)
        status = merge_sort(compare_texts, texts, sorted, scratch, n, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        if (i > 0 && compare_texts(texts, sorted[i - 1], sorted[i]) != 0)
            place++;
        scratch[sorted[i]] = place;
        if (i % FEW_ROWS == 0)
            status = interrupt_after(FEW_ROWS * MERGE_WORK, error);
    }
    *places = scratch;
    return status;
}

/* ---- Digits ---------------------------------------------------------------------- */

/* The parts of a value that are sorted one after the other. */
enum value_part { PART_NANOS, PART_VALUE, PART_IS_VALID, N_PARTS };

struct digits {
    const struct column_vector *vector;
    enum value_domain domain;
    enum value_part part;
    bool is_descending;
    const uint32_t *places; /* of texts */
    uint64_t least, most;   /* numbers of the part */
};

/* Sets a number in the order of the part; false: the row has none, because it is null. */
static inline bool number_of(const struct digits *d, uint32_t position, uint64_t *number)
{
    static const uint64_t SIGN = UINT64_C(1) << 63;
    union column_value value;
    bool is_valid = kept_value(d->vector, position, &value);
    *number = 0;
    if (d->part == PART_IS_VALID) {
        *number = is_valid;
        return true;
    }
    if (!is_valid)
        return false;
    switch (d->domain) {
    case DOMAIN_INT64:
        *number = (uint64_t)value.int64 ^ SIGN;
        break;
    case DOMAIN_UINT64:
        *number = (uint64_t)value.int64;
        break;
    case DOMAIN_DOUBLE:
        value.float64 += 0.0; /* -0.0 equals 0.0 */
        memcpy(number, &value.float64, sizeof *number);
        *number = (*number & SIGN) != 0 ? ~*number : *number | SIGN;
        break;
    case DOMAIN_INSTANT:
        *number = d->part == PART_NANOS ? (uint64_t)value.instant.nanos
                                        : (uint64_t)value.instant.seconds ^ SIGN;
        break;
    case DOMAIN_BYTES:
        *number = d->places[d->vector->indices[position]];
        break;
    }
    return true;
}

/* The end of the rows to visit before the next poll. */
static uint32_t end_of_block(uint32_t i, uint32_t n)
{
    return n - i < BLOCK_ROWS ? n : i + BLOCK_ROWS;
}

/* Sets the range of the part's numbers. */
static enum status find_range(struct digits *d, const uint32_t *positions, uint32_t n,
                              struct error *error)
{
    uint64_t number;
    enum status status = OK;
    d->least = UINT64_MAX;
    d->most = 0;
    for (uint32_t i = 0; status == OK && i < n;) {
        uint32_t end = end_of_block(i, n);
        for (; i < end; i++) {
            if (!number_of(d, positions[i], &number))
                continue;
            d->least = number < d->least ? number : d->least;
            d->most = number > d->most ? number : d->most;
        }
        status = interrupt_after(BLOCK_ROWS * VISIT_WORK, error);
    }
    if (d->least > d->most)
        d->least = d->most;
    return status;
}

/* The place of a row's digit in the order of the digits. */
static inline uint32_t digit_of(const struct digits *d, uint32_t position, unsigned shift)
{
    uint64_t number;
    if (!number_of(d, position, &number))
        return 0;
    number = d->is_descending ? d->most - number : number - d->least;
    return (uint32_t)(number >> shift) & (N_DIGITS - 1);
}

/* Sorts by the digit that the numbers have from the bit `shift` on. */
static enum status sort_by_digit(const struct digits *d, unsigned shift,
                                 const uint32_t *from, uint32_t *to, uint32_t n,
                                 struct error *error)
{
    uint32_t places[N_DIGITS + 1] = {0};
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < n;) {
        for (uint32_t end = end_of_block(i, n); i < end; i++)
            places[digit_of(d, from[i], shift) + 1]++;
        status = interrupt_after(BLOCK_ROWS * VISIT_WORK, error);
    }
    for (uint32_t i = 0; i < N_DIGITS; i++)
        places[i + 1] += places[i];
    for (uint32_t i = 0; status == OK && i < n;) {
        for (uint32_t end = end_of_block(i, n); i < end; i++)
            to[places[digit_of(d, from[i], shift)]++] = from[i];
        status = interrupt_after(BLOCK_ROWS * VISIT_WORK, error);
    }
    return status;
}

static enum status sort_by_part(struct digits *d, uint32_t **from, uint32_t **to,
                                uint32_t n, struct error *error)
{
    enum status status = find_range(d, *from, n, error);
    uint64_t range = d->most - d->least;
    for (unsigned shift = 0; status == OK && shift < 64 && range >> shift != 0;
         shift += DIGIT_BITS) {
        status = sort_by_digit(d, shift, *from, *to, n, error);
        uint32_t *swap = *from;
        *from = *to;
        *to = swap;
    }
    return status;
}

static enum status sort_by_column(struct digits *d, uint32_t **from, uint32_t **to,
                                  uint32_t n, struct error *error)
{
    enum status status = OK;
    uint32_t n_texts = d->vector->kind == VECTOR_BYTES ? d->vector->n_entries : 0;
    uint32_t *texts = mem_alloc(2 * (size_t)n_texts + 1, sizeof *texts), *places = texts;
    struct texts sorting = {.texts = d->vector->values.bytes,
                            .starts = mem_alloc((size_t)n_texts + 1, sizeof(uint64_t))};
    if (texts == NULL || sorting.starts == NULL)
        status = error_nomem(error);
    else if (n_texts > 0)
        status = place_texts(&sorting, texts, texts + n_texts, n_texts, &places, error);
    mem_free(sorting.starts);
    d->places = places;
    for (int part = PART_NANOS; status == OK && part < N_PARTS; part++) {
        d->part = (enum value_part)part;
        if (d->part != PART_NANOS || d->domain == DOMAIN_INSTANT)
            status = sort_by_part(d, from, to, n, error);
    }
    mem_free(texts);
    return status;
}

static enum status sort_by_digits(const struct ordered_vectors *v, uint32_t *positions,
                                  uint32_t *scratch, uint32_t n, struct error *error)
{
    enum status status = OK;
    uint32_t *from = positions, *to = scratch;
    for (uint32_t i = v->order->n_columns; status == OK && i-- > 0;) {
        struct digits d = {.vector = v->vectors[i],
                           .domain = v->order->columns[i].domain,
                           .is_descending = v->order->columns[i].is_descending};
        status = sort_by_column(&d, &from, &to, n, error);
    }
    if (status == OK && from != positions)
        memcpy(positions, from, n * sizeof *positions);
    return status;
}

/* ---- For users ------------------------------------------------------------------- */

/* The texts of all columns of the order. */
static uint64_t n_texts_of(const struct ordered_vectors *v)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < v->order->n_columns; i++)
        n += v->vectors[i]->kind == VECTOR_BYTES ? v->vectors[i]->n_entries : 0;
    return n;
}

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
            status = interrupt_after(FEW_ROWS * MERGE_WORK, error);
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

enum status kept_rows_first(const struct kept_rows *rows, const struct row_order *order,
                            uint32_t *first, struct error *error)
{
    struct ordered_vectors v = vectors_of(rows, order);
    enum status status = OK;
    *first = 0;
    for (uint32_t i = 1; status == OK && i < rows->n_rows; i++) {
        if (compare_rows(&v, i, *first) < 0)
            *first = i;
        if (i % FEW_ROWS == 0)
            status = interrupt_after(FEW_ROWS * MERGE_WORK, error);
    }
    return status;
}

enum status kept_rows_sort(const struct kept_rows *rows, const struct row_order *order,
                           uint32_t *positions, uint32_t n, struct error *error)
{
    struct ordered_vectors v = vectors_of(rows, order);
    struct buffer scratch = {0};
    bool holds;
    enum status status = check_order(&v, positions, n, &holds, error);
    if (status != OK || holds)
        return status;
    status = buffer_reserve(&scratch, n * sizeof *positions, false, error);
    uint32_t *room = (uint32_t *)(void *)scratch.data;
    if (status == OK && (n < LEAST_FOR_DIGITS || n_texts_of(&v) / 2 > n))
        status = merge_sort(compare_rows, &v, positions, room, n, error);
    else if (status == OK)
        status = sort_by_digits(&v, positions, room, n, error);
    buffer_release(&scratch);
    return status;
}
