/* SPDX-License-Identifier: MIT */
#include "rows/sort_keys.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/merge_sort.h"

enum {
    /* Per row or entry, for interrupt_after(). */
    VISIT_WORK = 4,
    /* Between calls of interrupt_after(). */
    FEW_ENTRIES = 256,
    BLOCK_ROWS = 8192,
    DIGIT_BITS = 11,
    N_DIGITS = 1 << DIGIT_BITS,
};

/* ---- Numbers --------------------------------------------------------------------- */

/* A number in the order of values of the domain: texts by their first 8 bytes, instants
 * by their seconds. */
static inline uint64_t number_of(enum value_domain domain, union column_value value)
{
    static const uint64_t SIGN = UINT64_C(1) << 63;
    uint64_t number = 0;
    switch (domain) {
    case DOMAIN_INT64:
        return (uint64_t)value.int64 ^ SIGN;
    case DOMAIN_UINT64:
        return (uint64_t)value.int64;
    case DOMAIN_DOUBLE:
        value.float64 += 0.0; /* -0.0 equals 0.0 */
        memcpy(&number, &value.float64, sizeof number);
        return (number & SIGN) != 0 ? ~number : number | SIGN;
    case DOMAIN_INSTANT:
        return (uint64_t)value.instant.seconds ^ SIGN;
    case DOMAIN_BYTES:
        for (size_t i = 0; i < 8; i++)
            number = number << 8 | (i < value.bytes.size ? value.bytes.data[i] : 0);
        break;
    }
    return number;
}

/* ---- The ranks of entries ------------------------------------------------------- */

struct entries {
    const struct column_vector *vector;
    enum value_domain domain;
    size_t n_shared;   /* bytes with which all texts begin */
    uint64_t *numbers; /* of each, in their order; of texts, by the next 8 bytes */
};

static union column_value entry_at(const struct entries *entries, uint32_t i)
{
    union column_value value = column_vector_value(entries->vector, i);
    if (entries->domain == DOMAIN_BYTES)
        value.bytes = (struct bytes_value){value.bytes.data + entries->n_shared,
                                           value.bytes.size - entries->n_shared};
    return value;
}

/* Compares entries whose numbers are the same. */
static int compare_entries(const void *context, uint32_t a, uint32_t b)
{
    const struct entries *e = context;
    return column_value_compare(e->domain, entry_at(e, a), entry_at(e, b));
}

/* Sets n_shared, which was 0. */
static enum status find_shared(struct entries *entries, struct error *error)
{
    uint32_t n = entries->vector->n_entries;
    enum status status = OK;
    if (entries->domain != DOMAIN_BYTES || n == 0)
        return OK;
    const struct bytes_value *texts = entries->vector->values.bytes;
    size_t n_shared = texts[0].size;
    for (uint32_t i = 1; status == OK && i < n && n_shared > 0; i++) {
        size_t most = texts[i].size < n_shared ? texts[i].size : n_shared;
        n_shared = 0;
        while (n_shared < most && texts[i].data[n_shared] == texts[0].data[n_shared])
            n_shared++;
        if (i % FEW_ENTRIES == 0)
            status = interrupt_after(FEW_ENTRIES * VISIT_WORK, error);
    }
    entries->n_shared = n_shared;
    return status;
}

/* Moves the entries to where they belong by one digit of their numbers; *moves is false
 * if all have the same one. */
static enum status sort_by_digit(const struct entries *entries, unsigned shift,
                                 const uint32_t *from, uint32_t *to, bool *moves,
                                 struct error *error)
{
    uint32_t ends[N_DIGITS + 1] = {0}, n = entries->vector->n_entries;
    const uint64_t *numbers = entries->numbers;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < n;) {
        for (uint32_t end = n - i < BLOCK_ROWS ? n : i + BLOCK_ROWS; i < end; i++)
            ends[(numbers[i] >> shift & (N_DIGITS - 1)) + 1]++;
        status = interrupt_after(BLOCK_ROWS, error);
    }
    *moves = ends[(numbers[0] >> shift & (N_DIGITS - 1)) + 1] != n;
    for (uint32_t i = 0; i < N_DIGITS; i++)
        ends[i + 1] += ends[i];
    for (uint32_t i = 0; status == OK && *moves && i < n;) {
        for (uint32_t end = n - i < BLOCK_ROWS ? n : i + BLOCK_ROWS; i < end; i++)
            to[ends[numbers[from[i]] >> shift & (N_DIGITS - 1)]++] = from[i];
        status = interrupt_after(BLOCK_ROWS * VISIT_WORK, error);
    }
    return status;
}

