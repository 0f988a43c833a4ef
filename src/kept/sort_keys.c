/* SPDX-License-Identifier: MIT */
#include "kept/sort_keys.h"

#include "base/alloc.h"
#include "base/interrupt.h"
#include "base/merge_sort.h"

enum {
    /* Per row or text, for interrupt_after(). */
    VISIT_WORK = 4,
    PLACE_WORK = 16,
    /* Between calls of interrupt_after(). */
    FEW_TEXTS = 256,
    BLOCK_ROWS = 8192,
};

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

/* Sorts the texts' indices, and sets places[i] to the place of text i.  Equal texts have
 * the same place. */
static enum status place_texts(const struct texts *texts, uint32_t *sorted,
                               uint32_t *places, uint32_t n, struct error *error)
{
    uint32_t place = 0;
    enum status status = OK;
    for (uint32_t i = 0; status == OK && i < n; i++) {
        sorted[i] = i;
        texts->starts[i] = start_of(texts->texts[i]);
        if (i % FEW_TEXTS == 0)
            status = interrupt_after(FEW_TEXTS * VISIT_WORK, error);
    }
    if (status == OK)
        status = merge_sort(compare_texts, texts, sorted, places, n, error);
    for (uint32_t i = 0; status == OK && i < n; i++) {
        if (i > 0 && compare_texts(texts, sorted[i - 1], sorted[i]) != 0)
            place++;
        places[sorted[i]] = place;
        if (i % FEW_TEXTS == 0)
            status = interrupt_after(FEW_TEXTS * PLACE_WORK, error);
    }
    return status;
}

/* Returns the places of a vector's texts, which the caller frees. */
static enum status make_places(const struct column_vector *vector, uint32_t **places,
                               struct error *error)
{
    size_t n = (size_t)vector->n_entries + 1;
    uint32_t *sorted = mem_alloc(n, sizeof *sorted);
    struct texts texts = {.texts = vector->values.bytes,
                          .starts = mem_alloc(n, sizeof *texts.starts)};
    *places = mem_alloc(n, sizeof **places);
    enum status status = OK;
    if (sorted == NULL || texts.starts == NULL || *places == NULL)
        status = error_nomem(error);
    else
        status = place_texts(&texts, sorted, *places, vector->n_entries, error);
    mem_free(sorted);
    mem_free(texts.starts);
    return status;
}

/* ---- Numbers --------------------------------------------------------------------- */

/* Sets a number in the order of the part; false: the row has none, because it is null. */
static inline bool find_number(const struct sort_part *part, uint32_t position,
                               uint64_t *number)
{
    static const uint64_t SIGN = UINT64_C(1) << 63;
    union column_value value;
    bool is_valid = kept_value(part->vector, position, &value);
    *number = 0;
    if (part->kind == PART_IS_VALID) {
        *number = is_valid;
        return true;
    }
    if (!is_valid)
        return false;
    switch (part->domain) {
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
        *number = part->kind == PART_NANOS ? (uint64_t)value.instant.nanos
                                           : (uint64_t)value.instant.seconds ^ SIGN;
        break;
    case DOMAIN_BYTES:
        *number = part->places[part->vector->indices[position]];
        break;
    }
    return true;
}

uint64_t sort_part_number(const struct sort_part *part, uint32_t position)
{
    uint64_t number;
    if (!find_number(part, position, &number))
        return 0;
    return part->is_descending ? part->most - number : number - part->least;
}

/* ---- Keys ------------------------------------------------------------------------ */

/* Sets the range of the part's numbers, and *has_nulls if rows have none. */
static enum status find_range(struct sort_part *part, const uint32_t *positions,
                              uint32_t n, bool *has_nulls, struct error *error)
{
    uint64_t number;
    enum status status = OK;
    part->least = 0;
    part->most = part->vector->n_entries;
    if (part->kind == PART_VALUE && part->places != NULL && part->vector->valid == NULL)
        return OK;
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
        if ((kind == PART_NANOS && of->domain != DOMAIN_INSTANT) ||
            (kind == PART_IS_VALID && !has_nulls))
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

enum status sort_keys_init(struct sort_keys *keys, const struct kept_rows *rows,
                           const struct row_order *order, const uint32_t *positions,
                           uint32_t n, struct error *error)
{
    enum status status = OK;
    *keys = (struct sort_keys){0};
    for (uint32_t i = order->n_columns; status == OK && i-- > 0;) {
        const struct order_column *column = &order->columns[i];
        const struct column_vector *vector = &rows->columns[column->column].window.vector;
        if (vector->kind == VECTOR_BYTES)
            status = make_places(vector, &keys->places[i], error);
        const struct sort_part of = {.vector = vector,
                                     .domain = column->domain,
                                     .is_descending = column->is_descending,
                                     .places = keys->places[i]};
        if (status == OK)
            status = add_parts(keys, &of, positions, n, error);
    }
    return status;
}

void sort_keys_release(struct sort_keys *keys)
{
    for (uint32_t i = 0; i < MOST_ORDER_COLUMNS; i++)
        mem_free(keys->places[i]);
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

static void append_texts(const struct sort_part *part, uint32_t first, uint32_t n,
                         uint32_t *to)
{
    const uint32_t *indices = part->vector->indices + first, *places = part->places;
    const struct direction d = direction_of(part);
    for (uint32_t i = 0; i < n; i++)
        to[i] = to[i] << part->n_bits | (d.base + d.sign * places[indices[i]]);
}

static void append_integers(const struct sort_part *part, uint32_t first, uint32_t n,
                            uint32_t *to)
{
    const int64_t *values = part->vector->values.int64 + first;
    const struct direction d = direction_of(part);
    for (uint32_t i = 0; i < n; i++)
        to[i] = to[i] << part->n_bits |
                (d.base + d.sign * (uint32_t)((uint64_t)values[i] - part->least));
}

/* Appends the part's bits to keys. */
static void append_part(const struct sort_part *part, uint32_t first, uint32_t n,
                        uint32_t *to)
{
    const struct column_vector *vector = part->vector;
    bool is_plain = part->kind == PART_VALUE && vector->valid == NULL &&
                    part->n_bits < 32;
    if (is_plain && part->places != NULL)
        append_texts(part, first, n, to);
    else if (is_plain && vector->indices == NULL &&
             (part->domain == DOMAIN_INT64 || part->domain == DOMAIN_UINT64))
        append_integers(part, first, n, to);
    else
        for (uint32_t i = 0; i < n; i++)
            to[i] = (uint32_t)((uint64_t)to[i] << part->n_bits |
                               sort_part_number(part, first + i));
}

void sort_keys_fill(const struct sort_keys *keys, uint32_t first, uint32_t n,
                    uint32_t *to)
{
    memset(to, 0, n * sizeof *to);
    for (uint32_t i = keys->n_parts; i-- > 0;)
        append_part(&keys->parts[i], first, n, to);
}