/* Sorts the entries' indices, which are in order, by their numbers. */
static enum status sort_by_numbers(const struct entries *entries, uint32_t *sorted,
                                   uint32_t *scratch, struct error *error)
{
    uint32_t *from = sorted, *to = scratch, n = entries->vector->n_entries;
    enum status status = OK;
    for (unsigned shift = 0; status == OK && n > 1 && shift < 64; shift += DIGIT_BITS) {
        bool moves;
        status = sort_by_digit(entries, shift, from, to, &moves, error);
        if (!moves)
            continue;
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != sorted)
        memcpy(sorted, from, n * sizeof *sorted);
    return status;
}

/* Sorts the n entries of a number that are sorted[0] and so on, and makes their ranks,
 * which follow *rank, their numbers. */
static enum status rank_same(const struct entries *entries, uint32_t *sorted,
                             uint32_t *scratch, uint32_t n, uint32_t *rank,
                             struct error *error)
{
    enum status status = merge_sort(compare_entries, entries, sorted, scratch, n, error);
    for (uint32_t i = 0; i < n; i++) {
        *rank += i == 0 || compare_entries(entries, sorted[i - 1], sorted[i]) != 0;
        entries->numbers[sorted[i]] = *rank;
    }
    return status == OK ? interrupt_after((size_t)n * VISIT_WORK, error) : status;
}

/* Sets ranks[i] to the rank of entry i, from 1; `sorted` is scratch.  Equal entries have
 * the same rank. */
static enum status rank_entries(struct entries *entries, uint32_t *sorted,
                                uint32_t *ranks, struct error *error)
{
    uint64_t *numbers = entries->numbers;
    uint32_t rank = 0, n = entries->vector->n_entries;
    enum status status = find_shared(entries, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        sorted[i] = i;
        numbers[i] = number_of(entries->domain, entry_at(entries, i));
        if (i % FEW_ENTRIES == 0)
            status = interrupt_after(FEW_ENTRIES * VISIT_WORK, error);
    }
    if (status == OK)
        status = sort_by_numbers(entries, sorted, ranks, error);
    for (uint32_t i = 0, end = 0; status == OK && i < n; i = end) {
        while (end < n && numbers[sorted[end]] == numbers[sorted[i]])
            end++;
        status = rank_same(entries, sorted + i, ranks, end - i, &rank, error);
    }
    for (uint32_t i = 0; status == OK && i < n; i++)
        ranks[i] = (uint32_t)numbers[i];
    return status;
}

/* Returns the ranks of a vector's entries, which the caller frees. */
static enum status make_ranks(const struct column_vector *vector,
                              enum value_domain domain, uint32_t **ranks,
                              struct error *error)
{
    size_t n = (size_t)vector->n_entries + 1;
    uint32_t *sorted = mem_alloc(n, sizeof *sorted);
    struct entries entries = {.vector = vector,
                              .domain = domain,
                              .numbers = mem_alloc(n, sizeof *entries.numbers)};
    *ranks = mem_alloc(n, sizeof **ranks);
    enum status status = OK;
    if (sorted == NULL || entries.numbers == NULL || *ranks == NULL)
        status = error_nomem(error);
    else
        status = rank_entries(&entries, sorted, *ranks, error);
    mem_free(sorted);
    mem_free(entries.numbers);
    return status;
}

/* ---- Parts ----------------------------------------------------------------------- */

/* Sets a number in the order of the part; false: the row has none, because it is null. */
static inline bool find_number(const struct sort_part *part, uint32_t position,
                               uint64_t *number)
{
    union column_value value;
    bool is_valid = cached_value(part->vector, position, &value);
    *number = 0;
    if (part->kind == PART_IS_VALID) {
        *number = is_valid;
        return true;
    }
    if (!is_valid)
        return false;
    if (part->ranks != NULL)
        *number = part->ranks[part->vector->indices[position]];
    else if (part->kind == PART_NANOS)
        *number = (uint64_t)value.instant.nanos;
    else
        *number = number_of(part->domain, value);
    return true;
}

uint64_t sort_part_number(const struct sort_part *part, uint32_t position)
{
    uint64_t number;
    if (!find_number(part, position, &number))
        return 0;
    return part->is_descending ? part->most - number : number - part->least;
}

/* False if there may be some; NaN is null. */
static bool has_no_nulls(const struct sort_part *part)
{
    return part->vector->valid == NULL && part->domain != DOMAIN_DOUBLE;
}

/* Whether all rows have integers, which are stored by position. */
static bool has_integers(const struct sort_part *part)
{
    return part->kind == PART_VALUE && has_no_nulls(part) &&
           part->vector->indices == NULL &&
           (part->domain == DOMAIN_INT64 || part->domain == DOMAIN_UINT64);
}

/* ---- Keys ------------------------------------------------------------------------ */

/* Sets the range of the first n values, which are integers without nulls. */
static enum status find_integer_range(struct sort_part *part, uint32_t n,
                                      struct error *error)
{
    const int64_t *values = part->vector->values.int64;
    uint64_t sign = number_of(part->domain, (union column_value){.int64 = 0});
    uint64_t least = UINT64_MAX, most = 0;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < n;) {
        for (uint32_t end = n - i < BLOCK_ROWS ? n : i + BLOCK_ROWS; i < end; i++) {
            uint64_t number = (uint64_t)values[i] ^ sign;
            least = number < least ? number : least;
            most = number > most ? number : most;
        }
        status = interrupt_after(BLOCK_ROWS, error);
    }
    part->least = least;
    part->most = most;
    return status;
}

/* Sets the range of the part's numbers, and *has_nulls if rows have none. */
static enum status find_range(struct sort_part *part, const uint32_t *positions,
                              uint32_t n, bool *has_nulls, struct error *error)
{
    uint64_t number;
    enum status status = OK;
    part->least = 0;
    part->most = part->vector->n_entries;
    if (part->kind == PART_VALUE && part->ranks != NULL && has_no_nulls(part))
        return OK;
    if (positions == NULL && n > 0 && has_integers(part))
        return find_integer_range(part, n, error);
    part->least = UINT64_MAX;
    part->most = 0;
    for (uint32_t i = 0; status == OK && i < n;) {
        for (uint32_t end = n - i < BLOCK_ROWS ? n : i + BLOCK_ROWS; i < end; i++) {
            uint32_t position = positions != NULL ? positions[i] : i;
            if (!find_number(part, position, &number)) {
                *has_nulls = true;
                continue;
            }
            part->least = number < part->least ? number : part->least;
            part->most = number > part->most ? number : part->most;
        }
        status = interrupt_after(BLOCK_ROWS * VISIT_WORK, error);
    }
    if (part->least > part->most)
        part->least = part->most;
    return status;
}

/* Adds the parts of a column that differ between rows. */
static enum status add_parts(struct sort_keys *keys, const struct sort_part *of,
                             const uint32_t *positions, uint32_t n, struct error *error)
{
    bool has_nulls = false;
    enum status status = OK;
    for (int kind = PART_NANOS; status == OK && kind < N_PART_KINDS; kind++) {
        struct sort_part *part = &keys->parts[keys->n_parts];
        bool has_nanos = of->domain == DOMAIN_INSTANT && of->ranks == NULL;
        if ((kind == PART_NANOS && !has_nanos) || (kind == PART_IS_VALID && !has_nulls))
            continue;
        *part = *of;
        part->kind = (enum sort_part_kind)kind;
        status = find_range(part, positions, n, &has_nulls, error);
        while (part->n_bits < 64 && (part->most - part->least) >> part->n_bits != 0)
            part->n_bits++;
        keys->n_bits += part->n_bits;
        keys->n_parts += part->n_bits > 0;
    }
    return status;
}

enum status sort_keys_init(struct sort_keys *keys, const struct cached_rows *rows,
                           const struct row_order *order, const uint32_t *positions,
                           uint32_t n, struct error *error)
{
    enum status status = OK;
    *keys = (struct sort_keys){0};
    for (uint32_t i = order->n_columns; status == OK && i-- > 0;) {
        const struct order_column *column = &order->columns[i];
        const struct column_vector *vector = &rows->columns[column->column].window.vector;
        if (vector->indices != NULL)
            status = make_ranks(vector, column->domain, &keys->ranks[i], error);
        const struct sort_part of = {.vector = vector,
                                     .domain = column->domain,
                                     .is_descending = column->is_descending,
                                     .ranks = keys->ranks[i]};
        if (status == OK)
            status = add_parts(keys, &of, positions, n, error);
    }
    return status;
}

void sort_keys_release(struct sort_keys *keys)
{
    for (uint32_t i = 0; i < MOST_ORDER_COLUMNS; i++)
        mem_free(keys->ranks[i]);
    *keys = (struct sort_keys){0};
}

/* The part's number of a row is base + sign * (a number from `least` on), modulo 2^32. */
struct direction {
    uint32_t base, sign;
};

static struct direction direction_of(const struct sort_part *part)
{
    uint32_t most = (uint32_t)(part->most - part->least);
    return part->is_descending ? (struct direction){most, UINT32_MAX}
                               : (struct direction){0, 1};
}

/* Makes room for the part's bits below those of a key. */
static inline uint32_t shifted(uint32_t key, const struct sort_part *part)
{
    return part->n_bits < 32 ? key << part->n_bits : 0;
}

static void append_ranks(const struct sort_part *part, uint32_t first, uint32_t n,
                         uint32_t *to)
{
    const uint32_t *indices = part->vector->indices + first, *ranks = part->ranks;
    const struct direction d = direction_of(part);
    for (uint32_t i = 0; i < n; i++)
        to[i] = shifted(to[i], part) | (d.base + d.sign * ranks[indices[i]]);
}

static void append_integers(const struct sort_part *part, uint32_t first, uint32_t n,
                            uint32_t *to)
{
    const int64_t *values = part->vector->values.int64 + first;
    const struct direction d = direction_of(part);
    for (uint32_t i = 0; i < n; i++)
        to[i] = shifted(to[i], part) |
                (d.base + d.sign * (uint32_t)((uint64_t)values[i] - part->least));
}

/* Appends the part's bits to keys. */
static void append_part(const struct sort_part *part, uint32_t first, uint32_t n,
                        uint32_t *to)
{
    bool is_plain = part->kind == PART_VALUE && has_no_nulls(part);
    if (is_plain && part->ranks != NULL)
        append_ranks(part, first, n, to);
    else if (is_plain && has_integers(part))
        append_integers(part, first, n, to);
    else
        for (uint32_t i = 0; i < n; i++)
            to[i] = shifted(to[i], part) | (uint32_t)sort_part_number(part, first + i);
}

void sort_keys_fill(const struct sort_keys *keys, uint32_t first, uint32_t n,
                    uint32_t *to)
{
    memset(to, 0, n * sizeof *to);
    for (uint32_t i = keys->n_parts; i-- > 0;)
        append_part(&keys->parts[i], first, n, to);
}

uint32_t sort_keys_bits(const struct sort_keys *keys, unsigned shift, uint32_t position)
{
    uint32_t bits = 0;
    unsigned at = 0; /* of the part's lowest bit */
    for (uint32_t i = 0; i < keys->n_parts && at < shift + 32; i++) {
        const struct sort_part *part = &keys->parts[i];
        if (at + part->n_bits > shift) {
            uint64_t number = sort_part_number(part, position);
            bits |= (uint32_t)(at < shift ? number >> (shift - at)
                                          : number << (at - shift));
        }
        at += part->n_bits;
    }
    return bits;
}
